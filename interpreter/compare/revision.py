"""The texts of a game as a git revision has them: ``HEAD~3:games/mygame`` written out into a folder.

Git's own words are used (``git rev-parse``, ``ls-tree``, ``cat-file``); the repository is only read.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from attrs import frozen

#: The texts of a game; nothing else of a revision is written out.
KINDS: Final = (".gioco", ".regole", ".parole", ".mazzo", ".scena")
GAME: Final = ".gioco"
_MOST_BYTES: Final = 50_000_000
_MOST_FILES: Final = 5_000
_SECONDS: Final = 60
#: How far above a deck its game may lie, as the reader of games has it.
_FOLDERS_ABOVE: Final = 2


class RevisionError(Exception):
    """A revision that git does not know, a path that is not in it, or no git at all: the message says which."""


@frozen
class Revision:
    """A path at a commit. ``given`` is the revision as it was written, ``path`` counts from the top of the repository."""

    top: Path
    commit: str
    given: str
    path: PurePosixPath

    def __str__(self) -> str:
        return f"{self.given}:{self.path}"


def revision(given: str, path: str, folder: Path) -> Revision:
    """The path at the revision; as in git it counts from the top of the repository that ``folder`` is in, or from the
    folder when it is not found there (or begins with a dot). Raises RevisionError."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "replace").rstrip("\n"))
    commit = _commit(folder, given)
    inside = folder.resolve().is_relative_to(top.resolve())
    here = PurePosixPath(folder.resolve().relative_to(top.resolve()).as_posix() if inside else "")
    from_here = path in (".", "..") or path.startswith(("./", "../"))
    for start in (here,) if from_here else (PurePosixPath(), here):
        whole = _plain(start / path)
        if whole is not None and _kind(top, commit, whole) is not None:
            return Revision(top, commit, given, whole)
    raise RevisionError(f"{given}: in questa revisione non c'è «{path}»")


def is_revision(given: str, folder: Path) -> bool:
    """Whether git knows a commit of this name."""
    try:
        _commit(folder, given)
    except RevisionError:
        return False
    return True


def written_out(wanted: Revision, into: Path) -> Path:
    """Write the texts of the game that a revision's path belongs to under a folder; the path of what was asked for."""
    folder = _game_folder(wanted)
    entries = list(_texts(wanted, folder))
    if len(entries) > _MOST_FILES or sum(size for _, size, _ in entries) > _MOST_BYTES:
        raise RevisionError(f"{wanted}: troppi testi, o troppo grandi")
    for path, text in zip((path for _, _, path in entries), _contents(wanted, entries), strict=True):
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
    found = into / wanted.path
    if not found.exists():
        raise RevisionError(f"{wanted}: lì non ci sono testi di un gioco ({', '.join(KINDS)})")
    return found


def _plain(path: PurePosixPath) -> PurePosixPath | None:
    """The path without ``.`` and ``..``; None when it leads out of the repository."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in (".", "/"):
            parts.append(part)
    return PurePosixPath(*parts)


def _commit(folder: Path, given: str) -> str:
    if not given or given.startswith("-"):
        raise RevisionError(f"«{given}» non è una revisione")
    try:
        found = _git(folder, "rev-parse", "--verify", "--quiet", f"{given}^{{commit}}")
    except _Refused:
        _git(folder, "rev-parse", "--git-dir")  # tells, if the reason is that there is no repository
        raise RevisionError(f"git non conosce la revisione «{given}»") from None
    return found.decode("ascii", "replace").strip()


def _kind(top: Path, commit: str, path: PurePosixPath) -> str | None:
    """``tree`` or ``blob``, or None when there is nothing."""
    name = f"{commit}:{'' if path == PurePosixPath() else path}"
    try:
        return _git(top, "cat-file", "-t", name).decode("ascii", "replace").strip()
    except _Refused:
        return None


def _game_folder(wanted: Revision) -> PurePosixPath:
    """The folder of the game: that of the path, or one of the two above it."""
    path = wanted.path
    start = path if _kind(wanted.top, wanted.commit, path) == "tree" else path.parent
    for folder in (start, *start.parents)[: _FOLDERS_ABOVE + 1]:
        if any(each.endswith(GAME) for each in _names(wanted, folder)):
            return folder
    return start


def _names(wanted: Revision, folder: PurePosixPath) -> list[str]:
    found = _git(wanted.top, "ls-tree", "-z", "--full-tree", "--name-only", wanted.commit, *_under(folder))
    return found.decode("utf-8", "surrogateescape").split("\0")


def _under(folder: PurePosixPath) -> tuple[str, ...]:
    return () if folder == PurePosixPath() else ("--", f"{folder}/")


def _texts(wanted: Revision, folder: PurePosixPath) -> Iterator[tuple[str, int, PurePosixPath]]:
    """Object, size and path of every text under a folder; links and modules are none."""
    listing = _git(wanted.top, "ls-tree", "-r", "-z", "-l", "--full-tree", wanted.commit, *_under(folder))
    for line in listing.decode("utf-8", "surrogateescape").split("\0"):
        facts, _, path = line.partition("\t")
        mode, _, rest = facts.partition(" ")
        if mode.startswith("100") and path.endswith(KINDS):
            _, name, size = rest.split()
            if not size.isdecimal():  # «BAD»: a repository that was cloned in part, or is broken
                raise RevisionError(f"{wanted}: nel deposito di git manca «{path}» (l'oggetto {name})")
            yield name, int(size), PurePosixPath(path)


def _contents(wanted: Revision, entries: Sequence[tuple[str, int, PurePosixPath]]) -> Iterator[bytes]:
    """The bytes of each object, all asked for at once: «name type size», a line end, the bytes, a line end."""
    asked = "".join(f"{name}\n" for name, _, _ in entries).encode("ascii")
    answer, at = _git(wanted.top, "cat-file", "--batch", given=asked), 0
    for _ in entries:
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split()[2])
        yield answer[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


class _Refused(RevisionError):
    """Git said no."""


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What a git command answers. Raises RevisionError with git's own first line, or with what is missing."""
    settings = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            input=given,
            capture_output=True,
            env=settings,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise RevisionError("per leggere una revisione ci vuole git, e qui non c'è") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RevisionError(f"git non risponde: {error}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            raise RevisionError(f"{folder}: non è in un deposito di git, e una revisione si legge da lì")
        raise _Refused(f"git: {said[0] if said else 'non si può fare'}")
    return done.stdout


__all__ = ["Revision", "RevisionError", "is_revision", "revision", "written_out"]
