"""«il prossimo attacco costa 2 in meno», «la prossima crepa subita è meno grave»: what holds until the first of them."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...joined import effects_of
from ...playing import plays
from ...scope import Unreadable, nodes_of
from ..things.complements import Parts
from .superlatives import Superlatives


class Nexts(Superlatives):
    """The part of the reader that reads what is said of the next thing of a kind."""

    _of_those_to_come = False  # whether what is ordered is done to each when it comes: «i prossimi due»

    def of_the_next(self, clause: s.Clause) -> n.Effect | None:
        """A clause about the next of some things; None when it is about nothing such."""
        if clause.group.verb.name == "prevenire":  # what is prevented is always of the next
            return None
        np = next((each for each in nouns_of(clause) if _is_next(each)), None)
        if np is None or np.noun is None or np.noun.terminal == "N_PERIOD":
            return None
        event = next((m for m in np.modifiers if self._is_what_happens(m)), None)
        time = next((m for m in np.modifiers if m.kind in ("mod_of", "mod_in") and _is_a_time(m.value)), None)
        written = np
        np, event, time = _told_apart(np, event, time)
        if (arrives := self._arriving_next(clause, np, event, time)) is not None:
            return arrives
        waits = any(frame.on_next is not None for frame in self.vocabulary.frames_of(clause.group.verb.name))
        dropped = ("NEXT", "DEF") if waits else ("NEXT",)  # «gli attacchi» would be those that were spoken of
        plural = evolve(
            np,
            determiners=tuple(d for d in np.determiners if d.terminal not in dropped),
            modifiers=tuple(m for m in np.modifiers if m not in (event, time)),
            number=2,
        )
        plain = with_noun(clause, written, plural)
        parts = self.parts(plain)
        lasting = parts.duration if waits else None
        if waits:
            parts.duration = None
        outer, self._of_those_to_come = self._of_those_to_come, waits
        other, self.of_some_to_come = self.of_some_to_come, True
        try:
            effect = self._effect(plain, parts)
        finally:
            self._of_those_to_come, self.of_some_to_come = outer, other
        ordered = self._order_on(effect, np, time, lasting) if event is None else None
        if ordered is not None:
            return ordered
        said = effects_of(effect)
        if (comes := self._when_one_comes(said, np, event, time)) is not None:
            return comes
        if time is not None and isinstance(time.value, s.NounPhrase):  # «il prossimo attacco di questo turno»
            stretch = n.Duration(n.Stretch.THIS, *self.period(time.value), span=self.span(time.start, time.end))
            said = tuple(
                evolve(p, duration=p.duration or stretch) if isinstance(p, n.Modify | n.Allow) else p for p in said
            )
        let = [self._let_until_it(part, np, event) for part in said]
        if all(part is not None for part in let):
            kept = tuple(part for part in let if part is not None)
            return kept[0] if len(kept) == 1 else n.Sequence(kept, span=self.span(clause.start, clause.end))
        if not all(isinstance(part, n.Modify) and isinstance(part.target, n.Select) for part in said):
            raise self.fail(np.start, f"di «{self.quoted(np.start, np.end)}» si dice solo quanto vale", end=np.end)
        alone = len(said) == 1
        done = tuple(self._until_it(part, np, event, alone) for part in said)  # type: ignore[arg-type]
        return done[0] if len(done) == 1 else n.Sequence(done, span=self.span(clause.start, clause.end))

    def _arriving_next(
        self, clause: s.Clause, np: s.NounPhrase, event: s.Modifier | None, time: s.Modifier | None
    ) -> n.Effect | None:
        """«la prossima Lana che posi entra nel campo desta»: right when it is laid; None of what is no arrival."""
        crossing = any(frame.crossing == "in" for frame in self.vocabulary.frames_of(clause.group.verb.name))
        status = next((c for c in clause.complements if c.kind == "c_status"), None)
        laid = event is not None and event.kind == "mod_relative"
        if clause.subject is None or not crossing or status is None or not laid:
            return None
        into = all(c is status or self._in_play(c.value) for c in clause.complements)
        if any(d.terminal == "NUM" for d in np.determiners) or not into:
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: si dice della prossima, una sola", "S036", end=clause.end)
        when, thing = self._when_it_comes(np, event, time)
        span, duration = self.span(clause.start, clause.end), self._in_the_time(time)
        effect = self.put_on(thing, status, clause.group.negated, span)
        if any(
            self.by_its_verb(each) != each for each in effects_of(effect) if isinstance(each, n.SetStatus) and each.on
        ):
            said, hint = (
                self.quoted(clause.start, clause.end),
                "«La prossima volta che …, quella …» dice che cosa le si fa",
            )
            raise self.fail(clause.start, f"«{said}»: così non entra, lo diventa", "S036", hint, end=clause.end)
        return n.Watch(when, effect, duration, True, span=span)

    def by_its_verb(self, change: n.SetStatus) -> n.Effect:
        """Hook: what the game's verb does, where one makes a thing so."""
        raise NotImplementedError

    def _in_play(self, said: object) -> bool:
        """«nel campo», where what is laid goes anyhow."""
        if not isinstance(said, s.Prepositional) or said.preposition.terminal != "IN":
            return False
        return isinstance(said.np, s.NounPhrase) and self.place(said.np, None).zone in self.vocabulary.places

    def _when_it_comes(
        self, np: s.NounPhrase, said: s.Modifier | None, time: s.Modifier | None
    ) -> tuple[n.Event, n.Var]:
        """«la prossima Lana che posi», «… che sfida»: when you lay one, when one does it; and that one."""
        laid = said.value if said is not None else None
        assert isinstance(laid, s.Clause) and np.noun is not None
        rest = tuple(m for m in np.modifiers if m is not said and m is not time)
        whose = tuple(d for d in np.determiners if d.terminal not in ("NEXT", "DEF"))
        one = evolve(np, determiners=whose, number=1, modifiers=rest)
        finite = laid.group.finite
        if laid.subject is None and finite is not None and finite.sense.person == 3:
            when, parts = self.event(laid, self.term(one, pattern=True), pattern=True)
            self.nothing_left(parts, laid, "objects", "prepositions", "cause")
        else:
            done_to = s.Complement("c_object", one, start=np.start, end=np.end)
            whole = evolve(laid, complements=(done_to, *laid.complements))
            when, parts = self.event(whole, self._who_does_it(said), pattern=True)
            self.nothing_left(parts, whole, "objects")
        nouns = (np.noun.name, self.vocabulary.implied_noun)
        things = [r for r in when.roles if isinstance(r.value, n.Select) and r.value.noun in nouns]
        role = next((r for r in things if laid.subject is not None or r.name == "object" or len(things) == 1), None)
        if role is None or not isinstance(role.value, n.Select):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quale?", "S024", end=np.end)
        named = evolve(role.value, bind=role.value.bind or self.said.fresh())
        when = evolve(when, roles=tuple(evolve(r, value=named) if r is role else r for r in when.roles))
        return when, n.Var(named.bind or "")

    def _in_the_time(self, time: s.Modifier | None) -> n.Duration | None:
        """«… in questo turno»: so long it is awaited."""
        if time is None or not isinstance(time.value, s.NounPhrase):
            return None
        return n.Duration(n.Stretch.THIS, *self.period(time.value), span=self.span(time.start, time.end))

    def _when_one_comes(
        self, said: tuple[n.Effect, ...], np: s.NounPhrase, event: s.Modifier | None, time: s.Modifier | None
    ) -> n.Effect | None:
        """«la prossima Lana che posi ha +2 Ardore», of what it has once it is there: when it comes, it has that."""
        had = [part for part in said if isinstance(part, n.Modify | n.Grant) and isinstance(part.target, n.Select)]
        values = [self.vocabulary.values[part.value] for part in had if isinstance(part, n.Modify)]
        if event is None or event.kind != "mod_relative" or len(had) != len(said):
            return None
        targets = {part.target.noun for part in had if isinstance(part.target, n.Select)}
        if targets & set(self.vocabulary.tokens) or any(v.ends_next or v.said_of for v in values):
            return None
        if any(d.terminal == "NUM" for d in np.determiners):
            said_so = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said_so}»: si dice della prossima, una sola", "S036", end=np.end)
        when, thing = self._when_it_comes(np, event, time)
        awaited = self._in_the_time(time)
        given = tuple(evolve(part, target=thing, duration=part.duration or awaited) for part in had)
        lasts = next((part.duration for part in reversed(given) if part.duration is not None), None)
        if awaited is None and lasts is not None and lasts.stretch is not n.Stretch.NEXT:
            awaited = lasts  # as «la prossima volta che posi una Lana, ha +2 Ardore per questo turno»
        span = self.span(np.start, np.end)
        effect = given[0] if len(given) == 1 else n.Sequence(given, span=span)
        return n.Watch(when, effect, awaited, True, span=span)

    @staticmethod
    def put_on(thing: n.Term, status: s.Complement, denied: bool, span: n.Span | None) -> n.Effect:
        """The statuses with which something arrives, or without which."""
        done = tuple(
            n.SetStatus(thing, token.name, token.sense.negated == denied, span=span) for token in status.tokens
        )
        return done[0] if len(done) == 1 else n.Sequence(done, span=span)

    def _order_on(
        self, effect: n.Effect, np: s.NounPhrase, time: s.Modifier | None, duration: n.Duration | None
    ) -> n.Effect | None:
        """«scansa i prossimi 2 lanci»: an order that the verb lets wait for what it is about."""
        if isinstance(effect, n.May):
            inner = self._order_on(effect.effect, np, time, duration)
            return evolve(effect, effect=inner) if inner is not None else None
        if not isinstance(effect, n.Do):
            return None
        role = next((r for r in effect.event.roles if r.name == "object" and isinstance(r.value, n.Select)), None)
        comes = next((f.on_next for f in self.vocabulary.frames.values() if f.name == effect.event.verb), None)
        if role is None or comes is None or not isinstance(role.value, n.Select):
            return None
        if time is not None and isinstance(time.value, s.NounPhrase):
            period, of = self.period(time.value)
            duration = n.Duration(n.Stretch.THIS, period, of, span=self.span(time.start, time.end))
        number = role.value.number if any(d.terminal == "NUM" for d in np.determiners) else None
        pattern = evolve(
            role.value,
            quantity=n.Quantity.EXACTLY,
            number=n.Num(1),
            pick=n.Pick.AGENT,
            place=None,
            bind=self.said.fresh(),
        )
        when = evolve(comes, span=None, roles=tuple(_about(r, pattern) for r in comes.roles))
        onto = tuple(evolve(r, value=n.Var(pattern.bind or "")) if r is role else r for r in effect.event.roles)
        order = evolve(effect, event=evolve(effect.event, roles=onto), bind=None)
        return n.OnNext(order, when, number or n.Num(1), duration, span=self.span(np.start, np.end))

    def of_this_time(self, clause: s.Clause) -> n.Effect | None:
        """«ogni attacco di questo turno infligge …»: what is said of things of a time lasts as long as that."""
        subject = clause.subject
        if not isinstance(subject, s.NounPhrase) or subject.noun is None or subject.noun.terminal != "N_CARD":
            return None
        time = next((m for m in subject.modifiers if m.kind == "mod_of" and _is_this_time(m.value)), None)
        duration = self.duration_of(time.value, until=False) if time is not None else None  # type: ignore[arg-type]
        if time is None or duration is None:
            return None
        rest = evolve(subject, modifiers=tuple(m for m in subject.modifiers if m is not time))
        plain = evolve(clause, subject=rest)
        effect = self._effect(plain, self.parts(plain))
        if not isinstance(effect, n.Modify) or effect.duration is not None:
            said = self.quoted(time.start, time.end)
            raise self.fail(time.start, f"«{said}» non si intende qui", "S036", end=time.end)
        return evolve(effect, duration=duration)

    def _effect(self, clause: s.Clause, parts: Parts) -> n.Effect:
        raise NotImplementedError

    def _is_what_happens(self, modifier: s.Modifier) -> bool:
        """«subita», «che giochi»: the event, unless it is how a value is said («munita di …»)."""
        clause = modifier.value
        if modifier.kind not in ("mod_participle", "mod_relative") or not isinstance(clause, s.Clause):
            return False
        return bool(self.vocabulary.frames_of(clause.group.verb.name)) and self.had_of_value(clause, n.You()) is None

    def _can_be_done_to(self, np: s.NounPhrase, said: s.Modifier | None) -> None:
        """Refuses «il prossimo lancio che subisci», of what the verb is never done to, «… che ti colpisce», of what does it, and
        «i tuoi prossimi lanci», of which nobody knows how many."""
        if np.number == 2:
            told = f"«{self.quoted(np.start, np.end)}»: quanti? con «prossimo» si dice di uno"
            raise self.fail(np.start, told, "S036", "«il tuo prossimo …»; o di tutti, «in questo …»", np.end)
        clause = said.value if said is not None and said.kind == "mod_relative" else None
        if not isinstance(clause, s.Clause) or np.noun is None:
            return
        finite = clause.group.finite
        does_it = clause.subject is None and finite is not None and finite.sense.person == 3
        frames = self.vocabulary.frames_of(clause.group.verb.name)
        objects = [r.value for frame in frames for form in frame.forms for r in form.roles if r.name == "object"]
        tokens = self.vocabulary.tokens
        a_token = np.noun.name in tokens
        done_to = [each for each in objects if isinstance(each, n.Select) and (each.noun in tokens) == a_token]
        if does_it or (objects and not done_to):
            told = f"«{self.quoted(np.start, np.end)}»: di chi, e fino a quando?"
            hint = f"«il prossimo {np.noun.text} avversario …», «la prossima volta che …, …»"
            raise self.fail(np.start, told, "S036", hint, np.end)

    def _until_it(self, modify: n.Modify, np: s.NounPhrase, said: s.Modifier | None, alone: bool) -> n.Modify:
        """A value of the next of some things, until what ends it: ``alone``, or one of several of whatever comes next."""
        target = modify.target
        assert isinstance(target, n.Select)
        self._can_be_done_to(np, said)
        who = self._who_does_it(said)
        mine = n.ControlledBy(n.Candidate(), who)
        owned = any(isinstance(each, n.ControlledBy) for each in target.where)
        if not owned and target.noun not in self.vocabulary.tokens:
            target = evolve(target, where=(*target.where, mine))
        pattern = evolve(target, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT, place=None, bind=None)
        # «la prossima Lana che posi costa …»: till one is laid; «la prossima carta», of Lane and Panche: till either is
        kind = self.vocabulary.values[modify.value].said_of if alone else None
        usual = self.vocabulary.values[modify.value].ends_next
        event = self._ending_event(usual, evolve(pattern, noun=kind) if kind is not None else pattern, np, said, who)
        duration = modify.duration or n.Duration(n.Stretch.ONCE)
        if target.bind is not None and n.Var(target.bind) in nodes_of(modify.amount):  # «per ogni attacco già giocato»
            told = f"«{self.quoted(np.start, np.end)}» e «già»: prima di quale?"
            hint = "di' quanti sono adesso, in una condizione: «se hai … due … in questo …, …»"
            raise self.fail(np.start, told, "S036", hint, np.end)
        next_one = evolve(target, quantity=n.Quantity.NEXT, number=None, pick=n.Pick.AGENT, bind=None)
        return evolve(modify, target=next_one, duration=evolve(duration, event=event))

    def _let_until_it(self, allow: n.Effect, np: s.NounPhrase, said: s.Modifier | None) -> n.Allow | None:
        """«il tuo prossimo lancio non può essere scansato»: of whichever fits, until what ends it; None of anything else."""
        declared = self.vocabulary.nouns.get(np.noun.name if np.noun is not None else "")
        usual = declared.ends_next if declared is not None else None
        held = [r for r in allow.event.roles if _is_of(r, np)] if isinstance(allow, n.Allow) else []
        if not isinstance(allow, n.Allow) or usual is None or len(held) != 1:
            return None
        self._can_be_done_to(np, said)
        role, who = held[0], self._who_does_it(said)
        thing = role.value
        assert isinstance(thing, n.Select)
        if not any(isinstance(each, n.ControlledBy) for each in thing.where):
            thing = evolve(thing, where=(*thing.where, n.ControlledBy(n.Candidate(), who)))
        one = evolve(thing, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.AGENT, place=None, bind=None)
        ends = self._ending_event(usual, one, np, said, who)
        next_one = evolve(one, quantity=n.Quantity.NEXT, number=None)
        roles = tuple(evolve(r, value=next_one) if r is role else r for r in allow.event.roles)
        duration = evolve(allow.duration or n.Duration(n.Stretch.ONCE), event=ends)
        return evolve(allow, event=evolve(allow.event, roles=roles), duration=duration)

    def until_the_next(self, effect: n.Effect) -> n.Effect:
        """«il tuo prossimo lancio è rapido e costa 1 in meno»: the second too, each until what ends it."""
        target = effect.target if isinstance(effect, n.Modify | n.Grant) else None
        next_one = isinstance(target, n.Select) and target.quantity is n.Quantity.NEXT
        if next_one and isinstance(effect, n.Grant):
            raise Unreadable("S020", "del prossimo si dice solo quanto vale")
        if not isinstance(effect, n.Modify) or not isinstance(target, n.Select) or not next_one:
            return effect
        usual = self.vocabulary.values[effect.value].ends_next
        duration = effect.duration or n.Duration(n.Stretch.ONCE)
        if usual is None or duration.event is not None:
            return effect
        one = evolve(target, quantity=n.Quantity.EXACTLY, number=n.Num(1))
        until = evolve(usual, roles=tuple(_about(r, one) for r in usual.roles), span=None)
        return evolve(effect, duration=evolve(duration, event=until))

    def _stays_where_it_is(self, verb: str) -> bool:
        """Whether a card that is played is not led elsewhere afterwards, where it would be another."""
        return any(frame.steps for frame in self.vocabulary.frames_of(verb))

    def _who_does_it(self, said: s.Modifier | None) -> n.Term:
        """«la prossima Lana che l'avversario accende»: his; that of which nobody is said is yours."""
        subject = said.value.subject if said is not None and isinstance(said.value, s.Clause) else None
        return (
            self.term(subject) if subject is not None and said is not None and said.kind == "mod_relative" else n.You()
        )

    def _ending_event(
        self, declared: n.Event | None, pattern: n.Select, np: s.NounPhrase, said: s.Modifier | None, who: n.Term
    ) -> n.Event:
        usual = declared and evolve(declared, roles=tuple(_about(r, pattern) for r in declared.roles), span=None)
        if said is None:
            if usual is None:
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: fino a quando?", "S026", end=np.end)
            return usual
        clause = said.value
        assert isinstance(clause, s.Clause)
        if said.kind == "mod_relative":
            event, parts = self.event(clause, who, pattern=True)
            event = evolve(event, roles=(*event.roles, n.Role("object", pattern)))
            by_him = evolve(event, roles=tuple(r for r in event.roles if r != n.Role("agent", who)), span=None)
            which = by_him == usual or plays(event.verb, self.vocabulary.frames, self.vocabulary.texts)
            if usual is None and which and not self._stays_where_it_is(event.verb):
                hint = "dillo quando c'è: «quando entra …», o di quelle che hai"
                said_so = f"«{self.quoted(np.start, np.end)}»: ciò che si gioca vale solo finché si gioca"
                raise self.fail(np.start, said_so, "S036", hint, end=np.end)
            if usual is not None and which:  # «il prossimo lancio che fai» is your next one, till it is over
                self.nothing_left(parts, clause)
                return usual
        else:
            event, parts = self.event(clause, pattern, pattern=True)
            if not any(role.name == "agent" for role in event.roles):
                event = evolve(event, roles=(n.Role("agent", n.You()), *event.roles))
        self.nothing_left(parts, clause)
        return event


