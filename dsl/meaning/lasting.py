"""Lasting effects of a declared kind: which verb gives which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import nodes as n
from .game import Frame
from .walk import walk


def kind_given(frame: Frame, frames: Mapping[str, Frame]) -> tuple[str, str] | None:
    """The kind of lasting effect that a verb gives, and the role of who gets it; None when it gives none.

    «la carta ha l'effetto come Pegno» in its steps says it, or the verb that they use."""
    seen: set[str] = set()

    def found(at: Frame, swap: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        if at.name in seen:
            return
        seen.add(at.name)
        for step in at.steps:
            for node in walk(step.effect):
                if isinstance(node, n.Bear) and node.effect is not None and isinstance(node.target, n.Var):
                    yield node.family, swap.get(node.target.name, node.target.name)
                elif isinstance(node, n.Event) and _passes_on(node) and node.verb in frames:
                    named = {r.name: r.value.name for r in node.roles if isinstance(r.value, n.Var)}
                    yield from found(frames[node.verb], {role: swap.get(name, name) for role, name in named.items()})

    return next(found(frame, {}), None)


def _passes_on(event: n.Event) -> bool:
    return any(role.name == "effect" and isinstance(role.value, n.Var) for role in event.roles)
