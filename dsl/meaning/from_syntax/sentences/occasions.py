"""«quando …», «se …», «prima che …», «finché …»: upon what, and under which condition."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.function_words import PAYING
from ... import nodes as n
from ...detours import crosses, elsewhere
from ...joined import conditions_of, effects_of
from ...mapped import replace_term
from ...meanwhile import past_of_text
from ...one_or_more import is_one_or_more, of_several, recalled_again
from ...participants import doer, recalled
from ...scope import Asked, nodes_of
from ...targeting import ABILITIES
from ..conditions.ordinals import nth_in_its_time
from ..effects.course import PAID_ALSO
from ..effects.effects import STANDING
from ..events.as_target import aim_of
from ..things.complements import Parts
from ..things.done_to import done_this_way
from ..things.reading import number_said
from .asked_first import asked_first, asks_of_what_is_chosen
from .of_each import by_whose_it_is
from .own_time import OwnTime

LEAVING: Final = "lasciare"
DOES_NOT_LAST: Final = "«finché …» dice quanto dura, e ciò che si ordina qui non dura"
DOES_NOT_LAST_HINT: Final = "di' che cosa vale intanto («non può …», «ha …»), o a che condizione si fa: «se …»"


class Occasion:
    """What the words before and after the steps say of them."""

    def __init__(self) -> None:
        self.when: n.Event | n.Moment | None = None
        self.conditions: list[n.Condition] = []
        self.duration: n.Duration | None = None
        self.before = False
        self.at_once = False
        self.happens = True
        self.limit: n.Number | None = None
        self.per: str | None = None
        self.despite: n.Condition | None = None
        self.until: n.Condition | None = None
        self.as_long_as: list[n.Condition] = []  # «finché …» among the conditions, in a text in force
        self.wish: s.Token | None = None  # «se vuoi», «se vuole»
        self.unpaid: n.Pay | None = None  # «a meno che … paghi {2}»
        self.avoided: n.May | None = None  # «a meno che l'avversario non scarti una carta»
        self.instead = False
        self.once = False
        self.first = False  # «la prima volta che», of each time
        self.only = False  # «solo se»
        self.said_before = 0  # so many of the conditions stand before «quando …»
        self.later: n.Moment | None = None  # «quando brinda, alla fine del turno …»

    def condition(self) -> n.Condition | None:
        if not self.conditions:
            return None
        flat: list[n.Condition] = []
        for each in self.conditions:
            flat += conditions_of(each)
        return flat[0] if len(flat) == 1 else n.And(tuple(flat))


def _of_this_card(asked: n.Condition) -> bool:
    return isinstance(asked, n.HasMember) and isinstance(asked.of, n.Self)


def none_said(body: s.Body) -> bool:
    """Whether what is done is said of a thing left out: «…, ha +1 Ardore»."""
    step = body.steps[0]
    group = step.clause.group if isinstance(step, s.Step) and step.clause.subject is None else None
    return group is not None and group.form != "order" and group.finite is not None and group.finite.sense.person == 3


def _in_each(event: s.Clause) -> s.Clause:
    """«la prima volta che attacca ogni turno»: as «in ogni turno»."""
    last = event.complements[-1] if event.complements else None
    np = last.value if last is not None and last.kind == "c_object" else None
    if last is None or not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD":
        return event
    each = next((d for d in np.determiners if d.terminal == "EACH"), None)
    if each is None:
        return event
    within = s.Prepositional("prep_phrase", evolve(each, sense=evolve(each.sense, terminal="IN", name="in")), np)
    return evolve(event, complements=(*event.complements[:-1], evolve(last, kind="c_prep", value=within)))


class Occasions(OwnTime):
    """The part of the reader that reads occasions and conditions in front of what is done."""

    _put_off: list[s.Front]
    _inside = False  # in steps of steps
    _otherwise_follows = False  # whether «altrimenti» follows the steps
    _of_the_bearer = False  # «può attaccare le Lane, anche se perderebbe»: who could attack, and is left out
    _cataphora = False  # whether a condition with no subject, before the steps, speaks of their subject

    def _sets_off(self, front: s.Front) -> bool:
        value = front.value
        if front.kind not in ("if", "when", "after", "before"):
            return False
        clauses = value.items if isinstance(value, s.Conditions) else (value,)
        return any(
            isinstance(c, s.Clause)
            and (
                self.is_event(self._becomes(c))
                or self._would_happen(c)
                or (front.kind == "after" and self._is_past_event(c))
            )
            for c in clauses
        )

    def _becomes(self, clause: s.Clause) -> s.Clause:
        """«quando diventa stancata», «quando torna desta», of what a verb makes so: as «quando viene stancata», «… destata»."""
        clause = self.so_again(clause)
        group = clause.group
        status = next((c for c in clause.complements if c.kind == "c_status"), None)
        if group.verb.name != "diventare" or group.form != "present" or group.modal is not None or status is None:
            return clause
        word = self.words[status.tokens[0].at]
        made = next((each for each in word.senses if each.terminal == "V_PART"), None)
        if len(status.tokens) != 1:
            return clause
        if made is None:
            token = status.tokens[0]
            verb = self.verb_making(n.SetStatus(n.Self(), token.name, not token.sense.negated))
            if verb is None or self.vocabulary.frames_of(verb[0].verb)[0] is not verb[0]:
                return clause
            made = evolve(
                token.sense, terminal="V_PART", name=verb[0].verb, kind="verb", mood="participle", negated=False
            )
        done = s.Token(status.tokens[0].at, word.text, made)
        rest = tuple(c for c in clause.complements if c is not status)
        return evolve(clause, group=evolve(group, verb=done, passive=True), complements=rest)

    def _after(self, late: tuple[s.Front, ...], occasion: Occasion) -> None:
        """What stands after the steps: with no subject it speaks of theirs, but never of what the last of them brings."""
        self.after_clause = True
        brought = self.said.forget_moved()
        try:
            self._occasion(late, occasion)
        finally:
            self.after_clause = False
            self.said.mentions[:] = [evolve(m, moved=True) if m.recall in brought else m for m in self.said.mentions]

    def _occasion(self, fronts: tuple[s.Front, ...], occasion: Occasion | None = None) -> Occasion:
        occasion = occasion or Occasion()
        outer, own = self._when_event, False
        self.awaits = any(front.kind in ("when", "after") for front in fronts)
        for front in fronts:
            self._after_when = own and not self.after_clause
            known = len(occasion.conditions) if occasion.when is None else occasion.said_before
            self._take(front, occasion)
            occasion.said_before = 0 if occasion.when is None else known
            if not own and isinstance(occasion.when, n.Event):  # what follows may speak of it
                own, self._when_event = True, occasion.when
                self._none_said_then = (
                    self._none_said_then and occasion.happens
                )  # what would be goes on being spoken of
        self._after_when = False
        self._at_once = occasion.at_once
        if own:
            occasion.when, self._when_event = self._when_event, outer
        return occasion

    def _take(self, front: s.Front, occasion: Occasion) -> None:
        value = front.value
        if front.kind in ("if", "when", "only_if", "after", "before"):
            assert isinstance(value, (s.Clause, s.Conditions))
            self._if_or_when(front, value, occasion)
            self.only_once_made(occasion.when, occasion.happens and not occasion.before, value)
        elif front.kind == "while" and (period := self._that_lasts(value)) is not None:
            occasion.duration = n.Duration(n.Stretch.THIS, period)
        elif front.kind in ("while", "unless"):
            if self._cataphora and not self.after_clause and isinstance(value, s.Clause) and self._bare_third(value):
                self._put_off.append(front)  # «finché è stanca, la Lanterna bersaglio ha …»
                return
            assert isinstance(value, (s.Clause, s.Conditions))
            if front.kind == "unless" and isinstance(value, s.Clause):
                value = evolve(
                    value, group=evolve(value.group, negated=False)
                )  # «a meno che tu non abbia»: an idle «non»
            if front.kind == "unless" and isinstance(value, s.Clause) and self._pays_price(value):
                occasion.unpaid = self.paying(value, self._who_avoids(value))
                return
            if front.kind == "unless" and isinstance(value, s.Clause) and self._may_be_done(value):
                occasion.avoided = self._let_do(value)
                return
            condition = self.condition(affirmed(value) if front.kind == "unless" else value)
            if front.kind == "unless":
                occasion.conditions.append(negation(condition))
            elif self.said.continuous and not self.said.bound_event:
                occasion.conditions.append(condition)
                occasion.as_long_as.append(condition)
            else:
                occasion.until = condition
        elif front.kind == "even_if":
            assert isinstance(value, (s.Clause, s.Conditions))
            occasion.despite = self._despite(value)
        elif front.kind == "time":
            self._time(front, occasion)
        elif front.kind == "times" and isinstance(value, s.Times) and not value.more:
            occasion.limit = number_said(value.number)
            occasion.per = self.period(value.per)[0] if value.per is not None else None
        elif front.kind in ("first_time", "next_time"):
            assert isinstance(value, (s.Clause, s.Conditions))
            self._which_time(front, value, occasion)
        elif front.kind in ("did", "did_not"):
            self._did_or_not(front, occasion)
        elif front.kind == "instead_of" and isinstance(value, s.Clause):
            if occasion.when is not None:
                said, hint = self.quoted(front.start, front.end), "si dice senza «quando …»: «se …, B invece di …»"
                raise self.fail(front.start, f"«{said}»: due fatti insieme", "S034", hint, front.end)
            occasion.when = self._by_you(self._when(value, occasion), value)
            occasion.happens, occasion.instead = False, True
        elif front.kind == "if_want":
            occasion.wish = front.tokens[-1]
        elif front.kind == "any_moment":
            occasion.conditions.append(n.AnyTime(span=self.span(front.start, front.end)))
        elif front.kind != "also":
            raise self.fail(front.start, f"«{self.quoted(front.start, front.end)}» non si intende qui", end=front.end)

    def _by_you(self, when: n.Event | n.Moment, clause: s.Clause) -> n.Event | n.Moment:
        """«invece di spezzare una Lana, …», in a text that is used: what you would do."""
        group = clause.group
        yours = clause.subject is None and not (self.said.continuous or group.passive or group.reflexive)
        if not yours or not isinstance(when, n.Event) or not self._player_can(group.verb.name):
            return when
        roles = (
            evolve(r, value=n.You()) if r.name == "agent" and isinstance(r.value, n.Self) else r for r in when.roles
        )
        return evolve(when, roles=tuple(roles))

    def _that_lasts(self, value: object) -> str | None:
        """«finché dura la gara», «mentre il turno dura», «finché non finisce il turno»: the period."""
        if not isinstance(value, s.Clause):
            return None
        verb = "finire" if value.group.negated else "durare"
        if value.group.verb.name != verb or value.group.form != "present":
            return None
        said = [x for x in (value.subject, *(c.value for c in value.complements)) if x is not None]
        np = said[0] if len(said) == 1 else None
        if not isinstance(np, s.NounPhrase) or np.modifiers:
            return None
        return (
            np.noun.name if np.noun is not None and np.noun.terminal == "N_PERIOD" and np.has("the", "this") else None
        )

    def rather_than(self, complement: s.Complement) -> s.Token:
        word, said = complement.tokens[0], self.quoted(complement.start, complement.end)
        when = self._when_event
        frame = self.vocabulary.frames.get(when.verb) if when is not None else None
        there = self.place(complement.value)  # type: ignore[arg-type]
        if not any(isinstance(x.to, n.Place) and x.to.zone == there.zone for x in self._movements(frame)):
            hint = "si dice dopo «quando …», «se … si farebbe», di ciò che porta una carta in quella zona"
            raise self.fail(complement.start, f"«{said}»: nulla la porterebbe lì", "S036", hint, complement.end)
        return evolve(word, sense=evolve(word.sense, terminal="INSTEAD"))

    def _pays_price(self, clause: s.Clause) -> bool:
        """«a meno che il rivale non paghi {2}»; what a game's own verb pays is done as anything else."""
        verb = clause.group.verb
        return verb.name in PAYING and not any(frame.at_most for frame in self.vocabulary.frames_of(verb.name))

    def _who_avoids(self, clause: s.Clause) -> n.Term:
        """Who pays so that something is not done: «quando l'avversario lancia, … a meno che non paghi»: he; «che tu non paghi»."""
        if clause.subject is not None:
            return self.term(clause.subject)
        who = self._player_gone_on_of()
        if who is None:
            hint = "dì chi: «a meno che il suo controllore …», «a meno che tu …»"
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: chi?", "S037", hint, clause.end)
        return who

    def _player_gone_on_of(self) -> n.Term | None:
        """The player of whom a verb of a third person without subject is: of whom the clause before is, or who was spoken of last."""
        last = self.said.clause_subject if self.said.last_player is None else self.said.last_player
        if last is not None and self.sort(last) == "player" and not isinstance(last, n.You):
            return recalled(last)
        mention = self.said.recall("player")
        return mention.recall if mention is not None and not isinstance(mention.recall, n.You) else None

    def _may_be_done(self, clause: s.Clause) -> bool:
        """«a meno che l'avversario non scarti una carta»: what a player may do, and not how things stand."""
        who = self._player_said(clause.subject) if clause.subject is not None else self._player_gone_on_of()
        doing = clause.group.form == "subjunctive" and clause.predicate is None and clause.group.modal is None
        return who is not None and doing and self.is_event(clause)

    def _let_do(self, clause: s.Clause) -> n.May:
        """«l'avversario può scartare una carta», so that something else is not done."""
        outer, last = self.said.subject, next((m for m in reversed(self.said.mentions) if m.sort == "card"), None)
        if self.after_clause and last is not None and isinstance(last.term, n.Select):
            self.said.subject = last.recall  # «spezza una Lana a meno che il suo padrone …»: that Lana's
        who = self._who_avoids(clause)
        self.said.subject = outer
        group = evolve(clause.group, form="infinitive", modal=None, finite=None, negated=False)
        known = [*self.said.mentions]
        done = self._infinitive(evolve(clause, subject=None, group=group), who)
        self.said.mentions = known  # where the other thing is done this was not
        if not isinstance(done, n.Do):
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}» non si intende qui", "S036", end=clause.end)
        return n.May(who, evolve(done, bind=self.said.fresh()), span=self.span(clause.start, clause.end))

    def _unless_done(self, occasion: Occasion, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """What is done when the one who may do something to avoid it does not."""
        may, occasion.avoided = occasion.avoided, None
        if may is None or not isinstance(may.effect, n.Do):
            return effect
        chosen, effect, _ = chosen_before(effect, may)  # «spezza una Lana a meno che il suo padrone …»
        chosen = tuple(self._where_it_is_taken(each, effect) for each in chosen)
        unless = n.If(n.Not(n.Did(may.effect.bind or "")), effect, span=span)
        return n.Sequence((*chosen, may, unless), span=span)

    def _where_it_is_taken(self, choice: n.Choose, effect: n.Effect) -> n.Choose:
        """What is chosen before something is done to it is looked for where the verb of that takes it from."""
        frame = self.vocabulary.frames.get(effect.event.verb) if isinstance(effect, n.Do) else None
        there = frame.place if frame is not None else None
        if there is None or there.of is not None or choice.what.place is not None or choice.what.noun == ABILITIES:
            return choice
        return evolve(choice, what=evolve(choice.what, place=evolve(there, span=None)))

    def wished(self, occasion: Occasion, effect: n.Effect) -> n.Effect:
        """«se vuoi, pesca una carta», «se vuole, l'avversario pesca una carta»: what is done only if somebody wants."""
        wish, occasion.wish = occasion.wish, None
        if wish is None:
            return effect
        span = self.span(wish.at, wish.at + 1)
        if wish.name == "want":
            return n.May(n.You(), effect, span=span)
        if isinstance(effect, n.ForEach):
            return evolve(effect, effect=n.May(n.Var(effect.bind), effect.effect, span=span))
        doers = {doer(part) for part in effects_of(effect)}
        who = doers.pop() if len(doers) == 1 else None
        if who is None or isinstance(who, n.You) or self.sort(who) != "player":
            hint = "«se vuoi» per te; per un altro «se vuole, l'avversario …», o «può …»"
            raise self.fail(wish.at, f"«{wish.text}»: chi?", "S040", hint)
        return n.May(who, effect, span=span)

    def _of_one_at_a_time(self, event: n.Event, clause: s.Clause) -> None:
        """«quando smorzi due Lanterne», «una Lana e un'Erba»: each is an event of its own, and nothing says that they were one.
        «una o più» is once for all that are smorzate at the same moment."""
        if any(
            isinstance(role.value, n.Group) and role.name == "object" and not role.value.either for role in event.roles
        ):
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: ciò accade a una per volta", "S034", "dì «o»", end=clause.end)
        for role, held in ((role, role.value) for role in event.roles if isinstance(role.value, n.Select)):
            several = held.quantity is n.Quantity.EXACTLY and isinstance(held.number, n.Num) and held.number.value > 1
            one_by_one = held.quantity is n.Quantity.AT_LEAST and (
                not is_one_or_more(held) or (self._counts_up(event) and role.name != "to")
            )
            if several or one_by_one:
                said = self.quoted(clause.start, clause.end)
                hint = "dì «quando …» di una sola («una», «un'altra»): accade per ciascuna"
                raise self.fail(clause.start, f"«{said}»: ciò accade a una per volta", "S034", hint, end=clause.end)

    def of_all_at_once(self, occasion: Occasion, effect: n.Effect, body: s.Body, in_stead: bool) -> None:
        """«quando scarti una o più carte, …»: nothing that is done speaks of one of them, nor stands in their stead."""
        if not of_several(occasion.when):
            return
        instead = occasion.instead or occasion.before or occasion.at_once or occasion.limit is not None
        if instead or in_stead or not occasion.happens:
            said, hint = "«una o più»: ciò che si fa prima, o invece, è di ciascuna", "dì «quando …» di una sola"
            raise self.fail(body.start, said, "S034", hint, end=body.end)
        if any(recalled_again(occasion.when, effect, *occasion.conditions)):
            said = "«una o più»: di ciò a cui è accaduto insieme non si dice altro"
            hint = "dì «quando …» di una sola («una», «un'altra»): accade per ciascuna"
            raise self.fail(body.start, said, "S034", hint, end=body.end)

    def _counts_up(self, event: n.Event) -> bool:
        """Whether a verb is only done so many times, one after the other: «peschi 2 carte»."""
        frame = self.vocabulary.frames.get(event.verb)
        return frame is not None and frame.counted

    def _which_time(self, front: s.Front, value: s.Clause | s.Conditions, occasion: Occasion) -> None:
        """«la prima volta che attacca in un turno», «la prossima volta che attacca in questo turno»."""
        events = value.items if isinstance(value, s.Conditions) else (value,)
        event = self._becomes(_in_each(events[0]))
        would = self._would_happen(event)
        if len(events) > 1 or not (self.is_event(event) or would):
            raise self.fail(
                front.start, f"«{self.quoted(front.start, front.end)}» non si intende qui", "S034", end=front.end
            )
        within = self.parts(event)
        if front.kind == "first_time":
            occasion.limit, occasion.first = n.Num(1), True
            occasion.per = within.within[0] if within.within is not None else None
        occasion.when = self._when(event, occasion)
        if front.kind == "first_time" and not would:
            self._first_of_each_player(occasion)
        if front.kind == "next_time":
            if self.said.continuous and not self.said.bound_event:
                raise self.fail(
                    front.start,
                    "«la prossima volta» da quando? in un testo che vale sempre si dice «la prima volta che … in un turno»",
                    "S037",
                    end=front.end,
                )
            occasion.once, occasion.duration = True, within.duration or occasion.duration

    def _first_of_each_player(self, occasion: Occasion) -> None:
        """«la prima volta che un giocatore gioca una Lana in ogni turno»: each player's first, not once in all."""
        event = occasion.when
        who = next((r.value for r in event.roles if r.name == "agent"), None) if isinstance(event, n.Event) else None
        one = isinstance(who, n.Select) and self.sort(who) == "player" and who.bind is not None
        if one and occasion.per is not None and self.said.continuous and isinstance(event, n.Event):
            occasion.conditions += self._as_many_before(event, 0, occasion.per)
            occasion.limit, occasion.first = None, False

    def _did_or_not(self, front: s.Front, occasion: Occasion) -> None:
        """«se lo fai», «se non lo fai»; after an attempt, when it comes off."""
        comes_off = self._comes_off(front)
        if comes_off is not None:
            occasion.when = comes_off
        else:
            condition = self._did(front)
            occasion.conditions.append(condition if front.kind == "did" else negation(condition))

    def _comes_off(self, front: s.Front) -> n.Event | None:
        """«schiva un lancio. Se ci riesci, …»: what is only tried is known later; None of what is done at once."""
        deed = self.said.last_deed
        frame = self.vocabulary.frames.get(deed.event.verb) if deed is not None else None
        if deed is None or frame is None or frame.tries is None or deed.bind != self.said.last_done:
            return None
        if front.kind == "did_not":
            said = f"«{self.quoted(front.start, front.end)}»: se riesce lo si sa dopo"
            hint = "si dice di ciò che accade allora: «quando …», di ciò che si voleva evitare"
            raise self.fail(front.start, said, "S071", hint, front.end)
        roles = tuple(
            evolve(role, value=n.Var(role.value.bind)) if isinstance(role.value, n.Select) and role.value.bind else role
            for role in deed.event.roles
        )
        return n.Event(frame.tries, roles, span=self.span(front.start, front.end))

    def _did(self, front: s.Front) -> n.Condition:
        """«se lo fai»: the last thing that could be done was done; «se non lo fai» right after it is of the same."""
        also = any(token.name == "also" and token.terminal != "ALSO" for token in front.tokens)
        if also and not self.said.may_pay_also:
            said = self.quoted(front.start, front.end)
            raise self.fail(
                front.start, f"«{said}»: non c'è un costo aggiuntivo che si può pagare", "S021", end=front.end
            )
        if also:
            return n.PaidAlso(span=self.span(front.start, front.end))
        third = any(token.name == "they" for token in front.tokens)
        anew = third and isinstance(self.said.asked_doer, n.You) and not isinstance(self.said.last_doer, n.You)
        again = front.kind == "did_not" and self.said.asked is not None and not anew
        done = self.said.asked if again else self.said.last_done
        if done is None:
            said = self.quoted(front.start, front.end)
            raise self.fail(front.start, f"«{said}»: prima non si fa nulla", "S021", end=front.end)
        if done == self.said.last_done:
            self.said.asked_doer = self.said.last_doer
        self._who_is_asked(front)
        self.said.asked = done
        if done == PAID_ALSO:
            return n.PaidAlso(span=self.span(front.start, front.end))
        return n.Did(done, span=self.span(front.start, front.end))

    def _who_is_asked(self, front: s.Front) -> None:
        """Refuses «l'avversario può scartare una carta. Se non lo fai, …», and «ogni avversario può …. Se non lo fa, …»."""
        doer = self.said.asked_doer
        if doer is not None and any(token.name == "you" for token in front.tokens) and self._another_player(doer):
            said = self.quoted(front.start, front.end)
            hint = "di un altro si dice «se lo fa», «se non lo fa»"
            raise self.fail(front.start, f"«{said}» è di te, e prima chi può farlo è un altro", "S051", hint, front.end)
        if getattr(self.said.asked_doer, "each", False) and self.vocabulary.most_players > 2:
            said = self.quoted(front.start, front.end)
            hint = "dillo di uno («un avversario»), o di ognuno («ogni giocatore»)"
            raise self.fail(front.start, f"«{said}»: chi? prima sono più giocatori", "S037", hint, front.end)

    @staticmethod
    def _bare_third(clause: s.Clause) -> bool:
        finite = clause.group.finite
        return clause.subject is None and finite is not None and finite.sense.person == 3 and not clause.group.clitics

    def _had_none(self, front: s.Front, value: s.Clause | s.Conditions) -> bool:
        """«spezza una tua Lana. Se non ne hai, …»: as «se non puoi», since there was none to do it to."""
        has = value if isinstance(value, s.Clause) and front.kind == "if" and not self.said.continuous else None
        held = has.predicate.value if has is not None and has.predicate is not None else None
        of_them = has is not None and [clitic.name for clitic in has.group.clitics] == ["of_them"]
        some = isinstance(held, s.NounPhrase) and [d.terminal for d in held.determiners] in (
            ["INDEF"],
            ["NO"],
            ["NOBODY"],
        )
        bare = of_them and some and getattr(held, "noun", None) is None and not getattr(held, "modifiers", ())
        after_it = self.said.last_done is not None and self.said.asked_kind is None
        return has is not None and bare and has.group.negated and not has.complements and after_it

    def _despite(self, value: s.Clause | s.Conditions) -> n.Condition:
        if isinstance(value, s.Clause) and value.group.form == "conditional" and value.subject is None:
            mention = next((m for m in reversed(self.said.mentions) if isinstance(m.term, n.Select)), None)
            outer = self.said.subject
            after, self.after_clause = self.after_clause, self.after_clause and not self._of_the_bearer
            if mention is not None and not self._of_the_bearer:
                self.said.subject = mention.recall
            try:
                return self.condition(value)
            finally:
                self.said.subject, self.after_clause = outer, after
        return self.condition(value)

    def _if_or_when(self, front: s.Front, value: s.Clause | s.Conditions, occasion: Occasion) -> None:
        self.said.clause += 1
        if self._had_none(front, value):
            return self._did_or_not(evolve(front, kind="did_not"), occasion)
        clauses = tuple(map(self._becomes, value.items if isinstance(value, s.Conditions) else (value,)))
        if front.kind == "if":
            clauses = tuple(map(_as_done_so, clauses))
        value = evolve(value, items=clauses) if isinstance(value, s.Conditions) else clauses[0]
        if occasion.when is None and (left := self._no_longer_attached(front)) is not None:
            occasion.when = left
            return
        for clause in clauses:
            self._says_what_happens(front, clause)
        events = [
            clause
            for clause in clauses
            if self.is_event(clause)
            or (front.kind == "after" and self._is_past_event(clause))
            or self._would_happen(clause)
        ]
        if (
            not events
            and isinstance(value, s.Clause)
            and front.kind in ("before", "after")
            and value.group.finite is None
        ):
            events = [value]  # «prima di attaccare»
        occasion.only = occasion.only or front.kind == "only_if"
        if front.kind == "only_if" or not events:
            before = len(self.said.mentions)
            occasion.conditions.append(self._or_of_the_same(value))
            if isinstance(value, s.Clause) and not self.after_clause:
                self._speak_of_subject(value, before)
            return
        self._is_one_event(front, value, events, occasion)
        event = events[0]
        if self._has_by_then(event, front, occasion):
            return
        nobody = isinstance(event.subject, s.NounPhrase) and any(d.terminal == "NO" for d in event.subject.determiners)
        asked = self._asked_when_over(event) if event.group.negated and not nobody and front.kind == "if" else None
        either = front.kind == "if" and self._otherwise_follows and not event.group.negated and not nobody
        asked = asked or (self._asked_when_over(event) if either else None)  # «se colpisce, …, altrimenti …»
        if asked is not None:
            never = self._never_by_it(event)
            occasion.when = asked
            occasion.conditions.append(never if event.group.negated else never.part)
            return
        if event.group.negated or nobody:
            occasion.conditions.append(self._what_never(front, event, nobody))
            return
        occasion.when = self._when(event, occasion)
        self._while_it_happens(occasion, [clause for clause in clauses if clause is not event])
        occasion.before = front.kind == "before" and isinstance(occasion.when, n.Event)  # of a period: at its beginning
        at_once = any(token.terminal == "ONCE_AT" for token in front.tokens)
        occasion.at_once = at_once or (front.kind == "after" and self._leads_on(occasion.when))

    def _or_of_the_same(self, value: s.Clause | s.Conditions) -> n.Condition:
        """«se la carta davanti è una Lana, …; se è un'Erba, …»: of the same one, where nothing else but this card could be meant."""
        word = self._word_asked(value) if isinstance(value, s.Clause) else None
        asked, known = self.said.asked_word, word is not None and self.member_value(word)
        found = self.condition(value)
        if not isinstance(value, s.Clause) or word is None or not known:
            return found
        if value.subject is not None:
            self.said.asked_word = (value.subject, known, word)
        elif asked is not None and asked[1] == known and asked[2] != word and _of_this_card(found):
            return self.condition(evolve(value, subject=asked[0]))
        return found

    @staticmethod
    def _word_asked(clause: s.Clause) -> str | None:
        """«è una Lana»: the word."""
        np = clause.predicate.value if clause.predicate is not None and clause.group.verb.name == "essere" else None
        plain = isinstance(np, s.NounPhrase) and np.noun is not None and not np.modifiers
        return np.noun.name if plain and isinstance(np, s.NounPhrase) and np.noun is not None else None

    def _says_what_happens(self, front: s.Front, clause: s.Clause) -> None:
        """Refuses a participle that says how one is, a change of which nothing says when it happens, a subjunctive: «quando
        smorzi il rivale» is what you do, and no «(che essa) smorzi»."""
        how = front.kind in ("if", "only_if") and clause.group.form == "be_part"
        if how and self._says_how_one_is(clause.group.verb):
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}» dice come si è, non che cosa accade", "S029", end=clause.end)
        if front.kind in ("when", "after") and _is_no_more(clause):
            self._is_no_occasion(clause)
        finite = clause.group.finite
        if front.kind not in ("if", "when", "after") or finite is None or clause.subject is not None:
            return
        if finite.terminal.endswith("SUBJ") and self.may_be(finite.at, "V_YOU"):
            wrong = self.fail(finite.at, f"«{finite.text}» è al congiuntivo: qui si dice con l'indicativo", "S052")
            wrong.yields = True  # the indicative is meant
            raise wrong

    def _no_longer_attached(self, front: s.Front) -> n.Event | None:
        """«quando questa carta non è più legata»: when it leaves where what is attached lies."""
        value, frame = front.value, self.vocabulary.frames.get(LEAVING)
        if front.kind not in ("when", "after") or not isinstance(value, s.Clause) or not _is_no_more(value):
            return None
        if frame is None or frame.crossing is None or value.complements:
            return None
        words = value.predicate.tokens if value.predicate is not None else (value.group.verb,)
        senses = self.words[words[0].at].senses if len(words) == 1 else ()
        zone = next((each.name for each in senses if each.terminal == "ATTACHED"), None)
        who = self.subject_of(value, pattern=True) if zone is not None else None
        if zone is None or who is None:
            return None
        span = self.span(value.start, value.end)
        return n.Event(LEAVING, (n.Role("agent", who), n.Role("object", n.Place(zone))), span=span)

    def _is_no_occasion(self, clause: s.Clause) -> None:
        """Refuses «quando il rivale non è più nascosto», in a text that is used, where nothing says what makes him so."""
        if self.said.continuous and not self.said.bound_event:
            return
        said = f"«{self.quoted(clause.start, clause.end)}»: di questo cambiamento non si dice quando accade"
        hint = "di' che cosa lo fa accadere («quando si …»), o «se non è …» di com'è adesso"
        raise self.fail(clause.start, said, "S029", hint, clause.end)

    def _asked_when_over(self, clause: s.Clause) -> n.Event | None:
        """«se non colpisce, …», of the card itself, in a text that says when that is known."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or slot.asked_when is None or self.said.continuous or clause.group.form != "present":
            return None
        known = list(self.said.mentions)
        of_it = isinstance(self.subject_of(clause, pattern=True), n.Self)
        self.said.mentions = known
        return slot.asked_when if of_it else None

    def _what_never(self, front: s.Front, event: s.Clause, nobody: bool) -> n.Not:
        """«se il rivale non si difende, …»: that he has not, where it is known by then; refused where nothing says when."""
        period = self._over_by_then(event) if front.kind == "if" and not nobody else None
        if period is not None:
            return self._never_in(event, period)
        said = f"«{self.quoted(event.start, event.end)}»: ciò che non accade non ha un momento"
        hint = "si dice quando si guarda: «alla fine del turno, se non ha …», «quando …, se non è stata …»"
        raise self.fail(event.start, said, "S029", hint, end=event.end)

    def _over_by_then(self, clause: s.Clause) -> str | None:
        """«se il rivale non si difende, …», in a text that is used when a period ends: whether he did in it is known then."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        plain = clause.group.form == "present" and clause.group.modal is None and clause.subject is not None
        known = slot is not None and not self.said.continuous and plain and not self.said.bound_event
        return slot.used_at_end if slot is not None and known else None

    def _is_one_event(
        self, front: s.Front, value: s.Clause | s.Conditions, events: list[s.Clause], occasion: Occasion
    ) -> None:
        """Refuses two events of which both, or either, would set a sentence off."""
        if occasion.when is not None:
            said = "due fatti insieme: uno solo può far accadere la frase"
        elif len(events) > 1 and isinstance(value, s.Conditions) and value.joiner == "or":
            said = "due fatti con «o»: scrivi due frasi"
        elif len(events) > 1:
            said = "due fatti con «e»: uno solo può far accadere la frase"
        else:
            return
        raise self.fail(front.start, said, "S034", end=front.end)

    def _has_by_then(self, event: s.Clause, front: s.Front, occasion: Occasion) -> bool:
        """Takes «se il rivale si muove», «se non si muove», on a card whose text looks back, for whether he has."""
        if not self._looks_back_at(event, front):
            return False
        before, never = (
            len(self.said.mentions),
            self._never_in(event, past_of_text(self.vocabulary, self.said.context) or ""),
        )
        occasion.conditions.append(never if event.group.negated else never.part)
        self._speak_of_subject(event, before)
        return True

    def _looks_back_at(self, clause: s.Clause, front: s.Front) -> bool:
        """«se il rivale si muove, …», on such a card: if he has."""
        plain = clause.group.modal is None and clause.subject is not None and not self.said.bound_event
        return front.kind in ("if", "when") and plain and past_of_text(self.vocabulary, self.said.context) is not None

    def _never_in(self, clause: s.Clause, period: str) -> n.Not:
        """That something has not happened in a period that is nearly over."""
        subject = self.subject_of(clause, pattern=True)
        event, parts = self.event(clause, subject, pattern=True)
        self.nothing_left(parts, clause, "objects", "prepositions")
        return n.Not(n.Happened(event, period), span=self.span(clause.start, clause.end))

    def _never_by_it(self, clause: s.Clause) -> n.Not:
        said = self.term(clause.subject) if clause.subject is not None else None
        this = said if isinstance(said, n.Self) else n.Self()  # «l'attacco», by which the text calls its card
        event, parts = self.event(evolve(clause, subject=None), this, pattern=True)
        self.nothing_left(parts, clause, "objects", "prepositions")
        return n.Not(n.Happened(event), span=self.span(clause.start, clause.end))

    def _leads_on(self, when: n.Event | n.Moment) -> bool:
        """«dopo aver attaccato», of a verb from which something follows: it is over when that is."""
        frames = self.vocabulary.frames
        name = when.verb if isinstance(when, n.Event) else None
        while name is not None and name in frames:
            if frames[name].then is not None:
                return True
            name = frames[name].kind_of
        return False

    def _says_how_one_is(self, word: s.Token) -> bool:
        """«se il rivale è ferito», of a game that has a noun for such players: not that he is wounded just now."""
        declared = self.vocabulary.nouns.get(word.text.casefold())
        return declared is not None and declared.of_players

    def _while_it_happens(self, occasion: Occasion, others: list[s.Clause]) -> None:
        """«se viene attaccata e la Lanterna attaccante è stanca»: what else must be so, of who takes part too."""
        outer, self._when_event = self._when_event, occasion.when if isinstance(occasion.when, n.Event) else None
        self._after_when = True
        occasion.conditions += [self.condition(clause) for clause in others]
        self._after_when = False
        occasion.when, self._when_event = self._when_event or occasion.when, outer

    def _is_past_event(self, clause: s.Clause) -> bool:
        return clause.predicate is None and (clause.group.perfect or clause.group.form in ("perfect", "be_part"))

    def _would_happen(self, clause: s.Clause) -> bool:
        """«se si spezzerebbe», «se sta per spezzarsi»."""
        return clause.predicate is None and (clause.group.form == "conditional" or clause.group.modal == "about_to")

    def _value_subject(self, clause: s.Clause) -> tuple[n.Term, n.Term] | None:
        """«quando i tuoi Punti vengono colpiti»: a value and whose it is, to which something is done."""
        if not clause.group.passive:
            return None
        return self.value_and_whose(clause.subject, clause.group.verb.name, True, None)

    def _now_or_then(self, clause: s.Clause) -> None:
        """«se il nemico è ferito», in a text that is used: that he has been, or that he is afterwards?"""
        group = clause.group
        by = any(c.kind.startswith("c_prep") for c in clause.complements)
        if group.form != "be_part" or self.said.continuous or by or not self.said.card:
            return
        said = self.quoted(clause.start, clause.end)
        hint = f"di ciò che accade da ora: «viene {group.verb.text}»; di come stanno le cose, dì che cosa si vede"
        raise self.fail(clause.start, f"«{said}»: adesso, o quando accade?", "S036", hint, end=clause.end)

    def _when(self, clause: s.Clause, occasion: Occasion) -> n.Event | n.Moment:
        """«quando attacca una Lana», «quando comincia il tuo turno»: what sets off what is said with it."""
        if self._would_happen(clause):
            occasion.happens = False
        clause = _subject_after(clause)
        self._now_or_then(clause)
        moment = self._its_edge(clause)
        if moment is not None:
            return moment
        subject: n.Term | None
        done_to = self._value_subject(clause)
        if done_to is not None:
            subject, clause = None, evolve(clause, subject=None)
        elif clause.subject is not None:
            subject = self.term(clause.subject, pattern=True)
        else:
            subject = self._event_subject(clause)
        which = nth_in_its_time(clause) if self.said.continuous else None
        clause = which[0] if which is not None else clause
        clause = self._foe_apart(self._with_its_period(clause), subject, occasion)
        self._when_subject = subject if clause.subject is not None else None
        aim = aim_of(clause)
        clause = aim[0] if aim is not None else clause
        found = self.parts(clause)
        self._foes = []
        event, found = (
            (self.made_target(subject, aim[1], clause), found)
            if aim is not None
            else self.event(
                evolve(clause, group=evolve(clause.group, modal=None)),
                subject,
                pattern=True,
                parts=found,
                done_to=done_to,
            )
        )
        event = self._under_your_control(event, found)
        self.never_by_such(clause, event)
        self._of_one_at_a_time(event, clause)
        if not occasion.happens and crosses(self.vocabulary.frames, event):
            occasion.instead = True
        self._against_foes(event, occasion)
        self._at_its_time(found, clause, occasion)
        if which is not None:
            occasion.conditions += self._as_many_before(event, which[1] - 1, self.period(which[2])[0])
        self._speak_of_who_does_it(event, subject, clause)
        occasion.conditions += found.during
        if occasion.limit is None:  # «ha +1 Ardore quando sfida, per questo turno»
            occasion.duration = occasion.duration or found.duration
        found.duration = None
        self._says_instead(found, clause, occasion)
        used = ("objects", "prepositions", "either", "cause", "during", "times", "within", "first_time")
        self.nothing_left(found, clause, *used, adverbs=("DIRECTLY",))
        return event

    @staticmethod
    def _as_many_before(event: n.Event, before: int, period: str) -> list[n.Condition]:
        """«quando un giocatore gioca la sua seconda Lana in ogni turno»: he had played one in it, and no more."""
        roles = []
        for role in event.roles:
            value = role.value
            if isinstance(value, n.Select):  # the one who does it is known, what it is done to is any such
                known = role.name == "agent" and value.bind is not None
                value = n.Var(value.bind or "") if known else evolve(value, bind=None)
            roles.append(evolve(role, value=value))
        past = n.Happened(evolve(event, roles=tuple(roles), span=None), period)
        if not before:
            return [n.Not(past)]
        so_many = past if before == 1 else evolve(past, times=n.Num(before))
        return [so_many, n.Not(evolve(past, times=n.Num(before + 1)))]

    def _under_your_control(self, event: n.Event, found: Parts) -> n.Event:
        """«entra nel campo sotto il tuo controllo»: yours; «… sotto il controllo dell'avversario»: his."""
        said = next((each for each in found.adverbs if each.terminal == "UNDER_CONTROL"), None)
        if said is None:
            return event
        found.adverbs = [each for each in found.adverbs if each.terminal != "UNDER_CONTROL"]
        rivals = n.Opponent(anyone=self.vocabulary.most_players > 2)
        yours = n.ControlledBy(n.Candidate(), n.You() if said.name == "yours" else rivals)
        return evolve(
            event,
            roles=tuple(
                evolve(role, value=evolve(role.value, where=(yours, *role.value.where)))
                if role.name == "agent" and isinstance(role.value, n.Select)
                else role
                for role in event.roles
            ),
        )

    def of_whoever_has_it(self, occasion: Occasion, effect: n.Effect) -> n.Effect:
        """«quando una Lana di un giocatore sfida, quel giocatore …»: he is known by the Lana."""
        if not isinstance(occasion.when, n.Event):
            return effect
        controller = self._controller_of(n.Self())
        assert isinstance(controller, n.Related)
        said = (effect, *occasion.conditions)
        occasion.when, told = by_whose_it_is(occasion.when, said, controller.relation, self.said.fresh())
        effect, *occasion.conditions = told  # type: ignore[assignment]
        return effect

    def _its_edge(self, clause: s.Clause) -> n.Moment | None:
        """«quando comincia il tuo turno», «quando finisce la gara»: where a period begins or ends; None of other events."""
        verb = clause.group.verb
        if verb.name not in ("cominciare", "iniziare", "finire") or verb.sense.kind != "language":
            return None
        np = clause.subject or next((c.value for c in clause.complements if c.kind == "c_object"), None)
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD":
            return None
        name, of = self.period(np)
        return n.Moment(name, of, verb.name == "finire", span=self.span(clause.start, clause.end))

    def only_elsewhere(self, occasion: Occasion, effect: n.Effect, start: int, end: int) -> None:
        """«quando entra nel Fosso, torna invece in mano»: what any verb may bring there does not happen then, and can only go
        elsewhere."""
        frames, when = self.vocabulary.frames, occasion.when
        if not isinstance(when, n.Event) or not crosses(frames, when):
            return
        if elsewhere(frames, when, effect) is None:
            said = f"«{self.quoted(start, end)}»: al posto di ciò che muove una carta, qualunque cosa sia, si può solo farla andare altrove"
            hint = "«se … andrebbe …, va invece …»; per altro, di' che cosa la muoverebbe, con un verbo del gioco"
            if any(isinstance(node, n.May) for node in nodes_of(effect)):  # nobody is asked while a card moves
                hint = "qui non si sceglie: «…, va invece …»; "
                hint += "si sceglie al posto di ciò che fa un verbo del gioco: «se verrebbe …, puoi invece …»"
            raise self.fail(start, said, "S036", hint, end=end)
        occasion.happens = False

    def _against_foes(self, event: n.Event, occasion: Occasion) -> None:
        """«quando vince uno scontro contro una Doppia»: who the others are, is a condition."""
        for np in self._foes:
            agent = next((role.value for role in event.roles if role.name == "agent"), None)
            assert (
                isinstance(np.modifiers[-1].value, (s.NounPhrase, s.NounList))
                and np.noun is not None
                and agent is not None
            )
            who = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
            occasion.conditions.append(
                n.Compare(n.Count(self._foe(np.noun.name, who, np.modifiers[-1].value)), ">=", n.Num(1))  # type: ignore[arg-type]
            )
        self._foes = []

    def _at_its_time(self, found: Parts, clause: s.Clause, occasion: Occasion) -> None:
        """«quando attacca in questo turno», «… per la prima volta nel turno», «… nel tuo turno»: how long, how often, when."""
        lasting = found.duration is not None and not self.said.continuous
        if found.within is not None and lasting:
            occasion.duration = occasion.duration or found.duration
        if found.first_time:
            occasion.limit, occasion.per = n.Num(1), found.within[0] if found.within is not None else None
        elif lasting:
            occasion.duration = occasion.duration or found.duration
        elif found.within is not None and not self._counted_in_it(found, occasion):
            if occasion.limit is None or found.duration is None:
                occasion.conditions.append(self._in_that_time(found, clause))

    @staticmethod
    def _counted_in_it(found: Parts, occasion: Occasion) -> bool:
        """«la prima volta … in ogni turno»: the time is said by how often."""
        within = found.within
        if within is None or occasion.limit is None:
            return False
        return within[0] == occasion.per and found.within_of is None

    def _speak_of_who_does_it(self, event: n.Event, subject: n.Term | None, clause: s.Clause) -> None:
        """«quando l'avversario brinda, pesca una carta»: an order is to you; «quando posi una Lana, ha +1 Ardore»: that one."""
        if clause.subject is not None and subject is not None and self.sort(subject) == "player":
            self.said.one_asked = Asked(self._recalled_subject(subject), _any_one(clause.subject), did=True)
        if self.said.continuous:
            return
        if clause.subject is not None and subject is not None:
            if self.sort(subject) == "player":
                self.said.last_player = self._recalled_subject(subject)
            else:
                self.said.last_subject = self._recalled_subject(subject)
            if isinstance(subject, n.Self) and isinstance(clause.subject, s.NounPhrase):
                np = clause.subject  # «se questa carta andrebbe nel Fosso, rimettila …»: and not what was drawn before
                self.said.mention(subject, "card", None, np.gender, np.number)
        laid = next((role.value for role in event.roles if role.name == "object"), None)
        if clause.subject is None and isinstance(subject, n.You) and isinstance(laid, n.Select):
            if laid.bind is not None and self.sort(laid) == "card":
                self.said.last_subject = n.Var(laid.bind)

    @staticmethod
    def _says_instead(found: Parts, clause: s.Clause, occasion: Occasion) -> None:
        """«se si spezzerebbe, invece si stanca»: the word is of what follows."""
        last = clause.complements[-1] if clause.complements else None
        if last is not None and last.comma and [t.terminal for t in last.tokens] == ["INSTEAD"]:
            occasion.instead = True
            found.adverbs = [each for each in found.adverbs if each.terminal != "INSTEAD"]

    def _in_that_time(self, found: Parts, clause: s.Clause) -> n.Condition:
        """«quando posi una Lana nel tuo turno», «… in una gara»: during it; of no one turn in a text in force."""
        assert found.within is not None
        period, before = found.within
        if before or found.duration is not None:
            time = next(c for c in reversed(clause.complements) if c.kind == "c_prep")
            said = f"«{self.quoted(time.start, time.end)}» da quando? questo testo vale sempre"
            raise self.fail(time.start, said, "S026", "si dice senza, o «nel tuo …»", end=time.end)
        found.within = None
        return n.During(period, found.within_of, span=self.span(clause.start, clause.end))

    def _with_its_period(self, clause: s.Clause) -> s.Clause:
        """«quando perde contro un'Erba»: the clash, of a verb that is said of one («perde lo scontro»)."""
        against = next(
            (
                c
                for c in clause.complements
                if isinstance(c.value, s.Prepositional) and c.value.preposition.terminal == "AGAINST"
            ),
            None,
        )
        if against is None or any(c.kind == "c_object" for c in clause.complements):
            return clause
        forms = [form for frame in self.vocabulary.frames_of(clause.group.verb.name) for form in frame.forms]
        objects = [role.value for form in forms for role in form.roles if role.name == "object"]
        periods = [each.noun for each in objects if isinstance(each, n.Select) and each.noun in self.vocabulary.periods]
        assert isinstance(against.value, s.Prepositional)
        if not periods or any(role.name == "against" for form in forms for role in form.roles):
            return clause
        at = clause.group.verb.at
        token = s.Token(at, periods[0], evolve(clause.group.verb.sense, terminal="N_PERIOD", name=periods[0], kind=""))
        foe = s.Modifier("mod_against", (), against.value.np, False, against.start, against.end)
        np = s.NounPhrase((), token, (foe,), 3, 1, against.start, against.end)
        clash = s.Complement("c_object", np, (), False, against.start, against.end)
        return evolve(clause, complements=tuple(clash if c is against else c for c in clause.complements))

    def _foe_apart(self, clause: s.Clause, subject: n.Term | None, occasion: Occasion) -> s.Clause:
        """«vince uno scontro contro una Doppia»: who the other is, is a condition."""
        for complement in clause.complements:
            np = complement.value
            if (
                complement.kind != "c_object"
                or not isinstance(np, s.NounPhrase)
                or np.noun is None
                or np.noun.terminal != "N_PERIOD"
            ):
                continue
            against = next((m for m in np.modifiers if m.kind == "mod_against"), None)
            if against is None or subject is None:
                continue
            who = n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject
            known = len(self.said.mentions)
            foe = self._foe(np.noun.name, who, against.value)  # type: ignore[arg-type]
            self._recall_as_the_other(known, foe, who)
            occasion.conditions.append(
                n.Compare(n.Count(foe), ">=", n.Num(1), span=self.span(against.start, against.end))
            )
            plain = evolve(complement, value=evolve(np, modifiers=tuple(m for m in np.modifiers if m is not against)))
            return evolve(clause, complements=tuple(plain if c is complement else c for c in clause.complements))
        return clause

    def _recall_as_the_other(self, known: int, foe: n.Select, who: n.Term) -> None:
        """«quando vince contro una Lana, spezzala»: the other one who takes part."""
        if foe.noun == self.vocabulary.implied_noun or not isinstance(who, n.Self | n.Related):
            return
        other = n.Select(foe.noun, (n.Not(n.Same(n.Candidate(), who)),), number=n.Num(1), pick=n.Pick.NAMED)
        mentions = self.said.mentions
        self.said.mentions = [*mentions[:known], *(evolve(m, recall=other) for m in mentions[known:])]

    def _event_subject(self, clause: s.Clause) -> n.Term:
        finite = clause.group.finite
        if finite is not None and finite.sense.person == 2 and not finite.terminal.endswith("SUBJ"):
            return n.You()
        group = clause.group
        of_card = group.reflexive or group.passive or self.card_can(group.verb.name) or self.is_crossing(clause)
        if finite is None and not of_card:
            return n.You()
        if self.said.subject is None:
            mention = self.said.recall("card")
            if mention is not None:
                return mention.recall
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        return self.of_whom_it_happens(clause, self.one_left_out(clause, self.said.subject))

    def _time(self, front: s.Front, occasion: Occasion) -> None:
        value = front.value
        if isinstance(value, s.Prepositional):
            terminal = value.preposition.terminal
            in_which = self.in_which(value.np) if terminal in ("IN", "DURING") else None
            if in_which is not None:
                occasion.conditions.append(in_which)
                return
            if terminal == "DURING":
                stretch = self.duration_of(value.np, until=False)
                if stretch is not None:
                    occasion.duration = stretch
                else:
                    occasion.conditions.append(self.during(value.np))
                return
            if terminal == "TO" or self._is_in_two(value):
                moment = self.moment(value.np)
                if moment is not None and occasion.when is None:
                    occasion.conditions += self.when_in_which(value.np)
                    occasion.when = self.from_when(moment, front)
                    return
                if moment is not None and occasion.later is None:
                    occasion.later = evolve(moment, every=False)
                    return
            duration = self.duration_of(value.np, until=value.kind == "until_phrase")
            if duration is not None:
                occasion.duration = duration
                return
            if terminal == "IN":
                occasion.conditions.append(self.during(value.np))
                return
        elif isinstance(value, (s.NounPhrase, s.NounList)):
            duration = self.duration_of(value, until=False)
            if duration is not None:
                occasion.duration = duration
                return
        raise self.fail(
            front.start, f"«{self.quoted(front.start, front.end)}» non si intende qui", "S026", end=front.end
        )

    def in_which(self, np: s.Noun, of_another: bool = False) -> n.Condition | None:
        """«nel turno in cui viene accesa», of this card in a text in force: if it has been, in this turn."""
        named = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"
        said = np.modifiers[-1] if isinstance(np, s.NounPhrase) and named and np.modifiers else None
        if said is None or said.kind != "mod_relative" or [t.terminal for t in said.tokens] != ["IN"]:
            return None
        clause = said.value
        assert isinstance(np, s.NounPhrase) and isinstance(clause, s.Clause)
        if [d.terminal for d in np.determiners] not in (["DEF"], ["EACH"]) or not (
            self.is_event(clause) or self._is_past_event(clause)
        ):
            return None
        unsaid = clause.subject is None and self._bare_third(clause)
        if unsaid and (of_another or not self.said.continuous or self.said.bound_event):
            return None  # of whom?
        past = self._happened(evolve(clause, group=evolve(clause.group, perfect=True, negated=False)))
        period, of = self.period(evolve(np, modifiers=np.modifiers[:-1]))
        if not isinstance(past, n.Happened) or past.within is not None or of is not None:
            return None
        if self.of_the_outcome(past.event) == period:
            so: n.Condition = self._takes_part_so(past.event, period, np)
        else:
            so = evolve(past, within=period, span=self.span(np.start, np.end))
        return n.Not(so, span=so.span) if clause.group.negated else so

    def _takes_part_so(self, event: n.Event, period: str, np: s.NounPhrase) -> n.Condition:
        """«durante le gare in cui questa carta sfida»: what begins it happens before it, so it is asked who takes part, and how."""
        declared, span = self.vocabulary.periods[period], self.span(np.start, np.end)
        parts: list[n.Condition] = []
        for name, part in zip(("agent", "object"), declared.participants, strict=False):
            who = next((role.value for role in event.roles if role.name == name), None)
            if isinstance(who, n.Self | n.Var | n.Related):
                parts += [n.During(period, who, span=span), n.Same(who, n.Var(part.name), span=span)]
        if len(parts) != 2:
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said}»: chi vi prende parte deve essere uno solo", "S026", end=np.end)
        return n.And(tuple(parts), span=span)

    def when_in_which(self, np: s.Noun) -> list[n.Condition]:
        """«alla fine del turno in cui viene accesa»: the relative is of the turn, wherever the phrase has it."""
        inner = next((m.value for m in getattr(np, "modifiers", ()) if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase) or not isinstance(np, s.NounPhrase):
            return []
        if inner.has("first"):  # «all'inizio del tuo primo turno»
            return [self.during(inner)]
        said = next((m for m in (*np.modifiers, *inner.modifiers) if m.kind != "mod_of"), None)
        if said is None or said.kind != "mod_relative":
            return []
        kept = tuple(d for d in inner.determiners if d.terminal in ("EACH", "DEF"))  # whose it is, the moment says
        condition = self.in_which(evolve(inner, determiners=kept, modifiers=(said,)))
        if condition is None:
            message = f"«{self.quoted(said.start, said.end)}» non si dice di un tempo"
            raise self.fail(said.start, message, "S026", "si dice senza, con una condizione: «se …»", end=said.end)
        return [condition]

    def ordered_as_long_as(self, effect: n.Effect, occasion: Occasion, at: tuple[int, int]) -> n.Effect:
        """«prendi il controllo di una Lana finché questa carta resta in gioco», of an order that its text does when something
        happens: what goes over goes back; what else is done does not last."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or slot.orders_when is None or not occasion.as_long_as:
            return effect
        if len(occasion.as_long_as) > 1 or not isinstance(effect, n.Do) or not self._changes_side(effect.event):
            raise self.fail(at[0], DOES_NOT_LAST, "S037", DOES_NOT_LAST_HINT, at[1])
        occasion.conditions = [each for each in occasion.conditions if each not in occasion.as_long_as]
        return self._until(occasion.as_long_as[0], effect, effect.span)

    def _under(self, occasion: Occasion, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """An effect under its conditions and occasions, inside a used text."""
        if occasion.only and isinstance(effect, n.May) and isinstance(effect.effect, n.Do):
            if any(isinstance(role.value, n.Self) for role in effect.effect.event.roles):
                said = "«puoi giocarla solo se …»: quando questo testo si usa, è già giocata"
                raise self.fail(0, said, "S037", end=len(self.words))
        if not isinstance(effect, STANDING):
            effect = self.ordered_as_long_as(effect, occasion, (0, len(self.words)))
        if occasion.unpaid is not None:
            effect = n.Unless(effect, occasion.unpaid, span=span)
        effect = self._unless_done(occasion, effect, span)
        effect = self.wished(occasion, effect)
        if occasion.until is not None:
            effect = self._until(occasion.until, effect, span)
        if occasion.limit is not None and occasion.when is None:
            said = "quante volte si dice in un testo che vale sempre: questo si fa quando si usa"
            raise self.fail(0, said, "S037", "si dice senza", end=len(self.words))
        occasion.when = occasion.when or self._in_the_next(occasion.duration, effect)
        self.not_too_late(occasion.when, effect)
        if occasion.when is not None:
            duration = occasion.duration or duration_in(effect)
            if duration is not None and occasion.duration is None and duration.stretch is n.Stretch.NEXT:
                duration = None  # «quando colpisce, il rivale non può … nel suo prossimo turno» is awaited now
            if (occasion.instead or isinstance(effect, n.OfAnother)) and isinstance(occasion.when, n.Event):
                self.only_elsewhere(occasion, effect, 0, len(self.words))
                won = self.won_instead(occasion.when, effect, occasion.conditions)
                if (
                    won is not None
                    and isinstance(won.effects[0], n.Claim)
                    and won.condition is None
                    and not occasion.once
                ):
                    return evolve(won.effects[0], duration=occasion.duration, span=span)
                once, happens = occasion.once, occasion.happens and not isinstance(effect, n.OfAnother)
                return n.Meanwhile(occasion.when, effect, occasion.duration, once, happens, span=span)
            if occasion.limit is not None:
                raise self.fail(0, "«la prima volta» in un testo che si usa: dì «la prossima volta che …»", "S037")
            if occasion.later is not None:  # «quando colpisce, alla fine del turno …»
                effect = n.Watch(occasion.later, effect, once=True, span=span)
            occasion.when, effect = self.each_in_his_own(occasion.when, effect, self._when_subject)
            effect = self.of_whoever_has_it(occasion, effect)
            once = occasion.once or (isinstance(occasion.when, n.Moment) and not occasion.when.every)
            self._one_fact(occasion.when, effect)
            chosen: tuple[n.Choose, ...] = ()
            if isinstance(occasion.when, n.Event):  # «una tua Lana ha +1 Ardore quando sfida»: chosen first
                chosen, effect, _ = chosen_before(effect, n.Do(occasion.when))
            watch = n.Watch(
                occasion.when,
                effect,
                None if once and isinstance(occasion.when, n.Moment) else duration,
                once,
                occasion.condition(),
                before=occasion.before,
                at_once=occasion.at_once,
                span=span,
            )
            return n.Sequence((*chosen, watch), span=span) if chosen else watch
        for condition in reversed(occasion.conditions):
            effect = self._if(condition, effect, span)
        return effect

    def _one_fact(self, when: n.Event | n.Moment, effect: n.Effect) -> None:
        """Refuses «quando sfida, pesca una carta quando vince», in a text that is used."""
        if isinstance(when, n.Event) and isinstance(effect, n.Watch) and isinstance(effect.when, n.Event):
            said = "due fatti insieme: uno solo può far accadere la frase"
            raise self.fail(0, said, "S034", end=len(self.words))

    def _in_the_next(self, duration: n.Duration | None, effect: n.Effect) -> n.Moment | None:
        """«durante la tua prossima pesca, pesca una carta»: what is ordered is done as it begins, if it holds no other."""
        if duration is None or duration.stretch is not n.Stretch.NEXT or duration.period is None:
            return None
        if not isinstance(effect, n.Do | n.Sequence) or any(isinstance(x, n.Duration) for x in nodes_of(effect)):
            return None
        declared = self.vocabulary.periods.get(duration.period)
        if declared is None or declared.parts or declared.participants:
            said = f"quando, nel prossimo «{duration.period}»? ciò che si ordina non dura"
            raise self.fail(0, said, "S026", "«all'inizio del …», «alla fine del …»", end=len(self.words))
        return n.Moment(duration.period, duration.of, every=False, span=duration.span)

    def _if(self, condition: n.Condition, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """«ogni giocatore pesca una carta, se ha due Lane»: a condition that speaks of each is asked of each."""
        if isinstance(effect, n.ForEach) and any(node == n.Var(effect.bind) for node in nodes_of(condition)):
            return evolve(effect, effect=n.If(condition, effect.effect, span=span))
        condition, effect = asked_first(condition, effect)
        if asks_of_what_is_chosen(condition, effect):
            said = "la condizione è di ciò che si sceglie solo dopo averla chiesta"
            hint = "mettila accanto al suo nome, o in una frase dopo che si è scelto"
            raise self.fail(0, said, "S037", hint, end=len(self.words))
        return n.If(condition, effect, span=span)

    def _until(self, condition: n.Condition, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """«spezza le sue Lanterne finché non …»: one after the other until it holds; «ogni giocatore …»: until it holds of him."""
        if isinstance(effect, n.ForEach) and any(node == n.Var(effect.bind) for node in nodes_of(condition)):
            return evolve(effect, effect=self._until(condition, effect.effect, span))
        standing = effects_of(effect)
        if all(isinstance(each, STANDING) for each in standing):
            return lasting(effect, n.Duration(n.Stretch.WHILE, condition=condition))
        if isinstance(effect, n.Do) and self._changes_side(effect.event):
            return n.ForATime(effect, n.Duration(n.Stretch.WHILE, condition=condition), span=span)
        if (given := _gives_for(effect, n.Duration(n.Stretch.WHILE, condition=condition))) is not None:
            return given
        if self._done_for_good(effect):
            raise self.fail(0, DOES_NOT_LAST, "S037", DOES_NOT_LAST_HINT, end=len(self.words))
        stop = condition.part if isinstance(condition, n.Not) else negation(condition)
        if isinstance(effect, n.Do):
            roles = tuple(
                evolve(role, value=evolve(role.value, quantity=n.Quantity.EXACTLY, number=n.Num(1)))
                if role.name == "object" and isinstance(role.value, n.Select) and role.value.quantity is n.Quantity.ALL
                else role
                for role in effect.event.roles
            )
            frame = self.vocabulary.frames.get(effect.event.verb)
            if frame is not None and frame.counted and not any(role.name in ("number", "object") for role in roles):
                roles += (n.Role("number", n.Num(1)),)  # «pesca carte finché non …»: one at a time
            effect = evolve(effect, event=evolve(effect.event, roles=roles))
            stop = self.stops_at(stop, effect.event)
        return n.Until(stop, effect, span=span)

    def _done_for_good(self, effect: n.Effect) -> bool:
        """Whether what is done to a thing that was spoken of cannot be done to it again: it is put somewhere, or
        becomes so."""
        if isinstance(effect, n.Move):
            return isinstance(effect.what, n.Var | n.Self)
        if not isinstance(effect, n.Do):
            return False
        frame = self.vocabulary.frames.get(effect.event.verb)
        roles = {role.name: role.value for role in effect.event.roles}
        done = [x for step in (frame.steps if frame is not None else ()) for x in nodes_of(step.effect)]
        puts = any(isinstance(x, n.Move | n.SetStatus) for x in done) and not any(isinstance(x, n.Change) for x in done)
        what = roles.get("object", roles.get("agent") if "number" not in roles else None)
        return puts and (isinstance(what, n.Var | n.Self) or getattr(what, "pick", None) is n.Pick.TARGET)

    def _speak_of_subject(self, clause: s.Clause, before: int) -> None:
        """A condition in a used text: what follows without subject is of the same thing."""
        if clause.subject is None or self._number_subject(clause):
            return
        if self.said.continuous:
            self._may_go_on(clause.subject)
            return
        player = self._player_said(clause.subject)
        if player is not None:  # «se l'avversario è stanco, …»: an order is to you all the same
            self.said.last_player = player
            self._may_go_on(clause.subject)
            return
        new = next((m for m in self.said.mentions[before:] if m.sort == "card"), None)
        if isinstance(clause.subject, s.NounPhrase) and self._nobody(clause):
            return
        if new is not None and isinstance(new.term, n.Select):
            if new.term.quantity is n.Quantity.EXACTLY and new.term.number == n.Num(1):
                self.said.last_subject = new.recall
        elif new is None and isinstance(clause.subject, s.NounPhrase):
            term = self.term(clause.subject)
            if self.sort(term) == "card" and not isinstance(term, n.Select):
                self.said.last_subject = term

    def _may_go_on(self, np: s.Noun) -> None:
        """«se un giocatore ha …», «quando il rivale gioca …, scarta una carta e perde 2 Punti»: of whom what follows may be."""
        person = np.noun if isinstance(np, s.NounPhrase) and not np.has("nobody") else None
        named = person is not None and person.terminal in ("N_PLAYER", "N_OPPONENT")
        player = self._player_said(np) if named else None
        same = self.said.one_asked is not None and self.said.one_asked.who == player
        if not same:  # «quando un giocatore …, se quel giocatore …»
            self.said.one_asked = Asked(player, _any_one(np)) if player is not None else None

    def _player_said(self, np: s.Noun) -> n.Term | None:
        """The player that a subject is, spoken of as before."""
        known = list(self.said.mentions)
        term = self.term(np)
        self.said.mentions = known
        if self.sort(term) != "player":
            return None
        return next((m.recall for m in reversed(known) if m.sort == "player"), None) or self._recalled_subject(term)

    def _speak_of(self, clause: s.Clause) -> None:
        """A condition with a subject of its own, in a used text: what follows without subject is of the same."""
        if self.said.continuous or self.said.candidate:
            return
        mention = next((m for m in reversed(self.said.mentions) if m.sort == "card"), None)
        if mention is not None and isinstance(mention.term, n.Select) and mention.term.quantity is n.Quantity.EXACTLY:
            self.said.last_subject = mention.recall


def _is_no_more(clause: s.Clause) -> bool:
    """«non è più stanca»: a change, said as how it is after it."""
    predicate = clause.predicate
    words = (*clause.group.adverbs, *(token for each in clause.complements for token in each.tokens))
    if predicate is not None and isinstance(predicate.value, s.NounPhrase) and predicate.value.noun is None:
        words = (*words, *predicate.value.determiners)  # «più nascosto», as if it were «più nascosti di …»
    anymore = any(token.terminal in ("ANYMORE", "MORE") for token in words)
    return anymore and clause.group.negated and (predicate is not None or clause.group.form == "be_part")


def _any_one(np: s.Noun) -> bool:
    """«un giocatore»: whichever it is of whom a condition holds."""
    named = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PLAYER"
    return named and any(d.terminal == "INDEF" for d in getattr(np, "determiners", ()))


def affirmed(value: s.Clause | s.Conditions) -> s.Clause | s.Conditions:
    """«a meno che tu non abbia …»: the «non» denies nothing."""
    if isinstance(value, s.Conditions):
        return value
    return evolve(value, group=evolve(value.group, negated=False))


def _subject_after(clause: s.Clause) -> s.Clause:
    """«se la sfida una Doppia»: with a pronoun as its object, the noun after the verb is who does it."""
    pronoun = any(clitic.name in ("it", "them") for clitic in clause.group.clitics)
    said = [c.value for c in clause.complements if c.kind == "c_object" and isinstance(c.value, s.NounPhrase)]
    third = clause.group.finite is not None and clause.group.finite.sense.person == 3
    if clause.subject is not None or not pronoun or len(said) != 1 or not third:
        return clause
    rest = tuple(c for c in clause.complements if c.value is not said[0])
    return evolve(clause, subject=said[0], complements=rest)


def negation(condition: n.Condition) -> n.Condition:
    """The contrary of a condition."""
    if isinstance(condition, n.Not):
        return condition.part
    return n.Not(condition)


def duration_in(effect: n.Effect) -> n.Duration | None:
    """The duration that an effect, or the last of several, has."""
    if isinstance(effect, STANDING):
        return effect.duration
    if isinstance(effect, n.Sequence):
        return next((d for d in (duration_in(part) for part in reversed(effect.parts)) if d is not None), None)
    if isinstance(effect, n.If):
        return duration_in(effect.then)
    return None


def lasting(effect: n.Effect, duration: n.Duration) -> n.Effect:
    """A standing effect with a duration, when it has none."""
    if isinstance(effect, STANDING) and effect.duration is None:
        return evolve(effect, duration=duration)
    until = effect.duration if isinstance(effect, n.Modify) else None
    if (
        isinstance(effect, n.Modify)
        and until is not None
        and until.stretch is n.Stretch.ONCE
        and until.event is not None
    ):
        return evolve(effect, duration=evolve(duration, event=until.event))  # «il prossimo lancio»
    if isinstance(effect, n.Meanwhile) and effect.duration is None:  # «per questo turno, … 2 crepe in più»
        return evolve(effect, duration=duration)
    if isinstance(effect, n.Sequence):
        return evolve(effect, parts=tuple(lasting(part, duration) for part in effect.parts))
    if isinstance(effect, n.If):
        return evolve(
            effect,
            then=lasting(effect.then, duration),
            otherwise=lasting(effect.otherwise, duration) if effect.otherwise is not None else None,
        )
    return effect


def _gives_for(effect: n.Effect, duration: n.Duration) -> n.Effect | None:
    """«dona +1 Ardore a una Lana finché …»: what is given lasts so long; None of what gives nothing."""
    roles = effect.event.roles if isinstance(effect, n.Do) else ()
    given = next((r.value for r in roles if r.name == "effect" and isinstance(r.value, n.Modify | n.Grant)), None)
    if not isinstance(effect, n.Do) or not isinstance(given, n.Modify | n.Grant) or given.duration is not None:
        return None
    lasts = evolve(given, duration=duration)
    told = tuple(evolve(r, value=lasts) if r.name == "effect" else r for r in roles)
    return evolve(effect, event=evolve(effect.event, roles=told))


def chosen_before(
    effect: n.Effect, other: n.Effect, stead: bool = False
) -> tuple[tuple[n.Choose, ...], n.Effect, n.Effect]:
    """What an effect does something to, chosen before where something else speaks of it: what is asked first, or
    (``stead``) what is done instead."""
    spoken = {node.name for node in nodes_of(other) if isinstance(node, n.Var)}
    first = next((x for x in nodes_of(effect) if isinstance(x, n.Select) and x.bind in spoken), None)
    if first is None:
        return (), effect, other
    named = n.Var(first.bind or "")
    if stead and first.pick is not n.Pick.TARGET and sum(node == named for node in nodes_of(other)) == 1:
        return (), effect, replace_term(other, named, first)  # only one of the two is done, to one that is chosen then
    return (n.Choose(first, span=first.span),), replace_term(effect, first, named), other


def _as_done_so(value: s.Clause) -> s.Clause:
    """«se viene spezzata in questo modo», «se scarti una Lana in questo modo»: that it has been, a moment ago."""
    group = value.group
    so = done_this_way(value) and group.form in ("active", "passive", "present") and group.modal is None
    return evolve(value, group=evolve(group, form="perfect", perfect=True)) if so and value.predicate is None else value
