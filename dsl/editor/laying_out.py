"""The layout of a file, as ``detto fmt`` gives it."""

from __future__ import annotations

from pathlib import Path

from ..formatted import formatted_source
from ..load import DECK
from .project import View


def laid_out(view: View, path: Path, *, words: bool = True) -> str | None:
    """The canonical form of a file, of a deck with the canonical wordings too; None when it must be mended first."""
    return formatted_source(view.source(path), view.loaded if words and path.suffix == DECK else None).text
