"""The blocks of a file: what was written, line by line, with places. No line is understood here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic
from ..messages import problem
from ..source import Source, Span

#: Bounds on a stranger's file.
MAX_LINES: Final = 20_000
MAX_LINE: Final = 4_000
MAX_DEPTH: Final = 12


@frozen
class Piece:
    """A run of characters of a source."""

    text: str
    start: int
    span: Span

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen
class Line:
    """A line under a heading and the deeper lines under it. ``key`` is what stands before a colon, ``rest`` after it.

    A line that ends in a colon owns the deeper ones; under any other they go on with its sentence."""

    whole: Piece
    key: Piece | None = None
    rest: Piece | None = None
    body: tuple[Line, ...] = ()

    @property
    def owns(self) -> bool:
        """Whether the deeper lines are its own lines, not more of its sentence."""
        return self.key is not None and self.rest is None

    def last(self) -> Line:
        """The last line of all under this one, or itself."""
        line = self
        while line.body:
            line = line.body[-1]
        return line

    def pieces(self) -> Iterator[Piece]:
        """The runs of characters of this line and all deeper ones."""
        yield self.whole
        for line in self.body:
            yield from line.pieces()


@frozen
class Block:
    """A heading, cut at its commas, and the lines under it."""

    head: tuple[Piece, ...]
    body: tuple[Line, ...] = ()

    @property
    def span(self) -> Span:
        return self.head[0].span


@frozen
class File:
    """The blocks of a file and what was wrong with their layout."""

    source: Source
    blocks: tuple[Block, ...]
    problems: tuple[Diagnostic, ...] = ()


def sentence(line: Line, after_key: bool = False) -> tuple[str, int]:
    """The sentence of a line with the lines that go on with it, and its offset.

    One run of characters as long as in the source, comments and line ends blanked; ``after_key`` skips the question."""
    start = line.rest.start if after_key and line.rest else line.whole.start
    out: list[str] = []
    at = start
    for piece in line.pieces():
        text = piece.text[max(0, start - piece.start) :]
        begin = max(piece.start, start)
        out.append(" " * (begin - at) + text)
        at = begin + len(text)
    return "".join(out), start


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
