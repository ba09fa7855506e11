"""The same task done for many items, in this process or in several that have all that this one has read.

A forked process has the games, the scenes and the programs at once; where there is no fork everything is done here.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Fewer items than this for each process are done sooner than another process is started.
_WORTH_A_PROCESS: Final = 12
#: So many items are made ready for together, at most.
TOGETHER: Final = 32
_task: Final[list[Callable[[Any], Any]]] = []


def cores() -> int:
    """How many processes can work at the same time here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in what takes longer; where there is no such alarm it takes as long as it takes."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"dopo {seconds:g} secondi non è finito")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Workers(Generic[Item, Result]):
    """A task and the processes that do it. Leaving the ``with`` ends them when each has done what it is at."""

    def __init__(
        self,
        task: Callable[[Item], Result],
        items: Sequence[Item],
        jobs: int,
        ahead: Callable[[Sequence[Item]], None] | None = None,
    ) -> None:
        """``jobs``: how many processes at most. A result must be such that it can be pickled. ``ahead`` is told of the items that
        a process does next, to make ready for them together."""
        self._do, self._items, self._ahead = task, items, ahead
        forks = "fork" in multiprocessing.get_all_start_methods()
        self._jobs = min(jobs, len(items) // _WORTH_A_PROCESS) if forks else 1
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[Future[Any], range] = {}

    def __enter__(self) -> Workers[Item, Result]:
        if self._jobs > 1:  # processes are forked before anybody starts a thread, such as that of a progress bar
            _task[:] = [self._some]
            self._pool = ProcessPoolExecutor(self._jobs, multiprocessing.get_context("fork"), _alone)
            self._asked = {self._pool.submit(_one, group): group for group in self._groups()}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def results(self) -> Iterator[tuple[int, Result]]:
        """The number of each item with its result, as they are finished.

        Raises BrokenProcessPool when a process is lost (killed for want of memory, say)."""
        if self._pool is None:
            for group in self._groups():
                self._make_ready(group)
                yield from ((number, self._do(self._items[number])) for number in group)
        else:
            for done in as_completed(self._asked):
                yield from zip(self._asked[done], done.result(), strict=True)

    def _groups(self) -> Iterator[range]:
        """The numbers of the items that are done together; every process has several groups to do."""
        each = -(-len(self._items) // (max(self._jobs, 1) * 2))
        size = min(TOGETHER, max(each, 1)) if self._ahead is not None else 1
        for first in range(0, len(self._items), size):
            yield range(first, min(first + size, len(self._items)))

    def _make_ready(self, group: range) -> None:
        if self._ahead is not None:
            self._ahead([self._items[number] for number in group])

    def _some(self, group: range) -> list[Result]:
        """What a process does: of a group all."""
        self._make_ready(group)
        return [self._do(self._items[number]) for number in group]


def _alone() -> None:
    """A worker leaves it to the first process to be interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(group: range) -> Any:
    return _task[0](group)
