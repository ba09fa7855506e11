"""What both speakers ask of a meaning, whatever the language."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, TypeGuard, overload

from attrs import evolve

from .. import nodes as n
from ..game import ClaimDecl
from ..joined import effects_of, may_be_asked_later
from ..mapped import replace_term
from ..participants import doer, role
from ..scope import nodes_of
from ..walk import all_of
from .words import Words

#: Gives the name of a term that is known where something is told (a card of a match, a player), or None.
Naming = Callable[[n.Term], "str | None"]

#: Nouns of the language itself, by which a selection of the meaning may go.
CARD, PLAYER, OPPONENT, TARGET = "carta", "giocatore", "avversario", "bersaglio"

#: With these an event is not «one of what the verb counts»: how much is said, or what («perde contro le Erba»: no amount).
NOT_COUNTED = ("number", "object", "against")

#: The order in which the participants of an event follow the verb.
ROLE_ORDER = {
    "object": 0,
    "effect": 0,
    "number": 1,
    "agent": 2,
    "from": 3,
    "to": 4,
    "into": 5,
    "with": 6,
    "as": 7,
    "against": 8,
    "of": 9,
    "on": 10,
    "time": 20,
}


def members_of(term: n.Term | None) -> tuple[n.Term, ...]:
    """The terms of a group, or the one."""
    if term is None:
        return ()
    return term.members if isinstance(term, n.Group) else (term,)


def as_kind(value: Any) -> Any:
    """A pattern of one as the whole kind: «una Lana» → «le Lana»."""
    if isinstance(value, n.Group):
        return evolve(value, members=tuple(as_kind(member) for member in value.members))
    if not isinstance(value, n.Select) or value.bind is not None or value.extreme is not None:
        return value
    one = value.quantity is n.Quantity.EXACTLY and value.number in (None, n.Num(1)) and value.pick is n.Pick.AGENT
    at_end = value.place is not None and (value.place.end is not None or value.place.first)
    return evolve(value, quantity=n.Quantity.ALL, number=None) if one and not at_end else value


def as_any_of_them(effect: n.Allow, controllers: frozenset[str]) -> tuple[n.Allow, str | None]:
    """«una tua Lana può sfidare, anche se quella Lana è stanca» as of the whole kind: what is allowed, and the noun of which the
    condition is then said without naming it. ``controllers``: how a game calls who controls a card, whose zone it is unsaid."""
    effect = _from_their_own_zone(effect, controllers)
    spoken = {x.name for x in all_of(effect.despite, n.Var)}
    for part in effect.event.roles:
        held = part.value
        if (
            isinstance(held, n.Select)
            and held.bind in spoken
            and as_kind(evolve(held, bind=None)) != evolve(held, bind=None)
        ):
            roles = tuple(evolve(r, value=evolve(held, bind=None)) if r is part else r for r in effect.event.roles)
            known = replace_term(effect.despite, n.Var(held.bind or ""), n.Candidate())
            return evolve(effect, event=evolve(effect.event, roles=roles), despite=known), held.noun
    return effect, None


def _from_their_own_zone(effect: n.Allow, controllers: frozenset[str]) -> n.Allow:
    """«le tue Lane possono sfidare dal Cesto», of each from that of its controller: as it is said of all."""
    roles = {part.name: part.value for part in effect.event.roles}
    held = roles.get("agent")
    if not isinstance(held, n.Select) or held.bind is None or effect.despite is not None:
        return effect
    whose, plain = n.Var(held.bind), dict[str, Any]()
    for name, place in roles.items():
        of = place.of if isinstance(place, n.Place) else None
        if isinstance(place, n.Place) and isinstance(of, n.Related) and of.relation in controllers and of.of == whose:
            plain[name] = evolve(place, of=None)
    if not plain or sum(x == whose for x in all_of(effect, n.Var)) > len(plain):
        return effect
    plain["agent"] = evolve(held, bind=None)
    told = tuple(evolve(part, value=plain.get(part.name, part.value)) for part in effect.event.roles)
    return evolve(effect, event=evolve(effect.event, roles=told))


def is_quality(condition: n.Condition) -> bool:
    """Whether an adjective or an apposition can say it."""
    return isinstance(condition, n.HasMember | n.IsStatus | n.ControlledBy)


def as_selection(first: n.Condition, more: list[n.Condition]) -> n.Select:
    """What a thing is, as the noun phrase that describes it."""
    where = tuple(evolve(c, of=n.Candidate()) for c in more)  # type: ignore[arg-type]
    if isinstance(first, n.IsKind):
        return n.Select(first.noun, where, number=n.Num(1))
    assert isinstance(first, n.HasMember)
    return n.Select(str(first.member), where, number=n.Num(1))


def only_to(event: n.Event) -> n.Term | None:
    """Whom something is done to by nobody that is said, and to nothing else."""
    if role(event, "agent") is not None or role(event, "object") is not None:
        return None
    return role(event, "to")


def how_much(event: n.Event) -> object:
    """The amount of an event that counts; one, where it is left open."""
    said = next((role.value for role in event.roles if role.name == "number"), n.Num(1))
    return n.Num(1) if isinstance(said, n.SoMuch) and said.op is None else said


def of_one(event: n.Event) -> bool:
    """Whether a verb that counts is said of one thing."""
    return all(role.value == n.Num(1) for role in event.roles if role.name == "number")


def done_by_who_pays(event: n.Event) -> n.Event:
    """«per accendere una Lanterna»: what whoever pays does."""
    return evolve(event, roles=(n.Role("agent", n.You()), *(r for r in event.roles if r.name != "agent")))


def done_with(effect: n.Allow) -> n.Term | None:
    """«sfidare con una Lana costa 1 Gesto in più»: the card that does it, where players pay for it."""
    payer = effect.price.who if effect.price is not None else None
    doer = role(effect.event, "agent")
    of_player = isinstance(doer, n.You | n.Opponent) or (isinstance(doer, n.Select) and doer.noun == PLAYER)
    return None if payer is None or of_player or doer == payer else doer


@overload
def by_how_much(amount: n.Number) -> tuple[n.Number, bool]: ...
@overload
def by_how_much(amount: n.Number | n.Term) -> tuple[n.Number | n.Term, bool]: ...
def by_how_much(amount: n.Number | n.Term) -> tuple[n.Number | n.Term, bool]:
    """An amount without its sign, and whether it is taken away."""
    match amount:
        case n.Num(value=value) if value < 0:
            return n.Num(-value), True
        case n.Compute(op=n.Arithmetic.SUBTRACT, of=(n.Num(value=0), rest)):
            return rest, True
        case _:
            return amount, False


def by_degree(effect: n.Modify) -> tuple[int, n.Number | None] | None:
    """«più», «molto più», «meno» (1, 2, -1 …), and by what it is multiplied; None for another amount."""
    amount, each = effect.amount, None
    if isinstance(amount, n.Compute) and amount.op is n.Arithmetic.MULTIPLY and len(amount.of) == 2:
        amount, each = amount.of
    known = isinstance(amount, n.Num) and abs(amount.value) in (1, 2) and effect.op is n.Operation.ADD
    return (amount.value, each) if known and isinstance(amount, n.Num) else None


def claim_said(claim: n.Claim, declared: ClaimDecl) -> n.Event:
    """The sentence that says a claim: the printed one where it has room for all who take part, or the contrary verb («perde i
    pareggi contro le Erba») where this card has the worse of it."""
    if (
        len(claim.roles) == 2
        and isinstance(claim.roles[1].value, n.Self)
        and not isinstance(claim.roles[0].value, n.Self)
    ):
        winner, this = claim.roles
        swapped = evolve(claim, roles=(n.Role("agent", this.value), n.Role(this.name, winner.value)))
        alone = evolve(claim, roles=swapped.roles[:1])
        if winner.value == _anyone(declared.form):  # whoever may claim it goes without saying
            if declared.lost is not None and _has_room(alone, declared.lost):
                return as_printed(alone, declared.lost)
            if declared.opposite is not None:
                return n.Event(declared.opposite, alone.roles)
        if declared.lost is not None and _has_room(swapped, declared.lost):
            return as_printed(swapped, declared.lost)
        if declared.opposite is not None:
            return n.Event(declared.opposite, swapped.roles)
    if declared.printed is None or not _has_room(claim, declared.printed):
        return n.Event(claim.claim, claim.roles)
    return as_printed(claim, declared.printed)


def _anyone(form: n.Event) -> object:
    """Whoever a form is of."""
    whoever = form.roles[0].value
    return evolve(whoever, bind=None) if isinstance(whoever, n.Select) else whoever


def _has_room(claim: n.Claim, printed: n.Event) -> bool:
    """Whether a printed sentence can say all that the claim says («i pareggi contano come vittorie»: not against whom, nor for
    how long)."""
    others = [part.value for part in printed.roles if part.name != "agent"]
    alone = claim.duration is None or not any(isinstance(value, n.Member) for value in others)
    return alone and len(claim.roles) - 1 == sum(1 for value in others if not isinstance(value, n.Member))


def as_printed(claim: n.Claim, printed: n.Event) -> n.Event:
    """The sentence that cards print for a claim, with the participants of this one."""
    agent = role(n.Event(claim.claim, claim.roles), "agent")
    others = [r.value for r in claim.roles if r.name != "agent"]
    roles: list[n.Role] = []
    for part in printed.roles:
        value: object = part.value
        if part.name == "agent":
            value = evolve(value, of=agent) if isinstance(value, n.Related) else agent
        elif not isinstance(value, n.Member) and others:
            value = others.pop(0)
        roles.append(n.Role(part.name, value))  # type: ignore[arg-type]
    return n.Event(printed.verb, tuple(roles))


def lasting_of(effect: n.Effect) -> n.Duration | None:
    """The duration of an effect, or of the last of several."""
    match effect:
        case n.Modify() | n.Grant() | n.Suppress() | n.BecomesStatus() | n.Allow() | n.Claim():
            return effect.duration
        case n.Sequence(parts=parts):
            return next((d for d in (lasting_of(part) for part in reversed(parts)) if d is not None), None)
        case n.If(then=then):
            return lasting_of(then)
        case _:
            return None


def sentences_of(ability: n.Ability) -> list[n.Effect]:
    """The effect of an ability, cut where something that reaches on begins or ends, and where «tu» acts after another.

    What a trigger sets off is cut only when each sentence can only be done: a standing one would be the text's own."""
    effect = getattr(ability, "effect", None)
    if effect is None:
        return []
    parts = tuple(x for part in effects_of(effect) for x in _as_asked_of_each(part))
    if not is_done_in_turn(ability) or len(parts) < 2:
        return [effect]
    chunks: list[list[n.Effect]] = []
    for part in parts:
        before = chunks[-1][-1] if chunks else None
        if before is None or reaches_on(part) or reaches_on(before) or _is_yours_again(before, part):
            chunks.append([part])
        else:
            chunks[-1].append(part)
    if isinstance(ability, n.Triggered) and not all(_goes_on(chunk[0]) for chunk in chunks[1:]):
        return [effect]
    return [chunk[0] if len(chunk) == 1 else n.Sequence(tuple(chunk)) for chunk in chunks]


