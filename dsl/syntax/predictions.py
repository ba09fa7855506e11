"""What may follow the words of a sentence that is not finished: the chart left open at its end, read on word by word.

The words so far are read once; each word tried after them costs one column of the chart. Whether a word agrees with
what stands before it is asked of the builders: the sentence is closed in the shortest ways that the grammar has, with
words of which nothing is known, and the reading with the fewest violations counts.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from attrs import define, field, frozen

from ..vocabulary.lexer import Sense, Word
from .builders import BUILDERS
from .earley import Chart, Tables, grown, opened
from .forest import Built, TooManyReadings, Walk
from .parser import tables

#: Ways to close a sentence that are tried, and steps of the search for them.
MOST_CLOSINGS: Final = 6
_MOST_STEPS: Final = 400

#: Words that nearly any production takes; closings made of them come first.
_EASY: Final = frozenset(("N_NAME", "V_IMP", "V_FIN", "V_INF", "V_PART"))
_BLANK_NUMBER: Final = 3  # both numbers, both genders: it agrees with everything
#: Terminals that a blank word may be beside the one that is wanted: what refuses one sort of noun may take another.
_KIN: Final = (
    ("N_NAME", "N_CARD", "N_ZONE", "N_VALUE", "N_PERIOD"),
    ("V_IMP", "V_FIN", "V_PLAIN", "V_INF"),
)
_KINDS: Final = {terminal: kin for kin in _KIN for terminal in kin}


@define
class _Rests:
    """For every symbol and every item, the cheapest words that are still wanted, and their price."""

    tables: Tables
    of_symbol: list[tuple[float, tuple[str, ...]]] = field(factory=list)
    of_item: list[tuple[float, tuple[str, ...]]] = field(factory=list)

    @classmethod
    def of(cls, grammar: Tables) -> _Rests:
        rests = cls(grammar)
        rests.of_symbol = [(float("inf"), ())] * len(grammar.symbols)
        rests.of_item = [(float("inf"), ())] * len(grammar.item_next)
        names = {number: name for name, number in grammar.terminals.items()}
        changed = True
        while changed:
            changed = False
            for production, rule in enumerate(grammar.productions):
                changed = rests._production(production, len(rule.expansion), names) or changed
        return rests

    def _production(self, production: int, parts: int, names: dict[int, str]) -> bool:
        """Price the items of a production from its end on; whether its symbol became cheaper."""
        grammar, first = self.tables, self.tables.first_item[production]
        price, words = 0.0, ()  # type: tuple[float, tuple[str, ...]]
        for item in range(first + parts, first - 1, -1):
            if item < first + parts:
                following = grammar.item_next[item]
                if grammar.item_scans[item]:
                    name = names[following]
                    price, words = price + (0.9 if name in _EASY else 1.0), (name, *words)
                else:
                    more, begin = self.of_symbol[following]
                    price, words = price + more, begin + words
            self.of_item[item] = (price, words)
        symbol = grammar.lhs[production]
        if price < self.of_symbol[symbol][0]:
            self.of_symbol[symbol] = (price, words)
            return True
        return False


@lru_cache(maxsize=1)
def _rests() -> _Rests:
    return _Rests.of(tables())


def _blank(terminal: str, at: int) -> Word:
    """A word of which only its terminal is known, or its kind."""
    senses = (
        Sense(kind, "", _BLANK_NUMBER, _BLANK_NUMBER, 3 if kind.startswith("V_") else 0)
        for kind in _KINDS.get(terminal, (terminal,))
    )
    return Word("…", "…", at, at, tuple(senses))


def _terminals(word: Word) -> frozenset[str]:
    return frozenset(sense.terminal for sense in word.senses)


@frozen(eq=False)
class Prefix:
    """Words of a sentence with all that may come after them. ``start`` is the symbol of the grammar that they begin."""

    words: tuple[Word, ...]
    start: str
    chart: Chart
    known: dict[tuple[str, int, int], list[Built]] = field(factory=dict)  # readings of the words of the root
    root: int = 0  # so many words are shared by all that was grown from the same prefix

    @classmethod
    def of(cls, words: Sequence[Word], start: str) -> Prefix | None:
        """The prefix made of these words; None when no sentence begins so."""
        chart = opened(tables(), [_terminals(word) for word in words], start)
        return None if chart is None else cls(tuple(words), start, chart, {}, len(words))

    @property
    def expected(self) -> frozenset[str]:
        """The terminals that a next word may be."""
        grammar = self.chart.tables
        names = {number: name for name, number in grammar.terminals.items()}
        last = self.chart.items(len(self.words))
        return frozenset(names[grammar.item_next[item]] for item, _ in last if grammar.item_scans[item])

    @property
    def complete(self) -> bool:
        """Whether the words so far are a whole sentence already."""
        return self.chart.spans(self.chart.tables.symbols[self.start], 0, len(self.words))

    def after(self, *words: Word) -> Prefix | None:
        """The prefix with further words; None when one of them cannot follow."""
        return self._grown(words, open=True)

    def whole(self, words: Sequence[Word]) -> Prefix | None:
        """The sentence of the prefix and these words, after which nothing comes; None when it is none."""
        found = self._grown(words, open=False)
        return found if found is not None and found.complete else None

    def _grown(self, words: Sequence[Word], open: bool) -> Prefix | None:
        chart = grown(self.chart, [_terminals(word) for word in words], open=open)
        if chart is None:
            return None
        return Prefix((*self.words, *words), self.start, chart, self.known, self.root)

    def closings(self, most: int = MOST_CLOSINGS) -> Iterator[tuple[str, ...]]:
        """The shortest runs of terminals that make a whole sentence of these words, the shortest first.

        A search over the items in which the last word stands: what each still wants, then what the item that waits for
        it wants, up to the start symbol."""
        grammar, at = self.chart.tables, len(self.words)
        goal = grammar.symbols[self.start]
        rests = _rests().of_item
        heap: list[tuple[float, int, int, int, tuple[str, ...]]] = []
        count = 0
        for item, origin in self.chart.items(at):
            if origin < at or at == 0:
                price, words = rests[item]
                heap.append((price, count, item, origin, words))
                count += 1
        heapq.heapify(heap)
        told: set[tuple[str, ...]] = set()
        seen: set[tuple[int, int, tuple[str, ...]]] = set()
        for _ in range(_MOST_STEPS):
            if not heap or len(told) >= most:
                return
            price, _, item, origin, words = heapq.heappop(heap)
            symbol = grammar.lhs[grammar.item_rule[item]]
            if (symbol, origin, words) in seen:
                continue
            seen.add((symbol, origin, words))
            if symbol == goal and origin == 0:
                kinds = tuple(_KINDS.get(word, (word,))[0] for word in words)
                if kinds not in told:
                    told.add(kinds)
                    yield words
            for waiter, since in self.chart.waiters(symbol, origin):
                if since == origin and waiter == item:
                    continue
                more, further = rests[waiter + 1]
                count += 1
                heapq.heappush(heap, (price + more, count, waiter, since, words + further))

    def closed(self, terminals: Sequence[str]) -> list[Built]:
        """The readings of these words closed by words of which only the terminals are known, the best first."""
        end = self.words[-1].end if self.words else 0
        whole = self.whole([_blank(terminal, end) for terminal in terminals])
        return [] if whole is None else whole.readings()

    def readings(self) -> list[Built]:
        """The readings of the words as a whole sentence, the best first; none when it can be read in too many ways."""
        walk = Walk(list(self.words), BUILDERS, self.chart)
        walk.start_from(self.known)
        try:
            return walk.readings(self.start, 0, len(self.words))
        except TooManyReadings:
            return []
        finally:
            self.known.update(walk.found_within(self.root))

    def violations(self, most: int = MOST_CLOSINGS) -> int | None:
        """How many words do not agree in the best sentence that begins so; None when no short one can be made."""
        fewest: int | None = None
        for terminals in self.closings(most):
            readings = self.closed(terminals)
            if readings:
                found = len(readings[0].violations)
                fewest = found if fewest is None else min(fewest, found)
                if fewest == 0:
                    return 0
        return fewest
