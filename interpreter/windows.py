"""Windows: who may act, in which order, and what becomes of what is played.

One primitive. A window has its speakers; each acts or passes. What is played is done at once, at the end, or waits on top of a
zone: then, when all have passed one after the other, what lies on top is resolved and somebody speaks again. What waits is an
object of that zone: the card that was played, or one that stands for an ability (or for a play without a card), so that the
words of the game can see it, name it and take it away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.meaning.nodes import Pick
from dsl.meaning.targeting import ABILITY as BY_ABILITY
from dsl.meaning.targeting import PLAYED as BY_PLAY

from .frames import (
    ABILITY,
    ACTION,
    ANY,
    HELD,
    PASS,
    PASSED,
    PLAY,
    PLAYED,
    RESOLVED,
    TOP,
    TRIGGER,
    TRIGGERED,
    USED,
    WINDOW,
)
from .machine import Machine, State
from .program.announced import WAY
from .program.plays import ability_waits, waiting_action
from .running import RunningMatch

# a window's frame: program, pc, -, who speaks, window, how many passed, what waits for the end, the order, whether all is resolved
SPEAKER, KIND, PASSES, LATER, ORDER, WHOLE = 3, 4, 5, 6, 7, 8
ACTED, ORDERED = 1, 2  # what a window's frame waits for: an action, or which effect goes first
FREED, SPENT = 3, 4  # an action that an effect takes without its price; what comes to nothing when it is resolved


def build(k: Machine) -> dict[str, Any]:
    """The programs of windows and plays."""
    L, ns = k.L, k.names
    game = L.game
    unit: Callable[..., int] = ns["unit"]
    done_as_unit: Callable[..., int] = ns["done_as_unit"]
    first_in_order, by_arrival = ns["first_in_order"], ns["by_arrival"]
    PROGRAMS, PLACES, FN = k.programs, k.places, k.functions
    PEND, FINISH, OVER, USES, DID, ACTED_SLOT, WAITING, SPEAKING, AIMED, CLOCK = (
        L[x] for x in ("pend", "finish", "over", "uses", "did", "acted", "waiting", "speaking", "aimed", "clock")
    )
    ZONE, TIME, CTRL, ACTIVATED, SUPPRESS = (L[x] for x in ("zone", "time", "ctrl", "activated", "suppress"))
    silenced = ns["silenced"]
    text_card = ns["text_card"]
    take_occasions, declined, occasion = ns["take_occasions"], ns["declined"], ns["occasion"]
    OCCASIONS, MUST = L["occasions"], L["must"]
    STACK = L["zone " + L.stack_zone] if L.stack_zone is not None else L.nowhere
    periods = list(game.periods)
    TURN = L["player " + game.turn]
    windows = list(game.windows.values())
    actions = list(game.actions.values())
    actions_of = [[i for i, a in enumerate(actions) if w.name in a.windows] for w in windows]
    offers = [
        [k.compiled.provided.get((i, w.name), i) for i in row] for w, row in zip(windows, actions_of, strict=True)
    ]
    enumerators = [[ns[f"opts{i}"] for i in row if f"opts{i}" in ns] for row in offers]
    action_programs = k.compiled.action_programs
    takes = [ns.get(f"take{i}") for i in range(len(actions))]
    announced, freed = k.compiled.announced, k.compiled.freed
    after = k.compiled.after
    may_pass = [w.may_pass for w in windows]
    given_abilities = ns.get("given_abilities")
    some_abilities = ACTIVATED not in k.compiled.dead or given_abilities is not None
    alone = [w.speakers == "turn_player" for w in windows]
    stacked = [w.played == "zone" for w in windows]
    late = {i: w.played for i, w in enumerate(windows) if w.played in ("stack", "collected")}
    waits = [waiting_action(a, game.windows) for a in actions]
    lies = [next((j for j, c in enumerate(a.choices) if c.what and c.what.bind == a.what), None) for a in actions]
    aims_of_action = [[j for j, c in enumerate(a.choices) if c.what and c.what.pick is Pick.TARGET] for a in actions]
    abilities_wait = [ability_waits(w) for w in windows]
    limited = [periods.index(a.per) if a.limit is not None and a.per in periods else None for a in actions]
    seats = k.seats
    makes_more = [a.source is not None for a in k.compiled.abilities]

    pays = [
        None if costs_nothing(k.compiled.functions.get(f"pay{i}", "")) else ns.get(f"pay{i}")
        for i in range(len(actions))
    ]

    answering = [a.answers for a in k.compiled.abilities]
    some_answer = any(answering)
    prompted = [w.prompted for w in windows]
    any_prompted = any(prompted)
    no_abilities = [w.abilities == "none" for w in windows]

    def used(ability: int, card: int) -> tuple[int, int]:
        """By what the times of an ability are counted: its card, or the label that all such share."""
        return (ability, card) if k.shared[ability] < 0 else (-1 - k.shared[ability], -1)

    def legal(s: State, window: int, player: int) -> list[tuple[int, ...]]:
        """Every legal action of a player, each as a small tuple."""
        out: list[tuple[int, ...]] = []
        for options in enumerators[window]:
            options(s, player, out)
        only_answers = any_prompted and prompted[window]
        if only_answers:
            out = [o for o in out if lies[o[0]] is not None and answers(s, o[2 + lies[o[0]]])]  # type: ignore[operator]
        if no_abilities[window] or (only_answers and not some_answer):
            return out
        for e in s[ACTIVATED]:
            a = e[0]
            if only_answers and not answering[a]:
                continue
            mine = s[CTRL + e[1]] == player and not (s[SUPPRESS] and silenced(s, e))
            if mine and not (k.uses[a] and s[USES].count(used(a, e[1])) >= k.uses[a]) and FN[a](s, e, player):
                out.append((ABILITY, a, e[1]))
        if given_abilities is not None:
            for e in given_abilities(s):
                a = e[0]
                if only_answers and not answering[a]:
                    continue
                spent = k.uses[a] and s[USES].count(used(a, e[1])) >= k.uses[a]
                if s[CTRL + e[1]] == player and not spent and FN[a](s, e, player):
                    out.append((ABILITY, a, e[1]))
        return out

    def answers(s: State, c: int) -> bool:
        """Whether a card is played for what has just happened, or aimed at what waits."""
        return c in k.compiled.answers or occasion(s, c)

    def obliged(s: State, player: int, options: list[tuple[int, ...]]) -> bool:
        """Whether one of the options is what a card must do: then nobody is done before it."""
        for option in options:
            tried = ns.get(f"tried{option[0]}")
            if tried is None:
                continue
            family, ev = tried(s, player, *option[2:])
            for e in s[MUST]:
                if not k.compiled.abilities[e[0]].frames.isdisjoint(family) and FN[e[0]](s, e, ev):
                    if not (s[SUPPRESS] and silenced(s, e)):
                        return True
        return False

    # -- a window ----------------------------------------------------------------------------------------------

    def p_window(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Who may act, one option after the other, until it closes."""
        w = fr[KIND]
        if m.until is not None:  # a position is being laid: nobody acts before its window
            here = m.until in (ANY, w)
            if here:
                m.rest.append(fr)
            return int(not here)
        open_ = True
        held = fr[1] == HELD
        if fr[1] == ACTED:
            open_ = spoken(m, s, fr, w, m.pick)
            if open_ and (m.rest or m.broken):
                return left(m, fr)
        elif fr[1] == ORDERED:
            lay_trigger(m, s, m.pick)
            if m.rest or m.broken:
                return left(m, fr)
        elif fr[ORDER] is None:
            opened(s, fr, w)
        while open_:
            if s[FINISH] is not None or s[OVER] is not None:
                break
            if m.left < 0:  # what waits brings about what waits, for ever
                return left(m, fr)
            if stacked[w] and (s[WAITING] or s[PEND]):
                settled = next_up(m, s, fr)
                if settled is None:
                    return 0
                if settled:
                    if m.rest or m.broken:
                        return left(m, fr)
                    continue
            options = legal(s, w, fr[SPEAKER])
            if not alone[w] and len(fr[ORDER]) > 1 and all(o[0] == ABILITY and makes_more[o[1]] for o in options):
                options = []  # to make what is paid with answers nothing
            if options or held or not windows[w].auto_pass:
                if (may_pass[w] or not options) and not (s[MUST] and obliged(s, fr[SPEAKER], options)):
                    options.append((PASS,))
                fr[1] = ACTED
                m.asked = (fr[SPEAKER], "action", tuple(options), 0)
                m.rest.append(fr)
                return 0
            open_ = passed(m, s, fr, w)
            if open_ and (m.rest or m.broken):
                return left(m, fr)
        if stacked[w]:
            s[SPEAKING] -= 1
            s[OCCASIONS] = ()
        return 1

    def left(m: RunningMatch, fr: list[Any]) -> int:
        """Something inside stopped: the window goes on when that is over."""
        fr[1] = 0
        m.rest.append(fr)
        return 0

    def opened(s: State, fr: list[Any], w: int) -> None:
        """Who speaks, and who speaks first: he whose play waits, or the next."""
        decl = windows[w]
        if alone[w] and fr[SPEAKER] is not None:
            fr[ORDER] = (fr[SPEAKER],)
        else:
            fr[ORDER] = in_turn_order(s, w, fr[SPEAKER])
            fr[SPEAKER] = fr[ORDER][0]
        if stacked[w]:
            s[SPEAKING] += 1
            if s[WAITING] and s[WAITING][-1][4] in fr[ORDER] and s[WAITING][-1][2] != TRIGGERED:
                fr[SPEAKER] = s[WAITING][-1][4]
                if decl.after_play == "next":
                    fr[SPEAKER] = following(fr)

    def in_turn_order(s: State, w: int, speaker: int | None) -> tuple[int, ...]:
        turn_player = s[TURN] if s[TURN] is not None else speaker if speaker is not None else seats[0]
        if alone[w]:
            return (turn_player,)
        if windows[w].speakers == "said":
            return said_order(s, w, turn_player)
        return seats[seats.index(turn_player) :] + seats[: seats.index(turn_player)]

    def said_order(s: State, w: int, turn_player: int) -> tuple[int, ...]:
        first = [p for p in ns[f"speak{w}"](s, turn_player) if p is not None]
        if windows[w].others or not first:
            start = seats.index(first[0]) if first else seats.index(turn_player)
            first += seats[start:] + seats[:start]
        return tuple(dict.fromkeys(first))

    def next_up(m: RunningMatch, s: State, fr: list[Any]) -> bool | None:
        """Before somebody speaks: effects that were set off go on top. None: stopped. False: it is time to speak."""
        s[WAITING] = tuple([r for r in s[WAITING] if s[ZONE + r[0]] == STACK and s[TIME + r[0]] == r[1]])
        if k.triggers_wait and s[PEND]:
            mine = first_in_order(s, s[PEND])
            if len(mine) > 1 and not by_arrival:
                fr[1] = ORDERED
                m.asked = (s[PEND][mine[0]][3], "trigger", mine, 0)
                m.rest.append(fr)
                return None
            lay_trigger(m, s, mine[0])
            return True
        if fr[WHOLE]:
            if s[WAITING]:
                resolve(m, s, fr)
                return True
            fr[WHOLE] = 0
        return False

    def spoken(m: RunningMatch, s: State, fr: list[Any], w: int, chosen: tuple[Any, ...]) -> bool:
        """A pass, or an action: paid now, done now or when all have passed on it. False when the window closes."""
        action, player = chosen[0], fr[SPEAKER]
        if action == PASS:
            return passed(m, s, fr, w)
        if some_abilities and action == ABILITY:
            if k.uses[chosen[1]]:
                s[USES] += (used(chosen[1], chosen[2]),)
        else:
            if not chosen[1]:
                pay = pays[action]
                if pay is not None:
                    pay(s, player, chosen)
            if limited[action] is not None:
                s[ACTED_SLOT] += ((action, player, limited[action]),)
        fr[PASSES] = 0
        if windows[w].after_play == "next":
            fr[SPEAKER] = following(fr)
        if w in late:
            fr[LATER] += ((player, chosen),)
        elif action == ABILITY and abilities_wait[w] and k.announced[chosen[1]] is not None:
            unit(m, s, [PLAY, 0, chosen[2], player, USED, chosen[1], (), None])
        elif action != ABILITY and waits[action]:
            unit(m, s, [PLAY, 0, None, player, ACTION, action, tuple(chosen[2:]), None])
        else:
            act(m, s, player, chosen)
        return True

    def following(fr: list[Any]) -> int:
        order: tuple[int, ...] = fr[ORDER]
        at = order.index(fr[SPEAKER]) if fr[SPEAKER] in order else -1
        return order[(at + 1) % len(order)]

    def passed(m: RunningMatch, s: State, fr: list[Any], w: int) -> bool:
        """One more has passed; when all have, what waits on top is done, or the window closes."""
        fr[PASSES] += 1
        if stacked[w] and s[OCCASIONS]:
            declined(s, fr[SPEAKER])
        waiting = bool(stacked[w] and s[WAITING])
        if waiting:
            m.told = ((PASSED, None, 0, None, fr[SPEAKER]), m.told)
        everybody = windows[w].closes == "all_pass" or waiting
        if everybody and fr[PASSES] < len(fr[ORDER]):
            fr[SPEAKER] = following(fr)
            return True
        if waiting:
            fr[PASSES] = 0
            fr[WHOLE] = int(windows[w].all_passed[0] == "whole")
            resolve(m, s, fr)
            return True
        if not fr[LATER]:
            return False
        at = -1 if late[w] == "stack" else 0
        player, chosen = fr[LATER][at]
        fr[LATER] = fr[LATER][:-1] if at else fr[LATER][1:]
        fr[PASSES] = len(fr[ORDER]) - 1 if late[w] == "collected" and fr[LATER] else 0
        fr[SPEAKER] = s[TURN] if s[TURN] in fr[ORDER] else fr[ORDER][0]
        act(m, s, player, chosen)
        return True

    def act(m: RunningMatch, s: State, player: int, chosen: tuple[Any, ...]) -> None:
        """Do at once what was chosen."""
        if some_abilities and chosen[0] == ABILITY:
            pid = k.program_of[chosen[1]]
            m.told = ((TRIGGER, chosen[2], pid, None, chosen[1], player, chosen[2]), m.told)
            s[DID] = 1
            unit(m, s, [pid, 0, chosen[2], player] + [None] * (PLACES[pid] - 4))
            return
        s[DID] = 1
        done_as_unit(m, s, takes[chosen[0]], (player, chosen))

    def play_now(m: RunningMatch, s: State, player: int, chosen: tuple[Any, ...], freely: int) -> int:
        """An effect takes an action: it waits, or is done at once; how often it is taken is not counted."""
        action = chosen[0]
        if waits[action]:
            kind = FREED if freely else ACTION
            return p_play(m, s, [PLAY, 0, None, player, kind, action, tuple(chosen[2:]), None])
        if not freely and pays[action] is not None:
            pays[action](s, player, chosen)
        done: int = takes[action](m, s, (player, chosen))
        return done

    # -- plays that wait ---------------------------------------------------------------------------------------

    def lay_trigger(m: RunningMatch, s: State, at: int) -> None:
        """An effect that was set off goes on top, its choices made."""
        trigger = s[PEND][at]
        s[PEND] = s[PEND][:at] + s[PEND][at + 1 :]
        p_play(m, s, [PLAY, 0, trigger[2], trigger[3], TRIGGERED, trigger[1], trigger[5], None])

    def p_play(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, bearer, player, what it is, its number, what it begins with, the object. Choices, costs, then it waits."""
        kind, number, given = fr[4], fr[5], fr[6]
        if not fr[1]:
            at = lies[number] if kind in (ACTION, FREED) else None
            if at is not None:
                fr[7] = given[at]
                take_occasions(s, fr[7])
                ns["move"](s, fr[7], STACK, 1)
                s[CTRL + fr[7]] = fr[3]
            s[AIMED] = ()
            pid = freed[number] if kind == FREED else announced[number] if kind == ACTION else k.announced[number]
            fr[1] = 1
            if pid is not None:
                frame = [pid, 0, fr[2], fr[3], *given]
                frame += [None] * (PLACES[pid] - len(frame))
                if not PROGRAMS[pid](m, s, frame):
                    m.rest.append(fr)
                    return 0
        aims, s[AIMED] = s[AIMED], ()
        if aims is None:  # nothing to aim at: it goes away
            return 1
        if kind == FREED:
            kind = ACTION
        if fr[7] is None:
            fr[7] = lay(s, fr[3])
        if fr[7] is not None:
            s[WAITING] += ((fr[7], s[TIME + fr[7]], kind, number, fr[3], fr[2], given, aims),)
            pid = action_programs[number] if kind == ACTION else k.resolved[number]
            aimed = things(kind, aims)
            m.told = ((PLAYED, fr[2], pid, None, kind, number, fr[3], fr[7], aimed), m.told)
            if kind == ACTION:
                aimed += tuple([given[j] for j in aims_of_action[number]])
            if kind == USED:
                ns["ability_used"](m, s, fr[2], fr[3], fr[7])
            if aimed:
                ns["made_targets"](m, s, fr[7], fr[3], aimed, BY_PLAY if kind == ACTION else BY_ABILITY)
        return 1

    def things(kind: int, aims: tuple[Any, ...]) -> tuple[Any, ...]:
        """What was aimed at, for the log: cards and players, one by one. Choices end with when they were made; those of the text
        that an action uses come last before it, and end so too."""
        if kind != ACTION:
            return chosen_things(aims[:-1])
        used = aims[-2]
        return chosen_things(aims[:-2]) + (chosen_things(used[:-1]) if used else ())

    def chosen_things(chosen: tuple[Any, ...]) -> tuple[Any, ...]:
        found: list[Any] = []
        for x in chosen:
            found += [x] * (x > WAY) if isinstance(x, int) else chosen_things(x) if x else []
        return tuple(found)

    def lay(s: State, player: int) -> int | None:
        """An object that stands for a play without a card, on top of the others; None when too many wait."""
        play = next((c for c in L.plays if s[ZONE + c] == L.nowhere), None)
        if play is not None:
            s[STACK] += (play,)
            s[ZONE + play] = STACK
            s[CLOCK] = s[TIME + play] = s[CLOCK] + 1
            s[CTRL + play] = player
        return play

    def vanish(s: State, play: int) -> None:
        """A play that is no card is over: it is nowhere."""
        ns["move"](s, play, L.nowhere)

    def resolve(m: RunningMatch, s: State, fr: list[Any]) -> None:
        """What lies on top is done; then somebody speaks again."""
        m.left -= 1
        record = s[WAITING][-1]
        s[WAITING] = s[WAITING][:-1]
        obj, time, kind, number, player, bearer, given, aims = record
        how = windows[fr[KIND]].all_passed[1]
        fr[SPEAKER] = player if how == "its player" and player in fr[ORDER] else s[TURN]
        if fr[SPEAKER] not in fr[ORDER]:
            fr[SPEAKER] = fr[ORDER][0]
        unit(m, s, [TOP, 0, bearer, player, obj, time, kind, number, given + aims, fr[KIND]])

    def p_top(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, bearer, player, object, since when, what it is, its number, what it begins with, window."""
        obj = fr[4]
        if fr[6] == SPENT:
            fr[1] = fr[1] or 1
        if not fr[1]:
            fr[1] = 1
            pid = action_programs[fr[7]] if fr[6] == ACTION else k.resolved[fr[7]]
            m.told = ((RESOLVED, fr[2], pid, None, fr[6], fr[7], fr[3], obj), m.told)
            frame = [pid, 0, fr[2], fr[3], *fr[8]]
            frame += [None] * (PLACES[pid] - len(frame))
            s[DID] = 1
            if not PROGRAMS[pid](m, s, frame):
                m.rest.append(fr)
                return 0
        if fr[1] == 1 and s[ZONE + obj] == STACK and s[TIME + obj] == fr[5]:
            pid = after.get(fr[9])
            if obj in L.plays:
                vanish(s, obj)
            elif pid is not None:
                fr[1] = 2
                frame = [pid, 0, obj, fr[3], obj]
                frame += [None] * (PLACES[pid] - len(frame))
                if not PROGRAMS[pid](m, s, frame):
                    m.rest.append(fr)
                    return 0
        return 1

    def spend(s: State, left: list[list[Any]]) -> None:
        """What waits, and what was being resolved when it was ``left``, comes to nothing: a card still goes where it goes then."""
        records = [(f[4], f[5], SPENT, f[7], f[3], f[2], (), ()) for f in left if f[0] == TOP]
        records += [(*r[:2], SPENT, *r[3:6], (), ()) for r in s[WAITING]]
        for play in [r[0] for r in records if r[0] in L.plays and s[ZONE + r[0]] == STACK]:
            vanish(s, play)
        s[WAITING] = tuple([r for r in records if r[0] not in L.plays])

    def announce_text(m: RunningMatch, s: State, slot: int, card: int | None, who: int) -> int:
        """The choices of a text that will be used."""
        s[AIMED] = ()
        pids = k.compiled.aimed[slot].get(card) if card is not None else None
        if pids is None:
            return 1
        frame = [pids[0], 0, card, who]
        frame += [None] * (PLACES[pids[0]] - 4)
        done: int = PROGRAMS[pids[0]](m, s, frame)
        return done

    def can_aim(s: State, slot: int, card: int, player: int) -> bool:
        """Whether a text of a card finds now what it must be aimed at."""
        test = ns.get(f"aim{slot}_{text_card(s, card)}")
        return test is None or bool(test(s, card, player))

    def pay_also(m: RunningMatch, s: State, card: int, who: int) -> int:
        """What a card that is played says is paid beside its price; not paid in full it leaves nothing in «aimed»."""
        s[AIMED] = ()
        pid = k.compiled.also_paid.get(card)
        if pid is None:
            return 1
        done: int = PROGRAMS[pid](m, s, [pid, 0, card, who] + [None] * (PLACES[pid] - 4))
        return done

    def can_also(s: State, card: int, player: int) -> bool:
        """Whether that can be paid now."""
        test = ns.get(f"also_ok{card}")
        return test is None or bool(test(s, card, player))

    def is_play(s: State, c: int, abilities: bool) -> bool:
        """Whether a thing stands for a play that is no card (for an ability)."""
        if c not in L.plays:
            return False
        return not abilities or any(r[0] == c and r[2] != ACTION for r in s[WAITING])

    found = (p_window, spend, play_now, p_play, p_top, announce_text, can_aim, pay_also, can_also, is_play, vanish, lay)
    return {f.__name__: f for f in found} | {"WINDOWS": WINDOW, "legal": legal}


def costs_nothing(source: str) -> bool:
    """Whether the function that pays for an action does nothing."""
    return source.split(":\n", 1)[-1].strip() == "pass"
