"""The README shows real output: each command in it is run, and each line shown is a line that it prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.group import group

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = [block.splitlines() for block in re.findall(r"^```\n(\$ detto .*?)\n```$", README, re.MULTILINE | re.DOTALL)]
PYTHON = re.findall(r"^```python\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)


def test_the_readme_shows_output() -> None:
    assert len(SHOWN) >= 3
    assert len(PYTHON) == 1


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block[0].removeprefix("$ ")[:40])
def test_the_output_in_the_readme_is_what_the_command_prints(block: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    printed = CliRunner().invoke(group, shlex.split(block[0].removeprefix("$ detto "))).output.splitlines()
    shown = [line for line in block[1:] if line != "…"]
    assert [line for line in shown if line not in printed] == [], "record it anew: python tests/test_readme.py"
    places = [printed.index(line) for line in shown if printed.count(line) == 1]
    assert places == sorted(places)


def test_the_library_in_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(PYTHON[0], "README.md", "exec"), {})
    assert capsys.readouterr().out


def rerecord() -> None:
    """Put what the commands print now into the README: of a match its beginning, first attack and end; others with a «…» stay."""
    text = README
    for block in SHOWN:
        printed = CliRunner().invoke(group, shlex.split(block[0].removeprefix("$ detto "))).output.rstrip().splitlines()
        if "…" in block and not block[0].startswith("$ detto play"):
            continue  # what was left out of it was chosen by hand
        if "…" in block:
            start = next(i for i, line in enumerate(printed) if " attacca " in line)
            printed = [*printed[:4], "…", *printed[start : start + 13], "…", *printed[-4:]]
        text = text.replace("\n".join(block), "\n".join([block[0], *printed]))
    (ROOT / "README.md").write_text(text, "utf-8")


if __name__ == "__main__":
    rerecord()
