"""The reader of sentences: text in, one of three fates out. Words, then the forest of readings, then what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, Severity
from ..source import Source, Span
from ..vocabulary.lexer import Lexer, Sense, Word, lexer_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .expected import expected_words
from .forest import Built, TooManyReadings
from .parser import Stuck, parse
from .reading import Fate, Meaning, Reading, Start, TextContext
from .remarks import corrected, remark_of

#: Bounds: a stranger's text is read in bounded time.
MOST_WORDS: Final = 600
MOST_WORDS_OF_A_SENTENCE: Final = 160
MOST_STATES: Final = 16

_GRAMMAR_STARTS: Final = {
    Start.NOUN_PHRASE: "noun_phrase", Start.CONDITION: "condition_start", Start.NUMBER: "number", Start.FORM: "form", Start.EVENT: "event",
}  # fmt: skip


@frozen
class _Line:
    sentences: tuple[tuple[Word, ...], ...]


def read_text(text: str, *, as_: TextContext, vocabulary: Vocabulary) -> Reading:
    """What a wording means in its place. Never raises for a bad wording: the problems say what is wrong and where."""
    lexer = lexer_of(vocabulary)
    if len(text) > MOST_WORDS * 12:
        return _refused(
            _problem(
                "S001",
                "il testo è troppo lungo",
                as_,
                text,
                0,
                min(len(text), 40),
                hint=f"un testo non passa le {MOST_WORDS} parole",
            )
        )
    words = lexer.words(text, _names(as_), idioms=as_.start is Start.FORM)
    if len(words) > MOST_WORDS:
        return _refused(
            _problem(
                "S001",
                "il testo è troppo lungo",
                as_,
                text,
                0,
                min(len(text), 40),
                hint=f"un testo non passa le {MOST_WORDS} parole",
            )
        )
    unknown = [word for word in words if not word.senses and not word.ends_sentence]
    if unknown:
        return _refused(*(_unknown(word, as_, text, lexer) for word in unknown))
    lines = list(_lines(words, as_))
    if not any(line.sentences for line in lines):
        return _refused(_problem("S002", "qui ci vuole una frase", as_, text, 0, max(len(text), 1)))
    return _read(lines, text, as_, vocabulary, lexer)


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
    inside = False  # between quotation marks a full stop is a word
    breaks = context.start in (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD, Start.RULE)
    for word in words:
        inside = (word.key != "»" and inside) or word.key == "«" or (word.key == '"' and not inside)
        if word.key == '"' and sum(1 for w in sentence if w.key == '"') % 2:
            inside = False
        if inside and word.key == ".":
            word = evolve(word, senses=(Sense("STOP", "stop"),))
        elif word.ends_sentence:
            inside = False
        if not word.ends_sentence or word.senses:
            sentence.append(word)
            continue
        if word.key == "\n" and not breaks:
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


# -- reading


def _parsed(words: tuple[Word, ...], start: str, lexer: Lexer) -> list[Built] | Stuck:
    """The syntax of a sentence, kept by its words: places in it are word indices, so it is the same wherever it stands."""
    key = (start, tuple((word.key, word.senses) for word in words))
    found = lexer.kept.get(key)
    if found is None:
        found = parse(words, start)
        if len(lexer.kept) > 4096:
            lexer.kept.clear()
        lexer.kept[key] = found
    return found  # type: ignore[no-any-return]


def _read(lines: Sequence[_Line], text: str, as_: TextContext, vocabulary: Vocabulary, lexer: Lexer) -> Reading:
    from ..meaning.readings import State, begin, finish, take
    from ..meaning.scope import Unreadable, unbound

    states: list[State] = [begin(vocabulary, as_)]
    problems: list[Diagnostic] = []
    grammar_start = _GRAMMAR_STARTS.get(as_.start, "sentence")
    for line in lines:
        for number, sentence in enumerate(line.sentences):
            if len(sentence) > MOST_WORDS_OF_A_SENTENCE:
                return _refused(
                    _problem(
                        "S001",
                        "la frase è troppo lunga",
                        as_,
                        text,
                        sentence[0].start,
                        sentence[0].end,
                        hint="dividila con un punto",
                    )
                )
            try:
                found = _parsed(sentence, grammar_start, lexer)
            except TooManyReadings:
                end = sentence[-1].end
                return _refused(
                    _problem(
                        "S004",
                        "la frase si può mettere insieme in troppi modi",
                        as_,
                        text,
                        sentence[0].start,
                        end,
                        hint="dividila con un punto",
                    )
                )
            if isinstance(found, Stuck) or not found:
                stuck = found if isinstance(found, Stuck) else Stuck(0, frozenset())
                return _refused(*problems, _stuck(sentence, stuck, as_, text, vocabulary))
            new: list[State] = []
            failures: list[Diagnostic] = []
            for group in _grouped(found):
                outcome = [
                    take(state, built.value, list(sentence), first=number == 0) for state in states for built in group
                ]
                for state, built_problem in (pair for pairs in outcome for pair in pairs):
                    if state is not None:
                        new.append(state)
                    elif built_problem is not None:
                        span = _span(
                            as_,
                            text,
                            sentence[min(built_problem.at, len(sentence) - 1)].start,
                            sentence[min(max(built_problem.end, 1), len(sentence)) - 1].end,
                        )
                        failures.append(
                            Diagnostic(built_problem.code, built_problem.message, span, hint=built_problem.hint)
                        )
                if new:
                    if group[0].violations:
                        problems += [remark_of(v, sentence, as_, text, vocabulary, _span) for v in group[0].violations]
                    break
            if not new:
                return _refused(*problems, failures[0])
            states = _distinct(new)[:MOST_STATES]
    meanings: list[Meaning] = []
    for state in states:
        try:
            meaning = finish(state)
        except Unreadable as error:
            problems.append(_problem(error.code, error.message, as_, text, 0, len(text)))
            continue
        if meaning not in meanings:
            meanings.append(meaning)
    if not meanings:
        return _refused(*problems)
    sound = [meaning for meaning in meanings if not unbound(meaning)]
    if not sound:
        first, last = lines[0].sentences[0][0], lines[-1].sentences[-1][-1]
        return _refused(
            *problems,
            _problem("S021", "qui si parla di qualcosa che prima non è stato scelto", as_, text, first.start, last.end),
        )
    meanings = sound
    if len(meanings) == 1:
        return Reading(Fate.UNDERSTOOD, tuple(meanings), tuple(dict.fromkeys(problems)))
    whole = _span(as_, text, lines[0].sentences[0][0].start, lines[-1].sentences[-1][-1].end)
    message = f"questa frase si può intendere in {len(meanings)} modi"
    several = Diagnostic("S003", message, whole, hint="riscrivila in modo che ne resti uno")
    return Reading(Fate.AMBIGUOUS, tuple(meanings), (*problems, several))


def _grouped(found: list[Built]) -> Iterator[list[Built]]:
    """The readings by how well they agree and how canonical they are, the best first."""
    groups: dict[tuple[int, int], list[Built]] = {}
    for built in found:
        groups.setdefault((len(built.violations), built.cost), []).append(built)
    for key in sorted(groups):
        yield groups[key]


def _distinct(states: Sequence[object]) -> list:  # type: ignore[type-arg]
    seen: list[object] = []
    kept = []
    for state in states:
        mark = state.mark()  # type: ignore[attr-defined]
        if mark not in seen:
            seen.append(mark)
            kept.append(state)
    return kept


# -- problems


def _span(context: TextContext, text: str, start: int, end: int) -> Span:
    if context.source is not None:
        return context.source.span(context.offset + start, context.offset + end)
    return Source.of("", text).span(start, end)


def _problem(
    code: str,
    message: str,
    context: TextContext,
    text: str,
    start: int,
    end: int,
    *,
    hint: str = "",
    suggestions: tuple[str, ...] = (),
) -> Diagnostic:
    return Diagnostic(
        code, message, _span(context, text, start, end), Severity.ERROR, hint=hint, suggestions=suggestions
    )


def _refused(*problems: Diagnostic) -> Reading:
    return Reading(Fate.REFUSED, (), tuple(dict.fromkeys(problems)))


def _unknown(word: Word, context: TextContext, text: str, lexer: Lexer) -> Diagnostic:
    from ..suggest import nearest

    suggestions = nearest(word.text, lexer.surfaces())
    return _problem(
        "S010", f"non conosco la parola «{word.text}»", context, text, word.start, word.end, suggestions=suggestions
    )


def _stuck(
    sentence: tuple[Word, ...], stuck: Stuck, context: TextContext, text: str, vocabulary: Vocabulary
) -> Diagnostic:
    expected = expected_words(stuck.expected)
    if stuck.at >= len(sentence):
        last = sentence[-1]
        hint = f"dopo può venire: {', '.join(expected)}" if expected else ""
        return _problem("S012", "la frase finisce troppo presto", context, text, last.start, last.end, hint=hint)
    word = sentence[stuck.at]
    hint = f"qui può stare: {', '.join(expected)}" if expected else ""
    return _problem(
        "S011",
        f"«{word.text}» non può stare qui",
        context,
        text,
        word.start,
        word.end,
        hint=hint,
        suggestions=corrected(sentence, stuck, vocabulary),
    )


__all__ = ["MOST_WORDS", "MOST_WORDS_OF_A_SENTENCE", "read_text"]
_ = (Kind, evolve)
