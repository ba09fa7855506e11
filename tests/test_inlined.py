"""Functions written into each other, with what is settled worked out: the same matches with less work."""

import ast
import random
import sys
from pathlib import Path

import pytest

from interpreter.inlined.shapes import TooTangled, body_with
from interpreter.inlined.trees import only_reads
from interpreter.match import load
from interpreter.shortened.shapes import renamed
from interpreter.shortened.still import still_slots

CLASSICS = Path(__file__).parent.parent / "games"


def played(game, seed):
    chance = random.Random(seed)
    match = game.match(seed=seed)
    while match.asked is not None:
        match.choose(chance.randrange(match.count))
    return match


def calls(game, seeds):
    """How many functions of Python are called in some matches."""
    count = 0

    def note(frame, event, arg):
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        for seed in seeds:
            played(game, seed)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", ["leduc", "ottomatto"])
def test_many_matches_make_programs_short_and_very_many_write_them_into_each_other(name):
    game = load(CLASSICS / name)
    plain = game.machine
    game.expect(9)
    assert game.machine is plain
    game.expect(10)
    assert game.machine is not plain
    before, short = [played(game, seed) for seed in range(5)], calls(game, range(5))
    game.expect(1000)
    after = [played(game, seed) for seed in range(5)]
    assert [m.s for m in after] == [m.s for m in before]
    assert [[e.raw for e in m.log] for m in after] == [[e.raw for e in m.log] for m in before]
    assert calls(game, range(5)) < 0.9 * short


def test_a_match_goes_on_while_its_game_is_made_quick():
    one, other = load(CLASSICS / "leduc"), load(CLASSICS / "leduc")
    straight, changed = one.match(seed=4), other.match(seed=4)
    for taken in range(6):
        if straight.asked is None:
            break
        if taken == 1:
            other.expect(10)
        if taken == 2:
            other.quicken()
        assert changed.asked == straight.asked
        straight.choose(0)
        changed.choose(0)
    assert changed.s == straight.s and changed.log == straight.log


def test_what_is_explained_keeps_the_programs_as_written():
    game = load(CLASSICS / "leduc")
    plain = game.machine
    game.quicken()
    written = game.at_length()
    assert written.machine is plain
    written.expect(1000)
    assert written.machine is plain


@pytest.mark.parametrize("name", ["leduc", "ottomatto", "bless"])
def test_slots_that_stay_do_stay(name):
    game = load(CLASSICS / name)
    still = still_slots(game.compiled)
    assert len(still) > 10 and game.compiled.unread <= still.keys()
    for seed in range(5):
        chance = random.Random(seed)
        match = game.match(seed=seed)
        while match.asked is not None:
            assert {at: match.s[at] for at in still} == still
            match.choose(chance.randrange(match.count))


def function(text):
    found = ast.parse(text).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def test_a_function_is_put_where_it_is_called():
    body = function("def f(x):\n    if x:\n        return 1\n    g(x)\n    return 0").body
    made = body_with(body, lambda value: [ast.Assign([ast.Name("y", ast.Store())], value, lineno=0)], False)
    text = ast.unparse(ast.Module(made, []))
    assert text == "if x:\n    y = 1\nelse:\n    g(x)\n    y = 0"


def test_a_return_inside_a_loop_is_left_where_it_is():
    body = function("def f(t):\n    for x in t:\n        if x:\n            return x\n    return 0").body
    with pytest.raises(TooTangled):
        body_with(body, lambda value: [ast.Expr(value)], False)


def test_what_only_reads():
    assert only_reads(ast.parse("s[3 + c] if x is None else (1, y)", mode="eval").body)
    assert not only_reads(ast.parse("1 + f(x)", mode="eval").body)


def test_names_are_changed_everywhere():
    node = renamed(function("def f(x):\n    return [y + x for y in (lambda x: x)(3)]"), {"x": "z"})
    assert ast.unparse(ast.fix_missing_locations(node)) == "def f(z):\n    return [y + z for y in (lambda z: z)(3)]"
