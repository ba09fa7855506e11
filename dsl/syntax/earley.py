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

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

_COMPLETE: Final = -1
#: For so many kinds of next words it is kept what they can begin.
_MOST_AHEAD: Final = 1024
#: An entry of a column is an item and, in so many bits, the column where it began.
_BITS: Final = 10
_COLUMN: Final = (1 << _BITS) - 1
_ADVANCE: Final = 1 << _BITS  # from an entry to the same one behind its next part
#: Among the terminals that may come next: none at all.
_NOTHING: Final = 1


@frozen(eq=False)
class Production:
    """A rule of the grammar: ``name`` is its alias or its symbol; ``expansion`` names its parts, ``terminal`` tells
    which are words."""

    symbol: str
    name: str
    expansion: tuple[str, ...]
    terminal: tuple[bool, ...]
    inline: bool = field(init=False)  # a repetition, whose parts stand in the production that holds it
    holds_inline: bool = field(init=False)
    passes_on: bool = field(init=False)  # it has one part, and may be that

    @inline.default
    def _inline(self) -> bool:
        return self.name.startswith("__")

    @holds_inline.default
    def _holds_inline(self) -> bool:
        return any(name.startswith("__") for name in self.expansion)

    @passes_on.default
    def _passes_on(self) -> bool:
        return len(self.expansion) == 1 and not self.inline and not self.holds_inline


@frozen(eq=False)
class _Begun:
    """The first items of a symbol before a word: those that wait for that word, those that wait for a symbol (with it), and those of
    which all or the next part may be empty."""

    scan: tuple[int, ...]
    wait: tuple[tuple[int, int], ...]
    rest: tuple[int, ...]


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
    item_first: list[int] = field(
        factory=list
    )  # the terminals that may come next, as bits; _NOTHING where the rest may be empty
    lhs: list[int] = field(factory=list)  # by production
    first_item: list[int] = field(factory=list)  # by production
    nullable: list[bool] = field(factory=list)  # by symbol
    _predicted: dict[int, dict[int, _Begun]] = field(factory=dict)  # by the next word and symbol, when asked

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
                self.item_next.append(names.setdefault(name, len(names) + _NOTHING) if terminal else names[name])
                self.item_scans.append(terminal)
                self.item_rule.append(number)
            self.item_next.append(_COMPLETE)
            self.item_scans.append(False)
            self.item_rule.append(number)
        self.item_first = [0] * len(self.item_next)

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

    def predicted(self, ahead: int) -> dict[int, _Begun]:
        """By symbol, where it was asked: what it begins with before a next word. The same few kinds of words come next over and over."""
        if len(self._predicted) >= _MOST_AHEAD:
            self._predicted.clear()
        return self._predicted.setdefault(ahead, {})

    def begun(self, symbol: int, ahead: int) -> _Begun:
        """The first items of the productions of a symbol that the next word can begin, or that may be empty."""
        scan, wait, rest = [], [], []
        for item in self.rules_of[symbol]:
            following = self.item_next[item]
            if not self.item_first[item] & ahead:
                continue
            if self.item_scans[item]:
                scan.append(item)
            elif following == _COMPLETE or self.nullable[following]:
                rest.append(item)
            else:
                wait.append((item, following))
        return _Begun(tuple(scan), tuple(wait), tuple(rest))

    def _look_ahead(self, item: int, first: list[int]) -> None:
        bits, empty = self._begins(item, first)
        self.item_first[item] = bits | _NOTHING if empty else bits


@define
class Chart:
    """What was found in a run of words."""

    tables: Tables
    length: int
    columns: list[set[int]]
    starts: list[dict[int, set[int]]]  # by end: symbol → where completed ones begin
    completed: dict[int, list[int]]  # symbol, start and end as one number → productions
    waiting: list[dict[int, list[int]]]  # by column: symbol → the entries that wait for one begun there
    _scanning: dict[int, list[int]] | None = None

    def scanning(self) -> dict[int, list[int]]:
        """The entries of the last column that wait for a word, by its terminal, behind it. Asked of an open chart only."""
        if self._scanning is None:
            tables = self.tables
            self._scanning = {}
            for entry in self.columns[-1]:
                item = entry >> _BITS
                if tables.item_scans[item]:
                    self._scanning.setdefault(tables.item_next[item], []).append(entry + _ADVANCE)
        return self._scanning

    def items(self, at: int) -> Iterator[tuple[int, int]]:
        """The items of a column, each with the column where it began."""
        return ((entry >> _BITS, entry & _COLUMN) for entry in self.columns[at])

    def waiters(self, symbol: int, at: int) -> Iterator[tuple[int, int]]:
        """The items that wait for a symbol begun at a column, each with the column where it began."""
        return ((entry >> _BITS, entry & _COLUMN) for entry in self.waiting[at].get(symbol, ()))

    def spans(self, symbol: int, start: int, end: int) -> bool:
        """Whether a symbol spans some words."""
        return _span(symbol, start, end) in self.completed

    def productions(self, symbol: str, start: int, end: int) -> Sequence[int]:
        """The numbers of the productions by which a symbol spans some words."""
        return self.completed.get(_span(self.tables.symbols[symbol], start, end), ())

    def splits(self, production: int, start: int, end: int) -> Sequence[Sequence[tuple[int, int]]]:
        """Every way to share out the words from ``start`` to ``end`` among the parts of a production that spans them."""
        first = self.tables.first_item[production]
        parts = len(self.tables.productions[production].expansion)
        if parts < 2:
            return (((start, end),)[:parts],)
        shared: list[tuple[int, tuple[tuple[int, int], ...]]] = [
            (end, ())
        ]  # where the rest begins, and how it is shared
        for part in range(first + parts - 1, first, -1):
            shared = [
                (middle, ((middle, at), *rest)) for at, rest in shared for middle in self._middles(part, start, at)
            ]
        return [((start, at), *rest) for at, rest in shared]  # what the others wait behind is the first part

    def _middles(self, item: int, start: int, end: int) -> Sequence[int]:
        """Where the part that an item waits for begins, if it ends at ``end``."""
        entry, columns = item << _BITS | start, self.columns
        if self.tables.item_scans[item]:
            return (end - 1,) if entry in columns[end - 1] else ()
        begun = self.starts[end].get(self.tables.item_next[item], ())
        return sorted([middle for middle in begun if entry in columns[middle]])


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
                item + 1 << _BITS | origin
                for item, origin in more.items(at)
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
    if reached == len(words) and chart.spans(tables.symbols[start], 0, reached):
        return chart
    opened, _ = _fill(tables, masks[:reached], tables.symbols[start], reached)
    return Failure(reached, _expected(opened, reached))


