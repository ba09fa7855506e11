"""C009: one text sets one value of one thing to two numbers, always.

Why it is a fault: only the last can hold; the other words are dead.
Example: «Ha sempre l'Ardore uguale a 5. Ha sempre l'Ardore uguale a 7.»
Instead: one of the two, or a condition that tells when each holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Modify, Operation, Static, Term
from ..messages import problem
from .texts import Owned, label, texts


def setters_collide(game: GameMeaning) -> Iterator[Diagnostic]:
    """Unconditional settings of one value in one text that differ."""
    for owned in texts(game):
        yield from _collisions(owned)


def _collisions(owned: Owned) -> Iterator[Diagnostic]:
    seen: dict[tuple[Term, str, bool], Modify] = {}
    for ability in owned.text.abilities:
        if not isinstance(ability, Static) or ability.condition is not None:
            continue
        for effect in ability.effects:
            if isinstance(effect, Modify) and effect.op is Operation.SET and effect.duration is None:
                first = seen.setdefault((effect.target, effect.value, effect.always), effect)
                if first.amount != effect.amount:
                    before = label(first.span, "qui la prima volta")
                    yield problem("C009", effect.span, name=owned.name, value=effect.value, labels=before)
