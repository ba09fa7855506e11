"""Steps, bodies and whole sentences, and what stands at their head."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...vocabulary.lexer import ANY, Sense
from ..forest import Builder, Built
from ..nodes import (
    Amount,
    Body,
    Choice,
    Clause,
    Complement,
    Conditions,
    Front,
    HeadPhrase,
    Modifier,
    NounList,
    NounPhrase,
    Prepositional,
    Sentence,
    Step,
    Token,
    VerbGroup,
)
from .building import BUILDERS, all_of, builds, clause_is_wrong, first_of, made_of, noun_of, with_open_costs
from .determiners import in_the_singular


@builds("step")
def step(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clause = first_of(children, Clause)
    if clause is not None:
        tails = all_of(children, Front)
        if tails and tails[0].kind == "if" and _ends_in_only(clause, tails[0].start):
            return  # «può attaccare solo se …»: «solo se» is one
        if len(tails) > 1 and _follows_close(tails[1], tails[0].end) and _may_be_told_apart(tails[0]):
            return  # «… se hai una Lana, o due carte se …»: what is done otherwise, and no other thing that one has
        if _may_be_an_order(clause):
            return  # «perdi 2 carte»: once, as the order that it is too
        cost = len(tails) - 1 if len(tails) > 1 else 0
        yield made_of(
            children, Step(clause, tails, start, end), cost=cost + (1 if tails and children[0].open_right else 0)
        )


def _follows_close(tail: Front, end: int) -> bool:
    """Whether «se» and what it says stand right behind that place, with no comma between."""
    said = tail.value.items[0] if isinstance(tail.value, Conditions) else tail.value
    return tail.kind == "if" and isinstance(said, Clause) and said.start == end + 1


def _may_be_told_apart(tail: Front) -> bool:
    """Whether a condition ends in one thing or another."""
    said = tail.value
    last = said.items[-1] if isinstance(said, Conditions) else said
    if tail.kind != "if" or not isinstance(last, Clause):
        return False
    ends = (*(c.value for c in last.complements), *([last.predicate.value] if last.predicate is not None else []))
    return bool(ends) and isinstance(ends[-1], NounList) and ends[-1].joiner == "or"


def _may_be_an_order(clause: Clause) -> bool:
    """Whether what you do has the form of an order: not «non perdi», «ne perdi», which orders are said otherwise."""
    group, finite = clause.group, clause.group.finite
    if clause.subject is not None or group.form != "present" or group.negated or group.clitics or finite is None:
        return False
    return finite.terminal == "V_YOU" and finite.sense.order


def _ends_in_only(clause: Clause, at: int) -> bool:
    """Whether the word before a place is the clause's «solo»."""
    said = (*clause.group.adverbs, *(x for c in clause.complements for x in (*c.tokens, c.value)))
    return any(isinstance(x, Token) and x.terminal == "ONLY" and x.at == at - 1 for x in said)


