"""Whether two sentences can speak of one thing at one time: what makes two settings or two permissions collide."""

from __future__ import annotations

from collections.abc import Iterator

from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from .logic import clash, filters
from .texts import Owned, texts


def can_meet(one: n.Term | None, two: n.Term | None, first: Owned, second: Owned, game: GameMeaning) -> bool:
    """Whether two terms, each in a text of its own, can be one thing; what cannot be told apart can meet.

    The bearer of a text is a thing like any other, but two bearers are two cards (or one keyword on one card)."""
    if isinstance(one, n.Self) and isinstance(two, n.Self):
        return first.card is None or second.card is None or first.card is second.card
    if isinstance(one, n.Group):
        return any(can_meet(member, two, first, second, game) for member in one.members)
    if isinstance(two, n.Group):
        return any(can_meet(one, member, first, second, game) for member in two.members)
    asked = (*_asked(one, first, game), *_asked(two, second, game))
    return clash(asked, game) is None


def _asked(term: n.Term | None, owned: Owned, game: GameMeaning) -> tuple[n.Condition, ...]:
    """What is sure of a thing, said of the thing under test."""
    thing = n.Candidate()
    if isinstance(term, n.Select):
        return tuple(each for each in filters(term, game) if not isinstance(each, n.ControlledBy))
    if isinstance(term, n.Self) and owned.card is not None:
        return tuple(
            n.HasMember(thing, name, members[0])
            for name, members in owned.card.values.items()
            if isinstance(members, tuple) and len(members) == 1
        )
    return ()


def standing(game: GameMeaning) -> Iterator[tuple[Owned, n.Standing]]:
    """What the texts say to hold, with or without a condition, for a time or for good."""
    for owned in texts(game):
        for ability in owned.text.abilities:
            if isinstance(ability, n.Static):
                for effect in ability.effects:
                    yield owned, effect


def answered(game: GameMeaning, order: str, question: str) -> bool:
    """Whether an order of the game says how things of a kind meet."""
    return any(key == question for key, _ in game.orders.get(order, ()))


__all__ = ["answered", "can_meet", "standing"]