def nouns_of(clause: s.Clause) -> list[s.NounPhrase]:
    said = [clause.subject, *(c.value for c in clause.complements if c.kind == "c_object")]
    met = [
        phrase.np for c in clause.complements if (phrase := _against(clause, c)) is not None
    ]  # «contro il tuo prossimo lancio»
    found = [each for each in (*said, *met) if isinstance(each, s.NounPhrase)]
    inside = [m.value for each in found for m in each.modifiers if m.kind == "mod_of"]  # «le crepe del prossimo lancio»
    return found + [each for each in inside if isinstance(each, s.NounPhrase)]


def _against(clause: s.Clause, complement: s.Complement) -> s.Prepositional | None:
    """«contro X», «si difende da X»: with whom it meets."""
    phrase, words = complement.value, ("AGAINST", "FROM") if clause.group.reflexive else ("AGAINST",)
    return phrase if isinstance(phrase, s.Prepositional) and phrase.preposition.terminal in words else None


def _about(role: n.Role, thing: n.Select) -> n.Role:
    """A participant of a declared event, with the thing that is meant in the place of «questa carta»."""
    return evolve(role, value=thing) if isinstance(role.value, n.Self) else role


def _is_of(role: n.Role, np: s.NounPhrase) -> bool:
    """Whether a participant is of the noun that is said."""
    return isinstance(role.value, n.Select) and np.noun is not None and role.value.noun == np.noun.name


