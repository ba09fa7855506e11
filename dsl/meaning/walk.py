"""Going through a meaning: every node inside a node."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import TypeVar

T = TypeVar("T")


def walk(node: object) -> Iterator[object]:
    """A node and all nodes inside it, in printed order."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        names = _fields(type(each))
        if names is not None:
            yield each
            waiting.extend([getattr(each, name) for name in names])
        elif isinstance(each, tuple | list):
            waiting.extend(each[::-1])
        elif isinstance(each, Mapping):
            waiting.extend(reversed(list(each.values())))


@cache
def _fields(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a class of nodes that may hold nodes, the last first; None for what is no node."""
    parts = getattr(kind, "__attrs_attrs__", None)
    return tuple(part.name for part in reversed(parts) if part.name != "span") if parts is not None else None


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
