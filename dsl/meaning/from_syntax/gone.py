"""«SPENTA: se era stanca, …»: how a thing was that has left play, since nothing is so where it lies now."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from .. import nodes as n
from ..walk import inner_names, rebuilt
from .steps import Steps

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
        used: set[n.Term] = set()  # what is done when the text is used is done one after the other
        out = tuple(self._told(each, used if isinstance(each, n.Used) else set()) for each in abilities)
        if self._wrong is not None:
            span, said, hint = self._wrong
            places = (self.span(at, at + 1) for at in range(len(self.words)))
            at = next((i for i, place in enumerate(places) if _begins(place) >= _begins(span)), 0)
            raise self.fail(at, said, "S036", hint, end=at + 1)
        return out

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
            gone |= _called(node.what)
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
            return bool(self._zones_of_status(node.status))
        return bool(self._zones_of(self._meant_by(node.noun)))

    def _leaving(self, event: n.Event) -> set[n.Term]:
        """What leaves play by an event: what its steps move out of the places where things have statuses."""
        frame = self.vocabulary.frames.get(event.verb)
        roles = {role.name: role.value for role in event.roles}
        if frame is not None and frame.crossing == "out":
            return _called(roles.get("agent"))
        taken = frame.place if frame is not None else None
        if taken is not None and not self._zones_in(taken.zone) & self._zones_in_play():
            return set()
        found: set[n.Term] = set()
        for move in self._movements(frame):
            name = move.what.name if isinstance(move.what, n.Var) else ""
            to = roles.get(move.to.name) if isinstance(move.to, n.Var) else move.to
            if name in roles and self._is_outside(to, roles[name]):
                found |= _called(roles[name])
        return found

    def _is_outside(self, to: object, what: object) -> bool:
        """Whether what goes there leaves play: it was there, and there it is no more."""
        if isinstance(what, n.Select) and what.place is not None:
            if not self._zones_in(what.place.zone) & self._zones_in_play():
                return False
        return isinstance(to, n.Place) and bool(to.zone) and not self._zones_in(to.zone) & self._zones_in_play()

    def _zones_in_play(self) -> frozenset[str]:
        nouns = {each.of for each in self.vocabulary.statuses.values() if each.of is not None}
        return frozenset().union(*(self._zones_of(self._meant_by(noun)) for noun in nouns))


def _begins(place: n.Span | None) -> tuple[int, int]:
    return (place.line, place.column) if place is not None else (0, 0)


def _called(what: object) -> set[n.Term]:
    """By what a thing is spoken of afterwards."""
    if isinstance(what, n.Select):
        return {n.Var(what.bind)} if what.bind is not None else set()
    return {what} if isinstance(what, n.Self | n.Var) else set()
