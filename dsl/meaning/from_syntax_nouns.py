"""Noun phrases: who, what, how many, how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from ..syntax import nodes as s
from ..syntax.reading import Start
from ..vocabulary.inflection import conjugate
from ..vocabulary.lexer import Word
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .from_syntax_spots import SPOT, Spots
from .game import turn_of
from .scope import Discourse, Unreadable, replace_candidate
from .targeting import ABILITIES

PLAYER: Final = "giocatore"
#: What a verb gives, by the word of its form.
EFFECT: Final = "effetto"
#: How much a verb is done with, by the word of its form.
NUMBER: Final = "numero"
#: The relations whose other end is a player.
_OF_PLAYERS: Final = frozenset(("controller", "owner", "turn_player"))


_SIGNS: Final = {
    "more": n.Arithmetic.ADD,
    "less": n.Arithmetic.SUBTRACT,
    "divided": n.Arithmetic.DIVIDE,
    "at_most": n.Arithmetic.LEAST,
}


def number_said(token: s.Token) -> n.Num | n.Var:
    """«3», «tre», «una»; «X», which was paid."""
    if token.name == "X":
        return n.Var("X")
    return n.Num(int(token.name) if token.terminal == "NUM" else 1)


class Nouns(Spots):
    """The part of the reader that reads noun phrases. ``words`` are the sentence's words, for what a word may also
    be."""

    vocabulary: Vocabulary
    words: list[Word]
    said: Discourse
    _when_event: n.Event | None = None
    _when_subject: n.Term | None = None  # the subject of its clause, if one is said
    _foes: list[s.NounPhrase]  # «uno scontro contro una Doppia», to become a condition of the event
    _plural_candidate = False  # several are chosen: «della stessa Forma» is then of one another
    _candidate_bind: str | None = None  # the name of the thing under test, for what inside it speaks of it

    # -- small help

    def fail(self, at: int, message: str, code: str = "S020", hint: str = "", end: int | None = None) -> Unreadable:
        return Unreadable(code, message, at, end, hint)

    def span(self, start: int, end: int) -> n.Span | None:
        source = self.said.context.source
        if source is None or not self.words or end <= start:
            return None
        return source.span(
            self.said.context.offset + self.words[start].start, self.said.context.offset + self.words[end - 1].end
        )

    def may_be(self, at: int, terminal: str) -> bool:
        return any(sense.terminal == terminal for sense in self.words[at].senses)

    def nothing_more(self, np: s.NounPhrase, *, than: Callable[[s.Modifier], bool], articles: frozenset[str]) -> None:
        """Refuse a phrase that says more than what is read of it: «+1 Ardore di una carta», «Corazza di questa Lanterna»."""
        more = next((m for m in np.modifiers if not than(m)), None)
        if more is not None:
            end = more.end or np.end
            raise self.fail(more.start, f"«{self.quoted(more.start, end)}» qui non si intende", end=end)
        article = next((d for d in np.determiners if d.terminal not in articles), None)
        if article is not None:
            raise self.fail(article.at, f"«{article.text}» qui non si intende", end=article.at + 1)

    def quoted(self, start: int, end: int) -> str:
        """The words as they were written, for messages; what was cut from a word is in its text."""
        said = ""
        for before, word in zip((None, *self.words[start : end - 1]), self.words[start:end], strict=True):
            joined = before is not None and before.end == word.start
            if joined and before is not None and len(before.text) > before.end - before.start:
                continue
            said += word.text if joined or not said else f" {word.text}"
        return said

    def member_value(self, noun: str) -> str | None:
        """Hook: the value that a noun is a member of."""
        raise NotImplementedError

    def one_left_out(self, clause: s.Clause, subject: n.Term) -> n.Term:
        """The subject that is not said; when it is a single card, the verb is in the third person singular."""
        finite = clause.group.finite
        if finite is None or not isinstance(subject, n.Self):
            return subject
        written = self.words[finite.at]
        senses = [each for each in written.senses if each.name == finite.name and each.person == 3]
        subjunctive = finite.terminal.endswith("_SUBJ") and finite.sense.number & 1
        if subjunctive or any(each.number & 1 for each in senses):
            return subject
        wrong = "al plurale" if senses else "in seconda persona"
        raise self.fail(finite.at, f"«{written.text}» è {wrong}, e qui chi agisce è la carta sola", "S051")

    # -- terms

    def term(self, np: s.Noun, *, pattern: bool = False, agent: n.Term | None = None) -> n.Term:
        """A noun phrase as a term. In a ``pattern`` a selection means "one that fits"."""
        if isinstance(np, s.NounList):
            members = tuple(self.term(item, pattern=pattern, agent=agent) for item in np.items)
            members = self._targets(members) if np.joiner == "or" else members
            if all(isinstance(m, n.Select) for m in members) and np.joiner in ("or", "nor"):
                return n.Group(members, either=True, span=self.span(np.start, np.end))
            return n.Group(members, either=np.joiner == "or", span=self.span(np.start, np.end))
        term = self._term(np, pattern, agent)
        return term

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
        head = np.noun
        span = self.span(np.start, np.end)
        if head is None:
            return self._pronominal(np, pattern, agent)
        kind = head.terminal
        if kind == "N_NAME":
            return self._named(np, head)
        if kind == "N_SIGNS":
            return self.signs(np)  # type: ignore[return-value]
        if kind == "N_YOU" or kind == "YOU":
            return n.You(span=span)
        if kind == "PRONOUN":
            return self._pronoun(np, head)
        if kind == "N_OPPONENT":
            return self._opponent(np)
        if kind == "N_PLAYER":
            return self._player(np, pattern)
        if kind == "N_RELATION":
            return self._relation(np, head)
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
            return self._card(np, head, pattern, agent)
        if (
            kind == "N_VALUE"
            and self.vocabulary.values.get(head.name)
            and self.vocabulary.values[head.name].kind == "player"
        ):
            return n.ValueOf(head.name, span=span)  # type: ignore[return-value]
        if kind == "N_NUMBER":
            so_many = self._so_many(np)
            if so_many is not None:
                return so_many
            if not np.modifiers and any(d.terminal == "INDEF" for d in np.determiners):
                return n.Select(NUMBER, number=n.Num(1), span=span)  # «infligge un numero»: in the form of a verb
        if kind == "N_HALF":
            half = self._half_of(np)
            if half is not None:
                return half
        if kind == "N_DIE":
            return n.Var("dado", span=span)
        if kind == "N_IDIOM":
            return self._idiom(np, head)
        if kind == "N_PERIOD":
            if np.modifiers:
                if len(np.modifiers) > 1 or np.modifiers[0].kind != "mod_against":
                    raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
                self._foes.append(np)
            return n.Select(head.name, pick=n.Pick.NAMED, number=n.Num(1), span=span)
        if kind == "N_VALUE":
            return self._value_noun(np, head)
        if kind == "N_ABILITIES":  # «un'abilità bersaglio»: one that waits to be resolved
            return self._card(np, s.Token(head.at, head.text, evolve(head.sense, name=ABILITIES)), pattern, agent)
        raise self.fail(
            np.start, f"«{self.quoted(np.start, np.end)}» non è una cosa di cui si possa parlare qui", end=np.end
        )

    def lasting_noun(self, np: s.NounPhrase, head: s.Token, pattern: bool) -> n.Term:
        """Hook: effects of a declared kind."""
        raise NotImplementedError

    def has_lasting(self, np: s.NounPhrase, head: s.Token, of: n.Term, span: n.Span | None) -> n.Condition:
        """Hook: a card has effects of a declared kind."""
        raise NotImplementedError

    def _effect_of_form(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«un effetto» in the form of a verb that gives one, «l'effetto» in its steps; None for a card's text."""
        if head.name != "effect" or np.modifiers:
            return None
        if self.said.context.start is Start.FORM and any(d.terminal == "INDEF" for d in np.determiners):
            return n.Select(EFFECT, number=n.Num(1), span=self.span(np.start, np.end))
        named = self.said.recalled(EFFECT, None, 1) if np.has("the", "that") else None
        return named.term if named is not None else None

    def _half_of(self, np: s.NounPhrase) -> n.Select | None:
        """«la metà delle carte nella sua mano, arrotondata per difetto»: so many of them."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase) or inner.noun is None or inner.noun.terminal not in ("N_CARD", "N_SLOT"):
            return None
        rounding = next(
            (
                m
                for m in (*np.modifiers, *inner.modifiers)
                if m.kind == "adjective" and m.tokens[0].terminal == "ROUNDED"
            ),
            None,
        )
        if rounding is None:
            raise self.fail(
                np.start, "la metà di un numero dispari: «arrotondata per eccesso» o «per difetto»?", "S024", end=np.end
            )
        things = self.term(evolve(inner, modifiers=tuple(m for m in inner.modifiers if m is not rounding)))
        if not isinstance(things, n.Select):
            return None
        whole = evolve(things, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None)
        how = n.Arithmetic.HALF_UP if rounding.tokens[0].name == "up" else n.Arithmetic.HALF_DOWN
        return evolve(things, quantity=n.Quantity.EXACTLY, number=n.Compute(how, (n.Count(whole),)), pick=n.Pick.AGENT)

    def _so_many(self, np: s.NounPhrase) -> n.Select | None:
        """«un numero di carte pari al Rango del bersaglio»."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase):
            return None
        equal = next(
            (
                m
                for m in (*np.modifiers, *inner.modifiers)
                if m.kind == "mod_comparison" and m.tokens[0].terminal == "EQUAL" and not m.negated
            ),
            None,
        )
        if equal is None:
            return None
        things = self.term(evolve(inner, modifiers=tuple(m for m in inner.modifiers if m is not equal)))
        if not isinstance(things, n.Select):
            return None
        return evolve(things, quantity=n.Quantity.EXACTLY, number=self.number(equal.value), pick=n.Pick.AGENT)  # type: ignore[arg-type]

    def _idiom(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        """A noun of a claim's printed sentence: «i suoi pareggi» are of someone, «vittorie» of nobody."""
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = n.You() if determiner.name == "your" else self.possessor(determiner, np.start)
        for modifier in np.modifiers:
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

    def _named(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        more = next((m for m in np.modifiers if not _of_a_period(m)), None)
        if more is not None and head.name != "X":  # a name says already which one it is
            raise self.fail(
                more.start, f"«{self.quoted(more.start, more.end)}» non si dice di «{head.text}»", end=more.end
            )
        named = self.said.named(head.name)
        if named is not None:
            return named.term
        return self._doer_of_what_happens(np, head) or n.Var(head.name, span=self.span(np.start, np.end))

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
            raise self.fail(
                np.start, f"non so che cosa sia «{head.text}»: prima non si parla di nulla che gli corrisponda", "S021"
            )
        return mention.recall

    def _pronominal(self, np: s.NounPhrase, pattern: bool, agent: n.Term | None) -> n.Term:
        """A phrase without noun: «questa», «una», «le altre», «tutte»."""
        span = self.span(np.start, np.end)
        if np.has("this"):
            if not self.said.card:
                mention = self.said.recall("card", np.gender, np.number)
                if mention is None:
                    raise self.fail(np.start, "qui «questa» non ha una carta a cui riferirsi", "S021")
                return mention.recall
            self.said.mention(n.Self(), "card", self.vocabulary.implied_noun, 2, 1)
            return n.Self(span=span)
        if np.has("that"):
            mention = self.said.recall_one("card", np.gender, np.number) or self.said.recall("", np.gender, np.number)
            if mention is None:
                raise self.fail(np.start, f"non so a che cosa si riferisca «{self.quoted(np.start, np.end)}»", "S021")
            return mention.recall
        if np.has("nobody"):
            return n.Member("", "nessuno", span=span)
        if {d.terminal for d in np.determiners} in ({"DEF", "OTHER"}, {"ALL", "DEF", "OTHER"}) and not np.modifiers:
            return self._the_others(np)
        if np.has("each") and not np.modifiers:
            several = self.said.recall("card", np.gender, 2)
            if several is not None:
                return several.recall
            return n.Select(PLAYER, quantity=n.Quantity.ALL, span=span, bind=self.said.fresh())
        among = next(
            (
                m
                for m in np.modifiers
                if m.kind == "mod_of" and isinstance(m.value, s.NounPhrase) and m.value.number & 2
            ),
            None,
        )
        if among is not None:
            rest = tuple(m for m in np.modifiers if m is not among)
            inner = self.term(among.value, pattern=pattern, agent=agent)  # type: ignore[arg-type]
            if isinstance(inner, n.Select) and inner.quantity is n.Quantity.ALL and inner.bind is not None and not rest:
                quantity, number = self._quantity(np)
                return evolve(inner, quantity=quantity, number=number, pick=n.Pick.AGENT, span=span)
            quantity, number = self._quantity(np)
            return n.Select(
                self.vocabulary.implied_noun,
                quantity=quantity,
                number=number,
                among=inner,
                bind=self.said.fresh(),
                span=span,
            )
        ordinal = next((d for d in np.determiners if d.terminal in ("FIRST", "SECOND")), None)
        if ordinal is not None and not np.modifiers:
            for named in self.said.context.scope:
                if named.nth == (1 if ordinal.terminal == "FIRST" else 2):
                    return named.term
        status = next(
            (m.tokens[0] for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "STATUS"), None
        )
        noun = status.sense.of if status is not None and status.sense.of in self.vocabulary.nouns else None
        return self._select(np, noun or self.vocabulary.implied_noun, None, pattern, agent)

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
                where=(rest,),
                quantity=n.Quantity.ALL,
                among=several.recall,
                bind=self.said.fresh(),
                span=span,
            )
        like = spoken[0].term
        return n.Select(
            like.noun, where=(*like.where, rest), quantity=n.Quantity.ALL, place=like.place, among=like.among,
            bind=self.said.fresh(), span=span,
        )  # fmt: skip

    # -- players

    def _standing_for(self, np: s.NounPhrase, term: n.Term) -> n.Term:
        """«il rivale»: a noun that is another name for somebody."""
        if np.modifiers or any(d.terminal not in ("DEF", "POSSESSIVE") for d in np.determiners) or not np.number & 1:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» è uno solo", "S025", end=np.end)
        self.said.mention(term, "player", PLAYER, 1, 1)
        return evolve(term, span=self.span(np.start, np.end))

    def _opponent(self, np: s.NounPhrase) -> n.Term:
        of: n.Term = n.You()
        if self.said.context.start.value == "steps" or not self.said.card:
            mention = self.said.recall("player")
            of = mention.recall if mention and not isinstance(mention.term, n.Opponent) else n.You()
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                of = self.term(modifier.value)
            elif not (modifier.kind == "adjective" and modifier.tokens[0].terminal == "TARGET"):
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un avversario",
                    end=modifier.end,
                )
        term = n.Opponent(of, each=bool(np.number == 2 or np.has("each")), span=self.span(np.start, np.end))
        self.said.mention(term, "player", PLAYER, 1, 1)
        return term

    def _player(self, np: s.NounPhrase, pattern: bool) -> n.Term:
        span = self.span(np.start, np.end)
        period = next(
            (
                m
                for m in np.modifiers
                if m.kind == "mod_of"
                and isinstance(m.value, s.NounPhrase)
                and m.value.noun
                and m.value.noun.terminal == "N_PERIOD"
            ),
            None,
        )
        if period is not None:
            assert isinstance(period.value, s.NounPhrase)
            assert period.value.noun is not None
            name = period.value.noun.name
            declared = self.vocabulary.periods.get(name)
            if name != self._turn and declared is not None and declared.of_player:
                return n.PlayerOf(name, span=span)
            return n.Related("turn_player", span=span)
        if any(m.kind == "adjective" and m.tokens[0].terminal in ("OPPOSITE", "OPPOSING") for m in np.modifiers):
            mention = self.said.recall("player")
            if mention is None:
                raise self.fail(np.start, "«giocatore opposto»: prima non si parla di un giocatore", "S021")
            return n.Opponent(mention.recall, span=span)
        whose = next((d for d in np.determiners if d.terminal == "POSSESSIVE"), None)
        if whose is not None:  # «il suo giocatore»: who has it
            if whose.name == "your" or np.modifiers:
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» di chi è?", "S021", end=np.end)
            return self._controller_of(self.possessor(whose, np.start))
        if np.has("other") and not np.modifiers:  # «ogni altro giocatore», «un altro giocatore»
            return self._opponent(np)
        nth = 1 if np.has("first") else 2 if np.has("second") else None
        if (np.has("the", "that") or nth) and not np.has("each", "all") and np.number & 1:
            named = self.said.recalled(PLAYER, nth, 1)
            if named is not None and not np.modifiers:
                return named.term
            mention = self.said.recall("player")
            if not np.modifiers and mention is not None:
                return mention.recall
            several = [each for each in self.said.context.scope if PLAYER in each.nouns]
            if len(several) > 1 and not np.modifiers:
                raise self.fail(
                    np.start, "quale giocatore? «il primo giocatore» o «il secondo giocatore»", "S021", end=np.end
                )
        name = self.said.fresh()
        outer_name, self._candidate_bind = self._candidate_bind, name
        where = tuple(
            c
            for m in np.modifiers
            if m.kind not in ("mod_starting", "mod_called") and not _says_extreme(m)
            for c in self._filter(m, np, None)
        )
        self._candidate_bind = outer_name
        self._values_of_players(np, where)
        quantity, number = self._quantity(np)
        called = next((m.tokens[0].name for m in np.modifiers if m.kind == "mod_called"), None)
        select = n.Select(PLAYER, where=where, quantity=quantity, number=number, bind=called or name, span=span)
        for modifier in np.modifiers:
            if _says_extreme(modifier):  # «il giocatore con Rango minore»
                select, _ = self._with(select, modifier)
        if any(m.kind == "adjective" and m.tokens[0].terminal == "TARGET" for m in np.modifiers):
            select = evolve(select, pick=n.Pick.TARGET)
        if pattern:
            select = self.as_pattern(select)
        self.said.mention(select, "player", PLAYER, 1, np.number)
        return select

    @property
    def _turn(self) -> str:
        return turn_of(self.vocabulary.periods)

    def _relation(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = self.possessor(determiner, np.start)
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                of = self.term(modifier.value)
            elif modifier.kind != "mod_of":
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di «{head.text}»",
                    end=modifier.end,
                )
        if of is None:
            named = self.said.recalled(head.name, None, 1)
            if named is not None:
                return named.term
            of = self.said.subject
        term = n.Related(head.name, of, span=self.span(np.start, np.end))
        sort = "player" if self._relation_is_player(head.name) else "card"
        self.said.mention(term, sort, head.name, head.sense.gender, 1)
        return term

    def _relation_is_player(self, name: str) -> bool:
        declared = self.vocabulary.nouns.get(name)
        return (declared.relation if declared is not None else name) in _OF_PLAYERS

    def _controller_of(self, card: n.Term) -> n.Term:
        """Who controls a card, by the noun that the game has for it."""
        nouns = self.vocabulary.nouns.items()
        return n.Related(next((name for name, noun in nouns if noun.relation == "controller"), "controller"), card)

    def possessor(self, token: s.Token, at: int) -> n.Term:
        """Whose: «tua» the user's; «sua», «loro» of the subject of the clause, else of what was spoken of last, else
        of the bearer."""
        if token.name == "your":
            return n.You()
        spoken_to = isinstance(self.said.clause_subject, n.You) and self.said.context.start.value != "steps"
        if self.said.clause_subject is not None and not spoken_to:
            return self.said.clause_subject  # on a card «sua» is not of the one to whom it speaks
        if self.said.candidate:
            return n.Candidate()
        mention = self.said.recall("card") or self.said.recall("player")
        if mention is not None and not (self.said.continuous and self.said.subject is not None):
            return (self.said.recall_one(mention.sort) or mention).recall
        if self.said.subject is not None:
            return self._other_in_what_happens() or self.said.subject
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        raise self.fail(at, f"non so di chi sia «{token.text}»", "S021")

    def _other_in_what_happens(self) -> n.Term | None:
        """«quando un'altra Lana si spezza, … il suo Ardore» is hers; «quando spezza una Lana, …» either's."""
        event, subject = self._when_event, self._when_subject
        if event is None or not self.said.continuous:
            return None
        roles = {role.name: role.value for role in event.roles}
        if subject is not None:
            binds = {each.bind for each in roles.values() if isinstance(each, n.Select)}
            other = subject if isinstance(subject, n.Select) and subject.bind in binds else None
        else:
            other = roles.get("object") if isinstance(roles.get("agent"), n.Self) else None  # type: ignore[assignment]
        if not isinstance(other, n.Select) or other.bind is None or self.sort(other) != "card":
            return None
        if subject is None and self.said.choose(2) == 0:
            return None
        return n.Var(other.bind)

    # -- places

    def place(self, np: s.Noun, agent: n.Term | None = None) -> n.Place:
        """«nel tuo Armadio», «in campo», «nella Zona Candela del giocatore»."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal not in ("N_ZONE", "N_PLACE", "PART"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un luogo", "S022", end=np.end)
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = n.You() if determiner.name == "your" else self._owner(agent, determiner, np.start)
            elif determiner.terminal == "EACH" and np.noun.terminal == "N_ZONE":  # «ogni Mazzo»: that of each player
                of = n.Select(PLAYER, quantity=n.Quantity.ALL, bind=self.said.fresh())
            elif determiner.terminal not in ("DEF", "THIS", "INDEF", "NUM", "ALL", "OTHER"):
                raise self.fail(determiner.at, f"«{determiner.text}» non si dice di un luogo", "S022")
        name = np.noun.name if np.noun.terminal != "PART" else ""
        if of is not None and np.has("each") and not self._of_nobody_yet(n.Place(name)):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: ce n'è uno solo", "S022", end=np.end)
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and modifier.value is not None:
                of = self.term(modifier.value)  # type: ignore[arg-type]
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                of = n.Opponent()
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal == "POSSESSIVE":
                of = n.You() if modifier.tokens[0].name == "your" else self._owner(agent, modifier.tokens[0], np.start)
            else:
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un luogo",
                    "S022",
                    end=modifier.end,
                )
        declared = self.vocabulary.zones.get(name)
        if of is None and declared is not None and declared.owner == "player" and agent is not None:
            recalled = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
            of = self._controller_of(recalled) if self.sort(agent) == "card" else recalled
        return n.Place(name, of, span=self.span(np.start, np.end))

    def _owner(self, agent: n.Term | None, token: s.Token, at: int) -> n.Term:
        """The player whose zone «sua» is: a player as he is, a card's controller is not meant by it."""
        if agent is not None and self.sort(agent) == "player" and not isinstance(agent, n.You):
            return agent
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        named = next((each for each in self.said.context.scope if PLAYER in each.nouns), None)
        return named.term if named is not None and self.said.candidate else self.possessor(token, at)

    def signs(self, np: s.NounPhrase) -> n.Signs:
        """«{F}{F}{2}»: the kinds in the order in which they are declared, then what is of any kind."""
        assert np.noun is not None
        names = np.noun.name.split("|")
        order = {name: at for at, name in enumerate(self.vocabulary.signs)}
        parts = sorted(names, key=lambda name: (order.get(name, -1 if name == "X" else len(order)), name))
        return n.Signs(tuple(parts), span=self.span(np.start, np.end))

    def sort(self, term: object) -> str:
        """What kind of thing a term is: card, player, place, value, text, member or unknown ("")."""
        if isinstance(term, (n.You, n.Opponent, n.PlayerOf)):
            return "player"
        if isinstance(term, n.Self):
            return "card"
        if isinstance(term, n.Select):
            if term.noun == PLAYER:
                return "player"
            if term.noun in self.vocabulary.values:
                return "value"
            if term.noun in self.vocabulary.periods:
                return "period"
            if term.noun in self.vocabulary.lasting:
                return "lasting"
            if self.is_spot(term.noun):
                return SPOT
            return "effect" if term.noun == EFFECT else "card"
        if isinstance(term, n.Related):
            if term.relation == "turn_player":
                return "player"
            return "player" if self._relation_is_player(term.relation) else "card"
        if isinstance(term, n.Var):
            return self._sort_of_name(term)
        if isinstance(term, n.Group):
            return self.sort(term.members[0])
        if isinstance(term, n.Place):
            return "place"
        if isinstance(term, n.SpotOf):
            return SPOT
        if isinstance(term, n.TextOf):
            return "text"
        if isinstance(term, n.Candidate):
            return ""
        if isinstance(term, (n.Member, n.Lookup, n.ChosenMember)):
            return "member"
        if isinstance(term, (n.ValueOf, n.Num, n.Count, n.Compute, n.Signs)):
            return "value"
        return ""

    def _sort_of_name(self, term: n.Var) -> str:
        for mention in self.said.mentions:
            if mention.recall == term:
                return mention.sort
        for named in self.said.context.scope:
            if named.term == term:
                if PLAYER in named.nouns:  # a player or a card: which one is known only when it happens
                    return "player" if set(named.nouns) == {PLAYER} else ""
                if any(noun in self.vocabulary.zones for noun in named.nouns):
                    return "place"
                if any(self.is_spot(noun) for noun in named.nouns):
                    return SPOT
                if EFFECT in named.nouns:
                    return "effect"
                if any(noun in self.vocabulary.lasting for noun in named.nouns):
                    return "lasting"
                return "card" if named.nouns and "numero" not in named.nouns else ""
        for period in self.vocabulary.periods.values():
            if any(p.name == term.name for p in period.participants):
                return "card"
        return ""

    # -- texts of cards

    def _text(self, np: s.NounPhrase, head: s.Token) -> n.TextOf:
        kinds: tuple[str, ...] = ()
        of: n.Term | None = None
        for determiner in np.determiners:
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

    # -- cards

    def _card(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term:
        if head.terminal == "TARGET":
            if (
                np.has("the", "this")
                and not np.has("two")
                and self._already_target() is not None
                and not any(d.terminal == "NUM" for d in np.determiners)
            ):
                return self._already_target()  # type: ignore[return-value]
            return self._select(np, self.vocabulary.implied_noun, None, pattern, agent)
        plain = np.number != 2 and not np.modifiers and all(d.name in ("this", "the") for d in np.determiners)
        other = self._not_the_bearer(head.name) if plain and np.has("this", "the") else None
        if other is not None:
            return other
        if (
            np.has("this")
            and self.said.card
            and head.name in (self.vocabulary.implied_noun,) + tuple(self.vocabulary.nouns)
            and not np.modifiers
        ):
            self.said.mention(n.Self(), "card", head.name, 2, 1)
            return n.Self(span=self.span(np.start, np.end))
        if np.has("this") and not np.modifiers and self._is_of_the_host(head.name):
            return self._host_called(np, head)
        if self._is_host(np):
            span = self.span(np.start, np.end)
            host = n.Select(head.name, number=n.Num(1), pick=n.Pick.NAMED, among=self.host_of_text(), span=span)
            self.said.mention(host, "card", head.name, head.sense.gender, 1)
            return host
        if np.has("that", "this") and not np.modifiers:
            implied = self.vocabulary.implied_noun
            mention = self.said.recall_one("card", np.gender, np.number, head.name, implied=implied)
            if mention is None and head.name == implied:  # «quella carta» of what has a noun of another gender
                mention = self.said.recall_one("card", 3, np.number, head.name, implied=implied)
            same = mention is not None and mention.noun == head.name
            moved = None if same else self.said.recall_moved(np.gender, np.number, head.name)
            if moved is not None:
                return moved
            if mention is None:
                raise self.fail(
                    np.start,
                    f"prima non si parla di nulla che si possa dire «{self.quoted(np.start, np.end)}»",
                    "S021",
                    end=np.end,
                )
            return mention.recall
        taken = self._of_what_happens(np, head)
        if taken is not None:
            return taken
        nth = 1 if np.has("first") else 2 if np.has("second") else None
        if (
            np.has("the")
            and not np.modifiers
            and not any(
                d.terminal in ("NUM", "ALL", "OTHER", "POSSESSIVE", "SOLE", "LAST", "NEXT") for d in np.determiners
            )
        ):
            named = self.said.recalled(head.name, nth, np.number)
            if named is not None:
                return named.term
            if np.number == 1 and nth is None:
                mention = self.said.recall(
                    "card", np.gender, np.number, head.name, implied=self.vocabulary.implied_noun
                )
                if mention is not None and not isinstance(mention.term, n.Self):
                    return mention.recall
        return self._select(np, head.name, head, pattern, agent)

    def _not_the_bearer(self, noun: str) -> n.Term | None:
        """«questo attacco», «l'attacco» on a card that is none: the one that takes part in what is going on."""
        declared, slot = self.vocabulary.nouns.get(noun), self.said.context.slot
        kind = declared.condition if declared is not None else None
        if slot is None or not isinstance(kind, n.HasText) or kind.text == slot:
            return None
        taking = (p for period in self.vocabulary.periods.values() for p in period.participants)
        return next((n.Var(p.name) for p in taking if p.what.noun == noun), None)

    def host_of_text(self) -> n.Related:
        """The card to which the one that bears the text is attached, by the noun that the game has for it."""
        nouns = self.vocabulary.nouns.items()
        return n.Related(next((name for name, noun in nouns if noun.relation == "host"), "host"), n.Self())

    def order_of(self, at: int) -> str:
        """The value by which the game says what came before and after."""
        found = next((value.name for value in self.vocabulary.values.values() if value.orders), None)
        if found is None:
            raise self.fail(at, "di questo gioco non si sa che cosa è venuto prima e che cosa dopo", "S026")
        return found

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
        return attached and self.said.card and bool(value) and (value, noun) not in context.kinds

    def _is_host(self, np: s.NounPhrase) -> bool:
        """«la Lanterna legata», in a text that speaks of the card to which its own is attached."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or not np.has("the") or np.number == 2 or len(np.modifiers) != 1:
            return False
        only = np.modifiers[0]
        if only.kind == "mod_with":  # «la Lanterna con questa Candela»
            held = only.value
            named = isinstance(held, s.NounPhrase) and held.noun is not None and not held.modifiers and held.has("this")
            return named and held.noun.name in (slot.name, *self.vocabulary.nouns_of_attached())  # type: ignore[union-attr]
        if not slot.of_host and not (np.noun is not None and self._is_of_the_host(np.noun.name)):
            return False
        token = only.tokens[0] if only.tokens else None
        if token is None or (only.kind == "mod_participle" and bool(getattr(only.value, "complements", None))):
            return False
        return token.terminal == "ATTACHED" or (only.kind == "mod_participle" and self.may_be(token.at, "ATTACHED"))

    def _of_what_happens(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«quando attacca, la Lanterna attaccata …», «quando viene attaccata, la Lanterna attaccante …»: who takes
        part in what sets the steps off."""
        event = self._when_event
        if event is None or len(np.modifiers) > 1 or not np.has("the") or (np.number & 2 and not np.number & 1):
            return None
        participle = next((m for m in np.modifiers if m.kind == "mod_participle"), None)
        if participle is not None:
            suffers = participle.tokens[0].name == event.verb.partition("#")[0]
            if not suffers or getattr(participle.value, "complements", False):
                return None
            return self._who_takes_part(event, "object", head.name, np)
        relative = next((m for m in np.modifiers if m.kind == "mod_relative"), None)
        if relative is not None:
            role = self._part_in(event, relative)
            return self._who_takes_part(event, role, head.name, np) if role else None
        doer = next((m.tokens[0] for m in np.modifiers if m.kind == "mod_name"), None)
        return self._who_takes_part(event, "agent", head.name, np) if self._does(event, doer) else None

    def _part_in(self, event: n.Event, relative: s.Modifier) -> str | None:
        raise NotImplementedError

    @staticmethod
    def _does(event: n.Event, word: s.Token | None) -> bool:
        """«attaccante» of an event of the verb «attaccare»."""
        if word is None:
            return False
        verb = conjugate(event.verb.partition("#")[0])
        return word.name.casefold() == verb.present_participle

    def _doer_of_what_happens(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«quando viene attaccata, spezza l'attaccante»: who does it, not yet the one of what it begins."""
        event = self._when_event
        if event is None or np.modifiers or not self._does(event, head):
            return None
        taking = (p for period in self.vocabulary.periods.values() for p in period.participants)
        noun = next((p.what.noun for p in taking if p.name == head.name), self.vocabulary.implied_noun)
        return self._who_takes_part(event, "agent", noun, np)

    def _who_takes_part(self, event: n.Event, name: str, noun: str, np: s.NounPhrase) -> n.Term | None:
        """The participant of an event that a text speaks of after it; it gets a name when it has none."""
        given = next((role.value for role in event.roles if role.name == name), None)
        if isinstance(given, n.Self) and self.said.card:
            raise self.fail(
                np.start, f"«{self.quoted(np.start, np.end)}» è questa carta: dì «questa carta»", "S021", end=np.end
            )
        if isinstance(given, n.Var | n.Self):
            return given
        what = given if isinstance(given, n.Select) else None
        if given is None:
            what = n.Select(noun, number=n.Num(1), bind=self.said.fresh())
        if what is None or what.bind is None:
            return None
        self._when_event = _with_role(event, n.Role(name, self._also_called(what, noun)))
        return n.Var(what.bind)

    def _also_called(self, what: n.Select, noun: str) -> n.Select:
        """«da una Lana … la Lanterna attaccante»: a Lanterna that is Lana."""
        value = self.member_value(what.noun)
        if noun in (what.noun, self.vocabulary.implied_noun) or value is None:
            return what
        return evolve(what, noun=noun, where=(n.HasMember(n.Candidate(), value, what.noun), *what.where))

    def _already_target(self) -> n.Term | None:
        for mention in reversed(self.said.mentions):
            if isinstance(mention.term, n.Select) and mention.term.pick is n.Pick.TARGET:
                return mention.recall
        return None

    @staticmethod
    def _beyond(marker: s.Token, number: n.Num | n.Var | None) -> n.Num | n.Var:
        """«più di tre» is four at least, «meno di tre» two at most."""
        number = number or n.Num(1)
        if isinstance(number, n.Var):
            return number
        return n.Num(number.value + {"more_than": 1, "fewer_than": -1}.get(marker.name, 0))

    def _just_as_many(self, np: s.NounPhrase) -> n.Number:
        """«altrettante»: as many as what was just done, or as the set that was named last."""
        if self.said.last_done is not None:
            return n.Outcome(self.said.last_done)
        sets = [named for named in self.said.context.scope if named.plural]
        if not sets:
            raise self.fail(np.start, "quante? prima non si parla di un numero di cose", "S021", end=np.end)
        return n.Count(n.Select("carta", quantity=n.Quantity.ALL, among=sets[-1].term))

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
        if "AT_LEAST" in dets:
            return n.Quantity.AT_LEAST, self._beyond(dets["AT_LEAST"], number)
        if "AT_MOST" in dets:
            return n.Quantity.UP_TO, self._beyond(dets["AT_MOST"], number)
        if "ANY_NUMBER" in dets or "HOW_MANY_YOU_WANT" in dets:
            return n.Quantity.ANY, None
        if "EACH" in dets or "EACH_ONE" in dets or "ALL" in dets or "BOTH" in dets:
            return n.Quantity.ALL, None
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
        dets = {d.terminal: d for d in np.determiners}
        quantity, number = self._quantity(np)
        where: list[n.Condition] = []
        pick = n.Pick.AGENT
        if "DEF" in dets and quantity is n.Quantity.EXACTLY and np.number & 1 and "NUM" not in dets:
            pick = n.Pick.NAMED
        if head is None and np.noun is not None and np.noun.terminal == "TARGET":
            pick = n.Pick.TARGET
        select = n.Select(
            noun, quantity=quantity, number=number, pick=pick, bind=self.said.fresh(), span=self.span(np.start, np.end)
        )
        outer = self.said.candidate, self.said.clause_subject
        outer_name, self._candidate_bind = self._candidate_bind, select.bind
        outer_plural, self._plural_candidate = (
            self._plural_candidate,
            not (isinstance(number, n.Num) and number.value == 1) and quantity is not n.Quantity.ALL,
        )
        self.said.candidate = True
        for token in np.determiners:
            where += self._determiner_filter(token, agent)
        for modifier in np.modifiers:
            select, more = self._modify(select, modifier, np, agent)
            where += more
        self.said.candidate, self.said.clause_subject = outer
        self._candidate_bind = outer_name
        self._plural_candidate = outer_plural
        if any(d.terminal in ("FIRST",) for d in np.determiners) and select.place is not None:
            select = self._first_of(select, where)
        elif "FIRST" in dets and number is not None and select.place is None:
            raise self.fail(np.start, "«prima» di che cosa? dillo: «dalla cima del …»", "S023")
        if (
            select.place is not None
            and select.place.end is not None
            and not select.place.first
            and select.place.depth is None
            and number is not None
            and pick is not n.Pick.TARGET
        ):
            depth = number if isinstance(number, n.Num) and number.value > 1 and "DEF" in dets else None
            if depth is not None:
                select = evolve(select, place=evolve(select.place, depth=depth), pick=n.Pick.NAMED)
        if select.pick is n.Pick.NAMED and any(isinstance(c, n.Near) for c in where):
            select = evolve(select, pick=n.Pick.AGENT)  # «la Lanterna davanti»: there may be two
        select = evolve(select, where=tuple(where))
        select = self._implied_place(select, head)
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
        return evolve(select, place=n.Place(place)) if place else select

    def as_pattern(self, select: n.Select) -> n.Select:
        """Inside an event a selection means "one that fits": how many and who picks say nothing there."""
        if select.pick is n.Pick.TARGET or isinstance(select.among, n.Related):
            return select
        if select.quantity is n.Quantity.ALL or select.quantity is n.Quantity.ANY or select.pick is n.Pick.NAMED:
            if select.extreme is None and not (select.place and (select.place.end or select.place.first)):
                return evolve(select, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT)
        return select

    def _determiner_filter(self, token: s.Token, agent: n.Term | None) -> list[n.Condition]:
        if token.terminal == "POSSESSIVE":
            if token.name == "your":
                return [n.ControlledBy(n.Candidate(), n.You())]
            return [n.ControlledBy(n.Candidate(), self._their_player(agent, token))]
        if token.terminal == "OTHER":
            return [n.Not(n.Same(n.Candidate(), self._other_than(token)))]
        return []

    def _their_player(self, agent: n.Term | None, token: s.Token) -> n.Term:
        """«sua» before a card: of the player who is spoken of; of the controller of a card that is."""
        if agent is not None and self.sort(agent) == "player" and not isinstance(agent, n.You):
            return agent
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        named = next((each for each in self.said.context.scope if PLAYER in each.nouns), None)
        if named is not None:
            return named.term
        subject = (
            agent if agent is not None else self.said.last_subject if self.said.subject is None else self.said.subject
        )
        if subject is None:
            raise self.fail(token.at, f"non so di chi sia «{token.text}»", "S021")
        return self._controller_of(subject) if self.sort(subject) == "card" else subject

    def _other_than(self, token: s.Token) -> n.Term:
        if self.said.subject is not None and not isinstance(self.said.subject, n.Candidate):
            return self.said.subject
        mention = self.said.recall("card")
        if mention is not None:
            return mention.recall
        raise self.fail(token.at, f"«{token.text}» da che cosa? prima non si parla di una carta", "S021")

    # -- what stands after the noun

    def _modify(
        self, select: n.Select, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None
    ) -> tuple[n.Select, list[n.Condition]]:
        kind, tokens = modifier.kind, modifier.tokens
        if kind == "adjective" and tokens[0].terminal == "TARGET":
            return evolve(select, pick=n.Pick.TARGET), []
        if kind == "mod_called":
            return evolve(select, bind=tokens[0].name), []
        if kind == "mod_comparison" and tokens[0].terminal == "OR_MORE":
            return select, []
        if kind == "mod_in" and isinstance(modifier.value, s.NounPhrase) and not self.says_spot(modifier.value):
            if select.place is not None:
                said = self.quoted(modifier.start, modifier.end)
                raise self.fail(modifier.start, f"«{said}»: il luogo è già detto", "S036", end=modifier.end)
            of = None if self._lies_anywhere_in(select.noun, modifier.value) else agent
            return evolve(select, place=self.place(modifier.value, of)), []
        if kind in ("mod_end", "mod_from_end"):
            place = self.place(modifier.value, agent)  # type: ignore[arg-type]
            end = tokens[0].name
            return evolve(
                select,
                place=evolve(
                    place, end=end, first=kind == "mod_from_end", span=self.span(modifier.start, modifier.end)
                ),
            ), []
        if kind == "mod_on" and not self.says_spot(modifier.value):
            return evolve(select, place=self.upon(select, modifier.value)), []  # type: ignore[arg-type]
        if kind == "mod_later":
            than = self.term(modifier.value)  # type: ignore[arg-type]
            verb = next((t.name for t in tokens if t.terminal == "V_PART"), None)
            already = any(t.terminal == "ALREADY" for t in tokens)
            span = self.span(modifier.start, modifier.end)
            return select, [n.Later(n.Candidate(), than, self.order_of(modifier.start), verb, already, span=span)]
        if kind == "mod_same_name":
            other = self.term(modifier.value) if modifier.value is not None else self._other_than(tokens[0])  # type: ignore[arg-type]
            return select, [n.SameName(n.Candidate(), other, span=self.span(modifier.start, modifier.end))]
        if kind == "mod_among" and (words := self.words_of_value(modifier.value)) is not None:
            return select, [n.IsAmong(n.Candidate(), words, span=self.span(modifier.start, modifier.end))]
        if kind == "mod_among":
            inner = self.term(modifier.value)  # type: ignore[arg-type]
            if (
                isinstance(inner, n.Select)
                and inner.place is not None
                and inner.place.depth is not None
                and not inner.where
            ):
                return evolve(select, place=inner.place), []
            return evolve(select, among=inner), []
        if (
            kind == "mod_of"
            and isinstance(modifier.value, s.NounPhrase)
            and modifier.value.noun is not None
            and modifier.value.noun.terminal in ("N_ZONE", "N_PLACE")
        ):
            return evolve(select, place=self.place(modifier.value, agent)), []
        if kind == "mod_of" and select.place is not None and self._of_nobody_yet(select.place):
            whose = self._of(modifier, n.Candidate(), agent)
            if isinstance(whose, n.ControlledBy):  # «in cima al Mazzo del giocatore»: the Mazzo is his
                return evolve(select, place=evolve(select.place, of=whose.by)), []
            return select, [whose]
        if kind == "mod_with":
            self._greater_than_what(modifier, np)
            return self._with(select, modifier)
        return select, list(self._filter(modifier, np, agent))

    def _lies_anywhere_in(self, noun: str, np: s.NounPhrase) -> bool:
        """«un Soldato nella Retrovia»: of what is in the field, whosesoever, in a part of the field that all have."""
        within = self.vocabulary.places.get(self.vocabulary.implied_place(noun, target=False) or "")
        return within is not None and np.noun is not None and np.noun.name in within.zones

    def words_of_value(self, np: object) -> n.Number | None:
        """«le Mete della carta»: a value that has words; None for anything else."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_VALUE":
            return None
        declared = self.vocabulary.values.get(np.noun.name)
        return self.number(np) if declared is not None and declared.kind == "members" else None

    def _of_nobody_yet(self, place: n.Place) -> bool:
        """Whether a place is a zone of each player of which it was not said whose."""
        declared = self.vocabulary.zones.get(place.zone)
        return place.of is None and declared is not None and declared.owner == "player"

    def upon(self, what: n.Term, np: s.Noun) -> n.Place:
        """«un Gettone su questa carta»: where tokens of that kind lie on a card."""
        zone = self.token_zone(what)
        if zone is None:
            raise self.fail(np.start, f"su «{self.quoted(np.start, np.end)}» non ci sta nulla", "S022", end=np.end)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ZONE":
            place = self.place(np)  # «un Gettone sul tuo Armadio»: where the game keeps them
            kept = self.vocabulary.zones[place.zone].upon
            if kept is None:
                raise self.fail(np.start, f"su «{self.quoted(np.start, np.end)}» non ci sta nulla", "S022", end=np.end)
            return n.Place(kept, place.of, span=self.span(np.start, np.end))
        return n.Place(zone, self.term(np), span=self.span(np.start, np.end))

    def token_zone(self, what: n.Term) -> str | None:
        """The zone of cards in which tokens of a kind lie; None for what is no token."""
        nouns: tuple[str, ...] = (what.noun,) if isinstance(what, n.Select) else ()
        if isinstance(what, n.Var):
            nouns = next((each.nouns for each in self.said.context.scope if each.term == what), ())
            nouns += tuple(each.noun for each in self.said.mentions if each.recall == what and each.noun)
        return next((zone for zone in map(self.vocabulary.upon_cards, nouns) if zone is not None), None)

    def _greater_than_what(self, modifier: s.Modifier, np: s.NounPhrase) -> None:
        """«una Lanterna con Ardore maggiore» does not say than what; «la Lanterna con Ardore maggiore» is the
        greatest."""
        value = modifier.value
        if not isinstance(value, s.NounPhrase) or not any(d.terminal == "INDEF" for d in np.determiners):
            return
        open_ended = (m for m in value.modifiers if m.kind == "mod_comparison" and m.value is None)
        word = next((m.tokens[0] for m in open_ended if m.tokens[0].terminal == "GREATER"), None)
        if word is not None:
            raise self.fail(
                word.at, f"«{word.text}» di che cosa? per il più alto o il più basso di tutti dì «la … con …»", "S024"
            )

    def _with(self, select: n.Select, modifier: s.Modifier) -> tuple[n.Select, list[n.Condition]]:
        """«con Ardore maggiore», «con 7 Ardore o più», «con Ardore minore di questa», «con Corazza»."""
        np = modifier.value
        if isinstance(np, s.NounList):
            conditions: list[n.Condition] = []
            for item in np.items:
                select, more = self._with(select, evolve(modifier, value=item))
                conditions += more
            return select, conditions
        if not isinstance(np, s.NounPhrase) or np.noun is None:
            raise self.fail(
                modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
            )
        if np.noun.terminal == "N_KEYWORD":
            return select, [n.HasKeyword(n.Candidate(), np.noun.name)]
        if np.noun.terminal == "N_TEXT":
            return select, [self._with_text(np)]
        if np.noun.terminal == "N_LASTING":
            return select, [self.has_lasting(np, np.noun, n.Candidate(), None)]
        if np.noun.terminal == "N_VALUE":
            comparison = next((m for m in np.modifiers if m.kind == "mod_comparison"), None)
            if comparison is not None and comparison.value is None and comparison.tokens[0].terminal == "GREATER":
                number = self._own_value(np, n.Candidate())
                return evolve(select, extreme=n.Extreme(number, comparison.tokens[0].name == "greater")), []
            if any(d.terminal == "MORE" for d in np.determiners):
                greatest = next(d for d in np.determiners if d.terminal == "MORE").name == "more"
                return evolve(select, extreme=n.Extreme(self._own_value(np, n.Candidate()), greatest)), []
            return select, [self.value_condition(np, n.Candidate())]
        declared = self.vocabulary.nouns.get(select.noun)
        if declared is not None and declared.done_with is not None and np.noun.terminal == "N_CARD":
            other, span = self.term(np), self.span(modifier.start, modifier.end)
            return select, [n.SharesMember(declared.done_with, n.Candidate(), other, by=True, span=span)]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    def _with_text(self, np: s.NounPhrase) -> n.Condition:
        """«con il testo Lanterna», «con il testo Lanterna o Candela»."""
        slots = [t for m in np.modifiers if m.kind.startswith("adjective") for t in m.tokens]
        if not slots or any(t.terminal != "N_SLOT" for t in slots) or len(np.modifiers) != 1:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
        span = self.span(np.start, np.end)
        parts = tuple(n.HasText(n.Candidate(), t.name, span=span) for t in slots)
        return parts[0] if len(parts) == 1 else n.Or(parts, span=span)

    def _own_value(self, np: s.NounPhrase, of: n.Term | None) -> n.ValueOf:
        assert np.noun is not None
        words = [m.tokens[0].name for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "ORIGINAL"]
        span = self.span(np.start, np.end)
        return n.ValueOf(np.noun.name, of, "printed" in words, "base" in words, span=span)

    def _values_of_players(self, np: s.NounPhrase, where: tuple[n.Condition, ...]) -> None:
        """Refuses «un giocatore con 3 Ardore» when it is a value of cards."""
        for condition in where:
            left = condition.left if isinstance(condition, n.Compare) else None
            name = condition.value if isinstance(condition, n.SharesMember) else getattr(left, "value", None)
            known = self.vocabulary.values.get(name) if isinstance(name, str) else None
            of = condition.left if isinstance(condition, n.SharesMember) else getattr(left, "of", None)
            if known is not None and known.owner == "card" and of == n.Candidate():
                raise self.fail(np.start, f"«{name}» è delle carte, non dei giocatori", "S025", end=np.end)

    def value_condition(self, np: s.NounPhrase, of: n.Term) -> n.Condition:
        """A value with what it is compared to: «6 Ardore o più», «l'Ardore diverso dal loro Ardore originale», «Ardore
        3 o meno»."""
        left = self._own_value(np, of)
        span = self.span(np.start, np.end)
        comparison = next((m for m in np.modifiers if m.kind == "mod_comparison"), None)
        number = next((d for d in np.determiners if d.terminal == "NUM"), None) or next(
            (m.tokens[0] for m in np.modifiers if m.kind == "mod_number"), None
        )
        if number is None and any(d.terminal == "INDEF" for d in np.determiners):
            number = next(d for d in np.determiners if d.terminal == "INDEF")
        if number is not None:
            value = number_said(number)
            op = "=="
            if comparison is not None and comparison.tokens[0].terminal == "OR_MORE":
                op = ">=" if comparison.tokens[0].name == "more" else "<="
            elif comparison is not None:
                raise self.fail(
                    comparison.start,
                    f"«{self.quoted(comparison.start, comparison.end)}» non si intende dopo un numero",
                    end=comparison.end,
                )
            if any(d.terminal == "AT_LEAST" for d in np.determiners):
                op = ">="
            if any(d.terminal == "AT_MOST" for d in np.determiners):
                op = "<="
            return n.Compare(left, op, value, span=span)
        if comparison is None and np.has("same"):
            return self._same_value(np, left, of, span)
        if comparison is None:
            raise self.fail(np.start, f"di «{self.quoted(np.start, np.end)}» non si dice quanto", "S024", end=np.end)
        return self.compared(left, comparison, of, span)

    def _same_value(self, np: s.NounPhrase, left: n.Number, of: n.Term, span: n.Span | None) -> n.Condition:
        """«con lo stesso Ardore di questa carta»: that of one thing which is known, not of any of several."""
        whose = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        known = isinstance(whose, s.NounPhrase) and not any(d.terminal in ("INDEF", "NUM") for d in whose.determiners)
        if not known or not isinstance(left, n.ValueOf) or not isinstance(whose, s.NounPhrase):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: lo stesso di chi?", "S024", end=np.end)
        other = self.term(whose)
        if self.vocabulary.values[left.value].kind in ("member", "members"):
            return n.SharesMember(left.value, of, other, span=span)
        return n.Compare(left, "==", n.ValueOf(left.value, other, left.printed), span=span)

    def compared(self, left: n.Number, comparison: s.Modifier, of: n.Term | None, span: n.Span | None) -> n.Condition:
        token = comparison.tokens[0]
        if comparison.value is None:
            raise self.fail(comparison.start, f"«{token.text}» di che cosa?", "S024")
        like = left if isinstance(left, n.ValueOf) else None
        right = self.compared_number(comparison.value, like, of)  # type: ignore[arg-type]
        if token.terminal == "EQUAL":
            op = "=="
            if comparison.negated:
                op = ">=" if any(t.name == "greater" for t in comparison.tokens) else "<="
        elif token.terminal == "DIFFERENT":
            op = "!="
        else:
            op = ">" if token.name == "greater" else "<"
        return n.Compare(left, op, right, span=span)

    def compared_number(self, np: s.Noun, like: n.ValueOf | None, of: n.Term | None) -> n.Number | n.Term:
        """The right side of a comparison: a number, or a thing whose same value is meant («minore di questa»)."""
        if isinstance(np, s.NounPhrase) and self._is_number(np):
            return self.number(np, of)
        if like is None:
            term = self.term(np)
            return term
        scale = self.vocabulary.values.get(like.value)
        if scale is not None and scale.scale and isinstance(np, s.NounPhrase) and np.noun is not None:
            if np.noun.name in scale.members and not np.modifiers:  # «maggiore di lieve»
                return n.Member(like.value, np.noun.name, span=self.span(np.start, np.end))
        if isinstance(np, s.NounPhrase) and np.noun is None and np.has("its", "own") and not np.modifiers:
            whose = self.said.clause_subject if self.said.subject is None else self.said.subject  # «maggiore del suo»
            if whose is None or isinstance(whose, n.Candidate):
                raise self.fail(np.start, f"non so di chi sia «{self.quoted(np.start, np.end)}»", "S021", end=np.end)
            return n.ValueOf(like.value, whose, like.printed)
        term = self.term(np)
        if self.sort(term) in ("card", "player", "") and not isinstance(term, n.ValueOf):
            return n.ValueOf(like.value, term, like.printed)
        return term

    def _is_number(self, np: s.Noun) -> bool:
        if isinstance(np, s.NounList):
            return False
        if np.noun is None:
            return len(np.determiners) > 0 and np.determiners[-1].terminal == "NUM" and not np.modifiers
        return np.noun.terminal in (
            "N_VALUE",
            "N_NUMBER",
            "N_TOTAL",
            "N_DOUBLE",
            "N_HALF",
            "N_DIFFERENCE",
            "N_DIE",
        ) or (np.noun.terminal == "N_NAME" and np.noun.name == "X")

    def _filter(self, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None) -> list[n.Condition]:
        """The conditions that a modifier puts on the candidate."""
        kind, tokens = modifier.kind, modifier.tokens
        if kind in ("adjective", "adjectives_or", "adjectives_and"):
            if tokens[0].terminal == "TARGET":
                return []
            parts = [self.adjective(t, n.Candidate(), np) for t in tokens]
            joined: n.Condition = (
                parts[0]
                if len(parts) == 1
                else n.Or(tuple(parts))
                if self._either(kind, tokens)
                else n.And(tuple(parts))
            )
            return [n.Not(joined) if modifier.negated else joined]
        if kind == "mod_name":
            named = self.said.named(tokens[0].name)
            return [n.Same(n.Candidate(), named.term if named is not None else n.Var(tokens[0].name))]
        if kind == "mod_noun":
            return [n.IsKind(n.Candidate(), tokens[0].name, span=self.span(modifier.start, modifier.end))]
        if kind == "mod_of":
            return [self._of(modifier, n.Candidate(), agent)]
        if kind == "mod_direction":
            return [self.near(tokens[0], n.Candidate(), modifier.value)]  # type: ignore[arg-type]
        if kind in ("mod_on", "mod_in") and self.says_spot(modifier.value):
            return [self.lies_on(n.Candidate(), modifier.value, self.span(modifier.start, modifier.end))]  # type: ignore[arg-type]
        if kind == "mod_relative":
            return [self.relative(modifier, n.Candidate(), np)]
        if kind == "mod_participle":
            return [self.participle(modifier, n.Candidate())]
        if kind in ("mod_except", "mod_but_not"):
            return [n.Not(self._sameness(modifier))]
        if kind == "mod_without":
            _, conditions = self._with(n.Select(""), modifier)
            return [n.Not(c) for c in conditions]
        if kind == "mod_in" and isinstance(modifier.value, s.NounList):
            return [n.Or(tuple(n.IsIn(n.Candidate(), self.place(item, agent)) for item in modifier.value.items))]
        if kind == "mod_comparison":
            return self._comparison_filter(modifier)
        if kind == "mod_with":
            return self._with(n.Select(""), modifier)[1]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    @staticmethod
    def _either(kind: str, tokens: tuple[s.Token, ...]) -> bool:
        """«davanti o dietro»; of places «davanti e dietro» are those of both, as nothing is in front and behind."""
        return kind == "adjectives_or" or all(token.terminal == "DIRECTION" for token in tokens)

    def _comparison_filter(self, modifier: s.Modifier) -> list[n.Condition]:
        if modifier.tokens[0].terminal == "OR_MORE":
            return []
        if modifier.tokens[0].terminal == "DIFFERENT" and modifier.value is not None:
            return [n.Not(n.Same(n.Candidate(), self.term(modifier.value)))]  # type: ignore[arg-type]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    def _sameness(self, modifier: s.Modifier) -> n.Condition:
        np = modifier.value
        if isinstance(np, s.NounPhrase) and any(d.terminal == "LAST" for d in np.determiners):
            return n.Same(n.Candidate(), n.Related("last_arrived", span=self.span(np.start, np.end)))
        if isinstance(np, s.NounPhrase) and any(d.terminal in ("INDEF", "NUM") for d in np.determiners):
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"quale «{said}»? scegli prima, poi di' «le altre»", "S020", end=np.end)
        return n.Same(n.Candidate(), self.term(np))  # type: ignore[arg-type]

    def _of(self, modifier: s.Modifier, of: n.Term, agent: n.Term | None) -> n.Condition:
        """«di un giocatore», «di Forma Lana», «di un'altra Forma», «della stessa Forma»."""
        np = modifier.value
        span = self.span(modifier.start, modifier.end)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE":
            return self.member_of(np, of, span)
        if isinstance(np, s.NounPhrase) and np.noun is not None and not np.determiners and not np.modifiers:
            value = self.member_value(np.noun.name)
            if value:  # «un attacco di Creatura»: what it is, not whose
                return n.HasMember(of, value, np.noun.name, span=span)
        term = self.term(np, agent=agent)  # type: ignore[arg-type]
        if self.sort(term) == "player" or isinstance(term, n.Candidate):
            return n.ControlledBy(of, term, span=span)
        if isinstance(term, n.Var) and self.sort(term) in ("", "player"):
            return n.ControlledBy(of, term, span=span)
        raise self.fail(
            modifier.start,
            f"«{self.quoted(modifier.start, modifier.end)}»: una carta è di un giocatore",
            "S025",
            end=modifier.end,
        )

    def member_of(self, np: s.NounPhrase, of: n.Term, span: n.Span | None) -> n.Condition:
        """«di Forma Lana», «di un'altra Forma», «della stessa Forma», «di forma opposta» (of the bearer's)."""
        assert np.noun is not None
        value = np.noun.name
        members = [m for m in np.modifiers if m.kind.startswith("adjective") and m.tokens[0].terminal == "MEMBER"]
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, s.NounPhrase)), None)
        if isinstance(inner, s.NounPhrase) and inner.noun is not None and inner.noun.sense.of == value:
            return n.HasMember(of, value, inner.noun.name, span=span)  # «della Forma della Lana»
        if members:
            parts = [n.HasMember(of, value, t.name) for m in members for t in m.tokens]
            return parts[0] if len(parts) == 1 else n.Or(tuple(parts), span=span)
        if (
            self._plural_candidate
            and not any(m.kind == "mod_of" for m in np.modifiers)
            and (
                np.has("same")
                or any(m.kind == "adjective" and m.tokens[0].terminal == "DIFFERENT" for m in np.modifiers)
            )
        ):
            raise self.fail(
                np.start,
                f"«{self.quoted(np.start, np.end)}»: uguali o diverse tra loro non si può ancora dire",
                "S038",
                end=np.end,
            )
        if any(d.terminal in ("SAME", "OTHER") for d in np.determiners) or any(
            m.kind == "adjective" and m.tokens[0].terminal == "DIFFERENT" for m in np.modifiers
        ):
            whose = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            other = self.term(whose) if whose is not None else self._other_than(np.noun)  # type: ignore[arg-type]
            same = n.SharesMember(value, of, other, span=span)
            return same if np.has("same") else n.Not(same, span=span)
        table = next(
            (m.tokens[0] for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "TABLE_WORD"), None
        )
        if table is not None:
            subject = self._other_than(table)
            return n.HasMember(of, value, n.Lookup(table.name, n.ValueOf(value, subject)), span=span)
        if any(m.kind in ("mod_comparison", "mod_number") for m in np.modifiers):
            return self.value_condition(np, of)
        declared = self.vocabulary.values.get(value)
        if np.has("each", "any") and not np.modifiers and declared is not None and declared.members:
            return n.Or(tuple(n.HasMember(of, value, word) for word in declared.members), span=span)  # «di ogni Forma»
        raise self.fail(np.start, f"quale «{np.noun.text}»?", "S024", end=np.end)

    def _of_player(self, np: s.NounPhrase) -> bool:
        """Whether a value is a player's."""
        declared = self.vocabulary.values.get(np.noun.name) if np.noun is not None else None
        return declared is not None and declared.owner == "player"

    def adjective(self, token: s.Token, of: n.Term, np: s.NounPhrase | None = None) -> n.Condition:
        """What an adjective says of a thing."""
        span = self.span(token.at, token.at + 1)
        kind = token.terminal
        if kind in ("STATUS", "STATUS_PHRASE"):
            return n.IsStatus(of, token.name, span=span)
        if kind == "MEMBER":
            return n.HasMember(of, token.sense.of or "", token.name, span=span)
        if kind == "LATER":
            bearer = self.said.subject if self.said.subject is not None else n.Self()
            return n.Later(of, bearer, self.order_of(token.at), earlier=token.name == "earlier", span=span)
        if kind == "OPPOSING":
            return n.ControlledBy(of, n.Opponent(), span=span)
        if kind == "ATTACHED":
            return n.Linked(of, span=span)
        if kind == "POSSESSIVE":
            return n.ControlledBy(of, n.You() if token.name == "your" else self._their_player(None, token), span=span)
        if kind == "EMPTY":
            return n.Compare(
                n.Count(
                    n.Select(
                        self.vocabulary.implied_noun,
                        quantity=n.Quantity.ALL,
                        place=of if isinstance(of, n.Place) else None,
                        span=span,
                    )
                ),
                "==",
                n.Num(0),
                span=span,
            )
        if kind == "DIRECTION":
            return self.near(token, of)
        if kind == "FREE_SPOT":
            free = n.IsFree(of, span=span)
            return free if token.name == "free" else n.Not(free, span=span)
        if kind == "EVEN":
            return n.Parity(of, token.name == "even", span=span)  # type: ignore[arg-type]
        if kind == "CHOSEN":
            raise self.fail(token.at, f"«{token.text}» non richiama nulla: scegli prima, poi dì «quella …»", "S067")
        raise self.fail(token.at, f"«{token.text}» non si intende qui")

    def relative(self, modifier: s.Modifier, of: n.Term, np: s.NounPhrase) -> n.Condition:
        raise NotImplementedError

    def participle(self, modifier: s.Modifier, of: n.Term) -> n.Condition:
        raise NotImplementedError

    # -- numbers

    def _calculated(self, np: s.Calculation, of: n.Term | None) -> n.Number:
        """«la sua Portata meno i suoi Debiti»: «suo» is in each part of the same."""
        outer, self.said.clause_subject = self.said.clause_subject, self.said.subject
        try:
            parts = (self.number(np.left, of), self.number(np.right, of))
        finally:
            self.said.clause_subject = outer
        return n.Compute(_SIGNS[np.sign.name], parts, span=self.span(np.start, np.end))

    def number(self, np: s.Noun | s.Calculation, of: n.Term | None = None) -> n.Number:
        """A noun phrase as a number; a value with no owner is ``of``'s."""
        if isinstance(np, s.Calculation):
            return self._calculated(np, of)
        if not isinstance(np, s.NounPhrase):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un numero", "S024", end=np.end)
        span = self.span(np.start, np.end)
        if np.noun is None:
            if np.determiners and np.determiners[-1].terminal == "NUM" and len(np.determiners) == 1:
                return evolve(number_said(np.determiners[-1]), span=span)
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un numero", "S024", end=np.end)
        kind = np.noun.terminal
        if kind == "N_SIGNS":
            return self.signs(np)
        reckoned = next((m for m in np.modifiers if m.kind == "mod_reckoned"), None)
        if reckoned is not None:
            rest = evolve(np, modifiers=tuple(m for m in np.modifiers if m is not reckoned))
            op = n.Arithmetic.ADD if reckoned.tokens[0].name == "more" else n.Arithmetic.SUBTRACT
            parts = (self.number(rest, of), self.number(reckoned.value, of))  # type: ignore[arg-type]
            return n.Compute(op, parts, span=span)
        if kind == "N_VALUE":
            return self._value(np, of)
        if kind in ("N_NUMBER", "N_TOTAL") and len(np.modifiers) > 1:
            last = np.modifiers[-1]
            said = self.quoted(last.start, last.end)
            raise self.fail(last.start, f"«{said}» non si dice di «{np.noun.text}»", end=last.end)
        if kind == "N_NUMBER":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if inner is None:
                named = self.said.recalled("numero", None, 1)
                if named is not None:
                    return named.term  # type: ignore[return-value]
                return n.Var("number", span=span)
            return n.Count(self.counted(inner), span=span)  # type: ignore[arg-type]
        if kind == "N_TOTAL":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if isinstance(inner, s.NounPhrase) and inner.noun and inner.noun.terminal == "N_VALUE":
                value = self._value(inner, of)
                if isinstance(value, n.ValueOf) and value.of is not None:
                    return n.Total(value.value, value.of, value.printed, span=span)
        if kind in ("N_DOUBLE", "N_HALF"):
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if inner is not None:
                amount = self.number(inner, of)  # type: ignore[arg-type]
                if kind == "N_DOUBLE":
                    return n.Compute(
                        n.Arithmetic.MULTIPLY, (n.Num(2 if np.noun.name == "double" else 3), amount), span=span
                    )
                rounding = next(
                    (
                        m.tokens[0].name
                        for m in np.modifiers
                        if m.kind == "adjective" and m.tokens[0].terminal == "ROUNDED"
                    ),
                    None,
                )
                inner_round = next(
                    (
                        m.tokens[0].name
                        for m in getattr(inner, "modifiers", ())
                        if m.kind == "adjective" and m.tokens[0].terminal == "ROUNDED"
                    ),
                    None,
                )
                return n.Compute(
                    n.Arithmetic.HALF_UP if (rounding or inner_round) == "up" else n.Arithmetic.HALF_DOWN,
                    (amount,),
                    span=span,
                )
        if kind == "N_DIFFERENCE":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_among"), None)
            if isinstance(inner, s.NounList):
                return n.Compute(
                    n.Arithmetic.DIFFERENCE, tuple(self.number(item, of) for item in inner.items), span=span
                )
        if kind == "N_DIE":
            return n.Var("dado", span=span)
        if kind in ("N_CARD", "N_PLAYER", "N_RELATION", "TARGET"):
            quantity, _ = self._quantity(np)
            if quantity is n.Quantity.ALL:
                return n.Count(self.counted(np), span=span)
        if kind == "N_NAME":
            return self._named(np, np.noun)  # type: ignore[return-value]
        raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un numero", "S024", end=np.end)

    def _value(self, np: s.NounPhrase, of: n.Term | None) -> n.Number:
        """«l'Ardore della Lana bersaglio», «il suo Ardore», «il Rango» (the bearer's), «Ardore originale»."""
        assert np.noun is not None
        declared = self.vocabulary.values.get(np.noun.name)
        among = next((m for m in np.modifiers if m.kind == "mod_among"), None)
        extreme = next(
            (
                m.tokens[0]
                for m in np.modifiers
                if m.kind == "mod_comparison" and m.value is None and m.tokens[0].terminal == "GREATER"
            ),
            None,
        )
        if among is not None and extreme is not None and all(m.kind != "mod_reckoned" for m in np.modifiers):
            return self._extreme_among(np, among, extreme)
        owner: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                owner = (
                    n.You()
                    if determiner.name == "your"
                    else (
                        of
                        if of is not None and determiner.name in ("their", "its") and isinstance(of, n.Candidate)
                        else self.possessor(determiner, np.start)
                    )
                )
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and modifier.value is not None:
                owner = self.term(modifier.value)  # type: ignore[arg-type]
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING" and self._of_player(np):
                owner = n.Opponent(span=self.span(modifier.start, modifier.end))
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal in ("ORIGINAL", "ROUNDED", "TABLE_WORD"):
                continue
            else:
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di «{np.noun.text}»",
                    end=modifier.end,
                )
        if declared is not None and declared.owner in ("game", *self.vocabulary.periods):
            return n.ValueOf(np.noun.name, None, span=self.span(np.start, np.end))
        if owner is None:
            owner = of if of is not None else self.said.subject
        if owner is None:
            raise self.fail(np.start, f"di chi è «{self.quoted(np.start, np.end)}»?", "S021", end=np.end)
        whose = "player" if declared is not None and declared.owner == "player" else "card"
        if declared is not None and self.sort(owner) in ("card", "player") and self.sort(owner) != whose:
            what = "una carta" if whose == "card" else "un giocatore"
            raise self.fail(np.start, f"«{np.noun.text}» è di {what}", "S025", end=np.end)
        if isinstance(owner, n.Group) or (isinstance(owner, n.Select) and owner.quantity is n.Quantity.ALL):
            pass
        return self._own_value(np, owner)

    def _extreme_among(self, np: s.NounPhrase, among: s.Modifier, extreme: s.Token) -> n.Number:
        """«l'Ardore maggiore tra le Lanterne avversarie»: that of the one that has the greatest."""
        if isinstance(among.value, s.NounList):  # «tra Prima e le altre»
            things = n.Select("carta", among=self.term(among.value))
        else:
            things = self.counted(among.value)  # type: ignore[arg-type]
        greatest = n.Extreme(self._own_value(np, n.Candidate()), extreme.name == "greater")
        one = evolve(
            things,
            quantity=n.Quantity.EXACTLY,
            number=n.Num(1),
            pick=n.Pick.NAMED,
            extreme=greatest,
            bind=self.said.fresh(),
        )
        return self._own_value(np, one)

    def counted(self, np: s.Noun, owner: n.Term | None = None) -> n.Select:
        """What is counted: «Lana in campo», «carte nel tuo Armadio»; ``owner`` for «hai», «controlli»."""
        term = self.term(np, agent=owner)
        if isinstance(term, n.Group):
            raise self.fail(np.start, "si conta una cosa sola per volta", end=np.end)
        if isinstance(term, n.Var):  # «il numero delle Prese»: of a set that was named
            return n.Select("carta", quantity=n.Quantity.ALL, among=term, span=self.span(np.start, np.end))
        if not isinstance(term, n.Select):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si conta", end=np.end)
        if term.noun in self.vocabulary.values:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si conta così", end=np.end)
        if owner is not None:
            term = self.owned(term, owner)
        return evolve(term, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None)

    def owned(self, select: n.Select, owner: n.Term) -> n.Select:
        """Those that a player has: under his control, or in his own zone."""
        place = select.place
        if (
            place is not None
            and place.zone in self.vocabulary.zones
            and self.vocabulary.zones[place.zone].owner == "player"
        ):
            return evolve(select, place=evolve(place, of=place.of if place.of is not None else owner))
        if any(isinstance(c, n.ControlledBy) for c in select.where):
            return select
        return evolve(select, where=(n.ControlledBy(n.Candidate(), owner), *select.where))

    def spoken_of(self, select: n.Select, subject: n.Term) -> list[n.Condition]:
        """The filters of a selection said of a subject: «è una tua Lana desta»."""
        return [replace_candidate(condition, subject) for condition in select.where]


def _of_a_period(modifier: s.Modifier) -> bool:
    """«l'Attaccante dello scontro»: in which period it has its name."""
    value = modifier.value
    return (
        modifier.kind == "mod_of"
        and isinstance(value, s.NounPhrase)
        and value.noun is not None
        and value.noun.terminal == "N_PERIOD"
    )


__all__ = ["PLAYER", "Nouns"]


def _says_extreme(modifier: s.Modifier) -> bool:
    """«con Ardore maggiore», of all those described."""
    np = modifier.value
    if modifier.kind != "mod_with" or not isinstance(np, s.NounPhrase):
        return False
    return any(
        m.kind == "mod_comparison" and m.value is None and m.tokens[0].terminal == "GREATER" for m in np.modifiers
    )


def _with_role(event: n.Event, role: n.Role) -> n.Event:
    """An event with a participant put in the place of the one of that name, the agent first."""
    if any(r.name == role.name for r in event.roles):
        return evolve(event, roles=tuple(role if r.name == role.name else r for r in event.roles))
    agent = [r for r in event.roles if r.name == "agent"]
    rest = [r for r in event.roles if r.name != "agent"]
    return evolve(event, roles=(role, *rest) if role.name == "agent" else (*agent, role, *rest))
