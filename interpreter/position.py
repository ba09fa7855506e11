"""A match that starts from a described position: what scenes and tests stand on.

A :class:`Position` is filled piece by piece and then started. Its state is an ordinary state of the machine: what is in
force is in force, what may be done may be done, and the match goes on from there as any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from dsl.meaning.game import CardDecl

from .frames import ANY, HELD, PERIOD, WINDOW
from .objects import Objects, UnknownDeck, WrongNumber
from .program.layout import STANDING, player_code
from .random import seeded, shuffled

if TYPE_CHECKING:
    from .match import Game, Match


class PositionError(ValueError):
    """A position that the game's words do not know or that cannot stand (an unknown zone, a full deck …).

    ``card``: the number of the card that cannot lie where it was put, when it is one."""

    def __init__(self, message: str, card: int | None = None) -> None:
        super().__init__(message)
        self.card = card


class Position:
    """Builds a match in a given position.

    Cards are placed one by one with :meth:`place`, which gives back the object's number (the one found in options, in the
    view and in the log). All the cards of the decks that were not placed lie where a match begins, shuffled by ``seed``, under
    those placed there. Seats are 0 (A), 1 (B) … Names are those of the game's text.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        decks: Sequence[str] = (),
        players: int | None = None,
        table: Game | None = None,
    ) -> None:
        """``decks`` names those of which the other cards are, one a seat or the one of all; ``players``: how many play. What is
        not said is as at the game's table. ``table``: the game made ready for these decks and players with more cards, among
        them those of no deck that are placed here, in this order; by default it is made ready for what is placed."""
        try:
            self._objects = base = game.laid(players, decks)
        except (UnknownDeck, WrongNumber) as error:
            raise PositionError(str(error)) from error
        self._game = game
        self._seed = seed
        self._base = len(base.cards)
        self._more: list[tuple[CardDecl, int | None]] = []
        self._table = table
        self._taken: list[int] = []  # of the table's more cards those that are placed
        self._free: dict[tuple[str, int | None], list[int]] = {}
        for number, (card, owner) in reversed(list(enumerate(zip(base.cards, base.owners, strict=True)))):
            self._free.setdefault((card.name, owner), []).append(number)
        self._placed: list[_Placed] = []
        self._values: list[tuple[str, int | None, int | None]] = []
        self._pools: list[tuple[str, int, int, str | None]] = []
        self._counted: list[tuple[int, str, int]] = []
        self._spots: list[tuple[str, int | None, int, int]] = []
        self._turn, self._nth, self._window = 0, 2, None  # type: tuple[int, int, str | None]
        self._period: str | None = None
        self._dice: tuple[int, ...] = ()
        self._seats: dict[int, int] = {}
        self._emptied: set[tuple[str, int | None]] = set()

    @property
    def objects(self) -> Objects:
        """The cards of the decks that are played."""
        return self._objects

    @property
    def more(self) -> tuple[tuple[CardDecl, int | None], ...]:
        """The cards of no deck that were placed, each with its owner."""
        return tuple(self._more)

    @property
    def absent(self) -> frozenset[int]:
        """The numbers of the table's cards that are of no deck and were not placed: they are nowhere."""
        if self._table is None:
            return frozenset()
        return frozenset(range(self._base, len(self._table.objects.cards))).difference(self._taken)

    def begins_with(self, zone: str, player: int | None) -> bool:
        """Whether a pile is one in which a deck lies at the start."""
        return (zone, player) in set(zip(self._objects.zones, self._objects.owners, strict=True))

    def place(
        self,
        card: str | CardDecl,
        zone: str,
        player: int | None = None,
        *,
        controller: int | None = None,
        owner: int | None = None,
        host: int | None = None,
        statuses: Mapping[str, bool] | None = None,
        spot: int | None = None,
        values: Mapping[str, int] | None = None,
        bottom: bool = False,
    ) -> int:
        """Put a card on top of a zone and give back its number.

        ``card`` is a deck card's name or a card made for the occasion (the same name may be placed more than once).
        ``zone`` is a zone's name; ``player`` the owner of a player's zone, ``host`` the number of the card under which it lies
        for a zone of cards. ``controller`` differs from ``player`` for an attached card of another player; ``owner`` is the seat
        whose deck the card is of, by default who controls it.
        ``statuses``: what differs from a card in its normal state on the board: {"Stanca": True}, {"in Quiete": True};
        the opposite of a status is accepted ({"Desta": True}). Statuses not named are off (a placed card is neither new nor tired).
        ``spot``: on which of the zone's declared places, from 0; the first free one when it is not said.
        ``values``: what is counted on it, {"Peso": 2}; of a word of a value its bit.
        ``bottom``: at the bottom of a pile, under the cards of a deck that lie there.
        """
        meaning = self._game.meaning
        if zone not in meaning.zones:
            raise PositionError(f"zona sconosciuta «{zone}»")
        whose = meaning.zones[zone].owner
        if whose == "player" and player is None:
            raise PositionError(f"«{zone}» è di un giocatore: di quale?")
        if whose == "card" and host is None:
            raise PositionError(f"«{zone}» è di una carta: di quale?")
        if isinstance(card, str) and card in meaning.tokens:
            number = self._token(card)
        else:
            number = self._number(card, next((x for x in (owner, controller, player) if x is not None), None))
        bits = self._bits(statuses or {})
        token = card if number < 0 and isinstance(card, str) else None
        keeper = controller if controller is not None else player
        self._placed.append(_Placed(number, zone, player, keeper, host, bits, token, spot, dict(values or {}), bottom))
        return number

    def _number(self, card: str | CardDecl, owner: int | None) -> int:
        """The object's number: one of its owner's deck as long as there is one of that name, else a new one."""
        if self._game.meaning.shared_deck:
            owner = None
        elif owner is None:
            owner = 0
        if isinstance(card, str):
            free = self._free.get((card, owner))
            if free:
                return free.pop()
            card = self._card_named(card)
        self._more.append((card, owner))
        self._taken.append(self._base + len(self._more) - 1 if self._table is None else self._on_table(card, owner))
        return self._taken[-1]

    def _on_table(self, card: CardDecl, owner: int | None) -> int:
        """The next such card of the table."""
        assert self._table is not None
        there = self._table.objects
        for number in range(self._taken[-1] + 1 if self._taken else self._base, len(there.cards)):
            if there.owners[number] == owner and there.cards[number] == card:
                return number
        raise PositionError(f"«{card.name}» non è sul tavolo")

    def _card_named(self, name: str) -> CardDecl:
        """A card of that name on the table, or of a deck of the game."""
        decks = self._game.meaning.decks.values()
        known = (*self._objects.cards, *(card for card, _ in self._more))
        for card in (*known, *(card for deck in decks for card in deck.known)):
            if card.name == name:
                return card
        raise PositionError(f"carta sconosciuta «{name}»")

    def _token(self, kind: str) -> int:
        """A token that is not placed yet, as a number below all cards': tokens get theirs when all cards are known."""
        used = sum(1 for placed in self._placed if placed.token == kind)
        if used >= self._game.meaning.tokens[kind].count:
            raise PositionError(f"non ci sono tanti {kind}")
        return -1

    def _bits(self, statuses: Mapping[str, bool]) -> int:
        bits = 0
        for name, on in statuses.items():
            for i, decl in enumerate(self._game.meaning.statuses.values()):
                if name in (decl.name, decl.opposite):
                    bits |= (1 << i) if on == (name == decl.name) else 0
                    break
            else:
                raise PositionError(f"stato sconosciuto «{name}»")
        return bits

    def spot_statuses(self, zone: str, player: int | None, spot: int, statuses: Mapping[str, bool]) -> None:
        """The statuses of a declared place."""
        self._spots.append((zone, player, spot, self._bits(statuses)))

    def player_value(self, player: int, value: str, amount: int, member: str | None = None) -> None:
        """Set a stored value of a player: ``("Punti gloria", 9)``; of one that is so much of each word, that of a word."""
        self._know(value, "player")
        if self._game.meaning.values[value].kind == "pool":
            self._pools.append((value, player, amount, member))
        else:
            self._values.append((value, player, amount))

    def player_status(self, player: int, status: str, on: bool = True) -> None:
        """A status of a player; all are off when nothing is said."""
        bits = self._bits({status: True})
        before = self._seats.get(player, 0)
        self._seats[player] = before | bits if on else before & ~bits

    def game_value(self, value: str, amount: int | None) -> None:
        """Set a stored value of the game; for a value that is a player, ``amount`` is the seat or None for nobody."""
        self._know(value, "game")
        self._values.append((value, None, amount))

    def _know(self, value: str, owner: str) -> None:
        decl = self._game.meaning.values.get(value)
        if decl is None or decl.owner != owner:
            raise PositionError(
                f"«{value}» non è un valore di {'un giocatore' if owner == 'player' else 'una partita'}"
            )

    def turn(
        self,
        player: int,
        *,
        first: bool = False,
        number: int = 2,
        window: str | None = None,
        period: str | None = None,
    ) -> None:
        """Whose turn it is, in the window ``window`` (by default the game's first) with that window's part of the turn open.

        ``period``: the part of the turn in which the window is open; then it is the first that opens there.

        ``first``: it is the first of its kind in the match («il primo turno della partita»); ``number``: which one. When it is
        not called: seat 0, not the first. What entering the turn sets (as the spendable amounts) is set before
        :meth:`player_value` has its word.
        """
        if window is not None and window not in self._game.meaning.windows:
            raise PositionError(f"finestra sconosciuta «{window}»")
        if period is not None and period not in self._game.meaning.periods:
            raise PositionError(f"«{period}» non è una parte del turno")
        self._turn, self._nth, self._window, self._period = player, 1 if first else number, window, period

    def dice(self, results: Iterable[int]) -> None:
        """The coming rolls of the die, in order; after them the seed decides."""
        self._dice = tuple(results)
        if any(not 1 <= x <= self._game.meaning.die_faces for x in self._dice):
            raise PositionError("il dado non ha quel numero")

    def empty_deck(self, player: int | None = None, zone: str | None = None) -> None:
        """Cards that were not placed are out of the match instead of in the pile of a deck: of that player's in that zone, or
        of all."""
        objects = self._objects
        for owner, place in zip(objects.owners, objects.zones, strict=True):
            if zone is None or (place == zone and owner == player):
                self._emptied.add((place, owner))

    def start(self) -> Match:
        """The match, stopped at the first decision of that position."""
        from .match import Game, GameError

        game = self._game
        try:
            if self._table is not None:
                game = self._table
            elif not self._more:
                game = game.seated(self._objects.players, self._objects.decks)
            else:
                objects = self._objects.with_cards(self._more, game.meaning)
                game = Game(game.meaning, loaded=game.loaded, objects=objects)
        except GameError as error:
            raise PositionError(str(error)) from error
        match: Match = game.machine.match_class(game, game.machine.initial(), [])
        if not self._open_window(match, False):  # what ends the round at once may not do so with these cards
            match = game.machine.match_class(game, game.machine.initial(), [])
            if not self._open_window(match, True):
                part = f"in «{self._period}» non si apre alcuna finestra" if self._period is not None else ""
                raise PositionError(part or "il turno non arriva a quella finestra")
        self._clear(match)
        self._lay(match)
        match.told = None
        game.advance(match)
        return match

    def _open_window(self, match: Match, laid: bool) -> bool:
        """Go to the window of the turn as a match would, with all the cards in the pile, or where the position has them;
        whether it has come there."""
        game, s = match.game, match.s
        L = game.compiled.layout
        periods = list(game.meaning.periods.values())
        turn = next(i for i, p in enumerate(periods) if p.name == game.meaning.turn)
        s[L["rng"]] = seeded(self._seed)
        s[L[f"serial {periods[turn].name}"]] = self._nth - 1
        for c in range(len(game.cards)):
            game.machine.names["move"](s, c, game.start_of(c))
        s[L["dirty"]], s[L["orphans"]], s[L["shuffle"]] = 0, (), ()
        for placed in self._placed if laid else ():
            self._put_down(match, placed)
        windows = list(game.meaning.windows)
        period = next((i for i, p in enumerate(periods) if p.name == self._period), None)
        match.until = ANY if self._window is None and period is not None else 0
        if self._window is not None:
            match.until = windows.index(self._window)
        game.machine.names["begin"](match, s, turn, player_code(self._turn), ())
        game.run(match)
        while self._at_window(match) and not self._at_period(match, period):
            match.stack.pop()  # nobody acts before that part of the turn: its window is over
            game.run(match)
        stopped = self._at_window(match)
        match.until = None
        if stopped and period is not None:
            match.stack[-1][1] = HELD
        return stopped

    @staticmethod
    def _at_window(match: Match) -> bool:
        """Whether the turn has stopped at a window, while a position is being laid."""
        return bool(match.stack) and match.stack[-1][0] == WINDOW and match.until in (ANY, match.stack[-1][4])

    @staticmethod
    def _at_period(match: Match, period: int | None) -> bool:
        return period is None or any(frame[0] == PERIOD and frame[4] == period for frame in match.stack)

    def _clear(self, match: Match) -> None:
        """Every card nowhere, and nothing in force but what the rules say."""
        L, s = match.game.compiled.layout, match.s
        fresh = match.game.machine.initial()
        for at in L.kind_of:
            s[at] = ()
        for name, at in L.slots.items():
            if name.startswith("all "):
                s[at] = ()
            elif name.startswith((*STANDING, "history ")) or name in ("suppress", "activated", "marks", "copies"):
                s[at] = fresh[at]
        of_cards = [name for name in L.slots if name.startswith("original ") or self._is_of_cards(name)]
        blocks = ("zone", "ctrl", "stat", "time", "last", "locks", *of_cards) + (
            ("spot", "last spot") if L.spots else ()
        )
        blocks += ("texts",) if "copies" in L.slots else ()
        for i in range(len(L.spots)):
            s[L["held"] + L.first_spot + i] = ()
        for name in blocks:
            s[L[name] : L[name] + L.capacity] = fresh[L[name] : L[name] + L.capacity]
        s[L["clock"]], s[L["arrived"]], s[L["rng"]] = 0, None, seeded(self._seed)

    def _is_of_cards(self, slot: str) -> bool:
        """Whether a slot is where a stored value of cards begins."""
        decl = self._game.meaning.values.get(slot.removeprefix("value ")) if slot.startswith("value ") else None
        return decl is not None and (decl.owner == "card" or decl.owner in self._game.meaning.nouns)

    def card_value(self, number: int, value: str, amount: int) -> None:
        """Set a stored value of a card that was placed: how many «Cariche» are left."""
        decl = self._game.meaning.values.get(value)
        stored = decl is not None and decl.derived is None and (decl.counter or not decl.printed)
        if not stored or not self._is_of_cards(f"value {value}"):
            raise PositionError(f"«{value}» non si conta sulle carte")
        self._counted.append((number, value, amount))

    def _lay(self, match: Match) -> None:
        game, s = match.game, match.s
        L, names = game.compiled.layout, game.machine.names
        taken = {p.number for p in self._placed}
        objects = game.objects
        there = (c for c in range(self._base) if (objects.zones[c], objects.owners[c]) not in self._emptied)
        rest = shuffled(s, L["rng"], tuple(c for c in there if c not in taken))
        numbered = self._numbered(match)
        for placed in (each for each in numbered if each.bottom):
            self._put_down(match, placed)
        for c in rest:
            names["move"](s, c, game.start_of(c))
        for placed in (each for each in numbered if not each.bottom):
            self._put_down(match, placed)
        self._set_values(match)
        s[L["dirty"]], s[L["orphans"]], s[L["shuffle"]], s[L["dice"]] = 0, (), (), self._dice
        # a turn that opens with no card anywhere may have ended the match
        s[L["over"]] = s[L["finish"]] = None
        match.broken = 0

    def _put_down(self, match: Match, placed: _Placed) -> None:
        """A card where it was placed, with its statuses and what is counted on it."""
        game, s = match.game, match.s
        L, names = game.compiled.layout, game.machine.names
        at = L["zone " + placed.zone]
        owner = game.meaning.zones[placed.zone].owner
        if owner == "player":
            at += player_code(placed.player or 0)
        elif owner == "card":
            at += placed.host or 0
        names["move"](s, placed.number, at)
        if game.meaning.zones[placed.zone].spots:
            self._set_down(match, placed, at)
        names["arrive"](s, placed.number, placed.statuses)
        if placed.controller is not None:
            s[L["ctrl"] + placed.number] = player_code(placed.controller)
        for counted, on_it in placed.values.items():
            s[L["value " + counted] + placed.number] = on_it

    def _set_values(self, match: Match) -> None:
        """What players, places, the match and cards have."""
        game, s = match.game, match.s
        L = game.compiled.layout
        for seat, on in self._seats.items():
            s[L["stat"] + player_code(seat)] = on
        for zone, player, index, bits in self._spots:
            s[L["stat"] + match.spot(zone, player, index)] |= bits
        for name, player, amount in self._values:
            decl = game.meaning.values[name]
            coded = player_code(amount) if decl.kind == "player" and amount is not None else amount
            s[L["value " + name] + (player_code(player) if player is not None else 0)] = coded
        for name, player, amount, member in self._pools:
            at, members = L["value " + name] + player_code(player), game.meaning.values[name].members
            which = members.index(member) + 1 if member is not None else 0  # first what is of no word
            s[at] = (*s[at][:which], amount, *s[at][which + 1 :])
        for number, name, amount in self._counted:
            s[L["value " + name] + number] = amount

    def _set_down(self, match: Match, placed: _Placed, pile: int) -> None:
        s, names = match.s, match.game.machine.names
        free = names["free_in"](s, pile)
        wanted = match.spot(placed.zone, placed.player, placed.spot) if placed.spot is not None else None
        spot = wanted if wanted is not None else next(iter(free), None)
        if spot not in free:
            where = f"su «{match.game.spot_name(spot)}»" if spot else f"«{placed.zone}»:"
            raise PositionError(f"{where} non c'è posto", placed.number)
        names["put"](s, placed.number, spot)

    def _numbered(self, match: Match) -> list[_Placed]:
        """What was placed, tokens with their numbers; those that were not placed go where they begin."""
        L, s, move = match.game.compiled.layout, match.s, match.game.machine.names["move"]
        free: dict[str, list[int]] = {}
        for c in range(L.first_token, len(match.game.cards)):
            free.setdefault(str(match.game.cards[c].token), []).append(c)
        out = [evolve(p, number=free[p.token].pop(0)) if p.token is not None else p for p in self._placed]
        for c in (c for rest in free.values() for c in rest):
            move(s, c, L.start_of(c))
        return out


@frozen
class _Placed:
    number: int
    zone: str
    player: int | None
    controller: int | None
    host: int | None
    statuses: int
    token: str | None = None
    spot: int | None = None
    values: dict[str, int] = field(factory=dict)
    bottom: bool = False


__all__ = ["Position", "PositionError"]
