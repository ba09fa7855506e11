"""Copies of a match with what a seat may not know dealt anew: what an honest agent looks ahead on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from interpreter.match import Match
from interpreter.view import may_see


def imagined(match: Match, seat: int, chance: random.Random) -> Match:
    """A clone in which the cards hidden from the seat have changed places and chance has another future."""
    return Unknown(match, seat).dealt(chance)


class Unknown:
    """What a seat may not know of a match at a decision; worked out once, dealt as often as one likes.

    A card that a running effect may speak of keeps its place, so that it still makes sense."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        layout = match.game.compiled.layout
        state = match.s
        asked = match.asked
        # where one may act nothing that runs looks into hidden piles; elsewhere any number may be a card that it speaks of
        inside = asked is None or asked[1] != "action"
        fixed = set(_numbers([frame[2:] for frame in match.stack])) | set(_numbers(asked)) if inside else set()
        self._rng = layout["rng"]
        self._memory = [layout[name] for name in _memory(match)]
        places = [
            (pile, index, card)
            for pile in _hidden_piles(match, seat)
            for index, card in enumerate(state[pile])
            if card not in fixed
        ]
        self._piles = {pile: state[pile] for pile, _, _ in places}
        self._groups: dict[Any, tuple[list[tuple[int, int, list[Any]]], list[int]]] = {}
        for pile, index, card in places:
            there, cards = self._groups.setdefault(_sort(match, card), ([], []))
            there.append((pile, index, [state[block + card] for block in self._memory]))
            cards.append(card)
        for _, cards in self._groups.values():
            cards.sort()  # what is dealt depends on what the seat knows alone

    def dealt(self, chance: random.Random) -> Match:
        """A clone with one of the deals that the seat cannot tell apart."""
        copy = self._match.clone()
        state = copy.s
        piles = {pile: list(cards) for pile, cards in self._piles.items()}
        for places, known in self._groups.values():
            cards = known[:]
            _shuffle(cards, chance)
            for (pile, index, memory), card in zip(places, cards, strict=True):
                piles[pile][index] = card
                for block, value in zip(self._memory, memory, strict=True):
                    state[block + card] = value
        for pile, now in piles.items():
            state[pile] = tuple(now)
        state[self._rng] = int(chance.random() * (1 << 53))
        return copy


def _sort(match: Match, card: int) -> Any:
    """What everybody knows of a card without seeing it: whose deck it is of and which part of that; of a token its kind."""
    objects, cards = match.game.objects, match.game.compiled.layout.cards
    if card < len(objects.owners):
        return objects.owners[card], objects.zones[card]
    return cards[card].token if card < len(cards) else None


def _memory(match: Match) -> Iterator[str]:
    """The blocks of the state that say of each card where it is and what became of it: they stay with the place when it is dealt."""
    layout = match.game.compiled.layout
    for name in ("zone", "ctrl", "stat", "time", "last", "locks", "spot", "last spot"):
        if name in layout.slots:
            yield name
    for name, value in match.game.meaning.values.items():
        if value.owner == "card" and not value.printed and value.derived is None:
            yield f"value {name}"


def _hidden_piles(match: Match, seat: int) -> Iterator[int]:
    """The slots of the piles that the seat may not look into."""
    layout = match.game.compiled.layout
    zones = tuple(match.game.meaning.zones.values())
    for pile, kind in layout.kind_of.items():
        zone, owner = zones[kind], layout.player_of[pile]
        if zone.owner != "card" and not may_see(match, zone.name, None if owner is None else -1 - owner, seat):
            yield pile


def _numbers(value: Any) -> Iterator[int]:
    """Every number in nested lists and tuples."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int):
        yield value


def _shuffle(cards: list[int], chance: random.Random) -> None:
    """Fisher–Yates with ``random()`` alone, whose sequence Python keeps between versions."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
