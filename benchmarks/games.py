"""Measures of every game by itself: decisions per second; saving, loading, and what the log costs."""

from __future__ import annotations

import gc
import random
import re
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks.measures import MEASURES, ROUNDS, TOLD, measure

GAMES = Path(__file__).resolve().parent.parent / "games"
#: The five great games and the two classic ones.
PLAYED = ("bless", "ventisei", "kult", "fow", "duello", "leduc", "ottomatto")
SECONDS = 0.7
#: A match that goes on longer is left: it counts so far.
MOST_DECISIONS = 2000
SAVES = 20
MIDDLE = 60


@cache
def ready(name: str) -> Any:
    """A game with its short programs."""
    from interpreter.match import load

    game = load(GAMES / name)
    game.quicken()
    return game


def round_of(game: Any, seed: int) -> float:
    """Decisions per second of processor time, random choices, the beginnings of the matches included."""
    gc.collect()
    chance, taken, start = random.Random(seed).random, 0, process_time()
    while (passed := process_time() - start) < SECONDS:
        match, left = game.match(seed=(seed := seed + 1)), MOST_DECISIONS
        while (count := match.count) > 0 and left:
            match.choose(int(chance() * count))
            left -= 1
        taken += MOST_DECISIONS - left
    return taken / passed


def of_game(name: str) -> None:
    """Register the speed of one game."""

    def decisions() -> float:
        round_of(ready(name), 0)
        return median(round_of(ready(name), 1000 * i) for i in range(3))

    decisions.__name__ = f"{name}_decisions_per_s"
    decisions.__doc__ = f"Decisions per second of processor time of games/{name}, random choices."
    MEASURES[decisions.__name__], TOLD[decisions.__name__] = decisions, ("decisions/s", "")


for each in PLAYED:
    of_game(each)


@measure("ratio", "≥ 0.33")
def traced_over_untraced() -> float:
    """Decisions per second with the log ÷ without: the generated programs without the lines that tell."""
    from interpreter.inlined.build import inline
    from interpreter.linking import linked
    from interpreter.match import Match, load
    from interpreter.shortened.optimise import optimised

    silent = load(GAMES / "bless")
    silent.quicken()
    programs = optimised(silent.compiled)
    untold = {
        name: re.sub(r"m\.told = \(.*\), m\.told\)$", "pass", text, flags=re.M) for name, text in programs.items()
    }
    assert sum(map(len, untold.values())) < sum(map(len, programs.values()))
    silent.machine = linked(silent.compiled, Match, untold)
    inline(silent.machine, {**silent.compiled.functions, **untold})
    silent.run = silent.machine.names["run"]
    traced, untraced = [], []
    for i in range(ROUNDS):
        traced.append(round_of(ready("bless"), 1000 * i))
        untraced.append(round_of(silent, 1000 * i))
    return median(traced) / median(untraced)


def middle(seed: int) -> Any:
    """A match of the great game in its middle."""
    chance, match = random.Random(seed).random, ready("bless").match(seed=seed)
    for _ in range(MIDDLE):
        match.choose(int(chance() * match.count))
    return match


@measure("ms")
def save_ms() -> float:
    """Saving a match in its middle as JSON, its log included."""
    return median(timed(middle(seed).save) for seed in range(ROUNDS))


@measure("ms")
def load_ms() -> float:
    """Reading such a save back, every part of it checked."""
    from interpreter.match import Match

    saves = [middle(seed).save() for seed in range(ROUNDS)]
    return median(timed(partial(Match.load, ready("bless"), save)) for save in saves)


def timed(what: Any) -> float:
    """Milliseconds for one time."""
    gc.collect()
    start = perf_counter()
    for _ in range(SAVES):
        what()
    return (perf_counter() - start) / SAVES * 1000


def against_openspiel(folder: str, native: bool, example: bool) -> None:
    """Register our speed over OpenSpiel's for a classic game."""

    def ratio() -> float:
        from benchmarks.classics import rates

        ours, *theirs = rates(folder, native)
        return ours / theirs[example]

    ratio.__name__ = f"{'native_' * native}{folder}_over_openspiel{'_example' * example}"
    how = "as in its own example" if example else "in the quickest loop that we know"
    ours = "; our programs in C" if native else ""
    ratio.__doc__ = (
        f"Decisions per second of games/{folder} ÷ those of OpenSpiel's own, driven from Python {how}{ours}."
    )
    MEASURES[ratio.__name__], TOLD[ratio.__name__] = ratio, ("ratio", "" if native else "≥ 0.5")


def of_openspiel(folder: str, example: bool) -> None:
    """Register OpenSpiel's speed at a classic game."""

    def theirs() -> float:
        from benchmarks.classics import rates

        return rates(folder)[1 + example]

    theirs.__name__ = f"openspiel_{folder}{'_example' * example}_decisions_per_s"
    theirs.__doc__ = f"The other side of {folder}_over_openspiel{'_example' * example}."
    MEASURES[theirs.__name__], TOLD[theirs.__name__] = theirs, ("decisions/s", "")


for each in ("leduc", "ottomatto"):
    for as_in_example in (False, True):
        against_openspiel(each, native=False, example=as_in_example)
        against_openspiel(each, native=True, example=as_in_example)
        of_openspiel(each, as_in_example)
