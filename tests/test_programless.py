"""What is understood and cannot be done is refused where wordings are told, not only when a match begins."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from dsl.explain import wording
from dsl.load import load
from dsl.meaning.nodes import Text
from dsl.problems import folder_of_small_game
from interpreter.cli.check import problems_of
from interpreter.cli.group import group
from interpreter.programless import cards_with, faults, programless

GAMES = Path(__file__).resolve().parent.parent / "games"
ASKED = ["explain", str(folder_of_small_game()), "--as", "Lanterna", "--json", "-"]
#: Nothing in the small game makes one kind of card count as another: the page of P001 has it as its example.
UNDONE = "Conta come una Lana."


def explained(lines: str) -> list[dict[str, Any]]:
    told = CliRunner().invoke(group, ASKED, input=lines)
    return [json.loads(line) for line in told.stdout.splitlines()]


def test_explain_refuses_what_has_no_program_and_shows_what_was_understood() -> None:
    first, second, third = explained(f"Ha Guardia.\n{UNDONE}\nHa +1 Ardore.\n")
    assert (first["fate"], second["fate"], third["fate"]) == ("understood", "refused", "understood")
    (problem,) = second["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("P001", 1, 1)
    assert second["readings"][0]["it"] == "Conta come una Lana."


def test_each_line_is_answered_before_the_next_is_written() -> None:
    command = [sys.executable, "-m", "interpreter.cli", *ASKED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for wording in ("Ha Guardia.", UNDONE, "Ha +1 Ardore."):
            process.stdin.write(wording + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["text"] == wording


def test_the_last_line_needs_no_end_and_an_empty_one_is_a_wording() -> None:
    texts = [answer["text"] for answer in explained("Ha Guardia.\r\n\nHa +1 Ardore.")]
    assert texts == ["Ha Guardia.", "", "Ha +1 Ardore."]


def test_only_the_texts_at_fault_are_found_among_many() -> None:
    loaded = load(folder_of_small_game())
    assert loaded.meaning is not None
    lines = ["Ha Guardia.", "Ha +1 Ardore.", UNDONE, "Ha +2 Ardore.", "Conta come un'Erba.", "Ha -1 Ardore."]
    words = [wording(loaded, line, "Lanterna") for line in lines]
    texts = [cards_with(loaded, each.meaning, each.field) if each.meaning is not None else [] for each in words]
    assert all(texts)
    assert set(programless(loaded.meaning, texts)) == {2, 4}


def test_check_tries_the_decks_that_the_fewest_players_leave_aside(tmp_path: Path) -> None:
    """Of three decks two are on a table for two."""
    folder = tmp_path / "mercanti"
    shutil.copytree(GAMES / "mercanti", folder)
    first, _, third = sorted(folder.glob("*.mazzo"))
    for deck, words in ((first, "incassi una Moneta."), (third, "incassi 2 Monete.")):
        text = deck.read_text("utf-8")
        assert words in text
        deck.write_text(text.replace(words, f"{words} Conta come una Pregiata.", 1), "utf-8")
    told = [each for each in problems_of(folder)[0] if each.code == "P001"]
    assert [Path(each.span.file).name for each in told if each.span is not None] == [first.name, third.name]


def test_a_text_is_not_refused_for_another_text_of_a_card(tmp_path: Path) -> None:
    """The first card of the deck has a text that cannot be done; what is tried on a card like it is tried alone."""
    folder = tmp_path / "lanterne"
    shutil.copytree(folder_of_small_game(), folder)
    deck = folder / "prima-veglia.mazzo"
    text = deck.read_text("utf-8")
    at = text.index("    Lanterna: ")
    deck.write_text(f"{text[:at]}    Lanterna: {UNDONE}{text[text.index(chr(10), at) :]}", "utf-8")
    loaded = load(folder)
    assert loaded.meaning is not None and faults(loaded.meaning)
    cards = [card for field in loaded.field_names() for card in cards_with(loaded, Text(()), field)]
    assert cards and not any(faults(loaded.meaning, [card]) for card in cards)
