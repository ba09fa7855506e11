"""Quick fixes: what a problem suggests, as changes of the text."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..diagnostics import Diagnostic
from ..source import Source, Span


@frozen
class QuickFix:
    """A change that mends a problem: what it is called, the place, the new text. ``sure`` is true of the first one."""

    title: str
    problem: Diagnostic
    start: int
    end: int
    text: str
    sure: bool = False


def fixes_at(source: Source, problems: tuple[Diagnostic, ...], start: int, end: int) -> tuple[QuickFix, ...]:
    """The fixes of the problems that touch a stretch of a text."""
    return tuple(
        fix
        for problem in problems
        if problem.span is not None and problem.span.file == source.name and _touches(source, problem.span, start, end)
        for fix in _fixes(source, problem)
    )


def _touches(source: Source, span: Span, start: int, end: int) -> bool:
    first = source.offset(span.line, span.column)
    return first <= end and start <= first + max(span.length, 1)


def _fixes(source: Source, problem: Diagnostic) -> Iterator[QuickFix]:
    """The change that makes the nearest wording first, then each suggested word in the place of the problem."""
    span = problem.span
    assert span is not None
    first = True
    if problem.fix is not None and problem.fix.span.file == source.name:
        at = source.offset(problem.fix.span.line, problem.fix.span.column)
        said = problem.wordings[0] if problem.wordings else problem.fix.text
        yield QuickFix(f"Scrivi «{said}»", problem, at, at + problem.fix.span.length, problem.fix.text, first)
        first = False
    at = source.offset(span.line, span.column)
    for word in problem.suggestions:
        yield QuickFix(f"Scrivi «{word}»", problem, at, at + span.length, word, first)
        first = False
