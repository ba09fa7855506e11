"""Sentences as abilities and effects: what sets them off, what holds them, in what order they are done."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..syntax import nodes as s
from ..syntax.reading import Start, TextContext
from ..vocabulary.inflection import Mood
from ..vocabulary.lexer import Word
from ..vocabulary.vocabulary import Kind, Vocabulary
from . import nodes as n
from .from_syntax_effects import STANDING, Effects
from .from_syntax_events import Parts
from .game import LabelDecl
from .scope import Discourse, Unreadable, nodes_of


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
        self.optional = False
        self.unpaid: n.Pay | None = None  # «a meno che … paghi {2}»
        self.instead = False
        self.once = False
        self.only = False  # «solo se»
        self.later: n.Moment | None = None  # «quando brinda, alla fine del turno …»

    def condition(self) -> n.Condition | None:
        if not self.conditions:
            return None
        flat: list[n.Condition] = []
        for each in self.conditions:
            flat += each.parts if isinstance(each, n.And) else (each,)
        return flat[0] if len(flat) == 1 else n.And(tuple(flat))


class Reader(Effects):
    """Reads the syntax of one wording into its meaning; one reader for one way to take it."""

    def __init__(self, vocabulary: Vocabulary, context: TextContext, script: Sequence[int] = ()) -> None:
        self.vocabulary = vocabulary
        self.words: list[Word] = []
        start = context.start
        subject = context.subject
        if subject is None and start in (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD):
            subject = n.Self()
        self.said = Discourse(context, subject, script=list(script))
        self._inside = False
        self._cataphora = False  # whether a condition with no subject, before the steps, speaks of their subject
        self._put_off: list[s.Front] = []
        self._foes: list[s.NounPhrase] = []
        self._when_event: n.Event | None = None  # what sets the steps off, to be spoken of in them
        self.pending: list[n.Condition] = []  # «durante …» after a clause in force

    # -- texts

    def text(self, lines: Sequence[Sequence[tuple[s.Sentence, list[Word]]]]) -> n.Text:
        """The sentences of a text, line by line."""
        abilities: list[n.Ability] = []
        for line in lines:
            first = True
            for sentence, words in line:
                self.words = words
                limited = self.used_so_often(sentence, abilities)
                if limited is not None:
                    abilities[-1] = limited
                    continue
                found = self.sentence(sentence)
                if not first and abilities and self._goes_on(abilities[-1], found, sentence):
                    abilities[-1] = self._joined(abilities[-1], found)
                else:
                    abilities += found
                first = False
        return n.Text(tuple(abilities))

    def used_so_often(self, sentence: s.Sentence, abilities: list[n.Ability]) -> n.Ability | None:
        """«Usa questa abilità una sola volta per turno.», «Puoi usare questa abilità solo se …», «… solo durante il tuo
        turno»: the ability said before, with its limit and its condition."""
        clause, tails = _of_this_ability(sentence)
        last = abilities[-1] if abilities else None
        if clause is None or not isinstance(last, (n.Activated, n.Triggered)):
            return None
        limit, per = self._limit(self.parts(clause))
        condition = self._only_then(clause, tails)
        if limit is not None and per is not None and condition is None:
            return evolve(last, limit=limit, per=per)
        if condition is None or limit is not None or not isinstance(last, n.Activated):
            return None
        known = () if last.condition is None else (last.condition,)
        return evolve(last, condition=n.And((*known, condition)) if known else condition)

    def _only_then(self, clause: s.Clause, tails: tuple[s.Front, ...]) -> n.Condition | None:
        """«solo se controlli una Lana», «solo durante il tuo turno»: when an ability may be used."""
        occasion = Occasion()
        self._occasion(tails, occasion)
        occasion.conditions += self.parts(clause).during
        return occasion.condition()

    def _this_ability(self, sentence: s.Sentence) -> n.Ability | None:
        """«Puoi giocare questa abilità solo se controlli due Lana» of what its text declares to be «questa abilità»."""
        clause, tails = _of_this_ability(sentence)
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if clause is None or slot is None or slot.this_ability is None:
            return None
        condition = self._only_then(clause, tails)
        if condition is None:
            return None
        forbidden = n.Allow(slot.this_ability, allowed=False)
        return n.Static((forbidden,), negation(condition), span=self.span(sentence.start, sentence.end))

    def quoted_text(self, quoted: s.Quoted) -> n.Text:
        """The sentences between quotation marks: in force, and spoken of who has them."""
        outer, pending = self.said, self.pending
        context = evolve(outer.context, start=Start.CARD_CONTINUOUS, subject=n.Self(), scope=())
        self.said = Discourse(context, n.Self(), script=outer.script, taken=outer.taken, counter=outer.counter)
        try:
            text = self.text([[(sentence, self.words) for sentence in quoted.sentences]])
        finally:
            outer.counter = self.said.counter
            self.said, self.pending = outer, pending
        if any(isinstance(ability, n.Used) for ability in text.abilities):
            raise self.fail(quoted.start, "il testo dato si fa, ma nulla dice quando", "S035", end=quoted.end)
        return text

    def _goes_on(self, before: n.Ability, found: list[n.Ability], sentence: s.Sentence) -> bool:
        """Whether a sentence goes on with what the one before sets off."""
        if not found or not isinstance(before, (n.Triggered, n.Prompted, n.Used)):
            return False
        after = found[0]
        return isinstance(after, n.Used) and not isinstance(before, n.Used) and len(found) == 1

    def _joined(self, before: n.Ability, found: list[n.Ability]) -> n.Ability:
        after = found[0]
        assert isinstance(after, n.Used) and isinstance(before, (n.Triggered, n.Prompted))
        return evolve(before, effect=sequence((before.effect, after.effect)))

    def _is_order(self, word: str) -> bool:
        """Whether the word of a keyword is also how a verb is ordered."""
        return any(
            lexeme.verb is not None and lexeme.verb.form(Mood.IMPERATIVE, "2s").casefold() == word.casefold()
            for lexeme in self.vocabulary.lexemes
            if lexeme.kind is Kind.VERB
        )

    def sentence(self, sentence: s.Sentence) -> list[n.Ability]:
        """One sentence as abilities."""
        span = self.span(sentence.start, sentence.end)
        if sentence.kind == "keywords":
            if not self.said.continuous and any(self._is_order(token.name) for token in sentence.tokens):
                raise Unreadable("S032", "in un testo che si usa è un ordine", sentence.start)
            return [
                n.Static(
                    (n.Grant(n.Self(), token.name, span=self.span(token.at, token.at + 1)),),
                    span=self.span(token.at, token.at + 1),
                )
                for token in sentence.tokens
            ]
        if sentence.kind in ("amounts", "member"):
            return [self._bare(sentence, span)]
        this = self._this_ability(sentence)
        if this is not None:
            return [this]
        if sentence.kind == "topic":
            assert sentence.topic is not None
            term = self.term(sentence.topic)
            self.said.subject = n.Var(term.bind) if isinstance(term, n.Select) and term.bind else term
            self._topic = term
        if sentence.kind == "activated":
            return [self._activated(sentence)]
        if sentence.body is None:
            raise Unreadable("S032", "una frase senza nulla da fare", sentence.start)
        if sentence.kind == "labelled":
            return [self._labelled(sentence, span)]
        if sentence.kind == "parted":
            return [self._parted(sentence, span)]
        if sentence.kind == "nested":
            return [self._nested(sentence, span)]
        if sentence.kind == "prompted":
            return [self._prompted(sentence, sentence.body, span)]
        if self._answers(sentence, sentence.body):
            return [self._answer(sentence, sentence.body, span, opens=True)]
        if sentence.kind == "occasion":
            return [self._on_occasion(sentence, span)]
        if self.said.continuous:
            return self._continuous(sentence.body, span)
        effect = self.body_effect(sentence.body)
        if sentence.kind == "topic":
            effect = self._placed_topic(effect)
        return [n.Used(effect, span=span)]

    def _bare(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        """«+3 Ardore.», «Guardiano.»: what the card gives, what it is, where its text may say so."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or not slot.bare:
            raise self.fail(sentence.start, "qui manca il verbo", "S053", end=sentence.end)
        subject: n.Term = self.host_of_text() if slot.of_host else n.Self()
        if sentence.kind == "amounts":
            return n.Static(tuple(self._amount(each, subject, Parts(), False) for each in sentence.amounts), span=span)
        token = sentence.tokens[0]
        value = token.sense.of or ""
        declared = self.vocabulary.values.get(value)
        if declared is None or declared.kind != "members":
            raise self.fail(sentence.start, "qui manca il verbo", "S053", end=sentence.end)
        gained = n.Modify(subject, value, n.Operation.ADD, n.Member(value, token.name), span=span)
        return n.Static((gained,), span=span)

    def _placed_topic(self, effect: n.Effect) -> n.Effect:
        """«Il suo Ardore è 9: la Lanterna bersaglio.»: the thing is chosen where it is first spoken of."""
        from .scope import nodes_of, replace_term

        term = self._topic
        if not isinstance(term, n.Select) or term.bind is None:
            return effect
        name = n.Var(term.bind)
        if sum(1 for each in nodes_of(effect) if each == name) == 1:
            return replace_term(effect, name, term)  # type: ignore[no-any-return]
        return n.Sequence((n.Choose(term), effect))

    def _few_enough(self, label: s.Token, declared: LabelDecl | None, bodies: Sequence[s.Body]) -> None:
        """A label whose steps are for two parts takes more only where it says what is done with them."""
        if declared is not None and declared.steps is not None and len(bodies) > 2 and declared.more_parts is None:
            hint = "se le parti sono di più: il dado le divide in fasce uguali"
            raise self.fail(label.at, f"«{label.text}» ha due parti", "S040", hint=hint)

    def _parted(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        """«Fato: x / y»: the label's word says what the parts are."""
        assert sentence.body is not None
        label = sentence.tokens[0]
        declared = self.vocabulary.labels.get(label.name)
        if declared is not None and declared.when is not None:
            raise self.fail(label.at, f"«{label.text}» accade e basta: non ha due parti", "S040")
        outer, self.said.bound_event = self.said.bound_event, True
        bodies = (sentence.body, *sentence.others)
        self._few_enough(label, declared, bodies)
        parts = tuple(self.body_effect(body) for body in bodies)
        self.said.bound_event = outer
        if not self.said.continuous and declared is not None and declared.steps is not None:
            return n.Used(n.Parted(label.name, parts, span=span), span=span)
        return n.Labelled(label.name, tuple(n.Used(part) for part in parts), span=span)

    def _nested(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        """«BRINDISI: SORTE: x / y»: when the first says, what the second does with its parts."""
        first, second = sentence.tokens[0], sentence.tokens[1]
        outer, inner = self.vocabulary.labels.get(first.name), self.vocabulary.labels.get(second.name)
        if outer is None or outer.when is None:
            raise self.fail(first.at, f"«{first.text}» non dice quando", "S040")
        if inner is None or inner.steps is None:
            raise self.fail(second.at, f"«{second.text}» non dice che cosa si fa", "S040")
        assert sentence.body is not None
        bodies = (sentence.body, *sentence.others)
        self._few_enough(second, inner, bodies)
        bound, self.said.bound_event = self.said.bound_event, True
        parts = tuple(self.body_effect(body) for body in bodies)
        self.said.bound_event = bound
        return n.Triggered(outer.when, n.Parted(second.name, parts, span=span), label=first.name, span=span)

    def _prompted(self, sentence: s.Sentence, body: s.Body, span: n.Span | None) -> n.Ability:
        """«Quando una Lana attacca: …», «Se hai più Lana: …»: when a text may be played, and what it does."""
        slot = self.said.context.slot
        if all(each.prompts != slot for each in self.vocabulary.texts.values()) or slot is None:
            raise self.fail(sentence.start, "qui ci vuole una virgola, e non due punti", "S044", end=sentence.end)
        return self._answer(sentence, body, span)

    def _answers(self, sentence: s.Sentence, body: s.Body) -> bool:
        """«Quando un avversario brinda, …» that opens a text of which it says for what its card is played."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        plain = sentence.kind == "plain" and not self.said.continuous and not self.said.bound_event
        if slot is None or not slot.by_event or not plain or not body.fronts:
            return False
        return body.fronts[0].kind == "when"

    def _answer(self, sentence: s.Sentence, body: s.Body, span: n.Span | None, opens: bool = False) -> n.Ability:
        occasion = self._occasion(body.fronts)
        if isinstance(occasion.when, n.Moment):
            raise self.fail(sentence.start, "un innesco è un fatto, o una condizione", "S034", end=sentence.end)
        outer, self.said.bound_event = self.said.bound_event, True
        effect = self.body_effect(evolve(body, fronts=()))
        self.said.bound_event = outer
        return n.Prompted(effect, occasion.when, occasion.condition(), opens, span=span)

    def _arriving_so(self, body: s.Body, occasion: Occasion, span: n.Span | None) -> n.Ability | None:
        """«Le Lana avversarie entrano nel campo stanche»: right when they do, before anything that it sets off."""
        step = body.steps[0] if len(body.steps) == 1 else None
        clause = step.clause if isinstance(step, s.Step) and not step.tails else None
        if clause is None or clause.group.form != "present" or clause.group.negated or clause.group.modal is not None:
            return None
        crossing = any(frame.crossing == "in" for frame in self.vocabulary.frames_of(clause.group.verb.name))
        status = next((c for c in clause.complements if c.kind == "c_status"), None)
        if not crossing or status is None or body.otherwise is not None:
            return None
        rest = tuple(c for c in clause.complements if c is not status)
        when = self._when(evolve(clause, complements=rest), occasion)
        if isinstance(when, n.Moment):
            return None
        who = next((role.value for role in when.roles if role.name == "agent"), None)
        thing = n.Var(who.bind) if isinstance(who, n.Select) and who.bind else who
        done = tuple(n.SetStatus(thing, token.name, span=span) for token in status.tokens)  # type: ignore[arg-type]
        effect = done[0] if len(done) == 1 else n.Sequence(done, span=span)
        return n.Triggered(when, effect, occasion.condition(), at_once=True, span=span)

    def _on_occasion(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        """«quando brinda, SORTE: x / y»: what sets off, then what the label does with its parts."""
        label, body = sentence.tokens[0], sentence.body
        assert body is not None
        declared = self.vocabulary.labels.get(label.name)
        if declared is None or declared.steps is None:
            raise self.fail(label.at, f"«{label.text}» non dice che cosa si fa", "S040")
        occasion = self._occasion(body.fronts)
        if occasion.when is None or occasion.instead or not occasion.happens:
            said = f"prima di «{label.text}» ci vuole quando"
            raise self.fail(body.start, said, "S040", hint="«quando …, …: …»", end=body.end)
        bound, self.said.bound_event = self.said.bound_event, True
        bodies = (evolve(body, fronts=()), *sentence.others)
        self._few_enough(label, declared, bodies)
        parts = tuple(self.body_effect(each) for each in bodies)
        self.said.bound_event = bound
        parted = n.Parted(label.name, parts, span=span)
        return n.Triggered(
            occasion.when, parted, occasion.condition(), before=occasion.before, at_once=occasion.at_once,
            limit=occasion.limit, per=occasion.per, span=span,
        )  # fmt: skip

    def _labelled(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        label = sentence.tokens[0].name
        declared = self.vocabulary.labels.get(label)
        outer = self.said.bound_event
        assert sentence.body is not None
        self.said.bound_event = True
        effect = self._in_effect(sentence.body)
        self.said.bound_event = outer
        if declared is None or declared.when is None:
            if declared is None and not self.vocabulary.labels:
                return n.Triggered(n.Event(label), effect, label=label, span=span)
            return n.Labelled(label, (n.Used(effect),), span=span)
        return n.Triggered(declared.when, effect, label=label, span=span)

    def _in_effect(self, body: s.Body) -> n.Effect:
        """The steps of a label or a trigger: a used text inside a continuous one."""
        return self.body_effect(body)

    def _activated(self, sentence: s.Sentence) -> n.Ability:
        assert sentence.body is not None
        outer, self.said.bound_event = self.said.bound_event, True
        self.said.last_subject = None
        paid = tuple(self._paid(each) for each in sentence.costs)
        for each in paid:
            self.said.next_topic = self._topic_of(each) or self.said.next_topic
        effect = self.body_effect(sentence.body)
        self.said.bound_event = outer
        if all(isinstance(each, (n.Choose, n.Look, n.RollDie)) for each in paid):  # «scegli due Lana: …»
            return n.Used(sequence((*paid, effect)), span=self.span(sentence.start, sentence.end))
        if not self.said.continuous and self.said.last_done is not None:  # in a used text the colon is «se lo fai»
            names = [each.bind for each in nodes_of(sequence(paid)) if isinstance(each, n.Do) and each.bind is not None]
            if names:
                return n.Used(
                    sequence((*paid, n.If(n.Did(names[-1]), effect))), span=self.span(sentence.start, sentence.end)
                )
        return n.Activated(sequence(paid), effect, span=self.span(sentence.start, sentence.end))

    def _paid(self, cost: s.Clause | s.NounPhrase) -> n.Effect:
        """«{2}», or an order; one whose object is not said is about this card («Spossa : …»)."""
        if isinstance(cost, s.NounPhrase):
            return n.Pay(self.number(cost), span=self.span(cost.start, cost.end))
        self.said.of_itself, outer = True, self.said.of_itself
        effect = self.effect(cost)
        self.said.of_itself = outer
        return effect

    # -- continuous sentences

    def _continuous(self, body: s.Body, span: n.Span | None) -> list[n.Ability]:
        """A sentence in force: standing effects, or what an event sets off."""
        self.said.last_subject = None
        body = instead_first(body)
        occasion = self._occasion(body.fronts)
        late, body = self._lone_tails(body)
        events = tuple(tail for tail in late if self._sets_off(tail) or tail.kind == "times")
        self._occasion(events, occasion)
        late = tuple(tail for tail in late if tail not in events)
        if occasion.when is None and len(body.steps) > 1 and self._tail_may_be_of_all(body):
            return self._split(body, span)
        if occasion.when is not None and not self._permission_on_occasion(occasion, body):
            return [self._triggered(occasion, body, span, late)]
        cut = next((i for i, step in enumerate(body.steps) if isinstance(step, s.Body)), 0)
        if cut and not late and body.otherwise is None:  # «se è desta, …; se è stanca, …»
            first = evolve(body, steps=body.steps[:cut], then=body.then[:cut])
            rest = [
                ability
                for step in body.steps[cut:]
                if isinstance(step, s.Body)
                for ability in self._continuous(step, span)
            ]
            if len(body.steps) - cut == sum(isinstance(step, s.Body) for step in body.steps[cut:]):
                return [*self._continuous(first, span), *rest]
        arrival = self._arriving_so(body, occasion, span)
        if arrival is not None:
            return [arrival]
        self.pending = []
        effect = self.steps_effect(body, occasion.duration)
        self._after(late, occasion)
        if self.pending:
            if len(body.steps) > 1:
                raise self.fail(
                    body.start, "«durante …» di quale delle frasi? mettilo in principio", "S037", end=body.end
                )
            occasion.conditions += self.pending
        parts = effect.parts if isinstance(effect, n.Sequence) else (effect,)
        if body.otherwise is not None:
            return self._or_else(parts, occasion, body.otherwise, span)
        if occasion.only and any(isinstance(part, n.Allow) for part in parts):
            return [self._only_when(parts, occasion, body, span)]
        if all(isinstance(part, STANDING) for part in parts):
            standing = tuple(self._standing(part, occasion) for part in parts)
            return [n.Static(standing, occasion.condition(), span=span)]
        if occasion.conditions or any(isinstance(part, STANDING) for part in parts):
            condition = occasion.condition()
            moment = self._begins_then(condition) if not any(isinstance(part, STANDING) for part in parts) else None
            if moment is not None:
                return [n.Triggered(moment, effect, span=span)]
            if condition is not None:
                effect = n.If(condition, effect)
        return [n.Used(effect, span=span)]

    def _begins_then(self, condition: n.Condition | None) -> n.Moment | None:
        """«durante la tua pesca, pesca una carta»: in a period that holds no other, what is ordered is done as it begins;
        in one that is not said whose, in one's own."""
        declared = self.vocabulary.periods.get(condition.period) if isinstance(condition, n.During) else None
        if declared is None or not isinstance(condition, n.During) or declared.parts or declared.participants:
            return None
        return None if condition.first else n.Moment(condition.period, condition.of or n.You(), span=condition.span)

    def _split(self, body: s.Body, span: n.Span | None) -> list[n.Ability]:
        """«non può attaccare e ha Corazza se è stanca», the condition of the last only: two sentences."""
        first = evolve(body, steps=body.steps[:-1], then=body.then[:-1])
        last = evolve(body, steps=body.steps[-1:], then=body.then[-1:])
        before = self._continuous(first, span)
        subject = self.said.last_subject
        if subject is not None and not isinstance(subject, n.Self):
            raise self.fail(body.start, "la condizione è di quale delle due?", "S037", end=body.end)
        return [*before, *self._continuous(last, span)]

    def _only_when(
        self, parts: tuple[n.Effect, ...], occasion: Occasion, body: s.Body, span: n.Span | None
    ) -> n.Ability:
        """«può attaccare solo se hai una Lana» forbids it when you have none."""
        condition, allow = occasion.condition(), parts[0]
        plain = (
            isinstance(allow, n.Allow) and allow.allowed and not (allow.must or allow.limit or allow.only or allow.free)
        )
        if len(parts) > 1 or condition is None or not plain or not isinstance(allow, n.Allow):
            raise self.fail(body.start, "«solo se» vuole una frase con «può», una sola", "S037", end=body.end)
        return n.Static((evolve(allow, allowed=False),), negation(condition), span=span)

    def _or_else(
        self, parts: tuple[n.Effect, ...], occasion: Occasion, otherwise: s.Body, span: n.Span | None
    ) -> list[n.Ability]:
        """«se è desta ha Corazza, altrimenti ha +2 Ardore»: the one or the other is in force."""
        condition = occasion.condition()
        other = self.steps_effect(otherwise) if not otherwise.fronts and otherwise.otherwise is None else None
        others = other.parts if isinstance(other, n.Sequence) else (other,)
        if condition is None or other is None or not all(isinstance(part, STANDING) for part in (*parts, *others)):
            raise self.fail(otherwise.start, "«altrimenti» vuole un «se», e frasi come quella prima", "S033")
        return [
            n.Static(tuple(self._standing(part, occasion) for part in parts), condition, span=span),
            n.Static(tuple(self._standing(part, occasion) for part in others), negation(condition), span=span),  # type: ignore[arg-type]
        ]

    def _permission_on_occasion(self, occasion: Occasion, body: s.Body) -> bool:
        """«quando attacca, può attaccare direttamente»: the event may be done otherwise; nothing is set off."""
        if not isinstance(occasion.when, n.Event) or len(body.steps) != 1 or occasion.before:
            return False
        step = body.steps[0]
        if (
            not isinstance(step, s.Step)
            or step.clause.group.modal != "can"
            or step.clause.group.negated
            or step.clause.group.passive
        ):
            return False
        finite = step.clause.group.finite
        if finite is None or finite.sense.person == 2 or step.clause.subject is not None:
            return False
        name = occasion.when.verb.partition("#")[0]
        verb = step.clause.group.verb.name
        return (
            any(frame.kind_of == name for frame in self.vocabulary.frames_of(verb))
            or verb.startswith(name + " ")
            or verb == name
        )

    def _standing(self, effect: n.Effect, occasion: Occasion) -> n.Standing:
        if isinstance(effect, n.Allow):
            if occasion.despite is not None:
                effect = evolve(effect, despite=occasion.despite)
            if isinstance(occasion.when, n.Event):
                effect = evolve(effect, occasion=occasion.when)
        return effect  # type: ignore[return-value]

    def _lone_tails(self, body: s.Body) -> tuple[tuple[s.Front, ...], s.Body]:
        """What follows the last clause: of that clause, or of all when they are one (or, when it may be either, of
        both in turn)."""
        last = body.steps[-1]
        if not isinstance(last, s.Step) or not last.tails or all(t.kind == "where" for t in last.tails):
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
        return self.said.choose(2) == 0

    def _sets_off(self, front: s.Front) -> bool:
        value = front.value
        if front.kind not in ("if", "when", "after", "before"):
            return False
        clauses = value.items if isinstance(value, s.Conditions) else (value,)
        return any(
            isinstance(c, s.Clause)
            and (self.is_event(c) or self._would_happen(c) or (front.kind == "after" and self._is_past_event(c)))
            for c in clauses
        )

    def _after(self, late: tuple[s.Front, ...], occasion: Occasion) -> None:
        """What stands after the steps: with no subject it speaks of theirs."""
        self.after_clause = True
        try:
            self._occasion(late, occasion)
        finally:
            self.after_clause = False

    def _triggered(
        self, occasion: Occasion, body: s.Body, span: n.Span | None, late: tuple[s.Front, ...] = ()
    ) -> n.Ability:
        outer = self.said.bound_event
        self.said.bound_event = True
        instead = occasion.instead or self._has_instead(body)
        if instead and isinstance(occasion.when, n.Event) and not occasion.happens:
            self._speak_of_what_happens(occasion.when)
        effect = self._steps_after(occasion, body)
        if late:
            under = Occasion()
            self._after(late, under)
            effect = self._under(under, effect, span)
        if occasion.later is not None:
            effect = n.Watch(occasion.later, effect, once=True, span=span)
        if body.otherwise is not None:
            effect = self._with_otherwise(occasion, effect, body)
            occasion.conditions = []
        self.said.bound_event = outer
        assert occasion.when is not None
        if (occasion.instead or self._has_instead(body)) and isinstance(occasion.when, n.Event):
            return n.Replaced(occasion.when, effect, occasion.condition(), occasion.happens, span=span)
        return n.Triggered(
            occasion.when, effect, occasion.condition(), before=occasion.before, at_once=occasion.at_once,
            limit=occasion.limit, per=occasion.per, span=span,
        )  # fmt: skip

    def _steps_after(self, occasion: Occasion, body: s.Body) -> n.Effect:
        """The steps of a body: they may speak of who takes part in what sets them off."""
        if not isinstance(occasion.when, n.Event):
            return self.steps_effect(body, occasion.duration)
        outer, self._when_event = self._when_event, occasion.when
        effect = self.steps_effect(body, occasion.duration)
        occasion.when, self._when_event = self._when_event, outer
        return effect

    def _speak_of_what_happens(self, event: n.Event) -> None:
        """«se una tua Erba si spezzerebbe, torna invece …»: the Erba."""
        whose = _subject_of_event(event)
        if isinstance(whose, n.Select) and whose.bind is not None:
            self.said.last_subject = n.Var(whose.bind)

    def _has_instead(self, body: s.Body) -> bool:
        for step in body.steps:
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
        condition = occasion.condition()
        if condition is None or body.otherwise is None:
            raise self.fail(body.start, "«altrimenti» senza un «se»", "S033", end=body.end)
        return n.If(condition, effect, self.body_effect(body.otherwise), span=self.span(body.start, body.end))

    # -- fronts and tails

    def _occasion(self, fronts: tuple[s.Front, ...], occasion: Occasion | None = None) -> Occasion:
        occasion = occasion or Occasion()
        outer, own = self._when_event, False
        for front in fronts:
            self._take(front, occasion)
            if not own and isinstance(occasion.when, n.Event):  # what follows may speak of it
                own, self._when_event = True, occasion.when
        if own:
            occasion.when, self._when_event = self._when_event, outer
        return occasion

    def _take(self, front: s.Front, occasion: Occasion) -> None:
        value = front.value
        if front.kind in ("if", "when", "only_if", "after", "before"):
            assert isinstance(value, (s.Clause, s.Conditions))
            self._if_or_when(front, value, occasion)
        elif front.kind in ("while", "unless"):
            if self._cataphora and not self.after_clause and isinstance(value, s.Clause) and self._bare_third(value):
                self._put_off.append(front)  # «finché è stanca, la Lanterna bersaglio ha …»
                return
            assert isinstance(value, (s.Clause, s.Conditions))
            if front.kind == "unless" and isinstance(value, s.Clause):
                value = evolve(
                    value, group=evolve(value.group, negated=False)
                )  # «a meno che tu non abbia»: an idle «non»
            if front.kind == "unless" and isinstance(value, s.Clause) and value.group.verb.name == "pagare":
                who = self.term(value.subject) if value.subject is not None else n.You()
                occasion.unpaid = self.paying(value, who)
                return
            condition = self.condition(affirmed(value) if front.kind == "unless" else value)
            if front.kind == "unless":
                occasion.conditions.append(negation(condition))
            elif self.said.continuous and not self.said.bound_event:
                occasion.conditions.append(condition)
            else:
                occasion.until = condition
        elif front.kind == "even_if":
            assert isinstance(value, (s.Clause, s.Conditions))
            occasion.despite = self._despite(value)
        elif front.kind == "time":
            self._time(front, occasion)
        elif front.kind == "times" and isinstance(value, s.Times):
            occasion.limit = n.Num(int(value.number.name) if value.number.terminal == "NUM" else 1)
            occasion.per = self.period(value.per)[0] if value.per is not None else None
        elif front.kind in ("first_time", "next_time"):
            assert isinstance(value, (s.Clause, s.Conditions))
            self._which_time(front, value, occasion)
        elif front.kind == "did":
            occasion.conditions.append(self._did(front))
        elif front.kind == "instead_of" and isinstance(value, s.Clause):
            occasion.when = self._when(value, occasion)
            occasion.happens, occasion.instead = False, True
        elif front.kind == "if_want":
            occasion.optional = True
        elif front.kind == "any_moment":
            occasion.conditions.append(n.AnyTime(span=self.span(front.start, front.end)))
        elif front.kind != "also":
            raise self.fail(front.start, f"«{self.quoted(front.start, front.end)}» non si intende qui", end=front.end)

    def _which_time(self, front: s.Front, value: s.Clause | s.Conditions, occasion: Occasion) -> None:
        """«la prima volta che attacca in un turno», «la prossima volta che attacca in questo turno»."""
        events = value.items if isinstance(value, s.Conditions) else (value,)
        event = events[0]
        if len(events) > 1 or not self.is_event(event):
            raise self.fail(
                front.start, f"«{self.quoted(front.start, front.end)}» non si intende qui", "S034", end=front.end
            )
        occasion.when = self._when(event, occasion)
        within = self.parts(event)
        if front.kind == "next_time":
            if self.said.continuous and not self.said.bound_event:
                raise self.fail(
                    front.start,
                    "«la prossima volta» da quando? in un testo che vale sempre si dice «la prima volta che … in un turno»",
                    "S037",
                    end=front.end,
                )
            occasion.once, occasion.duration = True, within.duration
            return
        occasion.limit = n.Num(1)
        occasion.per = within.within[0] if within.within is not None else None

    def _did(self, front: s.Front) -> n.Condition:
        """«se lo fai»: the last thing that could be done was done."""
        if self.said.last_done is None:
            said = self.quoted(front.start, front.end)
            raise self.fail(front.start, f"«{said}»: prima non si fa nulla", "S021", end=front.end)
        return n.Did(self.said.last_done, span=self.span(front.start, front.end))

    @staticmethod
    def _bare_third(clause: s.Clause) -> bool:
        finite = clause.group.finite
        return clause.subject is None and finite is not None and finite.sense.person == 3 and not clause.group.clitics

    def _despite(self, value: s.Clause | s.Conditions) -> n.Condition:
        if isinstance(value, s.Clause) and value.group.form == "conditional" and value.subject is None:
            mention = next((m for m in reversed(self.said.mentions) if isinstance(m.term, n.Select)), None)
            outer = self.said.subject
            if mention is not None:
                self.said.subject = mention.recall
            try:
                return self.condition(value)
            finally:
                self.said.subject = outer
        return self.condition(value)

    def _if_or_when(self, front: s.Front, value: s.Clause | s.Conditions, occasion: Occasion) -> None:
        self.said.clause += 1
        clauses = value.items if isinstance(value, s.Conditions) else (value,)
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
            occasion.conditions.append(self.condition(value))
            if isinstance(value, s.Clause) and not self.after_clause:
                self._speak_of_subject(value, before)
            return
        if occasion.when is not None or (isinstance(value, s.Conditions) and value.joiner == "or" and len(events) > 1):
            if occasion.when is not None:
                raise self.fail(
                    front.start, "due fatti insieme: uno solo può far accadere la frase", "S034", end=front.end
                )
            raise self.fail(front.start, "due fatti con «o»: scrivi due frasi", "S034", end=front.end)
        event = events[0]
        if len(events) > 1:
            raise self.fail(front.start, "due fatti con «e»: uno solo può far accadere la frase", "S034", end=front.end)
        occasion.when = self._when(event, occasion)
        self._while_it_happens(occasion, [clause for clause in clauses if clause is not event])
        occasion.before = front.kind == "before" and isinstance(occasion.when, n.Event)  # of a period: at its beginning
        occasion.at_once = any(token.terminal == "ONCE_AT" for token in front.tokens)

    def _while_it_happens(self, occasion: Occasion, others: list[s.Clause]) -> None:
        """«se viene attaccata e la Lanterna attaccante è stanca»: what else must be so, of who takes part too."""
        outer, self._when_event = self._when_event, occasion.when if isinstance(occasion.when, n.Event) else None
        occasion.conditions += [self.condition(clause) for clause in others]
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

    def _when(self, clause: s.Clause, occasion: Occasion) -> n.Event | n.Moment:
        if self._would_happen(clause):
            occasion.happens = False
        verb = clause.group.verb
        if verb.name in ("cominciare", "iniziare", "finire") and verb.sense.kind == "language":
            np = clause.subject or next((c.value for c in clause.complements if c.kind == "c_object"), None)
            if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD":
                name, of = self.period(np)
                return n.Moment(name, of, verb.name == "finire", span=self.span(clause.start, clause.end))
        subject: n.Term | None
        done_to = self._value_subject(clause)
        if done_to is not None:
            subject, clause = None, evolve(clause, subject=None)
        elif clause.subject is not None:
            subject = self.term(clause.subject, pattern=True)
        else:
            subject = self._event_subject(clause)
        clause = self._foe_apart(clause, subject, occasion)
        found = self.parts(clause)
        self._foes = []
        event, found = self.event(
            evolve(clause, group=evolve(clause.group, modal=None)), subject, pattern=True, parts=found, done_to=done_to
        )
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
        if found.within is not None and not self.said.continuous and found.duration is not None:
            occasion.duration = occasion.duration or found.duration
        if found.first_time:
            occasion.limit, occasion.per = n.Num(1), found.within[0] if found.within is not None else None
        elif found.duration is not None and not self.said.continuous:
            occasion.duration = occasion.duration or found.duration
        if clause.subject is not None and not self.said.continuous and subject is not None:
            self.said.last_subject = self._recalled_subject(subject)
        occasion.conditions += found.during
        found.duration = None
        self.nothing_left(
            found,
            clause,
            "objects",
            "prepositions",
            "either",
            "cause",
            "during",
            "times",
            "within",
            "first_time",
            adverbs=("DIRECTLY",),
        )
        self._when_subject = subject if clause.subject is not None else None
        return event

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
            foe = self._foe(np.noun.name, who, against.value)  # type: ignore[arg-type]
            occasion.conditions.append(
                n.Compare(n.Count(foe), ">=", n.Num(1), span=self.span(against.start, against.end))
            )
            plain = evolve(complement, value=evolve(np, modifiers=tuple(m for m in np.modifiers if m is not against)))
            return evolve(clause, complements=tuple(plain if c is complement else c for c in clause.complements))
        return clause

    def _event_subject(self, clause: s.Clause) -> n.Term:
        finite = clause.group.finite
        if finite is not None and finite.sense.person == 2 and not finite.terminal.endswith("SUBJ"):
            return n.You()
        if finite is None and not clause.group.reflexive and not self.card_can(clause.group.verb.name):
            return n.You()
        if self.said.subject is None:
            mention = self.said.recall("card")
            if mention is not None:
                return mention.recall
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        return self.one_left_out(clause, self.said.subject)

    def _time(self, front: s.Front, occasion: Occasion) -> None:
        value = front.value
        if isinstance(value, s.Prepositional):
            terminal = value.preposition.terminal
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

    # -- effects in order

    def body_effect(self, body: s.Body) -> n.Effect:
        """Fronts, steps, otherwise: as an effect."""
        body = instead_first(body)
        if not self._inside:
            self.said.last_subject = None
            self.said.topic, self.said.next_topic = self.said.next_topic or self.said.topic, None
        outer_cataphora = self._cataphora
        self._cataphora = not self.said.continuous and self._has_card_subject(body)
        self._put_off = []
        occasion = self._occasion(body.fronts)
        put_off, self._put_off = self._put_off, []
        self._cataphora = outer_cataphora
        late: tuple[s.Front, ...] = ()
        if self._tail_may_be_of_all(body):
            late, body = self._lone_tails(body)
        outer = self.said.bound_event
        if occasion.when is not None:
            self.said.bound_event = True
        occasion.instead = occasion.instead or (not occasion.happens and self._has_instead(body))
        if occasion.instead and isinstance(occasion.when, n.Event):
            self._speak_of_what_happens(occasion.when)
        effect = self._steps_after(occasion, body)
        self.said.bound_event = outer
        span = self.span(body.start, body.end)
        if late or put_off:
            under = Occasion()
            self._after((*put_off, *late), under)
            effect = self._under(under, effect, span)
        if body.otherwise is not None:
            effect = self._with_otherwise(occasion, effect, body)
        else:
            effect = self._under(occasion, effect, span)
        return effect

    @staticmethod
    def _has_card_subject(body: s.Body) -> bool:
        first = body.steps[0]
        subject = first.clause.subject if isinstance(first, s.Step) else None
        return (
            isinstance(subject, s.NounPhrase)
            and subject.noun is not None
            and subject.noun.terminal in ("N_CARD", "TARGET")
        )

    def _under(self, occasion: Occasion, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """An effect under its conditions and occasions, inside a used text."""
        if occasion.unpaid is not None:
            effect = n.Unless(effect, occasion.unpaid, span=span)
        if occasion.optional:
            effect = n.May(n.You(), effect, span=span)
        if occasion.until is not None:
            effect = self._until(occasion.until, effect, span)
        if occasion.when is not None:
            duration = occasion.duration or duration_in(effect)
            if occasion.instead and isinstance(occasion.when, n.Event):
                return n.Meanwhile(occasion.when, effect, occasion.duration, span=span)
            if occasion.limit is not None:
                raise self.fail(0, "«la prima volta» in un testo che si usa: dì «la prossima volta che …»", "S037")
            once = occasion.once or (isinstance(occasion.when, n.Moment) and not occasion.when.every)
            return n.Watch(
                occasion.when,
                effect,
                None if once and isinstance(occasion.when, n.Moment) else duration,
                once,
                occasion.condition(),
                before=occasion.before,
                span=span,
            )
        for condition in reversed(occasion.conditions):
            effect = n.If(condition, effect, span=span)
        return effect

    def _until(self, condition: n.Condition, effect: n.Effect, span: n.Span | None) -> n.Effect:
        """«spezza le sue Lanterne finché non …»: one after the other until it holds."""
        standing = effect.parts if isinstance(effect, n.Sequence) else (effect,)
        if all(isinstance(each, STANDING) for each in standing):
            return lasting(effect, n.Duration(n.Stretch.WHILE, condition=condition))
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
        return n.Until(stop, effect, span=span)

    def steps_effect(self, body: s.Body, duration: n.Duration | None = None) -> n.Effect:
        """The steps in printed order; a duration said once is of all the standing ones before it."""
        found: list[n.Effect] = []
        for step in body.steps:
            effect = self._step(step)
            each = found[-1] if found else None
            if isinstance(each, n.ForEach) and any(node == n.Var(each.bind) for node in nodes_of(effect)):
                found[-1] = evolve(
                    each, effect=sequence((each.effect, effect))
                )  # «ciascun giocatore scarta … e pesca …»
            else:
                found.append(effect)
        last = next((d for d in (duration_in(effect) for effect in reversed(found)) if d is not None), None)
        given = duration or (last if len(found) > 1 and not any(body.then) and self._lasts_for_all(found) else None)
        if given is not None:
            found = [self._lasting_so(effect, given) if duration else lasting(effect, given) for effect in found]
        return sequence(tuple(found), self.span(body.start, body.end))

    def _lasting_so(self, effect: n.Effect, duration: n.Duration) -> n.Effect:
        """«fino alla fine del turno, …» before what is done: of what it gives, or of what the verb does for a time."""
        if isinstance(effect, n.Sequence):
            return evolve(effect, parts=tuple(self._lasting_so(part, duration) for part in effect.parts))
        if isinstance(effect, n.Prevent) and effect.duration is None:
            return evolve(effect, duration=duration)
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
            repr(self._recalled_subject(subject)) for effect in standing if (subject := _subject_in(effect)) is not None
        }
        return not timeless or len(subjects) < 2 or self.said.choose(2) == 0

    def _step(self, step: s.Step | s.Body | s.Choice) -> n.Effect:
        if isinstance(step, s.Body):
            outer, self._inside = self._inside, True
            effect = self.body_effect(step)
            self._inside = outer
            return effect
        if isinstance(step, s.Choice):
            options = tuple(sequence(tuple(self._step(each) for each in option)) for option in step.options)
            return n.ChooseOne(options, span=self.span(step.start, step.end))
        self.said.clause += 1
        effect = self._with_x(self.effect(step.clause), step)
        step = evolve(step, tails=tuple(t for t in step.tails if t.kind != "where"))
        self._subject_goes_on(step.clause, effect)
        self.said.next_topic = self._topic_of(effect) or self.said.next_topic
        if step.tails:
            occasion = Occasion()
            self._after(step.tails, occasion)
            if occasion.despite is not None and isinstance(effect, n.Allow):
                effect = evolve(effect, despite=occasion.despite)
            effect = self._under(occasion, effect, self.span(step.start, step.end))
        found = self.parts(step.clause)
        for condition in found.during:
            condition = negation(condition) if found.only_during else condition
            if self.said.continuous and not self.said.bound_event:
                self.pending.append(condition)
            else:
                effect = n.If(condition, effect)
        return effect

    def _with_x(self, effect: n.Effect, step: s.Step) -> n.Effect:
        """«+X Ardore, dove X è il numero delle tue Candele»."""
        from .scope import nodes_of, replace_term

        where = next((t for t in step.tails if t.kind == "where"), None)
        asked = n.Var("X") in nodes_of(effect) and self.said.named("X") is None
        if where is None and asked:
            raise self.fail(step.start, "quanto vale X? dillo: «…, dove X è …»", "S024", end=step.end)
        if where is None:
            return effect
        if not asked:
            raise self.fail(where.start, "qui non c'è un X", "S024", end=where.end)
        return replace_term(effect, n.Var("X"), self.number(where.value))  # type: ignore[no-any-return, arg-type]

    def _topic_of(self, effect: n.Effect) -> n.Term | None:
        """What a step did something to, to be spoken of in the next sentence."""
        if isinstance(effect, n.RollDie):
            return n.Var(effect.bind)
        if isinstance(effect, (n.Look, n.Choose)):
            return self._one_thing(effect.what)
        if isinstance(effect, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
            return self._one_thing(effect.target)
        event = _event_of(effect)
        if event is None:
            return None
        found = {role.name: role.value for role in event.roles}
        if isinstance(effect, n.Do) and effect.moved is not None:
            return n.Var(effect.moved) if found.get("number", n.Num(1)) == n.Num(1) else None
        return self._one_thing(found.get("object", found.get("agent")))

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
        return term if isinstance(term, n.Var) else None

    def _subject_goes_on(self, clause: s.Clause, effect: n.Effect) -> None:
        """«la Lana bersaglio ha +1 Ardore e non può attaccare»: the second clause has the subject of the first."""
        subject = _subject_in(effect) if clause.subject is not None else None
        if subject is None and isinstance(clause.subject, s.NounPhrase) and clause.subject.noun is not None:
            if clause.subject.noun.terminal == "N_OPPONENT":
                subject = self.term(clause.subject)
        if subject is not None:
            self.said.last_subject = self._recalled_subject(subject)
            if self.sort(subject) == "player" and not isinstance(subject, n.You):
                self.said.last_player = self.said.last_subject

    def _speak_of_subject(self, clause: s.Clause, before: int) -> None:
        """A condition in a used text: what follows without subject is of the same thing."""
        if self.said.continuous or clause.subject is None:
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

    def _speak_of(self, clause: s.Clause) -> None:
        """A condition with a subject of its own, in a used text: what follows without subject is of the same."""
        if self.said.continuous or self.said.candidate:
            return
        mention = next((m for m in reversed(self.said.mentions) if m.sort == "card"), None)
        if mention is not None and isinstance(mention.term, n.Select) and mention.term.quantity is n.Quantity.EXACTLY:
            self.said.last_subject = mention.recall


def _of_this_ability(sentence: s.Sentence) -> tuple[s.Clause | None, tuple[s.Front, ...]]:
    """The clause of «usa questa abilità …», «puoi giocare questa abilità …», and what stands after it; None for others."""
    steps = sentence.body.steps if sentence.kind == "plain" and sentence.body is not None else ()
    step = steps[0] if len(steps) == 1 else None
    if not isinstance(step, s.Step) or sentence.body is None or sentence.body.fronts:
        return None, ()
    clause = step.clause
    used = [c.value for c in clause.complements if c.kind == "c_object"]
    this = used[0] if len(used) == 1 else None
    named = isinstance(this, s.NounPhrase) and this.noun is not None and this.noun.terminal == "N_ABILITIES"
    if clause.group.verb.name not in ("usare", "giocare") or not named or not this.has("this"):  # type: ignore[union-attr]
        return None, ()
    return (clause, step.tails) if all(tail.kind == "only_if" for tail in step.tails) else (None, ())


def _subject_of_event(event: n.Event) -> object:
    """Whom an event is of: who does it, or what it happens to when nobody is said to do it."""
    found = {role.name: role.value for role in event.roles}
    return found.get("agent", found.get("object"))


def instead_first(body: s.Body) -> s.Body:
    """«X si offre invece di essere spezzata» as «invece di essere spezzata X, si offre»: what would happen comes first."""
    step = body.steps[0] if len(body.steps) == 1 else None
    tails = step.tails if isinstance(step, s.Step) else ()
    tail = next((each for each in tails if each.kind == "instead_of"), None)
    if not isinstance(step, s.Step) or tail is None or not isinstance(tail.value, s.Clause):
        return body
    clause = step.clause
    front = evolve(tail, value=evolve(tail.value, subject=clause.subject))
    rest = tuple(each for each in tails if each is not tail)
    plain = evolve(step, clause=evolve(clause, subject=None), tails=rest)
    return evolve(body, fronts=(*body.fronts, front), steps=(plain,))


def _event_of(effect: n.Effect) -> n.Event | None:
    if isinstance(effect, (n.May, n.ForEach)):
        return _event_of(effect.effect)
    return effect.event if isinstance(effect, (n.Do, n.Allow)) else None


def _subject_in(effect: n.Effect) -> n.Term | None:
    """Who an effect is of, to be the subject of the next clause."""
    if isinstance(effect, n.Sequence):
        return _subject_in(effect.parts[0])
    if isinstance(effect, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
        return effect.target
    event = effect.event if isinstance(effect, (n.Do, n.Allow)) else None
    if event is not None:
        found = {role.name: role.value for role in event.roles}
        return found.get("agent", found.get("object"))  # type: ignore[return-value]
    if isinstance(effect, (n.Choose, n.Look, n.ChooseName)):
        return effect.who
    if isinstance(effect, n.Move):
        return effect.what
    if isinstance(effect, n.ForEach):
        return n.Var(effect.bind)
    if isinstance(effect, n.Claim):
        return next((role.value for role in effect.roles if role.name == "agent"), None)  # type: ignore[return-value]
    return None


def sequence(effects: tuple[n.Effect, ...], span: n.Span | None = None) -> n.Effect:
    """Effects in order, sequences inside flattened."""
    flat: list[n.Effect] = []
    for effect in effects:
        flat += effect.parts if isinstance(effect, n.Sequence) else (effect,)
    return flat[0] if len(flat) == 1 else n.Sequence(tuple(flat), span=span)


def affirmed(value: s.Clause | s.Conditions) -> s.Clause | s.Conditions:
    """«a meno che tu non abbia …»: the «non» denies nothing."""
    if isinstance(value, s.Conditions):
        return value
    return evolve(value, group=evolve(value.group, negated=False))


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
    if isinstance(effect, n.Sequence):
        return evolve(effect, parts=tuple(lasting(part, duration) for part in effect.parts))
    if isinstance(effect, n.If):
        return evolve(
            effect,
            then=lasting(effect.then, duration),
            otherwise=lasting(effect.otherwise, duration) if effect.otherwise is not None else None,
        )
    return effect
