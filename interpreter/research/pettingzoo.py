"""Our games in PettingZoo: an environment in which one player after the other is asked (AEC), with a mask of what is legal.

An action is the place of an option in the list of the decision; an observation is the vector of
:class:`interpreter.research.table.Table`, made from the player's own view.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from interpreter.match import Game, Match, load
from interpreter.research.table import Table, gains

MOST_OPTIONS = 1000


class TooManyOptions(RuntimeError):
    """A decision with more options than the environment was made for: make it with a greater ``options``."""


class DettoEnv(AECEnv):  # type: ignore[misc]
    """A game of ours. ``gain``: the value of a player by which a match is worth more than won or lost."""

    def __init__(
        self, path: str | Path | Game, players: int | None = None, options: int = MOST_OPTIONS, gain: str = ""
    ) -> None:
        super().__init__()
        self.game = (path if isinstance(path, Game) else load(path)).seated(players)
        self.game.quicken()
        self.metadata = {"name": f"{self.game.meaning.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.options, self.gain = options, gain
        self.table = Table(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        seen = gymnasium.spaces.Box(-np.inf, np.inf, (self.table.size,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (options,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(options) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self.match: Match | None = None

    def observation_space(self, agent: str) -> Any:
        """The same space for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """So many options as were asked for when the environment was made."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: that of the seed, or any."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.match = self.game.match(seed=int(self._chance.integers(1 << 31)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()
        if self.match.over:
            self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which of the options there are when it is asked."""
        assert self.match is not None
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(self.options, np.int8)
        if self.match.asked is not None and -1 - self.match.asked[0] == seat:
            if self.match.count > self.options:
                raise TooManyOptions(f"{self.match.count} options, made for {self.options}")
            mask[: self.match.count] = 1
        return {"observation": np.array(self.table.vector(self.match, seat), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent that is asked takes an option."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.match is not None and action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.choose(int(action))
        self.agent_selection = self._asked()
        if self.match.over:
            self._end()
        self._accumulate_rewards()

    def render(self) -> str:
        """What is asked now, in words."""
        assert self.match is not None
        decision = self.match.decision
        if decision is None:
            return "over"
        return "\n".join([f"{decision.player}: {decision.prompt}", *(option.text for option in decision.options)])

    def close(self) -> None:
        """Nothing is held open."""

    def _asked(self) -> str:
        """The agent that must choose; when nobody must any more, any."""
        assert self.match is not None
        return self.agents[0] if self.match.asked is None else self.possible_agents[-1 - self.match.asked[0]]

    def _end(self) -> None:
        assert self.match is not None
        self.rewards = dict(zip(self.possible_agents, gains(self.match, self.gain), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
