"""How near a token is to where it counts, of a game that is won by tokens: seen from a few matches at random.

Where a token lies is the kind of its zone and, on a card, that of the card's. Which of these lead to which is what the rules and
the cards make of it, so it is watched rather than read: the fewest steps from each to where the tokens count.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any
from weakref import WeakKeyDictionary

from dsl.meaning.nodes import Place, Select, ValueOf
from dsl.meaning.walk import walk
from interpreter.match import Game

#: Enough to see every usual step of a token; the same for every game, so that the same seeds give the same matches.
WATCHED = 800
#: Where a token lies: the kind of its zone and, on a card, that of the card's.
Where = tuple[int, int | None]
_KNOWN: WeakKeyDictionary[Game, Nearness] = WeakKeyDictionary()


class Nearness:
    """Of each token how many steps nearer it is than the farthest that leads there; 0 where none does."""

    def __init__(self, game: Game) -> None:
        self._layout = game.compiled.layout
        self._on_cards = {
            self._layout.kind_index[name]: self._layout[f"zone {name}"]
            for name, zone in game.meaning.zones.items()
            if zone.owner == "card"
        }
        goals = _where_they_count(game)
        self._steps: dict[Where, int] = self._fewest(game, goals) if goals else {}
        self._farthest = max(self._steps.values(), default=0)

    def of(self, state: list[Any], token: int) -> int:
        """The worth of where a token lies."""
        steps = self._steps.get(self._where(state, token))
        return 0 if steps is None else self._farthest - steps

    def _where(self, state: list[Any], token: int) -> Where:
        layout = self._layout
        at = state[layout["zone"] + token]
        kind = layout.kind_of[at]
        if kind not in self._on_cards:
            return kind, None
        return kind, layout.kind_of[state[layout["zone"] + at - self._on_cards[kind]]]

    def _fewest(self, game: Game, goals: frozenset[str]) -> dict[Where, int]:
        back: defaultdict[Where, set[Where]] = defaultdict(set)
        for before, after in self._watched(game):
            back[after].add(before)
        reached: dict[Where, int] = {(self._layout.kind_index[goal], None): 0 for goal in goals}
        waiting = list(reached)
        for where in waiting:
            for before in sorted(back[where], key=str):
                if before not in reached:
                    reached[before] = reached[where] + 1
                    waiting.append(before)
        return reached

    def _watched(self, game: Game) -> set[tuple[Where, Where]]:
        """From where to where tokens went, while players chose at random."""
        tokens = range(self._layout.first_token, len(game.cards))
        steps: set[tuple[Where, Where]] = set()
        chance, seed = random.Random(0), 0
        match = game.match(seed=seed)
        before = [self._where(match.s, token) for token in tokens]
        for _ in range(WATCHED):
            if match.over:
                seed += 1
                match = game.match(seed=seed)
                before = [self._where(match.s, token) for token in tokens]
            match.choose(int(chance.random() * match.count))
            after = [self._where(match.s, token) for token in tokens]
            steps |= {(one, other) for one, other in zip(before, after, strict=True) if one != other}
            before = after
        return steps


def nearness(game: Game) -> Nearness:
    """That of a game, seen once."""
    if game not in _KNOWN:
        _KNOWN[game] = Nearness(game)
    return _KNOWN[game]


def _where_they_count(game: Game) -> frozenset[str]:
    """The zones in which tokens make up the number by which the game is won."""
    meaning, found = game.meaning, set()
    waiting: list[object] = [meaning.ending.score] if meaning.ending is not None else []
    seen: set[str] = set()
    for each in waiting:
        for node in walk(each):
            if isinstance(node, ValueOf) and node.value in meaning.values and node.value not in seen:
                seen.add(node.value)
                waiting.append(meaning.values[node.value].derived)
            if isinstance(node, Select) and node.noun in meaning.tokens:
                found |= {place.zone for place in (node.place, node.among) if isinstance(place, Place)}
    return frozenset(found)
