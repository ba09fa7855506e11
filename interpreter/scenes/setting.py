"""From the lines of a position to a match that stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Text
from dsl.scenes import nodes
from dsl.source import Span
from dsl.vocabulary.vocabulary import Kind

from ..objects import Objects, UnknownDeck, WrongNumber, decks_of
from ..position import Position, PositionError
from .words import SceneError, WordingError, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..match import Game, Match

    Reader = Callable[[str, str, str | None], Text]

#: What a position says of players and of the match, beside where cards lie.
VALUES = (
    nodes.PlayerHas | nodes.TokensAre | nodes.GameValue | nodes.CardValue | nodes.GameWord | nodes.SeatStatus
)  # fmt: skip


#: Of the ways to cut the lines of an invented card no more are tried.
_MOST_READINGS = 40
#: A value that is left out: a scene needs only what it is about.
_NOT_PRINTED = "D022"


class Setting:
    """The cards of a scene by the names that it gives them, and the position in which they are put."""

    def __init__(
        self,
        game: Game,
        words: Words,
        decks: Sequence[str],
        read: Reader,
        seed: int = 0,
        table: Game | None = None,
    ) -> None:
        """``decks``: those that the scenes are for; ``read`` gives the text of a wording for a field and the kind printed
        after it; ``table``: the game made ready with the cards of this scene, among others, see :class:`Position`."""
        self.words = words
        self.game = game
        self.seed = seed
        self._read = read
        self._decks = decks
        self._ready = table
        self._fixtures: dict[str, CardDecl] = {}
        self._aliases: dict[str, str] = {}
        self.numbers: dict[str, list[int]] = {}  # of copies of one card all, in the order in which they were put
        self._spans: dict[int, Span] = {}
        self._setup: Span | None = None
        self._turn, self._nth = 0, 2
        self._period: str | None = None

    # -- the steps of a position

    def start(self, steps: Sequence[nodes.Step]) -> Match:
        """The match in the position that the steps describe."""
        with self._placed(steps):
            self._lay(steps)
            return self._position.start() if self._setup is None else self._from_setup(self._setup, steps)

    def lay(self, steps: Sequence[nodes.Step]) -> Position:
        """The position that the steps describe, before there is a match in it."""
        with self._placed(steps):
            self._lay(steps)
        return self._position

    @property
    def in_part(self) -> bool:
        """Whether the position says in which part of the turn it is."""
        return self._period is not None

    @property
    def absent(self) -> frozenset[int]:
        """The numbers of the cards on the table that are of other scenes."""
        return self._position.absent

    @contextmanager
    def _placed(self, steps: Sequence[nodes.Step]) -> Iterator[None]:
        """What is wrong with a position is told where it is described."""
        try:
            yield
        except (PositionError, UnknownDeck, WrongNumber) as error:
            last = steps[-1].span if steps else nodes.NOWHERE
            raise SceneError(str(error), self._spans.get(getattr(error, "card", None) or -1, last)) from None

    def _lay(self, steps: Sequence[nodes.Step]) -> None:
        self._position = self._table(steps)
        self._spare = Spare(self._position.objects, self.words.meaning, frozenset(_names(steps)))
        for step in steps:
            if not isinstance(step, VALUES | nodes.Sits | nodes.Plays):
                self._take(step)
        if self._setup is not None:
            return
        self._something_to_do(steps)
        self._position.turn(self._turn, number=self._nth, period=self._period)
        for step in steps:
            if isinstance(step, VALUES):
                self._value(step)

    def _table(self, steps: Sequence[nodes.Step]) -> Position:
        """How many play, and with which decks: what the scene says, then what its file does."""
        sits = next((step for step in steps if isinstance(step, nodes.Sits)), None)
        players = sits.number if sits is not None else self.words.meaning.players[0]
        decks = list(decks_of(self.words.meaning, players, self._decks))
        for step in steps:
            if isinstance(step, nodes.Plays):
                if self.words.meaning.shared_deck or step.seat >= len(decks):
                    raise SceneError("questo giocatore non ha un mazzo suo", step.span)
                decks[step.seat] = step.deck
        return Position(self.game, self.seed, decks, players, self._ready)

    def _something_to_do(self, steps: Sequence[nodes.Step]) -> None:
        """A hand that is not described has one card, lest its player's turn end for want of anything to do."""
        hand = self.words.hand()
        if hand is None:
            return
        puts = (step for step in steps if isinstance(step, nodes.Put))
        said = {put.where.seat for put in puts if hand in self.words.zones(put.where)}
        for seat in range(self._position.objects.players):
            if seat not in said:
                self._heap(nodes.Heap(1), hand, seat)

    def _from_setup(self, span: Span, steps: Sequence[nodes.Step]) -> Match:
        if self.numbers or self._fixtures:
            raise SceneError("dalla preparazione si comincia senza una posizione", span)
        objects = self._position.objects
        said = (step for step in steps if isinstance(step, nodes.GameValue) and step.amount is not None)
        values = {self.words.name(step.value, Kind.VALUE): step.amount or 0 for step in said}
        return self.game.match(
            seed=self.seed, first=self._turn, players=objects.players, decks=objects.decks, values=values
        )

    def _take(self, step: Any) -> None:
        if isinstance(step, nodes.Fixture):
            self._fixtures[step.name] = self.card(step)
        elif isinstance(step, nodes.Alias):
            self._aliases[step.name] = step.card
        elif isinstance(step, nodes.Turn):
            self._turn = self._seat(step.seat, step.span)
        elif isinstance(step, nodes.NumberedTurn):
            self._nth = step.number
        elif isinstance(step, nodes.InPeriod):
            self._period = self.words.name(step.period, Kind.PERIOD)
        elif isinstance(step, nodes.FromSetup):
            self._setup = step.span
        elif isinstance(step, nodes.Put):
            self._put(step)
        elif isinstance(step, nodes.IsStatus) and isinstance(step.thing, nodes.Spot):
            self._spot_is(step, step.thing)
        else:
            raise SceneError("questa riga non descrive una posizione", step.span)

    def _value(
        self,
        step: nodes.PlayerHas | nodes.TokensAre | nodes.GameValue | nodes.CardValue | nodes.GameWord | nodes.SeatStatus,
    ) -> None:
        if isinstance(step, nodes.TokensAre):
            held = step.tokens
            assert held.word is not None and step.seat is not None
            self._has(self.words.of_player(held.word, *held.qualities), step.seat, held.number, step.span)
            return
        if isinstance(step, nodes.SeatStatus):
            ((status, on),) = self.words.statuses((step.status,)).items()
            self._position.player_status(step.seat, status, on == step.holds)
            return
        if self.words.find(step.value, Kind.VALUE) is None and self.words.find(step.value, Kind.NOUN) is not None:
            hint = f"dove stanno: nella ZONA di A: {getattr(step, 'number', 1)} {step.value.text}; X, con un {step.value.text}"
            raise SceneError(f"«{step.value.text}» non è un valore", step.value.span, hint)
        if isinstance(step, nodes.PlayerHas):
            whose = self.words.of_player(step.value) or (self.words.name(step.value, Kind.VALUE), None)
            self._has(whose, step.seat, step.number, step.span)
            return
        name = self.words.name(step.value, Kind.VALUE)
        if self.words.meaning.values[name].derived is not None:
            raise SceneError(f"«{name}» si calcola: nella posizione si dice ciò da cui dipende", step.span)
        if isinstance(step, nodes.GameWord):
            members = self.words.meaning.values[name].members
            self._position.game_value(name, 1 << members.index(self.words.name(step.word, Kind.MEMBER)))
        elif isinstance(step, nodes.CardValue):
            for number in self.numbers[str(step.thing)]:
                self._position.card_value(number, name, step.number)
        else:
            self._position.game_value(name, step.amount)

    def _has(self, value: tuple[str, str | None] | None, seat: int, number: int, span: Span) -> None:
        """«A ha 2 Azioni», «A ha 2 Volontà Fuoco»."""
        assert value is not None
        if self.words.meaning.values[value[0]].derived is not None:
            raise SceneError(f"«{value[0]}» si calcola: nella posizione si dice ciò da cui dipende", span)
        self._position.player_value(self._seat(seat, span), value[0], number, value[1])

    def _spot_is(self, step: nodes.IsStatus, spot: nodes.Spot) -> None:
        """«la casella 2 di A è Gelata»: a status of a declared place."""
        self.words.seat_of(spot)
        statuses = {name: on == step.holds for name, on in self.words.statuses((step.status,)).items()}
        self._position.spot_statuses(spot.zone, spot.seat, spot.index, statuses)

    # -- cards

    def card(self, fixture: nodes.Fixture) -> CardDecl:
        """An invented card."""
        if fixture.lines:
            return self._printed(fixture, fixture.lines)
        if fixture.runs:
            return self._run_on(fixture)
        values = self._values([(each.word, each.numbers) for each in fixture.values], fixture.span)
        texts: dict[str, Text] = {}
        wordings: dict[str, str] = {}
        for text in fixture.texts:
            slot = self.words.name(text.slot, Kind.TEXT)
            kind = self.words.members(text.kind) if text.kind else None
            if kind is not None:
                values[kind[0]] = kind[1]
            try:
                texts[slot] = self._read(text.wording, slot, kind[1][0] if kind else None)
            except WordingError as error:
                place = text.span if error.at is None else text.span.shifted(*error.at)
                raise SceneError(error.message, place, error.hint) from None
            wordings[slot] = text.wording
            said = next((v for v in self.words.meaning.values.values() if v.printed and slot in v.members), None)
            if said is not None:  # a text that is called like a word of a value says that word of its card
                values.setdefault(said.name, (slot,))
        return CardDecl(fixture.name, values, texts, wordings)

    def _run_on(self, fixture: nodes.Fixture) -> CardDecl:
        """An invented card without marks between what it prints: a text has the longest head that can be read as one."""
        lines: list[tuple[str, ...]] = [()]
        for run in fixture.runs:
            parts = run.head.split(", ")
            cuts = range(len(parts)) if run.wording is not None else range(1)
            heads = [(", ".join(parts[:at]), ", ".join(parts[at:])) for at in cuts]
            text = f": {run.wording}" if run.wording is not None else ""
            said = [tuple(filter(None, (values, head + text))) for values, head in heads]
            lines = [(*before, *more) for before in lines for more in said][:_MOST_READINGS]
        refused: SceneError | None = None
        for each in lines:
            try:
                return self._printed(fixture, each)
            except SceneError as error:
                refused = refused or error
        assert refused is not None
        raise refused

    def _printed(self, fixture: nodes.Fixture, lines: Sequence[str]) -> CardDecl:
        """An invented card whose lines are written as a deck prints them."""
        from dsl.load import card_of_lines

        try:
            found, problems = card_of_lines(fixture.name, lines, self.words.meaning, self.words.vocabulary)
        except ValueError as error:
            raise SceneError(str(error), fixture.span) from None
        wrong = next((problem for problem in problems if problem.is_error and problem.code != _NOT_PRINTED), None)
        if wrong is not None:
            raise SceneError(wrong.message, fixture.span, wrong.hint)
        return found

    def _values(self, said: Iterable[tuple[nodes.Word, tuple[int, ...]]], span: Span) -> dict[str, Any]:
        """What a card of a scene prints; of a value that is left out, what a card without it has."""
        declared = self.words.meaning.values
        names = self.words.printed_numbers()
        missing = {name: declared[name].missing for name in names}
        values: dict[str, Any] = {name: x if isinstance(x, int) else 0 for name, x in missing.items()}
        for word, numbers in said:
            named = self.words.find(word, Kind.MEMBER_SET, Kind.MEMBER, Kind.VALUE)
            alone = named is not None and named.kind is Kind.VALUE
            most = 1 if alone else len(names)
            if len(numbers) > most:
                what = f"«{word.text}» è un numero solo" if alone else f"una carta ha {len(names)} numeri"
                raise SceneError(f"{what}, qui ce ne sono {len(numbers)}", span)
            if named is not None and alone:
                if named.name not in names:
                    raise SceneError(f"«{word.text}» non è un numero stampato su una carta", word.span)
                values[named.name] = numbers[0]
            else:
                value, members = self.words.members(word)
                values |= {value: members, **dict(zip(names, numbers, strict=False))}
        return values

    def _which(self, thing: nodes.Thing) -> str | CardDecl:
        if isinstance(thing, nodes.Nameless):
            return CardDecl(str(thing), self._values([(thing.word, thing.numbers)], thing.span), {}, {})
        if isinstance(thing, nodes.Spot):
            raise SceneError(f"«{thing}» è un posto, non una carta", thing.span)
        name = thing.name if thing.name in self._fixtures else self._aliases.get(thing.name, thing.name)
        return self._fixtures.get(name, name)

    def _seat(self, seat: int, span: Span) -> int:
        """A seat at this table."""
        if seat >= self._position.objects.players:
            letters = [chr(ord("A") + each) for each in range(seat + 1)]
            raise SceneError(f"{letters[-1]} non gioca", span, f"di' quanti sono: giocano {', '.join(letters)}")
        return seat

    # -- places

    def _put(self, put: nodes.Put) -> None:
        zones = self.words.zones(put.where)
        if put.where.spot is not None:
            self.words.seat_of(put.where.spot)
        declared = self.words.meaning.zones
        zone = next((name for name in zones if declared[name].owner != "card"), zones[0])
        seat = self._seat(put.where.seat, put.where.span) if put.where.seat is not None else None
        if declared[zone].owner == "player" and seat is None:
            raise SceneError(f"«{put.where.zone.text}» è di un giocatore: di quale?", put.where.span)
        hidden = declared[zone].owner == "player" or declared[zone].seen_by == "nobody"
        if hidden and not (put.where.top or put.where.bottom) and self._position.begins_with(zone, seat):
            self._position.empty_deck(seat, zone)
        # a pile is said from its top, and a card placed lies on those before it
        for one in reversed(put.what) if declared[zone].ordered else put.what:
            if isinstance(one, nodes.Heap):
                self._heap(one, zone, seat, bottom=put.where.bottom)
            else:
                self._place(one, zones, zone, seat, put.where)

    def _heap(
        self, heap: nodes.Heap, zone: str, seat: int | None, host: int | None = None, bottom: bool = False
    ) -> None:
        if heap.word is not None:
            kind = self.words.token(heap)
            zone = self._where_they_lie(kind, zone, heap)
            values = {value: self._amount(value, word) for value, word in self.words.qualities(heap)}
            for _ in range(heap.number):
                self._position.place(kind, zone, seat, host=host, values=values)
            return
        for _ in range(heap.number):
            name = self._spare.one(zone, seat)
            if name is None:
                raise SceneError("il mazzo non ha tante carte", heap.span)
            self._position.place(name, zone, seat, bottom=bottom)

    def _where_they_lie(self, kind: str, zone: str, heap: nodes.Heap) -> str:
        """«sul Cuore di A: 2 POP» as in the zone of what lies on it; where such tokens never lie none is put."""
        homes = self.words.vocabulary.homes_of(kind)
        zone = self.words.meaning.zones[zone].upon or zone
        if homes and zone not in homes:
            raise SceneError(f"lì non sta mai un {kind}", heap.span, f"sta in: {', '.join(homes)}")
        return zone

    def _amount(self, value: str, word: str) -> int:
        """A word of a value as the machine counts it."""
        decl = self.words.meaning.values[value]
        at = decl.members.index(word)
        return at if decl.scale else 1 << at

    def _place(
        self, placed: nodes.Placed, zones: tuple[str, ...], zone: str, seat: int | None, where: nodes.Where
    ) -> None:
        said = (*placed.statuses, *((placed.manner,) if placed.manner is not None else ()))
        faces = [word for word in said if self._is_of_the_back(placed.thing, word)]
        if placed.manner is not None and placed.manner not in faces:
            zone = self.words.zone_of_noun(placed.manner, zones)
        statuses = self.words.statuses(tuple(word for word in placed.statuses if word not in faces))
        if faces:
            statuses |= {each.name: True for each in self.words.meaning.statuses.values() if each.shows_back}
        for _ in range(placed.number):
            number = self._position.place(
                self._which(placed.thing),
                zone,
                seat,
                owner=placed.owner,
                statuses=statuses,
                spot=where.spot.index if where.spot is not None else None,
                bottom=where.bottom,
            )
            self._known(placed.thing, number)
        for heap in placed.tokens:
            self._heap(heap, self.game_zone(self.words.token(heap), heap), seat, number)
        for under in placed.under:
            below = self.words.attached_zone(under.span)
            owner = under.seat if under.seat is not None else seat
            attached = self._position.place(self._which(under.thing), below, seat, controller=owner, host=number)
            self._known(under.thing, attached)

    def _is_of_the_back(self, thing: nodes.Thing, word: nodes.Word) -> bool:
        """«Ardesia come Sovrano-G»: a word of a value that the other face of a card prints."""
        lexeme = self.words.find(word, Kind.MEMBER)
        if lexeme is None or self.words.find(word, Kind.STATUS) is not None:
            return False
        card = self._which(thing)
        decks = self.words.meaning.decks.values()
        known = (card,) if not isinstance(card, str) else (x for deck in decks for x in deck.known if x.name == card)
        back = next((each.back for each in known if each.back is not None), None)
        value = back.get(lexeme.of or "") if back is not None else None
        return isinstance(value, tuple) and lexeme.name in value

    def game_zone(self, kind: str, heap: nodes.Heap) -> str:
        """The zone of cards in which tokens of a kind lie."""
        loaded = self.game.loaded
        zone = loaded.vocabulary.upon_cards(kind) if loaded is not None and kind else None
        if zone is None:
            raise SceneError("qui non ci stanno su una carta", heap.span)
        return zone

    def _known(self, thing: nodes.Thing, number: int) -> None:
        self.numbers.setdefault(str(thing), []).append(number)
        self._spans[number] = thing.span


