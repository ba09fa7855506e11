"""A line of a scene cut into terminals: the scene's own words, the game's words, the names of cards and of actions.

The lexer sees which terminals the parser could take, and takes the longest run of words that is one of them: an
adjective of several words after «è» is one word of the game, «in» before a zone is the scene's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from attrs import define, field, frozen
from lark import Token
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, PatternStr

from ..meaning.game import GameMeaning
from ..meaning.playing import PLAY, by_which_one_plays
from ..vocabulary.headings import AND
from ..vocabulary.inflection import NUMBER_WORDS, Mood, conjugate
from ..vocabulary.spelling import fold, keys_of
from ..vocabulary.vocabulary import Kind, Vocabulary

SEATS: Final = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5}
_PIECE: Final = re.compile(r"«(?:[^«»]|«[^«»]*»)*»|\d+|[^\W\d_]+(?:-[^\W\d_]+)*(?:['’](?=\w))?|[,:/\[\]]|\S")
_WORDLIKE: Final = re.compile(r"[^\W\d_]")
#: Numbers in words; «uno» is an article.
MINUS: Final = frozenset("-−–")
_NUMBERS: Final = frozenset(NUMBER_WORDS) - {NUMBER_WORDS[1]}
#: Kinds of words that are said in a scene by themselves; verbs are said through actions.
SPOKEN: Final = frozenset(Kind) - {Kind.VERB, Kind.CLAIM, Kind.WINDOW, Kind.PERSON}


@frozen
class Piece:
    """A word or mark of a line, with its key and its place in the line."""

    text: str
    key: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def pieces(text: str) -> list[Piece]:
    """The words and marks of a line."""
    return [Piece(found[0], fold(found[0]), found.start()) for found in _PIECE.finditer(text)]


@define(slots=False)
class Lexicon:
    """What lines may be made of: a game's vocabulary, its actions by name, the names of the cards at hand."""

    vocabulary: Vocabulary
    actions: Sequence[str]
    cards: Iterable[str]
    decks: tuple[str, ...] = ()  # those that the scenes are for
    plays: bool = False  # whether «gioca X» is any action by which X is played
    _names: dict[tuple[str, ...], str] = field(init=False, factory=dict)
    _verbs: dict[tuple[str, ...], tuple[str, str]] = field(init=False, factory=dict)
    _spots: dict[tuple[str, ...], str] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for name in self.cards:
            self._names[keys_of(name)] = name
        self._spots.update(_spots_said(self.vocabulary))
        for action in self.actions:
            verb = conjugate(action)
            self._verbs[keys_of(verb.form(Mood.PRESENT))] = ("DOES", action)
            self._verbs[keys_of(verb.form(Mood.INFINITIVE))] = ("DO", action)
        for action in self.actions:  # «pianta X come Siepe», where the name of the action is «Piantare come Siepe»
            first, *more = action.split()
            verb = conjugate(first)
            if more:
                self._verbs.setdefault(keys_of(verb.form(Mood.PRESENT)), ("DOES", first))
                self._verbs.setdefault(keys_of(verb.form(Mood.INFINITIVE)), ("DO", first))

        if self.plays:
            verb = conjugate(PLAY)
            self._verbs.setdefault(keys_of(verb.form(Mood.PRESENT)), ("DOES", PLAY))
            self._verbs.setdefault(keys_of(verb.form(Mood.INFINITIVE)), ("DO", PLAY))

    def with_cards(self, names: Iterable[str]) -> Lexicon:
        """The same words with further names of cards, which stand before all others."""
        return Lexicon(self.vocabulary, self.actions, (*self._names.values(), *names), self.decks, self.plays)

    def candidates(self, line: Sequence[Piece], at: int) -> Iterator[tuple[int, str, str]]:
        """The terminals that may start at a piece of the line: how many pieces, which terminal, with which value."""
        piece = line[at]
        if piece.text in SEATS:
            yield 1, "SEAT", piece.text
        if piece.text.isdigit():
            yield 1, "NUMBER", piece.text
        if piece.text in MINUS and at + 1 < len(line) and line[at + 1].text.isdigit():
            yield 2, "NUMBER", f"-{line[at + 1].text}"
        if piece.text.startswith("«") and piece.text.endswith("»") and len(piece.text) > 1:
            yield 1, "QUOTED", piece.text[1:-1].strip()
        keys = [one.key for one in line]
        for length in range(len(line) - at, 0, -1):
            run = tuple(keys[at : at + length])
            if run in self._names:
                yield length, "NAME", self._names[run]
            if run in self._verbs:
                yield length, *self._verbs[run]
            if run in self._spots:
                yield length, "SPOT", self._spots[run]
        starting = self.vocabulary.starting(keys, at)
        spoken = [length for length, found in starting if any(one.lexeme.kind in SPOKEN for one in found)]
        for length in spoken:
            yield length, "WORD", ""
        if not spoken and piece.key in _NUMBERS:
            yield 1, "NUMBER", str(NUMBER_WORDS.index(piece.key))
        if _WORDLIKE.match(piece.text):
            yield 1, "OTHER", piece.text

    def verbs(self) -> tuple[str, ...]:
        """The forms of the actions that can be written."""
        return tuple(" ".join(keys) for keys in self._verbs)

    def third_persons(self) -> tuple[str, ...]:
        """The actions as they are said of a player: «accende»."""
        return tuple(" ".join(keys) for keys, (terminal, _) in self._verbs.items() if terminal == "DOES")

    def infinitives(self) -> tuple[str, ...]:
        """The actions as they are said after «può»."""
        return tuple(" ".join(keys) for keys, (terminal, _) in self._verbs.items() if terminal == "DO")

    def has_spots(self) -> bool:
        """Whether the game declares places."""
        return bool(self._spots)

    def names(self) -> tuple[str, ...]:
        """The names of the cards at hand."""
        return tuple(self._names.values())


