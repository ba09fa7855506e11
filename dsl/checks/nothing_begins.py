"""C037: a setup after which nothing begins.

Why it is a fault: the match is over before anybody has done anything.
Example: a «preparazione» without «comincia …», in a game that has periods.
Instead: «comincia il turno di Primo», as its last line.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Begin
from ..messages import problem
from .begins_of_nobody import first_of_player
from .texts import all_in


def nothing_begins(game: GameMeaning) -> Iterator[Diagnostic]:
    """A game with periods whose sentences begin none; where a period is of a player, none of a player."""
    turns = [name for name, period in game.periods.items() if period.of_player]
    begun = [begin.period for begin in all_in(game, Begin)]
    if any(first_of_player(game, name) for name in begun) if turns else (begun or not game.periods):
        return
    last = game.setup[-1].span if game.setup else None
    name = next(iter(turns or game.periods))
    yield problem("C037", last or game.periods[name].span, name=name)
