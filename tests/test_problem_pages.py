"""The catalogue of problems: every code has a page, and what a page shows is so.

The pages are the tests: each example is run and must have that problem and no other, the whole message is a snapshot, what
is to be written instead must be clean, and every suggestion must mend the problem that it is offered for.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner, Result
from syrupy.assertion import SnapshotAssertion

from dsl.diagnostics import Diagnostic, render_all
from dsl.load import load
from dsl.messages import MESSAGES
from dsl.problems import Example, Fence, Page, folder_of_small_game, nearest_pages, page_of, pages, small_game
from dsl.problems.index import page as index
from dsl.problems.pages import GROUPS, BadPage, read_page
from dsl.scenes.build import ToNodes
from dsl.syntax import sentences
from interpreter.cli.group import group
from interpreter.cli.unnoticed import unnoticed_in
from tests.problem_examples import proposals, run

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"[A-Z]\d{3}")
EXAMPLES = [
    pytest.param(page, example, id=f"{page.code}-{number}")
    for page in pages()
    for number, example in enumerate(page.examples, 1)
]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples are written to an empty folder, and nothing of them is kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DETTO_CACHE", "no")
    return tmp_path


def codes_in(folder: str) -> Iterator[str]:
    """The codes that stand in Python as strings, but for the table of messages."""
    for path in (ROOT / folder).rglob("*.py"):
        if path != ROOT / "dsl" / "messages.py":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                    yield node.value


EMITTED = frozenset([*codes_in("dsl"), *codes_in("interpreter")])


def test_every_code_that_can_be_told_has_a_page_and_every_page_a_code() -> None:
    assert sorted(EMITTED) == [page.code for page in pages()]


def test_no_message_is_dead() -> None:
    assert sorted(set(MESSAGES) - EMITTED) == []


def test_the_index_of_the_problems_is_the_one_in_docs() -> None:
    on_disk = (ROOT / "docs" / "problemi.md").read_text("utf-8")
    assert on_disk == index() + "\n", "python -m dsl.problems.index > docs/problemi.md"


def test_names_are_short_and_each_is_one_problem() -> None:
    names = [page.name for page in pages()]
    assert len(set(names)) == len(names)
    assert [name for name in names if len(name) > 32 or name.startswith("-") or name.endswith("-")] == []
    assert {page.code[0] for page in pages()} == set(GROUPS)


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_an_example_has_its_problem_and_no_other(page: Page, example: Example, snapshot: SnapshotAssertion) -> None:
    found = run(example.wrong)
    assert found.codes == {page.code}, found.told
    assert found.told == snapshot


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_what_is_written_instead_is_clean(page: Page, example: Example) -> None:
    found = run(example.right)
    assert not found.told, found.told


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_every_suggestion_mends_its_problem(page: Page, example: Example) -> None:
    whole = run(example.wrong)
    offered = [(problem, *each) for problem in whole.problems for each in proposals(example.wrong, whole, problem)]
    words = [(each.code, each.message) for each in whole.problems]
    for problem, proposed, texts in offered:
        left = sorted(word for word in words if word != (problem.code, problem.message))
        runs = [run(fences) for fences in texts]
        found = [sorted((each.code, each.message) for each in one.problems) for one in runs if not one.failures]
        assert left in found, f"«{proposed}»:\n" + "\n\n".join(one.told for one in runs)


# -- problems that no text of a game can have: made otherwise, each as its page says


def file_of(name: str, data: bytes) -> Callable[[Path], list[Diagnostic]]:
    """The problems of a file made of these bytes."""

    def make(_: Path) -> list[Diagnostic]:
        path = Path(name)
        path.write_bytes(data)
        return list(load(path).problems)

    return make


OTHERWISE: dict[str, Callable[[Path], list[Diagnostic]]] = {
    "B010": file_of("lunga.gioco", b"regola " + b"a" * 5_000),
    "B012": file_of("lunghissimo.gioco", b"-- nota\n" * 20_001),
    "C030": lambda folder: unnoticed_there(folder / "lanterne"),
    "D025": lambda _: list(deck_of(1_001)),
    "F001": lambda _: list(load(Path("non-c-e.gioco")).problems),
    "F002": file_of("immagine.gioco", b"-- nota\n" * 300_000),
    "F003": file_of("antico.gioco", "-- città\n".encode("latin-1")),
    "Q002": lambda _: scene_of("    in porto di A: " + ", ".join(["una Lana 4"] * 200)),
    "Q003": lambda _: broken_scene(),
    "S001": lambda _: wording_of("Smorza una Lanterna. " * 300) + wording_of("Smorza " + "una Lanterna, " * 100),
    "S900": lambda _: reader_that_drops("altra "),
    "S999": lambda _: broken_reader(),
}


def wording_of(text: str) -> list[Diagnostic]:
    """The problems of a wording."""
    return list(run((Fence("testo", "Soffio", text),)).problems)


def reader_that_drops(word: str) -> list[Diagnostic]:
    """The problems of a wording whose reader does not see a word."""
    read = sentences.read_text

    def blind(text: str, **how: Any) -> Any:
        return read(text.replace(word, " " * len(word)), **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "read_text", blind)
        return wording_of("Per ogni altra Lanterna in porto, attingi una carta.")


def broken_reader() -> list[Diagnostic]:
    """The problems of a wording whose reader has a defect."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dsl.syntax.sentences.read_text", lambda *_, **__: 1 // 0)
        return wording_of("Non c'è nulla che non si legga.")


