"""What cards say that an action costs more or less: the same in every kind of program, and `detto why` tells who says it."""

import pytest
from click.testing import CliRunner

from interpreter.cli.group import group
from interpreter.match import load
from interpreter.native import build
from tests.lockstep import BLESS, play_alike, with_cards

SAYING = [
    "Maledizione: L'avversario spende 1 Azione in più per attaccare questa carta.",
    "Maledizione: Spendi 1 Azione in meno per calare una Preghiera.",
    "Maledizione: Ogni giocatore spende 1 Azione in più per attaccare direttamente.",
    "Maledizione: Questa carta spende 2 Azioni in meno per attaccare.",
    "Maledizione: Attaccare questa carta costa 2 Azioni all'avversario.",
    "Maledizione: Questa carta spende 1 Azione in meno per ogni altra tua Luce per attaccare.",
    "Maledizione: Puoi calare una Preghiera gratuitamente.",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_cards(tmp_path_factory.mktemp("prices"), *SAYING)


def test_short_programs_take_the_same_price(folder):
    written, quick = load(folder), load(folder)
    quick.quicken()
    play_alike(written, quick, range(12))


def test_a_price_that_no_card_changes_is_a_number():
    programs = load(BLESS).compiled.functions
    assert "price_of" not in programs["pay0"] and "price_of" not in programs["opts0"]


@pytest.mark.skipif(build.compiler() is None, reason="no C compiler, or no headers of Python")
def test_native_programs_take_the_same_price(folder, monkeypatch):
    monkeypatch.setattr(build, "FLAGS", ("-O0", *build.FLAGS[1:]))
    written, native = load(folder), load(folder)
    native.quicken(native=True)
    play_alike(written, native, range(6))


def test_who_asks_why_learns_which_card_says_so(tmp_path):
    scene = with_cards(tmp_path, *SAYING) / "prezzo.scena"
    scene.write_text(
        """scene per Bless, con il mazzo Alba e Cenere

scena Rovo
    carta Rovo: Luce 3/1, Maledizione «L'avversario spende 1 Azione in più per attaccare questa carta.»
    in campo di A: una Luce 6/1
    in campo di B: Rovo
    A ha 1 Azione
    allora:
        A non può attaccare Rovo con Luce 6/1
""",
        "utf-8",
    )
    told = CliRunner().invoke(group, ["why", str(scene), "perché A non può attaccare Rovo con Luce 6/1"]).output
    assert "costa 2 Azioni, e ne ha 1" in told
    assert "costa 1 in più" in told and "Rovo" in told


def test_who_asks_why_learns_which_card_sets_the_price(tmp_path):
    scene = with_cards(tmp_path, *SAYING) / "prezzo.scena"
    scene.write_text(
        """scene per Bless, con il mazzo Alba e Cenere

scena Rovo
    carta Rovo: Luce 3/1, Maledizione «Attaccare questa carta costa 3 Azioni.»
    carta Gelo: Luce 1/1, Maledizione «Ogni giocatore spende 1 Azione in più per attaccare.»
    in campo di A: una Luce 6/1
    in campo di B: Rovo, Gelo
    A ha 1 Azione
    allora:
        A non può attaccare Rovo con Luce 6/1
""",
        "utf-8",
    )
    told = CliRunner().invoke(group, ["why", str(scene), "perché A non può attaccare Rovo con Luce 6/1"]).output
    assert "costa 4 Azioni, e ne ha 1" in told and "costa 3  — Rovo" in told and "costa 1 in più  — Gelo" in told
