"""Runs the examples of the pages of problems: pieces of text, put into the small game that stands beside the pages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, render_all
from dsl.explain import no_such_field
from dsl.load import Loaded, load
from dsl.problems import Fence, small_game
from dsl.source import Source, Span
from dsl.syntax.reading import Fate
from interpreter.cli.check import problems_of
from interpreter.scenes import SceneBook, World

FOLDER = Path("lanterne")
FILES = {"gioco": "lanterne.gioco", "parole": "fili.parole", "mazzo": "prima-veglia.mazzo"}
SCENES = "prova.scena"
_BLOCK = re.compile(r"^(?=[^\s-])", re.MULTILINE)


@frozen
class Run:
    """What was found in the texts of an example, the texts by the name that messages use, whether all was understood."""

    problems: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    failures: str = ""

    @property
    def codes(self) -> set[str]:
        return {each.code for each in self.problems} | set(
            re.findall(r"(?<=^errore\[)\w+", self.failures, re.MULTILINE)
        )

    def line(self, span: Span | None) -> str:
        """The line of a place, as it stands in the example too."""
        return self.sources[span.file].line(span.line) if span is not None and span.file in self.sources else ""

    @property
    def told(self) -> str:
        """All that is said, as a person reads it."""
        return "\n\n".join(part for part in (render_all(self.problems, self.sources), self.failures) if part)


@cache
def run(fences: tuple[Fence, ...]) -> Run:
    """Everything that is wrong with texts, the working directory being a folder that may be written to."""
    _write(fences)
    wordings = [fence for fence in fences if fence.kind == "testo"]
    scenes = [fence for fence in fences if fence.kind == "scene"]
    if wordings:
        loaded = _plain_game() if len(wordings) == len(fences) else load(FOLDER)
        return _together([Run(loaded.problems, loaded.sources), *(_wording(loaded, each) for each in wordings)])
    if scenes:
        return _scenes()
    alone = [FOLDER / fence.name for fence in fences if fence.kind == "solo"]
    found, sources = problems_of(alone[0] if len(alone) == 1 else FOLDER)
    return Run(tuple(found), sources)


def _write(fences: tuple[Fence, ...]) -> None:
    """The files of the small game with the texts of an example in their places."""
    texts = {} if any(fence.kind == "solo" for fence in fences) else small_game()
    for fence in fences:
        if fence.kind in FILES:
            texts[FILES[fence.kind]] = with_blocks(texts[FILES[fence.kind]], fence.text)
        elif fence.kind in ("file", "solo"):
            texts[fence.name] = fence.text
        elif fence.kind == "scene":
            texts[SCENES] = fence.text
        else:
            assert fence.kind == "testo", f"no text of an example is called «{fence.kind}»"
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    for name, text in texts.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def with_blocks(text: str, more: str) -> str:
    """A text with further blocks; each stands in the place of the one of the same name, if there is one."""
    old, new = _BLOCK.split(text), _BLOCK.split(more)
    names = [_name(block) for block in new]
    kept = [(_name(block), block) for block in old]
    out: list[str] = []
    for name, block in kept:
        if name is None or name not in names:
            out.append(block)
        else:
            out += [piece for title, piece in zip(names, new, strict=True) if title == name]
    known = {name for name, _ in kept}
    out += [piece for name, piece in zip(names, new, strict=True) if name is None or name not in known]
    return "".join(block if block.endswith("\n") or not block else block + "\n" for block in out)


def _name(block: str) -> str | None:
    """A heading without its features; a deck is one, whatever its name."""
    head = re.split(r",|--|\n", block, maxsplit=1)[0].strip().casefold()
    return "mazzo" if head.startswith("mazzo ") else head or None


@cache
def _plain_game() -> Loaded:
    loaded = load(FOLDER)
    assert loaded.ok
    return loaded


def _wording(loaded: Loaded, fence: Fence) -> Run:
    text, name = fence.text.removesuffix("\n"), fence.name
    reading = loaded.read(text, name)
    if reading is None:
        return Run((no_such_field(loaded, name),), {})
    assert reading.problems or reading.fate is Fate.UNDERSTOOD
    source = Source.of(f"<{name}>", text)
    return Run(reading.problems, {source.name: source})


def _scenes() -> Run:
    world = World(FOLDER)
    book = SceneBook(FOLDER / SCENES, world)
    played = [] if book.problems else [book.play(number) for number in range(len(book.scenes))]
    failed = "\n\n".join(book.report(outcome) for outcome in played if outcome.failure is not None)
    return Run((*world.problems, *book.problems), {**world.loaded.sources, book.source.name: book.source}, failed)


def _together(runs: list[Run]) -> Run:
    sources = {name: source for each in runs for name, source in each.sources.items()}
    return Run(tuple(problem for each in runs for problem in each.problems), sources)


# -- what a message proposes


Texts: TypeAlias = "tuple[Fence, ...]"


def proposals(texts: Texts, found: Run, problem: Diagnostic) -> Iterator[tuple[str, tuple[Texts, ...]]]:
    """Everything that a message offers, and the texts with it: one of them must be clean.

    A suggestion stands in the place of the marked words (of the field's name, when nothing is marked), a wording in that
    of the whole wording, a fix where it says. The marked words are looked for in the example itself, since their place
    in the whole file is another."""
    for suggestion in problem.suggestions:
        if problem.span is not None:
            yield suggestion, tuple(_with(texts, found.line(problem.span), problem.span, suggestion))
        else:
            yield suggestion, (tuple(evolve(fence, name=suggestion) for fence in texts),)
    for wording in problem.wordings:
        yield wording, tuple(_with_wording(texts, found.line(problem.span), wording))
    if problem.fix is not None:
        span = problem.fix.span
        yield f"fix: {problem.fix.text}", tuple(_with(texts, found.line(span), span, problem.fix.text))


def _with(texts: Texts, line: str, span: Span, new: str) -> Iterator[Texts]:
    start, end = span.column - 1, span.column - 1 + span.length
    changed = line[: end if new.startswith(" ") else start] + new + line[end:]
    for number, fence in enumerate(texts):
        if line and f"{line}\n" in fence.text:
            text = fence.text.replace(f"{line}\n", f"{changed}\n", 1)
            yield (*texts[:number], evolve(fence, text=text), *texts[number + 1 :])


def _with_wording(texts: Texts, line: str, wording: str) -> Iterator[Texts]:
    """A wording instead of all of the text, of a line of a scene, or of what stands after the field's name on its line."""
    indent = line[: len(line) - len(line.lstrip())]
    for number, fence in enumerate(texts):
        whole = f"{indent}{wording}" if fence.kind == "scene" else f"{line.partition(': ')[0]}: {wording}"
        in_file = fence.text.replace(f"{line}\n", f"{whole}\n", 1)
        text = f"{wording}\n" if fence.kind == "testo" else in_file
        yield (*texts[:number], evolve(fence, text=text), *texts[number + 1 :])
