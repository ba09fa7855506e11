"""An answer on the terminal: each reason on a line of its own, under it the place and the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from interpreter.tell import place
from interpreter.why import Reason, Why

_MARKS = {True: "✓", False: "✗", None: "·"}
_STYLES = {True: "green", False: "red", None: ""}


def told(why: Why, indent: str = "") -> Iterator[Text]:
    """The lines of an answer."""
    yield Text(f"{indent}{why.subject}: {why.answer}", style="bold")
    for reason in why.reasons:
        yield from _reason(reason, indent + "  ", None)


def _reason(reason: Reason, indent: str, around: Reason | None) -> Iterator[Text]:
    """A reason and those that it rests on; whose it is and where is said once, at the outermost."""
    line = Text(indent)
    line.append(_MARKS[reason.holds], style=_STYLES[reason.holds])
    line.append(f" {reason.text}")
    if reason.overridden:
        line.append(f" (superato da {reason.by})" if reason.by else " (superato)", style="yellow")
    if reason.owner and (around is None or reason.owner != around.owner):
        line.append(f"  — {reason.owner}", style="dim")
    yield line
    if reason.span is not None and (around is None or reason.span != around.span):
        words = f" «{reason.words}»" if reason.words else ""
        yield Text(f"{indent}    {place(reason.span)}{words}", style="dim")
    for part in reason.parts:
        yield from _reason(part, indent + "    ", reason)


def plain(why: Why) -> dict[str, Any]:
    """An answer for another program."""
    return {"subject": why.subject, "answer": why.answer, "reasons": [_plain(reason) for reason in why.reasons]}


def _plain(reason: Reason) -> dict[str, Any]:
    span = reason.span
    return {
        "text": reason.text,
        "owner": reason.owner,
        "holds": reason.holds,
        "overridden": reason.overridden,
        "by": reason.by,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "words": reason.words,
        "parts": [_plain(part) for part in reason.parts],
    }


__all__ = ["plain", "told"]
