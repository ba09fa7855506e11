"""The canonical layout of a file: four spaces a level, one kind of apostrophe and minus, no stray blanks; nothing
said is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..source import Source
from ..vocabulary.spelling import plain
from .block_reader import read_blocks
from .blocks import File, Line

_COMMENT: Final = re.compile(r"(?:^|(?<=\s))--.*$")
_STEP: Final = 4


def format_source(source: Source) -> str | None:
    """The text in canonical layout; None when its layout has errors, which must be mended first."""
    file = read_blocks(source)
    if any(each.is_error for each in file.problems):
        return None
    out: list[str] = []
    levels = dict(_levels(file))
    for number, line in enumerate(source.lines, 1):
        out.append(_line(line, _level_at(number, levels, source)))
    return "\n".join(_without_runs_of_blanks(out)).strip("\n") + "\n" if any(out) else ""


def _levels(file: File) -> Iterator[tuple[int, int]]:
    """The level of each line that says something."""
    for block in file.blocks:
        yield block.span.line, 0
        for line in block.body:
            yield from _under(line, 1)


def _under(line: Line, level: int) -> Iterator[tuple[int, int]]:
    yield line.whole.span.line, level
    for each in line.body:
        yield from _under(each, level + 1)


def _level_at(number: int, levels: dict[int, int], source: Source) -> int:
    """The level of a line; a comment on its own stands as the next line that says something, unless it is at the
    margin."""
    if number in levels:
        return levels[number]
    if not source.line(number)[:1].isspace():
        return 0
    return next((levels[after] for after in range(number + 1, len(source.lines) + 1) if after in levels), 0)


def _line(line: str, level: int) -> str:
    found = _COMMENT.search(line)
    said, comment = (line[: found.start()], found.group().rstrip()) if found else (line, "")
    words = " " * _STEP * level + re.sub(r"[ \t]+", " ", plain(said).strip())
    if not comment:
        return words.rstrip()
    if not said.strip():
        return (words + comment).rstrip()
    return words + " " * max(1, len(said.expandtabs(_STEP)) - len(words)) + comment


def _without_runs_of_blanks(lines: list[str]) -> Iterator[str]:
    """One empty line at most between two."""
    last = ""
    for line in lines:
        if line or last:
            yield line
        last = line
