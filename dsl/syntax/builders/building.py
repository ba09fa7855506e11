"""What every builder is made with: its registration, the children by their kind, costs and violations carried up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, TypeVar

from attrs import evolve

from ...vocabulary.lexer import Sense
from ..forest import Builder, Built
from ..nodes import (
    Clause,
    Complement,
    Modifier,
    Noun,
    NounList,
    NounPhrase,
    Prepositional,
    Token,
    VerbGroup,
    Violation,
)

BUILDERS: Final[dict[str, Builder]] = {}

T = TypeVar("T")


def builds(*names: str) -> Callable[[Builder], Builder]:
    """Registers a builder for productions."""

    def register(function: Builder) -> Builder:
        for name in names:
            BUILDERS[name] = function
        return function

    return register


def first_of(children: Iterable[Built], cls: type[T]) -> T | None:
    for child in children:
        if isinstance(child.value, cls):
            return child.value
    return None


def all_of(children: Iterable[Built], cls: type[T]) -> tuple[T, ...]:
    return tuple(child.value for child in children if isinstance(child.value, cls))


def noun_among(children: Iterable[Built]) -> Noun | None:
    for child in children:
        if isinstance(child.value, (NounPhrase, NounList)):
            return child.value
    return None


def made_of(
    children: Iterable[Built],
    value: Any,
    *,
    cost: int = 0,
    violations: tuple[Violation, ...] = (),
    open_right: bool | None = None,
) -> Built:
    """A node from its children: their violations and costs are its own."""
    kids = list(children)
    own: tuple[Violation, ...] = violations
    total = cost
    for kid in kids:
        own += kid.violations
        total += kid.cost
    return Built(value, own, total, (kids[-1].open_right if kids else False) if open_right is None else open_right)


def _bits(mask: int) -> bool:
    return mask != 0


def is_this_period(value: object) -> bool:
    """«questo turno», «il turno in cui entra», said without a preposition: «… se ne hai scartata una questo turno»."""
    if not isinstance(value, NounPhrase) or noun_of(value) != "N_PERIOD":
        return False
    last = value.modifiers[-1] if value.modifiers else None
    in_which = last is not None and last.kind == "mod_relative" and [t.terminal for t in last.tokens] == ["IN"]
    return value.has("this") or in_which


def within_it(np: NounPhrase) -> Prepositional:
    """«questo turno» as «in questo turno»."""
    return Prepositional("prep_phrase", Token(np.start, "in", Sense("IN", "in")), np)


def noun_of(np: object) -> str | None:
    return np.noun.terminal if isinstance(np, NounPhrase) and np.noun else None


def _is_every(np: object) -> bool:
    """«ogni due carte»: so much for so many, no object."""
    return isinstance(np, NounPhrase) and np.has("each") and any(d.terminal == "NUM" for d in np.determiners)


def clause_is_wrong(clause: Clause) -> bool:
    """Shapes that no verb has: two plain objects, a list that nothing joins."""
    objects = [
        c
        for c in clause.complements
        if c.kind == "c_object" and noun_of(c.value) not in ("N_PERIOD", "TIME") and not _is_every(c.value)
    ]
    if clause.predicate is not None and clause.predicate.kind in ("have_object", "have_more") and objects:
        return True
    if _leads_twice(clause) or (not clause.group.negated and any(_is_nothing(c.value) for c in objects)):
        return True
    if any(c.kind == "c_word" for c in clause.complements) and clause.group.verb.name != "rendere":
        return True
    return len(objects) > 1 or (not clause.group.negated and _is_more_of_the_object(clause))


def _is_nothing(value: object) -> bool:
    """«nulla», which nobody does without «non»."""
    return isinstance(value, NounPhrase) and value.has("nothing")


def _leads_twice(clause: Clause) -> bool:
    """«alle Lanterne vicine a una Tela» is near to it: nothing is done to the one and to the other besides."""
    return any(
        not other.comma and _led_to(one) is not None and _led_to(other) is not None and _ends_in_direction(_led_to(one))
        for one, other in pairwise(clause.complements)
    )


def _led_to(complement: Complement) -> Noun | None:
    """What «a …» names."""
    phrase = complement.value
    if complement.kind != "c_prep" or not isinstance(phrase, Prepositional):
        return None
    return phrase.np if phrase.preposition.terminal == "TO" else None


def _ends_in_direction(np: Noun | None) -> bool:
    if isinstance(np, NounList):
        return _ends_in_direction(np.items[-1])
    last = np.modifiers[-1] if np is not None and np.modifiers else None
    return last is not None and last.kind == "adjective" and last.tokens[-1].terminal == "DIRECTION"


def _is_more_of_the_object(clause: Clause) -> bool:
    """«controlli più Lanterne dell'avversario»: «più» before a thing counts it, unless something is no longer done."""
    return any(
        one.kind == "c_adverb"
        and other.kind == "c_object"
        and any(isinstance(x, Token) and x.terminal == "ANYMORE" for x in (one.value, *one.tokens))
        for one, other in pairwise(clause.complements)
    )


def made_so(clause: Clause) -> Clause:
    """«rendi lieve una tua Crepa», «per rendere più grave la prossima Crepa»: from then on it is so."""
    words = [c for c in clause.complements if c.kind == "c_word"]
    things = [c for c in clause.complements if c.kind == "c_object"]
    group = clause.group
    alone = len(words) == len(things) == 1 and clause.subject is None and group.modal is None
    thing, word = (things[0].value, words[0]) if alone else (None, None)
    if word is None or not isinstance(thing, NounPhrase) or group.negated or group.clitics:
        return clause
    said: Any = (
        word.value
        if isinstance(word.value, Modifier)
        else Modifier("adjective", word.tokens, None, False, word.start, word.end)
    )
    kind = "predicate_degree" if said.kind == "mod_degree" else "predicate_adjectives"
    sense = evolve(group.verb.sense, terminal="BE_FIN", name="essere", person=3, mood="present")
    being = evolve(group.verb, sense=sense)
    rest = tuple(c for c in clause.complements if c is not word and c is not things[0])
    predicate = Complement(kind, said, word.tokens, False, word.start, word.end)
    is_so = VerbGroup(being, "order", adverbs=group.adverbs, finite=being, tokens=(being,))
    return Clause(is_so, thing, rest, predicate, clause.start, clause.end)


def with_open_costs(children: list[Built], clause: Clause) -> Iterator[Built]:
    """Each complement after an open clause, with no comma, is farther than the one nested in it."""
    cost = 0
    previous_open = False
    for child in children:
        if isinstance(child.value, Complement):
            if previous_open and not child.value.comma:
                cost += 2
            previous_open = child.open_right
    yield made_of(children, clause, cost=cost)
