"""The VS Code extension: valid, complete, its colours made from the tables that the reader uses.

The regular expressions are compiled and tried here with Python's engine; the editor's own (Oniguruma) is not at hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dsl.editor.colours import grammars, written
from dsl.vocabulary.headings import HEADINGS

EXTENSION = Path(__file__).resolve().parent.parent / "editors" / "vscode"
PACKAGE = json.loads((EXTENSION / "package.json").read_text("utf-8"))


def rules_of(node: Any) -> Iterator[dict[str, Any]]:
    """Every rule of a grammar, however deep."""
    if isinstance(node, dict):
        if {"match", "begin", "include"} & set(node):
            yield node
        for each in node.values():
            yield from rules_of(each)
    elif isinstance(node, list):
        for each in node:
            yield from rules_of(each)


def scopes_in(line: str) -> dict[str, str]:
    """What the rules of sentences say of the words of a line, the first rule that takes a word."""
    found: dict[int, tuple[str, str]] = {}
    for rule in grammars()["detto.tmLanguage.json"]["repository"]["sentence"]["patterns"]:
        for match in re.finditer(rule["match"], line) if "match" in rule else ():
            found.setdefault(match.start(), (match.group(), rule["name"]))
    return dict(found.values())


@pytest.mark.parametrize("name", sorted(grammars()))
def test_the_colours_are_up_to_date(name):
    assert (EXTENSION / "syntaxes" / name).read_text("utf-8") == written(grammars()[name]), (
        "python -m dsl.editor.colours editors/vscode/syntaxes"
    )


@pytest.mark.parametrize("name", sorted(grammars()))
def test_every_pattern_compiles_and_every_inclusion_exists(name):
    known = {grammar["scopeName"]: grammar for grammar in grammars().values()}
    rules = list(rules_of(grammars()[name]))
    assert rules
    for rule in rules:
        for key in ("match", "begin", "end"):
            re.compile(rule.get(key, ""))
        scope, _, part = rule.get("include", "").partition("#")
        if "include" in rule:
            assert part in known[scope or grammars()[name]["scopeName"]]["repository"]


def test_every_heading_and_question_has_its_colour():
    rules = grammars()["detto.tmLanguage.json"]["patterns"]
    heading = next(
        rule for rule in rules if rule.get("beginCaptures", {}).get("1", {}).get("name", "").startswith("keyword")
    )
    question = next(
        rule for rule in rules if rule.get("beginCaptures", {}).get("2", {}).get("name", "").startswith("support")
    )
    for each in HEADINGS:
        found = re.match(heading["begin"], f"{each.words} Erba Alta, femminile   -- nota")
        assert found is not None
        assert (found[1], found[2]) == (each.words, "Erba Alta")
        for asked in each.questions:
            found = re.match(question["begin"], f"    {asked.asks}: erba")
            assert found is not None
            assert found[2] == asked.asks
    assert re.match(heading["begin"], "valorevole Erba") is None


@pytest.mark.parametrize(
    ("line", "word", "scope"),
    [
        ("Se blessa, pesca una carta.", "Se", "keyword.control"),
        ("ogni volta che attacca", "ogni volta che", "keyword.control"),
        ("non può attaccare", "può", "keyword.other.modal"),
        ("non può attaccare", "non", "keyword.other.modal"),
        ("Ha +2 Ardore.", "+2", "constant.numeric"),
        ("Ha +2 Ardore.", "Ardore", "entity.name.type"),
        ("pesca due carte", "due", "constant.numeric"),
        ("CALO: pesca", "CALO", "entity.name.tag"),
        ("una tua Lanterna", "tua", "variable.language"),
        ("tutte le Lanterne", "tutte", "storage.modifier.quantity"),
        ("    Maledizione: Barriera.", "Barriera", "entity.name.type"),
    ],
)
def test_words_of_sentences_have_their_colour(line, word, scope):
    assert scopes_in(line)[word] == f"{scope}.detto"


def test_a_word_that_begins_a_sentence_is_no_name():
    assert "Pesca" not in scopes_in("    Prova: Pesca una carta. Scarta una carta.")
    assert "Scarta" not in scopes_in("    Prova: Pesca una carta. Scarta una carta.")


def test_the_package_names_only_what_exists():
    contributes = PACKAGE["contributes"]
    paths = [PACKAGE["main"], *(each["path"] for each in contributes["grammars"])]
    paths += [each["configuration"] for each in contributes["languages"]]
    assert all((EXTENSION / path).is_file() for path in paths)
    assert {end for each in contributes["languages"] for end in each["extensions"]} == {
        ".gioco", ".parole", ".mazzo", ".regole", ".scena",
    }  # fmt: skip
    scopes = {each["scopeName"]: Path(each["path"]).name for each in contributes["grammars"]}
    assert scopes == {grammar["scopeName"]: name for name, grammar in grammars().items()}
    assert contributes["configuration"]["properties"]["detto.server.command"]["default"] == ["detto", "server"]
    languages = json.loads((EXTENSION / "language-configuration.json").read_text("utf-8"))
    assert languages["comments"]["lineComment"] == "--"


def test_the_client_asks_for_what_the_package_declares():
    client = (EXTENSION / "extension.js").read_text("utf-8")
    ids = re.search(r"LANGUAGES = \[(.*?)\]", client)
    assert ids is not None
    assert re.findall(r'"([\w-]+)"', ids[1]) == [each["id"] for each in PACKAGE["contributes"]["languages"]]
    for command in PACKAGE["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in client
