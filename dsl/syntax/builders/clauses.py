"""Clauses: a subject, a verb and complements that agree; what stands before them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...vocabulary.inflection import Mood
from ...vocabulary.lexer import Sense
from ..forest import Builder, Built
from ..nodes import (
    ANYBODY,
    Clause,
    Complement,
    Conditions,
    Front,
    Modifier,
    Noun,
    NounList,
    NounPhrase,
    Prepositional,
    Token,
    VerbGroup,
    Violation,
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


@builds("core")
def core(children: list[Built], start: int, end: int) -> Iterator[Built]:
    group = first_of(children, VerbGroup)
    if group is None:
        return
    clause = Clause(group, None, all_of(children, Complement), None, start, end)
    if not clause_is_wrong(clause):
        yield from with_open_costs(children, clause)


@builds("clause_bare")
def clause_bare(children: list[Built], start: int, end: int) -> Iterator[Built]:
    for built in _clause(children, None, start, end):
        turned = _turned(built)
        if turned.value.group.form == "order":
            turned = evolve(turned, value=made_so(turned.value))
        if turned is built or not _wants_its_article(turned.value.subject):  # «viene spezzata da una — Lanterna»
            yield turned


@builds("clause_made")
def clause_made(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«fai scartare una carta all'avversario» is «l'avversario scarta una carta», «fai muovere una Lana (in mano a chi l'ha)»
    «una Lana muove (…)»."""
    order, group = children[0].value, children[1].value
    if order.name != "fare" or not isinstance(group, VerbGroup) or group.passive or group.clitics:
        return
    said = all_of(children, Complement)
    done = [c for c in said if c.kind == "c_object"]
    to = [c for c in said if _is_led_to(c)]
    led = any(isinstance(c.value, Prepositional) and c not in to for c in said)
    doers = [*to[:1], *(done if led or not to else ())] if len(done) == 1 else to[:1] if done else []
    for doer in doers:
        named = doer.value
        who = named.np if isinstance(named, Prepositional) else named
        if not isinstance(who, NounPhrase | NounList):
            continue
        sense = evolve(group.verb.sense, terminal="V_FIN", person=3, number=who.number, mood="present")
        finite = evolve(group.verb, sense=sense)
        told = evolve(group, verb=finite, form="present", finite=finite)
        clause = Clause(told, who, tuple(c for c in said if c is not doer), None, start, end)
        if not clause_is_wrong(clause):
            yield from with_open_costs(children, clause)


def _is_led_to(complement: Complement) -> bool:
    """«all'avversario»."""
    phrase = complement.value if complement.kind == "c_prep" else None
    return isinstance(phrase, Prepositional) and phrase.preposition.terminal == "TO"


