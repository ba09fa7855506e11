"""«è una Lana», «è in campo», «il suo Peso è 3», «è il tuo turno»: what something is, as a condition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...joined import conditions_of
from ..things.complements import Parts
from ..things.filters import BOUNDS
from ..things.reading import PLAYER
from ..things.rolled import even_said, evenly_many
from ..things.spots import SPOT
from .counting import Counting
from .ordinals import nth_of_those, others_of_which, with_another

#: What stands after a noun and says where it lies.
_WHERE: Final = (
    "mod_in",
    "mod_on",
    "mod_end",
    "mod_from_end",
    "mod_among",
    "mod_spot",
    "mod_direction",
    "mod_relative",
)


class Predicates(Counting):
    """The part of the reader that reads what something is, as a condition."""

    def _is(self, clause: s.Clause) -> n.Condition:
        predicate = clause.predicate
        assert predicate is not None
        span = self.span(clause.start, clause.end)
        extra = self.parts(clause)
        value = predicate.value
        if (
            isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_PERIOD"
            and (clause.subject is None or _says_just_this(clause.subject))
        ):
            self.nothing_left(extra, clause)
            return self._is_period(value, span)
        if (nth := nth_of_those(value)) is not None:
            self.nothing_left(extra, clause)
            return self._is_nth(clause, *nth)
        if clause.group.clitics and any(c.name == "there" for c in clause.group.clitics):
            return self._there_is(clause, extra)
        if clause.group.clitics:  # «le è legata» is read as what the verb did, and not as a quality
            clitic = clause.group.clitics[0]
            raise self.fail(clitic.at, f"«{clitic.text}» non si intende qui", "S036")
        self.nothing_left(extra, clause, "during", adverbs=("ANYMORE", "ALSO", "ALWAYS", "ONLY"))
        condition = self._is_of(clause, predicate, span)
        return self._with_late(condition, extra, clause)

    def _is_nth(self, clause: s.Clause, one: s.NounPhrase, nth: int, said: s.Modifier) -> n.Condition:
        """«è il primo lancio che fai in questo turno»: no other was done in it; «il secondo»: one other, and no more."""
        this = self.subject_of(clause)
        done = said.value
        if this is None or self.sort(this) != "card" or not isinstance(done, s.Clause):
            raise self.fail(one.start, f"«{self.quoted(one.start, one.end)}»: di quale si dice?", "S036", end=one.end)
        thing = s.Complement("c_object", one, start=one.start, end=one.end)
        group = evolve(done.group, perfect=True)
        past = self._happened(evolve(done, group=group, complements=(thing, *done.complements)))
        if not isinstance(past, n.Happened) or past.within is None:
            said_so = self.quoted(done.start, done.end)
            raise self.fail(done.start, f"«{said_so}»: in quale tempo?", "S036", end=done.end)
        if nth == 1:
            return n.Not(with_another(past, this), span=past.span)
        others = others_of_which(past, this)
        return n.Compare(n.Count(others), "==", n.Num(nth - 1), span=past.span)

    def _happened(self, clause: s.Clause) -> n.Condition:
        """Hook: what has happened."""
        raise NotImplementedError

    def _with_late(self, condition: n.Condition, extra: object, clause: s.Clause) -> n.Condition:
        during = getattr(extra, "during", [])
        if during:
            return n.And((condition, *during), span=self.span(clause.start, clause.end))
        return condition

    def _is_period(self, np: s.NounPhrase, span: n.Span | None) -> n.Condition:
        """«è il primo turno della partita», «è il tuo turno»."""
        assert np.noun is not None
        name, of = self.period(np)
        return n.During(name, of, first=np.has("first"), span=span)

    def _there_is(self, clause: s.Clause, extra: Parts) -> n.Condition:
        assert clause.predicate is not None
        value = clause.predicate.value
        if not isinstance(value, (s.NounPhrase, s.NounList)):
            raise self.fail(clause.start, "non si dice che cosa c'è", "S024")
        if isinstance(value, s.NounPhrase) and (evenly := evenly_many(value)) is not None:
            of_them = evolve(clause, predicate=evolve(clause.predicate, value=evenly[0]))
            return self.counted_evenly(self._there_is(of_them, extra), *evenly, clause)
        self.nothing_left(extra, clause, "prepositions", adverbs=("ANYMORE", "ALSO", "ALWAYS", "ONLY"))
        modifiers = value.modifiers if isinstance(value, s.NounPhrase) else ()
        if isinstance(value, s.NounPhrase) and (than := next((m for m in modifiers if m.kind == "mod_than"), None)):
            return self._more_of_one(value, than, None, clause, extra)
        known = len(self.said.mentions)
        select = self._at_late_place(self.counted(value), extra, None)
        there = next((m.value for m in modifiers if m.kind == "mod_in"), None)
        if select.place is not None and isinstance(there, s.NounPhrase) and there.number == 1:
            of = (
                self.of_any_player(there, select.place.zone) is not None
            )  # «in un Fosso ci sono due Lane»: in that of one
            place = evolve(select.place, of=None) if of else select.place
            anywhere = self.lies_anywhere_in(select.noun, there)  # «ci sono due Lane nel Prato»: whosesoever
            select = evolve(select, place=place if anywhere else self.of_you_unsaid(there, place))
        select = self._there_where_looked(self._there_too(select, value, clause), value, clause)
        self.keep_counted(known, select, value, clause)
        return self._compare_count(select, value, clause)

    def _there_where_looked(self, select: n.Select, value: s.Noun, clause: s.Clause) -> n.Select:
        """«guarda la mano avversaria. Se c'è una Lana, scartala»: one of those at which one has just looked."""
        just = self.said.clause == self.said.looked_in + 1 and isinstance(value, s.NounPhrase)
        said = self._is_said_where(select, value, clause) or select.among is not None or self.sort(select) != "card"
        in_play = any(isinstance(c, n.ControlledBy | n.IsStatus) for c in select.where)  # «una tua Lana stanca»
        if not just or said or in_play or not isinstance(value, s.NounPhrase):
            return select
        if self.said.looked is not None:
            return evolve(select, place=self.said.looked)
        return evolve(select, place=None, among=self.said.seen) if self.said.seen is not None else select

    @staticmethod
    def _is_said_where(select: n.Select, value: s.Noun, clause: s.Clause) -> bool:
        modifiers = value.modifiers if isinstance(value, s.NounPhrase) else ()
        near = any(m.kind in _WHERE for m in modifiers) or any(isinstance(c, n.Near) for c in select.where)
        return near or any(c.kind != "c_adverb" for c in clause.complements)

    def _there_too(self, select: n.Select, value: s.Noun, clause: s.Clause) -> n.Select:
        """«se c'è una Lana davanti, …; se c'è una Tela, …»: where the other was asked for, in the same sentence."""
        says_where = self._is_said_where(select, value, clause)
        before, self.said.asked_there = self.said.asked_there, (select, self.words) if says_where else None
        if before is None or says_where or before[1] is not self.words:
            return select
        near = tuple(c for c in before[0].where if isinstance(c, n.Near))
        self.said.asked_there = before
        return evolve(select, where=(*select.where, *near), place=before[0].place)

    def _is_of(self, clause: s.Clause, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        if predicate.kind == "predicate_among" and self._number_subject(clause):
            return n.Within(self.number(clause.subject), self.number(predicate.value), span=span)  # type: ignore[arg-type]
        if predicate.kind == "predicate_more_than":
            if not self._number_subject(clause):
                return self._are_more_than(clause, predicate, span)
            predicate = evolve(predicate, kind="predicate_comparison")
        numeric = predicate.kind in ("predicate_comparison", "predicate_number") or self._number_subject(clause)
        if predicate.kind != "predicate_as_chosen" and (numeric or self.of_the_roll(clause, predicate)):
            return self._number_is(clause, predicate, span)
        subject = self.subject_of(clause)
        if subject is None:
            raise self.fail(clause.start, "chi? manca il soggetto", "S021", end=clause.end)
        subject = self._who_can_be_so(subject, clause, predicate)
        if predicate.kind == "predicate_as_chosen":
            return n.Compare(subject, "==", n.Var("scelta"), span=span)
        each = self._each(subject)
        if (many := self._are_so_many(each, predicate)) is not None:
            return many
        inner = self._predicate_of(n.Candidate() if each is not None else subject, predicate, span)
        if each is not None:
            return n.EveryOne(each, inner, span=span)
        return inner

    def _who_can_be_so(self, subject: n.Term, clause: s.Clause, predicate: s.Complement) -> n.Term:
        """«disarma il nemico. Se è prono, …»: what only a player can be is said of the one who was spoken of."""
        value = predicate.value
        said_so = predicate.kind == "predicate_adjectives" and isinstance(value, s.Modifier)
        tokens: tuple[s.Token, ...] = value.tokens if said_so and isinstance(value, s.Modifier) else ()
        if clause.subject is None and self.sort(subject) == "card" and (of_place := self._of_a_place(tokens)):
            if (place := self.said.recall_one(SPOT)) is not None:
                return place.recall
            hint = "dillo del posto: «se sta su …»"
            raise self.fail(
                predicate.start, f"«{of_place.text}» si dice di un posto: di quale?", "S025", hint, predicate.end
            )
        declared = (self.vocabulary.statuses.get(token.name) for token in tokens if token.terminal == "STATUS")
        names = (status.name for status in declared if status is not None and status.of == PLAYER)
        nouns = (token.name for token in tokens if clause.subject is None and self._is_of_players(token.name))
        said = next(names, None) or next(nouns, None) or self._noun_of_players(value)
        if said is None or self.sort(subject) != "card":
            return subject
        spoken_of = self.player_spoken_of() if clause.subject is None else None
        if spoken_of is None:
            told = f"«{said}» si dice di un giocatore: di quale?"
            hint = f"«se sei {said}», «se l'avversario è {said}»"
            raise self.fail(predicate.start, told, "S025", hint, predicate.end)
        return spoken_of

    def _of_a_place(self, tokens: tuple[s.Token, ...]) -> s.Token | None:
        """«libera», «Fiorita»: the word, if any, that is said of places alone."""
        statuses = self.vocabulary.statuses
        return next(
            (
                token
                for token in tokens
                if token.terminal == "FREE_SPOT"
                or (
                    token.terminal == "STATUS"
                    and token.name in statuses
                    and self.is_spot(statuses[token.name].of or "")
                )
            ),
            None,
        )

    def _noun_of_players(self, value: object) -> str | None:
        """«stanco», that a player is, and no card."""
        head = value.noun if isinstance(value, s.NounPhrase) else None
        return head.name if head is not None and self._is_of_players(head.name) else None

    def _is_of_players(self, noun: str) -> bool:
        """Also where cards print the word («solo stanco»): «se è stanco» tells of the one who is, not of what is printed."""
        declared = self.vocabulary.nouns.get(noun)
        return declared is not None and declared.of_players

    def _are_so_many(self, each: n.Term | None, predicate: s.Complement) -> n.Condition | None:
        """«i giocatori sono 2», «le tue Lana sono 3 o più», «… sono pari»: how many there are."""
        np = predicate.value
        token = np.tokens[0] if isinstance(np, s.Modifier) and np.tokens else None
        if isinstance(each, n.Select) and token is not None and token.terminal == "EVEN":
            return n.Parity(n.Count(each), token.name == "even", span=self.span(np.start, np.end))
        if not isinstance(each, n.Select) or not isinstance(np, s.NounPhrase) or np.noun is not None:
            return None
        marker = next((d for d in np.determiners if d.name in BOUNDS), None)
        if any(d.terminal != "NUM" and d is not marker for d in np.determiners) or any(
            m.kind != "mod_comparison" for m in np.modifiers
        ):
            return None
        number = next((int(d.name) for d in np.determiners if d is not marker and d.name.isdigit()), None)
        if number is None or predicate.kind != "predicate_np":
            return None
        more = next((m.tokens[0] for m in np.modifiers), None)
        if more is not None and more.terminal != "OR_MORE":
            return None
        op = "==" if more is None else ">=" if more.name == "more" else "<="
        op = BOUNDS[marker.name] if marker is not None else op
        return n.Compare(n.Count(each), op, n.Num(number), span=self.span(np.start, np.end))

    def _are_more_than(self, clause: s.Clause, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        """«le tue Lane sono più delle sue», «… meno di quelle rivali»: how many these are, and those."""
        these, compared = clause.subject, predicate.value
        than = compared.value if isinstance(compared, s.Modifier) else None
        said = self.quoted(predicate.start, predicate.end)
        head = these.noun if isinstance(these, s.NounPhrase) and these.number == 2 else None
        if not isinstance(these, s.NounPhrase) or head is None or head.terminal != "N_CARD":
            raise self.fail(predicate.start, f"«{said}» si dice di più cose", "S024", end=predicate.end)
        assert isinstance(compared, s.Modifier) and isinstance(than, s.NounPhrase)
        words = tuple(d for d in than.determiners if d.terminal != "THAT")
        whose = self.player_spoken_of() if than.has("its", "their") else None
        if whose is not None:
            words = tuple(d for d in words if d.terminal != "POSSESSIVE")
        elif than.has("its", "their") or not (than.has("your") or than.modifiers):
            raise self.fail(
                than.start, f"non so di chi sia «{self.quoted(than.start, than.end)}»", "S021", end=than.end
            )
        those = self.counted(evolve(than, noun=head, determiners=words))
        if whose is not None:
            those = evolve(those, where=(*those.where, n.ControlledBy(n.Candidate(), whose)))
        op = ">" if compared.tokens[0].name == "greater" else "<"
        return n.Compare(n.Count(self.counted(these)), op, n.Count(those), span=span)

    def _each(self, subject: n.Term) -> n.Term | None:
        if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL:
            return evolve(subject, bind=None)
        if isinstance(subject, n.Group) and not subject.either:
            return subject
        return None

    def _predicate_of(self, subject: n.Term, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        value = predicate.value
        if predicate.kind == "predicate_adjectives":
            assert isinstance(value, s.Modifier)
            parts = [self._adjective_of(t, subject) for t in value.tokens]
            joined: n.Condition = (
                parts[0]
                if len(parts) == 1
                else n.Or(tuple(parts), span=span)
                if value.kind == "adjectives_or"
                else n.And(tuple(parts), span=span)
            )
            return n.Not(joined, span=span) if value.negated else joined
        if predicate.kind == "predicate_prone":
            raise self.only_given(predicate.start, predicate.end, predicate.tokens[0])
        if predicate.kind in ("predicate_direction", "predicate_alone") and isinstance(value, s.Modifier):
            return self._lies_there_or_alone(predicate, subject, value, span)
        if predicate.kind == "predicate_on" or (predicate.kind == "predicate_in" and self.says_spot(value)):
            return self.lies_on(subject, value, span)  # type: ignore[arg-type]
        if predicate.kind == "predicate_in":
            assert isinstance(value, (s.NounPhrase, s.NounList))
            if isinstance(value, s.NounList):
                return n.Or(tuple(n.IsIn(subject, self.place(item)) for item in value.items), span=span)
            return n.IsIn(subject, self.place(value), span=span)
        if predicate.kind == "predicate_end":
            assert isinstance(value, s.NounPhrase)
            where = next((t for t in predicate.tokens if t.terminal in ("TOP", "BOTTOM")), None)
            return n.IsIn(subject, evolve(self.place(value), end=where.name if where else None), span=span)
        if predicate.kind == "predicate_of" and isinstance(value, s.NounPhrase):
            modifier = s.Modifier("mod_of", (), value, False, predicate.start, predicate.end)
            return self._of(modifier, subject, None)
        if predicate.kind == "predicate_among" and (words := self.words_of_value(value)) is not None:
            return n.IsAmong(subject, words, span=span)
        if predicate.kind == "predicate_np" and isinstance(value, (s.NounPhrase, s.NounList)):
            return self._is_noun(subject, value, span)
        raise self.fail(
            predicate.start, f"«{self.quoted(predicate.start, predicate.end)}» non si intende qui", end=predicate.end
        )

    def _lies_there_or_alone(
        self, predicate: s.Complement, subject: n.Term, where: s.Modifier, span: n.Span | None
    ) -> n.Condition:
        """«è davanti a questa carta», «è sola in colonna»."""
        if predicate.kind == "predicate_alone":
            return self._is_alone(subject, where, span)
        return self.near(where.tokens[0], subject, where.value, where.tokens[1:])  # type: ignore[arg-type]

    def _is_alone(self, subject: n.Term, where: s.Modifier, span: n.Span | None) -> n.Condition:
        """«è sola in colonna», «è sola in campo»: no other card is there."""
        if self.sort(subject) != "card" or isinstance(subject, n.Select | n.Group | n.Candidate):
            raise self.fail(where.start, "si dice di una carta che si sa quale sia", "S025", end=where.end)
        others = n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL, span=span)
        another = n.Not(n.Same(n.Candidate(), subject))
        if where.kind == "mod_in" and isinstance(where.value, s.NounPhrase):
            there = evolve(others, where=(another,), place=self.place(where.value))
        else:
            line, *whose = where.tokens
            other = where.value if isinstance(where.value, s.NounPhrase | s.NounList) else None
            told = other is not None or whose
            near = (
                self.near(line, n.Candidate(), other, tuple(whose))
                if told
                else n.Near(n.Candidate(), line.name, subject)
            )
            there = evolve(others, where=(near, another))
        return n.Compare(n.Count(there), "==", n.Num(0), span=span)

    def _adjective_of(self, token: s.Token, subject: n.Term) -> n.Condition:
        if token.terminal == "EMPTY" and not isinstance(subject, n.Place):
            raise self.fail(token.at, "vuoto si dice di una zona", "S025")
        if token.terminal == "EVEN" and self.sort(subject) == "card":  # «se è pari, pesca …. Se è dispari, …»: the die
            rolled = self.said.recall("die")
            if rolled is None:
                raise self.fail(token.at, f"«{token.text}» si dice di un numero: di quale?", "S025")
            subject = rolled.recall
        return self.adjective(token, subject)

    def _is_noun(self, subject: n.Term, np: s.Noun, span: n.Span | None) -> n.Condition:
        """«è una Lana», «è una tua Lanterna», «è questa carta», «è il giocatore di turno», «è nessuno»."""
        if isinstance(np, s.NounList):
            parts = tuple(self._is_noun(subject, item, span) for item in np.items)
            return n.Or(parts, span=span) if np.joiner in ("or", "nor") else n.And(parts, span=span)
        head = np.noun
        if self.is_of_die(np) and self.sort(subject) in ("card", "player"):  # «se è 4 o più»: no card is that
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said}»: che cosa? una carta non è un numero", "S024", end=np.end)
        if head is not None and head.terminal == "N_CARD" and self.sort(subject) == "spot":
            return self.is_called(head, subject)
        if head is not None and head.terminal == "N_CARD" and not np.has("this", "that"):
            if any(d.terminal in ("SOLE", "ONLY_ADJECTIVE") for d in np.determiners):
                return self._only_one(subject, np, span)
            definite = np.has("the") and not any(d.terminal == "POSSESSIVE" for d in np.determiners)
            if not definite or head.sense.kind in ("member", "member_set"):
                select = self._select(np, head.name, head, True, None)
                self.said.mentions.pop()
                value = self.member_value(head.name)
                kind: n.Condition = (
                    n.HasMember(subject, value, head.name, span=span)
                    if value and not self.says_a_player(head.name, subject)
                    else n.IsKind(subject, head.name, span=span)
                )
                more = self.spoken_of(select, subject)
                self._not_other_than_itself(np, more)
                if head.name == self.vocabulary.implied_noun and more:
                    return more[0] if len(more) == 1 else n.And(tuple(more), span=span)
                return n.And((kind, *more), span=span) if more else kind
        known = len(self.said.mentions)
        term = self.term(np)
        if isinstance(term, n.Var):  # «se una Lana è lo sfidante, …»: nobody but her is spoken of
            del self.said.mentions[known:]
        if isinstance(subject, n.Select) and {self.sort(subject), self.sort(term)} == {"card", "player"}:
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said}»: una carta non è un giocatore", "S025", end=np.end)
        return n.Same(subject, term, span=span)

    def _not_other_than_itself(self, np: s.NounPhrase, said: Iterable[n.Condition]) -> None:
        """Refuses «scegli una Lana. Se è un'altra Lana, …»: than the one that is spoken of."""
        if any(isinstance(x, n.Not) and isinstance(x.part, n.Same) and x.part.left == x.part.right for x in said):
            what = f"«{self.quoted(np.start, np.end)}»: da quale? si parla già di questa"
            hint = "di' com'è, senza «altro»; o di' quale non è: «se non è quella che …»"
            raise self.fail(np.start, what, "S021", hint, np.end)

    def _only_one(self, subject: n.Term, np: s.NounPhrase, span: n.Span | None) -> n.Condition:
        """«è la tua unica Lanterna Erba»: it is one, and there is one only."""
        kept = tuple(d for d in np.determiners if d.terminal not in ("SOLE", "ONLY_ADJECTIVE", "DEF"))
        plain = evolve(np, determiners=kept, number=2)
        select = self.counted(plain)
        assert np.noun is not None
        is_one = self._is_noun(
            subject, evolve(np, determiners=tuple(d for d in kept if d.terminal != "POSSESSIVE")), span
        )
        parts = conditions_of(is_one)
        return n.And((*parts, n.Compare(n.Count(select), "==", n.Num(1))), span=span)

    def _number_subject(self, clause: s.Clause) -> bool:
        subject = clause.subject
        if not isinstance(subject, s.NounPhrase) or subject.noun is None:
            return False
        if subject.noun.terminal in ("N_NUMBER", "N_TOTAL", "N_DIE"):
            return True
        if subject.noun.terminal != "N_VALUE":
            return False
        declared = self.vocabulary.values.get(subject.noun.name)
        return declared is None or declared.kind in ("number", "player", "word", "member", "members")

    def _number_is(self, clause: s.Clause, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        """«il Rango è maggiore di 0», «l'Attivatore è nessuno», «il suo Ardore è 5 o più»."""
        value = predicate.value
        if clause.subject is None:
            left: n.Number | n.Term | None = self.said.subject if not self.said.candidate else n.Candidate()
            left = n.Var(n.DIE) if self.of_the_roll(clause, predicate) else left
            if left is None:
                raise self.fail(clause.start, "non si dice di che cosa", "S021")
        elif isinstance(clause.subject, s.NounPhrase) and self._number_subject(clause):
            left = self.number(clause.subject)
        else:
            left = self.term(clause.subject)
        assert left is not None
        if isinstance(value, s.Modifier) and predicate.kind == "predicate_comparison":
            compared = self.compared(left, value, n.Candidate() if self.said.candidate else None, span)
            self._no_card_is_a_number(left, compared, predicate)
            return compared
        return self.number_is_so(left, predicate, span)

    def number_is_so(self, left: n.Number | n.Term, predicate: s.Complement, span: n.Span | None) -> n.Condition:
        """«… è pari», «… è 5 o più», «… è Luce», of a number or a word that is known."""
        value = predicate.value
        if isinstance(value, s.Modifier) and predicate.kind == "predicate_adjectives":
            token = value.tokens[0]
            if token.terminal == "EVEN":
                return n.Parity(left, token.name == "even", span=span)
            if token.terminal == "MEMBER" and isinstance(left, n.ValueOf):
                if left.of is not None and self._is_of_cards(left.value):
                    return n.HasMember(left.of, left.value, token.name, span=span)
                return n.Compare(left, "==", n.Member(left.value, token.name), span=span)
        if isinstance(value, s.NounPhrase):
            return self._number_is_np(left, value, span)
        raise self.fail(
            predicate.start,
            f"«{self.quoted(predicate.start, predicate.end)}» non è un numero",
            "S024",
            end=predicate.end,
        )

    def _is_of_cards(self, value: str) -> bool:
        declared = self.vocabulary.values.get(value)
        return declared is None or declared.owner == "card" or declared.owner in self.vocabulary.nouns

    def _no_card_is_a_number(self, left: n.Number | n.Term, compared: n.Condition, said: s.Complement) -> None:
        """«se è maggiore di 3», of a card: what of it?"""
        right = compared.right if isinstance(compared, n.Compare) else None
        ordered = isinstance(compared, n.Compare) and compared.op in ("<", ">", "<=", ">=")
        if self.sort(left) == "card" and (ordered or isinstance(right, n.Num | n.ValueOf | n.Compute)):
            words = self.quoted(said.start, said.end)
            raise self.fail(said.start, f"«{words}»: che cosa? una carta non è un numero", "S024", end=said.end)

    def _number_is_np(self, left: n.Number | n.Term, value: s.NounPhrase, span: n.Span | None) -> n.Condition:
        even = even_said(value)
        if even is not None:  # «un numero pari»
            return n.Parity(left, even.name == "even", span=span)  # type: ignore[arg-type]
        or_more = next(
            (m.tokens[0] for m in value.modifiers if m.kind == "mod_comparison" and m.tokens[0].terminal == "OR_MORE"),
            None,
        )
        plain = evolve(
            value,
            modifiers=tuple(
                m for m in value.modifiers if not (m.kind == "mod_comparison" and m.tokens[0].terminal == "OR_MORE")
            ),
            determiners=tuple(d for d in value.determiners if d.terminal != "INDEF" or len(value.determiners) == 1),
        )
        op = "==" if or_more is None else ">=" if or_more.name == "more" else "<="
        if value.has(*BOUNDS):
            op = next(BOUNDS[d.name] for d in value.determiners if d.name in BOUNDS)
            beyond = ("AT_LEAST", "AT_MOST")
            plain = evolve(plain, determiners=tuple(d for d in plain.determiners if d.terminal not in beyond))
        right: n.Number | n.Term = self.number(plain) if self._is_number(plain) else self.term(plain)
        if isinstance(right, n.Member) and isinstance(left, n.ValueOf):
            right = n.Member(left.value, right.name, span=right.span)
        return n.Compare(left, op, right, span=span)


def _says_just_this(np: s.Noun) -> bool:
    """«questo è il tuo primo turno»: the turn itself."""
    return isinstance(np, s.NounPhrase) and np.noun is None and np.has("this") and not np.modifiers
