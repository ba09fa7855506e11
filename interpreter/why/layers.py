"""The layers of a value: what is printed, who sets it, who adds to it, in their order, and what overrode what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import ValueDecl

from ..machine import Entry
from ..program.standing import ADD, ALWAYS_ADD, ALWAYS_SET, SET, SET_PRINTED, TIMES
from .asking import CannotCompile, Scope, lasting
from .reasons import Reason, Telling, Why

Explain = Callable[[Telling, n.Condition, Scope, str, n.Span | None], Reason]
LAYERS = {
    SET_PRINTED: "copia",
    SET: "fissa",
    ADD: "aggiunge",
    ALWAYS_SET: "fissa sempre",
    ALWAYS_ADD: "aggiunge sempre",
    TIMES: "moltiplica",
}
_NAMES = {SET: "set", ADD: "added", ALWAYS_SET: "always set", ALWAYS_ADD: "always added"}
NOTHING = "nulla"  # a value without any of its members
_SETS = (SET_PRINTED, SET, ALWAYS_SET)


@frozen
class Touch:
    """A modifier that touches a value: its place among those of the same card, its layer and what it says."""

    at: int
    entry: Entry
    layer: int
    result: int
    by: list[Entry] = field(factory=list)  # what overrides it


def value_layers(tell: Telling, card: int, value: str, explain: Explain) -> Why:
    """What is printed, each modifier, what it did or what overrode it; ``explain``: why a condition holds or not.

    Raises ``KeyError`` when cards have no such value.
    """
    asking = tell.asking
    decl = asking.meaning.values[value]
    if f"mod {value}" not in asking.layout.slots:
        raise KeyError(value)
    number = list(asking.meaning.values).index(value)
    found = asking.names[f"v{number}"](asking.s, card)
    touches = list(_touching(tell, card, value))
    _override(tell, touches, bool(decl.members))
    sets = [touch for touch in touches if touch.layer in _SETS and not touch.by]
    reasons = [_base(tell, card, decl, number, sets)]
    for touch in sorted(touches, key=lambda each: (_rank(tell, each.layer), each.at)):
        said = f"{LAYERS[touch.layer]}: {_shown(decl, touch.result, touch.layer in _SETS)}"
        by = tell.of_entry("", touch.by[0]).owner if touch.by else ""
        reasons.append(tell.of_entry(said, touch.entry, overridden=bool(touch.by), by=by))
    reasons += _idle(tell, card, value, {id(touch.entry) for touch in touches}, explain)
    if decl.minimum is not None:
        reasons.append(tell.reason(f"minimo: {decl.minimum}", value, decl.span))
    return Why(f"{value} di {tell.name(card)}", _shown(decl, found, True) or NOTHING, tuple(reasons))


def _base(tell: Telling, card: int, decl: ValueDecl, number: int, sets: list[Touch]) -> Reason:
    """From where a value starts."""
    asking = tell.asking
    by = tell.of_entry("", sets[-1].entry).owner if sets else ""
    more: dict[str, Any] = {"overridden": bool(sets), "by": by}
    if decl.derived is not None:
        said = f"si calcola: {asking.names[f'pv{number}'](asking.s, card)}"
        return tell.reason(said, decl.name, decl.span, **more)
    if not decl.printed or decl.counter:
        said = f"comincia da {asking.s[asking.layout[f'value {decl.name}'] + card]}"
        return tell.reason(said, decl.name, decl.span, **more)
    printed = asking.names[f"PRINTED{number}"][asking.names["shown_side"](asking.s, card)]
    said = f"stampato: {_shown(decl, printed, True) or NOTHING}"
    return tell.reason(said, tell.name(card), tell.place_of_card(card), **more)


def _shown(decl: ValueDecl, found: int, whole: bool) -> str:
    """A number (of what is added with its sign), or the names of the members of a mask."""
    if not decl.members:
        return str(found) if whole else f"{found:+}"
    return " e ".join(name for i, name in enumerate(decl.members) if found >> i & 1)


# -- modifiers ---------------------------------------------------------------------------------------------------


def _entries(tell: Telling, card: int, value: str) -> Iterator[Entry]:
    """What stands on a value: the entries in force, and the sentences of the keywords that it, or another card, has."""
    asking = tell.asking
    yield from asking.entries(f"mod {value}")
    for ability in asking.game.compiled.abilities:
        node = ability.node
        keyword = asking.meaning.keywords.get(ability.owner)
        if not isinstance(node, n.Modify) or node.value != value or keyword is None or keyword.type_of is not None:
            continue
        slot, number = asking.slot(f"keyword {keyword.name}"), list(asking.meaning.keywords).index(keyword.name)
        if not slot or id(node) not in asking.known.sentences:
            continue
        of_itself = isinstance(node.target, n.Self)
        own = [card] if of_itself and asking.names[f"k{number}"](asking.s, card) else []
        for bearer in own if of_itself else asking.bearers(keyword.name):
            yield (ability.number, bearer, None, 0, None, bearer, None)


def _touching(tell: Telling, card: int, value: str) -> Iterator[Touch]:
    layers = tell.asking.machine.layer
    for at, entry in enumerate(_entries(tell, card, value)):
        result = tell.asking.applies(entry, card)
        if result is not None:
            yield Touch(at, entry, layers[entry[0]], result)


def is_touched(tell: Telling, card: int, value: str) -> bool:
    """Whether any modifier touches a value of a card now."""
    return any(True for _ in _touching(tell, card, value))


def _rank(tell: Telling, layer: int) -> float:
    """Where a layer stands in the order that the game declares."""
    if layer in (SET_PRINTED, TIMES):
        return -1 if layer == SET_PRINTED else _rank(tell, ADD) + 0.5
    declared = [name for name in tell.asking.order("value_order") if name in _NAMES.values()] or list(_NAMES.values())
    return declared.index(_NAMES[layer]) if _NAMES[layer] in declared else len(declared)


def _override(tell: Telling, touches: list[Touch], members: bool) -> None:
    """Say of each modifier what overrides it: one that sets afterwards, or that sets for ever."""
    order = tell.asking.order("value_order")
    for layer in _SETS:
        same = [touch for touch in touches if touch.layer == layer]
        greatest = layer != SET_PRINTED and order.get(_NAMES[layer], "").startswith("greatest") and not members
        winner = max(same, key=lambda each: each.result if greatest else each.at, default=None)
        for touch in same:
            if winner is not None and touch is not winner:
                touch.by.append(winner.entry)
    fixed = next((touch for touch in touches if touch.layer == ALWAYS_SET and not touch.by), None)
    how = order.get("always set", "")
    falls = members or not how or "rest falls" in how
    for touch in touches:
        if fixed is None or touch.layer in (ALWAYS_SET, ALWAYS_ADD) or touch.by:
            continue
        stays = members and touch.layer in (ADD, TIMES)
        kept = not falls and touch.layer == ADD
        before = _rank(tell, touch.layer) < _rank(tell, ALWAYS_SET)
        if before and not stays and not kept:
            touch.by.append(fixed.entry)
    setter = next((touch for touch in touches if touch.layer == SET and not touch.by), None)
    for touch in touches:
        under = touch.layer == SET_PRINTED or (
            touch.layer in (ADD, TIMES) and _rank(tell, touch.layer) < _rank(tell, SET)
        )
        if setter is not None and under and not touch.by:
            touch.by.append(setter.entry)


def _idle(tell: Telling, card: int, value: str, touching: set[int], explain: Explain) -> Iterator[Reason]:
    """The sentences that would touch the value of this card if their condition held now."""
    for entry in _entries(tell, card, value):
        if id(entry) in touching or tell.asking.applies(entry, card) is not None:
            continue
        ability = tell.asking.ability(entry)
        node, scope = ability.node, tell.asking.scope_of(entry)
        only = tell.asking.machine.only[entry[0]]
        if not only or entry[only] != card or not isinstance(node, n.Modify):
            continue
        if tell.asking.silenced(entry):
            yield tell.of_entry("non vale: il suo testo è taciuto", entry, holds=False)
            continue
        sentence, _ = tell.asking.known.sentences.get(id(node), (None, ""))
        condition = lasting(sentence.condition if sentence is not None else None, node.duration)
        if condition is not None:
            try:
                found = explain(tell, condition, scope, ability.owner, ability.span)
            except CannotCompile:
                continue
            yield tell.of_entry("ora non vale, vuole che:", entry, holds=False, parts=(found,))
