"""C013: two texts set one value of one thing to different numbers, and no order of the game says which one holds.

Why it is a fault: two players read the same table and see two numbers.
Example: «Le Lana hanno Ardore 5.» on one card, «Le Erba hanno Ardore 1.» on another, when a card may be both.
Instead: «fissa: l'ultimo usato» in the order of values, or a filter that keeps the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Modify, Operation
from ..messages import problem
from .meeting import answered, can_meet, standing
from .texts import Owned, label


def setters_meet(game: GameMeaning) -> Iterator[Diagnostic]:
    """Settings without *sempre* of two texts that can be of one thing."""
    if not answered(game, "value_order", "set"):
        yield from collisions(game, always=False, code="C013")


def collisions(game: GameMeaning, *, always: bool, code: str) -> Iterator[Diagnostic]:
    """Pairs of settings of two texts that can be of one thing, and set it to different numbers."""
    for one, two in combinations(_setters(game, always), 2):
        if one[0].text is two[0].text or one[1].value != two[1].value or one[1].amount == two[1].amount:
            continue
        if can_meet(one[1].target, two[1].target, one[0], two[0], game):
            also = label(one[1].span, f"così la fissa «{one[0].name}»")
            yield problem(code, two[1].span, name=two[0].name, value=two[1].value, other=one[0].name, labels=also)


def _setters(game: GameMeaning, always: bool) -> list[tuple[Owned, Modify]]:
    return [
        (owned, effect)
        for owned, effect in standing(game)
        if isinstance(effect, Modify) and effect.op is Operation.SET and effect.always is always
    ]
