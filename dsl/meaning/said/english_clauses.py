"""Clauses of canonical English: a subject, a verb that agrees with it, what follows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from attrs import evolve

from ...vocabulary.inflection import Number
from .. import nodes as n
from ..participants import role
from ..targeting import ABILITIES, TARGETING
from .english_nouns import indefinite, listed, spaced
from .english_numbers import EnglishNumbers
from .parts import NOT_COUNTED, ROLE_ORDER, as_kind, how_much, members_of, named_before, only_to, suffers_first

_PREPOSITIONS = {
    "to": "to", "from": "from", "into": "into", "with": "with", "as": "as", "against": "against",
    "of": "of", "on": "on", "place": "in",
}  # fmt: skip
#: The past of the verbs of how things are, of one and of several.
_PAST: Final = {"be": ("was", "were"), "have": ("had", "had"), "do": ("did", "did")}


class EnglishClauses(EnglishNumbers):
    """Whatever has a verb. ``form`` is how it stands: "order", "told" (present), "bare" (after «may», «to»)."""

    generic = False  # whether the event being said is of kinds: a permission, a claim
    past = False  # whether what is said is of what is no more there

    # -- verbs --------------------------------------------------------------------------------------------------

    def agrees(self, base: str, subject: n.Term | None) -> str:
        """The present of a verb for its subject: has/have, is/are, attacks/attack."""
        plural = isinstance(subject, n.You) or (subject is not None and self.number_of(subject) == "p")
        if self.past and base in _PAST:
            return _PAST[base][plural]
        if base == "be":
            return "are" if plural else "is"
        if base == "have":
            return "have" if plural else "has"
        head, space, tail = base.partition(" ")
        return base if plural else third_person(head) + space + tail

    @contextmanager
    def in_the_past(self) -> Iterator[None]:
        """ "was tired": what is, or has, said of what is no more there."""
        outer, self.past = self.past, True
        try:
            yield
        finally:
            self.past = outer

    def subject(self, term: n.Term) -> str:
        if isinstance(term, n.Candidate) or (isinstance(term, n.Var) and term.name in self.said.described):
            return ""
        again = term == self.said.topic and isinstance(term, n.Self) and self.naming is None
        if not isinstance(term, n.You):
            self.said.topic = term
        return "it" if again else self.participant(term)

    def participant(self, term: n.Term) -> str:
        """A participant of an event; of a permission or a claim it is a kind, said in the plural."""
        if isinstance(term, n.Group) and self.generic and self.naming is None:
            return listed([self.participant(each) for each in term.members], "or" if term.either else "and")
        if isinstance(term, n.Select) and term.quantity is n.Quantity.ALL and self.generic:
            return self.select(term, bare=True, number="p")
        return self.term(term)

    def clause(
        self, subject: n.Term, base: str, rest: str, form: str = "told", *, negated: bool = False, adverb: str = ""
    ) -> str:
        """A clause with an English verb of the language itself."""
        if form == "bare" or (form == "order" and isinstance(subject, n.You)):
            return spaced("not" if negated else "", adverb, base, rest)
        if negated:
            verb = f"{self.agrees('be', subject)} not" if base == "be" else f"{self.agrees('do', subject)} not {base}"
        else:
            verb = self.agrees(base, subject)
        if base == "be":
            return spaced(self.subject(subject), verb, adverb, rest)
        return spaced(self.subject(subject), adverb, verb, rest)

    def event(
        self,
        event: n.Event,
        form: str = "told",
        *,
        negated: bool = False,
        perfect: bool = False,
        modal: str = "",
        adverb: str = "",
        only: str | None = None,
        free: bool = False,
        pattern: bool = False,
        generic: bool = False,
    ) -> str:
        """An event as a clause: «break a Candela», «it is attacked by a Lana», «may attack»."""
        if event.verb == TARGETING:
            return self._made_target(event)
        self.generic = generic
        if generic:
            event = evolve(event, roles=tuple(evolve(r, value=as_kind(r.value)) for r in event.roles))
        verb = self.words.english(event.verb)
        if role(event, "agent") is None and not modal and self._counted_of(event):
            several = how_much(event) != n.Num(1)
            helper = ("have" if several else "has") if perfect else "are" if several else "is"
            much = self._so_many(event, how_much(event))  # type: ignore[arg-type]
            return spaced(much, helper, "not" if negated else "", "been" if perfect else "", verb.participle)
        whom = only_to(event) if only is None and self.words.received(event.verb) is not None else None
        subject, passive = (whom, True) if whom is not None else self._voice(event, pattern and only is None)
        event = evolve(event, roles=tuple(r for r in event.roles if whom is None or r.name != "to"))
        said = self.subject(subject) if subject is not None else "it"
        if only in ("agent", "object") and subject is not None and subject == role(event, only):
            said = f"only {said}"
        after = spaced(adverb) if not modal else ""
        with self.said.about(subject if subject is not None else self.said.subject):
            rest = self._complements(event, subject, passive, only)
        paid = "for free" if free else ""
        if modal:
            word = spaced(modal, adverb, "be " + verb.participle if passive else verb.base)
            return spaced(said, word, *rest, paid)
        if form == "bare" or (form == "order" and isinstance(subject, n.You)):
            told = f"be {verb.participle}" if passive and not isinstance(subject, n.You) else verb.base
            return spaced("not" if negated else "", after, told, *rest, paid)
        no = spaced("not" if negated else "", adverb)
        if perfect or passive:
            been = "been" if perfect and passive else ""
            helper = self.agrees("have" if perfect else "be", subject)
            return spaced(said, helper, no, been, verb.participle, *rest, paid)
        if negated:
            return spaced(said, self.agrees("do", subject), no, verb.base, *rest, paid)
        return spaced(said, adverb, self.agrees(verb.base, subject), *rest, paid)

    def _voice(self, event: n.Event, pattern: bool) -> tuple[n.Term | None, bool]:
        agent, thing = role(event, "agent"), role(event, "object")
        if agent is None:
            return thing, thing is not None and not self.words.is_of_himself(event.verb)
        if suffers_first(agent, thing, pattern):
            return thing, True
        return agent, False

    def _complements(self, event: n.Event, subject: n.Term | None, passive: bool, only: str | None) -> list[str]:
        out: list[str] = []
        for part in sorted(event.roles, key=lambda r: self._order(event, r)):
            if (part.name == "agent" and not passive) or (part.value is subject and part.name in ("agent", "object")):
                continue
            counted = part.name == "of" and self._counted_of(event)
            if counted or self.words.means_anyway(event.verb, part):
                continue
            words = self._complement(event, part)
            out.append(f"only {words}" if only == part.name else words)
        if self._counts_one(event):
            out.append(self._so_many(event, n.Num(1)))
        if event.manner and role(event, "into") is None:
            thing = role(event, "object")
            number: Number = self.number_of(thing) if thing is not None else "s"
            out.append(f"as {' or '.join(self._manner(word, number) for word in event.manner)}")
        if event.by is not None:
            owner = next((c.by for c in event.by.where if isinstance(c, n.ControlledBy)), None)
            own = any(isinstance(c, n.Same) for c in event.by.where)
            of = event.by.among if event.by.among is not None else owner
            outer, self.generic = self.generic, True
            out.append(
                "by its own effects" if own else spaced("by effects", f"of {self.participant(of)}" if of else "")
            )
            self.generic = outer
        if event.cause is not None:
            out.append(f"because of the {self.noun(event.cause)}")
        return out

    def _order(self, event: n.Event, part: n.Role) -> float:
        """Where something enters is said before where it comes from."""
        last = part.name == "from" and any(self._crosses(event, each) for each in event.roles if each.name == "into")
        if part.name == "to" and named_before(event, part):
            return -1
        return ROLE_ORDER.get("into", 9) + 0.5 if last else ROLE_ORDER.get(part.name, 9)

    def _manner(self, word: str, number: Number) -> str:
        if word == "chosen":
            return word
        return self.noun(word, "p") if number == "p" else indefinite(word)

    def duration(self, duration: n.Duration | None) -> str:
        raise NotImplementedError

    def _made_target(self, event: n.Event) -> str:
        """«this card becomes the target of a spell or ability of the opponent»."""
        who, what, by = (role(event, name) for name in ("agent", "object", "by"))
        aims = [each for each in members_of(by) if isinstance(each, n.Select)]
        kinds = ["ability" if each.noun == ABILITIES else self.noun(each.noun) for each in aims]
        for each, kind in zip(aims, kinds, strict=True):
            self.present(each.bind, kind, "s")
        if isinstance(by, n.Group):
            self.present(by.bind, self.words.noun_of_one(by), "s")
        of = f"the target of {' or '.join(map(indefinite, kinds))}" if kinds else "a target"
        whose = "of yours" if isinstance(who, n.You) else f"of {self.term(who)}" if who is not None else ""
        assert what is not None
        return spaced(self.subject(what), self.agrees("become", what), of, whose)

    def _counts_one(self, event: n.Event) -> bool:
        frame = self.words.frame(event.verb)
        return frame is not None and frame.counted and not any(r.name in NOT_COUNTED for r in event.roles)

    def _counted_of(self, event: n.Event) -> bool:
        """«2 Punti of your opponent»: whose they are is said with their number."""
        number = role(event, "number") is not None or self._counts_one(event)
        return number and role(event, "object") is None and role(event, "of") is not None

    def _so_many(self, event: n.Event, number: n.Number) -> str:
        whose = role(event, "of")
        of = f"of {self.participant(whose)}" if whose is not None and self._counted_of(event) else ""
        return self.counted(number, self.counted_noun(event.verb), of)

    def _complement(self, event: n.Event, part: n.Role) -> str:
        value = self.words.without_its_place(event.verb, part.value)
        if isinstance(value, n.Duration):
            return self.duration(value)
        if part.name == "number":
            return self._so_many(event, value)  # type: ignore[arg-type]
        if part.name == "agent":
            return f"by {self.participant(value)}"  # type: ignore[arg-type]
        if isinstance(value, n.Place) and (part.name == "object" or self._crosses(event, part)):
            return f"the {place}" if (place := self.place(value)) == value.zone else place
        if isinstance(value, n.Place):
            return self._toward(value, part.name)
        if part.name == "as":
            bare = isinstance(value, n.Select)
            return f"as {indefinite(self.select(value, bare=True)) if bare else self.term(value)}"  # type: ignore[arg-type]
        verb = self.words.english(event.verb)
        name = self.words.object_role(event.verb) if part.name == "object" else part.name
        preposition = verb.preposition if part.name == "object" and verb.preposition else _PREPOSITIONS.get(name, "")
        self.leading = self.words.leads(event)
        taking, self.taking = self.taking, part.name == "object" and self.words.takes_away(event.verb)
        words = self.participant(value)  # type: ignore[arg-type]
        self.taking = taking
        return spaced(preposition, words)

    def _crosses(self, event: n.Event, part: n.Role) -> bool:
        """«enters the Campo»: no preposition."""
        frame = self.words.frame(event.verb)
        whence = part.name == "from" and role(event, "into") is not None  # «enters the Fosso from the Campo»
        return part.name in ("into", "from") and not whence and frame is not None and frame.crossing is not None

    def _toward(self, place: n.Place, name: str) -> str:
        if name == "from":
            end = f"the {place.end} of " if place.end is not None else ""
            return f"from {end}{self.place(evolve(place, end=None, depth=None, first=False))}"
        where = self.where(place)
        return where.replace("in ", "to ", 1) if name in ("to", "into") and where.startswith("in ") else where

    def counted_noun(self, verb: str) -> str:
        frame = self.words.frame(verb)
        if frame is not None and frame.copy_noun is not None:
            return frame.copy_noun
        for form in frame.forms if frame is not None else ():
            what = role(form, "object") or role(form, "number")
            if isinstance(what, n.Select):
                return what.noun
        return self.words.implied_noun()

    def tried(self, event: n.Event) -> str:
        return self.event(event, modal="would", pattern=True)


def third_person(verb: str) -> str:
    """The third person of an English verb by rule: attacks, passes, carries."""
    if verb in ("have", "do", "go"):
        return {"have": "has", "do": "does", "go": "goes"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
