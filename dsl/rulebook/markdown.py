"""A booklet as Markdown, as repositories show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .document import (
    Block,
    Booklet,
    CardFace,
    Cards,
    Entries,
    Entry,
    Grid,
    Item,
    Link,
    Listing,
    Paragraph,
    Reference,
    Run,
    Runs,
    Section,
    Strong,
)

#: What would be read as layout inside a text.
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#])")


def to_markdown(booklet: Booklet) -> str:
    """The whole booklet as one Markdown text, with a table of contents."""
    lines = [f"# {escaped(booklet.title)}", "", f"*{escaped(booklet.subtitle)}*", "", f"## {booklet.contents}", ""]
    lines += [f"- {_linked(section)}" for section in booklet.sections]
    for section in booklet.sections:
        lines += _section(section, 2)
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _linked(section: Section) -> str:
    return f"[{escaped(section.title)}](#{section.anchor})"


def _anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def _section(section: Section, level: int) -> Iterator[str]:
    yield from ("", f"{'#' * level} {_anchor(section.anchor)}{escaped(section.title)}")
    for block in section.blocks:
        yield ""
        yield from _block(block)
    for each in section.sections:
        yield from _section(each, level + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs=runs):
            yield _runs(runs)
        case Listing(items=items, ordered=ordered):
            for number, item in enumerate(items, 1):
                yield from _item(item, f"{number}. " if ordered else "- ")
        case Grid():
            yield from _grid(block)
        case Entries(entries=entries, short=True):
            for entry in entries:
                yield f"- {_anchor(entry.anchor)}**{escaped(entry.name)}** *({escaped(entry.kind)})*: {_runs(entry.runs)}"
        case Entries(entries=entries):
            for number, entry in enumerate(entries):
                yield from ("",) if number else ()
                yield from _entry(entry)
        case Cards(cards=cards):
            for number, card in enumerate(cards):
                yield from ("",) if number else ()
                yield from _card(card)


def _item(item: Item, mark: str) -> Iterator[str]:
    yield mark + _runs(item.runs)
    yield from _inside(item.inside, " " * len(mark))


def _inside(blocks: tuple[Block, ...], indent: str) -> Iterator[str]:
    for block in blocks:
        yield ""
        for line in _block(block):
            yield indent + line if line else ""


def _entry(entry: Entry) -> Iterator[str]:
    yield f"{_anchor(entry.anchor)}**{escaped(entry.name)}**{'. ' if entry.runs else ''}{_runs(entry.runs).lstrip()}"
    yield from _inside(entry.inside, "")


def _card(card: CardFace) -> Iterator[str]:
    values = [card.kind] if card.kind else []
    values += [f"{name} {value}" for name, value in card.values]
    copies = f" × {card.copies}" if card.copies > 1 else ""
    yield f"{_anchor(card.anchor)}**{escaped(card.name)}**{copies} · {escaped(' · '.join(values))}"
    for name, runs in card.texts:
        yield f"- *{_runs(name)}*: {_runs(runs)}"


def _grid(grid: Grid) -> Iterator[str]:
    yield "| " + " | ".join(_runs(cell) for cell in grid.head) + " |"
    yield "| " + " | ".join("---" for _ in grid.head) + " |"
    for row in grid.rows:
        yield "| " + " | ".join(_runs(cell) for cell in row) + " |"


def _runs(runs: Runs) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    match run:
        case Strong(text=text):
            return f"**{escaped(text)}**" if text == text.strip() else f"**{escaped(text.strip())}** "
        case Link(text=text, to=to):
            return f"[{escaped(text)}](#{to})"
        case Reference(text=text):
            return f" <sub>{escaped(text)}</sub>"
        case _:
            return escaped(str(run))
