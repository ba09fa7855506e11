"""The clock: periods inside periods, windows in which players act, and the end of what lasts only so long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .machine import Machine, State
from .stack import ABILITY, BEGIN, END, PASS, PERIOD, RESOLVE, TRIGGER, WINDOW

if TYPE_CHECKING:
    from .match import Match

# a period's frame: program, pc, -, player, period, participants before, next step, next part, held, player before
K, BEFORE, STEP, PART, HELD, PLAYER_BEFORE = 4, 5, 6, 7, 8, 9


def build(k: Machine, unit: Any, flush: Any, pend: Any) -> dict[str, Any]:
    """The programs of periods and windows."""
    L = k.L
    game = L.game
    names = list(game.periods)
    decls = list(game.periods.values())
    number = {name: i for i, name in enumerate(names)}
    SERIAL, PLAYER, OPEN, TIMED = (
        [L[f"{word} {name}"] for name in names] for word in ("serial", "player", "open", "timed")
    )
    STARTS, ENDS = ([L[f"{word} {name}"] for name in names] for word in ("starts", "ends"))
    PEND, HOLD, FINISH, TRIAL, OVER, USES, DID, ACTED = (
        L[x] for x in ("pend", "hold", "finish", "trial", "over", "uses", "did", "acted")
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
    parent = [next((number[q.name] for q in decls if d.name in q.parts), None) for d in decls]
    histories = [
        [(L[f"history {f} {p}"], L.slots.get(f"history {f} {p} before")) for f, p in k.compiled.history if p == name]
        for name in names
    ]
    turn = next((i for i, d in enumerate(decls) if d.of_player), -1)
    FN, PLACES = k.functions, k.places
    ns = k.names
    moments = k.compiled.keyword_moments
    bearers = ns["bearers"]
    keyword_slots = [L[f"keyword {name}"] for name in game.keywords]
    card_values = {
        name: (L[f"value {name}"], k.L.capacity) for name, v in game.values.items() if v.owner in game.periods
    }
    del card_values

    endings = [ns.get(f"ends{i}") for i in range(len(names))]

    def frame(pid: int, player: int | None) -> list[Any]:
        return [pid, 0, None, player] + [None] * (PLACES[pid] - 4)

    def begin(m: Match, s: State, i: int, player: int | None, participants: tuple[Any, ...]) -> None:
        """Open a period; one that is a turn of an endless round opens the round."""
        up = parent[i]
        if up is not None and repeats[up] and not s[OPEN[up]]:
            i = up
        m.stack.append(
            [PERIOD, 0, None, player if player is not None else current_player(s), i, participants, 0, 0, 0, None]
        )

    def current_player(s: State) -> int | None:
        now: int | None = s[PLAYER[turn]] if turn >= 0 else None
        return now

    def p_period(m: Match, s: State, fr: list[Any]) -> bool | None:
        pc = fr[1]
        i = fr[K]
        if pc == 0:
            opening(m, s, fr, i)
            if m.stack[-1] is not fr:
                return None
            pc = 1
        if pc == 1:
            fr[1] = 2
            if on_start[i] is not None and not leaving(s, i):
                unit(m, s, frame(on_start[i], fr[3]))
                return None
            pc = 2
        if pc == 2:
            steps_and_parts(m, s, fr, i)
            if fr[1] != 4 or m.stack[-1] is not fr:
                return None
            pc = 4
        if pc == 4:
            closing(m, s, fr, i)
            if m.stack[-1] is not fr:
                return None
        closed(m, s, fr, i)
        return None

    def opening(m: Match, s: State, fr: list[Any], i: int) -> None:
        if holds[i] and not s[HOLD]:
            m.stack[-1] = [RESOLVE, 2, None, None, (), s[PEND], None]
            s[PEND] = ()
            m.stack.append(fr)
            s[HOLD] = 1
            fr[HELD] = 1
        s[SERIAL[i]] += 1
        s[OPEN[i]] += 1
        new = fr[BEFORE]
        fr[BEFORE] = tuple([s[x] for x in members[i]])
        for slot, value in zip(members[i], new, strict=False):
            s[slot] = value
        fr[PLAYER_BEFORE] = s[PLAYER[i]]
        s[PLAYER[i]] = fr[3]
        for now, before in histories[i]:
            if before is not None:
                s[before] = s[now]
            s[now] = ()
        if s[TIMED[i]]:
            expire(s, i, 1)
        m.told = ((BEGIN, None, 0, None, i, fr[3], *new), m.told)
        fr[1] = 1
        if s[STARTS[i]] or STARTS[i] in moments:
            notice(m, s, STARTS[i])
        if s[PEND]:
            flush(m, s)

    def notice(m: Match, s: State, slot: int) -> None:
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

    def steps_and_parts(m: Match, s: State, fr: list[Any], i: int) -> None:
        finish = s[FINISH]
        if finish is not None and finish[0] == i:
            s[FINISH] = None
            if finish[1] in parts[i]:
                fr[STEP] = len(steps[i])
                fr[PART] = max(fr[PART], parts[i].index(finish[1]))
            else:
                fr[1] = 4
                return
        if (finish is not None or endings[i] is not None) and leaving(s, i):
            fr[1] = 4
            return
        if fr[STEP] < len(steps[i]):
            fr[STEP] += 1
            unit(m, s, frame(steps[i][fr[STEP] - 1], fr[3]))
            return
        if fr[PART] < len(parts[i]):
            child = parts[i][fr[PART]]
            fr[PART] += 1
            m.stack.append([PERIOD, 0, None, fr[3], child, (), 0, 0, 0, None])
            return
        if repeats[i] and parts[i]:
            fr[PART] = 0
            following = ns.get(f"next{parts[i][0]}")
            if following is not None:
                fr[3] = following(s, fr[3])
            return
        fr[1] = 4

    def closing(m: Match, s: State, fr: list[Any], i: int) -> None:
        fr[1] = 5
        if s[ENDS[i]] or ENDS[i] in moments:
            notice(m, s, ENDS[i])
        pid = on_end[i]
        if pid is not None:
            unit(m, s, frame(pid, fr[3]))
        elif s[PEND]:
            flush(m, s)

    def closed(m: Match, s: State, fr: list[Any], i: int) -> None:
        if s[TIMED[i]]:
            expire(s, i, 0)
        if i == turn:
            s[USES] = ()
        if s[ACTED]:
            s[ACTED] = tuple([mark for mark in s[ACTED] if mark[2] != i])
        s[OPEN[i]] -= 1
        for slot, value in zip(members[i], fr[BEFORE], strict=False):
            s[slot] = value
        if not own_player[i]:
            s[PLAYER[i]] = fr[PLAYER_BEFORE]
        if fr[HELD]:
            s[HOLD] = 0
        m.told = ((END, None, 0, None, i, fr[3]), m.told)
        m.stack.pop()
        if s[TRIAL] == i:
            m.stack.clear()

    def expire(s: State, i: int, at_start: int) -> None:
        """What lasted until the end (or the next start) of this period ends."""
        slots = s[TIMED[i]]
        if not slots:
            return
        serial, player = s[SERIAL[i]], s[PLAYER[i]]
        left = []
        for slot in slots:
            kept = tuple([e for e in s[slot] if not over(e[4], i, serial, player, at_start)])
            s[slot] = kept
            if any(e[4] and e[4][0] == i for e in kept):
                left.append(slot)
        s[TIMED[i]] = tuple(left)

    def over(expiry: Any, i: int, serial: int, player: int | None, at_start: int) -> bool:
        if not expiry or expiry[0] != i or expiry[3] != at_start:
            return False
        return bool(serial >= expiry[1] and (expiry[2] is None or expiry[2] == player))

    ACTIVATED, CTRL, SUPPRESS, silenced = L["activated"], L["ctrl"], L["suppress"], ns["silenced"]

    # -- windows -----------------------------------------------------------------------------------------------

    windows = list(game.windows.values())
    actions_of = [[i for i, a in enumerate(game.actions.values()) if a.window == w.name] for w in windows]
    enumerators = [[ns[f"opts{i}"] for i in row if f"opts{i}" in ns] for row in actions_of]
    action_programs = k.compiled.action_programs

    def legal(s: State, window: int, player: int) -> list[tuple[int, ...]]:
        """Every legal action of a player, each as a small tuple."""
        out: list[tuple[int, ...]] = []
        for options in enumerators[window]:
            options(s, player, out)
        for e in s[ACTIVATED]:
            a = e[0]
            mine = s[CTRL + e[1]] == player and not (s[SUPPRESS] and silenced(s, e))
            if mine and not (k.uses[a] and s[USES].count((a, e[1])) >= k.uses[a]) and FN[a](s, e, player):
                out.append((ABILITY, a, e[1]))
        return out

    everybody = [w.speakers == "all" for w in windows]
    stacked = [w.played == "stack" for w in windows]
    voices = [L.players if w.speakers == "all" and w.closes == "all_pass" else 1 for w in windows]
    limited = [number[a.per] if a.limit is not None and a.per in number else None for a in game.actions.values()]

    def p_window(m: Match, s: State, fr: list[Any]) -> bool | None:
        """Who may act, one option after the other. Frame: …, who speaks, window, how many passed, what waits (last in, first out)."""
        w = fr[4]
        if fr[1]:
            fr[1] = 0
            spoken(m, s, fr, w, m.pick)
            return None
        if s[FINISH] is not None or s[OVER] is not None:
            m.stack.pop()
            return None
        options = legal(s, w, fr[3])
        if not options and windows[w].auto_pass:
            passed(m, s, fr, w)
            return None
        options.append((PASS,))
        fr[1] = 1
        m.asked = (fr[3], "action", tuple(options), 0)
        return True

    def spoken(m: Match, s: State, fr: list[Any], w: int, chosen: tuple[Any, ...]) -> None:
        """A pass, or an action: paid now, done now or when all have passed on it."""
        action = chosen[0]
        if action == PASS:
            passed(m, s, fr, w)
            return
        if action == ABILITY:
            if k.uses[chosen[1]]:
                s[USES] += ((chosen[1], chosen[2]),)
        else:
            if not chosen[1]:
                ns[f"pay{action}"](s, fr[3])
            if limited[action] is not None:
                s[ACTED] += ((action, fr[3], limited[action]),)
        fr[5] = 0
        if stacked[w]:
            fr[6] += ((fr[3], chosen),)
        else:
            act(m, s, fr[3], chosen)

    def passed(m: Match, s: State, fr: list[Any], w: int) -> None:
        fr[5] += 1
        if fr[5] < voices[w]:
            seats = k.seats
            fr[3] = seats[(seats.index(fr[3]) + 1) % len(seats)]
            return
        if not fr[6]:
            m.stack.pop()
            return
        player, chosen = fr[6][-1]
        fr[6] = fr[6][:-1]
        fr[5] = 0
        if everybody[w] and s[PLAYER[turn]] is not None:
            fr[3] = s[PLAYER[turn]]
        act(m, s, player, chosen)

    def act(m: Match, s: State, player: int, chosen: tuple[Any, ...]) -> None:
        if chosen[0] == ABILITY:
            pid = k.program_of[chosen[1]]
            run = [pid, 0, chosen[2], player]
            m.told = ((TRIGGER, chosen[2], pid, None, chosen[1], player, chosen[2]), m.told)
        else:
            pid = action_programs[chosen[0]]
            run = [pid, 0, None, player, *chosen[2:]]
        run += [None] * (PLACES[pid] - len(run))
        s[DID] = 1
        unit(m, s, run)

    return {f.__name__: f for f in (begin, p_period, p_window)} | {"WINDOWS": WINDOW}
