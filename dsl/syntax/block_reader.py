"""A file cut into its blocks, within bounds."""

from __future__ import annotations

from typing import Final

from ..diagnostics import Diagnostic
from ..messages import problem
from ..source import Source, Span
from .blocks import File

#: Bounds on a stranger's file.
MAX_LINES: Final = 20_000
MAX_LINE: Final = 4_000


def read_blocks(source: Source) -> File:
    """Cut a source into blocks; all problems of its layout are collected, and what can be read is read."""
    found = _bounds(source)
    if any(each.is_error for each in found):
        return File(source, (), tuple(found))
    from .block_parser import parse  # lark is imported only when something is read

    blocks, more = parse(source)
    return File(source, blocks, (*found, *more))


def _bounds(source: Source) -> list[Diagnostic]:
    """Problems that stop the reading of a file, and tabulators."""
    if len(source.lines) > MAX_LINES:
        return [problem("B012", source.span(0, 0), lines=len(source.lines), limit=MAX_LINES)]
    found: list[Diagnostic] = []
    tabs: list[int] = []
    for number, line in enumerate(source.lines, 1):
        if len(line) > MAX_LINE:
            found.append(problem("B010", Span(source.name, number, 1, 1), length=len(line), limit=MAX_LINE))
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent and line.strip():
            tabs.append(number)
    if tabs:  # one remark a file: who writes with tabulators does so everywhere
        first = Span(source.name, tabs[0], 1, 1)
        others = "" if len(tabs) == 1 else f" (e così altre {len(tabs) - 1})" if len(tabs) > 2 else " (e così un'altra)"
        found.append(problem("B004", first, others=others))
    return found
