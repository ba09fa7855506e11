"""What waits to be resolved, put there once more or aimed at something else.

What waits keeps what was chosen for it: beside each program by which it is resolved stand the functions that give all that each
of its choices may be now. A copy is an object that stands for a play without a card, with the same choices;
of a card that is played it shows, as long as it waits, what is printed on it.
"""

from __future__ import annotations

from typing import Any

from dsl.meaning.targeting import ABILITY as BY_ABILITY
from dsl.meaning.targeting import PLAYED as BY_PLAY

from .frames import ACTION, ANEW, PLAYED
from .machine import Machine, State
from .running import RunningMatch

Record = tuple[Any, ...]
#: One target of what waits: whether it is of the text that a play uses, its place in the frame, which of several.
Position = tuple[bool, int, int | None]
OBJECT, KIND, NUMBER, PLAYER, BEARER, GIVEN, AIMS = 0, 2, 3, 4, 5, 6, 7


def build(k: Machine) -> dict[str, Any]:
    """The functions by which verbs copy what waits, and change at what it is aimed."""
    L, names, compiled = k.L, k.names, k.compiled
    WAITING, TIME, CLOCK, DID = L["waiting"], L["time"], L["clock"], L["did"]

    def waiting(s: State, c: int | None) -> Record | None:
        return next((r for r in s[WAITING] if r[OBJECT] == c and r[KIND] in (0, 1, 2)), None)

    def frames_of(s: State, r: Record) -> tuple[list[Any], list[Any] | None]:
        """With what a play is resolved, and the text that it uses."""
        pid = compiled.action_programs[r[NUMBER]] if r[KIND] == ACTION else k.resolved[r[NUMBER]]
        frame = [pid, 0, r[BEARER], r[PLAYER], *r[GIVEN], *r[AIMS]]
        used = compiled.used_by.get(pid)
        if used is None or not frame[used[0]]:
            return frame, None
        card = names[used[2]](s, frame)
        text = compiled.aimed[used[1]].get(card)
        return frame, [text[1], 0, card, r[PLAYER], *frame[used[0]]] if text is not None else None

    def positions(s: State, r: Record) -> list[Position]:
        """The targets of what waits, one by one."""
        found: list[Position] = []
        for of_text, frame in enumerate(frames_of(s, r)):
            for at, plural, _ in compiled.candidates.get(frame[0], ()) if frame is not None else ():
                if frame is not None and frame[at] not in (None, ()):
                    which = range(len(frame[at])) if plural else (None,)
                    found += [(bool(of_text), at, i) for i in which]
        return found

    def open_to(s: State, r: Record, position: Position, keep: bool) -> tuple[int, ...]:
        """What a target may be instead; ``keep``: or what it is."""
        of_text, at, i = position
        frame = frames_of(s, r)[of_text]
        assert frame is not None
        legal = next(names[name] for place, _, name in compiled.candidates[frame[0]] if place == at)
        now = frame[at] if i is None else frame[at][i]
        others = () if i is None else tuple([x for j, x in enumerate(frame[at]) if j != i])
        return tuple([x for x in legal(s, frame) if x not in others and (keep or x != now)])

    def put(s: State, r: Record, position: Position, new: int) -> Record:
        """The same play, aimed at something else."""
        of_text, at, i = position
        frames = frames_of(s, r)
        frame = frames[of_text]
        assert frame is not None
        frame[at] = new if i is None else (*frame[at][:i], new, *frame[at][i + 1 :])
        renewed(s, frame)
        if of_text:
            frames[0][compiled.used_by[frames[0][0]][0]] = tuple(frame[4:])
        split = 4 + len(r[GIVEN])
        return (*r[:GIVEN], tuple(frames[0][4:split]), tuple(frames[0][split:]))

    def renewed(s: State, frame: list[Any]) -> None:
        """Chosen now; what was chosen before and is no longer what it was is no target any more."""
        since = frame[-1]
        for at, plural, _ in compiled.candidates[frame[0]]:
            if plural and frame[at]:
                frame[at] = tuple([x for x in frame[at] if x < 0 or s[TIME + x] <= max(since, s[CLOCK])])
        frame[-1] = s[CLOCK]

    def is_aimed(s: State, c: int) -> bool:
        """Whether a thing waits and has a target."""
        r = waiting(s, c)
        return r is not None and bool(positions(s, r))

    def is_copied(s: State, c: int) -> bool:
        """Whether a thing waits and can be done once more without its card: an ability, or a play that only uses a text."""
        r = waiting(s, c)
        return r is not None and (r[KIND] != ACTION or r[NUMBER] in compiled.copied)

    def copy_waiting(m: RunningMatch, s: State, c: int | None, player: int) -> int:
        """What waits waits once more, on top, as a play of who copies it; 0 where that cannot be."""
        r = waiting(s, c)
        play = names["lay"](s, player) if r is not None and is_copied(s, r[OBJECT]) else None
        if r is None or play is None:
            return 0
        if r[KIND] == ACTION:
            names["look_like"](s, r[OBJECT], play, player)
        s[WAITING] += ((play, s[TIME + play], r[KIND], r[NUMBER], player, *r[BEARER:]),)
        frame, text = frames_of(s, r)
        at = [(x[at] if i is None else x[at][i]) for t, at, i in positions(s, r) if (x := text if t else frame)]
        of = m.stands_for(play)[1]
        m.told = ((PLAYED, of, frame[0], None, r[KIND], r[NUMBER], player, play, tuple(at)), m.told)
        names["made_targets"](m, s, play, player, tuple(at), BY_PLAY if r[KIND] == ACTION else BY_ABILITY)
        return 1

    def aim_anew(m: RunningMatch, s: State, c: int | None, player: int) -> int:
        """A player says at what else something that waits is aimed: each target in turn; of several each may stay."""
        return p_anew(m, s, [ANEW, 0, None, player, c, 0, 0])

    def p_anew(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, who says it, what waits, at which target, how many have changed."""
        while (r := waiting(s, fr[4])) is not None:
            every = positions(s, r)
            if fr[5] >= len(every):
                break
            if not fr[1]:
                choices = open_to(s, r, every[fr[5]], keep=len(every) > 1)
                if not choices:
                    fr[5] += 1
                    continue
                fr[1] = 1
                if not names["ask"](m, s, fr, fr[3], "card", choices, 0):
                    return 0
            fr[1] = 0
            changed(m, s, fr, r, every[fr[5]])
            fr[5] += 1
        s[DID] = fr[6]
        return 1

    def changed(m: RunningMatch, s: State, fr: list[Any], r: Record, position: Position) -> None:
        """The target that was said, where it is another one."""
        if m.pick not in open_to(s, r, position, keep=False):
            return
        fr[6] += 1
        new = put(s, r, position, m.pick)
        s[WAITING] = tuple([new if x is r else x for x in s[WAITING]])
        names["made_targets"](m, s, r[OBJECT], r[PLAYER], (m.pick,), BY_PLAY if r[KIND] == ACTION else BY_ABILITY)

    return {f.__name__: f for f in (is_aimed, is_copied, copy_waiting, aim_anew, p_anew)}


__all__ = ["build"]
