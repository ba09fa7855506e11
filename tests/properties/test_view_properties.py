"""A view never holds what its player may not know, tried on the positions of random matches of the whole deck."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from interpreter.agents.imagined import imagined
from interpreter.match import Game, Match, load

MOST = 160  # decisions looked at in a match


@cache
def bless() -> Game:
    return load(Path(__file__).resolve().parents[2] / "games" / "bless")


def in_sight(match: Match, seat: int) -> set[int]:
    """The cards that a seat sees on the table now, by the zones' own declarations."""
    layout, zones = match.game.compiled.layout, list(match.game.meaning.zones.values())
    seen: set[int] = set()
    for pile, kind in layout.kind_of.items():
        mine = layout.player_of[pile] == -1 - seat
        if zones[kind].owner == "card" or zones[kind].seen_by == "all" or (zones[kind].seen_by == "owner" and mine):
            seen.update(match.s[pile])
    return seen


@pytest.mark.parametrize("seed", range(6))
def test_states_that_differ_in_hidden_cards_look_the_same(seed: int) -> None:
    match, chance, different = bless().match(seed=seed), random.Random(seed), 0
    for _ in range(MOST):
        if match.asked is None:
            break
        for seat in (0, 1):
            other = imagined(match, seat, chance)
            different += other.s != match.s
            assert other.view(seat) == match.view(seat)
            asked, options = match.decision, other.decision
            if (
                asked is not None and options is not None and asked.player == seat
            ):  # what is offered tells nothing either
                assert [o.text for o in options.options] == [o.text for o in asked.options]
        match.choose(chance.randrange(match.count))
    assert different > 50


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_named_to_a_seat_that_never_saw_it(seed: int) -> None:
    match, chance = bless().match(seed=seed), random.Random(seed)
    known = {seat: in_sight(match, seat) for seat in (0, 1)}
    unseen = 0
    for _ in range(MOST):
        if match.asked is None:
            break
        match.choose(chance.randrange(match.count))
        for seat in (0, 1):
            known[seat] |= in_sight(match, seat)
    for seat in (0, 1):
        said = json.dumps(match.view(seat), ensure_ascii=False)
        shown = {c for e in match.log if e.kind == "look" for c in e.roles["cards"]}
        for card, declared in enumerate(match.game.cards):
            if card not in known[seat] and card not in shown:
                unseen += 1
                assert declared.name not in said, f"{declared.name} is named to seat {seat}"
    assert unseen
