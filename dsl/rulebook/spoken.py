"""The steps of rules said to a player: like a card's text, but of «il giocatore» and «la carta» instead of «quella».

Each line is a sentence of its own and names its subject anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..meaning import nodes as n
from ..meaning.game import Frame
from ..meaning.italian import Italian
from ..meaning.said.discourse import Features
from ..meaning.said.italian_phrase import Phrase, capital, of_gender
from ..meaning.said.words import Noun, Words
from ..vocabulary.inflection import Mood, joined
from ..vocabulary.vocabulary import Vocabulary

_ORDINALS = ("", "primo", "secondo", "terzo", "quarto")
#: The amount that a verb is done by, wherever its steps speak of it.
AMOUNT = "number"
AS_MANY = "altrettanto"
_SOMEBODY = "chi lo fa"


class RuleSpeaker(Italian):
    """A speaker of rules. ``introduce`` and ``introduce_roles`` say who the participants are."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(Words(vocabulary))
        self._known: dict[str, Phrase] = {}
        self._forming = False

    # -- who takes part

    def introduce(self, name: str, noun: str, nth: int | None = None) -> None:
        """A participant, known from now on as «la carta», «la prima Torre»."""
        word = self.noun(noun)
        features = Features(word.gender)
        ordinal = of_gender(_ORDINALS[nth], features) if nth else ""
        self._known[name] = Phrase(joined(ordinal, word.singular), "the", features)
        self.present(name, word, features)

    def introduce_proper(self, name: str, noun: str) -> None:
        """A participant with a name of its own."""
        word = self.noun(noun)
        self.present(name, word, Features(word.gender))

    def recall_by_noun(self, name: str) -> None:
        """A thing already said is recalled as «quella carta», not by the name that the text gives it."""
        known = self.said.names[name]
        self.said.names[name] = evolve(known, proper=None)

    def introduce_roles(self, frame: Frame) -> None:
        """The participants of a verb, by the sorts of its forms; two of one sort are first and second."""
        sorts: dict[str, tuple[str, ...]] = {}
        for form in frame.forms:
            for part in form.roles:
                sorts[part.name] = tuple(dict.fromkeys((*sorts.get(part.name, ()), *_sorts(part.value))))
        for part in (part for form in frame.forms for part in form.roles):
            what = part.value.of if isinstance(part.value, n.TextOf) else part.value
            if isinstance(what, n.Select) and what.number == n.Num(2):  # «due carte»: the first and the second
                for nth in (1, 2):
                    self.introduce(f"{part.name}#{nth}", what.noun, nth)
        seen: dict[str, int] = {}
        for name, found in sorts.items():
            if len(found) != 1:
                if found:
                    self._known[name] = Phrase(_SOMEBODY, "", Features("m"))
                    self.present(name, Noun(_SOMEBODY, _SOMEBODY, "m"), Features("m"))
                continue
            noun = found[0]
            seen[noun] = seen.get(noun, 0) + 1
            twice = sum(each == found for each in sorts.values()) > 1
            self.introduce(name, noun, seen[noun] if twice else None)

    def recall(self, name: str) -> Phrase:
        if name == AMOUNT:
            return Phrase(AS_MANY)
        if name in self._known:
            return self._known[name]
        said = super().recall(name)
        several = name[:1].isupper() and said.features.number == "p"
        return evolve(said, article="the") if several else said  # «le Scelte», a name of several

    # -- sentences

    def line(self, effect: n.Effect, front: str = "") -> str:
        """An effect as a sentence; ``front`` stands before it («quando comincia»)."""
        said = self.told(effect)
        return f"{capital(f'{front}, {said}' if front else said)}."

    def told(self, effect: n.Effect) -> str:
        """An effect as the rest of a sentence."""
        self._anew()
        return self.effect(_one_condition(effect), Mood.PRESENT)

    def order(self, effect: n.Effect) -> str:
        """An effect as an order to the reader, after a colon."""
        self._anew()
        return self.effect(effect)

    def clause(self, condition: n.Condition) -> str:
        """A condition without its «se»."""
        self._anew()
        return self.condition(condition)

    def phrase(self, term: n.Term | n.Number) -> str:
        """A term as it stands in a list."""
        self._anew()
        return str(self.term(term))

    def where_said(self, place: n.Place) -> str:
        """Where a thing is: «in città», «nel Carro del giocatore»."""
        self._anew()
        return self.where(place)

    def of(self, condition: n.Condition, noun: str) -> str:
        """A condition of a kind of things: «è Salda», said of «una Torre»."""
        self._anew()
        with self.said.testing(Features(self.noun(noun).gender)):
            return self.condition(condition)

    def form(self, form: n.Event, *, infinitive: bool = False) -> str:
        """The form of a verb: «un giocatore scava carte»."""
        self._anew()
        self._forming = True
        said = self.event(_without_origin(form), Mood.INFINITIVE if infinitive else Mood.PRESENT)
        self._forming = False
        return said

    def _anew(self) -> None:
        self.said.subject = self.said.topic = self.said.follows = None

    # -- what rules say otherwise than cards

    def select(self, what: n.Select, **how: object) -> Phrase:
        if self._forming and what.quantity is n.Quantity.ANY:
            return super().select(evolve(what, quantity=n.Quantity.ALL), bare=True, number="p")
        return super().select(what, **how)  # type: ignore[arg-type]

    def place(self, place: n.Place) -> Phrase:
        if place.of is None and place.zone not in self.words.vocabulary.zones and not self.words.is_place(place.zone):
            return Phrase(place.zone, "a", Features("f"))  # «una zona», in the form of a verb
        return super().place(place)

    def _put(self, effect: n.Move, mood: Mood, adverb: str) -> str:
        """In rules things go by themselves; nobody is told to put them."""
        return super()._put(effect, mood, adverb) if mood is Mood.INFINITIVE else self._move(effect)

    def _clock(self, effect: n.Effect) -> str:
        if isinstance(effect, n.RollDie):
            return "si tira il dado"
        return super()._clock(effect)


def _sorts(value: object) -> Iterator[str]:
    match value:
        case n.Select(noun=noun):
            yield noun
        case n.Group(members=members):
            for member in members:
                yield from _sorts(member)
        case n.TextOf(of=of):
            yield from _sorts(of)
        case n.Place(zone=zone):
            yield zone


def _without_origin(form: n.Event) -> n.Event:
    """A form without «da una zona» at its object: any zone is meant."""
    roles = []
    for part in form.roles:
        value = part.value
        if part.name == "object" and isinstance(value, n.Select) and value.place is not None:
            value = evolve(value, place=None)
        roles.append(evolve(part, value=value))
    return evolve(form, roles=tuple(roles))


def _one_condition(effect: n.Effect) -> n.Effect:
    """«se A, se B, …» as «se A e B, …»."""
    while (
        isinstance(effect, n.If) and isinstance(effect.then, n.If) and effect.otherwise is None is effect.then.otherwise
    ):
        both = n.And((effect.condition, effect.then.condition), span=effect.condition.span)
        effect = n.If(both, effect.then.then, span=effect.span)
    return effect


__all__ = ["AMOUNT", "RuleSpeaker"]
