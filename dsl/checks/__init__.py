"""What the text alone can prove wrong: one fault a file, each ``(game) -> Iterator[Diagnostic]``, in the order of
this tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from .action_out_of_reach import action_out_of_reach
from .always_meets_always import always_meets_always
from .always_such import always_such
from .begins_of_nobody import begins_of_nobody
from .card_copies import card_copies
from .card_out_of_place import card_out_of_place
from .card_twice import card_twice
from .cards_alike import cards_alike
from .cards_mean_alike import cards_mean_alike
from .changes_nothing import changes_nothing
from .chosen_for_nothing import chosen_for_nothing
from .chosen_from_everywhere import chosen_from_everywhere
from .deck_size import deck_size
from .does_itself import does_itself
from .empty_keyword import empty_keyword
from .idle_verb import idle_verb
from .keyword_never_used import keyword_never_used
from .kind_without_keyword import kind_without_keyword
from .kinds_counted import kinds_counted
from .label_never_used import label_never_used
from .match_never_over import match_never_over
from .member_never_used import member_never_used
from .never_ends import never_ends
from .never_happens import never_happens
from .never_paid import never_paid
from .never_played import never_played
from .never_such import never_such
from .never_takes_part import never_takes_part
from .never_true import never_true
from .no_such_quantity import no_such_quantity
from .nobody_is_you import nobody_is_you
from .nothing_begins import nothing_begins
from .outlasts import outlasts
from .period_never_begins import period_never_begins
from .printed_twice import printed_twice
from .row_never_used import row_never_used
from .setters_collide import setters_collide
from .setters_meet import setters_meet
from .status_never_asked import status_never_asked
from .status_never_given import status_never_given
from .value_never_read import value_never_read
from .wake_each_other import wake_each_other
from .wakes_itself import wakes_itself
from .window_never_opens import window_never_opens
from .words_not_owned import words_not_owned
from .zone_never_used import zone_never_used

Check = Callable[[GameMeaning], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    card_twice,
    deck_size,
    empty_keyword,
    idle_verb,
    period_never_begins,
    nothing_begins,
    begins_of_nobody,
    nobody_is_you,
    chosen_from_everywhere,
    window_never_opens,
    wakes_itself,
    never_true,
    setters_collide,
    zone_never_used,
    kind_without_keyword,
    status_never_given,
    setters_meet,
    always_meets_always,
    wake_each_other,
    never_such,
    never_takes_part,
    always_such,
    never_played,
    keyword_never_used,
    member_never_used,
    status_never_asked,
    value_never_read,
    chosen_for_nothing,
    changes_nothing,
    outlasts,
    never_happens,
    no_such_quantity,
    cards_alike,
    cards_mean_alike,
    never_paid,
    action_out_of_reach,
    label_never_used,
    never_ends,
    row_never_used,
    card_copies,
    card_out_of_place,
    printed_twice,
    kinds_counted,
    words_not_owned,
    match_never_over,
    does_itself,
)


def check(game: GameMeaning) -> Iterator[Diagnostic]:
    """Every problem that the checks find in a game."""
    for each in CHECKS:
        yield from each(game)
