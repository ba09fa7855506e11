"""Tokens that are objects without a face, texts that a status turns off, more zones of cards than one: in a game of
the repository to which they are added."""

import random
from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import Match
from interpreter.match import load as load_game
from interpreter.position import Position

TORRI = Path(__file__).parent.parent / "games" / "torri"
MORE = """
segnalino Scudo, maschile, plurale Scudi
    quanti: 6
    anche: Segnalino Scudo, maschile, plurale Segnalini Scudo
    sta: nella Riserva o Addosso
    comincia: nella Riserva
zona Riserva, femminile
    di: tutti
    chi la vede: tutti
zona Addosso
    di: ogni Torre
    chi la vede: tutti
    quando l'ospite esce: si riprende
zona Sotto
    di: ogni Torre
    chi la vede: tutti
    chi vi sta: è appoggiato
    quando l'ospite esce: si abbatte
stato velata, contrario svelata
    di: una carta
    spegne: i testi della carta
    chi le sta sotto: è come l'ospite
verbo velare, inglese veil
    forma: un giocatore vela una carta
    di chi: è svelata
    passi:
        la carta diventa velata
verbo svelare, inglese unveil
    forma: un giocatore svela una carta
    di chi: è velata
    passi:
        la carta diventa svelata
verbo proteggere, participio protetto, inglese shield
    forma: un giocatore protegge una Torre
    passi:
        uno Scudo della Riserva va sulla Torre
verbo riprendere, participio ripreso, inglese take back/taken back
    forma: un giocatore riprende uno Scudo
    forma: uno Scudo si riprende
    passi:
        lo Scudo va nella Riserva
verbo appoggiare, inglese lean
    forma: un giocatore appoggia una carta a una Torre
    passi:
        la carta va sotto la Torre
azione Proteggere
    finestra: del lavoro
    scegli: una tua Torre, detta Protetta
    costo: 1 Mossa
    effetto:
        proteggi Protetta
azione Riprendere
    finestra: del lavoro
    scegli: uno Scudo su una tua Torre, detto Ripreso
    effetto:
        riprendi Ripreso
azione Velare
    finestra: del lavoro
    scegli: una tua Torre, detta Velata
    effetto:
        vela Velata
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scudi")
    for each in TORRI.glob("*.*"):
        (folder / each.name).write_text(each.read_text())
    rules = (folder / "torri.gioco").read_text() + MORE
    rules = rules.replace("zone: Cinta", "zone: Cinta, Sotto")
    (folder / "torri.gioco").write_text(rules)
    loaded = load(folder)
    assert loaded.problems == ()
    return load_game(folder)


def counts(match: Match) -> dict[str, int]:
    return {zone: sum(bool(match.game.cards[c].token) for c in match.pile(zone)) for zone in ("Riserva", "Addosso")}


def test_the_tokens_of_a_match_are_always_as_many(game):
    for seed in range(20):
        match, chance = game.match(seed=seed), random.Random(seed)
        while match.decision is not None:
            assert sum(counts(match).values()) == 6
            if chance.random() < 0.05:
                assert Match.load(game, match.save()).s == match.s
            match.choose(chance.randrange(match.count))


def test_tokens_of_one_place_are_one_option(game):
    place = Position(game)
    tower = place.place("Torre del Fabbro", "Cinta", 0)
    for _ in range(3):
        place.place("Scudo", "Addosso", host=tower)
    match = place.start()
    assert len([o for o in match.decision.options if "Scudo" in o.text]) == 1
    assert counts(match) == {"Riserva": 3, "Addosso": 3}


def test_what_lies_on_a_card_goes_back_when_it_leaves(game):
    place = Position(game)
    place.place("Torre Spaccata", "Cinta", 0)
    tower = place.place("Torre del Fabbro", "Cinta", 1)
    place.place("Scudo", "Addosso", host=tower)
    place.place("Scudo", "Addosso", host=tower)
    below = place.place("Torre delle Rondini", "Sotto", host=tower, controller=0)
    match = place.start()
    names = match.game.machine.names
    assert names["under"](match.s, tower) == (below,)
    assert names["host"](match.s, below) == tower
    match.choose(next(i for i, o in enumerate(match.decision.options) if "colpisce" in o.text))
    assert counts(match) == {"Riserva": 6, "Addosso": 0}
    assert match.place_of(below)[0] == match.place_of(tower)[0] == "Macerie"


def test_a_veiled_card_says_nothing_and_what_lies_under_it_neither(game):
    place = Position(game)
    tower = place.place("Torre del Geometra", "Cinta", 0)
    other = place.place("Torre del Vento", "Cinta", 0)
    below = place.place("Torre del Giullare", "Sotto", host=tower, controller=1)
    match = place.start()
    before = match.value(other, "Forza")
    i = next(i for i, o in enumerate(match.decision.options) if "vela" in o.text and "Geometra" in o.text)
    match.choose(i)
    assert match.status(tower, "velata") and match.status(below, "velata")
    assert match.value(other, "Forza") == before - 1
