"""pytest collects scenes: every ``*.scena`` of a folder with a game, one item a scene (entry point ``pytest11``).

Only this small module is imported when pytest starts; what runs scenes is imported when there is one to run.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of scenes, when a game lies in its folder or in one above, within the root; others are somebody else's."""
    if file_path.suffix != ".scena" or not _of_a_game(file_path, parent.config.rootpath):
        return None
    from .scenes.pytest_items import SceneModule

    return SceneModule.from_parent(parent, path=file_path)


def _of_a_game(path: Path, root: Path) -> bool:
    for folder in path.parents:
        if any(folder.glob("*.gioco")):
            return True
        if folder == root:
            break
    return False
