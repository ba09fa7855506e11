"""What is joined into one: effects that are done in order, conditions that must all hold."""

from __future__ import annotations

from . import nodes as n
from .walk import walk

#: of that time, of what had happened, of what took part: asked when it happens, wherever it is said
_OF_THE_EVENT = (n.Was, n.Happened, n.Did, n.During, n.AnyTime, n.Var)


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


def may_be_asked_later(condition: n.Condition) -> bool:
    """Whether a condition is one of how things are, which may be otherwise when what an event sets off is done."""
    return not any(isinstance(node, _OF_THE_EVENT) for node in walk(condition))
