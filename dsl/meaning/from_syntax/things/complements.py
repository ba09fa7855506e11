"""What a clause says besides its verb, sorted out: things, places, times, how often."""

from __future__ import annotations

from attrs import define, field

from ....syntax import nodes as s
from ... import nodes as n


@define
class Parts:
    """The complements of a clause, sorted out."""

    objects: list[s.Complement] = field(factory=list)
    prepositions: list[s.Prepositional] = field(factory=list)
    either: list[tuple[s.Prepositional, ...]] = field(factory=list)
    duration: n.Duration | None = None
    within: tuple[str, bool] | None = None
    within_of: n.Term | None = None
    during: list[n.Condition] = field(factory=list)
    only_during: bool = False  # «solo durante il tuo turno»
    whenever: n.During | None = None  # «non può essere distrutta in battaglia», where it is done: in each that will be
    times: s.Times | None = None
    per_each: list[s.Noun] = field(factory=list)
    adverbs: list[s.Token] = field(factory=list)
    purposes: list[s.Clause] = field(factory=list)
    gerunds: list[s.Clause] = field(factory=list)
    starting: s.Noun | None = None
    until_have: s.Noun | None = None
    choice: s.Complement | None = None
    amounts: tuple[s.Amount, ...] = ()
    given: s.Quoted | None = None  # a text between quotation marks
    statuses: list[s.Token] = field(factory=list)
    cause: str | None = None
    per_period: s.NounPhrase | None = None  # «una Lana per turno»
    chosen_manner: bool = False
    moment: n.Moment | None = None
    first_time: bool = False
    places: bool = False  # «di posto»
    at_end: s.Token | None = None  # «in fondo», of the pile that was spoken of
    cap: s.Token | None = None
    pair: tuple[s.Token, ...] = ()  # «diventa 2/1»
    family: str | None = None  # «come Pegno»
    more: list[n.Modify | n.Grant] = field(factory=list)  # what else the verb gives
    last_noun: s.Noun | None = None
    counted_places: list[tuple[s.Noun, s.Prepositional]] = field(factory=list)

    def has(self, terminal: str) -> bool:
        return any(token.terminal == terminal for token in self.adverbs)
