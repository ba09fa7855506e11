"""``detto watch``: a game read again at every save, and what is different now."""

from .bench import Bench, Event, Meanings, Problems
from .files import Changes, NoWatcher
from .scenes import Played, Result

__all__ = ["Bench", "Changes", "Event", "Meanings", "NoWatcher", "Played", "Problems", "Result"]
