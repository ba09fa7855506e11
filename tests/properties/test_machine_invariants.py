"""Random matches: every card in one place, limits kept, the same match from a save, from a clone and from the same seed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from interpreter.match import Game, Match, SaveError
from tests.bless_by_hand import CARDS, bless

MOST = 3_000


@cache
def game() -> Game:
    return Game(bless(CARDS * 3))


def check(match: Match) -> None:
    """What holds at every decision."""
    g, s = match.game, match.s
    L = g.compiled.layout
    seen: dict[int, int] = {}
    for at in L.kind_of:
        for c in s[at]:
            assert c not in seen, "a card in two places"
            seen[c] = at
    for c in range(len(g.cards)):
        assert s[L["zone"] + c] == seen[c]
        under = s[L["zone Sotto"] + c]
        assert not under or match.is_noun(c, "Maledizione"), "something lies under what is not in play"
    decision = match.decision
    if decision is not None and decision.kind == "action":
        for seat in (0, 1):
            assert len(match.pile("Zona Maledizione", seat)) <= 4
            echoes = [c for c in match.pile("Zona Preghiera", seat) if "Eco" in match.value(c, "Tipo")]  # type: ignore[operator]
            assert len(echoes) <= 2
            assert match.player_value(seat, "Punti Vittoria") >= 0
        assert s[L["pend"]] == () and s[L["snap"]] is None and s[L["orphans"]] == () and s[L["busy"]] == ()


def play(match: Match, chooser: random.Random, each: Any = None) -> Match:
    steps = 0
    while match.asked is not None:
        if each is not None:
            each(match)
        match.choose(chooser.randrange(match.count))
        steps += 1
        assert steps < MOST
    return match


@cache
def from_text() -> Game:
    from pathlib import Path

    from interpreter.match import load

    return load(Path(__file__).resolve().parents[2] / "games" / "bless")


@pytest.mark.parametrize("seed", range(25))
def test_the_whole_deck_read_from_its_text_keeps_them_too(seed: int) -> None:
    match = play(from_text().match(seed=seed), random.Random(seed), check)
    assert match.winner in (0, 1)
    assert not any(entry.kind == "loop" for entry in match.log)
    again = play(from_text().match(seed=seed), random.Random(seed))
    assert again.s == match.s and again.log == match.log


def test_the_short_way_of_a_trial_says_what_the_long_way_says() -> None:
    g = from_text()
    names, L = g.machine.names, g.compiled.layout
    verb = list(g.meaning.frames).index("attaccare")
    lost = L["history perdere#2 scontro"]
    shortcut = names["SHORTCUTS"][verb]
    assert shortcut is not None and shortcut.decides
    answers = []
    for seed in range(12):
        match, chooser = g.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            if match.asked[1] == "action" and chooser.random() < 0.3:
                for a in match.pile("Zona Maledizione", 0):
                    for d in match.pile("Zona Maledizione", 1):
                        event = [0, 0, None, -1, a, d, *[None] * 3]
                        was = match.s[:]
                        ask = (match.s, verb, event, lambda s, a=a: any(h[4] == a for h in s[lost]))
                        short = names["would"](*ask)
                        names["SHORTCUTS"][verb] = None
                        try:
                            assert names["would"](*ask) == short, (seed, a, d)
                        finally:
                            names["SHORTCUTS"][verb] = shortcut
                        assert match.s == was
                        answers.append(short)
            match.choose(chooser.randrange(match.count))
    assert {True, False} <= set(answers)


@pytest.mark.parametrize("seed", range(40))
def test_every_card_is_in_one_place_and_limits_are_kept(seed: int) -> None:
    match = play(game().match(seed=seed), random.Random(seed), check)
    assert match.winner in (0, 1)


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_match_goes_on_as_the_one_that_was_not(seed: int) -> None:
    plain = play(game().match(seed=seed), random.Random(seed))
    chooser = random.Random(seed)
    match = game().match(seed=seed)
    while match.asked is not None:
        i = chooser.randrange(match.count)
        again = Match.load(game(), match.save())
        assert again == match
        again.choose(i)
        match = again
    assert match.s == plain.s
    assert match.log == plain.log


@pytest.mark.parametrize("seed", range(6))
def test_a_clone_goes_on_alone(seed: int) -> None:
    plain = play(game().match(seed=seed), random.Random(seed))
    chooser = random.Random(seed)
    match = game().match(seed=seed)
    while match.asked is not None:
        i = chooser.randrange(match.count)
        twin, other = match.clone(), match.clone()
        other.choose(random.Random(i).randrange(other.count))
        assert twin == match
        twin.choose(i)
        match = twin
    assert match.log == plain.log


def test_what_a_player_may_not_know_is_not_in_the_view() -> None:
    match = game().match(seed=3)
    chooser = random.Random(3)
    for _ in range(60):
        if match.asked is None:
            break
        for seat in (0, 1):
            seen = match.view(seat)
            hand = seen["players"][1 - seat]["zones"]["Mano"]
            assert hand == {"count": len(match.pile("Mano", 1 - seat))}
            assert seen["zones"]["Mazzo"] == {"count": len(match.pile("Mazzo"))}
            assert len(seen["players"][seat]["zones"]["Mano"]) == len(match.pile("Mano", seat))
            drawn = [e for e in seen["log"] if e["name"] == "pescare" and e["roles"]["agent"] == 1 - seat]
            assert all(e["roles"].get("card") is None for e in drawn)
            if seen["decision"]["player"] != seat:
                assert "options" not in seen["decision"]
        match.choose(chooser.randrange(match.count))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(format=9),
        lambda d: d.update(game="altro"),
        lambda d: d["state"].pop(),
        lambda d: d["stack"][0].__setitem__(0, 99_999),
        lambda d: d["stack"][-1].__setitem__(1, 77),
        lambda d: d["state"].__setitem__(0, "x"),
        lambda d: d.update(asked=[1, "x", [], 0]),
    ],
)
def test_a_save_that_was_tampered_with_is_refused(change: Any) -> None:
    import json

    data = json.loads(game().match(seed=1).save())
    change(data)
    with pytest.raises(SaveError):
        Match.load(game(), json.dumps(data))


def test_a_save_that_is_no_json_is_refused() -> None:
    with pytest.raises(SaveError):
        Match.load(game(), "{")
