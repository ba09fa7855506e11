"""C003: a keyword stands for no sentence, and no sentence asks who has it.

Why it is a fault: a card that has it has nothing.
Example: «parola chiave Guardia» with no line under it.
Instead: write under it what a card that has it does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import HasKeyword
from ..meaning.walk import all_of
from ..messages import problem


def empty_keyword(game: GameMeaning) -> Iterator[Diagnostic]:
    """Keywords without sentences."""
    said = (game.rules, game.frames, game.periods, game.actions, game.checks, game.nouns)
    asked = {node.keyword for each in said for node in all_of(tuple(each.values()), HasKeyword)}
    for keyword in game.keywords.values():
        if not keyword.text.abilities and keyword.name not in asked:
            yield problem("C003", keyword.span, name=keyword.name)
