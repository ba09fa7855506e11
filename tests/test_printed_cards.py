"""What a card prints without a text, or by the name of a value: the same in a deck and in a scene."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.load import Loaded, card_of_lines, load

GAMES = Path(__file__).resolve().parent.parent / "games"


@cache
def game(name: str) -> Loaded:
    return load(GAMES / name)


@pytest.mark.parametrize(
    ("name", "line", "printed"),
    [
        pytest.param("kult", "Essere, VAT 1. Indicatori Nord e Prima.", {"Indicatori": ("Nord", "Prima")}, id="words"),
        pytest.param(
            "kult", "Essere. Simboli ROSA, ROSA.", {"Simboli": ("ROSA", "ROSA")}, id="as often as it is there"
        ),
        pytest.param("kult", "Essere, VAT -2.", {"VAT": -2}, id="below nothing"),
        pytest.param(
            "fow", "Risonatore {F} 300/200", {"Tipo": ("Risonatore",), "ATK": 300, "DEF": 200}, id="only a head"
        ),
    ],
)
def test_a_line_prints(name: str, line: str, printed: dict[str, object]) -> None:
    read = game(name)
    assert read.meaning is not None
    card, problems = card_of_lines("Prova", [line], read.meaning, read.vocabulary)
    assert not [problem for problem in problems if problem.code != "D022"]
    assert {value: card.values[value] for value in printed} == printed


@pytest.mark.parametrize(
    ("name", "line"),
    [
        pytest.param("ventisei", "Luce, Occhio -2.", id="a value that has a least"),
        pytest.param("kult", "Essere, VAT Prima.", id="a word of another value"),
        pytest.param("kult", "Essere, VAT Prima: Vince in parità.", id="the name of a number alone, in a head"),
        pytest.param("fow", "Risonatore {F} 300", id="half of a pair"),
    ],
)
def test_a_line_is_refused(name: str, line: str) -> None:
    read = game(name)
    assert read.meaning is not None
    _, problems = card_of_lines("Prova", [line], read.meaning, read.vocabulary)
    assert [problem for problem in problems if problem.is_error and problem.code != "D022"]
