"""The agent that searches: information-set Monte Carlo trees over deals of the cards that it may not see.

P. I. Cowling, E. J. Powley and D. Whitehouse, *Information set Monte Carlo tree search*, 2012 (the single-observer kind): one tree of
what is chosen, each iteration over another deal; an option is judged among the times that it could be chosen.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from interpreter.agents.imagined import Unknown
from interpreter.agents.score import POINT, WON, Score
from interpreter.match import Game, Match

#: Iterations at a decision, unless a time is given; and how far one is played on beyond the tree before it is scored.
ITERATIONS = 120
BEYOND = 10
#: How much an option little tried is worth trying, in rewards between 0 and 1.
CURIOSITY = 0.5
#: A lead of so many points counts as three quarters of a win.
LEAD = 3 * POINT


class Node:
    """What is known of a choice: how often it could be made, how often it was, what it came to for who made it."""

    __slots__ = ("available", "children", "reward", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.children: dict[Any, Node] = {}
        self.visits = 0
        self.available = 0
        self.reward = 0.0

    def best(self, options: tuple[Any, ...]) -> Any:
        """The option to go on with, among those of this deal: by the upper bound of what it may be worth."""
        found, highest = None, -1.0
        for option in options:
            child = self.children[option]
            child.available += 1
            bound = child.reward / child.visits + CURIOSITY * math.sqrt(math.log(child.available) / child.visits)
            if bound > highest:
                found, highest = option, bound
        return found


class Search:
    """Tries options over many deals and plays the one that it came back to most."""

    def __init__(self, seed: int = 0, iterations: int = ITERATIONS, seconds: float | None = None) -> None:
        """``seconds``: search so long at each decision instead of a number of iterations (then no longer the same everywhere)."""
        self._chance = random.Random(seed)
        self._iterations, self._seconds = iterations, seconds
        self._scores: dict[int, tuple[Game, Score]] = {}

    def choose(self, match: Match) -> int:
        decision = match.asked
        assert decision is not None
        if len(decision[2]) == 1:
            return 0
        root = self.searched(match)
        options = decision[2]
        tried = [root.children[option].visits if option in root.children else 0 for option in options]
        return tried.index(max(tried))

    def searched(self, match: Match) -> Node:
        """The tree below this decision."""
        assert match.decision is not None
        seat = match.decision.player
        unknown = Unknown(match, seat)
        root = Node(seat)
        until = time.perf_counter() + self._seconds if self._seconds is not None else None
        done = 0
        while done < self._iterations if until is None else time.perf_counter() < until or not done:
            self._iterate(root, unknown.dealt(self._chance))
            done += 1
        return root

    def _iterate(self, root: Node, world: Match) -> None:
        chance = self._chance.random
        node, path = root, []
        while world.asked is not None:
            options = world.asked[2]
            untried = [at for at, option in enumerate(options) if option not in node.children]
            if untried:
                at = untried[int(chance() * len(untried))]
                child = node.children[options[at]] = Node(seat_of(world))
                for option in options:
                    if option in node.children:
                        node.children[option].available += 1
                path.append(child)
                world.choose(at)
                break
            best = node.best(options)
            node = node.children[best]
            path.append(node)
            world.choose(options.index(best))
        self._play_on(world)
        rewards = self._rewards(world)
        for node in path:
            node.visits += 1
            node.reward += rewards[node.seat]

    def _play_on(self, world: Match) -> None:
        """At random, until somebody may act who has acted enough beyond the tree."""
        chance = self._chance.random
        for _ in range(BEYOND):
            if world.asked is None:
                return
            world.choose(int(chance() * len(world.asked[2])))

    def _rewards(self, world: Match) -> list[float]:
        score = self._score(world.game)
        return [reward(score.of(world, seat)) for seat in range(world.game.players)]

    def _score(self, game: Game) -> Score:
        """The score of a game, made when it is first met; the game is kept so that its identity stays its own."""
        if id(game) not in self._scores:
            self._scores[id(game)] = (game, Score(game))
        return self._scores[id(game)][1]


def seat_of(match: Match) -> int:
    """Who chooses now."""
    assert match.asked is not None
    return -1 - match.asked[0]


def reward(score: int) -> float:
    """A score as a share of a win: 0 lost, 1 won, a lead in between."""
    if score >= WON:
        return 1.0
    if score <= -WON:
        return 0.0
    return 0.5 + 0.5 * math.tanh(score / LEAD)
