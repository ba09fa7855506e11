"""Three players, each with his own deck, in every command: play, save, simulate, why, test, diff, rulebook, watch."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.agents import seat
from interpreter.cli.group import group
from interpreter.match import Game, Match, SaveError, load
from interpreter.objects import UnknownDeck, WrongNumber
from interpreter.simulation import simulate
from interpreter.view import view
from tests.lockstep import both_ways

MERCHANTS = Path(__file__).parent.parent / "games" / "mercanti"
SCENE = MERCHANTS / "scene" / "in-piu-di-due.scena"


@pytest.fixture(scope="module")
def three() -> Game:
    return load(MERCHANTS).seated(3)


def run(*words: str, typed: str | None = None, code: int = 0) -> str:
    result = CliRunner().invoke(group, [*words], input=typed)
    assert result.exit_code == code, result.output
    return result.output


def played(match: Match, seed: int, most: int = 10_000) -> Match:
    chance = random.Random(seed)
    while match.decision is not None and most:
        match.choose(chance.randrange(match.count))
        most -= 1
    return match


@pytest.mark.parametrize("seed", range(12))
def test_every_card_lies_in_one_place_and_its_owner_never_changes(three: Game, seed: int) -> None:
    match = three.match(seed=seed)
    chance = random.Random(seed)
    owned = [zone.name for zone in three.meaning.zones.values() if zone.of_owner]
    while match.decision is not None:
        piles = [(name, who, match.pile(name, who)) for name in three.meaning.zones for who in range(3)]
        assert sorted(card for _, _, cards in piles for card in cards) == list(range(len(three.cards)))
        assert all(match.owner(card) == who for name, who, cards in piles if name in owned for card in cards)
        match.choose(chance.randrange(match.count))
    assert match.over


def test_each_sits_with_the_next_deck_and_the_first_again() -> None:
    game = load(MERCHANTS)
    assert game.seated(4).decks == ("Carovane", "Spezie", "Stoffe", "Carovane")
    assert game.match(decks=["Stoffe"]).game.decks == ("Stoffe", "Stoffe")
    assert game.seated(3) is game.seated(3)
    with pytest.raises(WrongNumber):
        game.match(players=5)
    with pytest.raises(UnknownDeck):
        game.match(decks=["Sale"])


def test_copies_are_cards_of_their_own(three: Game) -> None:
    names = [card.name for card in three.cards]
    assert names.count("Sacco di Pepe") == 6  # three of Spezie, three that Stoffe takes from it
    owners = {three.objects.owners[c] for c, name in enumerate(names) if name == "Sacco di Pepe"}
    assert owners == {1, 2}


@pytest.mark.parametrize("seed", range(6))
def test_short_programs_play_the_same_matches_in_three(seed: int) -> None:
    plain, quick = both_ways(MERCHANTS, 3)
    one, other = plain.match(seed=seed), quick.match(seed=seed)
    chance = random.Random(seed)
    while one.decision is not None:
        assert one.asked == other.asked and one.s == other.s
        choice = chance.randrange(one.count)
        one.choose(choice)
        other.choose(choice)
    assert other.over and one.winner == other.winner


def test_a_save_remembers_the_table(three: Game) -> None:
    match = played(three.match(seed=5), 5, most=12)
    again = Match.load(load(MERCHANTS), match.save())
    assert again.game.players == 3 and again.game.decks == three.decks
    assert played(again, 1).winner == played(match, 1).winner
    data = json.loads(match.save()) | {"players": 7}
    with pytest.raises(SaveError):
        Match.load(three, json.dumps(data))


def test_a_hand_is_seen_by_its_player_alone(three: Game) -> None:
    match = played(three.match(seed=2), 2, most=6)
    for who in range(3):
        hands = [each["zones"]["Mano"] for each in view(match, who)["players"]]
        assert [isinstance(hand, list) for hand in hands] == [each == who for each in range(3)]


def test_bots_play_to_the_end_in_four() -> None:
    game = load(MERCHANTS).seated(4)
    match, agents = game.match(seed=1), seat(("greedy", "random", "greedy", "random"), 1)
    while (decision := match.decision) is not None:
        match.choose(agents[decision.player].choose(match))
    assert match.winner in (None, 0, 1, 2, 3)


def test_wins_are_counted_by_seat_for_three(three: Game) -> None:
    summary = simulate(three, matches=12, seed=1, seats=("random",) * 3)
    assert len(summary.wins_by_seat) == 3 and sum(summary.wins_by_seat) + summary.draws == 12


def test_play_and_go_on_with_a_saved_match(tmp_path: Path) -> None:
    saved = tmp_path / "partita.json"
    told = run(
        "play", str(MERCHANTS), "--seats", "person,random,greedy", "--first", "0", "--save", str(saved), typed="1\ne\n"
    )
    assert "C" in told and saved.exists()
    told = run("play", str(MERCHANTS), "--resume", str(saved), "--seats", "random,random,random")
    assert "vince" in told or "pari" in told or "nessuno" in told


def test_the_number_of_seats_must_be_the_game_s() -> None:
    result = CliRunner().invoke(group, ["play", str(MERCHANTS), "--seats", "random,random,random,random,random"])
    assert result.exit_code == 2 and "2 to 4" in result.output


def test_simulate_in_three_with_named_decks() -> None:
    words = ("--players", "3", "--decks", "Spezie,Stoffe,Spezie", "--matches", "3", "--jobs", "1", "--json")
    data = json.loads(run("simulate", str(MERCHANTS), *words))
    assert len(data["wins_by_seat"]) == 3


def test_why_in_a_scene_of_three() -> None:
    line = next(n for n, text in enumerate(SCENE.read_text("utf-8").splitlines(), 1) if "il Prezzo di Datteri" in text)
    told = run("why", f"{SCENE}:{line}", "perché Datteri Prezzo")
    assert "Prezzo" in told and "4" in told


def test_scenes_of_three() -> None:
    assert "0 failed" in run("test", str(SCENE))


def test_the_booklet_says_how_many_and_what_a_deck_is() -> None:
    told = run("rulebook", str(MERCHANTS))
    assert "2–4" in told and "Insegna" in told and "al massimo 3" in told


def test_diff_plays_in_three(tmp_path: Path) -> None:
    other = tmp_path / "mercanti"
    shutil.copytree(MERCHANTS, other)
    deck = other / "carovane.mazzo"
    deck.write_text(deck.read_text("utf-8").replace("perdono 2 Monete", "perdono 3 Monete"), "utf-8")
    told = run("diff", str(MERCHANTS), str(other), "--matches", "4", "--seats", "random,random,random", code=1)
    assert "Gabelliere" in told and "12 coppie di partite" in told
