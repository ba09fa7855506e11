"""The agent that takes any legal option with the same chance."""

from __future__ import annotations

import random

from interpreter.match import Match


class Uniform:
    """Every legal option is as likely as another."""

    def __init__(self, seed: int = 0) -> None:
        # only random(), whose sequence Python promises to keep between versions
        self._next = random.Random(seed).random

    def choose(self, match: Match) -> int:
        return int(self._next() * match.count)
