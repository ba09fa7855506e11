"""The effect stack: compiled programs, run until somebody must choose.

A program calls what it needs to be done. Only when something inside must wait for a decision does each leave its frame, a small
list [program, counter, self, you, …], in ``m.rest``, the innermost first; these frames are the stack from which the match goes on.
A match stopped at a decision is its state and its frames, nothing else.
"""

from __future__ import annotations

from typing import Any

from .frames import (
    ANEW,
    GAVE_UP,
    HALTED,
    LOOK,
    LOOP,
    OVER,
    PERIOD,
    RESOLVE,
    RESOLVED,
    ROLL,
    STEPS,
    TRIGGER,
    USE,
    WINDOW,
)
from .machine import Machine, State
from .random import below
from .running import RunningMatch

ROUNDS = 3  # so many such loops in a row are stopped; then nobody will ever choose again, and the match is over
NESTED = 25  # triggers inside triggers before they go on from the stack
DEPTH = 600


def build(k: Machine) -> dict[str, Any]:
    """The functions that programs call to stop, to give up and to use a text."""
    L = k.L
    TRIAL, DID, DICE, RNG, LOTS, OVER_SLOT, USING, BUSY = (
        L[x] for x in ("trial", "did", "dice", "rng", "lots", "over", "using", "busy")
    )
    SPEAKING, SUPPRESS = L["speaking"], L["suppress"]
    PROGRAMS, PLACES = k.programs, k.places
    faces = L.game.die_faces
    use, aimed = k.compiled.use, k.compiled.aimed
    loop_is_draw = dict(L.game.orders.get("doubt_order", ())).get("endless loop") == "draw"
    names = k.names
    waits = L.stack_zone is not None
    text_card, suppressed = names["text_card"], names["suppressed"]

    def ask(
        m: RunningMatch, s: State, fr: list[Any], player: int, kind: str, options: tuple[Any, ...], prompt: int
    ) -> int:
        """Stop at a decision; in a trial nobody chooses: what needs a choice is given up."""
        if s[TRIAL] is not None:
            return abandon(m)
        if len(options) == 1:
            m.pick = options[0]
            return 1
        m.asked = (player, kind, options, prompt)
        m.rest.append(fr)
        return 0

    def abandon(m: RunningMatch) -> int:
        """Give up the effect that runs, up to the unit that it is part of."""
        m.broken = GAVE_UP
        return 0

    def run(m: RunningMatch) -> None:
        """Go on until a decision or the end."""
        stack, s, rest = m.stack, m.s, m.rest
        m.asked = None
        m.left = STEPS
        rounds = 0
        if rest:
            gather(m)
        m.depth = 0
        while stack:
            fr = stack.pop()
            pid = fr[0]
            if pid > ANEW:
                if PROGRAMS[pid](m, s, fr):
                    continue
            elif pid == WINDOW:
                if names["p_window"](m, s, fr):
                    continue
            elif pid == PERIOD:
                if names["p_period"](m, s, fr):
                    continue
            elif pid == RESOLVE:
                if names["p_resolve"](m, s, fr):
                    continue
            elif PROGRAMS[pid](m, s, fr):
                continue
            stack += rest[::-1]
            rest.clear()
            asked = m.asked
            if asked is not None:
                m.count = len(asked[2])
                return
            m.depth = 0
            if m.until is not None:
                break
            if m.broken:
                broken(m)
            elif m.left < 0 or len(stack) > DEPTH:
                rounds += 1
                go_round(m, s, rounds > ROUNDS)
                m.left = STEPS
        m.count = 0

    def gather(m: RunningMatch) -> None:
        """What stopped goes on the stack, the innermost on top."""
        m.stack += m.rest[::-1]
        m.rest.clear()

    def broken(m: RunningMatch) -> None:
        """The match is over, or an effect was given up outside any unit that is still running."""
        stack = m.stack
        if m.broken == HALTED:
            stack.clear()
        while stack and stack[-1][0] not in (RESOLVE, PERIOD):
            gone = stack.pop()
            if gone[0] == WINDOW and gone[4] == k.stack_window:
                m.s[SPEAKING] -= 1
        m.s[BUSY] = ()
        m.broken = 0

    def go_round(m: RunningMatch, s: State, for_ever: bool) -> None:
        """A forced loop: it stops without further application and is told, with the cards in it (B-195); where what
        comes after it only goes round again, nobody wins."""
        stack = m.stack
        cards: dict[int, None] = {}
        told = m.told
        for _ in range(120):  # who has been at it lately
            if told is None:
                break
            entry, told = told
            if entry[0] == TRIGGER and entry[1] is not None:
                cards[entry[1]] = None
            elif entry[0] == RESOLVED:
                cards[entry[7] if entry[1] is None else entry[1]] = None
        m.told = ((LOOP, None, 0, None, *tuple(cards)[:20]), m.told)
        for slot in (L["pend"], L["once"], L["busy"], L["using"]):
            s[slot] = ()
        s[L["snap"]], s[L["met"]] = None, ()
        s[L["former"]] = s[L["former time"]] = -1
        if loop_is_draw or for_ever:
            s[OVER_SLOT] = (None,)
            m.told = ((OVER, None, 0, None, None), m.told)
            stack.clear()
            return
        last = max((i for i, f in enumerate(stack) if f[0] in (WINDOW, PERIOD)), default=-1)
        if waits:
            names["spend"](s, stack[last + 1 :])
        del stack[last + 1 :]

    def use_text(m: RunningMatch, s: State, slot: int, card: int | None, who: int, aims: tuple[Any, ...] = ()) -> int:
        """Carry out a text of a card; one that is being used is not used again inside itself (B-195).

        ``aims``: what was chosen when it was played."""
        pid = use[slot].get(text_card(s, card)) if card is not None else None
        if aims and card is not None:
            pid = aimed[slot][card][1]
        if pid is None or (s[SUPPRESS] and card is not None and card >= 0 and suppressed(s, card, "text")):
            s[DID] = 0 if card is None or card < 0 else 1  # used, with no application
            return 1
        mark, using = (pid, card), s[USING]
        if mark in using:
            m.told = ((LOOP, card, pid, None, card), m.told)
            s[DID] = 0
            return 1
        s[DID] = 1
        s[USING] = using + (mark,)
        if not PROGRAMS[pid](m, s, [pid, 0, card, who, *aims] + [None] * (PLACES[pid] - 4 - len(aims))):
            m.rest.append([USE, 0, card, who, pid])
            return 0
        s[USING] = using  # whatever was used inside is over
        return 1

    def in_use(s: State, slot: int, card: int | None) -> bool:
        """Whether a text of a card is being used: it is not chosen again inside itself."""
        return bool(s[USING]) and card is not None and (use[slot].get(text_card(s, card)), card) in s[USING]

    def p_use(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """A text has been used to its end."""
        s[USING] = tuple([x for x in s[USING] if x != (fr[4], fr[2])])
        return 1

    def roll(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """The die: what a scene laid down, then chance."""
        if s[DICE]:
            result: int = s[DICE][0]
            s[DICE] = s[DICE][1:]
        else:
            result = 1 + below(s, RNG, faces)
        m.told = ((ROLL, fr[2], fr[0], None, result), m.told)
        return result

    def lots(m: RunningMatch, s: State, among: tuple[int, ...]) -> int | None:
        if s[LOTS] in among:
            drawn: int = s[LOTS]
            s[LOTS] = None
            return drawn
        return among[below(s, RNG, len(among))] if among else None

    def look(m: RunningMatch, s: State, fr: list[Any], who: int | None, cards: tuple[int, ...]) -> None:
        """Cards seen by a player, or shown to all."""
        m.told = ((LOOK, fr[2], fr[0], None, who, *cards), m.told)

    def end_game(m: RunningMatch, s: State, winner: int | None) -> int:
        """The match is over: who was said to win, or the greatest score, and on a tie whom the game names."""
        if winner is None:
            scores = {p: names["score"](s, p) for p in k.seats}
            best = [p for p in k.seats if scores[p] == max(scores.values())]
            winner = best[0] if len(best) == 1 else names["tie"](s)
        s[OVER_SLOT] = (winner,)
        m.told = ((OVER, None, 0, None, winner), m.told)
        m.broken = HALTED
        return 0

    def would(s: State, verb: int, event: list[Any], check: Any) -> bool:
        """Try an event on a copy, without choices and dice, and ask whether something happened there."""
        if s[TRIAL] is not None:
            return False
        short = shortcuts[verb]
        if short is not None and short.decides:
            quick = names[tries[verb]](s, event, check)
            if quick is None:
                quick = decide(s, short, event, check)
            if quick is not None:
                return bool(quick)
        elif short is not None:
            t = bare_copy(s)
            quick = try_short(t, short, event)
            if quick is not None:
                return bool(quick and check(t))
        return would_in_full(s, verb, event, check)

    def would_in_full(s: State, verb: int, event: list[Any], check: Any) -> bool:
        """The same where it is known that something reacts on the way: all of it is carried out."""
        t = bare_copy(s)
        pid = event_programs[verb]
        fr = [pid, 1, None, event[3], *event[4:]]
        fr += [None] * (PLACES[pid] - len(fr))
        run(on_copy(t, [[RESOLVE, 2, None, None, (), (), None], fr]))
        return bool(check(t))

    def on_copy(t: State, frames: list[list[Any]]) -> RunningMatch:
        m: RunningMatch = match_class.__new__(match_class)
        m.s, m.stack, m.told, m.pick, m.asked = t, frames, None, None, None
        m.rest, m.broken, m.until = [], 0, None
        return m

    def bare_copy(s: State) -> State:
        t = s[:]
        t[TRIAL] = trial_stop
        t[PEND] = ()
        t[HOLD] = 0
        t[FINISH] = None
        return t

    def decide(s: State, short: Shortcut, event: list[Any], check: Any) -> bool | None:
        """The outcome without a copy: what the trial would set is set, asked, and put back."""
        kept = [(at, s[at]) for at in short.kept]
        quiet = on_the_way(s, short, event)
        found: bool | None = None
        if quiet is not None:
            found = False
            if quiet:
                for slot, record in names["decide"](s):
                    s[slot] += (record,)
                found = bool(check(s))
        for at, value in kept:
            s[at] = value
        return found

    def on_the_way(t: State, short: Shortcut, event: list[Any]) -> bool | None:
        """Open what the trial opens; None when something reacts, False when it would be over at once."""
        for slot in short.silent:
            if t[slot]:
                return None
        for at, index in short.participants:
            t[at] = event[index]
        for at in short.opened:
            t[at] += 1
        for slot in short.histories:
            t[slot] = ()
        if wakes(t, short, event):
            return None
        if short.ends is not None and names[short.ends](t):
            return False
        return True

    def wakes(t: State, short: Shortcut, event: list[Any]) -> bool:
        """Whether something would react on the way, once the trial stands open; what may be declined is, there (``may``)."""
        for slot, is_event in short.waking:
            for e in t[slot]:
                if not MAY[e[0]] and FN[e[0]](t, e, event if is_event else None):
                    return True
        for _, keyword_slot, k, ability, is_event in short.keywords:
            if t[keyword_slot] and not MAY[ability]:
                for c in names["bearers"](t, keyword_slot, names[f"k{k}"]):
                    if FN[ability](t, (ability, c, None, 0, None, c, None), event if is_event else None):
                        return True
        return False

    def try_short(t: State, short: Shortcut, event: list[Any]) -> bool | None:
        """When nothing reacts on the way, only the part that decides needs to be carried out; None when something does."""
        quiet = on_the_way(t, short, event)
        if not quiet:
            return quiet
        for pid in short.steps:
            fr = [pid, 0, None, event[3]]
            fr += [None] * (PLACES[pid] - 4)
            run(on_copy(t, [fr]))
        return True

    from .shortened.shortcut import Shortcut, find_shortcuts, source

    PEND, HOLD, FINISH = L["pend"], L["hold"], L["finish"]
    FN = k.functions
    MAY = [ability.declined for ability in k.compiled.abilities]
    shortcuts = find_shortcuts(k.compiled)
    tries = [f"try{i}" for i in range(len(shortcuts))]
    for i, found in enumerate(shortcuts):
        if found is not None and found.decides:
            k.compiled.functions[tries[i]] = source(found, i)
    match_class: Any = k.match_class
    event_programs = list(k.compiled.event_programs.values())
    periods = list(L.game.periods)
    until = next((p.trial_until for p in L.game.periods.values() if p.trial_until is not None), None)
    trial_stop = periods.index(until) if until is not None else -1
    return {
        f.__name__: f
        for f in (ask, abandon, run, use_text, in_use, p_use, roll, lots, look, end_game, would, would_in_full, wakes)
    } | {
        "P_WINDOW": WINDOW,
        "MAY": MAY,
        "SHORTCUTS": shortcuts,
    }
