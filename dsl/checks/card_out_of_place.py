"""X237: a card is in a part of a deck that does not admit such cards.

Why it is a fault: it would lie in a pile that the rules fill with other cards.
Example: a card without «Lana» in a part that says «quali carte: Lana».
Instead: move it to the part that it is for, or let the part admit it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, GameMeaning, PartDecl
from ..messages import problem


def card_out_of_place(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards that their part of the deck does not admit, each once."""
    for deck in game.decks.values():
        for part in deck.parts:
            wanted = game.parts.get(part.name)
            for entry in part.entries if wanted is not None else ():
                if wanted is not None and not _admits(wanted, deck.card_of(entry)):
                    yield problem("X237", entry.span, name=entry.card, part=part.name, wanted=_said(wanted))


def _admits(part: PartDecl, card: CardDecl) -> bool:
    members = {member for value in card.values.values() if isinstance(value, tuple) for member in value}
    return (not part.only or bool(members & set(part.only))) and not members & set(part.never)


def _said(part: PartDecl) -> str:
    only = " o ".join(f"«{name}»" for name in part.only)
    never = " né ".join(f"«{name}»" for name in part.never)
    return " e ".join([f"è {only}"] * bool(only) + [f"non è {never}"] * bool(never))
