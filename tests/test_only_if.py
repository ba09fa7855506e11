"""«solo se» is one: «puoi giocare questa carta solo se …» forbids it otherwise, from the hand, whichever text says it."""

from pathlib import Path

import pytest

from dsl.explain import explain
from dsl.load import load
from interpreter.match import load as load_game

GAMES = Path(__file__).parent.parent / "games"
WORDING = "Puoi calare questa carta solo se hai almeno 2 Eco."


def read(wording: str, field: str) -> list[str]:
    return [each["it"] for each in explain(load(GAMES / "bless"), wording, field)["readings"]]


@pytest.mark.parametrize("field", ["Maledizione", "Preghiera Impulso", "Preghiera Legame"])
@pytest.mark.parametrize("wording", [WORDING, WORDING.replace("Puoi calare", "Cala"), WORDING.replace("almeno ", "")])
def test_it_is_one_sentence_in_every_text(field: str, wording: str) -> None:
    assert read(wording, field) == [WORDING]


def test_a_text_that_is_used_goes_on_after_it() -> None:
    assert read(f"{WORDING} Pesca una carta.", "Preghiera Impulso") == [f"{WORDING} Pesca una carta."]


@pytest.mark.parametrize("when", ["solo durante il tuo turno", "solo se l'avversario ha almeno una Luce"])
def test_a_time_is_no_contrary(when: str) -> None:
    wording = f"Pesca una carta. Puoi giocare questa carta {when}."
    assert read(wording, "Preghiera Impulso") == [wording]


def test_the_contrary_is_said_in_a_used_text_too() -> None:
    wording = "Se l'avversario ha almeno una Luce, non puoi giocare questa carta. Pesca una carta."
    assert read(wording, "Preghiera Impulso") == [wording]


def test_what_is_done_on_the_table_comes_too_late() -> None:
    said = explain(load(GAMES / "bless"), "Puoi invocare questa carta solo se hai 2 Luce.", "Preghiera Eco")
    assert [each["code"] for each in said["problems"]] == ["S037"]


def test_an_option_of_a_used_text_is_under_its_condition() -> None:
    said = read("Puoi spezzare una Maledizione solo se hai 2 Eco.", "Preghiera Impulso")
    assert said == ["Se hai almeno 2 Eco, puoi spezzare una Maledizione."]


def test_no_card_is_what_only_a_player_is() -> None:
    match = load_game(GAMES / "duello").match(seed=1)
    assert not any(match.is_noun(card, "giocatore") for card in range(3))
