"""Small positions of a game by their size: a card to be tried, and a few others around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from attrs import evolve, field, frozen

from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Do, Grant, IsIn, IsKind, Modify, Select, Text, Used
from dsl.meaning.walk import all_of

from ..match import Game, Match
from ..position import Position
from ..scenes.words import Words
from .interest import Interest

_NUMBERS = (4, 5, 6, 3, 7, 2)
_MOST_IN_PILE = 12
_IN_PLAY = 6
_MOST_WORDS = 3
_MOST_DOERS = 4


@frozen
class Spot:
    """A place of the position, of a seat or of all; ``statuses`` that are on."""

    zone: str
    seat: int | None = None
    statuses: tuple[str, ...] = ()


@frozen
class Piece:
    """A kind of card somewhere: a word with numbers, or a card of the deck by its name."""

    spot: Spot
    word: str = ""
    card: str = ""


@frozen
class Lying:
    """A card of a position by the name that a scene gives it."""

    name: str
    spot: Spot
    printed: bool = False  # a card of the deck


@frozen
class Layout:
    """A position: where the tried card is (under ``host`` when it is attached), the other cards, whose turn it is."""

    tried: Spot
    others: tuple[Lying, ...]
    turn: int = 0
    host: str | None = None

    def spots(self) -> tuple[Spot, ...]:
        """Where cards were put."""
        return (self.tried, *(lying.spot for lying in self.others))


@frozen
class Board:
    """What positions of a game are made of, for two readings of one card."""

    meaning: GameMeaning
    words: Words
    interest: Interest
    deck: str
    tried: CardDecl
    slot: str
    pawns: Mapping[str, CardDecl] = field(init=False, repr=False, eq=False)

    @pawns.default
    def _make_pawns(self) -> dict[str, CardDecl]:
        made = {}
        for word, number in product(self.words_of_pieces(), self._numbers()):
            name, values = self._pawn(word, number)
            made[name] = CardDecl(name, values, {}, {})
        return made

    # -- the game of one reading

    def game(self, reading: Text, loaded: Any) -> Game:
        """The game with the tried card of that reading and all pawns beside the deck's own cards."""
        tried = evolve(self.tried, texts={**self.tried.texts, self.slot: reading})
        deck = self.meaning.decks[self.deck]
        own = tuple(card for card in deck.cards if card.name != tried.name)
        cards = (*own, tried, *self.pawns.values())
        return Game(evolve(self.meaning, decks={self.deck: evolve(deck, cards=cards, parts=())}), loaded=loaded)

    def start(self, game: Game, layout: Layout) -> tuple[Match, dict[str, int]]:
        """A match in a position, and the numbers of the cards that it names."""
        position = Position(game, decks=(self.deck,))
        position.empty_deck()
        numbers: dict[str, int] = {}
        for lying in layout.others:
            numbers[lying.name] = self._place(position, lying.name, lying.spot)
        host = numbers[layout.host] if layout.host is not None else None
        numbers[self.tried.name] = self._place(position, self.tried.name, layout.tried, host)
        self._crowd(position, layout, set(numbers))
        position.turn(layout.turn)
        return position.start(), numbers

    def _place(self, position: Position, name: str, spot: Spot, host: int | None = None) -> int:
        on = dict.fromkeys(spot.statuses, True)
        return position.place(name, spot.zone, spot.seat, statuses=on, host=host)

    def _crowd(self, position: Position, layout: Layout, taken: set[str]) -> None:
        """Cards that are whichever: in the order in which a scene takes them from the deck."""
        own = self.meaning.decks[self.deck].cards
        spare = iter([card.name for card in own if card.name not in taken and card.name != self.tried.name])
        hand = self.words.hand()
        said = {spot.seat for spot in layout.spots() if spot.zone == hand}
        for seat in sorted(seat for seat in said if seat is not None):
            position.place(next(spare), hand or "", seat)
        pile = self.pile()
        for _ in range(self.pile_size() if pile else 0):
            position.place(next(spare), pile or "")
        for seat in range(self.meaning.players[0]) if hand is not None else ():
            if seat not in said:
                position.place(next(spare), hand or "", seat)

    def pile(self) -> str | None:
        """The pile that nobody sees and that is everybody's."""
        hidden = (z for z in self.meaning.zones.values() if z.owner == "shared" and z.seen_by == "nobody")
        zone = next(hidden, None)
        return zone.name if zone is not None and self.pile_size() else None

    def pile_size(self) -> int:
        """Cards enough to draw from, when those of the deck are enough for hands and table too."""
        return max(0, min(_MOST_IN_PILE, (len(self.meaning.decks[self.deck].cards) - _IN_PLAY) // 2))

    # -- what positions are made of

    def words_of_pieces(self) -> tuple[str, ...]:
        """The words by which a card without text is said: those of the readings first, then another of the same value."""
        every = self.printed_words()
        wanted = [name for name in every if name in self.interest.members]
        return tuple(dict.fromkeys([*wanted, *every]))[: max(len(wanted) + 1, _MOST_WORDS - 1)]

    def printed_words(self) -> tuple[str, ...]:
        """The words of a value of cards that are not kinds of a text: members, then sets of them."""
        printed = [v for v in self.meaning.values.values() if v.owner == "card" and v.printed and v.members]
        kinds = {slot.kind_value for slot in self.meaning.texts.values()}
        value = next((v for v in printed if v.name not in kinds), None)
        if value is None:
            return ()
        sets = [each.name for each in self.meaning.member_sets.values() if each.value == value.name]
        return (*value.members, *sets)

    def _numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((*self.interest.numbers, *_NUMBERS)))[:6]

    def _pawn(self, word: str, number: int) -> tuple[str, dict[str, Any]]:
        names = self.words.printed_numbers()
        values: dict[str, Any] = {name: number if i == 0 else 1 for i, name in enumerate(names)}
        group = self.meaning.member_sets.get(word)
        value = group.value if group else next(v.name for v in self.meaning.values.values() if word in v.members)
        values[value] = group.members if group else (word,)
        return f"{word} {'/'.join(str(values[name]) for name in names)}", values

    def boards(self) -> dict[str, str]:
        """The zones of a player in which a card is what a noun says, with the noun; those of the readings first."""
        found: dict[str, str] = {}
        for noun in self.meaning.nouns.values():
            for inside in all_of(noun.condition, IsIn) if noun.of is None else ():
                zone = self.meaning.zones.get(inside.place.zone)
                if zone is not None and zone.owner == "player":
                    found.setdefault(zone.name, noun.name)
        return dict(sorted(found.items(), key=lambda pair: pair[0] not in self.interest.zones))

    def _statuses(self, zone: str) -> tuple[str, ...]:
        """The statuses of the readings that a card of that zone may have."""
        noun = self.boards().get(zone)
        own = [self.meaning.statuses[name] for name in self.interest.statuses]
        return tuple(each.name for each in own if each.of in (None, noun))

    def pieces(self) -> tuple[Piece, ...]:
        """The kinds of cards that may lie around the tried one, the likelier to matter first."""
        found = self._doers()
        words = self.words_of_pieces()
        for zone in self.boards():
            for seat, word in product((1, 0), words or ("",)):
                for on in ((), *((status,) for status in self._statuses(zone))):
                    spot = Spot(zone, seat, on)
                    found += [Piece(spot, word)] if word else self._printed(spot, 2)
        found += self._kinds()
        for zone in self._further_zones():
            owners: tuple[int | None, ...] = (0, 1) if self.meaning.zones[zone].owner == "player" else (None,)
            for spot in (Spot(zone, owner) for owner in owners):
                found += [Piece(spot, word) for word in words[:1]] or self._printed(spot, 2)
        return (*found, *self._changers())

    def _further_zones(self) -> list[str]:
        boards, pile = self.boards(), self.pile()
        own = [zone for zone in self.interest.zones if zone not in boards and zone != pile]
        return [zone for zone in own if self.meaning.zones[zone].owner != "card"]

    def _plainest(self) -> list[CardDecl]:
        """The cards of the deck but the tried one, those with the shortest texts first."""
        others = (card for card in self.meaning.decks[self.deck].cards if card.name != self.tried.name)
        return sorted(others, key=lambda card: sum(map(len, card.wordings.values())))

    def _printed(self, spot: Spot, most: int) -> list[Piece]:
        """Cards of the deck, those with the shortest texts."""
        return [Piece(spot, card=card.name) for card in self._plainest()[:most]]

    def _kinds(self) -> list[Piece]:
        """Cards of the deck of a kind of text that the readings name, where they are of that kind."""
        found = []
        cards = self._plainest()
        for slot in self.meaning.texts.values():
            zone = next((zone for zone, noun in self.boards().items() if noun == slot.name), None)
            for kind in self.interest.members if slot.kind_value and zone else ():
                fitting = [card.name for card in cards if kind in _words(card.values.get(slot.kind_value or "", ()))]
                found += [Piece(Spot(zone or "", seat), card=name) for name in fitting[:2] for seat in (1, 0)]
        return found

    def _doers(self) -> list[Piece]:
        """Cards of the deck in hand that carry out a verb that the readings wait for, allow or forbid."""
        hand = self.words.hand()
        found: list[Piece] = []
        cards = self._plainest()
        for verb in self.interest.verbs if hand is not None else ():
            doing: dict[str, str] = {}  # by what it is done to: one card for each
            for card in cards:
                for do in all_of([*all_of(card.texts, Used)], Do):
                    if do.event.verb == verb:
                        doing.setdefault(_done_to(do), card.name)
            found += [Piece(Spot(hand or "", 0), card=name) for name in [*doing.values()][:_MOST_DOERS]]
        return found

    def _changers(self) -> list[Piece]:
        """Cards of the deck in hand that change a value that the readings change, one for each way to change it."""
        hand = self.words.hand()
        changing: dict[tuple[str, str], str] = {}
        for card in self._plainest() if hand is not None else ():
            for change in all_of([*all_of(card.texts, Used)], Modify):
                if change.value in self.interest.values and not change.always:
                    changing.setdefault((change.value, change.op.value), card.name)
        return [Piece(Spot(hand or "", 0), card=name) for name in dict.fromkeys(changing.values())]

    def spots(self) -> Iterator[tuple[Spot, bool]]:
        """Where the tried card may be, the nearest to its words first; True when it lies attached to another."""
        slot = self.meaning.texts[self.slot]
        zones = [each.place.zone for each in all_of(slot.in_force, IsIn)]
        if slot.in_force is not None:
            nouns = self.boards()
            kinds = {each.noun for each in all_of(slot.in_force, IsKind)}
            zones += [zone for zone, noun in nouns.items() if noun in kinds]
            for zone in dict.fromkeys(zone for zone in zones if zone in nouns):
                yield from ((Spot(zone, 0, on), False) for on in ((), *((s,) for s in self._statuses(zone))))
        if any(self.meaning.zones[name].owner == "card" for name in self.meaning.zones) and self._lent():
            below = next(name for name, zone in self.meaning.zones.items() if zone.owner == "card")
            yield Spot(below, 0), True
        hand = self.words.hand()
        if hand is not None:
            yield Spot(hand, 0), False

    def _lent(self) -> bool:
        """Whether the kind of the tried card lends its text to a host."""
        kinds = [name for value in self.tried.values.values() for name in _words(value)]
        texts = [self.meaning.keywords[name].text for name in kinds if name in self.meaning.keywords]
        return any(grant.slot is not None for grant in all_of(texts, Grant))

    # -- by size

    def layouts(self, size: int, acts: int) -> Iterator[Layout]:
        """All positions with that many cards around the tried one; in hand it matters only to those who act."""
        spots = [(spot, attached) for spot, attached in self.spots() if acts or spot.zone != self.words.hand()]
        numbers = self._numbers()
        for pieces in combinations_with_replacement(self.pieces(), size):
            for order in (numbers, numbers[::-1]) if size > 1 else (numbers,):
                others = _laid(pieces, order, self.words.printed_numbers())
                if others is None:
                    continue
                for spot, attached in spots:
                    able = [lying.name for lying in others if lying.spot.zone in self._hosting()]
                    for host in able if attached else [None]:
                        turns = range(1 if spot.zone == self.words.hand() else self.meaning.players[0])
                        yield from (Layout(spot, others, turn, host) for turn in turns)

    def _hosting(self) -> set[str]:
        hosts = {zone.host for zone in self.meaning.zones.values() if zone.owner == "card"}
        return {zone for zone, noun in self.boards().items() if noun in hosts}


def _done_to(do: Do) -> str:
    """The noun of the object of what is done."""
    return next((what.noun for what in all_of(do.event, Select)), "")


def _words(value: Any) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _laid(pieces: Sequence[Piece], numbers: Sequence[int], values: Sequence[str]) -> tuple[Lying, ...] | None:
    """The pieces with numbers that tell them apart; None when one card would lie in two places."""
    lying, taken = [], set()
    for piece, number in zip(pieces, numbers, strict=False):
        rest = "/1" * (len(values) - 1)
        name = piece.card or (f"{piece.word} {number}{rest}" if values else piece.word)
        if name in taken:
            return None
        taken.add(name)
        lying.append(Lying(name, piece.spot, bool(piece.card)))
    return tuple(lying)


__all__ = ["Board", "Layout", "Lying", "Piece", "Spot"]
