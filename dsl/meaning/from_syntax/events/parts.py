"""The complements of a clause, each by what it says: objects, places, times, how often."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.hints import MADE_ANEW
from ....vocabulary.lexer import Sense
from ... import nodes as n
from ...game import Frame, PeriodDecl
from ...scope import nodes_of
from ..things.complements import Parts
from .periods import Periods, is_next

COMPLEMENTS: Final = (
    "objects", "prepositions", "either", "duration", "within", "during", "times", "per_each", "purposes", "gerunds",
    "starting", "until_have", "choice", "amounts", "statuses", "cause", "chosen_manner", "moment", "first_time", "places",
    "cap", "at_end", "per_period",
    "family", "given", "pair",
)  # fmt: skip


class Clauses(Periods):
    """The part of the reader that sorts a clause's complements."""

    def parts(self, clause: s.Clause) -> Parts:
        """Which complement is what, before the verb is asked."""
        found = Parts()
        found.adverbs += list(clause.group.adverbs)
        pair = next((c for c in clause.complements if c.kind == "c_pair"), None)
        if pair is not None and clause.group.verb.name != "diventare":
            said = f"«{self.quoted(pair.start, pair.end)}» si dice di ciò che una carta diventa"
            raise self.fail(pair.start, said, "S036", MADE_ANEW, pair.end)
        for complement in such_from_there(of_whose_rule(clause.complements)):
            self._sort_out(found, complement, clause.subject is not None and not self._is_the_bearer(clause.subject))
        self._so_often_at_most(clause, found)
        self._by_who_takes_part(clause, found)
        if found.times is not None and found.times.more and (clause.group.modal != "can" or clause.group.negated):
            said = "«una volta in più» si dice di ciò che si può fare"
            raise self.fail(clause.start, said, "S036", "«può … una volta in più»", clause.end)
        self._only_joined(clause)
        forbidden = clause.group.negated and clause.group.form == "present" and not clause.group.perfect
        must_then = clause.group.modal == "must" and found.within_of is not None  # «deve attaccare in ogni tuo turno»
        if (
            clause.group.modal == "can" or forbidden or must_then
        ):  # «non può essere calata nel tuo turno», «non si stanca nel tuo turno»
            self._times_of_permission(found, clause)
        if self.vocabulary.frames_of(
            clause.group.verb.name
        ):  # «attingi una carta per ogni raggio»: it is done for each
            found.per_each = [np for np in found.per_each if not self.each_time_of_this(np)]
        self._against_such(found, clause)
        self._all_of_them(found, clause)
        return found

    def _all_of_them(self, found: Parts, clause: s.Clause) -> None:
        """«spezzale entrambe», «stancale tutte»: the pronoun stands for all of what was spoken of already."""
        them = next((c for c in clause.group.clitics if c.name == "them"), None)
        word = next((bare for c in found.objects if (bare := _bare_quantity(c.value)) is not None), None)
        if them is None or word is None:
            return
        if word.terminal == "BOTH" and self.said.recall_two(them.sense.gender) is None:
            said = f"«{word.text}» si dice di due, e prima non si parla di due"
            raise self.fail(word.at, said, "S024", f"«{them.text}» da solo le dice tutte")
        found.objects = [c for c in found.objects if _bare_quantity(c.value) is not word]

    def _against_such(self, found: Parts, clause: s.Clause) -> None:
        """«ha +2 Ardore contro le Erba», in a text in force: during what begins between two, when the other is such."""
        phrase = next((p for p in found.prepositions if p.preposition.terminal == "AGAINST"), None)
        in_force = self.said.continuous and not self.said.bound_event
        if phrase is None or not in_force or not (found.amounts or _says_amounts(clause)):
            return
        between = [name for name, period in self.vocabulary.periods.items() if period.participants]
        named = any(self._names_participants(noun) for noun in self.vocabulary.nouns)
        subject = self.term(clause.subject) if clause.subject is not None else self.said.subject
        if clause.subject is None and isinstance(subject, n.Self) and self.speaks_of_its_host():
            subject = self.host_of_text()
        known = isinstance(subject, n.Self | n.Related) or getattr(subject, "pick", None) is n.Pick.NAMED
        if len(between) != 1 or not named or not known or subject is None:
            return
        if found.within == (between[0], False):
            found.within = None  # «negli scontri contro le Erba»
        span = self.span(phrase.preposition.at, phrase.np.end)
        foe = n.Compare(n.Count(self._foe(between[0], subject, phrase.np)), ">=", n.Num(1), span=span)
        found.during.append(n.And((n.During(between[0], subject, span=span), foe), span=span))
        found.prepositions.remove(phrase)

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

    def _by_who_takes_part(self, clause: s.Clause, found: Parts) -> None:
        """«viene distrutta in battaglia», of what those do who take part in such a time: by one of them, and not by whatever
        else is done meanwhile."""
        group = clause.group
        period = self.vocabulary.periods.get(found.within[0]) if found.within is not None else None
        done_to = (group.passive or group.form == "be_part") and group.verb.sense.kind == "verb"
        said = any(p.preposition.terminal == "FROM" for p in found.prepositions) or found.either
        if period is None or not period.participants or not done_to or said or found.within_of is not None:
            return
        if not any(self._done_by_them(frame, group.verb.name, period) for frame in self.vocabulary.frames.values()):
            return
        if group.modal == "can" and (not self.said.continuous or self.said.bound_event):
            found.whenever = n.During(period.name, span=self.span(clause.start, clause.end))
            found.within = None
        noun, at = period.participants[0].what.noun, clause.end - 1
        head = s.Token(at, noun, Sense("N_CARD", noun, kind="noun"))
        one = s.NounPhrase((s.Token(at, noun, Sense("INDEF", "one")),), head, (), 3, 1, at, at + 1)
        found.prepositions.append(s.Prepositional("prep_phrase", s.Token(at, noun, Sense("FROM", "from")), one))

    @staticmethod
    def _done_by_them(frame: Frame, verb: str, period: PeriodDecl) -> bool:
        """Whether in the steps of a verb another is done by who takes part in a time, or by one of a sort that is theirs."""
        sorts = {each.what.noun for each in period.participants}
        names = {n.Var(each.name) for each in period.participants}
        names |= {
            n.Var(r.name)
            for x in frame.forms
            for r in x.roles
            if isinstance(r.value, n.Select) and r.value.noun in sorts
        }
        steps = [x for x in nodes_of(frame.steps) if isinstance(x, n.Event)]
        by = [x for x in steps if x.verb.partition("#")[0] == verb and x.verb != period.name]
        return any(role.name == "agent" and role.value in names for each in by for role in each.roles)

    def _so_often_at_most(self, clause: s.Clause, found: Parts) -> None:
        """Refuses «pesca al massimo due volte per turno»: the most is said of what may be done, or of an ability that is used."""
        if found.times is None or not found.times.most:
            return
        may = clause.group.modal == "can"
        used = any(
            isinstance(o.value, s.NounPhrase) and o.value.noun is not None and o.value.noun.terminal == "N_ABILITIES"
            for o in found.objects
        )
        denied = found.times.most == "more_than"
        if denied != clause.group.negated or not (may or used) or (denied and used):
            said = self.quoted(clause.start, clause.end)
            hint = "«può … una volta per turno», «non può … più di una volta per turno»"
            raise self.fail(clause.start, f"«{said}»: quante volte?", "S026", hint, end=clause.end)

    def _is_the_bearer(self, np: s.Noun) -> bool:
        """«questa carta»: of it a clause that follows is too, whose subject is left out."""
        plain = isinstance(np, s.NounPhrase) and np.noun is not None and not np.modifiers and np.has("this")
        return plain and np.noun.name == self.vocabulary.implied_noun  # type: ignore[union-attr]

    def _sort_out(self, found: Parts, complement: s.Complement, of_another: bool) -> None:
        kind, value = complement.kind, complement.value
        if kind == "c_object":
            self._object(found, complement)
        elif kind == "c_prep" and isinstance(value, s.Prepositional):
            self._prepositional(found, value, of_another)
        elif kind == "c_prep_or" and isinstance(value, tuple):
            found.either.append(value)  # type: ignore[arg-type]
        elif kind == "c_adverb":
            found.adverbs.append(value if isinstance(value, s.Token) else complement.tokens[0])
        elif kind == "c_amounts_and" and isinstance(value, tuple):
            found.amounts += tuple(each for each in value if isinstance(each, s.Amount))
            found.objects += [self._keyword_object(each) for each in value if isinstance(each, s.Token)]
        elif kind == "c_amounts":
            found.amounts += value  # type: ignore[operator]
        elif kind == "c_quoted" and isinstance(value, s.Quoted):
            found.given = value
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
        elif kind == "c_end":
            found.at_end = complement.tokens[-1]
        elif kind == "c_rather_than":
            found.adverbs.append(self.rather_than(complement))
        elif kind == "c_first_time":
            found.first_time = True
        elif kind == "c_pair":
            found.pair = complement.tokens
        elif kind == "c_cap":
            found.cap = next(t for t in complement.tokens if t.terminal in ("SIGNED", "NUM"))
        else:
            raise self.fail(
                complement.start,
                f"«{self.quoted(complement.start, complement.end)}» non si intende qui",
                end=complement.end,
            )

    def rather_than(self, complement: s.Complement) -> s.Token:
        """Hook: «anziché nel Fosso», of what would bring it there, is «invece»."""
        raise NotImplementedError

    def _only_joined(self, clause: s.Clause) -> None:
        """«guadagna «…»», «ha Corazza e «…»»: what is quoted is joined to what is given before it, or stands alone."""
        given = [each for each in clause.complements if each.kind == "c_quoted"]
        others = [each for each in clause.complements if each.kind in ("c_object", "c_amounts", "c_amounts_and")]
        for number, each in enumerate(given):
            before = bool(clause.predicate) or any(other.start < each.start for other in others)
            if number or before != any(token.terminal == "AND" for token in each.tokens):
                said = self.quoted(each.start, each.end)
                raise self.fail(each.start, f"«{said}» non si intende qui", end=each.end)

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

    def _prepositional(self, found: Parts, phrase: s.Prepositional, of_another: bool = False) -> None:
        np = phrase.np
        terminal = phrase.preposition.terminal
        head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun else None
        in_which = self.in_which(np, of_another) if terminal in ("IN", "DURING") else None
        if in_which is not None:
            found.during.append(in_which)
        elif phrase.kind == "until_phrase":
            duration = self.duration_of(np, until=True)
            if duration is None and head in ("N_CARD", "N_VALUE"):
                said = self.quoted(phrase.preposition.at, np.end)
                message = f"«{said}»: qui non si può dire quante al massimo, e non è un tempo"
                raise self.fail(phrase.preposition.at, message, "S026", end=np.end)
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
            elif isinstance(np, s.NounPhrase) and not np.determiners and not np.modifiers:
                found.per_period = np
            else:
                found.cause = self.period(np)[0]
        elif terminal == "FROM" and head == "N_PERIOD" and isinstance(np, s.NounPhrase) and not np.determiners:
            found.cause = self.period(np)[0]  # «danni da scontro»: those that it brings
        elif head == "N_PERIOD" and (terminal == "IN" or (terminal == "DURING" and _is_one(np))):
            duration = self.duration_of(np, until=False)
            name, found.within_of = self.period(np)
            found.within = (name, _is_before(np))
            found.duration = duration
        elif terminal == "AS" and head == "N_LASTING":
            assert isinstance(np, s.NounPhrase) and np.noun is not None
            found.family = np.noun.name
        elif terminal == "DURING":
            found.during.append(self.during(np))
        elif (terminal == "TO" and head in ("N_START", "N_END")) or self._is_in_two(phrase):
            found.moment = self.moment(np)
            found.during += self.when_in_which(np)
        elif head in ("N_ZONE", "N_PLACE") and any(found.last_noun is np_ for np_ in found.per_each):
            assert found.last_noun is not None
            found.counted_places.append((found.last_noun, phrase))
        else:
            found.prepositions.append(phrase)
            found.last_noun = None  # a place after it is not of what was counted before

    def in_which(self, np: s.Noun, of_another: bool = False) -> n.Condition | None:
        """Hook: «il turno in cui viene accesa»: that it has been, in this one; ``of_another``: what is said has a subject
        of its own, of which the relative may be."""
        raise NotImplementedError

    def when_in_which(self, np: s.Noun) -> list[n.Condition]:
        """Hook: «alla fine del turno in cui viene accesa»: that it has been, in this one."""
        raise NotImplementedError

    def nothing_left(self, parts: Parts, clause: s.Clause, *used: str, adverbs: tuple[str, ...] = ()) -> None:
        """Refuses a clause of which something was not taken: nothing is skipped. Who takes how long a thing lasts takes «in
        questo turno» too."""
        so_long = ("within",) if "duration" in used and parts.duration is not None else ()
        for name in COMPLEMENTS:
            if name not in (*used, *so_long) and getattr(parts, name):
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
        times = (c for c in clause.complements if isinstance(c.value, s.Prepositional) and _is_of_a_time(c.value))
        said = next(times, None) if isinstance(first, n.Duration) else None
        return (said.start, said.end) if said is not None else (clause.start, clause.end)


