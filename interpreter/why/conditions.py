"""Why a condition holds or does not: its halves one by one, each with the numbers and the things that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from ..program.layout import PLAYER_WORDS
from .asking import Asking, CannotCompile, Scope
from .layers import is_touched, value_layers
from .reasons import Reason, Telling


def explain(tell: Telling, condition: n.Condition, scope: Scope, owner: str = "", near: n.Span | None = None) -> Reason:
    """A condition with what it is now; of «e» and «o» also the parts. ``near``: the words around one that has none of its own."""
    near = getattr(condition, "span", None) or near
    holds = tell.asking.holds(condition, scope)
    text = tell.say(condition, scope) or "la condizione"
    parts: tuple[Reason, ...] = ()
    inner, negated = (condition.part, True) if isinstance(condition, n.Not) else (condition, False)
    if isinstance(inner, n.And | n.Or):
        parts = tuple(explain(tell, _negated(part) if negated else part, scope, owner, near) for part in inner.parts)
        every = isinstance(inner, n.And) is not negated
        text, near = ("tutto questo:" if every else "almeno una di queste:"), getattr(condition, "span", None)
    else:
        if isinstance(inner, n.Same) and negated:
            text = _other(tell, inner, scope) or text
        parts = tuple(_rests_on(tell, inner, scope))
        fact = _fact(tell, inner, scope)
        text += f" ({fact})" if fact else ""
    return tell.reason(text, owner, near, holds=holds, parts=parts)


def _other(tell: Telling, same: n.Same, scope: Scope) -> str:
    """«un'altra»: of two cards by name, that one is not the other."""
    sides = [_card(tell, side, scope) for side in (same.left, same.right)]
    return "" if None in sides else f"{tell.name(sides[0])} è altro da {tell.name(sides[1])}"


def _negated(condition: n.Condition) -> n.Condition:
    return condition.part if isinstance(condition, n.Not) else n.Not(condition, span=condition.span)


def first_false(reason: Reason) -> Reason:
    """Of a condition that does not hold, the part that makes it so when it is one alone."""
    false = [part for part in reason.parts if part.holds is False]
    return first_false(false[0]) if len(false) == 1 and len(reason.parts) > 1 else reason


def _rests_on(tell: Telling, condition: n.Condition, scope: Scope) -> Iterator[Reason]:
    """What a single condition rests on: the outcome of its trial, who claims it, what changed the values that it compares."""
    match condition:
        case n.Would():
            yield from _trial(tell, condition, scope)
        case n.Holds(claim=claim):
            for entry, always in tell.asking.claimants(claim, scope):
                yield tell.of_entry("lo dice, sempre" if always else "lo dice", entry, holds=True)
        case n.Compare(left=left, right=right):
            for side in (left, right):
                yield from _changed_value(tell, side, scope)


def _changed_value(tell: Telling, side: Any, scope: Scope) -> Iterator[Reason]:
    """The layers of a card's value, when something has changed it."""
    if not isinstance(side, n.ValueOf) or side.of is None or side.printed:
        return
    card = _card(tell, side.of, scope)
    if card is None or f"mod {side.value}" not in tell.asking.layout.slots or not tell.sees(card):
        return
    layers = value_layers(tell, card, side.value, explain)
    if is_touched(tell, card, side.value):
        yield Reason(f"{layers.subject}: {layers.answer}", parts=layers.reasons)


def _trial(tell: Telling, would: n.Would, scope: Scope) -> Iterator[Reason]:
    """What decides a trial: of the lines of the part that it is tried up to, the first that holds."""
    state = tell.asking.tried(would, scope)
    if state is None:
        return
    there = Telling(Asking(tell.match, state), tell.viewer)
    periods = there.asking.meaning.periods
    for period in periods.values():
        part = periods.get(period.trial_until or "")
        for step in part.steps if part is not None else ():
            lines = step.parts if isinstance(step, n.FirstTrue) else (step,)
            for line in lines:
                if isinstance(line, n.If) and there.asking.holds(line.condition, Scope(period=period.trial_until)):
                    scope = Scope(period=period.trial_until)
                    yield explain(there, line.condition, scope, period.trial_until or "", line.span)
                    break


# -- what a condition looks at -----------------------------------------------------------------------------------


