"""«salta il tuo prossimo turno», «gioca un altro turno dopo questo»: a period that does not take place, or once more."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ..events.periods import is_next
from ..things.complements import Parts
from .course import Course

#: With which verbs one more turn is said, beside the game's own sense of them.
TAKING: Final = frozenset(("giocare", "prendere", "fare", "svolgere", "ottenere", "ricevere", "guadagnare"))


class TurnOrder(Course):
    """The part of the reader that reads what changes the order of turns and of their parts."""

    def parts(self, clause: s.Clause) -> Parts:
        """«salta il tuo prossimo turno»: what is skipped, and not how long."""
        said = [c for c in clause.complements if c.kind == "c_object"] if clause.group.verb.name == "saltare" else []
        if len(said) != 1 or not self._names_period(said[0].value):
            return super().parts(clause)
        found = super().parts(evolve(clause, complements=tuple(c for c in clause.complements if c is not said[0])))
        found.objects.insert(0, said[0])
        return found

    def _skip(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«il rivale salta il suo prossimo turno», «salta le tue prossime due Mattine»."""
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "INSTEAD"))
        who = self._agent(clause) or n.You()
        np = self._the_period(parts.objects[0].value if len(parts.objects) == 1 else None, clause)
        quoted = self.quoted(clause.start, clause.end)
        if any(m.kind == "mod_of" and self._names_period(m.value) for m in np.modifiers):
            hint = f"di un solo tempo: «{clause.group.verb.text} la sua prossima …»"
            raise self.fail(np.start, f"«{quoted}»: della prossima di un'altra non si dice", "S026", hint, clause.end)
        if not is_next(np) or any(m.kind == "mod_later" for m in np.modifiers):
            hint = "«salta il tuo prossimo …»; di quello che è in corso: «termina …», se il gioco lo dice"
            raise self.fail(np.start, f"«{quoted}»: quale? Si salta il prossimo", "S026", hint, clause.end)
        name = np.noun.name if np.noun is not None else ""
        if not self._is_their_own(who, np):
            hint = "«salta il tuo prossimo …», «l'avversario salta il suo prossimo …»"
            raise self.fail(np.start, f"«{quoted}»: ognuno salta il proprio", "S026", hint, clause.end)
        self._stands_in_a_turn(name, np)
        return n.Skip(name, who, self._so_many_periods(np), span=self.span(clause.start, clause.end))

    def _takes_one_more(self, clause: s.Clause) -> bool:
        """Whether a clause gives a period: «gioca un altro turno dopo questo», not «guadagna +1 Lume il prossimo turno»."""
        objects = [c.value for c in clause.complements if c.kind == "c_object"]
        amounts = any(c.kind.startswith("c_amount") for c in clause.complements)
        given = len(objects) == 1 and not amounts and self._names_period(objects[0])
        return clause.group.verb.name in TAKING and given

    def _one_more(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«gioca un altro turno dopo questo», «prendi due turni in più dopo questo»."""
        self._is_done_at_all(clause)
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "INSTEAD"))
        who = self._agent(clause) or n.You()
        np = self._the_period(self._object_np(clause, parts), clause)
        quoted = self.quoted(np.start, np.end)
        after = next((m for m in np.modifiers if m.kind == "mod_later" and m.value is not None), None)
        rest = [m for m in np.modifiers if m is not after and not _says_more(m)]
        more = any(d.terminal == "OTHER" for d in np.determiners) or len(rest) < len(np.modifiers) - (after is not None)
        hint = f"«{clause.group.verb.text} un altro {{}} dopo questo»".format(np.noun.name if np.noun else "")
        if after is None or not more or not self._is_the_same(after.value, np):
            said = f"«{quoted}»: dopo quale? Uno in più viene dopo quello in corso"
            raise self.fail(np.start, said, "S026", self._in_gender(hint, np), np.end)
        if rest or not all(d.terminal in ("INDEF", "NUM", "OTHER") for d in np.determiners):
            raise self.fail(np.start, f"«{quoted}» non si intende qui", "S026", self._in_gender(hint, np), np.end)
        assert np.noun is not None
        self._stands_in_a_turn(np.noun.name, np)
        return n.OneMore(np.noun.name, who, self._so_many_periods(np), span=self.span(clause.start, clause.end))

    def _is_done_at_all(self, clause: s.Clause) -> None:
        if clause.group.negated:
            said = f"«{self.quoted(clause.start, clause.end)}»: un tempo che non si gioca si salta"
            raise self.fail(clause.start, said, "S030", "«salta il suo prossimo …»", clause.end)

    def _so_many_periods(self, np: s.NounPhrase) -> int:
        """«i suoi prossimi due turni», «due turni in più»."""
        said = next((d for d in np.determiners if d.terminal == "NUM"), None)
        if said is not None and not said.name.isdigit():
            raise self.fail(said.at, f"«{said.text}»: quanti? Qui si dice un numero", "S024")
        return int(said.name) if said is not None else 1

    def _is_the_same(self, np: object, of: s.NounPhrase) -> bool:
        """«questo», «questo turno», of the same period."""
        if not isinstance(np, s.NounPhrase) or np.modifiers or [d.terminal for d in np.determiners] != ["THIS"]:
            return False
        return np.noun is None or (of.noun is not None and np.noun.name == of.noun.name)

    def _in_gender(self, hint: str, np: s.NounPhrase) -> str:
        """«un altro turno dopo questo», «un'altra fase dopo questa»."""
        noun = self.vocabulary.lexeme(np.noun.name) if np.noun is not None else None
        return (
            hint if noun is None or noun.gender == "m" else hint.replace("un altro", "un'altra").replace("sto»", "sta»")
        )

    def _the_period(self, np: object, clause: s.Clause) -> s.NounPhrase:
        if isinstance(np, s.NounPhrase) and self._names_period(np):
            return np
        said = f"«{self.quoted(clause.start, clause.end)}»: si salta un tempo del gioco"
        raise self.fail(clause.start, said, "S026", end=clause.end)

    @staticmethod
    def _names_period(np: object) -> bool:
        return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"

    @staticmethod
    def _is_their_own(who: n.Term, np: s.NounPhrase) -> bool:
        """«il tuo prossimo turno» of you, «il suo prossimo turno» of another, and of nobody else."""
        said = [d.name for d in np.determiners if d.terminal == "POSSESSIVE"]
        own = len(said) == 1 and (said[0] == "your") == isinstance(who, n.You)
        return own and all(m.kind == "adjective" and m.tokens[0].terminal == "LATER" for m in np.modifiers)

    def _stands_in_a_turn(self, name: str, np: s.NounPhrase) -> None:
        """Refuses a period that something begins (a fight): it comes in no order."""
        if not any(name in period.parts for period in self.vocabulary.periods.values()):
            said = f"«{self.quoted(np.start, np.end)}»: «{name}» non viene da sé, dopo un altro tempo"
            raise self.fail(np.start, said, "S026", "di ciò che si comincia si dice che non si può fare", np.end)


def _says_more(modifier: s.Modifier) -> bool:
    """«in più», «extra», «aggiuntivo»."""
    return (
        modifier.kind == "adjective"
        and [t.terminal for t in modifier.tokens] == ["ADDITIONAL"]
        and (modifier.tokens[0].name != "fewer")
    )
