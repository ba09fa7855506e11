"""X270: a deck has more or fewer cards of a kind than the game wants.

Why it is a fault: decks that break the rules cannot be played against others.
Example: two cards with «Pregiata» in a deck of a game that says «quante di un genere: al massimo 1 di Pregiata».
Instead: take cards of that kind away, or add some, or change the number in the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, DeckDecl, GameMeaning, KindCount, PartDecl
from ..messages import problem
from ..source import Span


def kinds_counted(game: GameMeaning) -> Iterator[Diagnostic]:
    """Parts of decks with too many or too few cards of a kind."""
    for deck in game.decks.values():
        for part in game.parts.values():
            for kind in part.kinds:
                cards = [card for card, name in deck.objects() if name == part.name and kind.member in words_of(card)]
                if len(cards) < kind.least or (kind.most is not None and len(cards) > kind.most):
                    here = _place(deck, part, cards)
                    yield problem(
                        "X270", here, name=deck.name, kind=kind.member, found=len(cards), wanted=_wanted(kind)
                    )


def words_of(card: CardDecl) -> set[str]:
    """All words that a card prints."""
    return {member for value in card.values.values() if isinstance(value, tuple) for member in value}


def _place(deck: DeckDecl, part: PartDecl, cards: list[CardDecl]) -> Span | None:
    """The last of these cards; the part when there is none."""
    entries = [entry for each in deck.parts if each.name == part.name for entry in each.entries]
    last = next((entry.span for entry in reversed(entries) if cards and entry.card == cards[-1].name), None)
    return last or next((each.span for each in deck.parts if each.name == part.name and each.span), deck.span)


def _wanted(kind: KindCount) -> str:
    if kind.most is None:
        return f"almeno {kind.least}"
    return str(kind.most) if kind.least == kind.most else f"al massimo {kind.most}"
