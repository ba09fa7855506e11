"""Completion at a place of a file: of a wording, or of the lines of a block."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import evolve

from ..completion import Standing, offers, standing
from ..load import DECK
from ..meaning.from_blocks.cards import field_named, start_of
from ..meaning.nodes import Self
from ..syntax.reading import Start, TextContext
from .items import Item
from .project import SCENES, View
from .scene_words import scene_items

#: What the answers to questions must be, by heading and question; a question that owns lines owns steps.
_PHRASES: Final[Mapping[tuple[str, str], Start]] = {
    ("verb", "form"): Start.FORM,
    ("verb", "place"): Start.NOUN_PHRASE,
    ("verb", "object_condition"): Start.CONDITION,
    ("claim", "form"): Start.FORM,
    ("claim", "printed"): Start.FORM,
    ("period", "ends_when"): Start.CONDITION,
    ("action", "choices"): Start.NOUN_PHRASE,
    ("action", "conditions"): Start.CONDITION,
    ("label", "when"): Start.EVENT,
    ("limit", "most"): Start.NOUN_PHRASE,
    ("limit", "leaver"): Start.NOUN_PHRASE,
    ("check", "of"): Start.NOUN_PHRASE,
    ("check", "condition"): Start.CONDITION,
    ("ending", "tie"): Start.NOUN_PHRASE,
}
_SENTENCES: Final[Mapping[str, Start]] = {"keyword": Start.KEYWORD, "rule": Start.RULE, "setup": Start.STEPS}
_CAPITAL: Final = (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD, Start.RULE)
_KINDS: Final = {
    "noun": "nome", "relation": "nome", "value": "valore", "member": "parola di un valore", "member_set": "insieme",
    "zone": "zona", "place": "luogo", "text": "testo", "period": "periodo", "window": "finestra", "status": "stato",
    "attached": "stato", "table": "tavola", "keyword": "parola chiave", "label": "etichetta", "verb": "verbo",
    "claim": "pretesa", "person": "nome", "language": "verbo", "name": "nome",
}  # fmt: skip


def complete(view: View, path: Path, text: str, offset: int) -> tuple[Item, ...]:
    """What may stand at a place of a file, the likeliest first. The text is the file's, as it is being written."""
    if path.suffix == SCENES:
        return scene_items(view, text, offset)
    place = standing(text, offset)
    if place.in_comment:
        return ()
    wording = _wording(view, path, place, offset)
    if wording is None:
        found = offers(place, path.suffix, view.known)
        return tuple(Item(each.text, each.at, offset, each.what, each.note) for each in found)
    said, context = wording
    items = []
    for each in view.completer.next_words(said, context):
        capital = context.start in _CAPITAL and _begins(said[: each.at])
        word = each.text[:1].upper() + each.text[1:] if capital else each.text
        note = f"per esempio: {each.witness}" if each.witness else ""
        what = _KINDS.get(each.sense.kind, "") if each.sense is not None else ""
        items.append(Item(word, offset - len(said) + each.at, offset, what, note))
    return tuple(items)


def _begins(said: str) -> bool:
    return not said.strip() or said.rstrip().endswith((".", "!"))


def _wording(view: View, path: Path, place: Standing, offset: int) -> tuple[str, TextContext] | None:
    """The sentence that goes on at a place and what it must be; None when the place is no sentence's."""
    if not place.above:
        return None
    if path.suffix == DECK:
        owner = place.said if len(place.above) == 1 else place.above[-2].strip()
        key, colon, rest = owner.partition(":")
        rules = view.loaded.rules
        field = field_named(key, rules, view.loaded.vocabulary) if rules is not None and colon else None
        if field is None or rules is None:
            return None
        said = rest.lstrip() if len(place.above) == 1 else place.sentence()
        return said, TextContext(start_of(field, game=rules), subject=Self(), slot=field.slot.name)
    heading = place.heading
    if heading is None:
        return None
    if heading.lines == "sentences":
        start = _SENTENCES[heading.key]
        subject = Self() if start is Start.KEYWORD else None
        return place.sentence(), _like_nearby(view, path, place, offset, TextContext(start, subject=subject))
    asked = place.question()
    if asked is None or asked[0].takes not in ("phrase", "lines"):
        return None
    wanted = Start.STEPS if asked[0].takes == "lines" else _PHRASES.get((heading.key, asked[0].key))
    if wanted is None:
        return None
    return asked[1], _like_nearby(view, path, place, offset, TextContext(wanted))


def _like_nearby(view: View, path: Path, place: Standing, offset: int, bare: TextContext) -> TextContext:
    """The context of the wording read last of the same sort in the same block: what is in scope there is in scope here."""
    block = max(view.source(path).text.rfind(f"\n{place.title}"), 0)
    near = [
        note.context
        for note in view.notes.get(str(path), ())
        if note.context.start is bare.start and block <= note.start <= offset
    ]
    return evolve(near[-1], source=None, offset=0) if near else bare
