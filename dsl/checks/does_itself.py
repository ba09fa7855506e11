"""C041: a verb whose steps carry out the verb itself, with nothing to stop it.

Why it is a fault: once begun it goes round for ever, and the match is stopped.
Example: «verbo attingere» with the step «il giocatore attinge una carta».
Instead: write what it does in other verbs, or a condition that is false some day.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import Frame, GameMeaning
from ..meaning.nodes import Do, Effect, Event, Sequence, Together
from ..messages import problem
from .texts import label


def does_itself(game: GameMeaning) -> Iterator[Diagnostic]:
    """Verbs that surely come round to themselves, each circle told once, at the verb that is declared first."""
    told: set[str] = set()
    for frame in game.frames.values():
        circle = _circle(frame, game)
        if circle and told.isdisjoint(each.name for each, _ in circle):
            told.update(each.name for each, _ in circle)
            verbs = " → ".join(f"«{each.verb}»" for each, _ in (*circle, circle[0]))
            back = label(circle[-1][1].span, "qui ricomincia")
            yield problem("C041", frame.span, name=frame.verb, verbs=verbs, labels=back)


def _circle(start: Frame, game: GameMeaning) -> list[tuple[Frame, Event]]:
    """The verbs from one back to itself, each with the order that leads to the next; empty when there is no way back."""
    ways = [[(start, event)] for event in _surely(start)]
    seen = {start.name}
    while ways:
        way = ways.pop(0)
        following = _carried_out(way[-1][1], game)
        if following is start:
            return way
        if following is not None and following.name not in seen:
            seen.add(following.name)
            ways += [[*way, (following, event)] for event in _surely(following)]
    return []


def _surely(frame: Frame) -> Iterator[Event]:
    """What a verb orders unasked whenever it is done; of one that looks where or how its object is only the first order,
    since that one may change it."""
    for steps in frame.steps:
        if steps.when is None:
            orders = list(_orders(steps.effect))
            first = frame.place is not None or frame.object_condition is not None
            yield from (each.event for each in orders[: 1 if first else None] if isinstance(each, Do))


def _orders(effect: Effect) -> Iterator[Effect]:
    if isinstance(effect, Sequence | Together):
        for part in effect.parts:
            yield from _orders(part)
    else:
        yield effect


def _carried_out(event: Event, game: GameMeaning) -> Frame | None:
    """The group of forms that an order means; None when more than one might be."""
    roles = {role.name for role in event.roles}
    named = [frame for frame in game.frames.values() if event.verb in (frame.verb, frame.name)]
    fitting = [each for each in named if any({role.name for role in form.roles} == roles for form in each.forms)]
    found = fitting if len(named) > 1 else named
    return found[0] if len(found) == 1 else None
