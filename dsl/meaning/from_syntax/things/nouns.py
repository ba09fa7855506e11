"""Noun phrases: who, what, how many, how much."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ... import nodes as n
from ...scope import Mention, is_one, replace_candidate
from ...targeting import ABILITIES
from .cards import Cards
from .reading import EFFECT, NUMBER, PLAYER
from .two_by_word import told_apart


class Nouns(Cards):
    """The part of the reader that reads noun phrases. ``words`` are the sentence's words, for what a word may also
    be."""

    def spoken_of(self, select: n.Select, subject: n.Term) -> list[n.Condition]:
        """The filters of a selection said of a subject: «è una tua Lana desta»."""
        return [replace_candidate(condition, subject) for condition in select.where]

    def term(self, np: s.Noun, *, pattern: bool = False, agent: n.Term | None = None) -> n.Term:
        """A noun phrase as a term. In a ``pattern`` a selection means "one that fits"."""
        if isinstance(np, s.NounList):
            self._goes_elsewhere_than_the_rest(np)
            np = self._of_the_same_noun(np)
            members = self._each_listed(np, pattern, agent)
            members = self._targets(members) if np.joiner == "or" else members
            if all(isinstance(m, n.Select) for m in members) and np.joiner in ("or", "nor"):
                one = n.Group(members, either=True, span=self.span(np.start, np.end))
                return self.as_one(one)
            if np.joiner == "or" and isinstance(members[0], n.Var) and all(m == members[0] for m in members):
                return members[0]  # «quella Lana o Erba», of the one that it was
            return n.Group(members, either=np.joiner == "or", span=self.span(np.start, np.end))
        two = told_apart(np, self.vocabulary.values) if not pattern else None
        if two is not None and (alike := self._two_by_word(two, agent)) is not None:
            return alike
        return self._term(np, pattern, agent)

    def _two_by_word(self, two: tuple[s.NounPhrase, s.NounPhrase], agent: n.Term | None) -> n.Group | None:
        """«due Lane della stessa Forma»: one, and another of the same as that one."""
        first = self.term(two[0], agent=agent)
        if not isinstance(first, n.Select) or first.bind is None:
            return None
        outer, self._than = self._than, n.Var(first.bind)
        second = self.term(two[1], agent=agent)
        self._than = outer
        return n.Group((first, second), span=self.span(two[0].start, two[0].end))

    def as_one(self, group: n.Group) -> n.Group:
        """«una Lana o un'Erba»: what is said of it afterwards is said of the one that it turned out to be."""
        selections = [m for m in group.members if isinstance(m, n.Select)]
        names = {n.Var(m.bind) for m in selections if m.bind and is_one(m)}
        each = [mention for mention in self.said.mentions if mention.recall in names]
        if len(each) != len(group.members) or any(mention.sort != "card" for mention in each):
            return group
        nouns, gender = {mention.noun for mention in each}, 0
        for mention in each:
            gender |= mention.gender
        alone = tuple(evolve(m, bind=None) for m in selections)
        named = evolve(group, members=alone, bind=self.said.fresh())
        self.said.mentions[:] = [mention for mention in self.said.mentions if mention not in each]
        noun = nouns.pop() if len(nouns) == 1 else None
        self.said.mention(named, "card", noun, gender, 1)
        return named

    def _each_listed(self, np: s.NounList, pattern: bool, agent: n.Term | None) -> tuple[n.Term, ...]:
        """The terms of a list: «una Lana e una con Corazza» are two."""
        outer, members = self._after_another, list[n.Term]()
        for item in np.items:
            members.append(self.term(item, pattern=pattern, agent=agent))
            self._after_another = np.joiner == "and" and not pattern
        self._after_another = outer
        return tuple(members)

    def _goes_elsewhere_than_the_rest(self, np: s.NounList) -> None:
        """Refuses «le Lane e le altre in fondo al Mazzo» as one thing: there the others are to go."""
        last = np.items[-1]
        rest = isinstance(last, s.NounPhrase) and last.noun is None and last.has("the") and last.has("other")
        at_end = [m for m in last.modifiers if m.kind == "mod_end"] if isinstance(last, s.NounPhrase) and rest else []
        if at_end and np.joiner == "and":
            said = f"«{self.quoted(last.start, last.end)}»: dove vanno, non quali sono"
            raise self.fail(last.start, said, "S025", end=last.end)
        first, another = np.items[0], isinstance(last, s.NounPhrase) and last.noun is None and last.has("other")
        put = isinstance(first, s.NounPhrase) and any(d.terminal in ("INDEF", "NUM") for d in first.determiners)
        if another and put and isinstance(first, s.NounPhrase) and any(m.kind == "mod_end" for m in first.modifiers):
            said = f"«{self.quoted(last.start, last.end)}»: dove va, o da dove viene?"  # «una carta in cima al Mazzo e un'altra in fondo»
            raise self.fail(
                last.start, said, "S025", "«metti una … in cima al …, poi metti un'altra … in fondo»", last.end
            )

    def _of_the_same_noun(self, np: s.NounList) -> s.NounList:
        """«la Lana rivale con Ardore maggiore e quella con Ardore minore»: the noun, and what is said of it, said once."""
        items = list(np.items)
        for at, item in enumerate(items[1:], 1):
            before = items[at - 1]
            if (
                not isinstance(item, s.NounPhrase)
                or item.noun is not None
                or not item.has("that")
                or not item.modifiers
            ):
                continue
            if not isinstance(before, s.NounPhrase) or before.noun is None or not before.has("the"):
                said = f"«{self.quoted(item.start, item.end)}»: quale?"
                raise self.fail(item.start, said, "S021", "dillo col suo nome", item.end)
            own = {modifier.kind for modifier in item.modifiers}
            shared = tuple(modifier for modifier in before.modifiers if modifier.kind not in own)
            items[at] = evolve(
                before, modifiers=(*shared, *item.modifiers), number=item.number, start=item.start, end=item.end
            )
        return evolve(np, items=tuple(items))

    def _targets(self, members: tuple[n.Term, ...]) -> tuple[n.Term, ...]:
        """«un giocatore o una Lanterna bersaglio»: what is said of the last is said of all."""
        last = members[-1]
        if not isinstance(last, n.Select) or last.pick is not n.Pick.TARGET:
            return members
        out: list[n.Term] = []
        for member in members:
            if isinstance(member, n.Select) and member.pick is n.Pick.AGENT:
                member = evolve(member, pick=n.Pick.TARGET)
            out.append(member)
        return tuple(out)

    def _term(self, np: s.NounPhrase, pattern: bool, agent: n.Term | None) -> n.Term:
        """A phrase by what its noun is: a name, a player, a place, a card, a number, a value …"""
        head = np.noun
        if head is None:
            return self._pronominal(np, pattern, agent)
        if (chosen := self._the_chosen(np, head)) is not None:
            return chosen
        found = (
            self._someone(np, head, pattern)
            or self._something(np, head, pattern, agent)
            or self._some_number(np, head)
            or self._some_time_or_value(np, head)
        )
        if found is None:
            raise self.fail(
                np.start, f"«{self.quoted(np.start, np.end)}» non è una cosa di cui si possa parlare qui", end=np.end
            )
        return found

    def _the_chosen(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«scegli un giocatore. Il giocatore scelto …»: that one; None where nothing of the kind was chosen before."""
        only = np.modifiers[0] if len(np.modifiers) == 1 else None
        says = only is not None and only.kind == "adjective" and [t.terminal for t in only.tokens] == ["CHOSEN"]
        if not says or not np.has("the"):
            return None
        known = {
            m.recall: m
            for m in self.said.mentions
            if m.recall in self.said.chosen and m.number & np.number and self._called(m, head)
        }
        if len(known) > 1:
            said = f"«{self.quoted(np.start, np.end)}»: quale? ne hai scelte più d'una"
            raise self.fail(
                np.start, said, "S021", "dai un nome dove si sceglie: «scegli una …, detta Alfa», poi «Alfa»", np.end
            )
        return next(iter(known), None)

    def _called(self, mention: Mention, head: s.Token) -> bool:
        """Whether a thing spoken of may be called so: by its noun, or by the word for any card."""
        if mention.sort == "player":
            return head.terminal == "N_PLAYER"
        return mention.noun == head.name or (mention.sort == "card" and head.name == self.vocabulary.implied_noun)

    def _someone(self, np: s.NounPhrase, head: s.Token, pattern: bool) -> n.Term | None:
        """«tu», «lei», «l'avversario», «il giocatore», «Nina»: who is known by a name, a pronoun or a relation."""
        kind = head.terminal
        if kind == "N_NAME":
            return self._named(np, head)
        if kind == "N_YOU" or kind == "YOU":
            return n.You(span=self.span(np.start, np.end))
        if kind == "PRONOUN":
            return self._pronoun(np, head)
        if kind == "N_OPPONENT":
            return self._opponent_described(np, head) or self._opponent_known(np) or self._opponent(np)
        if kind == "N_PLAYER":
            return self._player(np, pattern)
        if kind == "N_RELATION":
            related = self._relation(np, head)
            declared = self.vocabulary.nouns.get(head.name)
            if declared is not None and declared.relation == "host" and isinstance(related, n.Related):
                self.not_the_host_of_the_bearer(related.of or n.You(), np.start, np.end)
            return related
        return None

    def _something(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term | None:
        """«il Mazzo», «il suo effetto», «una casella», «una Lana»: a place, a text, what lies on the table."""
        kind = head.terminal
        if kind in ("N_ZONE", "N_PLACE"):
            return self.place(np, agent)
        if kind == "N_TEXT":
            effect = self._effect_of_form(np, head)
            return effect if effect is not None else self._text(np, head)
        if kind == "N_LASTING":
            return self.lasting_noun(np, head, pattern)
        if kind == "N_SPOT":
            return self._spot(np, head, pattern, agent)
        if kind in ("N_CARD", "TARGET", "N_SLOT"):
            named = self.vocabulary.nouns.get(head.name)
            if named is not None and named.stands_for is not None:
                return self._standing_for(np, named.stands_for)
            if named is not None and len(named.participants) == 1 and np.has("the") and not np.modifiers:
                part = n.Var(named.participants[0], span=self.span(np.start, np.end))
                self.said.mention(part, "card", head.name, head.sense.gender, 1)
                return part  # «il difensore» is one of the two, by another name
            return self._card(np, head, pattern, agent)
        if kind == "N_ABILITIES":  # «un'abilità bersaglio»: one that waits to be resolved
            return self._card(np, s.Token(head.at, head.text, evolve(head.sense, name=ABILITIES)), pattern, agent)
        return None

    def _some_number(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«{2}», «un numero di carte pari a …», «metà dei tuoi Punti», «il dado»: what is so many, or so much."""
        kind, span = head.terminal, self.span(np.start, np.end)
        if kind == "N_SIGNS":
            return self.signs(np)  # type: ignore[return-value]
        if kind == "N_NUMBER":
            so_many = self._so_many(np)
            if so_many is not None:
                return so_many
            if not np.modifiers and any(d.terminal == "INDEF" for d in np.determiners):
                return n.Select(NUMBER, number=n.Num(1), span=span)  # «infligge un numero»: in the form of a verb
        if kind in ("N_HALF", "N_DOUBLE") and (so_much := self._part_of_value(np)) is not None:
            return so_much
        if kind == "N_HALF":
            return self._half_of(np)
        return self.the_die(np) if kind == "N_DIE" else None

    def _some_time_or_value(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«uno scontro contro una Doppia», «3 Punti», «i suoi pareggi»: a period, a value, a noun of a claim."""
        kind = head.terminal
        if kind == "N_IDIOM":
            return self._idiom(np, head)
        if kind == "N_PERIOD":
            if np.modifiers:
                if len(np.modifiers) > 1 or np.modifiers[0].kind != "mod_against":
                    raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
                self._foes.append(np)
            return n.Select(head.name, pick=n.Pick.NAMED, number=n.Num(1), span=self.span(np.start, np.end))
        if kind != "N_VALUE":
            return None
        declared = self.vocabulary.values.get(head.name)
        if declared is not None and declared.kind == "player":
            return n.ValueOf(head.name, span=self.span(np.start, np.end))
        return self._value_noun(np, head)

    def _effect_of_form(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«un effetto» in the form of a verb that gives one, «l'effetto» in its steps; None for a card's text."""
        if head.name != "effect" or np.modifiers:
            return None
        if self.said.context.start is Start.FORM and any(d.terminal == "INDEF" for d in np.determiners):
            return n.Select(EFFECT, number=n.Num(1), span=self.span(np.start, np.end))
        named = self.said.recalled(EFFECT, None, 1) if np.has("the", "that") else None
        return named.term if named is not None else None

    def _idiom(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """A noun of a claim's printed sentence: «i suoi pareggi» are of someone, «vittorie» of nobody."""
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = n.You() if determiner.name == "your" else self.possessor(determiner, np.start)
        for modifier in np.modifiers:
            if modifier.kind == "mod_against":
                continue  # of the whole sentence
            if modifier.kind != "mod_of" or modifier.value is None:
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui",
                    end=modifier.end,
                )
            of = self.term(modifier.value, pattern=True)  # type: ignore[arg-type]
        return n.Related(head.name, of) if of is not None else n.Member("", head.name)

    def _value_noun(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """A value as the thing itself («guadagna Punti gloria»): its amount is the determiner's, or said after it."""
        equal = next(
            (
                m
                for m in np.modifiers
                if m.kind == "mod_comparison" and m.tokens[0].terminal == "EQUAL" and not m.negated
            ),
            None,
        )
        if equal is not None and equal.value is not None:
            amount = self.number(equal.value)  # type: ignore[arg-type]
            return n.Select(head.name, quantity=n.Quantity.EXACTLY, number=amount, span=self.span(np.start, np.end))
        whose = next((d for d in np.determiners if d.terminal == "POSSESSIVE"), None)
        if whose is not None:
            raise self.fail(whose.at, f"«{whose.text}» qui non si intende: dì «di» chi", "S020")
        quantity, number = self._quantity(np)
        return n.Select(head.name, quantity=quantity, number=number, span=self.span(np.start, np.end))

    def _pronoun(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        if head.name == "they" and self.said.clause_subject is not None:
            return self.said.clause_subject
        if head.name == "itself":  # of an order, the card whose text gives it
            doer = self.said.clause_subject
            return doer if doer is not None and not isinstance(doer, (n.You, n.Opponent)) else n.Self()
        mention = (
            self.said.recall("card", np.gender, np.number)
            or self.said.recall("", np.gender, np.number)
            or self.said.recall("card", 3, np.number)
        )
        if mention is None:
            named = [each for each in self.said.context.scope if each.nouns and PLAYER not in each.nouns]
            if len({each.term for each in named}) == 1:
                return named[0].term
            if self.said.card and np.number == 1 and (self.said.bound_event or self.said.continuous):
                return n.Self(span=self.span(np.start, np.end))  # «quando si spezza, getta un Gettone su di essa»
            raise self.fail(
                np.start, f"non so che cosa sia «{head.text}»: prima non si parla di nulla che gli corrisponda", "S021"
            )
        return mention.recall

    def _pronominal(self, np: s.NounPhrase, pattern: bool, agent: n.Term | None) -> n.Term:
        """A phrase without noun: «questa», «una», «le altre», «tutte»."""
        if np.has("this") and np.number != 2:
            return self._this_one(np)
        if np.has("that") and (such := self._that_such(np, pattern, agent)) is not None:
            return such
        if np.has("that", "this"):
            mentions = self.said.mentions
            if np.has("that"):  # «puoi smorzare questa carta: quella ha +1 Ardore» is of another
                self.said.mentions = [m for m in mentions if not isinstance(m.recall, n.Self)] or mentions
            mention = self.said.recall_one("card", np.gender, np.number) or self.said.recall("", np.gender, np.number)
            self.said.mentions = mentions
            if mention is None:
                raise self.fail(np.start, f"non so a che cosa si riferisca «{self.quoted(np.start, np.end)}»", "S021")
            return mention.recall
        if any(d.terminal == "BOTH" for d in np.determiners):
            return self.the_two(np)
        if np.has("nobody"):
            return n.Member("", "nessuno", span=self.span(np.start, np.end))
        if {d.terminal for d in np.determiners} in ({"DEF", "OTHER"}, {"ALL", "DEF", "OTHER"}) and not np.modifiers:
            return self._the_others(np)
        if (placed := self._the_others_there(np)) is not None:
            return placed
        if np.has("each") and not np.modifiers:
            several = self.said.recall("card", np.gender, 2) or self.said.recall("lasting", np.gender, 2)
            if several is not None:
                return several.recall
            span = self.span(np.start, np.end)
            return n.Select(PLAYER, quantity=n.Quantity.ALL, span=span, bind=self.said.fresh())
        among = next((m for m in np.modifiers if _of_several(m)), None)
        if among is not None:
            return self._one_of_several(np, among, pattern, agent)
        first_or_second = self._by_its_ordinal(np)
        if first_or_second is not None:
            return first_or_second
        status = next(
            (m.tokens[0] for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "STATUS"), None
        )
        noun = status.sense.of if status is not None and status.sense.of in self.vocabulary.nouns else None
        if np.has("other") and (like := self._one_more_like(np, pattern, agent)) is not None:
            return like
        if noun is None and (known := self._of_the_kind_before(np)) is not None:
            return self._one_of_that_kind(np, known, pattern, agent)
        return self._select(np, noun or self.vocabulary.implied_noun, None, pattern, agent)

    def _this_one(self, np: s.NounPhrase) -> n.Term:
        """«questa»: the card whose text it is; elsewhere the one that was spoken of."""
        if self.said.card:
            self.said.mention(n.Self(), "card", self.vocabulary.implied_noun, 2, 1)
            return n.Self(span=self.span(np.start, np.end))
        mention = self.said.recall("card", np.gender, np.number)
        if mention is None:
            raise self.fail(np.start, "qui «questa» non ha una carta a cui riferirsi", "S021")
        return mention.recall

    def the_two(self, np: s.NounPhrase) -> n.Term:
        """«entrambe», «entrambe le Lane»: the two that were spoken of."""
        two = self.said.recall_two(np.gender)
        if two is None or np.modifiers:
            said = f"«{self.quoted(np.start, np.end)}»: quali due? prima non si parla di due"
            raise self.fail(np.start, said, "S021", "«tutte»: quante sono", np.end)
        return two

    def _that_such(self, np: s.NounPhrase, pattern: bool, agent: n.Term | None) -> n.Select | None:
        """«dona +1 a una Lana a lato e -1 a quella davanti»: of the same kind, the one that is so."""
        if np.number == 1 and any(m.kind == "mod_end" for m in np.modifiers):  # «con quella in cima al Fosso»
            return self._select(_as_the(np), self.vocabulary.implied_noun, None, pattern, agent)
        known = self._last_of_a_kind() if _says_which(np) and self.said.recall("card", 3, 2) is None else None
        return self._select(_as_the(np), known.noun or "", None, pattern, agent) if known is not None else None

    def _by_its_ordinal(self, np: s.NounPhrase) -> n.Term | None:
        """«la prima», «il secondo», of two that have that as their name."""
        ordinal = next((d for d in np.determiners if d.terminal in ("FIRST", "SECOND")), None)
        if ordinal is None or np.modifiers:
            return None
        nth = 1 if ordinal.terminal == "FIRST" else 2
        return next((named.term for named in self.said.context.scope if named.nth == nth), None)

    def _one_of_several(self, np: s.NounPhrase, among: s.Modifier, pattern: bool, agent: n.Term | None) -> n.Term:
        """«una delle tue Lane», «due di quelle carte», «uno dei due giocatori»: so many of those."""
        span = self.span(np.start, np.end)
        alone = len(np.modifiers) == 1
        self._of_which_ones(np, among.value)
        inner = self.term(among.value, pattern=pattern, agent=agent)  # type: ignore[arg-type]
        quantity, number = self._quantity(np)
        if isinstance(inner, n.Place) and any(x.spots == (inner.zone,) for x in self.vocabulary.nouns.values()):
            return self._cards_on_its_spots(inner, quantity, number, span)
        if isinstance(inner, n.Select) and inner.quantity is n.Quantity.ALL and inner.bind is not None and alone:
            some = evolve(inner, quantity=quantity, number=number, pick=n.Pick.AGENT, span=span)
            if number == n.Num(1) and inner.noun != PLAYER:  # «sceglie una delle sue Lane e la spegne»
                self.said.mentions = [m for m in self.said.mentions if m.recall != n.Var(inner.bind)]
                self.said.mention(some, "card", inner.noun, np.gender, 1)
            return some
        if pattern and isinstance(inner, n.Select) and inner.noun != PLAYER and alone:
            one = evolve(inner, quantity=quantity, number=number, bind=self.said.fresh(), span=span)
            self.said.mention(one, "card", inner.noun, 3, 1)
            return one  # «quando una delle tue Lane …»
        if isinstance(inner, n.Select) and inner.noun == PLAYER:  # «uno dei due giocatori»: all there are
            if not alone or number != n.Num(1):
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quali giocatori?", end=np.end)
            one = n.Select(PLAYER, quantity=quantity, number=number, bind=self.said.fresh(), span=span)
            self.said.mention(one, "player", PLAYER, 1, 1)
            return one
        implied, bind = self.vocabulary.implied_noun, self.said.fresh()
        some = n.Select(implied, quantity=quantity, number=number, among=inner, bind=bind, span=span)
        if self.sort(inner) != PLAYER:  # «prendi una di quelle carte e metti le altre …»
            self.said.mention(some, "card", some.noun, np.gender, np.number)
        return some

    def _of_which_ones(self, np: s.NounPhrase, several: object) -> None:
        """Refuses «sette di Erba», most often the name of a card, which is not so many cards of that kind."""
        bare = isinstance(several, s.NounPhrase) and several.noun is not None and not several.determiners
        if not (bare and isinstance(several, s.NounPhrase) and several.noun is not None):
            return
        if several.noun.sense.kind == "noun" or self.member_value(several.noun.name) is not None:
            said, word = self.quoted(np.start, np.end), several.noun.text
            hint = (
                "tante carte così si dicono senza «di»; quella che ha questo nome si dichiara: «nome … è: una carta …»"
            )
            raise self.fail(np.start, f"«{said}»: di quali {word}?", "S020", hint, np.end)

    def _cards_on_its_spots(
        self, zone: n.Place, quantity: n.Quantity, number: n.Number | None, span: n.Span | None
    ) -> n.Select:
        """«scopri ognuna delle tue caselle», of a zone that lies on such: the cards that are there."""
        noun, bind = self.vocabulary.implied_noun, self.said.fresh()
        his = (n.ControlledBy(n.Candidate(), zone.of),) if zone.of is not None else ()
        there = evolve(zone, of=None)
        some = n.Select(noun, his, quantity=quantity, number=number, place=there, bind=bind, span=span)
        self.said.mention(some, "card", noun, 2, 1 if number == n.Num(1) else 2)
        return some

    def _last_of_a_kind(self) -> Mention | None:
        """What was spoken of last with a noun that says what it is."""
        spoken_of = (*self.said.mentions, *([self.said.other_option] if self.said.other_option is not None else []))
        known = next((m for m in reversed(spoken_of) if m.sort == "card" and not m.counted), None)
        return known if known is not None and known.noun not in ("", self.vocabulary.implied_noun) else None

    def _of_the_kind_before(self, np: s.NounPhrase) -> Mention | None:
        """What was spoken of last, where «una tua», «una con 3 Ardore o meno» is another of that kind."""
        known = self._last_of_a_kind()
        if known is None or _says_whose(np):
            return known
        so_many = {d.terminal for d in np.determiners} in ({"INDEF"}, {"NUM"}) and bool(np.modifiers)
        return known if so_many and known.gender & np.gender else None

    def _one_of_that_kind(self, np: s.NounPhrase, known: Mention, pattern: bool, agent: n.Term | None) -> n.Select:
        """«spezza una Lana avversaria e una tua», «… e una con 3 Ardore o meno»: beside the first, never the same."""
        first, mine = known.term, self._select(np, known.noun or "", None, pattern, agent)
        placed = evolve(mine, place=mine.place or (first.place if isinstance(first, n.Select) else None))
        named = isinstance(first, n.Select) and first.quantity is n.Quantity.EXACTLY and first.bind is not None
        if named and self._after_another and not _says_whose(np):
            placed = evolve(placed, where=(*placed.where, n.Not(n.Same(n.Candidate(), known.recall))))
        self.said.mentions = [evolve(m, term=placed) if m.term == mine else m for m in self.said.mentions]
        return placed

    def _one_more_like(self, np: s.NounPhrase, pattern: bool, agent: n.Term | None) -> n.Select | None:
        """«spezza una tua Lana e stancane un'altra», «… e un'altra in fondo al Mazzo»: of the same kind, and not that one;
        «una tua Lana e un'altra con Corazza»: of yours, or of anybody, each in turn."""
        known = next((m for m in reversed(self.said.mentions) if m.sort == "card" and not m.counted), None)
        if known is None or not isinstance(known.term, n.Select):
            return None
        if np.modifiers and (
            {d.terminal for d in np.determiners} != {"INDEF", "OTHER"} or not known.gender & np.gender
        ):
            return None
        first, outer, self._than = known.term, self._than, known.recall
        more = self._select(np, first.noun, None, pattern, agent)
        self._than = outer
        kept = tuple(each for each in first.where if each not in more.where)
        if np.modifiers and kept:
            kept = (kept, ())[self.said.choose(2)]
        like = evolve(
            more, where=(*kept, *more.where), place=more.place or first.place, among=more.among or first.among
        )
        if first.pick is n.Pick.TARGET:
            like = evolve(like, pick=n.Pick.TARGET)
        self.said.mentions = [
            evolve(m, term=like, noun=known.noun) if m.term == more else m for m in self.said.mentions
        ]
        return like

    def _the_others(self, np: s.NounPhrase) -> n.Select:
        """«le altre»: the rest of those looked at, or of the kind of the one that was chosen."""
        spoken = [
            m
            for m in reversed(self.said.mentions)
            if m.sort == "card" and isinstance(m.term, n.Select) and not m.counted
        ]
        if not spoken or not isinstance(spoken[0].term, n.Select):
            raise self.fail(
                np.start,
                f"«{self.quoted(np.start, np.end)}» di che cosa? prima non si sceglie nulla",
                "S021",
                end=np.end,
            )
        one, several = spoken[0], next((m for m in spoken[1:] if m.number & 2 and not m.number & 1), None)
        rest: n.Condition = n.Not(n.Same(n.Candidate(), one.recall))
        span = self.span(np.start, np.end)
        if several is not None and isinstance(several.term, n.Select):
            return n.Select(
                several.term.noun,
                where=self.not_taken(several.recall) or (rest,),
                quantity=n.Quantity.ALL,
                among=several.recall,
                bind=self.said.fresh(),
                span=span,
            )
        like = spoken[0].term
        kept = tuple(
            x for x in like.where if not self.said.of_each_chooser(x)
        )  # «ogni giocatore sceglie una sua Lana. …»
        return n.Select(
            like.noun, where=(*kept, rest), quantity=n.Quantity.ALL, place=like.place, among=like.among,
            bind=self.said.fresh(), span=span,
        )  # fmt: skip

    def _the_others_there(self, np: s.NounPhrase) -> n.Select | None:
        """«metti le altre in fondo al Mazzo», taken as one phrase: the rest of those looked at, and where they are put."""
        said = np.modifiers[0] if len(np.modifiers) == 1 else None
        if {d.terminal for d in np.determiners} != {"DEF", "OTHER"} or said is None or self.said.seen is None:
            return None
        known = [*self.said.mentions]
        place = self._select(np, self.vocabulary.implied_noun, None, False, None).place
        self.said.mentions = known
        if place is None or place.end is None or place.depth is not None:
            return None
        return evolve(self._the_others(evolve(np, modifiers=())), place=place)

    def _standing_for(self, np: s.NounPhrase, term: n.Term) -> n.Term:
        """«il rivale»: a noun that is another name for somebody."""
        if np.modifiers or any(d.terminal not in ("DEF", "POSSESSIVE") for d in np.determiners) or not np.number & 1:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» è uno solo", "S025", end=np.end)
        self.said.mention(term, "player", PLAYER, 1, 1)
        return evolve(term, span=self.span(np.start, np.end))

    def _player(self, np: s.NounPhrase, pattern: bool) -> n.Term:
        """«il giocatore», «ogni altro giocatore», «il giocatore di turno», «un giocatore a tua scelta»."""
        choice = next((m for m in np.modifiers if m.kind == "mod_choice"), None)
        if choice is not None:  # «un giocatore a tua scelta scarta una carta»
            plain = self._player(evolve(np, modifiers=tuple(m for m in np.modifiers if m is not choice)), pattern)
            if isinstance(plain, n.Select) and plain.quantity is n.Quantity.EXACTLY:
                return evolve(plain, pick=self.chooser(choice, None))
        tried = (self._player_of_period, self._player_opposite, self._player_beside, self._its_player)
        found = next((player for each in tried if (player := each(np)) is not None), None)
        if found is not None:
            return found
        if np.has("other") and not np.modifiers:  # «ogni altro giocatore», «un altro giocatore»
            return self._other_of_two(np) or self._opponent(np)
        if np.has("same") and not np.modifiers and self.said.card:
            return self._that_same_player(np)
        known = self._player_known(np)
        if known is not None:
            return known
        of_a_card = self.said.card and self.said.context.start in (Start.CARD_CONTINUOUS, Start.CARD_USED)
        bare = np.number == 1 and not np.modifiers and [d.name for d in np.determiners] == ["the"]
        if of_a_card and bare and not pattern:
            said = self.quoted(np.start, np.end)
            hint = "«un giocatore», «ogni giocatore», «l'avversario», «tu»"
            raise self.fail(np.start, f"quale, «{said}»? prima non se ne parla", "S021", hint, np.end)
        others = self._player_other_than(np) if np.has("other") else None
        return self._player_described(np, pattern, others)

    def _player_other_than(self, np: s.NounPhrase) -> n.Term:
        """«ogni altro giocatore che ha tre Lane», «ogni avversario che …»: other than whom."""
        known = [*self.said.mentions]
        opponent = self._opponent(evolve(np, modifiers=()))
        self.said.mentions = known
        return opponent.of if isinstance(opponent, n.Opponent) else opponent

    def _opponent_known(self, np: s.NounPhrase) -> n.Term | None:
        """«quell'avversario», after «un avversario con 3 Punti …»: the one who was described."""
        mention = self.said.recall("player") if np.has("that", "the") and not np.modifiers and np.number & 1 else None
        described = isinstance(mention.term, n.Select) if mention is not None else False
        return mention.recall if mention is not None and described and self._is_rival(mention.term) else None

    @staticmethod
    def _is_rival(term: n.Term) -> bool:
        """Whether a player was described as one other than you, of one alone."""
        one = isinstance(term, n.Select) and term.noun == PLAYER and term.quantity is not n.Quantity.ALL
        return one and n.Not(n.Same(n.Candidate(), n.You())) in getattr(term, "where", ())

    def _opponent_described(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«ogni avversario che ha tre Lane», «gli avversari con meno Punti di te»: the other players of whom that is so."""
        described = [m for m in np.modifiers if m.kind not in ("mod_of", "mod_choice") and not _says_target(m)]
        several = np.number == 2 or np.has("each") or any(d.terminal in ("INDEF", "ANY") for d in np.determiners)
        if not described or len(described) < len(np.modifiers):
            return None
        if not (several or any(_says_extreme(m) or says_most(m) for m in described)):
            return None
        player = s.Token(head.at, head.text, evolve(head.sense, terminal="N_PLAYER", name=PLAYER))
        return self._player_described(evolve(np, noun=player), False, self._player_other_than(np))

    def _other_of_two(self, np: s.NounPhrase) -> n.Term | None:
        """«l'altro giocatore», of two: not the one who was spoken of; None where it was nobody but you."""
        mention = self.said.recall("player") if np.has("the") and self.vocabulary.most_players == 2 else None
        if mention is None or isinstance(mention.recall, n.You):
            return None
        span = self.span(np.start, np.end)
        return n.You(span=span) if isinstance(mention.recall, n.Opponent) else n.Opponent(mention.recall, span=span)

    def _that_same_player(self, np: s.NounPhrase) -> n.Term:
        """«dello stesso giocatore»: the one who was spoken of, or who controls the card that was."""
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        card = next((m.recall for m in reversed(self.said.mentions) if m.sort == "card" and not m.counted), None)
        if card is None:
            raise self.fail(np.start, "lo stesso di chi? prima non si parla di nessuno", "S021", end=np.end)
        return self._controller_of(card)

    def _player_of_period(self, np: s.NounPhrase) -> n.Term | None:
        """«il giocatore di turno», «il giocatore dello scontro»: whose period it is."""
        of = (m.value for m in np.modifiers if m.kind == "mod_of")
        periods = (each.noun for each in of if isinstance(each, s.NounPhrase))
        period = next((noun for noun in periods if noun is not None and noun.terminal == "N_PERIOD"), None)
        if period is None:
            return None
        declared = self.vocabulary.periods.get(period.name)
        if period.name != self._turn and declared is not None and declared.of_player:
            return n.PlayerOf(period.name, span=self.span(np.start, np.end))
        return n.Related("turn_player", span=self.span(np.start, np.end))

    def _player_opposite(self, np: s.NounPhrase) -> n.Term | None:
        """«il giocatore opposto», «il giocatore avversario»: of the one who was spoken of, or yours."""
        if not any(m.kind == "adjective" and m.tokens[0].terminal in ("OPPOSITE", "OPPOSING") for m in np.modifiers):
            return None
        mention = self.said.recall("player")
        alone = np.modifiers[0].tokens[:1] if len(np.modifiers) == 1 else ()
        if mention is None and any(word.terminal == "OPPOSING" for word in alone):
            return self._opponent(evolve(np, modifiers=()))
        if mention is None:
            raise self.fail(np.start, "«giocatore opposto»: prima non si parla di un giocatore", "S021")
        return n.Opponent(mention.recall, span=self.span(np.start, np.end))

    def _player_beside(self, np: s.NounPhrase) -> n.Term | None:
        """«il giocatore seguente», «il giocatore precedente»."""
        adjectives = (m.tokens[0] for m in np.modifiers if m.kind == "adjective")
        beside = next((word for word in adjectives if word.terminal == "LATER"), None)
        return self._standing_for(evolve(np, modifiers=()), self._beside(beside)) if beside is not None else None

    def _its_player(self, np: s.NounPhrase) -> n.Term | None:
        """«il suo giocatore»: who has it."""
        whose = next((d for d in np.determiners if d.terminal == "POSSESSIVE"), None)
        if whose is None:
            return None
        if whose.name == "your" or np.modifiers:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» di chi è?", "S021", end=np.end)
        return self._controller_of(self.possessor(whose, np.start))

    def _player_known(self, np: s.NounPhrase) -> n.Term | None:
        """«il giocatore», «quel giocatore», «il primo giocatore»: the one who was spoken of, or has that name."""
        nth = 1 if np.has("first") else 2 if np.has("second") else None
        definite = (np.has("the", "that") or nth) and not np.has("each", "all") and np.number & 1
        if not definite or np.modifiers:
            return None
        named = self.said.recalled(PLAYER, nth, 1)
        if named is not None:
            return named.term
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        if np.has("that"):
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said}»: prima non si parla di un giocatore", "S021", end=np.end)
        if sum(PLAYER in each.nouns for each in self.said.context.scope) > 1:
            which = "quale giocatore? «il primo giocatore» o «il secondo giocatore»"
            raise self.fail(np.start, which, "S021", end=np.end)
        return None

    def _player_described(self, np: s.NounPhrase, pattern: bool, others: n.Term | None = None) -> n.Select:
        """«ogni giocatore che ha tre Lane», «il giocatore con meno Punti», «un giocatore bersaglio»."""
        name = self.said.fresh()
        outer = self._candidate_bind, self._player_tested
        self._candidate_bind = self._player_tested = name
        outer_noun, self._candidate_noun = self._candidate_noun, PLAYER
        where = tuple(
            c
            for m in np.modifiers
            if m.kind not in ("mod_starting", "mod_called") and not _says_extreme(m) and not says_most(m)
            for c in self._filter(m, np, None)
        )
        self._candidate_noun = outer_noun
        if others is not None:
            where = (n.Not(n.Same(n.Candidate(), others)), *where)
        most = [self.of_the_most(m) for m in np.modifiers if says_most(m)]
        self._candidate_bind, self._player_tested = outer
        whose = next((m for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, s.NounPhrase)), None)
        if whose is not None and any(isinstance(c, n.ControlledBy) for c in where):
            said = f"un giocatore «{self.quoted(whose.start, whose.end)}»: nessuno è di un altro"
            hint = "chi ne ha più dell'altro: «il giocatore con più …», «se l'avversario ha più … di te, …»"
            raise self.fail(whose.start, said, "S025", hint, whose.end)
        self._values_of_players(np, where)
        quantity, number = self._quantity(np)
        called = next((m.tokens[0].name for m in np.modifiers if m.kind == "mod_called"), None)
        span = self.span(np.start, np.end)
        select = n.Select(PLAYER, where=where, quantity=quantity, number=number, bind=called or name, span=span)
        if most:
            select = evolve(select, extreme=most[0])
        for modifier in np.modifiers:
            if _says_extreme(modifier):  # «il giocatore con Rango minore»
                select, _ = self._with(select, modifier)
        if select.extreme is not None and isinstance(select.extreme.number, n.ValueOf):
            self.is_of_players(np, select.extreme.number.value)
        if any(_says_target(m) for m in np.modifiers):
            select = evolve(select, pick=n.Pick.TARGET)
        if pattern:
            select = self.as_pattern(select)
        self.said.mention(select, "player", PLAYER, 1, np.number)
        return select

    def of_the_most(self, modifier: s.Modifier) -> n.Extreme:
        """Hook: «con meno Punti», «che ha più carte in mano»."""
        raise NotImplementedError

    def _text(self, np: s.NounPhrase, head: s.Token) -> n.TextOf:
        kinds: tuple[str, ...] = ()
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "THIS" and self.said.card:
                hint = "quando questo testo si fa si dice davanti a ciò che si fa: «Se …, …»"
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", "S036", hint, np.end)
            if determiner.terminal == "POSSESSIVE":
                of = self.possessor(determiner, np.start) if determiner.name != "your" else n.You()
            elif determiner.terminal == "THAT":  # «annulla quell'effetto»: of what was spoken of
                mention = self.said.recall("card")
                of = mention.recall if mention is not None else None
        for modifier in np.modifiers:
            if modifier.kind in ("adjective", "adjectives_or", "adjectives_and") and all(
                t.terminal in ("MEMBER", "N_SLOT") for t in modifier.tokens
            ):
                kinds += tuple(t.name for t in modifier.tokens)
            elif modifier.kind == "mod_of" and modifier.value is not None:
                of = self.term(modifier.value)  # type: ignore[arg-type]
            else:
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un testo",
                    end=modifier.end,
                )
        if of is None:
            of = self.said.clause_subject or self.said.subject
        if of is None:
            raise self.fail(np.start, "non si dice di quale carta sia il testo", "S021")
        return n.TextOf(of, kinds, span=self.span(np.start, np.end))

    def _beside(self, word: s.Token) -> n.Related:
        """«il giocatore seguente», «il giocatore precedente»: in turn order, from the player who does it, or from you."""
        doer = self.said.clause_subject
        of = doer if doer is not None and self.sort(doer) == "player" else n.You()
        return n.Related("previous_player" if word.name == "earlier" else "next_player", of)


def _of_several(modifier: s.Modifier) -> bool:
    """«delle tue Lane», in «una delle tue Lane»."""
    return modifier.kind == "mod_of" and isinstance(modifier.value, s.NounPhrase) and bool(modifier.value.number & 2)


def _says_whose(np: s.NounPhrase) -> bool:
    """«una tua», «una mia», «una avversaria», «una del rivale»: a word for whose it is, before or after."""
    words = (*np.determiners, *(m.tokens[0] for m in np.modifiers if m.tokens))
    of = (m.value.noun for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, s.NounPhrase))
    his = any(noun is not None and noun.terminal in ("N_OPPONENT", "N_PLAYER") for noun in of)
    return his or any(each.terminal in ("POSSESSIVE", "OPPOSING") for each in words)


def _says_target(modifier: s.Modifier) -> bool:
    return modifier.kind == "adjective" and modifier.tokens[0].terminal == "TARGET"


def _says_extreme(modifier: s.Modifier) -> bool:
    """«con Ardore maggiore», of all those described."""
    np = modifier.value
    if modifier.kind != "mod_with" or not isinstance(np, s.NounPhrase):
        return False
    return any(
        m.kind == "mod_comparison" and m.value is None and m.tokens[0].terminal == "GREATER" for m in np.modifiers
    )


def _says_which(np: s.NounPhrase) -> bool:
    """«quella davanti», «quella rivale con Ardore minore»: words of which there is one that fits best."""
    there = any(t.terminal == "DIRECTION" for m in np.modifiers for t in m.tokens)
    return np.number == 1 and (there or any(_says_extreme(m) for m in np.modifiers))


def _as_the(np: s.NounPhrase) -> s.NounPhrase:
    """«quella …» as «la …»."""
    words = (evolve(d, sense=evolve(d.sense, terminal="DEF")) if d.terminal == "THAT" else d for d in np.determiners)
    return evolve(np, determiners=tuple(words))


def _than_whom(phrase: s.Prepositional) -> bool:
    """«di te», «in mano di te»: behind «più carte» it says than who has them."""
    return phrase.preposition.terminal == "OF" or _is_of_player(phrase.np)


def _is_of_player(np: object) -> bool:
    """«mano del suo avversario»: whether it is said of which player a place is."""
    owners = [m.value for m in getattr(np, "modifiers", ()) if m.kind == "mod_of"]
    heads = [each.noun for each in owners if isinstance(each, s.NounPhrase) and each.noun is not None]
    return any(head.terminal in ("YOU", "N_PLAYER", "N_OPPONENT", "N_RELATION") for head in heads)


def says_most(modifier: s.Modifier) -> bool:
    """«con meno Punti», «che ha più carte in mano», where it is not said than who."""
    return more_of(modifier)[1] is not None


def more_of(modifier: s.Modifier) -> tuple[s.NounPhrase | None, s.Token | None]:
    """What a player has more or less of, and the word for it."""
    np: object = modifier.value
    after: tuple[s.Complement, ...] = ()
    if modifier.kind == "mod_relative" and isinstance(np, s.Clause):
        group = np.group
        if group.verb.name != "avere" or group.negated or group.form != "present" or np.subject is not None:
            return None, None
        after, np = np.complements, np.predicate.value if np.predicate is not None else None
    elif modifier.kind != "mod_with":
        return None, None
    if not isinstance(np, s.NounPhrase) or np.noun is None:
        return None, None
    than = any(m.kind in ("mod_of", "mod_comparison") for m in np.modifiers)
    than |= any(m.kind == "mod_in" and _is_of_player(m.value) for m in np.modifiers)
    than |= any(isinstance(c.value, s.Prepositional) and _than_whom(c.value) for c in after)
    more = next((d for d in np.determiners if d.terminal == "MORE"), None)
    return (np, more) if more is not None and not than else (None, None)
