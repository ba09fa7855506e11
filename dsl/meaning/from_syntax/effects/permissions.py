"""«può», «deve», «non può», «può essere bersaglio di …»: what one may do, must do, or is kept from."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.problems import RATHER
from ....vocabulary.lexer import ANY, Sense
from ... import at_most
from ... import nodes as n
from ...targeting import TARGETING
from ..events.events import ROLES
from ..events.parts import one_of
from ..things.complements import Parts
from ..things.reading import number_said
from .aimed_at import AimedAt
from .apiece import over
from .outcomes import Outcomes
from .turn_order import TurnOrder

#: The verbs of giving a card what it has from then on.
GIVING: Final = ("dare", "assegnare", "conferire")


#: Of what is done to it: the verb of who does it in the same words would be the contrary, so it is not proposed.
_PASSIVELY: Final = f"{RATHER}«… essere …», con il verbo di chi lo fa"


AGAIN: Final = frozenset({"again", "yet"})  # «di nuovo», and «ancora» of what is not denied


class Permissions(TurnOrder, Outcomes, AimedAt):
    """The part of the reader that reads what is let to somebody."""

    def _do(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        """Hook: what somebody does."""
        raise NotImplementedError

    def _modal(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«puoi pescare una carta», «nessuna Lanterna può attaccare», «l'avversario deve spezzare una Lana»."""
        group = clause.group
        if self._nobody(clause):  # «nessuna Lanterna può attaccare»
            assert isinstance(clause.subject, s.NounPhrase)
            plural = evolve(
                clause.subject, determiners=tuple(d for d in clause.subject.determiners if d.terminal != "NO"), number=2
            )
            clause = evolve(clause, subject=plural, group=evolve(group, negated=True))
            group = clause.group
        if (attached := self._as_attached(clause)) is not clause:
            clause, group, parts = attached, attached.group, self.parts(attached)
        plain = evolve(clause, group=evolve(group, modal=None, negated=False))
        second = group.finite is not None and group.finite.sense.person == 2
        subject: n.Term | None = (
            self.term(clause.subject, pattern=False)
            if clause.subject is not None
            else n.You()
            if second
            else self._left_out(clause)
        )
        if subject is not None and self.sort(subject) == "player":
            must = group.modal == "must"
            if not group.negated and not must and not group.passive and not self._is_permission(clause, parts):
                return self._option(clause, evolve(plain, subject=None), parts, subject)
            if must and not self._is_permission(clause, parts):
                return self._do(evolve(plain, subject=None), parts, subject)
        if parts.whenever is not None:
            return self._given_as_text(clause, plain, parts, subject, parts.whenever)
        return self._allow(clause, plain, parts, subject)

    def _given_as_text(
        self, clause: s.Clause, plain: s.Clause, parts: Parts, subject: n.Term | None, during: n.During
    ) -> n.Effect:
        """«una Lana bersaglio non può essere distrutta in battaglia», where it is done: as if that were printed on her."""
        duration, parts.duration = parts.duration, None
        own = self._allow(clause, plain, parts, n.Self()) if clause.group.negated else None
        if not isinstance(own, n.Allow) or own.duration is not None or subject is None:
            what = f"«{self.quoted(clause.start, clause.end)}»: vale ogni volta che ciò accade, non solo ora"
            hint = "dallo come testo: «… guadagna “Non può essere …” (fino alla fine del turno)»"
            raise self.fail(clause.start, what, "S037", hint, end=clause.end)
        text = n.Text((n.Static((own,), during),))
        return n.Grant(subject, text=text, duration=duration, span=self.span(clause.start, clause.end))

    def _as_attached(self, clause: s.Clause) -> s.Clause:
        """«non può avere Candele legate» as «non può essere legata a Candele»; any other as it is."""
        held = [c.value for c in clause.complements if c.kind == "c_object"]
        np = held[0] if len(held) == 1 and clause.group.verb.name == "avere" else None
        if not isinstance(np, s.NounPhrase):
            return clause
        attached = next((m for m in np.modifiers if m.tokens and self.may_be(m.tokens[0].at, "ATTACHED")), None)
        word = attached.tokens[0] if attached is not None and attached.value is None else None
        verb = (
            next((x for x in self.words[word.at].senses if x.terminal == "V_PART"), None) if word is not None else None
        )
        if word is None or verb is None:
            return clause
        to = evolve(word, sense=evolve(word.sense, terminal="TO", name="to"))
        bare = evolve(np, modifiers=tuple(m for m in np.modifiers if m is not attached))
        there = s.Complement("c_prep", s.Prepositional("prep_phrase", to, bare), (), False, np.start, np.end)
        group = evolve(clause.group, verb=evolve(word, sense=verb), passive=True)
        rest = tuple(there if c.value is np else c for c in clause.complements)
        return evolve(clause, group=group, complements=rest)

    def _what_is_attached(self, event: n.Event, verb: s.Token) -> n.Event:
        """«non può essere legata a Candele», of what only others lie under: no Candela to it."""
        roles = {role.name: role.value for role in event.roles}
        thing, to = roles.get("object"), roles.get("to")
        under = self.vocabulary.nouns_of_attached()
        if not self.may_be(verb.at, "ATTACHED") or not isinstance(to, n.Select) or to.noun not in under:
            return event
        called = self.said.context.slot if isinstance(thing, n.Self) else getattr(thing, "noun", "")
        spoken_of = self._noun_of(thing) if isinstance(thing, n.Var) else called
        if thing is None or called is None or spoken_of in under:
            return event
        place = to.place
        if isinstance(thing, n.Select) and thing.place is None:
            zone = self.vocabulary.implied_place(thing.noun, target=thing.pick is n.Pick.TARGET)
            thing = evolve(thing, place=evolve(place, zone=zone) if place is not None and zone is not None else None)
        swapped = {"object": evolve(to, place=None), "to": thing}
        return evolve(event, roles=tuple(evolve(r, value=swapped.get(r.name, r.value)) for r in event.roles))

    def _option(self, clause: s.Clause, plain: s.Clause, parts: Parts, subject: n.Term) -> n.Effect:
        """«puoi pescare una carta», «ogni giocatore può spezzare una Lana»: done by whoever of them wants."""
        span = self.span(clause.start, clause.end)
        if parts.has("INSTEAD"):
            parts.adverbs = [a for a in parts.adverbs if a.terminal != "INSTEAD"]
        if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL:
            bind = subject.bind or self.said.fresh()
            start = self._starting(clause, parts)
            inner = n.May(n.Var(bind), self._do(plain, parts, n.Var(bind)), span=span)
            return n.ForEach(over(subject), bind, inner, start, span=span)
        done = self._do(plain, parts, n.Self() if self._done_by_this_card(clause, subject) else subject)
        if at_most.most_of(done) is not None:
            return done  # «puoi pescare fino a 3 carte» is «pesca fino a 3 carte»
        return n.May(subject, done, span=span)

    def _done_by_this_card(self, clause: s.Clause, subject: n.Term) -> bool:
        """«puoi copiare l'Ardore di una Lana», of what only a card does and no action lets you do with one of yours: this card, as
        where that is told («copia …»)."""
        frames = self.vocabulary.frames_of(clause.group.verb.name)
        doers = [role.value for frame in frames for form in frame.forms for role in form.roles if role.name == "agent"]
        cards = bool(doers) and all(self.sort(each) == "card" for each in doers)
        offered = any(frame.name in self.vocabulary.in_own_turn for frame in frames)
        return isinstance(subject, n.You) and clause.subject is None and self.said.card and cards and not offered

    def _is_permission(self, clause: s.Clause, parts: Parts) -> bool:
        """«puoi» is a permission when it lasts, or in a continuous text that nothing sets off; what one may give to a card
        lasts by itself."""
        if clause.group.verb.name in GIVING and self._about_cards(clause):
            return False
        if clause.group.verb.name in ("scambiare", "invertire") and self._of_values(clause):
            return False  # «puoi scambiare … fino alla fine del turno»: the exchange lasts, and is done now
        lasts = parts.duration is not None and not self._lasts_by_its_verb(clause)
        if lasts or (parts.times is not None and parts.times.per is not None):
            return True
        if parts.has("ALWAYS") or (parts.times is not None and parts.times.more):
            return True
        return self.said.continuous and not self.said.bound_event

    def _lasts_by_its_verb(self, clause: s.Clause) -> bool:
        """«puoi coprire una Lana fino alla fine del turno», of a verb that says for how long it is done: it is done now."""
        forms = [form for frame in self.vocabulary.frames_of(clause.group.verb.name) for form in frame.forms]
        return any(role.name == "time" for form in forms for role in form.roles)

    def _allow(self, clause: s.Clause, plain: s.Clause, parts: Parts, subject: n.Term | None) -> n.Effect:
        """«può attaccare due volte», «non può essere spezzata»: what the rules let somebody do from then on, or forbid."""
        often, most, period = None, False, parts.per_period
        clause, more = self._so_many_more(clause, parts)
        if more is not None:
            plain = evolve(plain, complements=clause.complements)
        elif period is not None:
            clause, often, most = self._so_many_per(clause, parts)
            plain = evolve(plain, complements=clause.complements)
        passive = plain.group.passive
        if self.object_receives(plain.group):  # «non può difendere»: it does nothing itself
            words = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{words}»: lo subisce, non lo fa", "S036", _PASSIVELY, clause.end)
        subject = self._with_one_of_his(plain, parts, subject)
        chosen = self._chosen_now(subject)
        event, parts = self._event_allowed(plain, parts, subject, chosen)
        if more is not None:
            self._who_may_more(clause, event, subject)
        self._not_in_vain(clause, plain, event, subject)
        only = self._only_what(clause, event, parts, passive)
        event, only = self._only_there(clause, event, only)
        event, clause = self._so_often_and_no_more(event, clause, parts, subject)
        limit, per = self._limit(parts)
        if limit is None and more is None:
            self._not_each_of_them(clause, event, parts)
        further, again = parts.times is not None and parts.times.more, self._again(clause, parts)
        if again:
            limit, further = n.Num(1), True
        if more is not None:
            limit, per, further = more, self.period(period)[0] if period is not None else None, True
        if further:
            self._not_without_end(clause, event)
        elif not clause.group.negated:
            if limit is None and often is None:
                self._not_so_many_at_once(clause, event, parts)
            self._not_open_anyhow(clause, event, parts)
        if further and per is None and parts.duration is None and (not self.said.continuous or self.said.bound_event):
            parts.duration = n.Duration(n.Stretch.THIS, self._turn)
        if often is not None and period is not None and most:
            event = self._already_so_many(event, often, self.period(period)[0])
            clause = evolve(clause, group=evolve(clause.group, negated=True))
        elif often is not None and period is not None:
            limit, per = often, self.period(period)[0]
        self.nothing_left(
            parts, clause, "objects", "prepositions", "either", "cause", "chosen_manner", "times", "duration", "during", "statuses",
            *(("per_each",) if parts.times is not None and parts.times.more else ()),
            adverbs=("FREE", "ALSO", "ONLY", "ALWAYS", "DIRECTLY", "EVER", "ANYMORE", "INSTEAD", "POSSIBLY"),
        )  # fmt: skip
        group = clause.group
        despite = self._although_so(clause, parts, subject, passive)
        if parts.only_during and group.negated:
            raise self.fail(clause.start, "«non può … solo»: di quando si parla?", "S036", end=clause.end)
        allow = n.Allow(
            event, not group.negated and not parts.only_during, parts.has("ALWAYS") or (group.negated and parts.has("EVER")), only,
            parts.has("FREE"), limit, per, None, parts.duration, group.modal == "must", despite, further,
            span=self.span(clause.start, clause.end),
        )  # fmt: skip
        return n.Sequence((n.Choose(chosen), allow), span=allow.span) if chosen is not None else allow

    def _not_in_vain(self, clause: s.Clause, plain: s.Clause, event: n.Event, subject: n.Term | None) -> None:
        """Refuses what would be of nothing, or of all."""
        self._moved_by_anything(clause, event)
        self.not_so_yet(clause, event)
        self._by_one_at_a_time(clause, event, subject)
        self.never_by_such(clause, event)
        self.never_of_this(event, plain)

    def _not_each_of_them(self, clause: s.Clause, event: n.Event, parts: Parts) -> None:
        """Refuses «puoi posare una Lana dal Prato in questo turno», «puoi posare un'altra Lana in questo turno», that is done: it is
        of one, and what is in force for a time would let you do so with each."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        can = clause.group.modal == "can" and not clause.group.negated and not clause.group.passive
        yours = any(role.name == "agent" and isinstance(role.value, n.You) for role in event.roles)
        done = not self.said.continuous or self.said.bound_event
        if not (isinstance(np, s.NounPhrase) and can and yours and done and parts.duration is not None):
            return
        told = {d.terminal for d in np.determiners}
        held = next((role.value for role in event.roles if role.name == "object"), None)
        if "INDEF" not in told or parts.times is not None:
            return
        there = isinstance(held, n.Select) and held.place is not None
        if there or any(role.name == "from" for role in event.roles):
            said = f"«{self.quoted(clause.start, clause.end)}»: una sola, in quel tempo, non si permette ancora"
            hint = "ora, senza il tempo: «puoi … una …»; o con ognuna: «puoi … le …»"
            fault = self.fail(clause.start, said, "S036", hint, end=clause.end)
            fault.meant = True
            raise fault
        if "OTHER" in told and not any(
            f.name in (self.vocabulary.limited or ()) for f in self.vocabulary.frames_of(event.verb)
        ):
            said = f"«{self.quoted(clause.start, clause.end)}»: oltre a quante? nessuna regola lo dice"
            fault = self.fail(clause.start, said, "S036", end=clause.end)
            fault.meant = True
            raise fault

    def _moved_by_anything(self, clause: s.Clause, event: n.Event) -> None:
        """Refuses «non può entrare nel Campo», «non può tornare in mano»: any verb may bring it there, and none asks."""
        if any(frame.crossing for frame in self.vocabulary.frames_of(event.verb.partition("#")[0])):
            said = (
                f"«{self.quoted(clause.start, clause.end)}»: ciò che muove una carta, qualunque cosa sia, non si vieta"
            )
            hint = "di' che cosa non le si può fare, con un verbo del gioco"
            raise self.fail(clause.start, said, "S036", hint, end=clause.end)

    def not_so_yet(self, clause: s.Clause, event: n.Event) -> None:
        """Refuses «non può posare Lane stanche», of what nothing is before it lies there: it would be said of none."""
        frame = self.vocabulary.frames.get(event.verb)
        held = next((role.value for role in event.roles if role.name == "object"), None)
        if frame is None or frame.place is None or not isinstance(held, n.Select):
            return
        here = self._zones_in(frame.place.zone).union(*(self._zones_in(zone) for zone in frame.also_from))
        such = next((name for name in map(status_in, held.where) if self._never_so_in(name, here)), None)
        if such is not None:
            said = f"«{self.quoted(clause.start, clause.end)}»: dove questo si fa nulla è «{such}»"
            hint = f"la carta viene da «{frame.place.zone}»: dillo di ciò che una carta è anche lì"
            raise self.fail(clause.start, said, "S036", hint, clause.end)

    def _never_so_in(self, status: str, zones: set[str]) -> bool:
        so = self.zones_of_status(status) if status else frozenset()
        return bool(so) and so.isdisjoint(zones)

    def so_there_alone(self, condition: n.Condition, here: set[str], there: set[str]) -> bool:
        """«stanca», of what lies where nothing is so, and goes where it can be."""
        said = status_in(condition)
        zones = self.zones_of_status(said) if said else frozenset()
        return bool(zones & there) and not zones & here

    def zones_of_status(self, name: str) -> frozenset[str]:
        declared = next((x for x in self.vocabulary.statuses.values() if name in (x.name, x.opposite)), None)
        return self._zones_of(self._meant_by(declared.of or "")) if declared is not None else frozenset()

    def _by_one_at_a_time(self, clause: s.Clause, event: n.Event, subject: n.Term | None) -> None:
        """«non può essere sfidata da due o più Lane»: each does it by itself, so that nothing, or all, would be forbidden."""
        if not clause.group.negated or self.sort(subject) != "card":
            return
        for held in (role.value for role in event.roles if isinstance(role.value, n.Select)):
            several = held.quantity is n.Quantity.EXACTLY and isinstance(held.number, n.Num) and held.number.value > 1
            if held != subject and self.sort(held) == "card" and (several or held.quantity is n.Quantity.AT_LEAST):
                said = self.quoted(clause.start, clause.end)
                hint = "dillo di una sola, o per quante volte"
                raise self.fail(clause.start, f"«{said}»: ciò accade a una per volta", "S034", hint, end=clause.end)

    def _not_so_many_at_once(self, clause: s.Clause, event: n.Event, parts: Parts) -> None:
        """Refuses «puoi attingere due carte» in force, of what may be done so often: in which time, and how often otherwise?"""
        frames = self.vocabulary.frames_of(event.verb)
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        several = isinstance(np, s.NounPhrase) and any(d.terminal == "NUM" and d.name != "1" for d in np.determiners)
        if several and any(f.name in (self.vocabulary.limited or ()) for f in frames):
            said = f"«{self.quoted(clause.start, clause.end)}»: in quanto tempo?"
            raise self.fail(clause.start, said, "S036", "«… due … per turno», «… una … in più per turno»", clause.end)

    def _not_open_anyhow(self, clause: s.Clause, event: n.Event, parts: Parts) -> None:
        """Refuses «puoi spostare un Gettone da questa carta» in force, of what nothing forbids: it would say nothing."""
        finite = clause.group.finite
        yours = clause.group.modal == "can" and finite is not None and finite.sense.person == 2
        plain = parts.duration is None and not parts.has("ALWAYS")
        if self.said.card and self.said.continuous and yours and plain and self._is_open_to_all(event):
            said = (
                f"«{self.quoted(clause.start, clause.end)}»: così non permette nulla di nuovo; quando, e a che prezzo?"
            )
            hint = "ciò che si fa in più: «una volta per turno, puoi …», «quando …, puoi …», o con un prezzo: «…: …»"
            raise self.fail(clause.start, said, "S036", hint, clause.end)

    def _is_open_to_all(self, event: n.Event) -> bool:
        return event.verb.partition("#")[0] in self.vocabulary.open_to_all

    def _not_without_end(self, clause: s.Clause, event: n.Event) -> None:
        """Refuses «puoi attingere una carta in più» where nothing says how many: more than what?"""
        known = self.vocabulary.limited
        if known is not None and not any(f.name in known for f in self.vocabulary.frames_of(event.verb)):
            said = f"«{self.quoted(clause.start, clause.end)}»: più di quante? nessuna regola lo dice"
            raise self.fail(clause.start, said, "S036", end=clause.end)

    def of_those_of_that_time(self, clause: s.Clause) -> s.Clause:
        """«le tue Lane possono sfidare nel turno in cui entrano»: those that entered in this turn."""
        np = clause.subject
        if (
            not isinstance(np, s.NounPhrase)
            or np.noun is None
            or np.noun.terminal != "N_CARD"
            or np.has("this", "that")
        ):
            return clause
        time = next((c for c in clause.complements if _in_which(c.value) is not None), None)
        inner = _in_which(time.value) if time is not None else None
        if time is None or inner is None or not isinstance(time.value, s.Prepositional):
            return clause
        finite, period = inner.group.finite, time.value.np
        theirs = finite is not None and finite.sense.person == 3 and bool(finite.sense.number & np.number)
        if inner.subject is not None or not theirs or inner.group.negated or not isinstance(period, s.NounPhrase):
            return clause
        this = s.Token(period.start, "questo", Sense("THIS", "this", ANY, ANY))
        within = evolve(period, determiners=(this,), modifiers=period.modifiers[:-1])
        at = evolve(time, value=evolve(time.value, np=within))
        done = evolve(
            inner, group=evolve(inner.group, perfect=True, form="perfect"), complements=(*inner.complements, at)
        )
        that = s.Token(time.start, "che", Sense("THAT_C", "that", ANY, ANY))
        such = s.Modifier("mod_relative", (that,), done, False, time.start, time.end)
        subject = evolve(np, modifiers=(*np.modifiers, such))
        return evolve(clause, subject=subject, complements=tuple(c for c in clause.complements if c is not time))

    def _with_one_of_his(self, plain: s.Clause, parts: Parts, subject: n.Term | None) -> n.Term | None:
        """«puoi sfidare di nuovo con una tua Lana», as «una tua Lana può sfidare di nuovo»: the one that is chosen."""
        phrase = next((p for p in parts.prepositions if p.preposition.terminal == "WITH"), None)
        np = phrase.np if phrase is not None and not plain.group.passive else None
        if not isinstance(np, s.NounPhrase) or [d.terminal for d in np.determiners][:1] != ["INDEF"]:
            return subject
        if plain.group.negated or self.doer_for(plain.group.verb.name, subject, n.Self()) is None:
            return subject
        doer = self.doer_for(plain.group.verb.name, subject, self.term(np))
        if not isinstance(doer, n.Select):
            return subject
        parts.prepositions = [p for p in parts.prepositions if p is not phrase]
        return doer

    def _chosen_now(self, subject: n.Term | None) -> n.Select | None:
        """«una tua Lana non può attaccare», among what is done: which one is chosen before."""
        if not isinstance(subject, n.Select) or subject.pick is not n.Pick.AGENT or subject.bind is None:
            return None
        done = not self.said.continuous or self.said.bound_event
        so_many = subject.quantity in (n.Quantity.EXACTLY, n.Quantity.UP_TO)
        return subject if done and so_many and self.sort(subject) == "card" else None

    def claimed(self, clause: s.Clause) -> n.Effect:
        """A claim that is in force, or is put in force: «una tua Lana vince contro …», where it is done, is one that is chosen."""
        idiom = self._idiomatic(clause) is not None
        said = (
            None if clause.subject is None else self.term(clause.subject) if not idiom else self._owner_of_idiom(clause)
        )
        chosen = self._chosen_now(said)
        who = said if chosen is None else n.Var(chosen.bind or "")
        if isinstance(who, n.Select) and who.pick is not n.Pick.TARGET:
            who = self.as_pattern(who)
        claim = self.claim(clause, who)
        return n.Sequence((n.Choose(chosen), claim), span=claim.span) if chosen is not None else claim

    def _event_allowed(
        self, plain: s.Clause, parts: Parts, subject: n.Term | None, chosen: n.Select | None
    ) -> tuple[n.Event, Parts]:
        """«le Lane possono attaccare»: the event, of any that fits; of what is chosen now, of that one."""
        of = subject
        if chosen is not None:
            of = n.Var(chosen.bind or "")
        elif isinstance(subject, n.Select) and subject.pick is not n.Pick.TARGET:
            of = self.as_pattern(subject)
        spoken_of = n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject
        self._event_agent = None if plain.group.passive else spoken_of
        try:
            event, parts = self.event(evolve(plain, subject=None), of, pattern=True, parts=parts)
            return self._what_is_attached(event, plain.group.verb), parts
        finally:
            self._event_agent = None

    def _only_what(self, clause: s.Clause, event: n.Event, parts: Parts, passive: bool) -> str | None:
        """«solo le Lane possono attaccare», «può attaccare solo le Lane»: the role of which nothing else is allowed."""
        if isinstance(clause.subject, s.NounPhrase) and any(d.terminal == "ONLY" for d in clause.subject.determiners):
            return "object" if passive else "agent"
        if not parts.has("ONLY"):
            return None
        first = "agent" if passive else next((role.name for role in event.roles if role.name != "agent"), None)
        only = self._only_role(clause, passive) or first
        if only is None or all(role.name != only for role in event.roles):
            raise self.fail(clause.start, "«solo» di che cosa?", "S036", end=clause.end)
        return only

    def _only_there(self, clause: s.Clause, event: n.Event, only: str | None) -> tuple[n.Event, str | None]:
        """«può accendere solo le Lane nel Cesto»: of the place to which a thing goes, or of the thing."""
        where = self.put_beside(self.by_destination(event))
        if where is event:
            return event, only
        said = next(role.value for role in where.roles if role.name == "object")
        if only == "object" and isinstance(said, n.Select) and said.where:
            raise self.fail(clause.start, "«solo» del posto o della carta? Scrivi due frasi", "S036", end=clause.end)
        return where, "on" if only == "object" else only

    def _although_so(self, clause: s.Clause, parts: Parts, subject: n.Term | None, passive: bool) -> n.Condition | None:
        """«può attaccare in Quiete»: the state that would forbid it does not."""
        if not parts.statuses:
            return None
        status = parts.statuses[0]
        if len(parts.statuses) > 1 or clause.group.negated or passive:
            raise self.fail(status.at, f"«{status.text}» non si intende qui")
        holder = n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject
        return n.IsStatus(holder or n.Self(), status.name)

    @staticmethod
    def _only_role(clause: s.Clause, passive: bool) -> str | None:
        """What «solo» stands before: «può essere appoggiata solo a una Torre»."""
        for before, after in pairwise(clause.complements):
            word = before.tokens[-1] if before.kind == "c_adverb" and before.tokens else before.value
            if isinstance(word, s.Token) and word.terminal == "ONLY" and isinstance(after.value, s.Prepositional):
                terminal = after.value.preposition.terminal
                return "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        return None

    def _so_many_per(self, clause: s.Clause, parts: Parts) -> tuple[s.Clause, n.Number, bool]:
        """«può posare due Lane per turno»; «può posare una sola Lana per turno», «non può posare più di una Lana per turno»:
        how often, and whether that is the most."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        period = parts.per_period
        assert period is not None
        said = [d for d in np.determiners if d.terminal != "ONLY_ADJECTIVE"] if isinstance(np, s.NounPhrase) else []
        terminals = [d.terminal for d in said]
        negated = clause.group.negated
        fits = terminals in ([["AT_LEAST", "INDEF"], ["AT_LEAST", "NUM"]] if negated else [["INDEF"], ["NUM"]])
        if not fits or not isinstance(np, s.NounPhrase) or (negated and said[0].name != "more_than"):
            what = self.quoted(clause.start, clause.end)
            hint = "«può … una volta per turno», «non può … più di una … per turno»"
            raise self.fail(period.start, f"«{what}»: quante volte?", "S026", hint, end=period.end)
        number = number_said(said[-1])
        parts.objects, parts.per_period = [one_of(np)], None
        parts.objects[0] = evolve(parts.objects[0], value=evolve(np, determiners=(), number=1))
        rest = tuple(parts.objects[0] if c.value is np else c for c in clause.complements)
        most = negated or np.has("only")
        return evolve(clause, complements=rest), number, most

    def _so_many_more(self, clause: s.Clause, parts: Parts) -> tuple[s.Clause, n.Number | None]:
        """«può posare una Lana in più», «può posare due Lane in più per turno»: how many more than otherwise."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        more = next((m for m in np.modifiers if is_more(m)), None) if isinstance(np, s.NounPhrase) else None
        if more is None or not isinstance(np, s.NounPhrase):
            return clause, None
        counted = [d.terminal for d in np.determiners] in (["INDEF"], ["NUM"])
        if not counted or clause.group.modal != "can" or clause.group.negated or parts.times is not None:
            said = self.quoted(more.start, more.end)
            raise self.fail(more.start, f"«{said}» non si intende qui", hint="«può … una … in più»", end=more.end)
        rest = tuple(m for m in np.modifiers if m is not more)
        alone = evolve(one_of(np), value=evolve(np, determiners=(), modifiers=rest, number=1))
        parts.objects, parts.per_period = [alone], None
        kept = tuple(alone if c.value is np else c for c in clause.complements)
        return evolve(clause, complements=kept), number_said(np.determiners[0])

    def _who_may_more(self, clause: s.Clause, event: n.Event, subject: n.Term | None) -> None:
        """«puoi sfidare una Lana in più», where it is a Lana that does so: each once more, or one of them?"""
        agent = next((role.value for role in event.roles if role.name == "agent"), None)
        if subject is not None and agent is not None and self.sort(subject) != self.sort(agent):
            hint, said = (
                "di' quali possono: «le tue … possono … una volta in più»",
                self.quoted(clause.start, clause.end),
            )
            raise self.fail(clause.start, f"«{said}»: chi di loro?", "S036", hint, end=clause.end)

    def _already_so_many(self, event: n.Event, number: n.Number, per: str, *, so_often: bool = False) -> n.Event:
        """Forbidden once it was done to so many, or so often, in this period; the condition waits for the sentence. Gives the event,
        its doer named."""
        if not self.said.continuous or self.said.bound_event:
            raise self.fail(0, "quante per turno si dice in un testo che vale sempre", "S037", end=len(self.words))
        roles, past = [], []
        for role in event.roles:
            value = role.value
            if role.name == "agent" and isinstance(value, n.Select):
                value = evolve(value, bind=value.bind or self.said.fresh())
                past.append(evolve(role, value=n.Var(value.bind or "")))
            elif role.name == "object" and isinstance(value, n.Select) and not so_often:
                past.append(evolve(role, value=evolve(value, quantity=n.Quantity.AT_LEAST, number=number)))
            else:
                past.append(role)
            roles.append(evolve(role, value=value))
        times = number if so_often and number != n.Num(1) else None
        self.pending.append(n.Happened(evolve(event, roles=tuple(past)), per, times))
        return evolve(event, roles=tuple(roles))

    def _so_often_and_no_more(
        self, event: n.Event, clause: s.Clause, parts: Parts, subject: n.Term | None
    ) -> tuple[n.Event, s.Clause]:
        """«può attaccare al massimo una volta per turno», «non può attaccare più di …»: forbidden once it was done so often."""
        times = parts.times
        if times is None or not times.most:
            return event, clause
        if times.per is None:
            raise self.fail(clause.start, "quante volte, e in quale tempo?", "S026", end=clause.end)
        parts.times = None
        self._who_may_more(clause, event, subject)
        event = self._already_so_many(event, number_said(times.number), self.period(times.per)[0], so_often=True)
        return event, evolve(clause, group=evolve(clause.group, negated=True))

    @staticmethod
    def _again(clause: s.Clause, parts: Parts) -> bool:
        """«può attaccare di nuovo», «può attaccare ancora»: once more than otherwise."""
        word = next((each for each in parts.adverbs if each.name in AGAIN), None)
        if word is None or clause.group.modal != "can" or clause.group.negated or parts.times is not None:
            return False
        parts.adverbs.remove(word)
        return True

    def _limit(self, parts: Parts) -> tuple[n.Number | None, str | None]:
        if parts.times is None:
            return None, None
        value: n.Number = number_said(parts.times.number)
        if parts.times.more:
            value = self.so_many_for_each(value, parts)
        return value, self.period(parts.times.per)[0] if parts.times.per is not None else None

    def _starting(self, clause: s.Clause, parts: Parts) -> n.Term | None:
        """«a partire dall'avversario»: after the clause or beside its subject."""
        np: s.Node | None = parts.starting
        if np is None and isinstance(clause.subject, s.NounPhrase):
            np = next((m.value for m in clause.subject.modifiers if m.kind == "mod_starting"), None)
        return self.term(np) if isinstance(np, (s.NounPhrase, s.NounList)) else None

    @staticmethod
    def _being_a_target(clause: s.Clause) -> s.NounPhrase | None:
        """«(non) può essere bersaglio di …»: the phrase of which the target is the noun."""
        if clause.group.modal != "can" or clause.group.verb.name != "essere" or clause.group.passive:
            return None
        found = [c.value for c in clause.complements if c.kind == "c_object"]
        np = found[0] if len(found) == 1 else None
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "TARGET":
            return None
        return np

    def _untargetable(self, clause: s.Clause, np: s.NounPhrase) -> n.Effect:
        """«non può essere bersaglio delle magie dell'avversario»: what may be aimed at it, and by whom."""
        rest = tuple(c for c in clause.complements if c.value is not np)
        parts = self.parts(evolve(clause, complements=rest))
        self.nothing_left(parts, clause, "duration")
        subject = self._left_out(clause) if clause.subject is None else self.subject_of(clause) or n.Self()
        if isinstance(subject, n.Select) and subject.pick is not n.Pick.TARGET:
            subject = self.as_pattern(subject)
        who, by = self.aimed_by(np.modifiers)
        roles = [n.Role("agent", who)] if who is not None else []
        roles.append(n.Role("object", subject))
        if by:
            roles.append(n.Role("by", by[0] if len(by) == 1 else n.Group(tuple(by), either=True)))
        event = n.Event(TARGETING, tuple(roles))
        span = self.span(clause.start, clause.end)
        return n.Allow(event, allowed=not clause.group.negated, duration=parts.duration, span=span)


