"""What an agent is."""

from __future__ import annotations

from typing import Protocol

from interpreter.match import Match


class Agent(Protocol):
    """Somebody at a seat. Agents keep no state of the match, so that a match may be cloned under them."""

    def choose(self, match: Match) -> int:
        """The index of an option of ``match.decision``, which is not None."""
        ...
