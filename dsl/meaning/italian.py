"""Canonical Italian said back from the meaning alone, and from the declared forms of the words.

One form for each meaning: read again it gives the same meaning, and itself.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve

from ..vocabulary.inflection import Mood, joined
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .joined import effects_of
from .said.italian_effects import ItalianEffects
from .said.italian_phrase import capital
from .said.italian_standing import ORDER
from .said.pairs import pairs_joined
from .said.parts import (
    Naming,
    asked_later,
    foe_of_event,
    is_done_in_turn,
    of_another,
    recalls,
    sentences_of,
    speaks_of,
    speaks_of_one,
)
from .said.whole import WholeTexts
from .said.words import Words


class Italian(WholeTexts, ItalianEffects):
    """The speaker: abilities and texts as sentences."""

    orders_when: n.Event | None = None  # when what this text orders is done, where its slot says it

    def ability(self, ability: n.Ability) -> str:
        """One sentence, from its capital to its full stop; what is done under a condition is a sentence of its own."""
        self.said.rival = self.said.other = False
        self.said.used, self.said.stands = isinstance(ability, n.Used | n.Prompted), isinstance(ability, n.Static)
        chunks = sentences_of(ability)
        if len(chunks) > 1 and is_done_in_turn(ability):
            self.said.last = isinstance(ability, n.Triggered) and ability.label is None
            first = self._sentence(evolve(ability, effect=chunks[0]))
            self.said.last = False
            said = [first]
            for before, chunk in pairwise(chunks):
                self.said.other |= speaks_of_one(before)
                said.append(self._sentence(n.Used(chunk)))
            return " ".join(said)
        return self._sentence(ability)

    def _sentence(self, ability: n.Ability) -> str:
        self.said.subject = self.said.topic = self.said.follows = None
        return f"{capital(self._ability(ability))}."

    def quoted(self, text: n.Text) -> str:
        return Italian(self.words, self.naming).text(text).removesuffix(".")

    def _ability(self, ability: n.Ability) -> str:
        match ability:
            case n.Static(effects=effects, condition=n.Not(part=part)) if self.words.is_this_ability(
                effects, ability.condition
            ):
                return f"puoi giocare questa abilità solo {self.when(part)}"
            case n.Static(effects=effects, condition=n.Not(part=part)) if play := self.words.own_play(effects):
                return f"{self.standing((evolve(play, allowed=True),))} solo {self.when(part)}"
            case n.Static(effects=effects, condition=None):
                return self.standing(effects, alone=True)
            case n.Static(effects=effects, condition=condition) if condition is not None and recalls(
                condition, effects
            ):
                return f"{self.standing(effects)} {self.when(condition)}"
            case n.Static(effects=effects, condition=condition) if condition is not None:
                return f"{self.when(condition)}, {self.standing(effects)}"
            case n.Triggered():
                return self._triggered(ability)
            case n.Replaced():
                return self._replaced(ability)
            case n.Activated(cost=n.Sequence(parts=())):
                front = (
                    self.when(ability.condition) if ability.condition is not None else "",
                    self.limit(ability.limit, ability.per),
                )
                return f"{', '.join(part for part in front if part)}: {self.effect(ability.effect)}"
            case n.Activated(cost=cost, effect=effect):
                limit = self.limit(ability.limit, ability.per)
                said = f"{self._paid(cost)}: {self.effect(effect)}"
                said = said if ability.condition is None else f"{self.when(ability.condition)}, {said}"
                return f"{said}. Usa questa abilità {limit}" if limit else said
            case n.Prompted(when=when, condition=condition, effect=effect, opens=opens):
                fronts = (self.when(condition) if condition else "", self.occasion(when) if when else "")
                if opens:
                    return ", ".join(part for part in (*fronts, self.effect(effect)) if part)
                self.said.topic = self.said.follows = None
                return self.effect(effect)  # its prompt is said in the head, where its things are presented
            case n.Used(effect=effect):
                return self.effect(effect)
            case n.AlsoPaid(cost=cost, optional=True):
                return f"come costo aggiuntivo per giocare questa carta, {self.effect(n.May(n.You(), cost))}"
            case n.AlsoPaid(cost=cost):
                return f"come costo aggiuntivo per giocare questa carta, {self._paid(cost)}"
            case n.Labelled(label=label, parts=parts):
                return f"{label}: {' / '.join(capital(self._ability(part)) for part in parts)}"
            case _:
                raise TypeError(f"{type(ability).__name__} is no ability")

    def _paid(self, cost: n.Effect) -> str:
        """«{2}, spossa questa carta»: what is paid before the colon."""
        parts = effects_of(cost)
        said = [self._payment(p) if isinstance(p, n.Pay) else self.effect(p) for p in parts]
        return ", ".join(said)

    def _payment(self, pay: n.Pay) -> str:
        """Signs alone («{2}»), a number with its verb («paga 2 Punti gloria»)."""
        return self.effect(pay) if isinstance(pay.amount, n.Select) else str(self.amount_phrase(pay.amount))

    def _triggered(self, ability: n.Triggered) -> str:
        foe = foe_of_event(ability.condition, ability.when, self.words)
        if foe is not None:
            ability = evolve(ability, condition=foe[1])
        plain = ability.condition is None and ability.label is None and ability.limit is None
        if plain and self.orders_when is not None and ability.when == self.orders_when:
            return self.effect(ability.effect)  # when its orders are done, the text's slot says
        often = self.limit(ability.limit, ability.per)
        front = [often] if ability.label is None else []
        after = ability.label is None and (
            speaks_of(ability.condition, ability.when) or asked_later(ability, self.words)
        )
        if ability.condition is not None and not after:
            front.append(self.when(ability.condition))
        said = ", ".join(part for part in front if part)
        if ability.label is not None:
            inner = capital(joined(f"{said}," if said else "", self.effect(ability.effect)))
            return f"{ability.label}: {inner}" + (f". Usa questa abilità {often}" if often else "")
        occasion = self.occasion(ability.when, before=ability.before, at_once=ability.at_once)
        occasion += f" contro {self.term(foe[0])}" if foe is not None else ""
        self.said.another = of_another(ability.when, self.words)
        under = self.when(ability.condition) if after and ability.condition is not None else ""
        mood = self.said.order_after(ability.when, ORDER)
        effect, self.said.another = self.effect(ability.effect, mood), False
        return ", ".join(part for part in (said, occasion, under, effect) if part)

    def _replaced(self, ability: n.Replaced) -> str:
        if ability.label is not None:
            return f"{ability.label}: {capital(self.effect(ability.instead, adverb='invece'))}"
        occasion = self.occasion(ability.when) if ability.happens else self._would(ability.when)
        front = f"{limit}, " if (limit := self.limit(ability.limit, ability.per)) else ""
        under = f"{self.when(ability.condition)}, " if ability.condition is not None else ""
        after = speaks_of(ability.condition, ability.when)
        front, under = (front, under) if after else (front + under, "")
        if isinstance(ability.instead, n.CancelEvent):
            return f"{front}{occasion}, {under}{self.none_of_it(ability.when)}"
        return f"{front}{occasion}, {under}{self.effect(ability.instead, adverb='invece')}"

    def _would(self, event: n.Event) -> str:
        said = f"se {self.event(event, Mood.CONDITIONAL, pattern=True)}"
        subject, _ = self.voice(event, True)
        self.said.topic = subject
        return said


def said(text: n.Text, vocabulary: Vocabulary, slot: str | None = None) -> str:
    """The canonical Italian of a text; of a ``slot`` in which a value alone is a sentence: «+3 Ardore.»."""
    speaker = Italian(Words(vocabulary))
    speaker.said.on_card = slot is not None
    declared = vocabulary.texts.get(slot or "")
    if declared is not None and declared.bare:
        speaker.bare_of = "host" if declared.of_host else "card"
    if declared is not None:
        speaker.orders_when = declared.orders_when
        speaker.said.hosted = declared.of_host
    return speaker.text(pairs_joined(text))


def phrase(node: object, vocabulary: Vocabulary, naming: Naming | None = None) -> str:
    """A node as a short phrase, for the log and for «why»; ``naming`` gives the name of a term that is known there."""
    speaker = Italian(Words(vocabulary), naming)
    return _phrase(speaker, node)


def _phrase(speaker: Italian, node: object) -> str:
    match node:
        case n.Text():
            return speaker.text(node)
        case n.OtherFace():
            return speaker.other_face(node)
        case (
            n.Static()
            | n.Triggered()
            | n.Replaced()
            | n.Activated()
            | n.Prompted()
            | n.Used()
            | n.Labelled()
            | n.AlsoPaid()
        ):
            return speaker.ability(node)
        case n.Event():
            return speaker.event(node, pattern=True)
        case n.Moment():
            return speaker.moment(node)
        case n.Duration():
            return speaker.duration(node)
        case _:
            return _part(speaker, node)


def _part(speaker: Italian, node: object) -> str:
    name = type(node).__name__
    if name in CONDITIONS:
        return speaker.condition(node)  # type: ignore[arg-type]
    if name in EFFECTS:
        return speaker.effect(node)  # type: ignore[arg-type]
    return str(speaker.amount_or_term(node))  # type: ignore[arg-type]


def _names(alias: str) -> frozenset[str]:
    return frozenset(part.strip() for part in alias.split("|"))


CONDITIONS = _names(str(n.Condition))
EFFECTS = _names(str(n.Effect))
