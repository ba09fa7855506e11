"""What a condition can be, from the text alone: two that cannot hold together, one that never or always holds.

Nothing is guessed: what is not sure is possible. Numbers are compared as ranges, members of a value that has only one exclude
each other, a thing is in one zone at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.walk import inner_names, walk

_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_FAR: Final = 10**9


@frozen
class Clash:
    """Two conditions of which one denies the other, in the order in which they are said."""

    first: n.Condition
    second: n.Condition


def span_of(node: object) -> n.Span | None:
    """The place of a node, or of the first node in it that has one."""
    spans = (getattr(each, "span", None) for each in walk(node))
    return next((span for span in spans if span is not None), None)


def parts_of(condition: n.Condition | None) -> tuple[n.Condition, ...]:
    """What must all hold for a condition to hold."""
    if condition is None:
        return ()
    if isinstance(condition, n.And):
        return tuple(part for each in condition.parts for part in parts_of(each))
    if isinstance(condition, n.Not):
        return denied(condition.part)
    return (condition,)


def denied(condition: n.Condition) -> tuple[n.Condition, ...]:
    """What must all hold for a condition not to hold."""
    if isinstance(condition, n.Not):
        return parts_of(condition.part)
    if isinstance(condition, n.Or):
        return tuple(part for each in condition.parts for part in denied(each))
    if isinstance(condition, n.Compare):
        return (evolve(condition, op=_OPPOSITE[condition.op]),)
    return (n.Not(condition, span=span_of(condition)),)


def filters(what: n.Select, game: GameMeaning) -> tuple[n.Condition, ...]:
    """All that a selection asks of each of its things, its noun and its place too."""
    thing = n.Candidate()
    found: list[n.Condition] = []
    for value in game.values.values():
        if what.noun in value.members:
            found.append(n.HasMember(thing, value.name, what.noun, span=what.span))
    if what.noun in game.nouns:
        found.append(n.IsKind(thing, what.noun, span=what.span))
    if what.place is not None and what.place.end is None:
        found.append(n.IsIn(thing, evolve(what.place, of=None), span=what.place.span or what.span))
    return (*found, *(part for each in what.where for part in parts_of(each)))


def clash(parts: Sequence[n.Condition], game: GameMeaning) -> Clash | None:
    """Two of several conditions that cannot both hold."""
    for second, later in enumerate(parts):
        for earlier in parts[:second]:
            if _exclude(earlier, later, game):
                return Clash(earlier, later)
    return None


def _exclude(one: n.Condition, two: n.Condition, game: GameMeaning) -> bool:
    if (isinstance(two, n.Not) and two.part == one) or (isinstance(one, n.Not) and one.part == two):
        return True
    if isinstance(one, n.Compare) and isinstance(two, n.Compare):
        return _ranges_apart(one, two)
    if getattr(one, "of", one) != getattr(two, "of", two):
        return False
    if isinstance(one, n.IsStatus) and isinstance(two, n.IsStatus):
        return _opposites(one.status, two.status, game)
    if isinstance(one, n.HasMember) and isinstance(two, n.HasMember):
        return _members_apart(one, two, game)
    if isinstance(one, n.ControlledBy) and isinstance(two, n.ControlledBy):
        sides = [isinstance(each.by, n.Opponent) and each.by.of == other.by for each, other in ((one, two), (two, one))]
        return any(sides)
    here, there = zones_of(one, game), zones_of(two, game)
    return bool(here) and bool(there) and not here & there


def _opposites(one: str, two: str, game: GameMeaning) -> bool:
    """A status and its contrary; of two names of one thing a thing has one at most."""
    return any({one, two} == {each.name, each.opposite} for each in game.statuses.values())


def _members_apart(one: n.HasMember, two: n.HasMember, game: GameMeaning) -> bool:
    value = game.values.get(one.value)
    single = value is not None and value.kind == "member" and one.value == two.value
    return single and isinstance(one.member, str) and isinstance(two.member, str) and one.member != two.member


def zones_of(condition: n.Condition, game: GameMeaning) -> frozenset[str]:
    """The zones in one of which a thing must be for a condition to hold; none when it does not say."""
    if isinstance(condition, n.IsIn) and condition.place.end is None:
        place = game.places.get(condition.place.zone)
        return frozenset(place.zones) if place is not None else frozenset({condition.place.zone})
    if isinstance(condition, n.IsKind):
        noun = game.nouns.get(condition.noun)
        return _either(noun.condition, game) if noun is not None and noun.condition is not None else frozenset()
    return frozenset()


def _either(condition: n.Condition, game: GameMeaning) -> frozenset[str]:
    if isinstance(condition, n.Or):
        each = [_either(part, game) for part in condition.parts]
        return frozenset().union(*each) if all(each) else frozenset()
    said = [zones_of(part, game) for part in parts_of(condition)]
    return next((zones for zones in said if zones), frozenset())


# -- numbers


def compared(condition: n.Compare) -> tuple[Any, int, int] | None:
    """What is compared, and the least and the greatest that it may be."""
    left, op, right = condition.left, condition.op, condition.right
    if isinstance(left, n.Num) and not isinstance(right, n.Num):
        left, op, right = right, _MIRRORED[op], left
    if not isinstance(right, n.Num) or isinstance(left, n.Num):
        return None
    least = {"==": right.value, ">=": right.value, ">": right.value + 1}.get(op, -_FAR)
    most = {"==": right.value, "<=": right.value, "<": right.value - 1}.get(op, _FAR)
    return left, least, most


def _ranges_apart(one: n.Compare, two: n.Compare) -> bool:
    first, second = compared(one), compared(two)
    if first is None or second is None or first[0] != second[0]:
        return False
    if "!=" in (one.op, two.op):
        return {one.op, two.op} == {"==", "!="} and _number(one) == _number(two)
    return first[1] > second[2] or second[1] > first[2]


def _number(condition: n.Compare) -> int | None:
    sides = (condition.left, condition.right)
    return next((side.value for side in sides if isinstance(side, n.Num)), None)


# -- where conditions stand


def conditions(
    node: object, game: GameMeaning, given: tuple[n.Condition, ...] = ()
) -> Iterator[tuple[n.Condition, ...]]:
    """Every set of conditions that a sentence asks for together, the nearest last: a condition, with those under which it is asked.

    What stands between two of them may change what the first one saw, so only a condition directly under another counts."""
    if isinstance(node, n.If):
        own = (*given, *parts_of(node.condition))
        yield own
        yield from conditions(node.then, game, own)
        yield from conditions(node.otherwise, game, (*given, *denied(node.condition)))
        yield from _inside(node.condition, game)
    elif isinstance(node, n.FirstTrue):
        yield from _decision(node, game, given)
    elif isinstance(node, n.Static | n.Triggered) and node.condition is not None:
        own = parts_of(node.condition)
        yield own
        effect = node.effect if isinstance(node, n.Triggered) else node.effects
        when = node.when if isinstance(node, n.Triggered) else None
        yield from conditions(effect, game, own)
        yield from _inside(node.condition, game)
        yield from conditions(when, game)
    elif isinstance(node, n.And):
        yield parts_of(node)
        yield from _inside(node.parts, game)
    elif isinstance(node, n.Select):
        yield filters(node, game)
        yield from _inside(node, game)
    else:
        yield from _inside(node, game)


def _decision(
    node: n.FirstTrue, game: GameMeaning, given: tuple[n.Condition, ...]
) -> Iterator[tuple[n.Condition, ...]]:
    """The lines of a decision list: each is reached when none before it holds."""
    for line in node.parts:
        own = (*given, *parts_of(line.condition))
        yield own
        yield from conditions(line.then, game, own)
        yield from _inside(line.condition, game)
        given = (*given, *denied(line.condition))


def _inside(node: object, game: GameMeaning) -> Iterator[tuple[n.Condition, ...]]:
    for each in _children(node):
        if isinstance(each, tuple | list | Mapping) or inner_names(type(each)) is not None:
            yield from conditions(each, game)


def _children(node: object) -> Iterable[object]:
    if isinstance(node, tuple | list):
        return node
    return (
        node.values() if isinstance(node, Mapping) else [getattr(node, each) for each in inner_names(type(node)) or ()]
    )


__all__ = ["Clash", "clash", "compared", "conditions", "denied", "filters", "parts_of", "span_of", "zones_of"]
