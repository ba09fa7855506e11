"""What is in force of several at once: nobody chooses them, so each clause, and each condition, is of any such one."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ... import nodes as n
from ...mapped import replace_term
from ...scope import nodes_of
from ..things.reading import PLAYER

#: What is in force of all that are such; a permission and a claim are of any one.
_OF_ALL = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)


def of_each(standing: tuple[n.Standing, ...], condition: n.Condition | None) -> tuple[n.Standing, ...]:
    """«Le tue Lana hanno Corazza e non possono cadere»: the second clause is of the same Lana. What a condition asks of them
    («se sono stanche») it asks of each."""
    asked = {each.name for each in nodes_of(condition) if isinstance(each, n.Var)} if condition is not None else set()
    spoken: dict[str, n.Select] = {}
    found: list[n.Standing] = []
    for effect in standing:
        again = _said_again(effect, spoken)
        for one in _those_in(again):
            if not isinstance(again, _OF_ALL):  # «non possono …» is of any one: the others of all
                one = evolve(one, quantity=n.Quantity.ALL, number=None)
            spoken |= {one.bind: one} if one.bind is not None else {}
        found.append(again if again == effect else _named_if_spoken_of(again, asked))
    return tuple(found)


def _those_in(effect: n.Standing) -> Iterator[n.Select]:
    """Those of whom a clause is, where it is of any such one."""
    if isinstance(effect, _OF_ALL):
        terms: list[object] = [effect.target]
    else:
        roles = effect.event.roles if isinstance(effect, n.Allow) else effect.roles
        terms = [role.value for role in roles]
    yield from (term for term in terms if isinstance(term, n.Select) and term.pick is n.Pick.AGENT)


def of_each_rival(
    effect: n.Standing, condition: n.Condition | None, controller: str, name: str
) -> tuple[n.Standing, n.Condition | None] | None:
    """«se un rivale ha due Lane, le sue Lane hanno -1 Ardore», where there may be several: asked of whoever each Lana is of.
    None where it cannot be said so."""
    rivals = [each for each in nodes_of(condition) if _is_rival(each)] if condition is not None else []
    if condition is None or not rivals or not any(_is_rival(each) for each in nodes_of(effect)):
        return effect, condition
    those = [one for one in _those_in(effect) if any(_is_his(each) for each in one.where)]
    if len(those) != 1:
        return None
    one, asked = those[0], condition
    name = one.bind or name
    anybodys = tuple(
        n.ControlledBy(each.of, n.Opponent(anyone=True)) if isinstance(each, n.ControlledBy) and _is_his(each) else each
        for each in one.where
    )
    for rival in rivals:
        asked = replace_term(asked, rival, n.Related(controller, n.Var(name)))
    return replace_term(effect, one, evolve(one, where=anybodys, bind=name)), asked


def by_whose_it_is(
    when: n.Event, done: tuple[object, ...], controller: str, name: str
) -> tuple[n.Event, tuple[object, ...]]:
    """«quando una Lana di un giocatore sfida, quel giocatore attinge una carta»: the one who has that Lana."""
    for role in when.roles:
        one = role.value
        owned = one.where if isinstance(one, n.Select) else ()
        whose = next((each for each in owned if isinstance(each, n.ControlledBy) and _any_players(each)), None)
        if whose is None or not isinstance(whose.by, n.Select) or not isinstance(one, n.Select):
            continue
        his = n.Var(whose.by.bind or "")
        if his not in nodes_of(done):
            continue
        known = one.bind or name
        anybodys = tuple(replace_term(each, whose.by, evolve(whose.by, bind=None)) for each in one.where)
        named = evolve(role, value=evolve(one, where=anybodys, bind=known))
        roles = tuple(named if each is role else each for each in when.roles)
        theirs = n.Related(controller, n.Var(known))
        return evolve(when, roles=roles), tuple(replace_term(each, his, theirs) for each in done)
    return when, done


def _any_players(owned: n.ControlledBy) -> bool:
    """Of some player or other, who is spoken of again."""
    by = owned.by
    return isinstance(owned.of, n.Candidate) and isinstance(by, n.Select) and by.noun == PLAYER and by.bind is not None


def _is_rival(node: object) -> bool:
    return isinstance(node, n.Opponent) and not node.each and not node.anyone and isinstance(node.of, n.You)


def _is_his(node: object) -> bool:
    return isinstance(node, n.ControlledBy) and isinstance(node.of, n.Candidate) and _is_rival(node.by)


def _said_again(effect: n.Standing, spoken: dict[str, n.Select]) -> n.Standing:
    """A clause that recalls those of a clause before, said of them."""
    if isinstance(effect, _OF_ALL):
        known = spoken.get(effect.target.name) if isinstance(effect.target, n.Var) else None
        return evolve(effect, target=known) if known is not None else effect
    roles = effect.event.roles if isinstance(effect, n.Allow) else effect.roles
    roles = tuple(
        evolve(role, value=evolve(spoken[role.value.name], quantity=n.Quantity.EXACTLY, number=n.Num(1)))
        if isinstance(role.value, n.Var) and role.value.name in spoken
        else role
        for role in roles
    )
    if isinstance(effect, n.Allow):
        return evolve(effect, event=evolve(effect.event, roles=roles))
    return evolve(effect, roles=roles)


def _named_if_spoken_of(effect: n.Standing, asked: set[str]) -> n.Standing:
    """A clause that names those it is of where its own words, or the condition's, recall them."""
    names = asked | {each.name for each in nodes_of(effect) if isinstance(each, n.Var)}
    for one in _those_in(effect):
        if one.bind not in names:
            effect = replace_term(effect, one, evolve(one, bind=None))
    return effect
