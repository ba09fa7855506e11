"""What an editor asks of a game's texts: pure functions over texts and offsets. No protocol and no editor is known here.

``project``: the texts as they stand in the editor, read; then one file a question: ``completing``, ``hovering``,
``names`` (where a word is declared, where it stands), ``renaming``, ``outline``, ``fixing``, ``laying_out``.
"""

from __future__ import annotations

from .completing import complete
from .fixing import QuickFix, fixes_at
from .hovering import Hover, hover
from .items import Item
from .laying_out import laid_out
from .names import declarations, references
from .outline import Symbol, outline
from .project import KINDS, Project, View, folder_of
from .renaming import CannotRename, Replacement, renamable, rename

__all__ = [
    "KINDS",
    "CannotRename",
    "Hover",
    "Item",
    "Project",
    "QuickFix",
    "Replacement",
    "Symbol",
    "View",
    "complete",
    "declarations",
    "fixes_at",
    "folder_of",
    "hover",
    "laid_out",
    "outline",
    "references",
    "renamable",
    "rename",
]
