"""Scenes as pytest's items, their snapshots as syrupy's: the same runner, the same files, the same words of a failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .book import SceneBook, gather
from .pytest_books import book_of
from .workers import TOGETHER

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion


class SceneFailed(AssertionError):
    """A scene that does not hold, with the runner's own words."""


class SceneModule(pytest.File):
    """A file of scenes."""

    def collect(self) -> Iterable[pytest.Item]:
        """One item a scene; a file or a game that cannot be read is told with all its problems."""
        book = book_of(self.config, self.path)
        if book.world.problems:
            raise self.CollectError(book.world.told_problems())
        if book.problems:
            raise self.CollectError(book.told_problems())
        snapshots = self.config.pluginmanager.hasplugin("syrupy")
        for number, name in enumerate(book.names):
            run = _with_syrupy(book, number) if snapshots else _alone(book, number)
            run.__name__ = name
            yield SceneItem.from_parent(self, name=name, callobj=run)


class SceneItem(pytest.Function):
    """A scene. It is a function to pytest, so that fixtures, and syrupy's account of snapshots, take it as one."""

    def setup(self) -> None:
        """Make ready for this scene and for those of its game that come after it."""
        book = book_of(self.config, self.path)
        if not book.world.gathered.knows(book.scenes[book.names.index(self.name)]):
            items = self.session.items
            next_ones = islice(items, items.index(self), None)
            soon = takewhile(lambda item: isinstance(item, SceneItem), islice(next_ones, TOGETHER))
            gather((near := book_of(self.config, item.path), near.names.index(item.name)) for item in soon)
        super().setup()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """What the runner says of it, without a traceback."""
        if isinstance(excinfo.value, SceneFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **kwargs)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line of the title (from 0), the title."""
        book = book_of(self.config, self.path)
        return self.path, book.scenes[book.names.index(self.name)].span.line - 1, self.name


def _with_syrupy(book: SceneBook, number: int) -> Callable[..., None]:
    """A scene whose snapshots syrupy compares and writes."""

    def run(snapshot: SnapshotAssertion) -> None:
        from .syrupy_snapshots import SceneSnapshots

        kept = snapshot.use_extension(SceneSnapshots)
        outcome = _played(book, number)
        same = [kept == photo.text for photo in outcome.photos]  # each is asked for, so that each can be written
        if not all(same):
            _compared(book, number, outcome)

    return run


def _alone(book: SceneBook, number: int) -> Callable[..., None]:
    """A scene where there is no syrupy: its snapshots are compared, and written by the command line only."""

    def run() -> None:
        _compared(book, number, _played(book, number))

    return run


def _played(book: SceneBook, number: int) -> Any:
    outcome = book.play(number)
    if outcome.failure is not None:
        raise SceneFailed(book.report(outcome))
    return outcome


def _compared(book: SceneBook, number: int, outcome: Any) -> None:
    failure = book.compare(number, outcome)
    if failure is not None:
        raise SceneFailed(book.reported(outcome.scene, failure))
