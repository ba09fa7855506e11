"""The words that may come next in a wording: only forms that agree, and after which something can be understood.

A form is offered when the sentence so far, the form and a way to go on are a wording that the game understands: the
way to go on is taken from the game's own texts, where they say something alike. When a word has been begun, all forms
that begin so are offered, those last of which only the grammar says that they fit.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from attrs import frozen

from ..syntax.forest import Built
from ..syntax.predictions import Prefix
from ..syntax.reading import Start, TextContext, names_in
from ..syntax.sentences import Begun, best_of, grammar_start
from ..vocabulary.forms import Class, Form, Forms, class_of, keys_of_pieces, sounds_right
from ..vocabulary.lexer import PIECE, Sense, Word, lexer_of
from ..vocabulary.spelling import fold
from ..vocabulary.vocabulary import Vocabulary
from .habits import END, Habits, Unit, units

#: Bounds on the work at one place: ways to go on tried for each form, for all together, and how many of these for forms
#: that the game's texts have never had after such a word.
MOST_SEQUELS: Final = 3
MOST_TRIALS: Final = 12
MOST_NEW_TRIALS: Final = 4
#: When fewer forms than this are proved, others that the grammar admits are offered after them.
FEW: Final = 5
_LITTLE: Final = 3
#: What is said on cards, and what a sentence of the rules weighs beside it.
_OF_CARDS: Final = (Start.CARD_CONTINUOUS, Start.CARD_USED)
_OF_RULES: Final = 0.25
#: Numbers are offered of themselves only when a text of the game has them.
_NUMBERS: Final = frozenset(("NUM", "SIGNED"))
_MARKS: Final = frozenset((",", ":", ";"))
#: How many words back a word of several pieces may have begun.
_MOST_BACK: Final = 4
#: So many forms of a class that lead to nothing, and the others of that class are not tried.
_MOST_IN_VAIN: Final = 2
#: Places that are kept: each letter that is typed asks again for the same one.
_MOST_KEPT: Final = 32


@frozen
class Completion:
    """What may be written next. ``witness``: a whole wording with it that is understood; None when only the grammar
    says that it fits. ``at`` is the offset from which on it stands (before a word that has been begun), ``sense`` what
    the word is first of all."""

    text: str
    at: int
    witness: str | None = None
    sense: Sense | None = None


class Completer:
    """Completes the wordings of one game. ``texts`` are those that it has already and that are understood, each with what
    it is: they tell what is usual."""

    def __init__(self, vocabulary: Vocabulary, texts: Iterable[tuple[str, Start]] = ()) -> None:
        self.vocabulary = vocabulary
        self.lexer = lexer_of(vocabulary)
        self.places: dict[tuple[str, TextContext], _At] = {}
        known = tuple(dict.fromkeys(texts))
        weighed = dict.fromkeys((text, 1.0 if start in _OF_CARDS else _OF_RULES) for text, start in known)
        self.habits = Habits.of(weighed, self.lexer)
        self.known = self._continued(known)
        self.forms = Forms.of(self.lexer, sorted(key for key in self.habits.counts if key[-1:].isdigit()))

    def _continued(self, known: Iterable[tuple[str, Start]]) -> dict[tuple[Start, tuple[str, ...]], dict[str, str]]:
        """The known wordings by their beginnings: the word that follows one, and a wording where it does."""
        found: dict[tuple[Start, tuple[str, ...]], dict[str, str]] = {}
        for text, start in known:
            keys = tuple(unit.key for unit in units(text, self.lexer.words(text)))
            for at, key in enumerate(keys):
                found.setdefault((start, keys[:at]), {}).setdefault(key, text)
        return found

    def next_words(self, text: str, context: TextContext) -> tuple[Completion, ...]:
        """What may be written after a text, the likeliest first."""
        before, begun = _cut(text)
        place = _At.of(self, before, context)
        found: dict[tuple[str, int], Completion] = {}
        marks = _At.of(self, text, context).marks() if begun else ()
        for each in (*marks, *place.longer(begun), *place.offers(begun)):
            found.setdefault((each.text, each.at), each)
        return tuple(sorted(found.values(), key=lambda each: each.witness is None))


#: A form, its class, and whether the game's texts have had it after such a word.
_Candidate = tuple[Form, Class, bool]


class _At:
    """A place in a wording: the sentences before it, the sentence that goes on there."""

    def __init__(self, by: Completer, text: str, context: TextContext, words: Sequence[Word]) -> None:
        last = max((at for at, word in enumerate(words) if word.ends_sentence), default=-1)
        self.by, self.text, self.context = by, text, context
        self.sentence = tuple(words[last + 1 :])
        self.units = tuple(units(text, self.sentence))
        self.known = by.known.get((context.start, tuple(unit.key for unit in units(text, words))), {})
        self.sentence_start = self.sentence[0].start if self.sentence else len(text)
        self.begun = Begun(text[: self.sentence_start], context, by.vocabulary)
        self.prefix = Prefix.of(self.sentence, grammar_start(context))
        self.trials = 0
        self._before_amiss: int | None = None
        self._witnesses: dict[str, str | None] = {}

    @classmethod
    def of(cls, by: Completer, text: str, context: TextContext) -> _At:
        """The place at the end of a text; the one that was asked for before, if it was."""
        found = by.places.pop((text, context), None) or cls(by, text, context, by.lexer.words(text, names_in(context)))
        by.places[text, context] = found
        if len(by.places) > _MOST_KEPT:
            del by.places[next(iter(by.places))]
        found.trials = 0
        return found

    # -- what is offered

    def offers(self, begun: str) -> Iterator[Completion]:
        """The forms that may stand here, those that begin as ``begun``."""
        if self.prefix is None or not self.begun.ok:
            return
        if self.sentence and not begun and self._is_whole():
            yield Completion(END, len(self.text), self.text.rstrip() + END)
        candidates = self._candidates(begun)
        proved = yield from self._proved(candidates, bool(begun))
        if begun or len(proved) < FEW:
            yield from self._fitting([each for each in candidates if each[0].text not in proved], bool(begun))

    def _proved(self, candidates: Sequence[_Candidate], begun: bool) -> Generator[Completion, None, set[str]]:
        """The forms with which some wording is understood; gives their texts at the end."""
        in_vain: dict[Class, int] = {}
        proved: set[str] = set()
        for form, kind, usual in candidates:
            if (not usual and in_vain.get(kind, 0) >= _MOST_IN_VAIN) or not self._sounds_right(form):
                continue
            witness = self._witness(form, kind, MOST_TRIALS if usual or begun else MOST_NEW_TRIALS)
            in_vain[kind] = in_vain.get(kind, 0) + 1 if witness is None else 0
            if witness is not None:
                proved.add(form.text)
                yield self._completion(form, witness)
        return proved

    def _fitting(self, candidates: Sequence[_Candidate], all_of_them: bool) -> Iterator[Completion]:
        """Forms of which the grammar says that they fit: one of a class is asked for all."""
        fit: dict[Class, bool] = {}
        told = 0
        for form, kind, _ in candidates:
            if not self._sounds_right(form):
                continue
            if kind not in fit:
                if not all_of_them and len(fit) >= FEW:
                    return
                fit[kind] = self._agrees(form)
            if fit[kind]:
                told += 1
                yield self._completion(form, None)
            if told >= FEW and not all_of_them:
                return

    def _completion(self, form: Form, witness: str | None) -> Completion:
        return Completion(form.text, len(self.text), witness, form.words[0].senses[0])

    def marks(self) -> Iterator[Completion]:
        """The marks that may stand right after a word: a full stop, a comma, a colon."""
        if self.prefix is not None and self.begun.ok and self.sentence:
            if self._is_whole():
                yield Completion(END, len(self.text), self.text.rstrip() + END)
            yield from (each for each in self.longer("") if each.text in _MARKS)
            for form, kind, _ in self._candidates(""):
                if form.text in _MARKS:
                    witness = self._witness(form, kind)
                    if witness is not None:
                        yield self._completion(form, witness)

    def longer(self, begun: str) -> Iterator[Completion]:
        """What is still wanted of terms of several words: «ogni» may be the beginning of «ogni volta che»."""
        starts = [found.start() for found in PIECE.finditer(self.text)]
        for back in range(1, min(_MOST_BACK, len(starts)) + 1):
            cut = starts[-back]
            going_on = self.by.forms.going_on.get(keys_of_pieces(self.text[cut:]), ())
            if not going_on:
                continue
            before = _At.of(self.by, self.text[:cut], self.context)
            if before.prefix is None or not before.begun.ok:
                continue
            for form in going_on:
                rest = _rest(form, back)
                if fold(rest).startswith(begun):
                    witness = before._witness(form, self.by.forms.kinds[form.text])
                    if witness is not None or before._agrees(form):
                        yield Completion(rest, len(self.text), witness, form.words[0].senses[0])

    def _candidates(self, begun: str) -> list[_Candidate]:
        """The forms that may be looked for, the likeliest first; whether the texts have had them after such a word."""
        by_key, by_kind = self.by.habits.scores(self.units)
        known = len(by_kind) >= _LITTLE and not begun  # else all classes: the texts say too little of such a place
        expected = self.prefix.expected if self.prefix is not None else frozenset()
        counts = self.by.habits.counts
        found: list[tuple[int, float, str, Form, Class]] = []
        for kind, forms in self.by.forms.by_class.items():
            usual = by_kind.get(kind, 0.0)
            if (known and not usual) or not forms[0].terminals & expected:
                continue
            counted = not begun and bool(forms[0].terminals & _NUMBERS)
            for form in forms:
                key = form.key
                if counted and not counts[key]:
                    continue
                if key.startswith(begun):
                    score = usual + by_key.get(key, 0.0) + 0.01 * min(counts[key], 50)
                    new = 0 if key in self.known else 1 if key in by_key else 2
                    found.append((new, -score, form.text, form, kind))
        for form in self._names():
            if form.terminals & expected and form.key.startswith(begun):
                found.append(
                    (
                        0 if form.key in self.known else 1,
                        -by_key.get(form.key, 0.0),
                        form.text,
                        form,
                        class_of(form.words),
                    )
                )
        found.sort(key=itemgetter(0, 1, 2))
        return [(form, kind, new < 2) for new, _, _, form, kind in found]

    def _names(self) -> Iterator[Form]:
        """The capital names in scope, as forms."""
        for name, sense in names_in(self.context).items():
            word = Word(name, fold(name), 0, len(name), (sense,))
            yield Form(name, (word,), (word.key,), word.key)

    def _sounds_right(self, form: Form) -> bool:
        """Whether a form may stand right after the word before it."""
        return not self.units or sounds_right(self.units[-1].words[-1].text, form.text)

    # -- whether it leads to something

    def _is_whole(self) -> bool:
        assert self.prefix is not None
        return self.prefix.complete and self.begun.understands(
            self.sentence, self.prefix.readings(), self.text[self.sentence_start :]
        )

    def _witness(self, form: Form, kind: Class, most: int = MOST_TRIALS) -> str | None:
        """A wording with a form at this place that is understood, or None when none is found."""
        if form.key in self.known:
            return self.known[form.key]
        if form.text not in self._witnesses:
            if self.trials >= most:
                return None
            self._witnesses[form.text] = self._found(form, kind)
        return self._witnesses[form.text]

    def _found(self, form: Form, kind: Class) -> str | None:
        assert self.prefix is not None
        head = self.text + form.text
        for sequel in self.by.habits.sequels(self.units, form.key, kind, MOST_SEQUELS):
            if sequel.words and not sounds_right(form.words[-1].text, sequel.words[0].text):
                continue
            whole = self.prefix.whole((*form.words, *sequel.words))
            if whole is None:
                continue
            self.trials += 1
            said = _joined(head, sequel.text)
            readings = [built for built in whole.readings() if len(built.violations) <= self._amiss(built)]
            if readings and self.begun.understands(whole.words, best_of(readings), said[self.sentence_start :]):
                return said + END
        return None

    def _agrees(self, form: Form) -> bool:
        """Whether the grammar has a sentence with the form at this place in which no more is amiss than before it."""
        more = self.prefix.after(*form.words) if self.prefix is not None else None
        found = more.violations(2) if more is not None else None
        return found is not None and (not found or found <= self._amiss())

    def _amiss(self, best: Built | None = None) -> int:
        """How many words before this place do not agree; not worked out where nothing is amiss in the best reading."""
        if best is not None and not best.violations:
            return 0
        if self._before_amiss is None:
            self._before_amiss = (self.prefix.violations() if self.prefix else None) or 0
        return self._before_amiss


def _joined(head: str, tail: str) -> str:
    if not tail or head.endswith(("'", "’")) or tail[:1] in (",", ":", ";"):
        return head + tail
    return f"{head} {tail}"


def _rest(form: Form, pieces: int) -> str:
    """What is still to be written of a form whose first pieces stand there."""
    starts = [found.start() for found in PIECE.finditer(form.text)]
    return form.text[starts[pieces] :]


def _cut(text: str) -> tuple[str, str]:
    """A text without the word that is being written at its end, and the key of that."""
    last = max(PIECE.finditer(text), key=lambda found: found.start(), default=None)
    if last is None or last.end() != len(text) or not text[-1:].isalnum():
        if text[-1:] in ("+", "-", "−"):
            return text[:-1], fold(text[-1:])
        return text, ""
    return text[: last.start()], fold(last.group())


__all__ = ["Completer", "Completion", "Unit"]
