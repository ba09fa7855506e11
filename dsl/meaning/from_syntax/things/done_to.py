"""«scarta una carta. Se la carta scartata è una Lana, …», «una delle carte rivelate»: what something was done to before."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...scope import nodes_of
from .selections import Selections


class DoneTo(Selections):
    """The part of the reader that recalls a thing by what was done to it in the same text."""

    def remember_deed(self, clause: s.Clause, effect: n.Effect) -> None:
        """Keeps what a step did something to, by its verb."""
        what = _done_to(effect)
        self.said.done_verbs |= {x.event.verb for x in nodes_of(effect) if isinstance(x, n.Do)}
        if what is not None:
            self.said.deeds = (*self.said.deeds, (clause.group.verb.name, what))

    def _done_before(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term | None:
        """«la carta scartata», «le Lane rivelate», «una carta rivelata», after «scarta …», «rivela …»."""
        participle = next((m for m in np.modifiers if m.kind == "mod_participle"), None)
        if participle is not None and self._counts_deeds(np, participle):
            return None
        known = self._deed(participle) if participle is not None else None
        if known is None:
            return None
        rest = tuple(m for m in np.modifiers if m is not participle)
        plain = head.name == self.vocabulary.implied_noun and not rest
        whole = np.has("the", "that") and not any(d.terminal in ("NUM", "OTHER", "POSSESSIVE") for d in np.determiners)
        if whole and plain and isinstance(known, n.Var):
            return known
        if whole and np.number == 1:
            return None  # «la Lana rivelata»: it is not said which of them, nor that it is one
        some = self._select(evolve(np, modifiers=rest), head.name, head, pattern, agent)
        seen = evolve(some, place=known) if isinstance(known, n.Place) else evolve(some, place=None, among=known)
        self.said.mentions = [evolve(m, term=seen) if m.term == some else m for m in self.said.mentions]
        return seen

    def _counts_deeds(self, np: s.NounPhrase, participle: s.Modifier) -> bool:
        """«per ogni Lana spezzata in questo modo»: those to which it was really done, and no thing spoken of."""
        said = participle.value
        if not isinstance(said, s.Clause) or said.group.verb.sense.kind != "verb":
            return False
        if any(frame.counted for frame in self.vocabulary.frames_of(said.group.verb.name)):
            return False  # «le carte pescate in questo modo»: which they are only the step itself knows
        return done_this_way(said) and not (np.has("that") or (np.has("the") and np.number == 1))

    def _deed(self, participle: s.Modifier) -> n.Term | None:
        """What was last done so in this text."""
        said = participle.value
        if not isinstance(said, s.Clause) or participle.negated or not all(map(says_so, said.complements)):
            return None
        return self._last_done_with(self._said_short(participle.tokens[0]) or participle.tokens[0].name)

    def _last_done_with(self, verb: str) -> n.Term | None:
        """What the last step with a verb did something to."""
        return next((what for done, what in reversed(self.said.deeds) if done == verb), None)

    def _said_short(self, verb: s.Token) -> str | None:
        """«tolta (in questo modo)», after «togli di mezzo …»: the verb that was done before, without what stands after it."""
        if verb.name in self.said.done_verbs:
            return None
        done = {name.partition("#")[0] for name in self.said.done_verbs}
        return next((each for each in self.vocabulary.said_short.get(verb.text.casefold(), ()) if each in done), None)

    def done_so(self, clause: s.Clause) -> n.Condition | None:
        """«se tra le carte una Lana è stata rivelata in questo modo», of looking, which is no event: one is among those."""
        said = next((c for c in clause.complements if says_so(c)), None)
        if said is None or clause.group.verb.sense.kind == "verb":
            return None
        things = [c.value for c in clause.complements if c.kind == "c_object"]
        np = clause.subject if clause.group.passive or not things else things[0]
        known = self._last_done_with(clause.group.verb.name)
        if known is None or not isinstance(np, s.NounPhrase) or len(clause.complements) - len(things) > 1:
            raise self._not_done_so(clause)
        some = self.counted(np)
        among = evolve(some, place=known) if isinstance(known, n.Place) else evolve(some, place=None, among=known)
        there = self._compare_count(among, np, clause)  # type: ignore[attr-defined]
        return there  # type: ignore[no-any-return]

    def as_was_ordered(self, clause: s.Clause) -> s.Clause:
        """«uccidi X. Se viene ucciso in questo modo», of a verb whose order is that of another: that other was done."""
        verb = clause.group.verb
        lexeme = self.vocabulary.lexeme(verb.name) if done_this_way(clause) else None
        other = (self._said_short(verb) or lexeme.ordered_as) if lexeme is not None else ""
        if other not in self.said.done_verbs or verb.name in self.said.done_verbs:
            return clause
        return evolve(clause, group=evolve(clause.group, verb=evolve(verb, sense=evolve(verb.sense, name=other))))

    def who_did_so(self, clause: s.Clause) -> n.Term | None:
        """«l'avversario scarta una carta. Se scarta una Lana in questo modo, …»: the player who did that; None of others."""
        group, doer = clause.group, self.said.last_doer
        third = group.finite is not None and group.finite.sense.person == 3
        if not done_this_way(clause) or clause.subject is not None or group.passive or group.reflexive or not third:
            return None
        if doer is None or isinstance(doer, n.You) or self.sort(doer) != "player":
            return None
        several = isinstance(doer, n.Select) and doer.quantity is n.Quantity.ALL
        if several or (getattr(doer, "each", False) and self.vocabulary.most_players > 2):
            said = f"«{self.quoted(clause.start, clause.end)}»: chi? prima sono più giocatori"
            raise self.fail(clause.start, said, "S037", "di ciò che si fa: «se una carta è stata …»", clause.end)
        return n.Var(doer.bind) if isinstance(doer, n.Select) and doer.bind is not None else doer

    def in_this_way(self, clause: s.Clause, event: n.Event) -> bool:
        """Whether a past is said to be so «in questo modo», which must have been done in this text."""
        if not done_this_way(clause):
            return False
        frames = self.vocabulary.frames_of(event.verb)
        if not self.said.card or not (self.said.done_verbs & {event.verb, *(frame.name for frame in frames)}):
            raise self._not_done_so(clause)
        return True

    def _not_done_so(self, clause: s.Clause) -> Exception:
        said = next((c for c in clause.complements if says_so(c)), clause)
        way = "in questo modo"
        hint = f"ciò che ne viene dopo si aspetta, senza «{way}»: «se …, …»"
        what = f"«{way}»: prima non si è fatto"
        return self.fail(said.start, what, "S021", hint, end=said.end)


def done_this_way(clause: s.Clause) -> bool:
    """«viene spezzata in questo modo», «viene così spezzata»."""
    return any(map(says_so, clause.complements)) or any(t.terminal == "THIS_WAY" for t in clause.group.adverbs)


def says_so(complement: s.Complement) -> bool:
    """«in questo modo»."""
    value = complement.value if isinstance(complement.value, s.Token) else next(iter(complement.tokens), None)
    return complement.kind == "c_adverb" and value is not None and value.terminal == "THIS_WAY"


def _done_to(effect: n.Effect) -> n.Term | None:
    """What a step does something to: what it chooses or moves, by its name, or the zone at which it looks; what each of several
    does has no one name."""
    if isinstance(effect, n.May):
        return _done_to(effect.effect)
    if isinstance(effect, n.Do) and effect.moved is not None:
        return n.Var(effect.moved)
    if isinstance(effect, n.Look):
        what: object = effect.what
    else:
        roles = effect.event.roles if isinstance(effect, n.Do) else ()
        what = next((role.value for role in roles if role.name == "object"), None)
    if isinstance(what, n.Select):
        return n.Var(what.bind) if what.bind is not None else None
    return what if isinstance(what, (n.Var, n.Place)) else None
