"""Complements of a clause: by a preposition, an infinitive, a choice, so many times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from attrs import evolve

from ..forest import Builder, Built
from ..nodes import (
    Amount,
    Clause,
    Complement,
    NounList,
    NounPhrase,
    Prepositional,
    Times,
    Token,
    VerbGroup,
)
from .building import (
    BUILDERS,
    all_of,
    builds,
    clause_is_wrong,
    first_of,
    is_this_period,
    made_of,
    made_so,
    noun_among,
    noun_of,
    with_open_costs,
    within_it,
)


def _complement(name: str) -> Builder:
    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens = all_of(children, Token)
        comma = bool(tokens and tokens[0].terminal == "COMMA")
        tokens = tuple(t for t in tokens if t.terminal not in ("COMMA", "OR"))
        values = [child.value for child in children if not isinstance(child.value, Token)]
        value: Any = values[0] if values else None
        if name == "c_prep_or":
            value = tuple(values)
        cost = {"c_status": 3, "c_word": 3, "c_object_comma": 2, "c_end": 2}.get(name, 0)
        kind = "c_prep" if name == "c_prep_comma" else "c_object" if name == "c_object_comma" else name
        if name == "c_object_comma" and not (noun_of(value) in ("N_PERIOD", "TIME") if value is not None else False):
            return
        if name == "c_object" and _rival_without_article(value):
            return
        if kind == "c_object" and is_this_period(value):
            kind, value = "c_prep", within_it(value)
        yield made_of(children, Complement(kind, value, tokens, comma, start, end), cost=cost)

    return build


def _rival_without_article(value: Any) -> bool:
    """«… per il prossimo turno avversario»: the word is of the turn, and nobody who is attacked."""
    bare = isinstance(value, NounPhrase) and not value.determiners and not value.modifiers
    return bare and noun_of(value) == "N_OPPONENT"


for _name in (
    "c_object", "c_object_comma", "c_amounts", "c_amounts_and", "c_adverb", "c_prep", "c_prep_comma", "c_prep_or", "c_purpose",
    "c_gerund", "c_starting", "c_choice", "c_status", "c_times", "c_as_chosen", "c_face_down", "c_first_time", "c_cap",
    "c_until_have", "c_places", "c_word", "c_end", "c_rather_than", "c_quoted",
):  # fmt: skip
    BUILDERS[_name] = _complement(_name)


@builds("c_nothing")
def nothing(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«(non costa) nulla»."""
    value = NounPhrase((children[0].value,), None, (), 3, 1, start, end)
    yield made_of(children, Complement("c_object", value, (), False, start, end))


