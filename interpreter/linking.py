"""The fixed parts of the machine and the programs generated for a game, linked into one namespace."""

from __future__ import annotations

from types import CodeType
from typing import Any

from . import (
    aimed,
    anew,
    checks,
    clock,
    crossings,
    events,
    lasting,
    loans,
    payment,
    permissions,
    prevention,
    prompts,
    stack,
    state,
    triggers,
    values,
    windows,
)
from .machine import Machine
from .program.compiled import Compiled
from .running import RunningMatch

_codes: dict[str, CodeType] = {}


def linked(compiled: Compiled, match_class: type[RunningMatch], functions: dict[str, str]) -> Machine:
    """The fixed functions and the generated ones in one namespace, for matches of a class."""
    k = Machine(compiled, match_class)
    names = k.names
    names.update(state.build(k))
    if "loans" in k.L.slots:
        names.update(loans.build(k, names["change_side"]))
    names.update(values.build(k))
    if compiled.game.lasting:
        names.update(lasting.build(k))
    names.update(prevention.build(k))
    names.update(permissions.build(k, names["silenced"]))
    names.update(stack.build(k))
    names.update(triggers.build(k, names["silenced"]))
    names.update(events.build(k, names["shuffle"], names["in_turn"], names["in_place"]))
    names["HAPPENS"] = k.happens
    for name, source in functions.items():
        code = _codes.get(source)
        if code is None:
            code = _codes[source] = compile(source, f"<{name}>", "exec")
        exec(code, names)
    k.functions.extend(names[f"a{a.number}"] for a in compiled.abilities)
    k.guards.update((pid, (names[ok], slots)) for pid, (ok, slots) in compiled.guards.items())
    k.beyond.extend(names[f"lim{i}"] for i in range(len(compiled.limits)))
    names.update(checks.build(k))
    names.update(crossings.build(k))
    names.update(aimed.build(k))
    names.update(clock.build(k))
    names.update(payment.build(k))
    names.update(prompts.build(k))
    names.update(windows.build(k))
    names.update(anew.build(k))
    k.programs.extend(names.get(p.name, _nothing) for p in compiled.programs)
    return k


def _nothing(m: Any, s: Any, fr: Any) -> int:
    return 1
