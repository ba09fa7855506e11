"""The clock: periods inside periods, and the end of what lasts only so long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .frames import BEGIN, END, HALTED, RESOLVE, SKIPPED
from .loans import due
from .machine import Machine, State
from .program.compiled import longer_uses
from .program.periods import resumed
from .program.remembered import EARLIER, OF_EACH, filed
from .running import RunningMatch

# a period's frame: program, pc, -, player, period, participants before, next step, next part, held, player before,
# and whose the part of a round is that comes next
K, BEFORE, STEP, PART, HELD, PLAYER_BEFORE, ROUND = 4, 5, 6, 7, 8, 9, 10


def records_of(k: Machine, names: list[str]) -> tuple[list[list[list[int]]], list[list[tuple[int, int]]]]:
    """Of each period where the records of what happened in it are, then in those before it; and where they go when it is over."""
    slots, histories, of_each = k.L.slots, [], []
    for name in names:
        mine = [f"history {f} {p}" for f, p in k.compiled.history if p == name]
        histories.append([[slots[h + late] for late in EARLIER if h + late in slots] for h in mine])
        of_each.append([(slots[h], slots[h + OF_EACH]) for h in mine if h + OF_EACH in slots])
    return histories, of_each


def build(k: Machine) -> dict[str, Any]:
    """The programs of periods."""
    unit: Callable[..., int] = k.names["unit"]
    flush: Callable[..., int] = k.names["flush"]
    p_resolve: Callable[..., int] = k.names["p_resolve"]
    pend = k.names["pend"]
    chase: Callable[..., int] = k.names["chase"]
    STACKED = k.stack_window is not None
    L = k.L
    game = L.game
    names = list(game.periods)
    decls = list(game.periods.values())
    number = {name: i for i, name in enumerate(names)}
    SERIAL, PLAYER, OPEN, TIMED = (
        [L[f"{word} {name}"] for name in names] for word in ("serial", "player", "open", "timed")
    )
    STARTS, ENDS = ([L[f"{word} {name}"] for name in names] for word in ("starts", "ends"))
    PEND, HOLD, FINISH, TRIAL, USES, ACTED, AHEAD = (
        L[x] for x in ("pend", "hold", "finish", "trial", "uses", "acted", "ahead")
    )
    parts = [tuple(number[p] for p in d.parts) for d in decls]
    members = [tuple(L[f"in {p.name}"] for p in d.participants) for d in decls]
    steps = [k.compiled.period_steps.get(name, ()) for name in names]
    on_start = [k.compiled.period_start.get(name) for name in names]
    on_end = [k.compiled.period_end.get(name) for name in names]
    holds = [d.holds_triggers for d in decls]
    repeats = [d.repeats for d in decls]
    never_early = [d.never_ends_early for d in decls]
    own_player = [d.of_player for d in decls]
    unread = k.compiled.unread
    begun = [tuple(x for x in (SERIAL[i], OPEN[i]) if x not in unread) for i in range(len(names))]
    parent = [next((number[q.name] for q in decls if d.name in q.parts), None) for d in decls]
    histories, of_each = records_of(k, names)
    turn = number.get(game.turn, -1)
    ended = [longer_uses(k.compiled).get(name, ()) for name in names]
    kept = tuple(one for numbers in ended for one in numbers)
    FN, PLACES = k.functions, k.places
    COPIES = L["copies"] if "copies" in L.slots else -1
    ns = k.names
    moments = k.compiled.keyword_moments
    bearers = ns["bearers"]
    keyword_slots = [L[f"keyword {name}"] for name in game.keywords]
    written: list[Callable[..., int]] = [ns[f"per{i}"] for i in range(len(names))]
    endings = [ns.get(f"ends{i}") for i in range(len(names))]

    def frame(pid: int, player: int | None) -> list[Any]:
        return [pid, 0, None, player] + [None] * (PLACES[pid] - 4)

    def begin(m: RunningMatch, s: State, i: int, player: int | None, participants: tuple[Any, ...]) -> int:
        """Open a period; one that is a turn of an endless round opens the round, and the round of which that is one."""
        up = parent[i]
        while up is not None and repeats[up] and not s[OPEN[up]]:
            i, up = up, parent[up]
        who = player if player is not None else current_player(s)
        return written[i](m, s, who, participants)

    def current_player(s: State) -> int | None:
        now: int | None = s[PLAYER[turn]] if turn >= 0 else None
        return now

    def p_period(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """A period from where it is: when a step or a part has ended, as it is written out."""
        if fr[1] == 2:
            return going_on[fr[K]][fr[STEP] + fr[PART]](m, s, fr)  # type: ignore[no-any-return]
        return any_period(m, s, fr)

    def any_period(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """A period from wherever it is: opened, begun, its steps and parts, ended, closed."""
        i = fr[K]
        done = 1
        if fr[1] == 0:
            m.left -= 1
            done = opening(m, s, fr, i)
        if done and fr[1] == 1:
            fr[1] = 2
            if on_start[i] is not None and not leaving(s, i):
                done = unit(m, s, frame(on_start[i], fr[3]))
        if done and fr[1] == 2:
            done = steps_and_parts(m, s, fr, i)
        if done and fr[1] == 4:
            done = closing(m, s, fr, i)
        if done and fr[1] == 5:
            fr[1] = 6
            done = set_off(m, s, on_end[i] is not None)
        if done:
            return closed(m, s, fr, i)
        m.rest.append(fr)
        return 0

    going_on: list[list[Callable[..., int]]] = [
        [ns.get(resumed(i, number), any_period) for number in range(len(steps[i]) + len(parts[i]) + 1)]
        for i in range(len(names))
    ]

    def skipped(m: RunningMatch, s: State, i: int, player: int | None) -> bool:
        """Whether a player skips this period, which is told, and is then done with."""
        this = (i, player if own_player[i] or player is not None else current_player(s), 0)
        if this not in s[AHEAD]:
            return False
        at = s[AHEAD].index(this)
        s[AHEAD] = s[AHEAD][:at] + s[AHEAD][at + 1 :]
        m.told = ((SKIPPED, None, 0, None, i, this[1]), m.told)
        return True

    def whose_more(s: State, i: int) -> int | None:
        """Who has this period once more, now that one is over: the last of whom that was said, who then has it."""
        for at in range(len(s[AHEAD]) - 1, -1, -1):
            if s[AHEAD][at][0] == i and s[AHEAD][at][2]:
                player: int = s[AHEAD][at][1]
                s[AHEAD] = s[AHEAD][:at] + s[AHEAD][at + 1 :]
                return player
        return None

    def no_more(s: State, i: int) -> None:
        """What holds this period is over: nobody has it once more."""
        s[AHEAD] = tuple([each for each in s[AHEAD] if each[0] != i or not each[2]])

    def opening(m: RunningMatch, s: State, fr: list[Any], i: int) -> int:
        fr[1] = 1
        if holds[i] and not s[HOLD]:
            fr[HELD] = (s[PEND],)
            s[PEND] = ()
            s[HOLD] = 1
        for slot in begun[i]:
            s[slot] += 1
        new = fr[BEFORE]
        fr[BEFORE] = tuple([s[x] for x in members[i]])
        for slot, value in zip(members[i], new, strict=False):
            s[slot] = value
        if PLAYER[i] not in unread:
            fr[PLAYER_BEFORE] = s[PLAYER[i]]
            s[PLAYER[i]] = fr[3]
        for now, *before in histories[i]:
            for at, later in reversed([*zip(before, (now, *before), strict=False)]):
                s[at] = s[later]
            s[now] = ()
        if s[TIMED[i]]:
            expire(s, i, 1)
        m.told = ((BEGIN, None, 0, None, i, fr[3], *new), m.told)
        if s[STARTS[i]] or STARTS[i] in moments:
            notice(m, s, STARTS[i])
        return flush(m, s) if s[PEND] else 1

    def notice(m: RunningMatch, s: State, slot: int) -> None:
        """The entry of a period wakes what speaks of it."""
        for e in s[slot]:
            if FN[e[0]](s, e, None):
                pend(m, s, e, None, 0, slot)
        for keyword, ability in moments.get(slot, ()):
            if s[keyword_slots[keyword]]:
                for c in bearers(s, keyword_slots[keyword], ns[f"k{keyword}"]):
                    e = (ability, c, None, 0, None, c, None)
                    if FN[ability](s, e, None):
                        pend(m, s, e, None, 0, 0)

    def leaving(s: State, i: int) -> bool:
        """Whether a period must end now: it was told to, or its condition holds."""
        if s[FINISH] is not None and not never_early[i] and s[FINISH][0] != i:
            return bool(s[OPEN[s[FINISH][0]]])
        ends = endings[i]
        return ends is not None and bool(ends(s))

    def steps_and_parts(m: RunningMatch, s: State, fr: list[Any], i: int) -> int:
        """What is done in the period, then the periods inside it; a round goes on until something ends it."""
        mine, inside = steps[i], parts[i]
        while True:
            finish = s[FINISH]
            if finish is not None and finish[0] == i:
                s[FINISH] = None
                if finish[1] not in inside:
                    break
                fr[STEP] = len(mine)
                fr[PART] = max(fr[PART], inside.index(finish[1]))
            if (finish is not None or endings[i] is not None) and leaving(s, i):
                break
            if fr[STEP] < len(mine):
                fr[STEP] += 1
                done = unit(m, s, frame(mine[fr[STEP] - 1], fr[3]))
            elif fr[PART] > 0 and s[AHEAD] and (more := whose_more(s, inside[fr[PART] - 1])) is not None:
                done = written[inside[fr[PART] - 1]](m, s, more, ())
            elif fr[PART] < len(inside):
                child = inside[fr[PART]]
                fr[PART] += 1
                done = written[child](m, s, fr[ROUND], ())
            elif repeats[i] and inside:
                fr[PART] = 0
                following = ns.get(f"next{inside[0]}")
                if following is not None:
                    if {(inside[0], 0), (inside[0], 1)} & k.compiled.ahead:  # as if none was skipped, or had once more
                        s[PLAYER[inside[0]]] = fr[ROUND]
                    fr[ROUND] = following(s, fr[ROUND])
                done = m.left > 0
            else:
                break
            if not done:
                return 0
        fr[1] = 4
        return 1

    def closing(m: RunningMatch, s: State, fr: list[Any], i: int) -> int:
        fr[1] = 5
        if s[ENDS[i]] or ENDS[i] in moments:
            notice(m, s, ENDS[i])
        pid = on_end[i]
        return 1 if pid is None else unit(m, s, frame(pid, fr[3]))

    def set_off(m: RunningMatch, s: State, behind_its_end: bool) -> int:
        """What its end set off, while it is still that period; where there is a stack, a unit has looked at it."""
        if STACKED:
            return 1 if behind_its_end else chase(m, s)
        return flush(m, s) if s[PEND] else 1

    def closed(m: RunningMatch, s: State, fr: list[Any], i: int) -> int:
        if s[TIMED[i]]:
            expire(s, i, 0)
        if i == turn:
            s[USES] = tuple([x for x in s[USES] if x[0] in kept]) if kept else ()
        elif ended[i]:
            s[USES] = tuple([x for x in s[USES] if x[0] not in ended[i]])
        if s[ACTED]:
            forget(s, i)
        for now, last in of_each[i]:
            s[last] = filed(s[last], s[now], fr[3], L.players)
        if s[AHEAD]:
            for part in parts[i]:
                no_more(s, part)
        if OPEN[i] not in unread:
            s[OPEN[i]] -= 1
        for slot, value in zip(members[i], fr[BEFORE], strict=False):
            s[slot] = value
        if not own_player[i] and PLAYER[i] not in unread:
            s[PLAYER[i]] = fr[PLAYER_BEFORE]
        m.told = ((END, None, 0, None, i, fr[3]), m.told)
        if s[TRIAL] == i:
            m.broken = HALTED
            return 0
        if not fr[HELD]:
            return 1
        s[HOLD] = 0
        if s[PEND]:
            return p_resolve(m, s, [RESOLVE, 2, None, None, (), fr[HELD][0], None])
        s[PEND] = fr[HELD][0]
        return 1

    def forget(s: State, i: int) -> None:
        """The actions that could be taken once in this period can be taken again in the next."""
        s[ACTED] = tuple([mark for mark in s[ACTED] if mark[2] != i])

    def expire(s: State, i: int, at_start: int) -> None:
        """What lasted until the end (or the next start) of this period ends."""
        slots = s[TIMED[i]]
        if not slots:
            return
        serial, player = s[SERIAL[i]], s[PLAYER[i]]
        left = []
        for slot in slots:
            kept = tuple([e for e in s[slot] if not due(e[4], i, serial, player, at_start)])
            s[slot] = kept
            if any(e[4] and e[4][0] == i for e in kept):
                left.append(slot)
        s[TIMED[i]] = tuple(left)
        if COPIES in slots:
            ns["retext"](s)

    return {
        f.__name__: f
        for f in (begin, p_period, any_period, expire, notice, forget, skipped, whose_more, no_more, filed)
    }
