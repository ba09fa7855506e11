"""«SPENTA: se era stanca, …»: how a thing was that has left play, since nothing is so where it lies now."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from attrs import evolve

from ... import nodes as n
from ...mapped import mapped, replace_term
from ...scope import Unreadable, nodes_of
from ...walk import inner_names, rebuilt
from .steps import Steps, sequence

#: What is said only of a thing in play: what left it was so.
_IN_PLAY: Final = (n.IsStatus, n.IsKind, n.HasKeyword)
#: What is asked of a thing as it was when it left, whatever the tense.
_LATE: Final = (n.HasMember, n.Compare, n.HasText)


class Gone(Steps):
    """The part of the reader that tells what left play from what is there."""

    _wrong: tuple[n.Span | None, str, str] | None = None  # what cannot be said of what left, or of what did not

    def was(self, condition: n.Condition) -> n.Condition:
        """«era stanca», «aveva 3 Ardore»: values are kept as they were anyhow."""
        if isinstance(condition, n.And | n.Or):
            return evolve(condition, parts=tuple(self.was(part) for part in condition.parts))
        if isinstance(condition, n.Not):
            return evolve(condition, part=self.was(condition.part))
        return condition if isinstance(condition, _LATE) else n.Was(condition, span=condition.span)

    def as_it_was(self, abilities: tuple[n.Ability, ...]) -> tuple[n.Ability, ...]:
        """A text in which what is asked of a thing that left play is asked as it was then."""
        self._wrong = None
        abilities = self._how_it_was_first(abilities)
        used: set[n.Term] = set()  # what is done when the text is used is done one after the other
        out = tuple(self._told(each, used if isinstance(each, n.Used) else set()) for each in abilities)
        if self._wrong is not None:
            raise self.no_more(*self._wrong)
        return out

    def _how_it_was_first(self, abilities: tuple[n.Ability, ...]) -> tuple[n.Ability, ...]:
        """«stanca una Lana. Se era già stanca, spezzala»: of what stays in play, how it was before is asked before."""
        asking = [any(isinstance(x, n.Was) for x in nodes_of(each)) for each in abilities]
        if not any(asking):
            return abilities
        out: list[n.Ability] = []
        for each, asks in zip(abilities, asking, strict=True):
            last = out[-1] if out else None
            if asks and isinstance(each, n.Used) and isinstance(last, n.Used):
                out[-1] = evolve(last, effect=sequence((last.effect, each.effect)))
            else:
                out.append(each)
        return tuple(mapped(each, self._each_asked_first) for each in out)

    def _each_asked_first(self, node: Any) -> Any:
        if not isinstance(node, n.Sequence):
            return node
        parts: list[n.Effect] = []
        for part in node.parts:
            before = self._how_it_was(parts[-1], part) if parts else None
            if before is None:
                parts.append(mapped(part, self._each_asked_first))
            else:
                parts[-1:] = before
        return node if tuple(parts) == node.parts else sequence(tuple(parts), node.span)

    def _how_it_was(self, done: n.Effect, asked: n.Effect) -> tuple[n.Effect, ...] | None:
        """What is done to one thing, and what is done if it was so before, with the question first; None of anything else, and of
        what leaves play by it, which is remembered as it was."""
        if not isinstance(done, n.Do) or not isinstance(asked, n.If) or self._leaving(done.event):
            return None
        held = next((role for role in done.event.roles if role.name == "object"), None)
        what = held.value if held is not None else None
        many = isinstance(what, n.Select) and (what.quantity is not n.Quantity.EXACTLY or what.number != n.Num(1))
        thing = next(iter(called(what)), None)
        taken = self.vocabulary.frames[done.event.verb].place if done.event.verb in self.vocabulary.frames else None
        owned = isinstance(what, n.Select) and what.place is None and taken is not None and taken.of is not None
        if thing is None or many or owned or not _only_of(asked.condition, thing):
            return None
        condition = mapped(asked.condition, lambda x: x.part if isinstance(x, n.Was) else x)
        if not any(isinstance(x, n.Was) for x in nodes_of(asked.condition)):
            return None
        chosen: tuple[n.Effect, ...] = ()
        if isinstance(what, n.Select):
            who = next((role.value for role in done.event.roles if role.name == "agent"), n.You())
            by = who if isinstance(who, n.You | n.Opponent | n.Var) else n.You()
            chosen = (n.Choose(self._where_taken(what, done.event), by, span=what.span),)
            done = evolve(done, event=replace_term(done.event, what, thing))
        otherwise = done if asked.otherwise is None else sequence((done, asked.otherwise))
        return (*chosen, n.If(condition, sequence((done, asked.then)), otherwise, span=asked.span))

    def _where_taken(self, what: n.Select, event: n.Event) -> n.Select:
        """What is chosen before, from where the verb takes it."""
        frame = self.vocabulary.frames.get(event.verb)
        known = what.place is not None or self.zones_of_noun(what.noun)
        if known or frame is None or frame.place is None or what.noun in self.vocabulary.tokens:
            return what
        meant = self.vocabulary.implied_place(what.noun, target=what.pick is n.Pick.TARGET)
        among = meant is not None and frame.place.zone in {meant, *self._zones_in(meant)}
        return evolve(what, place=n.Place(meant) if among and meant is not None else frame.place)

    def no_more(self, span: n.Span | None, said: str, hint: str) -> Unreadable:
        """What is said of a thing that is not, or no longer, so."""
        places = (self.span(at, at + 1) for at in range(len(self.words)))
        at = next((i for i, place in enumerate(places) if _begins(place) >= _begins(span)), 0)
        return self.fail(at, said, "S036", hint, end=at + 1)

    def _told(self, node: Any, gone: set[n.Term]) -> Any:
        """A node with its parts in printed order; what leaves on the way is gone for what follows."""
        if not isinstance(node, tuple) and inner_names(type(node)) is None:
            return node
        if isinstance(node, n.Was):
            if getattr(node.part, "of", None) not in gone:
                hint = "«era» si dice di ciò che è appena uscito («quando si spezza, se era …»); di ciò che c'è, «è»"
                self._wrong = self._wrong or (node.span, "«era» quando?", hint)
            return node
        if isinstance(node, n.Meanwhile) and any(role.value in gone for role in node.when.roles):
            hint = "si dice prima che accada: «se si spezzerebbe, … invece»"
            self._wrong = self._wrong or (node.span, "«invece» di che cosa? ormai è accaduto", hint)
        if isinstance(node, _IN_PLAY) and node.of in gone and self._only_in_play(node):
            return n.Was(node, span=node.span)
        if isinstance(node, n.Replaced):  # its condition is asked before
            return evolve(node, instead=self._told(node.instead, set(gone)))
        if isinstance(node, n.Triggered | n.Watch) and isinstance(node.when, n.Event):
            gone = gone | (self._leaving(node.when) if not node.before else set())
        told = rebuilt(node, lambda part: self._told(part, gone))
        if isinstance(node, n.Do):
            gone |= self._leaving(node.event)
        elif isinstance(node, n.Move) and self._is_outside(node.to, node.what):
            gone |= called(node.what)
        return told

    def gone_by(self, event: n.Event) -> n.Term | None:
        """«quando una tua Lana si spegne, se era stanca»: the Lana."""
        left = self._leaving(event)
        return next(iter(left)) if len(left) == 1 else None

    def _only_in_play(self, node: n.IsStatus | n.IsKind | n.HasKeyword) -> bool:
        """Whether a thing can be so only where it was."""
        if isinstance(node, n.HasKeyword):
            return True
        if isinstance(node, n.IsStatus):
            return bool(self.zones_of_status(node.status))
        return bool(self._zones_of(self._meant_by(node.noun)))

    def _leaving(self, event: n.Event) -> set[n.Term]:
        """What leaves play by an event: what its steps move out of the places where things have statuses."""
        frame = self.vocabulary.frames.get(event.verb)
        roles = {role.name: role.value for role in event.roles}
        if frame is not None and frame.crossing == "out":
            return called(roles.get("agent"))
        if frame is not None and frame.place is not None:
            taken = (frame.place.zone, *frame.also_from)
            if not any(self._zones_in(zone) & self._zones_in_play for zone in taken):
                return set()
        found: set[n.Term] = set()
        for move in self._movements(frame):
            name = move.what.name if isinstance(move.what, n.Var) else ""
            to = roles.get(move.to.name) if isinstance(move.to, n.Var) else move.to
            if name in roles and self._is_outside(to, roles[name]):
                found |= called(roles[name])
        return found

    def _is_outside(self, to: object, what: object) -> bool:
        """Whether what goes there leaves play: it was there, and there it is no more."""
        if isinstance(what, n.Select) and what.place is not None:
            if not self._zones_in(what.place.zone) & self._zones_in_play:
                return False
        return isinstance(to, n.Place) and bool(to.zone) and not self._zones_in(to.zone) & self._zones_in_play

    @cached_property
    def _zones_in_play(self) -> frozenset[str]:
        """Where things have statuses; where a thing is meant to lie if its status may be of any card."""
        nouns = {each.of for each in self.vocabulary.statuses.values() if each.of is not None}
        found = frozenset[str]().union(*(self._zones_of(self._meant_by(noun)) for noun in nouns))
        return found or frozenset(self._zones_in(self.vocabulary.implied_places.get("member", "")))


def _only_of(condition: n.Condition, thing: n.Term) -> bool:
    """Whether a condition is only of how one thing was."""
    if isinstance(condition, n.And | n.Or):
        return all(_only_of(part, thing) for part in condition.parts)
    if isinstance(condition, n.Not):
        return _only_of(condition.part, thing)
    return isinstance(condition, n.Was) and getattr(condition.part, "of", None) == thing


def _begins(place: n.Span | None) -> tuple[int, int]:
    return (place.line, place.column) if place is not None else (0, 0)


def called(what: object) -> set[n.Term]:
    """By what a thing is spoken of afterwards."""
    if isinstance(what, n.Select):
        return {n.Var(what.bind)} if what.bind is not None else set()
    return {what} if isinstance(what, n.Self | n.Var) else set()
