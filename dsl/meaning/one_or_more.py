"""«quando scarti una o più carte»: one occasion for all to which it happens at the same moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from attrs import evolve

from . import nodes as n
from .walk import walk


def is_one_or_more(value: Any) -> TypeGuard[n.Select]:
    """«una o più carte»."""
    return isinstance(value, n.Select) and value.quantity is n.Quantity.AT_LEAST and value.number == n.Num(1)


def a_single(value: n.Select) -> n.Select:
    """One of them, as each event has it."""
    return evolve(value, quantity=n.Quantity.EXACTLY)


def of_several(when: Any) -> TypeGuard[n.Event]:
    """Whether what sets something off is of one thing or more."""
    return isinstance(when, n.Event) and any(is_one_or_more(role.value) for role in when.roles)


def recalled_again(when: Any, *rest: Any) -> Iterator[n.Var]:
    """Where what is said besides speaks of those things: which of them, nobody knows any more."""
    names = {role.value.bind for role in when.roles if is_one_or_more(role.value)} if of_several(when) else set()
    for part in rest:
        yield from (x for x in walk(part) if isinstance(x, n.Var) and x.name in names)


__all__ = ["a_single", "is_one_or_more", "of_several", "recalled_again"]
