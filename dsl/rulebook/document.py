"""A booklet as data: sections, paragraphs, lists, tables, entries, cards. Markdown and HTML are written from it alone.

Text is runs: plain strings, strong words, links to an anchor (with a tip that tells what stands there), references.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen


@frozen
class Strong:
    """Words that stand out."""

    text: str


@frozen
class Link:
    """Words that lead to an anchor; ``tip`` says in short what stands there."""

    text: str
    to: str
    tip: str = ""


@frozen
class Reference:
    """The numbers by which the game's text cites its rules."""

    text: str


Run: TypeAlias = "str | Strong | Link | Reference"
Runs: TypeAlias = "tuple[Run, ...]"


@frozen
class Paragraph:
    runs: Runs


@frozen
class Item:
    """A point of a list, with what belongs to it."""

    runs: Runs
    inside: tuple[Block, ...] = ()


@frozen
class Listing:
    items: tuple[Item, ...]
    ordered: bool = False


@frozen
class Grid:
    """A table: its heading and its rows."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]


@frozen
class Entry:
    """Something that has a name and is explained: a keyword, a verb, an action. Its anchor can be linked to."""

    anchor: str
    name: str
    runs: Runs = ()
    inside: tuple[Block, ...] = ()
    kind: str = ""


@frozen
class Entries:
    entries: tuple[Entry, ...]
    short: bool = False  # one line an entry, as in a glossary


@frozen
class CardFace:
    """A card as it is printed: values by name, texts under the name of their field. ``colour`` numbers its group."""

    anchor: str
    name: str
    kind: str
    values: tuple[tuple[str, str], ...]
    texts: tuple[tuple[Runs, Runs], ...]
    colour: int = 0


@frozen
class Cards:
    cards: tuple[CardFace, ...]


Block: TypeAlias = "Paragraph | Listing | Grid | Entries | Cards"


@frozen
class Section:
    anchor: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()


@frozen
class Booklet:
    title: str
    subtitle: str
    language: str
    contents: str  # the heading of the table of contents
    sections: tuple[Section, ...]


def slug(text: str) -> str:
    """An anchor from words, the same that Markdown readers make of a heading: lower case, accents kept, dashes."""
    kept = (c if c.isalnum() else "-" if c in " -" else "" for c in unicodedata.normalize("NFC", text).lower())
    return "".join(kept)


def anchors(booklet: Booklet) -> Iterator[str]:
    """Every anchor of a booklet, in order."""
    for section in booklet.sections:
        yield from _section_anchors(section)


def _section_anchors(section: Section) -> Iterator[str]:
    yield section.anchor
    for block in section.blocks:
        yield from _block_anchors(block)
    for each in section.sections:
        yield from _section_anchors(each)


def _block_anchors(block: Block) -> Iterator[str]:
    match block:
        case Entries(entries=entries):
            for entry in entries:
                yield entry.anchor
                for each in entry.inside:
                    yield from _block_anchors(each)
        case Cards(cards=cards):
            yield from (card.anchor for card in cards)
        case Listing(items=items):
            for item in items:
                for each in item.inside:
                    yield from _block_anchors(each)


def sentences_by_name(booklet: Booklet) -> dict[str, tuple[str, ...]]:
    """What a booklet says of the rules, each sentence or row under the title or name that it stands under.

    The card list and the glossary are left out: cards are compared as cards, and a glossary only repeats."""
    found: dict[str, list[str]] = {}
    for section in booklet.sections:
        _section_sentences(section, found)
    return {name: tuple(lines) for name, lines in found.items()}


def _section_sentences(section: Section, found: dict[str, list[str]]) -> None:
    for block in section.blocks:
        _block_sentences(block, section.title, found)
    for each in section.sections:
        _section_sentences(each, found)


def _block_sentences(block: Block, name: str, found: dict[str, list[str]]) -> None:
    lines = found.setdefault(name, [])
    match block:
        case Paragraph(runs=runs):
            lines.append(plain(runs))
        case Listing(items=items):
            for item in items:
                lines.append(plain(item.runs))
                for each in item.inside:
                    _block_sentences(each, name, found)
        case Grid(rows=rows):
            lines += [" · ".join(plain(cell) for cell in row) for row in rows]
        case Entries(entries=entries, short=False):
            for entry in entries:
                if entry.runs:
                    found.setdefault(entry.name, []).append(plain(entry.runs))
                for each in entry.inside:
                    _block_sentences(each, entry.name, found)


def plain(runs: Runs) -> str:
    """Runs as plain text."""
    return "".join(run if isinstance(run, str) else run.text for run in runs)
