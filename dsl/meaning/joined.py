"""What is joined into one: effects that are done in order, conditions that must all hold."""

from __future__ import annotations

from . import nodes as n


def effects_of(effect: n.Effect | None) -> tuple[n.Effect, ...]:
    """The effects of a sequence, in order; any other by itself; none of None."""
    if effect is None:
        return ()
    return effect.parts if isinstance(effect, n.Sequence) else (effect,)


def conditions_of(condition: n.Condition | None) -> tuple[n.Condition, ...]:
    """The conditions that must hold together; any other by itself; none of None."""
    if condition is None:
        return ()
    return condition.parts if isinstance(condition, n.And) else (condition,)
