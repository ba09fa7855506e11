"""C014: two sentences with *sempre* that say the contrary of one thing, and no order of the game says which one holds.

Why it is a fault: each claims that nothing overrides it, and one of them must give way.
Example: «Può sempre sfidare.» on one card, «Le Lane non possono mai sfidare.» on another.
Instead: an order («fissa sempre: l'ultimo usato», «non può batte può»), or *sempre* on one of the two only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Allow
from ..messages import problem
from .meeting import answered, can_meet, standing
from .setters_meet import collisions
from .texts import Owned, label

_SETTLED = ("cannot beats can", "can beats cannot", "tie")


def always_meets_always(game: GameMeaning) -> Iterator[Diagnostic]:
    """Settings and permissions with *sempre* that can be of one thing."""
    if not answered(game, "value_order", "always set"):
        yield from collisions(game, always=True, code="C014")
    if not any(answered(game, "permission_order", line) for line in _SETTLED):
        yield from _permissions(game)


def _permissions(game: GameMeaning) -> Iterator[Diagnostic]:
    said = [(owned, each) for owned, each in standing(game) if isinstance(each, Allow) and each.always]
    for (mine, yes), (theirs, no) in product(said, repeat=2):
        if yes.allowed and not no.allowed and yes.event.verb == no.event.verb and _same(yes, no, mine, theirs, game):
            also = label(yes.span, f"così lo permette «{mine.name}»")
            yield problem("C014", no.span, name=theirs.name, value=no.event.verb, other=mine.name, labels=also)


def _same(yes: Allow, no: Allow, mine: Owned, theirs: Owned, game: GameMeaning) -> bool:
    """Whether every participant that both name can be the same."""
    named = {role.name: role.value for role in no.event.roles}
    return all(
        can_meet(role.value, named[role.name], mine, theirs, game)  # type: ignore[arg-type]
        for role in yes.event.roles
        if role.name in named
    )
