"""What can be seen of a match, as facts by a key: the same words for two matches of the same cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import frozen

from dsl.meaning.game import GameMeaning

from ..match import Match

Fact: TypeAlias = "tuple[str, ...]"


@frozen
class Eye:
    """Looks at the named cards of a match, at the players and at the piles."""

    meaning: GameMeaning

    def see(self, match: Match, cards: Mapping[str, int]) -> dict[Fact, Any]:
        """All facts: of cards by their names, of seats by their numbers."""
        seen: dict[Fact, Any] = {}
        for name, card in cards.items():
            self._card(match, name, card, seen)
        for value in self.meaning.values.values():
            if value.owner == "player":
                for seat in range(match.game.players):
                    seen["player", str(seat), value.name] = match.player_value(seat, value.name)
            elif value.owner == "game":
                seen["game", value.name] = match.game_value(value.name)
        for zone in self.meaning.zones.values():
            if zone.owner == "shared":
                seen["count", zone.name] = len(match.pile(zone.name))
            elif zone.owner == "player":
                for seat in range(match.game.players):
                    seen["count", zone.name, str(seat)] = len(match.pile(zone.name, seat))
        seen["turn",] = match.turn_player
        seen["over",] = (match.over, match.winner if match.over else None)
        return seen

    def _card(self, match: Match, name: str, card: int, seen: dict[Fact, Any]) -> None:
        zone, seat, host = match.place_of(card)
        seen["place", name] = (zone, seat, host if host is None else match.name_of(host))
        for status in self.meaning.statuses.values():
            if status.of is None or match.is_noun(card, status.of):
                seen["status", name, status.name] = match.status(card, status.name)
        for keyword in self.meaning.keywords:
            seen["keyword", name, keyword] = match.keyword(card, keyword)
        for value in self.meaning.values.values():
            if value.owner == "card":
                seen["value", name, value.name] = match.value(card, value.name)


__all__ = ["Eye", "Fact"]
