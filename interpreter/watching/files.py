"""What changes in a folder, as it changes: a thread that waits for the system to tell, and a queue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Final

KINDS: Final = (".gioco", ".regole", ".parole", ".mazzo", ".scena")
#: A save is several events (truncate, write, rename): what comes within STEP of the one before is one change.
STEP_MS: Final = 20
LONGEST_MS: Final = 200
_LOOK_S: Final = 0.2


class NoWatcher(RuntimeError):
    """The library that tells of changed files is not installed."""


class Changes:
    """The changed game texts of a folder. A folder that is removed is looked for until it is there again."""

    def __init__(self, folder: Path) -> None:
        """Raises ``NoWatcher`` when the library is missing."""
        try:
            from watchfiles import watch
        except ImportError as error:
            raise NoWatcher("manca watchfiles: pip install 'dettofatto[watch]'") from error
        self._watch = watch
        self._folder = folder
        self._queue: Queue[frozenset[str]] = Queue()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="changes", daemon=True)

    def __enter__(self) -> Changes:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join(timeout=2)

    def waiting(self) -> bool:
        """Whether something has changed that was not taken yet."""
        return not self._queue.empty()

    def take(self, timeout: float | None = None) -> frozenset[str]:
        """The names of the files that have changed since the last time; waits for one. Empty after ``timeout`` seconds."""
        try:
            found = self._queue.get(timeout=timeout)
        except Empty:
            return frozenset()
        while self.waiting():
            found |= self._queue.get()
        return found

    def _run(self) -> None:
        watched: tuple[int, int] | None = self._which()
        while not self._stop.is_set():
            now = self._which()
            if now != watched:  # gone, or another folder of the same name: all that is in it may be new
                self._queue.put(frozenset({self._folder.name}))
                watched = now
            if now is None:
                self._stop.wait(_LOOK_S)
                continue
            for names in self._told():
                if names:
                    self._queue.put(names)
                if self._which() != watched:
                    break

    def _which(self) -> tuple[int, int] | None:
        """Which folder stands at the path now: a watch goes on looking at the one that it began with, wherever it is moved."""
        try:
            found = self._folder.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _told(self) -> Iterator[frozenset[str]]:
        """What the system tells, game texts only; nothing at every look. Ends when the folder cannot be watched any more."""
        changes = self._watch(
            self._folder,
            watch_filter=lambda _, path: Path(path).suffix in KINDS,
            debounce=LONGEST_MS,
            step=STEP_MS,
            stop_event=self._stop,
            rust_timeout=int(_LOOK_S * 1000),
            yield_on_timeout=True,
            raise_interrupt=False,
        )
        try:
            for found in changes:
                yield frozenset(Path(path).name for _, path in found)
        except (OSError, RuntimeError):
            self._stop.wait(_LOOK_S)  # the folder went away while it was being watched
