"""A wording that prints both faces of a card in one line, read as two."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from attrs import evolve

from ..syntax.reading import Fate, Reading, Start, TextContext
from ..vocabulary.vocabulary import Vocabulary
from .frames_of_cards import Back, other_face
from .from_blocks.sentences import ReadText
from .game import GameMeaning
from .nodes import OtherFace, Text


def read_faces(read: ReadText, text: str, context: TextContext, game: GameMeaning, vocabulary: Vocabulary) -> Reading:
    """What a wording means; what stands after the bar is the last of its abilities."""
    back = other_face(text, game, vocabulary)
    if back is None:
        return read(text, context, vocabulary)
    bare = Reading(Fate.UNDERSTOOD, (Text(()),), ())  # a face without a sentence
    front = read(text[: back.bar], context, vocabulary) if text[: back.bar].strip() else bare
    start = Start.CARD_CONTINUOUS if back.slot.in_force is not None else Start.CARD_USED
    place = evolve(context, start=start, offset=context.offset + back.begin, slot=back.slot.name, scope=())
    other = read(text[back.begin :], place, vocabulary) if text[back.begin :].strip() else None
    fates = [each.fate for each in (front, other) if each is not None]
    problems = (*front.problems, *(other.problems if other is not None else ()))
    if Fate.REFUSED in fates:
        return Reading(Fate.REFUSED, (), problems)
    others = other.meanings if other is not None else (Text(()),)
    meanings = tuple(
        _together(one, two, back)
        for one, two in product(front.meanings, others)
        if isinstance(one, Text) and isinstance(two, Text)
    )
    return Reading(Fate.AMBIGUOUS if len(meanings) > 1 else Fate.UNDERSTOOD, meanings, problems)


def _together(front: Text, other: Text, back: Back) -> Text:
    return Text((*front.abilities, OtherFace(back.slot.name, back.values, other.abilities)), span=front.span)


def other_faces(texts: Mapping[str, Text]) -> list[tuple[str, Text, OtherFace]]:
    """The texts of a card that go on with those of its other face: by slot, what is of this one, and the other."""
    found = [(slot, text, text.abilities[-1]) for slot, text in texts.items() if text.abilities]
    return [
        (slot, evolve(text, abilities=text.abilities[:-1]), last)
        for slot, text, last in found
        if isinstance(last, OtherFace)
    ]


__all__ = ["other_faces", "read_faces"]
