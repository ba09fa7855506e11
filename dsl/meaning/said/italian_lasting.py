"""Lasting effects of a declared kind in canonical Italian: «come Pegno», «ha l'effetto», «scadono i Malanni»."""

from __future__ import annotations

from ...vocabulary.inflection import Mood, Number, joined
from .. import nodes as n
from ..lasting import kind_given
from .discourse import Features
from .italian_conditions import ItalianConditions
from .italian_phrase import Phrase, Rank
from .parts import by_how_much


class ItalianLasting(ItalianConditions):
    """What is said of the effects that stay on a card, and of their kinds."""

    def duration(self, duration: n.Duration | None) -> str:
        raise NotImplementedError

    def _had(self, effect: n.Modify | n.Grant) -> str:
        raise NotImplementedError

    def _complement(self, event: n.Event, part: n.Role, every: bool) -> str:
        if part.name == "effect":
            return self._given(part.value)
        value = part.value
        if part.name == "object" and isinstance(value, n.Select) and self._is_whole(event, value):
            forms = self.noun(value.noun)
            number: Number = "p" if value.quantity is n.Quantity.ALL else "s"
            return str(Phrase(forms.form(number), "the", Features(forms.gender, number)))
        if part.name == "number" and self.counted_noun(event.verb) == "numero":
            return self._so_much(part.value)  # type: ignore[arg-type]
        return super()._complement(event, part, every)

    def _is_whole(self, event: n.Event, value: n.Select) -> bool:
        """«copia l'Ardore di …», «integra i Pegni di …»: the value itself, or all the effects of a kind."""
        of = any(role.name == "of" for role in event.roles)
        vocabulary = self.words.vocabulary
        plain = not value.where and value.quantity in (n.Quantity.ALL, n.Quantity.EXACTLY)
        return of and plain and (value.noun in vocabulary.values or value.noun in vocabulary.lasting)

    def _given(self, value: object) -> str:
        """What a verb gives: «+2 Ardore per questo turno», «Corazza», «l'effetto»."""
        if isinstance(value, n.Modify | n.Grant):
            with self.said.of_each(Features()):
                return joined(self._had(value), self.duration(value.duration))
        if isinstance(value, n.Select):  # «non può ricevere Pegni»
            return str(self.select(value, bare=value.quantity is n.Quantity.ALL))
        named = self.naming(value) if self.naming is not None and isinstance(value, n.Var) else None
        return named or "l'effetto"

    def _so_much(self, number: n.Number | n.Term) -> str:
        if isinstance(number, n.Select):
            return "un numero"
        match number:
            case n.Count():
                return f"1 {self.for_each(number)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=each), counted)):
                return f"{each} {self.for_each(counted)}"
        return "il numero" if isinstance(number, n.Var) else self.amount(number)

    def kind_said(self, effect: n.Modify | n.Grant) -> str:
        """«come Pegno», when it does not go without saying."""
        if effect.family is None:
            return ""
        declared = self.words.vocabulary.lasting.get(effect.family)
        adds = isinstance(effect, n.Modify) and effect.op is n.Operation.ADD
        how = "grants" if isinstance(effect, n.Grant) else "adds" if adds else "sets"
        implied = declared is not None and how in declared.implied and effect.duration is None and self.said.used
        return "" if implied else f"come {effect.family}"

    def verb_of_kind(self, family: str) -> str | None:
        """The verb by which a card says that it has such an effect («possiede»)."""
        frames = self.words.vocabulary.frames
        return next((f.verb for f in frames.values() if kind_given(f, frames) == (family, "agent")), None)

    def amount_without_sign(self, effect: n.Modify) -> bool:
        """Whether an effect of a kind adds or takes what is known by a name, as a verb's number."""
        shown, _ = by_how_much(effect.amount)
        return effect.family is not None and effect.op is n.Operation.ADD and isinstance(shown, n.Var)

    def grows(self, effect: n.Modify) -> str | None:
        """«l'Ardore della carta diminuisce del numero come Pegno»: an amount that no sign can say."""
        if not self.amount_without_sign(effect):
            return None
        shown, less = by_how_much(effect.amount)
        owned = self.possessed(effect.value, effect.target)
        verb = self.finite("diminuire" if less else "aumentare", owned.features)
        much = "del numero" if shown == n.Var("number") else self.amount_or_term(shown).after("di")
        return joined(str(owned), verb, much, self.duration(effect.duration), self.kind_said(effect))

    # -- effects ------------------------------------------------------------------------------------------------

    def lasting(self, effect: n.Bear | n.Release | n.Integrate | n.Lapse, mood: Mood) -> str:
        match effect:
            case n.Bear(target=target, family=family, effect=None, duration=duration):
                forms = self.noun(family)
                kind = str(Phrase(forms.singular, "a", Features(forms.gender)))
                return self.predicate(target, "avere", joined(kind, self.duration(duration)), mood=_told(mood))
            case n.Bear(target=target, family=family, duration=duration):
                rest = joined("l'effetto", self.duration(duration), f"come {family}")
                return self.predicate(target, "avere", rest, mood=_told(mood))
            case n.Release(what=what):
                return self.predicate(what, "finire", "", mood=_told(mood))
            case n.Integrate(of=of, family=family):
                forms = self.noun(family)
                kinds = Phrase(joined(forms.plural, self.term(of).after("di")), "the", Features(forms.gender, "p"))
                return f"{kinds} diventano originali"
            case n.Lapse(family=family):
                forms = self.noun(family)
                return f"scadono {Phrase(forms.plural, 'the', Features(forms.gender, 'p'))}"

    # -- conditions and filters ---------------------------------------------------------------------------------

    def _state(self, condition: n.Condition, negated: bool) -> str:
        match condition:
            case n.Bears(of=of, family=family, sort=sort):
                forms = self.noun(family)
                features = Features(forms.gender)
                kind = joined(forms.singular, self.sort(sort, features))
                return self.predicate(of, "avere", str(Phrase(kind, "a", features)), negated=negated)
            case n.IsSort(of=of, sort=sort):
                return self.predicate(of, "essere", self.sort(sort, self.features(of)), negated=negated)
            case n.LiesOn(of=of, card=card):
                return self.predicate(of, "essere", self.term(card).after("di"), negated=negated)
            case _:
                return super()._state(condition, negated)

    def sort(self, sort: str | None, features: Features) -> str:
        return self.words.sort(sort).form(features.gender, features.number) if sort is not None else ""

    def property_of(self, condition: n.Condition, features: Features) -> tuple[Rank, str]:
        match condition:
            case n.IsSort(of=n.Candidate(), sort=sort):
                return Rank.MEMBER, self.sort(sort, features)
            case n.Not(part=n.IsSort(of=n.Candidate(), sort=sort)):
                return Rank.MEMBER, f"non {self.sort(sort, features)}"
            case n.LiesOn(of=n.Candidate(), card=card):
                return Rank.COMPLEMENT, self.term(card).after("di")
            case n.Bears(of=n.Candidate(), family=family, sort=sort):
                forms = self.noun(family)
                of_kind = Features(forms.gender)
                with_it = joined("con", str(Phrase(joined(forms.singular, self.sort(sort, of_kind)), "a", of_kind)))
                return Rank.COMPLEMENT, with_it
            case n.Not(part=n.Bears(of=n.Candidate(), family=family, sort=sort)):
                forms = self.noun(family)
                return Rank.COMPLEMENT, joined("senza", forms.plural, self.sort(sort, Features(forms.gender, "p")))
            case _:
                return super().property_of(condition, features)


def _told(mood: Mood) -> Mood:
    return Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT
