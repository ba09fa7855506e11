"""The adapters pass the tests of the libraries that they adapt to, and tell nobody what he may not know."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.agents.imagined import imagined
from interpreter.match import load
from interpreter.research.table import Table, gains

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"
PLAYED = ("leduc", "ottomatto", "modello", "torri", "mercanti", "orti")


@pytest.mark.parametrize("name", PLAYED)
def test_a_vector_has_the_same_length_in_every_state_and_holds_nothing_hidden(name: str) -> None:
    game = load(GAMES / name)
    table, chance = Table(game), random.Random(1)
    looked = 0
    for seed in range(5):
        match = game.match(seed=seed)
        while match.asked is not None and looked < 100 * (seed + 1):
            for seat in range(game.players):
                vector = table.vector(match, seat)
                assert len(vector) == table.size
                other = imagined(match, seat, chance)  # another deal of what this seat may not see
                assert table.vector(other, seat) == vector
                looked += 1
            match.choose(chance.randrange(match.count))
        assert sum(gains(match)) == pytest.approx(0)
    assert looked > 20


def test_two_states_that_a_seat_tells_apart_have_different_vectors() -> None:
    game = load(GAMES / "leduc")
    table, vectors = Table(game), set()
    hands = set()
    for seed in range(60):
        match = game.match(seed=seed, first=0)
        vectors.add(tuple(table.vector(match, 0)))
        hands.add(match.pile("Mano", 0))
    assert len(hands) == len(vectors) == 6


def test_a_match_may_be_worth_a_value_of_its_players() -> None:
    game, chance = load(GAMES / "leduc"), random.Random(3)
    seen = set()
    for seed in range(30):
        match = game.match(seed=seed)
        while match.asked is not None:
            match.choose(chance.randrange(match.count))
        worth = gains(match, "Fiches")
        assert worth == [match.player_value(seat, "Fiches") - 100 for seat in range(2)]
        seen.add(worth[0])
    assert len(seen) > 4


def spiel(path: str, **parameters: Any) -> Any:
    pyspiel = pytest.importorskip("pyspiel")
    import interpreter.research.openspiel  # noqa: F401 (registers the game)

    said = "".join(f",{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"detto(path={GAMES / path}{said})")


@pytest.mark.parametrize(("name", "matches"), [("leduc", 6), ("modello", 2), ("torri", 1)])
def test_openspiels_own_test_of_random_matches(name: str, matches: int) -> None:
    game = spiel(name, seeds=20, options=100)
    import pyspiel

    pyspiel.random_sim_test(game, num_sims=matches, serialize=True, verbose=False)


def test_openspiels_own_playthrough(monkeypatch: pytest.MonkeyPatch) -> None:
    spiel("leduc")
    from open_spiel.python.algorithms import generate_playthrough

    monkeypatch.chdir(ROOT)
    name = "detto(path=games/leduc,seeds=5,options=10)"
    said = generate_playthrough.playthrough(name, [3])
    assert "IsTerminal() = True" in said
    taken = [int(action) for action in re.findall(r"^action: (\d+)$", said, re.MULTILINE)]
    assert taken[0] == 3 and len(taken) > 2
    assert said == generate_playthrough.playthrough(name, taken)


def test_a_state_of_openspiel_is_a_copy_of_its_own_and_remembers() -> None:
    state = spiel("leduc", seeds=10, gain="Fiches").new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 10
    state.apply_action(4)
    player = state.current_player()
    before = state.information_state_string(player)
    other = state.clone()
    other.apply_action(other.legal_actions()[-1])
    assert state.information_state_string(player) == before
    assert other.information_state_string(player) != before
    assert other.observation_string(1 - player) != other.observation_string(player)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == 0 and any(state.returns())


def test_too_many_options_are_told() -> None:
    state = spiel("modello", seeds=1, options=1).new_initial_state()
    state.apply_action(0)
    from interpreter.research.openspiel import TooManyOptions

    with pytest.raises(TooManyOptions, match="options="):
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", ["leduc", "ottomatto", "modello"])
def test_pettingzoos_own_tests(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from interpreter.research.pettingzoo import DettoEnv

    game = load(GAMES / name)
    api_test(DettoEnv(game, options=100), num_cycles=100)
    seed_test(lambda: DettoEnv(game, options=100), num_cycles=30)


def test_an_environment_asks_whoever_the_match_asks() -> None:
    pytest.importorskip("pettingzoo")
    from interpreter.research.pettingzoo import DettoEnv

    environment, chance = DettoEnv(GAMES / "ottomatto", players=3, options=60), random.Random(2)
    environment.reset(seed=7)
    asked = set()
    for agent in environment.agent_iter():
        observation, _, over, _, _ = environment.last()
        if over:
            environment.step(None)
            continue
        legal = [i for i, legal in enumerate(observation["action_mask"]) if legal]
        assert legal == list(range(environment.match.count))
        asked.add(agent)
        environment.step(chance.choice(legal))
    assert asked == {"player_0", "player_1", "player_2"}
    assert environment.match.over
