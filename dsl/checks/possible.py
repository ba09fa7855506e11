"""A condition alone: whether it can ever hold, or always does, for the bearer of its text."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from .bounds import fixed, has, most_of
from .logic import compared, zones_of
from .texts import Owned, all_in


@frozen
class Fate:
    """What is sure of a condition: that it ``holds`` or never does, the place that makes it so and its words."""

    holds: bool
    span: n.Span | None
    why: str


def fate(condition: n.Condition, owned: Owned, game: GameMeaning) -> Fate | None:
    """What is sure of a condition of a text; None when it depends on the match."""
    if isinstance(condition, n.Not):
        found = fate(condition.part, owned, game)
        return Fate(not found.holds, found.span, found.why) if found is not None else None
    if isinstance(condition, n.Or):
        return _of_either([fate(part, owned, game) for part in condition.parts])
    if isinstance(condition, n.Compare):
        return next(_numbers(condition, game), None)
    if isinstance(condition, n.HasMember) and isinstance(condition.of, n.Self):
        return _member(condition, owned, game)
    if isinstance(condition, n.IsIn | n.IsKind) and isinstance(condition.of, n.Self):
        return _where(condition, owned, game)
    return None


def _of_either(each: list[Fate | None]) -> Fate | None:
    """Of several, one of which is enough."""
    sure = next((one for one in each if one is not None and one.holds), None)
    if sure is not None:
        return sure
    known = [one for one in each if one is not None]
    return known[0] if known and len(known) == len(each) else None


def _member(condition: n.HasMember, owned: Owned, game: GameMeaning) -> Fate | None:
    """What a card is printed as, when no text can change it."""
    printed = has(owned.card, condition) if owned.card is not None else None
    if printed is None or not fixed(condition.value, game):
        return None
    return Fate(
        printed, owned.span, f"«{owned.name}» {'è' if printed else 'non è'} {condition.member}, e nulla lo cambia"
    )


def _where(condition: n.IsIn | n.IsKind, owned: Owned, game: GameMeaning) -> Fate | None:
    """A text that is in force in a zone: its bearer is there and nowhere else."""
    slot = game.texts.get(owned.slot)
    if slot is None or slot.in_force is None or lent(owned, game):
        return None
    here, there = zones_of(slot.in_force, game), zones_of(condition, game)
    if not here or not there:
        return None
    why = f"il testo {slot.name} vale solo finché la carta sta in: {', '.join(sorted(here))}"
    if here <= there:
        return Fate(True, slot.span, why)
    return Fate(False, slot.span, why) if not here & there else None


def lent(owned: Owned, game: GameMeaning) -> bool:
    """Whether some text gives the sentences of this field to other cards."""
    return any(grant.slot is not None for grant in all_in(game, n.Grant))


def _numbers(condition: n.Compare, game: GameMeaning) -> Iterator[Fate]:
    said = compared(condition)
    if said is None or condition.op == "!=":
        return
    what, least, most = said
    if isinstance(what, n.Count):
        bound = most_of(what.what, game)
        if bound is not None and least > bound.number:
            yield Fate(False, bound.span, bound.why)
        if most < 0 or (least <= 0 and bound is not None and most >= bound.number):
            yield Fate(most >= 0, bound.span if bound else None, bound.why if bound else "non si conta sotto lo zero")
        elif least <= 0 and most > 10**6:
            yield Fate(True, None, "non si conta sotto lo zero")
    elif isinstance(what, n.ValueOf):
        declared = game.values.get(what.value)
        if declared is not None and declared.minimum is not None:
            floor = f"il minimo di «{declared.name}» è {declared.minimum}"
            if most < declared.minimum:
                yield Fate(False, declared.span, floor)
            elif least <= declared.minimum and most > 10**6:
                yield Fate(True, declared.span, floor)


__all__ = ["Fate", "fate", "lent"]
