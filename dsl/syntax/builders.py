"""From productions of the grammar to syntax nodes. A builder gets what the children are and yields what the whole may
be.

Agreement is checked here, by features: what does not agree is kept with a violation. Attachments that are not the
canonical one
(a complement after an open clause, a place inside a noun phrase) carry a cost, and the cheapest reading is the one
taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from attrs import evolve

from ..vocabulary.inflection import Mood
from ..vocabulary.lexer import M, P, S
from .forest import Builder, Built
from .nodes import (
    Amount,
    Body,
    Choice,
    Clause,
    Complement,
    Conditions,
    Front,
    HeadPhrase,
    Modifier,
    Noun,
    NounList,
    NounPhrase,
    Prepositional,
    Quoted,
    Sentence,
    Step,
    Times,
    Token,
    VerbGroup,
    Violation,
)

BUILDERS: Final[dict[str, Builder]] = {}
T = TypeVar("T")


def builds(*names: str) -> Callable[[Builder], Builder]:
    """Registers a builder for productions."""

    def register(function: Builder) -> Builder:
        for name in names:
            BUILDERS[name] = function
        return function

    return register


def _one(children: Iterable[Built], cls: type[T]) -> T | None:
    for child in children:
        if isinstance(child.value, cls):
            return child.value
    return None


def _all(children: Iterable[Built], cls: type[T]) -> tuple[T, ...]:
    return tuple(child.value for child in children if isinstance(child.value, cls))


def _noun(children: Iterable[Built]) -> Noun | None:
    for child in children:
        if isinstance(child.value, (NounPhrase, NounList)):
            return child.value
    return None


def _of(
    children: Iterable[Built],
    value: Any,
    *,
    cost: int = 0,
    violations: tuple[Violation, ...] = (),
    open_right: bool | None = None,
) -> Built:
    """A node from its children: their violations and costs are its own."""
    kids = list(children)
    own: tuple[Violation, ...] = violations
    total = cost
    for kid in kids:
        own += kid.violations
        total += kid.cost
    return Built(value, own, total, (kids[-1].open_right if kids else False) if open_right is None else open_right)


def _bits(mask: int) -> bool:
    return mask != 0


# -- noun phrases


@builds("det_list")
def det_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens: tuple[Token, ...] = ()
    for child in children:
        value = child.value
        tokens += value if isinstance(value, tuple) else (value,)
    if _order_is_right(tokens):
        yield _of(children, tokens)


@builds("det_up_to", "det_at_most")
def det_up_to(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, number = children[0].value, children[-1].value
    numbers = number if isinstance(number, tuple) else (number,)
    marker = Token(first.at, first.text, evolve(first.sense, terminal="AT_MOST", name="up_to"))
    yield _of(children, (marker, *numbers))


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
    yield _of(children, (marker, number))


@builds("det_or_more")
def det_or_more(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«due o più Nodi», «una o più Onda»."""
    number, more = children[0].value, children[-1].value
    marker = Token(more.at, more.text, evolve(more.sense, terminal="OR_MORE", gender=3, number=3))
    amount = Token(number.at, number.text, evolve(number.sense, gender=3, number=3))
    yield _of(children, (amount, marker))


@builds("det_any_number")
def det_any_number(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, (children[0].value,))


