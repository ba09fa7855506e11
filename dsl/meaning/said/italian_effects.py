"""What is done, in canonical Italian: orders, choices, loops; and what the steps of rules do."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...vocabulary.inflection import Mood, joined
from .. import nodes as n
from ..at_most import at_most_said, most_of
from ..participants import doer, role
from .discourse import Features
from .italian_clauses import ESSERE, POTERE
from .italian_phrase import Phrase, capital, listed, of_gender, possessive, that
from .italian_standing import ORDER, ItalianStanding, told
from .parts import (
    OPPONENT,
    PLAYER,
    another_amount,
    by_how_much,
    is_chosen,
    lasting_of,
    moves_his,
    of_one,
    order_in_full,
    speaks_of_one,
    wished_of_another,
)

IN_ANY_ORDER = "in qualsiasi ordine"


class ItalianEffects(ItalianStanding):
    """Effects as clauses: orders in the second person, indicatives of others, infinitives after «puoi» and «per»."""

    def effect(self, effect: n.Effect, mood: Mood = ORDER, *, adverb: str = "") -> str:
        """An effect as one clause or several; ``adverb`` stands after the first verb («invece»)."""
        self.said.did(effect)
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
            case n.Pay(amount=amount, who=who):
                return self._clause(who, "pagare", str(self.amount_or_term(amount)), mood, adverb)
            case n.Unless(effect=inner, pay=pay):
                return f"{self.effect(inner, mood, adverb=adverb)} {self.unless_paid(pay)}"
            case n.May():
                return self._may(effect, mood, adverb)
            case n.ChooseOne():
                return self._choose_one(effect, mood)
            case n.Watch():
                return self._watch(effect)
            case n.Meanwhile():
                return self._meanwhile(effect, mood)
            case n.OfAnother(who=who, verb=verb, number=number, received=received):
                done = self._does_or_suffers(verb, received, who)
                return joined(self.subject(who), "ne", done, adverb, another_amount(number))
            case n.Prevent():
                return self._prevented(effect, mood, adverb)
            case n.OnNext():
                return joined(self.effect(order_in_full(effect), mood, adverb=adverb), self.duration(effect.duration))
            case n.ForATime(effect=inner, duration=duration):
                done = self.effect(inner, mood, adverb=adverb)
                if isinstance(inner, n.Do):  # «finché questa carta è …» is not of what was taken
                    self.said.topic = role(inner.event, "object")
                return joined(done, self.duration(duration))
            case n.ForEach() | n.Repeat() | n.Until() | n.Together() | n.FirstTrue():
                return self._loop(effect, mood)
            case n.Parted(label=label, parts=parts):
                return f"{label}: {' / '.join(capital(self.effect(part)) for part in parts)}"
            case n.DoPart(number=number):
                return f"si fa la {'prima' if number == 1 else 'seconda'} parte"
            case n.Bear() | n.Release() | n.Integrate() | n.Lapse():
                return self.lasting(effect, mood)
            case _:
                return self._machine(effect, mood, adverb)

    def _meanwhile(self, effect: n.Meanwhile, mood: Mood) -> str:
        tense = Mood.PRESENT if effect.happens else Mood.CONDITIONAL
        said = self.event(effect.when, tense, pattern=True)
        self.said.topic = self.voice(effect.when, True)[0]
        lasting = f"{held}," if (held := self.duration(effect.duration)) else ""
        upon = "la prossima volta che" if effect.once else "quando" if effect.happens else "se"
        if isinstance(effect.instead, n.CancelEvent):
            return joined(lasting, f"{upon} {said},", self.none_of_it(effect.when))
        return joined(lasting, f"{upon} {said},", self.effect(effect.instead, mood, adverb="invece"))

    def none_of_it(self, event: n.Event) -> str:
        """What would happen and does not: «previeni quei Danni» of a value that a verb counts, else «non attacca»."""
        frame, noun = self.words.frame(event.verb), self.counted_noun(event.verb)
        if frame is None or not frame.counted or noun not in self.words.vocabulary.values:
            return self.event(event, negated=True, pattern=True)
        counted = self.noun(noun)
        return f"previeni {that(Features(counted.gender, 'p'), counted.plural)}{counted.plural}"

    def _prevented(self, effect: n.Prevent, mood: Mood, adverb: str) -> str:
        """«previeni i prossimi 3 Danni inflitti alla Lanterna bersaglio»."""
        event, noun = effect.when, self.noun(self.counted_noun(effect.when.verb))
        features = Features(noun.gender, "s" if effect.once else "p")
        born = f"da {self.noun(event.cause).singular}" if event.cause is not None else ""
        event = evolve(event, cause=None)
        if effect.once:
            much = str(Phrase(f"{of_gender('prossimo', features)} {noun.singular}", "the", features))
        elif effect.amount is None:
            much = f"{of_gender('tutto', features)} {Phrase(noun.plural, 'the', features)}"
        else:
            much = str(
                Phrase(f"{of_gender('prossimo', features)} {self.amount(effect.amount)} {noun.plural}", "the", features)
            )
        done = self.words.verb(event.verb).past(features.gender, features.number) if event.roles else ""
        others = self.complements(event, None, "passive")
        others = others[: len(event.roles)] + (others[-1:] if event.by is not None else [])  # «dagli effetti …» is last
        words = self._clause(n.You(), "prevenire", joined(much, born, done, *others), mood, adverb)
        return joined(words, self.duration(effect.duration))

    def unless_paid(self, pay: n.Pay) -> str:
        """«a meno che il suo controllore paghi {2}»."""
        who = "tu" if isinstance(pay.who, n.You) else self.term(pay.who)
        return f"a meno che {who} paghi {self.amount_or_term(pay.amount)}"

    # -- events -------------------------------------------------------------------------------------------------

    def _do(self, effect: n.Do, mood: Mood, adverb: str) -> str:
        adverbs = joined(adverb, "gratuitamente" if effect.free else "")
        said = self.event(effect.event, self._order_mood(effect.event, mood), adverb=adverbs)
        if effect.ignoring:
            said = f"{said} ignorando {self.rules_named(effect.ignoring)}"
        if effect.moved is not None:
            noun = self.noun(self.counted_noun(effect.event.verb))
            self.said.counted.add(effect.moved)
            self.present(effect.moved, noun, Features(noun.gender, "s" if of_one(effect.event) else "p"))
        subject, _ = self.voice(effect.event, False)
        self.said.topic = subject if not isinstance(subject, n.You) else self.said.topic
        self.said.follows = subject
        return said

    def _order_mood(self, event: n.Event, mood: Mood) -> Mood:
        """An order to «tu»; but what is only gained or lost is told: «guadagni un Punto gloria»."""
        if mood is not ORDER:
            return mood
        if isinstance(role(event, "object"), n.You) and self.voice(event, False)[1] == "reflexive":
            return ORDER  # «rialzati»
        if not isinstance(role(event, "agent"), n.You):
            return Mood.PRESENT
        return Mood.PRESENT if self.words.value_of_player(self.counted_noun(event.verb)) else ORDER

    def _shuffled_in(self, group: tuple[n.Effect, ...]) -> n.Move | None:
        """«mescola i tuoi Scarti nel Mazzo»: things go to a pile, and it is shuffled."""
        move = group[0]
        if len(group) != 2 or not isinstance(move, n.Move) or not isinstance(group[1], n.Shuffle):
            return None
        return move

    def _shuffle_in(self, move: n.Move, mood: Mood, adverb: str) -> str:
        assert isinstance(move.to, n.Place)
        loop = n.Var(self.said.loop) if self.said.loop in self.pending else None
        who: n.Term = loop or n.You()
        whole = isinstance(move.what, n.Select) and move.what == n.Select(
            self.words.implied_noun(), quantity=n.Quantity.ALL, place=move.what.place
        )
        opening = self.subject(who) if loop is not None else ""
        with self.said.about(who):
            what = self.place(move.what.place) if whole else self.term(move.what)  # type: ignore[union-attr, arg-type]
            rest = joined(str(what), self.where(move.to))
        if loop is None:
            return self._clause(who, "mescolare", rest, mood, adverb)
        self.said.topic = self.said.follows = who
        return joined(opening, self.finite("mescolare", self.features(who), Mood.PRESENT), adverb, rest)

    def _sequence(self, parts: Sequence[n.Effect], mood: Mood, adverb: str = "") -> str:
        said: list[str] = []
        groups = list(self._groups(parts))
        for i, group in enumerate(groups):
            last = i == len(groups) - 1
            words = adverb if i == 0 else ""
            if (move := self._shuffled_in(group)) is not None:
                said.append(self._shuffle_in(move, mood, words))
            elif len(group) > 1 and isinstance(so := group[-1], n.SetStatus):
                put = self.effect(group[0], mood, adverb=words)
                said.append(joined(put, self.status(so.status, self.features(so.what))))
            elif len(group) > 1:
                said.append(self.standing(group, mood))  # type: ignore[arg-type]
            elif isinstance(group[0], n.If) and not last and group[0].otherwise is None:
                mine = self.said.yours(group[0].condition) or mood is not ORDER
                done = self.effect(group[0].then, mood if mine else Mood.PRESENT)
                self.said.other |= speaks_of_one(group[0].then)
                said.append(joined(done, self.when(group[0].condition)))
            else:
                said.append(self.effect(group[0], mood, adverb=words))
            self.said.other |= any(speaks_of_one(part) for part in group)
        if mood is Mood.INFINITIVE:
            return listed(said, "e")
        told = said[:1]
        for at, words in enumerate(said[1:], 1):  # what begins with a time is no list: «…, poi, per questo turno, …»
            told.append(f", poi {words}" if at == len(said) - 1 or words.startswith("per ") else f", {words}")
        return "".join(told)

    # -- control ------------------------------------------------------------------------------------------------

    def _if(self, effect: n.If, mood: Mood) -> str:
        if not self.said.yours(effect.condition) and mood is ORDER:
            mood = Mood.PRESENT  # «se non lo fa, peschi una carta»: «pesca» might be of who did not
        if self.said.last and effect.otherwise is None and not isinstance(effect.then, n.Sequence):
            done = self.effect(effect.then, mood)
            self.said.other |= speaks_of_one(effect.then)
            return f"{done} {self.when(effect.condition)}"
        said = f"{self.when(effect.condition)}, {self.effect(effect.then, mood)}"
        if effect.otherwise is None:
            return said
        if self.said.of_another_player():  # «altrimenti scarta una carta» might be of either
            self.said.topic = self.said.follows = None
            mood = Mood.PRESENT if mood is ORDER else mood
        return f"{said}, altrimenti {self.effect(effect.otherwise, mood)}"

    def _may(self, effect: n.May, mood: Mood, adverb: str) -> str:
        if (done := most_of(effect)) is not None:
            return self._do(at_most_said(done), mood, adverb)
        if wished_of_another(effect):
            return f"se vuoi, {self.effect(effect.effect, mood, adverb=adverb)}"
        subject = "" if mood is Mood.INFINITIVE else self.subject(effect.who)
        can = self.finite(POTERE, self.features(effect.who), told(mood))
        with self.said.about(effect.who):
            said = joined(subject, can, adverb, self.effect(effect.effect, Mood.INFINITIVE))
        return said if effect.otherwise is None else f"{said}, altrimenti {self.effect(effect.otherwise, mood)}"

    def _does_or_suffers(self, verb: str, received: bool, who: n.Term) -> str:
        """«infligge», «subisce»."""
        known = self.words.received(verb) if received else None
        return self.finite(known or verb.partition("#")[0], self.features(who), Mood.PRESENT)

    def _choose_one(self, effect: n.ChooseOne, mood: Mood) -> str:
        all_his = isinstance(effect.who, n.You) or all(doer(option) == effect.who for option in effect.options)
        if effect.number == 1 and all_his and (mood is Mood.INFINITIVE or not isinstance(effect.who, n.You)):
            return " oppure ".join(self.effect(option, mood) for option in effect.options)
        many = self._how_many_ways(effect)
        if not isinstance(effect.who, n.You):
            chooses = self._clause(effect.who, "scegliere", many, mood)
            with self.said.about(effect.who):
                told_of = "; oppure ".join(self.effect(option, Mood.PRESENT) for option in effect.options)
            return f"{chooses}: {told_of}"
        begun, said = (self.said.topic, self.said.follows), []
        for option in effect.options:  # who does the one is not who does the other without being said
            self.said.topic, self.said.follows = begun
            said.append(self.effect(option))
        return f"{self._clause(effect.who, 'scegliere', many, mood)}: {'; oppure '.join(said)}"

    @staticmethod
    def _how_many_ways(effect: n.ChooseOne) -> str:
        if effect.least is None:
            return "uno" if effect.number == 1 else str(effect.number)
        return "uno o più" if effect.least == 1 else f"fino a {effect.number}"

    def _watch(self, effect: n.Watch) -> str:
        when = effect.when
        said = (
            self.moment(when, each=True)
            if isinstance(when, n.Moment)
            else self.occasion(when, before=effect.before, at_once=effect.at_once, once=effect.once)
        )
        mood = self.said.order_after(when, ORDER)
        if mood is not ORDER:  # «quel giocatore scarta una carta»: «scarta» might be an order
            self.said.topic = self.said.follows = None
        if effect.condition is not None:
            said = f"{said}, {self.when(effect.condition)}"
        own = effect.duration is not None and effect.duration == lasting_of(effect.effect)
        lasting = "" if own else self.duration(effect.duration)
        done = self.effect(effect.effect, mood)
        return ", ".join(part for part in (lasting, said, done) if part)

    def _loop(self, effect: n.ForEach | n.Repeat | n.Until | n.Together | n.FirstTrue, mood: Mood) -> str:
        match effect:
            case n.ForEach():
                return self._for_each(effect, mood)
            case n.Repeat(times=times, effect=inner, again=True):
                much = self.for_each(times) if isinstance(times, n.Count | n.ValueOf) else f"{self.amount(times)} volte"
                much = "una volta" if times == n.Num(1) else much
                return f"{self.effect(inner, mood)}. Ripeti questo effetto {much}"
            case n.Repeat(times=n.Count() | n.ValueOf() as times, effect=inner):
                return joined(self.effect(inner, mood), self.for_each(times))
            case n.Repeat(
                times=n.Compute(op=n.Arithmetic.LEAST, of=(n.Count() as times, n.Num(value=most))), effect=inner
            ):
                return f"{joined(self.effect(inner, mood), self.for_each(times))}, al massimo {most}"
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

    @staticmethod
    def _of_one_there(effect: n.ForEach) -> bool:
        """Whether something is done with one thing of each, which is spoken of once, as where that lies or goes."""
        roles = effect.effect.event.roles if isinstance(effect.effect, n.Do) else ()
        told = {role.name: role.value for role in roles}
        thing, one = told.get("object"), n.Var(effect.bind)
        lies = thing.place.of if isinstance(thing, n.Select) and thing.place is not None else None
        return isinstance(thing, n.Select) and [lies, *told.values()].count(one) == 1

    def _for_each(self, effect: n.ForEach, mood: Mood) -> str:
        over = effect.over
        if isinstance(over, n.Opponent):
            self.pending[effect.bind] = f"ogni {OPPONENT}"
            return self.effect(effect.effect, mood)
        if not isinstance(over, n.Select):
            return f"per ogni {self.term(over)}, {self.effect(effect.effect, mood)}"
        noun = self.noun(over.noun)
        each = f"ogni {self.select(evolve(over, bind=effect.bind), bare=True, number='s')}"
        self.present(effect.bind, noun, Features(noun.gender))
        if over.noun != PLAYER and self._of_one_there(effect):  # «porta un Gettone su ogni tua Lana»
            self.said.names[effect.bind] = evolve(self.said.names[effect.bind], proper=each)
            return self.effect(effect.effect, mood)
        if over.noun != PLAYER:
            return f"per {each}, {self.effect(effect.effect, mood)}"
        start = f", a partire {self.term(effect.start).after('da')}" if effect.start is not None else ""
        if start and isinstance(effect.effect, n.Sequence):  # «…, poi …»: it is of all that each of them does
            each, start = f"{each}{start},", ""
        self.pending[effect.bind] = each
        self.said.loop = effect.bind
        inner = self._to_each(effect.effect, n.Var(effect.bind))
        if isinstance(inner, n.If) and inner.otherwise is None:  # «ogni giocatore pesca una carta se …»: he comes first
            said = f"{self.effect(inner.then, mood)}{start}"
            with self.said.about(n.Var(effect.bind)):
                said = f"{said} {self.when(inner.condition)}"
        else:
            said = f"{self.effect(inner, mood)}{start}"
        self.said.loop = None
        return said

    def _to_each(self, effect: n.Effect, each: n.Var) -> n.Effect:
        """«ogni giocatore subisce 2 Crepe»: he comes first, of whom it is done to."""
        if (
            not isinstance(effect, n.Do)
            or role(effect.event, "to") != each
            or not self.words.received(effect.event.verb)
        ):
            return effect
        roles = tuple(r for r in effect.event.roles if r.name != "agent" or not isinstance(r.value, n.You))
        return evolve(effect, event=evolve(effect.event, roles=roles))

    # -- the movements of the machine ---------------------------------------------------------------------------

    def _machine(self, effect: n.Effect, mood: Mood, adverb: str) -> str:
        match effect:
            case n.Choose(what=what, who=who):
                with self.said.about(who):
                    chosen = self._called(what)
                return self._clause(who, "scegliere", chosen, mood, adverb)
            case n.Move():
                told = isinstance(effect.what, n.Var) and self.said.on_card and self._to_a_zone(effect)
                his = self.said.loop in self.pending and moves_his(effect, self.said.loop)  # «… mette la sua mano …»
                told = told or (his and isinstance(effect.what, n.Place))
                put = is_chosen(effect.what) or mood is Mood.INFINITIVE or told
                return self._put(effect, mood, adverb) if put else self._move(effect, adverb)
            case n.Swap(what=n.Select() as what):
                return self._clause(n.You(), "scambiare", f"di posto {self.term(what)}", mood, adverb)
            case n.Swap(what=n.Group(members=(one, other)), piles=True):
                return self._clause(
                    n.You(), "scambiare", f"{self.term(one)} {self.term(other).after('con')}", mood, adverb
                )
            case n.Swap(what=n.Group(members=(one, other))) if (
                mood is Mood.INFINITIVE or self.said.on_card
            ) and f"{self.term(one)}" != f"{self.term(other)}":  # else «entrambe si scambiano»
                both = f"{self.term(one)} {self.term(other).after('con')}"
                return self._clause(n.You(), "scambiare", f"di posto {both}", mood, adverb)
            case n.Swap(what=what):
                features = self.features(what)
                return joined(str(self.term(what)), "si", self.finite("scambiare", features), "di posto")
            case n.Share(event=event, amount=amount, among=among):
                done = n.Do(evolve(event, roles=(*event.roles, n.Role("number", amount))))
                return f"{self.effect(done, mood, adverb=adverb)} divisi come vuoi tra {self.term(among)}"
            case n.Exchange(duration=duration):
                both = joined(self._both_values(effect), self.duration(duration))
                return self._clause(n.You(), "scambiare", both, mood, adverb)
            case n.SetStatus(what=what, status=status, on=on):
                return self._status_changes(what, status, on, adverb)
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
            case n.Skip(who=who):
                return self._clause(who, "saltare", self._skipped(effect), mood, adverb)
            case n.OneMore(who=who):
                return self._clause(who, "giocare", self._one_more(effect), mood, adverb)
            case _:
                return self._clock(effect)

    def _both_values(self, effect: n.Exchange) -> str:
        """«l'Ardore di una Lana con l'Ardore di un'Erba», «l'Ardore di 2 Lane», «l'Ardore e il Rango di una Lana»."""
        owner = effect.of[0]
        if len(effect.of) == 2:
            one, other = (self.amount_phrase(n.ValueOf(effect.values[0], each)) for each in effect.of)
            if str(one) == str(other):  # «l'Ardore di entrambe»
                return str(self.amount_phrase(n.ValueOf(effect.values[0], n.Group(effect.of))))
            return f"{one} {other.after('con')}"
        whole = str(self.amount_phrase(n.ValueOf(effect.values[-1], owner)))
        if len(effect.values) == 1:
            return whole
        return f"{self.possessed(effect.values[0], None)} e {whole}"

    def _skipped(self, effect: n.Skip) -> str:
        """«il tuo prossimo turno», «i suoi prossimi 2 turni»."""
        noun, several = self.noun(effect.period), effect.number > 1
        next_ones = f"{of_gender('prossimo', Features(noun.gender, 'p' if several else 's'))}"
        word = f"{next_ones} {effect.number} {noun.plural}" if several else f"{next_ones} {noun.singular}"
        features = Features(noun.gender, "p" if several else "s")
        whose = "tuo" if isinstance(effect.who, n.You) else "suo" if self.features(effect.who).number == "s" else "loro"
        return str(Phrase(f"{possessive(whose, features)} {word}", "the", features))

    def _one_more(self, effect: n.OneMore) -> str:
        """«un altro turno dopo questo», «altri 2 turni dopo questo»."""
        noun = self.noun(effect.period)
        this = of_gender("questo", Features(noun.gender))
        if effect.number > 1:
            others = of_gender("altro", Features(noun.gender, "p"))
            return f"{others} {effect.number} {noun.plural} dopo {this}"
        return f"{Phrase(of_gender('altro', Features(noun.gender)), 'a', Features(noun.gender))} {noun.singular} dopo {this}"

    def _called(self, what: n.Select) -> str:
        """A choice with its name, if it has one of its own: «una tua Lana, detta Scelta»."""
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
            case n.EndLasting(lasts=lasts):
                return f"finiscono gli effetti che durano fino alla fine {self.period(lasts.period or '').after('di')}"
            case n.CancelEvent():
                return "non avviene"
            case _:
                raise TypeError(f"{type(effect).__name__} is no effect")

    def _put(self, effect: n.Move, mood: Mood, adverb: str) -> str:
        """«metti una carta coperta nel tuo Armadio»: a thing that is chosen to be moved."""
        loop = n.Var(self.said.loop) if self.said.loop in self.pending and moves_his(effect, self.said.loop) else None
        opening = self.subject(loop) if loop is not None else ""
        with self.said.about(loop or self.said.subject):
            rest = self._what_and_where(effect)
        if loop is None:
            return self._clause(n.You(), "mettere", rest, mood, adverb)
        self.said.topic = self.said.follows = loop  # «ogni giocatore mette …»
        return joined(opening, self.finite("mettere", self.features(loop), Mood.PRESENT), adverb, rest)

    def _what_and_where(self, effect: n.Move) -> str:
        """«una carta coperta nel tuo Armadio»."""
        if self._reckons_tokens(effect.what) and isinstance(effect.to, n.Place):
            upon = self.where(effect.to)  # said first: a place at the end would be of what is counted
            return joined(upon, str(self.term(effect.what)))
        covered = "" if effect.covered is None else "coperto" if effect.covered else "scoperto"
        taking, self.taking = self.taking, True
        what = self._said_so(effect.what, of_gender(covered, self.features(effect.what)) if covered else "")
        self.taking = taking
        self.said.mover = effect.what
        where = f"sotto {self.term(effect.under)}" if effect.under is not None else ""
        where = self.term(effect.on).after("su") if effect.on is not None else where
        where = where or (self.where(effect.to) if isinstance(effect.to, n.Place) else "")
        one_of = isinstance(effect.what, n.Select) and isinstance(effect.what.among, n.Var)
        if one_of and "tra" in what.split(" ") and isinstance(effect.to, n.Place) and effect.to.end is not None:
            what, where = where, what  # «metti in cima al Mazzo una carta tra quelle carte»: those are not there
        return joined(what, where, IN_ANY_ORDER * effect.ordered)

    def _reckons_tokens(self, what: n.Term) -> bool:
        """«un numero di Gettoni pari al numero di carte nel tuo Cesto»."""
        reckoned = isinstance(what, n.Select) and what.number is not None and not isinstance(what.number, n.Num | n.Var)
        return reckoned and isinstance(what, n.Select) and what.noun in self.words.vocabulary.tokens

    def _said_so(self, what: n.Term, covered: str) -> str:
        """«una carta coperta dalla tua Mano»: the word stands beside its noun."""
        plain = evolve(what, place=None, bind=None) if covered and isinstance(what, n.Select) else None
        bare = str(self.term(plain)) if plain is not None else ""
        whole = str(self.term(what))
        return (
            joined(bare, covered, whole[len(bare) :].strip())
            if bare and whole.startswith(bare)
            else joined(whole, covered)
        )

    @staticmethod
    def _to_a_zone(effect: n.Move) -> bool:
        return isinstance(effect.to, n.Place) and bool(effect.to.zone) and not effect.keep

    def _move(self, effect: n.Move, adverb: str = "") -> str:
        if isinstance(effect.to, n.Var):  # a participant of the verb: the zone that its form names
            return self.predicate(effect.what, "andare", joined(adverb, self.term(effect.to).after("in")))
        if effect.to is not None and not effect.to.zone and effect.to.of is not None:
            side = f"dalla parte {self.term(effect.to.of).after('di')}"
            return self.predicate(effect.what, "passare", joined(adverb, side))
        where = self.where(effect.to) if effect.to is not None else ""
        if effect.under is not None:
            where = f"sotto {self.term(effect.under)}"
        self.said.mover = effect.what
        if effect.on is not None:
            where = self.term(effect.on).after("su")
        covered = {True: "coperta", False: "scoperta", None: ""}[effect.covered]
        return self.predicate(effect.what, "andare", joined(adverb, where, covered, IN_ANY_ORDER * effect.ordered))

    def _status_changes(self, what: n.Term, status: str, on: bool, adverb: str) -> str:
        features = self.features(what)
        if on:
            word = self.status(status, features)
            return self.predicate(what, "andare" if " " in word else "diventare", joined(adverb, word))
        return self.predicate(what, ESSERE, joined("più", adverb, self.status(status, features)), negated=True)

    def _change(self, effect: n.Change) -> str:
        owned = self.possessed(effect.value, effect.of)
        amount = effect.amount
        if effect.op is n.Operation.SET:
            return joined(str(owned), self.finite("diventare", owned.features), str(self.amount_or_term(amount)))
        if effect.op is n.Operation.TIMES:  # the language has no other word for it than this
            return joined(str(owned), self.finite("raddoppiare", owned.features))
        shown, less = by_how_much(amount)
        verb = self.finite("diminuire" if less else "aumentare", owned.features)
        return joined(str(owned), verb, self.amount_or_term(shown).after("di"))

    def _end(self, effect: n.EndGame) -> str:
        if effect.winner is not None:
            return self.predicate(effect.winner, "vincere", "la partita")
        if effect.loser is not None:
            return self.predicate(effect.loser, "perdere", "la partita")
        return "la partita finisce"
