"""Witnesses of ambiguity: a smallest position of the game in which two readings of one wording lead to different results."""

from __future__ import annotations

from .search import NoWitness, Witness, find_witness

__all__ = ["NoWitness", "Witness", "find_witness"]
