"""«ha +1 Ardore se hai una Lana, +3 se ne hai due»: so much at each step, and not one besides the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from . import nodes as n


def graded(said: Sequence[n.Ability]) -> list[n.Ability]:
    """What one sentence puts in force, each amount only as long as the next greater one is not reached."""
    found = list(said)
    for at, (less, more) in enumerate(pairwise(said)):
        below = _until_reached(less, more)
        if below is not None and isinstance(less, n.Static):
            found[at] = evolve(less, condition=below)
    return found


def _until_reached(less: n.Ability, more: n.Ability) -> n.Condition | None:
    """The condition of the first amount as long as the second is not reached; None where these are no two steps of one scale."""
    one, other = _amount(less), _amount(more)
    if one is None or other is None or not isinstance(less, n.Static) or not isinstance(more, n.Static):
        return None
    alike = evolve(one, amount=other.amount, span=None) == evolve(other, span=None)
    first, second = less.condition, more.condition
    grows = (
        isinstance(one.amount, n.Num)
        and isinstance(other.amount, n.Num)
        and abs(other.amount.value) > abs(one.amount.value)
    )
    if not alike or not grows or not isinstance(first, n.Compare) or not isinstance(second, n.Compare):
        return None
    further = {">=": 1, "<=": -1}.get(first.op, 0)  # «almeno due, … almeno quattro», «6 o meno, … 3 o meno»
    if (first.left, first.op) != (second.left, second.op) or not further:
        return None
    if not isinstance(first.right, n.Num) or not isinstance(second.right, n.Num):
        return None
    steps = (second.right.value - first.right.value) * further
    if steps < 1:
        return None
    return evolve(first, op="==") if steps == 1 else n.And((first, n.Not(second)))


def _amount(ability: n.Ability) -> n.Modify | None:
    effects = ability.effects if isinstance(ability, n.Static) else ()
    change = effects[0] if len(effects) == 1 else None
    return change if isinstance(change, n.Modify) and change.op is n.Operation.ADD else None
