"""Clauses as conditions: how things stand, what happened, what would happen."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ...syntax import nodes as s
from ...vocabulary.vocabulary import Kind
from .. import nodes as n
from ..scope import replace_candidate, replace_term
from .filters import BOUNDS
from .never import never_done
from .parts import Parts
from .reading import PLAYER, number_said
from .value_verbs import ValueVerbs

#: The verbs that say of something that it is still where it is.
STAYING: Final = frozenset(("restare", "rimanere"))


class Conditions(ValueVerbs):
    """The part of the reader that reads conditions."""

    _candidate_noun = ""
    _stretch: n.Duration | None = None  # «le crepe che subisci in questo turno»: how long what is said of them lasts
    after_clause = False  # a condition after a clause: with no subject it speaks of that clause's subject
    _after_order = False  # a condition before what is ordered after another order, in a text in force
    _pronoun_follows = False  # … where what is ordered then speaks of it with a pronoun («…, distruggila»)
    _done_to: n.Term | None = None  # what the step just read does something to

    def condition(self, node: s.Clause | s.Conditions) -> n.Condition:
        """A condition; an event in the present is not one."""
        if isinstance(node, s.Conditions):
            parts: list[n.Condition] = []
            subject: s.Noun | None = None
            for item in node.items:
                if item.subject is None and subject is not None and self._third(item):
                    item = evolve(item, subject=subject)
                subject = item.subject or subject
                parts.append(self.condition(item))
                if item.subject is not None and isinstance(item.subject, s.NounPhrase) and not self._nobody(item):
                    self._speak_of(item)
            span = self.span(node.start, node.end)
            return n.Or(tuple(parts), span=span) if node.joiner == "or" else n.And(tuple(parts), span=span)
        return self._condition(node)

    def _speak_of(self, clause: s.Clause) -> None:
        """Hook: what a clause was of, for the next ones."""

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
        return self.one_left_out(clause, self.said.subject) if self.said.subject is not None else None

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

    def _condition(self, clause: s.Clause) -> n.Condition:
        clause = never_done(clause)
        if self._nobody(clause):
            return self._none_such(clause)
        condition = self._positive(clause)
        if clause.group.negated and not self._counted_already(clause, condition):
            return n.Not(condition, span=self.span(clause.start, clause.end))
        return condition

    def _counted_already(self, clause: s.Clause, condition: n.Condition) -> bool:
        """«non hai Lane», «non ci sono Lane», «non controlli Lane»: the number that was compared says the «non» already."""
        if clause.predicate is not None:
            return clause.predicate.kind == "have_object" or any(c.name == "there" for c in clause.group.clitics)
        by_verb = self._owns(clause.group.verb) or self.vocabulary.value_of_verb(clause.group.verb.name) is not None
        return by_verb and isinstance(condition.part if isinstance(condition, n.Not) else condition, n.Compare)

    def _nobody(self, clause: s.Clause) -> bool:
        return isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None and clause.subject.has("no")

    def _none_such(self, clause: s.Clause) -> n.Condition:
        """«nessuna combattente è una Doppia»: there is none that is."""
        assert isinstance(clause.subject, s.NounPhrase)
        select = self.counted(
            evolve(
                clause.subject, determiners=tuple(d for d in clause.subject.determiners if d.terminal != "NO"), number=2
            )
        )
        inner = self._speaking_of(n.Candidate(), evolve(clause, subject=None))
        select = evolve(select, where=(*select.where, *(inner.parts if isinstance(inner, n.And) else (inner,))))
        return n.Compare(n.Count(select), "==", n.Num(0), span=self.span(clause.start, clause.end))

    def _speaking_of(self, subject: n.Term, clause: s.Clause) -> n.Condition:
        outer = self.said.candidate, self.said.clause_subject, self.said.subject
        if isinstance(subject, n.Candidate):
            self.said.candidate = True
        else:
            self.said.candidate = False
            self.said.subject = subject
        self.said.clause_subject = None
        try:
            return self._condition(clause)
        finally:
            self.said.candidate, self.said.clause_subject, self.said.subject = outer

    def _positive(self, clause: s.Clause) -> n.Condition:
        group = clause.group
        span = self.span(clause.start, clause.end)
        if clause.predicate is not None and group.verb.name == "avere":
            return self._has(clause)
        if clause.predicate is not None:
            return self._is(clause)
        if group.verb.sense.kind == "claim" or self._claim_frame(clause) is not None:
            claim = self.claim(clause)
            return n.Holds(claim, span=span)
        held = self._held_value(clause)
        if held is not None:
            return held
        if group.modal == "can":
            event, parts = self.event(
                evolve(clause, group=evolve(group, modal=None)), self.subject_of(clause, pattern=True), pattern=True
            )
            self.nothing_left(parts, clause, "objects", "prepositions", "either", "cause")
            return n.Can(event, span=span)
        if group.form == "conditional":
            event, parts = self.event(clause, self.subject_of(clause, pattern=True), pattern=True)
            self.nothing_left(parts, clause, "objects", "prepositions", "either", "cause")
            return n.Would(event, span=span)
        if group.form == "be_part" and not self._goes_with_be(group.verb.name) and not group.perfect:
            return self._state_of_passive(clause)
        if group.perfect or group.form == "perfect" or group.form == "be_part":
            return self._happened(clause)
        if self._owns(group.verb):
            return self._controls(clause)
        if group.verb.name in STAYING:
            return self._stays(clause)
        raise self.fail(
            clause.start,
            f"«{self.quoted(clause.start, clause.end)}» è un fatto che accade, e qui ci vuole una condizione",
            "S029",
            end=clause.end,
        )

    def _stays(self, clause: s.Clause) -> n.Condition:
        """«finché resta in campo»: as long as it is there."""
        where = [c for c in clause.complements if isinstance(c.value, s.Prepositional)]
        kinds = {"IN": "predicate_in", "ON": "predicate_on"}
        first = where[0].value if len(where) == 1 else None
        kind = kinds.get(first.preposition.terminal) if isinstance(first, s.Prepositional) else None
        if kind is None or len(clause.complements) > 1:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» non si intende qui")
        assert isinstance(first, s.Prepositional)
        there = s.Complement(kind, first.np, (), False, where[0].start, where[0].end)
        return self._is(evolve(clause, predicate=there, complements=()))

    def _held_value(self, clause: s.Clause) -> n.Condition | None:
        """«se disponi di due Lana», «se tiene un Gettone»: by the verb that the game has for a value."""
        decl = self.vocabulary.value_of_verb(clause.group.verb.name)
        if decl is None or clause.group.modal is not None or clause.group.form != "present":
            return None
        if not self._says_value(clause, decl):
            return None
        found, subject = self.parts(clause), self.subject_of(clause)
        self.nothing_left(found, clause, "objects")
        if subject is None or len(found.objects) != 1:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» che cosa?", "S024", end=clause.end)
        value = self.value_held(clause, found, subject)
        if value is not None:
            return value
        return self._count_condition(found.objects[0].value, subject, clause, found)  # type: ignore[arg-type]

    def _state_of_passive(self, clause: s.Clause) -> n.Condition:
        """«è legata (a questa)»: attached; otherwise a passive of what happened."""
        verb = clause.group.verb
        subject = self.subject_of(clause)
        if subject is not None and self.may_be(verb.at, "ATTACHED"):
            to = self._attached_to(clause)
            return n.Linked(subject, to, span=self.span(clause.start, clause.end))
        return self._happened(clause)

    def _attached_to(self, clause: s.Clause) -> n.Term | None:
        found = self.parts(clause)
        self.nothing_left(found, clause, "prepositions")
        host: n.Term | None = None
        for phrase in found.prepositions:
            if phrase.preposition.terminal == "TO" and host is None:
                host = self.term(phrase.np, pattern=True)
                continue
            if phrase.preposition.terminal == "IN" and isinstance(host, n.Select) and host.place is None:
                return evolve(host, place=self.place(phrase.np))  # «legate alle carte nel tuo Armadio»
            if host is not None:
                break
            raise self.fail(
                phrase.preposition.at,
                f"«{self.quoted(phrase.preposition.at, phrase.np.end)}» non si intende qui",
                "S036",
                end=phrase.np.end,
            )
        return host

    def _happened(self, clause: s.Clause) -> n.Condition:
        found = self.parts(clause)
        if found.within is None and len(found.during) == 1 and (this := _during_this(clause, found.during[0])):
            found.within, found.during = (this, False), []
        within = found.within[0] if found.within else None
        event, _ = self.event(clause, self.subject_of(clause, pattern=True), pattern=True, parts=found)
        times = None
        if found.times is not None:
            times = number_said(found.times.number)
        previous = bool(found.within and found.within[1])
        found.duration = None
        event = self._before_this_time(clause, event)
        self.nothing_left(
            found, clause, "objects", "prepositions", "either", "cause", "within", "times", adverbs=("ALSO", "DIRECTLY")
        )
        return n.Happened(event, within, times, previous, span=self.span(clause.start, clause.end))

    def _already_yours(self, clause: s.Clause) -> s.Token | None:
        """«(se) hai già …», on a card that is used: what is done with it is done already, and is not meant."""
        word = next((t for t in clause.group.tokens if t.name == "already"), None)
        finite = clause.group.finite
        yours = finite is not None and finite.sense.person == 2 and clause.subject is None
        return word if yours and not self.said.continuous and self.said.card else None

    def _before_this_time(self, clause: s.Clause, event: n.Event) -> n.Event:
        """«se hai già giocato un attacco», on an attack: another one."""
        word = self._already_yours(clause)
        if word is None:
            return event
        done_to = next((role for role in event.roles if role.name == "object"), None)
        if done_to is None or not isinstance(done_to.value, n.Select) or self.sort(done_to.value) != "card":
            hint = "anche ciò che si fa con questa carta è già fatto: dì «un altro …», «un'altra …»"
            raise self.fail(word.at, "«già» di quale volta?", "S036", hint, end=word.at + 1)
        other = evolve(done_to.value, where=(*done_to.value.where, n.Not(n.Same(n.Candidate(), n.Self()))))
        return evolve(event, roles=tuple(evolve(r, value=other) if r is done_to else r for r in event.roles))

    def _controls(self, clause: s.Clause) -> n.Condition:
        found = self.parts(clause)
        if len(found.objects) != 1:
            raise self.fail(clause.start, "non si dice che cosa si controlla", "S024")
        subject = self.subject_of(clause)
        assert subject is not None
        if isinstance(subject, n.Candidate) or (clause.subject is None and isinstance(subject, n.Self)):
            raise self.fail(clause.start, "non si dice chi controlla", "S021")
        return self._count_condition(found.objects[0].value, subject, clause, found)  # type: ignore[arg-type]

    # -- essere

    def _is(self, clause: s.Clause) -> n.Condition:
        predicate = clause.predicate
        assert predicate is not None
        span = self.span(clause.start, clause.end)
        extra = self.parts(clause)
        value = predicate.value
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_PERIOD"
            and (clause.subject is None or _says_just_this(clause.subject))
        ):
            self.nothing_left(extra, clause)
            return self._is_period(value, span)
        if clause.group.clitics and any(c.name == "there" for c in clause.group.clitics):
            return self._there_is(clause, extra)
        self.nothing_left(extra, clause, "during", adverbs=("ANYMORE", "ALSO", "ALWAYS", "ONLY"))
        condition = self._is_of(clause, predicate, span)
        return self._with_late(condition, extra, clause)

    def _with_late(self, condition: n.Condition, extra: object, clause: s.Clause) -> n.Condition:
        during = getattr(extra, "during", [])
        if during:
            return n.And((condition, *during), span=self.span(clause.start, clause.end))
        return condition

    def _is_period(self, np: s.NounPhrase, span: n.Span | None) -> n.Condition:
        """«è il primo turno della partita», «è il tuo turno»."""
        assert np.noun is not None
        name, of = self.period(np)
        return n.During(name, of, first=np.has("first"), span=span)

    def _there_is(self, clause: s.Clause, extra: Parts) -> n.Condition:
        assert clause.predicate is not None
        value = clause.predicate.value
        if not isinstance(value, (s.NounPhrase, s.NounList)):
            raise self.fail(clause.start, "non si dice che cosa c'è", "S024")
        self.nothing_left(extra, clause, "prepositions", adverbs=("ANYMORE", "ALSO", "ALWAYS", "ONLY"))
        modifiers = value.modifiers if isinstance(value, s.NounPhrase) else ()
        if isinstance(value, s.NounPhrase) and (than := next((m for m in modifiers if m.kind == "mod_than"), None)):
            return self._more_of_one(value, than, None, clause, extra)
        select = self._at_late_place(self.counted(value), extra, None)
        return self._compare_count(select, value, clause)

    def _is_of(self, clause: s.Clause, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        if predicate.kind == "predicate_among" and self._number_subject(clause):
            return n.Within(self.number(clause.subject), self.number(predicate.value), span=span)  # type: ignore[arg-type]
        if predicate.kind in ("predicate_comparison", "predicate_number") or self._number_subject(clause):
            return self._number_is(clause, predicate, span)
        subject = self.subject_of(clause)
        if subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        if predicate.kind == "predicate_as_chosen":
            return n.Compare(subject, "==", n.Var("scelta"), span=span)
        each = self._each(subject)
        if (many := self._are_so_many(each, predicate)) is not None:
            return many
        inner = self._predicate_of(n.Candidate() if each is not None else subject, predicate, span)
        if each is not None:
            return n.EveryOne(each, inner, span=span)
        return inner

    def _are_so_many(self, each: n.Term | None, predicate: s.Complement) -> n.Condition | None:
        """«i giocatori sono 2», «le tue Lana sono 3 o più»: how many there are."""
        np = predicate.value
        if not isinstance(each, n.Select) or not isinstance(np, s.NounPhrase) or np.noun is not None:
            return None
        marker = next((d for d in np.determiners if d.name in BOUNDS), None)
        if any(d.terminal != "NUM" and d is not marker for d in np.determiners) or any(
            m.kind != "mod_comparison" for m in np.modifiers
        ):
            return None
        number = next((int(d.name) for d in np.determiners if d is not marker and d.name.isdigit()), None)
        if number is None or predicate.kind != "predicate_np":
            return None
        more = next((m.tokens[0] for m in np.modifiers), None)
        if more is not None and more.terminal != "OR_MORE":
            return None
        op = "==" if more is None else ">=" if more.name == "more" else "<="
        op = BOUNDS[marker.name] if marker is not None else op
        return n.Compare(n.Count(each), op, n.Num(number), span=self.span(np.start, np.end))

    def _each(self, subject: n.Term) -> n.Term | None:
        if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL:
            return evolve(subject, bind=None)
        if isinstance(subject, n.Group) and not subject.either:
            return subject
        return None

    def _predicate_of(self, subject: n.Term, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        value = predicate.value
        if predicate.kind == "predicate_adjectives":
            assert isinstance(value, s.Modifier)
            parts = [self._adjective_of(t, subject) for t in value.tokens]
            joined: n.Condition = (
                parts[0]
                if len(parts) == 1
                else n.Or(tuple(parts), span=span)
                if value.kind == "adjectives_or"
                else n.And(tuple(parts), span=span)
            )
            return n.Not(joined, span=span) if value.negated else joined
        if predicate.kind == "predicate_direction" and isinstance(value, s.Modifier):
            return self.near(value.tokens[0], subject, value.value)
        if predicate.kind == "predicate_on" or (predicate.kind == "predicate_in" and self.says_spot(value)):
            return self.lies_on(subject, value, span)  # type: ignore[arg-type]
        if predicate.kind == "predicate_in":
            assert isinstance(value, (s.NounPhrase, s.NounList))
            if isinstance(value, s.NounList):
                return n.Or(tuple(n.IsIn(subject, self.place(item)) for item in value.items), span=span)
            return n.IsIn(subject, self.place(value), span=span)
        if predicate.kind == "predicate_end":
            assert isinstance(value, s.NounPhrase)
            where = next((t for t in predicate.tokens if t.terminal in ("TOP", "BOTTOM")), None)
            return n.IsIn(subject, evolve(self.place(value), end=where.name if where else None), span=span)
        if predicate.kind == "predicate_of" and isinstance(value, s.NounPhrase):
            modifier = s.Modifier("mod_of", (), value, False, predicate.start, predicate.end)
            return self._of(modifier, subject, None)
        if predicate.kind == "predicate_among" and (words := self.words_of_value(value)) is not None:
            return n.IsAmong(subject, words, span=span)
        if predicate.kind == "predicate_np" and isinstance(value, (s.NounPhrase, s.NounList)):
            return self._is_noun(subject, value, span)
        raise self.fail(
            predicate.start, f"«{self.quoted(predicate.start, predicate.end)}» non si intende qui", end=predicate.end
        )

    def _adjective_of(self, token: s.Token, subject: n.Term) -> n.Condition:
        if token.terminal == "EMPTY" and not isinstance(subject, n.Place):
            raise self.fail(token.at, "vuoto si dice di una zona", "S025")
        return self.adjective(token, subject)

    def _is_noun(self, subject: n.Term, np: s.Noun, span: n.Span | None) -> n.Condition:
        """«è una Lana», «è una tua Lanterna», «è questa carta», «è il giocatore di turno», «è nessuno»."""
        if isinstance(np, s.NounList):
            parts = tuple(self._is_noun(subject, item, span) for item in np.items)
            return n.Or(parts, span=span) if np.joiner in ("or", "nor") else n.And(parts, span=span)
        head = np.noun
        if head is not None and head.terminal == "N_CARD" and not np.has("this", "that"):
            if any(d.terminal in ("SOLE", "ONLY_ADJECTIVE") for d in np.determiners):
                return self._only_one(subject, np, span)
            definite = np.has("the") and not any(d.terminal == "POSSESSIVE" for d in np.determiners)
            if not definite or head.sense.kind in ("member", "member_set"):
                select = self._select(np, head.name, head, True, None)
                self.said.mentions.pop()
                value = self.member_value(head.name)
                kind: n.Condition = (
                    n.HasMember(subject, value, head.name, span=span)
                    if value
                    else n.IsKind(subject, head.name, span=span)
                )
                more = self.spoken_of(select, subject)
                if head.name == self.vocabulary.implied_noun and more:
                    return more[0] if len(more) == 1 else n.And(tuple(more), span=span)
                return n.And((kind, *more), span=span) if more else kind
        term = self.term(np)
        return n.Same(subject, term, span=span)

    def _only_one(self, subject: n.Term, np: s.NounPhrase, span: n.Span | None) -> n.Condition:
        """«è la tua unica Lanterna Erba»: it is one, and there is one only."""
        kept = tuple(d for d in np.determiners if d.terminal not in ("SOLE", "ONLY_ADJECTIVE", "DEF"))
        plain = evolve(np, determiners=kept, number=2)
        select = self.counted(plain)
        assert np.noun is not None
        is_one = self._is_noun(
            subject, evolve(np, determiners=tuple(d for d in kept if d.terminal != "POSSESSIVE")), span
        )
        parts = is_one.parts if isinstance(is_one, n.And) else (is_one,)
        return n.And((*parts, n.Compare(n.Count(select), "==", n.Num(1))), span=span)

    def _number_subject(self, clause: s.Clause) -> bool:
        subject = clause.subject
        if not isinstance(subject, s.NounPhrase) or subject.noun is None:
            return False
        if subject.noun.terminal in ("N_NUMBER", "N_TOTAL"):
            return True
        if subject.noun.terminal != "N_VALUE":
            return False
        declared = self.vocabulary.values.get(subject.noun.name)
        return declared is None or declared.kind in ("number", "player", "word", "member", "members")

    def _number_is(self, clause: s.Clause, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        """«il Rango è maggiore di 0», «l'Attivatore è nessuno», «il suo Ardore è 5 o più»."""
        value = predicate.value
        if clause.subject is None:
            left: n.Number | n.Term | None = self.said.subject if not self.said.candidate else n.Candidate()
            if left is None:
                raise self.fail(clause.start, "non si dice di che cosa", "S021")
        elif isinstance(clause.subject, s.NounPhrase) and self._number_subject(clause):
            left = self.number(clause.subject)
        else:
            left = self.term(clause.subject)
        assert left is not None
        if isinstance(value, s.Modifier) and predicate.kind == "predicate_comparison":
            return self.compared(left, value, n.Candidate() if self.said.candidate else None, span)
        if isinstance(value, s.Modifier) and predicate.kind == "predicate_adjectives":
            token = value.tokens[0]
            if token.terminal == "EVEN":
                return n.Parity(left, token.name == "even", span=span)
            if token.terminal == "MEMBER" and isinstance(left, n.ValueOf):
                if left.of is not None and self._is_of_cards(left.value):
                    return n.HasMember(left.of, left.value, token.name, span=span)
                return n.Compare(left, "==", n.Member(left.value, token.name), span=span)
        if isinstance(value, s.NounPhrase):
            return self._number_is_np(left, value, span)
        raise self.fail(
            predicate.start,
            f"«{self.quoted(predicate.start, predicate.end)}» non è un numero",
            "S024",
            end=predicate.end,
        )

    def _is_of_cards(self, value: str) -> bool:
        declared = self.vocabulary.values.get(value)
        return declared is None or declared.owner == "card" or declared.owner in self.vocabulary.nouns

    def _number_is_np(self, left: n.Number | n.Term, value: s.NounPhrase, span: n.Span | None) -> n.Condition:
        or_more = next(
            (m.tokens[0] for m in value.modifiers if m.kind == "mod_comparison" and m.tokens[0].terminal == "OR_MORE"),
            None,
        )
        plain = evolve(
            value,
            modifiers=tuple(
                m for m in value.modifiers if not (m.kind == "mod_comparison" and m.tokens[0].terminal == "OR_MORE")
            ),
        )
        op = "==" if or_more is None else ">=" if or_more.name == "more" else "<="
        if value.has(*BOUNDS):
            op = next(BOUNDS[d.name] for d in value.determiners if d.name in BOUNDS)
            beyond = ("AT_LEAST", "AT_MOST")
            plain = evolve(plain, determiners=tuple(d for d in plain.determiners if d.terminal not in beyond))
        right: n.Number | n.Term = self.number(plain) if self._is_number(plain) else self.term(plain)
        if isinstance(right, n.Member) and isinstance(left, n.ValueOf):
            right = n.Member(left.value, right.name, span=right.span)
        return n.Compare(left, op, right, span=span)

    # -- avere

    def _has(self, clause: s.Clause) -> n.Condition:
        predicate = clause.predicate
        assert predicate is not None
        extra = self.parts(clause)
        self.nothing_left(extra, clause, "prepositions", adverbs=("ONLY", "ALSO", "ALWAYS", "IN_ALL"))
        if isinstance(clause.subject, s.NounPhrase) and clause.subject.has("nobody"):
            raise self.fail(
                clause.start, "«nessuno» di chi? dì «nessun giocatore» o «non ci sono …»", "S025", end=clause.end
            )
        subject = self.subject_of(clause)
        if subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        subject = self._who_has(clause, predicate.value, subject, extra)
        if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL and clause.subject is not None:
            if subject.noun == PLAYER and subject.bind is not None:  # what is his is counted: he needs a name
                inner = self._has_of(clause, predicate, n.Var(subject.bind), extra)
                return n.EveryOne(subject, inner, span=self.span(clause.start, clause.end))
            inner = self._has_of(clause, predicate, n.Candidate(), extra)
            return n.EveryOne(evolve(subject, bind=None), inner, span=self.span(clause.start, clause.end))
        return self._has_of(clause, predicate, subject, extra)

    def _who_has(self, clause: s.Clause, what: object, subject: n.Term, extra: Parts) -> n.Term:
        """«l'avversario scarta una carta. Se non ha carte in mano, …»: what no card has is of the player who was spoken of."""
        player = self.player_spoken_of()
        if self.sort(subject) != "card" or not isinstance(what, s.NounPhrase) or what.noun is None:
            return subject
        left_out = clause.subject is None and self._third(clause)
        if what.noun.terminal == "N_VALUE":
            declared = self.vocabulary.values.get(what.noun.name)
            if declared is None or declared.owner != "player":
                return subject
            if not left_out or player is None:
                raise self.fail(
                    what.start, f"«{what.noun.text}» si dice di un giocatore: di quale?", "S025", end=what.end
                )
            return player
        if not left_out or player is None:
            return subject
        if what.noun.terminal != "N_CARD":
            return subject
        places = [m.value for m in what.modifiers if m.kind == "mod_in"] + [each.np for each in extra.prepositions]
        heads = [each.noun.name for each in places if isinstance(each, s.NounPhrase) and each.noun is not None]
        if any(head in self.vocabulary.zones and self.vocabulary.zones[head].owner == "player" for head in heads):
            return player
        return (player, subject)[self.said.choose(2)]

    def _has_of(self, clause: s.Clause, predicate: s.Complement, subject: n.Term, extra: object) -> n.Condition:
        value = predicate.value
        span = self.span(clause.start, clause.end)
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal in ("N_KEYWORD", "N_VALUE", "N_NUMBER", "N_LASTING")
        ):
            self.nothing_left(extra, clause, adverbs=("ALSO", "ALWAYS", "IN_ALL"))  # type: ignore[arg-type]
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_KEYWORD":
            has: n.Condition = n.HasKeyword(subject, value.noun.name, span=span)
            return n.Not(has, span=span) if clause.group.negated else has
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_LASTING":
            borne = self.has_lasting(value, value.noun, subject, span)
            return n.Not(borne, span=span) if clause.group.negated else borne
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_VALUE":
            return self._has_value(clause, value, subject, span)
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_NUMBER"
            and value.has("same")
        ):
            return (
                self._as_many_as(clause, value, subject, span)
                if any(m.kind == "mod_of" for m in value.modifiers)
                else self._same_number(clause, span)
            )
        if isinstance(value, (s.NounPhrase, s.NounList)):
            return self._count_condition(value, subject, clause, extra)
        raise self.fail(
            predicate.start,
            f"«{self.quoted(predicate.start, predicate.end)}» non si intende in una condizione",
            end=predicate.end,
        )

    def _has_value(self, clause: s.Clause, value: s.NounPhrase, subject: n.Term, span: n.Span | None) -> n.Condition:
        more = next((d for d in value.determiners if d.terminal == "MORE"), None)
        than = next((m.value for m in value.modifiers if m.kind == "mod_of"), None)
        assert value.noun is not None
        if more is not None and than is not None:
            left = self._own_value(value, subject)
            right = n.ValueOf(value.noun.name, self.compared_thing(than, subject))  # type: ignore[arg-type]
            condition: n.Condition = n.Compare(left, ">" if more.name == "more" else "<", right, span=span)
        elif more is not None:
            raise self.fail(value.start, "più di chi?", "S024", end=value.end)
        else:
            condition = self.value_condition(value, subject)
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _as_many_as(self, clause: s.Clause, np: s.NounPhrase, subject: n.Term, span: n.Span | None) -> n.Condition:
        """«hai lo stesso numero di Lanterne dell'avversario»."""
        things = next(m.value for m in np.modifiers if m.kind == "mod_of")
        than = next((m for m in getattr(things, "modifiers", ()) if m.kind == "mod_of"), None)
        if not isinstance(things, s.NounPhrase) or than is None:
            raise self.fail(np.start, "lo stesso numero di chi?", "S024", end=np.end)
        whose = self.term(than.value)
        if self.sort(whose) != "player":
            raise self.fail(than.start, "si confrontano due giocatori", "S025", end=than.end)
        plain = evolve(things, modifiers=tuple(m for m in things.modifiers if m is not than))
        mine, theirs = self.owned(self.counted(plain), subject), self.owned(self.counted(plain), whose)
        condition: n.Condition = n.Compare(n.Count(mine), "==", n.Count(theirs), span=span)
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _as_many(self, np: s.NounPhrase, subject: n.Term, span: n.Span | None) -> n.Condition | None:
        """«hai lo stesso numero di Lanterne dell'avversario»."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        than = next((m for m in getattr(inner, "modifiers", ()) if m.kind == "mod_of"), None)
        if (
            not isinstance(inner, s.NounPhrase)
            or than is None
            or not isinstance(than.value, (s.NounPhrase, s.NounList))
        ):
            return None
        plain = evolve(inner, modifiers=tuple(m for m in inner.modifiers if m is not than))
        mine = self._held(plain, subject, None)
        theirs = self._held(plain, self.term(than.value), None)
        return n.Compare(n.Count(mine), "==", n.Count(theirs), span=span)

    def _said_last(self) -> n.Select | None:
        """«spezza una tua Lana, se ne hai più di due»: Lane, wherever they are looked for, whosever."""
        mention = self.said.recall("card", 3, 2, counted=True) or self.said.recall("card", counted=True)
        if mention is None or not isinstance(mention.term, n.Select):
            return None
        where = tuple(c for c in mention.term.where if not isinstance(c, n.ControlledBy))
        return n.Select(mention.term.noun, where=where, quantity=n.Quantity.ALL, place=mention.term.place)

    def _same_number(self, clause: s.Clause, span: n.Span | None) -> n.Condition:
        """«finché non ne avete lo stesso numero»: as many of what was spoken of, his and yours."""
        mention = next(
            (m for m in reversed(self.said.mentions) if isinstance(m.term, n.Select) and m.sort == "card"), None
        )
        if mention is None or not any(c.name == "of_them" for c in clause.group.clitics):
            raise self.fail(clause.start, "lo stesso numero di che cosa?", "S021", end=clause.end)
        assert isinstance(mention.term, n.Select)
        where = tuple(c for c in mention.term.where if not isinstance(c, n.ControlledBy))
        base = n.Select(mention.term.noun, where=where, quantity=n.Quantity.ALL, place=mention.term.place)
        mine, theirs = self.owned(base, n.You()), self.owned(base, n.Opponent())
        condition: n.Condition = n.Compare(n.Count(mine), "==", n.Count(theirs), span=span)
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _count_condition(self, np: s.Noun, subject: n.Term, clause: s.Clause, extra: object) -> n.Condition:
        """«hai almeno due Candele», «l'avversario ha più Lanterne di te», «il tuo Armadio ha esattamente tre
        carte»."""
        span = self.span(clause.start, clause.end)
        if isinstance(np, s.NounList) and not clause.group.negated:
            parts = tuple(self._count_condition(item, subject, clause, extra) for item in _bounded_alike(np.items))
            return n.Or(parts, span=span) if np.joiner == "or" else n.And(parts, span=span)
        if isinstance(np, s.NounPhrase):
            more = next((d for d in np.determiners if d.terminal == "MORE"), None)
            if more is not None:
                return self._more_than(np, more, subject, clause, extra)
            if np.has("this") and any(
                a.terminal == "ONLY" for a in (*clause.group.adverbs, *getattr(extra, "adverbs", ()))
            ):
                return self._only_this(np, subject, extra, span)
        some = any(c.name == "of_them" for c in clause.group.clitics) and getattr(np, "noun", None) is None
        plain = some and isinstance(np, s.NounPhrase) and not np.modifiers and self.sort(subject) == "player"
        if plain and self.said.value_counted is None and (kind := self._said_last()) is not None:
            return self._compare_count(self.owned(kind, subject), np, clause)
        if some and self.said.value_counted is not None and isinstance(np, s.NounPhrase) and not np.modifiers:
            much = self._compare_count(n.Select(self.vocabulary.implied_noun), np, clause)  # «se ne hai meno di 6»
            whole = much.part if isinstance(much, n.Not) else much
            assert isinstance(whole, n.Compare)
            whole = evolve(whole, left=n.ValueOf(self.said.value_counted, subject))
            return evolve(much, part=whole) if isinstance(much, n.Not) else whole
        select = self._held(np, subject, extra)
        return self._compare_count(select, np, clause)

    def _only_this(self, np: s.NounPhrase, subject: n.Term, extra: object, span: n.Span | None) -> n.Condition:
        """«hai solo questa carta in mano»: it is there, and nothing else is."""
        thing = self.term(np)
        whole = self._at_late_place(n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL), extra, subject)
        if whole.place is None:
            raise self.fail(np.start, "non si dice dove", "S024", end=np.end)
        return n.And((n.IsIn(thing, whole.place), n.Compare(n.Count(whole), "==", n.Num(1))), span=span)

    def _held(self, np: s.Noun, subject: n.Term, extra: object) -> n.Select:
        if isinstance(subject, n.Place):
            return evolve(self.counted(np), place=subject)
        self.no_abilities_counted(np)
        holder = n.Var(self._candidate_bind) if isinstance(subject, n.Candidate) and self._candidate_bind else subject
        if self.sort(subject) == "card" or (isinstance(subject, n.Candidate) and self._candidate_noun != PLAYER):
            inner = self.counted(np)
            zone = self.token_zone(inner)
            if zone is not None and inner.place is None:
                return evolve(inner, place=n.Place(zone, holder))
            return evolve(inner, place=None, where=(n.Linked(n.Candidate(), holder), *inner.where))
        term = self._at_late_place(self.counted(np), extra, holder)
        return self.owned(term, holder)

    def holding(self, np: s.NounPhrase, of: n.Term) -> n.Condition:
        """«con un Legame», «con due Legami»: at least so many lie under it."""
        span = self.span(np.start, np.end)
        quantity, number = self._quantity(np)
        if not np.determiners and np.number & 2:  # «senza Legami»
            quantity, number = n.Quantity.AT_LEAST, n.Num(1)
        if quantity in (n.Quantity.ALL, n.Quantity.ANY) or np.has("this", "that", "the"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
        exactly = any(d.terminal in ("EXACTLY", "ONLY_ADJECTIVE", "SOLE") for d in np.determiners)
        op = "==" if exactly else "<=" if quantity is n.Quantity.UP_TO else ">="
        return n.Compare(n.Count(self._held(np, of, None)), op, number or n.Num(1), span=span)

    def _at_late_place(self, select: n.Select, extra: object, owner: n.Term | None) -> n.Select:
        for phrase in getattr(extra, "prepositions", []):
            if phrase.preposition.terminal == "WITH" or select.place is not None:  # a place is said once
                at, end = phrase.preposition.at, phrase.np.end
                why = "il luogo è già detto" if select.place is not None else "non dice dove"
                raise self.fail(at, f"«{self.quoted(at, end)}»: {why}", "S036", end=end)
            place = self.place(phrase.np, owner)
            if phrase.at_end is not None:
                place = evolve(place, end=phrase.at_end)
            select = evolve(select, place=place)
        return select

    def _compare_count(self, select: n.Select, np: s.Noun, clause: s.Clause) -> n.Condition:
        span = self.span(clause.start, clause.end)
        count = n.Count(select)
        negated = clause.group.negated
        if not isinstance(np, s.NounPhrase):
            raise self.fail(np.start, "si conta una cosa sola per volta", end=np.end)
        quantity, number = self._quantity(np)
        dets = {d.terminal for d in np.determiners}
        if quantity in (n.Quantity.ANY, n.Quantity.ALL) or number is None:
            return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
        strict = next((d for d in np.determiners if d.name in ("more_than", "fewer_than")), None)
        if strict is not None and isinstance(number, n.Num):
            op, number = (
                (">", n.Num(number.value - 1)) if strict.name == "more_than" else ("<", n.Num(number.value + 1))
            )
        elif quantity is n.Quantity.AT_LEAST:
            op = ">="
        elif quantity is n.Quantity.UP_TO:
            op = "<="
        elif "NO" in dets:
            return n.Compare(count, "==", n.Num(0), span=span)
        else:
            only = any(t.terminal == "ONLY" for t in clause.group.adverbs)
            if "INDEF" in dets and not only and not dets & {"EXACTLY", "ONLY_ADJECTIVE", "SOLE"}:
                return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
            exactly = only or dets & {"EXACTLY", "ONLY_ADJECTIVE", "SOLE"}
            op = "==" if exactly else ">="  # «hai due Onda» as «hai una Onda»: at least
            if "NUM" not in dets and "INDEF" not in dets:
                return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
        condition: n.Condition = n.Compare(count, op, number, span=span)
        return n.Not(condition, span=span) if negated else condition

    def _more_than(
        self, np: s.NounPhrase, more: s.Token, subject: n.Term, clause: s.Clause, extra: object
    ) -> n.Condition:
        if (alone := next((m for m in np.modifiers if m.kind == "mod_than"), None)) is not None:
            return self._more_of_one(np, alone, subject, clause, extra)
        than = next(
            (m for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, (s.NounPhrase, s.NounList))), None
        )
        other = next((p for p in getattr(extra, "prepositions", []) if p.preposition.terminal == "OF"), None)
        if than is None and other is None:
            raise self.fail(np.start, f"«{more.text}» di chi?", "S024", end=np.end)
        whose = self.term(than.value if than is not None else other.np)  # type: ignore[arg-type, union-attr]
        plain = evolve(
            np,
            determiners=tuple(d for d in np.determiners if d is not more),
            modifiers=tuple(m for m in np.modifiers if m is not than),
            number=2,
        )
        rest = evolve_parts(extra, other)
        mine = self._held(plain, subject, rest)
        if self.sort(whose) == "player" or isinstance(whose, n.Var):
            theirs = self._held(plain, whose, rest)
        else:
            raise self.fail(np.start, "si confrontano due giocatori", "S025", end=np.end)
        condition: n.Condition = n.Compare(
            n.Count(mine),
            ">" if more.name == "more" else "<",
            n.Count(theirs),
            span=self.span(clause.start, clause.end),
        )
        return n.Not(condition) if clause.group.negated else condition

    def _more_of_one(
        self, np: s.NounPhrase, than: s.Modifier, subject: n.Term | None, clause: s.Clause, extra: object
    ) -> n.Condition:
        """«hai più Lane che Tele», «ci sono più Lane che Tele»: of the same player and in the same place."""
        assert isinstance(than.value, s.NounPhrase)
        more = next(d for d in np.determiners if d.terminal == "MORE")
        determiners = tuple(d for d in np.determiners if d is not more)
        rest = tuple(m for m in np.modifiers if m is not than)
        before = tuple(m for m in rest if m.start < more.at)  # «se nel Fosso ci sono …»: said of both
        after = self._said_of_both(np, than.value) if not before else ()
        other_kind = evolve(than.value, determiners=(), modifiers=(*than.value.modifiers, *before))
        kinds = (evolve(np, determiners=determiners, modifiers=(*rest, *after)), other_kind)
        plural = (evolve(kind, number=2) for kind in kinds)
        if subject is None:
            one, other = (self._at_late_place(self.counted(kind), extra, None) for kind in plural)
        else:
            one, other = (self._held(kind, subject, extra) for kind in plural)
        span = self.span(clause.start, clause.end)
        condition = n.Compare(n.Count(one), ">" if more.name == "more" else "<", n.Count(other), span=span)
        return n.Not(condition) if clause.group.negated else condition

    def _said_of_both(self, np: s.NounPhrase, than: s.NounPhrase) -> tuple[s.Modifier, ...]:
        """«più Lane che Tele nel Fosso»: of two words of one kind the place is said once."""
        of_one_kind = self.member_value(than.noun.name) if than.noun is not None else None
        alike = np.noun is not None and of_one_kind and self.member_value(np.noun.name) == of_one_kind
        own = any(m.kind in ("mod_in", "mod_on") for m in np.modifiers)
        return () if own or not alike else tuple(m for m in than.modifiers if m.kind in ("mod_in", "mod_on"))

    # -- after a noun

    def relative(self, modifier: s.Modifier, of: n.Term, np: s.NounPhrase) -> n.Condition:
        """«che ha attaccato», «che hanno 6 Ardore o più», «contro cui perderebbe lo scontro», «a cui è legata», «che
        controlli»."""
        clause = modifier.value
        assert isinstance(clause, s.Clause)
        outer_noun = self._candidate_noun
        self._candidate_noun = (
            PLAYER
            if np.noun is not None and (np.noun.terminal == "N_PLAYER" or self._relation_is_player(np.noun.name))
            else ""
        )
        outer = self.said.candidate, self.said.clause_subject
        self.said.clause_subject = None
        try:
            if modifier.tokens and modifier.tokens[0].terminal == "WHICH":
                return self._whose(clause, of)
            if modifier.tokens and modifier.tokens[0].terminal != "THAT_C":
                return self._relative_with_preposition(modifier.tokens[0].terminal, clause, of)
            finite = clause.group.finite
            second = finite is not None and finite.sense.person == 2
            other = (
                clause.group.perfect and finite is not None and not finite.sense.number & np.number
            )  # «le Lane che ha spezzato»: this card
            if clause.subject is not None or second or (other and np.number in (1, 2)):
                return self._relative_object(clause, of)
            had = self.had_of_value(clause, of)
            if had is not None:
                return had
            return self._speaking_of(of, clause)
        finally:
            self._candidate_noun = outer_noun
            self.said.candidate, self.said.clause_subject = outer

    def _relative_with_preposition(self, terminal: str, clause: s.Clause, of: n.Term) -> n.Condition:
        self.said.candidate = False
        if terminal == "AGAINST" and clause.group.form == "conditional":
            subject = self._would_subject(clause)
            event, parts = self.event(clause, subject, pattern=True)
            self.nothing_left(parts, clause, "objects", "prepositions", "cause")
            return n.Would(event, span=self.span(clause.start, clause.end))
        if terminal == "TO" and self.may_be(clause.group.verb.at, "ATTACHED"):
            late = [
                c
                for c in clause.complements
                if c.kind == "c_object" and isinstance(c.value, (s.NounPhrase, s.NounList))
            ]
            if clause.subject is None and len(late) == 1:
                return self._has_attached(late[0].value, of)  # type: ignore[arg-type]
            subject = self.subject_of(clause)  # type: ignore[assignment]
            if subject is None or self.sort(subject) == "player":
                raise self.fail(clause.start, "che cosa è legato?", "S021", end=clause.end)
            self.not_the_host_of_the_bearer(subject, clause.start, clause.end)
            return n.Linked(subject, of, span=self.span(clause.start, clause.end))
        if terminal == "TO" and any(self.may_be(at, "ATTACHED") for at in range(clause.start, clause.end)):
            self.not_the_host_of_the_bearer(self.subject_of(clause) or of, clause.start, clause.end)
        raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende qui", end=clause.end)

    def _has_attached(self, np: s.Noun, of: n.Term) -> n.Condition:
        """«a cui è legata una Candela»."""
        attached = self.term(np, pattern=True)
        self.not_the_host_of_the_bearer(attached, np.start, np.end)
        return n.Linked(attached, of, span=self.span(np.start, np.end))

    def _whose(self, clause: s.Clause, of: n.Term) -> n.Condition:
        """«il cui Ardore è minore del suo Rango»."""
        predicate, subject = clause.predicate, clause.subject
        if predicate is not None and predicate.kind == "predicate_among" and isinstance(subject, s.NounPhrase):
            span = self.span(clause.start, clause.end)
            within = n.Within(self._own_value(subject, of), self.number(predicate.value), span=span)  # type: ignore[arg-type]
            return n.Not(within) if clause.group.negated else within
        if (
            predicate is None
            or not isinstance(subject, s.NounPhrase)
            or not isinstance(predicate.value, s.Modifier)
            or predicate.kind != "predicate_comparison"
        ):
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende qui", end=clause.end
            )
        condition = self.compared(
            self._own_value(subject, of), predicate.value, of, self.span(clause.start, clause.end)
        )
        return n.Not(condition) if clause.group.negated else condition

    def _would_subject(self, clause: s.Clause) -> n.Term:
        if clause.subject is not None:
            return self.term(clause.subject, pattern=True)
        agent = getattr(self, "_event_agent", None)
        if agent is not None:
            return agent  # type: ignore[no-any-return]
        if self.said.subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        return self.said.subject

    def _owns(self, verb: s.Token) -> bool:
        """«controllare», «possedere» as the language has them: also where a game says a value of its own with the verb."""
        declared = verb.sense.kind == "verb" and self.vocabulary.value_of_verb(verb.name) is None
        return verb.name in ("controllare", "possedere") and not declared

    def _relative_object(self, clause: s.Clause, of: n.Term) -> n.Condition:
        """«che controlli», «che hai calato in questo turno», «che l'avversario ha spezzato»."""
        self.said.candidate = False
        subject = self.subject_of(clause, pattern=True)
        assert subject is not None
        if self._owns(clause.group.verb):
            return n.ControlledBy(of, subject, span=self.span(clause.start, clause.end))
        found = self.parts(clause)
        event, _ = self.event(clause, subject, pattern=True, parts=found)
        found.duration = None
        self.nothing_left(found, clause, "objects", "prepositions", "either", "cause", "within")
        event = evolve(event, roles=(*(r for r in event.roles if r.name != "object"), n.Role("object", of)))
        if clause.group.perfect or clause.group.form in ("perfect", "be_part"):
            span = self.span(clause.start, clause.end)
            past = n.Happened(event, found.within[0] if found.within else None, span=span)
            if (word := self._already_yours(clause)) is not None:
                hint = "anche questa carta lo è: dì «ogni altro …», «ogni altra …»"
                raise self.fail(word.at, "«già» di quale volta?", "S036", hint, end=word.at + 1)
            return past
        going_on = self._going_on(event)
        if going_on is not None:
            self._stretch = self.parts(clause).duration
            return n.Happened(event, now=going_on, span=self.span(clause.start, clause.end))
        raise self.fail(
            clause.start, f"«{self.quoted(clause.start, clause.end)}»: dì quando («che hai …»)", end=clause.end
        )

    def _going_on(self, event: n.Event) -> n.Condition | None:
        """«le crepe che subisci»: what a verb says to be so while it is being done."""
        frame = self.vocabulary.frames.get(event.verb)
        condition = frame.ongoing if frame is not None else None
        for role in event.roles if condition is not None else ():
            condition = replace_term(condition, n.Var(role.name), role.value)
        return condition

    def participle(self, modifier: s.Modifier, of: n.Term) -> n.Condition:
        """«legata a questa», «spezzata in questo turno»."""
        clause = modifier.value
        assert isinstance(clause, s.Clause)
        verb = modifier.tokens[0]
        had = self.had_of_value(clause, of)
        if had is not None:
            return had
        if self.may_be(verb.at, "ATTACHED"):
            return n.Linked(of, self._attached_to(clause), span=self.span(modifier.start, modifier.end))
        found = self.parts(clause)
        event, _ = self.event(clause, of, pattern=True, parts=found)
        found.duration = None
        self.nothing_left(found, clause, "objects", "prepositions", "either", "cause", "within")
        if found.within is None and self.said.card:
            said = self.quoted(modifier.start, modifier.end)
            raise self.fail(modifier.start, f"«{said}» quando? dì «{said} in questo turno»", "S026", end=modifier.end)
        return n.Happened(
            event, found.within[0] if found.within else None, span=self.span(modifier.start, modifier.end)
        )

    # -- claims

    def _claim_frame(self, clause: s.Clause) -> str | None:
        """The claim whose printed sentence this is: «vince contro le Lana», «i suoi pareggi contano come vittorie»."""
        group = clause.group
        idiom = self._idiomatic(clause)
        if idiom is not None:
            return idiom
        for name, declared in self.vocabulary.claims.items():
            if declared.printed is None or declared.printed.verb != group.verb.name:
                continue
            wanted = {role.name for role in declared.printed.roles} - {"agent"}
            present = {
                {"AGAINST": "against", "WITH": "with", "TO": "to", "OF": "of"}.get(c.value.preposition.terminal, "")
                for c in clause.complements
                if c.kind == "c_prep" and isinstance(c.value, s.Prepositional) and c.value.kind == "prep_phrase"
            }
            if wanted and wanted <= present:
                return name
        return None

    def _idiomatic(self, clause: s.Clause) -> str | None:
        """The claim whose printed sentence has nouns of its own, and this is it: «i suoi pareggi contano come
        vittorie»."""
        subject = clause.subject
        if not (isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_IDIOM"):
            return None
        rest = {
            c.value.np.noun.name
            for c in clause.complements
            if isinstance(c.value, s.Prepositional)
            and isinstance(c.value.np, s.NounPhrase)
            and c.value.np.noun is not None
        }
        for name, declared in self.vocabulary.claims.items():
            if declared.printed is None or declared.printed.verb != clause.group.verb.name:
                continue
            agent = next((r.value for r in declared.printed.roles if r.name == "agent"), None)
            others = {r.value.name for r in declared.printed.roles if isinstance(r.value, n.Member)}
            if isinstance(agent, n.Related) and agent.relation == subject.noun.name and others == rest:
                return name
        return None

    def claim(self, clause: s.Clause) -> n.Claim:
        raise NotImplementedError

    @staticmethod
    def said_of(condition: n.Condition, subject: n.Term) -> n.Condition:
        return replace_candidate(condition, subject)  # type: ignore[no-any-return]


def evolve_parts(extra: object, without: object) -> object:
    """The complements without one of them."""
    if not isinstance(extra, Parts) or without is None:
        return extra
    return evolve(extra, prepositions=[p for p in extra.prepositions if p is not without])


def _bounded_alike(items: tuple[s.NounPhrase, ...]) -> tuple[s.NounPhrase, ...]:
    """«esattamente due Lane e due Tele»: what is said before the first number is of each."""
    marks = ("AT_LEAST", "AT_MOST", "EXACTLY")
    first = next((d for d in items[0].determiners if d.terminal in marks), None)
    if first is None:
        return items
    return tuple(
        item
        if any(d.terminal in marks or d.terminal == "OR_MORE" for d in item.determiners)
        or not any(d.terminal in ("NUM", "INDEF") for d in item.determiners)
        or any(m.kind == "mod_comparison" for m in item.modifiers)
        else evolve(item, determiners=(first, *item.determiners))
        for item in items
    )


def _during_this(clause: s.Clause, during: n.Condition) -> str | None:
    """«durante questo turno»: of what has happened it is «in questo turno»."""
    said = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
    this = any(p.preposition.terminal == "DURING" and isinstance(p.np, s.NounPhrase) and p.np.has("this") for p in said)
    return during.period if this and isinstance(during, n.During) else None


def _says_just_this(np: s.Noun) -> bool:
    """«questo è il tuo primo turno»: the turn itself."""
    return isinstance(np, s.NounPhrase) and np.noun is None and np.has("this") and not np.modifiers
