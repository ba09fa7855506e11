"""What is measured. A measure is a function without arguments, registered under the name that it reports.

Two things compared are measured in alternating rounds of one run, so that a busy machine slows both; what is reported
is the ratio of the medians. The interpreter is imported inside the functions: the hand-written game needs none of it.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks import small_deck
from benchmarks.handwritten_bless import Bless
from benchmarks.handwritten_deck import WholeBless
from benchmarks.handwritten_objects import Game as BlessOfObjects
from benchmarks.skipped import Skipped

ROUNDS = 9
ROUND_MATCHES = 24
CLONES = 2000
COLD_RUNS = 5
EACH_FILE = 8  # of the files of scenes every so many
# A card with an ordinary text, of which several scenes speak.
WATCHED = "Lucciola Ostinata"

Measure = Callable[[], float]
MEASURES: dict[str, Measure] = {}
# What a measure is, its unit and the bar that the project sets itself, for the table.
TOLD: dict[str, tuple[str, str]] = {}


def measure(unit: str, bar: str = "") -> Callable[[Measure], Measure]:
    """Register a measure under its function's name."""

    def register(function: Measure) -> Measure:
        name = function.__name__
        MEASURES[name] = function
        TOLD[name] = (unit, bar)
        return function

    return register


# -- Playing at random -------------------------------------------------------------------------------------------


def play_handwritten(seed: int, most: int | None = None, start: Callable[[int], Any] = Bless) -> tuple[Any, int]:
    """A match by hand with random choices; with ``most`` it stops after so many decisions. Also how many were taken."""
    chance = random.Random(seed).random
    match = start(seed)
    taken = 0
    while (decision := match.decision()) is not None and taken != most:
        match.choose(int(chance() * len(decision[1])))
        taken += 1
    return match, taken


def play_objects(seed: int, most: int | None = None) -> tuple[Any, int]:
    """The same by hand with objects."""
    return play_handwritten(seed, most, BlessOfObjects)


def play_interpreted(game: Any, seed: int, most: int | None = None) -> tuple[Any, int]:
    """The same by the interpreter, over the small game; like the hand-written one it gives plain tuples, no objects."""
    chance = random.Random(seed).random
    match = game.match(seed=seed)
    taken = 0
    while match.asked is not None and taken != most:
        match.choose(int(chance() * match.count))
        taken += 1
    return match, taken


def rate(play: Callable[[int], tuple[Any, int]], seeds: range) -> float:
    """Decisions per second over whole matches, their setup included; the games stay, as in a worker of ``detto simulate``."""
    gc.collect()
    gc.freeze()
    start = perf_counter()
    taken = sum(play(seed)[1] for seed in seeds)
    return taken / (perf_counter() - start)


@contextmanager
def small_game() -> Iterator[Any]:
    """The interpreter's game over the cards that the hand-written one plays."""
    from interpreter.match import load

    with tempfile.TemporaryDirectory() as folder:
        yield load(small_deck.write(Path(folder)))


@cache
def decision_rates() -> tuple[float, float, float]:
    """Decisions per second interpreted, by hand flat and by hand with objects: medians of alternating rounds."""
    interpreted: list[float] = []
    handwritten: list[float] = []
    objects: list[float] = []
    with small_game() as game:
        game.quicken()
        play_interpreted(game, 0)
        for i in range(ROUNDS):
            seeds = range(i * ROUND_MATCHES, (i + 1) * ROUND_MATCHES)
            interpreted.append(rate(lambda seed: play_interpreted(game, seed), seeds))
            handwritten.append(rate(play_handwritten, seeds))
            objects.append(rate(play_objects, seeds))
    return median(interpreted), median(handwritten), median(objects)


# -- The measures ------------------------------------------------------------------------------------------------


@measure("ratio", "≥ 0.5")
def interpreted_over_handwritten_flat() -> float:
    """Decisions per second with the whole deck of 62 cards, interpreted ÷ hand-written in flat style."""
    interpreted, handwritten = deck_rates(native=False)
    return interpreted / handwritten


@measure("ratio")
def interpreted_over_handwritten_simplest() -> float:
    """Decisions per second with the 24 simplest cards, interpreted ÷ hand-written in flat style for these alone."""
    interpreted, handwritten, _ = decision_rates()
    return interpreted / handwritten


