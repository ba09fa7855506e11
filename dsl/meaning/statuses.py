"""Which status a declared verb sets: «la Lana diventa stanca» is what «stancare» does."""

from __future__ import annotations

from collections.abc import Mapping

from . import nodes as n
from .game import Frame, StatusDecl

Set = tuple[str, bool]


def status_set(change: n.SetStatus, statuses: Mapping[str, StatusDecl]) -> Set:
    """The status and whether it is on, an opposite by the name of the status."""
    contrary = next((each.name for each in statuses.values() if each.opposite == change.status), None)
    return (change.status, change.on) if contrary is None else (contrary, not change.on)


def sets_status(frame: Frame, statuses: Mapping[str, StatusDecl], of: str = "object") -> Set | None:
    """What a verb makes of its object (``of`` a player who does it: of himself), where it does nothing else and is done for no
    time."""
    effects = [steps.effect for steps in frame.steps]
    only = effects[0] if len(effects) == 1 else None
    if isinstance(only, n.Sequence) and len(only.parts) == 1:
        only = only.parts[0]
    plain = all({role.name for role in form.roles} <= {"agent", "object"} for form in frame.forms)
    if not isinstance(only, n.SetStatus) or only.what != n.Var(of) or not plain or frame.default_time is not None:
        return None
    return status_set(only, statuses)
