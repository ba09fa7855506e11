"""The sentence grammar over words, all readings kept. Lark is imported when something must be read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

from attrs import frozen

from ..kept import digest
from ..vocabulary.lexer import Word
from .builders import BUILDERS
from .earley import Failure, Production, Tables
from .earley import parse as read_chart
from .forest import Built, Walk

GRAMMARS: Final = ("lexicon", "entities", "timing", "conditions", "effects", "texts")
#: What Lark makes of them, beside them: `python -m dsl.syntax.parser` writes it. Compiling takes 0.2 to 0.3 s.
COMPILED: Final = "compiled.json"
STARTS: Final = ("sentence", "noun_phrase", "number", "condition_start", "form", "event", "head_phrase")


@frozen
class Stuck:
    """Where reading stops: the index of the first word that cannot stand there (the number of words: the text ends too soon)."""

    at: int
    expected: frozenset[str]


def grammar_text() -> str:
    """The whole grammar, its terminals declared."""
    text = "\n".join(
        resources.files("grammars").joinpath(f"{name}.lark").read_text(encoding="utf-8") for name in GRAMMARS
    )
    rules = re.sub(r"//.*", "", text)
    terminals = sorted(set(re.findall(r"\b[A-Z][A-Z_]+\b", rules)))
    return f"{text}\n%declare {' '.join(terminals)}\n"


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The grammar made ready for the chart parser."""
    text = grammar_text()
    rules = _beside(text)
    return Tables.of(compiled(text) if rules is None else rules)


def _beside(text: str) -> list[Production] | None:
    """The rules that lie beside the grammar; None where they are of another one, as while it is being changed."""
    try:
        found = json.loads(resources.files("grammars").joinpath(COMPILED).read_text(encoding="utf-8"))
        rules = found["rules"] if found["grammar"] == digest(text) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return rules and [Production(symbol, name, tuple(parts), tuple(words)) for symbol, name, parts, words in rules]


def compiled(text: str) -> list[Production]:
    """The plain rules of a grammar, its repetitions and options taken apart."""
    from lark import Lark

    grammar = Lark(text, parser=None, lexer="basic", start=list(STARTS), maybe_placeholders=False)
    return [
        Production(
            str(rule.origin.name),
            str(rule.alias or rule.origin.name),
            tuple(str(part.name) for part in rule.expansion),
            tuple(part.is_term for part in rule.expansion),
        )
        for rule in grammar.rules
    ]


def parse(words: Sequence[Word], start: str) -> list[Built] | Stuck:
    """The readings of a run of words as a start symbol, or where it cannot go on."""
    found = read_chart(tables(), [frozenset(sense.terminal for sense in word.senses) for word in words], start)
    if isinstance(found, Failure):
        return Stuck(found.at, found.expected)
    return Walk(list(words), BUILDERS, found).readings(start, 0, len(words))


def written(text: str) -> str:
    """What lies beside a grammar, a rule a line."""
    rules = [[rule.symbol, rule.name, list(rule.expansion), list(rule.terminal)] for rule in compiled(text)]
    lines = ",\n".join(json.dumps(rule) for rule in rules)
    return f'{{"grammar": "{digest(text)}", "rules": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    print(written(grammar_text()), end="")
