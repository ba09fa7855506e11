"""«se hai una Lana stanca, destala»: what a condition counted, where what is done under it speaks of one of those, or of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from . import nodes as n
from .joined import effects_of
from .mapped import mapped, replace_term
from .scope import nodes_of


def with_chosen(meaning: Any, held: Mapping[str, n.Select]) -> Any:
    """A meaning in which what is recalled of those that a condition counted is chosen where it is done."""

    def change(node: Any) -> Any:
        if isinstance(node, n.If):
            then = _chosen(node.then, node.condition, held)
            other = with_chosen(node.otherwise, held)
            return evolve(node, then=with_chosen(then, held), otherwise=other)
        if isinstance(node, n.Triggered) and node.condition is not None:
            return evolve(node, effect=with_chosen(_chosen(node.effect, node.condition, held), held))
        return node

    return mapped(meaning, change) if held else meaning


def _chosen(effect: n.Effect, condition: n.Condition, held: Mapping[str, n.Select]) -> n.Effect:
    """What is done under a condition, with a choice of what that counted where it is recalled."""
    counted = [node.what for node in nodes_of(condition) if isinstance(node, n.Count)]
    recalled = dict.fromkeys(node.name for node in nodes_of(effect) if isinstance(node, n.Var) and node.name in held)
    for name in reversed(recalled):
        such = held[name]
        if all(_plain(what) != _plain(such) for what in counted):
            continue
        one = evolve(such, bind=name)
        times = sum(isinstance(node, n.Var) and node.name == name for node in nodes_of(effect))
        done = effect.effect if isinstance(effect, n.May) else effect
        if times == 1 and isinstance(done, n.Do) and n.Var(name) in [role.value for role in done.event.roles]:
            effect = replace_term(effect, n.Var(name), one)  # «spezza una tua Lana stanca» says as much
        else:
            effect = n.Sequence((n.Choose(one, span=one.span), *effects_of(effect)), span=effect.span)
    return effect


def acts_on_counted(condition: n.Condition, effect: n.Effect) -> bool:
    """Whether what is done under a condition is done to what that counted: «…, distruggi quella Lana»."""
    counted = {_plain(node.what) for node in nodes_of(condition) if isinstance(node, n.Count)}
    return any(isinstance(node, n.Select) and _plain(node) in counted for node in nodes_of(effect))


def _plain(what: n.Select) -> n.Select:
    return evolve(what, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None, span=None)
