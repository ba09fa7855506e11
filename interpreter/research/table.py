"""What a player knows of a match as numbers: a vector of one length for every state of a game.

Made from the view alone, so that nothing hidden can be in it. Players are counted from who looks on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter import view
from interpreter.match import Game, Match


class Table:
    """How the states of a game are laid out: for every player his numbers and piles, then the common ones, then each card."""

    def __init__(self, game: Game) -> None:
        meaning = game.meaning
        self.game = game
        self._of_player = [name for name, v in meaning.values.items() if v.owner == "player"]
        self._of_game = [name for name, v in meaning.values.items() if v.owner == "game"]
        self._of_card = [name for name, v in meaning.values.items() if v.owner == "card" and v.kind == "number"]
        self._own_zones = [name for name, z in meaning.zones.items() if z.owner == "player"]
        self._shared_zones = [name for name, z in meaning.zones.items() if z.owner == "shared"]
        self._statuses = {name: i for i, name in enumerate(meaning.statuses)}
        players = game.players
        places: list[tuple[str, int | None]] = [(name, seat) for name in self._own_zones for seat in range(players)]
        places += [(name, None) for name in self._shared_zones]
        self._places: dict[tuple[str, int | None] | None, int] = {place: i for i, place in enumerate(places)}
        self._places[None] = len(places)  # attached to another card
        self._before = players + players * (len(self._of_player) + len(self._own_zones))
        self._before += len(self._shared_zones) + len(self._of_game)
        self._each = len(self._places) + len(self._statuses) + len(self._of_card)

    @property
    def size(self) -> int:
        """The length of every vector."""
        return self._before + self._each * len(self.game.cards)

    def seen(self, match: Match, seat: int) -> dict[str, Any]:
        """What a player sees now, without what was: players from him on, then what is everybody's."""
        players = range(match.game.players)
        return {
            "turn": None if match.turn_player is None else (match.turn_player - seat) % len(players),
            "players": [view.player(match, (seat + i) % len(players), seat) for i in players],
            "zones": {name: view.zone(match, name, None, seat) for name in self._shared_zones},
            "game": {name: match.game_value(name) for name in self._of_game},
        }

    def vector(self, match: Match, seat: int) -> list[float]:
        """The same as numbers."""
        seen = self.seen(match, seat)
        found = [float(seen["turn"] == i) for i in range(self.game.players)]
        for each in seen["players"]:
            found += [number(each[name]) for name in self._of_player]
            found += [float(how_many(each["zones"][name])) for name in self._own_zones]
        found += [float(how_many(seen["zones"][name])) for name in self._shared_zones]
        found += [number(seen["game"][name]) for name in self._of_game]
        found += [0.0] * (self._each * len(self.game.cards))
        for place, card in self._cards(seen):
            if card["card"] < len(self.game.cards):
                self._put(found, self._before + self._each * card["card"], self._places[place], card)
        return found

    def _cards(self, seen: dict[str, Any]) -> Iterator[tuple[tuple[str, int | None] | None, dict[str, Any]]]:
        """Every card that is seen, with its place."""
        piles: list[tuple[tuple[str, int | None], Any]] = [
            ((name, i), each["zones"][name]) for i, each in enumerate(seen["players"]) for name in self._own_zones
        ]
        piles += [((name, None), seen["zones"][name]) for name in self._shared_zones]
        for place, pile in piles:
            for card in pile if isinstance(pile, list) else ():
                yield place, card
                yield from ((None, under) for under in below(card))

    def _put(self, found: list[float], at: int, place: int, card: dict[str, Any]) -> None:
        found[at + place] = 1.0
        at += len(self._places)
        for status in card.get("statuses", ()):
            found[at + self._statuses[status]] = 1.0
        at += len(self._statuses)
        for i, name in enumerate(self._of_card):
            found[at + i] = number(card.get(name, 0))


def below(card: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What lies under a card, and under that."""
    for under in card.get("under", ()):
        yield under
        yield from below(under)


def how_many(pile: Any) -> int:
    """The cards of a zone as it is seen: all of them, their number, or nothing known."""
    return len(pile) if isinstance(pile, list) else pile.get("count", 0)


def number(value: Any) -> float:
    """A value as a number: of several words or amounts how many there are in all."""
    if isinstance(value, bool | int | float):
        return float(value)
    if isinstance(value, list | tuple):
        return float(sum(part if isinstance(part, int) else 1 for part in value))
    return 0.0


def gains(match: Match, value: str = "") -> list[float]:
    """What a match that is over is worth to each: 1 to who has won, what he wins from the others, 0 when nobody has; or by how much
    each has more of a value than all have on average. The sum is 0."""
    players = match.game.players
    if value:
        amounts = [float(number(match.player_value(seat, value))) for seat in range(players)]
        return [amount - sum(amounts) / players for amount in amounts]
    if match.winner is None:
        return [0.0] * players
    return [1.0 if seat == match.winner else -1.0 / (players - 1) for seat in range(players)]
