"""C002: a deck has not as many cards as the game wants.

Why it is a fault: the rules of the game count on that number.
Example: 61 cards in a deck of a game that says «mazzo: in comune, 62 carte».
Instead: add or take away cards, or change the number in the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..messages import problem


def deck_size(game: GameMeaning) -> Iterator[Diagnostic]:
    """Decks with too many or too few cards."""
    if game.deck_size is None:
        return
    for deck in game.decks.values():
        if len(deck.cards) != game.deck_size:
            yield problem("C002", deck.span, name=deck.name, found=len(deck.cards), wanted=game.deck_size)
