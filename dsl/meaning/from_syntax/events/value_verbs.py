"""Values that a game says with a verb of its own: «può tenere due Gettoni», «disponi di una Lana in più»."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import ValueDecl
from ...playing import plays
from ...scope import nodes_of
from ..things.complements import Parts
from ..things.reading import number_said
from .events import Events

_PLAYERS = ("N_PLAYER", "N_OPPONENT", "YOU")


class ValueVerbs(Events):
    """The part of the reader that reads the verbs of values."""

    def value_said(self, clause: s.Clause) -> ValueDecl | None:
        """The value that a clause's verb is declared for, when the clause says how much of it there is."""
        group = clause.group
        known = self.vocabulary.values_of_verb(group.verb.name) if group.verb.sense.kind == "verb" else ()
        known = tuple(decl for decl in known if decl.said_of == _head_of(clause.subject)) or known
        heads = {_head_of(c.value) for c in clause.complements if c.kind == "c_object"}
        if group.modal == "can" and group.verb.terminal.startswith("HAVE"):  # «può avere fino a due Gettoni in campo»
            known = tuple(v for v in self.vocabulary.values.values() if v.verb_in is not None and v.verb_of in heads)
        known = tuple(decl for decl in known if decl.verb_of in heads) or known  # «tenere un Oggetto», «una Creatura»
        for decl in known:
            said = not group.passive and not group.reflexive and decl.verb_can == (group.modal == "can")
            if decl.by_times:
                if said and not group.negated and self._says_how_often(clause):
                    return decl
            elif said and decl.verb_upon:  # «puoi posare un Gettone su questa carta» is what the verb does
                if any(_additional(c.value) for c in clause.complements if c.kind == "c_object"):
                    return decl
            elif said and self._says_value(clause, decl):
                return decl
        return None

    def _says_how_often(self, clause: s.Clause) -> bool:
        """«puoi sfidare due volte», «un avversario può sfidare una volta in più»: of a player, and of nothing in particular."""
        times = [c for c in clause.complements if isinstance(c.value, s.Times)]
        head = clause.subject.noun if isinstance(clause.subject, s.NounPhrase) else None
        finite = clause.group.finite
        told = clause.subject is None and finite is not None and finite.sense.person == 2
        player = told or (head is not None and head.terminal in _PLAYERS)
        return player and len(times) == 1 and not any(c.kind.startswith("c_object") for c in clause.complements)

    def _says_value(self, clause: s.Clause, decl: ValueDecl) -> bool:
        """Whether a clause speaks of the value, where its verb may also say what is done («infligge una crepa»)."""
        if not self.vocabulary.frames_of(clause.group.verb.name):
            return True
        objects = [c.value for c in clause.complements if c.kind in ("c_object", "c_object_comma")]
        many = any(_additional(np) or _several(np) for np in objects)
        if decl.verb_can and decl.kind == "number" and not many:
            return False  # «puoi giocare un bonus» is the verb; «un bonus in più», «due bonus» is how many
        heads = [np.noun for np in objects if isinstance(np, s.NounPhrase)]
        return any(head is not None and head.name in (decl.verb_of, decl.name) for head in heads)

    def value_modified(self, clause: s.Clause, parts: Parts, decl: ValueDecl, target: n.Term) -> n.Effect:
        """«può tenere due Gettoni» sets the value, «… un Gettone in più» adds to it, «non può tenere Gettoni» is none."""
        if decl.by_times and parts.times is not None:
            operation = n.Operation.ADD if parts.times.more else n.Operation.SET
            often: n.Number = number_said(parts.times.number)
            span = self.span(clause.start, clause.end)
            if parts.times.more:
                often = self.so_many_for_each(often, parts)
            done = not self.said.continuous or self.said.bound_event
            now = n.Duration(n.Stretch.THIS, decl.counted_in) if done and decl.counted_in is not None else None
            lasts = parts.duration if parts.duration is not None else now
            return n.Modify(target, decl.name, operation, often, parts.has("ALWAYS"), lasts, span=span)
        if len(parts.objects) != 1:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» quanti?", "S024", end=clause.end)
        if decl.is_price:
            self._just_paid(clause, target)
            target = self._wherever(clause, target)
        if decl.said_of is not None:
            self._not_there_yet(clause, target)
            return self._of_either_kind(clause, parts, decl, target)
        if decl.is_price and decl.kind == "number":
            self._paid_already(clause, target)
        return self._so_much(clause, parts, decl, target)

    def _not_there_yet(self, clause: s.Clause, target: n.Term) -> None:
        """Refuses «le tue Candele dietro costano 1 in meno»: what a card costs is asked before it lies anywhere, or is so."""
        where = target.where if isinstance(target, n.Select) else ()
        there = any(
            isinstance(each, n.Near | n.IsOn | n.IsStatus | n.Linked) for part in where for each in nodes_of(part)
        )
        place = target.place if isinstance(target, n.Select) else None
        lies = place is not None and place.zone in self.vocabulary.places
        if there or lies:
            said = f"«{self.quoted(clause.start, clause.end)}»: si paga prima che la carta sia lì, o sia così"
            hint = "si dice di chi è, di quale forma, con quali valori, o «la prossima … che cali»"
            raise self.fail(clause.start, said, "S036", hint, clause.end)

    def _of_either_kind(self, clause: s.Clause, parts: Parts, decl: ValueDecl, target: n.Term) -> n.Effect:
        """«le tue Lane costano 1 Moneta in meno»: of cards before they are such, or as either."""
        if isinstance(target, n.Select) and target.noun == decl.said_of:
            return self._so_much(clause, parts, decl, evolve(target, noun=self.vocabulary.implied_noun))
        word = self.member_value(target.noun) if isinstance(target, n.Select) else None
        if isinstance(target, n.Select) and word is not None:
            such = n.HasMember(n.Candidate(), word, target.noun)
            target = evolve(target, noun=self.vocabulary.implied_noun, where=(such, *target.where))
        known = self.vocabulary.values_of_verb(clause.group.verb.name)
        if any(each.said_of is None for each in known):
            return self._so_much(clause, parts, decl, target)
        return n.Sequence(tuple(self._so_much(clause, parts, each, target) for each in known))

    def _so_much(self, clause: s.Clause, parts: Parts, decl: ValueDecl, target: n.Term) -> n.Effect:
        said = parts.objects[0].value
        items = said.items if isinstance(said, s.NounList) else (said,)
        more = next((found for item in reversed(items) if (found := _additional(item)) is not None), None)
        span = self.span(clause.start, clause.end)
        effects = [
            self._modified(item, more, clause, decl, target, parts) for item in items if isinstance(item, s.NounPhrase)
        ]
        if isinstance(said, s.NounList) and said.joiner == "or" and len(effects) > 1:
            return self._either_amount(said, tuple(effects), span)
        return effects[0] if len(effects) == 1 else n.Sequence(tuple(effects), span=span)

    def _either_amount(self, said: s.NounList, effects: tuple[n.Modify, ...], span: n.Span | None) -> n.Effect:
        """«controlli un Seme o un Fiore in più»: whichever is chosen when it is done; refused where it only holds."""
        if self.said.continuous and not self.said.bound_event:
            message = f"«{self.quoted(said.start, said.end)}»: in un testo che vale nessuno sceglie quale dei due"
            hint = "«… e …» sono entrambi; o con un prezzo: «…: …»"
            closed = self.fail(said.start, message, "S036", hint, said.end)
            closed.meant = True
            raise closed
        return n.ChooseOne(effects, span=span)

    def counted_in_it(self, parts: Parts, decl: ValueDecl) -> None:
        """Takes «per turno», «ogni turno», «in ogni turno» out of a clause: the value is counted so anyhow."""
        if parts.per_period is not None and self.period(parts.per_period)[0] == decl.counted_in:
            parts.per_period = None
        each = parts.times.per if parts.times is not None and parts.times.number.terminal != "NUM" else None
        if isinstance(each, s.NounPhrase) and each.has("each") and self.period(each)[0] == decl.counted_in:
            parts.times = None
        often = parts.times if decl.by_times else None
        if often is not None and often.per is not None and self.period(often.per)[0] == decl.counted_in:
            parts.times = evolve(often, per=None)
        if parts.within == (decl.counted_in, False) and parts.within_of is None and parts.duration is None:
            parts.within = None
        parts.during = [each for each in parts.during if each != n.During(decl.counted_in or "")]  # «in ogni turno»

    def where_it_is_so(self, parts: Parts, decl: ValueDecl) -> None:
        """Takes «in mano» out of a clause, of a value that counts what lies there anyhow."""
        there = [
            each
            for each in parts.prepositions
            if each.preposition.terminal == "IN"
            and isinstance(each.np, s.NounPhrase)
            and each.np.noun is not None
            and each.np.noun.name == decl.verb_in
            and not each.np.modifiers
        ]
        if decl.verb_in is not None and len(there) == 1:
            parts.prepositions = [each for each in parts.prepositions if each is not there[0]]

    def _wherever(self, clause: s.Clause, target: n.Term) -> n.Term:
        """What costs is not in play yet: «le tue Lana costano {1} in meno» does not mean those in play."""
        said = isinstance(clause.subject, s.NounPhrase) and any(m.kind == "mod_in" for m in clause.subject.modifiers)
        if isinstance(target, n.Group):
            return evolve(target, members=tuple(self._wherever(clause, each) for each in target.members))
        return evolve(target, place=None) if isinstance(target, n.Select) and not said else target

    def _paid_already(self, clause: s.Clause, target: n.Term) -> None:
        """Refuses «le tue schierate costano 1 in meno», of what is such only where its price has been paid."""
        declared = self.vocabulary.nouns.get(target.noun) if isinstance(target, n.Select) else None
        if declared is None:
            return
        there = self._zones_of(declared.condition)
        verbs = [
            f for f in self.vocabulary.frames.values() if plays(f.verb, self.vocabulary.frames, self.vocabulary.texts)
        ]
        whence = {frame.place.zone for frame in verbs if frame.place is not None}
        if there and whence and not there & whence:
            said = f"«{self.quoted(clause.start, clause.end)}»: {declared.name} lo si è solo dopo aver pagato"
            hint = "di' che carte sono prima («le tue carte con il testo …», o con una loro parola)"
            raise self.fail(clause.start, said, "S025", hint, clause.end)

    def _just_paid(self, clause: s.Clause, target: n.Term) -> None:
        """Refuses «quando giochi una Lana, quella Lana costa 1 in meno»: when that is noticed it is paid."""
        when = self._when_event
        if not isinstance(when, n.Event) or not plays(when.verb, self.vocabulary.frames, self.vocabulary.texts):
            return
        played = next((role.value for role in when.roles if role.name == "object"), None)
        bound = isinstance(played, n.Select) and played.bind is not None and target == n.Var(played.bind)
        if bound or (isinstance(played, n.Self) and isinstance(target, n.Self)):
            said = f"«{self.quoted(clause.start, clause.end)}»: quando la si gioca è già pagata"
            hint = "di' quanto costano: «le tue … costano …», «il tuo prossimo … costa …»"
            raise self.fail(clause.start, said, "S036", hint, clause.end)

    def _modified(
        self, np: s.NounPhrase, more: str | None, clause: s.Clause, decl: ValueDecl, target: n.Term, parts: Parts
    ) -> n.Modify:
        span = self.span(clause.start, clause.end)
        always = parts.has("ALWAYS")
        if decl.kind in ("member", "members"):
            word = self.word_of_value(np, decl)
            return n.Modify(target, decl.name, n.Operation.SET, word, always, parts.duration, span=span)
        if clause.group.negated and np.has("nothing"):  # «non costa nulla»
            return n.Modify(target, decl.name, n.Operation.SET, n.Num(0), always, parts.duration, span=span)
        one, number = self.counted_of_value(
            np, decl, up_to=decl.verb_can and more != "fewer" and not clause.group.negated
        )
        if clause.group.negated:
            if number is not None and number != n.Num(1):
                raise self.fail(
                    np.start, f"«non … {self.quoted(np.start, np.end)}»: nessuno si dice senza numero", "S024"
                )
            return n.Modify(target, decl.name, n.Operation.SET, n.Num(0), always, parts.duration, span=span)
        if number is None:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» quanti?", "S024", end=np.end)
        amount: n.Number | n.Term = number
        if one is not None:
            amount = one if number == n.Num(1) else n.Compute(n.Arithmetic.MULTIPLY, (number, one))  # type: ignore[arg-type]
        if more == "fewer":
            amount = (
                n.Num(-number.value)
                if one is None and isinstance(number, n.Num)
                else n.Compute(
                    n.Arithmetic.SUBTRACT,
                    (n.Num(0), amount),  # type: ignore[arg-type]
                )
            )
        for each in parts.per_each:
            amount = n.Compute(n.Arithmetic.MULTIPLY, (amount, self.multiplier(each, parts)))  # type: ignore[arg-type]
        operation = n.Operation.ADD if more is not None or one is not None else n.Operation.SET
        return n.Modify(target, decl.name, operation, amount, always, parts.duration, span=span)

    def multiplier(self, np: s.Noun, parts: Parts) -> n.Number:
        raise NotImplementedError

    def so_many_for_each(self, number: n.Number, parts: Parts) -> n.Number:
        raise NotImplementedError

    def word_of_value(self, np: s.NounPhrase, decl: ValueDecl) -> n.Member:
        """«danni da gelo», «Artigli»: a word of a value, alone or after the value's name."""
        tokens = [m.tokens[0] for m in np.modifiers if m.kind == "adjective" and len(m.tokens) == 1]
        head = np.noun
        if head is not None and head.name in decl.members and not np.modifiers:
            return n.Member(decl.name, head.name)
        named = head is not None and head.name in (decl.name, decl.verb_of)
        if named and len(tokens) == len(np.modifiers) == 1 and tokens[0].name in decl.members:
            return n.Member(decl.name, tokens[0].name)
        raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è di «{decl.name}»", "S025", end=np.end)

    def had_of_value(self, clause: s.Clause, of: n.Term) -> n.Condition | None:
        """«munita di Artigli», «che infligge danni fisici»: the thing has the word of a value that has this verb."""
        known = self.vocabulary.values_of_verb(clause.group.verb.name)
        decl = next((each for each in known if each.kind in ("member", "members")), None)
        if decl is None or clause.group.modal is not None:
            return None
        said = [c.value for c in clause.complements if c.kind == "c_object"]
        said += [
            c.value.np
            for c in clause.complements
            if isinstance(c.value, s.Prepositional) and c.value.preposition.terminal in ("OF", "WITH")
        ]
        if len(said) != 1 or len(clause.complements) != 1 or not self._says_value(clause, decl):
            return None
        items = said[0].items if isinstance(said[0], s.NounList) else (said[0],)
        named = tuple(np for np in items if isinstance(np, s.NounPhrase))
        named, more = self._told_of_it(named, of)
        words = [self.word_of_value(np, decl) for np in named]
        found = tuple(n.HasMember(of, decl.name, word.name) for word in words)
        if more and not (isinstance(said[0], s.NounList) and said[0].joiner == "or"):
            return n.And((*found, *more))
        either = isinstance(said[0], s.NounList) and said[0].joiner == "or"
        return found[0] if len(found) == 1 else n.Or(found) if either else n.And(found)

    def _told_of_it(
        self, items: tuple[s.NounPhrase, ...], of: n.Term
    ) -> tuple[tuple[s.NounPhrase, ...], tuple[n.Condition, ...]]:
        """«munita di Corna e Coda che infligge …»: a word inflicts nothing; what has it does."""
        last = items[-1]
        told = [m for m in last.modifiers if m.kind == "mod_relative"]
        if not told:
            return items, ()
        plain = evolve(last, modifiers=tuple(m for m in last.modifiers if m not in told))
        return (*items[:-1], plain), tuple(self.relative(m, of, last) for m in told)

    def counted_of_value(
        self, np: s.NounPhrase, decl: ValueDecl, *, held: bool = False, up_to: bool = False
    ) -> tuple[n.Member | n.ChosenMember | None, n.Number | None]:
        """What an amount of a value is of (a word of a bag, or the things that it counts), and how many; ``held``: what is
        there at least, which may be said («almeno due Lana»); ``up_to``: what one «può» is that many at most anyhow."""
        rest = tuple(m for m in np.modifiers if _word(m) is None and not (held and _or_more(m)))
        head = np.noun
        one: n.Member | n.ChosenMember | None = None
        if head is not None and decl.kind == "bag" and head.sense.kind == "member" and head.name in decl.members:
            one = n.Member(decl.name, head.name)
        elif head is not None and decl.kind == "bag" and head.name == decl.verb_of and not rest:
            one = n.ChosenMember(decl.name, n.You())  # «un Seme a tua scelta in più»
        elif head is None and (decl.verb_of == decl.name or decl.said_of is not None) and not rest:
            pass  # «costa 2 in meno»: the number alone
        elif head is not None and head.terminal == "N_SIGNS" and decl.kind == "cost" and not rest:
            return None, self._plain_sign(np, head)
        elif head is None or decl.kind == "bag" or head.name != decl.verb_of or rest:
            what = decl.verb_of or decl.name
            priced = decl.is_price and decl.kind == "number"
            hint = "del prezzo si dice il numero, o nulla: «costa 1 in meno», «non costa nulla»" if priced else ""
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non sono «{what}»", "S025", hint, np.end)
        plain = evolve(np, modifiers=rest)
        quantity, number = self._quantity(plain)
        if quantity in (n.Quantity.ALL, n.Quantity.ANY):
            number = None
        elif quantity is not n.Quantity.EXACTLY and quantity is not (
            n.Quantity.AT_LEAST if held else n.Quantity.UP_TO if up_to else None
        ):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quanti di preciso?", "S024", end=np.end)
        return one, number

    def _plain_sign(self, np: s.NounPhrase, head: s.Token) -> n.Number:
        """«{2}»: so much of any kind."""
        signs = self.signs(np)
        parts = signs.parts if isinstance(signs, n.Signs) else ()
        if len(parts) != 1 or not (parts[0].isdigit() or parts[0] == "X"):
            raise self.fail(np.start, f"«{head.text}» in più o in meno: solo un numero, «{{1}}»", "S025", end=np.end)
        return n.Var("X") if parts[0] == "X" else n.Num(int(parts[0]))

    def value_held(self, clause: s.Clause, parts: Parts, subject: n.Term) -> n.Condition | None:
        """«se disponi di due Lana»: a bag that has as many of the word; None when the clause speaks of something else."""
        group = clause.group
        decl = self.vocabulary.value_of_verb(group.verb.name) if group.verb.sense.kind == "verb" else None
        if decl is None or len(parts.objects) != 1:
            return None
        said = parts.objects[0].value
        if decl.kind in ("cost", "number") and (decl.verb_of == decl.name or decl.of_players):
            return self._price_held(clause, decl, said, subject)
        if decl.kind != "bag":
            return None
        items = said.items if isinstance(said, s.NounList) else (said,)
        found: list[n.Condition] = []
        for np in items:
            if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.name not in decl.members:
                return None
            one, number = self.counted_of_value(np, decl, held=True)
            part: n.Number = one if number in (None, n.Num(1)) else n.Compute(n.Arithmetic.MULTIPLY, (number, one))  # type: ignore[assignment, arg-type]
            found.append(n.Within(part, n.ValueOf(decl.name, subject), span=self.span(clause.start, clause.end)))
        if len(found) == 1:
            return found[0]
        either = isinstance(said, s.NounList) and said.joiner == "or"
        return n.Or(tuple(found)) if either else n.And(tuple(found))

    def _price_held(self, clause: s.Clause, decl: ValueDecl, said: object, subject: n.Term) -> n.Condition | None:
        """«che costa {2} o meno», «se costa 3»: how much the value of that verb is."""
        if not isinstance(said, s.NounPhrase) or _additional(said) is not None:
            return None
        comparison = next((m for m in said.modifiers if m.kind == "mod_comparison"), None)
        if len(said.modifiers) > (comparison is not None):
            return None
        number: n.Number | None
        if said.noun is not None and said.noun.terminal == "N_SIGNS":
            number = self._plain_sign(evolve(said, modifiers=()), said.noun)
        elif said.noun is None or (decl.of_players and said.noun.name == decl.verb_of):
            number = next(
                (n.Num(int(d.name)) for d in said.determiners if d.terminal == "NUM" and d.name.isdigit()), None
            )
        else:
            return None
        word = comparison.tokens[0] if comparison is not None else None
        if number is None or (word is not None and word.terminal != "OR_MORE"):
            return None
        op = "==" if word is None else ">=" if word.name == "more" else "<="
        span = self.span(clause.start, clause.end)
        held = n.Compare(n.ValueOf(decl.name, subject), op, number, span=span)
        return n.Not(held, span=span) if clause.group.negated else held


