"""«per ogni Filo»: a block that stands for as many as a value has words, those of the files beside the rules too."""

from pathlib import Path
from shutil import copytree

import pytest

from dsl.load import Loaded, load
from dsl.meaning import nodes as n
from dsl.meaning.walk import walk

LANTERNE = Path("dsl/problems/lanterne")
PERMITTED = """\
valore concesso, per ogni Filo
    di: un giocatore
    è: un numero, calcolato
    vale: 1
    si dice: può tenere quel Filo
limite Fili, per ogni Filo
    di: un giocatore
    quante: 1 Lanterna di quel Filo
    o quanti dice: concesso
    chi esce: una sua Lanterna di quel Filo, non l'ultima arrivata
    esce: il giocatore la affonda
"""
RULE = """\
regola Fili, per ogni Filo
    Un giocatore non può appendere una carta di quel Filo se ha una Lanterna di quel Filo nel Molo.
"""


def read(folder: Path, blocks: str, words: str = "") -> Loaded:
    """The small game with more blocks, and more words of its deck."""
    copytree(LANTERNE, folder / "gioco")
    for name, more in (("lanterne.gioco", blocks), ("fili.parole", words)):
        file = folder / "gioco" / name
        file.write_text(f"{file.read_text(encoding='utf-8')}\n{more}", encoding="utf-8")
    return load(folder / "gioco")


def errors(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.problems if each.is_error]


def test_a_limit_and_a_value_are_one_for_each_word(tmp_path: Path) -> None:
    loaded = read(tmp_path, PERMITTED)
    assert errors(loaded) == []
    assert loaded.meaning is not None
    assert {"Lane concesse", "Erbe concesse"} <= set(loaded.meaning.values)
    assert "concesso" not in loaded.meaning.values
    limits = {each.name: each for each in loaded.meaning.limits.values() if each.name != "Molo"}
    assert {name: each.said_by for name, each in limits.items()} == {
        "Fili: Lana": "Lane concesse",
        "Fili: Erba": "Erbe concesse",
    }
    for name, each in limits.items():
        said = {x.member for part in (each.what, each.leaver) for x in walk(part) if isinstance(x, n.HasMember)}
        assert said == {name.removeprefix("Fili: ")}


def test_a_rule_says_its_sentences_of_each_word_also_of_one_that_a_deck_declares(tmp_path: Path) -> None:
    loaded = read(tmp_path, RULE, "membro Ortica, femminile, plurale Ortiche\n    di: Filo\n")
    assert errors(loaded) == []
    assert loaded.meaning is not None
    abilities = loaded.meaning.rules["Fili"].text.abilities
    said = [{x.member for x in walk(each) if isinstance(x, n.HasMember)} for each in abilities]
    assert said == [{"Lana"}, {"Erba"}, {"Ortica"}]


def test_some_words_are_left_out(tmp_path: Path) -> None:
    loaded = read(tmp_path, RULE.replace("per ogni Filo", "per ogni Filo fuorché Lana"))
    assert errors(loaded) == []
    assert loaded.meaning is not None
    assert len(loaded.meaning.rules["Fili"].text.abilities) == 1


@pytest.mark.parametrize(
    ("said", "place", "suggestion"),
    [
        ("per ogni Fillo", "Fillo", "Filo"),
        ("per ogni Ardore", "Ardore", ""),
        ("per ogni Filo fuorché Lanna", "Lanna", "Lana"),
    ],
)
def test_a_value_or_a_word_that_is_none_is_told_where_it_stands(
    tmp_path: Path, said: str, place: str, suggestion: str
) -> None:
    loaded = read(tmp_path, RULE.replace("per ogni Filo", said))
    wrong = [each for each in loaded.problems if each.code == "D002"]
    assert len(wrong) == 1
    assert wrong[0].span is not None
    text = (tmp_path / "gioco" / "lanterne.gioco").read_text(encoding="utf-8").splitlines()
    assert text[wrong[0].span.line - 1][wrong[0].span.column - 1 :].startswith(place)
    assert [*wrong[0].suggestions] == ([suggestion] if suggestion else [])


@pytest.mark.parametrize("blocks", [PERMITTED, RULE])
def test_a_block_that_says_nothing_of_the_word_is_told_once(tmp_path: Path, blocks: str) -> None:
    silent = blocks.replace(" di quel Filo", "")
    assert errors(read(tmp_path, silent)) == ["D271"]


def test_what_is_wrong_with_a_sentence_is_told_once(tmp_path: Path) -> None:
    loaded = read(tmp_path, RULE.replace("appendere", "apppendere"))
    assert len([each for each in loaded.problems if each.is_error]) == 1
