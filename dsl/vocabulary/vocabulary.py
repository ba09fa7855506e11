"""The words of one game: every declared lexeme with its forms, looked up by what is written or by canonical name.

A lexeme has one canonical name, that of the declaration; the meaning knows names only. Reading asks ``analyses`` for
what a
run of words may be; writing asks ``lexeme`` for the forms of a name. Function words (articles, prepositions,
determiners, the
verbs of the language itself) are no game's and are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Final

from attrs import Factory, define, evolve, field, frozen

from ..meaning.game import (
    ClaimDecl,
    DirectionDecl,
    Frame,
    LabelDecl,
    LastingDecl,
    MemberSet,
    NounDecl,
    PeriodDecl,
    PlaceDecl,
    StatusDecl,
    TableDecl,
    TextSlot,
    TokenDecl,
    ValueDecl,
    ZoneDecl,
)
from ..meaning.nodes import And, IsIn, Or
from ..source import Span
from .inflection import Adjective, Gender, Mood, Number, Person, Verb, adjective, definite, indefinite, joined
from .spelling import keys_of


class Kind(Enum):
    """What a word names in the game."""

    NOUN = "noun"  # a declared noun: «Lanterna»; or one of the language: «carta», «giocatore»
    RELATION = "relation"  # a noun that is of another thing: «controllore», «ospite»
    VALUE = "value"  # «Ardore», «Punti gloria»
    MEMBER = "member"  # «Lana» of Forma (``of``), «Onda» of Tipo
    MEMBER_SET = "member_set"  # «Doppia» of Forma
    ZONE = "zone"
    PLACE = "place"  # a group of zones: «campo»
    TEXT = "text"  # a text slot of cards
    PERIOD = "period"
    WINDOW = "window"
    SPOT = "spot"  # the name of one place of a zone: «Nord», of «posti: Nord, Est»
    STATUS = "status"  # an adjective; ``negated`` for the opposite, whose canonical name is the status's
    DIRECTION = "direction"  # «davanti», «vicina»: an adjective, or a word that does not inflect
    LINE = "line"  # the noun of a direction «in riga»: «nella sua riga», «nella riga della Lanterna bersaglio»
    ATTACHED = "attached"  # the adjective of what lies in an attached zone: «legata»; its name is the zone's
    TABLE = "table"  # «l'opposta»: the table's name as an adjective
    KEYWORD = "keyword"
    DEGREE = "degree"  # the adjective of a value: «più grave» is one more of it (``of``)
    PRONE = "prone"  # «vulnerabile», or «vulnerabilità», of a value (``of``) of tokens; ``negated`` for «resistente»
    LASTING = "lasting"  # a declared kind of effects that stay on a card: «Dono»
    SORT = "sort"  # an adjective of such effects (``of`` the kind): «Positivo»
    LABEL = "label"  # only as it is declared, case and all
    VERB = "verb"
    CLAIM = "claim"  # «battere»: a verb that only holds
    PERSON = "person"  # a fixed name in scope: a participant of a period


#: Nouns of the language, which no game declares: name, gender, plural.
LANGUAGE_NOUNS: Final[tuple[tuple[str, Gender, str], ...]] = (
    ("carta", "f", "carte"),
    ("giocatore", "m", "giocatori"),
    ("avversario", "m", "avversari"),
    ("effetto", "m", "effetti"),
    ("testo", "m", "testi"),
    ("abilità", "f", "abilità"),
    ("numero", "m", "numeri"),
    ("dado", "m", "dadi"),
    ("bersaglio", "m", "bersagli"),
)


@frozen
class Lexeme:
    """A word of the game. Nouns have ``singular``/``plural``; adjectives ``adjective``; verbs ``verb``.

    ``of`` is the value of a member, the owner of a zone, the noun of a status. ``prepositional`` marks an adjective
    that is a
    phrase («in Quiete»). ``preferred`` is False for an alias or abbreviation: read, but not written back."""

    kind: Kind
    name: str
    gender: Gender = "m"
    singular: str = ""
    plural: str = ""
    adjective: Adjective | None = None
    verb: Verb | None = None
    of: str | None = None
    negated: bool = False
    prepositional: bool = False
    plural_only: bool = False  # declared in the plural: «Punti gloria»
    preferred: bool = True
    english: str = ""  # what the game says of it in English: «break/broken», «turn»
    ordered_as: str = ""  # the verb that an order with this one means («verbo tentare, imperativo schiva»)
    span: Span | None = field(default=None, eq=False, repr=False)

    def form(self, number: Number = "s", gender: Gender | None = None) -> str:
        """The noun in a number, or the adjective in a gender and number."""
        if self.adjective is not None:
            return self.adjective.form(gender or (self.gender if self.kind is Kind.MEMBER else "f"), number)
        return (self.plural or self.singular) if number == "p" else (self.singular or self.plural)

    def the(self, number: Number = "s") -> str:
        """The noun with its definite article: «l'Erba», «le Lanterne»."""
        word = self.form(number)
        return joined(definite(self.gender, number, word), word)

    def a(self) -> str:
        """The noun with its indefinite article: «un'Erba»."""
        word = self.form("s")
        return joined(indefinite(self.gender, word), word)


