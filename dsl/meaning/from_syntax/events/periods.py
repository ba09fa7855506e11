"""«in questo turno», «fino alla fine del tuo prossimo turno», «all'inizio della fase»: when, and for how long."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.inflection import Mood
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import turn_of
from ..things.reading import number_said
from .lasting import LastingEffects


class Periods(LastingEffects):
    """The part of the reader that reads times."""

    def period(self, np: s.Noun) -> tuple[str, n.Term | None]:
        """A declared period and whose it is: «il tuo turno», «il turno avversario», «ogni tuo turno»."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD":
            wrong = self.fail(
                np.start, f"«{self.quoted(np.start, np.end)}» non è un tempo del gioco", "S026", end=np.end
            )
            named = np.noun if isinstance(np, s.NounPhrase) else None
            wrong.yields = named is not None and self.may_be(named.at, "N_PERIOD")  # a word that is a time too
            raise wrong
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = self._whose_period(np.noun.name, determiner, np.start)
        for modifier in np.modifiers:
            if modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                of = n.Opponent()
            elif modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                inner = modifier.value
                if isinstance(inner, s.NounPhrase) and inner.noun is not None and inner.noun.terminal == "N_PERIOD":
                    of = self.period(inner)[1] or of
                else:
                    of = self._of_somebody(np.noun.name, inner)
            elif modifier.kind != "mod_against" and not _later(modifier):
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un tempo",
                    "S026",
                    end=modifier.end,
                )
        return np.noun.name, of

    def _of_somebody(self, name: str, np: s.Noun) -> n.Term:
        """«il turno del rivale»; «il turno di lancio» is of nobody, where a period is only a player's."""
        of, declared = self.term(np), self.vocabulary.periods.get(name)
        if declared is not None and not declared.participants and self.sort(of) not in ("player", ""):
            said = f"«{self.quoted(np.start, np.end)}»: di chi? «{name}» è di un giocatore"
            raise self.fail(
                np.start, said, "S026", "«nel tuo …», «nel … avversario», e «se …» di ciò che vi accade", np.end
            )
        return of

    def _whose_period(self, name: str, determiner: s.Token, at: int) -> n.Term:
        """«il tuo turno», «il suo turno»: where no card speaks, a period in which nothing takes part is a player's."""
        declared = self.vocabulary.periods.get(name)
        player = self.said.recall("player") if self.said.subject is None and self.said.clause_subject is None else None
        if determiner.name != "your" and (declared is None or not declared.participants):
            if player is not None:
                return player.recall
            who = (
                self._when_subject
            )  # «quando il rivale posa una Lana durante il suo turno»: his, whose it is no card's
            if who is not None and not isinstance(who, n.You) and self.sort(who) == "player":
                return n.Var(who.bind) if isinstance(who, n.Select) and who.bind else who
            whose = self.possessor(determiner, at)  # «stanca una Lana: non può … nel suo prossimo turno»: of who has it
            return self._controller_of(whose) if isinstance(whose, n.Var) and self.sort(whose) == "card" else whose
        return self.possessor(determiner, at)

    of_its_subject = False  # whether «suo» in a time is of what the clause speaks of, which is read after it

    def duration_of(self, np: s.Noun, *, until: bool) -> n.Duration | None:
        """«per questo turno», «fino alla fine del prossimo turno», «il prossimo turno»; None when it is no stretch of
        time."""
        outer, self.said.candidate = self.said.candidate, self.said.candidate or self.of_its_subject
        found = self._time_said(np, until=until)
        self.said.candidate = outer
        return found

    def _time_said(self, np: s.Noun, *, until: bool) -> n.Duration | None:
        if not isinstance(np, s.NounPhrase) or np.noun is None:
            return None
        span = self.span(np.start, np.end)
        if np.noun.terminal == "N_END":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if not isinstance(inner, s.NounPhrase) or not until or any(d.terminal == "NUM" for d in inner.determiners):
                return None  # «fino alla fine dei prossimi due turni»
            period, of = self.period(inner)
            stretch = n.Stretch.THROUGH_NEXT if is_next(inner) else n.Stretch.THIS
            return n.Duration(stretch, period, of, span=span)
        if np.noun.terminal == "N_START" and until:  # «fino all'inizio del tuo prossimo turno»
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if not isinstance(inner, s.NounPhrase) or not (is_next(inner) or self.period(inner)[1] is not None):
                return None
            period, of = self.period(inner)
            return n.Duration(n.Stretch.UNTIL_START, period, of, span=span)
        if np.noun.terminal != "N_PERIOD":
            return None
        period, of = self.period(np)
        if until and not np.determiners and of is None and (whole := self._ends_with(period)) is not None:
            return n.Duration(n.Stretch.THIS, whole, span=span)  # «fino a fine turno»
        if until:
            return n.Duration(n.Stretch.UNTIL_START, period, of, span=span)
        if is_next(np):
            return n.Duration(n.Stretch.NEXT, period, of, span=span)
        if np.has("that") and self._lasts(self.said.context.verb):
            return n.Duration(n.Stretch.SAID, period, span=span)
        if np.has("this", "that"):
            return n.Duration(n.Stretch.THIS, period, of, span=span)
        if not np.modifiers and [d.terminal for d in np.determiners] == ["ALL", "DEF"]:
            return n.Duration(n.Stretch.THIS, period, span=span)  # «per tutto il turno»
        bare = not np.modifiers and [d.terminal for d in np.determiners] in (["INDEF"], ["NUM"]) and of is None
        on_card = self.said.context.start in (Start.CARD_CONTINUOUS, Start.CARD_USED)
        if bare and on_card and period == turn_of(self.vocabulary.periods):  # this one is the first
            so_many = {1: n.Stretch.THIS, 2: n.Stretch.THROUGH_NEXT}  # «per un turno», «per due turni»
            long = so_many.get(getattr(number_said(np.determiners[0]), "value", 0))
            return n.Duration(long, period, span=span) if long is not None else None
        return None

    def _ends_with(self, period: str) -> str | None:
        """The period whose end bears this name: «Fine Giornata» of the «giornata»."""
        found = self.vocabulary.periods.items()
        return next((name for name, each in found if each.end_part == period), None)

    def _lasts(self, verb: str | None) -> bool:
        """Whether a verb says how long («per un turno» in its form)."""
        frames = self.vocabulary.frames_of(verb.partition("#")[0]) if verb is not None else ()  # whichever of its forms
        return any(role.name == "time" for frame in frames for form in frame.forms for role in form.roles)

    def during(self, np: s.Noun) -> n.Condition:
        """«durante il turno avversario», «durante uno scontro contro una carta di un'altra Forma»."""
        period, of = self.period(np)
        span = self.span(np.start, np.end)
        if isinstance(np, s.NounPhrase) and np.has("last"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» è passato", "S026", end=np.end)
        against = next((m.value for m in getattr(np, "modifiers", ()) if m.kind == "mod_against"), None)
        if of is None and against is not None:
            of = self.said.subject
        if isinstance(of, n.Self) and self.speaks_of_its_host() and self._is_between_two(period):
            of = self.host_of_text()  # it is no card that lies under another that takes part
        if against is None and of is not None and (first := self._who_begins(np, period)) is not None:
            if self.sort(of) == "card":
                return n.And((n.During(period, of, span=span), n.Same(of, n.Var(first), span=span)), span=span)
        if against is None:
            return n.During(period, of, first=isinstance(np, s.NounPhrase) and np.has("first"), span=span)
        if of is None:
            raise self.fail(np.start, "non si dice di chi sia lo scontro", "S021", end=np.end)
        return self.matched_with(period, of, against, span)

    def _is_between_two(self, period: str) -> bool:
        declared = self.vocabulary.periods.get(period)
        return declared is not None and bool(declared.participants)

    def _who_begins(self, np: s.Noun, period: str) -> str | None:
        """«durante i suoi attacchi», of a period for two that has such another name: the one who attacks in it."""
        declared = self.vocabulary.periods.get(period)
        head = np.noun if isinstance(np, s.NounPhrase) else None
        if head is None or declared is None or not declared.participants:
            return None
        said = head.text.casefold()
        verbs = {
            lexeme.name: lexeme.verb
            for lexeme in self.vocabulary.lexemes
            if lexeme.kind is Kind.VERB and lexeme.of is None
        }
        deeds = [
            name
            for name, verb in verbs.items()
            if verb is not None and said in (verb.form(Mood.PRESENT, "1s"), verb.form(Mood.PRESENT, "2s"))
        ]
        lexeme = self.vocabulary.lexeme(period, Kind.PERIOD)
        own = lexeme is not None and said in (lexeme.singular.casefold(), (lexeme.plural or "").casefold())
        begun = any(self.of_the_outcome(n.Event(name)) == period for name in deeds)
        return declared.participants[0].name if begun and not own else None

    def matched_with(self, period: str, subject: n.Term, np: s.Noun, span: n.Span | None) -> n.Condition:
        """Something takes part in a period, and the other participant is as described."""
        foe = self._foe(period, subject, np)
        return n.And((n.During(period, subject, span=span), n.Compare(n.Count(foe), ">=", n.Num(1))), span=span)

    def _foe(self, period: str, subject: n.Term, np: s.Noun) -> n.Select:
        """The other participant of a period, when it is as described."""
        outer, self.said.clause_subject = self.said.clause_subject, subject
        term = self.term(np, pattern=True)  # «contro le Lane con più Ardore»: than that of the one who takes part
        self.said.clause_subject = outer
        noun = next((name for name, d in self.vocabulary.nouns.items() if len(d.participants) > 1), None) or next(
            (
                lexeme.name
                for lexeme in self.vocabulary.lexemes
                if lexeme.kind is Kind.NOUN and self._names_participants(lexeme.name)
            ),
            self.vocabulary.implied_noun,
        )
        where: tuple[n.Condition, ...] = (n.Not(n.Same(n.Candidate(), subject)),)
        if isinstance(term, n.Select):
            if term.noun != self.vocabulary.implied_noun:
                declared = self.member_value(term.noun)
                where += (
                    n.HasMember(n.Candidate(), declared, term.noun) if declared else n.IsKind(n.Candidate(), term.noun),
                )
            where += term.where
        else:
            where += (n.Same(n.Candidate(), term),)
        return n.Select(noun, where=where, quantity=n.Quantity.ALL)

    def _names_participants(self, name: str) -> bool:
        declared = self.vocabulary.nouns.get(name)
        return bool(
            declared
            and (len(declared.participants) > 1 or (declared.relation == "participant" and not declared.participants))
        )

    def moment(self, np: s.Noun) -> n.Moment | None:
        """«all'inizio di ogni tuo turno», «alla fine del turno»: in a text that is used, of the one at hand; «tra due
        turni»: at the end of the next one."""
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD":
            return self._in_two(np)
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal not in ("N_START", "N_END"):
            return None
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        if not isinstance(inner, s.NounPhrase):
            return None
        period, of = self.period(inner)
        end = np.noun.terminal == "N_END"
        in_force = self.said.continuous and not self.said.bound_event
        if isinstance(of, n.Opponent) and of.each:  # «quel giocatore» is the one whose it is
            self.said.mentions = [
                evolve(m, recall=self.whose_it_is(period)) if m.term == of else m for m in self.said.mentions
            ]
        every = inner.has("each") or (in_force and not inner.has("next", "this"))
        return n.Moment(period, of, end, every, end and is_next(inner), span=self.span(np.start, np.end))

    def whose_it_is(self, period: str) -> n.Term:
        """The player whose a period is, while it is open."""
        return n.Related("turn_player") if period == turn_of(self.vocabulary.periods) else n.PlayerOf(period)

    @staticmethod
    def _is_in_two(phrase: s.Prepositional) -> bool:
        """«tra due turni», not «tra le Lane»."""
        np = phrase.np
        of_time = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"
        return phrase.preposition.terminal == "AMONG" and of_time

    def _in_two(self, np: s.NounPhrase) -> n.Moment:
        """«tra due turni»: this one and the next, at whose end it is."""
        period, of = self.period(evolve(np, determiners=()))
        if [d.name for d in np.determiners] != ["2"] or of is not None:
            said = f"«{self.quoted(max(np.start - 1, 0), np.end)}» non si intende"
            raise self.fail(np.start, said, "S026", hint="si dice «tra due …»: alla fine del prossimo", end=np.end)
        return n.Moment(period, end=True, every=False, next=True, span=self.span(np.start, np.end))

    def from_when(self, moment: n.Moment, np: s.Front | s.Clause) -> n.Moment:
        """What is next is so from a moment: that in which a text is used."""
        later = moment.next or (isinstance(np, s.Front) and tells_next(np))
        if later and self.said.continuous and not self.said.bound_event:
            said = f"«{self.quoted(np.start, np.end)}» da quando? in un testo che vale sempre non c'è un prossimo"
            hint = "dì da quando: «quando …, all'inizio del tuo prossimo …»"
            raise self.fail(np.start, said, "S026", hint, end=np.end)
        return moment


def _later(modifier: s.Modifier) -> bool:
    return modifier.kind == "adjective" and modifier.tokens[0].terminal == "LATER"


def is_next(np: s.NounPhrase) -> bool:
    """«il prossimo turno», «il turno successivo»."""
    return np.has("next") or any(_later(m) for m in np.modifiers)


def tells_next(front: s.Front) -> bool:
    """«all'inizio del tuo prossimo turno», «alla fine del prossimo turno»."""
    np = front.value.np if front.kind == "time" and isinstance(front.value, s.Prepositional) else None
    inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None) if isinstance(np, s.NounPhrase) else None
    return isinstance(inner, s.NounPhrase) and is_next(inner)
