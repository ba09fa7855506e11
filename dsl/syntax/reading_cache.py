"""Readings kept on disk, so that a text that has not changed is not read again.

A reading depends on the wording, its place (``TextContext``), the game's words and the grammar: all are in its key.
What is stored is JSON of known node classes only (``dsl/kept.py``); whatever does not fit exactly is dropped and read anew.
Places are kept relative to the wording. ``DETTO_CACHE=no`` turns it off; the files stand in the user's cache directory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from attrs import define, field

from .. import diagnostics, kept
from ..meaning import nodes
from ..messages import problem
from ..source import Source, Span
from ..vocabulary.vocabulary import Vocabulary
from .reading import Fate, Reading, TextContext

MAX_ENTRIES: Final = 8_000
_FORMAT: Final = "1"


class _Unfit(ValueError):
    """What cannot be stored, or is not the stored form of a reading."""


# -- plain form


@cache
def _classes() -> dict[str, type]:
    """The classes that may stand in a reading."""
    found = [*vars(nodes).values(), *vars(diagnostics).values()]
    return {
        each.__name__: each
        for each in found
        if isinstance(each, type) and hasattr(each, "__attrs_attrs__") and each is not Span
    }


@cache
def _enums() -> dict[str, type[Enum]]:
    found = [*vars(nodes).values(), *vars(diagnostics).values()]
    return {each.__name__: each for each in found if isinstance(each, type) and issubclass(each, Enum)}


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in kind.__attrs_attrs__)


def _plain(value: object, source: Source, offset: int) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return ["", *(_plain(each, source, offset) for each in value)]
    if isinstance(value, Enum):
        return ["=" + type(value).__name__, value.value]
    if isinstance(value, Span):
        if value.file != source.name:
            return None  # of what a label stands for: its place may move without this wording
        return ["@", source.offset(value.line, value.column) - offset, value.length]
    kind = _classes().get(type(value).__name__)
    if kind is not type(value):
        raise _Unfit
    return [type(value).__name__, *(_plain(getattr(value, name), source, offset) for name in _fields(kind))]  # type: ignore[arg-type]


def _value(plain: Any, source: Source, offset: int) -> Any:
    if not isinstance(plain, list):
        return plain
    head, *rest = plain
    if head == "":
        return tuple(_value(each, source, offset) for each in rest)
    if head == "@":
        start, length = rest
        return source.span(offset + start, offset + start + length)
    if head.startswith("="):
        return _enums()[head[1:]](rest[0])
    kind = _classes()[head]
    names = _fields(kind)
    if len(names) != len(rest):
        raise _Unfit
    return kind(**{name: _value(each, source, offset) for name, each in zip(names, rest, strict=True)})


# -- the store


@cache
def _reader_hash() -> str:
    """A hash of all that reads: the grammars and the code of this package."""
    hashed = sha256(_FORMAT.encode())
    package = files("dsl")
    for folder in (files("grammars"), package / "syntax", package / "meaning", package / "vocabulary"):
        for each in what_reads(folder):
            hashed.update(each.name.encode() + each.read_bytes())
    return hashed.hexdigest()


def what_reads(folder: Traversable) -> Iterator[Traversable]:
    """The grammars and modules of a folder and of those in it, in a fixed order."""
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from what_reads(each)
        elif each.name.endswith((".lark", ".py")):
            yield each


@define
class Store:
    """The readings with one vocabulary. It is read when first asked, written by ``save`` if it has grown."""

    key: str
    entries: dict[str, Any] = field(factory=dict)
    grown: bool = False

    @classmethod
    def of(cls, fingerprint: str) -> Store:
        """The store of a vocabulary; an empty one when there is none that can be trusted."""
        key = _reader_hash() + fingerprint
        found = kept.read(key)
        return cls(key, found if isinstance(found, dict) else {})

    def get(self, key: str, source: Source, offset: int) -> Reading | None:
        """A stored reading, its places moved to where the wording stands now."""
        plain = self.entries.get(key)
        if plain is None:
            return None
        try:
            meanings, problems = _value(plain, source, offset)
            reading = Reading(Fate.UNDERSTOOD, meanings, problems)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            del self.entries[key]
            return None
        return reading

    def put(self, key: str, reading: Reading, source: Source, offset: int) -> None:
        """Keep a reading that was understood."""
        if reading.fate is not Fate.UNDERSTOOD or len(self.entries) >= MAX_ENTRIES:
            return
        with suppress(_Unfit):
            self.entries[key] = _plain((reading.meanings, reading.problems), source, offset)
            self.grown = True

    def save(self) -> None:
        """Write the store if it has grown."""
        if self.grown:
            kept.write(self.key, self.entries)
            self.grown = False


# -- reading


_STORES: Final[dict[str, Store]] = {}


def _key(text: str, context: TextContext) -> str:
    place = (
        context.start.value,
        context.subject,
        context.scope,
        context.period,
        context.verb,
        context.slot,
        context.kinds,
        context.within,
        context.word,
    )
    return sha256(f"{place!r}\n{text}".encode()).hexdigest()[:32]


def read_text(text: str, as_: TextContext, vocabulary: Vocabulary) -> Reading:
    """A wording read with a game's words: from the store when it has been read before."""
    store = _STORES.get(vocabulary.fingerprint)
    if store is None:
        store = _STORES[vocabulary.fingerprint] = Store.of(vocabulary.fingerprint)
    source = as_.source or Source.of("", text)
    key = _key(text, as_)
    reading = store.get(key, source, as_.offset)
    if reading is None:
        reading = _read_anew(text, as_, vocabulary, source)
        store.put(key, reading, source, as_.offset)
    return reading


def _read_anew(text: str, context: TextContext, vocabulary: Vocabulary, source: Source) -> Reading:
    """The reading of a wording; a fault of the reader itself is told as such (``DETTO_STRICT`` lets it out)."""
    from .sentences import read_accounted  # the grammar is built only when something must be read

    try:
        return read_accounted(text, context, vocabulary)
    except Exception as error:
        if os.environ.get("DETTO_STRICT"):
            raise
        span = source.span(context.offset, context.offset + len(text))
        kind = type(error).__name__
        return Reading(Fate.REFUSED, (), (problem("S999", span, kind=kind),))


def save(stores: Iterable[Store] | None = None) -> None:
    """Write what was read since the last time."""
    for store in stores if stores is not None else tuple(_STORES.values()):
        store.save()
