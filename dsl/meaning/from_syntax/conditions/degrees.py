"""What is said by comparing: «le crepe di questo attacco sono meno gravi», «infligge una crepa molto più grave»."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.lexer import Sense
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...meanwhile import going_on
from ...scope import nodes_of
from ..things.complements import Parts
from ..things.reading import number_said
from .relatives import Relatives

VERY: Final = 2  # «molto più grave» is two more, «più grave» one


class Degrees(Relatives):
    """The part of the reader that reads modifiers said by an adjective of their value."""

    def degree_of(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """A clause that makes something more or less of a value; None when it says nothing such."""
        predicate = clause.predicate
        self._so_much_more = self._by_how_many(clause, parts)
        if predicate is not None and predicate.kind == "predicate_degree" and isinstance(predicate.value, s.Modifier):
            self.nothing_left(parts, clause, "duration", "during", "per_each", adverbs=("ALWAYS", "ALSO"))
            self._stretch, self._changed_then = None, not _is_some(clause.subject)
            try:
                target = self._what_has_it(clause, predicate.value.tokens[-1])
            finally:
                self._changed_then = False
            return self._more(clause, parts, predicate.value, target)
        if predicate is not None and predicate.kind == "predicate_prone":
            return self._prone(clause, predicate, parts)
        objects = [c.value for c in parts.objects]
        np = objects[0] if len(objects) == 1 else None
        found = (
            next((m for m in np.modifiers if m.kind == "mod_degree"), None) if isinstance(np, s.NounPhrase) else None
        )
        if found is None or not isinstance(np, s.NounPhrase) or len(np.modifiers) != 1:
            return None
        if not any(frame.becomes for frame in self.vocabulary.frames_of(clause.group.verb.name)):
            return None  # «cura una crepa più grave» is no more of it
        self.nothing_left(parts, clause, "objects", "duration", "during", "per_each", adverbs=("ALWAYS", "ALSO"))
        return self._more(clause, parts, found, self._whose_own(clause, found))

    def _prone(self, clause: s.Clause, predicate: s.Complement, parts: Parts) -> n.Effect:
        """«sei vulnerabile ai danni da fuoco», «il rivale ha resistenza …»: the crepe of that kind that he suffers are more, or less."""
        self.nothing_left(parts, clause, "duration", "during", adverbs=("ALSO",))
        both = predicate.value.items if isinstance(predicate.value, s.NounList) and len(predicate.tokens) > 1 else ()
        to = zip(predicate.tokens, both or (predicate.value,), strict=True)
        told = tuple(self._prone_to(clause, word, np, parts) for word, np in to)
        return told[0] if len(told) == 1 else n.Sequence(told, span=self.span(clause.start, clause.end))

    def _prone_to(self, clause: s.Clause, word: s.Token, np: object, parts: Parts) -> n.Modify:
        span, value = self.span(clause.start, clause.end), self.vocabulary.values[word.sense.of or ""]
        who = self.doer(clause)
        if clause.group.negated or self.sort(who) != "player":
            raise self.only_given(clause.start, clause.end, word)
        if isinstance(who, n.Select):  # «entrambi i giocatori»: whoever suffers it
            who = evolve(who, quantity=n.Quantity.EXACTLY, number=n.Num(1), bind=None)
        such = self._hurt_by(np, value.owner, word)
        event = self._suffering(value.owner, who, word)
        going = n.Happened(event, now=going_on(event, self.vocabulary), span=span)
        those = n.Select(value.owner, (*such, going), quantity=n.Quantity.ALL, span=span)
        amount = n.Num(-1 if word.sense.negated else 1)
        lasts = parts.duration or self.so_long_unsaid(those)
        return n.Modify(those, value.name, n.Operation.ADD, amount, duration=lasts, span=span)

    def _suffering(self, noun: str, who: n.Term, word: s.Token) -> n.Event:
        """What goes on while a player suffers such a token."""
        for frame in self.vocabulary.frames.values():
            objects = [r.value for form in frame.forms for r in form.roles if r.name == "object"]
            held = {x.noun for x in objects if isinstance(x, n.Select)}
            event = n.Event(frame.name, (n.Role("agent", who), n.Role("object", n.Candidate())))
            if held == {noun} and going_on(event, self.vocabulary) is not None:
                return event
        raise self.fail(word.at, f"«{word.text}»: nessun verbo dice quando lo si subisce", "S026")

    def _hurt_by(self, np: object, noun: str, word: s.Token) -> tuple[n.Condition, ...]:
        """«ai danni da fuoco», «alle crepe da fuoco»: of which of these tokens it is said."""
        head = np.noun if isinstance(np, s.NounPhrase) else None
        kinds = {v.members for v in self.vocabulary.values.values() if v.owner == noun}
        named = self.vocabulary.values.get(head.name) if head is not None and head.terminal == "N_VALUE" else None
        if (
            not isinstance(np, s.NounPhrase)
            or head is None
            or not (head.name == noun or (named is not None and named.members and named.members in kinds))
        ):
            at, end = getattr(np, "start", word.at), getattr(np, "end", word.at + 1)
            raise self.fail(
                at, f"«{self.quoted(at, end)}»: {word.text} a che cosa?", "S025", f"«… a una {noun} …»", end
            )
        token = evolve(head, sense=Sense("N_CARD", noun, head.sense.gender, head.sense.number, kind="noun"))
        plain = evolve(np, noun=token, determiners=(), number=2)
        told = self._select(plain, noun, token, True, None)
        self.said.mentions.pop()
        return told.where

    _so_much_more: int | None = None  # «più grave di due categorie»

    def _by_how_many(self, clause: s.Clause, parts: Parts) -> int | None:
        """Takes «di due categorie» out of a clause that says «più grave», of the value so called; None where it is not said."""
        held = [c.value for c in parts.objects if isinstance(c.value, s.NounPhrase)]
        told = clause.predicate is not None and clause.predicate.kind == "predicate_degree"
        if not told and not any(m.kind == "mod_degree" for np in held for m in np.modifiers):
            return None
        graded = {each.of for each in self.vocabulary.lexemes if each.kind is Kind.DEGREE}
        for phrase in parts.prepositions:
            np = phrase.np
            named = phrase.preposition.terminal == "OF" and isinstance(np, s.NounPhrase) and np.noun is not None
            if not named or not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.name not in graded:
                continue
            number = [number_said(d) for d in np.determiners if d.terminal in ("NUM", "INDEF")]
            if np.modifiers or len(np.determiners) != 1 or len(number) != 1 or not isinstance(number[0], n.Num):
                continue
            parts.prepositions = [each for each in parts.prepositions if each is not phrase]
            return number[0].value
        return None

    def _whose_own(self, clause: s.Clause, found: s.Modifier) -> n.Term:
        """«infliggi una crepa più grave», «per infliggere una crepa più grave»: this card does, where it is of those on which
        that counts."""
        who, word = self.doer(clause), found.tokens[-1]
        value = self.vocabulary.values[self.of_its_bearer(word.sense.of or "", n.Self())]
        noun = self.vocabulary.nouns.get(value.counts_on or "")
        kind = noun.condition if noun is not None else None
        others = isinstance(kind, n.HasText) and kind.text != self.said.context.slot and self.said.card
        mine = isinstance(who, n.Self) or self.sort(who) == "player"
        if mine and (others or (value.counts_on is None and not isinstance(who, n.Self))):
            said = f"«{self.quoted(clause.start, clause.end)}»: di che carta?"
            hint = f"«il tuo prossimo {value.counts_on} …»" if others else ""
            raise self.fail(clause.start, said, "S037", hint, clause.end)
        return n.Self() if mine else who

    def graded(self, np: object, unit: str) -> tuple[n.Term, str]:
        """The thing whose value a comparison changes, and the value: «le crepe di questo attacco» are the attack's."""
        assert isinstance(np, (s.NounPhrase, s.NounList))
        if isinstance(np, s.NounPhrase):
            of = self._of_which_cards(np)
            if len(of) == 1 and len(np.modifiers) == 1 and isinstance(of[0], (s.NounPhrase, s.NounList)):
                target = self.term(of[0])
                if self.sort(target) == "card":
                    return target, self.of_its_bearer(unit, target)
            words = [each.name for each in self.vocabulary.degrees if each.of == unit]
            bare = not np.modifiers and all(token.terminal in ("DEF", "ALL") for token in np.determiners)
            if bare and words and (card := self._whose_are(np, words[0])) is not None:
                return card, self.of_its_bearer(unit, card)
        self._stretch, self._changed_then = None, not _is_some(np)
        try:
            target = self.term(np)
        finally:
            self._changed_then = False
        return target, self.of_its_bearer(unit, target)

    def _of_which_cards(self, np: s.NounPhrase) -> list[object]:
        """«le crepe di questo lancio», «le crepe inflitte da questo lancio»: of what they are."""
        return [of for m in np.modifiers if (of := self._what_inflicts(m)) is not None]

    def _what_inflicts(self, modifier: s.Modifier) -> object | None:
        """What is said after «di», or after «inflitte da», of tokens: a card. A player suffers them."""
        if modifier.kind == "mod_of":
            return modifier.value
        clause = modifier.value
        if modifier.kind != "mod_participle" or not isinstance(clause, s.Clause) or len(clause.complements) != 1:
            return None
        by = clause.complements[0].value
        if not isinstance(by, s.Prepositional) or by.preposition.terminal != "FROM" or not self._done_to_tokens(clause):
            return None
        known = list(self.said.mentions)
        try:
            return by.np if self.sort(self.term(by.np)) == "card" else None
        finally:
            self.said.mentions = known

    def _done_to_tokens(self, clause: s.Clause) -> bool:
        forms = [form for frame in self.vocabulary.frames_of(clause.group.verb.name) for form in frame.forms]
        objects = [role.value for form in forms for role in form.roles if role.name == "object"]
        return any(isinstance(x, n.Select) and x.noun in self.vocabulary.tokens for x in objects)

    def of_its_bearer(self, value: str, target: n.Term) -> str:
        """Of several values said by one adjective, the one that the thing has: a token its own, a card its own."""
        kinds = self.vocabulary.lexemes
        words = {each.name for each in kinds if each.kind is Kind.DEGREE and each.of == value}
        alike = [each.of for each in kinds if each.kind is Kind.DEGREE and each.name in words and each.of]
        known = target.noun if isinstance(target, n.Select) else self._noun_of(target)
        noun = known if known in self.vocabulary.tokens else "card"
        found = [each for each in alike if self.vocabulary.values[each].owner == noun]
        return found[0] if found else value

    def doer(self, clause: s.Clause) -> n.Term:
        """Hook: who carries out a clause."""
        raise NotImplementedError

    def times_each(self, np: s.Noun, parts: Parts) -> n.Number:
        """Hook: the number by which «per ogni …» multiplies."""
        raise NotImplementedError

    def _what_has_it(self, clause: s.Clause, word: s.Token) -> n.Term:
        """«le crepe di questo attacco»: the attack, whose value it is; «quando subisci una crepa, è meno grave»: the crepa."""
        subject = clause.subject
        if subject is None and (met := self._met_such(clause, word)) is not None:
            return met
        if isinstance(subject, s.NounPhrase):
            of = self._of_which_cards(subject)
            plain = all(token.terminal in ("DEF", "ALL") for token in subject.determiners)
            if plain and len(of) == 1 == len(subject.modifiers) and isinstance(of[0], (s.NounPhrase, s.NounList)):
                return self.term(of[0])
            if plain and not subject.modifiers and (card := self._whose_are(subject, word.name)) is not None:
                return card
        return self.doer(clause)

    def _whose_are(self, np: s.NounPhrase, word: str) -> n.Term | None:
        """«le crepe», «tutte le crepe» of nobody, in the text of what inflicts them or in one that answers it: those."""
        used = self.said.context.start is Start.CARD_USED and np.number == 2 and not self.of_some_to_come
        alike = [each for each in self.vocabulary.lexemes if each.kind is Kind.DEGREE and each.name == word]
        if not used or np.noun is None or np.noun.name not in {each.singular for each in alike}:
            return None
        values = (self.vocabulary.values.get(each.of or "") for each in alike)
        kind = next((v.counts_on for v in values if v is not None and v.counts_on is not None), None)
        noun = self.vocabulary.nouns.get(kind or "")
        condition = noun.condition if noun is not None else None
        if kind is None or not isinstance(condition, n.HasText):
            return None
        return n.Self() if condition.text == self.said.context.slot else self.met_by_its_text(kind)

    def _met_such(self, clause: s.Clause, word: s.Token) -> n.Term | None:
        """What was spoken of last that is of the noun with which the adjective is said; None when nothing was."""
        finite = clause.group.finite
        nouns = {
            each.singular for each in self.vocabulary.lexemes if each.kind is Kind.DEGREE and each.name == word.name
        }
        if finite is None or finite.sense.person != 3:
            return None
        spoken = (m for m in reversed(self.said.mentions) if m.noun in nouns and not m.counted)
        return next((m.recall for m in spoken if m.number & finite.sense.number), None)

    def so_long_unsaid(self, target: n.Term) -> n.Duration | None:
        """Of tokens that are still to come, in a text that is used: as long as what it awaits."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        every = isinstance(target, n.Select) and target.quantity is n.Quantity.ALL and target.place is None
        if slot is None or slot.waits is None or not every or self.said.context.start is not Start.CARD_USED:
            return None
        assert isinstance(target, n.Select)
        to_come = any(map(self._goes_on_or_is_of_a_card, target.where))
        return n.Duration(n.Stretch.THIS, slot.waits) if to_come else None

    def of_the_one_to_come(self, modify: n.Modify) -> n.Modify:
        """«la crepa che subisci è meno lieve», in a text that is used, when none is being suffered: the next one."""
        one, slot = modify.target, self.vocabulary.texts.get(self.said.context.slot or "")
        used = self.said.context.start is Start.CARD_USED and slot is not None and slot.waits is not None
        if not used or modify.duration is not None or not isinstance(one, n.Select) or one.pick is not n.Pick.NAMED:
            return modify
        going = next((x for x in one.where if isinstance(x, n.Happened) and x.now is not None), None)
        if going is None or one.number != n.Num(1):
            return modify
        such = evolve(one, where=tuple(x for x in one.where if x is not going), pick=n.Pick.AGENT, bind=None)
        roles = tuple(evolve(r, value=such) if r.name == "object" else r for r in going.event.roles)
        lasts = n.Duration(n.Stretch.ONCE, event=evolve(going.event, roles=roles, span=None))
        return evolve(modify, target=evolve(such, quantity=n.Quantity.NEXT, number=None), duration=lasts)

    def _goes_on_or_is_of_a_card(self, condition: n.Condition) -> bool:
        """«le crepe che subisci», «le crepe di questo lancio»."""
        if isinstance(condition, n.Happened):
            return condition.now is not None
        left = condition.left if isinstance(condition, n.Compare) else None
        declared = self.vocabulary.values.get(left.value) if isinstance(left, n.ValueOf) else None
        return declared is not None and declared.whose_card is not None

    def _more(self, clause: s.Clause, parts: Parts, found: s.Modifier, target: n.Term) -> n.Effect:
        sign = 1 if any(token.name == "more" for token in found.tokens) else -1
        much = self._so_much_more or (VERY if any(token.terminal == "VERY" for token in found.tokens) else 1)
        word = found.tokens[-1]
        amount: n.Number = n.Num(sign * much, span=self.span(found.start, found.end))
        if parts.per_each and isinstance(target, n.Select) and target.bind is None:
            target = evolve(target, bind=self.said.fresh())  # «per ogni attacco già giocato»: another than that one
        outer, self._amount_of = self._amount_of, target
        for np in parts.per_each:
            amount = n.Compute(n.Arithmetic.MULTIPLY, (amount, self.times_each(np, parts)))
        self._amount_of = outer
        if isinstance(target, n.Select) and parts.per_each and n.Var(target.bind or "") not in nodes_of(amount):
            target = evolve(target, bind=None)
        span = self.span(clause.start, clause.end)
        modify = n.Modify(
            target,
            self.of_its_bearer(word.sense.of or "", target),
            n.Operation.ADD,
            amount,
            parts.has("ALWAYS"),
            parts.duration or self._stretch or self.so_long_unsaid(target),
            span=span,
        )
        self._stretch = None
        return self.of_the_one_to_come(evolve(modify, span=span))


def _is_some(np: s.Noun | None) -> bool:
    """«una crepa subita», «due crepe subite»: there already."""
    return isinstance(np, s.NounPhrase) and any(d.terminal in ("INDEF", "NUM") for d in np.determiners)