_RANKS: Final = {
    "ALL": 0, "BOTH": 0, "EACH": 1, "EACH_ONE": 1, "NO": 1, "NOBODY": 1, "ANY": 1, "SOME": 1, "DEF": 1, "INDEF": 1,
    "THIS": 1, "THAT": 1, "AT_LEAST": 1, "EXACTLY": 1, "AT_MOST": 1, "ANY_NUMBER": 1, "AS_MANY": 1, "HOW_MANY": 1,
    "MORE": 1, "FIRST": 2, "SECOND": 2, "LAST": 2, "NEXT": 2, "SAME": 2, "NUM": 2, "OR_MORE": 2,
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


_PLURAL_DETERMINERS: Final = {"ALL": 2, "BOTH": 2}


def _in_the_singular(noun: Token) -> tuple[Violation, ...]:
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
        violations += _in_the_singular(noun)
    return _of(children, NounPhrase(dets, noun, (), gender, number, start, end), violations=tuple(violations))


@builds("np_det_noun")
def np_det_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    dets, noun = children[0].value, children[1].value
    dets = dets if isinstance(dets, tuple) else (dets,)
    if not any(d.terminal in ("NOBODY", "EACH_ONE") for d in dets):
        yield _phrase(dets, noun, children, start, end)


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
    """«le Stanche avversarie»: the adjective stands for the noun that it is said of."""
    dets, adjective = children[0].value, children[1].value
    dets = dets if isinstance(dets, tuple) else (dets,)
    built = _phrase(dets, None, children, start, end)
    number = built.value.number & adjective.sense.number
    if number and built.value.gender & adjective.sense.gender:
        modifier = Modifier("adjective", (adjective,), None, False, adjective.at, adjective.at + 1)
        yield evolve(built, value=evolve(built.value, modifiers=(modifier,), number=number), cost=built.cost + 2)


@builds("signs")
def signs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«{F}{F}{2}» as one word, whose name is those of its signs."""
    tokens = [child.value for child in children]
    name = "|".join(token.name for token in tokens)
    sense = evolve(tokens[0].sense, terminal="N_SIGNS", name=name, gender=3, number=3)
    yield _of(children, Token(tokens[0].at, "".join(token.text for token in tokens), sense))


@builds("np_signs")
def np_signs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, NounPhrase((), children[0].value, (), 3, 3, start, end))


@builds("np_as_wanted")
def np_as_wanted(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, NounPhrase((children[0].value,), None, (), 3, 2, start, end))


_ENDED_BY_PHRASE: Final = frozenset(
    (
        "mod_of",
        "mod_in",
        "mod_direction",
        "mod_with",
        "mod_without",
        "mod_relative",
        "mod_participle",
        "mod_except",
        "mod_but_not",
        "mod_among",
        "mod_on",
        "mod_against",
        "mod_comparison",
    )
)
_MOD_COST: Final = {
    "mod_in": 2,
    "mod_direction": 1,
    "mod_among": 0,
    "mod_on": 2,
    "mod_against": 2,
    "mod_participle": 1,
    "mod_number": 1,
    "mod_from_end": 0,
}
_THINGS: Final = frozenset(("N_CARD", "N_RELATION", "N_NAME", "TARGET", "PRONOUN", "N_SLOT"))
_NOT_FOR: Final[dict[str, frozenset[str]]] = {
    # adjectives and the nouns that cannot have them, to prune early
    "STATUS": frozenset(
        (
            "N_PLAYER",
            "N_OPPONENT",
            "N_VALUE",
            "N_ZONE",
            "N_PLACE",
            "N_PERIOD",
            "N_KEYWORD",
            "N_NUMBER",
            "N_TEXT",
            "YOU",
            "N_ABILITIES",
        )
    ),
    "STATUS_PHRASE": frozenset(
        ("N_PLAYER", "N_OPPONENT", "N_VALUE", "N_ZONE", "N_PLACE", "N_PERIOD", "N_KEYWORD", "N_NUMBER", "N_TEXT", "YOU")
    ),
    "MEMBER": frozenset(
        (
            "N_PLAYER",
            "N_OPPONENT",
            "N_ZONE",
            "N_PLACE",
            "N_PERIOD",
            "N_KEYWORD",
            "N_NUMBER",
            "YOU",
            "N_ABILITIES",
            "PRONOUN",
        )
    ),
    "TARGET": frozenset(
        ("N_VALUE", "N_ZONE", "N_PLACE", "N_PERIOD", "N_KEYWORD", "N_NUMBER", "YOU", "N_TEXT", "TARGET")
    ),
    "OPPOSING": frozenset(("N_PLAYER", "N_OPPONENT", "YOU", "N_KEYWORD")),
    "N_SLOT": frozenset(
        (
            "N_CARD",
            "N_PLAYER",
            "N_OPPONENT",
            "N_VALUE",
            "N_ZONE",
            "N_PLACE",
            "N_PERIOD",
            "N_KEYWORD",
            "N_NUMBER",
            "YOU",
            "N_ABILITIES",
            "N_RELATION",
            "N_NAME",
            "TARGET",
            "N_SLOT",
            "PRONOUN",
        )
    ),
    "N_KEYWORD": frozenset(
        (
            "N_CARD",
            "N_PLAYER",
            "N_OPPONENT",
            "N_VALUE",
            "N_ZONE",
            "N_PLACE",
            "N_PERIOD",
            "N_KEYWORD",
            "N_NUMBER",
            "YOU",
            "N_RELATION",
            "N_NAME",
            "TARGET",
            "N_SLOT",
            "PRONOUN",
        )
    ),
    "EVEN": frozenset(("N_CARD", "N_PLAYER", "N_OPPONENT", "N_ZONE", "N_PLACE", "N_PERIOD", "N_KEYWORD", "YOU")),
    "ORIGINAL": frozenset(
        (
            "N_CARD",
            "N_PLAYER",
            "N_OPPONENT",
            "N_ZONE",
            "N_PLACE",
            "N_PERIOD",
            "N_KEYWORD",
            "YOU",
            "N_RELATION",
            "N_NAME",
            "TARGET",
        )
    ),
    "POSSESSIVE": frozenset(("N_PLAYER", "YOU", "PRONOUN")),
}
_PLACED: Final = frozenset(("N_CARD", "N_RELATION", "N_NAME", "TARGET", "N_SLOT", None))
_ON_SPOTS: Final = frozenset(("N_CARD", "N_SPOT", "N_RELATION", "TARGET", None))
_COMPARABLE: Final = frozenset(("N_VALUE", "N_NUMBER", "N_TOTAL", "N_CARD", None, "N_SLOT"))


def _noun_of(np: object) -> str | None:
    return np.noun.terminal if isinstance(np, NounPhrase) and np.noun else None


@builds("np_mod")
def np_mod(children: list[Built], start: int, end: int) -> Iterator[Built]:
    np, modifier = children[0].value, children[1].value
    if not isinstance(np, NounPhrase) or not isinstance(modifier, Modifier):
        return
    head = np.noun.terminal if np.noun else None
    if not _fits(np, head, modifier):
        return
    if np.modifiers and any(token.terminal == "N_SLOT" for token in modifier.tokens):
        return  # which text of a card it is stands right after «testo», «effetto»
    on_spot = modifier.kind == "mod_on" and _noun_of(modifier.value) == "N_SPOT"
    cost = 2 if on_spot else _MOD_COST.get(modifier.kind, 0)
    if np.modifiers and np.modifiers[-1].kind in _ENDED_BY_PHRASE and modifier.kind != "mod_called":
        cost += 1
    if modifier.kind in ("mod_on", "mod_in", "mod_with", "mod_direction", "mod_relative") and _is_called(
        _last_of(modifier.value)
    ):
        cost += 3  # a name given at the end is of the whole
    if children[0].open_right and modifier.kind != "mod_called":
        cost += 2
    gender, number, violations = np.gender, np.number, []
    for token in modifier.tokens:
        if token.terminal in (
            "STATUS",
            "OPPOSING",
            "ORIGINAL",
            "ATTACHED",
            "TABLE_WORD",
            "V_PART",
            "COVERED",
            "ADDITIONAL",
            "CHOSEN",
            "SORT",
            "POSSESSIVE",
            "DIFFERENT",
            "OPPOSITE",
            "EMPTY",
            "DIRECTION",
            "FREE_SPOT",
            "ROUNDED",
            "EQUAL",
            "GREATER",
        ):
            if gender & token.sense.gender and number & token.sense.number:
                gender &= token.sense.gender
                number &= token.sense.number
            else:
                violations.append(Violation(token.at, gender, number))
        if (
            token.terminal == "TARGET" and number == S and token.sense.number == P
        ):  # «le carte bersaglio», but not «la carta bersagli»
            violations.append(Violation(token.at, token.sense.gender, S))
    value = NounPhrase(np.determiners, np.noun, (*np.modifiers, modifier), gender, number, start, end)
    yield _of(children, value, cost=cost, violations=tuple(violations))


def _last_of(value: object) -> object:
    """The noun phrase with which a modifier ends."""
    if not isinstance(value, Clause):
        return value
    last = value.complements[-1] if value.complements else value.predicate
    found = last.value if last is not None else None
    return found.np if isinstance(found, Prepositional) else found


def _is_called(np: object) -> bool:
    return isinstance(np, NounPhrase) and any(each.kind == "mod_called" for each in np.modifiers)


#: Nouns that are numbers, to which another may be added.
_RECKONED: Final = frozenset(("N_VALUE", "N_NUMBER", "N_TOTAL", "N_DOUBLE", "N_HALF", "N_DIFFERENCE"))


def _fits(np: NounPhrase, head: str | None, modifier: Modifier) -> bool:
    """Whether a noun can have a modifier at all, by the sort of the noun."""
    if modifier.kind == "mod_called" and head == "N_NAME":
        return False  # what has a name is not given another
    if modifier.kind == "mod_reckoned":
        return head in _RECKONED and any(d.terminal == "DEF" for d in np.determiners)
    for token in modifier.tokens:
        if head is not None and head in _NOT_FOR.get(token.terminal, ()):
            return False
        if token.terminal == "SORT" and head != "N_LASTING":
            return False
        if head is None and token.terminal in ("MEMBER", "N_SLOT", "N_KEYWORD", "EVEN"):
            return False
        if token.terminal == "POSSESSIVE" and any(t.terminal == "POSSESSIVE" for t in np.determiners):
            return False
        if token.terminal in ("MEMBER", "N_KEYWORD", "N_SLOT", "ORIGINAL", "ATTACHED") and head == "N_SPOT":
            return False
        if token.terminal == "FREE_SPOT" and head != "N_SPOT":
            return False
        if token.terminal == "DIRECTION" and head not in _ON_SPOTS:
            return False
    if modifier.kind == "mod_called" and head == "N_NAME":
        return False
    if modifier.kind == "mod_on":
        return head in (_PLACED if _noun_of(modifier.value) == "N_SPOT" else ("N_CARD", None))
    if modifier.kind in ("mod_in", "mod_end", "mod_from_end"):
        if head not in _PLACED:
            return modifier.kind == "mod_in" and head == "N_PERIOD"
        if modifier.kind == "mod_in":
            return _noun_of(modifier.value) in ("N_ZONE", "N_PLACE", "N_SPOT") or isinstance(modifier.value, NounList)
    if modifier.kind == "mod_comparison":
        return head in _COMPARABLE or (modifier.tokens[0].terminal == "DIFFERENT" and head in _PLACED)
    if modifier.kind == "mod_noun":
        return head == "N_CARD" and np.noun is not None and np.noun.name == "carta" and not np.modifiers
    if modifier.kind == "mod_name":
        return head == "N_CARD" and np.noun is not None and not np.modifiers and np.has("the")
    if modifier.kind == "mod_number":
        return head == "N_VALUE" and not np.modifiers
    if modifier.kind == "mod_against":
        return head == "N_PERIOD"
    if modifier.kind in ("mod_with",):
        return head in _PLACED or head in ("N_PLAYER", "N_OPPONENT")
    if modifier.kind == "mod_of" and head in ("YOU", "PRONOUN"):
        return False
    if head == "YOU":
        return False
    return True


@builds("mod_rounded")
def mod_rounded(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, Modifier("adjective", (children[-1].value,), None, False, start, end))


@builds("mod_adjectives")
def mod_adjectives(children: list[Built], start: int, end: int) -> Iterator[Built]:
    value = children[0].value
    if isinstance(value, Modifier):
        yield _of(children, value)
    else:
        yield _of(children, Modifier("adjective", (value,), None, False, start, end))


@builds("adjectives_or", "adjectives_and")
def adjectives_joined(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, joiner, second = (child.value for child in children)
    kind = "adjectives_or" if joiner.terminal == "OR" else "adjectives_and"
    yield _of(children, Modifier(kind, (first, second), None, False, start, end))


@builds("a_rounded")
def a_rounded(children: list[Built], start: int, end: int) -> Iterator[Built]:
    word, excess = children[0].value, children[-1].value
    yield _of(children, Token(word.at, word.text, evolve(word.sense, name=excess.name)))


@builds("mod_not")
def mod_not(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, Modifier("adjective", (children[1].value,), None, True, start, end))


@builds("direction_to")
def direction_to(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«davanti a questa carta»: the direction and from what it is seen."""
    yield _of(children, Modifier("mod_direction", (children[0].value,), _noun(children), False, start, end))


@builds("mod_direction")
def mod_direction(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[0].value)


@builds(
    "mod_of", "mod_in", "mod_on", "mod_among", "mod_with", "mod_without", "mod_against", "mod_except", "mod_but_not"
)
def mod_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = _all(children, Token)
    word = next(t for t in tokens if t.terminal != "COMMA")
    kind = {
        "OF": "mod_of", "IN": "mod_in", "ON": "mod_on", "AMONG": "mod_among", "WITH": "mod_with",
        "WITHOUT": "mod_without", "AGAINST": "mod_against",
        "EXCEPT": "mod_except", "NOT": "mod_but_not",
    }[word.terminal]  # fmt: skip
    yield _of(children, Modifier(kind, (), _noun(children), False, start, end))


@builds("mod_of_each")
def mod_of_each(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«di Prima e delle sue compagne»: of both."""
    _, first, joiner, _, second = (child.value for child in children)
    if not isinstance(first, NounPhrase) or not isinstance(second, NounPhrase):
        return
    things = NounList((first, second), {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal], start, end)
    yield _of(children, Modifier("mod_of", (), things, False, start, end))


@builds("mod_reckoned")
def mod_reckoned(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la somma del loro Ardore meno il più basso»: a number more, or less, another."""
    word, other = children[0].value, children[1].value
    if not isinstance(other, NounPhrase) or other.noun is None or other.noun.terminal not in _RECKONED:
        return
    yield _of(
        children,
        Modifier(
            "mod_reckoned", (evolve(word, sense=evolve(word.sense, gender=3, number=3)),), other, False, start, end
        ),
    )


@builds("mod_end", "mod_from_end")
def mod_end(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = _all(children, Token)
    where = next(t for t in tokens if t.terminal in ("TOP", "BOTTOM"))
    kind = "mod_end" if tokens[0].terminal == "IN" else "mod_from_end"
    marker = Token(where.at, where.text, evolve(where.sense, terminal="END", gender=3, number=3))
    yield _of(children, Modifier(kind, (marker,), _noun(children), False, start, end))


@builds("mod_comparison", "mod_relative", "mod_participle")
def mod_inner(children: list[Built], start: int, end: int) -> Iterator[Built]:
    inner = next(child.value for child in children if isinstance(child.value, Modifier))
    yield _of(children, evolve(inner, start=start, end=end))


@builds("mod_same_name")
def mod_same_name(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«con lo stesso nome», «con lo stesso nome di questa carta»."""
    value = children[-1].value if len(children) > 1 else None
    yield _of(children, Modifier("mod_same_name", (children[0].value,), value, False, start, end))


@builds("mod_later")
def mod_later(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«dopo questa carta», «già giocato dopo questa carta»."""
    tokens = tuple(t for t in _all(children, Token) if t.terminal in ("ALREADY", "V_PART", "AFTER"))
    yield _of(children, Modifier("mod_later", tokens, _noun(children), False, start, end))


@builds("mod_called")
def mod_called(children: list[Built], start: int, end: int) -> Iterator[Built]:
    name = children[-1].value
    yield _of(
        children,
        Modifier(
            "mod_called",
            (Token(name.at, name.text, evolve(name.sense, terminal="NAME", gender=3, number=3)),),
            None,
            False,
            start,
            end,
        ),
    )


@builds("mod_superlative")
def mod_superlative(children: list[Built], start: int, end: int) -> Iterator[Built]:
    more, high = children[0].value, children[1].value
    greatest = (more.name == "more") == (high.name == "greater")
    word = Token(high.at, high.text, evolve(high.sense, terminal="GREATER", name="greater" if greatest else "less"))
    yield _of(children, Modifier("mod_comparison", (word,), None, False, start, end))


@builds("mod_name")
def mod_name(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Lanterna Attaccante»: the one that goes by that name, if it is such."""
    yield _of(children, Modifier("mod_name", (children[0].value,), None, False, start, end))


@builds("mod_noun")
def mod_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una carta Candela»: a card that is what another noun says."""
    token = children[0].value
    if token.sense.kind == "noun" and token.name != "carta":
        yield _of(children, Modifier("mod_noun", (token,), None, False, start, end))


@builds("mod_number")
def mod_number(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, Modifier("mod_number", (evolve_number(children[0].value),), None, False, start, end))


def evolve_number(token: Token) -> Token:
    """A number after a noun does not agree with it."""
    return Token(token.at, token.text, evolve(token.sense, gender=3, number=3))


@builds("compare_equal", "compare_than", "compare_different", "compare_extreme", "compare_or_more", "compare_or")
def comparison(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = tuple(t for t in _all(children, Token) if t.terminal in ("EQUAL", "GREATER", "DIFFERENT", "MORE", "HIGH"))
    if not tokens:
        return
    if {t.terminal for t in tokens} == {"GREATER", "EQUAL"}:  # «maggiore o uguale a» is «uguale o maggiore a»
        tokens = tuple(sorted(tokens, key=lambda t: t.terminal != "EQUAL"))
    kind_tokens = tokens
    if len(tokens) == 2 and tokens[0].terminal == "MORE" and tokens[1].terminal == "HIGH":
        greatest = (tokens[0].name == "more") == (tokens[1].name == "greater")
        kind_tokens = (
            Token(
                tokens[1].at,
                tokens[1].text,
                evolve(tokens[1].sense, terminal="GREATER", name="greater" if greatest else "less"),
            ),
        )
    or_more = any(isinstance(c.value, Token) and c.value.terminal == "OR" for c in children)
    if or_more and kind_tokens[0].terminal in ("MORE", "GREATER"):
        first = kind_tokens[0]
        more = first.name in ("more", "greater")
        kind_tokens = (
            Token(
                first.at,
                first.text,
                evolve(first.sense, terminal="OR_MORE", name="more" if more else "less", gender=3, number=3),
            ),
        )
    yield _of(children, Modifier("mod_comparison", kind_tokens, _noun(children), or_more, start, end))


@builds("relative_that", "relative_prep")
def relative(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clause = _one(children, Clause)
    if clause is None:
        return
    kind = "mod_relative"
    tokens: tuple[Token, ...] = tuple(t for t in (children[0].value,) if isinstance(t, Token))
    yield _of(children, Modifier(kind, tokens, clause, False, start, end), open_right=True)


@builds("relative_whose")
def relative_whose(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«il cui Ardore è minore di 3»: the article is of what the thing has."""
    article, which, clause = (child.value for child in children)
    np = clause.subject
    if not isinstance(np, NounPhrase) or np.determiners or np.noun is None or np.noun.terminal != "N_VALUE":
        return
    clause = evolve(clause, subject=evolve(np, determiners=(article,)))
    yield _of(children, Modifier("mod_relative", (which,), clause, False, start, end), open_right=True)


@builds("participle")
def participle(children: list[Built], start: int, end: int) -> Iterator[Built]:
    verb = children[0].value
    group = VerbGroup(verb, "participle", passive=True)
    clause = Clause(group, None, _all(children, Complement), None, start, end)
    if _clause_is_wrong(clause):
        return
    yield _of(children, Modifier("mod_participle", (verb,), clause, False, start, end), open_right=len(children) > 1)


@builds("np_items")
def np_items(children: list[Built], start: int, end: int) -> Iterator[Built]:
    items = tuple(
        v
        for child in children
        for v in (child.value if isinstance(child.value, tuple) else (child.value,))
        if isinstance(v, NounPhrase)
    )
    yield _of(children, items, cost=2)


@builds("list_word")
def list_word(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[-1].value)


@builds("np_list")
def np_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, joiner, last = (child.value for child in children)
    items = (*(first if isinstance(first, tuple) else (first,)), last)
    if len(items) < 2 or not all(isinstance(item, NounPhrase) for item in items):
        return
    if any(item.noun is None and all(d.terminal == "NUM" for d in item.determiners) for item in items[1:]):
        return  # «con Ardore 2 o 3» is no list of things
    items = _with_determiners(items)  # type: ignore[assignment]
    if items is None:
        return
    word = {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal]
    cost = 1 if children[0].open_right else 0
    yield _of(children, NounList(items, word, start, end), cost=cost)
    shared = _shared_adjectives(items)
    if shared is not None:
        yield _of(children, NounList(shared, word, start, end), cost=cost)


_COUNTED: Final = frozenset(("NUM", "AT_LEAST", "AT_MOST", "EXACTLY", "OR_MORE"))


def _with_determiners(items: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
    """«le tue Lana e Erba»: what stands before the first is of all; not a number, which would be of one or of all
    («due Onda o Nodi»)."""
    first = items[0].determiners
    bare = [
        item for item in items[1:] if not item.determiners and item.noun is not None and item.noun.terminal == "N_CARD"
    ]
    if not first or not bare or items[0].noun is None or items[0].noun.terminal != "N_CARD":
        return items
    if any(d.terminal in _COUNTED for d in first):
        return None
    return tuple(evolve(item, determiners=first) if any(item is each for each in bare) else item for item in items)


def _shared_adjectives(items: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
    """«una Lana o un'Erba stanca»: the last adjectives may be of all; both readings are given."""
    last = items[-1]
    if (
        not last.modifiers
        or any(item.modifiers or item.noun is None or item.noun.terminal != "N_CARD" for item in items[:-1])
        or last.noun is None
    ):
        return None
    if not all(
        m.kind == "adjective" and m.tokens[0].terminal in ("STATUS", "STATUS_PHRASE", "OPPOSING")
        for m in last.modifiers
    ):
        return None
    owned = any(d.terminal == "POSSESSIVE" for item in items for d in item.determiners)
    shared = tuple(m for m in last.modifiers if not (owned and m.tokens[0].terminal == "OPPOSING"))
    if not shared or not all(t.sense.gender & item.gender for item in items for m in shared for t in m.tokens):
        return None
    return tuple(item if item is last else evolve(item, modifiers=shared) for item in items)


# -- verbs


_FORMS: Final = {
    "vg_active": "present", "vg_perfect": "perfect", "vg_be_part": "be_part", "vg_reflexive_perfect": "perfect",
    "vg_passive_perfect": "perfect", "vg_passive": "present", "vg_can": "present", "vg_must": "present",
    "vg_conditional": "conditional", "vg_passive_conditional": "conditional",
    "vg_subjunctive": "subjunctive", "vg_about_to": "present", "vg_order": "order",
}  # fmt: skip


def _group(name: str) -> Builder:
    form = _FORMS[name]

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens: tuple[Token, ...] = ()
        clitics: tuple[Token, ...] = ()
        inner: VerbGroup | None = None
        for child in children:
            value = child.value
            if isinstance(value, VerbGroup):
                inner = value
            elif isinstance(value, tuple):
                clitics += value
            elif value.terminal in _CLITICS:
                clitics += (value,)
            else:
                tokens += (value,)
        adverbs = tuple(t for t in tokens if t.terminal in _ADVERBS)
        negated = any(t.terminal == "NOT" for t in tokens)
        if not negated and any(t.terminal == "ANYMORE" for t in adverbs):
            return
        finite = next(
            (t for t in tokens if t.terminal.endswith(("_FIN", "_YOU", "_PLAIN", "_COND", "_SUBJ", "_IMP"))), None
        )
        modal = {"vg_can": "can", "vg_must": "must", "vg_about_to": "about_to"}.get(name)
        verb = inner.verb if inner else next((t for t in reversed(tokens) if t.terminal.startswith("V_")), None)
        if verb is None:
            return
        passive = "passive" in name or bool(inner and inner.passive)
        clitics += inner.clitics if inner else ()
        reflexive = any(c.terminal in ("SI", "ENSI") for c in clitics) or bool(inner and inner.reflexive)
        if name == "vg_be_part" and reflexive:
            return  # «si è mosso» is what somebody did, never what is done to him now
        violations = () if name == "vg_perfect" and clitics else _participle_agreement(name, tokens, finite)
        cost = 2 if name == "vg_be_part" and verb.sense.mood == "status" else 0
        yield _of(
            children,
            VerbGroup(
                verb, form, modal, passive, reflexive, form == "perfect" or name == "vg_passive_perfect", negated,
                tuple(c for c in clitics if c.terminal not in ("SI", "ENSI")), adverbs, finite, tokens,
            ),
            violations=violations,
            cost=cost,
        )  # fmt: skip

    return build


_CLITICS: Final = frozenset(("CLITIC", "SI", "ENCLITIC", "ENSI"))
_ADVERBS: Final = frozenset(
    (
        "BY_LOT",
        "ANY_MOMENT",
        "ANY_ORDER",
        "ALWAYS",
        "FREE",
        "ALSO",
        "INSTEAD",
        "ONCE_AT",
        "ONLY",
        "EVER",
        "AT_RANDOM",
        "ANYMORE",
        "DIRECTLY",
        "IN_ALL",
        "POSSIBLY",
        "EACH_ONE",
    )
)
for _name in _FORMS:
    BUILDERS[_name] = _group(_name)


def _participle_agreement(name: str, tokens: tuple[Token, ...], finite: Token | None) -> tuple[Violation, ...]:
    if name == "vg_perfect" and not any(t.terminal in _CLITICS for t in tokens):  # «ha usato le sue carte»
        return tuple(
            Violation(t.at, M, S)
            for t in tokens
            if t.terminal == "V_PART" and not (t.sense.gender & M and t.sense.number & S)
        )
    if finite is None or name not in ("vg_be_part", "vg_passive", "vg_reflexive_perfect", "vg_passive_perfect"):
        return ()
    return tuple(
        Violation(t.at, t.sense.gender, finite.sense.number)
        for t in tokens
        if t.terminal.endswith("_PART") and not t.sense.number & finite.sense.number
    )


@builds("clitic_list")
def clitic_list(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(
        children,
        tuple(v for child in children for v in (child.value if isinstance(child.value, tuple) else (child.value,))),
    )


@builds("inf_active", "inf_passive")
def infinitive(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clitics: tuple[Token, ...] = ()
    verb: Token | None = None
    passive = False
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            clitics += value
        elif value.terminal in _CLITICS:
            clitics += (value,)
        elif value.terminal == "V_PART":
            verb, passive = value, True
        elif value.terminal.endswith("_INF"):
            verb = value
    if verb is None:
        return
    reflexive = any(c.terminal in ("SI", "ENSI") for c in clitics)
    yield _of(
        children,
        VerbGroup(
            verb,
            "infinitive",
            None,
            passive,
            reflexive,
            False,
            False,
            tuple(c for c in clitics if c.terminal not in ("SI", "ENSI")),
            (),
            None,
            (verb,),
        ),
    )


@builds("be_clause", "have_clause")
def copula(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = _all(children, Token)
    finite = next(t for t in tokens if t.terminal.endswith(("_FIN", "_SUBJ", "_COND")))
    clitics = tuple(v for child in children if isinstance(child.value, tuple) for v in child.value) + tuple(
        t for t in tokens if t.terminal == "CLITIC"
    )
    form = {"F": "present", "S": "subjunctive", "C": "conditional"}[finite.terminal.split("_")[1][0]]
    if any(t.terminal == "ANYMORE" for t in tokens) and not any(t.terminal == "NOT" for t in tokens):
        return
    group = VerbGroup(
        finite, form, negated=any(t.terminal == "NOT" for t in tokens), clitics=clitics,
        adverbs=tuple(t for t in tokens if t.terminal in _ADVERBS), finite=finite, tokens=tokens,
    )  # fmt: skip
    complements = _all(children, Complement)
    clause = Clause(group, None, complements[1:], complements[0], start, end)
    if _clause_is_wrong(clause):
        return
    yield from _with_open_costs(children, clause)


@builds("quoted_sentences")
def quoted_sentences(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Sentence, ...] = ()
    for child in children:
        found += (
            child.value.sentences
            if isinstance(child.value, Quoted)
            else (child.value,)
            if isinstance(child.value, Sentence)
            else ()
        )
    yield _of(children, Quoted(found, start, end))


@builds("quoted")
def quoted(children: list[Built], start: int, end: int) -> Iterator[Built]:
    inner = _one(children, Quoted)
    if inner is not None:
        yield _of(children, inner, open_right=False)


def _predicate(name: str) -> Builder:
    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        value: Any = _noun(children)
        tokens = _all(children, Token)
        modifier = _one(children, Modifier)
        if name == "predicate_adjectives" and modifier is None:
            modifier = Modifier("adjective", tokens, None, False, start, end)
        if modifier is not None:
            value, tokens = modifier, modifier.tokens
        quoted = _one(children, Quoted)
        if quoted is not None:
            value, tokens = quoted, ()
        amounts = next((c.value for c in children if isinstance(c.value, tuple)), None)
        if amounts is not None and value is None:
            value = amounts
        cost = 0
        if (
            name == "predicate_np"
            and isinstance(value, NounPhrase)
            and value.noun
            and value.noun.sense.kind in ("member", "member_set")
            and not value.determiners
            and not value.modifiers
        ):
            return  # «è Lana»: the member, read as an adjective
        if (
            name == "predicate_np"
            and isinstance(value, NounPhrase)
            and value.noun
            and value.noun.terminal in ("N_ZONE", "EVEN")
            and not value.determiners
        ):
            return  # «è fosso», «è pari»: adjectives
        yield _of(children, Complement(name, value, tokens, False, start, end), cost=cost)

    return build


for _name in (
    "predicate_adjectives", "predicate_np", "predicate_comparison", "predicate_in", "predicate_under", "predicate_of", "predicate_end",
    "predicate_on", "predicate_direction", "predicate_among", "predicate_as_chosen", "predicate_number", "have_object",
):  # fmt: skip
    BUILDERS[_name] = _predicate(_name)


@builds("amount")
def amount(children: list[Built], start: int, end: int) -> Iterator[Built]:
    value = children[1].value
    if isinstance(value, NounPhrase) and value.noun and value.noun.terminal == "N_VALUE" and not value.determiners:
        yield _of(children, Amount(children[0].value, value))


@builds("amount_pair")
def amount_pair(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2/+1»: of the two values that the game writes together."""
    yield _of(children, (Amount(children[0].value, None, 1), Amount(children[2].value, None, 2)))


@builds("amounts_and")
def amounts_and(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2 Ardore e Corazza»: amounts, then keywords."""
    yield _of(children, (*children[0].value, *children[2].value))


@builds("amounts")
def amounts(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Amount, ...] = ()
    if any(isinstance(child.value, Token) and child.value.terminal in ("OR", "NOR") for child in children):
        return  # «+2 Ardore o +1 Rango»: nothing says who chooses
    for child in children:
        if isinstance(child.value, Amount):
            found += (child.value,)
        elif isinstance(child.value, tuple):
            found += child.value
    if found:
        yield _of(children, found)


# -- complements


def _complement(name: str) -> Builder:
    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens = _all(children, Token)
        comma = bool(tokens and tokens[0].terminal == "COMMA")
        tokens = tuple(t for t in tokens if t.terminal not in ("COMMA", "OR"))
        values = [child.value for child in children if not isinstance(child.value, Token)]
        value: Any = values[0] if values else None
        if name == "c_prep_or":
            value = tuple(values)
        cost = {"c_status": 3, "c_object_comma": 2}.get(name, 0)
        kind = "c_prep" if name == "c_prep_comma" else "c_object" if name == "c_object_comma" else name
        if name == "c_object_comma" and not (_noun_of(value) in ("N_PERIOD", "TIME") if value is not None else False):
            return
        yield _of(children, Complement(kind, value, tokens, comma, start, end), cost=cost)

    return build


for _name in (
    "c_object", "c_object_comma", "c_amounts", "c_amounts_and", "c_adverb", "c_prep", "c_prep_comma", "c_prep_or", "c_purpose",
    "c_gerund", "c_starting", "c_choice", "c_status", "c_times", "c_as_chosen", "c_face_down", "c_first_time", "c_cap",
    "c_until_have", "c_places",
):  # fmt: skip
    BUILDERS[_name] = _complement(_name)


@builds("c_amount_bare")
def amount_bare(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+1» alone: of the value that the verb's kind of effects has."""
    yield _of(children, Complement("c_amounts", (Amount(children[0].value, None),), (), False, start, end), cost=2)


@builds("c_bare_and")
def bare_and(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«+2 e Corazza» after a verb that gives."""
    given = (Amount(children[0].value, None), *children[2].value)
    yield _of(children, Complement("c_amounts_and", given, (), False, start, end), cost=2)


@builds("as_if_phrase")
def as_if_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«come se fosse una Lana» is «come una Lana»."""
    word, np = children[0].value, _noun(children)
    if np is not None:
        yield _of(
            children,
            Prepositional("prep_phrase", Token(word.at, word.text, evolve(word.sense, terminal="AS", name="as")), np),
        )


@builds("prep_phrase", "until_phrase", "end_phrase", "from_end_phrase", "instead_of_np")
def prep_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = _all(children, Token)
    np = _noun(children)
    assert np is not None
    first = tokens[0]
    where = next((t for t in tokens if t.terminal in ("TOP", "BOTTOM")), None)
    if where is not None:
        yield _of(
            children,
            Prepositional("end_phrase" if first.terminal == "IN" else "from_end_phrase", first, np, where.name),
            cost=1,
        )
    elif first.terminal == "UNTIL_P":
        yield _of(children, Prepositional("until_phrase", first, np))
    elif first.terminal == "AS" and isinstance(np, NounPhrase) and np.determiners:
        yield _of(children, Prepositional("prep_phrase", first, np))
    else:
        yield _of(
            children,
            Prepositional("prep_phrase", first, np),
            cost=3 if first.terminal == "OF" else 2 if first.terminal == "WITH" and _noun_of(np) == "N_VALUE" else 0,
        )


@builds("of_each_phrase")
def of_each_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«… di una tua Lana e di una Lana avversaria»: one complement, of both."""
    word, first, joiner, _, second = (child.value for child in children)
    if not isinstance(first, NounPhrase) or not isinstance(second, NounPhrase):
        return
    things = NounList((first, second), {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal], start, end)
    yield _of(children, Prepositional("prep_phrase", word, things), cost=3)


@builds("inf_clause", "gerund_clause")
def inf_clause(children: list[Built], start: int, end: int) -> Iterator[Built]:
    group = _one(children, VerbGroup)
    if group is None:
        verb = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "V_GER")
        clitics = tuple(v for c in children if isinstance(c.value, tuple) for v in c.value) + tuple(
            c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "ENCLITIC"
        )
        group = VerbGroup(verb, "gerund", clitics=clitics)
    clause = Clause(group, None, _all(children, Complement), None, start, end)
    if _clause_is_wrong(clause):
        return
    for built in _with_open_costs(children, clause):
        extra = sum(1 for c in clause.complements if c.comma)
        yield evolve(built, cost=built.cost + extra, open_right=True)


@builds("choice")
def choice(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(
        children,
        Complement(
            "choice",
            _noun(children),
            tuple(t for t in _all(children, Token) if t.terminal == "POSSESSIVE"),
            False,
            start,
            end,
        ),
    )


@builds("times", "times_per")
def times(children: list[Built], start: int, end: int) -> Iterator[Built]:
    number = children[0].value
    per = _noun(children)
    yield _of(children, Times(number, per), cost=0 if per is not None else 1)


# -- clauses


def _is_every(np: object) -> bool:
    """«ogni due carte»: so much for so many, no object."""
    return isinstance(np, NounPhrase) and np.has("each") and any(d.terminal == "NUM" for d in np.determiners)


def _clause_is_wrong(clause: Clause) -> bool:
    """Shapes that no verb has: two plain objects, a list that nothing joins."""
    objects = [
        c
        for c in clause.complements
        if c.kind == "c_object" and _noun_of(c.value) not in ("N_PERIOD", "TIME") and not _is_every(c.value)
    ]
    if clause.predicate is not None and clause.predicate.kind in ("have_object", "have_more") and objects:
        return True
    return len(objects) > 1


def _with_open_costs(children: list[Built], clause: Clause) -> Iterator[Built]:
    """Each complement after an open clause, with no comma, is farther than the one nested in it."""
    cost = 0
    previous_open = False
    for child in children:
        if isinstance(child.value, Complement):
            if previous_open and not child.value.comma:
                cost += 2
            previous_open = child.open_right
    yield _of(children, clause, cost=cost)


@builds("core")
def core(children: list[Built], start: int, end: int) -> Iterator[Built]:
    group = _one(children, VerbGroup)
    if group is None:
        return
    clause = Clause(group, None, _all(children, Complement), None, start, end)
    if not _clause_is_wrong(clause):
        yield from _with_open_costs(children, clause)


@builds("clause_bare")
def clause_bare(children: list[Built], start: int, end: int) -> Iterator[Built]:
    for built in _clause(children, None, start, end):
        yield _turned(built)


def _turned(built: Built) -> Built:
    """«viene spezzata una Lanterna», «ti vengono inflitte crepe»: what it happens to, said after the verb."""
    clause = built.value
    assert isinstance(clause, Clause)
    group = clause.group
    after = next((c for c in clause.complements if c.kind == "c_object"), None)
    if not (
        group.passive and group.modal is None and group.form in ("present", "perfect") and group.finite is not None
    ):
        return built
    if after is None or not isinstance(after.value, (NounPhrase, NounList)) or built.violations:
        return built
    turned = evolve(clause, subject=after.value, complements=tuple(c for c in clause.complements if c is not after))
    violations = _subject_agreement(turned)
    return built if violations is None else evolve(built, value=turned, violations=violations)


@builds("clause_subject")
def clause_subject(children: list[Built], start: int, end: int) -> Iterator[Built]:
    subject = children[0].value
    if not isinstance(subject, (NounPhrase, NounList)):
        return
    if isinstance(subject, NounPhrase) and not subject.determiners and subject.noun is not None:
        if subject.noun.terminal == "N_CARD" and subject.noun.sense.number == 1:
            return  # «Lanterna attacca»: one of many wants its article
    if (
        isinstance(subject, NounPhrase)
        and subject.noun is None
        and not any(
            d.terminal in ("THIS", "THAT", "NOBODY", "EACH_ONE", "BOTH", "OTHER", "FIRST", "SECOND", "ALL", "INDEF")
            for d in subject.determiners
        )
    ):
        return
    yield from _clause(children, subject, start, end)


def _clause(children: list[Built], subject: Noun | None, start: int, end: int) -> Iterator[Built]:
    inner = _one(children, Clause)
    if inner is not None:
        clause = evolve(inner, subject=subject, start=start, end=end)
        built = _of(children, clause)
    else:
        group = _one(children, VerbGroup)
        if group is None:
            return
        clause = Clause(group, subject, _all(children, Complement), None, start, end)
        if _clause_is_wrong(clause):
            return
        built = next(_with_open_costs(children, clause))
    violations = _subject_agreement(clause)
    if violations is None:
        return
    if subject is not None and children[0].open_right:
        built = evolve(built, cost=built.cost)
    yield evolve(built, violations=built.violations + violations)


def _subject_agreement(clause: Clause) -> tuple[Violation, ...] | None:
    """The verb agrees with its subject in number; a second person has no other subject than «tu»."""
    subject, finite = clause.subject, clause.group.finite
    if subject is None or finite is None:
        more = _predicate_agreement(clause, None)
        return None if more is None else more + _passive_agreement(clause)
    if finite.sense.person == 2 and not (
        isinstance(subject, NounPhrase) and subject.noun and subject.noun.terminal == "YOU"
    ):
        if finite.terminal.endswith("_SUBJ") or finite.terminal == "V_IMP":
            return ()
        return None
    found: tuple[Violation, ...] = ()
    number = subject.number
    if isinstance(subject, NounList) and subject.joiner != "and":
        number = 3
    if not number & finite.sense.number:
        found = (Violation(finite.at, 3, number, True),)
    for token in clause.group.tokens:
        if token.terminal.endswith("_PART") and (
            clause.group.passive
            or clause.group.form == "be_part"
            or (clause.group.perfect and token.terminal == "BE_PART")
        ):
            if not (token.sense.gender & subject.gender and token.sense.number & number):
                found += (Violation(token.at, subject.gender, number),)
    more = _predicate_agreement(clause, subject)
    return found + more if more is not None else None


def _passive_agreement(clause: Clause) -> tuple[Violation, ...]:
    """«può essere appesa», whoever is left out: the participle has the number of the verb."""
    finite, verb = clause.group.finite, clause.group.verb
    if finite is None or clause.group.modal is None or verb.terminal != "V_PART":
        return ()
    return (
        () if verb.sense.number & finite.sense.number else (Violation(verb.at, verb.sense.gender, finite.sense.number),)
    )


def _predicate_agreement(clause: Clause, subject: Noun | None) -> tuple[Violation, ...] | None:
    predicate = clause.predicate
    if predicate is None or predicate.kind not in ("predicate_adjectives", "predicate_direction"):
        return ()
    number = clause.group.finite.sense.number if clause.group.finite else 3
    gender = 3
    if subject is not None:
        gender = subject.gender
    return tuple(
        Violation(t.at, gender, number)
        for t in predicate.tokens
        if t.terminal in ("STATUS", "ATTACHED", "OPPOSING", "COVERED", "EMPTY", "DIRECTION", "FREE_SPOT")
        and not (t.sense.gender & gender and t.sense.number & number)
    )


@builds("subject_starting")
def subject_starting(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«ogni giocatore, a partire da Primo, pesca …»."""
    who, first = children[0].value, children[-2].value
    if isinstance(who, NounPhrase):
        yield _of(
            children, evolve(who, modifiers=(*who.modifiers, Modifier("mod_starting", (), first, False, start, end)))
        )


@builds("subject_only")
def subject_only(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«solo le Lana possono attaccare questa carta»."""
    only, np = children[0].value, children[1].value
    if isinstance(np, NounPhrase):
        yield _of(children, evolve(np, determiners=(only, *np.determiners)))


@builds("subject_comma")
def subject_comma(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[0].value, cost=3)


@builds("condition_ands", "condition_ors")
def conditions(children: list[Built], start: int, end: int) -> Iterator[Built]:
    items: tuple[Clause, ...] = ()
    joiner = ""
    for child in children:
        if isinstance(child.value, Conditions):
            items += child.value.items
        elif isinstance(child.value, Clause):
            items += (child.value,)
        elif child.value.terminal in ("AND", "OR"):
            joiner = child.value.name
    yield _of(children, Conditions(items, joiner, start, end))


@builds("condition_start")
def condition_start(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[-1].value)


def _in_the_subjunctive(value: object) -> bool:
    clauses = value.items if isinstance(value, Conditions) else (value,)
    return any(
        isinstance(clause, Clause)
        and clause.group.form == "subjunctive"
        and clause.group.verb.sense.mood == Mood.SUBJUNCTIVE.value
        for clause in clauses
    )


def _front(name: str) -> Builder:
    kind = name.removeprefix("front_").removeprefix("tail_")
    before = name.startswith("front_")

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        tokens = tuple(
            t
            for t in _all(children, Token)
            if t.terminal in ("ONCE_AT", "WHEN", "ALSO", "ONLY") or (t.terminal == "COMMA" and not before)
        )
        value = next((c.value for c in children if not isinstance(c.value, Token)), None)
        if kind == "time" and not _is_time(value):
            return
        if kind in ("if", "only_if") and _in_the_subjunctive(value):
            return  # «se controlli» is of «tu»: the present subjunctive does not follow «se»
        if (
            kind == "before"
            and isinstance(value, Clause)
            and value.group.finite is not None
            and not value.group.finite.terminal.endswith("_SUBJ")
        ):
            return  # «prima che» wants the subjunctive
        if kind == "per_each" and not (isinstance(value, NounPhrase) and value.has("each")):
            return
        tokens += tuple(t for t in _all(children, Token) if kind == "per_each" and t.terminal == "FOR")
        ended = any(isinstance(c.value, Token) and c.value.terminal in ("COMMA", "COLON") for c in children)
        yield _of(
            children,
            Front(kind, value, tokens, start, end),
            open_right=False,
            cost=0 if ended or not before or kind == "also" else 1,
        )

    return build


_TIMES: Final = frozenset(("N_PERIOD", "N_END", "N_START"))


def _is_time(value: object) -> bool:
    if isinstance(value, Prepositional):
        return _noun_of(value.np) in _TIMES
    return (
        isinstance(value, NounPhrase)
        and _noun_of(value) in _TIMES
        and any(d.terminal == "NEXT" for d in value.determiners)
    )


for _name in (
    "front_if",
    "front_when",
    "front_after",
    "front_before",
    "front_while",
    "front_unless",
    "front_even_if",
    "front_time",
    "front_times",
    "front_any_moment",
    "front_also",
    "front_if_want",
    "front_first_time",
    "front_next_time",
    "front_did",
    "front_per_each",
    "front_instead_of",
    "tail_times",
    "tail_instead_of",
    "tail_did",
    "tail_where",
    "tail_if",
    "tail_only_if",
    "tail_when",
    "tail_after",
    "tail_while",
    "tail_unless",
    "tail_even_if",
):
    BUILDERS[_name] = _front(_name)


@builds("time_at", "time_during", "time_for", "time_in", "time_until", "time_among", "time_bare")
def time_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    np = _noun(children)
    assert np is not None
    if len(children) == 1:
        yield _of(children, np)
    else:
        first = children[0].value
        yield _of(children, Prepositional("until_phrase" if first.terminal == "UNTIL_P" else "prep_phrase", first, np))


# -- sentences


@builds("step")
def step(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clause = _one(children, Clause)
    if clause is not None:
        tails = _all(children, Front)
        cost = len(tails) - 1 if len(tails) > 1 else 0
        yield _of(children, Step(clause, tails, start, end), cost=cost + (1 if tails and children[0].open_right else 0))


@builds("separator", "then_separator")
def separator(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = _all(children, Token)
    then = next((t for t in tokens if t.terminal == "THEN"), None)
    yield _of(children, then or tokens[0])


@builds("steps")
def steps(children: list[Built], start: int, end: int) -> Iterator[Built]:
    if len(children) == 1:
        value = children[0].value
        yield _of(children, value if isinstance(value, Body) else Body((), (value,), (False,), None, start, end))
        return
    before, word, after = (child.value for child in children)
    if word.terminal == "COMMA" and _is_between(before.steps[-1]):
        return
    cost = 1 if children[0].open_right and word.terminal == "AND" else 0
    yield _of(
        children, Body((), (*before.steps, after), (*before.then, word.terminal == "THEN"), None, start, end), cost=cost
    )


@builds("steps_nor")
def steps_nor(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«non può attaccare né essere attaccata»: the second is as the first."""
    before, second = children[0].value, children[2].value
    last = before.steps[-1]
    inner = second.value if isinstance(second, Modifier) else second
    if not isinstance(last, Step) or last.tails or not isinstance(inner, Clause):
        return
    group = last.clause.group
    if group.modal != "can" or not group.negated or (isinstance(second, Modifier) and not group.passive):
        return
    other = inner.group
    passive = group.passive if isinstance(second, Modifier) else other.passive
    mood = evolve(group, verb=other.verb, passive=passive, reflexive=other.reflexive, clitics=other.clitics)
    clause = Clause(mood, last.clause.subject, inner.complements, None, start, end)
    yield _of(
        children, Body((), (*before.steps, Step(clause, (), start, end)), (*before.then, False), None, start, end)
    )


@builds("steps_as")
def steps_as(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«dona +1 a questa carta e -1 al bersaglio»: the second is done as the first."""
    before, word, signed, phrase = (child.value for child in children)
    last = before.steps[-1]
    if not isinstance(last, Step) or last.tails or not any(c.kind == "c_amounts" for c in last.clause.complements):
        return
    given = Complement("c_amounts", (Amount(signed, None),), (), False, signed.at, signed.at + 1)
    to = Complement("c_prep", phrase, (), False, signed.at + 1, end)
    clause = Clause(last.clause.group, last.clause.subject, (given, to), None, start, end)
    then = word.terminal == "THEN"
    step = Step(clause, (), start, end)
    yield _of(children, Body((), (*before.steps, step), (*before.then, then), None, start, end), cost=2)


def _is_between(step: object) -> bool:
    """«pesca una carta, se è il tuo turno, scarta una carta»: the condition may be of what is before or after it."""
    return isinstance(step, Step) and any(
        t.kind in ("if", "when") and any(k.terminal == "COMMA" for k in t.tokens) for t in step.tails
    )


@builds("fronts")
def fronts(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, tuple(v for c in children for v in (c.value if isinstance(c.value, tuple) else (c.value,))))


@builds("otherwise")
def otherwise(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[-1].value)


@builds("body", "body_fronted", "body_choose")
def body(children: list[Built], start: int, end: int) -> Iterator[Built]:
    fronted: tuple[Front, ...] = ()
    bodies: list[Body] = []
    for child in children:
        if isinstance(child.value, tuple):
            fronted = child.value
        elif isinstance(child.value, Front):
            fronted = (child.value,)
        elif isinstance(child.value, Body):
            bodies.append(child.value)
        elif isinstance(child.value, Choice):
            bodies.append(Body((), (child.value,), (False,), None, start, end))
    first = bodies[0]
    if fronted or len(bodies) > 1:
        if first.fronts:
            return
        counted = tuple(front for front in fronted if front.kind == "per_each")
        if counted:
            moved = _counted_before(counted, first)
            if moved is None:
                return
            first, fronted = moved, tuple(front for front in fronted if front.kind != "per_each")
        first = evolve(first, fronts=fronted, otherwise=bodies[1] if len(bodies) > 1 else None, start=start, end=end)
    yield _of(children, first)


def _counted_before(counted: tuple[Front, ...], body: Body) -> Body | None:
    """«per ogni Lana, ha +1 Ardore» is «ha +1 Ardore per ogni Lana»: of one clause only."""
    step = body.steps[0]
    if len(body.steps) > 1 or not isinstance(step, Step):
        return None
    after = tuple(
        Complement(
            "c_prep",
            Prepositional("prep_phrase", front.tokens[-1], front.value),  # type: ignore[arg-type]
            start=front.start,
            end=front.end,
        )
        for front in counted
    )
    return evolve(
        body, steps=(evolve(step, clause=evolve(step.clause, complements=(*step.clause.complements, *after))),)
    )


@builds("past_infinitive")
def past_infinitive(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«aver attaccato», «essere stata attaccata»: who did it is not said."""
    auxiliary, verb = children[0].value, children[1].value
    group = VerbGroup(verb, "perfect", perfect=True, tokens=(auxiliary, verb))
    clause = Clause(group, None, _all(children, Complement), None, start, end)
    if not _clause_is_wrong(clause):
        yield from _with_open_costs(children, clause)


@builds("option")
def option(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[0].value)


@builds("option_separator")
def option_separator(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield _of(children, children[0].value)


@builds("choose_one")
def choose_one(children: list[Built], start: int, end: int) -> Iterator[Built]:
    verb = children[0].value
    options = tuple(c.value.steps for c in children if isinstance(c.value, Body))
    if verb.name == "scegliere" and len(options) > 1:
        yield _of(children, Choice(verb, options, start, end))


@builds("keywords")
def keywords(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Token, ...] = ()
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, Token) and value.terminal == "N_KEYWORD":
            found += (value,)
    yield _of(children, found, violations=_in_the_singular(found[-1]))


@builds("costs")
def costs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    found: tuple[Clause | NounPhrase, ...] = ()
    for child in children:
        value = child.value
        if isinstance(value, tuple):
            found += value
        elif isinstance(value, (Clause, NounPhrase)):
            found += (value,)
    yield _of(children, found)


@builds("head_able", "head_time", "head_if")
def head_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """A piece of a head as what it is short for: «appoggiabile a una Torre» is «può essere appoggiata solo a una Torre»."""
    tokens = _all(children, Token)
    able = next((t for t in tokens if t.terminal == "V_ABLE"), None)
    inner = next(
        (c.value for c in children if isinstance(c.value, (Clause, Conditions, Prepositional, NounPhrase))), None
    )
    only = tuple(t for t in tokens if t.terminal in ("ONLY", "ANY_MOMENT"))
    negated = any(t.terminal == "NOT" for t in tokens)
    group = None
    if able is not None:
        group = VerbGroup(able, "present", "can", True, negated=negated, tokens=(able,))
    yield _of(children, HeadPhrase(group, _all(children, Complement), inner, only, start, end))


def _is_choose_one(clause: Clause) -> bool:
    """«Scegli uno: …» is a choice of orders, not an order to choose."""
    if clause.group.verb.name != "scegliere":
        return False
    values = [c.value for c in clause.complements]
    return any(isinstance(v, NounPhrase) and v.noun is None for v in values)


def _sentence(name: str) -> Builder:
    kind = name.removeprefix("sentence").removeprefix("_") or "plain"

    def build(children: list[Built], start: int, end: int) -> Iterator[Built]:
        inner = next((c.value for c in children if isinstance(c.value, (Body, Choice))), None)
        if isinstance(inner, Choice):
            inner = Body((), (inner,), (False,), None, start, end)
        tokens: tuple[Token, ...] = tuple(t for t in _all(children, Token) if t.terminal == "LABEL")
        topic = children[-1].value if kind == "topic" else None
        paid: tuple[Clause | NounPhrase, ...] = ()
        if kind == "amounts":
            given = children[0].value
            assert isinstance(given, tuple)
            yield _of(children, evolve(Sentence(kind, start=start, end=end), amounts=given))
            return
        if kind == "member":
            tokens = (children[0].value,)
        if kind == "keywords":
            tokens = children[0].value if isinstance(children[0].value, tuple) else (children[0].value,)
        if kind == "activated":
            first = children[0].value
            paid = first if isinstance(first, tuple) else (first,)
            if any(
                clause.subject is not None or clause.group.form != "order" or _is_choose_one(clause)
                for clause in paid
                if isinstance(clause, Clause)
            ):
                return
        if kind == "topic" and (topic is None or not isinstance(topic, NounPhrase)):
            return
        if kind == "prompted":
            front = children[0].value
            if not isinstance(front, Front) or inner is None or front.kind not in ("if", "when", "any_moment"):
                return
            inner = evolve(inner, fronts=(front, *inner.fronts), start=start)
        others = _others(children) if kind in ("parted", "nested") else ()
        sentence = Sentence(kind, inner, tokens, others, topic, paid, (), start, end)
        yield _of(children, sentence)

    return build


@builds("sentence_occasion")
def sentence_occasion(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«quando brinda, SORTE: x / y»: an occasion, then a label with its parts."""
    first = _all(children, Body)[0]
    label = next(c.value for c in children if isinstance(c.value, Token) and c.value.terminal == "LABEL")
    held = children[0].value
    fronted = held if isinstance(held, tuple) else (held,)
    body = evolve(first, fronts=(*fronted, *first.fronts))
    yield _of(children, Sentence("occasion", body, (label,), _others(children), None, (), (), start, end))


@builds("slashed")
def slashed(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """The parts of a label after the first."""
    yield _of(children, (*_others(children), *_all(children, Body)))


def _others(children: list[Built]) -> tuple[Body, ...]:
    told = [c.value for c in children if isinstance(c.value, tuple)]
    return next((each for each in told if each and all(isinstance(part, Body) for part in each)), ())


for _name in (
    "sentence",
    "sentence_labelled",
    "sentence_parted",
    "sentence_nested",
    "sentence_keywords",
    "sentence_amounts",
    "sentence_member",
    "sentence_else",
    "sentence_then",
    "sentence_topic",
    "sentence_activated",
    "sentence_prompted",
):
    BUILDERS[_name] = _sentence(_name)
