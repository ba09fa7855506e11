"""What a wording means: its fate, each reading said back in Italian and in English and as plain data, the problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from .diagnostics import Diagnostic, as_json
from .load import Loaded
from .meaning import english, italian, nodes
from .meaning.frames_of_cards import unread_of
from .meaning.serial import to_plain
from .suggest import nearest
from .syntax.reading import Fate, Reading
from .vocabulary.vocabulary import Vocabulary


@frozen
class Wording:
    """A wording as it stands in a field of a card («Lanterna», «Candela Onda»), with what it was read as (None: there is no
    such field); ``card`` is the name of the card of a deck that has it."""

    text: str
    field: str
    reading: Reading | None
    card: str | None = None

    @property
    def meaning(self) -> nodes.Text | None:
        """The one meaning that it has, when it has one."""
        found = self.reading.meanings if self.reading is not None else ()
        return found[0] if len(found) == 1 and isinstance(found[0], nodes.Text) else None


def wording(loaded: Loaded, text: str, field: str, card: str | None = None) -> Wording:
    """A wording read; «\\n» in it stands for a line break."""
    return Wording(text, field, loaded.read(text.replace("\\n", "\n"), field), card)


def wordings_of_cards(loaded: Loaded, name: str | None = None) -> Iterator[Wording]:
    """All the wordings of the decks that were loaded, or of the card of that name, each with its card."""
    decks = loaded.meaning.decks.values() if loaded.meaning is not None else ()
    cards = [card for deck in decks for card in deck.cards]
    for card in cards if name is None else [card for card in cards if card.name.casefold() == name.casefold()]:
        for slot, text in card.wordings.items():
            yield wording(loaded, text, _field_of(loaded, card.values, slot), card.name)


def explained(loaded: Loaded, words: Wording, faults: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """What a wording means, as plain data.

    The keys are those that another program may read: text, as, fate, readings (it, en, meaning), problems; ``card`` for that of
    a deck, ``head`` where pieces of the field's head are sentences too («solo durante il tuo turno»), each with its meaning.
    With ``faults``, found by others, what is understood is refused."""
    reading, text, field = words.reading, words.text, words.field
    answer: dict[str, Any] = {"card": words.card} if words.card is not None else {}
    if reading is None:
        return answer | _answer(text, field, Fate.REFUSED, (), (no_such_field(loaded, field),), loaded.vocabulary)
    fate, slot = Fate.REFUSED if faults else reading.fate, loaded.slot_named(field)
    problems = (*reading.problems, *faults)
    answer |= _answer(text, field, fate, reading.meanings, problems, loaded.vocabulary, slot)
    heads = loaded.heads_named(field)
    if heads:
        answer["head"] = [{"text": piece, **_said_back(meaning, loaded.vocabulary)} for piece, meaning in heads.items()]
    return answer


def explain(loaded: Loaded, text: str, field: str) -> dict[str, Any]:
    """What a wording would mean in a field of a card."""
    return explained(loaded, wording(loaded, text, field))


def _field_of(loaded: Loaded, values: Mapping[str, int | tuple[str, ...]], slot: str) -> str:
    """The field's name as the layout has it: the slot with the member that is printed after it."""
    declared = loaded.rules.texts.get(slot) if loaded.rules is not None else None
    kind = values.get(declared.kind_value) if declared is not None and declared.kind_value is not None else None
    return f"{slot} {kind[0]}" if isinstance(kind, tuple) and kind else slot


def no_such_field(loaded: Loaded, field: str) -> Diagnostic:
    """A field that the cards of a game have not."""
    known = loaded.field_names()
    unread = unread_of(field, loaded.rules, loaded.vocabulary) if loaded.rules is not None else None
    of_words = f"«{unread}» non è una parola che una carta stampi lì; i testi sono: {', '.join(known)}"
    return Diagnostic(
        code="S901",
        message=f"le carte di questo gioco non hanno un testo «{field}»",
        hint=of_words if unread else f"i testi sono: {', '.join(known)}" if known else "il gioco non si legge",
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


__all__ = ["Wording", "explain", "explained", "no_such_field", "wording", "wordings_of_cards"]
