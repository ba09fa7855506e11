"""The short programs in C do what those in Python do: same options, same state, same frames, same log."""

import ast
import random
import warnings
from pathlib import Path

import pytest

from benchmarks.measures import small_game
from interpreter.match import Match, MatchFault, load
from interpreter.native import build
from interpreter.native.functions import Sources
from interpreter.native.module import Module, rounds
from interpreter.native.numbers import Numbers
from interpreter.native.statements import Function

GAMES = Path(__file__).parent.parent / "games"
needs_compiler = pytest.mark.skipif(build.compiler() is None, reason="no C compiler, or no headers of Python")


@pytest.fixture(scope="module", autouse=True)
def compiled_soon():
    """The compiler takes no time to make the code fast: here it is only compared."""
    kept, build.FLAGS = build.FLAGS, ("-O0", *build.FLAGS[1:])
    yield
    build.FLAGS = kept


@pytest.fixture(scope="module")
def both():
    """The small game with its short programs in Python and in C."""
    with small_game() as python, small_game() as native:
        python.quicken()
        native.quicken(native=True)
        yield python, native


@needs_compiler
def test_the_same_matches(both):
    python, native = both
    assert type(native.machine.names["run"]).__name__ == "builtin_function_or_method"
    for seed in range(25):
        one, other = python.match(seed=seed), native.match(seed=seed)
        chance = random.Random(seed)
        while one.asked is not None:
            assert (other.asked, other.s, other.stack) == (one.asked, one.s, one.stack)
            assert other.count == one.count == len(one.asked[2])
            choice = chance.randrange(one.count)
            one.choose(choice)
            other.choose(choice)
        assert other.asked is None and other.s == one.s
        assert [entry.raw for entry in other.log] == [entry.raw for entry in one.log]


@needs_compiler
def test_a_match_goes_on_from_one_to_the_other(both):
    chance = random.Random(3)
    straight, crossed = both[0].match(seed=3), both[1].match(seed=3)
    for turn in range(400):
        if straight.asked is None:
            break
        crossed = Match.load(both[turn % 2], crossed.save())
        assert crossed.asked == straight.asked
        choice = chance.randrange(straight.count)
        straight.choose(choice)
        crossed.choose(choice)
    assert crossed.s == straight.s


@needs_compiler
def test_a_copy_goes_its_own_way(both):
    match = both[1].match(seed=5)
    chance = random.Random(5)
    for _ in range(30):
        match.choose(chance.randrange(match.count))
    copy, before = match.clone(), list(match.s)
    for _ in range(40):
        if copy.asked is not None:
            copy.choose(chance.randrange(copy.count))
    assert match.s == before != copy.s


@needs_compiler
def test_who_holds_a_pile_sees_it_as_it_was(both):
    """Piles grow and shrink where they lie, but only when nobody else has them."""
    native = both[1].match(seed=8)
    chance = random.Random(8)
    for _ in range(60):
        if native.asked is None:
            break
        held = [x for x in native.s if isinstance(x, tuple)]
        told, asked = native.told, native.asked
        before = repr(held), repr(asked), repr(told[0])
        native.choose(chance.randrange(native.count))
        assert (repr(held), repr(asked), repr(told[0])) == before


@needs_compiler
def test_all_that_a_match_runs_is_native(both):
    machine = both[1].machine
    assert machine.programs and machine.functions
    for function in (*machine.programs, *machine.functions):
        assert type(function).__name__ == "builtin_function_or_method" or function.__name__ == "_nothing"


def test_without_a_compiler_python_goes_on(monkeypatch):
    monkeypatch.setattr(build, "compiler", lambda: None)
    game = load(GAMES / "torri")
    with pytest.raises(build.NoCompiler):
        game.quicken(native=True)
    monkeypatch.setenv("DETTO_NATIVE", "1")
    game = load(GAMES / "torri")
    with pytest.warns(RuntimeWarning, match="DETTO_NATIVE"):
        game.quicken()
    match = game.match(seed=1)
    match.choose(0)
    assert match.asked is not None


