"""Two texts of a game compared: what they mean, what their scenes tell, how their matches go."""

from __future__ import annotations

from .balance import Balance, balance
from .meanings import Change, Difference, compare_meanings
from .revision import RevisionError
from .scenes import SceneChange, SceneReport, compare_scenes
from .side import Side, SideError, sides

__all__ = [
    "Balance",
    "Change",
    "Difference",
    "RevisionError",
    "SceneChange",
    "SceneReport",
    "Side",
    "SideError",
    "balance",
    "compare_meanings",
    "compare_scenes",
    "sides",
]
