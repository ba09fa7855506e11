"""What may be written next: the words of a wording, the lines of a block."""

from __future__ import annotations

from .blocks import Known, Offer, offers
from .standing import Standing, standing
from .words import Completer, Completion

__all__ = ["Completer", "Completion", "Known", "Offer", "Standing", "offers", "standing"]
