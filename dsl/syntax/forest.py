"""A walk over the packed forest, bottom up: every node becomes the set of what it may be, equal ones merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

from attrs import define

from ..vocabulary.lexer import Word
from .earley import Chart, Production
from .nodes import Token, Violation

#: More readings of one stretch of words than this are not kept apart.
MOST_READINGS: Final = 32
#: A sentence that needs more steps than this is refused (an ordinary one takes some hundred, the longest printed one 1,500, one of 60 words
#: with six places 10,000: 70 ms).
MOST_STEPS: Final = 16_000


@define(unsafe_hash=True)  # nobody changes it; frozen, it would take three times as long to make
class Built:
    """A reading of a stretch of words: its value, what does not agree in it, and how far it is from the canonical attachment.

    ``open_right`` is true when it ends inside a clause of its own (a relative, a purpose), which takes what follows."""

    value: Any
    violations: tuple[Violation, ...] = ()
    cost: int = 0
    open_right: bool = False


Builder: TypeAlias = "Callable[[list[Built], int, int], Iterable[Built]]"


class TooManyReadings(Exception):
    """A sentence that can be put together in more ways than anyone would follow."""


class Walk:
    """One forest, walked once. ``builders`` are by the name of the production: its alias, or the rule's name."""

    def __init__(self, words: list[Word], builders: dict[str, Builder], chart: Chart) -> None:
        self.words, self.builders, self.chart = words, builders, chart
        self._nodes: dict[tuple[str, int, int], list[Built]] = {}
        self._tokens: dict[tuple[int, str], list[Built]] = {}
        self._steps = 0
        self._broken = False

    def start_from(self, known: dict[tuple[str, int, int], list[Built]]) -> None:
        """Take over what another walk found of words that both have."""
        self._nodes.update(known)

    def found_within(self, end: int) -> dict[tuple[str, int, int], list[Built]]:
        """What was found of the first words, up to ``end``, by a walk that was not broken off."""
        if self._broken:
            return {}
        return {key: found for key, found in self._nodes.items() if key[2] <= end}

    def readings(self, symbol: str, start: int, end: int) -> list[Built]:
        """The readings of a symbol over some words, the best first."""
        key = (symbol, start, end)
        found = self._nodes.get(key)
        if found is not None:
            return found
        self._nodes[key] = []  # a cycle adds nothing
        numbers = self.chart.productions(symbol, start, end)
        found = self._of_one(numbers[0], start, end) if len(numbers) == 1 else None
        if found is None:
            found = _best(self._merged(numbers, start, end))
        self._nodes[key] = found
        return found

    def _of_one(self, number: int, start: int, end: int) -> list[Built] | None:
        """What the only production over some words may be, where its parts leave no choice; None where they do."""
        rule = self.chart.tables.productions[number]
        if rule.passes_on and rule.name not in self.builders:
            name = rule.expansion[0]
            found = self._word(start, name) if rule.terminal[0] else self.readings(name, start, end)
            self._step(len(found))
            return found
        splits = self.chart.splits(number, start, end)
        if len(splits) != 1:
            return None
        children = []
        for options in self._children(rule, splits[0]):
            if len(options) != 1:
                return None if options else []
            children.append(options[0])
        found = list(self._built(rule, children, start, end))
        return found if len(found) < 2 else None  # to be told apart

    def _merged(self, numbers: Iterable[int], start: int, end: int) -> list[Built]:
        """What the productions may be over some words, equal ones once."""
        merged: dict[tuple[Any, tuple[Violation, ...], bool], Built] = {}
        for number in numbers:
            rule = self.chart.tables.productions[number]
            for split in self.chart.splits(number, start, end):
                left = 4 * MOST_READINGS  # far more than are kept: those first by their parts need not be the best
                for children in _combinations(self._children(rule, split)):
                    for built in self._built(rule, children, start, end):
                        same = (built.value, built.violations, built.open_right)
                        other = merged.get(same)
                        if other is None or built.cost < other.cost:
                            left -= other is None
                            merged[same] = built
                    if left <= 0:
                        break
        return list(merged.values())

    def _step(self, number: int) -> None:
        self._steps += number
        if self._steps > MOST_STEPS:
            self._broken = True
            raise TooManyReadings

    def _built(self, rule: Production, children: list[Built], start: int, end: int) -> Iterable[Built]:
        self._step(1)
        if rule.inline:
            return (_inline(children),)
        flat = _flattened(children) if rule.holds_inline else children
        builder = self.builders.get(rule.name)
        if builder is None:
            return tuple(flat) if len(flat) == 1 else ()
        return builder(flat, start, end)

    def _children(self, rule: Production, split: Sequence[tuple[int, int]]) -> list[list[Built]]:
        """The readings of each part of a production, up to the first part that has none."""
        found = []
        for name, terminal, (start, end) in zip(rule.expansion, rule.terminal, split, strict=True):
            found.append(self._word(start, name) if terminal else self.readings(name, start, end))
            if not found[-1]:
                break
        return found

    def _word(self, at: int, terminal: str) -> list[Built]:
        found = self._tokens.get((at, terminal))
        if found is None:
            word = self.words[at]
            found = [Built(Token(at, word.text, sense)) for sense in word.senses if sense.terminal == terminal]
            self._tokens[at, terminal] = found
        return found


def _best(found: list[Built]) -> list[Built]:
    """Those that agree best, and of them those nearest to the canonical attachment, first; not too many."""
    if len(found) < 2:
        return found
    found.sort(key=lambda built: (len(built.violations), built.cost))
    most = len(found[0].violations) + 1
    return [built for built in found if len(built.violations) <= most][:MOST_READINGS]


def _combinations(lists: list[list[Built]]) -> Iterable[list[Built]]:
    """One of each; when there are many, those first whose parts stand first."""
    if prod(map(len, lists)) <= MOST_READINGS:
        return map(list, product(*lists))
    return _nearest_first(lists)


def _nearest_first(lists: list[list[Built]]) -> Iterator[list[Built]]:
    for far in range(sum(map(len, lists)) - len(lists) + 1):
        yield from ([options[i] for options, i in zip(lists, ranks, strict=True)] for ranks in _ranks(lists, far))


def _ranks(lists: list[list[Built]], far: int) -> Iterator[tuple[int, ...]]:
    """The places to take from lists so that they add up to a number."""
    if len(lists) == 1:
        yield from [(far,)] if far < len(lists[0]) else []
        return
    for i in range(min(far, len(lists[0]) - 1) + 1):
        yield from ((i, *rest) for rest in _ranks(lists[1:], far - i))


class Inlined(tuple[Built, ...]):
    """The children of a repetition, which stand in the production that holds it."""


def _inline(children: list[Built]) -> Built:
    flat = _flattened(children)  # the sums order the readings; who holds them counts the children themselves
    return Built(Inlined(flat), tuple(v for child in flat for v in child.violations), sum(child.cost for child in flat))


def _flattened(children: list[Built]) -> list[Built]:
    flat: list[Built] = []
    for child in children:
        if isinstance(child.value, Inlined):
            flat.extend(child.value)
        else:
            flat.append(child)
    return flat
