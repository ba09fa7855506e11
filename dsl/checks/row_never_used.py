"""C034: a row of a table for a word that its value does not have.

Why it is a fault: nothing is ever looked up there, and most often the word is one that was mistyped.
Example: «Lanna: Erba» in a table of Filo, whose words are Lana and Erba.
Instead: the word as it is declared, or no row.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning, TableDecl
from ..messages import problem
from ..suggest import nearest


def row_never_used(game: GameMeaning) -> Iterator[Diagnostic]:
    """Rows in tables of a value that are none of its words, nor a set of them; of a number, rows that are no number."""
    for table in game.tables.values():
        value = game.values.get(table.value or "")
        if value is not None and not value.members:
            for row in table.rows:
                if not row.isdigit():
                    yield problem("C034", table.places.get(row), name=table.name, word=row, value=value.name)
        elif value is not None:
            known = {*value.members, *(group.name for group in game.member_sets.values() if group.value == value.name)}
            for word in dict.fromkeys(words_of(table)):
                if word not in known:
                    near = tuple(nearest(word, value.members))
                    yield problem(
                        "C034", table.places.get(word), name=table.name, word=word, value=value.name, suggestions=near
                    )


def words_of(table: TableDecl) -> Iterator[str]:
    """The words of a table: what its rows are for and, where it has no columns of its own, what stands in them."""
    for word, cells in table.rows.items():
        yield word
        if not table.columns:
            yield from cells
