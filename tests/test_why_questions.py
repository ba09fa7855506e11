"""Questions in words: what a scene expects can be asked, a bad question gets the nearest that works; at the command line and in play."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsl.scenes import nodes
from dsl.scenes.questions import read_question
from interpreter.cli.group import group
from interpreter.match import load
from interpreter.scenes import SceneBook, World
from interpreter.scenes.watched import play_watched
from interpreter.tell import SEATS
from interpreter.why import Viewer
from interpreter.why.questions import QuestionError, Questions
from interpreter.why.trace import retrace
from tests.why_positions import BLESS, GAMES, watched


@pytest.fixture(scope="module")
def world() -> World:
    return World(BLESS)


# -- the lines of the scenes ---------------------------------------------------------------------------------------


def last_checks(scene: nodes.Scene) -> Iterator[nodes.Check]:
    """What a scene expects at its very end."""
    for step in reversed(scene.steps):
        if isinstance(step, nodes.Then):
            yield from step.checks
        elif isinstance(step, nodes.Act | nodes.Chooses | nodes.Passes | nodes.Rolls | nodes.Photo | nodes.Fixture):
            return
        elif not isinstance(step, nodes.Put | nodes.PlayerHas | nodes.GameValue | nodes.Turn):
            yield step


def expected(check: nodes.Check) -> str | None:
    """The answer that a line foresees, when it is a word or a number."""
    match check:
        case nodes.CanAct(allowed=holds) | nodes.CanChoose(allowed=holds):
            return "sì" if holds else "no"
        case nodes.IsStatus(holds=holds) | nodes.IsA(holds=holds) | nodes.Has(holds=holds):
            return "sì" if holds else "no"
        case nodes.CardValue(number=number) | nodes.PlayerHas(number=number):
            return str(number)
        case nodes.GameValue(amount=amount, is_seat=is_seat):
            return str(amount) if not is_seat else "nessuno" if amount is None else SEATS[amount]
        case nodes.ZoneHolds(number=number):
            return f"{number} cart{'a' if number == 1 else 'e'}"
        case nodes.Wins(seat=seat):
            return f"vince {SEATS[seat]}" if seat is not None else "finita in parità"
        case _:
            return None


@pytest.mark.parametrize("path", sorted((BLESS / "scene").glob("*.scena")), ids=lambda path: path.stem)
def test_every_line_that_a_scene_expects_can_be_asked_and_is_answered_so(path: Path, world: World) -> None:
    book = SceneBook(path, world)
    asked = 0
    for at in range(1, len(book.scenes), 8):
        found = play_watched(book, at)
        assert found.outcome.failure is None
        assert found.match is not None
        questions = Questions(
            found.match, found.trace, Viewer(None, found.places, {str(path): book.source}), found.numbers
        )
        for check in last_checks(book.scenes[at]):
            said = book.source.line(check.span.line).partition("--")[0].strip()
            before = found.match.clone()
            answers = questions.ask(f"perché {said}?")
            wanted = expected(check)
            assert answers, said
            if wanted is not None and not (isinstance(check, nodes.IsA) and wanted != answers[0].answer):
                assert wanted in (answers[0].answer, answers[0].answer.partition(" (")[0]), said
            assert found.match == before
            asked += 1
    assert asked or len(book.scenes) < 2


# -- forms of questions ------------------------------------------------------------------------------------------


KAPPA = (
    "carta Kappa: Luce 4/1, Maledizione «Quando vince lo scontro, guadagni 2 Punti Vittoria.»",
    "in campo di A: Kappa",
    "in campo di B: una Ombra 2/1",
    "A attacca Ombra 2/1 con Kappa",
)


@pytest.mark.parametrize(
    ("question", "subject", "answer"),
    [
        ("perché Kappa Occhio", "Occhio di Kappa", "4"),
        ("perche kappa occhio?", "Occhio di Kappa", "4"),
        ("l'Occhio di Kappa", "Occhio di Kappa", "4"),
        ("perché l'Occhio di Kappa è 9", "Occhio di Kappa", "4 (non 9)"),
        ("perché Ombra 2/1 è Corrotta", "Ombra 2/1 è Corrotta", "sì"),
        ("perché Kappa non ha Barriera", "Kappa ha Barriera", "no"),
        ("perché A ha 2 Punti Vittoria", "Punti Vittoria di A", "2"),
        ("perché A Azioni", "Azioni di A", "2"),
        ("perché i Turni Finali", "Turni Finali", "0"),
        ("perché l'Attivatore è A", "Attivatore", "nessuno (non A)"),
        ("perché tocca a B", "tocca a", "A (non B)"),
        ("perché chi", "tocca a", "A"),
        ("perché la partita è finita", "la partita è finita", "no"),
        ("perché no attaccare direttamente Kappa", "A: Kappa attacca direttamente l'avversario", "no"),
        ("perché B non può attaccare Kappa con Ombra 2/1", "B: Ombra 2/1 attacca Kappa", "no"),
        ("B attacca Kappa con Ombra 2/1", "B: Ombra 2/1 attacca Kappa", "no"),
        ("perché A attacca Ombra 2/1 con Kappa", "A: Kappa attacca Ombra 2/1", "no"),
        ("perché Kappa è nel Vuoto", "dov'è Kappa", "Zona Maledizione di A"),
        ("perché Kappa non si attiva", "ciò che Kappa aspetta", "ecco"),
    ],
)
def test_forms_of_questions(world: World, tmp_path: Path, question: str, subject: str, answer: str) -> None:
    _, questions = watched(world, tmp_path, *KAPPA, "allora:", "    tocca ad A")
    why = questions.ask(question)[0]
    assert (why.subject, why.answer) == (subject, answer)


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("perché Kapa Occhio", "perché Kappa Occhio"),
        ("perché Kappa Ochio", "perché Kappa Occhio"),
        ("perché l'Ochio di Kapa è 4", "perché l'Occhio di Kappa è 4"),
        ("perché A non può atacare Kappa", "perché A non può attaccare Kappa"),
        ("perche mai?", None),
        ("", None),
        ("perché Kappa Kappa Kappa", None),
    ],
)
def test_a_bad_question_gets_the_nearest_that_works(
    world: World, tmp_path: Path, question: str, offered: str | None
) -> None:
    _, questions = watched(world, tmp_path, *KAPPA, "allora:", "    tocca ad A")
    with pytest.raises(QuestionError) as caught:
        questions.ask(question)
    assert caught.value.suggestions
    assert offered is None or caught.value.suggestions[0] == offered
    for suggestion in caught.value.suggestions:
        assert read_question(suggestion, questions.lexicon())[1] is None, suggestion


def test_a_seat_is_not_told_what_it_may_not_know() -> None:
    game = load(BLESS)
    match = game.match(seed=4, first=0)
    while match.decision is not None and match.decision.kind != "action":
        match.choose(0)
    hidden = game.cards[match.pile("Mano", 1)[0]].name
    mine = Questions(match, None, Viewer(0))
    with pytest.raises(QuestionError, match="non si può sapere"):
        mine.ask(f"perché {hidden} Occhio")
    told = json.dumps([str(why) for why in mine.ask("perché no")])
    assert all(game.cards[c].name not in told for c in match.pile("Mano", 1))


def test_no_answer_names_a_card_that_the_seat_has_no_way_to_know(world: World) -> None:
    game = world.game
    asked = 0
    for seed in range(3):
        start = game.match(seed=seed, first=0)
        match = start.clone()
        for step in range(160):
            decision = match.decision
            if decision is None:
                break
            if decision.player == 0 and step % 6 == 0:
                questions = Questions(match, retrace(start, match), Viewer(0))
                hidden = {game.cards[c].name for c in (*match.pile("Mano", 1), *match.pile("Mazzo"))}
                known = json.dumps(match.view(0), ensure_ascii=False)  # its log too: what was seen once
                told = "".join(str(why) for asks in ("passi", "no", "chi", "B Mano") for why in questions.ask(asks))
                assert [name for name in hidden if name in told and name not in known] == []
                asked += 1
            match.choose((step * 7 + seed) % match.count)
    assert asked > 10


# -- the command -------------------------------------------------------------------------------------------------


def detto(*arguments: str | Path, verb: str = "why", typed: str | None = None) -> Result:
    return CliRunner().invoke(group, [verb, *map(str, arguments)], input=typed)


def test_the_command_at_a_line_of_a_scene() -> None:
    path = BLESS / "scene" / "strati.scena"
    lines = path.read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines, 1) if line.startswith("scena Chi fissa e chi aggiunge"))
    at = next(i for i in range(start, len(lines)) if lines[i].strip() == "l'Occhio di Kappa è 6") + 1
    said = detto(f"{path}:{at}", "perché l'Occhio di Kappa è 6")
    assert said.exit_code == 0, said.output
    assert said.output.startswith("Occhio di Kappa: 6\n  · stampato: 4  — Kappa\n")
    assert "aggiunge: +2  — Vento" in said.output
    for other in (
        detto(path, "--line", at, "perché l'Occhio di Kappa è 6"),
        detto(path, "--line", at, "--card", "Kappa", "--value", "Occhio"),
        detto(BLESS, "--scene", f"strati.scena:{at}", "perché Kappa Occhio"),
        detto(path, "--scene", "non badano all'ordine", "--line", at, "perché Kappa Occhio"),
    ):
        assert other.output.splitlines()[1:2] == said.output.splitlines()[1:2], other.output


def test_without_a_question_the_steps_are_listed(tmp_path: Path) -> None:
    found = detto(BLESS / "scene" / "scontro.scena", "--scene", "Nel pareggio la Corrotta si offre")
    assert found.exit_code == 0
    assert any(line.endswith("A offre Ombra 5/1") for line in found.output.splitlines())
    assert "(invece)" in found.output


def saved(tmp_path: Path, seed: int = 1) -> Path:
    """A match played and saved as ``detto play`` does."""
    path = tmp_path / "match.json"
    result = detto(GAMES / "bless", "--seats", "person,random", "--seed", seed, "--first", 0, "--save", path,
                   verb="play", typed="1\n1\n1\n1\n1\n1\n1\ne\n")  # fmt: skip
    assert result.exit_code == 0, result.output
    return path


def test_a_saved_match_says_how_it_began_and_is_played_again(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert json.loads(path.read_text("utf-8"))["origin"] == [1, 0]
    found = detto(BLESS, "--match", path, "perché passi", "--json")
    assert found.exit_code == 0, found.output
    assert [why for why in json.loads(found.output) if why["reasons"]]
    assert detto(BLESS, "--match", path).exit_code == 0
    missing = detto(BLESS, "--saved", path, "--not", "--json")
    assert missing.exit_code == 0
    assert all({"subject", "answer", "reasons"} == set(why) for why in json.loads(missing.output))


@pytest.mark.parametrize("origin", [None, [2, 0], [1, 7], "x", [1]])
def test_a_saved_match_that_does_not_say_how_it_began_is_answered_from_what_it_is(
    tmp_path: Path, origin: object
) -> None:
    path = saved(tmp_path)
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({k: v for k, v in data.items() if k != "origin"} | {"origin": origin}), "utf-8")
    assert detto(BLESS, "--match", path, "perché chi").exit_code == 0
    found = detto(BLESS, "--match", path, "perché passi")
    assert found.exit_code == 1
    assert "non dice come è cominciata" in found.output


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([BLESS], 2, "--match"),
        ([BLESS / "scene" / "strati.scena", "--scene", "no such title"], 1, "nessuna scena"),
        ([BLESS / "scene" / "strati.scena"], 1, "più scene"),
        ([BLESS / "scene" / "strati.scena", "--line", "30", "--card", "Kapa"], 1, "prova: perché Kappa"),
        ([BLESS / "scene" / "strati.scena", "--line", "30", "perché Kappa Ochio"], 1, "prova: perché Kappa Occhio"),
        ([BLESS / "scene" / "strati.scena", "--line", "30", "--seat", "7", "perché chi"], 2, "seats"),
        (["no/such/file.scena:3", "perché chi"], 2, "does not exist"),
    ],
    ids=["no match", "no scene", "many scenes", "no card", "no value", "no seat", "no file"],
)
def test_the_command_used_wrongly(arguments: list[str | Path], code: int, said: str) -> None:
    result = detto(*arguments)
    assert result.exit_code == code, result.output
    assert said in result.output


PAGE = (BLESS.parent.parent / "docs" / "perche.md").read_text("utf-8")
SHOWN = [block.splitlines() for block in re.findall(r"^```\n(\$ detto why .*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)]


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block[0].rpartition('"perché ')[2][:30])
def test_the_page_shows_what_the_command_prints(block: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BLESS.parent.parent)
    printed = detto(*shlex.split(block[0].removeprefix("$ detto why "))).output.rstrip().splitlines()
    assert printed == block[1:]


# -- at the prompt of play ---------------------------------------------------------------------------------------


def test_questions_at_the_prompt_of_play() -> None:
    typed = ["1", "1", "1", "p", "perché chi", "perche passi", "p no", "p 1", "p 99", "perché boh", "e"]
    found = detto(
        BLESS, "--seats", "person,random", "--seed", 3, "--first", 0, verb="play", typed="\n".join(typed) + "\n"
    )
    assert found.exit_code == 0, found.output
    assert "tocca a: A" in found.output
    assert "le scelte vanno da 1 a" in found.output
    assert "«boh» non si intende qui" in found.output
    assert "= prova: perché" in found.output
