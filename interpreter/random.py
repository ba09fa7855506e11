"""The chance of a match: one 64-bit integer that lives in the state, the same on every machine."""

from __future__ import annotations

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
    a = list(pile)
    x: int = s[slot]  # type: ignore[assignment]
    for i in range(len(a) - 1, 0, -1):
        x = (x * MULTIPLIER + INCREMENT) & MASK
        j = ((x >> 33) * (i + 1)) >> 31
        a[i], a[j] = a[j], a[i]
    s[slot] = x
    return tuple(a)
