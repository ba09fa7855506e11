"""«pesca fino a 3 carte»: as many as the player wants, decided before the first.

It means that he may do it three times, or else twice, or else once: no node of its own. He is asked once, for the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from . import nodes as n

#: Beyond this nobody is asked so many times.
MOST: Final = 12


def up_to(done: n.Do, who: n.Term) -> n.Effect:
    """What is done so many times at most, when its number says how many."""
    chain: n.May | None = None
    for _, one in each_number(done):
        chain = n.May(who, one, chain, span=done.span)
    return chain if chain is not None else done


def each_number(done: n.Do) -> Iterator[tuple[int, n.Do]]:
    """Each number from one to the most, and so many of what is done."""
    for number in range(1, (_number(done) or 0) + 1):
        yield number, with_number(done, n.Num(number))


def most_of(effect: n.Effect) -> n.Do | None:
    """What :func:`up_to` made the effect of; None of any other."""
    if not isinstance(effect, n.May) or not isinstance(effect.effect, n.Do) or effect.otherwise is None:
        return None
    return effect.effect if effect == up_to(effect.effect, effect.who) else None


def _number(done: n.Do) -> int | None:
    said = next((role.value for role in done.event.roles if role.name == "number"), None)
    return said.value if isinstance(said, n.Num) else None


def with_number(done: n.Do, number: n.Num | n.Var) -> n.Do:
    """The same, of so many."""
    roles = tuple(evolve(r, value=number) if r.name == "number" else r for r in done.event.roles)
    return evolve(done, event=evolve(done.event, roles=roles))


def at_most_said(done: n.Do) -> n.Do:
    """So that its number is said as the most of something."""
    roles = tuple(
        evolve(r, value=n.Compute(n.Arithmetic.LEAST, (r.value,))) if r.name == "number" else r  # type: ignore[arg-type]
        for r in done.event.roles
    )
    return evolve(done, event=evolve(done.event, roles=roles))


def may_ask(number: object) -> bool:
    """Whether a most is one that a player can be asked about."""
    return isinstance(number, n.Num) and 1 <= number.value <= MOST
