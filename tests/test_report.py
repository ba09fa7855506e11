"""The report: its figures against numbers worked out otherwise, its page, what it says of folders that are none."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pyarrow.parquet as parquet
import pytest
from click.testing import CliRunner, Result

from interpreter.cli.group import group
from interpreter.match import load
from interpreter.report import findings
from interpreter.report.shares import Share, holm, strengths
from interpreter.simulation import simulate

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    at = tmp_path_factory.mktemp("tables")
    game = load(GAMES / "torri")
    simulate(game, matches=60, seed=1, seats=("greedy", "random"), out=at / "first")
    simulate(game, matches=60, seed=100, seats=("random", "greedy"), out=at / "second")
    return at / "first", at / "second"


def report(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["report", *arguments])


def test_the_figures_are_those_of_the_tables(folders: tuple[Path, Path]) -> None:
    found = findings(folders)
    rows = [row for folder in folders for row in parquet.read_table(folder / "seats.parquet").to_pylist()]
    greedy = [row for row in rows if row["bot"] == "greedy"]
    assert found.matches == 120 and sum(found.turns) == sum(row["turns"] for row in rows) // 2
    assert dict(found.bots)["greedy"] == Share(sum(row["won"] for row in greedy), 120)
    assert found.first.hits == sum(row["won"] and row["first"] for row in rows)
    assert found.strengths["greedy"] > 0 > found.strengths["random"]
    cards = [row for folder in folders for row in parquet.read_table(folder / "cards.parquet").to_pylist()]
    for card in found.cards:
        mine = [row for row in cards if row["card"] == card.name]
        assert card.drawn == Share(
            sum(row["won"] for row in mine if row["drawn"]), sum(row["drawn"] > 0 for row in mine)
        )
        assert card.events == {
            name: total
            for name in mine[0]
            if name not in ("seed", "seat", "card", "won", "drawn", "played")
            and (total := sum(row[name] for row in mine))
        }


def test_cards_that_nobody_saw_are_named_when_the_game_is_at_hand(folders: tuple[Path, Path]) -> None:
    assert "Torre di Nessuno" in findings(folders, ("Torre di Nessuno",)).never_drawn


def test_wilson_s_bounds() -> None:
    low, high = Share(8, 10).bounds  # Wilson's interval for 8 of 10, as any table of it has it
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert Share(0, 0).bounds == (0.0, 1.0)
    assert Share(60, 100).chance_of(0.5) == pytest.approx(0.0455, abs=1e-4)


def test_holm_corrects_by_rank() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_strengths_are_those_of_the_shares_of_two() -> None:
    found = strengths({("a", "b"): 300.0, ("b", "a"): 100.0})
    assert found["a"] - found["b"] == pytest.approx(400 * math.log10(300.5 / 100.5), abs=0.01)
    ranks = strengths({("a", "b"): 75.0, ("b", "a"): 25.0, ("b", "c"): 75.0, ("c", "b"): 25.0})
    assert ranks["a"] > ranks["b"] > ranks["c"] and sum(ranks.values()) == pytest.approx(0, abs=1e-6)


def test_the_command_prints_and_writes_a_page_that_needs_nothing_else(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    at = tmp_path / "report.html"
    done = report(*map(str, folders), "--html", str(at))
    assert done.exit_code == 0, done.output
    assert "120 partite" in done.output and "livello di greedy +" in done.output
    page = at.read_text("utf-8")
    assert page.startswith("<!doctype html>") and "Chi vince" in page
    assert 'src="http' not in page and "<link" not in page
    data = json.loads(report(str(folders[0]), "--json").output)
    assert data["matches"] == 60 and set(data["bots"]) == {"greedy", "random"}


def test_a_folder_without_a_simulation_is_told(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    done = report(str(tmp_path))
    assert done.exit_code == 1 and "non contiene una simulazione" in done.output
    other = tmp_path / "other"
    simulate(load(GAMES / "modello"), matches=5, out=other)
    done = report(str(folders[0]), str(other))
    assert done.exit_code == 1 and "diversi" in done.output


def test_a_spoilt_table_a_folder_named_twice_and_another_game_are_told(
    tmp_path: Path, folders: tuple[Path, Path]
) -> None:
    spoilt = tmp_path / "spoilt"
    shutil.copytree(folders[0], spoilt)
    table = spoilt / "cards.parquet"
    table.write_bytes(table.read_bytes()[:200])
    done = report(str(spoilt))
    assert done.exit_code == 1 and "troncata" in done.output and str(table) in done.output
    done = report(str(folders[0]), str(folders[0].parent / "." / folders[0].name))
    assert done.exit_code == 1 and "due volte" in done.output
    done = report(str(folders[0]), "--game", str(GAMES / "modello"))
    assert done.exit_code == 1 and "«Modello»" in done.output and "«Torri»" in done.output
