"""What is done, in canonical Italian: orders, values, permissions, choices; and what the steps of rules do."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...vocabulary.inflection import Mood, joined
from .. import nodes as n
from .discourse import Features
from .italian_clauses import AVERE, DOVERE, ESSERE, POTERE, ItalianClauses, role
from .italian_nouns import LANGUAGE_NOUNS, PLAYER, Phrase, listed, of_gender

ORDER = Mood.IMPERATIVE


class ItalianEffects(ItalianClauses):
    """Effects as clauses: orders in the second person, indicatives of others, infinitives after «puoi» and «per»."""

    def effect(self, effect: n.Effect, mood: Mood = ORDER, *, adverb: str = "") -> str:
        """An effect as one clause or several; ``adverb`` stands after the first verb («invece»)."""
        match effect:
            case n.Do():
                return self._do(effect, mood, adverb)
            case n.Sequence(parts=parts):
                return self._sequence(parts, mood, adverb)
            case n.Modify() | n.Grant() | n.Suppress() | n.BecomesStatus() | n.Allow() | n.Claim():
                return self.standing((effect,), mood, adverb=adverb)
            case n.If():
                return self._if(effect, mood)
            case n.Cost(pay=pay, then=then):
                return joined(self.effect(pay, mood, adverb=adverb), "per", self.effect(then, Mood.INFINITIVE))
            case n.May():
                return self._may(effect, mood, adverb)
            case n.ChooseOne():
                return self._choose_one(effect, mood)
            case n.Watch():
                return self._watch(effect)
            case n.ForEach() | n.Repeat() | n.Until() | n.Together() | n.FirstTrue():
                return self._loop(effect, mood)
            case _:
                return self._machine(effect, mood, adverb)

    def _clause(self, who: n.Term, verb: str, rest: str, mood: Mood, adverb: str = "") -> str:
        """A clause with a verb of the language itself; an order when «tu» does it."""
        if mood is Mood.INFINITIVE:
            return joined(self.finite(verb, Features(), mood), adverb, rest)
        shown = mood if isinstance(who, n.You) else Mood.PRESENT
        said = joined(self.subject(who), self.finite(verb, self.features(who), shown), adverb, rest)
        if not isinstance(who, n.You):
            self.said.topic = who
        return said

    # -- events -------------------------------------------------------------------------------------------------

    def _do(self, effect: n.Do, mood: Mood, adverb: str) -> str:
        adverbs = joined(adverb, "gratuitamente" if effect.free else "")
        said = self.event(effect.event, self._order_mood(effect.event, mood), adverb=adverbs)
        subject, _ = self.voice(effect.event, False)
        self.said.topic = subject if not isinstance(subject, n.You) else self.said.topic
        return said

    def _order_mood(self, event: n.Event, mood: Mood) -> Mood:
        """An order to «tu»; but what is only gained or lost is told: «guadagni un Punto Vittoria»."""
        if mood is not ORDER:
            return mood
        if not isinstance(role(event, "agent"), n.You):
            return Mood.PRESENT
        return Mood.PRESENT if self.words.value_of_player(self.counted_noun(event.verb)) else ORDER

    def _sequence(self, parts: Sequence[n.Effect], mood: Mood, adverb: str = "") -> str:
        said: list[str] = []
        groups = list(self._groups(parts))
        for i, group in enumerate(groups):
            last = i == len(groups) - 1
            words = adverb if i == 0 else ""
            if len(group) > 1:
                said.append(self.standing(group, mood))  # type: ignore[arg-type]
            elif isinstance(group[0], n.If) and not last and group[0].otherwise is None:
                said.append(joined(self.effect(group[0].then, mood), self.when(group[0].condition)))
            else:
                said.append(self.effect(group[0], mood, adverb=words))
        if mood is Mood.INFINITIVE:
            return listed(said, "e")
        return ", poi ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)

    def _groups(self, parts: Sequence[n.Effect]) -> list[tuple[n.Effect, ...]]:
        """Neighbours that one «ha» can say together."""
        groups: list[tuple[n.Effect, ...]] = []
        for part in parts:
            if groups and self._can_share(groups[-1][0], part):
                groups[-1] = (*groups[-1], part)
            else:
                groups.append((part,))
        return groups

    def _can_share(self, first: n.Effect, second: n.Effect) -> bool:
        if not (isinstance(first, n.Modify | n.Grant) and isinstance(second, n.Modify | n.Grant)):
            return False
        alike = (first.duration, first.always) == (second.duration, second.always)
        same = first.target == second.target or self.same(second.target, first.target)
        return alike and same and self._is_had(first) and self._is_had(second)

    # -- standing effects ---------------------------------------------------------------------------------------

    def _is_had(self, effect: n.Effect) -> bool:
        """Whether «ha …» says it."""
        if isinstance(effect, n.Grant):
            return not effect.lose
        if not isinstance(effect, n.Modify) or effect.op is n.Operation.TIMES:
            return False
        return not isinstance(effect.amount, n.Member | n.ChosenMember | n.Lookup)

    def standing(
        self, effects: Sequence[n.Standing], mood: Mood = ORDER, *, adverb: str = "", alone: bool = False
    ) -> str:
        """Standing effects of one thing in one clause; those of several joined by «e»."""
        said = []
        for group in self._groups(effects):
            first = group[0]
            if self._is_had(first):
                said.append(self._has(group, mood, adverb, alone))  # type: ignore[arg-type]
            else:
                said.append(self._one_standing(first, mood, adverb))  # type: ignore[arg-type]
            self._now_about(first)
        return listed(said, "e")

    def _now_about(self, effect: n.Effect) -> None:
        target = getattr(effect, "target", None)
        if target is None and isinstance(effect, n.Allow):
            target, _ = self.voice(effect.event, True)
        if target is not None and not isinstance(target, n.You):
            self.said.topic = target

    def _has(self, group: Sequence[n.Modify | n.Grant], mood: Mood, adverb: str, alone: bool) -> str:
        first = group[0]
        keywords = all(isinstance(e, n.Grant) and e.keyword is not None for e in group)
        if alone and keywords and len(group) == 1 and isinstance(first.target, n.Self) and first.duration is None and not first.always:
            return listed([e.keyword for e in group if isinstance(e, n.Grant) and e.keyword], "e")
        self.term(first.target)
        with self.said.about(first.target), self.said.of_each(self.features(first.target)):
            parts = [self._had(e) for e in group]
            topic, self.said.topic = self.said.topic, first.target
            lasting = self.duration(first.duration)
            self.said.topic = topic
        rest = joined("sempre" if first.always else "", listed(parts, "e"), lasting)
        return self._clause(first.target, AVERE, rest, mood, adverb)

    def _had(self, effect: n.Modify | n.Grant) -> str:
        if isinstance(effect, n.Grant):
            if effect.keyword is not None:
                return effect.keyword
            if effect.slot is not None:
                return f"anche {self.term(effect.slot)}"
            return f"anche l'effetto: «{self.quoted(effect.text)}»" if effect.text is not None else ""
        value = joined(effect.value, "originale" if effect.on_printed else "")
        if effect.op is n.Operation.ADD:
            return self.signed(effect.amount, value)
        if self._is_own_printed(effect):
            return str(self.possessed(effect.value, effect.target, adjective_after="originale"))
        name = Phrase(value, "the", Features(self.noun(effect.value).gender))
        return joined(str(name), "uguale", self.amount_or_term(effect.amount).after("a"))

    def _is_own_printed(self, effect: n.Modify) -> bool:
        amount = effect.amount
        return (
            isinstance(amount, n.ValueOf)
            and amount.printed
            and amount.value == effect.value
            and (isinstance(amount.of, n.Candidate) or amount.of == effect.target)
        )

    def quoted(self, text: n.Text) -> str:
        """A text inside another one, without its last full stop."""
        raise NotImplementedError

    def _one_standing(self, effect: n.Standing, mood: Mood, adverb: str) -> str:
        match effect:
            case n.Modify():
                return self._set_member(effect, mood)
            case n.Grant(target=target, keyword=keyword, duration=duration):
                return self._clause(
                    target, "perdere", joined(keyword or "", self.duration(duration)), _told(mood), adverb
                )
            case n.Suppress():
                return self._suppress(effect, mood)
            case n.BecomesStatus():
                return self._is_now(effect, mood)
            case n.Allow():
                return self._allow(effect, mood, adverb)
            case n.Claim():
                return joined(self.claim(effect, mood=mood), self.duration(effect.duration))

    def _set_member(self, effect: n.Modify, mood: Mood) -> str:
        value, target, amount = effect.value, effect.target, effect.amount
        always, lasting = "sempre" if effect.always else "", self.duration(effect.duration)
        if isinstance(amount, n.Lookup) and amount.of in (n.ValueOf(value, target), n.ValueOf(value, n.Candidate())):
            word = self.words.table(amount.table).form(self.noun(value).gender, "s").casefold()
            return self._clause(target, ESSERE, joined(always, "di", value, word, lasting), _told(mood))
        if effect.op is n.Operation.ADD and isinstance(amount, n.Member):
            kind = self._member(value, amount.name, self.features(target))
            return self._clause(target, ESSERE, joined(always, "anche", kind, lasting), _told(mood))
        owned = self.possessed(value, target, adjective_after="originale" if effect.on_printed else "")
        if effect.op is n.Operation.TIMES:
            return joined(
                str(owned), _TIMES.get(effect.amount, f"si moltiplica per {self.amount(amount)}"), always, lasting
            )  # type: ignore[call-overload]
        if isinstance(amount, n.ChosenMember):
            return self._clause(amount.by, "scegliere", joined(always, str(owned), lasting), mood)
        return joined(
            str(owned), self.finite(ESSERE, owned.features), always, str(self.amount_or_term(amount)), lasting
        )

    def _suppress(self, effect: n.Suppress, mood: Mood) -> str:
        lasting, always = self.duration(effect.duration), "sempre" if effect.always else ""
        plural = self.features(effect.target).number == "p"
        owner = "loro" if plural else "suo"
        if effect.what == "keywords":
            lost = "le loro abilità" if plural else "le sue abilità"
            return self._clause(effect.target, "perdere", joined(always, lost, lasting), _told(mood))
        with self.said.about(effect.target):
            return self.predicate(effect.target, AVERE, joined(always, f"il {owner} effetto", lasting), negated=True)

    def _is_now(self, effect: n.BecomesStatus, mood: Mood) -> str:
        lasting, always = self.duration(effect.duration), "sempre" if effect.always else ""
        features = self.features(effect.target)
        if effect.status is not None:
            rest = joined(always, self.status(effect.status, features), lasting)
            return self.predicate(effect.target, ESSERE, rest, negated=effect.negated, mood=_told(mood))
        forms = self.noun(effect.noun or self.words.implied_noun())
        kind = str(Phrase(forms.singular, "a", Features(forms.gender)))
        return self.predicate(
            effect.target, "contare", joined(always, "come", kind, lasting), negated=effect.negated, mood=_told(mood)
        )

    def _allow(self, effect: n.Allow, mood: Mood, adverb: str) -> str:
        modal = DOVERE if effect.must else POTERE
        word = ("sempre" if effect.allowed else "mai") if effect.always else ""
        words = joined(adverb, word)
        said = self.event(
            effect.event, _told(mood), negated=not effect.allowed, adverb=words, pattern=True, only=effect.only, modal=modal,
            free=effect.free,
            generic=True,
        )  # fmt: skip
        lasting = self.duration(effect.duration)
        if effect.limit is not None and effect.per is None and lasting and mood is not Mood.INFINITIVE:
            said, lasting = f"{lasting}, {said}", ""  # «2 volte per questo turno» would be a limit of that turn
        said = joined(said, self.limit(effect.limit, effect.per), lasting)
        if effect.occasion is not None:
            said = f"{self.occasion(effect.occasion)}, {said}"
        return said if effect.despite is None else f"{said}, anche se {self.condition(effect.despite)}"

    def limit(self, limit: n.Number | None, per: str | None) -> str:
        """«una volta per turno», «2 volte per turno»."""
        if limit is None:
            return ""
        times = "una volta" if limit == n.Num(1) else f"{self.amount(limit)} volte"
        return f"{times} per {self.noun(per).singular}" if per is not None else times

    # -- time ---------------------------------------------------------------------------------------------------

    def duration(self, duration: n.Duration | None) -> str:
        """«per questo turno», «fino alla fine del prossimo turno», «finché è legata»."""
        if duration is None:
            return ""
        period, of = duration.period or "", duration.of
        match duration.stretch:
            case n.Stretch.THIS:
                noun = self.noun(period)
                return f"per quest{'a' if noun.gender == 'f' else 'o'} {noun.singular}"
            case n.Stretch.NEXT:
                return self._next(period, of).after("per")
            case n.Stretch.THROUGH_NEXT:
                return f"fino alla fine {self._next(period, of).after('di')}"
            case n.Stretch.AFTER_NEXT:
                return f"tra 2 {self.noun(period).plural}"
            case n.Stretch.UNTIL_START:
                return f"fino {self._next(period, of).after('a')}"
            case n.Stretch.WHILE:
                return f"finché {self.condition(duration.condition)}" if duration.condition is not None else ""

    def _next(self, period: str, of: n.Term | None) -> Phrase:
        features = Features(self.noun(period).gender)
        word = "prossima" if features.gender == "f" else "prossimo"
        return self.period_of(period, of, before=word)

    def moment(self, moment: n.Moment) -> str:
        """«all'inizio del tuo turno», «alla fine del turno»."""
        start = "alla fine" if moment.end else "all'inizio"
        return f"{start} {self.period_of(moment.period, moment.of).after('di')}"

    def when(self, condition: n.Condition) -> str:
        """A condition with its conjunction: «se è pura», «durante il tuo turno»."""
        if isinstance(condition, n.During) and not condition.first:
            return joined("durante", str(self._during(condition)))
        if (foe := self._against_foe(condition)) is not None:
            return foe
        if isinstance(condition, n.And) and any(isinstance(part, n.During) for part in condition.parts):
            times = [self.when(part) for part in condition.parts if isinstance(part, n.During)]
            rest = tuple(part for part in condition.parts if not isinstance(part, n.During))
            return ", ".join([*times, self.when(rest[0] if len(rest) == 1 else n.And(rest))] if rest else times)
        return f"se {self.condition(condition)}"

    def _against_foe(self, condition: n.Condition) -> str | None:
        """«durante uno scontro contro una carta di un'altra Forma, se …»: of the subject, and the other one in it."""
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
                said = f"durante {self.period(period, article='a')} contro {self.term(card)}"
                return f"{said}, {self.when(rest[0] if len(rest) == 1 else n.And(tuple(rest)))}" if rest else said
            case _:
                return None

    def _during(self, condition: n.During) -> Phrase:
        declared = self.words.vocabulary.periods.get(condition.period)
        if condition.of is None and declared is not None and declared.participants:
            return self.period(condition.period, article="a")
        return self.period_of(condition.period, condition.of)

    # -- control ------------------------------------------------------------------------------------------------

    def _if(self, effect: n.If, mood: Mood) -> str:
        said = f"{self.when(effect.condition)}, {self.effect(effect.then, mood)}"
        return said if effect.otherwise is None else f"{said}, altrimenti {self.effect(effect.otherwise, mood)}"

    def _may(self, effect: n.May, mood: Mood, adverb: str) -> str:
        subject = "" if mood is Mood.INFINITIVE else self.subject(effect.who)
        can = self.finite(POTERE, self.features(effect.who), _told(mood))
        with self.said.about(effect.who):
            said = joined(subject, can, adverb, self.effect(effect.effect, Mood.INFINITIVE))
        return said if effect.otherwise is None else f"{said}, altrimenti {self.effect(effect.otherwise, mood)}"

    def _choose_one(self, effect: n.ChooseOne, mood: Mood) -> str:
        many = "uno" if effect.number == 1 else str(effect.number)
        options = "; oppure ".join(self.effect(option) for option in effect.options)
        return f"{self._clause(effect.who, 'scegliere', many, mood)}: {options}"

    def _watch(self, effect: n.Watch) -> str:
        said = self.occasion(effect.when, once=effect.once)
        if effect.condition is not None:
            said = f"{said}, {self.when(effect.condition)}"
        own = effect.duration is not None and effect.duration == lasting_of(effect.effect)
        lasting = "" if own else self.duration(effect.duration)
        return ", ".join(part for part in (lasting, said, self.effect(effect.effect)) if part)

    def occasion(
        self, when: n.Event | n.Moment, *, before: bool = False, at_once: bool = False, once: bool = False
    ) -> str:
        """When something is done: «quando attacca», «all'inizio del tuo turno», «prima che si spezzi»."""
        if isinstance(when, n.Moment):
            return self.moment(when)
        if before:
            said = f"prima che {self.event(when, Mood.SUBJUNCTIVE, pattern=True)}"
        elif at_once:
            said = f"subito dopo che {self.event(when, perfect=True, pattern=True)}"
        else:
            said = f"{'la prossima volta che' if once else 'quando'} {self.event(when, pattern=True)}"
        subject, _ = self.voice(when, True)
        self.said.topic = subject if subject is not None and not isinstance(subject, n.You) else self.said.topic
        return said

    def _loop(self, effect: n.ForEach | n.Repeat | n.Until | n.Together | n.FirstTrue, mood: Mood) -> str:
        match effect:
            case n.ForEach():
                return self._for_each(effect, mood)
            case n.Repeat(times=n.Count() as times, effect=inner):
                return joined(self.effect(inner, mood), self.for_each(times))
            case n.Repeat(times=times, effect=inner):
                return f"{self.effect(inner, mood)} {self.amount(times)} volte"
            case n.Until(condition=condition, effect=inner):
                return f"{self.effect(inner, mood)} finché {self.until(condition)}"
            case n.Together(parts=parts):
                return f"nello stesso momento: {self._lines(parts, mood)}"
            case n.FirstTrue(parts=lines):
                return f"il primo che vale: {self._lines(lines, mood)}"

    def _lines(self, lines: Sequence[n.Effect], mood: Mood) -> str:
        """Lines of steps, each of which names its subject."""
        said = []
        for line in lines:
            self.said.topic = None
            said.append(self.effect(line, mood))
        return "; ".join(said)

    def until(self, condition: n.Condition) -> str:
        """The end of a repetition, with the «non» that Italian puts there: «finché non hai almeno 4 carte»."""
        match condition:
            case n.Compare(left=n.Count(what=mine), op="==", right=n.Count(what=theirs)):
                first, rest = self.owner_of(mine)
                second, other = self.owner_of(theirs)
                if first == n.You() and second == n.Opponent() and rest == other:
                    return "non ne avete lo stesso numero"
        return self.condition(condition, negated=True)

    def _for_each(self, effect: n.ForEach, mood: Mood) -> str:
        over = effect.over
        if not isinstance(over, n.Select):
            return f"per ogni {self.term(over)}, {self.effect(effect.effect, mood)}"
        noun = self.noun(over.noun)
        each = f"ogni {self.select(over, bare=True, number='s')}"
        self.present(effect.bind, noun, Features(noun.gender))
        if over.noun != PLAYER:
            return f"per {each}, {self.effect(effect.effect, mood)}"
        start = f", a partire {self.term(effect.start).after('da')}" if effect.start is not None else ""
        self.pending[effect.bind] = each
        return f"{self.effect(effect.effect, mood)}{start}"

    # -- the movements of the machine ---------------------------------------------------------------------------

    def _machine(self, effect: n.Effect, mood: Mood, adverb: str) -> str:
        match effect:
            case n.Choose(what=what, who=who):
                with self.said.about(who):
                    chosen = self._called(what)
                return self._clause(who, "scegliere", chosen, mood, adverb)
            case n.Move():
                return self._move(effect)
            case n.SetStatus(what=what, status=status, on=on):
                return self._status_changes(what, status, on)
            case n.Change():
                return self._change(effect)
            case n.Shuffle(what=what):
                return f"{self.place(what)} si mescola"
            case n.Look(what=what, who=None):
                return f"mostra {self.term(what, every=False)}" if mood is ORDER else f"mostrare {self.term(what)}"
            case n.Look(what=what, who=who):
                return self._clause(who or n.You(), "guardare", str(self.term(what)), mood, adverb)
            case n.ChooseName(who=who, options=options):
                return self._clause(who, "scegliere", listed(list(options), "o"), mood, adverb)
            case n.UseText(text=text, of=of):
                return f"si fa il testo {text} {self.term(of).after('di')}"
            case n.EndGame():
                return self._end(effect)
            case _:
                return self._clock(effect)

    def _called(self, what: n.Select) -> str:
        """A choice with its name, if it has one of its own: «una tua Luce, detta Scelta»."""
        said = str(self.term(what))
        named = what.bind is not None and what.bind[:1].isupper()
        return f"{said}, {of_gender('detto', self.features(what))} {what.bind}" if named else said

    def _clock(self, effect: n.Effect) -> str:
        match effect:
            case n.RollDie():
                return "tira il dado"
            case n.DrawLots(what=what):
                return f"si tira a sorte {self._called(what)}"
            case n.OpenWindow(window=window):
                return f"si apre la finestra {window}"
            case n.Begin(period=period):
                between = [str(self.term(r.value)) for r in effect.roles]  # type: ignore[arg-type]
                tail = f" tra {listed(between, 'e')}" if len(between) > 1 else "".join(f" di {b}" for b in between)
                return f"comincia {self.period(period, article='a' if len(between) > 1 else 'the')}{tail}"
            case n.Finish(period=period, to=None):
                return f"{self.period(period)} finisce"
            case n.Finish(period=period, to=str() as to):
                return f"{self.period(period)} passa {self.period(to).after('a')}"
            case n.CancelEvent():
                return "non avviene"
            case _:
                raise TypeError(f"{type(effect).__name__} is no effect")

    def _move(self, effect: n.Move) -> str:
        if isinstance(effect.to, n.Var):  # a participant of the verb: the zone that its form names
            return self.predicate(effect.what, "andare", self.term(effect.to).after("in"))
        if effect.to is not None and not effect.to.zone and effect.to.of is not None:
            return self.predicate(effect.what, "passare", f"dalla parte {self.term(effect.to.of).after('di')}")
        where = self.where(effect.to) if effect.to is not None else ""
        if effect.under is not None:
            where = f"sotto {self.term(effect.under)}"
        covered = {True: "coperta", False: "scoperta", None: ""}[effect.covered]
        return self.predicate(effect.what, "andare", joined(where, covered))

    def _status_changes(self, what: n.Term, status: str, on: bool) -> str:
        features = self.features(what)
        if on:
            word = self.status(status, features)
            return self.predicate(what, "andare" if " " in word else "diventare", word)
        return self.predicate(what, ESSERE, f"più {self.status(status, features)}", negated=True)

    def _change(self, effect: n.Change) -> str:
        owned = self.possessed(effect.value, effect.of)
        amount = effect.amount
        if effect.op is n.Operation.SET:
            return joined(str(owned), self.finite("diventare", owned.features), str(self.amount_or_term(amount)))
        shown, less = by_how_much(amount)
        verb = self.finite("diminuire" if less else "aumentare", owned.features)
        return joined(str(owned), verb, self.amount_or_term(shown).after("di"))

    def _end(self, effect: n.EndGame) -> str:
        if effect.winner is not None:
            return self.predicate(effect.winner, "vincere", "la partita")
        if effect.loser is not None:
            return self.predicate(effect.loser, "perdere", "la partita")
        return "la partita finisce"

    # -- claims -------------------------------------------------------------------------------------------------

    def claim(self, claim: n.Claim, *, negated: bool = False, mood: Mood = Mood.PRESENT) -> str:
        """A claim as cards print it: «vince sempre contro le Ombra»."""
        declared = self.words.vocabulary.claims.get(claim.claim)
        printed = declared.printed if declared is not None else None
        event = n.Event(claim.claim, claim.roles) if printed is None else as_printed(claim, printed)
        shown = Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT
        return self.event(event, shown, negated=negated, adverb="sempre" if claim.always else "", pattern=True, generic=True)


