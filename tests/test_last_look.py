"""The last look at functions written into each other: comprehensions as loops, nothing read twice, cards that nothing touches."""

import ast
import random
from itertools import product
from pathlib import Path

import pytest

from interpreter.inlined.asked import Asked
from interpreter.inlined.loops import Loops
from interpreter.inlined.reuse import Ranges, Reuse
from interpreter.match import load
from interpreter.program.layout import Layout
from interpreter.program.remembered import Records
from interpreter.shortened.optimise import optimised
from interpreter.shortened.untouched import Untouched

GAMES = Path(__file__).parent.parent / "games"

THROUGH_PILES = """
def f(s, p, q):
    if not [c for c in s[0] if c > p]:
        return 1
    if p > 1 and [c for c in s[1] if c == q] and not any([1 for c in s[0] if c == p]):
        return 2
    for x in s[1]:
        if x == p or [c for c in s[0] if c == x and not [d for d in s[1] if d > c]]:
            continue
        if len([c for c in s[0] if c != x]) > 2 and q:
            break
        h = None
        if x > p and (h if h is not None else (h := bool(all(c >= q for c in s[0])))):
            return 3
    s[1] = tuple([c for c in s[1] if c != p])
    n = 7 if [c for c in s[1] if c < q] else 8
    never = any(False for c in s[0])
    k = not [c for c in s[0] + s[1] if c == q]
    return (n, s[1], never, k)
"""


def rewritten(text, *passes):
    node = ast.parse(text).body[0]
    for each in passes:
        node = each.function(node)
    return ast.unparse(ast.fix_missing_locations(node))


def made(text):
    names = {}
    exec(text, names)
    return names["f"]


def test_a_comprehension_is_a_loop_that_says_the_same():
    text = rewritten(THROUGH_PILES, Loops())
    assert "[c for" not in text and "any(" not in text and "all(" not in text
    one, other = made(THROUGH_PILES), made(text)
    chance = random.Random(1)
    found = set()
    for p, q in product(range(4), range(4)):
        for _ in range(60):
            piles = [tuple(chance.sample(range(5), chance.randrange(5))) for _ in range(2)]
            here, there = list(piles), list(piles)
            said = one(here, p, q)
            found.add(said if isinstance(said, int) else said[0])
            assert (other(there, p, q), there) == (said, here)
    assert found == {1, 2, 3, 7, 8}  # every way out was taken


class Blocks(Layout):
    """Cards 0-4 have a place each from slot 10 on and from slot 20 on."""

    def __init__(self):
        self.spans = {10: (10, 15), 20: (20, 25)}


def looked_at(text):
    return rewritten(text, Reuse(Ranges(Blocks()), lambda name: name == "KO"))


def test_a_slot_that_nothing_changed_is_read_once():
    text = looked_at("def f(m, s, c):\n    if s[10 + c] and s[10 + c] > 2:\n        return s[10 + c]\n    return 0")
    assert text.count("s[10 + c]") == 1
    text = looked_at("def f(m, s, c):\n    s[10 + c] = s[20 + c] + 1\n    return (s[10 + c], s[20 + c], s[10 + c])")
    assert text.count("s[10 + c]") == 1


def test_nothing_is_named_where_a_comprehension_says_what_it_goes_over():
    text = looked_at("def f(m, s, c):\n    return [x for x in s[10 + s[c + 1]] + s[20 + s[c + 1]] if x > c]")
    exec(text, {})


@pytest.mark.parametrize(
    "change",
    [
        "s[10 + d] = 1",
        "s[d] = 1",
        "s[12] += 1",
        "g(s)",
        "c = 3",
        "t = s\n    t[11] = 2",
        "for i in range(d): s[10 + i] = 1",
    ],
)
def test_what_may_have_changed_is_read_again(change):
    text = looked_at(f"def f(m, s, c, d):\n    a = s[10 + c]\n    {change}\n    return (a, s[10 + c], s[10 + c])")
    assert text.rpartition("\n")[2].count("s[10 + c]") == 1


@pytest.mark.parametrize("between", ["s[20 + d] = 1", "s[3] = 1", "k = len(s[3])", "m.told = 1", "v0(s, d)"])
def test_what_cannot_have_changed_is_not(between):
    text = looked_at(f"def f(m, s, c, d):\n    a = s[10 + c]\n    {between}\n    return (a, s[10 + c], s[10 + c])")
    assert text.endswith("return (a, a, a)")


