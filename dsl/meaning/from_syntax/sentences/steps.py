"""«pesca una carta, poi scartane una»: steps one after the other, and what they hold in common."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import Sense
from ... import nodes as n
from ...game import counted_by
from ...joined import effects_of
from ...mapped import replace_term
from ...scope import nodes_of
from ..effects.apiece import over
from ..effects.effects import STANDING
from ..events.parts import one_of
from ..things.reading import OF_EACH_HINT, OF_EACH_HIS_OWN, PLAYER
from ..things.selections import bare_plural
from .chosen_word import ChosenWord
from .occasions import Occasion, chosen_before, duration_in, lasting, negation, none_said

#: What stands before a sentence and says when it is done, and not whether: what the next sentence tells is then done too.
_SETS_OFF: Final = frozenset(("when", "after", "time", "times"))


class Steps(ChosenWord):
    """The part of the reader that reads steps."""

    #: What was spoken of before the steps of a body.
    _begun: tuple[n.Term | None, n.Term | None, n.Term | None] = (None, None, None)
    topic_goes_on = False  # a subject left out is what the sentence before did something to
    did_otherwise: n.Term | None = None  # who did, or did not, what stands before «altrimenti»

    def _lone_tails(self, body: s.Body) -> tuple[tuple[s.Front, ...], s.Body]:
        """What follows the last clause: of that clause, or of all when they are one (or, when it may be either, of
        both in turn)."""
        last = body.steps[-1]
        if not isinstance(last, s.Step) or not last.tails or all(t.kind == "where" for t in last.tails):
            return (), body
        self._of_the_bearer = last.clause.subject is None and isinstance(self.said.subject, n.Self)
        if any(tail.kind == "did" for tail in last.tails):  # of what was done before this step
            return (), body
        moved = tuple(t for t in last.tails if t.kind not in ("even_if", "where"))
        if len(body.steps) > 1 and not self._tail_is_of_all(body):
            return (), body
        known = tuple(t for t in last.tails if t.kind == "where")
        kept = tuple(t for t in last.tails if t.kind == "even_if")
        plain = evolve(last, tails=(*kept, *known))
        rest = evolve(body, steps=(*body.steps[:-1], plain))
        extra: tuple[s.Front, ...] = moved
        if kept and not rest.fronts:
            extra = (*moved, *kept)
            rest = evolve(rest, steps=(*rest.steps[:-1], evolve(plain, tails=known)))
        return extra, rest

    @staticmethod
    def _tail_may_be_of_all(body: s.Body) -> bool:
        """«spezza una Candela e stanca una Lanterna se …»: of the last order, or of both."""
        last = body.steps[-1]
        if len(body.steps) < 2 or any(body.then) or not isinstance(last, s.Step):
            return False
        return bool(last.tails) and all(tail.kind in ("if", "unless") for tail in last.tails)

    def _tail_is_of_all(self, body: s.Body) -> bool:
        if any(body.then):
            return False
        return self._neither(body) or self.said.choose(2) == 0

    def _neither(self, body: s.Body) -> bool:
        """«non può attaccare né essere attaccata …»: what follows is of both."""
        last = body.steps[-1]
        verb = last.clause.group.verb.at if isinstance(last, s.Step) else body.start
        return len(body.steps) > 1 and any(self.may_be(at, "NOR") for at in range(max(body.start, verb - 3), verb))

    def _may_be_of_a_card(self, body: s.Body) -> bool:
        """Whether what is told first can be of a card: «scegli una Lana: la scarta» is of a player."""
        first = body.steps[0]
        group = first.clause.group if isinstance(first, s.Step) else None
        if group is None or group.passive or group.reflexive:
            return True
        return not self.vocabulary.frames_of(group.verb.name) or self.card_can(group.verb.name)

    def _steps_after(self, occasion: Occasion, body: s.Body) -> n.Effect:
        """The steps of a body: they may speak of who takes part in what sets them off."""
        begun = self.said.topic, self.said.next_topic, self._done_to
        outer, self.once_only = self.once_only, occasion.limit is not None
        try:
            return self.wished(occasion, self._steps_set_off(occasion, body))
        finally:
            self._begun, self.once_only = begun, outer

    def _what_would(self, occasion: Occasion, body: s.Body) -> n.Effect:
        """The steps of a body, and whether they are done in the stead of what they are set off by."""
        outer, self._only_would = self._only_would, isinstance(occasion.when, n.Event) and not occasion.happens
        effect = self.prevented_first(occasion, self._steps_after(occasion, body))
        self._only_would = outer
        occasion.instead = occasion.instead or isinstance(effect, n.CancelEvent)
        self.instead_or_before(occasion, effect)
        return effect

    def _steps_set_off(self, occasion: Occasion, body: s.Body) -> n.Effect:
        if not isinstance(occasion.when, n.Event):
            return self.steps_effect(body, occasion.duration)
        outer, self._when_event = self._when_event, occasion.when
        before, self._last_done_then = self._last_done_then, self.said.last_done
        spoken, host = self.said.last_subject, self._host_in_what_happens()
        self.said.last_subject = spoken if host is None else host
        effect = self._named_again(self.steps_effect(body, occasion.duration))
        if host is not None and self.said.last_subject == host:
            self.said.last_subject = spoken
        occasion.when, self._when_event = self._when_event, outer
        self._last_done_then = before
        return effect

    def one_by_one(self, body: s.Body) -> s.Body:
        """«scarta carte finché non ne hai 4 in mano», «pesca finché …» of a verb that only counts: «una carta»."""
        before = next((each for each in body.fronts if each.kind == "while"), None)
        return evolve(body, steps=tuple(self._one_at_a_time(step, before) for step in body.steps))

    def _one_at_a_time(self, step: s.Step | s.Body | s.Choice, before: s.Front | None) -> s.Step | s.Body | s.Choice:
        if not isinstance(step, s.Step):
            return step
        tail = next((each for each in step.tails if each.kind == "while"), before)
        if tail is None or not isinstance(tail.value, s.Clause):
            return step
        step = _until_of_the_same(step, tail)
        clause, until = step.clause, tail.value
        said = until.predicate.value if until.predicate is not None else None
        counted = any(frame.counted for frame in self.vocabulary.frames_of(clause.group.verb.name))
        of_cards = (
            isinstance(said, s.NounPhrase) and said.noun is not None and said.noun.name == self.vocabulary.implied_noun
        )
        has = until.group.negated and until.subject is None and until.group.verb.name == "avere"
        things = [c for c in clause.complements if c.kind == "c_object"]
        if until.group.negated and len(things) == 1 and bare_plural(things[0].value):
            rest = tuple(c for c in clause.complements if c is not things[0])
            return evolve(step, clause=evolve(clause, complements=(one_of(things[0].value), *rest)))
        if not (counted and of_cards and has) or tail is before or things:
            return step
        assert isinstance(said, s.NounPhrase)
        return evolve(step, clause=evolve(clause, complements=(one_of(said), *clause.complements)))

    def _speak_of_what_happens(self, event: n.Event) -> None:
        """«se una tua Erba si spezzerebbe, torna invece …»: the Erba."""
        whose = _subject_of_event(event)
        if isinstance(whose, n.Select) and whose.bind is not None:
            self.said.last_subject = n.Var(whose.bind)
        elif isinstance(whose, n.Var) and self.sort(whose) == "card" and not self.said.continuous:
            self.said.last_subject = whose

    def prevented_first(self, occasion: Occasion, effect: n.Effect) -> n.Effect:
        """«se subirebbe danni, previenili e pesca una carta»: what is done in the stead of what does not happen."""
        steps = effects_of(effect)
        rest = tuple(step for step in steps if not isinstance(step, n.CancelEvent))
        if not self._only_would or len(rest) == len(steps) or not rest:
            return effect
        occasion.instead = True
        return sequence(rest)

    def instead_or_before(self, occasion: Occasion, effect: n.Effect) -> None:
        """«se si spezzerebbe, torna in mano» is in its stead; «…, pesca una carta» may be that, or done before: both are
        tried."""
        when = occasion.when
        said = occasion.happens or occasion.instead or occasion.before or isinstance(effect, n.CancelEvent)
        if said or not isinstance(when, n.Event):
            return
        occasion.instead = self._of_the_same(when, effect) or self.said.choose(2) == 0
        occasion.before = not occasion.instead

    def _of_the_same(self, event: n.Event, effect: n.Effect) -> bool:
        """Whether what is done is done to a thing to which something would happen."""
        concerned = [
            self._recalled_subject(role.value) for role in event.roles if isinstance(role.value, n.Self | n.Select)
        ]
        inner = effect.effect if isinstance(effect, n.May) else effect
        done: list[object] = [getattr(inner, "what", None)]
        if isinstance(inner, n.Do):
            done = [role.value for role in inner.event.roles if role.name in ("agent", "object")]
        return any(each in concerned for each in done)

    def has_instead(self, body: s.Body) -> bool:
        for step in body.steps:
            if isinstance(step, s.Step) and any(c.kind == "c_rather_than" for c in step.clause.complements):
                return True
            if isinstance(step, s.Step):
                adverbs = [*step.clause.group.adverbs]
                for complement in step.clause.complements:
                    if complement.kind == "c_adverb":
                        adverbs.append(
                            complement.value if isinstance(complement.value, s.Token) else complement.tokens[0]
                        )
                if any(a.terminal == "INSTEAD" for a in adverbs):
                    return True
        return False

    def _with_otherwise(self, occasion: Occasion, effect: n.Effect, body: s.Body) -> n.Effect:
        condition, done = occasion.condition(), self.said.last_done
        if body.otherwise is None or (condition is None and not takes_otherwise(effect, done)):
            raise self.fail(body.start, "«altrimenti» senza un «se»", "S033", end=body.end)
        if condition is not None and self.said.continuous:  # what would be done else was not, and is not spoken of
            self.said.topic, self.said.next_topic, self._done_to = self._begun
        if condition is not None:
            self.said.forget_moved_in(effect)
        self.did_otherwise = self.whose_deed(condition) or _who_was_told(body, effect)
        self._nobody_to_go_on(condition, body.otherwise)
        rest = self._as_many_otherwise(effect, body.otherwise)
        if condition is None:
            return otherwise(effect, rest, done)
        if occasion.duration is not None:  # «per questo turno, se …, altrimenti …»: of both
            rest = self._lasting_so(rest, occasion.duration)
        elif (said := duration_in(rest)) is not None and duration_in(effect) is None:
            effect = lasting(effect, said) if self._lasts_for_all([effect, rest]) else effect
        chosen, effect, rest = chosen_before(effect, rest, stead=True)  # «…, spezza una Lana, altrimenti stancala»
        done_or_else = n.If(condition, effect, rest, span=self.span(body.start, body.end))
        return n.Sequence((*chosen, done_or_else)) if chosen else done_or_else

    def _nobody_to_go_on(self, condition: n.Condition | None, rest: s.Body) -> None:
        """Refuses «se un giocatore ha due Lane, perde 1 Punto, altrimenti guadagna 1 Punto»: there is nobody then of whom it is."""
        his = self.did_otherwise.name if isinstance(self.did_otherwise, n.Var) else None
        players = (x for x in nodes_of(condition) if isinstance(x, n.Select) and x.noun == PLAYER)
        if his is None or all(x.bind != his for x in players) or not self._may_be_his(rest, third=True):
            return
        hint = "di te: «altrimenti peschi …»; di ognuno: «ogni giocatore che …»"
        raise self.fail(
            rest.start, "«altrimenti»: chi? allora non c'è un giocatore di cui si è detto", "S037", hint, rest.end
        )

    def _as_many_otherwise(self, effect: n.Effect, body: s.Body) -> n.Effect:
        """«se …, infliggi 3 danni a una Lana, altrimenti infliggine 2»: as many of the same, to the same."""
        last = effect.parts[-1] if isinstance(effect, n.Sequence) else effect
        first = body.steps[0]
        group = first.clause.group if isinstance(first, s.Step) else None
        same = group is not None and isinstance(last, n.Do) and group.verb.name == last.event.verb.partition("#")[0]
        if not same or group is None or body.fronts or not of_them_alone(first):
            return self.in_stead(body)
        outer, self.rather = self.rather, last
        try:
            return to_the_same(last, self.in_stead(body))
        finally:
            self.rather = outer

    def in_stead(self, body: s.Body) -> n.Effect:
        """What is done where what was said before is not."""
        self.said.unsure_deeds = len(self.said.deeds)
        effect = self.body_effect(body)
        self.said.unsure_deeds = len(self.said.deeds)
        return effect

    def whose_deed(self, condition: n.Condition | None) -> n.Term | None:
        """Who did what comes before «altrimenti», where that is so much as «se non lo fa»."""
        if condition is None:
            return self.said.last_doer
        asked = condition.part if isinstance(condition, n.Not) else condition
        return self.said.asked_doer if isinstance(asked, n.Did) else None

    def _who_did_not(self, body: s.Body) -> n.Term | None:
        """«l'avversario può scartare una carta. Se non lo fa, perde 2 Punti»: the player who was spoken of goes on."""
        first = body.steps[0]
        asked = bool(body.fronts) and body.fronts[0].kind in ("did", "did_not")
        doer = self.said.asked_doer if asked else self.did_otherwise
        self.did_otherwise = None
        if self.said.continuous and not self.said.bound_event:
            return None
        if doer is None or not isinstance(first, s.Step) or not self._another_player(doer):
            return None
        if self._bare_third(first.clause):
            return self._recalled_subject(doer) if self._player_can(first.clause.group.verb.name) else None
        return self._recalled_subject(doer) if self._may_be_his(body) and self.said.choose(2) else None

    def _one_asked(self, body: s.Body) -> n.Term | None:
        """«se un giocatore controlla due Lane, scarta una carta»: he, where each verb may be said of him and is no order alone;
        «quando un giocatore attinge una carta, scarta una carta»: he, or you; «se il rivale è stanco, scarta una carta e
        perde 2 Punti»: he, where one can only be said of him."""
        asked, self.said.one_asked = self.said.one_asked, None
        if asked is None or not self._may_be_his(body, third=True):
            return None
        if asked.did and not all(
            self._done_by_a_player(step.clause) for step in body.steps if isinstance(step, s.Step)
        ):
            return None
        his = any(self._bare_third(step.clause) for step in body.steps if isinstance(step, s.Step))
        if asked.any_one and asked.did and not his:
            return asked.who if self.said.choose(2) else None
        return asked.who if asked.any_one or (his and len(body.steps) > 1) else None

    def _speak_of_the_chosen(self, body: s.Body, of_chosen: bool) -> None:
        """«scegli una Lana: ha +1 Ardore», «scegli un giocatore: perde 2 Punti»: that one."""
        if not of_chosen:
            return
        if self._may_be_of_a_card(body):
            self.said.last_subject = self._done_to or self.said.last_subject
        self.said.last_subject = self._of_the_chosen_player(body) or self.said.last_subject

    def _of_the_chosen_player(self, body: s.Body) -> n.Term | None:
        """«scegli un giocatore: attinge una carta»: he; «scegli un giocatore: scarta una carta», he or you, each in turn."""
        one = self.said.chosen[-1] if self.said.chosen else None
        known = next((m for m in reversed(self.said.mentions) if m.recall == one), None)
        clauses = [step.clause for step in body.steps if isinstance(step, s.Step)]
        if known is None or known.sort != "player" or not self._may_be_his(body, third=True):
            return None
        if not all(self._done_by_a_player(clause) for clause in clauses):
            return None
        his = any(self._bare_third(each) or self._third_of_those(each) for each in clauses) or not self.said.choose(2)
        return known.recall if his else None

    @staticmethod
    def _third_of_those(clause: s.Clause) -> bool:
        """«ne attinge due», «la spezza»: what he does, never an order."""
        finite, clitics = clause.group.finite, clause.group.clitics
        third = clause.subject is None and finite is not None and finite.sense.person == 3
        return third and bool(clitics) and all(each.name in ("of_them", "it", "them") for each in clitics)

    def _one_does_both(self, body: s.Body) -> None:
        """Refuses «Un rivale …. Scarta due carte, poi ne attinge una»: the first is an order to you, the second what he does."""
        clauses = [step.clause for step in body.steps if isinstance(step, s.Step)]
        told = next((each for each in clauses if each.subject is None and self._is_third_too(each.group)), None)
        his = next((each for each in clauses if self._third_of_those(each)), None)
        if (
            told is None
            or his is None
            or clauses.index(told) > clauses.index(his)
            or self.said.last_subject is not None
        ):
            return
        between = clauses[clauses.index(told) : clauses.index(his)]
        if any(each.subject is not None for each in between) or not self._player_can(his.group.verb.name):
            return
        said = f"«{told.group.verb.text}» è un ordine, «{self.quoted(his.start, his.end)}» no: chi fa l'uno e l'altro?"
        raise self.fail(his.start, said, "S021", "«quel giocatore …», oppure due ordini: «…, poi pescane …»", his.end)

    def _done_by_a_player(self, clause: s.Clause) -> bool:
        """«perde 2 Punti», «scarta una carta»; not «ha +1 Ardore», «si distrugge», which are of a card, nor «recupera questa
        carta», «spezza una tua Lana», which are orders."""
        verb = clause.group.verb.name
        amounts = any(c.kind in ("c_amounts", "c_amounts_and") for c in clause.complements)
        known = self._player_can(verb) if self.vocabulary.frames_of(verb) else clause.group.form == "order"
        words = [d for c in clause.complements for d in getattr(c.value, "determiners", ())]
        yours = any(d.terminal == "THIS" or d.name == "your" for d in words)
        return known and not amounts and not yours and not clause.group.reflexive

    @staticmethod
    def _is_third_too(group: s.VerbGroup) -> bool:
        """«scarta»: an order, and what he does."""
        return group.form == "order" and group.verb.sense.third and not group.negated

    def _may_be_his(self, body: s.Body, third: bool = False) -> bool:
        """«l'avversario può scartare una carta. Se non lo fa, pesca una carta»: you, or he; not «…, pescane una», «…, prendi una
        carta», which can only be orders. With ``third``, beside what can only be his («scarta una carta e perde 2 Punti»)."""
        clauses = [step.clause for step in body.steps if isinstance(step, s.Step)]
        bare = [clause for clause in clauses if clause.subject is None]
        return len(bare) == len(clauses) > 0 and all(
            (third and (self._bare_third(clause) or self._third_of_those(clause)))
            or (
                clause.group.form == "order"
                and not clause.group.clitics
                and self._is_third_too(clause.group)
                and (self._player_can(clause.group.verb.name) or not self.vocabulary.frames_of(clause.group.verb.name))
            )
            for clause in bare
        )

    def _event_first(self, body: s.Body) -> s.Body:
        """«attingi una carta quando sfida», after «… la Lana bersaglio», as «quando sfida, attingi una carta»: of the same one."""
        step = body.steps[0] if len(body.steps) == 1 and not body.fronts and body.otherwise is None else None
        tail = step.tails[0] if isinstance(step, s.Step) and len(step.tails) == 1 else None
        clause = tail.value if tail is not None and tail.kind in ("when", "if") else None
        if not isinstance(step, s.Step) or tail is None or not isinstance(clause, s.Clause):
            return body
        if clause.subject is not None or step.clause.subject is not None or not self.is_event(clause):
            return body
        return evolve(body, fronts=(tail,), steps=(evolve(step, tails=()),))

    def whose_event_first(self, body: s.Body) -> s.Body:
        """«le tue Lane hanno +1 Ardore quando sfidano» as «quando le tue Lane sfidano, hanno +1 Ardore»: each for itself.

        Of one alone so where a text is used: where it is in force «quando sfida» is of its bearer."""
        if not self.said.continuous:
            body = self._event_first(body)
        step = body.steps[0] if len(body.steps) == 1 else None
        np = step.clause.subject if isinstance(step, s.Step) else None
        if not isinstance(step, s.Step) or not isinstance(np, s.NounPhrase) or (np.number & 1 and self.said.continuous):
            return body
        if any(each.terminal == "INDEF" for each in np.determiners) and not _aimed(np):  # one that is chosen now
            return body
        one = bool(np.number & 1)
        held = step.tails if one else (*body.fronts, *step.tails)
        when = next((each for each in held if self._does_it(each, one)), None)
        if when is None or not isinstance(when.value, s.Clause):
            return body
        if one and self._player_said(np) is not None:  # «il nemico scarta una carta quando ferisce»: what is used does
            return body
        front = evolve(when, value=evolve(when.value, subject=np))
        before = (*body.fronts, when) if when in step.tails else body.fronts
        clause, tails = evolve(step.clause, subject=None), tuple(each for each in step.tails if each is not when)
        fronts = tuple(front if each is when else each for each in before)
        return evolve(body, fronts=fronts, steps=(evolve(step, clause=clause, tails=tails),))

    def _does_it(self, front: s.Front, one: bool) -> bool:
        """«quando sfidano», «quando sfida»: of whom is said elsewhere, several or one."""
        clause = front.value
        if front.kind != "when" or not isinstance(clause, s.Clause) or not self._bare_third(clause):
            return False
        finite = clause.group.finite
        written = self.words[finite.at].senses if finite is not None else ()
        known = [each for each in written if finite is not None and each.name == finite.name and each.person == 3]
        return self.is_event(clause) and bool(known) and any(each.number & 1 for each in known) is one

    def body_effect(self, body: s.Body) -> n.Effect:
        """Fronts, steps, otherwise: as an effect."""
        of_chosen = bool(body.fronts) and body.fronts[0].kind == "chosen"
        body = self.of_a_chosen_word(_unless_after(body))
        body = _occasion_before(instead_first(evolve(body, fronts=body.fronts[1:]) if of_chosen else body))
        body = self.one_by_one(body if self._inside or self.said.continuous else self.whose_event_first(body))
        if not self._inside:
            self.said.last_subject = None
        self._speak_of_the_chosen(body, of_chosen)
        self.said.topic = self.said.next_topic or self.said.topic
        self.said.next_topic = self.said.next_topic if self._inside else None
        outer_cataphora = self._cataphora
        self._cataphora = not self.said.continuous and self._has_card_subject(body)
        self._put_off = []
        self._after_order, self.said.one_asked = self.said.bound_event, None
        self._pronoun_follows = _speaks_by_pronoun(body)
        self._when_subject = self.who_has_the_time(body) or self._when_subject
        self._none_said_then = none_said(body)
        self._otherwise_follows = body.otherwise is not None
        occasion = self._occasion(body.fronts)
        outer_time, self.time_said_before = self.time_said_before, occasion.duration is not None
        self._after_order = self._none_said_then = self._otherwise_follows = False
        if not any(front.kind in ("did", "did_not") for front in body.fronts):
            self.said.asked = None
        put_off, self._put_off = self._put_off, []
        self._cataphora = outer_cataphora
        late: tuple[s.Front, ...] = ()
        if self._tail_may_be_of_all(body):
            late, body = self._lone_tails(body)
        outer = self.said.bound_event
        if occasion.when is not None:
            self.said.bound_event = True
        has_instead = self.has_instead(body)
        if has_instead and occasion.when is None and self.rather is None and not outer:
            self._instead_of_nothing(body)
        occasion.instead = occasion.instead or (has_instead and isinstance(occasion.when, n.Event))
        if isinstance(occasion.when, n.Event) and (occasion.instead or not occasion.happens):
            self._speak_of_what_happens(occasion.when)
        self.said.last_subject = self.said.last_subject or self._who_did_not(body) or self._one_asked(body)
        self._one_does_both(body)
        if self.topic_goes_on:
            self.said.last_subject = self.said.topic
        if not self.said.continuous and isinstance(occasion.when, n.Event):
            self.said.topic = who_is_awaited(occasion.when) or self.said.topic
        effect = self._what_would(occasion, body)
        self._await_more_of(occasion)
        self.time_said_before = outer_time
        self.said.bound_event = outer
        span = self.span(body.start, body.end)
        if late or put_off:
            under = Occasion()
            self._after((*put_off, *late), under)
            effect = effect if under.duration is None else self._lasting_so(effect, under.duration)
            effect = self._under(under, effect, span)
        if body.otherwise is not None:
            effect = self._with_otherwise(occasion, effect, body)
            occasion.conditions = []
        if body.otherwise is None or occasion.when is not None:  # «quando vince, se …, altrimenti …»: all of it then
            effect = self._under(occasion, effect, span)
        return effect

    def _await_more_of(self, occasion: Occasion) -> None:
        """«… Quando sfida, …. Quando si smorza, …», in a text that is used: of the same one."""
        awaits = occasion.when if isinstance(occasion.when, n.Event) and not self.said.continuous else None
        whose = _subject_of_event(awaits) if awaits is not None else None
        self.said.awaited = whose if isinstance(whose, n.Var) else None

    def _aimed_first(self, effect: n.Effect) -> n.Effect:
        """«spezza le Lane con lo stesso Ardore del bersaglio»: who uses the text chooses it, and then it is known."""
        if isinstance(effect, n.May) and (_beside_whom(effect.effect) or _recalled_in(effect.effect)) is not None:
            return evolve(effect, effect=self._aimed_first(effect.effect))
        if not isinstance(effect, n.Do | n.Move | n.SetStatus | n.Modify):
            return effect
        if self.said.continuous and not self.said.bound_event and not isinstance(effect, n.Do):
            return effect
        within = _within(effect)
        aim = next((x for x in within if x.pick is n.Pick.TARGET and x.bind is not None), None)
        aim = aim or _recalled_in(effect)
        whom = _whom_by_how_much(effect)
        if aim is None and whom is not None and (whom.quantity is not n.Quantity.EXACTLY or whom.number != n.Num(1)):
            raise self.fail(0, OF_EACH_HIS_OWN, "S024", OF_EACH_HINT, end=len(self.words))
        aim = aim or whom
        beside = _beside_whom(effect)
        if aim is None and beside is not None:
            aim = evolve(beside, bind=beside.bind or self.said.fresh())
            effect = replace_term(effect, beside, aim)
        if aim is None:
            return effect
        chosen = replace_term(effect, aim, n.Var(aim.bind or ""))
        return n.Sequence((n.Choose(aim, span=aim.span), chosen), span=effect.span)

    def _instead_of_nothing(self, body: s.Body) -> None:
        """«scarta invece una carta», of a card: nothing was said that is not done."""
        if not self.said.card or self._inside:
            return
        hint = "«se … si farebbe, si fa invece …», «invece di …», o una seconda frase: «altrimenti …»"
        said = "«invece» di che cosa? qui non accade nulla al posto del quale si faccia"
        raise self.fail(body.start, said, "S036", hint, body.end)

    @staticmethod
    def _has_card_subject(body: s.Body) -> bool:
        first = body.steps[0]
        subject = first.clause.subject if isinstance(first, s.Step) else None
        return (
            isinstance(subject, s.NounPhrase)
            and subject.noun is not None
            and subject.noun.terminal in ("N_CARD", "TARGET")
        )

    def steps_effect(self, body: s.Body, duration: n.Duration | None = None) -> n.Effect:
        """The steps in printed order; a duration said once is of all the standing ones before it."""
        found: list[n.Effect] = []
        begun = self.said.topic, self.said.next_topic, self._done_to
        said: s.Step | None = None
        for at, step in enumerate(body.steps):
            if self.word_chosen_by(step) is not None:
                found.append(self._once_for_each_word(body.steps[at : at + 2], body))
                break
            then = any(body.then[at : at + 1])
            if at and not then and isinstance(step, s.Body) and isinstance(body.steps[at - 1], s.Body):
                self.said.topic, self.said.next_topic, self._done_to = (
                    begun  # «se è desta, …; se è stanca, …»: the same
                )
            together = self._done_together(found[-1], step, then) if found else None
            if together is not None:
                found[-1] = together
                continue
            outer, self._for_a_time = self._for_a_time, self._for_a_time or duration is not None
            if isinstance(step, s.Step):
                step = said = _of_them_again(said, found[-1] if found else None, step)
            effect = self._aimed_first(self._step(step))
            self._for_a_time = outer
            each = found[-1] if found else None
            if isinstance(each, n.ForEach) and any(node == n.Var(each.bind) for node in nodes_of(effect)):
                found[-1] = evolve(
                    each, effect=sequence((each.effect, effect))
                )  # «ciascun giocatore scarta … e pesca …»
            else:
                found.append(self.until_the_next(effect))
        found = self._one_or_other(self._seen_first(found), body)
        times = (duration_in(effect) for effect in reversed(found))
        last = next((evolve(d, event=None) for d in times if d is not None and not _ends_with_its_thing(d)), None)
        given = duration or (last if len(found) > 1 and not any(body.then) and self._lasts_for_all(found) else None)
        if given is not None:
            found = [self._lasting_so(effect, given) if duration else lasting(effect, given) for effect in found]
        return sequence(tuple(found), self.span(body.start, body.end))

    def _once_for_each_word(self, steps: tuple[s.Step | s.Body | s.Choice, ...], body: s.Body) -> n.Effect:
        """«scegli una Forma», and all that is done then, or what the next sentence tells."""
        words = self.word_chosen_by(steps[0])
        assert words is not None
        if len(steps) > 1 and isinstance(steps[1], s.Body):
            return self.of_each_word(words, steps[1])
        if self._inside or body.otherwise is not None or any(front.kind not in _SETS_OFF for front in body.fronts):
            said = "qui si sceglie solo a una condizione: ciò che si fa della parola scelta sta nella stessa frase"
            raise self.fail(steps[0].start, said, "S036", end=steps[0].end)
        self.said.to_choose = words
        return n.Sequence(())

    def _one_or_other(self, found: list[n.Effect], body: s.Body) -> list[n.Effect]:
        """«se è desta, stancala; se è stanca, spezzala»: one of the two, whatever the first makes of it."""
        out = found[:1]
        for effect in found[1:]:
            last = out[-1]
            apart = any(body.then) or not (isinstance(last, n.If) and last.otherwise is None)
            if not apart and isinstance(last, n.If) and isinstance(effect, n.If):
                if self._contrary(last.condition, effect.condition):
                    either = isinstance(last.condition, n.Parity) and effect.otherwise is None  # there is no third
                    out[-1] = evolve(last, otherwise=effect.then if either else effect)
                    continue
            out.append(effect)
        return out

    def _contrary(self, one: n.Condition, other: n.Condition) -> bool:
        """Whether two conditions can never both hold: a status and its opposite, even and odd."""
        match one, other:
            case n.Was(part=first), n.Was(part=second):
                return self._contrary(first, second)
            case n.Parity(of=first), n.Parity(of=second):
                return first == second and one.even is not other.even
            case n.IsStatus(of=first, status=said), n.IsStatus(of=second, status=denied):
                known = [{each.name, each.opposite} for each in self.vocabulary.statuses.values()]
                return first == second and said != denied and {said, denied} in known
            case _:
                return n.Not(one) == other or n.Not(other) == one

    def _done_together(self, before: n.Effect, step: s.Step | s.Body | s.Choice, then: bool) -> n.Effect | None:
        """«puoi scartare una carta e pescarne due»: who may do the first does both; None where one is done without the other.
        What is said after «poi …» is of that alone."""
        if not isinstance(step, s.Step) or not step.clause.group.shared:
            return None
        if isinstance(before, n.ForEach):  # «ogni giocatore può … e …»
            inner = self._done_together(before.effect, step, then)
            return None if inner is None else evolve(before, effect=inner)
        if not isinstance(before, n.May) or before.otherwise is not None:
            return None
        self.said.clause += 1
        done = self.said.last_done
        effect = self._infinitive(_bare(step.clause), before.who)
        self._done_to = self._topic_of(effect)
        self.said.next_topic = self._done_to or self.said.next_topic
        if then:
            return evolve(before, effect=sequence((before.effect, self._with_tails(effect, step, done))))
        return self._with_tails(evolve(before, effect=sequence((before.effect, effect))), step, done)

    def _seen_first(self, steps: list[n.Effect]) -> list[n.Effect]:
        """«gioca una tra le 2 carte in cima al Mazzo e prendi l'altra»: the two are looked at, then one is played."""
        out: list[n.Effect] = []
        for at, step in enumerate(steps):
            event = step.event if isinstance(step, n.Do) else None
            one = next((r.value for r in event.roles if r.name == "object"), None) if event is not None else None
            several = self.said.taken_among.get(one.bind or "") if isinstance(one, n.Select) else None
            recalled = several is not None and n.Var(several.bind or "")
            if several is not None and any(recalled == node for later in steps[at + 1 :] for node in nodes_of(later)):
                assert isinstance(one, n.Select) and several.bind is not None
                out.append(n.Look(several, self._agent_of(step), span=step.span))
                step = replace_term(step, one, evolve(one, place=None, among=n.Var(several.bind)))
            out.append(step)
        return out

    def _lasting_so(self, effect: n.Effect, duration: n.Duration) -> n.Effect:
        """«fino alla fine del turno, …» before what is done: of what it gives, or of what the verb does for a time."""
        if isinstance(effect, n.Sequence):
            return evolve(effect, parts=tuple(self._lasting_so(part, duration) for part in effect.parts))
        if isinstance(effect, n.Prevent) and effect.duration is None:
            return evolve(effect, duration=duration)
        if (
            isinstance(effect, n.SetStatus) and self.sort(effect.what) == "player"
        ):  # «…, il rivale è disarmato»: so long
            return n.BecomesStatus(
                effect.what, effect.status, negated=not effect.on, duration=duration, span=effect.span
            )
        if not isinstance(effect, n.Do):
            return lasting(effect, duration)
        if self._changes_side(effect.event):
            return n.ForATime(effect, duration, span=effect.span)
        roles = tuple(
            evolve(role, value=evolve(role.value, duration=duration))
            if isinstance(role.value, (n.Modify, n.Grant)) and role.value.duration is None
            else role
            for role in effect.event.roles
        )
        timeless = all(role.name != "time" for role in roles)
        if timeless and self._lasts(effect.event.verb.partition("#")[0]):
            roles += (n.Role("time", duration),)
        return evolve(effect, event=evolve(effect.event, roles=roles))

    def _lasts_for_all(self, found: list[n.Effect]) -> bool:
        """A duration at the end is of all that one thing has; of what two things have it may be either, and both are
        tried."""
        standing = [effect for effect in found if duration_in(effect) is not None or isinstance(effect, STANDING)]
        timeless = [effect for effect in standing[:-1] if duration_in(effect) is None]
        subjects = {
            repr(self._recalled_subject(_all_alike(subject, effect)))
            for effect in standing
            if (subject := _subject_in(effect)) is not None
        }
        return not timeless or len(subjects) < 2 or self.said.choose(2) == 0

    def _step(self, step: s.Step | s.Body | s.Choice) -> n.Effect:
        if isinstance(step, s.Body):
            outer, self._inside = self._inside, True
            effect = self.body_effect(step)
            self._inside = outer
            return effect
        if isinstance(step, s.Choice):
            return self._choice(step)
        step = evolve(step, clause=self.of_those_of_that_time(step.clause))
        self.said.clause += 1
        before = self.said.last_done
        outer_subject = self._when_subject
        self._when_subject = self.doer_in_his_time(step.clause) or outer_subject
        outer, self._for_a_time = self._for_a_time, self._for_a_time or any(t.kind == "while" for t in step.tails)
        effect = self._with_x(self._one_amount_or_another(self.as_prevented(step.clause)), step)
        self._for_a_time = outer
        self._when_subject = outer_subject
        step = evolve(step, tails=tuple(t for t in step.tails if t.kind != "where"))
        self._subject_goes_on(step.clause, effect)
        self.remember_deed(step.clause, effect)
        self._done_to = self._topic_of(effect)
        self.said.next_topic = self._done_to or self.said.next_topic
        if isinstance(effect, n.Look):
            self.said.shown = self._done_to
        if (
            isinstance(effect, n.May) and before == self.said.last_done
        ):  # of that alone «se lo fai» could be, and it has no name
            self.said.last_done = None
        effect = self._with_tails(effect, step, before)
        found = self.parts(step.clause)
        for condition in found.during:
            condition = negation(condition) if found.only_during else condition
            if self.said.continuous and not self.said.bound_event:
                self.pending.append(condition)
            else:
                effect = n.If(condition, effect)
        return effect

    def _one_amount_or_another(self, clause: s.Clause) -> n.Effect:
        """«pesca una carta o due carte», of a verb that only asks how much; «spezza una o due Lane»: one of the two, which is
        chosen. «guadagni un Punto e due Mosse»: the one, then the other."""
        frames = self.vocabulary.frames_of(clause.group.verb.name)
        counted = frozenset(counted_by(frame) for frame in frames if frame.counted)
        said = [(c, ways) for c in clause.complements if (ways := _amounts(c.value, counted, clause.group.modal))]
        if len(said) != 1 or not frames:
            return self.effect(clause)
        whole, ways = said[0]
        if isinstance(whole.value, s.NounList) and self.parts(clause).per_each:
            return self.effect(clause)  # of which of the two?
        each = [tuple(evolve(c, value=one) if c is whole else c for c in clause.complements) for one in ways]
        clauses = [evolve(clause, complements=complements) for complements in each]
        if isinstance(whole.value, s.NounList) and whole.value.joiner == "and":
            return sequence(tuple(self.effect(one) for one in clauses))
        options = tuple((s.Step(one, start=one.start, end=one.end),) for one in clauses)
        return self._choice(s.Choice(clause.group.verb, options, clause.start, clause.end))

    def _done_to_the_same(self, step: s.Choice) -> s.Choice:
        """«stanca o desta una Lana»: what stands after the last verb is of those before it that must have it."""
        steps = [option[0] for option in step.options if len(option) == 1 and isinstance(option[0], s.Step)]
        if len(steps) != len(step.options) or not steps[-1].clause.complements:
            return step
        shared = steps[-1].clause.complements

        def whole(each: s.Step) -> s.Step:
            group, clause = each.clause.group, each.clause
            alone = not (clause.complements or group.clitics or group.passive or group.reflexive or each.tails)
            forms = [form for frame in self.vocabulary.frames_of(group.verb.name) for form in frame.forms]
            done_to = forms and all(any(role.name == "object" for role in form.roles) for form in forms)
            return evolve(each, clause=evolve(clause, complements=shared)) if alone and done_to else each

        return evolve(step, options=tuple((whole(each),) for each in steps))

    def _choice(self, step: s.Choice) -> n.Effect:
        """One of several things, of which you choose; or who does them: «l'avversario scarta una carta o perde 2 Punti»."""
        span = self.span(step.start, step.end)
        step = self._done_to_the_same(step)
        if step.who is not None:
            return self._another_chooses(step.who, step, span)
        clauses = [each.clause for option in step.options for each in option if isinstance(each, s.Step)]
        told = step.verb.terminal == "V_IMP"  # «scegli uno: …»
        if told or (clauses[0].subject is None and clauses[0].group.modal is None):
            before, options = [*self.said.mentions], []
            subject, player = self.said.last_subject, self.said.last_player
            for option in step.options:  # what one of them speaks of is nothing to another
                self.said.other_option = next(iter(self.said.mentions[len(before) :][::-1]), None)
                self.said.mentions = [*before]
                self.said.last_subject, self.said.last_player = subject, player
                self.said.unsure_deeds = len(self.said.deeds)
                options.append(sequence(tuple(self._step(each) for each in option)))
            self.said.other_option, self.said.unsure_deeds = None, len(self.said.deeds)
            least = None if step.least == step.most else step.least
            done = self._whichever_it_was(tuple(options)) if step.most == 1 else tuple(options)
            return n.ChooseOne(done, step.most, least=least, span=span)
        who = self.subject_of(clauses[0]) or n.You()
        if self.sort(who) != "player" or (self.said.continuous and not self.said.bound_event):
            raise self.fail(step.start, "chi sceglie tra le due?", "S040", end=step.end)
        each = who if isinstance(who, n.Select) and who.quantity is n.Quantity.ALL else None
        doer = n.Var((each.bind if each is not None else None) or self.said.fresh()) if each is not None else who
        done = self._whichever_it_was(tuple(self._infinitive(_bare(clause), doer) for clause in clauses))
        effect: n.Effect = n.ChooseOne(done, who=doer, span=span)
        if clauses[0].group.modal == "can":
            effect = n.May(doer, effect, span=span)
        return effect if each is None else n.ForEach(over(each), doer.name, effect, span=span)  # type: ignore[union-attr]

    def _whichever_it_was(self, options: tuple[n.Effect, ...]) -> tuple[n.Effect, ...]:
        """Things of which one is done, under one name, by which «… Se lo fai, …», «… altrettante» speak of it."""
        known = [x for x in options if isinstance(x, (n.Do, n.Pay))]
        if len(known) < len(options):
            return options
        self.said.last_done = self.said.fresh()
        return tuple(evolve(x, bind=self.said.last_done) for x in known)

    def _another_chooses(self, np: s.Noun, step: s.Choice, span: n.Span | None) -> n.Effect:
        """«l'avversario sceglie: scarta una carta o peschi due carte»: he chooses, and does what has no other subject."""
        who = self.term(np)
        several = isinstance(who, n.Select) and who.quantity is n.Quantity.ALL
        if self.sort(who) != "player" or several or (self.said.continuous and not self.said.bound_event):
            raise self.fail(step.start, "chi sceglie tra le due?", "S040", end=step.end)
        before, options = [*self.said.mentions], []
        for option in step.options:  # what one of them speaks of is nothing to another
            self.said.mentions = [*before]
            self.said.last_subject = self.said.last_player = who
            options.append(sequence(tuple(self._by_chooser(each, who) for each in option)))
        least = None if step.least == step.most else step.least
        return n.ChooseOne(tuple(options), step.most, who=who, least=least, span=span)

    def _by_chooser(self, each: s.Step | s.Body | s.Choice, who: n.Term) -> n.Effect:
        """A step of whoever chose it, unless it says whose it is («peschi due carte»)."""
        clause = each.clause if isinstance(each, s.Step) else None
        told = clause is not None and clause.group.form == "present" and self._bare_third(clause)
        if clause is None or clause.subject is not None or not (told or self._is_third_too(clause.group)):
            return self._step(each)
        effect = self._infinitive(_bare(clause), who)
        return self._with_tails(effect, each, None) if isinstance(each, s.Step) else effect

    def _with_tails(self, effect: n.Effect, step: s.Step, before: str | None = None) -> n.Effect:
        """What is done, under what is said after it. ``before``: the name of what was done before it."""
        if not step.tails:
            return effect
        occasion, own = Occasion(), self.said.last_done
        did = next((tail for tail in step.tails if tail.kind == "did"), None)
        if did is not None and before is None:  # of itself nothing is done before it is done
            raise self.fail(did.start, "prima di «se lo fai» ci vuole un punto", "S042", end=did.end)
        self.said.last_done = before if did is not None else own
        self._after(step.tails, occasion)
        self.said.last_done = own
        if occasion.duration is not None:  # «…, finché dura la gara»
            effect = self._lasting_so(effect, occasion.duration)
        if occasion.despite is not None and isinstance(effect, n.Allow):
            effect = evolve(effect, despite=occasion.despite)
        return self._under(occasion, effect, self.span(step.start, step.end))

    def _with_x(self, effect: n.Effect, step: s.Step) -> n.Effect:
        """«+X Ardore, dove X è il numero delle tue Candele»."""
        where = next((t for t in step.tails if t.kind == "where"), None)
        asked = n.Var("X") in nodes_of(effect) and self.said.named("X") is None
        if where is None and asked:
            raise self.fail(step.start, "quanto vale X? dillo: «…, dove X è …»", "S024", end=step.end)
        if where is None:
            return effect
        if not asked:
            raise self.fail(where.start, "qui non c'è un X", "S024", end=where.end)
        outer, self._done_to = self._done_to, self._topic_of(effect)  # «dove X è il suo Ardore»: of that one too
        much = self.number(where.value)  # type: ignore[arg-type]
        self._done_to = outer
        return replace_term(effect, n.Var("X"), much)  # type: ignore[no-any-return]

    def _topic_of(self, effect: n.Effect) -> n.Term | None:
        """What a step did something to, to be spoken of in the next sentence."""
        if isinstance(effect, n.ForATime):
            return self._topic_of(effect.effect)
        if isinstance(effect, n.RollDie):
            return n.Var(effect.bind)
        if isinstance(effect, (n.Look, n.Choose)):
            return self._one_thing(effect.what)
        if isinstance(effect, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
            return self._one_thing(effect.target)
        if isinstance(effect, (n.Move, n.SetStatus)):
            return self._one_thing(effect.what)
        if isinstance(effect, n.Sequence) and all(
            isinstance(p, (*STANDING, n.Move, n.SetStatus)) for p in effect.parts
        ):
            topics = {self._topic_of(part) for part in effect.parts}  # «ha +2 Ardore e Riparo»: of one
            return topics.pop() if len(topics) == 1 else None
        event = _event_of(effect)
        if event is None:
            return None
        found = {role.name: role.value for role in event.roles}
        if isinstance(effect, n.Allow):  # «può sfidare le Lane»: any of them, none of which one speaks
            found = {name: value for name, value in found.items() if not _any_such(value)}
        if isinstance(effect, n.Do) and effect.moved is not None:
            return n.Var(effect.moved) if found.get("number", n.Num(1)) == n.Num(1) else None
        known = self._one_thing(found.get("object")) or self._one_thing(found.get("to"))
        whose = next((found[name] for name in ("of", "from") if isinstance(found.get(name), n.Select)), None)
        known = known or self._one_thing(whose)  # «consuma una Fiamma di una Lana. Se si perde, …»
        return known or (self._one_thing(found.get("agent")) if "to" not in found else None)

    def _one_thing(self, term: object) -> n.Term | None:
        if isinstance(term, n.Select):
            one = (
                term.quantity is n.Quantity.EXACTLY
                and term.number == n.Num(1)
                and term.bind is not None
                and self.sort(term) == "card"
                and term.noun not in self.vocabulary.tokens  # a token does nothing of its own
            )
            return n.Var(term.bind) if one and term.bind is not None else None
        if isinstance(term, n.Group) and term.bind is not None:  # «una Lana o un'Erba»: the one that it turns out to be
            return n.Var(term.bind)
        return term if isinstance(term, n.Var) else None

    def _subject_goes_on(self, clause: s.Clause, effect: n.Effect) -> None:
        """«la Lana bersaglio ha +1 Ardore e non può attaccare»: the second clause has the subject of the first."""
        made_so = clause.group.verb.name in (
            "essere",
            "diventare",
        )  # «non può essere bersaglio …», «diventa stanca e …»
        done_to_it = clause.group.passive or made_so
        subject = _subject_in(effect, "object" if done_to_it else "agent")
        if clause.group.verb.sense.of == "to" and isinstance(effect, n.Do):  # «subisce 2 Crepe e pesca una carta»
            subject = next((r.value for r in effect.event.roles if r.name == "to"), subject)  # type: ignore[assignment]
        known = isinstance(subject, n.Var | n.Opponent)  # … and so has that of one whose subject is who was spoken of
        told = clause.group.form == "present" or clause.group.verb.name == "diventare"  # which may be an order too
        if clause.subject is None and not (known and told):
            subject = None
        by, self._put_by = self._put_by, None
        if clause.subject is not None and by is not None and isinstance(effect, (n.Move, n.Sequence)):
            subject = by  # «l'avversario mescola la mano nel Mazzo, poi pesca una carta»
        if subject is None and isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None:
            if clause.subject.noun.terminal == "N_OPPONENT":
                subject = self.term(clause.subject)
        if subject is not None:
            self.said.last_subject = self._recalled_subject(subject)
            if self.sort(subject) == "player" and not isinstance(subject, n.You):
                self.said.last_player = self.said.last_subject


def _of_them_again(before: s.Step | None, done: n.Effect | None, step: s.Step) -> s.Step:
    """«le tue Lane non possono attaccare e hanno +1 Ardore»: what is so of any of them names none, so that they are said again."""
    whose = before.clause.subject if before is not None else None
    last = effects_of(done)[-1] if done is not None else None
    finite = step.clause.group.finite
    of_them = (
        step.clause.subject is None and finite is not None and finite.sense.person == 3 and not finite.sense.number & 1
    )
    any_of_them = isinstance(last, n.Allow | n.Claim) and isinstance(whose, s.NounPhrase) and not whose.number & 1
    return evolve(step, clause=evolve(step.clause, subject=whose)) if of_them and any_of_them else step


def _ends_with_its_thing(duration: n.Duration) -> bool:
    """«il tuo prossimo lancio …», «il primo lancio di ogni turno …»: how long that holds is of nothing else."""
    none_yet = duration.condition.part if isinstance(duration.condition, n.Not) else None
    next_one = duration.event is not None and duration.stretch is n.Stretch.ONCE
    return next_one or isinstance(none_yet, n.Happened)


def _who_was_told(body: s.Body, effect: n.Effect) -> n.Term | None:
    """«se …, l'avversario scarta due carte (perde 2 Punti), altrimenti scarta una carta»: he who was said to do the one may do
    the other."""
    done = effects_of(effect)[-1]
    if not isinstance(body.steps[-1], s.Step) or not isinstance(done, n.Do):
        return None
    return next((r.value for r in done.event.roles if r.name == "agent"), None)  # type: ignore[return-value]


def takes_otherwise(effect: object, done: str | None) -> bool:
    """Whether «altrimenti» can follow: after a «se», or after a «puoi» whose deed is called ``done``."""
    last = effect.parts[-1] if isinstance(effect, n.Sequence) else effect
    if isinstance(last, n.May):
        return any(isinstance(x, (n.Do, n.Pay)) and x.bind is not None and x.bind == done for x in nodes_of(last))
    return isinstance(last, n.If) and last.otherwise is None


def otherwise(effect: n.Effect, other: n.Effect, done: str | None) -> n.Effect:
    """«… se hai una Lana. Altrimenti …»; «puoi scartare una carta. Altrimenti …» is «… Se non lo fai, …»."""
    parts = effects_of(effect)
    last = parts[-1]
    if isinstance(last, n.If):
        return sequence((*parts[:-1], evolve(last, otherwise=other)), effect.span)
    return sequence((*parts, n.If(n.Not(n.Did(done or "")), other)), effect.span)


def _bare(clause: s.Clause) -> s.Clause:
    """What somebody does, may do or must do, without who it is."""
    group = evolve(clause.group, form="infinitive", modal=None, finite=None, shared=False)
    return evolve(clause, subject=None, group=group)


def _aimed(np: s.NounPhrase) -> bool:
    return any(token.terminal == "TARGET" for modifier in np.modifiers for token in modifier.tokens)


def who_is_awaited(event: object) -> n.Var | None:
    """The card to which an event happens, or that does it: what is set up for a time goes on of it."""
    roles = {role.name: role.value for role in event.roles} if isinstance(event, n.Event) else {}
    of_card = isinstance(roles.get("agent"), n.Self | n.Var)
    for value in (roles.get("agent"), None if of_card else roles.get("object")):
        if isinstance(value, n.Select) and value.bind is not None and value.noun != PLAYER:
            return n.Var(value.bind)
    return None


def _subject_of_event(event: n.Event) -> object:
    """Whom an event is of: who does it, or what it happens to when nobody is said to do it."""
    found = {role.name: role.value for role in event.roles}
    return found.get("agent", found.get("object"))


def _unless_after(body: s.Body) -> s.Body:
    """«a meno che il suo controllore non paghi {1}, spezza una Lana» as «spezza una Lana a meno che il suo controllore …»."""
    front = body.fronts[0] if len(body.fronts) == 1 and body.otherwise is None else None
    step = body.steps[0] if len(body.steps) == 1 else None
    if front is None or front.kind != "unless" or not isinstance(front.value, s.Clause) or not isinstance(step, s.Step):
        return body
    who = front.value.subject
    if not isinstance(who, s.NounPhrase) or not any(d.name in ("its", "their") for d in who.determiners) or step.tails:
        return body
    return evolve(body, fronts=(), steps=(evolve(step, tails=(front,)),))


def _occasion_before(body: s.Body) -> s.Body:
    """«se hai una Lana, attingi una carta, quando un rivale brinda» as «se …, quando un rivale brinda, attingi una carta»."""
    step = body.steps[0] if len(body.steps) == 1 and body.otherwise is None else None
    only_if = body.fronts and all(front.kind == "if" for front in body.fronts)
    if not isinstance(step, s.Step) or not only_if:
        return body
    when = step.tails[0] if len(step.tails) == 1 and step.tails[0].kind == "when" else None
    if when is None or not isinstance(when.value, s.Clause) or when.value.subject is None or _speaks_by_pronoun(body):
        return body
    return evolve(body, fronts=(*body.fronts, when), steps=(evolve(step, tails=()),))


def instead_first(body: s.Body) -> s.Body:
    """«X si offre invece di essere spezzata» as «invece di essere spezzata X, si offre»: what would happen comes first."""
    body = _simply_instead(_instead_of_paying(_without_the_period(body)))
    step = body.steps[0] if len(body.steps) == 1 else None
    tails = step.tails if isinstance(step, s.Step) else ()
    tail = next((each for each in tails if each.kind == "instead_of"), None)
    if isinstance(step, s.Step) and (would := _of_whom_it_would(step.clause)) is not None:
        plain = evolve(step, clause=evolve(step.clause, subject=None))
        return evolve(body, fronts=(*body.fronts, would), steps=(plain,))
    if not isinstance(step, s.Step) or tail is None or not isinstance(tail.value, s.Clause):
        return body
    clause, said_before = step.clause, body.fronts
    rest = tuple(each for each in tails if each is not tail)
    whom = _such_a_one(said_before[-1], clause) if said_before else None
    if whom is not None:  # «se il vinto è una Lana, si offre invece di essere spezzato»: «il vinto Lana …»
        said_before, clause = said_before[:-1], evolve(clause, subject=whom)
    front = evolve(tail, value=evolve(tail.value, subject=clause.subject))
    plain = evolve(step, clause=evolve(clause, subject=None), tails=rest)
    return evolve(body, fronts=(*said_before, front), steps=(plain,))


def _of_whom_it_would(clause: s.Clause) -> s.Front | None:
    """«le Lane che si spezzerebbero si offrono (invece)» as «se una Lana si spezzerebbe, …»; None of anything else."""
    np = clause.subject
    last = np.modifiers[-1] if isinstance(np, s.NounPhrase) and np.modifiers else None
    would = last.value if last is not None else None
    if last is None or last.kind != "mod_relative" or not isinstance(np, s.NounPhrase):
        return None
    if not isinstance(would, s.Clause) or [t.terminal for t in last.tokens] != ["THAT_C"]:
        return None
    plain = clause.group.modal is None and not clause.group.negated and would.subject is None
    if would.group.form != "conditional" or would.group.negated or would.predicate is not None or not plain:
        return None
    whom = evolve(np, modifiers=np.modifiers[:-1])
    return s.Front("if", evolve(would, subject=whom), (), would.start, would.end)


def _such_a_one(front: s.Front, clause: s.Clause) -> s.NounPhrase | None:
    """«se il vinto è una Lana», of one who is known only when it happens, as «il vinto Lana»; None of anything else."""
    asked = front.value
    if front.kind != "if" or not isinstance(asked, s.Clause) or asked.group.negated or asked.complements:
        return None
    who, what = asked.subject, asked.predicate.value if asked.predicate is not None else None
    if not isinstance(who, s.NounPhrase) or who.noun is None or who.noun.sense.kind != "noun" or who.modifiers:
        return None
    if [d.terminal for d in who.determiners] != ["DEF"] or not isinstance(what, s.NounPhrase) or what.modifiers:
        return None
    same = clause.subject is None or (isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None)
    again = (
        clause.subject.noun.name if isinstance(clause.subject, s.NounPhrase) and clause.subject.noun else who.noun.name
    )
    one = [d.terminal for d in what.determiners] in ([], ["INDEF"]) and what.noun is not None
    if not same or again != who.noun.name or not one or what.noun is None or what.noun.sense.kind != "member":
        return None
    word = evolve(what.noun, sense=evolve(what.noun.sense, terminal="MEMBER"))
    return evolve(who, modifiers=(s.Modifier("adjective", (word,), None, False, word.at, word.at + 1),))


def _without_the_period(body: s.Body) -> s.Body:
    """«se perderebbe la gara, invece la vince» as «…, invece vince»: the one that goes on."""
    step = body.steps[0] if len(body.steps) == 1 else None
    group = step.clause.group if isinstance(step, s.Step) else None
    if not isinstance(step, s.Step) or group is None or len(group.clitics) != 1 or group.clitics[0].name != "it":
        return body
    pronoun = group.clitics[0].sense
    would = [f.value for f in body.fronts if isinstance(f.value, s.Clause) and f.value.group.form == "conditional"]
    periods = [
        c.value
        for clause in would
        for c in clause.complements
        if isinstance(c.value, s.NounPhrase) and c.value.noun is not None and c.value.noun.terminal == "N_PERIOD"
    ]
    if not any(np.gender & pronoun.gender and np.number & pronoun.number for np in periods):
        return body
    return evolve(body, steps=(evolve(step, clause=evolve(step.clause, group=evolve(group, clitics=()))),))


def _instead_of_paying(body: s.Body) -> s.Body:
    """«se si spezzerebbe, puoi scartare una carta per non spezzarla» as «…, puoi scartare una carta invece di spezzarla»."""
    step = body.steps[-1]
    clause = step.clause if isinstance(step, s.Step) and not step.tails else None
    last = clause.complements[-1] if clause is not None and clause.complements else None
    rather = last.value if last is not None and last.kind == "c_purpose" else None
    if not isinstance(step, s.Step) or clause is None or last is None or not isinstance(rather, s.Clause):
        return body
    spared = evolve(rather, group=evolve(rather.group, negated=False))
    tail = s.Front("instead_of", spared, (), rather.start, rather.end)
    plain = evolve(clause, complements=tuple(c for c in clause.complements if c is not last))
    if not rather.group.negated or not any(_says_the_same(spared, front, plain) for front in body.fronts):
        return body
    return evolve(body, steps=(*body.steps[:-1], evolve(step, clause=plain, tails=(tail,))))


def _simply_instead(body: s.Body) -> s.Body:
    """«se si spezzerebbe, scarta una carta e si offre invece di spezzarsi» as «se si spezzerebbe, invece scarta …»."""
    first, last = body.steps[0], body.steps[-1]
    if not isinstance(first, s.Step) or not isinstance(last, s.Step):
        return body
    tail = next((each for each in last.tails if each.kind == "instead_of"), None)
    would = tail.value if tail is not None else None
    if (
        tail is None
        or not isinstance(would, s.Clause)
        or not any(_says_the_same(would, each, first.clause) for each in body.fronts)
    ):
        return body
    plain = evolve(last, tails=tuple(each for each in last.tails if each is not tail))
    steps = (*body.steps[:-1], plain)
    instead = s.Token(tail.start, "invece", Sense("INSTEAD", "instead"))
    word = s.Complement("c_adverb", instead, (instead,), False, tail.start, tail.start + 1)
    first = steps[0]
    assert isinstance(first, s.Step)
    said = evolve(first.clause, complements=(*first.clause.complements, word))
    return evolve(body, steps=(evolve(first, clause=said), *steps[1:]))


def _says_the_same(rather: s.Clause, front: s.Front, then: s.Clause) -> bool:
    """«se stai per attingere una carta, … invece di attingere», «… invece di attingerla»: what was said to be about to happen."""
    would = front.value
    if front.kind not in ("if", "when", "first_time", "next_time") or not isinstance(would, s.Clause):
        return False
    if rather.group.verb.name != would.group.verb.name or rather.subject is not None or rather.complements:
        return False
    if would.subject is not None and then.subject is None and then.group.form == "order" and not rather.group.clitics:
        if not rather.group.passive and not rather.group.reflexive:
            return False  # «se l'avversario sta per attingere, spezza una Lana invece di attingere»: who of the two?
    done_to, was = rather.group.passive or rather.group.reflexive, would.group.passive or would.group.reflexive
    return done_to == was or (bool(rather.group.clitics) and was)


def _any_such(value: object) -> bool:
    return isinstance(value, n.Select) and value.pick is n.Pick.AGENT


def _event_of(effect: n.Effect) -> n.Event | None:
    if isinstance(effect, (n.May, n.ForEach)):
        return _event_of(effect.effect)
    return effect.event if isinstance(effect, (n.Do, n.Allow)) else None


def _all_alike(subject: n.Term, effect: n.Effect) -> n.Term:
    """«le tue Lanterne», said twice, are the same ones; so is what may or may not be done to any."""
    if not isinstance(subject, n.Select) or subject.pick is n.Pick.TARGET:
        return subject
    if isinstance(effect, n.Allow) or subject.quantity is n.Quantity.ALL:
        return evolve(subject, bind=None, span=None)
    return subject


def _subject_in(effect: n.Effect, said_of: str = "agent") -> n.Term | None:
    """Who an effect is of, to be the subject of the next clause; of an event, who the clause was said of."""
    if isinstance(effect, n.Sequence):
        first, second = effect.parts[0], effect.parts[1]
        chosen = isinstance(first, n.Choose) and isinstance(
            second, n.Allow | n.Claim
        )  # «una tua Lana non può …»: that one
        return _subject_in(second if chosen else first, said_of)
    if isinstance(effect, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
        return effect.target
    event = effect.event if isinstance(effect, (n.Do, n.Allow)) else None
    if event is not None:
        found = {role.name: role.value for role in event.roles}
        return found.get(said_of) or found.get("agent", found.get("object"))  # type: ignore[return-value]
    if isinstance(effect, (n.Choose, n.Look, n.ChooseName)):
        return effect.who
    if isinstance(effect, (n.Move, n.SetStatus)):
        return effect.what
    if isinstance(effect, n.ForEach):
        return n.Var(effect.bind)
    if isinstance(effect, n.Claim):
        return next((role.value for role in effect.roles if role.name == "agent"), None)  # type: ignore[return-value]
    return None


def of_each_who_did(before: n.Effect, after: n.Effect) -> n.ForEach | None:
    """«ogni giocatore può scartare una carta. Se non lo fa, …»: asked of each in turn; None of anything else."""
    condition = after.condition if isinstance(after, n.If) else None
    asked = condition.part if isinstance(condition, n.Not) else condition
    if not isinstance(before, n.ForEach) or not isinstance(asked, n.Did):
        return None
    known = any(isinstance(x, n.Do | n.Pay) and x.bind == asked.name for x in nodes_of(before.effect))
    return evolve(before, effect=sequence((before.effect, after))) if known else None


def sequence(effects: tuple[n.Effect, ...], span: n.Span | None = None) -> n.Effect:
    """Effects in order, sequences inside flattened."""
    flat: list[n.Effect] = []
    for effect in effects:
        for part in effects_of(effect):
            asked = of_each_who_did(flat[-1], part) if flat else None
            flat[-1:] = [*flat[-1:], part] if asked is None else [asked]
    return flat[0] if len(flat) == 1 else n.Sequence(tuple(flat), span=span)


def _speaks_by_pronoun(body: s.Body) -> bool:
    """Whether what is ordered speaks of one thing with a pronoun: «…, distruggila»."""
    groups = [step.clause.group for step in body.steps if isinstance(step, s.Step)]
    return any(clitic.name == "it" for group in groups for clitic in group.clitics)


def _until_of_the_same(step: s.Step, tail: s.Front) -> s.Step:
    """«spezza una Lana finché non ne hai due»: two of what is done, and of nothing that was spoken of before."""
    until, things = tail.value, [c.value for c in step.clause.complements if c.kind == "c_object"]
    thing = things[0] if len(things) == 1 and isinstance(things[0], s.NounPhrase) else None
    if not isinstance(until, s.Clause) or until.predicate is None or thing is None or thing.noun is None:
        return step
    many, of_them = until.predicate.value, [c for c in until.group.clitics if c.name == "of_them"]
    if not isinstance(many, s.NounPhrase) or many.noun is not None or not of_them:
        return step
    said = evolve(many, noun=thing.noun, modifiers=(*many.modifiers, *thing.modifiers))
    group = evolve(until.group, clitics=tuple(c for c in until.group.clitics if c not in of_them))
    clause = evolve(until, group=group, predicate=evolve(until.predicate, value=said))
    return evolve(step, tails=tuple(evolve(each, value=clause) if each is tail else each for each in step.tails))


def _within(effect: n.Effect) -> list[n.Select]:
    """Those by which others are told apart: the Lane of «i Gettoni di una Lana»."""
    wholes = (each for each in nodes_of(effect) if isinstance(each, n.Select))
    return [each for whole in wholes for each in nodes_of(whole.where) if isinstance(each, n.Select)]


def _recalled_in(effect: n.Effect) -> n.Select | None:
    """«sposta i Gettoni di una Lana su un'altra»: the one that is spoken of again."""
    recalled = (
        {each.name for each in nodes_of(effect) if isinstance(each, n.Var)} if isinstance(effect, n.Do) else set()
    )
    return next((x for x in _within(effect) if _is_one(x) and x.bind in recalled), None)


def _beside_whom(effect: n.Effect) -> n.Select | None:
    """«spezza le carte vicine a una tua Lana»: the one near which all of them are."""
    done_to = (role.value for role in effect.event.roles) if isinstance(effect, n.Do) else ()
    several = (x for x in done_to if isinstance(x, n.Select) and x.quantity is n.Quantity.ALL)
    seen = (near.to for each in several for near in each.where if isinstance(near, n.Near))
    return next((x for x in seen if isinstance(x, n.Select) and _is_one(x)), None)


def _is_one(select: n.Select) -> bool:
    one = select.quantity is n.Quantity.EXACTLY and select.number == n.Num(1)
    return one and select.pick is n.Pick.AGENT and select.extreme is None


def _amounts(said: object, counted: frozenset[str | None], modal: str | None) -> tuple[s.NounPhrase, ...]:
    """«una carta o due carte», «una o due carte»: the one and the other; of what the verb counts «e» too."""
    if isinstance(said, s.NounList):
        known = all(each.noun is not None and each.noun.name in counted for each in said.items)
        if said.joiner == "or" and not known:
            same = _with_the_same_noun(said)
            known, said = same != said or _of_so_many_each(same), same
        return said.items if known and (said.joiner == "or" or (said.joiner == "and" and modal is None)) else ()
    marker = (
        next((d for d in said.determiners if d.terminal == "ONE_OR"), None) if isinstance(said, s.NounPhrase) else None
    )
    if marker is None or not isinstance(said, s.NounPhrase):
        return ()
    others = tuple(d for d in said.determiners if d is not marker)
    one = evolve(marker, sense=evolve(marker.sense, terminal="INDEF"))
    alone = tuple(one if d.terminal == "NUM" else d for d in others)
    return evolve(said, determiners=alone), evolve(said, determiners=others)


def _with_the_same_noun(said: s.NounList) -> s.NounList:
    """«una Lana verde o due rosse»: two Lane."""
    first = said.items[0]
    kinds = {token.sense.of for each in first.modifiers if each.kind == "adjective" for token in each.tokens} - {None}

    def whole(np: s.NounPhrase) -> s.NounPhrase:
        noun = np.noun
        if noun is None or first.noun is None or noun.sense.kind != "member" or noun.sense.of not in kinds:
            return np
        member = evolve(noun, sense=evolve(noun.sense, terminal="MEMBER"))
        such = s.Modifier("adjective", (member,), start=noun.at, end=np.end)
        same = evolve(first.noun, sense=evolve(first.noun.sense, number=np.number))
        return evolve(np, noun=same, modifiers=(such, *np.modifiers), gender=first.gender)

    return evolve(said, items=(first, *(whole(each) for each in said.items[1:])))


def _of_so_many_each(said: s.NounList) -> bool:
    """«una Lana o due Erbe», «tutte le Lane o un'Erba»: so many of each, which are not one thing of two kinds."""
    how_many = [[d for d in each.determiners if d.terminal in ("INDEF", "NUM", "ALL")] for each in said.items]
    named = all(each.noun is not None for each in said.items)
    return named and all(how_many) and any(d.sense.number == 2 for each in how_many for d in each)


def of_them_alone(step: s.Step | s.Body | s.Choice) -> bool:
    """«infliggine 2», «pescane una», «infliggi 2»: so many, and nothing else."""
    clause = step.clause if isinstance(step, s.Step) else None
    np = clause.complements[0].value if clause is not None and len(clause.complements) == 1 else None
    if clause is None or not isinstance(np, s.NounPhrase) or np.noun is not None or np.modifiers:
        return False
    said = [d.terminal for d in np.determiners]
    return said in (["NUM"], ["INDEF"]) and clause.group.modal is None and not clause.group.negated


def to_the_same(usual: n.Effect, other: n.Effect) -> n.Effect:
    """«infliggi 2 a una Lana …, infliggi 3»: to whom is not said again, and is the same."""
    if not isinstance(usual, n.Do) or not isinstance(other, n.Do) or usual.event.verb != other.event.verb:
        return other
    said = {role.name for role in other.event.roles}
    for role in usual.event.roles:
        value = role.value
        if role.name in ("to", "on", "object") and role.name not in said:
            value = n.Var(value.bind) if isinstance(value, n.Select) and value.bind is not None else value
            other = evolve(other, event=evolve(other.event, roles=(*other.event.roles, evolve(role, value=value))))
    return other


def _whom_by_how_much(effect: n.Effect) -> n.Select | None:
    """«infliggi a una Lana danni pari al suo Ardore»: the one to whom so much is done, as the amount speaks of it."""
    if not isinstance(effect, n.Do):
        return None
    roles = {role.name: role.value for role in effect.event.roles}
    whom = roles.get("to")
    if not isinstance(whom, n.Select) or whom.bind is None or whom.pick is not n.Pick.AGENT:
        return None
    known = n.Var(whom.bind)
    much = (*nodes_of(roles.get("number")), *nodes_of(roles.get("effect")))
    return whom if any(each == known for each in much) else None
