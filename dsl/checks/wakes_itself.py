"""C007: a trigger whose effect is the event that wakes it, with nothing to stop it.

Why it is a fault: once awake it goes round for ever, and the match is stopped.
Example: «Quando peschi, pesca una carta.»
Instead: let the player choose («puoi»), add a condition or «una volta per turno».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..messages import problem
from .texts import label
from .waking import waiting, wakes


def wakes_itself(game: GameMeaning) -> Iterator[Diagnostic]:
    """Unconditional triggers that do, unasked, what they wait for."""
    for each in waiting(game):
        if wakes(each, each, game):
            trigger = each.trigger
            effect = label(getattr(trigger.effect, "span", None), "qui lo fa di nuovo")
            yield problem(
                "C007", trigger.when.span or trigger.span, name=each.owned.name, verb=each.when.verb, labels=effect
            )
