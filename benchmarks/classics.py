"""Two classic card games, ours written as text and OpenSpiel's written in C++: played side by side, and timed.

:func:`played_along` plays one random match on both sides, choice by choice: the same options must be there, and what each player
gets at the end must be the same. Chance is ours: at OpenSpiel's chance nodes the card is dealt that our match dealt.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.skipped import Skipped

GAMES = Path(__file__).resolve().parent.parent / "games"
SUITS = ("Fiori", "Quadri", "Cuori", "Picche")  # in OpenSpiel's order
ROUNDS = 7
ROUND_SECONDS = 0.4


class NotInstalled(Skipped):
    """OpenSpiel is not there."""

    def __init__(self) -> None:
        super().__init__("needs OpenSpiel: pip install 'dettofatto[openspiel]'")


def spiel() -> Any:
    """The library, or :class:`NotInstalled`."""
    try:
        import pyspiel
    except ImportError as error:
        raise NotInstalled from error
    return pyspiel


class Classic(ABC):
    """A game of ours and the same one of OpenSpiel: which cards, which options and which gains answer to each other."""

    folder = name = ""
    players: int | None = None  # when the library's own number is another

    def __init__(self) -> None:
        from interpreter.match import load

        parameters = {} if self.players is None else {"players": self.players}
        self.theirs = spiel().load_game(self.name, parameters)
        self.ours = load(GAMES / self.folder)
        self.ours.quicken()

    @abstractmethod
    def number(self, card: int) -> int:
        """OpenSpiel's number of one of our cards."""

    @abstractmethod
    def action(self, match: Any, option: Any) -> int:
        """OpenSpiel's number of one of our options."""

    @abstractmethod
    def dealt(self, match: Any, state: Any) -> int:
        """What chance does in OpenSpiel's state, as it did in our match."""

    @abstractmethod
    def gains(self, match: Any) -> list[float]:
        """What each player of our match, which is over, gets by OpenSpiel's reckoning."""

    def printed(self, card: int, value: str) -> Any:
        return self.ours.cards[card].values[value]


class Leduc(Classic):
    """Leduc poker: 0 fold, 1 call, 2 raise, in the order of our actions; a card is two times its rank and its suit."""

    folder, name = "leduc", "leduc_poker"

    def number(self, card: int) -> int:
        (suit,) = self.printed(card, "Seme")
        return 2 * (self.printed(card, "Rango") - 1) + ("Cuori", "Picche").index(suit)

    def action(self, match: Any, option: Any) -> int:
        return int(option[0])

    def dealt(self, match: Any, state: Any) -> int:
        moves = len(state.history())
        cards = match.pile("Mano", moves) if moves < 2 else match.pile("Tavolo")
        return self.number(cards[0])

    def gains(self, match: Any) -> list[float]:
        return [float(match.player_value(seat, "Fiches") - 100) for seat in range(2)]


