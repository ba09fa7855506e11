"""C016: a condition that can never hold where it stands: a card that is never so, a zone where it never is, more than there can be.

Why it is a fault: what depends on it never happens.
Example: «Se è nel Fosso, ha +1 Ardore.» in a text that is in force on the table; «se hai nove carte», when the limit is five.
Instead: a condition that can hold, or none.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.joined import conditions_of
from ..meaning.walk import walk
from ..messages import problem
from .logic import span_of
from .possible import fate
from .texts import label, texts


def never_such(game: GameMeaning) -> Iterator[Diagnostic]:
    """Conditions that are asked for and never hold."""
    for owned in texts(game):
        for condition in asked(owned.text):
            found = fate(condition, owned, game)
            if found is not None and not found.holds and not isinstance(condition, n.Not):
                yield problem("C016", span_of(condition), why=found.why, labels=label(found.span, "lo dice qui"))


def asked(node: object) -> Iterator[n.Condition]:
    """The single conditions that sentences ask for, each of those joined by «and»."""
    for each in walk(node):
        if isinstance(each, n.If | n.Static | n.Triggered | n.Replaced | n.Activated) and each.condition is not None:
            parts = conditions_of(each.condition)
            yield from parts


__all__ = ["asked", "never_such"]
