"""What completion offers an editor."""

from __future__ import annotations

from attrs import frozen


@frozen
class Item:
    """A completion: the text that stands from ``start`` to ``end`` when it is taken, what it is, what it may lead to."""

    text: str
    start: int
    end: int
    what: str = ""
    note: str = ""
