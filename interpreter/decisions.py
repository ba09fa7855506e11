"""What a player is asked: options made into objects, and into words, only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from . import frames
from .options import Offered
from .running import RunningMatch
from .tell import tell_option, tell_prompt, word_of

PASS, DONE, YES, NO = "pass", "done", "yes", "no"


class Option(Offered):
    """One thing that may be chosen, and how it is said."""

    __slots__ = ()

    @property
    def word(self) -> str | None:
        """The plain word of an option that is no thing: yes, no, that is enough, pass, a listed word, the keyword or label of a trigger."""
        return word_of(self)

    @property
    def text(self) -> str:
        """The option in words."""
        return tell_option(self)


class Options(Sequence[Option]):
    """The options of a decision, made when asked for."""

    def __init__(self, match: RunningMatch, kind: str, values: tuple[Any, ...]) -> None:
        self.match = match
        self.kind = kind
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def kind_of(self, value: Any) -> str:
        if self.kind == "action":
            return {frames.PASS: PASS, frames.ABILITY: "ability"}.get(value[0], "action")
        if value is None:
            return DONE
        if self.kind == "card":
            return "card" if value >= 0 else "player"
        if self.kind == "may":
            return YES if value else NO
        return self.kind

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | Sequence[Option]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self.values)))]
        i = range(len(self.values))[i]
        value = self.values[i]
        return Option(self.match, i, self.kind_of(value), value)

    def __iter__(self) -> Iterator[Option]:
        return (self[i] for i in range(len(self.values)))


class Decision:
    """A stop of the match: ``player`` (a seat), the legal ``options`` and only those, and the ``prompt`` in words."""

    __slots__ = ("_prompt", "kind", "match", "options", "player")

    def __init__(self, match: RunningMatch, player: int, kind: str, values: tuple[Any, ...], prompt: int) -> None:
        self.match = match
        self.player = -1 - player
        self.kind = kind
        self.options = Options(match, kind, values)
        self._prompt = prompt

    @property
    def answering(self) -> bool:
        """Whether it is asked in a window in which several speak: there a pass must not say who had something to play."""
        frame = self.match.stack[-1]
        return self.kind == "action" and frame[0] == frames.WINDOW and len(frame[7] or ()) > 1

    @property
    def prompt(self) -> str:
        """What is asked, in the words of the text that asks."""
        return tell_prompt(self.match, self.kind, self._prompt)


def decision_of(match: RunningMatch) -> Decision | None:
    """What must be chosen now and by whom; None when the match is over."""
    return Decision(match, *match.asked) if match.asked is not None else None


__all__ = ["Decision", "Option", "Options", "decision_of"]
