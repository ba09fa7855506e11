"""Noticed: which triggers an event wakes, and how those of a unit are resolved (active player first, each orders his own, depth first)."""

from __future__ import annotations

from typing import Any

from .frames import GAVE_UP, RESOLVE, TRIGGER, WINDOW
from .machine import Entry, Machine, State
from .program.layout import ENTRY
from .running import RunningMatch
from .stack import NESTED
from .state import _zones_in_play

INNER = -1  # of a frame that resolves what a trigger caused inside another


def build(k: Machine, silenced: Any) -> dict[str, Any]:
    """The functions that collect and resolve triggers."""
    L = k.L
    PEND, ONCE, HOLD, CTRL, SUPPRESS, USES, TRIAL = (
        L[x] for x in ("pend", "once", "hold", "ctrl", "suppress", "uses", "trial")
    )
    SPEAKING, WAITING, OVER, OCCASIONS = L["speaking"], L["waiting"], L["over"], L["occasions"]
    SNAP, MET, TOGETHER = L["snap"], L["met"], k.together
    TIME, FORMER, FORMER_TIME = L["time"], L["former"], L["former time"]
    STACKED, WAITS = k.stack_window is not None, k.triggers_wait
    PROMPTED = any(w.prompted for w in L.game.windows.values())  # what happens is answered at once
    PROGRAMS, LEFT, ALIKE = k.programs, k.left, k.alike
    FN, PROGRAM, AT_ONCE, WHAT, LIMITED, PLACES = k.functions, k.program_of, k.at_once, k.what, k.uses, k.places
    WHENCE, taken = k.whence, any(k.whence)
    PROMPT, ONCE_ONLY = [x == "prompt" for x in WHAT], [x == "once" for x in WHAT]
    asks = any(PROMPT)
    TURN = L["player " + L.game.turn]
    seats = k.seats
    declared = dict(L.game.orders.get("priority_order", ()))
    others_first = declared.get("players") == "opponent first"
    by_arrival = declared.get("own") == "by arrival"
    queued = declared.get("born") == "queue"
    lets_go = dict(L.game.orders.get("doubt_order", ())).get("within a place") == "itself"  # of what it was
    KO, ZONE, STAT = k.kind_at, L["zone"], L["stat"]
    OFF = sum(1 << i for i, status in enumerate(L.game.statuses.values()) if status.turns_off)
    in_play = _zones_in_play(k)
    OPTIONAL, BUSY = k.optional, L["busy"]
    names, checked = k.names, bool(k.compiled.checks)
    nothing_more = not (WAITS or STACKED or checked)  # when a unit is over only its triggers come

    def collect(
        m: RunningMatch, s: State, fr: list[Any], now: tuple[Entry, ...], before: tuple[Entry, ...], slot: int, end: int,
        itself: int = 0,
    ) -> None:  # fmt: skip
        """Triggers that the event fits: as things are now, or as they were before (a card notices its own leaving). ``itself``: the
        place of what the event makes something else, which notices that very event."""
        for e in before:
            c = e[5]
            other = not itself or fr[itself] != c
            if (
                other
                and not lets_go
                and c is not None
                and e not in now
                and in_play[KO[s[ZONE + c]]]
                and not s[STAT + c] & OFF
            ):
                continue  # its card is still in play, but as something else; one that was just turned off noticed it
            if not (s[SUPPRESS] and silenced(s, e)):
                pend(m, s, e, fr, end, slot)
        if before:
            now = tuple([e for e in now if e not in before])
        for e in now:
            if not (taken and WHENCE[e[0]]) and FN[e[0]](s, e, fr) and not (s[SUPPRESS] and silenced(s, e)):
                pend(m, s, e, fr, end, slot)

    def pend(m: RunningMatch, s: State, e: Entry, fr: list[Any] | None, end: int, slot: int) -> None:
        a, bearer = e[0], e[1]
        alike = TOGETHER[a]
        if alike is not None and fr is not None and (s[SNAP] is not None or s[MET]):  # of one moment once
            mark = (a, bearer, e[2], *[fr[at] for at in alike])
            if mark in s[MET]:
                return
            s[MET] += (mark,)
        if asks and PROMPT[a]:
            names["note_prompt"](s, e, tuple(fr[4:end]) if fr is not None else ())
            return
        user = e[2]
        if user is None:
            user = s[CTRL + bearer] if bearer is not None else (fr[3] if fr is not None else s[TURN])
        if LIMITED[a]:
            mark = (a, bearer)
            if s[USES].count(mark) >= LIMITED[a]:
                return
            s[USES] += (mark,)
        payload = tuple(fr[4:end]) if fr is not None else ()
        if len(e) > ENTRY:
            payload += e[ENTRY:]
        trigger = (PROGRAM[a], a, bearer, user, e[5], payload, s[TIME + bearer] if bearer is not None else -1)
        if AT_ONCE[a]:
            s[ONCE] += (trigger,)
        else:
            s[PEND] += (trigger,)
        if ONCE_ONLY[a] and slot:
            s[slot] = tuple([x for x in s[slot] if x != e])
        elif LEFT[a] and slot:
            less = (*e[: LEFT[a]], e[LEFT[a]] - 1, *e[LEFT[a] + 1 :])
            s[slot] = tuple([less if x == e else x for x in s[slot] if x != e or less[LEFT[a]]])

    def frame_of(trigger: tuple[Any, ...]) -> list[Any]:
        return begun(trigger[0], trigger[2], trigger[3], trigger[5])

    def begun(pid: int, bearer: int | None, user: int | None, given: tuple[Any, ...]) -> list[Any]:
        fr = [pid, 0, bearer, user, *given]
        fr += [None] * (PLACES[pid] - len(fr))
        return fr

    def do_once(m: RunningMatch, s: State) -> int:
        """Right after the event, before the triggers that it caused."""
        waiting = s[ONCE]
        s[ONCE] = ()
        return in_turn(m, s, [frame_of(trigger) for trigger in waiting], waiting)

    def beforehand(m: RunningMatch, s: State, slots: tuple[int, ...], given: Any, fr: list[Any], end: int) -> int:
        """What is done before an event, the active player's first; what that causes waits as what the event causes does."""
        kept = s[PEND]
        s[PEND] = ()
        for slot in slots:
            for e in fitting(s, s[slot], fr):
                pend(m, s, e, fr, end, slot)
        for e in given:
            pend(m, s, e, fr, end, 0)
        batch, waiting = s[PEND], []
        s[PEND] = kept
        while batch:
            mine = first_in_order(s, batch)
            waiting += [batch[i] for i in mine]
            batch = tuple([x for i, x in enumerate(batch) if i not in mine])
        return in_turn(m, s, [frame_of(trigger) for trigger in waiting], tuple(waiting))

    def in_turn(m: RunningMatch, s: State, frames: list[list[Any]], waiting: tuple[Any, ...]) -> int:
        """Programs one after the other; when one stops, those after it wait behind it."""
        for trigger in reversed(waiting):
            m.told = ((TRIGGER, trigger[2], trigger[0], None, trigger[1], trigger[3], trigger[4]), m.told)
        for i, fr in enumerate(frames):
            if not PROGRAMS[fr[0]](m, s, fr):
                m.rest += frames[i + 1 :]
                return 0
        return 1

    def unit(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Run a frame, then resolve what it triggered; inside a period that holds its triggers they wait for its end."""
        return done_as_unit(m, s, PROGRAMS[fr[0]], fr)

    def done_as_unit(m: RunningMatch, s: State, do: Any, given: Any) -> int:
        """The same of what a function does with what it is given."""
        if s[HOLD]:
            if not do(m, s, given):
                return given_up(m)
            return 1
        if WAITS:
            if not do(m, s, given) and not given_up(m):
                m.rest.append([RESOLVE, 2, None, None, (), (), None])
                return 0
            return p_resolve(m, s, [RESOLVE, 2, None, None, (), (), None])
        before = s[PEND]
        if before:
            s[PEND] = ()
        if not do(m, s, given) and not given_up(m):
            m.rest.append([RESOLVE, 2, None, None, (), before, None])
            return 0
        if s[PEND] or STACKED or checked:
            return p_resolve(m, s, [RESOLVE, 2, None, None, (), before, None])
        s[PEND] = before
        return 1

    def chase(m: RunningMatch, s: State) -> int:
        """What waits when a unit is over opens the window in which it is answered and resolved."""
        if not STACKED or s[SPEAKING] or s[HOLD] or s[TRIAL] is not None or s[OVER] is not None:
            return 1
        if not (s[WAITING] or (WAITS and s[PEND]) or (PROMPTED and s[OCCASIONS])):
            return 1
        done: int = k.names["p_window"](m, s, [WINDOW, 0, None, None, k.stack_window, 0, (), None, 0])
        return done

    def given_up(m: RunningMatch) -> int:
        """Whether what stopped was given up: then its unit is over."""
        if m.broken != GAVE_UP:
            return 0
        m.broken = 0
        m.rest.clear()
        m.s[BUSY] = ()
        return 1

    def flush(m: RunningMatch, s: State) -> int:
        """Resolve now what has been triggered so far."""
        if not s[PEND] or s[HOLD] or WAITS:
            return 1
        batch = s[PEND]
        s[PEND] = ()
        return p_resolve(m, s, [RESOLVE, 0, None, None, batch, (), None])

    def p_resolve(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, the triggers that wait, those that waited before this unit, the choices of who orders them."""
        if nothing_more and fr[1] == 2 and not fr[4] and not s[PEND]:
            s[PEND] = fr[5]
            return 1
        return resolving(m, s, fr)

    def resolving(m: RunningMatch, s: State, fr: list[Any]) -> int:
        if WAITS:
            if checked and not names["verify"](m, s):
                m.rest.append(fr)
                return 0
            s[PEND] = fr[5] + s[PEND]
            return chase(m, s)
        pc, batch, former = fr[1], fr[4], fr[6]
        while True:
            if pc == 2:  # a unit or a trigger has ended: the state is looked over, then what it caused comes first
                if former is not None:
                    s[FORMER], s[FORMER_TIME] = former
                    former = None
                if checked and not names["verify"](m, s):
                    return waiting(m, fr, 2, batch, None)
                new = s[PEND]
                if new:
                    s[PEND] = ()
                    if not batch or queued:
                        batch += new
                    elif not p_resolve(m, s, [RESOLVE, 0, None, INNER, new, (), None]):
                        return waiting(m, fr, 0, batch, None)
                pc = 0
            if not batch:
                s[PEND] = fr[5]
                return 1 if fr[3] == INNER else chase(m, s)
            if pc == 0 and len(batch) == 1:
                trigger = batch[0]
                batch = ()
            else:
                if pc == 1:
                    at = m.pick
                else:
                    mine = first_in_order(s, batch)
                    at = mine[0]
                    alike = ALIKE[batch[at][1]] and all(batch[i][:4] == batch[at][:4] for i in mine)
                    if len(mine) > 1 and not alike and s[TRIAL] is None and not by_arrival:
                        m.asked = (batch[at][3], "trigger", mine, 0)
                        return waiting(m, fr, 1, batch, mine)
                trigger = batch[at]
                batch = batch[:at] + batch[at + 1 :]
                former = None
            pc, fr[4] = 2, batch  # who looks on sees what still waits
            pid, ability, bearer, user, source, given, since = trigger
            if since >= 0 and s[TIME + bearer] != since:  # it left meanwhile: it does it as what it was
                former = s[FORMER], s[FORMER_TIME]
                s[FORMER], s[FORMER_TIME] = bearer, since
            m.told = ((TRIGGER, bearer, pid, None, ability, user, source), m.told)
            if not run_trigger(m, s, begun(pid, bearer, user, given)):
                return waiting(m, fr, 2, batch, former)

    def waiting(m: RunningMatch, fr: list[Any], pc: int, batch: tuple[Any, ...], kept: Any) -> int:
        """Something stopped: the triggers that are left, and what is put back behind it (or among which was asked)."""
        fr[1], fr[4], fr[6] = pc, batch, kept
        m.rest.append(fr)
        return 0

    def run_trigger(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Carry out a trigger; one that is given up is over."""
        return run_nested(m, s, fr) or given_up(m)

    def run_nested(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Carry out what an event brought about; deep inside others, or after too many, it waits on the stack."""
        m.left -= 1
        m.depth += 1
        if m.depth > NESTED or m.left < 0:
            m.rest.append(fr)
            return 0
        done: int = PROGRAMS[fr[0]](m, s, fr)
        m.depth -= 1
        return done

    def first_in_order(s: State, batch: tuple[Any, ...]) -> tuple[int, ...]:
        """Those of the first player, in turn order, who has some."""
        turn = s[TURN] if s[TURN] is not None else seats[0]
        start = (seats.index(turn) + others_first) % len(seats)
        for player in seats[start:] + seats[:start]:
            mine = tuple([i for i, trigger in enumerate(batch) if trigger[3] == player])
            if mine:
                return mine
        return tuple(range(len(batch)))

    def fitting(s: State, t: Any, fr: list[Any]) -> tuple[Entry, ...]:
        """Those that an event fits, of cards whose text is on now."""
        if s[SUPPRESS]:
            return tuple([e for e in t if FN[e[0]](s, e, fr) and not silenced(s, e)])
        return tuple([e for e in t if FN[e[0]](s, e, fr)])

    def in_place(s: State, e: Entry, fr: list[Any]) -> Any:
        """Whether a replacement fits the event; inside what it brings about itself it is not asked again."""
        if (s[BUSY] and (e[0], e[1], e[3]) in s[BUSY]) or (s[SUPPRESS] and silenced(s, e)):
            return False
        return FN[e[0]](s, e, fr)

    def replacing(s: State, t: tuple[Entry, ...], fr: list[Any]) -> Entry | None:
        """The first replacement that fits the event: a card's, or a rule's when no card has one."""
        found = None
        for e in t:
            if (e[1] is not None or found is None) and in_place(s, e, fr):
                if e[1] is not None:
                    return e
                found = e
        return found

    def next_replacing(s: State, t: tuple[Entry, ...], fr: list[Any], declined: int) -> Entry | None:
        """The one to be asked of when so many were not wanted."""
        fit = [e for e in t if in_place(s, e, fr)]
        fit.sort(key=lambda e: e[1] is None)
        return fit[declined] if declined < len(fit) else None

    def contending(s: State, t: tuple[Entry, ...], fr: list[Any]) -> tuple[int, ...]:
        """The cards among whose replacements somebody must choose: of what is done in any case, and of cards alone."""
        fit = [e for e in t if in_place(s, e, fr)]
        if s[TRIAL] is not None or any(e[1] is None or OPTIONAL[e[0]] for e in fit):
            return ()
        return tuple(dict.fromkeys(e[1] for e in fit if e[1] is not None))

    def replacing_of(s: State, t: tuple[Entry, ...], fr: list[Any], card: int) -> Entry | None:
        """The replacement of the card that was chosen."""
        return next((e for e in t if e[1] == card and in_place(s, e, fr)), None)

    def sufferer(s: State, fr: list[Any], places: tuple[int, ...]) -> Any:
        """Who suffers an event: whoever it is done to, or who has that card; who does it when it is done to nobody."""
        for at in places:
            if fr[at] is not None:
                return fr[at] if fr[at] < 0 else s[CTRL + fr[at]]
        return fr[3]

    def replace(m: RunningMatch, s: State, e: Entry, fr: list[Any], end: int) -> int:
        """Carry out what happens instead of an event."""
        user = e[2]
        if user is None:
            user = s[CTRL + e[1]] if e[1] is not None else fr[3]
        return run_nested(m, s, begun(PROGRAM[e[0]], e[1], user, tuple(fr[4:end]) + e[7:]))

    return {"FN": FN, "by_arrival": by_arrival} | {
        f.__name__: f
        for f in (
            collect,
            fitting,
            pend,
            do_once,
            beforehand,
            frame_of,
            in_turn,
            unit,
            done_as_unit,
            given_up,
            flush,
            p_resolve,
            in_place,
            replacing,
            next_replacing,
            contending,
            replacing_of,
            sufferer,
            replace,
            chase,
            first_in_order,
        )
    }
