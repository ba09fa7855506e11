"""What a place of a text means: its wording said back, the word under it with what it is declared to be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from ..meaning import english, italian
from ..meaning.game import KeywordDecl
from ..source import Source, Span
from ..syntax.block_reader import read_blocks
from ..syntax.blocks import Block
from ..syntax.reading import Fate
from ..vocabulary.vocabulary import Kind, Vocabulary
from .names import Occurrence, occurrence_at
from .project import Note, View

#: Of a long block only the first lines are shown.
_MOST_LINES: Final = 12


@frozen
class Hover:
    """Markdown about a place, and the run of characters that it is about."""

    text: str
    start: int
    end: int


def hover(view: View, path: Path, offset: int) -> Hover | None:
    """What the place means; None where there is nothing to say."""
    word = occurrence_at(view, path, offset)
    note = view.note_at(path, offset)
    parts = [
        *(_of_word(view, word) if word is not None else ()),
        *(_of_wording(view, note) if note is not None else ()),
    ]
    if not parts:
        return None
    at = word or note
    assert at is not None
    return Hover("\n\n---\n\n".join(parts), at.start, at.end)


# -- the word


def _of_word(view: View, word: Occurrence) -> Iterator[str]:
    """A keyword's rule said back; of any other word the block that declares it."""
    told: set[Span] = set()
    for lexeme in sorted(word.lexemes, key=lambda each: each.kind is not Kind.KEYWORD):
        rules = view.loaded.rules
        keyword = rules.keywords.get(lexeme.name) if rules is not None and lexeme.kind is Kind.KEYWORD else None
        if keyword is not None and keyword.text.abilities:
            yield _of_keyword(keyword, view.loaded.vocabulary)
            told |= {keyword.span} if keyword.span is not None else set()
        elif lexeme.span is not None and lexeme.span not in told:
            told.add(lexeme.span)
            block = _block(view.source(Path(lexeme.span.file)), lexeme.span)
            if block:
                yield f"```detto\n{block}\n```"


def _of_keyword(keyword: KeywordDecl, vocabulary: Vocabulary) -> str:
    rule = italian.said(keyword.text, vocabulary)
    return f"**{keyword.name}** – {rule}\n\n*{english.said(keyword.text, vocabulary)}*"


def _block(source: Source, span: Span) -> str:
    """The text of the block that begins at a place, as it was written."""
    found = next((block for block in read_blocks(source).blocks if block.span == span), None)
    if found is None:
        return source.line(span.line).strip()
    last = _last_line(found)
    lines = [source.line(number).rstrip() for number in range(span.line, last + 1)]
    more = ["    …"] if len(lines) > _MOST_LINES else []
    return "\n".join([line.partition(" --")[0].rstrip() for line in lines[:_MOST_LINES]] + more)


def _last_line(block: Block) -> int:
    return block.body[-1].last().whole.span.line if block.body else block.span.line


# -- the wording


_FATES: Final = {Fate.UNDERSTOOD: "", Fate.AMBIGUOUS: "**ambiguo**", Fate.REFUSED: "**non si intende**"}


def _of_wording(view: View, note: Note) -> Iterator[str]:
    """The wording said back in canonical Italian and in English, each reading; or why it cannot be."""
    reading = note.reading
    if reading.fate is Fate.REFUSED:
        yield "\n\n".join([_FATES[reading.fate], *dict.fromkeys(each.message for each in reading.problems)])
        return
    parts = [_FATES[reading.fate]] if _FATES[reading.fate] else []
    for meaning in reading.meanings:
        said = italian.phrase(meaning, view.loaded.vocabulary)
        parts.append(f"{said}\n\n*{english.phrase(meaning, view.loaded.vocabulary)}*")
    yield "\n\n".join(parts)
