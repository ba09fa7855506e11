"""C040: turn after turn, and nothing that ends the match.

Why it is a fault: once nobody can do anything more, the turns go round for nobody.
Example: a «fine della partita» that says who wins, and no sentence in which «la partita finisce».
Instead: say when, as in «se la Cesta è vuota, la partita finisce».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Begin, EndGame
from ..messages import problem
from .texts import all_in


def match_never_over(game: GameMeaning) -> Iterator[Diagnostic]:
    """A game that begins and goes on in rounds, and whose sentences never end it."""
    rounds = [period for period in game.periods.values() if period.repeats]
    ending = game.ending
    ends = any(True for _ in all_in(game, EndGame)) or (ending is not None and ending.after is not None)
    if rounds and not ends and any(True for _ in all_in(game, Begin)):
        yield problem("C040", ending.span if ending is not None else rounds[0].span, name=rounds[0].name)
