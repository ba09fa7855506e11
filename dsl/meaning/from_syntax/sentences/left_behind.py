"""«quando viene spezzata, togli i Gettoni su questa carta»: what lay on a thing that has left lies elsewhere by then."""

from __future__ import annotations

from typing import Any, Final

import attrs
from attrs import evolve

from ....syntax.problems import RATHER
from ... import nodes as n
from ...italian import said
from ...scope import nodes_of
from .gone import Gone, called

_SAID: Final = "ciò che vi stava sopra è ormai altrove"
_HINT: Final = "dillo quando c'è ancora: «prima che …», oppure prima di ciò che lo fa uscire"
#: Ways of which one is gone: what leaves in one is still there for the others and for what follows.
_WAYS: Final = (n.If, n.ChooseOne)


class LeftBehind(Gone):
    """The part of the reader that asks whether what is spoken of on a thing still lies there."""

    _instead = _HINT  # what to say while it does

    def still_there(self, abilities: tuple[n.Ability, ...], read: int) -> None:
        """Tells what is said of something on a thing that has left; the first abilities were ``read`` before."""
        if not any(isinstance(x, n.Place) and self._lies_on_cards(x) for x in nodes_of(abilities[max(read - 1, 0) :])):
            return
        used: set[n.Term] = set()  # what is done when the text is used is done one after the other
        for ability in abilities:
            before = None
            if isinstance(ability, n.Triggered) and ability.label is None:
                before = evolve(ability, before=True)
            self._instead = f"{RATHER}«{said(n.Text((before,)), self.vocabulary)}»" if before is not None else _HINT
            self._still_there(ability, used if isinstance(ability, n.Used) else set())

    def _still_there(self, node: Any, left: set[n.Term]) -> None:
        """The parts of a node in printed order; ``left``: what has left by then."""
        if isinstance(node, tuple):
            for part in node:
                self._still_there(part, left)
        if not attrs.has(type(node)) or isinstance(node, n.Span):
            return
        if isinstance(node, n.Place) and node.of in left and self._lies_on_cards(node):
            gone = self.no_more(node.span, _SAID, self._instead)
            gone.meant = True
            raise gone
        if isinstance(node, n.Triggered | n.Watch) and isinstance(node.when, n.Event) and not node.before:
            self._still_there(node.condition, left | (self._sent_away(node.when) - self._leaving(node.when)))
            self._still_there(node.effect, left | self._sent_away(node.when))
            return
        for each in attrs.fields(type(node)):
            if each.name != "span":
                self._still_there(getattr(node, each.name), set(left) if isinstance(node, _WAYS) else left)
        if isinstance(node, n.Do):
            left |= self._sent_away(node.event)
        if isinstance(node, n.Move) and self._is_outside(node.to, node.what):
            left |= called(node.what)

    def _lies_on_cards(self, place: n.Place) -> bool:
        zone = self.vocabulary.zones.get(place.zone)
        return zone is not None and zone.owner == "card"

    def _sent_away(self, event: n.Event, within: tuple[str, ...] = ()) -> set[n.Term]:
        """What leaves play by an event, also by what its steps have done to it."""
        frame = self.vocabulary.frames.get(event.verb)
        found = self._leaving(event)
        roles = {role.name: role.value for role in event.roles}
        if frame is None or event.verb in within:
            return found
        for done in (x for step in frame.steps for x in nodes_of(step.effect) if isinstance(x, n.Do)):
            for gone in self._sent_away(done.event, (*within, event.verb)):
                if isinstance(gone, n.Var) and gone.name in roles:
                    found = found | called(roles[gone.name])
        return found
