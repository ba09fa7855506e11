"""Who is spoken of: what a sentence has named so far, and who is its subject."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from ...vocabulary.inflection import Gender, Mood, Number
from ..nodes import Condition, Did, Do, Effect, Event, Not, Opponent, Pay, Quantity, Select, Self, Term, Var, You
from ..walk import walk
from .parts import PLAYER
from .words import Noun


@frozen
class Features:
    """What agrees: gender, number, and whether it is «tu» (2) or somebody else (3)."""

    gender: Gender = "f"
    number: Number = "s"
    person: int = 3


@frozen
class Named:
    """A thing that was presented, so that it can be recalled: by its noun, by a name of its own, or, where two have
    that noun, by what it does or undergoes («la Lanterna attaccata»)."""

    noun: Noun
    features: Features
    proper: str | None = None
    told_apart: str | None = None


@define
class Discourse:
    """The state of a text being said. ``subject`` is the subject of the clause, ``topic`` that of the clause before."""

    subject: Term | None = None
    topic: Term | None = None
    candidate: Features = field(factory=Features)
    follows: Term | None = None  # the subject of the clause before, in the same effect
    mover: Term | None = None  # what the clause moves, from which a direction may be seen
    last: bool = False  # whether a condition stands after what it is of
    used: bool = False  # whether the text is done when it is used
    stands: bool = False  # whether the sentence is in force as long as its text is
    on_card: bool = False  # whether it is a card's text, which calls by their noun those whom the steps name
    another: bool = False  # whether «suo» would rather be, or may as well be, of another card than the bearer
    hosted: bool = False  # whether the text speaks of its host, so that «suo» is of that one
    rival: bool = False  # whether the opponent of an effect was presented («un avversario», then «l'avversario»)
    other: bool = False  # whether a thing that is not the bearer was spoken of, which a subject left out might be
    conditional: bool = False  # inside a condition
    loop: str | None = None  # the name of each of those over whom a loop goes
    filters: int = 0  # how many noun phrases deep: inside one, «suo» is of what it describes
    described: list[str] = field(factory=list)  # the names of what the noun phrases being said describe
    doers: dict[str, Term | None] = field(factory=dict)  # who did what has a name, for «se lo fa»
    counted: set[str] = field(factory=set)  # the names of what was only counted: «scartane una» would be of any
    names: dict[str, Named] = field(factory=dict)

    def did(self, effect: Effect) -> None:
        """Keeps who does what has a name."""
        if isinstance(effect, Do) and effect.bind is not None:
            agents = [part.value for part in effect.event.roles if part.name == "agent"]
            self.doers[effect.bind] = agents[0] if agents else Self()  # type: ignore[assignment]
        elif isinstance(effect, Pay) and effect.bind is not None:
            self.doers[effect.bind] = effect.who

    def yours(self, condition: Condition) -> bool:
        """Whether «se lo fai» is of you, and not «se lo fa»; «se un giocatore …» is of him."""
        asked = condition.part if isinstance(condition, Not) else condition
        if asked is condition and any(_is_any_player(each) for each in walk(condition)):
            return False
        return not isinstance(asked, Did) or isinstance(self.doers.get(asked.name, You()), You)

    def order_after(self, when: object, order: Mood) -> Mood:
        """How an order to you is said after «quando …»: after what any player does «pesca» might be of him."""
        agents = [part.value for part in when.roles if part.name == "agent"] if isinstance(when, Event) else []
        return Mood.PRESENT if any(_is_any_player(each) for each in agents) else order

    def of_another_player(self) -> bool:
        """Whether the clause before was of a player who is not «tu»."""
        named = self.names.get(self.topic.name) if isinstance(self.topic, Var) else None
        return isinstance(self.topic, Opponent) or (named is not None and named.noun.singular == PLAYER)

    @contextmanager
    def about(self, subject: Term | None) -> Iterator[None]:
        """A clause with this subject; afterwards the one before is the subject again."""
        before, self.subject = self.subject, subject
        try:
            yield
        finally:
            self.subject = before

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A condition: an opponent in it is any, and not the one whom the effect is about."""
        before, self.conditional = (self.rival, self.conditional), True
        try:
            yield
        finally:
            self.rival, self.conditional = before

    @contextmanager
    def spoken_of_another(self) -> Iterator[None]:
        """A subject left out would be who was spoken of: the bearer is said."""
        before, self.other, self.conditional = (self.other, self.conditional), True, True
        try:
            yield
        finally:
            self.other, self.conditional = before

    def article_of_rival(self, several: bool) -> str:
        """«a» when there are several and none was presented yet; from then on, and with one alone, «the»."""
        first, self.rival = several and not self.rival, True
        return "a" if first else "the"

    @contextmanager
    def of_each(self, features: Features) -> Iterator[None]:
        """What is said of each of several: Candidate is each of them («hanno il loro Ardore originale»)."""
        before, self.candidate = self.candidate, features
        try:
            yield
        finally:
            self.candidate = before

    @contextmanager
    def testing(self, features: Features) -> Iterator[None]:
        """A filter of a noun phrase: Candidate is what the noun phrase describes."""
        before, self.candidate = self.candidate, features
        self.filters += 1
        try:
            yield
        finally:
            self.candidate = before
            self.filters -= 1

    @contextmanager
    def unfiltered(self) -> Iterator[None]:
        """A clause of its own inside a filter: «suo» is of its subject again."""
        before, self.filters = self.filters, 0
        try:
            yield
        finally:
            self.filters = before


def _is_any_player(node: object) -> bool:
    """«un giocatore», of whom a condition may hold."""
    return isinstance(node, Select) and node.noun == PLAYER and node.quantity is Quantity.EXACTLY
