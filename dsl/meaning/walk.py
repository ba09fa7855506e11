"""Going through a meaning: every node inside a node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


def walk(node: object) -> Iterator[object]:
    """A node and all nodes inside it, in printed order."""
    if isinstance(node, tuple | list):
        for each in node:
            yield from walk(each)
    elif isinstance(node, Mapping):
        for each in node.values():
            yield from walk(each)
    else:
        parts = getattr(type(node), "__attrs_attrs__", None)
        if parts is None:
            return
        yield node
        for part in parts:
            if part.name != "span":
                yield from walk(getattr(node, part.name))


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
