"""The scenes of a game played in two texts of it: those that go otherwise, at the first step where they part.

A step is a line of the scene. What is compared of it is all that was told (events in their order, values and places
that are different afterwards) and why the scene failed there, if it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from dsl.scenes import Scene, SceneFile
from dsl.source import Source, Span

from ..decisions import Option
from ..match import GameError, MatchFault
from ..scenes import Outcome, SceneBook, SceneError, World
from ..scenes.run import Run
from ..scenes.setting import Setting
from ..scenes.story import NOTHING, Story
from ..scenes.workers import Workers, within
from .side import Side

#: A scene takes some hundredths of a second: one that is not over after so many seconds goes round for ever.
MOST_SECONDS: Final = 20.0


@frozen
class Step:
    """A line of a scene played: where it stands, what was told of it, and why the scene fails there."""

    line: int
    column: int
    told: str = ""
    failure: str = ""


@frozen
class Played:
    """A scene played in one text. ``unread`` says why that text cannot read it."""

    steps: tuple[Step, ...] = ()
    unread: str = ""

    @property
    def failed(self) -> Step | None:
        """The step at which it fails, if it does."""
        return next((step for step in self.steps if step.failure), None)


@frozen
class SceneChange:
    """A scene that goes otherwise: its place, the words of the step where the two part, that step in each text, and the
    step at which it fails in each."""

    title: str
    file: str
    line: int
    column: int
    words: str
    old: Step
    new: Step
    failed: tuple[Step | None, Step | None]


@frozen
class SceneReport:
    """All the scenes of a game: how many there are, those that go otherwise, and what could be read in neither text."""

    played: int
    changes: tuple[SceneChange, ...]
    unread: tuple[str, ...] = ()


@frozen
class _Item:
    """A scene of a file: in which book of each side, and its number there (None when that side cannot read it)."""

    title: str
    old: tuple[SceneBook, int] | str
    new: tuple[SceneBook, int] | str
    line: int
    words: Source = field(repr=False)


def scene_files(side: Side, other: Side, given: Sequence[Path] = ()) -> tuple[tuple[Path, ...], Side]:
    """The files of the scenes to play, and the side that they belong to: those given, else those of the newer text's
    folder, else of the older one's."""
    if given:
        found = [each for path in given for each in (sorted(path.rglob("*.scena")) if path.is_dir() else [path])]
        return tuple(dict.fromkeys(found)), side
    for owner in (side, other):
        inside = tuple(sorted(owner.folder.rglob("*.scena")))
        if inside:
            return inside, owner
    return (), side


