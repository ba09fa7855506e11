"""«Se hai suonato un'altra Nota, stancalo»: what a pronoun speaks of is what its verb can be done to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from ... import nodes as n
from ...scope import Mention, nodes_of
from ..things.reading import PLAYER
from ..things.spots import SPOT
from .where_to import WhereTo

Kinds = dict[str, frozenset[str]]  # by a value of which a thing has one word, the words of which it has one


class SpokenOf(WhereTo):
    """The part of the reader that leaves out of what was spoken of what cannot be meant."""

    _to_him = True  # whether «gli» is said, and not «le»
    _taken_there: frozenset[str] = frozenset()  # what the verb takes where a pronoun stands
    _cannot_be: Sequence[Mention] = ()  # … and what was spoken of and is none of it

    @contextmanager
    def _such_as_takes(self, verb: str, role: str) -> Iterator[None]:
        """Of what was spoken of, only what a declared verb can have there: no token where it takes a card, a token where
        it takes nothing else, a player where it takes him («se l'avversario è stanco, bagnalo»)."""
        roles = (each for frame in self.vocabulary.frames_of(verb) for form in frame.forms for each in form.roles)
        taken = [each.value for each in roles if each.name == role]
        nouns = {term.noun for value in taken for term in nodes_of(value) if isinstance(term, n.Select)}
        known = self.said.mentions
        outer, self._taken_there, self._cannot_be = self._taken_there, frozenset(nouns), []
        if nouns:
            tokens = nouns & set(self.vocabulary.tokens)
            others = nouns - tokens
            spots = any(self.is_spot(noun) for noun in nouns)
            self.said.mentions = [
                m
                for m in known
                if (tokens if m.noun in self.vocabulary.tokens else others) and (spots or m.sort != SPOT)
            ]
            places = [self.zones_of_noun(noun) for noun in nouns]
            if all(places):
                there = frozenset().union(*places)
                own = self.said.continuous or self.said.bound_event  # a card that is used lies nowhere among such
                self.said.mentions = [
                    m
                    for m in self.said.mentions
                    if self._may_lie_in(m, there) and (own or not isinstance(m.recall, n.Self))
                ]
            left = self.said.mentions
            self.said.mentions = [m for m in left if m.sort != "card" or self._may_be_such(m, nouns, role, verb)]
            self._cannot_be = [m for m in left if m not in self.said.mentions]
        if nouns == {PLAYER}:
            self.said.mentions = [evolve(m, sort="card") for m in known if m.sort == "player"]
        elif PLAYER in nouns and role == "to" and self._to_him:
            self.said.mentions = self._with_players(known, self.said.mentions)
        try:
            yield
        finally:
            self.said.mentions, self._taken_there, self._cannot_be = known, outer, []

    @contextmanager
    def _recalled_beside(self, what: object, verb: str, role: str) -> Iterator[None]:
        """«togli un Gettone da essa»: a pronoun in a clause is not what the clause does something to."""
        known = self.said.mentions
        itself = n.Var(what.bind) if isinstance(what, n.Select) and what.bind is not None else None
        self.said.mentions = [m for m in known if m.recall != itself]
        try:
            with self._such_as_takes(verb, role):
                yield
        finally:
            self.said.mentions = known

    def _with_players(self, known: list[Mention], things: list[Mention]) -> list[Mention]:
        """«quando infligge crepe a un giocatore, infliggigli …»: he, where he takes part in it, or no thing agrees with «gli»."""
        roles = self._when_event.roles if self._when_event is not None else ()
        taking_part = [n.Var(role.value.bind or "") for role in roles if isinstance(role.value, n.Select)]
        cards = [m for m in things if m.sort == "card" and not isinstance(m.recall, n.Self)]
        agreeing = any(m.gender & 1 and m.recall not in self.said.asked_of for m in cards)  # not «se hai un'Erba»
        players = [m for m in known if m.sort == "player" and (not agreeing or m.recall in taking_part)]
        spoken_of = (evolve(m, sort="card") if m in players else m for m in known if m in players or m in things)
        lone = [m for m in things if not m.gender & 1] if players and not agreeing else []
        return [m for m in spoken_of if m not in lone]

    def _may_lie_in(self, mention: Mention, zones: frozenset[str]) -> bool:
        """Whether what was spoken of may be where alone something is such a thing: «spezza una Lanterna per accenderla», of a
        Candela, is no Lanterna, which lies in the Cesto now."""
        deeds = self.said.deeds[self.said.unsure_deeds :]
        deed = next((verb for verb, what in reversed(deeds) if what == mention.recall), None)
        went = self.zones_gone_to(deed) if deed is not None else frozenset()
        if deed is not None and not went and not self.vocabulary.frames_of(deed):
            return True  # a verb of the language: anywhere
        lies = went or self.zones_of_noun(mention.noun or "")
        return not lies or bool(lies & zones)

    def _may_be_such(self, mention: Mention, nouns: set[str], role: str, verb: str) -> bool:
        """Whether what was spoken of may be of a kind that the verb takes there: a Nota is no Lanterna, and lies on no table."""
        if isinstance(mention.recall, n.Self) or any(
            what == mention.recall and not self.vocabulary.frames_of(done) for done, what in self.said.deeds
        ):
            return True  # a verb of the language may have made it another kind
        own, cards = self._kinds_of(mention.noun or ""), nouns - {PLAYER}
        apart = [
            any(not own[value] & words for value, words in self._kinds_of(x).items() if value in own) for x in cards
        ]
        if apart and all(apart):
            return False
        kinds = cards if all(self._kinds_of(noun) for noun in cards) else set()
        played = self._zones_in(self.vocabulary.implied_places.get("member", ""))
        if kinds and played and not self._may_lie_in(mention, frozenset(played)):
            return False
        taken = (f.place.zone for f in self.vocabulary.frames_of(verb) if f.place is not None and role == "object")
        there = {zone for name in taken for zone in self._zones_in(name)}
        return not there & played or not self._is_only_used(mention.noun or "")

    def _is_only_used(self, noun: str) -> bool:
        """Whether cards of a kind are those of a text that is used: they lie nowhere in play."""
        slot = self.vocabulary.texts.get(noun)
        return slot is not None and slot.in_force is None and bool(self._kinds_of(noun))

    def where_aimed_at(self, what: n.Select) -> n.Select:
        """«rimetti in mano una Nota bersaglio», of what waits to be played: it lies where the verbs that are done to such take it
        from, and not wherever there is one."""
        kind, used = what.noun in self.vocabulary.nouns, self._is_only_used(what.noun)
        if what.pick is not n.Pick.TARGET or what.among is not None or not (kind or used):
            return what
        implied = self.vocabulary.implied_place(what.noun, target=True)
        if what.place not in ((None,) if kind else (None, n.Place(implied or ""))):
            return what
        nouns = {what.noun} if kind else {x for x in self.vocabulary.nouns if self._includes(x, what.noun)}
        places = {
            frame.place.zone
            for frame in self.vocabulary.frames.values()
            for form in frame.forms
            for role in form.roles
            if frame.place is not None and role.name == "object" and getattr(role.value, "noun", None) in nouns
        }
        there = places.pop() if len(places) == 1 else ""
        lies = self.zones_of_noun(what.noun)
        apart = bool(there) and (used or not lies <= self._zones_in(there))  # what lies nowhere else need not be told
        return evolve(what, place=n.Place(there)) if apart else what

    def _includes(self, noun: str, kind: str) -> bool:
        """Whether things of a kind may be what a noun says, which is so in some zones alone."""
        own, words = self._kinds_of(noun), self._kinds_of(kind)
        return bool(self.zones_of_noun(noun)) and any(words[x] <= own.get(x, frozenset()) for x in words)

    def _kinds_of(self, noun: str) -> Kinds:
        """The words of one of which a thing is that a noun names."""
        declared = self.vocabulary.nouns.get(noun)
        if declared is not None:
            return self._kinds_in(declared.condition)
        value = self.vocabulary.values.get(self.member_value(noun) or "")
        return {value.name: frozenset({noun})} if value is not None and value.kind == "member" else {}

    def _kinds_in(self, condition: object) -> Kinds:
        if isinstance(condition, n.HasMember) and isinstance(condition.member, str):
            return self._kinds_of(condition.member)
        if isinstance(condition, n.IsKind):
            return self._kinds_of(condition.noun)
        if not isinstance(condition, (n.And, n.Or)):
            return {}
        parts = [self._kinds_in(part) for part in condition.parts]
        if isinstance(condition, n.And):
            return {value: words for part in parts for value, words in part.items()}
        shared = set.intersection(*(set(part) for part in parts)) if parts else set()
        return {value: frozenset[str]().union(*(part[value] for part in parts)) for value in shared}
