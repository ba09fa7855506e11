"""A declared kind of lasting effects, from the listed answers of its block."""

from __future__ import annotations

from ..game import LastingDecl
from ..nodes import Duration, Stretch
from .answers import Answers
from .words import Declared

_STRETCHES = {"this": Stretch.THIS, "through_next": Stretch.THROUGH_NEXT}


def lasting(declared: Declared, answers: Answers) -> LastingDecl:
    """What is declared of a kind of effects that stay on a card; what its end brings is a sentence, read later."""
    how_long = answers.meaning("duration")
    stretch = _STRETCHES.get(how_long)
    most = answers.get("most")
    slots = most.match.slots if most and most.matches else ()
    sorts, implied = answers.get("sorts"), answers.get("implied")
    return LastingDecl(
        declared.name,
        duration=Duration(stretch, answers.slot("duration")) if stretch is not None else None,
        place=answers.slot("duration") if how_long == "place" else None,
        measured_once=answers.meaning("measured") == "once",
        implied_value=answers.slot("implied_value"),
        sorts=tuple((match.slot, match.meaning) for match in sorts.matches) if sorts else (),
        most=int(slots[0]) if slots else None,
        most_sort=slots[1] if len(slots) > 1 else None,
        replaces=answers.meaning("excess") == "replaces",
        born_at_zero=answers.meaning("zero", "born") == "born",
        implied=tuple(match.meaning for match in implied.matches) if implied else (),
        span=declared.span,
    )
