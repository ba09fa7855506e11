"""Many matches between agents, summed up."""

from __future__ import annotations

from interpreter.simulation.played import Played, play_one
from interpreter.simulation.run import Summary, simulate
from interpreter.simulation.store import StoreError
from interpreter.simulation.workers import NoCluster

__all__ = ["NoCluster", "Played", "StoreError", "Summary", "play_one", "simulate"]
