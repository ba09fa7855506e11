"""The scenes that a run of pytest has read, each file and each game once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from .book import SceneBook, World, game_folder
from .snapshots import orphans

_BOOKS: Final = pytest.StashKey[dict[Path, SceneBook]]()


def book_of(config: pytest.Config, path: Path) -> SceneBook:
    """The scenes of a file, each read once in a run of pytest, with their game read once."""
    books = config.stash.setdefault(_BOOKS, {})
    if path not in books:
        folder = game_folder(path)
        world = next((book.world for book in books.values() if book.world.loaded.path == folder), None) or World(folder)
        books[path] = SceneBook(path, world, _shown(path, config.rootpath))
    return books[path]


def _shown(path: Path, root: Path) -> str:
    """A path as messages say it."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def unused_in(config: pytest.Config, folder: Path) -> dict[Path, tuple[str, ...]]:
    """The snapshots of a folder of scenes that no scene takes, by their file."""
    books = [book_of(config, path) for path in sorted(folder.glob("*.scena"))]
    found = {book.snapshots: book.unused() for book in books if not book.world.problems}
    found |= {album.path: tuple(album.photos) for album in orphans(folder)}
    return {path: names for path, names in found.items() if names}
