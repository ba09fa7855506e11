"""«una», «fino a due», «le prime tre»: how many of which things, chosen by whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeGuard

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...scope import is_one
from ...targeting import ABILITIES
from .numbers import Numbers
from .reading import number_said
from .spots import SPOT

#: What a word after a noun makes of it, and what it asks of each.
Described = tuple[n.Select, list[n.Condition]]


class Selections(Numbers):
    """The part of the reader that reads how many of which things are meant."""

    @staticmethod
    def _beyond(marker: s.Token, number: n.Num | n.Var | None) -> n.Num | n.Var:
        """«più di tre» is four at least, «meno di tre» two at most."""
        number = number or n.Num(1)
        if isinstance(number, n.Var):
            return number
        return n.Num(number.value + {"more_than": 1, "fewer_than": -1}.get(marker.name, 0))

    def _just_as_many(self, np: s.NounPhrase) -> n.Number:
        """«altrettante»: as many as what was just done, or as the set that was named last."""
        new = self._when_event is None or self.said.last_done != self._last_done_then
        if not new and (much := self.as_much_as_happened()) is not None:
            return much
        if self.said.last_done is not None:
            self._all_of_a_value(np)
            return n.Outcome(self.said.last_done)
        sets = [named for named in self.said.context.scope if named.plural]
        placed = self.said.recall("card", 3, 2) if self.said.card and not sets else None
        if placed is not None and isinstance(
            placed.recall, n.Var
        ):  # «metti due carte in fondo al …, poi attingine altrettante»
            return n.Count(n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL, among=placed.recall))
        if not sets:
            raise self.fail(np.start, "quante? prima non si parla di un numero di cose", "S021", end=np.end)
        return n.Count(n.Select("carta", quantity=n.Quantity.ALL, among=sets[-1].term))

    def _all_of_a_value(self, np: s.NounPhrase) -> None:
        """Refuses «spendi le Faville di una Lana: pesca altrettante carte»: how many they were is not known afterwards."""
        roles = self.said.last_deed.event.roles if self.said.last_deed is not None else ()
        values = (role.value for role in roles if role.name == "object" and isinstance(role.value, n.Select))
        whole = next((v for v in values if v.noun in self.vocabulary.values and v.quantity is n.Quantity.ALL), None)
        if whole is not None and self.said.last_deed is not None and self.said.last_deed.bind == self.said.last_done:
            hint = "dillo prima, con «pari a …» o «per ogni …»"
            raise self.fail(
                np.start, f"«{self.quoted(np.start, np.end)}»: quante fossero non si sa più", "S021", hint, np.end
            )

    def _quantity(self, np: s.NounPhrase) -> tuple[n.Quantity, n.Number | None]:
        dets = {d.terminal: d for d in np.determiners}
        or_more = next(
            (m.tokens[0] for m in np.modifiers if m.kind == "mod_comparison" and m.tokens[0].terminal == "OR_MORE"),
            None,
        )
        or_more = or_more or dets.get("OR_MORE")
        number: n.Num | n.Var | None = None
        if "NUM" in dets:
            number = number_said(dets["NUM"])
        elif "INDEF" in dets:
            number = n.Num(1)
        if "ONE_OR" in dets:
            hint = "«fino a …» (anche nessuna), «… o più»; di due modi: «scegli uno: …; oppure …»"
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quante?", "S024", hint, np.end)
        if "AT_LEAST" in dets:
            return n.Quantity.AT_LEAST, self._beyond(dets["AT_LEAST"], number)
        if "AT_MOST" in dets:
            return n.Quantity.UP_TO, self._beyond(dets["AT_MOST"], number)
        if "ANY_NUMBER" in dets or "HOW_MANY_YOU_WANT" in dets:
            return n.Quantity.ANY, None
        if "EACH" in dets or "EACH_ONE" in dets or "ALL" in dets or "BOTH" in dets:
            return n.Quantity.ALL, None
        if (like := so_many_as(np)) is not None:
            with self._of_what_was_said():
                return n.Quantity.EXACTLY, self.number(like)
        if number is not None:
            if or_more is not None:
                return (n.Quantity.AT_LEAST if or_more.name == "more" else n.Quantity.UP_TO), number
            return n.Quantity.EXACTLY, number
        if "AS_MANY" in dets:
            return n.Quantity.EXACTLY, self._just_as_many(np)
        if "SOME" in dets:
            return n.Quantity.AT_LEAST, n.Num(1)
        if "NO" in dets or "NOBODY" in dets:
            return n.Quantity.EXACTLY, n.Num(0)
        if np.number == 2 or (np.number == 3 and any(d.sense.number == 2 for d in np.determiners)):
            bare = not any(t in dets for t in ("DEF", "THIS", "THAT", "POSSESSIVE", "ALL"))
            return (n.Quantity.ANY if bare else n.Quantity.ALL), None
        return n.Quantity.EXACTLY, n.Num(1)

    def _select(
        self, np: s.NounPhrase, noun: str, head: s.Token | None, pattern: bool, agent: n.Term | None
    ) -> n.Select:
        """«due tue Lane deste nel Cesto»: how many, of what kind, which ones, where, and who picks them."""
        quantity, number = self._quantity(np)
        pick, span = self._picked_how(np, head, quantity), self.span(np.start, np.end)
        said = n.Select(noun, quantity=quantity, number=number, pick=pick, bind=self.said.fresh(), span=span)
        np, on = self._tokens_on_it(np, noun)
        np, where = self._attached_to_it(np)
        kept = next((m for m in np.modifiers if self._keeps_one(m, quantity, pattern)), None)
        outer, self._of_any_such = self._of_any_such, pattern
        with self._under_test(said):
            where += self._said_before_noun(np, noun, agent)
            select, more = self._said_after_noun(said, np, kept, agent)
            where += more
        self._of_any_such = outer
        select = self._from_an_end(select, said, np, where)
        if select.pick is n.Pick.NAMED and any(isinstance(c, n.Near) for c in where):
            select = evolve(select, pick=n.Pick.AGENT)  # «la Lanterna davanti»: there may be two
        if select.pick is n.Pick.NAMED and any(n.is_called(c) for c in where):
            select = evolve(select, pick=n.Pick.AGENT)  # «la Casella Nord»: each player may have one
        select = evolve(select, where=tuple(where), place=select.place or on)
        select = self._implied_place(select, head)
        if kept is not None:
            select = self._but_one(select, kept, agent)
        if pattern:
            select = self.as_pattern(select)
        gender = head.sense.gender if head is not None else np.gender
        self.said.mention(
            select,
            SPOT if self.is_spot(noun) else "card",
            noun,
            gender if gender != 3 else 3,
            np.number if np.number != 3 else (1 if quantity is n.Quantity.EXACTLY and number == n.Num(1) else 3),
        )
        return select

    @staticmethod
    def _picked_how(np: s.NounPhrase, head: s.Token | None, quantity: n.Quantity) -> n.Pick:
        """«la Lana» is the one there is, «un bersaglio» is aimed at, any other is picked by who does it."""
        if head is None and np.noun is not None and np.noun.terminal == "TARGET":
            return n.Pick.TARGET
        dets = {d.terminal for d in np.determiners}
        one = quantity is n.Quantity.EXACTLY and bool(np.number & 1)
        return n.Pick.NAMED if "DEF" in dets and one and "NUM" not in dets else n.Pick.AGENT

    @contextmanager
    def _under_test(self, select: n.Select) -> Iterator[None]:
        """«una Lana che ha attaccato»: what describes a thing is asked of each that it may be."""
        several = not (isinstance(select.number, n.Num) and select.number.value == 1)
        outer = self.said.candidate, self.said.clause_subject
        outer_name, self._candidate_bind = self._candidate_bind, select.bind
        outer_plural, self._plural_candidate = (
            self._plural_candidate,
            several and select.quantity is not n.Quantity.ALL,
        )
        self.said.candidate = True
        yield  # what cannot be read is read no further: nothing to put back then
        self.said.candidate, self.said.clause_subject = outer
        self._candidate_bind = outer_name
        self._plural_candidate = outer_plural

    @contextmanager
    def _of_what_was_said(self) -> Iterator[None]:
        """«danni pari al suo Ardore»: of one that was spoken of, never of the things that are counted."""
        outer, self.said.candidate = self.said.candidate, False
        yield
        self.said.candidate = outer

    def _said_before_noun(self, np: s.NounPhrase, noun: str, agent: n.Term | None) -> list[n.Condition]:
        """«una tua Lana», «un'altra Lana»: what the words before a noun ask."""
        outer_than, self._than = self._than, self._than or self.its_own_card(np) or self._spoken_of_alike(noun)
        where = [condition for token in np.determiners for condition in self._determiner_filter(token, agent, noun)]
        self._than = outer_than
        return where

    def _said_after_noun(
        self, said: n.Select, np: s.NounPhrase, kept: s.Modifier | None, agent: n.Term | None
    ) -> Described:
        """«… desta nel Cesto con 3 Ardore»: what the words after a noun say of where it is, and ask."""
        select, where = said, []
        so_many = said.pick is n.Pick.NAMED or any(d.terminal in ("INDEF", "NUM") for d in np.determiners)
        for modifier in np.modifiers:
            if modifier is kept:
                continue
            if np.noun is not None and np.has("this", "that") and _says_what_lies_there(modifier):
                this, what = self.quoted(np.start, modifier.start), self.quoted(modifier.start, modifier.end)
                why = f"«{this}» è una sola: «{what}» non la sceglie"
                raise self.fail(modifier.start, why, "S024", "«se questa carta ha …, …»", modifier.end)
            if so_many:
                self._of_each_player(modifier)
            if self.said.card and self._than_what(modifier, np) is None:
                self._greatest_of_several(modifier, np)
            select, more = self._modify(select, modifier, np, agent)
            where += more
        return select, where

    def _from_an_end(self, select: n.Select, said: n.Select, np: s.NounPhrase, where: list[n.Condition]) -> n.Select:
        """«la prima carta dalla cima del Mazzo», «le 3 carte in cima al Mazzo»: how deep it is looked for."""
        dets, number = {d.terminal for d in np.determiners}, said.number
        if "FIRST" in dets and select.place is not None:
            select = self._first_of(select, where)
        elif "FIRST" in dets and number is not None and select.place is None:
            raise self.fail(np.start, "«prima» di che cosa? dillo: «dalla cima del …»", "S023")
        elif "SECOND" in dets and self.said.card:
            what = f"«{self.quoted(np.start, np.end)}»: seconda di che cosa?"
            hint = "si dicono «la prima», «un'altra»; quante sono: «se hai … due …»"
            raise self.fail(np.start, what, "S023", hint, end=np.end)
        place = select.place
        if place is None or place.end is None or place.first or place.depth is not None:
            return select
        several = isinstance(number, n.Num) and number.value > 1 and "DEF" in dets
        if not several or said.pick is n.Pick.TARGET:
            return select
        return evolve(select, place=evolve(place, depth=number), pick=n.Pick.NAMED)

    def _keeps_one(self, modifier: s.Modifier, quantity: n.Quantity, pattern: bool) -> bool:
        """«tutte le Lane tranne una», of what is done to them."""
        but = modifier.value if modifier.kind == "mod_except" else None
        one = isinstance(but, s.NounPhrase) and any(d.terminal == "INDEF" for d in but.determiners)
        return one and quantity is n.Quantity.ALL and not pattern and not self.said.continuous

    def _but_one(self, select: n.Select, kept: s.Modifier, agent: n.Term | None) -> n.Select:
        """All of them, other than the one that is chosen first: such a one, or as it is said."""
        but = kept.value
        assert isinstance(but, s.NounPhrase)
        one = evolve(select, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT, bind=self.said.fresh())
        if but.noun is not None or but.modifiers or len(but.determiners) > 1:
            said = self.term(but, agent=agent)
            if not isinstance(said, n.Select) or said.bind is None:
                raise self.fail(but.start, f"quale «{self.quoted(but.start, but.end)}»?", "S020", end=but.end)
            one = said
            if (
                but.noun is None and said.noun == self.vocabulary.implied_noun
            ):  # «tutte le Lane tranne una che controlli»
                where = (*select.where, *(x for x in said.where if x not in select.where))
                there = self.vocabulary.implied_place(select.noun, target=False)
                place = said.place or (n.Place(there) if there else None)
                one = evolve(said, noun=select.noun, where=where, place=place)
                self.said.mentions = [
                    evolve(m, term=one, noun=one.noun) if m.term == said else m for m in self.said.mentions
                ]
        self.said.kept = one
        return evolve(select, where=(*select.where, n.Not(n.Same(n.Candidate(), n.Var(one.bind or "")))))

    def _of_each_player(self, modifier: s.Modifier) -> None:
        """«una Candela di ogni giocatore», «una carta nella mano di ogni giocatore» do not say how many in all."""
        of = modifier.value
        if not isinstance(of, s.NounPhrase) or of.noun is None:
            return
        each = of.noun.terminal in ("N_PLAYER", "N_OPPONENT") and of.has("each")
        if modifier.kind == "mod_of" and each:
            said = self.quoted(modifier.start, modifier.end)
            hint = f"di ognuno si dice così: «{of.determiners[0].text} {of.noun.text} …»"
            raise self.fail(modifier.start, f"«{said}»: quante in tutto?", "S024", hint, end=modifier.end)
        for inner in of.modifiers if modifier.kind in ("mod_in", "mod_from") else ():
            self._of_each_player(inner)

    def _greatest_of_several(self, modifier: s.Modifier, np: s.NounPhrase) -> None:
        """«le Lana con Ardore maggiore»: than what, or those with the greatest?"""
        several = np.number == 2 and not any(d.terminal in ("NUM", "ALL") for d in np.determiners)
        value = modifier.value
        if not several or modifier.kind != "mod_with" or not isinstance(value, s.NounPhrase):
            return
        word = _open_comparison(value)
        if word is not None:
            than = "maggiore" if word.name in ("greater", "more") else "minore"
            hint = f"«{than} di questa carta», o di tutte: «la … con {self.quoted(value.start, value.end)}»"
            raise self.fail(word.at, f"«{word.text}» di che cosa?", "S024", hint)

    _counts_again = False  # whether a condition counts, as one before did: «se hai due altre Lane» is of no one Lana

    def _spoken_of_alike(self, noun: str) -> n.Term | None:
        """«…, poi corrompi un'altra Lana», in a text that is used by a card that is no Lana: other than the one before."""
        if not self._of_any_such and (beside := self._said_beside(noun)) is not None:
            return beside
        slot = self.said.context.slot or ""
        own = (self.vocabulary.implied_noun, *slot.split(), *(word for _, word in self.said.context.kinds))
        if not self.said.card or noun in own:
            return None
        if self.said.continuous:  # in a text that speaks of its host, «le altre Lane» are other than the host
            return self.host_of_text() if self.speaks_of_its_host() else None
        alike = (m for m in reversed(self.said.mentions) if m.sort == "card" and m.noun == noun)
        known = next((m for m in alike if not (self._counts_again and m.recall in self.said.asked_of)), None)
        one = known is not None and isinstance(known.term, n.Select) and not known.counted and known.number & 1
        return known.recall if known is not None and one else None

    def _said_beside(self, noun: str) -> n.Term | None:
        """«da una Lana a un'altra Lana»: other than the one of that noun in the same clause."""
        known = next((m for m in reversed(self.said.mentions) if m.sort == "card" and not m.counted), None)
        if (
            known is None
            or known.clause != self.said.clause
            or known.noun != noun
            or known.recall in self.said.asked_of
        ):
            return None
        return known.recall if isinstance(known.term, n.Select) and known.number == 1 and is_one(known.term) else None

    def _first_of(self, select: n.Select, where: list[n.Condition]) -> n.Select:
        """«la prima Lana dalla cima del Fosso»; «le prime due carte del Mazzo»: those on the top."""
        assert select.place is not None
        place = evolve(select.place, end=select.place.end or "top")
        plain = select.noun == self.vocabulary.implied_noun and not where
        if plain and isinstance(select.number, n.Num):
            depth = select.number if select.number.value > 1 else None
            return evolve(select, place=evolve(place, first=False, depth=depth), pick=n.Pick.NAMED)
        return evolve(select, place=evolve(place, first=True), pick=n.Pick.NAMED)

    def _implied_place(self, select: n.Select, head: s.Token | None) -> n.Select:
        """A form or a type alone, and a target, are in play when the sentence does not say where."""
        if select.place is not None or select.among is not None or select.noun == ABILITIES:
            return select
        kind = head.sense.kind if head is not None else ""
        target = select.pick is n.Pick.TARGET
        if (target and select.noun in self.vocabulary.nouns) or not (target or kind in ("member", "member_set")):
            return select
        place = self.vocabulary.implied_place(select.noun, target=target)
        if not target and any(self._was_taken_away(condition, place) for condition in select.where):
            return select
        return evolve(select, place=n.Place(place)) if place else select

    def _was_taken_away(self, condition: n.Condition, place: str | None) -> bool:
        """«ogni Lana spezzata in questo turno», «… che hai scartato», «… messa nel Fosso in questo turno»: it is no longer
        where the verb took it from, or where it would be looked for."""
        if not isinstance(condition, n.Happened) or condition.now is not None or condition.still is not None:
            return False
        into = next((role.value for role in condition.event.roles if role.name == "into"), None)
        if isinstance(into, n.Place):
            within = self.vocabulary.places.get(place or "")
            return into.zone != place and (within is None or into.zone not in within.zones)
        taken = any(role.name == "object" and role.value == n.Candidate() for role in condition.event.roles)
        frame = self.vocabulary.frames.get(condition.event.verb)
        return taken and frame is not None and frame.place is not None

    def as_pattern(self, select: n.Select) -> n.Select:
        """Inside an event a selection means "one that fits": how many and who picks say nothing there."""
        if select.pick is n.Pick.TARGET or isinstance(select.among, n.Related):
            return select
        if select.quantity is n.Quantity.ALL or select.quantity is n.Quantity.ANY or select.pick is n.Pick.NAMED:
            if select.extreme is None and not (select.place and (select.place.end or select.place.first)):
                return evolve(select, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT)
        return select

    def _tokens_on_it(self, np: s.NounPhrase, noun: str) -> tuple[s.NounPhrase, n.Place | None]:
        """«i suoi Gettoni», «un suo Gettone», after a card was spoken of: those on it, and not on all that its player has."""
        its = next((d for d in np.determiners if d.terminal == "POSSESSIVE" and d.name in ("its", "their")), None)
        zone = self.vocabulary.upon_cards(noun)
        last = self.said.recall("")
        if its is None or zone is None or not self.said.card or self.said.candidate:
            return np, None
        his = last is not None and last.sort == "player"
        if last is not None and isinstance(last.recall, n.Related) and last.recall != self.said.last_player:
            his = False  # «riprendi una Lana in mano al suo padrone. I suoi Gettoni …»: he did nothing, they are hers
        of = last.recall if last is not None and his else self.possessor(its, np.start)
        if isinstance(of, n.Candidate) and last is not None:
            of = last.recall  # «le tue Lane hanno +1 Ardore per ogni loro Gettone»: of each of them
        if self.sort(of) != "card":
            return np, None
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d is not its))
        return plain, n.Place(zone, of, span=self.span(np.start, np.end))

    def _attached_to_it(self, np: s.NounPhrase) -> tuple[s.NounPhrase, list[n.Condition]]:
        """«la sua Candela legata», «il suo Laccio»: what lies under the card, and not one of whoever has the card."""
        its = next((d for d in np.determiners if d.terminal == "POSSESSIVE" and d.name == "its"), None)
        attached = next((m for m in np.modifiers if m.tokens and self.may_be(m.tokens[0].at, "ATTACHED")), None)
        lies = any(zone.relation is not None for zone in self.vocabulary.zones.values())
        if not lies or not self.said.card or not np.has("the"):
            return np, []
        plainly = attached is not None and (attached.kind in ("adjective", "mod_participle") and attached.value is None)
        if its is None and attached is not None and plainly:  # «le Candele legate», after «quando una Lana brucia»
            of = self.of_whom_attached()
            rest = tuple(m for m in np.modifiers if m is not attached)
            return (np, []) if of is None else (evolve(np, modifiers=rest), [n.Linked(n.Candidate(), of)])
        if its is None or np.number != 1 or (attached is not None and not plainly):
            return np, []
        of = self.possessor(its, np.start)
        if self.sort(of) != "card" or (attached is None and self.said.choose(2) == 0):
            return np, []
        rest = tuple(m for m in np.modifiers if m is not attached)
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d is not its), modifiers=rest)
        return plain, [n.Linked(n.Candidate(), of)]

    _after_another = False  # whether what is read stands in a list, behind another thing of which the same is said

    def of_whom_attached(self) -> n.Term | None:
        """The card under which «le Candele legate» lie: the one that is spoken of, or what happens; in force else the bearer, or
        the host of which its text speaks; None where there is none."""
        doer = self.said.clause_subject
        if doer is not None and not isinstance(doer, n.Candidate) and self.sort(doer) == "card":
            return doer
        event = self._when_event if self.said.continuous else None
        parts = [role.value for role in event.roles] if event is not None else []
        met = [
            n.Var(each.bind) for each in parts if isinstance(each, n.Select) and each.bind and self.sort(each) == "card"
        ]
        told = (
            m
            for m in reversed(self.said.mentions)
            if m.sort == "card" and (m.clause < self.said.clause or self._after_another) and not m.counted
        )  # «copri una Lana e le Candele legate»: a list goes on
        before = next(
            (m.recall for m in told if not isinstance(m.recall, n.Self) and m.recall not in (*parts, *met)), None
        )
        if before is not None or not self.said.continuous:
            return before
        if len(met) > 1:
            return met[self.said.choose(len(met))]
        return self._other_in_what_happens() or (self.host_of_text() if self.speaks_of_its_host() else n.Self())

    def spoken_of_before(self) -> n.Term | None:
        """The card that does what is told, or the one that a step before spoke of; else the bearer of a text in force."""
        doer = self.said.clause_subject
        if doer is not None and not isinstance(doer, n.Candidate) and self.sort(doer) == "card":
            return doer
        before = (m for m in reversed(self.said.mentions) if m.sort == "card" and m.clause < self.said.clause)
        mention = next(before, None)
        if mention is None:
            return self.said.subject if isinstance(self.said.subject, n.Self) and self.said.continuous else None
        return mention.recall if mention.number == 1 else None

    def chooser(self, choice: s.Complement | s.Modifier, agent: n.Term | None) -> n.Pick:
        if choice.value is not None:
            who = self.term(choice.value)  # type: ignore[arg-type]
        elif choice.tokens and choice.tokens[0].name == "your":
            who = n.You()
        else:
            return n.Pick.AGENT
        if who == agent:
            return n.Pick.AGENT
        return n.Pick.USER if isinstance(who, n.You) else n.Pick.OPPONENT

    def _had_there(self, select: n.Select, clause: s.Clause, agent: n.Term | None) -> Described:
        """«le carte che hai in mano», «una Lana che l'avversario ha in campo»: his, there; «una Lana che hai»: his."""
        there = clause.predicate.value if clause.predicate is not None else None
        if select.place is not None and there is not None:
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: il luogo è già detto", "S036", end=clause.end)
        if there is None and (borne := self._with_a_card(select, clause, agent)) is not None:
            return borne
        who = self._who_has_it(clause, agent)
        his: list[n.Condition] = [n.ControlledBy(n.Candidate(), who)]
        if not isinstance(there, s.Prepositional):
            return select, his
        place = self.place(there.np, who)
        return evolve(select, place=place), his if place.of is None else []

    def _who_has_it(self, clause: s.Clause, agent: n.Term | None) -> n.Term:
        who: n.Term | None = n.You() if clause.group.verb.sense.person == 2 else None
        if clause.subject is not None:
            who = self.term(clause.subject, pattern=True)
        elif who is None:
            who = self._another_player_said(agent)
        if who is None or self.sort(who) != "player":
            raise self.fail(clause.start, "chi l'ha? dillo: «che l'avversario ha …»", "S021", end=clause.end)
        return who

    def _with_a_card(self, select: n.Select, clause: s.Clause, agent: n.Term | None) -> Described | None:
        """«per ogni Candela che ha»: of what lies with a card, those of the card that is spoken of; None of what a player has."""
        zone, attached = self.token_zone(select), select.noun in self.vocabulary.nouns_of_attached()
        player = self._another_player_said(agent)
        finite = clause.group.verb.sense
        if clause.subject is not None or finite.person != 3 or (zone is None and not attached and player is not None):
            return None
        bearer = agent if agent is not None and self.sort(agent) == "card" else self.of_whom_it_is_said()
        several = any(m.recall == bearer and not m.number & finite.number for m in self.said.mentions)
        if bearer is None or several:  # «le Lane hanno +1 per ogni Candela che ha»
            return None
        if zone is not None:
            return evolve(select, place=n.Place(zone, bearer)), []
        return evolve(select, place=None), [n.Linked(n.Candidate(), bearer)]

    def _another_player_said(self, agent: n.Term | None) -> n.Term | None:
        """Of which player, who is not you, «che ha» may be."""
        if agent is not None and self.sort(agent) == "player" and not isinstance(agent, n.You):
            return agent
        mention = self.said.recall("player")
        return mention.recall if mention is not None else None

    def of_whom_it_is_said(self) -> n.Term | None:
        """Hook: the card of which an amount is told, or whose text it is."""
        raise NotImplementedError

    def _determiner_filter(self, token: s.Token, agent: n.Term | None, noun: str) -> list[n.Condition]:
        if token.terminal == "POSSESSIVE":
            if token.name == "your":
                return [n.ControlledBy(n.Candidate(), n.You())]
            return [n.ControlledBy(n.Candidate(), self._their_player(agent, token))]
        if token.terminal == "OTHER":
            return [n.Not(n.Same(n.Candidate(), self._another_than(token, noun)))]
        return []

    def _another_than(self, token: s.Token, noun: str) -> n.Term:
        """«un'altra Lana» in a text that speaks of its host: than that one; «un'altra Candela», as those that lie attached:
        than this card."""
        than = self._other_than(token)
        attached = self.vocabulary.nouns_of_attached()
        if noun in attached and self.speaks_of_its_host() and than == self.host_of_text():
            return n.Self()
        return than if noun in (self.vocabulary.implied_noun, *attached) else self.of_text(than)

    def _modify(self, select: n.Select, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None) -> Described:
        """One of the words after a noun: which ones are meant, or what is asked of each."""
        if modifier.value is not None and modifier.value is so_many_as(np):
            return select, []  # it says how many they are
        after = next((other for other in np.modifiers if other.start == modifier.end), None)
        if after is not None and after.kind == "mod_participle" and had_there(modifier) is not None:
            said = self.quoted(modifier.start, after.end)  # «le Lane che hai pescato»: what was done
            raise self.fail(modifier.start, f"«{said}» non si intende", "S036", end=after.end)
        if np.has("all", "each") and modifier.kind == "adjective" and modifier.tokens[0].terminal == "TARGET":
            at, end = modifier.start, modifier.end
            said = "un bersaglio si sceglie: dopo «tutte» e «ogni» non resta nulla da scegliere"
            raise self.fail(at, said, "S036", end=end)
        for read in (self._which_of_such, self._lying_there, self._beside_another, self._among_those):
            found = read(select, modifier, agent)
            if found is not None:
                return found
        if modifier.kind == "mod_with":
            compared = self._greater_than_what(modifier, np)
            return (select, [compared]) if compared is not None else self._with(select, _than_one_of_such(modifier, np))
        if modifier.kind == "mod_degree" and (most := self._most_so(select, modifier, np)) is not None:
            return evolve(select, extreme=most), []
        return select, list(self._filter(modifier, np, agent))

    def _most_so(self, select: n.Select, modifier: s.Modifier, np: s.NounPhrase) -> n.Extreme | None:
        """«la tua crepa più grave», «la meno grave»: the one with most, or least, of what is shown of it."""
        word, words = modifier.tokens[-1], {token.name for token in modifier.tokens}
        alike = [each.of for each in self.vocabulary.degrees if each.name == word.name and each.of is not None]
        values = [self.vocabulary.values[name] for name in alike]
        own = next((v for v in values if v.owner == select.noun and v.settled_in is not None), None)
        one = np.number == 1 and np.has("the") and not any(d.terminal == "NUM" for d in np.determiners)
        if own is None or own.settled_in is None or not one or any(t.terminal == "VERY" for t in modifier.tokens):
            return None
        span = self.span(modifier.start, modifier.end)
        return n.Extreme(n.ValueOf(own.settled_in, n.Candidate()), "more" in words, span=span)

    def _which_of_such(self, select: n.Select, modifier: s.Modifier, agent: n.Term | None) -> Described | None:
        """«una Lana bersaglio», «una Lana a tua scelta», «due Lane o più»: who picks it, or what it is called."""
        kind, tokens = modifier.kind, modifier.tokens
        if kind == "adjective" and tokens[0].terminal == "TARGET":
            return evolve(select, pick=n.Pick.TARGET), []
        if kind == "mod_choice":
            return evolve(select, pick=self.chooser(modifier, agent)), []
        if kind == "mod_called":
            return evolve(select, bind=tokens[0].name), []
        return (select, []) if kind == "mod_comparison" and tokens[0].terminal == "OR_MORE" else None

    def _lying_there(self, select: n.Select, modifier: s.Modifier, agent: n.Term | None) -> Described | None:
        """«una carta nel Fosso», «le carte che hai in mano», «in cima al Mazzo», «un Gettone su questa Lana»: where it is."""
        kind, value = modifier.kind, modifier.value
        if kind == "mod_in" and isinstance(value, s.NounPhrase) and not self.says_spot(value):
            if select.place is not None:
                said = self.quoted(modifier.start, modifier.end)
                raise self.fail(modifier.start, f"«{said}»: il luogo è già detto", "S036", end=modifier.end)
            of = None if self.lies_anywhere_in(select.noun, value) else agent
            if select.quantity is n.Quantity.ALL and agent is not None:  # «le carte in un Fosso»: in that of one
                return evolve(select, place=self.of_some_player(value, self.place(value, of))), []
            return evolve(select, place=self.place(value, of, anybodys=True)), []
        if kind == "mod_relative" and (clause := had_there(modifier)) is not None:
            return self._had_there(select, clause, agent)
        if kind == "mod_relative" and (bearer := self._who_carries(select, value)) is not None:
            zone, span = self.token_zone(select), self.span(modifier.start, modifier.end)
            return evolve(select, place=n.Place(zone or "", bearer, span=span)), []
        if kind in ("mod_end", "mod_from_end"):
            place, span = self.of_some_player(value, self.place(value, agent)), self.span(modifier.start, modifier.end)  # type: ignore[arg-type]
            end = modifier.tokens[0].name
            return evolve(select, place=evolve(place, end=end, first=kind == "mod_from_end", span=span)), []
        if kind == "mod_on" and (not self.says_spot(value) or self.token_zone(select) is not None):
            return evolve(select, place=self.upon(select, value)), []  # type: ignore[arg-type]
        if kind != "mod_of":
            return None
        if isinstance(value, s.NounPhrase) and value.noun and value.noun.terminal in ("N_ZONE", "N_PLACE"):
            return evolve(select, place=self.of_some_player(value, self.place(value, agent))), []
        if select.place is not None and self._of_nobody_yet(select.place):
            whose = self._of(modifier, n.Candidate(), agent)
            if isinstance(whose, n.ControlledBy):  # «in cima al Mazzo del giocatore»: the Mazzo is his
                return evolve(select, place=evolve(select.place, of=whose.by)), []
            return select, [whose]
        return None

    def _who_carries(self, select: n.Select, clause: object) -> n.Term | None:
        """«i Gettoni che tiene», «che questa carta tiene», of tokens whose number on a card the game says with that verb."""
        if not isinstance(clause, s.Clause) or self.token_zone(select) is None:
            return None
        group = clause.group
        said = any(value.verb_of == select.noun for value in self.vocabulary.values_of_verb(group.verb.name))
        plain = group.form == "present" and not (group.negated or group.passive or group.modal or clause.complements)
        if not said or not plain or group.finite is None or group.finite.sense.person != 3:
            return None
        if clause.subject is not None:
            return self.term(clause.subject)
        its = evolve(
            group.verb, sense=evolve(group.verb.sense, name="their" if group.finite.sense.number == 2 else "its")
        )
        outer, self.said.candidate = self.said.candidate, False  # no token holds tokens
        try:
            who = self.possessor(its, clause.start)
            those = self.of_whom_it_is_said() if isinstance(who, n.Candidate) else None
            return self.of_text(those or who)  # «le Lane hanno +1 Ardore per ogni Gettone che tengono»: those
        finally:
            self.said.candidate = outer

    def _namesake(self, word: s.Token) -> n.Term:
        """«una Lana e tutte le Lane con lo stesso nome», in a text that is used: as the one spoken of, never as the card that says
        so; in a text in force as that."""
        if self.said.continuous or not self.said.card:
            return self._other_than(word)
        mention = next((m for m in reversed(self.said.mentions) if m.sort == "card" and not m.counted), None)
        if mention is None:
            hint = "«con lo stesso nome di quella carta», «… di questa carta»"
            raise self.fail(word.at, "lo stesso nome di chi?", "S021", hint)
        return mention.recall

    def _beside_another(self, select: n.Select, modifier: s.Modifier, agent: n.Term | None) -> Described | None:
        """«la Lana accesa dopo questa», «una Lana con lo stesso nome»: by another thing."""
        kind, tokens, span = modifier.kind, modifier.tokens, self.span(modifier.start, modifier.end)
        if kind == "mod_later":
            than = self.term(modifier.value)  # type: ignore[arg-type]
            verb = next((t.name for t in tokens if t.terminal == "V_PART"), None)
            already = any(t.terminal == "ALREADY" for t in tokens)
            return select, [n.Later(n.Candidate(), than, self.order_of(modifier.start), verb, already, span=span)]
        if kind == "mod_same_name":
            other = self.term(modifier.value) if modifier.value is not None else self._namesake(tokens[0])  # type: ignore[arg-type]
            return select, [n.SameName(n.Candidate(), other, span=span)]
        return None

    def not_taken(self, those: n.Term) -> tuple[n.Condition, ...]:
        """«mettine una in mano, una in cima»: another than those that were taken of them before."""
        taken = (m for m in self.said.mentions if isinstance(m.term, n.Select) and m.term.among == those)
        return tuple(n.Not(n.Same(n.Candidate(), m.recall)) for m in taken if isinstance(m.recall, n.Var))

    def _among_those(self, select: n.Select, modifier: s.Modifier, agent: n.Term | None) -> Described | None:
        """«una Lana tra le 3 carte in cima al Mazzo», «una carta tra le sue Mete»: of which it is one."""
        if modifier.kind != "mod_among":
            return None
        if (words := self.words_of_value(modifier.value)) is not None:
            return select, [n.IsAmong(n.Candidate(), words, span=self.span(modifier.start, modifier.end))]
        if (shown := self._those_shown(modifier.value)) is not None:
            return evolve(select, place=shown), []
        inner = self._such_as_are(select.noun, modifier.value, agent) or self.term(modifier.value)  # type: ignore[arg-type]
        of_a_pile = isinstance(inner, n.Select) and inner.place is not None and inner.place.depth is not None
        if isinstance(inner, n.Select) and of_a_pile and not inner.where:
            if select.bind is not None and inner.bind is not None:
                self.said.taken_among[select.bind] = inner
            return evolve(select, place=inner.place), []
        return evolve(select, among=inner), list(self.not_taken(inner))

    def _such_as_are(self, noun: str, np: object, agent: n.Term | None) -> n.Select | None:
        """«la Lana con Ardore maggiore tra quelle stanche», «… tra le tue»: all those of the same kind that are so."""
        if not isinstance(np, s.NounPhrase) or np.noun is not None or np.number != 2:
            return None
        described = bool(np.modifiers) or any(d.terminal in ("POSSESSIVE", "OTHER") for d in np.determiners)
        if not described or not np.has("that", "the"):
            return None
        if np.has("that") and (self.said.looked is not None or self.said.recall("card", 3, 2) is not None):
            said = self.quoted(np.start, np.end)
            hint = f"di quelle di cui si è parlato: «una … con …», «tra quelle»; di tutte: «tra le {noun} …»"
            raise self.fail(np.start, f"«{said}»: tra quelle di cui si è parlato, o tra tutte?", "S021", hint, np.end)
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d.terminal != "THAT"))
        such = self._select(plain, noun, None, False, agent)
        return evolve(such, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT)

    def _those_shown(self, np: object) -> n.Place | None:
        """«L'avversario mostra la mano. Scegli una Lana tra quelle carte»: those that lie there."""
        if not isinstance(np, s.NounPhrase) or np.modifiers or self.said.recall("card", 3, 2) is not None:
            return None
        pronoun = np.noun is not None and np.noun.terminal == "PRONOUN"
        those = np.has("that") and np.noun is not None and np.noun.name == self.vocabulary.implied_noun
        return self.said.looked if np.number & 2 and (pronoun or those) else None

    def lies_anywhere_in(self, noun: str, np: s.Noun) -> bool:
        """«un Soldato nella Retrovia»: of what is in the field, whosesoever, in a part of the field that all have."""
        within = self.vocabulary.places.get(self.vocabulary.implied_place(noun, target=False) or "")
        head = np.noun if isinstance(np, s.NounPhrase) else None
        return within is not None and head is not None and head.name in within.zones

    def upon(self, what: n.Term, np: s.Noun) -> n.Place:
        """«un Gettone su questa carta»: where tokens of that kind lie on a card."""
        zone = self.token_zone(what)
        if zone is None and isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ZONE":
            declared = self.vocabulary.zones.get(np.noun.name)
            if declared is not None and not declared.ordered and declared.upon is None:
                return self.place(np)  # «una carta sul Tavolo»: there; on a pile it would be on top
        if zone is None:
            raise self.fail(np.start, f"su «{self.quoted(np.start, np.end)}» non ci sta nulla", "S022", end=np.end)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ZONE":
            place = self.place(np)  # «un Gettone sul tuo Armadio»: where the game keeps them
            kept = self.vocabulary.zones[place.zone].upon
            if kept is None:
                raise self.fail(np.start, f"su «{self.quoted(np.start, np.end)}» non ci sta nulla", "S022", end=np.end)
            return n.Place(kept, place.of, span=self.span(np.start, np.end))
        known = self.said.mentions
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "PRONOUN":
            self.said.mentions = [m for m in known if m.noun not in self.vocabulary.tokens]  # no token lies on a token
            on = self.term(np)
            self.said.mentions = known
            return n.Place(zone, on, span=self.span(np.start, np.end))
        on = self.term(np)
        if isinstance(on, n.Select) and self.sort(on) == SPOT:
            on = self.card_there(on)
        return n.Place(zone, on, span=self.span(np.start, np.end))

    _each_counted = False  # whether what «per ogni» counts is read
    _of_any_such = False  # whether a phrase says of which an event, a permission or a claim is: of any that fits

    def _greater_than_what(self, modifier: s.Modifier, np: s.NounPhrase) -> n.Condition | None:
        """«una Lanterna con Ardore maggiore», «dalle Lanterne con meno Ardore»: than what was spoken of before, or than the
        bearer; «la Lanterna con Ardore maggiore» is the greatest."""
        word, value = self._than_what(modifier, np), modifier.value
        if word is None or not isinstance(value, s.NounPhrase):
            return None
        of_them = (
            self.of_whom_it_is_said() if self._each_counted else None
        )  # «le tue Lane hanno +1 per ogni …»: than each
        left, than = self._own_value(value, n.Candidate()), of_them or self.spoken_of_before()
        if than is not None and isinstance(left, n.ValueOf):
            right = n.ValueOf(left.value, than, left.printed)
            op = ">" if word.name in ("greater", "more") else "<"
            return n.Compare(left, op, right, span=self.span(np.start, np.end))
        said = f"«{word.text}» di che cosa? per il più alto o il più basso di tutti dì «la … con …»"
        raise self.fail(word.at, said, "S024")

    def _than_what(self, modifier: s.Modifier, np: s.NounPhrase) -> s.Token | None:
        """The word of a comparison that does not say with what, of one of several or of any such («le Lane con più Ardore»)."""
        value = modifier.value
        if modifier.kind != "mod_with" or not isinstance(value, s.NounPhrase) or value.has("the"):
            return None  # «una Lana con l'Ardore più alto»: of all
        counted = any(d.terminal in ("NUM", "ALL") for d in np.determiners)
        of_any = self._of_any_such and self.said.card and np.number == 2 and not counted
        each = np.has("each") or (self._each_counted and not np.has("the"))
        of_each = self.said.card and each and not counted  # «per ogni Lana con più Ardore»: than this card
        if not of_any and not of_each and not any(d.terminal == "INDEF" for d in np.determiners):
            return None
        return _open_comparison(value)


