"""Prompts: what has just happened, to the cards whose text may be played for it.

An event that a prompt waits for is an occasion of that card: it lasts until its player passes where it could be played, or the
window of answers closes. When the card is played the occasion goes with it, so that its text can speak of what happened.
"""

from __future__ import annotations

from typing import Any

from .machine import Entry, Machine, State

BLANK = (None,) * 24  # of no occasion: nothing is known of who took part


def build(k: Machine) -> dict[str, Any]:
    """The functions by which occasions are kept, asked about and taken."""
    L, ns = k.L, k.names
    OCCASIONS, GIVEN, TIME, CTRL, ZONE = (L[x] for x in ("occasions", "given", "time", "ctrl", "zone"))
    STACK = L["zone " + L.stack_zone] if L.stack_zone is not None else L.nowhere
    abilities = k.compiled.abilities

    def note_prompt(s: State, e: Entry, payload: tuple[Any, ...]) -> None:
        """An event that a prompt waits for has happened."""
        thing = payload[abilities[e[0]].thing]
        s[OCCASIONS] += ((e[1], s[TIME + e[1]], payload, thing),)

    def occasion(s: State, c: int) -> bool:
        """Whether what the prompt of a card waits for has just happened."""
        return any(o[0] == c and o[1] == s[TIME + c] for o in s[OCCASIONS])

    def open_for(s: State, c: int) -> tuple[Any, ...]:
        """Who took part in what a card may be played for; the first, when it happened more than once."""
        for o in s[OCCASIONS]:
            if o[0] == c and o[1] == s[TIME + c]:
                return o[2]  # type: ignore[no-any-return]
        return BLANK

    def played_for(s: State, c: int) -> tuple[Any, ...]:
        """Who took part in what a card was played for."""
        for g in s[GIVEN]:
            if g[0] == c:
                return g[1]  # type: ignore[no-any-return]
        return BLANK

    def given_things(s: State, c: int) -> tuple[Any, ...]:
        """For which of several things a card may be said to be played."""
        return tuple(dict.fromkeys([g[2] for g in s[GIVEN] if g[0] == c]))

    def keep_given(s: State, c: int, thing: Any) -> None:
        """The card is played for this one."""
        s[GIVEN] = tuple([g for g in s[GIVEN] if g[0] != c or g[2] == thing])

    def take_occasions(s: State, c: int) -> None:
        """A card that is played takes its occasions along; what was played before and is over forgets its own."""
        mine = tuple([(c, o[2], o[3]) for o in s[OCCASIONS] if o[0] == c and o[1] == s[TIME + c]])
        s[GIVEN] = tuple([g for g in s[GIVEN] if g[0] != c and s[ZONE + g[0]] == STACK]) + mine
        s[OCCASIONS] = tuple([o for o in s[OCCASIONS] if o[0] != c])

    def declined(s: State, player: int) -> None:
        """A player who passes lets what has just happened go by."""
        s[OCCASIONS] = tuple([o for o in s[OCCASIONS] if s[CTRL + o[0]] != player])

    def prompted(s: State, slot: int, card: int, player: int) -> bool:
        """Whether the prompt of a text, if it has one, lets it be played now."""
        test = ns.get(f"prompt{slot}_{card}")
        return test is None or bool(test(s, card, player))

    found = (note_prompt, occasion, open_for, played_for, given_things, keep_given, take_occasions, declined, prompted)
    return {f.__name__: f for f in found}


__all__ = ["build"]