@frozen
class Analysis:
    """One way in which a run of words is a form of a lexeme. ``number`` None: both (never for a noun: two
    analyses)."""

    lexeme: Lexeme
    gender: Gender | None = None
    number: Number | None = None
    mood: Mood | None = None
    person: Person | None = None


def analyses_of(lexeme: Lexeme) -> Iterator[tuple[str, Analysis]]:
    """Every surface form of a lexeme with what it is."""
    if lexeme.verb is not None:
        yield from _verb_forms(lexeme, lexeme.verb)
    elif lexeme.adjective is not None:
        for form, gender, number in lexeme.adjective.analyses():
            yield form, Analysis(lexeme, gender, number)
    else:
        if lexeme.singular:
            yield lexeme.singular, Analysis(lexeme, lexeme.gender, "s")
        if lexeme.plural:
            yield lexeme.plural, Analysis(lexeme, lexeme.gender, "p")


def _verb_forms(lexeme: Lexeme, verb: Verb) -> Iterator[tuple[str, Analysis]]:
    tail = f" {verb.tail}" if verb.tail else ""
    for form, mood, person in verb.analyses():
        number: Number | None = None if person is None else ("p" if person.endswith("p") else "s")
        yield form + tail, Analysis(lexeme, None, number, mood, person)
    for form, gender, number in verb.participle.analyses():
        yield form + tail, Analysis(lexeme, gender, number, Mood.PARTICIPLE)
    for form, gender, number in verb.able.analyses():
        yield form + tail, Analysis(lexeme, gender, number, Mood.ABLE)


def noun(
    kind: Kind,
    name: str,
    gender: Gender,
    singular: str,
    plural: str,
    *,
    of: str | None = None,
    plural_only: bool = False,
    preferred: bool = True,
    span: Span | None = None,
) -> Lexeme:
    """A noun lexeme of any kind."""
    return Lexeme(kind, name, gender, singular, plural, of=of, plural_only=plural_only, preferred=preferred, span=span)


def status(
    name: str, word: str, *, negated: bool, plural: str | None = None, of: str | None = None, span: Span | None = None
) -> Lexeme:
    """A status: ``word`` is its adjective («Stanca», or the opposite «Desta», or the phrase «in Quiete»)."""
    return Lexeme(
        Kind.STATUS,
        name,
        "f",
        adjective=adjective(word, plural),
        negated=negated,
        prepositional=" " in word,
        of=of,
        span=span,
    )


#: How a noun begins that says how a thing is, and stands after its noun: «un lancio a distanza».
_BEFORE_PHRASE: Final = frozenset(("a", "in", "da", "di", "con", "senza", "su", "per"))


def is_phrase(noun: str) -> bool:
    """Whether a declared noun is a preposition with its noun."""
    first, _, rest = noun.partition(" ")
    return bool(rest) and first in _BEFORE_PHRASE


