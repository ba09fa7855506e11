"""Why: the layers of a value, what offers or refuses an action, who must choose, what became of an event, each with the words that did it.

Nothing here decides anything and nothing is read out of generated code: each sentence of the meaning is asked by itself over a copy
of the state (``interpreter/why/asking.py``). What happened before is found by playing the match again (``interpreter/why/trace.py``).
"""

from __future__ import annotations

from .actions import Actions, Wanted, why_action, why_not
from .reasons import Reason, Telling, Viewer, Why
from .turns import why_decision, why_over
from .values import why_keyword, why_status, why_value

__all__ = [
    "Actions",
    "Reason",
    "Telling",
    "Viewer",
    "Wanted",
    "Why",
    "why_action",
    "why_decision",
    "why_keyword",
    "why_not",
    "why_over",
    "why_status",
    "why_value",
]
