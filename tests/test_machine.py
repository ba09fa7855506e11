"""The machine against the conformance cases of Bless, on the game written by hand as meaning (no reader involved)."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.meaning.nodes import (
    Arithmetic,
    Can,
    Compare,
    Compute,
    Cost,
    Count,
    During,
    EveryOne,
    Extreme,
    Group,
    HasMember,
    If,
    Linked,
    Modify,
    Num,
    Operation,
    Pick,
    Place,
    Quantity,
    Select,
    Sequence,
    Suppress,
    Together,
    Until,
    Watch,
)
from interpreter.match import Game, Match
from interpreter.position import Position
from tests.bless_by_hand import (  # noqa: F401
    ALL,
    CARDS,
    TARGET,
    Duration,
    IsKind,
    May,
    Not,
    Opponent,
    Same,
    Stretch,
    Triggered,
    Used,
    ValueOf,
    against,
    allow,
    bless,
    card,
    card_,
    corrupt,
    do,
    draw_cards,
    ev,
    every,
    field,
    it,
    keyword,
    me,
    mine,
    my_curse,
    next_turn,
    occhio,
    one,
    other,
    plus,
    pure,
    static,
    this_turn,
    you,
)

CURSES, PRAYERS, HAND, VOID, ALTAR, DECK, UNDER = (
    "Zona Maledizione",
    "Zona Preghiera",
    "Mano",
    "Vuoto",
    "Altare",
    "Mazzo",
    "Sotto",
)
GAME = Game(bless(CARDS))
C, S = {"Corrotta": True}, {"in Stasi": True}


def curse(form: str, eye: int, karma: int = 1, *text: Any, name: str = "") -> Any:
    return card_(name or f"{form} {eye}/{karma} {len(text)}", form, eye, karma, text)


def prayer(kind: str, *text: Any, form: str = "Luce", eye: int = 3, name: str = "") -> Any:
    return card_(name or f"{kind} {form} {eye}", form, eye, 1, (), kind, text)


class Scene:
    """A position and what is done in it; A is seat 0 and is active."""

    def __init__(self, seed: int = 0, deck: bool = True, first: bool = False, turn: int = 0) -> None:
        self.at = Position(GAME, seed=seed)
        self.at.turn(turn, first=first)
        if not deck:
            self.at.empty_deck()
        self.started: Match | None = None
        for seat in (0, 1):  # something to do for everybody
            self.put(prayer("Impulso", draw_cards(), name=f"mano {seat}"), HAND, seat)

    def put(self, card_: Any, zone: str, seat: int | None = None, statuses: Any = None, **more: Any) -> int:
        return self.at.place(card_, zone, seat, statuses=statuses, **more)

    def a(self, card_: Any, statuses: Any = None) -> int:
        return self.put(card_, CURSES, 0, statuses)

    def b(self, card_: Any, statuses: Any = None) -> int:
        return self.put(card_, CURSES, 1, statuses)

    @property
    def m(self) -> Match:
        if self.started is None:
            self.started = self.at.start()
        return self.started

    def find(self, kind: str, *cards: int, manner: str | None = None) -> int | None:
        decision = self.m.decision
        for i, option in enumerate(decision.options if decision is not None else ()):
            if (
                (option.action or option.kind) == kind
                and option.cards == cards
                and (manner is None or option.manner == manner)
            ):
                return i
        return None

    def take(self, kind: str, *cards: int, manner: str | None = None) -> Scene:
        i = self.find(kind, *cards, manner=manner)
        assert i is not None, (
            f"{kind} {cards} {manner}: {[(o.action or o.kind, o.cards, o.manner) for o in self.m.decision.options]}"
        )  # type: ignore[union-attr]
        self.m.choose(i)
        return self

    def attack(self, a: int, d: int) -> Scene:
        return self.take("Attaccare", a, d)

    def can_attack(self, a: int, d: int) -> bool:
        return self.find("Attaccare", a, d) is not None

    def can_direct(self, a: int) -> bool:
        return self.find("Attaccare direttamente", a) is not None

    def play(self, c: int, manner: str = "Preghiera") -> Scene:
        return self.take("Calare", c, manner=manner)

    def can_play(self, c: int, manner: str = "Preghiera") -> bool:
        return self.find("Calare", c, manner=manner) is not None

    def yes(self) -> Scene:
        return self.take("yes")

    def no(self) -> Scene:
        return self.take("no")

    def pick(self, c: int) -> Scene:
        return self.take("card", c)

    def end_turn(self) -> Scene:
        """Pass and keep the hand."""
        self.take("pass")
        seat = self.m.turn_player
        while self.m.decision is not None and self.m.decision.kind == "card" and self.m.turn_player == seat:
            self.take("done")
        return self

    def zone(self, c: int) -> str | None:
        return self.m.place_of(c)[0]

    def eye(self, c: int) -> Any:
        return self.m.value(c, "Occhio")

    def corrupt(self, c: int) -> bool:
        return self.m.status(c, "Corrotta")

    def points(self, seat: int = 0) -> int:
        return self.m.player_value(seat, "Punti Vittoria")

    def actions(self, seat: int = 0) -> int:
        return self.m.player_value(seat, "Azioni")


RIVALRY, IMPACT, BARRIER, FATE = (keyword(x) for x in ("Rivalità", "Impatto", "Barriera", "Fato"))
WINS_OMBRA = against(HasMember(it, "Forma", "Ombra"))


def always(claim: Any) -> Any:
    from attrs import evolve

    return evolve(claim, always=True)


# -- the clash ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "a_corrupt", "d", "d_corrupt", "a_after", "d_after"),
    [
        (curse("Luce", 4, 2, RIVALRY), 0, curse("Ombra", 5), 0, "pure", "corrupt"),  # BC-001
        (curse("Luce", 3), 0, curse("Ombra", 7), 0, "corrupt", "corrupt"),  # BC-002
        (curse("Luce", 5), 0, curse("Ombra", 5), 0, "corrupt", "corrupt"),  # BC-003
        (curse("Luce", 4), 1, curse("Ombra", 3), 0, "corrupt", "corrupt"),  # BC-007
        (curse("Luce", 3), 0, curse("Ombra", 7), 1, "corrupt", "corrupt"),  # BC-011
        (curse("Luce", 9), 0, curse("Ombra", 1), 0, "pure", "corrupt"),  # BC-013
        (curse("Luce", 4, 1, RIVALRY), 0, curse("Luce", 5, 1), 0, "corrupt", "corrupt"),  # BC-040
        (curse("Luce", 4, 1, RIVALRY), 0, curse("Duale", 5, 1), 0, "corrupt", "corrupt"),  # BC-041
        (curse("Duale", 4, 1, RIVALRY), 0, curse("Ombra", 5, 1), 0, "corrupt", "corrupt"),  # BC-042
        (
            curse("Luce", 1, 2, WINS_OMBRA),
            0,
            curse("Ombra", 1, 1, always(against(HasMember(it, "Forma", "Luce")))),
            0,
            "corrupt",
            "corrupt",
        ),  # BC-035
        (
            curse("Luce", 2, 2, against(HasMember(it, "Forma", "Ombra"), corrupt())),
            0,
            curse("Ombra", 9, 1),
            0,
            "corrupt",
            "corrupt",
        ),  # BC-031
    ],
)
def test_states_after_a_clash(a: Any, a_corrupt: int, d: Any, d_corrupt: int, a_after: str, d_after: str) -> None:
    scene = Scene()
    x, y = scene.a(a, C if a_corrupt else None), scene.b(d, C if d_corrupt else None)
    scene.attack(x, y)
    assert ("corrupt" if scene.corrupt(x) else "pure", "corrupt" if scene.corrupt(y) else "pure") == (a_after, d_after)
    assert scene.points() == scene.points(1) == 0
    assert scene.actions() == 2


@pytest.mark.parametrize("offers", [True, False])
@pytest.mark.parametrize(
    ("a", "a_corrupt", "d", "a_after", "karma"),
    [
        (curse("Luce", 5, 3), 0, curse("Ombra", 5, 1), True, 3),  # BC-004 BC-005
        (curse("Luce", 6, 3), 0, curse("Ombra", 3, 1), False, 3),  # BC-009 BC-010
        (
            curse("Luce", 2, 2, against(HasMember(it, "Forma", "Ombra"), corrupt())),
            0,
            curse("Ombra", 9, 1),
            False,
            2,
        ),  # BC-030
        (
            curse("Luce", 2, 2, WINS_OMBRA),
            0,
            curse("Ombra", 9, 1, against(HasMember(it, "Forma", "Luce"))),
            True,
            2,
        ),  # BC-034
        (
            curse("Luce", 1, 2, always(WINS_OMBRA)),
            0,
            curse("Ombra", 9, 1, always(against(HasMember(it, "Forma", "Luce")))),
            True,
            2,
        ),  # BC-036
        (
            curse("Luce", 1, 2, against(HasMember(it, "Forma", "Ombra"), corrupt())),
            1,
            curse("Ombra", 9, 1),
            True,
            2,
        ),  # BC-037
        (curse("Luce", 4, 2, RIVALRY), 1, curse("Ombra", 6, 1), True, 2),  # BC-045
        (curse("Luce", 6, 2, IMPACT), 0, curse("Ombra", 3, 1), False, 2),  # BC-048
    ],
)
def test_a_broken_defender_may_be_offered(
    a: Any, a_corrupt: int, d: Any, a_after: bool, karma: int, offers: bool
) -> None:
    scene = Scene()
    x, y = scene.a(a, C if a_corrupt else None), scene.b(d, C)
    scene.attack(x, y)
    scene.yes() if offers else scene.no()
    assert scene.zone(y) == (ALTAR if offers else VOID)
    assert scene.points() == (karma if offers else 0)
    assert scene.corrupt(x) == a_after


def test_a_corrupt_card_does_not_attack_what_would_beat_it() -> None:
    scene = Scene()  # BC-006 BC-008 BC-038
    x = scene.a(curse("Luce", 4), C)
    y, z, w = (
        scene.b(curse("Ombra", 7)),
        scene.b(curse("Ombra", 4)),
        scene.b(curse("Ombra", 1, 1, against(HasMember(it, "Forma", "Luce")))),
    )
    v = scene.b(curse("Ombra", 3))
    assert [scene.can_attack(x, d) for d in (y, z, w, v)] == [False, False, False, True]


def test_direct_attacks() -> None:
    scene = Scene()  # BC-014 BC-015 BC-021
    x, z = scene.a(curse("Luce", 5, 3)), scene.a(curse("Luce", 5, 2, name="corrotta"), C)
    prayer_b = scene.put(prayer("Eco", draw_cards()), PRAYERS, 1)
    scene.take("Attaccare direttamente", x)
    assert scene.points() == 3 and not scene.corrupt(x)
    assert not scene.can_direct(x)
    scene.take("Attaccare direttamente", z)
    assert scene.points() == 5
    assert scene.zone(prayer_b) == PRAYERS


def test_no_direct_attack_past_a_curse_and_no_attack_in_stasis() -> None:
    scene = Scene()  # BC-016 BC-018
    x, z = scene.a(curse("Luce", 5, 3)), scene.a(curse("Luce", 5, 2, name="stasi"), S)
    y = scene.b(curse("Ombra", 3), S)
    assert not scene.can_direct(x) and not scene.can_attack(z, y) and scene.can_attack(x, y)


def test_a_whole_turn_for_one_card_and_the_end_of_actions() -> None:
    scene = Scene()  # BC-019
    x = scene.put(curse("Luce", 3, 2), HAND, 0)
    scene.play(x, "Maledizione")
    assert scene.m.status(x, "in Stasi") and not scene.corrupt(x)
    scene.take("Rimuovere la Stasi", x).take("Attaccare direttamente", x)
    assert scene.points() == 2
    assert scene.m.decision is not None and scene.m.decision.kind == "card"  # the end of the turn, by itself
    scene.take("done")
    assert scene.m.turn_player == 1 and scene.actions(1) == 3


def test_the_first_turn_has_two_actions() -> None:
    scene = Scene(first=True)  # BC-020
    assert scene.actions() == 2


def test_an_attacker_broken_before_the_clash() -> None:
    scene = Scene()  # BC-025
    x, other_ = scene.a(curse("Luce", 9, 2)), scene.a(curse("Luce", 5, 1))
    from tests.bless_by_hand import Var

    y = scene.b(curse("Ombra", 4, 1, Triggered(ev("attaccare", None, me), do("spezzare", you, Var("agent")))))
    scene.attack(x, y)
    assert scene.zone(x) == VOID and not scene.corrupt(y) and scene.actions() == 2 and scene.points() == 0
    assert scene.zone(other_) == CURSES


# -- keywords ----------------------------------------------------------------------------------------------------


def test_impact() -> None:
    scene = Scene()  # BC-047 BC-050
    x, y = scene.a(curse("Luce", 6, 2, IMPACT)), scene.b(curse("Ombra", 3))
    scene.attack(x, y)
    assert scene.points() == 2 and scene.corrupt(y)
    scene = Scene()
    x, y = scene.a(curse("Luce", 3)), scene.b(curse("Ombra", 7, 2, IMPACT))
    scene.attack(x, y)
    assert scene.points(1) == 2 and scene.corrupt(x) and scene.corrupt(y)


def test_impact_of_a_card_that_breaks() -> None:
    scene = Scene()  # BC-052
    x, y = scene.a(curse("Luce", 5, 1)), scene.b(curse("Ombra", 5, 2, IMPACT), C)
    scene.attack(x, y).yes()
    assert (scene.points(0), scene.points(1)) == (1, 2)
    assert scene.corrupt(x) and scene.zone(y) == ALTAR


def test_both_impacts() -> None:
    scene = Scene()  # BC-051
    x, y = scene.a(curse("Luce", 5, 1, IMPACT)), scene.b(curse("Ombra", 5, 2, IMPACT))
    scene.attack(x, y)
    assert (scene.points(0), scene.points(1)) == (1, 2)
    scored = [e.roles["player"] for e in scene.m.log if e.kind == "value" and e.name == "Punti Vittoria"]
    assert scored == [-1, -2] or len(scored) == 2


def test_barrier() -> None:
    scene = Scene()  # BC-055
    x, z = scene.a(curse("Luce", 9)), scene.a(curse("Luce", 9, name="altra"))
    y = scene.b(curse("Ombra", 8, 1, BARRIER))
    scene.attack(x, y)
    assert not scene.can_attack(z, y) and not scene.can_direct(z)
    scene.end_turn()
    scene.end_turn()
    assert scene.can_attack(z, y)


@pytest.mark.parametrize(("roll", "word", "right"), [(2, 0, True), (3, 0, False), (5, 1, True), (6, 1, False)])
def test_fate(roll: int, word: int, right: bool) -> None:
    scene = Scene()  # BC-058 BC-059 BC-062
    x, y = scene.a(curse("Luce", 2, 2, FATE), C), scene.b(curse("Ombra", 9))
    scene.at.dice([roll])
    scene.attack(x, y)
    assert scene.m.decision is not None and scene.m.decision.kind == "word" and scene.m.decision.player == 0
    scene.m.choose(word)
    assert scene.zone(x) == (CURSES if right else VOID)
    assert scene.corrupt(y) and scene.points() == scene.points(1) == 0


def test_attacking_a_card_with_fate() -> None:
    scene = Scene()  # BC-061
    x, y = scene.a(curse("Luce", 2), C), scene.b(curse("Ombra", 9, 1, FATE))
    scene.attack(x, y)
    assert scene.m.decision is not None and scene.m.decision.player == 1


def test_fate_against_fate() -> None:
    for dice, corrupted in (((2, 2), (True, True)), ((2, 3), (False, True))):  # BC-063
        scene = Scene()
        x, y = scene.a(curse("Luce", 2, 2, FATE)), scene.b(curse("Ombra", 9, 1, FATE))
        scene.at.dice(dice)
        scene.attack(x, y)
        scene.m.choose(0)
        scene.m.choose(0)
        assert (scene.corrupt(x), scene.corrupt(y)) == corrupted


# -- layers ------------------------------------------------------------------------------------------------------


def fixed(n: int, **more: Any) -> Modify:
    return Modify(me, "Occhio", Operation.SET, Num(n), **more)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((fixed(5), fixed(6)), 6),  # BC-070
        ((fixed(5), fixed(6), plus(2)), 8),
        ((plus(2), fixed(5)), 7),  # BC-071
        ((fixed(3, always=True), plus(2)), 3),  # BC-072
        ((fixed(3, always=True), fixed(9)), 3),  # BC-073
        ((fixed(3, always=True), fixed(6, always=True)), 6),  # BC-074
        ((fixed(6, always=True), fixed(3, always=True)), 3),
        ((fixed(3, always=True), fixed(6, always=True), plus(2)), 6),  # BC-075
        ((fixed(3, always=True), plus(2, always=True)), 5),  # BC-076
        ((fixed(3, always=True), plus(2, always=True), plus(1)), 5),
        ((fixed(5), plus(2, always=True)), 7),  # BC-077
        ((plus(-9),), 0),  # B-186
    ],
)
def test_layers(texts: tuple[Any, ...], expected: int) -> None:
    scene = Scene()
    x = scene.a(curse("Luce", 4, 1, *texts))
    assert scene.eye(x) == expected


def test_the_order_of_layers_is_the_games_own() -> None:
    from attrs import evolve as with_

    text = (fixed(3, always=True), plus(2), plus(1), fixed(7), fixed(5))
    usual = {"printed": "", "set": "last", "added": "sum", "always set": "last, rest falls", "always added": "sum"}
    moved = {"printed": "", "set": "last", "always set": "last, rest falls", "added": "sum", "always added": "sum"}
    plain = {"printed": "", "set": "greatest", "added": "greatest"}
    stays = {**usual, "always set": "last"}
    for order, expected in ((usual, 3), (moved, 6), (plain, 9), (stays, 6)):
        game = Game(with_(bless(CARDS), orders={"value_order": tuple(order.items())}))
        at = Position(game)
        x = at.place(curse("Luce", 4, 1, *text), CURSES, 0)
        assert at.start().value(x, "Occhio") == expected


def test_a_used_effect_ends_when_it_says() -> None:
    scene = Scene()  # BC-082 BC-083
    x = scene.a(curse("Luce", 4))
    target = one("Luce", pick=TARGET, place=field)
    p = scene.put(prayer("Impulso", plus(2, target, duration=next_turn), form="Ombra"), HAND, 0)
    q = scene.put(prayer("Impulso", plus(3, target), form="Ombra", name="per sempre"), HAND, 0)
    scene.play(p)
    assert scene.eye(x) == 6
    scene.play(q)
    assert scene.eye(x) == 9
    scene.end_turn()
    assert scene.eye(x) == 9
    scene.end_turn()
    assert scene.eye(x) == 7
    names = scene.m.game.machine.names
    names["move"](scene.m.s, x, scene.m.game.compiled.layout["zone " + VOID])
    names["move"](scene.m.s, x, scene.m.game.compiled.layout["zone " + CURSES] - 1)
    assert scene.eye(x) == 4


def test_what_counts_is_counted_afresh() -> None:
    scene = Scene()  # BC-081 BC-084
    grows = Modify(me, "Occhio", Operation.ADD, Count(every("Maledizione")))
    x, z = scene.a(curse("Luce", 4, 1, grows)), scene.a(curse("Luce", 4, 1, name="z"))
    w = scene.put(curse("Ombra", 1), HAND, 0)
    exact = static(
        plus(2), condition=Compare(Count(every("Maledizione", mine(), HasMember(it, "Forma", "Ombra"))), "==", Num(1))
    )
    v = scene.a(curse("Duale", 4, 1, exact))
    assert (scene.eye(x), scene.eye(v)) == (7, 6)
    scene.play(w, "Maledizione")
    assert (scene.eye(x), scene.eye(v)) == (8, 4)
    assert scene.eye(z) == 4


def test_all_of_yours() -> None:
    text = static(
        plus(2, Group((me, every("Maledizione", mine(), other)))),
        condition=EveryOne(every("Maledizione", mine()), HasMember(it, "Forma", "Luce")),
    )
    scene = Scene()  # BC-085
    cards = [scene.a(curse("Luce", 3, 1, text)), scene.a(curse("Luce", 3)), scene.a(curse("Duale", 3))]
    y, w = scene.b(curse("Luce", 3)), scene.put(curse("Ombra", 1), HAND, 0)
    assert [scene.eye(c) for c in cards] == [5, 5, 5] and scene.eye(y) == 3
    scene.play(w, "Maledizione")
    assert [scene.eye(c) for c in cards] == [3, 3, 3]


def test_a_value_that_looks_at_itself() -> None:
    stronger = Modify(
        me, "Occhio", Operation.ADD, Count(every("Maledizione", Compare(occhio(it), ">=", occhio(me)), place=field))
    )
    scene = Scene()  # B-187
    x, y = scene.a(curse("Luce", 3, 1, stronger)), scene.b(curse("Ombra", 5))
    assert scene.eye(x) == 5 and scene.eye(y) == 5


# -- effects -----------------------------------------------------------------------------------------------------


def test_everything_of_a_form_breaks_together_and_the_turn_ends() -> None:
    sweep = Sequence((do("spezzare", you, every("Ombra", place=field)), do("terminare", you)))
    scene = Scene()  # BC-093
    x, d = scene.a(curse("Luce", 3)), scene.a(curse("Duale", 3))
    y, e = scene.b(curse("Ombra", 3)), scene.put(prayer("Eco", draw_cards(), form="Ombra"), PRAYERS, 1)
    p = scene.put(prayer("Impulso", sweep), HAND, 0)
    scene.play(p)
    assert [scene.zone(c) for c in (x, d, y, e, p)] == [CURSES, VOID, VOID, VOID, VOID]
    assert scene.points() == 0
    assert scene.m.decision is not None and scene.m.decision.kind == "card"  # the hand is changed
    scene.take("done")
    assert scene.m.turn_player == 1


def test_the_prayer_is_in_its_own_sweep_once() -> None:
    scene = Scene()  # BC-094
    p = scene.put(prayer("Impulso", do("spezzare", you, every("Ombra", place=field)), form="Ombra"), HAND, 0)
    scene.play(p)
    assert scene.zone(p) == VOID
    assert sum(e.verb == "spezzare" and e.roles.get("object") == p for e in scene.m.log) == 1


def test_a_price_in_the_effect() -> None:
    price = Cost(do("corrompere", you, one("Maledizione", mine())), do("spezzare", you, card))
    scene = Scene()  # BC-095
    x, y = scene.a(curse("Luce", 3)), scene.b(curse("Ombra", 3))
    p = scene.put(prayer("Impulso", price), HAND, 0)
    scene.play(p)
    assert scene.corrupt(x)
    scene.pick(y)
    assert scene.zone(y) == VOID and scene.zone(p) == VOID
    scene = Scene()
    x, y = scene.a(curse("Luce", 3), C), scene.b(curse("Ombra", 3))
    p = scene.put(prayer("Impulso", price), HAND, 0)
    scene.play(p)
    assert scene.zone(y) == CURSES and scene.zone(p) == VOID


def test_the_greatest_of_equals_is_chosen() -> None:
    scene = Scene()  # BC-092
    x, y, z = scene.a(curse("Luce", 8)), scene.b(curse("Ombra", 8)), scene.b(curse("Ombra", 5))
    p = scene.put(prayer("Impulso", do("spezzare", you, one("Maledizione", extreme=Extreme(occhio(it))))), HAND, 0)
    scene.play(p)
    assert {o.cards for o in scene.m.decision.options} == {(x,), (y,)}  # type: ignore[union-attr]
    scene.pick(y)
    assert (scene.zone(x), scene.zone(y), scene.zone(z)) == (CURSES, VOID, CURSES)


def test_corrupting_the_corrupt_does_nothing() -> None:
    scene = Scene()  # BC-105
    y = scene.b(curse("Ombra", 5, 1, BARRIER), C)
    p = scene.put(prayer("Impulso", do("corrompere", you, one("Maledizione", pick=TARGET))), HAND, 0)
    scene.play(p)
    assert scene.corrupt(y) and scene.zone(y) == CURSES
    assert not any(e.verb == "corrompere" for e in scene.m.log)


BROKEN_DRAWS = Triggered(ev("spezzare", None, me), draw_cards())


def test_broken_draws_when_offered_too() -> None:
    scene = Scene()  # BC-102
    x, y = scene.a(curse("Luce", 6)), scene.b(curse("Ombra", 3, 1, BROKEN_DRAWS), C)
    before = len(scene.m.pile(HAND, 1))
    scene.attack(x, y).yes()
    assert scene.zone(y) == ALTAR and len(scene.m.pile(HAND, 1)) == before + 1


def test_triggers_of_a_batch_the_active_player_first() -> None:
    sweep = do("spezzare", you, every("Ombra", place=field))
    scene = Scene()  # BC-103
    a1, a2 = (
        scene.a(curse("Ombra", 3, 1, BROKEN_DRAWS, name="a1")),
        scene.a(curse("Ombra", 4, 1, BROKEN_DRAWS, name="a2")),
    )
    b1 = scene.b(curse("Ombra", 3, 1, BROKEN_DRAWS, name="b1"))
    p = scene.put(prayer("Impulso", sweep), HAND, 0)
    scene.play(p)
    assert scene.m.decision is not None and scene.m.decision.kind == "trigger" and scene.m.decision.player == 0
    scene.take("trigger", a2)
    order = [e.source for e in scene.m.log if e.kind == "trigger" and e.source in (a1, a2, b1)]
    assert order == [a2, a1, b1]


# -- limits, conversion ------------------------------------------------------------------------------------------


def test_the_fifth_curse() -> None:
    scene = Scene()  # BC-110
    cards = [scene.a(curse("Luce", i)) for i in range(4)]
    x = scene.put(curse("Luce", 9, 1, Triggered(ev("calare", None, me), draw_cards())), HAND, 0)
    scene.play(x, "Maledizione")
    assert {o.cards for o in scene.m.decision.options} == {(c,) for c in cards}  # type: ignore[union-attr]
    hand = len(scene.m.pile(HAND, 0))
    scene.pick(cards[1])
    assert scene.zone(cards[1]) == VOID and len(scene.m.pile(HAND, 0)) == hand + 1
    assert not any(e.verb == "spezzare" for e in scene.m.log)


def test_the_fifth_with_corrupt_ones() -> None:
    scene = Scene()  # BC-111 BC-112
    for i in range(3):
        scene.a(curse("Luce", i), C)
    last = scene.a(curse("Luce", 4))
    x = scene.put(curse("Luce", 9), HAND, 0)
    scene.play(x, "Maledizione")
    assert scene.zone(last) == VOID
    scene = Scene()
    for i in range(4):
        scene.a(curse("Luce", i), C)
    x = scene.put(curse("Luce", 9), HAND, 0)
    assert not scene.can_play(x, "Maledizione") and scene.can_play(x, "Preghiera")


def test_a_third_echo() -> None:
    scene = Scene()  # BC-113
    echoes = [scene.put(prayer("Eco", draw_cards(), name=f"eco {i}"), PRAYERS, 0) for i in range(2)]
    third = scene.put(prayer("Eco", draw_cards(), name="eco 3"), HAND, 0)
    hand = len(scene.at.start().pile(HAND, 0)) - 1
    scene.play(third)
    scene.pick(echoes[0])
    assert scene.zone(echoes[0]) == VOID
    assert len(scene.m.pile(HAND, 0)) == hand + 2
    used = [e.roles["agent"] for e in scene.m.log if e.verb == "usare"]
    assert used == [third, echoes[1]]


def test_converting() -> None:
    scene = Scene()  # BC-114
    text = (draw_cards(),)
    c = card_("convertita", "Luce", 3, 1, (Triggered(ev("calare", None, me), draw_cards(3)),), "Eco", text)
    x = scene.a(c, C)
    legame = scene.put(prayer("Legame", plus(3)), UNDER, 0, host=x)
    p = scene.put(prayer("Impulso", do("convertire", you, one("Maledizione", mine()))), HAND, 0)
    q = scene.put(prayer("Impulso", do("convertire", you, one("Eco", mine())), name="indietro"), HAND, 0)
    hand = len(scene.m.pile(HAND, 0))
    scene.play(p)
    assert scene.zone(x) == PRAYERS and scene.zone(legame) == VOID and len(scene.m.pile(HAND, 0)) == hand
    scene.play(q)
    assert scene.zone(x) == CURSES and not scene.corrupt(x) and scene.m.status(x, "in Stasi")


# -- echoes, bonds -----------------------------------------------------------------------------------------------


def test_echo_chain_and_invoking() -> None:
    scene = Scene()  # BC-121 BC-122 BC-124
    e1 = scene.put(prayer("Eco", draw_cards(), name="e1"), PRAYERS, 0)
    e2 = scene.put(prayer("Eco", draw_cards(), name="e2"), HAND, 0)
    foreign = scene.put(prayer("Eco", draw_cards(), name="altrui"), PRAYERS, 1)
    scene.play(e2)
    assert [e.roles["agent"] for e in scene.m.log if e.verb == "usare"] == [e2, e1]
    assert scene.find("Invocare", e1) is None and scene.find("Invocare", e2) is None
    scene.end_turn()
    assert scene.find("Invocare", foreign) is not None
    scene.end_turn()
    scene.take("Invocare", e1)
    assert scene.actions() == 2
    assert [e.roles["agent"] for e in scene.m.log if e.verb == "usare"][2:] == [e1, e2]
    assert scene.find("Invocare", e2) is None


def test_a_bond_speaks_of_its_host() -> None:
    scene = Scene()  # BC-130 BC-131 BC-135
    x, y = scene.a(curse("Luce", 4)), scene.b(curse("Ombra", 2))
    w = scene.a(curse("Luce", 9, 1, name="w"))
    bond = scene.put(prayer("Legame", plus(3), name="bond"), HAND, 0)
    stop = scene.put(prayer("Legame", allow(ev("attaccare", me), False), name="stop"), HAND, 0)
    scene.play(bond).pick(x)
    assert scene.eye(x) == 7 and scene.m.place_of(bond) == (UNDER, None, x)
    scene.play(stop).pick(y)
    assert scene.m.controller(stop) == 0
    scene.end_turn()
    assert not scene.can_attack(y, x)
    scene.end_turn()
    scene.attack(w, y)
    scene.end_turn()
    scene.end_turn()
    scene.attack(w, y).no()
    assert scene.zone(y) == VOID and scene.zone(stop) == VOID
    assert scene.m.pile(VOID)[-2:] == (y, stop)


def test_bonds_have_a_place_each() -> None:
    scene = Scene()  # BC-133 BC-134
    bond = prayer("Legame", plus(1), name="uno")
    x, y = scene.a(curse("Luce", 4)), scene.b(curse("Ombra", 4))
    old = scene.put(bond, UNDER, 0, host=x)
    scene.put(prayer("Legame", plus(1), name="altrui"), UNDER, 1, host=y)
    new = scene.put(prayer("Legame", plus(2), name="due"), HAND, 0)
    scene.play(new)
    assert scene.zone(old) == VOID and scene.eye(x) == 6
    assert not any(e.verb == "spezzare" for e in scene.m.log)
    scene = Scene()
    alone = scene.put(bond, HAND, 0)
    assert not scene.can_play(alone) and scene.can_play(alone, "Maledizione")


# -- the hand and the end ----------------------------------------------------------------------------------------


def test_changing_the_hand() -> None:
    scene = Scene()  # BC-140 BC-141
    for i in range(3):
        scene.put(prayer("Impulso", draw_cards(), name=f"h{i}"), HAND, 0)
    hand, size = scene.m.pile(HAND, 0), len(scene.m.pile(DECK))
    scene.take("pass").pick(hand[0]).pick(hand[1]).take("done")
    assert len(scene.m.pile(HAND, 0)) == 4 and len(scene.m.pile(DECK)) == size
    assert hand[0] in scene.m.pile(DECK)


def test_the_deck_runs_out() -> None:
    scene = Scene(deck=False)  # BC-143
    top = scene.put(prayer("Impulso", draw_cards(), name="top"), DECK)
    void = [scene.put(prayer("Impulso", draw_cards(), name=f"v{i}"), VOID) for i in range(10)]
    scene.end_turn()
    assert top in scene.m.pile(HAND, 0) and len(scene.m.pile(HAND, 0)) == 4
    assert len(scene.m.pile(DECK)) == len(void) - 2
    assert scene.m.game_value("Attivatore") == 0 and scene.m.game_value("Turni Finali") == 5
    turns = []
    while not scene.m.over:
        turns.append(scene.m.turn_player)
        scene.end_turn()
    assert turns == [1, 0, 1, 0, 1]
    assert scene.m.winner == 0  # BC-147: a draw goes to the one who began the final turns


def test_five_cards_on_the_altar() -> None:
    scene = Scene()  # BC-146 BC-087
    for i in range(4):
        scene.put(curse("Luce", i), ALTAR, 0)
    from tests.bless_by_hand import Place as P

    grows = Modify(me, "Karma", Operation.ADD, Count(every("carta", place=P("Altare", of=you))))
    x, y = scene.a(curse("Luce", 6, 1, grows)), scene.b(curse("Ombra", 3), C)
    scene.attack(x, y).yes()
    assert scene.points() == 6 and scene.m.game_value("Attivatore") == 0
    assert scene.m.game_value("Turni Finali") == 0
    scene.end_turn()
    assert scene.m.game_value("Turni Finali") == 5


def test_auto_pass_waits_for_a_gained_action() -> None:
    scene = Scene()  # BC-150
    scene.at.player_value(0, "Azioni", 1)
    x = scene.a(curse("Luce", 6, 1, Triggered(ev("blessare", me), do("guadagnare#2", you, number=Num(1)))))
    scene.take("Attaccare direttamente", x)
    assert scene.actions() == 1 and scene.m.decision is not None and scene.m.decision.kind == "action"


def test_a_permission_speaks_against_what_it_names() -> None:
    from dsl.meaning.nodes import IsStatus

    even_so = allow(ev("attaccare", me), despite=IsStatus(me, "in Stasi"))
    scene = Scene()  # B-173
    x, plain = scene.a(curse("Luce", 4, 1, even_so), S), scene.a(curse("Luce", 4, 1, name="altra"), S)
    w = scene.a(curse("Luce", 4, 1, even_so, name="corrotta"), {**C, **S})
    y = scene.b(curse("Ombra", 7))
    assert scene.can_attack(x, y) and not scene.can_attack(plain, y)
    assert not scene.can_attack(w, y)  # it says nothing against the caution of a Corrotta
    scene.attack(x, y)
    assert not scene.can_attack(x, y)  # nor against one attack each turn


# -- windows and actions that Bless does not have --------------------------------------------------------------------


def changed(**more: Any) -> Game:
    from attrs import evolve as with_

    return Game(with_(bless(CARDS), **more))


def test_a_window_where_all_speak_resolves_last_in_first_out() -> None:
    from attrs import evolve as with_

    base = bless(CARDS)
    window = with_(base.windows["delle azioni"], speakers="all", played="stack", closes="all_pass", auto_pass=False)
    game = changed(windows={window.name: window})
    at = Position(game)
    a = at.place(card_("a", "Luce", 3, 1, (), "Impulso", draw_cards()), HAND, 0)
    b = at.place(card_("b", "Luce", 3, 1, (), "Impulso", draw_cards()), HAND, 1)
    at.player_value(1, "Azioni", 1)
    m = at.start()

    def take(word: str, *cards: int) -> None:
        assert m.decision is not None
        m.choose(next(i for i, o in enumerate(m.decision.options) if (o.action or o.kind) == word and o.cards == cards))

    take("Calare", a)  # it waits, and A may go on
    assert m.place_of(a)[0] == HAND and m.decision is not None and m.decision.player == 0
    take("pass")
    assert m.decision is not None and m.decision.player == 1
    take("Calare", b)
    take("pass")
    take("pass")
    assert m.place_of(b)[0] != HAND and m.place_of(a)[0] == HAND
    assert m.decision is not None and m.decision.player == 0
    take("pass")
    take("pass")
    assert m.place_of(a)[0] != HAND
    assert Match.load(m.game, m.save()) == m


def test_an_action_once_a_turn() -> None:
    from attrs import evolve as with_

    base = bless(CARDS)
    action = with_(base.actions["Calare"], limit=Num(1), per="turno")
    game = changed(actions={**base.actions, "Calare": action})
    at = Position(game)
    for i in range(3):
        at.place(card_(f"c{i}", "Luce", 3, 1, (), "Impulso", draw_cards()), HAND, 0)
    m = at.start()
    m.choose(next(i for i, o in enumerate(m.decision.options) if o.action == "Calare"))  # type: ignore[union-attr]
    assert not any(o.action == "Calare" for o in m.decision.options)  # type: ignore[union-attr]


def test_a_cost_and_an_effect_are_offered_while_the_cost_can_be_paid() -> None:
    from attrs import evolve as with_

    from dsl.meaning.nodes import Activated, Text

    ability = Activated(do("scartare", you, card), plus(2, duration=this_turn), limit=Num(1), per="turno")
    fixture = curse("Luce", 4)
    scene = Scene()
    x = scene.a(with_(fixture, texts={**fixture.texts, "Maledizione": Text((ability,))}))
    foreign = scene.b(curse("Ombra", 4))
    assert scene.find("ability", foreign) is None
    scene.take("ability", x)
    assert scene.eye(x) == 6 and scene.m.pile(HAND, 0) == () and scene.actions() == 3
    assert scene.find("ability", x) is None


def ordered(**orders: Any) -> Position:
    """A position of the game with other orders declared."""
    return Position(changed(orders=orders))


def test_who_rules_otherwise_changes_a_line() -> None:
    from dsl.meaning.nodes import IsStatus

    even_so = allow(ev("attaccare", me), despite=IsStatus(me, "in Stasi"))
    for order, can in ((), True), ((("rule beats card", ""),), False):
        at = ordered(permission_order=order)
        x, y = at.place(curse("Luce", 4, 1, even_so), CURSES, 0, statuses=S), at.place(curse("Ombra", 4), CURSES, 1)
        at.place(prayer("Impulso", draw_cards()), HAND, 0)
        options = at.start().decision.options  # type: ignore[union-attr]
        assert any(o.action == "Attaccare" and o.cards == (x, y) for o in options) == can
    both = (allow(ev("attaccare", me)), allow(ev("attaccare", me), False))
    for order, can in ((), False), ((("can beats cannot", ""),), True):
        at = ordered(permission_order=order)
        x, y = at.place(curse("Luce", 4, 1, *both), CURSES, 0), at.place(curse("Ombra", 4), CURSES, 1)
        at.place(prayer("Impulso", draw_cards()), HAND, 0)
        options = at.start().decision.options  # type: ignore[union-attr]
        assert any(o.action == "Attaccare" and o.cards == (x, y) for o in options) == can


def test_triggers_in_another_order() -> None:
    for order, first in ((), 0), ((("players", "opponent first"), ("own", "by arrival")), 1):
        at = ordered(priority_order=order)
        for seat in (0, 1):
            at.place(curse("Ombra", 3, 1, BROKEN_DRAWS, name=f"c{seat}"), CURSES, seat)
        p = at.place(prayer("Impulso", do("spezzare", you, every("Ombra", place=field))), HAND, 0)
        m = at.start()
        m.choose(next(i for i, o in enumerate(m.decision.options) if o.cards == (p,) and o.manner == "Preghiera"))  # type: ignore[union-attr]
        drawn = [e.roles["agent"] for e in m.log if e.verb == "pescare"]
        assert drawn[0] == -1 - first


# -- what goes round for ever ------------------------------------------------------------------------------------


def test_effects_that_wake_each_other_for_ever_stop_and_are_told() -> None:
    from tests.bless_by_hand import Var

    scene = Scene()  # B-195
    again = Triggered(ev("corrompere", None, one("Maledizione")), do("purificare", you, Var("object")))
    back = Triggered(ev("purificare", None, one("Maledizione")), do("corrompere", you, Var("object")))
    x, y = scene.a(curse("Luce", 5, 1, again, back)), scene.b(curse("Ombra", 3))
    scene.attack(x, y)
    assert [e.roles["cards"] for e in scene.m.log if e.kind == "loop"] == [(x,)]
    assert scene.m.decision is not None and scene.m.decision.kind == "action"


def test_an_effect_is_not_used_again_inside_itself() -> None:
    from dsl.meaning.nodes import TextOf

    scene = Scene()  # B-195
    mirror = card_(
        "specchio", "Luce", 5, 1, (), "Impulso", do("usare", you, TextOf(one("Maledizione", mine()), ("Impulso",)))
    )
    x = scene.a(mirror)
    p = scene.put(
        prayer(
            "Impulso", do("usare", you, TextOf(one("Maledizione", mine()), ("Impulso",))), name="eco dello specchio"
        ),
        HAND,
        0,
    )
    scene.play(p)
    assert not [e for e in scene.m.log if e.kind == "loop"]  # the mirror may not use itself, and there is no other
    assert scene.zone(p) == VOID and scene.zone(x) == CURSES


# -- wordings beyond the book's cases ------------------------------------------------------------------------------


def test_one_of_two_kinds_is_chosen_among_all() -> None:
    scene = Scene()
    x, y = scene.a(curse("Luce", 3)), scene.b(curse("Ombra", 3))
    either = Group((one("Luce", place=field), one("Ombra", place=field)), either=True)
    p = scene.put(prayer("Impulso", do("spezzare", you, either), form="Duale"), HAND, 0)
    scene.play(p)
    assert {o.cards for o in scene.m.decision.options} == {(x,), (y,), (p,)}  # type: ignore[union-attr]
    scene.pick(y)
    assert (scene.zone(x), scene.zone(y)) == (CURSES, VOID)


def test_the_greater_side_is_brought_down_to_the_other() -> None:
    opponent = Opponent()
    text = Until(
        Compare(Count(every("Maledizione", mine())), "==", Count(every("Maledizione", mine(opponent)))),
        do("spezzare", opponent, one("Maledizione", mine(opponent))),
    )
    for theirs, left in ((3, 1), (0, 0)):
        scene = Scene()
        scene.a(curse("Luce", 3))
        for i in range(theirs):
            scene.b(curse("Ombra", i))
        p = scene.put(prayer("Impulso", text), HAND, 0)
        scene.play(p)
        while scene.m.decision is not None and scene.m.decision.kind == "card":
            assert scene.m.decision.player == 1
            scene.m.choose(0)
        assert len(scene.m.pile(CURSES, 1)) == left


def test_a_trigger_set_up_on_a_target() -> None:
    from tests.bless_by_hand import Var

    target = one("Maledizione", pick=TARGET, bind="bersaglio")
    text = Watch(
        ev("attaccare", one("Luce"), target), plus(-2, Var("bersaglio"), duration=this_turn), duration=this_turn
    )
    scene = Scene()
    x, y, z = scene.a(curse("Luce", 4)), scene.b(curse("Ombra", 5)), scene.b(curse("Ombra", 8))
    p = scene.put(prayer("Impulso", text), HAND, 0)
    scene.play(p).pick(y)
    assert scene.eye(y) == 5
    scene.attack(x, y)
    assert scene.eye(y) == 3 and scene.eye(z) == 8 and not scene.corrupt(x)


def test_silencing_a_text_leaves_what_was_given() -> None:
    scene = Scene()  # B-198
    y = scene.b(curse("Ombra", 4, 1, plus(3)))
    scene.put(prayer("Legame", plus(2)), UNDER, 1, host=y)
    p = scene.put(prayer("Impulso", Suppress(one("Maledizione", pick=TARGET), duration=this_turn)), HAND, 0)
    assert scene.eye(y) == 9
    scene.play(p)
    assert scene.eye(y) == 6
    scene.end_turn()
    assert scene.eye(y) == 9


_ = (
    Arithmetic,
    Can,
    Compute,
    During,
    If,
    Linked,
    Pick,
    Place,
    Quantity,
    Select,
    Suppress,
    Together,
    Until,
    Watch,
    my_curse,
    pure,
    this_turn,
    Used,
    ALL,
)
