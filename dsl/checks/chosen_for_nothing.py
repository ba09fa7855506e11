"""C023: a thing is chosen, and nothing speaks of it afterwards.

Why it is a fault: the player is asked, and the answer changes nothing.
Example: «Scegli una Lanterna. Pesca una carta.»
Instead: say what happens to it («…, poi spezzala»), or do not choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Choose, ChooseName, Did, Outcome, Sequence, Span, Var
from ..meaning.walk import all_of, walk
from ..messages import problem
from .logic import span_of
from .texts import label, texts


def chosen_for_nothing(game: GameMeaning) -> Iterator[Diagnostic]:
    """Choices of a text that no later word recalls."""
    for owned in texts(game):
        for ability in owned.text.abilities:
            recalled = {each.name for each in walk(ability) if isinstance(each, Var | Did | Outcome)}
            for node in walk(ability):
                if isinstance(node, Choose) and node.what.bind not in recalled:
                    after = label(_after(node, ability), "qui si fa altro")
                    yield problem("C023", node.what.span or node.span, name=owned.name, labels=after)
                elif isinstance(node, ChooseName) and node.bind not in recalled:
                    yield problem("C023", node.span, name=owned.name)


def _after(choice: Choose, ability: object) -> Span | None:
    """The place of what is done after a choice."""
    for sequence in all_of(ability, Sequence):
        if choice in sequence.parts:
            rest = sequence.parts[sequence.parts.index(choice) + 1 :]
            return next((span for part in rest if (span := span_of(part)) is not None), None)
    return None
