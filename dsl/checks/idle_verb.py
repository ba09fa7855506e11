"""C004: a verb does nothing and nobody asks whether it happened.

Why it is a fault: a sentence that orders it would change nothing, silently.
Example: «verbo benedire» with a form and no steps, that no trigger, condition or label names.
Instead: write its steps, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Event
from ..meaning.walk import all_of
from ..messages import problem


def idle_verb(game: GameMeaning) -> Iterator[Diagnostic]:
    """Verbs without steps that no sentence names."""
    sentences = (
        game.rules,
        game.keywords,
        game.labels,
        game.periods,
        game.actions,
        game.limits,
        game.lasting,
        game.setup,
        game.decks,
    )
    carried = [(frame.steps, frame.then) for frame in game.frames.values()]
    named = {event.verb for event in all_of((*sentences, carried), Event)}
    for frame in game.frames.values():
        does = frame.steps or frame.then is not None or frame.waiting is not None
        if not does and frame.kind_of is None and not {frame.name, frame.verb} & named:
            yield problem("C004", frame.span, name=frame.verb)
