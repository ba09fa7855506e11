"""Many matches between agents, here, in several processes or on a cluster; the same seeds give the same matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from interpreter.agents import seat
from interpreter.match import Game
from interpreter.simulation import workers
from interpreter.simulation.plan import Plan
from interpreter.simulation.played import Played, play_one
from interpreter.simulation.store import Store
from interpreter.simulation.tally import Rows

#: A batch takes about this long at least, so that handing it over costs nothing beside it.
SECONDS_OF_A_BATCH = 1.0
MOST_OF_A_BATCH = 2000
#: However slow they seem in the beginning, no more batches than this: each is a few files.
MOST_BATCHES = 4000
_TRIED = 8


@frozen
class Summary:
    """Many matches together. ``resumed`` of them were in the folder already."""

    seats: tuple[str, ...]
    matches: int
    decisions: int
    seconds: float
    wins_by_seat: tuple[int, ...]
    draws: int
    turns: dict[str, float]
    stopped: tuple[tuple[int, str], ...]
    resumed: int = 0

    def as_data(self) -> dict[str, Any]:
        """Plain data for another program."""
        return {
            "matches": self.matches,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "seats": list(self.seats),
            "wins_by_seat": list(self.wins_by_seat),
            "draws": self.draws,
            "turns": self.turns,
            "stopped": [{"seed": seed, "reason": reason} for seed, reason in self.stopped],
            "resumed": self.resumed,
        }


class Sum:
    """What is summed up while matches come in, in any order."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.wins = [0] * len(seats)
        self.matches = self.decisions = self.draws = self.turns = self.most = 0
        self.least: int | None = None
        self.stopped: list[tuple[int, str]] = []

    def add(self, one: Played) -> None:
        self.matches += 1
        self.decisions += one.decisions
        self.turns += one.turns
        self.least = one.turns if self.least is None else min(self.least, one.turns)
        self.most = max(self.most, one.turns)
        if one.stopped:
            self.stopped.append((one.seed, one.stopped))
        elif one.winner is None:
            self.draws += 1
        else:
            self.wins[one.winner] += 1

    def summary(self, seconds: float, resumed: int) -> Summary:
        turns = {"mean": self.turns / max(self.matches, 1), "least": self.least or 0, "most": self.most}
        return Summary(
            self.seats,
            self.matches,
            self.decisions,
            seconds,
            tuple(self.wins),
            self.draws,
            turns,
            tuple(sorted(self.stopped)),
            resumed,
        )


def simulate(
    game: Game,
    *,
    matches: int,
    seed: int = 0,
    seats: Sequence[str] = (),
    decks: Sequence[str] = (),
    jobs: int = 1,
    out: Path | None = None,
    cluster: str | None = None,
    advance: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play matches with the seeds ``seed``, ``seed`` + 1 … and sum them up; ``advance`` is told how many are done.

    ``out``: a folder for the tables; what it holds of the same simulation is not played again. ``cluster``: a scheduler's address.
    Raises :class:`interpreter.simulation.store.StoreError`, :class:`interpreter.simulation.workers.NoCluster`."""
    game = game.seated(len(seats) or None, decks)
    names = tuple(seats) or ("random",) * game.players
    started = time.perf_counter()
    if cluster is not None:
        game.quicken()
    game.expect(matches)
    task = workers.Task(game, names, out is not None)
    plan = Plan.of(game, names, seed, matches, _batch(game, names, seed, matches, jobs))
    store = Store(out, task.tally) if out is not None and task.tally is not None else None
    total = Sum(names)
    there: set[int] = set()
    if store is not None:
        plan = store.begin(plan)
        if store.finished:
            return _from_tables(store, plan, names, time.perf_counter() - started)
        there = store.done()
    resumed = sum(len(seeds) for number, seeds in plan.batches if number in there)
    advance(resumed)
    ahead = ((number, seeds) for number, seeds in plan.batches if number not in there)
    for number, played in _played(task, ahead, jobs, cluster):
        if store is not None:
            store.add(number, Rows.together(one.rows for one in played))
        for one in played:
            total.add(one)
        advance(resumed + total.matches)
    if store is not None:
        store.close(plan)
        return _from_tables(store, plan, names, time.perf_counter() - started, resumed)
    return total.summary(time.perf_counter() - started, 0)


def _played(
    task: workers.Task, batches: Iterator[workers.Batch], jobs: int, cluster: str | None
) -> Iterator[workers.Done]:
    if cluster is not None:
        return workers.cluster(task, batches, cluster)
    return workers.here(task, batches) if jobs == 1 else workers.processes(task, batches, jobs)


def _batch(game: Game, names: tuple[str, ...], seed: int, matches: int, jobs: int) -> int:
    """How many matches go together: about a second of them, at least one batch for each worker.

    The time of the processor counts, and not that of the first match, which makes the game ready: a busy machine cuts no smaller."""
    share = max(1, -(-matches // max(jobs, 1)))
    if share == 1:
        return 1
    play_one(game, seat(names, seed), seed)
    tried = min(_TRIED, share)
    started = time.process_time()
    for other in range(seed, seed + tried):
        play_one(game, seat(names, other), other)
    each = (time.process_time() - started) / tried
    wanted = max(int(SECONDS_OF_A_BATCH / max(each, 1e-6)) + 1, -(-matches // MOST_BATCHES))
    return max(1, min(share, MOST_OF_A_BATCH, wanted))


def _from_tables(
    store: Store, plan: Plan, names: tuple[str, ...], seconds: float, resumed: int | None = None
) -> Summary:
    """The sum of what the folder holds."""
    total = Sum(names)
    for one in store.matches():
        total.add(one)
    return total.summary(seconds, plan.matches if resumed is None else resumed)
