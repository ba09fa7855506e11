"""C033: a duration that never ends: its condition, once true, stays so, or the time that it waits for does not come again.

Why it is a fault: the words promise an end that the game never reaches.
Example: «Una Lanterna ha +1 Ardore finché hai appeso una Lanterna.»: what has happened has happened for the whole match.
Instead: say in which time («in questo turno»), wait for what can change, or leave the duration out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning, outermost
from ..meaning.walk import all_of
from ..messages import problem
from .logic import span_of
from .possible import fate
from .texts import Owned, texts

_LATER: Final = (n.Stretch.NEXT, n.Stretch.THROUGH_NEXT, n.Stretch.UNTIL_START)


def never_ends(game: GameMeaning) -> Iterator[Diagnostic]:
    """Durations of what is done, none of standing sentences: those may well depend on what has happened."""
    for owned in texts(game):
        for ability in owned.text.abilities:
            for duration in () if isinstance(ability, n.Static) else all_of(ability, n.Duration):
                why = _why(duration, owned, game)
                if why is not None:
                    yield problem("C033", span_of(duration) or ability.span or owned.span, name=owned.name, why=why)


def _why(duration: n.Duration, owned: Owned, game: GameMeaning) -> str | None:
    if duration.stretch is n.Stretch.WHILE and duration.condition is not None:
        return _endless(duration.condition, owned, game)
    if duration.stretch in _LATER and duration.period is not None and _only_once(duration.period, game):
        return f"«{duration.period}» viene una volta sola"
    return None


def _endless(condition: n.Condition, owned: Owned, game: GameMeaning) -> str | None:
    """Why a condition that holds can never stop to; None when it may."""
    if isinstance(condition, n.And | n.Or):
        each = [_endless(part, owned, game) for part in condition.parts]
        enough = all if isinstance(condition, n.And) else any
        return next((why for why in each if why is not None), None) if enough(why is not None for why in each) else None
    if isinstance(condition, n.Happened) and condition.now is None and condition.still is None:
        whole = condition.within is None or _only_once(condition.within, game)
        return (
            "ciò che è accaduto resta accaduto"
            if whole and not condition.previous and condition.times is None
            else None
        )
    if isinstance(condition, n.Compare | n.HasMember):  # not where the bearer is: it may leave
        found = fate(condition, owned, game)
        return f"la condizione è sempre vera: {found.why}" if found is not None and found.holds else None
    return None


def _only_once(period: str, game: GameMeaning) -> bool:
    """Whether a period is the outermost, of which a match has one."""
    declared = game.periods.get(period)
    return declared is not None and declared.repeats and declared in outermost(game.periods)
