"""Noun phrases joined: «una Lana e due Lanterne»."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from ..forest import Built
from ..nodes import (
    Clause,
    Modifier,
    NounList,
    NounPhrase,
    Token,
)
from .building import builds, made_of, noun_of


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


#: Sorts of nouns of which «questo» is no card.
_TOLD_BY_NUMBER: Final = frozenset(("N_PERIOD", "N_VALUE"))


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
    if len({noun_of(item) in _TOLD_BY_NUMBER for item in items}) > 1 and items[0].has("this", "that"):
        return  # «in questo turno e un'Erba»: a time and a thing
    items = _with_determiners(items)  # type: ignore[assignment]
    if items is None:
        return
    word = {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal]
    cost = 1 if children[0].open_right else 0
    several = _of_several(items) if word == "and" else None
    if several is not None:
        kept = tuple(v for child in children for v in child.violations if v.at not in several.agreeing)
        yield Built(NounList(several.items, word, start, end), kept, sum(child.cost for child in children))
        return
    shared = _shared_adjectives(items, word)
    of_each = shared is not None and _is_target(last.modifiers[0])  # «una Lana o un'Erba bersaglio con …»: as that word
    if not of_each:
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


@builds("np_both_ends")
def np_both_ends(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la carta in cima al Fosso e quella in fondo», «la carta in cima e quella in fondo al Fosso»: both of one pile."""
    first, pile = children[0].value, children[-1].value
    ends = [
        evolve(c.value, sense=evolve(c.value.sense, terminal="END", gender=3, number=3))
        for c in children
        if isinstance(c.value, Token) and c.value.terminal in ("TOP", "BOTTOM")
    ]
    that = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "THAT")
    if (
        not isinstance(first, NounPhrase)
        or not that.sense.gender & first.gender
        or not that.sense.number & first.number
    ):
        return
    if isinstance(pile, NounPhrase):
        first = evolve(
            first, modifiers=(*first.modifiers, Modifier("mod_end", (ends[0],), pile, False, ends[0].at, end))
        )
    at_end = [m for m in first.modifiers if m.kind == "mod_end"]
    if len(at_end) != 1 or at_end[0].tokens[0].name == ends[-1].name:
        return
    other = evolve(at_end[0], tokens=(ends[-1],))
    second = evolve(
        first, modifiers=tuple(other if m is at_end[0] else m for m in first.modifiers), start=that.at, end=end
    )
    yield made_of(children, NounList((first, second), "and", start, end), cost=1)


_COUNTED: Final = frozenset(("NUM", "AT_LEAST", "AT_MOST", "EXACTLY", "OR_MORE"))


def _with_determiners(items: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
    """«le tue Lana e Erba»: what stands before the first is of all; not a number, which would be of one or of all
    («due Onda o Nodi»)."""
    first = items[0].determiners
    listed = ("N_CARD", "N_ABILITIES") if any(d.terminal == "THAT" for d in first) else ("N_CARD",)
    bare = [
        item for item in items[1:] if not item.determiners and item.noun is not None and item.noun.terminal in listed
    ]
    if not first or not bare or items[0].noun is None or items[0].noun.terminal != "N_CARD":
        return items
    if any(d.terminal in _COUNTED for d in first):
        return None
    return tuple(evolve(item, determiners=first) if any(item is each for each in bare) else item for item in items)


def _shared_adjectives(items: tuple[NounPhrase, ...], word: str) -> tuple[NounPhrase, ...] | None:
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
    if (
        not all(map(_may_be_of_all, behind))
        or (word == "and" and any(map(_does_alone, behind)))
        or (word != "and" and any(m.kind == "mod_in" for m in behind))  # «una Lana o una carta nel Cesto»: of the last
        or any(item.has("this", "that") for item in items[:-1])
    ):
        return None
    owned = any(d.terminal == "POSSESSIVE" for item in items for d in item.determiners)
    shared = tuple(m for m in behind if not (owned and m.tokens[0].terminal == "OPPOSING"))
    agreeing = [t for m in shared if m.kind == "adjective" for t in m.tokens]
    if not shared or not all(t.sense.gender & item.gender for item in items for t in agreeing):
        return None
    return tuple(item if item is last else evolve(item, modifiers=shared) for item in items)


@frozen(slots=True)
class _Several:
    """Noun phrases joined of which something is said in the plural; ``agreeing`` are the places of its words."""

    items: tuple[NounPhrase, ...]
    agreeing: frozenset[int]


def _of_several(items: tuple[NounPhrase, ...]) -> _Several | None:
    """«una Lana e un'Erba stanche», «… che riposano»: the number says that it is of both, each of which is one."""
    last = items[-1]
    behind = [m for m in last.modifiers if not _is_target(m)]
    before = [m for item in items[:-1] for m in item.modifiers if not _is_target(m)]
    things = all(item.noun is not None and item.noun.terminal == "N_CARD" for item in items)
    if len(behind) != 1 or before or not things or any(item.number & 2 for item in items):
        return None
    said = _said_of_several(behind[0], 1 if any(not item.gender & 2 for item in items) else 2)
    if said is None:
        return None
    aimed = tuple(m for m in last.modifiers if _is_target(m))
    each = [evolve(item, modifiers=(*(item.modifiers or aimed), said)) for item in items[:-1]]
    agreeing = frozenset(t.at for t in behind[0].tokens)
    return _Several((*each, evolve(last, modifiers=(*aimed, said))), agreeing)


def _said_of_several(said: Modifier, gender: int) -> Modifier | None:
    """What is said in the plural, as it is said of each; None of what is said of one, or of things of another gender."""
    if said.kind == "adjective":
        agree = all(t.sense.number == 2 and t.sense.gender & gender for t in said.tokens)
        return said if agree and _may_be_of_all(said) else None
    clause = said.value if said.kind == "mod_relative" else None
    finite = clause.group.finite if isinstance(clause, Clause) and clause.subject is None else None
    if not isinstance(clause, Clause) or finite is None or finite.sense.person != 3 or finite.sense.number != 2:
        return None
    return evolve(said, value=evolve(clause, group=evolve(clause.group, finite=None)))


def _is_target(said: Modifier) -> bool:
    return said.kind == "adjective" and said.tokens[0].terminal == "TARGET"


def _does_alone(said: Modifier) -> bool:
    """«una Lana e un'Erba che riposa»: the verb is of one, so of the last."""
    clause = said.value if said.kind == "mod_relative" else None
    if not isinstance(clause, Clause) or clause.subject is not None or clause.group.finite is None:
        return False
    return clause.group.finite.sense.person == 3 and not clause.group.finite.sense.number & 2


def _may_be_of_all(said: Modifier) -> bool:
    """Whether what stands behind the last of several may be said of each of them."""
    if said.kind == "adjective":
        return said.tokens[0].terminal in ("STATUS", "STATUS_PHRASE", "OPPOSING")
    owner = said.value.noun if said.kind == "mod_of" and isinstance(said.value, NounPhrase) else None
    return said.kind in ("mod_relative", "mod_with", "mod_in") or (owner is not None and owner.terminal == "N_OPPONENT")