def _fact(tell: Telling, condition: n.Condition, scope: Scope) -> str:
    """What is found where a condition looks, when its words alone do not say it."""
    try:
        match condition:
            case n.Compare():
                return _sides(tell, condition, scope)
            case n.EveryOne(what=n.Select() as what, condition=inner):
                return _exceptions(tell, what, inner, scope)
            case n.IsKind(of=of) | n.IsIn(of=of) | n.IsOn(of=of) | n.Near(of=of):
                return _whereabouts(tell, of, scope)
            case n.HasMember(of=of, value=value):
                return _members(tell, of, value, scope)
            case n.ControlledBy(of=of):
                return _controller(tell, of, scope)
            case n.IsStatus(of=of):
                return _statuses(tell, of, scope)
            case n.Happened(now=None):
                return _times(tell, condition, scope)
            case _:
                return ""
    except CannotCompile:
        return ""


def _sides(tell: Telling, condition: n.Compare, scope: Scope) -> str:
    """«4 e 7»: what the two sides of a comparison are; of a count the things that were counted."""
    found = []
    for side in (condition.left, condition.right):
        if isinstance(side, n.Num | n.Member):
            continue
        if isinstance(side, n.Count) and side.what.noun:
            things = tell.asking.things(side.what, scope)
            found.append(f"{len(things)}: {tell.listed(things)}" if things else "nessuna")
            continue
        value = tell.asking.number(side, scope)
        kind = tell.asking.kind(side, scope)
        if isinstance(value, (int, type(None))) and kind in ("number", "player", "card"):
            found.append(str(value) if kind == "number" else tell.name(value))
    return " e ".join(found)


def _exceptions(tell: Telling, what: n.Select, inner: n.Condition, scope: Scope) -> str:
    things = tell.asking.things(what, scope)
    if not things:
        return "non ce n'è nessuna"
    player = what.noun in PLAYER_WORDS
    against = [x for x in things if not tell.asking.holds(inner, scope.of(x, "player" if player else "card"))]
    return f"non lo è {tell.listed(against)}" if against else ""


def _card(tell: Telling, term: Any, scope: Scope) -> int | None:
    """The card that a term is, when it is one."""
    if tell.asking.kind(term, scope) != "card":
        return None
    found = tell.asking.number(term, scope)
    return found if isinstance(found, int) and found >= 0 else None


def _whereabouts(tell: Telling, term: Any, scope: Scope) -> str:
    card = _card(tell, term, scope)
    if card is not None and tell.game.is_spot(card):
        return ""
    return f"sta in: {tell.where(card)}" if card is not None and tell.sees(card) else ""


def _members(tell: Telling, term: Any, value: str, scope: Scope) -> str:
    card = _card(tell, term, scope)
    if card is None or not tell.sees(card):
        return ""
    number = list(tell.asking.meaning.values).index(value)
    mask = tell.asking.names[f"v{number}"](tell.asking.s, card)
    return " e ".join(name for i, name in enumerate(tell.asking.meaning.values[value].members) if mask >> i & 1)


def _controller(tell: Telling, term: Any, scope: Scope) -> str:
    card = _card(tell, term, scope)
    if card is None:
        return ""
    who = tell.asking.s[tell.asking.layout["ctrl"] + card]
    return f"è di {tell.name(who)}" if who is not None else "non è di nessuno"


def _statuses(tell: Telling, term: Any, scope: Scope) -> str:
    """Where a card lies that cannot have the status there."""
    card = _card(tell, term, scope)
    if card is None or not tell.sees(card) or tell.game.is_spot(card):
        return ""
    zone, _ = tell.zone_of(card)
    in_play = {z for place in tell.asking.meaning.places.values() for z in place.zones}
    return "" if zone in in_play else f"sta in: {tell.where(card)}"


def _times(tell: Telling, condition: n.Happened, scope: Scope) -> str:
    """How many times it happened, when a number of times is asked."""
    if condition.times is None:
        return ""
    for times in range(20, 0, -1):
        if tell.asking.holds(evolve(condition, times=n.Num(times)), scope):
            return f"{times} volt{'a' if times == 1 else 'e'}"
    return "mai"


# -- an event that a sentence describes --------------------------------------------------------------------------


