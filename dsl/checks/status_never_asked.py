"""C021: a status that is given and that nothing ever looks at.

Why it is a fault: whether a thing has it or not is all the same.
Example: «verbo bagnare» gives «Bagnata», and no card, rule or verb asks whether something is Bagnata.
Instead: a rule or a card for which it matters, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import BecomesStatus, Event, Happened, IsStatus, SetStatus, Triggered
from ..meaning.walk import all_of, walk
from ..messages import problem
from .texts import label, sentences


def status_never_asked(game: GameMeaning) -> Iterator[Diagnostic]:
    """Statuses that some step gives, when no condition and no trigger looks at them or at the verb that gives them."""
    said = sentences(game)
    asked = {each.status for each in all_of(said, IsStatus)}
    heard = {
        event.verb for each in walk(said) if isinstance(each, Triggered | Happened) for event in all_of(each, Event)
    }
    for status in game.statuses.values():
        names = {status.name, status.opposite}
        givers = [each for each in walk(said) if isinstance(each, SetStatus | BecomesStatus) and each.status in names]
        verbs = {f.verb for f in game.frames.values() if any(each in givers for each in all_of(f.steps, SetStatus))}
        if givers and not asked & names and not verbs & heard and game.decks:
            yield problem("C021", status.span, name=status.name, labels=label(givers[0].span, "qui si dà"))
