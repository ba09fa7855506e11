"""The outline of a file: its blocks with their questions, its cards with their texts, its scenes."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ..completion.standing import heading_of
from ..load import DECK
from ..source import Span
from ..syntax.block_reader import read_blocks
from ..syntax.blocks import Block, Line, Piece
from .project import SCENES, View


@frozen
class Symbol:
    """A named part of a file: what it is (a heading's key, «card», «field», «question», «scene»), from where to where."""

    name: str
    what: str
    detail: str
    start: int
    end: int
    name_span: Span
    parts: tuple[Symbol, ...] = ()


def outline(view: View, path: Path) -> tuple[Symbol, ...]:
    """The symbols of a file, in its order."""
    source = view.source(path)
    return tuple(_symbol(block, path.suffix, number) for number, block in enumerate(read_blocks(source).blocks))


def _symbol(block: Block, kind: str, number: int) -> Symbol:
    first, last = block.head[0], block.head[-1]
    end = max(last.end, _end(block.body[-1])) if block.body else last.end
    heading = heading_of(first.text)
    if kind == SCENES:
        return Symbol(", ".join(piece.text for piece in block.head), "scene", "", first.start, end, first.span)
    if kind == DECK and number > 0:
        name = ", ".join(piece.text for piece in block.head)
        values = next((line.whole.text for line in block.body if line.key is None), "")
        return Symbol(name, "card", values, first.start, end, first.span, _parts(block, "field"))
    if heading is None:
        return Symbol(first.text, "block", "", first.start, end, first.span)
    name = " ".join(first.text.split()[len(heading.words.split()) :]) or heading.words
    return Symbol(name, heading.key, heading.words, first.start, end, first.span, _parts(block, "question"))


def _parts(block: Block, what: str) -> tuple[Symbol, ...]:
    return tuple(
        Symbol(line.key.text, what, _short(line.rest), line.key.start, _end(line), line.key.span)
        for line in block.body
        if line.key is not None and line.key.text
    )


def _short(piece: Piece | None) -> str:
    return "" if piece is None else piece.text if len(piece.text) <= 60 else piece.text[:59] + "…"


def _end(line: Line) -> int:
    return line.last().whole.end