def _says_amounts(clause: s.Clause) -> bool:
    """«ha +2 Ardore», «perde 2 Ardore», «ha Corazza»."""
    value = clause.predicate.value if clause.predicate is not None else None
    items = value if isinstance(value, tuple) else ()
    if clause.group.verb.name == "avere" and _is_keyword(value):
        return True
    objects = [c.value for c in clause.complements if c.kind == "c_object"]
    return any(isinstance(each, s.Amount) for each in items) or any(
        isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE" for np in objects
    )


def _is_keyword(value: object) -> bool:
    return isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "N_KEYWORD"


def _is_one(np: s.Noun) -> bool:
    """«durante questo turno», «durante il prossimo turno», «durante il turno precedente»: as with *in*."""
    return isinstance(np, s.NounPhrase) and (np.has("this") or is_next(np) or _is_before(np))


def _is_of_a_time(phrase: s.Prepositional) -> bool:
    np = phrase.np
    head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun is not None else None
    return phrase.kind == "until_phrase" or head == "N_PERIOD"


def _is_before(np: s.Noun) -> bool:
    """«nell'ultimo turno», «nel turno precedente»."""
    if not isinstance(np, s.NounPhrase):
        return False
    return np.has("last") or any(t.name == "earlier" for m in np.modifiers for t in m.tokens)


