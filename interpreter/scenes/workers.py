"""The same task done for many items, in this process or in several that have all that this one has read.

A forked process has the games, the scenes and the programs at once; where there is no fork everything is done here.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.pool import Pool
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Fewer items than this for each process are done sooner than another process is started.
_WORTH_A_PROCESS: Final = 12
_task: list[Callable[[Any], Any]] = []


def cores() -> int:
    """How many processes can work at the same time here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Workers(Generic[Item, Result]):
    """A task and the processes that do it. Leaving the ``with`` ends them, whatever they were doing."""

    def __init__(self, task: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> None:
        """``jobs``: how many processes at most. A result must be such that it can be pickled."""
        self._do, self._items = task, items
        forks = "fork" in multiprocessing.get_all_start_methods()
        self._jobs = min(jobs, len(items) // _WORTH_A_PROCESS) if forks else 1
        self._pool: Pool | None = None

    def __enter__(self) -> Workers[Item, Result]:
        if self._jobs > 1:
            _task[:] = [self._do]
            self._pool = multiprocessing.get_context("fork").Pool(self._jobs, _alone)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def results(self) -> Iterator[tuple[int, Result]]:
        """The number of each item with its result, as they are finished."""
        if self._pool is None:
            yield from ((number, self._do(item)) for number, item in enumerate(self._items))
        else:
            yield from self._pool.imap_unordered(_one, enumerate(self._items))


def _alone() -> None:
    """A worker leaves it to the first process to be interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(numbered: tuple[int, Any]) -> tuple[int, Any]:
    number, item = numbered
    return number, _task[0](item)
