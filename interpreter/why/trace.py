"""A match played again with everything written down: the state at each step, what was refused, what took the place of what.

A match that is played pays nothing for this: it is asked for afterwards, from where the match began and the choices that its log keeps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, NamedTuple

from attrs import define, field, frozen

from .. import saved
from ..frames import ORDER, RESOLVE, TRIGGER
from ..machine import Entry, State
from ..match import Game, Match
from ..running import RunningMatch

ENTRY = Game.advance.__code__  # by which a match is set going: beyond it nothing is its own
FIXED = max(saved.FIXED)  # the programs up to this number are the machine's own, without words


class Doing(NamedTuple):
    """A program under way: which, of which card, for whom."""

    program: int
    bearer: int | None
    user: int | None


class Step(NamedTuple):
    """A line of the log, with the state at that moment and the frames under way, the innermost last."""

    number: int
    raw: tuple[Any, ...]
    state: State
    running: list[list[Any]]
    waiting: tuple[Any, ...] = ()  # the triggers that still wait when one of them is done

    @property
    def doing(self) -> tuple[Doing, ...]:
        """What was being carried out: what a frame is of and for never changes, only how far it has got."""
        return doing(self.running)


@frozen
class Refused:
    """An event that was tried and came to nothing (for what reason, its sentences say); ``after`` so many steps."""

    after: int
    frame: int
    event: tuple[Any, ...]
    state: State
    doing: tuple[Doing, ...]


@frozen
class Instead:
    """A replacement that was put in the place of an event, or offered to be; ``after`` so many steps."""

    after: int
    entry: Entry
    event: tuple[Any, ...]
    state: State


@define
class Trace:
    """What a match did, from where it was watched: ``first`` is the number of the first step seen."""

    first: int = 1
    steps: list[Step] = field(factory=list)
    refused: list[Refused] = field(factory=list)
    instead: list[Instead] = field(factory=list)
    carries: dict[int, tuple[CodeType, bool]] = field(factory=dict)  # of the functions met: whether they carry a frame

    def step(self, number: int) -> Step | None:
        """The step of that number, when it was watched."""
        at = number - self.first
        return self.steps[at] if 0 <= at < len(self.steps) else None

    @property
    def last(self) -> int:
        return self.first + len(self.steps) - 1

    def changes(self, of: Callable[[State], Any]) -> Iterator[tuple[Step, Any, Any]]:
        """The steps by which something had changed: the step, what it was, what it was then; the latest first."""
        for at in range(len(self.steps) - 1, 0, -1):
            before, now = of(self.steps[at - 1].state), of(self.steps[at].state)
            if before != now:
                yield self.steps[at], before, now


class TracedMatch(Match):
    """A match that writes down its state whenever it tells something."""

    __slots__ = ("_told", "trace")

    @property
    def told(self) -> Any:
        return self._told

    @told.setter
    def told(self, told: Any) -> None:
        self._told = told
        trace = getattr(self, "trace", None)  # a copy is told what was told before it has one
        if told is not None and trace is not None:
            number = trace.first + len(trace.steps)
            running = frames(self)
            ordering = [f for f in running if f[0] == RESOLVE] if told[0][0] == TRIGGER else []
            waiting = ordering[-1][4] if ordering else ()
            trace.steps.append(Step(number, told[0], self.s[:], running, waiting))

    trace: Trace | None

    @classmethod
    def of(cls, match: Match) -> TracedMatch:
        """A copy of a match, to be played on and watched."""
        m = cls.__new__(cls)
        m.trace = None
        copy = match.clone()
        for name in RunningMatch.__slots__:
            if hasattr(copy, name):
                setattr(m, name, getattr(copy, name))
        m.game = match.game.at_length()
        m.trace = Trace(first=count_of(match.told) + 1)
        return m


def frames(match: TracedMatch) -> list[list[Any]]:
    """The frames under way in a match, the innermost last: those on its stack, and those of the programs that run now."""
    assert match.trace is not None
    running: list[list[Any]] = []
    carries = match.trace.carries
    over = False  # an event is over when what comes right after it begins
    at: FrameType | None = sys._getframe(1)
    while at is not None:
        code = at.f_code
        known = carries.get(id(code))
        if known is None:
            known = carries[id(code)] = (code, "fr" in code.co_varnames)
        if known[1]:
            names = at.f_locals
            found = names.get("fr")
            if (
                names.get("m", match) is match
                and isinstance(found, list)
                and len(found) > 3
                and isinstance(found[0], int)
            ):
                if not over:
                    running.append(found)
                over = False
        if code is ENTRY:
            break
        over = over or code.co_name == "do_once"
        at = at.f_back
    if not match.stack:
        return running[::-1]
    seen = {id(frame): frame for frame in match.stack}
    for frame in reversed(running):
        seen.setdefault(id(frame), frame)
    return list(seen.values())


def doing(running: list[list[Any]]) -> tuple[Doing, ...]:
    """The programs of frames that are under way."""
    found = []
    for program, _, bearer, user, *_ in running:
        if program > FIXED:
            found.append(
                Doing(program, bearer if isinstance(bearer, int) else None, user if isinstance(user, int) else None)
            )
    return tuple(found)


def count_of(told: Any) -> int:
    """How many steps a log has."""
    count = 0
    while told is not None:
        count, told = count + 1, told[1]
    return count


def choices_of(told: Any, since: Any = None) -> list[int]:
    """The choices that a log keeps, in order; only those made after an earlier point of it."""
    found = []
    while told is not None and told is not since:
        if told[0][0] == ORDER:
            found.append(told[0][4])
        told = told[1]
    return found[::-1]


def retrace(start: Match, match: Match) -> Trace | None:
    """The match played again from its start with the same choices; None when that does not lead to where it is."""
    choices = choices_of(match.told)[len(choices_of(start.told)) :]
    again = TracedMatch.of(start)
    with watching(again):
        for choice in choices:
            if again.asked is None or not 0 <= choice < len(again.asked[2]):
                return None
            again.choose(choice)
    return again.trace if again.s == match.s else None


@contextmanager
def watching(match: TracedMatch) -> Iterator[None]:
    """For as long as it lasts, what comes to nothing and what is replaced in this match is written down."""
    machine, trace = match.game.machine, match.trace
    names = machine.names
    kept, programs = {}, list(machine.programs)
    if trace is not None:
        for number, pid in enumerate(match.game.compiled.event_programs.values()):
            machine.programs[pid] = _noting_failures(match, trace, number, machine.programs[pid])
            kept[f"e{number}"] = names[f"e{number}"]
            names[f"e{number}"] = machine.programs[pid]
        for name in ("replacing", "next_replacing"):
            kept[name] = names[name]
            names[name] = _noting_replacements(match, trace, names[name])
    try:
        yield
    finally:
        names.update(kept)
        machine.programs[:] = programs


def _noting_failures(match: TracedMatch, trace: Trace, number: int, program: Any) -> Any:
    """A verb's program that says when it was tried and nothing at all came of it."""
    layout = match.game.compiled.layout
    trial, did = layout["trial"], layout["did"]

    def noted(m: Match, s: State, fr: list[Any]) -> Any:
        if m is not match or s[trial] is not None or fr[1] != 0:
            return program(m, s, fr)
        before, told, event = s[:], m.told, tuple(fr)
        result = program(m, s, fr)
        if m.told is told and not s[did]:
            trace.refused.append(Refused(trace.last, number, event, before, doing(frames(match))))
        return result

    return noted


