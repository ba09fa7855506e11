"""«scarta una carta. Se la carta scartata è una Lana, …», «una delle carte rivelate»: what something was done to before."""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import nodes as n
from .selections import Selections


class DoneTo(Selections):
    """The part of the reader that recalls a thing by what was done to it in the same text."""

    def remember_deed(self, clause: s.Clause, effect: n.Effect) -> None:
        """Keeps what a step did something to, by its verb."""
        what = _done_to(effect)
        if what is not None:
            self.said.deeds = (*self.said.deeds, (clause.group.verb.name, what))

    def _done_before(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term | None:
        """«la carta scartata», «le Lane rivelate», «una carta rivelata», after «scarta …», «rivela …»."""
        participle = next((m for m in np.modifiers if m.kind == "mod_participle"), None)
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

    def _deed(self, participle: s.Modifier) -> n.Term | None:
        """What was last done so in this text."""
        said = participle.value
        if not isinstance(said, s.Clause) or said.complements or participle.negated:
            return None
        return next((what for verb, what in reversed(self.said.deeds) if verb == participle.tokens[0].name), None)


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
