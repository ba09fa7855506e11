"""Calculations: builders for the numbers that a text reckons from others."""

from __future__ import annotations

from collections.abc import Iterator

from ..forest import Built
from ..nodes import Calculation, Complement, Modifier, NounList, NounPhrase, Token
from .building import builds, made_of


def _reckons(node: object) -> bool:
    """Whether a «più» or «meno» was taken into a noun phrase: where a number is asked for it joins whole amounts."""
    if isinstance(node, NounList):
        return any(_reckons(item) for item in node.items)
    if not isinstance(node, NounPhrase):
        return False
    return any(m.kind == "mod_reckoned" or _reckons(m.value) for m in node.modifiers)


@builds("reckoned_alone")
def reckoned_alone(children: list[Built], start: int, end: int) -> Iterator[Built]:
    if not _reckons(children[0].value):
        yield children[0]


@builds("calculation")
def calculation(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Portata meno il totale dei Pesi»: of single amounts, one after the other."""
    left, *signs, right = (child.value for child in children)
    sign = next((each for each in signs if isinstance(each, Token) and each.terminal != "COMMA"), None)
    if isinstance(left, NounList) or isinstance(right, NounList) or not isinstance(sign, Token):
        return
    if _reckons(left) or _reckons(right):
        return
    assert isinstance(left, (NounPhrase, Calculation))
    assert isinstance(right, (NounPhrase, Calculation))
    violations = tuple(v for child in children for v in child.violations)
    yield Built(Calculation(left, sign, right, start, end), violations, sum(child.cost for child in children))


@builds("degree")
def degree(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«più grave», «molto meno gravi»."""
    tokens = tuple(child.value for child in children if isinstance(child.value, Token))
    yield Built(Modifier("mod_degree", tokens, None, False, start, end))


@builds("mod_degree")
def mod_degree(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield children[0]


@builds("predicate_prone")
def predicate_prone(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«vulnerabile ai danni da fuoco», «… e resistente ai danni fisici»: each word, and to what."""
    word, np = children[0].value, children[-1].value
    if len(children) > 3:
        first, other = children[2].value, children[4].value
        if not isinstance(first, NounPhrase) or not isinstance(np, NounPhrase):
            return
        np = NounList((first, np), "and", first.start, np.end)
        yield made_of(children, Complement("predicate_prone", np, (word, other), False, start, end))
        return
    yield made_of(children, Complement("predicate_prone", np, (word,), False, start, end))


@builds("predicate_degree")
def predicate_degree(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found = children[0].value
    yield Built(Complement("predicate_degree", found, found.tokens, False, start, end))
