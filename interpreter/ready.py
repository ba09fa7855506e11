"""A game made ready for a table: what its text says, what its programs are, and where its things stand.

What reads a match (the log, the words, a player's view, a save) needs no more of a game than this.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Span, Text

from .machine import Machine
from .objects import Objects
from .program.compiled import Compiled, Program
from .program.env import CannotCompile
from .program.layout import player_code

if TYPE_CHECKING:
    from dsl.load import Loaded
    from dsl.vocabulary.vocabulary import Vocabulary


class GameError(ValueError):
    """A game whose meaning has no program: ``problems`` say what and where."""

    def __init__(self, problems: Iterable[CannotCompile]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p} ({place(p.span)})" for p in self.problems))


def place(span: Span | None) -> str:
    """Where words stand, for a message."""
    return f"{span.file}:{span.line}:{span.column}" if span is not None else "senza luogo"


class ReadyGame:
    """A game compiled for a table. ``meaning`` is what its text says, ``loaded`` the text itself (when it is at hand), ``objects`` all
    that is on the table."""

    meaning: GameMeaning
    loaded: Loaded | None
    objects: Objects

    @cached_property
    def compiled(self) -> Compiled:
        """The programs as text, and the tables; raises ``GameError``."""
        raise NotImplementedError

    @cached_property
    def machine(self) -> Machine:
        """The programs as functions."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[CardDecl, ...]:
        """What is on the table, its tokens last."""
        return self.compiled.cards

    @property
    def players(self) -> int:
        """How many sit at this table."""
        return self.objects.players

    @property
    def decks(self) -> tuple[str, ...]:
        """The deck of each seat, or the one deck of all."""
        return self.objects.decks

    @property
    def _table(self) -> tuple[int, tuple[str, ...]]:
        return self.players, self.decks

    def start_of(self, card: int) -> int:
        """The slot of the pile in which a card (or a token) lies before the setup."""
        token = self.compiled.layout.start_of(card)
        if token is not None:
            return token
        owner = self.objects.owners[card]
        at = self.compiled.layout["zone " + self.objects.zones[card]]
        return at if owner is None else at + player_code(owner)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that the game and its decks declare."""
        if self.loaded is None:
            raise GameError([CannotCompile("un gioco senza testo non ha parole")])
        return self.loaded.vocabulary

    def read_text(self, wording: str, slot: str, kind: str | None = None) -> Text:
        """The meaning of a wording in a field of a card; raises ``ValueError`` with what is wrong."""
        if self.loaded is None:
            raise GameError([CannotCompile("un gioco senza testo non legge parole")])
        reading = self.loaded.read(wording, f"{slot} {kind}" if kind else slot)
        if reading is None:
            raise ValueError(f"nessun campo «{slot}»")
        if len(reading.meanings) != 1 or not isinstance(reading.meanings[0], Text):
            raise ValueError("; ".join(str(p.message) for p in reading.problems) or f"non si capisce «{wording}»")
        return reading.meanings[0]

    def words_at(self, span: Span | None) -> str:
        """The very words at a place of the game's files, on its line; nothing when the text is not at hand."""
        sources = self.loaded.sources if self.loaded is not None else {}
        source = sources.get(span.file) if span is not None else None
        if source is None or span is None:
            return ""
        return source.line(span.line)[span.column - 1 : span.column - 1 + span.length]

    def is_spot(self, x: int) -> bool:
        """Whether a number is that of a declared place."""
        L = self.compiled.layout
        return L.first_spot <= x < L.first_spot + len(L.spots)

    def is_token(self, x: int) -> bool:
        """Whether a number is that of a token."""
        return 0 <= x < len(self.cards) and bool(self.cards[x].token)

    def spot_name(self, x: int) -> str:
        """A place in words: «casella 2», «Nord»; of a player's zone nothing says whose it is."""
        L = self.compiled.layout
        spot = L.spots[x - L.first_spot]
        if not self.meaning.zones[spot.zone].numbered:
            return spot.name
        return f"{self.spot_noun(spot.zone)} {spot.name}"

    def spot_noun(self, zone: str) -> str:
        """The word for a place of a zone: of the nouns that name them the narrowest."""
        nouns = [each for each in self.meaning.nouns.values() if zone in each.spots]
        return min(nouns, key=lambda each: len(each.spots)).name if nouns else f"{zone},"

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        return tuple(self.meaning.frames)

    def program(self, pid: int) -> Program:
        return self.compiled.programs[pid]
