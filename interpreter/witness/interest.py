"""What two readings speak of: the words of the game that a position must bring into play for them to differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import GameMeaning
from dsl.meaning.walk import all_of, walk

_MOST_THRESHOLD = 30


@frozen
class Interest:
    """Declared names that the readings use, each tuple in the order of declaration; ``numbers`` are those compared with.

    ``verbs``: those that must happen for a sentence to matter (triggers, permissions, replacements)."""

    members: tuple[str, ...]
    statuses: tuple[str, ...]
    zones: tuple[str, ...]
    numbers: tuple[int, ...]
    verbs: tuple[str, ...] = ()


def interest_of(meanings: Iterable[n.Text], game: GameMeaning) -> Interest:
    """The words of some texts, with those of the keywords that they name."""
    nodes: list[Any] = [node for meaning in meanings for node in walk(meaning)]
    named = {node.keyword for node in nodes if isinstance(node, n.HasKeyword | n.Grant) and node.keyword}
    nodes += [node for name in sorted(named & game.keywords.keys()) for node in walk(game.keywords[name].text)]
    nouns = {node.noun for node in nodes if isinstance(node, n.Select | n.IsKind)}
    return Interest(
        _members(nodes, nouns, game), _statuses(nodes, game), _zones(nodes, nouns, game), _numbers(nodes), _verbs(nodes)
    )


def _members(nodes: list[Any], nouns: set[str], game: GameMeaning) -> tuple[str, ...]:
    said = nouns | {node.member for node in nodes if isinstance(node, n.HasMember) and isinstance(node.member, str)}
    said |= {node.name for node in nodes if isinstance(node, n.Member)}
    said |= {kind for node in nodes if isinstance(node, n.TextOf) for kind in node.kinds}
    known = [member for value in game.values.values() for member in value.members]
    return tuple(name for name in dict.fromkeys([*known, *game.member_sets]) if name in said)


def _statuses(nodes: list[Any], game: GameMeaning) -> tuple[str, ...]:
    said = {node.status for node in nodes if isinstance(node, n.IsStatus | n.SetStatus | n.BecomesStatus)}
    for event in (node for node in nodes if isinstance(node, n.Event)):  # a verb asks a status of its object
        frame = game.frames.get(event.verb)
        said |= {each.status for each in all_of(frame.object_condition, n.IsStatus)} if frame is not None else set()
    return tuple(each.name for each in game.statuses.values() if said & {each.name, each.opposite})


def _zones(nodes: list[Any], nouns: set[str], game: GameMeaning) -> tuple[str, ...]:
    said = {node.zone for node in nodes if isinstance(node, n.Place)}
    conditions = [game.nouns[noun].condition for noun in nouns & game.nouns.keys()]
    said |= {place.zone for place in all_of(conditions, n.Place)}
    said |= {zone for name in said & game.places.keys() for zone in game.places[name].zones}
    return tuple(name for name in game.zones if name in said)


def _verbs(nodes: list[Any]) -> tuple[str, ...]:
    """The verbs of events that are waited for, allowed or replaced."""
    waiting = [node.when for node in nodes if isinstance(node, n.Triggered | n.Watch | n.Replaced)]
    waiting += [node.event for node in nodes if isinstance(node, n.Allow | n.Happened)]
    return tuple(dict.fromkeys(event.verb for event in waiting if isinstance(event, n.Event)))


def _numbers(nodes: list[Any]) -> tuple[int, ...]:
    """Numbers that a value is compared with, and those around them: a threshold is seen from both sides."""
    found: list[int] = []
    for node in nodes:
        sides = (node.left, node.right) if isinstance(node, n.Compare) else ()
        if any(isinstance(side, n.ValueOf) for side in sides):
            found += [side.value for side in sides if isinstance(side, n.Num) and side.value <= _MOST_THRESHOLD]
    return tuple(dict.fromkeys(near for each in found for near in (each, each - 1, each + 1) if near >= 0))


__all__ = ["Interest", "interest_of"]
