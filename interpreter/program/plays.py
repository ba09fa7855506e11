"""Which plays wait before they are done: as an action says itself, or as the window in which it is taken."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.meaning.game import ActionDecl, WindowDecl


def waiting_action(action: ActionDecl, windows: Mapping[str, WindowDecl]) -> bool:
    """Whether an action waits before it is done: as it says itself, or as some window in which it is taken says."""
    if action.waits is not None:
        return bool(action.waits)
    return any(windows[name].played == "zone" for name in action.windows if name in windows)


def ability_waits(window: WindowDecl) -> bool:
    """Whether the abilities of cards that are used in a window wait."""
    return window.abilities == "zone" or (window.abilities == "as_played" and window.played == "zone")


__all__ = ["ability_waits", "waiting_action"]
