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
        self._turn_at = layout[self._turn] if self._turn is not None else None
        self._player_of = layout.player_of
        columns: dict[str, None] = {}
        self._events = [self._columns(frame, columns) for frame in game.verbs]
        self.events: tuple[str, ...] = tuple(columns)
        self._column = {name: at + _COUNTED for at, name in enumerate(self.events)}
        zones = tuple(game.meaning.zones.values())
        self._hands = {
            p for p, kind in layout.kind_of.items() if zones[kind].owner == "player" and zones[kind].seen_by == "owner"
        }
        self._decks = {pile for pile, kind in layout.kind_of.items() if zones[kind].seen_by == "nobody"}
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

    def _columns(self, frame: str, columns: dict[str, None]) -> list[tuple[int, tuple[str, ...]]]:
        """For each participant of a verb that may be a card, where it stands in the log and its column for every manner.

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
            found.append((5 + at, names))
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
        return int(match.s[self._turn_at]) if self._turn_at is not None else 0

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
        """What the log tells of cards and texts, and who had the first turn. A card belongs to whose pile it came to last."""
        entries = []
        log = match.told
        while log is not None:
            entries.append(log[0])
            log = log[1]
        holder: dict[int, int] = {}
        cards: dict[tuple[int, str], list[int]] = {}
        texts: Counter[tuple[int, str]] = Counter()
        first = None
        names = [card.name for card in match.game.cards]
        abilities = match.game.compiled.abilities
        for e in reversed(entries):
            kind = e[0]
            if kind >= 0:
                moved = e[4]
                if moved is not None and (player := self._player_of.get(moved[2])) is not None:
                    holder[moved[0]] = player
                    if moved[1] in self._decks:
                        self._counts(moved[0], holder, names, cards)[0] += 1
                if moved is not None and moved[1] in self._hands and kind in self._plays and moved[0] in holder:
                    self._counts(moved[0], holder, names, cards)[1] += 1
                self._count(e, moved, holder, names, cards)
            elif kind == frames.PLAYED and e[7] in holder:  # a card that waits before it is resolved
                self._counts(e[7], holder, names, cards)[1] += 1
            elif kind == frames.TRIGGER:
                user = e[5]
                if user is not None and user < 0:
                    texts[-1 - user, abilities[e[4]].owner] += 1
            elif kind == frames.BEGIN and first is None and e[5] is not None and e[5] < 0:
                first = -1 - e[5]
        return cards, texts, first

    def _count(
        self,
        e: tuple[Any, ...],
        moved: tuple[int, int, int] | None,
        holder: dict[int, int],
        names: list[str],
        cards: dict[tuple[int, str], list[int]],
    ) -> None:
        roles = self.game.compiled.roles[self.game.verbs[e[0]]]
        for at, columns in self._events[e[0]]:
            who = e[at] if at < len(e) else None
            if who is None and roles[at - 5] == "object" and moved is not None:
                who = moved[0]
            if not isinstance(who, int) or not 0 <= who < len(names) or who not in holder:
                continue
            manner = e[5 + len(roles)] if len(e) > 5 + len(roles) else None
            column = self._column.get(columns[manner] if manner is not None and manner < len(columns) else columns[-1])
            if column is None:
                continue
            self._counts(who, holder, names, cards)[column] += 1

    def _counts(
        self, card: int, holder: dict[int, int], names: list[str], cards: dict[tuple[int, str], list[int]]
    ) -> list[int]:
        of = -1 - holder[card], names[card]
        counts = cards.get(of)
        if counts is None:
            counts = cards[of] = [0] * (len(self.events) + _COUNTED)
        return counts
