"""What a card brings to all the clashes that it could have is asked once, and only of a card to which the clash itself changes nothing."""

import random
import re
from pathlib import Path

import pytest

from interpreter.match import load

BLESS = Path(__file__).parent.parent / "games/bless"
LOOKING = [
    "Maledizione: Durante uno scontro contro una Luce, ha +2 Occhio.",
    "Maledizione: Le tue altre Maledizioni hanno +1 Occhio durante uno scontro contro una carta con Occhio 3 o più.",
    "Maledizione: Ha +1 Occhio per ogni altra tua Maledizione con Occhio 5 o più.",
    "Maledizione: Tutte le tue Maledizioni hanno Rivalità.",
]


def with_cards(folder, text):
    """Our deck with one sentence on every third Maledizione."""
    for source in (*BLESS.glob("*.gioco"), *BLESS.glob("*.parole")):
        (folder / source.name).write_text(source.read_text("utf-8"), "utf-8")
    deck = next(BLESS.glob("*.mazzo"))
    lines = iter(range(1000))
    said = re.sub(
        r"(?<=    )Maledizione: [^\n]*", lambda found: found[0] if next(lines) % 3 else text, deck.read_text("utf-8")
    )
    (folder / deck.name).write_text(said, "utf-8")
    return folder


@pytest.mark.parametrize("text", LOOKING)
def test_who_looks_at_the_clash_is_asked_in_each(tmp_path, text):
    folder = with_cards(tmp_path, text)
    written, quick = load(folder), load(folder)
    quick.quicken()
    assert any(name.startswith("alone0_") for name in quick.machine.names)
    for seed in range(4):
        one, other = written.match(seed=seed), quick.match(seed=seed)
        chance = random.Random(seed)
        while one.asked is not None:
            assert (other.asked, other.s) == (one.asked, one.s)
            choice = chance.randrange(one.count)
            one.choose(choice)
            other.choose(choice)
        assert [entry.raw for entry in other.log] == [entry.raw for entry in one.log]


def test_what_two_cards_bring_alone_tells_their_clash():
    game = load(BLESS)
    game.quicken()
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
