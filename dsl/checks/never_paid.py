"""C031: an action that costs more than anybody can ever have.

Why it is a fault: it is never offered.
Example: «costo: 4 Gesti», when the Gesti become 2 at the start of every turn and nothing adds to them.
Instead: a lower cost, or something that gives more.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Label
from ..meaning import nodes as n
from ..meaning.game import ActionDecl, GameMeaning, Price
from ..messages import problem
from .texts import all_in, label


def never_paid(game: GameMeaning) -> Iterator[Diagnostic]:
    """Actions with a price in a value that is only ever set, and never to so much."""
    for action in game.actions.values():
        for price in action.price:
            yield from _of_price(action, price, game)


def _of_price(action: ActionDecl, price: Price, game: GameMeaning) -> Iterator[Diagnostic]:
    most = _greatest(price.value, game)
    if most is not None and isinstance(price.amount, n.Num) and price.amount.value > most[0]:
        asked = price.amount.value
        yield problem(
            "C031", action.span, name=action.name, value=price.value, wanted=asked, found=most[0], labels=most[1]
        )


def _greatest(name: str, game: GameMeaning) -> tuple[int, tuple[Label, ...]] | None:
    """The greatest amount that a value of a player ever has, and the place that gives it; None when it can be added to."""
    value = game.values.get(name)
    if value is None or value.owner != "player" or any(each.value == name for each in all_in(game, n.Modify)):
        return None
    greatest, span = (value.start if isinstance(value.start, int) else 0), value.span
    for change in (each for each in all_in(game, n.Change) if each.value == name):
        amount = change.amount
        if isinstance(amount, n.Compute) or not isinstance(amount, n.Num):
            return None
        if change.op is n.Operation.ADD and amount.value > 0:
            return None
        if change.op is n.Operation.SET and amount.value > greatest:
            greatest, span = amount.value, change.span
    return greatest, label(span, "più di così non se ne ha mai")
