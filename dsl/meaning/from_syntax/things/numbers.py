"""«il doppio del suo Peso», «il numero di carte nella tua mano»: how many, how much."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import Frame
from ...playing import plays
from ...scope import nodes_of
from .how_much import HowMuch
from .reading import number_said
from .two_by_word import told_apart

_SIGNS: Final = {
    "more": n.Arithmetic.ADD,
    "less": n.Arithmetic.SUBTRACT,
    "divided": n.Arithmetic.DIVIDE,
    "at_most": n.Arithmetic.LEAST,
}

HALF_OF_ODD: Final = "la metà di un numero dispari: «arrotondata per eccesso» o «per difetto»?"


class Numbers(HowMuch):
    """The part of the reader that reads numbers and values."""

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
            raise self.fail(np.start, HALF_OF_ODD, "S024", end=np.end)
        things = self.term(evolve(inner, modifiers=tuple(m for m in inner.modifiers if m is not rounding)))
        if not isinstance(things, n.Select):
            return None
        whole = evolve(things, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None)
        how = n.Arithmetic.HALF_UP if rounding.tokens[0].name == "up" else n.Arithmetic.HALF_DOWN
        return evolve(things, quantity=n.Quantity.EXACTLY, number=n.Compute(how, (n.Count(whole),)), pick=n.Pick.AGENT)

    def _part_of_value(self, np: s.NounPhrase) -> n.Select | None:
        """«perdi metà dei tuoi Punti, arrotondata per difetto», «guadagni il doppio dei Punti dell'avversario»: so many."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase) or inner.noun is None or inner.noun.terminal != "N_VALUE":
            return None
        if not self._of_player(inner) or not (inner.has("your", "its", "their", "own") or inner.modifiers):
            return None
        rounded = [m for m in (*np.modifiers, *inner.modifiers) if m.tokens and m.tokens[0].terminal == "ROUNDED"]
        if np.noun is not None and np.noun.terminal == "N_HALF" and not rounded:
            raise self.fail(np.start, HALF_OF_ODD, "S024", end=np.end)
        outer, self.said.clause_subject = self.said.clause_subject, self.said.last_subject or self.said.clause_subject
        amount = self.number(np)
        self.said.clause_subject = outer
        return n.Select(inner.noun.name, quantity=n.Quantity.EXACTLY, number=amount, span=self.span(np.start, np.end))

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

    def _named(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        more = next((m for m in np.modifiers if not _of_a_period(m)), None)
        if more is not None and head.name != "X":  # a name says already which one it is
            raise self.fail(
                more.start, f"«{self.quoted(more.start, more.end)}» non si dice di «{head.text}»", end=more.end
            )
        named = self.said.named(head.name)
        if named is not None:
            return named.term
        doer = self._doer_of_what_happens(np, head)
        part = doer if doer is not None else n.Var(head.name, span=self.span(np.start, np.end))
        self._part_is_spoken_of(part, head)
        return part

    def _part_is_spoken_of(self, part: n.Term, head: s.Token) -> None:
        """«se lo sfidante perde, il suo padrone …»: who takes part in a period is spoken of by that name."""
        taking = (
            p.what for period in self.vocabulary.periods.values() for p in period.participants if p.name == head.name
        )
        what = next(taking, None)
        if self.said.card and what is not None and self.sort(what) == "card":
            self.said.mention(part, "card", what.noun, head.sense.gender, 1)

    def words_of_value(self, np: object) -> n.Number | None:
        """«le Mete della carta»: a value that has words; None for anything else."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_VALUE":
            return None
        declared = self.vocabulary.values.get(np.noun.name)
        return self.number(np) if declared is not None and declared.kind == "members" else None

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
        found = self._number_of(np, of) if isinstance(np, s.NounPhrase) else None
        if found is None:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un numero", "S024", end=np.end)
        return found

    def _number_of(self, np: s.NounPhrase, of: n.Term | None) -> n.Number | None:
        """A phrase by what its noun is; None when it is no number."""
        span = self.span(np.start, np.end)
        if np.noun is None:
            bare = len(np.determiners) == 1 and np.determiners[0].terminal == "NUM"
            return evolve(number_said(np.determiners[0]), span=span) if bare else None
        kind = np.noun.terminal
        if kind == "N_SIGNS":
            return self.signs(np)
        reckoned = next((m for m in np.modifiers if m.kind == "mod_reckoned"), None)
        if reckoned is not None:
            return self._reckoned(np, reckoned, of)
        if kind == "TIME":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_times_of"), None)
            return self._so_many_times(np, inner, of) if isinstance(inner, s.NounPhrase) else None
        if kind == "N_VALUE":
            return self._value(np, of)
        if kind in ("N_NUMBER", "N_TOTAL") and len(np.modifiers) > 1:
            last = np.modifiers[-1]
            said = self.quoted(last.start, last.end)
            raise self.fail(last.start, f"«{said}» non si dice di «{np.noun.text}»", end=last.end)
        if kind == "N_NUMBER":
            return self._number_counted(np)
        if kind == "N_TOTAL":
            return self._total(np, of)
        if kind in ("N_DOUBLE", "N_HALF"):
            return self._double_or_half(np, np.noun, of)
        if kind == "N_DIFFERENCE":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_among"), None)
            two = tuple(self.number(item, of) for item in inner.items) if isinstance(inner, s.NounList) else ()
            return n.Compute(n.Arithmetic.DIFFERENCE, two, span=span) if two else None
        if kind == "N_DIE":
            return self.the_die(np)
        if kind in ("N_CARD", "N_PLAYER", "N_RELATION", "TARGET") and self._quantity(np)[0] is n.Quantity.ALL:
            return n.Count(self.counted(np), span=span)
        return self._named(np, np.noun) if kind == "N_NAME" else None  # type: ignore[return-value]

    def _reckoned(self, np: s.NounPhrase, reckoned: s.Modifier, of: n.Term | None) -> n.Number:
        """«il suo Ardore più 2», «i tuoi Punti meno il suo Peso»."""
        rest = evolve(np, modifiers=tuple(m for m in np.modifiers if m is not reckoned))
        op = n.Arithmetic.ADD if reckoned.tokens[0].name == "more" else n.Arithmetic.SUBTRACT
        parts = (self.number(rest, of), self.number(reckoned.value, of))  # type: ignore[arg-type]
        return n.Compute(op, parts, span=self.span(np.start, np.end))

    def _so_many_times(self, np: s.NounPhrase, inner: s.NounPhrase, of: n.Term | None) -> n.Number:
        """«100 volte il numero delle tue Lane»."""
        times = n.Num(int(np.determiners[0].name))
        return n.Compute(n.Arithmetic.MULTIPLY, (times, self.number(inner, of)), span=self.span(np.start, np.end))

    def _number_counted(self, np: s.NounPhrase) -> n.Number:
        """«il numero di carte nella tua mano»; «il numero» alone is the one that was spoken of."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if inner is None:
            named = self.said.recalled("numero", None, 1)
            return named.term if named is not None else n.Var("number", span=self.span(np.start, np.end))  # type: ignore[return-value]
        self._must_be_many(inner)
        return n.Count(self.counted(inner), span=self.span(np.start, np.end))  # type: ignore[arg-type]

    def _total(self, np: s.NounPhrase, of: n.Term | None) -> n.Number | None:
        """«il totale dell'Ardore delle tue Lane»."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase) or inner.noun is None or inner.noun.terminal != "N_VALUE":
            return None
        value = self._value(inner, of)
        if not isinstance(value, n.ValueOf) or value.of is None:
            return None
        return n.Total(value.value, value.of, value.printed, span=self.span(np.start, np.end))

    def _double_or_half(self, np: s.NounPhrase, head: s.Token, of: n.Term | None) -> n.Number | None:
        """«il doppio del suo Peso», «il triplo …», «metà del suo Ardore, arrotondata per eccesso»."""
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if inner is None:
            return None
        span = self.span(np.start, np.end)
        amount = self.number(inner, of)  # type: ignore[arg-type]
        if head.terminal == "N_DOUBLE":
            times = n.Num(2 if head.name == "double" else 3)
            return n.Compute(n.Arithmetic.MULTIPLY, (times, amount), span=span)
        rounding = _rounded(np.modifiers) or _rounded(getattr(inner, "modifiers", ()))
        return n.Compute(n.Arithmetic.HALF_UP if rounding == "up" else n.Arithmetic.HALF_DOWN, (amount,), span=span)

    def _value(self, np: s.NounPhrase, of: n.Term | None) -> n.Number:
        """«l'Ardore della Lana bersaglio», «il suo Ardore», «il Rango» (the bearer's), «Ardore originale»."""
        assert np.noun is not None
        if (brought := self.brought_about(np)) is not None:
            return brought
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
        whose = "player" if declared is not None and declared.owner == "player" else "card"
        owner: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                owner = of if isinstance(of, n.Candidate) and determiner.name != "your" else None
                owner = owner or self._owner_of_value(determiner, np, whose)
        for modifier in np.modifiers:
            owner = self._owner_behind(np, np.noun, modifier, of, whose) or owner
        if declared is not None and declared.owner in ("game", *self.vocabulary.periods):
            return n.ValueOf(np.noun.name, None, span=self.span(np.start, np.end))
        if owner is None:
            owner = of if of is not None else self.said.subject
        if owner is None:
            raise self.fail(np.start, f"di chi è «{self.quoted(np.start, np.end)}»?", "S021", end=np.end)
        if declared is not None and self.sort(owner) in ("card", "player") and self.sort(owner) != whose:
            what = "una carta" if whose == "card" else "un giocatore"
            raise self.fail(np.start, f"«{np.noun.text}» è di {what}", "S025", end=np.end)
        if isinstance(owner, n.Group) or (isinstance(owner, n.Select) and owner.quantity is n.Quantity.ALL):
            pass
        return self._own_value(np, owner)

    def _owner_behind(
        self, np: s.NounPhrase, head: s.Token, modifier: s.Modifier, of: n.Term | None, whose: str
    ) -> n.Term | None:
        """Whose a value is, said behind it: «della Lana bersaglio», «avversari», «che hai»; None of what says something else."""
        if modifier.kind == "mod_of" and modifier.value is not None:
            return self.term(modifier.value)  # type: ignore[arg-type]
        if (holds := _who_has(modifier)) is not None:
            return self._who_has_so_much(holds, np, of, whose)
        first = modifier.tokens[0].terminal if modifier.kind == "adjective" else None
        if first == "OPPOSING" and self._of_player(np):
            return n.Opponent(span=self.span(modifier.start, modifier.end))
        if first not in ("ORIGINAL", "ROUNDED", "TABLE_WORD"):
            said = self.quoted(modifier.start, modifier.end)
            raise self.fail(modifier.start, f"«{said}» non si dice di «{head.text}»", end=modifier.end)
        return None

    def _who_has_so_much(self, holds: s.Clause, np: s.NounPhrase, of: n.Term | None, whose: str) -> n.Term:
        """«per ogni Danno che ha», «i Punti che hai», «… che ha il rivale»: of whom a value is, as «suo», «tuo» say it."""
        if isinstance(holds.subject, s.NounPhrase):
            return self.term(holds.subject)
        finite = holds.group.finite
        person = finite.sense.person if finite is not None else 3
        if person == 2:
            return n.You(span=self.span(holds.start, holds.end))
        if isinstance(of, n.Candidate):
            return of
        several = finite is not None and not finite.sense.number & 1  # «che hanno» is «loro»
        word = evolve(holds.group.verb.sense, terminal="POSSESSIVE", name="their" if several else "its")
        its = evolve(holds.group.verb, sense=word)
        return self._owner_of_value(its, np, whose)

    def _owner_of_value(self, its: s.Token, np: s.NounPhrase, whose: str) -> n.Term:
        """«l'avversario perde Punti pari al suo Ardore»: a player has none, so it is of the card spoken of before."""
        owner = self.possessor(its, np.start)
        if its.name != "your" and isinstance(owner, n.Self) and np.noun is not None and self.bearer_lacks(np.noun.name):
            return self._whose_if_not_the_bearers(its, np)
        if its.name != "your" and self.sort(owner) in ("card", "player") and self.sort(owner) != whose:
            mention = self.said.recall_one(whose)
            return mention.recall if mention is not None else owner
        if its.name != "your" and self._said_first not in (None, owner):
            return (self._said_first, owner)[self.said.choose(2)]
        if its.name != "your" and self._said_first is not None and self._said_before_it not in (None, owner):
            return (owner, self._said_before_it)[self.said.choose(2)]
        unsaid = isinstance(owner, n.Self) and not isinstance(self.said.clause_subject, n.Self)
        return self._of_this_or_that(owner) if unsaid and self.said.continuous else owner

    def bearer_lacks(self, value: str) -> bool:
        """Whether the card whose text this is has none of a value that only such and such cards have."""
        declared, slot = self.vocabulary.values.get(value), self.vocabulary.texts.get(self.said.context.slot or "")
        borne = self.vocabulary.nouns.get(declared.counts_on or "") if declared is not None else None
        if borne is None or borne.condition is None or slot is None or slot.of_host:
            return False
        stands = [x.noun for x in nodes_of(slot.in_force) if isinstance(x, n.IsKind)] if slot.in_force else [slot.name]
        having = {x.noun for x in nodes_of(borne.condition) if isinstance(x, n.IsKind)}
        return all(self.member_value(kind) is not None for kind in stands) and not having & set(stands)

    def _whose_if_not_the_bearers(self, its: s.Token, np: s.NounPhrase) -> n.Term:
        """«{1}: Infliggi a una Lana danni pari al suo Ardore» of a Candela, which has none: of the card spoken of before."""
        mention = self.said.recall_one("card")
        if mention is None or isinstance(mention.recall, n.Self):
            said = f"di chi è «{self.quoted(np.start, np.end)}»? questa carta non ne ha"
            raise self.fail(its.at, said, "S021", "dillo: «… di quella carta»", np.end)
        return mention.recall

    def _of_this_or_that(self, bearer: n.Term) -> n.Term:
        """«Entra: spezza una Lana. Guadagni Punti pari al suo Peso», in a text in force: the Lana's or the bearer's, each in
        turn."""
        topic = self._done_to or self.said.topic
        met = any(m.recall == topic and m.sort == "card" and not m.counted and not m.moved for m in self.said.mentions)
        mine = self.of_text(bearer)
        return (topic, mine)[self.said.choose(2)] if topic is not None and met and topic != mine else mine

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

    def _must_be_many(self, inner: object) -> None:
        """Refuses «il numero di Scelta», «il numero della carta in cima», of one thing."""
        if isinstance(inner, s.NounPhrase) and inner.noun is not None and inner.noun.terminal == "N_CARD":
            if inner.number == 1 and inner.has("the"):
                said = self.quoted(inner.start, inner.end)
                raise self.fail(inner.start, f"«{said}» è una cosa sola: non ha un numero", "S024", end=inner.end)
        if isinstance(inner, s.NounPhrase) and inner.noun is not None and inner.noun.terminal == "N_NAME":
            named = next((each for each in self.said.context.scope if each.name == inner.noun.name), None)
            if named is not None and not named.plural:
                raise self.fail(
                    inner.start, f"«{inner.noun.text}» è una cosa sola: non ha un numero", "S024", end=inner.end
                )

    def counted(self, np: s.Noun, owner: n.Term | None = None) -> n.Select:
        """What is counted: «Lana in campo», «carte nel tuo Armadio»; ``owner`` for «hai», «controlli»."""
        term = self.term(np, agent=owner)
        if isinstance(term, n.Group):
            if isinstance(np, s.NounPhrase) and told_apart(np, self.vocabulary.values) is not None:
                raise self.alike_or_not(np)
            raise self.fail(np.start, "si conta una cosa sola per volta", end=np.end)
        if isinstance(term, n.Var):  # «il numero delle Prese»: of a set that was named
            return n.Select("carta", quantity=n.Quantity.ALL, among=term, span=self.span(np.start, np.end))
        if not isinstance(term, n.Select):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si conta", end=np.end)
        if term.noun in self.vocabulary.values:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si conta così", end=np.end)
        if owner is not None:
            term = self.owned(term, owner)
        spoken = any(
            isinstance(x, n.Var) and x.name == term.bind for x in nodes_of(term.where)
        )  # «che hanno un Legame»
        bind = term.bind if spoken else None
        place = None if self._once_played(term) else term.place
        return evolve(term, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=bind, place=place)

    def _once_played(self, what: n.Select) -> bool:
        """«per ogni Lana che hai giocato in questo turno», where no place is said: wherever it went since it was played."""
        if what.place is None or what.place.span is not None:
            return False
        played = (x for x in what.where if isinstance(x, n.Happened) and x.now is None)
        return any(
            self.plays_alone(self.vocabulary.frames[x.event.verb])
            and any(role.name == "object" and role.value == n.Candidate() for role in x.event.roles)
            for x in played
        )

    def plays_alone(self, frame: Frame) -> bool:
        """Whether to do it is to play a card and no more: «quando giochi una Lana» finds it where it waits, no Lana yet."""
        return not frame.steps and plays(frame.name, self.vocabulary.frames, self.vocabulary.texts)

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


def _of_a_period(modifier: s.Modifier) -> bool:
    """«l'Attaccante dello scontro»: in which period it has its name."""
    value = modifier.value
    return (
        modifier.kind == "mod_of"
        and isinstance(value, s.NounPhrase)
        and value.noun is not None
        and value.noun.terminal == "N_PERIOD"
    )


def _rounded(modifiers: tuple[s.Modifier, ...]) -> str | None:
    """«arrotondata per eccesso», «per difetto»."""
    first = (m.tokens[0] for m in modifiers if m.kind == "adjective")
    return next((word.name for word in first if word.terminal == "ROUNDED"), None)


def _who_has(modifier: s.Modifier) -> s.Clause | None:
    """«che ha», «che hai», «che ha il rivale», and nothing more."""
    clause = modifier.value
    if modifier.kind != "mod_relative" or not isinstance(clause, s.Clause) or clause.group.verb.name != "avere":
        return None
    group = clause.group
    plain = not (group.negated or group.perfect or group.clitics or group.adverbs) and group.form == "present"
    that = not modifier.tokens or modifier.tokens[0].terminal == "THAT_C"
    return clause if plain and that and not clause.complements and clause.predicate is None else None