#: The preposition of a direction, of what it is seen from: of «davanti» («davanti a»), and of a line («in colonna con»).
LED_PLAINLY: Final = "a"
IN_LINE_WITH: Final = "con"

#: Before the name of a member that has a place of its own, in the table of implied places.
MEMBER_PLACE: Final = "member "


@frozen(slots=False, eq=False)
class _Written:
    """The words by what is written: worked out once for all vocabularies of the same words, which are made one after
    the other as the declarations are filled in."""

    lexemes: tuple[Lexeme, ...]

    @cached_property
    def index(self) -> dict[tuple[str, ...], tuple[Analysis, ...]]:
        """What each run of words may be."""
        found: dict[tuple[str, ...], dict[Analysis, None]] = {}
        for lexeme in self.lexemes:
            for form, analysis in analyses_of(lexeme):
                found.setdefault(keys_of(form), {})[analysis] = None
        return {keys: tuple(analyses) for keys, analyses in found.items()}

    @cached_property
    def told(self) -> bytes:
        """All of them written out."""
        return repr(self.lexemes).encode()

    @cached_property
    def longest(self) -> dict[str, int]:
        """How many words the longest run has that begins with a word."""
        longest: dict[str, int] = {}
        for keys in self.index:
            if keys:
                longest[keys[0]] = max(longest.get(keys[0], 0), len(keys))
        return longest