def _is_a_time(np: object) -> bool:
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD":
        return False
    return _is_this_time(np) or not any(d.terminal != "DEF" for d in np.determiners)


def _is_this_time(np: object) -> bool:
    named = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"
    return named and isinstance(np, s.NounPhrase) and np.has("this")


def _is_next(np: s.NounPhrase) -> bool:
    return any(d.terminal == "NEXT" for d in np.determiners)


def with_noun(clause: s.Clause, old: s.NounPhrase, new: s.NounPhrase) -> s.Clause:
    if clause.subject is old:
        return evolve(clause, subject=new)
    for held in nouns_of(clause):
        modifiers = tuple(evolve(m, value=new) if m.value is old else m for m in held.modifiers)
        if modifiers != held.modifiers:
            return with_noun(clause, held, evolve(held, modifiers=modifiers))
    complements = tuple(evolve(c, value=new) if c.value is old else c for c in clause.complements)
    met = tuple(
        evolve(c, value=evolve(phrase, np=new))
        if (phrase := _against(clause, c)) is not None and phrase.np is old
        else c
        for c in complements
    )
    return evolve(clause, complements=met)


def _told_apart(
    np: s.NounPhrase, event: s.Modifier | None, time: s.Modifier | None
) -> tuple[s.NounPhrase, s.Modifier | None, s.Modifier | None]:
    """«il prossimo lancio che fai in questo turno»: what happens, and in which time."""
    clause = event.value if event is not None else None
    if time is not None or event is None or not isinstance(clause, s.Clause):
        return np, event, time
    for each in clause.complements:
        within = isinstance(each.value, s.Prepositional) and each.value.preposition.terminal in ("IN", "FOR")
        said = each.value.np if within and isinstance(each.value, s.Prepositional) else each.value
        if _is_this_time(said) and isinstance(said, s.NounPhrase):  # «che cali questo turno» too
            rest = tuple(c for c in clause.complements if c is not each)
            plain = evolve(event, value=evolve(clause, complements=rest))
            in_it = s.Modifier("mod_of", (), said, False, each.start, each.end)
            return evolve(np, modifiers=tuple(plain if m is event else m for m in np.modifiers)), plain, in_it
    return np, event, time
