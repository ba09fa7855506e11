"""What holds in every match of Ventisei: cards are where they may be, no place holds more than it can, numbers keep
within their bounds, a match is the same again and from any save, and nobody is shown another's hand."""

import random
from pathlib import Path

import pytest

from benchmarks.soak import in_one_place
from interpreter.match import Game, Match, load

MOST_DECISIONS = 5_000
GAME = Path(__file__).parent.parent / "games" / "ventisei"


@pytest.fixture(scope="module")
def ventisei() -> Game:
    return load(GAME)


def holds(match: Match) -> None:
    """Every card is in one pile; one card on a casa, four on an Altare; Karma, Cristalli, Occhio and Cariche in bounds."""
    layout = match.game.compiled.layout
    in_one_place(match.game, match.s)
    for seat in (0, 1):
        assert match.player_value(seat, "Punti Karma") >= 0
        assert match.player_value(seat, "Cristalli") >= 0
        assert len(match.pile("Altare", seat)) <= 4
        for zone, room in (("Case Maledizione", 4), ("Case Preghiera", 3)):
            cards = match.pile(zone, seat)
            assert len(cards) <= room
            spots = [match.s[layout["spot"] + card] for card in cards]
            assert None not in spots and len(set(spots)) == len(cards)
            for card in cards:
                assert match.value(card, "Occhio") >= 0
        for card in match.pile("Case Preghiera", seat):
            assert match.asked is None or match.asked[1] != "action" or match.value(card, "Cariche") >= 1


def played(game: Game, seed: int, *, check: bool) -> Match:
    match, chance = game.match(seed=seed), random.Random(seed)
    for step in range(MOST_DECISIONS):
        if match.asked is None:
            break
        if check and step % 10 == 0:
            holds(match)
        match.choose(chance.randrange(match.count))
    assert match.over
    return match


@pytest.mark.parametrize("seed", range(6))
def test_a_match_keeps_within_its_bounds_and_ends(ventisei: Game, seed: int) -> None:
    match = played(ventisei, seed, check=True)
    holds(match)
    lost = [seat for seat in (0, 1) if match.player_value(seat, "Punti Karma") == 0]
    if len(lost) == 1:
        assert match.winner == 1 - lost[0]


@pytest.mark.parametrize("seed", range(3))
def test_the_same_choices_are_the_same_match(ventisei: Game, seed: int) -> None:
    first, second = played(ventisei, seed, check=False), played(ventisei, seed, check=False)
    assert first.log == second.log and first.s == second.s


def test_a_match_goes_on_from_any_save(ventisei: Game) -> None:
    match, chance = ventisei.match(seed=1), random.Random(1)
    again, other = ventisei.match(seed=1), random.Random(1)
    while match.asked is not None:
        match.choose(chance.randrange(match.count))
        again = Match.load(ventisei, again.save())
        again.choose(other.randrange(again.count))
    assert again.asked is None and again.log == match.log and again.s == match.s


@pytest.mark.parametrize("seed", [4, 5])
def test_nobody_is_shown_a_card_before_it_was_seen(ventisei: Game, seed: int) -> None:
    match, chance = ventisei.match(seed=seed), random.Random(seed)
    open_zones = ("Vuoto", "Case Maledizione", "Case Preghiera", "Altare")
    known: tuple[set[str], set[str]] = (set(), set())
    for step in range(150):
        if match.asked is None:
            break
        public = {card for zone in open_zones for seat in (0, 1) for card in match.pile(zone, seat)}
        for seat in (0, 1):
            known[seat].update(match.game.cards[card].name for card in (*public, *match.pile("Mano", seat)))
            secret = {match.game.cards[card].name for card in (*match.pile("Mano", 1 - seat), *match.pile("Mazzo"))}
            if step % 5 == 0:
                told = str(match.view(seat))
                assert not [name for name in secret - known[seat] if name in told]
        match.choose(chance.randrange(match.count))
