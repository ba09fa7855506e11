"""Rounds inside rounds: whose the next one is, and what happens when nobody is who is named."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.load import load as read
from dsl.source import Source
from interpreter.match import Match, load
from interpreter.scenes import SceneBook, World

RULES = """gioco Giri
    giocatori: 3
    mazzo: in comune, 12 carte, tutte diverse
    parola sottintesa: carta
    dado: nessuno
valore Forza, femminile
    di: una carta
    è: un numero, stampato
valore Punti, maschile, plurale
    di: un giocatore
    è: un numero, comincia da 0
zona Mazzo, maschile
    di: tutti
    ordine: pila
    chi la vede: nessuno
zona Mano, femminile, plurale Mani
    di: ogni giocatore
    chi la vede: il suo giocatore
zona Banco, maschile
    di: ogni giocatore
    chi la vede: tutti
zona Scarti, maschile, plurale
    di: tutti
    ordine: pila
    chi la vede: tutti
nome Giocata, femminile, plurale Giocate
    è: una carta nel Banco
nome padrone, maschile
    di: una carta
    è: il giocatore che l'ha giocata
nome Forte, maschile
    è: il padrone della Giocata con Forza maggiore
verbo pescare
    forma: un giocatore pesca carte
    passi:
        la carta in cima al Mazzo va nella Mano del giocatore
verbo calare
    forma: un giocatore cala una carta
    da: la Mano del giocatore
    passi:
        la carta va nel Banco del giocatore
        i Punti del giocatore aumentano di 1
preparazione
    si tira a sorte un giocatore, detto Primo
    comincia la smazzata di Primo
periodo partita
    contiene: smazzata, smazzata dopo smazzata
periodo smazzata, femminile, plurale smazzate
    di: un giocatore, poi il giocatore seguente
    contiene: Arrivo, Gioco
periodo Arrivo, maschile
    passi:
        ogni giocatore pesca 2 carte
periodo Gioco, maschile
    contiene: giro, giro dopo giro
    finisce appena: nessun giocatore ha carte in mano
periodo giro, maschile, plurale giri
    di: un giocatore, poi il Forte
    passi:
        si apre la finestra delle calate
    quando finisce:
        CLEARED
finestra delle calate
    chi gioca: tutti, a partire dal giocatore di turno
    si chiude: quando passano tutti
    ciò che si gioca: si fa subito
    si può passare: solo se non c'è altro
azione Calare
    finestra: delle calate
    scegli: una carta nella tua Mano, detta Scelta
    solo se: non hai calato una carta in questo giro
    effetto:
        cala Scelta
fine della partita
    vince: chi ha più Punti
    a parità: nessuno
    dopo: 2 smazzate
"""
CARDS = "mazzo Giri per Giri\n\n" + "\n".join(f"Carta {number}\n    Forza {number}.\n" for number in range(12))
GONE = "tutte le Giocate vanno negli Scarti"


def match_of(folder: Path, cleared: str) -> Match:
    """A whole match, at random."""
    (folder / "giri.gioco").write_text(RULES.replace("CLEARED", cleared), encoding="utf-8")
    (folder / "giri.mazzo").write_text(CARDS, encoding="utf-8")
    match = load(folder).match(seed=4)
    chance = Random(4)
    while match.decision is not None:
        match.choose(chance.randrange(match.count))
    return match


def whose(match: Match, period: str) -> list[int]:
    """Whose each such period was when it began: seats."""
    return [-1 - each.roles["player"] for each in match.log if each.kind == "begin" and each.name == period]


def test_the_next_player_of_a_round_is_reckoned_from_its_own_not_from_the_one_inside(tmp_path: Path) -> None:
    first, second = whose(match_of(tmp_path, "i Punti di Forte aumentano di 1"), "smazzata")
    assert second == (first + 1) % 3


def test_whoever_had_it_keeps_it_when_nobody_is_who_is_named(tmp_path: Path) -> None:
    match = match_of(tmp_path, "tutte le Giocate vanno negli Scarti")
    (first, second), rounds = whose(match, "smazzata"), whose(match, "giro")
    assert rounds == [first, first, second, second]
    assert match.over


@pytest.mark.parametrize(
    ("held", "good"),
    [
        ("giro, giro dopo giro", True),
        ("Arrivo, giro, Arrivo dopo giro", True),
        ("Arrivo, giro, giro dopo giro", False),
        ("giro, giro dopo giro, Arrivo", False),
        ("giro, Arrivo, giro dopo giro", False),
    ],
)
def test_a_round_is_all_that_the_period_holds(tmp_path: Path, held: str, good: bool) -> None:
    text = RULES.replace("CLEARED", "la partita finisce").replace("contiene: giro, giro dopo giro", f"contiene: {held}")
    (tmp_path / "giri.gioco").write_text(text.replace("contiene: Arrivo, Gioco", "contiene: Gioco"), encoding="utf-8")
    codes = [each.code for each in read(tmp_path).problems]
    assert ("D050" not in codes) is good


SCENE = """scene per Giri, con il mazzo Giri

scena Si comincia dove la prova dice, anche se senza carte in mano il giro sarebbe finito
    è il giro
    in mano ad A: Carta 3
    in mano a B: Carta 5, Carta 6
    in mano a C: Carta 4
    A cala Carta 3
    A passa
    allora:
        Carta 3 è nel Banco di A
        B può calare Carta 5
"""


def test_a_scene_begins_in_a_round_that_is_over_where_nobody_has_cards(tmp_path: Path) -> None:
    (tmp_path / "giri.gioco").write_text(RULES.replace("CLEARED", "la partita finisce"), encoding="utf-8")
    (tmp_path / "giri.mazzo").write_text(CARDS, encoding="utf-8")
    book = SceneBook.of(Source.of("prova.scena", SCENE), World(tmp_path))
    outcome = book.play(0)
    assert book.told_problems() == "" and book.report(outcome) == ""
