"""X236: a card is in a deck more often than the game admits.

Why it is a fault: decks that break the rules cannot be played against others.
Example: «4 × Lanterna» in a deck of a game that says «al massimo 3 copie».
Instead: take copies away, or change the number in the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, DeckDecl, GameMeaning, PartDecl
from ..messages import problem
from ..source import Span


def card_copies(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards of which a part of a deck has too many; one name printed twice is another fault."""
    for deck in game.decks.values():
        printed = Counter(card.name.casefold() for card in deck.cards)
        for part in game.parts.values():
            for card, found in _counted(deck, part):
                most = admitted(card, part)
                if most is not None and found > most and (most > 1 or printed[card.name.casefold()] < 2):
                    yield problem("X236", _place(deck, part, card), name=card.name, found=found, wanted=most)


def admitted(card: CardDecl, part: PartDecl) -> int | None:
    """How many of a card may be in a part: of a rarer kind fewer."""
    members = {member for value in card.values.values() if isinstance(value, tuple) for member in value}
    return min([most for name, most in part.rarer if name in members], default=part.copies)


def _counted(deck: DeckDecl, part: PartDecl) -> list[tuple[CardDecl, int]]:
    cards = [card for card, name in deck.objects() if name == part.name]
    numbers = Counter(card.name for card in cards)
    return [(card, numbers[card.name]) for card in {card.name: card for card in cards}.values()]


def _place(deck: DeckDecl, part: PartDecl, card: CardDecl) -> Span | None:
    entries = [entry for each in deck.parts if each.name == part.name for entry in each.entries]
    return next((entry.span for entry in reversed(entries) if entry.card == card.name), card.span)
