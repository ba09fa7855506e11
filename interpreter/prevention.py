"""What is prevented: amounts taken off the events that fit, the oldest shield first, until it is used up.

Where a game says so, who suffers the event chooses among those that differ."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from .machine import Entry, Machine, State

MOST_ORDERED = 4  # of so many that make an amount more or less each order is tried


def build(k: Machine) -> dict[str, Any]:
    """The functions of prevention."""
    L, FN = k.L, k.functions
    CLOCK, LOCKS, TRIAL = L["clock"], L["locks"], L["trial"]
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

    def taken_off(s: State, slot: int, e: Entry, left: int) -> int:
        """What one shield leaves of an amount; what is used up of it is gone."""
        once, much = e[-2:]
        taken: int = left if much is None else min(left, much)
        if once or much is not None:
            rest = () if once or taken == much else ((*e[:-1], much - taken),)
            s[slot] = tuple([y for x in s[slot] for y in (rest if x is e else (x,))])
        return left - taken

    def lessened(s: State, slot: int, ev: list[Any], at: int) -> int:
        """What is left of an event's amount."""
        left: int = ev[at]
        for e in s[slot]:
            if left <= 0:
                break
            if FN[e[0]](s, e, ev):
                left = taken_off(s, slot, e, left)
        return left

    def swelled(s: State, slot: int, ev: list[Any], at: int, done: tuple[Entry, ...]) -> int:
        """What an event's amount is made by what makes it more or less and is not done yet, the oldest first."""
        much: int = ev[at]
        for e in s[slot]:
            if e not in done:
                much = ev[at] = FN[e[0]](s, e, ev)
        return max(0, much)

    def made_of(s: State, order: tuple[Entry, ...], ev: list[Any], at: int) -> int:
        """What an amount would be made in some order."""
        much: int = ev[at]
        for e in order:
            ev[at] = FN[e[0]](s, e, ev)
        made: int = max(0, ev[at])
        ev[at] = much
        return made

    def swellers(s: State, slots: tuple[int, ...], ev: list[Any], at: int, done: tuple[Entry, ...]) -> tuple[int, ...]:
        """The cards among which somebody must choose what makes an amount more or less first: where it is not the same."""
        left = tuple([e for slot in slots for e in s[slot] if e not in done])
        if s[TRIAL] is not None or len(left) < 2:
            return ()
        orders = permutations(left) if len(left) <= MOST_ORDERED else (left, left[::-1])
        if len({made_of(s, order, ev, at) for order in orders}) < 2:
            return ()
        found = tuple(dict.fromkeys(e[1] for e in left if made_of(s, (e,), ev, at) != ev[at]))
        return found if None not in found else ()

    def swelled_by(s: State, slots: tuple[int, ...], card: int, done: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """What makes an amount more or less by one card and is not done yet."""
        return tuple([e for slot in slots for e in s[slot] if e[1] == card and e not in done])

    def shields(s: State, slots: tuple[int, ...], ev: list[Any], at: int) -> tuple[int, ...]:
        """The cards among whose shields somebody must choose: those that fit, when not all are used up or all are alike."""
        fit = [e for slot in slots for e in s[slot] if FN[e[0]](s, e, ev)]
        if s[TRIAL] is not None or len({(e[0], e[4], e[-2:]) for e in fit}) < 2:
            return ()
        if not any(e[-2] or e[-1] is None for e in fit) and sum(e[-1] for e in fit) <= ev[at]:
            return ()
        return tuple(dict.fromkeys(e[1] for e in fit))

    def lessened_by(s: State, slots: tuple[int, ...], ev: list[Any], at: int, card: int) -> int:
        """What is left of an event's amount after the shield of one card."""
        left: int = ev[at]
        for slot in slots:
            for e in s[slot]:
                if e[1] == card and left == ev[at] and FN[e[0]](s, e, ev):
                    left = taken_off(s, slot, e, left)
        return left

    return {f.__name__: f for f in (shield, lessened, swelled, made_of, swellers, swelled_by, shields, lessened_by)}
