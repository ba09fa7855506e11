"""C008: a condition that can never hold.

Why it is a fault: what depends on it never happens.
Example: «Se è Desta ed è Stanca, pesca una carta.», when one is the opposite of the other.
Instead: «o» in the place of «e», or one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import And, Condition, IsStatus, Not
from ..meaning.walk import all_of
from ..messages import problem


def never_true(game: GameMeaning) -> Iterator[Diagnostic]:
    """Conditions joined by «and» of which one denies the other."""
    for both in all_of((game.rules, game.keywords, game.decks), And):
        denied = [part.part for part in both.parts if isinstance(part, Not)]
        if any(part in denied or _opposite(part, game) in both.parts for part in both.parts):
            yield problem("C008", both.span)


def _opposite(condition: Condition, game: GameMeaning) -> Condition | None:
    """The opposite status of the same thing; a thing may have neither, so only both together are a fault."""
    if isinstance(condition, IsStatus):
        declared = game.statuses.get(condition.status)
        if declared is not None and declared.opposite is not None:
            return IsStatus(condition.of, declared.opposite)
    return None
