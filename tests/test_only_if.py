"""«solo se» is one: «puoi giocare questa carta solo se …» forbids it otherwise, and a text that is used comes too late to say it."""

from pathlib import Path

import pytest

from dsl.explain import explain
from dsl.load import load
from interpreter.match import load as load_game

GAMES = Path(__file__).parent.parent / "games"
WORDING = "Puoi calare questa carta solo se hai 2 Eco."


def test_a_text_in_force_forbids_it_otherwise() -> None:
    said = explain(load(GAMES / "bless"), WORDING, "Maledizione")
    assert [each["it"] for each in said["readings"]] == ["Se non hai almeno 2 Eco, non puoi calare questa carta."]


@pytest.mark.parametrize("more", ["", " Pesca una carta."])
def test_a_text_that_is_used_does_not_drop_it(more: str) -> None:
    said = explain(load(GAMES / "bless"), WORDING + more, "Preghiera Impulso")
    assert [each["code"] for each in said["problems"]] == ["S037"]


def test_an_option_of_a_used_text_is_under_its_condition() -> None:
    said = explain(load(GAMES / "bless"), "Puoi spezzare una Maledizione solo se hai 2 Eco.", "Preghiera Impulso")
    assert [each["it"] for each in said["readings"]] == ["Se hai almeno 2 Eco, puoi spezzare una Maledizione."]


def test_no_card_is_what_only_a_player_is() -> None:
    match = load_game(GAMES / "duello").match(seed=1)
    assert not any(match.is_noun(card, "giocatore") for card in range(3))
