"""Names of cards in sentences: a sentence speaks of cards by what they are, and a name alone is told as such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from .diagnostics import Diagnostic
from .source import Source, Span
from .syntax.problems import UNKNOWN
from .syntax.reading import Reading

#: The code of a sentence that names a card.
NAMED: Final = "S072"
#: The codes of words that nobody knows, or that do not stand where a sentence could have them.
_LOST: Final = frozenset((UNKNOWN, "S011", "S012", "S013", "S047", "S053", "S061"))
_HINT: Final = (
    "una frase parla delle carte per ciò che sono: «questa carta», il loro nome comune, i loro valori, le loro parole"
)


def told(reading: Reading, source: Source, names: Iterable[str]) -> Reading:
    """A reading of a wording that may name a card."""
    problems = tuple(told_all(reading.problems, {source.name: source}, names))
    return reading if problems == reading.problems else evolve(reading, problems=problems)


def told_all(
    problems: Iterable[Diagnostic], sources: Mapping[str, Source], names: Iterable[str]
) -> Iterator[Diagnostic]:
    """Problems, those that lie in the name of a card told as such, each name once."""
    known, seen = sorted(names, key=len, reverse=True), set()
    for problem in problems:
        named = _named(problem, sources, known)
        if named is None:
            yield problem
        elif named.span not in seen:
            seen.add(named.span)
            yield named


def _named(problem: Diagnostic, sources: Mapping[str, Source], names: Iterable[str]) -> Diagnostic | None:
    """The problem of a name that covers the place of another problem, or that lies in it."""
    span = problem.span
    if problem.code not in _LOST or span is None or span.file not in sources:
        return None
    line = sources[span.file].line(span.line)
    for name in names:
        at = _place(name, line, span, alone=problem.code == UNKNOWN)
        if at is not None:
            where = Span(span.file, span.line, at + 1, len(name))
            return Diagnostic(NAMED, f"«{name}» è il nome di una carta, e una frase non ne nomina", where, hint=_HINT)
    return None


def _place(name: str, line: str, span: Span, *, alone: bool) -> int | None:
    """Where in a line a name stands that shares a place with a span; one word is a name where nothing else is."""
    at = line.find(name) if alone or " " in name else -1
    while at >= 0:
        before, after = line[at - 1 : at], line[at + len(name) : at + len(name) + 1]
        apart = not before.isalnum() and not after.isalnum()
        if apart and at < span.column - 1 + span.length and span.column - 1 < at + len(name):
            return at
        at = line.find(name, at + 1)
    return None
