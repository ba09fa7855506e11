"""The nearest wordings that are understood, for one that is not: a search over small changes, the likeliest first.

Where reading stops, the chart tells which words could stand there; changes at and before that place are tried in the
order of their price (``repair_edits``), each on the text as written. What can be read as syntax is read as a whole:
only what is understood is proposed. A change that lets reading go further may be followed by another; the work is
bounded by the number of words that are read (G. Lyon, "Syntax-Directed Least-Errors Analysis for Context-Free
Languages" (1974) is the same search inside one chart; here words change too, not only their order and number).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from ..diagnostics import Severity
from ..source import Source
from ..vocabulary.lexer import Lexer, Word
from .earley import Failure
from .earley import parse as read_chart
from .parser import tables
from .reading import Fate, Meaning, Reading, TextContext, names_in
from .repair_edits import Edit, Edits, Fault
from .repair_words import wordbook_of

#: So many changes at most make one proposal.
MOST_EDITS: Final = 3
#: So many words are read in all: once as syntax counts one, in whole some times that. About a tenth of a second.
MOST_WORK: Final = 1_200
WHOLE: Final = 5
_TREE: Final = 2
#: What is dearer than the best proposal by this is not looked at any more.
_MARGIN: Final = 0.45
_MOST_PROPOSALS: Final = 3
#: A reading in which something does not agree is less likely to be meant.
_REMARK: Final = 0.9
#: What at least it costs to put a word that nobody knows right.
_STRANGE: Final = 0.45
#: So many changes are thought of while one word is read.
_THOUGHTS: Final = 8
_NEVER: Final = 99.0
_WORD_SPAN: Final = 160


@frozen
class Repair:
    """A wording that is understood: its text, the changes that lead to it, how unlikely they are, what is still told of it,
    what it means."""

    text: str
    edits: tuple[Edit, ...]
    price: float
    remarks: int = 0
    meanings: tuple[Meaning, ...] = ()


def slips_of(reading: Reading) -> int:
    """How many things a reading is warned of; a note on how a word is spelled is none."""
    return sum(1 for problem in reading.problems if problem.severity is not Severity.REMARK)


@frozen
class _Node:
    """A text on the way: the changes made, their price, the offset before which all sentences can be read."""

    text: str
    edits: tuple[Edit, ...]
    price: float
    sentence: int


@define
class Mender:
    """The search for one wording. ``read`` says what a text means in the same place; it proposes nothing itself."""

    context: TextContext
    lexer: Lexer
    start: str
    read: Callable[[str], Reading]
    work: int = 0
    _heap: list[tuple[float, int, _Node]] = field(factory=list)
    _seen: dict[str, float] = field(factory=dict)
    _made: int = 0
    _found: list[Repair] = field(factory=list)
    _read_as_syntax: dict[tuple[frozenset[str], ...], Failure | None] = field(factory=dict)

    def repairs(self, text: str, fault: Fault | None = None) -> tuple[Repair, ...]:
        """The nearest understood wordings, the likeliest first. ``fault``: where a text fails that can be read as syntax."""
        self._seen[text] = 0.0
        if fault is None:
            fault, _ = self._probe(text, 0)
        if fault is None:
            return ()
        _, strange = self._probe(text, 0)
        self._expand(_Node(text, (), 0.0, fault.sentence), fault, strange)
        while self._heap and self.work < MOST_WORK:
            priority, _, node = heapq.heappop(self._heap)
            if self._enough(priority):
                break
            if self._seen.get(node.text) == node.price:  # else it was reached more cheaply
                self._visit(node)
        clean = [repair for repair in self._found if not repair.remarks] or self._found
        told: list[Repair] = []
        for repair in sorted(clean, key=lambda repair: repair.price):
            if all(repair.meanings != other.meanings for other in told):  # the same in other words is no second choice
                told.append(repair)
        return tuple(told[:_MOST_PROPOSALS])

    def fault(self, text: str) -> Fault | None:
        """The first place where a text cannot be read as syntax."""
        return self._probe(text, 0)[0]

    def _enough(self, priority: float) -> bool:
        if not self._found:
            return False
        best = min(repair.price for repair in self._found)
        return priority > best + _MARGIN or len(self._found) > 2 * _MOST_PROPOSALS

    def _visit(self, node: _Node) -> None:
        fault, strange = self._probe(node.text, node.sentence)
        if fault is None:
            self._take(node)
        elif len(node.edits) < MOST_EDITS:
            last = node.edits[-1]
            before = fault.start < last.start + len(last.text)  # nothing read beyond the change: it mended nothing
            if not before:
                self._expand(evolve(node, sentence=fault.sentence), fault, strange)

    def _take(self, node: _Node) -> None:
        """A text that can be read as syntax: proposed if it is understood."""
        reading = self.read(node.text)
        alone = any(problem.code == "S013" for problem in reading.problems)  # what no tree is made of costs little
        self.work += (_TREE if alone else WHOLE) * max(len(node.text.split()), 4)
        if reading.fate is Fate.UNDERSTOOD:
            remarks = slips_of(reading)
            self._found.append(Repair(node.text, node.edits, node.price + _REMARK * remarks, remarks, reading.meanings))

    def _expand(self, node: _Node, fault: Fault, strange: int) -> None:
        names = tuple(names_in(self.context))
        wide = not node.edits or (fault.strange and strange == 1)
        edits = list(Edits.of(wordbook_of(self.lexer), node.text, fault, names, wide=wide).all())
        self.work += len(edits) // _THOUGHTS
        for edit in edits:
            text, price = edit.applied(node.text), node.price + edit.price
            if self._seen.get(text, _NEVER) <= price:
                continue
            self._seen[text] = price
            rest = strange - (fault.strange and edit.start < fault.end and edit.end > fault.start)
            self._made += 1
            made = _Node(text, (*node.edits, edit), price, node.sentence)
            heapq.heappush(self._heap, (price + _STRANGE * rest, self._made, made))

    # -- reading as syntax

    def _probe(self, text: str, start: int) -> tuple[Fault | None, int]:
        """The first place from an offset on where a text cannot be read as syntax, and how many words nobody knows."""
        words = self._words(text, start)
        strange = sum(1 for word in words if not word.senses and not word.ends_sentence)
        for sentence in self._sentences(words):
            failure = self._failure(sentence)
            if failure is not None:
                return self._fault(sentence, failure), strange
        return None, strange

    def _words(self, text: str, start: int) -> list[Word]:
        names = names_in(self.context)
        words = self.lexer.words(text[start:], names, idioms=self.start == "form")
        self.work += len(words) // 4
        return [evolve(word, start=word.start + start, end=word.end + start) for word in words] if start else words

    def _sentences(self, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
        sentence: list[Word] = []
        for word in words:
            if not word.ends_sentence:
                sentence.append(word)
            elif sentence and (word.key != "\n" or self.start == "sentence"):
                yield sentence
                sentence = []
        if sentence:
            yield sentence

    def _failure(self, sentence: Sequence[Word]) -> Failure | None:
        if len(sentence) > _WORD_SPAN:
            return Failure(0, frozenset())
        masks = tuple(frozenset(sense.terminal for sense in word.senses) for word in sentence)
        if masks not in self._read_as_syntax:
            self.work += len(sentence)
            found = read_chart(tables(), masks, self.start)
            self._read_as_syntax[masks] = found if isinstance(found, Failure) else None
        return self._read_as_syntax[masks]

    @staticmethod
    def _fault(sentence: Sequence[Word], failure: Failure) -> Fault:
        if failure.at >= len(sentence):
            end = sentence[-1].end
            return Fault(end, end, failure.expected, sentence=sentence[0].start)
        word = sentence[failure.at]
        return Fault(word.start, word.end, failure.expected, not word.senses, sentence[0].start)


def mender(context: TextContext, lexer: Lexer, start: str, read: Callable[[str, TextContext], Reading]) -> Mender:
    """The search for a wording in its place."""

    def whole(text: str) -> Reading:
        return read(text, evolve(context, source=Source.of("", text), offset=0))

    return Mender(context, lexer, start, whole)