def _as_asked_of_each(effect: n.Effect) -> tuple[n.Effect, ...]:
    """«ogni giocatore può scartare una carta» and, apart, «se non lo fa, …», which is of each as well."""
    parts = effects_of(effect.effect) if isinstance(effect, n.ForEach) else ()
    at = next((i for i, part in enumerate(parts) if i and _asks_what_was_done(part)), None)
    if not isinstance(effect, n.ForEach) or at is None:
        return (effect,)
    first = parts[0] if at == 1 else n.Sequence(parts[:at])
    return (evolve(effect, effect=first), *parts[at:])


def _asks_what_was_done(effect: n.Effect) -> bool:
    condition = effect.condition if isinstance(effect, n.If) else None
    return isinstance(condition.part if isinstance(condition, n.Not) else condition, n.Did)


def _goes_on(effect: n.Effect) -> bool:
    """Whether a sentence of its own would still be of what was set off: it can only be done, or begins «se lo fai, …»."""
    return is_done(effect) or _asks_what_was_done(effect)


def is_done_in_turn(ability: object) -> TypeGuard[n.Used | n.Triggered | n.Prompted | n.Activated]:
    """Whether what an ability does may be said in several sentences: of one with a price, what follows would stand apart."""
    free = isinstance(ability, n.Activated) and ability.cost == n.Sequence(())
    return free or isinstance(ability, n.Used | n.Triggered | n.Prompted)


