"""Nothing that the machine keeps differs from what is found anew, at any decision of any game; and the look finds what does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.match import Game, Match
from interpreter.recomputed import Stale, differences, recomputing
from tests.lockstep import both_ways

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted({path.parent for path in (ROOT / "games").rglob("*.gioco")} | {ROOT / "tests" / "small" / "pegni"})
MOST = 120


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_everything_kept_is_what_is_found_anew(folder: Path) -> None:
    watched, taken = recomputing(both_ways(folder)[1]), 0
    for seed in range(2):
        match, chance = watched.match(seed=seed), random.Random(seed)
        for _ in range(MOST):
            if match.asked is None:
                break
            match.choose(chance.randrange(match.count))
            taken += 1
    assert taken > 5


@pytest.fixture(scope="module")
def bless() -> Game:
    return both_ways(ROOT / "games" / "bless")[1]


def midway(game: Game) -> Match:
    match, chance = game.match(seed=4), random.Random(4)
    for _ in range(80):
        match.choose(chance.randrange(match.count))
    assert not list(differences(match))
    return match


def test_a_card_in_the_wrong_pile_is_found(bless: Game) -> None:
    match = midway(bless)
    match.s[bless.compiled.layout["zone"] + match.pile("Mazzo")[-1]] += 1
    assert "and says" in " ".join(differences(match))


def test_an_effect_that_was_not_taken_away_is_found(bless: Game) -> None:
    match = midway(bless)
    slots = bless.compiled.layout.slots
    texts = [
        (at, e)
        for name, at in slots.items()
        if name.startswith(("mod ", "when "))
        for e in match.s[at]
        if e[5] is not None
    ]
    at, entry = next((at, e) for at, e in texts if e[4] == 0)
    match.s[at] = tuple(e for e in match.s[at] if e != entry)
    assert "should stand" in " ".join(differences(match))
    match.s[at] += (entry, entry)
    assert "stands no more" in " ".join(differences(match))


def test_an_effect_whose_end_nobody_awaits_is_found(bless: Game) -> None:
    for seed in range(40):
        match, chance = bless.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            timed = [
                at for name, at in bless.compiled.layout.slots.items() if name.startswith("timed ") and match.s[at]
            ]
            if timed:
                match.s[timed[0]] = ()
                assert "which does not know it" in " ".join(differences(match))
                return
            match.choose(chance.randrange(match.count))
    pytest.fail("nothing ever lasted")


def test_a_short_program_that_says_something_else_stops_the_match(bless: Game) -> None:
    names = bless.machine.names
    number = next(i for i, v in enumerate(bless.meaning.values.values()) if v.owner == "card" and v.kind == "number")
    right = names[f"v{number}"]
    watched = recomputing(bless)
    match = watched.match(seed=1)
    names[f"v{number}"] = lambda s, card: right(s, card) + 1
    try:
        with pytest.raises(Stale, match="by the short program"):
            while match.asked is not None:
                match.choose(0)
    finally:
        names[f"v{number}"] = right
