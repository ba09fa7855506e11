"""«attingi un Colore a tua scelta», «una Linfa di un Colore qualsiasi»: as «attingi {R} o {V} o …», of all that there are."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import Sense
from ... import nodes as n
from ...game import ValueDecl, counted_by
from ...scope import nodes_of
from .degrees import Degrees

#: «aggiungi … a …».
ADDING: Final = "aggiungere"


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

    def named_by_signs(self, clause: s.Clause) -> s.Clause:
        """«attingi una Linfa {R}», «due Linfe {R}», «una Linfa di Rovo» as «attingi {R}», «{R}{R}»."""
        said = next((c for c in clause.complements if c.kind == "c_object"), None)
        pool = self._pool_of(clause.group.verb.name) if said is not None else None
        if said is None or pool is None or not isinstance(said.value, s.NounPhrase | s.NounList):
            return clause
        items = said.value.items if isinstance(said.value, s.NounList) else (said.value,)
        signs = tuple(sign for each in items for sign in self._in_signs(each, pool))
        if signs == items:
            return clause
        joiner = said.value.joiner if len(items) > 1 and isinstance(said.value, s.NounList) else "or"
        value = s.NounList(signs, joiner, said.start, said.end) if len(signs) > 1 else signs[0]
        return evolve(clause, complements=tuple(evolve(c, value=value) if c is said else c for c in clause.complements))

    def _in_signs(self, np: s.NounPhrase, pool: ValueDecl) -> tuple[s.NounPhrase, ...]:
        """So much of a pool in signs alone, one or the other, where its words say which and how much."""
        named = np.noun is not None and np.noun.terminal == "N_VALUE" and np.noun.name == pool.name
        many = np.determiners[0] if len(np.determiners) == 1 else None
        if not named or many is None or len(np.modifiers) != 1:
            return (np,)
        words = [each for each in _words_of(np.modifiers[0]) if each in pool.members]
        times = 1 if many.terminal == "INDEF" else int(many.name) if many.name.isdigit() else 0
        return tuple(_sign(np, "|".join((word,) * times)) for word in words) if times and words else (np,)

    def added_to(self, clause: s.Clause) -> s.Clause:
        """«aggiungi {R} alla tua Linfa», «aggiungi 2 ai tuoi Punti» as what the game's verb does by which there is more of it
        («produci {R}», «guadagni 2 Punti»); «… alla Linfa del rivale»: he."""
        group = clause.group
        to = next((c for c in clause.complements if _led_to_a_value(c)), None)
        said = next((c for c in clause.complements if c.kind == "c_object"), None)
        if group.verb.name != ADDING or to is None or said is None or group.negated or group.modal is not None:
            return clause
        phrase, np = to.value, said.value
        assert isinstance(phrase, s.Prepositional) and isinstance(phrase.np, s.NounPhrase)
        pool = phrase.np.noun
        verb = self._more_of(pool.name) if pool is not None else None
        if verb is None or pool is None or not isinstance(np, s.NounPhrase | s.NounList):
            return clause
        if isinstance(np, s.NounPhrase) and np.noun is None:  # «aggiungi 2 ai tuoi Punti»
            said = evolve(said, value=evolve(np, noun=pool))
        elif isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.name not in ("", pool.name):
            if np.noun.terminal != "N_SIGNS":
                return clause
        rest = tuple(said if c.kind == "c_object" else c for c in clause.complements if c is not to)
        done = evolve(group, verb=evolve(group.verb, sense=evolve(group.verb.sense, name=verb, kind="verb")))
        whose = _whose(phrase.np)
        if whose is None:
            return evolve(clause, group=done, complements=rest)
        sense = evolve(done.verb.sense, terminal="V_FIN", person=3, mood="present")
        finite = evolve(done.verb, sense=sense)
        his = evolve(done, verb=finite, form="present", finite=finite)
        return evolve(clause, group=his, subject=whose, complements=rest) if clause.subject is None else clause

    def _more_of(self, value: str) -> str | None:
        """The verb by which a player has more of a value, where there is one: its steps add to it how much it is done."""
        for frame in self.vocabulary.frames.values():
            adds = [x for x in nodes_of(frame.steps) if isinstance(x, n.Change) and x.op is n.Operation.ADD]
            more = any(x.value == value and not isinstance(x.amount, n.Compute | n.Num) for x in adds)
            if more and counted_by(frame) == value:
                return frame.verb
        return None

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


def _words_of(said: s.Modifier) -> list[str]:
    """The words of «{R}», «di Rovo», «Rovo», «di Rovo o (di) Spina»."""
    if said.kind != "mod_of":
        return [said.tokens[0].name] if said.kind in ("mod_signs", "adjective") and len(said.tokens) == 1 else []
    either = isinstance(said.value, s.NounList) and said.value.joiner == "or"
    inner = said.value.items if either and isinstance(said.value, s.NounList) else (said.value,)
    plain = [
        np.noun.name for np in inner if isinstance(np, s.NounPhrase) and np.noun is not None and not np.determiners
    ]
    return plain if len(plain) == len(inner) else []


def _led_to_a_value(complement: s.Complement) -> bool:
    """«alla tua Linfa», «ai Punti del rivale»."""
    phrase = complement.value if complement.kind == "c_prep" else None
    np = phrase.np if isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "TO" else None
    return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE"


def _whose(np: s.NounPhrase) -> s.NounPhrase | None:
    """«del rivale», of what is his."""
    his = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
    return his if isinstance(his, s.NounPhrase) else None


def _of_you(choice: s.Complement) -> bool:
    inner = choice.value
    return isinstance(inner, s.Complement) and inner.value is None and all(t.name == "your" for t in inner.tokens)


def _sign(np: s.NounPhrase, name: str) -> s.NounPhrase:
    """«{R}»."""
    return s.NounPhrase((), s.Token(np.start, name, Sense("N_SIGNS", name)), (), 3, 3, np.start, np.end)
