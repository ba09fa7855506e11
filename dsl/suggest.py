"""Did you mean: the nearest known words, and how near one is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from .vocabulary.spelling import fold

_CUTOFF: Final = 68.0
_VOWELS: Final = frozenset("aeiou")
#: The rows of a keyboard: letters side by side are struck for one another.
_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE: Final = frozenset(pair for row in _ROWS for one, two in pairwise(row) for pair in (one + two, two + one))
#: Letters that sound alike, or are written for one another.
_ALIKE: Final = frozenset(("ck", "kc", "cq", "qc", "sz", "zs", "ij", "ji", "iy", "yi", "xs", "sx", "vw", "wv"))


def nearest(word: str, known: Iterable[str], limit: int = 3, cutoff: float = _CUTOFF) -> tuple[str, ...]:
    """The known words most like a word, best first; equal but for case and accents comes before all."""
    from rapidfuzz import fuzz, process

    by_key: dict[str, str] = {}
    for name in known:
        by_key.setdefault(fold(name), name)
    key = fold(word)
    if key in by_key:
        return (by_key[key],)
    found = process.extract(key, list(by_key), scorer=fuzz.ratio, limit=limit, score_cutoff=cutoff)
    if not found:
        return ()
    best = found[0][1]
    return tuple(by_key[name] for name, score, _ in found if score >= best - 12)


def within(key: str, keys: Sequence[str], most: int) -> list[str]:
    """The keys at most so many slips away from one: letters dropped, added, exchanged or the other way round."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(key, keys, scorer=OSA.distance, score_cutoff=most, limit=None)
    return [name for name, _, _ in found]


@lru_cache(maxsize=8192)
def slip_cost(typed: str, meant: str) -> float:
    """How unlikely it is that one who meant a word typed the other: 0 for the same, about 1 for each letter that is wrong.

    The restricted edit distance (optimal string alignment) with weights: an accent is nearly nothing; a doubled letter, a
    letter beside on the keyboard, two the other way round and the last vowel are less than another letter; the first
    letter is more."""
    rows: list[list[float]] = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for i in range(len(typed) + 1):
        for j in range(len(meant) + 1):
            if i or j:
                rows[i][j] = min(_ways(typed, meant, rows, i, j))
    return rows[-1][-1]


def _ways(typed: str, meant: str, rows: list[list[float]], i: int, j: int) -> Iterable[float]:
    if i:
        yield rows[i - 1][j] + _lone(typed, i - 1)
    if j:
        yield rows[i][j - 1] + _lone(meant, j - 1)
    if i and j:
        yield rows[i - 1][j - 1] + _exchange(typed, meant, i - 1, j - 1)
    if i > 1 and j > 1 and typed[i - 2 : i] == meant[j - 1] + meant[j - 2]:
        yield rows[i - 2][j - 2] + 0.8


def _lone(word: str, at: int) -> float:
    """A letter too many, or one left out."""
    if word[at] in word[max(at - 1, 0) : at] + word[at + 1 : at + 2]:
        return 0.6
    return 0.8 if word[at] == "h" else 1.1 if at == 0 else 1.0


def _exchange(typed: str, meant: str, i: int, j: int) -> float:
    one, other = typed[i], meant[j]
    if one == other:
        return 0.0
    if _bare(one) == _bare(other):
        return 0.1
    if i == len(typed) - 1 and j == len(meant) - 1 and one in _VOWELS and other in _VOWELS:
        return 0.7
    if one + other in _BESIDE or one + other in _ALIKE:
        return 0.8
    return 1.2 if i == 0 else 1.0


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]
