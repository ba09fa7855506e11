"""Matches played to their end, one or many, in one process or several; the same seeds give the same matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from interpreter.agents import Agent, seat
from interpreter.match import Game

#: A match with more decisions than this is stopped and told: it would never end.
MOST_DECISIONS = 20_000


@frozen
class Played:
    """A match that was played. ``stopped`` says why, when it did not come to its end."""

    seed: int
    winner: int | None
    decisions: int
    turns: int
    stopped: str = ""


@frozen
class Summary:
    """Many matches together."""

    seats: tuple[str, ...]
    played: tuple[Played, ...]
    seconds: float

    @property
    def matches(self) -> int:
        return len(self.played)

    @property
    def decisions(self) -> int:
        return sum(one.decisions for one in self.played)

    @property
    def wins_by_seat(self) -> tuple[int, ...]:
        return tuple(sum(one.winner == place for one in self.played) for place in range(len(self.seats)))

    @property
    def draws(self) -> int:
        return sum(one.winner is None and not one.stopped for one in self.played)

    @property
    def stopped(self) -> tuple[tuple[int, str], ...]:
        """The seeds of the matches that did not end, and why."""
        return tuple((one.seed, one.stopped) for one in self.played if one.stopped)

    @property
    def turns(self) -> dict[str, float]:
        counts = [one.turns for one in self.played]
        return {
            "mean": sum(counts) / max(len(counts), 1),
            "least": min(counts, default=0),
            "most": max(counts, default=0),
        }

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
        }


def play_one(game: Game, agents: Sequence[Agent], seed: int) -> Played:
    """Play one match to its end."""
    match = game.match(seed=seed)
    decisions = 0
    while (decision := match.decision) is not None:
        if decisions >= MOST_DECISIONS:
            return Played(seed, None, decisions, turns_of(match), f"fermata dopo {decisions} decisioni")
        match.choose(agents[decision.player].choose(match))
        decisions += 1
    return Played(seed, match.winner, decisions, turns_of(match))


def turns_of(match: Any) -> int:
    """How many periods of a player have begun: what the game calls a turn is the first period that is of a player."""
    layout = match.game.compiled.layout
    for name, period in match.game.meaning.periods.items():
        if period.of_player:
            return int(match.s[layout[f"serial {name}"]])
    return 0


def simulate(
    game: Game,
    *,
    matches: int,
    seed: int = 0,
    seats: Sequence[str] = (),
    decks: Sequence[str] = (),
    jobs: int = 1,
    advance: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play matches with the seeds ``seed``, ``seed`` + 1 … and sum them up; ``advance`` is told how many are done.

    As many play as ``seats`` names; ``decks`` as in ``Game.seated``."""
    game = game.seated(len(seats) or None, decks)
    names = tuple(seats) or ("random",) * game.players
    started = time.perf_counter()
    played = []
    for one in _all(game, names, range(seed, seed + matches), jobs):
        played.append(one)
        advance(len(played))
    return Summary(names, tuple(played), time.perf_counter() - started)


def _all(game: Game, names: tuple[str, ...], seeds: range, jobs: int) -> Iterator[Played]:
    if len(seeds) >= game.many_matches:
        game.quicken()
    if jobs == 1:
        for seed in seeds:
            yield play_one(game, seat(names, seed), seed)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # a forked worker has the compiled game already; elsewhere it is made again from its meaning
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    arguments = (game.meaning, game.objects) if method == "spawn" else (game, None)
    with ProcessPoolExecutor(jobs, context, _begin, arguments) as pool:
        tasks = ((names, seed) for seed in seeds)
        yield from pool.map(_play_task, tasks, chunksize=max(1, len(seeds) // (jobs * 8)))


_worker_game: list[Game] = []


def _begin(game: Any, objects: Any) -> None:
    _worker_game[:] = [game if isinstance(game, Game) else Game(game, objects=objects)]


def _play_task(task: tuple[tuple[str, ...], int]) -> Played:
    names, seed = task
    return play_one(_worker_game[0], seat(names, seed), seed)
