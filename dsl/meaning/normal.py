"""One tree for one meaning: the order of filters, or of things named together, says nothing; here it is one."""

from __future__ import annotations

from typing import Any, Final

import attrs

from . import nodes as n
from .joined import effects_of
from .walk import inner_names, rebuilt, walk

#: The order of filters: whose it is, of what kind, in which state, which one, then the rest.
_ORDER: Final = (
    n.ControlledBy,
    n.HasMember,
    n.IsKind,
    n.IsStatus,
    n.HasKeyword,
    n.Linked,
    n.IsCalled,
    n.IsFree,
    n.Near,
    n.IsOn,
    n.IsIn,
    n.Compare,
)


def normal(node: Any) -> Any:
    """A meaning with filters and groups in the one order, «one» said as a number, what is done in one sequence."""
    if not isinstance(node, tuple) and inner_names(type(node)) is None:
        return node
    node = rebuilt(node, normal)
    if isinstance(node, n.Group):
        return _group(node)
    if isinstance(node, n.Text):
        return _text(node)
    if isinstance(node, n.Triggered):
        return _triggered(node)
    if isinstance(node, n.Static):
        return _static(node)
    if isinstance(node, n.Not):
        return _not(node)
    if isinstance(node, n.Modify):
        return _modified(node)
    if isinstance(node, n.If):
        return _if(node)
    return _selection(node) if isinstance(node, n.Select) else node


def _if(effect: n.If) -> n.If:
    """«scarta una carta: se lo fai, …» asks it once."""
    inner = effect.then
    twice = isinstance(inner, n.If) and inner.condition == effect.condition and inner.otherwise is None
    return attrs.evolve(effect, then=inner.then) if twice and isinstance(inner, n.If) else effect


def _not(condition: n.Not) -> n.Condition:
    """«il Baule non è vuoto» is that at least one card lies there."""
    match condition.part:
        case n.Compare(left=n.Count() as left, op="==", right=n.Num(value=0)):
            return n.Compare(left, ">=", n.Num(1), span=condition.span)
    return condition


def _modified(effect: n.Modify) -> n.Modify:
    """«il suo Ardore è pari al doppio del suo Ardore» is that it doubles: it cannot be set to what it would then be."""
    match effect:
        case n.Modify(
            op=n.Operation.SET,
            amount=n.Compute(
                op=n.Arithmetic.MULTIPLY,
                of=(n.Num() as times, n.ValueOf(value=value, of=of, printed=False, based=False)),
            ),
        ) if value == effect.value and of in (effect.target, n.Candidate()):
            return attrs.evolve(effect, op=n.Operation.TIMES, amount=times)
    return effect


def _triggered(ability: n.Triggered) -> n.Triggered:
    """«Quando attacca, pesca una carta se è desta» is «Se è desta, quando attacca, pesca una carta»."""
    effect = ability.effect
    only = isinstance(effect, n.If) and effect.otherwise is None and ability.label is None
    if not only or ability.condition is not None:
        return ability
    assert isinstance(effect, n.If)
    return attrs.evolve(ability, condition=effect.condition, effect=effect.then)


def _static(ability: n.Static) -> n.Static:
    """«Le Lana hanno +1 Ardore e hanno Corazza» is of all of them both times, whoever they are by then."""
    all_of = {
        effect.target.bind: effect.target
        for effect in ability.effects
        if isinstance(effect, n.Modify | n.Grant)
        and isinstance(effect.target, n.Select)
        and effect.target.quantity is n.Quantity.ALL
        and effect.target.bind is not None
    }
    if not all_of:
        return ability
    effects: list[n.Standing] = []
    for effect in ability.effects:
        if not isinstance(effect, n.Modify | n.Grant):
            effects.append(effect)
            continue
        target = effect.target
        if isinstance(target, n.Var) and target.name in all_of:
            effect = attrs.evolve(effect, target=attrs.evolve(all_of[target.name], bind=None))
        elif isinstance(target, n.Select) and target.bind in all_of:
            effect = attrs.evolve(effect, target=attrs.evolve(target, bind=None))
        effects.append(effect)
    named = (*effects, *([ability.condition] if ability.condition is not None else []))
    used = {node.name for each in named for node in walk(each) if isinstance(node, n.Var)}
    return ability if used & set(all_of) else attrs.evolve(ability, effects=tuple(effects))


def _each_while(ability: n.Ability) -> tuple[n.Ability, ...]:
    """«la prima Lana … costa 1 in più e la prima crepa … è meno grave»: each as long as its own condition holds."""
    if not isinstance(ability, n.Static) or len(ability.effects) < 2 or ability.condition is not None:
        return (ability,)
    lasting = [effect.duration for effect in ability.effects if isinstance(effect, n.Modify | n.Grant)]
    whiles = [x.condition for x in lasting if x is not None and x == n.Duration(n.Stretch.WHILE, condition=x.condition)]
    if len(whiles) < len(ability.effects) or len(set(whiles)) < 2:
        return (ability,)
    return tuple(
        attrs.evolve(ability, effects=(attrs.evolve(effect, duration=None),), condition=condition)
        for effect, condition in zip(ability.effects, whiles, strict=True)
    )


def _text(text: n.Text) -> n.Text:
    """What is done when a text is used is one sequence, whether a comma, «poi» or a full stop stands between."""
    abilities: list[n.Ability] = []
    for ability in (part for each in text.abilities for part in _each_while(each)):
        last = abilities[-1] if abilities else None
        if isinstance(ability, n.Used) and isinstance(last, n.Used):
            abilities[-1] = attrs.evolve(
                last, effect=n.Sequence((*effects_of(last.effect), *effects_of(ability.effect)), span=last.effect.span)
            )
        else:
            abilities.append(ability)
    return text if len(abilities) == len(text.abilities) else attrs.evolve(text, abilities=tuple(abilities))


def _group(group: n.Group) -> n.Group:
    """Selections together, the more described first: «un'Erba stanca o una Lana», whose adjective is of one only."""
    if not all(isinstance(member, n.Select) for member in group.members):
        return group
    bound = {member.bind for member in group.members if isinstance(member, n.Select)} - {None}
    if any(isinstance(node, n.Var) and node.name in bound for node in walk(group)):
        return group  # «una Lana e le carte legate a essa»
    members = tuple(sorted(group.members, key=_described))
    return group if members == group.members else attrs.evolve(group, members=members)


def _described(member: n.Term) -> int:
    return -len(member.where) - (member.extreme is not None) if isinstance(member, n.Select) else 0


def _selection(what: n.Select) -> n.Select:
    where = _said_once(what.where)
    where = tuple(sorted(where, key=_rank)) if len(where) > 1 else where
    single = what.quantity is n.Quantity.EXACTLY and what.number is None
    if where == what.where and not single:
        return what
    return attrs.evolve(what, where=where, number=n.Num(1) if single else what.number)


def _said_once(where: tuple[n.Condition, ...]) -> tuple[n.Condition, ...]:
    """«un'altra di Forma diversa»: what is of another Forma than a thing is not that thing."""
    denied = [condition.part for condition in where if isinstance(condition, n.Not)]
    unlike = {part.right for part in denied if isinstance(part, n.SharesMember) and part.left == n.Candidate()}
    return tuple(
        condition
        for condition in where
        if not (isinstance(condition, n.Not) and isinstance(condition.part, n.Same) and condition.part.right in unlike)
    )


def _rank(condition: n.Condition) -> tuple[int, str]:
    for rank, kind in enumerate(_ORDER):
        if isinstance(condition, kind):
            return rank, repr(condition)
    return len(_ORDER), repr(condition)


__all__ = ["normal"]