class Spare:
    """Cards that are whichever, for the places of which a scene says only how many lie there: of their player's deck."""

    def __init__(self, objects: Objects, meaning: GameMeaning, named: frozenset[str]) -> None:
        self._own = not meaning.shared_deck
        self._piles: dict[tuple[int | None, str], list[str]] = {}
        for card, owner, zone in zip(objects.cards, objects.owners, objects.zones, strict=True):
            if card.name not in named:
                self._piles.setdefault((owner, zone), []).append(card.name)

    def one(self, zone: str, seat: int | None) -> str | None:
        """The next card: of the part of the deck that lies in that zone, else of the greatest part."""
        owner = (seat if seat is not None else 0) if self._own else None
        there = self._piles.get((owner, zone))
        piles = [there] if there else sorted((p for (o, _), p in self._piles.items() if o == owner), key=len)
        return piles[-1].pop(0) if piles and piles[-1] else None


def _names(steps: Sequence[Any]) -> Iterator[str]:
    """The names of cards that the position speaks of: these are not among those that are «whichever»."""
    for step in steps:
        if isinstance(step, nodes.Alias):
            yield step.card
        if isinstance(step, nodes.Put):
            for one in step.what:
                if isinstance(one, nodes.Placed):
                    yield str(one.thing)
                    yield from (str(under.thing) for under in one.under)
