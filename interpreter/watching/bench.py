"""A game under a designer's hands: read again when a file is saved, and told what is different from before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.load import Loaded, load
from dsl.meaning.game import GameMeaning
from dsl.source import Source

from ..compare import compare_meanings
from ..compare.meanings import CARD, Change, Meanings
from ..match import Game, GameError
from ..programless import no_program
from ..scenes import World
from .scenes import Played, Scenes


@frozen
class Problems:
    """All that is wrong now, those that were not there before, and how many are mended: told in two parts.

    ``advice``: what the checks of the whole say, after all else; before it comes what stops or mars the reading."""

    all: tuple[Diagnostic, ...]
    new: tuple[Diagnostic, ...]
    gone: int
    sources: Mapping[str, Source]
    advice: bool = False


Event: TypeAlias = "Problems | Meanings | Played"


@define
class Bench:
    """The state of a watch. ``refresh`` after a file was saved, then ``play_next`` as long as anything is pending.

    Nothing of it raises for what stands in the files, or for files that are gone or half written."""

    folder: Path
    scenes: Scenes = field(init=False)
    _loaded: Loaded | None = None
    _good: Loaded | None = None  # the last that could be played: changes are told against it
    _known: dict[bool, set[tuple[str, str]]] = field(factory=lambda: {False: set(), True: set()})

    def __attrs_post_init__(self) -> None:
        self.scenes = Scenes(self.folder)

    @property
    def pending(self) -> int:
        """How many scenes are still to be played."""
        return len(self.scenes.pending)

    def refresh(self) -> Iterator[Event]:
        """Read again what has changed: what is wrong, what means something else, the scenes that speak of it, advice."""
        loaded = load(self.folder, after=self._loaded)
        problems, sources = list(loaded.reading_problems), dict(loaded.sources)
        self._loaded = loaded
        before, meanings, ready = self._good, None, False
        if loaded.meaning is not None and not any(problem.is_error for problem in problems):
            meanings = compare_meanings(before, loaded) if before is not None else None
            more, ready = self._made_ready(loaded.meaning, loaded, _cards(meanings))
            problems += more
        if not ready:
            self.scenes.pending = []
            yield self._told(problems, sources)
            return
        self._good = loaded
        sources |= self.scenes.sources
        yield self._told(problems, sources)
        if meanings is not None and meanings.changes:
            yield meanings
        for _ in range(self.scenes.near if before is not None else 0):
            yield self.scenes.play_next()
        found = set(loaded.reading_problems)
        yield self._told([each for each in loaded.problems if each not in found], sources, advice=True)

    def play_next(self) -> Played:
        """Play one of the scenes that are still pending."""
        return self.scenes.play_next()

    def _made_ready(
        self, meaning: GameMeaning, loaded: Loaded, cards: frozenset[str] | None
    ) -> tuple[list[Diagnostic], bool]:
        """Put the scenes in line and make the programs of what was read: what is wrong, and whether it can be played.

        The table of the scenes that are played first holds all the cards of the decks: what can be done there can be done, and
        the game is not made ready besides."""
        try:
            game = Game(meaning, loaded=loaded, at_once=False)
            problems = list(self.scenes.take_up(World(self.folder, game), cards))
            if self._good is None or not self.scenes.tables_for(game):
                game.make_ready()
        except GameError as error:
            return [no_program(each) for each in error.problems], False
        return problems, True

    def _told(self, problems: Sequence[Diagnostic], sources: Mapping[str, Source], *, advice: bool = False) -> Problems:
        """Problems beside those of the last time; one that only stands on another line now is not a new one."""
        marks = {(each.code, each.message) for each in problems}
        before, self._known[advice] = self._known[advice], marks
        new = tuple(each for each in problems if (each.code, each.message) not in before)
        return Problems(tuple(problems), new, len(before - marks), sources, advice)


def _cards(meanings: Meanings | None) -> frozenset[str] | None:
    """The cards that mean something else now; None when it is the rules, or when nothing is known of before."""
    different = [change for change in meanings.changes if not change.same_meaning] if meanings is not None else []
    if meanings is None or any(change.kind != CARD for change in different):
        return None
    return frozenset(name for change in different for name in (change.name, change.was) if name)


__all__ = ["Bench", "Change", "Event", "Meanings", "Problems"]
