"""«hai almeno due Candele», «ha Corazza», «ci sono più Lane che Lanterne»: what one has, and how many there are."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ..events.subjects import Subjects
from ..things.complements import Parts
from ..things.filters import so_many
from ..things.reading import PLAYER
from ..things.rolled import evenly_many

#: «più di 3», «meno di 3»: as it is said, and not as the number that is next to it.
STRICT: Final = {"more_than": ">", "fewer_than": "<"}


class Counting(Subjects):
    """The part of the reader that reads what somebody has, as a condition."""

    def _has(self, clause: s.Clause) -> n.Condition:
        predicate = clause.predicate
        assert predicate is not None
        extra = self.parts(clause)
        self.nothing_left(extra, clause, "prepositions", adverbs=("ONLY", "ALSO", "ALWAYS", "IN_ALL"))
        if isinstance(clause.subject, s.NounPhrase) and clause.subject.has("nobody"):
            raise self.fail(
                clause.start, "«nessuno» di chi? dì «nessun giocatore» o «non ci sono …»", "S025", end=clause.end
            )
        subject = self.subject_of(clause)
        if subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        subject = self._who_has(clause, predicate.value, subject, extra)
        if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL and clause.subject is not None:
            if subject.noun == PLAYER and subject.bind is not None:  # what is his is counted: he needs a name
                inner = self._has_of(clause, predicate, n.Var(subject.bind), extra)
                return n.EveryOne(subject, inner, span=self.span(clause.start, clause.end))
            inner = self._has_of(clause, predicate, n.Candidate(), extra)
            return n.EveryOne(evolve(subject, bind=None), inner, span=self.span(clause.start, clause.end))
        return self._has_of(clause, predicate, subject, extra)

    def _who_has(self, clause: s.Clause, what: object, subject: n.Term, extra: Parts) -> n.Term:
        """«l'avversario scarta una carta. Se non ha carte in mano, …»: what no card has is of the player who was spoken of."""
        player = self.player_spoken_of()
        if self.sort(subject) != "card" or not isinstance(what, s.NounPhrase) or what.noun is None:
            return subject
        left_out = clause.subject is None and self._third(clause)
        if what.noun.terminal == "N_VALUE":
            declared = self.vocabulary.values.get(what.noun.name)
            if declared is None or declared.owner != "player":
                return subject
            if not left_out or player is None:
                raise self.fail(
                    what.start, f"«{what.noun.text}» si dice di un giocatore: di quale?", "S025", end=what.end
                )
            return player
        if not left_out or player is None:
            return subject
        if what.noun.terminal != "N_CARD":
            return subject
        places = [m.value for m in what.modifiers if m.kind == "mod_in"] + [each.np for each in extra.prepositions]
        heads = [each.noun.name for each in places if isinstance(each, s.NounPhrase) and each.noun is not None]
        if any(head in self.vocabulary.zones and self.vocabulary.zones[head].owner == "player" for head in heads):
            return player
        return (player, subject)[self.said.choose(2)]

    def _has_of(self, clause: s.Clause, predicate: s.Complement, subject: n.Term, extra: object) -> n.Condition:
        value = predicate.value
        span = self.span(clause.start, clause.end)
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal in ("N_KEYWORD", "N_VALUE", "N_NUMBER", "N_LASTING")
        ):
            self.nothing_left(extra, clause, adverbs=("ALSO", "ALWAYS", "IN_ALL"))  # type: ignore[arg-type]
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_KEYWORD":
            if self.sort(subject) == "player":
                said = f"«{value.noun.text}» l'ha una carta, non un giocatore"
                raise self.fail(clause.start, said, "S022", "di quali carte? «se hai una … con …»", clause.end)
            has: n.Condition = n.HasKeyword(subject, value.noun.name, span=span)
            return n.Not(has, span=span) if clause.group.negated else has
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_LASTING":
            borne = self.has_lasting(value, value.noun, subject, span)
            return n.Not(borne, span=span) if clause.group.negated else borne
        if isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_VALUE":
            return self._has_value(clause, value, subject, span)
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_NUMBER"
            and value.has("same")
        ):
            return (
                self._as_many_as(clause, value, subject, span)
                if any(m.kind == "mod_of" for m in value.modifiers)
                else self._same_number(clause, span)
            )
        if isinstance(value, s.NounPhrase) and (evenly := evenly_many(value)) is not None:
            return self._has_even(clause, *evenly, subject, extra)
        if isinstance(value, (s.NounPhrase, s.NounList)):
            return self._count_condition(value, subject, clause, extra)
        raise self.fail(
            predicate.start,
            f"«{self.quoted(predicate.start, predicate.end)}» non si intende in una condizione",
            end=predicate.end,
        )

    def _has_even(
        self, clause: s.Clause, things: s.NounPhrase, even: bool, subject: n.Term, extra: object
    ) -> n.Condition:
        """«hai un numero pari di Candele», «… di Punti gloria»."""
        if things.noun is not None and things.noun.terminal == "N_VALUE":
            span = self.span(clause.start, clause.end)
            return n.Parity(self._own_value(things, subject), even is not clause.group.negated, span=span)
        return self.counted_evenly(self._count_condition(things, subject, clause, extra), things, even, clause)

    def counted_evenly(self, held: n.Condition, things: s.NounPhrase, even: bool, clause: s.Clause) -> n.Condition:
        """What counts things, as whether they are «un numero pari» of them; denied, an odd one."""
        counted = held.part if isinstance(held, n.Not) else held
        if not isinstance(counted, n.Compare):
            words = self.quoted(things.start, things.end)
            raise self.fail(things.start, f"«un numero pari» di «{words}»: quali?", "S024", end=things.end)
        return n.Parity(counted.left, even is not clause.group.negated, span=held.span)  # type: ignore[arg-type]

    def _has_value(self, clause: s.Clause, value: s.NounPhrase, subject: n.Term, span: n.Span | None) -> n.Condition:
        more = next((d for d in value.determiners if d.terminal == "MORE"), None)
        than = next((m.value for m in value.modifiers if m.kind == "mod_of"), None)
        assert value.noun is not None
        if more is not None and than is not None:
            left = self._own_value(value, subject)
            right = so_many(than) or n.ValueOf(value.noun.name, self._than_whom(than, subject))  # type: ignore[arg-type]
            condition: n.Condition = n.Compare(left, ">" if more.name == "more" else "<", right, span=span)
        elif more is not None:
            raise self.fail(value.start, "più di chi?", "S024", end=value.end)
        else:
            condition = self.value_condition(value, subject)
            if self.sort(subject) == "player":  # «se hai 6 Punti o meno, …; se ne hai 3 o meno, …»
                self.said.asked_value, self.said.asked_kind = value.noun.name, None
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _as_many_as(self, clause: s.Clause, np: s.NounPhrase, subject: n.Term, span: n.Span | None) -> n.Condition:
        """«hai lo stesso numero di Lanterne dell'avversario»."""
        things = next(m.value for m in np.modifiers if m.kind == "mod_of")
        than = next((m for m in getattr(things, "modifiers", ()) if m.kind == "mod_of"), None)
        if not isinstance(things, s.NounPhrase) or than is None:
            raise self.fail(np.start, "lo stesso numero di chi?", "S024", end=np.end)
        whose = self.term(than.value)
        if self.sort(whose) != "player":
            raise self.fail(than.start, "si confrontano due giocatori", "S025", end=than.end)
        plain = evolve(things, modifiers=tuple(m for m in things.modifiers if m is not than))
        mine, theirs = self.owned(self.counted(plain), subject), self.owned(self.counted(plain), whose)
        condition: n.Condition = n.Compare(n.Count(mine), "==", n.Count(theirs), span=span)
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _said_last(self) -> n.Select | None:
        """«spezza una tua Lana, se ne hai più di due»: Lane, wherever they are looked for, whosever."""
        if self.said.asked_kind is not None:  # «se hai un'Erba, attingi una carta; se ne hai due, …»: Erbe
            return self.said.asked_kind
        mention = self.said.recall("card", 3, 2, counted=True) or self.said.recall("card", counted=True)
        if mention is None or not isinstance(mention.term, n.Select):
            return None
        where = tuple(c for c in mention.term.where if not isinstance(c, n.ControlledBy))
        return n.Select(mention.term.noun, where=where, quantity=n.Quantity.ALL, place=mention.term.place)

    def _same_number(self, clause: s.Clause, span: n.Span | None) -> n.Condition:
        """«finché non ne avete lo stesso numero»: as many of what was spoken of, his and yours."""
        mention = next(
            (m for m in reversed(self.said.mentions) if isinstance(m.term, n.Select) and m.sort == "card"), None
        )
        if mention is None or not any(c.name == "of_them" for c in clause.group.clitics):
            raise self.fail(clause.start, "lo stesso numero di che cosa?", "S021", end=clause.end)
        assert isinstance(mention.term, n.Select)
        where = tuple(c for c in mention.term.where if not isinstance(c, n.ControlledBy))
        base = n.Select(mention.term.noun, where=where, quantity=n.Quantity.ALL, place=mention.term.place)
        mine, theirs = self.owned(base, n.You()), self.owned(base, n.Opponent())
        condition: n.Condition = n.Compare(n.Count(mine), "==", n.Count(theirs), span=span)
        return n.Not(condition, span=span) if clause.group.negated else condition

    def _count_condition(self, np: s.Noun, subject: n.Term, clause: s.Clause, extra: object) -> n.Condition:
        """«hai almeno due Candele», «l'avversario ha più Lanterne di te», «il tuo Armadio ha esattamente tre
        carte»."""
        span = self.span(clause.start, clause.end)
        if isinstance(np, s.NounList) and not clause.group.negated:
            parts = tuple(self._count_condition(item, subject, clause, extra) for item in _bounded_alike(np.items))
            return n.Or(parts, span=span) if np.joiner == "or" else n.And(parts, span=span)
        if isinstance(np, s.NounPhrase):
            more = next((d for d in np.determiners if d.terminal == "MORE"), None)
            if more is not None:
                return self._more_than(np, more, subject, clause, extra)
            if np.has("this") and any(
                a.terminal == "ONLY" for a in (*clause.group.adverbs, *getattr(extra, "adverbs", ()))
            ):
                return self._only_this(np, subject, extra, span)
        some = any(c.name == "of_them" for c in clause.group.clitics) and getattr(np, "noun", None) is None
        third = clause.group.finite is not None and clause.group.finite.sense.person == 3
        if some and clause.subject is None and third and self.said.asked_who is not None:
            subject = self.said.asked_who  # «se il rivale ha un'Erba, …; se ne ha due, …»: he
        bare = some and isinstance(np, s.NounPhrase) and all(map(_bounds, np.modifiers))
        subject = self._who_has_some(clause, subject) if bare and third else subject
        plain = bare and self.sort(subject) == "player"
        if bare and self.said.held_there is not None and self.said.held_there[0] == subject:
            return self._compare_count(
                self.said.held_there[1], np, clause
            )  # «se ha una Candela legata, … se ne ha due»
        value = self.said.asked_value or self.said.value_counted
        if plain and value is None and (kind := self._said_last()) is not None:
            if getattr(extra, "prepositions", ()):  # «finché non ne hai tre in mano»: there
                kind = self._at_late_place(evolve(kind, place=None), extra, subject)
            return self._compare_count(self.owned(kind, subject), np, clause)
        if bare and value is not None and isinstance(np, s.NounPhrase):
            much = self._compare_count(n.Select(self.vocabulary.implied_noun), np, clause)  # «se ne hai meno di 6»
            whole = much.part if isinstance(much, n.Not) else much
            assert isinstance(whole, n.Compare)
            whole = evolve(whole, left=n.ValueOf(value, subject))
            return evolve(much, part=whole) if isinstance(much, n.Not) else whole
        known = len(self.said.mentions)
        self._counts_again = True
        select = self._held(np, subject, extra)
        self._counts_again = False
        self.keep_counted(known, select, np, clause)
        if select.extreme is not None and n.ControlledBy(n.Candidate(), subject) in select.where:
            return self._has_the_greatest(select, subject, span)
        if isinstance(subject, n.Opponent | n.You):
            whose = tuple(c for c in select.where if not isinstance(c, n.ControlledBy))
            self.said.asked_who = subject
            self.said.asked_of += tuple(m.recall for m in self.said.mentions[known:] if m.sort == "card")
            self.said.asked_value = None
            self.said.asked_kind = evolve(
                select, where=whose, quantity=n.Quantity.ALL, number=None, bind=None, span=None
            )
        elif self.sort(subject) == "card":
            every = evolve(select, quantity=n.Quantity.ALL, number=None, bind=None, span=None)
            self.said.held_there = (subject, every)
        return self._compare_count(select, np, clause)

    def _who_has_some(self, clause: s.Clause, subject: n.Term) -> n.Term:
        """«il rivale spezza una sua Lana. Se non ne ha, …»: he, not the Lana."""
        player = self.player_spoken_of() if clause.subject is None and self.sort(subject) == "card" else None
        lies_there = self.said.held_there is not None and self.said.held_there[0] == subject
        return subject if player is None or lies_there else player

    def keep_counted(self, known: int, select: n.Select, np: s.Noun, clause: s.Clause) -> None:
        """Of «hai una Lana stanca», «ci sono almeno 3 carte nel Fosso»: what «la», «le», «ne» then mean."""
        names = [
            m.recall.name for m in self.said.mentions[known:] if m.noun == select.noun and isinstance(m.recall, n.Var)
        ]
        select = _of_the_one_named(select)
        self.said.whose_counted.update(dict.fromkeys(names, select))
        if not isinstance(np, s.NounPhrase) or clause.group.negated:
            return
        dets = {d.terminal for d in np.determiners}
        _, number = self._quantity(np)
        if "INDEF" in dets or number == n.Num(1):
            self.said.held.update(
                dict.fromkeys(names, evolve(select, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT))
            )
        elif dets & {"AT_LEAST", "EXACTLY"} or any(d.name == "more_than" for d in np.determiners):
            self.said.held.update(dict.fromkeys(names, select))

    def _has_the_greatest(self, select: n.Select, subject: n.Term, span: n.Span | None) -> n.Condition:
        """«hai la Lana con Ardore maggiore»: the greatest of all is yours, since some Lana is always the greatest of yours."""
        where = tuple(c for c in select.where if not isinstance(c, n.ControlledBy))
        one = evolve(select, where=where, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.NAMED, bind=None)
        return n.ControlledBy(one, subject, span=span)

    def _only_this(self, np: s.NounPhrase, subject: n.Term, extra: object, span: n.Span | None) -> n.Condition:
        """«hai solo questa carta in mano»: it is there, and nothing else is."""
        thing = self.term(np)
        whole = self._at_late_place(n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL), extra, subject)
        if whole.place is None:
            raise self.fail(np.start, "non si dice dove", "S024", end=np.end)
        return n.And((n.IsIn(thing, whole.place), n.Compare(n.Count(whole), "==", n.Num(1))), span=span)

    def _held(self, np: s.Noun, subject: n.Term, extra: object) -> n.Select:
        if isinstance(subject, n.Place):
            return evolve(self.counted(np), place=subject)
        self.no_abilities_counted(np)
        holder = n.Var(self._candidate_bind) if isinstance(subject, n.Candidate) and self._candidate_bind else subject
        if self.sort(subject) == "card" or (isinstance(subject, n.Candidate) and self._candidate_noun != PLAYER):
            inner = self.counted(np)
            declared = self.vocabulary.nouns.get(inner.noun)
            if declared is not None and declared.of_players:  # «non ha ferito», where a player may be «un ferito»
                what = f"«{self.quoted(np.start, np.end)}» si dice di un giocatore"
                raise self.fail(np.start, what, "S025", end=np.end)
            zone = self.token_zone(inner)
            if zone is not None and inner.place is None:
                return evolve(inner, place=n.Place(zone, holder))
            if any(isinstance(each, n.Near) for each in inner.where):
                return _lying_near(np, inner, holder)
            places = self.zones_of_noun(inner.noun)
            if places and all(self.vocabulary.zones[each].owner != "card" for each in places):
                what = f"«{self.quoted(np.start, np.end)}»: una carta non ne ha, perché non le stanno legate"
                raise self.fail(np.start, what, "S025", end=np.end)
            rest = tuple(each for each in inner.where if each != n.Linked(n.Candidate()))  # «con una Candela legata»
            return evolve(inner, place=None, where=(n.Linked(n.Candidate(), holder), *rest))
        if not isinstance(holder, n.Select) or holder.quantity is not n.Quantity.EXACTLY:
            return self.owned(self._at_late_place(self.counted(np), extra, holder), holder)
        unnamed = evolve(holder, bind=None)  # «un giocatore ha due carte in mano»: whose place it is, said again
        term = self._at_late_place(self.counted(np), extra, unnamed)
        if term.place is not None and term.place.of == unnamed:  # «…, scarta una carta»: he is spoken of by his name
            return evolve(term, place=evolve(term.place, of=holder))
        owned = self.owned(term, holder)
        return owned if owned.place == term.place else self.owned(term, unnamed)

    def holding(self, np: s.NounPhrase, of: n.Term) -> n.Condition:
        """«con un Legame», «con due Legami»: at least so many lie under it."""
        span = self.span(np.start, np.end)
        quantity, number = self._quantity(np)
        if not np.determiners and np.number & 2:  # «senza Legami»
            quantity, number = n.Quantity.AT_LEAST, n.Num(1)
        if quantity in (n.Quantity.ALL, n.Quantity.ANY) or np.has("this", "that", "the"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
        exactly = any(d.terminal in ("EXACTLY", "ONLY_ADJECTIVE", "SOLE") for d in np.determiners)
        op = "==" if exactly else "<=" if quantity is n.Quantity.UP_TO else ">="
        strict = next((d.name for d in np.determiners if d.name in STRICT), None)
        if strict is not None and isinstance(number, n.Num):  # as it is said: «con meno di tre»
            op, number = STRICT[strict], n.Num(number.value + (-1 if strict == "more_than" else 1))
        return n.Compare(n.Count(self._held(np, of, None)), op, number or n.Num(1), span=span)

    def _says_it_again(self, place: n.Place, phrase: s.Prepositional, owner: n.Term | None) -> bool:
        """«se c'è una Lana sul campo», «se ha una Lana nel suo campo», of what lies there without saying."""
        head = phrase.np.noun if isinstance(phrase.np, s.NounPhrase) else None
        named = head is not None and head.terminal in ("N_ZONE", "N_PLACE")
        if not named or phrase.preposition.terminal not in ("ON", "IN"):
            return False
        said = self.place(phrase.np)
        return said == place or (place.of is None and owner is not None and said == evolve(place, of=owner))

    def _at_late_place(self, select: n.Select, extra: object, owner: n.Term | None) -> n.Select:
        for phrase in getattr(extra, "prepositions", []):
            if select.place is not None and self._says_it_again(select.place, phrase, owner):
                continue
            if phrase.preposition.terminal == "WITH" or select.place is not None:  # a place is said once
                at, end = phrase.preposition.at, phrase.np.end
                why = "il luogo è già detto" if select.place is not None else "non dice dove"
                raise self.fail(at, f"«{self.quoted(at, end)}»: {why}", "S036", end=end)
            if phrase.preposition.terminal == "ON" and self.token_zone(select) is not None:
                place = self.upon(select, phrase.np)  # «ci sono due Gettoni su questa carta»
            else:
                place = self.place(phrase.np, owner)
                if owner is not None or not self.lies_anywhere_in(select.noun, phrase.np):
                    place = self.of_you_unsaid(phrase.np, place)
            if phrase.at_end is not None:
                place = evolve(place, end=phrase.at_end)
            select = evolve(select, place=place)
        return select

    def _compare_count(self, select: n.Select, np: s.Noun, clause: s.Clause) -> n.Condition:
        span = self.span(clause.start, clause.end)
        count = n.Count(select)
        negated = clause.group.negated
        if not isinstance(np, s.NounPhrase):
            raise self.fail(np.start, "si conta una cosa sola per volta", end=np.end)
        quantity, number = self._quantity(np)
        dets = {d.terminal for d in np.determiners}
        if quantity in (n.Quantity.ANY, n.Quantity.ALL) or number is None:
            if _says_only(clause, np):
                return self._all_are_such(select, np, clause)
            return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
        strict = next((d.name for d in np.determiners if d.name in STRICT), None)
        if strict is not None and isinstance(number, n.Num):
            op, number = STRICT[strict], n.Num(number.value + (-1 if strict == "more_than" else 1))
        elif quantity is n.Quantity.AT_LEAST:
            op = ">="
        elif quantity is n.Quantity.UP_TO:
            op = "<="
        elif "NO" in dets:
            return n.Compare(count, "==", n.Num(0), span=span)
        else:
            only = _says_only(clause, np)
            if only and not dets & {"NUM", "INDEF"}:
                return self._all_are_such(select, np, clause)
            self.counted_plainly += (n.Compare(count, ">=", number),)
            if "INDEF" in dets and not only and not dets & {"EXACTLY", "ONLY_ADJECTIVE", "SOLE"}:
                return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
            exactly = only or dets & {"EXACTLY", "ONLY_ADJECTIVE", "SOLE"}
            op = "==" if exactly else ">="  # «hai due Onda» as «hai una Onda»: at least
            if "NUM" not in dets and "INDEF" not in dets:
                return n.Compare(count, "==" if negated else ">=", n.Num(0 if negated else 1), span=span)
        condition: n.Condition = n.Compare(count, op, number, span=span)
        return n.Not(condition, span=span) if negated else condition

    def _all_are_such(self, select: n.Select, np: s.NounPhrase, clause: s.Clause) -> n.Condition:
        """«hai solo Lanterne stanche»: all your Lanterne are. Of what else it would be said nobody tells in «hai solo Lanterne»."""
        another = n.Not(n.Same(n.Candidate(), n.Self()))
        narrower = tuple(c for c in select.where if not isinstance(c, n.ControlledBy) and c != another)
        span = self.span(clause.start, clause.end)
        if not narrower or clause.group.negated or select.extreme is not None:
            said = self.quoted(np.start, np.end)
            hint = f"di' di quali: «tutte le … sono {said}», o «solo» con un nome e ciò che lo distingue"
            raise self.fail(clause.start, f"«solo {said}», e non quali altre cose?", "S024", hint, clause.end)
        whole = tuple(c for c in select.where if c not in narrower)
        others = evolve(select, where=whole, quantity=n.Quantity.ALL, number=None, bind=None)
        parts = tuple(n.EveryOne(others, condition, span=span) for condition in narrower)
        return parts[0] if len(parts) == 1 else n.And(parts, span=span)

    def _more_than(
        self, np: s.NounPhrase, more: s.Token, subject: n.Term, clause: s.Clause, extra: object
    ) -> n.Condition:
        if (alone := next((m for m in np.modifiers if m.kind == "mod_than"), None)) is not None:
            return self._more_of_one(np, alone, subject, clause, extra)
        than = next(
            (m for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, (s.NounPhrase, s.NounList))), None
        )
        other = next((p for p in getattr(extra, "prepositions", []) if p.preposition.terminal == "OF"), None)
        if than is None and other is None:
            raise self.fail(np.start, f"«{more.text}» di chi?", "S024", end=np.end)
        said = than.value if than is not None else other.np  # type: ignore[union-attr]
        there = self.like_place(said, subject)
        whose = there if there is not None else self._than_whom(said, subject)  # type: ignore[arg-type]
        plain = evolve(
            np,
            determiners=tuple(d for d in np.determiners if d is not more),
            modifiers=tuple(m for m in np.modifiers if m is not than),
            number=2,
        )
        rest = evolve_parts(extra, other)
        known = len(self.said.mentions)
        mine = self._held(plain, subject, rest)
        if there is None and isinstance(subject, n.Place) and self.sort(whose) == "player":
            whose = evolve(subject, of=whose)  # «il tuo Armadio ha più carte del rivale»: than his
        if there is not None or isinstance(whose, n.Place) or self.sort(whose) == "player" or isinstance(whose, n.Var):
            theirs = self._held(plain, whose, rest)
        else:
            raise self.fail(np.start, "si confrontano due giocatori", "S025", end=np.end)
        self.keep_counted(known, mine, plain, clause)
        condition: n.Condition = n.Compare(
            n.Count(mine),
            ">" if more.name == "more" else "<",
            n.Count(theirs),
            span=self.span(clause.start, clause.end),
        )
        return n.Not(condition) if clause.group.negated else condition

    def _than_whom(self, np: s.Noun, subject: n.Term) -> n.Term:
        """«più Lane del suo rivale», «… di ogni altro giocatore»: than whom; «quel giocatore» afterwards is who has more."""
        known = len(self.said.mentions)
        whose = self.compared_thing(np, subject)
        who = n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject
        if isinstance(who, n.Candidate) and self._player_tested is not None:
            who = n.Var(self._player_tested)
        others = self.said.mentions[known:]
        del self.said.mentions[known:]
        if isinstance(whose, n.Opponent) and whose.each:
            of_him = isinstance(who, n.Var) and isinstance(whose.of, n.You)
            return evolve(whose, of=who) if of_him else whose
        at = next((i for i, m in enumerate(self.said.mentions) if m.recall == who), known)
        if at < known or not isinstance(who, n.Var | n.Candidate):
            self.said.mentions[at:at] = others
        return whose

    def like_place(self, np: object, subject: n.Term) -> n.Place | None:
        """«il tuo Armadio ha più carte di quello rivale», «… dell'Armadio rivale»: such a place of somebody else's."""
        if not isinstance(subject, n.Place) or not isinstance(np, s.NounPhrase):
            return None
        if np.noun is not None and np.noun.terminal == "N_ZONE":
            return self.place(np)
        if np.noun is None and np.has("your") and not np.modifiers:
            return evolve(subject, of=n.You())
        if np.noun is not None or not np.has("that") or len(np.modifiers) != 1:
            return None
        said = np.modifiers[0]
        if said.kind == "adjective" and said.tokens[0].terminal == "OPPOSING":
            return evolve(subject, of=n.Opponent())
        whose = self.term(said.value) if said.kind == "mod_of" and isinstance(said.value, s.NounPhrase) else None
        return evolve(subject, of=whose) if whose is not None and self.sort(whose) == "player" else None

    def _more_of_one(
        self, np: s.NounPhrase, than: s.Modifier, subject: n.Term | None, clause: s.Clause, extra: object
    ) -> n.Condition:
        """«hai più Lane che Tele», «ci sono più Lane che Tele»: of the same player and in the same place."""
        assert isinstance(than.value, s.NounPhrase)
        more = next(d for d in np.determiners if d.terminal == "MORE")
        determiners = tuple(d for d in np.determiners if d is not more)
        rest = tuple(m for m in np.modifiers if m is not than)
        before = tuple(m for m in rest if m.start < more.at)  # «se nel Fosso ci sono …»: said of both
        after = self._said_of_both(np, than.value) if not before else ()
        other_kind = evolve(than.value, determiners=(), modifiers=(*than.value.modifiers, *before))
        kinds = (evolve(np, determiners=determiners, modifiers=(*rest, *after)), other_kind)
        plural = (evolve(kind, number=2) for kind in kinds)
        if subject is None:
            one, other = (self._at_late_place(self.counted(kind), extra, None) for kind in plural)
        else:
            one, other = (self._held(kind, subject, extra) for kind in plural)
        span = self.span(clause.start, clause.end)
        condition = n.Compare(n.Count(one), ">" if more.name == "more" else "<", n.Count(other), span=span)
        return n.Not(condition) if clause.group.negated else condition

    def _said_of_both(self, np: s.NounPhrase, than: s.NounPhrase) -> tuple[s.Modifier, ...]:
        """«più Lane che Tele nel Fosso»: of two words of one kind the place is said once."""
        of_one_kind = self.member_value(than.noun.name) if than.noun is not None else None
        alike = np.noun is not None and of_one_kind and self.member_value(np.noun.name) == of_one_kind
        own = any(m.kind in ("mod_in", "mod_on") for m in np.modifiers)
        return () if own or not alike else tuple(m for m in than.modifiers if m.kind in ("mod_in", "mod_on"))


