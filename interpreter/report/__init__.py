"""What the tables of simulations say: figures with their intervals, and the page that draws them."""

from __future__ import annotations

from interpreter.report.findings import Findings, findings

__all__ = ["Findings", "findings"]
