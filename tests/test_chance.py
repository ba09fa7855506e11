"""The chance of a match: the numbers of a whole shuffle made at once are those that come one by one."""

import random

import pytest

from interpreter.random import below, shuffled


def one_by_one(s, slot, pile):
    """Fisher–Yates from the end, a number for each card."""
    cards = list(pile)
    for i in range(len(cards) - 1, 0, -1):
        j = below(s, slot, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 33, 62, 150])
def test_a_shuffle_draws_the_numbers_that_would_be_drawn_one_by_one(size):
    numbers = random.Random(size)
    for _ in range(50):
        pile = tuple(range(100, 100 + size))
        start = numbers.getrandbits(64)
        one, other = [start], [start]
        assert shuffled(one, 0, pile) == one_by_one(other, 0, pile)
        assert one == other  # and the generator stands where it would
