"""The reader of sentences: text in, one of three fates out. Words, then the forest of readings, then what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from ..diagnostics import Diagnostic
from ..source import Source
from ..vocabulary.lexer import Lexer, Sense, Word, lexer_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .forest import Built, TooManyReadings
from .parser import Stuck, parse
from .problems import Wording, mends, stuck_problem
from .reading import Fate, Meaning, Reading, Start, TextContext
from .remarks import corrected, remark_of

#: Bounds: a stranger's text is read in bounded time.
MOST_WORDS: Final = 600
MOST_WORDS_OF_A_SENTENCE: Final = 160
MOST_STATES: Final = 16

_GRAMMAR_STARTS: Final = {
    Start.NOUN_PHRASE: "noun_phrase", Start.CONDITION: "condition_start", Start.NUMBER: "number", Start.FORM: "form", Start.EVENT: "event",
}  # fmt: skip
_TEXTS: Final = (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD, Start.RULE)


@frozen
class _Line:
    sentences: tuple[tuple[Word, ...], ...]


def read_text(text: str, *, as_: TextContext, vocabulary: Vocabulary, propose: bool = True) -> Reading:
    """What a wording means in its place. Never raises for a bad wording: the problems say what is wrong and where.

    With ``propose`` a sentence that cannot be read is told with the nearest one that can."""
    wording = Wording(text, as_)
    lexer = lexer_of(vocabulary)
    too_long = wording.whole("S001", "il testo è troppo lungo", hint=f"un testo non passa le {MOST_WORDS} parole")
    if len(text) > MOST_WORDS * 12:
        return _refused(too_long)
    words = lexer.words(text, _names(as_), idioms=as_.start is Start.FORM)
    if len(words) > MOST_WORDS:
        return _refused(too_long)
    unknown = [word for word in words if not word.senses and not word.ends_sentence]
    if unknown:
        return _refused(*(_unknown(word, wording, lexer) for word in unknown))
    lines = list(_lines(words, as_))
    if not any(line.sentences for line in lines):
        return _refused(wording.whole("S002", "qui ci vuole una frase"))
    return _Read(wording, vocabulary, lexer, propose).lines(lines)


def _names(context: TextContext) -> dict[str, Sense]:
    return {
        named.name: Sense("N_NAME", named.name, 3, 2 if named.plural else 1, kind="name")
        for named in context.scope
        if named.name
    }


def _lines(words: Sequence[Word], context: TextContext) -> Iterator[_Line]:
    """Sentences end at a full stop; a printed line break ends a sentence and a paragraph of a card's text."""
    line: list[tuple[Word, ...]] = []
    sentence: list[Word] = []
    for word in words:
        if not word.ends_sentence:
            sentence.append(word)
            continue
        if word.key == "\n" and context.start not in _TEXTS:
            continue
        if sentence:
            line.append(tuple(sentence))
            sentence = []
        if word.key == "\n" and line:
            yield _Line(tuple(line))
            line = []
    if sentence:
        line.append(tuple(sentence))
    if line:
        yield _Line(tuple(line))


