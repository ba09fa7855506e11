"""C029: two cards of a deck mean the same under different words.

Why it is a fault: players look for a difference that is not there.
Example: «Se è Stanca, pesca una carta.» on one card, «Pesca una carta se è Stanca.» on another of the same values.
Instead: one wording for both, or a difference that counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..messages import problem
from .cards_alike import twins
from .texts import label


def cards_mean_alike(game: GameMeaning) -> Iterator[Diagnostic]:
    """Pairs of cards of equal values whose wordings differ and whose meanings do not."""
    for one, two in ((first, other) for first, others in twins(game) for other in others):
        if one.wordings != two.wordings:
            slot = next(name for name in two.wordings if two.wordings[name] != one.wordings.get(name))
            there = label(one.span, f"«{one.wordings.get(slot, '')}»")
            here = two.wordings[slot]
            yield problem("C029", two.span, name=two.name, other=one.name, wording=here, labels=there)
