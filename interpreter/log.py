"""The log: what happened, as small tuples while a match runs and as structured entries when somebody reads."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from dsl.meaning import nodes as n
from dsl.meaning.nodes import Span

from . import frames
from .ready import ReadyGame

KINDS = {
    frames.LOOP: "loop",
    frames.ROLL: "roll",
    frames.VALUE: "value",
    frames.LOOK: "look",
    frames.TRIGGER: "trigger",
    frames.BEGIN: "begin",
    frames.END: "end",
    frames.OVER: "over",
    frames.ORDER: "choice",
    frames.PLAYED: "play",
    frames.RESOLVED: "resolve",
    frames.PASSED: "pass",
    frames.SKIPPED: "skip",
}


@frozen
class Entry:
    """One thing that happened.

    ``kind``: event, trigger, value, begin, end, roll, look, choice, play, resolve, pass, skip, loop, over. ``name`` is the verb, the value,
    the period, or what of a play waits: a card, an ability, an effect (or only the play).
    ``roles``: the participants by name (cards are numbers from 0, players are their negative codes). ``source`` is the card whose words did
    it, ``span`` those words in the text and ``owner`` the card or the rule that has them; ``replaced``: its steps gave way to others."""

    kind: str
    name: str
    roles: dict[str, Any]
    source: int | None = None
    span: Span | None = None
    owner: str = ""
    replaced: bool = False
    raw: tuple[Any, ...] = ()

    @property
    def verb(self) -> str:
        """The verb of an event («name» of the other kinds)."""
        return self.name


def read_log(game: ReadyGame, raw: list[Any]) -> list[Entry]:
    """Entries from the raw log of a match."""
    return [read_entry(game, tuple(entry)) for entry in raw]


def _places(game: ReadyGame, frame: str) -> set[str]:
    """The participants of a verb that are places."""
    return {
        role.name for form in game.meaning.frames[frame].forms for role in form.roles if isinstance(role.value, n.Place)
    }


def read_entry(game: ReadyGame, e: tuple[Any, ...]) -> Entry:
    compiled = game.compiled
    program = compiled.programs[e[2]] if isinstance(e[2], int) and 0 <= e[2] < len(compiled.programs) else None
    span = program.span if program is not None else None
    owner = program.owner if program is not None else ""
    if e[0] >= 0:
        frame = game.verbs[e[0]]
        names = (*compiled.roles[frame], "manner", "cause")
        roles = {name: value for name, value in zip(names, e[5:], strict=False) if value is not None}
        if e[4] is not None and e[4][0] not in (roles.get("object"), roles.get("agent")):
            roles["card"] = e[4][0]
        for name in _places(game, frame) & roles.keys():  # a zone goes by its name: its number is no card's
            roles[name] = compiled.layout.zone_names[compiled.layout.kind_of[roles[name]]]
        if "manner" in roles:
            roles["manner"] = compiled.manners[frame][roles["manner"]]
        if "cause" in roles:
            roles["cause"] = list(game.meaning.periods)[roles["cause"]]
        return Entry("event", game.meaning.frames[frame].verb, roles, e[1], span, owner, e[3] is not None, e)
    kind = KINDS[e[0]]
    rest = e[4:]
    if kind == "value":
        whose = {} if rest[1] is None else {"player" if rest[1] < 0 else "card": rest[1]}
        return Entry(kind, list(game.meaning.values)[rest[0]], whose | {"amount": rest[2]}, e[1], span, owner, raw=e)
    if kind in ("begin", "end", "skip"):
        return Entry(kind, list(game.meaning.periods)[rest[0]], {"player": rest[1], "with": rest[2:]}, raw=e)
    if kind == "trigger":
        ability = compiled.abilities[rest[0]]
        return Entry(kind, "", {"bearer": e[1], "user": rest[1]}, rest[2], ability.span, ability.owner, raw=e)
    if kind == "pass":
        return Entry(kind, "", {"player": rest[0]}, raw=e)
    if kind in ("play", "resolve"):
        what = "card" if rest[3] < len(game.cards) else ("play", "ability", "effect")[rest[0]]
        roles = {"player": rest[2], "card": rest[3], "at": rest[4] if kind == "play" else ()}
        return Entry(kind, what, roles, e[1], span, owner, raw=e)
    if kind == "look":
        return Entry(kind, "", {"who": rest[0], "cards": rest[1:]}, e[1], span, owner, raw=e)
    if kind == "loop":
        return Entry(kind, "", {"cards": rest}, e[1], span, owner, raw=e)
    return Entry(kind, "", {"result": rest[0] if rest else None}, e[1], span, owner, raw=e)


__all__ = ["Entry", "read_log"]
