"""«Se andrebbe nel Fosso, va invece in mano»: in the stead of a movement, whatever brings it about, the same card goes elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from . import nodes as n
from .game import Frame


def crosses(frames: Mapping[str, Frame], when: object) -> bool:
    """Whether an event is that a card goes over the edge of a place, whatever brings it there."""
    frame = frames.get(when.verb) if isinstance(when, n.Event) else None
    return frame is not None and frame.crossing is not None


def elsewhere(frames: Mapping[str, Frame], when: n.Event, instead: n.Effect) -> n.Move | None:
    """What is done instead of a movement, if it is that the card that would go, and nothing else, goes to another place."""
    going = [role.value for role in when.roles if role.name == "agent"]
    moved = [n.Var(each.bind) if isinstance(each, n.Select) and each.bind else each for each in going]
    move = _moved_by(frames, instead) if isinstance(instead, n.Do) else instead
    if not isinstance(move, n.Move) or not isinstance(move.to, n.Place) or not moved:
        return None
    plain = move.under is None and move.on is None and not move.keep and move.covered is None
    return move if plain and move.what == moved[0] else None


def _moved_by(frames: Mapping[str, Frame], done: n.Do) -> n.Move | None:
    """What a verb does whose only step is that its object, or who does it alone, goes somewhere."""
    roles = {role.name: role.value for role in done.event.roles}
    frame = frames.get(done.event.verb)
    if frame is None or len(frame.steps) != 1 or frame.then is not None or frame.counted or done.event.manner:
        return None
    move = frame.steps[0].effect
    if not isinstance(move, n.Move) or not isinstance(move.what, n.Var):
        return None
    to = roles.get(move.to.name) if isinstance(move.to, n.Var) else move.to
    what = roles.get(move.what.name)
    known = not isinstance(to, n.Place) or not isinstance(to.of, n.Var) or to.of.name not in roles
    if what is None or not isinstance(to, n.Place) or not known:
        return None
    return evolve(move, what=what, to=to, span=done.span)  # type: ignore[arg-type]


__all__ = ["crosses", "elsewhere"]
