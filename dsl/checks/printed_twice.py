"""X238: two decks of a game in which each player has his own print a card of one name.

Why it is a fault: at one table the two are the same card, and nobody knows which of the two texts it has.
Example: «Alba» with its text in two files.
Instead: print it in one of the two; in the other its name is enough («2 × Alba»).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Label
from ..meaning.game import CardDecl, GameMeaning
from ..messages import problem


def printed_twice(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards whose name another deck prints too."""
    seen: dict[str, CardDecl] = {}
    for deck in game.decks.values() if not game.shared_deck else ():
        before = dict(seen)
        for card in deck.cards:
            first = before.get(card.name.casefold())
            if first is not None:
                labels = (Label(first.span, "la prima è qui"),) if first.span else ()
                yield problem("X238", card.span, name=card.name, labels=labels)
            seen.setdefault(card.name.casefold(), card)
