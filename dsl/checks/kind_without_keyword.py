"""C011: a kind of text that no keyword explains.

Why it is a fault: a text that is done when it is used is never used.
Example: «membro Rito» of the value that names the kinds, and no «parola chiave Rito».
Instead: a keyword of that name that says when the text is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..messages import problem


def kind_without_keyword(game: GameMeaning) -> Iterator[Diagnostic]:
    """Members of the value that names the kinds of a text, without a keyword of that name."""
    for slot in game.texts.values():
        if slot.in_force is None and slot.kind_value is not None:
            value = game.values[slot.kind_value]
            for member in value.members:
                if member not in game.keywords:
                    yield problem("C011", value.span, name=member, text=slot.name)
