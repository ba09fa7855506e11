"""Ambiguity shown: where the readings part, and a position of the game in which it matters, as scenes that run."""

import json
import shutil
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsl.load import Loaded, load
from dsl.meaning.parting import parting
from dsl.source import Source
from dsl.syntax.reading import Fate
from interpreter.cli.group import group
from interpreter.match import GameError
from interpreter.position import PositionError
from interpreter.program.env import CannotCompile
from interpreter.scenes import SceneBook, World
from interpreter.witness import NoWitness, Witness, find_witness
from interpreter.witness.board import Board

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"

#: What cannot be shown: readings that part later than is searched, two readings that the language says back in one way.
FAR = "Se una tua Maledizione ha attaccato una Luce, spezzala."
WHOSE = (  # only «suo», or a subject left out, parts them
    "Quando spezza una Maledizione, guadagni Punti Vittoria pari al suo Karma.",
    "Quando vince contro una Duale, guadagni Punti Vittoria pari al suo Karma.",
    "Quando attacca, corrompi una Maledizione avversaria. Se è un'Ombra, pesca una carta.",
    "Quando il suo Legame si spezza, pesca una carta.",
    "CALO: Dai +2 Occhio a un'altra tua Luce. Se blessa, pesca una carta.",
    "Ogni giocatore può scartare una carta. Se non lo fa, pesca una carta.",
    "Scegli un giocatore: pesca una carta.",
    "Spezza una tua Luce e un'altra con Barriera.",
    "Quando un'altra tua Maledizione attacca, se è corrotta, ha +2 Occhio per questo turno.",
)
UNSAID = (  # only what no word says parts them: instead or before, how long
    "Se sta per spezzarsi, pesca una carta.",
    "Se sta per spezzarsi, puoi scartare una carta.",
    "Se una tua Luce sta per spezzarsi, spezza questa carta.",
    "La prima volta che attacca in ogni turno, ha +3 Occhio.",
)
SAID_ALIKE = "Scegli una tua Maledizione e una Maledizione avversaria. Il suo Occhio è 3, per questo turno."


@cache
def game(name: str) -> Loaded:
    return load(GAMES / name)


@cache
def world(name: str) -> World:
    return World(GAMES / name)


@cache
def ambiguous() -> tuple[tuple[str, str], ...]:
    """The wordings of the corpus that are read in more than one way."""
    lines = (ROOT / "tests" / "corpus" / "ambigue.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t")[:2] for line in lines if line.strip() and not line.startswith("#")]
    found = [(field, text) for field, text in rows if reading(field, text).fate is Fate.AMBIGUOUS]
    assert len(found) >= 15
    return tuple(found)


def reading(field: str, text: str, name: str = "bless"):
    found = game(name).read(text, field)
    assert found is not None
    return found


def words(text: str, span) -> str:
    return text[span.column - 1 : span.column - 1 + span.length]


# -- where they part


@pytest.mark.parametrize(
    ("field", "text", "at", "first", "second"),
    [
        ("Preghiera Impulso", "Spezza una Luce o un'Ombra corrotta.", "corrotta", ["un'Ombra corrotta"],
         ["una Luce", "un'Ombra corrotta"]),
        ("Preghiera Impulso", "Scegli una Luce e un'Ombra. Spezzala.", "Spezzala", ["un'Ombra"], ["una Luce"]),
        ("Maledizione", "Non può attaccare e ha Barriera se è corrotta.", "corrotta",
         ["Non può attaccare", "ha Barriera"], ["ha Barriera"]),
        ("Preghiera Impulso", "Spezza una Preghiera e pesca una carta se hai una Luce.", "hai una Luce",
         ["Spezza una Preghiera", "pesca una carta"], ["pesca una carta"]),
        ("Preghiera Eco", "Le tue Luce hanno +1 Occhio e le tue Ombra hanno +1 Karma per questo turno.", "questo turno",
         ["+1 Occhio", "+1 Karma"], ["+1 Karma"]),
    ],
)  # fmt: skip
def test_the_words_at_which_two_readings_part(field, text, at, first, second):
    found = parting(*reading(field, text).meanings[:2])
    assert found is not None
    assert words(text, found.span) == at
    assert [words(text, span) for span in found.first.words] == first
    assert [words(text, span) for span in found.second.words] == second


