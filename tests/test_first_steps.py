"""The tutorial is followed from its first line to its last: every text is written, every command prints what is shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.group import group

PAGE = Path(__file__).resolve().parent.parent / "docs" / "primi-passi.md"
FENCE = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def follow(page: str) -> Iterator[tuple[str, str]]:
    """Do what the page says, in the current folder; of each command what is shown of it and what it prints."""
    for kind, name, body in FENCE.findall(page):
        if kind == "text":
            with Path(name).open("a", encoding="utf-8") as file:
                file.write(body)
        elif kind == "diff":
            changed = Path(name).read_text("utf-8")
            before, after = (
                "".join(f"{line[1:]}\n" for line in body.splitlines() if line[0] in signs) for signs in (" -", " +")
            )
            assert changed.count(before) == 1, f"{name}: {before}"
            Path(name).write_text(changed.replace(before, after), "utf-8")
        else:
            command = body.splitlines()[0].removeprefix("$ detto ")
            yield body, CliRunner().invoke(group, shlex.split(command)).output


def test_the_tutorial_prints_what_it_shows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for body, printed in follow(PAGE.read_text("utf-8")):
        commands += 1
        shown = body.splitlines()[1:]
        if "…" in shown:
            lines = printed.splitlines()
            assert [line for line in shown if line != "…" and line not in lines] == [], body
        else:
            assert printed.rstrip().splitlines() == shown, "record it anew: python tests/test_first_steps.py"
    assert commands > 10


def rerecord() -> None:
    """Put what the commands print now into the page: of a match its beginning and its end, of a simulation what is not time."""
    import contextlib
    import tempfile

    page, done = PAGE.read_text("utf-8"), 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for body, printed in follow(page):
            lines = printed.rstrip().splitlines()
            if "$ detto play" in body:
                lines = [*lines[:12], "…", *lines[-4:]]
            elif "$ detto simulate" in body:
                lines[0] = "…"  # how long it took
            start = page.index(f"```\n{body}", done) + 4
            told = "\n".join([body.splitlines()[0], *lines, ""])
            page, done = page[:start] + told + page[start + len(body) :], start + len(told)
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    rerecord()