@builds("separator", "then_separator", "aside")
def separator(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = all_of(children, Token)
    then = next((t for t in tokens if t.terminal == "THEN"), None)
    yield made_of(children, then or tokens[0])


@builds("steps")
def steps(children: list[Built], start: int, end: int) -> Iterator[Built]:
    if len(children) == 1:
        value = children[0].value
        yield made_of(children, value if isinstance(value, Body) else Body((), (value,), (False,), None, start, end))
        return
    before, word, after = (child.value for child in children)
    if (word.terminal == "COMMA" and _is_between(before.steps[-1])) or _is_paid_for(before.steps[-1]):
        return
    chosen = _chosen_and_done(before.steps[-1], word, after)
    if chosen is not None:
        yield made_of(children, Body((), (*before.steps[:-1], chosen), before.then, None, start, end))
        return
    after = _of_the_same_noun(before.steps[-1], after) if isinstance(after, Step) else after
    cost = 1 if children[0].open_right and word.terminal == "AND" else 0
    cost += word.terminal == "SEMICOLON"  # where there is a choice, it parts what one chooses from
    yield made_of(
        children, Body((), (*before.steps, after), (*before.then, word.terminal == "THEN"), None, start, end), cost=cost
    )


def _chosen_and_done(before: object, word: Token, after: object) -> Step | None:
    """«il rivale sceglie e scarta una carta» as «il rivale scarta una carta»: who does it chooses."""
    if word.terminal != "AND" or not isinstance(before, Step) or not isinstance(after, Step) or before.tails:
        return None
    first, then = before.clause, after.clause
    bare = first.group.verb.name == "scegliere" and not first.complements and first.predicate is None
    alike = first.group.form == then.group.form or {first.group.form, then.group.form} == {"order", "present"}
    if not bare or first.group.modal or first.group.negated or first.group.clitics or not alike:
        return None
    if then.subject is not None or then.group.clitics or not any(c.kind == "c_object" for c in then.complements):
        return None
    return evolve(after, clause=evolve(then, subject=first.subject, start=first.start), start=before.start)


def _of_the_same_noun(before: object, after: Step) -> Step:
    """«le tue Lane chiare costano …, quelle scure costano …»: the noun, and whose they are, said once."""
    first = before.clause.subject if isinstance(before, Step) else None
    clause, those = after.clause, after.clause.subject
    if not isinstance(first, NounPhrase) or not isinstance(those, NounPhrase) or those.noun is not None:
        return after
    if first.noun is None or not first.has("the") or first.number != 2 or not those.modifiers:
        return after
    if those.number != 2 or [d.name for d in those.determiners] != ["that"]:
        return after
    own = {m.kind for m in those.modifiers}
    theirs = "mod_of" in own or any(t.terminal == "OPPOSING" for m in those.modifiers for t in m.tokens)
    words = tuple(d for d in first.determiners if d.name == "the" or not theirs)
    shared = tuple(m for m in first.modifiers if m.kind not in own)
    subject = evolve(first, determiners=words, modifiers=(*shared, *those.modifiers), start=those.start, end=those.end)
    return evolve(after, clause=evolve(clause, subject=subject))


_OF_THEM: Final = Sense("CLITIC", "of_them", ANY, ANY)
_INSTEAD: Final = Sense("INSTEAD", "instead", ANY, ANY)


@builds("steps_or_if")
def steps_or_if(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«infliggi 3 danni a una Lana, o 5 (danni) se è stanca» is «…; se è stanca, infliggine invece 5»; «spezza una Lana, o un'Erba
    se …» is «…; se …, spezza invece un'Erba»."""
    before, *words, other, tail = (child.value for child in children)
    last = before.steps[-1]
    said = last.clause if isinstance(last, Step) and all(t.kind == "if" for t in last.tails) else None
    if said is None or len(before.steps) > 1 or tail.kind != "if" or said.group.negated or said.group.modal:
        return
    first = next((c.value for c in said.complements if c.kind == "c_object"), None)
    much = _with_its_noun(other, first) if last.tails else _so_many_of_them(other, first)
    if not isinstance(much, NounPhrase):
        return
    word = next(each for each in words if each.terminal == "OR")
    rather = (evolve(word, sense=_INSTEAD),)
    if first is not None and _only_a_number(much):
        clause = _as_many_of_them(said, much, word, end)
        clause = evolve(clause, group=evolve(clause.group, adverbs=rather))
    elif len(said.complements) == 1 and not _chosen_anew(said.subject) and _one_instead(first, much, words):
        object_ = Complement("c_object", much, (), False, much.start, much.end)
        group = evolve(said.group, adverbs=(*said.group.adverbs, *rather))
        clause = Clause(group, said.subject, (object_,), None, much.start, end)
    else:
        return
    step = Step(clause, (), much.start, end)
    stead = Body((tail,), (step,), (False,), None, much.start, end, rather=True)
    # before what else it could be: one of two things, if …
    yield made_of(children, Body((), (*before.steps, stead), (*before.then, False), None, start, end), cost=-1)


def _chosen_anew(subject: object) -> bool:
    """«un giocatore», said twice: two of them."""
    return isinstance(subject, NounPhrase) and any(d.terminal in ("INDEF", "NUM") for d in subject.determiners)


def _so_many_of_them(np: object, first: object) -> object:
    """«due carte», after «una carta»: «due»."""
    if not isinstance(np, NounPhrase) or not isinstance(first, NounPhrase) or np.noun is None or np.modifiers:
        return np
    same = first.noun is not None and np.noun.name == first.noun.name
    return evolve(np, noun=None) if same and [d.terminal for d in np.determiners] == ["NUM"] else np


def _with_its_noun(np: object, first: object) -> object:
    """«due», after «una Lana se …»: «due Lane», since «ne» would be of what the condition speaks of."""
    if not _only_a_number(np) or not isinstance(np, NounPhrase) or not isinstance(first, NounPhrase):
        return np
    return evolve(first, determiners=np.determiners, number=np.number, start=np.start, end=np.end)


def _only_a_number(np: object) -> bool:
    """«5», «due», «una»."""
    bare = isinstance(np, NounPhrase) and np.noun is None and not np.modifiers
    return bare and isinstance(np, NounPhrase) and [d.terminal for d in np.determiners] in (["NUM"], ["INDEF"])


def _one_instead(first: object, np: object, words: list[Token]) -> bool:
    """«un'Erba», after «una Lana»: another thing, parted by a comma, or of the same noun."""
    if not isinstance(first, NounPhrase) or not isinstance(np, NounPhrase) or first.noun is None or np.noun is None:
        return False
    chosen = all(
        {d.terminal for d in each.determiners} <= {"INDEF", "NUM"} and each.determiners for each in (first, np)
    )
    return chosen and (first.noun.name == np.noun.name or any(word.terminal != "OR" for word in words))


@builds("steps_so_much")
def steps_so_much(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«le tue Lane costano 1 in più e le tue Pelli 2 in meno (per questo turno)»: the verb, and for how long, is said once."""
    before, _, who, much, *time = (child.value for child in children)
    last = before.steps[-1]
    said = last.clause if isinstance(last, Step) and not last.tails else None
    given = [c for c in said.complements if c.kind == "c_object"] if said is not None else []
    if said is None or said.subject is None or len(given) != 1 or not _so_much(given[0].value) or not _so_much(much):
        return
    plural = isinstance(who, NounPhrase) and who.number == 2
    if not plural or said.group.finite is None or said.group.finite.sense.number != 2:
        return
    object_ = Complement("c_object", much, (), False, much.start, much.end)
    rest = tuple(object_ if c is given[0] else c for c in said.complements)
    so_long = tuple(Complement("c_prep", phrase, (), False, much.end, end) for phrase in time)
    if so_long and any(c.kind == "c_prep" for c in said.complements):
        return
    step = _of_the_same_noun(last, Step(Clause(said.group, who, rest + so_long, None, start, end), (), start, end))
    first = evolve(last, clause=evolve(said, complements=said.complements + so_long))
    steps = (*before.steps[:-1], first, step)
    yield made_of(children, Body((), steps, (*before.then, False), None, start, end), cost=1)


def _so_much(np: object) -> bool:
    """«2 in più»."""
    if not isinstance(np, NounPhrase) or np.noun is not None or [d.terminal for d in np.determiners] != ["NUM"]:
        return False
    return any(t.terminal == "ADDITIONAL" for m in np.modifiers for t in m.tokens)


@builds("steps_paid")
def steps_paid(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«puoi scartare una carta: pesca due carte» is «puoi scartare una carta. Se lo fai, pesca due carte»; «scegli una Lana: si
    stanca» is «scegli una Lana, poi si stanca»."""
    before, colon, rest = (child.value for child in children)
    last = before.steps[-1]
    group = last.clause.group if isinstance(last, Step) and not last.tails else None
    if group is None or group.negated:
        return
    if _is_choose_one(last.clause) and not group.clitics:
        return  # «scegli due: …»: of ways, not of cards
    if group.modal is None and group.verb.name == "scegliere" and not rest.fronts:
        of_it = evolve(rest, fronts=(Front("chosen", None, (), colon.at, colon.at + 1),))
        yield made_of(children, Body((), (*before.steps, of_it), (*before.then, True), None, start, end))
        return
    if len(before.steps) > 1 or group.modal != "can" or group.finite is None or group.finite.sense.person != 2:
        return
    if rest.fronts and rest.fronts[0].kind not in ("did", "did_not"):
        return
    said = () if rest.fronts else (Front("did", None, (), colon.at, colon.at + 1),)
    yield made_of(children, Body((), (last, evolve(rest, fronts=(*said, *rest.fronts))), (False,), None, start, end))


@builds("steps_shared")
def steps_shared(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«puoi scartare una carta e pescarne due»: one «puoi» for both."""
    before, word, second = (child.value for child in children[:3])
    last, tails = before.steps[-1], all_of(children, Front)
    group = last.clause.group if isinstance(last, Step) and not last.tails else None
    if group is None or group.modal not in ("can", "must") or group.negated or not isinstance(second, Clause):
        return
    if any(complement.kind == "c_purpose" for complement in last.clause.complements):
        return  # «puoi scartare una carta per spezzare una Lana e pescare»: the price is of both
    step = Step(evolve(_with_its_modal(last.clause, second), end=end), tails, second.start, end)
    then = word.terminal == "THEN"
    yield made_of(children, Body((), (*before.steps, step), (*before.then, then), None, start, end))


@builds("steps_nor")
def steps_nor(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«non può attaccare né essere attaccata»: the second is as the first."""
    before, second = children[0].value, children[2].value
    last = before.steps[-1]
    inner = second.value if isinstance(second, Modifier) else second
    if not isinstance(last, Step) or last.tails or not isinstance(inner, Clause):
        return
    group = last.clause.group
    if group.modal != "can" or not group.negated or (isinstance(second, Modifier) and not group.passive):
        return
    other = inner.group
    passive = group.passive if isinstance(second, Modifier) else other.passive
    mood = evolve(group, verb=other.verb, passive=passive, reflexive=other.reflexive, clitics=other.clitics)
    subject = None if _one_alone(last.clause.subject) else last.clause.subject
    clause = Clause(mood, subject, inner.complements, None, start, end)
    tails = all_of(children, Front)
    if (
        isinstance(second, Modifier) and not last.clause.complements
    ):  # «né coperta né scartata dagli effetti …»: neither
        shared = tuple(c for c in inner.complements if not _leads_somewhere(c))
        last = evolve(last, clause=evolve(last.clause, complements=shared))
    steps = (*before.steps[:-1], last, Step(clause, tails, start, end))
    yield made_of(children, Body((), steps, (*before.then, False), None, start, end))


def _leads_somewhere(complement: Complement) -> bool:
    """«non può essere coperta né rimessa in mano»: where the second leads, which the first does not."""
    phrase = complement.value
    if not isinstance(phrase, Prepositional) or phrase.preposition.terminal == "FROM":
        return False
    np = phrase.np
    return isinstance(np, NounPhrase) and np.noun is not None and np.noun.terminal in ("N_ZONE", "N_PLACE")


def _one_alone(np: object) -> bool:
    """«una Lana bersaglio non può … né …»: the same one, which is not chosen again."""
    if not isinstance(np, NounPhrase) or np.number != 1:
        return False
    return any(d.terminal == "INDEF" for d in np.determiners) or any(
        t.terminal == "TARGET" for m in np.modifiers for t in m.tokens
    )


@builds("steps_as")
def steps_as(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«dona +1 a questa carta e -1 al bersaglio»: the second is done as the first."""
    before, word, signed, phrase = (child.value for child in children)
    last = before.steps[-1]
    if not isinstance(last, Step) or last.tails or not any(c.kind == "c_amounts" for c in last.clause.complements):
        return
    given = Complement("c_amounts", (Amount(signed, None),), (), False, signed.at, signed.at + 1)
    to = Complement("c_prep", phrase, (), False, signed.at + 1, end)
    clause = Clause(last.clause.group, last.clause.subject, (given, to), None, start, end)
    then = word.terminal == "THEN"
    step = Step(clause, (), start, end)
    yield made_of(children, Body((), (*before.steps, step), (*before.then, then), None, start, end), cost=2)


@builds("steps_had")
def steps_had(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«ha +1 Ardore per ogni Lana e -1 Rango per ogni Pelle», «… durante il tuo turno e … durante il turno rivale», «… contro le
    Lane e … contro le Pelli»: the verb is said once, each amount has its own count, its own time."""
    before, _, given, phrase, *more = (child.value for child in children)
    last = before.steps[-1]
    if (
        not isinstance(last, Step)
        or last.tails
        or not any(_of_its_own(c.value, phrase) for c in last.clause.complements)
    ):
        return
    had = last.clause.predicate
    of = Complement("c_prep", phrase, (), False, phrase.preposition.at, phrase.np.end)
    if had is not None and had.kind == "have_object" and isinstance(had.value, tuple):
        had = evolve(had, value=given, start=start, end=end)
        clause = Clause(last.clause.group, None, (of, *more), had, start, end)
    elif (
        had is None and last.clause.group.form == "present" and isinstance(given, tuple) and _given_so_much(last.clause)
    ):
        much = Complement("c_amounts", given, (), False, start, of.start)
        clause = Clause(last.clause.group, None, (much, of, *more), None, start, end)
    else:
        return
    step = Step(clause, (), start, end)
    yield made_of(children, Body((), (*before.steps, step), (*before.then, False), None, start, end), cost=1)


@builds("body_later")
def body_later(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«dopo questo turno, gioca un altro turno»: as «gioca un altro turno dopo questo»."""
    after, said, clause = children[0].value, children[1].value, children[-1].value
    at = next((i for i, c in enumerate(clause.complements) if _is_a_period(c.value)), None)
    if at is None or not _is_a_period(said):
        return
    given = clause.complements[at]
    later = Modifier("mod_later", (after,), said, False, start, said.end)
    period = evolve(given.value, modifiers=(*given.value.modifiers, later))
    complements = (*clause.complements[:at], evolve(given, value=period), *clause.complements[at + 1 :])
    step = Step(evolve(clause, complements=complements), (), clause.start, end)
    yield made_of(children, Body((), (step,), (False,), None, start, end))


def _is_a_period(np: object) -> bool:
    return isinstance(np, NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"


@builds("steps_had_if")
def steps_had_if(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«ha +1 Ardore se è desta e +1 Rango se è stanca», «se è desta ha +1 Ardore, se è stanca +1 Rango»: the verb is said
    once, each amount has its own condition."""
    before: Body = children[0].value
    last = before.steps[-1]
    had = _so_much_had(last.clause) if isinstance(last, Step) else None
    if not isinstance(last, Step) or had is None or not isinstance(had.value, tuple):
        return
    said = children[-1].value
    fronted = not isinstance(said, Front)
    fronts = children[-2].value if fronted else said
    fronts = fronts if isinstance(fronts, tuple) else (fronts,)
    given = said if fronted else children[-2].value
    if isinstance(given, Token):  # «+3»: of the value that was said
        first = had.value[0]
        if len(had.value) != 1 or not isinstance(first, Amount):
            return
        given = (Amount(given, first.value),)
    elif had is not last.clause.predicate:
        return
    tails = {tail.kind for tail in last.tails}
    kinds = {front.kind for front in fronts}
    if kinds != {"if"} and not (fronted and kinds == {"time"}):
        return
    if tails != (set() if fronted else {"if"}):
        return
    so_much = evolve(had, value=given, start=start, end=end)
    if had is not last.clause.predicate:
        clause = Clause(last.clause.group, None, (so_much,), None, start, end)
    else:
        clause = Clause(last.clause.group, None, (), so_much, start, end)
    step = Step(clause, () if fronted else fronts, start, end)
    after = Body(fronts, (step,), (False,), None, start, end) if fronted else step
    yield made_of(children, Body((), (*before.steps, after), (*before.then, False), None, start, end), cost=1)


def _so_much_had(clause: Clause) -> Complement | None:
    """«ha +1 Ardore», «possiede +1»: the amounts of a verb that has nothing else."""
    if clause.predicate is not None:
        return clause.predicate if clause.predicate.kind == "have_object" else None
    alone = clause.complements[0] if len(clause.complements) == 1 else None
    return alone if alone is not None and alone.kind == "c_amounts" else None


def _given_so_much(clause: Clause) -> bool:
    """«possiede +1 Ardore per ogni Lana», of a verb that gives."""
    return any(c.kind == "c_amounts" for c in clause.complements)


def _of_its_own(before: object, after: Prepositional) -> bool:
    """Whether two phrases say of two amounts the same: of what each is, when, or against whom."""
    word = after.preposition.terminal
    if word == "FOR":
        return _counts(before)
    return isinstance(before, Prepositional) and before.preposition.terminal == word and word in ("DURING", "AGAINST")


def _counts(phrase: object) -> bool:
    """«per ogni Lana»."""
    np = phrase.np if isinstance(phrase, Prepositional) and phrase.preposition.terminal == "FOR" else None
    return isinstance(np, NounPhrase) and np.has("each")


def _keyword_of_its_own(
    children: list[Built], before: Body, thing: NounPhrase, phrase: Prepositional
) -> Iterator[Built]:
    """«ha Corazza durante il tuo turno e Guardia durante il turno rivale»: each keyword has its own time."""
    last = before.steps[-1]
    had = last.clause.predicate if isinstance(last, Step) and not last.tails else None
    if not isinstance(last, Step) or had is None or had.kind != "have_object" or phrase.preposition.terminal == "FOR":
        return
    if any(_of_its_own(c.value, phrase) for c in last.clause.complements):
        of = Complement("c_prep", phrase, (), False, phrase.preposition.at, phrase.np.end)
        had = evolve(had, value=thing, start=thing.start, end=thing.end)
        step = Step(Clause(last.clause.group, None, (of,), had, thing.start, of.end), (), thing.start, of.end)
        yield made_of(
            children, Body((), (*before.steps, step), (*before.then, False), None, before.start, of.end), cost=1
        )


@builds("steps_gapped")
def steps_gapped(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«metti una Lana in cima al Mazzo e un'altra in fondo», «infliggi 2 danni a una Lana e 1 danno a una Pelle»: the verb is
    said once for two things and two places, led to in the same way."""
    before, _, thing, phrase, *more = (child.value for child in children)
    ends = isinstance(phrase, Token)  # «e le altre in fondo»
    last = before.steps[-1]
    if noun_of(thing) == "N_KEYWORD" and isinstance(phrase, Prepositional):
        yield from _keyword_of_its_own(children, before, thing, phrase)
        return
    if not isinstance(last, Step) or last.tails or last.clause.group.form not in ("order", "present"):
        return
    kinds = [c.kind for c in last.clause.complements]
    has_thing = "c_object" in kinds or any(c.name == "of_them" for c in last.clause.group.clitics)
    places = [c.value for c in last.clause.complements if c.kind in ("c_prep", "c_end")]
    if not has_thing or len(places) != 1 or not (ends or places[0] is None or _led_alike(places[0], phrase)):
        return
    some = (
        isinstance(thing, NounPhrase)
        and thing.noun is None
        and not any(d.terminal == "OTHER" for d in thing.determiners)
    )
    group = evolve(last.clause.group, clitics=last.clause.group.clitics if some else ())
    given = Complement("c_object", thing, (), False, thing.start, thing.end)
    tokens = (phrase, *more) if ends else ()
    to = (
        Complement("c_end", None, tokens, False, thing.end, end)
        if ends
        else Complement("c_prep", phrase, (), False, thing.end, end)
    )
    more = [] if ends else more
    how = tuple(Complement("c_adverb", word, (word,), False, word.at, end) for word in more)
    step = Step(Clause(group, None, (given, to, *how), None, start, end), (), start, end)
    yield made_of(children, Body((), (*before.steps, step), (*before.then, False), None, start, end), cost=1)


def _led_alike(one: object, other: object) -> bool:
    """«in mano» and «in fondo al Mazzo», «a una Lana» and «a una Pelle»."""
    ways = ({"IN", "ON"}, {"TO"})
    both = isinstance(one, Prepositional) and isinstance(other, Prepositional)
    words = {each.preposition.terminal for each in (one, other) if isinstance(each, Prepositional)}
    return both and any(words <= way for way in ways)


def _is_between(step: object) -> bool:
    """«pesca una carta, se è il tuo turno, scarta una carta»: the condition may be of what is before or after it."""
    return isinstance(step, Step) and any(
        t.kind in ("if", "when") and any(k.terminal == "COMMA" for k in t.tokens) for t in step.tails
    )


def _is_paid_for(step: object) -> bool:
    """All that follows the colon of a price is paid for by it; all that follows «scegli …:» is of what is chosen."""
    return isinstance(step, Body) and any(f.kind in ("did", "chosen") and not f.tokens for f in step.fronts)


@builds("front_possible")
def front_possible(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«se possibile, pesca una carta»: all is done as far as it can be, so that nothing is told by it."""
    yield made_of(children, ())


@builds("fronts")
def fronts(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, tuple(v for c in children for v in (c.value if isinstance(c.value, tuple) else (c.value,))))


@builds("otherwise")
def otherwise(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[-1].value)


def _otherwise_so_many(children: list[Built]) -> list[Built] | None:
    """«…, pesca due carte, altrimenti una» as «…, altrimenti pescane una»; None where it is not said so."""
    much = children[-1].value
    if not isinstance(much, NounPhrase):
        return children
    before = first_of(children, Body)
    last = before.steps[-1] if before is not None and len(before.steps) == 1 else None
    if not isinstance(last, Step) or last.tails or not _only_a_number(much):
        return None
    first = next((c.value for c in last.clause.complements if c.kind == "c_object"), None)
    if last.clause.group.negated or last.clause.group.modal or not isinstance(first, NounPhrase):
        return None
    step = Step(_as_many_of_them(last.clause, much, much.determiners[0], much.end), (), much.start, much.end)
    return [*children[:-1], evolve(children[-1], value=Body((), (step,), (False,), None, much.start, much.end))]


def _as_many_of_them(clause: Clause, much: NounPhrase, word: Token, end: int) -> Clause:
    """«pesca una carta», said again of so many: «pescane due»; of a mere number «infliggi 3»."""
    first = next((c.value for c in clause.complements if c.kind == "c_object"), None)
    bare = not isinstance(first, NounPhrase) or first.noun is None
    clitics = () if bare else (evolve(word, sense=_OF_THEM),)
    object_ = Complement("c_object", much, (), False, much.start, much.end)
    return Clause(evolve(clause.group, clitics=clitics), None, (object_,), None, much.start, end)


@builds("body", "body_fronted", "body_choose")
def body(children: list[Built], start: int, end: int) -> Iterator[Built]:
    fronted: tuple[Front, ...] = ()
    bodies: list[Body] = []
    told_apart = _otherwise_so_many(children)
    if told_apart is None:
        return
    children = told_apart
    for child in children:
        if isinstance(child.value, tuple):
            fronted = child.value
        elif isinstance(child.value, Front):
            fronted = (child.value,)
        elif isinstance(child.value, Body):
            bodies.append(child.value)
        elif isinstance(child.value, Choice):
            bodies.append(Body((), (child.value,), (False,), None, start, end))
    first = bodies[0]
    if fronted or len(bodies) > 1:
        if first.fronts or _parted_late(fronted, first):
            return
        moved = tuple(front for front in fronted if front.kind in _OF_THE_CLAUSE)
        if moved:
            told = _said_after(moved, first)
            if told is None or (len(bodies) > 1 and any(front.kind == "against" for front in moved)):
                return
            first, fronted = told, tuple(front for front in fronted if front not in moved)
        first = evolve(first, fronts=fronted, otherwise=bodies[1] if len(bodies) > 1 else None, start=start, end=end)
    yield made_of(children, _apart(first))


def _parted_late(fronts: tuple[Front, ...], after: Body) -> bool:
    """«quando un giocatore gioca una magia, ha …» is not «quando un giocatore gioca» and «una magia, ha …»."""
    step, end = after.steps[0], getattr(fronts[-1].value, "end", None) if fronts else None
    subject = step.clause.subject if isinstance(step, Step) else None
    if end is None or end < fronts[-1].end or not isinstance(subject, NounPhrase):
        return False
    return isinstance(step, Step) and bool(step.clause.group.tokens) and subject.end < step.clause.group.tokens[0].at


#: What stands before each of two things that are told against each other.
_CONTRASTED: Final = frozenset(("if", "when", "time"))


@builds("body_contrast")
def body_contrast(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«durante il tuo turno ha +1 Ardore, durante il turno rivale ha Corazza»: two that begin alike, with a comma."""
    first, second = (child.value for child in children if isinstance(child.value, Body))
    front = next(child.value for child in children if isinstance(child.value, Front | tuple))
    fronts = front if isinstance(front, tuple) else (front,)
    last = first.steps[-1]
    if first.fronts or not isinstance(last, Step) or last.tails:
        return
    both = Body(fronts, (*first.steps, second), (*first.then, False), None, start, end)
    apart = _apart(both)
    if apart is not both:
        yield made_of(children, apart)


def _apart(body: Body) -> Body:
    """«se è desta, …; se è stanca, …»: the second is not under the condition of the first."""
    at = next((i for i, step in enumerate(body.steps) if isinstance(step, Body) and i), 0)
    rest = tuple(step for step in body.steps[at:] if isinstance(step, Body))
    kind = body.fronts[-1].kind if body.fronts else ""
    alike = kind in _CONTRASTED and all(each.fronts and each.fronts[0].kind == kind for each in rest)
    if not at or not alike or len(rest) != len(body.steps) - at or any(body.then[at:]) or body.otherwise is not None:
        return body
    first = Body(body.fronts[-1:], body.steps[:at], body.then[:at], None, body.start, rest[0].start)
    return evolve(body, fronts=body.fronts[:-1], steps=(first, *rest), then=(False,) * (1 + len(rest)))


#: What stands before a clause as it may after it: «per ogni Lana, ha …», «contro le Lane, ha …».
_OF_THE_CLAUSE: Final = frozenset(("per_each", "against"))


def _said_after(fronts: tuple[Front, ...], body: Body) -> Body | None:
    """«per ogni Lana, ha +1 Ardore» is «ha +1 Ardore per ogni Lana», of one clause only; «contro le Lane, …» is of each."""
    if len(body.steps) > 1 and any(front.kind == "per_each" for front in fronts):
        return None
    after = tuple(
        Complement(
            "c_prep",
            Prepositional("prep_phrase", front.tokens[-1], front.value),  # type: ignore[arg-type]
            start=front.start,
            end=front.end,
        )
        for front in fronts
    )
    steps: list[Step | Body | Choice] = []
    for step in body.steps:
        if not isinstance(step, Step):
            return None
        steps.append(evolve(step, clause=evolve(step.clause, complements=(*step.clause.complements, *after))))
    return evolve(body, steps=tuple(steps))


@builds("past_infinitive")
def past_infinitive(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«aver attaccato», «essere stata attaccata»: who did it is not said."""
    auxiliary, verb = children[0].value, children[1].value
    group = VerbGroup(verb, "perfect", perfect=True, tokens=(auxiliary, verb))
    clause = Clause(group, None, all_of(children, Complement), None, start, end)
    if not clause_is_wrong(clause):
        yield from with_open_costs(children, clause)


@builds("option")
def option(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value)


@builds("option_separator")
def option_separator(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value)


@builds("ways")
def ways(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value if isinstance(children[0].value, tuple) else (1, 1))


@builds("how_many_ways")
def how_many_ways(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«uno», «due», «fino a due», «uno o più», «uno o entrambi»: the fewest and the most, None where all may be chosen."""
    words = {child.value.terminal: child.value for child in children}
    if "BOTH" in words:
        yield made_of(children, (1, 2))
        return
    most = int(words["NUM"].name) if words.get("NUM") is not None and words["NUM"].name.isdigit() else 1
    least = 0 if "UNTIL_P" in words else most
    if most > 0 and ("NUM" in words) is (most > 1):
        yield made_of(children, (least, None if "MORE" in words else most))


@builds("choose_one")
def choose_one(children: list[Built], start: int, end: int) -> Iterator[Built]:
    verb, (least, most) = children[0].value, children[1].value
    options = tuple(c.value.steps for c in children if isinstance(c.value, Body))
    if verb.name == "scegliere" and len(options) > 1 and (most or 0) <= len(options):
        yield made_of(children, Choice(verb, options, start, end, least, most or len(options)))


@builds("choose_bare")
def choose_bare(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«scegli: attingi una carta, oppure spezza una Candela»: one of them."""
    verb, options = children[0].value, tuple(c.value.steps for c in children if isinstance(c.value, Body))
    if verb.name == "scegliere" and len(options) > 1:
        yield made_of(children, Choice(verb, options, start, end, 1, 1))


@builds("choose_other")
def choose_other(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«l'avversario sceglie: scarta una carta o perde 2 Punti»: one of them, which he chooses."""
    who, verb = children[0].value, children[1].value
    least, most = children[2].value if isinstance(children[2].value, tuple) else (1, 1)
    options = tuple(c.value.steps for c in children if isinstance(c.value, Body))
    if verb.name != "scegliere" or verb.sense.person != 3 or not isinstance(who, NounPhrase) or len(options) < 2:
        return
    if (most or 0) <= len(options):
        yield made_of(children, Choice(verb, options, start, end, least, most or len(options), who))


def _is_told_to_you(clause: Clause) -> bool:
    """«spezza una Candela», «guadagni 2 Punti»."""
    group = clause.group
    second = group.finite is not None and group.finite.sense.person == 2 and group.modal is None and not group.negated
    return clause.subject is None and (group.form == "order" or (second and group.form == "present"))


def _is_told_of_one(first: Clause, others: list[Clause]) -> bool:
    """«l'avversario scarta una carta o perde 2 Punti», «puoi scartare una carta o spezzare una Candela»."""
    group = first.group
    if group.negated or group.passive or first.predicate is not None or group.modal == "about_to":
        return False
    if group.modal is not None:
        return True
    told = all(each.subject is None and each.predicate is None and each.group.modal is None for each in others)
    third = all(_may_be_of_a_third(each.group) for each in others)
    return first.subject is not None and group.form == "present" and told and third


def _is_of_the_card(clause: Clause) -> bool:
    """«spegne una Candela», which is no order: what the card does that says so."""
    group, plain = clause.group, clause.subject is None and clause.predicate is None
    third = group.finite is not None and group.finite.sense.person == 3 and not group.finite.sense.order
    return plain and third and group.form == "present" and group.modal is None and not (group.negated or group.passive)


def _may_be_of_a_third(group: VerbGroup) -> bool:
    """«perde»; «scarta», which is an order too."""
    finite = group.finite
    if finite is None or group.passive or group.negated:
        return False
    return (group.form == "order" and finite.sense.third) or (group.form == "present" and finite.sense.person == 3)


def _with_its_modal(first: Clause, other: Clause) -> Clause:
    """An infinitive with the «può» of the clause before it."""
    own = other.group
    return evolve(
        other,
        group=evolve(
            first.group, verb=own.verb, passive=own.passive, reflexive=own.reflexive, clitics=own.clitics, shared=True
        ),
    )


@builds("or_order")
def or_order(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """The word stands for the choice, the order for what may be chosen."""
    joiner = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "OR")
    yield made_of(children, Choice(joiner, ((Step(children[-1].value, (), start, end),),), start, end))


@builds("alternatives")
def alternatives(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«spezza una Lanterna, oppure pesca una carta»: one of the two."""
    first, *others = [children[0].value, *(each.value.options[0][0].clause for each in children[1:])]
    if first.group.modal is not None:
        others = [_with_its_modal(first, each) for each in others if each.group.form == "infinitive"]
    clauses = [first, *others]
    if len(clauses) != len(children) or first.group.verb.name == "scegliere":
        return
    told = all(_is_told_to_you(each) for each in clauses) or _is_told_of_one(first, others)
    if not told and not (_is_of_the_card(first) and all(_may_be_of_a_third(each.group) for each in others)):
        return
    options = tuple((Step(clause, (), clause.start, clause.end),) for clause in clauses)
    yield made_of(children, Choice(children[1].value.verb, options, start, end))


@builds("alternatives_gapped")
def alternatives_gapped(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«posa una Lana nel Cesto o due nel Baule», «dona +2 a una Lana oppure +1 a una Pelle»: the verb is said once."""
    first, given, phrase = children[0].value, children[-2].value, children[-1].value
    verb = next(t for t in all_of(children, Token) if t.terminal == "OR")
    told = first.group.form in ("order", "present") and first.predicate is None and first.group.modal is None
    told = told and not (first.group.passive or first.group.negated)
    much = isinstance(given, Token | tuple)
    kind = "c_amounts" if much else "c_object"
    places = [c.value for c in first.complements if c.kind == "c_prep"]
    alike = len(places) == 1 and _led_alike(places[0], phrase) and any(c.kind == kind for c in first.complements)
    if not told or not alike or (not much and noun_of(given) == "N_KEYWORD"):
        return
    value = (Amount(given, None),) if isinstance(given, Token) else given
    at = phrase.preposition.at
    thing = Complement(kind, value, (), False, verb.at + 1, at)
    other = Clause(
        first.group, first.subject, (thing, Complement("c_prep", phrase, (), False, at, end)), None, start, end
    )
    options = tuple((Step(clause, (), clause.start, clause.end),) for clause in (first, other))
    yield made_of(children, Choice(verb, options, start, end))


@builds("alternatives_whether")
def alternatives_whether(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«l'avversario sceglie se scartare una carta o perdere 2 Punti»: one of the two must be."""
    chooses, *said = [children[0].value, children[2].value, *(each.value.options[0][0].clause for each in children[3:])]
    group = chooses.group
    plain = group.modal is None and not group.negated and not chooses.complements
    if group.verb.name != "scegliere" or not plain or any(each.group.form != "infinitive" for each in said):
        return
    must = evolve(chooses, group=evolve(group, modal="must"))
    first, *others = (_with_its_modal(must, each) for each in said)
    clauses = (evolve(first, subject=chooses.subject), *others)
    options = tuple((Step(clause, (), clause.start, clause.end),) for clause in clauses)
    yield made_of(children, Choice(children[3].value.verb, options, start, end))


@builds("keywords")
def keywords(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Token, ...] = ()
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, Token) and value.terminal == "N_KEYWORD":
            found += (value,)
    yield made_of(children, found, violations=in_the_singular(found[-1]))


@builds("costs")
def costs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Clause | NounPhrase, ...] = ()
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, (Clause, NounPhrase)):
            found += (value,)
    if not any(isinstance(each, Clause) and _is_choose_one(each) for each in found):
        yield made_of(children, found)


@builds("head_able", "head_time", "head_if")
def head_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """A piece of a head as what it is short for: «appoggiabile a una Torre» is «può essere appoggiata solo a una Torre»."""
    tokens = all_of(children, Token)
    able = next((t for t in tokens if t.terminal == "V_ABLE"), None)
    inner = next(
        (c.value for c in children if isinstance(c.value, (Clause, Conditions, Prepositional, NounPhrase))), None
    )
    only = tuple(t for t in tokens if t.terminal in ("ONLY", "ANY_MOMENT"))
    negated = any(t.terminal == "NOT" for t in tokens)
    group = None
    if able is not None:
        group = VerbGroup(able, "present", "can", True, negated=negated, tokens=(able,))
    yield made_of(children, HeadPhrase(group, all_of(children, Complement), inner, only, start, end))


def _is_choose_one(clause: Clause) -> bool:
    """«Scegli uno: …» is a choice of orders, not an order to choose."""
    if clause.group.verb.name != "scegliere":
        return False
    values = [c.value for c in clause.complements]
    return any(isinstance(v, NounPhrase) and v.noun is None for v in values)


def _body_among(children: list[Built], start: int, end: int) -> Body | None:
    """What is done: steps, or a choice of them."""
    inner = next((c.value for c in children if isinstance(c.value, (Body, Choice))), None)
    return Body((), (inner,), (False,), None, start, end) if isinstance(inner, Choice) else inner


def _sentence(name: str) -> Builder:
    kind = name.removeprefix("sentence").removeprefix("_") or "plain"

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        inner = _body_among(children, start, end)
        tokens: tuple[Token, ...] = tuple(t for t in all_of(children, Token) if t.terminal == "LABEL")
        topic = children[-1].value if kind == "topic" else None
        paid: tuple[Clause | NounPhrase, ...] = ()
        if kind == "amounts":
            given = children[0].value
            assert isinstance(given, tuple)
            yield made_of(children, evolve(Sentence(kind, start=start, end=end), amounts=given))
            return
        if kind == "member":
            tokens = (children[0].value,)
        if kind == "keywords":
            tokens = children[0].value if isinstance(children[0].value, tuple) else (children[0].value,)
        if kind == "activated":
            paid = _paid(children[0])
            if not _can_be_paid(paid):
                return
        if kind == "topic" and (topic is None or not isinstance(topic, NounPhrase)):
            return
        if kind == "prompted":
            front = children[0].value
            if not isinstance(front, Front) or inner is None or front.kind not in ("if", "when", "any_moment"):
                return
            inner = evolve(inner, fronts=(front, *inner.fronts), start=start)
        others = _others(children) if kind in ("parted", "nested") else ()
        sentence = Sentence(kind, inner, tokens, others, topic, paid, (), start, end)
        yield made_of(children, sentence)

    return build


def _paid(child: Built) -> tuple[Clause | NounPhrase, ...]:
    return child.value if isinstance(child.value, tuple) else (child.value,)


def _can_be_paid(paid: tuple[Clause | NounPhrase, ...]) -> bool:
    """What stands before a colon as a price: orders, and signs."""
    orders = [clause for clause in paid if isinstance(clause, Clause)]
    return all(c.subject is None and c.group.form == "order" and not _is_choose_one(c) for c in orders)


def _may_be_paid(paid: tuple[Clause | NounPhrase, ...]) -> bool:
    """«puoi scartare una carta», of one price."""
    clause = paid[0] if len(paid) == 1 else None
    if not isinstance(clause, Clause) or clause.subject is not None or clause.group.negated:
        return False
    finite = clause.group.finite
    return clause.group.modal == "can" and finite is not None and finite.sense.person == 2


@builds("sentence_activated_when")
def sentence_activated_when(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«Una volta per turno, spezza una Lana: pesca una carta»: when, and how often, it may be used."""
    held, paid = children[0].value, _paid(children[1])
    fronted = held if isinstance(held, tuple) else (held,)
    if _can_be_paid(paid) and all(front.kind in ("if", "time", "times", "while") for front in fronted):
        body = _body_among(children, start, end)
        yield made_of(children, Sentence("activated", body, costs=paid, fronts=fronted, start=start, end=end))


#: «ha», that is not written: what has it is said by the text.
_HAS: Final = Sense("HAVE_FIN", "avere", ANY, 1, 3, "present", "verb")


@builds("sentence_had")
def sentence_had(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+3 Ardore quando sfida.», «Se è desta, +1 Ardore.»: as with «ha», where a text may leave it out."""
    given = next(c.value for c in children if isinstance(c.value, tuple) and not isinstance(c.value[0], Front))
    before = children[0].value
    fronts = (before,) if isinstance(before, Front) else before if before is not given else ()
    tails = tuple(each for each in all_of(children, Front) if each is not before)
    at = given[0].signed.at if isinstance(given[0], Amount) else given[0].at
    has = Token(at, "ha", _HAS)
    phrase = first_of(children, Prepositional)
    of = () if phrase is None else (Complement("c_prep", phrase, (), False, phrase.preposition.at, phrase.np.end),)
    held = Complement("have_object", given, (), False, at, end)
    clause = Clause(VerbGroup(has, "present", finite=has, tokens=(has,)), None, of, held, at, end)
    body = Body(fronts, (Step(clause, tails, at, end),), (False,), None, start, end)
    yield made_of(children, Sentence("had", body, start=start, end=end))


@builds("sentence_also_paid")
def sentence_also_paid(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«Come costo aggiuntivo per giocare questa carta, scarta una carta.», «… puoi scartare una carta.»"""
    paid = _paid(children[-1])
    if _can_be_paid(paid) or _may_be_paid(paid):
        yield made_of(children, Sentence("also_paid", costs=paid, start=start, end=end))


@builds("sentence_occasion")
def sentence_occasion(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«quando brinda, SORTE: x / y»: an occasion, then a label with its parts."""
    first = all_of(children, Body)[0]
    label = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "LABEL")
    held = children[0].value
    fronted = held if isinstance(held, tuple) else (held,)
    body = evolve(first, fronts=(*fronted, *first.fronts))
    yield made_of(children, Sentence("occasion", body, (label,), _others(children), None, (), (), start, end))


@builds("slashed")
def slashed(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """The parts of a label after the first."""
    yield made_of(children, (*_others(children), *all_of(children, Body)))


def _others(children: list[Built]) -> tuple[Body, ...]:
    told = [c.value for c in children if isinstance(c.value, tuple)]
    return next((each for each in told if each and all(isinstance(part, Body) for part in each)), ())


for _name in (
    "sentence",
    "sentence_labelled",
    "sentence_parted",
    "sentence_nested",
    "sentence_keywords",
    "sentence_amounts",
    "sentence_member",
    "sentence_else",
    "sentence_then",
    "sentence_topic",
    "sentence_activated",
    "sentence_prompted",
):
    BUILDERS[_name] = _sentence(_name)
