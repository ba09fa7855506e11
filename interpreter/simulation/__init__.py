"""Many matches between agents, summed up."""

from __future__ import annotations

from interpreter.simulation.run import Played, Summary, play_one, simulate

__all__ = ["Played", "Summary", "play_one", "simulate"]
