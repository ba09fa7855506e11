"""The blocks of a file: what was written, line by line, with places. No line is understood here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic
from ..source import Source, Span

#: So deep may lines stand under each other.
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
