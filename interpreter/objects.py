"""The single cards of a match: which decks are played, whose each card is, where it lies before the setup."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dsl.meaning.game import CardDecl, GameMeaning

from .program.env import CannotCompile


@frozen
class Objects:
    """``cards`` one by one, copies too; for each its ``owners``' seat (None: the deck is everybody's) and the zone where it
    lies at the start. ``decks``: what each seat plays, or the one deck of all."""

    cards: tuple[CardDecl, ...]
    owners: tuple[int | None, ...]
    zones: tuple[str, ...]
    players: int
    decks: tuple[str, ...] = ()

    def with_cards(self, more: Sequence[tuple[CardDecl, int | None]], meaning: GameMeaning) -> Objects:
        """More objects, which no deck has, each with its owner; they lie where a deck does."""
        zone = _shared_zone(meaning) if meaning.shared_deck else _zone(meaning, "")
        cards = (*self.cards, *(card for card, _ in more))
        owners = (*self.owners, *(owner for _, owner in more))
        return Objects(cards, owners, (*self.zones, *(zone for _ in more)), self.players, self.decks)


class UnknownDeck(ValueError):
    """A deck that the game has not."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"mazzo sconosciuto «{name}»: ci sono {', '.join(known) or 'nessuno'}")


class WrongNumber(ValueError):
    """More or fewer players than the game takes."""

    def __init__(self, meaning: GameMeaning, players: int) -> None:
        low, high = meaning.players
        wanted = f"in {low}" if low == high else f"da {low} a {high}"
        super().__init__(f"«{meaning.name}» si gioca {wanted}, non in {players}")


def objects_of(
    meaning: GameMeaning,
    players: int | None = None,
    decks: Sequence[str] = (),
    cards: tuple[CardDecl, ...] | None = None,
) -> Objects:
    """The cards on a table of so many players (by default the fewest) with these decks.

    A shared deck is one; of own decks one a seat, in the order of the game's files, round again when there are fewer. ``cards``
    stand in the place of the shared deck's."""
    players = meaning.players[0] if players is None else players
    if not meaning.players[0] <= players <= meaning.players[1]:
        raise WrongNumber(meaning, players)
    names = decks_of(meaning, players, decks)
    if meaning.shared_deck:
        if cards is None:
            cards = tuple(card for name in names for card, _ in meaning.decks[name].objects())
        return Objects(cards, (None,) * len(cards), (_shared_zone(meaning),) * len(cards), players, names)
    found = [
        (card, seat, _zone(meaning, part))
        for seat, name in enumerate(names)
        for card, part in meaning.decks[name].objects()
    ]
    objects, owners, zones = zip(*found, strict=True) if found else ((), (), ())
    return Objects(objects, owners, zones, players, names)


def decks_of(meaning: GameMeaning, players: int, decks: Sequence[str] = ()) -> tuple[str, ...]:
    """The deck of each seat, or the one of all: those asked for, else the game's, in order, round again."""
    known = list(meaning.decks)
    for name in decks:
        if name not in known:
            raise UnknownDeck(name, known)
    names = tuple(decks) or tuple(known)
    if meaning.shared_deck:
        return names[:1]
    return tuple(names[seat % len(names)] for seat in range(players)) if names else ()


def _shared_zone(meaning: GameMeaning) -> str:
    """The pile of the deck that is everybody's: the first shared one."""
    for zone in meaning.zones.values():
        if zone.owner == "shared":
            return zone.name
    raise CannotCompile("nessuna zona è di tutti")


def _zone(meaning: GameMeaning, part: str) -> str:
    """The zone of a part of a player's deck."""
    decl = meaning.parts.get(part) or next(iter(meaning.parts.values()), None)
    if decl is None or meaning.zones.get(decl.zone) is None or meaning.zones[decl.zone].owner != "player":
        raise CannotCompile("nessuna zona di ogni giocatore è una pila in cui stia il suo mazzo")
    return decl.zone


__all__ = ["Objects", "UnknownDeck", "WrongNumber", "objects_of"]
