"""X271: a card prints a word that no card of the deck lets it have.

Why it is a fault: the game ties the cards of a deck to what other cards of it own; this one could not be played.
Example: a card with the Seme «Ghianda» in a deck without a Maestro of it, where the game says «quali parole: Seme tra
Seme dei Maestri».
Instead: take the card away, or add one that owns its word.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, DeckDecl, GameMeaning, PartDecl
from ..messages import problem


def words_not_owned(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards with a word of a value that is not among those owned, each once."""
    for deck in game.decks.values():
        for part in deck.parts:
            wanted = game.parts.get(part.name)
            for entry in part.entries if wanted is not None and wanted.owned else ():
                missing = _missing(deck, deck.card_of(entry), wanted) if wanted is not None else []
                if missing:
                    yield problem("X271", entry.span, name=entry.card, word=" e ".join(f"«{x}»" for x in missing))


def _missing(deck: DeckDecl, card: CardDecl, part: PartDecl) -> list[str]:
    """The words of a card that are owned by nobody."""
    out: list[str] = []
    for value in dict.fromkeys(each.value for each in part.owned):
        known = {
            word
            for each in part.owned
            if each.value == value
            for other, name in deck.objects()
            if name == each.part
            for word in _printed(other, each.of)
        }
        out += [word for word in _printed(card, value) if word not in known]
    return out


def _printed(card: CardDecl, value: str) -> tuple[str, ...]:
    words = card.values.get(value)
    return words if isinstance(words, tuple) else ()
