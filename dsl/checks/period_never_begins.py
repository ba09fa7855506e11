"""C005: a part of the time that never begins.

Why it is a fault: what is written in it is never done.
Example: «periodo Alba» that no period contains and no step begins.
Instead: name it in «contiene:» of the period that it belongs to, or let a step say «comincia …».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Begin, Finish
from ..messages import problem
from .texts import all_in


def period_never_begins(game: GameMeaning) -> Iterator[Diagnostic]:
    """Periods that nothing contains and nothing begins; one that only contains others is the outermost."""
    begun = {part for period in game.periods.values() for part in period.parts}
    begun |= {begin.period for begin in all_in(game, Begin)}
    begun |= {finish.to for finish in all_in(game, Finish) if finish.to}
    for period in game.periods.values():
        if period.name not in begun and not period.repeats:
            yield problem("C005", period.span, name=period.name)
