"""Nouns that a game describes in its own words, members that have a place of their own, values that only some cards have."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import load as play

ROOT = Path(__file__).resolve().parent.parent
KINDS = """
valore Genere, maschile, plurale Generi
    di: una carta
    è: uno tra le parole del mazzo, stampato, se c'è
membro Fante, maschile, plurale Fanti
    di: Genere
membro Carro, maschile, plurale Carri
    di: Genere
membro Macigno-R, maschile, plurale Macigni-R
    di: Genere
    dove: nel Cimitero
nome guerriero, maschile, plurale guerrieri
    è: un Fante o un Carro
nome veterano, maschile, plurale veterani
    è: un Fante con Forza 3 o più
"""
CARDS = """
Fante Scalzo
    Fante. Forza 3.
    Effetto: Ha +1 Forza per ogni altro guerriero.
Carro di Paglia
    Carro. Forza 1.
    Effetto: ENTRATA: Distruggi un veterano.
Macigno
    Macigno-R. Forza 1.
    Effetto: Ha +1 Forza per ogni Macigno-R.
"""


def game(tmp_path: Path, words: str = KINDS) -> Path:
    """The model game with kinds of cards, and a deck of these cards only."""
    rules = (ROOT / "games/modello/modello.gioco").read_text().replace("12 carte", "3 carte")
    (tmp_path / "modello.gioco").write_text(rules.replace("\n-- Zone\n", f"{words}\n-- Zone\n"))
    (tmp_path / "modello.mazzo").write_text(f"mazzo Modello per Modello\n{CARDS}")
    return tmp_path


def test_a_noun_is_what_its_description_says(tmp_path: Path) -> None:
    loaded = load(game(tmp_path))
    assert [str(p.message) for p in loaded.problems] == []
    match = play(tmp_path).match(seed=1, first=0)
    places = {match.name_of(c): c for c in range(3)}
    move = match.game.machine.names["move"]
    base = match.game.compiled.layout["zone Schiera"]
    for name in ("Fante Scalzo", "Carro di Paglia"):
        move(match.s, places[name], base - 1)
    assert match.is_noun(places["Fante Scalzo"], "veterano")
    assert not match.is_noun(places["Carro di Paglia"], "veterano")
    assert match.is_noun(places["Carro di Paglia"], "guerriero")
    assert match.value(places["Fante Scalzo"], "Forza") == 4


def test_a_member_with_its_own_place_is_one_only_there(tmp_path: Path) -> None:
    loaded = load(game(tmp_path))
    reading = loaded.read("Ha +1 Forza per ogni Macigno-R.", "Effetto")
    assert reading is not None and len(reading.meanings) == 1
    assert "zone='Cimitero'" in str(reading.meanings[0])


def test_a_description_that_is_not_understood_is_told_with_its_place(tmp_path: Path) -> None:
    loaded = load(game(tmp_path, KINDS.replace("un Fante o un Carro", "un Fante o un Caro")))
    assert [(p.code, p.span.line if p.span else 0) for p in loaded.problems][:1] == [("S010", 35)]


@pytest.mark.parametrize("said", ["3", "la Schiera", "due carte nella Schiera", "un Fante bersaglio", "un guerriero"])
def test_a_description_that_says_of_nothing_is_no_answer(tmp_path: Path, said: str) -> None:
    loaded = load(game(tmp_path, KINDS.replace("un Fante o un Carro", said)))
    place = [(p.span.line, p.span.column, p.span.length) for p in loaded.problems if p.code == "D002" and p.span]
    assert place == [(35, 8, len(said))]


@pytest.mark.parametrize("said", [", se c'è", ""])
def test_a_value_that_not_every_card_has_may_be_left_out(tmp_path: Path, said: str) -> None:
    folder = game(tmp_path, KINDS.replace(", se c'è", said))
    deck = folder / "modello.mazzo"
    deck.write_text(deck.read_text().replace("    Fante. Forza 3.", "    Forza 3."))
    assert [p.code for p in load(folder).problems] == ([] if said else ["D022"])