def _word(modifier: s.Modifier) -> str | None:
    """«in più», «in meno» after a noun."""
    token = modifier.tokens[0] if modifier.kind == "adjective" and modifier.tokens else None
    return token.name if token is not None and token.terminal == "ADDITIONAL" else None


def _head_of(np: object) -> str | None:
    return np.noun.name if isinstance(np, s.NounPhrase) and np.noun is not None else None


def _or_more(modifier: s.Modifier) -> bool:
    """«due Lana o più»."""
    token = modifier.tokens[0] if modifier.kind == "mod_comparison" and modifier.value is None else None
    return token is not None and token.terminal == "OR_MORE" and token.name == "more"


def _several(np: object) -> bool:
    """«due bonus», «fino a tre bonus»: a number other than one."""
    return isinstance(np, s.NounPhrase) and any(d.terminal == "NUM" and d.name != "1" for d in np.determiners)


def _additional(np: object) -> str | None:
    modifiers = np.modifiers if isinstance(np, s.NounPhrase) else ()
    words = {d.terminal for d in np.determiners} if isinstance(np, s.NounPhrase) else set()
    if words == {"INDEF", "OTHER"} and not modifiers:
        return "more"  # «puoi posare un altro Gettone»
    return next((word for modifier in modifiers if (word := _word(modifier)) is not None), None)
