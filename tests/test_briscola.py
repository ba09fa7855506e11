"""Tricks: whose the next one is, and what is known of piles that nobody sees."""

from __future__ import annotations

from pathlib import Path
from random import Random

from click.testing import CliRunner

from interpreter.cli.group import group
from interpreter.match import Match, load

FOLDER = Path(__file__).parent.parent / "games" / "briscola"


def played(match: Match, most: int) -> Match:
    chance = Random(5).random
    while match.count and most:
        match.choose(int(chance() * match.count))
        most -= 1
    return match


def test_the_one_who_takes_opens_the_next_trick() -> None:
    game = load(FOLDER)
    for seed in range(20):
        match = played(game.match(seed=seed), 2 * seed)
        taken = match.game_value("Vincente")
        assert not match.over and match.turn_player is not None
        assert seed == 0 or match.turn_player == taken


def test_points_are_known_when_the_match_is_over_by_them() -> None:
    match = played(load(FOLDER).match(seed=3), 39)
    assert [match.view(0)["players"][seat]["Punti"] for seat in (0, 1)] == [None, None]
    played(match, 1)
    assert match.over
    assert sum(match.view(0)["players"][seat]["Punti"] for seat in (0, 1)) == 120


def test_a_value_given_like_a_zone_in_a_scene_is_told_how_it_is_said(tmp_path) -> None:  # type: ignore[no-untyped-def]
    for each in FOLDER.iterdir():
        if each.is_file():
            (tmp_path / each.name).write_bytes(each.read_bytes())
    (tmp_path / "scene").mkdir()
    text = "scene per Briscola, con il mazzo Napoletane\n\nscena Una\n    Briscola: Coppe\n    tocca ad A\n"
    (tmp_path / "scene" / "una.scena").write_text(text, encoding="utf-8")
    told = CliRunner().invoke(group, ["check", str(tmp_path)])
    assert told.exit_code == 1
    assert "di un valore si dice «la Briscola è …»" in told.output
