"""What holds in every match of KULT, with any number of players: cards and tokens are where they may be, as many as at
the start, and no place holds more than it can."""

import random
from pathlib import Path

import pytest

from interpreter.match import Match, load

MOST_DECISIONS = 5_000


@pytest.fixture(scope="module")
def kult():
    return load(Path(__file__).parent.parent / "games" / "kult")


def holds(match: Match) -> None:
    """Every object lies in one pile; POP in the Pila, on crosses, hearts and among the removed are as many as were laid out."""
    layout = match.game.compiled.layout
    seen = [0] * len(match.game.cards)
    for at in layout.kind_of:
        for card in match.s[at]:
            seen[card] += 1
    assert set(seen) == {1}
    players = range(match.game.players)
    placed = match.game_value("Popolazione") + sum(match.player_value(p, "Popolo") for p in players)
    placed += len(match.pile("Ospitati")) + len(match.pile("Eliminati"))
    assert placed == 5 * len(players) - 1
    for seat in players:
        for zone in ("Rosa dei Venti", "Stazioni"):
            cards = match.pile(zone, seat)
            assert len(cards) <= 4
            for card in cards:
                assert match.value(card, "Carico") <= match.value(card, "Capienza")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_and_nothing_is_born(kult, players, seed):
    game = kult.seated(players)
    match, chance = game.match(seed=seed), random.Random(seed)
    for step in range(MOST_DECISIONS):
        if match.decision is None:
            break
        if step % 20 == 0:
            holds(match)
        match.choose(chance.randrange(match.count))
    assert match.over
    holds(match)