@builds("clause_placed")
def clause_placed(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«nel tuo Armadio ci sono due carte»: the place, said first, is of what there is."""
    place = children[0].value
    said = place if isinstance(place, Modifier) else _place_said(place, start)
    if said is None:
        return
    for built in _clause([children[-1]], None, start, end):
        predicate = built.value.predicate
        what = predicate.value if predicate is not None else None
        if isinstance(what, NounPhrase) and what.noun is not None and noun_of(what) == "N_CARD":
            there = evolve(predicate, value=evolve(what, modifiers=(*what.modifiers, said)))
            yield evolve(built, value=evolve(built.value, predicate=there))


def _place_said(place: object, start: int) -> Modifier | None:
    if not isinstance(place, Prepositional) or place.preposition.terminal not in ("IN", "ON"):
        return None
    if not isinstance(place.np, NounPhrase) or noun_of(place.np) not in ("N_ZONE", "N_PLACE"):
        return None
    return Modifier("mod_in", (), place.np, False, start, place.np.end)


@builds("this_period")
def this_period(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«questo turno», before what was done in it."""
    this, period = all_of(children, Token)
    gender, number = (this.sense.gender & period.sense.gender, this.sense.number & period.sense.number)
    if gender and number:
        yield made_of(children, NounPhrase((this,), period, (), gender, number, start, end))


@builds("clause_timed")
def clause_timed(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«in questo turno hai smorzato una Lanterna»: the time, said first, is that of what was done."""
    time, said = children[0].value, children[-1]
    if is_this_period(time):
        time = within_it(time)
    if not isinstance(time, Prepositional) or time.preposition.terminal not in ("IN", "DURING"):
        return
    if not isinstance(time.np, NounPhrase) or noun_of(time.np) != "N_PERIOD" or not isinstance(said.value, Clause):
        return
    within = Complement("c_prep", time, (), False, start, time.np.end)
    clause = evolve(said.value, complements=(*said.value.complements, within), start=start, end=end)
    yield made_of(children, clause, cost=1)


def _turned(built: Built) -> Built:
    """«viene spezzata una Lanterna», «ti vengono inflitte crepe», «si spezza una Lanterna»: what it happens to, said after
    the verb."""
    clause = built.value
    assert isinstance(clause, Clause)
    group = clause.group
    after = next((c for c in clause.complements if c.kind == "c_object"), None)
    finite = group.modal is None and group.form in ("present", "perfect") and group.finite is not None
    by_itself = group.reflexive and after is not None and noun_of(after.value) == "N_CARD"
    if not finite or not (group.passive or by_itself):
        return built
    if after is None or not isinstance(after.value, (NounPhrase, NounList)) or built.violations:
        return built
    turned = evolve(clause, subject=after.value, complements=tuple(c for c in clause.complements if c is not after))
    violations = _subject_agreement(turned)
    return built if violations is None else evolve(built, value=turned, violations=violations)


def _wants_its_article(np: object, *nouns: str) -> bool:
    """«Lanterna»: one of many, with no article; ``nouns``: the terminals of which it is asked, if not of cards alone."""
    if not isinstance(np, NounPhrase) or np.determiners or np.noun is None:
        return False
    return np.noun.terminal in (nouns or ("N_CARD",)) and np.noun.sense.number == 1


@builds("had_there")
def had_there(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«che l'avversario ha in mano»: whose they are, and where."""
    nouns = [child.value for child in children if isinstance(child.value, (NounPhrase, NounList))]
    have, preposition = all_of(children, Token)
    place = nouns[-1]
    if noun_of(place) not in ("N_ZONE", "N_PLACE"):
        return
    there = Complement(
        "predicate_place", Prepositional("prep_phrase", preposition, place), start=preposition.at, end=end
    )
    yield from _had(children, have, nouns[0] if len(nouns) == 2 else None, there, start, end)


@builds("had")
def had(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«che hai», «che l'avversario ha»: whose they are, wherever such things lie."""
    nouns = [child.value for child in children if isinstance(child.value, (NounPhrase, NounList))]
    if all(noun_of(noun) in ("N_PLAYER", "N_OPPONENT") for noun in nouns):
        have, subject = all_of(children, Token)[0], nouns[0] if nouns else None
        yield from _had(children, have, subject, None, start, end, cost=1)  # «in mano» after it says where


def _had(
    children: list[Built],
    have: Token,
    subject: Noun | None,
    there: Complement | None,
    start: int,
    end: int,
    cost: int = 0,
) -> Iterator[Built]:
    if subject is not None and (have.sense.person != 3 or not have.sense.number & subject.number):
        return
    group = VerbGroup(have, "present", finite=have, tokens=(have,))
    yield made_of(children, Clause(group, subject, (), there, start, end), cost=cost, open_right=True)


@builds("had_more")
def had_more(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«che l'avversario ha in più di te»: who has more, and than whom."""
    nouns = [child.value for child in children if isinstance(child.value, (NounPhrase, NounList))]
    have, more, of = all_of(children, Token)
    than = Complement("predicate_in_excess", Prepositional("prep_phrase", of, nouns[-1]), start=of.at, end=end)
    if more.name == "more":
        yield from _had(children, have, nouns[0] if len(nouns) == 2 else None, than, start, end)


@builds("clause_chosen")
def clause_chosen(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una Lana a tua scelta ha +1»: who chooses it is said of the subject."""
    subject, by = children[0].value, children[1].value
    if not isinstance(subject, NounPhrase) or subject.noun is None or subject.number == 2:
        return
    chosen = Modifier("mod_choice", by.tokens, by.value, False, by.start, by.end)
    whole = evolve(subject, modifiers=(*subject.modifiers, chosen), end=by.end)
    yield from _clause([evolve(children[0], value=whole), *children[2:]], whole, start, end)


@builds("clause_seen")
def clause_seen(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una Lana viene posata davanti a questa carta» is of a Lana in front of this card."""
    subject, group, seen = (child.value for child in children[:3])
    after = all_of(children[3:], Complement)
    if not isinstance(subject, NounPhrase) or noun_of(subject) != "N_CARD" or any(c.kind == "c_object" for c in after):
        return
    if not isinstance(group, VerbGroup) or group.finite is None or _wants_its_article(subject):
        return
    where = Modifier("adjective", (seen,), None, False, seen.at, seen.at + 1) if isinstance(seen, Token) else seen
    whole = evolve(subject, modifiers=(*subject.modifiers, where))
    yield from _clause([evolve(children[0], value=whole), children[1], *children[3:]], whole, start, end)


def _adjective_for_noun(np: NounPhrase) -> bool:
    """«le Stanche»: the adjective says of what kind they are."""
    return bool(np.modifiers) and np.modifiers[0].kind == "adjective"


@builds("clause_subject")
def clause_subject(children: list[Built], start: int, end: int) -> Iterator[Built]:
    subject = children[0].value
    if not isinstance(subject, (NounPhrase, NounList)):
        return
    if _wants_its_article(subject, "N_CARD", "N_OPPONENT"):
        return  # «Lanterna attacca», «nel turno — avversario attacca»
    if (
        isinstance(subject, NounPhrase)
        and subject.noun is None
        and not _adjective_for_noun(subject)
        and not any(
            d.terminal in ("THIS", "THAT", "NOBODY", "EACH_ONE", "BOTH", "OTHER", "FIRST", "SECOND", "ALL", "INDEF")
            for d in subject.determiners
        )
    ):
        return
    yield from _clause(children, subject, start, end)


@builds("clause_costs")
def clause_costs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«accendere una Lanterna ti costa 1 Gesto in più» as «spendi 1 Gesto in più per accendere una Lanterna»."""
    deed, tokens = first_of(children, Clause), all_of(children, Token)
    said = all_of(children, Complement)
    clitics = [c.name for child in children if isinstance(child.value, tuple) for c in child.value]
    to = next((c for c in said if _is_led_to(c)), None)
    if deed is None or clitics not in ([], ["you"]) or (clitics and to is not None):
        return
    costs = next(t for t in tokens if t.terminal == "COSTS")
    pays = evolve(costs, sense=Sense("V_FIN", "spendere", kind="verb", person=2 if clitics else 3, of=ANYBODY))
    who = to.value.np if to is not None and isinstance(to.value, Prepositional) else None
    what = Complement("c_purpose", deed, (), False, start, deed.end)
    negated = any(t.terminal == "NOT" for t in tokens)
    group = VerbGroup(pays, "active", negated=negated, finite=pays, tokens=(pays,))
    rest = tuple(c for c in said if c is not to)
    yield made_of(children, Clause(group, who, (*rest, what), None, start, end))


def _clause(children: list[Built], subject: Noun | None, start: int, end: int) -> Iterator[Built]:
    inner = first_of(children, Clause)
    if inner is not None:
        clause = evolve(inner, subject=subject, start=start, end=end)
        built = made_of(children, clause)
    else:
        group = first_of(children, VerbGroup)
        if group is None:
            return
        clause = Clause(group, subject, all_of(children, Complement), None, start, end)
        if clause_is_wrong(clause):
            return
        built = next(with_open_costs(children, clause))
    violations = _subject_agreement(clause)
    if violations is None:
        return
    if subject is not None and children[0].open_right:
        built = evolve(built, cost=built.cost)
    yield evolve(built, violations=built.violations + violations)


def _subject_agreement(clause: Clause) -> tuple[Violation, ...] | None:
    """The verb agrees with its subject in number; a second person has no other subject than «tu»."""
    subject, finite = clause.subject, clause.group.finite
    if subject is None or finite is None:
        more = _predicate_agreement(clause, None)
        return None if more is None else more + _passive_agreement(clause)
    if finite.sense.person == 2 and not (
        isinstance(subject, NounPhrase) and subject.noun and subject.noun.terminal == "YOU"
    ):
        if finite.terminal.endswith("_SUBJ") or finite.terminal == "V_IMP":
            return ()
        return None
    found: tuple[Violation, ...] = ()
    number = subject.number
    if isinstance(subject, NounList) and subject.joiner != "and":
        number = 3
    if not number & finite.sense.number:
        found = (Violation(finite.at, 3, number, True),)
    for token in clause.group.tokens:
        if token.terminal.endswith("_PART") and (
            clause.group.passive
            or clause.group.form == "be_part"
            or (clause.group.perfect and token.terminal == "BE_PART")
        ):
            if not (token.sense.gender & subject.gender and token.sense.number & number):
                found += (Violation(token.at, subject.gender, number),)
    more = _predicate_agreement(clause, subject)
    return found + more if more is not None else None


def _passive_agreement(clause: Clause) -> tuple[Violation, ...]:
    """«può essere appesa», whoever is left out: the participle has the number of the verb."""
    finite, verb = clause.group.finite, clause.group.verb
    if finite is None or clause.group.modal is None or verb.terminal != "V_PART":
        return ()
    return (
        () if verb.sense.number & finite.sense.number else (Violation(verb.at, verb.sense.gender, finite.sense.number),)
    )


def _predicate_agreement(clause: Clause, subject: Noun | None) -> tuple[Violation, ...] | None:
    predicate = clause.predicate
    if predicate is None or predicate.kind not in ("predicate_adjectives", "predicate_direction"):
        return ()
    number = clause.group.finite.sense.number if clause.group.finite else 3
    gender = 3
    if subject is not None:
        gender = subject.gender
    return tuple(
        Violation(t.at, gender, number)
        for t in predicate.tokens
        if t.terminal in ("STATUS", "ATTACHED", "OPPOSING", "COVERED", "EMPTY", "DIRECTION", "FREE_SPOT")
        and not (t.sense.gender & gender and t.sense.number & number)
    )


@builds("subject_starting")
def subject_starting(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«ogni giocatore, a partire da Primo, pesca …», «a partire da Primo, ogni giocatore pesca …»."""
    ahead = isinstance(children[0].value, Token)
    who, first = (children[-1].value, children[2].value) if ahead else (children[0].value, children[-2].value)
    if isinstance(who, NounPhrase):
        yield made_of(
            children, evolve(who, modifiers=(*who.modifiers, Modifier("mod_starting", (), first, False, start, end)))
        )


@builds("subject_only")
def subject_only(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«solo le Lana possono attaccare questa carta»."""
    only, np = children[0].value, children[1].value
    if isinstance(np, NounPhrase):
        yield made_of(children, evolve(np, determiners=(only, *np.determiners)))


@builds("subject_comma")
def subject_comma(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value, cost=3)


@builds("condition_ands", "condition_ors")
def conditions(children: list[Built], start: int, end: int) -> Iterator[Built]:
    items: tuple[Clause, ...] = ()
    joiner = ""
    for child in children:
        if isinstance(child.value, Conditions):
            items += child.value.items
        elif isinstance(child.value, Clause):
            items += (child.value,)
        elif child.value.terminal in ("AND", "OR"):
            joiner = child.value.name
    yield made_of(children, Conditions(items, joiner, start, end))


@builds("condition_start")
def condition_start(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[-1].value)


def _in_the_subjunctive(value: object) -> bool:
    clauses = value.items if isinstance(value, Conditions) else (value,)
    return any(
        isinstance(clause, Clause)
        and clause.group.form == "subjunctive"
        and clause.group.verb.sense.mood == Mood.SUBJUNCTIVE.value
        for clause in clauses
    )


def _is_provided(value: object) -> bool:
    """«purché sia stanca», «purché tu controlli una Lana»; not «purché controlli», of nobody who is named."""
    clauses = value.items if isinstance(value, Conditions) else (value,)
    named = (isinstance(c, Clause) and (c.subject is not None or c.predicate is not None) for c in clauses)
    return all(named) and all(map(_in_the_subjunctive, clauses))


def _front(name: str) -> Builder:
    kind = name.removeprefix("front_").removeprefix("tail_")
    before = name.startswith("front_")

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens = tuple(
            t
            for t in all_of(children, Token)
            if t.terminal in ("ONCE_AT", "WHEN", "ALSO", "ONLY", "COLON", "IF_YOU_WANT")
            or (t.terminal == "COMMA" and not before)
            or (t.terminal in ("DID_IT", "DID_NOT") and t.name != "did")
        )
        value = next((c.value for c in children if not isinstance(c.value, Token)), None)
        if kind == "time" and not _is_time(value):
            return
        if kind in ("if", "only_if") and _in_the_subjunctive(value):
            return  # «se controlli» is of «tu»: the present subjunctive does not follow «se»
        if kind == "provided" and not _is_provided(value):
            return
        if kind == "while" and isinstance(value, Clause) and value.subject is None and _in_the_subjunctive(value):
            return  # … and «finché controlli» too, of nobody who is named
        if (
            kind == "before"
            and isinstance(value, Clause)
            and value.group.finite is not None
            and not value.group.finite.terminal.endswith("_SUBJ")
        ):
            return  # «prima che» wants the subjunctive
        if kind == "per_each" and not (isinstance(value, NounPhrase) and value.has("each")):
            return
        leading = {"per_each": "FOR", "against": "AGAINST"}.get(kind)
        tokens += tuple(t for t in all_of(children, Token) if t.terminal == leading)
        ended = any(isinstance(c.value, Token) and c.value.terminal in ("COMMA", "COLON") for c in children)
        yield made_of(
            children,
            Front("if" if kind == "provided" else kind, value, tokens, start, end),
            open_right=False,
            cost=_front_cost(kind, before, ended),
        )

    return build


def _front_cost(kind: str, before: bool, ended: bool) -> int:
    """How far it is from the canonical attachment: «durante una gara contro una Lana, …» is one time, no second front."""
    if kind == "against":
        return 4
    return 0 if ended or not before or kind == "also" else 1


_TIMES: Final = frozenset(("N_PERIOD", "N_END", "N_START"))


def _is_time(value: object) -> bool:
    if isinstance(value, Prepositional):
        return noun_of(value.np) in _TIMES
    return (
        isinstance(value, NounPhrase)
        and noun_of(value) in _TIMES
        and any(d.terminal == "NEXT" for d in value.determiners)
    )


for _name in (
    "front_if",
    "front_provided",
    "front_when",
    "front_after",
    "front_before",
    "front_while",
    "front_unless",
    "front_even_if",
    "front_time",
    "front_times",
    "front_any_moment",
    "front_also",
    "front_if_want",
    "front_first_time",
    "front_next_time",
    "front_did",
    "front_did_not",
    "front_per_each",
    "front_against",
    "front_instead_of",
    "tail_times",
    "tail_instead_of",
    "tail_did",
    "tail_if_want",
    "tail_where",
    "tail_if",
    "tail_provided",
    "tail_only_if",
    "tail_when",
    "tail_after",
    "tail_while",
    "tail_unless",
    "tail_even_if",
):
    BUILDERS[_name] = _front(_name)


@builds("time_at", "time_during", "time_for", "time_in", "time_until", "time_among", "time_bare")
def time_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    np = noun_among(children)
    assert np is not None
    if len(children) == 1:
        yield made_of(children, within_it(np) if is_this_period(np) else np)  # type: ignore[arg-type]
    else:
        first = children[0].value
        yield made_of(
            children, Prepositional("until_phrase" if first.terminal == "UNTIL_P" else "prep_phrase", first, np)
        )
