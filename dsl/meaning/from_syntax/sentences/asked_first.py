"""«La Lana bersaglio ha +1 Lume se è stanca»: what a condition asks of a target, it asks before anything is done to it."""

from __future__ import annotations

from attrs import evolve

from ... import nodes as n
from ...mapped import mapped, replace_term
from ...scope import nodes_of


def asked_first(condition: n.Condition, effect: n.Effect) -> tuple[n.Condition, n.Effect]:
    """The same with each target named where it is met first, which is in the condition."""
    asked = {each.name for each in nodes_of(condition) if isinstance(each, n.Var)}
    targets = [each for each in nodes_of(effect) if isinstance(each, n.Select) and each.pick is n.Pick.TARGET]
    for target in (each for each in targets if each.bind is not None and each.bind in asked):
        condition = _naming_first(condition, target)
        effect = replace_term(effect, target, n.Var(target.bind or ""))
    return condition, effect


def asks_of_what_is_chosen(condition: n.Condition, effect: n.Effect) -> bool:
    """Whether a condition asks of what is chosen when the effect is done: «spezza una Lana se il suo Ardore è pari»."""
    asked = {each.name for each in nodes_of(condition) if isinstance(each, n.Var)}
    known = {each.bind for each in nodes_of(condition) if isinstance(each, n.Select)}
    chosen = {each.bind for each in nodes_of(effect) if isinstance(each, n.Select)}
    return bool((asked - known) & chosen)


def _naming_first(condition: n.Condition, target: n.Select) -> n.Condition:
    """The first word for the target as the target itself."""
    named = False

    def name(node: object) -> object:
        nonlocal named
        if named or not isinstance(node, n.Var) or node.name != target.bind:
            return node
        named = True
        return evolve(target, span=node.span)

    return mapped(condition, name)  # type: ignore[no-any-return]
