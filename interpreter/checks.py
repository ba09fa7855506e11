"""State checks: all that is due happens at one moment, and again until nothing is due; who has lost, and when that ends the match."""

from __future__ import annotations

from typing import Any

from .frames import HALTED, OVER, VERIFY
from .machine import Machine, State
from .running import RunningMatch

Due = tuple[int, tuple[int, ...]]  # a check's program, and what it is about with what stands beside it


def build(k: Machine) -> dict[str, Any]:
    """The functions that look over the state after what has happened."""
    L = k.L
    SNAP, MET, LOST, WON, OVER_SLOT = (L[x] for x in ("snap", "met", "lost", "won", "over"))
    CTRL, DID, USES = L["ctrl"], L["did"], L["uses"]
    TURN = L["player " + next(p.name for p in L.game.periods.values() if p.of_player)]
    ending = L.game.ending
    turn_player_wins = ending is not None and ending.all_lose == "turn player"
    first_wins = ending is not None and ending.several_win == "turn player"
    lo, hi = L.index_triggers, L.end_triggers
    PROGRAMS, PLACES = k.programs, k.places
    checks = [(k.names[name], pid) for name, pid in k.compiled.checks]

    def due(s: State, done: tuple[Due, ...]) -> tuple[Due, ...]:
        """What must happen as things are; what was done already in vain is left."""
        found = [(pid, x) for asked, pid in checks for x in asked(s)]
        if len(found) > 1 and any(s[slot] for slot in k.detours):
            sends = k.names["sends_elsewhere"]
            found.sort(key=lambda each: sends(s, each[1][0]))
        return tuple([each for each in found if each not in done])

    def verify(m: RunningMatch, s: State) -> int:
        """Look over the state; 0 when something on the way stopped."""
        found = due(s, ()) if checks else ()
        return p_verify(m, s, [VERIFY, 0, None, None, (), 0, None, (), ()]) if found else 1

    def p_verify(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, what is due at this moment, how much of it is done, the moment around it, what was done before and
        is left, what had been used up when this moment began."""
        while True:
            if fr[5] < len(fr[4]):
                pid, things = fr[4][fr[5]]
                fr[5] += 1
                thing = things[0]
                event = [pid, 0, thing if thing >= 0 else None, thing if thing < 0 else s[CTRL + thing]]
                event += things
                event += [None] * (PLACES[pid] - len(event))
                s[DID] = 1
                if not PROGRAMS[pid](m, s, event):
                    m.rest.append(fr)
                    return 0
                continue
            if fr[4]:
                s[SNAP] = fr[6]
                if fr[6] is None:
                    s[MET] = ()
                if (s[LOST] or s[WON]) and not losers(m, s):
                    return 0
            if s[USES] == fr[8]:  # what stood in its place once a turn may be used up: then it is due again
                fr[7] += fr[4]
            fr[4], fr[5], fr[6], fr[8] = due(s, fr[7]), 0, s[SNAP], s[USES]
            if not fr[4]:
                return 1
            m.left -= 1
            if s[SNAP] is None:
                s[SNAP] = tuple(s[lo:hi])

    def lose(m: RunningMatch, s: State, player: int | None) -> int:
        """A player has lost; at one moment several may."""
        if player is None or player in s[LOST]:
            return 1
        s[LOST] += (player,)
        return 1 if s[SNAP] is not None else losers(m, s)

    def win(m: RunningMatch, s: State, player: int | None) -> int:
        """A player has won; at one moment several may."""
        s[WON] += (player,) if player is not None else ()
        return 1 if s[SNAP] is not None else losers(m, s)

    def losers(m: RunningMatch, s: State) -> int:
        """The match is over when somebody has won or at most one is left; of several, or with nobody left, it is as the
        game's ending says."""
        left = [p for p in k.seats if p not in s[LOST]]
        if s[WON]:
            winner = s[WON][0] if len(set(s[WON])) == 1 else first_of(s) if first_wins else None
        elif len(left) > 1:
            return 1
        else:
            winner = left[0] if left else s[TURN] if turn_player_wins else None
        s[OVER_SLOT] = (winner,)
        m.told = ((OVER, None, 0, None, winner), m.told)
        m.broken = HALTED
        return 0

    def first_of(s: State) -> int:
        """Of those who have won, the first from the turn player on."""
        start = k.seats.index(s[TURN]) if s[TURN] in k.seats else 0
        return next(p for p in k.seats[start:] + k.seats[:start] if p in s[WON])

    return {f.__name__: f for f in (verify, p_verify, lose, win, losers)}
