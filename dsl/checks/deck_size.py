"""C002: a deck has not as many cards as the game wants.

Why it is a fault: the rules of the game count on that number.
Example: 61 cards in a deck of a game that says «mazzo: in comune, 62 carte»; 38 in a part that wants «da 40 a 60».
Instead: add or take away cards, or change the number in the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import DeckDecl, GameMeaning, PartDecl
from ..messages import problem


def deck_size(game: GameMeaning) -> Iterator[Diagnostic]:
    """Decks, or parts of them, with too many or too few cards."""
    for deck in game.decks.values():
        for part in game.parts.values():
            found = cards_of(deck, part)
            if found < part.least or (part.most is not None and found > part.most):
                name = f"{deck.name}, {part.name}" if part.name else deck.name
                here = next((each.span for each in deck.parts if each.name == part.name and each.span), deck.span)
                yield problem("C002", here, name=name, found=found, wanted=_wanted(part))


def cards_of(deck: DeckDecl, part: PartDecl) -> int:
    """How many cards a deck has of a part."""
    return sum(name == part.name for _, name in deck.objects())


def _wanted(part: PartDecl) -> str:
    if part.most is None:
        return f"{part.least} o più"
    if part.least == part.most:
        return str(part.least)
    return f"da {part.least} a {part.most}"
