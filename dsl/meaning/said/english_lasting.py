"""Lasting effects of a declared kind in canonical English: "as a Pegno", "has the effect", "the Malanni lapse"."""

from __future__ import annotations

from .. import nodes as n
from ..participants import role
from .discourse import Features
from .english_conditions import EnglishConditions
from .english_nouns import indefinite, spaced


class EnglishLasting(EnglishConditions):
    """What is said of the effects that stay on a card, and of their kinds."""

    def _had(self, effect: n.Modify | n.Grant) -> str:
        raise NotImplementedError

    def _complement(self, event: n.Event, part: n.Role) -> str:
        if part.name == "effect":
            return self._given(part.value)
        whole = part.value
        if part.name == "object" and isinstance(whole, n.Select) and role(event, "of") is not None:
            if whole.noun in self.words.vocabulary.values and not whole.where:
                return f"the {self.noun(whole.noun, 'p' if whole.quantity is n.Quantity.ALL else 's')}"
        if part.name == "number" and self.counted_noun(event.verb) == "numero":
            value = part.value
            return "the number" if isinstance(value, n.Var | n.Select) else self.amount(value)  # type: ignore[arg-type]
        return super()._complement(event, part)

    def _given(self, value: object) -> str:
        """What a verb gives: "+2 Ardore until the end of this turn", "the effect"."""
        if isinstance(value, n.Modify | n.Grant):
            with self.said.of_each(Features()):
                return spaced(self._had(value), self.duration(value.duration))
        return self.term(value) if isinstance(value, n.Select) else "the effect"

    def kind_said(self, effect: n.Modify | n.Grant) -> str:
        return f"as {indefinite(self.noun(effect.family))}" if effect.family is not None else ""

    def lasting(self, effect: n.Bear | n.Release | n.Integrate | n.Lapse, form: str) -> str:
        match effect:
            case n.Bear(target=target, family=family, effect=given, duration=duration):
                kind = indefinite(self.noun(family))
                lasting = self.duration(duration)
                rest = spaced("the effect", lasting, f"as {kind}") if given is not None else spaced(kind, lasting)
                return self.clause(target, "have", rest, form)
            case n.Release(what=what):
                return self.clause(what, "end", "")
            case n.Integrate(of=of, family=family):
                return f"the {self.noun(family, 'p')} of {self.term(of)} become original"
            case n.Lapse(family=family):
                return f"the {self.noun(family, 'p')} lapse"

    def _state(self, condition: n.Condition, negated: bool) -> str:
        match condition:
            case n.Bears(of=of, family=family, sort=sort):
                return self.clause(of, "have", indefinite(spaced(sort or "", self.noun(family))), negated=negated)
            case n.IsSort(of=of, sort=sort):
                return self.clause(of, "be", sort, negated=negated)
            case n.LiesOn(of=of, card=card):
                return self.clause(of, "be", f"on {self.term(card)}", negated=negated)
            case _:
                return super()._state(condition, negated)
