"""Numbers of canonical English."""

from __future__ import annotations

from attrs import evolve

from .. import nodes as n
from .english_nouns import EnglishNouns, indefinite, spaced
from .parts import in_excess, is_each


class EnglishNumbers(EnglishNouns):
    """Numbers as noun phrases, as counts and as bonuses."""

    def amount(self, number: n.Number | n.Term) -> str:
        """A number as a noun phrase."""
        signs = self.words.signs(number)
        if signs is not None:
            return signs.replace(" o ", " or ")
        match number:
            case n.Num(value=value):
                return str(value)
            case n.ValueOf(value=value, of=of, based=True):
                return self.owned(f"base {self.value(value)}", of)
            case n.ValueOf(value=value, of=of, printed=printed):
                return self.owned(spaced("original" if printed else "", self.value(value)), of)
            case n.Count(what=what):
                with self.nothing_taken():
                    return f"the number of {self.select(what, bare=True, number='p')}"
            case n.Total(value=value, over=over, printed=printed):
                return f"the total {spaced('original' if printed else '', self.value(value))} of {self.term(over)}"
            case n.Compute():
                return self._computed(number)
            case n.Outcome():
                return "as many"
            case n.Lookup(table=table, of=of):
                return f"what the table {table} says of {self.amount(of)}"
            case _:
                return self.term(number)

    def _computed(self, number: n.Compute) -> str:
        parts = [
            f"those {self.noun(part.of, 'p')}" if isinstance(part, n.Outcome) and part.of else self.amount(part)
            for part in number.of
        ]
        match number.op:
            case n.Arithmetic.MULTIPLY:
                return f"{'twice' if parts[0] == '2' else f'{parts[0]} times'} {parts[1]}"
            case n.Arithmetic.HALF_UP | n.Arithmetic.HALF_DOWN:
                return f"half of {parts[0]}, rounded {'up' if number.op is n.Arithmetic.HALF_UP else 'down'}"
            case n.Arithmetic.DIFFERENCE:
                return f"the difference between {parts[0]} and {parts[1]}"
            case n.Arithmetic.LEAST:
                return f"{parts[0]}, at most {parts[1]}"
            case n.Arithmetic.GREATEST:
                return f"{parts[0]}, at least {parts[1]}"
            case other:
                word = {n.Arithmetic.ADD: "plus", n.Arithmetic.SUBTRACT: "minus"}.get(other, "divided by")
                return f" {word} ".join(parts)

    def counted(self, number: n.Number, noun: str, of: str = "") -> str:
        """An amount of something: «a card», «2 cards», «a card for each Lana»; ``of`` whom."""
        signs = self.words.signs(number)
        if signs is not None:
            return signs.replace(" o ", " or ")
        if number == n.Num(1):
            return spaced(indefinite(self.noun(noun)), of)
        several = spaced(self.noun(noun, "p"), of)
        match number:
            case n.Num(value=value):
                return f"{value} {several}"
            case n.Outcome():
                return f"as many {several}"
            case n.SoMuch(op=None):
                return spaced(indefinite(self.noun(noun)), of)
            case n.SoMuch(op=op, number=n.Num(value=value)):
                return f"{value} or {'more' if op == '>=' else 'fewer'} {several}"
            case n.Count() | n.Compute(op=n.Arithmetic.EXCESS):
                return f"{self.counted(n.Num(1), noun, of)} {self.for_each(number)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num() | n.Signs() as each, counted)) if not isinstance(
                counted, n.Outcome
            ):
                return f"{self.counted(each, noun, of)} {self.for_each(counted)}"
            case n.Compute(op=n.Arithmetic.LEAST, of=(n.Num(value=most),)):
                return f"up to {most} {several}"
            case n.Compute(op=n.Arithmetic.LEAST, of=(first, n.Num(value=most))):
                return f"{self.counted(first, noun, of)} (at most {most})"
            case _:
                return f"a number of {several} equal to {self.amount(number)}"

    def for_each(self, number: n.Number) -> str:
        match number:
            case n.Count(what=what):
                return f"for each {self._each(what)}"
            case n.Compute(op=n.Arithmetic.DIVIDE, of=(n.Count(what=what), n.Num(value=size))):
                return f"for every {size} {self.select(what, bare=True, number='p')}"
            case n.Compute(op=n.Arithmetic.EXCESS):
                more, who, whom = in_excess(number)
                subject = "you have" if isinstance(who, n.You) else f"{self.term(who)} has"
                return f"{self.for_each(more)} {subject} more than {self.term(whom)}"
            case n.ValueOf(value=value, of=n.You()):
                return f"for each of your {self.value(value)}"
            case n.ValueOf(value=value, of=of):
                return f"for each {self.value(value)}" + (f" of {self.term(of)}" if of is not None else "")
            case _:
                return f"for each {self.amount(number)}"

    def _each(self, what: n.Select) -> str:
        """«Lana that you control»: the owner after the noun."""
        mine = next((c for c in what.where if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate)), None)
        if mine is None:
            return self.select(what, bare=True, number="s")
        rest = evolve(what, where=tuple(c for c in what.where if c is not mine))
        owner = "you control" if isinstance(mine.by, n.You) else f"{self.term(mine.by)} controls"
        return f"{self.select(rest, bare=True, number='s')} {owner}"

    def signed(self, number: n.Number | n.Term, value: str) -> str:
        match number:
            case n.Num(value=amount):
                return f"{amount:+d} {value}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=1 | -1 as sign), much)) if not is_each(much):
                return f"{'+' if sign > 0 else '-'}X {value}, where X is {self.amount(much)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=amount), counted)):
                return f"{amount:+d} {value} {self.for_each(counted)}"
            case n.Compute(op=n.Arithmetic.LEAST | n.Arithmetic.GREATEST, of=(first, n.Num(value=most))):
                return f"{self.signed(first, value)} (at most {most:+d})"
            case _:
                return f"+X {value}, where X is {self.amount(number)}"
