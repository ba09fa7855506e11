"""Choosers: who sits at a seat and picks among the legal options.

To add one: a class with ``choose``, and a line in ``AGENTS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.agents.chooser import Agent
from interpreter.agents.greedy import Greedy
from interpreter.agents.search import Search
from interpreter.agents.uniform import Uniform

AGENTS: dict[str, Callable[[int], Agent]] = {"random": Uniform, "greedy": Greedy, "search": Search}


def seat(names: Sequence[str], seed: int) -> tuple[Agent, ...]:
    """One agent for each name, each with its own chance derived from the match's seed.

    Raises ``KeyError`` for a name that is not in ``AGENTS``.
    """
    return tuple(AGENTS[name](seed * 1_000_003 + place + 1) for place, name in enumerate(names))


__all__ = ["AGENTS", "Agent", "Greedy", "Search", "Uniform", "seat"]