def _bounds(modifier: s.Modifier) -> bool:
    """«3 o meno», «due o più»."""
    return modifier.kind == "mod_comparison" and [token.terminal for token in modifier.tokens] == ["OR_MORE"]


def evolve_parts(extra: object, without: object) -> object:
    """The complements without one of them."""
    if not isinstance(extra, Parts) or without is None:
        return extra
    return evolve(extra, prepositions=[p for p in extra.prepositions if p is not without])


def _bounded_alike(items: tuple[s.NounPhrase, ...]) -> tuple[s.NounPhrase, ...]:
    """«esattamente due Lane e due Tele»: what is said before the first number is of each."""
    marks = ("AT_LEAST", "AT_MOST", "EXACTLY")
    first = next((d for d in items[0].determiners if d.terminal in marks), None)
    if first is None:
        return items
    return tuple(
        item
        if any(d.terminal in marks or d.terminal == "OR_MORE" for d in item.determiners)
        or not any(d.terminal in ("NUM", "INDEF") for d in item.determiners)
        or any(m.kind == "mod_comparison" for m in item.modifiers)
        else evolve(item, determiners=(first, *item.determiners))
        for item in items
    )


def _of_the_one_named(select: n.Select) -> n.Select:
    """«se un giocatore ha due Lane, ne spezza una»: of those of the very one who has them."""

    def named(held: n.Condition) -> n.Condition:
        if not isinstance(held, n.ControlledBy) or not isinstance(held.by, n.Select) or held.by.bind is None:
            return held
        return evolve(held, by=n.Var(held.by.bind))

    return evolve(select, where=tuple(map(named, select.where)))


def _says_only(clause: s.Clause, np: s.NounPhrase) -> bool:
    """«hai solo …», «ci sono solo …»: before the noun, or behind it."""
    parts = (*clause.complements, *([clause.predicate] if clause.predicate is not None else ()))
    said = (*clause.group.adverbs, *np.determiners, *(x for c in parts for x in (*c.tokens, c.value)))
    return any(isinstance(x, s.Token) and x.terminal in ("ONLY", "ONLY_ADJECTIVE") for x in said)


def _lying_near(np: s.Noun, held: n.Select, holder: n.Term) -> n.Select:
    """«ha una Lana davanti»: it lies there, seen from who has it, and under nothing."""
    said = np.modifiers if isinstance(np, s.NounPhrase) else ()
    if any(m.kind == "mod_direction" and m.value is not None for m in said):
        return held
    where = (evolve(each, to=holder) if isinstance(each, n.Near) else each for each in held.where)
    return evolve(held, where=tuple(where))
