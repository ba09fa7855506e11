"""What lies on the table of a match: the questions that a scene asks of the state, and its options in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dsl.meaning.nodes import Parted
from dsl.scenes import nodes
from dsl.vocabulary.spelling import fold
from dsl.vocabulary.vocabulary import Kind

from ..decisions import DONE, NO, PASS, YES, Decision, Option
from ..frames import PERIOD, WINDOW
from ..match import Match
from ..program.layout import walk
from ..tell import spot_name, word_of, words_alone
from ..windows import KIND
from .words import SceneError, Words

_SPECIAL = {"yes": (YES,), "no": (NO,), "none": (DONE,), "stop": (DONE,)}
#: Of more cards than these the rest is left out of a message.
_MOST_NAMED = 10


class Table:
    """The state of a match by the names of the game's text, and the scene's cards by the names that it gives them."""

    def __init__(
        self,
        match: Match,
        numbers: Mapping[str, Sequence[int]],
        words: Words,
        absent: frozenset[int] = frozenset(),
    ) -> None:
        """``absent``: the numbers of cards that are none of this scene."""
        self.match = match
        self.numbers = numbers
        self._absent = absent
        self.words = words
        self._meaning = match.game.meaning

    # -- cards

    def number(self, thing: nodes.Thing) -> int:
        """The number of a card: one placed by the scene, or one of the deck that the scene did not place."""
        if isinstance(thing, nodes.Spot):
            return self.spot(thing)
        found = self.numbers_of(thing)
        if len(found) > 1:
            hint = f"dai un nome a quella che intendi: carta Prima: {thing}"
            raise SceneError(f"più carte si chiamano «{thing}»: quale?", thing.span, hint)
        return found[0]

    def numbers_of(self, thing: nodes.Thing) -> tuple[int, ...]:
        """The numbers of all the cards that a name may mean."""
        if isinstance(thing, nodes.Spot):
            return (self.spot(thing),)
        name = str(thing)
        if name in self.numbers:
            return tuple(self.numbers[name])
        cards = self.match.game.cards
        found = [c for c, card in enumerate(cards) if card.name == name and c not in self._absent]
        if isinstance(thing, nodes.Nameless) or len(found) != 1:
            there = ", ".join(f"«{each}»" for each in list(self.numbers)[:_MOST_NAMED])
            hint = f"nella posizione ci sono: {there}" if there else "la posizione non ha carte"
            raise SceneError(f"«{name}» non è nella posizione", thing.span, hint)
        return (found[0],)

    def spot(self, spot: nodes.Spot) -> int:
        """The number of a declared place."""
        return self.match.spot(spot.zone, self.words.seat_of(spot), spot.index)

    def free(self) -> tuple[int, ...]:
        """The declared places that have room."""
        has_room, first = self.match.game.machine.names["has_room"], self.match.game.compiled.layout.first_spot
        spots = range(first, first + len(self.match.game.compiled.layout.spots))
        return tuple(spot for spot in spots if has_room(self.match.s, spot))

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.match.card_name(card)

    def where(self, card: int) -> tuple[str | None, int | None]:
        """The zone in which a card lies and whose it is: its controller's, for what lies attached."""
        zone, seat, host = self.match.place_of(card)
        return zone, seat if host is None else self.match.controller(card)

    def place_of(self, card: int) -> str:
        """Where a card is, in words."""
        zone, seat, host = self.match.place_of(card)
        if zone is None:
            return "fuori dalla partita"
        if host is not None:
            return f"{zone} {self.name(host)}"
        spot = self.match.spot_of(card)
        if spot is not None:
            return spot_name(self.match, spot)
        return zone if seat is None else f"{zone} di {chr(ord('A') + seat)}"

    def _piles(self, zone: str, seat: int | None) -> list[tuple[int, ...]]:
        """The piles of a zone: one, or those of all players when none is said."""
        if seat is not None or self._meaning.zones[zone].owner != "player":
            return [self.match.pile(zone, seat)]
        return [self.match.pile(zone, each) for each in range(self.match.game.players)]

    def count(self, zone: str, seat: int | None) -> int:
        """How many cards lie in a zone (of a seat)."""
        return sum(map(len, self._piles(zone, seat)))

    def pile(self, zone: str, seat: int | None) -> tuple[int, ...]:
        """The cards of a pile, the last on top."""
        return next((pile for pile in self._piles(zone, seat) if pile), ())

    def host(self, card: int) -> int | None:
        """The card to which a card is attached."""
        return self.match.place_of(card)[2]

    def members(self, card: int, name: str) -> tuple[str, ...]:
        """The members that a value of a card has now."""
        found = self.match.value(card, name)
        return found if isinstance(found, tuple) else ()

    def may_have(self, card: int, status: str) -> bool:
        """Whether a card is such that a status is said of it at all."""
        noun = self._meaning.statuses[status].of
        return noun is None or self.match.is_noun(card, noun)

    def roll(self, numbers: tuple[int, ...]) -> None:
        """The coming rolls of the die."""
        self.match.s[self.match.game.compiled.layout["dice"]] += numbers

    # -- options

    def is_window(self, decision: Decision) -> bool:
        """Whether a decision is the one in which a player may act."""
        return decision.kind == "action"

    def is_pass(self, option: Option) -> bool:
        return option.kind == PASS

    def is_answer(self, option: Option) -> bool:
        """Yes, no, enough: an option that is none of the things to choose from."""
        return option.kind in (YES, NO, DONE)

    def is_token(self, option: Option, item: nodes.TokenItem) -> bool:
        """Whether an option is a token of that kind that lies there."""
        if len(option.objects) != 1 or option.objects[0] < 0:
            return False
        token = option.objects[0]
        if self.match.game.cards[token].token != self.words.name(item.word, Kind.NOUN):
            return False
        zone, seat, host = self.match.place_of(token)
        if item.where is None and item.on is None:
            wanted = self.words.qualities(nodes.Heap(1, item.word, item.qualities, span=item.span))
            such = all(word in self.match.words_of_value(token, value) for value, word in wanted)
            return such and (item.source is None or self.match.source_of(token) == self.number(item.source))
        if item.where is None:
            return item.on is not None and host == self.number(item.on)
        return zone in self.words.zones(item.where) and item.where.seat in (None, seat)

    def is_play(self, option: Option, item: nodes.PlayItem) -> bool:
        """Whether an option is what waits: an ability of that card, or a copy of it."""
        plays = self.match.game.compiled.layout.plays
        if len(option.objects) != 1 or option.objects[0] not in plays:
            return False
        is_ability, card = self.match.stands_for(option.objects[0])
        return is_ability == item.is_ability and card in self.numbers_of(item.thing)

    def is_of_number(self, option: Option, number: int) -> bool:
        """An amount, or the option of that number: of the parts of an effect, of the effects that wait for an order."""
        if option.kind == "amount":
            return bool(option.value == number)
        return (option.kind == "mode" and option.value == number - 1) or (
            option.kind == "trigger" and option.index == number - 1
        )

    def is_special(self, option: Option, which: str) -> bool:
        nothing = option.kind == "amount" and option.value == 0 and which in ("no", "none")
        return nothing or option.kind in _SPECIAL[which]

    def names_of(self, item: nodes.WordItem | nodes.FreeItem) -> frozenset[str]:
        """The canonical names of a word to choose."""
        if isinstance(item, nodes.FreeItem):
            return frozenset()
        kinds = (Kind.MEMBER, Kind.MEMBER_SET, Kind.NOUN, Kind.KEYWORD, Kind.VALUE)
        found = (self.words.find(item.word, kind) for kind in kinds)
        return frozenset(lexeme.name for lexeme in found if lexeme is not None)

    def says(self, option: Option, text: str, names: frozenset[str]) -> bool:
        """Whether an option is the word written."""
        word = word_of(option)
        alone = words_alone(option) if option.kind == "mode" and names else frozenset()
        return word is not None and (fold(word) == fold(text) or word in names or bool(names & alone))

    def is_ability(self, option: Option, card: int, nth: int) -> bool:
        """Whether an option is an ability of a card: any, or the one at that place among its own."""
        if option.objects != (card,):
            return False
        mine = {e[0] for e in self.match.s[self.match.game.compiled.layout["activated"]] if e[1] == card}
        return not nth or sorted(mine).index(option.value[1]) == nth - 1

    def tokens(self, check: nodes.TokensAre) -> list[int]:
        """The tokens of a kind, such as is said, that lie where is said: a player's in his zones and on his cards."""
        kind = self.words.token(check.tokens)
        wanted = self.words.qualities(check.tokens)
        zones = self.words.zones(nodes.Where(check.zone)) if check.zone is not None else ()
        host = self.number(check.thing) if check.thing is not None else None
        found = []
        for token, decl in enumerate(self.match.game.cards):
            if decl.token != kind:
                continue
            zone, seat, on = self.match.place_of(token)
            whose = seat if on is None else self.match.controller(on)
            there = (not zones or zone in zones) and (host is None or on == host) and check.seat in (None, whose)
            if there and all(word in self.match.words_of_value(token, value) for value, word in wanted):
                found.append(token)
        return found

    def open_periods(self) -> tuple[tuple[str, int | None], ...]:
        """The periods that are open, with the player whose each is."""
        periods = list(self._meaning.periods)
        frames = (frame for frame in self.match.stack if frame[0] == PERIOD)
        return tuple((periods[f[4]], -1 - f[3] if f[3] is not None else None) for f in frames)

    def in_main_window(self) -> bool:
        """Whether the player whose turn it is has the word in the window in which his turn is played."""
        decision, frame = self.match.decision, self.match.stack[-1] if self.match.stack else None
        mine = decision is not None and decision.player == self.match.turn_player
        return mine and frame is not None and frame[0] == WINDOW and frame[KIND] == 0

    def whose(self, entry: Any) -> int | None:
        """The player whose a period is that has begun."""
        player = entry.roles.get("player")
        return -1 - player if player is not None else None

    def opens(self, option: Option, label: nodes.Word) -> bool:
        """Whether an ability is the one that a label opens."""
        ability = self.match.game.compiled.abilities[option.value[1]]
        labels = [node.label for node in walk(ability.node) if isinstance(node, Parted)]
        return self.words.name(label, Kind.LABEL) in labels

    def describe(self, option: Option) -> str:
        """An option in words."""
        return option.text

    def place_in_program(self) -> tuple[int, Any]:
        """Where the machine waits: a further choice from one set waits at the same place."""
        frame = self.match.stack[-1]
        return id(frame), frame[1]