def test_every_ambiguous_wording_of_the_corpus_parts_at_words_of_its_own():
    for field, text in ambiguous():
        found = parting(*reading(field, text).meanings[:2])
        assert found is not None, text
        assert words(text, found.span), text
        assert text in (*WHOSE, *UNSAID) or set(found.first.words) != set(found.second.words), text


def test_one_meaning_does_not_part_from_itself():
    meaning = reading("Preghiera Impulso", "Spezza una Luce.").meanings[0]
    assert parting(meaning, meaning) is None


# -- a position in which it matters


def shown(field: str, text: str, name: str = "bless", seconds: float = 60):
    return find_witness(game(name), reading(field, text, name).meanings[:2], field, seconds=seconds)


@pytest.mark.parametrize("number", range(0, 15, 2))
def test_a_position_is_found_whose_scenes_run_and_differ(number):
    playable = [pair for pair in ambiguous() if pair[1] not in (FAR, SAID_ALIKE, *WHOSE)]
    field, text = playable[number % len(playable)]
    found = shown(field, text)
    assert isinstance(found, Witness), text
    assert found.runnable, text
    assert found.outcomes[0] != found.outcomes[1], text
    book = SceneBook.of(Source.of("letture.scena", found.text), world("bless"))
    assert book.told_problems() == ""
    assert [book.play(number).failure for number in range(2)] == [None, None]


def test_each_outcome_is_false_under_the_other_reading():
    found = shown("Preghiera Impulso", "Spezza una Luce o un'Ombra corrotta.")
    assert isinstance(found, Witness)
    readings = [scene.partition("Preghiera Impulso «")[2].partition("»")[0] for scene in found.scenes]
    for number, scene in enumerate(found.scenes):
        swapped = scene.replace(f"«{readings[number]}»", f"«{readings[1 - number]}»")
        book = SceneBook.of(Source.of("x.scena", f"{found.heading}\n\n{swapped}\n"), world("bless"))
        assert book.told_problems() == ""
        assert book.play(0).failure is not None


def test_another_game_is_searched_by_the_same_means():
    text = "Quando colpisce, ottieni 1 Gemma e scava una carta se questa carta è Incrinata."
    found = shown("Torre", text, "torri")
    assert isinstance(found, Witness)
    book = SceneBook.of(Source.of("letture.scena", found.text), world("torri"))
    assert [book.play(number).failure for number in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("field", "one", "two"),
    [
        ("Maledizione", "Ha sempre l'Occhio uguale a 5.", "Ha l'Occhio uguale a 5."),
        ("Preghiera Impulso", "L'avversario scarta una carta.", "L'avversario scarta due carte."),
        ("Maledizione", "Durante il turno avversario, ha +2 Occhio.", "Durante il tuo turno, ha +2 Occhio."),
        (
            "Preghiera Eco",
            "Puoi scartare una carta per guadagnare un'Azione.",
            "Scarta una carta per guadagnare un'Azione.",
        ),
    ],
)
def test_any_two_meanings_are_told_apart_by_the_same_search(field, one, two):
    meanings = tuple(reading(field, text).meanings[0] for text in (one, two))
    found = find_witness(game("bless"), meanings, field, seconds=60)
    assert isinstance(found, Witness)
    book = SceneBook.of(Source.of("letture.scena", found.text), world("bless"))
    assert [book.play(number).failure for number in range(2)] == [None, None]


def test_two_readings_that_mean_the_same_have_no_such_position():
    meaning = reading("Preghiera Impulso", "Spezza una Luce.").meanings[0]
    found = find_witness(game("bless"), (meaning, meaning), "Preghiera Impulso", seconds=0.5)
    assert isinstance(found, NoWitness)
    assert found.tried > 0
    assert found.reason == ""


def test_the_search_keeps_to_its_time():
    meaning = reading("Preghiera Impulso", "Spezza una Luce.").meanings[0]
    found = find_witness(game("bless"), (meaning, meaning), "Preghiera Impulso", seconds=0.2)
    assert found.seconds < 5


def test_a_reading_that_cannot_be_played_is_said_to_be_one(monkeypatch):
    def refuse(*_):
        raise GameError([CannotCompile("questo no")])

    monkeypatch.setattr(Board, "game", refuse)
    found = shown("Preghiera Impulso", FAR)
    assert isinstance(found, NoWitness)
    assert found.reason == "la macchina non sa ancora fare la lettura 1: questo no"


