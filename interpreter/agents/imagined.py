"""A copy of a match with what a seat may not know dealt anew: what an honest agent looks ahead on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from interpreter.match import Match
from interpreter.program.layout import player_code


def imagined(match: Match, seat: int, chance: random.Random) -> Match:
    """A clone in which the cards hidden from the seat have changed places and chance has another future.

    A card that the running effects speak of keeps its place, so that they still make sense.
    """
    copy = match.clone()
    layout = match.game.compiled.layout
    state = copy.s
    fixed = set(_numbers(copy.stack)) | set(_numbers(copy.asked))
    places = [
        (pile, index, card)
        for pile in _hidden_piles(match, seat)
        for index, card in enumerate(state[pile])
        if card not in fixed
    ]
    piles = {pile: list(state[pile]) for pile, _, _ in places}
    zone, controller = layout["zone"], layout["ctrl"]
    controllers = [state[controller + card] for _, _, card in places]
    cards = sorted(card for _, _, card in places)  # so that what is dealt depends on what the seat knows alone
    _shuffle(cards, chance)
    for (pile, index, _), card, owner in zip(places, cards, controllers, strict=True):
        piles[pile][index] = card
        state[zone + card] = pile
        state[controller + card] = owner
    for pile, now in piles.items():
        state[pile] = tuple(now)
    state[layout["rng"]] = int(chance.random() * (1 << 53))
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
