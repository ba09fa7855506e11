"""One of the two texts that are compared: a path, or a path at a git revision, and how its places are shown."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from attrs import define, evolve

from dsl.diagnostics import Diagnostic, Label
from dsl.load import Loaded, load
from dsl.source import Source, Span

from .revision import GAME, KINDS, Revision, RevisionError, is_revision, revision, written_out

RULES, WORDS, DECK = ".regole", ".parole", ".mazzo"


class SideError(Exception):
    """Something to compare that is not there or is no text of a game."""


@define(slots=False)
class Side:
    """A text to compare. ``name`` as it was given, ``path`` where it lies, ``shown``: folders that messages call
    otherwise (a revision lies in a folder of its own while it is read). ``at`` is its revision, ``game`` the folder
    whose game it is read with, when there is none beside it."""

    name: str
    path: Path
    shown: tuple[tuple[str, str], ...] = ()
    at: Revision | None = None
    game: Path | None = None

    @cached_property
    def loaded(self) -> Loaded:
        return load(self.path)

    @cached_property
    def playable(self) -> Loaded:
        """What is played: with rules or words alone, all the decks beside them."""
        return self.loaded if self.path.is_dir() or self.path.suffix == DECK else load(self.folder)

    def command(self, options: str) -> str:
        """The line of a shell that plays this text; what lies nowhere is put into a folder of its own first."""
        path = self.path if self.path.is_dir() or self.path.suffix == DECK else self.folder
        if self.at is not None:
            root = Path(self.shown[0][0])
            folder = self.folder.relative_to(root).as_posix()
            wanted = "" if folder == "." else f" {shlex.quote(folder)}"
            fetched = f'git -C {shlex.quote(str(self.at.top))} archive {self.at.commit[:12]}{wanted} | tar -x -C "$d"'
        elif self.game is not None:
            root = self.path.parent
            kinds = [suffix for suffix in (GAME, RULES, WORDS) if any(self.game.glob(f"*{suffix}"))]
            texts = " ".join(f"{shlex.quote(str(self.game))}/*{suffix}" for suffix in kinds)
            fetched = f'cp {texts} {shlex.quote(self.name)} "$d"'
        else:
            return f"detto play {shlex.quote(str(path))} {options}"
        inside = path.relative_to(root).as_posix()
        there = '"$d"' if inside == "." else f'"$d"/{shlex.quote(inside)}'
        return f"d=$(mktemp -d) && {fetched} && detto play {there} {options}"

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        game = self.loaded.paths.game
        return game.parent if game is not None else self.path if self.path.is_dir() else self.path.parent

    def file(self, name: str) -> str:
        """The name of a file as a person knows it."""
        for where, called in self.shown:
            if name == where or name.startswith(where + "/"):
                return f"{called}{name[len(where) :].lstrip('/')}"
        return name

    def place(self, span: Span | None) -> str:
        """file:line:column of a place, or nothing."""
        return f"{self.file(span.file)}:{span.line}:{span.column}" if span is not None else ""

    def problems(self) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
        """What is wrong with the text, and the sources that it speaks of, by the names that are shown."""
        known = {**self.playable.sources, **self.loaded.sources}
        sources = {self.file(name): each for name, each in known.items()}
        return self.named(self.playable.problems if self.loaded.ok else self.loaded.problems), sources

    def named(self, problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Problems with the names of their files as they are shown."""
        return tuple(map(self._named, problems))

    def _named(self, problem: Diagnostic) -> Diagnostic:
        labels = tuple(Label(evolve(each.span, file=self.file(each.span.file)), each.text) for each in problem.labels)
        span = evolve(problem.span, file=self.file(problem.span.file)) if problem.span is not None else None
        message = problem.message
        for where, called in self.shown:
            message = message.replace(where + "/", called).replace(where, called)
        return evolve(problem, span=span, labels=labels, message=message)


def sides(old: str, new: str, workplace: Path, here: Path) -> tuple[Side, Side]:
    """The two texts to compare; ``workplace``: a folder of its own for what must be written out first.

    Raises SideError or RevisionError, whose messages say what is wrong."""
    first = _side(old, new, workplace / "1", here)
    second = _side(new, old, workplace / "2", here)
    if first.path.is_file() and second.path.is_file() and first.path.suffix != second.path.suffix:
        raise SideError(
            f"{first.name} e {second.name} non sono la stessa cosa: un {first.path.suffix} e un {second.path.suffix}"
        )
    return _with_game(first, second, workplace / "3"), _with_game(second, first, workplace / "4")


def _side(given: str, other: str, workplace: Path, here: Path) -> Side:
    """A path that is there; «REVISION:PATH»; a revision alone, for the other's path."""
    path = Path(given)
    if path.exists():
        return _of_path(given, path)
    name, colon, inside = given.partition(":")
    if colon:
        return _of_revision(revision(name, inside, here), workplace)
    beside = Path(other.partition(":")[2] or other)
    if beside.exists() and is_revision(given, here):
        top = beside.resolve()
        return _of_revision(revision(given, f"./{top.name}" if top.is_file() else "./", _folder(top)), workplace)
    raise SideError(f"{given}: non c'è; una revisione di git si scrive REVISIONE:PERCORSO, per esempio HEAD:{given}")


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _of_path(given: str, path: Path) -> Side:
    if path.is_file() and (path.suffix not in KINDS or path.suffix == ".scena"):
        raise SideError(f"{given}: si confrontano un gioco, le sue parole, un mazzo o una cartella di questi")
    return Side(given, path)


def _of_revision(found: Revision, workplace: Path) -> Side:
    path = written_out(found, workplace)
    if path.is_file() and (path.suffix not in KINDS or path.suffix == ".scena"):
        raise SideError(f"{found}: si confrontano un gioco, le sue parole, un mazzo o una cartella di questi")
    return Side(str(found), path, ((str(workplace), f"{found.given}:"),), found)


def _with_game(side: Side, other: Side, workplace: Path) -> Side:
    """A deck or words beside which there is no game are read with the game of the other side."""
    alone = side.path.is_file() and side.path.suffix != GAME and side.loaded.paths.game is None
    if not alone or other.loaded.paths.game is None or not any(p.code == "F008" for p in side.loaded.problems):
        return side
    workplace.mkdir(parents=True)
    for text in sorted(other.folder.iterdir()):
        if text.is_file() and text.suffix in KINDS and text.suffix not in (side.path.suffix, ".scena"):
            shutil.copyfile(text, workplace / text.name)
    if side.path.suffix == DECK and other.path.suffix != DECK:
        raise SideError(f"{side.name}: questo mazzo sta da solo, e si confronta con un mazzo")
    path = workplace / side.path.name
    shutil.copyfile(side.path, path)
    shown = ((str(path), side.name), (str(workplace), f"{other.folder}/"))
    return Side(side.name, path, shown, game=other.folder)


__all__ = ["RevisionError", "Side", "SideError", "sides"]
