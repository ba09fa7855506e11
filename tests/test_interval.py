"""Student's interval of paired differences, against tables and against invented data whose truth is known."""

import random

import pytest

from interpreter.compare.interval import none_of, paired_interval, student

#: Two-sided 95 % points of Student's t, as any table prints them.
TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984, 1000: 1.962}


@pytest.mark.parametrize(("degrees", "point"), TABLE.items())
def test_the_points_are_those_of_the_tables(degrees, point):
    assert student(degrees) == pytest.approx(point, rel=0.01 if degrees < 5 else 0.001)


def test_an_interval_is_around_the_mean():
    found = paired_interval([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert found.low == pytest.approx(2 - 4.303 / 3**0.5, abs=0.001)
    assert found.high == pytest.approx(2 + 4.303 / 3**0.5, abs=0.001)
    assert not found.sure
    assert paired_interval([1.0, 1.1, 0.9, 1.0]).sure


def test_what_never_differs_is_bounded_only_where_it_can_be():
    assert none_of(100) == pytest.approx(0.0295, abs=0.0005)  # «three in the number»
    shares = paired_interval([0.0] * 100, most=1.0)
    assert (shares.mean, shares.high) == (0, none_of(100))
    assert not shares.sure
    assert paired_interval([0.0] * 100).low is None
    assert paired_interval([3.0]).low is None


@pytest.mark.parametrize("pairs", [10, 30, 100])
def test_the_truth_lies_within_as_often_as_is_said(pairs):
    """Differences such as matches make: mostly nothing, now and then half a victory or a whole one."""
    chance = random.Random(pairs)
    values, weights = (-1.0, -0.5, 0.0, 0.5, 1.0), (1, 4, 10, 6, 2)
    truth = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    rounds, held = 2000, 0
    for _ in range(rounds):
        found = paired_interval(chance.choices(values, weights, k=pairs))
        held += found.low is not None and found.high is not None and found.low <= truth <= found.high
    assert held / rounds > 0.92
