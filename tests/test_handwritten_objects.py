"""The Bless written by hand with objects against the flat one, entry by entry, and what an engine of objects may get wrong.

The flat one has its rules tested case by case (``test_handwritten_bless``); what is equal to it needs no second proof.
The interpreted game is compared with both in ``test_differential``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.handwritten_bless import INDEX, SIZE, Bless, Key
from benchmarks.handwritten_objects import CARDS, AnswerEco, Eco, Game, Legame, Maledizione, RaiseBarriera

Policy = Callable[[random.Random, list[Key]], int]


def at_random(chooser: random.Random, options: list[Key]) -> int:
    return chooser.randrange(len(options))


def eager(chooser: random.Random, options: list[Key]) -> int:
    """Attack and offer whenever it can: random choices hardly ever fill an Altare."""
    wanted = [i for i, key in enumerate(options) if key[0] in ("attacca", "si", "stasi")]
    return chooser.choice(wanted) if wanted else at_random(chooser, options)


def together(seed: int, policy: Policy) -> Game:
    """Drive both by hand with the same choices: the same questions, options in the same order, the same log."""
    flat, game, chooser = Bless(seed), Game(seed), random.Random(seed)
    while flat.options is not None:
        assert (game.player, game.prompt, game.options) == (flat.player, flat.prompt, flat.options), f"seed {seed}"
        i = policy(chooser, flat.options)
        flat.choose(i)
        game.choose(i)
    assert game.log == flat.log
    assert game.over
    assert game.options is None
    assert (game.winner, game.points, game.turn) == (flat.winner, flat.points, flat.turn)
    return game


def test_both_by_hand_tell_the_same() -> None:
    full_altars = 0
    for seed in range(150):
        together(seed, at_random)
        full_altars += any(len(player.altar) >= 5 for player in together(seed, eager).players)
    assert full_altars > 20, "the Turni Finali must also start by an Altare"


def cards_of(game: Game) -> list[int]:
    """Every card once for each zone that holds it."""
    zones = [
        game.deck,
        game.void,
        game.aside,
        *(zone for player in game.players for zone in (player.hand, player.altar)),
    ]
    return sorted([card.number for zone in zones for card in zone] + [each.number for each in game.campo()])


def check(game: Game) -> None:
    """Every card in one place; what binds is bound both ways; what is in the campo knows it."""
    assert cards_of(game) == list(range(SIZE))
    assert all(permanent.in_campo and permanent in permanent.zone() for permanent in game.campo())
    for permanent in game.campo():
        if isinstance(permanent, Maledizione) and permanent.legame:
            assert permanent.legame.in_campo
            assert permanent.legame.host is permanent
        if isinstance(permanent, Legame) and permanent.host:
            assert permanent.host.legame is permanent


def play(game: Game, chooser: random.Random, watch: Callable[[Game], None] = check) -> Game:
    while game.options is not None:
        watch(game)
        game.choose(at_random(chooser, game.options))
    return game


def test_invariants_hold_at_every_decision() -> None:
    chooser = random.Random(21)
    for seed in range(60):
        check(play(Game(seed), chooser))


def test_what_random_matches_hardly_ever_reach() -> None:
    game = Game(1)
    player = game.players[0]
    weak = Maledizione(CARDS[INDEX["Lanterna Cieca"]], player)
    weak.legame = Legame(CARDS[INDEX["Bue della Sera"]], player, weak)
    assert weak.occhio() == 0  # 0 printed, -2 of its Legame (B-186)
    weak.strengthen(3)
    assert weak.occhio() == 1
    told = list(game.log)
    RaiseBarriera(weak).resolve()  # a card that has left, or was never there, does nothing
    AnswerEco(Eco(CARDS[INDEX["Torre di Calce"]], player)).resolve()
    assert game.log == told


def test_a_clone_goes_on_by_itself() -> None:
    """At every kind of question: what the clone does leaves the match as it was, and is what the match then does."""
    asked = set()
    for seed in range(80):
        game, chooser = Game(seed), random.Random(seed)
        for _ in range(seed):
            if game.options:
                game.choose(at_random(chooser, game.options))
        asked.add(game.prompt)
        before = (game.options, game.chance.state, list(game.log), cards_of(game), len(game.stack))
        copy = game.clone()
        assert copy.log is not game.log
        assert not {id(each) for each in copy.campo()} & {id(each) for each in game.campo()}
        assert all(card is CARDS[card.number] for card in copy.deck)  # what is printed is shared
        ended = play(copy, random.Random(1)).log
        assert (game.options, game.chance.state, list(game.log), cards_of(game), len(game.stack)) == before
        assert play(game, random.Random(1)).log == ended
    assert asked >= {"mulligan?", "mulligan", "azione", "offerta", "limite", "spezza"}
