"""What a game's own texts say of how its sentences go on: which words follow which, and with what they end.

Words are taken as units, as they are written: a contraction is one, so is a verb with its clitics, so are several words
that are one term.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log1p, log2
from typing import Final

from attrs import define, field, frozen

from ..vocabulary.forms import Class, class_of
from ..vocabulary.lexer import PIECE, Lexer, Word
from ..vocabulary.spelling import fold

#: The key of what ends a sentence, and of what stands before its first word.
END: Final = "."
#: How many words back two contexts are compared.
_MOST_ALIKE: Final = 6


@frozen
class Unit:
    """What is written without a space, or is one term: its key, its words, what it is to the grammar."""

    key: str
    kind: Class
    words: tuple[Word, ...]
    start: int
    end: int


def units(text: str, words: Iterable[Word]) -> Iterator[Unit]:
    """The words of a text put together as they are written."""
    ends = {found.start(): found.end() for found in PIECE.finditer(text)}
    group: list[Word] = []
    stop = 0
    for word in words:
        if group and word.start >= stop and not (word.key == ":" and _is_label(group[0])):
            yield _unit(text, group, stop)
            group = []
        group.append(word)
        stop = max(stop, word.end, ends.get(word.start, 0))
    if group:
        yield _unit(text, group, stop)


def _is_label(word: Word) -> bool:
    """A label is written with its colon."""
    return bool(word.senses) and all(sense.terminal == "LABEL" for sense in word.senses)


def _unit(text: str, words: Sequence[Word], end: int) -> Unit:
    start = words[0].start
    return Unit(fold(text[start:end]), class_of(words), tuple(words), start, end)


@frozen
class Sequel:
    """How a known sentence goes on after some word: the words and their text."""

    words: tuple[Word, ...]
    text: str


@frozen
class _Place:
    """A word in a known sentence: of which sentence, and the how-manieth."""

    sentence: int
    at: int


@define
class Habits:
    """The known sentences of a game, found by their words and by what their words are."""

    texts: list[str] = field(factory=list)
    weights: list[float] = field(factory=list)
    sentences: list[tuple[Unit, ...]] = field(factory=list)
    by_key: dict[str, list[_Place]] = field(factory=dict)
    by_kind: dict[Class, list[_Place]] = field(factory=dict)
    following: dict[str, list[_Place]] = field(factory=dict)  # by the key of the word before
    following_kind: dict[Class, list[_Place]] = field(factory=dict)
    counts: Counter[str] = field(factory=Counter)

    @classmethod
    def of(cls, texts: Iterable[tuple[str, float]], lexer: Lexer) -> Habits:
        """The habits of some wordings, each with its weight; a sentence with words unknown to the game teaches
        nothing."""
        habits = cls()
        for text, weight in texts:
            sentence: list[Unit] = []
            for unit in units(text, lexer.words(text)):
                if unit.words[0].ends_sentence:
                    habits._learn(text, weight, sentence)
                    sentence = []
                else:
                    sentence.append(unit)
            habits._learn(text, weight, sentence)
        return habits

    def _learn(self, text: str, weight: float, sentence: Sequence[Unit]) -> None:
        if not sentence or not all(word.senses for unit in sentence for word in unit.words):
            return
        number = len(self.sentences)
        self.texts.append(text)
        self.weights.append(weight)
        self.sentences.append(tuple(sentence))
        for at, unit in enumerate(sentence):
            place = _Place(number, at)
            self.by_key.setdefault(unit.key, []).append(place)
            self.by_kind.setdefault(unit.kind, []).append(place)
            before = sentence[at - 1] if at else None
            self.following.setdefault(before.key if before else END, []).append(place)
            self.following_kind.setdefault(before.kind if before else (), []).append(place)
            self.counts[unit.key] += 1

    def scores(self, before: Sequence[Unit]) -> tuple[dict[str, float], dict[Class, float]]:
        """How much words and classes of words are looked for after those of a sentence so far."""
        key, kind = (before[-1].key, before[-1].kind) if before else (END, ())
        by_key: Counter[str] = Counter()
        by_kind: Counter[Class] = Counter()
        for place in self.following.get(key, ()):
            unit = self.sentences[place.sentence][place.at]
            weight = 1.5 ** self._alike(before, place) * self.weights[place.sentence]
            by_key[unit.key] += weight  # type: ignore[assignment]
            by_kind[unit.kind] += weight  # type: ignore[assignment]
        for place in self.following_kind.get(kind, ()):
            unit = self.sentences[place.sentence][place.at]
            weight = 0.5 * self.weights[place.sentence]
            by_key[unit.key] += weight  # type: ignore[assignment]
            by_kind[unit.kind] += weight  # type: ignore[assignment]
        return (
            {each: 3 * log1p(many) for each, many in by_key.items()},
            {each: log1p(many) for each, many in by_kind.items()},
        )

    def sequels(self, before: Sequence[Unit], key: str, kind: Class, most: int) -> list[Sequel]:
        """How sentences go on after a word at such a place: after this word, or after words that are the same to the
        grammar. Those that begin most like it come first, the shorter and the more usual before others."""
        found: dict[tuple[str, ...], tuple[float, int, _Place]] = {}
        for other, places in ((0, self.by_key.get(key, ())), (2, self.by_kind.get(kind, ()))):
            for place in places:
                rest = self.sentences[place.sentence][place.at + 1 :]
                rank = 0.5 * len(rest) - self._alike(before, place) + other - self.weights[place.sentence]
                keys = tuple(unit.key for unit in rest)
                best, many, where = found.get(keys, (rank, 0, place))
                found[keys] = (rank, many + 1, place) if rank < best else (best, many + 1, where)
        ranked = sorted(found.values(), key=lambda each: (each[0] - log2(each[1]), each[2].sentence, each[2].at))
        return [self._sequel(place) for _, _, place in ranked[:most]]

    def _sequel(self, place: _Place) -> Sequel:
        rest = self.sentences[place.sentence][place.at + 1 :]
        text = self.texts[place.sentence][rest[0].start : rest[-1].end] if rest else ""
        return Sequel(tuple(word for unit in rest for word in unit.words), text)

    def _alike(self, before: Sequence[Unit], place: _Place) -> int:
        """How like the words before a place are to those of a sentence so far, from the last one back."""
        sentence = self.sentences[place.sentence]
        points = 0
        for back in range(1, _MOST_ALIKE + 1):
            at = place.at - back
            if at < 0 or back > len(before):
                return points + (3 if at < 0 and back > len(before) else 0)
            if sentence[at].key == before[-back].key:
                points += 3
            elif sentence[at].kind == before[-back].kind:
                points += 1
            else:
                return points
        return points
