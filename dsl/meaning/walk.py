"""Going through a meaning: every node inside a node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

T = TypeVar("T")

_Way = tuple[str, ...] | None
#: What is inside the things of a class: the names of a node's fields, the last first; or one of the ways below.
_WAYS: Final[dict[type, _Way]] = {}
_ITEMS: Final = ("items",)
_VALUES: Final = ("values",)


def walk(node: object) -> Iterator[object]:
    """A node and all nodes inside it, in printed order."""
    ways = _WAYS
    waiting = [node]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        way = ways[kind] if kind in ways else _way(kind)
        if way is None:
            continue
        if way is _ITEMS:
            waiting.extend(each[::-1])  # type: ignore[index]
        elif way is _VALUES:
            waiting.extend(reversed(list(each.values())))  # type: ignore[attr-defined]
        else:
            yield each
            waiting.extend([getattr(each, name) for name in way])


def _way(kind: type) -> _Way:
    """How to go into the things of a class; None for those in which there is nothing."""
    parts = getattr(kind, "__attrs_attrs__", None)
    found: _Way = None
    if parts is not None:
        found = tuple(part.name for part in reversed(parts) if part.name != "span")
    elif issubclass(kind, tuple | list):
        found = _ITEMS
    elif issubclass(kind, Mapping):
        found = _VALUES
    _WAYS[kind] = found
    return found


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
