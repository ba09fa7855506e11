"""How good a position is for a seat, by what the game's own text says: who would win, then material."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.agents.nearness import nearness
from interpreter.match import Game, Match
from interpreter.program.layout import player_code

WON, POINT, CARD_IN_SIGHT, CARD_KEPT = 1_000_000, 1000, 30, 10


class Score:
    """The score of positions of one game; made once, asked often."""

    def __init__(self, game: Game) -> None:
        names: dict[str, Any] = game.machine.names
        layout = game.compiled.layout
        zones = tuple(game.meaning.zones.values())
        self._ending: Callable[[list[Any], int], int] = names["score"]
        self._values: list[Callable[[list[Any], int], int]] = [
            names[f"v{number}"]
            for number, value in enumerate(game.compiled.game.values.values())
            if value.kind == "number" and value.printed and f"v{number}" in names
        ]
        self._nearness = nearness(game)
        self._controller = layout["ctrl"]
        self._upon = [layout[f"zone {zone.name}"] for zone in zones if zone.owner == "card" and zone.seen_by == "all"]
        owned = [pile for pile, kind in layout.kind_of.items() if zones[kind].owner == "player"]
        seen = {pile: zones[layout.kind_of[pile]].seen_by == "all" for pile in owned}
        self._in_sight = [[p for p in owned if seen[p] and layout.player_of[p] == c] for c in _codes(game)]
        self._kept = [[p for p in owned if not seen[p] and layout.player_of[p] == c] for c in _codes(game)]

    def of(self, match: Match, seat: int) -> int:
        """Higher is better for the seat: the end, the value by which the game is won, the cards and their numbers."""
        if match.over:
            winner = match.winner
            return 0 if winner is None else WON if winner == seat else -WON
        each = [self._of_player(match.s, other) for other in range(match.game.players)]
        mine = each.pop(seat)
        return mine - max(each, default=0)

    def _of_player(self, state: list[Any], seat: int) -> int:
        score = self._ending(state, player_code(seat)) * POINT
        for pile in self._kept[seat]:
            score += CARD_KEPT * len(state[pile])
        for pile in self._in_sight[seat]:
            for card in state[pile]:
                score += CARD_IN_SIGHT + sum(value(state, card) for value in self._values)
                for base in self._upon:  # what lies on a card counts for whoever put it there: a token is its host's
                    for thing in state[base + card]:
                        if state[self._controller + thing] in (None, player_code(seat)):
                            score += CARD_IN_SIGHT * (1 + self._nearness.of(state, thing))
        return score


def _codes(game: Game) -> list[int]:
    return [player_code(seat) for seat in range(game.players)]
