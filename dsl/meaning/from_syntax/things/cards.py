"""«questa carta», «la carta che porta questo testo», «quella carta»: cards known by where the text stands."""

from __future__ import annotations

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.inflection import indefinite, joined
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import NounDecl
from ...scope import nodes_of
from .done_to import DoneTo


class Cards(DoneTo):
    """The part of the reader that reads which card is meant."""

    def _card(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term:
        """«questa Lana», «la Lanterna legata», «quella carta», «una Candela»: which card, or any that fits."""
        if head.terminal == "TARGET":
            target = (self._already_target() or self._struck(np)) if _says_the_target(np) else None
            slot = self.vocabulary.texts.get(self.said.context.slot or "")
            ordered = slot is not None and slot.orders_when is not None  # its orders are done when something happens
            if target is None and self.said.continuous and not self.said.bound_event and not ordered:
                said = f"«{self.quoted(np.start, np.end)}»: in un testo che vale sempre non se ne sceglie"
                raise self.fail(np.start, said, "S021", "«quando …, se il bersaglio …»", end=np.end)
            return target or self._select(np, self.vocabulary.implied_noun, None, pattern, agent)
        if any(d.terminal == "BOTH" for d in np.determiners):
            return self.the_two(np)
        here = self._of_this_text(np, head)
        if here is not None:
            return here
        same = np.has("same") and not np.modifiers and self.said.card
        if same and self.speaks_of_its_host() and head.name not in self.vocabulary.nouns_of_attached():
            return self._host_called(np, head)  # «associata alla stessa Lanterna»
        if same or (np.has("that", "this") and not np.modifiers):
            return self._that_one(np, head)
        taken = self._of_what_happens(np, head)
        if taken is not None:
            return taken
        done_before = self._done_before(np, head, pattern, agent) if self.said.deeds and self.said.card else None
        if done_before is not None:
            return done_before
        known = self._known_by_article(np, head, pattern)
        return known if known is not None else self._select(np, head.name, head, pattern, agent)

    def the_two(self, np: s.NounPhrase) -> n.Term:
        """Hook: «entrambe le Lane»."""
        raise NotImplementedError

    def _of_this_text(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«questa Lana», «la Lanterna legata»: the card that the text stands on, lends it, or has it from another."""
        plain = np.number != 2 and not np.modifiers and all(d.name in ("this", "the") for d in np.determiners)
        spoken = np.has("the") and self._was_spoken_of(head.name)
        other = self._not_the_bearer(np, head.name) if plain and np.has("this", "the") and not spoken else None
        if other is not None:
            return other
        this = np.has("this") and not np.modifiers and np.number != 2  # «queste carte» are those spoken of
        this = this or (plain and not spoken and self.is_what_this_is(head.name))
        if np.has("this") and plain and self._is_lent(head.name):
            return self._lent_by(np, head)
        if this and self.said.card and (self._is_printed_on_it(head.name) or head.name in self.vocabulary.nouns):
            self.said.mention(n.Self(), "card", head.name, 2, 1)
            return n.Self(() if np.has("this") else (head.name,), span=self.span(np.start, np.end))
        if this and self._is_of_the_host(head.name):
            return self._host_called(np, head)
        if self._is_lent(self.said.context.slot or "") and self._is_bearer(np):
            self.said.mention(n.Self(), "card", head.name, head.sense.gender, 1)
            lending = (self.said.context.slot or "", *(word for _, word in self.said.context.kinds))
            return n.Self((head.name, *lending), span=self.span(np.start, np.end))
        if self._is_host(np):
            span = self.span(np.start, np.end)
            host = n.Select(head.name, number=n.Num(1), pick=n.Pick.NAMED, among=self.host_of_text(), span=span)
            self.said.mention(host, "card", head.name, head.sense.gender, 1)
            return host
        return None

    def _that_one(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """«quella Lana», «quelle carte»: what was spoken of, or was moved a step before."""
        implied = self.vocabulary.implied_noun
        mention = self.said.recall_one("card", np.gender, np.number, head.name, implied=implied)
        if mention is None and head.name == implied:  # «quella carta» of what has a noun of another gender
            mention = self.said.recall_one("card", 3, np.number, head.name, implied=implied)
        same = mention is not None and mention.noun == head.name
        moved = None if same else self.said.recall_moved(np.gender, np.number, head.name)
        if moved is not None:
            return moved
        if mention is None:
            said = f"prima non si parla di nulla che si possa dire «{self.quoted(np.start, np.end)}»"
            raise self.fail(np.start, said, "S021", end=np.end)
        return mention.recall

    def _known_by_article(self, np: s.NounPhrase, head: s.Token, pattern: bool) -> n.Term | None:
        """«la Lana», «la prima Lana»: the one that has that name, or was spoken of; None where it may be any."""
        counted = ("NUM", "ALL", "OTHER", "POSSESSIVE", "SOLE", "LAST", "NEXT")
        if not np.has("the") or np.modifiers or any(d.terminal in counted for d in np.determiners):
            return None
        nth = 1 if np.has("first") else 2 if np.has("second") else None
        named = self.said.recalled(head.name, nth, np.number)
        if named is not None:
            return named.term
        if np.number != 1 or nth is not None:
            return None
        mention = self.said.recall("card", np.gender, np.number, head.name, implied=self.vocabulary.implied_noun)
        if mention is not None and not isinstance(mention.term, n.Self):
            return mention.recall
        if not pattern:  # «vince contro la Lana»: any
            self._which_one(np, head)
        return None

    def _which_one(self, np: s.NounPhrase, head: s.Token) -> None:
        """Refuses «la Lana», in a card's text where no Lana was spoken of."""
        declared = self.vocabulary.nouns.get(head.name)
        self._nobody_is_so_yet(np, declared)
        state = (n.IsStatus, n.Happened, n.During)
        of_some = declared is not None and (
            bool(declared.relation or declared.participants)
            or any(isinstance(x, state) for x in nodes_of(declared.condition))  # «il vincitore»
        )
        if not self.said.card or of_some or [d.name for d in np.determiners] != ["the"]:
            return
        said = self.quoted(np.start, np.end)
        some = joined(indefinite("m" if np.gender == 1 else "f", head.text), head.text)
        hint = f"«{some}», «ogni {head.text}», «{'questo' if np.gender == 1 else 'questa'} {head.text}»: o dì di quale si tratta"
        raise self.fail(np.start, f"quale, «{said}»? prima non se ne parla", "S021", hint, end=np.end)

    def _nobody_is_so_yet(self, np: s.NounPhrase, declared: NounDecl | None) -> None:
        """Refuses «copri il perdente» in a text that is used, of one who is that only when something has happened."""
        used = self.said.context.start is Start.CARD_USED and not self.said.bound_event and not self.awaits
        if not used or declared is None or [d.name for d in np.determiners] != ["the"]:
            return
        if any(isinstance(x, n.IsStatus) for x in nodes_of(declared.condition)):
            said = f"«{self.quoted(np.start, np.end)}»: quando questo testo si usa, nessuno lo è ancora"
            raise self.fail(np.start, said, "S036", "dì che cosa accade prima: «quando …, …»", np.end)

    def _not_the_bearer(self, np: s.NounPhrase, noun: str) -> n.Term | None:
        """«questo attacco», «l'attacco» on a card that is none: the one that takes part in what is going on."""
        declared, slot = self.vocabulary.nouns.get(noun), self.said.context.slot
        kind = declared.condition if declared is not None else None
        if slot is None or not isinstance(kind, n.HasText) or kind.text == slot:
            return None
        found = self.met_by_its_text(noun)
        taking = {p.what.noun for period in self.vocabulary.periods.values() for p in period.participants}
        if found is None and np.has("this") and noun in taking:
            said = f"«{self.quoted(np.start, np.end)}»: quale? chi ha questo testo non risponde a nessuno"
            raise self.fail(
                np.start, said, "S021", f"dì di quale: «il tuo prossimo {noun}», «scegli un {noun} …»", np.end
            )
        lexeme = self.vocabulary.lexeme(noun, Kind.NOUN)
        if found is not None and lexeme is not None:  # «se l'attacco è veloce, evitalo»
            self.said.mention(found, "card", noun, 2 if lexeme.gender == "f" else 1, 1)
        return found

    def met_by_its_text(self, noun: str) -> n.Var | None:
        """The other of two that take part in a period in which a card with this text does; None for a text that answers nothing."""
        for period in self.vocabulary.periods.values():
            declared = [(p.name, p.what.noun, self.vocabulary.nouns.get(p.what.noun)) for p in period.participants]
            kinds = [d.condition for _, _, d in declared if d is not None]
            if any(isinstance(c, n.HasText) and c.text == self.said.context.slot for c in kinds):
                return next((n.Var(name) for name, of, _ in declared if of == noun), None)
        return None

    def _was_spoken_of(self, noun: str) -> bool:
        """«scegli una Lana. La Lana è Rapida»: another than the text's own."""
        return any(m.noun == noun for m in self.said.mentions if not isinstance(m.term, n.Self | n.Var))

    def _host_called(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """The card to which the bearer is attached, by what it is."""
        one, pick, name, span = n.Num(1), n.Pick.NAMED, self.said.fresh(), self.span(np.start, np.end)
        host = n.Select(head.name, number=one, pick=pick, among=self.host_of_text(), bind=name, span=span)
        self.said.mention(host, "card", head.name, head.sense.gender, 1)
        return host

    def _is_of_the_host(self, noun: str) -> bool:
        """«questo Oggetto» on a card that is none, and lies attached to one."""
        context = self.said.context
        attached = any(each.relation == "host" for each in self.vocabulary.nouns.values())
        value = self.member_value(noun)
        own = noun == context.slot or (value, noun) in context.kinds
        if context.slot in self.vocabulary.nouns or self.member_value(context.slot or "") is not None:
            attached = attached and context.slot in self.vocabulary.nouns_of_attached()  # it says what its cards are
        slot = self.vocabulary.texts.get(context.slot or "")
        if slot is not None and slot.kind_value is not None:  # of its kinds, one that lies attached lends its text
            attached = False
        return attached and self.said.card and bool(value) and not own

    def _is_host(self, np: s.NounPhrase) -> bool:
        """«la Lanterna legata», in a text that speaks of the card to which its own is attached."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or not np.has("the") or np.number == 2 or len(np.modifiers) != 1:
            return False
        only = np.modifiers[0]
        if only.kind == "mod_with":  # «la Lanterna con questa Candela»
            return self._is_called(only.value, (slot.name, *self.vocabulary.nouns_of_attached()))
        if not slot.of_host and not (np.noun is not None and self._is_of_the_host(np.noun.name)):
            return False
        return self._says_attached(only) or self._to_which_it_is_attached(only)

    def _to_which_it_is_attached(self, only: s.Modifier) -> bool:
        """«la Lanterna a cui è legata (questa carta)», in a text that speaks of the card to which its own is attached."""
        clause = only.value
        if only.kind != "mod_relative" or not isinstance(clause, s.Clause) or clause.group.negated:
            return False
        after = [c.value for c in clause.complements if c.kind == "c_object"]  # «… è legata questa carta»
        said = after[0] if clause.subject is None and after else clause.subject
        if len(clause.complements) > (clause.subject is None and bool(after)):
            return False
        if said is None:
            mine = any(t.sense.gender & (2 | self._gender_of_slot()) for t in clause.group.tokens[-1:])
        else:
            mine = isinstance(said, s.NounPhrase) and said.has("this") and not said.modifiers
        to = [token.terminal for token in only.tokens] == ["TO"]
        return to and mine and any(self.may_be(at, "ATTACHED") for at in range(clause.start, clause.end))

    def _is_called(self, held: object, names: tuple[str, ...]) -> bool:
        """«questa Candela», by one of these names."""
        if not isinstance(held, s.NounPhrase) or held.noun is None or held.modifiers:
            return False
        return held.has("this") and held.noun.name in names

    def _gender_of_slot(self) -> int:
        """Hook: the gender of the noun by which a text calls its card."""
        raise NotImplementedError

    def _is_bearer(self, np: s.NounPhrase) -> bool:
        """«la Lanterna legata», «la Lanterna a cui è legata», «la Lanterna che ha questa Candela», in a text that is lent to it;
        «la Lanterna» alone, where no other was spoken of."""
        if not np.has("the") or np.number == 2 or len(np.modifiers) > 1 or np.noun is None:
            return False
        if not np.modifiers:
            alone = [d.name for d in np.determiners] == ["the"] and np.noun.name != self.vocabulary.implied_noun
            kind = np.noun.name in self.vocabulary.nouns and not self._is_lent(np.noun.name)
            others = (m for m in self.said.mentions if not isinstance(m.term, n.Self))
            return alone and kind and all(m.noun != np.noun.name for m in others)
        only, context = np.modifiers[0], self.said.context
        names = (context.slot or "", *(word for _, word in context.kinds))
        if only.kind == "mod_with":
            return self._is_called(only.value, names)
        if only.kind != "mod_relative" or not isinstance(only.value, s.Clause):
            return self._says_attached(only)
        clause = only.value
        if clause.group.negated or clause.subject is not None:
            return False
        if [t.terminal for t in only.tokens] == ["TO"]:
            return not clause.complements and any(self.may_be(at, "ATTACHED") for at in range(clause.start, clause.end))
        held = [c.value for c in clause.complements]
        predicate = [clause.predicate.value] if clause.predicate is not None else []
        return (
            clause.group.verb.name == "avere"
            and len(held + predicate) == 1
            and self._is_called((held + predicate)[0], names)
        )

    def _says_attached(self, only: s.Modifier) -> bool:
        token = only.tokens[0] if only.tokens else None
        if token is None or (only.kind == "mod_participle" and bool(getattr(only.value, "complements", None))):
            return False
        return token.terminal == "ATTACHED" or (only.kind == "mod_participle" and self.may_be(token.at, "ATTACHED"))

    def _is_printed_on_it(self, noun: str) -> bool:
        """«questa carta»; «questa Candela», «questa Onda», in a text «Candela Onda»; «questa Lana», of a word that is
        printed elsewhere on the card."""
        if noun in (self.vocabulary.implied_noun, self.said.context.slot):
            return True
        declared = self.vocabulary.values.get(self.member_value(noun) or "")
        if declared is None or declared.owner != "card" or self._is_of_the_host(noun) or self._is_no_such(noun):
            return False
        said = [word for value, word in self.said.context.kinds if value == declared.name]
        return not said or noun in said

    def _is_no_such(self, noun: str) -> bool:
        """«questa Lanterna» in the text of a Candela, where a card is one of the two; or in a text that is used, of what is so only
        in play."""
        slot = self.said.context.slot or ""
        value = self.vocabulary.values.get(self.member_value(noun) or "")
        if value is not None and value.kind == "member" and self.member_value(slot) == value.name and noun != slot:
            return True
        if self.said.context.start is not Start.CARD_USED or self.member_value(slot) is None:
            return False
        return self.vocabulary.implied_place(slot, target=False) != self.vocabulary.implied_place(noun, target=False)

    def _is_lent(self, noun: str) -> bool:
        """«questa Candela», «questa Onda», in a text of it that its keyword lends to the card to which it is attached."""
        context = self.said.context
        slot = self.vocabulary.texts.get(context.slot or "")
        if slot is None or slot.in_force is not None or context.start is not Start.CARD_CONTINUOUS:
            return False
        return noun == slot.name or (slot.kind_value, noun) in context.kinds

    def not_the_host_of_the_bearer(self, card: n.Term, start: int, end: int) -> None:
        """In a text that is lent, *questa carta* is who has it, «la Lana a cui è legata» would be nobody: refuse it."""
        bearer = isinstance(card, n.Self) or getattr(card, "where", None) == (n.Linked(n.Candidate(), n.Self()),)
        if not bearer or not self._is_lent(self.said.context.slot or ""):
            return
        said = self.quoted(start, end)
        hint = "il testo è già di chi lo porta: lascia il soggetto («Ha …»), o dì «questa carta»"
        raise self.fail(start, f"«{said}»: chi porta questo testo qui è «questa carta»", "S036", hint, end=end)

    def _lent_by(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """The card that lends its text: it lies attached to the one that has it."""
        under: tuple[n.Condition, ...] = (n.Linked(n.Candidate(), n.Self()),)
        name, span = self.said.fresh(), self.span(np.start, np.end)
        card = n.Select(head.name, where=under, number=n.Num(1), pick=n.Pick.NAMED, bind=name, span=span)
        card = self._implied_place(card, head)
        self.said.mention(card, "card", head.name, head.sense.gender, 1)
        return card

    def _already_target(self) -> n.Term | None:
        for mention in reversed(self.said.mentions):
            members = mention.term.members if isinstance(mention.term, n.Group) else (mention.term,)
            if any(isinstance(each, n.Select) and each.pick is n.Pick.TARGET for each in members):
                return mention.recall
        return None


def _says_the_target(np: s.NounPhrase) -> bool:
    """«il bersaglio», «questo bersaglio»: the one that was chosen, never «i due bersagli»."""
    return np.has("the", "this") and not np.has("two") and not any(d.terminal == "NUM" for d in np.determiners)