def _open_comparison(value: s.NounPhrase) -> s.Token | None:
    """«con Ardore maggiore», «con più Ardore»: the word, where nothing says than what."""
    more = next((d for d in value.determiners if d.terminal == "MORE"), None)
    if more is not None and value.noun is not None and value.noun.terminal == "N_VALUE":
        return None if any(m.kind in ("mod_of", "mod_than", "mod_comparison") for m in value.modifiers) else more
    open_ended = (m for m in value.modifiers if m.kind == "mod_comparison" and m.value is None)
    return next((m.tokens[0] for m in open_ended if m.tokens[0].terminal == "GREATER"), None)


#: Of these nouns one counts how many; of the others («guadagna Corazza») there is one.
_COUNTED: Final = ("N_CARD", "N_VALUE")


def bare_plural(np: object) -> TypeGuard[s.NounPhrase]:
    """Whether a phrase is «Lane», «Lane stanche», «Vigore»: of more than one or so much, and nothing says how many."""
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.determiners:
        return False
    if (np.number == 1 and np.noun.terminal != "N_VALUE") or (np.number == 3 and np.noun.terminal not in _COUNTED):
        return False
    begins = min([np.noun.at, *(m.start for m in np.modifiers)]) == np.start  # «il prossimo lancio» is one
    return begins and so_many_as(np) is None and not any(m.kind == "mod_comparison" for m in np.modifiers)


