"""The declared places of a game as numbers: where each lies, and what every direction leads to from it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.meaning.game import DirectionDecl, GameMeaning, Reach


@frozen
class Spot:
    """A place: its zone, the seat whose it is (None: of all), its name and how many stand before it."""

    zone: str
    seat: int | None
    index: int
    name: str


def spots_of(game: GameMeaning, players: int) -> tuple[Spot, ...]:
    """All places, those of a zone together, in it those of a player."""
    found = []
    for zone in game.zones.values():
        seats: tuple[int | None, ...] = tuple(range(players)) if zone.owner == "player" else (None,)
        found += [Spot(zone.name, seat, i, name) for seat in seats for i, name in enumerate(zone.spots)]
    return tuple(found)


def reached(game: GameMeaning, spots: tuple[Spot, ...], name: str) -> tuple[tuple[int, ...], ...]:
    """For each place the places to which a direction leads, in the order of all; what does not exist is left out."""
    direction = game.directions[name]
    out = []
    for spot in spots:
        there = set(_reached(game, spots, direction, spot, frozenset()))
        out.append(tuple(i for i in range(len(spots)) if i in there))
    return tuple(out)


def _reached(
    game: GameMeaning, spots: tuple[Spot, ...], direction: DirectionDecl, spot: Spot, inside: frozenset[str]
) -> Iterator[int]:
    if direction.name in inside:
        return
    for other in direction.union:
        yield from _reached(game, spots, game.directions[other], spot, inside | {direction.name})
    for zone, named, reaches in direction.rows:
        if zone == spot.zone and named in (None, spot.name):
            for reach in reaches:
                yield from (i for i, each in enumerate(spots) if _is_there(reach, spot, each))


def _is_there(reach: Reach, spot: Spot, other: Spot) -> bool:
    """Whether a place is one of those that an answer of a direction means, seen from another."""
    if other.zone != reach.zone or not _on_side(reach.side, spot, other):
        return False
    if reach.offset is not None:
        return other.index == spot.index + reach.offset
    return reach.spot is None or other.name == reach.spot


def _on_side(side: str, spot: Spot, other: Spot) -> bool:
    if side == "all" or spot.seat is None or other.seat is None:
        return True
    return (spot.seat == other.seat) == (side == "own")


__all__ = ["Spot", "reached", "spots_of"]