@measure("ratio")
def interpreted_over_handwritten_objects() -> float:
    """Decisions per second with the 24 simplest cards, interpreted ÷ hand-written in object style."""
    interpreted, _, objects = decision_rates()
    return interpreted / objects


@measure("decisions/s")
def interpreted_decisions_per_s() -> float:
    """Decisions per second of the interpreted game with the whole deck, random choices."""
    return deck_rates(native=False)[0]


@measure("decisions/s")
def handwritten_simplest_decisions_per_s() -> float:
    """Decisions per second of the hand-written game with the 24 simplest cards, random choices."""
    rates = [rate(play_handwritten, range(i * ROUND_MATCHES, (i + 1) * ROUND_MATCHES)) for i in range(ROUNDS)]
    return median(rates)


@measure("decisions/s")
def handwritten_objects_decisions_per_s() -> float:
    """Decisions per second of the game hand-written with objects, random choices."""
    return decision_rates()[2]


@measure("decisions/s")
def handwritten_decisions_per_s() -> float:
    """Decisions per second of the game with the whole deck written by hand, random choices."""
    return deck_rates(native=False)[1]


@measure("ratio", "≥ 3")
def native_over_handwritten_flat() -> float:
    """Decisions per second with the whole deck, short programs in C ÷ hand-written in Python; it needs a C compiler, and waits
    for it once."""
    rates = deck_rates(native=True)
    return rates[0] / rates[1]


@cache
def deck_rates(native: bool) -> tuple[float, float]:
    """Bless with its whole deck interpreted, and by hand: medians of alternating rounds."""
    from interpreter.match import load
    from interpreter.native.build import NoCompiler

    game = load(small_deck.GAME)
    try:
        game.quicken(native=native)
    except NoCompiler as error:
        raise Skipped(str(error)) from error
    play_interpreted(game, 0)
    rates: tuple[list[float], list[float]] = ([], [])
    plays = [lambda seed: play_interpreted(game, seed), lambda seed: play_handwritten(seed, None, WholeBless)]
    for i in range(ROUNDS):
        for found, play in zip(rates, plays, strict=True):
            found.append(rate(play, range(i * ROUND_MATCHES, (i + 1) * ROUND_MATCHES)))
    return median(rates[0]), median(rates[1])


@measure("ratio")
def native_over_handwritten_simplest() -> float:
    """The same with the 24 simplest cards."""
    native, handwritten = native_rates()[1:]
    return native / handwritten


@measure("ratio")
def native_over_python() -> float:
    """Decisions per second, short programs in C ÷ the same in Python."""
    python, native, _ = native_rates()
    return native / python


@cache
def native_rates() -> tuple[float, float, float]:
    """Short programs in Python, the same in C, and hand-written: medians of alternating rounds."""
    from interpreter.native.build import NoCompiler

    rates: tuple[list[float], list[float], list[float]] = ([], [], [])
    with small_game() as python, small_game() as native:
        python.quicken()
        try:
            native.quicken(native=True)
        except NoCompiler as error:
            raise Skipped(str(error)) from error
        plays = [
            lambda seed: play_interpreted(python, seed),
            lambda seed: play_interpreted(native, seed),
            play_handwritten,
        ]
        for i in range(ROUNDS):
            for found, play in zip(rates, plays, strict=True):
                found.append(rate(play, range(i * ROUND_MATCHES, (i + 1) * ROUND_MATCHES)))
    return median(rates[0]), median(rates[1]), median(rates[2])


@measure("ratio")
def retraced_over_played() -> float:
    """The time of a match played again with everything written down ÷ that of the same match, both with programs at length."""
    from interpreter.why.trace import choices_of, retrace

    times: tuple[list[float], list[float]] = ([], [])
    with small_game() as game:
        game.many_matches = float("inf")
        for seed in range(ROUNDS):
            match, start = play_interpreted(game, seed)[0], game.match(seed=seed)
            begun = process_time()
            assert retrace(start, match) is not None
            traced = process_time() - begun
            again = start.clone()
            begun = process_time()
            for choice in choices_of(match.told):
                again.choose(choice)
            times[0].append(traced)
            times[1].append(process_time() - begun)
    return median(times[0]) / median(times[1])


