"""Positions for the tests of «why»: the match of a scene that is written in the test, and all matches of the scenes that there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter.match import Game, Match
from interpreter.scenes import SceneBook, World
from interpreter.scenes.watched import Watched, play_watched
from interpreter.why import Reason, Viewer
from interpreter.why.questions import Questions

GAMES = Path(__file__).resolve().parent.parent / "games"
BLESS = GAMES / "bless"
HEADING = "scene per Bless, con il mazzo Alba e Cenere"


def book(world: World, tmp_path: Path, *lines: str) -> SceneBook:
    """A file with one scene of these lines."""
    path = tmp_path / "prova.scena"
    path.write_text("\n".join([HEADING, "", "scena Prova", *(f"    {line}" for line in lines)]) + "\n", "utf-8")
    found = SceneBook(path, world, "prova.scena")
    assert not found.problems, found.told_problems()
    return found


def watched(world: World, tmp_path: Path, *lines: str) -> tuple[Watched, Questions]:
    """What came of a scene of these lines, and the questions that can be asked of it."""
    scenes = book(world, tmp_path, *lines)
    found = play_watched(scenes, 0)
    assert found.outcome.failure is None, scenes.report(found.outcome)
    assert found.match is not None
    viewer = Viewer(None, found.places, {"prova.scena": scenes.source})
    return found, Questions(found.match, found.trace, viewer, found.numbers)


def number(match: Match, name: str) -> int:
    """The card of that name that lies in play."""
    (found,) = [
        c
        for c, card in enumerate(match.game.cards)
        if card.name == name and match.place_of(c)[0] not in (None, "Mazzo")
    ]
    return found


def flat(reasons: tuple[Reason, ...]) -> Iterator[Reason]:
    """Reasons and all that they rest on."""
    for reason in reasons:
        yield reason
        yield from flat(reason.parts)


def decisions(game: Game, seed: int, most: int, pick: int = 7) -> Iterator[Match]:
    """A match at each of its first decisions, played by a fixed rule."""
    match = game.match(seed=seed)
    for step in range(most):
        if match.decision is None:
            return
        yield match
        match.choose((step * pick + seed) % match.count)
