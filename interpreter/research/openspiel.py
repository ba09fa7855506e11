"""Our games in OpenSpiel: ``pyspiel.load_game("detto(path=games/bless)")`` after this module was imported, or :func:`game`.

Chance is one node, at the root: which of ``seeds`` matches is played; all that is drawn and rolled later follows from it. So the
game is explicit and every state can be copied, saved and read back, as OpenSpiel's algorithms want; how many matches there are is
the one thing that it knows less of than the text. An action is the place of an option in the list of the decision.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from interpreter.match import Match, load
from interpreter.research.table import Table, gains

NAME = "detto"
SEEDS, MOST_OPTIONS, MOST_DECISIONS, MOST_GAIN = 1000, 1000, 20_000, 1e6

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A game of Detto Fatto",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"path": "", "players": 0, "seeds": SEEDS, "options": MOST_OPTIONS, "gain": ""},
    default_loadable=False,
)


class TooManyOptions(RuntimeError):
    """A decision with more options than the game was loaded for: load it with ``options=`` a greater number."""


class Loaded:
    """A game made ready to be played often; where it is pickled or copied, only where it was read from is kept."""

    def __init__(self, path: str, players: int) -> None:
        self.source = path, players
        self.game = load(path).seated(players or None)
        self.game.quicken()
        self.table = Table(self.game)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, self.source

    def __deepcopy__(self, memo: Any) -> Loaded:
        return self


@cache
def loaded(path: str, players: int) -> Loaded:
    """A game, read once a process."""
    return Loaded(path, players)


def game(path: str, **parameters: Any) -> Any:
    """The game of a folder as a ``pyspiel.Game``; ``parameters``: players, seeds, options, and gain, the value of a player by which
    the match is worth more than won or lost."""
    return DettoGame({"path": path, **parameters})


class DettoGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.ours = loaded(str(params["path"]), int(params.get("players", 0)))
        self.seeds, self.options = int(params.get("seeds", SEEDS)), int(params.get("options", MOST_OPTIONS))
        self.gain = str(params.get("gain", ""))
        highest = MOST_GAIN if self.gain else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.options,
            max_chance_outcomes=self.seeds,
            num_players=self.ours.game.players,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> DettoState:
        """Before chance has said which match it is."""
        return DettoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DettoObserver:
        """What a player knows, as numbers and as words."""
        return DettoObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Held:
    """A match and what each player has chosen; a deep copy clones the match, a pickle saves it."""

    def __init__(self, ours: Loaded, match: Match | None = None, chosen: tuple[tuple[int, int], ...] = ()) -> None:
        self.ours, self.match, self.chosen = ours, match, chosen

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.ours, None if self.match is None else self.match.clone(), self.chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return held_again, (self.ours, None if self.match is None else self.match.save(), self.chosen)


def held_again(ours: Loaded, saved: str | None, chosen: tuple[tuple[int, int], ...]) -> Held:
    """What was saved, to go on with."""
    return Held(ours, None if saved is None else Match.load(ours.game, saved), chosen)


class DettoState(pyspiel.State):  # type: ignore[misc]
    """A match at a decision, before its seed is known, or over."""

    def __init__(self, game: DettoGame) -> None:
        super().__init__(game)
        self.held = Held(game.ours)

    @property
    def match(self) -> Match:
        """The match, once chance has said which."""
        assert self.held.match is not None
        return self.held.match

    def current_player(self) -> int:
        """Who chooses: chance, a seat, or nobody any more."""
        if self.held.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.asked is None else -1 - self.match.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        count, most = self.match.count, self.get_game().num_distinct_actions()
        if count > most:
            raise TooManyOptions(f"{count} options, loaded for {most}: options={count} or more")
        return list(range(count))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every match is as likely as another."""
        seeds = self.get_game().max_chance_outcomes()
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _apply_action(self, action: int) -> None:
        if self.held.match is None:
            self.held.match = self.held.ours.game.match(seed=action)
            return
        self.held.chosen += ((self.current_player(), action),)
        self.match.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"match {action}"
        decision = self.match.decision
        words = decision.options[action].text if decision is not None and action < len(decision.options) else ""
        return f"{action}: {words}"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.held.match is not None and self.match.over

    def returns(self) -> list[float]:
        """What the match is worth to each player, 0 before its end."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * int(game.num_players())
        return gains(self.match, game.gain)

    def __str__(self) -> str:
        if self.held.match is None:
            return "not begun"
        return "\n".join(words(self, seat, recall=False) for seat in range(self.match.game.players))


def words(state: DettoState, seat: int, recall: bool) -> str:
    """What a player sees, as JSON; with ``recall`` also all that he has seen and chosen since the start."""
    if state.held.match is None:
        return ""
    table = state.held.ours.table
    known: dict[str, Any] = {"seat": seat} | table.seen(state.match, seat)
    asked = state.match.asked
    known["asked"] = None if asked is None else [-1 - asked[0], asked[1]]
    if recall:
        known["log"] = state.match.view(seat)["log"]
        known["chosen"] = [action for who, action in state.held.chosen if who == seat]
    return json.dumps(known, ensure_ascii=False)


class DettoObserver:
    """OpenSpiel's observer: the vector of :class:`interpreter.research.table.Table`, and the words of the view."""

    def __init__(self, game: DettoGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters are known here: {params}")
        self._table, self._kind = game.ours.table, kind
        self.tensor: Any = np.zeros(game.ours.table.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DettoState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor.fill(0)
        if state.held.match is not None:
            self.tensor[:] = self._table.vector(state.match, player)

    def string_from(self, state: DettoState, player: int) -> str:
        """The same as words; the whole past too where it is to be remembered."""
        return words(state, player, recall=bool(self._kind.perfect_recall))


pyspiel.register_game(GAME_TYPE, DettoGame)
