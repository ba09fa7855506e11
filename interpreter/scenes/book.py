"""The scenes of a file with the game that they are of: what the command line and pytest run."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from attrs import evolve

from dsl.diagnostics import Diagnostic, render, render_all, told_wordings
from dsl.load import Loaded, load
from dsl.meaning.nodes import Text
from dsl.messages import problem
from dsl.scenes import Lexicon, Missing, Scene, SceneFile, read_scenes, words_for
from dsl.source import Source, UnreadableSource, read_source

from ..match import Game
from .gathered import Gathered
from .run import Failure, Outcome, Photo, photos_asked, play
from .snapshots import Album, difference, distinct, snapshot_name, snapshot_path
from .words import WordingError, Words


class World:
    """A game read and made ready, shared by the files of its scenes."""

    def __init__(self, folder: Path, game: Game | None = None) -> None:
        """``game`` when it has been read already."""
        self.loaded: Loaded = load(folder)
        if game is not None and game.loaded is not None:
            self.loaded = game.loaded
            self.__dict__["game"] = game

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the game's own text."""
        return tuple(problem for problem in self.loaded.problems if problem.is_error)

    def told_problems(self) -> str:
        """Those problems as text."""
        return render_all(self.problems, self.loaded.sources)

    @cached_property
    def game(self) -> Game:
        assert self.loaded.meaning is not None
        return Game(self.loaded.meaning, loaded=self.loaded)

    @cached_property
    def words(self) -> Words:
        return Words(self.game.meaning, self.loaded.vocabulary)

    @cached_property
    def gathered(self) -> Gathered:
        """The tables that scenes share."""
        return Gathered(self.game, self.words, self.read)

    def read(self, wording: str, slot: str, kind: str | None) -> Text:
        """The meaning of a wording as it would stand in a field of a card."""
        field = f"{slot} {kind}" if kind else slot
        found = self.loaded.read(wording, field)
        if found is None:
            raise WordingError(
                f"una carta non ha un campo «{field}»", "i campi sono: " + ", ".join(self.loaded.field_names())
            )
        if len(found.meanings) != 1 or not isinstance(found.meanings[0], Text):
            first = next((problem for problem in found.problems if problem.is_error), None)
            raise _misread(first, wording) if first else WordingError("questo testo non si intende")
        return found.meanings[0]


def _misread(wrong: Diagnostic, wording: str) -> WordingError:
    """The problem of a wording, all that is said after it, and its place in the wording when it lies there."""
    near = [f"forse intendevi {', '.join(f'«{each.strip()}»' for each in wrong.suggestions)}"] * bool(wrong.suggestions)
    said = "\n".join(line for line in (wrong.hint, *near, *told_wordings(wrong.wordings)) if line)
    span = wrong.span
    inside = span is not None and span.line == 1 and span.column - 1 + span.length <= len(wording)
    return WordingError(wrong.message, said, (span.column - 1, span.length) if span is not None and inside else None)


def gather(scenes: Iterable[tuple[SceneBook, int]]) -> None:
    """Make ready for scenes that are played soon, each of a file by its number: all of them in much the time of one."""
    worlds: dict[int, list[tuple[SceneBook, int]]] = {}
    for book, number in scenes:
        worlds.setdefault(id(book.world), []).append((book, number))
    for group in worlds.values():
        group[0][0].world.gathered.gather(book.with_decks(number) for book, number in group)


