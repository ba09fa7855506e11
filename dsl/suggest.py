"""Did you mean: the nearest known words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .vocabulary.spelling import fold

_CUTOFF: Final = 68.0


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
