"""C008: conditions that are asked together and cannot hold together.

Why it is a fault: what depends on them never happens.
Example: «Se è Desta ed è Stanca, pesca una carta.», when one is the opposite of the other; «se hai 3 o più carte e 2 o meno».
Instead: «o» in the place of «e», or one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..messages import problem
from .logic import clash, conditions, span_of
from .texts import label, sentences


def never_true(game: GameMeaning) -> Iterator[Diagnostic]:
    """Conditions of which one denies another under which it is asked."""
    for parts in conditions(sentences(game), game):
        found = clash(parts, game)
        if found is not None:
            first, second = span_of(found.first), span_of(found.second)
            yield problem("C008", second or first, labels=label(first, "insieme a questa") if second else ())
