"""Who left while a text was in use: a keyword's trigger notices as a card's own does; a pending one is of the card that was."""

import shutil
from pathlib import Path

import pytest

from dsl.source import Source
from interpreter.scenes import SceneBook, World

BLESS = Path(__file__).parent.parent / "games" / "bless"

KEYWORD = """
parola chiave Zelo, maschile
    Quando una tua Eco usa il suo effetto, guadagni 1 Punto Vittoria.
"""
OWN = "Quando una tua Eco usa il suo effetto, guadagni 1 Punto Vittoria."

SCENES = """scene per Bless, con il mazzo Alba e Cenere

scena Chi se ne va mentre il testo si usa non se ne accorge
    carta Alfa: Luce 3/1, Maledizione «NOTICES»
    carta Canto: Luce 1/1, Preghiera Eco «Spezza una tua Maledizione.»
    in campo di A: Alfa, Canto come Preghiera
    A invoca Canto
    allora:
        Alfa è nel Vuoto
        A ha 0 Punti Vittoria

scena Chi resta se ne accorge
    carta Alfa: Luce 3/1, Maledizione «NOTICES»
    carta Canto: Luce 1/1, Preghiera Eco «Guadagni 2 Punti Vittoria.»
    in campo di A: Alfa, Canto come Preghiera
    A invoca Canto
    allora:
        A ha 3 Punti Vittoria
"""


@pytest.mark.parametrize("said", ["Zelo.", OWN])
def test_a_keyword_notices_as_a_text_does(tmp_path: Path, said: str) -> None:
    folder = tmp_path / "bless"
    shutil.copytree(BLESS, folder, ignore=shutil.ignore_patterns("scene"))
    words = folder / "luceombra.parole"
    words.write_text(words.read_text("utf-8") + KEYWORD, "utf-8")
    book = SceneBook.of(Source.of("prova.scena", SCENES.replace("NOTICES", said)), World(folder))
    assert not book.problems, book.told_problems()
    assert [book.report(book.play(number)) for number in range(len(book.scenes))] == ["", ""]
