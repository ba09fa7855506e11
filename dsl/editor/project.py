"""The game of a folder as an editor has it: unsaved texts stand for their files, and every wording read leaves a note."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from ..completion import Completer, Known
from ..diagnostics import Diagnostic, in_order
from ..load import DECK, GAME, RULES, WORDS, Loaded, load
from ..meaning.from_blocks.whole import opening
from ..scenes import Lexicon, Missing, read_scenes, words_for
from ..source import Source, UnreadableSource, read_source
from ..syntax.block_reader import read_blocks
from ..syntax.reading import Fate, Reading, TextContext
from ..syntax.reading_cache import read_text
from ..vocabulary.vocabulary import Vocabulary

SCENES: Final = ".scena"
KINDS: Final = (GAME, RULES, WORDS, DECK, SCENES)
#: How many folders above a file its game may be.
_MOST_ABOVE: Final = 3


@frozen
class Note:
    """A wording that was read: where it stands, what it had to be there, what it means."""

    start: int
    text: str
    context: TextContext
    reading: Reading

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def folder_of(path: Path) -> Path:
    """The folder of the game that a file belongs to: the nearest above it that has rules, else its own."""
    for folder in path.parents[:_MOST_ABOVE]:
        if any(folder.glob(f"*{GAME}")):
            return folder
    return path.parent


@define
class _Notes:
    """A reader of wordings that notes what it reads, by source."""

    of: dict[str, list[Note]] = field(factory=dict)

    def read(self, text: str, context: TextContext, vocabulary: Vocabulary) -> Reading:
        reading = read_text(text, context, vocabulary)
        if context.source is not None:
            self.of.setdefault(context.source.name, []).append(Note(context.offset, text, context, reading))
        return reading


@define(slots=False)
class View:
    """The game as it stands: what was loaded, the notes of its wordings. Nothing in it changes."""

    folder: Path
    texts: Mapping[Path, str]
    loaded: Loaded
    _fresh: _Notes
    _before: View | None = None
    _completer: Completer | None = None
    _scenes: dict[Path, tuple[Source, tuple[Diagnostic, ...]]] = field(factory=dict, init=False)

    @cached_property
    def notes(self) -> Mapping[str, tuple[Note, ...]]:
        """The wordings of each source; those of a source that was not read again are the ones noted before."""
        _ = self.loaded.problems
        out = {name: tuple(sorted(notes, key=lambda note: note.start)) for name, notes in self._fresh.of.items()}
        if self._before is not None:
            for name, notes in self._before.notes.items():
                if name not in out and self.loaded.sources.get(name) == self._before.loaded.sources.get(name):
                    out[name] = notes
        self._before = None
        return out

    def note_at(self, path: Path, offset: int) -> Note | None:
        """The wording at a place of a file; of several the one that begins last."""
        at = [note for note in self.notes.get(str(path), ()) if note.start <= offset <= note.end]
        return at[-1] if at else None

    # -- files

    def paths(self) -> tuple[Path, ...]:
        """The files of the game, scenes included."""
        scenes = sorted(self.folder.rglob(f"*{SCENES}"))
        loaded = (Path(name) for name in self.loaded.sources)
        unsaved = (path for path in self.texts if path.suffix == SCENES)
        return tuple(dict.fromkeys((*loaded, *scenes, *unsaved)))

    def source(self, path: Path) -> Source:
        """The text of a file as the editor has it; empty when it cannot be read."""
        found = self.loaded.sources.get(str(path))
        if found is not None:
            return found
        if path in self.texts:
            return Source.of(str(path), self.texts[path])
        try:
            return read_source(path)
        except UnreadableSource:
            return Source.of(str(path), "")

    def problems(self, path: Path) -> tuple[Diagnostic, ...]:
        """Everything that is wrong with a file; what has no place is told of the rules."""
        if path.suffix == SCENES:
            return self._scene_problems(path)
        if str(path) not in self.loaded.sources and path.suffix in KINDS:  # words that no deck takes, a lone deck
            alone = load(path, texts=self.texts).problems
            return tuple(each for each in alone if each.span is not None and each.span.file == str(path))
        own = [each for each in self.loaded.problems if each.span is not None and each.span.file == str(path)]
        if path == self.loaded.paths.game or not self.loaded.paths.game:
            own += [each for each in self.loaded.problems if each.span is None]
        return tuple(own)

    def _scene_problems(self, path: Path) -> tuple[Diagnostic, ...]:
        if self.loaded.meaning is None:
            return ()  # its rules are told where they stand
        source = self.source(path)
        if path not in self._scenes or self._scenes[path][0] != source:
            self._scenes[path] = source, in_order(read_scenes(source, self.lexicon)[1])
        return self._scenes[path][1]

    def lexicon(self, game: str, decks: tuple[str, ...]) -> Lexicon | Missing | None:
        """The words of scenes for a game and decks of it."""
        meaning = self.loaded.meaning
        return words_for(meaning, self.loaded.vocabulary, game, decks) if meaning is not None else None

    # -- completion

    @property
    def completer(self) -> Completer:
        """What completes wordings: it has learned from those of the game that are understood."""
        if self._completer is None or self._completer.vocabulary is not self.loaded.vocabulary:
            understood = (n for notes in self.notes.values() for n in notes if n.reading.fate is Fate.UNDERSTOOD)
            texts = ((" ".join(note.text.split()), note.context.start) for note in understood)
            self._completer = Completer(self.loaded.vocabulary, texts)
        return self._completer

    @cached_property
    def known(self) -> Known:
        """What blocks may name."""
        games = (self.loaded.rules.name,) if self.loaded.rules is not None else ()
        words = [opening(read_blocks(self.source(path))) for path in sorted(self.folder.glob(f"*{WORDS}"))]
        return Known(self.loaded.vocabulary, self.loaded.rules, games, tuple(each.name for each in words if each))


class Project:
    """A game that is being edited. ``view`` reads again only what has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._view: View | None = None

    def view(self, texts: Mapping[Path, str]) -> View:
        """The game with these texts in the place of their files."""
        before = self._view
        if before is not None and before.texts == texts and not self._touched(before):
            return before
        notes = _Notes()
        loaded = load(self.folder, before.loaded if before is not None else None, dict(texts), notes.read)
        completer = before._completer if before is not None else None
        self._view = View(self.folder, dict(texts), loaded, notes, before, completer)
        _ = self._view.notes
        return self._view

    def latest(self, texts: Mapping[Path, str]) -> View:
        """The last view, however old: enough to know the words of the game."""
        return self._view or self.view(texts)

    def _touched(self, view: View) -> bool:
        """Whether a file that no editor holds has changed on the disk."""
        for name, source in view.loaded.sources.items():
            path = Path(name)
            if path not in view.texts:
                try:
                    if read_source(path) != source:
                        return True
                except UnreadableSource:
                    return True
        return False
