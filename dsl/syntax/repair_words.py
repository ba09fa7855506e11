"""The words that could have been meant where another is written: the forms of one game's words and of the language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from ..suggest import slip_cost, within
from ..vocabulary.function_words import AUXILIARIES, ENGLISH, LANGUAGE_VERBS, NUMBERS, RUNS, TABLE
from ..vocabulary.inflection import CLITICS, CONTRACTIONS, Mood, Number, Person, conjugate, enclitic
from ..vocabulary.lexer import Lexer, Sense, Word
from ..vocabulary.spelling import fold, words_of
from ..vocabulary.vocabulary import Kind, Lexeme, Vocabulary, analyses_of

#: Forms of a verb that a text of rules hardly ever has; they are known, and proposed last.
_RARE: Final = (Mood.IMPERFECT, Mood.CONDITIONAL, Mood.PAST_SUBJUNCTIVE, Mood.FUTURE, Mood.SUBJUNCTIVE)
_RARE_COST: Final = 1.0


@frozen
class Form:
    """A form that can be written: as it is spelled, and how much less likely it is than the others."""

    text: str
    price: float = 0.0


#: Words that are written as they are declared, capital and all; a status is «Stanca» in its block and «stanca» in a sentence.
_NAMES: Final = frozenset(
    (
        Kind.NOUN,
        Kind.VALUE,
        Kind.MEMBER,
        Kind.MEMBER_SET,
        Kind.ZONE,
        Kind.TEXT,
        Kind.KEYWORD,
        Kind.LABEL,
        Kind.PERSON,
    )
)


def _price(mood: Mood | None, person: Person | None) -> float:
    """How seldom a text of rules has such a form of a verb."""
    if mood in _RARE:
        return _RARE_COST
    if mood is Mood.IMPERATIVE:
        return 0.0 if person == "2s" else 0.4
    if person is None or person == "3s":
        return 0.0
    return {"3p": 0.05, "2s": 0.15}.get(person, 0.3)


@define(slots=False)
class Wordbook:
    """Every form that a wording may hold, by its key and by the word that it is a form of."""

    lexer: Lexer
    forms: dict[str, Form] = field(factory=dict)  # by key
    families: dict[str, list[str]] = field(factory=dict)  # by word: the keys of its forms
    family_of: dict[str, list[str]] = field(factory=dict)  # by key
    openers: set[str] = field(factory=set)  # keys that are a part of a name of several words
    names: set[str] = field(factory=set)  # forms that keep their capital
    runs: dict[str, list[str]] = field(factory=dict)  # by first key: the names of several words that begin so
    foreign: dict[str, list[str]] = field(factory=dict)  # by English word: the families that it names
    whole: set[str] = field(factory=set)  # forms that are a word, not only a part of a name
    _alike: dict[str, tuple[tuple[float, str], ...]] = field(factory=dict)
    _senses: dict[str, tuple[Sense, ...]] = field(factory=dict)
    _persons: dict[str, frozenset[tuple[int, int]]] = field(factory=dict)
    _usual: dict[str, tuple[str, ...]] = field(factory=dict)

    @classmethod
    def of(cls, lexer: Lexer) -> Wordbook:
        """The forms of a lexer's vocabulary and of the language."""
        book = cls(lexer)
        book._declared(lexer.vocabulary)
        book._language()
        return book

    def _add(self, text: str, family: str, price: float = 0.0, *, name: bool = False) -> None:
        """A form, or the words of a name of several; with ``name`` its capitals are kept."""
        pieces = words_of(text)
        for number, piece in enumerate(pieces):
            key, kin = fold(piece), family if len(pieces) == 1 else f"{family} {number}"
            known = self.forms.get(key)
            capital = name and piece[:1].isupper() and (len(pieces) == 1 or known is None)
            whole = len(pieces) == 1 and known is not None and known.text in self.names - self.whole
            if known is None or capital or whole:
                self.forms[key] = Form(piece, min(price, known.price if known else price))
            elif price < known.price:
                self.forms[key] = Form(known.text, price)
            if len(pieces) > 1:
                self.openers.add(key)
                if number == 0:
                    self.runs.setdefault(key, []).append(text)
            if capital:
                self.names.add(piece)
            if len(pieces) == 1:
                self.whole.add(piece)
            if kin not in self.family_of.setdefault(key, []):
                self.family_of[key].append(kin)
                self.families.setdefault(kin, []).append(key)

    def _language(self) -> None:
        for line in TABLE.strip().splitlines():
            head, _, forms = line.partition(": ")
            for form in forms.split():
                word = form.rpartition("/")[0] or form if form[1:] else form
                if word[:1].isalpha():
                    self._add(word, head)
        for line in RUNS.strip().splitlines():
            for run in line.partition(": ")[2].split(" | "):
                for word in run.split():
                    self._add(word, f"run {word}")
                    self.openers.add(fold(word))
        for word in NUMBERS:
            self._add(word, f"number {word}")
        for contracted, (preposition, _) in CONTRACTIONS.items():
            self._add(contracted, f"with {preposition}")
        for infinitive in (*AUXILIARIES, *LANGUAGE_VERBS):
            verb = conjugate(infinitive)
            for form, mood, person in verb.analyses():
                if person is None or person[0] != "1":
                    self._add(form, f"verb {infinitive}", _price(mood, person))
            for form, _, _ in verb.participle.analyses():
                self._add(form, f"verb {infinitive}")

        for english, word in ENGLISH.items():
            self.foreign[english] = list(self.family_of.get(fold(word), ()))

    def _declared(self, vocabulary: Vocabulary) -> None:
        for lexeme in vocabulary.lexemes:
            family = f"{'verb' if lexeme.verb is not None else lexeme.kind.value} {lexeme.name}"
            if lexeme.negated:
                family = f"not {family}"  # «desta» is no form of «stanca», its contrary
            for english in lexeme.english.casefold().split("/"):
                if english and " " not in english:
                    self.foreign.setdefault(english, []).append(family)
            for form, analysis in analyses_of(lexeme):
                if analysis.person is None or analysis.person[0] != "1":
                    shown = lexeme.name if lexeme.kind is Kind.LABEL and fold(lexeme.name) == fold(form) else form
                    price = _price(analysis.mood, analysis.person)
                    if lexeme.kind is Kind.PERIOD and analysis.number == "p":
                        price += 0.15  # «per questo turno» is of each card, «turni» of few
                    self._add(shown, family, price, name=lexeme.kind in _NAMES)

    @cached_property
    def keys(self) -> Sequence[str]:
        """The keys of all forms, for the search by spelling."""
        return list(self.forms)

    # -- what could have been meant

    def like(self, key: str, names: Iterable[str] = ()) -> Iterator[tuple[float, str]]:
        """The forms spelled much like a word, each with its price; ``names`` are known besides."""
        if len(key) < 2:
            return
        most = 1 if len(key) < 4 else 2 if len(key) < 9 else 3
        found = self._alike.get(key)
        if found is None:
            found = self._alike[key] = (*self._of_the_book(key, most), *self._with_clitic(key, most))
        yield from found
        for name in names:
            if fold(name) != key and slip_cost(key, fold(name)) <= most:
                yield slip_cost(key, fold(name)), name

    def _of_the_book(self, key: str, most: int) -> Iterator[tuple[float, str]]:
        for known in within(key, self.keys, most):
            if known != key:
                form = self.forms[known]
                yield slip_cost(key, known) + form.price, form.text

    def _with_clitic(self, key: str, most: int) -> Iterator[tuple[float, str]]:
        """«prendnie» for «prendine»: a form of a verb with a pronoun joined."""
        for clitic in CLITICS:
            if len(key) > len(clitic) + 3 and slip_cost(key[-len(clitic) :], clitic) <= 1:
                for known in within(key[: -len(clitic)], self._hosts, most - 1):
                    whole = enclitic(known, clitic)
                    if whole != key and whole not in self.forms and slip_cost(key, whole) <= most:
                        yield slip_cost(key, whole) + 0.2, whole

    @cached_property
    def _hosts(self) -> Sequence[str]:
        hosts = {"V_IMP", "V_INF", "V_GER"}
        return [key for key in self.forms if any(sense.terminal in hosts for sense in self.senses(key))]

    def kin(self, key: str) -> Iterator[tuple[float, str]]:
        """The other forms of a known word, the most alike first: another gender, number, person or mood."""
        seen = {key}
        for family in self.family_of.get(key, ()):
            for other in self.families[family]:
                if other not in seen:
                    seen.add(other)
                    form = self.forms[other]
                    yield 0.5 + 0.35 * min(slip_cost(key, other), 4.0) + form.price, form.text

    def english(self, key: str) -> Iterator[tuple[float, str]]:
        """The forms of the words that an English word names; the usual form first."""
        if key in ENGLISH:
            yield 0.7, ENGLISH[key]
        for family in self.foreign.get(key) or self.foreign.get(key.removesuffix("s")) or ():
            for other in self.families.get(family, ()):
                form = self.forms[other]
                yield 0.8 + form.price, form.text

    def senses(self, form: str) -> tuple[Sense, ...]:
        """What a form alone may be; none when it is a part of a name of several words, or joined of two."""
        found = self._senses.get(form)
        if found is None:
            words: list[Word] = self.lexer.words(form)
            found = self._senses[form] = words[0].senses if len(words) == 1 else ()
        return found

    def persons(self, form: str) -> frozenset[tuple[int, int]]:
        """The persons of a form of a verb, each with its number; of one with a pronoun joined to it, the verb's."""
        found = self._persons.get(form)
        if found is None:
            words: list[Word] = self.lexer.words(form)
            senses = words[0].senses if words and all(self._is_clitic(word) for word in words[1:]) else ()
            found = frozenset((sense.person, sense.number) for sense in senses if sense.person)
            self._persons[form] = found
        return found

    def is_infinitive(self, form: str) -> bool:
        """Whether a form says only what may be done, with or without a pronoun."""
        words = self.lexer.words(form)
        return bool(words) and bool(words[0].senses) and all(s.terminal == "V_INF" for s in words[0].senses)

    @staticmethod
    def _is_clitic(word: Word) -> bool:
        return any(sense.terminal == "ENCLITIC" for sense in word.senses)

    def usual(self, terminal: str, kinds: Sequence[Kind], number: Number) -> Sequence[str]:
        """The usual forms of a game's words that a terminal stands for, in the order of declaration."""
        name = f"{terminal} {number}"
        found = self._usual.get(name)
        if found is None:
            lexemes = (each for each in self.lexer.vocabulary.lexemes if each.kind in kinds and each.preferred)
            forms = (self._usual_form(each, terminal, number) for each in lexemes if not each.negated)
            found = self._usual[name] = tuple(dict.fromkeys(form for form in forms if form and " " not in form))
        return found

    def _usual_form(self, lexeme: Lexeme, terminal: str, number: Number) -> str:
        if lexeme.verb is None:
            return lexeme.form(number)
        if terminal == "V_INF":
            return lexeme.verb.form(Mood.INFINITIVE)
        person: Person = "2s" if terminal == "V_IMP" else "3p" if number == "p" else "3s"
        return lexeme.verb.form(Mood.IMPERATIVE if terminal == "V_IMP" else Mood.PRESENT, person)

    def article(self, key: str) -> bool:
        """Whether a word alone is an article."""
        return any(sense.terminal in ("DEF", "INDEF") for sense in self.senses(key))

    def is_label(self, word: str) -> bool:
        """Whether a word is a label when a colon stands after it."""
        forms = (word, word.upper())
        return any(s.terminal == "LABEL" for form in forms for s in self.lexer.words(f"{form}:")[0].senses)

    def knows(self, key: str) -> bool:
        return key in self.forms


def wordbook_of(lexer: Lexer) -> Wordbook:
    """The wordbook of a lexer, made when it is first asked for."""
    found = lexer.kept.get("wordbook")
    if found is None:
        found = lexer.kept["wordbook"] = Wordbook.of(lexer)
    return found