def reaches_on(effect: n.Effect) -> bool:
    """Whether what follows in the same sentence would be under it: a «se», a «quando», the options of a choice, the parts
    of «Sorte: … / …»."""
    if isinstance(effect, n.May):
        return effect.otherwise is not None
    return isinstance(effect, n.If | n.Watch | n.Meanwhile | n.ChooseOne | n.ForEach | n.Until | n.Parted)


def _is_yours_again(before: n.Effect, after: n.Effect) -> bool:
    """An order to «tu» after what another did: the form of the verb alone might be his."""
    who = role(before.event, "agent") if isinstance(before, n.Allow) else doer(before)
    return not isinstance(who, n.You | None) and isinstance(doer(after), n.You)


def is_picked(term: n.Term) -> bool:
    """«una tua Lana»: said twice it may be another each time."""
    picked = isinstance(term, n.Select) and term.number is not None and term.pick is not n.Pick.NAMED
    return picked and term.bind is None  # type: ignore[union-attr]


def is_chosen(term: n.Term) -> bool:
    """«una tua Lana», «una Lana e un'Erba»: a thing that is picked out when something is done to it."""
    some = isinstance(term, n.Group) and (term.either or any(isinstance(each, n.Select) for each in term.members))
    return isinstance(term, n.Select) or some


