"""A smallest position in which two readings of one wording lead to different results, found by trying positions by their size."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from attrs import define, evolve, field, frozen

from dsl.load import Loaded
from dsl.meaning import italian
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Text
from dsl.source import Source

from ..match import Game, GameError, MatchFault
from ..position import PositionError
from ..scenes.book import SceneBook, World
from ..scenes.run import play
from .board import Board, Layout
from .explore import Explorer, Parted
from .facts import Eye
from .interest import interest_of
from .script import Script

MOST_SECONDS = 4.0
_MOST_SITUATIONS = 120
_MOST_SIZE, _MOST_ACTS = 4, 3
_MOST_FAILED = 25
_LONGEST_TITLE = 100
INVENTED = "Prova"


@frozen
class Witness:
    """A position in which two readings part: a scene for each, as text that runs.

    ``runnable``: each scene's wording is its reading and nothing else; when it is not (the language has no wording that
    tells a reading apart) the scene says the outcome all the same. ``tried``: how many positions it took."""

    scenes: tuple[str, str]
    heading: str
    outcomes: tuple[tuple[str, ...], tuple[str, ...]]
    position: tuple[str, ...]
    runnable: bool
    tried: int
    seconds: float

    @property
    def text(self) -> str:
        """Both scenes as one file."""
        return "\n\n".join((self.heading, *self.scenes)) + "\n"


@frozen
class NoWitness:
    """No position was found: how many were tried, and why there were no more."""

    tried: int
    seconds: float
    reason: str = ""


@define
class _Search:
    """One search, with its clock."""

    loaded: Loaded
    board: Board
    readings: tuple[Text, Text]
    most_seconds: float
    tried: int = 0
    failed: int = 0
    playable: int = 0
    unprepared: str = ""
    until: float = 0.0
    began: float = field(factory=monotonic)

    def run(self) -> Witness | NoWitness:
        world = _World(self.loaded)
        script = Script(self.board, self.loaded.vocabulary)
        games: list[Game] = []
        for number, reading in enumerate(self.readings, 1):
            try:
                games.append(self.board.game(reading, self.loaded))
            except GameError as error:
                return NoWitness(
                    0, self._seconds(), f"la macchina non sa ancora fare la lettura {number}: {error.problems[0]}"
                )
        self.until = monotonic() + self.most_seconds  # the games have been made ready: that is not searching
        for layout, parted in self._parted((games[0], games[1])):
            found = self._written(world, script, layout, parted)
            if found is not None:
                return self._simpler(world, script, layout, parted, found)
            self.failed += 1
            if self.failed >= _MOST_FAILED:
                break
        return NoWitness(self.tried, self._seconds(), self._why_none())

    def _why_none(self) -> str:
        """Why there was nothing to find, when it is not the readings that are alike."""
        if self.unprepared and not self.tried:
            return f"nessuna posizione di questo gioco si può preparare: {self.unprepared}"
        if self.tried and not self.playable:
            return "ogni posizione di questo gioco comincia a partita finita: non c'è nulla da giocare"
        return ""

    def _simpler(self, world: World, script: Script, layout: Layout, parted: Parted, found: Witness) -> Witness:
        """The same without the pile, or without the card more in hand, where neither matters."""
        for less in (evolve(script, with_pile=False, with_hand=False), evolve(script, with_pile=False)):
            shorter = self._written(world, less, layout, parted)
            if shorter is not None:
                return shorter
        return found

    def _seconds(self) -> float:
        return monotonic() - self.began

    def _parted(self, games: tuple[Game, Game]) -> Iterator[tuple[Layout, Parted]]:
        """Positions in which the two part, the smallest first: few cards, then few acts."""
        eye = Eye(self.board.meaning)
        for weight in range(_MOST_SIZE + _MOST_ACTS + 1):
            for size in range(min(weight, _MOST_SIZE) + 1):
                if weight - size > _MOST_ACTS:
                    continue
                for layout in self.board.layouts(size, weight - size):
                    if monotonic() > self.until:
                        return
                    yield from self._of_layout(games, eye, layout, weight - size)

    def _of_layout(
        self, games: tuple[Game, Game], eye: Eye, layout: Layout, acts: int
    ) -> Iterator[tuple[Layout, Parted]]:
        try:
            first, cards = self.board.start(games[0], layout)
            second, _ = self.board.start(games[1], layout)
        except (PositionError, MatchFault, StopIteration) as error:
            self.unprepared = str(error)
            return
        self.tried += 1
        self.playable += not first.over
        in_hand = layout.tried.zone == self.board.words.hand()
        explorer = Explorer(eye, cards, self.board.tried.name if in_hand else None)
        for parted in explorer.parted((first, second), acts, _MOST_SITUATIONS):
            yield layout, parted
            return  # one a position: the others are the same difference seen later

    def _written(self, world: World, script: Script, layout: Layout, parted: Parted) -> Witness | None:
        """The scenes of a difference, if each holds under its own reading and not under the other."""
        wordings = tuple(italian.said(reading, self.loaded.vocabulary) for reading in self.readings)
        scenes = [
            script.scene(f"Lettura {number + 1}: {_short(wordings[number])}", wordings[number], layout, parted, number)
            for number in (0, 1)
        ]
        heading = script.heading()
        for number, scene in enumerate(scenes):
            book = SceneBook.of(Source.of("prova.scena", f"{heading}\n\n{scene}\n"), world)
            if book.problems or not self._holds(world, book, number) or self._holds(world, book, 1 - number):
                return None
        texts = f"{heading}\n\n" + "\n\n".join(scenes) + "\n"
        whole = SceneBook.of(Source.of("prova.scena", texts), world)
        runnable = all(whole.play(number).failure is None for number in (0, 1))
        outcomes = tuple(tuple(script.outcome(parted.sides[i], parted.sides[1 - i])) for i in (0, 1))
        lines = (*script.position(layout), *script.acts(parted.steps))
        return Witness(
            (scenes[0], scenes[1]), heading, (outcomes[0], outcomes[1]), lines, runnable, self.tried, self._seconds()
        )

    def _holds(self, world: World, book: SceneBook, number: int) -> bool:
        """Whether the scene of a book holds when the tried card means one of the readings."""
        reading = self.readings[number]
        scene = book.scenes[0]
        try:
            outcome = play(scene, world.game, world.words, (self.board.deck,), lambda *_: reading)
        except (MatchFault, GameError):
            return False
        return outcome.failure is None


class _World(World):
    """The world of a game that is loaded already."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded


