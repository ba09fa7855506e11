"""Texts of another card: which card's texts are in force on a card, and the moment at which that changes.

A copy is an entry in force, locked to the card that shows it, like any effect that lasts; the last one counts. What it says is
kept for each card beside the entries, so that going in and out of force stays a matter of that card alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .machine import Machine, State

Turn = Callable[..., None]


def build(k: Machine, off: Turn, on: Turn, off_bits: int) -> dict[str, Any]:
    """The functions of a game in which texts are copied."""
    L = k.L
    COPIES, TEXTS, ZONE, STAT, CLOCK = (L[x] for x in ("copies", "texts", "zone", "stat", "clock"))
    FN, kind_at = k.functions, k.kind_at
    cards = len(k.compiled.cards)

    def copied(s: State, c: int) -> int | None:
        """Whose texts a card shows by what is in force on it: of the copies the last."""
        mine = [e for e in s[COPIES] if e[6] == c]
        return FN[mine[-1][0]](s, mine[-1], c) if mine else None

    def retext(s: State) -> None:
        """After copies came or went: the texts that are no longer shown go out of force, the others come in."""
        for c in range(cards):
            now = copied(s, c)
            if now == s[TEXTS + c]:
                continue
            silent = s[STAT + c] & off_bits
            if not silent:
                off(s, c, kind_at[s[ZONE + c]])
            s[TEXTS + c] = now
            if not silent:
                s[CLOCK] += 1
                on(s, c, s[ZONE + c], s[CLOCK])

    return {"copied": copied, "retext": retext}
