"""«spegni una Lanterna fino alla fine del turno»: what a verb brings about for a time is undone when the time is over."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import Frame
from ...scope import nodes_of
from ..things.complements import Parts
from .open_zones import OpenZones


class Undoing(OpenZones):
    """The part of the reader that finds the verb which takes away what another gives."""

    def undone_by(self, event: n.Event) -> Frame | None:
        """The verb that takes from a thing the status which an event gives it; None where that is not all that happens."""
        given = self._status_given(self.vocabulary.frames.get(event.verb))
        roles = {role.name for role in event.roles}
        if given is None or roles != {"agent", "object"}:
            return None
        frames = (frame for frame in self.vocabulary.frames.values() if frame.name != event.verb)
        return next((each for each in frames if self._status_given(each) == (given[0], not given[1])), None)

    def _status_given(self, frame: Frame | None) -> tuple[str, bool] | None:
        """The status that the only step of a verb gives its object, or takes from it."""
        steps = [*nodes_of(frame.steps)] if frame is not None else []
        done = [x for x in steps if isinstance(x, n.SetStatus)]
        others = (n.Do, n.Move, n.Change, n.Modify, n.Choose, n.If)
        if len(done) != 1 or any(isinstance(x, others) for x in steps):
            return None
        given = done[0]
        declared = self.vocabulary.statuses.get(given.status)
        opposite = next((x for x in self.vocabulary.statuses.values() if x.opposite == given.status), None)
        if not isinstance(given.what, n.Var) or given.what.name != "object" or (declared or opposite) is None:
            return None
        return (given.status, given.on) if declared is not None or opposite is None else (opposite.name, not given.on)

    def undone_then(
        self, effect: n.Effect, event: n.Event, time: n.Duration | None, clause: s.Clause
    ) -> n.Effect | None:
        """The event, and at the end of its time what takes away again what it gave; None of a time that has no such end."""
        undoing = self.undone_by(event)
        thing = next((role.value for role in event.roles if role.name == "object"), None)
        when = self._end_of(time, thing, clause)
        if undoing is None or when is None or thing is None:
            return None
        it = self._recalled_subject(thing)  # type: ignore[arg-type]
        again = n.Event(undoing.name, (n.Role("agent", n.You()), n.Role("object", it)), span=event.span)
        then = n.Watch(when, n.Do(again, span=event.span), once=True, span=event.span)
        return n.Sequence((effect, then), span=effect.span)

    def is_put_so(self, target: n.Term, status: str, on: bool, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«la Lana è spenta fino alla fine del turno», of a state that says more than itself: what a verb gives, for that time;
        None of any other state."""
        declared = next((x for x in self.vocabulary.statuses.values() if status in (x.name, x.opposite)), None)
        if declared is None or not (declared.turns_off or declared.of_host or declared.shows_back):
            return None
        wanted = (declared.name, on is (status == declared.name))
        verb = next((x for x in self.vocabulary.frames.values() if self._status_given(x) == wanted), None)
        said, span = f"«{self.quoted(clause.start, clause.end)}»", self.span(clause.start, clause.end)
        if verb is not None and not (self.said.continuous and not self.said.bound_event):
            event = n.Event(verb.name, (n.Role("agent", n.You()), n.Role("object", target)), span=span)
            found = self.undone_then(n.Do(event, span=span), event, parts.duration, clause)
            if found is not None:
                return found
        hint = (
            "si dice ciò che lo fa, e fino a quando" if verb is None else f"«{verb.name}» lo fa, e dura finché si disfà"
        )
        wrong = self.fail(clause.start, f"{said}: una carta non lo è da sé finché lo si dice", "S036", hint, clause.end)
        wrong.meant = True  # «è spenta» is how it is, not what is done to it
        raise wrong

    def _end_of(self, time: n.Duration | None, thing: object, clause: s.Clause) -> n.Moment | None:
        """When a time is over."""
        if time is None or time.period is None or time.condition is not None or time.event is not None:
            return None
        ends = {
            n.Stretch.THIS: (True, False),
            n.Stretch.THROUGH_NEXT: (True, True),
            n.Stretch.UNTIL_START: (False, False),
        }
        if time.stretch not in ends:
            return None
        end, later = ends[time.stretch]
        return n.Moment(
            time.period, self._whose_time(time, thing, clause), end, every=False, next=later, span=time.span
        )

    def _whose_time(self, time: n.Duration, thing: object, clause: s.Clause) -> n.Term | None:
        """«… del prossimo turno del suo padrone»: of the thing to which it is done, as the time was read before that."""
        of = time.of
        phrases = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
        its = any(_says_whose(phrase.np) for phrase in phrases)
        if not its or not isinstance(of, n.Related) or not isinstance(of.of, n.Self) or isinstance(thing, n.Self):
            return of
        return evolve(of, of=self._recalled_subject(thing))  # type: ignore[arg-type]


def _says_whose(np: object) -> bool:
    """«del prossimo turno del suo padrone»."""
    if not isinstance(np, s.NounPhrase):
        return False
    its = any(d.terminal == "POSSESSIVE" and d.name in ("its", "their") for d in np.determiners)
    return its or any(_says_whose(modifier.value) for modifier in np.modifiers)


__all__ = ["Undoing"]