def _masks(tables: Tables, words: Sequence[frozenset[str]]) -> list[int]:
    """The terminals that each word may be, as bits."""
    known = tables.terminals
    return [sum(1 << known[name] for name in word if name in known) for word in words]


def _expected(chart: Chart, at: int) -> frozenset[str]:
    tables = chart.tables
    names = {number: name for name, number in tables.terminals.items()}
    return frozenset(names[tables.item_next[item]] for item, _ in chart.items(at) if tables.item_scans[item])


def _span(symbol: int, start: int, end: int) -> int:
    return (symbol << _BITS | start) << _BITS | end


def _fill(tables: Tables, masks: Sequence[int], start: int, blind: int | None) -> tuple[Chart, int]:
    """The chart of the words, and the column it reached. At the column ``blind`` nothing is left out for what comes
    next."""
    columns: list[set[int]] = [set() for _ in range(len(masks) + 1)]
    starts: list[dict[int, set[int]]] = [{} for _ in range(len(masks) + 1)]
    chart = Chart(tables, len(masks), columns, starts, {}, [{} for _ in range(len(masks) + 1)])
    agenda: list[int] = []
    for at in range(len(masks) + 1):
        ahead = -1 if at == blind else masks[at] if at < len(masks) else 0
        scanned = _column(chart, agenda, at, ahead, start if at == 0 else None)
        if at == len(masks):
            break
        mask = masks[at]
        agenda = [entry + _ADVANCE for entry in scanned if mask >> tables.item_next[entry >> _BITS] & 1]
        if not agenda:
            return chart, at
    return chart, len(masks)


def _column(chart: Chart, agenda: list[int], at: int, ahead: int, start: int | None = None) -> list[int]:
    """Predict, a first symbol too, and complete until nothing new comes; gives the entries that wait for a word."""
    tables = chart.tables
    item_next, item_scans, item_first = tables.item_next, tables.item_scans, tables.item_first
    column, starts, completed, waiting = chart.columns[at], chart.starts[at], chart.completed, chart.waiting
    here = waiting[at]
    ahead |= _NOTHING
    agenda = [entry for entry in agenda if item_first[entry >> _BITS] & ahead]
    scanned = [] if start is None else _predict(chart, start, agenda, at, ahead)
    while agenda:
        entry = agenda.pop()
        item = entry >> _BITS
        if entry in column:
            continue
        column.add(entry)
        symbol = item_next[item]
        if symbol == _COMPLETE:
            number, origin = tables.item_rule[item], entry & _COLUMN
            symbol = tables.lhs[number]
            found = completed.setdefault(_span(symbol, origin, at), [])
            found.append(number)
            if len(found) == 1:
                starts.setdefault(symbol, set()).add(origin)
                for waiter in waiting[origin].get(symbol, ()):
                    if item_first[(waiter >> _BITS) + 1] & ahead:
                        agenda.append(waiter + _ADVANCE)
        elif item_scans[item]:
            scanned.append(entry)
        else:
            if symbol not in here:
                scanned += _predict(chart, symbol, agenda, at, ahead)
            here[symbol].append(entry)
            if tables.nullable[symbol] and _span(symbol, at, at) in completed and item_first[item + 1] & ahead:
                agenda.append(entry + _ADVANCE)
    return scanned


def _predict(chart: Chart, symbol: int, agenda: list[int], at: int, ahead: int) -> list[int]:
    """Begin a symbol, and what it begins with, in a column where nobody waited for it; gives the entries that wait for a word.

    What may be empty is left to the agenda."""
    column, here, predicted = chart.columns[at], chart.waiting[at], chart.tables.predicted(ahead)
    scanned: list[int] = []
    here[symbol] = []
    waiting = [symbol]
    while waiting:
        symbol = waiting.pop()
        begun = predicted.get(symbol)
        if begun is None:
            begun = predicted[symbol] = chart.tables.begun(symbol, ahead)
        scanned += [item << _BITS | at for item in begun.scan]
        agenda += [item << _BITS | at for item in begun.rest]
        for item, following in begun.wait:
            entry = item << _BITS | at
            column.add(entry)
            if following in here:
                here[following].append(entry)
            else:
                here[following] = [entry]
                waiting.append(following)
    column.update(scanned)
    return scanned
