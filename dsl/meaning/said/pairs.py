"""«due Lane della stessa Forma»: one thing and another that is like it, or unlike, said as two of a kind."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve

from .. import nodes as n
from ..mapped import mapped
from ..walk import walk


def pairs_joined(text: n.Text) -> n.Text:
    """A text to be said, in which what two things have in common is said of both of them."""
    recalled = Counter(node.name for node in walk(text) if isinstance(node, n.Var))

    def joined(node: Any) -> Any:
        two = one_of_both(node)
        if two is None or not isinstance(node, n.Group):
            return node
        own = Counter(each.name for each in walk(node) if isinstance(each, n.Var))
        named = [each.bind for each in node.members if isinstance(each, n.Select) and each.bind is not None]
        return node if any(recalled[name] > own[name] for name in named) else two

    return mapped(text, joined)  # type: ignore[no-any-return]


def one_of_both(group: object) -> n.Select | None:
    """Two things of the same sort of which the second shares a word of a value with the first, or shares none; each with the
    other stands for it. None of any others."""
    if not isinstance(group, n.Group) or group.either or len(group.members) != 2:
        return None
    first, second = group.members
    if not isinstance(first, n.Select) or not isinstance(second, n.Select) or first.bind is None:
        return None
    that, link = n.Var(first.bind), [x for x in second.where if _shared(x) is not None]
    alike = _shared(link[0]) if len(link) == 1 else None
    if alike is None or alike.right != that or alike.left != n.Candidate() or alike.by:
        return None
    same = n.Not(n.Same(n.Candidate(), that))
    rest = tuple(x for x in second.where if x is not link[0] and x != same)
    wants_other = link[0] is alike  # who shares none is another anyhow
    if (same in second.where) != wants_other or first.number != n.Num(1):
        return None
    if rest != first.where or evolve(second, where=rest, bind=None, span=None) != evolve(first, bind=None, span=None):
        return None
    each: n.Condition = evolve(alike, right=n.Candidate())
    return evolve(first, number=n.Num(2), where=(*first.where, each if link[0] is alike else n.Not(each)), bind=None)


def _shared(condition: n.Condition) -> n.SharesMember | None:
    inner = condition.part if isinstance(condition, n.Not) else condition
    return inner if isinstance(inner, n.SharesMember) else None
