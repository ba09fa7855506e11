"""The tables that the fixed parts of the machine share with the generated functions of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .program.compiled import Compiled
from .program.layout import Layout

State = list[Any]
Entry = tuple[Any, ...]
Guard = tuple[Callable[..., Any], tuple[int, ...]]  # may it, what stands on its way
FAULTS = (TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)  # what goes wrong in a program
FOREVER = (-1, 0, None, 0)  # the end of an entry that nothing ends: it has become part of its card


class Machine:
    """A game made ready to run: numbers of slots, tables by ability and program, and the namespace of generated functions."""

    def __init__(self, compiled: Compiled, match_class: Any = None) -> None:
        self.compiled = compiled
        self.match_class = match_class
        self.copied: Callable[[State], State] = list.copy  # another state like it, for a new match
        self.L: Layout = compiled.layout
        abilities = compiled.abilities
        self.names: dict[str, Any] = {}
        self.functions: list[Callable[..., Any]] = []
        self.programs: list[Callable[..., int]] = []
        self.beyond: list[Callable[..., Any]] = []  # of each limit: what is out of bounds
        self.guards: dict[int, Guard] = {}  # of each event
        crossing = [name for name, frame in compiled.layout.game.frames.items() if frame.crossing is not None]
        self.detours = [compiled.layout[f"instead {name}"] for name in crossing]  # where a card goes instead
        self.places: list[int] = [p.places for p in compiled.programs]
        self.layer = [a.layer for a in abilities]
        self.recursive = [a.recursive for a in abilities]
        self.allowed = [a.allowed for a in abilities]
        self.always = [a.always for a in abilities]
        self.printed = [a.printed for a in abilities]
        self.free = [a.free for a in abilities]
        self.limit = [a.limit for a in abilities]
        self.further = [a.further for a in abilities]
        self.dearer = [a.dearer for a in abilities]
        self.price_set = [a.price_set for a in abilities]
        self.what = [a.what for a in abilities]
        self.left = [a.left for a in abilities]
        self.kept = [a.kept for a in abilities]
        self.alike = [a.alike for a in abilities]
        self.of_type = [a.of_type for a in abilities]
        self.program_of = [a.program for a in abilities]
        self.at_once = [a.at_once for a in abilities]
        self.whence = [a.whence for a in abilities]
        self.together = [a.together for a in abilities]
        self.played_from = [a.played_from for a in abilities]
        self.announced = [a.announced for a in abilities]
        self.resolved = [a.resolved or a.program for a in abilities]
        self.happens = [a.happens for a in abilities]
        self.optional = [a.optional for a in abilities]
        self.beats = [a.beats for a in abilities]
        self.only = [a.only for a in abilities]
        self.constant = [a.constant for a in abilities]
        self.family = [a.family for a in abilities]
        self.shared = [a.shared for a in abilities]
        self.kinds = [a.node_kind for a in abilities]
        self.uses = [self.use_limit(a.node) for a in abilities]
        top = self.L.size
        stack = next((w for w in self.L.game.windows.values() if w.played == "zone"), None)
        self.stack_window = list(self.L.game.windows).index(stack.name) if stack is not None else None
        self.triggers_wait = any(w.triggers_wait for w in self.L.game.windows.values())
        self.kind_at = tuple(self.L.kind_of.get(i, -1) for i in range(top))
        self.player_at = tuple(self.L.player_of.get(i) for i in range(top))
        self.seats = tuple(-1 - seat for seat in range(self.L.players))

    def use_limit(self, node: Any) -> int:
        number = getattr(getattr(node, "limit", None), "value", 0)
        return number if type(node).__name__ in ("Triggered", "Activated") and number else 0

    def initial(self) -> State:
        """The state before anything: every card still nowhere, the rules' own entries in force."""
        s = list(self.L.initial)
        for slot, entries in self.compiled.standing.items():
            s[slot] = tuple(entries)
        return s
