"""How a scene is held to its words, and the reader of scenes on bad input. The scenes of the games are run by the plugin."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from dsl.diagnostics import render_all
from dsl.scenes import Lexicon, nodes, read_scenes, titles_of
from dsl.source import Source, read_source
from dsl.vocabulary.inflection import adjective
from dsl.vocabulary.vocabulary import Kind, Lexeme, Vocabulary, language_nouns, noun, status
from interpreter.scenes import SceneBook, World
from interpreter.scenes.run import Run

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "games").rglob("*.scena"))


@cache
def world_in(folder: Path) -> World:
    return World(folder)


# -- strictness: what a scene leaves out or makes up is a failure ------------------------------------------------

HEADING = "scene per Bless, con il mazzo Alba e Cenere\n\nscena Prova\n"
OFFER = """\
    in campo di A: una Luce 6/3
    in campo di B: una Ombra 3/1 [Corrotta]
    A attacca Ombra 3/1 con Luce 6/3
"""


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(OFFER + "    allora:\n        A ha 0 Punti Vittoria\n", id="a choice left out before allora"),
        pytest.param(OFFER + "    A passa\n", id="a choice left out before an act"),
        pytest.param(OFFER, id="a choice left out at the end"),
        pytest.param(OFFER + "    B sceglie: sì\n", id="a choice of another player"),
        pytest.param(OFFER + "    A sceglie: Pari\n", id="a choice that is not offered"),
        pytest.param(OFFER + "    A sceglie: sì, no\n", id="a choice too many"),
        pytest.param(OFFER + "    A sceglie: sì\n    B passa\n", id="an act out of turn"),
        pytest.param(
            OFFER + "    A sceglie: sì\n    A attacca direttamente con Luce 6/3\n", id="an act that is not offered"
        ),
        pytest.param(OFFER + "    allora:\n        A sceglie tra: Luce 6/3\n", id="a choice among other things"),
        pytest.param(
            "    in campo di A: una Luce 6/3\n    A non può attaccare direttamente con Luce 6/3\n",
            id="an act forbidden in vain",
        ),
        pytest.param(
            "    in campo di A: una Luce 6/3\n    allora:\n        l'Occhio di Luce 6/3 è 5\n", id="another number"
        ),
        pytest.param(
            "    in campo di A: una Luce 6/3\n    allora:\n        Luce 6/3 è nel Vuoto\n", id="another place"
        ),
        pytest.param(
            "    in campo di A: una Luce 6/3\n    allora:\n        Luce 6/3 ha Barriera\n", id="a keyword it has not"
        ),
        pytest.param(
            "    nel Vuoto: una Luce 6/3\n    allora:\n        Luce 6/3 è Pura\n", id="a status where there is none"
        ),
        pytest.param("    in campo: una Luce 6/3\n    A passa\n", id="a zone of nobody"),
        pytest.param("    in campo di A: una Luce 6/3, una Luce 6/3\n    Luce 6/3 è Pura\n", id="two of one name"),
        pytest.param("    in campo di A: una Eco 6/3 [Luce]\n    A passa\n", id="no status"),
        pytest.param("    A passa\n    in campo di A: una Luce 6/3\n", id="a position too late"),
        pytest.param(
            "    carta Alfa: Luce 6/3, Maledizione «Spazza tutto.»\n    in campo di A: Alfa\n    A passa\n",
            id="a wording not understood",
        ),
    ],
)
def test_a_scene_is_held_to_its_words(body: str, snapshot: SnapshotAssertion) -> None:
    book = SceneBook.of(Source.of("prova.scena", HEADING + body), world_in(ROOT / "games" / "bless"))
    assert not book.problems, book.told_problems()
    outcome = book.play(0)
    assert outcome.failure is not None
    assert book.report(outcome) == snapshot


def test_a_scene_without_expectation_is_a_snapshot(snapshot: SnapshotAssertion) -> None:
    book = SceneBook.of(
        Source.of("prova.scena", HEADING + OFFER + "    A sceglie: sì\n"), world_in(ROOT / "games" / "bless")
    )
    outcome = book.play(0)
    assert outcome.failure is None
    assert [photo.text for photo in outcome.photos] == snapshot


@pytest.mark.parametrize(
    ("stopped", "seconds", "said"),
    [
        pytest.param(lambda run: {}["nulla"], 600, "KeyError: 'nulla'", id="a defect of the machine"),
        pytest.param(lambda run: [None for _ in iter(int, 1)], 0.2, "TimeoutError", id="a scene without end"),
    ],
)
def test_a_machine_that_stops_is_a_failure_of_the_scene(
    stopped: Callable[[Run], object], seconds: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.scenes.run.MOST_SECONDS", seconds)
    monkeypatch.setattr(Run, "all", stopped)
    book = SceneBook.of(Source.of("prova.scena", HEADING + OFFER), world_in(ROOT / "games" / "bless"))
    outcome = book.play(0)
    assert said in outcome.fault
    assert outcome.failure is not None and "la macchina non la porta a termine" in book.report(outcome)


def test_a_choice_after_the_end_of_the_match_is_told() -> None:
    body = """\
