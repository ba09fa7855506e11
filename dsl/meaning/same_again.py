"""«… infliggi invece 3»: what is done instead is done to the same, where to whom is not said again."""

from __future__ import annotations

from attrs import evolve

from . import nodes as n


def to_the_same(usual: n.Effect, done: n.If) -> n.If:
    """«Infliggi 2 a una Lana. Se …, infliggi invece 3»: to whom is not said again, and is the same."""
    other = done.then
    if not isinstance(usual, n.Do) or not isinstance(other, n.Do) or usual.event.verb != other.event.verb:
        return done
    said = {role.name for role in other.event.roles}
    same = [role for role in usual.event.roles if role.name in ("to", "on", "object") and role.name not in said]
    for role in same:
        value = role.value
        if isinstance(value, n.Select) and value.bind is not None:
            value = n.Var(value.bind)
        other = evolve(other, event=evolve(other.event, roles=(*other.event.roles, evolve(role, value=value))))
    return evolve(done, then=other)


__all__ = ["to_the_same"]
