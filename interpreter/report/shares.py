"""Shares and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from attrs import frozen

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@frozen
class Share:
    """So many of so many, with the bounds of E. B. Wilson (*Probable inference*, 1927) at 95 %."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        middle = self.value + _Z * _Z / (2 * self.of)
        spread = _Z * math.sqrt(self.value * (1 - self.value) / self.of + _Z * _Z / (4 * self.of * self.of))
        scale = 1 + _Z * _Z / self.of
        return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

    def chance_of(self, expected: float) -> float:
        """How likely a share at least as far from the expected one is by chance alone (two-sided score test)."""
        if not self.of or not 0 < expected < 1:
            return 1.0
        z = abs(self.value - expected) / math.sqrt(expected * (1 - expected) / self.of)
        return 2 * (1 - NormalDist().cdf(z))


def holm(chances: Sequence[float]) -> list[float]:
    """The same chances corrected for how many are looked at together (S. Holm, *A simple sequentially rejective multiple test
    procedure*, 1979)."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[index]))
        corrected[index] = highest
    return corrected


def strengths(wins: dict[tuple[str, str], float]) -> dict[str, float]:
    """The strength of each of those who met, on Elo's scale with mean 0 (Bradley and Terry, 1952; the iteration of D. R. Hunter,
    *MM algorithms for generalized Bradley–Terry models*, 2004). ``wins[a, b]``: how often ``a`` beat ``b``; a draw is half a win of each.

    Half a draw of every pair that met is added, so that whoever never lost has a strength too."""
    names = sorted({name for pair in wins for name in pair})
    met = {frozenset(pair) for pair in wins if pair[0] != pair[1]}
    won = dict.fromkeys(names, 0.0)
    games: dict[frozenset[str], float] = dict.fromkeys(met, 1.0)
    for pair in met:
        for name in pair:
            won[name] += 0.5
    for (winner, loser), times in wins.items():
        if winner != loser:
            won[winner] += times
            games[frozenset((winner, loser))] += times
    skill = dict.fromkeys(names, 1.0)
    for _ in range(500):
        new = {}
        for name in names:
            below = sum(
                n / (skill[name] + skill[other]) for pair, n in games.items() if name in pair for other in pair - {name}
            )
            new[name] = won[name] / below if below else skill[name]
        mean = math.exp(sum(math.log(v) for v in new.values()) / len(new))
        new = {name: v / mean for name, v in new.items()}
        if max(abs(math.log(new[name] / skill[name])) for name in names) < 1e-9:
            break
        skill = new
    return {name: 400 * math.log10(v) for name, v in skill.items()}
