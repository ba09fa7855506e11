"""Where a place in a file stands: under which heading, of which question, in which sentence.

Worked out line by line from the indents alone, so that a text that is half written has an answer too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ..vocabulary.headings import HEADINGS, Heading, Question
from ..vocabulary.spelling import keys_of

_COMMENT: Final = re.compile(r"(?:^|(?<=\s))--.*$")
_BY_LENGTH: Final = sorted(((keys_of(each.words), each) for each in HEADINGS), key=lambda pair: -len(pair[0]))


@frozen
class Standing:
    """A place: the ``line`` up to it, where that line starts, the lines that it is under, the nearest first.

    ``siblings`` are the lines of its block that stand at the same depth, ``first`` tells the first line of a file."""

    line: str
    start: int
    above: tuple[str, ...] = ()
    siblings: tuple[str, ...] = ()
    first: bool = False

    @property
    def said(self) -> str:
        """The line up to the place, without its indent."""
        return self.line.lstrip()

    @property
    def title(self) -> str:
        """The heading of the block, as written."""
        return self.above[-1] if self.above else self.said

    @property
    def heading(self) -> Heading | None:
        """The heading of the block, when it is one that the language knows."""
        return heading_of(self.title)

    @property
    def in_comment(self) -> bool:
        return _COMMENT.search(self.line) is not None

    def question(self) -> tuple[Question, str] | None:
        """The question that the place answers, with the answer so far: on its own line, or on lines under it."""
        heading = self.heading
        if heading is None or not self.above:
            return None
        owner = self.said if len(self.above) == 1 else self.above[-2].lstrip()
        asks, colon, rest = owner.partition(":")
        found = question_of(heading, asks)
        if not colon or found is None:
            return None
        if len(self.above) == 1:
            return found, rest.lstrip()
        return found, self.sentence()

    def sentence(self) -> str:
        """The sentence that goes on here: the line up to the place after the lines that it goes on with."""
        parts = [self.said]
        for number, line in enumerate(self.above[:-1]):
            said = line.strip()
            if said.endswith(":"):
                break
            last = number == len(self.above) - 2
            parts.insert(0, said.partition(":")[2].lstrip() if last and ":" in said else said)
        return " ".join(part for part in parts[:-1] if part) + (" " if len(parts) > 1 else "") + parts[-1]


def heading_of(line: str) -> Heading | None:
    """The heading that a line at the margin is."""
    keys = keys_of(line.partition(",")[0])
    return next((heading for words, heading in _BY_LENGTH if keys[: len(words)] == words), None)


def question_of(heading: Heading, asks: str) -> Question | None:
    """The question of a heading that is asked so, whatever qualifiers stand after it."""
    keys = keys_of(asks.partition(",")[0])
    return next((each for each in heading.questions if keys_of(each.asks) == keys), None)


def standing(text: str, offset: int) -> Standing:
    """Where a place of a text stands."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    before = text[:start].split("\n")[:-1]
    after = text[offset:].partition("\n")[2].split("\n")
    indent = _indent(line) if line.strip() else len(line.expandtabs(4))
    above: list[str] = []
    siblings: list[str] = []
    narrow = indent
    for each in reversed(before):
        said = _COMMENT.sub("", each).rstrip()
        if not said:
            continue
        width = _indent(said)
        if width < narrow:
            above.append(said)
            narrow = width
        elif width == indent and narrow == indent:
            siblings.append(said.strip())
        if not narrow:
            break
    siblings += _following(after, indent)
    first = not any(_COMMENT.sub("", each).strip() for each in before)
    return Standing(line, start, tuple(above) if indent else (), tuple(siblings), first)


def _following(lines: Sequence[str], indent: int) -> list[str]:
    """The lines at the same depth that follow in the same block."""
    found = []
    for each in lines:
        said = _COMMENT.sub("", each).rstrip()
        if said and _indent(said) < indent:
            break
        if said and _indent(said) == indent:
            found.append(said.strip())
    return found


def _indent(line: str) -> int:
    return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
