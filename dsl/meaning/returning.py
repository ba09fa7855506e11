"""A declared verb that is nothing but that a card goes where is said: «una carta torna in una zona». Of what happens it is that
the card enters there, whatever brought it."""

from __future__ import annotations

from collections.abc import Iterable

from . import nodes as n
from .game import Frame


def only_goes(frames: Iterable[Frame]) -> bool:
    """Whether all that a verb does is that its subject goes to the zone that is said."""
    found = tuple(frames)
    return bool(found) and all(_goes(frame) for frame in found)


def _goes(frame: Frame) -> bool:
    done = [steps.effect for steps in frame.steps]
    said = all({role.name for role in form.roles} == {"agent", "into"} for form in frame.forms)
    plain = said and len(done) == 1 and isinstance(done[0], n.Move)
    return plain and done[0] == n.Move(n.Var("agent"), n.Var("into"))


__all__ = ["only_goes"]
