"""What stands after a noun: which modifier may be of which noun, and what it costs when another is nearer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...vocabulary.function_words import PAYING
from ...vocabulary.lexer import F, M, P, S, Sense
from ...vocabulary.vocabulary import IN_LINE_WITH
from ..forest import Built
from ..nodes import (
    Clause,
    Complement,
    Conditions,
    Modifier,
    NounList,
    NounPhrase,
    Prepositional,
    Token,
    VerbGroup,
    Violation,
)
from .building import all_of, builds, clause_is_wrong, first_of, made_of, noun_among, noun_of

_ENDED_BY_PHRASE: Final = frozenset(
    (
        "mod_of",
        "mod_in",
        "mod_direction",
        "mod_with",
        "mod_without",
        "mod_relative",
        "mod_relative_either",
        "mod_participle",
        "mod_except",
        "mod_but_not",
        "mod_among",
        "mod_on",
        "mod_end",
        "mod_from_end",
        "mod_against",
        "mod_comparison",
    )
)

_MOD_COST: Final = {
    "mod_in": 2,
    "mod_among": 0,
    "mod_on": 2,
    "mod_against": 2,
    "mod_participle": 1,
    "mod_number": 1,
    "mod_signs": 1,
    "mod_from_end": 0,
}

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
    "OPPOSING": frozenset(("N_OPPONENT", "YOU", "N_KEYWORD")),
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

_COMPARABLE: Final = frozenset(("N_VALUE", "N_NUMBER", "N_TOTAL", "N_CARD", None, "N_SLOT", "N_SIGNS"))


def _each_player(np: NounPhrase, modifier: Modifier) -> NounPhrase | None:
    """«ciascuno dei (due) giocatori» as «ciascun giocatore»; None of anything else."""
    those = modifier.value if modifier.kind == "mod_of" and np.noun is None and not np.modifiers else None
    if not isinstance(those, NounPhrase) or those.modifiers or noun_of(those) not in ("N_PLAYER", "N_OPPONENT"):
        return None
    said = [each.terminal for each in those.determiners]
    two = all(each.name == "2" for each in those.determiners if each.terminal == "NUM")
    if [each.terminal for each in np.determiners] != ["EACH_ONE"] or not two or set(said) - {"DEF", "NUM"}:
        return None
    return evolve(those, determiners=np.determiners, number=1, start=np.start)


def _its_own(np: NounPhrase, relative: Modifier) -> NounPhrase | None:
    """«per ogni Pegno che ha», «che hanno» as «per ogni suo Pegno», «loro»: what lies on a card is had by that card alone."""
    clause = relative.value if relative.kind == "mod_relative" and noun_of(np) == "N_LASTING" else None
    if not isinstance(clause, Clause) or clause.group.verb.terminal != "HAVE_FIN" or clause.complements:
        return None
    has = clause.group.verb
    if clause.subject is not None or clause.predicate is not None or has.sense.person != 3:
        return None
    whose = "its" if has.sense.number & 1 else "their"
    its = evolve(has, sense=evolve(has.sense, terminal="POSSESSIVE", name=whose))
    return evolve(np, determiners=(*np.determiners, its), end=relative.end)


@builds("np_mod")
def np_mod(children: list[Built], start: int, end: int) -> Iterator[Built]:
    np, modifier = children[0].value, children[1].value
    if not isinstance(np, NounPhrase) or not isinstance(modifier, Modifier):
        return
    head = np.noun.terminal if np.noun else None
    if modifier.kind == "mod_underway":
        if head == "N_PERIOD" and not np.modifiers:  # «l'attacco in corso»: the one at hand, as «l'attacco»
            yield made_of(children, evolve(np, end=end))
        return
    if not _fits(np, head, modifier):
        return
    if (whole := _each_player(np, modifier) or _its_own(np, modifier)) is not None:
        yield made_of(children, whole)
        return
    if np.modifiers and np.modifiers[-1].kind == "mod_so_many" and modifier.kind == "mod_relative":
        return  # «tante carte quante le Lane che hai»: the Lane
    if np.modifiers and any(token.terminal == "N_SLOT" for token in modifier.tokens):
        return  # which text of a card it is stands right after «testo», «effetto»
    if np.modifiers and modifier.tokens and modifier.tokens[0].terminal == "MEMBER" and _is_on_spot(np.modifiers[-1]):
        return  # «una Lana nella casella Nord»: Nord is said of the place
    on_spot = modifier.kind == "mod_on" and noun_of(modifier.value) == "N_SPOT"
    cost = 2 if on_spot else _MOD_COST.get(modifier.kind, 0)
    if np.modifiers and np.modifiers[-1].kind in _ENDED_BY_PHRASE and modifier.kind != "mod_called":
        cost += 1
    if modifier.kind in (
        "mod_on",
        "mod_in",
        "mod_with",
        "mod_direction",
        "mod_relative",
        "mod_relative_either",
    ) and _is_called(_last_of(modifier.value)):
        cost += 3  # a name given at the end is of the whole
    if children[0].open_right and modifier.kind != "mod_called":
        cost += 2
    gender, number, violations = _agreed(np, modifier)
    value = NounPhrase(np.determiners, np.noun, (*np.modifiers, modifier), gender, number, start, end)
    yield made_of(children, value, cost=cost, violations=tuple(violations))


#: The words after a noun that agree with it.
_AGREEING: Final = frozenset(
    (
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
    )
)


def _agreed(np: NounPhrase, modifier: Modifier) -> tuple[int, int, list[Violation]]:
    """The gender and the number that a noun and the words after it have in common, and what does not agree."""
    gender, number, violations = np.gender, np.number, []
    for token in modifier.tokens:
        if token.terminal in _AGREEING:
            if gender & token.sense.gender and number & token.sense.number:
                gender &= token.sense.gender
                number &= token.sense.number
            else:
                violations.append(Violation(token.at, gender, number))
        if (
            token.terminal == "TARGET" and number == S and token.sense.number == P
        ):  # «le carte bersaglio», but not «la carta bersagli»
            violations.append(Violation(token.at, token.sense.gender, S))
    return gender, number, violations


def _is_on_spot(modifier: Modifier) -> bool:
    """«su una casella», with no more said of it."""
    return modifier.kind in ("mod_on", "mod_in") and noun_of(modifier.value) == "N_SPOT"


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
    if not all(_word_fits(token, np, head, modifier) for token in modifier.tokens):
        return False
    if modifier.kind == "mod_among" and _is_one_card(modifier.value):
        return False  # «una tra la Lana»
    if modifier.kind == "mod_on":
        return head in (_PLACED if noun_of(modifier.value) == "N_SPOT" else ("N_CARD", "N_LASTING", None))
    if modifier.kind in ("mod_in", "mod_end", "mod_from_end"):
        if head not in _PLACED:
            return modifier.kind == "mod_in" and head == "N_PERIOD"
        if _in_this_time(modifier):  # «il prossimo lancio in questo turno»
            return any(d.terminal in ("NEXT", "FIRST") for d in np.determiners)
        if modifier.kind == "mod_in":
            return noun_of(modifier.value) in ("N_ZONE", "N_PLACE", "N_SPOT") or isinstance(modifier.value, NounList)
    if modifier.kind == "mod_comparison":
        first = modifier.tokens[0].terminal
        so_much = first == "EQUAL" and head == "N_LASTING"  # «danni pari al suo Ardore»
        return head in _COMPARABLE or so_much or (first == "DIFFERENT" and head in _PLACED)
    if modifier.kind == "mod_partakers":
        return head == "N_CARD" and all(m.tokens and m.tokens[0].terminal == "TARGET" for m in np.modifiers)
    if modifier.kind == "mod_noun":
        of_any = np.noun is not None and np.noun.name == "carta"  # «una carta Candela»; «una Lana attaccante»
        return head == "N_CARD" and not np.modifiers and (of_any or _is_partaker(modifier.tokens[0]))
    if modifier.kind == "mod_name":
        told = np.has("the", "each", "all") or any(d.terminal in ("INDEF", "POSSESSIVE") for d in np.determiners)
        agrees = bool(np.number & modifier.tokens[0].sense.number)
        return head == "N_CARD" and np.noun is not None and not np.modifiers and told and agrees
    if modifier.kind == "mod_spot":
        return head == "N_SPOT" and not np.modifiers
    if modifier.kind == "mod_signs":
        return head == "N_VALUE" and not np.modifiers
    if modifier.kind == "mod_number":
        return head == "N_VALUE" and all(m.tokens and m.tokens[0].terminal == "ORIGINAL" for m in np.modifiers)
    if modifier.kind == "mod_against":
        return head in ("N_PERIOD", "N_IDIOM")
    if modifier.kind in ("mod_with",):
        return head in _PLACED or head in ("N_PLAYER", "N_OPPONENT")
    if modifier.kind == "mod_of" and head in ("YOU", "PRONOUN"):
        return False
    if head == "YOU":
        return False
    return True


def _word_fits(token: Token, np: NounPhrase, head: str | None, modifier: Modifier) -> bool:
    """Whether a noun can have a word of a modifier."""
    if head is not None and head in _NOT_FOR.get(token.terminal, ()):
        return False
    if token.terminal == "SORT" and head != "N_LASTING":
        return False
    if head is None and token.terminal in ("MEMBER", "N_SLOT", "N_KEYWORD", "EVEN"):
        return False
    owned = any(t.terminal == "POSSESSIVE" for t in np.determiners)
    if token.terminal == "POSSESSIVE" and owned and modifier.kind != "mod_direction":
        return False
    if token.terminal in ("MEMBER", "N_KEYWORD", "N_SLOT", "ORIGINAL", "ATTACHED") and head == "N_SPOT":
        return False
    if token.terminal == "FREE_SPOT" and head != "N_SPOT":
        return False
    if token.terminal == "DIRECTION" and head not in _ON_SPOTS:
        return False
    return True


@builds("mod_rounded")
def mod_rounded(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, Modifier("adjective", (children[-1].value,), None, False, start, end))


@builds("mod_adjectives")
def mod_adjectives(children: list[Built], start: int, end: int) -> Iterator[Built]:
    value = children[0].value
    if isinstance(value, Modifier):
        yield made_of(children, value)
    else:
        yield made_of(children, Modifier("adjective", (value,), None, False, start, end))


@builds("adjectives_or", "adjectives_and")
def adjectives_joined(children: list[Built], start: int, end: int) -> Iterator[Built]:
    first, joiner, second = (child.value for child in children)
    kind = "adjectives_or" if joiner.terminal == "OR" else "adjectives_and"
    yield made_of(children, Modifier(kind, (first, second), None, False, start, end))


@builds("a_rounded")
def a_rounded(children: list[Built], start: int, end: int) -> Iterator[Built]:
    word, excess = children[0].value, children[-1].value
    yield made_of(children, Token(word.at, word.text, evolve(word.sense, name=excess.name)))


@builds("spent_nothing")
def spent_nothing(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«senza spendere Gesti»: for nothing."""
    without, verb = children[0].value, children[1].value
    if verb.name in PAYING:
        yield made_of(children, Token(without.at, without.text, Sense("FREE", "free")))


