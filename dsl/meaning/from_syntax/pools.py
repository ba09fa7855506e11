"""«attingi un Colore a tua scelta», «una Linfa di un Colore qualsiasi»: as «attingi {R} o {V} o …», of all that there are."""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from ...vocabulary.lexer import Sense
from .. import nodes as n
from ..game import ValueDecl
from .degrees import Degrees


class Pools(Degrees):
    """The part of the reader that reads amounts of a value that has a number for each of some words."""

    def of_any_word(self, clause: s.Clause) -> s.Clause:
        """A clause whose object is so much of whichever word one wants, as one of a choice among all the words."""
        pool = self._pool_of(clause.group.verb.name)
        said = next((c for c in clause.complements if c.kind == "c_object"), None)
        np = said.value if said is not None else None
        if pool is None or said is None or not isinstance(np, s.NounPhrase) or clause.group.negated:
            return clause
        chosen = next((c for c in clause.complements if c.kind == "c_choice" and _of_you(c)), None)
        word = self._any_word(np, pool, chosen is not None)
        many = np.determiners[0] if len(np.determiners) == 1 else None
        if word is None or many is None or not (many.terminal == "INDEF" or many.name == "1"):
            return clause
        items = tuple(_sign(np, name) for name in pool.members)
        either = evolve(said, value=s.NounList(items, "or", np.start, np.end))
        kept = tuple(either if c is said else c for c in clause.complements if c is not chosen)
        return evolve(clause, complements=kept)

    def _pool_of(self, verb: str) -> ValueDecl | None:
        """The value that a verb makes more of, where it has a number for each of some words."""
        roles = (r for frame in self.vocabulary.frames_of(verb) for form in frame.forms for r in form.roles)
        nouns = (role.value.noun for role in roles if isinstance(role.value, n.Select))
        values = (self.vocabulary.values[noun] for noun in nouns if noun in self.vocabulary.values)
        return next((each for each in values if each.kind == "pool"), None)

    def _any_word(self, np: s.NounPhrase, pool: ValueDecl, chosen: bool) -> s.NounPhrase | None:
        """The phrase that names the words, where it says that any of them will do."""
        named = np.noun.name if np.noun is not None and np.noun.terminal == "N_VALUE" else ""
        word: object = np
        if named == pool.name:
            if len(np.modifiers) != 1 or np.modifiers[0].kind != "mod_of":
                return None
            word = np.modifiers[0].value
        if not isinstance(word, s.NounPhrase) or word.noun is None or word.noun.terminal != "N_VALUE" or word.modifiers:
            return None
        if word is not np and any(d.terminal not in ("INDEF", "ANY") for d in word.determiners):
            return None
        value = self.vocabulary.values.get(word.noun.name)
        if value is None or value.kind == "pool" or value.members != pool.members:
            return None
        free = word.has("any") or self.may_be(word.end - 1, "ANY")  # «un Colore qualsiasi»
        return word if chosen or free else None


def _of_you(choice: s.Complement) -> bool:
    inner = choice.value
    return isinstance(inner, s.Complement) and inner.value is None and all(t.name == "your" for t in inner.tokens)


def _sign(np: s.NounPhrase, name: str) -> s.NounPhrase:
    """«{R}»."""
    return s.NounPhrase((), s.Token(np.start, name, Sense("N_SIGNS", name)), (), 3, 3, np.start, np.end)
