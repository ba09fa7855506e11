"""Slots of the machine that stay as they begin in a game with these cards: nothing there ever waits, is counted or is held."""

from __future__ import annotations

import re
from typing import Any

from ..program.compiled import Compiled


def still_slots(compiled: Compiled) -> dict[int, Any]:
    """The slots that never change, and what is in them; those that nothing ever fills are empty."""
    game, L = compiled.game, compiled.layout
    text = "\n".join(compiled.functions.values())
    zones, periods = game.zones.values(), game.periods.values()
    lasts = bool(game.lasting) or "stand(" in text
    stacked = any(w.played == "zone" for w in game.windows.values())
    kept = {
        "orphans": not any(z.owner == "card" and z.host_leaves is not None for z in zones),
        "shuffle": not any(z.shuffled_on_return for z in zones),
        "hold": not any(p.holds_triggers for p in periods),
        "once": not any(a.at_once for a in compiled.abilities),
        "pend": not compiled.abilities,
        "acted": not any(a.limit is not None and a.per in game.periods for a in game.actions.values()),
        "uses": not any(getattr(a.node, "limit", None) for a in compiled.abilities),
        "finish": not re.search(rf"\bs\[{L['finish']}\] =(?! None)", text),
        "ahead": not compiled.ahead,
        "trial": "would(" not in text,
        "waiting": not stacked,
        "speaking": not stacked,
        **{f"timed {name}": not lasts for name in game.periods},
    }
    found = {L[name]: L.initial[L[name]] for name, stays in kept.items() if stays}
    return {**dict.fromkeys(compiled.dead, ()), **found, **{at: L.initial[at] for at in compiled.unread}}


def filled(compiled: Compiled) -> dict[int, frozenset[int]]:
    """By slot of what stands the abilities whose entries can be there; nothing where effects that last can put any."""
    if compiled.game.lasting:
        return {}
    tables = (compiled.enter, compiled.attach)
    fill = [e for table in tables for row in table.values() for each in row.values() for e in each]
    fill += [(slot, e[0]) for slot, entries in compiled.standing.items() for e in entries]
    for source in compiled.functions.values():
        fill += [(int(slot), int(ability)) for slot, ability in re.findall(r"\bstand\(s, (\d+), (\d+)", source)]
    found: dict[int, set[int]] = {}
    for slot, ability in fill:
        found.setdefault(slot, set()).add(ability)
    return {slot: frozenset(abilities) for slot, abilities in found.items()}