def _short(text: str) -> str:
    """A wording as a title: its first words."""
    words = text.rstrip(".").split()
    while len(" ".join(words)) > _LONGEST_TITLE:
        words = [*words[:-2], "…"] if words[-1] == "…" else [*words[:-1], "…"]
    return " ".join(words)


def find_witness(
    loaded: Loaded,
    readings: tuple[Text, Text],
    field_name: str,
    card: CardDecl | None = None,
    seconds: float = MOST_SECONDS,
) -> Witness | NoWitness:
    """A smallest position in which two readings of a wording in a field differ, looked for so many seconds.

    ``card`` is the card of a deck that has the wording; without it one is invented."""
    from dsl.meaning.from_blocks.cards import field_named

    meaning = loaded.meaning
    if meaning is None or not meaning.decks:
        return NoWitness(0, 0.0, "senza un mazzo non ci sono carte con cui provare")
    place = field_named(field_name, meaning, loaded.vocabulary)
    if place is None:
        return NoWitness(0, 0.0, f"nessuna carta ha un testo «{field_name}»")
    from ..scenes.words import Words

    deck = next((d.name for d in meaning.decks.values() if card in d.cards), next(iter(meaning.decks)))
    tried = card if card is not None else _invented(meaning, readings, place.slot.kind_value, place.member)
    words = Words(meaning, loaded.vocabulary)
    board = Board(meaning, words, interest_of(readings, meaning), deck, evolve(tried, texts={}), place.slot.name)
    if not board.words_of_pieces():  # a scene says the numbers of a card only beside a word
        numbers = dict.fromkeys(words.printed_numbers(), 0)
        board = evolve(board, tried=evolve(board.tried, values={**board.tried.values, **numbers}))
    return _Search(loaded, board, readings, seconds).run()


def _invented(
    meaning: GameMeaning, readings: tuple[Text, Text], kind_value: str | None, member: str | None
) -> CardDecl:
    """A card for a wording that is of no card: a member that the readings do not speak of, if there is one."""
    spoken = interest_of(readings, meaning).members
    values: dict[str, Any] = {}
    numbers = iter((4,))
    for value in meaning.values.values():
        if value.owner != "card" or not value.printed:
            continue
        if value.kind == "number":
            values[value.name] = next(numbers, 1)
        elif value.members and value.name != kind_value:
            values[value.name] = (next((name for name in value.members if name not in spoken), value.members[0]),)
    if kind_value is not None and member is not None:
        values[kind_value] = (member,)
    return CardDecl(INVENTED, values, {}, {})


__all__ = ["MOST_SECONDS", "NoWitness", "Witness", "find_witness"]
