"""C028: two cards of a deck are printed alike: the same values, the same words.

Why it is a fault: in a deck of cards all different they are one card twice under two names, most often a copy that was never changed.
Example: «Lanterna di Poppa» and «Lanterna di Prua», both «Lana. Ardore 2.» with «Guardia.»
Instead: change one of the two, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import CardDecl, GameMeaning
from ..messages import problem
from .texts import label

NAMED = 3  # so many of those that are alike besides are named


def cards_alike(game: GameMeaning) -> Iterator[Diagnostic]:
    """Groups of cards with texts, of equal values and wordings: told once, at the second."""
    for first, others in twins(game):
        alike = [card for card in others if card.wordings == first.wordings]
        if alike:
            two, *more = alike
            labels = label(first.span, "l'altra è qui")
            yield problem("C028", two.span, name=two.name, other=first.name, labels=labels, note=_besides(more))


def _besides(more: list[CardDecl]) -> str:
    """«lo sono anche «A», «B» e altre 3»."""
    names = ", ".join(f"«{card.name}»" for card in more[:NAMED])
    rest = len(more) - NAMED
    also = f"{names} e un'altra" if rest == 1 else f"{names} e altre {rest}" if rest > 1 else names
    return f"{'lo sono' if len(more) > 1 else 'lo è'} anche {also}" if more else ""


def twins(game: GameMeaning) -> Iterator[tuple[CardDecl, list[CardDecl]]]:
    """The cards of one deck whose values and texts mean the same, in a game whose cards are all different: the first, the others."""
    for deck in game.decks.values() if game.singleton else ():
        groups: list[list[CardDecl]] = []
        for card in deck.cards:
            found = next((g for g in groups if g[0].values == card.values and g[0].texts == card.texts), None)
            if found is None:
                groups.append([card])
            elif all(card.name != other.name for other in found):
                found.append(card)
        yield from ((first, others) for first, *others in groups if first.texts and others)


__all__ = ["cards_alike", "twins"]
