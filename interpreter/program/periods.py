"""Periods written out: what opening, its steps, its parts and closing mean for each, so that an ordinary run asks nothing in vain.

The clock can carry out any period from any point. Here is the usual way, from the opening to the end and from behind each step and
part to the end: it leaves the same frames when something stops, and hands over to the clock when something unusual happens (a period
that must end early).
"""

from __future__ import annotations

from itertools import pairwise

from dsl.meaning.game import GameMeaning

from .compiled import Compiled, longer_uses
from .layout import FIRST
from .remembered import EARLIER, OF_EACH

PERIOD, RESOLVE = 3, 0  # programs of the machine itself
BEGIN, END = -6, -7  # entries of the log
HALTED = 2


class PeriodWriter:
    """The text of one period's functions: ``per3(m, s, p, new)``, of a player with these participants; ``per3_2(m, s, fr)``, what is
    left of it when two of its steps and parts are over and it goes on from its frame."""

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
        self.not_ended = f" and not ends{index}(s)" if self.ends else ""
        self.trial_until = next((p.trial_until for p in self.game.periods.values() if p.trial_until is not None), None)
        self.stacked = any(w.played == "zone" for w in self.game.windows.values())
        self.lines: list[str] = []
        self.from_frame(False)

    def from_frame(self, yes: bool) -> None:
        """Where what belongs to this period is: in variables, or in its frame when it goes on from there."""
        self.resumed = yes
        self.before, self.held, self.pb = ("fr[5]", "fr[8]", "fr[9]") if yes else ("before", "held", "pb")
        if not (yes or self.kept_up("player")):
            self.pb = "None"
        self.next = "fr[10]" if yes else "q" if self.decl.repeats else "p"  # whose the next part of a round is

    def line(self, text: str, indent: int = 1) -> None:
        self.lines.append("    " * indent + text)

    def slot(self, name: str) -> str:
        return f"s[{self.L[name]}]"

    def own(self, what: str) -> str:
        return self.slot(f"{what} {self.decl.name}")

    def kept_up(self, what: str) -> bool:
        """Whether something asks for what the state says of this period."""
        return self.L[f"{what} {self.decl.name}"] not in self.compiled.unread

    def frame(self, pc: int, step: int, part: int) -> str:
        return f"[{PERIOD}, {pc}, None, p, {self.index}, before, {step}, {part}, held, {self.pb}, {self.next}]"

    def source(self) -> str:
        self.line(f"def per{self.index}(m, s, p, new):", 0)
        if (self.index, 0) in self.compiled.ahead:
            self.line(f"if {self.slot('ahead')} and skipped(m, s, {self.index}, p): return 1")
        self.opening()
        start = self.compiled.period_start.get(self.decl.name)
        if start is not None:
            self.unless_leaving(1, 0, 0)
            self.unit(start, 2, 0, 0, at=(1, 0, 0))
        self.from_step(0)
        self.from_frame(True)
        for number in range(0 if start is not None else 1, len(self.steps) + len(self.parts) + 1):
            self.line(f"def {resumed(self.index, number)}(m, s, fr):", 0)
            self.line("p = fr[3]")
            if number <= len(self.steps) and not self.stacked:
                self.set_off(2, number, 0)
            self.from_step(number)
        self.told_to_end()
        return "\n".join(self.lines) + "\n"

    def told_to_end(self) -> None:
        """It must end now: when that was said of itself the rest of it is left out, all else is left to the clock."""
        finish, line = self.slot("finish"), self.line
        line(f"def per{self.index}_over(m, s, fr):", 0)
        line(f"end = {finish}")
        line(f"if end is None or end[0] != {self.index} or end[1] is not None: return any_period(m, s, fr)")
        line(f"{finish} = None")
        line("p = fr[3]")
        self.closing()
        self.closed()

    def from_step(self, number: int) -> None:
        """From behind so many steps and parts to the end."""
        for k in range(number, len(self.steps)):
            self.unless_leaving(2, k, 0)
            self.unit(self.steps[k], 2, k + 1, 0, at=(2, k, 0))
        self.inside(max(0, number - len(self.steps)))
        if not (self.decl.repeats and self.parts):
            self.closing()
            self.closed()

    def opening(self) -> None:
        line = self.line
        line("m.left -= 1")
        line("held = 0")
        if self.decl.repeats:
            line("q = p")
        if self.decl.holds_triggers:
            blank = f"[{PERIOD}, 0, None, p, {self.index}, new, 0, 0, 0, None, p]"
            line(f"if {self.slot('hold')}: return any_period(m, s, {blank})")
            line(f"held = ({self.slot('pend')},)")
            line(f"{self.slot('pend')} = ()")
            line(f"{self.slot('hold')} = 1")
        for what in filter(self.kept_up, ("serial", "open")):
            line(f"{self.own(what)} += 1")
        line(f"before = ({''.join(f's[{x}], ' for x in self.members)})")
        if self.members:
            line(f"if new: {', '.join(f's[{x}]' for x in self.members)}, = new")
        if self.kept_up("player"):
            line(f"pb = {self.own('player')}")
            line(f"{self.own('player')} = p")
        for frame, period in self.compiled.history:
            if period == self.decl.name:
                now = f"history {frame} {period}"
                for late, late_by_one in reversed([*pairwise(EARLIER)]):
                    if f"{now}{late_by_one}" in self.L.slots:
                        line(f"{self.slot(now + late_by_one)} = {self.slot(now + late)}")
                line(f"{self.slot(now)} = ()")
        if self.kept_up("timed"):
            line(f"if {self.own('timed')}: expire(s, {self.index}, 1)")
        line(f"m.told = (({BEGIN}, None, 0, None, {self.index}, p{', *new' if self.members else ''}), m.told)")
        self.notice("starts")
        self.flush("starts", 1)

    def watched(self, edge: str) -> bool:
        """Whether a keyword speaks of the beginning or the end of this period."""
        return self.L[f"{edge} {self.decl.name}"] in self.compiled.keyword_moments

    def notice(self, edge: str) -> None:
        at = self.L[f"{edge} {self.decl.name}"]
        self.line(f"notice(m, s, {at})" if self.watched(edge) else f"if s[{at}]: notice(m, s, {at})")

    def flush(self, edge: str, pc: int) -> None:
        """What the beginning or the end of the period set off; where that is seldom the clock goes on behind it, so that
        the usual way knows that nothing waits."""
        line = self.line
        if self.stacked and edge == "ends":
            line("if not chase(m, s):")
            self.stop(pc, 0, 0)
            return
        line(f"if {self.waits()}:")
        line("if not flush(m, s):", 2)
        self.stop(pc, 0, 0, 3)
        if not (self.stacked or self.watched(edge)):
            line(f"return any_period(m, s, {self.kept(pc, 0, 0, 2)})", 2)

    def waits(self) -> str:
        """Triggers wait and could be resolved now."""
        return f"{self.slot('pend')} and not {self.slot('hold')}"

    def kept(self, pc: int, step: int, part: int, indent: int) -> str:
        """The frame that stands for this point; one that there is already is set to it."""
        if not self.resumed:
            return self.frame(pc, step, part)
        self.line(f"fr[1] = {pc}", indent)
        self.line(f"fr[6] = {step}", indent)
        self.line(f"fr[7] = {part}", indent)
        return "fr"

    def stop(self, pc: int, step: int, part: int, indent: int = 2) -> None:
        self.line(f"m.rest.append({self.kept(pc, step, part, indent)})", indent)
        self.line("return 0", indent)

    def unless_leaving(self, pc: int, step: int, part: int, indent: int = 1) -> None:
        self.line(f"if {self.slot('finish')} is not None{self.ends}:", indent)
        self.line(f"return per{self.index}_over(m, s, {self.kept(pc, step, part, indent + 1)})", indent + 1)

    def unit(self, pid: int, pc: int, step: int, part: int, at: tuple[int, int, int] | None = None) -> None:
        """A step, and what it triggers; while triggers are held they wait. When some wait already, the clock does it (from ``at``)."""
        if self.stacked or at is None:
            padding = "".join(", None" for _ in range(self.compiled.programs[pid].places - FIRST))
            self.line(f"if not unit(m, s, [{pid}, 0, None, p{padding}]):")
            self.stop(pc, step, part)
            return
        name = self.compiled.programs[pid].name
        line = self.line
        padding = ", None" * (self.compiled.programs[pid].places - FIRST)
        line(f"if {self.waits()}:")
        line(f"return any_period(m, s, {self.kept(*at, 2)})", 2)
        line(f"if not {name}(m, s, [{pid}, 0, None, p{padding}]) and not given_up(m):")
        self.stop(pc, step, part)
        self.set_off(pc, step, part)

    def set_off(self, pc: int, step: int, part: int) -> None:
        """What a step has triggered is resolved when it is over, at once or where the period goes on behind it."""
        self.line(f"if not {self.slot('hold')}:" if self.game.checks else f"if {self.waits()}:")
        self.line(f"if not p_resolve(m, s, [{RESOLVE}, 2, None, None, (), (), None]):", 2)
        self.stop(pc, step, part, 3)

    def inside(self, first: int) -> None:
        """The periods inside this one from the ``first``, in their order; a round begins again until something ends it."""
        steps, indent = len(self.steps), 1
        round_ = self.decl.repeats and bool(self.parts)
        if round_ and first:
            self.some_parts(first, 1)
            self.next_turn(1)
            first = 0
        if round_:
            self.line("while 1:")
            indent = 2
        self.some_parts(first, indent)
        if round_:
            self.next_turn(indent)
        elif self.steps or self.parts:
            self.once_more(len(self.parts), 1)
            self.unless_leaving(2, steps, len(self.parts))

    def some_parts(self, first: int, indent: int) -> None:
        steps = len(self.steps)
        for j in range(first, len(self.parts)):
            self.once_more(j, indent)
            self.unless_leaving(2, steps, j, indent)
            self.line(f"if not per{self.parts[j]}(m, s, {self.next}, ()):", indent)
            self.stop(2, steps, j + 1, indent + 1)

    def once_more(self, number: int, indent: int) -> None:
        """Behind so many parts: the last of them again, as often as somebody has it once more."""
        part = self.parts[number - 1] if number else -1
        if (part, 1) not in self.compiled.ahead:
            return
        self.line(f"while {self.slot('ahead')} and {self.slot('finish')} is None{self.not_ended}:", indent)
        self.line(f"more = whose_more(s, {part})", indent + 1)
        self.line("if more is None: break", indent + 1)
        self.line(f"if not per{part}(m, s, more, ()):", indent + 1)
        self.stop(2, len(self.steps), number, indent + 2)

    def next_turn(self, indent: int) -> None:
        """A round is over: whose the next one is."""
        steps = len(self.steps)
        self.once_more(len(self.parts), indent)
        self.unless_leaving(2, steps, len(self.parts), indent)
        if f"next{self.parts[0]}" in self.compiled.functions:
            if {
                (self.parts[0], 0),
                (self.parts[0], 1),
            } & self.compiled.ahead:  # as if none was skipped, or had once more
                part = list(self.game.periods)[self.parts[0]]
                self.line(f"{self.slot(f'player {part}')} = {self.next}", indent)
            self.line(f"{self.next} = next{self.parts[0]}(s, {self.next})", indent)
        self.line("if m.left <= 0:", indent)
        self.stop(2, steps, 0, indent + 1)

    def closing(self) -> None:
        self.notice("ends")
        end = self.compiled.period_end.get(self.decl.name)
        if end is None:
            self.flush("ends", 6)
            return
        self.unit(end, 5, 0, 0)
        if not self.stacked:  # where there is a stack, it is looked at behind every unit
            self.flush("ends", 6)

    def uses_but(self, ended: str) -> str:
        return f"tuple([x for x in {self.slot('uses')} if not x[0] {ended}])"

    def closed(self) -> None:
        line = self.line
        if self.kept_up("timed"):
            line(f"if {self.own('timed')}: expire(s, {self.index}, 0)")
        longer = longer_uses(self.compiled)
        kept = tuple(number for numbers in longer.values() for number in numbers)
        if self.decl.name == self.game.turn:
            line(f"{self.slot('uses')} = {self.uses_but(f'not in {kept}') if kept else '()'}")
        elif self.decl.name in longer:
            line(f"{self.slot('uses')} = {self.uses_but(f'in {longer[self.decl.name]}')}")
        line(f"if {self.slot('acted')}: forget(s, {self.index})")
        for frame, period in self.compiled.history:
            now = f"history {frame} {period}"
            if period == self.decl.name and now + OF_EACH in self.L.slots:
                kept_of_each = self.slot(now + OF_EACH)
                line(f"{kept_of_each} = filed({kept_of_each}, {self.slot(now)}, p, {self.L.players})")
        for part in sorted({part for part in self.parts if (part, 1) in self.compiled.ahead}):
            line(f"if {self.slot('ahead')}: no_more(s, {part})")
        if self.kept_up("open"):
            line(f"{self.own('open')} -= 1")
        for k, x in enumerate(self.members):
            line(f"s[{x}] = {self.before}[{k}]")
        if not self.decl.of_player and self.kept_up("player"):
            line(f"{self.own('player')} = {self.pb}")
        line(f"m.told = (({END}, None, 0, None, {self.index}, p), m.told)")
        if self.decl.name == self.trial_until:
            line(f"if {self.slot('trial')} == {self.index}:")
            line(f"m.broken = {HALTED}", 2)
            line("return 0", 2)
        if self.decl.holds_triggers:
            if self.resumed:
                line(f"if not {self.held}: return 1")
            line(f"{self.slot('hold')} = 0")
            line(
                f"if {self.slot('pend')}: return p_resolve(m, s, [{RESOLVE}, 2, None, None, (), {self.held}[0], None])"
            )
            line(f"{self.slot('pend')} = {self.held}[0]")
        line("return 1")


def resumed(period: int, number: int) -> str:
    """The function with which a period goes on that has so many of its steps and parts behind it."""
    return f"per{period}_{number}"
