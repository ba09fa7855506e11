"""To be a target: an event of every game («non può essere bersaglio delle magie», «quando diventa bersaglio di una magia»)."""

from __future__ import annotations

from typing import Final

from .game import Frame
from .nodes import Event, Role, Select

TARGETING: Final = "bersagliare"
#: What makes a thing its target: a card that is played («by» 1), or an ability (2).
PLAYED, ABILITY = 1, 2
ABILITIES: Final = "abilità"

#: A player makes a card the target of something.
TARGETED: Final = Frame(
    TARGETING,
    TARGETING,
    (
        Event(
            TARGETING,
            (
                Role("agent", Select("giocatore")),
                Role("object", Select("carta")),
                Role("by", Select("carta")),
                Role("source", Select("carta")),  # what aims: what was played, or the ability that waits
            ),
        ),
    ),
)

__all__ = ["ABILITIES", "ABILITY", "PLAYED", "TARGETED", "TARGETING"]
