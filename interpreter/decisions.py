"""What a player is asked: options made into objects, and into words, only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import stack

if TYPE_CHECKING:
    from .match import Match

PASS, DONE, YES, NO = "pass", "done", "yes", "no"


class Option:
    """One thing that may be chosen.

    ``kind``: action, ability, pass, card, player, done, yes, no, manner, mode, member, word, amount, trigger, lasting."""

    __slots__ = ("index", "kind", "match", "value")

    def __init__(self, match: Match, index: int, kind: str, value: Any) -> None:
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
    def word(self) -> str | None:
        """The plain word of an option that is no thing: yes, no, that is enough, pass, a listed word, the keyword or label of a trigger."""
        from .tell import word_of

        return word_of(self)

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
                    from .tell import manners_of_action

                    return str(manners_of_action(game, decl)[x])
        return None

    @property
    def text(self) -> str:
        """The option in words."""
        from .tell import tell_option

        return tell_option(self)

    def __repr__(self) -> str:
        return f"<Option {self.index} {self.kind} {self.value!r}>"


class Options(Sequence[Option]):
    """The options of a decision, made when asked for."""

    def __init__(self, match: Match, kind: str, values: tuple[Any, ...]) -> None:
        self.match = match
        self.kind = kind
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def kind_of(self, value: Any) -> str:
        if self.kind == "action":
            return {stack.PASS: PASS, stack.ABILITY: "ability"}.get(value[0], "action")
        if value is None:
            return DONE
        if self.kind == "card":
            return "card" if value >= 0 else "player"
        if self.kind == "may":
            return YES if value else NO
        return self.kind

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | Sequence[Option]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self.values)))]
        i = range(len(self.values))[i]
        value = self.values[i]
        return Option(self.match, i, self.kind_of(value), value)

    def __iter__(self) -> Iterator[Option]:
        return (self[i] for i in range(len(self.values)))


class Decision:
    """A stop of the match: ``player`` (a seat), the legal ``options`` and only those, and the ``prompt`` in words."""

    __slots__ = ("_prompt", "kind", "match", "options", "player")

    def __init__(self, match: Match, player: int, kind: str, values: tuple[Any, ...], prompt: int) -> None:
        self.match = match
        self.player = -1 - player
        self.kind = kind
        self.options = Options(match, kind, values)
        self._prompt = prompt

    @property
    def answering(self) -> bool:
        """Whether it is asked in a window in which several speak: there a pass must not say who had something to play."""
        frame = self.match.stack[-1]
        return self.kind == "action" and frame[0] == stack.WINDOW and len(frame[7] or ()) > 1

    @property
    def prompt(self) -> str:
        """What is asked, in the words of the text that asks."""
        from .tell import tell_prompt

        return tell_prompt(self.match, self.kind, self._prompt)


__all__ = ["Decision", "Option", "Options"]