def _noting_replacements(match: TracedMatch, trace: Trace, replacing: Any) -> Any:
    trial = match.game.compiled.layout["trial"]

    def noted(s: State, entries: tuple[Entry, ...], frame: list[Any], *declined: int) -> Entry | None:
        found: Entry | None = replacing(s, entries, frame, *declined)
        if found is not None and s is match.s and s[trial] is None:
            trace.instead.append(Instead(trace.last, found, tuple(frame), s[:]))
        return found

    return noted


# -- where a saved match began -----------------------------------------------------------------------------------


@frozen
class Origin:
    """How a match began: its seed, and the seat that was told to begin (None: by lot)."""

    seed: int
    first: int | None = None


def with_origin(save: str, origin: Origin | None) -> str:
    """A saved match that says how it began."""
    if origin is None:
        return save
    return json.dumps(json.loads(save) | {"origin": [origin.seed, origin.first]}, ensure_ascii=False)


def origin_of(save: str) -> Origin | None:
    """How a saved match says that it began; None when it does not."""
    match json.loads(save):
        case {"origin": [int(seed), None | int() as first]}:
            return Origin(seed, first)
    return None


def start_of(save: str, match: Match) -> Match | None:
    """Where a saved match began; None when it does not say so, or does not go on from there."""
    origin = origin_of(save)
    table = match.game
    if origin is None or (origin.first is not None and not 0 <= origin.first < table.players):
        return None
    start = table.match(seed=origin.seed, first=origin.first)
    began, now = start.log, match.log
    same = [entry.raw for entry in now[: len(began)]] == [entry.raw for entry in began]
    return start if same else None


__all__ = [
    "Doing",
    "Instead",
    "Origin",
    "Refused",
    "Step",
    "Trace",
    "TracedMatch",
    "choices_of",
    "count_of",
    "origin_of",
    "retrace",
    "start_of",
    "watching",
    "with_origin",
]
