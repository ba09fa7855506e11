"""Cards that go in and out of a place: every movement over its edge is noticed and remembered as an event of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

from .machine import Entry, Machine, State
from .program.layout import GROUP
from .running import RunningMatch

Entries = tuple[Entry, ...]
Going = tuple[int, int, tuple[Any, ...]]  # a pile, which end of it, who waits for the verb by which a card goes there
PLACES = 9  # of a movement's record: what is before, the card, the new pile, the old one, and nothing more


def build(k: Machine) -> dict[str, Any]:
    """The movements of a game whose sentences speak of going in and out."""
    L = k.L
    names, FN = k.names, k.functions
    ZONE, TIME, SNAP, MET, ONCE = (L[x] for x in ("zone", "time", "snap", "met", "once"))
    LAST, CTRL, STAT, KO, in_play = L["last"], L["ctrl"], L["stat"], k.kind_at, k.compiled.play
    programs, sources = k.compiled.programs, k.compiled.functions
    unasked = {i for i, p in enumerate(programs) if p.name in sources and "m.rest" not in sources[p.name]}
    frames = [name for name, frame in L.game.frames.items() if frame.crossing is not None]
    slots = [L[f"when {name}"] for name in frames]
    ends = [4 + len(k.compiled.roles[name]) + 2 for name in frames]
    histories = [L[f"history {frame} {period}"] for frame, period in k.compiled.history if frame in frames]
    wakes = [
        [
            (L[f"keyword {list(L.game.keywords)[i]}"], i, ability)
            for i, ability in k.compiled.keyword_wakes.get(slot, ())
        ]
        for slot in slots
    ]

    at_once = k.at_once
    remembering = not k.compiled.remembering.isdisjoint(frames)

    def fitting(s: State, slot: int, ev: list[Any]) -> tuple[Entry, ...]:
        now = s[slot]
        if s[SNAP] is not None:
            now = now + tuple([e for e in s[SNAP][slot - L.index_triggers] if e not in now])
        return tuple([e for e in now if FN[e[0]](s, e, ev)])

    def of_keywords(s: State, which: int, ev: list[Any]) -> tuple[Entry, ...]:
        found: list[Entry] = []
        for slot, i, ability in wakes[which]:
            if s[slot]:
                entries = [(ability, c, None, 0, None, c, None) for c in names["bearers"](s, slot, names[f"k{i}"])]
                found += [e for e in entries if FN[ability](s, e, ev)]
        return tuple(found)

    detours, frames_of_game, USES = k.detours, list(L.game.frames.values()), L["uses"]
    counted = [getattr(a.node, "limit", None) is not None for a in k.compiled.abilities]

    def elsewhere(s: State, fr: list[Any], c: int, z: int, top: int) -> Going:
        """Where a card goes that would go to a pile: there, or where the first that says so has it go instead, by which verb."""
        for slot in detours:
            if s[slot]:
                ev = [0, 0, fr[2], fr[3], c, z, s[ZONE + c], None, None]
                for e in s[slot]:
                    found: tuple[int, int, int] | None = names["in_place"](s, e, ev)
                    if found and z != ev[6]:
                        s[USES] += ((e[0], e[1]),) if counted[e[0]] else ()
                        return found[0], found[1], done_by(s, e, c, fr, found[2])
        return z, top, ()

    def done_by(s: State, e: Entry, c: int, fr: list[Any], verb: int) -> tuple[Any, ...]:
        """The event of the verb by which a card goes elsewhere, and its kinds: for each who waits for it, as things are before."""
        found, name = [], frames_of_game[verb].name if verb >= 0 else None
        while name is not None:
            roles, slot = k.compiled.roles[name], L[f"when {name}"]
            doer = e[2] if e[2] is not None else s[CTRL + e[1]] if e[1] is not None else fr[3]
            parts = [c if role == "object" else doer if role == "agent" else None for role in roles]
            ev = [0, 0, e[1], doer, *parts, None, None, None]
            found.append((ev, slot, 4 + len(roles) + 2, fitting(s, slot, ev) if s[slot] or s[SNAP] is not None else ()))
            name = L.game.frames[name].kind_of
        return tuple(found)

    def waited_for(m: RunningMatch, s: State, done: tuple[Any, ...]) -> None:
        for ev, slot, end, before in done:
            names["collect"](m, s, ev, s[slot], before, slot, end)

    def travel(m: RunningMatch, fr: list[Any], s: State, c: int, z: int, top: int = 1) -> None:
        """Put a card in a pile; what watches for it notices as things were, or as they are then."""
        z, top, done = elsewhere(s, fr, c, z, top)
        cross(m, fr, s, (c,), z, lambda: names["move"](s, c, z, top))
        waited_for(m, s, done)

    def travel_all(m: RunningMatch, fr: list[Any], s: State, cards: tuple[int, ...], z: int, top: int = 1) -> None:
        """Put several cards in a pile at one moment."""
        going = {c: elsewhere(s, fr, c, z, top) for c in cards} if any(s[slot] for slot in detours) else {}
        for c, (there, end, done) in going.items():
            if there != z:
                cross(m, fr, s, (c,), there, partial(names["move"], s, c, there, end))
                waited_for(m, s, done)
        cards = tuple([c for c in cards if c not in going or going[c][0] == z])
        cross(m, fr, s, cards, z, partial(names["move_all"], s, cards, z, top))

    def alight(m: RunningMatch, fr: list[Any], s: State, c: int | None, spot: int | None) -> int:
        """Put a card on a place, if there is room; 0 where it does not move."""
        if c is None or spot is None or not names["has_room"](s, spot):
            return 0
        there = names["pile_of"](spot)
        z, top, done = elsewhere(s, fr, c, there, 1)
        cross(m, fr, s, (c,), z, lambda: names["move"](s, c, z, top) if z != there else names["put"](s, c, spot))
        waited_for(m, s, done)
        return 1

    def cross(m: RunningMatch, fr: list[Any], s: State, cards: tuple[int, ...], z: int, moved: Any) -> None:
        going = []
        for c in cards:
            ev = [0, 0, fr[2], fr[3], c, z, s[ZONE + c], None, None]
            if ev[6] != z:
                before = [fitting(s, slot, ev) if s[slot] or s[SNAP] is not None else () for slot in slots]
                going.append((ev, before, [of_keywords(s, i, ev) for i in range(len(slots))], s[CTRL + c], s[STAT + c]))
        moved()
        for ev, _, _, whose, how in going:
            lay = z if KO[z] in in_play else ev[6]
            kept = (s[LAST + ev[4]], lay, whose, how) if remembering else 0  # where in play, whose and how it was
            for at in histories:
                s[at] += ((0, kept, s[TIME + ev[4]], None, *ev[4:PLACES]),)
        alone = len(going) < 2 or s[SNAP] is not None or s[MET]
        if not alone:
            s[MET] = GROUP
        for once in (True, False):  # «entra stanca» first: what else waits for it sees it so
            for ev, before, given, _, _ in going:
                for i, slot in enumerate(slots):
                    noticed(m, s, ev, i, slot, before[i], given[i], once)
            if s[ONCE]:
                right_then(m, s)
        if not alone:
            s[MET] = ()

    def noticed(
        m: RunningMatch, s: State, ev: list[Any], i: int, slot: int, before: Entries, given: Entries, once: bool
    ) -> None:
        """Who waits for a movement: what is done right then, or all else."""
        now, then = (tuple([e for e in entries if at_once[e[0]] == once]) for entries in (s[slot], before))
        if now or then:
            names["collect"](m, s, ev, now, then, slot, ends[i])
        for e in (*given, *[e for e in of_keywords(s, i, ev) if e not in given]):
            if at_once[e[0]] == once:
                names["pend"](m, s, e, ev, ends[i], 0)

    def right_then(m: RunningMatch, s: State) -> None:
        """«entra nel campo stanca»: what a movement brings right then, where nobody is asked anything."""
        now = [t for t in s[ONCE] if t[0] in unasked]
        s[ONCE] = tuple([t for t in s[ONCE] if t[0] not in unasked])
        names["in_turn"](m, s, [names["frame_of"](t) for t in now], tuple(now))

    return {f.__name__: f for f in (travel, travel_all, alight)}
