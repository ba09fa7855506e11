"""Periods written out: what opening, its steps, its parts and closing mean for each, so that an ordinary run asks nothing in vain.

The clock can carry out any period from any point. Here is the usual way, from the opening to the end: it leaves the same frames
when something stops, and hands over to the clock when something unusual happens (a period that must end early).
"""

from __future__ import annotations

from dsl.meaning.game import GameMeaning

from .compiled import Compiled
from .layout import FIRST

PERIOD, RESOLVE = 3, 0  # programs of the machine itself
BEGIN, END = -6, -7  # entries of the log
HALTED = 2


class PeriodWriter:
    """The text of one period's function ``per3(m, s, p, new)``: of a player, with these participants."""

    def __init__(self, compiled: Compiled, index: int) -> None:
        self.compiled = compiled
        self.game: GameMeaning = compiled.game
        self.L = compiled.layout
        self.index = index
        self.decl = list(self.game.periods.values())[index]
        self.members = [self.L[f"in {p.name}"] for p in self.decl.participants]
        self.steps = compiled.period_steps.get(self.decl.name, ())
        names = list(self.game.periods)
        self.parts = [names.index(part) for part in self.decl.parts]
        self.ends = f" or ends{index}(s)" if f"ends{index}" in compiled.functions else ""
        self.stacked = any(w.played == "zone" for w in self.game.windows.values())
        self.next = "q" if self.decl.repeats else "p"  # whose the next part of a round is
        self.lines = [f"def per{index}(m, s, p, new):"]

    def line(self, text: str, indent: int = 1) -> None:
        self.lines.append("    " * indent + text)

    def slot(self, name: str) -> str:
        return f"s[{self.L[name]}]"

    def own(self, what: str) -> str:
        return self.slot(f"{what} {self.decl.name}")

    def frame(self, pc: int, step: int, part: int) -> str:
        return f"[{PERIOD}, {pc}, None, p, {self.index}, before, {step}, {part}, held, pb, {self.next}]"

    def source(self) -> str:
        self.opening()
        start = self.compiled.period_start.get(self.decl.name)
        if start is not None:
            self.unless_leaving(1, 0, 0)
            self.unit(start, self.frame(2, 0, 0))
        for k, step in enumerate(self.steps):
            self.unless_leaving(2, k, 0)
            self.unit(step, self.frame(2, k + 1, 0))
        self.inside()
        self.closing()
        self.closed()
        return "\n".join(self.lines) + "\n"

    def opening(self) -> None:
        line = self.line
        line("m.left -= 1")
        line("held = 0")
        if self.decl.repeats:
            line("q = p")
        if self.decl.holds_triggers:
            blank = f"[{PERIOD}, 0, None, p, {self.index}, new, 0, 0, 0, None, p]"
            line(f"if {self.slot('hold')}: return p_period(m, s, {blank})")
            line(f"held = ({self.slot('pend')},)")
            line(f"{self.slot('pend')} = ()")
            line(f"{self.slot('hold')} = 1")
        line(f"{self.own('serial')} += 1")
        line(f"{self.own('open')} += 1")
        line(f"before = ({''.join(f's[{x}], ' for x in self.members)})")
        if self.members:
            line(f"if new: {', '.join(f's[{x}]' for x in self.members)}, = new")
        line(f"pb = {self.own('player')}")
        line(f"{self.own('player')} = p")
        for frame, period in self.compiled.history:
            if period == self.decl.name:
                now = f"history {frame} {period}"
                if f"{now} before" in self.L.slots:
                    line(f"{self.slot(now + ' before')} = {self.slot(now)}")
                line(f"{self.slot(now)} = ()")
        line(f"if {self.own('timed')}: expire(s, {self.index}, 1)")
        line(f"m.told = (({BEGIN}, None, 0, None, {self.index}, p{', *new' if self.members else ''}), m.told)")
        self.notice("starts")
        line(f"if {self.slot('pend')} and not flush(m, s):")
        self.stop(self.frame(1, 0, 0))

    def notice(self, edge: str) -> None:
        at = self.L[f"{edge} {self.decl.name}"]
        watched = at in self.compiled.keyword_moments
        self.line(f"notice(m, s, {at})" if watched else f"if s[{at}]: notice(m, s, {at})")

    def stop(self, frame: str, indent: int = 2) -> None:
        self.line(f"m.rest.append({frame})", indent)
        self.line("return 0", indent)

    def unless_leaving(self, pc: int, step: int, part: int, indent: int = 1) -> None:
        test = f"{self.slot('finish')} is not None{self.ends}"
        self.line(f"if {test}: return p_period(m, s, {self.frame(pc, step, part)})", indent)

    def unit(self, pid: int, frame: str) -> None:
        """A step, and what it triggers; while triggers are held they wait."""
        if self.stacked:
            padding = "".join(", None" for _ in range(self.compiled.programs[pid].places - FIRST))
            self.line(f"if not unit(m, s, [{pid}, 0, None, p{padding}]):")
            self.stop(frame)
            return
        name = self.compiled.programs[pid].name
        pend, hold, line = self.slot("pend"), self.slot("hold"), self.line
        resolve = f"[{RESOLVE}, 2, None, None, (), b, None]"
        padding = ", None" * (self.compiled.programs[pid].places - FIRST)
        line(f"b = {pend}")
        line(f"if b and not {hold}: {pend} = ()")
        line(f"if not {name}(m, s, [{pid}, 0, None, p{padding}]) and not given_up(m):")
        line(f"if not {hold}: m.rest.append({resolve})", 2)
        self.stop(frame)
        line("if 1:" if self.game.checks else f"if {pend}:")
        line(f"if not {hold} and not p_resolve(m, s, {resolve}):", 2)
        self.stop(frame, 3)
        line(f"elif b: {pend} = b")

    def inside(self) -> None:
        """The periods inside this one, in their order; a round begins again until something ends it."""
        steps, indent = len(self.steps), 1
        if self.decl.repeats and self.parts:
            self.line("while 1:")
            indent = 2
        for j, part in enumerate(self.parts):
            self.unless_leaving(2, steps, j, indent)
            self.line(f"if not per{part}(m, s, {self.next}, ()):", indent)
            self.stop(self.frame(2, steps, j + 1), indent + 1)
        if self.decl.repeats and self.parts:
            self.unless_leaving(2, steps, len(self.parts), 2)
            if f"next{self.parts[0]}" in self.compiled.functions:
                self.line(f"q = next{self.parts[0]}(s, q)", 2)
            self.line("if m.left <= 0:", 2)
            self.stop(self.frame(2, steps, 0), 3)
        elif self.steps or self.parts:
            self.unless_leaving(2, steps, len(self.parts))

    def closing(self) -> None:
        if self.decl.repeats and self.parts:
            return
        self.notice("ends")
        end = self.compiled.period_end.get(self.decl.name)
        if end is not None:
            self.unit(end, self.frame(5, 0, 0))
        else:
            self.line("if not chase(m, s):" if self.stacked else f"if {self.slot('pend')} and not flush(m, s):")
            self.stop(self.frame(5, 0, 0))

    def closed(self) -> None:
        if self.decl.repeats and self.parts:
            return
        line = self.line
        line(f"if {self.own('timed')}: expire(s, {self.index}, 0)")
        if self.decl.name == self.game.turn:
            line(f"{self.slot('uses')} = ()")
        line(f"if {self.slot('acted')}: forget(s, {self.index})")
        line(f"{self.own('open')} -= 1")
        for k, x in enumerate(self.members):
            line(f"s[{x}] = before[{k}]")
        if not self.decl.of_player:
            line(f"{self.own('player')} = pb")
        line(f"m.told = (({END}, None, 0, None, {self.index}, p), m.told)")
        line(f"if {self.slot('trial')} == {self.index}:")
        line(f"m.broken = {HALTED}", 2)
        line("return 0", 2)
        if self.decl.holds_triggers:
            line(f"{self.slot('hold')} = 0")
            line(f"if {self.slot('pend')}: return p_resolve(m, s, [{RESOLVE}, 2, None, None, (), held[0], None])")
            line(f"{self.slot('pend')} = held[0]")
        line("return 1")
