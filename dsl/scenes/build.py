"""A parsed line to its node: one method a rule of ``grammars/scenes.lark``."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token, Transformer, v_args
from lark.tree import Meta

from ..source import Span
from . import nodes
from .words import SEATS


def _seat(token: Token) -> int:
    return SEATS[str(token)]


@v_args(meta=True)
class ToNodes(Transformer[Token, Any]):
    """The nodes of a line that stands at a place."""

    def __init__(self, line: Span, text: str) -> None:
        super().__init__()
        self._line = line
        self._text = text

    def _at(self, meta: Meta) -> Span:
        return self._line if meta.empty else self._line.shifted(meta.start_pos, meta.end_pos - meta.start_pos)

    def _word(self, token: Token | None) -> nodes.Word | None:
        if token is None:
            return None
        start, end = token.start_pos or 0, token.end_pos or 0
        return nodes.Word(str(token), span=self._line.shifted(start, end - start))

    def line(self, meta: Meta, parts: list[Any]) -> Any:
        return parts[0]

    # headings and things

    def title(self, meta: Meta, parts: list[Any]) -> tuple[str, tuple[str, ...]]:
        return str(parts[0]), tuple(str(part) for part in parts[1:])

    def scene_title(self, meta: Meta, parts: list[Any]) -> str:
        return str(parts[0])

    def numbers(self, meta: Meta, parts: list[Any]) -> tuple[int, ...]:
        return tuple(int(part) for part in parts)

    def count(self, meta: Meta, parts: list[Any]) -> int:
        return int(parts[0]) if parts else 1

    def named(self, meta: Meta, parts: list[Any]) -> nodes.Named:
        return nodes.Named(str(parts[0]), span=self._at(meta))

    def nameless(self, meta: Meta, parts: list[Any]) -> nodes.Nameless:
        word = self._word(parts[0])
        assert word is not None
        return nodes.Nameless(word, parts[1], span=self._at(meta))

    def spot(self, meta: Meta, parts: list[Any]) -> nodes.Spot:
        index, _, zone = str(parts[0]).partition(" ")
        start, end = parts[0].start_pos or 0, parts[-1].end_pos or 0
        place = self._line.shifted(start, end - start)
        seat = _seat(parts[1]) if len(parts) > 1 else None
        return nodes.Spot(self._text[start:end], zone, int(index), seat, span=place)

    def a_spot(self, meta: Meta, parts: list[Any]) -> nodes.Spot:
        found: nodes.Spot = parts[0]
        return found

    # the position

    def fixture_text(self, meta: Meta, parts: list[Any]) -> nodes.FixtureText:
        slot, kind = self._word(parts[0]), self._word(parts[1]) if len(parts) == 3 else None
        assert slot is not None
        wording = parts[-1]
        place = self._line.shifted((wording.start_pos or 0) + 1, len(wording))
        return nodes.FixtureText(slot, kind, str(wording), span=place)

    def fixture_value(self, meta: Meta, parts: list[Any]) -> nodes.FixtureValue:
        word = self._word(parts[0])
        assert word is not None
        return nodes.FixtureValue(word, parts[1], span=self._at(meta))

    def fixture(self, meta: Meta, parts: list[Any]) -> nodes.Fixture:
        values = tuple(part for part in parts if isinstance(part, nodes.FixtureValue))
        texts = tuple(part for part in parts if isinstance(part, nodes.FixtureText))
        return nodes.Fixture(str(parts[0]), values, texts, span=self._at(meta))

    def printed(self, meta: Meta, parts: list[Any]) -> nodes.Fixture:
        lines = tuple(str(part) for part in parts[1:])
        return nodes.Fixture(str(parts[0]), (), (), lines, span=self._at(meta))

    def run(self, meta: Meta, parts: list[Any]) -> nodes.Run:
        head = next((str(part).strip(" ,.") for part in parts if part.type == "HEAD"), "")
        return nodes.Run(head, next((str(part) for part in parts if part.type == "QUOTED"), None))

    def card(self, meta: Meta, parts: list[Any]) -> nodes.Fixture:
        return nodes.Fixture(str(parts[0]), (), (), runs=tuple(parts[1:]), span=self._at(meta))

    def alias(self, meta: Meta, parts: list[Any]) -> nodes.Alias:
        return nodes.Alias(str(parts[0]), str(parts[1]), span=self._at(meta))

    def sits(self, meta: Meta, parts: list[Any]) -> nodes.Sits:
        return nodes.Sits(max(_seat(part) for part in parts) + 1, span=self._at(meta))

    def plays(self, meta: Meta, parts: list[Any]) -> nodes.Plays:
        return nodes.Plays(_seat(parts[0]), str(parts[1]), span=self._at(meta))

    def turn(self, meta: Meta, parts: list[Any]) -> nodes.Turn:
        return nodes.Turn(_seat(parts[0]), span=self._at(meta))

    def first_turn(self, meta: Meta, parts: list[Any]) -> nodes.NumberedTurn:
        word = self._word(parts[0])
        assert word is not None
        number = int(parts[1]) if len(parts) > 1 else 1
        return nodes.NumberedTurn(word, number, span=self._at(meta))

    def in_period(self, meta: Meta, parts: list[Any]) -> nodes.InPeriod:
        word = self._word(parts[0])
        assert word is not None
        return nodes.InPeriod(word, span=self._at(meta))

    def from_setup(self, meta: Meta, parts: list[Any]) -> nodes.FromSetup:
        return nodes.FromSetup(span=self._at(meta))

    def inside(self, meta: Meta, parts: list[Any]) -> nodes.Where:
        word = self._word(parts[0])
        assert word is not None
        return nodes.Where(word, _seat(parts[1]) if len(parts) > 1 else None, span=self._at(meta))

    def on_top(self, meta: Meta, parts: list[Any]) -> nodes.Where:
        return evolve(self.inside(meta, parts), top=True)

    def at_bottom(self, meta: Meta, parts: list[Any]) -> nodes.Where:
        return evolve(self.inside(meta, parts), bottom=True)

    def on_spot(self, meta: Meta, parts: list[Any]) -> nodes.Where:
        spot: nodes.Spot = parts[0]
        return nodes.Where(nodes.Word(spot.zone, span=spot.span), spot.seat, spot=spot, span=self._at(meta))

    def status_list(self, meta: Meta, parts: list[Any]) -> tuple[nodes.Word, ...]:
        return tuple(word for part in parts if (word := self._word(part)) is not None)

    def placed(self, meta: Meta, parts: list[Any]) -> nodes.Placed:
        statuses = next((part for part in parts[1:] if isinstance(part, tuple)), ())
        tokens = [part for part in parts[1:] if isinstance(part, Token)]
        manner = next((self._word(part) for part in tokens if part.type != "SEAT"), None)
        owner = next((_seat(part) for part in tokens if part.type == "SEAT"), None)
        return nodes.Placed(parts[0], statuses, manner, owner=owner, span=self._at(meta))

    def heap(self, meta: Meta, parts: list[Any]) -> nodes.Heap:
        return nodes.Heap(parts[0], span=self._at(meta))

    def no_heap(self, meta: Meta, parts: list[Any]) -> nodes.Heap:
        return nodes.Heap(0, span=self._at(meta))

    def count_of(self, meta: Meta, parts: list[Any]) -> nodes.Heap:
        number = int(parts[0]) if parts[0].type == "NUMBER" else 1
        kind, *rest = (word for part in parts if part.type == "WORD" and (word := self._word(part)) is not None)
        return nodes.Heap(number, kind, tuple(rest), span=self._at(meta))

    def tokens(self, meta: Meta, parts: list[Any]) -> nodes.Heap:
        found: nodes.Heap = parts[0]
        return found

    def tokens_on(self, meta: Meta, parts: list[Any]) -> tuple[nodes.Heap]:
        return (parts[0],)

    def copies(self, meta: Meta, parts: list[Any]) -> nodes.Placed:
        start, end = parts[1].start_pos or 0, parts[1].end_pos or 0
        thing = nodes.Named(str(parts[1]), span=self._line.shifted(start, end - start))
        statuses = parts[2] if len(parts) > 2 else ()
        return nodes.Placed(thing, statuses, number=int(parts[0]), span=self._at(meta))

    def under(self, meta: Meta, parts: list[Any]) -> nodes.Under:
        seat = next((_seat(part) for part in parts[1:] if isinstance(part, Token) and part.type == "SEAT"), None)
        word = next((self._word(part) for part in parts[1:] if isinstance(part, Token) and part.type == "WORD"), None)
        return nodes.Under(parts[0], seat, word, span=self._at(meta))

    def put(self, meta: Meta, parts: list[Any]) -> nodes.Put:
        what: list[nodes.Placed | nodes.Heap] = []
        for part in parts[1:]:
            last = what[-1] if what else None
            if isinstance(part, nodes.Under) and isinstance(last, nodes.Placed):
                what[-1] = evolve(last, under=(*last.under, part))
            elif isinstance(part, tuple) and isinstance(last, nodes.Placed):
                what[-1] = evolve(last, tokens=(*last.tokens, *part))
            elif not isinstance(part, nodes.Under):
                what.append(part)
        return nodes.Put(parts[0], tuple(what), span=self._at(meta))

    # what is done

    def argument(self, meta: Meta, parts: list[Any]) -> Any:
        return parts[0]

    def manner(self, meta: Meta, parts: list[Any]) -> nodes.Word:
        word = self._word(parts[0])
        assert word is not None
        return word

    def whom(self, meta: Meta, parts: list[Any]) -> int:
        return _seat(parts[0])

    def token_said(self, meta: Meta, parts: list[Any]) -> tuple[nodes.Word]:
        return (self.manner(meta, parts),)

    @staticmethod
    def _arguments(parts: list[Any]) -> dict[str, Any]:
        """What an action is done with: things, the manner, the player, the kind of tokens."""
        return {
            "things": tuple(part for part in parts if isinstance(part, nodes.Named | nodes.Nameless | nodes.Spot)),
            "manner": next((part for part in parts if isinstance(part, nodes.Word)), None),
            "whom": next((part for part in parts if isinstance(part, int)), None),
            "token": next((part[0] for part in parts if isinstance(part, tuple)), None),
            "some": next((part.number for part in parts if isinstance(part, nodes.WhicheverItem)), 0),
        }

    def act(self, meta: Meta, parts: list[Any]) -> nodes.Act:
        return nodes.Act(_seat(parts[0]), str(parts[1]), **self._arguments(parts[2:]), span=self._at(meta))

    def may(self, meta: Meta, parts: list[Any], allowed: bool = True) -> nodes.CanAct:
        said = self._arguments(parts[2:])
        return nodes.CanAct(_seat(parts[0]), allowed, str(parts[1]), **said, span=self._at(meta))

    def may_not(self, meta: Meta, parts: list[Any]) -> nodes.CanAct:
        return self.may(meta, parts, False)

    def use(self, meta: Meta, parts: list[Any]) -> nodes.Act:
        nth = int(parts[1]) if len(parts) > 2 else 0
        return nodes.Act(_seat(parts[0]), nodes.ABILITY, (parts[-1],), None, nth, span=self._at(meta))

    def use_label(self, meta: Meta, parts: list[Any]) -> nodes.Act:
        label = self._word(parts[1])
        return nodes.Act(_seat(parts[0]), nodes.ABILITY, (parts[2],), label=label, span=self._at(meta))

    def may_use(self, meta: Meta, parts: list[Any], allowed: bool = True) -> nodes.CanAct:
        nth = int(parts[1]) if len(parts) > 2 else 0
        return nodes.CanAct(_seat(parts[0]), allowed, nodes.ABILITY, (parts[-1],), None, nth, span=self._at(meta))

    def may_not_use(self, meta: Meta, parts: list[Any]) -> nodes.CanAct:
        return self.may_use(meta, parts, False)

    def may_use_label(self, meta: Meta, parts: list[Any], allowed: bool = True) -> nodes.CanAct:
        label = self._word(parts[1])
        return nodes.CanAct(_seat(parts[0]), allowed, nodes.ABILITY, (parts[2],), label=label, span=self._at(meta))

    def may_not_use_label(self, meta: Meta, parts: list[Any]) -> nodes.CanAct:
        return self.may_use_label(meta, parts, False)

    def items(self, meta: Meta, parts: list[Any]) -> tuple[nodes.Item, ...]:
        return tuple(parts)

    def thing_item(self, meta: Meta, parts: list[Any]) -> nodes.ThingItem:
        return nodes.ThingItem(parts[0], span=self._at(meta))

    def copy_item(self, meta: Meta, parts: list[Any]) -> nodes.PlayItem:
        return nodes.PlayItem(False, parts[0], span=self._at(meta))

    def ability_item(self, meta: Meta, parts: list[Any]) -> nodes.PlayItem:
        return nodes.PlayItem(True, parts[0], span=self._at(meta))

    def word_item(self, meta: Meta, parts: list[Any]) -> nodes.WordItem:
        word = self._word(parts[0])
        assert word is not None
        return nodes.WordItem(word, span=self._at(meta))

    def token_in(self, meta: Meta, parts: list[Any]) -> nodes.TokenItem:
        word, zone = self._word(parts[0]), self._word(parts[1])
        assert word is not None
        assert zone is not None
        seat = _seat(parts[2]) if len(parts) > 2 else None
        where = nodes.Where(zone, seat, span=self._at(meta))
        return nodes.TokenItem(word, where=where, span=self._at(meta))

    def token_on(self, meta: Meta, parts: list[Any]) -> nodes.TokenItem:
        word = self._word(parts[0])
        assert word is not None
        return nodes.TokenItem(word, on=parts[1], span=self._at(meta))

    def token_such(self, meta: Meta, parts: list[Any]) -> nodes.TokenItem:
        word, *rest = (word for part in parts if isinstance(part, Token) and (word := self._word(part)) is not None)
        source = next((part for part in parts if not isinstance(part, Token)), None)
        return nodes.TokenItem(word, qualities=tuple(rest), source=source, span=self._at(meta))

    def number_item(self, meta: Meta, parts: list[Any]) -> nodes.NumberItem:
        return nodes.NumberItem(int(parts[0]), span=self._at(meta))

    def whichever(self, meta: Meta, parts: list[Any]) -> nodes.WhicheverItem:
        return nodes.WhicheverItem(parts[0], span=self._at(meta))

    def free_item(self, meta: Meta, parts: list[Any]) -> nodes.FreeItem:
        return nodes.FreeItem(str(parts[0]), span=self._at(meta))

    def yes(self, meta: Meta, parts: list[Any]) -> nodes.SpecialItem:
        return nodes.SpecialItem("yes", "sì", span=self._at(meta))

    def no(self, meta: Meta, parts: list[Any]) -> nodes.SpecialItem:
        return nodes.SpecialItem("no", "no", span=self._at(meta))

    def none(self, meta: Meta, parts: list[Any]) -> nodes.SpecialItem:
        return nodes.SpecialItem("none", "nessuna", span=self._at(meta))

    def all(self, meta: Meta, parts: list[Any]) -> nodes.SpecialItem:
        return nodes.SpecialItem("all", "tutte", span=self._at(meta))

    def choose(self, meta: Meta, parts: list[Any]) -> nodes.Chooses:
        return nodes.Chooses(_seat(parts[0]), parts[1], span=self._at(meta))

    def choose_among(self, meta: Meta, parts: list[Any]) -> nodes.ChoosesAmong:
        return nodes.ChoosesAmong(_seat(parts[0]), parts[1], span=self._at(meta))

    def may_choose(self, meta: Meta, parts: list[Any]) -> nodes.CanChoose:
        return nodes.CanChoose(_seat(parts[0]), True, parts[1], span=self._at(meta))

    def may_not_choose(self, meta: Meta, parts: list[Any]) -> nodes.CanChoose:
        return nodes.CanChoose(_seat(parts[0]), False, parts[1], span=self._at(meta))

    def all_pass(self, meta: Meta, parts: list[Any]) -> nodes.AllPass:
        return nodes.AllPass(span=self._at(meta))

    def all_pass_until(self, meta: Meta, parts: list[Any]) -> nodes.AllPassUntil:
        word = self._word(parts[0])
        assert word is not None
        return nodes.AllPassUntil(word, _seat(parts[1]) if len(parts) > 1 else None, span=self._at(meta))

    def passes(self, meta: Meta, parts: list[Any]) -> nodes.Passes:
        return nodes.Passes(_seat(parts[0]), span=self._at(meta))

    def rolls(self, meta: Meta, parts: list[Any]) -> nodes.Rolls:
        return nodes.Rolls(tuple(int(part) for part in parts), span=self._at(meta))

    def photo(self, meta: Meta, parts: list[Any]) -> nodes.Photo:
        return nodes.Photo(span=self._at(meta))

    def then(self, meta: Meta, parts: list[Any]) -> nodes.Then:
        return nodes.Then((), span=self._at(meta))

    # what holds

    def player_has(self, meta: Meta, parts: list[Any]) -> nodes.PlayerHas | nodes.TokensAre:
        held: nodes.Heap = parts[1]
        if held.qualities or held.word is None:
            return nodes.TokensAre(held, _seat(parts[0]), span=self._at(meta))
        return nodes.PlayerHas(_seat(parts[0]), held.number, held.word, span=self._at(meta))

    def seat_tokens(self, meta: Meta, parts: list[Any]) -> nodes.TokensAre:
        return nodes.TokensAre(parts[1], _seat(parts[0]), self._word(parts[2]), span=self._at(meta))

    def zone_tokens(self, meta: Meta, parts: list[Any]) -> nodes.TokensAre:
        seat = _seat(parts[1]) if len(parts) == 3 else None
        return nodes.TokensAre(parts[-1], seat, self._word(parts[0]), span=self._at(meta))

    def thing_tokens(self, meta: Meta, parts: list[Any]) -> nodes.TokensAre:
        return nodes.TokensAre(parts[1], thing=parts[0], span=self._at(meta))

    def player_value(self, meta: Meta, parts: list[Any]) -> nodes.PlayerHas:
        word = self._word(parts[0])
        assert word is not None
        return nodes.PlayerHas(_seat(parts[1]), int(parts[2]), word, span=self._at(meta))

    def seat_holds(self, meta: Meta, parts: list[Any]) -> nodes.ZoneHolds:
        word = self._word(parts[2])
        assert word is not None
        return nodes.ZoneHolds(word, _seat(parts[0]), parts[1], span=self._at(meta))

    def seat_holds_none(self, meta: Meta, parts: list[Any]) -> nodes.ZoneHolds:
        return self.seat_holds(meta, [parts[0], 0, parts[1]])

    def zone_holds(self, meta: Meta, parts: list[Any]) -> nodes.ZoneHolds:
        word = self._word(parts[0])
        assert word is not None
        return nodes.ZoneHolds(word, _seat(parts[1]) if len(parts) == 3 else None, parts[-1], span=self._at(meta))

    def zone_empty(self, meta: Meta, parts: list[Any]) -> nodes.ZoneHolds:
        word = self._word(parts[0])
        assert word is not None
        return nodes.ZoneHolds(word, _seat(parts[1]) if len(parts) == 2 else None, 0, span=self._at(meta))

    def card_value(self, meta: Meta, parts: list[Any]) -> nodes.CardValue:
        word = self._word(parts[0])
        assert word is not None
        return nodes.CardValue(word, parts[1], int(parts[2]), span=self._at(meta))

    def card_has(self, meta: Meta, parts: list[Any]) -> nodes.CardValue:
        word = self._word(parts[1])
        assert word is not None
        return nodes.CardValue(word, parts[0], int(parts[2]), span=self._at(meta))

    def card_word(self, meta: Meta, parts: list[Any]) -> nodes.CardWord:
        value, word = self._word(parts[0]), self._word(parts[2])
        assert value is not None
        assert word is not None
        return nodes.CardWord(value, parts[1], word, span=self._at(meta))

    def game_word(self, meta: Meta, parts: list[Any]) -> nodes.GameWord:
        value, word = self._word(parts[0]), self._word(parts[1])
        assert value is not None
        assert word is not None
        return nodes.GameWord(value, word, span=self._at(meta))

    def _seat_status(self, meta: Meta, parts: list[Any], holds: bool) -> nodes.SeatStatus:
        word = self._word(parts[1])
        assert word is not None
        return nodes.SeatStatus(_seat(parts[0]), word, holds, span=self._at(meta))

    def seat_is(self, meta: Meta, parts: list[Any]) -> nodes.SeatStatus:
        return self._seat_status(meta, parts, True)

    def seat_is_not(self, meta: Meta, parts: list[Any]) -> nodes.SeatStatus:
        return self._seat_status(meta, parts, False)

    def nobody(self, meta: Meta, parts: list[Any]) -> None:
        return None

    def game_value(self, meta: Meta, parts: list[Any]) -> nodes.GameValue:
        word, amount = self._word(parts[0]), parts[1]
        assert word is not None
        if amount is None:
            return nodes.GameValue(word, None, is_seat=True, span=self._at(meta))
        if amount.type == "SEAT":
            return nodes.GameValue(word, _seat(amount), is_seat=True, span=self._at(meta))
        return nodes.GameValue(word, int(amount), span=self._at(meta))

    def _is_status(self, meta: Meta, parts: list[Any], holds: bool) -> nodes.IsStatus:
        word = self._word(parts[1])
        assert word is not None
        return nodes.IsStatus(parts[0], word, holds, span=self._at(meta))

    def is_status(self, meta: Meta, parts: list[Any]) -> nodes.IsStatus:
        return self._is_status(meta, parts, True)

    def is_not_status(self, meta: Meta, parts: list[Any]) -> nodes.IsStatus:
        return self._is_status(meta, parts, False)

    def _is_a(self, meta: Meta, parts: list[Any], holds: bool) -> nodes.IsA:
        word = self._word(parts[1])
        assert word is not None
        return nodes.IsA(parts[0], word, holds, span=self._at(meta))

    def is_a(self, meta: Meta, parts: list[Any]) -> nodes.IsA:
        return self._is_a(meta, parts, True)

    def is_not_a(self, meta: Meta, parts: list[Any]) -> nodes.IsA:
        return self._is_a(meta, parts, False)

    def is_at(self, meta: Meta, parts: list[Any]) -> nodes.IsAt:
        return nodes.IsAt(parts[0], parts[1], span=self._at(meta))

    def is_not_at(self, meta: Meta, parts: list[Any]) -> nodes.IsAt:
        return nodes.IsAt(parts[0], parts[1], False, span=self._at(meta))

    def is_free(self, meta: Meta, parts: list[Any]) -> nodes.IsFree:
        return nodes.IsFree(parts[0], span=self._at(meta))

    def is_taken(self, meta: Meta, parts: list[Any]) -> nodes.IsFree:
        return nodes.IsFree(parts[0], False, span=self._at(meta))

    def is_linked(self, meta: Meta, parts: list[Any]) -> nodes.IsLinked:
        word = self._word(parts[1]) if len(parts) == 3 else None
        return nodes.IsLinked(parts[0], word, parts[-1], span=self._at(meta))

    def _has(self, meta: Meta, parts: list[Any], holds: bool) -> nodes.Has:
        word = self._word(parts[1])
        assert word is not None
        return nodes.Has(parts[0], word, holds, span=self._at(meta))

    def has(self, meta: Meta, parts: list[Any]) -> nodes.Has:
        return self._has(meta, parts, True)

    def has_not(self, meta: Meta, parts: list[Any]) -> nodes.Has:
        return self._has(meta, parts, False)

    def sees(self, meta: Meta, parts: list[Any]) -> nodes.Sees:
        return nodes.Sees(_seat(parts[0]), parts[1], span=self._at(meta))

    def sees_not(self, meta: Meta, parts: list[Any]) -> nodes.Sees:
        return nodes.Sees(_seat(parts[0]), parts[1], False, span=self._at(meta))

    def wins(self, meta: Meta, parts: list[Any]) -> nodes.Wins:
        return nodes.Wins(_seat(parts[0]), span=self._at(meta))

    def nobody_wins(self, meta: Meta, parts: list[Any]) -> nodes.Wins:
        return nodes.Wins(None, span=self._at(meta))

    def over(self, meta: Meta, parts: list[Any], holds: bool = True) -> nodes.Over:
        word = self._word(parts[0])
        assert word is not None
        return nodes.Over(word, holds, span=self._at(meta))

    def not_over(self, meta: Meta, parts: list[Any]) -> nodes.Over:
        return self.over(meta, parts, False)