def test_what_is_known_on_one_way_only_is_asked_on_the_other():
    text = looked_at(
        "def f(m, s, c):\n    if c:\n        a = s[10 + c]\n    else:\n        a = 2\n    return (a, s[10 + c])"
    )
    assert text.endswith("return (a, s[10 + c])")


ASKED_TWICE = """
def f(s, p, q):
    if s[0] and not s[1]:
        if s[2] is not None:
            return 1
        s[1] = q
    if s[2] is not None:
        p = None
    n = 0
    for x in (1, 2):
        if s[0] and not s[1]:
            s[0] = x - 1
            n += 1
    s[3] = 0
    if s[3]:
        n += 10
    if not s[2] is None and p is None:
        n += 100
    if s[2] is None or s[0]:
        n += 1000
    if s[0] and not s[1]:
        return n
    if not (s[0] and not s[1]):
        n += 10000
    return n, p
"""


def test_a_test_that_was_asked_is_not_asked_again():
    text = rewritten(ASKED_TWICE, Asked(Ranges(Blocks()), lambda name: False))
    assert "s[3]:" not in text and "10000" in text and text.count("s[1]") < ASKED_TWICE.count("s[1]")
    one, other = made(ASKED_TWICE), made(text)
    found = set()
    for start in product((0, 1), (0, 1), (None, 0, 1), (0, 1)):
        for p, q in product((None, 5), (0, 1)):
            here, there = list(start), list(start)
            said = one(here, p, q)
            found.add(said)
            assert (other(there, p, q), there) == (said, here)
    assert len(found) == 7  # ways through it


KNOWN_ON_ONE_WAY = """
def f(s, p, q):
    if s[0]:
        n = p
    else:
        n = 0
    if s[0]:
        n += q
    else:
        s[1] = 3
    if n >= 2 and s[1] == 2:
        s[2] = 1
    elif n == 1:
        s[2] = 2
    else:
        s[2] = 3
    if not s[3]:
        s[3] = q
    if not s[3]:
        n += 100
    return n
"""


def test_what_is_known_at_the_end_of_one_way_is_asked_on_the_other_alone():
    text = rewritten(KNOWN_ON_ONE_WAY, Asked(Ranges(Blocks()), lambda name: False))
    assert text.count("s[0]") == 1 and text.count("n == 1") == 1
    assert "if not s[3]:\n        s[3] = q\n        if not s[3]:" in text
    one, other = made(KNOWN_ON_ONE_WAY), made(text)
    for start in product((0, 1), (1, 2), (0,), (0, 1)):
        for p, q in product(range(3), (0, 1)):
            here, there = list(start), list(start)
            assert (other(there, p, q), there) == (one(here, p, q), here)


def test_of_past_events_only_what_is_read_is_kept():
    records = Records()
    begins = records.written([7, 8], [("a", "0"), ("b", "0"), ("c", "None"), ("d", "None")])
    functions = {
        "e0": f"h = ({begins}, 5)",
        "ok0": "any([1 for h in s[8] if h[1] and h[4] == 2])",
        "ok1": "any([1 for hh in s[9] if hh[0] == hh[3]])",
    }
    records.fill(functions)
    assert functions["e0"] == "h = (0, b, None, None, 5)"


@pytest.mark.parametrize("change", ["s[2] = q", "s[p] = q", "g(s)", "s[10 + p] = q"])
def test_a_test_is_asked_again_behind_what_may_change_it(change):
    text = rewritten(
        f"def f(s, p, q):\n if s[2] or s[12]: return 1\n {change}\n if s[2] or s[12]: return 2\n return 3",
        Asked(Ranges(Blocks()), lambda name: False),
    )
    assert "return 2" in text


def test_a_card_that_nothing_touches_has_what_is_printed():
    game = load(GAMES / "bless")
    texts = optimised(game.compiled)
    short = [name for name in texts if name.startswith("QUIET_")]
    assert short
    untouched = Untouched(game.compiled)
    for name in short:
        of = name.removeprefix("QUIET_")
        slots = untouched.asked(of, game.compiled.functions[of].replace(f"s[{game.compiled.layout['suppress']}]", "()"))
        own = {c for row in game.compiled.enter.values() for c, said in row.items() if any(x in slots for x, _ in said)}
        quiet = untouched.quiet(slots)
        assert own and not any(quiet[c] for c in own)
