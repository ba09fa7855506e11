"""Clauses as conditions: how things stand, what happened, what would happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import turn_of
from ...joined import conditions_of
from ...mapped import replace_term
from ...playing import plays
from ...scope import nodes_of
from ..events.never import never_done
from ..things.complements import Parts
from ..things.reading import PLAYER, number_said
from .predicates import Predicates

#: The verbs that say of something that it is still where it is.
STAYING: Final = frozenset(("restare", "rimanere"))


class Conditions(Predicates):
    """The part of the reader that reads conditions."""

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

    def _as_then(self, clause: s.Clause) -> n.Condition:
        """«era stanca», with no subject: of what has just left play."""
        now = evolve(clause, group=evolve(clause.group, form="present"))
        left = self.gone_by(self._when_event) if self._when_event is not None and clause.subject is None else None
        if left is None and clause.subject is None and self.said.topic is not None and not self.said.candidate:
            left = self.said.topic
        return self.was(self._condition(now) if left is None else self._speaking_of(left, now))

    def is_open(self, clause: s.Clause) -> n.Condition | None:
        """Hook: that a zone lies open."""
        raise NotImplementedError

    def was(self, condition: n.Condition) -> n.Condition:
        """Hook: how a thing was."""
        raise NotImplementedError

    def gone_by(self, event: n.Event) -> n.Term | None:
        """Hook: what leaves play by an event."""
        raise NotImplementedError

    def _speak_of(self, clause: s.Clause) -> None:
        """Hook: what a clause was of, for the next ones."""

    def _condition(self, clause: s.Clause) -> n.Condition:
        clause = self.shown_by_die(never_done(clause))
        clause = _as_had(clause) if self._owns(clause.group.verb) else clause
        if self._nobody(clause):
            return self._none_such(clause)
        if clause.group.form == "imperfect":
            return self._as_then(clause)
        condition = self._positive(clause)
        if clause.group.negated and not self._counted_already(clause, condition):
            self._denied_of_one(clause, condition)
            return n.Not(condition, span=self.span(clause.start, clause.end))
        return condition

    def _denied_of_one(self, clause: s.Clause, condition: n.Condition) -> None:
        """«se un giocatore non ha giocato una Lana, perde 2 Punti»: each who has not; where nothing is said of him, whether one
        has not or nobody has is open."""
        subject = clause.subject
        if not isinstance(condition, n.Happened) or not isinstance(subject, s.NounPhrase):
            return
        if not any(d.terminal == "INDEF" for d in subject.determiners):
            return
        players = (x for x in nodes_of(condition) if isinstance(x, n.Select) and x.noun == PLAYER)
        one = next((x.bind for x in players if x.bind is not None), None)
        if one is not None:
            self.said.denied_of_one += ((one, clause.start, clause.end),)

    def _counted_already(self, clause: s.Clause, condition: n.Condition) -> bool:
        """«non hai Lane», «non ci sono Lane», «non controlli Lane»: the number that was compared says the «non» already."""
        if clause.predicate is not None:
            return clause.predicate.kind == "have_object" or any(c.name == "there" for c in clause.group.clitics)
        by_verb = self._owns(clause.group.verb) or self.vocabulary.value_of_verb(clause.group.verb.name) is not None
        return by_verb and isinstance(condition.part if isinstance(condition, n.Not) else condition, n.Compare)

    def _none_such(self, clause: s.Clause) -> n.Condition:
        """«nessuna combattente è una Doppia»: there is none that is."""
        assert isinstance(clause.subject, s.NounPhrase)
        kept = tuple(d for d in clause.subject.determiners if d.terminal != "NO")
        if (none_of := self._no_opponent(clause, evolve(clause.subject, determiners=kept))) is not None:
            return none_of
        select = self.counted(evolve(clause.subject, determiners=kept, number=2))
        name = self.said.fresh()
        outer = self._candidate_noun, self._candidate_bind
        self._candidate_noun = PLAYER if select.noun == PLAYER else outer[0]
        self._candidate_bind = name
        try:
            inner = self._speaking_of(n.Candidate(), evolve(clause, subject=None))
        finally:
            self._candidate_noun, self._candidate_bind = outer
        spoken = any(isinstance(x, n.Var) and x.name == name for x in nodes_of(inner))
        parts = conditions_of(inner)
        select = evolve(select, where=(*select.where, *parts), bind=name if spoken else None)
        return n.Compare(n.Count(select), "==", n.Num(0), span=self.span(clause.start, clause.end))

    def _no_opponent(self, clause: s.Clause, subject: s.NounPhrase) -> n.Condition | None:
        """«nessun avversario ha carte in mano»: each of them has none."""
        known = list(self.said.mentions)
        term = self.term(subject)
        self.said.mentions = known
        if not isinstance(term, n.Opponent):
            return None
        has_not = evolve(clause, subject=subject, group=evolve(clause.group, negated=True))
        return replace_term(self._condition(has_not), term, evolve(term, each=True))  # type: ignore[no-any-return]

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
        if (shown := self.is_open(clause)) is not None:
            return shown
        if clause.predicate is not None and group.verb.name == "avere":
            whom = next((c for c in group.clitics if c.name == "you"), None)
            if whom is not None:  # «ti ha ferito» is a deed
                raise self.fail(whom.at, f"«{whom.text}» non si intende con «{group.verb.text}»")
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
            if n.Candidate() in (role.value for role in event.roles):
                said = (
                    f"«che {self.quoted(clause.start, clause.end)}»: di ciò che ancora non accade nessuna carta è tale"
                )
                hint = "si dice che cosa si fa in sua vece: «se … si farebbe, si fa invece …»"
                raise self.fail(clause.start, said, "S036", hint, end=clause.end)
            return n.Would(event, span=span)
        if group.form == "be_part" and not self._goes_with_be(group.verb.name) and not group.perfect:
            return self._state_of_passive(clause)
        if group.perfect or group.form == "perfect" or group.form == "be_part":
            return self.done_so(clause) or self._happened(clause)
        if self._owns(group.verb):
            return self._controls(clause)
        if group.verb.name in STAYING:
            return self._stays(clause)
        said = f"«{self.quoted(clause.start, clause.end)}» è un fatto che accade, e qui ci vuole una condizione"
        if group.verb.sense.kind == "language" and not self.vocabulary.frames_of(group.verb.name):
            said = f"«{self.quoted(clause.start, clause.end)}»: nessun verbo di questo gioco dice che questo accade"
        moved = group.verb.sense.kind == "language" and group.verb.name in ("mettere", "rimettere")
        hint = (
            "di ciò che si muove si dice «quando una carta entra …», «quando una carta viene messa …»" if moved else ""
        )
        raise self.fail(clause.start, said, "S029", hint, clause.end)

    def _stays(self, clause: s.Clause) -> n.Condition:
        """«finché resta in campo», «finché resta desta»: as long as it is there, or so."""
        only = clause.complements[0] if len(clause.complements) == 1 else None
        if only is not None and only.kind == "c_status":
            how = s.Modifier("adjective", only.tokens, None, False, only.start, only.end)
            so = s.Complement("predicate_adjectives", how, only.tokens, False, only.start, only.end)  # type: ignore[arg-type]
            return self._is(evolve(clause, predicate=so, complements=()))
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

    def linked(self, of: n.Term, to: n.Term | None, span: n.Span | None, noun: str = "") -> n.Linked:
        """«legata a una Lana»; «legata a una Candela», of what can only lie attached, or of what only others lie under: it has
        one. ``noun`` is what ``of`` is called."""
        under = isinstance(to, n.Select) and to.noun in self.vocabulary.nouns_of_attached()
        called = noun or (self.said.context.slot or "" if isinstance(of, n.Self) else getattr(of, "noun", ""))
        under = under or (isinstance(to, n.Select) and self._only_bears(called) and not self._only_bears(to.noun))
        return n.Linked(to, of, span=span) if under and to is not None else n.Linked(of, to, span=span)

    def _only_bears(self, noun: str) -> bool:
        """Whether cards lie under what a noun says, which never lies under another itself."""
        bears = any(zone.host == noun for zone in self.vocabulary.zones.values())
        return bears and noun in self.vocabulary.nouns and noun not in self.vocabulary.nouns_of_attached()

    def _state_of_passive(self, clause: s.Clause) -> n.Condition:
        """«è legata (a questa)»: attached; otherwise a passive of what happened."""
        verb = clause.group.verb
        subject = self.subject_of(clause)
        if subject is not None and self.may_be(verb.at, "ATTACHED"):
            to = self._attached_to(clause)
            return self.linked(subject, to, self.span(clause.start, clause.end))
        return self._happened(clause)

    def _attached_to(self, clause: s.Clause) -> n.Term | None:
        found = self.parts(clause)
        self.nothing_left(found, clause, "prepositions")
        host = self._to_whom(clause)
        for phrase in found.prepositions:
            if phrase.preposition.terminal == "TO" and host is None:
                host = self._any_of_them(phrase.np, self.term(phrase.np, pattern=True))
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

    def _to_whom(self, clause: s.Clause) -> n.Term | None:
        """«i Nastri che le sono legati», «se un Nastro le è legato»: never the Nastro itself."""
        if not clause.group.clitics:
            return None
        to_it = clause.group.clitics[0]
        if to_it.name != "to_it":
            raise self.fail(to_it.at, f"«{to_it.text}» non si intende qui", "S036")
        known = self.said.mentions
        self.said.mentions = [m for m in known if m.clause != self.said.clause]
        try:
            return self.recalled_by(to_it)
        finally:
            self.said.mentions = known

    @staticmethod
    def _any_of_them(np: s.Noun, host: n.Term) -> n.Term:
        """«legate alle tue Lane»: to any of them, and not to one that is chosen."""
        said = isinstance(np, s.NounPhrase) and np.number == 2 and all(
            d.terminal in ("DEF", "ALL", "POSSESSIVE", "OTHER") for d in np.determiners
        )  # fmt: skip
        one = isinstance(host, n.Select) and host.quantity is n.Quantity.EXACTLY and host.pick is n.Pick.AGENT
        if not said or not one or not isinstance(host, n.Select) or host.number != n.Num(1):
            return host
        return evolve(host, quantity=n.Quantity.ALL, number=None)

    def _happened(self, clause: s.Clause) -> n.Condition:
        clause = self.as_was_ordered(clause)
        found = self.parts(clause)
        if found.within is None and len(found.during) == 1 and (this := _during_this(clause, found.during[0])):
            found.within, found.during = (this, False), []
        within = self.looks_back_to(found, clause)
        subject = self.who_did_so(clause) or self.subject_of(clause, pattern=True)
        event, _ = self.event(clause, subject, pattern=True, parts=found)
        times = None
        if found.times is not None:
            times = number_said(found.times.number)
        previous = bool(found.within and found.within[1])
        found.duration = None
        event = self._before_this_time(clause, event)
        self._not_of_now(clause, event, within)
        self.nothing_left(
            found,
            clause,
            "objects",
            "prepositions",
            "either",
            "cause",
            "within",
            "times",
            adverbs=("ALSO", "DIRECTLY", "THIS_WAY"),
        )
        so = self.in_this_way(clause, event)
        if plays(event.verb, self.vocabulary.frames, self.vocabulary.texts):
            names = [r.value.bind for r in event.roles if isinstance(r.value, n.Select) and r.value.bind]
            self.said.played |= {*names}
        whose = self._whose_before(found, subject, clause) if previous else None
        past = n.Happened(event, within, times, previous, whose, this_way=so, span=self.span(clause.start, clause.end))
        return self._no_more_than_so_many(past, found, clause)

    def _no_more_than_so_many(self, past: n.Happened, found: Parts, clause: s.Clause) -> n.Condition:
        """«hai acceso al massimo una Lana» as «non ne hai accese due», «esattamente una» as «una, e non due»."""
        objects = [c.value for c in found.objects if isinstance(c.value, s.NounPhrase)]
        exactly = any(np.has("exactly") for np in objects)
        if exactly and isinstance(past.times, n.Num):
            oftener = n.Not(evolve(past, times=n.Num(past.times.value + 1)), span=past.span)
            return n.And((past, oftener), span=past.span)
        at = next(
            (k for k, r in enumerate(past.event.roles) if r.name == "object" and isinstance(r.value, n.Select)), None
        )
        what = past.event.roles[at].value if at is not None else None
        if at is None or not isinstance(what, n.Select) or not isinstance(what.number, n.Num):
            return past
        if not exactly and what.quantity is not n.Quantity.UP_TO:
            return past
        if any(isinstance(each, n.Not) and isinstance(each.part, n.Same) for each in what.where):
            said = f"«{self.quoted(clause.start, clause.end)}»: quante altre, e non di più, non si dice"
            raise self.fail(clause.start, said, "S036", "almeno tante: senza «esattamente», «al massimo»", clause.end)
        over = evolve(what, quantity=n.Quantity.EXACTLY, number=n.Num(what.number.value + 1), bind=None)
        roles = (*past.event.roles[:at], evolve(past.event.roles[at], value=over), *past.event.roles[at + 1 :])
        not_more = n.Not(evolve(past, event=evolve(past.event, roles=roles)), span=past.span)
        return n.And((past, not_more), span=past.span) if exactly else not_more

    def _not_of_now(self, clause: s.Clause, event: n.Event, within: str | None) -> None:
        """Refuses «se hai vinto il tuo lancio precedente», of no time, which would be this one's: that was earlier."""
        held = (x for role in event.roles if isinstance(role.value, n.Select) for x in role.value.where)
        if within is None and self.said.card and any(isinstance(x, n.Later) and x.earlier for x in held):
            said = f"«{self.quoted(clause.start, clause.end)}»: quando?"
            hint = f"dillo: «nel {turn_of(self.vocabulary.periods)} precedente», «in questo …»"
            raise self.fail(clause.start, said, "S026", hint, clause.end)

    def _whose_before(self, found: Parts, subject: n.Term | None, clause: s.Clause) -> n.Term | None:
        """«nel tuo turno precedente», «nel suo ultimo turno»: whose; refused where that may be one of several."""
        whose = found.within_of
        if whose is None or isinstance(whose, n.You | n.Opponent):
            return whose
        if isinstance(subject, n.You | n.Opponent):
            return subject
        said = f"«{self.quoted(clause.start, clause.end)}»: di chi?"
        raise self.fail(clause.start, said, "S026", "«nel tuo … precedente», «nel … precedente»", clause.end)

    def looks_back_to(self, found: Parts, clause: s.Clause) -> str | None:
        """Within which period a perfect is asked; of «ha vinto una gara», any of them, where the text looks back to."""
        if found.within:
            return found.within[0]
        nps = (c.value for c in clause.complements if c.kind == "c_object" and isinstance(c.value, s.NounPhrase))
        times = [np for np in nps if np.noun is not None and np.noun.terminal == "N_PERIOD"]
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        some = any(d.terminal == "INDEF" for np in times for d in np.determiners)
        return str(slot.past) if slot is not None and slot.past is not None and some else None

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
        but_this = n.Not(n.Same(n.Candidate(), n.Self()))
        where = tuple(each for each in done_to.value.where if evolve(each, span=None) != but_this)  # «già un'altra»
        other = evolve(done_to.value, where=(*where, but_this))
        return evolve(event, roles=tuple(evolve(r, value=other) if r is done_to else r for r in event.roles))

    def _controls(self, clause: s.Clause) -> n.Condition:
        found = self.parts(clause)
        if len(found.objects) != 1:
            raise self.fail(clause.start, "non si dice che cosa si controlla", "S024")
        subject = self.subject_of(clause)
        assert subject is not None
        whose = found.objects[0].value
        if isinstance(subject, n.Candidate) and _is_a_player(whose):  # «una Lana che controlla l'avversario»: he does
            self.nothing_left(found, clause, "objects")
            return n.ControlledBy(subject, self.term(whose, pattern=True), span=self.span(clause.start, clause.end))
        if isinstance(subject, n.Candidate) and self._candidate_noun == PLAYER and self._candidate_bind is not None:
            subject = n.Var(self._candidate_bind)  # «nessun giocatore controlla …»
        head = getattr(whose, "noun", None)
        borne = head is not None and head.name in self.vocabulary.nouns_of_attached()  # «se possiede una Candela»
        borne = borne and clause.group.verb.name == "possedere"
        if clause.subject is None and self.sort(subject) == "card" and not borne:  # no card controls anything
            asked = self.said.one_asked.who if self.said.one_asked is not None else None
            subject = self.player_spoken_of() or asked or n.Self()
        of_card = isinstance(subject, n.Candidate) or (clause.subject is None and isinstance(subject, n.Self))
        if of_card and not borne:
            raise self.fail(clause.start, "non si dice chi controlla", "S021")
        return self._count_condition(found.objects[0].value, subject, clause, found)  # type: ignore[arg-type]

    def _owns(self, verb: s.Token) -> bool:
        """«controllare», «possedere» as the language has them: also where a game says a value of its own with the verb."""
        declared = verb.sense.kind == "verb" and self.vocabulary.value_of_verb(verb.name) is None
        return verb.name in ("controllare", "possedere") and not declared

    # -- claims

    def _claim_frame(self, clause: s.Clause) -> tuple[str, bool] | None:
        """The claim whose printed sentence this is: «vince contro le Lana», «i suoi pareggi contano come vittorie»; and
        whether it is said of the one who has the worse of it («perde contro le Lana»)."""
        idiom = self._idiomatic(clause)
        if idiom is not None:
            return idiom
        if clause.group.form == "perfect":  # «ha vinto contro una Lana»: what happened, not what holds
            return None
        for name, printed, lost in self._claims_printed(clause):
            wanted = {role.name for role in printed.roles} - {"agent"}
            present = {
                {"AGAINST": "against", "WITH": "with", "TO": "to", "OF": "of"}.get(c.value.preposition.terminal, "")
                for c in clause.complements
                if c.kind == "c_prep" and isinstance(c.value, s.Prepositional) and c.value.kind == "prep_phrase"
            }
            if wanted and wanted <= present | self._against_in_a_clash(clause):
                return name, lost
        return None

    def _claims_printed(self, clause: s.Clause) -> Iterator[tuple[str, n.Event, bool]]:
        """The claims that are printed with the verb of a clause, the sentences, whether they say who has the worse of it."""
        for name, declared in self.vocabulary.claims.items():
            for printed, lost in ((declared.printed, False), (declared.lost, True)):
                if printed is not None and printed.verb == clause.group.verb.name:
                    yield name, printed, lost

    @staticmethod
    def _against_in_a_clash(clause: s.Clause) -> set[str]:
        """«vince le gare contro le Lana»: against whom, said of the contests."""
        nps = (c.value for c in clause.complements if c.kind == "c_object" and isinstance(c.value, s.NounPhrase))
        times = [np for np in nps if np.noun is not None and np.noun.terminal == "N_PERIOD"]
        every = [np for np in times if np.has("each", "all") or not np.number & 1]
        return {"against"} if any(m.kind == "mod_against" for np in every for m in np.modifiers) else set()

    def _idiomatic(self, clause: s.Clause) -> tuple[str, bool] | None:
        """The claim whose printed sentence has nouns of its own, and this is it: «i suoi pareggi contano come
        vittorie»."""
        subject = clause.subject
        if not (isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_IDIOM"):
            return None
        rest = {
            c.value.np.noun.name
            for c in clause.complements
            if isinstance(c.value, s.Prepositional)
            and c.value.preposition.terminal != "AGAINST"
            and isinstance(c.value.np, s.NounPhrase)
            and c.value.np.noun is not None
        }
        for name, printed, lost in self._claims_printed(clause):
            agent = next((r.value for r in printed.roles if r.name == "agent"), None)
            others = {r.value.name for r in printed.roles if isinstance(r.value, n.Member)}
            if isinstance(agent, n.Related) and agent.relation == subject.noun.name and others == rest:
                return name, lost
        return None

    def claim(self, clause: s.Clause) -> n.Claim:
        raise NotImplementedError


def _is_a_player(np: object) -> TypeGuard[s.NounPhrase]:
    return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal in ("N_PLAYER", "N_OPPONENT")


def _during_this(clause: s.Clause, during: n.Condition) -> str | None:
    """«durante questo turno»: of what has happened it is «in questo turno»."""
    said = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
    this = any(p.preposition.terminal == "DURING" and isinstance(p.np, s.NounPhrase) and p.np.has("this") for p in said)
    return during.period if this and isinstance(during, n.During) else None


def _as_had(clause: s.Clause) -> s.Clause:
    """«possiede Corazza», of a keyword, which nobody controls: as «ha Corazza»."""
    held = [c for c in clause.complements if c.kind == "c_object"]
    np = held[0].value if len(clause.complements) == len(held) == 1 else None
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_KEYWORD":
        return clause
    verb = evolve(clause.group.verb, sense=evolve(clause.group.verb.sense, name="avere"))
    had = s.Complement("have_object", np, (), False, held[0].start, held[0].end)
    return evolve(clause, group=evolve(clause.group, verb=verb), complements=(), predicate=had)