@measure("ratio")
def tallied_over_played() -> float:
    """The time of a match of ``detto simulate`` with its tables ÷ that of one with random choices and nothing kept of it."""
    from interpreter.match import load
    from interpreter.simulation.played import play_and_tally
    from interpreter.simulation.tally import Tally

    game = load(small_deck.GAME)
    game.quicken()
    tally = Tally(game)
    rates: tuple[list[float], list[float]] = ([], [])
    for i in range(ROUNDS):
        seeds = range(i * ROUND_MATCHES, (i + 1) * ROUND_MATCHES)
        rates[0].append(rate(lambda seed: play_interpreted(game, seed), seeds))
        rates[1].append(rate(lambda seed: (None, play_and_tally(tally, ("random",) * 2, seed).decisions), seeds))
    return median(rates[0]) / median(rates[1])


@measure("µs", "≤ 3")
def clone_us() -> float:
    """Cloning an interpreted match in its middle."""
    with small_game() as game:
        return median(clone_time(play_interpreted(game, seed, most=60)[0]) for seed in range(ROUNDS))


@measure("µs")
def handwritten_clone_us() -> float:
    """Cloning a hand-written match in its middle."""
    return median(clone_time(play_handwritten(seed, most=60)[0]) for seed in range(ROUNDS))


@measure("µs")
def handwritten_objects_clone_us() -> float:
    """Cloning a match hand-written with objects in its middle."""
    return median(clone_time(play_objects(seed, most=60)[0]) for seed in range(ROUNDS))


def clone_time(match: Any) -> float:
    """Microseconds for one clone."""
    gc.collect()
    start = perf_counter()
    for _ in range(CLONES):
        match.clone()
    return (perf_counter() - start) / CLONES * 1e6


DECK_CODE = """
import sys
from time import perf_counter
start = perf_counter()
from dsl.load import load
assert load(sys.argv[1]).meaning is not None
print(perf_counter() - start)
"""

READY_CODE = """
import sys
from time import perf_counter
start = perf_counter()
from interpreter.match import load
load(sys.argv[1])
print(perf_counter() - start)
"""

# The rules are read first: the words of the game are known and the reader is warm. Then each wording is read once.
WORDING_CODE = """
import sys
from pathlib import Path
from time import perf_counter
from benchmarks.small_deck import DECK, wordings
from dsl.load import load
loaded = load(sys.argv[1])
assert loaded.rules is not None, [problem.message for problem in loaded.problems]
times = []
for field, text in wordings((Path(sys.argv[1]) / DECK).read_text("utf-8")):
    start = perf_counter()
    reading = loaded.read(text, field)
    times.append(perf_counter() - start)
    assert reading is not None and reading.meanings, text
print(max(times) * 1000)
"""


@measure("s", "≤ 1")
def deck_cold_s() -> float:
    """Reading the game and its deck of 62 cards in a new process with empty caches, importing the reader included."""
    return median(in_new_process(DECK_CODE) for _ in range(COLD_RUNS))


@measure("s", "")
def deck_warm_s() -> float:
    """The same in a new process when it was read before: what was read is kept on the disk."""
    with tempfile.TemporaryDirectory() as cache:
        in_new_process(DECK_CODE, cache)
        return median(in_new_process(DECK_CODE, cache) for _ in range(COLD_RUNS))


@measure("s", "≤ 0.2")
def start_s() -> float:
    """`detto --help`: a new process from its start to its end."""
    command = [sys.executable, "-m", "interpreter.cli", "--help"]
    environment = {**os.environ, "PYTHONPATH": str(small_deck.GAME.parent.parent)}
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=True)
        times.append(perf_counter() - start)
    return median(times)


@measure("s", "")
def ready_cold_s() -> float:
    """The same, and making it ready to play: every meaning compiled to a program."""
    return median(in_new_process(READY_CODE) for _ in range(COLD_RUNS))


@measure("ms", "")
def compile_ms() -> float:
    """Compiling the game and its deck once they are read, as each scene does with its own cards; processor time."""
    from interpreter.match import Game, load

    game, times = load(small_deck.GAME), []
    for _ in range(ROUNDS):
        begun = process_time()
        Game(game.meaning, loaded=game.loaded)
        times.append(process_time() - begun)
    return median(times) * 1000


@measure("s", "")
def quicken_s() -> float:
    """Making the programs short and writing them into each other, before many matches; processor time."""
    from interpreter.match import load

    times = []
    for _ in range(COLD_RUNS):
        game = load(small_deck.GAME)
        begun = process_time()
        game.quicken(native=False)
        times.append(process_time() - begun)
    return median(times)


