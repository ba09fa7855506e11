"""Two values written together, and what may be a player or a card."""

from __future__ import annotations

from pathlib import Path

from dsl.load import load
from interpreter.match import Match
from interpreter.match import load as play

ROOT = Path(__file__).resolve().parent.parent
RULES = """
valore Scudo, maschile, plurale Scudi
    di: una carta
    è: un numero, stampato, se c'è
verbo colpire, participio colpito, inglese hit/hit
    forma: un giocatore colpisce un giocatore o una Creatura
    passi, il primo che vale:
        se la Creatura è in campo, il primo giocatore distrugge la Creatura
        altrimenti i Punti del secondo giocatore diminuiscono di 1
"""
CARDS = """
Arciere
    Forza 1.
    Effetto: ENTRATA: Se il suo Scudo è 0, colpisci un giocatore o una Creatura bersaglio.
Fabbro
    Forza 2, Scudo 1.
    Effetto: Le tue altre Creature guadagnano +2/+1.
"""


def game(folder: Path) -> Path:
    rules = (ROOT / "games/modello/modello.gioco").read_text().replace("12 carte", "10 carte")
    rules = rules.replace(
        "    è: un numero, stampato\n", "    è: un numero, stampato\n    si scrive insieme a: Scudo\n", 1
    )
    walls = "".join(
        f"Muro {name}\n    Forza 7, Scudo 2.\n"
        for name in ("Uno", "Due", "Tre", "Sei", "Sette", "Otto", "Nove", "Dieci")
    )
    (folder / "modello.gioco").write_text(rules + RULES)
    (folder / "modello.mazzo").write_text(f"mazzo Modello per Modello\n{CARDS}{walls}")
    assert [str(p.message) for p in load(folder).problems] == []
    return folder


def card(m: Match, name: str) -> int:
    return next(c for c in range(len(m.game.cards)) if m.name_of(c) == name)


def test_two_amounts_with_a_stroke_are_of_the_two_values(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    m = g.match(seed=1, first=0)
    base = g.compiled.layout["zone Schiera"]
    for name in ("Fabbro", "Muro Uno"):
        g.machine.names["move"](m.s, card(m, name), base - 1)
    assert (m.value(card(m, "Muro Uno"), "Forza"), m.value(card(m, "Muro Uno"), "Scudo")) == (9, 3)
    assert (m.value(card(m, "Fabbro"), "Forza"), m.value(card(m, "Fabbro"), "Scudo")) == (2, 1)


def test_a_pair_where_the_game_writes_no_two_values_together_is_refused(tmp_path: Path) -> None:
    loaded = load(ROOT / "games/modello")
    reading = loaded.read("Ha +2/+1.", "Effetto")
    assert reading is not None and [p.code for p in reading.problems] == ["S024"]


def test_a_target_may_be_a_player_or_a_card_and_each_is_treated_as_what_it_is(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    kinds = set()
    for seed in range(60):
        m = g.match(seed=seed)
        while not m.over:
            asked = m.asked
            assert asked is not None
            if asked[1] == "card" and any(x < 0 for x in asked[2]):
                before = [m.player_value(seat, "Punti") for seat in (0, 1)]
                at = seed % m.count
                x = asked[2][at]
                m.choose(at)
                if x < 0:
                    assert m.player_value(-1 - x, "Punti") == max(0, before[-1 - x] - 1)
                else:
                    assert m.place_of(x)[0] == "Cimitero"
                kinds.add(x < 0)
            else:
                m.choose(seed % m.count)
    assert kinds == {True, False}
