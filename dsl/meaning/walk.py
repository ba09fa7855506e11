"""Going through a meaning: every node inside a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

T = TypeVar("T")

#: What is inside a thing, the last first, and whether it is a node itself; None for that in which there is nothing.
_Way = tuple[Callable[[Any], Iterable[object]], bool] | None
_WAYS: Final[dict[type, _Way]] = {}


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
        inside, is_node = way
        if is_node:
            yield each
        waiting.extend(inside(each))


def _way(kind: type) -> _Way:
    """How to go into the things of a class."""
    parts = getattr(kind, "__attrs_attrs__", None)
    found: _Way = None
    if parts is not None:
        names = [part.name for part in reversed(parts) if part.name != "span"]
        # a getter of one name gives the thing and not a tuple of it
        found = (attrgetter(*names) if len(names) > 1 else _of(names)), True
    elif issubclass(kind, tuple | list):
        found = reversed, False
    elif issubclass(kind, Mapping):
        found = _values, False
    _WAYS[kind] = found
    return found


def _of(names: list[str]) -> Callable[[Any], Iterable[object]]:
    return lambda node: [getattr(node, name) for name in names]


def _values(mapping: Mapping[Any, object]) -> Iterable[object]:
    return reversed(list(mapping.values()))


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
