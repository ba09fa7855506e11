"""What a wording means: its fate, each reading said back in Italian and in English and as plain data, the problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .diagnostics import Diagnostic, as_json
from .load import Loaded
from .meaning import english, italian, nodes
from .meaning.serial import to_plain
from .suggest import nearest
from .syntax.reading import Fate
from .vocabulary.vocabulary import Vocabulary


def explain(loaded: Loaded, text: str, field: str) -> dict[str, Any]:
    """A wording as it would stand in a field of a card («Lanterna», «Candela Onda»); «\\n» stands for a line break.

    The keys are those that another program may read: text, as, fate, readings (it, en, meaning), problems; ``head`` where
    pieces of the field's head are sentences too («solo durante il tuo turno»), each with its meaning."""
    wording = text.replace("\\n", "\n")
    reading = loaded.read(wording, field)
    if reading is None:
        return _answer(text, field, Fate.REFUSED, (), (no_such_field(loaded, field),), loaded.vocabulary)
    slot = loaded.slot_named(field)
    answer = _answer(text, field, reading.fate, reading.meanings, reading.problems, loaded.vocabulary, slot)
    heads = loaded.heads_named(field)
    if heads:
        answer["head"] = [{"text": words, **_said_back(meaning, loaded.vocabulary)} for words, meaning in heads.items()]
    return answer


def explain_cards(loaded: Loaded, name: str | None = None) -> list[dict[str, Any]]:
    """All the wordings of the decks that were loaded, or of the card of that name, each with its card."""
    out: list[dict[str, Any]] = []
    decks = loaded.meaning.decks.values() if loaded.meaning is not None else ()
    cards = [card for deck in decks for card in deck.cards]
    for card in cards if name is None else [card for card in cards if card.name.casefold() == name.casefold()]:
        for slot, wording in card.wordings.items():
            out.append({"card": card.name, **explain(loaded, wording, _field_of(loaded, card.values, slot))})
    return out


def _field_of(loaded: Loaded, values: Mapping[str, int | tuple[str, ...]], slot: str) -> str:
    """The field's name as the layout has it: the slot with the member that is printed after it."""
    declared = loaded.rules.texts.get(slot) if loaded.rules is not None else None
    kind = values.get(declared.kind_value) if declared is not None and declared.kind_value is not None else None
    return f"{slot} {kind[0]}" if isinstance(kind, tuple) and kind else slot


def no_such_field(loaded: Loaded, field: str) -> Diagnostic:
    """A field that the cards of a game have not."""
    known = loaded.field_names()
    return Diagnostic(
        code="S901",
        message=f"le carte di questo gioco non hanno un testo «{field}»",
        hint=f"i testi sono: {', '.join(known)}" if known else "il gioco non si legge",
        suggestions=nearest(field, known),
    )


def _answer(
    text: str,
    field: str,
    fate: Fate,
    meanings: tuple[Any, ...],
    problems: tuple[Diagnostic, ...],
    vocabulary: Vocabulary,
    slot: str | None = None,
) -> dict[str, Any]:
    return {
        "text": text,
        "as": field,
        "fate": fate.value,
        "readings": [_said_back(meaning, vocabulary, slot) for meaning in meanings],
        "problems": [_problem(problem) for problem in problems],
    }


def _said_back(meaning: nodes.Text, vocabulary: Vocabulary, slot: str | None = None) -> dict[str, Any]:
    return {
        "it": italian.said(meaning, vocabulary, slot),
        "en": english.said(meaning, vocabulary),
        "meaning": to_plain(meaning),
    }


def _problem(problem: Diagnostic) -> dict[str, Any]:
    """A problem of a single wording: the file is not said, since there is none."""
    plain = as_json(problem)
    return {key: plain[key] for key in plain if key != "file"}


__all__ = ["explain", "explain_cards", "no_such_field"]