@define(slots=False, frozen=True)
class Vocabulary:
    """All words of a game with the words of its decks, and what is declared of them.

    The declarations are filled in the order in which the text is understood: a sentence of a verb's form is read
    before ``frames``
    are there, the steps of a verb when they are."""

    lexemes: tuple[Lexeme, ...]
    implied_noun: str = "carta"
    most_players: int = 2  # with more, an opponent is one of several
    values: Mapping[str, ValueDecl] = field(factory=dict)
    member_sets: Mapping[str, MemberSet] = field(factory=dict)
    texts: Mapping[str, TextSlot] = field(factory=dict)
    zones: Mapping[str, ZoneDecl] = field(factory=dict)
    places: Mapping[str, PlaceDecl] = field(factory=dict)
    implied_places: Mapping[str, str] = field(factory=dict)  # "member", "target", "value" → a place or zone
    nouns: Mapping[str, NounDecl] = field(factory=dict)
    tokens: Mapping[str, TokenDecl] = field(factory=dict)
    statuses: Mapping[str, StatusDecl] = field(factory=dict)
    periods: Mapping[str, PeriodDecl] = field(factory=dict)
    tables: Mapping[str, TableDecl] = field(factory=dict)
    keywords: frozenset[str] = frozenset()
    windows: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()  # the names of the rules, by which a card may say that it ignores one
    regulated: frozenset[str] = frozenset()  # the verbs that an action does or a rule speaks of: of them «puoi» permits
    asks_later: bool = False  # a «se» after «quando …» is asked when what is set off is done
    each_of: str | None = None  # of which of several values «per ogni» after them is, where the game says
    limited: frozenset[str] | None = None  # the verbs of which a rule or an action says how often; None: not known yet
    open_to_all: frozenset[str] = frozenset()  # the verbs that nothing forbids to anybody
    priced: Mapping[str, frozenset[str]] | None = None  # the verbs that an action does for a price; None: not known yet
    timed: Mapping[str, frozenset[str]] = field(
        factory=dict
    )  # the verbs that an action does in some periods alone, with these
    in_own_turn: frozenset[str] = frozenset()  # the verbs that an action does where only who has the turn speaks
    signs: Mapping[str, str] = field(factory=dict)  # a member and what it is printed as: «{F}»
    misspelt: Mapping[str, str] = field(factory=dict)  # how a word is known to be printed wrong, folded, and the word
    lasting: Mapping[str, LastingDecl] = field(factory=dict)
    labels: Mapping[str, LabelDecl] = field(factory=dict)
    directions: Mapping[str, DirectionDecl] = field(factory=dict)
    frames: Mapping[str, Frame] = field(factory=dict)
    claims: Mapping[str, ClaimDecl] = field(factory=dict)

    _written: _Written = field(
        default=Factory(lambda self: _Written(self.lexemes), takes_self=True), eq=False, repr=False
    )

    # -- by what is written

    def analyses(self, *keys: str) -> tuple[Analysis, ...]:
        """What exactly these words (as keys, see ``spelling.fold``) may be; empty when nothing."""
        return self._written.index.get(keys, ())

    def may_begin(self, key: str) -> bool:
        """Whether a word is the first of a declared run of three or more."""
        return self._written.longest.get(key, 0) > 2

    def starting(self, keys: Sequence[str], at: int = 0) -> Iterator[tuple[int, tuple[Analysis, ...]]]:
        """The declared runs of words that start at a place of a sentence, the longest first: their length and
        analyses."""
        written = self._written
        for length in range(min(written.longest.get(keys[at], 0), len(keys) - at), 0, -1):
            found = written.index.get(tuple(keys[at : at + length]))
            if found:
                yield length, found

    @cached_property
    def surfaces(self) -> tuple[str, ...]:
        """All forms that can be written, for suggestions: nouns, adjectives, infinitives and the usual verb forms."""
        usual = (None, Mood.INFINITIVE, Mood.IMPERATIVE, Mood.PRESENT)
        return tuple(
            dict.fromkeys(form for lexeme in self.lexemes for form, a in analyses_of(lexeme) if a.mood in usual)
        )

    # -- by canonical name

    @cached_property
    def _by_name(self) -> dict[tuple[Kind, str], tuple[Lexeme, ...]]:
        found: dict[tuple[Kind, str], tuple[Lexeme, ...]] = {}
        for lexeme in self.lexemes:
            found[lexeme.kind, lexeme.name] = (*found.get((lexeme.kind, lexeme.name), ()), lexeme)
        return found

    def lexeme(self, name: str, *kinds: Kind, negated: bool = False) -> Lexeme | None:
        """The lexeme by which a canonical name is written; of the kinds given, in their order, or of any kind."""
        for kind in kinds or tuple(Kind):
            for lexeme in self._by_name.get((kind, name), ()):
                if lexeme.preferred and lexeme.negated == negated:
                    return lexeme
        return None

    @cached_property
    def degrees(self) -> tuple[Lexeme, ...]:
        """The adjectives by which a value is compared."""
        return tuple(lexeme for lexeme in self.lexemes if lexeme.kind is Kind.DEGREE)

    def named(self, kind: Kind) -> tuple[str, ...]:
        """The canonical names of a kind, in the order of declaration."""
        return tuple(dict.fromkeys(lexeme.name for lexeme in self.lexemes if lexeme.kind is kind))

    def value_of_verb(self, verb: str) -> ValueDecl | None:
        """The value that a game says with this verb, and nothing else."""
        values = self.values_of_verb(verb)
        alone = not self.frames_of(verb) or any(value.verb_upon for value in values)
        return values[0] if values and alone else None

    def values_of_verb(self, verb: str) -> tuple[ValueDecl, ...]:
        """The values that a game says with this verb, which may also say what is done."""
        return self._values_of_verbs.get(verb, ())

    @cached_property
    def _values_of_verbs(self) -> dict[str, tuple[ValueDecl, ...]]:
        found: dict[str, tuple[ValueDecl, ...]] = {}
        for value in self.values.values():
            if value.verb is not None:
                found[value.verb] = (*found.get(value.verb, ()), value)
        return found

    def upon_cards(self, noun: str) -> str | None:
        """The zone of cards in which tokens of a kind lie; None for what is no token, or lies on no card."""
        condition = self.nouns[noun].condition if noun in self.tokens else None
        for part in condition.parts if isinstance(condition, Or) else (condition,):
            if isinstance(part, IsIn) and self.zones[part.place.zone].owner == "card":
                return part.place.zone
        return None

    def homes_of(self, noun: str) -> tuple[str, ...]:
        """The zones in which tokens of a kind lie."""
        return _places_of(self.nouns[noun].condition) if noun in self.tokens else ()

    def spots_of(self, noun: str) -> str | None:
        """The noun of the places on which a card is what a noun says: «ripiano Lanterna» for «Lanterna»."""
        declared = self.nouns.get(noun)
        zones = tuple(_places_of(declared.condition)) if declared is not None else ()
        return next((name for name, each in self.nouns.items() if each.spots and each.spots == zones), None)

    def implied_place(self, noun: str, *, target: bool) -> str | None:
        """Where a member said as a noun, or a target, is when the sentence does not say: its own place, or the game's."""
        own = self.implied_places.get(f"{MEMBER_PLACE}{noun}")
        return own or self.implied_places.get("target" if target else "member")

    def nouns_of_attached(self) -> tuple[str, ...]:
        """The nouns and members that are what lies attached to a card: «questa Candela» is one that has a host."""
        return tuple(
            name
            for name, zone in (
                *((name.removeprefix(MEMBER_PLACE), place) for name, place in self.implied_places.items()),
                *((name, place) for name, noun in self.nouns.items() for place in _places_of(noun.condition)),
            )
            if zone in self.zones and self.zones[zone].owner == "card" and self.zones[zone].relation is not None
        )

    @cached_property
    def said_short(self) -> Mapping[str, tuple[str, ...]]:
        """«tolta», «togli» of «togliere di mezzo»: for such a form, the verbs that are said with something after it."""
        found: dict[str, tuple[str, ...]] = {}
        for each in self.lexemes:
            if each.kind is Kind.VERB and each.verb is not None and each.verb.tail:
                finite = (form for forms in each.verb.finite.values() for form in forms if form)
                for form in {*finite, *(form for form, _, _ in each.verb.participle.analyses())}:
                    found[form] = (*found.get(form, ()), each.name)
        return found

    def frames_of(self, verb: str) -> tuple[Frame, ...]:
        """The frames of a verb, in the order of declaration."""
        return self._frames.get(verb, ())

    @cached_property
    def _frames(self) -> dict[str, tuple[Frame, ...]]:
        found: dict[str, tuple[Frame, ...]] = {}
        for frame in self.frames.values():
            found[frame.verb] = (*found.get(frame.verb, ()), frame)
        return found

    def with_names(self, lexemes: Iterable[Lexeme]) -> Vocabulary:
        """The vocabulary with further words (the words of a deck)."""
        more = (*self.lexemes, *lexemes)
        return evolve(self, lexemes=more, written=_Written(more))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all that a reading can depend on; a cached reading is of one fingerprint only."""
        hashed = sha256(self._written.told)
        for part in (
            self.implied_noun, self.values, self.member_sets, self.texts, self.zones, self.places,
            self.implied_places, self.nouns, self.tokens, self.statuses, self.periods, self.tables, sorted(self.keywords),
            sorted(self.windows), sorted(self.rules), sorted(self.regulated), self.asks_later,
            self.each_of, self.lasting, self.signs, self.misspelt, self.labels, self.directions,
            self.frames, self.claims, sorted(self.limited or ()), self.most_players, sorted(self.open_to_all),
            sorted((verb, sorted(periods)) for verb, periods in self.timed.items()), sorted(self.in_own_turn),
            sorted((verb, sorted(values)) for verb, values in (self.priced or {}).items()),
        ):  # fmt: skip
            hashed.update(repr(part).encode())
        return hashed.hexdigest()


def language_nouns() -> tuple[Lexeme, ...]:
    """The nouns that every game has without declaring them."""
    return tuple(noun(Kind.NOUN, name, gender, name, plural) for name, gender, plural in LANGUAGE_NOUNS)


def _places_of(condition: object) -> tuple[str, ...]:
    """The zones in which a condition says that a thing is."""
    if isinstance(condition, And | Or):
        return tuple(zone for part in condition.parts for zone in _places_of(part))
    return (condition.place.zone,) if isinstance(condition, IsIn) else ()
