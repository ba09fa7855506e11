"""Declared places: what their text says of the geometry, which card lies where, what a place is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dsl.load import load as read
from dsl.meaning.italian import said
from dsl.syntax.reading import Fate
from interpreter.match import Game, Match, SaveError, load
from interpreter.program.spots import reached, spots_of
from interpreter.tell import tell_step

ORTI = Path(__file__).parent.parent / "games" / "orti"


@pytest.fixture(scope="module")
def orti() -> Game:
    return load(ORTI)


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Game:
    """The same game with some words of its rules for others."""
    shutil.copytree(ORTI, tmp_path / "orti")
    rules = tmp_path / "orti" / "orti.gioco"
    text = rules.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    return load(tmp_path / "orti")


def seen(game: Game, direction: str) -> dict[str, set[str]]:
    """What a direction leads to, from each place of the first player and of all: «A1» a bed, «a1» a greenhouse."""
    spots = spots_of(game.meaning, game.players)
    names = [
        spot.name if spot.seat is None else ("AB" if spot.zone == "Aiuole" else "ab")[spot.seat] + spot.name
        for spot in spots
    ]
    rows = reached(game.meaning, spots, direction)
    pairs = zip(spots, names, rows, strict=True)
    return {name: {names[i] for i in row} for spot, name, row in pairs if spot.seat != 1}


def test_rows_are_staggered_as_the_text_says(orti):
    assert seen(orti, "davanti") | {} == {
        "A1": {"B1"}, "A2": {"B2"}, "A3": {"B3"}, "A4": {"B4"},
        "a1": {"A1", "A2"}, "a2": {"A2", "A3"}, "a3": {"A3", "A4"},
        "Nord": set(), "Est": set(), "Sud": set(), "Ovest": set(),
    }  # fmt: skip
    behind = seen(orti, "dietro")
    assert (behind["A1"], behind["A2"], behind["A4"], behind["a1"]) == ({"a1"}, {"a1", "a2"}, {"a3"}, set())


def test_a_union_is_of_its_parts(orti):
    near = seen(orti, "vicina")
    assert near["A2"] == {"A1", "A3", "B2", "a1", "a2"}
    assert near["a2"] == {"a1", "a3", "A2", "A3"}
    assert near["A1"] == {"A2", "B1", "a1"}
    assert near["Nord"] == {"Est", "Ovest"}


def test_a_line_runs_over_both_sides(orti):
    line = seen(orti, "in fila")
    assert line["a2"] == {"a2", "b2", "A2", "A3", "B2", "B3"}
    assert line["A2"] == {"A2", "B2", "a1", "a2", "b1", "b2"}
    assert line["A1"] == {"A1", "B1", "a1", "b1"}


def test_the_size_and_the_offset_are_the_texts(tmp_path, orti):
    wide = changed(
        tmp_path, ("posti: 4", "posti: 6"), ("da Serre: Aiuole N, Aiuole N+1", "da Serre: Aiuole N+1, Aiuole N+2")
    )
    assert seen(wide, "davanti")["a3"] == {"A4", "A5"}
    assert seen(wide, "davanti")["A6"] == {"B6"}
    assert len(wide.match(seed=1).decision.options) > len(orti.match(seed=1).decision.options)


def option(match: Match, *words: str) -> None:
    """Take the option that has these words."""
    found = [o for o in match.decision.options if all(word in o.text for word in words)]
    assert len(found) == 1, [o.text for o in match.decision.options]
    match.choose(found[0].index)


def test_a_place_is_seen_told_saved_and_copied(orti):
    match = orti.match(seed=1, first=0)
    card = match.decision.options[0].objects[0]
    option(match, f"pianta {orti.cards[card].name} su aiuola 2 di A")
    assert match.view(1)["players"][0]["zones"]["Aiuole"][0]["place"] == "aiuola 2"
    beds = [each for each in match.view(1)["players"][0]["places"] if each["zone"] == "Aiuole"]
    assert [each["cards"] for each in beds] == [[], [card], [], []]
    assert any(tell_step(match, e).endswith("su aiuola 2 di A") for e in match.log)
    again = Match.load(orti, match.save())
    assert again == match and again.spot_of(card) == match.spot_of(card)
    copy = match.clone()
    while copy.decision is not None and copy.spot_of(card) is not None:
        copy.choose(copy.count - 1)
    assert match.spot_of(card) is not None


def test_a_save_with_a_card_on_two_places_is_refused(orti):
    match = orti.match(seed=1, first=0)
    match.choose(0)
    held = orti.compiled.layout["held"] + orti.compiled.layout.first_spot
    full = next(i for i in range(held, held + 14) if match.s[i])
    match.s[held if full != held else held + 1] = match.s[full]
    with pytest.raises(SaveError):
        Match.load(orti, match.save())


def test_an_occupied_place_is_not_offered(orti):
    match = orti.match(seed=1, first=0)
    option(match, f"pianta {orti.cards[match.decision.options[0].objects[0]].name} su aiuola 2 di A")
    assert not any("su aiuola 2 di A" in o.text and "pianta" in o.text for o in match.decision.options)


SAID = [
    "Le Rose davanti hanno +1 Vigore.",
    "Tutte le carte vicine hanno +1 Vigore.",
    "Ogni altra Rosa vicina ha -1 Vigore.",
    "Ha +1 Vigore per ogni Felce in fila.",
    "Se c'è un'altra tua Pianta a lato, ha +2 Vigore.",
    "Se è davanti a una Rosa, ha +1 Vigore.",
    "Se la sua zolla è Gelata, ha -1 Vigore.",
    "Le Piante su una zolla Gelata hanno -1 Vigore.",
    "Le carte vicine a questa carta hanno +1 Vigore.",
    "FIORITURA: Mieti una Pianta in una zolla Gelata.",
    "FIORITURA: Mieti una Pianta davanti o dietro.",
    "FIORITURA: Sposta una tua Pianta su una zolla libera.",
    "FIORITURA: Sposta una Pianta avversaria su una zolla simile.",
    "FIORITURA: Sposta questa carta su una tua aiuola libera davanti.",
    "FIORITURA: Gela tutte le zolle in fila.",
    "FIORITURA: Gela una zolla occupata, poi mieti una Pianta su quella zolla.",
    "Le zolle davanti sono Gelate.",
    "Le Piante davanti e dietro hanno +1 Vigore.",
    "FIORITURA: Mieti la Pianta bersaglio davanti.",
    "FIORITURA: Mieti la Pianta davanti bersaglio.",
    "FIORITURA: Sposta questa carta su una zolla simile.",
    "FIORITURA: Sposta una tua Pianta su una zolla simile a questa carta.",
    "Se la carta davanti è una Rosa, ha +2 Vigore.",
    "Se non c'è una carta davanti, ha +1 Vigore.",
    "Ha +1 Vigore per ogni zolla libera vicina.",
    "Le tue Piante a lato non possono essere mietute.",
    "Quando una carta vicina si miete, raccogli un Punto.",
    "Non può essere mietuta se è a lato di una Felce.",
]


@pytest.mark.parametrize("wording", SAID)
def test_sentences_with_places_are_understood_and_said_back(wording):
    loaded = read(ORTI)
    reading = loaded.read(wording, "Effetto")
    assert reading is not None and reading.fate is Fate.UNDERSTOOD, reading and [p.message for p in reading.problems]
    back = said(reading.meanings[0], loaded.vocabulary)
    again = loaded.read(back, "Effetto")
    assert again is not None and again.meanings == reading.meanings, back


WRONG = [
    "Le Rose vicino hanno +1 Vigore.",
    "FIORITURA: Gela una zolla libero.",
    "Le Rose su hanno +1 Vigore.",
]


@pytest.mark.parametrize("wording", WRONG)
def test_what_does_not_agree_is_remarked_or_refused(wording):
    loaded = read(ORTI)
    reading = loaded.read(wording, "Effetto")
    assert reading is not None and reading.problems
