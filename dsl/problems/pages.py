"""The pages of the problems, read from the Markdown files ``CODE.md`` beside this module.

A page is: a heading ``# CODE · name``, a paragraph that says what is found, and sections. ``## Esempio`` holds texts that
have the problem, the ``## Invece`` after it the same texts without it; both are run by the tests. A page without
examples has a section ``## Quando accade``: no text of a game can have that problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Final

from attrs import frozen

WRONG, RIGHT, NO_EXAMPLE = "Esempio", "Invece", "Quando accade"

#: What the first letter of a code says.
GROUPS: Final[Mapping[str, str]] = {
    "F": "i file",
    "B": "i blocchi",
    "D": "ciò che si dichiara",
    "S": "le frasi",
    "C": "il gioco intero",
    "Q": "le scene",
    "P": "il programma",
    "X": "ciò che non tutti i giochi hanno",
}
_TITLE: Final = re.compile(r"# ([A-Z]\d{3}) · ([a-zà-ù0-9-]+)\n")
_FENCE: Final = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Fence:
    """A text of an example: its kind («testo», «gioco», «parole», «mazzo», «scene», «file», «solo»), and its name: of a
    file what stands after the kind, of a wording the field in which it stands, as a card prints it («Soffio: …»)."""

    kind: str
    name: str
    text: str


@frozen
class Example:
    """Texts that have a problem, and the same without it."""

    wrong: tuple[Fence, ...]
    right: tuple[Fence, ...]


@frozen
class Page:
    """What is to know of a problem. ``finds`` is its first sentence, ``text`` the whole page as Markdown."""

    code: str
    name: str
    finds: str
    text: str
    examples: tuple[Example, ...] = ()


class BadPage(ValueError):
    """A file of the catalogue that is no page: a defect of ours, found by the tests."""


@cache
def pages() -> tuple[Page, ...]:
    """All pages, by code."""
    found = (each for each in files(__package__).iterdir() if re.fullmatch(r"[A-Z]\d{3}\.md", each.name))
    return tuple(read_page(each.read_text("utf-8")) for each in sorted(found, key=lambda each: each.name))


def page_of(word: str) -> Page | None:
    """The page of a code («S010», «s010») or of a name («parola-sconosciuta»)."""
    key = word.strip().casefold().replace(" ", "-").replace("_", "-")
    if re.fullmatch(r"[a-z]\d{3}", key):
        file = files(__package__) / f"{key.upper()}.md"
        return read_page(file.read_text("utf-8")) if file.is_file() else None
    return next((page for page in pages() if page.name == key), None)


def nearest_pages(word: str) -> tuple[Page, ...]:
    """The pages whose code or name is most like a word."""
    from ..suggest import nearest  # rapidfuzz is imported only for a word that is not known

    names = {name: page for page in pages() for name in (page.code, page.name)}
    near = nearest(word.strip().replace(" ", "-"), names, cutoff=60.0)
    return tuple(dict.fromkeys(names[name] for name in near))


def by_group() -> Iterator[tuple[str, tuple[Page, ...]]]:
    """The pages by what they are about, in the order in which a text is read."""
    order = list(GROUPS)
    ordered = sorted(pages(), key=lambda each: (order.index(each.code[0]), each.code))
    for letter, group in groupby(ordered, key=lambda each: each.code[0]):
        yield f"{letter} · {GROUPS[letter]}", tuple(group)


def folder_of_small_game() -> Path:
    """Where the game stands that the examples are pieces of."""
    return Path(str(files(__package__) / "lanterne"))


def small_game() -> dict[str, str]:
    """The files of the game that the examples are pieces of, by name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder_of_small_game().iterdir()) if path.suffix}


def read_page(text: str) -> Page:
    """A page from its Markdown; :class:`BadPage` when it has not the shape of one."""
    title = _TITLE.match(text)
    if title is None:
        raise BadPage(f"a page begins with «# CODE · name», not with {text.splitlines()[:1]}")
    code, name = title.groups()
    first, *sections = re.split(r"^## ", text[title.end() :], flags=re.MULTILINE)
    finds = " ".join(first.split())
    if not finds:
        raise BadPage(f"{code}: under the title, a paragraph says what is found")
    told = any(each.startswith(f"{NO_EXAMPLE}\n") for each in sections)
    examples = () if told else tuple(_examples(code, sections))
    if not examples and not told:
        raise BadPage(f"{code}: a page has «## {WRONG}» and «## {RIGHT}», or «## {NO_EXAMPLE}»")
    return Page(code, name, finds, text, examples)


def _examples(code: str, sections: list[str]) -> Iterator[Example]:
    """The sections with texts, two and two."""
    parts = [(section.partition("\n")[0], tuple(_fences(section))) for section in sections]
    texts = [(title, fences) for title, fences in parts if title in (WRONG, RIGHT)]
    if [title for title, _ in texts] != [WRONG, RIGHT] * (len(texts) // 2):
        raise BadPage(f"{code}: each «## {WRONG}» is followed by its «## {RIGHT}»")
    if not all(fences for _, fences in texts):
        raise BadPage(f"{code}: an example without a fenced text")
    for (_, wrong), (_, right) in zip(texts[::2], texts[1::2], strict=True):
        yield Example(wrong, right)


def _fences(section: str) -> Iterator[Fence]:
    for kind, name, text in _FENCE.findall(section):
        if kind == "testo":
            name, _, text = (part.lstrip(" ") for part in text.partition(":"))
        yield Fence(kind, name, text)