@measure("ms", "≤ 50")
def wording_max_ms() -> float:
    """The slowest wording of the deck, each read once in a new process that knows the words of the game."""
    return median(in_new_process(WORDING_CODE) for _ in range(COLD_RUNS))


@measure("ms", "≤ 300")
def watch_card_ms() -> float:
    """From a saved card of a deck of 62 to its problems, its new meaning and the scenes that speak of it."""
    from interpreter.watching import Bench, Meanings

    with tempfile.TemporaryDirectory() as where:
        folder = Path(where) / small_deck.GAME.name
        shutil.copytree(small_deck.GAME, folder)
        deck = next(folder.glob("*.mazzo"))
        text = deck.read_text("utf-8")
        start = text.index(f"\n{WATCHED}\n")
        bench = Bench(folder)
        list(bench.refresh())
        gc.collect()
        gc.freeze()  # as the command does
        times = []
        for amount in range(2, 2 + ROUNDS):  # every round a wording that was never read before
            card = text[start:].replace("una carta", f"{amount} carte", 1)
            deck.write_text(text[:start] + card, "utf-8")
            begun = perf_counter()
            events = list(bench.refresh())
            times.append(perf_counter() - begun)
            assert any(isinstance(event, Meanings) for event in events), events
        return median(times) * 1000


@measure("ratio", "")
def scenes_together_over_alone() -> float:
    """The time of scenes of Bless on shared tables ÷ that of each compiled alone, what they say read before."""
    from interpreter.scenes import SceneBook, World, gather

    times: dict[bool, list[float]] = {True: [], False: []}
    for path in sorted(small_deck.GAME.rglob("*.scena"))[::EACH_FILE]:
        for warm, together in ((False, True), (True, False), (True, True)):  # first what they say is read
            book = SceneBook(path, World(small_deck.GAME))
            numbers = range(len(book.scenes))
            assert book.world.game
            begun = process_time()
            if together:
                gather((book, number) for number in numbers)
            failed = [number for number in numbers if book.play(number).failure is not None]
            assert not failed, path
            if warm:
                times[together].append(process_time() - begun)
    return sum(times[True]) / sum(times[False])


@measure("ms", "≤ 50")
def completion_max_ms() -> float:
    """The slowest completion of all places of all wordings of the deck, in processor time; the best of three each."""
    from dsl.completion import Completer
    from dsl.load import load
    from dsl.meaning.nodes import Self
    from dsl.syntax.reading import Start, TextContext
    from dsl.vocabulary.lexer import PIECE

    meaning = (loaded := load(small_deck.GAME)).meaning
    assert meaning is not None
    starts = {name: Start.CARD_CONTINUOUS if slot.in_force else Start.CARD_USED for name, slot in meaning.texts.items()}
    cards = [card for deck in meaning.decks.values() for card in deck.cards]
    wordings = dict.fromkeys((starts[slot], text) for card in cards for slot, text in card.wordings.items())
    places = dict.fromkeys((start, text[: each.start()]) for start, text in wordings for each in PIECE.finditer(text))
    best = dict.fromkeys(places, float("inf"))
    for _ in range(3):
        completer = Completer(loaded.vocabulary, ((text, start) for start, text in wordings))
        for start, head in places:
            begun = process_time()
            offered = completer.next_words(head, TextContext(start, subject=Self()))
            best[start, head] = min(best[start, head], process_time() - begun)
            assert offered, head
    return max(best.values()) * 1000


@cache
def compiled_modules() -> tempfile.TemporaryDirectory[str]:
    """Where Python keeps our compiled modules, as it does by itself where nothing forbids it; made by a first run."""
    folder = tempfile.TemporaryDirectory()
    in_new_process(READY_CODE, modules=folder.name)
    return folder


def in_new_process(code: str, cache: str | None = None, modules: str | None = None) -> float:
    """The number that the code prints in a new process, the game's folder its argument; nothing cached on the disk but compiled
    modules, or what is in a folder."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPYCACHEPREFIX": modules or compiled_modules().name,
            "XDG_CACHE_HOME": cache or empty,
            "PYTHONPATH": str(small_deck.GAME.parent.parent),
        }
        command = [sys.executable, "-c", code, str(small_deck.GAME)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or "the new process failed").splitlines()[-1])
    return float(done.stdout)
