"""State checks as programs: what is due now, and what happens to it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .emit import Writer
from .env import Env
from .layout import FIRST, PLAYER_WORDS
from .turns import Turns


class Checking(Turns):
    """The part of the compiler that writes state checks."""

    def checks(self) -> None:
        for i, (name, decl) in enumerate(self.game.checks.items()):
            self.owner = name
            self.guard(decl, lambda i=i, d=decl: self.check(i, d))

    def check(self, i: int, decl: Any) -> None:
        """The things to which a check applies as the state is, each with what stands beside it, and its program on one."""
        kind = "player" if decl.what.noun in PLAYER_WORDS else "card"
        env = Env(you="o" if kind == "player" else f"s[{self.L['ctrl']} + o]", names={"of": ("o", kind)})
        found, names = "(o,)", {"of": (f"fr[{FIRST}]", kind)}
        test = "True" if decl.condition is None else self.condition(decl.condition, env)
        each = f"for o in {self.listed(evolve(decl.what, quantity=n.Quantity.ALL), Env())} if {test}"
        if decl.beside is not None:
            found, each = "(o, x)", f"{each} for x in list({self.listed(decl.beside, env)})[:1]"
            names[decl.beside.bind] = (f"fr[{FIRST + 1}]", "player" if decl.beside.noun in PLAYER_WORDS else "card")
        self.functions[f"due{i}"] = f"def due{i}(s):\n    return [{found} {each}]\n"
        w = Writer(FIRST + len(names))
        self.effect(decl.effect, w, Env(you="fr[3]", names=names))
        self.settled_now(w)  # what lay under a card that a check moves away
        self.out.checks.append((f"due{i}", self.program(f"check{i}", w, cause=decl)))


__all__ = ["Checking"]
