"""Conditions and times of canonical English."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ...vocabulary.vocabulary import is_phrase
from .. import nodes as n
from .discourse import Features
from .english_clauses import EnglishClauses
from .english_nouns import indefinite, spaced
from .parts import anyones, apiece, foe_in, two_alike, undergone, without_owner

_OPPOSITE_OP = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


#: How «it has not happened of one» begins: «no Lana has been snuffed».
_NONE: Final = {
    "a ": "no ",
    "an ": "no ",
    "one of ": "none of ",
    "another of ": "no other of ",
    "another ": "no other ",
}


class EnglishConditions(EnglishClauses):
    """What an «if» says, and how long something lasts."""

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
                if undergone(event):  # «that you have laid»
                    event = evolve(event, roles=tuple(r for r in event.roles if r.value != n.Candidate()))
                many = f"{self.amount(times)} times" if times is not None and times != n.Num(1) else ""
                said = self.event(event, negated=negated, perfect=condition.now is None, pattern=True)
                if negated and (first := next((each for each in _NONE if said.startswith(each)), None)):
                    said = self.event(event, perfect=condition.now is None, pattern=True).replace(
                        first, _NONE[first], 1
                    )
                return spaced(
                    said,
                    many,
                    self._within(condition),
                )
            case n.Would(event=event):
                return self.event(event, modal="would not" if negated else "would", pattern=True)
            case n.Can(event=event):
                return self.event(event, modal="cannot" if negated else "can", pattern=True)
            case n.Was(part=part):
                with self.in_the_past():
                    return self.condition(part, negated=negated)
            case n.Holds(claim=claim):
                return self.claim(claim, negated=negated)
            case n.PaidAlso():
                return f"you {'did not pay' if negated else 'paid'} the additional cost"
            case n.Did():
                who = "you" if self.said.yours(condition) else "they"
                return f"{who} do not" if negated else f"{who} do"
            case n.EveryOne(what=n.Select(bind=str(named)) as what, condition=inner):
                said = self.term(what)
                self.said.names[named] = evolve(self.said.names[named], told_apart=said)
                return spaced("not" if negated else "", self.condition(inner))
            case n.EveryOne(what=what, condition=inner):
                with self.said.testing(Features("f", "p")):
                    return spaced("not" if negated else "", self.term(what), self.condition(inner))
            case n.Parity(of=of, even=even):
                word = "even" if even is not negated else "odd"
                if isinstance(of, n.ValueOf) and of.of is not None and self.words.value_of_player(of.value):
                    return f"the number of {self.amount(of).removeprefix('the ')} is {word}"
                return f"{self.amount(of)} is {word}"
            case n.During():
                return spaced("it is", "not" if negated else "", self._period(condition))
            case n.AnyTime():
                return "it is any time"
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
            return "this way" if happened.this_way else ""
        if happened.previous and happened.whose is not None:
            return f"in {self.owned('previous ' + self.noun(happened.within), happened.whose)}"
        return f"in {'the previous' if happened.previous else 'this'} {self.noun(happened.within)}"

    def _state(self, condition: n.Condition, negated: bool) -> str:
        match condition:
            case n.IsStatus(of=of, status=status):
                return self.clause(of, "be", self.status(status), negated=negated)
            case n.IsKind(of=of, noun=noun):
                bare = self.words.names_players(noun) or is_phrase(noun)
                word = self.noun(noun) if bare else indefinite(self.noun(noun))
                return self.clause(of, "be", word, negated=negated)
            case n.HasMember(of=of, member=member, value=value):
                plain = self.number_of(of) == "p" or (isinstance(member, str) and self.words.bends(member))
                word = (
                    (member if plain else indefinite(member))
                    if isinstance(member, str)
                    else f"of the {value} of {self.term(member)}"
                )
                return self.clause(of, "be", word, negated=negated)
            case n.HasText(of=of, text=text):
                return self.clause(of, "have", f"the {text} text", negated=negated)
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
            case n.IsAmong(of=of, words=words):
                return self.clause(of, "be", f"among {self.amount(words)}", negated=negated)
            case n.Later(of=of, than=than, verb=verb, already=already, earlier=earlier):
                done = self.words.english(verb).participle if verb is not None else ""
                rest = spaced("already" if already else "", done, "before" if earlier else "after", self.term(than))
                return self.clause(of, "be", rest, negated=negated)
            case n.SameName(left=left, right=right):
                return self.clause(left, "have", f"the same name as {self.term(right)}", negated=negated)
            case n.Within(part=part, whole=whole):
                return f"{self.amount(part)} {'are not' if negated else 'are'} among {self.amount(whole)}"
            case n.IsCalled(of=of, name=name):
                return self.clause(of, "be", name, negated=negated)
            case n.Near() | n.IsOn() | n.IsFree():
                return self.clause(condition.of, "be", self.lies(condition), negated=negated)
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
        versus = right.what if isinstance(right, n.Count) and op in ("<", ">") else None
        if versus is not None and anyones(what) != anyones(versus) and without_owner(what) == without_owner(versus):
            these, those = (str(self.select(evolve(each, bind=None), number="p")) for each in (what, versus))
            return f"there are {'more' if op == '>' else 'fewer'} of {these} than of {those}"
        described = [n.Var(name) for name in self.said.described]
        host = next((c for c in what.where if isinstance(c, n.Linked | n.Near) and c.to in described), None)
        if host is not None and host.to is not None:
            what = evolve(what, where=tuple(c for c in what.where if c is not host))
            noun = self.select(what, bare=True, number="s" if right == n.Num(1) else "p")
            if isinstance(host, n.Near):
                many = self.said.candidate is not None and self.said.candidate.number == "p"
                noun = spaced(noun, self.words.english_direction(host.direction), "them" if many else "it")
            return self.clause(host.to, "have", self.enough(op, right, noun))
        owned = (c for c in what.where if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate))
        owner = next((c for c in owned if not getattr(c.by, "anyone", False)), None)  # "there are 2 Lane of rivals"
        rest = what if owner is None else evolve(what, where=tuple(c for c in what.where if c is not owner))
        number = "s" if right == n.Num(1) else "p"
        holder = owner.by if owner is not None else what.place.of if what.place is not None else None
        with self.said.about(holder if holder is not None else self.said.subject):
            noun = self.select(rest, bare=True, number=number)  # type: ignore[arg-type]
        than = self._than_another_kind(noun, op, holder, right)
        other = self._rival(rest, right) if holder is not None and isinstance(right, n.Count) and not than else None
        if holder is not None and other is not None:
            like = {">": "more {} than", "<": "fewer {} than", "==": "as many {} as"}.get(
                op, "a different number of {} than"
            )
            like = {">=": "at least as many {} as", "<=": "at most as many {} as"}.get(op, like)
            who = n.Var(holder.bind) if isinstance(holder, n.Select) and holder.bind else holder
            with self.said.about(who):
                whom = self.term(other)
            return self.clause(holder, "have", f"{like.format(noun)} {whom}")
        amount = than or self.enough(op, right, noun)
        if holder is not None:
            return self.clause(holder, "have", amount)
        return f"there {'is' if number == 's' else 'are'} {amount}"

    def _than_another_kind(self, noun: str, op: str, holder: n.Term | None, right: n.Number | n.Term) -> str:
        """ "more Lane than Tele": of one thing than of another, of the same player."""
        if not isinstance(right, n.Count) or op not in "<>":
            return ""
        owner = next((c for c in right.what.where if isinstance(c, n.ControlledBy)), None)
        place = right.what.place
        whose = owner.by if owner is not None else place.of if place is not None else None
        if whose != holder:
            return ""
        other = evolve(right.what, where=tuple(c for c in right.what.where if c is not owner))
        with self.said.about(holder if holder is not None else self.said.subject):
            return f"{'more' if op == '>' else 'fewer'} {noun} than {self.select(other, bare=True, number='p')}"

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
            case n.Stretch.ONCE:
                return ""
            case n.Stretch.THIS if duration.of is not None:
                return f"until the end of {self.owned(period, duration.of)}"
            case n.Stretch.THIS:
                return f"until the end of this {period}"
            case n.Stretch.SAID:
                return f"for that {period}"
            case n.Stretch.NEXT:
                return f"during {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.THROUGH_NEXT:
                return f"until the end of {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.UNTIL_START:
                return f"until {self.owned(f'next {period}', duration.of)}"
            case n.Stretch.WHILE:
                return f"as long as {self.condition(duration.condition)}" if duration.condition is not None else ""

    def moment(self, moment: n.Moment) -> str:
        noun = self.noun(moment.period)
        later = moment.next or not (moment.every or moment.end)
        which = self.owned(f"next {noun}" if later else noun, moment.of)
        return f"at the {'end' if moment.end else 'beginning'} of {which}"

    def _against_foe(self, condition: n.Condition) -> str | None:
        """«during a clash against a card of another Forma»: of the subject, and the other one in it."""
        found = foe_in(condition, self.words)
        if found is None:
            return None
        period, foe, rest = found
        said = f"during {indefinite(self.noun(period))} against {self.term(foe)}"
        return said if rest is None else f"{said}, {self.when(rest)}"

    def when(self, condition: n.Condition) -> str:
        if (foe := self._against_foe(condition)) is not None:
            return foe
        if isinstance(condition, n.During) and not condition.first:
            declared = self.words.vocabulary.periods.get(condition.period)
            if condition.of is None and declared is not None and declared.participants:
                return f"during {indefinite(self.noun(condition.period))}"
            return f"during {self._period(condition)}"
        if isinstance(condition, n.AnyTime):
            return "at any time"
        return f"if {self.condition(condition)}"

    def occasion(
        self, when: n.Event | n.Moment, *, before: bool = False, at_once: bool = False, once: bool = False
    ) -> str:
        if isinstance(when, n.Moment):
            return self.moment(when)
        word = "right before" if before else "right after" if at_once else "" if once else "when"
        word = ", ".join(part for part in ("the next time" if once else "", word) if part)
        said = f"{word} {self.event(when, pattern=True)}"
        verb = self.words.english(when.verb)
        for name, doing in zip(two_alike(when) or (), (True, False), strict=False):
            known = self.said.names.get(name)
            if known is None or known.proper is not None:
                continue
            noun = known.noun.form(known.features.number)
            told = f"the {noun} that {self.agrees(verb.base, None)}" if doing else f"the {verb.participle} {noun}"
            self.said.names[name] = evolve(known, told_apart=told)
        return said

    def limit(self, limit: n.Number | None, per: str | None, further: bool = False) -> str:
        if limit is None:
            return ""
        one, each = apiece(limit)
        if further and each is not None:
            return f"{self.limit(one, per, further)} {self.for_each(each)}"
        times = {"1": "once", "2": "twice"}.get(self.amount(limit), f"{self.amount(limit)} times")
        if further:
            times = "one more time" if limit == n.Num(1) else f"{self.amount(limit)} more times"
        return f"{times} per {self.noun(per)}" if per is not None else times
