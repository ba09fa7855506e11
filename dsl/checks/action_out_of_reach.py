"""C042: an action does to what was chosen what its verb does only to what lies elsewhere.

Why it is a fault: it is never offered, and a game whose only action it is goes round without anybody doing anything.
Example: «scegli: una carta nella tua Mensola, detta Scelta», then «affonda Scelta», of a verb that takes from the porto.
Instead: choose where the verb takes from, use another verb, or say where it goes («Scelta va nel Fondo»).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import ActionDecl, GameMeaning, taken_from
from ..messages import problem
from .logic import zones_of


def action_out_of_reach(game: GameMeaning) -> Iterator[Diagnostic]:
    """Orders of an action over what was chosen in one zone, of verbs that take from others alone."""
    for action in game.actions.values():
        chosen = dict(_chosen(action, game))
        effect = action.effect
        for step in effect.parts if isinstance(effect, n.Sequence) else (effect,):
            event = step.event if isinstance(step, n.Do) else None
            for name in _done_to(event) if event is not None else ():
                where = chosen.get(name)
                whence = _taken(event.verb, game) if event is not None else frozenset()
                if where and whence and event is not None and not where & whence:
                    said, verb = " o ".join(sorted(where)), event.verb.partition("#")[0]
                    taken = " o ".join(sorted(whence))
                    yield problem("C042", step.span or event.span, name=name, zone=said, verb=verb, taken=taken)
            if not isinstance(step, n.Do):
                break  # it may have moved what was chosen
            chosen = {} if event is None else {k: v for k, v in chosen.items() if k not in _named(event)}


def _chosen(action: ActionDecl, game: GameMeaning) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of what is chosen, each with the zones in which it lies then."""
    for choice in action.choices:
        what = choice.what
        if what is not None and what.bind is not None:
            said = n.IsIn(n.Candidate(), what.place) if what.place is not None else n.IsKind(n.Candidate(), what.noun)
            yield what.bind, zones_of(said, game)


def _taken(verb: str, game: GameMeaning) -> frozenset[str]:
    """The zones from which a verb takes its object; none when it does not say."""
    frame = game.frames.get(verb)
    if frame is None or frame.place is None:
        return frozenset()
    condition = taken_from(frame)
    parts = condition.parts if isinstance(condition, n.Or) else (condition,)
    each = [zones_of(part, game) for part in parts]
    return frozenset().union(*each) if all(each) else frozenset()


def _done_to(event: n.Event) -> list[str]:
    return [role.value.name for role in event.roles if role.name == "object" and isinstance(role.value, n.Var)]


def _named(event: n.Event) -> set[str]:
    return {role.value.name for role in event.roles if isinstance(role.value, n.Var)}


__all__ = ["action_out_of_reach"]
