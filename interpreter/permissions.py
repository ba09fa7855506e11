"""May it: what cards say against a rule and against each other. «Non può» beats «può», «sempre» beats both.

One that would ask for what it says itself is left out while it does (B-187)."""

from __future__ import annotations

from typing import Any

from .machine import Entry, Machine, State


def build(k: Machine, silenced: Any) -> dict[str, Any]:
    """The functions of permissions over the entries that stand on a verb."""
    FN, ALLOWED, ALWAYS, FREE, BEATS = k.functions, k.allowed, k.always, k.free, k.beats
    LIMIT, FURTHER, DEARER, PRICE_SET = k.limit, k.further, k.dearer, k.price_set
    RECURSIVE, SUPPRESS, BUSY = k.recursive, k.L["suppress"], k.L["busy"]

    declared = {name for name, _ in k.L.game.orders.get("permission_order", ())}
    rules_beat_cards = "rule beats card" in declared
    can_beats_cannot = "can beats cannot" in declared

    def holds(s: State, e: Entry, ev: list[Any]) -> Any:
        if s[SUPPRESS] and silenced(s, e):
            return None
        a = e[0]
        if not RECURSIVE[a]:
            return FN[a](s, e, ev)
        busy = s[BUSY]
        mark = (a, e[1], e[3])
        if mark in busy:
            return None
        s[BUSY] = busy + (mark,)
        r = FN[a](s, e, ev)
        s[BUSY] = busy
        return r

    def lifted(s: State, t: tuple[Entry, ...], ev: list[Any], rule: int) -> bool:
        """Whether some card's «può» speaks against a rule for this event."""
        return not rules_beat_cards and any(rule in BEATS[e[0]] and holds(s, e, ev) for e in t)

    def cards_allow(s: State, t: tuple[Entry, ...], ev: list[Any]) -> bool:
        yes = no = 0
        for e in t:
            a = e[0]
            if LIMIT[a] or not holds(s, e, ev):
                continue
            strength = 2 if ALWAYS[a] else 1
            if ALLOWED[a]:
                yes = max(yes, strength)
            else:
                no = max(no, strength)
        return no == 0 or (yes >= no if can_beats_cannot else yes > no)

    def surely_not(s: State, t: tuple[Entry, ...], ev: list[Any]) -> bool:
        """Whether some card forbids it for ever: not even a rule's «può sempre» is against that."""
        return any(ALWAYS[e[0]] and not ALLOWED[e[0]] and not LIMIT[e[0]] and holds(s, e, ev) for e in t)

    def limit_of(s: State, t: tuple[Entry, ...], ev: list[Any], number: int) -> int:
        """How many times: what the last card says replaces what the rule says; «una volta in più» is added."""
        added = 0
        for e in t:
            if LIMIT[e[0]] and ALLOWED[e[0]]:
                more = holds(s, e, ev)
                if more is not None and FURTHER[e[0]]:
                    added += more
                elif more is not None:
                    number = more
        return number + added

    def is_free(s: State, t: tuple[Entry, ...], ev: list[Any]) -> bool:
        return any(FREE[e[0]] and ALLOWED[e[0]] and holds(s, e, ev) for e in t)

    def price_of(s: State, t: tuple[Entry, ...], ev: list[Any], value: int, number: int) -> int:
        """What an action costs in a value: what the last card sets it to, with what cards add to it and take from it; nothing
        at the least."""
        added = 0
        for e in t:
            if DEARER[e[0]] == value:
                more = holds(s, e, ev)
                if more is not None and PRICE_SET[e[0]]:
                    number = more
                elif more is not None:
                    added += more
        return max(0, number + added)

    return {f.__name__: f for f in (lifted, cards_allow, surely_not, limit_of, is_free, price_of)}