scene per Ventisei, con il mazzo Solstizi

scena Prova
    sulla casa Maledizione 1 di A: una Luce 5
    sulla casa Maledizione 1 di B: una Ombra 2
    sulla casa Preghiera 1 di B: una Ombra 1
    B ha 3 Punti Karma
    A ingaggia Ombra 2 con Luce 5
    B sceglie: sì, Ombra 2
"""
    book = SceneBook.of(Source.of("prova.scena", body), world_in(ROOT / "games" / "ventisei"))
    outcome = book.play(0)
    assert outcome.fault == ""
    assert "«Ombra 2» non è offerto" in book.report(outcome)


def test_titles_are_not_repeated() -> None:
    titles = [title for path in FILES for title, _ in titles_of(read_source(path))]
    assert sorted(title for title in set(titles) if titles.count(title) > 1) == []


# -- the reader, on words of no game -----------------------------------------------------------------------------

WORDS = Lexicon(
    Vocabulary(
        (
            *language_nouns(),
            noun(Kind.ZONE, "Cesto", "m", "Cesto", "Cesti"),
            noun(Kind.PLACE, "prato", "m", "prato", "prati"),
            noun(Kind.VALUE, "Peso", "m", "Peso", "Pesi"),
            noun(Kind.MEMBER, "Mela", "f", "Mela", "Mele", of="Frutto"),
            noun(Kind.TEXT, "Buccia", "f", "Buccia", "Bucce"),
            status("Matura", "Matura", negated=False),
            status("al sole", "al sole", negated=False),
            Lexeme(Kind.ATTACHED, "Ramo", "f", adjective=adjective("appesa")),
        )
    ),
    ("Cogliere", "Mettere via"),
    ("Pero Storto", "Pero"),
)
HEAD = "scene per Orto, con il mazzo Frutta\n\nscena Prova\n"


def read(body: str) -> tuple[nodes.SceneFile | None, str]:
    source = Source.of("prova.scena", HEAD + body)
    file, problems = read_scenes(source, lambda game, deck: WORDS)
    return file, render_all(problems, {source.name: source})


def steps(body: str) -> tuple[object, ...]:
    file, problems = read(body)
    assert file is not None and not problems, problems
    return file.scenes[0].steps


def test_the_longest_name_and_the_longest_word_are_taken() -> None:
    (put,) = steps("    nel prato di A: Pero Storto [al sole], Pero, con una Mela 3 appesa\n")
    assert isinstance(put, nodes.Put)
    first, second = put.what
    assert isinstance(first, nodes.Placed) and isinstance(second, nodes.Placed)
    assert str(first.thing) == "Pero Storto"
    assert [word.text for word in first.statuses] == ["al sole"]
    assert [str(under.thing) for under in second.under] == ["Mela 3"]


def test_an_action_is_said_with_its_verb_and_asked_in_the_infinitive() -> None:
    act, asked = steps("    A mette via Pero\n    A non può mettere via Pero Storto\n")
    assert act == nodes.Act(0, "Mettere via", (nodes.Named("Pero"),))
    assert asked == nodes.CanAct(0, False, "Mettere via", (nodes.Named("Pero Storto"),))


def test_an_invented_card_is_known_to_the_lines_after_it() -> None:
    fixture, act = steps("    carta Susino: Mela 2, Buccia «Cade.»\n    A coglie Susino\n")
    assert isinstance(fixture, nodes.Fixture) and fixture.texts[0].wording == "Cade."
    assert act == nodes.Act(0, "Cogliere", (nodes.Named("Susino"),))


@pytest.mark.parametrize(
    "body",
    [
        "    A coglie Pera\n",
        "    A cogle Pero\n",
        "    nel prato di C:\n",
        "    allora:\n",
        "    allora:\n        Pero è Mattura\n",
        "    A sceglie:\n",
        "    A ha molti Pesi\n",
        "    carta: Mela 3\n",
        "    carta Susino: Mela 2, Buccia «Cade.\n",
        "    tocca ad A\n        tocca a B\n",
        "    …\n",
    ],
)
def test_a_bad_line_is_told_with_its_place(body: str, snapshot: SnapshotAssertion) -> None:
    _, problems = read(body)
    assert problems == snapshot


def test_all_problems_are_told_in_one_run() -> None:
    _, problems = read("    A cogle Pero\n    A coglie Pera\n\nscena Altra\n    B passsa\n")
    assert problems.count("errore[") == 3


@pytest.mark.parametrize("text", ["", "scena Senza inizio\n    A passa\n", "scene per Altro\n"])
def test_a_file_without_its_heading_is_refused(text: str) -> None:
    source = Source.of("prova.scena", text)
    file, problems = read_scenes(source, lambda game, deck: WORDS if game == "Orto" else None)
    assert file is None and problems
