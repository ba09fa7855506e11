"""What was written: the tree of a sentence before any name is resolved. All nodes are frozen; places are word indices.

Features that agree (gender, number) are bits: masculine 1, feminine 2; singular 1, plural 2.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import field, frozen

from ..vocabulary.lexer import Sense


@frozen(slots=True, cache_hash=True)
class Token:
    """One word in one of its senses; ``at`` is its place among the words."""

    at: int
    text: str = field(eq=False)
    sense: Sense

    @property
    def name(self) -> str:
        return self.sense.name

    @property
    def terminal(self) -> str:
        return self.sense.terminal


@frozen(slots=True, cache_hash=True)
class Modifier:
    """What narrows a noun: ``kind`` is the grammar's name of it («mod_of», «mod_relative» …) with its words and inner
    phrase."""

    kind: str
    tokens: tuple[Token, ...] = ()
    value: Node | None = None
    negated: bool = False
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class NounPhrase:
    """«le tue due altre Lana stanche»: words before the noun, the noun (None: «una», «le altre»), what stands after
    it."""

    determiners: tuple[Token, ...]
    noun: Token | None
    modifiers: tuple[Modifier, ...] = ()
    gender: int = 3
    number: int = 3
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)

    def has(self, *names: str) -> bool:
        return any(token.name in names for token in self.determiners)


@frozen(slots=True, cache_hash=True)
class NounList:
    """«questa e le tue altre Lanterne», «una Lanterna o una Candela»; ``joiner`` is "and", "or" or "nor"."""

    items: tuple[NounPhrase, ...]
    joiner: str
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)

    @property
    def number(self) -> int:
        return 2 if self.joiner == "and" else 3

    @property
    def gender(self) -> int:
        return 3


Noun: TypeAlias = "NounPhrase | NounList"


@frozen(slots=True, cache_hash=True)
class Calculation:
    """«la Portata meno i Carichi», «le Gocce diviso per 3»: ``sign`` says which."""

    left: Noun | Calculation
    sign: Token
    right: Noun | Calculation
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Amount:
    """«+2 Ardore»; «+2» alone has no value. ``half``: which of a pair that is written together («+2/+1») it is."""

    signed: Token
    value: Noun | None
    half: int = 0


@frozen(slots=True, cache_hash=True)
class Times:
    """«due volte per turno»; ``more`` for «una volta in più», «un'altra volta»; ``most`` for «al massimo due volte» ("up_to"), «più
    di due volte» ("more_than")."""

    number: Token
    per: Noun | None = None
    more: bool = False
    most: str = ""


@frozen(slots=True, cache_hash=True)
class Prepositional:
    """«dal Fosso»; ``kind`` tells the special ones («fino a …», «in cima a …»)."""

    kind: str
    preposition: Token
    np: Noun
    at_end: str | None = None


@frozen(slots=True, cache_hash=True)
class Complement:
    """What stands after a verb; ``kind`` is the grammar's name of it."""

    kind: str
    value: Node | tuple[Amount, ...] | tuple[Amount | Token, ...] | tuple[Prepositional, ...] | Token | None = None
    tokens: tuple[Token, ...] = ()
    comma: bool = False
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


#: Of whom a verb is, in the sense of its word, that nobody in particular does: «attaccare costa …».
ANYBODY: Final = "anybody"


@frozen(slots=True, cache_hash=True)
class VerbGroup:
    """A verb with its auxiliaries. ``form``: active, passive, order, perfect, conditional, infinitive …; ``modal``:
    can, must, about_to."""

    verb: Token
    form: str
    modal: str | None = None
    passive: bool = False
    reflexive: bool = False
    perfect: bool = False
    negated: bool = False
    clitics: tuple[Token, ...] = ()
    adverbs: tuple[Token, ...] = ()
    finite: Token | None = None  # the word that agrees with the subject
    tokens: tuple[Token, ...] = ()
    shared: bool = False  # its «può», «deve» stands before the verb of the step that goes before


@frozen(slots=True, cache_hash=True)
class Clause:
    """A verb with its subject and complements; ``predicate`` for «essere», ``objects`` for «avere»."""

    group: VerbGroup
    subject: Noun | None = None
    complements: tuple[Complement, ...] = ()
    predicate: Complement | None = None
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Conditions:
    """«se A e B»; ``joiner`` is "and" or "or"."""

    items: tuple[Clause, ...]
    joiner: str
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Front:
    """What stands before or after the steps: a condition, an occasion, a stretch of time."""

    kind: str
    value: Clause | Conditions | Prepositional | Noun | Times | None = None
    tokens: tuple[Token, ...] = ()
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Step:
    """One clause with what follows it («… se è desta»)."""

    clause: Clause
    tails: tuple[Front, ...] = ()
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Choice:
    """«Scegli uno: …; oppure …», «Scegli fino a due: …; …»."""

    verb: Token
    options: tuple[tuple[Step | Body | Choice, ...], ...]
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)
    least: int = 1
    most: int = 1
    who: Noun | None = None  # who chooses, if not you: «l'avversario sceglie: …»


@frozen(slots=True, cache_hash=True)
class Body:
    """Fronts, then steps in order, and what is done otherwise. ``then`` tells which steps follow a «poi»; ``rather``: «…, o 5
    se …», in the stead of what goes before."""

    fronts: tuple[Front, ...]
    steps: tuple[Step | Body | Choice, ...]
    then: tuple[bool, ...] = ()
    otherwise: Body | None = None
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)
    rather: bool = False


@frozen(slots=True, cache_hash=True)
class Sentence:
    """One sentence: ``kind`` is plain, labelled, keywords, else, then, topic, activated or also_paid."""

    kind: str
    body: Body | None = None
    tokens: tuple[Token, ...] = ()  # the label, the keywords
    others: tuple[Body, ...] = ()  # the further parts of «SORTE: x / y»
    topic: Noun | None = None
    costs: tuple[Clause | NounPhrase, ...] = ()
    amounts: tuple[Amount, ...] = ()  # «+3 Ardore.»
    fronts: tuple[Front, ...] = field(
        default=(), kw_only=True
    )  # before a cost: «Una volta per turno, spezza una Lana: …»
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class Quoted:
    """Sentences between quotation marks: a text that something has."""

    sentences: tuple[Sentence, ...]
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


@frozen(slots=True, cache_hash=True)
class HeadPhrase:
    """A piece of the head of a field: a verb that may be done to the card («appoggiabile a una Torre»), or a time or a
    condition alone (``when``)."""

    group: VerbGroup | None
    complements: tuple[Complement, ...] = ()
    when: Clause | Conditions | Prepositional | NounPhrase | None = None
    tokens: tuple[Token, ...] = ()
    start: int = field(default=0, eq=False)
    end: int = field(default=0, eq=False)


Node: TypeAlias = (
    "NounPhrase | NounList | Calculation"
    " | Amount | Times | Prepositional | Complement | VerbGroup | Clause | Conditions | Front | Step | Choice"
    " | Body | Sentence | Quoted | HeadPhrase"
)


@frozen(slots=True, cache_hash=True)
class Violation:
    """A word that does not agree: where, and the features that it should have."""

    at: int
    gender: int
    number: int
    person: bool = False
