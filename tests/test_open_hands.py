"""A hand that lies open: everybody sees it as long as it does, and nobody deals it anew; what was hidden before stays so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.agents.imagined import imagined
from interpreter.match import Game, Match, load
from interpreter.program.layout import player_code

ROOT = Path(__file__).resolve().parent.parent
OPEN = "a mano scoperta"
GAMES = ("bless", "ventisei", "fow", "kult", "duello")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(ROOT / "games" / str(request.param))


def begun(game: Game) -> Match:
    """A match in which the other seat has cards in hand, where one may act."""
    match, chance = game.match(7), random.Random(7)
    for _ in range(400):
        decision = match.decision
        if decision is None or (decision.kind == "action" and len(match.pile("Mano", 1)) > 2):
            break
        match.choose(chance.randrange(len(decision.options)))
    assert len(match.pile("Mano", 1)) > 2
    return match


def opened(match: Match, seat: int) -> Match:
    """The same match, where a seat plays with its hand open."""
    copy = match.clone()
    at = copy.game.compiled.layout["stat"] + player_code(seat)
    copy.s[at] |= 1 << list(copy.game.meaning.statuses).index(OPEN)
    return copy


def test_an_open_hand_is_seen_by_the_other(game: Game) -> None:
    match = begun(game)
    hidden = match.view(0)["players"][1]["zones"]["Mano"]
    shown = opened(match, 1).view(0)["players"][1]["zones"]["Mano"]
    assert hidden == {"count": len(match.pile("Mano", 1))}
    assert [card["name"] for card in shown] == [match.card_name(c) for c in match.pile("Mano", 1)]


def test_what_came_to_it_while_it_was_hidden_is_not_told(game: Game) -> None:
    match = begun(game)
    assert opened(match, 1).view(0)["log"] == match.view(0)["log"]


def test_an_open_hand_is_not_dealt_anew(game: Game) -> None:
    match = begun(game)
    mine = match.pile("Mano", 1)
    deals = [imagined(match, 0, random.Random(seed)).pile("Mano", 1) for seed in range(8)]
    assert any(sorted(deal) != sorted(mine) for deal in deals)
    known = opened(match, 1)
    assert all(imagined(known, 0, random.Random(seed)).pile("Mano", 1) == mine for seed in range(8))