class CrazyEights(Classic):
    """Crazy Eights: 0 to 51 a card, then draw, pass, the four suits, who deals."""

    folder, name, players = "ottomatto", "crazy_eights", 2
    DRAW, PASS, SUIT, DEALER = 52, 53, 54, 52  # who deals is said by chance, which does not draw
    HAND = 7

    def number(self, card: int) -> int:
        (suit,) = self.printed(card, "Seme")
        return 4 * (self.printed(card, "Rango") - 2) + SUITS.index(suit)

    def action(self, match: Any, option: Any) -> int:
        if match.asked[1] == "member":
            return self.SUIT + int(option).bit_length() - 1
        play, draw, _ = range(3)  # our actions
        return self.number(option[2]) if option[0] == play else self.DRAW if option[0] == draw else self.PASS

    def dealt(self, match: Any, state: Any) -> int:
        moves, players = len(state.history()), match.game.players
        if not moves:
            return self.DEALER + (match.turn_player - 1) % players
        moves -= 1
        if moves < players * self.HAND:
            dealer = state.history()[0] - self.DEALER
            return self.number(match.pile("Mano", (dealer + 1 + moves) % players)[moves // players])
        if moves == players * self.HAND:
            return self.number(match.pile("Scarti")[0])
        return self.number(match.pile("Mano", match.turn_player)[-1])

    def gains(self, match: Any) -> list[float]:
        hands = [[self.number(card) for card in match.pile("Mano", seat)] for seat in range(match.game.players)]
        return [float(-sum(self.counts(card) for card in hand)) for hand in hands]

    def counts(self, number: int) -> int:
        """What OpenSpiel counts a card left in hand: of a low one its number in the deck, not its rank as our text does."""
        rank = number // 4
        return 50 if rank == 6 else 10 if rank >= 9 else number + 2


CLASSICS: dict[str, type[Classic]] = {"leduc": Leduc, "ottomatto": CrazyEights}


def classic(folder: str) -> Classic:
    """The pair."""
    return CLASSICS[folder]()


def played_along(pair: Classic, seed: int) -> int:
    """One random match on both sides; raises ``AssertionError`` where they differ. How many decisions were taken."""
    chance = random.Random(seed).random
    match, state = pair.ours.match(seed=seed, first=0), pair.theirs.new_initial_state()
    taken = 0
    while True:
        while state.is_chance_node():
            state.apply_action(pair.dealt(match, state))
        if match.asked is None or state.is_terminal():
            break
        options = [pair.action(match, option) for option in match.asked[2]]
        assert sorted(options) == state.legal_actions(), (seed, taken, options, state.legal_actions())
        assert -1 - match.asked[0] == state.current_player(), (seed, taken, "another player")
        chosen = int(chance() * len(options))
        match.choose(chosen)
        state.apply_action(options[chosen])
        taken += 1
    assert match.over and state.is_terminal(), (seed, taken, "one of them goes on")
    assert pair.gains(match) == state.returns(), (seed, pair.gains(match), state.returns())
    return taken


# -- speed -------------------------------------------------------------------------------------------------------


def play_ours(game: Any, seed: int, chance: Callable[[], float]) -> int:
    """A random match of ours; how many decisions."""
    match, taken = game.match(seed=seed), 0
    while (count := match.count) > 0:
        match.choose(int(chance() * count))
        taken += 1
    return taken


def play_theirs(game: Any, seed: int, chance: Callable[[], float]) -> int:
    """A random match of OpenSpiel's in the quickest loop that we know: chance drawn by hand from the outcomes that the state lists."""
    state, taken = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), chance()))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            taken += 1
    return taken


def play_their_example(game: Any, _: int, __: Callable[[], float]) -> int:
    """A random match of OpenSpiel's, driven line by line as its own example does it (`open_spiel/python/examples/example.py`):
    chance drawn by numpy, as its documentation teaches and as programs in the field do."""
    import numpy

    state, taken = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(numpy.random.choice(actions, p=shares))
        else:
            state.apply_action(random.choice(state.legal_actions(state.current_player())))
            taken += 1
    return taken


def drawn(outcomes: list[tuple[int, float]], left: float) -> int:
    """One of the outcomes of chance, each as likely as it says."""
    action = outcomes[0][0]
    for action, share in outcomes:  # noqa: B007 (the last one stays when rounding leaves a rest)
        left -= share
        if left < 0:
            break
    return action


def round_of(play: Callable[[Any, int, Callable[[], float]], int], game: Any, seed: int) -> float:
    """Decisions per second of processor time over whole matches, their beginnings included."""
    chance, taken, start = random.Random(seed).random, 0, process_time()
    while (passed := process_time() - start) < ROUND_SECONDS:
        for _ in range(5):
            seed += 1
            taken += play(game, seed, chance)
    return taken / passed


@cache
def rates(folder: str, native: bool = False) -> tuple[float, float, float]:
    """Decisions per second, ours (built with a C compiler, when ``native``), OpenSpiel's in the quickest loop, and OpenSpiel's
    driven as in its example: medians of alternating rounds, after both were seen to play the same game."""
    pair = classic(folder)
    if native:
        pair.ours = in_c(folder)
    for seed in range(50):
        played_along(pair, seed)
    plays = [(play_ours, pair.ours), (play_theirs, pair.theirs), (play_their_example, pair.theirs)]
    found: list[list[float]] = [[] for _ in plays]
    for i in range(ROUNDS):
        for each, (play, game) in zip(found, plays, strict=True):
            each.append(round_of(play, game, i * 100_000))
    ours, theirs, example = [median(each) for each in found]
    return ours, theirs, example


def in_c(folder: str) -> Any:
    """Our game with its short programs in C; skipped where nothing compiles it."""
    from interpreter.match import load
    from interpreter.native.build import NoCompiler

    game = load(GAMES / folder)
    try:
        game.quicken(native=True)
    except NoCompiler as error:
        raise Skipped(str(error)) from error
    return game
