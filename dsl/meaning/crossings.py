"""The verbs that every game has without declaring them: a card enters a zone or a place, leaves it, comes out of it.

Nobody does them: every movement across the edge of a place is one. A game that declares such a verb has its own instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..vocabulary.inflection import conjugate
from ..vocabulary.vocabulary import Kind, Lexeme
from .game import Frame
from .nodes import Event, Place, Role, Select

_CARD: Final = Role("agent", Select("carta"))
_FORMS: Final[Mapping[str, tuple[str, str, str]]] = {
    # the verb: which way, the role of the place, its English
    "entrare": ("in", "into", "enter/entered"),
    "lasciare": ("out", "object", "leave/left"),
    "uscire": ("out", "from", "leave/left"),
}

#: The frames of these verbs: «una carta entra nel Campo», «lascia il Campo», «esce dal Campo».
CROSSINGS: Final[Mapping[str, Frame]] = {
    verb: Frame(verb, verb, (Event(verb, (_CARD, Role(role, Place("")))),), crossing=way)
    for verb, (way, role, _) in _FORMS.items()
}


def crossing_words(declared: Iterable[str]) -> tuple[Lexeme, ...]:
    """The words of these verbs, but for those that a game declares itself."""
    own = set(declared)
    return tuple(
        Lexeme(Kind.VERB, verb, verb=conjugate(verb), english=english)
        for verb, (_, _, english) in _FORMS.items()
        if verb not in own
    )


__all__ = ["CROSSINGS", "crossing_words"]
