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


def some_player(node: Any) -> n.Select | None:
    """«un giocatore», «un altro giocatore» of whom something is asked: any of them; not the one who takes part in an event."""
    if isinstance(node, n.Select) and node.noun in PLAYER_WORDS:
        one = node.quantity is n.Quantity.EXACTLY and node.number == n.Num(1) and node.pick is n.Pick.AGENT
        return node if one else None
    if isinstance(node, n.Event):
        return None
    if isinstance(node, tuple):
        return next((found for part in node if (found := some_player(part)) is not None), None)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return None
    return some_player(tuple(getattr(node, each.name) for each in attrs.fields(type(node))))


def said_of(node: Any, one: n.Select, name: str) -> Any:
    """The same with a name in the place of «un giocatore»."""
    if node == one:
        return n.Var(name)
    if isinstance(node, tuple):
        return tuple(said_of(part, one, name) for part in node)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    return attrs.evolve(node, **{f.name: said_of(getattr(node, f.name), one, name) for f in attrs.fields(type(node))})


__all__ = [
    "RIVAL",
    "all_of",
    "choice_of",
    "each_as_one",
    "in_turn",
    "one_of",
    "rivals_in",
    "said_of",
    "some_player",
]
