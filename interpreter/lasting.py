"""Lasting effects of the kinds that a game declares: given to a card, counted on it, taken off, ended in their time.

What is given is a tuple ``(ability, slot, end, amount, bearer, user, …what it knows)``, which an event carries to the card that
gets it; from then on it is an entry in force like any other, locked to that card and named by its time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .machine import FOREVER, Entry, Machine, State
from .program.standing import ADD, ALWAYS_ADD

TAKEN_OFF = 6  # the place of an entry that is the card on which it lies


def _kinds(L: Any, zones: Iterable[str]) -> frozenset[int]:
    """The numbers of zones."""
    return frozenset(i for i, name in enumerate(L.zone_names) if name in zones)


def build(k: Machine) -> dict[str, Any]:
    """The functions of lasting effects, with this game's kinds."""
    L = k.L
    CLOCK, LOCKS, DIRTY, ZONE = L["clock"], L["locks"], L["dirty"], L["zone"]
    kind_at = k.kind_at
    FN, FAMILY, LAYER = k.functions, k.family, k.layer
    decls = list(L.game.lasting.values())
    sorts = [tuple(how for _, how in d.sorts) for d in decls]
    words = [tuple(word for word, _ in d.sorts) for d in decls]
    most = [d.most for d in decls]
    most_sort = [words[i].index(d.most_sort) if d.most_sort in words[i] else -1 for i, d in enumerate(decls)]
    groups = {name: place.zones for name, place in L.game.places.items()}
    where = [_kinds(L, groups.get(d.place, (d.place,))) if d.place is not None else None for d in decls]
    cards = len(k.compiled.cards)
    names = list(L.game.periods)
    serials = [L[f"serial {name}"] for name in names]
    timed_slots = [L[f"timed {name}"] for name in names]

    originals = {
        name: (L[f"original {name}"], f"pv{i}", decl.minimum)
        for i, (name, decl) in enumerate(L.game.values.items())
        if f"original {name}" in L.slots
    }
    mods = frozenset(L[f"mod {name}"] for name in originals)

    COPIES = L["copies"] if "copies" in L.slots else -1

    def changed(s: State, slots: Iterable[int]) -> None:
        """What depends on the effects that are in force is looked at again."""
        s[DIRTY] = 1
        if COPIES in slots:
            k.names["retext"](s)

    def adds(a: int) -> bool:
        return LAYER[a] in (ADD, ALWAYS_ADD) and k.kinds[a] == "modify"

    def handed_on(s: State, time: int, c: int) -> int:
        """What lies on another card lies on this one from now on; where it cannot, it stays there."""
        found = entry_at(s, time)
        if found is None or found[1][TAKEN_OFF] == c:
            return 0
        slot, e = found
        if not bear(s, (e[0], slot, e[4], None, e[1], e[2], *e[7:]), c):
            return 0
        return release(s, time)

    def bear(s: State, g: Any, c: int) -> int:
        """A card gets what is given, or (its time) what another has; 0 when it is not born."""
        if not isinstance(g, tuple):
            return 0 if g is None else handed_on(s, g, c)
        a, slot, expiry = g[:3]
        family = FAMILY[a]
        decl = decls[family]
        if (zones := where[family]) is not None and kind_at[s[ZONE + c]] not in zones:
            return 0
        s[CLOCK] += 1
        e: Entry = (a, g[4], g[5], s[CLOCK], expiry, g[4], c, *g[6:])
        if not decl.born_at_zero and adds(a) and not FN[a](s, e, c):
            return 0
        limit, sort = most[family], most_sort[family]
        if limit is not None and (sort < 0 or sort_of_entry(s, e) == sort):
            there = [x for _, x in on_card(s, c, family) if sort < 0 or sort_of_entry(s, x) == sort]
            if len(there) >= limit:
                if not decl.replaces:
                    return 0
                release(s, there[0][3])
        s[slot] += (e,)
        if slot not in s[LOCKS + c]:
            s[LOCKS + c] += (slot,)
        if expiry is not None and slot not in s[timed_slots[expiry[0]]]:
            s[timed_slots[expiry[0]]] += (slot,)
        changed(s, (slot,))
        return 1

    def on_card(s: State, c: int, family: int) -> Iterator[tuple[int, Entry]]:
        """The lasting effects of a kind that lie on a card, the oldest first, each with its slot."""
        found = [
            (slot, e)
            for slot in s[LOCKS + c]
            for e in s[slot]
            if e[TAKEN_OFF] == c and FAMILY[e[0]] == family and e[4] != FOREVER
        ]
        yield from sorted(found, key=lambda each: each[1][3])

    def gifts(s: State, c: int | None, family: int) -> tuple[int, ...]:
        """The times of a card's lasting effects of a kind; of all cards when none is said."""
        if c is not None:
            return tuple([e[3] for _, e in on_card(s, c, family)])
        return tuple([e[3] for x in range(cards) for _, e in on_card(s, x, family)])

    def entry_at(s: State, time: int) -> tuple[int, Entry] | None:
        for c in range(cards):
            for slot in s[LOCKS + c]:
                for e in s[slot]:
                    if e[3] == time and e[TAKEN_OFF] == c and FAMILY[e[0]] >= 0:
                        return slot, e
        return None

    def sort_of_entry(s: State, e: Entry) -> int:
        """Which of the declared sorts an effect is of; -1 for none."""
        amount = FN[e[0]](s, e, e[TAKEN_OFF]) if adds(e[0]) else None
        return sort_by(FAMILY[e[0]], k.kinds[e[0]] == "modify" and not adds(e[0]), amount)

    def sort_by(family: int, sets: bool, amount: int | None) -> int:
        how = "sets" if sets else "adds" if amount is not None and amount > 0 else "takes" if amount else ""
        mine = sorts[family]
        return mine.index(how) if how in mine else mine.index("otherwise") if "otherwise" in mine else -1

    def sort_of(s: State, x: Any, family: int) -> int:
        """The sort of an effect that a card has (its time), or of one that an event gives."""
        if isinstance(x, tuple):
            return sort_by(FAMILY[x[0]], k.kinds[x[0]] == "modify" and not adds(x[0]), x[3] if adds(x[0]) else None)
        found = entry_at(s, x)
        return -1 if found is None else sort_of_entry(s, found[1])

    def bears(s: State, c: int | None, family: int, sort: int) -> bool:
        """Whether a card has such an effect."""
        return c is not None and any(sort < 0 or sort_of_entry(s, e) == sort for _, e in on_card(s, c, family))

    def release(s: State, time: int) -> int:
        """Take an effect off its card."""
        found = entry_at(s, time)
        if found is None:
            return 0
        slot, entry = found
        s[slot] = tuple([e for e in s[slot] if e is not entry])
        changed(s, (slot,))
        return 1

    def integrate(s: State, c: int, family: int) -> int:
        """What the effects of a kind make of a card is from now on what is printed on it; the effects are used up."""
        mine = list(on_card(s, c, family))
        for name, (at, printed, least) in originals.items():
            here = [e for slot, e in mine if slot == L[f"mod {name}"]]
            if not here:
                continue
            x = k.names[printed](s, c)
            for e in [e for e in here if not adds(e[0])][-1:]:
                x = FN[e[0]](s, e, c)
            x += sum(FN[e[0]](s, e, c) for e in here if adds(e[0]))
            s[at + c] = x if least is None else max(least, x)
        for slot, e in mine:
            kept = () if slot in mods else ((*e[:4], FOREVER, *e[5:]),)
            s[slot] = tuple([y for x in s[slot] for y in (kept if x is e else (x,))])
        s[DIRTY] = 1
        return 1 if mine else 0

    def lapse(s: State, family: int) -> tuple[int, ...]:
        """Take off those of a kind whose time has come; the cards on which they lay."""
        done: dict[int, None] = {}
        for c in range(cards):
            for slot, e in list(on_card(s, c, family)):
                end = e[4]
                if end is not None and end[3] == 0 and s[serials[end[0]]] >= end[1]:
                    s[slot] = tuple([x for x in s[slot] if x is not e])
                    done[c] = None
                    if slot == COPIES:
                        k.names["retext"](s)
        return tuple(done)

    return {f.__name__: f for f in (bear, gifts, sort_of, bears, release, lapse, integrate, entry_at)}
