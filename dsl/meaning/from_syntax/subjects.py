"""«se attacca», «se è stanca»: of whom a clause is, where its subject is not said."""

from __future__ import annotations

from ...syntax import nodes as s
from ...vocabulary.vocabulary import Kind
from .. import nodes as n
from .value_verbs import ValueVerbs


class Subjects(ValueVerbs):
    """The part of the reader that finds of whom a clause is."""

    after_clause = False  # a condition after a clause: with no subject it speaks of that clause's subject
    _after_order = False  # a condition before what is ordered after another order, in a text in force
    _pronoun_follows = False  # … where what is ordered then speaks of it with a pronoun («…, distruggila»)
    _after_when = False  # a condition after «quando …»: with no subject it speaks of who takes part
    _none_said_then = False  # … and so does what is done then
    _done_to: n.Term | None = None  # what the step just read does something to

    @staticmethod
    def _third(clause: s.Clause) -> bool:
        return clause.group.finite is None or clause.group.finite.sense.person == 3

    def subject_of(self, clause: s.Clause, *, pattern: bool = False) -> n.Term | None:
        """Who a clause is of: its subject, the second person, or the subject left out."""
        if clause.subject is not None:
            return self.term(clause.subject, pattern=pattern)
        finite = clause.group.finite
        if finite is not None and finite.sense.person == 2 and not finite.terminal.endswith("SUBJ"):
            return n.You()
        if self.said.candidate:
            return n.Candidate()
        if self.said.last_subject is not None and (self.said.subject is None or self.after_clause):
            return self.said.last_subject
        if self.after_clause and self._done_to is not None and isinstance(self.said.subject, n.Self):
            self._of_which_of_two(clause, self._done_to)
        elif self.said.topic is not None and (not self.said.continuous or self._after_order):
            return self.said.topic if not self.said.continuous else self._this_or_that(clause, self.said.topic)
        if self._when_event is not None and self._pronoun_follows:  # «quando … una Lana, se è stanca, spezzala»
            taken = self.said.recall("card")
            if taken is not None and not isinstance(taken.term, n.Self) and self._agrees(clause, taken.recall):
                return taken.recall
        met = self._met_when(clause) if self._after_when and isinstance(self.said.subject, n.Self) else None
        if met is not None:
            return met
        return self.one_left_out(clause, self.said.subject) if self.said.subject is not None else None

    def _met_when(self, clause: s.Clause) -> n.Term | None:
        """«quando accendi una Lana, se è stanca, …»: the Lana; where this card takes part too, this card; where what is done
        then is said with no subject either, each in turn."""
        roles = {role.name: role.value for role in self._when_event.roles} if self._when_event is not None else {}
        if any(isinstance(value, n.Self) for value in roles.values()):
            return None
        met = (roles.get("agent"), roles.get("object"))
        one = next((x for x in met if isinstance(x, n.Select) and self.sort(x) == "card" and x.bind is not None), None)
        if one is None or one.number not in (None, n.Num(1)) or not self._agrees(clause, n.Var(one.bind or "")):
            return None
        return (n.Var(one.bind or ""), n.Self())[self.said.choose(2) if self._none_said_then else 0]

    def _this_or_that(self, clause: s.Clause, topic: n.Term) -> n.Term:
        """«Entra: Spezza una Lana. Se è stanca, …»: the Lana or this card; where neither a pronoun nor the agreement tells,
        each in turn."""
        if self._pronoun_follows or self.said.shown == topic:
            return topic
        of_card, of_topic = self._agrees(clause, n.Self()), self._agrees(clause, topic)
        if of_card is not of_topic:
            return topic if of_topic else n.Self()
        return (topic, n.Self())[self.said.choose(2)]

    def _of_which_of_two(self, clause: s.Clause, done_to: n.Term) -> None:
        """«spezza una Lana se è stanca»: what is chosen when the step is done cannot be asked before it."""
        if self.said.continuous and self._agrees(clause, n.Self()) and not self._agrees(clause, done_to):
            return
        raise self.fail(
            clause.start,
            "chi? la condizione può essere di questa carta o di ciò di cui si è appena detto",
            "S037",
            hint="di questa carta: «se questa carta …»; dell'altra: mettila accanto al suo nome, o in una frase dopo",
            end=clause.end,
        )

    def _agrees(self, clause: s.Clause, term: n.Term) -> bool:
        """Whether the adjective or the participle of a clause can be said of a thing."""
        known = next((m for m in reversed(self.said.mentions) if m.recall == term), None)
        gender, number = (known.gender, known.number) if known is not None else (3, 3)
        if isinstance(term, n.Self):
            gender, number = 2 | self._gender_of_slot(), 1
        tokens = clause.group.tokens if clause.group.perfect or clause.group.passive else ()
        if clause.predicate is not None and clause.predicate.kind == "predicate_adjectives":
            tokens = (*tokens, *clause.predicate.tokens)
        return all(token.sense.gender & gender and token.sense.number & number for token in tokens)

    def _gender_of_slot(self) -> int:
        """Of a card that its text calls by a noun of its own («Essere»): as that noun."""
        lexeme = self.vocabulary.lexeme(self.said.context.slot or "", Kind.MEMBER, Kind.NOUN)
        return 1 if lexeme is not None and lexeme.gender == "m" else 0

    def _nobody(self, clause: s.Clause) -> bool:
        return isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None and clause.subject.has("no")
