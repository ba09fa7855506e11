"""C012: a status that nothing gives.

Why it is a fault: no condition on it can ever change.
Example: «stato Addormentata» that no step sets and no text claims.
Instead: a step («la carta diventa …») or «comincia: …».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import BecomesStatus, SetStatus
from ..messages import problem
from .texts import all_in


def status_never_given(game: GameMeaning) -> Iterator[Diagnostic]:
    """Statuses that no thing has from the start and no sentence gives."""
    given = {each.status for each in all_in(game, SetStatus)}
    given |= {each.status for each in all_in(game, BecomesStatus) if each.status}
    needs_deck = not game.decks and not game.keywords  # the words of a deck may give it
    for status in game.statuses.values():
        names = {status.name, status.opposite}
        by_cards_alone = status.shows_zone is not None  # a game declares it so that a card may say it
        if not status.starts and not given & names and not needs_deck and not by_cards_alone:
            yield problem("C012", status.span, name=status.name)
