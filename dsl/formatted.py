"""A game text in its canonical form: the layout of any, the wording of a deck's cards. What it says stays the same.

A wording takes its canonical form only when that was read again as the same meaning; the whole text is read again too.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from attrs import field, frozen

from .diagnostics import Diagnostic
from .load import DECK, Loaded, load
from .meaning import italian
from .meaning.faces import read_faces
from .meaning.from_blocks.cards import field_named, prompted_run, start_of, with_paid, wording
from .meaning.from_blocks.decks import counted, printed_names
from .meaning.from_blocks.whole import deck_from_blocks
from .meaning.game import GameMeaning
from .meaning.nodes import Self, Text
from .messages import problem
from .source import Source, Span, UnreadableSource, read_source
from .syntax.block_reader import read_blocks
from .syntax.blocks import File, Line, Piece
from .syntax.format import format_source
from .syntax.reading import Fate, Reading, TextContext
from .syntax.reading_cache import read_text
from .vocabulary.spelling import plain

#: A wording that its author broke into lines is broken at this column.
WIDTH: Final = 100
Why = Literal["refused", "ambiguous", "differs", "no_game"]


@frozen
class Reworded:
    """A wording of a card and its canonical form."""

    card: str
    field: str
    before: str
    after: str
    span: Span


@frozen
class Left:
    """A wording that stays as it was written, and why: it is not understood (``refused``, ``ambiguous``), its
    canonical form would not be read as the same (``differs``), or its game is not at hand (``no_game``)."""

    card: str
    field: str
    why: Why
    span: Span | None = None


@frozen
class Formatted:
    """What became of a text. ``text`` is None when it must be mended first: ``problems`` say where."""

    source: Source
    text: str | None
    problems: tuple[Diagnostic, ...] = ()
    reworded: tuple[Reworded, ...] = ()
    left: tuple[Left, ...] = ()


@frozen
class _Change:
    """A piece of a source that is replaced, and the comments that stood within it."""

    line: Line
    pieces: tuple[Piece, ...]
    said: Reworded


def formatted(path: Path, *, words: bool = True) -> Formatted:
    """The canonical form of a file; ``words`` says whether the cards' wordings take theirs too."""
    try:
        source = read_source(path)
    except UnreadableSource as error:
        shown = error.source or Source.of(str(path), "")
        return Formatted(shown, None, (problem(error.code, error.span, detail=error.told),))
    return formatted_source(source, load(path) if words and path.suffix == DECK else None)


def formatted_source(source: Source, loaded: Loaded | None = None) -> Formatted:
    """The canonical form of a text; ``loaded``: the game of a deck, by which its wordings are read."""
    broken = tuple(each for each in read_blocks(source).problems if each.is_error)
    if broken:
        return Formatted(source, None, broken)
    as_it_was = Formatted(source, format_source(source))
    if loaded is None:
        return as_it_was
    if loaded.rules is None:
        return Formatted(source, as_it_was.text, left=(Left("", "", "no_game"),))
    deck = _Deck(source, loaded, loaded.rules)
    changes, left = deck.wordings()
    text = format_source(Source.of(source.name, _replaced(source, changes)))
    if text is None or not deck.says_the_same(text):  # a defect of ours; the author's words are safe
        each = tuple(Left(c.said.card, c.said.field, "differs", c.said.span) for c in changes)
        return Formatted(source, as_it_was.text, left=(*left, *each))
    return Formatted(source, text, reworded=tuple(change.said for change in changes), left=left)


