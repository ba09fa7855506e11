"""Where two sentences differ, in words: runs of a sentence, each the same in both or not.

The longest common blocks are those of ``difflib`` (Ratcliff and Obershelp, 1988), over words and marks of punctuation.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final

from attrs import frozen

#: A word with its sign or apostrophe, a mark of punctuation, or blanks.
_TOKEN: Final = re.compile(r"\s+|[+-]?\w+(?:['’](?=\w))?|[^\w\s]")


@frozen
class Run:
    """Some words of a sentence, and whether the other one has them at this place."""

    text: str
    same: bool


def marked(old: str, new: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both sentences cut into runs; put together again they are the sentences."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    left: list[Run] = []
    right: list[Run] = []
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        same = kind == "equal"
        _add(left, "".join(before[i:j]), same)
        _add(right, "".join(after[k:m]), same)
    return _joined(left), _joined(right)


def _add(runs: list[Run], text: str, same: bool) -> None:
    if text:
        runs.append(Run(text, same))


def _joined(runs: list[Run]) -> tuple[Run, ...]:
    """Blanks between two different runs are different too, so that a mark is not broken at every word."""
    out: list[Run] = []
    for number, run in enumerate(runs):
        between = run.same and not run.text.strip() and 0 < number < len(runs) - 1
        same = run.same and not (between and not runs[number - 1].same and not runs[number + 1].same)
        if out and out[-1].same == same:
            out[-1] = Run(out[-1].text + run.text, same)
        else:
            out.append(Run(run.text, same))
    return tuple(out)


def carets(runs: tuple[Run, ...]) -> str:
    """The line that stands under a sentence: a caret under what the other one has not."""
    under = "".join((" " if run.same else "^") * len(run.text) for run in runs)
    return under.rstrip()


__all__ = ["Run", "carets", "marked"]
