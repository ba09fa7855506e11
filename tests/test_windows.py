"""Windows in which what is played waits: the small game «Fiera», whose scenes stand beside it, in both kinds of programs."""

from __future__ import annotations

import random
import shutil
import warnings
from pathlib import Path

import pytest

from dsl.load import load
from interpreter.match import Game, Match
from interpreter.match import load as load_game
from interpreter.position import Position
from interpreter.tell import tell_step
from interpreter.why import why_decision
from tests.lockstep import both_ways

FIERA = Path(__file__).parent / "fiera"


def spoken(folder: Path, **answers: str) -> Game:
    """The game with some answers of its window changed."""
    for source in FIERA.glob("*.*"):
        shutil.copy(source, folder)
    rules = folder / "fiera.gioco"
    text = rules.read_text("utf-8")
    for old, new in answers.values():
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    return load_game(folder)


def play(match: Match, seed: int, most: int = 2_000) -> Match:
    chance = random.Random(seed)
    for _ in range(most):
        if match.asked is None:
            break
        match.choose(chance.randrange(match.count))
    return match


def test_the_game_is_understood_whole() -> None:
    assert load(FIERA).problems == ()


@pytest.mark.parametrize("seed", range(12))
def test_short_programs_and_saves_change_nothing(seed: int) -> None:
    written, quick = both_ways(FIERA)
    one, other, chance = written.match(seed=seed), quick.match(seed=seed), random.Random(seed)
    while one.asked is not None:
        assert (other.asked, other.s) == (one.asked, one.s)
        choice = chance.randrange(one.count)
        one.choose(choice)
        other.choose(choice)
        other = Match.load(quick, other.save())
    assert other.asked is None and other.s == one.s
    assert [entry.raw for entry in other.log] == [entry.raw for entry in one.log]


def test_short_programs_are_made_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_game(FIERA).quicken(native=False)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_waits_when_the_stack_is_over(seed: int) -> None:
    match = load_game(FIERA).match(seed=seed)
    layout = match.game.compiled.layout
    chance = random.Random(seed)
    while match.asked is not None:
        decision = match.decision
        assert decision is not None
        if decision.kind == "action" and not decision.answering:
            assert match.s[layout["waiting"]] == () == match.pile("Catasta")
            assert match.s[layout["speaking"]] == 0
        match.choose(chance.randrange(match.count))


def answered(game: Game) -> Match:
    """A plays; B could answer."""
    at = Position(game)
    at.turn(0)
    at.place("Coro", "Mano", 0)
    at.place("Silenzio", "Mano", 1)
    at.place("Festa", "Mano", 0)
    match = at.start()
    match.choose(next(o.index for o in match.decision.options if o.objects and match.card_name(o.objects[0]) == "Coro"))
    return match


def pass_(match: Match) -> None:
    match.choose(next(option.index for option in match.decision.options if option.kind == "pass"))


def test_why_says_who_may_speak_and_what_waits() -> None:
    match = answered(load_game(FIERA))
    pass_(match)
    said = " ".join(reason.text for reason in why_decision(match).reasons)
    assert "prima A, poi B" in said
    assert "Coro di A: si risolve per primo, se tutti passano" in said


def test_a_pass_is_told_alike_whether_it_was_chosen_or_not() -> None:
    game = load_game(FIERA)
    match = answered(game)
    pass_(match)
    pass_(match)
    told = [tell_step(match, entry) for entry in match.log]
    assert told.count("B passa") == 1
    other = Position(game)
    other.turn(0)
    other.place("Coro", "Mano", 0)
    other.place("Festa", "Mano", 0)
    second = other.start()
    second.choose(0)
    pass_(second)
    assert [tell_step(second, e) for e in second.log].count("B passa") == 1  # B had nothing, and it does not show


def test_what_waits_is_seen_by_all() -> None:
    match = answered(load_game(FIERA))
    for seat in (0, 1):
        assert [card["name"] for card in match.view(seat)["zones"]["Catasta"]] == ["Coro"]
    assert match.view(1)["decision"] == {"player": 0, "kind": "action"}


def test_the_next_may_speak_after_a_play(tmp_path: Path) -> None:
    game = spoken(tmp_path, after=("parla ancora chi ha giocato", "parla il successivo"))
    assert answered(game).decision.player == 1


def test_all_that_waits_may_be_resolved_at_once(tmp_path: Path) -> None:
    how = ("si risolve la cima, poi parla il giocatore di turno", "si risolve tutto")
    match = answered(spoken(tmp_path, all=how))
    match.choose(next(o.index for o in match.decision.options if o.kind == "action"))  # Festa, on Coro
    pass_(match)
    pass_(match)
    told = [tell_step(match, entry) for entry in match.log]
    assert told.index("si risolve Festa") < told.index("si risolve Coro")
    assert told.count("A passa") == told.count("B passa") == 1


@pytest.mark.parametrize("seed", range(4))
def test_who_speaks_may_be_said_one_by_one(tmp_path: Path, seed: int) -> None:
    order = ("tutti, a partire dal giocatore di turno", "prima l'avversario, poi gli altri in giro")
    game = spoken(tmp_path, order=order, after=("parla ancora chi ha giocato", "parla il successivo"))
    match = play(game.match(seed=seed), seed)
    assert match.over


def test_triggers_may_be_done_at_once_though_plays_wait(tmp_path: Path) -> None:
    game = spoken(tmp_path, triggers=("    inneschi: vanno in cima alla Catasta\n", ""))
    at = Position(game)
    at.turn(0)
    tasso, lupo = at.place("Tasso", "Prato", 0), at.place("Lupo", "Prato", 1)
    at.place("Martello", "Mano", 0)
    at.place("Coro", "Mano", 1)
    match = at.start()
    match.choose(0)
    match.choose(next(o.index for o in match.decision.options if o.objects == (tasso,)))
    pass_(match)
    assert match.place_of(lupo)[0] == "Vuoto"  # nobody could answer it


def test_who_can_play_must_where_a_window_says_so(tmp_path: Path) -> None:
    towers = Path(__file__).parents[1] / "games" / "torri"
    shutil.copytree(towers, tmp_path / "torri")
    rules = tmp_path / "torri" / "torri.gioco"
    text = rules.read_text("utf-8")
    assert "    se non c'è altro: si passa da sé\n" in text
    rules.write_text(
        text.replace("    se non c'è altro: si passa da sé\n", "    si può passare: solo se non c'è altro\n"), "utf-8"
    )
    must, may = load_game(tmp_path / "torri"), load_game(towers)
    alone = beside = 0
    for seed in range(4):
        match, chance = must.match(seed=seed), random.Random(seed)
        while (decision := match.decision) is not None:
            kinds = [option.kind for option in decision.options]
            if decision.kind == "action":
                assert "pass" not in kinds or kinds == ["pass"]
                alone += kinds == ["pass"]
            match.choose(chance.randrange(match.count))
        match, chance = may.match(seed=seed), random.Random(seed)
        while (decision := match.decision) is not None:
            beside += decision.kind == "action" and [option.kind for option in decision.options][-1] == "pass"
            match.choose(chance.randrange(match.count))
    assert alone and beside