def by_how_much(amount: n.Number | n.Term) -> tuple[n.Number | n.Term, bool]:
    """An amount without its sign, and whether it is taken away."""
    match amount:
        case n.Num(value=value) if value < 0:
            return n.Num(-value), True
        case n.Compute(op=n.Arithmetic.SUBTRACT, of=(n.Num(value=0), rest)):
            return rest, True
        case _:
            return amount, False


def as_printed(claim: n.Claim, printed: n.Event) -> n.Event:
    """The sentence that cards print for a claim, with the participants of this one."""
    agent = role(n.Event(claim.claim, claim.roles), "agent")
    others = [r.value for r in claim.roles if r.name != "agent"]
    roles: list[n.Role] = []
    for part in printed.roles:
        value: object = part.value
        if part.name == "agent":
            value = evolve(value, of=agent) if isinstance(value, n.Related) else agent
        elif not isinstance(value, n.Member) and others:
            value = others.pop(0)
        roles.append(n.Role(part.name, value))  # type: ignore[arg-type]
    return n.Event(printed.verb, tuple(roles))


def lasting_of(effect: n.Effect) -> n.Duration | None:
    """The duration of an effect, or of the last of several."""
    match effect:
        case n.Modify() | n.Grant() | n.Suppress() | n.BecomesStatus() | n.Allow() | n.Claim():
            return effect.duration
        case n.Sequence(parts=parts):
            return next((d for d in (lasting_of(part) for part in reversed(parts)) if d is not None), None)
        case n.If(then=then):
            return lasting_of(then)
        case _:
            return None


def _told(mood: Mood) -> Mood:
    """An indicative where an order would have no sense."""
    return Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT


_TIMES = {n.Num(2): "raddoppia", n.Num(3): "triplica"}
__all__ = ["ItalianEffects", "LANGUAGE_NOUNS"]