@frozen
class _Deck:
    """A deck and the game by which it is read."""

    source: Source
    loaded: Loaded
    rules: GameMeaning
    _file: File = field(init=False)

    @_file.default
    def _blocks(self) -> File:
        return read_blocks(self.source)

    def wordings(self) -> tuple[tuple[_Change, ...], tuple[Left, ...]]:
        """The wordings that have another canonical form, and those that must be left."""
        changes: list[_Change] = []
        left: list[Left] = []
        for block in self._file.blocks[1:]:
            card = counted(block, self.source)[0]
            decks = self.loaded.meaning.decks.values() if self.loaded.meaning is not None else ()
            known = (each.values.values() for deck in decks for each in deck.cards if each.name == card)
            printed = tuple(value for values in known for value in values)
            for line in block.body:
                found = self._wording(line, card, printed)
                if isinstance(found, _Change):
                    changes.append(found)
                elif found is not None:
                    left.append(found)
        return tuple(changes), tuple(left)

    def _wording(self, line: Line, card: str, printed: Sequence[int | tuple[str, ...]]) -> _Change | Left | None:
        """What to do with a line of a card; nothing when it is no text, or stands in its canonical form already."""
        place = field_named(line.key.text, self.rules, self.loaded.vocabulary) if line.key is not None else None
        if place is None or line.key is None or (line.rest is None and not line.body):
            return None
        if place.prompt is not None and line.key.text[place.prompt] == "/":  # the other face begins in the head
            return None
        text, offset = wording(line)
        head, begin = ("", offset)
        if place.prompt is not None:
            run, begin = prompted_run(line, place, self.source)
            head = run[: offset - begin]
        scope = with_paid((*printed, *dict(place.printed).values()))
        start = start_of(place, game=self.rules)
        slot, kinds = place.slot.name, place.kinds
        context = TextContext(start, self.source, begin, Self(), scope, slot=slot, kinds=kinds, within=place.within)
        reading = read_faces(read_text, head + text, context, self.rules, self.loaded.vocabulary)
        meaning = _one(reading)
        span = self.source.span(offset, offset + len(text.rstrip()))
        if meaning is None:
            return Left(card, place.name, "ambiguous" if reading.fate is Fate.AMBIGUOUS else "refused", span)
        said = italian.said(meaning, self.loaded.vocabulary, place.slot.name)
        before = " ".join(text.split())
        if " ".join(plain(before).split()) == said:
            return None
        if not self._is_canonical(head, said, meaning, context):
            return Left(card, place.name, "differs", span)
        pieces = (line.rest,) if line.rest is not None else ()
        deeper = tuple(piece for each in line.body for piece in each.pieces())
        return _Change(line, (*pieces, *deeper), Reworded(card, place.name, before, said, span))

    def _is_canonical(self, head: str, said: str, meaning: Text, context: TextContext) -> bool:
        """Whether words, after the prompt in their head, are read as a meaning, and said back as themselves."""
        whole = head + said
        alone = TextContext(
            context.start,
            Source.of("<>", whole),
            0,
            context.subject,
            context.scope,
            slot=context.slot,
            kinds=context.kinds,
            within=context.within,
        )
        again = _one(read_faces(read_text, whole, alone, self.rules, self.loaded.vocabulary))
        return again == meaning and italian.said(meaning, self.loaded.vocabulary, context.slot) == said

    def says_the_same(self, text: str) -> bool:
        """Whether another text of the deck has the cards of this one, with their meanings."""
        return self._cards(self._file) == self._cards(read_blocks(Source.of(self.source.name, text)))

    def _cards(self, file: File) -> Sequence[tuple[str, Mapping[str, object], Mapping[str, Text]]]:
        """The cards that are printed, and the numbers of all."""
        every = printed_names(self._file)
        deck, _ = deck_from_blocks(file, self.rules, self.loaded.vocabulary, read_text, every)
        cards: list[tuple[str, Mapping[str, object], Mapping[str, Text]]]
        cards = (
            [(" ".join(card.name.split()), {**card.values, "heads": card.heads}, card.texts) for card in deck.cards]
            if deck
            else []
        )
        entries = [(part.name, each) for part in deck.parts for each in part.entries] if deck else []
        return cards + [
            (f"{part}: {' '.join(each.card.split())}", {"copies": each.copies}, {}) for part, each in entries
        ]


def _one(reading: Reading) -> Text | None:
    """The meaning of an understood text."""
    meaning = reading.meanings[0] if reading.fate is Fate.UNDERSTOOD else None
    return meaning if isinstance(meaning, Text) else None


# -- the text with other words


def _replaced(source: Source, changes: tuple[_Change, ...]) -> str:
    """The source with the canonical wordings in it; every comment is kept."""
    lines: list[str | None] = list(source.lines)
    above: dict[int, list[str]] = {}
    for change in changes:
        first, last = change.pieces[0], change.pieces[-1]
        numbers = range(first.span.line, last.span.line + 1)
        head = source.line(first.span.line)
        start = first.span.column - 1
        wrapped = _wrapped(change, start)
        tail = head[start + first.span.length :]
        lines[first.span.line - 1] = head[:start] + wrapped[0] + _comment_in_place(tail, first, wrapped[0])
        for number in numbers[1:]:
            lines[number - 1] = None
            comment = _comment(source, number, change.pieces)
            if comment:
                above.setdefault(change.line.whole.span.line, []).append(comment)
        if len(wrapped) > 1:
            lines[first.span.line - 1] = "\n".join([lines[first.span.line - 1] or "", *wrapped[1:]])
    return "\n".join(_with(lines, above, source))


def _with(lines: list[str | None], above: Mapping[int, list[str]], source: Source) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        indent = source.line(number)[: len(source.line(number)) - len(source.line(number).lstrip())]
        yield from (indent + comment for comment in above.get(number, ()))
        if line is not None:
            yield line


def _wrapped(change: _Change, start: int) -> list[str]:
    """The canonical words on one line, or on several where the author had several."""
    said = change.said.after
    if len(change.pieces) == 1:
        return [said]
    deeper = change.pieces[-1].span.column - 1 if change.line.rest is None else change.line.whole.span.column + 3
    first, *more = textwrap.wrap(
        said, WIDTH, break_long_words=False, break_on_hyphens=False, initial_indent=" " * start
    )
    rest = textwrap.wrap(" ".join(more), WIDTH - deeper, break_long_words=False, break_on_hyphens=False)
    return [first.lstrip(), *(" " * deeper + each for each in rest)]


def _comment_in_place(tail: str, piece: Piece, said: str) -> str:
    """What follows a wording on its line: a comment keeps its column where there is room."""
    comment = tail.lstrip()
    blanks = len(tail) - len(comment) + piece.span.length - len(said)
    return " " * max(1, blanks) + comment if comment else ""


def _comment(source: Source, number: int, pieces: tuple[Piece, ...]) -> str:
    """The comment of a line on which a wording goes on, or the whole line when that is a comment."""
    on_it = [piece for piece in pieces if piece.span.line == number]
    line = source.line(number)
    return (line[on_it[-1].span.column - 1 + on_it[-1].span.length :] if on_it else line).strip()


__all__ = ["Formatted", "Left", "Reworded", "formatted", "formatted_source"]
