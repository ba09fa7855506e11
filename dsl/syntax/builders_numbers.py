"""Calculations: builders for the numbers that a text reckons from others."""

from __future__ import annotations

from collections.abc import Iterator

from .builders import builds
from .forest import Built
from .nodes import Calculation, NounList, NounPhrase, Token


@builds("calculation")
def calculation(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Portata meno il totale dei Pesi»: of single amounts, one after the other."""
    left, *signs, right = (child.value for child in children)
    sign = next((each for each in signs if isinstance(each, Token) and each.terminal != "COMMA"), None)
    if isinstance(left, NounList) or isinstance(right, NounList) or not isinstance(sign, Token):
        return
    assert isinstance(left, (NounPhrase, Calculation))
    assert isinstance(right, (NounPhrase, Calculation))
    violations = tuple(v for child in children for v in child.violations)
    yield Built(Calculation(left, sign, right, start, end), violations, sum(child.cost for child in children))
