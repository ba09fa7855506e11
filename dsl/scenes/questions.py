"""Questions to a match in the words of the scenes: «perché l'Ardore di X è 4», «perché A non può …», «perché no», «perché passo 12».

What a question asks is a node of ``nodes.py`` (any line that a scene may expect) or one of the short forms here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from attrs import frozen
from lark import Lark, Token, v_args
from lark.exceptions import UnexpectedInput, VisitError
from lark.tree import Meta

from ..diagnostics import Diagnostic
from ..source import Span
from ..suggest import nearest
from ..vocabulary.vocabulary import Kind
from . import nodes
from .build import ToNodes, _seat
from .read import _Row, misread
from .words import Lexicon, Line, WordLexer, pieces

NAME: Final = "domanda"
_LONGEST: Final = 400
_TRIES: Final = 4


@frozen
class Missing:
    """«perché no», «perché no X», «perché no VERBO X»: what is not offered."""

    action: str | None = None
    things: tuple[nodes.Thing, ...] = ()
    manner: nodes.Word | None = None


@frozen
class ValueOf:
    """«perché l'Ardore di X», «perché X Ardore»: a value, a keyword or a status, of a thing, of a seat or of the match."""

    word: nodes.Word
    of: nodes.Thing | int | None = None


@frozen
class About:
    """«perché X»: all that can be said of a thing."""

    thing: nodes.Thing


@frozen
class Steps:
    """«perché passi», «perché passo 12»: what happened since the last choice, or at one step."""

    number: int | None = None


@frozen
class Wakes:
    """«perché X non si attiva»: the sentences of a thing that wait for something."""

    thing: nodes.Thing


@frozen
class AskedNow:
    """«perché chi»: who must choose now."""


@v_args(meta=True)
class _ToQuestion(ToNodes):
    """The nodes of a question."""

    def question(self, meta: Meta, parts: list[Any]) -> Any:
        return _may(parts[0]) if isinstance(parts[0], nodes.Act) else parts[0]

    def missing(self, meta: Meta, parts: list[Any]) -> Missing:
        return Missing()

    def missing_of(self, meta: Meta, parts: list[Any]) -> Missing:
        return Missing(None, (parts[0],))

    def missing_action(self, meta: Meta, parts: list[Any]) -> Missing:
        said = self._arguments(parts[1:])
        return Missing(str(parts[0]), said["things"], said["manner"])

    def _value(self, word: Token, of: Any = None) -> ValueOf:
        found = self._word(word)
        assert found is not None
        return ValueOf(found, _seat(of) if isinstance(of, Token) else of)

    def value_of(self, meta: Meta, parts: list[Any]) -> ValueOf:
        return self._value(parts[0], parts[1])

    def value_of_thing(self, meta: Meta, parts: list[Any]) -> ValueOf:
        return self._value(parts[1], parts[0])

    def value_of_seat(self, meta: Meta, parts: list[Any]) -> ValueOf:
        return self._value(parts[1], parts[0])

    def value_of_match(self, meta: Meta, parts: list[Any]) -> ValueOf:
        return self._value(parts[0])

    def about(self, meta: Meta, parts: list[Any]) -> About:
        return About(parts[0])

    def steps(self, meta: Meta, parts: list[Any]) -> Steps:
        return Steps()

    def step(self, meta: Meta, parts: list[Any]) -> Steps:
        return Steps(int(parts[0]))

    def wakes(self, meta: Meta, parts: list[Any]) -> Wakes:
        return Wakes(parts[0])

    def asked_now(self, meta: Meta, parts: list[Any]) -> AskedNow:
        return AskedNow()


def _may(act: nodes.Act) -> nodes.CanAct:
    """What a scene does, as the question whether it may be done: «A evoca X», «A può evocare X»."""
    said = {name: getattr(act, name) for name in ("things", "manner", "nth", "label", "whom", "token")}
    return nodes.CanAct(act.seat, True, act.action, **said, span=act.span)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    folder = files("grammars")
    text = "\n".join((folder / name).read_text(encoding="utf-8") for name in ("scenes.lark", "questions.lark"))
    return Lark(
        text, parser="lalr", lexer=WordLexer, start=["question"], propagate_positions=True, maybe_placeholders=False
    )  # fmt: skip


