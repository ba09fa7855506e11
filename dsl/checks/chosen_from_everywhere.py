"""C039: a card is chosen, and nothing says from where.

Why it is a fault: it may be any card of the game, the others' hidden ones and those in the piles too.
Example: «cede una carta», of a verb without «da:», in a game that declares no «luogo».
Instead: say the zone in the sentence, or under the verb («da: …»).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Choose, Do, IsIn, Pick, Quantity, Select
from ..meaning.walk import walk
from ..messages import problem
from .texts import all_in


def chosen_from_everywhere(game: GameMeaning) -> Iterator[Diagnostic]:
    """Choices of cards for which neither the sentence nor the verb nor the game says a place."""
    if game.places:  # where things are looked for when nobody says it
        return
    chosen = [
        role.value
        for order in all_in(game, Do)
        if not _takes_from(game, order.event.verb)
        for role in order.event.roles
        if role.name == "object" and isinstance(role.value, Select)
    ]
    actions = [choice.what for action in game.actions.values() for choice in action.choices]
    for what in (*chosen, *(each.what for each in all_in(game, Choose)), *actions):
        if isinstance(what, Select) and _anywhere(game, what):
            yield problem("C039", what.span)


def _takes_from(game: GameMeaning, verb: str) -> bool:
    frame = game.frames.get(verb)
    while frame is not None and frame.place is None:
        frame = game.frames.get(frame.kind_of or "")
    return frame is not None


def _anywhere(game: GameMeaning, what: Select) -> bool:
    """Whether cards of all zones may be meant."""
    if what.pick is Pick.NAMED or what.quantity is Quantity.ALL or what.place is not None or what.among is not None:
        return False
    declared = game.nouns.get(what.noun)
    if what.noun not in (game.implied_noun, *game.nouns):
        return False
    of_noun = (declared.condition,) if declared is not None else ()
    if declared is not None and (declared.of_players or declared.spots or declared.participants or declared.relation):
        return False
    return not any(isinstance(node, IsIn) for node in walk((*what.where, *of_noun)))
