"""C037: a setup after which nothing begins.

Why it is a fault: the match is over before anybody has done anything.
Example: a «preparazione» without «comincia …», in a game that has turns.
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
    """A game with turns whose sentences begin none; of a period without a player C005 tells."""
    turns = [name for name, period in game.periods.items() if period.of_player]
    if not turns or any(first_of_player(game, begin.period) for begin in all_in(game, Begin)):
        return
    last = game.setup[-1].span if game.setup else None
    yield problem("C037", last or game.periods[turns[0]].span, name=turns[0])
