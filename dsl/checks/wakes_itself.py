"""C007: a trigger whose effect is the event that wakes it, with nothing to stop it.

Why it is a fault: once awake it goes round for ever, and the match is stopped.
Example: «Quando peschi, pesca una carta.»
Instead: let the player choose («puoi»), add a condition or «una volta per turno».
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning.game import GameMeaning
from ..meaning.nodes import Do, Effect, Event, Moment, Sequence, Together, Triggered
from ..meaning.walk import all_of
from ..messages import problem


def wakes_itself(game: GameMeaning) -> Iterator[Diagnostic]:
    """Unconditional triggers that do, unasked, what they wait for."""
    for where, text in (*_cards(game), *((k.name, k.text) for k in game.keywords.values())):
        for trigger in all_of(text, Triggered):
            if isinstance(trigger.when, Moment) or trigger.condition is not None or trigger.limit is not None:
                continue
            if any(_wakes(event, trigger.when, game) for event in _unasked(trigger.effect)):
                yield problem("C007", trigger.span or trigger.when.span, name=where, verb=trigger.when.verb)


def _cards(game: GameMeaning) -> Iterator[tuple[str, object]]:
    for deck in game.decks.values():
        for card in deck.cards:
            for text in card.texts.values():
                yield card.name, text


def _unasked(effect: Effect) -> Iterator[Event]:
    """The events that an effect surely carries out."""
    if isinstance(effect, Do):
        yield effect.event
    elif isinstance(effect, Sequence | Together):
        for part in effect.parts:
            yield from _unasked(part)


def _wakes(done: Event, awaited: Event, game: GameMeaning) -> bool:
    """Whether the very event, done by and to whom the trigger names, is of the kind awaited."""
    verb: str | None = done.verb
    while verb is not None and verb != awaited.verb:
        verb = next((frame.kind_of for frame in game.frames.values() if frame.verb == verb), None)
    if verb is None:
        return False
    given = {role.name: role.value for role in done.roles}
    return all(role.name in given and given[role.name] == role.value for role in awaited.roles)
