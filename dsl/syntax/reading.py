"""What is asked of the reader of sentences, and what it answers."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic
from ..meaning.nodes import Condition, Effect, Event, Number, Select, Term, Text, Var
from ..source import Source
from ..vocabulary.lexer import Sense


class Start(Enum):
    """What a wording must be. Its value is the start symbol of the sentence grammar."""

    CARD_CONTINUOUS = "card_text_continuous"  # a card's text in force as long as the card is such: → Text
    CARD_USED = "card_text_used"  # a card's text that is done when it is used: → Text
    KEYWORD = "keyword_text"  # the sentences of a keyword: as a continuous text → Text
    RULE = "rule_text"  # a rule: no bearer → Text
    STEPS = "steps"  # one line of steps: → Effect
    NOUN_PHRASE = "noun_phrase"  # → Select or another Term
    CONDITION = "condition"  # → Condition; with no subject it speaks of ``subject``
    NUMBER = "number"  # → Number
    EVENT = "event"  # «questa carta viene calata»: → Event
    HEAD = "head_phrase"  # a piece of the head of a field, that says when and on what its card is played: → Text
    FORM = "form"  # the frame of a verb or a claim, its roles sorts: «un giocatore spezza una carta» → Event


#: The wordings in whose readings no word may be lost: all but the frame of a verb, whose words are what is declared.
ACCOUNTED: Final = frozenset(Start) - {Start.FORM}


@frozen
class Named:
    """A thing in scope: ``term`` is what it means.

    ``name`` is its capital name («Attaccante», «Calata») or None; ``nouns`` are the nouns that recall it with il/la
    («la carta», «il giocatore»); ``nth`` tells apart two of one noun («la prima Lanterna»)."""

    term: Term
    name: str | None = None
    nouns: tuple[str, ...] = ()
    nth: int | None = None
    plural: bool = False


@frozen
class TextContext:
    """The place of a wording: what it must be, what is in scope, where it stands in its source.

    ``text`` given to the reader is the run of characters of ``source`` from ``offset`` on (comments and line ends
    blanked), so that
    a place in it is a place in the source. ``subject`` is what a clause without subject speaks of (Self for cards,
    Candidate for a
    declared condition). ``period`` is the period whose steps these are, ``verb`` the verb."""

    start: Start
    source: Source | None = None
    offset: int = 0
    subject: Term | None = None
    scope: tuple[Named, ...] = ()
    period: str | None = None
    verb: str | None = None
    slot: str | None = None  # the text slot of which it is
    kinds: tuple[tuple[str, str], ...] = ()  # the words that its head says of the card, each with its value
    within: tuple[str, ...] = ()  # the periods of those who take part in them, in which its head lets it be used
    word: tuple[str, str] | None = None  # «per ogni Forma»: the value and its word that «quella Forma» is


def with_x(context: TextContext, text: str = "{X}") -> TextContext:
    """The place of a wording in which {X} is paid: there X is how much of it was."""
    if "{X}" not in text.upper() or any(named.name == "X" for named in context.scope):
        return context
    return evolve(context, scope=(*context.scope, Named(Var("X"), "X")))


def names_in(context: TextContext) -> dict[str, Sense]:
    """The capital names in scope, as words."""
    return names_of(context.scope)


def names_of(scope: tuple[Named, ...]) -> dict[str, Sense]:
    """The capital names of things, as words."""
    return {
        named.name: Sense("N_NAME", named.name, 3, 2 if named.plural else 1, kind="name")
        for named in scope
        if named.name
    }


class Fate(Enum):
    """The three fates of a wording; there is no fourth."""

    UNDERSTOOD = "understood"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"


Meaning: TypeAlias = "Text | Effect | Condition | Select | Term | Number | Event"


@frozen
class Reading:
    """What a wording was read as. Understood: one meaning; ambiguous: two or more; refused: none. Remarks are
    problems too."""

    fate: Fate
    meanings: tuple[Meaning, ...] = ()
    problems: tuple[Diagnostic, ...] = field(default=())
