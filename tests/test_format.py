"""The formatter: what comes out, that it is stable, and that it says the same."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.source import Source
from dsl.syntax.block_reader import read_blocks
from dsl.syntax.blocks import Line
from dsl.syntax.format import format_source
from dsl.vocabulary.spelling import plain

GAMES = Path(__file__).parent.parent / "games"
TEXTS = sorted(path for end in ("gioco", "parole", "mazzo") for path in GAMES.rglob(f"*.{end}"))


def formatted(text: str) -> str | None:
    return format_source(Source.of("x", text))


def said(text: str) -> list[object]:
    """What a text says: its blocks without their places."""

    def words(piece: str) -> str:
        return " ".join(plain(piece).split())

    def of(line: Line) -> object:
        return words(line.whole.text), [of(each) for each in line.body]

    return [
        ([words(piece.text) for piece in block.head], [of(line) for line in block.body])
        for block in read_blocks(Source.of("x", text)).blocks
    ]


def test_layout_is_made_uniform():
    text = "zona  Mano ,femminile\n  di:   tutti   -- B-1\n\n\n\n  -- sola\n  chi:\n      l’ospite ha −2\n"
    assert (
        formatted(text)
        == "zona Mano ,femminile\n    di: tutti   -- B-1\n\n    -- sola\n    chi:\n        l'ospite ha -2\n"
    )


def test_a_text_with_a_broken_layout_is_left():
    assert formatted("a\n    b\n        c\n      d\n") is None


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_texts_of_the_repository_are_canonical(path):
    text = path.read_text("utf-8")
    assert formatted(text) == text


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab:,-«»’ \t\n")), max_size=100))
def test_formatting_is_stable_and_says_the_same(text):
    once = formatted(text)
    if once is not None:
        assert formatted(once) == once
        assert said(once) == said(text)


@pytest.mark.parametrize("check", [True, False])
def test_the_command_changes_only_game_texts(tmp_path, check):
    from click.testing import CliRunner

    from interpreter.cli.group import group

    game, other = tmp_path / "a.gioco", tmp_path / "a.md"
    game.write_text("zona  Mano\n  di:  tutti\n", "utf-8")
    other.write_text("due  spazi\n", "utf-8")
    run = CliRunner().invoke(group, ["fmt", str(tmp_path), *(["--check"] if check else [])])
    assert (run.exit_code, "a.gioco" in run.output) == (1 if check else 0, True)
    assert game.read_text("utf-8") == ("zona  Mano\n  di:  tutti\n" if check else "zona Mano\n    di: tutti\n")
    refused = CliRunner().invoke(group, ["fmt", str(other)])
    assert refused.exit_code == 1
    assert other.read_text("utf-8") == "due  spazi\n"
