"""What is compared, hashed and shown by its parts.

attrs can write such methods for each class, but Python then compiles them at every start: for the 150 classes of a meaning that takes
as long as reading ten cards.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

_PARTS: Final[dict[type, Callable[[Any], object]]] = {}  # what tells two of a class apart


class Tree:
    """The base of classes that attrs makes without ``eq`` and ``repr``; a part with ``eq=False`` or ``repr=False`` stays out of it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        kind = self.__class__
        if other.__class__ is not kind:
            return NotImplemented
        parts = _PARTS.get(kind) or _parts(kind)
        return parts(self) == parts(other)

    def __hash__(self) -> int:
        kind = self.__class__
        return hash((kind.__name__, (_PARTS.get(kind) or _parts(kind))(self)))

    def __repr__(self) -> str:
        told = (f"{each.name}={getattr(self, each.name)!r}" for each in _fields(self.__class__) if each.repr)
        return f"{self.__class__.__name__}({', '.join(told)})"


def _fields(kind: Any) -> Any:
    return kind.__attrs_attrs__


def _parts(kind: type) -> Callable[[Any], object]:
    names = [each.name for each in _fields(kind) if each.eq]
    found: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()
    _PARTS[kind] = found
    return found
