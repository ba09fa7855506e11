"""Verbs with what goes with them: their form, what is had or been, so much of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve

from ...vocabulary.lexer import ANY, M, S, Sense
from ..forest import Builder, Built
from ..nodes import (
    Amount,
    Clause,
    Complement,
    Modifier,
    NounList,
    NounPhrase,
    Prepositional,
    Quoted,
    Sentence,
    Token,
    VerbGroup,
    Violation,
)
from .building import BUILDERS, all_of, builds, clause_is_wrong, first_of, made_of, noun_among, noun_of, with_open_costs

_FORMS: Final = {
    "vg_active": "present", "vg_perfect": "perfect", "vg_be_part": "be_part", "vg_reflexive_perfect": "perfect",
    "vg_passive_perfect": "perfect", "vg_passive": "present", "vg_can": "present", "vg_must": "present",
    "vg_conditional": "conditional", "vg_passive_conditional": "conditional",
    "vg_subjunctive": "subjunctive", "vg_about_to": "present", "vg_order": "order",
}  # fmt: skip


def _group(name: str) -> Builder:
    form = _FORMS[name]

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens: tuple[Token, ...] = ()
        clitics: tuple[Token, ...] = ()
        inner: VerbGroup | None = None
        for child in children:
            value = child.value
            if isinstance(value, VerbGroup):
                inner = value
            elif isinstance(value, tuple):
                clitics += value
            elif value.terminal in _CLITICS:
                clitics += (value,)
            else:
                tokens += (value,)
        adverbs = tuple(t for t in tokens if t.terminal in _ADVERBS)
        negated = any(t.terminal == "NOT" for t in tokens)
        if not negated and any(t.terminal == "ANYMORE" or t.name == "yet" for t in tokens):
            return
        finite = next(
            (t for t in tokens if t.terminal.endswith(("_FIN", "_YOU", "_PLAIN", "_COND", "_SUBJ", "_IMP"))), None
        )
        modal = {"vg_can": "can", "vg_must": "must", "vg_about_to": "about_to"}.get(name)
        verb = inner.verb if inner else next((t for t in reversed(tokens) if t.terminal.startswith("V_")), None)
        if verb is None:
            return
        passive = "passive" in name or bool(inner and inner.passive)
        clitics += inner.clitics if inner else ()
        reflexive = any(c.terminal in ("SI", "ENSI") for c in clitics) or bool(inner and inner.reflexive)
        if name == "vg_be_part" and reflexive:
            return  # «si è mosso» is what somebody did, never what is done to him now
        to_yourself = _to_yourself(name, clitics, finite)
        reflexive = reflexive or to_yourself
        told = "perfect" if to_yourself and name == "vg_be_part" else form  # «ti sei mosso»
        violations = () if name == "vg_perfect" and clitics else _participle_agreement(name, tokens, finite)
        cost = 2 if name == "vg_be_part" and verb.sense.mood == "status" else 0
        yield made_of(
            children,
            VerbGroup(
                verb, told, modal, passive, reflexive, told == "perfect" or name == "vg_passive_perfect", negated,
                tuple(c for c in clitics if c.terminal not in ("SI", "ENSI") and not (to_yourself and c.name == "you")),
                adverbs, finite, tokens,
            ),
            violations=violations,
            cost=cost,
        )  # fmt: skip

    return build


def _to_yourself(name: str, clitics: tuple[Token, ...], finite: Token | None) -> bool:
    """«ti muovi», «ti sei mosso», «puoi rialzarti»: what you do to yourself, as «si» says of others."""
    told = name in ("vg_active", "vg_be_part", "vg_can", "vg_must") and finite is not None
    return told and finite is not None and finite.sense.person == 2 and any(c.name == "you" for c in clitics)


_CLITICS: Final = frozenset(("CLITIC", "SI", "ENCLITIC", "ENSI"))

_ADVERBS: Final = frozenset(
    (
        "THIS_WAY",
        "BY_LOT",
        "ANY_MOMENT",
        "ANY_ORDER",
        "ALWAYS",
        "FREE",
        "ALSO",
        "INSTEAD",
        "ONCE_AT",
        "ONLY",
        "EVER",
        "AT_RANDOM",
        "ANYMORE",
        "DIRECTLY",
        "IN_ALL",
        "POSSIBLY",
        "EACH_ONE",
    )
)

for _name in _FORMS:
    BUILDERS[_name] = _group(_name)


def _participle_agreement(name: str, tokens: tuple[Token, ...], finite: Token | None) -> tuple[Violation, ...]:
    if name == "vg_perfect" and not any(t.terminal in _CLITICS for t in tokens):  # «ha usato le sue carte»
        return tuple(
            Violation(t.at, M, S)
            for t in tokens
            if t.terminal == "V_PART" and not (t.sense.gender & M and t.sense.number & S)
        )
    if finite is None or name not in ("vg_be_part", "vg_passive", "vg_reflexive_perfect", "vg_passive_perfect"):
        return ()
    return tuple(
        Violation(t.at, t.sense.gender, finite.sense.number)
        for t in tokens
        if t.terminal.endswith("_PART") and not t.sense.number & finite.sense.number
    )


@builds("clitic_list")
def clitic_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(
        children,
        tuple(v for child in children for v in (child.value if isinstance(child.value, tuple) else (child.value,))),
    )


@builds("inf_active", "inf_passive")
def infinitive(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clitics: tuple[Token, ...] = ()
    verb: Token | None = None
    passive = False
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            clitics += value
        elif value.terminal in _CLITICS:
            clitics += (value,)
        elif value.terminal == "V_PART":
            verb, passive = value, True
        elif value.terminal.endswith("_INF"):
            verb = value
    if verb is None:
        return
    reflexive = any(c.terminal in ("SI", "ENSI") for c in clitics)
    yield made_of(
        children,
        VerbGroup(
            verb,
            "infinitive",
            None,
            passive,
            reflexive,
            False,
            False,
            tuple(c for c in clitics if c.terminal not in ("SI", "ENSI")),
            (),
            None,
            (verb,),
        ),
    )


@builds("inf_nor")
def inf_nor(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«né attaccare»: of «non può», as «attaccare» alone."""
    yield made_of(children, children[1].value)


