"""State checks: what is due happens at one moment, again until nothing is due; losing and winning a match as steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import Game, Match
from interpreter.match import load as play

ROOT = Path(__file__).resolve().parent.parent
RULES = """
valore Ferite, femminile, plurale, singolare Ferita
    di: una carta
    è: un numero, comincia da 0
verbo ferire, participio ferito, inglese wound
    forma: un giocatore ferisce una Creatura
    passi:
        le Ferite della Creatura aumentano di 2
verbo pungere, participio punto, inglese sting/stung
    forma: un giocatore punge un giocatore
    passi:
        i Punti del secondo giocatore diminuiscono di 5
verifica Ferite
    di: una Creatura
    se: le sue Ferite sono almeno la sua Forza
    allora:
        il controllore della Creatura distrugge la Creatura
verifica Punti
    di: un giocatore con 0 Punti o meno
    allora:
        perde la partita
etichetta CADUTA
    quando: questa carta si distrugge
ordine delle precedenze
    tra giocatori: prima il giocatore di turno, poi in giro
    le proprie: le ordina il loro giocatore
    verifiche: WHEN
"""
CARDS = """
Frana
    Forza 9.
    Effetto: ENTRATA: Ferisci tutte le Creature.
Vespa
    Forza 9.
    Effetto: ENTRATA: Pungi ogni giocatore.
Lapide
    Forza 1.
    Effetto: CADUTA: Pesca una carta.
Sasso
    Forza 2.
    Effetto: Le tue altre Creature hanno +1 Forza.
Rovo
    Forza 1.
"""


def game(folder: Path, when: str = "a effetto finito") -> Path:
    rules = (ROOT / "games/modello/modello.gioco").read_text().replace("12 carte", "15 carte")
    rules = rules.replace("comincia da 0\n    minimo: 0\nvalore Mosse", "comincia da 4\nvalore Mosse")
    form = "    forma: un giocatore distrugge una Creatura"
    rules = rules.replace(form, f"{form}\n    forma: una Creatura si distrugge")
    rules = rules.replace("        i Punti del giocatore aumentano della Forza della carta\n", "")
    names = ("Uno", "Due", "Tre", "Quattro", "Cinque", "Sei", "Sette", "Otto", "Nove", "Dieci")
    walls = "".join(f"Muro {name}\n    Forza 7.\n" for name in names)
    (folder / "modello.gioco").write_text(rules + RULES.replace("WHEN", when))
    (folder / "modello.mazzo").write_text(f"mazzo Modello per Modello\n{CARDS}{walls}")
    assert [f"{p.code} {p.span} {p.message}" for p in load(folder).problems] == []
    return folder


def board(game: Game, **placed: tuple[str, int]) -> Match:
    """A match at its first decision with cards moved to a zone of a seat."""
    m = game.match(seed=3, first=0)
    for name, (zone, seat) in placed.items():
        game.machine.names["move"](m.s, card(m, name), game.compiled.layout[f"zone {zone}"] - 1 - seat)
    m.choose(m.count - 1)  # the turn passes, with all options made afresh
    while m.decision is not None and m.decision.player != 0:
        m.choose(m.count - 1)
    return m


def card(m: Match, name: str) -> int:
    return next(c for c in range(len(m.game.cards)) if m.name_of(c) == name)


def deploy(m: Match, name: str) -> None:
    """The option that plays a card, through a save at every decision."""
    for i, option in enumerate(m.asked[2]):  # type: ignore[index]
        if card(m, name) in option[2:]:
            m.choose(i)
            return
    raise AssertionError(f"{name} is not offered")


@pytest.mark.parametrize("when", ["a effetto finito", "dopo ogni evento"])
def test_what_is_due_goes_together_and_again_until_nothing_is_due(tmp_path: Path, when: str) -> None:
    """Sasso falls of its wounds; without its +1 Rovo is due too; the fallen Lapide draws after that."""
    g = play(game(tmp_path, when))
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0), Sasso=("Schiera", 0), Rovo=("Schiera", 0), Lapide=("Schiera", 1))
    deploy(m, "Frana")
    assert {m.place_of(card(m, name))[0] for name in ("Sasso", "Rovo", "Lapide")} == {"Cimitero"}
    assert m.place_of(card(m, "Frana"))[0] == "Schiera"


def test_those_who_lose_at_one_moment_lose_together(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0))
    deploy(m, "Vespa")
    assert m.over and m.winner is None


def test_one_who_loses_alone_leaves_the_match_to_the_other(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0))
    m.s[g.compiled.layout["value Punti"] - 2] = 9
    deploy(m, "Vespa")
    assert m.over and m.winner == 1


def test_long_and_short_programs_check_alike(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    logs = []
    for _ in range(2):
        m = g.match(seed=7)
        while not m.over:
            m.choose(m.count // 2)
            m = Match.load(g, m.save())
        logs.append([str(e) for e in m.log])
        g.quicken()
    assert logs[0] == logs[1]


def test_a_check_of_something_that_nothing_mends_stops(tmp_path: Path) -> None:
    """What is due and was done in vain is not done for ever."""
    folder = game(tmp_path)
    rules = folder / "modello.gioco"
    does = "il controllore della Creatura {} la Creatura"
    rules.write_text(rules.read_text().replace(does.format("distrugge"), does.format("ferisce")))
    g = play(folder)
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0), Rovo=("Schiera", 0))
    deploy(m, "Frana")
    assert m.s[g.compiled.layout["value Ferite"] + card(m, "Rovo")] >= 4
    assert not m.over


def test_what_stands_beside_is_found_when_it_is_due(tmp_path: Path) -> None:
    """Without another of them there is nothing to do; of two each is the other's, though both go."""
    folder = game(tmp_path)
    rules = folder / "modello.gioco"
    then = "    allora:\n        il controllore della Creatura distrugge la Creatura\n"
    beside = "    con: un'altra Creatura con Forza 1, detta Vicina\n    allora:\n        il controllore di Vicina distrugge la Creatura\n"
    assert then in rules.read_text()
    rules.write_text(rules.read_text().replace(then, f"{beside}        le Ferite di Vicina aumentano di 1\n"))
    assert not load(folder).problems
    g = play(folder)
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0), Rovo=("Schiera", 0))
    deploy(m, "Frana")
    assert m.place_of(card(m, "Rovo"))[0] == "Schiera"
    m = board(g, Frana=("Mano", 0), Vespa=("Mano", 0), Rovo=("Schiera", 0), Lapide=("Schiera", 0))
    deploy(m, "Frana")
    assert {m.place_of(card(m, name))[0] for name in ("Rovo", "Lapide")} == {"Cimitero"}
    wounds = [m.s[g.compiled.layout["value Ferite"] + card(m, name)] for name in ("Rovo", "Lapide")]
    assert sorted(wounds) == [0, 1]  # of the two the first was gone when the second went


def test_what_stands_beside_is_a_description(tmp_path: Path) -> None:
    folder = game(tmp_path)
    rules = folder / "modello.gioco"
    rules.write_text(
        rules.read_text().replace(
            "    di: una Creatura\n    se: le", "    di: una Creatura\n    con: il giocatore di turno\n    se: le"
        )
    )
    assert "D002" in {p.code for p in load(folder).problems}
