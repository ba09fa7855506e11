"""The interpreted Bless against the hand-written ones: same seed, same choices, same options, same log, same end.

All play the small game of ``benchmarks.small_deck``; by hand it is written twice, flat and with objects. At every
decision the options of the interpreted match are said as keys of the hand-written one; the two sets must be equal; one
key is taken at random in both. What is logged is compared at every main phase and at the end, as a multiset: inside a
simultaneous event the order is free.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from benchmarks import handwritten_bless as hand
from benchmarks import handwritten_objects, small_deck
from benchmarks.handwritten_bless import INDEX, Bless, Key

SEEDS = range(150)

# The words of the game's text for what the hand-written log and keys call otherwise.
ACTIONS = {
    "Calare": "cala",
    "Rimuovere la Stasi": "stasi",
    "Attaccare": "attacca",
    "Attaccare direttamente": "diretto",
    "Invocare": "invoca",
}
MANNERS = {"Maledizione": "M", "Preghiera": "P"}
# Verb of the game's text → what is kept of its event: the entry's name and the roles that follow it, in order.
LOGGED: dict[str, tuple[str, tuple[str, ...]]] = {
    "pescare": ("pesca", ("agent", "card")),
    "calare": ("cala", ("agent", "object", "manner")),
    "attaccare": ("attacca", ("agent", "object")),
    "attaccare direttamente": ("diretto", ("agent",)),
    "vincere": ("vince", ("agent",)),
    "perdere": ("perde", ("agent",)),
    "corrompere": ("corrompe", ("object",)),
    "purificare": ("purifica", ("object",)),
    "rimuovere la Stasi": ("stasi", ("object",)),
    "spezzare": ("spezza", ("object",)),
    "mandare": ("manda", ("object",)),
    "offrire": ("offre", ("agent", "object")),
    "blessare": ("blessa", ("agent",)),
    "legare": ("lega", ("object", "to")),
    "usare": ("usa", ("object",)),
    "invocare": ("invoca", ("object",)),
    "avviare": ("avvia", ("agent",)),
}
COMPARED = {name for name, _ in LOGGED.values()}


class ByHand(Protocol):
    """What is read of a hand-written match."""

    @property
    def options(self) -> list[Key] | None: ...
    @property
    def prompt(self) -> str: ...
    @property
    def player(self) -> int: ...
    @property
    def points(self) -> list[int]: ...
    @property
    def winner(self) -> int: ...

    turn: int
    log: list[Key]

    def choose(self, i: int) -> None: ...


by_hand_twice = pytest.mark.parametrize("start", [Bless, handwritten_objects.Game], ids=["flat", "objects"])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from interpreter.match import load

    return load(small_deck.write(tmp_path_factory.mktemp("small")))


# -- What is read of the interpreter: these three functions, nothing else ----------------------------------------


def option_fields(match: Any, option: Any) -> tuple[str | None, tuple[str, ...], str | None, str | None]:
    """READS THE INTERPRETER'S OPTION: its action (None outside a window), its cards' names, its manner, its plain word.

    The plain word is of an option that is no thing: yes, no, that is enough, pass, the keyword of a pending trigger.
    """
    cards = tuple(match.name_of(c) for c in option.cards)
    return option.action, cards, option.manner, option.word


def log_fields(match: Any, entry: Any) -> tuple[str, dict[str, Any]] | None:
    """READS THE INTERPRETER'S LOG: an event's verb and roles (cards as names, players as seats); None for the rest."""
    if entry.kind != "event":
        return None
    return entry.verb, {role: match.name_of(x) if isinstance(x, int) else x for role, x in entry.roles.items()}


def points(match: Any) -> list[int]:
    """READS THE INTERPRETER'S VIEW: the two players' Punti Vittoria."""
    return [match.view(seat)["players"][seat]["Punti Vittoria"] for seat in (0, 1)]


# -- The mapping -------------------------------------------------------------------------------------------------


def key_of(match: Any, option: Any) -> Key:
    """An option of the interpreted match as a key of the hand-written one.

    An action becomes ("cala", c, "M"), ("attacca", a, d) …; one card among several ("carta", c); a pending trigger
    ("innesco", word, c); a plain word is itself: ("si",), ("no",), ("fine",), ("passa",). Cards are deck indices.
    """
    action, names, manner, word = option_fields(match, option)
    cards = tuple(INDEX[name] for name in names)
    if action is not None:
        ending = (MANNERS[manner],) if manner else ()
        return (ACTIONS[action], *cards, *ending)
    if cards:
        if word in names:  # a trigger that has no keyword goes by the name of its card
            word = "Se blessa"
        return ("innesco", word, *cards) if word else ("carta", *cards)
    return (word,)


def entry_of(match: Any, entry: Any) -> Key | None:
    """An entry of the interpreted log as one of the hand-written log; None for what that one does not log."""
    fields = log_fields(match, entry)
    if fields is None or fields[0] not in LOGGED:
        return None
    name, roles = LOGGED[fields[0]]
    values = [fields[1][role] for role in roles]
    return (name, *[INDEX.get(value, MANNERS.get(value, value)) for value in values])


# -- The tests ---------------------------------------------------------------------------------------------------


def together(game: Any, start: Callable[[int], ByHand], seed: int) -> tuple[ByHand, Any]:
    """Drive both with the same random choices until the end, comparing all the way."""
    by_hand = start(seed)
    match = game.match(seed=seed)
    chooser = random.Random(seed)
    while by_hand.options is not None:
        decision = match.decision
        assert decision is not None, f"seed {seed}: over, but by hand {by_hand.prompt}: {by_hand.options}"
        assert decision.player == by_hand.player, f"seed {seed}: {by_hand.prompt}"
        keys = [key_of(match, option) for option in decision.options]
        assert sorted(keys, key=repr) == sorted(by_hand.options, key=repr), f"seed {seed}: {by_hand.prompt}"
        if by_hand.prompt == "azione":
            compare_logs(seed, by_hand, match)
        i = chooser.randrange(len(keys))
        by_hand.choose(by_hand.options.index(keys[i]))
        match.choose(i)
    assert match.decision is None, f"seed {seed}: over by hand"
    compare_logs(seed, by_hand, match)
    return by_hand, match


def compare_logs(seed: int, by_hand: ByHand, match: Any) -> None:
    expected = Counter(entry for entry in by_hand.log if entry[0] in COMPARED)
    actual = Counter(entry for entry in (entry_of(match, e) for e in match.log) if entry is not None)
    assert actual == expected, f"seed {seed}, turn {by_hand.turn}"


@by_hand_twice
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_match_in_both(game: Any, start: Callable[[int], ByHand], seed: int) -> None:
    by_hand, match = together(game, start, seed)
    assert match.over
    assert match.winner == by_hand.winner
    assert points(match) == by_hand.points


@by_hand_twice
def test_the_matches_compared_reach_every_question(start: Callable[[int], ByHand]) -> None:
    """The seeds above are worth something only if every question of the hand-written game is asked in some of them."""
    asked = set()
    for seed in SEEDS:
        by_hand, chooser = start(seed), random.Random(seed)
        while by_hand.options is not None:
            asked.add(by_hand.prompt)
            by_hand.choose(chooser.randrange(len(by_hand.options)))
    prompts = {
        "mulligan?",
        "mulligan",
        "azione",
        "limite",
        "modifica",
        "offerta",
        "purifica",
        "corrompi",
        "ospite",
        "spezza",
    }
    assert asked >= prompts
    assert len(hand.CARDS) == 24
