"""Clauses of canonical Italian: a subject, a verb that agrees with it, what follows; and the names of times."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...vocabulary.inflection import Mood, Person, Verb, conjugate, enclitic, joined
from .. import nodes as n
from ..participants import role
from ..targeting import TARGETING
from ..walk import all_of
from .discourse import Features
from .italian_numbers import ItalianNumbers
from .italian_phrase import Phrase, listed, of_gender
from .parts import NOT_COUNTED, ROLE_ORDER, as_kind, how_much, members_of, named_before, only_to, suffers_first

AVERE, ESSERE, VENIRE, POTERE, DOVERE = "avere", "essere", "venire", "potere", "dovere"
#: The preposition of each participant of an event.
PREPOSITIONS = {
    "to": "a", "from": "da", "into": "in", "with": "con", "as": "come", "against": "contro",
    "of": "di", "on": "su", "place": "in",
}  # fmt: skip


def person_of(features: Features) -> Person:
    number = features.number
    if features.person == 2:
        return "2s" if number == "s" else "2p"
    return "3s" if number == "s" else "3p"


class ItalianClauses(ItalianNumbers):
    """Whatever has a verb."""

    bare_of = ""  # of what a value alone speaks in this text: "card", "host", or nothing where it is no sentence
    past = False  # whether what is said is of what is no more there

    def finite(self, verb: str | Verb, features: Features, mood: Mood = Mood.PRESENT, *, negated: bool = False) -> str:
        """A verb that agrees with its subject: «ha», «non sono», «spezza» (an order)."""
        known = conjugate(verb) if isinstance(verb, str) else verb
        if mood is Mood.IMPERATIVE and negated:
            return f"non {known.form(Mood.INFINITIVE)}"
        return joined("non" if negated else "", known.form(mood, person_of(features)))

    def subject(self, term: n.Term) -> str:
        """The subject of a clause, left out when it is «tu», or what the text is about, or the subject before."""
        if self.naming is not None and (named := self.naming(term)) is not None:
            return named
        if isinstance(term, n.Var) and term.name in self.pending:
            return self.pending.pop(term.name)
        if isinstance(term, n.You | n.Candidate) or (isinstance(term, n.Var) and term.name in self.said.described):
            return ""
        if self.same(term, self.said.topic) and self._may_drop(term):
            return ""
        if isinstance(term, n.Var) and self.same(term, self.said.follows):
            return ""
        if (
            isinstance(term, n.Self)
            and self.bare_of != "host"
            and self.said.topic is None
            and not (self.said.other and (self.said.conditional or self.said.used))
        ):
            return ""
        return str(self.term(term))

    def _may_drop(self, term: n.Term) -> bool:
        """A continuous text left without subject speaks of its bearer; a used one of what was spoken of."""
        if isinstance(term, n.Opponent):  # «quando l'avversario …, scarta una carta» would be you
            return self.same(term, self.said.follows)
        if isinstance(term, n.Select) and not self.said.stands:  # left out it would be those same ones
            return term.pick is n.Pick.NAMED
        if not isinstance(term, n.Var):  # «…, poi questa carta infligge …», after a target was spoken of
            return not (isinstance(term, n.Self) and self.said.used and self.said.other)
        target = isinstance(self.said.topic, n.Select) and self.said.topic.pick is n.Pick.TARGET
        return term.name.isdigit() and (target or self.said.used or self.said.loop == term.name)

    @contextmanager
    def in_the_past(self) -> Iterator[None]:
        """«era stanca»: what is, or has, said of what is no more there."""
        outer, self.past = self.past, True
        try:
            yield
        finally:
            self.past = outer

    def predicate(self, term: n.Term, verb: str, rest: str, *, negated: bool = False, mood: Mood = Mood.PRESENT) -> str:
        """«<subject> <verb> <rest>»: «questa carta ha +2 Ardore»."""
        subject = self.subject(term)
        if isinstance(term, n.Select) and term.pick is n.Pick.TARGET:
            self.said.topic = term
        tense = Mood.IMPERFECT if self.past and mood is Mood.PRESENT else mood
        return joined(subject, self.finite(verb, self.features(term), tense, negated=negated), rest)

    def event(
        self,
        event: n.Event,
        mood: Mood = Mood.PRESENT,
        *,
        negated: bool = False,
        perfect: bool = False,
        adverb: str = "",
        pattern: bool = False,
        only: str | None = None,
        modal: str | None = None,
        free: bool = False,
        generic: bool = False,
    ) -> str:
        """An event as a clause: «spezza una Candela», «viene attaccata da una Lana», «può attaccare».

        ``generic``: its participants are kinds, said in the plural («non può attaccare le Lana»)."""
        if event.verb == TARGETING:
            return self._made_target(event, mood, perfect)
        if generic:
            event = evolve(event, roles=tuple(evolve(r, value=as_kind(r.value)) for r in event.roles))
        if only is None and only_to(event) is not None and self.words.received(event.verb) is not None:
            return self._received(event, mood, adverb, modal, negated, perfect)
        if role(event, "agent") is None and modal is None and self._counted_of(event):
            return self._so_many_done(event, mood, negated, perfect)
        if role(event, "agent") is None and modal is None and mood is not Mood.INFINITIVE and self._counted_to(event):
            return self._so_many_to(event, mood, negated, perfect)
        subject, voice = self.voice(event, pattern and only is None)
        alone = only in ("agent", "object") and subject is not None and subject == role(event, only)
        if voice == "reflexive" and modal is not None and not self.words.is_of_himself(event.verb):
            voice = "passive"
        features = self.features(subject) if subject is not None else Features()
        event, clitic = self._without_you(event, told=modal is None and mood is Mood.PRESENT)
        said = self.subject(subject) if subject is not None and mood is not Mood.INFINITIVE else ""
        if alone and subject is not None and not said and mood is not Mood.INFINITIVE:  # «solo questa carta può …»
            said = str(self.term(subject))
        whose = role(event, "of") if voice == "passive" and subject is not None and self._is_value(subject) else None
        if whose is not None:  # «le Fiamme di una Lanterna vengono spente»
            said = joined(said, self.term(whose).after("di"))
            event = evolve(event, roles=tuple(r for r in event.roles if r.name != "of"))
        if only == "agent" and isinstance(subject, n.You):
            said = "solo tu"
        elif alone and said:
            said = f"solo {said}"
        verb = self.words.verb(event.verb)
        with self.said.about(subject if subject is not None else self.said.subject):
            if modal is not None:
                can = self.finite(modal, features, mood, negated=negated)
                words = joined(
                    can, adverb, self._infinitive(verb, voice, features, clitic), "gratuitamente" if free else ""
                )
            elif (some := self._some_of_them(event, verb, mood)) is not None:
                words, event = some
                words = joined(words, adverb)
            else:
                words = joined(self._conjugated(verb, voice, features, mood, negated, perfect, clitic), adverb)
            return joined(said, words, *self.complements(event, subject, voice, only, every=not pattern))

    def _made_target(self, event: n.Event, mood: Mood, perfect: bool) -> str:
        """«diventa bersaglio di una magia o di un'abilità dell'avversario»."""
        who, what, by = (role(event, name) for name in ("agent", "object", "by"))
        aims = [each for each in members_of(by) if isinstance(each, n.Select)]
        of = [self._what_aims(each, who) for each in aims]
        if isinstance(by, n.Group):
            self.present_one(by)
        whose = self.term(who).after("di") if who is not None and not isinstance(who, n.You) else ""
        if who is not None and not aims:
            whose = "di un tuo effetto" if isinstance(who, n.You) else joined("di un effetto", whose)
        assert what is not None
        said, features = self.subject(what), self.features(what)
        words = self._conjugated(conjugate("diventare"), "active", features, mood, False, perfect, "")
        return joined(said, words, "bersaglio", " o ".join(of), whose)

    def _what_aims(self, aim: n.Select, who: object) -> str:
        """«di una magia», «di una tua magia»."""
        forms = self.noun(aim.noun)
        yours = of_gender("tuo", Features(forms.gender)) if isinstance(who, n.You) else ""
        self.present(aim.bind, forms, Features(forms.gender))
        return Phrase(joined(yours, forms.singular), "a", Features(forms.gender)).after("di")

    def _received(
        self, event: n.Event, mood: Mood, adverb: str, modal: str | None, negated: bool, perfect: bool
    ) -> str:
        """«subisci 2 Crepe», «non può subire Crepe»: of whom it is done to."""
        whom, verb = only_to(event), self.words.received(event.verb)
        assert whom is not None and verb is not None
        features = self.features(whom)
        said = self.subject(whom) if mood is not Mood.INFINITIVE else ""
        rest = evolve(event, roles=tuple(r for r in event.roles if r.name != "to"))
        with self.said.about(whom):
            words = (
                self._conjugated(verb, "active", features, mood, negated, perfect, "")
                if modal is None
                else joined(self.finite(modal, features, mood, negated=negated), adverb, verb.infinitive)
            )
            after = adverb if modal is None else ""
            return joined(said, words, after, *self.complements(rest, whom, "active"))

    def _without_you(self, event: n.Event, *, told: bool) -> tuple[n.Event, str]:
        """«ti»: «tu» as the object stands with the verb («quando ti attacca»), and as whom so much goes to («ti infligge crepe»)."""
        counted = role(event, "number") is not None or self._counts_one(event)
        yours = "to" if told and counted and isinstance(role(event, "to"), n.You) else "object"
        if not isinstance(role(event, yours), n.You) or role(event, "agent") is None:
            return event, ""
        return evolve(event, roles=tuple(r for r in event.roles if r.name != yours)), "ti"

    def _some_of_them(self, event: n.Event, verb: Verb, mood: Mood) -> tuple[str, n.Event] | None:
        """«prendine una», «prenderne 2»: some of what was said last, and the event without its object."""
        thing = role(event, "object")
        if mood not in (Mood.IMPERATIVE, Mood.INFINITIVE) or verb.tail or not isinstance(thing, n.Select):
            return None
        plain = thing.noun == self.words.implied_noun() and not thing.where and thing.place is None
        exact = thing.quantity is n.Quantity.EXACTLY and isinstance(thing.number, n.Num) and thing.pick is n.Pick.AGENT
        last = next(reversed(self.said.names), None)
        if last in self.said.counted or not (
            plain and exact and isinstance(thing.among, n.Var) and thing.among.name == last and thing.extreme is None
        ):
            return None
        features = evolve(self.features(thing), gender=self.said.names[last].features.gender)  # of those that were said
        self.present(thing.bind, self.said.names[last].noun, features)
        one = thing.number == n.Num(1)
        many = of_gender("uno", features) if one else self.amount(thing.number or n.Num(1))
        rest = evolve(event, roles=tuple(r for r in event.roles if r.name != "object"))
        form = verb.form(Mood.IMPERATIVE, "2s") if mood is Mood.IMPERATIVE else verb.infinitive
        return f"{enclitic(form, 'ne')} {many}", rest

    def voice(self, event: n.Event, pattern: bool) -> tuple[n.Term | None, str]:
        """The subject of an event's clause, and how it takes part: active, passive, reflexive, impersonal."""
        agent, thing = role(event, "agent"), role(event, "object")
        if agent is None and thing is None:
            return None, "impersonal"
        if agent is None:
            return thing, "reflexive" if event.by is None and self.words.is_reflexive(event.verb) else "passive"
        if suffers_first(agent, thing, pattern):
            return thing, "passive"
        return agent, "active"

    def _conjugated(
        self, verb: Verb, voice: str, features: Features, mood: Mood, negated: bool, perfect: bool, clitic: str
    ) -> str:
        no = joined("non" if negated else "", clitic)
        gender, number = features.gender, features.number
        if mood is Mood.INFINITIVE:
            return joined("non" if negated else "", self._infinitive(verb, voice, features, clitic))
        if voice == "reflexive" and mood is Mood.IMPERATIVE and person_of(features) == "2s" and not negated:
            return verb.form(Mood.IMPERATIVE, "2s")  # «rialzati», the order that the verb has for it
        if voice == "reflexive" or voice == "impersonal":
            itself = "ti" if person_of(features) == "2s" else "si"
            if perfect:
                return joined(no, itself, self.finite(ESSERE, features, mood), verb.past(gender, number))
            return joined(no, itself, verb.form(mood, person_of(features)))
        if voice == "passive":
            if perfect:
                been = "stata" if gender == "f" else "stato"
                been = been if number == "s" else {"f": "state", "m": "stati"}[gender]
                return joined(no, self.finite(ESSERE, features, mood), been, verb.past(gender, number))
            return joined(no, self.finite(VENIRE, features, mood), verb.past(gender, number))
        if perfect:
            return joined(no, verb.perfect(person_of(features), gender))
        return (
            joined(no, self.finite(verb, features, mood))
            if clitic
            else self.finite(verb, features, mood, negated=negated)
        )

    def _infinitive(self, verb: Verb, voice: str, features: Features, clitic: str = "") -> str:
        if voice == "passive":
            return joined("essere", verb.past(features.gender, features.number))
        if voice in ("reflexive", "impersonal"):
            return joined(enclitic(verb.infinitive, "ti" if person_of(features) == "2s" else "si"), verb.tail)
        return joined(enclitic(verb.infinitive, clitic), verb.tail) if clitic else verb.form(Mood.INFINITIVE)

    def complements(
        self, event: n.Event, subject: n.Term | None, voice: str, only: str | None = None, *, every: bool = True
    ) -> list[str]:
        """What follows the verb, the object first."""
        event, manner = self._manner(event, subject)
        out: list[str] = []
        self.said.mover = role(event, "object") or role(event, "agent")
        for part in sorted(event.roles, key=lambda r: self._rank(event, r)):
            if part.name == "of" and self._counted_of(event):
                continue
            if voice != "passive" and part.name == "agent":
                continue
            if part.value is subject and part.name in ("agent", "object"):
                continue
            if self.words.means_anyway(event.verb, part):
                continue
            words = self._complement(event, part, every)
            out.append(f"solo {words}" if only == part.name else words)
        if self._counts_one(event):
            out.append(self._so_many(event, n.Num(1)))
        out.extend(manner)
        if event.by is not None:
            owner = next((c.by for c in event.by.where if isinstance(c, n.ControlledBy)), None)
            own = any(isinstance(c, n.Same) for c in event.by.where)
            mine = "dai propri effetti" if own else "dai tuoi effetti" if isinstance(owner, n.You) else "dagli effetti"
            of = event.by.among if event.by.among is not None else owner
            out.append(joined(mine, self.term(of).after("di") if of is not None and mine == "dagli effetti" else ""))
        if event.cause is not None:
            out.append(self.period(event.cause).after("per"))
        return out

    def _rank(self, event: n.Event, part: n.Role) -> int:
        """Where a participant stands; before a thing «vicina» whom it goes to, lest it be «vicina a» that."""
        before = (r.value for r in event.roles if r.name in ("object", "effect", "number"))
        if part.name == "to" and (any(self._ends_open(value) for value in before) or named_before(event, part)):
            return -1
        return ROLE_ORDER.get(part.name, 9)

    def _ends_open(self, value: object) -> bool:
        """Whether a direction is said in a phrase without from what it is seen."""
        return any(self._goes_without(each.direction, each.to) for each in all_of(value, n.Near))

    def duration(self, duration: n.Duration | None) -> str:
        raise NotImplementedError

    def _goes_without(self, direction: str, to: n.Term) -> bool:
        raise NotImplementedError

    def _counts_one(self, event: n.Event) -> bool:
        """A verb of amounts whose amount a pattern leaves open: «quando peschi una carta»."""
        frame = self.words.frame(event.verb)
        return frame is not None and frame.counted and not any(r.name in NOT_COUNTED for r in event.roles)

    def _counted_of(self, event: n.Event) -> bool:
        """«2 Punti dell'avversario»: whose they are is said with their number."""
        number = role(event, "number") is not None or self._counts_one(event)
        return number and role(event, "object") is None and role(event, "of") is not None

    def _so_many(self, event: n.Event, number: n.Number) -> str:
        """What a verb of amounts is done with, and of whom."""
        noun, whose = self.counted_noun(event.verb), role(event, "of")
        if not self._counted_of(event) or isinstance(whose, n.You):
            return self.counted(number, noun, mine=isinstance(whose, n.You))
        each = isinstance(whose, n.Select) and whose.quantity is n.Quantity.ALL and whose.number is None
        said = f"di ogni {self.select(whose, bare=True, number='s')}" if each else self.term(whose).after("di")  # type: ignore[arg-type]
        return self.counted(number, noun, said)

    def _so_many_done(self, event: n.Event, mood: Mood, negated: bool, perfect: bool) -> str:
        """«2 tuoi Punti vengono colpiti»: what is counted as the subject, when nobody is said to do it."""
        number = how_much(event)
        features = Features(self.noun(self.counted_noun(event.verb)).gender, "s" if number == n.Num(1) else "p")
        verb = self._conjugated(self.words.verb(event.verb), "passive", features, mood, negated, perfect, "")
        return joined(self._so_many(event, number), verb)  # type: ignore[arg-type]

    def _counted_to(self, event: n.Event) -> bool:
        """«un Danno a una Lana»: so much, and whom it goes to, whoever does it."""
        number = role(event, "number") is not None or self._counts_one(event)
        return number and role(event, "object") is None and role(event, "to") is not None

    def _so_many_to(self, event: n.Event, mood: Mood, negated: bool, perfect: bool) -> str:
        """«ti vengono inflitti 2 Danni», «viene inflitto un Danno a una Lana»."""
        number, to = how_much(event), role(event, "to")
        features = Features(self.noun(self.counted_noun(event.verb)).gender, "s" if number == n.Num(1) else "p")
        clitic = "ti" if isinstance(to, n.You) else ""
        verb = self._conjugated(self.words.verb(event.verb), "passive", features, mood, negated, perfect, clitic)
        whom = "" if clitic else self.term(to).after("a")  # type: ignore[arg-type]
        return joined(verb, self._so_many(event, number), whom)  # type: ignore[arg-type]

    def _manner(self, event: n.Event, subject: n.Term | None) -> tuple[n.Event, list[str]]:
        """The manner as the noun of the object («cala una Candela»), or after «come»; so always of the subject."""
        thing = role(event, "object")
        if role(event, "into") is not None:
            return event, []
        bare = (
            isinstance(thing, n.Select) and thing.noun == self.words.implied_noun() and thing.pick is not n.Pick.TARGET
        )
        if len(event.manner) == 1 and bare and thing is not subject and event.manner[0] in self.words.vocabulary.nouns:
            return evolve(
                event,
                roles=tuple(
                    evolve(r, value=evolve(r.value, noun=event.manner[0])) if r.value is thing else r  # type: ignore[arg-type]
                    for r in event.roles
                ),
            ), []
        words = ["scelto" if word == "chosen" else self.noun(word).singular for word in event.manner]
        return event, [f"come {' o come '.join(words)}"] if words else []

    def _complement(self, event: n.Event, part: n.Role, every: bool) -> str:
        value = self.words.without_its_place(event.verb, part.value)
        if isinstance(value, n.Duration):
            return self.duration(value)
        if part.name == "number":
            return self._so_many(event, value)  # type: ignore[arg-type]
        if part.name == "agent":
            return self.term(value).after("da")  # type: ignore[arg-type]
        if isinstance(value, n.Place) and part.name == "object":
            return str(self.place(value))
        if isinstance(value, n.Place):
            return self.from_where(value) if part.name == "from" else self.where(value)
        if part.name == "as":
            return f"come {self._as(value)}"  # type: ignore[arg-type]
        taking, self.taking = self.taking, part.name == "object" and self._takes_away(event)
        self.leading = self.words.leads(event)
        every = every and part.name == "object" and not self._is_value(value)
        name = self.words.object_role(event.verb) if part.name == "object" else part.name
        preposition = PREPOSITIONS.get(name, "")
        if isinstance(value, n.Group) and name == "of":  # «di questa carta e della Lana bersaglio»
            said = [self.term(member, every=every).after(preposition) for member in value.members]
            if len({*said}) > 1:  # else «di entrambe»
                self.taking = taking
                self.present_one(value)
                return listed(said, "o" if value.either else "e")
        phrase = self.term(value, every=every)  # type: ignore[arg-type]
        self.taking = taking
        return phrase.after(preposition)

    def _takes_away(self, event: n.Event) -> bool:
        return not self._by_card(event) and self.words.takes_away(event.verb)

    def _by_card(self, event: n.Event) -> bool:
        """«una Lana colpisce una Lana nel Fosso»: who does it is a card, and it takes nothing from there."""
        agent = next((role.value for role in event.roles if role.name == "agent"), None)
        return isinstance(agent, n.Self) or (isinstance(agent, n.Select) and agent.noun != "giocatore")

    def _is_value(self, value: object) -> bool:
        return isinstance(value, n.Select) and value.noun in self.words.vocabulary.values

    def _as(self, value: n.Term) -> str:
        if isinstance(value, n.Select):
            return str(self.select(value, bare=True))
        if isinstance(value, n.Group):
            return listed([self._as(member) for member in value.members], "o come" if value.either else "e")
        return str(self.term(value))

    def counted_noun(self, verb: str) -> str:
        """What a verb of amounts counts, from its declared form («un giocatore pesca carte»)."""
        frame = self.words.frame(verb)
        if frame is not None and frame.copy_noun is not None:
            return frame.copy_noun
        for form in frame.forms if frame is not None else ():
            what = role(form, "object") or role(form, "number")
            if isinstance(what, n.Select):
                return what.noun
        return self.words.implied_noun()

    # -- periods ------------------------------------------------------------------------------------------------

    def period(self, name: str, *, before: str = "", after: str = "", article: str = "the") -> Phrase:
        noun = self.noun(name)
        return Phrase(joined(before, noun.singular, after), article, Features(noun.gender))

    def period_of(self, name: str, of: n.Term | None, *, before: str = "") -> Phrase:
        """«il tuo turno», «il turno avversario», «il prossimo turno»."""
        noun = self.noun(name)
        word = joined(before, noun.singular)
        if of is None:
            return Phrase(word, "the", Features(noun.gender))
        return self._of_owner(word, Features(noun.gender), of)