def for_each_of_one(first: n.Effect, second: n.Effect) -> bool:
    """«ha +1 Lume e ha +1 Ardore per ogni …»: with one «ha» both would be for each."""
    both = isinstance(first, n.Modify) and isinstance(second, n.Modify)
    return both and isinstance(first.amount, n.Compute) is not isinstance(second.amount, n.Compute)  # type: ignore[union-attr]


def is_each(number: n.Number) -> bool:
    """Whether an amount is said with «per ogni»: so many things, so much of a value; not what is reckoned or rolled."""
    divided = isinstance(number, n.Compute) and number.op in (n.Arithmetic.DIVIDE, n.Arithmetic.EXCESS)
    return isinstance(number, n.Count | n.ValueOf) or divided or number == n.Var("X")


def apiece(number: n.Number) -> tuple[n.Number, n.Number | None]:
    """How much for each, and of what: of «2 … per ogni Gettone», «per ogni Gettone» (one)."""
    if is_each(number):
        return n.Num(1), number
    if isinstance(number, n.Compute) and number.op is n.Arithmetic.MULTIPLY and is_each(number.of[-1]):
        return number.of[0], number.of[-1]
    return number, None


def in_excess(number: n.Compute) -> tuple[n.Number, n.Term, n.Term]:
    """«ogni Lana che hai in più del rivale»: what is counted without whose it is, who has more, than whom."""
    (what, who), (_, whom) = map(_had_by, number.of)
    return what, who, whom


def _had_by(number: n.Number) -> tuple[n.Number, n.Term]:
    if isinstance(number, n.Count):
        select = number.what
        owner = next((c for c in select.where if isinstance(c, n.ControlledBy) and c.of == n.Candidate()), None)
        if owner is not None:
            return n.Count(evolve(select, where=tuple(c for c in select.where if c is not owner))), owner.by
        if select.place is not None and select.place.of is not None:
            return n.Count(evolve(select, place=evolve(select.place, of=None))), select.place.of
    assert isinstance(number, n.ValueOf)
    return evolve(number, of=None), number.of or n.You()


def wished_of_another(may: n.May) -> bool:
    """«se vuoi, l'avversario pesca una carta», «se vuoi, ha +3 Ardore»: you want, and another does or has it."""
    parts = effects_of(may.effect)
    others = [who for who in map(doer, parts) if who is not None and not isinstance(who, n.You)]
    has = all(isinstance(part, n.Modify | n.Grant) and isinstance(part.target, n.Self) for part in parts)
    return isinstance(may.who, n.You) and (bool(others) or has)


