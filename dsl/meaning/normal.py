"""One tree for one meaning: the order of the filters of a noun phrase says nothing, so they are put in one order."""

from __future__ import annotations

from typing import Any, Final

import attrs

from . import nodes as n

#: The order of filters: whose it is, of what kind, in which state, which one, then the rest.
_ORDER: Final = (n.ControlledBy, n.HasMember, n.IsKind, n.IsStatus, n.HasKeyword, n.Linked, n.IsIn, n.Compare)


def normal(node: Any) -> Any:
    """A meaning with the filters of every selection in the one order, and «one» said as a number."""
    if isinstance(node, tuple):
        changed = tuple(normal(each) for each in node)
        return node if all(new is old for new, old in zip(changed, node, strict=True)) else changed
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    fields: dict[str, Any] = {}
    for attribute in attrs.fields(type(node)):
        value = getattr(node, attribute.name)
        if attribute.name == "span" or value is None or isinstance(value, str | int):
            continue
        new = normal(value)
        if new is not value:
            fields[attribute.name] = new
    node = attrs.evolve(node, **fields) if fields else node
    return _selection(node) if isinstance(node, n.Select) else node


def _selection(what: n.Select) -> n.Select:
    where = tuple(sorted(what.where, key=_rank)) if len(what.where) > 1 else what.where
    single = what.quantity is n.Quantity.EXACTLY and what.number is None
    if where == what.where and not single:
        return what
    return attrs.evolve(what, where=where, number=n.Num(1) if single else what.number)


def _rank(condition: n.Condition) -> tuple[int, str]:
    for rank, kind in enumerate(_ORDER):
        if isinstance(condition, kind):
            return rank, repr(condition)
    return len(_ORDER), repr(condition)


__all__ = ["normal"]