def read_question(text: str, lexicon: Lexicon) -> tuple[Any, Diagnostic | None]:
    """What a question asks; or None and what is wrong with it, whose suggestions are whole questions that can be asked."""
    text = text.strip()
    row = _Row(text, Span(NAME, 1, 1, max(len(text), 1)))
    if len(text) > _LONGEST:
        return None, Diagnostic("Q002", f"domanda troppo lunga: {len(text)} caratteri", row.span)
    found = _read(row, lexicon)
    if not isinstance(found, Diagnostic):
        return found, None
    said = text.casefold().removeprefix(_WHY).removeprefix(_WHY_PLAIN).strip()
    begun = found.span is not None and found.span.column > len(text) - len(said) + 1
    hint = found.hint if begun else _FORMS
    near = tuple(_working(text, found, lexicon))
    return None, Diagnostic(found.code, found.message, found.span, hint=hint, suggestions=near)


_WHY, _WHY_PLAIN = "perché", "perche"
_FORMS = (
    "si chiede «perché» e ciò che una scena può fare o aspettarsi («perché A non può …», «perché CARTA è …»), o «perché CARTA»,\n"
    "«perché CARTA VALORE», «perché no», «perché no VERBO CARTA», «perché chi», «perché passi», «perché passo N»"
)


def _read(row: _Row, lexicon: Lexicon) -> Any:
    try:
        tree = _parser().parse(Line(row.text, lexicon), start="question")
        return _ToQuestion(row.span, row.text).transform(tree)
    except UnexpectedInput as error:
        return misread(error, row, lexicon)
    except VisitError as error:
        return Diagnostic("Q003", f"questa domanda non si intende: {error.orig_exc}", row.span)


# -- the nearest that works --------------------------------------------------------------------------------------


def _working(text: str, found: Diagnostic, lexicon: Lexicon) -> Iterator[str]:
    """Questions that are understood, the likeliest first: the one asked with its words mended, or a form of those that exist."""
    mended = _mended(text, found, lexicon)
    if mended is not None:
        yield mended
        return
    forms = [form for form in examples(lexicon, text) if not isinstance(_read(_row(form), lexicon), Diagnostic)]
    yield from nearest(text, forms, limit=2, cutoff=0.0)


def _mended(text: str, found: Diagnostic, lexicon: Lexicon) -> str | None:
    """The question with each word that cannot be read put right, when that makes it one that can."""
    for _ in range(_TRIES):
        if not found.suggestions:
            return None
        start = _column(found) - 1
        options = [text[:start] + word + text[start + _length(text[start:], word) :] for word in found.suggestions]
        tried = [(option, _read(_row(option), lexicon)) for option in options]
        for option, result in tried:
            if not isinstance(result, Diagnostic):
                return option
        further = [each for each in tried if _column(each[1]) > _column(found)]
        if not further:
            return None
        text, found = further[0]
    return None


def _column(problem: Diagnostic) -> int:
    return problem.span.column if problem.span is not None else 1


def _length(rest: str, word: str) -> int:
    """How much of a text a known word stands for: as many of its words as the known one has."""
    count = len(pieces(word))
    found = pieces(rest)[:count]
    return found[-1].end if found else 0


def _row(text: str) -> _Row:
    return _Row(text, Span(NAME, 1, 1, max(len(text), 1)))


def examples(lexicon: Lexicon, text: str = "") -> Iterator[str]:
    """A question of each form, about the card and the value that a text names if it names any."""
    cards = list(_named(lexicon, text)) or list(lexicon.names())[:1]
    values = lexicon.vocabulary.named(Kind.VALUE)
    said = [value for value in values if value.casefold() in text.casefold()] or list(values)[:1]
    for card in cards[:2]:
        for value in said[:2]:
            yield f"perché {card} {value}"
        yield f"perché {card}"
        yield f"perché no {card}"
        yield f"perché {card} non si attiva"
        for verb in lexicon.infinitives():
            yield f"perché no {verb} {card}"
            yield f"perché A non può {verb} {card}"
    yield from ("perché no", "perché chi", "perché passi", "perché passo 1", "perché tocca ad A")


def _named(lexicon: Lexicon, text: str) -> Iterator[str]:
    row = pieces(text)
    for at in range(len(row)):
        for _, terminal, value in lexicon.candidates(row, at):
            if terminal == "NAME":
                yield value


__all__ = ["About", "AskedNow", "Missing", "Steps", "ValueOf", "Wakes", "examples", "read_question"]
