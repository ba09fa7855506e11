"""C006: a window for actions that nothing opens.

Why it is a fault: its actions can never be played.
Example: «finestra dei duelli» with actions, and no step «si apre la finestra dei duelli».
Instead: open it in the steps of a period or of a verb.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import OpenWindow
from ..messages import problem
from .texts import all_in


def window_never_opens(game: GameMeaning) -> Iterator[Diagnostic]:
    """Windows that no step opens."""
    opened = {opens.window for opens in all_in(game, OpenWindow)}
    for window in game.windows.values():
        if window.name not in opened and window.played != "zone":  # what waits opens its own
            yield problem("C006", window.span, name=window.name)
