"""Numbers, conditions and events of canonical Italian: what is compared, what holds, what happens."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ...vocabulary.inflection import Mood, Number, Person, Verb, conjugate, enclitic, joined
from .. import nodes as n
from .discourse import Features
from .italian_nouns import ItalianNouns, Phrase, Rank, listed, of_gender

AVERE, ESSERE, VENIRE, POTERE, DOVERE = "avere", "essere", "venire", "potere", "dovere"
#: The preposition of each participant of an event.
PREPOSITIONS = {
    "to": "a", "from": "da", "into": "in", "with": "con", "as": "come", "against": "contro", "of": "di", "on": "su", "place": "in",
}  # fmt: skip


def person_of(features: Features) -> Person:
    number = features.number
    if features.person == 2:
        return "2s" if number == "s" else "2p"
    return "3s" if number == "s" else "3p"


class ItalianClauses(ItalianNouns):
    """Whatever has a verb, and the amounts that stand in it."""

    # -- numbers ------------------------------------------------------------------------------------------------

    def amount(self, number: n.Number | n.Term) -> str:
        return str(self.amount_phrase(number))

    def amount_phrase(self, number: n.Number | n.Term) -> Phrase:
        """A number as a noun phrase: «6», «l'Occhio originale della Luce», «il doppio di …»."""
        match number:
            case n.Num(value=value):
                return Phrase(str(value), "", Features("m", "s" if value == 1 else "p"))
            case n.ValueOf(value=value, of=of, printed=printed):
                return self.possessed(value, of, adjective_after=self._printed(value, printed))
            case n.Count(what=what):
                return Phrase(f"numero di {self.select(what, bare=True, number='p')}", "the", Features("m"))
            case n.Total(value=value, over=over, printed=printed):
                inner = self.possessed(value, over, adjective_after=self._printed(value, printed))
                return Phrase(joined("totale", inner.after("di")), "the", Features("m"))
            case n.Compute():
                return self._computed(number)
            case n.Outcome():
                return Phrase("altrettante")
            case n.Lookup(table=table, of=of):
                word = self.words.table(table).form("f", "s").casefold()
                return Phrase(joined(word, self.amount_or_term(of).after("di")), "the", Features("f"))
            case _:
                return self.term(number)

    def amount_or_term(self, what: n.Number | n.Term) -> Phrase:
        """A number or a term, each as a noun phrase."""
        if isinstance(what, n.Num | n.ValueOf | n.Count | n.Total | n.Compute | n.Outcome | n.Lookup):
            return self.amount_phrase(what)
        return self.term(what)

    def _printed(self, value: str, printed: bool) -> str:
        return "originale" if printed else ""

    def _computed(self, number: n.Compute) -> Phrase:
        parts = [self.amount_phrase(part) for part in number.of]
        match number.op:
            case n.Arithmetic.MULTIPLY if number.of[0] == n.Num(2):
                return Phrase(joined("doppio", parts[1].after("di")), "the", Features("m"))
            case n.Arithmetic.MULTIPLY if number.of[0] == n.Num(3):
                return Phrase(joined("triplo", parts[1].after("di")), "the", Features("m"))
            case n.Arithmetic.MULTIPLY:
                return Phrase(f"{parts[0]} volte {parts[1]}")
            case n.Arithmetic.HALF_UP | n.Arithmetic.HALF_DOWN:
                way = "eccesso" if number.op is n.Arithmetic.HALF_UP else "difetto"
                return Phrase(f"{joined('metà', parts[0].after('di'))} arrotondata per {way}", "the", Features("f"))
            case n.Arithmetic.ADD:
                return Phrase(f"{parts[0]} più {parts[1]}")
            case n.Arithmetic.SUBTRACT:
                return Phrase(f"{parts[0]} meno {parts[1]}")
            case n.Arithmetic.DIFFERENCE:
                return Phrase(f"differenza tra {parts[0]} e {parts[1]}", "the", Features("f"))
            case n.Arithmetic.LEAST:
                return Phrase(f"{parts[0]}, al massimo {parts[1]}")
            case n.Arithmetic.GREATEST:
                return Phrase(f"{parts[0]}, almeno {parts[1]}")
            case n.Arithmetic.DIVIDE:
                return Phrase(f"{parts[0]} diviso {parts[1]}")

    def counted(self, number: n.Number, noun: str) -> str:
        """An amount of something: «una carta», «2 carte», «una carta per ogni Luce», «altrettante carte»."""
        forms = self.noun(noun)
        if number == n.Num(1):
            return str(Phrase(forms.singular, "a", Features(forms.gender)))
        match number:
            case n.Num(value=value):
                return f"{value} {forms.plural}"
            case n.Outcome():
                return joined(of_gender("altrettanto", Features(forms.gender, "p")), forms.plural)
            case n.Count():
                return joined(self.counted(n.Num(1), noun), self.for_each(number))
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num() as each, counted)):
                return joined(self.counted(each, noun), self.for_each(counted))
            case _:
                return joined("un numero di", forms.plural, "pari", self.amount_phrase(number).after("a"))

    def for_each(self, number: n.Number) -> str:
        """The multiplier: «per ogni altra Luce in campo», «per ogni 3 carte nella tua Mano»."""
        match number:
            case n.Count(what=what):
                return f"per ogni {self.select(what, bare=True, number='s')}"
            case n.Compute(op=n.Arithmetic.DIVIDE, of=(n.Count(what=what), n.Num(value=size))):
                return f"per ogni {size} {self.select(what, bare=True, number='p')}"
            case n.ValueOf(value=value, of=of):
                return joined("per ogni", self.noun(value).singular, self.term(of).after("di") if of is not None else "")
            case _:
                return f"per ogni {self.amount(number)}"

    def signed(self, number: n.Number | n.Term, value: str) -> str:
        """A bonus or malus: «+2 Occhio», «-1 Occhio per ogni carta nella tua Mano, al massimo -3»."""
        match number:
            case n.Num(value=amount):
                return f"{_sign(amount)} {self.value_word(value)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=amount), counted)):
                return f"{_sign(amount)} {self.value_word(value)} {self.for_each(counted)}"
            case n.Compute(op=n.Arithmetic.LEAST, of=(first, n.Num(value=most))):
                return f"{self.signed(first, value)}, al massimo {_sign(most)}"
            case _:
                return f"+X {self.value_word(value)}, dove X è {self.amount(number)}"

    def value_word(self, value: str) -> str:
        return value

    # -- clauses ------------------------------------------------------------------------------------------------

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
        known_by_name = isinstance(term, n.Var) and not term.name.isdigit()
        if self.same(term, self.said.topic) and not known_by_name:
            return ""
        if isinstance(term, n.Self) and self.said.topic is None:
            return ""
        return str(self.term(term))

    def predicate(self, term: n.Term, verb: str, rest: str, *, negated: bool = False, mood: Mood = Mood.PRESENT) -> str:
        """«<subject> <verb> <rest>»: «questa carta ha +2 Occhio»."""
        subject = self.subject(term)
        if isinstance(term, n.Select) and term.pick is n.Pick.TARGET:
            self.said.topic = term
        return joined(subject, self.finite(verb, self.features(term), mood, negated=negated), rest)

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
        """An event as a clause: «spezza una Preghiera», «viene attaccata da una Luce», «può attaccare».

        ``generic``: its participants are kinds, said in the plural («non può attaccare le Luce»)."""
        if generic:
            event = evolve(event, roles=tuple(evolve(r, value=as_kind(r.value)) for r in event.roles))
        subject, voice = self.voice(event, pattern and only is None)
        voice = "passive" if voice == "reflexive" and modal is not None else voice
        features = self.features(subject) if subject is not None else Features()
        event, clitic = self._without_you(event)
        said = self.subject(subject) if subject is not None and mood is not Mood.INFINITIVE else ""
        if subject is not None and only in ("agent", "object") and subject == role(event, only) and said:
            said = f"solo {said}"
        verb = self.words.verb(event.verb)
        with self.said.about(subject if subject is not None else self.said.subject):
            if modal is not None:
                can = self.finite(modal, features, mood, negated=negated)
                words = joined(can, adverb, self._infinitive(verb, voice, features, clitic), "gratuitamente" if free else "")
            elif (some := self._some_of_them(event, verb, mood)) is not None:
                words, event = some
                words = joined(words, adverb)
            else:
                words = joined(self._conjugated(verb, voice, features, mood, negated, perfect, clitic), adverb)
            return joined(said, words, *self.complements(event, subject, voice, only, every=not pattern))

    def _without_you(self, event: n.Event) -> tuple[n.Event, str]:
        """«ti»: «tu» as the object stands with the verb («quando ti attacca»)."""
        if not isinstance(role(event, "object"), n.You) or role(event, "agent") is None:
            return event, ""
        return evolve(event, roles=tuple(r for r in event.roles if r.name != "object")), "ti"

    def _some_of_them(self, event: n.Event, verb: Verb, mood: Mood) -> tuple[str, n.Event] | None:
        """«prendine una», «prenderne 2»: some of what was said last, and the event without its object."""
        thing = role(event, "object")
        if mood not in (Mood.IMPERATIVE, Mood.INFINITIVE) or verb.tail or not isinstance(thing, n.Select):
            return None
        plain = thing.noun == self.words.implied_noun() and not thing.where and thing.place is None and thing.bind is None
        exact = thing.quantity is n.Quantity.EXACTLY and isinstance(thing.number, n.Num) and thing.pick is n.Pick.AGENT
        last = next(reversed(self.said.names), None)
        if not (plain and exact and isinstance(thing.among, n.Var) and thing.among.name == last and thing.extreme is None):
            return None
        many = self.amount(thing.number) if thing.number != n.Num(1) else of_gender("uno", self.features(thing))
        rest = evolve(event, roles=tuple(r for r in event.roles if r.name != "object"))
        form = verb.form(Mood.IMPERATIVE, "2s") if mood is Mood.IMPERATIVE else verb.infinitive
        return f"{enclitic(form, 'ne')} {many}", rest

    def voice(self, event: n.Event, pattern: bool) -> tuple[n.Term | None, str]:
        """The subject of an event's clause, and how it takes part: active, passive, reflexive, impersonal."""
        agent, thing = role(event, "agent"), role(event, "object")
        if agent is None and thing is None:
            return None, "impersonal"
        if agent is None:
            return thing, "reflexive" if self.words.is_reflexive(event.verb) else "passive"
        first = isinstance(thing, n.Self | n.Candidate) or (isinstance(thing, n.Select) and thing.pick is n.Pick.TARGET)
        if pattern and first and not isinstance(agent, n.Self | n.You | n.Candidate):
            return thing, "passive"
        return agent, "active"

    def _conjugated(
        self, verb: Verb, voice: str, features: Features, mood: Mood, negated: bool, perfect: bool, clitic: str
    ) -> str:
        no = joined("non" if negated else "", clitic)
        gender, number = features.gender, features.number
        if mood is Mood.INFINITIVE:
            return joined("non" if negated else "", self._infinitive(verb, voice, features, clitic))
        if voice == "reflexive" or voice == "impersonal":
            if perfect:
                return joined(no, "si", self.finite(ESSERE, features, mood), verb.past(gender, number))
            return joined(no, "si", verb.form(mood, person_of(features)))
        if voice == "passive":
            if perfect:
                been = "stata" if gender == "f" else "stato"
                been = been if number == "s" else {"f": "state", "m": "stati"}[gender]
                return joined(no, self.finite(ESSERE, features, mood), been, verb.past(gender, number))
            return joined(no, self.finite(VENIRE, features, mood), verb.past(gender, number))
        if perfect:
            return joined(no, verb.perfect(person_of(features), gender))
        return joined(no, self.finite(verb, features, mood)) if clitic else self.finite(verb, features, mood, negated=negated)

    def _infinitive(self, verb: Verb, voice: str, features: Features, clitic: str = "") -> str:
        if voice == "passive":
            return joined("essere", verb.past(features.gender, features.number))
        if voice in ("reflexive", "impersonal"):
            return joined(enclitic(verb.infinitive, "si"), verb.tail)
        return joined(enclitic(verb.infinitive, clitic), verb.tail) if clitic else verb.form(Mood.INFINITIVE)

    def complements(
        self, event: n.Event, subject: n.Term | None, voice: str, only: str | None = None, *, every: bool = True
    ) -> list[str]:
        """What follows the verb, the object first."""
        event, manner = self._manner(event)
        out: list[str] = []
        for part in sorted(event.roles, key=lambda r: _ORDER.get(r.name, 9)):
            if voice != "passive" and part.name == "agent":
                continue
            if part.value is subject and part.name in ("agent", "object"):
                continue
            words = self._complement(event, part, every)
            out.append(f"solo {words}" if only == part.name else words)
        if self._counts_one(event):
            out.append(self.counted(n.Num(1), self.counted_noun(event.verb)))
        out.extend(manner)
        if event.cause is not None:
            out.append(self.period(event.cause).after("per"))
        return out

    def _counts_one(self, event: n.Event) -> bool:
        """A verb of amounts whose amount a pattern leaves open: «quando peschi una carta»."""
        frame = self.words.frame(event.verb)
        return frame is not None and frame.counted and not any(r.name in ("number", "object") for r in event.roles)

    def _manner(self, event: n.Event) -> tuple[n.Event, list[str]]:
        """The manner as the noun of the object («cala una Preghiera»), or after «come»."""
        thing = role(event, "object")
        if role(event, "into") is not None:
            return event, []
        bare = isinstance(thing, n.Select) and thing.noun == self.words.implied_noun() and thing.pick is not n.Pick.TARGET
        if len(event.manner) == 1 and bare and event.manner[0] in self.words.vocabulary.nouns:
            return evolve(
                event,
                roles=tuple(
                    evolve(r, value=evolve(r.value, noun=event.manner[0])) if r.value is thing else r  # type: ignore[type-var]
                    for r in event.roles
                ),
            ), []
        words = ["scelto" if word == "chosen" else self.noun(word).singular for word in event.manner]
        return event, [f"come {' o come '.join(words)}"] if words else []

    def _complement(self, event: n.Event, part: n.Role, every: bool) -> str:
        value = part.value
        if part.name == "number":
            return self.counted(value, self.counted_noun(event.verb))  # type: ignore[arg-type]
        if part.name == "agent":
            return self.term(value).after("da")  # type: ignore[arg-type]
        if isinstance(value, n.Place):
            return self.from_where(value) if part.name == "from" else self.where(value)
        if part.name == "as":
            return f"come {self._as(value)}"  # type: ignore[arg-type]
        taking, self.taking = self.taking, part.name == "object"
        every = every and part.name == "object" and not self._is_value(value)
        phrase = self.term(value, every=every)  # type: ignore[arg-type]
        self.taking = taking
        name = self.words.object_role(event.verb) if part.name == "object" else part.name
        return phrase.after(PREPOSITIONS.get(name, ""))

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

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, condition: n.Condition, *, negated: bool = False) -> str:
        """A condition as a clause without its «se»: «hai almeno 2 Preghiere», «non è corrotta»."""
        match condition:
            case n.And(parts=parts):
                return self._all_of(parts, negated)
            case n.Or(parts=parts):
                return (" e " if negated else " o ").join(self.condition(part, negated=negated) for part in parts)
            case n.Not(part=part):
                return self.condition(part, negated=not negated)
            case n.Compare():
                return self._compare(condition, negated)
            case n.Happened():
                return self._happened(condition, negated)
            case n.Would(event=event):
                return self.event(event, Mood.CONDITIONAL, negated=negated, pattern=True)
            case n.Holds(claim=claim):
                return self.claim(claim, negated=negated)
            case n.Can(event=event):
                return self.event(event, negated=negated, modal=POTERE, pattern=True)
            case n.Did():
                return "non lo fai" if negated else "lo fai"
            case n.EveryOne(what=what, condition=inner):
                return self._everyone(what, inner, negated)
            case n.Parity(of=of, even=even):
                word = "pari" if even is not negated else "dispari"
                return f"{self.amount(of)} è {word}"
            case n.During():
                return self._is_during(condition, negated)
            case _:
                return self._state(condition, negated)

    def claim(self, claim: n.Claim, *, negated: bool = False) -> str:
        raise NotImplementedError

    def _all_of(self, parts: tuple[n.Condition, ...], negated: bool) -> str:
        """Several conditions; what a thing is, is said in one phrase: «è la tua unica Maledizione Ombra»."""
        said: list[str] = []
        rest = list(parts)
        while rest:
            first = rest.pop(0)
            subject = getattr(first, "of", None)
            more: list[n.Condition] = []
            if isinstance(first, n.IsKind | n.HasMember):
                while rest and is_quality(rest[0]) and getattr(rest[0], "of", None) == subject:
                    more.append(rest.pop(0))
            if rest and (only := self._only(first, more, rest[0])) is not None:
                rest.pop(0)
                said.append(self.predicate(subject, ESSERE, only, negated=negated))  # type: ignore[arg-type]
            elif isinstance(first, n.IsIn) and rest and self._is_alone(first, rest[0]):
                rest.pop(0)
                alone = f"solo {self.term(first.of)} {self.where(first.place)}"
                said.append(self.predicate(first.place.of or n.You(), AVERE, alone, negated=negated))
            elif more:
                said.append(self.predicate(subject, ESSERE, str(self.select(_as_selection(first, more))), negated=negated))  # type: ignore[arg-type]
            else:
                said.append(self.condition(first, negated=negated))
        return (" o " if negated else " e ").join(said)

    def _only(self, first: n.Condition, more: list[n.Condition], last: n.Condition) -> str | None:
        """«la tua unica Luce»: a thing is of a kind of which there is one."""
        match first, last:
            case n.IsKind() | n.HasMember(), n.Compare(left=n.Count(what=what), op="==", right=n.Num(value=1)):
                kind = _as_selection(first, more)
                others = tuple(c for c in what.where if not isinstance(c, n.ControlledBy))
                if (kind.noun, kind.where) != (what.noun, others):
                    return None
                phrase = self.select(evolve(what, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.NAMED))
                only = of_gender("unico", phrase.features)
                words = phrase.text.split(" ")
                mine = words[0] in ("tuo", "tua", "suo", "sua")
                words.insert(1 if mine else 0, only)
                return str(evolve(phrase, text=" ".join(words)))
            case _:
                return None

    def _is_alone(self, first: n.IsIn, second: n.Condition) -> bool:
        match second:
            case n.Compare(left=n.Count(what=n.Select(where=(), place=place)), op="==", right=n.Num(value=1)):
                return place == first.place
            case _:
                return False

    def _state(self, condition: n.Condition, negated: bool) -> str:
        """What a thing is, has, or where it is."""
        match condition:
            case n.IsStatus(of=of, status=status):
                return self._is_status(of, status, negated)
            case n.IsKind(of=of, noun=noun):
                forms = self.noun(noun)
                return self.predicate(
                    of, ESSERE, str(Phrase(forms.singular, "a", Features(forms.gender))), negated=negated
                )
            case n.HasMember(of=of, value=value, member=member):
                return self.predicate(of, ESSERE, self._member(value, member, self.features(of)), negated=negated)
            case n.HasKeyword(of=of, keyword=keyword):
                return self.predicate(of, AVERE, keyword, negated=negated)
            case n.Same(left=left, right=right):
                return self.predicate(left, ESSERE, str(self.term(right)), negated=negated)
            case n.SharesMember(value=value, left=left, right=right):
                same = f"della stessa {value} {self.term(right).after('di')}"
                return self.predicate(left, ESSERE, same, negated=negated)
            case n.IsIn(of=of, place=place):
                return self.predicate(of, ESSERE, self.where(place), negated=negated)
            case n.Linked(of=of, to=to):
                features = self.features(of)
                word = self.words.attached().form(features.gender, features.number).casefold()
                return self.predicate(
                    of, ESSERE, joined(word, self.term(to).after("a") if to is not None else ""), negated=negated
                )
            case n.ControlledBy(of=of, by=by):
                return self._is_controlled(of, by, negated)
            case _:
                raise TypeError(f"{type(condition).__name__} is no condition")

    def _is_controlled(self, of: n.Term, by: n.Term, negated: bool) -> str:
        owner = self.owner_word(by)
        features = self.features(of)
        if owner == "tuo":
            word = of_gender("tuo", features)
        elif isinstance(by, n.Opponent) and isinstance(by.of, n.You):
            word = of_gender("avversario", features)
        else:
            word = self.term(by).after("di")
        return self.predicate(of, ESSERE, word, negated=negated)

    def _member(self, value: str, member: str | n.Term, features: Features) -> str:
        if not isinstance(member, str):
            return joined("di", value, self.term(member).after("di"))
        forms = self.noun(member)
        if features.number == "p":
            return forms.form("s")
        return str(Phrase(forms.singular, "a", Features(forms.gender)))

    def status(self, status: str, features: Features) -> str:
        """The adjective of a status: «corrotta», «pura», «in Stasi»."""
        word = self.words.status(status).form(features.gender, features.number)
        return word if " " in word else word.casefold()

    def _is_status(self, of: n.Term, status: str, negated: bool) -> str:
        return self.predicate(of, ESSERE, self.status(status, self.features(of)), negated=negated)

    def _everyone(self, what: n.Term, inner: n.Condition, negated: bool) -> str:
        phrase = self.term(what, every=True)
        with self.said.testing(phrase.features):
            said = joined(str(phrase), self.condition(inner))
        return f"non {said}" if negated else said

    def _is_during(self, condition: n.During, negated: bool) -> str:
        first = "primo" if condition.first else ""
        period = self.period_of(condition.period, condition.of, before=first)
        whole = " della partita" if condition.first else ""
        return joined("non" if negated else "", "è", str(period)) + whole

    def _happened(self, condition: n.Happened, negated: bool) -> str:
        said = self.event(condition.event, negated=negated, perfect=True, pattern=True)
        times = (
            f"{self.amount(condition.times)} volte"
            if condition.times is not None and condition.times != n.Num(1)
            else ""
        )
        if condition.within is None:
            return joined(said, times)
        noun = self.noun(condition.within)
        if condition.previous:
            return joined(said, times, Phrase(f"{noun.singular} precedente", "the", Features(noun.gender)).after("in"))
        return joined(said, times, f"in quest{'a' if noun.gender == 'f' else 'o'} {noun.singular}")

    # -- comparisons --------------------------------------------------------------------------------------------

    def _compare(self, condition: n.Compare, negated: bool) -> str:
        op, left, right = condition.op, condition.left, condition.right
        if isinstance(left, n.Count):
            return self._count_compared(left.what, op, right, negated)
        if isinstance(left, n.ValueOf) and left.of is not None and isinstance(right, n.Num) and op in _ENOUGH:
            return self.predicate(left.of, AVERE, self._value_amount(left, op, right), negated=negated)
        if isinstance(left, n.ValueOf) and op == "==" and isinstance(right, n.Related | n.Opponent | n.Member | n.Var):
            phrase = self.amount_phrase(left)
            return joined(str(phrase), self.finite(ESSERE, phrase.features, negated=negated), str(self.term(right)))
        match left, right:
            case n.Var(), n.Var(name="scelta") if op == "==":
                return joined(str(self.term(left)), self.finite(ESSERE, Features(), negated=negated), "come scelto")
            case n.ValueOf(of=of, printed=False), n.ValueOf(of=other, printed=False) if of and other and op in ("<", ">"):
                if left.value == right.value:
                    words = self._more_or_less(self.noun(left.value).plural, op, other)
                    return self.predicate(of, AVERE, words, negated=negated)
        phrase = self.amount_or_term(left)
        verb = self.finite(ESSERE, phrase.features, negated=negated)
        return joined(str(phrase), verb, self._against(op, right, phrase.features))

    def _against(self, op: str, right: n.Number | n.Term, features: Features | None = None) -> str:
        phrase = self.amount_or_term(right)
        match op:
            case "==":
                plain = isinstance(right, n.Num | n.Var | n.Member) or not isinstance(right, _NUMBERS)
                return phrase.after("") if plain else f"uguale {phrase.after('a')}"
            case "!=":
                return f"diverso {phrase.after('da')}"
            case ">":
                return joined(of_gender("maggiore", features or Features()), phrase.after("di"))
            case "<":
                return joined(of_gender("minore", features or Features()), phrase.after("di"))
            case ">=":
                return f"{phrase} o più" if isinstance(right, n.Num) else f"maggiore o uguale {phrase.after('a')}"
            case _:
                return f"{phrase} o meno" if isinstance(right, n.Num) else f"minore o uguale {phrase.after('a')}"

    def enough(self, op: str, number: n.Number | n.Term, noun: Phrase) -> str:
        """An amount compared: «almeno 2 Preghiere», «esattamente 3 carte», «più di 2 Luce»."""
        words = {"==": "esattamente", ">=": "almeno", "<=": "al massimo", ">": "più di", "<": "meno di", "!=": "non"}
        return f"{words[op]} {noun.after('') if number == n.Num(1) else f'{self.amount(number)} {noun.text}'}"

    def _count_compared(self, what: n.Select, op: str, right: n.Number | n.Term, negated: bool) -> str:
        owner, rest = self.owner_of(what)
        number: Number = "s" if right == n.Num(1) else "p"
        nobody = op == "==" and right == n.Num(0) and not negated
        if owner is None:
            noun = evolve(self.select(what, bare=True, number=number), article="a")
            there = joined("non" if negated or nobody else "", "c'è" if number == "s" else "ci sono")
            return joined(there, noun.text if nobody else self.enough(op, right, noun))
        with self.said.about(owner):
            noun = evolve(self.select(rest, bare=True, number=number), article="a")
            other = self._rival(owner, what, right)
            if other is not None and rest.place is not None and rest.place.of is not None:
                bare = evolve(rest, place=None)
                words = f"{self.select(bare, bare=True, number=number)} in {self.noun(rest.place.zone).singular}"
                noun = evolve(noun, text=words)
            if nobody:
                return self.predicate(owner, AVERE, noun.text, negated=True)
            words = self.enough(op, right, noun) if other is None else self._more_or_less(noun.text, op, other)
            return self.predicate(owner, AVERE, words, negated=negated)

    def owner_of(self, what: n.Select) -> tuple[n.Term | None, n.Select]:
        """The player who has the things counted, and the selection without him: «hai 2 Luce», «ha 3 carte nel suo Altare»."""
        for condition in what.where:
            if isinstance(condition, n.Linked) and isinstance(condition.of, n.Candidate) and condition.to is not None:
                if isinstance(condition.to, n.Self) or condition.to in map(n.Var, self.said.described):
                    return condition.to, evolve(what, where=tuple(c for c in what.where if c is not condition))
        for condition in what.where:
            if isinstance(condition, n.ControlledBy) and isinstance(condition.of, n.Candidate):
                return condition.by, evolve(what, where=tuple(c for c in what.where if c is not condition))
        if what.place is not None and what.place.of is not None:
            return what.place.of, what
        return None, what

    def _rival(self, owner: n.Term, what: n.Select, right: n.Number | n.Term) -> n.Term | None:
        """The other player, when the same things are counted of the two."""
        if not isinstance(right, n.Count):
            return None
        other, rest = self.owner_of(right.what)
        mine = self.owner_of(what)[1]
        if other is not None and evolve(rest, bind=None, place=None) == evolve(mine, bind=None, place=None):
            return other
        return None

    def _more_or_less(self, noun: str, op: str, other: n.Term) -> str:
        """«più Maledizioni di te», «meno carte dell'avversario», «lo stesso numero di Luce dell'avversario»."""
        versus = "di te" if isinstance(other, n.You) else self.term(other).after("di")
        words = {
            ">": f"più {noun} {versus}",
            "<": f"meno {noun} {versus}",
            ">=": f"almeno tante {noun} quante {versus}",
            "<=": f"al massimo tante {noun} quante {versus}",
            "==": f"lo stesso numero di {noun} {versus}",
            "!=": f"un numero diverso di {noun} {versus}",
        }
        return words[op]

    # -- filters of a noun phrase -------------------------------------------------------------------------------

    def property_of(self, condition: n.Condition, features: Features) -> tuple[Rank, str]:
        match condition:
            case n.HasMember(of=n.Candidate(), member=str() as member):
                return Rank.MEMBER, self.noun(member).singular
            case n.HasMember(of=n.Candidate(), value=value, member=n.Lookup(table=table)):
                adjective = self.words.table(table).form(self.noun(value).gender, "s").casefold()
                return Rank.COMPLEMENT, f"di {value} {adjective}"
            case n.HasMember(of=n.Candidate(), value=value, member=member):
                return Rank.COMPLEMENT, f"di {value} {self.term(member)}"  # type: ignore[arg-type]
            case n.ControlledBy(of=n.Candidate(), by=n.Opponent(of=n.You(), each=False)):
                return Rank.OWNER, of_gender("avversario", features)
            case n.ControlledBy(of=n.Candidate(), by=by):
                return Rank.COMPLEMENT, self.term(by).after("di")
            case n.IsStatus(of=n.Candidate(), status=status):
                return Rank.STATUS, self.status(status, features)
            case n.Not(part=n.IsStatus(of=n.Candidate(), status=status)):
                return Rank.STATUS, f"non {self.status(status, features)}"
            case n.Not(part=n.HasMember(of=n.Candidate(), member=str() as member)):
                return Rank.MEMBER, f"non {self.noun(member).singular}"
            case n.Linked(of=n.Candidate(), to=to):
                word = self.words.attached().form(features.gender, features.number).casefold()
                return Rank.COMPLEMENT, joined(word, self.term(to).after("a") if to is not None else "")
            case n.Linked(of=n.Select() as under, to=n.Candidate()):
                word = self.words.attached().form(self.features(under).gender, self.features(under).number).casefold()
                verb = "è" if self.features(under).number == "s" else "sono"
                return Rank.RELATIVE, f"a cui {verb} {word} {self.term(under)}"
            case n.HasKeyword(of=n.Candidate(), keyword=keyword):
                return Rank.COMPLEMENT, f"con {keyword}"
            case n.Not(part=n.HasKeyword(of=n.Candidate(), keyword=keyword)):
                return Rank.COMPLEMENT, f"senza {keyword}"
            case n.IsIn(of=n.Candidate(), place=place):
                return Rank.PLACE, self.where(place)
            case n.SharesMember(left=n.Candidate(), value=value, right=right):
                same = of_gender("stesso", Features(self.noun(value).gender))
                return Rank.COMPLEMENT, self._of_value(value, same, right).after("di")
            case n.Not(part=n.SharesMember(left=n.Candidate(), value=value, right=right)):
                other = of_gender("altro", Features(self.noun(value).gender))
                return Rank.COMPLEMENT, evolve(self._of_value(value, other, right), article="a").after("di")
            case n.Would(event=event):
                return Rank.RELATIVE, f"contro cui {self._tried(event)}"
            case n.Not(part=n.Same(left=n.Candidate(), right=n.Related(relation="last_arrived"))):
                return Rank.LAST, f", non {Phrase(f'{last_arrived(features)}', 'the', features)}"
            case n.Not(part=n.Same(left=n.Candidate(), right=right)):
                return Rank.COMPLEMENT, joined(of_gender("diverso", features), self.term(right).after("da"))
            case n.Compare(left=n.ValueOf(of=n.Candidate())):
                return Rank.COMPLEMENT, self._with_value(condition)
            case n.Or(parts=parts):
                return self._one_of(parts, features, condition)
            case _:
                return Rank.RELATIVE, f"che {self.condition(condition)}"

    def _of_value(self, value: str, word: str, right: n.Term) -> Phrase:
        """«della stessa Forma», «di un'altra Forma» of what is spoken of, else «… di …»."""
        features = Features(self.noun(value).gender)
        whose = "" if isinstance(right, n.Self) else self.term(right).after("di")
        return Phrase(joined(word, value, whose), "the", features)

    def _tried(self, event: n.Event) -> str:
        """«perderebbe lo scontro»: of the subject of the clause, which is not said again."""
        agent = role(event, "agent")
        topic, self.said.topic = self.said.topic, agent if agent is not None else self.said.topic
        if agent is not None and not isinstance(agent, n.Self) and not self.same(agent, self.said.subject):
            self.said.topic = None
        said = self.event(event, Mood.CONDITIONAL, pattern=True)
        self.said.topic = topic
        return said

    def _one_of(self, parts: tuple[n.Condition, ...], features: Features, whole: n.Condition) -> tuple[Rank, str]:
        found = [self.property_of(part, features) for part in parts]
        ranks = {rank for rank, _ in found}
        if len(ranks) == 1 and ranks <= {Rank.MEMBER, Rank.STATUS, Rank.COMPLEMENT, Rank.PLACE}:
            return ranks.pop(), listed([words for _, words in found], "o")
        return Rank.RELATIVE, f"che {self.condition(whole)}"

    def _with_value(self, condition: n.Compare) -> str:
        """«con 6 Occhio o più», «con Occhio originale minore dell'Occhio originale di questa carta»."""
        assert isinstance(condition.left, n.ValueOf)
        return f"con {self._value_amount(condition.left, condition.op, condition.right)}"

    def _value_amount(self, left: n.ValueOf, op: str, right: n.Number | n.Term) -> str:
        word = joined(left.value, self._printed(left.value, left.printed))
        if isinstance(right, n.Num) and op in _ENOUGH:
            noun = self.noun(left.value).form("s" if right.value == 1 else "p")
            return joined(str(right.value), noun, self._printed(left.value, left.printed), _ENOUGH[op])
        if isinstance(right, n.ValueOf) and op in ("<", ">") and not isinstance(right.of, n.Candidate | None):
            if (right.value, right.printed) == (left.value, left.printed):
                return joined(word, "minore" if op == "<" else "maggiore", self.term(right.of).after("di"))
        phrase = self.amount_or_term(right)
        if op == "!=":
            return joined(word, "diverso", phrase.after("da"))
        if op == "==":
            return joined(word, "uguale", phrase.after("a"))
        return joined(word, self._against(op, right))