def pieces(tell: Telling, event: n.Event, scope: Scope, owner: str = "") -> list[Reason]:
    """What a sentence demands of an event, demand by demand: each participant's noun, place and filters, the manner, the cause."""
    asking, ev = tell.asking, scope.event
    assert ev is not None
    frame = asking.frame_of(event)
    found: list[Reason] = []
    for role in event.roles:
        at = asking.place_of_role(frame, role.name)
        if at is None:
            continue
        more, scope = _participant(tell, role.value, ev[at], scope, owner, event.span)
        found += more
    place = asking.manner_place(frame)
    for manner in event.manner:
        manners = asking.manners(frame)
        now = manners[ev[place]] if isinstance(ev[place], int) and ev[place] < len(manners) else None
        said = f"come {manner}" + (f" (qui come {now})" if now and now != manner else "")
        found.append(tell.reason(said, owner, event.span, holds=now == manner, obvious=now == manner))
    if event.cause is not None:
        holds = ev[place + 1] in asking.inside(event.cause)
        found.append(tell.reason(f"per {event.cause}", owner, event.span, holds=holds))
    return found


def _participant(
    tell: Telling, value: Any, x: Any, scope: Scope, owner: str, near: n.Span | None
) -> tuple[list[Reason], Scope]:
    """The demands on one participant, and the scope with the name that it gives it."""
    if isinstance(value, n.TextOf):
        value = value.of
    if isinstance(value, n.Select):
        if not tell.asking.is_thing(value):
            return [], scope
        return _described(tell, value, x, scope, owner, near)
    if isinstance(value, n.Group):
        each = [_participant(tell, member, x, scope, owner, near)[0] for member in value.members]
        holds = any(all(part.holds for part in parts) for parts in each)
        said = f"{tell.name(x)} è {' o '.join(tell.say(member, scope) for member in value.members)}"
        return [tell.reason(said, owner, value.span or near, holds=holds)], scope
    if isinstance(value, n.Place) or (isinstance(value, n.Var) and value.name in tell.asking.meaning.periods):
        return [], scope
    wanted = tell.asking.number(value, scope)
    of = value.name if isinstance(value, n.Var) and value.name[:1].isupper() else tell.say(value, scope)
    said = f"{tell.name(x)} è {of}" if x is not None else f"c'è {of}"
    span = getattr(value, "span", None) or near
    return [tell.reason(said, owner, span, holds=x == wanted, obvious=x == wanted and isinstance(value, n.Self))], scope


def _described(
    tell: Telling, what: n.Select, x: Any, scope: Scope, owner: str, near: n.Span | None
) -> tuple[list[Reason], Scope]:
    """Whether a thing is what a noun phrase says: the noun, the place, among which, and each filter."""
    near = what.span or near
    player = what.noun in PLAYER_WORDS
    after = scope.naming(**{what.bind: (x, "player" if player else "card")}) if what.bind else scope
    if x is None or (x < 0) is not player:
        said = f"{tell.name(x)} è {tell.say(n.Select(what.noun), scope)}" if x is not None else "non si dice di chi"
        return [tell.reason(said, owner, near, holds=False)], after
    inner = after.of(x, "player" if player else "card")
    found: list[Reason] = []
    if not player:
        found.append(noun(tell, what.noun, x, inner, near, owner))
        if what.place is not None and what.place.zone and what.place.of is None:
            found.append(explain(tell, n.IsIn(n.Candidate(), what.place, span=what.place.span), inner, owner, near))
    if what.among is not None:
        found.append(explain(tell, n.Same(n.Candidate(), what.among), inner, owner, near))
    found += [explain(tell, condition, inner, owner, near) for condition in what.where]
    return found, after


def noun(tell: Telling, word: str, x: int, scope: Scope, near: n.Span | None, owner: str) -> Reason:
    """Whether a card is what a noun says; when it is not, where it lies."""
    holds = tell.asking.is_noun(word, x, scope)
    said = tell.say(n.IsKind(n.Candidate(), word), scope) if word else f"{tell.name(x)} è una carta"
    fact = "" if holds or not tell.sees(x) else f" (sta in: {tell.where(x)})"
    return tell.reason(said + fact, owner, near, holds=holds, obvious=holds)


def telling(found: list[Reason]) -> tuple[Reason, ...]:
    """Of the demands on an event those worth saying: what fails, or else all that does not go without saying."""
    false = [part for part in found if part.holds is False]
    return tuple(false or [part for part in found if not part.obvious])


__all__ = ["explain", "first_false", "noun", "pieces", "telling"]
