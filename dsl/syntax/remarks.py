"""What does not agree, told with its corrected form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic, Severity
from ..vocabulary.function_words import AUXILIARIES
from ..vocabulary.inflection import Mood, conjugate, definite, indefinite, joined
from ..vocabulary.lexer import F, M, P, S, Word
from ..vocabulary.vocabulary import Kind, Vocabulary
from .nodes import Clause, Complement, NounPhrase, Token, Violation
from .problems import Wording

#: The codes of a word that does not agree: in any way, and with a number before it.
DISAGREES: Final = frozenset(("S004", "S008"))
#: Words that do not agree and stand as near as this are one slip.
_NEIGHBOURS: Final = 2
_BEFORE_NOUNS: Final = frozenset(
    ("DEF", "INDEF", "NUM", "POSSESSIVE", "THIS", "THAT", "OTHER", "EACH", "NO", "SAME", "ANY")
)
_FUNCTION: Final[dict[str, dict[str, str]]] = {
    "the": {"ms": "il", "fs": "la", "mp": "i", "fp": "le"},
    "one": {"ms": "un", "fs": "una", "mp": "", "fp": ""},
    "your": {"ms": "tuo", "fs": "tua", "mp": "tuoi", "fp": "tue"},
    "its": {"ms": "suo", "fs": "sua", "mp": "suoi", "fp": "sue"},
    "other": {"ms": "altro", "fs": "altra", "mp": "altri", "fp": "altre"},
    "all": {"ms": "tutto", "fs": "tutta", "mp": "tutti", "fp": "tutte"},
    "this": {"ms": "questo", "fs": "questa", "mp": "questi", "fp": "queste"},
    "opposing": {"ms": "avversario", "fs": "avversaria", "mp": "avversari", "fp": "avversarie"},
    "printed": {"ms": "originale", "fs": "originale", "mp": "originali", "fp": "originali"},
}  # fmt: skip


def _marks(gender: int, number: int) -> str:
    return ("f" if gender == F else "m" if gender == M else "f") + ("p" if number == P else "s")


def agreeing(word: Word, violation: Violation, vocabulary: Vocabulary, following: str = "") -> str | None:
    """The form that a word should have."""
    marks = _marks(violation.gender, violation.number)
    gender, number = ("f" if marks[0] == "f" else "m"), ("p" if marks[1] == "p" else "s")
    for sense in word.senses:
        if sense.name == "the" and following:
            return definite(gender, number, following)  # type: ignore[arg-type]
        if sense.name == "one" and sense.terminal == "INDEF" and following:
            return indefinite(gender, following)  # type: ignore[arg-type]
        if sense.name in _FUNCTION:
            return _FUNCTION[sense.name][marks] or None
        if sense.terminal.endswith(("_FIN", "_PLAIN")):
            verb = conjugate(sense.name) if sense.name in AUXILIARIES else None
            lexeme = vocabulary.lexeme(sense.name, Kind.VERB, Kind.CLAIM)
            verb = verb or (lexeme.verb if lexeme is not None else None) or conjugate(sense.name)
            return verb.form(Mood.PRESENT, "3p" if violation.number == P else "3s")
        if sense.terminal.startswith("N_"):
            lexeme = vocabulary.lexeme(sense.name) or next(
                (each for each in vocabulary.lexemes if word.key in (each.singular, each.plural)), None
            )
            if lexeme is not None and (lexeme.plural or lexeme.singular):
                return lexeme.form(number)  # type: ignore[arg-type]
        if sense.terminal in ("STATUS", "ATTACHED", "TABLE_WORD", "DIRECTION"):
            for lexeme in vocabulary.lexemes:
                if lexeme.adjective is not None and any(
                    form.casefold() == word.key for form, _, _ in lexeme.adjective.analyses()
                ):
                    return lexeme.adjective.form(gender, number)  # type: ignore[arg-type]
        if sense.terminal == "V_PART":
            lexeme = vocabulary.lexeme(sense.name, Kind.VERB, Kind.CLAIM)
            if lexeme is not None and lexeme.verb is not None:
                return lexeme.verb.past(gender, number)  # type: ignore[arg-type]
    return None


def remark_of(violation: Violation, sentence: tuple[Word, ...], wording: Wording, vocabulary: Vocabulary) -> Diagnostic:
    """A word that does not agree: understood, and said with the form that it should have."""
    word = sentence[violation.at]
    following = sentence[violation.at + 1].text if violation.at + 1 < len(sentence) else ""
    form = agreeing(word, violation, vocabulary, following)
    if form and word.text.islower():
        form = form.lower()
    elif form and word.text[:1].isupper():
        form = form[0].upper() + form[1:]
    suggestions = (form,) if form and form.casefold() != word.text.casefold() else ()
    code, message = "S004", f"«{word.text}» non concorda con il resto"
    counted = _number_before(violation, sentence)
    if counted is not None:
        code, message = "S008", f"dopo «{counted}» ci vuole il plurale, e «{word.text}» è singolare"
    return Diagnostic(code, message, wording.span(word.start, word.end), Severity.WARNING, suggestions=suggestions)


def remarks_of(
    violations: Sequence[Violation], sentence: tuple[Word, ...], wording: Wording, vocabulary: Vocabulary
) -> Iterator[Diagnostic]:
    """The remarks on what does not agree; those of neighbours are one, which mends them together."""
    run: list[tuple[Violation, Diagnostic]] = []
    for violation in sorted(violations, key=lambda each: each.at):
        told = remark_of(violation, sentence, wording, vocabulary)
        if run and (violation.at > run[-1][0].at + _NEIGHBOURS or "S008" in (told.code, run[-1][1].code)):
            yield from _of_run(run, sentence, wording)
            run = []
        if run and run[-1][0].at == violation.at:  # a word that disagrees with two says so once
            run[-1] = run[-1] if run[-1][1].suggestions else (violation, told)
        else:
            run.append((violation, told))
    yield from _of_run(run, sentence, wording)


def _of_run(
    run: Sequence[tuple[Violation, Diagnostic]], sentence: tuple[Word, ...], wording: Wording
) -> Iterator[Diagnostic]:
    """«i tuoi altri Lanterne»: told once, with all its words as they should be."""
    alike = len({(violation.gender, violation.number) for violation, _ in run}) == 1
    if len(run) < 2 or not alike or not all(told.suggestions for _, told in run):
        yield from (told for _, told in run)
        return
    start, end = sentence[run[0][0].at].start, sentence[run[-1][0].at].end
    right, done = "", start
    for violation, told in run:
        word = sentence[violation.at]
        right += wording.text[done : word.start] + told.suggestions[0]
        done = word.end
    message = f"«{' '.join(wording.text[start:end].split())}» non concorda"
    span = wording.span(start, end)
    yield Diagnostic("S004", message, span, Severity.WARNING, suggestions=(" ".join(right.split()),))


def _number_before(violation: Violation, sentence: tuple[Word, ...]) -> str | None:
    """The number that wants a plural of the noun just after it."""
    if violation.number != P or violation.at == 0:
        return None
    before = sentence[violation.at - 1]
    named = any(sense.terminal.startswith("N_") for sense in sentence[violation.at].senses)
    return before.text if named and any(sense.terminal == "NUM" for sense in before.senses) else None


def without_article(value: object, sentence: tuple[Word, ...], wording: Wording) -> Iterator[Diagnostic]:
    """«smorza Lanterna»: a single thing that is done something to, or does it, without an article. It is read as «una»."""
    if not any(_may_be_bare(sentence, i) for i in range(len(sentence))):
        return
    for phrase in _things(value):
        noun = phrase.noun
        if noun is None or phrase.determiners or noun.terminal != "N_CARD" or phrase.number != S:
            continue
        if noun.sense.kind == "member" and noun.text.islower():
            continue  # a word of a value that is an adjective: «la Riva diventa alta»
        if noun.sense.kind == "member" and any(
            sense.name == "diventare" for each in sentence[max(0, noun.at - 1) : noun.at] for sense in each.senses
        ):
            continue  # what a value becomes: «la Riva diventa Alta»
        word = sentence[noun.at]
        article = indefinite("f" if phrase.gender == F else "m", word.text)
        right = joined(article, word.text[0].lower() + word.text[1:] if noun.at == 0 else word.text)
        message = f"davanti a «{word.text}» manca l'articolo"
        span = wording.span(word.start, word.end)
        yield Diagnostic("S049", message, span, Severity.WARNING, suggestions=(right,))


def _may_be_bare(sentence: tuple[Word, ...], i: int) -> bool:
    """Whether a word may be a single thing, and the word before it is none that stands before nouns."""
    if not any(sense.terminal == "N_CARD" and sense.number == S for sense in sentence[i].senses):
        return False
    return i == 0 or not any(sense.terminal in _BEFORE_NOUNS for sense in sentence[i - 1].senses)


def _things(node: object) -> Iterator[NounPhrase]:
    """The subjects and objects of all the clauses of a sentence."""
    if isinstance(node, tuple):
        for each in node:
            yield from _things(each)
    elif isinstance(node, Complement):
        if node.kind == "c_object" and isinstance(node.value, NounPhrase):
            yield node.value
        yield from _things(node.value)
    elif not isinstance(node, Token):
        if isinstance(node, Clause) and isinstance(node.subject, NounPhrase):
            yield node.subject
        for each in getattr(type(node), "__attrs_attrs__", ()):
            yield from _things(getattr(node, each.name))
