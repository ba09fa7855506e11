"""What happened and why: the words that caused a step, what took its place, what it woke; and what was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n

from ..frames import BEGIN, END, ORDER, OVER, TRIGGER, VALUE
from ..log import Entry, read_entry
from ..machine import Entry as Standing
from ..machine import State
from ..match import Match
from ..program.layout import walk
from ..tell import SEATS, tell_step
from ..view import seen_entry
from .asking import Asking, CannotCompile, Scope
from .conditions import explain, pieces, telling
from .permissions import Verdict, verdict
from .reasons import HIDDEN, Reason, Telling, Viewer, Why
from .trace import Doing, Instead, Refused, Step, Trace
from .turns import order_of, waiting_trigger

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

    # -- what was tried and forbidden

    @cached_property
    def forbidden(self) -> tuple[Refused, ...]:
        """The events that were tried and that a sentence forbids; of one whose manner was open, in the first of them."""
        found: dict[tuple[int, tuple[Any, ...]], Refused] = {}
        for one in self.trace.refused:
            ways = self._in_each_manner(one)
            if all(self._verdict(way).refusals for way in ways):
                end = 5 + len(self.game.compiled.roles[self.game.verbs[one.frame]])
                found.setdefault((one.after, ways[0].event[4:end]), ways[0])
        return tuple(found.values())

    def _in_each_manner(self, refused: Refused) -> list[Refused]:
        """An event in every manner that it could have had; itself when its manner was said or it has none."""
        asking = Asking(self.match, refused.state)
        frame = self.game.verbs[refused.frame]
        place = asking.manner_place(frame)
        manners = range(len(asking.manners(frame)))
        if refused.event[place] is not None or not manners:
            return [refused]
        event = refused.event
        return [evolve(refused, event=(*event[:place], manner, *event[place + 1 :])) for manner in manners]

    def _verdict(self, refused: Refused) -> Verdict:
        return verdict(self.telling(refused.state), self.game.verbs[refused.frame], refused.event)

    # -- lists

    def since_last_choice(self) -> int:
        """The number of the first step after the last choice of which something came."""
        came = False
        for step in reversed(self.trace.steps):
            if step.raw[0] == ORDER and came:
                after: int = step.number + 1
                return after
            came = came or step.raw[0] not in (ORDER, BEGIN, END)
        return self.trace.first

    def lines(self, since: int | None = None) -> Iterator[Line]:
        """The steps from a number on, with what was refused or replaced between them."""
        start = self.trace.first if since is None else since
        refused = [r for r in self.forbidden if r.after >= start - 1]
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
                if other.after == number and self._watched(other):
                    yield Line(None, f"{self._event_said(self._frame(other), other.event)}: sostituito")

    def why_lines(self, since: int) -> list[Why]:
        """Every step from a number on, and all that was refused or replaced, each with its reasons."""
        found: list[tuple[float, Why]] = []
        for step in self.trace.steps:
            if step.number >= since and step.raw[0] not in (ORDER, BEGIN, END):
                found.append((step.number, self.step(step, around=False)))
        found += [(r.after + 0.5, self.refused(r)) for r in self.forbidden if r.after >= since - 1 and self._watched(r)]
        instead = [i for i in self.trace.instead if i.after >= since - 1 and self._prevented(i) and self._watched(i)]
        found += [(i.after + 0.5, self.replaced(i)) for i in instead]
        return [why for _, why in sorted(found, key=lambda each: each[0])]

    def said(self, step: Step) -> str:
        """A step in words."""
        return tell_step(self.match, seen_step(self.match, step.raw, self.viewer.seat))

    def _watched(self, tried: Refused | Instead) -> bool:
        """Whether the viewer knows the things of an event that was refused or replaced."""
        tell = self.telling(tried.state)
        return all(tell.sees(x) for x in tried.event[4:] if isinstance(x, int) and 0 <= x < len(self.game.cards))

    # -- a step

    def step(self, step: Step, around: bool = True) -> Why:
        """Why a step happened, in what it happened (``around``), what stood against it, and what it woke."""
        tell = self.telling(step.state)
        entry = seen_step(self.match, step.raw, self.viewer.seat)
        reasons = []
        if entry.span is not None:
            reasons.append(tell.reason("lo dice", self._owner(tell, entry), entry.span))
        if around:
            own = bool(step.doing) and step.raw[0] >= 0 and step.doing[-1].program == self.programs[step.raw[0]]
            reasons += self._around(tell, step.doing[:-1] if own else step.doing, entry)
        if step.raw[0] >= 0:
            reasons += self._allowed(tell, step)
            reasons += [self._replacement(one) for one in self._replacing(step)]
            reasons += self._woken(step)
        if step.waiting:
            reasons += [waiting_trigger(tell, one, f"aspetta, ed è di {tell.name(one[3])}") for one in step.waiting]
            reasons += order_of(tell, "priority_order", ("players", "own"))
        if step.raw[0] == OVER:
            reasons += self._ending(tell, step)
        return Why(f"passo {step.number}: {tell_step(self.match, entry)}", "", tuple(reasons))

    def _ending(self, tell: Telling, step: Step) -> Iterator[Reason]:
        """The sentence that ended the match, and the condition under which it does."""
        for one in reversed(step.doing):
            program = self.game.program(one.program)
            scope = Scope(me=one.bearer, you=one.user)
            ends = [x for x in walk(program.node) if isinstance(x, n.EndGame)]
            under = [x for x in walk(program.node) if isinstance(x, n.If) and any(e in walk(x.then) for e in ends)]
            for each in under:
                found = explain(tell, each.condition, scope, program.owner, each.span)
                if found.holds:
                    yield evolve(found, text=f"finisce, perché {found.text}")
            for end in ends if not under else ():
                yield tell.reason("lo dice", program.owner, end.span or program.span)
            if ends:
                return

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
        found = self._verdict(refused)
        reasons = [*found.refusals, *self._around(tell, refused.doing)]
        return Why(self._event_said(refused.frame, refused.event), "non può", tuple(reasons))

    # -- triggers

    def _woken(self, step: Step) -> Iterator[Reason]:
        """What an event woke, and of what looked at it why it was not woken."""
        for entry, asking in self._watching(step):
            if not self._of_another(step, entry, asking):
                yield self._wake(step, entry, asking)

    def _of_another(self, step: Step, entry: Standing, asking: Asking) -> bool:
        """Whether a sentence speaks of its own card, and the event is another's."""
        when = getattr(asking.ability(entry).node, "when", None)
        if not isinstance(when, n.Event):
            return False
        frame, event = self.game.verbs[step.raw[0]], self._event(step)
        own = [asking.place_of_role(frame, role.name) for role in when.roles if isinstance(role.value, n.Self)]
        return any(at is not None and event[at] != entry[1] for at in own)

    def _watching(self, step: Step) -> Iterator[tuple[Standing, Asking]]:
        """The triggers that look at an event, each with the state in which it does: of one that moves a card also as things were before."""
        now = Asking(self.match, self._remembered(step))
        verb = self.game.verbs[step.raw[0]]
        before = self._before(step)
        earlier = Asking(self.match, before) if before is not None and now.moves(verb) else None
        for frame in now.family(verb):
            for entry in now.entries(f"before {frame}"):  # «prima che …» looks at how things were
                yield entry, earlier or now
            here = now.entries(f"when {frame}")
            there = earlier.waiting(frame) if earlier is not None else ()
            for entry in there:
                if entry not in here and (entry[5] is None or not now.in_play(entry[5])):
                    yield entry, earlier or now
            for entry in here:
                looks_back = earlier is not None and entry in there and self._fits(earlier, entry, step)
                yield entry, earlier if earlier is not None and looks_back else now
            yield from self._by_keyword(now, earlier, frame, step)

    def _by_keyword(
        self, now: Asking, earlier: Asking | None, frame: str, step: Step
    ) -> Iterator[tuple[Standing, Asking]]:
        """The sentences of keywords that look at an event, for each card that has them."""
        for number, ability in self.game.compiled.keyword_wakes.get(now.layout[f"when {frame}"], ()):
            for card in range(len(self.game.cards)):
                entry = (ability, card, None, 0, None, card, None)
                if earlier is not None and earlier.knew(number, card) and self._fits(earlier, entry, step):
                    yield entry, earlier
                elif now.knew(number, card):
                    yield entry, now

    def _before(self, step: Step) -> State | None:
        """The state before an event: of one whose steps gave way to others, before these."""
        replaced = self._replacing(step) if step.raw[3] is not None else []
        if replaced:
            return replaced[0].state
        before = self.trace.step(step.number - 1)
        return before.state if before is not None else None

    def _done(self, step: Step) -> Step:
        """The step by which an event was over and done with: the next outside of it, for one told before it is done."""
        asking = Asking(self.match, step.state)
        if not asking.told_first(self.game.verbs[step.raw[0]]):
            return step
        own = step.doing[-1]
        for later in self.trace.steps[step.number - self.trace.first + 1 :]:
            # what it caused comes after it; a frame around it may be gone by then, once somebody had to choose
            if own not in later.doing or (later.raw[0] == TRIGGER and later.doing[-1] == own):
                return later
        return self.trace.steps[-1]

    def _remembered(self, step: Step) -> Any:
        """The state in which the triggers of an event see it: its steps done, itself in the histories."""
        done = self._done(step)
        if done is not step:
            return list(done.state)
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
                reasons.append(self._as_it_came_to_it(step, tell.name(card)))
            if step.raw[0] < 0:
                continue
            for entry, asking in self._watching(step):
                if entry[1] != card or entry[0] in seen or self._of_another(step, entry, asking):
                    continue
                if not self._fits(asking, entry, step):
                    seen.add(entry[0])
                    found = self._wake(step, entry, asking)
                    reasons.append(evolve(found, text=f"{found.text}, al passo {step.number} ({self.said(step)})"))
        reasons += self._not_in_force(tell, card, seen)
        return Why(f"ciò che {tell.name(card)} aspetta", "ecco" if reasons else "nulla", tuple(reasons))

    def _as_it_came_to_it(self, step: Step, owner: str) -> Reason:
        """A sentence that was woken; of one whose condition is asked only then, which part of it failed."""
        tell = self.telling(step.state)
        _, bearer, _, _, number, user, source = step.raw
        ability = tell.asking.ability((number, bearer, user, 0, None, source, None))
        condition = getattr(ability.node, "condition", None)
        if ability.late and condition is not None:
            scope = tell.asking.scope_of((number, bearer, user, 0, None, source, None))
            found = explain(tell, condition, scope, ability.owner, ability.span)
            if found.holds is False:
                said = f"non si attiva, al passo {step.number}"
                return tell.reason(said, owner, ability.span, holds=False, parts=telling([found]))
        return tell.reason(f"si è attivato, al passo {step.number}", owner, ability.span, holds=True)

    def _not_in_force(self, tell: Telling, card: int, seen: set[int]) -> Iterator[Reason]:
        """The sentences of a card that nothing has looked at: its text does not count where it lies."""
        waiting = [
            a for a in self.game.compiled.abilities if a.kind == "trigger" and a.owner == self.game.cards[card].name
        ]
        standing = {e[0] for name in tell.asking.layout.slots if name.startswith(("when ", "before ", "starts ", "ends "))
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

    def _by(self, step: Step) -> Step:
        """The step that did what was found changed when another was told: some are told before they are done."""
        event = step.raw[0] >= 0
        done_first = event and not self.telling(step.state).asking.told_first(self.game.verbs[step.raw[0]])
        before = self.trace.step(step.number - 1)
        if done_first or step.raw[0] == VALUE or before is None or before.raw[0] == ORDER:
            return step
        return before

    def changed(
        self,
        subject: str,
        answer: str,
        of: Callable[[Any], Any],
        show: Callable[[Telling, Any], str],
        known: Callable[[Any], bool] = lambda what: True,
    ) -> Why:
        """By which steps something came to be as it is, the latest first, as far back as the viewer could follow it (``known``)."""
        reasons: list[Reason] = []
        for step, before, now in self.trace.changes(of):
            if not (known(before) or known(now)):
                break
            tell = self.telling(step.state)
            step = self._by(step)
            entry = seen_step(self.match, step.raw, self.viewer.seat)
            said = f"{show(tell, before)} → {show(tell, now)}, al passo {step.number}: {tell_step(self.match, entry)}"
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
