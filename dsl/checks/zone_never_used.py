"""C010: a zone that no sentence names.

Why it is a fault: nothing can ever come there.
Example: «zona Esilio» that no step of any verb and no card names.
Instead: take it away, or write what goes there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Place
from ..messages import problem
from .texts import all_in


def zone_never_used(game: GameMeaning) -> Iterator[Diagnostic]:
    """Zones that no sentence and no noun names and where no deck begins; one under a card is reached through its host."""
    named = {place.zone for place in all_in(game, Place)} | {part.zone for part in game.parts.values() if part.name}
    for zone in game.zones.values():
        if zone.name not in named and zone.host is None:
            yield problem("C010", zone.span, name=zone.name)
