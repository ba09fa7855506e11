"""«che controlli», «a cui è legata», «spezzata in questo turno»: clauses after a noun, as conditions of what it names."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ... import nodes as n
from ...game import Frame
from ...meanwhile import going_on, lasting
from ...playing import plays
from ..events.never import denied
from ..things.complements import Parts
from ..things.reading import PLAYER
from .conditions import Conditions


class Relatives(Conditions):
    """The part of the reader that reads what a clause after a noun asks."""

    _stretch: n.Duration | None = None  # «le crepe che subisci in questo turno»: how long what is said of them lasts
    _changed_then = False  # what is said changes what is suffered, so that it is of what goes on: «le crepe subite»

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
            if clause.subject is not None or second or (other and np.number in (1, 2)) or self._does_it_to(clause, np):
                return self._relative_object(clause, of, np)
            holder = self._who_holds(clause, outer[1])
            if holder is not None:
                held = n.ControlledBy(of, holder, span=self.span(clause.start, clause.end))
                return n.Not(held) if clause.group.negated else held
            had = self.had_of_value(clause, of)
            if had is not None:
                return had
            return self._speaking_of(of, clause)
        finally:
            self._candidate_noun = outer_noun
            self.said.candidate, self.said.clause_subject = outer

    def _does_it_to(self, clause: s.Clause, np: s.NounPhrase) -> bool:
        """«ogni Lana che ha spezzato», of a verb that is also said of what it is done to («si spezza»): «che» is the Lana that this
        card broke."""
        group, what = clause.group, [c for c in clause.complements if c.kind == "c_object"]
        if not group.perfect or group.passive or group.reflexive or group.clitics or what or not self.said.card:
            return False
        if np.number != 1 or not self._third(clause):
            return False
        forms = [form for frame in self.vocabulary.frames_of(group.verb.name) for form in frame.forms]
        roles = [{role.name for role in form.roles} for form in forms]
        if not any("object" in said and "agent" not in said for said in roles):
            return False
        if not self.said.continuous and self.said.topic is None:
            said = f"«{self.quoted(clause.start, clause.end)}»: chi, e che cosa?"
            raise self.fail(clause.start, said, "S024", "«che hai …», o «che ha … una carta»", clause.end)
        return True

    def _but(self, clause: s.Clause, of: n.Term, held: n.Condition) -> n.Condition:
        """«che controlli, eccetto questa carta»."""
        but = [c.value for c in clause.complements]
        others: list[n.Condition] = []
        for phrase in but:
            excepted = isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "EXCEPT"
            term = self.term(phrase.np) if excepted else None  # type: ignore[union-attr]
            if not isinstance(term, (n.Self, n.Var)):
                at = clause.complements[but.index(phrase)]
                raise self.fail(at.start, f"«{self.quoted(at.start, at.end)}» non si intende qui", end=at.end)
            others.append(n.Not(n.Same(of, term)))
        return n.And((held, *others), span=self.span(clause.start, clause.end)) if others else held

    def _who_holds(self, clause: s.Clause, doer: n.Term | None) -> n.Term | None:
        """«il giocatore bersaglio spezza due Lane che controlla»: who does it, or the player who was spoken of."""
        if not self._owns(clause.group.verb) or clause.complements or not self._third(clause):
            return None
        if doer is not None and not isinstance(doer, n.You) and self.sort(doer) == "player":
            return doer
        known = self.said.recall("player")
        before = known is not None and known.clause < self.said.clause
        beside = [m for m in self.said.mentions if m.sort == "player" and m.clause == self.said.clause]
        finite = clause.group.finite
        plainly = finite is not None and not finite.terminal.endswith("_SUBJ")  # «che controlli» is you
        if len(beside) == 1 and plainly:  # «al rivale e a ogni Lana che controlla»
            before = True
        return known.recall if known is not None and before and not isinstance(known.recall, n.You) else None

    def _relative_with_preposition(self, terminal: str, clause: s.Clause, of: n.Term) -> n.Condition:
        self.said.candidate = False
        clause = denied(clause)
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
                has = self._has_attached(late[0].value, of)  # type: ignore[arg-type]
                return n.Not(has) if clause.group.negated else has
            subject = self.subject_of(clause)  # type: ignore[assignment]
            beside = [m for m in self.said.mentions if m.clause == self.said.clause and m.sort == "card"]
            if clause.subject is None and any(not isinstance(m.term, n.Self) for m in beside):
                hint = "«… a cui è legata questa carta»"
                raise self.fail(
                    clause.start, "legata, questa carta o quella detta prima?", "S021", hint, end=clause.end
                )
            if subject is None or self.sort(subject) == "player":
                raise self.fail(clause.start, "che cosa è legato?", "S021", end=clause.end)
            self.not_the_host_of_the_bearer(subject, clause.start, clause.end)
            under = n.Linked(subject, of, span=self.span(clause.start, clause.end))
            return n.Not(under) if clause.group.negated else under
        if terminal == "TO" and any(self.may_be(at, "ATTACHED") for at in range(clause.start, clause.end)):
            self.not_the_host_of_the_bearer(self.subject_of(clause) or of, clause.start, clause.end)
        raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende qui", end=clause.end)

    def _has_attached(self, np: s.Noun, of: n.Term) -> n.Condition:
        """«a cui è legata una Candela»."""
        attached = self.term(np, pattern=True)
        self.not_the_host_of_the_bearer(attached, np.start, np.end)
        return n.Linked(attached, of, span=self.span(np.start, np.end))

    def _whose(self, clause: s.Clause, of: n.Term) -> n.Condition:
        """«il cui Ardore è minore del suo Rango», «la cui Forma è Erba», «il cui controllore ha due carte»."""
        predicate, subject = clause.predicate, clause.subject
        if isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_RELATION":
            return self._said_of_related(
                n.Related(subject.noun.name, of, span=self.span(subject.start, subject.end)), clause
            )
        if predicate is not None and predicate.kind == "predicate_among" and isinstance(subject, s.NounPhrase):
            span = self.span(clause.start, clause.end)
            within = n.Within(self._own_value(subject, of), self.number(predicate.value), span=span)  # type: ignore[arg-type]
            return n.Not(within) if clause.group.negated else within
        if predicate is None or not isinstance(subject, s.NounPhrase) or clause.group.verb.name != "essere":
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende qui", end=clause.end
            )
        own, span = self._own_value(subject, of), self.span(clause.start, clause.end)
        if isinstance(predicate.value, s.Modifier) and predicate.kind == "predicate_comparison":
            condition = self.compared(own, predicate.value, of, span)
        else:
            condition = self.number_is_so(own, predicate, span)
        if clause.group.negated and isinstance(condition, n.Parity):
            return evolve(condition, even=not condition.even)
        return n.Not(condition) if clause.group.negated else condition

    def _said_of_related(self, related: n.Related, clause: s.Clause) -> n.Condition:
        """«… controllore ha più Lane di te», of who is known through what the noun names."""
        if isinstance(related.of, n.Candidate) and self._candidate_bind is not None:
            related = evolve(related, of=n.Var(self._candidate_bind))  # what is counted is of his, not of each counted
        outer, self.said.subject = self.said.subject, related
        self.said.candidate, self.said.clause_subject = False, related
        try:
            return self._condition(evolve(clause, subject=None))
        finally:
            self.said.subject = outer

    def _would_subject(self, clause: s.Clause) -> n.Term:
        if clause.subject is not None:
            return self.term(clause.subject, pattern=True)
        agent = getattr(self, "_event_agent", None)
        if agent is not None:
            return agent  # type: ignore[no-any-return]
        if self.said.subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        return self.said.subject

    def _relative_object(self, clause: s.Clause, of: n.Term, np: s.NounPhrase) -> n.Condition:
        """«che controlli», «che hai calato in questo turno», «che l'avversario ha spezzato»."""
        self.said.candidate = False
        subject = self.subject_of(clause, pattern=True)
        assert subject is not None
        played = not clause.group.perfect and clause.group.form == "present" and not clause.complements
        frames, texts = self.vocabulary.frames, self.vocabulary.texts
        if self._owns(clause.group.verb) or (played and plays(clause.group.verb.name, frames, texts)):
            held = n.ControlledBy(of, subject, span=self.span(clause.start, clause.end))  # «le magie che giochi»: tue
            return self._but(clause, of, n.Not(held) if clause.group.negated else held)
        found = self.parts(clause)
        event, _ = self.event(clause, subject, pattern=True, parts=found)
        found.duration = None
        self.nothing_left(found, clause, "objects", "prepositions", "either", "cause", "within", adverbs=("THIS_WAY",))
        frame = self.vocabulary.frames.get(event.verb)
        if frame is not None and frame.counted:  # «le carte che hai pescato»
            said = f"«{clause.group.verb.text}» dice solo quante, non quali"
            raise self.fail(clause.start, said, "S036", end=clause.end)
        event = evolve(event, roles=(*(r for r in event.roles if r.name != "object"), n.Role("object", of)))
        if clause.group.perfect or clause.group.form in ("perfect", "be_part"):
            span = self.span(clause.start, clause.end)
            so = self.in_this_way(clause, event)
            within = self.looks_back_to(found, clause)
            still = lasting(event, self.vocabulary) if within is None and not so else None
            past = n.Happened(event, within, still=still, this_way=so, span=span)
            return self._already_so(clause, past, np.noun.name if np.noun is not None else "")
        meanwhile = going_on(event, self.vocabulary)
        if meanwhile is not None and frame is not None:
            self._is_one_of_those(clause, frame, np)
            self._stretch = self.parts(clause).duration
            return n.Happened(event, now=meanwhile, span=self.span(clause.start, clause.end))
        raise self.fail(
            clause.start, f"«{self.quoted(clause.start, clause.end)}»: dì quando («che hai …»)", end=clause.end
        )

    def _already_so(self, clause: s.Clause, past: n.Happened, noun: str) -> n.Condition:
        """«ogni attacco già giocato», «… che hai già giocato», on an attack that is used, or of attacks: the others, since
        it has been too."""
        if not any(token.terminal == "ALREADY" for token in clause.group.tokens):
            return past
        its_own = self.said.context.start is Start.CARD_USED and (
            noun == self.vocabulary.implied_noun or self.is_what_this_is(noun)
        )
        told = self._amount_of
        if isinstance(told, n.Select) and told.noun == noun:
            if told.bind is None:
                hint = "di' quali: «ogni altro …», «… che hai giocato»"
                raise self.fail(clause.start, "«già» di quale volta?", "S036", hint, end=clause.end)
            return n.And((past, n.Not(n.Same(n.Candidate(), n.Var(told.bind)))))
        return n.And((past, n.Not(n.Same(n.Candidate(), n.Self())))) if its_own else past

    def _is_one_of_those(self, clause: s.Clause, frame: Frame, np: s.NounPhrase) -> None:
        """Refuses «i lanci che subisci», of a verb of which the crepe are the object: of no lancio it ever goes on."""
        held = (role.value for form in frame.forms for role in form.roles if role.name == "object")
        tokens = [x.noun for x in held if isinstance(x, n.Select) and x.noun in self.vocabulary.tokens]
        if tokens and np.noun is not None and np.noun.name not in tokens:
            said = f"«{self.quoted(clause.start, clause.end)}» si dice di «{tokens[0]}», e di null'altro"
            raise self.fail(clause.start, said, "S028", end=clause.end)

    def participle(self, modifier: s.Modifier, of: n.Term, noun: str = "") -> n.Condition:
        """«legata a questa», «spezzata in questo turno»."""
        clause = modifier.value
        assert isinstance(clause, s.Clause)
        verb = modifier.tokens[0]
        had = self.had_of_value(clause, of)
        if had is not None:
            return had
        if self.may_be(verb.at, "ATTACHED"):
            return self.linked(of, self._attached_to(clause), self.span(modifier.start, modifier.end), noun)
        clause = self.as_was_ordered(clause)
        if self._goes_with_be(clause.group.verb.name) and not clause.group.reflexive:  # «entrata in questo turno»
            clause = evolve(clause, group=evolve(clause.group, passive=False, form="perfect", perfect=True))
        found = self.parts(clause)
        event, _ = self.event(clause, of, pattern=True, parts=found)
        found.duration = None
        self.nothing_left(found, clause, "objects", "prepositions", "either", "cause", "within", adverbs=("THIS_WAY",))
        so = self.in_this_way(clause, event)
        if self._changed_then and not so and (now := self._as_it_goes_on(event, found, modifier)) is not None:
            return now
        if found.within is None and not so and (still := lasting(self._suffered(event), self.vocabulary)) is not None:
            span = self.span(modifier.start, modifier.end)
            return self._already_so(clause, n.Happened(self._suffered(event), still=still, span=span), noun)
        if found.within is None and self.said.card and not so:
            said = self.quoted(modifier.start, modifier.end)
            raise self.fail(modifier.start, f"«{said}» quando? dì «{said} in questo turno»", "S026", end=modifier.end)
        span = self.span(modifier.start, modifier.end)
        past = n.Happened(event, self.looks_back_to(found, clause), this_way=so, span=span)
        return self._already_so(clause, past, noun)

    def _as_it_goes_on(self, event: n.Event, found: Parts, modifier: s.Modifier) -> n.Condition | None:
        """«le crepe subite (in questo turno) sono meno gravi»: those that you suffer, for so long; None of a verb that says
        nothing of what goes on, and of what is over."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        awaits = slot is not None and slot.waits is not None and self.said.context.start is Start.CARD_USED
        no_end = found.within is None and not awaits and (not self.said.continuous or self.said.bound_event)
        if no_end or (found.within is not None and found.within[1]):
            return None
        whole = self._suffered(event)
        now = going_on(whole, self.vocabulary)
        if now is None:
            return None
        if found.within is not None:
            self._stretch = n.Duration(n.Stretch.THIS, found.within[0])
        return n.Happened(whole, now=now, span=self.span(modifier.start, modifier.end))

    @staticmethod
    def _suffered(event: n.Event) -> n.Event:
        """«le crepe subite», by whom is not said: by you."""
        told = {role.name for role in event.roles}
        return event if "agent" in told else evolve(event, roles=(n.Role("agent", n.You()), *event.roles))
