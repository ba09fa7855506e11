"""Conditions, events and effects of canonical English."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...vocabulary.inflection import Number
from .. import nodes as n
from .discourse import Features
from .english_nouns import EnglishNouns, indefinite, listed, spaced
from .italian_clauses import _ORDER, as_kind, role
from .italian_effects import by_how_much, lasting_of
from .italian_nouns import PLAYER

_PREPOSITIONS = {
    "to": "to", "from": "from", "into": "into", "with": "with", "as": "as", "against": "against", "of": "of", "on": "on", "place": "in",
}  # fmt: skip
_OPPOSITE_OP = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class EnglishClauses(EnglishNouns):
    """Whatever has a verb. ``form`` is how it stands: "order", "told" (present), "bare" (after «may», «to»)."""

    generic = False  # whether the event being said is of kinds: a permission, a claim

    # -- verbs --------------------------------------------------------------------------------------------------

    def agrees(self, base: str, subject: n.Term | None) -> str:
        """The present of a verb for its subject: has/have, is/are, attacks/attack."""
        plural = isinstance(subject, n.You) or (subject is not None and self.number_of(subject) == "p")
        if base == "be":
            return "are" if plural else "is"
        if base == "have":
            return "have" if plural else "has"
        head, space, tail = base.partition(" ")
        return base if plural else third_person(head) + space + tail

    def subject(self, term: n.Term) -> str:
        if isinstance(term, n.Candidate) or (isinstance(term, n.Var) and term.name in self.said.described):
            return ""
        again = term == self.said.topic and isinstance(term, n.Self) and self.naming is None
        if not isinstance(term, n.You):
            self.said.topic = term
        return "it" if again else self.participant(term)

    def participant(self, term: n.Term) -> str:
        """A participant of an event; of a permission or a claim it is a kind, said in the plural."""
        if isinstance(term, n.Select) and term.quantity is n.Quantity.ALL and self.generic:
            return self.select(term, bare=True, number="p")
        return self.term(term)

    def clause(
        self, subject: n.Term, base: str, rest: str, form: str = "told", *, negated: bool = False, adverb: str = ""
    ) -> str:
        """A clause with an English verb of the language itself."""
        if form == "bare" or (form == "order" and isinstance(subject, n.You)):
            return spaced("not" if negated else "", adverb, base, rest)
        if negated:
            verb = f"{self.agrees('be', subject)} not" if base == "be" else f"{self.agrees('do', subject)} not {base}"
        else:
            verb = self.agrees(base, subject)
        if base == "be":
            return spaced(self.subject(subject), verb, adverb, rest)
        return spaced(self.subject(subject), adverb, verb, rest)

    def event(
        self,
        event: n.Event,
        form: str = "told",
        *,
        negated: bool = False,
        perfect: bool = False,
        modal: str = "",
        adverb: str = "",
        only: str | None = None,
        free: bool = False,
        pattern: bool = False,
        generic: bool = False,
    ) -> str:
        """An event as a clause: «break a Preghiera», «it is attacked by a Luce», «may attack»."""
        self.generic = generic
        if generic:
            event = evolve(event, roles=tuple(evolve(r, value=as_kind(r.value)) for r in event.roles))
        subject, passive = self._voice(event, pattern and only is None)
        verb = self.words.english(event.verb)
        said = self.subject(subject) if subject is not None else "it"
        after = spaced(adverb) if not modal else ""
        with self.said.about(subject if subject is not None else self.said.subject):
            rest = self._complements(event, subject, passive, only)
        paid = "for free" if free else ""
        if modal:
            word = spaced(modal, adverb, "be " + verb.participle if passive else verb.base)
            return spaced(said, word, *rest, paid)
        if form == "bare" or (form == "order" and isinstance(subject, n.You)):
            return spaced(
                "not" if negated else "", after, f"be {verb.participle}" if passive else verb.base, *rest, paid
            )
        no = spaced("not" if negated else "", adverb)
        if perfect or passive:
            been = "been" if perfect and passive else ""
            helper = self.agrees("have" if perfect else "be", subject)
            return spaced(said, helper, no, been, verb.participle, *rest, paid)
        if negated:
            return spaced(said, self.agrees("do", subject), no, verb.base, *rest, paid)
        return spaced(said, adverb, self.agrees(verb.base, subject), *rest, paid)

    def _voice(self, event: n.Event, pattern: bool) -> tuple[n.Term | None, bool]:
        agent, thing = role(event, "agent"), role(event, "object")
        if agent is None:
            return thing, thing is not None
        first = isinstance(thing, n.Self | n.Candidate) or (isinstance(thing, n.Select) and thing.pick is n.Pick.TARGET)
        if pattern and first and not isinstance(agent, n.Self | n.You | n.Candidate):
            return thing, True
        return agent, False

    def _complements(self, event: n.Event, subject: n.Term | None, passive: bool, only: str | None) -> list[str]:
        out: list[str] = []
        for part in sorted(event.roles, key=lambda r: _ORDER.get(r.name, 9)):
            if (part.name == "agent" and not passive) or (part.value is subject and part.name in ("agent", "object")):
                continue
            words = self._complement(event, part)
            out.append(f"only {words}" if only == part.name else words)
        if self._counts_one(event):
            out.append(self.counted(n.Num(1), self.counted_noun(event.verb)))
        if event.manner and role(event, "into") is None:
            thing = role(event, "object")
            number: Number = self.number_of(thing) if thing is not None else "s"
            out.append(f"as {' or '.join(self._manner(word, number) for word in event.manner)}")
        if event.cause is not None:
            out.append(f"because of the {self.noun(event.cause)}")
        return out

    def _manner(self, word: str, number: Number) -> str:
        if word == "chosen":
            return word
        return self.noun(word, "p") if number == "p" else indefinite(word)

    def _counts_one(self, event: n.Event) -> bool:
        frame = self.words.frame(event.verb)
        return frame is not None and frame.counted and not any(r.name in ("number", "object") for r in event.roles)

    def _complement(self, event: n.Event, part: n.Role) -> str:
        value = part.value
        if part.name == "number":
            return self.counted(value, self.counted_noun(event.verb))  # type: ignore[arg-type]
        if part.name == "agent":
            return f"by {self.participant(value)}"  # type: ignore[arg-type]
        if isinstance(value, n.Place):
            return self._toward(value, part.name)
        if part.name == "as":
            bare = isinstance(value, n.Select)
            return f"as {indefinite(self.select(value, bare=True)) if bare else self.term(value)}"  # type: ignore[arg-type]
        verb = self.words.english(event.verb)
        name = self.words.object_role(event.verb) if part.name == "object" else part.name
        preposition = verb.preposition if part.name == "object" and verb.preposition else _PREPOSITIONS.get(name, "")
        taking, self.taking = self.taking, part.name == "object"
        words = self.participant(value)  # type: ignore[arg-type]
        self.taking = taking
        return spaced(preposition, words)

    def _toward(self, place: n.Place, name: str) -> str:
        if name == "from":
            end = f"the {place.end} of " if place.end is not None else ""
            return f"from {end}{self.place(evolve(place, end=None, depth=None, first=False))}"
        where = self.where(place)
        return where.replace("in ", "to ", 1) if name in ("to", "into") and where.startswith("in ") else where

    def counted_noun(self, verb: str) -> str:
        frame = self.words.frame(verb)
        for form in frame.forms if frame is not None else ():
            what = role(form, "object") or role(form, "number")
            if isinstance(what, n.Select):
                return what.noun
        return self.words.implied_noun()

    def tried(self, event: n.Event) -> str:
        return self.event(event, modal="would", pattern=True)

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, condition: n.Condition, *, negated: bool = False) -> str:
        """A condition as a clause without its «if»."""
        match condition:
            case n.And(parts=parts):
                return (" or " if negated else " and ").join(self.condition(part, negated=negated) for part in parts)
            case n.Or(parts=parts):
                return (" and " if negated else " or ").join(self.condition(part, negated=negated) for part in parts)
            case n.Not(part=part):
                return self.condition(part, negated=not negated)
            case n.Compare():
                return self._compare(condition, _OPPOSITE_OP[condition.op] if negated else condition.op)
            case n.Happened(event=event, times=times):
                many = f"{self.amount(times)} times" if times is not None and times != n.Num(1) else ""
                return spaced(
                    self.event(event, negated=negated, perfect=True, pattern=True), many, self._within(condition)
                )
            case n.Would(event=event):
                return self.event(event, modal="would not" if negated else "would", pattern=True)
            case n.Can(event=event):
                return self.event(event, modal="cannot" if negated else "can", pattern=True)
            case n.Holds(claim=claim):
                return self.claim(claim, negated=negated)
            case n.Did():
                return "you do not" if negated else "you do"
            case n.EveryOne(what=what, condition=inner):
                with self.said.testing(Features("f", "p")):
                    return spaced("not" if negated else "", self.term(what), self.condition(inner))
            case n.Parity(of=of, even=even):
                return f"{self.amount(of)} is {'even' if even is not negated else 'odd'}"
            case n.During():
                return spaced("it is", "not" if negated else "", self._period(condition))
            case _:
                return self._state(condition, negated)

    def claim(self, claim: n.Claim, *, negated: bool = False, form: str = "told") -> str:
        raise NotImplementedError

    def _period(self, during: n.During) -> str:
        first = "first " if during.first else ""
        tail = " of the game" if during.first else ""
        return self.owned(first + self.noun(during.period), during.of) + tail

    def _within(self, happened: n.Happened) -> str:
        if happened.within is None:
            return ""
        return f"in {'the previous' if happened.previous else 'this'} {self.noun(happened.within)}"

    def _state(self, condition: n.Condition, negated: bool) -> str:
        match condition:
            case n.IsStatus(of=of, status=status):
                return self.clause(of, "be", self.status(status), negated=negated)
            case n.IsKind(of=of, noun=noun):
                return self.clause(of, "be", indefinite(self.noun(noun)), negated=negated)
            case n.HasMember(of=of, member=member, value=value):
                plain = self.number_of(of) == "p"
                word = (
                    (member if plain else indefinite(member))
                    if isinstance(member, str)
                    else f"of the {value} of {self.term(member)}"
                )
                return self.clause(of, "be", word, negated=negated)
            case n.HasKeyword(of=of, keyword=keyword):
                return self.clause(of, "have", keyword, negated=negated)
            case n.Same(left=left, right=right):
                return self.clause(left, "be", self.term(right), negated=negated)
            case n.SharesMember(value=value, left=left, right=right):
                return self.clause(left, "be", f"of the same {value} as {self.term(right)}", negated=negated)
            case n.IsIn(of=of, place=place):
                return self.clause(of, "be", self.where(place), negated=negated)
            case n.Linked(of=of, to=to):
                return self.clause(
                    of, "be", spaced("attached", f"to {self.term(to)}" if to is not None else ""), negated=negated
                )
            case n.ControlledBy(of=of, by=by):
                return self.clause(of, "be", f"controlled by {self.term(by)}", negated=negated)
            case _:
                raise TypeError(f"{type(condition).__name__} is no condition")

    def _compare(self, condition: n.Compare, op: str) -> str:
        left, right = condition.left, condition.right
        if isinstance(left, n.Count):
            return self._count_compared(left.what, op, right)
        if isinstance(left, n.ValueOf) and left.of is not None and isinstance(right, n.Num):
            with self.said.about(left.of):
                return self.clause(left.of, "have", self._value_compared(evolve(condition, op=op)))
        verb = "are" if isinstance(left, n.ValueOf) and self.words.is_plural_name(left.value) else "is"
        if op == "==" and right == n.Var("scelta"):
            return f"{self.amount(left)} {verb} as chosen"
        if op == "==" and not isinstance(right, n.ValueOf | n.Count | n.Compute | n.Total):
            return f"{self.amount(left)} {verb} {self.amount(right)}"
        return f"{self.amount(left)} {verb} {self.against(op, right)}"

    def _count_compared(self, what: n.Select, op: str, right: n.Number | n.Term) -> str:
        described = [n.Var(name) for name in self.said.described]
        host = next((c for c in what.where if isinstance(c, n.Linked) and c.to in described), None)
        if host is not None and host.to is not None:
            what = evolve(what, where=tuple(c for c in what.where if c is not host))
            noun = self.select(what, bare=True, number="s" if right == n.Num(1) else "p")
            return self.clause(host.to, "have", self.enough(op, right, noun))
        owner = next((c for c in what.where if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate)), None)
        rest = what if owner is None else evolve(what, where=tuple(c for c in what.where if c is not owner))
        number = "s" if right == n.Num(1) else "p"
        holder = owner.by if owner is not None else what.place.of if what.place is not None else None
        with self.said.about(holder if holder is not None else self.said.subject):
            noun = self.select(rest, bare=True, number=number)  # type: ignore[arg-type]
        if holder is not None and isinstance(right, n.Count) and (other := self._rival(rest, right)) is not None:
            like = {">": "more {} than", "<": "fewer {} than", "==": "as many {} as"}.get(
                op, "a different number of {} than"
            )
            like = {">=": "at least as many {} as", "<=": "at most as many {} as"}.get(op, like)
            return self.clause(holder, "have", f"{like.format(noun)} {self.term(other)}")
        amount = self.enough(op, right, noun)
        if holder is not None:
            return self.clause(holder, "have", amount)
        return f"there {'is' if number == 's' else 'are'} {amount}"

    def _rival(self, rest: n.Select, right: n.Count) -> n.Term | None:
        owner = next((c for c in right.what.where if isinstance(c, n.ControlledBy)), None)
        if owner is not None:
            bare = evolve(right.what, where=tuple(c for c in right.what.where if c is not owner), bind=None)
            return owner.by if bare == evolve(rest, bind=None) else None
        if right.what.place is not None and right.what.place.of is not None:
            return right.what.place.of
        return None

    def enough(self, op: str, right: n.Number | n.Term, noun: str) -> str:
        if right == n.Num(0) and op == "==":
            return f"no {noun}"
        words = {
            "==": "exactly",
            ">=": "at least",
            "<=": "at most",
            ">": "more than",
            "<": "fewer than",
            "!=": "not exactly",
        }
        return f"{words[op]} {self.amount(right)} {noun}"

    # -- time ---------------------------------------------------------------------------------------------------

    def duration(self, duration: n.Duration | None) -> str:
        if duration is None:
            return ""
        period = self.noun(duration.period or "")
        match duration.stretch:
            case n.Stretch.THIS:
                return f"until the end of this {period}"
            case n.Stretch.NEXT:
                return f"during {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.THROUGH_NEXT:
                return f"until the end of {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.AFTER_NEXT:
                return f"in 2 {self.noun(duration.period or '', 'p')}"
            case n.Stretch.UNTIL_START:
                return f"until {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.WHILE:
                return f"as long as {self.condition(duration.condition)}" if duration.condition is not None else ""

    def moment(self, moment: n.Moment) -> str:
        return f"at the {'end' if moment.end else 'beginning'} of {self.owned(self.noun(moment.period), moment.of)}"

    def _against_foe(self, condition: n.Condition) -> str | None:
        """«during a clash against a card of another Forma»: of the subject, and the other one in it."""
        match condition:
            case n.And(parts=(n.And() as inner, *rest)) if (first := self._against_foe(inner)) is not None:
                return f"{first}, {self.when(rest[0] if len(rest) == 1 else n.And(tuple(rest)))}"
            case n.And(parts=(n.During(period=period), n.Compare(left=n.Count(what=foe), op=">="), *rest)):
                other = n.Not(n.Same(n.Candidate(), n.Self()))
                declared = self.words.vocabulary.nouns.get(foe.noun)
                if other not in foe.where or declared is None or not declared.participants:
                    return None
                where = tuple(c for c in foe.where if c != other)
                card = n.Select(self.words.implied_noun(), where, number=n.Num(1))
                said = f"during {indefinite(self.noun(period))} against {self.term(card)}"
                return f"{said}, {self.when(rest[0] if len(rest) == 1 else n.And(tuple(rest)))}" if rest else said
            case _:
                return None

    def when(self, condition: n.Condition) -> str:
        if (foe := self._against_foe(condition)) is not None:
            return foe
        if isinstance(condition, n.During) and not condition.first:
            declared = self.words.vocabulary.periods.get(condition.period)
            if condition.of is None and declared is not None and declared.participants:
                return f"during {indefinite(self.noun(condition.period))}"
            return f"during {self._period(condition)}"
        return f"if {self.condition(condition)}"

    def occasion(
        self, when: n.Event | n.Moment, *, before: bool = False, at_once: bool = False, once: bool = False
    ) -> str:
        if isinstance(when, n.Moment):
            return self.moment(when)
        word = "right before" if before else "right after" if at_once else "the next time" if once else "when"
        return f"{word} {self.event(when, pattern=True)}"

    def limit(self, limit: n.Number | None, per: str | None) -> str:
        if limit is None:
            return ""
        times = {"1": "once", "2": "twice"}.get(self.amount(limit), f"{self.amount(limit)} times")
        return f"{times} per {self.noun(per)}" if per is not None else times


class EnglishEffects(EnglishClauses):
    """What is done."""

    def effect(self, effect: n.Effect, form: str = "order", *, adverb: str = "") -> str:
        match effect:
            case n.Do(event=event, free=free):
                return self.event(event, form, adverb=adverb, free=free)
            case n.Sequence(parts=parts) if len(parts) > 1 and all(self._can_share(parts[0], part) for part in parts[1:]):
                return self.standing(parts, form)  # type: ignore[arg-type]
            case n.Sequence(parts=parts):
                said = [self.effect(part, form, adverb=adverb if i == 0 else "") for i, part in enumerate(parts)]
                if form == "bare":
                    return listed(said, "and")
                return ", then ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
            case n.Modify() | n.Grant() | n.Suppress() | n.BecomesStatus() | n.Allow() | n.Claim():
                return self.standing((effect,), form)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                rest = "" if otherwise is None else f"; otherwise, {self.effect(otherwise, form)}"
                return f"{self.when(condition)}, {self.effect(then, form)}{rest}"
            case n.Cost(pay=pay, then=then):
                return f"{self.effect(pay, form, adverb=adverb)} to {self.effect(then, 'bare')}"
            case n.May(who=who, effect=inner, otherwise=otherwise):
                rest = "" if otherwise is None else f"; otherwise, {self.effect(otherwise, form)}"
                with self.said.about(who):
                    return spaced(self.term(who), "may", adverb, self.effect(inner, "bare")) + rest
            case n.ChooseOne(options=options, number=number, who=who):
                many = "one" if number == 1 else str(number)
                return f"{self.clause(who, 'choose', many, form)}: {'; or '.join(self.effect(o) for o in options)}"
            case n.Watch():
                return self._watch(effect)
            case _:
                return self._other(effect, form)

    # -- standing effects ---------------------------------------------------------------------------------------

    def standing(self, effects: Sequence[n.Standing], form: str = "told", *, alone: bool = False) -> str:
        said: list[str] = []
        rest = list(effects)
        while rest:
            group = [rest.pop(0)]
            while rest and self._can_share(group[0], rest[0]):
                group.append(rest.pop(0))
            said.append(self._together(group, form, alone))
        return listed(said, "and")

    def _is_had(self, effect: n.Effect) -> bool:
        if isinstance(effect, n.Grant):
            return not effect.lose
        numeric = isinstance(effect, n.Modify) and effect.op is not n.Operation.TIMES
        return numeric and not isinstance(effect.amount, n.Member | n.ChosenMember | n.Lookup)  # type: ignore[union-attr]

    def _can_share(self, first: n.Effect, second: n.Effect) -> bool:
        if not (isinstance(first, n.Modify | n.Grant) and isinstance(second, n.Modify | n.Grant)):
            return False
        alike = (first.duration, first.always) == (second.duration, second.always)
        recalled = isinstance(first.target, n.Select) and second.target == n.Var(first.target.bind or "")
        same = first.target == second.target or recalled
        return alike and same and self._is_had(first) and self._is_had(second)

    def _together(self, group: Sequence[n.Standing], form: str, alone: bool) -> str:
        first = group[0]
        if not isinstance(first, n.Modify | n.Grant) or not self._is_had(first):
            return self._one(first, form)
        plain = isinstance(first.target, n.Self) and first.duration is None and not first.always
        if alone and plain and len(group) == 1 and all(isinstance(e, n.Grant) and e.keyword for e in group):
            return listed([e.keyword or "" for e in group if isinstance(e, n.Grant)], "and")
        with self.said.about(first.target), self.said.of_each(Features("f", self.number_of(first.target))):
            parts = [self._had(e) for e in group if isinstance(e, n.Modify | n.Grant)]
        return self._lasting(
            first, self.clause(first.target, "have", listed(parts, "and"), _told(form), adverb=_always(first))
        )

    def _lasting(self, effect: n.Standing, said: str) -> str:
        return spaced(said, self.duration(effect.duration))

    def _had(self, effect: n.Modify | n.Grant) -> str:
        if isinstance(effect, n.Grant):
            if effect.slot is not None:
                return f"also {self.term(effect.slot)}"
            return effect.keyword or f"also the effect: “{self.quoted(effect.text)}”"
        value = spaced("original" if effect.on_printed else "", effect.value)
        if effect.op is n.Operation.ADD:
            return self.signed(effect.amount, value)
        return f"{value} equal to {self.amount(effect.amount)}"

    def quoted(self, text: n.Text | None) -> str:
        raise NotImplementedError

    def _one(self, effect: n.Standing, form: str) -> str:
        match effect:
            case n.Modify():
                return self._lasting(effect, self._set_member(effect, form))
            case n.Grant(target=target, keyword=keyword):
                return self._lasting(effect, self.clause(target, "lose", keyword or "that effect", _told(form)))
            case n.Suppress(target=target, what=what):
                with self.said.about(target):
                    owner = self.whose(target)
                if what == "keywords":
                    return self._lasting(
                        effect, self.clause(target, "lose", f"{owner} abilities", _told(form), adverb=_always(effect))
                    )
                return self._lasting(
                    effect, self.clause(target, "have", f"{owner} effect", negated=True, adverb=_always(effect))
                )
            case n.BecomesStatus(target=target, status=status, noun=noun, negated=negated):
                if status is not None:
                    return self._lasting(
                        effect, self.clause(target, "be", self.status(status), negated=negated, adverb=_always(effect))
                    )
                rest = f"as {indefinite(self.noun(noun or ''))}"
                return self._lasting(
                    effect, self.clause(target, "count", rest, negated=negated, adverb=_always(effect))
                )
            case n.Allow():
                return self._lasting(effect, self._allow(effect))
            case n.Claim():
                return self._lasting(effect, self.claim(effect, form=form))

    def _set_member(self, effect: n.Modify, form: str) -> str:
        owned = self.owned(spaced("original" if effect.on_printed else "", effect.value), effect.target)
        amount = effect.amount
        if effect.op is n.Operation.TIMES:
            return f"{owned} is multiplied by {self.amount(amount)}"
        if effect.op is n.Operation.ADD and isinstance(amount, n.Member):
            kind = amount.name if self.number_of(effect.target) == "p" else indefinite(amount.name)
            return self.clause(effect.target, "be", f"also {kind}", adverb=_always(effect))
        if isinstance(amount, n.ChosenMember):
            return self.clause(amount.by, "choose", owned, form)
        if isinstance(amount, n.Lookup):
            return self.clause(effect.target, "be", f"of the opposite {effect.value}", adverb=_always(effect))
        return spaced(owned, "is", _always(effect), self.amount(amount))

    def _allow(self, effect: n.Allow) -> str:
        if effect.must:
            modal = "must"
        else:
            modal = "can" if effect.allowed else "cannot"
        adverb = _always(effect) if effect.allowed else ("ever" if effect.always else "")
        said = self.event(effect.event, modal=modal, adverb=adverb, only=effect.only, free=effect.free, pattern=True, generic=True)
        said = spaced(said, self.limit(effect.limit, effect.per))
        if effect.occasion is not None:
            said = f"{self.occasion(effect.occasion)}, {said}"
        return said if effect.despite is None else f"{said}, even if {self.condition(effect.despite)}"

    def claim(self, claim: n.Claim, *, negated: bool = False, form: str = "told") -> str:
        event = n.Event(claim.claim, claim.roles)
        return self.event(event, _told(form), negated=negated, adverb=_always(claim), pattern=True, generic=True)

    # -- the rest -----------------------------------------------------------------------------------------------

    def _watch(self, effect: n.Watch) -> str:
        own = effect.duration is not None and effect.duration == lasting_of(effect.effect)
        parts = ["" if own else self.duration(effect.duration), self.occasion(effect.when, once=effect.once)]
        if effect.condition is not None:
            parts.append(self.when(effect.condition))
        return ", ".join(part for part in (*parts, self.effect(effect.effect, "told")) if part)

    def _for_each(self, effect: n.ForEach, form: str) -> str:
        over = effect.over
        if not isinstance(over, n.Select):
            return f"for each of {self.term(over)}, {self.effect(effect.effect, form)}"
        each = f"each {self.select(over, bare=True, number='s')}"
        self.present(effect.bind, over.noun, "s")
        if over.noun != PLAYER:
            return f"for {each}, {self.effect(effect.effect, form)}"
        self.pending[effect.bind] = each
        start = f", starting with {self.term(effect.start)}" if effect.start is not None else ""
        return f"{self.effect(effect.effect, form)}{start}"

    def _other(self, effect: n.Effect, form: str) -> str:
        match effect:
            case n.ForEach():
                return self._for_each(effect, form)
            case n.Repeat(times=n.Count() as times, effect=inner):
                return f"{self.effect(inner, form)} {self.for_each(times)}"
            case n.Repeat(times=times, effect=inner):
                return f"{self.effect(inner, form)} {self.amount(times)} times"
            case n.Until(condition=condition, effect=inner):
                return f"{self.effect(inner, form)} until {self.condition(condition)}"
            case n.Together(parts=parts):
                return f"at the same time: {'; '.join(self.effect(part, form) for part in parts)}"
            case n.FirstTrue(parts=lines):
                return f"the first that holds: {'; '.join(self.effect(line, form) for line in lines)}"
            case n.Choose(what=what, who=who):
                return self.clause(who, "choose", self.term(what), form)
            case n.Look(what=what, who=who):
                return self.clause(who or n.You(), "look at" if who is not None else "reveal", self.term(what), form)
            case n.Move(what=what, to=n.Var() as to):
                return self.clause(what, "go", f"to {self.term(to)}")
            case n.Move(what=what, to=n.Place(zone="", of=of)) if of is not None:
                return self.clause(what, "pass", f"to {self.whose(of)} side")
            case n.Move(what=what, to=to, under=under):
                where = (
                    f"under {self.term(under)}"
                    if under is not None
                    else self._toward(to, "to")
                    if to is not None
                    else ""
                )
                return self.clause(what, "go", where)
            case n.SetStatus(what=what, status=status, on=on):
                return self.clause(
                    what, *(("become", self.status(status)) if on else ("be", f"no longer {self.status(status)}"))
                )
            case n.Change():
                return self._change(effect)
            case _:
                return self._clock(effect, form)

    def _change(self, effect: n.Change) -> str:
        plural = self.words.is_plural_name(effect.value)
        owned = self.owned(self.noun(effect.value, "p" if plural else "s"), effect.of)
        if effect.op is n.Operation.SET:
            return f"{owned} {'become' if plural else 'becomes'} {self.amount(effect.amount)}"
        amount, less = by_how_much(effect.amount)
        verb = ("decrease" if less else "increase") + ("" if plural else "s")
        return f"{owned} {verb} by {self.amount(amount)}"

    def _clock(self, effect: n.Effect, form: str) -> str:
        match effect:
            case n.Shuffle(what=what):
                return f"{self.place(what)} is shuffled"
            case n.RollDie():
                return "the die is rolled"
            case n.DrawLots(what=what):
                return f"{self.term(what)} is drawn by lot"
            case n.ChooseName(who=who, options=options):
                return self.clause(who, "choose", listed(list(options), "or"), form)
            case n.OpenWindow(window=window):
                return f"the window {window} opens"
            case n.Begin(period=period, roles=roles):
                between = listed([self.term(r.value) for r in roles], "and")  # type: ignore[arg-type]
                return f"{self.noun(period)} begins" + (
                    f" between {between}" if len(roles) > 1 else f" of {between}" if roles else ""
                )
            case n.Finish(period=period, to=to):
                return f"the {self.noun(period)} ends" if to is None else f"the {self.noun(period)} passes to {to}"
            case n.UseText(text=text, of=of):
                return f"the {text} text of {self.term(of)} is carried out"
            case n.EndGame(winner=winner, loser=loser):
                if winner is not None:
                    return self.clause(winner, "win", "the game")
                return self.clause(loser, "lose", "the game") if loser is not None else "the game ends"
            case n.CancelEvent():
                return "it does not happen"
            case _:
                raise TypeError(f"{type(effect).__name__} is no effect")


def _told(form: str) -> str:
    return "bare" if form == "bare" else "told"


def _always(effect: n.Standing) -> str:
    return "always" if effect.always else ""


def third_person(verb: str) -> str:
    """The third person of an English verb by rule: attacks, passes, carries."""
    if verb in ("have", "do", "go"):
        return {"have": "has", "do": "does", "go": "goes"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
