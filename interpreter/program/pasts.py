"""A perfect that says no time looks as far back as its text declares: «se hai calato una Lana» may be in this turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

import attrs
from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, GameMeaning, PeriodDecl, TextSlot
from dsl.meaning.walk import walk


def with_times(game: GameMeaning, card: CardDecl) -> CardDecl:
    """The card with the time that each of its texts understands where a sentence says none."""
    texts = {}
    for slot, text in card.texts.items():
        declared = game.texts.get(slot)
        known = (
            declared is not None
            and (declared.past or declared.waits or declared.played_before or declared.looks_before) is not None
        )
        asks = known and any(isinstance(node, (n.Happened, n.Watch)) for node in walk(text))
        texts[slot] = _Times(declared, game.periods, game.turn).of(text) if asks and declared is not None else text
    return evolve(card, texts=texts) if texts != card.texts else card


@attrs.frozen
class _Times:
    """What a text understands where a sentence says no time; «che ha vinto lo scontro» says one, that of the clash."""

    declared: TextSlot
    periods: Mapping[str, PeriodDecl]
    turn: str | None

    def of(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self.of(each) for each in node)
        if not attrs.has(type(node)) or isinstance(node, n.Span):
            return node
        if isinstance(node, n.Happened) and self.counts_own(node.event):
            return node
        if isinstance(node, n.Watch) and self.looks_longer(node.when):
            longer = evolve(self, declared=evolve(self.declared, past=node.when.period))
            return evolve(node, effect=longer.of(node.effect), condition=longer.of(node.condition))
        changed = {
            a.name: new
            for a in attrs.fields(type(node))
            if a.name != "span" and (new := self.of(getattr(node, a.name))) is not getattr(node, a.name)
        }
        if (
            isinstance(node, n.Happened)
            and node.within is None
            and node.now is None
            and not node.this_way
            and not self.says_it(node.event)
        ):
            changed |= {"within": self.declared.past} if self.declared.past is not None else {}
        if isinstance(node, n.Happened) and not node.this_way and node.now is None and node.still is None:
            changed |= self.since_played(node, changed.get("within", node.within))
        lasts = isinstance(node, n.Watch) and isinstance(node.when, n.Event) and node.duration is None
        lasts = lasts and isinstance(node, n.Watch) and not node.once  # «la prossima volta» waits for it
        if lasts and isinstance(node, n.Watch) and self.declared.waits is not None:
            changed |= {"duration": n.Duration(n.Stretch.THIS, self.declared.waits), "sole": True}
        return evolve(node, **changed) if changed else node

    def since_played(self, node: n.Happened, within: str | None) -> dict[str, n.Condition | None]:
        """While what «in questo turno», and «nel turno precedente», are of the turn before that in which it is asked."""
        if within is not None and within == self.declared.played_before:
            return {"since_played": self.declared.used_while}
        if within is not None and within == self.turn and not node.previous:
            return {"since_played": self.declared.looks_before}
        return {}

    def looks_longer(self, when: n.Event | n.Moment) -> TypeGuard[n.Moment]:
        """«alla fine della gara, pesca una carta per ogni Lana che hai acceso»: in all of it, where the text looks less far back."""
        if not isinstance(when, n.Moment) or not when.end or self.declared.past is None:
            return False
        inside, waiting = set[str](), [when.period]
        while waiting:
            parts = set(self.periods[waiting.pop()].parts) - inside
            inside |= parts
            waiting += parts
        return self.declared.past in inside

    @staticmethod
    def counts_own(event: n.Event) -> bool:
        """«per ogni Luce che questa carta ha spezzato»: of its own deeds a card counts all since it came."""
        return n.Role("agent", n.Self()) in event.roles and n.Role("object", n.Candidate()) in event.roles

    def says_it(self, event: n.Event) -> bool:
        return any(isinstance(role.value, n.Select) and role.value.noun in self.periods for role in event.roles)
