"""A match as its programs work on it, and what can be read off the table: values, piles, statuses, names."""

from __future__ import annotations

from typing import Any

from .frames import ACTION, PLAYED, STEPS, WINDOW
from .program.layout import CARD_WORDS, PLAYER_WORDS, player_code
from .ready import ReadyGame
from .worded import worded


class RunningMatch:
    """A match that is being carried out. ``s`` is the whole state, ``stack`` the frames of what goes on from here."""

    __slots__ = ("asked", "broken", "count", "depth", "game", "left", "pick", "rest", "s", "stack", "told", "until")

    def __init__(self, game: ReadyGame, s: list[Any], frames: list[list[Any]]) -> None:
        self.game = game
        self.s = s
        self.stack = frames
        self.told: Any = None
        self.asked: tuple[int, str, tuple[Any, ...], int] | None = None
        self.count = 0  # how many options there are now
        self.pick: Any = None
        # while it runs: the frames of what stops, whether it was given up, a window to stop at, what is left of its steps
        self.rest: list[list[Any]] = []
        self.broken = 0
        self.until: int | None = None
        self.left, self.depth = STEPS, 0

    @property
    def over(self) -> bool:
        return self.asked is None

    @property
    def winner(self) -> int | None:
        """The seat that won; None while it goes on, or when nobody did."""
        end = self.s[self.game.compiled.layout["over"]]
        return None if end is None or end[0] is None else -1 - end[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RunningMatch):
            return NotImplemented
        return self.game is other.game and self.s == other.s and self.stack == other.stack and self.asked == other.asked

    __hash__ = None  # type: ignore[assignment]

    # -- reading the table -------------------------------------------------------------------------------------

    def name_of(self, x: int) -> Any:
        """The name of a card by its number, or the seat of a player by its code."""
        return self.card_name(x) if x >= 0 else -1 - x

    def card_name(self, card: int) -> str:
        """The name of a card; of an object that stands for a play, of what it is the play."""
        if card < len(self.game.cards):
            return self.game.cards[card].name
        if self.game.is_spot(card):
            return self.game.spot_name(card)
        return self._name_of_play(card)

    def _name_of_play(self, play: int) -> str:
        """What an object stands for, or stood for last: an ability, a copy, an action."""
        is_ability, card = self.stands_for(play)
        waits = [r[2:4] for r in self.s[self.game.compiled.layout["waiting"]] if r[0] == play]
        told = self.told
        while not waits and told is not None:
            entry, told = told
            if entry[0] == PLAYED and entry[7] == play:
                waits, is_ability, card = [entry[4:6]], entry[4] != ACTION, entry[1]
        if card is not None:
            return f"{'abilità' if is_ability else 'copia'} di {self.card_name(card)}"
        for kind, number in waits:
            actions = list(self.game.meaning.actions)
            return actions[number] if kind == ACTION else str(self.game.compiled.abilities[number].owner)
        return "abilità"

    def stands_for(self, play: int) -> tuple[bool, int | None]:
        """Of what waits without a card: whether it is an ability, and the card whose it is, or of whose play it is a copy."""
        for obj, _, kind, number, _, bearer, given, _ in self.s[self.game.compiled.layout["waiting"]]:
            if obj == play and kind == ACTION:
                action = list(self.game.meaning.actions.values())[number]
                names = [choice.what.bind if choice.what else None for choice in action.choices]
                return False, given[names.index(action.what)] if action.what in names else None
            if obj == play:
                return True, bearer
        return True, None

    @property
    def waiting(self) -> tuple[Any, ...]:
        """The effects among which somebody chooses the one that goes first."""
        frame = self.stack[-1]
        found: tuple[Any, ...] = self.s[self.game.compiled.layout["pend"]] if frame[0] == WINDOW else frame[4]
        return found

    def place_of(self, card: int) -> tuple[str | None, int | None, int | None]:
        """Where a card is: the zone's name (None: out of the match), the seat of a player's zone, the host of an attached one."""
        L = self.game.compiled.layout
        at = self.s[L["zone"] + card]
        if at == L.nowhere:
            return None, None, None
        player, name = L.player_of[at], L.zone_names[L.kind_of[at]]
        attached = self.game.meaning.zones[name].owner == "card"
        return (
            name,
            None if player is None else -1 - player,
            self.game.machine.names["host"](self.s, card) if attached else None,
        )

    def pile(self, zone: str, seat: int | None = None, host: int | None = None) -> tuple[int, ...]:
        """The cards of a zone, the last on top."""
        L = self.game.compiled.layout
        decl = self.game.meaning.zones[zone]
        at = L["zone " + zone]
        if decl.owner == "player":
            at += player_code(seat or 0)
        elif decl.owner == "card":
            if host is None:
                at = L["all " + zone]
            else:
                at += host
        cards: tuple[int, ...] = self.s[at]
        return cards

    def spot(self, zone: str, seat: int | None, index: int) -> int:
        """The number of a declared place: so many stand before it in its zone (of a seat)."""
        L = self.game.compiled.layout
        shared = self.game.meaning.zones[zone].owner != "player"
        found = [i for i, each in enumerate(L.spots) if each.zone == zone and (shared or each.seat == seat)]
        return L.first_spot + found[index]

    def owner(self, card: int) -> int | None:
        """The seat whose deck a card is of; None when the deck is everybody's."""
        owners = self.game.objects.owners
        return owners[card] if card < len(owners) else None

    def spot_of(self, card: int) -> int | None:
        """The number of the declared place on which a card lies; None when it lies on none."""
        L = self.game.compiled.layout
        found: int | None = self.s[L["spot"] + card] if L.spots else None
        return found

    def controller(self, card: int) -> int | None:
        """The seat that controls a card; None when nobody ever did."""
        player = self.s[self.game.compiled.layout["ctrl"] + card]
        return None if player is None else -1 - player

    def value(self, card: int, name: str) -> int | tuple[str, ...]:
        """A value of a card now, through all its layers; the names of the members for a value that has them."""
        decl = self.game.meaning.values[name]
        i = list(self.game.meaning.values).index(name)
        found: int = self.game.machine.names[f"v{i}"](self.s, card)
        return worded(decl, found)

    def words_of_value(self, card: int, name: str) -> tuple[str, ...]:
        """The words of a value of a card now; of a scale the one that its number has."""
        decl, found = self.game.meaning.values[name], self.value(card, name)
        return (
            (decl.members[found],)
            if isinstance(found, int) and decl.scale
            else found
            if isinstance(found, tuple)
            else ()
        )

    def source_of(self, token: int) -> int | None:
        """The card of which a token says that it is; None of one that says of no card, or of one that nobody has."""
        for name, decl in self.game.meaning.values.items():
            if decl.whose_card is not None and decl.owner == self.game.cards[token].token and self.value(token, name):
                mine = self.value(token, name)
                cards = (c for c, card in enumerate(self.game.cards) if not card.token)
                return next((c for c in cards if self.value(c, decl.whose_card) == mine), None)
        return None

    def game_word(self, name: str) -> str | None:
        """The word of a value of the match."""
        decl = self.game.meaning.values[name]
        found: int = self.s[self.game.compiled.layout["value " + name]]
        return next((word for i, word in enumerate(decl.members) if found >> i & 1), None)

    def status(self, card: int, name: str) -> bool:
        """Whether a card has a status (or the opposite of one, by its own name)."""
        for i, decl in enumerate(self.game.meaning.statuses.values()):
            if name in (decl.name, decl.opposite):
                return bool(self.game.machine.names[f"st{i}"](self.s, card)) == (name == decl.name)
        raise KeyError(name)

    def keyword(self, card: int, name: str) -> bool:
        i = list(self.game.compiled.game.keywords).index(name)
        return bool(self.game.machine.names[f"k{i}"](self.s, card))

    def is_noun(self, card: int, noun: str) -> bool:
        """Whether a card is now what a declared noun describes."""
        if noun in CARD_WORDS or noun == self.game.meaning.implied_noun:
            return card < self.game.compiled.layout.first_token
        if noun in PLAYER_WORDS:
            return False
        i = list(self.game.meaning.nouns).index(noun)
        return bool(self.game.machine.names[f"noun{i}"](self.s, card))

    def player_value(self, seat: int, name: str) -> int | tuple[str, ...]:
        """A value of a player: what is stored, reckoned, or made of layers; the words of a bag, each as often."""
        values = self.game.meaning.values
        i, names = list(values).index(name), self.game.machine.names
        if values[name].layered_of_player:
            return worded(values[name], names[f"v{i}"](self.s, player_code(seat)))
        if values[name].derived is not None:
            reckoned: int = names[f"r{i}"](self.s, player_code(seat))
            return reckoned
        found: int | tuple[int, ...] = self.s[self.game.compiled.layout["value " + name] + player_code(seat)]
        return sum(found) if isinstance(found, tuple) else found

    def player_words(self, seat: int, name: str, member: str | None) -> int:
        """How much of a word a player has, of a value that is so much of each, or a bag; of all of them without one."""
        decl, found = self.game.meaning.values[name], self.player_value(seat, name)
        if isinstance(found, tuple):
            return len(found) if member is None else found.count(member)
        if member is None or decl.kind != "pool":
            return found
        each: tuple[int, ...] = self.s[self.game.compiled.layout["value " + name] + player_code(seat)]
        return each[decl.members.index(member) + 1]

    def game_value(self, name: str) -> int | None:
        """A value of the game; a seat (or None) for one that is a player."""
        if self.game.meaning.values[name].derived is not None:
            i = list(self.game.meaning.values).index(name)
            reckoned: int = self.game.machine.names[f"r{i}"](self.s, None)
            return reckoned
        found: int | None = self.s[self.game.compiled.layout["value " + name]]
        if self.game.meaning.values[name].kind == "player":
            return None if found is None else -1 - found
        return found

    @property
    def turn_player(self) -> int | None:
        """The seat whose turn it is; None before the first and after the last."""
        L = self.game.compiled.layout
        name = self.game.meaning.turn
        player = self.s[L["player " + name]]
        return None if player is None or self.over else -1 - player
