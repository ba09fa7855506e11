"""A long soak, apart from the tests: ``python -m benchmarks.soak [GAME] [--players N] [--matches 10000] [--saved 200]
[--stepped 10] [--jobs 2]``.

Random matches of a game, any game: each ends within its budget with nothing raised; every card is in exactly one place at every
decision and, in every tenth match (STEPPED), after every step of the machine; no limit is exceeded when an action is chosen; tokens lie
where their kind may lie and no place holds more than it can, and whoever is asked can be shown what there is to see. In the first
SAVED matches a save and load at every decision, and a clone that goes on, give the same log. Exit status 1 if anything fails.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from dsl.meaning.nodes import Place
from dsl.meaning.walk import walk
from interpreter.match import Game, Match, load

MOST_DECISIONS = 5_000
EVERY_DECISION = 10  # so often what lies on the table is looked at
EVERY_VIEW = 100  # … and what the seat that is asked sees, the log in it: that takes as long as forty decisions


@cache
def game(path: str, players: int | None) -> Game:
    return load(path).seated(players)


@cache
def homes(path: str, players: int | None) -> tuple[tuple[int, frozenset[str]], ...]:
    """Of each token, the zones in which it may lie."""
    at = game(path, players)
    zones = {
        name: frozenset(place.zone for place in walk(noun.condition) if isinstance(place, Place))
        for name, noun in at.meaning.nouns.items()
        if name in at.meaning.tokens
    }
    return tuple((number, zones[card.token]) for number, card in enumerate(at.cards) if card.token)


def on_the_table(path: str, players: int | None, match: Match) -> None:
    """Tokens lie where their kind may, places hold no more than they can."""
    L, s = match.game.compiled.layout, match.s
    for number, zones in homes(path, players):
        assert L.zone_names[L.kind_of[s[L["zone"] + number]]] in zones, f"token {number} lies where it may not"
    for i, spot in enumerate(L.spots):
        held = s[L["held"] + L.first_spot + i]
        assert len(held) <= match.game.meaning.zones[spot.zone].per_spot, f"too many on {spot.name}"


def in_one_place(game: Game, s: list[Any]) -> None:
    """Every card is in one zone, and the zone that it thinks it is in."""
    L = game.compiled.layout
    seen = 0
    for at in L.kind_of:
        for card in s[at]:
            if card in L.plays:  # what stands for an ability that waits is no card
                continue
            assert s[L["zone"] + card] == at, f"{game.cards[card].name} is in two places"
            seen += 1
    assert seen == len(game.cards), f"{seen} cards of {len(game.cards)} are somewhere"


def within_limits(match: Match) -> None:
    """No limit of the game is exceeded (its own test finds nobody over it)."""
    names = match.game.machine.names
    for i, decl in enumerate(match.game.meaning.limits.values()):
        over = names[f"lim{i}"](match.s)
        assert over is None, f"limit {decl.name} is exceeded"


def watched(path: str, players: int | None) -> Game:
    """The game with every step of its programs followed by the look at all cards."""
    fresh = load(path).seated(players)
    programs, names = fresh.machine.programs, fresh.machine.names

    def followed(step: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(m: Any, s: Any, fr: Any) -> Any:
            done = step(m, s, fr)
            in_one_place(fresh, s)
            return done

        return wrapper

    fresh.many_matches = float("inf")  # its programs stay as they are written, each called by its name
    for i, program in enumerate(fresh.compiled.programs):
        programs[i] = followed(programs[i])
        if program.name in names:
            names[program.name] = programs[i]
    return fresh


@cache
def watched_game(path: str, players: int | None) -> Game:
    return watched(path, players)


def one(task: tuple[str, int | None, int, bool, bool]) -> tuple[int, int, str]:
    """A match: its seed, its decisions, and what went wrong (nothing when all is well)."""
    path, players, seed, saved, stepped = task
    decisions = 0
    try:
        which = (watched_game if stepped else game)(path, players)
        match, chooser = which.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            in_one_place(which, match.s)
            if match.asked[1] == "action":
                within_limits(match)
            if decisions % EVERY_DECISION == 0:
                on_the_table(path, players, match)
            if decisions % EVERY_VIEW == 0:
                match.view(match.asked[0])
            match.choose(chooser.randrange(match.count))
            decisions += 1
            assert decisions < MOST_DECISIONS, "it does not end"
        loops = [entry for entry in match.log if entry.kind == "loop"]
        assert not loops, f"a loop: {loops[0]}"
        if saved:
            same_again(which, seed, match)
    except Exception:
        return seed, decisions, traceback.format_exc(limit=4)
    return seed, decisions, ""


def same_again(table: Game, seed: int, plain: Match) -> None:
    """Saved and loaded at every decision, and cloned at every decision: the identical log."""
    for again in (lambda m: Match.load(table, m.save()), Match.clone):
        match, chooser = table.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            match = again(match)
            match.choose(chooser.randrange(match.count))
        assert match.log == plain.log and match.s == plain.s, "a copy went another way"


def main() -> int:
    """Run the soak and say what was seen."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak")
    parser.add_argument("game", nargs="?", default=str(Path(__file__).resolve().parent.parent / "games" / "bless"))
    parser.add_argument("--players", type=int, help="how many play; as few as the game takes when it is not said")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--saved", type=int, default=200)
    parser.add_argument("--stepped", type=int, default=10, help="of so many one is looked at after every step")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if not Path(asked.game).exists():
        parser.error(f"no game at {asked.game}")
    tasks = [
        (asked.game, asked.players, seed, seed < asked.saved, seed % asked.stepped == 0)
        for seed in range(asked.matches)
    ]
    start, decisions, wrong = time.perf_counter(), 0, []
    with get_context("spawn").Pool(asked.jobs) as pool:
        for seed, count, trouble in pool.imap_unordered(one, tasks, chunksize=25):
            decisions += count
            if trouble:
                wrong.append(seed)
                print(f"seed {seed}, after {count} decisions:\n{trouble}", file=sys.stderr)
    seconds = time.perf_counter() - start
    print(
        f"{asked.matches} matches, {decisions} decisions, {asked.saved} saved and cloned, {len(wrong)} wrong, {seconds:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
