"""What is prevented: amounts taken off the events that fit, the oldest shield first, until it is used up."""

from __future__ import annotations

from typing import Any

from .machine import Entry, Machine, State


def build(k: Machine) -> dict[str, Any]:
    """The functions of prevention."""
    L, FN = k.L, k.functions
    CLOCK, LOCKS = L["clock"], L["locks"]
    timed_slots = [L["timed " + name] for name in L.game.periods]

    def shield(
        s: State,
        slot: int,
        ability: int,
        fr: list[Any],
        expiry: tuple[Any, ...],
        locked: int | None,
        much: int | None,
        once: bool,
    ) -> None:
        """From now on so much (None: all) of what fits is taken off; ``once``: of the first alone. It goes with what it protects."""
        if much is not None and much <= 0:
            return
        s[CLOCK] += 1
        entry: Entry = (ability, fr[2], fr[3], s[CLOCK], expiry, fr[2], locked, *fr[4:], once, much)
        s[slot] += (entry,)
        if locked is not None and locked >= 0 and slot not in s[LOCKS + locked]:
            s[LOCKS + locked] += (slot,)
        if slot not in s[timed_slots[expiry[0]]]:
            s[timed_slots[expiry[0]]] += (slot,)

    def lessened(s: State, slot: int, ev: list[Any], at: int) -> int:
        """What is left of an event's amount."""
        left: int = ev[at]
        for e in s[slot]:
            if left <= 0:
                break
            if not FN[e[0]](s, e, ev):
                continue
            once, much = e[-2:]
            taken = left if much is None else min(left, much)
            left -= taken
            if once or much is not None:
                rest = () if once or taken == much else ((*e[:-1], much - taken),)
                s[slot] = tuple([y for x in s[slot] for y in (rest if x is e else (x,))])
        return left

    return {"shield": shield, "lessened": lessened}
