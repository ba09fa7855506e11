"""``detto check --scenes``: the cards, keywords and rules that no scene notices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.common import fail, progress

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic
    from dsl.source import Source
    from interpreter.mutation import Stage
    from interpreter.scenes import SceneBook


def unnoticed_in(folder: Path, jobs: int | None = None) -> tuple[list[Diagnostic], dict[str, Source]]:
    """What no scene of a game's folder notices, and the texts that the messages quote; nothing for a game without scenes."""
    from interpreter.cli.test import opened, scene_files
    from interpreter.mutation.unnoticed import Silence, pieces_of
    from interpreter.scenes.workers import Workers, cores

    if not scene_files([folder]):
        return [], {}
    books = opened([folder])
    for book in books:
        if book.problems:
            return [], {}  # told already
    stages = _stages(books, jobs or cores())
    world = books[0].world
    pieces = pieces_of(world.game.meaning)
    silence = Silence(books, stages)
    found: dict[int, Diagnostic | None] = {}
    workers = Workers(silence.unnoticed, pieces, jobs or cores())
    with workers, progress(len(pieces), "senza") as advance:
        for number, problem in workers.results():
            found[number] = problem
            advance(len(found))
    sources = {**world.loaded.sources, **{book.source.name: book.source for book in books}}
    told = (found[number] for number in range(len(pieces)))
    return [problem for problem in told if problem is not None], sources


def _stages(books: Sequence[SceneBook], jobs: int) -> list[Stage]:
    """The scenes as they stand; one that does not hold by itself ends it."""
    from interpreter.mutation import stage
    from interpreter.scenes.workers import Workers

    tasks = [(at, number) for at, book in enumerate(books) for number in range(len(book.scenes))]
    found: dict[int, Stage] = {}
    workers = Workers(lambda task: stage(books[task[0]], *task), tasks, jobs)
    with workers, progress(len(tasks), "scene") as advance:
        for number, result in workers.results():
            if isinstance(result, str):
                fail(f"una scena non vale, e non può dire che cosa manca\n{result}")
            found[number] = result
            advance(len(found))
    return [found[number] for number in range(len(tasks))]


__all__ = ["unnoticed_in"]
