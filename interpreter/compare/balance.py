"""How matches go in two texts of a game: the same seeds, the same bots, each seat beginning in turn.

A pair is a match in the older text and one in the newer with the same seed, the same bots and the same seat that begins.
All pairs of one seed (every seat begins once, so no seat has an advantage) make one difference; the differences of the
seeds are independent, and from them come the intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from attrs import frozen

from dsl.meaning.nodes import Candidate, ValueOf

from ..agents import seat
from ..match import Game, Match, MatchFault
from ..scenes.workers import Workers
from ..simulation.played import MOST_DECISIONS, turns_of
from .interval import Interval, none_of, paired_interval

#: What is measured of each match; those of ``SHARES`` lie between 0 and 1.
WINS_FIRST: Final = "wins of who begins"
WINS_BOT: Final = "wins of the first bot"
POINTS: Final = "points of a player"
LEAD: Final = "lead of who begins"
TURNS: Final = "turns"
SHARES: Final = (WINS_FIRST, WINS_BOT)


class End(NamedTuple):
    """How a match ended. ``points`` is empty when the game is not won by points; ``stopped`` says why it has no end."""

    winner: int | None
    points: tuple[int, ...]
    turns: int
    decisions: int
    stopped: str


@frozen
class Measure:
    """Something measured in both texts: its mean in each, and the paired difference with its interval."""

    name: str
    old: float
    new: float
    difference: Interval


@frozen
class Divergence:
    """The first pair of matches that part: its seed, the seat that begins, and after how many decisions."""

    seed: int
    first: int
    decisions: int


@frozen
class Balance:
    """Pairs of matches in two texts, summed up. ``decks``: the one that was played in each; ``stopped``: the seed, the
    beginner and the reason of the pairs of which one has no end (nobody has won it)."""

    seats: tuple[str, ...]
    decks: tuple[str, str]
    seeds: int
    pairs: int
    diverged: int
    measures: tuple[Measure, ...]
    divergence: Divergence | None
    stopped: tuple[tuple[int, int, str], ...] = ()

    @property
    def unseen(self) -> float:
        """When no pair parts: the share of pairs that might part all the same."""
        return none_of(self.seeds)


@frozen
class _Pair:
    """Two matches of one seed and one beginning."""

    seed: int
    first: int
    old: End
    new: End
    parted: int | None


def balance(
    old: Game,
    new: Game,
    *,
    seeds: Sequence[int],
    seats: Sequence[str],
    jobs: int = 1,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Balance:
    """Play every seed in both games, once for each seat that begins. Both must have the same number of players."""
    if old.players != new.players:
        raise ValueError("two games of different numbers of players have no matches in common")
    names = tuple(seats)
    items = [(seed, first) for seed in seeds for first in range(old.players)]
    pairs: dict[int, _Pair] = {}
    with Workers(_Both(old, new, names).play, items, jobs) as workers:
        for done, (number, pair) in enumerate(workers.results(), 1):
            pairs[number] = pair
            advance(done, len(items))
    decks = next(iter(old.meaning.decks), ""), next(iter(new.meaning.decks), "")
    return _summed(names, decks, [pairs[number] for number in range(len(items))], old.players)


@frozen
class _Both:
    """Two games and the bots that play them."""

    old: Game
    new: Game
    names: tuple[str, ...]

    def play(self, item: tuple[int, int]) -> _Pair:
        """A match in each game, and after how many decisions they part."""
        seed, first = item
        ways: list[list[tuple[int, ...]]] = []
        ends = []
        for game in (self.old, self.new):
            way: list[tuple[int, ...]] = []
            ends.append(_played(game, self.names, seed, first, way))
            ways.append(way)
        same = next((i for i, (a, b) in enumerate(zip(*ways, strict=False)) if a != b), min(map(len, ways)))
        parted = None if ways[0] == ways[1] and ends[0] == ends[1] else same
        return _Pair(seed, first, ends[0], ends[1], parted)


def _played(game: Game, names: Sequence[str], seed: int, first: int, way: list[tuple[int, ...]]) -> End:
    """Play a match to its end; ``way`` gets who chose what, of how many options, at each decision."""
    match = game.match(seed=seed, first=first)
    agents = seat(names, seed)
    try:
        while (decision := match.decision) is not None and len(way) < MOST_DECISIONS:
            chosen = agents[decision.player].choose(match)
            way.append((decision.player, match.count, chosen))
            match.choose(chosen)
    except MatchFault as fault:
        return End(None, _points(match), turns_of(match), len(way), str(fault))
    stopped = "" if match.over else f"fermata dopo {len(way)} decisioni"
    return End(match.winner, _points(match), turns_of(match), len(way), stopped)


def _points(match: Match) -> tuple[int, ...]:
    """What each player has of the value that wins the game."""
    ending = match.game.meaning.ending
    score = ending.score if ending is not None else None
    if not isinstance(score, ValueOf) or not isinstance(score.of, Candidate):
        return ()
    declared = match.game.meaning.values.get(score.value)
    if declared is None or declared.owner != "player" or declared.derived is not None:
        return ()
    points = (match.player_value(player, score.value) for player in range(match.game.players))
    return tuple(each for each in points if isinstance(each, int))


# -- summing up


def _summed(names: tuple[str, ...], decks: tuple[str, str], pairs: Sequence[_Pair], players: int) -> Balance:
    parted = [pair for pair in pairs if pair.parted is not None]
    found = next(iter(parted), None)
    return Balance(
        seats=names,
        decks=decks,
        seeds=len(pairs) // players,
        pairs=len(pairs),
        diverged=len(parted),
        measures=tuple(_measures(pairs, players, len(set(names)) > 1)),
        divergence=Divergence(found.seed, found.first, found.parted or 0) if found is not None else None,
        stopped=tuple(
            (p.seed, p.first, p.old.stopped or p.new.stopped) for p in pairs if p.old.stopped or p.new.stopped
        ),
    )


def _measures(pairs: Sequence[_Pair], players: int, bots_differ: bool) -> Iterator[Measure]:
    yield _measure(WINS_FIRST, pairs, players, lambda end, first: _share(end, first, players))
    if bots_differ:
        yield _measure(WINS_BOT, pairs, players, lambda end, first: _share(end, 0, players))
    if all(pair.old.points and pair.new.points for pair in pairs):
        yield _measure(POINTS, pairs, players, lambda end, first: fmean(end.points))
        yield _measure(LEAD, pairs, players, _lead)
    yield _measure(TURNS, pairs, players, lambda end, first: end.turns)


def _share(end: End, player: int, players: int) -> float:
    """1 for a victory, 0 for a defeat; a match that nobody won counts as shared out."""
    return 1 / players if end.winner is None else float(end.winner == player)


def _lead(end: End, first: int) -> float:
    """How many points who began has more than the best of the others."""
    others = [points for player, points in enumerate(end.points) if player != first]
    return float(end.points[first] - max(others, default=0))


def _measure(name: str, pairs: Sequence[_Pair], players: int, of: Callable[[End, int], float]) -> Measure:
    old = [of(pair.old, pair.first) for pair in pairs]
    new = [of(pair.new, pair.first) for pair in pairs]
    each = [b - a for a, b in zip(old, new, strict=True)]
    by_seed = [fmean(each[at : at + players]) for at in range(0, len(each), players)]
    return Measure(name, fmean(old), fmean(new), paired_interval(by_seed, 1.0 if name in SHARES else None))


__all__ = ["LEAD", "POINTS", "SHARES", "TURNS", "WINS_BOT", "WINS_FIRST", "Balance", "Divergence", "Measure", "balance"]
