"""«ha +1 Peso e una parola chiave», «perde …», «guadagna …»: what is had, so much of it, for each of so many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ... import nodes as n
from ...game import counted_by
from ...participants import recalled
from ...scope import nodes_of
from ..things.complements import Parts
from ..things.reading import EFFECT, number_said
from .agents import Agents

#: What may stand before a keyword or a value without saying more than which one it is.
_WHICH: Final = frozenset({"DEF", "POSSESSIVE", "INDEF"})


class Having(Agents):
    """The part of the reader that reads what somebody has, gains or loses."""

    def times_each(self, np: s.Noun, parts: Parts) -> n.Number:
        return self.multiplier(np, parts)

    def _had_by_verb(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«possiede +1 per ogni Lana» in a text in force: the verb's subject has it as long as the text stands."""
        group = clause.group
        if not self.said.continuous or self.said.bound_event or group.form != "present" or group.modal or group.negated:
            return None
        kind = self.kind_of_verb(group.verb.name) if self.gives(group.verb.name) else None
        if kind is None or kind[1] != "agent":
            return None
        target = self._holder(clause)
        outer, self.said.clause_subject = self.said.clause_subject, self._recalled_subject(target)
        effect = self.given_effect(clause, parts)  # «per ogni suo Pegno»: of whoever has it
        self.said.clause_subject = outer
        if effect is None:
            return None
        self.nothing_left(parts, clause, "during")
        span = self.span(clause.start, clause.end)
        held = [evolve(each, target=target, family=kind[0], span=span) for each in (effect, *parts.more)]
        return held[0] if len(held) == 1 else n.Sequence(tuple(held), span=span)

    def _borne(self, clause: s.Clause, value: object, target: n.Term, parts: Parts) -> n.Effect | None:
        """«ha l'effetto come Pegno», «ha un Malanno», «ha +2 Ardore come Pegno»: of a declared kind."""
        span = self.span(clause.start, clause.end)
        head = value.noun if isinstance(value, s.NounPhrase) else None
        if head is not None and head.terminal == "N_LASTING" and not clause.group.negated and parts.family is None:
            return n.Bear(target, head.name, duration=parts.duration, span=span)
        if parts.family is None or head is None or head.terminal != "N_TEXT":
            return None
        if any(m.kind == "mod_of" for m in value.modifiers):  # type: ignore[attr-defined]
            return None  # «l'effetto di quella carta»: the sentences that are printed on it
        named = self.said.recalled(EFFECT, None, 1)
        if named is None or not isinstance(named.term, n.Var):
            raise self.fail(clause.start, "quale effetto? il verbo non ne dà", "S021", end=clause.end)
        return n.Bear(target, parts.family, named.term, parts.duration, span=span)

    def _of_kind(self, effect: n.Effect, family: str | None) -> n.Effect:
        """An effect with the kind that «come Pegno» says it is of, or that goes without saying."""
        if not isinstance(effect, (n.Modify, n.Grant)) or effect.family is not None:
            return effect
        if family is None:
            adds = isinstance(effect, n.Modify) and effect.op is n.Operation.ADD
            how = "grants" if isinstance(effect, n.Grant) else "adds" if adds else "sets"
            family = None if effect.always else self.implied_kind(how, effect.duration)
        return effect if family is None else evolve(effect, family=family)

    def _multiplied(self, effect: n.Effect, parts: Parts, clause: s.Clause) -> n.Effect:
        """«pesca una carta per ogni tua Lana»: the amount times the count, or the whole so many times."""
        if parts.times is not None:
            if parts.times.per is not None:
                raise self.fail(clause.start, "quante volte si può, lo dice «può»", "S030", end=clause.end)
            number = parts.times.number
            effect = n.Repeat(
                number_said(number),
                effect,
                span=self.span(clause.start, clause.end),
            )
        for np in parts.per_each:
            count = self.multiplier(np, parts)
            if isinstance(effect, n.Do) and any(role.name == "number" for role in effect.event.roles):
                roles = tuple(
                    evolve(role, value=self._times(role.value, count)) if role.name == "number" else role  # type: ignore[arg-type]
                    for role in effect.event.roles
                )
                effect = evolve(effect, event=evolve(effect.event, roles=roles))
            else:
                effect = n.Repeat(count, effect, span=self.span(clause.start, clause.end))
        return effect if parts.cap is None else self._capped(effect, parts.cap, clause)

    def _capped(self, effect: n.Effect, cap: s.Token, clause: s.Clause) -> n.Effect:
        """«pesca una carta per ogni tua Lana, fino a un massimo di 3»: of what is counted, each for one."""
        if cap.terminal == "NUM" and isinstance(effect, n.Do):
            roles = tuple(
                evolve(role, value=_at_most(role.value, cap)) if role.name == "number" else role  # type: ignore[arg-type]
                for role in effect.event.roles
            )
            if roles != effect.event.roles:
                return evolve(effect, event=evolve(effect.event, roles=roles))
        if cap.terminal == "NUM" and isinstance(effect, n.Repeat) and isinstance(effect.effect, n.Do):
            objects = [role.value for role in effect.effect.event.roles if role.name == "object"]
            if all(isinstance(each, n.Select) and each.number == n.Num(1) for each in objects):
                return evolve(effect, times=_at_most(effect.times, cap))
        said = f"al massimo {cap.text} di che cosa? si dice dopo «… per ogni …», di una per volta"
        raise self.fail(clause.start, said, "S036", end=clause.end)

    def so_many_for_each(self, number: n.Number, parts: Parts) -> n.Number:
        """«una volta in più per ogni Gettone»: so many for each of them."""
        for np in parts.per_each:
            number = self._times(number, self.multiplier(np, parts))
        return number

    @staticmethod
    def _times(one: n.Number, count: n.Number) -> n.Number:
        return count if one == n.Num(1) else n.Compute(n.Arithmetic.MULTIPLY, (one, count))

    def _more_of_it(self, clause: s.Clause, value: object, target: n.Term, parts: Parts) -> n.Effect | None:
        """«hai un'Azione in più», of what a player has so much of: he gains it; None of anything else."""
        np = value if isinstance(value, s.NounPhrase) and value.noun is not None else None
        decl = self.vocabulary.values.get(np.noun.name) if np is not None and np.noun is not None else None
        word = (
            np.modifiers[0].tokens[0] if np is not None and len(np.modifiers) == 1 and np.modifiers[0].tokens else None
        )
        if np is None or decl is None or word is None or word.terminal != "ADDITIONAL" or clause.group.negated:
            return None
        counted = decl.owner == "player" and decl.kind == "number" and decl.derived is None
        if not counted or any(d.terminal not in ("INDEF", "NUM") for d in np.determiners):
            return None
        if not isinstance(target, n.You):
            said = f"«{self.quoted(clause.start, clause.end)}»: di un altro si dice che lo guadagna, o lo perde"
            raise self.fail(clause.start, said, "S036", "«… guadagna …», «… perde …»", clause.end)
        span, less = self.span(clause.start, clause.end), word.name == "fewer"
        verb = "perdere" if less else "guadagnare"
        if parts.duration is not None or parts.within is not None or parts.during or parts.per_each:
            said = f"«{self.quoted(clause.start, clause.end)}»: ciò che un giocatore ha resta finché non cambia"
            raise self.fail(clause.start, said, "S036", "dillo senza il tempo («hai … in più»)", clause.end)
        number = next((number_said(d) for d in np.determiners if d.terminal == "NUM"), n.Num(1))
        frame = next((f for f in self.vocabulary.frames_of(verb) if f.counted and counted_by(f) == decl.name), None)
        if frame is not None:
            return n.Do(n.Event(frame.name, (n.Role("agent", target), n.Role("number", number)), span=span), span=span)
        if less and isinstance(number, n.Num):
            number = n.Num(-number.value)
        much: n.Number = (
            number if isinstance(number, n.Num) or not less else n.Compute(n.Arithmetic.SUBTRACT, (n.Num(0), number))
        )
        return n.Change(decl.name, target, n.Operation.ADD, much, span=span)

    def _have(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«ha +2 Ardore e +1 Rango», «ha Corazza», «ha l'Ardore uguale a 5», «non ha il suo effetto»."""
        assert clause.predicate is not None
        self.nothing_left(
            parts,
            clause,
            "amounts",
            "per_each",
            "duration",
            "during",
            "cap",
            "family",
            *(() if clause.group.negated else ("given",)),
            adverbs=("ALWAYS", "ALSO", "ANYMORE", "EVER", "INSTEAD"),
        )
        if (whose := self._whose_abilities(clause)) is not None:
            span = self.span(clause.start, clause.end)
            return n.Suppress(whose, "keywords", parts.duration, parts.has("ALWAYS"), span=span)
        target = self._holder(clause)
        borne = self._borne(clause, clause.predicate.value, target, parts)
        if borne is not None:
            return borne
        if (more := self._more_of_it(clause, clause.predicate.value, target, parts)) is not None:
            return more
        outer = self.said.clause_subject, self._amount_of
        self.said.clause_subject, self._amount_of = self._owner_in_amount(target), target
        always = parts.has("ALWAYS")
        try:
            effects = self._had(clause, clause.predicate.value, target, parts, always)
            if parts.amounts:
                effects += self._amounts(parts.amounts, target, parts, always)
            if parts.given is not None:
                effects.append(self._text_given(clause, parts.given, target, parts))
        finally:
            self.said.clause_subject, self._amount_of = outer
        effects = self._shared_target([self._of_kind(each, parts.family) for each in effects])
        return effects[0] if len(effects) == 1 else n.Sequence(tuple(effects), span=self.span(clause.start, clause.end))

    def _whose_abilities(self, clause: s.Clause) -> n.Term | None:
        """«le sue abilità non hanno effetto», «le abilità delle Lane non hanno effetto»: the cards that lose them."""
        np, had = clause.subject, clause.predicate.value if clause.predicate is not None else None
        without = isinstance(had, s.NounPhrase) and had.noun is not None and had.noun.terminal == "N_TEXT"
        if not (clause.group.negated and without and isinstance(np, s.NounPhrase) and np.noun is not None):
            return None
        if np.noun.terminal != "N_ABILITIES" or len(np.modifiers) > 1:
            return None
        its = next((d for d in np.determiners if d.terminal == "POSSESSIVE" and d.name != "your"), None)
        of: n.Term | None = None
        if np.modifiers and np.modifiers[0].kind == "mod_of" and its is None:
            of = self.term(np.modifiers[0].value)  # type: ignore[arg-type]
        elif its is not None and not np.modifiers:
            before = self.said.last_subject
            of = before if before is not None and self.sort(before) == "card" else self.possessor(its, np.start)
            of = self.host_of_text() if isinstance(of, n.Self) and self._of_the_host(clause) else of
        return of if of is not None and self.sort(of) == "card" else None

    def _shared_target(self, effects: list[n.Effect]) -> list[n.Effect]:
        """A thing chosen once: the further effects of one clause speak of the same."""
        first = getattr(effects[0], "target", None)
        every = isinstance(first, n.Select) and first.quantity is n.Quantity.ALL
        if first is None or every or (again := recalled(first)) == first:
            return effects
        rest = [evolve(e, target=again) if getattr(e, "target", None) == first else e for e in effects[1:]]  # type: ignore[arg-type]
        return [effects[0], *rest]

    def _had(self, clause: s.Clause, value: object, target: n.Term, parts: Parts, always: bool) -> list[n.Effect]:
        span = self.span(clause.start, clause.end)
        if isinstance(value, tuple):
            self._each_once(clause, value, parts)
            amounts = iter(self._amounts([x for x in value if isinstance(x, s.Amount)], target, parts, always))
            return [
                next(amounts)
                if isinstance(each, s.Amount)
                else n.Grant(target, each.name, always=always, duration=parts.duration, span=span)
                for each in value
            ]
        if isinstance(value, s.NounList):
            found: list[n.Effect] = []
            for item in value.items:
                found += self._had(clause, item, target, parts, always)
            return found
        if isinstance(value, s.Quoted) and not clause.group.negated:
            return [self._text_given(clause, value, target, parts)]
        if not isinstance(value, s.NounPhrase) or value.noun is None:
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
            )
        kind = value.noun.terminal
        if kind == "N_KEYWORD":
            self.nothing_more(value, than=lambda _: False, articles=_WHICH)
            self._has_keywords(clause, value.noun, target)
            return [
                n.Grant(
                    target,
                    value.noun.name,
                    lose=clause.group.negated,
                    always=always,
                    duration=parts.duration,
                    span=span,
                )
            ]
        if kind in ("N_TEXT", "N_ABILITIES"):
            return [self._text_had(clause, value, target, parts, always)]
        if kind == "N_VALUE":
            return [self._value_had(clause, value, target, parts, always)]
        if kind == "N_DOUBLE" and not clause.group.negated:
            return [self._doubled(value, target, parts, always)]
        more = any(t.terminal == "ADDITIONAL" for m in value.modifiers for t in m.tokens)
        hint = "ciò che è in gioco vi si mette: «metti … su …»; di un numero si dice di quanto è di più" if more else ""
        raise self.fail(
            value.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", hint, end=clause.end
        )

    def _each_once(self, clause: s.Clause, value: tuple[object, ...], parts: Parts) -> None:
        """Refuses «+1 Ardore, +3 Ardore se è desta»: is it under the condition, and beside the other or in its stead?"""
        had = [each.value.noun.name for each in value if isinstance(each, s.Amount) and _named(each.value)]  # type: ignore[union-attr]
        if len(had) > len(set(had)) and not parts.per_each:
            said = f"«{self.quoted(clause.start, clause.end)}»: due volte lo stesso valore, insieme o l'uno invece dell'altro?"
            raise self.fail(
                clause.start, said, "S036", "«… +1 …. Se …, ha invece +3 …», o «… +1 …. Se …, ha +2 …»", clause.end
            )

    def _has_keywords(self, clause: s.Clause, keyword: s.Token, target: n.Term) -> None:
        """«l'avversario ha Corazza»: a keyword, and a text, is said of cards."""
        if self.sort(target) == "player":
            said = f"«{keyword.text}» l'ha una carta, non un giocatore"
            raise self.fail(clause.start, said, "S022", "di quali carte? «le tue … hanno …»", clause.end)

    def _text_given(self, clause: s.Clause, text: s.Quoted, target: n.Term, parts: Parts) -> n.Grant:
        span = self.span(clause.start, clause.end)
        if self.sort(target) == "player":
            raise self.fail(clause.start, "un testo lo ha una carta, non un giocatore", "S022", end=clause.end)
        always = parts.has("ALWAYS")
        return n.Grant(target, text=self.quoted_text(text), always=always, duration=parts.duration, span=span)

    def _doubled(self, np: s.NounPhrase, target: n.Term, parts: Parts, always: bool) -> n.Effect:
        """«ha il doppio del suo Ardore»: of the one it has, or of the one that is printed."""
        inner = np.modifiers[0].value if len(np.modifiers) == 1 and np.modifiers[0].kind == "mod_of" else None
        value = inner.noun if isinstance(inner, s.NounPhrase) else None
        of_another = any(not _original(m) for m in getattr(inner, "modifiers", ()))
        if value is None or value.terminal != "N_VALUE" or not isinstance(inner, s.NounPhrase) or of_another:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quale suo valore?", "S024", end=np.end)
        times = n.Num(2 if np.noun is not None and np.noun.name == "double" else 3)
        span = self.span(np.start, np.end)
        if any(_original(m) for m in inner.modifiers):
            amount = n.Compute(n.Arithmetic.MULTIPLY, (times, self._own_value(inner, self._owner_in_amount(target))))
            return n.Modify(target, value.name, n.Operation.SET, amount, always, parts.duration, span=span)
        return n.Modify(target, value.name, n.Operation.TIMES, times, always, parts.duration, span=span)

    def quoted_text(self, quoted: s.Quoted) -> n.Text:
        """Hook: the sentences of a text that is given."""
        raise NotImplementedError

    def _text_had(self, clause: s.Clause, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool) -> n.Effect:
        span = self.span(clause.start, clause.end)
        assert value.noun is not None
        if clause.group.negated:
            what = "keywords" if value.noun.terminal == "N_ABILITIES" else "text"
            return n.Suppress(target, what, parts.duration, always, span=span)
        slot = self._passed_on(self._text(value, value.noun), clause)
        return n.Grant(target, slot=slot, always=always, duration=parts.duration, span=span)

    def _passed_on(self, slot: n.TextOf, clause: s.Clause) -> n.TextOf:
        """Refuses «ha l'effetto di un'altra Lana» on a card where no verb of the game passes texts on, and where it is in force."""
        if self.said.context.start not in (Start.CARD_CONTINUOUS, Start.CARD_USED):
            return slot
        passed = any(
            isinstance(node, n.Grant) and node.slot is not None
            for frame in self.vocabulary.frames.values()
            for node in nodes_of(frame.steps)
        )
        standing = self.said.continuous and not self.said.bound_event
        if passed and not standing:
            return slot
        said = f"«{self.quoted(clause.start, clause.end)}»: il testo di un'altra "
        said += "non si ha finché questo vale" if passed else "non passa da una carta all'altra"
        hint = (
            "dì quando la prende: «quando …, ha …»"
            if passed
            else "«usa l'effetto di …» lo fa, «ha l'effetto: «…»» lo dà scritto"
        )
        raise self.fail(clause.start, said, "S036", hint, end=clause.end)

    def _value_had(self, clause: s.Clause, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool) -> n.Effect:
        """«ha l'Ardore uguale a 5», «hanno sempre il loro Ardore originale»."""
        assert value.noun is not None
        span = self.span(clause.start, clause.end)
        comparison = next(
            (
                m
                for m in value.modifiers
                if m.kind == "mod_comparison" and m.tokens[0].terminal == "EQUAL" and m.value is not None
            ),
            None,
        )
        after = next((m for m in value.modifiers if m.kind == "mod_number"), None)  # «ha Ardore 0»
        if comparison is None and value.has("the") and any(m.kind == "mod_of" for m in value.modifiers):
            return self._as_anothers(clause, value, target, parts, always)
        self.nothing_more(value, than=lambda m: m in (comparison, after) or _original(m), articles=_WHICH | {"NUM"})
        printed = any(_original(m) for m in value.modifiers)
        of = self._owner_in_amount(target)
        amount: n.Number | n.Term
        word = self._word_of(value.noun.name, comparison.value) if comparison is not None else None
        if word is not None:
            return n.Modify(target, value.noun.name, n.Operation.SET, word, always, parts.duration, printed, span=span)
        if comparison is not None and isinstance(comparison.value, s.NounList):
            what = f"«{self.quoted(comparison.start, comparison.end)}»: un valore è uguale a un numero solo"
            raise self.fail(comparison.start, what, "S036", end=comparison.end)
        if comparison is not None:
            amount = self.same_value_of(comparison.value, value.noun.name) or (
                self.compared_number(comparison.value, None, of)  # type: ignore[arg-type]
                if not self._is_number(comparison.value)  # type: ignore[arg-type]
                else self.number(comparison.value, of)  # type: ignore[arg-type]
            )
            self.of_one_thing(amount, comparison.value.start, comparison.value.end)  # type: ignore[union-attr]
            if parts.cap is not None:
                amount = self.no_more_than(amount, parts.cap)
            return n.Modify(
                target, value.noun.name, n.Operation.SET, amount, always, parts.duration, printed, span=span
            )
        if printed and any(d.terminal == "POSSESSIVE" for d in value.determiners):
            amount = n.ValueOf(value.noun.name, of, True)
            return n.Modify(target, value.noun.name, n.Operation.SET, amount, always, parts.duration, span=span)
        number = next((d for d in value.determiners if d.terminal == "NUM"), after.tokens[0] if after else None)
        if number is not None and len(value.modifiers) == (after is not None):
            return n.Modify(
                target, value.noun.name, n.Operation.SET, number_said(number), always, parts.duration, span=span
            )
        raise self.fail(
            value.start, f"di «{self.quoted(value.start, value.end)}» non si dice quanto", "S024", end=value.end
        )

    def _as_anothers(
        self, clause: s.Clause, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool
    ) -> n.Modify:
        """«ha l'Ardore di un'altra Lana»: as much as she."""
        assert value.noun is not None
        amount = self.number(value, self._owner_in_amount(target))
        self.of_one_thing(amount, value.start, value.end)
        name, span = value.noun.name, self.span(clause.start, clause.end)
        return n.Modify(target, name, n.Operation.SET, amount, always, parts.duration, span=span)

    def no_more_than(self, amount: n.Number | n.Term, cap: s.Token) -> n.Number:
        """«ha l'Ardore pari al numero di Lana in campo, al massimo 4»: the lesser of the two."""
        if cap.terminal != "NUM" or isinstance(amount, n.Num | n.Member):
            said = f"«{cap.text}»: al massimo di che cosa?"
            raise self.fail(cap.at, said, "S036", "si dice con un numero, di ciò che si conta", cap.at + 1)
        return n.Compute(n.Arithmetic.LEAST, (amount, number_said(cap)))  # type: ignore[arg-type]

    def _word_of(self, value: str, said: object) -> n.Member | None:
        """«Forma uguale a Lana»: a word of the value alone, no card that has it."""
        if not isinstance(said, s.NounPhrase) or said.noun is None or said.determiners or said.modifiers:
            return None
        return n.Member(value, said.noun.name) if self.member_value(said.noun.name) == value else None

    def _amounts(self, amounts: Sequence[s.Amount], target: n.Term, parts: Parts, always: bool) -> list[n.Effect]:
        """«+1 Ardore e +1 Rango per ogni Lana»: for each both, or the last alone; what is written together is one."""
        whole = [each for each in amounts if not each.half]
        after = bool(whole) and any(np.start > whole[-1].signed.at for np in parts.per_each)
        declared = self.vocabulary.each_of
        alone = (
            len(whole) > 1 and after and (self.said.choose(2) == 1 if declared is None else declared == "of the last")
        )
        once = evolve(parts, per_each=[], cap=None)
        times = self.times_said(parts, target)
        return [
            self._amount(each, target, once, [], always)
            if alone and each is not whole[-1]
            else self._amount(each, target, parts, times, always)
            for each in amounts
        ]

    def times_said(self, parts: Parts, target: n.Term) -> list[n.Number]:
        """«… per ogni altra Lana»: for all that it is said of the same, so it is asked once."""
        outer, self._amount_of = self._amount_of, target
        times = [self.multiplier(np, parts) for np in parts.per_each]
        self._amount_of = outer
        return times

    def _amount(
        self, amount: s.Amount, target: n.Term, parts: Parts, times: Sequence[n.Number], always: bool
    ) -> n.Modify:
        value = amount.value
        if value is None and amount.half:
            value = self._value_phrase(self._pair(amount)[amount.half - 1], amount.signed)
        if value is None:
            raise self.fail(amount.signed.at, f"«{amount.signed.text}» di che cosa?", "S024")
        assert isinstance(value, s.NounPhrase) and value.noun is not None
        sign = -1 if amount.signed.name == "-X" else 1
        one: n.Number
        if not amount.signed.name.endswith("X"):
            one = n.Num(int(amount.signed.name))
        elif sign == 1 and self.said.named("X") is not None:
            one = n.Var("X")
        else:
            one = n.Compute(n.Arithmetic.MULTIPLY, (n.Num(sign), n.Var("X")))
        for each in times:
            one = n.Compute(n.Arithmetic.MULTIPLY, (one, each))
        if parts.cap is not None:
            most = int(parts.cap.name)
            if (most < 0) != amount.signed.name.startswith("-"):
                said = f"al massimo {parts.cap.text} di {amount.signed.text}?"
                raise self.fail(parts.cap.at, said, "S036", f"si dice «al massimo {-most:+d}»")
            one = n.Compute(n.Arithmetic.LEAST if most > 0 else n.Arithmetic.GREATEST, (one, n.Num(most)))
        span = self.span(amount.signed.at, value.end)
        declared = self.vocabulary.values.get(value.noun.name)
        if declared is not None and declared.owner == "game":
            raise self.fail(value.start, f"«{value.noun.text}» non è di una carta", "S025")
        if declared is not None and declared.printed and declared.owner != "player" and self.sort(target) == "player":
            raise self.fail(value.start, f"«{value.noun.text}» si dice di una carta", "S025", end=value.end)
        self.nothing_more(value, than=_original, articles=_WHICH)
        printed = any(_original(m) for m in value.modifiers)
        return n.Modify(target, value.noun.name, n.Operation.ADD, one, always, parts.duration, printed, span=span)

    def multiplier(self, np: s.Noun, parts: Parts) -> n.Number:
        """«per ogni Lana»: a count; «per ogni punto dell'avversario»: a number; «ogni due carte»: a whole division."""
        if not isinstance(np, s.NounPhrase):
            return n.Count(self._per_each(np, parts))
        if np.noun is not None and np.noun.name == "X":
            return n.Var("X")
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d.terminal not in ("EACH", "NUM")))
        more = next((m for m in np.modifiers if _in_excess(m)), None)
        if more is not None:
            return self._had_in_excess(evolve(plain, modifiers=tuple(m for m in np.modifiers if m is not more)), more)
        if np.noun is not None and np.noun.terminal == "N_VALUE":
            declared = self.vocabulary.values.get(np.noun.name)
            number = self._value(plain, n.You() if declared is not None and declared.owner == "player" else None)
        else:
            outer, self._for_each_of = self._for_each_of, True
            number = n.Count(self._per_each(plain, parts, np))
            self._for_each_of = outer
        every = next((d for d in np.determiners if d.terminal == "NUM"), None)
        return number if every is None else n.Compute(n.Arithmetic.DIVIDE, (number, number_said(every)))

    def _had_in_excess(self, np: s.NounPhrase, more: s.Modifier) -> n.Number:
        """«ogni Lana che hai in più del rivale», «ogni Punto che il rivale ha in più di te»: by how many he has more."""
        clause = more.value
        assert isinstance(clause, s.Clause) and clause.predicate is not None
        than = clause.predicate.value
        assert isinstance(than, s.Prepositional) and np.noun is not None
        who = self.term(clause.subject) if clause.subject is not None else n.You()
        whom = self.term(than.np)
        if clause.subject is None and clause.group.verb.sense.person != 2:
            raise self.fail(
                clause.start, "chi ne ha di più? dillo: «che l'avversario ha in più …»", "S021", end=clause.end
            )
        if {self.sort(who), self.sort(whom)} != {"player"} or who == whom:
            raise self.fail(clause.start, "si confrontano due giocatori", "S025", end=clause.end)
        if np.noun.terminal == "N_VALUE":
            parts: tuple[n.Number, ...] = (self._value(np, who), self._value(np, whom))
        else:
            parts = (n.Count(self._held(np, who, None)), n.Count(self._held(np, whom, None)))
        return n.Compute(n.Arithmetic.EXCESS, parts, span=self.span(np.start, clause.end))

    def _per_each(self, np: s.Noun, parts: Parts, whole: s.Noun | None = None) -> n.Select:
        """What is counted by «per ogni», with the place that the clause says after it."""
        bearer = self.of_whom_it_is_said()
        outer, self._each_counted, self._than = (
            (self._each_counted, self._than),
            True,
            self._than or self._each_of_all(),
        )
        select = self._attached_there(self.counted(np), bearer)
        self._each_counted, self._than = outer
        for after, phrase in parts.counted_places:
            if after is (whole or np):
                place = self.place(phrase.np, None)
                if phrase.at_end is not None:
                    place = evolve(place, end=phrase.at_end)
                anybodys = isinstance(phrase.np, s.NounPhrase) and self.lies_anywhere_in(select.noun, phrase.np)
                whose = place.of or self.of_any_player(phrase.np, place.zone)
                place = evolve(place, of=whose)
                select = evolve(select, place=place if anybodys else self._of_someone(place))
        return select

    def _each_of_all(self) -> n.Term | None:
        """«le tue Lane hanno +1 Ardore per ogni altra tua Lana»: than each of them, whatever card says so."""
        target = self._amount_of
        several = isinstance(target, n.Select) and target.quantity is n.Quantity.ALL
        return n.Var(target.bind) if isinstance(target, n.Select) and several and target.bind is not None else None

    def of_whom_it_is_said(self) -> n.Term | None:
        """«le tue Lane hanno +1 Ardore per ogni …»: those; in a text in force, where nobody is said, this card or its host."""
        target = self._amount_of
        if isinstance(target, n.Select) and target.bind is not None:
            return n.Var(target.bind)
        if target is None and self.said.continuous:
            target = self.said.subject
        return self.of_text(target) if target is not None and self.sort(target) == "card" else None

    def _attached_there(self, select: n.Select, bearer: n.Term | None) -> n.Select:
        """«ha +1 Ardore per ogni Candela legata»: to the card of which that is said, or spoken of before, not to any."""
        if self._amount_of is None:
            bearer = self.of_whom_attached() or bearer
        if bearer is None or not self.said.card:
            return select
        where = (evolve(x, to=bearer) if isinstance(x, n.Linked) and x.to is None else x for x in select.where)
        return evolve(select, where=tuple(where))

    def _of_someone(self, place: n.Place) -> n.Place:
        declared = self.vocabulary.zones.get(place.zone)
        if declared is not None and declared.owner == "player" and place.of is None:
            return evolve(place, of=n.You())
        return place

    def _pair(self, amount: s.Amount) -> tuple[str, str]:
        """The two values that the game writes together."""
        for name, declared in self.vocabulary.values.items():
            if declared.written_with is not None:
                return name, declared.written_with
        raise self.fail(amount.signed.at, "questo gioco non scrive due valori insieme", "S024")

    def _about_cards(self, clause: s.Clause) -> bool:
        """«perde le sue abilità», «guadagna +1 Ardore», «guadagna Corazza»: of what a card has, not of what a player
        gets."""
        for complement in clause.complements:
            value = complement.value
            if complement.kind in ("c_amounts", "c_amounts_and", "c_quoted"):
                return True
            items = value.items if isinstance(value, s.NounList) else (value,)
            if complement.kind == "c_object" and all(self._is_value_of_card(i) for i in items):
                return True
            if complement.kind == "c_object" and all(
                isinstance(i, s.NounPhrase)
                and i.noun is not None
                and i.noun.terminal in ("N_KEYWORD", "N_TEXT", "N_ABILITIES")
                for i in items
            ):
                return True
        return False

    def _is_value_of_card(self, np: object) -> bool:
        """«2 Ardore»: so much of a number that cards have."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_VALUE" or np.modifiers:
            return False
        declared = self.vocabulary.values.get(np.noun.name)
        counted = declared is not None and declared.owner == "card" and declared.kind == "number"
        return counted and any(d.terminal in ("NUM", "INDEF") for d in np.determiners)

    def _grant(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«dai +1 Ardore a una tua Lana», «assegna Corazza alla Lana bersaglio», «per darle +1 Ardore»: she gains it."""
        to = [p for p in parts.prepositions if p.preposition.terminal == "TO" and p.kind == "prep_phrase"]
        clitic = next((c for c in clause.group.clitics if c.name == "to_it"), None)
        if clitic is not None and not to and clause.subject is None:
            return self._gain(clause, parts, self._in_play_by(clitic))
        if len(to) != 1 or clause.subject is not None:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» a chi?", "S024", end=clause.end)
        parts.prepositions.remove(to[0])
        return self._gain(evolve(clause, subject=to[0].np), parts)

    def _in_play_by(self, clitic: s.Token) -> n.Term:
        """«scarta una carta per darle +1 Ardore»: never what has just gone where it has none."""
        there = frozenset(self._zones_in(self.vocabulary.implied_places.get("target") or ""))
        known = self.said.mentions
        if there:
            self.said.mentions = [m for m in known if m.sort != "card" or self._may_lie_in(m, there)]
        try:
            return self.recalled_by(clitic)
        finally:
            self.said.mentions = known

    def _gain(self, clause: s.Clause, parts: Parts, target: n.Term | None = None) -> n.Effect:
        """«perde le sue abilità», «guadagna +1 Ardore e Corazza»: what a card has, ``target`` where it is known."""
        lose = clause.group.verb.name == "perdere"
        given = () if lose else ("given",)
        capped = ("cap",) if parts.amounts and parts.per_each and not parts.objects else ()
        taken = ("objects", "amounts", "per_each", "duration", "during", *given, *capped)
        self.nothing_left(parts, clause, *taken, adverbs=("ALWAYS", "ALSO"))
        target = self._holder(clause) if target is None else target
        outer, self.said.clause_subject = self.said.clause_subject, self._owner_in_amount(target)
        try:
            found = self._gained(clause, target, parts, lose)
        finally:
            self.said.clause_subject = outer
        if parts.given is not None:
            found.append(self._text_given(clause, parts.given, target, parts))
        found = self._shared_target(found)
        return found[0] if len(found) == 1 else n.Sequence(tuple(found), span=self.span(clause.start, clause.end))

    def _gained(self, clause: s.Clause, target: n.Term, parts: Parts, lose: bool) -> list[n.Effect]:
        """Each thing that a card gains or loses."""
        always, span = parts.has("ALWAYS"), self.span(clause.start, clause.end)
        found: list[n.Effect] = [*self._amounts(parts.amounts, target, parts, always)]
        values = (c.value for c in parts.objects)
        for item in (each for value in values for each in (value.items if isinstance(value, s.NounList) else (value,))):
            if not isinstance(item, s.NounPhrase) or item.noun is None:
                said = self.quoted(clause.start, clause.end)
                raise self.fail(clause.start, f"«{said}»: che cosa?", "S024", end=clause.end)
            if item.noun.terminal == "N_KEYWORD":
                self._has_keywords(clause, item.noun, target)
                word = item.noun.name
                found.append(n.Grant(target, word, lose=lose, always=always, duration=parts.duration, span=span))
            elif item.noun.terminal == "N_VALUE":
                much = self._so_much_of(item, target, parts, lose)
                found.append(n.Modify(target, item.noun.name, n.Operation.ADD, much, always, parts.duration, span=span))
            elif lose:
                self._has_keywords(clause, item.noun, target)
                what = "keywords" if item.noun.terminal == "N_ABILITIES" else "text"
                found.append(n.Suppress(target, what, parts.duration, always, span=span))
            else:
                outer, self.said.clause_subject = self.said.clause_subject, self._recalled_subject(target)
                slot = self._passed_on(self._text(item, item.noun), clause)
                found.append(n.Grant(target, slot=slot, always=always, duration=parts.duration, span=span))
                self.said.clause_subject = outer
        return found

    def _so_much_of(self, item: s.NounPhrase, target: n.Term, parts: Parts, lose: bool) -> n.Number:
        """«perde 2 Ardore (per ogni Lana)»."""
        one: n.Number = self._quantity(item)[1] or n.Num(1)
        if lose:
            negative = n.Compute(n.Arithmetic.MULTIPLY, (n.Num(-1), one))
            one = n.Num(-one.value) if isinstance(one, n.Num) else negative
        for each in self.times_said(parts, target):
            one = n.Compute(n.Arithmetic.MULTIPLY, (one, each))
        return one


def _in_excess(modifier: s.Modifier) -> bool:
    """«che hai in più del rivale»."""
    clause = modifier.value if modifier.kind == "mod_relative" else None
    return (
        isinstance(clause, s.Clause) and clause.predicate is not None and clause.predicate.kind == "predicate_in_excess"
    )


def _named(value: object) -> bool:
    return isinstance(value, s.NounPhrase) and value.noun is not None


def _original(modifier: s.Modifier) -> bool:
    return modifier.kind == "adjective" and modifier.tokens[0].terminal == "ORIGINAL"


def _at_most(number: n.Number, cap: s.Token) -> n.Number:
    return n.Compute(n.Arithmetic.LEAST, (number, number_said(cap)))
