"""C022: a value that is printed or changed, and that nothing ever reads.

Why it is a fault: it is a number for nothing.
Example: «valore Fama», that cards raise, and by which nobody wins, pays or compares.
Instead: a rule, a cost or an ending that reads it, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning, Price
from ..meaning.nodes import Change, ChosenMember, HasMember, Later, Modify, SharesMember, Total, ValueOf
from ..messages import problem
from .texts import all_in, label

_READS: tuple[type[Any], ...] = (ValueOf, Total, HasMember, SharesMember, Later, Price, ChosenMember)


def value_never_read(game: GameMeaning) -> Iterator[Diagnostic]:
    """Numbers and players that no sentence, price or ending reads; words printed on cards are for whoever reads them."""
    read = {getattr(each, "value", None) for each in all_in(game, *_READS)}
    read |= {limit.said_by for limit in game.limits.values()}
    changing: list[Change | Modify] = [*all_in(game, Change), *all_in(game, Modify)]
    for value in game.values.values():
        if value.members or value.name in read or not game.decks:
            continue
        changed = next((each for each in changing if each.value == value.name), None)
        where = label(changed.span if changed is not None else None, "qui cambia")
        yield problem("C022", value.span, name=value.name, labels=where)
