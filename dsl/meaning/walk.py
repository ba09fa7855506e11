"""Going through a meaning: every node inside a node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

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


_KNOWN: Final[dict[type, tuple[str, ...] | None]] = {}


def _fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of nodes that may hold nodes, the last first; None for what is no node."""
    if kind not in _KNOWN:
        parts = getattr(kind, "__attrs_attrs__", None)
        known = None if parts is None else tuple(part.name for part in reversed(parts) if part.name != "span")
        _KNOWN[kind] = known
    return _KNOWN[kind]


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
