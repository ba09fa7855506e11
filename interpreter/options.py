"""What may be chosen, as it is: of which kind and which things it speaks of, without words."""

from __future__ import annotations

from typing import Any

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl

from .program.layout import walk
from .ready import ReadyGame
from .running import RunningMatch


class Offered:
    """One thing that may be chosen.

    ``kind``: action, ability, pass, card, player, done, yes, no, manner, mode, member, word, amount, trigger, lasting."""

    __slots__ = ("index", "kind", "match", "value")

    def __init__(self, match: RunningMatch, index: int, kind: str, value: Any) -> None:
        self.match = match
        self.index = index
        self.kind = kind
        self.value = value

    @property
    def objects(self) -> tuple[int, ...]:
        """The cards that the option speaks of, by number."""
        if self.kind == "action":
            decl = list(self.match.game.meaning.actions.values())[self.value[0]]
            chosen = zip(self.value[2:], decl.choices, strict=False)
            return tuple(x for x, choice in chosen if choice.what is not None and x is not None and x >= 0)
        if self.kind == "ability":
            return (self.value[2],)
        if self.kind == "card":
            return (self.value,)
        if self.kind == "pay":
            return (self.value[0],)
        if self.kind == "trigger":
            trigger = self.match.waiting[self.value]
            return (trigger[2],) if trigger[2] is not None and trigger[2] >= 0 else ()
        return ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The same as :attr:`objects`."""
        return self.objects

    @property
    def action(self) -> str | None:
        """The name of the action, for an option that is one."""
        return list(self.match.game.meaning.actions)[self.value[0]] if self.kind == "action" else None

    @property
    def manner(self) -> str | None:
        """The way chosen with an action or alone, by its declared name."""
        game = self.match.game
        if self.kind == "manner":
            frame = self.match.stack[-1]
            name = list(game.compiled.event_programs)[list(game.compiled.event_programs.values()).index(frame[0])]
            return str(game.compiled.manners[name][self.value])
        if self.kind == "action":
            decl = list(game.meaning.actions.values())[self.value[0]]
            for x, choice in zip(self.value[2:], decl.choices, strict=False):
                if choice.what is None and x is not None:
                    return str(manners_of_action(game, decl)[x])
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.index} {self.kind} {self.value!r}>"


def manners_of_action(game: ReadyGame, decl: ActionDecl) -> tuple[str, ...]:
    """The ways of the verb that an action carries out, in the order of their numbers."""
    for node in walk(decl.effect):
        if isinstance(node, n.Do):
            verb = node.event.verb
            named = (f.name for f in game.meaning.frames.values() if f.verb == verb)
            frame = verb if verb in game.compiled.manners else next(named)
            return game.compiled.manners[frame]
    return ()
