"""Costs: the small game «Officina», whose scenes stand beside it, in both kinds of programs; and the reckoning alone."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import Match
from interpreter.match import load as load_game
from interpreter.payment import covered, missing, reduced, spent
from tests.lockstep import both_ways

OFFICINA = Path(__file__).parent / "officina"


def test_the_game_is_understood_whole() -> None:
    assert load(OFFICINA).problems == ()


@pytest.mark.parametrize("seed", range(16))
def test_short_programs_and_saves_change_nothing(seed: int) -> None:
    written, quick = both_ways(OFFICINA)
    one, other, chance = written.match(seed=seed), quick.match(seed=seed), random.Random(seed)
    while one.asked is not None:
        assert (other.asked, other.s) == (one.asked, one.s)
        choice = chance.randrange(one.count)
        one.choose(choice)
        other.choose(choice)
        other = Match.load(quick, other.save())
    assert other.asked is None and other.s == one.s
    assert [entry.raw for entry in other.log] == [entry.raw for entry in one.log]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_can_be_paid_and_nothing_is_made_in_vain(seed: int) -> None:
    """From every offered play that costs, whatever is chosen while paying, it is paid: it waits or it is done."""
    game = load_game(OFFICINA)
    match, chance = game.match(seed=seed), random.Random(seed)
    while match.asked is not None:
        option = match.decision.options[chance.randrange(match.count)]
        before = len(match.log)
        match.choose(option.index)
        while match.asked is not None and match.decision.kind == "pay":
            match.choose(chance.randrange(match.count))
        if option.action in ("Posare", "Cantare"):
            told = {entry.kind for entry in match.log[before:]}
            assert match.asked is None or "play" in told or match.decision.kind != "action"


AMOUNTS = list(product(range(3), repeat=3))


@pytest.mark.parametrize("cost", AMOUNTS)
def test_what_is_missing_is_what_makes_it_payable(cost: tuple[int, ...]) -> None:
    for pool in AMOUNTS:
        short = missing(pool, cost)
        filled = tuple(a + b for a, b in zip(pool, short, strict=True))
        assert not any(missing(filled, cost))
        left = spent(filled, cost)
        assert min(left) >= 0 and sum(left) == sum(filled) - sum(cost)


def test_sources_are_matched_to_kinds() -> None:
    red, green = (0, 1, 0), (0, 0, 1)
    both = (1, 1, (red, green))
    assert covered((0, 1, 1), [both, (2, 2, (red,))])
    assert not covered((0, 1, 1), [both])
    assert not covered((0, 0, 2), [both, (2, 2, (red,))])
    assert covered((2, 0, 0), [both, (2, 2, (red,))])


def test_a_cost_never_goes_below_nothing() -> None:
    assert reduced((2, 1, 0), -1) == (1, 1, 0)
    assert reduced((0, 1, 0), -3) == (0, 1, 0)
    assert reduced((0, 1, 0), 2) == (2, 1, 0)


def test_what_makes_two_of_one_kind_or_two_of_another_makes_no_one_of_each() -> None:
    either = ((0, 2, 0), (0, 0, 2))
    assert covered((0, 2, 0), [(1, 1, either)])
    assert not covered((0, 1, 1), [(1, 1, either)])
    assert covered((0, 1, 1), [(1, 1, either), (2, 1, either)])
    assert not covered((0, 1, 3), [(1, 1, either), (2, 1, either)])
    assert covered((2, 0, 0), [(1, 1, either)])
