"""«previeni i prossimi 3 danni inflitti a una tua Lanterna»: of what would happen, so much does not."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import turn_of
from ...scope import nodes_of
from ...word_needs import ANNUL
from ..things.complements import Parts
from ..things.reading import number_said
from .first import Firsts


class Prevention(Firsts):
    """The part of the reader that reads what is prevented."""

    _only_would = False  # whether what sets the steps off does not happen yet: «se si spezzerebbe, …»

    def _prevent(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«i prossimi 3 danni», «il prossimo danno», «tutti i danni», and to whom or by whom."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        if self._is_what_would_be(clause, np):
            self.nothing_left(parts, clause, "objects")
            return n.CancelEvent(span=self.span(clause.start, clause.end))
        verb = self._counting(np)
        if isinstance(np, s.NounPhrase) and verb is None and (token := self._token_prevented(np)) is not None:
            return self._not_suffered(clause, parts, np, token)
        if not isinstance(np, s.NounPhrase) or verb is None:
            raise self.fail(clause.start, "che cosa si previene? qualcosa che si conta: «i prossimi 3 danni …»", "S024")
        said = [m for m in np.modifiers if isinstance(m.value, s.Clause)]
        if len(said) != len(np.modifiers) or len(said) > 1:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
        duration = parts.duration or self._in_this(parts)
        if said:
            inner = said[0].value
            assert isinstance(inner, s.Clause)
            if inner.group.verb.name != verb:
                raise self.fail(inner.start, f"«{inner.group.verb.text}» non si intende qui", end=inner.end)
            doer = self._who_would(inner)
            done = evolve(inner, group=evolve(inner.group, passive=doer is None), subject=None)
            event, more = self.event(done, doer, pattern=True)
            event = evolve(event, cause=event.cause or parts.cause)
            duration = duration or more.duration or self._in_this(more)
            self.nothing_left(more, inner, "objects", "prepositions", "duration", "within", "either")
            self.nothing_left(parts, clause, "objects", "duration", "within", "cause")
        else:
            plain = evolve(clause, group=evolve(clause.group, verb=self._as_verb(clause, verb), passive=True))
            event, more = self.event(plain, None, pattern=True, parts=evolve(parts, objects=[], duration=None))
            self.nothing_left(more, clause, "prepositions", "duration", "within", "either", "cause")
        event = evolve(event, roles=tuple(r for r in event.roles if r.name not in ("number", "object")))
        amount, once = self._how_much(np)
        if self.said.card and self.said.continuous and not self.said.bound_event and duration is None:
            return self._never_at_all(event, np, amount is not None or once, clause)
        return n.Prevent(event, amount, once, duration, span=self.span(clause.start, clause.end))

    def _is_what_would_be(self, clause: s.Clause, np: object) -> bool:
        """«se subirebbe danni, previenili», «…, previeni quei danni»: all of what would happen."""
        when, clitics = self._when_event, clause.group.clitics
        frame = self.vocabulary.frames.get(when.verb) if isinstance(when, n.Event) and self._only_would else None
        if frame is None or not frame.counted:
            return False
        if np is None:
            return len(clitics) == 1 and clitics[0].name in ("it", "them")
        that = isinstance(np, s.NounPhrase) and np.has("that") and not np.modifiers and not clitics
        verb = self._counting(np)
        return that and verb is not None and verb.partition("#")[0] == frame.verb

    def as_prevented(self, clause: s.Clause) -> s.Clause:
        """«annulla la prossima crepa»: as «previeni la prossima crepa», where the game's own verb is not done to crepe."""
        group = clause.group
        objects = [c.value for c in clause.complements if c.kind == "c_object"]
        np = objects[0] if len(objects) == 1 else None
        if (
            not isinstance(np, s.NounPhrase)
            or group.negated
            or group.modal
            or not any(sense.name == ANNUL for sense in self.words[group.verb.at].senses)
        ):
            return clause
        forms = [form for frame in self.vocabulary.frames_of(group.verb.name) for form in frame.forms]
        done_to = {r.value.noun for form in forms for r in form.roles if isinstance(r.value, n.Select)}
        token = self._token_prevented(np)
        if token is None or token in done_to:
            return clause
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name="prevenire", kind="function"))
        return evolve(clause, group=evolve(group, verb=verb))

    def _token_prevented(self, np: s.NounPhrase) -> str | None:
        """The tokens that one suffers: «tutte le crepe», or «tutti i danni» by the value that says of what kind they are."""
        if np.noun is None:
            return None
        suffered = [frame for frame in self.vocabulary.frames.values() if frame.ongoing is not None]
        objects = [
            role.value for frame in suffered for form in frame.forms for role in form.roles if role.name == "object"
        ]
        nouns = {each.noun for each in objects if isinstance(each, n.Select)} & set(self.vocabulary.tokens)
        for noun in sorted(nouns):
            kinds = {value.members for value in self.vocabulary.values.values() if value.owner == noun}
            named = self.vocabulary.values.get(np.noun.name)
            if np.noun.name == noun or (named is not None and named.members and named.members in kinds):
                return noun
        return None

    def _what_is_prevented(self, token: str) -> str:
        """«la prossima crepa», «tutte le crepe»: what can be prevented of such tokens."""
        lexeme = self.vocabulary.lexeme(token, Kind.NOUN)
        assert lexeme is not None
        next_one, every = ("la prossima", "tutte") if lexeme.gender == "f" else ("il prossimo", "tutti")
        return f"si dice «previeni {next_one} {lexeme.form('s')}» o «previeni {every} {lexeme.the('p')}»"

    def _not_suffered(self, clause: s.Clause, parts: Parts, np: s.NounPhrase, token: str) -> n.Effect:
        """«previeni tutte le crepe che subisci in questo turno»: they cannot be suffered; «la prossima crepa»: not that one."""
        said = [m.value for m in np.modifiers if isinstance(m.value, s.Clause)]
        told = evolve(np, modifiers=tuple(m for m in np.modifiers if not isinstance(m.value, s.Clause)))
        assert np.noun is not None
        thing = n.Select(token, self._hurt_by(told, token, np.noun), span=self.span(np.start, np.end))
        duration = parts.duration or self._in_this(parts)
        self.nothing_left(parts, clause, "objects", "duration", "within")
        event = self._suffering(token, n.You(), np.noun)
        if any(
            isinstance(x, n.Self) for x in nodes_of(thing.where)
        ):  # «tutte le crepe di questo lancio», on the lancio: whose ever
            event = evolve(event, roles=tuple(role for role in event.roles if role.name != "agent"))
        if len(said) == 1:
            inner = said[0]
            doer = self._who_would(inner)
            done = evolve(inner, group=evolve(inner.group, passive=doer is None), subject=None)
            usual = tuple(role for role in event.roles if role.name == "agent")
            event, more = self.event(done, doer, pattern=True)
            if "agent" not in {role.name for role in event.roles}:  # «subita», by whom is not said: by you
                event = evolve(event, roles=(*usual, *event.roles))
            duration = duration or more.duration or self._in_this(more)
            self.nothing_left(more, inner, "objects", "prepositions", "duration", "within", "either", "cause")
        roles = tuple(role for role in event.roles if role.name not in ("object", "number"))
        event = evolve(event, roles=(*roles, n.Role("object", thing)))
        amount, once = self._how_much(np)
        in_force = self.said.continuous and not self.said.bound_event and duration is None
        first = any(d.terminal == "FIRST" for d in np.determiners)  # of several at once nobody says which comes first
        if first or len(said) > 1 or (amount is not None and not once) or (in_force and once):
            what = f"«{self.quoted(np.start, np.end)}» non si previene"
            raise self.fail(np.start, what, "S024", self._what_is_prevented(token), np.end)
        span = self.span(clause.start, clause.end)
        if once:
            return n.Meanwhile(event, n.CancelEvent(), duration, once=True, span=span)
        if not in_force and duration is None and not thing.where:
            duration = n.Duration(n.Stretch.THIS, turn_of(self.vocabulary.periods))
        return n.Allow(event, allowed=False, duration=duration, span=span)

    def _never_at_all(self, event: n.Event, np: s.NounPhrase, some: bool, clause: s.Clause) -> n.Effect:
        """«previeni tutti i danni inflitti a questa carta», in force: it cannot be dealt any."""
        if some:
            said = f"«{self.quoted(np.start, np.end)}»: in un testo che vale sempre non ci sono i prossimi"
            raise self.fail(np.start, said, "S037", "si dice di tutti, o dopo «quando …»", np.end)
        return n.Allow(event, allowed=False, span=self.span(clause.start, clause.end))

    def _who_would(self, inner: s.Clause) -> n.Term | None:
        """«che quella Lanterna infliggerebbe», «che subisci»."""
        if inner.subject is not None:
            return self.term(inner.subject, pattern=self.said.continuous and not self.said.bound_event)
        finite = inner.group.finite
        if finite is None or inner.group.passive or inner.group.reflexive:
            return None
        return n.You() if finite.sense.person == 2 else self.subject_of(inner)  # «che subirebbe»

    def parts(self, clause: s.Clause) -> Parts:
        """«previeni tutti i danni da scontro inflitti a te»: what is said after the time is of the danni."""
        return super().parts(self._said_of_them(clause) if clause.group.verb.name == "prevenire" else clause)

    def _said_of_them(self, clause: s.Clause) -> s.Clause:
        after = clause.complements[-1] if len(clause.complements) > 1 else None
        phrase, (what, *others) = after.value if after is not None else None, clause.complements or (None,)
        np = phrase.np if isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "FROM" else None
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD" or len(others) != 1:
            return clause
        said = tuple(m for m in np.modifiers if isinstance(m.value, s.Clause))
        if what is None or not isinstance(what.value, s.NounPhrase) or not said or said != np.modifiers:
            return clause
        assert after is not None and isinstance(phrase, s.Prepositional)
        object_ = evolve(what, value=evolve(what.value, modifiers=(*what.value.modifiers, *said)))
        return evolve(clause, complements=(object_, evolve(after, value=evolve(phrase, np=evolve(np, modifiers=())))))

    def _as_verb(self, clause: s.Clause, verb: str) -> s.Token:
        token = clause.group.verb
        return s.Token(token.at, token.text, evolve(token.sense, name=verb, kind="verb"))

    def _counting(self, np: object) -> str | None:
        """The verb of which so much is done: «danni» is what «infligge danni» counts."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_VALUE":
            return None
        return self.counting(np.noun.name)

    def _in_this(self, parts: Parts) -> n.Duration | None:
        """«in questo turno»."""
        if parts.within is None or parts.within[1]:
            return None
        return n.Duration(n.Stretch.THIS, parts.within[0], parts.within_of)

    def _how_much(self, np: s.NounPhrase) -> tuple[n.Number | None, bool]:
        """So much in all, or all of it: of the next event alone, or of each."""
        number = next((d for d in np.determiners if d.terminal == "NUM"), None)
        if number is not None:
            return number_said(number), False
        once = np.has("next")
        if not once and not np.has("all", "each", "the"):
            said = self.quoted(np.start, np.end)
            if np.has("that", "this"):
                hint = "si previene ciò che non è ancora accaduto: «previeni i prossimi …», «previeni tutti i …»"
                raise self.fail(np.start, f"«{said}» sono già accaduti", "S024", hint, end=np.end)
            raise self.fail(np.start, f"quanti sono «{said}»?", "S024", end=np.end)
        return None, once


__all__ = ["Prevention"]
