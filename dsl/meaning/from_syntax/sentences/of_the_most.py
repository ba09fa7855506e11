"""«la tua Lana con meno Ardore ha +2 Rango e Corazza», in force: whichever it is, for each of the two."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ... import nodes as n
from ...mapped import replace_term
from ...scope import nodes_of


def said_of_each(standing: tuple[n.Standing, ...]) -> tuple[n.Standing, ...]:
    """What holds of one that its description singles out, with that one in each part: nobody chooses it before."""
    first = getattr(standing[0], "target", None) if standing else None
    if not isinstance(first, n.Select) or first.extreme is None or first.bind is None or first.pick is n.Pick.TARGET:
        return standing
    whole = evolve(first, bind=None)
    rest = (replace_term(each, n.Var(first.bind), whole) for each in standing[1:])
    return (evolve(standing[0], target=whole), *rest)  # type: ignore[arg-type]


def moved_by_itself(standing: Sequence[n.Standing]) -> str | None:
    """The value by which one is singled out and that is changed by that: then it would be another."""
    for each in standing:
        target = getattr(each, "target", None)
        most = target.extreme if isinstance(target, n.Select) else None
        read = {x.value for x in nodes_of(most) if isinstance(x, n.ValueOf)} if most is not None else set()
        if isinstance(each, n.Modify) and each.value in read and each.amount != n.Num(0):
            return each.value
    return None


__all__ = ["moved_by_itself", "said_of_each"]
