"""Places and the directions between them, from listed answers: «posti: 4», «da Prati: Prati avversari N, Boschi N+1»."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ...messages import problem
from ...suggest import nearest
from ...syntax.blocks import Line, Piece
from ...vocabulary.headings import HERE, SIDES
from ...vocabulary.spelling import fold, keys_of
from ...vocabulary.vocabulary import Kind
from ..game import DirectionDecl, NounDecl, Reach, ZoneDecl
from .answers import Answers, cut, names_listed, number_of, part_of
from .words import Declared

MOST_SPOTS: Final = 99
_FROM: Final = frozenset(("da", "dal", "dallo", "dalla", "dall'", "dai", "dagli", "dalle"))
_OFFSET: Final = re.compile(rf"{HERE}(?:([+\-−–])(\d+))?$")

Row = tuple[str, str | None, tuple[Reach, ...]]


def numbered(answers: Answers) -> bool:
    """Whether the places of a zone have numbers rather than names."""
    given = answers.get("spots")
    return given is not None and given.line.rest is not None and number_of(fold(given.line.rest.text)) is not None


def spots(answers: Answers) -> tuple[str, ...]:
    """The names of the places of a zone; numbers from 1 when it says only how many."""
    given = answers.get("spots")
    if given is None or given.line.rest is None:
        return ()
    many = number_of(fold(given.line.rest.text))
    if many is not None:
        if not 0 < many <= MOST_SPOTS:
            answers.problems.append(problem("X201", given.line.rest.span, found=many, most=MOST_SPOTS))
            return ()
        return tuple(str(i) for i in range(1, many + 1))
    return tuple(name for name, _ in answers.names("spots"))


def direction(
    declared: Declared, answers: Answers, zones: Mapping[str, ZoneDecl], nouns: Mapping[str, NounDecl]
) -> DirectionDecl:
    """A direction with what it reaches from each place."""
    reader = _Rows(answers, zones, nouns)
    return DirectionDecl(
        declared.name,
        rows=tuple(row for line in answers.rows for row in reader.row(line)),
        union=tuple(reader.union()),
        seen_from=answers.meaning("seen_from", "speaker"),
        span=declared.span,
    )


def _offset(words: list[str]) -> tuple[list[str], int | None]:
    """«N+1» at the end: by how much the number changes."""
    found = _OFFSET.match(fold(words[-1])) if words else None
    if found is None:
        return words, None
    return words[:-1], int(found[2] or 0) * (1 if found[1] in (None, "+") else -1)


def _side(words: list[str]) -> tuple[str, list[str]]:
    """«avversarie», «di tutti» at the end: whose the places are."""
    for said, side in SIDES.items():
        tail = said.split()
        if [fold(word) for word in words[-len(tail) :]] == tail:
            return side, words[: -len(tail)]
    return "own", words


class _Rows:
    """Reads the rows of one direction against the declared places."""

    def __init__(self, answers: Answers, zones: Mapping[str, ZoneDecl], nouns: Mapping[str, NounDecl]) -> None:
        self.answers = answers
        self.zones = {name: zone for name, zone in zones.items() if zone.spots}
        self.nouns = nouns
        self.named = {
            keys_of(spot): (zone.name, spot) for zone in self.zones.values() if not zone.numbered for spot in zone.spots
        }

    def union(self) -> Iterator[str]:
        for name, piece in self.answers.names("union", Kind.DIRECTION):
            if name:
                yield name
            else:
                self._unknown(piece, self.answers.vocabulary.named(Kind.DIRECTION))

    def row(self, line: Line) -> Iterator[Row]:
        """«da Prati: Prati avversari N»: one row for each zone meant."""
        assert line.key is not None and line.rest is not None
        words = line.key.text.split()
        start = len(words[0]) + 1 if fold(words[0]) in _FROM and len(words) > 1 else 0
        piece = part_of(line.key, start, len(line.key.text) - start) if start else line.key
        where = self._places(piece.text)
        if not where or not start:
            self._unknown(piece, self._known())
            return
        for zone, spot in where:
            reached = tuple(each for part in cut(line.rest) for each in self._reach(part, zone))
            yield zone, spot, reached

    def _places(self, text: str) -> list[tuple[str, str | None]]:
        """The zones (or the one place) that words name: by their own name, or by the noun of their places."""
        keys = keys_of(text)
        if keys in self.named:
            return [self.named[keys]]
        for analysis in self.answers.vocabulary.analyses(*keys):
            lexeme = analysis.lexeme
            if lexeme.kind is Kind.ZONE and lexeme.name in self.zones:
                return [(lexeme.name, None)]
            if lexeme.kind is Kind.NOUN and lexeme.name in self.nouns and self.nouns[lexeme.name].spots:
                return [(zone, None) for zone in self.nouns[lexeme.name].spots if zone in self.zones]
        return []

    def _reach(self, piece: Piece, zone: str) -> Iterator[Reach]:
        """«Prati avversari N+1», «N-1» (of the same zone), «Prati 2», «Est», «Prati» (all of them)."""
        words, offset = _offset(piece.text.split())
        side, words = _side(words)
        where = self._places(" ".join(words)) if words else [(zone, None)]
        number = None
        if not where and len(words) > 1 and words[-1].isdigit():
            number, where = words[-1], self._places(" ".join(words[:-1]))
        if not where or (not words and offset is None):
            self._unknown(piece, self._known())
            return
        if offset is not None and not all(self.zones[each].numbered for each in (zone, *(name for name, _ in where))):
            self.answers.problems.append(problem("X202", piece.span, answer=piece.text))
            return
        for name, spot in where:
            yield Reach(name, side, offset, number or spot)

    def _known(self) -> tuple[str, ...]:
        return (*self.zones, *(spot for _, spot in self.named.values()))

    def _unknown(self, piece: Piece, known: tuple[str, ...]) -> None:
        self.answers.problems.append(
            problem(
                "X200", piece.span, name=piece.text, known=names_listed(known), suggestions=nearest(piece.text, known)
            )
        )
