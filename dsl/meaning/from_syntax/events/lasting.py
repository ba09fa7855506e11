"""Effects of a declared kind that stay on a card: what a verb gives, which kind it is, how one speaks of them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ... import nodes as n
from ...lasting import kind_given
from ..things.complements import Parts
from ..things.nouns import Nouns
from ..things.reading import NUMBER, number_said
from ..things.selections import so_many_as


class LastingEffects(Nouns):
    """The part of the reader that reads lasting effects."""

    _amount_of: n.Term | None = None  # of whom an amount is told: «le tue Lane hanno +1 Ardore per ogni …»

    def _amount(
        self, amount: s.Amount, target: n.Term, parts: Parts, times: Sequence[n.Number], always: bool
    ) -> n.Modify:
        raise NotImplementedError

    def times_said(self, parts: Parts, target: n.Term) -> list[n.Number]:
        raise NotImplementedError

    # -- what a verb gives

    def gives(self, verb: str) -> bool:
        """Whether a verb gives an effect («una carta dona un effetto»)."""
        return any(
            role.name == "effect"
            for frame in self.vocabulary.frames_of(verb)
            for form in frame.forms
            for role in form.roles
        )

    def gives_number(self, verb: str) -> bool:
        """Whether a verb is done with so much («infligge un numero a una carta»)."""
        return any(
            role.name == "number" and isinstance(role.value, n.Select) and role.value.noun == NUMBER
            for frame in self.vocabulary.frames_of(verb)
            for form in frame.forms
            for role in form.roles
        )

    def kind_of_verb(self, verb: str) -> tuple[str, str] | None:
        """The kind of effect that a verb gives, and who gets it."""
        kinds = (kind_given(frame, self.vocabulary.frames) for frame in self.vocabulary.frames_of(verb))
        return next((kind for kind in kinds if kind is not None), None)

    def given_effect(self, clause: s.Clause, parts: Parts) -> n.Modify | n.Grant | None:
        """«+2», «+1 Ardore per ogni Lana», «Corazza» after a verb that gives effects; None when it is said otherwise.
        Of several («+2 e Corazza») the first; ``parts.more`` keeps the others."""
        span = self.span(clause.start, clause.end)
        given: list[n.Modify | n.Grant] = []
        keywords = [(c, words) for c in parts.objects if (words := _keywords(c.value))]
        if parts.per_each and len(parts.amounts) + len(keywords) > 1:
            raise self.fail(clause.start, "«per ogni» di quale delle cose date?", "S036", end=clause.end)
        times = self.times_said(parts, n.Candidate())
        for amount in parts.amounts:
            given.append(self._amount(self._with_value(amount, clause), n.Candidate(), parts, times, False))
        given += [n.Grant(n.Candidate(), word.name, duration=parts.duration) for _, words in keywords for word in words]
        if not given:
            return None
        parts.objects = [c for c in parts.objects if all(c is not taken for taken, _ in keywords)]
        if parts.duration is not None:
            parts.within = None  # «in questo turno»: so long
        parts.amounts, parts.per_each, parts.duration, parts.cap = (), [], None, None
        first, *parts.more = [evolve(each, span=span) for each in given]
        return first

    def kind_said_too(self, clause: s.Clause, parts: Parts, *, pattern: bool) -> None:
        """«dona un Pegno (Positivo) di +1 a una Lana» is «dona +1 a una Lana», the kind of it said besides."""
        kind = self.kind_of_verb(clause.group.verb.name)
        lasting = next((c for c in parts.objects if _is_lasting(c.value)), None)
        np = lasting.value if lasting is not None else None
        if kind is None or not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.name != kind[0]:
            return
        what, much = self.quoted(np.start, np.end), bool(parts.amounts)
        if pattern and much:
            raise self.fail(np.start, f"«{what}» non si distingue per quanto vale", "S034", f"«{what}»", end=np.end)
        if not pattern and not much:  # nor is one given that somebody has
            raise self.fail(np.start, f"«{what}»: di quanto?", "S024", "«un … di +1», «… di -1»", end=np.end)
        if not pattern and _says_a_kind(np):
            sorts = dict(self.vocabulary.lasting[kind[0]].sorts)
            signs = {amount.signed.name.startswith("-") for amount in parts.amounts}
            wanted = {sorts.get(m.tokens[0].name) for m in np.modifiers}
            if not wanted <= ({"takes"} if signs == {True} else {"adds"} if signs == {False} else set()):
                raise self.fail(np.start, f"«{what}» non è di tanto", "S025", end=np.end)
            parts.objects = [c for c in parts.objects if c is not lasting]

    def given_too(self, event: n.Event, more: list[n.Modify | n.Grant]) -> tuple[n.Event, ...]:
        """The further effects of «+2 e Corazza» as events of their own, to the same that was chosen once."""
        roles = [role for role in event.roles if role.name != "effect"]
        said = [
            evolve(role, value=n.Var(role.value.bind))
            if isinstance(role.value, n.Select) and role.value.bind and role.value.quantity is not n.Quantity.ALL
            else role
            for role in roles
        ]
        return tuple(
            evolve(
                event,
                roles=(
                    *(r for r in said if r.name == "agent"),
                    n.Role("effect", each),
                    *(r for r in said if r.name != "agent"),
                ),
            )
            for each in more
        )

    def _with_value(self, amount: s.Amount, clause: s.Clause) -> s.Amount:
        """«+1» alone is of the value that the kind of effect declares."""
        if amount.value is not None:
            return amount
        kind = self.kind_of_verb(clause.group.verb.name)
        declared = self.vocabulary.lasting.get(kind[0]) if kind is not None else None
        if declared is None or declared.implied_value is None:
            raise self.fail(amount.signed.at, f"«{amount.signed.text}» di che cosa?", "S024")
        return evolve(amount, value=self._value_phrase(declared.implied_value, amount.signed))

    def _value_phrase(self, value: str, at: s.Token) -> s.NounPhrase:
        token = s.Token(at.at, at.text, evolve(at.sense, terminal="N_VALUE", name=value))
        return s.NounPhrase((), token, (), 3, 3, at.at, at.at + 1)

    def value_and_whose(
        self, np: object, verb: str, pattern: bool, agent: n.Term | None
    ) -> tuple[n.Term, n.Term] | None:
        """«l'Ardore di una carta», «le sue Cariche», «i Punti avversari», «i Pegni di una carta»: what a verb is done
        to, and whose it is."""
        if not isinstance(np, s.NounPhrase) or _head(np) not in ("N_VALUE", "N_LASTING") or np.noun is None:
            return None
        form = self.said.context.start is Start.FORM
        frames = self.vocabulary.frames_of(verb)
        if not form and not any(r.name == "of" for frame in frames for each in frame.forms for r in each.roles):
            return None
        declared = self.vocabulary.values.get(np.noun.name)
        if declared is not None and declared.owner == "game":
            return None
        of = next((m for m in np.modifiers if m.kind == "mod_of" and self.plain_number(m.value) is None), None)
        opposing = next((m for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "OPPOSING"), None)
        mine = next((d for d in np.determiners if d.terminal == "POSSESSIVE"), None)
        if of is not None:
            whose = self.term(of.value, pattern=pattern, agent=agent)  # type: ignore[arg-type]
        elif opposing is not None:
            whose = n.Opponent(span=self.span(opposing.start, opposing.end))
        elif mine is not None:
            whose = self.possessor(mine, np.start)
        else:
            return None
        rest = evolve(
            np,
            determiners=tuple(d for d in np.determiners if d is not mine),
            modifiers=tuple(m for m in np.modifiers if m is not of and m is not opposing),
        )
        return self.term(rest), whose

    def amount_after(self, np: object, prepositions: list[s.Prepositional]) -> n.Number | None:
        """«colpisci i Punti avversari di 2»: how much of a value, said after it."""
        if not isinstance(np, s.NounPhrase) or _head(np) != "N_VALUE":
            return None
        within = next((m for m in np.modifiers if m.kind == "mod_of" and self.plain_number(m.value) is not None), None)
        if within is not None:
            return self.plain_number(within.value)
        for phrase in prepositions:
            amount = self._so_many_of(phrase.np, np.noun) if phrase.preposition.terminal == "OF" else None
            if amount is not None:
                prepositions.remove(phrase)
                return amount
        return None

    def _so_many_of(self, np: s.Noun, value: s.Token | None) -> n.Number | None:
        """«2», or «2 Punti» of the same value."""
        if not isinstance(np, s.NounPhrase) or (np.noun is not None and (value is None or np.noun.name != value.name)):
            return None
        return self.plain_number(evolve(np, noun=None))

    def plain_number(self, np: object) -> n.Num | n.Var | None:
        """«2» alone, after a verb that is done with so much."""
        if not isinstance(np, s.NounPhrase) or np.noun is not None or np.modifiers or len(np.determiners) != 1:
            return None
        token = np.determiners[0]
        return evolve(number_said(token), span=self.span(np.start, np.end)) if token.terminal == "NUM" else None

    def so_much(self, np: object) -> n.Number | None:
        """«2», «l'Ardore di questa carta», «il numero delle tue Lane» after a verb that is done with so much."""
        amount = self.plain_number(np)
        if amount is not None or not isinstance(np, s.NounPhrase) or np.noun is None:
            return amount
        its = any(d.terminal == "POSSESSIVE" and d.name != "your" for d in np.determiners)  # «il suo Ardore»
        of = all(d.terminal == "DEF" for d in np.determiners) and any(m.kind == "mod_of" for m in np.modifiers)
        if not (its or of) or self.said.context.start is Start.FORM:
            return None
        if _head(np) == "N_NUMBER":
            return self.number(np)
        declared = self.vocabulary.values.get(np.noun.name) if _head(np) == "N_VALUE" else None
        return self.number(np) if declared is not None and declared.kind == "number" else None

    # -- kinds and sorts

    def lasting_noun(self, np: s.NounPhrase, head: s.Token, pattern: bool) -> n.Term:
        """«un Pegno Positivo», «i Pegni di una carta», «il Pegno» of the verb's form."""
        if np.has("the", "that") and not np.modifiers:
            named = self.said.recalled(head.name, None, np.number)
            if named is not None:
                return named.term
            if (known := self._lasting_spoken_of(np, head)) is not None:
                return known
        where: list[n.Condition] = []
        like = so_many_as(np)  # «danni pari al suo Ardore»
        for modifier in np.modifiers:
            if modifier.value is not None and modifier.value is like:
                continue
            if modifier.kind == "adjective" and modifier.tokens[0].terminal == "SORT":
                condition: n.Condition = self.of_sort(modifier.tokens[0], head.name, n.Candidate())
                where.append(n.Not(condition) if modifier.negated else condition)
            elif modifier.kind in ("mod_of", "mod_on") and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                of = self.term(modifier.value)
                where.append(n.LiesOn(n.Candidate(), of))
            else:
                said = f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un {head.text}"
                raise self.fail(modifier.start, said, end=modifier.end)
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE" and determiner.name != "your":
                where.append(n.LiesOn(n.Candidate(), self._bearer_meant(determiner, np.start)))
        quantity, number = self._quantity(np)
        select = n.Select(
            head.name, tuple(where), quantity, number, bind=self.said.fresh(), span=self.span(np.start, np.end)
        )
        select = self.as_pattern(select) if pattern else select
        self.said.mention(select, "lasting", head.name, head.sense.gender, np.number)
        return select

    def _bearer_meant(self, its: s.Token, at: int) -> n.Term:
        """«le tue Lane hanno +1 Ardore per ogni loro Pegno»: whose they are is each Lana, never what is counted."""
        whose, told = self.possessor(its, at), self._amount_of
        named = isinstance(told, n.Select) and told.bind is not None
        return n.Var(told.bind) if named and isinstance(whose, n.Candidate) else whose  # type: ignore[union-attr, arg-type]

    def has_lasting(self, np: s.NounPhrase, head: s.Token, of: n.Term, span: n.Span | None) -> n.Condition:
        """«ha un Pegno Positivo», «con 2 Pegni»: one at least, or so many."""
        select = self.lasting_noun(
            evolve(np, determiners=tuple(d for d in np.determiners if d.terminal != "DEF")), head, False
        )
        assert isinstance(select, n.Select)
        there = n.LiesOn(n.Candidate(), of)
        select = evolve(select, where=tuple(c for c in select.where if c != there))  # «ha un Pegno su di essa»
        one = select.number in (None, n.Num(1)) and select.quantity is not n.Quantity.UP_TO
        sorts = [c for c in select.where if isinstance(c, n.IsSort)]
        if one and len(sorts) == len(select.where) <= 1:
            self._speak_of_lasting(select, of)
            return n.Bears(of, head.name, sorts[0].sort if sorts else None, span=span)
        where = (*select.where, there)
        counted = n.Count(evolve(select, where=where, quantity=n.Quantity.ALL, number=None, bind=None))
        op = "<=" if select.quantity is n.Quantity.UP_TO else ">="
        return n.Compare(counted, op, select.number or n.Num(1), span=span)

    def _speak_of_lasting(self, select: n.Select, of: n.Term) -> None:
        """«se ha un Pegno Positivo, rimuovilo»: such a one, of that thing."""
        mention = self.said.mentions[-1]
        if not self.said.card or mention.term != select or isinstance(of, n.Candidate):
            return
        bearer = n.Var(of.bind) if isinstance(of, n.Select) and of.bind is not None else of
        such = evolve(select, where=(*select.where, n.LiesOn(n.Candidate(), bearer)), bind=None)
        self.said.mentions[-1] = evolve(mention, term=such, recall=such)

    def _lasting_spoken_of(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«…, rimuovi quel Pegno»: that of which a condition spoke."""
        known = self.said.recall("lasting", 3, 1, head.name) if self.said.card and np.number == 1 else None
        if known is not None and isinstance(known.recall, n.Select):
            return known.recall
        if self.said.card and np.has("that"):
            said = f"«{self.quoted(np.start, np.end)}»: prima non si dice quale"
            raise self.fail(np.start, said, "S021", "«un … di quella carta»", np.end)
        return None

    def of_sort(self, token: s.Token, family: str, of: n.Term) -> n.IsSort:
        if token.sense.of != family and token.name not in dict(self.vocabulary.lasting[family].sorts):
            known = ", ".join(f"«{word}»" for word, _ in self.vocabulary.lasting[family].sorts) or "nessuna"
            raise self.fail(token.at, f"«{token.text}» non è una specie di {family}: sono {known}", "S025")
        return n.IsSort(of, family, token.name, span=self.span(token.at, token.at + 1))

    def implied_kind(self, how: str, duration: n.Duration | None) -> str | None:
        """The kind of which an effect is without saying so: what a text that is used sets, and for no stated time."""
        used = self.said.context.start is Start.CARD_USED or (self.said.continuous and self.said.bound_event)
        if duration is not None or not used or self.said.context.start is Start.RULE:
            return None
        return next((name for name, each in self.vocabulary.lasting.items() if how in each.implied), None)


def _keywords(value: object) -> tuple[s.Token, ...]:
    """«Corazza», «Corazza e Slancio»: keywords alone."""
    items = value.items if isinstance(value, s.NounList) else (value,)
    heads = [item.noun for item in items if isinstance(item, s.NounPhrase) and not item.modifiers]
    found = tuple(head for head in heads if head is not None and head.terminal == "N_KEYWORD")
    return found if len(found) == len(items) else ()


def _is_lasting(np: object) -> bool:
    return isinstance(np, s.NounPhrase) and _head(np) == "N_LASTING"


def _says_a_kind(np: s.NounPhrase) -> bool:
    """«un Pegno», «un Pegno Positivo»: no more than of which kind and sort it is."""
    sorts = all(m.kind == "adjective" and m.tokens[0].terminal == "SORT" for m in np.modifiers)
    one = len(np.determiners) == 1 and np.determiners[0].terminal == "INDEF"
    return one and sorts


def _head(np: s.NounPhrase) -> str | None:
    return np.noun.terminal if np.noun is not None else None