@builds("be_clause", "have_clause")
def copula(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = all_of(children, Token)
    finite = next(t for t in tokens if t.terminal.endswith(("_FIN", "_SUBJ", "_COND", "_WAS")))
    clitics = tuple(v for child in children if isinstance(child.value, tuple) for v in child.value) + tuple(
        t for t in tokens if t.terminal == "CLITIC"
    )
    form = {"F": "present", "S": "subjunctive", "C": "conditional", "W": "imperfect"}[finite.terminal.split("_")[1][0]]
    if any(t.terminal == "ANYMORE" for t in tokens) and not any(t.terminal == "NOT" for t in tokens):
        return
    group = VerbGroup(
        finite, form, negated=any(t.terminal == "NOT" for t in tokens), clitics=clitics,
        adverbs=tuple(t for t in tokens if t.terminal in _ADVERBS), finite=finite, tokens=tokens,
    )  # fmt: skip
    complements = all_of(children, Complement)
    clause = Clause(group, None, complements[1:], complements[0], start, end)
    if clause_is_wrong(clause) or _has_place_apart(clause):
        return
    yield from with_open_costs(children, clause)


@builds("become_clause")
def becomes(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«l'Ardore diventa uguale al Rango»: as «è uguale al Rango»."""
    verb, equal = children[0].value, children[1].value
    if not isinstance(verb, Token) or verb.name != "diventare" or not isinstance(equal, Modifier):
        return
    finite = evolve(verb, sense=evolve(verb.sense, terminal="BE_FIN", name="essere", kind=""))
    group = VerbGroup(finite, "present", finite=finite, tokens=(finite,))
    said: Any = equal
    predicate = Complement("predicate_comparison", said, (), False, equal.start, equal.end)
    clause = Clause(group, None, all_of(children[2:], Complement), predicate, start, end)
    if not clause_is_wrong(clause):
        yield from with_open_costs(children, clause)


@builds("have_any")
def have_any(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«se non ne ha»: as «se non ne ha una»."""
    finite = next(t for t in all_of(children, Token) if t.terminal == "HAVE_FIN")
    clitics = tuple(v for child in children if isinstance(child.value, tuple) for v in child.value)
    if [clitic.name for clitic in clitics] != ["of_them"]:
        return
    one = Token(finite.at, finite.text, Sense("INDEF", "one", ANY, 1))
    held = Complement("have_object", NounPhrase((one,), None, (), 3, 1, start, end), (), False, start, end)
    group = VerbGroup(
        finite, "present", negated=any(t.terminal == "NOT" for t in all_of(children, Token)), clitics=clitics,
        finite=finite, tokens=all_of(children, Token),
    )  # fmt: skip
    yield made_of(children, Clause(group, None, (), held, start, end))


def _has_place_apart(clause: Clause) -> bool:
    """«la Forza è maggiore di quella della carta nel Baule»: the place is of the noun before it, never of «è»."""
    assert clause.predicate is not None
    if clause.predicate.kind == "predicate_adjectives" or clause.group.clitics or clause.group.finite is None:
        return False
    if not clause.group.finite.terminal.startswith("BE"):
        return False
    return any(
        isinstance(each.value, Prepositional)
        and each.value.preposition.terminal == "IN"
        and not each.comma
        and noun_of(each.value.np) in ("N_ZONE", "N_PLACE")
        for each in clause.complements
    )


@builds("quoted_sentences")
def quoted_sentences(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Sentence, ...] = ()
    for child in children:
        found += (
            child.value.sentences
            if isinstance(child.value, Quoted)
            else (child.value,)
            if isinstance(child.value, Sentence)
            else ()
        )
    yield made_of(children, Quoted(found, start, end))


@builds("quoted")
def quoted(children: list[Built], start: int, end: int) -> Iterator[Built]:
    inner = first_of(children, Quoted)
    if inner is not None:
        yield made_of(children, inner, open_right=False)


@builds("predicate_alone")
def predicate_alone(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«è sola in colonna», «è sola nel campo»: where nothing else is."""
    alone, *where = (c.value for c in children)
    said: Any = next((each for each in where if isinstance(each, Modifier)), None)
    word = next((each for each in where if isinstance(each, Token) and each.terminal == "DIRECTION"), None)
    np = noun_among(children)
    if said is None and word is not None:
        said = Modifier("adjective", (word,), None, False, start + 1, end)
    if said is None and np is not None:
        said = Modifier("mod_in", (), np, False, start + 1, end)
    if said is not None:
        yield made_of(children, Complement("predicate_alone", said, (alone,), False, start, end))


def _predicate(name: str) -> Builder:
    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        value: Any = noun_among(children)
        tokens = all_of(children, Token)
        modifier = first_of(children, Modifier)
        if name == "predicate_adjectives" and modifier is None:
            modifier = Modifier("adjective", tokens, None, False, start, end)
        if modifier is not None:
            value, tokens = modifier, modifier.tokens
        quoted = first_of(children, Quoted)
        if quoted is not None:
            value, tokens = quoted, ()
        amounts = next((c.value for c in children if isinstance(c.value, tuple)), None)
        if amounts is not None and value is None:
            value = amounts
        cost = 0
        if (
            name == "predicate_np"
            and isinstance(value, NounPhrase)
            and value.noun
            and value.noun.sense.kind in ("member", "member_set")
            and not value.determiners
            and not value.modifiers
        ):
            return  # «è Lana»: the member, read as an adjective
        if (
            name == "predicate_np"
            and isinstance(value, NounPhrase)
            and value.noun
            and value.noun.terminal in ("N_ZONE", "EVEN")
            and not value.determiners
        ):
            return  # «è fosso», «è pari»: adjectives
        yield made_of(children, Complement(name, value, tokens, False, start, end), cost=cost)

    return build


for _name in (
    "predicate_adjectives", "predicate_np", "predicate_comparison", "predicate_in", "predicate_under", "predicate_of", "predicate_end",
    "predicate_on", "predicate_direction", "predicate_among", "predicate_as_chosen", "predicate_number", "have_object",
):  # fmt: skip
    BUILDERS[_name] = _predicate(_name)


@builds("place_first")
def place_first(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«hai in mano …»: a place, where nothing else can stand that is a thing somewhere."""
    np = children[-1].value
    if isinstance(np, NounPhrase) and noun_of(np) in ("N_ZONE", "N_PLACE"):
        yield made_of(children, Modifier("mod_in", (), np, False, start, end))


@builds("have_placed")
def have_placed(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«hai in mano una Lanterna»: the place, said before what is there, is said of it."""
    where, what = children[0].value, children[-1].value
    things = what.items if isinstance(what, NounList) else (what,)
    if not isinstance(where, Modifier) or any(noun_of(each) not in ("N_CARD", "MEMBER") for each in things):
        return
    if any(m.kind == "mod_in" for each in things for m in each.modifiers):
        return
    placed = tuple(evolve(each, modifiers=(*each.modifiers, where)) for each in things)
    held = evolve(what, items=placed) if isinstance(what, NounList) else placed[0]
    yield made_of(children, Complement("have_object", held, (), False, start, end), cost=1)


@builds("predicate_more_than")
def predicate_more_than(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«i tuoi Punti sono più dei suoi», «le tue Lane sono meno di quelle rivali»."""
    more, than = children[0].value, noun_among(children)
    if not isinstance(more, Token) or not isinstance(than, NounPhrase) or than.noun is not None or not than.determiners:
        return
    if not any(d.terminal in ("NUM", "INDEF") for d in than.determiners):
        sense = evolve(more.sense, terminal="GREATER", name="greater" if more.name == "more" else "less")
        said: Any = Modifier("mod_comparison", (Token(more.at, more.text, sense),), than, False, start, end)
        yield made_of(children, Complement("predicate_more_than", said, (), False, start, end))


@builds("amount")
def amount(children: list[Built], start: int, end: int) -> Iterator[Built]:
    value = children[1].value
    if isinstance(value, NounPhrase) and value.noun and value.noun.terminal == "N_VALUE" and not value.determiners:
        yield made_of(children, Amount(children[0].value, value))


@builds("amount_pair")
def amount_pair(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2/+1»: of the two values that the game writes together."""
    yield made_of(children, (Amount(children[0].value, None, 1), Amount(children[2].value, None, 2)))


@builds("amounts_and", "keywords_and")
def amounts_and(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2 Ardore e Corazza», «Corazza e +2 Ardore»: amounts and keywords."""
    one, other = children[0].value, children[2].value
    numbers_first = (one, other) if isinstance(one[0], Amount) else (other, one)
    yield made_of(children, (*numbers_first[0], *numbers_first[1]))


@builds("amounts")
def amounts(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Amount, ...] = ()
    if any(isinstance(child.value, Token) and child.value.terminal in ("OR", "NOR") for child in children):
        return  # «+2 Ardore o +1 Rango»: nothing says who chooses
    for child in children:
        if isinstance(child.value, Amount):
            found += (child.value,)
        elif isinstance(child.value, tuple):
            found += child.value
    if found:
        yield made_of(children, found)
