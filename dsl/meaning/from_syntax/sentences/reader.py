"""Sentences as abilities and effects: what sets them off, what holds them, in what order they are done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start, TextContext
from ....vocabulary.function_words import PAYING
from ....vocabulary.inflection import Mood
from ....vocabulary.lexer import ANY, Sense, Word
from ....vocabulary.vocabulary import Kind, Vocabulary
from ... import nodes as n
from ...game import LabelDecl
from ...graded import graded
from ...joined import effects_of, may_be_asked_later
from ...playing import of_own_play, plays
from ...scope import Discourse, Unreadable, nodes_of
from ..effects.besides import says_besides
from ..effects.course import PAID_ALSO, without_more
from ..effects.effects import STANDING
from ..effects.permissions import says_again
from ..effects.surcharges import of_a_price
from ..events.periods import tells_next
from ..things.complements import Parts
from ..things.taking_part import is_the_host
from .arriving import brings, in_play, of_how_many, put_upon
from .left_behind import LeftBehind
from .occasions import Occasion, negation, none_said
from .of_each import of_each, of_each_rival
from .of_the_most import moved_by_itself, said_of_each
from .steps import instead_first, sequence, who_is_awaited


class Reader(LeftBehind):
    """Reads the syntax of one wording into its meaning; one reader for one way to take it."""

    opens = True  # whether the sentence is the first of its text

    def __init__(self, vocabulary: Vocabulary, context: TextContext, script: Sequence[int] = ()) -> None:
        self.vocabulary = vocabulary
        self.words: list[Word] = []
        start = context.start
        subject = context.subject
        if subject is None and start in (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD):
            subject = n.Self()
        self.said = Discourse(context, subject, script=list(script))
        self._put_off = []
        self._foes: list[s.NounPhrase] = []
        self._when_event: n.Event | None = None  # what sets the steps off, to be spoken of in them
        self.pending = []

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
                after = not first and isinstance(abilities[-1], n.Triggered)
                found = self._next_after(sentence) if after and self._is_put_off(sentence) else self.sentence(sentence)
                kept = self.kept_from_it(abilities[-1], found) if not first and abilities else None
                if kept is not None:
                    abilities[-1] = kept
                elif not first and abilities and self._goes_on(abilities[-1], found, sentence):
                    abilities[-1] = self._joined(abilities[-1], found)
                else:
                    abilities += found
                first = False
        return n.Text(tuple(abilities))

    def _is_put_off(self, sentence: s.Sentence) -> bool:
        """«All'inizio del tuo prossimo turno, …» after what is done «quando …»: the next one from then on."""
        body = sentence.body
        return (
            sentence.kind == "plain" and self.said.continuous and body is not None and any(map(tells_next, body.fronts))
        )

    def _next_after(self, sentence: s.Sentence) -> list[n.Ability]:
        assert sentence.body is not None
        outer, self.said.bound_event = self.said.bound_event, True
        effect = self.body_effect(sentence.body)
        self.said.bound_event = outer
        return [n.Used(effect, span=self.span(sentence.start, sentence.end))]

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

    def _own_play(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability | None:
        """«Puoi giocare questa carta solo se …», «Gioca questa carta solo durante il tuo turno», «Se …, non puoi giocare questa
        carta», in a text that is used: it is not done with the rest, it forbids the play; «… anche durante …», «… anche se …» permit it."""
        body = sentence.body
        step = body.steps[0] if sentence.kind == "plain" and body is not None and len(body.steps) == 1 else None
        if body is None or not isinstance(step, s.Step):
            return None
        group, start = step.clause.group, self.said.context.start
        if start is not Start.CARD_USED and not (start is Start.CARD_CONTINUOUS and group.form == "order"):
            return None
        times = (*body.fronts, *step.tails)
        kinds = {each.kind for each in times}
        if group.negated:
            fits = group.modal == "can" and kinds == {"if"}
        else:
            told = group.modal == "can" or (group.form == "order" and _is_this_card(step.clause))
            at_times = _says_in_time(step.clause, "ONLY", "ALSO")
            fits = told and not body.fronts and kinds <= {"only_if"} and (bool(kinds) or at_times)
            fits = fits or (told and not step.tails and kinds == {"time"} and _is_this_card(step.clause))
            fits = fits or (group.modal == "can" and not body.fronts and kinds == {"even_if"})
            fits = fits or (group.modal == "can" and kinds <= {"if"} and _is_this_card(step.clause))  # «… dal Fosso»
        if not fits or body.otherwise is not None:
            return None
        return self._played_only(evolve(step.clause, group=evolve(group, modal="can")), times, span)

    def _played_freely(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability | None:
        """«Se controlli una Lana, puoi giocare questa carta senza pagarne il costo», where cards print what they cost: then it
        costs nothing."""
        body = sentence.body
        step = body.steps[0] if sentence.kind == "plain" and body is not None and len(body.steps) == 1 else None
        price = next((v.name for v in self.vocabulary.values.values() if v.kind == "cost" and v.verb is not None), None)
        if body is None or not isinstance(step, s.Step) or price is None or body.otherwise is not None:
            return None
        group, times = step.clause.group, (*body.fronts, *step.tails)
        free = [
            *group.adverbs,
            *(t for c in step.clause.complements if c.kind == "c_adverb" for t in (c.value, *c.tokens)),
        ]
        if group.modal != "can" or group.negated or not _is_this_card(step.clause) or step.clause.subject is not None:
            return None
        if not plays(group.verb.name, self.vocabulary.frames, self.vocabulary.texts) or any(
            front.kind not in ("if", "while") for front in times
        ):
            return None
        if not any(isinstance(token, s.Token) and token.terminal == "FREE" for token in free):
            return None
        occasion = Occasion()
        self._occasion(times, occasion)
        if occasion.when is not None or occasion.until is not None:
            return None
        costless, condition = n.Modify(n.Self(), price, n.Operation.SET, n.Num(0), span=span), occasion.condition()
        if self.said.continuous:
            return n.Static((costless,), condition, span=span)
        return n.Used(costless if condition is None else n.If(condition, costless, span=span), span=span)

    def _played_only(self, clause: s.Clause, times: tuple[s.Front, ...], span: n.Span | None) -> n.Ability | None:
        known = [*self.said.mentions]
        parts = self.parts(clause)
        plain = evolve(clause, group=evolve(clause.group, modal=None, negated=False))
        try:
            allow = self._allow(clause, plain, parts, n.Self() if clause.group.passive else n.You())
        except Unreadable:
            allow = None  # what else it may say is read as any other sentence
        if not isinstance(allow, n.Allow) or not of_own_play(allow, self.vocabulary.frames, self.vocabulary.texts):
            self.said.mentions = known
            return None
        during, occasion = tuple(parts.during), Occasion()
        self._occasion(times, occasion)
        occasion.conditions += during
        condition = occasion.condition()
        if not clause.group.negated and any(role.name == "from" for role in allow.event.roles):
            return n.Static((evolve(allow, span=span),), condition, span=span)
        if (
            not clause.group.negated
            and {each.kind for each in times} <= {"if"}
            and not _says_in_time(clause, "ONLY", "ALSO")
        ):
            self.said.mentions = known
            return None
        if occasion.despite is not None:  # «anche se …»
            return n.Static((evolve(allow, despite=occasion.despite, span=span),), condition, span=span)
        if condition is None:
            raise self.fail(clause.start, "«solo» quando?", "S036", end=clause.end)
        if (times[:1] and times[0].kind == "time") or (not times and _says_in_time(clause, "ALSO")):
            return n.Static((n.Allow(allow.event, span=span),), condition, span=span)
        never = n.Allow(allow.event, allowed=False, span=span)
        return n.Static((never,), condition if clause.group.negated else negation(condition), span=span)

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
        free = isinstance(before, n.Activated) and before.cost == n.Sequence(
            ()
        )  # «una volta per turno, puoi …. Se lo fai, …»
        if not found or not (free or isinstance(before, (n.Triggered, n.Prompted, n.Used))):
            return False
        after = found[0]
        return isinstance(after, n.Used) and not isinstance(before, n.Used) and len(found) == 1

    def kept_from_it(self, before: n.Ability, found: list[n.Ability]) -> n.Ability | None:
        """«se si spegnerebbe, puoi scartare una carta. Se lo fai, non si spegne»: the one is done in the place of the other."""
        after = found[0] if len(found) == 1 else None
        would = isinstance(before, n.Triggered | n.Replaced)
        may = before.instead if isinstance(before, n.Replaced) else before.effect if would else None  # type: ignore[union-attr]
        if (
            not isinstance(before, n.Triggered | n.Replaced)
            or not isinstance(may, n.May)
            or not isinstance(after, n.Static)
        ):
            return None
        known = {x.bind for x in nodes_of(may) if isinstance(x, (n.Do, n.Pay))}
        never = after.effects[0] if len(after.effects) == 1 else None
        done = after.condition.name if isinstance(after.condition, n.Did) else None
        if done not in known or not isinstance(never, n.Allow) or never.allowed or not isinstance(before.when, n.Event):
            return None
        if never.duration is not None:
            return None
        if never.event.verb.partition("#")[0] != before.when.verb.partition("#")[0]:
            plain = isinstance(before, n.Triggered) and not before.before and before.limit is None
            both = sequence((may, n.If(n.Did(done), never)))  # type: ignore[arg-type]
            return self.bought_off(before.when, both, before.condition) if plain else None
        return n.Replaced(before.when, may, before.condition, limit=before.limit, per=before.per, span=before.span)

    def _joined(self, before: n.Ability, found: list[n.Ability]) -> n.Ability:
        after = found[0]
        assert isinstance(after, n.Used) and isinstance(before, (n.Triggered, n.Prompted, n.Activated))
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
                    (n.Grant(self._of_a_bare_word(), token.name, span=self.span(token.at, token.at + 1)),),
                    span=self.span(token.at, token.at + 1),
                )
                for token in sentence.tokens
            ]
        if sentence.kind in ("amounts", "member"):
            return [self._bare(sentence, span)]
        if sentence.kind == "had":
            self._says_no_verb(sentence)
            sentence = evolve(sentence, kind="plain")
        this = self._this_ability(sentence) or self._own_play(sentence, span) or self._played_freely(sentence, span)
        if this is not None:
            return [this]
        if sentence.kind == "topic":
            assert sentence.topic is not None
            term = self.term(sentence.topic)
            self.said.subject = n.Var(term.bind) if isinstance(term, n.Select) and term.bind else term
            self._topic = term
        if sentence.kind == "activated":
            return [self._activated(sentence)]
        if sentence.kind == "also_paid":
            return [self._also_paid(sentence.costs, span)]
        if (paid := self._paid_more(sentence)) is not None:
            return [self._also_paid((paid,), span)]
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
        first = _occasion_first(sentence.body)
        if self._answers(sentence, first):
            return [self._answer(sentence, first, span, opens=True)]
        if sentence.kind == "occasion":
            return [self._on_occasion(sentence, span)]
        if self.said.continuous and not self._ordered_for_a_time(sentence.body):
            return graded(self._continuous(sentence.body, span))
        bound, self.said.bound_event = self.said.bound_event, self.said.bound_event or self.said.continuous
        effect = self.body_effect(sentence.body)
        self.said.bound_event = bound
        if sentence.kind == "topic":
            effect = self._placed_topic(effect)
        return [n.Used(effect, span=span)]

    def not_before_it_is_lent(self, said: list[n.Ability], sentence: s.Sentence) -> None:
        """Refuses «quando viene legata, …», «Alba: …» in a text that its card lends: who has it was played before, and lies under none."""
        if not self._is_lent(self.said.context.slot or ""):
            return
        awaited = (each.when for each in said if isinstance(each, n.Triggered) and not each.before)
        if any(isinstance(when, n.Event) and self._leads_to_lending(when) for when in awaited):
            what = "quando accade, questo testo non è ancora di chi lo porta («questa carta»)"
            hint = "di chi lo porta si dice ciò che gli accade dopo; della carta che ha il testo non si può ancora dire"
            raise Unreadable("S025", what, sentence.start, sentence.end, hint)

    def _leads_to_lending(self, when: n.Event) -> bool:
        """Whether an event is that this card is played, or put under another."""
        frame = self.vocabulary.frames.get(when.verb)
        it = any(role.value == n.Self() for role in when.roles if role.name in ("agent", "object"))
        if frame is None or not it or frame.keeps_controller:
            return False
        under = any(isinstance(node, n.Move) and node.under is not None for node in nodes_of(frame.steps))
        return under or plays(when.verb, self.vocabulary.frames, self.vocabulary.texts)

    def never_attached(self, said: list[n.Ability], sentence: s.Sentence) -> None:
        """Refuses «il suo ospite ha +1 Ardore» in a text whose card lies under none, where others have texts of their host."""
        slot, texts = self.vocabulary.texts.get(self.said.context.slot or ""), self.vocabulary.texts.values()
        if slot is None or slot.of_host or not self.said.card or not any(each.of_host for each in texts):
            return
        hosts = {name for name, noun in self.vocabulary.nouns.items() if noun.relation == "host"}
        if any(
            isinstance(x, n.Related) and x.relation in hosts and isinstance(x.of, n.Self | n.You)
            for x in nodes_of(said)
        ):
            what = "questa carta non sta sotto un'altra: non c'è una carta che la ha"
            hint = "dì di quali si parla: «le tue …», «ogni …»"
            raise self.fail(sentence.start, what, "S021", hint, end=sentence.end)

    def _ordered_for_a_time(self, body: s.Body) -> bool:
        """«una tua Lana non può sfidare in questo turno», of a text that says when what it orders is done: from then on."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or slot.orders_when is None or self.said.context.start is not Start.CARD_CONTINUOUS:
            return False
        if body.fronts or body.otherwise is not None:
            return False
        lasting = [
            self._lasts_from_now(step.clause) for step in body.steps if isinstance(step, s.Step) and not step.tails
        ]
        return len(lasting) == len(body.steps) and all(lasting)

    def _lasts_from_now(self, clause: s.Clause) -> bool:
        duration = self.parts(clause).duration
        return duration is not None and duration.stretch is n.Stretch.THIS

    def _of_a_bare_word(self) -> n.Term:
        """Of whom a value or a keyword alone is: the card, or the host of which its text speaks."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        return self.host_of_text() if slot is not None and slot.bare and slot.of_host else n.Self()

    def _says_no_verb(self, sentence: s.Sentence) -> None:
        """«+3 Ardore», where a text may say so."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or not slot.bare:
            raise self.fail(sentence.start, "qui manca il verbo", "S053", end=sentence.end)

    def _bare(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        """«+3 Ardore.», «Guardiano.»: what the card gives, what it is, where its text may say so."""
        self._says_no_verb(sentence)
        subject = self._of_a_bare_word()
        if sentence.kind == "amounts":
            return n.Static(
                tuple(self._amount(each, subject, Parts(), [], False) for each in sentence.amounts), span=span
            )
        token = sentence.tokens[0]
        value = token.sense.of or ""
        declared = self.vocabulary.values.get(value)
        if declared is None or declared.kind != "members":
            raise self.fail(sentence.start, "qui manca il verbo", "S053", end=sentence.end)
        gained = n.Modify(subject, value, n.Operation.ADD, n.Member(value, token.name), span=span)
        return n.Static((gained,), span=span)

    def _placed_topic(self, effect: n.Effect) -> n.Effect:
        """«Il suo Ardore è 9: la Lanterna bersaglio.»: the thing is chosen where it is first spoken of."""
        from ...mapped import replace_term
        from ...scope import nodes_of

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
        if slot is None or not slot.by_event or not plain or not body.fronts or not self.opens:
            return False
        clause = body.fronts[0].value
        if isinstance(clause, s.Clause) and (self._would_happen(clause) or _for_this_time(clause)):
            return False
        return body.fronts[0].kind == "when"

    def _answer(self, sentence: s.Sentence, body: s.Body, span: n.Span | None, opens: bool = False) -> n.Ability:
        occasion = self._occasion(body.fronts)
        if isinstance(occasion.when, n.Moment):
            raise self.fail(sentence.start, "un innesco è un fatto, o una condizione", "S034", end=sentence.end)
        outer, self.said.bound_event = self.said.bound_event, True
        topic, self.said.topic = self.said.topic, who_is_awaited(occasion.when) or self.said.topic
        before = self._when_event, self._last_done_then
        self._when_event, self._last_done_then = occasion.when, self.said.last_done
        effect = self.body_effect(evolve(body, fronts=()))
        occasion.when = self._when_event  # what is done may have named who takes part
        self._when_event, self._last_done_then = before
        self.said.bound_event, self.said.topic = outer, topic
        return n.Prompted(effect, occasion.when, occasion.condition(), opens, span=span)

    def _arriving_so(self, body: s.Body, occasion: Occasion, span: n.Span | None) -> n.Triggered | None:
        """«Le Lana avversarie entrano nel campo stanche»: right when they do, before anything that it sets off."""
        step = body.steps[0] if len(body.steps) == 1 else None
        clause = step.clause if isinstance(step, s.Step) and not step.tails else None
        if clause is None or clause.group.modal is not None:
            return None
        denied, clause = (
            clause.group.negated,
            told_of_the_bearer(evolve(clause, group=evolve(clause.group, negated=False))),
        )
        if clause.group.form != "present":
            return None
        crossing = any(frame.crossing == "in" for frame in self.vocabulary.frames_of(clause.group.verb.name))
        status = next((c for c in clause.complements if c.kind == "c_status"), None)
        brought = [c for c in clause.complements if brings(c, self.vocabulary.tokens)] if not denied else []
        if not crossing or (status is None and not brought) or body.otherwise is not None:
            return None
        more = [c for c in clause.complements if brought and of_how_many(c)]
        rest = tuple(c for c in clause.complements if c is not status and c not in brought and c not in more)
        rest = rest or (in_play(self.vocabulary, clause.start) if brought else ())
        when = self._when(evolve(clause, complements=rest), occasion)
        if isinstance(when, n.Moment):
            return None
        who = next((role.value for role in when.roles if role.name == "agent"), None)
        thing = n.Var(who.bind) if isinstance(who, n.Select) and who.bind else who
        if denied and status is not None and len(status.tokens) > 1:
            raise self.fail(clause.start, "di ciò che entra si nega uno stato per volta", "S036", end=clause.end)
        made = [] if status is None else [self.put_on(thing, status, denied, span)]  # type: ignore[arg-type]
        card = self.vocabulary.implied_noun
        made += [self._brought_there(put_upon(clause, each, tuple(more), card)) for each in brought]
        return n.Triggered(when, sequence(tuple(made)), occasion.condition(), at_once=True, span=span)

    def _brought_there(self, put: s.Clause) -> n.Effect:
        """«entra con due Gettoni»: as «metti due Gettoni su di essa», when it is there."""
        outer, self.said.bound_event = self.said.bound_event, True
        try:
            return self.effect(put)
        finally:
            self.said.bound_event = outer

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
        outer, self._when_event = self._when_event, occasion.when if isinstance(occasion.when, n.Event) else None
        parts = tuple(self.body_effect(each) for each in bodies)
        when, self._when_event = self._when_event or occasion.when, outer  # «… / infliggi 1 alla Lanterna sfidata»
        self.said.bound_event = bound
        parted = n.Parted(label.name, parts, span=span)
        return n.Triggered(
            when, parted, occasion.condition(), before=occasion.before, at_once=occasion.at_once,
            limit=occasion.limit, per=occasion.per, span=span,
        )  # fmt: skip

    def _labelled(self, sentence: s.Sentence, span: n.Span | None) -> n.Ability:
        label = sentence.tokens[0].name
        declared = self.vocabulary.labels.get(label)
        outer = self.said.bound_event
        assert sentence.body is not None
        instead = declared is not None and isinstance(declared.when, n.Event) and self.has_instead(sentence.body)
        self.said.bound_event = True
        if self.said.continuous and declared is not None and declared.when is not None:
            self._begin_anew()
        if instead and declared is not None and isinstance(declared.when, n.Event):
            self._when_event = declared.when
        effect = self._in_effect(sentence.body)
        self.said.bound_event, self._when_event = outer, None
        if instead and declared is not None and isinstance(declared.when, n.Event):
            return n.Replaced(declared.when, effect, happens=True, label=label, span=span)
        if declared is None or declared.when is None:
            if declared is None and not self.vocabulary.labels:
                return n.Triggered(n.Event(label), effect, label=label, span=span)
            return n.Labelled(label, (n.Used(effect),), span=span)
        return n.Triggered(declared.when, effect, label=label, span=span)

    def _begin_anew(self) -> None:
        """What a label does speaks of nothing that what is done on another occasion chose or met."""
        self.said.mentions.clear()
        self.said.topic = self.said.next_topic = self.said.last_subject = None

    def _in_effect(self, body: s.Body) -> n.Effect:
        """The steps of a label or a trigger: a used text inside a continuous one."""
        return self.body_effect(body)

    def _activated(self, sentence: s.Sentence) -> n.Ability:
        assert sentence.body is not None
        words = self._words_to_choose(sentence)
        if words is not None:
            span = self.span(sentence.start, sentence.end)
            return n.Used(evolve(self.of_each_word(words, sentence.body), span=span), span=span)
        outer, self.said.bound_event = self.said.bound_event, True
        self.said.last_subject = None
        occasion = self._occasion(sentence.fronts)
        if occasion.when is not None or occasion.duration is not None or occasion.until is not None:
            said = f"«{self.quoted(sentence.fronts[0].start, sentence.fronts[-1].end)}» non si dice di un costo"
            raise self.fail(sentence.start, said, "S037", end=sentence.fronts[-1].end)
        paid = tuple(self._paid(each) for each in sentence.costs)
        for each in paid:
            self.said.next_topic = self._topic_of(each) or self.said.next_topic
        body = sentence.body
        if all(isinstance(each, n.Choose) for each in paid):  # «scegli una Lana: ha +1 Ardore»: that one
            self._done_to = self._topic_of(paid[-1])
            body = evolve(body, fronts=(s.Front("chosen", None), *body.fronts))
        effect = self.body_effect(body)
        self.said.bound_event = outer
        steps = (step for each in paid for step in effects_of(each))
        if all(isinstance(step, (n.Choose, n.Look, n.RollDie)) for step in steps):  # «scegli due Lana: …»
            return n.Used(sequence((*paid, effect)), span=self.span(sentence.start, sentence.end))
        span = self.span(sentence.start, sentence.end)
        if not self.said.continuous and self.said.last_done is not None:  # in a used text the colon is «se lo fai»
            names = [
                each.bind
                for each in nodes_of(sequence(paid))
                if isinstance(each, (n.Do, n.Pay)) and each.bind is not None
            ]
            if names:
                done = sequence((*paid, n.If(n.Did(names[-1]), effect)))
                return n.Used(self._under(occasion, done, span), span=span)
        if self.said.context.start is Start.CARD_USED and all(
            isinstance(step, n.Move) for each in paid for step in effects_of(each)
        ):
            self._is_done_by_you(effect, sentence)
            return n.Used(self._under(occasion, n.Cost(sequence(paid), effect, span=span), span), span=span)
        return n.Activated(sequence(paid), effect, occasion.condition(), occasion.limit, occasion.per, span=span)

    def _is_done_by_you(self, effect: n.Effect, sentence: s.Sentence) -> None:
        """Refuses «metti una carta in fondo al mazzo: l'avversario ne scarta una», in a text that is used: «per …» says only what
        you do."""
        agents = [
            next((role.value for role in step.event.roles if role.name == "agent"), None)
            if isinstance(step, n.Do)
            else None
            for step in effects_of(effect)
        ]
        if not all(isinstance(agent, n.You) for agent in agents):
            said = f"«{self.quoted(sentence.start, sentence.end)}»: in un testo che si usa questo non è un prezzo"
            hint = "«metti …, poi …»; o di ciò che fai tu: «metti … per …»"
            raise self.fail(sentence.start, said, "S037", hint, sentence.end)

    def _words_to_choose(self, sentence: s.Sentence) -> tuple[str, tuple[str, ...]] | None:
        """«scegli una Forma: …», «scegli Lana o Erba: …», in a text that is used: the value and the words to choose among."""
        cost = sentence.costs[0] if len(sentence.costs) == 1 and not sentence.fronts else None
        return self.words_named(cost) if isinstance(cost, s.Clause) and not self.said.continuous else None

    def _paid(self, cost: s.Clause | s.NounPhrase) -> n.Effect:
        """«{2}», or an order; one whose object is not said is about this card («Spossa : …»)."""
        if isinstance(cost, s.NounPhrase):
            return n.Pay(self.amount_paid(cost), span=self.span(cost.start, cost.end))
        self.said.of_itself, outer = True, self.said.of_itself
        effect = self.effect(cost)
        self.said.of_itself = outer
        return effect

    def _also_paid(self, costs: Sequence[s.Clause | s.NounPhrase], span: n.Span | None) -> n.AlsoPaid:
        """What is paid, or may be paid, beside the price: «se lo fai» is then of that."""
        outer, self.said.bound_event = self.said.bound_event, True  # «puoi …» is no permission here
        cost = sequence(tuple(self._paid(each) for each in costs))
        self.said.bound_event = outer
        if not isinstance(cost, n.May):
            return n.AlsoPaid(cost, span=span)
        self.said.last_done, self.said.may_pay_also = PAID_ALSO, True
        return n.AlsoPaid(cost.effect, optional=True, span=span)

    def _paid_more(self, sentence: s.Sentence) -> s.Clause | None:
        """«Puoi pagare {F} in più (per giocare questa carta).», of a text that is used: it is paid with the price."""
        body = sentence.body
        step = body.steps[0] if sentence.kind == "plain" and body is not None and len(body.steps) == 1 else None
        if body is None or body.fronts or body.otherwise is not None or not isinstance(step, s.Step) or step.tails:
            return None
        clause, used = step.clause, self.said.context.start is Start.CARD_USED
        if not used or clause.subject is not None or clause.group.negated or clause.group.modal != "can":
            return None
        return without_more(clause) if clause.group.verb.name in PAYING else None

    def _continuous(self, body: s.Body, span: n.Span | None) -> list[n.Ability]:
        """A sentence in force: standing effects, or what an event sets off."""
        if either := self._either_event(body):
            return [ability for each in either for ability in self._continuous(each, span)]
        if not body.fronts and len(body.steps) > 1 and body.otherwise is None:
            apart = [step for step in body.steps if isinstance(step, s.Body)]  # «quando sfida, …; quando si smorza, …»
            if len(apart) == len(body.steps):
                return [ability for each in apart for ability in self._continuous(each, span)]
        if own := _each_in_its_time(body):
            return [ability for each in own for ability in self._continuous(each, span)]
        body = _otherwise_of_the_same(body)
        self.said.last_subject = None
        self._when_subject = self.who_has_the_time(body)
        body = self.one_by_one(self.whose_event_first(instead_first(body)))
        self._none_said_then, self.said.one_asked = none_said(body), None
        occasion = self._occasion(body.fronts)
        self._none_said_then = False
        late, body = self._lone_tails(body)
        events = tuple(tail for tail in late if self._sets_off(tail) or tail.kind == "times")
        self._occasion(events, occasion)
        late = tuple(tail for tail in late if tail not in events)
        option = self._at_will(body, occasion, late, span)
        if option is not None:
            return [option]
        if occasion.when is None and len(body.steps) > 1 and (self._tail_may_be_of_all(body) or self._only_last(body)):
            return self._split(body, span)
        self._of_one_of_several(body, events)
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
            self._after(late, occasion)
            return [evolve(arrival, condition=occasion.condition())]
        self.pending = []
        effect = self.steps_effect(body, occasion.duration)
        self._after(late, occasion)
        if self.pending:
            if len(body.steps) > 1 and not (self._neither(body) and not _says_when(body.steps[:-1])):
                raise self.fail(
                    body.start, "«durante …» di quale delle frasi? mettilo in principio", "S037", end=body.end
                )
            occasion.conditions = [*self.pending, *occasion.conditions]
        return self._in_force(effect, occasion, body, span)

    def _in_force(self, effect: n.Effect, occasion: Occasion, body: s.Body, span: n.Span | None) -> list[n.Ability]:
        """«ha Corazza se è desta», «può attaccare solo se …»: what holds; what only is done, when its condition begins."""
        parts = effects_of(effect)
        if occasion.wish is not None:
            raise self.fail(occasion.wish.at, f"«{occasion.wish.text}» è di ciò che si fa, e questo vale", "S037")
        if occasion.limit is not None:
            parts = self._so_often(parts, occasion, body)
        if body.otherwise is not None:
            return self._or_else(parts, occasion, body.otherwise, span)
        if occasion.only and any(isinstance(part, n.Allow) for part in parts):
            return [self._only_when(parts, occasion, body, span)]
        if all(isinstance(part, STANDING) for part in parts):
            return self._all_holding(parts, occasion, body, span)
        if isinstance(effect, n.Meanwhile) and isinstance(effect.instead, n.OfAnother) and effect.duration is None:
            return [n.Replaced(effect.when, effect.instead, occasion.condition(), span=span)]
        then = self.in_force_from_then(effect, occasion.condition(), span) if len(body.steps) == 1 else None
        if then is not None:
            return [then]
        effect = self.ordered_as_long_as(effect, occasion, (body.start, body.end))
        apart = self._each_by_itself(parts, occasion, body, span) if len(body.steps) > 1 else None
        if apart is not None:
            return apart
        if occasion.conditions or any(isinstance(part, STANDING) for part in parts):
            condition = occasion.condition()
            moment = self._begins_then(condition) if not any(isinstance(part, STANDING) for part in parts) else None
            if moment is not None:  # «durante la tua pesca, pesca una carta in più»: when the rest is done
                return [n.Triggered(evolve(moment, end=says_besides(body)), effect, span=span)]
            if condition is not None:
                effect = n.If(condition, effect)
        return [n.Used(effect, span=span)]

    def _all_holding(
        self, parts: tuple[n.Effect, ...], occasion: Occasion, body: s.Body, span: n.Span | None
    ) -> list[n.Ability]:
        """What holds as long as the text is in force, all of it."""
        standing = said_of_each(tuple(self._standing(part, occasion) for part in parts))
        self._changes_who_it_is(standing, body)
        condition = occasion.condition()
        self._aims_at_nothing((standing, condition), body)
        said_so = (n.Static(of_each(each, condition), condition, span=span) for each in _said_apart(standing))
        return [ability for static in said_so for ability in self._of_each_rival(static, body)]

    def _changes_who_it_is(self, standing: tuple[n.Standing, ...], body: s.Body) -> None:
        """Refuses «la tua Lana con meno Ardore ha +2 Ardore», in force: by that it would be another."""
        value = moved_by_itself(standing)
        if value is not None:
            said = f"chi ha più o meno {value} non può averne per questo altro: sarebbe un altro"
            hint = f"in un testo che vale sempre dagli altro che {value}; o dì quando si fa («… per questo turno»)"
            raise self.fail(body.start, said, "S036", hint, body.end)

    def _aims_at_nothing(self, said: object, body: s.Body) -> None:
        """Refuses «una Lana bersaglio ha +1 Ardore» in a card's text in force: nobody ever chooses one."""
        if self.said.card and any(x.pick is n.Pick.TARGET for x in nodes_of(said) if isinstance(x, n.Select)):
            hint = "dì quando, o di tutte: «quando …, …», «ogni …»"
            raise self.fail(
                body.start, "un bersaglio, in un testo che vale sempre, non si sceglie", "S037", hint, body.end
            )

    def _of_each_rival(self, static: n.Static, body: s.Body) -> list[n.Ability]:
        """Where more than two play, what «se un avversario …» gives his is of each of whom it is so."""
        if self.vocabulary.most_players < 3:
            return [static]
        nouns = self.vocabulary.nouns.items()
        controller = next((name for name, noun in nouns if noun.relation == "controller"), "controller")
        found: list[n.Ability] = []
        for effect in static.effects:
            asked = of_each_rival(effect, static.condition, controller, self.said.fresh())
            if asked is None:
                hint = "dì che cosa vale delle sue carte: «se un avversario …, i suoi …»"
                raise self.fail(body.start, "di quale avversario? possono essere più d'uno", "S037", hint, body.end)
            found.append(n.Static((asked[0],), asked[1], span=static.span))
        kept = all(each.condition == static.condition for each in found if isinstance(each, n.Static))
        return [static] if kept else found

    def _so_often(self, parts: tuple[n.Effect, ...], occasion: Occasion, body: s.Body) -> tuple[n.Effect, ...]:
        """«Una volta per turno, può attaccare direttamente»: the permission, so many times."""
        allow = parts[0]
        if len(parts) > 1 or not isinstance(allow, n.Allow) or not allow.allowed or allow.limit is not None:
            said = "quante volte si dice di ciò che «puoi» fare, o di ciò che accade «quando …»"
            raise self.fail(body.start, said, "S037", "«una volta per turno, puoi …»", end=body.end)
        return (evolve(allow, limit=occasion.limit, per=occasion.per),)

    def _at_will(
        self, body: s.Body, occasion: Occasion, late: tuple[s.Front, ...], span: n.Span | None
    ) -> n.Ability | None:
        """«Una volta per turno, puoi scartare una carta», «Una volta per turno: pesca una carta»: done when you want, so often;
        with a price («per pescare due carte», also of an order alone) what is paid for."""
        body, times = self._times_of_option(body)
        limit, per = self._limit(times) if times is not None else (occasion.limit, occasion.per)
        step = body.steps[0]
        if occasion.when is not None or not isinstance(step, s.Step):
            return None
        priced = len(body.steps) == 1 and any(c.kind == "c_purpose" for c in step.clause.complements)
        priced = priced and not of_a_price(step.clause)
        if (limit is None or per is None) and not (priced and limit is None and occasion.later is None):
            return None
        group = step.clause.group
        second = group.modal == "can" and group.finite is not None and group.finite.sense.person == 2
        colon = any(token.terminal == "COLON" for front in body.fronts for token in front.tokens)
        ordered = group.modal is None and (colon or (priced and group.form == "order"))
        if group.negated or not (second or ordered) or body.otherwise is not None or occasion.duration is not None:
            return None
        if late:
            self._after(late, occasion)
        told = _told(step)
        rest = (_told(x) if isinstance(x, s.Step) and x.clause.group.shared else x for x in body.steps[1:])
        outer, self.said.bound_event = self.said.bound_event, True
        effect = self.steps_effect(evolve(body, fronts=(), steps=(told, *rest)))
        self.said.bound_event = outer
        paid: n.Effect = n.Sequence(())
        if isinstance(effect, n.Cost):
            paid, effect = effect.pay, effect.then
        elif limit is None:
            return None
        return n.Activated(paid, effect, occasion.condition(), limit, per, span=span)

    def _times_of_option(self, body: s.Body) -> tuple[s.Body, Parts | None]:
        """«puoi scartare una carta una volta per turno», of what no rule allows or forbids: how often it may be done."""
        step = body.steps[0] if len(body.steps) == 1 else None
        group = step.clause.group if isinstance(step, s.Step) else None
        if not isinstance(step, s.Step) or group is None or group.modal != "can" or group.negated:
            return body, None
        said = next((c for c in step.clause.complements if c.kind == "c_times"), None)
        regulated = any(f.name in self.vocabulary.regulated for f in self.vocabulary.frames_of(group.verb.name))
        if said is None or regulated or not isinstance(said.value, s.Times) or said.value.per is None:
            return body, None
        rest = tuple(c for c in step.clause.complements if c is not said)
        plain = evolve(step, clause=evolve(step.clause, complements=rest))
        return evolve(body, steps=(plain,)), Parts(times=said.value)

    def _either_event(self, body: s.Body) -> tuple[s.Body, ...]:
        """«quando sfida o si smorza, …»: as two sentences, the second of the same subject; none of any other."""
        front = body.fronts[0] if len(body.fronts) == 1 else None
        either = front.value if front is not None and front.kind in ("when", "if") else None
        if front is None or not isinstance(either, s.Conditions) or either.joiner != "or":
            return ()
        first = either.items[0].subject
        if not all(self.is_event(clause) for clause in either.items):
            return ()
        said = [clause if clause.subject is not None else evolve(clause, subject=first) for clause in either.items]
        return tuple(evolve(body, fronts=(evolve(front, value=clause),)) for clause in said)

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
        bearer = subject.among if isinstance(subject, n.Select) and subject.among is not None else subject
        known = isinstance(bearer, n.Self) or (self.speaks_of_its_host() and is_the_host(bearer))
        told = self._only_last(body) and not self._of_whom(body.steps[-1].tails)  # type: ignore[union-attr]
        if bearer is not None and not known and bearer != self.said.subject and not told:
            raise self.fail(body.start, "la condizione è di quale delle due?", "S037", end=body.end)
        return [*before, *self._continuous(last, span)]

    def _of_one_of_several(self, body: s.Body, events: tuple[s.Front, ...]) -> None:
        """Refuses «una tua Lana ha +1 Ardore e pesca una carta quando viene vinta»: who, that one or this card?"""
        first = body.steps[0]
        if not isinstance(first, s.Step) or len(body.steps) < 2:
            return
        named, asked = first.clause.subject, self._of_whom(events)
        host = isinstance(named, s.NounPhrase) and self.speaks_of_its_host() and self._is_host(named)
        this = isinstance(named, s.NounPhrase) and named.has("this")
        if named is not None and asked is not None and not (host or this):
            said = self.quoted(asked.start, asked.end)
            raise self.fail(asked.start, f"«{said}»: chi?", "S021", "dillo in due frasi", asked.end)

    @staticmethod
    def _of_whom(tails: tuple[s.Front, ...]) -> s.Front | None:
        """The one of them that does not say of whom it speaks: «… quando viene vinta»."""
        for tail in tails:
            clause = tail.value
            finite = clause.group.finite if isinstance(clause, s.Clause) and clause.subject is None else None
            if finite is not None and finite.sense.person == 3:
                return tail
        return None

    def _only_last(self, body: s.Body) -> bool:
        """«ha +1 Ardore e pesca una carta quando sfida», where that is of the last."""
        last = body.steps[-1]
        if any(body.then) or not isinstance(last, s.Step) or not last.tails:
            return False
        return all(self._sets_off(tail) for tail in last.tails)

    def _each_by_itself(
        self, parts: tuple[n.Effect, ...], occasion: Occasion, body: s.Body, span: n.Span | None
    ) -> list[n.Ability] | None:
        """«L'ospite ha -1 Ardore e il suo controllore scarta una carta all'inizio del suo turno»: what holds does so as long as
        the text is in force, whatever the sentence orders beside it. None where all hold, or none, or one speaks of another."""
        standing = [isinstance(part, STANDING) for part in parts]
        lasts = [
            part.duration for part in parts if isinstance(part, STANDING) and not isinstance(part, n.BecomesStatus)
        ]
        if all(standing) or not any(standing) or any(each is not None for each in lasts):
            return None
        runs = [(holds, tuple(run)) for holds, run in groupby(parts, key=lambda part: isinstance(part, STANDING))]
        orders = [run for holds, run in runs if not holds]
        holding = [run for holds, run in runs if holds]
        recalls = _recalls(orders)
        if _recalls(holding) or (recalls and (len(orders) > 1 or _named(holding) & _recalls(orders))):
            return None
        if any(isinstance(part, n.If) and isinstance(part.then, STANDING) for part in parts):
            return None
        condition, found = occasion.condition(), list[n.Ability]()
        together = bool(recalls) or any(body.then)  # «dissocia una Lana, poi scartala»
        for holds, run in runs:
            if holds:
                found += self._all_holding(run, occasion, body, span)
                continue
            for part in (sequence(run),) if together else run:
                then = self.in_force_from_then(part, condition, span)
                found.append(then or n.Used(n.If(condition, part) if condition is not None else part, span=span))
        return found

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
        others = effects_of(other)
        if condition is None or other is None or not all(isinstance(part, STANDING) for part in (*parts, *others)):
            raise self.fail(otherwise.start, "«altrimenti» vuole un «se», e frasi come quella prima", "S033")
        return [
            n.Static(tuple(self._standing(part, occasion) for part in parts), condition, span=span),
            n.Static(tuple(self._standing(part, occasion) for part in others), negation(condition), span=span),
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
        if says_again(step.clause):  # «quando attacca, può attaccare di nuovo»: each time once more
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

    def _triggered(
        self, occasion: Occasion, body: s.Body, span: n.Span | None, late: tuple[s.Front, ...] = ()
    ) -> n.Ability:
        """What an event sets off; what keeps its outcome from somebody for a price stands in the place of that."""
        found = self._set_off(occasion, body, span, late)
        plain = isinstance(found, n.Triggered) and not found.before and found.limit is None
        if not plain or not isinstance(found, n.Triggered) or not isinstance(found.when, n.Event):
            return found
        bought = self.bought_off(found.when, found.effect, found.condition)
        return found if bought is None else evolve(bought, span=span)

    def _set_off(
        self, occasion: Occasion, body: s.Body, span: n.Span | None, late: tuple[s.Front, ...] = ()
    ) -> n.Ability:
        outer = self.said.bound_event
        self.said.bound_event = True
        if isinstance(occasion.when, n.Event) and not occasion.happens:
            self._speak_of_what_happens(occasion.when)
        outer_would, self._only_would = self._only_would, not occasion.happens
        self.said.last_subject = self.said.last_subject or self._one_asked(body)
        effect = self.prevented_first(occasion, self._steps_after(occasion, body))
        self._only_would = outer_would
        if late:
            under = Occasion()
            self._after(late, under)
            effect = self._under(under, effect, span)
        effect = self._unless_done(occasion, effect, span)
        if occasion.later is not None:
            effect = n.Watch(occasion.later, effect, once=True, span=span)
        if body.otherwise is not None:
            effect = self._with_otherwise(occasion, effect, body)
            occasion.conditions = []
        self.said.bound_event = outer
        self._in_time(occasion, effect, body)
        assert occasion.when is not None
        if occasion.duration is not None and not any(isinstance(node, n.Duration) for node in nodes_of(effect)):
            hint = "si dice senza, o «La prima volta che … in un turno» per una volta sola"
            said = "per quanto tempo si dice di ciò che dura: questo testo vale sempre, e ciò che fa si fa una volta"
            raise self.fail(body.start, said, "S026", hint, end=body.end)
        if occasion.first and isinstance(occasion.when, n.Event):
            effect = self.so_long_at_first(occasion.when, effect)
        asked = self.what_it_asks(occasion.when, effect) if isinstance(occasion.when, n.Event) else None
        if asked is not None and occasion.limit is None:
            return n.Static((asked,), occasion.condition(), span=span)
        decided = self.once_decided(occasion.when, effect) if isinstance(occasion.when, n.Event) else None
        if decided is not None:
            if occasion.first and isinstance(occasion.when, n.Event):
                twice = n.Happened(occasion.when, occasion.per, n.Num(2))
                occasion.conditions.insert(0, n.Not(twice))
            occasion.conditions.insert(0, decided.condition)  # type: ignore[arg-type]
            return evolve(decided, condition=occasion.condition(), span=span)
        if not self.has_instead(body):
            self.instead_or_before(occasion, effect)
        if isinstance(effect, n.OfAnother):  # «se infligge crepe, ne infligge il doppio» is of what would be
            occasion.instead, occasion.happens = True, False
        replaced = occasion.instead or self.has_instead(body) or isinstance(effect, n.CancelEvent)
        if replaced and isinstance(occasion.when, n.Event):
            if occasion.limit is not None and occasion.per is None:
                said = "quante volte, e in quale tempo? ciò che si fa invece si conta in un turno"
                raise self.fail(body.start, said, "S037", "«La prima volta che … in un turno»", end=body.end)
            self.only_elsewhere(occasion, effect, body.start, body.end)
            won = self.won_instead(occasion.when, effect, occasion.conditions) if occasion.limit is None else None
            return evolve(won, span=span) if won is not None else self._replacing(occasion, effect, span)
        occasion.when, effect = self.each_in_his_own(occasion.when, effect, self._when_subject)
        effect = self.of_whoever_has_it(occasion, effect)
        effect, held = self._asked_before(occasion, effect, span)
        return n.Triggered(
            occasion.when, effect, occasion.condition(), before=occasion.before, at_once=occasion.at_once,
            limit=occasion.limit, per=occasion.per, held=held, span=span,
        )  # fmt: skip

    @staticmethod
    def _replacing(occasion: Occasion, effect: n.Effect, span: n.Span | None) -> n.Replaced:
        assert isinstance(occasion.when, n.Event)
        limit, per = occasion.limit, occasion.per
        return n.Replaced(occasion.when, effect, occasion.condition(), occasion.happens, limit, per, span=span)

    def _in_time(self, occasion: Occasion, effect: n.Effect, body: s.Body) -> None:
        """Refuses what comes too late for what sets it off, or cannot be done once for several things."""
        self.not_too_late(occasion.when, effect)
        self.of_all_at_once(occasion, effect, body, self.has_instead(body))

    def _asked_before(self, occasion: Occasion, effect: n.Effect, span: n.Span | None) -> tuple[n.Effect, bool]:
        """«se è desta, quando attacca, se hai una Lana, …», where the game asks a «se» after «quando» later: the first is asked
        when it happens, the other is of what is done."""
        first, then = occasion.conditions[: occasion.said_before], occasion.conditions[occasion.said_before :]
        plain = not (occasion.before or occasion.at_once or occasion.limit is not None)
        later = self.vocabulary.asks_later and plain
        if not later or not first or not all(may_be_asked_later(each) for each in occasion.conditions):
            return effect, False
        occasion.conditions = then
        under = occasion.condition()
        occasion.conditions = first
        return effect if under is None else n.If(under, effect, span=span), True


def _told(step: s.Step) -> s.Step:
    """What one «puoi» do, as it is done when one does."""
    return evolve(step, clause=evolve(step.clause, group=evolve(step.clause.group, modal=None, shared=False)))


def told_of_the_bearer(clause: s.Clause) -> s.Clause:
    """«Entra in campo stanca.»: said as an order is, of the card whose text it is."""
    group, finite = clause.group, clause.group.finite
    if group.form != "order" or finite is None or clause.subject is not None or not finite.sense.third:
        return clause
    third = evolve(finite, sense=evolve(finite.sense, person=3))
    return evolve(clause, group=evolve(group, form="present", finite=third))


def _is_this_card(clause: s.Clause) -> bool:
    """Whether what is ordered is of «questa carta» alone."""
    said = [c.value for c in clause.complements if c.kind == "c_object"]
    return len(said) == 1 and isinstance(said[0], s.NounPhrase) and said[0].has("this")


def _says_in_time(clause: s.Clause, *words: str) -> bool:
    """«solo durante il tuo turno», «anche durante …»: one of the words, before a time with nothing after it."""
    before, last = clause.complements[-2:] if len(clause.complements) > 1 else (None, None)
    tokens = [*(before.tokens if before is not None else ()), *clause.group.adverbs]
    in_time = last is not None and isinstance(last.value, s.Prepositional)
    return in_time and any(token.terminal in words for token in tokens)


def _of_this_ability(sentence: s.Sentence) -> tuple[s.Clause | None, tuple[s.Front, ...]]:
    """The clause of «usa questa abilità …», «puoi giocare questa abilità …», and what stands after it; None for others."""
    steps = sentence.body.steps if sentence.kind == "plain" and sentence.body is not None else ()
    step = steps[0] if len(steps) == 1 else None
    if not isinstance(step, s.Step) or sentence.body is None or sentence.body.fronts:
        return None, ()
    clause = _said_of_it(step.clause)
    used = [c.value for c in clause.complements if c.kind == "c_object"]
    this = used[0] if len(used) == 1 else None
    named = isinstance(this, s.NounPhrase) and this.noun is not None and this.noun.terminal == "N_ABILITIES"
    if clause.group.verb.name not in ("usare", "giocare") or not named or not this.has("this"):  # type: ignore[union-attr]
        return None, ()
    return (clause, step.tails) if all(tail.kind == "only_if" for tail in step.tails) else (None, ())


def _named_again(clause: s.Clause, it: s.Token) -> s.Clause:
    """«usala solo durante il tuo turno» as «usa questa abilità …»."""
    said = any(c.kind == "c_object" for c in clause.complements)
    if said or it.name != "it" or not it.sense.gender & 2 or it.sense.gender & 1:
        return clause
    this = s.Token(it.at, it.text, Sense("THIS", "this", ANY, 1))
    ability = s.Token(it.at, it.text, Sense("N_ABILITIES", "abilità", ANY, 1))
    np = s.NounPhrase((this,), ability, start=it.at, end=it.at + 1)
    held = s.Complement("c_object", np, (), False, np.start, np.end)
    return evolve(clause, group=evolve(clause.group, clitics=()), complements=(held, *clause.complements))


def _said_of_it(clause: s.Clause) -> s.Clause:
    """«questa abilità può essere usata due volte per turno», «usala una volta per turno» as «puoi usare questa abilità …»."""
    group, what = clause.group, clause.subject
    if group.verb.name == "usare" and len(group.clitics) == 1 and what is None:
        return _named_again(clause, group.clitics[0])
    if not (group.passive or group.reflexive) or group.modal != "can" or not isinstance(what, s.NounPhrase):
        return clause
    held = s.Complement("c_object", what, (), False, what.start, what.end)
    return evolve(
        clause,
        group=evolve(group, passive=False, reflexive=False),
        subject=None,
        complements=(held, *clause.complements),
    )


def _occasion_first(body: s.Body) -> s.Body:
    """«Copri una Lana, quando un avversario brinda» as «Quando un avversario brinda, copri una Lana»."""
    step = body.steps[0] if len(body.steps) == 1 and not body.fronts else None
    if not isinstance(step, s.Step) or len(step.tails) != 1:
        return body
    tail = step.tails[0]
    if tail.kind != "when" or not isinstance(tail.value, s.Clause) or tail.value.subject is None:
        return body
    return evolve(body, fronts=(tail,), steps=(evolve(step, tails=()),))


def _says_when(steps: Sequence[s.Step | s.Body | s.Choice]) -> bool:
    """Whether any of them has «durante …» of its own."""
    phrases = (c.value for step in steps if isinstance(step, s.Step) for c in step.clause.complements)
    return any(isinstance(p, s.Prepositional) and p.preposition.terminal == "DURING" for p in phrases)


def _each_in_its_time(body: s.Body) -> tuple[s.Body, ...]:
    """«ha +2 Ardore durante il tuo turno e -1 Ardore durante il turno rivale», «contro le Lane ha … e vince …»: sentences of
    their own, of the same subject. Nothing of another body."""
    steps = [step for step in body.steps if isinstance(step, s.Step) and not step.tails]
    apart = len(body.steps) > 1 and len(steps) == len(body.steps) and body.otherwise is None and not any(body.then)
    if not apart or not all(_times_and_foes(step.clause) for step in steps):
        return ()
    if all(_times_and_foes(step.clause) == ["AGAINST"] and step.clause.group.verb.name != "avere" for step in steps):
        return ()  # «vince contro le Lane e perde contro le Pelli» says no time
    first, found = steps[0].clause, list[s.Body]()
    for step in steps:
        clause = step.clause if step.clause.subject is not None else evolve(step.clause, subject=first.subject)
        found.append(evolve(body, steps=(evolve(step, clause=clause),), then=(False,)))
    return tuple(found)


def _otherwise_of_the_same(body: s.Body) -> s.Body:
    """«se …, le tue Lane hanno +1 Ardore, altrimenti hanno -1 Ardore», in force: of the same Lane."""
    first, other = body.steps[0], body.otherwise.steps[0] if body.otherwise is not None else None
    if not isinstance(first, s.Step) or not isinstance(other, s.Step) or body.otherwise is None:
        return body
    whose, finite = first.clause.subject, other.clause.group.finite
    several = isinstance(whose, s.NounPhrase) and whose.number == 2 and len(body.steps) == 1
    of_them = (
        other.clause.subject is None and finite is not None and finite.sense.person == 3 and finite.sense.number == 2
    )
    if not several or not of_them or any(front.kind in ("when", "after") for front in body.fronts):
        return body
    again = evolve(other, clause=evolve(other.clause, subject=whose))
    return evolve(body, otherwise=evolve(body.otherwise, steps=(again, *body.otherwise.steps[1:])))


def _times_and_foes(clause: s.Clause) -> list[str]:
    """What of «durante …» and «contro …» a clause says."""
    phrases = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
    return [p.preposition.terminal for p in phrases if p.preposition.terminal in ("DURING", "AGAINST")]


def _for_this_time(clause: s.Clause) -> bool:
    """«quando una Lana si perde in questo turno»: how long it is awaited is said, so it is no occasion to play the card."""
    within = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
    times = (x.np for x in within if x.preposition.terminal == "IN" and isinstance(x.np, s.NounPhrase))
    return any(np.noun is not None and np.noun.terminal == "N_PERIOD" and np.has("this") for np in times)


def _said_apart(standing: tuple[n.Standing, ...]) -> list[tuple[n.Standing, ...]]:
    """«può attaccare anche se è stanca, hai una Candela in più»: what follows «anche se» is a sentence of its own."""
    ends = [at for at, each in enumerate(standing, 1) if isinstance(each, n.Allow) and each.despite is not None]
    cuts = [0, *(at for at in ends if at < len(standing)), len(standing)]
    return [standing[start:end] for start, end in pairwise(cuts)]


def _recalls(parts: object) -> frozenset[str]:
    """The names of what is spoken of again in them."""
    return frozenset(each.name for each in nodes_of(parts) if isinstance(each, n.Var | n.Did | n.Outcome))


def _named(parts: object) -> frozenset[str]:
    """The names that they give."""
    return frozenset(each.bind for each in nodes_of(parts) if isinstance(getattr(each, "bind", None), str))
