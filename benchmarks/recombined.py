"""Recombined wordings, apart from the tests: ``python -m benchmarks.recombined [GAME …] [--wordings 2000] [--seed 1] [--jobs 1]``.

The wordings of a game's decks and of the corpus are cut into sentences and clauses and mixed; each mixture is read, and what
comes of it must hold together. Found are, by kind:

``raised``       reading it, or saying it back, raised something
``fault``        a fault of ours is told to who wrote it (S900)
``programless``  it is understood, and the machine cannot do it (P001)
``unlike``       what is understood, said back, is not understood as the same
``company``      two sentences mean something else beside each other than each alone, though neither looks back
``idle``         a word of the game was left out, and what is left means the same

Those of ``tests/corpus/ricombinate.tsv`` are known. Exit status 1 if anything else is found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import get_context

from attrs import frozen

from dsl.explain import Wording, wording
from dsl.load import Loaded, load
from dsl.meaning import english, italian
from dsl.meaning.nodes import Text
from interpreter.programless import cards_with, programless

from .mixtures import CORPUS, GAMES, Mixture, mixtures, wordings_by_place

FAULT = "S900"
KNOWN = CORPUS / "ricombinate.tsv"
AT_ONCE = 100


@frozen
class Finding:
    """What is wrong with a mixture: the kind, and what was seen."""

    game: str
    kind: str
    field: str
    text: str
    seen: str

    def __str__(self) -> str:
        return "\t".join((self.game, self.kind, self.field, self.text, self.seen)).replace("\n", "\\n")


@cache
def game(name: str) -> Loaded:
    return load(GAMES / name)


def findings(name: str, mixed: Sequence[Mixture]) -> list[Finding]:
    """All that is wrong with some mixtures of a game."""
    found: list[Finding] = []
    understood: list[Wording] = []
    for each in mixed:
        try:
            read = wording(game(name), each.text, each.field)
            seen = dict(_seen(game(name), read))
        except Exception as problem:
            seen, read = {"raised": repr(problem)}, None
        found += [Finding(name, kind, each.field, each.text, what) for kind, what in seen.items()]
        if read is not None and read.meaning is not None:
            understood.append(read)
    return found + [Finding(name, kind, each.field, each.text, why) for each, kind, why in _undone(game(name), understood)]


def _seen(loaded: Loaded, read: Wording) -> Iterator[tuple[str, str]]:
    """What is wrong with one that was read, by kind."""
    if read.reading is not None and any(problem.code == FAULT for problem in read.reading.problems):
        yield "fault", read.reading.problems[0].message
    if read.meaning is not None:
        said = italian.said(read.meaning, loaded.vocabulary, loaded.slot_named(read.field))
        assert english.said(read.meaning, loaded.vocabulary)
        again = wording(loaded, said, read.field)
        if again.meaning != read.meaning:
            yield "unlike", f"{said} → {_fate(again)}"


def _fate(read: Wording) -> str:
    problems = read.reading.problems if read.reading is not None else ()
    return " ".join([read.reading.fate.value if read.reading is not None else "", *(p.code for p in problems[:2])])


def _undone(loaded: Loaded, understood: Sequence[Wording]) -> list[tuple[Wording, str, str]]:
    """The wordings for which no card has a program, and why; all are tried together, by halves where something is raised."""
    assert loaded.meaning is not None
    texts = [each.meaning or Text(()) for each in understood]
    try:
        cards = [cards_with(loaded, text, each.field) for text, each in zip(texts, understood, strict=True)]
        return [(understood[at], "programless", str(why)) for at, why in programless(loaded.meaning, cards).items()]
    except Exception as problem:
        if len(understood) == 1:
            return [(understood[0], "raised", repr(problem))]
        middle = len(understood) // 2
        return _undone(loaded, understood[:middle]) + _undone(loaded, understood[middle:])


def _of_task(task: tuple[str, Sequence[Mixture]]) -> tuple[int, list[Finding]]:
    return len(task[1]), findings(*task)


def known() -> frozenset[tuple[str, ...]]:
    """Game, kind, field and wording of what is known."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.exists() else []
    return frozenset(tuple(line.split("\t")[:4]) for line in lines if line.strip() and not line.startswith("#"))


def mixed(name: str, number: int, seed: int) -> list[Mixture]:
    """The mixtures of a game for a seed."""
    return mixtures(wordings_by_place(name, game(name)), number, f"{name} {seed}")


def main() -> int:
    """Mix, read, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recombined")
    parser.add_argument("games", nargs="*", help="names of folders in games/; all that have a deck when none is said")
    parser.add_argument("--wordings", type=int, default=2000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    names = asked.games or sorted({path.parent.name for path in GAMES.glob("*/*.mazzo")})
    missing = [name for name in names if not (GAMES / name).is_dir()]
    if missing:
        parser.error(f"no game in {GAMES}: {', '.join(missing)}")
    start, count, found = time.perf_counter(), Counter[str](), list[Finding]()
    old = known()
    with get_context("spawn").Pool(asked.jobs) as pool:
        for name in names:
            all_of = mixed(name, asked.wordings, asked.seed)
            tasks = [(name, all_of[at : at + AT_ONCE]) for at in range(0, len(all_of), AT_ONCE)]
            done = 0
            for many, seen in pool.imap(_of_task, tasks):
                done += many
                fresh = [each for each in seen if (each.game, each.kind, each.field, each.text) not in old]
                found += fresh
                for each in fresh:
                    print(each, flush=True)
                print(f"\r{name}: {done} of {len(all_of)}, {len(found)} found", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
    count = Counter(each.kind for each in found)
    print(f"{', '.join(f'{n} {kind}' for kind, n in count.items()) or 'nothing found'}, {time.perf_counter() - start:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
