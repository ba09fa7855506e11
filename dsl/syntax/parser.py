"""The sentence grammar over words, all readings kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

from attrs import frozen

from ..vocabulary.lexer import Word
from .builders import BUILDERS
from .earley import Failure, Tables
from .earley import parse as read_chart
from .forest import Built, Walk
from .grammar import rules_of

GRAMMARS: Final = ("lexicon", "entities", "timing", "conditions", "effects", "texts")
STARTS: Final = ("sentence", "noun_phrase", "number", "condition_start", "form", "event", "head_phrase")


@frozen
class Stuck:
    """Where reading stops: the index of the first word that cannot stand there (the number of words: the text ends too soon)."""

    at: int
    expected: frozenset[str]


def grammar_text() -> str:
    """The whole grammar, in Lark's notation."""
    return "\n".join(
        resources.files("grammars").joinpath(f"{name}.lark").read_text(encoding="utf-8") for name in GRAMMARS
    )


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The grammar made ready for the chart parser."""
    return Tables.of(rules_of(grammar_text()))


def parse(words: Sequence[Word], start: str) -> list[Built] | Stuck:
    """The readings of a run of words as a start symbol, or where it cannot go on."""
    found = read_chart(tables(), [frozenset(sense.terminal for sense in word.senses) for word in words], start)
    if isinstance(found, Failure):
        return Stuck(found.at, found.expected)
    return Walk(list(words), BUILDERS, found).readings(start, 0, len(words))
