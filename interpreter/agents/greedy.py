"""The agent that looks one action ahead: every option tried on a copy, the best taken, by the game's own score."""

from __future__ import annotations

import random

from interpreter.agents.imagined import imagined
from interpreter.agents.score import Score
from interpreter.match import Game, Match

#: How many actions in a row may come to no more than the one before: some games let things be swapped for ever.
MOST_IDLE = 6
#: How many choices inside one effect are taken at random before the position is scored as it stands.
MOST_CHOICES = 40


class Greedy:
    """Tries each option where the hidden cards are dealt anew; what is chosen inside the effect is chosen at random."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._scores: dict[int, tuple[Game, Score]] = {}
        self._last: int | None = None  # the best that an action came to
        self._idle = 0

    def choose(self, match: Match) -> int:
        decision = match.decision
        assert decision is not None
        scores = self.scores(match)
        best = max(score for score, _ in scores)
        equal = [index for index, (score, _) in enumerate(scores) if score == best]
        active = [index for index in equal if not scores[index][1]] or equal
        nothing = [index for index, (_, idle) in enumerate(scores) if idle]
        taken = nothing if nothing and self._goes_round(decision.kind, best) else active
        return taken[int(self._chance.random() * len(taken))]

    def _goes_round(self, kind: str, best: int) -> bool:
        """Whether one action after the other has come to nothing more for too long."""
        if kind != "action":
            return False
        self._idle = self._idle + 1 if self._last is not None and best <= self._last else 0
        self._last = best if self._last is None else max(best, self._last)
        if self._idle > MOST_IDLE:
            self._last, self._idle = None, 0
            return True
        return False

    def scores(self, match: Match) -> list[tuple[int, bool]]:
        """For every option what it comes to, and whether it is to do nothing."""
        decision = match.decision
        assert decision is not None
        seat = decision.player
        score = self._score(match.game)
        world = imagined(match, seat, self._chance)
        found = []
        for option in decision.options:
            trial = world.clone()
            trial.choose(option.index)
            self._finish(trial)
            found.append((score.of(trial, seat), option.kind in ("pass", "no")))
        return found

    def _finish(self, trial: Match) -> None:
        """Go on to the next action, whoever's, choosing at random on the way."""
        for _ in range(MOST_CHOICES):
            decision = trial.decision
            if decision is None or decision.kind == "action":
                return
            trial.choose(int(self._chance.random() * len(decision.options)))

    def _score(self, game: Game) -> Score:
        """The score of a game, made when it is first met; the game is kept so that its identity stays its own."""
        if id(game) not in self._scores:
            self._scores[id(game)] = (game, Score(game))
        return self._scores[id(game)][1]