def _is_x(np: s.NounPhrase) -> bool:
    """«100 danni per X»: as many times as was paid."""
    return np.noun is not None and np.noun.name == "X" and not np.determiners and not np.modifiers


def one_of(said: s.Noun) -> s.Complement:
    """«otto carte in mano»: one of these, as the object of what is done until there are so many."""
    first = said.items[0] if isinstance(said, s.NounList) else said
    alone = s.NounPhrase((), first.noun, (), first.gender, 1, first.start, first.end)
    return s.Complement("c_object", alone, (), False, first.start, first.end)


def _bare_quantity(np: object) -> s.Token | None:
    """The word of «entrambe», «tutte», where nothing else stands with it."""
    if not isinstance(np, s.NounPhrase) or np.noun is not None or np.modifiers or len(np.determiners) != 1:
        return None
    word = np.determiners[0]
    return word if word.terminal in ("ALL", "BOTH") else None


def of_whose_rule(complements: tuple[s.Complement, ...]) -> tuple[s.Complement, ...]:
    """«mettila nel Fosso sotto il controllo del suo padrone»: in his, where the place is said to be nobody's."""
    rule = next(
        (c for c in complements if isinstance(c.value, s.Prepositional) and c.value.kind == "rule_phrase"), None
    )
    there = next((c for c in complements if _is_of_nobody(c)), None)
    if rule is None or there is None:
        return complements
    assert isinstance(rule.value, s.Prepositional)
    assert isinstance(there.value, s.Prepositional)
    assert isinstance(there.value.np, s.NounPhrase)
    whose = s.Modifier("mod_of", (rule.value.preposition,), rule.value.np, False, rule.start, rule.end)
    place = evolve(there.value.np, modifiers=(*there.value.np.modifiers, whose))
    said = evolve(there, value=evolve(there.value, np=place))
    return tuple(said if c is there else c for c in complements if c is not rule)


