"""A scene played and watched: the match it comes to, all that happened on the way, and where its invented cards stand in the file."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from dsl.scenes import Scene, nodes
from dsl.source import Span
from dsl.vocabulary.vocabulary import Kind

from ..match import Match
from ..why.trace import Trace, TracedMatch, watching
from .book import SceneBook
from .run import Failure, Outcome, Run
from .setting import Setting
from .words import SceneError, Words


@frozen
class Watched:
    """What came of a scene, the trace of it, the cards by the names that the scene gives them, the places of their texts."""

    outcome: Outcome
    match: Match | None
    trace: Trace | None
    numbers: dict[str, int]
    places: dict[tuple[str, str], Span]


class _Watched(Setting):
    """A position whose match is watched from its beginning."""

    def start(self, steps: Sequence[nodes.Step]) -> Match:
        return TracedMatch.of(super().start(steps))


def play_watched(book: SceneBook, number: int, until: int | None = None) -> Watched:
    """Play a scene (up to a line of its file) to its end or its first failure, and write down what happens."""
    file = book._read[0]
    assert file is not None
    scene = file.scenes[number]
    if until is not None:
        scene = evolve(scene, steps=tuple(step for step in scene.steps if step.span.line <= until))
    words = book.world.words
    outcome = Outcome(scene)
    setting = _Watched(book.world.game, words, file.decks, book.world.read)
    match: Match | None = None
    try:
        run = Run(scene, setting, outcome)
        match = run.match
        assert isinstance(match, TracedMatch)
        with watching(match):
            run.all()
    except SceneError as error:
        outcome.failure = Failure(error.message, error.span, error.hint)
    trace = match.trace if isinstance(match, TracedMatch) else None
    return Watched(
        outcome, match, trace, {name: numbers[0] for name, numbers in setting.numbers.items()}, _places(scene, words)
    )


def _places(scene: Scene, words: Words) -> dict[tuple[str, str], Span]:
    """Where the invented cards and their wordings stand, by name and by field («» for the card itself)."""
    found: dict[tuple[str, str], Span] = {}
    for step in scene.steps:
        if isinstance(step, nodes.Fixture):
            found[step.name, ""] = step.span
            for text in step.texts:
                found[step.name, words.name(text.slot, Kind.TEXT)] = text.span
        for one in step.what if isinstance(step, nodes.Put) else ():
            if isinstance(one, nodes.Placed):
                for thing in (one.thing, *(under.thing for under in one.under)):
                    if isinstance(thing, nodes.Nameless):
                        found[str(thing), ""] = thing.span
    return found


__all__ = ["Watched", "play_watched"]
