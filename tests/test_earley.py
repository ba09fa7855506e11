"""The chart parser: all readings and only those, words that are several terminals, empty symbols, where reading stops."""

import itertools
from importlib import resources

import pytest

from dsl.syntax import parser
from dsl.syntax.earley import Chart, Failure, Production, Tables, parse
from dsl.syntax.parser import COMPILED, STARTS, grammar_text, tables, written


def grammar(text: str) -> Tables:
    """A grammar from lines «symbol: A b | c»; capitals are words."""
    rules = []
    for line in text.strip().splitlines():
        symbol, _, alternatives = line.strip().partition(":")
        for alternative in alternatives.split("|"):
            parts = tuple(alternative.split())
            rules.append(Production(symbol, symbol, parts, tuple(part.isupper() for part in parts)))
    return Tables.of(rules)


def trees(chart: Chart, symbol: str, start: int, end: int) -> list[str]:
    """Every reading of a symbol over some words, written out. Grammars here have no cycles."""
    found = []
    for number in chart.productions(symbol, start, end):
        rule = chart.tables.productions[number]
        for split in chart.splits(number, start, end):
            options = [
                [f"{name}{a}"] if terminal else trees(chart, name, a, b)
                for name, terminal, (a, b) in zip(rule.expansion, rule.terminal, split, strict=True)
            ]
            found += [f"{symbol}({' '.join(parts)})" for parts in itertools.product(*options)]
    return found


def read(tables: Tables, words: str, start: str = "s") -> list[str]:
    found = parse(tables, [frozenset(word.split("/")) for word in words.split()], start)
    assert isinstance(found, Chart)
    return trees(found, start, 0, len(words.split()))


@pytest.mark.parametrize(("words", "number"), [(1, 1), (2, 1), (3, 2), (4, 5), (5, 14), (6, 42)])
def test_all_readings_of_an_ambiguous_grammar(words, number):
    found = read(grammar("s: s s | A"), " ".join("A" * words))
    assert len(found) == len(set(found)) == number


def test_a_word_may_be_several_terminals():
    rules = grammar("s: noun V | V noun\nnoun: N")
    assert sorted(read(rules, "N/V V/N")) == ["s(V0 noun(N1))", "s(noun(N0) V1)"]
    assert read(rules, "N V/N") == ["s(noun(N0) V1)"]


def test_two_productions_over_one_word_are_both_kept():
    assert sorted(read(grammar("s: a | b\na: X\nb: X"), "X")) == ["s(a(X0))", "s(b(X0))"]


def test_empty_symbols():
    rules = grammar("s: o A o B o\no: O |")
    assert read(rules, "A B") == ["s(o() A0 o() B1 o())"]
    assert read(rules, "O A B O") == ["s(o(O0) A1 o() B2 o(O3))"]
    nested = grammar("s: a A\na: b b\nb: c |\nc: C |")
    assert len(read(nested, "A")) == 4
    assert read(nested, "C C A") == ["s(a(b(c(C0)) b(c(C1))) A2)"]


@pytest.mark.parametrize(
    ("words", "at", "expected"),
    [
        ("V A", 1, {"D", "N"}),
        ("V D", 2, {"N", "A"}),
        ("", 0, {"V"}),
        ("D", 0, {"V"}),
        ("V N N", 2, set()),
        ("V zzz", 1, {"D", "N"}),
    ],
)
def test_where_reading_stops_and_what_could_stand_there(words, at, expected):
    rules = grammar("s: V object\nobject: D noun | N\nnoun: A N | N")
    found = parse(rules, [frozenset((word,)) for word in words.split()], "s")
    assert found == Failure(at, frozenset(expected))


def test_the_grammar_of_sentences_has_all_its_starts_and_no_cycle():
    found = tables()
    assert set(STARTS) <= set(found.symbols)
    single = {}
    for rule in found.productions:
        if len(rule.expansion) == 1 and not rule.terminal[0]:
            single.setdefault(rule.symbol, set()).add(rule.expansion[0])
    for symbol in single:
        reached, todo = set(), list(single[symbol])
        while todo:
            each = todo.pop()
            if each not in reached:
                reached.add(each)
                todo += single.get(each, ())
        assert symbol not in reached, symbol


def test_the_compiled_grammar_is_that_of_the_grammar():
    beside = resources.files("grammars").joinpath(COMPILED).read_text(encoding="utf-8")
    assert beside == written(grammar_text()), "python -m dsl.syntax.parser > grammars/compiled.json"


@pytest.mark.parametrize("beside", ["", "[]", "{}", '{"grammar": "of another one", "rules": []}'])
def test_a_grammar_that_was_changed_since_is_compiled(beside, monkeypatch, tmp_path):
    monkeypatch.setattr(parser, "COMPILED", str(tmp_path / "compiled.json"))  # an absolute path leaves the folder
    (tmp_path / "compiled.json").write_text(beside)
    monkeypatch.setattr(parser, "compiled", lambda text: [Production("sentence", "sentence", ("WORD",), (True,))])
    assert [rule.expansion for rule in tables.__wrapped__().productions] == [("WORD",)]
    assert len(tables().productions) > 1000
