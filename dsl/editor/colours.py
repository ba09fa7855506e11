"""The colours of game texts in an editor: TextMate grammars, made from the tables that the reader uses.

``python -m dsl.editor.colours editors/vscode/syntaxes`` writes them; a test holds that the written ones are these. They
know headings, questions, listed answers and the words of Italian; of a game's own words they know what a capital letter
says, since no game is at hand when a text is coloured.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ..scenes.words import SEATS
from ..vocabulary.function_words import AUXILIARIES, NUMBERS, RUNS, TABLE
from ..vocabulary.headings import HEADINGS, OPENING
from ..vocabulary.inflection import conjugate

Rule = dict[str, Any]

#: The terminals of the language whose words have a colour, by what they do in a sentence.
_GROUPS: Final[Mapping[str, frozenset[str]]] = {
    "keyword.control": frozenset(
        ("IF", "WHEN", "WHILE", "ELSE", "THEN", "AFTER_THAT", "BEFORE_THAT", "FIRST_TIME_THAT", "NEXT_TIME_THAT", "DID_IT", "DID_NOT",
         "UNLESS_THAT", "PROVIDED", "IF_YOU_WANT", "EVEN_IF", "EITHER_WORD", "OR", "NOR", "IN_ORDER", "AS_IF", "INSTEAD_OF")
    ),
    "keyword.other.modal": frozenset(
        ("NOT", "ALWAYS", "INSTEAD", "FREE", "EVER", "ONLY", "DIRECTLY", "ONCE_AT", "AT_RANDOM", "BY_LOT", "POSSIBLY")
    ),
    "storage.modifier.quantity": frozenset(
        ("ALL", "EACH", "EACH_ONE", "BOTH", "NO", "NOBODY", "ANY", "SOME", "OTHER", "AT_LEAST", "EXACTLY", "AT_MOST",
         "MORE", "GREATER", "EQUAL", "MAXIMUM", "HOW_MANY_YOU_WANT", "ANY_NUMBER",
         "AS_YOU_WANT")
    ),
    "variable.language": frozenset(("POSSESSIVE", "THIS", "THAT", "TARGET", "OPPOSING", "N_OPPONENT", "N_PLAYER", "PRONOUN")),
    "keyword.other.time": frozenset(("DURING", "UNTIL_P", "N_START", "N_END", "NEXT", "TIME")),
}  # fmt: skip
_MODALS: Final = ("potere", "dovere")
_WORD: Final = r"[^\W\d_]"
#: A word with a capital letter: in game texts a declared name, where it begins no sentence.
_NAME: Final = rf"[A-ZÀ-Ý]{_WORD}*"


def grammars() -> Mapping[str, Rule]:
    """The grammars by the name of their file."""
    return {
        "detto.tmLanguage.json": _grammar(
            "source.detto", "Detto Fatto: gioco e parole", _rules_patterns(), _repository()
        ),
        "detto-mazzo.tmLanguage.json": _grammar("source.detto.mazzo", "Detto Fatto: mazzo", _deck_patterns(), {}),
        "detto-scena.tmLanguage.json": _grammar("source.detto.scena", "Detto Fatto: scene", _scene_patterns(), {}),
    }


def _grammar(scope: str, name: str, patterns: list[Rule], repository: Mapping[str, Rule]) -> Rule:
    return {"name": name, "scopeName": scope, "patterns": patterns, "repository": dict(repository)}


def _any_of(words: Iterable[str], *, after: str = rf"(?<!{_WORD})") -> str:
    """A pattern of whole words, the longest first; either apostrophe, any number of blanks."""
    found = sorted(dict.fromkeys(word for word in words if word), key=lambda word: (-len(word), word))
    shown = (re.escape(word).replace(r"\ ", r"\s+").replace("'", "['’]") for word in found)
    return rf"{after}(?i:{'|'.join(shown)})(?!{_WORD})"


def _match(scope: str, pattern: str) -> Rule:
    return {"name": f"{scope}.detto", "match": pattern}


def _captured(pattern: str, scopes: Mapping[int, str]) -> Rule:
    return {"match": pattern, "captures": {str(number): {"name": f"{each}.detto"} for number, each in scopes.items()}}


# -- what all files share


def _repository() -> Mapping[str, Rule]:
    return {
        "comment": _match("comment.line.double-dash", r"(?:^|(?<=\s))--.*$"),
        "sentence": {"patterns": _sentence()},
        "answers": {"patterns": [_match("constant.language.answer", rf"(?<=:\s){_fixed_answers()}(?=\s*(?:,|--|$))")]},
    }


def _sentence() -> list[Rule]:
    """The words of sentences; a word with a capital that does not begin one is a name of the game."""
    rules = [
        {
            "name": "string.quoted.double.detto",
            "begin": "«",
            "end": "»|$",
            "patterns": [{"include": "source.detto#sentence"}],
        },
        _match("entity.name.tag", rf"(?<!{_WORD})[A-ZÀ-Ý]{{3,}}(?=:)"),
        _match("constant.numeric", r"[+\-−–]\s?(?:\d+|X)(?!\w)|(?<![\w])\d+(?!\w)"),
        _match("constant.numeric", _any_of(word for word in NUMBERS if word != "uno")),
    ]
    rules += [_match(scope, _any_of(_words_of(terminals))) for scope, terminals in _GROUPS.items()]
    rules.append(_match("keyword.other.modal", _any_of(_modals())))
    rules.append(
        _match("entity.name.type", rf"(?:(?<=[.:«]\s)|(?<=«)|(?<=^\s{4})){_NAME}(?=[.,»]|\s*$|\s+--)")
    )  # «Ferro.» is all of it
    rules.append(_match("entity.name.type", rf"(?<![.:!»«]\s)(?<!^)(?<!^\s)(?<!\s\s)(?<=[\s'’(«/]){_NAME}"))
    return rules


def _words_of(terminals: frozenset[str]) -> Iterable[str]:
    for line in TABLE.strip().splitlines():
        head, _, forms = line.partition(": ")
        if forms and head.split()[0] in terminals:
            yield from (form.rpartition("/")[0] or form for form in forms.split())
    for line in RUNS.strip().splitlines():
        head, _, forms = line.partition(": ")
        if head.split()[0] in terminals:
            yield from forms.split(" | ")


def _modals() -> Iterable[str]:
    for verb in _MODALS:
        assert verb in AUXILIARIES
        yield from (form for form, _, person in conjugate(verb).analyses() if person is None or person[0] != "1")


# -- rules and words


def _rules_patterns() -> list[Rule]:
    questions = dict.fromkeys(question.asks for heading in HEADINGS for question in heading.questions)
    ways = [way for heading in HEADINGS for question in heading.questions for way in question.qualifiers]
    fixed_ways = [way for way in dict.fromkeys(ways) if "<" not in way]
    asked = _any_of(questions, after="")
    return [
        {"include": "#comment"},
        _heading(heading.words for heading in HEADINGS),
        {
            "begin": rf"^(\s+)({asked})(?=\s*[,:])",
            "end": "$",
            "beginCaptures": {"2": {"name": "support.type.property-name.detto"}},
            "patterns": [
                {"include": "#comment"},
                _match("keyword.other.way", _any_of(fixed_ways)),
                {"include": "#answers"},
                _match("entity.name.type", rf"(?<=:\s){_NAME}"),
                {"include": "#sentence"},
            ],
        },
        _captured(rf"^\s+({_NAME}):\s+({_NAME})(?=\s*$|\s+--)", {1: "entity.name.type", 2: "entity.name.type"}),
        {"include": "#sentence"},
    ]


def _heading(words: Iterable[str]) -> Rule:
    """A heading: its words, the name, the qualities after commas."""
    features = dict.fromkeys(feature for heading in HEADINGS for feature in heading.features)
    head = _any_of(words, after="")
    return {
        "begin": rf"^({head})(?:[ \t]+([^,\n]*?))?(?=\s*(?:,|--|$))",
        "end": "$",
        "beginCaptures": {"1": {"name": "keyword.other.heading.detto"}, "2": {"name": "entity.name.type.detto"}},
        "patterns": [
            {"include": "source.detto#comment"},
            _captured(
                rf",\s*({_any_of(features, after='')})(?:\s+((?!--)[^\s,][^,\n]*?))?(?=\s*(?:,|--|$))",
                {1: "storage.modifier", 2: "entity.name.type"},
            ),
        ],
    }


def _fixed_answers() -> str:
    """The listed answers that have no slot."""
    patterns = (answer for heading in HEADINGS for question in heading.questions for answer in question.answers)
    lines = (line for heading in HEADINGS for line in heading.listed)
    return _any_of(each for each in (*patterns, *lines) if "<" not in each)


# -- decks


def _deck_patterns() -> list[Rule]:
    return [
        {"include": "source.detto#comment"},
        _heading(word for word, kind in OPENING.items() if kind == "deck"),
        _match("entity.name.class", r"^(?!--)\S.*?(?=\s+--|\s*$)"),
        {
            "begin": r"^\s+((?![^:]*\.)[^:\n]+?)(:)(?=\s|$)",
            "end": "$",
            "beginCaptures": {"1": {"name": "support.type.property-name.detto"}},
            "patterns": [{"include": "source.detto#comment"}, {"include": "source.detto#sentence"}],
        },
        {"include": "source.detto#sentence"},
        _match("entity.name.type", rf"(?<!{_WORD}){_NAME}"),
    ]


# -- scenes


def _scene_patterns() -> list[Rule]:
    grammar = (files("grammars") / "scenes.lark").read_text(encoding="utf-8")
    literals = re.findall(rf'"({_WORD}+[\'’]?)"', re.sub(r"//.*", "", grammar))
    small = set(_words_of(frozenset(("DEF", "INDEF", "OF", "TO", "FROM", "IN", "ON", "AS")))) | {
        word for word in literals if word.endswith("'")
    }
    contractions = {"al", "allo", "alla", "ai", "agli", "alle", "dal", "dallo", "dalla", "dai", "dagli", "dalle",
                    "nel", "nello", "nella", "nei", "negli", "nelle", "del"}  # fmt: skip
    own = [word for word in literals if word not in small | contractions]
    return [
        {"include": "source.detto#comment"},
        _captured(r"^(scene)\s+(per\s.*?)(?=\s+--|\s*$)", {1: "keyword.other.heading", 2: "entity.name.type"}),
        _captured(r"^(scena)\s+(.*?)(?=\s+--|\s*$)", {1: "keyword.other.heading", 2: "entity.name.section"}),
        {
            "name": "string.quoted.double.detto",
            "begin": "«",
            "end": "»|$",
            "patterns": [{"include": "source.detto#sentence"}],
        },
        {
            "begin": r"\[",
            "end": r"\]|$",
            "name": "constant.language.status.detto",
        },
        _match("variable.language.seat", rf"(?<!{_WORD})[{''.join(SEATS)}](?!{_WORD})"),
        _match("constant.numeric", r"(?<!\w)\d+(?:/\d+)*(?!\w)"),
        _match("keyword.control", _any_of(own)),
        _match("entity.name.type", rf"(?<!{_WORD}){_NAME}"),
    ]


def written(grammar: Rule) -> str:
    """A grammar as the text of its file."""
    return json.dumps(grammar, ensure_ascii=False, indent=2) + "\n"


def main(folder: Path) -> None:
    """Write all grammars into a folder."""
    for name, grammar in grammars().items():
        (folder / name).write_text(written(grammar), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
