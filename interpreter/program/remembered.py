"""What took part in a past event is asked as it was then: «se una tua Lanterna si è spenta» is of what was a Lanterna, and yours.

A record of such an event keeps of its object and of its agent where each lay, whose it was and its statuses when the event was
over; what it was before it left play is kept by the card (``last``) and taken into the record.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import GameMeaning

from .layout import CARD_WORDS, PLAYER_WORDS, Layout

ROLES = ("object", "agent")  # a record keeps of these what they were, in this order
SINCE = {"agent": 2, "object": 3}  # where it keeps since when they were that
BEFORE, PILE, CONTROLLER, STATUSES = range(4)
EARLIER = (
    "",
    " before",
    " before that",
)  # of one period the records, those of the one before it and of the one before that
OF_EACH = (
    " of each"  # for each player the records of the last such period of his that is over, and of the one before it
)
LOOKED_AT = re.compile(r"for (?<!\wfor )h+ in (?=\(|s\[)")
SLOT = re.compile(r"s\[(\d+)\]")
PLACES = re.compile(r"\bh+\[(\d+)\]")
VALUE, KEYWORD, STATUS = (re.compile(x) for x in (r"l?v(\d+)", r"l?k(\d+)", r"st(\d+)"))


@frozen
class Records:
    """The beginnings of the records of past events: what nothing reads of them is left out, once all that may read is written."""

    parts: dict[str, tuple[frozenset[int | None], int, str, str]] = field(factory=dict)

    def written(self, slots: Iterable[int | None], parts: Sequence[tuple[str, str]]) -> str:
        """The parts that come first in a record of these histories, each with what stands there when nothing reads it."""
        names = []
        for at, (code, blank) in enumerate(parts):
            names.append(f"PART{len(self.parts)}_")
            self.parts[names[-1]] = frozenset(slots), at, code, blank
        return ", ".join(names)

    def fill(self, functions: dict[str, str]) -> None:
        read: set[tuple[int | None, int]] = set()
        for source in functions.values():
            if slots := looked_at(source):
                read |= {(int(slot), int(at)) for slot in slots for at in PLACES.findall(source)}

        def part(found: re.Match[str]) -> str:
            slots, at, code, blank = self.parts[found.group(0)]
            return code if any((slot, at) in read for slot in slots) else blank

        for name, source in functions.items():
            if "PART" in source:
                functions[name] = re.sub(r"\bPART\d+_", part, source)


def looked_at(source: str) -> list[str]:
    """The slots of the records through which a function goes."""
    slots = []
    for found in LOOKED_AT.finditer(source):
        end, depth = found.end(), 0
        for at in range(found.end(), len(source)):
            depth += (source[at] in "([") - (source[at] in ")]")
            if depth == 0 and source[at] in ")]":
                end = at + 1
                break
        slots += SLOT.findall(source[found.end() : end])
    return slots


def filed(kept: tuple[Any, ...], now: tuple[Any, ...], whose: int, players: int) -> tuple[Any, ...]:
    """What is kept of the last two periods of each player, when one of his is over (``now``: its records)."""
    each, at = kept or (((), ()),) * players, -1 - whose
    return (*each[:at], (now, each[at][0]), *each[at + 1 :])


def how_far_back(node: n.Happened) -> int:
    """How many periods before the one in which a past is asked it may look, whosesoever they are."""
    if node.whose is not None:
        return 0
    return node.previous + (node.since_played is not None)


def asks_what_it_was(event: n.Event, game: GameMeaning) -> bool:
    """Whether a description of an event says of a card something that can have changed since."""
    roles = (role.value for role in event.roles if role.name in ROLES)
    return any(
        isinstance(x, n.Select)
        and x.noun not in PLAYER_WORDS
        and (x.where != () or x.place is not None or (x.noun not in CARD_WORDS and x.noun != game.implied_noun))
        for value in roles
        for x in (value.members if isinstance(value, n.Group) else (value,))
    )


def past_of(node: n.Select) -> n.Happened | None:
    """What must have been done to each of what is described: «le Lanterne spente in questo turno», «… messe nel Fosso …»."""
    pasts = (x for x in node.where if isinstance(x, n.Happened) and x.now is None and x.still is None)
    return next((x for x in pasts if who_it_was(x.event) is not None), None)


def who_it_was(event: n.Event) -> str | None:
    """The part, in what is past, of what is described: what it was done to, or what went into a place."""
    went = any(role.name == "into" for role in event.roles)
    parts = [role.name for role in event.roles if isinstance(role.value, n.Candidate)]
    return "object" if "object" in parts else "agent" if went and "agent" in parts else None


def kept_of(code: str, L: Layout) -> str:
    """What a record keeps of a participant: 0 when it is no card."""
    places = (L["last"], L["zone"], L["ctrl"], L["stat"])
    return f"(({', '.join(f's[{at} + {code}]' for at in places)}) if {code} is not None and {code} >= 0 else 0)"


def as_it_was(test: str, record: str, places: dict[str, int], L: Layout, values: list[int]) -> str:
    """A test of a record, its object and agent asked as they were: before it left play, or else when the event was over.

    ``places``: where they stand in the record; ``values``: which place of what is last known each value has, -1 for none."""
    agent, thing = places.get("agent"), places.get("object")
    if agent is not None:
        test = _rewritten(test, f"{record}[{agent}]", f"{record}[1]", False, L, values)
    if thing is None:
        return test
    after = _rewritten(test, f"{record}[{thing}]", f"{record}[0]", False, L, values)
    before = _rewritten(test, f"{record}[{thing}]", f"{record}[0]", True, L, values)
    return after if after == before else f"(({after}) or ({record}[0] and {record}[0][{BEFORE}] and {before}))"


def as_it_left(test: str, event: str) -> str:
    """A test of what takes part in an event that is told: who left play by it is asked as it was when it left."""
    return ast.unparse(ast.fix_missing_locations(_AsItLeft(event).visit(ast.parse(test, mode="eval"))))


@frozen
class _AsItLeft(ast.NodeTransformer):
    event: str

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """«PRINTED0[c] if not s[9] else v0(s, c)»: what is in force now says nothing of who left."""
        asked = self.visit(node.orelse)
        if asked is not node.orelse and isinstance(asked, ast.Call) and ast.unparse(node.body).startswith("PRINTED"):
            return asked
        return ast.IfExp(self.visit(node.test), self.visit(node.body), asked)

    def visit_Call(self, node: ast.Call) -> Any:
        of = node.args[1] if len(node.args) == 2 else None
        who = isinstance(of, ast.Subscript) and isinstance(of.value, ast.Name) and of.value.id == self.event
        if who and isinstance(node.func, ast.Name) and re.fullmatch(r"[vk]\d+", node.func.id):
            return ast.Call(ast.Name("l" + node.func.id, ast.Load()), node.args, [])
        return self.generic_visit(node)


def as_it_was_last(test: str, code: str, L: Layout, values: list[int]) -> str:
    """A test of a card that has left play, asked of what is kept of it."""
    made = _AsLast(ast.dump(ast.parse(code, mode="eval").body), f"s[{L['last']} + {code}]", True, L, values).visit(
        ast.parse(test, mode="eval")
    )
    return ast.unparse(ast.fix_missing_locations(made))


def _rewritten(test: str, code: str, kept: str, before: bool, L: Layout, values: list[int]) -> str:
    made = _AsThen(ast.dump(ast.parse(code, mode="eval").body), kept, before, L, values).visit(
        ast.parse(test, mode="eval")
    )
    return ast.unparse(ast.fix_missing_locations(made))


@frozen
class _AsThen(ast.NodeTransformer):
    """What a test asks of the state about one thing, taken from what was kept of it."""

    code: str
    kept: str
    before: bool
    layout: Layout
    values: list[int]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        at = node.slice
        if isinstance(at, ast.BinOp) and isinstance(at.left, ast.Constant) and self.is_it(at.right):
            blocks = {"zone": PILE, "ctrl": CONTROLLER, "stat": STATUSES}
            for name, which in blocks.items():
                if at.left.value == self.layout[name]:
                    return self.place(which)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        args = node.args
        if name == "known" and isinstance(args[0], ast.Name):  # «known(v0, s, c)»
            name, args = args[0].id, args[1:]
        if not (len(args) == 2 and self.is_it(args[1])):
            return self.generic_visit(node)
        if name == "controller" and self.kept.endswith("[1]"):  # who did it may be a player, of whom nothing is kept
            return ast.IfExp(ast.parse(self.kept, mode="eval").body, self.place(CONTROLLER), node)
        if name == "controller":
            return self.place(CONTROLLER)
        if found := STATUS.fullmatch(name):
            return self.bit(self.place(STATUSES), int(found[1]))
        if (found := VALUE.fullmatch(name)) and self.values[int(found[1])] >= 0:
            return self.known(self.last(self.values[int(found[1])]), node)
        if found := KEYWORD.fullmatch(name):
            return self.known(self.bit(self.last(-2), int(found[1])), node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """«PRINTED0[c] if not s[9] else v0(s, c)»: what is in force now says nothing of who left."""
        asked = self.visit(node.orelse)
        if asked is not node.orelse and ast.unparse(node.body).startswith("PRINTED"):
            return asked if self.before else ast.IfExp(asked.test, asked.body, node)
        return ast.IfExp(self.visit(node.test), self.visit(node.body), asked)

    def known(self, last: ast.expr, now: ast.expr) -> ast.expr:
        """A value as it was when the thing left play; as it is now when it did not."""
        if self.before:
            return last
        left = ast.parse(f"{self.kept} and {self.kept}[{BEFORE}]", mode="eval").body
        return ast.IfExp(left, last, now)

    def is_it(self, node: ast.expr) -> bool:
        return ast.dump(node) == self.code

    def place(self, which: int) -> ast.expr:
        """Where it lay, whose it was, its statuses."""
        if self.before:
            return self.last(which - PILE - 5)
        return ast.parse(f"{self.kept}[{which}]", mode="eval").body

    def last(self, at: int) -> ast.expr:
        return ast.parse(f"{self.kept}[{BEFORE}][{at}]", mode="eval").body

    @staticmethod
    def bit(bits: ast.expr, number: int) -> ast.expr:
        shifted = ast.BinOp(bits, ast.RShift(), ast.Constant(number))
        return ast.BinOp(shifted, ast.BitAnd(), ast.Constant(1))


@frozen
class _AsLast(_AsThen):
    """The same, where what is kept is the card's own."""

    def last(self, at: int) -> ast.expr:
        return ast.parse(f"{self.kept}[{at}]", mode="eval").body
