"""The examples of `docs/scene.md` run: every file of scenes holds, and so does what is shown in Python."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dsl.scenes import heading_of
from dsl.source import Source
from interpreter.scenes import SceneBook, World

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "scene.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(scene per .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@cache
def world_of(name: str) -> World:
    found = next(path for path in sorted(ROOT.glob("games/*/*.gioco")) if f"gioco {name}" in path.read_text("utf-8"))
    return World(found.parent)


def test_the_page_has_one_of_each_kind() -> None:
    assert len(BLOCKS) >= 9
    assert len(PYTHON) == 1


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("scena ")[1].splitlines()[0])
def test_an_example_holds(block: str) -> None:
    source = Source.of("scene.md", block)
    name, _ = heading_of(source)
    assert name is not None
    book = SceneBook.of(source, world_of(name))
    assert book.told_problems() == ""
    outcomes = [book.play(number) for number in range(len(book.scenes))]
    assert outcomes
    assert [book.report(outcome) for outcome in outcomes] == [""] * len(outcomes)


def test_the_library_as_it_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(PYTHON[0], "scene.md", "exec"), {})
    assert "attacca" in capsys.readouterr().out
