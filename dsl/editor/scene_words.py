"""Completion in scenes: the cards of the deck, the words of the game, the words that begin a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..completion import standing
from ..scenes import Lexicon, heading_of
from ..source import Source
from ..vocabulary.inflection import contracted, joined
from ..vocabulary.spelling import fold
from ..vocabulary.vocabulary import Kind, Vocabulary
from .items import Item
from .project import View

#: The words that lines of a scene begin with; what follows them is of the game.
_LINES: Final = (
    "carta ", "tocca a ", "è il primo turno", "dalla preparazione", "esce ", "fotografia", "tutti passano", "allora:", "A ", "B ", "vince ",
)  # fmt: skip
_SEATS: Final = ("A", "B")
_OF_A_SEAT: Final = ("sceglie: ", "sceglie tra: ", "può scegliere: ", "non può ", "può ", "passa", "ha ")
#: After these a word of the game is likelier than a card.
_BEFORE_A_WORD: Final = (["un"], ["una"], ["è"], ["ha"], ["come"])
_SPOKEN: Final = (Kind.MEMBER, Kind.STATUS, Kind.KEYWORD, Kind.ZONE, Kind.PLACE, Kind.NOUN, Kind.VALUE)


def scene_items(view: View, text: str, offset: int) -> tuple[Item, ...]:
    """What may stand at a place of a file of scenes: by words, the grammar of scenes is not asked."""
    place = standing(text, offset)
    if place.in_comment or not place.above:
        return ()
    game, decks = heading_of(Source.of("", text))
    found_words = view.lexicon(game, decks) if game else None
    lexicon = found_words if isinstance(found_words, Lexicon) else None
    begun = _begun(place.said)
    start = offset - len(begun)
    found: dict[str, Item] = {}
    for word, what in _words(place.said[: len(place.said) - len(begun)], lexicon):
        if fold(word).startswith(fold(begun)):
            found.setdefault(word, Item(word, start, offset, what))
    return tuple(found.values())


def _begun(said: str) -> str:
    """The word that is being written at the end of a line."""
    cut = max((said.rfind(mark) for mark in (" ", ",", ":", "[", "'", "«")), default=-1)
    return said[cut + 1 :]


def _words(before: str, lexicon: Lexicon | None) -> Iterator[tuple[str, str]]:
    if not before:
        yield from ((line, "riga") for line in _LINES)
    if lexicon is None:
        return
    if not before:
        yield from ((where, "riga") for where in _places(lexicon.vocabulary))
    if before.strip() in _SEATS:
        yield from ((verb, "azione") for verb in lexicon.verbs())
        yield from ((words, "riga") for words in _OF_A_SEAT)
    cards = [(name, "carta") for name in lexicon.names()]
    spoken = list(_spoken(lexicon.vocabulary)) if before else []
    yield from (*spoken, *cards) if before.split()[-1:] in _BEFORE_A_WORD else (*cards, *spoken)


def _spoken(vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """The words of the game that a scene says by themselves."""
    for kind in _SPOKEN:
        for name in vocabulary.named(kind):
            lexeme = vocabulary.lexeme(name, kind)
            if lexeme is not None:
                yield lexeme.form(), kind.value


def _places(vocabulary: Vocabulary) -> Iterator[str]:
    """Where cards are put: «nella Riva di », «in campo di »."""
    for kind in (Kind.PLACE, Kind.ZONE):
        for name in vocabulary.named(kind):
            lexeme = vocabulary.lexeme(name, kind)
            if lexeme is not None and kind is Kind.PLACE:
                yield f"in {lexeme.form()} di "
            elif lexeme is not None:
                where = joined(contracted("in", lexeme.gender, "s", lexeme.form()), lexeme.form())
                yield f"{where}: " if vocabulary.zones[name].owner == "shared" else f"{where} di "
