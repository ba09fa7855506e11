"""A chart parser over words that may each be several terminals: Earley's algorithm with one word of lookahead.

J. Earley, "An Efficient Context-Free Parsing Algorithm" (1970); nullable symbols as in J. Aycock, R. N. Horspool,
"Practical Earley
Parsing" (2002). The rules are those that Lark compiles from ``grammars/``. Lark's own Earley predicts every rule at
every word; this
one predicts only rules that the next word can begin, and is some thirty times faster on this grammar. All readings
are kept:
``Chart.splits`` gives, for a completed production, every way to share out its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

_COMPLETE: Final = -1
#: For so many kinds of next words it is kept what they can begin.
_MOST_AHEAD: Final = 1024


@frozen(eq=False)
class Production:
    """A rule of the grammar: ``name`` is its alias or its symbol; ``expansion`` names its parts, ``terminal`` tells
    which are words."""

    symbol: str
    name: str
    expansion: tuple[str, ...]
    terminal: tuple[bool, ...]


@define
class Tables:
    """A grammar made ready: symbols as numbers, sets of terminals as bits. An item is a production with a dot,
    numbered in a row."""

    productions: tuple[Production, ...]
    terminals: dict[str, int] = field(factory=dict)
    symbols: dict[str, int] = field(factory=dict)
    rules_of: list[list[int]] = field(factory=list)  # by symbol: first items of its productions
    item_rule: list[int] = field(factory=list)
    item_next: list[int] = field(factory=list)  # symbol number, or terminal number, or _COMPLETE
    item_scans: list[bool] = field(factory=list)
    item_first: list[int] = field(factory=list)  # the terminals that may come next, as bits
    item_empty: list[bool] = field(factory=list)  # whether all that is left may be empty
    lhs: list[int] = field(factory=list)  # by production
    first_item: list[int] = field(factory=list)  # by production
    nullable: list[bool] = field(factory=list)  # by symbol
    _predicted: dict[int, dict[int, list[int]]] = field(factory=dict)  # by the next word and symbol, when asked

    @classmethod
    def of(cls, productions: Sequence[Production]) -> Tables:
        """The tables of a grammar."""
        tables = cls(tuple(productions))
        tables._number()
        first = tables._first()
        for item in reversed(range(len(tables.item_next))):
            tables._look_ahead(item, first)
        return tables

    def _number(self) -> None:
        for rule in self.productions:
            self.symbols.setdefault(rule.symbol, len(self.symbols))
        self.rules_of = [[] for _ in self.symbols]
        for number, rule in enumerate(self.productions):
            self.lhs.append(self.symbols[rule.symbol])
            self.first_item.append(len(self.item_next))
            self.rules_of[self.symbols[rule.symbol]].append(len(self.item_next))
            for name, terminal in zip(rule.expansion, rule.terminal, strict=True):
                names = self.terminals if terminal else self.symbols
                self.item_next.append(names.setdefault(name, len(names)) if terminal else names[name])
                self.item_scans.append(terminal)
                self.item_rule.append(number)
            self.item_next.append(_COMPLETE)
            self.item_scans.append(False)
            self.item_rule.append(number)
        self.item_first = [0] * len(self.item_next)
        self.item_empty = [False] * len(self.item_next)

    def _first(self) -> list[int]:
        """The terminals that each symbol can begin with, and which symbols may be empty: to a fixpoint."""
        self.nullable = [False] * len(self.symbols)
        first = [0] * len(self.symbols)
        changed = True
        while changed:
            changed = False
            for number, start in enumerate(self.first_item):
                bits, empty = self._begins(start, first)
                symbol = self.lhs[number]
                if bits | first[symbol] != first[symbol] or (empty and not self.nullable[symbol]):
                    first[symbol] |= bits
                    self.nullable[symbol] = self.nullable[symbol] or empty
                    changed = True
        return first

    def _begins(self, item: int, first: list[int]) -> tuple[int, bool]:
        """What the rest of a production from an item on can begin with, and whether it may be empty."""
        bits = 0
        while self.item_next[item] != _COMPLETE:
            if self.item_scans[item]:
                return bits | 1 << self.item_next[item], False
            bits |= first[self.item_next[item]]
            if not self.nullable[self.item_next[item]]:
                return bits, False
            item += 1
        return bits, True

    def predicted(self, ahead: int) -> dict[int, list[int]]:
        """By symbol, where it was asked: the first items of its productions that a next word can begin, or that may be
        empty. The same few kinds of words come next over and over."""
        if len(self._predicted) >= _MOST_AHEAD:
            self._predicted.clear()
        return self._predicted.setdefault(ahead, {})

    def begun(self, symbol: int, ahead: int) -> list[int]:
        """The first items of the productions of a symbol that the next word can begin, or that may be empty."""
        return [item for item in self.rules_of[symbol] if self.item_first[item] & ahead or self.item_empty[item]]

    def _look_ahead(self, item: int, first: list[int]) -> None:
        self.item_first[item], self.item_empty[item] = self._begins(item, first)


@define
class Chart:
    """What was found in a run of words. Items of a column are pairs of an item and the column where it began."""

    tables: Tables
    length: int
    columns: list[set[tuple[int, int]]]
    starts: list[dict[int, set[int]]]  # by end: symbol → where completed ones begin
    completed: dict[tuple[int, int, int], list[int]]  # symbol, start, end → productions
    waiting: list[dict[int, list[tuple[int, int]]]]  # by column: symbol → the items that wait for one begun there
    _scanning: dict[int, list[tuple[int, int]]] | None = None

    def scanning(self) -> dict[int, list[tuple[int, int]]]:
        """The items of the last column that wait for a word, by its terminal. Asked of an open chart only."""
        if self._scanning is None:
            tables = self.tables
            self._scanning = {}
            for item, origin in self.columns[-1]:
                if tables.item_scans[item]:
                    self._scanning.setdefault(tables.item_next[item], []).append((item + 1, origin))
        return self._scanning

    def productions(self, symbol: str, start: int, end: int) -> Sequence[int]:
        """The numbers of the productions by which a symbol spans some words."""
        return self.completed.get((self.tables.symbols[symbol], start, end), ())

    def splits(self, production: int, start: int, end: int) -> Iterable[list[tuple[int, int]]]:
        """Every way to share out the words from ``start`` to ``end`` among the parts of a production that spans them."""
        first = self.tables.first_item[production]
        parts = len(self.tables.productions[production].expansion)
        return [[(start, end)]] if parts == 1 else self._splits(first, first + parts, start, end)

    def _splits(self, first: int, item: int, start: int, end: int) -> Iterator[list[tuple[int, int]]]:
        if item == first:
            if start == end:
                yield []
            return
        before = item - 1
        symbol = self.tables.item_next[before]
        if self.tables.item_scans[before]:
            middles: Sequence[int] = (end - 1,) if (before, start) in self.columns[end - 1] else ()
        else:
            middles = sorted(m for m in self.starts[end].get(symbol, ()) if (before, start) in self.columns[m])
        for middle in middles:
            for head in self._splits(first, before, start, middle):
                head.append((middle, end))
                yield head


def opened(tables: Tables, words: Sequence[frozenset[str]], start: str) -> Chart | None:
    """The chart of words after which more may come, whatever it is; None when nothing begins so."""
    chart, reached = _fill(tables, _masks(tables, words), tables.symbols[start], len(words))
    return chart if reached == len(words) else None


def grown(chart: Chart, words: Sequence[frozenset[str]], *, open: bool = True) -> Chart | None:
    """An open chart with more words, open again or closed at its end; None when they cannot follow.

    The first chart stays as it is."""
    tables, masks = chart.tables, _masks(chart.tables, words)
    more = chart
    for number, mask in enumerate(masks):
        at = more.length
        if number == 0:
            following = [item for terminal, items in chart.scanning().items() if mask >> terminal & 1 for item in items]
        else:
            following = [
                (item + 1, origin)
                for item, origin in more.columns[at]
                if tables.item_scans[item] and mask >> tables.item_next[item] & 1
            ]
        if not following:
            return None
        if more is chart:
            more = Chart(tables, at, [*chart.columns], [*chart.starts], dict(chart.completed), [*chart.waiting])
        more.length += 1
        more.columns.append(set())
        more.starts.append({})
        more.waiting.append({})
        ahead = masks[number + 1] if number + 1 < len(masks) else -1 if open else 0
        _column(more, following, at + 1, ahead)
    return more


@frozen
class Failure:
    """No reading: the first word that cannot stand there (their number when the text ends too soon), the terminals
    that could."""

    at: int
    expected: frozenset[str]


def parse(tables: Tables, words: Sequence[frozenset[str]], start: str) -> Chart | Failure:
    """All readings of a run of words, each given as the terminals that it may be."""
    masks = _masks(tables, words)
    chart, reached = _fill(tables, masks, tables.symbols[start], None)
    if reached == len(words) and (tables.symbols[start], 0, reached) in chart.completed:
        return chart
    opened, _ = _fill(tables, masks[:reached], tables.symbols[start], reached)
    return Failure(reached, _expected(tables, opened.columns[reached]))


def _masks(tables: Tables, words: Sequence[frozenset[str]]) -> list[int]:
    """The terminals that each word may be, as bits."""
    known = tables.terminals
    return [sum(1 << known[name] for name in word if name in known) for word in words]


def _expected(tables: Tables, column: set[tuple[int, int]]) -> frozenset[str]:
    names = {number: name for name, number in tables.terminals.items()}
    return frozenset(names[tables.item_next[item]] for item, _ in column if tables.item_scans[item])


def _fill(tables: Tables, masks: Sequence[int], start: int, blind: int | None) -> tuple[Chart, int]:
    """The chart of the words, and the column it reached. At the column ``blind`` nothing is left out for what comes
    next."""
    columns: list[set[tuple[int, int]]] = [set() for _ in range(len(masks) + 1)]
    starts: list[dict[int, set[int]]] = [{} for _ in range(len(masks) + 1)]
    chart = Chart(tables, len(masks), columns, starts, {}, [{} for _ in range(len(masks) + 1)])
    agenda: list[tuple[int, int]] = [(item, 0) for item in tables.rules_of[start]]
    for at in range(len(masks) + 1):
        ahead = -1 if at == blind else masks[at] if at < len(masks) else 0
        scanned = _column(chart, agenda, at, ahead)
        if at == len(masks):
            break
        mask = masks[at]
        agenda = [(item + 1, origin) for item, origin in scanned if mask >> tables.item_next[item] & 1]
        if not agenda:
            return chart, at
    return chart, len(masks)


def _column(chart: Chart, agenda: list[tuple[int, int]], at: int, ahead: int) -> list[tuple[int, int]]:
    """Predict and complete until nothing new comes; gives the items that wait for a word."""
    tables = chart.tables
    item_next, item_scans = tables.item_next, tables.item_scans
    item_first, item_empty = tables.item_first, tables.item_empty
    column, starts, completed, waiting = chart.columns[at], chart.starts[at], chart.completed, chart.waiting
    here, predicted = waiting[at], tables.predicted(ahead)
    scanned: list[tuple[int, int]] = []
    while agenda:
        entry = agenda.pop()
        if entry in column:
            continue
        item, origin = entry
        if not (item_first[item] & ahead or item_empty[item]):
            continue
        column.add(entry)
        symbol = item_next[item]
        if symbol == _COMPLETE:
            number = tables.item_rule[item]
            symbol = tables.lhs[number]
            found = completed.setdefault((symbol, origin, at), [])
            found.append(number)
            if len(found) == 1:
                starts.setdefault(symbol, set()).add(origin)
                agenda += [(waiter + 1, since) for waiter, since in waiting[origin].get(symbol, ())]
        elif item_scans[item]:
            scanned.append(entry)
        else:
            waiters = here.get(symbol)
            if waiters is None:
                here[symbol] = [entry]
                begun = predicted.get(symbol)
                if begun is None:
                    begun = predicted[symbol] = tables.begun(symbol, ahead)
                agenda += [(first, at) for first in begun]
            else:
                waiters.append(entry)
            if (symbol, at, at) in completed:
                agenda.append((item + 1, origin))
    return scanned