def speaks_of_one(effect: n.Effect) -> bool:
    """Whether an effect is on one thing that is not its bearer, of which a clause without subject might then speak."""
    match effect:
        case n.Do(event=event):
            return any(_one_other(part.value) for part in event.roles if part.name != "agent")
        case n.Modify(target=what) | n.Grant(target=what) | n.Suppress(target=what) | n.BecomesStatus(target=what):
            return _one_other(what)
        case n.Look(what=what) | n.Choose(what=what) | n.Move(what=what):
            return _one_other(what)
        case n.If(then=inner) | n.May(effect=inner) | n.Cost(then=inner) | n.Unless(effect=inner):
            return speaks_of_one(inner)
        case n.Sequence(parts=parts):
            return any(speaks_of_one(part) for part in parts)
        case _:
            return False


def _one_other(what: object) -> bool:
    if isinstance(what, n.Select):
        return what.quantity is n.Quantity.EXACTLY and what.number == n.Num(1)
    return isinstance(what, n.Var)


def is_done(effect: n.Effect) -> bool:
    """Whether an effect, alone in a sentence, can only be something that is done."""
    match effect:
        case n.If(then=then):
            return is_done(then)
        case n.Sequence(parts=parts):
            return is_done(parts[0])
        case n.Cost(pay=pay):
            return is_done(pay)
        case n.Do(event=event):
            return isinstance(role(event, "agent"), n.You)
        case n.Choose() | n.ChooseOne() | n.Look() | n.RollDie():
            return True
        case _:
            return False


def foe_in(condition: n.Condition, words: Words) -> tuple[str, n.Select, n.Condition | None] | None:
    """A period of the subject against somebody: its name, the other one in it, and the rest of the condition."""
    match condition:
        case n.And(parts=(n.And() as inner, *rest)) if (found := foe_in(inner, words)) is not None and found[2] is None:
            return found[0], found[1], _all(rest)
        case n.And(parts=(n.During(period=period), second, *rest)):
            foe = _other_in_it(second, n.Self(), words)
            return None if foe is None else (period, foe, _all(rest))
        case _:
            return None


def _other_in_it(condition: n.Condition, than: n.Term, words: Words) -> n.Select | None:
    """«c'è almeno un'altra combattente Lana»: as «una carta Lana», of what takes part beside somebody."""
    match condition:
        case n.Compare(left=n.Count(what=foe), op=">=", right=n.Num(value=1)):
            other = n.Not(n.Same(n.Candidate(), than))
            declared = words.vocabulary.nouns.get(foe.noun)
            apart = other in foe.where or any(_of_another_word(c, than) for c in foe.where)
            if not apart or declared is None or not declared.participants:
                return None
            kind = next((c for c in foe.where if isinstance(c, n.IsKind) and c.of == n.Candidate()), None)
            described = tuple(c for c in foe.where if c not in (other, kind))
            return n.Select(kind.noun if kind is not None else words.implied_noun(), described, number=n.Num(1))
        case _:
            return None


def _of_another_word(condition: n.Condition, than: n.Term) -> bool:
    """«di un'altra Forma»: what is so is another thing, which then goes without saying."""
    shared = condition.part if isinstance(condition, n.Not) else None
    return isinstance(shared, n.SharesMember) and (shared.left, shared.right) == (n.Candidate(), than)


def foe_of_event(
    condition: n.Condition | None, when: n.Event | n.Moment, words: Words
) -> tuple[n.Select, n.Condition | None] | None:
    """«quando vince lo scontro contro una Lana»: the other one in what an event is of, and the rest of the condition."""
    if condition is None or not isinstance(when, n.Event):
        return None
    agent, thing = role(when, "agent"), role(when, "object")
    period = words.vocabulary.periods.get(thing.noun) if isinstance(thing, n.Select) else None
    if period is None or not period.participants:
        return None
    than = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
    parts = list(condition.parts) if isinstance(condition, n.And) else [condition]
    foes = [(part, _other_in_it(part, than, words)) for part in parts if isinstance(than, n.Self | n.Var)]
    found = [(part, foe) for part, foe in foes if foe is not None]
    if len(found) != 1 or found[0][1] is None:
        return None
    return found[0][1], _all([part for part in parts if part is not found[0][0]])


