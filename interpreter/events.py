"""Events of several things at once, events repeated, and what is settled after each event: limits, what lay under, piles to shuffle."""

from __future__ import annotations

from functools import partial
from typing import Any

from .frames import BATCH, TIMES
from .machine import Machine, State
from .running import RunningMatch


def build(k: Machine, shuffle: Any, in_turn: Any, in_place: Any) -> dict[str, Any]:
    """The functions around the gates, which are generated for each verb."""
    L = k.L
    DID, SNAP, MET, DIRTY = (L[x] for x in ("did", "snap", "met", "dirty"))
    ORPHANS, SHUFFLE, CTRL = (L[x] for x in ("orphans", "shuffle", "ctrl"))
    TURN = L["player " + L.game.turn]
    lo, hi = L.index_triggers, L.end_triggers
    PLACES, PROGRAMS = k.places, k.programs
    programs = list(k.compiled.event_programs.values())
    limits = k.compiled.limits
    numbers = tuple(range(len(limits)))
    places_of_object = [4 + roles.index("object") if "object" in roles else None for roles in k.compiled.roles.values()]

    beyond, guards = k.beyond, k.guards

    def batch(m: RunningMatch, s: State, template: list[Any], at: int) -> int:
        """One event on several things: those of the active player first, all noticed as if together (B-143)."""
        things = template[at]
        if not isinstance(things, tuple):
            things = (things,)
        things = tuple([x for x in things if x is not None])
        if not things:
            s[DID] = 0
            return 1
        p = s[TURN]
        if p is not None and len(things) > 1:
            things = tuple(sorted(things, key=lambda x: (s[CTRL + x] != p) if x >= 0 else x != p))
        if len(things) > 1 and any(s[slot] for slot in guards[template[0]][1]):
            things = spared_first(s, things, template, at)
        if len(things) > 1 and any(s[slot] for slot in k.detours):
            things = tuple(sorted(things, key=partial(sends_elsewhere, s)))
        before = s[SNAP]
        if before is None and len(things) > 1:
            s[SNAP] = tuple(s[lo:hi])
        return p_batch(m, s, [BATCH, 0, template[2], template[3], things, tuple(template), at, 0, 0, before])

    def sends_elsewhere(s: State, x: int) -> bool:
        """Whether a card says where others go instead: it is the last to which what befalls them all happens."""
        return any(e[1] == x for slot in k.detours for e in s[slot])

    def spared_first(s: State, things: tuple[int, ...], template: list[Any], at: int) -> tuple[int, ...]:
        """Those to which it cannot happen, or something happens instead, as things are before it happens to the others."""
        may, slots = guards[template[0]]
        befallen = []
        for x in things:
            event = [*template, *[None] * (PLACES[template[0]] - len(template))]
            event[at] = x
            spared = not may(s, event) or any(in_place(s, e, event) for slot in slots[::2] for e in s[slot])
            befallen.append((not spared, x))
        return tuple([x for late in (False, True) for befalls, x in befallen if befalls == late])

    def p_batch(m: RunningMatch, s: State, fr: list[Any]) -> int:
        if fr[1]:
            fr[8] += s[DID]
        fr[1] = 1
        things = fr[4]
        while fr[7] < len(things):
            event = list(fr[5])
            event[fr[6]] = things[fr[7]]
            fr[7] += 1
            event += [None] * (PLACES[event[0]] - len(event))
            if not PROGRAMS[event[0]](m, s, event):
                m.rest.append(fr)
                return 0
            fr[8] += s[DID]
        s[SNAP] = fr[9]
        if fr[9] is None:
            s[MET] = ()
        s[DID] = fr[8]
        return 1

    def times(m: RunningMatch, s: State, template: list[Any], number: int) -> int:
        """The same event several times, one after the other."""
        if number is None or number <= 0:
            s[DID] = 0
            return 1
        if number == 1:
            template += [None] * (PLACES[template[0]] - len(template))
            done: int = PROGRAMS[template[0]](m, s, template)
            return done
        return p_times(m, s, [TIMES, 0, template[2], template[3], tuple(template), number, 0])

    def p_times(m: RunningMatch, s: State, fr: list[Any]) -> int:
        if fr[1]:
            fr[6] += 1 if s[DID] else 0
        fr[1] = 1
        while fr[5] > 0:
            fr[5] -= 1
            event = list(fr[4])
            event += [None] * (PLACES[event[0]] - len(event))
            if not PROGRAMS[event[0]](m, s, event):
                m.rest.append(fr)
                return 0
            fr[6] += 1 if s[DID] else 0
        s[DID] = fr[6]
        return 1

    def settle(m: RunningMatch, s: State) -> int:
        """Once something was moved: bring back what is out of bounds; 0 when something on the way stopped."""
        while True:
            m.left -= 1
            if m.left < 0:  # a limit that nothing can mend
                return 0
            if s[SHUFFLE]:
                for z in tuple(dict.fromkeys(s[SHUFFLE])):
                    shuffle(s, z)
                s[SHUFFLE] = ()
            if s[ORPHANS]:
                waiting = s[ORPHANS]
                s[ORPHANS] = ()
                if not in_turn(m, s, [orphaned(s, verb, c) for verb, c in waiting], ()):
                    return 0
            elif s[DIRTY]:
                s[DIRTY] = 0
                if not bounded(m, s):
                    return 0
            if not (s[DIRTY] or s[ORPHANS] or s[SHUFFLE]):
                return 1

    def bounded(m: RunningMatch, s: State) -> int:
        """The first thing that is out of bounds is brought back."""
        for i in numbers:
            over = beyond[i](s)
            if over is not None:
                return brought_back(m, s, limits[i], over)
        return 1

    def brought_back(m: RunningMatch, s: State, pid: int, over: int) -> int:
        s[DIRTY] = 1
        frame = [pid, 0, None, over if over < 0 else s[CTRL + over], over]
        frame += [None] * (PLACES[pid] - 5)
        return PROGRAMS[pid](m, s, frame)

    def orphaned(s: State, verb: int, c: int) -> list[Any]:
        """What happens to a card that lay under one that left."""
        event = [programs[verb], 0, c, s[CTRL + c]]
        event += [None] * (PLACES[programs[verb]] - 4)
        at = places_of_object[verb]
        assert at is not None  # what lies under a card is the object of how it leaves
        event[at] = c
        event[4 + len(k.compiled.roles[verb_names[verb]]) + 2] = programs[verb]
        return event

    verb_names = list(k.compiled.event_programs)
    return {f.__name__: f for f in (batch, p_batch, times, p_times, settle, sends_elsewhere)}
