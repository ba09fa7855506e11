"""What ``detto explain`` says of an ambiguous wording: where its readings part, and a position in which it matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic
    from dsl.load import Loaded
    from dsl.meaning.game import CardDecl
    from dsl.meaning.nodes import Span, Text
    from dsl.meaning.parting import Parting, Taken

_MOST_PAIRS = 3
_AMBIGUOUS = "S003"


def pointed(problem: Diagnostic, loaded: Loaded) -> Diagnostic:
    """The problem of an ambiguous wording of a card, with the command that shows where its readings differ."""
    from attrs import evolve

    span = problem.span
    if problem.code != _AMBIGUOUS or span is None or loaded.meaning is None:
        return problem
    above = [
        card
        for deck in loaded.meaning.decks.values()
        for card in deck.cards
        if card.span is not None and card.span.file == span.file and card.span.line <= span.line
    ]
    if not above:
        return problem
    name = max(above, key=lambda card: card.span.line if card.span is not None else 0).name
    command = f"detto explain {quote(str(loaded.path))} --card {quote(name)}"
    return evolve(problem, hint=f"{problem.hint}\n{command}: mostra dove si dividono, e una posizione in cui conta")


def differences(loaded: Loaded, answer: dict[str, Any], seconds: float | None) -> list[dict[str, Any]]:
    """The first reading of an answer of ``explain`` against each other one: the words at which they part, a position.

    ``seconds`` is for how long a position is looked for; with None it is not."""
    wording = answer["text"].replace("\\n", "\n")
    reading = loaded.read(wording, answer["as"])
    meanings = reading.meanings if reading is not None else ()
    card = _card_of(loaded, answer.get("card"))
    found = []
    for number, other in enumerate(meanings[1 : _MOST_PAIRS + 1], 2):
        pair: Any = (meanings[0], other)
        said = {"readings": [1, number], "parting": _parting(pair, wording)}
        if seconds is not None:
            said["position"] = _position(loaded, pair, answer["as"], card, seconds)
        found.append(said)
    return found


def _card_of(loaded: Loaded, name: str | None) -> CardDecl | None:
    decks = loaded.meaning.decks.values() if loaded.meaning is not None and name is not None else ()
    return next((card for deck in decks for card in deck.cards if card.name == name), None)


def _parting(pair: tuple[Text, Text], wording: str) -> dict[str, Any] | None:
    from dsl.meaning.parting import parting

    found: Parting | None = parting(*pair)
    if found is None:
        return None
    lines = wording.split("\n")
    span = found.span
    return {
        "words": _words(span, lines),
        "line": span.line,
        "column": span.column,
        "length": span.length,
        "taken": [_taken(each, lines, span.file) for each in (found.first, found.second)],
    }


def _taken(taken: Taken, lines: list[str], file: str) -> dict[str, Any]:
    said = [span for span in taken.words if span.file == file]  # a label's event has its words in the game
    return {"with": [_words(span, lines) for span in said], "in": taken.path}


def _words(span: Span, lines: list[str]) -> str:
    return lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]


def _position(
    loaded: Loaded, pair: tuple[Text, Text], field: str, card: CardDecl | None, seconds: float
) -> dict[str, Any]:
    from interpreter.witness import Witness, find_witness

    found = find_witness(loaded, pair, field, card, seconds)
    if isinstance(found, Witness):
        return {
            "scenes": found.text,
            "outcomes": [list(lines) for lines in found.outcomes],
            "runnable": found.runnable,
            "tried": found.tried,
        }
    return {"scenes": None, "tried": found.tried, "reason": found.reason or None}


def echo(found: Iterable[dict[str, Any]], text: str) -> None:
    """The differences for a person."""
    for each in found:
        for line in _told(each, text.replace("\\n", "\n").split("\n")):
            click.echo(f"  {line}" if line else "")


def _told(each: dict[str, Any], lines: list[str]) -> Iterator[str]:
    from dsl.diagnostics import excerpt

    first, second = each["readings"]
    parting = each["parting"]
    if parting is None:
        yield f"le letture {first} e {second} si dividono, ma non in parole loro"
    else:
        yield f"le letture {first} e {second} si dividono qui:"
        for shown in excerpt(lines[parting["line"] - 1], parting["column"], parting["length"]):
            yield f"  {shown}"
        for number, taken in zip((first, second), parting["taken"], strict=True):
            words = " e con ".join(f"«{words}»" for words in taken["with"])
            if words:  # where only one word is taken in two ways, the readings above say how
                yield f"  {number}: va con {words}"
    if "position" in each:
        yield from _told_position(each["position"])


def _told_position(position: dict[str, Any]) -> Iterator[str]:
    tried = position["tried"]
    if position["scenes"] is None:
        reason = position["reason"]
        yield reason or f"in {tried} posizioni provate portano tutte e due allo stesso esito"
        return
    yield f"la più piccola posizione trovata in cui portano a esiti diversi ({tried} {'provata' if tried == 1 else 'provate'}):"
    yield ""
    yield from (f"  {line}" if line else "" for line in position["scenes"].rstrip("\n").split("\n"))
    yield ""
    if not position["runnable"]:
        yield "nessuna frase dice una sola delle due letture: queste scene dicono gli esiti, ma `detto test` non le sa ancora distinguere"


__all__ = ["differences", "echo", "pointed"]
