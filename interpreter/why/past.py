"""What happened and why: the words that caused a step, what took its place, what it woke; and what was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n

from ..log import Entry, read_entry
from ..machine import Entry as Standing
from ..match import Match
from ..stack import BEGIN, END, ORDER, OVER, TRIGGER
from ..tell import SEATS, tell_step
from ..view import seen_entry
from .asking import Asking, CannotCompile
from .conditions import explain, pieces, telling
from .permissions import verdict
from .reasons import HIDDEN, Reason, Telling, Viewer, Why
from .trace import Doing, Instead, Refused, Step, Trace
from .turns import why_over

_MOST_CHANGES = 6


@frozen
class Line:
    """A line of what happened: its number (of a step), and what it says."""

    number: int | None
    said: str


def seen_step(match: Match, raw: tuple[Any, ...], seat: int | None) -> Entry:
    """A step with what the seat may not know left out."""
    entry = read_entry(match.game, raw)
    seen = seen_entry(match, raw, seat) if seat is not None else None
    if seen is None:
        return entry
    masked = {role for role, value in seen["roles"].items() if value is None and entry.roles[role] is not None}
    return evolve(entry, roles={k: HIDDEN if k in masked else v for k, v in entry.roles.items()})


class Past:
    """The steps of a match that was played again."""

    def __init__(self, match: Match, trace: Trace, viewer: Viewer | None = None) -> None:
        self.match, self.trace = match, trace
        self.game = match.game
        self.viewer = viewer or Viewer()
        self.programs = list(self.game.compiled.event_programs.values())

    def telling(self, state: Any) -> Telling:
        """The words of a state of the past."""
        return Telling(Asking(self.match, state), self.viewer)

    # -- lists

    def since_last_choice(self) -> int:
        """The number of the first step after the last choice that somebody made."""
        for step in reversed(self.trace.steps):
            if step.raw[0] == ORDER:
                return step.number + 1
        return self.trace.first

    def lines(self, since: int | None = None) -> Iterator[Line]:
        """The steps from a number on, with what was refused or replaced between them."""
        start = self.trace.first if since is None else since
        refused = [r for r in self.trace.refused if r.after >= start - 1]
        instead = [i for i in self.trace.instead if i.after >= start - 1 and self._prevented(i)]
        for step in [None, *self.trace.steps]:
            number = start - 1 if step is None else step.number
            if number < start - 1:
                continue
            if step is not None and number >= start and step.raw[0] != ORDER:
                yield Line(number, self.said(step))
            for one in refused:
                if one.after == number and self._watched(one):
                    yield Line(None, f"{self._event_said(one.frame, one.event)}: non può")
            for other in instead:
                if other.after == number:
                    yield Line(None, f"{self._event_said(self._frame(other), other.event)}: sostituito")

    def why_lines(self, since: int) -> list[Why]:
        """Every step from a number on, and all that was refused or replaced, each with its reasons."""
        found: list[tuple[float, Why]] = []
        for step in self.trace.steps:
            if step.number >= since and step.raw[0] not in (ORDER, BEGIN, END):
                found.append((step.number, self.step(step)))
        found += [
            (r.after + 0.5, self.refused(r)) for r in self.trace.refused if r.after >= since - 1 and self._watched(r)
        ]
        found += [(i.after + 0.5, self.replaced(i)) for i in self.trace.instead if i.after >= since - 1]
        return [why for _, why in sorted(found, key=lambda each: each[0])]

    def said(self, step: Step) -> str:
        """A step in words."""
        return tell_step(self.match, seen_step(self.match, step.raw, self.viewer.seat))

    def _watched(self, refused: Refused) -> bool:
        """Whether the viewer knows the things of a refused event."""
        tell = self.telling(refused.state)
        return all(tell.sees(x) for x in refused.event[4:] if isinstance(x, int) and 0 <= x < len(self.game.cards))

    # -- a step

    def step(self, step: Step) -> Why:
        """Why a step happened, what stood against it, and what it woke."""
        tell = self.telling(step.state)
        entry = seen_step(self.match, step.raw, self.viewer.seat)
        reasons = []
        if entry.span is not None:
            reasons.append(tell.reason("lo dice", self._owner(tell, entry), entry.span))
        reasons += self._around(tell, step.doing, entry)
        if step.raw[0] >= 0:
            reasons += self._allowed(tell, step)
            reasons += [self._replacement(one) for one in self._replacing(step)]
            reasons += self._woken(step)
        if step.raw[0] == OVER:
            reasons += why_over(self.match, self.viewer).reasons if self.match.over else ()
        return Why(f"passo {step.number}: {tell_step(self.match, entry)}", "è successo", tuple(reasons))

    def _owner(self, tell: Telling, entry: Entry) -> str:
        card = entry.source if entry.source is not None and entry.source >= 0 else None
        if card is None:
            return entry.owner
        name = tell.name(card)
        return name if entry.owner in ("", name) or name == HIDDEN else f"{name}, {entry.owner}"

    def _around(self, tell: Telling, doing: tuple[Doing, ...], entry: Entry | None = None) -> Iterator[Reason]:
        """What was being carried out, the innermost first."""
        seen = {(entry.span.file, entry.span.line)} if entry is not None and entry.span is not None else set()
        for one in reversed(doing):
            program = self.game.program(one.program)
            if program.span is None or (program.span.file, program.span.line) in seen:
                continue
            seen.add((program.span.file, program.span.line))
            bearer = one.bearer if one.bearer is not None and one.bearer >= 0 else None
            name = tell.name(bearer) if bearer is not None else program.owner
            owner = name if program.owner in ("", name) or name == HIDDEN else f"{name}, {program.owner}"
            yield tell.reason("mentre si fa", owner, program.span)

    def _allowed(self, tell: Telling, step: Step) -> Iterator[Reason]:
        """What would have forbidden the event, had something not spoken against it."""
        frame = self.game.verbs[step.raw[0]]
        before = self.trace.step(step.number - 1)
        if before is None:
            return
        then = self.telling(before.state)
        try:
            passed = verdict(then, frame, self._event(step)).passed
        except CannotCompile:
            return
        for at, reason in enumerate(passed):
            if reason.overridden or (at and passed[at - 1].overridden and reason.text.startswith("lo permette")):
                yield reason

    def _event(self, step: Step) -> tuple[Any, ...]:
        """The event of a step as its sentences look at it."""
        raw = step.raw
        return (self.programs[raw[0]], 0, raw[1], None, *raw[5:], None)

    # -- replaced and refused

    def _frame(self, instead: Instead) -> int:
        return self.programs.index(instead.event[0])

    def _same(self, step: Step, event: tuple[Any, ...]) -> bool:
        """Whether a step is the event of a frame, done."""
        if step.raw[0] < 0 or self.programs[step.raw[0]] != event[0]:
            return False
        count = len(self.game.compiled.roles[self.game.verbs[step.raw[0]]])
        return tuple(step.raw[5 : 5 + count]) == tuple(event[4 : 4 + count])

    def _came(self, instead: Instead) -> Step | None:
        """The step in which the event was told after all; None when it did not happen."""
        depth = None
        for step in self.trace.steps[max(instead.after - self.trace.first + 1, 0) :]:
            at = next((i for i, one in enumerate(step.doing) if one.program == instead.event[0]), None)
            if depth is None:
                depth = at
            if self._same(step, instead.event):
                return step
            if at is None and step.raw[0] != ORDER:
                return None
        return None

    def _prevented(self, instead: Instead) -> bool:
        return self._came(instead) is None

    def _replacing(self, step: Step) -> list[Instead]:
        return [one for one in self.trace.instead if one.after < step.number and self._came(one) is step]

    def _replacement(self, instead: Instead) -> Reason:
        """A replacement, and whether it was taken up."""
        tell = self.telling(instead.state)
        came = self._came(instead)
        ability = tell.asking.ability(instead.entry)
        node = ability.node
        optional = isinstance(getattr(node, "instead", None), n.May)
        if came is None:
            said = "è stato fatto questo, invece"
        elif came.raw[3] is not None:
            said = "i suoi passi sono stati questi, invece"
        else:
            said = "si poteva fare invece, e non si è voluto" if optional else "andava fatto invece, e non si è potuto"
        return tell.of_entry(said, instead.entry, parts=self._demands(tell, node, instead.entry, instead.event))

    def _demands(self, tell: Telling, node: Any, entry: Standing, event: tuple[Any, ...]) -> tuple[Reason, ...]:
        """What a sentence about events wants of this one: what fails, or what makes it fit."""
        when = getattr(node, "when", None)
        if not isinstance(when, n.Event):
            return ()
        scope = evolve(tell.asking.scope_of(entry), event=event)
        try:
            _, named = tell.asking.fits(when, scope)
            found = pieces(tell, when, scope, tell.asking.ability(entry).owner)
            if getattr(node, "condition", None) is not None:
                found.append(explain(tell, node.condition, named, tell.asking.ability(entry).owner, node.span))
        except CannotCompile:
            return ()
        return telling(found)

    def _event_said(self, frame: int, event: tuple[Any, ...]) -> str:
        """An event that did not happen, in words."""
        count = len(self.game.compiled.roles[self.game.verbs[frame]])
        raw = (frame, event[2], None, None, None, *event[4 : 4 + count], event[4 + count], None)
        return tell_step(self.match, seen_step(self.match, raw, None))

    def replaced(self, instead: Instead) -> Why:
        """What was put in the place of an event, or could have been."""
        came = self._came(instead)
        answer = "non è successo" if came is None else f"è successo, al passo {came.number}"
        tell = self.telling(instead.state)
        reasons = [self._replacement(instead)]
        after = self.trace.step(instead.after + 1)
        if after is not None and came is None:
            reasons += self._around(tell, after.doing)
        return Why(self._event_said(self._frame(instead), instead.event), answer, tuple(reasons))

    def refused(self, refused: Refused) -> Why:
        """What forbade an event that was tried."""
        tell = self.telling(refused.state)
        found = verdict(tell, self.game.verbs[refused.frame], tuple(refused.event))
        reasons = [*found.refusals, *self._around(tell, refused.doing)]
        return Why(self._event_said(refused.frame, refused.event), "non può", tuple(reasons))

    # -- triggers

    def _woken(self, step: Step, only: int | None = None) -> Iterator[Reason]:
        """What an event woke, and of what looked at it why it was not woken."""
        for entry, state in self._watching(step):
            if only is None or entry[1] == only or entry[5] == only:
                yield self._wake(step, entry, state)

    def _watching(self, step: Step) -> Iterator[tuple[Standing, Any]]:
        """The triggers that look at an event, each with the state in which it does: as things are then, or were before."""
        now = Asking(self.match, self._remembered(step))
        before = self.trace.step(step.number - 1)
        earlier = Asking(self.match, before.state) if before is not None else now
        for frame in now.family(self.game.verbs[step.raw[0]]):
            here = now.entries(f"when {frame}")
            yield from ((e, now) for e in here)
            yield from ((e, earlier) for e in earlier.entries(f"when {frame}") if e not in here)
            slot = now.layout[f"when {frame}"]
            for number, ability in self.game.compiled.keyword_wakes.get(slot, ()):
                index = now.slot(f"keyword {list(now.meaning.keywords)[number]}")
                has = now.names[f"lk{number}"]
                for card in range(len(self.game.cards)):
                    if (index or now.s[now.layout["last"] + card]) and has(now.s, card):
                        yield (ability, card, None, 0, None, card, None), now

    def _remembered(self, step: Step) -> Any:
        """The state of a step with its own event in the histories: so its triggers see it."""
        state = list(step.state)
        layout = self.game.compiled.layout
        asking = Asking(self.match, state)
        marks = [None, None]
        for k, role in enumerate(("agent", "object")):
            at = asking.place_of_role(self.game.verbs[step.raw[0]], role)
            x = self._event(step)[at] if at is not None else None
            marks[k] = state[layout["time"] + x] if isinstance(x, int) and x >= 0 else None
        record = (0, 0, *marks, *step.raw[5:])
        for frame in asking.family(self.game.verbs[step.raw[0]]):
            for verb, period in self.game.compiled.history:
                if verb == frame:
                    state[layout[f"history {verb} {period}"]] += (record,)
        return state

    def fires(self, step: Step) -> Iterator[tuple[Standing, bool]]:
        """The triggers that look at an event, and whether it wakes them, by what each of them says."""
        for entry, asking in self._watching(step):
            yield entry, self._fits(asking, entry, step) and not self._used_up(asking, entry)

    def _fits(self, asking: Asking, entry: Standing, step: Step) -> bool:
        try:
            return bool(asking.says(entry, self._event(step)))
        except (TypeError, LookupError):
            return False

    def _used_up(self, asking: Asking, entry: Standing) -> bool:
        most = asking.machine.uses[entry[0]]
        return bool(most and asking.slot("uses").count((entry[0], entry[1])) >= most)

    def _wake(self, step: Step, entry: Standing, asking: Asking) -> Reason:
        tell = Telling(asking, self.viewer)
        ability = asking.ability(entry)
        event = self._event(step)
        if asking.silenced(entry):
            return tell.of_entry("non si attiva: il suo testo è taciuto", entry, holds=False)
        if self._fits(asking, entry, step):
            if self._used_up(asking, entry):
                times = asking.machine.uses[entry[0]]
                said = f"non si attiva: già {times} volt{'a' if times == 1 else 'e'}"
                return tell.of_entry(said, entry, holds=False)
            return tell.of_entry("si attiva", entry, holds=True)
        parts = tuple(part for part in self._demands(tell, ability.node, entry, event) if part.holds is False)
        return tell.of_entry("non si attiva", entry, holds=False, parts=parts)

    def triggers(self, card: int) -> Why:
        """Of each sentence of a card that waits for something: when it last looked, and why it was or was not woken."""
        tell = self.telling(self.match.s)
        reasons: list[Reason] = []
        seen: set[int] = set()
        for step in reversed(self.trace.steps):
            if step.raw[0] == TRIGGER and step.raw[1] == card and step.raw[4] not in seen:
                seen.add(step.raw[4])
                ability = self.game.compiled.abilities[step.raw[4]]
                said = f"si è attivato, al passo {step.number}"
                reasons.append(self.telling(step.state).reason(said, tell.name(card), ability.span, holds=True))
            if step.raw[0] < 0:
                continue
            for entry, asking in self._watching(step):
                if entry[1] == card and entry[0] not in seen and not self._fits(asking, entry, step):
                    seen.add(entry[0])
                    found = self._wake(step, entry, asking)
                    reasons.append(evolve(found, text=f"{found.text}, al passo {step.number} ({self.said(step)})"))
        reasons += self._not_in_force(tell, card, seen)
        return Why(f"ciò che {tell.name(card)} aspetta", "ecco" if reasons else "nulla", tuple(reasons))

    def _not_in_force(self, tell: Telling, card: int, seen: set[int]) -> Iterator[Reason]:
        """The sentences of a card that nothing has looked at: its text does not count where it lies."""
        waiting = [
            a for a in self.game.compiled.abilities if a.kind == "trigger" and a.owner == self.game.cards[card].name
        ]
        standing = {e[0] for name in tell.asking.layout.slots if name.startswith(("when ", "starts ", "ends "))
                    for e in tell.asking.entries(name) if e[1] == card}  # fmt: skip
        for ability in waiting:
            if ability.number in seen:
                continue
            if ability.number in standing:
                said = "aspetta: nulla di simile è successo finora"
            else:
                said = f"non vale qui: sta in {tell.where(card)}"
            yield tell.reason(said, tell.name(card), ability.span, holds=False)

    # -- what changed

    def changed(self, subject: str, answer: str, of: Callable[[Any], Any], show: Callable[[Telling, Any], str]) -> Why:
        """By which steps something came to be as it is, the latest first."""
        reasons: list[Reason] = []
        for step, before, now in self.trace.changes(of):
            tell = self.telling(step.state)
            entry = seen_step(self.match, step.raw, self.viewer.seat)
            said = (
                f"da {show(tell, before)} a {show(tell, now)}, al passo {step.number}: {tell_step(self.match, entry)}"
            )
            reasons.append(tell.reason(said, self._owner(tell, entry), entry.span))
            if len(reasons) >= _MOST_CHANGES:
                break
        if not reasons:
            reasons.append(Reason("era già così all'inizio"))
        return Why(subject, answer, tuple(reasons))


def letter(code: int | None) -> str:
    """The letter of a player by its code."""
    return "nessuno" if code is None else SEATS[-1 - code]


__all__ = ["Line", "Past", "letter", "seen_step"]