def is_more(modifier: s.Modifier) -> bool:
    """«in più», «aggiuntiva», after a noun."""
    word = modifier.tokens[-1] if modifier.tokens else None
    return word is not None and word.terminal == "ADDITIONAL" and word.name in ("more", "additional")


def says_again(clause: s.Clause) -> bool:
    """Whether a clause is «… di nuovo», «… una volta in più»."""
    words = [*clause.group.adverbs, *(word for each in clause.complements for word in each.tokens)]
    more = any(isinstance(each.value, s.Times) and each.value.more for each in clause.complements)
    return more or any(word.name in AGAIN for word in words)


def status_in(condition: n.Condition) -> str:
    """The status that a filter says, or denies; empty when it says something else."""
    said = condition.part if isinstance(condition, n.Not) else condition
    return said.status if isinstance(said, n.IsStatus) and isinstance(said.of, n.Candidate) else ""


def _in_which(value: object) -> s.Clause | None:
    """«nel turno in cui …»: what happens in it."""
    np = value.np if isinstance(value, s.Prepositional) and value.preposition.terminal in ("IN", "DURING") else None
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD" or not np.modifiers:
        return None
    said = np.modifiers[-1]
    relative = said.kind == "mod_relative" and [t.terminal for t in said.tokens] == ["IN"]
    plain = [d.terminal for d in np.determiners] == ["DEF"]
    return said.value if relative and plain and isinstance(said.value, s.Clause) else None
