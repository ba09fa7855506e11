"""Copies of a match with what a seat may not know dealt anew: what an honest agent looks ahead on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from interpreter.match import Match
from interpreter.program.layout import player_code


def imagined(match: Match, seat: int, chance: random.Random) -> Match:
    """A clone in which the cards hidden from the seat have changed places and chance has another future."""
    return Unknown(match, seat).dealt(chance)


class Unknown:
    """What a seat may not know of a match at a decision; worked out once, dealt as often as one likes.

    A card that the running effects speak of keeps its place, so that they still make sense."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        layout = match.game.compiled.layout
        state = match.s
        fixed = set(_numbers(match.stack)) | set(_numbers(match.asked))
        self._zone, self._controller, self._rng = layout["zone"], layout["ctrl"], layout["rng"]
        places = [
            (pile, index, card)
            for pile in _hidden_piles(match, seat)
            for index, card in enumerate(state[pile])
            if card not in fixed
        ]
        self._piles = {pile: state[pile] for pile, _, _ in places}
        self._places = [(pile, index, state[self._controller + card]) for pile, index, card in places]
        self._cards = sorted(card for _, _, card in places)  # what is dealt depends on what the seat knows alone

    def dealt(self, chance: random.Random) -> Match:
        """A clone with one of the deals that the seat cannot tell apart."""
        copy = self._match.clone()
        state = copy.s
        piles = {pile: list(cards) for pile, cards in self._piles.items()}
        cards = self._cards[:]
        _shuffle(cards, chance)
        zone, controller = self._zone, self._controller
        for (pile, index, owner), card in zip(self._places, cards, strict=True):
            piles[pile][index] = card
            state[zone + card] = pile
            state[controller + card] = owner
        for pile, now in piles.items():
            state[pile] = tuple(now)
        state[self._rng] = int(chance.random() * (1 << 53))
        return copy


def _hidden_piles(match: Match, seat: int) -> Iterator[int]:
    """The slots of the piles that the seat may not look into."""
    layout = match.game.compiled.layout
    zones = tuple(match.game.meaning.zones.values())
    me = player_code(seat)
    for pile, kind in layout.kind_of.items():
        zone = zones[kind]
        if zone.owner != "card" and (
            zone.seen_by == "nobody" or (zone.seen_by == "owner" and layout.player_of[pile] != me)
        ):
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
