"""What names mean where a program is written, and what is said when none can be."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n


class CannotCompile(ValueError):
    """A meaning for which the machine has no program; says which node, and where it stands in the text."""

    def __init__(self, why: str, node: Any = None) -> None:
        super().__init__(why)
        self.span = getattr(node, "span", None)


@frozen
class Env:
    """What names mean where an expression stands: the bearer, the user, the thing under test and what was bound."""

    me: str | None = None
    you: str | None = None
    candidate: str | None = None
    candidate_kind: str = "card"
    outer: str | None = None  # the candidate of the selection around this one
    names: dict[str, tuple[str, str]] = {}
    depth: int = 0
    period: str | None = None
    cause: str | None = None  # in the steps of a verb: the period in which the event that they carry out was born
    tried: n.Event | None = None  # the event that «would» tries when it says none
    event: str | None = None  # the event under test
    cost: bool = False  # whether it is a cost
    part: bool = False  # whether less of it than is said is worth doing
    place: n.Place | None = None  # where a noun is looked for when it does not say

    def under_test(self, name: str, kind: str) -> Env:
        return evolve(self, candidate=name, candidate_kind=kind, outer=self.candidate, depth=self.depth + 1)

    def naming(self, **more: tuple[str, str]) -> Env:
        return evolve(self, names={**self.names, **more})
