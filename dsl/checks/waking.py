"""Which trigger wakes which: a graph from what an effect surely does to what waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.walk import all_of
from .texts import Owned, texts

_DEEPEST = 6


@frozen
class Waiting:
    """A trigger that nothing stops: no condition, no limit, no choice to do it."""

    owned: Owned
    trigger: n.Triggered
    when: n.Event


def waiting(game: GameMeaning) -> list[Waiting]:
    """The triggers of cards, keywords and rules that always do their effect."""
    return [
        Waiting(owned, trigger, trigger.when)
        for owned in texts(game)
        for trigger in all_of(owned.text, n.Triggered)
        if isinstance(trigger.when, n.Event) and trigger.condition is None and trigger.limit is None
    ]


def wakes(one: Waiting, other: Waiting, game: GameMeaning) -> bool:
    """Whether what a trigger does is surely what another waits for."""
    doers = dict(_anybody(one.when))
    return any(fits(_with(event, doers), other.when, game) for event in done(one.trigger.effect, game))


def _anybody(event: n.Event) -> Iterator[tuple[str, n.Select]]:
    """Who does an event, under the name by which the effect speaks of them: of whom nothing is asked that could change."""
    for role in event.roles:
        who = role.value
        if role.name == "agent" and isinstance(who, n.Select) and who.bind is not None and not who.where:
            yield who.bind, who


def done(effect: n.Effect | None, game: GameMeaning, depth: int = 0) -> Iterator[n.Event]:
    """The events that an effect surely carries out, with those that the steps of their verbs do."""
    if isinstance(effect, n.Do):
        yield effect.event
        if depth < _DEEPEST:
            yield from _steps(effect.event, game, depth)
    elif isinstance(effect, n.Sequence | n.Together):
        for part in effect.parts:
            yield from done(part, game, depth)


def _steps(event: n.Event, game: GameMeaning, depth: int) -> Iterator[n.Event]:
    """What a verb surely does: its participants in the place of the names that the steps have for them."""
    roles = {role.name: role.value for role in event.roles}
    for frame in game.frames.values():
        if event.verb in (frame.verb, frame.name):
            for steps in frame.steps:
                if steps.when is None:
                    yield from (_with(each, roles) for each in done(steps.effect, game, depth + 1))
            yield from (_with(each, roles) for each in done(frame.then, game, depth + 1))


def _with(event: n.Event, roles: Mapping[str, Any]) -> n.Event:
    return evolve(event, roles=tuple(evolve(role, value=_known(role.value, roles)) for role in event.roles))


def _known(value: Any, roles: Mapping[str, Any]) -> Any:
    if isinstance(value, n.Var):
        return roles.get(value.name, value)
    return roles.get("agent", value) if isinstance(value, n.You) else value


def fits(event: n.Event, awaited: n.Event, game: GameMeaning) -> bool:
    """Whether an event is surely of the kind awaited: its verb, and every participant that is asked for."""
    if not _is_kind(event.verb, awaited.verb, game) or awaited.manner or awaited.cause is not None:
        return False
    given = {role.name: role.value for role in event.roles}
    return all(role.name in given and _is(given[role.name], role.value) for role in awaited.roles)


def _is_kind(verb: str | None, wanted: str, game: GameMeaning) -> bool:
    """Whether a verb is another, or a kind of it."""
    seen: set[str] = set()
    while verb is not None and verb not in seen:
        if verb == wanted:
            return True
        seen.add(verb)
        verb = next((frame.kind_of for frame in game.frames.values() if frame.verb == verb), None)
    return False


def _is(given: Any, wanted: Any) -> bool:
    """Whether what is given is surely what is wanted: the same, or one described by at least as much."""
    if isinstance(given, n.Select) and isinstance(wanted, n.Select):
        same = given.noun == wanted.noun and given.quantity is n.Quantity.EXACTLY
        return same and set(wanted.where) <= set(given.where)
    return bool(given == wanted)


__all__ = ["Waiting", "done", "fits", "waiting", "wakes"]
