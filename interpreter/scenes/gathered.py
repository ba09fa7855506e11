"""The cards of many scenes on one table: a game is compiled for the cards that lie on it, and that takes most of a scene's time.

What lies nowhere does nothing, so a scene goes among the cards of others as it goes alone; whoever wants to be sure of a scene
that fails there plays it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field

from dsl.meaning.game import CardDecl
from dsl.scenes import nodes

from ..match import Game, GameError
from .run import FAULTS, laid
from .setting import Setting
from .words import SceneError, Words

if TYPE_CHECKING:
    from ..position import Position

#: A card of no deck, and the seat whose it is.
Extra: TypeAlias = "tuple[CardDecl, int | None]"


@define
class Gathered:
    """The tables of the scenes of a game."""

    game: Game
    words: Words
    read: Any
    _tables: dict[int, tuple[nodes.Scene, Game | None]] = field(factory=dict)

    def knows(self, scene: nodes.Scene) -> bool:
        """Whether a scene is among those gathered last."""
        return id(scene) in self._tables

    def table(self, scene: nodes.Scene) -> Game | None:
        """The game made ready with the cards of a scene, among others; None when it needs a table of its own."""
        return self._tables[id(scene)][1] if id(scene) in self._tables else None

    def holds(self, game: Game) -> bool:
        """Whether all that lies on a game's own table lies on one of those made ready."""
        tables = (table for _, table in self._tables.values() if table is not None)
        return any((table.players, table.decks) == (game.players, game.decks) for table in tables)

    def gather(self, scenes: Iterable[tuple[nodes.Scene, Sequence[str]]]) -> None:
        """Make tables for scenes that are soon played, each with the decks that it is for. Those of before are given up."""
        self._tables.clear()
        shared: dict[tuple[int, tuple[str, ...]], list[tuple[nodes.Scene, Position]]] = {}
        for scene, decks in scenes:
            self._tables[id(scene)] = scene, None
            position = self._position(scene, decks)
            if position is not None:
                seats = position.objects.players, position.objects.decks
                shared.setdefault(seats, []).append((scene, position))
        for group in shared.values():
            positions = [position for _, position in group]
            if any(position.more for position in positions):
                table = self._ready(positions)
                self._tables |= {id(scene): (scene, table) for scene, _ in group}

    def _position(self, scene: nodes.Scene, decks: Sequence[str]) -> Position | None:
        """The position of a scene; what is wrong with it is told when it is played."""
        try:
            return Setting(self.game, self.words, decks, self.read).lay(laid(scene, self.words))
        except (SceneError, GameError, *FAULTS):
            return None

    def _ready(self, positions: Sequence[Position]) -> Game | None:
        """The game with the cards of all these positions, which are of the same decks."""
        pool: list[Extra] = []
        for position in positions:
            _put(pool, position.more)
        meaning = self.game.meaning
        try:
            return Game(meaning, loaded=self.game.loaded, objects=positions[0].objects.with_cards(pool, meaning))
        except GameError:
            return None  # one of them cannot be compiled: each scene by itself


def _put(pool: list[Extra], more: Iterable[Extra]) -> None:
    """Have all the cards of a scene in a pool, in their order, so that their numbers go up as they do where it is alone."""
    at = 0
    for each in more:
        found = next((i for i in range(at, len(pool)) if pool[i][1] == each[1] and pool[i][0] == each[0]), None)
        if found is None:
            found = len(pool)
            pool.append(each)
        at = found + 1
