"""What a card brings to all the clashes that it could have is asked once, and only of a card to which the clash itself changes nothing."""

import random

import pytest

from interpreter.match import load
from tests.lockstep import BLESS, both_ways, play_alike, with_cards

LOOKING = [
    "Maledizione: Durante uno scontro contro una Luce, ha +2 Occhio.",
    "Maledizione: Le tue altre Maledizioni hanno +1 Occhio durante uno scontro contro una carta con Occhio 3 o più.",
    "Maledizione: Ha +1 Occhio per ogni altra tua Maledizione con Occhio 5 o più.",
    "Maledizione: Tutte le tue Maledizioni hanno Rivalità.",
]


@pytest.mark.parametrize("text", LOOKING)
def test_who_looks_at_the_clash_is_asked_in_each(tmp_path, text):
    folder = with_cards(tmp_path, text)
    written, quick = load(folder), load(folder)
    quick.quicken()
    assert any(name.startswith("alone0_") for name in quick.machine.names)
    play_alike(written, quick, range(4))


def test_what_two_cards_bring_alone_tells_their_clash():
    _, game = both_ways(BLESS)
    names, mine = game.machine.names, game.machine.L["zone Zona Maledizione"]
    trial = next(name.removeprefix("judged_") for name in names if name.startswith("judged_"))
    tried, judged, alone = names[trial], names[f"judged_{trial}"], names[f"alone0_{trial}"]
    told = untold = 0
    for seed in range(6):
        match, chance = game.match(seed=seed), random.Random(seed)
        while match.asked is not None:
            match.choose(chance.randrange(match.count))
            s = match.s
            for x, y in [(x, y) for x in s[mine - 1] for y in s[mine - 2]]:
                one, other = alone(s, x), alone(s, y)
                found = judged(s, -1, x, y, x, one, other) if one is not None and other is not None else None
                assert found in (None, tried(s, -1, x, y, x))
                told, untold = told + (found is not None), untold + (found is None)
    assert told > untold > 0
