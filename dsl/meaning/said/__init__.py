"""Meaning said back: one speaker for each natural language, over the same nodes and the same declared words."""
