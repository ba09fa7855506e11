"""«L'avversario» where more than two play, «un giocatore» wherever: any of them in a condition, one that the user chooses in an
effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dsl.meaning import nodes as n
from dsl.meaning.mapped import mapped, replace_term

from .layout import PLAYER_WORDS

#: The name under which an effect knows the one whom its user chose, and a trigger the one of its event.
RIVAL = "§rival"


def rivals_in(node: Any) -> Iterator[n.Opponent]:
    """The opponents that something speaks of as persons; «avversaria» of a card is anybody else's, and so is a thing of one
    who is known by the choice of it («un'Erba di un avversario»)."""
    if isinstance(node, n.Opponent):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from rivals_in(part)
    elif isinstance(node, n.Select) and node.pick is n.Pick.OPPONENT:  # «a scelta dell'avversario»
        yield n.Opponent(n.You(), span=node.span)
    elif isinstance(node, n.Select) and (theirs := his_who_has_it(node)) is not None:
        yield from rivals_in(attrs.evolve(node, where=tuple(each for each in node.where if each is not theirs)))
    elif isinstance(node, n.ControlledBy) and isinstance(node.by, n.Opponent) and node.by.anyone:
        yield from rivals_in(node.of)
    elif attrs.has(type(node)):
        for each in attrs.fields(type(node)):
            if each.name != "span":
                yield from rivals_in(getattr(node, each.name))


def his_who_has_it(node: n.Select) -> n.ControlledBy | None:
    """«un'Erba di un avversario»: which opponent it is shows by the one Erba that is chosen."""
    single = node.quantity is n.Quantity.EXACTLY and node.number in (None, n.Num(1)) and node.pick is not n.Pick.NAMED
    owned = (each for each in node.where if isinstance(each, n.ControlledBy) and isinstance(each.of, n.Candidate))
    one = next((each for each in owned if isinstance(each.by, n.Opponent)), None) if single else None
    return (
        one if one is not None and not getattr(one.by, "anyone", False) and not getattr(one.by, "each", False) else None
    )


def one_of(node: Any) -> n.Opponent | None:
    """The first opponent that is one person, not all of them."""
    return next((each for each in rivals_in(node) if not each.each), None)


def all_of(node: Any) -> n.Opponent | None:
    """The first «ogni avversario»."""
    return next((each for each in rivals_in(node) if each.each), None)


def each_as_one(node: Any) -> Any:
    """Something in which «ogni avversario» is said of one of them."""
    return mapped(node, lambda each: attrs.evolve(each, each=False) if isinstance(each, n.Opponent) else each)


def in_turn(node: Any, one: n.Var) -> Any:
    """What «ogni avversario» does, done by one of them: «una sua Lana» is of that one."""
    return mapped(node, lambda each: one if isinstance(each, n.Opponent) and each.each else each)


def said_of(node: Any, one: n.Select, name: str) -> Any:
    """The same with a name in the place of «un giocatore»."""
    return replace_term(node, one, n.Var(name))


def choice_of(rival: n.Opponent) -> n.Select:
    """The choice of one."""
    others = n.Not(n.Same(n.Candidate(), rival.of))
    return n.Select(next(iter(sorted(PLAYER_WORDS))), where=(others,), number=n.Num(1), bind=RIVAL, span=rival.span)


def by_name(node: Any) -> Any:
    """Something in which the opponent who was chosen goes by his name; «avversaria» of a card stays anybody else's."""

    def named(each: Any) -> Any:
        if isinstance(each, n.Opponent):
            return each if each.each else n.Var(RIVAL)
        anybodys = isinstance(each, n.ControlledBy) and isinstance(each.by, n.Opponent) and each.by.anyone
        return attrs.evolve(each, of=by_name(each.of)) if anybodys else each

    return mapped(node, named)


def such_rival(condition: n.Condition, rival: n.Opponent) -> n.Select:
    """The choice of one of whom a condition holds."""
    one = choice_of(rival)
    return attrs.evolve(one, where=(*one.where, by_name(condition)))


def some_player(node: Any) -> n.Select | None:
    """«un giocatore», «un altro giocatore» of whom something is asked: any of them; not the one who takes part in an event."""
    if isinstance(node, n.Select) and node.noun in PLAYER_WORDS:
        one = node.quantity is n.Quantity.EXACTLY and node.number == n.Num(1) and node.pick is n.Pick.AGENT
        return node if one else None
    if isinstance(node, n.Event):
        return None
    if isinstance(node, tuple):
        return next((found for part in node if (found := some_player(part)) is not None), None)
    parts = getattr(node, "__attrs_attrs__", None)
    if parts is None or isinstance(node, n.Span):
        return None
    return some_player(tuple([getattr(node, each.name) for each in parts]))


__all__ = [
    "RIVAL",
    "all_of",
    "by_name",
    "choice_of",
    "each_as_one",
    "his_who_has_it",
    "in_turn",
    "one_of",
    "rivals_in",
    "said_of",
    "some_player",
    "such_rival",
]
