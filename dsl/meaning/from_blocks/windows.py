"""Windows: who speaks in which order, and what becomes of what is played."""

from __future__ import annotations

from typing import Final

from ...syntax.reading import Named
from ..game import WindowDecl
from ..nodes import Var
from .answers import Answers
from .sentences import Sentences, Where
from .words import Declared

OBJECT: Final = "object"  # what was resolved, in the steps after it


def window(declared: Declared, answers: Answers, sentences: Sentences) -> WindowDecl:
    """A window for actions."""
    given = answers.get("speakers")
    said = given.matches if given else ()
    meanings = {match.meaning for match in said}
    first = tuple(
        term
        for match in said
        if match.meaning in ("from", "first", "then", "only") and (term := sentences.player(match, declared.source))
    )
    passed = answers.meaning("all_passed", "top, turn player").partition(", ")
    scope = Where(scope=(Named(Var(OBJECT), None, ("carta",)),))
    zone = answers.slot("played") if answers.meaning("played") == "zone" else None
    for key in ("triggers", "abilities"):
        other = answers.slot(key) if answers.meaning(key) == "zone" else None
        zone = zone or (other if key == "abilities" else None)
    return WindowDecl(
        declared.name,
        speakers="said" if first else "turn_player" if "turn_player" in meanings else "all",
        played=answers.meaning("played", "at_once"),
        closes=answers.meaning("closes", "speaker_passes"),
        auto_pass=answers.meaning("auto_pass") == "yes",
        may_pass=answers.meaning("may_pass", "yes") == "yes",
        first=first,
        others=bool(meanings & {"others", "from", "all"}),
        after_play=answers.meaning("after_play", "same"),
        zone=zone,
        all_passed=(passed[0], passed[2]),
        triggers_wait=answers.meaning("triggers") == "zone",
        abilities=answers.meaning("abilities", "as_played"),
        prompted=answers.meaning("only") == "prompted",
        after=sentences.one(answers.get("after"), declared.source, scope),
        span=declared.span,
    )


__all__ = ["OBJECT", "window"]
