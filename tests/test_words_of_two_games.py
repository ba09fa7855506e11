"""The same words in two games: what «Rivalità», «Impatto», «Fato», «calare» and «offrire» mean is what each game's own text
says, and nothing else: the same word, in a position of each game, comes to different things."""

from functools import cache
from pathlib import Path

import pytest

from dsl.source import Source
from interpreter.scenes import SceneBook, World

GAMES = Path(__file__).parent.parent / "games"
HEAD = {"bless": "scene per Bless, con il mazzo Alba e Cenere", "ventisei": "scene per Ventisei, con il mazzo Solstizi"}

SCENES = {
    # +3 in every clash with another Forma, and the loser is Corrotta; +2 only for the one who engages, and both break
    ("Rivalità", "bless"): """
    carta Sfida: Luce 3/1, Maledizione «Rivalità.»
    in campo di A: una Ombra 5/1
    in campo di B: Sfida
    A attacca Sfida con Ombra 5/1
    allora:
        Ombra 5/1 è Corrotta
""",
    ("Rivalità", "ventisei"): """
    carta Sfida: Luce 3, Maledizione «Rivalità.»
    sulla casa Maledizione 1 di A: una Ombra 5
    sulla casa Maledizione 1 di B: Sfida
    A ingaggia Sfida con Ombra 5
    allora:
        Sfida è nel Vuoto
        Ombra 5 è sulla casa Maledizione 1 di A
""",
    # it blesses; it takes away a Protezione
    ("Impatto", "bless"): """
    carta Maglio: Luce 5/1, Maledizione «Impatto. Se blessa, pesca una carta.»
    in mano ad A: 1 carta
    in campo di A: Maglio
    in campo di B: una Ombra 2/1
    A attacca Ombra 2/1 con Maglio
    allora:
        la Mano di A ha 2 carte
""",
    ("Impatto", "ventisei"): """
    carta Maglio: Luce 5, Maledizione «Impatto.»
    sulla casa Maledizione 1 di A: Maglio
    sulla casa Maledizione 1 di B: una Ombra 2
    sulla casa Preghiera 1 di B: una Ombra 6
    A ingaggia Ombra 2 con Maglio
    B sceglie: no
    allora:
        Ombra 2 è nel Vuoto
        B ha 10 Punti Karma
""",
    # the die decides the clash; the die decides which part of a text is done, and no Karma is lost in its clashes
    ("Fato", "bless"): """
    carta Dado: Luce 1/1, Maledizione «Fato.»
    in campo di A: Dado
    in campo di B: una Ombra 7/1
    esce 4
    A attacca Ombra 7/1 con Dado
    A sceglie: Pari
    allora:
        Ombra 7/1 è Corrotta
""",
    ("Fato", "ventisei"): """
    carta Dado: Luce 1, Maledizione «Fato: Possiede +2 / Possiede -1.»
    sulla casa Maledizione 1 di A: Dado
    sulla casa Maledizione 1 di B: una Ombra 7
    esce 4
    A usa l'abilità di Dado
    A ingaggia Ombra 7 con Dado
    allora:
        Dado è nel Vuoto
        A ha 13 Punti Karma
""",
    # it costs an Azione; it costs Cristalli, and the card is in Stasi
    ("calare", "bless"): """
    in mano ad A: una Luce 6/1, 1 carta
    A ha 2 Azioni
    A cala Luce 6/1 come Maledizione
    allora:
        A ha 1 Azioni
""",
    ("calare", "ventisei"): """
    in mano ad A: una Luce 6, 1 carta
    A ha 8 Cristalli
    A cala come Maledizione Luce 6 su casa Maledizione 1
    allora:
        A ha 2 Cristalli
        Luce 6 è in Stasi
""",
    # a fifth card on the Altare opens the last turns; an Altare holds four
    ("offrire", "bless"): """
    carta Fonte: Luce 1/1, Preghiera Impulso «Offri una carta.»
    in mano ad A: Fonte, una Luce 3/1
    nell'Altare di A: 1 carta
    A cala Fonte come Preghiera
    allora:
        l'Altare di A ha 2 carte
""",
    ("offrire", "ventisei"): """
    in mano ad A: una Luce 3
    nell'Altare di A: 4 carte
    A non può offrire
""",
}


@cache
def world(game: str) -> World:
    return World(GAMES / game)


@pytest.mark.parametrize(("word", "game"), list(SCENES))
def test_a_word_means_what_its_game_says(word: str, game: str) -> None:
    text = f"{HEAD[game]}\n\nscena {word} in {game}{SCENES[word, game]}"
    book = SceneBook.of(Source.of("parole.scena", text), world(game))
    assert not book.problems, book.told_problems()
    outcome = book.play(0)
    assert outcome.failure is None, book.report(outcome)


@pytest.mark.parametrize("word", ["Rivalità", "Impatto"])
def test_no_game_lends_its_keyword_to_another(word: str) -> None:
    first, second = (world(game).game.meaning for game in ("bless", "ventisei"))
    assert first.keywords[word].text != second.keywords[word].text or first.rules != second.rules
