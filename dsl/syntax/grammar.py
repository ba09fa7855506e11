"""The rules of the sentence grammar, from Lark's notation: repetitions and options taken apart, as Lark itself compiles them.

Only what the grammar uses of the notation: rules, alternatives with their aliases, groups, «?», «*» and «+». Lark, which understands
all of it, takes fifteen times as long; ``tests/test_earley.py`` asks both for the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import Final, TypeAlias

from .earley import Production

#: The symbols of one way to write something.
_Way: TypeAlias = "tuple[str, ...]"
_COMMENT: Final = re.compile(r"//.*")
_RULE: Final = re.compile(r"^\??(\w+)\s*:", re.MULTILINE)
_MARK: Final = re.compile(r"->|\w+|\S")


def rules_of(text: str) -> list[Production]:
    """The plain rules of a grammar, those of its repetitions last."""
    _, *pieces = _RULE.split(_COMMENT.sub("", text))
    reader = _Reader()
    rules = [rule for name, body in zip(pieces[::2], pieces[1::2], strict=True) for rule in reader.rule(name, body)]
    return rules + reader.repetitions


class _Reader:
    """Reads one rule after the other; what is repeated in several is one rule."""

    def __init__(self) -> None:
        self._name, self._marks = "", list[str]()  # of the rule, those left of it
        self.repetitions: list[Production] = []
        self._repeated: dict[tuple[_Way, ...], str] = {}

    def rule(self, name: str, body: str) -> Iterator[Production]:
        """The productions of a rule, from what stands behind its colon."""
        self._name, self._marks = name, [*_MARK.findall(body)][::-1]
        while True:
            ways = self._sequence()
            alias = self._taken() if self._takes("->") else name
            yield from (_production(name, alias, way) for way in ways)
            if not self._marks:
                return
            self._must_take("|")

    def _takes(self, mark: str) -> bool:
        found = self._marks[-1:] == [mark]
        if found:
            self._marks.pop()
        return found

    def _must_take(self, mark: str) -> None:
        if not self._takes(mark):
            raise ValueError(f"{self._name}: no «{mark}» before {self._marks[:-4:-1]}")

    def _taken(self) -> str:
        if not self._marks or not self._marks[-1].isidentifier():
            raise ValueError(f"{self._name}: no symbol before {self._marks[:-4:-1]}")
        return self._marks.pop()

    def _sequence(self) -> tuple[_Way, ...]:
        parts = []
        while self._marks and self._marks[-1] not in ("|", ")", "->"):
            parts.append(self._part())
        return _once(tuple(chain.from_iterable(way)) for way in product(*parts))

    def _part(self) -> tuple[_Way, ...]:
        """A symbol or a group, as often as the mark behind it says."""
        ways: tuple[_Way, ...] = self._group() if self._takes("(") else ((self._taken(),),)
        if self._takes("?"):
            return _once((*ways, ()))
        if self._takes("*"):
            return ((self._repetition(ways, "star"),), ())
        return ((self._repetition(ways, "plus"),),) if self._takes("+") else ways

    def _group(self) -> tuple[_Way, ...]:
        ways = [*self._sequence()]
        while self._takes("|"):
            ways += self._sequence()
        self._must_take(")")
        return _once(ways)

    def _repetition(self, ways: tuple[_Way, ...], kind: str) -> str:
        """The symbol of one or more of these in a row."""
        if ways not in self._repeated:
            name = self._repeated[ways] = f"__{self._name}_{kind}_{len(self._repeated)}"
            self.repetitions += [_production(name, name, way) for way in (*ways, *((name, *way) for way in ways))]
        return self._repeated[ways]


def _production(symbol: str, name: str, way: _Way) -> Production:
    return Production(symbol, name, way, tuple([part.isupper() for part in way]))


def _once(ways: Iterable[_Way]) -> tuple[_Way, ...]:
    return tuple(dict.fromkeys(ways))
