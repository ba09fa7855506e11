"""Blocks from text with the grammar of ``grammars/structure.lark``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final

from lark import Lark, Token, Tree
from lark.lark import PostLex

from ..diagnostics import Diagnostic
from ..messages import problem
from ..source import Source
from .blocks import MAX_DEPTH, Block, Line, Piece

_TAB: Final = 4


class _Levels(PostLex):
    """Indentation as tokens. It never fails: what fits no level is put at the nearest one and reported."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.source: Source = Source.of("", "")
        self.problems: list[Diagnostic] = []

    def start(self, source: Source) -> None:
        self.source, self.problems = source, []

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels, in_block = [0], False
        for token in stream:
            yield token
            if token.type != "_NL":
                in_block = True
            elif token.end_pos is not None and token.end_pos <= len(self.source.text):
                width = len(token.rsplit("\n", 1)[1].expandtabs(_TAB))
                yield from self._level(levels, width, in_block, token)
        yield from (Token("_DEDENT", "") for _ in levels[1:])

    def _level(self, levels: list[int], width: int, in_block: bool, token: Token) -> Iterator[Token]:
        back = width < levels[-1]
        while width < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if width == levels[-1]:
            return
        if back:
            self._report("B003", token)
        elif not in_block:
            self._report("B002", token)
        if len(levels) > MAX_DEPTH:
            self._report("B005", token)
            return
        levels.append(width)
        yield Token.new_borrow_pos("_INDENT", "", token)

    def _report(self, code: str, token: Token) -> None:
        if any(each.code == code == "B005" for each in self.problems):
            return
        start = (token.end_pos or 1) - 1  # a line end was put before the text
        end = self.source.text.find("\n", start)
        span = self.source.span(start, end if end >= 0 else len(self.source.text))
        self.problems.append(problem(code, span, limit=MAX_DEPTH))


@lru_cache(maxsize=1)
def _parser() -> tuple[Lark, _Levels]:
    levels = _Levels()
    grammar = files("grammars").joinpath("structure.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", postlex=levels, propagate_positions=False), levels


def parse(source: Source) -> tuple[tuple[Block, ...], tuple[Diagnostic, ...]]:
    """The blocks of a source and the problems of its layout."""
    from lark.exceptions import UnexpectedInput

    parser, levels = _parser()
    levels.start(source)
    try:
        tree = parser.parse("\n" + source.text + "\n")
    except UnexpectedInput as error:
        at = max(0, (error.pos_in_stream or 1) - 1)
        seen = source.text[at : at + 1] or "la fine"
        return (), (problem("B008", source.span(at, at + 1), word=seen, expected="una riga"),)
    blocks = tuple(_block(source, tree) for tree in tree.children if isinstance(tree, Tree) and tree.data == "block")
    return blocks, tuple(levels.problems)


def _piece(source: Source, token: Token) -> Piece:
    text = str(token)
    lead = len(text) - len(text.lstrip())
    start = (token.start_pos or 1) - 1 + lead
    text = text.strip()
    return Piece(text, start, source.span(start, start + len(text)))


def _block(source: Source, tree: Tree[Token]) -> Block:
    """A heading, its empty parts left out, and its lines."""
    head, *body = tree.children
    parts = (
        tuple(_piece(source, token) for token in head.children if isinstance(token, Token))
        if isinstance(head, Tree)
        else ()
    )
    parts = tuple(part for part in parts if part.text)
    return Block(parts, _lines(source, body))


def _lines(source: Source, body: list[Tree[Token] | Token]) -> tuple[Line, ...]:
    return tuple(
        _line(source, entry)
        for part in body
        if isinstance(part, Tree)
        for entry in part.children
        if isinstance(entry, Tree)
    )


def _line(source: Source, tree: Tree[Token]) -> Line:
    tokens = [_piece(source, child) for child in tree.children if isinstance(child, Token)]
    body = _lines(source, [child for child in tree.children if isinstance(child, Tree)])
    first, last = tokens[0], tokens[-1]
    if tree.data == "plain":
        return Line(first, body=body)
    rest = last if len(tokens) > 1 else None
    end = rest.end if rest else source.text.index(":", first.end) + 1
    whole = Piece(source.text[first.start : end], first.start, source.span(first.start, end))
    return Line(whole, first, rest, body)
