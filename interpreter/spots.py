"""Cards on declared places in the flat state: which lies where, which room is left, what a card keeps."""

from __future__ import annotations

from typing import Any

from .machine import Machine, State


class CardsOnSpots:
    """Cards on declared places: which lies where, which room is left."""

    def __init__(self, k: Machine, in_play: list[bool]) -> None:
        L = k.L
        self.SPOT, self.LAST_SPOT, self.HELD = L["spot"], L["last spot"], L["held"]
        self.ZONE, self.first, self.KO, self.PO = L["zone"], L.first_spot, k.kind_at, k.player_at
        self.pile = [L.pile_of_spot(L.first_spot + i) for i in range(len(L.spots))]
        self.room = [L.game.zones[spot.zone].per_spot for spot in L.spots]
        self.in_pile: dict[int, tuple[int, ...]] = {}
        for i, pile in enumerate(self.pile):
            self.in_pile[pile] = (*self.in_pile.get(pile, ()), L.first_spot + i)
        self.in_play = in_play

    def leaving(self, inner: Any) -> Any:
        """Movement of a card that may lie on a place: it leaves it, and where it was is remembered as it leaves play."""
        SPOT, LAST_SPOT, HELD, KO, in_play = self.SPOT, self.LAST_SPOT, self.HELD, self.KO, self.in_play

        def move(s: State, c: int, z: int, top: int = 1) -> None:
            spot = s[SPOT + c]
            if spot is not None:
                s[HELD + spot] = tuple([x for x in s[HELD + spot] if x != c])
                s[SPOT + c] = None
            s[LAST_SPOT + c] = spot if not in_play[KO[z]] else None
            inner(s, c, z, top)

        return move

    def change_side(self, s: State, c: int, shift: int) -> bool:
        """The room that a card takes on another side: the same place, else the first free one; False when there is none."""
        spot = s[self.SPOT + c]
        if spot is None:
            return True
        there = self.in_pile[s[self.ZONE + c] + shift]
        same = there[self.in_pile[self.pile[spot - self.first]].index(spot)]
        for one in (same, *there):
            if self.has_room(s, one):
                self.set_down(s, c, one)
                return True
        return False

    def has_room(self, s: State, spot: int) -> bool:
        return len(s[self.HELD + spot]) < self.room[spot - self.first]

    def set_down(self, s: State, c: int, spot: int) -> None:
        """The card lies on this place, wherever it lay before in the same zone."""
        old = s[self.SPOT + c]
        if old is not None:
            s[self.HELD + old] = tuple([x for x in s[self.HELD + old] if x != c])
        s[self.HELD + spot] += (c,)
        s[self.SPOT + c] = spot

    def functions(self, move: Any, change_side: Any) -> dict[str, Any]:
        """What generated programs ask of places."""
        SPOT, LAST_SPOT, HELD, ZONE = self.SPOT, self.LAST_SPOT, self.HELD, self.ZONE
        KO, PO, first = self.KO, self.PO, self.first
        pile, in_pile, has_room, set_down = self.pile, self.in_pile, self.has_room, self.set_down

        def put(s: State, c: int | None, spot: int | None) -> int:
            """Put a card on a place; 0 when there is none or no room. Within its zone it keeps all that it has."""
            if c is None or spot is None or not has_room(s, spot):
                return 0
            z, old = pile[spot - first], s[ZONE + c]
            if KO[old] != KO[z]:
                move(s, c, z)
            set_down(s, c, spot)
            if s[ZONE + c] != z:
                change_pile(s, c, z)
            return 1

        def change_pile(s: State, c: int, z: int) -> None:
            """To the side of another player, where it has its place already."""
            spot = s[SPOT + c]
            s[SPOT + c] = None
            change_side(s, c, PO[z])
            s[SPOT + c] = spot

        def swap(s: State, cards: tuple[int, ...]) -> int:
            """Each of two cards to where the other lies; 0 when one of them lies on no place."""
            if len(cards) != 2 or any(c is None or s[SPOT + c] is None for c in cards):
                return 0
            one, other = cards
            here, there = s[SPOT + one], s[SPOT + other]
            for c, spot in ((one, here), (other, there)):
                s[HELD + spot] = tuple([x for x in s[HELD + spot] if x != c])
            s[SPOT + one] = s[SPOT + other] = None
            return put(s, one, there) and put(s, other, here)

        def free_in(s: State, z: int) -> tuple[int, ...]:
            """The places of a pile that have room."""
            return tuple([x for x in in_pile[z] if has_room(s, x)])

        def spot_of(s: State, x: int | None) -> int | None:
            """The place of a card, or where it was when it left play; a place itself."""
            if x is None or x < 0:
                return None
            spot: int | None = s[SPOT + x]
            return spot if spot is not None else s[LAST_SPOT + x]

        def pile_of(spot: int | None) -> int | None:
            return pile[spot - first] if spot is not None else None

        return {f.__name__: f for f in (put, swap, free_in, spot_of, pile_of)} | {"has_room": has_room}


__all__ = ["CardsOnSpots"]
