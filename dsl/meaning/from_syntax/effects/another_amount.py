"""«infligge il doppio delle crepe», «…, ne infligge invece 2 in più»: the same event, of another amount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import Sense
from ... import nodes as n
from ...game import counted_by
from ..things.complements import Parts
from ..things.reading import number_said
from .receiving import Receiving

#: The terminal of «doppio» and «triplo».
_SO_MANY_TIMES: Final = "N_DOUBLE"


class AnotherAmount(Receiving):
    """The part of the reader that reads how much more, or less, is done than would be."""

    def of_another_amount(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """What a clause makes of the amounts of events; None of any other clause."""
        group = clause.group
        told = group.form in ("present", "conditional") and group.modal is None and not group.negated
        held = parts.objects[0].value if len(parts.objects) == 1 else None
        frames = [f for f in self.vocabulary.frames_of(group.verb.name) if f.counted and self.of_an_amount(f)]
        if not told or group.passive or group.reflexive or not isinstance(held, s.NounPhrase) or not frames:
            return None
        when = self._when_event
        same = isinstance(when, n.Event) and when.verb.partition("#")[0] == group.verb.name
        if same and (held.noun is None or (held.noun.terminal == _SO_MANY_TIMES and _of_what(held) is None)):
            return self._instead_of_so_much(clause, parts, held)
        value = _of_what(held)
        if value is None or all(counted_by(f) != value for f in frames):
            return None
        if self._when_event is not None:
            if parts.duration is None:
                return None
            said = f"«{self.quoted(clause.start, clause.end)}», dopo «quando …», non si intende"
            hint = "quanto di più o di meno si dice da sé, o con «se …», «durante …» davanti"
            raise self.fail(clause.start, said, "S036", hint, end=clause.end)
        return self._from_now_on(clause, parts, held)

    def as_its_doer_does(self, clause: s.Clause) -> s.Clause:
        """«le crepe inflitte dai tuoi lanci aumentano di 2», «… ai tuoi campioni sono raddoppiate» as «i tuoi lanci infliggono 2 crepe
        in più», «i tuoi campioni subiscono il doppio delle crepe»."""
        np = clause.subject
        value = (
            np.noun if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE" else None
        )
        verb = self.counting(value.name) if value is not None else None
        much = _changed_by(clause, value) if value is not None and verb is not None else None
        if not isinstance(np, s.NounPhrase) or much is None or len(np.modifiers) != 1 or self._when_event is not None:
            return clause
        inner = np.modifiers[0].value
        if not isinstance(inner, s.Clause) or inner.group.verb.name != verb or inner.group.negated or inner.group.modal:
            return clause
        told = _told_of(inner)
        if told is None:
            return clause
        who, received, rest = told
        sense = evolve(inner.group.verb.sense, terminal="V_FIN", person=3, number=who.number, mood="present")
        word = evolve(inner.group.verb, sense=evolve(sense, of="to" if received else None))
        group = s.VerbGroup(word, "present", finite=word, tokens=(word,))
        held = s.Complement("c_object", much, (), False, clause.start, clause.end)
        kept = tuple(c for c in clause.complements if not _by_how_much(c))
        return s.Clause(group, who, (held, *rest, *kept), None, clause.start, clause.end)

    def _instead_of_so_much(self, clause: s.Clause, parts: Parts, held: s.NounPhrase) -> n.Effect | None:
        """«…, ne infligge invece il doppio»: of what would happen."""
        if not any(clitic.name == "of_them" for clitic in clause.group.clitics):
            return None
        much = self.as_much_as_happened(clause.group.verb.name)
        number = self._as_much(held, much) if much is not None else None
        if number is None or not isinstance(self._when_event, n.Event):
            return None
        self.nothing_left(parts, clause, "objects", adverbs=("INSTEAD",))
        received = clause.group.verb.sense.of == "to"
        part = "to" if received else "agent"
        who = next((role.value for role in self._when_event.roles if role.name == part), None)
        if who is None:
            raise self.fail(clause.start, f"«{clause.group.verb.text}»: chi?", "S021", end=clause.end)
        span = self.span(clause.start, clause.end)
        return n.OfAnother(self._recalled_subject(who), self._when_event.verb, number, received, span=span)  # type: ignore[arg-type]

    def _from_now_on(self, clause: s.Clause, parts: Parts, held: s.NounPhrase) -> n.Effect | None:
        """«i tuoi lanci infliggono il doppio delle crepe a un giocatore (per questo turno)»."""
        if self.said.bound_event and parts.duration is None:
            return None
        if clause.subject is None and not self.said.continuous:
            return None
        plain = evolve(clause, complements=tuple(_plainly(clause.complements, held)))
        agent = self._agent(plain)
        event, more = self.event(plain, agent, pattern=True)
        self.nothing_left(more, plain, "objects", "prepositions", "duration", "within", "either", "cause")
        bind = self.said.fresh()
        roles = tuple(role for role in event.roles if role.name != "number" and not self._is_so_much(role.value))
        event = evolve(event, roles=(*roles, n.Role("number", n.SoMuch(bind=bind))))
        received = clause.group.verb.sense.of == "to"
        part = "to" if received else "agent"
        doer = next((role.value for role in event.roles if role.name == part), None)
        if isinstance(doer, n.Select):  # «i tuoi lanci infliggono il doppio»: each that does
            one = doer.pick is n.Pick.AGENT and doer.quantity is n.Quantity.ALL
            doer = evolve(doer, quantity=n.Quantity.EXACTLY, number=n.Num(1)) if one else doer
            doer = evolve(doer, bind=doer.bind or self.said.fresh())
            event = evolve(event, roles=tuple(evolve(r, value=doer) if r.name == part else r for r in event.roles))
        number = self._as_much(held, n.Outcome(bind, _of_what(held)))
        if number is None or doer is None:
            return None
        span = self.span(clause.start, clause.end)
        another = n.OfAnother(self._recalled_subject(doer), event.verb, number, received, span=span)  # type: ignore[arg-type]
        return n.Meanwhile(event, another, more.duration, span=span)

    def _is_so_much(self, value: object) -> bool:
        """«(guadagni) Scintille», of which so much more: what its form of the verb is told by."""
        return isinstance(value, n.Select) and value.noun in self.vocabulary.values

    def _as_much(self, held: s.NounPhrase, much: n.Number) -> n.Number | None:
        """«il doppio», «il triplo», «2 in più», «2 in meno», of so much."""
        head = held.noun
        if head is not None and head.terminal == _SO_MANY_TIMES:
            times = n.Num(2 if head.name == "double" else 3)
            return n.Compute(n.Arithmetic.MULTIPLY, (times, much))
        more = next((t for m in held.modifiers for t in m.tokens if t.terminal == "ADDITIONAL"), None)
        number = next((d for d in held.determiners if d.terminal in ("NUM", "INDEF")), None)
        if more is None or number is None:
            return None
        by = number_said(number) if number.terminal == "NUM" else n.Num(1)
        op = n.Arithmetic.SUBTRACT if more.name == "fewer" else n.Arithmetic.ADD
        return n.Compute(op, (much, by))


def _plainly(complements: Iterable[s.Complement], held: s.NounPhrase) -> Iterator[s.Complement]:
    """«il doppio delle crepe», «2 crepe in più» as «crepe»: of a verb with more than one form, which one it is."""
    for complement in complements:
        if complement.value is not held:
            yield complement
            continue
        inner = next((m.value for m in held.modifiers if m.kind == "mod_of"), None)
        twice = held.noun is not None and held.noun.terminal == _SO_MANY_TIMES
        value = inner if twice else evolve(held, determiners=(), modifiers=())
        if isinstance(value, s.NounPhrase):
            yield evolve(complement, value=value)


def _of_what(held: s.NounPhrase) -> str | None:
    """«il doppio delle crepe», «2 crepe in più»: the value of which it is more or less."""
    if held.noun is not None and held.noun.terminal == _SO_MANY_TIMES:
        inner = next((m.value for m in held.modifiers if m.kind == "mod_of"), None)
        bare = isinstance(inner, s.NounPhrase) and inner.noun is not None and not inner.modifiers
        return inner.noun.name if bare and isinstance(inner, s.NounPhrase) and inner.noun is not None else None
    more = any(t.terminal == "ADDITIONAL" for m in held.modifiers for t in m.tokens)
    return held.noun.name if more and held.noun is not None and held.noun.terminal == "N_VALUE" else None


def _told_of(inner: s.Clause) -> tuple[s.Noun, bool, tuple[s.Complement, ...]] | None:
    """«inflitte dai tuoi lanci a un campione», «che i tuoi lanci infliggono»: who does it, or suffers it; which of the two; the rest."""
    received = inner.group.verb.sense.of == "to"
    if inner.subject is not None:
        return inner.subject, received, inner.complements
    phrases = [(c, c.value) for c in inner.complements if isinstance(c.value, s.Prepositional) and c.kind == "c_prep"]
    for word in ("FROM", "TO"):
        for complement, phrase in phrases:
            if phrase.preposition.terminal == word:
                suffers = (word == "FROM") == received
                return phrase.np, suffers, tuple(c for c in inner.complements if c is not complement)
    return None


#: The verbs of which so much is more or less.
_CHANGES: Final = {"aumentare": "more", "diminuire": "fewer", "ridurre": "fewer", "raddoppiare": "double"}


def _changed_by(clause: s.Clause, value: s.Token) -> s.NounPhrase | None:
    """«aumentano di 2», «sono ridotte di 2», «raddoppiano»: «2 crepe in più», «il doppio delle crepe»; None of other clauses."""
    group = clause.group
    how = _CHANGES.get(group.verb.name)
    if how is None or group.negated or group.modal is not None or group.form not in ("present", "be_part"):
        return None
    at, end = clause.start, clause.end
    plain = s.NounPhrase((), value, (), 3, 3, at, end)
    if how == "double":
        of = s.Modifier("mod_of", (), plain, False, at, end)
        return s.NounPhrase((), s.Token(at, group.verb.text, Sense(_SO_MANY_TIMES, how)), (of,), 3, 1, at, end)
    amount = next((c.value for c in clause.complements if _by_how_much(c)), None)
    np = amount.np if isinstance(amount, s.Prepositional) else None
    if not isinstance(np, s.NounPhrase) or len(np.determiners) != 1 or np.modifiers:
        return None
    more = s.Modifier("adjective", (s.Token(at, group.verb.text, Sense("ADDITIONAL", how)),), None, False, at, end)
    return evolve(plain, determiners=np.determiners, modifiers=(more,))


def _by_how_much(complement: s.Complement) -> bool:
    """«di 2»."""
    phrase = complement.value if complement.kind == "c_prep" else None
    return isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "OF"
