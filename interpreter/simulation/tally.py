"""What a match came to, as rows: one a seat, one a card that did something, one a text that woke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from dsl.meaning import nodes as n
from dsl.meaning.walk import all_of
from interpreter import frames
from interpreter.match import Game, Match
from interpreter.program.layout import CARD_WORDS, player_code

#: A row of the table of seats, of cards, of texts: plain values in the order of their columns.
Row = tuple[Any, ...]

OF_A_SEAT = ("seed", "seat", "bot", "deck", "won", "tied", "first", "turns", "decisions", "lead_changes", "stopped")
OF_A_CARD = ("seed", "seat", "card", "won", "drawn", "played")
_COUNTED = (
    2  # of these, what is counted: how often it came from a pile that nobody sees, how often it was played from a hand
)
OF_A_TEXT = ("seed", "seat", "text", "times")


@frozen
class Rows:
    """The rows of one match or of many."""

    seats: tuple[Row, ...] = ()
    cards: tuple[Row, ...] = ()
    texts: tuple[Row, ...] = ()

    @classmethod
    def together(cls, many: Iterable[Rows]) -> Rows:
        """All of them, in their order."""
        each = tuple(many)
        return cls(
            tuple(row for one in each for row in one.seats),
            tuple(row for one in each for row in one.cards),
            tuple(row for one in each for row in one.texts),
        )


class Tally:
    """What is counted in the matches of a game; made once, asked after every match."""

    def __init__(self, game: Game) -> None:
        self.game = game
        layout = game.compiled.layout
        self._values = tuple(
            name for name, value in game.meaning.values.items() if value.owner == "player" and value.kind == "number"
        )
        self._tokens = frozenset(card.name for card in game.cards if card.token is not None)
        self._score = game.machine.names.get("score")
        self._turn = f"serial {game.meaning.turn}" if game.meaning.turn else None
        #: Where the state says how many turns have begun; None where there are none.
        self.turn_at = layout[self._turn] if self._turn is not None else None
        self._player_of = {pile: player for pile, player in layout.player_of.items() if player is not None}
        columns: dict[str, None] = {}
        named = [self._columns(frame, columns) for frame in game.verbs]
        self.events: tuple[str, ...] = tuple(columns)
        column = {name: at + _COUNTED for at, name in enumerate(self.events)}
        self._events = [
            [(at, moves, manner, tuple(column[name] for name in names)) for at, moves, manner, names in frame]
            for frame in named
        ]
        zones = tuple(game.meaning.zones.values())
        self._hands = {
            p for p, kind in layout.kind_of.items() if zones[kind].owner == "player" and zones[kind].seen_by == "owner"
        }
        self._decks = {pile for pile, kind in layout.kind_of.items() if zones[kind].seen_by == "nobody"}
        self._counted = frozenset((*range(len(self._events)), frames.PLAYED, frames.TRIGGER))
        done = {event.verb for action in game.meaning.actions.values() for event in all_of(action.effect, n.Event)}
        self._plays = frozenset(at for at, frame in enumerate(game.verbs) if frame in done)

    # -- the columns, as a table names them ----------------------------------------------------------------------

    @property
    def of_a_seat(self) -> tuple[str, ...]:
        """The columns of the table of seats: the common ones, then the values of a player at the end."""
        return (*OF_A_SEAT, *self._values)

    @property
    def of_a_card(self) -> tuple[str, ...]:
        """The columns of the table of cards: the common ones, then how often each event happened to it."""
        return (*OF_A_CARD, *self.events)

    @property
    def of_a_text(self) -> tuple[str, ...]:
        return OF_A_TEXT

    def _columns(self, frame: str, columns: dict[str, None]) -> list[tuple[int, bool, int, tuple[str, ...]]]:
        """For each participant of a verb that may be a card, where it stands in the log, whether it is what is moved when nothing
        stands there, where the manner stands, and its column for every manner and for none.

        What is done to a card goes by the verb's name, what a card does to another by «fa» before it."""
        roles = self.game.compiled.roles[frame]
        decl = self.game.meaning.frames[frame]
        cards = {role.name for form in decl.forms for role in form.roles if self._a_card(role.value)}
        if decl.counted:
            cards.add("object")  # «draws two cards»: each is told as it moves
        verb = decl.verb.partition("#")[0]
        manners = [f"{verb} come {manner}" for manner in self.game.compiled.manners[frame]]
        found = []
        for at, role in enumerate(roles):
            if role not in cards or role not in ("agent", "object"):
                continue
            names = (f"fa {verb}",) * (len(manners) + 1) if role == "agent" and "object" in cards else (*manners, verb)
            found.append((5 + at, role == "object", 5 + len(roles), names))
            columns.update(dict.fromkeys(names))
        return found

    def _a_card(self, value: Any) -> bool:
        """Whether a participant of a verb may be a card."""
        if isinstance(value, n.Group):
            return any(self._a_card(part) for part in value.members)
        return isinstance(value, n.Select) and (value.noun in CARD_WORDS or value.noun in self.game.meaning.nouns)

    # -- counting ------------------------------------------------------------------------------------------------

    def leader(self, match: Match) -> int | None:
        """The seat that is ahead by what the match is won by; None when nobody is, or when nothing says so."""
        if self._score is None:
            return None
        scores = [self._score(match.s, player_code(seat)) for seat in range(match.game.players)]
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else None

    def turn(self, match: Match) -> int:
        """How many turns have begun."""
        return int(match.s[self.turn_at]) if self.turn_at is not None else 0

    def rows(
        self,
        match: Match,
        seed: int,
        bots: tuple[str, ...],
        decks: tuple[str, ...],
        decisions: int,
        lead_changes: int,
        stopped: str,
    ) -> Rows:
        """What a match that is over (or was stopped) came to."""
        winner = match.winner
        cards, texts, first = self._told(match)
        turns = self.turn(match)
        seats = []
        for seat in range(match.game.players):
            common = (
                seed,
                seat,
                bots[seat],
                decks[seat] if decks else "",
                seat == winner,
                winner is None and not stopped,
            )
            at_the_end = tuple(match.player_value(seat, name) for name in self._values)
            seats.append((*common, seat == first, turns, decisions, lead_changes, stopped, *at_the_end))
        return Rows(
            tuple(seats),
            tuple(
                (seed, *who, who[0] == winner, *counts)
                for who, counts in sorted(cards.items())
                if who[1] not in self._tokens
            ),
            tuple((seed, *who, times) for who, times in sorted(texts.items())),
        )

    def _told(self, match: Match) -> tuple[dict[tuple[int, str], list[int]], Counter[tuple[int, str]], int | None]:
        """What the log tells of cards and texts, and who had the first turn."""
        names = [card.name for card in match.game.cards]
        texts: Counter[tuple[int, str]] = Counter()
        cards = _Counts(names, len(self.events) + _COUNTED)
        others = self._happened(self._of_interest(match), cards)
        first = None
        abilities = match.game.compiled.abilities
        for e in others:
            user = e[5]
            if user is None or user >= 0:
                continue
            if e[0] == frames.TRIGGER:
                texts[-1 - user, abilities[e[4]].owner or names[e[1]]] += 1
            else:
                first = -1 - user
        return cards.found, texts, first

    def _of_interest(self, match: Match) -> list[tuple[Any, ...]]:
        """The entries of which something is counted, in their order; of the periods only the first that is somebody's."""
        found: list[tuple[Any, ...]] = []
        begun = None
        log: Any = match.told
        counted, begins = self._counted, frames.BEGIN
        while log is not None:
            e, log = log
            kind = e[0]
            if kind in counted:
                found.append(e)
            elif kind == begins and e[5] is not None and e[5] < 0:
                begun = e  # the log goes from its end to its beginning
        if begun is not None:
            found.append(begun)
        found.reverse()
        return found

    def _happened(self, entries: Iterable[tuple[Any, ...]], cards: _Counts) -> list[tuple[Any, ...]]:
        """What happened is counted for the cards that took part in it, each for whose pile it came to last; gives the other
        entries."""
        player_of, decks, hands, plays = self._player_of, self._decks, self._hands, self._plays
        columns_of, of, held, others = self._events, cards.of, cards.held, []
        for e in entries:
            kind = e[0]
            if kind < 0:
                if kind != frames.PLAYED:
                    others.append(e)
                elif e[7] in of:  # a card that waits before it is resolved
                    of[e[7]][1] += 1
                continue
            card = None
            if e[4] is not None:
                card, old, new = e[4]
                if new in player_of:
                    counts = held(card, player_of[new])
                    if old in decks:
                        counts[0] += 1
                if old in hands and kind in plays and card in of:
                    of[card][1] += 1
            size = len(e)
            for at, moves, manner, columns in columns_of[kind]:
                who = e[at] if at < size else None
                if who is None and moves:
                    who = card
                # a set of cards is told as each of them moves
                if type(who) is int and who in of:
                    how = e[manner] if manner < size else None
                    of[who][columns[-1 if how is None or how >= len(columns) else how]] += 1
        return others


class _Counts:
    """What is counted in one match, for every card by whose it is, cards of one name together."""

    def __init__(self, names: list[str], columns: int) -> None:
        self.names, self._columns = names, columns
        self.of: dict[int, list[int]] = {}  # by card: what is counted for it now
        self._holder: dict[int, int] = {}
        self._all: dict[tuple[int, str], list[int]] = {}

    def held(self, card: int, player: int) -> list[int]:
        """What is counted for a card that has come to a player."""
        holder = -1 - player
        if self._holder.get(card) != holder:
            self._holder[card] = holder
            key = holder, self.names[card]
            self.of[card] = self._all.setdefault(key, [0] * self._columns)
        return self.of[card]

    @property
    def found(self) -> dict[tuple[int, str], list[int]]:
        """Of every card of which anything was counted."""
        return {key: counts for key, counts in self._all.items() if any(counts)}
