"""Values that a game says with a verb of its own: «può tenere due Gettoni», «disponi di una Lana in più»."""

from __future__ import annotations

from attrs import evolve

from ..syntax import nodes as s
from . import nodes as n
from .from_syntax_events import Events, Parts
from .game import ValueDecl


class ValueVerbs(Events):
    """The part of the reader that reads the verbs of values."""

    def value_said(self, clause: s.Clause) -> ValueDecl | None:
        """The value that a clause's verb is declared for, when the clause says how much of it there is."""
        group = clause.group
        decl = self.vocabulary.value_of_verb(group.verb.name) if group.verb.sense.kind == "verb" else None
        if decl is None or group.passive or group.reflexive or decl.verb_can != (group.modal == "can"):
            return None
        if decl.verb_upon and not any(_additional(c.value) for c in clause.complements if c.kind == "c_object"):
            return None  # «puoi posare un Gettone su questa carta» is what the verb does
        return decl

    def value_modified(self, clause: s.Clause, parts: Parts, decl: ValueDecl, target: n.Term) -> n.Effect:
        """«può tenere due Gettoni» sets the value, «… un Gettone in più» adds to it, «non può tenere Gettoni» is none."""
        if len(parts.objects) != 1:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» quanti?", "S024", end=clause.end)
        said = parts.objects[0].value
        items = said.items if isinstance(said, s.NounList) else (said,)
        more = next((found for item in reversed(items) if (found := _additional(item)) is not None), None)
        span = self.span(clause.start, clause.end)
        effects = [
            self._modified(item, more, clause, decl, target, parts) for item in items if isinstance(item, s.NounPhrase)
        ]
        return effects[0] if len(effects) == 1 else n.Sequence(tuple(effects), span=span)

    def _modified(
        self, np: s.NounPhrase, more: str | None, clause: s.Clause, decl: ValueDecl, target: n.Term, parts: Parts
    ) -> n.Modify:
        one, number = self.counted_of_value(np, decl)
        span = self.span(clause.start, clause.end)
        always = parts.has("ALWAYS")
        if clause.group.negated:
            if number is not None and number != n.Num(1):
                raise self.fail(
                    np.start, f"«non … {self.quoted(np.start, np.end)}»: nessuno si dice senza numero", "S024"
                )
            return n.Modify(target, decl.name, n.Operation.SET, n.Num(0), always, parts.duration, span=span)
        if number is None:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» quanti?", "S024", end=np.end)
        amount: n.Number | n.Term = number
        if one is not None:
            amount = one if number == n.Num(1) else n.Compute(n.Arithmetic.MULTIPLY, (number, one))  # type: ignore[arg-type]
        if more == "fewer":
            amount = (
                n.Num(-number.value)
                if one is None and isinstance(number, n.Num)
                else n.Compute(
                    n.Arithmetic.SUBTRACT,
                    (n.Num(0), amount),  # type: ignore[arg-type]
                )
            )
        for each in parts.per_each:
            amount = n.Compute(n.Arithmetic.MULTIPLY, (amount, self.multiplier(each, parts)))  # type: ignore[arg-type]
        operation = n.Operation.ADD if more is not None or one is not None else n.Operation.SET
        return n.Modify(target, decl.name, operation, amount, always, parts.duration, span=span)

    def multiplier(self, np: s.Noun, parts: Parts) -> n.Number:
        raise NotImplementedError

    def counted_of_value(
        self, np: s.NounPhrase, decl: ValueDecl
    ) -> tuple[n.Member | n.ChosenMember | None, n.Number | None]:
        """What an amount of a value is of (a word of a bag, or the things that it counts), and how many."""
        rest = tuple(m for m in np.modifiers if _word(m) is None)
        head = np.noun
        one: n.Member | n.ChosenMember | None = None
        if head is not None and decl.kind == "bag" and head.sense.kind == "member" and head.name in decl.members:
            one = n.Member(decl.name, head.name)
        elif head is not None and decl.kind == "bag" and head.name == decl.verb_of and not rest:
            one = n.ChosenMember(decl.name, n.You())  # «un Seme a tua scelta in più»
        elif head is None or decl.kind == "bag" or head.name != decl.verb_of or rest:
            what = decl.verb_of or decl.name
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non sono «{what}»", "S025", end=np.end)
        plain = evolve(np, modifiers=rest)
        quantity, number = self._quantity(plain)
        if quantity in (n.Quantity.ALL, n.Quantity.ANY):
            number = None
        elif quantity is n.Quantity.AT_LEAST:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quanti di preciso?", "S024", end=np.end)
        return one, number

    def value_held(self, clause: s.Clause, parts: Parts, subject: n.Term) -> n.Condition | None:
        """«se disponi di due Lana»: a bag that has as many of the word; None when the clause speaks of something else."""
        group = clause.group
        decl = self.vocabulary.value_of_verb(group.verb.name) if group.verb.sense.kind == "verb" else None
        if decl is None or decl.kind != "bag" or len(parts.objects) != 1:
            return None
        said = parts.objects[0].value
        items = said.items if isinstance(said, s.NounList) else (said,)
        found: list[n.Condition] = []
        for np in items:
            if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.name not in decl.members:
                return None
            one, number = self.counted_of_value(np, decl)
            part: n.Number = one if number in (None, n.Num(1)) else n.Compute(n.Arithmetic.MULTIPLY, (number, one))  # type: ignore[assignment, arg-type]
            found.append(n.Within(part, n.ValueOf(decl.name, subject), span=self.span(clause.start, clause.end)))
        if len(found) == 1:
            return found[0]
        either = isinstance(said, s.NounList) and said.joiner == "or"
        return n.Or(tuple(found)) if either else n.And(tuple(found))


def _word(modifier: s.Modifier) -> str | None:
    """«in più», «in meno» after a noun."""
    token = modifier.tokens[0] if modifier.kind == "adjective" and modifier.tokens else None
    return token.name if token is not None and token.terminal == "ADDITIONAL" else None


def _additional(np: object) -> str | None:
    modifiers = np.modifiers if isinstance(np, s.NounPhrase) else ()
    return next((word for modifier in modifiers if (word := _word(modifier)) is not None), None)