class SceneBook:
    """A file of scenes. Reading it never raises for what the text says: look at ``problems``."""

    def __init__(self, path: Path, world: World | None = None, name: str | None = None) -> None:
        """``world`` when its game is at hand; else it is looked for in the folders above the file."""
        self.path = path
        self._unreadable: Diagnostic | None = None
        try:
            self.source = read_source(path, name)
        except UnreadableSource as error:
            self.source = error.source or Source.of(name or str(path), "")
            self._unreadable = problem(error.code, error.span, detail=error.told)
        self.world = world if world is not None else World(game_folder(path))

    @classmethod
    def of(cls, source: Source, world: World) -> SceneBook:
        """Scenes that lie in no file."""
        book = cls.__new__(cls)
        book.path, book.source, book.world = Path(source.name), source, world
        book._unreadable = None
        return book

    @cached_property
    def _read(self) -> tuple[SceneFile | None, tuple[Diagnostic, ...]]:
        return read_scenes(self.source, self._lexicon)

    @property
    def scenes(self) -> tuple[Scene, ...]:
        return self._read[0].scenes if self._unreadable is None and self._read[0] else ()

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the text of the scenes."""
        return (self._unreadable,) if self._unreadable is not None else self._read[1]

    def _lexicon(self, game: str, decks: tuple[str, ...]) -> Lexicon | Missing | None:
        meaning = self.world.loaded.meaning
        return words_for(meaning, self.world.loaded.vocabulary, game, decks) if meaning is not None else None

    def play(self, number: int, until: int | None = None, *, on: Gathered | None = None, sure: bool = True) -> Outcome:
        """Play the scene of that number (from 0), or only its steps up to a line of the file.

        ``on``: the tables of another game than the one of the folder, such as one with a card changed; ``sure``: what fails
        among the cards of others is played alone."""
        file = self._read[0]
        assert file is not None
        scene, on = file.scenes[number], on if on is not None else self.world.gathered
        table = on.table(scene) if until is None else None
        if until is not None:
            scene = evolve(scene, steps=tuple(step for step in scene.steps if step.span.line <= until))
        outcome = play(scene, on.game, on.words, file.decks, on.read, table=table)
        if sure and table is not None and (outcome.failure is not None or self.compare(number, outcome) is not None):
            return play(scene, on.game, on.words, file.decks, on.read)  # what is told of it is of it alone
        return outcome

    def with_decks(self, number: int) -> tuple[Scene, tuple[str, ...]]:
        """A scene and the decks that it is for."""
        file = self._read[0]
        assert file is not None
        return file.scenes[number], file.decks

    def report(self, outcome: Outcome) -> str:
        """Why a scene failed, with the line it failed at."""
        return self.reported(outcome.scene, outcome.failure) if outcome.failure is not None else ""

    def reported(self, scene: Scene, failure: Failure) -> str:
        """A failure of a scene with the line that it is of."""
        problem = Diagnostic("Q100", f"{scene.title}: {failure.message}", failure.span, hint=failure.hint)
        return render(problem, {self.source.name: self.source})

    # -- snapshots

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The titles of the scenes, each told apart from the others."""
        return distinct([scene.title for scene in self.scenes])

    @property
    def snapshots(self) -> Path:
        """The file of the snapshots."""
        return snapshot_path(self.path)

    @cached_property
    def album(self) -> Album:
        """The snapshots as they are kept."""
        return Album.read(self.snapshots)

    @cached_property
    def photo_names(self) -> tuple[str, ...]:
        """The names of all snapshots that the scenes take, in order: known without playing them."""
        counts = zip(self.names, map(photos_asked, self.scenes), strict=True)
        return tuple(snapshot_name(name, index) for name, count in counts for index in range(count))

    def unused(self) -> tuple[str, ...]:
        """The kept snapshots that no scene takes."""
        if self.problems:
            return ()
        taken = frozenset(self.photo_names)
        return tuple(name for name in self.album.photos if name not in taken)

    def compare(self, number: int, outcome: Outcome) -> Failure | None:
        """How the snapshots of a scene that was played differ from the kept ones: the first difference, or None."""
        for index, photo in enumerate(outcome.photos):
            failure = photo_failure(photo, self.album.photos.get(snapshot_name(self.names[number], index)))
            if failure is not None:
                return failure
        return None

    def told_problems(self) -> str:
        return render_all(self.problems, {self.source.name: self.source})


def photo_failure(photo: Photo, kept: str | None) -> Failure | None:
    """What is wrong with a snapshot beside the kept one."""
    if kept == photo.text:
        return None
    update = "se è giusto così: detto test --update"
    if kept is None:
        lines = "".join(f"  {line}\n" for line in photo.text.splitlines())
        return Failure("questa fotografia non c'è ancora", photo.span, lines + update)
    message = "la fotografia non è più la stessa («-» prima, «+» ora)"
    return Failure(message, photo.span, f"{difference(kept, photo.text)}\n{update}")


def game_folder(path: Path) -> Path:
    """The nearest folder above a file in which there is a game."""
    for folder in (
        *path.parents,
        *path.resolve().parents,
    ):  # as the path was given, so that messages say it the same way
        if any(folder.glob("*.gioco")):
            return folder
    return path.parent
