"""What is declared, in words: the features of a card, a rule, a verb, a zone …, each with its name and what it says.

A sentence is said in canonical Italian; a listed answer by its plain value. The names are the questions of the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property, partial
from typing import Any, Final

import attrs
from attrs import frozen

from dsl.meaning import game as g
from dsl.meaning import italian, nodes
from dsl.meaning.serial import SerialError, dumps
from dsl.vocabulary.headings import HEADINGS, line_of
from dsl.vocabulary.vocabulary import Vocabulary

#: What a game's meaning holds by name, and the heading that declares it.
DECLARED: Final[Mapping[str, str]] = {
    "rules": "rule",
    "keywords": "keyword",
    "values": "value",
    "member_sets": "member_set",
    "texts": "text",
    "zones": "zone",
    "places": "place",
    "nouns": "noun",
    "statuses": "status",
    "frames": "verb",
    "claims": "claim",
    "periods": "period",
    "windows": "window",
    "actions": "action",
    "limits": "limit",
    "checks": "check",
    "labels": "label",
    "parts": "part",
    "tables": "table",
    "directions": "direction",
}
#: What it holds once.
ALONE: Final = (
    "players", "shared_deck", "die_faces", "implied_noun", "setup", "ending",
)  # fmt: skip
#: Questions whose answers a meaning keeps apart, or under another name.
_ASKED: Final = {
    "shared_deck": "deck", "die_faces": "die", "forms": "form", "what": "most",
    "score": "winner", "aliases": "alias",
}  # fmt: skip
#: Features that no question is asked for: they come with the heading, or follow from other answers.
_LABELS: Final = {
    "of_player": "di un giocatore", "repeats": "si ripete", "opposite": "contrario", "condition": "è", "manners": "modi",
    "printed": "stampato", "members": "parole", "start": "comincia da", "ordered": "in ordine", "counted": "si conta",
    "shuffled_on_return": "si mescola se una carta ci torna", "shuffled_on_search": "si mescola se ci si cerca",
    "may_fail": "chi ci cerca può non trovare",
    "next_player": "il prossimo", "participants": "partecipanti", "never_ends_early": "non finisce prima",
    "holds_triggers": "trattiene gli inneschi", "trial_until": "prova fino a", "trial_skips": "prova senza",
    "relation": "relazione", "period": "periodo", "host": "ospite", "keeps_controller": "tiene il controllore", "per": "per",
    "numbered": "i posti hanno un numero",
    "rows": "righe", "least": "almeno", "rarer": "più rare", "of_owner": "del suo giocatore", "setup": "", "ending": "",
}  # fmt: skip
_SKIPPED: Final = frozenset({"name", "span", "wordings", "verb", "type_of"})
_HEADINGS: Final = {heading.key: heading for heading in HEADINGS}


@frozen
class Feature:
    """A feature of something: ``key`` tells which, ``label`` is its name, ``said`` what it is, ``means`` the meaning itself,
    ``written`` the author's own words, where they are kept. It is said only when somebody asks: most are not different."""

    key: str
    label: str
    means: Any = attrs.field(repr=False)
    _say: Callable[[], str] = attrs.field(repr=False, eq=False)
    written: str = ""

    @cached_property
    def said(self) -> str:
        return self._say()


def heading(key: str) -> str:
    """The words that declare such a thing («parola chiave»)."""
    found = _HEADINGS.get(key)
    return found.words if found is not None else key


class Speaker:
    """Says the features of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def card(self, card: g.CardDecl) -> Iterator[Feature]:
        """The printed values and the texts of a card."""
        for name, value in card.values.items():
            yield Feature(f"value {name}", name, value, partial(_printed, value))
        for slot, text in card.texts.items():
            written = " ".join(card.wordings.get(slot, "").split())
            yield Feature(f"text {slot}", slot, text, partial(self.said, text), written)
        for head in card.heads:
            yield Feature(
                f"head {head.slot} {head.words}", head.slot, head.text, partial(self.said, head.text), head.words
            )

    def declared(self, key: str, decl: Any) -> Iterator[Feature]:
        """The features of something declared by a heading."""
        for attribute in attrs.fields(type(decl)):
            value = getattr(decl, attribute.name)
            if attribute.eq and attribute.name not in _SKIPPED:
                yield self.feature(key, attribute.name, value)

    def feature(self, key: str, name: str, value: Any) -> Feature:
        """One feature, by the name of its question."""
        found = _HEADINGS.get(key)
        question = found.question(_ASKED.get(name, name)) if found is not None else None
        alone = isinstance(value, nodes.Text) or found is None
        label = question.asks if question is not None else "" if alone else _LABELS.get(name, name.replace("_", " "))
        answers = question.answers if question is not None else {}
        plain = next((words for words, meaning in answers.items() if meaning == value and "<" not in words), None)
        return Feature(name, label, value, partial(self.said, value) if plain is None else partial(str, plain))

    def order(self, key: str, lines: tuple[tuple[str, str], ...]) -> Feature:
        """The lines of an order, as they are listed."""
        found = _HEADINGS.get(key)
        said = [
            (line_of(found, *line) if found is not None else None) or ": ".join(filter(None, line)) for line in lines
        ]
        return Feature(key, "", lines, partial("; ".join, said))

    def said(self, value: Any) -> str:
        """Anything that a meaning holds, in words; nothing for nothing."""
        if value is None or value == ():
            return ""
        if isinstance(value, bool):
            return "sì" if value else "no"
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, str | int):
            return str(value)
        if isinstance(value, tuple):
            return "; ".join(map(self.said, value))
        if isinstance(value, Mapping):
            return "; ".join(f"{key}: {self.said(item)}" for key, item in value.items())
        if type(value).__module__ == nodes.__name__:
            return self._sentence(value)
        if isinstance(value, g.Price):
            return f"{value.value} {self.said(value.amount)}"
        parts = ((each.name, getattr(value, each.name)) for each in attrs.fields(type(value)) if each.eq)
        return ", ".join(self.said(part) for _, part in parts if part is not None and part != ())

    def _sentence(self, node: Any) -> str:
        """A node in words; as plain data when the speaker has no sentence for it alone."""
        try:
            return italian.phrase(node, self._vocabulary)
        except (TypeError, KeyError, AttributeError, LookupError, NotImplementedError):
            try:
                return dumps(node)
            except SerialError:
                return type(node).__name__


def _printed(value: int | tuple[str, ...]) -> str:
    """A value as a card prints it."""
    return " e ".join(value) if isinstance(value, tuple) else str(value)


__all__ = ["ALONE", "DECLARED", "Feature", "Speaker", "heading"]