@frozen
class Missing:
    """What a heading of scenes names and is not there, and the names that are: a game, or decks of it."""

    name: str
    known: tuple[str, ...]
    is_deck: bool = False


def words_for(meaning: GameMeaning, vocabulary: Vocabulary, game: str, pieces: Sequence[str]) -> Lexicon | Missing:
    """The words of scenes for the game and the decks that their heading names, or what is not there."""
    if game != meaning.name:
        return Missing(game, (meaning.name,))
    decks = _decks_named(pieces, tuple(meaning.decks))
    if decks is None:
        return Missing(f" {AND} ".join(pieces), tuple(meaning.decks), is_deck=True)
    alone = [meaning.decks[name] for name in decks] if decks and meaning.shared_deck else [*meaning.decks.values()]
    names = dict.fromkeys(card.name for deck in alone for card in deck.known)
    return Lexicon(vocabulary, tuple(meaning.actions), [*names], decks, bool(by_which_one_plays(meaning)))


def _decks_named(pieces: Sequence[str], known: Sequence[str]) -> tuple[str, ...] | None:
    """The names in «Alba», «Alba e Notte»: one may have an «e» of its own."""
    found: list[str] = []
    for piece in pieces:
        while piece:
            name = max(
                (each for each in known if piece == each or piece.startswith(f"{each} {AND} ")), key=len, default=""
            )
            if not name:
                return None
            found.append(name)
            piece = piece[len(name) :].removeprefix(f" {AND} ")
    return tuple(found)


def _spots_said(vocabulary: Vocabulary) -> Iterator[tuple[tuple[str, ...], str]]:
    """How each declared place may be called, and its zone and how many stand before it: «casella 2», «Nord»."""
    for noun in sorted(vocabulary.nouns.values(), key=lambda each: -len(each.spots)):
        for zone in (vocabulary.zones[name] for name in noun.spots):
            for i, name in enumerate(zone.spots):
                yield keys_of(f"{noun.name} {name}"), spot_value(zone.name, i)
                if not zone.numbered:
                    yield keys_of(name), spot_value(zone.name, i)


def spot_value(zone: str, index: int) -> str:
    """The value of a token that is a place."""
    return f"{index} {zone}"


#: The ends of a pile, and what follows them.
_ENDS: Final = frozenset({"cima", "fondo"})
_AT: Final = frozenset({"a", "ad", "al", "allo", "alla", "all'", "ai", "agli", "alle"})
#: When two terminals take the same words: a card's name, then the scene's own word, then the game's.
_RANK: Final = {"SEAT": 5, "NAME": 4, "SPOT": 4, "DOES": 3, "DO": 3, "WORD": 1, "OTHER": -1}


@frozen
class Line:
    """A line to be cut: its text, with the words that it may hold."""

    text: str
    lexicon: Lexicon | None


def _goes_on_with_a(row: Sequence[Piece], at: int) -> bool:
    """«in fondo al Mazzo», and not «nel Fondo di A» where a game has such a zone."""
    return at + 1 < len(row) and row[at + 1].key in _AT


class WordLexer(Lexer):
    """Lark's door: cuts a ``Line`` as the parser asks for the next token."""

    __future_interface__ = True

    def __init__(self, conf: LexerConf) -> None:
        self._own = {
            fold(terminal.pattern.value): terminal.name
            for terminal in conf.terminals
            if isinstance(terminal.pattern, PatternStr)
        }

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        line: Line = lexer_state.text
        row, at = pieces(line.text), 0
        while at < len(row):
            states = parser_state.parse_conf.parse_table.states
            accepts = states[parser_state.position]
            length, terminal, value = self._next(line, row, at, accepts)
            start, end = row[at].start, row[at + length - 1].end
            yield Token(terminal, value or line.text[start:end], start, 1, start + 1, 1, end + 1, end)
            at += length

    def _next(self, line: Line, row: Sequence[Piece], at: int, accepts: Any) -> tuple[int, str, str]:
        if "REST" in accepts:
            return len(row) - at, "REST", ""
        if "FREE" in accepts:
            return self._free(row, at)
        if "HEAD" in accepts and not row[at].text.startswith("«"):
            return self._head(row, at)
        found = list(line.lexicon.candidates(row, at)) if line.lexicon else []
        if row[at].key in self._own and not (row[at].key in _ENDS and found and not _goes_on_with_a(row, at)):
            found.append((1, self._own[row[at].key], row[at].text))
        if not found:
            column = row[at].start
            raise UnexpectedCharacters(line.text, column, 1, column + 1, allowed=set(accepts))  # type: ignore[no-untyped-call]
        usable = [one for one in found if one[1] in accepts]
        return max(usable or found, key=lambda one: (one[0], _RANK.get(one[1], 2)))

    def _free(self, row: Sequence[Piece], at: int) -> tuple[int, str, str]:
        """A name not known yet: all words up to a comma or a colon."""
        length = 0
        while at + length < len(row) and row[at + length].text not in (",", ":"):
            length += 1
        return (length, "FREE", "") if length else (1, self._own.get(row[at].key, "FREE"), "")

    def _head(self, row: Sequence[Piece], at: int) -> tuple[int, str, str]:
        """What stands before the next text in «», or all that is left."""
        length = next((i for i, piece in enumerate(row[at:]) if piece.text.startswith("«")), len(row) - at)
        return max(length, 1), "HEAD", ""
