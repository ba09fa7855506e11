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
from ..meaning.walk import all_of
from ..messages import problem
from .texts import all_in, label


def status_never_asked(game: GameMeaning) -> Iterator[Diagnostic]:
    """Statuses that some step gives, when no condition and no trigger looks at them or at the verb that gives them."""
    asked = {each.status for each in all_in(game, IsStatus)}
    waited: list[Triggered | Happened] = [*all_in(game, Triggered), *all_in(game, Happened)]
    heard = {event.verb for each in waited for event in all_of(_event(each), Event)}
    given: list[SetStatus | BecomesStatus] = [*all_in(game, SetStatus), *all_in(game, BecomesStatus)]
    for status in game.statuses.values():
        names = {status.name, status.opposite}
        givers = [each for each in given if each.status in names]
        verbs = {f.verb for f in game.frames.values() if any(each in givers for each in all_of(f.steps, SetStatus))}
        if status.turns_off or status.shows_back or status.shows_zone:  # it does something by itself
            continue
        if givers and not asked & names and not verbs & heard and game.decks:
            yield problem("C021", status.span, name=status.name, labels=label(givers[0].span, "qui si dà"))


def _event(waiting: Triggered | Happened) -> object:
    """What is waited for, or asked of the past."""
    return waiting.when if isinstance(waiting, Triggered) else waiting.event
