"""C022: a value that is printed or changed, and that nothing ever reads.

Why it is a fault: it is a number for nothing.
Example: «valore Fama», that cards raise, and by which nobody wins, pays or compares.
Instead: a rule, a cost or an ending that reads it, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning, Price
from ..meaning.nodes import Change, ChosenMember, HasMember, Modify, SharesMember, Total, ValueOf
from ..meaning.walk import walk
from ..messages import problem
from .texts import label, sentences

_READS = (ValueOf, Total, HasMember, SharesMember, Price, ChosenMember)


def value_never_read(game: GameMeaning) -> Iterator[Diagnostic]:
    """Numbers and players that no sentence, price or ending reads; words printed on cards are for whoever reads them."""
    said = sentences(game)
    read = {getattr(each, "value", None) for each in walk(said) if isinstance(each, _READS)}
    for value in game.values.values():
        if value.members or value.name in read or not game.decks:
            continue
        changes = (each for each in walk(said) if isinstance(each, Change | Modify) and each.value == value.name)
        changed = next(changes, None)
        where = label(changed.span if changed is not None else None, "qui cambia")
        yield problem("C022", value.span, name=value.name, labels=where)
