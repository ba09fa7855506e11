"""A booklet as data: sections, paragraphs, lists, tables, entries, cards. Markdown and HTML are written from it alone.

Text is runs: plain strings, strong words, links to an anchor (with a tip that tells what stands there), references.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve, frozen


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
    """A card as it is printed: values by name, texts under the name of their field. ``colour`` numbers its group,
    ``copies`` says how many of it are in the deck."""

    anchor: str
    name: str
    kind: str
    values: tuple[tuple[str, str], ...]
    texts: tuple[tuple[Runs, Runs], ...]
    colour: int = 0
    copies: int = 1


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


def distinct(booklet: Booklet) -> Booklet:
    """The booklet with no anchor twice: the second of a name is «name-2», and links lead to the first."""
    used: dict[str, int] = {}

    def own(anchor: str) -> str:
        used[anchor] = used.get(anchor, 0) + 1
        return anchor if used[anchor] == 1 else own(f"{anchor}-{used[anchor]}")

    def of_section(section: Section) -> Section:
        anchor = own(section.anchor)
        blocks = tuple(of_block(block) for block in section.blocks)
        return evolve(section, anchor=anchor, blocks=blocks, sections=tuple(map(of_section, section.sections)))

    def of_block(block: Block) -> Block:
        match block:
            case Entries(entries=entries):
                return evolve(block, entries=tuple(map(of_entry, entries)))
            case Cards(cards=cards):
                return evolve(block, cards=tuple(evolve(card, anchor=own(card.anchor)) for card in cards))
            case Listing(items=items):
                return evolve(block, items=tuple(evolve(i, inside=tuple(map(of_block, i.inside))) for i in items))
            case _:
                return block

    def of_entry(entry: Entry) -> Entry:
        anchor = own(entry.anchor)
        return evolve(entry, anchor=anchor, inside=tuple(map(of_block, entry.inside)))

    return evolve(booklet, sections=tuple(map(of_section, booklet.sections)))


def plain(runs: Runs) -> str:
    """Runs as plain text."""
    return "".join(run if isinstance(run, str) else run.text for run in runs)