def definite_plural(np: object) -> TypeGuard[s.NounPhrase]:
    """Whether a phrase is «le carte», «tutti i Punti»: of more than one, and no number says how many."""
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.number != 2 or np.modifiers:
        return False
    return (
        np.noun.terminal in _COUNTED
        and bool(np.determiners)
        and all(d.terminal in ("DEF", "ALL") for d in np.determiners)
    )


def so_many_as(np: s.NounPhrase) -> s.Noun | None:
    """«tante carte quante le tue Lane», «carte pari alle tue Lane»: the phrase whose number is how many they are."""
    bare = not np.determiners and np.number == 2
    for modifier in np.modifiers:
        equal = modifier.kind == "mod_comparison" and modifier.tokens[0].terminal == "EQUAL" and not modifier.negated
        if modifier.kind == "mod_so_many" or (bare and equal):
            return modifier.value if isinstance(modifier.value, (s.NounPhrase, s.NounList)) else None
    return None


def had_there(modifier: s.Modifier) -> s.Clause | None:
    """The clause of «che l'avversario ha in mano», «che hai», of nothing else that a relative says."""
    clause = modifier.value
    if not isinstance(clause, s.Clause) or clause.group.verb.terminal != "HAVE_FIN" or clause.complements:
        return None
    there = clause.predicate
    return clause if there is None or there.kind == "predicate_place" else None