def compare_scenes(
    old: Side,
    new: Side,
    files: Sequence[Path],
    owner: Side,
    *,
    jobs: int = 1,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> SceneReport:
    """Play each scene of the files in both texts; ``advance`` is told how many are done, of how many."""
    worlds = _world(old), _world(new)
    items: list[_Item] = []
    unread: list[str] = []
    for path in files:
        found = _items(path, owner.file(str(path)), worlds)
        items += found if isinstance(found, list) else []
        unread += [found] if isinstance(found, str) else []
    changes: dict[int, SceneChange] = {}
    # a process has the items already: it is told their numbers
    with Workers(lambda number: _compared(items[number]), range(len(items)), jobs) as workers:
        for done, (number, change) in enumerate(workers.results(), 1):
            advance(done, len(items))
            if change is not None:
                changes[number] = change
    return SceneReport(len(items), tuple(changes[number] for number in sorted(changes)), tuple(unread))


def _world(side: Side) -> World:
    """The game of a side, made ready once before the work is shared out."""
    world = World(side.folder)
    world.loaded = side.playable
    _ = world.game, world.words
    return world


# -- reading


def _items(path: Path, name: str, worlds: tuple[World, World]) -> list[_Item] | str:
    """The scenes of a file as each side reads them; what is wrong with the file when neither can."""
    books = tuple(SceneBook(path, world, name) for world in worlds)
    sound = next((book for book in reversed(books) if not book.problems), None)
    if sound is None:
        return books[1].told_problems()
    places = [scene.span.line for scene in sound.scenes]
    read = [_one_by_one(book, places) if book.problems else [(book, i) for i in range(len(places))] for book in books]
    for book, scenes in zip(books, read, strict=True):
        if all(isinstance(each, str) for each in scenes):  # it is not for this text at all
            return book.told_problems()
    return [
        _Item(scene.title, read[0][i], read[1][i], scene.span.line, sound.source)
        for i, scene in enumerate(sound.scenes)
    ]


def _one_by_one(book: SceneBook, places: Sequence[int]) -> list[tuple[SceneBook, int] | str]:
    """Each scene of a file read alone, since the file as a whole cannot be: or what is wrong with it."""
    found: list[tuple[SceneBook, int] | str] = []
    lines = book.source.lines
    for start, stop in zip(places, (*places[1:], len(lines) + 1), strict=True):
        kept = [line if n < places[0] or start <= n < stop else "" for n, line in enumerate(lines, 1)]
        alone = SceneBook.of(Source.of(book.source.name, "\n".join(kept)), book.world)
        found.append(alone.problems[0].message if alone.problems or not alone.scenes else (alone, 0))
    return found


# -- playing


def _compared(item: _Item) -> SceneChange | None:
    old, new = _played(item.old), _played(item.new)
    for first, second in _steps(old, new, item.line):
        if (first.told, first.failure) != (second.told, second.failure):
            at = second if second.line else first
            words = item.words.line(at.line).strip()
            return SceneChange(
                item.title, item.words.name, at.line, at.column, words, first, second, (old.failed, new.failed)
            )
    return None


def _steps(old: Played, new: Played, line: int) -> Iterator[tuple[Step, Step]]:
    """The steps of both beside each other; where one has ended before, the other's failure stands alone."""
    if old.unread or new.unread:
        yield Step(line, 1, failure=old.unread), Step(line, 1, failure=new.unread)
        return
    yield from zip_longest(old.steps, new.steps, fillvalue=Step(line, 1))


def _played(read: tuple[SceneBook, int] | str) -> Played:
    if isinstance(read, str):
        return Played(unread=read)
    book, number = read
    file = book._read[0]
    assert file is not None
    return trace(file, number, book.world)


def trace(file: SceneFile, number: int, world: World) -> Played:
    """Play a scene line by line, to its end or to where it fails."""
    scene = file.scenes[number]
    steps: list[Step] = []
    try:
        with within(MOST_SECONDS):
            _Stepwise(scene, Setting(world.game, world.words, file.decks, world.read), steps).all()
    except SceneError as error:
        if not steps or not steps[-1].failure:  # before the first line, or after the last
            steps.append(Step(error.span.line, error.span.column, failure=error.message))
    except (MatchFault, GameError, TimeoutError) as error:
        at = scene.span
        steps.append(Step(at.line, at.column, failure=f"la macchina non la porta a termine: {error}"))
    return Played(tuple(steps))


class _Stepwise(Run):
    """A scene that writes down what each of its lines comes to."""

    def __init__(self, scene: Scene, setting: Setting, steps: list[Step]) -> None:
        super().__init__(scene, setting, Outcome(scene))
        self._steps, self._line = steps, Story(self.match)

    def step(self, step: Any) -> None:
        self._line = Story(self.match)
        try:
            super().step(step)
        except SceneError as error:
            self._write(error.span, error.message)
            raise
        self._write(step.span)

    def pick(self, option: Option) -> None:
        self._line.chooses(option)
        super().pick(option)

    def _write(self, at: Span, failure: str = "") -> None:
        told = self._line.told()
        self._steps.append(Step(at.line, at.column, "" if told == NOTHING else told, failure))


__all__ = ["Played", "SceneChange", "SceneReport", "Step", "compare_scenes", "scene_files"]
