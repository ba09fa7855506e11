"""«se attacca», «se è stanca»: of whom a clause is, where its subject is not said."""

from __future__ import annotations

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from .value_verbs import ValueVerbs


class Subjects(ValueVerbs):
    """The part of the reader that finds of whom a clause is."""

    after_clause = False  # a condition after a clause: with no subject it speaks of that clause's subject
    _after_order = False  # a condition before what is ordered after another order, in a text in force
    _pronoun_follows = False  # … where what is ordered then speaks of it with a pronoun («…, distruggila»)
    _of_topic = False  # what happens is of what the sentence before did something to
    _after_when = False  # a condition after «quando …»: with no subject it speaks of who takes part
    _none_said_then = False  # … and so does what is done then

    @staticmethod
    def _third(clause: s.Clause) -> bool:
        return clause.group.finite is None or clause.group.finite.sense.person == 3

    def subject_of(self, clause: s.Clause, *, pattern: bool = False) -> n.Term | None:
        """Who a clause is of: its subject, the second person, or the subject left out."""
        if clause.subject is not None:
            said = self.term(clause.subject, pattern=pattern)
            return self.of_you_unsaid(clause.subject, said) if isinstance(said, n.Place) and said.end is None else said
        finite = clause.group.finite
        if finite is not None and finite.sense.person == 2 and not finite.terminal.endswith("SUBJ"):
            return n.You()
        if self.said.candidate:
            return n.Candidate()
        last = self.who_goes_on(clause)
        if last is not None and self.after_clause and self._rather_this_card(clause, last):
            return n.Self()
        if last is not None and (self.said.subject is None or self.after_clause):
            return last
        if self.after_clause and self._done_to is not None and isinstance(self.said.subject, n.Self):
            aimed = self._of_which_of_two(clause, self._done_to)
            if aimed is not None:
                return aimed
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

    def _rather_this_card(self, clause: s.Clause, last: n.Term) -> bool:
        """«il Mago appoggiato … finché è appoggiata»: of a text in force its own card, where the words agree with it alone, or
        where the thing before lies under it and was already said to."""
        if not isinstance(self.said.subject, n.Self) or not self.said.continuous or not self._agrees(clause, n.Self()):
            return False
        among = last.among if isinstance(last, n.Select) else last
        of_host = isinstance(among, n.Related) and among.of == n.Self()
        words = self._agreeing(clause) or (clause.group.verb,)
        lies = len(words) == 1 and self.may_be(words[0].at, "ATTACHED") and not clause.complements
        return (of_host and lies) or not self._agrees(clause, last)

    def who_goes_on(self, clause: s.Clause) -> n.Term | None:
        """The subject of the clause before; not several («le tue Lana hanno +1 Lume e …») where the verb is of one."""
        last = self.said.last_subject
        known = next((m for m in reversed(self.said.mentions) if m.recall == last), None)
        if known is not None and known.sort == "card" and self._is_of_what_is_used(clause, known.recall):
            return None
        if known is None or known.number & 1 or not isinstance(self.said.subject, n.Self):
            return last
        finite = clause.group.finite
        senses = self.words[finite.at].senses if finite is not None else ()
        numbers = [each.number for each in senses if finite and each.name == finite.name and each.person == 3]
        if not numbers or any(number & 2 for number in numbers):
            return last
        if known.first:
            said = f"«{self.quoted(clause.start, clause.end)}»: di quale? del primo si dice una cosa sola"
            raise self.fail(clause.start, said, "S021", "dillo di nuovo: «… e il primo …»", clause.end)
        return None

    def _is_of_what_is_used(self, clause: s.Clause, known: n.Term) -> bool:
        """«se una tua Lana si è spezzata, costa 2 in meno», «…, non può essere spenta», in a text that is used: its card."""
        used = self.said.context.start is Start.CARD_USED and isinstance(self.said.subject, n.Self)
        value = self.vocabulary.value_of_verb(clause.group.verb.name) if used else None
        if value is not None and value.kind == "cost":
            return True
        return used and not self._agrees(clause, known) and self._agrees(clause, n.Self())

    def one_left_out(self, clause: s.Clause, subject: n.Term) -> n.Term:
        """The subject that is not said; in a text that speaks of the host of its card that host, where it can be meant."""
        found = super().one_left_out(clause, subject)
        if isinstance(found, n.Self) and (counted := self._just_counted(clause)) is not None:
            return counted
        of_host = isinstance(found, n.Self) and self._of_the_host(clause)
        if isinstance(found, n.Self) and not of_host and self._may_be_of_the_host(clause) and self.said.choose(2):
            return self.host_of_text()
        return self.host_of_text() if of_host else found

    def _may_be_of_the_host(self, clause: s.Clause) -> bool:
        """«non si ridesta», in a text that speaks of its host: nothing says of which of the two."""
        group = clause.group
        plain = group.reflexive and group.negated and group.form == "present" and group.modal is None
        return plain and self.speaks_of_its_host() and not self._agreeing(clause)

    def _just_counted(self, clause: s.Clause) -> n.Term | None:
        """«se hai una Lana, ha +2 Ardore», «se il difensore è una Lana, ha …», in a text that is used: the Lana, since the bearer
        is gone when it is done."""
        have = clause.predicate is not None and clause.predicate.kind == "have_object"
        known = self.said.recall("card", 3, 1) if self.said.context.start is Start.CARD_USED else None
        if known is None or not isinstance(known.recall, n.Var):
            return None
        name = known.recall.name
        takes_part = any(part.name == name for each in self.vocabulary.periods.values() for part in each.participants)
        takes_part = takes_part and self._third(clause) and self._agrees(clause, known.recall)
        return n.Var(name) if takes_part or (have and name in self.said.held) else None

    def _of_the_host(self, clause: s.Clause) -> bool:
        """«Non può attaccare.», «Quando viene spenta, …»: what its words, or its verb, do not say of the card that is attached."""
        if not self.speaks_of_its_host():
            return False
        if not self._agrees(clause, n.Self()):
            return True
        if any(not token.sense.gender & 1 for token in self._agreeing(clause)):
            return False
        if any(not token.sense.gender & 2 for token in self._agreeing(clause)):
            return True  # «non può essere spento»: no «carta» is masculine
        happens = clause.predicate is None and bool(self.vocabulary.frames_of(clause.group.verb.name))
        modified = any(c.kind in ("c_amounts", "c_amounts_and") for c in clause.complements)  # «guadagna +2/+1»
        modified = modified or self.value_said(clause) is not None
        return not happens or modified or self._does_itself(clause) or not self.may_happen_to(clause, n.Self())

    def _does_itself(self, clause: s.Clause) -> bool:
        """«infligge danni»: what one does to another, and does not only happen to it («entra nel campo»)."""
        group = clause.group
        done = group.passive or group.reflexive or group.form == "be_part"
        frames = self.vocabulary.frames_of(group.verb.name)
        crossing = any(frame.crossing is not None for frame in frames)
        return not done and not crossing and bool(self._cards_wanted(clause, "agent"))

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
        if not self.may_happen_to(clause, n.Self()) and self.may_happen_to(clause, topic):
            return topic  # «riprendi una Lana. Non può sfidare …», on a card that never does
        of_card, of_topic = self._agrees(clause, n.Self()), self._agrees(clause, topic)
        if of_card is not of_topic:
            return topic if of_topic else n.Self()
        return (topic, n.Self())[self.said.choose(2)]

    def of_whom_it_happens(self, clause: s.Clause, bearer: n.Term) -> n.Term:
        """«dona +1 a una Lana. Quando brinda, …», in a text that is used: the Lana, where it can happen to it; in what a text in
        force sets off the Lana or this card, each in turn."""
        topic, awaited = self._done_to or self.said.topic, self.said.awaited
        if awaited is not None and isinstance(bearer, n.Self) and self.may_happen_to(clause, awaited):
            known = topic is not None and topic != awaited and self.may_happen_to(clause, topic)
            return (awaited, topic)[self.said.choose(2)] if known and topic is not None else awaited
        if topic is None or not isinstance(bearer, n.Self) or (self.said.continuous and not self._after_order):
            return bearer
        if self._of_topic:
            return topic
        if not self.may_happen_to(clause, topic):
            return bearer
        both = self.said.continuous and self.may_happen_to(clause, bearer)
        return (topic, bearer)[self.said.choose(2)] if both else topic

    def may_happen_to(self, clause: s.Clause, term: n.Term) -> bool:
        """Whether what a clause without subject tells can happen to a card: its words agree, its verb takes such a one."""
        group = clause.group
        suffers = group.passive or group.reflexive or group.form == "be_part"
        wanted = (() if suffers else self._cards_wanted(clause, "agent")) or self._cards_wanted(clause, "object")
        noun = self._noun_of(term)
        taken = noun is None or not wanted or any(not self._never_one(noun, each) for each in wanted)
        return taken and self._agrees(clause, term) and not self._only_counted(term)

    def _cards_wanted(self, clause: s.Clause, role: str) -> tuple[n.Select, ...]:
        """The cards that the forms of a clause's verb have in a role."""
        forms = [form for frame in self.vocabulary.frames_of(clause.group.verb.name) for form in frame.forms]
        values = [part.value for form in forms for part in form.roles if part.name == role]
        return tuple(x for value in values for x in self._patterns(value) if self._wanted_sort(x) == "card")

    def never_of_this(self, event: n.Event, clause: s.Clause) -> None:
        """Refuses «si spegne» in the text of a Soffio, whose card is no Lanterna when it is used."""
        before = self.said.last_deed.event.roles if self.said.last_deed is not None else ()
        become = any(isinstance(role.value, n.Self) for role in before)  # «alza questa carta, poi …»
        if self.said.context.start is not Start.CARD_USED or become:
            return
        slot = self.vocabulary.lexeme(self.said.context.slot or "", Kind.NOUN)
        own = [role.name for role in event.roles if isinstance(role.value, n.Self)]
        wanted = [x for name in own for x in self._cards_wanted(clause, name)]
        if slot is None or not wanted or not all(self._never_one(slot.name, each) for each in wanted):
            return
        what = self.vocabulary.lexeme(wanted[0].noun, Kind.NOUN)
        said = f"«{self.quoted(clause.start, clause.end)}»: questa carta, quando il testo si usa, non è di quelle"
        such = f"dillo di un'altra: «{what.a()}»" if what is not None else ""
        raise self.fail(clause.start, said, "S025", such, end=clause.end)

    def _only_counted(self, term: n.Term) -> bool:
        """«pesca una carta»: one of which nothing is known."""
        return any((m.counted or m.moved) and m.recall == term for m in self.said.mentions)

    def _noun_of(self, term: n.Term) -> str | None:
        """The noun by which a thing is known: what was said of it; of the bearer, what its text calls it."""
        if isinstance(term, n.Self):
            return self.said.context.slot
        return next((m.noun for m in reversed(self.said.mentions) if m.recall == term), None)

    def _never_one(self, noun: str, wanted: n.Select) -> bool:
        """Whether a thing of this noun is never what a verb wants there: another zone, another word of one value."""
        mine, theirs = (self.vocabulary.lexeme(each, Kind.MEMBER) for each in (noun, wanted.noun))
        if mine is not None and theirs is not None and mine is not theirs and mine.of == theirs.of:
            declared = self.vocabulary.values.get(mine.of or "")
            return declared is not None and declared.kind == "member"
        words = (
            self._words_of(self.vocabulary.nouns[wanted.noun].condition) if wanted.noun in self.vocabulary.nouns else ()
        )
        if mine is not None and words and noun not in words:
            declared = self.vocabulary.values.get(mine.of or "")
            return declared is not None and declared.kind == "member" and words <= {*declared.members}
        return self._other_noun(n.Select(noun), wanted)

    def _words_of(self, condition: object) -> frozenset[str]:
        """The words of values one of which a thing has where a noun's condition holds; none when it does not say."""
        if isinstance(condition, n.HasMember):
            return frozenset((condition.member,) if isinstance(condition.member, str) else ())
        if isinstance(condition, n.IsKind):
            declared = self.vocabulary.nouns.get(condition.noun)
            return self._words_of(declared.condition) if declared is not None else frozenset((condition.noun,))
        parts = [self._words_of(part) for part in condition.parts] if isinstance(condition, n.And | n.Or) else []
        if isinstance(condition, n.And):
            return next((part for part in parts if part), frozenset())
        return frozenset().union(*parts) if all(parts) else frozenset()

    def _of_which_of_two(self, clause: s.Clause, done_to: n.Term) -> n.Term | None:
        """«spezza una Lana se è stanca»: what is chosen when the step is done cannot be asked before it; a target can, and in a
        text that is used it is meant."""
        if self.said.continuous and self._agrees(clause, n.Self()) and not self._agrees(clause, done_to):
            return None
        known = next((m.term for m in reversed(self.said.mentions) if m.recall == done_to), None)
        aimed = isinstance(known, n.Select) and known.pick is n.Pick.TARGET
        if aimed and not self.said.continuous and self._agrees(clause, done_to):
            return done_to
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
        tokens = self._agreeing(clause)
        return all(token.sense.gender & gender and token.sense.number & number for token in tokens)

    @staticmethod
    def _agreeing(clause: s.Clause) -> tuple[s.Token, ...]:
        """The words of a clause that agree with its subject."""
        group = clause.group
        tokens = group.tokens if group.perfect or group.passive else ()
        passive = group.passive or group.form == "be_part"
        if passive and group.verb.terminal == "V_PART" and group.verb not in tokens:  # «può essere spenta», «è spenta»
            tokens = (*tokens, group.verb)
        if clause.predicate is not None and clause.predicate.kind == "predicate_adjectives":
            tokens = (*tokens, *clause.predicate.tokens)
        return tokens

    def _gender_of_slot(self) -> int:
        """Of a card that its text calls by a noun of its own («Essere»): as that noun."""
        lexeme = self.vocabulary.lexeme(self.said.context.slot or "", Kind.MEMBER, Kind.NOUN)
        return 1 if lexeme is not None and lexeme.gender == "m" else 0

    def _nobody(self, clause: s.Clause) -> bool:
        return isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None and clause.subject.has("no")
