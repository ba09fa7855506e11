"""Values and keywords of a card that nothing touches: no text of its own, none of what lies under it, nothing that lasts on it.

What stands on a value is kept for all cards together, and who asks for the value of one goes through all of it. For most cards
nothing can be there: then the value is what it is with nothing standing at all.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from ..program.compiled import Compiled
from .shapes import slot_of, walk
from .still import filled

OF_A_CARD = re.compile(r"(v|k|st)\d+")
BEARER, LOCKED = 1, 6  # the places of an entry for the one card that it concerns: whose text it is, on which it lasts


class Untouched:
    """What can touch the cards of a game, by the slots in which that stands."""

    def __init__(self, compiled: Compiled) -> None:
        self.L = compiled.layout
        self.compiled = compiled
        self.filled = filled(compiled)
        lasting = [
            (int(slot), int(ability))
            for source in compiled.functions.values()
            for slot, ability in re.findall(r"\bstand\(s, (\d+), (\d+)", source)
        ]
        abilities = compiled.abilities
        self.far = {slot for slot, ability in lasting if abilities[ability].only != LOCKED}
        self.far |= {
            slot for slot, found in self.filled.items() if any(abilities[x].only not in (BEARER, LOCKED) for x in found)
        }
        self.far |= set(compiled.standing)
        self.locked = {slot for slot, _ in lasting}

    def functions(self, functions: dict[str, str], without: Callable[[str, frozenset[int]], str]) -> dict[str, str]:
        """The functions that pay, with the short way before them; ``without``: a function's text when some slots are empty."""
        found: dict[str, str] = {}
        if "copies" in self.L.slots or not self.filled:
            return found
        for name in filter(OF_A_CARD.fullmatch, functions):
            asked = self.asked(name, functions[name])
            if not asked or (asked & self.locked and self.of_players(name)):
                continue
            quiet = self.quiet(asked)
            if sum(quiet) * 2 > len(quiet):
                found[name] = self.with_short_way(name, functions[name], asked, without)
                found[f"QUIET_{name}"] = f"QUIET_{name} = {quiet!r}\n"
        return found

    def asked(self, name: str, source: str) -> frozenset[int]:
        """The slots that a function asks; nothing when something else than these could touch a card."""
        node = function(name, source)
        found = (slot_of(x) for x in walk(node) if isinstance(x, ast.Subscript))
        slots = frozenset(x for x in found if x is not None)
        return slots if slots <= set(self.filled) - self.far else frozenset()

    def of_players(self, name: str) -> bool:
        """Whether a function may be asked of a player: what lasts on a player is written nowhere."""
        values = list(self.compiled.game.values.values())
        return not name.startswith("v") or values[int(name[1:])].layered_of_player

    def quiet(self, slots: frozenset[int]) -> tuple[bool, ...]:
        """Of each card whether none of its own texts stands in these slots."""
        rows = self.compiled.enter.values()
        own = {
            c % self.L.capacity for row in rows for c, texts in row.items() if any(slot in slots for slot, _ in texts)
        }
        return tuple(c not in own for c in range(self.L.capacity))

    def with_short_way(
        self, name: str, source: str, slots: frozenset[int], without: Callable[[str, frozenset[int]], str]
    ) -> str:
        tests = [f"QUIET_{name}[c]"]
        if self.locked & slots:
            tests.append(f"not s[{self.L['locks']} + c]")
        for kind, row in self.compiled.attach.items():
            if any(slot in slots for texts in row.values() for slot, _ in texts):
                tests.append(f"not s[{self.L['zone ' + self.L.zone_names[kind]]} + c]")
        short = function(name, without(source, slots)).body
        module = ast.parse(source)
        node = next(x for x in module.body if isinstance(x, ast.FunctionDef) and x.name == name)
        node.body = [ast.If(ast.parse(" and ".join(tests), mode="eval").body, short, []), *node.body]
        return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def function(name: str, source: str) -> ast.FunctionDef:
    return next(x for x in ast.parse(source).body if isinstance(x, ast.FunctionDef) and x.name == name)