def _is_of_nobody(complement: s.Complement) -> bool:
    phrase = complement.value if complement.kind in ("c_prep", "c_prep_comma") else None
    np = phrase.np if isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "IN" else None
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal not in ("N_ZONE", "N_PLACE"):
        return False
    return not any(m.kind == "mod_of" for m in np.modifiers) and not np.has("your")


def such_from_there(complements: tuple[s.Complement, ...]) -> tuple[s.Complement, ...]:
    """«prendi una carta dal Fosso che non sia una Lana»: what is said after the place is of the card."""
    for i, (what, where) in enumerate(pairwise(complements)):
        phrase, card = where.value, what.value
        if where.kind != "c_prep" or not isinstance(phrase, s.Prepositional) or phrase.preposition.terminal != "FROM":
            continue
        place = phrase.np
        if what.kind != "c_object" or not isinstance(card, s.NounPhrase) or not isinstance(place, s.NounPhrase):
            continue
        said = tuple(m for m in place.modifiers if m.kind == "mod_relative")
        if said and place.noun is not None and place.noun.terminal == "N_ZONE":
            left = evolve(place, modifiers=tuple(m for m in place.modifiers if m not in said))
            card = evolve(card, modifiers=(*card.modifiers, *said))
            there = evolve(where, value=evolve(phrase, np=left))
            return (*complements[:i], evolve(what, value=card), there, *complements[i + 2 :])
    return complements