SCENES = "scene per Lanterne, con il mazzo Prima Veglia\n\nscena Prova\n"


def scene_of(line: str) -> list[Diagnostic]:
    """The problems of a scene with this line."""
    return list(run((Fence("scene", "", f"{SCENES}{line}\n"),)).problems)


def unnoticed_there(folder: Path) -> list[Diagnostic]:
    """What a scene that looks at one printed number does not notice."""
    folder.mkdir()
    scene = f"{SCENES}    in porto di A: una Lana 3\n    l'Ardore di Lana 3 è 3\n"
    for name, text in {**small_game(), "prova.scena": scene}.items():
        (folder / name).write_text(text, "utf-8")
    return [evolve(each, span=None, labels=()) for each in unnoticed_in(folder, jobs=1)[0]]


def broken_scene() -> list[Diagnostic]:
    """The problems of a scene whose reader has a defect."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ToNodes, "passes", lambda *_: 1 // 0)
        return scene_of("    A passa")


def deck_of(cards: int) -> tuple[Diagnostic, ...]:
    """The problems of a deck of so many cards."""
    fence = Fence("mazzo", "", "".join(f"Lanterna {n}\n    Erba. Ardore 1.\n" for n in range(cards)))
    return run((fence,)).problems


def test_every_page_without_example_is_tried_otherwise() -> None:
    assert sorted(OTHERWISE) == [page.code for page in pages() if not page.examples]


@pytest.mark.parametrize("code", OTHERWISE)
def test_a_problem_without_example(code: str, empty_folder: Path, snapshot: SnapshotAssertion) -> None:
    found = OTHERWISE[code](empty_folder)
    assert {each.code for each in found} == {code}
    assert render_all(found, {}) == snapshot


# -- finding a page


def test_a_page_is_found_by_code_and_by_name() -> None:
    for page in pages():
        assert page_of(page.code.lower()) == page
        assert page_of(page.name.replace("-", " ").title()) == page
    assert page_of("no such thing") is None


def test_an_unknown_name_has_near_ones() -> None:
    for page in pages():
        assert page in nearest_pages(page.name[:-1] + "x"), page.name
    assert nearest_pages("zzzzzzzz") == ()


def detto(*arguments: str) -> Result:
    result = CliRunner().invoke(group, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_explain_prints_the_page_of_a_code_and_of_a_name() -> None:
    page = page_of("S010")
    assert page is not None
    told = detto("explain", "s010").output
    assert told.startswith(page.text)
    assert detto("explain", page.name).output == told
    assert json.loads(detto("explain", "S010", "--json").output)["name"] == page.name


def test_explain_names_the_nearest_problem() -> None:
    wrong = detto("explain", "parola-sconosciuto")
    assert wrong.exit_code == 2
    assert "Did you mean S010 (parola-sconosciuta)?" in wrong.output
    assert "--problems" in detto("explain", "zzzzzzzz").output


def test_explain_lists_all_problems() -> None:
    listed = detto("explain", "--problems").output
    assert [page.code for page in pages() if f"  {page.code}  {page.name} " not in listed] == []
    assert len(json.loads(detto("explain", "--problems", "--json").output)["problems"]) == len(pages())


def test_check_says_where_to_read_more(empty_folder: Path) -> None:
    shutil.copytree(folder_of_small_game(), empty_folder / "lanterne")
    assert "detto explain" not in detto("check", "lanterne").output
    deck = empty_folder / "lanterne" / "prima-veglia.mazzo"
    deck.write_text(deck.read_text("utf-8").replace("Guardia", "Gardia").replace("Erba", "Erbba", 1), "utf-8")
    assert detto("check", "lanterne").output.endswith("detto explain D021 o S010: perché, e che cosa scrivere\n")


@pytest.mark.parametrize(
    "text",
    [
        "S010 without a heading\n",
        "# S010 · nome\n\n## Esempio\n",
        "# S010 · nome\n\nTrova.\n",
        "# S010 · nome\n\nTrova.\n\n## Esempio\n\n```testo\nx\n```\n",
        "# S010 · nome\n\nTrova.\n\n## Esempio\n\nx\n\n## Invece\n\n```testo\nx\n```\n",
    ],
)
def test_what_has_not_the_shape_of_a_page_is_refused(text: str) -> None:
    with pytest.raises(BadPage):
        read_page(text)
