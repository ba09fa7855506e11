"""One match played to its end by agents, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from interpreter.agents import Agent, seat
from interpreter.match import Game
from interpreter.simulation.tally import Rows, Tally

#: A match with more decisions than this is stopped and told: it would never end.
MOST_DECISIONS = 20_000


@frozen
class Played:
    """A match that was played. ``stopped`` says why, when it did not come to its end; ``rows`` when they were asked for."""

    seed: int
    winner: int | None
    decisions: int
    turns: int
    stopped: str = ""
    rows: Rows = Rows()


def play_one(game: Game, agents: Sequence[Agent], seed: int) -> Played:
    """Play one match to its end."""
    match = game.match(seed=seed)
    decisions = 0
    while (asked := match.asked) is not None:
        if decisions >= MOST_DECISIONS:
            return Played(seed, None, decisions, turns_of(match), _stopped(decisions))
        match.choose(agents[-1 - asked[0]].choose(match))
        decisions += 1
    return Played(seed, match.winner, decisions, turns_of(match))


def play_and_tally(tally: Tally, names: tuple[str, ...], seed: int) -> Played:
    """The same with the rows of its tables; who leads is looked at whenever a turn begins."""
    match = tally.game.match(seed=seed)
    choosers = [agent.choose for agent in seat(names, seed)]
    decisions = turn = changes = 0
    turn_at, ahead = tally.turn_at, None
    stopped = ""
    while (asked := match.asked) is not None:
        if decisions >= MOST_DECISIONS:
            stopped = _stopped(decisions)
            break
        match.choose(choosers[-1 - asked[0]](match))
        decisions += 1
        if turn_at is not None and (now := match.s[turn_at]) != turn:
            turn = now
            leader = tally.leader(match)
            changes += leader is not None and ahead is not None and leader != ahead
            ahead = ahead if leader is None else leader
    rows = tally.rows(match, seed, names, decks_by_seat(match.game), decisions, changes, stopped)
    return Played(seed, match.winner, decisions, tally.turn(match), stopped, rows)


def _stopped(decisions: int) -> str:
    return f"fermata dopo {decisions} decisioni"


def turns_of(match: Any) -> int:
    """How many turns have begun."""
    turn = match.game.meaning.turn
    return int(match.s[match.game.compiled.layout[f"serial {turn}"]]) if turn else 0


def decks_by_seat(game: Game) -> tuple[str, ...]:
    """What each seat plays; the deck of all for everybody."""
    return game.decks * game.players if game.meaning.shared_deck else game.decks
