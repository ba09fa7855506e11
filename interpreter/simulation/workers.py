"""Who plays the batches: this process, several, or the workers of a cluster. All give the same rows for the same seeds."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from interpreter.agents import seat
from interpreter.match import Game
from interpreter.simulation.played import Played, play_and_tally, play_one
from interpreter.simulation.tally import Tally

#: A batch: its number, its seeds. What comes back: its number and the matches in the order of the seeds.
Batch = tuple[int, range]
Done = tuple[int, list[Played]]
#: How long a scheduler may take to answer.
CONNECT_SECONDS = 10.0


class Task:
    """What every worker must know: the game, the bots, whether rows are wanted."""

    def __init__(self, game: Game, names: tuple[str, ...], rows: bool) -> None:
        self.names = names
        self.game = game
        self.tally = Tally(game) if rows else None

    def play(self, batch: Batch) -> Done:
        number, seeds = batch
        return number, [self._one(seed) for seed in seeds]

    def _one(self, seed: int) -> Played:
        if self.tally is not None:
            return play_and_tally(self.tally, self.names, seed)
        return play_one(self.game, seat(self.names, seed), seed)

    def parcel(self) -> bytes:
        """The task for another process that cannot be forked: the meaning and what is on the table, from which the game is made again."""
        return pickle.dumps((self.game.meaning, self.game.objects, self.names, self.tally is not None))


def unpacked(parcel: bytes) -> Task:
    """The task of a parcel, made once a process."""
    key = hashlib.sha256(parcel).digest()
    if key not in _unpacked:
        meaning, objects, names, rows = pickle.loads(parcel)
        game = Game(meaning, objects=objects)
        game.quicken()
        _unpacked.clear()
        _unpacked[key] = Task(game, names, rows)
    return _unpacked[key]


_unpacked: dict[bytes, Task] = {}


def here(task: Task, batches: Iterable[Batch]) -> Iterator[Done]:
    """One after the other in this process."""
    return map(task.play, batches)


def processes(task: Task, batches: Iterable[Batch], jobs: int) -> Iterator[Done]:
    """In several processes of this machine, as they come; few batches wait at a time, so that stopping is quick."""
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

    # a forked worker has the compiled game already; elsewhere it is made again from its meaning
    fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if fork else "spawn")
    with ProcessPoolExecutor(jobs, context, _begin, (task if fork else task.parcel(),)) as pool:
        waiting: set[Future[Done]] = set()
        coming = iter(batches)
        try:
            for batch in coming:
                waiting.add(pool.submit(_play_batch, batch))
                if len(waiting) > jobs:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (one.result() for one in done)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in done)
        finally:
            for one in waiting:
                one.cancel()


_at_work: list[Task] = []


def _begin(task: Task | bytes) -> None:
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops, and its workers with it
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    _at_work[:] = [task if isinstance(task, Task) else unpacked(task)]
    gc.freeze()  # the game stays as long as the process: looking through it for garbage again and again would cost a twentieth


def _end_with_the_parent() -> None:
    """A worker whose parent was killed ends too: nobody would ever give it work again, nor tell it to stop."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_batch(batch: Batch) -> Done:
    return _at_work[0].play(batch)


class NoCluster(RuntimeError):
    """The scheduler cannot be reached, or the library that speaks to it is not there; the message says which."""


def cluster(task: Task, batches: Iterable[Batch], address: str) -> Iterator[Done]:
    """On the workers of a dask scheduler, as they come. What a lost worker had is played again by another."""
    try:
        import distributed
    except ImportError as error:
        raise NoCluster("per un gruppo di macchine serve: pip install 'dettofatto[cluster]'") from error
    dask: Any = distributed  # it has no types
    try:
        client = dask.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"non risponde nessuno a {address}") from error
    with client:
        parcel = client.scatter(task.parcel(), broadcast=True)
        coming = iter(batches)
        ahead = 2 * max(1, sum(client.nthreads().values()))
        submit: Callable[[Batch], Any] = lambda batch: client.submit(  # noqa: E731
            _play_parcel, parcel, batch, pure=False, retries=3
        )
        results = dask.as_completed([submit(batch) for _, batch in zip(range(ahead), coming, strict=False)])
        for result in results:
            yield result.result()
            for batch in coming:
                results.add(submit(batch))
                break


def _play_parcel(parcel: bytes, batch: Batch) -> Done:
    return unpacked(parcel).play(batch)
