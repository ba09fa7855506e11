"""The effect stack: frames of compiled programs, run until somebody must choose.

A frame is a small list [program, counter, self, you, …]. A match stopped at a decision is its state and its frames, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .machine import Machine, State
from .random import below

if TYPE_CHECKING:
    from .match import Match

PASS, ABILITY = -1, -2  # the first number of an option that is no action
RESOLVE, BATCH, TIMES, PERIOD, WINDOW = range(5)
STEPS = 20_000  # between two decisions: beyond it something goes round for ever
CHUNK = 256  # steps between two looks at how many they are
DEPTH = 600
LOOP, ROLL, VALUE, LOOK, TRIGGER, BEGIN, END, OVER, ORDER = -1, -2, -3, -4, -5, -6, -7, -8, -9


def _cards_of(stack: list[list[Any]]) -> list[int]:
    """The cards whose texts are being carried out."""
    return [f[2] for f in stack[-60:] if f[0] > WINDOW and isinstance(f[2], int) and f[2] >= 0]


def _sources_of(told: Any) -> list[int]:
    """The cards whose sentences were woken lately."""
    found = []
    for _ in range(200):
        if told is None:
            break
        entry, told = told
        if entry[0] == TRIGGER and isinstance(entry[1], int) and entry[1] >= 0:
            found.append(entry[1])
    return found


def build(k: Machine) -> dict[str, Any]:
    """The functions that programs call to stop, to give up and to use a text."""
    L = k.L
    TRIAL, DID, DICE, RNG, LOTS, OVER_SLOT = (L[x] for x in ("trial", "did", "dice", "rng", "lots", "over"))
    PROGRAMS, PLACES = k.programs, k.places
    faces = L.game.die_faces
    use = k.compiled.use
    loop_is_draw = dict(L.game.orders.get("doubt_order", ())).get("endless loop") == "draw"
    names = k.names

    def ask(
        m: Match, s: State, fr: list[Any], player: int, kind: str, options: tuple[Any, ...], prompt: int
    ) -> bool | None:
        """Stop at a decision; in a trial nobody chooses: what needs a choice is given up."""
        if s[TRIAL] is not None:
            abandon(m)
            return None
        if len(options) == 1:
            m.pick = options[0]
            return None
        m.asked = (player, kind, options, prompt)
        return True

    def abandon(m: Match) -> None:
        """Give up the effect that runs, down to the unit that it is part of."""
        stack = m.stack
        while stack and stack[-1][0] not in (RESOLVE, PERIOD):
            stack.pop()

    def run(m: Match) -> None:
        """Go on until a decision or the end."""
        stack, s = m.stack, m.s
        m.asked = None
        left = STEPS
        while True:
            for _ in range(CHUNK):
                if not stack:
                    return
                fr = stack[-1]
                if PROGRAMS[fr[0]](m, s, fr):
                    return
            left -= CHUNK
            if left < 0 or len(stack) > DEPTH:
                go_round(m, s)
                left = STEPS

    def go_round(m: Match, s: State) -> None:
        """A forced loop: it stops without further application and is told, with the cards in it (B-195)."""
        stack = m.stack
        cards: dict[int, None] = {}
        told = m.told
        for _ in range(120):  # who has been at it lately
            if told is None:
                break
            entry, told = told
            if entry[0] == TRIGGER and entry[1] is not None:
                cards[entry[1]] = None
        m.told = ((LOOP, None, 0, None, *tuple(cards)[:20]), m.told)
        for slot in (L["pend"], L["once"], L["busy"]):
            s[slot] = ()
        s[L["snap"]] = None
        if loop_is_draw:
            s[OVER_SLOT] = (None,)
            m.told = ((OVER, None, 0, None, None), m.told)
            stack.clear()
            return
        last = max((i for i, f in enumerate(stack) if f[0] in (WINDOW, PERIOD)), default=-1)
        del stack[last + 1 :]

    def use_text(m: Match, s: State, slot: int, card: int | None, who: int) -> None:
        """Carry out a text of a card; one that is being used is not used again inside itself (B-195)."""
        s[DID] = 1
        if card is None or card < 0:
            s[DID] = 0
            return
        pid = use[slot].get(card)
        if pid is None:
            return
        if any(f[0] == pid and f[2] == card for f in m.stack):
            m.told = ((LOOP, card, pid, None, card), m.told)
            s[DID] = 0
            return
        frame: list[Any] = [pid, 0, card, who]
        m.stack.append(frame + [None] * (PLACES[pid] - 4))

    def roll(m: Match, s: State, fr: list[Any]) -> int:
        """The die: what a scene laid down, then chance."""
        if s[DICE]:
            result: int = s[DICE][0]
            s[DICE] = s[DICE][1:]
        else:
            result = 1 + below(s, RNG, faces)
        m.told = ((ROLL, fr[2], fr[0], None, result), m.told)
        return result

    def lots(m: Match, s: State, among: tuple[int, ...]) -> int | None:
        if s[LOTS] in among:
            drawn: int = s[LOTS]
            s[LOTS] = None
            return drawn
        return among[below(s, RNG, len(among))] if among else None

    def note(m: Match, s: State, fr: list[Any], value: int, amount: Any) -> None:
        """A stored value has changed."""
        m.told = ((VALUE, fr[2], fr[0], None, value, fr[3], amount), m.told)

    def look(m: Match, s: State, fr: list[Any], who: int | None, cards: tuple[int, ...]) -> None:
        """Cards seen by a player, or shown to all."""
        m.told = ((LOOK, fr[2], fr[0], None, who, *cards), m.told)

    def end_game(m: Match, s: State, winner: int | None, loser: int | None) -> None:
        """The match is over: who was said to win, or the greatest score, and on a tie whom the game names."""
        if winner is None and loser is not None:
            winner = next((p for p in k.seats if p != loser), None)
        if winner is None:
            scores = {p: names["score"](s, p) for p in k.seats}
            best = [p for p in k.seats if scores[p] == max(scores.values())]
            winner = best[0] if len(best) == 1 else names["tie"](s)
        s[OVER_SLOT] = (winner,)
        m.told = ((OVER, None, 0, None, winner), m.told)
        m.stack.clear()

    def would(s: State, verb: int, event: list[Any], check: Any) -> bool:
        """Try an event on a copy, without choices and dice, and ask whether something happened there."""
        if s[TRIAL] is not None:
            return False
        short = shortcuts[verb]
        if short is not None:
            if short.decides:
                quick = names[tries[verb]](s, event, check)
                if quick is None:
                    quick = decide(s, short, event, check)
                if quick is not None:
                    return bool(quick)
            t = bare_copy(s)
            quick = try_short(t, short, event)
            if quick is not None:
                return bool(quick and check(t))
        t = bare_copy(s)
        pid = event_programs[verb]
        fr = [pid, 1, None, event[3], *event[4:]]
        fr += [None] * (PLACES[pid] - len(fr))
        run(on_copy(t, [[RESOLVE, 2, None, None, (), (), None], fr]))
        return bool(check(t))

    def on_copy(t: State, frames: list[list[Any]]) -> Match:
        m: Match = match_class.__new__(match_class)
        m.s, m.stack, m.told, m.pick, m.asked = t, frames, None, None, None
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
        for slot, is_event in short.waking:
            for e in t[slot]:
                if FN[e[0]](t, e, event if is_event else None):
                    return None
        for _, keyword_slot, k, ability, is_event in short.keywords:
            if t[keyword_slot]:
                has = names[f"k{k}"]
                for c in names["bearers"](t, keyword_slot, has):
                    if FN[ability](t, (ability, c, None, 0, None, c, None), event if is_event else None):
                        return None
        if short.ends is not None and names[short.ends](t):
            return False
        return True

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

    from .shortcut import Shortcut, find_shortcuts, source

    PEND, HOLD, FINISH = L["pend"], L["hold"], L["finish"]
    FN = k.functions
    shortcuts = find_shortcuts(k)
    tries = [f"try{i}" for i in range(len(shortcuts))]
    for i, found in enumerate(shortcuts):
        if found is not None and found.decides:
            k.compiled.functions[tries[i]] = source(found, i)
    match_class: Any = k.match_class
    event_programs = list(k.compiled.event_programs.values())
    periods = list(L.game.periods)
    until = next((p.trial_until for p in L.game.periods.values() if p.trial_until is not None), None)
    trial_stop = periods.index(until) if until is not None else -1
    return {f.__name__: f for f in (ask, abandon, run, use_text, roll, lots, note, look, end_game, would)} | {
        "NLOC": PLACES,
        "P_WINDOW": WINDOW,
        "SHORTCUTS": shortcuts,
    }
