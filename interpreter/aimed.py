"""What becomes a target: noticed when what aims at it waits, or when it is chosen where nothing waits; that an ability is used."""

from __future__ import annotations

from typing import Any

from dsl.meaning.targeting import TARGETING

from .machine import Machine, State
from .running import RunningMatch


def build(k: Machine) -> dict[str, Any]:
    """The events of becoming a target and of an ability that is used, for a game whose sentences wait for them."""
    return {**targets(k), "ability_used": uses(k)}


def uses(k: Machine) -> Any:
    """«quando l'avversario gioca un'abilità»: noticed when it waits, as of a card that is played."""
    L, names = k.L, k.names
    awaited = [
        (L[f"when {frame}"], roles, 4 + len(roles) + 2)
        for frame, roles in k.compiled.roles.items()
        if frame in k.compiled.uses_awaited and f"when {frame}" in L.slots
    ]

    def ability_used(m: RunningMatch, s: State, bearer: int | None, player: int, play: int) -> None:
        """An ability of a card waits, used by a player."""
        for slot, roles, end in awaited:
            parts = {"agent": player, "object": play}
            ev = [0, 0, bearer, player, *(parts.get(role) for role in roles), None, None, 0]
            names["collect"](m, s, ev, s[slot], (), slot, end)

    return ability_used


def targets(k: Machine) -> dict[str, Any]:
    """The event of becoming a target."""
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
