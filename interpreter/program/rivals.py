"""«L'avversario» where more than two play: any other player in a condition, one that the user chooses in an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dsl.meaning import nodes as n

from .layout import PLAYER_WORDS

#: The name under which an effect knows the one whom its user chose, and a trigger the one of its event.
RIVAL = "§rival"


def rivals_in(node: Any) -> Iterator[n.Opponent]:
    """The opponents that something speaks of as persons; «avversaria» of a card is anybody else's."""
    if isinstance(node, n.Opponent):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from rivals_in(part)
    elif isinstance(node, n.Select) and node.pick is n.Pick.OPPONENT:  # «a scelta dell'avversario»
        yield n.Opponent(n.You(), span=node.span)
    elif isinstance(node, n.ControlledBy) and isinstance(node.by, n.Opponent):
        yield from rivals_in(node.of)
    elif attrs.has(type(node)):
        for each in attrs.fields(type(node)):
            if each.name != "span":
                yield from rivals_in(getattr(node, each.name))


def one_of(node: Any) -> n.Opponent | None:
    """The first opponent that is one person, not all of them."""
    return next((each for each in rivals_in(node) if not each.each), None)


def all_of(node: Any) -> n.Opponent | None:
    """The first «ogni avversario»."""
    return next((each for each in rivals_in(node) if each.each), None)


def each_as_one(node: Any) -> Any:
    """Something in which «ogni avversario» is said of one of them."""
    if isinstance(node, n.Opponent):
        return attrs.evolve(node, each=False)
    if isinstance(node, tuple):
        return tuple(each_as_one(part) for part in node)
    if attrs.has(type(node)) and any(True for _ in rivals_in(node)):
        changed = {f.name: each_as_one(getattr(node, f.name)) for f in attrs.fields(type(node)) if f.name != "span"}
        return attrs.evolve(node, **changed)
    return node


def in_turn(node: Any, one: n.Var) -> Any:
    """What «ogni avversario» does, done by one of them: «una sua Lana» is of that one."""
    if isinstance(node, n.Opponent) and node.each:
        return one
    if isinstance(node, tuple):
        return tuple(in_turn(part, one) for part in node)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    changed = {f.name: in_turn(getattr(node, f.name), one) for f in attrs.fields(type(node)) if f.name != "span"}
    return attrs.evolve(node, **changed)


def choice_of(rival: n.Opponent) -> n.Select:
    """The choice of one."""
    others = n.Not(n.Same(n.Candidate(), rival.of))
    return n.Select(next(iter(sorted(PLAYER_WORDS))), where=(others,), number=n.Num(1), bind=RIVAL, span=rival.span)


__all__ = ["RIVAL", "all_of", "choice_of", "each_as_one", "in_turn", "one_of", "rivals_in"]
