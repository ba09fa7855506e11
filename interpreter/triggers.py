"""Noticed: which triggers an event wakes, and how those of a unit are resolved (active player first, each orders his own, depth first)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .machine import Entry, Machine, State
from .stack import RESOLVE, TRIGGER
from .state import _zones_in_play

if TYPE_CHECKING:
    from .match import Match


def build(k: Machine, silenced: Any) -> dict[str, Any]:
    """The functions that collect and resolve triggers."""
    L = k.L
    PEND, ONCE, HOLD, CTRL, SUPPRESS, USES, TRIAL = (
        L[x] for x in ("pend", "once", "hold", "ctrl", "suppress", "uses", "trial")
    )
    FN, PROGRAM, AT_ONCE, WHAT, LIMITED, PLACES = k.functions, k.program_of, k.at_once, k.what, k.uses, k.places
    TURN = L["player " + next(p.name for p in L.game.periods.values() if p.of_player)]
    seats = k.seats
    declared = dict(L.game.orders.get("priority_order", ()))
    others_first = declared.get("players") == "opponent first"
    by_arrival = declared.get("own") == "by arrival"
    queued = declared.get("born") == "queue"
    KO, ZONE = k.kind_at, L["zone"]
    in_play = _zones_in_play(k)

    def collect(
        m: Match, s: State, fr: list[Any], now: tuple[Entry, ...], before: tuple[Entry, ...], slot: int, end: int
    ) -> None:
        """Triggers that the event fits: as things are now, or as they were before (a card notices its own leaving)."""
        for e in before:
            if e[5] is not None and e not in now and in_play[KO[s[ZONE + e[5]]]]:
                continue  # its card is still in play, but as something else
            if not (s[SUPPRESS] and silenced(s, e)):
                pend(m, s, e, fr, end, slot)
        for e in now:
            if e not in before and FN[e[0]](s, e, fr) and not (s[SUPPRESS] and silenced(s, e)):
                pend(m, s, e, fr, end, slot)

    def pend(m: Match, s: State, e: Entry, fr: list[Any] | None, end: int, slot: int) -> None:
        a = e[0]
        user = e[2]
        if user is None:
            user = s[CTRL + e[1]] if e[1] is not None else (fr[3] if fr is not None else s[TURN])
        if LIMITED[a]:
            mark = (a, e[1])
            if s[USES].count(mark) >= LIMITED[a]:
                return
            s[USES] += (mark,)
        payload = (tuple(fr[4:end]) if fr is not None else ()) + e[7:]
        trigger = (PROGRAM[a], a, e[1], user, e[5], payload)
        if AT_ONCE[a]:
            s[ONCE] += (trigger,)
        else:
            s[PEND] += (trigger,)
        if WHAT[a] == "once" and slot:
            s[slot] = tuple([x for x in s[slot] if x != e])

    def frame_of(trigger: tuple[Any, ...]) -> list[Any]:
        fr = [trigger[0], 0, trigger[2], trigger[3], *trigger[5]]
        fr += [None] * (PLACES[trigger[0]] - len(fr))
        return fr

    def push_once(m: Match, s: State) -> None:
        """Right after the event, before the triggers that it caused."""
        waiting = s[ONCE]
        s[ONCE] = ()
        for trigger in reversed(waiting):
            m.told = ((TRIGGER, trigger[2], trigger[0], None, trigger[1], trigger[3], trigger[4]), m.told)
            m.stack.append(frame_of(trigger))

    def unit(m: Match, s: State, fr: list[Any]) -> None:
        """Run a frame, then resolve what it triggered; inside a period that holds its triggers they wait for its end."""
        if not s[HOLD]:
            m.stack.append([RESOLVE, 2, None, None, (), s[PEND], None])
            s[PEND] = ()
        m.stack.append(fr)

    def flush(m: Match, s: State) -> None:
        """Resolve now what has been triggered so far."""
        if s[PEND] and not s[HOLD]:
            m.stack.append([RESOLVE, 0, None, None, s[PEND], (), None])
            s[PEND] = ()

    def p_resolve(m: Match, s: State, fr: list[Any]) -> bool | None:
        pc = fr[1]
        if pc == 2:  # a unit or a trigger has ended: what it caused comes first
            new = s[PEND]
            fr[1] = 0
            if new:
                s[PEND] = ()
                if not fr[4] or queued:
                    fr[4] += new
                else:
                    m.stack.append([RESOLVE, 0, None, None, new, (), None])
                    return None
        batch = fr[4]
        if not batch:
            s[PEND] = fr[5]
            m.stack.pop()
            return None
        if pc == 1:
            at = m.pick
        else:
            at = 0
            if len(batch) > 1:
                mine = first_in_order(s, batch)
                at = mine[0]
                if len(mine) > 1 and s[TRIAL] is None and not by_arrival:
                    fr[1] = 1
                    fr[6] = mine
                    m.asked = (batch[at][3], "trigger", mine, 0)
                    return True
        trigger = batch[at]
        fr[4] = batch[:at] + batch[at + 1 :]
        fr[1] = 2
        fr[6] = None
        m.told = ((TRIGGER, trigger[2], trigger[0], None, trigger[1], trigger[3], trigger[4]), m.told)
        m.stack.append(frame_of(trigger))
        return None

    def first_in_order(s: State, batch: tuple[Any, ...]) -> tuple[int, ...]:
        """Those of the first player, in turn order, who has some."""
        turn = s[TURN] if s[TURN] is not None else seats[0]
        start = (seats.index(turn) + others_first) % len(seats)
        for player in seats[start:] + seats[:start]:
            mine = tuple([i for i, trigger in enumerate(batch) if trigger[3] == player])
            if mine:
                return mine
        return tuple(range(len(batch)))

    def replacing(s: State, t: tuple[Entry, ...], fr: list[Any]) -> Entry | None:
        """The first replacement that fits the event."""
        for e in t:
            if FN[e[0]](s, e, fr) and not (s[SUPPRESS] and silenced(s, e)):
                return e
        return None

    def push_ability(m: Match, s: State, e: Entry, fr: list[Any], end: int) -> None:
        user = e[2]
        if user is None:
            user = s[CTRL + e[1]] if e[1] is not None else fr[3]
        m.stack.append(frame_of((PROGRAM[e[0]], e[0], e[1], user, e[5], tuple(fr[4:end]) + e[7:])))

    return {"FN": FN} | {
        f.__name__: f for f in (collect, pend, push_once, unit, flush, p_resolve, replacing, push_ability)
    }
