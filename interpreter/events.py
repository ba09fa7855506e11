"""Events of several things at once, events repeated, and what is settled after each event: limits, what lay under, piles to shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .machine import Machine, State
from .stack import BATCH, TIMES

if TYPE_CHECKING:
    from .match import Match


def build(k: Machine, shuffle: Any) -> dict[str, Any]:
    """The functions around the five gates, which are generated for each verb."""
    L = k.L
    DID, SNAP, DIRTY, ORPHANS, SHUFFLE, CTRL = (L[x] for x in ("did", "snap", "dirty", "orphans", "shuffle", "ctrl"))
    TURN = L["player " + next(p.name for p in L.game.periods.values() if p.of_player)]
    lo, hi = L.index_triggers, L.end_triggers
    PLACES = k.places
    programs = list(k.compiled.event_programs.values())
    limits = k.compiled.limits
    names = k.names
    places_of_object = [4 + roles.index("object") if "object" in roles else None for roles in k.compiled.roles.values()]

    def batch(m: Match, s: State, template: list[Any], at: int) -> None:
        """One event on several things: those of the active player first, all noticed as if together (B-143)."""
        things = template[at]
        if not isinstance(things, tuple):
            things = (things,)
        things = tuple([x for x in things if x is not None])
        if not things:
            s[DID] = 0
            return
        p = s[TURN]
        if p is not None and len(things) > 1:
            things = tuple(sorted(things, key=lambda x: (s[CTRL + x] != p) if x >= 0 else x != p))
        m.stack.append([BATCH, 0, template[2], template[3], things, tuple(template), at, 0, 0, s[SNAP]])

    def p_batch(m: Match, s: State, fr: list[Any]) -> None:
        if fr[1] == 0:
            fr[1] = 1
            if s[SNAP] is None and len(fr[4]) > 1:
                s[SNAP] = tuple(s[lo:hi])
        else:
            fr[8] += 1 if s[DID] else 0
        i = fr[7]
        if i >= len(fr[4]):
            s[SNAP] = fr[9]
            s[DID] = fr[8]
            m.stack.pop()
            return
        fr[7] = i + 1
        event = list(fr[5])
        event[fr[6]] = fr[4][i]
        event += [None] * (PLACES[event[0]] - len(event))
        m.stack.append(event)

    def times(m: Match, s: State, template: list[Any], number: int) -> None:
        """The same event several times, one after the other."""
        if number is None or number <= 0:
            s[DID] = 0
            return
        if number == 1:
            template += [None] * (PLACES[template[0]] - len(template))
            m.stack.append(template)
            return
        m.stack.append([TIMES, 0, template[2], template[3], tuple(template), number, 0])

    def p_times(m: Match, s: State, fr: list[Any]) -> None:
        if fr[1]:
            fr[6] += 1 if s[DID] else 0
        fr[1] = 1
        if fr[5] <= 0:
            s[DID] = fr[6]
            m.stack.pop()
            return
        fr[5] -= 1
        event = list(fr[4])
        event += [None] * (PLACES[event[0]] - len(event))
        m.stack.append(event)

    def settle(m: Match, s: State, fr: list[Any]) -> bool:
        """Bring back what is out of bounds; True when it pushed something that must come first."""
        if s[SHUFFLE]:
            for z in tuple(dict.fromkeys(s[SHUFFLE])):
                shuffle(s, z)
            s[SHUFFLE] = ()
        if s[ORPHANS]:
            waiting = s[ORPHANS]
            s[ORPHANS] = ()
            for verb, c in reversed(waiting):
                event = [programs[verb], 0, c, s[CTRL + c]]
                event += [None] * (PLACES[programs[verb]] - 4)
                event[places_of_object[verb]] = c
                event[4 + len(k.compiled.roles[verb_names[verb]]) + 2] = programs[verb]
                m.stack.append(event)
            return True
        if s[DIRTY]:
            s[DIRTY] = 0
            for i, pid in enumerate(limits):
                over = names[f"lim{i}"](s)
                if over is not None:
                    s[DIRTY] = 1
                    who = over if over < 0 else s[CTRL + over]
                    frame = [pid, 0, None, who, over]
                    frame += [None] * (PLACES[pid] - 5)
                    m.stack.append(frame)
                    return True
        return False

    verb_names = list(k.compiled.event_programs)
    return {f.__name__: f for f in (batch, p_batch, times, p_times, settle)}
