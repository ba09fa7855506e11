"""Recombined wordings, apart from the tests: ``python -m benchmarks.recombined [GAME …] [--wordings 2000] [--seed 1] [--jobs 1]``.

The wordings of a game's decks and of the corpus are cut into sentences and clauses and mixed; each mixture is read, and what
comes of it must hold together. Found are, by kind:

``raised``       reading it, saying it back or making its program raised something
``programless``  it is understood, and the machine cannot do it (P001)
``unlike``       what is understood, said back, is not understood as the same
``company``      beside another sentence one is no more in force, or no more done, or done by somebody else, than alone

Those of ``tests/corpus/ricombinate.tsv`` are known. Exit status 1 if anything else is found. How many are refused for a word that
would be lost (S900) is told too.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.pool import Pool

from attrs import frozen

from dsl.explain import Wording, wording
from dsl.load import Loaded, load
from dsl.meaning import english, italian
from dsl.meaning.nodes import Allow, Do, Grant, Modify, Opponent, Prompted, Static, Text, Used, You
from dsl.meaning.participants import role
from dsl.meaning.walk import walk
from interpreter.programless import cards_with, programless

from .mixtures import CORPUS, GAMES, Mixture, mixtures, wordings_by_place

FAILED = "S999"
LOST = "S900"
KNOWN = CORPUS / "ricombinate.tsv"
AT_ONCE = 100
PLAYERS = (You, Opponent)


@frozen
class Finding:
    """What is wrong with a mixture: the kind, and what was seen."""

    game: str
    kind: str
    field: str
    text: str
    seen: str

    @property
    def key(self) -> tuple[str, ...]:
        return self.game, self.kind, self.field, self.text

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
            seen = dict(_seen(game(name), read, each.parts))
        except Exception as problem:
            seen, read = {"raised": repr(problem)}, None
        found += [Finding(name, kind, each.field, each.text, what) for kind, what in seen.items()]
        if read is not None and read.meaning is not None:
            understood.append(read)
    return found + [
        Finding(name, kind, each.field, each.text, why) for each, kind, why in _undone(game(name), understood)
    ]


def _seen(loaded: Loaded, read: Wording, parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with one that was read, by kind."""
    codes = [problem.code for problem in read.reading.problems] if read.reading is not None else []
    if FAILED in codes:
        yield "raised", FAILED
    if LOST in codes:
        yield LOST, ""
    if read.meaning is not None:
        said = italian.said(read.meaning, loaded.vocabulary, loaded.slot_named(read.field))
        assert english.said(read.meaning, loaded.vocabulary)
        again = wording(loaded, said, read.field)
        if again.meaning != read.meaning:
            yield "unlike", f"{said} → {_fate(again)}"
        alone = [wording(loaded, part, read.field).meaning for part in parts]
        if _changed(read.meaning, [each for each in alone if each is not None], len(parts)):
            yield "company", said


def _changed(meaning: Text, alone: Sequence[Text], many: int) -> bool:
    """Whether what several sentences do together is not what they do alone; not asked where one is set off by an event, since
    what follows may be set off too."""
    free = all(isinstance(ability, Static | Used | Prompted) for text in alone for ability in text.abilities)
    if not many or len(alone) < many or not free:
        return False
    return sum((_done(text) for text in alone), Counter()) != _done(meaning)


def _done(text: Text) -> Counter[tuple[str, ...]]:
    """What a text does: each thing, how («in force», «done», or what sets it off), who does it."""
    found = Counter[tuple[str, ...]]()
    for ability in text.abilities:
        how = "done" if isinstance(ability, Used | Prompted) else type(ability).__name__
        for node in walk(ability):
            if isinstance(node, Do | Modify | Grant | Allow):
                event = getattr(node, "event", None)
                who = role(event, "agent") if event is not None else None
                what = getattr(node, "value", None) or getattr(node, "keyword", None) or getattr(event, "verb", None)
                found[how, type(node).__name__, str(what), type(who).__name__ if isinstance(who, PLAYERS) else ""] += 1
    return found


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
    lines = KNOWN.read_text("utf-8").splitlines()
    return frozenset(tuple(line.split("\t")[:4]) for line in lines if line.strip() and not line.startswith("#"))


def mixed(name: str, number: int, seed: int) -> list[Mixture]:
    """The mixtures of a game for a seed."""
    return mixtures(wordings_by_place(name, game(name)), number, f"{name} {seed}")


def searched(name: str, all_of: Sequence[Mixture], pool: Pool) -> Iterator[Finding]:
    """What is found in a game, with progress on the standard error."""
    tasks = [(name, all_of[at : at + AT_ONCE]) for at in range(0, len(all_of), AT_ONCE)]
    done = 0
    for many, seen in pool.imap(_of_task, tasks):
        done += many
        print(f"\r{name}: {done} of {len(all_of)}", end="", file=sys.stderr, flush=True)
        yield from seen
    print(file=sys.stderr)


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
    os.environ["DETTO_CACHE"] = "no"  # what is read is read by the code as it is
    start, old, count = time.perf_counter(), known(), Counter[str]()
    with get_context("spawn").Pool(asked.jobs) as pool:
        for name in names:
            for each in searched(name, mixed(name, asked.wordings, asked.seed), pool):
                is_old = each.key in old
                count["known" if is_old else each.kind] += 1
                if not is_old and each.kind != LOST:
                    print(each, flush=True)
    told = ", ".join(f"{many} {kind}" for kind, many in sorted(count.items())) or "nothing"
    print(f"found: {told}; {time.perf_counter() - start:.0f} s")
    return 1 if count.keys() - {"known", LOST} else 0


if __name__ == "__main__":
    sys.exit(main())
