"""C026: a trigger that waits for an event that nothing in this game does.

Why it is a fault: it is never set off.
Example: «Quando riattizzi una Lanterna, pesca una carta.», when no action, rule or card makes anybody do that.
Instead: wait for another event, or let something do this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.crossings import CROSSINGS
from ..meaning.game import GameMeaning
from ..meaning.walk import all_of
from ..messages import problem
from .texts import Owned, all_in, label, texts


def never_happens(game: GameMeaning) -> Iterator[Diagnostic]:
    """Triggers and replacements of a verb that no step, action, rule or card carries out."""
    if not game.decks:
        return
    happens = done_verbs(game)
    for owned in texts(game):
        waited = [(each.when, each.span) for each in all_of(owned.text, n.Triggered)]
        waited += [(each.when, each.span) for each in all_of(owned.text, n.Replaced)]
        for when, span in waited:
            if isinstance(when, n.Event) and when.verb not in happens:
                yield _problem(when, span, owned, game)


def _problem(when: n.Event, span: n.Span | None, owned: Owned, game: GameMeaning) -> Diagnostic:
    declared = next((frame for frame in game.frames.values() if frame.verb == when.verb), None)
    where = label(declared.span if declared is not None else None, "il verbo è dichiarato qui, e nessuno lo fa")
    return problem("C026", when.span or span, name=owned.name, verb=when.verb, labels=where)


def done_verbs(game: GameMeaning) -> set[str]:
    """The verbs that something does, with those of which they are a kind."""
    found = {do.event.verb for do in all_in(game, n.Do)}
    found |= {verb for verb in CROSSINGS if all(frame.verb != verb for frame in game.frames.values())}
    found |= {zone.host_leaves for zone in game.zones.values() if zone.host_leaves}
    found |= {allow.event.verb for allow in all_in(game, n.Allow) if allow.allowed}
    while True:
        wider = found | {frame.kind_of for frame in game.frames.values() if frame.verb in found and frame.kind_of}
        if wider == found:
            return found
        found = wider


__all__ = ["done_verbs", "never_happens"]
