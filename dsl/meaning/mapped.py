"""A meaning with something in it changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from attrs import evolve

from . import nodes as n


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """A meaning with each node in it changed, the outer before the inner; what is changed is not gone into."""
    if isinstance(node, tuple):
        return tuple(mapped(each, change) for each in node)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    changed = change(node)
    if changed is not node:
        return changed
    fields = {
        a.name: mapped(getattr(node, a.name), change)
        for a in attrs.fields(type(node))
        if a.name != "span" and not isinstance(getattr(node, a.name), (str, int, type(None)))
    }
    fields = {name: value for name, value in fields.items() if value is not getattr(node, name)}
    return evolve(node, **fields) if fields else node


def replace_term(node: Any, old: Any, new: Any) -> Any:
    """A meaning with one term for another."""
    return mapped(node, lambda each: new if each == old else each)
