"""Clauses as events: who does what to whom, checked against the frames of the declared verbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import define, evolve, field

from ..syntax import nodes as s
from ..syntax.reading import Start
from ..vocabulary.vocabulary import Kind
from . import nodes as n
from .from_syntax_lasting import LastingEffects
from .from_syntax_nouns import EFFECT, NUMBER, PLAYER
from .from_syntax_spots import SPOT
from .game import Frame, turn_of
from .scope import Unreadable, nodes_of

#: The roles that prepositions give.
ROLES: Final = {
    "TO": "to", "FROM": "from", "IN": "into", "ON": "on", "WITH": "with", "AGAINST": "against", "AMONG": "among",
    "UNDER": "under", "OVER": "over", "OF": "of", "AS": "as",
}  # fmt: skip
_ORDER: Final = (
    "agent",
    "object",
    "effect",
    "number",
    "to",
    "from",
    "into",
    "with",
    "as",
    "against",
    "of",
    "on",
    "among",
    "under",
    "over",
    "place",
    "time",
)


@define
class Parts:
    """The complements of a clause, sorted out."""

    objects: list[s.Complement] = field(factory=list)
    prepositions: list[s.Prepositional] = field(factory=list)
    either: list[tuple[s.Prepositional, ...]] = field(factory=list)
    duration: n.Duration | None = None
    within: tuple[str, bool] | None = None
    within_of: n.Term | None = None
    during: list[n.Condition] = field(factory=list)
    only_during: bool = False  # «solo durante il tuo turno»
    times: s.Times | None = None
    per_each: list[s.Noun] = field(factory=list)
    adverbs: list[s.Token] = field(factory=list)
    purposes: list[s.Clause] = field(factory=list)
    gerunds: list[s.Clause] = field(factory=list)
    starting: s.Noun | None = None
    until_have: s.Noun | None = None
    choice: s.Complement | None = None
    amounts: tuple[s.Amount, ...] = ()
    statuses: list[s.Token] = field(factory=list)
    cause: str | None = None
    chosen_manner: bool = False
    moment: n.Moment | None = None
    first_time: bool = False
    places: bool = False  # «di posto»
    cap: int | None = None
    family: str | None = None  # «come Pegno»
    more: list[n.Modify | n.Grant] = field(factory=list)  # what else the verb gives
    last_noun: s.Noun | None = None
    counted_places: list[tuple[s.Noun, s.Prepositional]] = field(factory=list)

    def has(self, terminal: str) -> bool:
        return any(token.terminal == terminal for token in self.adverbs)


#: What a clause can hold, each to be taken by what the verb says.
#: What a role is called in a message.
_CALLED: Final = {
    "agent": "il suo soggetto", "object": "il suo oggetto", "into": "il luogo", "of": "ciò che viene con «di»",
    "to": "ciò che viene con «a»", "from": "ciò che viene con «da»", "on": "ciò che viene con «su»",
    "with": "ciò che viene con «con»", "against": "ciò che viene con «contro»", "among": "ciò che viene con «tra»",
}  # fmt: skip
_COMPLEMENTS: Final = (
    "objects", "prepositions", "either", "duration", "within", "during", "times", "per_each", "purposes", "gerunds",
    "starting", "until_have", "choice", "amounts", "statuses", "cause", "chosen_manner", "moment", "first_time", "places",
    "cap",
    "family",
)  # fmt: skip


class Events(LastingEffects):
    """The part of the reader that reads verbs with their participants."""

    # -- time

    def period(self, np: s.Noun) -> tuple[str, n.Term | None]:
        """A declared period and whose it is: «il tuo turno», «il turno avversario», «ogni tuo turno»."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD":
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un tempo del gioco", "S026", end=np.end)
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
                    of = self.period(inner)[1]
                else:
                    of = self.term(inner)
            elif modifier.kind != "mod_against" and not _later(modifier):
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un tempo",
                    "S026",
                    end=modifier.end,
                )
        return np.noun.name, of

    def _whose_period(self, name: str, determiner: s.Token, at: int) -> n.Term:
        """«il tuo turno», «il suo turno»: where no card speaks, a period in which nothing takes part is a player's."""
        declared = self.vocabulary.periods.get(name)
        player = self.said.recall("player") if self.said.subject is None and self.said.clause_subject is None else None
        if determiner.name != "your" and player is not None and (declared is None or not declared.participants):
            return player.recall
        return self.possessor(determiner, at)

    def duration_of(self, np: s.Noun, *, until: bool) -> n.Duration | None:
        """«per questo turno», «fino alla fine del prossimo turno», «il prossimo turno»; None when it is no stretch of
        time."""
        if not isinstance(np, s.NounPhrase) or np.noun is None:
            return None
        span = self.span(np.start, np.end)
        if np.noun.terminal == "N_END":
            inner = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            if not isinstance(inner, s.NounPhrase) or not until:
                return None
            period, of = self.period(inner)
            stretch = n.Stretch.THROUGH_NEXT if is_next(inner) else n.Stretch.THIS
            return n.Duration(stretch, period, of, span=span)
        if np.noun.terminal != "N_PERIOD":
            return None
        period, of = self.period(np)
        if until:
            return n.Duration(n.Stretch.UNTIL_START, period, of, span=span)
        if is_next(np):
            return n.Duration(n.Stretch.NEXT, period, of, span=span)
        if np.has("that") and self._lasts(self.said.context.verb):
            return n.Duration(n.Stretch.SAID, period, span=span)
        if np.has("this", "that"):
            return n.Duration(n.Stretch.THIS, period, of, span=span)
        one = not np.modifiers and [d.terminal for d in np.determiners] in (["INDEF"], ["NUM"]) and np.number == 1
        on_card = self.said.context.start in (Start.CARD_CONTINUOUS, Start.CARD_USED)
        if one and on_card and of is None and period == turn_of(self.vocabulary.periods):
            return n.Duration(n.Stretch.THIS, period, span=span)  # «per un turno»: this one is the first
        return None

    def _lasts(self, verb: str | None) -> bool:
        """Whether a verb says how long («per un turno» in its form)."""
        frames = self.vocabulary.frames_of(verb) if verb is not None else ()
        return any(role.name == "time" for frame in frames for form in frame.forms for role in form.roles)

    def during(self, np: s.Noun) -> n.Condition:
        """«durante il turno avversario», «durante uno scontro contro una carta di un'altra Forma»."""
        period, of = self.period(np)
        span = self.span(np.start, np.end)
        against = next((m.value for m in getattr(np, "modifiers", ()) if m.kind == "mod_against"), None)
        if against is None:
            return n.During(period, of, span=span)
        subject = self.said.subject if of is None else of
        if subject is None:
            raise self.fail(np.start, "non si dice di chi sia lo scontro", "S021", end=np.end)
        foe = self._foe(period, subject, against)
        return n.And((n.During(period, subject, span=span), n.Compare(n.Count(foe), ">=", n.Num(1))), span=span)

    def _foe(self, period: str, subject: n.Term, np: s.Noun) -> n.Select:
        """The other participant of a period, when it is as described."""
        term = self.term(np)
        noun = next((name for name, d in self.vocabulary.nouns.items() if d.participants), None) or next(
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
        return bool(declared and (declared.participants or declared.relation == "participant"))

    def member_value(self, noun: str) -> str | None:
        """The value that a noun is a member of, if it is one."""
        lexeme = self.vocabulary.lexeme(noun, Kind.MEMBER, Kind.MEMBER_SET)
        return lexeme.of if lexeme is not None else None

    # -- complements sorted out

    def parts(self, clause: s.Clause) -> Parts:
        """Which complement is what, before the verb is asked."""
        found = Parts()
        found.adverbs += list(clause.group.adverbs)
        for complement in clause.complements:
            self._sort_out(found, complement)
        forbidden = clause.group.negated and clause.group.form == "present" and not clause.group.perfect
        if (
            clause.group.modal == "can" or forbidden
        ):  # «non può essere calata nel tuo turno», «non si stanca nel tuo turno»
            self._times_of_permission(found, clause)
        return found

    def _times_of_permission(self, found: Parts, clause: s.Clause) -> None:
        """«può essere calata nel tuo turno», «… in ogni momento», «… solo durante il tuo turno»: when it may be."""
        last = clause.complements[-1] if clause.complements else None
        if found.within is not None and found.duration is None and not found.within[1] and not found.first_time:
            at = clause.start, clause.end
            found.during.append(n.During(found.within[0], found.within_of, span=self.span(*at)))
            found.within = None
        if found.has("ANY_MOMENT"):
            found.adverbs = [each for each in found.adverbs if each.terminal != "ANY_MOMENT"]
            found.during.append(n.AnyTime(span=self.span(clause.start, clause.end)))
        before = clause.complements[-2] if len(clause.complements) > 1 else None
        only = [*(before.tokens if before is not None else ()), *clause.group.adverbs]
        if found.during and last is not None and last.kind == "c_prep" and any(t.terminal == "ONLY" for t in only):
            head = last.value.np if isinstance(last.value, s.Prepositional) else None
            if isinstance(head, s.NounPhrase) and head.noun is not None and head.noun.terminal == "N_PERIOD":
                found.adverbs = [each for each in found.adverbs if each.terminal != "ONLY"]
                found.only_during = True

    def _sort_out(self, found: Parts, complement: s.Complement) -> None:
        kind, value = complement.kind, complement.value
        if kind == "c_object":
            self._object(found, complement)
        elif kind == "c_prep" and isinstance(value, s.Prepositional):
            self._prepositional(found, value)
        elif kind == "c_prep_or" and isinstance(value, tuple):
            found.either.append(value)  # type: ignore[arg-type]
        elif kind == "c_adverb":
            found.adverbs.append(value if isinstance(value, s.Token) else complement.tokens[0])
        elif kind == "c_amounts_and" and isinstance(value, tuple):
            found.amounts += tuple(each for each in value if isinstance(each, s.Amount))
            found.objects += [self._keyword_object(each) for each in value if isinstance(each, s.Token)]
        elif kind == "c_amounts":
            found.amounts += value  # type: ignore[operator]
        elif kind == "c_purpose" and isinstance(value, s.Clause):
            found.purposes.append(value)
        elif kind == "c_gerund" and isinstance(value, s.Clause):
            found.gerunds.append(value)
        elif kind == "c_until_have":
            found.until_have = value  # type: ignore[assignment]
        elif kind == "c_starting":
            found.starting = value  # type: ignore[assignment]
        elif kind == "c_choice" and isinstance(value, s.Complement):
            found.choice = value
        elif kind == "c_status":
            found.statuses += list(complement.tokens)
        elif kind == "c_times" and isinstance(value, s.Times):
            found.times = value
        elif kind == "c_as_chosen":
            found.chosen_manner = True
        elif kind == "c_places":
            found.places = True
        elif kind == "c_first_time":
            found.first_time = True
        elif kind == "c_cap":
            found.cap = int(next(t for t in complement.tokens if t.terminal == "SIGNED").name)
        else:
            raise self.fail(
                complement.start,
                f"«{self.quoted(complement.start, complement.end)}» non si intende qui",
                end=complement.end,
            )

    @staticmethod
    def _keyword_object(token: s.Token) -> s.Complement:
        """«… e Corazza» after amounts, as the object that it is."""
        np = s.NounPhrase((), token, (), 3, 3, token.at, token.at + 1)
        return s.Complement("c_object", np, (), False, token.at, token.at + 1)

    def _object(self, found: Parts, complement: s.Complement) -> None:
        np = complement.value
        assert isinstance(np, (s.NounPhrase, s.NounList))
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD":
            duration = self.duration_of(np, until=False) if np.has("next") else None
            if duration is not None:
                found.duration = duration
                return
        if (
            isinstance(np, s.NounPhrase)
            and np.has("each")
            and any(d.terminal == "NUM" for d in np.determiners)
            and np.noun is not None
            and np.noun.terminal == "N_CARD"
        ):
            found.per_each.append(np)  # «+1 ogni due carte»
            found.last_noun = np
            return
        if isinstance(np, s.NounPhrase) and np.has("each") and np.noun is not None and np.noun.terminal == "N_PERIOD":
            found.times = s.Times(np.determiners[0], np)
            return
        if isinstance(np, s.NounPhrase) and np.has("each") and any(d.terminal == "NUM" for d in np.determiners):
            found.per_each.append(np)
            found.last_noun = np
            return
        found.objects.append(complement)
        found.last_noun = np

    def _prepositional(self, found: Parts, phrase: s.Prepositional) -> None:
        np = phrase.np
        terminal = phrase.preposition.terminal
        head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun else None
        if phrase.kind == "until_phrase":
            duration = self.duration_of(np, until=True)
            if duration is None:
                raise self.fail(
                    np.start, f"«{self.quoted(np.start, np.end)}» non è un tempo del gioco", "S026", end=np.end
                )
            found.duration = duration
        elif terminal == "FOR" and isinstance(np, s.NounPhrase) and (np.has("each") or _is_x(np)):
            found.per_each.append(np)
            found.last_noun = np
        elif terminal == "FOR" and head == "N_PERIOD":
            duration = self.duration_of(np, until=False)
            if duration is not None:
                found.duration = duration
            else:
                found.cause = self.period(np)[0]
        elif terminal == "FROM" and head == "N_PERIOD" and isinstance(np, s.NounPhrase) and not np.determiners:
            found.cause = self.period(np)[0]  # «danni da scontro»: those that it brings
        elif terminal == "IN" and head == "N_PERIOD":
            duration = self.duration_of(np, until=False)
            name, found.within_of = self.period(np)
            found.within = (name, isinstance(np, s.NounPhrase) and np.has("last"))
            found.duration = duration
        elif terminal == "AS" and head == "N_LASTING":
            assert isinstance(np, s.NounPhrase) and np.noun is not None
            found.family = np.noun.name
        elif terminal == "DURING":
            found.during.append(self.during(np))
        elif (terminal == "TO" and head in ("N_START", "N_END")) or self._is_in_two(phrase):
            found.moment = self.moment(np)
        elif head in ("N_ZONE", "N_PLACE") and any(found.last_noun is np_ for np_ in found.per_each):
            assert found.last_noun is not None
            found.counted_places.append((found.last_noun, phrase))
        else:
            found.prepositions.append(phrase)
            found.last_noun = None  # a place after it is not of what was counted before

    def _part_in(self, event: n.Event, relative: s.Modifier) -> str | None:
        """«quando viene attaccata, la Lanterna che la attacca (che l'ha attaccata) …»: the part in this very event."""
        clause = relative.value
        if not isinstance(clause, s.Clause) or clause.subject is not None or clause.predicate is not None:
            return None
        group = clause.group
        finite = group.finite is not None and group.finite.sense.person == 3
        if group.verb.name != event.verb.partition("#")[0] or group.negated or group.modal or not finite:
            return None
        if relative.tokens[0].terminal != "THAT_C" or group.form not in ("present", "perfect"):
            return None
        same, parts = self.event(clause, n.Candidate(), pattern=True)
        if parts.within is not None or parts.duration is not None or parts.adverbs:
            return None  # «che ha attaccato in questo turno»: any that did
        part = next((role.name for role in same.roles if isinstance(role.value, n.Candidate)), None)
        others = [role for role in same.roles if role.name != part]
        return part if part is not None and all(role in event.roles for role in others) else None

    def nothing_left(self, parts: Parts, clause: s.Clause, *used: str, adverbs: tuple[str, ...] = ()) -> None:
        """Refuses a clause of which something was not taken: nothing is skipped."""
        for name in _COMPLEMENTS:
            if name not in used and getattr(parts, name):
                at, end = self._where(getattr(parts, name), clause)
                raise self.fail(
                    at, f"«{self.quoted(at, end)}» non si intende con «{clause.group.verb.text}»", "S036", end=end
                )
        for token in parts.adverbs:
            if token.terminal not in adverbs:
                raise self.fail(token.at, f"«{token.text}» non si intende con «{clause.group.verb.text}»", "S036")

    @staticmethod
    def _where(value: object, clause: s.Clause) -> tuple[int, int]:
        first = value[0] if isinstance(value, (list, tuple)) and value else value
        if isinstance(first, s.Prepositional):
            return first.preposition.at, first.np.end
        start, end = getattr(first, "start", None), getattr(first, "end", None)
        if isinstance(start, int) and isinstance(end, int) and end > start:
            return start, end
        return clause.start, clause.end

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
        every = inner.has("each") or (in_force and not inner.has("next", "this"))
        return n.Moment(period, of, end, every, end and is_next(inner), span=self.span(np.start, np.end))

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
            said = f"«tra {self.quoted(np.start, np.end)}» non si intende"
            raise self.fail(np.start, said, "S026", hint="si dice «tra due …»: alla fine del prossimo", end=np.end)
        return n.Moment(period, end=True, every=False, next=True, span=self.span(np.start, np.end))

    def from_when(self, moment: n.Moment, np: s.Front | s.Clause) -> n.Moment:
        """What is next is so from a moment: that in which a text is used."""
        if moment.next and self.said.continuous and not self.said.bound_event:
            said = f"«{self.quoted(np.start, np.end)}» da quando? in un testo che vale sempre non c'è un prossimo"
            raise self.fail(np.start, said, "S026", end=np.end)
        return moment

    # -- events

    def is_event(self, clause: s.Clause) -> bool:
        """Whether a clause tells something that happens (a declared verb in the present), not how things stand."""
        verb = clause.group.verb.name
        if self.vocabulary.value_of_verb(verb) is not None and not self.vocabulary.frames_of(verb):
            return False  # how much there is of a value happens to nobody
        group = clause.group
        if (
            clause.predicate is not None
            or group.modal in ("can", "must")
            or group.perfect
            or group.form in ("perfect", "conditional")
        ):
            return False
        if group.form == "be_part":
            return (
                group.verb.sense.mood != "status"
                and group.verb.sense.kind == "verb"
                and not self._goes_with_be(group.verb.name)
                and not self.may_be(group.verb.at, "ATTACHED")
            )
        if group.verb.sense.kind == "claim":
            return False
        if group.verb.name in ("cominciare", "iniziare", "finire"):
            return True
        return (
            group.verb.sense.kind == "verb"
            or group.modal == "about_to"
            or (
                group.verb.sense.kind == "language"
                and group.verb.name in ("scegliere", "entrare", "uscire", "lasciare")
            )
        )

    def event(
        self, clause: s.Clause, subject: n.Term | None, *, pattern: bool, parts: Parts | None = None,
        done_to: tuple[n.Term, n.Term] | None = None,
    ) -> tuple[n.Event, Parts]:  # fmt: skip
        """A clause as an event: the participants by role, the frame that fits them. ``done_to``: a value and whose."""
        group = clause.group
        found = parts if parts is not None else self.parts(clause)
        roles: dict[str, object] = {} if done_to is None else {"object": done_to[0], "of": done_to[1]}
        passive = group.passive or (group.form == "be_part" and not self._goes_with_be(group.verb.name))
        if subject is not None:
            roles["object" if passive or group.reflexive else "agent"] = subject
        agent = None if passive or group.reflexive else subject
        outer = self.said.clause_subject
        if subject is not None:
            bound = isinstance(subject, n.Select) and subject.bind is not None
            self.said.clause_subject = n.Var(subject.bind) if bound else subject  # type: ignore[union-attr, arg-type]
        before = len(self.said.mentions)
        if self.gives(group.verb.name):
            effect = self.given_effect(clause, found)
            if effect is not None:
                roles["effect"] = effect
        for complement in found.objects:
            amount = self.so_much(complement.value) if self.gives_number(group.verb.name) else None
            if amount is not None and "number" not in roles:
                roles["number"] = amount
                continue
            if "object" in roles:
                raise self.fail(complement.start, f"«{group.verb.text}» ha già il suo oggetto", end=complement.end)
            much = self.amount_after(complement.value, found.prepositions)
            whose = self.value_and_whose(complement.value, group.verb.name, pattern, agent)
            if whose is not None:
                roles["object"], roles["of"] = whose
                if much is not None and isinstance(whose[0], n.Select):
                    roles["object"] = evolve(whose[0], quantity=n.Quantity.EXACTLY, number=much)
                continue
            crosses = any(frame.crossing for frame in self.vocabulary.frames_of(group.verb.name))  # «lascia il Campo»
            roles["object"] = self._object_term(complement.value, pattern, None if crosses else agent)  # type: ignore[arg-type]
        self._effect_or_number(roles, self.gives(group.verb.name))
        later, self.said.mentions = self.said.mentions[before:], self.said.mentions[:before]
        self._clitics(group, roles, found)  # a pronoun speaks of what came before the clause
        self.said.mentions += later
        if found.duration is not None and not pattern and self._lasts(group.verb.name):
            roles["time"], found.duration = found.duration, None
        manner: list[str] = ["chosen"] if found.chosen_manner else []
        outer_mover, self._mover = self._mover, self.seen_from(roles.get("object", roles.get("agent")))
        for phrase in found.prepositions:
            self._prepositional_role(phrase, roles, manner, passive, pattern, agent, group.verb.name)
        self._mover = outer_mover
        for phrases in found.either:
            if all(each.preposition.terminal in ("AS", "IN") and self._is_manner(each.np) for each in phrases):
                for phrase in phrases:
                    self._manner_or_fail(phrase, manner)
            else:
                self._either_role(phrases, roles, passive, pattern, agent)
        self.said.clause_subject = outer
        event = self._framed(clause, roles, manner, found, agent, pattern)
        return event, found

    def _effect_or_number(self, roles: dict[str, object], gives: bool) -> None:
        """«un effetto», «un numero» as the object of a verb are what it gives, or how much."""
        held = roles.get("object")
        if self.sort(held) == "effect" or (gives and self.sort(held) == "lasting"):
            roles["effect"] = roles.pop("object")
        elif isinstance(held, n.Select) and held.noun == NUMBER:
            roles["number"] = roles.pop("object")

    def _object_term(self, np: s.Noun, pattern: bool, agent: n.Term | None) -> n.Term:
        return self.term(np, pattern=pattern, agent=agent)

    def _goes_with_be(self, verb: str) -> bool:
        lexeme = self.vocabulary.lexeme(verb, Kind.VERB, Kind.CLAIM)
        if lexeme and lexeme.verb and lexeme.verb.auxiliary == "essere":
            return True
        forms = [form for frame in self.vocabulary.frames_of(verb) for form in frame.forms]
        return bool(forms) and all(role.name == "agent" for form in forms for role in form.roles)  # «è avanzato»

    def _clitics(self, group: s.VerbGroup, roles: dict[str, object], found: Parts) -> None:
        for clitic in group.clitics:
            if clitic.name == "of_them" and "object" not in roles and " " in group.verb.name:
                mention = self.said.recall_one("card")
                if mention is None:
                    raise self.fail(clitic.at, "non so di che cosa «ne»", "S021")
                roles["of"] = mention.recall  # «prendine il controllo»
            elif clitic.name == "of_them":
                self._of_them(roles, found, clitic)
            elif clitic.name in ("it", "them"):
                if "object" in roles:
                    raise self.fail(clitic.at, f"«{clitic.text}» e un oggetto insieme")
                roles["object"] = self._recalled_by(clitic, but=roles.get("to"))
            elif clitic.name == "to_it":
                roles["to"] = self._recalled_by(clitic)
            elif clitic.name == "you" and (group.passive or ("object" in roles and self._takes(group.verb.name, "to"))):
                roles["to"] = n.You()
            elif clitic.name == "you" and "object" not in roles:
                roles["object"] = n.You()
            elif clitic.name == "there":
                continue
            else:
                raise self.fail(clitic.at, f"«{clitic.text}» non si intende qui")

    def _recalled_by(self, clitic: s.Token, *, but: object = None) -> n.Term:
        number = 2 if clitic.name == "them" else clitic.sense.number
        if but is not None:  # «legagliela»: two things, the one named last is whom it goes to
            other = next(
                (
                    m
                    for m in reversed(self.said.mentions)
                    if m.sort == "card" and m.recall != but and m.gender & clitic.sense.gender
                ),
                None,
            )
            if other is not None:
                return other.recall
        mention = self.said.recall_one("card", clitic.sense.gender, number) or self.said.recall_one("card", 3, number)
        if mention is not None:
            return mention.recall
        named = [
            named
            for named in self.said.context.scope
            if named.nouns and not any(noun == PLAYER for noun in named.nouns)
        ]
        if len({each.term for each in named}) == 1:
            return named[0].term
        if self.said.bound_event and self.said.card:  # «quando si spezza, rimettila in mano»: the bearer
            return n.Self()
        raise self.fail(clitic.at, f"non so a che cosa si riferisca «{clitic.text}»", "S021")

    def _of_them(self, roles: dict[str, object], found: Parts, clitic: s.Token) -> None:
        """«prendine 1»: of those spoken of before; or so many more of the same («scarta due carte e pescane tre»)."""
        mention = self.said.recall("card", 3, 2, counted=True) or self.said.recall("card", counted=True)
        if mention is None:
            raise self.fail(clitic.at, "non so di che cosa «ne»", "S021")
        taken = roles.get("object")
        if not isinstance(taken, n.Select):
            raise self.fail(clitic.at, "«ne» vuole un numero", "S021")
        term = mention.term
        if isinstance(term, n.Select) and (
            (term.place is not None and term.place.end is not None) or term.quantity is n.Quantity.ALL
        ):
            roles["object"] = evolve(taken, noun=term.noun, among=mention.recall)
        elif isinstance(term, n.Select):
            roles["object"] = evolve(taken, noun=term.noun, where=term.where, place=term.place)

    def _manner_or_fail(self, phrase: s.Prepositional, manner: list[str]) -> None:
        np = phrase.np
        items = np.items if isinstance(np, s.NounList) else (np,)
        for item in items:
            if (
                isinstance(item, s.NounPhrase)
                and item.noun is not None
                and item.noun.terminal in ("N_CARD", "MEMBER")
                and phrase.preposition.terminal in ("AS", "IN")
            ):
                manner.append(item.noun.name)
            else:
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)

    def _either_role(
        self,
        phrases: tuple[s.Prepositional, ...],
        roles: dict[str, object],
        passive: bool,
        pattern: bool,
        agent: n.Term | None,
    ) -> None:
        """«a una Lanterna o a una Candela»: one role, either of them."""
        words = {phrase.preposition.terminal for phrase in phrases}
        terminal = words.pop()
        role = "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        if words or role is None:
            said = self.quoted(phrases[0].preposition.at, phrases[-1].np.end)
            raise self.fail(phrases[0].preposition.at, f"«{said}» non si intende qui", end=phrases[-1].np.end)
        members = self._targets(tuple(self.term(phrase.np, pattern=pattern, agent=agent) for phrase in phrases))
        roles[role] = n.Group(members, either=True)

    def _prepositional_role(
        self,
        phrase: s.Prepositional,
        roles: dict[str, object],
        manner: list[str],
        passive: bool,
        pattern: bool,
        agent: n.Term | None,
        verb: str,
    ) -> None:
        np = phrase.np
        terminal = phrase.preposition.terminal
        head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun else None
        if terminal in ("AS", "IN") and self._is_manner(np):
            self._manner_or_fail(phrase, manner)
            extra = list(getattr(np, "modifiers", ()))
            if extra:
                roles["into"] = self.term(np, pattern=True)
            return
        if passive and terminal == "FROM" and head == "N_TEXT" and pattern and isinstance(np, s.NounPhrase):
            roles["@by"] = self._effects(np)
            return
        if head in ("N_ZONE", "N_PLACE") or phrase.kind in ("end_phrase", "from_end_phrase"):
            crosses = any(frame.crossing for frame in self.vocabulary.frames_of(verb))  # «entra nel Campo»: whosesoever
            anybodys = crosses or self._lies_anywhere(roles.get("object"), verb, np)
            place = self.place(np, None if anybodys else agent)
            if phrase.at_end is not None:
                place = evolve(place, end=phrase.at_end, first=phrase.kind == "from_end_phrase" and self._first(roles))
            roles.setdefault("@places", [])
            roles["@places"].append((terminal, place))  # type: ignore[attr-defined]
            return
        if terminal == "WITH" and head == "N_VALUE" and isinstance(roles.get("object"), n.Select):
            select = roles["object"]
            modifier = s.Modifier("mod_with", (), np, False, np.start, np.end)
            select, more = self._with(select, modifier)  # type: ignore[arg-type]
            if select.extreme is not None and select.pick is n.Pick.AGENT and select.number == n.Num(1):
                raise self.fail(
                    np.start,
                    f"«{self.quoted(np.start, np.end)}» di che cosa? per il più alto o il più basso di tutti dì «la …»",
                    "S024",
                    end=np.end,
                )
            roles["object"] = evolve(select, where=(*select.where, *more))
            return
        what = roles.get("object")
        if terminal == "ON" and isinstance(what, n.Select) and what.place is None and not self._takes(verb, "on"):
            if self.token_zone(what) is not None and not self._takes(
                verb, "to"
            ):  # «spezza un Gettone su questa carta»: the one that lies there
                roles["object"] = evolve(what, place=self.upon(what, np))
                return
        role = "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        if self.says_spot(np) and terminal in ("IN", "TO"):
            role = "on"
        if role is None:
            raise self.fail(
                phrase.preposition.at, f"«{self.quoted(phrase.preposition.at, np.end)}» non si intende qui", end=np.end
            )
        roles[role] = self.term(np, pattern=pattern, agent=agent)

    def _effects(self, np: s.NounPhrase) -> n.Select:
        """«gli effetti», «un effetto dell'avversario»: what brings something about, and whose card it is of."""
        whose: n.Term | None = n.You() if np.has("your") else None
        for modifier in np.modifiers:
            if modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                whose = n.Opponent()
            elif modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                whose = self.term(modifier.value)
                if self.sort(whose) != "player":
                    said = self.quoted(modifier.start, modifier.end)
                    raise self.fail(
                        modifier.start, f"«{said}»: gli effetti sono di un giocatore", "S024", end=modifier.end
                    )
            else:
                said = self.quoted(modifier.start, modifier.end)
                raise self.fail(modifier.start, f"«{said}» non si dice degli effetti", "S020", end=modifier.end)
        return n.Select(EFFECT, (n.ControlledBy(n.Candidate(), whose),) if whose is not None else ())

    def _takes(self, verb: str, role: str) -> bool:
        """Whether a declared verb has a complement, in any of its forms."""
        forms = (form for frame in self.vocabulary.frames_of(verb) for form in frame.forms)
        return not self.vocabulary.frames_of(verb) or any(each.name == role for form in forms for each in form.roles)

    @staticmethod
    def _first(roles: dict[str, object]) -> bool:
        return True

    def _is_manner(self, np: s.Noun) -> bool:
        items = np.items if isinstance(np, s.NounList) else (np,)
        return all(
            isinstance(i, s.NounPhrase)
            and i.noun is not None
            and i.noun.terminal == "N_CARD"
            and i.noun.sense.kind in ("noun", "member")
            and i.noun.name != self.vocabulary.implied_noun
            for i in items
        )

    def as_form(self, event: n.Event) -> n.Event:
        """The form of a verb from its sentence: of a verb with its own object in its name, the rest is the object."""
        names = {role.name for role in event.roles}
        roles = event.roles
        if event.cause is not None:  # «un giocatore protegge una carta, per un turno»: it lasts as long as is said
            roles += (n.Role("time", n.Duration(n.Stretch.SAID, event.cause)),)
            event = evolve(event, cause=None)
        if " " in event.verb and "object" not in names:
            other = [role for role in roles if role.name not in ("agent", "time")]
            if len(other) == 1 and other[0].name in ("of", "from", "to", "on", "against"):
                roles = tuple(
                    evolve(role, name="object", preposition=role.name) if role is other[0] else role for role in roles
                )
        return evolve(event, roles=roles)

    # -- frames

    def _framed(
        self,
        clause: s.Clause,
        roles: dict[str, object],
        manner: list[str],
        found: Parts,
        agent: n.Term | None,
        pattern: bool,
    ) -> n.Event:
        verb = clause.group.verb
        places: list[tuple[str, n.Place]] = roles.pop("@places", [])  # type: ignore[assignment]
        by: n.Select | None = roles.pop("@by", None)  # type: ignore[assignment]
        frames = self.vocabulary.frames_of(verb.name)
        span = self.span(clause.start, clause.end)
        if not frames:
            self._place_roles(None, roles, places, clause)
            auxiliary = not verb.terminal.startswith("V_")  # «essere bersaglio di …»
            if self.said.context.start.value != "form" and (verb.sense.kind == "language" or auxiliary):
                raise self.fail(verb.at, f"«{verb.text}» non si intende così", "S027")
            return self._event(verb.name, roles, tuple(manner), found.cause, span)
        if pattern and any(frame.of_itself for frame in frames) and set(roles) == {"agent"}:
            doer = roles["agent"]
            if self.sort(doer) == "card":  # «quando avanza»: that somebody does it to the card
                roles = {"object": doer}
        problems: list[str] = []
        last = frames[-1].forms[-1]
        for frame in frames:
            for form in frame.forms:
                try:
                    fitted = self._fit(frame, form, dict(roles), list(places), list(manner), pattern, clause, problems)
                except Unreadable:
                    if form is last:
                        raise
                    continue  # it may be said in another way of the verb
                if fitted is not None:
                    new_roles, new_manner = fitted
                    if (means := self._means(frame, form)) is not None and "agent" in new_roles:
                        new_roles[means] = new_roles.pop("agent")
                    return evolve(self._event(frame.name, new_roles, tuple(new_manner), found.cause, span), by=by)
        raise self.fail(
            clause.start, problems[0] if problems else f"«{verb.text}» non si usa così", "S028", end=clause.end
        )

    def _lies_anywhere(self, what: object, verb: str, np: s.Noun) -> bool:
        """Whether what a verb is done to may be anybody's there: in a part of where the verb takes it from, or it lies, that
        all have, or of somebody who is said («gli Esseri avversari nelle Retrovie»)."""
        if not isinstance(what, n.Select) or not isinstance(np, s.NounPhrase) or np.noun is None:
            return False
        if any(isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate) for c in what.where):
            return True
        frames = self.vocabulary.frames_of(verb)
        froms = [frame.place for frame in frames if frame.place is not None and frame.place.of is None]
        places = [place.zone for place in froms] + [zone for frame in frames for zone in frame.also_from]
        groups = [self.vocabulary.places[zone] for zone in places if zone in self.vocabulary.places]
        inside = any(np.noun.name in group.zones for group in groups)
        return inside or self._lies_anywhere_in(what.noun, np)

    def _token_from(self, token: object, card: object) -> n.Select | None:
        """«porta un Gettone da una tua Lana nel Fosso»: the one that lies there; None of what is no token."""
        if not isinstance(token, n.Select) or token.place is not None or self.sort(card) != "card":
            return None
        zone = self.token_zone(token)
        return evolve(token, place=n.Place(zone, card)) if zone is not None else None  # type: ignore[arg-type]

    def _means(self, frame: Frame, form: n.Event) -> str | None:
        """«una carta occupa una casella», beside «un giocatore occupa una casella con una carta»: the role that the card has
        there."""
        first = {role.name: role.value for role in frame.forms[0].roles}
        here = {role.name: role.value for role in form.roles}
        doer = self._nouns_of(here.get("agent"))
        if form is frame.forms[0] or self._nouns_of(first.get("agent")) != (PLAYER,) or doer == (PLAYER,):
            return None
        others = [name for name, value in first.items() if name not in here and self._nouns_of(value) == doer]
        return others[0] if len(others) == 1 and doer else None

    def _event(
        self, name: str, roles: dict[str, object], manner: tuple[str, ...], cause: str | None, span: n.Span | None
    ) -> n.Event:
        ordered = sorted(roles.items(), key=lambda item: _ORDER.index(item[0]) if item[0] in _ORDER else 99)
        return n.Event(name, tuple(n.Role(key, value) for key, value in ordered), manner, cause, span=span)  # type: ignore[arg-type]

    def _fit(
        self, frame: Frame, form: n.Event, roles: dict[str, object], places: list[tuple[str, n.Place]], manner: list[str],
        pattern: bool, clause: s.Clause, problems: list[str],
    ) -> tuple[dict[str, object], list[str]] | None:  # fmt: skip
        wanted = {role.name: role.value for role in form.roles}
        manners = frame.manners or form.manner
        word = clause.group.verb.text
        self._object_by_tail(frame, wanted, roles)  # type: ignore[arg-type]
        if (
            "object" in roles
            and "object" in wanted
            and isinstance(roles["object"], n.Select)
            and roles["object"].noun in manners
            and roles["object"].noun not in self._nouns_of(wanted["object"])
        ):
            select = roles["object"]
            manner = manner or [select.noun]
            roles["object"] = self._loosened(evolve(select, noun=self.vocabulary.implied_noun))
        elif (
            "object" in roles
            and isinstance(roles["object"], n.Select)
            and manners
            and self.member_value(roles["object"].noun)
            and roles["object"].place == self._implied(roles["object"].noun)
        ):
            roles["object"] = self._loosened(roles["object"])
        self._amount_of_kind(frame, wanted, roles, pattern)
        held = roles.get("object")
        if (
            frame.place is not None
            and isinstance(held, n.Select)
            and held.place is not None
            and held.place == self._implied(held.noun)
        ):
            said = held.place.zone
            if pattern or (frame.place.zone != said and said not in frame.also_from):  # «scarta una Lana»: of the hand
                roles["object"] = evolve(held, place=None)
        if frame.place is not None and isinstance(held, n.TextOf) and isinstance(held.of, n.Select):
            if held.of.place in (None, self._implied(held.of.noun)):  # «annulla l'effetto di una Lana»: where it waits
                roles["object"] = evolve(held, of=evolve(held.of, place=frame.place))
        for name, value in list(roles.items()):
            if name not in wanted:
                if name == "into" and manners:
                    continue
                if name == "number":
                    continue
                held = roles.get("object")
                if name == "on" and self.sort(value) == SPOT and isinstance(held, n.Select):
                    roles["object"] = self.on_spot(held, roles.pop("on"))
                    continue
                led = name == "on" and "to" in wanted and "to" not in roles and self.token_zone(held) is not None  # type: ignore[arg-type]
                if led and (card := self._sorted(value, wanted["to"], "to", frame)) is not None:
                    del roles["on"]  # «porta un Gettone su questa carta»
                    roles["to"] = card
                    continue
                if name in ("from", "on") and (there := self._token_from(held, value)) is not None:
                    roles["object"] = there
                    del roles[name]
                    continue
                problems.append(self._unfit(name, value, word))
                return None
            fitted = self._sorted(value, wanted[name], name, frame)
            if fitted is None:
                problems.append(self._unfit(name, value, word))
                return None
            roles[name] = fitted
        if (
            "object" in wanted
            and "object" not in roles
            and not pattern
            and self.sort(roles.get("agent")) == "player"
            and clause.group.form != "form"
            and self.said.context.start.value != "form"
        ):
            if not self.said.of_itself or self.said.subject is None:
                problems.append(f"«{word}» che cosa?")
                return None
            roles["object"] = self.said.subject
        if not self._own_text(wanted, roles):  # type: ignore[arg-type]
            problems.append(f"«{word}» qui è della carta stessa")
            return None
        if manner and not all(m in manners or m == "chosen" for m in manner):
            problems.append(f"«{word}» non ha il modo «{manner[0]}»")
            return None
        self._place_roles(wanted, roles, places, clause, frame)  # type: ignore[arg-type]
        held = roles.get("object")
        if isinstance(held, n.Signs) or (isinstance(held, n.Group) and isinstance(held.members[0], n.Signs)):
            roles["number"] = roles.pop("object")  # «produci {F} o {L}»
        if frame.default_to is not None and "to" in wanted and "to" not in roles and not pattern:
            roles["to"] = frame.default_to
        if not pattern and self._of_nobody(wanted, roles):
            problems.append(f"«{word}» di che cosa?")
            return None
        if frame.counted and isinstance(roles.get("object"), n.Select):
            select = roles.pop("object")  # type: ignore[assignment]
            assert isinstance(select, n.Select)
            kinds = self._nouns_of(wanted.get("object"))
            if kinds and select.noun not in (*kinds, self.vocabulary.implied_noun):
                problems.append(f"«{word}» vuole solo quante, non quali")
                return None
            self.said.only_counted(select, self._moves(frame))
            where = tuple(
                c for c in select.where if not (isinstance(c, n.Not) and isinstance(c.part, n.Same))
            )  # «un'altra carta»
            select = evolve(select, where=where)
            if (
                select.where
                or select.place is not None
                or select.quantity not in (n.Quantity.EXACTLY, n.Quantity.ANY, n.Quantity.ALL)
            ):
                if select.quantity is not n.Quantity.UP_TO and select.quantity is not n.Quantity.EXACTLY:
                    problems.append(f"«{word}» vuole solo quante")
                    return None
                if select.where:
                    problems.append(f"«{word}» vuole solo quante, non quali")
                    return None
            if select.number is not None and not (pattern and select.number == n.Num(1)):
                roles["number"] = select.number
        return roles, manner

    def _moves(self, frame: Frame | None) -> bool:
        """Whether a verb is that cards go somewhere."""
        while frame is not None and not frame.steps:
            frame = self.vocabulary.frames.get(frame.kind_of or "")
        return frame is not None and any(
            isinstance(x, n.Move) and isinstance(x.to, n.Place) for x in nodes_of(frame.steps)
        )

    def _amount_of_kind(
        self, frame: Frame, wanted: Mapping[str, object], roles: dict[str, object], pattern: bool
    ) -> None:
        """«infliggi 2 Crepe»: the verb that takes a number and leaves a kind of effect of that amount."""
        held = roles.get("object")
        if "number" not in wanted or "object" in wanted or not isinstance(held, n.Select) or held.number is None:
            return
        kinds = {x.family for step in frame.steps for x in nodes_of(step.effect) if isinstance(x, n.Modify)}
        if held.noun in kinds and held.quantity is n.Quantity.EXACTLY and not held.where:
            self.said.only_counted(held)
            if not (pattern and held.number == n.Num(1)):
                roles["number"] = held.number
            del roles["object"]

    def _of_nobody(self, wanted: Mapping[str, object], roles: Mapping[str, object]) -> bool:
        """«rigenera le Fiamme», of a verb whose every way says whose value it is: never guessed."""
        what = wanted.get("object")
        of_a_value = isinstance(what, n.Select) and what.noun in self.vocabulary.values
        asked = self.said.context.start.value != "form"
        return asked and of_a_value and isinstance(wanted.get("of"), n.Select) and "of" not in roles

    def _nouns_of(self, pattern: object) -> tuple[str, ...]:
        if isinstance(pattern, n.Select):
            return (pattern.noun,)
        if isinstance(pattern, n.Group):
            return tuple(noun for member in pattern.members for noun in self._nouns_of(member))
        return ()

    def _implied(self, noun: str, *, target: bool = False) -> n.Place | None:
        name = self.vocabulary.implied_place(noun, target=target)
        return n.Place(name) if name else None

    def _loosened(self, select: n.Select) -> n.Select:
        """What is played is not in play yet: no place is implied."""
        return (
            evolve(select, place=None)
            if select.place in (self._implied(select.noun), self._implied(select.noun, target=True))
            and select.place is not None
            and select.pick is not n.Pick.TARGET
            else select
        )

    def _object_by_tail(self, frame: Frame, wanted: dict[str, object], roles: dict[str, object]) -> None:
        """«prendere il controllo di X», «rimuovere la Quiete da X»: X is the object of the whole."""
        if " " in frame.verb and "object" in wanted and "object" not in roles:
            for name in ("of", "from", "to", "on", "against"):
                if name in roles and name not in wanted:
                    roles["object"] = roles.pop(name)
                    return

    def _unfit(self, role: str, value: object, word: str) -> str:
        what = _CALLED.get(role, "una delle cose che ha con sé")
        return f"«{word}» non si dice così: {what} non è di quelli che il verbo vuole"

    def _sorted(self, value: object, wanted: object, role: str, frame: Frame) -> object | None:
        """The value when it is of the sort that the form wants, perhaps brought to it; None when it is not."""
        if isinstance(wanted, n.Group) and isinstance(value, n.Group):  # «a un giocatore o a una Lanterna»: each is one
            fitting = tuple(self._sorted(member, wanted, role, frame) for member in value.members)
            return evolve(value, members=fitting) if all(m is not None for m in fitting) else None  # type: ignore[arg-type]
        if isinstance(wanted, n.Group):
            for member in wanted.members:
                fitted = self._sorted(value, member, role, frame)
                if fitted is not None:
                    return fitted
            return None
        if isinstance(wanted, n.TextOf):
            if not isinstance(value, n.TextOf):
                return None
            # «l'effetto Soffio di …»: of one text among others nothing is done but where the form says of which
            return value if wanted.kinds or not set(value.kinds) & set(self.vocabulary.texts) else None
        if isinstance(wanted, n.Place):
            return value if isinstance(value, n.Place) else None
        if not isinstance(wanted, n.Select):
            return value
        if wanted.noun == NUMBER:
            return value
        want = self._wanted_sort(wanted)
        have = self.sort(value)
        if isinstance(value, n.Place) and want == "card" and value.zone in self.vocabulary.zones and value.end is None:
            return n.Select(
                self.vocabulary.implied_noun, quantity=n.Quantity.ALL, place=value, bind=self.said.fresh()
            )  # «scarta la tua mano»
        if isinstance(value, n.Group):
            members = tuple(self._sorted(member, wanted, role, frame) for member in value.members)
            return evolve(value, members=members) if all(m is not None for m in members) else None  # type: ignore[arg-type]
        if want == "value" and isinstance(value, n.Signs):
            declared = self.vocabulary.values.get(wanted.noun)
            return value if declared is not None and declared.kind == "pool" else None
        if want == "value":
            return value if isinstance(value, n.Select) and self._such_value(value, wanted) else None
        if want in ("effect", "lasting"):
            return self._effect_sorted(value, wanted, have)
        if want == "period":
            return value if (isinstance(value, n.Select) and value.noun == wanted.noun) or have == "" else None
        if want == have or have == "":
            return None if self._other_noun(value, wanted) else value
        if (
            want == "card" and isinstance(value, n.Place) and role == "object"
        ):  # «scarta la tua mano»: all that is there
            return n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL, place=value)
        if want == "card" and have == "player" and role == "agent":
            return n.Select(wanted.noun, where=(n.ControlledBy(n.Candidate(), value),))  # type: ignore[arg-type]
        return None

    def _such_value(self, value: n.Select, wanted: n.Select) -> bool:
        """«rigenera le Cariche» is not «rigenera una Carica», where a verb has a form for each."""
        whole = wanted.quantity is n.Quantity.ALL
        return value.noun == wanted.noun and (not whole or value.quantity is n.Quantity.ALL)

    def _effect_sorted(self, value: object, wanted: n.Select, have: str) -> object | None:
        """What a verb gives, or a lasting effect of the kind that its form names."""
        if wanted.noun == EFFECT:
            return value if isinstance(value, (n.Modify, n.Grant)) or have in ("effect", "lasting") else None
        return value if have == "lasting" and (not isinstance(value, n.Select) or value.noun == wanted.noun) else None

    def _other_noun(self, value: object, wanted: n.Select) -> bool:
        """«una Candela» where the verb wants a Lanterna: two declared nouns, neither of which is the other."""
        nouns = self.vocabulary.nouns
        if (
            not isinstance(value, n.Select)
            or value.noun == wanted.noun
            or value.noun not in nouns
            or wanted.noun not in nouns
        ):
            return False
        mine, theirs = self._zones_of(nouns[value.noun].condition), self._zones_of(nouns[wanted.noun].condition)
        return bool(mine) and bool(theirs) and not mine & theirs

    def _zones_of(self, condition: object) -> frozenset[str]:
        """The zones in which alone a noun's condition holds; none when it does not say."""
        if isinstance(condition, n.IsIn):
            group = self.vocabulary.places.get(condition.place.zone)
            return frozenset(group.zones if group is not None else (condition.place.zone,))
        if isinstance(condition, n.IsKind):
            declared = self.vocabulary.nouns.get(condition.noun)
            return self._zones_of(declared.condition) if declared is not None else frozenset()
        if isinstance(condition, (n.And, n.Or)):
            parts = [self._zones_of(part) for part in condition.parts]
            if isinstance(condition, n.And):
                return next((part for part in parts if part), frozenset())
            return frozenset().union(*parts) if all(parts) else frozenset()
        return frozenset()

    def _wanted_sort(self, wanted: n.Select) -> str:
        if wanted.noun == PLAYER:
            return "player"
        if wanted.noun in self.vocabulary.values:
            return "value"
        if wanted.noun in self.vocabulary.periods:
            return "period"
        if wanted.noun in self.vocabulary.lasting:
            return "lasting"
        if self.is_spot(wanted.noun):
            return SPOT
        return "effect" if wanted.noun == EFFECT else "card"

    def _own_text(self, wanted: dict[str, object], roles: dict[str, object]) -> bool:
        """«una carta usa il suo effetto»: the text is the agent's own."""
        want, have = wanted.get("object"), roles.get("object")
        if not isinstance(want, n.TextOf) or not isinstance(have, n.TextOf):
            return True
        if isinstance(want.of, n.Var) or (isinstance(want.of, n.Select) and want.of.noun == ""):
            agent = roles.get("agent")
            return (
                agent is None
                or have.of == agent
                or (isinstance(agent, n.Select) and have.of == n.Var(agent.bind or ""))
            )
        return True

    @staticmethod
    def _place_first(clause: s.Clause) -> bool:
        """«prendi nella tua mano una Lanterna»: the place stands before the thing, so it is where it goes."""
        kinds = [c.kind for c in clause.complements]
        return "c_prep" in kinds and "c_object" in kinds and kinds.index("c_prep") < kinds.index("c_object")

    def _place_roles(
        self,
        wanted: dict[str, object] | None,
        roles: dict[str, object],
        places: list[tuple[str, n.Place]],
        clause: s.Clause,
        frame: Frame | None = None,
    ) -> None:
        """A place belongs to the verb when its form has room for it; else it tells where the object is."""
        for terminal, place in places:
            role = {"IN": "into", "TO": "to", "FROM": "from", "ON": "on"}.get(terminal, "into")
            target = roles.get("object")
            if role == "from" and isinstance(target, n.Select):
                taken_first = place.end is not None and place.first and target.pick is n.Pick.NAMED
                roles["object"] = evolve(target, place=evolve(place, first=taken_first))
            elif wanted is not None and isinstance(wanted.get(role), n.Select):  # it is done to a thing, not to a place
                said = clause.group.verb.text
                raise self.fail(clause.start, f"«{said}» qui vuole una cosa, non un luogo", "S028", end=clause.end)
            elif wanted is None or role in wanted:
                roles[role] = evolve(place, first=False) if place.first else place
            elif isinstance(target, n.Select):
                if terminal == "IN" and self._place_first(clause):
                    raise self.fail(
                        clause.start,
                        f"«{clause.group.verb.text}» non ha un luogo in cui va: dì da dove",
                        "S028",
                        end=clause.end,
                    )
                roles["object"] = evolve(target, place=place)
            elif role == "from":
                roles[role] = place
            else:
                raise self.fail(clause.start, f"«{clause.group.verb.text}» non ha un luogo", "S028", end=clause.end)


def _later(modifier: s.Modifier) -> bool:
    return modifier.kind == "adjective" and modifier.tokens[0].terminal == "LATER"


def is_next(np: s.NounPhrase) -> bool:
    """«il prossimo turno», «il turno successivo»."""
    return np.has("next") or any(_later(m) for m in np.modifiers)


def _is_x(np: s.NounPhrase) -> bool:
    """«100 danni per X»: as many times as was paid."""
    return np.noun is not None and np.noun.name == "X" and not np.determiners and not np.modifiers
