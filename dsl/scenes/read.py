"""Scene text to syntax: rows first, then each line by itself, so that every problem of a file is told in one run."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from attrs import evolve, frozen
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, VisitError

from ..diagnostics import Diagnostic
from ..source import Source, Span
from ..suggest import nearest
from ..syntax.block_reader import read_blocks
from ..syntax.blocks import Line as BlockLine
from . import nodes
from .build import ToNodes
from .misread import Misread, own_words
from .words import Lexicon, Line, Missing, WordLexer, pieces

_GRAMMAR: Final = files("grammars") / "scenes.lark"
_LONGEST_LINE: Final = 2_000
_HEADING: Final = "così: scene per GIOCO, con il mazzo MAZZO"

NAMES: Final = "carta"  # how the line begins that gives a name

_FOLDER: Final = "le scene stanno nella cartella del loro gioco, o in una che è dentro di essa"
_NO_DECK: Final = "in questo gioco non c'è alcun mazzo: sta in un .mazzo accanto al .gioco"
_BELOW: Final = "scrivi sotto, più rientrato, ciò che deve valere"
_ONLY_THEN: Final = "solo «allora:» ne ha: le altre righe di una scena rientrano tutte allo stesso modo"


@lru_cache(maxsize=1)
def _line_parser() -> Lark:
    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=WordLexer,
        start=["heading", "line", "card"],
        propagate_positions=True,
        maybe_placeholders=False,
    )


@frozen
class _Row:
    """A line of a scene with its place and the lines under it."""

    text: str
    span: Span
    children: tuple[_Row, ...] = ()


def _rows(source: Source, problems: list[Diagnostic]) -> tuple[_Row, ...]:
    file = read_blocks(source)
    problems += file.problems
    return tuple(
        _Row(
            source.text[row.head[0].start : row.head[-1].end],
            source.span(row.head[0].start, row.head[-1].end),
            tuple(_row(line) for line in row.body),
        )
        for row in file.blocks
        if row.head
    )


def _row(line: BlockLine) -> _Row:
    return _Row(line.whole.text, line.whole.span, tuple(_row(child) for child in line.body))


def _parse_line(row: _Row, start: str, lexicon: Lexicon | None, problems: list[Diagnostic]) -> Any:
    """The node of a line, or None after telling what is wrong with it."""
    here = row.span
    if len(row.text) > _LONGEST_LINE:
        hint = f"una riga di una scena non passa i {_LONGEST_LINE} caratteri"
        problems.append(Diagnostic("Q002", f"riga troppo lunga: {len(row.text)} caratteri", here, hint=hint))
        return None
    try:
        tree = _line_parser().parse(Line(row.text, lexicon), start=start)
        return ToNodes(row.span, row.text).transform(tree)
    except (UnexpectedToken, UnexpectedCharacters, UnexpectedEOF) as error:
        card = _as_printed(error, row, start, lexicon)
        if card is not None:
            return card
        problems.append(misread(error, row, lexicon, start))
    except VisitError as error:
        kind = type(error.orig_exc).__name__
        message = f"questa riga non si riesce a leggere ({kind}): è un difetto di Detto Fatto, non della scena"
        problems.append(Diagnostic("Q003", message, here))
    return None


def _as_printed(error: UnexpectedInput, row: _Row, start: str, lexicon: Lexicon | None) -> nodes.Fixture | None:
    """A card that is written as a deck prints it, unless a word stops the line that the game does not know."""
    if start != "line" or lexicon is None or _stranger(error, row, lexicon):
        return None
    try:
        tree = _line_parser().parse(Line(row.text, lexicon), start="card")
    except UnexpectedInput:
        return None
    found: nodes.Fixture = ToNodes(row.span, row.text).transform(tree)
    return found


def _stranger(error: UnexpectedInput, row: _Row, lexicon: Lexicon) -> bool:
    """Whether a line is stopped by its first word after the colon, and the game has no such word."""
    at = getattr(error, "pos_in_stream", None)
    if isinstance(error, UnexpectedToken):
        at = error.token.start_pos if error.token.type != "$END" else None
    _, _, after = row.text.partition(":")
    line = pieces(after)
    if at is None or not line or at != len(row.text) - len(after) + line[0].start:
        return False
    return not any(terminal != "OTHER" for _, terminal, _ in lexicon.candidates(line, 0))


def misread(error: UnexpectedInput, row: _Row, lexicon: Lexicon | None, start: str | None = None) -> Diagnostic:
    """What is wrong with a line; with ``start``, what it is read as, the nearest lines that are read too."""

    def reads(text: str) -> bool:
        try:
            _line_parser().parse(Line(text, lexicon), start=start)
        except UnexpectedInput:
            return False
        return True

    own = own_words(_line_parser().terminals)
    return Misread(row.text, row.span, lexicon, own, reads if start is not None else None).told(error)


def heading_of(source: Source) -> tuple[str | None, tuple[str, ...]]:
    """The game and the decks that a file of scenes names; nothing when its first line is no heading."""
    problems: list[Diagnostic] = []
    rows = _rows(source, problems)
    found = _parse_line(rows[0], "heading", None, problems) if rows else None
    return found if isinstance(found, tuple) else (None, ())


def read_scenes(
    source: Source, find: Callable[[str, tuple[str, ...]], Lexicon | Missing | None]
) -> tuple[nodes.SceneFile | None, tuple[Diagnostic, ...]]:
    """The scenes of a text and all its problems. ``find`` gives the words of a game and decks by name, or what is missing."""
    problems: list[Diagnostic] = []
    rows = _rows(source, problems)
    if not rows:
        problems = problems or [Diagnostic("Q005", "qui non ci sono scene", Span(source.name, 1, 1, 1), hint=_HEADING)]
        return None, tuple(problems)
    title = _parse_line(rows[0], "heading", None, problems)
    here = rows[0].span
    if not isinstance(title, tuple):
        problems.append(Diagnostic("Q006", "la prima riga deve dire di che gioco sono le scene", here, hint=_HEADING))
        return None, tuple(problems)
    lexicon = find(*title)
    if not isinstance(lexicon, Lexicon):
        problems.append(_not_there(lexicon or Missing(title[0], ()), rows[0]))
        return None, tuple(problems)
    scenes = tuple(scene for row in rows[1:] if (scene := _scene(row, lexicon, source, problems)) is not None)
    return nodes.SceneFile(title[0], lexicon.decks, scenes, span=here), tuple(problems)


def _not_there(missing: Missing, row: _Row) -> Diagnostic:
    """The problem of a heading that names a game or decks that are not where the scenes are."""
    at = (row.text.rfind if missing.is_deck else row.text.find)(missing.name)  # a deck may be called as its game
    span = row.span.shifted(at, len(missing.name)) if at >= 0 else row.span
    what = "il mazzo" if missing.is_deck else "il gioco"
    listed = ", ".join(f"«{name}»" for name in missing.known)
    decks = f"in questo gioco c'è: {listed}" if listed else _NO_DECK
    hint = decks if missing.is_deck else _FOLDER
    near = nearest(missing.name, missing.known)
    return Diagnostic("Q007", f"{what} «{missing.name}» non si trova", span, hint=hint, suggestions=near)


def _scene(row: _Row, lexicon: Lexicon, source: Source, problems: list[Diagnostic]) -> nodes.Scene | None:
    title = _parse_line(row, "heading", None, problems)
    if not isinstance(title, str):
        return None
    steps: list[Any] = []
    before = len(problems)
    for child in row.children:
        step = _step(child, lexicon, source, problems)
        if isinstance(step, nodes.Fixture | nodes.Alias):
            lexicon = lexicon.with_cards((step.name,))
        if step is not None:
            steps.append(step)
        else:
            lexicon = lexicon.with_cards(_meant_to_be_named(child.text))
    if len(problems) > before:
        return None
    raw = source.line(row.span.line)
    _, _, notes = raw.partition("--")
    return nodes.Scene(title, tuple(steps), notes.strip(), span=row.span)


def _meant_to_be_named(text: str) -> tuple[str, ...]:
    """The name that a line would have given to a card if it could be read: the lines below are not wrong for its sake."""
    first, *rest = text.split(maxsplit=1)
    if first != NAMES or not rest:
        return ()
    name, colon, _ = rest[0].partition(":")
    return (name.strip() if colon else name.split()[0],)


def _step(row: _Row, lexicon: Lexicon, source: Source, problems: list[Diagnostic]) -> Any:
    step = _parse_line(row, "line", lexicon, problems)
    if isinstance(step, nodes.Then):
        checks = tuple(_parse_line(child, "line", lexicon, problems) for child in row.children)
        if not checks:
            problems.append(Diagnostic("Q008", "sotto «allora:» non c'è nulla", step.span, hint=_BELOW))
        return evolve(step, checks=tuple(check for check in checks if check is not None))
    if step is None:  # what stands under it may be wrong too
        for child in row.children:
            _parse_line(child, "line", lexicon, problems)
    elif row.children:
        problems.append(Diagnostic("Q009", "questa riga non vuole righe sotto di sé", row.span, hint=_ONLY_THEN))
    return step


def titles_of(source: Source) -> tuple[tuple[str, int], ...]:
    """The titles of a file's scenes with their lines, read without the game: what a collector of tests needs."""
    rows = _rows(source, [])
    found = ((_parse_line(row, "heading", None, []), row.span.line) for row in rows[1:])
    return tuple((title, line) for title, line in found if isinstance(title, str))
