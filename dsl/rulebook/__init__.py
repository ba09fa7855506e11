"""A player's booklet from a game's own text: every sentence is said back from what the text means."""

from .booklet import booklet
from .html import to_html
from .markdown import to_markdown

__all__ = ["booklet", "to_html", "to_markdown"]
