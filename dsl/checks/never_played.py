"""C018: a card that no action takes and no effect plays.

Why it is a fault: it lies in its player's hand until the end.
Example: every action asks for a Lana, and a card is an Erba.
Instead: an action, or an effect, that takes such a card; or another printed value.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Label
from ..meaning import nodes as n
from ..meaning.game import ActionDecl, CardDecl, Choice, GameMeaning
from ..meaning.walk import all_of
from ..messages import problem
from .bounds import fixed, has
from .logic import compared, filters
from .texts import cards, label


def never_played(game: GameMeaning) -> Iterator[Diagnostic]:
    """Cards that are refused, for what is printed on them, by all the choices that take a card from a hidden zone."""
    takers = [
        (action, choice) for action in game.actions.values() for choice in action.choices if _from_hand(choice, game)
    ]
    if not takers:
        return
    for card in cards(game):
        if any(has_one_of(card, part.only) for part in game.parts.values()):
            continue  # it begins in a part of its own, which no hand is drawn from
        refused = [_refusal(card, choice, game) for _, choice in takers]
        if all(each is not None for each in refused) and not _played_otherwise(card, [a for a, _ in takers], game):
            places = [spot for each, (action, _) in zip(refused, takers, strict=True) for spot in _place(each, action)]
            yield problem("C018", card.span, name=card.name, labels=tuple(places))


def has_one_of(card: CardDecl, members: tuple[str, ...]) -> bool:
    """Whether one of these words is printed on a card."""
    return any(word in members for value in card.values.values() if isinstance(value, tuple) for word in value)


def _from_hand(choice: Choice, game: GameMeaning) -> bool:
    """Whether a choice of an action takes a card from where only its player sees it."""
    place = choice.what.place if choice.what is not None else None
    zone = game.zones.get(place.zone) if place is not None else None
    return zone is not None and zone.owner == "player" and zone.seen_by == "owner"


def _refusal(card: CardDecl, choice: Choice, game: GameMeaning) -> n.Condition | None:
    """What a choice asks of a card that is printed otherwise."""
    assert choice.what is not None
    return next((each for each in filters(choice.what, game) if _false_of(card, each, game)), None)


def _false_of(card: CardDecl, asked: n.Condition, game: GameMeaning) -> bool:
    if isinstance(asked, n.HasMember) and isinstance(asked.of, n.Candidate):
        return fixed(asked.value, game) and has(card, asked) is False
    said = compared(asked) if isinstance(asked, n.Compare) else None
    if said is not None and isinstance(said[0], n.ValueOf) and isinstance(said[0].of, n.Candidate):
        printed = card.values.get(said[0].value)
        sure = said[0].printed or fixed(said[0].value, game)
        return sure and isinstance(printed, int) and not said[1] <= printed <= said[2]
    return False


def _played_otherwise(card: CardDecl, takers: list[ActionDecl], game: GameMeaning) -> bool:
    """Whether an effect does to such a card what the actions do."""
    verbs = {event.verb for action in takers for event in all_of(action.effect, n.Event)}
    kinds = {frame.kind_of for frame in game.frames.values() if frame.verb in verbs and frame.kind_of}
    for do in all_of((game.decks, game.keywords, game.rules, game.periods), n.Do):
        if do.event.verb in verbs | kinds:
            things = [
                role.value for role in do.event.roles if role.name == "object" and isinstance(role.value, n.Select)
            ]
            if not things or any(not _refusal(card, Choice(thing), game) for thing in things):
                return True
    return False


def _place(refusal: n.Condition | None, action: ActionDecl) -> Iterator[Label]:
    yield from label(getattr(refusal, "span", None), f"così la rifiuta l'azione «{action.name}»")
