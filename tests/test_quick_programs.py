"""The programs made short for many matches do what the programs as written do: same options, same state, same log."""

import ast
import random
import re
import shutil
from pathlib import Path

import pytest

from interpreter.frames import ABILITY
from interpreter.match import load as load_game
from interpreter.shortened.simplify import Known, Simplifier
from tests.lockstep import both_ways, play_alike, with_cards

GAMES = sorted({path.parent for path in (Path(__file__).parent.parent / "games").rglob("*.gioco")})
GAMES_BY_NAME = {path.name: path for path in GAMES}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_match_is_the_same_with_short_programs(folder):
    written, quick = both_ways(folder)
    assert quick.source() == written.source() and quick.machine is not written.machine
    play_alike(written, quick, range(8))


def test_abilities_with_a_cost_that_cards_are_given(tmp_path):
    shutil.copytree(GAMES_BY_NAME["fow"], tmp_path / "fow", ignore=shutil.ignore_patterns("scene"))
    deck = tmp_path / "fow" / "brace.mazzo"
    given = "«{1} : Guadagni 100 punti vita. Usa questa abilità una sola volta per turno.»", "«Spossa : Produci {F}.»"
    emblem = "Emblema {0}: " + " ".join(f"I tuoi Risonatori guadagnano {text}" for text in given)
    said = deck.read_text("utf-8")
    deck.write_text(re.sub(r"Emblema \{0\}: .*", emblem, said), "utf-8")
    written, quick = load_game(tmp_path / "fow"), load_game(tmp_path / "fow")
    quick.quicken()
    play_alike(written, quick, range(6))
    source = written.machine.compiled.functions["given_abilities"]
    given = {int(number) for number in re.findall(r"\(\((\d+), b", source)}
    offered = 0
    for seed in range(6):
        match, chance = written.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            abilities = [x[1] for x in match.asked[2] if match.asked[1] == "action" and x[0] == ABILITY]
            offered += sum(number in given for number in abilities)
            match.choose(chance.randrange(match.count))
    assert offered


def test_turns_that_are_skipped_or_come_once_more(tmp_path):
    says = (
        "Maledizione: Quando attacca, gioca un altro turno dopo questo.",
        "Maledizione: Quando viene spezzata, salta la tua prossima Fase Principale.",
    )
    folder = with_cards(tmp_path, *says, "Maledizione: Quando attacca, l'avversario salta il suo prossimo turno.")
    written, quick = load_game(folder), load_game(folder)
    quick.quicken()
    play_alike(written, quick, range(12))
    told = {entry.kind for seed in range(3) for entry in _random_match(written, seed).log}
    assert "skip" in told


def test_values_exchanged_and_what_was_done_this_way(tmp_path):
    says = (
        "Maledizione: Quando attacca, scambia l'Occhio di due Maledizioni per questo turno.",
        "Maledizione: Quando viene spezzata, spezza una Maledizione. Se una Luce viene spezzata in questo modo, pesca una carta.",
    )
    folder = with_cards(tmp_path, *says)
    written, quick = load_game(folder), load_game(folder)
    quick.quicken()
    play_alike(written, quick, range(8))


def _random_match(game, seed):
    match, chance = game.match(seed=seed), random.Random(seed)
    while match.asked is not None:
        match.choose(chance.randrange(match.count))
    return match


def test_a_loop_that_never_ends_is_left_by_both(tmp_path):
    for source in (*GAMES_BY_NAME["bless"].glob("*.gioco"), *GAMES_BY_NAME["bless"].glob("*.parole")):
        (tmp_path / source.name).write_text(source.read_text("utf-8"), "utf-8")
    deck = next(GAMES_BY_NAME["bless"].glob("*.mazzo"))
    endless = "Preghiera Impulso: Guadagni un Punto Vittoria finché non hai almeno 9 Maledizioni."
    said = deck.read_text("utf-8").replace("Preghiera Impulso: Pesca una carta.", endless)
    (tmp_path / deck.name).write_text(said, "utf-8")
    written, quick = load_game(tmp_path), load_game(tmp_path)
    quick.quicken()
    loops = 0
    for seed in range(6):
        one, other = written.match(seed=seed), quick.match(seed=seed)
        chance = random.Random(seed)
        while one.asked is not None:
            assert (other.asked, other.s) == (one.asked, one.s)
            choice = chance.randrange(one.count)
            one.choose(choice)
            other.choose(choice)
        assert one.over and other.over
        loops += sum(entry.kind == "loop" for entry in one.log)
    assert loops  # stopped and told (B-195)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_match_goes_on_from_one_kind_of_programs_to_the_other(folder):
    written, quick = both_ways(folder)
    chance = random.Random(3)
    straight, crossed = written.match(seed=3), quick.match(seed=3)
    games = [written, quick]
    for turn in range(400):
        if straight.asked is None:
            break
        crossed = type(crossed).load(games[turn % 2], crossed.save())
        assert crossed.asked == straight.asked
        choice = chance.randrange(straight.count)
        straight.choose(choice)
        crossed.choose(choice)
    assert crossed.s == straight.s


def test_a_game_played_often_is_made_quick_by_itself():
    game = load_game(GAMES[0])
    before = game.machine
    for seed in range(12):
        game.match(seed=seed)
    assert game.machine is not before


@pytest.mark.parametrize("text", ["x or 0", "x or ()", "f(x) or 0"])
def test_a_value_asked_for_with_another_in_its_place_keeps_both(text):
    node = ast.parse(text, mode="eval").body
    simplifier = Simplifier({"snap": -1}, frozenset(), frozenset())
    assert ast.unparse(simplifier.expr(node, Known())) == text
    assert ast.unparse(simplifier.expr(node, Known(), True)) == text.removesuffix(" or 0").removesuffix(" or ()")
