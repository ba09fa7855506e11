"""Tokens that are objects without a face, texts that a status turns off, more zones of cards than one, values that a
game says with a verb of its own, bags of words: in a game of the repository to which they are added."""

import random
from pathlib import Path

import pytest

from dsl.explain import explain
from dsl.load import load
from interpreter.match import Game, Match
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
valore Spazio, maschile, plurale Spazi
    di: una carta
    è: un numero, comincia da 1
    minimo: 0
    si dice: può portare Scudi
valore Semi, maschile, plurale, singolare Seme
    di: una carta
    è: quanti se ne vuole tra le parole del mazzo, stampati, se ci sono
valore Semi disponibili, maschile, plurale, singolare Seme disponibile
    di: un giocatore
    è: quanti se ne vuole tra i Semi
    si dice: impiegare Semi
membro Spiga, femminile, plurale Spighe
    di: Semi
membro Ghianda, femminile, plurale Ghiande
    di: Semi
regola Semi
    Un giocatore non può alzare una carta i cui Semi non sono tra i suoi Semi disponibili.
regola Spazio
    Un giocatore non può proteggere una Torre con 0 Spazi.
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
CARDS = """
Torre del Mulino
    Granito. Forza 2.
    Semi: Spiga, Spiga, Ghianda
    Torre: Può portare 3 Scudi. Impieghi 2 Spighe in più.
Torre del Bosco
    Marmo. Forza 2.
    Torre: Finché è svelata, impieghi una Ghianda in più. Finché porta uno Scudo, ha +3 Forza.
Torre Muta
    Marmo. Forza 2.
    Torre: Le altre tue Torri non possono portare Scudi.
"""


GIVING = """
verbo rendere, participio reso, inglese give back/given back
    forma: un giocatore rende uno Scudo
    da: la Scorta del giocatore
    anche da: Addosso
    passi:
        lo Scudo va nella Riserva
azione Rendere da una Torre
    finestra: del lavoro
    scegli: una tua Torre, detta Spogliata
    effetto:
        rendi uno Scudo su Spogliata
azione Rendere dalla Scorta
    finestra: del lavoro
    effetto:
        rendi uno Scudo
"""
STORE = """
zona Scorta, femminile, plurale Scorte
    di: ogni giocatore
    chi la vede: tutti
"""


def made(folder: Path, more: str) -> Game:
    for each in TORRI.glob("*.*"):
        (folder / each.name).write_text(each.read_text())
    rules = (folder / "torri.gioco").read_text() + more
    rules = rules.replace("zone: Cinta", "zone: Cinta, Sotto").replace("24 carte", "27 carte")
    (folder / "torri.gioco").write_text(rules)
    (folder / "prime-torri.mazzo").write_text((folder / "prime-torri.mazzo").read_text() + CARDS)
    loaded = load(folder)
    assert loaded.problems == ()
    return Game(loaded.meaning, loaded=loaded)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return made(tmp_path_factory.mktemp("scudi"), MORE)


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


def test_a_verb_takes_from_players_and_from_cards_in_short_programs_too(tmp_path):
    """The piles of the cards are declared right after those of the players: neither is taken for the other."""
    more = MORE.replace("\nzona Addosso", STORE + "zona Addosso").replace("o Addosso", "o nelle Scorte o Addosso")
    game = made(tmp_path, more + GIVING)
    for quick in (False, True):
        if quick:
            game.quicken()
        place = Position(game)
        tower = place.place("Torre del Fabbro", "Cinta", 0)
        place.place("Scudo", "Addosso", host=tower)
        place.place("Scudo", "Scorta", 0)
        match = place.start()
        assert counts(match) == {"Riserva": 4, "Addosso": 1}
        play(game, match, "rendi uno Scudo su Torre del Fabbro")
        assert counts(match) == {"Riserva": 5, "Addosso": 0}
        match.choose([o.text for o in match.decision.options].index("rendi uno Scudo"))
        assert counts(match) == {"Riserva": 6, "Addosso": 0}
        assert not match.pile("Scorta", 0)


