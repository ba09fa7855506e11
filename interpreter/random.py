"""The chance of a match: one 64-bit integer that lives in the state, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from struct import Struct

MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


def seeded(seed: int) -> int:
    """The generator's first state: one step of splitmix64."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(s: list[object], slot: int, n: int) -> int:
    """A number from 0 to n - 1; the generator's state is ``s[slot]``."""
    x = (s[slot] * MULTIPLIER + INCREMENT) & MASK  # type: ignore[operator]
    s[slot] = x
    return ((x >> 33) * n) >> 31


def shuffled(s: list[object], slot: int, pile: tuple[int, ...]) -> tuple[int, ...]:
    """The pile in a new order (Fisher–Yates from the end)."""
    n = len(pile)
    if n < 2:
        return pile
    factors, summands, factor, summand, halves, unpacked = steps(n)
    x: int = s[slot]  # type: ignore[assignment]
    s[slot] = (x * factor + summand) & MASK
    a = list(pile)
    for half in unpacked(((x * factors + summands) >> 33 & halves).to_bytes(LANE // 8 * (n - 1), "little")):
        j = half * n >> 31
        n -= 1
        a[n], a[j] = a[j], a[n]
    return tuple(a)


LANE = 128  # bits: a product of two numbers of 64


@cache
def steps(n: int) -> tuple[int, int, int, int, int, Callable[[bytes], tuple[int, ...]]]:
    """What makes all numbers for n cards out of the generator's state at once, each in bits of its own, by one multiplication: the
    factors and summands of each step, those of the last, which bits are a number, and what reads them."""
    factor, summand, factors, summands, halves = 1, 0, 0, 0, 0
    for at in range(0, LANE * (n - 1), LANE):
        factor, summand = factor * MULTIPLIER & MASK, (summand * MULTIPLIER + INCREMENT) & MASK
        factors |= factor << at
        summands |= summand << at
        halves |= (MASK >> 33) << at
    return factors, summands, factor, summand, halves, Struct("<" + "I12x" * (n - 1)).unpack
