"""What the text alone can prove wrong: one fault a file, each ``(game) -> Iterator[Diagnostic]``, in the order of
this tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from .card_twice import card_twice
from .deck_size import deck_size
from .empty_keyword import empty_keyword
from .idle_verb import idle_verb
from .kind_without_keyword import kind_without_keyword
from .never_true import never_true
from .period_never_begins import period_never_begins
from .setters_collide import setters_collide
from .status_never_given import status_never_given
from .wakes_itself import wakes_itself
from .window_never_opens import window_never_opens
from .zone_never_used import zone_never_used

Check = Callable[[GameMeaning], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    card_twice,
    deck_size,
    empty_keyword,
    idle_verb,
    period_never_begins,
    window_never_opens,
    wakes_itself,
    never_true,
    setters_collide,
    zone_never_used,
    kind_without_keyword,
    status_never_given,
)


def check(game: GameMeaning) -> Iterator[Diagnostic]:
    """Every problem that the checks find in a game."""
    for each in CHECKS:
        yield from each(game)
