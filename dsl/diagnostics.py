"""Problems as data. The terminal, JSON and an editor show the same ``Diagnostic``; nothing here knows colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from textwrap import wrap

from attrs import field, frozen

from .source import Source, Span


class Severity(Enum):
    """How grave a problem is: an error stops the game, a warning does not, a remark is advice on the wording."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"


_WORDS = {Severity.ERROR: "errore", Severity.WARNING: "avviso", Severity.REMARK: "nota"}


@frozen
class Label:
    """A further place that explains the problem, with its words («dichiarata qui»)."""

    span: Span
    text: str


@frozen
class Fix:
    """What an editor may put in the place of a stretch of the text."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """A problem of a text. ``note`` stands under the caret, ``hint`` and the rest after it.

    ``suggestions`` are words, each to stand where the problem is, or after it when it begins with a space; ``wordings``
    are whole wordings that are understood, the likeliest first, and ``fix`` is the change that makes the first of
    them."""

    code: str
    message: str
    span: Span | None = None
    severity: Severity = Severity.ERROR
    note: str = ""
    labels: tuple[Label, ...] = ()
    hint: str = ""
    suggestions: tuple[str, ...] = field(default=())
    wordings: tuple[str, ...] = ()
    fix: Fix | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def key(self) -> tuple[str, int, int, str]:
        """The order in which problems are told: by file, line, column, code."""
        span = self.span
        return (span.file, span.line, span.column, self.code) if span else ("", 0, 0, self.code)


def in_order(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The problems without repetitions, by place."""
    return tuple(sorted(dict.fromkeys(problems), key=Diagnostic.key))


def as_json(problem: Diagnostic) -> dict[str, object]:
    """A problem as plain data for another program. Its suggestions are its wordings first, then words for its place."""
    span = problem.span
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "length": span.length if span else None,
        "hint": problem.hint or None,
        "suggestions": list(dict.fromkeys((*problem.wordings, *problem.suggestions))),
        "wordings": list(problem.wordings),
        "fix": _fix_as_json(problem.fix),
    }


def _fix_as_json(fix: Fix | None) -> dict[str, object] | None:
    if fix is None:
        return None
    return {"line": fix.span.line, "column": fix.span.column, "length": fix.span.length, "text": fix.text}


def render(problem: Diagnostic, sources: Mapping[str, Source]) -> str:
    """A problem as text: heading, place, the line with a caret, hints. Sources are by name; a missing one is not
    quoted."""
    out = [f"{_WORDS[problem.severity]}[{problem.code}]: {problem.message}"]
    places = [Label(problem.span, problem.note)] if problem.span else []
    places += [label for label in problem.labels if label.span != problem.span]
    width = max((len(str(place.span.line)) for place in places), default=1)
    for number, place in enumerate(places):
        span = place.span
        arrow = "-->" if number == 0 else ":::"
        out.append(f"{' ' * width}{arrow} {span.file}:{span.line}:{span.column}")
        if span.file in sources:
            out += _quoted(sources[span.file].line(span.line), place, width)
    gutter = " " * width + " = "
    out += [gutter + line for line in problem.hint.splitlines()]
    if problem.suggestions:
        out.append(gutter + "forse intendevi " + ", ".join(f"«{word.strip()}»" for word in problem.suggestions))
    out += [gutter + line for line in told_wordings(problem.wordings)]
    return "\n".join(out)


def told_wordings(wordings: Iterable[str]) -> list[str]:
    """The lines that offer whole wordings: each on a line of its own, a long one on more."""
    lines: list[str] = []
    for number, wording in enumerate(wordings):
        shown = f"«{' / '.join(wording.splitlines())}»"
        head = "così si capisce: " if number == 0 else "o così: "
        lines += wrap(head + shown, _WIDEST_WORDING, subsequent_indent="    ", break_long_words=False)
    return lines


_WIDEST = 160
_WIDEST_WORDING = 110


def excerpt(line: str, column: int, length: int) -> tuple[str, str]:
    """A line and the carets under it (``column`` from 1); a very long line is shown around the carets only."""
    line = line.expandtabs(1)
    if len(line) > _WIDEST:
        start = max(0, column - _WIDEST // 2)
        line = ("…" if start else "") + line[start : start + _WIDEST] + "…"
        column -= start - (1 if start else 0)
    return line, " " * (column - 1) + "^" * max(1, min(length, len(line) - column + 1))


def _quoted(line: str, place: Label, width: int) -> list[str]:
    shown, carets = excerpt(line, place.span.column, place.span.length)
    under = carets + (f" {place.text}" if place.text else "")
    return [f"{place.span.line:>{width}} | {shown}", f"{' ' * width} | {under}"]


def render_all(problems: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """All problems by place, an empty line between them."""
    return "\n\n".join(render(problem, sources) for problem in in_order(problems))
