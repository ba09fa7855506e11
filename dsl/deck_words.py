"""The words of a deck as written, each with its place and all that it may be, and a card read again with other words.

What changes a deck word by word stands on it: it asks what a word may be, writes another in its place, and is given the
card that results, as the loader would read it, or None when it cannot be read or has two meanings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from .load import Loaded
from .meaning.accounting import accounted
from .meaning.from_blocks.decks import counted
from .meaning.from_blocks.whole import deck_from_blocks, opening
from .meaning.game import CardDecl, DeckDecl
from .source import Source, Span, read_source
from .syntax.block_reader import read_blocks
from .syntax.blocks import Block, File, Line, sentence
from .syntax.reading import Fate, Reading, TextContext
from .syntax.reading_cache import read_text as read_kept
from .syntax.sentences import read_text as read_sentences
from .vocabulary.forms import Forms
from .vocabulary.headings import PART_HEADING
from .vocabulary.lexer import Word, lexer_of
from .vocabulary.vocabulary import Vocabulary


@frozen
class Change:
    """Other words in the place of a run of characters of a deck; ``text`` may be empty."""

    start: int
    end: int
    text: str


@frozen
class WrittenCard:
    """A card as written: ``lines`` are the words of its values and of each of its texts, placed by offset in the file."""

    name: str
    start: int
    end: int
    lines: tuple[tuple[Word, ...], ...]


class WrittenDeck:
    """The text of a deck. The game must have been read without errors.

    Raises UnreadableSource when there is no such file, ValueError when the deck is none of the game's."""

    def __init__(self, loaded: Loaded, path: Path) -> None:
        self._loaded = loaded
        self.source: Source = read_source(path)
        self._file = read_blocks(self.source)
        first = opening(self._file)
        meaning = loaded.meaning
        if first is None or meaning is None or first.name not in meaning.decks:
            raise ValueError(f"{path}: non è un mazzo del gioco")
        self.deck: DeckDecl = meaning.decks[first.name]
        head = self._file.blocks[0].head
        self._heading = self.source.text[head[0].start : head[-1].end]
        parts = [part for part in meaning.parts if part]  # a card read alone stands in one of them
        self._heading += f"\n\n{PART_HEADING} {parts[0]}" if parts else ""
        printed = {card.span for card in self.deck.cards}
        self.cards: tuple[WrittenCard, ...] = tuple(
            self._card(block) for block in self._file.blocks[1:] if block.span in printed
        )
        self._as_written = frozenset(wording for card in self.deck.cards for wording in card.wordings.values())

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game and of its decks."""
        return self._loaded.vocabulary

    def forms(self) -> Forms:
        """Every form that could be written in the place of a word."""
        return Forms.of(lexer_of(self.vocabulary))

    def span(self, change: Change) -> Span:
        """The place of a change in the file."""
        return self.source.span(change.start, change.end)

    def read(self, card: WrittenCard, change: Change) -> CardDecl | None:
        """The card with a change; None when it cannot be read, or not in one way."""
        text = self.source.text
        changed = text[card.start : change.start] + change.text + text[change.end : card.end]
        file: File = read_blocks(Source.of(self.source.name, f"{self._heading}\n\n{changed}\n"))
        rules = self._loaded.rules
        if rules is None or any(problem.is_error for problem in file.problems):
            return None
        deck, problems = deck_from_blocks(file, rules, self.vocabulary, self._read)
        if deck is None or len(deck.cards) != 1 or any(problem.is_error for problem in problems):
            return None
        return deck.cards[0]

    def _read(self, text: str, as_: TextContext, vocabulary: Vocabulary) -> Reading:
        """Wordings as written are read once and kept; a changed one is read without proposals, and not kept."""
        if " ".join(text.split()) in self._as_written:
            return read_kept(text, as_, vocabulary)
        try:
            reading = read_sentences(text, as_=as_, vocabulary=vocabulary, propose=False)
            return accounted(text, reading, as_, vocabulary) if reading.fate is not Fate.REFUSED else reading
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
            return Reading(Fate.REFUSED)  # a fault of the reader: it has no meaning for this wording

    def _card(self, block: Block) -> WrittenCard:
        lines = [words for line in block.body for words in self._words(line)]
        last = block.body[-1].last() if block.body else None
        end = last.whole.end if last is not None else block.head[-1].end
        return WrittenCard(counted(block, self.source)[0], block.head[0].start, end, tuple(lines))

    def _words(self, line: Line) -> Sequence[tuple[Word, ...]]:
        if line.key is None:
            return (self._placed(*sentence(line)),)
        key = self._placed(line.key.text, line.key.start)
        if line.rest is None and not line.body:
            return (key,)
        text, start = sentence(line, after_key=True)
        if line.rest is None:  # the text stands on the deeper lines
            skipped = line.body[0].whole.start - start
            text, start = text[skipped:], start + skipped
        return (key, self._placed(text, start))

    def _placed(self, text: str, offset: int) -> tuple[Word, ...]:
        words = lexer_of(self.vocabulary).words(text)
        return tuple(evolve(word, start=word.start + offset, end=word.end + offset) for word in words)


__all__ = ["Change", "WrittenCard", "WrittenDeck"]
