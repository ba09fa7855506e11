"""C020: a word of a value that no card has and no sentence says.

Why it is a fault: it is learnt for nothing, or a card that should have it has another.
Example: «membro Seta» of a value, and all the cards are Lana or Erba.
Instead: a card that is one, or take the word away.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning, ValueDecl
from ..meaning.nodes import TextOf
from ..meaning.walk import walk
from ..messages import problem
from .texts import all_in, cards, label, sentences


def member_never_used(game: GameMeaning) -> Iterator[Diagnostic]:
    """Members of printed values of cards that neither cards nor sentences nor tables nor keywords name."""
    said = {
        getattr(node, name, None) for node in walk(sentences(game)) for name in ("noun", "member", "name", "keyword")
    }
    said |= {kind for node in all_in(game, TextOf) for kind in node.kinds}
    for value in game.values.values():
        if value.like is not None:
            continue  # its words are another value's
        if value.owner == "card" and value.printed and value.members and value.kind != "cost" and game.decks:
            yield from _unused(value, game, said | _declared(game))


def _declared(game: GameMeaning) -> set[str]:
    """The members that tables, keywords and sets name."""
    rows = {word for table in game.tables.values() for row in table.rows.items() for word in (row[0], *row[1])}
    return rows | set(game.keywords) | {each for group in game.member_sets.values() for each in group.members}


def _unused(value: ValueDecl, game: GameMeaning, said: set[object]) -> Iterator[Diagnostic]:
    printed = {member for card in cards(game) for member in _words(card.values.get(value.name))}
    for member in value.members:
        if member not in printed and member not in said:
            decks = tuple(each for deck in game.decks.values() for each in label(deck.span, "nessuna carta lo è"))
            yield problem("C020", value.span, name=member, value=value.name, labels=decks)


def _words(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
