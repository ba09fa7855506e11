"""Where two readings of one wording part: the words that are taken in two ways, and what each way takes them with.

A reading hangs every phrase on something: an adjective on its noun, a condition on what it is a condition of, a pronoun
on what it recalls. Two readings part at the smallest phrase that they hang on different things.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from . import nodes as n
from .normal import normal

#: What hangs on something else by its nature, before what is only a part of a larger sentence.
_HANGING = (n.Duration, n.Moment)
_CONDITIONS = tuple(
    kind for kind in vars(n).values() if isinstance(kind, type) and kind.__name__ in str(n.Condition).split(" | ")
)


@frozen
class Taken:
    """How one reading takes the words: with which other words, and where in its meaning they stand."""

    path: str
    words: tuple[n.Span, ...]


@frozen
class Parting:
    """The words at which two readings part."""

    span: n.Span
    first: Taken
    second: Taken


@frozen
class _Hung:
    """A phrase in a meaning: its words, its place in it, and the spans that it goes with."""

    span: n.Span
    path: str
    heads: tuple[n.Span, ...]
    rank: int


def parting(first: object, second: object) -> Parting | None:
    """Where two meanings of one wording part; None when no words of their own tell them apart."""
    hung = [_by_phrase(meaning) for meaning in (normal(first), normal(second))]
    found: list[tuple[tuple[int, int, int], Parting]] = []
    for key in hung[0].keys() & hung[1].keys():
        one, two = (each[key] for each in hung)
        heads = [tuple(dict.fromkeys(span for item in items for span in item.heads)) for items in (one, two)]
        if set(heads[0]) != set(heads[1]) and all(heads):
            span = one[0].span
            rank = min(item.rank for item in one)
            taken = [Taken(item.path, _in_order(spans)) for item, spans in ((one[0], heads[0]), (two[0], heads[1]))]
            found.append(((rank, span.length, span.column), Parting(span, taken[0], taken[1])))
    return min(found, key=lambda pair: pair[0])[1] if found else _first_difference(normal(first), normal(second))


def _in_order(spans: tuple[n.Span, ...]) -> tuple[n.Span, ...]:
    return tuple(sorted(spans, key=lambda span: (span.line, span.column)))


def _by_phrase(meaning: object) -> dict[tuple[int, int, int, str], list[_Hung]]:
    """The phrases of a meaning by their place in the text and their kind."""
    chosen = {node.bind: node for _, node, _ in _walk(meaning, "", None) if getattr(node, "bind", None)}
    found: dict[tuple[int, int, int, str], list[_Hung]] = {}
    for path, node, parent in _walk(meaning, "", None):
        recalls = isinstance(node, n.Var)
        span = getattr(parent if recalls else node, "span", None)  # a pronoun may be an ending of its verb
        if span is None or parent is None:
            continue
        key = (span.line, span.column, span.length, type(node).__name__)
        found.setdefault(key, []).append(_hung(node, span, path, parent, chosen))
    return found


def _hung(node: Any, span: n.Span, path: str, parent: Any, chosen: dict[str, Any]) -> _Hung:
    if isinstance(node, n.Var):
        recalled = chosen.get(node.name)
        return _Hung(span, path, (recalled.span,) if recalled is not None and recalled.span else (), 0)
    if isinstance(node, _CONDITIONS) and not isinstance(parent, n.Select):
        return _Hung(span, path, tuple(_companions(node, parent)), 0)
    own = getattr(parent, "span", None)
    rank = 0 if isinstance(node, (*_HANGING, *_CONDITIONS)) else 2
    return _Hung(span, path, (own,) if own is not None else (), rank)


def _companions(node: Any, parent: Any) -> Iterator[n.Span]:
    """The places of what stands under the same head: what a condition is a condition of."""
    for attribute in attrs.fields(type(parent)):
        value = getattr(parent, attribute.name)
        for each in value if isinstance(value, tuple) else (value,):
            if each is not node:
                yield from _clauses(each)


def _clauses(node: Any) -> Iterator[n.Span]:
    """The places of what is done, one after the other."""
    if isinstance(node, n.Sequence | n.Together):
        for part in node.parts:
            yield from _clauses(part)
    elif getattr(node, "span", None) is not None:
        yield node.span


def _walk(node: object, path: str, parent: object) -> Iterator[tuple[str, Any, Any]]:
    """Every node with its path and the node above it that has a place."""
    if isinstance(node, tuple):
        for i, each in enumerate(node):
            yield from _walk(each, f"{path}[{i}]", parent)
    elif hasattr(type(node), "__attrs_attrs__") and not isinstance(node, n.Span):
        yield path.removeprefix("."), node, parent
        above = node if getattr(node, "span", None) is not None else parent
        for attribute in type(node).__attrs_attrs__:  # type: ignore[attr-defined]
            if attribute.name != "span":
                yield from _walk(getattr(node, attribute.name), f"{path}.{attribute.name}", above)


def _first_difference(first: object, second: object) -> Parting | None:
    """The first node, in the order of the meaning, of which there is no equal in the other: the innermost with a place."""
    others = {repr(node) for _, node, _ in _walk(second, "", None)}
    apart = [(path, node) for path, node, _ in _walk(first, "", None) if repr(node) not in others and node.span]
    if not apart:
        return None
    path, node = min(apart, key=lambda pair: (pair[1].span.length, pair[1].span.column))
    twin = next((p for p, other, _ in _walk(second, "", None) if getattr(other, "span", None) == node.span), "")
    return Parting(node.span, Taken(path, ()), Taken(twin, ()))


__all__ = ["Parting", "Taken", "parting"]
