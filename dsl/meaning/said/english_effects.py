"""What is done and what holds, in canonical English."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from .. import nodes as n
from ..at_most import at_most_said, most_of
from ..participants import doer, recalled, role
from ..targeting import ABILITIES, TARGETING
from .discourse import Features
from .english_lasting import EnglishLasting
from .english_nouns import indefinite, listed, spaced
from .parts import (
    PLAYER,
    another_amount_in_english,
    apiece,
    as_any_of_them,
    as_kind,
    by_how_much,
    done_by_who_pays,
    done_with,
    for_each_of_one,
    is_chosen,
    lasting_of,
    members_of,
    moves_his,
    of_one,
    order_in_full,
    wished_of_another,
)


class EnglishEffects(EnglishLasting):
    """What is done."""

    def effect(self, effect: n.Effect, form: str = "order", *, adverb: str = "") -> str:
        self.said.did(effect)
        match effect:
            case n.Do(ignoring=ignored) if ignored:
                return f"{self.effect(evolve(effect, ignoring=()), form)} ignoring {listed(list(ignored), 'and')}"
            case n.Do(event=event, moved=str() as moved):
                done = self.effect(evolve(effect, moved=None), form, adverb=adverb)
                self.present(moved, self.counted_noun(event.verb), "s" if of_one(event) else "p")
                return done
            case n.Do(event=event, free=free):
                return self.event(event, form, adverb=adverb, free=free)
            case n.Sequence(parts=parts) if len(parts) > 1 and all(
                self._can_share(parts[0], part) for part in parts[1:]
            ):
                return self.standing(parts, form)  # type: ignore[arg-type]
            case n.Sequence(parts=parts):
                said = [self.effect(part, form, adverb=adverb if i == 0 else "") for i, part in enumerate(parts)]
                if form == "bare":
                    return listed(said, "and")
                return ", then ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
            case n.Modify() | n.Grant() | n.Suppress() | n.BecomesStatus() | n.Allow() | n.Claim():
                return self.standing((effect,), form)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                done = f"{self.when(condition)}, {self.effect(then, form)}"  # what it presents is spoken of in the rest
                return done if otherwise is None else f"{done}; otherwise, {self.effect(otherwise, form)}"
            case n.Cost(pay=pay, then=then):
                return f"{self.effect(pay, form, adverb=adverb)} to {self.effect(then, 'bare')}"
            case n.Pay(amount=amount, who=who):
                return self.clause(who, "pay", self.amount(amount), form)
            case n.Unless(effect=inner, pay=pay):
                return f"{self.effect(inner, form, adverb=adverb)} unless {self.term(pay.who)} pays {self.amount(pay.amount)}"
            case n.May() if (most := most_of(effect)) is not None:
                return self.effect(at_most_said(most), form, adverb=adverb)
            case n.May(effect=inner) if wished_of_another(effect):
                return f"if you want, {self.effect(inner, form, adverb=adverb)}"
            case n.May(who=who, effect=inner, otherwise=otherwise):
                rest = "" if otherwise is None else f"; otherwise, {self.effect(otherwise, form)}"
                with self.said.about(who):
                    return spaced(self.term(who), "may", adverb, self.effect(inner, "bare")) + rest
            case n.ChooseOne(options=options, number=number, who=who):
                if number == 1 and not isinstance(who, n.You) and all(doer(option) == who for option in options):
                    return " or ".join(self.effect(option, form) for option in options)
                many = ways_of(effect)
                return f"{self.clause(who, 'choose', many, form)}: {'; or '.join(self.effect(o) for o in options)}"
            case n.Watch():
                return self._watch(effect)
            case n.OnNext():
                order = self.effect(order_in_full(effect), form, adverb=adverb)
                return spaced(order, self.duration(effect.duration))
            case n.Parted(label=label, parts=parts):
                return f"{label}: {' / '.join(self.effect(part) for part in parts)}"
            case n.DoPart(number=number):
                return f"the {'first' if number == 1 else 'second'} part is done"
            case n.Bear() | n.Release() | n.Integrate() | n.Lapse():
                return self.lasting(effect, form)
            case _:
                return self._other(effect, form)

    # -- standing effects ---------------------------------------------------------------------------------------

    def standing(
        self, effects: Sequence[n.Standing], form: str = "told", *, alone: bool = False, in_force: bool = False
    ) -> str:
        """Clauses of what holds; ``alone``: nothing else is said; ``in_force``: nobody chooses whom it is of."""
        said: list[str] = []
        rest = list(effects)
        while rest:
            group = [rest.pop(0)]
            while rest and self._can_share(group[0], rest[0]) and not for_each_of_one(group[-1], rest[0]):
                group.append(rest.pop(0))
            self.any_such = _of_whom(group[0]) if in_force else None
            said.append(self._together(group, form, alone and not said and not rest))
            self.any_such = None
        return listed(said, "and")

    def _is_had(self, effect: n.Effect) -> bool:
        if isinstance(effect, n.Grant):
            return not effect.lose
        numeric = isinstance(effect, n.Modify) and effect.op is not n.Operation.TIMES
        return numeric and not isinstance(effect.amount, n.Member | n.ChosenMember | n.Lookup)  # type: ignore[union-attr]

    def _can_share(self, first: n.Effect, second: n.Effect) -> bool:
        if not (isinstance(first, n.Modify | n.Grant) and isinstance(second, n.Modify | n.Grant)):
            return False
        alike = (first.duration, first.always, first.family) == (second.duration, second.always, second.family)
        same = second.target in (first.target, recalled(first.target))
        return alike and same and self._is_had(first) and self._is_had(second)

    def _together(self, group: Sequence[n.Standing], form: str, alone: bool) -> str:
        first = group[0]
        if not isinstance(first, n.Modify | n.Grant) or not self._is_had(first):
            return self._one(first, form)
        plain = isinstance(first.target, n.Self) and not (first.duration or first.family or first.always)
        if alone and plain and len(group) == 1 and all(isinstance(e, n.Grant) and e.keyword for e in group):
            return listed([e.keyword or "" for e in group if isinstance(e, n.Grant)], "and")
        self.term(first.target)  # what is had may speak of it
        with self.said.about(first.target), self.said.of_each(Features("f", self.number_of(first.target))):
            parts = [self._had(e) for e in group if isinstance(e, n.Modify | n.Grant)]
        if form == "bare" and not isinstance(first.target, n.Self | n.You):
            said = spaced(_always(first), "give", self.term(first.target), listed(parts, "and"))
            return self._lasting(first, said)
        return self._lasting(
            first, self.clause(first.target, "have", listed(parts, "and"), _told(form), adverb=_always(first))
        )

    def _lasting(self, effect: n.Standing, said: str) -> str:
        kind = self.kind_said(effect) if isinstance(effect, n.Modify | n.Grant) else ""
        return spaced(said, self.duration(effect.duration), kind)

    def _had(self, effect: n.Modify | n.Grant) -> str:
        if isinstance(effect, n.Grant):
            if effect.slot is not None:
                return f"also {self.term(effect.slot)}"
            return effect.keyword or f"also the effect: “{self.quoted(effect.text)}”"
        value = spaced("original" if effect.on_printed else "", self.value(effect.value))
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
                if status is not None and (zone := self.words.shown_zone(status)) is not None:
                    open_zone = f"with {'your' if isinstance(target, n.You) else 'their'} {zone} revealed"
                    return self._lasting(
                        effect,
                        self.clause(target, "play", open_zone, _told(form), negated=negated, adverb=_always(effect)),
                    )
                if status is not None:
                    return self._lasting(
                        effect, self.clause(target, "be", self.status(status), negated=negated, adverb=_always(effect))
                    )
                rest = f"as {indefinite(self.noun(noun or ''))}"
                return self._lasting(
                    effect, self.clause(target, "count", rest, negated=negated, adverb=_always(effect))
                )
            case n.Allow():
                said = self._allow(effect)
                return said if effect.despite is not None else self._lasting(effect, said)
            case n.Claim():
                return self._lasting(effect, self.claim(effect, form=form))

    def _set_member(self, effect: n.Modify, form: str) -> str:
        owned = self.owned(spaced("original" if effect.on_printed else "", self.value(effect.value)), effect.target)
        amount = effect.amount
        if effect.op is n.Operation.TIMES:
            return f"{owned} is doubled" if amount == n.Num(2) else f"{owned} is multiplied by {self.amount(amount)}"
        declared = self.words.vocabulary.values.get(effect.value)
        if declared is not None and declared.kind == "bag" and effect.op is n.Operation.ADD:
            one = amount.of[-1] if isinstance(amount, n.Compute) else amount
            many = self.amount(amount.of[0]) if isinstance(amount, n.Compute) else "one"
            name = one.name if isinstance(one, n.Member) else f"{effect.value} of your choice"
            return self.clause(effect.target, "have", f"{many} more {name}", adverb=_always(effect))
        if effect.op is n.Operation.ADD and isinstance(amount, n.Member):
            kind = amount.name if self.number_of(effect.target) == "p" else indefinite(amount.name)
            return self.clause(effect.target, "be", f"also {kind}", adverb=_always(effect))
        if isinstance(amount, n.ChosenMember):
            return self.clause(amount.by, "choose", owned, form)
        if isinstance(amount, n.Lookup):
            return self.clause(effect.target, "be", f"of the opposite {effect.value}", adverb=_always(effect))
        return spaced(owned, "is", _always(effect), self.amount(amount))

    def _allow(self, effect: n.Allow) -> str:
        if effect.event.verb == TARGETING:
            return self._targeted(effect)
        if effect.price is not None:
            return self._costs_so_much_more(effect, effect.price)
        if effect.must:
            modal = "must"
        else:
            modal = "can" if effect.allowed else "cannot"
        effect, noun = as_any_of_them(effect, self.words.controllers)
        occasion = f"{self.occasion(effect.occasion)}, " if effect.occasion is not None else ""
        adverb = _always(effect) if effect.allowed else ("ever" if effect.always else "")
        said = self.event(
            effect.event, modal=modal, adverb=adverb, only=effect.only, free=effect.free, pattern=True, generic=True
        )
        said = spaced(said, self.limit(effect.limit, effect.per, effect.further))
        if effect.ignoring:
            said = f"{said} ignoring {listed(list(effect.ignoring), 'and')}"
        said = f"{occasion}{said}"
        if effect.despite is None:
            return said
        with self.said.of_each(Features(number="p") if noun is not None else self.said.candidate):
            they = "they " if noun is not None else ""
            return f"{self._lasting(effect, said)}, even if {they}{self.condition(effect.despite)}"

    def _costs_so_much_more(self, effect: n.Allow, price: n.Surcharge) -> str:
        shown, less = by_how_much(price.amount)
        one, each = apiece(shown)
        noun = self.noun(price.value, "s" if one == n.Num(1) else "p")
        more = "" if price.instead else "fewer" if less else "more"
        much = spaced(self.amount(one), more, noun, self.for_each(each) if each is not None else "")
        who = price.who or as_kind(role(effect.event, "agent") or n.You())
        doer = done_with(effect)
        using = spaced("with", self.term(doer)) if doer is not None else ""
        done = self.event(done_by_who_pays(effect.event), form="bare", pattern=True)
        return self.clause(who, "spend", spaced(much, "to", done, using))

    def _targeted(self, effect: n.Allow) -> str:
        who, what, by = (role(effect.event, name) for name in ("agent", "object", "by"))
        names = {ABILITIES: "abilities"}
        kinds = [names.get(each.noun, each.noun) for each in members_of(by) if isinstance(each, n.Select)]
        of = f"the target of {' and '.join(kinds)}" if kinds else "a target"
        whose = f"of {self.term(who)}" if who is not None else ""
        verb = "can be" if effect.allowed else "cannot be"
        assert what is not None
        whom = self.term(as_kind(what)).removeprefix("all ")
        return spaced(whom, verb, of, whose, self.duration(effect.duration))

    def claim(self, claim: n.Claim, *, negated: bool = False, form: str = "told") -> str:
        event = n.Event(claim.claim, claim.roles)
        undergone = not self.words.object_role(claim.claim)  # «win ties against» has no passive
        return self.event(event, _told(form), negated=negated, adverb=_always(claim), pattern=undergone, generic=True)

    # -- the rest -----------------------------------------------------------------------------------------------

    def _watch(self, effect: n.Watch) -> str:
        own = effect.duration is not None and effect.duration == lasting_of(effect.effect)
        parts = [
            "" if own else self.duration(effect.duration),
            self.occasion(effect.when, before=effect.before, at_once=effect.at_once, once=effect.once),
        ]
        if effect.condition is not None:
            parts.append(self.when(effect.condition))
        return ", ".join(part for part in (*parts, self.effect(effect.effect, "told")) if part)

    def _for_each(self, effect: n.ForEach, form: str) -> str:
        over = effect.over
        if isinstance(over, n.Opponent):
            self.present(effect.bind, PLAYER, "s")
            self.pending[effect.bind] = "each opponent"
            return self.effect(effect.effect, form)
        if not isinstance(over, n.Select):
            return f"for each of {self.term(over)}, {self.effect(effect.effect, form)}"
        each = f"each {self.select(evolve(over, bind=effect.bind), bare=True, number='s')}"
        self.present(effect.bind, over.noun, "s")
        if over.noun != PLAYER:
            return f"for {each}, {self.effect(effect.effect, form)}"
        start = f", starting with {self.term(effect.start)}" if effect.start is not None else ""
        if start and isinstance(effect.effect, n.Sequence):
            each, start = f"{each}{start},", ""
        self.pending[effect.bind] = each
        self.said.loop = effect.bind
        inner = effect.effect
        if isinstance(inner, n.If) and inner.otherwise is None:
            said = f"{self.effect(inner.then, form)}{start}"
            with self.said.about(n.Var(effect.bind)):
                return f"{said} {self.when(inner.condition)}"
        return f"{self.effect(inner, form)}{start}"

    def _prevented(self, effect: n.Prevent, form: str) -> str:
        """«prevent the next 3 Danni dealt to target Lanterna»."""
        born = f"of the {self.noun(effect.when.cause)}" if effect.when.cause is not None else ""
        event = evolve(effect.when, cause=None)
        noun = self.noun(self.counted_noun(event.verb), "s" if effect.once else "p")
        next_ones = f"the next {self.amount(effect.amount)} {noun}" if effect.amount is not None else f"all {noun}"
        much = f"the next {noun}" if effect.once else next_ones
        done = self.words.english(event.verb).participle if event.roles else ""
        others = self._complements(event, None, True, None)
        others = others[: len(event.roles)] + (others[-1:] if event.by is not None else [])
        return spaced(
            self.clause(n.You(), "prevent", spaced(much, born, done, *others), form), self.duration(effect.duration)
        )

    def _other(self, effect: n.Effect, form: str) -> str:
        match effect:
            case n.ForEach():
                return self._for_each(effect, form)
            case n.OfAnother(who=who, verb=verb, number=number, received=True):
                suffers = spaced(self.agrees("be", who), self.words.english(verb).participle)
                return spaced(self.subject(who), suffers, another_amount_in_english(number))
            case n.OfAnother(who=who, verb=verb, number=number):
                return self.clause(who, self.words.english(verb).base, another_amount_in_english(number))
            case n.Prevent():
                return self._prevented(effect, form)
            case n.Meanwhile(when=when, instead=inner, duration=duration, once=once, happens=happens):
                lasting = f"{held}," if (held := self.duration(duration)) else ""
                upon = "the next time" if once else "when" if happens else "if"
                occasion = self.event(when, modal="" if happens else "would", pattern=True)
                if isinstance(inner, n.CancelEvent):
                    return spaced(lasting, f"{upon} {occasion}, that does not happen")
                return spaced(lasting, f"{upon} {occasion}, {self.effect(inner, form)} instead")
            case n.ForATime(effect=inner, duration=duration):
                return spaced(self.effect(inner, form), self.duration(duration))
            case n.Repeat(times=times, effect=inner, again=True):
                much = self.for_each(times) if isinstance(times, n.Count | n.ValueOf) else f"{self.amount(times)} times"
                much = "once" if times == n.Num(1) else much
                return f"{self.effect(inner, form)}. Repeat this effect {much}"
            case n.Repeat(times=n.Count() | n.ValueOf() as times, effect=inner):
                return f"{self.effect(inner, form)} {self.for_each(times)}"
            case n.Repeat(
                times=n.Compute(op=n.Arithmetic.LEAST, of=(n.Count() as times, n.Num(value=most))), effect=inner
            ):
                return f"{self.effect(inner, form)} {self.for_each(times)} (at most {most})"
            case n.Repeat(times=times, effect=inner):
                return f"{self.effect(inner, form)} {self.amount(times)} times"
            case n.Until(condition=condition, effect=inner):
                return f"{self.effect(inner, form)} until {self.condition(condition)}"
            case n.Together(parts=parts):
                return f"at the same time: {'; '.join(self.effect(part, form) for part in parts)}"
            case n.FirstTrue(parts=lines):
                return f"the first that holds: {'; '.join(self.effect(line, form) for line in lines)}"
            case n.Choose(what=what, who=who):
                return spaced(self.clause(who, "choose", "", form), self.term(what))
            case n.Look(what=what, who=who):
                return self.clause(who or n.You(), "look at" if who is not None else "reveal", self.term(what), form)
            case n.Move() | n.Swap():
                return self._moved(effect, form)
            case n.Share(event=event, amount=amount, among=among):
                done = n.Do(evolve(event, roles=(*event.roles, n.Role("number", amount))))
                return f"{self.effect(done, form)} divided as you choose among {self.term(among)}"
            case n.Exchange(values=values, of=of, duration=duration):
                both = listed([self.amount(n.ValueOf(values[0], each)) for each in of], "and")
                if len(values) == 2:
                    both = f"the {self.value(values[0])} and the {self.value(values[1])} of {self.term(of[0])}"
                return spaced(self.clause(n.You(), "exchange", both, form), self.duration(duration))
            case n.SetStatus(what=what, status=status, on=on):
                return self.clause(
                    what, *(("become", self.status(status)) if on else ("be", f"no longer {self.status(status)}"))
                )
            case n.Change():
                return self._change(effect)
            case _:
                return self._clock(effect, form)

    def _into(self, to: n.Place) -> str:
        there = self._toward(to, "to")
        return there.replace("to ", "into ", 1) if there.startswith("to ") else there

    def _moved(self, effect: n.Move | n.Swap, form: str) -> str:
        """What is put somewhere or goes there, and what changes places."""
        match effect:
            case n.Move(what=what, on=on) if on is not None:
                if is_chosen(what) or form == "bare":
                    return self.clause(n.You(), "put", f"{self.term(what)} on {self.term(on)}", form)
                return self.clause(what, "go", f"onto {self.term(on)}")
            case n.Move(what=what, to=n.Var() as to):
                return self.clause(what, "go", f"to {self.term(to)}")
            case n.Move(what=what, to=n.Place(zone="", of=of)) if of is not None:
                return self.clause(what, "pass", f"to {self.whose(of)} side")
            case n.Move(what=what, to=n.Place() as to, covered=covered) if is_chosen(what) or form == "bare":
                face = {True: " face down", False: " face up", None: ""}[covered] + " in any order" * effect.ordered
                if self.said.loop in self.pending and moves_his(effect, self.said.loop):  # «each player puts …»
                    each = self.term(n.Var(self.said.loop or ""))
                    with self.said.about(n.Var(self.said.loop or "")):
                        return f"{each} puts {self.term(what)} {self._into(to)}{face}"
                taking, self.taking = self.taking, True
                put = self.term(what)
                self.taking = taking
                return self.clause(n.You(), "put", f"{put} {self._into(to)}{face}", form)
            case n.Move(what=what, to=to, under=under):
                where = (
                    f"under {self.term(under)}"
                    if under is not None
                    else self._toward(to, "to")
                    if isinstance(to, n.Place)
                    else f"to {self.term(to)}"
                    if to is not None
                    else ""
                )
                return self.clause(what, "go", where + " in any order" * effect.ordered)
            case n.Swap(what=n.Select() as what):
                return self.clause(n.You(), "swap", f"the places of {self.term(what)}", form)
            case n.Swap(what=n.Group(members=(one, other)), piles=True):
                return self.clause(n.You(), "swap", f"{self.term(one)} with {self.term(other)}", form)
            case n.Swap(what=n.Group(members=(one, other))) if form == "bare":
                return self.clause(n.You(), "swap", f"the places of {self.term(one)} and {self.term(other)}", form)
            case n.Swap(what=what):
                return self.clause(what, "swap", "places")

    def _change(self, effect: n.Change) -> str:
        plural = self.words.is_plural_name(effect.value)
        owned = self.owned(self.noun(effect.value, "p" if plural else "s"), effect.of)
        if effect.op is n.Operation.SET:
            return f"{owned} {'become' if plural else 'becomes'} {self.amount(effect.amount)}"
        if effect.op is n.Operation.TIMES:
            return f"{owned} {'are' if plural else 'is'} doubled"
        amount, less = by_how_much(effect.amount)
        verb = ("decrease" if less else "increase") + ("" if plural else "s")
        return f"{owned} {verb} by {self.amount(amount)}"

    def _clock(self, effect: n.Effect, form: str) -> str:
        match effect:
            case n.Shuffle(what=what):
                return f"{self.place(what)} is shuffled"
            case n.RollDie():
                return "roll the die"
            case n.DrawLots(what=what):
                return f"{self.term(what)} is drawn by lot"
            case n.ChooseName(who=who, options=options):
                return self.clause(who, "choose", listed(list(options), "or"), form)
            case n.OpenWindow(window=window):
                return f"the window {window} opens"
            case n.Begin(period=period, roles=roles):
                between = listed([self.term(r.value) for r in roles], "and")  # type: ignore[arg-type]
                start = "a" if len(roles) > 1 else "the"
                return f"{start} {self.noun(period)} begins" + (
                    f" between {between}" if len(roles) > 1 else f" of {between}" if roles else ""
                )
            case n.Finish(period=period, to=to):
                return f"the {self.noun(period)} ends" if to is None else f"the {self.noun(period)} passes to {to}"
            case n.Skip(period=period, who=who, number=number):
                many = f"next {number} {self.noun(period, 'p')}" if number > 1 else f"next {self.noun(period)}"
                return self.clause(who, "skip", f"{'your' if isinstance(who, n.You) else 'their'} {many}", form)
            case n.OneMore(period=period, who=who, number=number):
                many = f"{number} more {self.noun(period, 'p')}" if number > 1 else f"another {self.noun(period)}"
                return self.clause(who, "take", f"{many} after this one", form)
            case n.EndLasting(lasts=lasts):
                return f"the effects that last until the end of the {self.noun(lasts.period or '')} end"
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


def ways_of(choice: n.ChooseOne) -> str:
    """«one», «up to 2», «one or more»: how many of its ways are chosen."""
    if choice.least is None:
        return "one" if choice.number == 1 else str(choice.number)
    return "one or more" if choice.least == 1 else f"up to {choice.number}"


def _of_whom(effect: n.Standing) -> n.Term | None:
    """Of whom a clause that is in force says something: it is so of any such one."""
    if isinstance(effect, n.Modify | n.Grant | n.Suppress | n.BecomesStatus):
        return effect.target
    roles = {r.name: r.value for r in (effect.event.roles if isinstance(effect, n.Allow) else effect.roles)}
    found = roles.get("agent", roles.get("object")) if isinstance(effect, n.Allow) else next(iter(roles.values()), None)
    return found if isinstance(found, n.Select) else None
