"""The writer of one program: a generated function with a counter, so that it can stop at any decision and go on later."""

from __future__ import annotations

from typing import Any


class Writer:
    """Blocks of straight-line Python, each with its number; control goes on from one to the next or jumps.

    A program is ``f(m, s, fr)``: it does its work on the state ``s`` and gives 1 when it is done. When something inside it stops
    for a decision it gives 0, having left its frame in ``m.rest``; called again with that frame it goes on from there.
    What must outlive a stop lives in the frame ``fr``, at the places given by :meth:`local`.
    """

    def __init__(self, first_local: int) -> None:
        self.blocks: list[tuple[int, list[str]]] = [(0, [])]
        self.first = first_local
        self.locals = first_local
        self.labels = 1
        self.full: int | None = None
        self.lasting: dict[Any, Any] = {}  # how long something lasts, with what was chosen for it
        self.reckoned: dict[Any, int] = {}  # where what was reckoned once is kept, by the words that say it
        self.last: int | None = None
        self.failed: int | None = None
        self.moved: int | None = None

    def line(self, text: str, indent: int = 0) -> None:
        self.blocks[-1][1].append("    " * indent + text)

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def place(self, label: int) -> None:
        """Here the block ``label`` begins; what comes before falls into it."""
        lines = self.blocks[-1][1]
        if not (lines and lines[-1].startswith(("return", "continue"))):
            lines.append(f"pc = {label}")
        self.blocks.append((label, []))

    def jump(self, label: int) -> None:
        self.line(f"pc = {label}")
        self.line("continue")

    def unless(self, test: str, label: int) -> None:
        self.line(f"if not {test}:")
        self.line(f"pc = {label}", 1)
        self.line("continue", 1)

    def call(self, label: int, code: str) -> None:
        """Do what may stop; go on from ``label`` when it is done, now or after the stop."""
        self.line(f"if not {code}:")
        self.line(f"fr[1] = {label}; m.rest.append(fr)", 1)
        self.line("return 0", 1)
        self.place(label)

    def ask(self, label: int, code: str) -> None:
        """Put a question and go on from ``label`` with the answer in ``m.pick``."""
        self.line(f"fr[1] = {label}")
        self.line(f"if not {code}: return 0")
        self.place(label)

    def local(self) -> int:
        self.locals += 1
        return self.locals - 1

    def source(self, name: str) -> str:
        """The function's text; its last block ends the program."""
        if not (self.blocks[-1][1] and self.blocks[-1][1][-1].startswith("return")):
            self.line("return 1")
        if len(self.blocks) == 1:
            body = "\n".join("    " + line for line in self.blocks[0][1])
            return f"def {name}(m, s, fr):\n{body}\n"
        out = [f"def {name}(m, s, fr):", "    pc = fr[1]", "    while 1:"]
        for label, lines in self.blocks:
            out.append(f"        if pc == {label}:")
            out += ["            " + line for line in lines or ["pass"]]
        out.append("        raise LookupError(pc)")
        return "\n".join(out) + "\n"