@needs_compiler
def test_the_environment_asks_for_it(monkeypatch):
    monkeypatch.setenv("DETTO_NATIVE", "1")
    with small_game() as game, warnings.catch_warnings():
        warnings.simplefilter("error")
        game.quicken()
        assert type(game.machine.names["run"]).__name__ == "builtin_function_or_method"


def taken(match, seed, many):
    """So many choices by chance."""
    chance = random.Random(seed)
    for _ in range(many):
        if match.asked is not None:
            match.choose(chance.randrange(match.count))
    return match


@needs_compiler
def test_copies_share_what_was_told_and_tell_on_by_themselves(both):
    logs = []
    for game in both:
        match = taken(game.match(seed=9), 9, 40)
        first, second = match.clone(), match.clone()
        before = match.log
        branches = [taken(first, 1, 30), taken(second, 2, 30), taken(first.clone(), 3, 30), taken(match.clone(), 4, 5)]
        assert match.log == before and all(x.log[: len(before)] == before for x in branches)
        logs.append([[entry.raw for entry in x.log] for x in (*branches, match)])
    assert logs[0] == logs[1]
    assert len({len(log) for log in logs[1]}) > 2


@needs_compiler
def test_what_cannot_be_chosen_is_refused(both):
    match = both[1].match(seed=2)
    before = list(match.s)
    for wrong in (match.count, -1, 10**20):
        with pytest.raises(IndexError):
            match.choose(wrong)
    assert match.s == before and len(match.log) == len(both[0].match(seed=2).log)
    while match.asked is not None:
        match.choose(0)
    assert match.count == 0
    with pytest.raises(ValueError):
        match.choose(0)


@needs_compiler
def test_what_is_no_state_of_the_game_is_a_fault(both):
    match = both[1].match(seed=2)
    match.s = match.s[:-1]
    with pytest.raises(MatchFault, match="not a state"):
        match.choose(0)


TEXT = """
def place(s, c, kind, things):
    at = s[c + 3]
    if at is None or kind == things:
        return None
    return at - 1

def asked(s, fr):
    found = place(s, fr[2], fr[3], (1, 2))
    for each in fr[4]:
        if each[0] == found:
            return each
    return ()
"""


def test_a_name_that_is_reckoned_with_is_a_number_and_one_that_holds_things_is_none():
    names = {}
    exec(compile(TEXT, "<inlined>", "exec"), names)
    sources = Sources(names, {}, {x.name: x for x in ast.parse(TEXT).body}, [0] * 9)
    sources.take(iter([names["place"], names["asked"]]))
    module = Module(sources, ())
    module.kinds.settle()
    Numbers(sources, module.kinds, module.constant).settle()
    place, asked = (sources.of(names[name]) for name in ("place", "asked"))
    assert place.given == {"s": "o", "c": "n", "kind": "o", "things": "o"}
    assert (place.kind, place.locals) == ("n", {"at": "n"})
    assert (asked.kind, asked.locals) == ("o", {"found": "n", "each": "o"})


def test_who_counts_how_deep_it_is_called():
    """In every round of calls one at least, and all who call what is not known; who only calls on need not."""
    assert rounds({1: {2}, 2: {3}, 3: set()}) == set()
    assert rounds({1: {2}, 2: {3}, 3: {2}}) >= {2, 3}
    assert rounds({1: {1}, 2: {1}, 3: None}) >= {1, 3}
    assert rounds({1: {2}, 2: {1}, 3: {9}}) == {1, 2}


WAYS = """
def ways(s, c):
    many = s[c + 3] - 1
    right = many > 2
    return (many, right)

def places(s, c):
    many = s[c + 3] - 1
    return (many, 2)
"""


def test_a_tuple_is_remembered_by_its_numbers_only_when_nothing_else_in_it_differs():
    names = {}
    exec(compile(WAYS, "<inlined>", "exec"), names)
    sources = Sources(names, {}, {x.name: x for x in ast.parse(WAYS).body}, [0] * 9)
    sources.take(iter([names["ways"], names["places"]]))
    module = Module(sources, ())
    module.kinds.settle()
    Numbers(sources, module.kinds, module.constant).settle()
    remembered = {name: "keep_known" in Function(module, sources.of(names[name])).text() for name in ("ways", "places")}
    assert remembered == {"ways": False, "places": True}
