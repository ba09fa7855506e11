"""What is wrong with a wording, told with its place, what could stand there and the nearest wording that is understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Severity
from ..source import Source, Span
from ..vocabulary.lexer import Lexer, Word
from ..vocabulary.vocabulary import Kind
from .expected import expected_words
from .hints import made_with_values
from .parser import Stuck
from .reading import Fate, Reading, TextContext

#: The code of a word that neither the language nor the game knows.
UNKNOWN: Final = "S010"
#: How the line begins that tells which part is understood.
UNDERSTOOD: Final = "fino a"
#: How a hint begins that tells the wording that was meant: no other is proposed beside it.
RATHER: Final = "si dice così: "


@frozen
class Wording:
    """A wording in its place: offsets in it become places in its source."""

    text: str
    context: TextContext

    def span(self, start: int, end: int) -> Span:
        if self.context.source is not None:
            return self.context.source.span(self.context.offset + start, self.context.offset + end)
        return Source.of("", self.text).span(start, end)

    def offset(self, span: Span) -> int:
        """Where a place of its source is in the wording."""
        source = self.context.source
        if source is None:
            return Source.of("", self.text).offset(span.line, span.column)
        return source.offset(span.line, span.column) - self.context.offset

    def problem(
        self, code: str, message: str, start: int, end: int, *, hint: str = "", suggestions: tuple[str, ...] = ()
    ) -> Diagnostic:
        return Diagnostic(code, message, self.span(start, end), Severity.ERROR, hint=hint, suggestions=suggestions)

    def whole(self, code: str, message: str, *, hint: str = "") -> Diagnostic:
        """A problem of all of it; of a long text only the beginning is marked."""
        return self.problem(code, message, 0, min(max(len(self.text), 1), 60), hint=hint)


@frozen
class Failed:
    """What stopped the reading: its problem, its place as offsets in the wording; the sentence and where it stopped."""

    problem: Diagnostic
    start: int
    end: int
    sentence: tuple[Word, ...] = ()
    stuck: Stuck | None = None

    @classmethod
    def of(cls, problem: Diagnostic, wording: Wording) -> Failed:
        """What stopped the reading at the place of a problem."""
        assert problem.span is not None
        start = wording.offset(problem.span)
        return cls(problem, start, start + problem.span.length)


#: Marks that stand in pairs: what each opens, and what is said of it.
_PAIRS: Final = (("«", "»", "una citazione"), ("(", ")", "una parentesi"))
_STRAIGHT: Final = '"'
_STOPS: Final = frozenset((":", ",", ".", ";"))


def lone_mark(wording: Wording) -> Diagnostic | None:
    """A quotation mark or a parenthesis without its other half: what stands in it nobody can tell."""
    text = wording.text
    for opens, closes, name in _PAIRS:
        waiting: list[int] = []
        for at, sign in enumerate(text):
            if sign == opens:
                waiting.append(at)
            elif sign == closes and not waiting:
                hint = f"metti {opens} dove comincia, o togli {closes}"
                return wording.problem("S070", f"qui si chiude {name} che nulla ha aperto", at, at + 1, hint=hint)
            elif sign == closes:
                waiting.pop()
        if waiting:
            hint, at = f"metti {closes} dove finisce, o togli {opens}", waiting[0]
            return wording.problem("S070", f"qui si apre {name} che nulla chiude", at, at + 1, hint=hint)
    if text.count(_STRAIGHT) % 2:
        hint, at = f"metti {_STRAIGHT} anche dall'altra parte, o toglilo", text.rindex(_STRAIGHT)
        return wording.problem("S070", "le virgolette vanno a due a due", at, at + 1, hint=hint)
    return None


def refused(*problems: Diagnostic) -> Reading:
    """The reading of a wording that has no meaning."""
    return Reading(Fate.REFUSED, (), tuple(dict.fromkeys(problems)))


def stuck_problem(wording: Wording, sentence: tuple[Word, ...], stuck: Stuck) -> Failed:
    """Where a sentence cannot go on."""
    expected = expected_words(stuck.expected)
    listed = ", ".join(expected)
    if not stuck.expected:
        start, end = sentence[0].start, sentence[-1].end
        problem = wording.problem("S013", "le parole sono note, ma messe così non dicono nulla", start, end)
        return Failed(problem, start, end, sentence, stuck)
    if stuck.at >= len(sentence):
        last = sentence[-1]
        hint = f"dopo può venire: {listed}" if expected else ""
        problem = wording.problem("S012", "la frase finisce troppo presto", last.start, last.end, hint=hint)
        return Failed(problem, last.end, last.end, sentence, stuck)
    word = sentence[stuck.at]
    made = made_with_values(sentence, stuck.at)
    lines = (
        understood_part(wording.text, sentence, stuck.at),
        f"qui può stare: {listed}" if expected and not made else made,
    )
    message = f"«{word.text}» non può stare qui"
    end = max(word.end, word.start + len(word.text))  # a contraction is shown whole
    problem = wording.problem("S011", message, word.start, end, hint="\n".join(line for line in lines if line))
    return Failed(problem, word.start, word.end, sentence, stuck)


def understood_part(text: str, sentence: Sequence[Word], at: int) -> str:
    """Up to where a sentence is understood, in its last words; empty when that is nothing."""
    if at == 0:
        return ""
    first = max(0, at - 3)
    while first < at - 1 and sentence[first].text in _STOPS:
        first += 1
    start, end = sentence[first].start, sentence[at - 1].end
    return f"{UNDERSTOOD} «{' '.join(text[start:end].split())}» si capisce"


def unknown_word(word: Word, wording: Wording, lexer: Lexer) -> Failed:
    """A word that neither the language nor the game knows."""
    label = label_alone(word, wording, lexer)
    problem = label or wording.problem(UNKNOWN, f"non conosco la parola «{word.text}»", word.start, word.end)
    return Failed(problem, word.start, word.end)


def label_alone(word: Word, wording: Wording, lexer: Lexer) -> Diagnostic | None:
    """A label that no colon follows."""
    labels = (each.singular for each in lexer.vocabulary.lexemes if each.kind is Kind.LABEL)
    if word.text not in labels:
        return None
    message = f"dopo «{word.text}» ci vogliono i due punti"
    return wording.problem("S014", message, word.start, word.end, suggestions=(f"{word.text}:",))
