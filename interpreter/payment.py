"""What is paid from a player's own: of each kind its own, of any kind any; and what can still be made while paying.

Both a cost and what a player has are tuples of the same shape: first what is of no kind (of a cost: what any kind pays), then a
number for each member, in the order in which they are declared.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .frames import PAY
from .machine import Machine, State
from .running import RunningMatch

Amounts = tuple[int, ...]
Source = tuple[int, int, int]  # a card, one of its abilities, which of the things that it can make


def build(k: Machine) -> dict[str, Any]:
    """The functions by which costs are asked about and paid."""
    L, ns = k.L, k.names
    CTRL, STAT, SUPPRESS, USES, DID, ACTIVATED = (
        L[x] for x in ("ctrl", "stat", "suppress", "uses", "did", "activated")
    )
    FN, PROGRAMS, PLACES = k.functions, k.programs, k.places
    XS, ZONE, TIME, STACK = (
        L["xs"],
        L["zone"],
        L["time"],
        L["zone " + L.stack_zone] if L.stack_zone is not None else L.nowhere,
    )
    abilities = k.compiled.abilities
    silenced, given_abilities = ns["silenced"], ns.get("given_abilities")

    def sources(
        s: State, slot: int, player: int, without: tuple[int, ...]
    ) -> list[tuple[int, int, tuple[Amounts, ...]]]:
        """The cards by which a player can make more now: each with what it can make."""
        found = []
        for e in s[ACTIVATED]:
            if makes(s, e, slot, player, without) and not (s[SUPPRESS] and silenced(s, e)):
                found.append((e[1], e[0], abilities[e[0]].source[2]))
        if given_abilities is not None:
            for e in given_abilities(s):
                if makes(s, e, slot, player, without):
                    found.append((e[1], e[0], abilities[e[0]].source[2]))
        return found

    def makes(s: State, e: Any, slot: int, player: int, without: tuple[int, ...]) -> bool:
        """Whether an ability of a player's makes what is paid with, and may be used now."""
        made = abilities[e[0]].source
        if made is None or made[0] != slot or s[CTRL + e[1]] != player or e[1] in without:
            return False
        spent = k.uses[e[0]] and s[USES].count((e[0], e[1])) >= k.uses[e[0]]
        return not spent and FN[e[0]](s, e, player)

    def payable(s: State, slot: int, player: int, cost: Amounts, without: tuple[int, ...] = ()) -> bool:
        """Whether a cost can be paid in full, with what can still be made."""
        short = missing(s[slot + player], cost)
        return not any(short) or covered(short, sources(s, slot, player, without))

    def pay(m: RunningMatch, s: State, slot: int, player: int, cost: Amounts) -> int:
        """Pay all of it or nothing; the player chooses by what, where it matters."""
        if not payable(s, slot, player, cost):
            s[DID] = 0
            return 1
        return p_pay(m, s, [PAY, 0, None, player, slot, cost])

    def p_pay(m: RunningMatch, s: State, fr: list[Any]) -> int:
        """Frame: …, player, what it is paid with, the cost."""
        slot, cost, player = fr[4], fr[5], fr[3]
        picked: Source | None = m.pick if fr[1] else None
        while True:
            fr[1] = 0
            if picked is None:
                short = missing(s[slot + player], cost)
                if not any(short):
                    s[slot + player] = spent(s[slot + player], cost)
                    s[DID] = 1
                    return 1
                ways = useful(s, slot, player, cost, short)
                if not ways:  # something on the way took away what was counted on
                    s[DID] = 0
                    return 1
                if len(ways) > 1:
                    fr[1] = 1
                    done: int = ns["ask"](m, s, fr, player, "pay", tuple(ways), 0)
                    return done
                picked = ways[0]
            card, a, which = picked
            picked = None
            if k.uses[a]:
                s[USES] += ((a, card),)
            pid = abilities[a].source[1]
            frame = [pid, 0, card, player, abilities[a].source[2][which]]
            frame += [None] * (PLACES[pid] - len(frame))
            if not PROGRAMS[pid](m, s, frame):
                m.rest.append(fr)
                return 0

    def useful(s: State, slot: int, player: int, cost: Amounts, short: Amounts) -> list[Source]:
        """The ways to make something of what is missing after which the rest can still be paid; of those alike only one.
        First what makes the fewest kinds, and what is asked for by name."""
        pool, found, known = s[slot + player], [], set()
        every = sources(s, slot, player, ())
        for card, a, makes in every:
            rest = [x for x in every if x[0] != card]
            for which, made in enumerate(makes):
                left = missing(tuple([x + y for x, y in zip(pool, made, strict=True)]), cost)
                if sum(left) >= sum(short) or not (not any(left) or covered(left, rest)):
                    continue
                alike = (k.compiled.cards[card].name, s[STAT + card], makes, left)
                if alike not in known:
                    known.add(alike)
                    found.append(((len(makes), sum(left[1:]) >= sum(short[1:])), (card, a, which)))
        found.sort(key=lambda each: each[0])
        ways = [way for _, way in found]
        return ways[:1] if len(every) <= sum(short) else ways  # all are needed

    def x_range(s: State, slot: int, player: int, each: int | None, cost: Amounts, change: int) -> tuple[int, ...]:
        """How much may be paid for {X}, that is so many times in a cost which is greater or less by so much; nothing to say where
        it is not."""
        if each is None:
            return ()
        found = [0]
        while payable(s, slot, player, reduced(cost, change + each * (found[-1] + 1))):
            found.append(found[-1] + 1)
        return tuple(found)

    def x_of(s: State, c: int) -> int:
        """How much was paid for the {X} of what waits."""
        return next((x for card, x, since in s[XS] if card == c and since == s[TIME + c] and s[ZONE + c] == STACK), 0)

    def keep_x(s: State, c: int, x: int) -> None:
        s[XS] = tuple([each for each in s[XS] if each[0] != c and s[ZONE + each[0]] == STACK]) + ((c, x, s[TIME + c]),)

    return {f.__name__: f for f in (payable, pay, p_pay, x_range, x_of, keep_x)} | {
        "reduced": reduced,
        "plain": plain,
        "summed": summed,
        "manifold": manifold,
    }


