"""How far a mean difference of pairs may be from the one that was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final

from attrs import frozen

CONFIDENCE: Final = 0.95


@frozen
class Interval:
    """A mean and the bounds within which the true one lies with the confidence of 95 %; no bounds where nothing can be said."""

    mean: float
    low: float | None
    high: float | None

    @property
    def sure(self) -> bool:
        """Whether the bounds leave out zero: a difference that chance alone would seldom make."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def paired_interval(differences: Sequence[float], most: float | None = None) -> Interval:
    """The mean of paired differences with Student's interval (Student, *The probable error of a mean*, 1908).

    Each difference must come from a pair that has nothing to do with the others; it is ``most`` at most, if that is
    said. When none of them differs at all Student has nothing to go by: what may be hidden is then bounded by
    :func:`none_of` of the most, else there are no bounds."""
    number = len(differences)
    mean = fmean(differences)
    if not any(differences):
        hidden = most * none_of(number) if most is not None else None
        return Interval(mean, -hidden if hidden is not None else None, hidden)
    if number < 2:
        return Interval(mean, None, None)
    spread = student(number - 1) * stdev(differences) / math.sqrt(number)
    bound = most if most is not None else math.inf
    return Interval(mean, max(mean - spread, -bound), min(mean + spread, bound))


def student(degrees: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t: in closed form for one and two degrees of freedom, else the expansion of
    Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.5 (wrong by less than one in a hundred at three)."""
    p = (1 + confidence) / 2
    if degrees == 1:
        return math.tan(math.pi * (p - 0.5))
    if degrees == 2:
        return (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    x, n = NormalDist().inv_cdf(p), degrees
    return (
        x
        + (x**3 + x) / (4 * n)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * n**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * n**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * n**4)
    )


def none_of(number: int) -> float:
    """The greatest share that chance may well have hidden when none of so many was such: about three in the number
    (Hanley and Lippman-Hand, *If nothing goes wrong, is everything all right?*, 1983)."""
    return float(1 - (1 - CONFIDENCE) ** (1 / number)) if number else 1.0


__all__ = ["Interval", "none_of", "paired_interval", "student"]
