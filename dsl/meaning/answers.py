"""Answers of blocks against the patterns listed for them: word by word, a slot for each declared name. Nothing else
is understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Label
from ..messages import problem
from ..source import Source, Span
from ..suggest import nearest
from ..syntax.blocks import Block, Line, Piece
from ..vocabulary.headings import AND, OR, Heading, Question
from ..vocabulary.inflection import CONTRACTIONS, NUMBER_WORDS, is_infinitive
from ..vocabulary.spelling import fold, keys_of, words_of
from ..vocabulary.vocabulary import Kind, Vocabulary

SLOTS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "<value>": (Kind.VALUE,),
    "<zone>": (Kind.ZONE,),
    "<place>": (Kind.PLACE, Kind.ZONE),
    "<noun>": (Kind.NOUN,),
    "<period>": (Kind.PERIOD,),
    "<verb>": (Kind.VERB,),
    "<text>": (Kind.TEXT,),
    "<person>": (Kind.PERSON,),
    "<window>": (Kind.WINDOW,),
    "<status>": (Kind.STATUS,),
    "<sort>": (Kind.SORT,),
    "<keyword>": (Kind.KEYWORD,),
    "<table>": (Kind.TABLE,),
    "<member>": (Kind.MEMBER, Kind.MEMBER_SET),
}
_ARTICLES: Final = frozenset(("un", "uno", "una", "un'", "alcuni", "alcune"))
_DEFINITE: Final = frozenset(("il", "lo", "la", "l'", "i", "gli", "le", "in", "nel", *CONTRACTIONS))
_SHOWN_SLOTS: Final = {
    "<number>": "N", "<a>": "una", "<name>": "NOME", "<words>": "PAROLE", "<phrase>": "CHI",
    "<zones>": "nella ZONA", "<value>": "VALORE", "<zone>": "ZONA",
    "<place>": "LUOGO", "<noun>": "NOME", "<period>": "PERIODO", "<verb>": "VERBO", "<text>": "TESTO",
    "<person>": "PARTECIPANTE", "<window>": "FINESTRA", "<status>": "STATO", "<infinitive>": "VERBO",
    "<member>": "PAROLA", "<table>": "TAVOLA", "<sort>": "SPECIE", "<keyword>": "PAROLA CHIAVE",
}  # fmt: skip


@frozen
class Match:
    """A pattern that fits: what it means and the names in its slots."""

    meaning: str
    slots: tuple[str, ...]
    piece: Piece
    tail: int = 0  # how many characters at its end are free words

    @property
    def slot(self) -> str:
        return self.slots[0]

    @property
    def words(self) -> Piece:
        """What stands in a last slot for free words; empty when the pattern has none."""
        return part_of(self.piece, len(self.piece.text) - self.tail, self.tail)


@frozen
class Given:
    """A question that was answered: the line, and what of the answer is understood already."""

    question: Question
    line: Line
    matches: tuple[Match, ...] = ()
    qualifiers: tuple[Match, ...] = ()

    @property
    def match(self) -> Match:
        return self.matches[0]

    @property
    def span(self) -> Span:
        return self.line.whole.span


def cut(piece: Piece, separator: str = ",") -> list[Piece]:
    """A piece cut at a separator, each part without the spaces around it."""
    out: list[Piece] = []
    start = 0
    for text in piece.text.split(separator):
        lead = len(text) - len(text.lstrip())
        bare = text.strip()
        if bare:
            out.append(part_of(piece, start + lead, len(bare)))
        start += len(text) + len(separator)
    return out


def part_of(piece: Piece, start: int, length: int) -> Piece:
    """A run of characters of a piece."""
    return Piece(piece.text[start : start + length], piece.start + start, piece.span.shifted(start, length))


def number_of(key: str) -> int | None:
    """A number in digits or words; the article counts as one."""
    if key.isascii() and key.isdigit() and len(key) <= 9:
        return int(key)
    if key in _ARTICLES:
        return 1
    return NUMBER_WORDS.index(key) if key in NUMBER_WORDS else None


def matched(pattern: str, words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The names in the slots of a pattern when it fits all the words; None when it does not."""
    before = pattern.partition(slots[0])[0].split() if kinds else []
    wanted = _ARTICLES.get(before[-1]) if before else None
    names = dict.fromkeys(each.name for each in of_kind if wanted is None or each.gender in (wanted, None))
    if of_kind and not names:
        return ()  # «un …», of a game in which all such names are feminine
    return tuple(pattern.replace(slots[0], name) for name in names) if 0 < len(names) <= MOST_NAMES else (pattern,)


def shown(pattern: str) -> str:
    """A pattern as a person writes it."""
    for slot, words in _SHOWN_SLOTS.items():
        pattern = pattern.replace(slot, words)
    return pattern


def names_listed(names: Iterable[str]) -> str:
    """Names for a message; «nessuna» when there are none."""
    return ", ".join(f"«{name}»" for name in names) or "nessuna"


def known_answers(question: Question, vocabulary: Vocabulary) -> str:
    """The listed answers of a question, for a message."""
    known = [each for pattern in question.answers for each in filled(pattern, vocabulary)]
    return ", ".join(f"«{shown(each)}»" for each in known) or "le parole che ci vogliono, liberamente"
