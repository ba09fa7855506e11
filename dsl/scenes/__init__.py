"""The language of scenes: text to syntax (``docs/scene.md``). What a scene does with a match is the interpreter's."""

from __future__ import annotations

from .nodes import Scene, SceneFile
from .read import heading_of, read_scenes, titles_of
from .words import Lexicon, Missing, words_for

__all__ = ["Lexicon", "Missing", "Scene", "SceneFile", "heading_of", "read_scenes", "titles_of", "words_for"]
