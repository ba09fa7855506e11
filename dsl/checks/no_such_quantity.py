"""C027: a quantity that is nothing, or more than there is.

Why it is a fault: «zero carte» does nothing; «nove carte» of a deck of four is never done in full.
Example: «Pesca 0 carte.», «Spezza nove Lanterne.»
Instead: a number that there can be, «tutte», «fino a».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.walk import walk
from ..messages import problem
from .bounds import most_of
from .logic import span_of
from .texts import label, texts


def no_such_quantity(game: GameMeaning) -> Iterator[Diagnostic]:
    """Chosen or counted things of which there are none, or fewer than are asked for."""
    for owned in texts(game):
        for node in walk(owned.text):
            if isinstance(node, n.Do):
                yield from _of_event(node.event, owned.name, game)
            elif isinstance(node, n.Select) and isinstance(node.number, n.Num):
                yield from _of_things(node, owned.name, game)


def _of_event(event: n.Event, name: str, game: GameMeaning) -> Iterator[Diagnostic]:
    for role in event.roles:
        if role.name == "number" and isinstance(role.value, n.Num) and role.value.value == 0:
            yield problem("C027", span_of(role.value) or event.span, name=name, why="di zero è come non farlo")


def _of_things(what: n.Select, name: str, game: GameMeaning) -> Iterator[Diagnostic]:
    assert isinstance(what.number, n.Num)
    asked = what.number.value
    if asked == 0 and what.quantity is not n.Quantity.AT_LEAST:
        yield problem("C027", what.span, name=name, why="di zero è come non farlo")
    several = asked > 1 and what.quantity in (n.Quantity.EXACTLY, n.Quantity.AT_LEAST)
    most = most_of(what, game) if several else None
    if most is not None and asked > most.number:
        why = f"se ne vogliono {asked}, e {most.why}"
        yield problem("C027", what.span, name=name, why=why, labels=label(most.span, "lo dice qui"))
