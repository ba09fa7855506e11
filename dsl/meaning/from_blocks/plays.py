"""What an action says of itself by listed answers: in which windows it is taken, and where it waits."""

from __future__ import annotations

from ...diagnostics import Diagnostic
from ...messages import problem
from .answers import Answers


def waits(answers: Answers, problems: list[Diagnostic], names: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Where an action waits and which of its choices lies there; what is wrong is added to the ``problems``."""
    given = answers.get("waits")
    zone: str | None = None
    what: str | None = None
    for match in given.matches if given else ():
        if match.meaning == "zone":
            zone = match.slot
        elif match.meaning == "nothing":
            zone = ""
        elif match.slot in names:
            what = match.slot
        else:
            known = ", ".join(f"«{name}»" for name in names) or "nessuna"
            problems.append(problem("D002", match.piece.span, question="aspetta", answer=match.piece.text, known=known))
    return zone, what


def windows_of(answers: Answers, all_windows: tuple[str, ...]) -> tuple[str, ...]:
    """The windows in which an action may be taken."""
    given = answers.get("window")
    said = given.matches if given else ()
    if any(match.meaning == "any" for match in said):
        return all_windows
    return tuple(dict.fromkeys(match.slot for match in said))


__all__ = ["waits", "windows_of"]
