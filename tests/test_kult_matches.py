"""What holds in every match of KULT, with any number of players: cards and tokens are where they may be, as many as at
the start, and no place holds more than it can."""

import random
import shutil
from pathlib import Path

import pytest

from benchmarks.soak import in_one_place
from dsl.load import load as read
from interpreter.match import Match, load

ROOT = Path(__file__).parent.parent

MOST_DECISIONS = 5_000


@pytest.fixture(scope="module")
def kult():
    return load(Path(__file__).parent.parent / "games" / "kult")


def holds(match: Match) -> None:
    """Every object lies in one pile; POP in the Pila, on crosses, hearts and among the removed are as many as were laid out."""
    in_one_place(match.game, match.s)
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


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_sees_the_wager_nor_another_s_discards(kult, seat):
    """K-011, K-015, KC-50, KC-53: the card under the Cuore is nobody's to see, the Scarti are their owner's."""
    game = kult.seated(3)
    match, chance = game.match(seed=5), random.Random(5)
    for _ in range(150):
        if match.decision is None:
            break
        match.choose(chance.randrange(match.count))
    for whose, player in enumerate(match.view(seat)["players"]):
        assert player["zones"]["Scommessa"] == {"count": 1}
        assert player["zones"]["Mazzo"] == {"count": len(match.pile("Mazzo", whose))}
        discards, number = player["zones"]["Scarti"], len(match.pile("Scarti", whose))
        assert discards == {"count": number} if whose != seat else len(discards) == number


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("3 × Ronda\n", "2 × Ronda\n"), "C002"),  # K-030 KC-03: 58 cards
        (("3 × Ronda\n", "4 × Ronda\n"), "X236"),  # four copies of a name
    ],
)
def test_a_deck_that_breaks_the_rules_is_told(tmp_path, change, code):
    folder = tmp_path / "kult"
    shutil.copytree(ROOT / "games" / "kult", folder)
    deck = folder / "lampioni-spenti.mazzo"
    deck.write_text(deck.read_text("utf-8").replace(*change), "utf-8")
    assert code in {problem.code for problem in read(folder).problems}
