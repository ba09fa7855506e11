"""C028: two cards of a deck are printed alike: the same values, the same words.

Why it is a fault: in a deck of cards all different they are one card twice under two names, most often a copy that was never changed.
Example: «Lanterna di Poppa» and «Lanterna di Prua», both «Lana. Ardore 2.» with «Guardia.»
Instead: change one of the two, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, GameMeaning
from ..messages import problem
from .texts import label


def cards_alike(game: GameMeaning) -> Iterator[Diagnostic]:
    """Pairs of cards with texts, of equal values and wordings."""
    for one, two in twins(game):
        if one.wordings == two.wordings:
            yield problem("C028", two.span, name=two.name, other=one.name, labels=label(one.span, "l'altra è qui"))


def twins(game: GameMeaning) -> Iterator[tuple[CardDecl, CardDecl]]:
    """Pairs of cards of one deck whose values and texts mean the same, in a game whose cards are all different."""
    for deck in game.decks.values() if game.singleton else ():
        for one, two in combinations(deck.cards, 2):
            if one.values == two.values and one.texts and one.texts == two.texts and one.name != two.name:
                yield one, two


__all__ = ["cards_alike", "twins"]
