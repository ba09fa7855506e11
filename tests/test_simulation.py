"""Many matches: the same tables whoever plays them, and nothing lost when the work is cut off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from interpreter.match import Game, load
from interpreter.simulation import NoCluster, StoreError, simulate
from interpreter.simulation.store import TABLES

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def towers() -> Game:
    return load(GAMES / "torri")


def tables(folder: Path) -> dict[str, bytes]:
    assert not (folder / "parts").exists()
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def test_the_same_tables_on_one_core_and_on_two(towers: Game, tmp_path: Path) -> None:
    one = simulate(towers, matches=60, seed=7, out=tmp_path / "one", jobs=1)
    two = simulate(towers, matches=60, seed=7, out=tmp_path / "two", jobs=2)
    assert tables(tmp_path / "one") == tables(tmp_path / "two")
    assert (one.wins_by_seat, one.decisions, one.turns) == (two.wins_by_seat, two.decisions, two.turns)
    alone = simulate(towers, matches=60, seed=7)
    assert (one.wins_by_seat, one.decisions, one.draws, one.turns) == (
        alone.wins_by_seat,
        alone.decisions,
        alone.draws,
        alone.turns,
    )


def test_a_row_a_seat_in_the_order_of_the_seeds(towers: Game, tmp_path: Path) -> None:
    summary = simulate(towers, matches=20, seed=3, out=tmp_path / "t", seats=("greedy", "random"))
    seats = parquet.read_table(tmp_path / "t" / "seats.parquet").to_pylist()
    assert [(row["seed"], row["seat"]) for row in seats] == [(seed, seat) for seed in range(3, 23) for seat in (0, 1)]
    assert [row["bot"] for row in seats[:2]] == ["greedy", "random"]
    assert sum(row["won"] for row in seats if row["seat"] == 0) == summary.wins_by_seat[0]
    assert sum(row["decisions"] for row in seats) == 2 * summary.decisions
    assert all(row["first"] != other["first"] for row, other in zip(seats[::2], seats[1::2], strict=True))


def test_the_cards_of_a_match_are_counted_as_its_log_tells(towers: Game, tmp_path: Path) -> None:
    simulate(towers, matches=5, seed=11, out=tmp_path / "t")
    cards = parquet.read_table(tmp_path / "t" / "cards.parquet").to_pylist()
    drawn = {(row["seed"], row["seat"]): 0 for row in cards}
    for row in cards:
        drawn[row["seed"], row["seat"]] += row["scavare"]
    for seed in range(11, 16):
        match = towers.match(seed=seed)
        from interpreter.agents import seat

        agents = seat(("random", "random"), seed)
        while (decision := match.decision) is not None:
            match.choose(agents[decision.player].choose(match))
        told = [entry for entry in match.log if entry.kind == "event" and entry.verb == "scavare"]
        for place in (0, 1):
            by_log = sum(entry.roles.get("agent") == -1 - place for entry in told)
            assert drawn.get((seed, place), 0) == by_log


@pytest.mark.parametrize("name", ["ventisei", "kult", "duello", "fow"])
def test_every_game_has_its_tables(name: str, tmp_path: Path) -> None:
    """Whatever its values of a player are: stored, reckoned, made of layers; tokens are no cards."""
    game = load(GAMES / name)
    simulate(game, matches=1, seed=2, out=tmp_path / "t", jobs=1)
    values = {v.name for v in game.meaning.values.values() if v.owner == "player" and v.kind == "number"}
    (first, *_) = parquet.read_table(tmp_path / "t" / "seats.parquet").to_pylist()
    assert values <= first.keys()
    tokens = {card.name for card in game.cards if card.token is not None}
    seen = set(parquet.read_table(tmp_path / "t" / "cards.parquet")["card"].to_pylist())
    assert seen and not seen & tokens


def test_a_finished_folder_is_not_played_again(towers: Game, tmp_path: Path) -> None:
    first = simulate(towers, matches=30, seed=1, out=tmp_path / "t")
    before = tables(tmp_path / "t")
    again = simulate(towers, matches=30, seed=1, out=tmp_path / "t")
    assert again.resumed == 30 and again.wins_by_seat == first.wins_by_seat
    assert tables(tmp_path / "t") == before


def test_another_simulation_does_not_take_the_folder(towers: Game, tmp_path: Path) -> None:
    simulate(towers, matches=5, seed=1, out=tmp_path / "t")
    with pytest.raises(StoreError, match="seed"):
        simulate(towers, matches=5, seed=2, out=tmp_path / "t")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("caro diario", "utf-8")
    with pytest.raises(StoreError, match="non è vuota"):
        simulate(towers, matches=5, out=tmp_path / "mine")


def command(folder: Path, matches: int) -> list[str]:
    arguments = [str(GAMES / "torri"), "--matches", str(matches), "--seed", "9", "--jobs", "2", "--out", str(folder)]
    return [sys.executable, "-m", "interpreter.cli", "simulate", *arguments]


def test_killed_half_way_and_begun_again_it_loses_nothing(tmp_path: Path) -> None:
    matches = 4000
    killed = subprocess.Popen(command(tmp_path / "cut", matches), stdout=subprocess.DEVNULL, start_new_session=True)
    parts = tmp_path / "cut" / "parts"
    deadline = time.monotonic() + 120
    while not any(parts.glob("*.texts.parquet")):
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    assert parts.exists()
    rest = subprocess.run(command(tmp_path / "cut", matches), capture_output=True, text=True, check=True)
    assert "erano già nella cartella" in rest.stdout
    subprocess.run(command(tmp_path / "whole", matches), capture_output=True, check=True)
    assert tables(tmp_path / "cut") == tables(tmp_path / "whole")


def test_a_cluster_gives_the_same_tables_and_a_lost_worker_changes_nothing(towers: Game, tmp_path: Path) -> None:
    from distributed import LocalCluster

    simulate(towers, matches=400, seed=5, out=tmp_path / "alone")
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers:
        lost = []

        def advance(done: int) -> None:
            if done and not lost:
                nanny = next(iter(workers.workers.values()))
                lost.append(nanny.pid)
                os.kill(nanny.pid, signal.SIGKILL)

        simulate(
            towers,
            matches=400,
            seed=5,
            out=tmp_path / "many",
            jobs=8,
            cluster=workers.scheduler_address,
            advance=advance,
        )
    assert lost
    assert tables(tmp_path / "alone") == tables(tmp_path / "many")


def test_nobody_at_the_address_is_told(towers: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.simulation.workers.CONNECT_SECONDS", 0.5)
    with pytest.raises(NoCluster, match="non risponde"):
        simulate(towers, matches=2, cluster="tcp://127.0.0.1:9")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are listed by Linux")
def test_workers_whose_parent_is_killed_end_too(tmp_path: Path) -> None:
    killed = subprocess.Popen(command(tmp_path / "cut", 4000), stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 120
    while not list((tmp_path / "cut" / "parts").glob("*.parquet")):
        assert killed.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    workers = [int(pid) for pid in Path(f"/proc/{killed.pid}/task/{killed.pid}/children").read_text().split()]
    assert len(workers) == 2
    killed.kill()
    killed.wait()
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < deadline, "workers without a parent"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and whose end nobody asks for does not)."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