class _Read:
    """One wording being read: the ways to take it so far, side by side."""

    def __init__(self, wording: Wording, vocabulary: Vocabulary, lexer: Lexer, propose: bool) -> None:
        from ..meaning.readings import State, begin

        self.wording, self.vocabulary, self.lexer, self.propose = wording, vocabulary, lexer, propose
        self.grammar_start = _GRAMMAR_STARTS.get(wording.context.start, "sentence")
        self.states: list[State] = [begin(vocabulary, wording.context)]
        self.remarks: list[Diagnostic] = []

    def lines(self, lines: Sequence[_Line]) -> Reading:
        for line in lines:
            for number, sentence in enumerate(line.sentences):
                fault = self._sentence(sentence, first=number == 0)
                if fault is not None:
                    return _refused(*self.remarks, fault)
        return self._meanings(lines[0].sentences[0][0].start, lines[-1].sentences[-1][-1].end)

    def _sentence(self, sentence: tuple[Word, ...], *, first: bool) -> Diagnostic | None:
        """Reads on by one sentence; what is wrong with it, if anything."""
        start, end = sentence[0].start, sentence[-1].end
        if len(sentence) > MOST_WORDS_OF_A_SENTENCE:
            message = "la frase è troppo lunga"
            return self.wording.problem("S001", message, start, sentence[0].end, hint=_divide(MOST_WORDS_OF_A_SENTENCE))
        try:
            found = self._parsed(sentence)
        except TooManyReadings:
            message = "la frase si può mettere insieme in troppi modi"
            return self.wording.problem("S005", message, start, end, hint="dividila con un punto")
        if isinstance(found, Stuck) or not found:
            stuck = found if isinstance(found, Stuck) else Stuck(0, frozenset())
            return stuck_problem(self.wording, sentence, stuck, self._proposals(sentence, stuck))
        return self._taken(sentence, found, first)

    def _parsed(self, words: tuple[Word, ...]) -> list[Built] | Stuck:
        """The syntax of a sentence, kept by its words: places in it are word indices, so it is the same wherever it
        stands."""
        key = (self.grammar_start, tuple((word.key, word.senses) for word in words))
        found: list[Built] | Stuck | None = self.lexer.kept.get(key)
        if found is None:
            found = parse(words, self.grammar_start)
            if len(self.lexer.kept) > 4096:
                self.lexer.kept.clear()
            self.lexer.kept[key] = found
        return found

    def _taken(self, sentence: tuple[Word, ...], found: list[Built], first: bool) -> Diagnostic | None:
        """The ways to take a sentence: those that agree best and are attached as usual, if they say something."""
        from ..meaning.readings import take

        failures: list[Diagnostic] = []
        for group in _grouped(found):
            new = []
            for state in self.states:
                for built in group:
                    for after, fault in take(state, built.value, list(sentence), first=first):
                        if after is not None:
                            new.append(after)
                        elif fault is not None:
                            at = sentence[min(fault.at, len(sentence) - 1)].start
                            end = sentence[min(max(fault.end, 1), len(sentence)) - 1].end
                            failures.append(self.wording.problem(fault.code, fault.message, at, end, hint=fault.hint))
            if new:
                for violation in group[0].violations:
                    self.remarks.append(remark_of(violation, sentence, self.wording, self.vocabulary))
                self.states = _distinct(new)[:MOST_STATES]
                return None
        return failures[0]

    def _proposals(self, sentence: tuple[Word, ...], stuck: Stuck) -> tuple[str, ...]:
        """The right form of the word, or the nearest wording that is understood."""
        forms = corrected(sentence, stuck, self.vocabulary) if stuck.at < len(sentence) else ()
        if forms or not self.propose:
            return forms
        for text in mends(self.wording.text, sentence, stuck.at, known=bool(stuck.expected)):
            context = evolve(self.wording.context, source=Source.of("", text), offset=0)
            if read_text(text, as_=context, vocabulary=self.vocabulary, propose=False).fate is Fate.UNDERSTOOD:
                return (text,)
        return ()

    def _meanings(self, start: int, end: int) -> Reading:
        from ..meaning.readings import finish
        from ..meaning.scope import Unreadable, unbound

        meanings: list[Meaning] = []
        faults: list[Diagnostic] = []
        for state in self.states:
            try:
                meaning = finish(state)
            except Unreadable as fault:
                faults.append(self.wording.problem(fault.code, fault.message, start, end))
                continue
            if unbound(meaning):
                faults.append(
                    self.wording.problem("S021", "qui si parla di qualcosa che prima non è stato scelto", start, end)
                )
            elif meaning not in meanings:
                meanings.append(meaning)
        if not meanings:
            return _refused(*self.remarks, faults[0])
        if len(meanings) == 1:
            return Reading(Fate.UNDERSTOOD, tuple(meanings), tuple(dict.fromkeys(self.remarks)))
        message = f"questa frase si può intendere in {len(meanings)} modi"
        several = self.wording.problem("S003", message, start, end, hint="riscrivila in modo che ne resti uno")
        return Reading(Fate.AMBIGUOUS, tuple(meanings), (*self.remarks, several))


def _divide(most: int) -> str:
    return f"una frase non passa le {most} parole: dividila con un punto"


def _grouped(found: list[Built]) -> Iterator[list[Built]]:
    """The readings by how well they agree and how canonical they are, the best first."""
    groups: dict[tuple[int, int], list[Built]] = {}
    for built in found:
        groups.setdefault((len(built.violations), built.cost), []).append(built)
    for key in sorted(groups):
        yield groups[key]


def _distinct(states: Sequence[Any]) -> list[Any]:
    seen: list[object] = []
    kept = []
    for state in states:
        mark = state.mark()
        if mark not in seen:
            seen.append(mark)
            kept.append(state)
    return kept


def _refused(*problems: Diagnostic) -> Reading:
    return Reading(Fate.REFUSED, (), tuple(dict.fromkeys(problems)))


def _unknown(word: Word, wording: Wording, lexer: Lexer) -> Diagnostic:
    from ..suggest import nearest

    if any(lexeme.kind is Kind.LABEL and lexeme.singular == word.text for lexeme in lexer.vocabulary.lexemes):
        message = f"dopo «{word.text}» ci vogliono i due punti"
        return wording.problem("S014", message, word.start, word.end, suggestions=(f"{word.text}:",))
    suggestions = nearest(word.text, lexer.surfaces())
    return wording.problem(
        "S010", f"non conosco la parola «{word.text}»", word.start, word.end, suggestions=suggestions
    )


__all__ = ["MOST_WORDS", "MOST_WORDS_OF_A_SENTENCE", "read_text"]
