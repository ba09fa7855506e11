"""C032: a label that no card has.

Why it is a fault: it names an event for nobody.
Example: «etichetta TONFO» among the words of a deck, and no card with «TONFO: …».
Instead: a card that has it, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Labelled, Triggered
from ..messages import problem
from .texts import all_in, label


def label_never_used(game: GameMeaning) -> Iterator[Diagnostic]:
    """Declared labels that begin no sentence of a card, in a game with cards."""
    if not game.decks:
        return
    used = {each.label for each in all_in(game, Triggered)} | {each.label for each in all_in(game, Labelled)}
    for declared in game.labels.values():
        if declared.name not in used:
            decks = tuple(each for deck in game.decks.values() for each in label(deck.span, "nessuna carta la ha"))
            yield problem("C032", declared.span, name=declared.name, labels=decks)
