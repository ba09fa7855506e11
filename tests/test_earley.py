"""The chart parser: all readings and only those, words that are several terminals, empty symbols, where reading stops."""

import itertools
import re

import lark
import pytest

from dsl.syntax.earley import Chart, Failure, Production, Tables, parse
from dsl.syntax.grammar import rules_of
from dsl.syntax.parser import STARTS, grammar_text, tables


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


def test_the_rules_are_those_that_lark_compiles():
    text = grammar_text()
    terminals = sorted({mark for mark in re.findall(r"\w+", re.sub(r"//.*", "", text)) if mark.isupper()})
    declared = f"{text}\n%declare {' '.join(terminals)}\n"
    found = lark.Lark(declared, parser=None, lexer="basic", start=list(STARTS), maybe_placeholders=False).rules
    assert [(rule.symbol, rule.name, rule.expansion, rule.terminal) for rule in rules_of(text)] == [
        (
            rule.origin.name,
            rule.alias or rule.origin.name,
            tuple(part.name for part in rule.expansion),
            tuple(part.is_term for part in rule.expansion),
        )
        for rule in found
    ]


def test_groups_options_and_repetitions_are_taken_apart():
    found = rules_of("s: (A | b c)? D -> alias // a remark\n | b+\n?b: B\nc: (C|D)*")
    assert [(rule.symbol, rule.name, " ".join(rule.expansion)) for rule in found] == [
        ("s", "alias", "A D"), ("s", "alias", "b c D"), ("s", "alias", "D"), ("s", "s", "__s_plus_0"), ("b", "b", "B"),
        ("c", "c", "__c_star_1"), ("c", "c", ""),
        *(("__s_plus_0", "__s_plus_0", way) for way in ("b", "__s_plus_0 b")),
        *(("__c_star_1", "__c_star_1", way) for way in ("C", "D", "__c_star_1 C", "__c_star_1 D")),
    ]  # fmt: skip


@pytest.mark.parametrize("rule", ["s: A ]", "s: (A", "s: [A]", "s: A~2", 's: "a"', "s: A ->", "s: A) B"])
def test_what_the_grammar_does_not_use_of_the_notation_is_refused(rule):
    with pytest.raises(ValueError, match="s: "):
        rules_of(rule)
