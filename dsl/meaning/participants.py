"""Who takes part in what is done."""

from __future__ import annotations

from attrs import evolve

from . import nodes as n


def role(event: n.Event, name: str) -> n.Term | None:
    """The participant of an event by its role."""
    for part in event.roles:
        if part.name == name:
            return part.value  # type: ignore[return-value]
    return None


def recalled(term: n.Term) -> n.Term:
    """What speaks again of what a term has chosen: «una Lana o un'Erba» was one of them, «una Lana e un'Erba» both."""
    match term:
        case n.Select(bind=str() as name):
            return n.Var(name)
        case n.Group(either=True, bind=str() as name):
            return n.Var(name)
        case n.Group(either=False, members=members):
            return n.Group(tuple([recalled(each) for each in members]))
    return term


def place_recalled(place: n.Place) -> n.Place:
    """A place of a player who was chosen, said again."""
    return place if place.of is None else evolve(place, of=recalled(place.of))


def doer(effect: n.Effect) -> n.Term | None:
    """Who carries out an effect, if anybody does."""
    match effect:
        case n.Do(event=event):
            return role(event, "agent")
        case n.Look(who=who) | n.Choose(who=who) | n.ChooseName(who=who) | n.May(who=who) | n.Pay(who=who):
            return who
        case n.Cost(pay=pay):
            return doer(pay)
        case n.RollDie() | n.Move(what=n.Select()):
            return n.You()
        case _:
            return None
