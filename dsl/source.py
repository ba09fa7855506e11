"""A text and the places in it: files read safely, spans for messages."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

#: Every space that is not a blank, a tabulator or a line end (no-break spaces, line separators …).
_ODD_SPACE: Final = re.compile(r"[^\S \t\n]")
#: A stranger's file is not read beyond this many bytes.
MAX_BYTES: Final = 2_000_000


@frozen
class Span:
    """A place in a source: file name, 1-based line and column, length in characters."""

    file: str
    line: int
    column: int
    length: int

    def shifted(self, characters: int, length: int) -> Span:
        """A span on the same line, some characters further on."""
        return Span(self.file, self.line, self.column + characters, length)


@define(slots=False, frozen=True)
class Source:
    """A named text, its line ends made uniform. ``name`` is shown in messages."""

    name: str
    text: str = field(repr=False)

    @classmethod
    def of(cls, name: str, text: str) -> Source:
        """A source from a string: line ends and spaces made uniform, a byte order mark dropped."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return cls(name, _ODD_SPACE.sub(" ", text))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends."""
        return tuple(self.text.split("\n"))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line) + 1
        return tuple(starts)

    def line(self, number: int) -> str:
        """The text of a line by its 1-based number; empty beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def place(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset."""
        number = bisect_right(self._starts, offset)
        return number, offset - self._starts[number - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a 1-based line and column."""
        return self._starts[line - 1] + column - 1

    def span(self, start: int, end: int) -> Span:
        """The span from one offset to another; one that crosses lines ends with its first line."""
        line, column = self.place(start)
        stop = min(end, self._starts[line - 1] + len(self.lines[line - 1]))
        return Span(self.name, line, column, max(stop - start, 0))


class UnreadableSource(Exception):
    """A file that cannot be read as text; ``code`` names the problem, ``detail`` says what was found.

    ``source`` is what can be shown of it, ``span`` the first place in it that is no text; None when nothing can."""

    def __init__(self, code: str, path: str, detail: str, source: Source | None = None, at: int = 0) -> None:
        super().__init__(f"{path}: {detail}")
        self.code, self.path, self.detail = code, path, detail
        self.source = source
        self.span = source.span(at, at + 1) if source is not None else None

    @property
    def told(self) -> str:
        """What was found, with the path when no place says it."""
        return self.detail if self.span is not None else f"{self.path}: {self.detail}"


def read_source(path: Path, name: str | None = None) -> Source:
    """Read a file as UTF-8 text within the size bound; raises UnreadableSource with the reason."""
    shown = name if name is not None else str(path)
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise UnreadableSource("F001", shown, "non è un file di testo")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableSource("F001", shown, error.strerror or "errore di lettura") from None
    if len(data) > MAX_BYTES:
        raise UnreadableSource("F002", shown, f"più di {MAX_BYTES // 1_000_000} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        source = Source.of(shown, data.decode("utf-8-sig", "replace").replace("\x00", "\ufffd"))
        at = len(Source.of(shown, data[: error.start].decode("utf-8-sig", "replace")).text)
        line = source.place(at)[0]
        raise UnreadableSource(
            "F003", shown, f"il byte {data[error.start]:#04x} alla riga {line}", source, at
        ) from None
    if "\x00" in text:
        at = len(Source.of(shown, text[: text.index("\x00")]).text)
        source = Source.of(shown, text.replace("\x00", "\ufffd"))
        raise UnreadableSource("F003", shown, f"un carattere nullo alla riga {source.place(at)[0]}", source, at)
    return Source.of(shown, text)