def _all(rest: list[n.Condition]) -> n.Condition | None:
    if not rest:
        return None
    return rest[0] if len(rest) == 1 else n.And(tuple(rest))


def recalls(condition: n.Condition, effects: object) -> bool:
    """Whether a condition speaks of something that the effects present, so that it stands after them."""
    presented = {select.bind for select in all_of(effects, n.Select) if select.bind}
    return any(var.name in presented for var in all_of(condition, n.Var))


def is_host(what: n.Select) -> bool:
    """The card to which the one that bears the text is attached, said by what it is."""
    among = what.among
    return isinstance(among, n.Related) and among.of == n.Self() and what.pick is n.Pick.NAMED and not what.where


def moves_his(move: n.Move, name: str | None) -> bool:
    """«ogni giocatore mette la carta in cima al suo Mazzo nel suo Fosso»: what goes is of the one who is spoken of."""
    return n.Var(name or "") in all_of(move.what, n.Var)


def named_before(event: n.Event, part: n.Role) -> bool:
    """«infliggi al giocatore bersaglio un Danno per ogni carta nella sua Mano»: what is said of him comes after him."""
    name = n.Var(part.value.bind or "") if isinstance(part.value, n.Select) else None
    return name is not None and any(name in all_of(r.value, n.Var) for r in event.roles if r is not part)


def order_in_full(effect: n.OnNext) -> n.Do:
    """«scansa i prossimi 2 lanci»: the order with what it is about in the place of its name."""
    about = next(r.value for r in effect.when.roles if isinstance(r.value, n.Select) and r.value.bind)
    those = evolve(about, quantity=n.Quantity.NEXT, number=effect.times, bind=None)
    event = effect.order.event
    roles = tuple(evolve(r, value=those) if r.value == n.Var(about.bind or "") else r for r in event.roles)
    return evolve(effect.order, event=evolve(event, roles=roles))


def suffers_first(agent: n.Term, thing: n.Term | None, pattern: bool) -> bool:
    """Whether a clause begins with what suffers the event: «viene sfidata da …», «una tua Lana viene sfidata da una con più
    Rango di lei»."""
    first = isinstance(thing, n.Self | n.Candidate) or (isinstance(thing, n.Select) and thing.pick is n.Pick.TARGET)
    if pattern and first and not isinstance(agent, n.Self | n.You | n.Candidate):
        return True
    name = thing.bind if isinstance(thing, n.Select) else None
    return name is not None and n.Var(name) in all_of(agent, n.Var)


def two_alike(event: n.Event | n.Moment) -> tuple[str, str] | None:
    """The names of who does something and of whom it is done to, where one noun says both."""
    if not isinstance(event, n.Event):
        return None
    told = {role.name: role.value for role in event.roles if isinstance(role.value, n.Select)}
    doer, done_to = told.get("agent"), told.get("object")
    if doer is None or done_to is None or doer.noun != done_to.noun or doer.number != done_to.number:
        return None
    return (doer.bind or "", done_to.bind or "")


def speaks_of(condition: n.Condition | None, event: n.Event | n.Moment) -> bool:
    """Whether a condition is about somebody who takes part in what sets the sentence off: it stands after that."""
    names = {select.bind for select in all_of(event, n.Select) if select.bind is not None}
    return condition is not None and any(var.name in names for var in all_of(condition, n.Var))


def asked_later(ability: n.Triggered, words: Words) -> bool:
    """Whether the condition of a trigger is asked when what is set off is done: it stands after «quando …»."""
    plain = not (ability.held or ability.before or ability.at_once or ability.limit is not None)
    later = plain and words.vocabulary.asks_later and ability.condition is not None
    return later and may_be_asked_later(ability.condition)  # type: ignore[arg-type]


