"""How many of something there can be at most, and why: limits, the room of zones, the cards of the decks."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..meaning import nodes as n
from ..meaning.game import CardDecl, GameMeaning
from .logic import filters
from .texts import all_in


@frozen
class Most:
    """At most so many, and the place and words of what says so."""

    number: int
    span: n.Span | None
    why: str


def most_of(what: n.Select, game: GameMeaning) -> Most | None:
    """The least of all bounds on a selection; None when nothing bounds it."""
    found = sorted([*_limits(what, game), *_rooms(what, game), *_decks(what, game)], key=lambda most: most.number)
    return found[0] if found else None


def _of_one_player(what: n.Select) -> bool:
    return any(isinstance(each, n.ControlledBy) for each in what.where)


def _limits(what: n.Select, game: GameMeaning) -> Iterator[Most]:
    """Limits on things of which these are some; one that lets only some of them go may be passed."""
    for limit in game.limits.values():
        own, leaving = _own(limit.what), _own(limit.leaver)
        place = limit.what.place
        same = limit.what.noun == what.noun and own <= set(what.where) and (place is None or place == what.place)
        if same and leaving <= own and limit.of == "player":
            players = 1 if _of_one_player(what) else game.players[1]
            yield Most(limit.most * players, limit.span, f"il limite «{limit.name}» ne lascia {limit.most}")


def _own(what: n.Select) -> set[n.Condition]:
    """What a limit asks of its things, but for whose they are and which came last."""
    of_limit = (each for each in what.where if not isinstance(each, n.ControlledBy))
    return {each for each in of_limit if not (isinstance(each, n.Not) and isinstance(each.part, n.Same))}


def _rooms(what: n.Select, game: GameMeaning) -> Iterator[Most]:
    zone = game.zones.get(what.place.zone) if what.place is not None else None
    if zone is not None and zone.capacity is not None and zone.owner != "card":
        number = zone.capacity * (game.players[1] if zone.owner == "player" and what.place and not what.place.of else 1)
        yield Most(number, zone.span, f"nella zona «{zone.name}» ne stanno {zone.capacity}")


def _decks(what: n.Select, game: GameMeaning) -> Iterator[Most]:
    """The cards of the largest deck that fit what is printed on them, when a game has one deck for all."""
    if not game.decks or not game.shared_deck or not _is_card(what, game):
        return
    asked = [each for each in filters(what, game) if isinstance(each, n.HasMember) and fixed(each.value, game)]
    numbers = {deck.name: sum(_fits(card, asked) for card, _ in deck.objects()) for deck in game.decks.values()}
    name = max(numbers, key=lambda each: numbers[each])
    yield Most(numbers[name], game.decks[name].span, f"nel mazzo «{name}» ce ne sono {numbers[name]}")


def _is_card(what: n.Select, game: GameMeaning) -> bool:
    """Whether a selection is of cards, each once: not of players, nor of numbers."""
    noun = game.nouns.get(what.noun)
    member = any(what.noun in value.members for value in game.values.values())
    return what.noun == game.implied_noun or member or (noun is not None and noun.of is None)


def fixed(value: str, game: GameMeaning) -> bool:
    """Whether a printed value is never changed by any text."""
    declared = game.values.get(value)
    changed = any(each.value == value for each in all_in(game, n.Modify))
    return declared is not None and declared.printed and not changed


def _fits(card: CardDecl, asked: list[n.HasMember]) -> bool:
    return all(has(card, each) is not False for each in asked)


def has(card: CardDecl, asked: n.HasMember) -> bool | None:
    """Whether a card is printed with a member; None when it is not said which."""
    printed = card.values.get(asked.value)
    return asked.member in printed if isinstance(asked.member, str) and isinstance(printed, tuple) else None


__all__ = ["Most", "fixed", "has", "most_of"]
