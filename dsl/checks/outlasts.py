"""C025: a duration longer than what it is of: of a thing that has just left, of a sentence that stands by itself.

Why it is a fault: the words promise a time in which nothing can be seen.
Example: «Spezza una Lanterna, poi essa ha +2 Ardore per questo turno.»; «Ha +1 Ardore per questo turno.» as a text that is always in force.
Instead: give it to a thing that stays, or leave the duration out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.walk import all_of
from ..messages import problem
from .texts import Owned, label, texts

_TIMED = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)


def outlasts(game: GameMeaning) -> Iterator[Diagnostic]:
    """Durations of standing sentences, and of what is given to things that the same text has just sent away."""
    for owned in texts(game):
        yield from _of_standing(owned)
        for sequence in all_of(owned.text, n.Sequence):
            yield from _of_gone(sequence, owned, game)


def _of_standing(owned: Owned) -> Iterator[Diagnostic]:
    for ability in owned.text.abilities:
        for effect in ability.effects if isinstance(ability, n.Static) else ():
            duration = getattr(effect, "duration", None)
            if isinstance(duration, n.Duration) and duration.stretch is not n.Stretch.WHILE:
                where = label(ability.span, "questa frase")
                yield problem(
                    "C025",
                    duration.span or ability.span,
                    name=owned.name,
                    why="la frase vale da sé, finché vale il testo",
                    labels=where,
                )


def _of_gone(sequence: n.Sequence, owned: Owned, game: GameMeaning) -> Iterator[Diagnostic]:
    gone: dict[str, n.Do] = {}
    for part in sequence.parts:
        if isinstance(part, _TIMED) and isinstance(part.target, n.Var) and part.target.name in gone:
            left = gone[part.target.name]
            where = label(left.span, "qui se ne va")
            span = part.duration.span if part.duration is not None else None
            yield problem("C025", span or part.span, name=owned.name, why="la carta se n'è già andata", labels=where)
        if isinstance(part, n.Do):
            gone |= dict.fromkeys(_sent_away(part.event, game), part)


def _sent_away(event: n.Event, game: GameMeaning) -> Iterator[str]:
    """The names of what an event surely takes off the table."""
    frames = [frame for frame in game.frames.values() if frame.verb == event.verb]
    what = next((role.value for role in event.roles if role.name == "object"), None)
    if len(frames) == 1 and isinstance(what, n.Select) and what.bind is not None:
        steps = [each.effect for each in frames[0].steps if each.when is None]
        if any(isinstance(step, n.Move) and _off(step, game) for each in steps for step in (each, *_parts(each))):
            yield what.bind


def _parts(effect: n.Effect) -> tuple[n.Effect, ...]:
    return effect.parts if isinstance(effect, n.Sequence | n.Together) else ()


def _off(move: n.Move, game: GameMeaning) -> bool:
    """Whether a step moves the object of its verb to a zone that is nobody's."""
    zone = game.zones.get(move.to.zone) if isinstance(move.to, n.Place) else None
    return isinstance(move.what, n.Var) and move.what.name == "object" and zone is not None and zone.owner == "shared"
