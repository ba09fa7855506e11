"""When the collector of garbage looks for circles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 100_000  # objects made since it looked last


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Nearly all that reading and writing programs makes are trees, and most stay: to look through them for garbage again and
    again costs a twentieth of the time of reading and a third of that of writing."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)


def collect_seldom() -> None:
    """The same for the rest of a process that does nothing else: when the collector is let in again, it looks through all that
    was made meanwhile, which after reading a game takes 30 ms."""
    gc.set_threshold(MANY, *gc.get_threshold()[1:])
