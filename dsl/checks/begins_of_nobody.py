"""C036: the setup begins a part of the time that holds turns, and does not say whose the first is.

Why it is a fault: nobody has the turn, and what is said of «il giocatore di turno» is of nobody.
Example: «comincia la partita», of a period that contains turns.
Instead: «comincia il turno di Primo»: the period around it begins with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Begin
from ..meaning.walk import walk
from ..messages import problem


def begins_of_nobody(game: GameMeaning) -> Iterator[Diagnostic]:
    """What the setup begins for nobody though a player's period lies in it."""
    for begin in (each for each in walk(game.setup) if isinstance(each, Begin)):
        if not game.periods[begin.period].of_player and (turn := first_of_player(game, begin.period)):
            yield problem("C036", begin.span, name=begin.period, other=turn)


def first_of_player(game: GameMeaning, name: str, seen: tuple[str, ...] = ()) -> str | None:
    """The first period of a player in a period, that one itself included."""
    if game.periods[name].of_player:
        return name
    inside = (part for part in game.periods[name].parts if part in game.periods and part not in seen)
    return next((turn for part in inside if (turn := first_of_player(game, part, (*seen, name)))), None)
