"""What becomes a target: noticed when what aims at it waits, or when it is chosen where nothing waits."""

from __future__ import annotations

from typing import Any

from dsl.meaning.targeting import TARGETING

from .machine import Machine, State
from .running import RunningMatch


def build(k: Machine) -> dict[str, Any]:
    """The event of becoming a target, for a game whose sentences wait for it."""
    L, names, FN = k.L, k.names, k.functions
    if f"when {TARGETING}" not in L.slots:
        return {"made_targets": made_no_targets}
    slot, roles = L[f"when {TARGETING}"], k.compiled.roles[TARGETING]
    end = 4 + len(roles) + 2
    keywords = list(L.game.keywords)
    wakes = [(L[f"keyword {keywords[i]}"], f"k{i}", ability) for i, ability in k.compiled.keyword_wakes.get(slot, ())]

    def made_targets(
        m: RunningMatch, s: State, source: int | None, player: int, things: tuple[int | None, ...], kind: int
    ) -> None:
        """Things become targets of what a player plays or uses; ``kind``: a card that is played, or an ability."""
        for thing in dict.fromkeys(things):
            if thing is None:
                continue
            parts = {"agent": player, "object": thing, "by": kind, "source": source}
            ev = [0, 0, source, player, *(parts.get(role) for role in roles), None, None, 0]
            names["collect"](m, s, ev, s[slot], (), slot, end)
            for keyword, has, ability in wakes:
                for c in names["bearers"](s, keyword, names[has]) if s[keyword] else ():
                    entry = (ability, c, None, 0, None, c, None)
                    if FN[ability](s, entry, ev):
                        names["pend"](m, s, entry, ev, end, 0)

    return {"made_targets": made_targets}


def made_no_targets(
    m: RunningMatch, s: State, source: int | None, player: int, things: tuple[int | None, ...], kind: int
) -> None:
    """Where no sentence waits for it."""


__all__ = ["build"]
