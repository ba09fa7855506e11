"""C015: triggers of several texts that wake one another in a ring, with nothing to stop it.

Why it is a fault: once one of them is awake they go round for ever, and the match is stopped.
Example: «Quando peschi, guadagni un Punto.» on one card, «Quando guadagni Punti, pesca una carta.» on another.
Instead: let the player choose («puoi») in one of them, or add a condition or «una volta per turno».
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from ..diagnostics import Diagnostic, Label
from ..meaning.game import GameMeaning
from ..messages import problem
from .waking import Waiting, waiting, wakes


def wake_each_other(game: GameMeaning) -> Iterator[Diagnostic]:
    """The shortest ring through each trigger that is in one; each ring is told once."""
    every = waiting(game)
    after = {i: [j for j in range(len(every)) if j != i and wakes(every[i], every[j], game)] for i in range(len(every))}
    told: set[frozenset[int]] = set()
    for start in range(len(every)):
        ring = _ring(start, after)
        if ring and frozenset(ring) not in told:
            told.add(frozenset(ring))
            yield _problem([every[i] for i in ring])


def _ring(start: int, after: Mapping[int, list[int]]) -> tuple[int, ...]:
    """The fewest triggers that lead from one back to itself."""
    queue: deque[tuple[int, ...]] = deque([(start,)])
    seen: set[int] = set()
    while queue:
        path = queue.popleft()
        for following in after[path[-1]]:
            if following == start:
                return path
            if following not in seen:
                seen.add(following)
                queue.append((*path, following))
    return ()


def _problem(ring: list[Waiting]) -> Diagnostic:
    names = ", ".join(dict.fromkeys(f"«{each.owned.name}»" for each in ring))
    verbs = ", ".join(each.when.verb for each in (*ring, ring[0]))
    spans = [(each.trigger.span or each.when.span, each.owned.name) for each in ring]
    labels = tuple(Label(span, f"«{name}» risponde") for span, name in spans[1:] if span is not None)
    return problem("C015", spans[0][0], names=names, verbs=verbs, labels=labels)
