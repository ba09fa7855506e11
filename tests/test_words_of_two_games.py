"""The same words in two games: what «Rivalità», «Impatto», «Fato», «calare» and «offrire» mean is what each game's own text
says, and nothing else: the same sentences on a card, played in both, come to different things."""

from pathlib import Path

import pytest

from dsl.load import load
from interpreter.scenes.run import run_scenes

GAMES = Path(__file__).parent.parent / "games"
HEAD = {"bless": "scene per Bless, con il mazzo Alba e Cenere", "ventisei": "scene per Ventisei, con il mazzo Solstizi"}
FIELD = {
    "bless": ("in campo di A: ", "in campo di B: "),
    "ventisei": ("sulla casa Maledizione 1 di A: ", "sulla casa Maledizione 1 di B: "),
}

#: A word, and in each game a position that its own meaning decides.
SCENES = {
    ("Rivalità", "bless"): """
    carta Sfida: Luce 3/1, Maledizione «Rivalità.»
    in campo di A: Sfida
    in campo di B: una Ombra 5/1
    A attacca Ombra 5/1 con Sfida
    allora:
        Ombra 5/1 è Corrotta
        Sfida è Pura
""",
    ("Rivalità", "ventisei"): """
    carta Sfida: Luce 3, Maledizione «Rivalità.»
    sulla casa Maledizione 1 di A: Sfida
    sulla casa Maledizione 1 di B: una Ombra 5
    A ingaggia Ombra 5 con Sfida
    allora:
        Sfida è nel Vuoto
        Ombra 5 è nel Vuoto
""",
    ("Impatto", "bless"): """
    carta Maglio: Luce 5/1, Maledizione «Impatto.»
    in campo di A: Maglio
    in campo di B: una Ombra 2/1
    A attacca Ombra 2/1 con Maglio
    allora:
        Ombra 2/1 è Corrotta
        A ha 1 Punti Vittoria
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
    ("offrire", "ventisei"): """
    carta Fonte: Luce 1, Preghiera «Offri una carta.»
    in mano ad A: una Luce 3
    sulla casa Preghiera 1 di A: Fonte
    A attiva Fonte
    allora:
        Luce 3 è in cima all'Altare di A
""",
}


@pytest.mark.parametrize(("word", "game"), list(SCENES), ids=lambda each: str(each))
def test_a_word_means_what_its_game_says(tmp_path: Path, word: str, game: str) -> None:
    path = tmp_path / "parole.scena"
    path.write_text(f"{HEAD[game]}\n\nscena {word}{SCENES[word, game]}", "utf-8")
    results = run_scenes(load(GAMES / game), path)
    assert results and not [problem for result in results for problem in result.problems]
