"""Layers: how what stands on a value, a keyword or a status is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .machine import Entry, Machine, State
from .program.standing import ADD, ALWAYS_ADD, ALWAYS_SET, SET, SET_PRINTED, TIMES


def build(k: Machine) -> dict[str, Any]:
    """The functions of layers. A modifier that would read its own value is left out while it does (B-187)."""
    L = k.L
    BUSY, SUPPRESS = L["busy"], L["suppress"]
    FN, RECURSIVE, WHAT, LAYER, ALWAYS, ONLY = k.functions, k.recursive, k.what, k.layer, k.always, k.only
    PRINTED, OF_TYPE = k.printed, k.of_type
    CONST, FROM, TIME = k.constant, k.played_from, L["time"]
    texts_too = dict(L.game.orders.get("doubt_order", ())).get("abilities") == "texts and keywords"

    def silenced(s: State, e: Entry) -> bool:
        """Whether a printed sentence is off: «non ha il suo effetto», and where abilities are texts too «perde le sue abilità»; of what
        lies under another, on which what it says holds, as of that card."""
        if e[4] != 0 or e[1] is None or e[5] is None or OF_TYPE[e[0]]:
            return False
        return suppressed(s, e[5], "text") > 0 or (texts_too and suppressed(s, e[5], "keywords") > 0)

    def lets_from(s: State, entries: tuple[Entry, ...], kind: int, ev: list[Any], c: int) -> bool:
        """Whether something opens a kind of zone to play from for such an event, to which this card is done."""
        return any(
            FROM[e[0]] >> kind & 1
            and (FROM[e[0]] > 0 or s[TIME + c] <= e[3])
            and not silenced(s, e)
            and FN[e[0]](s, e, ev)
            for e in entries
        )

    def suppressed(s: State, c: int, what: str) -> int:
        """The time of the last effect that takes a card's text or keywords away, 0 when none does."""
        last = 0
        for e in s[SUPPRESS]:
            if WHAT[e[0]] == what and FN[e[0]](s, e, c):
                last = e[3] or 1  # a rule stands from before the first card
        return last

    def apply(s: State, e: Entry, c: int) -> Any:
        """What an entry says of a card, or None."""
        return None if s[SUPPRESS] and silenced(s, e) else heard(s, e, c)

    def heard(s: State, e: Entry, c: int) -> Any:
        """The same of one that nothing silences."""
        a = e[0]
        if not RECURSIVE[a]:
            return FN[a](s, e, c)
        busy = s[BUSY]
        mark = (a, e[1], e[3], c)
        if mark in busy:
            return None
        s[BUSY] = busy + (mark,)
        r = FN[a](s, e, c)
        s[BUSY] = busy
        return r

    # the layers in the order that the game's text lists; what it does not list has no effect
    listed_order = [name for name, _ in L.game.orders.get("value_order", ())]
    usual = ["set", "added", "always set", "always added"]
    declared = [name for name in listed_order if name in usual] if listed_order else usual
    how = dict(L.game.orders.get("value_order", ()))
    falls = "rest falls" in how.get("always set", "rest falls") or not how.get("always set")

    greatest_set, greatest_added, greatest_always = (
        how.get(name, "").startswith("greatest") for name in ("set", "added", "always set")
    )

    def layered(x: int, got: Iterable[tuple[int, int]]) -> int:
        """printed → the layers as declared: by default set (the last), added, always set (what precedes falls), always added."""
        once: int | None = None
        added: int | None = None
        always: int | None = None
        more, times = 0, 1
        for layer, r in got:
            if layer == ADD:
                added = r if added is None else max(added, r) if greatest_added else added + r
            elif layer == SET:
                once = r if once is None or not greatest_set else max(once, r)
            elif layer == ALWAYS_SET:
                always = r if always is None or not greatest_always else max(always, r)
            elif layer == ALWAYS_ADD:
                more += r
            elif layer == TIMES:
                times *= r
            elif layer == SET_PRINTED:
                x = r
        before = 0  # what was added so far
        for name in declared:
            if name == "added":
                if added is not None:
                    before = added
                    x += before
                x *= times
            elif name == "always added":
                x += more
            elif name == "set":
                if once is not None:
                    x = once
            elif always is not None:
                x = always if falls else always + before
        return x

    def members(x: int, got: Iterable[tuple[int, int]]) -> int:
        """The members of a value: the last that sets it, and all that add to it."""
        always: int | None = None
        more = 0
        for layer, r in got:
            if layer == 3:
                always = r
            elif layer in (0, 1):
                x = r
            else:
                more |= r
        return (x if always is None else always) | more

    def flagged(s: State, t: tuple[Entry, ...], c: int, x: int) -> int:
        """A status under what claims it."""
        always = None
        for e in t:
            a = e[0]
            only = ONLY[a]
            if only and e[only] != c:
                continue
            r = CONST[a] if not s[SUPPRESS] else None
            if r is None:
                r = apply(s, e, c)
            if r is not None:
                if ALWAYS[a]:
                    always = 1 if r else 0
                else:
                    x = 1 if r else 0
        return x if always is None else always

    def given(s: State, t: tuple[Entry, ...], c: int, x: int) -> int:
        """Whether a card has a keyword, under what gives and takes it; what it has of its own is the first, whenever it came."""
        since = 0
        always = None
        touched = 0
        for e in t:
            only = ONLY[e[0]]
            if only and e[only] != c:
                continue
            r = apply(s, e, c)
            if r is None:
                continue
            if ALWAYS[e[0]]:
                always = 1 if r else 0
            elif PRINTED[e[0]]:
                if not touched:
                    x = 1
            else:
                x = 1 if r else 0
                since = e[3]
                touched = 1
        if x and s[SUPPRESS] and suppressed(s, c, "keywords") > since:
            x = 0
        return x if always is None else always

    def claimed(s: State, e: Entry, *roles: int) -> int:
        only = ONLY[e[0]]
        if only and e[only] != roles[0]:
            return 0
        if s[SUPPRESS] and silenced(s, e):
            return 0
        a = e[0]
        if not RECURSIVE[a]:
            found: int = FN[a](s, e, *roles)
            return found
        busy = s[BUSY]
        mark = (a, e[1], e[3], roles)
        if mark in busy:
            return 0
        s[BUSY] = busy + (mark,)
        r: int = FN[a](s, e, *roles)
        s[BUSY] = busy
        return r

    def claimed_one(s: State, e: Entry, c: int) -> int:
        """The same of one thing, by the short way."""
        a = e[0]
        if s[SUPPRESS] or RECURSIVE[a]:
            return claimed(s, e, c)
        only = ONLY[a]
        if only and e[only] != c:
            return 0
        found: int = FN[a](s, e, c)
        return found

    def claimed_two(s: State, e: Entry, c: int, other: int) -> int:
        """The same of one thing and another."""
        a = e[0]
        if s[SUPPRESS] or RECURSIVE[a]:
            return claimed(s, e, c, other)
        only = ONLY[a]
        if only and e[only] != c:
            return 0
        found: int = FN[a](s, e, c, other)
        return found

    def bearers(s: State, slot: int, has: Callable[[State, int], int]) -> list[int]:
        """The cards in play that have a keyword."""
        return [c for c in may_bear(s, slot) if has(s, c)]

    def may_bear(s: State, slot: int) -> list[int]:
        """The cards in play that may have a keyword: those to which something gives it, where that says which they are."""
        given: list[int] = []
        for e in s[slot]:
            only = ONLY[e[0]]
            if not only or slot in of_types:
                return [c for c in range(cards) if in_play[KO[s[ZONE + c]]]]
            if e[only] not in given:
                given.append(e[only])
        if len(given) > 1:
            given.sort()
        return [c for c in given if 0 <= c < cards and in_play[KO[s[ZONE + c]]]]

    from .state import _zones_in_play

    in_play = _zones_in_play(k)
    of_types = {L[f"keyword {name}"] for name, decl in k.compiled.game.keywords.items() if decl.type_of is not None}
    KO, ZONE, cards = k.kind_at, L["zone"], len(k.compiled.cards)

    def first(listed: Any) -> Any:
        return listed[0] if listed else None

    def flat(*things: Any) -> tuple[Any, ...]:
        """Things and groups of things as one group, each once."""
        found: dict[Any, None] = {}
        for x in things:
            if isinstance(x, (tuple, list)):
                found.update(dict.fromkeys(x))
            elif x is not None:
                found[x] = None
        return tuple(found)

    def each_once(listed: Iterable[int]) -> tuple[int, ...]:
        """Cards to which something was done, those to which it was twice only once."""
        return tuple(dict.fromkeys(listed))

    def top(pile: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """The cards on top of a pile, the topmost first."""
        return pile[: -depth - 1 : -1]

    def extreme(listed: Any, key: Callable[[Any], int], greatest: bool) -> list[Any]:
        """Those with the greatest (or least) number; more than one when they tie."""
        if not listed:
            return []
        numbers = [key(x) for x in listed]
        best = max(numbers) if greatest else min(numbers)
        return [x for x, number in zip(listed, numbers, strict=True) if number == best]

    true_of_none = dict(L.game.orders.get("doubt_order", ())).get("all of none") == "true"

    def every(listed: Any, test: Callable[[Any], Any]) -> bool:
        """«tutte»: false of none (B-177)."""
        listed = [x for x in listed if x is not None]
        return (bool(listed) or true_of_none) and all(test(x) for x in listed)

    def amount(x: Any) -> int:
        if x is None:
            return 0
        return x if isinstance(x, int) else len(x)

    def known(value: Callable[[State, int], int], s: State, c: int | None) -> int:
        """A value of a thing that may not be there."""
        return 0 if c is None else value(s, c)

    def total(value: Callable[[State, int], int], s: State, cards_: tuple[int, ...]) -> int:
        return sum(value(s, c) for c in cards_)

    def from_player(players: Iterable[int], start: int | None) -> list[int]:
        """Players in turn order from one, who need not be among them."""
        ordered = sorted(players, reverse=True)
        if start is None:
            return ordered
        return [p for p in ordered if p <= start] + [p for p in ordered if p > start]

    return {
        f.__name__: f
        for f in (
            apply,
            heard,
            silenced,
            lets_from,
            suppressed,
            layered,
            members,
            flagged,
            given,
            claimed,
            claimed_one,
            claimed_two,
            bearers,
            may_bear,
            first,
            flat,
            each_once,
            top,
            extreme,
            every,
            amount,
            known,
            total,
            from_player,
        )
    } | {"LAYER": LAYER, "ONLY": ONLY, "CONST": CONST}
