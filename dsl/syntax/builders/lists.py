"""Noun phrases joined: «una Lana e due Lanterne»."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ..forest import Built
from ..nodes import (
    Modifier,
    NounList,
    NounPhrase,
)
from .building import builds, made_of


@builds("np_items")
def np_items(children: list[Built], start: int, end: int) -> Iterator[Built]:
    items = tuple(
        v
        for child in children
        for v in (child.value if isinstance(child.value, tuple) else (child.value,))
        if isinstance(v, NounPhrase)
    )
    yield made_of(children, items, cost=2)


@builds("np_than")
def np_than(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«più Lane che Tele»: the second is what the first is compared with."""
    more, than, other = (child.value for child in children)
    if not isinstance(more, NounPhrase) or not isinstance(other, NounPhrase) or other.noun is None:
        return
    if all(d.terminal != "MORE" for d in more.determiners) or any(m.kind == "mod_of" for m in more.modifiers):
        return
    if not any(d.terminal not in ("DEF", "POSSESSIVE") for d in other.determiners):
        with_it = Modifier("mod_than", (than,), other, False, than.at, end)
        yield made_of(children, evolve(more, modifiers=(*more.modifiers, with_it), end=end))


@builds("list_word")
def list_word(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[-1].value)


@builds("np_list")
def np_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, joiner, last = (child.value for child in children)
    items = (*(first if isinstance(first, tuple) else (first,)), last)
    if len(items) < 2 or not all(isinstance(item, NounPhrase) for item in items):
        return
    if any(item.noun is None and all(d.terminal == "NUM" for d in item.determiners) for item in items[1:]):
        return  # «con Ardore 2 o 3» is no list of things
    if joiner.terminal == "OR" and last.determiners and last.determiners[0].terminal == "MORE":
        return  # «una o più Lane» is so many of one kind
    if joiner.terminal == "OR" and _is_a_number(items[-2]) and last.noun is not None:
        return  # «una o due Lane» are so many of one kind, and not a card or two Lane
    items = _with_determiners(items)  # type: ignore[assignment]
    if items is None:
        return
    word = {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal]
    cost = 1 if children[0].open_right else 0
    shared = _shared_adjectives(items)
    if shared is None or not _is_target(
        last.modifiers[0]
    ):  # «una Lana o un'Erba bersaglio con …»: as that word, of each
        yield made_of(children, NounList(items, word, start, end), cost=cost)
    if shared is not None:
        yield made_of(children, NounList(shared, word, start, end), cost=cost)


def _is_a_number(item: object) -> bool:
    """«una», of what is said later."""
    bare = isinstance(item, NounPhrase) and item.noun is None and not item.modifiers
    return bare and isinstance(item, NounPhrase) and {d.terminal for d in item.determiners} <= {"INDEF", "NUM"}


@builds("np_both")
def np_both(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«sia una Lana sia un'Erba», «né le Lana né le Erba»: the two, one by one."""
    word, first, _, second = (child.value for child in children)
    if not isinstance(first, NounPhrase) or not isinstance(second, NounPhrase):
        return
    yield made_of(children, NounList((first, second), "nor" if word.terminal == "NOR" else "and", start, end))


_COUNTED: Final = frozenset(("NUM", "AT_LEAST", "AT_MOST", "EXACTLY", "OR_MORE"))


def _with_determiners(items: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
    """«le tue Lana e Erba»: what stands before the first is of all; not a number, which would be of one or of all
    («due Onda o Nodi»)."""
    first = items[0].determiners
    bare = [
        item for item in items[1:] if not item.determiners and item.noun is not None and item.noun.terminal == "N_CARD"
    ]
    if not first or not bare or items[0].noun is None or items[0].noun.terminal != "N_CARD":
        return items
    if any(d.terminal in _COUNTED for d in first):
        return None
    return tuple(evolve(item, determiners=first) if any(item is each for each in bare) else item for item in items)


def _shared_adjectives(items: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
    """«una Lana o un'Erba stanca», «… dell'avversario», «… che controlli», «… con Ardore 2»: what is said behind the last may be of
    all; both readings are given."""
    last = items[-1]
    if (
        not last.modifiers
        or any(item.modifiers or item.noun is None or item.noun.terminal != "N_CARD" for item in items[:-1])
        or last.noun is None
    ):
        return None
    behind = [m for m in last.modifiers if not _is_target(m)]
    if not all(map(_may_be_of_all, behind)) or any(item.has("this", "that") for item in items[:-1]):
        return None
    owned = any(d.terminal == "POSSESSIVE" for item in items for d in item.determiners)
    shared = tuple(m for m in behind if not (owned and m.tokens[0].terminal == "OPPOSING"))
    agreeing = [t for m in shared if m.kind == "adjective" for t in m.tokens]
    if not shared or not all(t.sense.gender & item.gender for item in items for t in agreeing):
        return None
    return tuple(item if item is last else evolve(item, modifiers=shared) for item in items)


def _is_target(said: Modifier) -> bool:
    return said.kind == "adjective" and said.tokens[0].terminal == "TARGET"


def _may_be_of_all(said: Modifier) -> bool:
    """Whether what stands behind the last of several may be said of each of them."""
    if said.kind == "adjective":
        return said.tokens[0].terminal in ("STATUS", "STATUS_PHRASE", "OPPOSING")
    owner = said.value.noun if said.kind == "mod_of" and isinstance(said.value, NounPhrase) else None
    return said.kind in ("mod_relative", "mod_with") or (owner is not None and owner.terminal == "N_OPPONENT")
