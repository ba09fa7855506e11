"""The reader of sentences: text in, one of three fates out. Words, then the forest of readings, then what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from ..diagnostics import Diagnostic
from ..meaning.scope import Unreadable, never_chosen, unbound
from ..vocabulary.lexer import Lexer, Word, lexer_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .forest import Built, TooManyReadings
from .hints import hint_for
from .parser import Stuck, parse
from .problems import Failed, Wording, label_alone, lone_mark, refused, stuck_problem, unknown_word
from .reading import ACCOUNTED, Fate, Meaning, Reading, Start, TextContext, names_in, with_x
from .remarks import remarks_of, without_article
from .spelled import accents, articles, misprints

#: Bounds: a stranger's text is read in bounded time.
MOST_WORDS: Final = 600
MOST_WORDS_OF_A_SENTENCE: Final = 160
MOST_STATES: Final = 16
#: So many readings of an ambiguous wording are said back in its problem.
MOST_SAID: Final = 3

_GRAMMAR_STARTS: Final = {
    Start.NOUN_PHRASE: "noun_phrase", Start.CONDITION: "condition_start", Start.NUMBER: "number", Start.FORM: "form", Start.EVENT: "event",
    Start.HEAD: "head_phrase",
}  # fmt: skip
_TEXTS: Final = (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD, Start.RULE)


@frozen
class _Line:
    sentences: tuple[tuple[Word, ...], ...]


def read_text(text: str, *, as_: TextContext, vocabulary: Vocabulary, propose: bool = True) -> Reading:
    """What a wording means in its place. Never raises for a bad wording: the problems say what is wrong and where.

    With ``propose`` a wording that is not understood is told with the nearest ones that are."""
    as_ = with_x(as_, text)
    wording = Wording(text, as_)
    lexer = lexer_of(vocabulary)
    too_long = wording.whole("S001", "il testo è troppo lungo", hint=f"un testo non passa le {MOST_WORDS} parole")
    if len(text) > MOST_WORDS * 12:
        return refused(too_long)
    words = lexer.words(text, names_in(as_), idioms=as_.start is Start.FORM)
    if len(words) > MOST_WORDS:
        return refused(too_long)
    reading, failures = _fate(wording, words, vocabulary, lexer)
    if not propose or not reading.problems:
        return reading
    from .proposals import Place, told  # only for what is not plainly understood

    return told(wording, reading, failures, Place(vocabulary, lexer, grammar_start(as_), read_text))


def read_accounted(text: str, context: TextContext, vocabulary: Vocabulary) -> Reading:
    """The same; where no word may be lost, a reading in which one is lost is none."""
    from ..meaning.accounting import accounted

    reading = read_text(text, as_=context, vocabulary=vocabulary)
    if context.start not in ACCOUNTED or reading.fate is Fate.REFUSED:
        return reading
    kept = accounted(text, reading, context, vocabulary)
    if kept.fate is not Fate.REFUSED:
        return kept
    from .proposals import LOST, Place, told

    wording = Wording(text, context)
    lost = tuple(Failed.of(problem, wording) for problem in kept.problems if problem.code == LOST and problem.span)
    return told(wording, kept, lost, Place(vocabulary, lexer_of(vocabulary), grammar_start(context), read_text))


def _fate(
    wording: Wording, words: Sequence[Word], vocabulary: Vocabulary, lexer: Lexer
) -> tuple[Reading, tuple[Failed, ...]]:
    """The reading of a wording, and what stopped it."""
    unknown = [word for word in words if not word.senses and not word.ends_sentence]
    lines = list(_lines(words, wording.context))
    alone = lone_mark(wording)
    if alone is not None:
        return refused(alone), ()
    if unknown:
        failures = tuple(unknown_word(each, wording, lexer) for each in unknown)
        return refused(*(each.problem for each in failures)), failures
    if not any(line.sentences for line in lines):
        return refused(wording.whole("S002", "qui ci vuole una frase")), ()
    read = _Read(wording, vocabulary, lexer)
    return read.lines(lines), tuple(read.failures)


def grammar_start(context: TextContext) -> str:
    """The symbol of the grammar that each sentence of a wording must be."""
    return _GRAMMAR_STARTS.get(context.start, "sentence")


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

    def __init__(self, wording: Wording, vocabulary: Vocabulary, lexer: Lexer) -> None:
        from ..meaning.readings import State, begin

        self.wording, self.vocabulary, self.lexer = wording, vocabulary, lexer
        self.grammar_start = grammar_start(wording.context)
        self.states: list[State] = [begin(vocabulary, wording.context)]
        self.remarks: list[Diagnostic] = []
        self.failures: list[Failed] = []

    def lines(self, lines: Sequence[_Line]) -> Reading:
        for line in lines:
            for number, sentence in enumerate(line.sentences):
                fault = self._sentence(sentence, first=number == 0)
                if fault is not None:
                    self.failures.append(fault)
                    return refused(*self.remarks, fault.problem)
        self.remarks += (*accents(self.wording), *misprints(self.wording, self.vocabulary.misspelt))
        return self._meanings(lines[0].sentences[0][0].start, lines[-1].sentences[-1][-1].end)

    def _sentence(self, sentence: tuple[Word, ...], *, first: bool) -> Failed | None:
        """Reads on by one sentence; what is wrong with it, if anything."""
        start, end = sentence[0].start, sentence[-1].end
        if len(sentence) > MOST_WORDS_OF_A_SENTENCE:
            message = "la frase è troppo lunga"
            problem = self.wording.problem(
                "S001", message, start, sentence[0].end, hint=_divide(MOST_WORDS_OF_A_SENTENCE)
            )
            return Failed(problem, start, end, sentence)
        try:
            found = self._parsed(sentence)
        except TooManyReadings:
            message = "la frase si può mettere insieme in troppi modi"
            return Failed(
                self.wording.problem("S005", message, start, end, hint="dividila con un punto"), start, end, sentence
            )
        if isinstance(found, Stuck) or not found:
            stuck = found if isinstance(found, Stuck) else Stuck(0, frozenset())
            alone = stuck.at < 2 and (len(sentence) == 1 or sentence[1].key != ":")
            label = label_alone(sentence[0], self.wording, self.lexer) if alone else None
            if label is not None:
                return Failed(label, start, sentence[0].end, sentence, stuck)
            return stuck_problem(self.wording, sentence, stuck)
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

    def _taken(self, sentence: tuple[Word, ...], found: list[Built], first: bool) -> Failed | None:
        """The ways to take a sentence: those that agree best and are attached as usual, if they say something."""
        from ..meaning.readings import take

        faults: list[Unreadable] = []
        for group in _grouped(found):
            new = []
            said: list[Built] = []  # the ways that say something: only of these there is anything to remark
            for state in self.states:
                for built in group:
                    for after, fault in take(state, built.value, list(sentence), first=first):
                        if after is not None:
                            new.append(after)
                            said.append(built)
                        elif fault is not None:
                            faults.append(fault)
            if (meant := next((fault for fault in faults if fault.meant), None)) is not None:
                return self._failed(sentence, meant)
            if new:
                self.remarks += remarks_of(said[0].violations, sentence, self.wording, self.vocabulary)
                if self.grammar_start == "sentence":
                    self.remarks += without_article(said[0].value, sentence, self.wording)
                self.remarks += articles(sentence, self.wording, {each.at for each in said[0].violations})
                self.states = _distinct(new)[:MOST_STATES]
                return None
        return self._failed(sentence, min(faults, key=lambda fault: fault.yields))

    def _failed(self, sentence: tuple[Word, ...], fault: Unreadable) -> Failed:
        """What stopped a sentence, as a problem with its place."""
        at = sentence[min(fault.at, len(sentence) - 1)].start
        end = sentence[min(max(fault.end, 1), len(sentence)) - 1].end
        marked = [word for word in sentence if at <= word.start < end]
        hint = fault.hint or hint_for(fault.code, marked, self.vocabulary)
        return Failed(self.wording.problem(fault.code, fault.message, at, end, hint=hint), at, end, sentence)

    def _meanings(self, start: int, end: int) -> Reading:
        from ..meaning.readings import finish

        meanings: list[Meaning] = []
        faults: list[Failed] = []
        for state in self.states:
            try:
                meaning = finish(state)
            except Unreadable as fault:
                faults.append(Failed(self.wording.problem(fault.code, fault.message, start, end), start, end))
                continue
            if unbound(meaning):
                message = "qui si parla di qualcosa che prima non è stato scelto"
                faults.append(Failed(self.wording.problem("S021", message, start, end), start, end))
            elif never_chosen(meaning):
                message = "qui si parla di ciò con cui si potrà fare qualcosa, e quale sarà non si sa"
                hint = "fallo subito: «gioca … dal …», o «puoi giocare … dal …» senza un tempo; poi «se quella carta …»"
                faults.append(Failed(self.wording.problem("S021", message, start, end, hint=hint), start, end))
            elif meaning not in meanings:
                meanings.append(meaning)
        if not meanings:
            self.failures.append(faults[0])
            return refused(*self.remarks, faults[0].problem)
        if len(meanings) == 1:
            return Reading(Fate.UNDERSTOOD, tuple(meanings), tuple(dict.fromkeys(self.remarks)))
        message = f"questa frase si può intendere in {len(meanings)} modi"
        hint = "\n".join([*self._each_said(meanings), "riscrivila in modo che ne resti uno"])
        several = self.wording.problem("S003", message, start, end, hint=hint)
        return Reading(Fate.AMBIGUOUS, tuple(meanings), (*self.remarks, several))

    def _each_said(self, meanings: list[Meaning]) -> list[str]:
        """The first readings said back, where that tells them apart."""
        from ..meaning.italian import phrase, said
        from ..meaning.nodes import Text

        slot = self.wording.context.slot
        told = [
            said(each, self.vocabulary, slot) if isinstance(each, Text) else phrase(each, self.vocabulary, self._named)
            for each in meanings[:MOST_SAID]
        ]
        return [f"{number}: «{each}»" for number, each in enumerate(told, 1)] if len(set(told)) == len(told) else []

    def _named(self, term: object) -> str | None:
        """What stands in scope without a capital name, by the noun that recalls it: «quel giocatore»."""
        found = next((each for each in self.wording.context.scope if each.term == term), None)
        if found is None or found.name is not None or not found.nouns:
            return None
        word = self.vocabulary.lexeme(found.nouns[0], Kind.NOUN)
        return f"{'quella' if word is not None and word.gender == 'f' else 'quel'} {found.nouns[0]}"


class Begun:
    """A wording read up to the end of its last whole sentence, to be tried with one sentence more.

    ``ok`` is false when what stands there already is not understood."""

    def __init__(self, text: str, context: TextContext, vocabulary: Vocabulary) -> None:
        self.text, self.context, self.vocabulary = text, context, vocabulary
        self.first = True
        read = self._reader()
        self.ok = True
        for line in _lines(lexer_of(vocabulary).words(text, names_in(context)), context):
            for number, sentence in enumerate(line.sentences):
                self.ok = self.ok and read._sentence(sentence, first=number == 0) is None
        self.first = not text.strip() or text.rstrip(" ").endswith("\n")
        self._states = read.states

    def _reader(self) -> _Read:
        return _Read(Wording(self.text, self.context), self.vocabulary, lexer_of(self.vocabulary))

    def understands(self, sentence: tuple[Word, ...], found: list[Built], text: str) -> bool:
        """Whether the wording with a sentence more, whose readings are known, has one meaning; ``text`` is that of the
        sentence."""
        from ..meaning.accounting import lost_words

        read = self._reader()
        read.states = list(self._states)
        if not found or read._taken(sentence, found, self.first) is not None:
            return False
        reading = read._meanings(0, 0)
        if reading.fate is not Fate.UNDERSTOOD:
            return False
        return self.context.start not in ACCOUNTED or not lost_words(
            self.text + text, reading.meanings[0], self.vocabulary, self.context.scope, slot=self.context.slot
        )


def _divide(most: int) -> str:
    return f"una frase non passa le {most} parole: dividila con un punto"


def best_of(found: list[Built]) -> list[Built]:
    """Of several readings those that are taken first: nearly always one of them says something, or none does."""
    return next(_grouped(found), [])


def _grouped(found: list[Built]) -> Iterator[list[Built]]:
    """The readings by how well they agree and how canonical they are, the best first."""
    groups: dict[tuple[int, int], list[Built]] = {}
    for built in found:
        groups.setdefault((len(built.violations), built.cost), []).append(built)
    for key in sorted(groups):
        yield groups[key]


def _distinct(states: Sequence[Any]) -> list[Any]:
    if len(states) == 1:  # telling states apart takes a walk over all that was read
        return list(states)
    seen: list[object] = []
    kept = []
    for state in states:
        mark = state.mark()
        if mark not in seen:
            seen.append(mark)
            kept.append(state)
    return kept


__all__ = ["MOST_WORDS", "MOST_WORDS_OF_A_SENTENCE", "read_text"]