def of_another(event: n.Event | n.Moment, words: Words) -> bool:
    """Whether «suo» after an event may be of another card than the bearer: of its subject, or of what the bearer acts on."""
    if not isinstance(event, n.Event):
        return False
    told = {role.name: role.value for role in event.roles}
    cards = [each for each in told.values() if isinstance(each, n.Select) and words.is_card(each.noun)]
    if isinstance(told.get("agent"), n.Self):
        return told.get("object") in cards
    return not isinstance(told.get("object"), n.Self) and bool(cards)


def undergone(event: n.Event) -> bool:
    """«che hai calato», «che questa carta ha spezzato»: what a filter is of underwent it, by the user or the bearer."""
    told = {role.name: role.value for role in event.roles}
    return told.get("object") == n.Candidate() and isinstance(told.get("agent"), n.You | n.Self)


def his_own(counted: n.Select, player: n.Select) -> n.Select:
    """What «il giocatore con più carte in mano» has the most of: «carte in mano», which are his without saying so."""
    his = n.Var(player.bind or "")
    where = tuple(c for c in counted.where if not (isinstance(c, n.ControlledBy) and c.by == his))
    place = counted.place
    bare = evolve(place, of=None) if place is not None and place.of == his else place
    return evolve(counted, where=where, place=bare)


def anyones(what: n.Select) -> bool:
    """«le Lane rivali»: of whoever is no friend, where more than two play."""
    return any(isinstance(c, n.ControlledBy) and getattr(c.by, "anyone", False) for c in what.where)


def without_owner(what: n.Select) -> n.Select:
    """What is described, whosever it is."""
    where = tuple(c for c in what.where if not (isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate)))
    return evolve(what, where=where, bind=None)


def but_for_taken(what: n.Select, names: Container[str]) -> n.Select:
    """«una carta tra quelle carte», after another of them was taken: which one it is not goes without saying."""
    if not isinstance(what.among, n.Var) or what.quantity is not n.Quantity.EXACTLY:
        return what
    kept = tuple(c for c in what.where if not _is_one_named(c, names))
    return evolve(what, where=kept) if len(kept) < len(what.where) else what


def _is_one_named(condition: n.Condition, names: Container[str]) -> bool:
    match condition:
        case n.Not(part=n.Same(left=n.Candidate(), right=n.Var(name=name))):
            return name in names
        case _:
            return False


def is_other(condition: n.Condition) -> bool:
    """«un'altra»: than the card that speaks; of players, than you; of places, than the one where lies what is moved."""
    match condition:
        case n.Not(part=n.Same(left=n.Candidate(), right=n.Self() | n.You() | n.SpotOf(of=n.Var() | n.Self()))):
            return True
        case _:
            return False


def is_rival(what: n.Select) -> bool:
    """«ogni avversario che ha tre Lane»: players, other than you."""
    return what.noun == PLAYER and n.Not(n.Same(n.Candidate(), n.You())) in what.where


def another_amount(number: n.Number) -> str:
    """«il doppio», «2 in più»: of so much as happens."""
    match number:
        case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=times), _)):
            return "il doppio" if times == 2 else "il triplo"
        case n.Compute(op=op, of=(_, n.Num(value=much))):
            return f"{much} in {'meno' if op is n.Arithmetic.SUBTRACT else 'più'}"
        case _:
            return "altrettanto"


def another_amount_in_english(number: n.Number) -> str:
    """«twice as much», «2 more»."""
    match number:
        case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=times), _)):
            return "twice as much" if times == 2 else "three times as much"
        case n.Compute(op=op, of=(_, n.Num(value=much))):
            return f"{much} {'less' if op is n.Arithmetic.SUBTRACT else 'more'}"
        case _:
            return "as much"


def known_through_it(condition: n.Condition, described: str) -> tuple[n.Related, n.Condition] | None:
    """Who is known through what a noun phrase names, in a condition on it, and the condition: «il cui controllore ha …».

    ``described``: the name of what the noun phrase names; it is as good as the thing under test."""
    itself = (n.Candidate(), n.Var(described))
    found = next((each for each in nodes_of(condition) if isinstance(each, n.Related) and each.of in itself), None)
    if found is None:
        return None
    related = n.Related(found.relation, n.Candidate())
    return related, replace_term(condition, found, related)
