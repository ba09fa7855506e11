"""Amounts in canonical Italian: «6», «l'Ardore della Lana», «una carta per ogni Onda», «+2 Ardore»."""

from __future__ import annotations

from attrs import evolve

from ...vocabulary.inflection import Number, joined
from .. import nodes as n
from .discourse import Features
from .italian_nouns import ItalianNouns
from .italian_phrase import Phrase, of_gender, possessive, that
from .parts import in_excess, is_each
from .words import Noun


def _is_share(number: n.Compute) -> bool:
    """Whether a number is the half of something."""
    return number.op in (n.Arithmetic.HALF_DOWN, n.Arithmetic.HALF_UP)


class ItalianNumbers(ItalianNouns):
    """Numbers as noun phrases, as counts and as bonuses."""

    def amount(self, number: n.Number | n.Term) -> str:
        return str(self.amount_phrase(number))

    def amount_phrase(self, number: n.Number | n.Term) -> Phrase:
        """A number as a noun phrase: «6», «l'Ardore originale della Lana», «il doppio di …»."""
        signs = self.words.signs(number)
        if signs is not None:
            return Phrase(signs)
        match number:
            case n.Num(value=value):
                return Phrase(str(value), "", Features("m", "s" if value == 1 else "p"))
            case n.ValueOf(value=value, of=of, based=True):
                return self.possessed(value, of, adjective_after="di base")
            case n.ValueOf(value=value, of=of, printed=printed):
                return self.possessed(value, of, adjective_after=self._printed(value, printed))
            case n.Count(what=n.Select(noun=noun, where=(), place=None, among=n.Var() as named)) if (
                noun == self.words.implied_noun()
            ):
                return Phrase(joined("numero", self.term(named).after("di")), "the", Features("m"))
            case n.Count(what=what):
                with self.nothing_taken():
                    return Phrase(f"numero di {self.select(what, bare=True, number='p')}", "the", Features("m"))
            case n.Total(value=value, over=over, printed=printed):
                inner = self.possessed(value, over, adjective_after=self._printed(value, printed))
                return Phrase(joined("totale", inner.after("di")), "the", Features("m"))
            case n.Compute():
                return self._computed(number)
            case n.Outcome():
                return Phrase("altrettante")
            case n.Lookup(table=table, of=of):
                word = self.words.table(table).form("f", "s").casefold()
                return Phrase(joined(word, self.amount_or_term(of).after("di")), "the", Features("f"))
            case _:
                return self.term(number)

    def amount_or_term(self, what: n.Number | n.Term) -> Phrase:
        """A number or a term, each as a noun phrase."""
        if isinstance(what, n.Num | n.ValueOf | n.Count | n.Total | n.Compute | n.Outcome | n.Lookup):
            return self.amount_phrase(what)
        if isinstance(what, n.Select) and isinstance(what.number, n.Compute) and _is_share(what.number):
            return self.amount_phrase(what.number)  # «la metà dei tuoi Punti»: no number of them that is so much
        return self.term(what)

    def _printed(self, value: str, printed: bool) -> str:
        return "originale" if printed else ""

    def _computed(self, number: n.Compute) -> Phrase:
        parts = [self._part(part) for part in number.of]
        match number.op:
            case n.Arithmetic.MULTIPLY if number.of[0] == n.Num(2):
                return Phrase(joined("doppio", parts[1].after("di")), "the", Features("m"))
            case n.Arithmetic.MULTIPLY if number.of[0] == n.Num(3):
                return Phrase(joined("triplo", parts[1].after("di")), "the", Features("m"))
            case n.Arithmetic.MULTIPLY:
                return Phrase(f"{parts[0]} volte {parts[1]}")
            case n.Arithmetic.HALF_UP | n.Arithmetic.HALF_DOWN:
                way = "eccesso" if number.op is n.Arithmetic.HALF_UP else "difetto"
                return Phrase(f"{joined('metà', parts[0].after('di'))} arrotondata per {way}", "the", Features("f"))
            case n.Arithmetic.ADD:  # the article is the first one's: «della Forza più 2»
                return evolve(parts[0], text=f"{parts[0].text} più {parts[1]}")
            case n.Arithmetic.SUBTRACT:  # the article is the first one's: «della Forza meno 2»
                return evolve(parts[0], text=f"{parts[0].text} meno {parts[1]}")
            case n.Arithmetic.DIFFERENCE | n.Arithmetic.EXCESS:
                return Phrase(f"differenza tra {parts[0]} e {parts[1]}", "the", Features("f"))
            case n.Arithmetic.LEAST:
                return evolve(parts[0], text=f"{parts[0].text}, al massimo {parts[1]}")
            case n.Arithmetic.GREATEST:
                return evolve(parts[0], text=f"{parts[0].text}, almeno {parts[1]}")
            case n.Arithmetic.DIVIDE:
                return evolve(parts[0], text=f"{parts[0].text} diviso {parts[1]}")

    def _part(self, part: n.Number) -> Phrase:
        """What is reckoned with: «quelle Crepe», of as much as happened."""
        if not isinstance(part, n.Outcome) or part.of is None:
            return self.amount_phrase(part)
        forms = self.noun(part.of)
        several = _forms(forms)[1][1]
        return Phrase(f"{that(Features(forms.gender, 'p'), several)}{several}")

    def counted(self, number: n.Number, noun: str, of: str = "", mine: bool = False) -> str:
        """An amount of something: «una carta», «2 carte», «una carta per ogni Lana», «altrettante carte»; ``of`` whom
        («2 Punti dell'avversario»), or of «tu» (``mine``: «2 tuoi Punti»)."""
        forms = self.noun(noun)
        single, several = (
            joined(possessive("tuo", Features(forms.gender, each)) if mine else "", word, of)
            for each, word in _forms(forms)
        )
        signs = self.words.signs(number)
        if signs is not None:
            return signs
        if number == n.Num(1):
            return str(Phrase(single, "a", Features(forms.gender)))
        match number:
            case n.Num(value=value):
                return f"{value} {several}"
            case n.Var(name="X"):
                return f"X {several}"
            case n.Outcome():
                return joined(of_gender("altrettanto", Features(forms.gender, "p")), several)
            case n.SoMuch(op=None):
                return str(Phrase(single, "a", Features(forms.gender)))
            case n.SoMuch(op=op, number=n.Num(value=value)):
                return f"{value} o {'più' if op == '>=' else 'meno'} {several}"
            case n.Count(what=n.Select(noun=of_these, where=(), place=None, among=n.Var())) if (
                of_these == self.words.implied_noun()
            ):
                return joined(of_gender("altrettanto", Features(forms.gender, "p")), several)
            case n.Count() | n.Compute(op=n.Arithmetic.EXCESS):
                return joined(self.counted(n.Num(1), noun, of, mine), self.for_each(number))
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num() | n.Signs() as each, counted)) if not isinstance(
                counted, n.Outcome
            ):
                return joined(self.counted(each, noun, of, mine), self.for_each(counted))
            case n.Compute(op=n.Arithmetic.LEAST, of=(n.Num(value=most),)):
                return f"fino a {most} {several}"
            case n.Compute(op=n.Arithmetic.LEAST, of=(first, n.Num(value=most))):
                return f"{self.counted(first, noun, of, mine)}, al massimo {most}"
            case _:
                so_many = "" if noun in self.words.vocabulary.values else "un numero di"
                return joined(so_many, several, "pari", self.amount_phrase(number).after("a"))

    def for_each(self, number: n.Number) -> str:
        """The multiplier: «per ogni altra Lana in campo», «per ogni 3 carte nella tua Mano»."""
        match number:
            case n.Var(name="X"):
                return "per X"
            case n.Count(what=what):
                return f"per ogni {self.select(what, bare=True, number='s')}"
            case n.Compute(op=n.Arithmetic.DIVIDE, of=(n.Count(what=what), n.Num(value=size))):
                return f"per ogni {size} {self.select(what, bare=True, number='p')}"
            case n.Compute(op=n.Arithmetic.EXCESS):
                more, who, whom = in_excess(number)
                subject = "che hai" if isinstance(who, n.You) else f"che {self.term(who)} ha"
                return joined(self.for_each(more), subject, "in più", self.term(whom).after("di"))
            case n.ValueOf(value=value, of=n.You()):
                noun = self.noun(value)
                return joined("per ogni", possessive("tuo", Features(noun.gender)), noun.singular)
            case n.ValueOf(value=value, of=of):
                return joined(
                    "per ogni", self.noun(value).singular, self.term(of).after("di") if of is not None else ""
                )
            case _:
                return f"per ogni {self.amount(number)}"

    def signed(self, number: n.Number | n.Term, value: str) -> str:
        """A bonus or malus: «+2 Ardore», «-1 Ardore per ogni carta nella tua Mano, al massimo -3»."""
        match number:
            case n.Num(value=amount):
                return f"{with_sign(amount)} {self.value_word(value)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=1 | -1 as sign), much)) if not is_each(much):
                return f"{'+' if sign > 0 else '-'}X {self.value_word(value)}, dove X è {self.amount(much)}"
            case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(value=amount), counted)):
                return f"{with_sign(amount)} {self.value_word(value)} {self.for_each(counted)}"
            case n.Compute(op=n.Arithmetic.LEAST | n.Arithmetic.GREATEST, of=(first, n.Num(value=most))):
                return f"{self.signed(first, value)}, al massimo {with_sign(most)}"
            case n.Var(name="X"):
                return f"+X {self.value_word(value)}"
            case _:
                return f"+X {self.value_word(value)}, dove X è {self.amount(number)}"

    def value_word(self, value: str) -> str:
        return value


def _forms(noun: Noun) -> tuple[tuple[Number, str], tuple[Number, str]]:
    return ("s", noun.singular), ("p", noun.plural)


def with_sign(amount: int) -> str:
    """«+2», «-1», «+0»."""
    return f"+{amount}" if amount >= 0 else str(amount)
