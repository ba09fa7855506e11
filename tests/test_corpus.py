"""The corpus: every wording has its fate, says back what is stored, and the canonical wording means the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from syrupy.assertion import SnapshotAssertion

from dsl.explain import explain
from dsl.load import Loaded, load

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "corpus"
SHARE_OF_GENERAL_FORMS = 0.8


@frozen
class Wording:
    """A row of a list: where the wording stands on a card, the wording, what else the row says."""

    field: str
    text: str
    notes: tuple[str, ...] = ()


@cache
def wordings(name: str) -> tuple[Wording, ...]:
    """The rows of a list; those that no wording of this game can have are left out."""
    rows = [line.split("\t") for line in _lines(f"{name}.tsv")]
    if name == "italiano-generale":
        rows = [[field, text, form] for form, field, text in rows if field != "-"]
    return tuple(Wording(field, text, tuple(notes)) for field, text, *notes in rows)


def _lines(name: str) -> list[str]:
    text = (CORPUS / name).read_text("utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def not_yet() -> frozenset[tuple[str, str]]:
    """The wordings whose fate is known not to be the right one yet."""
    pairs = (line.split("\t") for line in _lines("non-ancora.txt"))
    return frozenset((field, text) for field, text in pairs)


@cache
def game() -> Loaded:
    return load(ROOT / "games" / "bless")


@cache
def answer(field: str, text: str) -> dict[str, Any]:
    return explain(game(), text, field)


def answer_to(wording: Wording) -> dict[str, Any]:
    return answer(wording.field, wording.text)


def is_right(name: str, wording: Wording) -> bool:
    """Whether a wording has the fate that its list asks for."""
    found = answer_to(wording)
    if name == "ambigue":  # refused is safe too: nothing is guessed
        return found["fate"] == "refused" or len({each["it"] for each in found["readings"]}) > 1
    if name != "sbagliate":
        return bool(found["fate"] == "understood")
    if found["fate"] != "understood":
        return bool(found["problems"] or found["fate"] == "ambiguous")
    right = answer(wording.field, wording.notes[0])
    return bool(found["problems"]) and _meanings(found) == _meanings(right)


def _meanings(found: dict[str, Any]) -> list[Any]:
    return [each["meaning"] for each in found["readings"]]


LISTS = ("italiano-generale", "varianti", "ambigue", "sbagliate")


@pytest.mark.parametrize("name", LISTS)
def test_every_wording_has_its_fate(name: str) -> None:
    wrong = {(each.field, each.text) for each in wordings(name) if not is_right(name, each)}
    listed = not_yet() & {(each.field, each.text) for each in wordings(name)}
    assert wrong - listed == set(), "no longer of the right fate"
    assert listed - wrong == set(), "of the right fate now: take out of non-ancora.txt"


def test_the_list_of_what_is_not_yet_right_names_the_corpus() -> None:
    every = {(each.field, each.text) for name in LISTS for each in wordings(name)}
    assert not_yet() <= every


def test_most_forms_of_general_italian_are_understood() -> None:
    forms: dict[str, bool] = {}
    for each in wordings("italiano-generale"):
        forms[each.notes[0]] = forms.get(each.notes[0], True) and is_right("italiano-generale", each)
    missing = sorted(form for form, read in forms.items() if not read)
    assert len(missing) <= (1 - SHARE_OF_GENERAL_FORMS) * len(forms), missing


@pytest.mark.parametrize("name", LISTS)
def test_what_is_said_back(name: str, snapshot: SnapshotAssertion) -> None:
    """All readings of all wordings: a new sentence form that gives an old wording another reading shows here."""
    assert "\n".join(_story(each) for each in wordings(name)) == snapshot


def _story(wording: Wording) -> str:
    found = answer_to(wording)
    lines = [f"{wording.field}: {wording.text}", f"  [{found['fate']}]"]
    for each in found["readings"]:
        lines += [f"  it: {_one_line(each['it'])}", f"  en: {_one_line(each['en'])}"]
    lines += [f"  {each['severity']}: {each['message']}" for each in found["problems"] if found["readings"]]
    return "\n".join(lines)


def _one_line(text: str) -> str:
    return text.replace("\n", " / ")


@pytest.mark.parametrize("name", LISTS)
def test_the_canonical_wording_means_the_same(name: str) -> None:
    broken = []
    for each in wordings(name):
        found = answer_to(each)
        if found["fate"] != "understood":
            continue
        said = found["readings"][0]["it"]
        again = answer(each.field, said)
        if again["fate"] != "understood" or _meanings(again) != _meanings(found) or again["readings"][0]["it"] != said:
            broken.append((each.text, said))
    assert broken == []


def test_a_wrong_wording_is_told_where() -> None:
    for each in wordings("sbagliate"):
        found = answer_to(each)
        if found["fate"] == "refused":
            assert all(problem["message"] and problem["column"] for problem in found["problems"]), each.text


@pytest.mark.parametrize(
    "text", ["Scegli due Legami. Spezzane uno e pesca una carta.", "Scegli due Legami. Spezzane uno a caso."]
)
def test_uno_before_no_noun_is_no_article(text: str) -> None:
    assert answer("Preghiera Impulso", text)["problems"] == []


def test_the_wording_without_what_is_too_much_is_proposed() -> None:
    told = answer("Preghiera Impulso", "Guadagni un'Azione in questo turno.")["problems"][0]
    assert (told["column"], told["length"]) == (20, len("in questo turno"))
    assert told["suggestions"] == ["Guadagni un'Azione."]


@cache
def another_game(name: str) -> Loaded:
    return load(ROOT / "games" / name)


@pytest.mark.parametrize("row", _lines("altri-giochi.tsv"), ids=lambda row: row.replace("\t", ": ")[:60])
def test_wordings_of_the_other_games_are_said_back_as_listed(row: str) -> None:
    name, field, text, canonical = row.split("\t")
    found = explain(another_game(name), text, field)
    assert [each["it"] for each in found["readings"]] == [canonical]
    again = explain(another_game(name), canonical, field)
    assert again["fate"] == "understood" and _meanings(again) == _meanings(found)


@pytest.mark.parametrize("row", _lines("ambigue-altri-giochi.tsv"), ids=lambda row: row.replace("\t", ": ")[:60])
def test_wordings_of_the_other_games_with_two_meanings_show_both(row: str) -> None:
    name, field, text, *readings = row.split("\t")
    found = explain(another_game(name), text, field)
    assert found["fate"] == "ambiguous" and len({each["it"] for each in found["readings"]}) == len(readings)


@pytest.mark.parametrize("row", _lines("rifiutate-altri-giochi.tsv"), ids=lambda row: row.replace("\t", ": ")[:60])
def test_wordings_of_the_other_games_that_would_do_nothing_are_refused(row: str) -> None:
    name, field, text, code = row.split("\t")
    found = explain(another_game(name), text, field)
    assert (found["fate"], [each["code"] for each in found["problems"]]) == ("refused", [code])