@builds("mod_not")
def mod_not(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, Modifier("adjective", (children[1].value,), None, True, start, end))


@builds("direction_to")
def direction_to(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«davanti a questa carta», «dietro la Lana bersaglio»: the direction and from what it is seen."""
    np, led = noun_among(children), all_of(children, Token)
    if led[-1].terminal == ("TO" if led[0].sense.of == IN_LINE_WITH else "WITH"):
        return  # «in colonna con», but «davanti a», «a lato di»
    if len(children) > 2 or (led[0].sense.gender == M | F and _is_pointed_at(np)):
        yield made_of(children, Modifier("mod_direction", (children[0].value,), np, False, start, end))


def _is_pointed_at(np: object) -> bool:
    """«questa carta», «il bersaglio», «una Lana»: what an adverb of place may govern without «a»."""
    return isinstance(np, NounPhrase) and any(d.terminal in ("THIS", "THAT", "DEF", "INDEF") for d in np.determiners)


@builds("direction_line")
def direction_line(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«nella sua colonna»: as «in colonna», and by which word it is said from what it is seen."""
    tokens = all_of(children, Token)
    line = next(token for token in tokens if token.terminal == "N_LINE")
    said = tuple(token for token in tokens if token.terminal in ("POSSESSIVE", "SAME", "INDEF", "DIRECTION"))
    seen = evolve(line, sense=evolve(line.sense, terminal="DIRECTION", gender=M | F, number=S | P))
    whose = tuple(evolve(each, sense=evolve(each.sense, gender=M | F, number=S | P)) for each in said)
    if not any(token.name in ("your", "their") for token in whose):
        yield made_of(children, Modifier("mod_direction", (seen, *whose), noun_among(children), False, start, end))


@builds("mod_direction")
def mod_direction(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value)


@builds(
    "mod_of", "mod_in", "mod_on", "mod_among", "mod_with", "mod_without", "mod_against", "mod_except", "mod_but_not"
)
def mod_phrase(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = all_of(children, Token)
    word = next(t for t in tokens if t.terminal != "COMMA")
    kind = {
        "OF": "mod_of", "IN": "mod_in", "ON": "mod_on", "AMONG": "mod_among", "WITH": "mod_with",
        "WITHOUT": "mod_without", "AGAINST": "mod_against",
        "EXCEPT": "mod_except", "NOT": "mod_but_not",
    }[word.terminal]  # fmt: skip
    yield made_of(children, Modifier(kind, (), noun_among(children), False, start, end))


@builds("mod_of_had")
def mod_of_had(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«più Lana di quante ne ha il rivale», «… di quante ne hai»: than he has, than you have."""
    _, _, them, had = (child.value for child in children[:4])
    whose = noun_among(children)
    if them.name != "of_them" or (whose is None and had.sense.person != 2):
        return
    if whose is None:
        you = evolve(had, sense=Sense("YOU", "you", M | F, S))
        whose = NounPhrase((), you, (), M | F, S, had.at, had.at + 1)
    yield made_of(children, Modifier("mod_of", (), whose, False, start, end))


@builds("mod_of_each")
def mod_of_each(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«di Prima e delle sue compagne»: of both."""
    _, first, joiner, _, second = (child.value for child in children)
    if not isinstance(first, NounPhrase) or not isinstance(second, NounPhrase):
        return
    things = NounList((first, second), {"AND": "and", "OR": "or", "NOR": "nor"}[joiner.terminal], start, end)
    yield made_of(children, Modifier("mod_of", (), things, False, start, end))


@builds("mod_reckoned")
def mod_reckoned(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la somma del loro Ardore meno il più basso»: a number more, or less, another."""
    word, other = children[0].value, children[1].value
    if not isinstance(other, NounPhrase) or (other.noun is not None and other.noun.terminal not in _RECKONED):
        return
    if other.noun is None and ([d.terminal for d in other.determiners] != ["NUM"] or other.modifiers):
        return  # «più 2»
    yield made_of(
        children,
        Modifier(
            "mod_reckoned", (evolve(word, sense=evolve(word.sense, gender=3, number=3)),), other, False, start, end
        ),
    )


@builds("mod_end", "mod_from_end")
def mod_end(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = all_of(children, Token)
    where = next(t for t in tokens if t.terminal in ("TOP", "BOTTOM"))
    kind = "mod_end" if tokens[0].terminal == "IN" else "mod_from_end"
    marker = Token(where.at, where.text, evolve(where.sense, terminal="END", gender=3, number=3))
    yield made_of(children, Modifier(kind, (marker,), noun_among(children), False, start, end))


@builds("mod_comparison", "mod_relative", "mod_participle")
def mod_inner(children: list[Built], start: int, end: int) -> Iterator[Built]:
    inner = next(child.value for child in children if isinstance(child.value, Modifier))
    most = _has_the_most(inner)
    if most is not None:
        yield made_of(children, Modifier("mod_with", (), most, False, start, end))
        return
    yield made_of(children, evolve(inner, start=start, end=end))


def _has_the_most(relative: Modifier) -> NounPhrase | None:
    """«che ha l'Ardore più basso», «che hanno meno Ardore», as «con …»: the value; None of what is had otherwise."""
    plain = relative.kind == "mod_relative" and all(t.terminal == "THAT_C" for t in relative.tokens)
    clause = relative.value if plain else None
    said = clause.predicate if isinstance(clause, Clause) and clause.group.form == "present" else None
    np = said.value if said is not None and said.kind == "have_object" else None
    if not isinstance(clause, Clause) or not isinstance(np, NounPhrase) or noun_of(np) != "N_VALUE":
        return None
    if clause.subject is not None or clause.complements or clause.group.negated or clause.group.modal:
        return None
    words, after = [d.terminal for d in np.determiners], np.modifiers
    high = len(after) == 1 and after[0].kind == "mod_comparison" and after[0].value is None
    most = high and after[0].tokens[0].terminal == "GREATER" and words == ["DEF"]
    return np if most or (words == ["MORE"] and not after) else None


@builds("mod_same_name")
def mod_same_name(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«con lo stesso nome», «con lo stesso nome di questa carta»."""
    value = children[-1].value if len(children) > 1 else None
    yield made_of(children, Modifier("mod_same_name", (children[0].value,), value, False, start, end))


@builds("mod_underway")
def mod_underway(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«in corso», of a period."""
    yield made_of(children, Modifier("mod_underway", (children[0].value,), None, False, start, end))


@builds("mod_later")
def mod_later(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«dopo questa carta», «già giocato dopo questa carta»."""
    tokens = tuple(t for t in all_of(children, Token) if t.terminal in ("ALREADY", "V_PART", "AFTER"))
    yield made_of(children, Modifier("mod_later", tokens, noun_among(children), False, start, end))


@builds("mod_called")
def mod_called(children: list[Built], start: int, end: int) -> Iterator[Built]:
    name = children[-1].value
    yield made_of(
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
    yield made_of(children, Modifier("mod_comparison", (word,), None, False, start, end))


def _is_one_card(among: object) -> bool:
    if not isinstance(among, NounPhrase) or noun_of(among) not in ("N_CARD", "N_VALUE"):
        return False
    return among.number == 1 and any(d.terminal in ("DEF", "INDEF") for d in among.determiners)


def _in_this_time(modifier: Modifier) -> bool:
    """«in questo turno», «in ogni turno»."""
    value = modifier.value
    this = isinstance(value, NounPhrase) and value.has("this", "each")
    return modifier.kind == "mod_in" and this and noun_of(value) == "N_PERIOD"


@builds("mod_name")
def mod_name(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Lanterna Attaccante»: the one that goes by that name, if it is such."""
    yield made_of(children, Modifier("mod_name", (children[0].value,), None, False, start, end))


@builds("mod_noun")
def mod_noun(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una carta Candela»: a card that is what another noun says."""
    token = children[0].value
    if token.sense.kind == "noun" and token.name != "carta":
        yield made_of(children, Modifier("mod_noun", (token,), None, False, start, end))


@builds("mod_spot")
def mod_spot(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«la Casella Nord», «la Casella Nord o Est», «le Caselle Nord e Est»: what the place is called."""
    names = tuple(token for token in all_of(children, Token) if token.terminal == "SPOT_NAME")
    yield made_of(children, Modifier("mod_spot", names, None, False, start, end))


@builds("mod_partakers")
def mod_partakers(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una Lana attaccante o difendente»: who is the one or the other."""
    tokens = (children[0].value, children[-1].value)
    if all(t.terminal == "N_NAME" or (t.sense.kind == "noun" and _is_partaker(t)) for t in tokens):
        yield made_of(children, Modifier("mod_partakers", tokens, None, False, start, end), cost=-1)


@builds("partaker")
def partaker(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, children[0].value)


def _is_partaker(noun: Token) -> bool:
    """«attaccante», «difendente»: a noun said of who does something."""
    return noun.name.endswith(("ante", "ente"))


@builds("mod_signs")
def mod_signs(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«una Linfa {R}», «con costo {2}»: which, or how much, of a value, in signs."""
    signs = children[0].value
    if signs.name.isdigit():
        many = evolve(signs, sense=evolve(signs.sense, terminal="NUM"))
        yield made_of(children, Modifier("mod_number", (many,), None, False, start, end))
    else:
        yield made_of(children, Modifier("mod_signs", (signs,), None, False, start, end))


@builds("mod_number")
def mod_number(children: list[Built], start: int, end: int) -> Iterator[Built]:
    yield made_of(children, Modifier("mod_number", (evolve_number(children[0].value),), None, False, start, end))


def evolve_number(token: Token) -> Token:
    """A number after a noun does not agree with it."""
    return Token(token.at, token.text, evolve(token.sense, gender=3, number=3))


@builds("compare_equal", "compare_than", "compare_different", "compare_extreme", "compare_or_more", "compare_or")
def comparison(children: list[Built], start: int, end: int) -> Iterator[Built]:
    tokens = tuple(
        t for t in all_of(children, Token) if t.terminal in ("EQUAL", "GREATER", "DIFFERENT", "MORE", "HIGH")
    )
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
    denied = any(isinstance(c.value, Token) and c.value.terminal == "NOT" for c in children)  # «non superiore a»
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
    yield made_of(
        children, Modifier("mod_comparison", kind_tokens, noun_among(children), or_more or denied, start, end)
    )


@builds("relative_that", "relative_prep")
def relative(children: list[Built], start: int, end: int) -> Iterator[Built]:
    clause = first_of(children, Clause)
    if clause is None:
        return
    kind = "mod_relative"
    tokens: tuple[Token, ...] = tuple(t for t in (children[0].value,) if isinstance(t, Token))
    yield made_of(children, Modifier(kind, tokens, clause, False, start, end), open_right=True)


@builds("relative_either")
def relative_either(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«che ha attaccato o bloccato in questo turno», «che hanno attaccato o che sono state attaccate»: the one or the other."""
    that, first, joiner, *_, second = (child.value for child in children)
    both = said_of_both(first, joiner, second)
    if both is None or (len(children) == 4 and isinstance(second, Clause) and not _goes_on(first, second)):
        return
    yield made_of(children, Modifier("mod_relative_either", (that,), both, False, start, end), open_right=True)


def _goes_on(first: object, second: Clause) -> bool:
    """«(che) ha attaccato o è stato attaccato», «è stanca o è corrotta»: what has been, or is so, of the same."""
    before, after = (each.group.finite if isinstance(each, Clause) else None for each in (first, second))
    so = second.group.perfect or (second.predicate is not None and second.group.verb.name == "essere")
    past = so and second.subject is None
    same = before is not None and after is not None and before.sense.person == after.sense.person == 3
    return past and same and before is not None and after is not None and bool(before.sense.number & after.sense.number)


@builds("condition_shared")
def condition_shared(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«se ha attaccato o bloccato in questo turno», «se non ha attaccato né bloccato»."""
    both = said_of_both(*(child.value for child in children))
    if both is not None:
        yield made_of(children, both)


def said_of_both(first: object, joiner: Token, second: object) -> Conditions | None:
    """Two clauses of the same, the second perhaps only a participle; a time at the end is of both. None where they do not go together."""
    inner = second.value if isinstance(second, Modifier) else second
    if not isinstance(first, Clause) or not isinstance(inner, Clause):
        return None
    group = first.group
    if isinstance(second, Modifier):
        plain = group.perfect and not group.reflexive and not group.clitics and first.predicate is None
        if not plain or (joiner.terminal == "NOR") != group.negated or (group.negated and joiner.terminal == "OR"):
            return None
        held = evolve(group, verb=inner.group.verb, tokens=inner.group.tokens)
        inner = Clause(held, first.subject, inner.complements, None, inner.start, inner.end)
    elif inner.group.negated != group.negated:
        return None
    last = inner.complements[-1] if inner.complements else None
    if last is not None and _is_time(last) and not any(map(_is_time, first.complements)):
        first = evolve(first, complements=(*first.complements, last))
    word = {"AND": "and", "OR": "or", "NOR": "and"}[joiner.terminal]
    return Conditions((first, inner), word, first.start, inner.end)


def _is_time(complement: Complement) -> bool:
    """«in questo turno»."""
    phrase = complement.value if complement.kind in ("c_prep", "c_prep_comma") else None
    named = isinstance(phrase, Prepositional) and phrase.preposition.terminal in ("IN", "DURING")
    return named and isinstance(phrase, Prepositional) and noun_of(phrase.np) == "N_PERIOD"


@builds("relative_whose")
def relative_whose(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«il cui Ardore è minore di 3», «il cui controllore ha due carte»: the article is of what the thing has."""
    article, which, clause = (child.value for child in children)
    np = clause.subject
    if not isinstance(np, NounPhrase) or np.determiners or noun_of(np) not in ("N_VALUE", "N_RELATION"):
        return
    clause = evolve(clause, subject=evolve(np, determiners=(article,)))
    yield made_of(children, Modifier("mod_relative", (which,), clause, False, start, end), open_right=True)


@builds("participle_to_it")
def participle_to_it(children: list[Built], start: int, end: int) -> Iterator[Built]:
    """«a essa legata», as «legata a essa»."""
    to, it, verb = (child.value for child in children)
    np = NounPhrase((), it, (), it.sense.gender, it.sense.number, it.at, it.at + 1)
    said = Complement("c_prep", Prepositional("prep_phrase", to, np), (), False, start, it.at + 1)
    clause = Clause(VerbGroup(verb, "participle", passive=True), None, (said,), None, start, end)
    yield made_of(children, Modifier("mod_participle", (verb,), clause, False, start, end))


@builds("participle")
def participle(children: list[Built], start: int, end: int) -> Iterator[Built]:
    *already, verb = all_of(children, Token)
    said = all_of(children, Complement)
    group = VerbGroup(verb, "participle", passive=True, tokens=(*already, verb))
    clause = Clause(group, None, said, None, start, end)
    if clause_is_wrong(clause):
        return
    yield made_of(children, Modifier("mod_participle", (verb,), clause, False, start, end), open_right=bool(said))
