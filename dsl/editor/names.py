"""The declared names in the texts of a game: where each stands, in which form, and where it is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from ..completion.standing import heading_of, question_of
from ..load import DECK
from ..meaning.from_blocks.answers import cut
from ..meaning.from_blocks.whole import opening
from ..source import Source, Span
from ..syntax.block_reader import read_blocks
from ..syntax.blocks import Block, Line, Piece, sentence
from ..vocabulary.headings import Heading, Question
from ..vocabulary.lexer import PIECE, Word, lexer_of
from ..vocabulary.spelling import fold, keys_of, words_of
from ..vocabulary.vocabulary import Analysis, Lexeme, Vocabulary
from .project import SCENES, View


@frozen
class Occurrence:
    """A declared name in a text: the words that stand there, what they may be, the words before them on the line.

    ``declares`` is true in the heading that declares it; ``feature`` names the quality whose value it is there."""

    path: Path
    start: int
    end: int
    text: str
    analyses: tuple[Analysis, ...]
    before: str = ""
    clitic: str = ""
    declares: bool = False
    feature: str = ""

    @property
    def lexemes(self) -> tuple[Lexeme, ...]:
        return tuple(dict.fromkeys(analysis.lexeme for analysis in self.analyses))


def occurrences(view: View, path: Path) -> Iterator[Occurrence]:
    """Every declared name in a file, in its order."""
    source = view.source(path)
    vocabulary = view.loaded.vocabulary
    found: list[Occurrence] = []
    if path.suffix == SCENES:
        found += _of_scenes(view, path, source)
    else:
        for block in read_blocks(source).blocks:
            found += _of_block(path, source, block, vocabulary)
    yield from sorted(found, key=lambda each: each.start)


def occurrence_at(view: View, path: Path, offset: int) -> Occurrence | None:
    """The declared name at a place."""
    return next((each for each in occurrences(view, path) if each.start <= offset <= each.end), None)


def declarations(view: View, path: Path, offset: int) -> tuple[Span, ...]:
    """Where the name at a place is declared: a word of the game, a card, the game or the words that a heading names."""
    found = occurrence_at(view, path, offset)
    if found is not None:
        spans = [lexeme.span for lexeme in found.lexemes if lexeme.span is not None]
        return tuple(dict.fromkeys(spans))
    return (*_card_at(view, path, offset), *_file_at(view, path, offset))


def references(view: View, path: Path, offset: int) -> tuple[Span, ...]:
    """Every place of the game where the name at a place stands, its declarations included."""
    found = occurrence_at(view, path, offset)
    if found is None:
        return ()
    wanted = names_of(found)
    return tuple(
        view.source(each).span(other.start, other.end)
        for each in view.paths()
        for other in occurrences(view, each)
        if names_of(other) & wanted
    )


def names_of(found: Occurrence) -> frozenset[str]:
    """The canonical names that an occurrence may be of; what bears one name is one word to a designer."""
    return frozenset(fold(lexeme.name) for lexeme in found.lexemes)


# -- in blocks


def _of_block(path: Path, source: Source, block: Block, vocabulary: Vocabulary) -> Iterator[Occurrence]:
    heading = heading_of(block.head[0].text) if path.suffix != DECK else None
    if path.suffix == DECK:
        for line in block.body:
            yield from _of_card_line(path, line, vocabulary)
    elif heading is not None:
        yield from _of_heading(path, block, heading, vocabulary)
        for line in block.body:
            yield from _of_line(path, line, heading, vocabulary)


def _of_heading(path: Path, block: Block, heading: Heading, vocabulary: Vocabulary) -> Iterator[Occurrence]:
    first = block.head[0]
    named = first.text.split(None, len(heading.words.split()))
    if len(named) > len(heading.words.split()):
        name = named[-1]
        at = first.end - len(name)
        analyses = _exactly(name, vocabulary)
        own = tuple(each for each in analyses if each.lexeme.span == block.span)
        if own:
            yield Occurrence(path, at, first.end, name, own, declares=True)
    for piece in block.head[1:]:
        feature, _, value = piece.text.partition(" ")
        analyses = _exactly(value, vocabulary) if value else ()
        analyses = tuple(each for each in analyses if each.lexeme.span == block.span)
        if analyses and fold(feature) in heading.features:
            start = piece.end - len(value.lstrip())
            yield Occurrence(path, start, piece.end, value.lstrip(), analyses, declares=True, feature=fold(feature))


def _exactly(name: str, vocabulary: Vocabulary) -> tuple[Analysis, ...]:
    return vocabulary.analyses(*keys_of(name))


def _of_line(path: Path, line: Line, heading: Heading, vocabulary: Vocabulary) -> Iterator[Occurrence]:
    question = question_of(heading, line.key.text) if line.key is not None else None
    if heading.lines == "sentences" or (question is None and line.key is None):
        yield from _of_text(path, *sentence(line), vocabulary)
    elif question is not None and line.key is not None:
        ways = [word for way in question.qualifiers for word in words_of(way)]
        for way in cut(line.key)[1:]:
            yield from _of_piece(path, way, ways, vocabulary)
        yield from _of_answer(path, line, question, vocabulary)
    elif heading.lines == "rows" and line.key is not None:
        for piece in (line.key, line.rest):
            if piece is not None:
                yield from _of_piece(path, piece, (), vocabulary)


def _of_answer(path: Path, line: Line, question: Question, vocabulary: Vocabulary) -> Iterator[Occurrence]:
    if question.takes in ("phrase", "lines"):
        if line.rest is not None:
            yield from _of_text(path, *sentence(line, after_key=True), vocabulary)
        else:
            for each in line.body:
                yield from _of_text(path, *sentence(each), vocabulary)
    elif line.rest is not None:
        literal = [word for pattern in question.answers for word in words_of(pattern) if not word.startswith("<")]
        yield from _of_piece(path, line.rest, literal, vocabulary)


def _of_piece(path: Path, piece: Piece, literal: Sequence[str], vocabulary: Vocabulary) -> Iterator[Occurrence]:
    """The names in an answer; words that its patterns have of themselves are none."""
    own = {fold(word) for word in literal}
    for found in _of_text(path, piece.text, piece.start, vocabulary):
        if fold(found.text) not in own:
            yield found


def _of_card_line(path: Path, line: Line, vocabulary: Vocabulary) -> Iterator[Occurrence]:
    if line.key is None:
        yield from _of_text(path, *sentence(line), vocabulary)
        return
    yield from _of_text(path, line.key.text, line.key.start, vocabulary)
    text, start = sentence(line, after_key=True)
    if line.rest is None and line.body:
        skipped = line.body[0].whole.start - start
        text, start = text[skipped:], start + skipped
    yield from _of_text(path, text, start, vocabulary)


def _of_text(
    path: Path, text: str, offset: int, vocabulary: Vocabulary, hidden: Sequence[tuple[int, int]] = ()
) -> Iterator[Occurrence]:
    """The declared names among the words of a text."""
    words = lexer_of(vocabulary).words(text)
    for number, word in enumerate(words):
        analyses = _meant(word, vocabulary.analyses(*word.key.split(" ")))
        if not analyses or any(start <= word.start < end for start, end in hidden):
            continue
        said = text[word.start : word.end]
        clitic = ""
        if word.end - word.start < len(word.text) and number + 1 < len(words):  # a verb with a clitic
            clitic = words[number + 1].key
        yield Occurrence(
            path, offset + word.start, offset + word.end, said, analyses, _before(text, word.start), clitic
        )


#: Kinds of senses that words of the language have: those of no game.
_OF_THE_LANGUAGE: Final = frozenset(("", "language", "verb"))


def _meant(word: Word, analyses: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
    """The analyses without those of a capital name where the word is small and one of the language: «è vuoto»."""
    if not word.text[:1].islower() or not any(sense.kind in _OF_THE_LANGUAGE for sense in word.senses):
        return analyses
    return tuple(
        each
        for each in analyses
        if each.lexeme.verb is not None or not each.lexeme.form()[:1].isupper() or each.lexeme.adjective is not None
    )


def _before(text: str, at: int) -> str:
    """What is written before a place, when nothing but blanks stands between them."""
    last = max(PIECE.finditer(text, 0, at), key=lambda found: found.start(), default=None)
    return last.group() if last is not None and not text[last.end() : at].strip(" ") else ""


# -- in scenes, cards, headings of files


def _of_scenes(view: View, path: Path, source: Source) -> Iterator[Occurrence]:
    for block in read_blocks(source).blocks[1:]:
        for line in block.body:
            for piece in line.pieces():
                hidden = [span for _, *span in _cards_in(view, piece.text)]
                spans = [(start, end) for start, end in hidden]
                yield from _of_text(path, piece.text, piece.start, view.loaded.vocabulary, spans)


def _cards_in(view: View, text: str) -> Iterator[tuple[Span | None, int, int]]:
    """The names of cards in a text: where each is declared, from where to where it stands."""
    folded = text.casefold()
    for name, span in _cards(view).items():
        at = folded.find(name.casefold())
        while at >= 0:
            yield span, at, at + len(name)
            at = folded.find(name.casefold(), at + 1)


def _cards(view: View) -> Mapping[str, Span | None]:
    meaning = view.loaded.meaning
    decks = meaning.decks.values() if meaning is not None else ()
    return {card.name: card.span for deck in decks for card in deck.cards}


def _card_at(view: View, path: Path, offset: int) -> tuple[Span, ...]:
    source = view.source(path)
    if path.suffix != SCENES:
        return ()
    line, column = source.place(offset)
    return tuple(
        span
        for span, start, end in _cards_in(view, source.line(line))
        if span is not None and start < column <= end + 1
    )


def _file_at(view: View, path: Path, offset: int) -> tuple[Span, ...]:
    """The file that a heading is for, or whose words it takes."""
    source = view.source(path)
    first = opening(read_blocks(source))
    if first is None or first.span is None or source.place(offset)[0] != first.span.line:
        return ()
    line, column = source.place(offset)
    said = source.line(line)
    for name in (first.game, first.words):
        at = said.rfind(name) if name else -1
        if name and at >= 0 and at < column <= at + len(name) + 1:
            for other in view.loaded.blocks:
                found = opening(other)
                if found is not None and found.name.casefold() == name.casefold() and found.span is not None:
                    return (found.span,)
    return ()
