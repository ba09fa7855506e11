"""«se esce 6», «se è 4 o più», «se il risultato è pari»: what a die that was rolled shows."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from .filters import Filters

#: «se esce 6», «se viene 6», «se fai 6», «se ottieni 6».
SHOWING: Final = frozenset({"uscire", "venire", "fare", "ottenere"})


def even_said(np: s.NounPhrase) -> s.Token | None:
    """«pari», «un numero dispari»."""
    words = [m.tokens[0] for m in np.modifiers if m.tokens]
    if np.noun is not None and np.noun.terminal == "EVEN" and not (words or np.determiners):
        return np.noun
    number = np.noun is None or np.noun.terminal == "N_NUMBER"
    return words[0] if number and len(words) == 1 and words[0].terminal == "EVEN" else None


def evenly_many(np: s.NounPhrase) -> tuple[s.NounPhrase, bool] | None:
    """The things of «un numero pari di Candele», and whether it is even; None of anything else."""
    of = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
    rest = evolve(np, modifiers=tuple(m for m in np.modifiers if m.kind != "mod_of"))
    numbered = np.noun is not None and np.noun.terminal == "N_NUMBER"
    even = even_said(rest) if numbered else None
    return (of, even.name == "even") if even is not None and isinstance(of, s.NounPhrase) else None


class Rolled(Filters):
    """The part of the reader that knows what is said of a die."""

    def shown_by_die(self, clause: s.Clause) -> s.Clause:
        """«se esce un numero pari», after a roll, as «se è un numero pari»; any other clause as it is."""
        said = self._shown(clause)
        if said is None:
            return clause
        predicate = s.Complement("predicate_np", said, (), False, said.start, said.end)
        rest = tuple(c for c in clause.complements if c.value is not said)
        return evolve(clause, subject=None, predicate=predicate, complements=rest)

    def shows(self, clause: s.Clause) -> bool:
        """Whether a clause says what the die shows by a verb of its own."""
        return self._shown(clause) is not None

    def _shown(self, clause: s.Clause) -> s.NounPhrase | None:
        if clause.group.verb.name not in SHOWING or clause.predicate is not None or self.said.recall("die") is None:
            return None
        things = [clause.subject, *(c.value for c in clause.complements if c.kind == "c_object")]
        return next((x for x in things if isinstance(x, s.NounPhrase) and self.is_of_die(x)), None)

    def the_die(self, np: s.NounPhrase) -> n.Var:
        """«il dado», «il risultato», «il risultato del dado»."""
        for said in np.modifiers:
            of = said.value.noun if isinstance(said.value, s.NounPhrase) else None
            if said.kind != "mod_of" or of is None or of.terminal != "N_DIE":
                words = self.quoted(np.start, np.end)
                raise self.fail(np.start, f"«{words}»: si conosce solo quello del dado", "S036", end=np.end)
        return n.Var(n.DIE, span=self.span(np.start, np.end))

    def is_of_die(self, value: object) -> bool:
        """«6», «4 o più», «un numero pari», «pari»: what nothing but a number is."""
        if not isinstance(value, s.NounPhrase):
            return False
        kinds = {m.tokens[0].terminal for m in value.modifiers if m.tokens}
        numbered = value.noun is None and any(d.terminal == "NUM" for d in value.determiners)
        return even_said(value) is not None or (numbered and kinds <= {"OR_MORE"})

    def of_the_roll(self, clause: s.Clause, predicate: s.Complement) -> bool:
        """Whether a clause without subject is of the die: «tira il dado. Se è maggiore di 3, …»."""
        if clause.subject is not None or self.said.candidate or self.said.recall("die") is None:
            return False
        value = predicate.value
        if predicate.kind == "predicate_comparison" or (predicate.kind == "predicate_np" and self.is_of_die(value)):
            return True
        return (
            isinstance(value, s.Modifier)
            and predicate.kind == "predicate_adjectives"
            and value.tokens[0].terminal == "EVEN"
        )


__all__ = ["SHOWING", "Rolled", "even_said", "evenly_many"]
