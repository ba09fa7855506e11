"""What goes over to somebody for a time: whose it was, and that it goes back when the time is over."""

from __future__ import annotations

from typing import Any

from .machine import Entry, Machine, State

LENDER, TAKER = 7, 8  # the places of an entry: whose it was, whose it has become


def due(expiry: Any, period: int, serial: int, player: int | None, at_start: int) -> bool:
    """Whether what lasts until then ends with this period, at its end or at its start."""
    if not expiry or expiry[0] != period or expiry[3] != at_start:
        return False
    return bool(serial >= expiry[1] and (expiry[2] is None or expiry[2] == player))


def build(k: Machine, change_side: Any) -> dict[str, Any]:
    """The functions of what is lent, in a game in which something is."""
    L = k.L
    CLOCK, LOCKS, CTRL, LOANS = (L[x] for x in ("clock", "locks", "ctrl", "loans"))
    names = list(L.game.periods)
    timed, serials, players = ([L[f"{x} {name}"] for name in names] for x in ("timed", "serial", "player"))

    def lend(s: State, fr: list[Any], expiry: Any, c: int, lender: int) -> None:
        """A card that has just gone over is its lender's again at the end of that time, unless it becomes another before."""
        s[CLOCK] += 1
        s[LOANS] += ((-1, fr[2], fr[3], s[CLOCK], expiry, fr[2], c, lender, s[CTRL + c]),)
        if LOANS not in s[LOCKS + c]:
            s[LOCKS + c] += (LOANS,)
        if LOANS not in s[timed[expiry[0]]]:
            s[timed[expiry[0]]] += (LOANS,)

    def kept_for_good(s: State, c: int, taker: int) -> None:
        """What somebody has for a time and takes again for good is his: it does not go back."""
        s[LOANS] = tuple([x for x in s[LOANS] if x[6] != c or x[TAKER] != taker])

    def give_back(s: State, period: int) -> None:
        """Those whose time is over with a period, the last lent first."""
        serial, player = s[serials[period]], s[players[period]]
        for e in reversed(s[LOANS]):
            if due(e[4], period, serial, player, 0):
                s[LOANS] = tuple([x for x in s[LOANS] if x[3] != e[3]])
                returned(s, e)

    def returned(s: State, e: Entry) -> None:
        """One goes back; who took it from its taker since then has it from its lender now."""
        c, lender, taker = e[6], e[LENDER], e[TAKER]
        later = next((x for x in s[LOANS] if x[6] == c and x[3] > e[3] and x[LENDER] == taker), None)
        if later is not None:
            s[LOANS] = tuple([(*x[:LENDER], lender, *x[TAKER:]) if x is later else x for x in s[LOANS]])
        elif s[CTRL + c] == taker:
            change_side(s, c, lender)

    return {f.__name__: f for f in (lend, kept_for_good, give_back)}
