"""Every form that a wording may use: those of the game's words and of the language's own, with what each may be.

Forms are put together in classes: the forms of one class are the same to the grammar, so that a place in a sentence is
tried once for all of them. Moods and persons that printed texts do not use are left out; they are read all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from attrs import field, frozen

from .function_words import AUXILIARIES, LANGUAGE_VERBS, NUMBERS, RUNS, TABLE
from .inflection import CONTRACTIONS, Mood, Verb, conjugate, definite, enclitic
from .lexer import PIECE, Lexer, Word
from .spelling import fold
from .vocabulary import Kind, analyses_of

#: The finite forms that texts are written in, by mood: the second and third person, the third alone.
_PERSONS: Final = {
    Mood.PRESENT: ("2s", "3s", "3p"),
    Mood.IMPERATIVE: ("2s",),
    Mood.CONDITIONAL: ("3s", "3p"),
    Mood.SUBJUNCTIVE: ("3s", "3p"),
}
_FORMLESS: Final = (Mood.INFINITIVE, Mood.GERUND, Mood.PARTICIPLE)
_ELIDED: Final = ("dell'", "all'", "dall'", "nell'", "sull'", "d'")
#: Numbers that are offered although no text of the game has them.
_DIGITS: Final = tuple(str(number) for number in range(1, 11))
_SIGNED: Final = tuple(f"{sign}{number}" for sign in ("+", "-") for number in range(1, 7))

#: Terminals whose words the builders tell apart by name («più», «meno»), kinds that they treat on their own.
_TOLD_APART: Final = frozenset(("MORE", "GREATER", "HIGH"))
_MEMBERS: Final = frozenset(("member", "member_set"))
#: Clitics that a text joins to a verb: an infinitive takes all of them, an order and a gerund the first ones.
_CLITICS: Final = ("lo", "la", "li", "le", "ne", "ti", "si")
_OF_ORDERS: Final = _CLITICS[:5]

Class = tuple[tuple[tuple[object, ...], ...], ...]


@frozen
class Form:
    """What can be written at a place: its text, the words that the lexer makes of it, the keys of its pieces."""

    text: str
    words: tuple[Word, ...]
    keys: tuple[str, ...]
    key: str  # of the whole

    @property
    def terminals(self) -> frozenset[str]:
        """What the first of its words may be."""
        return frozenset(sense.terminal for sense in self.words[0].senses)


@frozen(eq=False)
class Forms:
    """All forms of one vocabulary, by class; those of several pieces by their first keys too."""

    by_class: dict[Class, tuple[Form, ...]] = field(factory=dict)
    going_on: dict[tuple[str, ...], tuple[Form, ...]] = field(factory=dict)
    kinds: dict[str, Class] = field(factory=dict)  # the class of each form, by its text

    @classmethod
    def of(cls, lexer: Lexer, more: Iterable[str] = ()) -> Forms:
        """The forms that a lexer knows; ``more`` are others, such as the numbers that the game's texts have."""
        classes: dict[Class, dict[str, Form]] = {}
        starts: dict[tuple[str, ...], dict[str, Form]] = {}
        for text in dict.fromkeys((*_texts(lexer), *more)):
            words = tuple(lexer.words(text))
            if not words or not all(word.senses for word in words):
                continue
            form = Form(text, words, keys_of_pieces(text), fold(text))
            classes.setdefault(class_of(words), {}).setdefault(form.key, form)
            for length in range(1, len(form.keys)):
                starts.setdefault(form.keys[:length], {})[text] = form
        return cls(
            {key: tuple(forms.values()) for key, forms in classes.items()},
            {keys: tuple(forms.values()) for keys, forms in starts.items()},
            {form.text: key for key, forms in classes.items() for form in forms.values()},
        )


def keys_of_pieces(text: str) -> tuple[str, ...]:
    """The keys of the pieces of a text, its words and marks, before any of them is looked up."""
    return tuple(fold(found.group()) for found in PIECE.finditer(text))


def class_of(words: Sequence[Word]) -> Class:
    """What the grammar and its builders see of words: of a declared word its features, of a function word its name."""
    return tuple(
        tuple(
            sorted(
                {
                    (
                        s.terminal,
                        s.gender,
                        s.number,
                        s.person,
                        s.mood,
                        s.name if s.terminal in _TOLD_APART else "",
                        s.kind in _MEMBERS,
                    )
                    for s in word.senses
                },
                key=repr,
            )
        )
        for word in words
    )


def _texts(lexer: Lexer) -> Iterator[str]:
    for lexeme in lexer.vocabulary.lexemes:
        if lexeme.kind is Kind.LABEL:
            yield f"{lexeme.singular}:"
            continue
        for text, analysis in analyses_of(lexeme):
            if analysis.mood is None or _is_used(analysis.mood, analysis.person):
                yield text
        if lexeme.verb is not None:
            yield from _with_clitics(lexeme.verb)
    for line in TABLE.strip().splitlines():
        yield from (form.rpartition("/")[0] or form for form in line.partition(": ")[2].split())
    for line in RUNS.strip().splitlines():
        yield from (run.rpartition("/")[0] or run for run in line.partition(": ")[2].split(" | "))
    yield from NUMBERS
    yield from (*_DIGITS, *_SIGNED, *CONTRACTIONS, *_ELIDED)
    for infinitive in (*AUXILIARIES, *LANGUAGE_VERBS):
        verb = conjugate(infinitive)
        yield from _verb(verb)
        yield from _with_clitics(verb)


def _is_used(mood: Mood, person: str | None) -> bool:
    return mood in _FORMLESS or person in _PERSONS.get(mood, ())


def _verb(verb: Verb) -> Iterator[str]:
    for text, mood, person in verb.analyses():
        if _is_used(mood, person):
            yield text
    for text, _, _ in verb.participle.analyses():
        yield text


def _with_clitics(verb: Verb) -> Iterator[str]:
    """«prendine», «calarla», «attaccarti direttamente»."""
    order = verb.form(Mood.IMPERATIVE, "2s", with_tail=False)
    tail = f" {verb.tail}" if verb.tail else ""
    for host, clitics in ((verb.infinitive, _CLITICS), (verb.gerund, _OF_ORDERS), (order, _OF_ORDERS)):
        if host:
            yield from (enclitic(host, clitic) + tail for clitic in clitics)


# -- which words sound right one after the other

_AFTER_IL: Final = frozenset(("il", "un", "i", "quel", "quei", "nessun", "ciascun"))
_AFTER_LO: Final = frozenset(("lo", "uno", "quello", "nessuno", "ciascuno"))
_AFTER_GLI: Final = frozenset(("gli", "quegli"))
_AFTER_LA: Final = frozenset(("la", "una", "quella", "nessuna", "ciascuna"))


@lru_cache(maxsize=16_384)
def sounds_right(before: str, word: str) -> bool:
    """Whether an article or its like may stand before a word: «lo scontro», «un'Erba», never «il scontro»."""
    key = fold(before)
    article = CONTRACTIONS.get(key, ("", key))[1]
    if not word[:1].isalpha():
        return not article.endswith("'")
    masculine, plural = definite("m", "s", word), definite("m", "p", word)
    if article.endswith("'"):
        return masculine == "l'"
    if article in _AFTER_GLI:
        return plural == "gli"
    if article in ("i", "quei"):
        return plural == "i"
    if article in _AFTER_IL:
        return masculine == "il" or (masculine == "l'" and article in ("un", "nessun", "ciascun"))
    if article in _AFTER_LO:
        return masculine == "lo"
    if article in _AFTER_LA:
        return masculine != "l'"
    return True