_NUMBERS = (n.ValueOf, n.Count, n.Total, n.Compute, n.Outcome, n.Lookup)
_ENOUGH = {">=": "o più", "<=": "o meno", "==": ""}


def last_arrived(features: Features) -> str:
    return f"{of_gender('ultimo', features)} {of_gender('arrivato', features)}"


def is_quality(condition: n.Condition) -> bool:
    """Whether an adjective or an apposition can say it."""
    return isinstance(condition, n.HasMember | n.IsStatus | n.ControlledBy)


def _as_selection(first: n.Condition, more: list[n.Condition]) -> n.Select:
    """What a thing is, as the noun phrase that describes it."""
    where = tuple(evolve(c, of=n.Candidate()) for c in more)  # type: ignore[call-arg]
    if isinstance(first, n.IsKind):
        return n.Select(first.noun, where, number=n.Num(1))
    assert isinstance(first, n.HasMember)
    return n.Select(str(first.member), where, number=n.Num(1))


def as_kind(value: Any) -> Any:
    """A pattern of one as the whole kind: «una Luce» → «le Luce»."""
    if isinstance(value, n.Group):
        return evolve(value, members=tuple(as_kind(member) for member in value.members))
    if not isinstance(value, n.Select) or value.bind is not None or value.extreme is not None:
        return value
    one = value.quantity is n.Quantity.EXACTLY and value.number in (None, n.Num(1)) and value.pick is n.Pick.AGENT
    at_end = value.place is not None and (value.place.end is not None or value.place.first)
    return evolve(value, quantity=n.Quantity.ALL, number=None) if one and not at_end else value


def role(event: n.Event, name: str) -> n.Term | None:
    """The participant of an event by its role."""
    for part in event.roles:
        if part.name == name:
            return part.value  # type: ignore[return-value]
    return None


def _sign(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else str(amount)


_ORDER = {
    "object": 0,
    "number": 1,
    "agent": 2,
    "to": 3,
    "from": 4,
    "into": 5,
    "with": 6,
    "as": 7,
    "against": 8,
    "of": 9,
    "on": 10,
}
