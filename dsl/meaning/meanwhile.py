"""«quando subisci una crepa, è meno grave»: what is said of a thing while something happens to it counts with all else that
changes it then, since afterwards it is late."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from attrs import evolve

from ..syntax.reading import TextContext
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .joined import effects_of
from .mapped import mapped, replace_term
from .scope import nodes_of

_SO_MANY: Final = (n.Quantity.EXACTLY, n.Quantity.AT_LEAST)


def in_time(meaning: Any, vocabulary: Vocabulary, slot: str | None) -> Any:
    """A meaning in which what is set off, and changes what goes on, comes before that is over.

    A verb says what goes on with ``è in corso finché``. Where nothing else is set off, it is said of all such things (or of the
    next one), as «le crepe che subisci sono meno gravi» says it."""
    if all(frame.ongoing is None for frame in vocabulary.frames.values()):
        return meaning
    text = vocabulary.texts.get(slot or "")
    waits = text.waits if text is not None else None

    def change(node: Any) -> Any:
        if not isinstance(node, n.Triggered | n.Watch) or node.at_once:
            return node
        what = _what_changes(node, vocabulary)
        if what is None:
            return node
        plain = node
        if isinstance(node, n.Watch) and node.duration is not None:
            lasting = node.duration
            plain = _under_its_condition(evolve(node, effect=mapped(node.effect, lambda x: _without(x, lasting))))
        if plain.before:
            return plain
        said: n.Static | n.Effect | None
        if isinstance(plain, n.Triggered):
            said = _standing(plain, what, vocabulary)
        else:
            said = _for_a_time(plain, what, vocabulary, waits)
        return said if said is not None else evolve(plain, before=True)

    return mapped(meaning, change)


def while_in_force(ability: n.Ability) -> tuple[n.Ability, ...]:
    """What stands as long as something has not happened: under that condition («il tuo primo lancio di ogni turno»); under
    several («… e la prima crepa che subisci in ogni turno …») each by itself."""
    if not isinstance(ability, n.Static):
        return (ability,)
    ends = {_lasts_until(effect): None for effect in ability.effects}
    if len(ends) > 1 and ability.condition is None:
        alone = (evolve(ability, effects=(effect,)) for effect in ability.effects)
        return tuple(found for each in alone for found in while_in_force(each))
    none_yet = next(iter(ends)) if len(ends) == 1 else None
    if none_yet is None:
        return (ability,)
    known = () if ability.condition is None else (ability.condition,)
    effects = tuple(evolve(effect, duration=None) for effect in ability.effects)
    return (evolve(ability, effects=effects, condition=n.And((*known, none_yet)) if known else none_yet),)


def _lasts_until(effect: n.Standing) -> n.Not | None:
    """What has not happened yet, as long as that is so."""
    duration = getattr(effect, "duration", None)
    none_yet = duration.condition if isinstance(duration, n.Duration) else None
    return none_yet if isinstance(none_yet, n.Not) and isinstance(none_yet.part, n.Happened) else None


def by_its_end(meaning: Any, vocabulary: Vocabulary) -> Any:
    """«alla fine del turno, se non hai attaccato, …»: in that turn, where no time is said; in that round of turns."""
    of_players = {name for name, period in vocabulary.periods.items() if period.of_player}

    def in_it(node: Any, within: str) -> Any:
        if not isinstance(node, n.Happened) or node.within is not None or node.now is not None:
            return node
        periods = (r.value.noun for r in node.event.roles if isinstance(r.value, n.Select))
        # «ha vinto la gara»: one of that time
        return node if within in periods else evolve(node, within=within, still=None)

    def change(node: Any) -> Any:
        when = node.when if isinstance(node, n.Triggered) else None
        if not isinstance(when, n.Moment) or not when.end or when.period not in of_players:
            return node
        in_that = partial(in_it, within=when.period)
        return evolve(node, condition=mapped(node.condition, in_that), effect=mapped(node.effect, in_that))

    return mapped(meaning, change)


def going_on(event: n.Event, vocabulary: Vocabulary) -> n.Condition | None:
    """What the verb of an event says to be so while it is being done, of those who take part in this one."""
    frame = vocabulary.frames.get(event.verb)
    return _of_these(event, frame.ongoing if frame is not None else None)


def lasting(event: n.Event, vocabulary: Vocabulary) -> n.Condition | None:
    """What the verb of an event says to be so for as long as what it did is there («resta finché»)."""
    frame = vocabulary.frames.get(event.verb)
    return _of_these(event, frame.lasting if frame is not None else None)


def past_of_text(vocabulary: Vocabulary, context: TextContext) -> str | None:
    """The period in which a text looks back, where it is of a card whose text is used when all of it has happened."""
    slot = vocabulary.texts.get(context.slot or "")
    late = slot is not None and any(word in slot.looking_back for _, word in context.kinds)
    return slot.past if slot is not None and late else None


def still_there(meaning: Any, vocabulary: Vocabulary, context: TextContext) -> Any:
    """«se hai subito due crepe», of no time, of a verb that says what is so ever since («resta finché»): that so many of
    those are there; on a card whose text looks back, that it has happened then."""
    then = past_of_text(vocabulary, context)

    def change(node: Any) -> Any:
        if not isinstance(node, n.Happened) or node != n.Happened(node.event):
            return node
        roles = {role.name: role.value for role in node.event.roles}
        what = roles.get("object")
        anybody = any(r.name != "object" and isinstance(r.value, n.Candidate | n.Select) for r in node.event.roles)
        if anybody or not isinstance(what, n.Select) or what.quantity not in _SO_MANY:
            return node
        of_one = tuple(n.Role("object", n.Candidate()) if r.name == "object" else r for r in node.event.roles)
        event = evolve(node.event, roles=of_one)
        still = lasting(event, vocabulary)
        if still is None:
            return node
        if then is not None:
            return evolve(node, within=then)
        suffered = n.Happened(event, still=still, span=node.span)
        those = evolve(what, where=(*what.where, suffered), quantity=n.Quantity.ALL, number=None, bind=None)
        return n.Compare(n.Count(those), ">=", what.number or n.Num(1), span=node.span)

    return mapped(meaning, change)


def _of_these(event: n.Event, condition: n.Condition | None) -> n.Condition | None:
    for role in event.roles if condition is not None else ():
        condition = replace_term(condition, n.Var(role.name), role.value)
    return condition


def _what_changes(node: n.Triggered | n.Watch, vocabulary: Vocabulary) -> n.Select | None:
    """What goes on, and is changed by what is set off."""
    when = node.when
    if not isinstance(when, n.Event) or going_on(when, vocabulary) is None:
        return None
    what = next((role.value for role in when.roles if role.name == "object"), None)
    if not isinstance(what, n.Select) or what.bind is None or what.number not in (None, n.Num(1)):
        return None
    so_long = (None, node.duration) if isinstance(node, n.Watch) else (None,)
    changes = (x for x in nodes_of(node.effect) if isinstance(x, n.Modify) and x.duration in so_long)
    return what if any(x.target == n.Var(what.bind) for x in changes) else None


def _without(node: Any, lasting: n.Duration) -> Any:
    return evolve(node, duration=None) if isinstance(node, n.Modify) and node.duration == lasting else node


def _under_its_condition(node: n.Watch) -> n.Watch:
    """«…, è meno grave se è stanca»: as «…, se è stanca, è meno grave»."""
    inner = node.effect
    if not isinstance(inner, n.If) or inner.otherwise is not None or node.condition is not None:
        return node
    return evolve(node, condition=inner.condition, effect=inner.then)


def _alone(effect: n.Effect, what: n.Select) -> tuple[n.Modify, ...]:
    """What is said of the thing, if nothing else is done."""
    parts = effects_of(effect)
    said = tuple(x for x in parts if isinstance(x, n.Modify) and x.target == n.Var(what.bind or ""))
    return said if len(said) == len(parts) and all(x.duration is None for x in said) else ()


def _every(when: n.Event, what: n.Select, vocabulary: Vocabulary) -> n.Select:
    """All the things to which it happens."""
    to_it = tuple(evolve(r, value=n.Candidate()) if r.name == "object" else r for r in when.roles)
    event = evolve(when, roles=to_it)
    such = n.Happened(event, now=going_on(event, vocabulary))
    return evolve(what, where=(*what.where, such), quantity=n.Quantity.ALL, number=None, bind=None)


def _standing(node: n.Triggered, what: n.Select, vocabulary: Vocabulary) -> n.Static | None:
    """The first time in a period only as long as it has not happened in it."""
    said = _alone(node.effect, what)
    often = node.limit is not None
    if not said or node.label is not None or not isinstance(node.when, n.Event):
        return None
    if often and (node.limit != n.Num(1) or node.per is None or node.condition is not None):
        return None
    condition = n.Not(n.Happened(_unnamed(node.when), node.per)) if often else node.condition
    every = _every(node.when, what, vocabulary)
    return n.Static(tuple(evolve(x, target=every) for x in said), condition, span=node.span)


def _for_a_time(node: n.Watch, what: n.Select, vocabulary: Vocabulary, waits: str | None) -> n.Effect | None:
    """«la prossima volta che subisci una crepa, è meno grave»: the next one; «quando … in questo turno»: all of them."""
    said = _alone(node.effect, what)
    lasting = node.duration
    if lasting is None and waits is not None and not node.once:
        lasting = n.Duration(n.Stretch.THIS, waits)
    if not said or node.condition is not None or not isinstance(node.when, n.Event):
        return None
    if node.once:
        target = evolve(what, quantity=n.Quantity.NEXT, number=None, bind=None)
        lasting = evolve(lasting or n.Duration(n.Stretch.ONCE), event=_unnamed(node.when))
    elif lasting is None:
        return None
    else:
        target = _every(node.when, what, vocabulary)
    done = tuple(evolve(x, target=target, duration=lasting) for x in said)
    return done[0] if len(done) == 1 else n.Sequence(done, span=node.span)


def _unnamed(event: n.Event) -> n.Event:
    """An event whose participants nothing recalls."""
    roles = (evolve(r, value=evolve(r.value, bind=None)) if isinstance(r.value, n.Select) else r for r in event.roles)
    return evolve(event, roles=tuple(roles))
