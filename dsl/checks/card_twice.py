"""C001: two cards of a deck have one name, and the game wants them all different.

Why it is a fault: a position or a scene names a card, and cannot say which of the two.
Example: two titles «Alba» in a deck of a game whose deck is «tutte diverse».
Instead: give the second its own name, or let the game say «anche uguali».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Label
from ..meaning.game import CardDecl, GameMeaning
from ..messages import problem


def card_twice(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards of one name in a deck of cards all different."""
    if not game.singleton:
        return
    for deck in game.decks.values():
        seen: dict[str, CardDecl] = {}
        for card in deck.cards:
            first = seen.setdefault(card.name.casefold(), card)
            if first is not card:
                labels = (Label(first.span, "la prima è qui"),) if first.span else ()
                yield problem("C001", card.span, name=card.name, labels=labels)
