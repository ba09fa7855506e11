"""What stands on a value is put together in the order that the game's text lists, whatever stands on it."""

import random
import shutil
from functools import cache
from pathlib import Path

import pytest

from interpreter.match import load
from interpreter.program.standing import ADD, ALWAYS_ADD, ALWAYS_SET, SET, SET_PRINTED, TIMES

GAMES = Path(__file__).parent.parent / "games"
NUMBERS = {"set": SET, "added": ADD, "always set": ALWAYS_SET, "always added": ALWAYS_ADD}
ready = cache(lambda name: load(GAMES / name))


def by_the_text(order, x, standing):
    """The value, one layer after the other as the text has them."""
    of = {layer: [r for each, r in standing if each == layer] for layer in range(6)}
    x = of[SET_PRINTED][-1] if of[SET_PRINTED] else x
    added = 0
    for name, how in order:
        amounts = of.get(NUMBERS.get(name), [])
        greatest = max(amounts, default=0) if how.startswith("greatest") else None
        if name == "added":
            added = sum(amounts) if greatest is None else greatest
            x += added
            for times in of[TIMES]:
                x *= times
        elif name == "always added":
            x += sum(amounts)
        elif amounts:
            x = amounts[-1] if greatest is None else greatest
            x += added if name == "always set" and "rest falls" not in how else 0
    return x


@pytest.mark.parametrize("name", ["bless", "duello", "mercanti"])
def test_layers_go_in_the_order_of_the_text(name):
    game = ready(name)
    order = game.meaning.orders["value_order"]
    layered, chance = game.machine.names["layered"], random.Random(name)
    for _ in range(3000):
        standing = [(chance.randrange(6), chance.randrange(-3, 7)) for _ in range(chance.randrange(6))]
        x = chance.randrange(9)
        assert layered(x, standing) == by_the_text(order, x, standing), (x, standing)


def test_the_last_that_always_sets_keeps_what_was_added_unless_the_text_says_otherwise():
    standing = [(ADD, 2), (ALWAYS_SET, 5), (ALWAYS_ADD, 1)]
    assert ready("bless").machine.names["layered"](4, standing) == 6  # «e cade ciò che precede»
    assert ready("mercanti").machine.names["layered"](4, standing) == 8


def test_the_greatest_counts_where_the_text_says_so(tmp_path):
    folder = tmp_path / "mercanti"
    shutil.copytree(GAMES / "mercanti", folder, ignore=shutil.ignore_patterns("scene"))
    rules = folder / "mercanti.gioco"
    text = rules.read_text()
    assert "    fissa: l'ultimo usato\n    aggiunge: la somma\n" in text
    standing = [(SET, 7), (ADD, 5), (SET, 3), (ADD, 2)]
    assert ready("mercanti").machine.names["layered"](4, standing) == 3 + 7
    rules.write_text(
        text.replace("fissa: l'ultimo usato\n    aggiunge: la somma", "fissa: il più alto\n    aggiunge: il più alto")
    )
    assert load(folder).machine.names["layered"](4, standing) == 7 + 5
