"""What cards say of what may be done is sorted once for all options; each of them is judged as if it were asked of all."""

import ast

from interpreter.match import load
from interpreter.shortened.optimise import optimised
from interpreter.shortened.sorting import piles
from tests.lockstep import BLESS, play_alike, with_cards

SAYING = [
    "Maledizione: Può attaccare due volte per turno.",
    "Maledizione: Non può essere attaccata dalle Luce.",
    "Maledizione: Può attaccare anche in Stasi.",
    "Maledizione: Le tue altre Maledizioni non possono essere attaccate.",
    "Maledizione: Le Maledizioni avversarie possono attaccare due volte per turno.",
    "Maledizione: Può attaccare direttamente.",
    "Maledizione: Non può attaccare le Ombra.",
    "Maledizione: Può sempre attaccare.",
]


def test_the_options_are_those_that_each_rule_leaves(tmp_path):
    folder = with_cards(tmp_path, *SAYING)
    written, quick = load(folder), load(folder)
    quick.quicken()
    play_alike(written, quick, range(12))


def test_only_what_can_change_an_answer_is_asked():
    texts = optimised(load(BLESS).compiled)
    sorted_ = [text for name, text in texts.items() if name.startswith("opts") and "said0_" in text]
    assert len(sorted_) == 2  # to attack a Maledizione, and the adversary
    assert all("for e in" in text and "e[1] in s[" in text for text in sorted_)


def test_a_pile_that_another_thing_gives_is_not_asked_beforehand():
    source = "def f(s):\n    for x in s[1]:\n        y = s[x]\n        for z in s[2]: print(x, y, z)\n        for w in s[y]: print(w)\n"
    assert piles(ast.parse(source).body[0]) == {"x": "s[1]", "z": "s[2]"}