def test_a_game_in_which_no_position_can_stand_is_said_to_be_one(monkeypatch):
    def refuse(*_):
        raise PositionError("manca il tavolo")

    monkeypatch.setattr(Board, "start", refuse)
    found = shown("Preghiera Impulso", "Spezza una Luce o un'Ombra corrotta.", seconds=0.3)
    assert isinstance(found, NoWitness)
    assert found.reason == "nessuna posizione di questo gioco si può preparare: manca il tavolo"


def test_a_game_whose_turn_opens_with_a_draw_is_played_too():
    found = shown(
        "Effetto", "ENTRATA: Distruggi una Creatura avversaria e pesca una carta se hai due Creature.", "modello"
    )
    assert isinstance(found, Witness)
    book = SceneBook.of(Source.of("letture.scena", found.text), world("modello"))
    assert [book.play(number).failure for number in range(2)] == [None, None]
    assert "    A schiera Prova" in found.text


def test_a_text_in_force_is_tried_where_it_is_in_force():
    found = shown("Effetto", "Ha +1 Forza e le tue altre Creature hanno +1 Forza se hai due Creature.", "modello")
    assert isinstance(found, Witness)
    assert found.position == ("in campo di A: Prova",)
    assert found.outcomes == (("la Forza di Prova è 0",), ("la Forza di Prova è 1",))


def test_a_card_of_the_deck_is_tried_with_its_own_values():
    loaded = game("bless")
    text = "Non può attaccare e ha Barriera se è corrotta."
    card = next(card for card in loaded.meaning.decks["Alba e Cenere"].cards if card.name == "Torre di Calce")
    found = find_witness(loaded, reading("Maledizione", text).meanings[:2], "Maledizione", card, seconds=30)
    assert isinstance(found, Witness)
    assert "carta Torre di Calce: Luce 7/1, Maledizione «" in found.text


def test_without_a_deck_there_is_nothing_to_try_with():
    loaded = load(GAMES / "bless" / "bless.gioco")
    meaning = reading("Preghiera Impulso", "Spezza una Luce.").meanings[0]
    found = find_witness(loaded, (meaning, meaning), "Preghiera Impulso", seconds=1)
    assert isinstance(found, NoWitness)
    assert "mazzo" in found.reason


# -- at the command line


@pytest.fixture
def ambiguous_deck(tmp_path):
    """A copy of a game whose first card with a text has an ambiguous one."""
    folder = tmp_path / "torri"
    shutil.copytree(GAMES / "torri", folder)
    deck = folder / "prime-torri.mazzo"
    text = deck.read_text("utf-8").replace("Torre: Tesoro.", "Torre: Non può colpire e ha Tesoro se è Incrinata.", 1)
    deck.write_text(text, "utf-8")
    return folder


def run(*arguments: object):
    return CliRunner().invoke(group, [str(each) for each in arguments])


def test_explain_shows_the_words_and_the_position(ambiguous_deck):
    result = run("explain", ambiguous_deck, "--card", "Torre del Cambiavalute")
    assert result.exit_code == 1
    assert "1 it: Se è incrinata, non può colpire e ha Tesoro." in result.output
    assert "le letture 1 e 2 si dividono qui:" in result.output
    assert "scena Lettura 1" in result.output
    assert "carta Torre del Cambiavalute: " in result.output


def test_explain_tells_it_to_other_programs(ambiguous_deck):
    result = run("explain", ambiguous_deck, "--card", "Torre del Cambiavalute", "--json")
    (found,) = json.loads(result.output)["differences"]
    assert found["readings"] == [1, 2]
    assert found["parting"]["words"] == "Incrinata"
    assert found["parting"]["taken"][1]["with"] == ["ha Tesoro"]
    assert found["position"]["scenes"].startswith("scene per Torri")


def test_many_wordings_are_not_searched_unless_asked(ambiguous_deck):
    wording = "Non può colpire e ha Tesoro se è Incrinata.\n"
    arguments = ["explain", str(ambiguous_deck), "--as", "Torre", "--json", "-"]
    result = CliRunner().invoke(group, arguments, input=wording)
    (found,) = json.loads(result.output)["differences"]
    assert "position" not in found
    assert found["parting"]["words"] == "Incrinata"


def test_check_says_which_command_shows_it(ambiguous_deck):
    result = run("check", ambiguous_deck)
    assert result.exit_code == 1
    assert "--card 'Torre del Cambiavalute': mostra dove si dividono" in result.output