def test_without_a_word_a_token_is_taken_from_where_the_verb_says(tmp_path):
    """«rendi uno Scudo»: of one's own Scorta, never from a card nor from another's; «su una Torre» says otherwise."""
    more = MORE.replace("\nzona Addosso", STORE + "zona Addosso").replace("o Addosso", "o nelle Scorte o Addosso")
    game = made(tmp_path, more + GIVING)
    place = Position(game)
    tower = place.place("Torre del Fabbro", "Cinta", 0)
    place.place("Scudo", "Addosso", host=tower)
    place.place("Scudo", "Scorta", 1)
    match = place.start()
    before = counts(match)
    match.choose([o.text for o in match.decision.options].index("rendi uno Scudo"))
    assert counts(match) == before
    play(game, match, "rendi uno Scudo su Torre del Fabbro")
    assert counts(match) == {"Riserva": before["Riserva"] + 1, "Addosso": 0}


def play(game: Game, match: Match, *words: str) -> None:
    match.choose(next(i for i, o in enumerate(match.decision.options) if all(word in o.text for word in words)))


def test_a_bag_is_what_the_cards_give_and_holds_what_is_asked(game):
    place = Position(game)
    place.place("Torre del Bosco", "Cinta", 0)
    wanted = place.place("Torre del Mulino", "Carro", 0)
    match = place.start()
    assert match.value(wanted, "Semi") == ("Spiga", "Spiga", "Ghianda")
    assert match.player_value(0, "Semi disponibili") == ("Ghianda",)
    assert not any("alza Torre del Mulino" in o.text for o in match.decision.options)
    place = Position(game)
    place.place("Torre del Bosco", "Cinta", 0)
    mill = place.place("Torre del Mulino", "Cinta", 0)
    place.place("Torre del Mulino", "Carro", 0)
    match = place.start()
    assert match.player_value(0, "Semi disponibili") == ("Spiga", "Spiga", "Ghianda")
    assert match.value(mill, "Spazio") == 3
    assert any("alza Torre del Mulino" in o.text for o in match.decision.options)
    play(game, match, "vela", "Bosco")
    assert match.player_value(0, "Semi disponibili") == ("Spiga", "Spiga")
    assert not any("alza Torre del Mulino" in o.text for o in match.decision.options)


def test_a_value_said_by_a_verb_has_layers_like_any_other(game):
    place = Position(game)
    wood = place.place("Torre del Bosco", "Cinta", 0)
    mute = place.place("Torre Muta", "Cinta", 0)
    place.place("Scudo", "Addosso", host=wood)
    match = place.start()
    assert (match.value(wood, "Spazio"), match.value(mute, "Spazio")) == (0, 1)
    assert match.value(wood, "Forza") == 5
    play(game, match, "vela", "Muta")
    assert match.value(wood, "Spazio") == 1
    play(game, match, "riprendi", "Scudo")
    assert match.value(wood, "Forza") == 2


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("Può portare due Scudi.", "Può portare 2 Scudi."),
        ("Non può portare Segnalini Scudo.", "Non può portare Scudi."),
        ("Può portare uno Scudo in meno.", "Può portare uno Scudo in meno."),
        ("Impieghi una Spiga e due Ghiande in più.", "Impieghi una Spiga in più e impieghi 2 Ghiande in più."),
        ("Se impieghi due Spighe, ha +1 Forza.", "Se impieghi 2 Spighe, ha +1 Forza."),
        ("Ha +1 Forza se porta almeno due Scudi.", "Se ha almeno 2 Scudi, ha +1 Forza."),
        ("Ha +1 Forza per ogni Scudo su questa carta.", "Ha +1 Forza per ogni Scudo su questa carta."),
    ],
)
def test_what_is_said_by_the_verb_of_a_value_is_said_back(game, said, canonical):
    first, again = explain(game.loaded, said, "Torre"), explain(game.loaded, canonical, "Torre")
    assert [each["it"] for each in first["readings"]] == [canonical]
    assert [each["meaning"] for each in first["readings"]] == [each["meaning"] for each in again["readings"]]
