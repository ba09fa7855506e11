"""Going through a meaning: every node inside a node; the same with something in it changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter, is_
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from ..source import Span

T = TypeVar("T")


@frozen
class _Way:
    """How to go into the things of a class."""

    is_node: bool
    one: Callable[[Any], object] | None = None  # the only thing inside, where there is never another
    several: Callable[[Any], Iterable[object]] | None = None  # what is inside, the last first


_INNER: Final[dict[type, tuple[str, ...] | None]] = {}  # None for what is no node
#: In what is declared of these alone is no node.
_PLAIN: Final = frozenset({"str", "int", "float", "bool", "tuple", "None"})


class _Ways(dict[type, _Way | None]):
    """By class; None for that in which there is nothing."""

    def __missing__(self, kind: type) -> _Way | None:
        return _way(kind)


_WAYS: Final = _Ways()


def walk(node: object) -> Iterator[object]:
    """A node and all nodes inside it, in printed order."""
    ways = _WAYS
    waiting = [node]
    while waiting:
        each = waiting.pop()
        way = ways[type(each)]
        if way is None:
            continue
        if way.is_node:
            yield each
        if way.several is not None:
            waiting.extend(way.several(each))
        elif way.one is not None:
            waiting.append(way.one(each))


def _way(kind: type) -> _Way | None:
    """How to go into the things of a class."""
    parts = getattr(kind, "__attrs_attrs__", None)
    found: _Way | None = None
    if parts is not None:
        names = _of_nodes(parts)[::-1]
        getter = attrgetter(*names) if names else None  # of one name it gives the thing and not a tuple of it
        found = _Way(True, one=getter) if len(names) == 1 else _Way(True, several=getter)
    elif issubclass(kind, tuple | list):
        found = _Way(False, several=reversed)
    elif issubclass(kind, Mapping):
        found = _Way(False, several=_values)
    _WAYS[kind] = found
    return found


def inner_names(kind: type) -> tuple[str, ...] | None:
    """The parts of a class in which nodes may stand, in printed order; None where a thing of it is no node itself."""
    if kind not in _INNER:
        parts = getattr(kind, "__attrs_attrs__", None)
        _INNER[kind] = _of_nodes(parts) if parts is not None and kind is not Span else None
    return _INNER[kind]


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node, or a tuple, with all that is in it changed; itself where nothing is."""
    if isinstance(node, tuple):
        others = tuple([change(each) for each in node])
        return node if all(map(is_, others, node)) else others
    changed = {}
    for name in inner_names(type(node)) or ():
        part = getattr(node, name)
        other = change(part) if part is not None else None
        if other is not part:
            changed[name] = other
    return evolve(node, **changed) if changed else node


def _of_nodes(parts: Iterable[Any]) -> tuple[str, ...]:
    return tuple(part.name for part in parts if part.name != "span" and not _is_plain(part.type))


def _is_plain(declared: object) -> bool:
    """Whether a part of a class is words and numbers only, by what is declared of it."""
    return isinstance(declared, str) and _PLAIN.issuperset(re.findall(r"\w+", declared))


def _values(mapping: Mapping[Any, object]) -> Iterable[object]:
    return reversed(list(mapping.values()))


def all_of(node: object, kind: type[T]) -> Iterator[T]:
    """All nodes of a class inside a node."""
    for each in walk(node):
        if isinstance(each, kind):
            yield each