def _than_one_of_such(modifier: s.Modifier, np: s.NounPhrase) -> s.Modifier:
    """«una Lana rivale con Ardore minore di una tua», «con meno Ardore di una tua»: than a Lana of yours."""
    value, head = modifier.value, np.noun
    if not isinstance(value, s.NounPhrase) or head is None or head.terminal != "N_CARD":
        return modifier
    return evolve(modifier, value=evolve(value, modifiers=tuple(_of_such(m, head) for m in value.modifiers)))


def _of_such(compared: s.Modifier, head: s.Token) -> s.Modifier:
    than = compared.value
    if compared.kind not in ("mod_comparison", "mod_of") or not isinstance(than, s.NounPhrase) or than.noun is not None:
        return compared
    words = (*than.determiners, *(m.tokens[0] for m in than.modifiers if m.tokens))
    whose = any(w.name == "your" or w.terminal == "OPPOSING" for w in words)
    agrees = than.gender & head.sense.gender
    return evolve(compared, value=evolve(than, noun=head)) if whose and agrees and not than.has("that") else compared


def _says_what_lies_there(modifier: s.Modifier) -> bool:
    """«con un Legame», «con due Candele»: cards under a card."""
    np = modifier.value
    return (
        modifier.kind == "mod_with"
        and isinstance(np, s.NounPhrase)
        and np.noun is not None
        and np.noun.terminal == "N_CARD"
    )
