"""A meaning with something in it changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .walk import inner_names, rebuilt


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """A meaning with each node in it changed, the outer before the inner; what is changed is not gone into."""
    if not isinstance(node, tuple):
        if inner_names(type(node)) is None:
            return node
        changed = change(node)
        if changed is not node:
            return changed
    return rebuilt(node, lambda each: mapped(each, change))


def replace_term(node: Any, old: Any, new: Any) -> Any:
    """A meaning with one term for another."""
    return mapped(node, lambda each: new if each == old else each)
