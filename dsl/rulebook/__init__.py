"""A player's booklet from a game's own text: every sentence is said back from what the text means."""

from .booklet import booklet
from .document import sentences_by_name
from .html import to_html
from .markdown import to_markdown

__all__ = ["booklet", "sentences_by_name", "to_html", "to_markdown"]
