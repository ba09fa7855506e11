"""Canonical English said back from the same meaning; a game's names stay in the game's language."""

from __future__ import annotations

from attrs import evolve

from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .italian import CONDITIONS, EFFECTS
from .said.english_effects import EnglishEffects
from .said.italian_phrase import capital
from .said.pairs import pairs_joined
from .said.parts import Naming, asked_later, foe_of_event, is_done_in_turn, of_another, recalls, sentences_of, speaks_of
from .said.whole import WholeTexts
from .said.words import Words


class English(WholeTexts, EnglishEffects):
    """The speaker: abilities and texts as sentences."""

    def ability(self, ability: n.Ability) -> str:
        self.said.rival = False
        chunks = sentences_of(ability)
        if len(chunks) > 1 and is_done_in_turn(ability):
            first = evolve(ability, effect=chunks[0])
            return " ".join([self._sentence(first), *(self._sentence(n.Used(chunk)) for chunk in chunks[1:])])
        return self._sentence(ability)

    def _sentence(self, ability: n.Ability) -> str:
        self.said.subject = self.said.topic = None
        return f"{capital(self._ability(ability))}."

    def quoted(self, text: n.Text | None) -> str:
        return "" if text is None else English(self.words, self.naming).text(text).removesuffix(".")

    def _ability(self, ability: n.Ability) -> str:
        match ability:
            case n.Static(effects=effects, condition=n.Not(part=part)) if self.words.is_this_ability(
                effects, ability.condition
            ):
                return f"you may play this ability only {self.when(part)}"
            case n.Static(effects=effects, condition=n.Not(part=part)) if play := self.words.own_play(effects):
                return f"{self.standing((evolve(play, allowed=True),))} only {self.when(part)}"
            case n.Static(effects=effects, condition=None):
                return self.standing(effects, alone=True, in_force=True)
            case n.Static(effects=effects, condition=condition) if condition is not None and recalls(
                condition, effects
            ):
                return f"{self.standing(effects, in_force=True)} {self.when(condition)}"
            case n.Static(effects=effects, condition=condition) if condition is not None:
                return f"{self.when(condition)}, {self.standing(effects, in_force=True)}"
            case n.Triggered():
                return self._triggered(ability)
            case n.Replaced(when=when, instead=instead, condition=condition, happens=happens):
                if ability.label is not None:
                    return f"{ability.label}: {capital(self.effect(instead, 'told'))} instead"
                start = f"{limit}, " if (limit := self.limit(ability.limit, ability.per)) else ""
                under = f"{self.when(condition)}, " if condition is not None and not speaks_of(condition, when) else ""
                start += under
                occasion = self.occasion(when) if happens else f"if {self.event(when, modal='would', pattern=True)}"
                occasion += f", {self.when(condition)}" if condition is not None and not under else ""
                if isinstance(instead, n.CancelEvent):
                    return f"{start}{occasion}, it is not"
                return f"{start}{occasion}, {self.effect(instead, 'told')} instead"
            case n.Activated(cost=cost, effect=effect, condition=condition):
                front = [self.limit(ability.limit, ability.per), "" if condition is None else self.when(condition)]
                said = [part for part in front if part]
                if cost == n.Sequence(()):
                    return f"{', '.join(said)}: {self.effect(effect)}"
                return ", ".join([*said, f"{self.effect(cost)}: {self.effect(effect)}"])
            case n.Prompted(when=when, condition=condition, effect=effect, opens=opens):
                fronts = (self.when(condition) if condition else "", self.occasion(when) if when else "")
                if opens:
                    return ", ".join(part for part in (*fronts, self.effect(effect)) if part)
                self.said.topic = None
                return self.effect(effect)  # its prompt is said in the head, where its things are presented
            case n.Used(effect=effect):
                return self.effect(effect)
            case n.AlsoPaid(cost=cost, optional=True):
                return f"as an additional cost to play this card, {self.effect(n.May(n.You(), cost))}"
            case n.AlsoPaid(cost=cost):
                return f"as an additional cost to play this card, {self.effect(cost)}"
            case n.Labelled(label=label, parts=parts):
                return f"{label}: {' / '.join(self._ability(part) for part in parts)}"
            case _:
                raise TypeError(f"{type(ability).__name__} is no ability")

    def _triggered(self, ability: n.Triggered) -> str:
        foe = foe_of_event(ability.condition, ability.when, self.words)
        if foe is not None:
            ability = evolve(ability, condition=foe[1])
        front = [self.limit(ability.limit, ability.per)]
        after = ability.label is None and (
            speaks_of(ability.condition, ability.when) or asked_later(ability, self.words)
        )
        if ability.condition is not None and not after:
            front.append(self.when(ability.condition))
        if ability.label is not None:
            said = ", ".join([*(part for part in front if part), self.effect(ability.effect)])
            return f"{ability.label}: {capital(said)}"
        against = f" against {self.term(foe[0])}" if foe is not None else ""
        front.append(self.occasion(ability.when, before=ability.before, at_once=ability.at_once) + against)
        self.said.another = of_another(ability.when, self.words)
        if after and ability.condition is not None:
            front.append(self.when(ability.condition))
        effect, self.said.another = self.effect(ability.effect), False
        return ", ".join([*(part for part in front if part), effect])


def said(text: n.Text, vocabulary: Vocabulary) -> str:
    """The canonical English of a text."""
    speaker = English(Words(vocabulary))
    speaker.said.on_card = True
    return speaker.text(pairs_joined(text))


def phrase(node: object, vocabulary: Vocabulary, naming: Naming | None = None) -> str:
    """A node as a short phrase, for the log and for «why»; ``naming`` gives the name of a term that is known there."""
    speaker = English(Words(vocabulary), naming)
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
        case _ if type(node).__name__ in CONDITIONS:
            return speaker.condition(node)  # type: ignore[arg-type]
        case _ if type(node).__name__ in EFFECTS:
            return speaker.effect(node)  # type: ignore[arg-type]
        case _:
            return speaker.term(node)  # type: ignore[arg-type]
