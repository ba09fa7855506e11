"""Noun phrases: their determiners and their noun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...vocabulary.inflection import Gender, contracted
from ...vocabulary.lexer import M, P, S
from ..forest import Built
from ..nodes import (
    Clause,
    Modifier,
    NounPhrase,
    Prepositional,
    Token,
    Violation,
)
from .building import all_of, builds, made_of


@builds("det_list")
def det_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens: tuple[Token, ...] = ()
    for child in children:
        value = child.value
        tokens += value if isinstance(value, tuple) else (value,)
    if _order_is_right(tokens):
        yield made_of(children, tokens)


@builds("det_up_to", "det_at_most")
def det_up_to(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, number = children[0].value, children[-1].value
    numbers = number if isinstance(number, tuple) else (number,)
    marker = Token(first.at, first.text, evolve(first.sense, terminal="AT_MOST", name="up_to"))
    yield made_of(children, (marker, *numbers))


@builds("det_one_or")
def det_one_or(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una o due Onda»: of the noun, not one of anything and two of them."""
    _, word, number = (child.value for child in children)
    marker = Token(word.at, word.text, evolve(word.sense, terminal="ONE_OR", gender=3, number=3))
    yield made_of(children, (marker, *(number if isinstance(number, tuple) else (number,))))


@builds("det_more_than")
def det_more_than(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«meno di tre carte», «più di tre carte»."""
    more, number = children[0].value, children[-1].value
    number = number[-1] if isinstance(number, tuple) else number
    least = more.name == "more"
    marker = Token(
        more.at,
        more.text,
        evolve(
            more.sense,
            terminal="AT_LEAST" if least else "AT_MOST",
            name="more_than" if least else "fewer_than",
            gender=3,
            number=3,
        ),
    )
    yield made_of(children, (marker, number))


@builds("det_or_more")
def det_or_more(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«due o più Nodi», «una o più Onda»."""
    number, more = children[0].value, children[-1].value
    marker = Token(more.at, more.text, evolve(more.sense, terminal="OR_MORE", gender=3, number=3))
    amount = Token(number.at, number.text, evolve(number.sense, gender=3, number=3))
    yield made_of(children, (amount, marker))


@builds("det_any_number")
def det_any_number(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, (children[0].value,))


_RANKS: Final = {
    "ALL": 0, "BOTH": 0, "EACH": 1, "EACH_ONE": 1, "NO": 1, "NOBODY": 1, "ANY": 1, "SOME": 1, "DEF": 1, "INDEF": 1,
    "THIS": 1, "THAT": 1, "AT_LEAST": 1, "EXACTLY": 1, "AT_MOST": 1, "ANY_NUMBER": 1, "AS_MANY": 1, "HOW_MANY": 1,
    "MORE": 1, "FIRST": 2, "SECOND": 2, "LAST": 2, "NEXT": 2, "SAME": 2, "NUM": 2, "OR_MORE": 2, "ONE_OR": 2,
    "SOLE": 2, "ONLY_ADJECTIVE": 2, "POSSESSIVE": 2, "OTHER": 2,
}  # fmt: skip


def _order_is_right(tokens: tuple[Token, ...]) -> bool:
    """Words before a noun stand in one of the orders that Italian knows; no word of a kind twice."""
    last = ""
    seen: set[str] = set()
    for token in tokens:
        kind = token.terminal
        if kind in seen:
            return False
        seen.add(kind)
        if last and _RANKS[kind] < _RANKS[last] and last not in ("AT_LEAST", "EXACTLY", "AT_MOST"):
            return False
        if _RANKS[kind] == _RANKS[last] if last else False:
            if (
                _RANKS[kind] == 1
                and last not in ("AT_LEAST", "EXACTLY", "AT_MOST", "ALL")
                and not (kind == "ANY" or last == "ANY")
            ):
                return False
        last = kind
    return True


def in_the_singular(noun: Token) -> tuple[Violation, ...]:
    """A keyword alone is itself: «Corazza», not «Corazze»."""
    if noun.terminal != "N_KEYWORD" or noun.sense.number != P:
        return ()
    return (Violation(noun.at, noun.sense.gender, S),)


def _phrase(dets: tuple[Token, ...], noun: Token | None, children: list[Built], start: int, end: int) -> Built:
    """A noun phrase with its agreement; the noun decides, and what does not fit it is at fault."""
    gender, number = (noun.sense.gender, noun.sense.number) if noun else (3, 3)
    violations: list[Violation] = []
    for token in dets:
        g, n = token.sense.gender, token.sense.number
        if token.terminal == "EACH" and any(d.terminal == "NUM" for d in dets):
            n = 3  # «ogni due carte»
        if token.terminal == "ALL":
            n = n & 3
        if token.terminal in ("NUM", "SIGNED") and n == 1 and not noun:
            n = 1
        if noun is not None and not number & n:
            violations.append(Violation(noun.at, gender, n))
            number = n if token.terminal != "NUM" else number
        else:
            number &= n
        if not gender & g:
            violations.append(Violation(token.at, gender, number))
        else:
            gender &= g
    if noun is not None and not dets:
        violations += in_the_singular(noun)
    return made_of(children, NounPhrase(dets, noun, (), gender, number, start, end), violations=tuple(violations))


@builds("rest")
def rest(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«il resto del turno» is «questo turno»."""
    word, noun = children[0].value, children[1].value
    gender: Gender = "m" if noun.sense.gender & M else "f"
    article = contracted("di", gender, "s", noun.text)
    if not noun.sense.number & S or not word.text.endswith((article, "questo" if gender == "m" else "questa")):
        return
    this = Token(word.at, word.text, evolve(word.sense, terminal="THIS"))
    yield made_of(children, NounPhrase((this,), noun, (), noun.sense.gender, noun.sense.number, start, end))


@builds("np_det_noun")
def np_det_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    dets, noun = children[0].value, children[1].value
    dets = dets if isinstance(dets, tuple) else (dets,)
    if not any(d.terminal in ("NOBODY", "EACH_ONE") for d in dets):
        yield _phrase(dets, noun, children, start, end)


@builds("np_named_spot")
def np_named_spot(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Prima Casella»: as «la Casella Prima»."""
    dets, name, noun = (child.value for child in children)
    dets = dets if isinstance(dets, tuple) else (dets,)
    phrase = _phrase(dets, noun, [children[0], children[2]], start, end)
    called = Modifier("mod_spot", (name,), None, False, name.at, name.at + 1)
    yield made_of(children, evolve(phrase.value, modifiers=(called,)), violations=phrase.violations)


@builds("np_any_noun")
def np_any_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una carta qualsiasi»: any one, as «una carta» is."""
    yield from np_det_noun(children[:2], start, end)


@builds("np_noun")
def np_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    noun = children[0].value
    yield _phrase((), noun, children, start, end)


_PRONOMINAL: Final = {
    "INDEF", "NUM", "THIS", "THAT", "OTHER", "ALL", "EACH_ONE", "BOTH", "NOBODY", "FIRST", "SECOND", "LAST",
    "AT_LEAST", "EXACTLY", "AT_MOST", "AS_MANY",
    "POSSESSIVE", "SAME", "NEXT", "HOW_MANY",
}  # fmt: skip


@builds("np_det")
def np_det(children: list[Built], start: int, end: int) -> Iterator[Built]:
    dets = children[0].value
    dets = dets if isinstance(dets, tuple) else (dets,)
    if dets[-1].terminal in _PRONOMINAL and dets[-1].text.casefold().replace("’", "'") not in (
        "un",
        "un'",
        "nessun",
        "quel",
        "l'",
    ):
        built = _phrase(dets, None, children, start, end)
        yield evolve(built, cost=built.cost + 2)


@builds("np_det_adjective")
def np_det_adjective(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«le Stanche avversarie», «un'avversaria»: the adjective stands for the noun that it is said of."""
    dets, adjective = children[0].value, children[1].value
    dets = dets if isinstance(dets, tuple) else (dets,)
    if adjective.terminal == "OPPOSING" and adjective.sense.gender & M:
        return  # «l'avversario» is who plays
    built = _phrase(dets, None, children, start, end)
    number = built.value.number & adjective.sense.number
    if number and built.value.gender & adjective.sense.gender:
        modifier = Modifier("adjective", (adjective,), None, False, adjective.at, adjective.at + 1)
        yield evolve(built, value=evolve(built.value, modifiers=(modifier,), number=number), cost=built.cost + 2)


@builds("np_top")
def np_top(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la cima del Fosso»: what lies on top of it."""
    article, top, _, pile = (child.value for child in children)
    if not isinstance(pile, NounPhrase) or pile.noun is None or pile.noun.terminal != "N_ZONE":
        return
    built = _phrase((article,), None, children, start, end)
    marker = Token(top.at, top.text, evolve(top.sense, terminal="END", gender=3, number=3))
    on_top = Modifier("mod_end", (marker,), pile, False, top.at, end)
    yield evolve(built, value=evolve(built.value, modifiers=(on_top,), gender=2, number=1), cost=built.cost + 2)


@builds("signs")
def signs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«{F}{F}{2}» as one word, whose name is those of its signs."""
    tokens = [child.value for child in children]
    name = "|".join(token.name for token in tokens)
    sense = evolve(tokens[0].sense, terminal="N_SIGNS", name=name, gender=3, number=3)
    yield made_of(children, Token(tokens[0].at, "".join(token.text for token in tokens), sense))


@builds("np_signs")
def np_signs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, NounPhrase((), children[0].value, (), 3, 3, start, end))


def _says_than(had: NounPhrase, clause: Clause) -> bool:
    """«chi ha più Punti di te»: more than somebody, not the most."""
    return any(m.kind in ("mod_of", "mod_comparison") for m in had.modifiers) or any(
        isinstance(c.value, Prepositional) and c.value.preposition.terminal == "OF" for c in clause.complements
    )


@builds("np_who")
def np_who(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«chi ha più carte in mano»: the player who has them; «chi ha 3 carte in mano»: every player who has."""
    who, clause = children[0].value, children[1].value
    has = clause.predicate.value if clause.predicate is not None else None
    most = (
        isinstance(has, NounPhrase)
        and any(d.terminal == "MORE" for d in has.determiners)
        and not _says_than(has, clause)
    )
    one = {"gender": 1, "number": 1}
    word = (
        evolve(who.sense, terminal="DEF", name="the", **one)
        if most
        else evolve(who.sense, terminal="EACH", name="each", **one)
    )
    noun = Token(who.at, who.text, evolve(who.sense, terminal="N_PLAYER", name="giocatore", **one))
    relative = Modifier("mod_relative", (), clause, False, start + 1, end)
    phrase = NounPhrase((Token(who.at, who.text, word),), noun, (relative,), 1, 1, start, end)
    yield made_of(children, phrase, cost=1, open_right=True)


@builds("np_so_many")
def np_so_many(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«tante carte quante sono le tue Lane»: as many as these."""
    so_many, noun, like = children[0].value, children[1].value, children[-1].value
    how_many = next(t for t in all_of(children, Token) if t.terminal == "HOW_MANY")
    modifier = Modifier("mod_so_many", (how_many,), like, False, how_many.at, end)
    built = _phrase((so_many,), noun, children, start, end)
    such = all_of(children, Modifier)  # «tante crepe lievi quante …»
    yield evolve(built, value=evolve(built.value, modifiers=(*such, modifier)))


@builds("np_many_as_wanted")
def np_many_as_wanted(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«quante tue carte vuoi», «tutte le tessere che vuoi»: any number of them."""
    np = children[0].value
    many = {"HOW_MANY"} if len(children) == 2 else {"ALL", "DEF"}
    said = [d for d in np.determiners if d.terminal in many]
    if np.noun is None or not np.number & 2 or len(said) < len(many):
        return
    of_any_number = evolve(said[0], sense=evolve(said[0].sense, terminal="ANY_NUMBER"))
    rest = tuple(d for d in np.determiners if d not in said)
    yield made_of(children, evolve(np, determiners=(of_any_number, *rest), number=2, end=end))


@builds("np_times_of")
def np_times_of(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«100 volte il numero delle tue Lane»: so many times a number."""
    number, times, of = (child.value for child in children)
    many = number.name.isdigit() and int(number.name) > 1 and times.sense.number & 2
    if many and isinstance(of, NounPhrase) and of.noun is not None and any(d.terminal == "DEF" for d in of.determiners):
        reckoned = Modifier("mod_times_of", (times,), of, False, times.at, end)
        counted = of.noun.terminal != "N_NUMBER" or any(m.kind == "mod_of" for m in of.modifiers)
        if counted:  # a place after what is counted says which of these, not where it is done
            yield made_of(children, NounPhrase((number,), times, (reckoned,), 3, 3, start, end), cost=-3)


@builds("np_as_wanted")
def np_as_wanted(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, NounPhrase((children[0].value,), None, (), 3, 2, start, end))
