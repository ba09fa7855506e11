"""Any meaning of these shapes, said in Italian, is read as itself."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from dsl.load import Loaded, load
from dsl.meaning import english, italian
from dsl.meaning import nodes as n
from dsl.meaning.scope import with_bound_names
from dsl.meaning.serial import from_plain, to_plain
from dsl.syntax.reading import Fate

ROOT = Path(__file__).resolve().parents[2]
THIS, ONCE = n.Candidate(), n.Num(1)
SELF, YOU, FOE = n.Self(), n.You(), n.Opponent()
FIELD = n.Place("campo")
FORMS = ("Luce", "Ombra")
LASTING = (
    n.Duration(n.Stretch.THIS, "turno"),
    n.Duration(n.Stretch.THROUGH_NEXT, "turno"),
    n.Duration(n.Stretch.NEXT, "turno"),
)


@pytest.fixture(scope="module")
def bless() -> Loaded:
    return load(ROOT / "games" / "bless")


class Writer:
    """Meanings made at random, each of a shape that cards have."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def one(self, *options: Any) -> Any:
        return options[self.random.randrange(len(options))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def number(self, least: int, most: int) -> n.Num:
        return n.Num(least + self.random.randrange(most - least + 1))

    # -- things

    def filters(self, noun: str, *, owned: bool = True) -> tuple[n.Condition, ...]:
        found: list[n.Condition] = []
        if owned and self.chance(50):
            found.append(n.ControlledBy(THIS, self.one(YOU, FOE)))
        if noun in ("Maledizione", "Preghiera") and self.chance(30):
            found.append(n.HasMember(THIS, "Forma", self.one(*FORMS)))
        if noun in ("Maledizione", *FORMS) and self.chance(30):
            status = n.IsStatus(THIS, self.one("Corrotta", "Pura", "in Stasi"))
            found.append(self.one(status, n.Not(n.IsStatus(THIS, "in Stasi"))))
        if self.chance(15):
            value = n.ValueOf(self.one("Occhio", "Karma"), THIS, self.chance(30))
            found.append(n.Compare(value, self.one(">=", "<=", "=="), self.number(1, 8)))
        if self.chance(10):
            found.append(n.HasKeyword(THIS, self.one("Barriera", "Rivalità")))
        return tuple(found)

    def noun(self) -> str:
        return str(self.one("Maledizione", "Preghiera", "Eco", *FORMS))

    def things(self, noun: str | None = None, **fields: Any) -> n.Select:
        noun = noun or self.noun()
        place = FIELD if noun in ("Eco", *FORMS) else None
        return n.Select(noun, self.filters(noun), **{"place": place, **fields})

    def some(self) -> n.Select:
        target = {"number": ONCE, "pick": n.Pick.TARGET}
        best = {"number": ONCE, "pick": n.Pick.NAMED, "extreme": n.Extreme(n.ValueOf("Occhio", THIS), self.chance(50))}
        many = self.number(2, 4)
        ways = (
            {"number": ONCE},
            target,
            best,
            {"number": many},
            {"number": self.number(1, 3), "quantity": n.Quantity.UP_TO},
            {"number": ONCE, "quantity": n.Quantity.AT_LEAST},
            {"quantity": n.Quantity.ALL},
        )
        return self.things(**self.one(*ways))

    def curse(self) -> n.Select:
        return self.things("Maledizione", **self.one({"number": ONCE}, {"quantity": n.Quantity.ALL}))

    def taken(self) -> n.Select:
        noun = self.one("carta", *FORMS)
        top = n.Select("carta", number=ONCE, pick=n.Pick.NAMED, place=n.Place("Mazzo", end="top"))
        return self.one(n.Select(noun, number=ONCE, place=n.Place("Vuoto")), top)  # type: ignore[no-any-return]

    # -- what is done

    def order(self, agent: n.Term = YOU) -> n.Do:
        discarded = n.Select("carta", number=self.number(1, 3), pick=self.one(n.Pick.AGENT, n.Pick.RANDOM))
        verb, role, value = self.one(
            ("pescare", "number", self.number(1, 4)),
            ("guadagnare", "number", self.number(1, 3)),
            ("spezzare", "object", self.some()),
            ("corrompere", "object", self.curse()),
            ("scartare", "object", discarded),
            ("rimuovere la Stasi", "object", self.curse()),
            ("prendere", "object", self.taken()),
        )
        return n.Do(n.Event(verb, (n.Role("agent", agent), n.Role(role, value))))

    def done(self, *, set_off: bool = False) -> n.Effect:
        shapes = (
            self.order(),
            self.order(FOE),
            n.May(YOU, self.order()),
            n.May(YOU, n.Cost(self.order(), self.order())),
            n.Sequence((self.order(), self.order())),
            n.If(self.condition(), self.order(), self.one(None, self.order())),
        )
        return self.one(*(shapes[:-1] if set_off else shapes))  # type: ignore[no-any-return]

    # -- what holds

    def standing(self, target: n.Term, lasting: n.Duration | None) -> n.Standing:
        always = self.chance(20)
        value = self.one("Occhio", "Karma")
        each = n.Compute(n.Arithmetic.MULTIPLY, (ONCE, n.Count(self.things(quantity=n.Quantity.ALL))))
        bonus = self.one(n.Num(-2), n.Num(3), each)
        return self.one(  # type: ignore[no-any-return]
            n.Modify(target, value, n.Operation.ADD, bonus, always, lasting),
            n.Modify(target, value, n.Operation.SET, self.number(0, 9), always, lasting, self.chance(20)),
            n.Grant(target, self.one("Barriera", "Impatto"), lose=self.chance(20), duration=lasting),
            n.Suppress(target, self.one("text", "keywords"), lasting),
        )

    def permission(self, lasting: n.Duration | None) -> n.Allow:
        agent = self.one(SELF, self.things("Maledizione", number=ONCE))
        roles = (n.Role("agent", agent), n.Role("object", self.things("Maledizione", number=ONCE)))
        return n.Allow(n.Event("attaccare", roles[: self.one(1, 2)]), False, self.chance(20), duration=lasting)

    # -- when

    def condition(self) -> n.Condition:
        noun = self.noun()
        place = FIELD if noun in ("Eco", *FORMS) else None
        rest = self.filters(noun, owned=False)

        def had(owner: n.Term) -> n.Count:
            where = (n.ControlledBy(THIS, owner), *rest)
            return n.Count(n.Select(noun, where, quantity=n.Quantity.ALL, place=place))

        mine, his = self.one((YOU, FOE), (FOE, YOU))
        held = n.Count(n.Select("carta", quantity=n.Quantity.ALL, place=n.Place(self.one("Mano", "Altare"), mine)))
        return self.one(  # type: ignore[no-any-return]
            n.Compare(had(mine), self.one(">=", "==", "<="), self.number(1, 4)),
            n.Compare(had(mine), self.one(">", "<"), had(his)),
            n.Compare(had(mine), "==", n.Num(0)),
            n.Compare(held, self.one(">=", "=="), self.number(1, 4)),
            n.IsStatus(SELF, self.one("Corrotta", "Pura", "in Stasi")),
            n.HasMember(SELF, "Forma", self.one(*FORMS)),
            n.During("turno", mine),
        )

    def occasion(self) -> n.Event | n.Moment:
        light = n.Select("Luce", number=ONCE, place=FIELD)
        attack = n.Role("agent", SELF)
        return self.one(  # type: ignore[no-any-return]
            n.Event("attaccare", (attack,)),
            n.Event("attaccare", (n.Role("agent", light), n.Role("object", SELF))),
            n.Event("blessare", (attack,)),
            n.Event("spezzare", (n.Role("object", SELF),)),
            n.Event("corrompere", (n.Role("object", SELF),)),
            n.Moment("turno", self.one(YOU, FOE, None), self.chance(50)),
        )

    # -- texts

    def text(self) -> tuple[str, n.Text]:
        lasting = self.one(*LASTING)
        target = self.things(**self.one({"number": ONCE, "pick": n.Pick.TARGET}, {"quantity": n.Quantity.ALL}))
        condition = self.one(None, self.condition())
        in_force = self.one(
            SELF, self.things(quantity=n.Quantity.ALL)
        )  # nobody says when a target of it would be chosen
        held = self.one(self.standing(in_force, None), self.permission(None))
        effect = self.one(self.done(set_off=True), self.standing(SELF, lasting))
        field, ability = self.one(
            ("Maledizione", n.Static((held,), condition if not isinstance(target, n.Select) else None)),
            ("Maledizione", n.Static((self.standing(SELF, None),), condition)),
            ("Maledizione", n.Triggered(self.occasion(), effect)),
            ("Preghiera Impulso", n.Used(self.done())),
            ("Preghiera Impulso", n.Used(self.standing(target, lasting))),
        )
        return field, with_bound_names(n.Text((ability,)))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_what_is_said_is_read_as_the_same(bless: Loaded, random: Random) -> None:
    field, meaning = Writer(random).text()
    said = italian.said(meaning, bless.vocabulary)
    note(f"{field}: {said}")
    reading = bless.read(said, field)
    assert reading is not None
    assert reading.fate is Fate.UNDERSTOOD, [problem.message for problem in reading.problems]
    assert reading.meanings[0] == meaning
    assert english.said(meaning, bless.vocabulary).endswith(".")
    assert from_plain(to_plain(meaning)) == meaning
