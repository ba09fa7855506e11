"""What is wrong with a wording, told with its place, what could stand there and the nearest wording that is understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Severity
from ..source import Source, Span
from ..vocabulary.lexer import Word
from .expected import expected_words
from .parser import Stuck
from .reading import TextContext

#: Sentences with more words than this get no proposal: trying them takes longer than a person waits.
MOST_WORDS_TO_MEND: Final = 24
MOST_MENDS: Final = 4


@frozen
class Wording:
    """A wording in its place: offsets in it become places in its source."""

    text: str
    context: TextContext

    def span(self, start: int, end: int) -> Span:
        if self.context.source is not None:
            return self.context.source.span(self.context.offset + start, self.context.offset + end)
        return Source.of("", self.text).span(start, end)

    def problem(
        self, code: str, message: str, start: int, end: int, *, hint: str = "", suggestions: tuple[str, ...] = ()
    ) -> Diagnostic:
        return Diagnostic(code, message, self.span(start, end), Severity.ERROR, hint=hint, suggestions=suggestions)

    def whole(self, code: str, message: str, *, hint: str = "") -> Diagnostic:
        """A problem of all of it; of a long text only the beginning is marked."""
        return self.problem(code, message, 0, min(max(len(self.text), 1), 60), hint=hint)


def stuck_problem(wording: Wording, sentence: Sequence[Word], stuck: Stuck, suggestions: tuple[str, ...]) -> Diagnostic:
    """Where a sentence cannot go on."""
    expected = expected_words(stuck.expected)
    if not stuck.expected:
        start, end = sentence[0].start, sentence[-1].end
        message = "le parole sono note, ma messe così non dicono nulla"
        return wording.problem("S013", message, start, end, suggestions=suggestions)
    if stuck.at >= len(sentence):
        last = sentence[-1]
        hint = f"dopo può venire: {', '.join(expected)}" if expected else ""
        message = "la frase finisce troppo presto"
        return wording.problem("S012", message, last.start, last.end, hint=hint, suggestions=suggestions)
    word = sentence[stuck.at]
    hint = f"qui può stare: {', '.join(expected)}" if expected else ""
    message = f"«{word.text}» non può stare qui"
    return wording.problem("S011", message, word.start, word.end, hint=hint, suggestions=suggestions)


def mends(text: str, sentence: Sequence[Word], at: int, *, known: bool) -> Iterator[str]:
    """Wordings near to a sentence that stops at a word: a word said twice, two words the other way round, a word less.

    When it is not ``known`` where the fault lies, the first pairs of words are tried."""
    start, end = sentence[0].start, sentence[-1].end

    def joined(words: Sequence[str]) -> str:
        said = " ".join(words)
        for mark in (",", ":", ";"):
            said = said.replace(f" {mark}", mark)
        return said.replace("' ", "'") + (text[end : end + 1] if text[end : end + 1] in (".", "!") else "")

    pieces = [text[word.start : word.end] for word in sentence if word.end > word.start]
    if start < 0 or len(pieces) != len(sentence) or len(sentence) > MOST_WORDS_TO_MEND:
        return
    at = min(at, len(pieces) - 1)
    near: Sequence[int] = (at, at - 1) if known else range(1, len(pieces))
    twice = [one for one in range(1, len(pieces)) if pieces[one].casefold() == pieces[one - 1].casefold()]
    tried: list[str] = [joined([*pieces[:one], *pieces[one + 1 :]]) for one in twice]
    for one in near:
        if 0 < one < len(pieces):
            tried.append(joined([*pieces[: one - 1], pieces[one], pieces[one - 1], *pieces[one + 1 :]]))
    for one in near if known else ():
        if 0 <= one < len(pieces) and len(pieces) > 1:
            tried.append(joined([*pieces[:one], *pieces[one + 1 :]]))
    yield from tried[:MOST_MENDS]
