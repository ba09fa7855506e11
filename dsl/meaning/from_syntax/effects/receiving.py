"""«La tua Lanterna riceve un Gettone», of a verb that a game says of what is dealt: the Gettone is put on it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import ANY, Sense
from ... import nodes as n
from .besides import Besides

_PUT: Final = "mettere"
_ON: Final = Sense("ON", "on", ANY, ANY)
_THIS: Final = Sense("THIS", "this", ANY, 1)
_THAT: Final = Sense("THAT", "that", ANY, 1)


class Receiving(Besides):
    """The part of the reader that puts on cards what they are said to receive."""

    def put_on_who_receives(self, clause: s.Clause) -> s.Clause:
        """«riceve un Gettone» as «metti un Gettone su …»; any other clause as it is."""
        group = clause.group
        plain = group.modal is None and not (group.negated or group.perfect or group.passive or group.clitics)
        if group.verb.sense.of != "to" or group.form != "present" or not plain:
            return clause
        held = next((c for c in clause.complements if c.kind == "c_object"), None)
        np = held.value if held is not None else None
        token = np.noun.name if isinstance(np, s.NounPhrase) and np.noun is not None else ""
        who = self._who_receives(clause) if self.vocabulary.upon_cards(token) is not None else None
        if who is None:
            return clause
        sense = evolve(group.verb.sense, terminal="V_IMP", name=_PUT, person=2, mood="imperative", kind="language")
        verb = evolve(group.verb, sense=evolve(sense, number=1, of=None))
        ordered = s.VerbGroup(verb, "order", finite=verb, tokens=(verb,))
        upon = s.Prepositional("prep_phrase", s.Token(group.verb.at, "su", _ON), who)
        there = s.Complement("c_prep", upon, (), False, who.start, who.end)
        return evolve(clause, group=ordered, subject=None, complements=(*clause.complements, there))

    def _who_receives(self, clause: s.Clause) -> s.Noun | None:
        """Who is said to receive it; this card, where nobody is and it is of this card."""
        if clause.subject is not None:
            known = [*self.said.mentions]
            card = self.sort(self.term(clause.subject)) == "card"
            self.said.mentions = known
            return clause.subject if card else None
        who, at = self._left_out(clause), clause.group.verb.at
        known_as = next((m for m in reversed(self.said.mentions) if m.recall == who and m.sort == "card"), None)
        this = isinstance(who, n.Self) and self.said.continuous
        noun = self.vocabulary.implied_noun if this or known_as is None else known_as.noun
        if noun is None or not (this or known_as is not None):
            return None
        word = s.Token(at, "questa" if this else "quella", _THIS if this else _THAT)
        return s.NounPhrase(
            (word,), s.Token(at, noun, Sense("N_CARD", noun, ANY, 1, kind="noun")), start=at, end=at + 1
        )
