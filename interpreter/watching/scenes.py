"""The scenes of a game that is being watched: which to play first, what came of each, what came of it before."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from dsl.diagnostics import Diagnostic
from dsl.meaning.walk import walk
from dsl.scenes import Scene
from dsl.source import Source, UnreadableSource, read_source

from ..match import Game, Match
from ..scenes import Outcome, SceneBook, World, gather
from ..scenes.workers import TOGETHER
from ..tell import tell_step

#: A scene: its file, and its title, told apart from the others of the file.
Key: TypeAlias = "tuple[Path, str]"
_TOLD: Final = frozenset({"event", "trigger", "roll", "loop", "over"})


@frozen
class Result:
    """What came of a scene: why it failed (nothing when it passed), what was told on the way."""

    report: str
    told: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.report


@frozen
class Played:
    """A scene that was played, with what came of it before; ``before`` is None the first time."""

    path: Path
    line: int
    title: str
    before: Result | None
    now: Result

    @property
    def changed(self) -> bool:
        """Whether it should be told: it fails otherwise than before, passes again, or goes another way."""
        if self.before is None:
            return not self.now.passed
        return self.before != self.now

    @property
    def told(self) -> tuple[str, str] | None:
        """The first line that is told otherwise, old and new."""
        if self.before is None:
            return None
        lines = max(len(self.before.told), len(self.now.told))
        pairs = ((_at(self.before.told, i), _at(self.now.told, i)) for i in range(lines))
        return next((pair for pair in pairs if pair[0] != pair[1]), None)


def _at(lines: tuple[str, ...], number: int) -> str:
    return lines[number] if number < len(lines) else ""


@define
class Scenes:
    """The scene files of a folder, read again only when they or the names that they may use have changed."""

    folder: Path
    pending: list[tuple[SceneBook, int]] = field(factory=list)
    near: int = 0  # how many of those pending speak of what has changed
    _books: dict[Path, tuple[object, SceneBook]] = field(factory=dict)
    _results: dict[Key, Result] = field(factory=dict)
    _due: set[Key] = field(factory=set)  # what has not been played since anything changed
    _said: MutableMapping[SceneBook, tuple[frozenset[str], ...]] = field(factory=WeakKeyDictionary)

    def take_up(self, world: World, cards: frozenset[str] | None) -> tuple[Diagnostic, ...]:
        """Read what must be read and put all scenes in line; those that name one of the cards come first.

        ``cards`` None: the rules are new, so that no scene stands nearer than another. Returns what is wrong with the files."""
        changed_files = set(self._read(world))
        first: list[tuple[SceneBook, int]] = []
        rest: list[tuple[SceneBook, int]] = []
        for path, (_, book) in self._books.items():
            for number, said in enumerate(self._said_in(book) if not book.problems else ()):
                near = path in changed_files or (cards is not None and not cards.isdisjoint(said))
                if cards is None or cards or path in changed_files:
                    self._due.add(_key(book, number))
                if _key(book, number) in self._due:
                    (first if near else rest).append((book, number))
        self.near = len(first)
        self.pending = first + rest
        return tuple(problem for _, book in self._books.values() for problem in book.problems)

    @property
    def sources(self) -> dict[str, Source]:
        """The texts of the files, for messages."""
        return {book.source.name: book.source for _, book in self._books.values()}

    def _read(self, world: World) -> Iterator[Path]:
        """Bring the books up to date; the paths of those that are new or changed."""
        meaning = world.loaded.meaning
        names = tuple(card.name for deck in meaning.decks.values() for card in deck.cards) if meaning else ()
        found: dict[Path, tuple[object, SceneBook]] = {}
        for path in sorted(self.folder.rglob("*.scena")):
            try:
                text = read_source(path, str(path)).text
            except UnreadableSource as error:
                text = str(error)
            mark = (text, id(world.loaded.vocabulary), names, _stamp(path))
            known = self._books.get(path)
            if known is not None and known[0] == mark:
                known[1].world = world
                found[path] = known
            else:
                found[path] = (mark, SceneBook(path, world, str(path)))
                if known is None or known[0][0] != text:  # type: ignore[index]
                    yield path
        self._books = found

    def _said_in(self, book: SceneBook) -> tuple[frozenset[str], ...]:
        """The names in each scene of a file, worked out once."""
        if book not in self._said:
            self._said[book] = tuple(names(scene) for scene in book.scenes)
        return self._said[book]

    def tables_for(self, game: Game) -> bool:
        """Make the tables of the scenes that come first ready; whether on one of them lies all that lies on a game's own."""
        if not self.near:
            return False
        self._gather()
        return self.pending[0][0].world.gathered.holds(game)

    def _gather(self) -> None:
        gather(self.pending[: min(self.near or TOGETHER, TOGETHER)])

    def play_next(self) -> Played:
        """Play the next scene in line; one that speaks of what has changed and fails is played once more at the end, alone."""
        book, number = self.pending[0]
        if not book.world.gathered.knows(book.scenes[number]):
            self._gather()
        del self.pending[0]
        first, self.near = self.near > 0, max(self.near - 1, 0)
        scene = book.scenes[number]
        key = _key(book, number)
        outcome = book.play(number, sure=not first)
        now = Result(_report(book, number, outcome), told(outcome.match))
        if first and not now.passed:
            self.pending.append((book, number))
        else:
            self._due.discard(key)
        before = self._results.get(key)
        self._results[key] = now
        return Played(book.path, scene.span.line, scene.title, before, now)

    def failing(self) -> int:
        """How many of the scenes that were played fail."""
        present = set(self._books)
        return sum(not result.passed for key, result in self._results.items() if key[0] in present)


def _key(book: SceneBook, number: int) -> Key:
    return book.path, book.names[number]


def _stamp(path: Path) -> tuple[int, ...]:
    """When the kept snapshots beside a scene file were written."""
    from ..scenes.snapshots import snapshot_path

    try:
        return (snapshot_path(path).stat().st_mtime_ns,)
    except OSError:
        return ()


def _report(book: SceneBook, number: int, outcome: Outcome) -> str:
    """Why a scene failed: a line that does not hold, or a snapshot that is another."""
    failure = outcome.failure or book.compare(number, outcome)
    return book.reported(outcome.scene, failure) if failure is not None else ""


def told(match: Match | None) -> tuple[str, ...]:
    """What happened in a match, a line a step."""
    if match is None:
        return ()
    return tuple(tell_step(match, entry) for entry in match.log if entry.kind in _TOLD)


def names(scene: Scene) -> frozenset[str]:
    """All names and words that stand in a scene."""
    return frozenset(
        value
        for node in walk(scene)
        for part in type(node).__attrs_attrs__  # type: ignore[attr-defined]
        if isinstance(value := getattr(node, part.name), str)
    )
