"""Where everything lies in the flat state: one list of integers and immutable tuples.

Cards are numbers from 0. Players are negative (seat 0 is -1, seat 1 is -2), so that a card and a player can stand in the same
place of an event, and ``s[BASE + player]`` reads a player's value when BASE is one past the block. A zone *is* the slot of its
pile: ``s[ZONE + card]`` holds the index of the tuple in which the card lies, and ``kind_of[slot]`` says which zone that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Grant, Integrate, Move
from dsl.meaning.walk import walk as _walk

from .spots import spots_of

SELF, YOU, FIRST = 2, 3, 4  # of a frame: program, pc, self, you, then what it binds
ENTRY = 7  # of an entry in force: ability, bearer, user, time, expiry, source, locked target, then what it binds
PLAYS = 32  # so many abilities and plays without a card may wait at once
GROUP = ("group",)  # what was met at a moment, where several cards go at once and nothing was yet
TEXT = 0  # the expiry of an entry that stands as long as its source's text does
#: What the keyword that is made of a given text is called begins with; nobody is told so.
NAMELESS = "#"
#: How the names of the tuples of what is in force begin, one for each thing that something can change.
STANDING = (
    "mod ",
    "keyword ",
    "status ",
    "claim ",
    "allow ",
    "when ",
    "starts ",
    "ends ",
    "before ",
    "instead ",
    "less ",
    "more ",
)
#: What the state holds of the match itself, whatever the game, and what each is at the start.
OF_THE_MATCH: tuple[tuple[str, Any], ...] = (
    ("rng", 0),
    ("clock", 0),
    ("pend", ()),
    ("snap", None),
    ("met", ()),  # what was set off at this moment by one thing or more, once
    ("finish", None),
    ("ahead", ()),  # the periods that a player skips (0) or has once more (1): (period, player, which)
    ("orphans", ()),
    ("ignored", 0),
    ("dirty", 0),
    ("shuffle", ()),
    ("hold", 0),
    ("over", None),
    ("did", 1),
    ("instead", 0),
    ("once", ()),
    ("former", -1),  # the card that a trigger speaks of as it was, before it left
    ("former time", -1),  # … and since when it had been that
    ("busy", ()),
    ("dice", ()),
    ("arrived", None),
    ("trial", None),
    ("lots", None),
    ("uses", ()),
    ("using", ()),
    ("acted", ()),
    ("waiting", ()),
    ("speaking", 0),
    ("aimed", ()),
    ("occasions", ()),  # what has just happened, to the cards whose text may be played for it
    ("xs", ()),  # of what waits: how much was paid for its {X}
    ("also", ()),  # of what was played: that what could be paid beside its price was
    ("given", ()),  # of what was played and is not over: for what it was played
    ("seen", ()),
    ("lost", ()),
    ("won", ()),
)
CARD_WORDS = frozenset({"card", "carta"})
PLAYER_WORDS = frozenset({"player", "giocatore", "giocatori"})


def walk(node: Any) -> Iterator[Any]:
    """A node and all that it contains, depth first."""
    return _walk(node)


def player_code(seat: int) -> int:
    """How a seat is written in the state."""
    return -1 - seat


class Layout:
    """Slots of the state for a game with these cards."""

    def __init__(
        self,
        game: GameMeaning,
        cards: tuple[CardDecl, ...],
        capacity: int,
        players: int,
        owners: tuple[int | None, ...],
    ) -> None:
        """``owners``: for each card the code of its player, None where the deck is everybody's."""
        self.game = game
        self.cards = cards
        self.players = players
        self.owners = owners
        stacks = {w.zone for w in game.windows.values() if w.zone is not None}
        self.stack_zone = min(stacks) if stacks else None  # where plays wait
        self.may_pay_also = False  # whether something may be paid beside the price of a card
        plays = PLAYS if stacks else 0
        self.plays = range(capacity, capacity + plays)  # the objects that stand for plays that are no card
        capacity += plays
        self.first_token = next((i for i, card in enumerate(cards) if card.token), len(cards))
        self.tokens_of = {
            kind: [i for i, card in enumerate(cards) if card.token == kind] or [len(cards)] for kind in game.tokens
        }  # one after the other
        self.spots = spots_of(game, self.players)  # their numbers come after those of all cards
        self.first_spot = capacity
        self.capacity = capacity + len(self.spots)
        self.size = 0
        self.initial: list[Any] = []
        self.kind_of: dict[int, int] = {}
        self.player_of: dict[int, int | None] = {}
        self.zone_names = tuple(game.zones)
        self.kind_index = {name: i for i, name in enumerate(self.zone_names)}
        self.slots: dict[str, int] = {}
        self.spans: dict[int, tuple[int, int]] = {}  # of the base of a block: which slots are in it
        for name, first in OF_THE_MATCH:
            self.slot(name, first)
        self.nowhere = self.slot("nowhere", ())
        self._zones()
        self._cards()
        self._spots()
        self._values()
        self._periods()
        self._indexes()

    def start_of(self, card: int) -> int | None:
        """The slot in which a token begins; None for a card."""
        kind = self.cards[card].token
        return self["zone " + self.game.tokens[kind].start] if kind is not None else None

    def slot(self, name: str, first: Any = ()) -> int:
        """A new slot, with what it holds at the start."""
        at = self.size
        self.slots[name] = at
        self.initial.append(first)
        self.size += 1
        return at

    def block(self, name: str, count: int, first: Any) -> int:
        at = self._places(name, count, first)
        self._spans(at, at, self.size)
        return at

    def _places(self, name: str, count: int, first: Any) -> int:
        at = self.size
        self.slots[name] = at
        self.initial.extend([first] * count)
        self.size += count
        return at

    def _spans(self, base: int, low: int, high: int) -> None:
        """«s[base + x]» is one of these slots, or one of those of another block of the same base."""
        before = self.spans.get(base, (low, high))
        self.spans[base] = min(low, before[0]), max(high, before[1])

    def by_player(self, name: str, first: Any) -> int:
        """A block with a place for each player; its base is one past the end."""
        at = self._places(name, self.players, first) + self.players
        self.slots[name] = at
        self._spans(at, at - self.players, at)
        return at

    def __getitem__(self, name: str) -> int:
        return self.slots[name]

    def _zones(self) -> None:
        for name, zone in self.game.zones.items():
            kind = self.kind_index[name]
            if zone.owner == "shared":
                places: list[tuple[int, int | None]] = [(self.slot(f"zone {name}"), None)]
            elif zone.owner == "player":
                base = self.by_player(f"zone {name}", ())
                places = [(base + player_code(seat), player_code(seat)) for seat in range(self.players)]
            else:
                self.slot(f"all {name}")  # it stands between, so that no two zones have one base
                base = self.block(f"zone {name}", self.capacity, ())
                places = [(base + i, None) for i in range(self.capacity)]
            for at, player in places:
                self.kind_of[at] = kind
                self.player_of[at] = player

    def _cards(self) -> None:
        for name, first in (
            ("zone", self.nowhere),
            ("ctrl", None),
            ("stat", 0),
            ("time", 0),
            ("last", 0),
            ("locks", ()),
        ):
            if name == "stat":  # the statuses of the players lie right before those of the cards
                self.by_player(f"{name} of players", first)
            self.block(name, self.capacity, first)

    def _spots(self) -> None:
        """Of each card the place on which it lies and the last on which it lay; of each place the cards on it."""
        if not self.spots:
            return
        self.block("spot", self.capacity, None)
        self.block("last spot", self.capacity, None)
        held = self.block("held", len(self.spots), ())
        self.slots["held"] = held - self.first_spot
        for i, spot in enumerate(self.spots):
            number = self.first_spot + i
            self.initial[self["spot"] + number] = number
            self.initial[self["ctrl"] + number] = None if spot.seat is None else player_code(spot.seat)

    def spots_in(self, zones: tuple[str, ...]) -> tuple[int, ...]:
        """The numbers of the places of some zones."""
        return tuple(self.first_spot + i for i, spot in enumerate(self.spots) if spot.zone in zones)

    def pile_of_spot(self, number: int) -> int:
        """The slot of the pile to which a place belongs."""
        spot = self.spots[number - self.first_spot]
        return self[f"zone {spot.zone}"] + (player_code(spot.seat) if spot.seat is not None else 0)

    def _values(self) -> None:
        for name, value in self.game.values.items():
            first: Any = value.start if isinstance(value.start, int) else None
            if isinstance(value.start, str) and value.start in value.members:
                first = 1 << value.members.index(value.start)
            elif first is None and value.kind in ("member", "members"):
                first = 0
            if value.derived is not None and value.owner == "player":
                continue  # reckoned when it is asked
            if value.owner == "player" and value.kind == "pool":
                self.by_player(f"value {name}", (0,) * (len(value.members) + 1))
            elif value.owner == "player":
                self.by_player(f"value {name}", first if first is not None else (None if value.kind == "player" else 0))
            elif value.owner == "game" or value.owner in self.game.periods:
                self.slot(f"value {name}", first)
            elif value.derived is None and (value.counter or not value.printed):
                self.block(f"value {name}", self.capacity, first)
        if any(isinstance(node, Move) and node.keep for frame in self.game.frames.values() for node in walk(frame)):
            self.block("lent", self.capacity, None)  # whose each thing was before it last went over to somebody
            self.slot("loans", ())  # what went over for a time
        if any(isinstance(node, Integrate) for frame in self.game.frames.values() for node in walk(frame)):
            for name, value in self.game.values.items():
                if value.printed and not value.counter and (value.owner == "card" or value.owner in self.game.nouns):
                    self.block(f"original {name}", self.capacity, None)

        if any(isinstance(node, Grant) and node.slot for frame in self.game.frames.values() for node in walk(frame)):
            self.block("texts", self.capacity, None)  # whose texts a card shows; None: its own
            self.slot("copies")

    def _periods(self) -> None:
        for name, period in self.game.periods.items():
            self.slot(f"serial {name}", 0)
            self.slot(f"player {name}", None)
            self.slot(f"open {name}", 0)
            self.slot(f"timed {name}", ())
            for participant in period.participants:
                self.slot(f"in {participant.name}", None)

    def _indexes(self) -> None:
        """The tuples of what is in force, one for each thing that something can change."""
        game = self.game
        for name, value in game.values.items():
            if value.owner == "card" or value.owner in game.nouns or value.layered_of_player:
                self.slot(f"mod {name}")
        for name in game.keywords:
            self.slot(f"keyword {name}")
        for name in game.statuses:
            self.slot(f"status {name}")
        for name in game.claims:
            self.slot(f"claim {name}")
        if game.lasting:
            self.slot("marks")
        self.slot("suppress")
        self.slot("activated")
        self.slot("must")
        for frame in game.frames:
            self.slot(f"allow {frame}")
        self.index_triggers = self.size
        for frame in game.frames:
            self.slot(f"when {frame}")
        for name in game.periods:
            self.slot(f"starts {name}")
            self.slot(f"ends {name}")
        self.end_triggers = self.size
        for frame in game.frames:
            self.slot(f"before {frame}")
            self.slot(f"instead {frame}")
        for frame, decl in game.frames.items():
            if decl.counted:
                self.slot(f"less {frame}")
                self.slot(f"more {frame}")
