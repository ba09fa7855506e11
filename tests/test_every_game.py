"""What holds of every game in the repository, with no word of any: it is understood whole, plays to its end, and can
be saved anywhere."""

import random
from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import Match
from interpreter.match import load as load_game

GAMES = sorted({path.parent for path in (Path(__file__).parent.parent / "games").rglob("*.gioco")})
MOST_DECISIONS = 5_000


def test_there_is_more_than_one_game():
    assert len(GAMES) > 1


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_it_is_understood_whole(folder):
    loaded = load(folder)
    assert loaded.problems == ()
    assert loaded.meaning.decks


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_match_ends_and_is_the_same_from_any_save(folder, seed):
    game = load_game(folder)
    match, chance = game.match(seed=seed), random.Random(seed)
    for _ in range(MOST_DECISIONS):
        decision = match.decision
        assert match.count == (len(decision.options) if decision is not None else 0)
        if decision is None:
            break
        if chance.random() < 0.1:
            saved = match.save()
            match = Match.load(game, saved)
            assert match.save() == saved
            assert (match.count, match.clone().count) == (len(decision.options),) * 2
        match.choose(chance.randrange(len(decision.options)))
    assert match.over
