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
        """The things to which a check applies as the state is, and its program on one of them."""
        kind = "player" if decl.what.noun in PLAYER_WORDS else "card"
        listed = self.listed(evolve(decl.what, quantity=n.Quantity.ALL), Env())
        test = "True"
        if decl.condition is not None:
            you = "o" if kind == "player" else f"s[{self.L['ctrl']} + o]"
            test = self.condition(decl.condition, Env(you=you, names={"of": ("o", kind)}))
        self.functions[f"due{i}"] = f"def due{i}(s):\n    return [o for o in {listed} if {test}]\n"
        w = Writer(FIRST + 1)
        self.effect(decl.effect, w, Env(you="fr[3]", names={"of": (f"fr[{FIRST}]", kind)}))
        self.settled_now(w)  # what lay under a card that a check moves away
        self.out.checks.append((f"due{i}", self.program(f"check{i}", w, cause=decl)))


__all__ = ["Checking"]
