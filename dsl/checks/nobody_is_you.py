"""C038: a setup that speaks to somebody.

Why it is a fault: before the first turn nobody is «tu»; it would always be the first of the players, whoever begins.
Example: «attingi una carta» in the setup.
Instead: «ogni giocatore attinge una carta», «Primo attinge una carta».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Do, You
from ..meaning.walk import walk
from ..messages import problem


def nobody_is_you(game: GameMeaning) -> Iterator[Diagnostic]:
    """Lines of the setup in which somebody is «you», or that tell nobody to do what a player does."""
    for line in game.setup:
        if any(isinstance(node, You) or (isinstance(node, Do) and _of_no_player(game, node)) for node in walk(line)):
            yield problem("C038", line.span)


def _of_no_player(game: GameMeaning, order: Do) -> bool:
    frame = game.frames.get(order.event.verb)
    done_by = {role.name for form in frame.forms for role in form.roles} if frame is not None else set()
    return "agent" in done_by and not any(role.name == "agent" for role in order.event.roles)
