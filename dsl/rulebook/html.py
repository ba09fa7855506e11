"""A booklet as one HTML page that needs nothing else: its style is inside it, and it prints as a booklet."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

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
    plain,
)

#: How many colours the style has for groups of cards.
COLOURS = 6


def to_html(booklet: Booklet) -> str:
    """The whole booklet as one page."""
    style = (files(__package__) / "style.css").read_text(encoding="utf-8")
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(booklet.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(booklet.title)} · {escape(booklet.subtitle)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        f'<header><h1>{escape(booklet.title)}</h1><p class="subtitle">{escape(booklet.subtitle)}</p></header>',
        *_contents(booklet),
        "<main>",
    ]
    for section in booklet.sections:
        lines += _section(section, 2)
    return "\n".join([*lines, "</main>", "</body>", "</html>", ""])


def _contents(booklet: Booklet) -> Iterator[str]:
    yield f'<nav aria-labelledby="contents"><h2 id="contents">{escape(booklet.contents)}</h2>'
    yield "<ol>"
    for section in booklet.sections:
        yield f"<li>{_link(section)}{_inner_contents(section)}</li>"
    yield "</ol></nav>"


def _inner_contents(section: Section) -> str:
    inner = "".join(f"<li>{_link(each)}</li>" for each in section.sections)
    return f"<ul>{inner}</ul>" if inner else ""


def _link(section: Section) -> str:
    return f'<a href="#{escape(section.anchor)}">{escape(section.title)}</a>'


def _section(section: Section, level: int) -> Iterator[str]:
    yield f'<section id="{escape(section.anchor)}">'
    yield f"<h{level}>{escape(section.title)}</h{level}>"
    for block in section.blocks:
        yield from _block(block)
    for each in section.sections:
        yield from _section(each, min(level + 1, 6))
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs=runs):
            yield f"<p>{_runs(runs)}</p>"
        case Listing(items=items, ordered=ordered):
            tag = "ol" if ordered else "ul"
            yield f"<{tag}>"
            for item in items:
                yield from _item(item)
            yield f"</{tag}>"
        case Grid():
            yield from _grid(block)
        case Entries(entries=entries, short=True):
            yield '<dl class="glossary">'
            for entry in entries:
                kind = f' <span class="kind">{escape(entry.kind)}</span>'
                yield f'<dt id="{escape(entry.anchor)}">{escape(entry.name)}{kind}</dt><dd>{_runs(entry.runs)}</dd>'
            yield "</dl>"
        case Entries(entries=entries):
            yield '<div class="entries">'
            for entry in entries:
                yield from _entry(entry)
            yield "</div>"
        case Cards(cards=cards):
            yield '<div class="cards">'
            for card in cards:
                yield from _card(card)
            yield "</div>"


def _item(item: Item) -> Iterator[str]:
    yield f"<li>{_runs(item.runs)}"
    for block in item.inside:
        yield from _block(block)
    yield "</li>"


def _entry(entry: Entry) -> Iterator[str]:
    kind = f' <span class="kind">{escape(entry.kind)}</span>' if entry.kind else ""
    yield f'<article class="entry" id="{escape(entry.anchor)}"><h4>{escape(entry.name)}{kind}</h4>'
    if entry.runs:
        yield f"<p>{_runs(entry.runs)}</p>"
    for block in entry.inside:
        yield from _block(block)
    yield "</article>"


def _grid(grid: Grid) -> Iterator[str]:
    many = ' class="many"' if len(grid.head) > 2 else ""
    yield f'<div class="wide"><table{many}><thead><tr>'
    yield "".join(f'<th scope="col">{_runs(cell)}</th>' for cell in grid.head)
    yield "</tr></thead><tbody>"
    names = [plain(cell) for cell in grid.head]
    for row in grid.rows:
        cells = zip(names, row, strict=True)
        yield "<tr>" + "".join(f'<td data-of="{escape(name)}">{_runs(cell)}</td>' for name, cell in cells) + "</tr>"
    yield "</tbody></table></div>"


def _card(card: CardFace) -> Iterator[str]:
    yield f'<article class="card group{card.colour % COLOURS}" id="{escape(card.anchor)}">'
    kind = f'<p class="kind">{escape(card.kind)}</p>' if card.kind else ""
    copies = f" × {card.copies}" if card.copies > 1 else ""
    yield f"<header><h4>{escape(card.name)}{copies}</h4>{kind}</header>"
    if card.values:
        values = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in card.values)
        yield f'<dl class="values">{values}</dl>'
    for name, runs in card.texts:
        yield f'<p class="text"><span class="field">{_runs(name)}</span> {_runs(runs)}</p>'
    yield "</article>"


def _runs(runs: Runs) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    match run:
        case Strong(text=text):
            return f"<strong>{escape(text)}</strong>"
        case Link(text=text, to=to, tip=tip):
            title = f' class="tip" title="{escape(tip)}"' if tip else ""
            return f'<a href="#{escape(to)}"{title}>{escape(text)}</a>'
        case Reference(text=text):
            return f' <small class="reference">{escape(text)}</small>'
        case _:
            return escape(str(run))
