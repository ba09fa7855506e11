"""Scenes played on the machine: a position, what is done, what must follow (``docs/scene.md``)."""

from __future__ import annotations

from .book import SceneBook, World, game_folder, gather
from .run import Failure, Outcome, Photo, play
from .words import SceneError

__all__ = ["Failure", "Outcome", "Photo", "SceneBook", "SceneError", "World", "game_folder", "gather", "play"]