def missing(pool: Amounts, cost: Amounts) -> Amounts:
    """What a pool lacks of a cost: of each kind, and of any."""
    short = [max(0, c - p) for p, c in zip(pool[1:], cost[1:], strict=True)]
    spare = pool[0] + sum([max(0, p - c) for p, c in zip(pool[1:], cost[1:], strict=True)])
    return (max(0, cost[0] - spare), *short)


def spent(pool: Amounts, cost: Amounts) -> Amounts:
    """What is left of a pool: of each kind its own, then of any kind what there is most of."""
    left = [p - c for p, c in zip(pool[1:], cost[1:], strict=True)]
    free = min(pool[0], cost[0])
    for _ in range(cost[0] - free):
        left[max(range(len(left)), key=left.__getitem__)] -= 1
    return (pool[0] - free, *left)


def covered(short: Amounts, sources: list[tuple[int, int, tuple[Amounts, ...]]]) -> bool:
    """Whether sources, each used once and for one of the things that it makes, can make what is missing.

    What makes several at a time, but not of each as one likes («{A}{A} o {F}{F}»), is tried for each thing that it makes."""
    if not enough(short, sources):
        return False
    for card, a, makes in sources:
        if len(makes) > 1 and max([sum(made) for made in makes]) > 1:
            others = [x for x in sources if x[:2] != (card, a)]
            for at, made in enumerate(makes):  # of those alike a later one makes nothing that stands before
                rest = [(c, b, m[at:] if m == makes else m) for c, b, m in others]
                if covered(missing(made, short), rest):
                    return True
            return False
    return True


def enough(short: Amounts, sources: list[tuple[int, int, tuple[Amounts, ...]]]) -> bool:
    """Whether for every group of kinds as much can be made as the group needs (the marriage theorem; exact where each makes
    one at a time, or has no choice)."""
    kinds = [i for i in range(1, len(short)) if short[i]]
    if sum([max([sum(made) for made in makes]) for _, _, makes in sources]) < sum(short):
        return False
    for size in range(1, len(kinds) + 1):
        for group in combinations(kinds, size):
            made = sum([max([sum([one[i] for i in group]) for one in makes]) for _, _, makes in sources])
            if made < sum([short[i] for i in group]):
                return False
    return True


def plain(amount: int | Amounts, size: int) -> Amounts:
    """An amount of no kind, when it is only a number."""
    return amount if isinstance(amount, tuple) else (amount, *([0] * (size - 1)))


def manifold(amount: Amounts, times: int) -> Amounts:
    """So many times an amount, kind by kind."""
    return tuple([x * times for x in amount])


def summed(pool: Amounts, amount: Amounts) -> Amounts:
    """A pool with so much more, or less."""
    return tuple([max(0, x + y) for x, y in zip(pool, amount, strict=True)])


def reduced(cost: Amounts, change: int) -> Amounts:
    """A cost that is greater or less by so much of any kind, and never below nothing."""
    return (max(0, cost[0] + change), *cost[1:])


__all__ = ["Amounts", "build", "covered", "missing", "reduced", "spent"]