@builds("c_ends_or")
def ends_or(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«in cima o in fondo (al Mazzo)»: at the one end or at the other."""
    tokens = all_of(children, Token)
    ends = [(word, where) for word, where in pairwise(tokens) if where.terminal in ("TOP", "BOTTOM")]
    np = noun_among(children)
    if np is None:
        yield made_of(
            children, Complement("c_prep_or", tuple(where for _, where in ends), tokens, False, start, end), cost=2
        )
        return
    phrases = tuple(Prepositional("end_phrase", word, np, where.name) for word, where in ends)
    yield made_of(children, Complement("c_prep_or", phrases, (), False, start, end), cost=1)


@builds("c_prep_and")
def prep_and(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«a una Lana e a una Tela» is «a una Lana e una Tela»: what is led to in the same way."""
    phrases = all_of(children, Prepositional)
    first = phrases[0]
    items = tuple(item for each in phrases for item in (each.np.items if isinstance(each.np, NounList) else (each.np,)))
    alike = all(
        each.kind == "prep_phrase" and each.preposition.terminal == first.preposition.terminal for each in phrases
    )
    joined = all(not isinstance(each.np, NounList) or each.np.joiner == "and" for each in phrases)
    if alike and joined and first.preposition.terminal in ("TO", "ON", "FROM", "AS"):
        both = evolve(first, np=NounList(items, "and", phrases[0].np.start, end))
        yield made_of(
            children, Complement("c_prep", both, (), False, start, end), cost=1 if children[0].open_right else 0
        )


@builds("c_amount_bare")
def amount_bare(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+1» alone: of the value that the verb's kind of effects has; «un Pegno di +1»."""
    yield made_of(children, Complement("c_amounts", (Amount(children[-1].value, None),), (), False, start, end), cost=2)


@builds("c_pair")
def pair(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«(diventa) 2/1», «un 2/1»: so much of each of the two values that a game writes together."""
    numbers = tuple(each for each in all_of(children, Token) if each.terminal == "NUM")
    yield made_of(children, Complement("c_pair", None, numbers, False, start, end))


@builds("c_bare_and")
def bare_and(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2 e Corazza», «Corazza e +2» after a verb that gives."""
    first, last = children[0].value, children[2].value
    signed, keywords = (first, last) if isinstance(first, Token) else (last, first)
    given = (Amount(signed, None), *keywords)
    yield made_of(children, Complement("c_amounts_and", given, (), False, start, end), cost=2)


@builds("as_if_phrase")
def as_if_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«come se fosse una Lana» is «come una Lana»."""
    word, np = children[0].value, noun_among(children)
    if np is not None:
        yield made_of(
            children,
            Prepositional("prep_phrase", Token(word.at, word.text, evolve(word.sense, terminal="AS", name="as")), np),
        )


@builds("prep_phrase", "until_phrase", "end_phrase", "from_end_phrase", "instead_of_np")
def prep_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = all_of(children, Token)
    np = noun_among(children)
    assert np is not None
    first = tokens[0]
    where = next((t for t in tokens if t.terminal in ("TOP", "BOTTOM")), None)
    if where is not None:
        if first.terminal == "ON":  # «sul fondo del Deposito» is «in fondo al Deposito»
            first = Token(first.at, first.text, evolve(first.sense, terminal="IN", name="in"))
        kind = "end_phrase" if first.terminal == "IN" else "from_end_phrase"
        yield made_of(children, Prepositional(kind, first, np, where.name), cost=1)
    elif first.terminal == "UNTIL_P":
        yield made_of(children, Prepositional("until_phrase", first, np))
    elif first.terminal == "AS" and isinstance(np, NounPhrase) and np.determiners:
        yield made_of(children, Prepositional("prep_phrase", first, np))
    else:
        yield made_of(
            children,
            Prepositional("prep_phrase", first, np),
            cost=3
            if first.terminal == "OF"
            else 2
            if first.terminal == "WITH" and noun_of(np) in ("N_VALUE", "N_KEYWORD")
            else 0,
        )


@builds("rule_phrase")
def rule_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«nel campo sotto il controllo del suo padrone»: whose the place is."""
    word, np = all_of(children, Token)[0], noun_among(children)
    assert np is not None
    yield made_of(children, Prepositional("rule_phrase", word, np))


@builds("of_each_phrase")
def of_each_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«… di una tua Lana e di una Lana avversaria»: one complement, of both."""
    word, first, joiner, _, second = (child.value for child in children)
    if not isinstance(first, NounPhrase) or not isinstance(second, NounPhrase):
        return
    things = NounList((first, second), {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal], start, end)
    yield made_of(children, Prepositional("prep_phrase", word, things), cost=3)


@builds("inf_clause", "gerund_clause")
def inf_clause(children: list[Built], start: int, end: int) -> Iterator[Built]:
    group = first_of(children, VerbGroup)
    if group is None:
        verb = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "V_GER")
        clitics = tuple(v for c in children if isinstance(c.value, tuple) for v in c.value) + tuple(
            c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "ENCLITIC"
        )
        group = VerbGroup(verb, "gerund", clitics=clitics)
    if any(token.terminal == "NOT" for token in all_of(children, Token)):  # «per non spezzarla»
        group = evolve(group, negated=True)
    clause = Clause(group, None, all_of(children, Complement), None, start, end)
    if clause_is_wrong(clause):
        return
    for built in with_open_costs(children, made_so(clause)):
        extra = sum(1 for c in clause.complements if c.comma)
        yield evolve(built, cost=built.cost + extra, open_right=True)


@builds("choice")
def choice(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(
        children,
        Complement(
            "choice",
            noun_among(children),
            tuple(t for t in all_of(children, Token) if t.terminal == "POSSESSIVE"),
            False,
            start,
            end,
        ),
    )


@builds("times_more")
def times_more(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una volta in più», «un'altra volta per turno»."""
    words = [each.value for each in children if isinstance(each.value, Token)]
    if any(word.terminal == "ADDITIONAL" and word.name == "fewer" for word in words):
        return
    per = noun_among(children)
    if isinstance(per, NounPhrase) and per.has("each") and per.noun is not None and per.noun.terminal != "N_PERIOD":
        return  # «una volta in più per ogni Gettone»: how many more
    number = next(word for word in words if word.terminal != "OTHER")
    yield made_of(children, Times(number, per, more=True), cost=0 if per is not None else 1)


@builds("times_bound")
def times_bound(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«al massimo due volte per turno», «più di una volta per turno»."""
    bound = children[0].value
    for built in times(children[1:], start, end):
        yield made_of(children, evolve(built.value, number=bound[-1], most=bound[0].name))


@builds("bound")
def bound(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, number = children[0].value, children[-1].value
    if first.terminal != "MORE" or first.name == "more":
        name = "more_than" if first.terminal == "MORE" else "up_to"
        numbers = number if isinstance(number, tuple) else (number,)
        yield made_of(children, (evolve(first, sense=evolve(first.sense, name=name)), *numbers))


@builds("times", "times_per")
def times(children: list[Built], start: int, end: int) -> Iterator[Built]:
    number = children[0].value
    per = noun_among(children)
    last = children[-1].value
    if per is None and isinstance(last, Token) and last.terminal == "N_PERIOD":  # «due volte a turno»
        per = NounPhrase((), last, (), last.sense.gender, last.sense.number, end - 1, end)
    yield made_of(children, Times(number, per), cost=0 if per is not None else 1)
