"""C019: a keyword that no card has and no sentence gives.

Why it is a fault: its sentences never stand.
Example: «parola chiave Guardia» among the words of a deck, and no card with «Guardia.»
Instead: a card that has it, or take it away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Grant, HasKeyword
from ..messages import problem
from .texts import all_in, label


def keyword_never_used(game: GameMeaning) -> Iterator[Diagnostic]:
    """Keywords that nothing gives, in a game with cards; the kind of a text gives its own."""
    if not game.decks:
        return
    given = {grant.keyword for grant in all_in(game, Grant) if not grant.lose}
    given |= {each.keyword for each in game.labels.values()}
    members = {member for value in game.values.values() for member in value.members}
    asked = {each.keyword: each.span for each in all_in(game, HasKeyword)}
    for keyword in game.keywords.values():
        if keyword.name not in given | members and keyword.text.abilities:
            where = label(asked.get(keyword.name), "qui la si cerca")
            decks = tuple(each for deck in game.decks.values() for each in label(deck.span, "nessuna carta la ha"))
            yield problem("C019", keyword.span, name=keyword.name, labels=(*where, *decks))
