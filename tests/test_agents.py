"""Agents choose what is legal and know no more than their seat; the one that looks ahead beats the one that does not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.agents import AGENTS, Greedy, Search, seat
from interpreter.agents.imagined import imagined
from interpreter.agents.score import Score
from interpreter.match import Game, Match, load
from interpreter.simulation import play_one, simulate

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def model() -> Game:
    return load(ROOT / "games" / "modello")


@pytest.fixture(scope="module")
def bless() -> Game:
    return load(ROOT / "games" / "bless")


def hidden(match: Match, viewer: int) -> list[tuple[int, int]]:
    """The piles and positions that a seat may not look into, by the declared zones."""
    layout = match.game.compiled.layout
    zones = list(match.game.meaning.zones.values())
    return [
        (pile, index)
        for pile, kind in layout.kind_of.items()
        if zones[kind].seen_by == "nobody" or (zones[kind].seen_by == "owner" and layout.player_of[pile] != -1 - viewer)
        for index in range(len(match.s[pile]))
    ]


def swapped(match: Match, one: tuple[int, int], other: tuple[int, int]) -> Match:
    """The same match with two cards in each other's place."""
    copy = match.clone()
    blocks = [match.game.compiled.layout[name] for name in ("zone", "ctrl", "stat", "time", "last", "locks")]
    piles = {pile: list(copy.s[pile]) for pile, _ in (one, other)}
    a, b = piles[one[0]][one[1]], piles[other[0]][other[1]]
    piles[one[0]][one[1]], piles[other[0]][other[1]] = b, a
    for pile, cards in piles.items():
        copy.s[pile] = tuple(cards)
    for block in blocks:
        copy.s[block + a], copy.s[block + b] = copy.s[block + b], copy.s[block + a]
    return copy


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_an_agent_plays_a_match_to_its_end(model: Game, name: str) -> None:
    played = play_one(model, seat((name, name), 1), 1)
    assert not played.stopped
    assert played.decisions > 0
    assert played == play_one(model, seat((name, name), 1), 1)


def test_looking_ahead_beats_chance_from_both_seats(model: Game) -> None:
    first = simulate(model, matches=60, seed=1, seats=("greedy", "random")).wins_by_seat
    second = simulate(model, matches=60, seed=1, seats=("random", "greedy")).wins_by_seat
    assert first[0] > 2 * first[1]
    assert second[1] > 2 * second[0]


def test_looking_ahead_beats_chance_at_the_great_game(bless: Game) -> None:
    first = simulate(bless, matches=8, seed=1, seats=("greedy", "random")).wins_by_seat
    second = simulate(bless, matches=8, seed=1, seats=("random", "greedy")).wins_by_seat
    assert first[0] + second[1] > first[1] + second[0]


def test_searching_beats_looking_one_action_ahead(model: Game) -> None:
    first = simulate(model, matches=30, seed=1, seats=("search", "greedy")).wins_by_seat
    second = simulate(model, matches=30, seed=1, seats=("greedy", "search")).wins_by_seat
    assert first[0] + second[1] > first[1] + second[0]


def test_a_search_counts_its_iterations_and_stops_in_time(model: Game) -> None:
    match = model.match(seed=3)
    while match.count == 1:
        match.choose(0)
    tree = Search(1, 50).searched(match)
    assert sum(child.visits for child in tree.children.values()) == 50
    assert set(tree.children) <= set(match.asked[2] if match.asked else ())
    assert all(0 <= child.reward <= child.visits <= child.available for child in tree.children.values())
    assert Search(1, seconds=0.0).choose(match) in range(match.count)


def test_what_a_seat_may_not_know_does_not_change_what_its_agent_chooses(model: Game) -> None:
    tried = 0
    for seed in range(20):
        match = model.match(seed=seed)
        for _ in range(3):
            match.choose(0)
        while (decision := match.decision) is not None and decision.kind != "action":
            match.choose(0)
        assert decision is not None
        places = hidden(match, decision.player)
        if len({pile for pile, _ in places}) < 2:
            continue
        other = swapped(match, places[0], places[-1])
        assert other.view(decision.player) == match.view(decision.player)
        assert other != match
        assert Greedy(seed).scores(other) == Greedy(seed).scores(match)
        assert Search(seed, 40).choose(other) == Search(seed, 40).choose(match)
        tried += 1
    assert tried >= 10


def test_an_imagined_match_keeps_what_the_seat_sees_and_every_card(bless: Game) -> None:
    for seed in range(5):
        match = bless.match(seed=seed)
        copy = imagined(match, 0, random.Random(seed))
        assert copy.view(0) == match.view(0)
        zones = [copy.place_of(card)[0] for card in range(len(bless.cards))]
        assert sorted(map(str, zones)) == sorted(str(match.place_of(card)[0]) for card in range(len(bless.cards)))
        for pile in bless.compiled.layout.kind_of:
            assert all(copy.s[bless.compiled.layout["zone"] + card] == pile for card in copy.s[pile])


def test_the_score_is_that_of_the_ending_first(model: Game) -> None:
    match = model.match(seed=1)
    score = Score(model)
    before = score.of(match, 0)
    match.s[model.compiled.layout["value Punti"] - 1] += 1
    assert score.of(match, 0) == before + 1000
    assert score.of(match, 1) == -score.of(match, 0)


@pytest.mark.parametrize("name", ["mercanti", "fow"])
def test_no_deal_mixes_decks_of_different_owners_or_parts(name: str) -> None:
    game = load(ROOT / "games" / name)
    owners, zones, chance = game.objects.owners, game.objects.zones, random.Random(1)
    match = game.match(seed=1)
    moved = 0
    for _ in range(60):
        decision = match.decision
        assert decision is not None
        copy = imagined(match, decision.player, chance)
        assert copy.view(decision.player) == match.view(decision.player)
        for pile in game.compiled.layout.kind_of:
            for was, now in zip(match.s[pile], copy.s[pile], strict=True):
                moved += was != now
                if was < len(owners):
                    assert (owners[was], zones[was]) == (owners[now], zones[now])
        match.choose(chance.randrange(match.count))
        if match.over:
            break
    assert moved > 100


@pytest.mark.parametrize("name", ["mercanti", "fow"])
def test_searching_where_each_has_a_deck(name: str) -> None:
    game = load(ROOT / "games" / name)
    match, chance = game.match(seed=2), random.Random(2)
    tried = 0
    for _ in range(30):
        if match.over:
            break
        if match.count > 1:
            chosen = Search(tried, 30).choose(match)
            assert chosen in range(match.count)
            tried += 1
            match.choose(chosen)
        else:
            match.choose(chance.randrange(match.count))
    assert tried >= 8
