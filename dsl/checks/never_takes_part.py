"""C035: a text speaks of its own card as of what that card is not.

Why it is a fault: the card never takes part in what the sentence speaks of, so the sentence never says anything.
Example: «Non può smorzare una Lanterna.» on an Erba, when only a Lana dims.
Instead: say it of another card, of the one that bears it, or use a verb for such cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..meaning.walk import all_of
from ..messages import problem
from .logic import filters
from .possible import fate, lent
from .texts import Owned, card_texts


def never_takes_part(game: GameMeaning) -> Iterator[Diagnostic]:
    """What a card's own text forbids it, lets it do, or waits for it to do, in a part that only other cards have."""
    for owned in card_texts(game):
        slot = game.texts.get(owned.slot)
        if slot is None or slot.in_force is None or lent(owned, game):
            continue
        events = [(each.event, each.span) for each in all_of(owned.text, n.Allow)]
        events += [(each.when, each.span) for each in all_of(owned.text, n.Triggered) if isinstance(each.when, n.Event)]
        for event, span in events:
            own = [role.name for role in event.roles if isinstance(role.value, n.Self)]
            if any(_others_only(event.verb, role, owned, game) for role in own):
                yield problem("C035", event.span or span, name=owned.name, verb=event.verb.partition("#")[0])


def _others_only(verb: str, role: str, owned: Owned, game: GameMeaning) -> bool:
    """Whether every form of a verb wants in a part what the card is not."""
    stem = verb.partition("#")[0]
    forms = [form for name, frame in game.frames.items() if name.partition("#")[0] == stem for form in frame.forms]
    wanted = [each.value for form in forms for each in form.roles if each.name == role]
    return bool(wanted) and all(isinstance(each, n.Select) and _is_never(each, owned, game) for each in wanted)


def _is_never(what: n.Select, owned: Owned, game: GameMeaning) -> bool:
    """Whether the card is never of a word that a selection asks for."""
    words = (part for part in filters(what, game) if isinstance(part, n.HasMember))
    found = (fate(evolve(part, of=n.Self()), owned, game) for part in words)
    return any(each is not None and not each.holds for each in found)


__all__ = ["never_takes_part"]
