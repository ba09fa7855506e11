"""C009: one text sets one value of one thing to two numbers, always.

Why it is a fault: only the last can hold; the other words are dead.
Example: «Ha sempre l'Ardore uguale a 5. Ha sempre l'Ardore uguale a 7.»
Instead: one of the two, or a condition that tells when each holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Modify, Operation, Static, Term, Text
from ..messages import problem


def setters_collide(game: GameMeaning) -> Iterator[Diagnostic]:
    """Unconditional settings of one value in one text that differ."""
    texts = [(card.name, text) for deck in game.decks.values() for card in deck.cards for text in card.texts.values()]
    for name, text in (*texts, *((keyword.name, keyword.text) for keyword in game.keywords.values())):
        yield from _collisions(name, text)


def _collisions(name: str, text: Text) -> Iterator[Diagnostic]:
    seen: dict[tuple[Term, str, bool], Modify] = {}
    for ability in text.abilities:
        if not isinstance(ability, Static) or ability.condition is not None:
            continue
        for effect in ability.effects:
            if isinstance(effect, Modify) and effect.op is Operation.SET and effect.duration is None:
                first = seen.setdefault((effect.target, effect.value, effect.always), effect)
                if first.amount != effect.amount:
                    yield problem("C009", effect.span, name=name, value=effect.value)
