"""Modifiers said by comparing, in canonical Italian: «le crepe di questo attacco sono più gravi»."""

from __future__ import annotations

from attrs import evolve

from ...vocabulary.inflection import Mood, joined
from .. import nodes as n
from ..participants import role
from .discourse import Features
from .italian_phrase import Phrase
from .italian_time import ItalianTime
from .parts import by_degree


class ItalianDegrees(ItalianTime):
    """What is said of a value by the adjective that its block gives."""

    def _done_with(self, effect: n.Modify, features: Features) -> str:
        """«la prossima crepa subita»: the event with which it ends, when it does not go without saying."""
        event = effect.duration.event if effect.duration is not None else None
        value = self.words.vocabulary.values.get(effect.value)
        if (
            event is None
            or self._by_whom(effect) is not effect.target
            or (value is not None and value.ends_next is not None)
        ):
            return ""
        return self.words.verb(event.verb).past(features.gender, features.number)

    def _by_whom(self, effect: n.Modify) -> n.Term:
        """«la prossima crepa che l'avversario subisce»: of the next thing, what happens to it at another's hand."""
        event = effect.duration.event if effect.duration is not None else None
        who = role(event, "agent") if event is not None else None
        target = effect.target
        if event is None or who is None or isinstance(who, n.You) or not isinstance(target, n.Select):
            return target
        value = self.words.vocabulary.values.get(effect.value)
        if value is not None and value.ends_next is not None:
            return target
        to_it = tuple(evolve(r, value=n.Candidate()) if r.name == "object" else r for r in event.roles)
        meanwhile = n.Happened(evolve(event, roles=to_it), now=n.And(()))
        return evolve(target, where=(*target.where, meanwhile))

    def compared(self, effect: n.Effect, mood: Mood) -> str | None:
        """«X è meno grave», «le crepe di X sono molto più gravi per ogni …»; None when no adjective says it."""
        lexeme = self.words.degree(effect.value) if isinstance(effect, n.Modify) else None
        degree = by_degree(effect) if isinstance(effect, n.Modify) else None
        if lexeme is None or degree is None or not isinstance(effect, n.Modify) or lexeme.adjective is None:
            return None
        much, each = degree
        bearer = self.noun(lexeme.singular)
        value = self.words.vocabulary.values.get(effect.value)
        own = value is not None and value.owner == lexeme.singular
        features = self.features(effect.target) if own else Features(bearer.gender, "p")
        if own:
            subject = str(self.term(self._by_whom(effect))) or str(Phrase(bearer.singular, "the", features))
            subject = joined(subject, self._done_with(effect, features))
        else:
            subject = joined(str(Phrase(bearer.plural, "the", features)), self.term(effect.target).after("di"))
        word = lexeme.adjective.form(features.gender, features.number)
        more = joined("molto" if abs(much) > 1 else "", "più" if much > 0 else "meno", word)
        made = self._inflicted(effect, lexeme.singular, mood, own)
        if made is not None:
            word = lexeme.adjective.form(bearer.gender, "s")
            more = joined("molto" if abs(much) > 1 else "", "più" if much > 0 else "meno", word)
            one = Phrase(bearer.singular, "a", Features(bearer.gender, "s"))
            return joined(made, str(one), more, self.for_each(each) if each is not None else "")
        are = self.finite("essere", features, Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT)
        always = "sempre" if effect.always else ""
        per = self.for_each(each) if each is not None else ""
        lasting = self.duration(effect.duration)
        per = f"{per}," if per and lasting else per  # else «per» would follow on «per»
        return joined(subject, are, always, more, per, lasting)

    def _inflicted(self, effect: n.Modify, noun: str, mood: Mood, own: bool) -> str | None:
        """«(per) infliggere una crepa più grave», of this card: the verb; None where it is said otherwise."""
        if mood is not Mood.INFINITIVE or own or not isinstance(effect.target, n.Self) or effect.duration is not None:
            return None
        frames = (frame for frame in self.words.vocabulary.frames.values() if frame.becomes)
        objects = ((f, r.value) for f in frames for form in f.forms for r in form.roles if r.name == "object")
        name = next((f.name for f, what in objects if isinstance(what, n.Select) and what.noun == noun), None)
        return self.words.verb(name).form(Mood.INFINITIVE, "3s") if name is not None else None
