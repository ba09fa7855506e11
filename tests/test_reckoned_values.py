"""Values that list their own words, are reckoned from others or looked up in a table; a turn inside a turn; other names for somebody."""

from pathlib import Path

import pytest

from dsl.load import load as read
from interpreter.match import Game, load

RULES = """\
gioco Carico
    giocatori: 2
    mazzo: in comune, 4 carte, anche uguali
    parola sottintesa: carta
valore Peso, maschile
    di: una carta
    è: un numero, stampato
    se manca: 2
valore Legno, maschile
    di: una carta
    è: uno tra le sue parole, stampato
    parole: tenero, duro, marcio
    se manca: tenero
valore Tagli, maschile, plurale
    di: una carta
    è: un numero, dalla tavola Colpi
tavola Colpi
    di: Legno
    colonne: Tagli
    tenero: 1
    duro: 3
    marcio: no
valore Grado, maschile
    di: una carta
    è: una scala, comincia da lieve
    parole: nullo, lieve, profondo, mortale
valore Portata, femminile
    di: un giocatore
    è: un numero, comincia da 8
valore Debiti, maschile, plurale
    di: un giocatore
    è: un numero, comincia da 0
valore Forza libera, femminile
    di: un giocatore
    è: un numero, calcolato
    vale: la sua Portata meno il totale del Peso delle carte nella sua Catasta meno i suoi Debiti
valore Riva, femminile
    di: la partita
    è: una tra le sue parole, comincia da lontana
    parole: vicina, lontana
testo Effetto
    vale: finché la carta è un Tronco
zona Mazzo, maschile
    di: tutti
    ordine: pila
    chi la vede: nessuno
zona Mano, femminile, plurale Mani
    di: ogni giocatore
    chi la vede: il suo giocatore
zona Catasta, femminile, plurale Cataste
    di: ogni giocatore
    chi la vede: tutti
luogo campo, maschile
    zone: Catasta
nome Tronco, maschile, plurale Tronchi
    è: una carta nella Catasta
nome rivale, maschile
    è: l'avversario
nome capo, maschile
    è: il giocatore del giro
stato stanco
    di: un giocatore
verbo accatastare
    forma: un giocatore accatasta una carta
    da: la Mano del giocatore
    passi:
        la carta va nella Catasta del giocatore
        la Riva diventa vicina
        il Grado della carta diventa profondo
        se la Riva è vicina, il Grado della carta aumenta di 5
        se il Grado della carta è mortale e i Tagli della carta sono maggiori di 2, i Debiti del giocatore aumentano di 1
        se l'avversario del giocatore non è stanco, l'avversario del giocatore diventa stanco
verbo chiudere
    forma: un giocatore chiude il giro
    passi:
        il giro finisce
preparazione
    le 2 carte in cima al Mazzo vanno nella Mano del giocatore di turno
periodo partita
    contiene: giro, giro dopo giro
periodo giro, maschile
    di: un giocatore, poi l'avversario
    contiene: turno, turno dopo turno
    quando finisce:
        i Debiti del capo aumentano di 3
periodo turno, maschile
    di: un giocatore, poi l'avversario
    passi:
        si apre la finestra della mossa
finestra della mossa
    chi gioca: il giocatore di turno
    si chiude: quando chi gioca passa
azione Accatastare
    finestra: della mossa
    scegli: una carta nella tua Mano, detta Scelta
    solo se: il Peso di Scelta non è maggiore della tua Forza libera
    effetto:
        accatasta Scelta
azione Chiudere
    finestra: della mossa
    effetto:
        chiudi il giro
regola Chi chiude
    Un giocatore non può chiudere il giro se non è il capo.
fine della partita
    vince: chi ha più Debiti
"""
DECK = """\
mazzo Legna per Carico
Abete
    Peso 3.
Quercia
    Peso 4, duro.
    Effetto: Se il rivale è stanco, ha +2 Peso.
Ceppo
    marcio.
Faggio
    Peso 4.
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    rules = RULES.replace(
        "    le 2 carte in cima al Mazzo vanno nella Mano del giocatore di turno\n",
        "    il Mazzo si mescola\n    si tira a sorte un giocatore, detto Primo\n    comincia il turno di Primo\n",
    )
    (tmp_path / "carico.gioco").write_text(rules, encoding="utf-8")
    (tmp_path / "legna.mazzo").write_text(DECK, encoding="utf-8")
    problems = [str(each.message) for each in read(tmp_path).problems if each.is_error]
    assert problems == []
    return load(tmp_path)


def numbers(game: Game) -> dict[str, int]:
    return {card.name: number for number, card in enumerate(game.cards)}


def placed(game: Game, **hands: str):
    from interpreter.position import Position

    position = Position(game)
    position.turn(0)
    for name, zone in hands.items():
        position.place(name, zone, player=0)
    return position.start()


def named(match, text: str) -> int:
    return next(i for i, option in enumerate(match.decision.options) if text in option.text)


def test_a_printed_value_that_is_left_out_is_what_its_declaration_says(game: Game) -> None:
    match = placed(game, Ceppo="Mano")
    assert match.value(numbers(game)["Ceppo"], "Peso") == 2
    assert match.value(numbers(game)["Abete"], "Legno") == ("tenero",)


def test_a_reckoned_value_follows_what_it_is_made_of(game: Game) -> None:
    match = placed(game, Abete="Mano", Quercia="Mano", Faggio="Mano")
    assert match.player_value(0, "Forza libera") == 8
    match.choose(named(match, "Abete"))
    assert match.player_value(0, "Forza libera") == 5
    match.choose(named(match, "Quercia"))  # its own weight rises, since the rival is tired: 8 - 3 - (4 + 2) - 1
    assert match.player_value(0, "Forza libera") == -2
    assert all("Faggio" not in option.text for option in match.decision.options)


def test_a_table_says_how_many_and_no_is_more_than_any(game: Game) -> None:
    match = placed(game, Abete="Mano", Quercia="Mano", Ceppo="Mano")
    of = numbers(game)
    assert [match.value(of[name], "Tagli") for name in ("Abete", "Quercia")] == [1, 3]
    assert match.value(of["Ceppo"], "Tagli") > 1000


def test_one_cell_of_the_table_changes_what_happens(game: Game, tmp_path: Path) -> None:
    match = placed(game, Quercia="Mano")
    match.choose(named(match, "Quercia"))
    assert match.player_value(0, "Debiti") == 1
    path = tmp_path / "carico.gioco"
    path.write_text(path.read_text(encoding="utf-8").replace("duro: 3", "duro: 2"), encoding="utf-8")
    match = placed(load(tmp_path), Quercia="Mano")
    match.choose(named(match, "Quercia"))
    assert match.player_value(0, "Debiti") == 0


def test_a_scale_ends_where_its_words_end(game: Game) -> None:
    match = placed(game, Abete="Mano")
    match.choose(named(match, "Abete"))
    assert match.value(numbers(game)["Abete"], "Grado") == 3


def test_turns_alternate_inside_a_round_that_its_player_ends(game: Game) -> None:
    match = placed(game, Abete="Mano")
    assert match.turn_player == 0
    match.choose(named(match, "passa"))
    assert match.turn_player == 1
    assert all("chiud" not in option.text.lower() for option in match.decision.options)
    match.choose(named(match, "passa"))
    assert match.turn_player == 0
    match.choose(
        next(i for i, o in enumerate(match.decision.options) if "passa" not in o.text and "Abete" not in o.text)
    )
    assert (match.player_value(0, "Debiti"), match.player_value(1, "Debiti")) == (3, 0)
    assert match.turn_player == 1


def test_the_head_of_a_field_prints_words_and_numbers_of_the_card(game: Game, tmp_path: Path) -> None:
    deck = DECK.replace("    Peso 4, duro.\n    Effetto:", "    Effetto duro (Peso 4):")
    assert deck != DECK
    (tmp_path / "legna.mazzo").write_text(deck, encoding="utf-8")
    assert [each.code for each in read(tmp_path).problems if each.is_error] == []
    assert load(tmp_path).cards == game.cards
    loaded = read(tmp_path)
    assert loaded.read("Ha +2 Peso.", "Effetto marcio, 3 Peso") is not None
    assert loaded.read("Ha +2 Peso.", "Effetto blu") is None
