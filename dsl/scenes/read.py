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
from ..vocabulary.inflection import Number, contracted, definite, joined
from ..vocabulary.spelling import keys_of
from ..vocabulary.vocabulary import Kind
from . import nodes
from .build import ToNodes
from .words import Lexicon, Line, WordLexer, pieces

_GRAMMAR: Final = files("grammars") / "scenes.lark"
_LONGEST_LINE: Final = 2_000
_HEADING: Final = "così: scene per GIOCO, con il mazzo MAZZO"

_FOLDER: Final = "le scene stanno nella cartella del loro gioco, o in una che è dentro di essa"
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


#: What a terminal is called in a message.
_CALLED: Final = {
    "SEAT": "un giocatore (A, B …)", "NAME": "una carta", "WORD": "una parola del gioco", "DOES": "un'azione",
    "DO": "un'azione", "NUMBER": "un numero", "QUOTED": "un testo tra «»", "FREE": "un nome", "REST": "un titolo",
    "OTHER": "una parola", "SPOT": "un posto",
}  # fmt: skip


#: Of more actions than these the rest is left out.
_MOST_ACTIONS: Final = 8

#: Words that go with others are not worth listing.
_ARTICLES: Final = frozenset(
    {"un", "uno", "una", "un'", "il", "lo", "la", "l'", "i", "gli", "le"}
    | {"nello", "nella", "nell'", "allo", "alla", "all'", "dallo", "dalla", "dall'"}
    | {"nei", "negli", "nelle", "ai", "agli", "alle", "dai", "dagli", "dalle"}
    | {"sul", "sullo", "sulla", "sull'", "sui", "sugli", "sulle"}
    | {
        "nessuno",
        "niente",
        "nulla",
        "tutti",
        "vuoto",
        "vuoti",
        "vuote",
        "escono",
        "legata",
    }  # beside another form of theirs
)


def _expected(names: Any, lexicon: Lexicon | None) -> str:
    actions = lexicon.third_persons() if lexicon is not None else ()
    listed = ", ".join(f"«{verb}»" for verb in actions[:_MOST_ACTIONS]) + (" …" if len(actions) > _MOST_ACTIONS else "")
    called = _CALLED | ({"DOES": f"un'azione ({listed})"} if listed else {})
    own = {terminal.name: terminal.pattern.value for terminal in _line_parser().terminals if terminal.pattern}
    shown = [name for name in names if name in _CALLED or own.get(name, "un") not in _ARTICLES]
    return ", ".join(dict.fromkeys(called.get(name) or f"«{own[name]}»" for name in sorted(shown)))


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
        problems.append(_misread(error, row, lexicon))
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


def _misread(error: UnexpectedInput, row: _Row, lexicon: Lexicon | None) -> Diagnostic:
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        start, text = error.token.start_pos or 0, str(error.token)
    elif isinstance(error, UnexpectedCharacters):
        start, text = error.pos_in_stream, row.text[error.pos_in_stream :].split()[0]
    else:
        start, text = len(row.text), ""
    allowed = (
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    )
    span = row.span.shifted(start, max(len(text), 1))
    message = f"«{text}» non si intende qui" if text else "la riga finisce troppo presto"
    known: tuple[str, ...] = ()
    if lexicon is not None and text and ("NAME" in allowed or "WORD" in allowed):
        rest = " ".join(row.text[start:].replace(":", " ").replace(",", " ").split()[:4])
        known = nearest(text, (*lexicon.vocabulary.surfaces, *lexicon.names())) or nearest(
            rest, lexicon.names(), cutoff=80.0
        )
    elif lexicon is not None and text and ("DOES" in allowed or "DO" in allowed):
        known = nearest(text, lexicon.verbs())
    if lexicon is not None and not lexicon.has_spots():
        allowed = set(allowed) - {"SPOT"}
    said = _expected(allowed, lexicon)
    hint = f"qui può stare: {said}" if said else ""
    if lexicon is not None:
        hint = _instead(row.text, start, text, lexicon) or hint
    return Diagnostic("Q004", message, span, hint=hint, suggestions=known)


def _instead(row: str, start: int, text: str, lexicon: Lexicon) -> str:
    """What to write where a list of words says little; empty when it says enough."""
    actions = lexicon.third_persons()
    did = next((verb for verb in actions if keys_of(row)[: len(keys_of(verb))] == keys_of(verb)), None)
    if did is not None:
        return f"di' chi lo fa: «A {did} …»"
    if start == 0:
        done = "".join(f"«A {verb} …», " for verb in actions[:1])
        said = f"che cosa si fa ({done}«A sceglie: …», «A passa») o, sotto «allora:», che cosa vale"
        return f"una riga dice dove stanno le carte{_a_place(lexicon)}, {said}"
    return _as_a_value(row[:start].strip(), lexicon) if text == ":" else ""


def _a_place(lexicon: Lexicon) -> str:
    """« («nella Mano di A: …»)», of a zone that each player has."""
    zones = lexicon.vocabulary.zones
    named = (word for word in lexicon.vocabulary.lexemes if word.kind is Kind.ZONE and word.name in zones)
    zone = next((word for word in named if zones[word.name].owner == "player"), None)
    if zone is None:
        return ""
    return f" («{joined(contracted('in', zone.gender, 's', zone.name), zone.name)} di A: …»)"


def _as_a_value(name: str, lexicon: Lexicon) -> str:
    """What to write instead of «Piatto: 3», of a value of the whole match."""
    value = lexicon.vocabulary.values.get(name)
    word = lexicon.vocabulary.lexeme(name, Kind.VALUE)
    if value is None or value.owner != "game" or word is None:
        return ""
    number: Number = "p" if word.plural_only else "s"
    return f"di un valore si dice «{joined(definite(word.gender, number, name), name)} {'sono' if number == 'p' else 'è'} …»"


def heading_of(source: Source) -> tuple[str | None, tuple[str, ...]]:
    """The game and the decks that a file of scenes names; nothing when its first line is no heading."""
    problems: list[Diagnostic] = []
    rows = _rows(source, problems)
    found = _parse_line(rows[0], "heading", None, problems) if rows else None
    return found if isinstance(found, tuple) else (None, ())


def read_scenes(
    source: Source, find: Callable[[str, tuple[str, ...]], Lexicon | None]
) -> tuple[nodes.SceneFile | None, tuple[Diagnostic, ...]]:
    """The scenes of a text and all its problems. ``find`` gives the words of a game and decks by name, or None."""
    problems: list[Diagnostic] = []
    rows = _rows(source, problems)
    if not rows:
        problems = problems or [Diagnostic("Q005", "qui non ci sono scene", Span(source.name, 1, 1, 1))]
        return None, tuple(problems)
    title = _parse_line(rows[0], "heading", None, problems)
    here = rows[0].span
    if not isinstance(title, tuple):
        problems.append(Diagnostic("Q006", "la prima riga deve dire di che gioco sono le scene", here, hint=_HEADING))
        return None, tuple(problems)
    lexicon = find(*title)
    if lexicon is None:
        deck = f", o il suo mazzo «{', '.join(title[1])}»," if title[1] else ""
        problems.append(Diagnostic("Q007", f"il gioco «{title[0]}»{deck} non si trova", here, hint=_FOLDER))
        return None, tuple(problems)
    scenes = tuple(scene for row in rows[1:] if (scene := _scene(row, lexicon, source, problems)) is not None)
    return nodes.SceneFile(title[0], lexicon.decks, scenes, span=here), tuple(problems)


def _scene(row: _Row, lexicon: Lexicon, source: Source, problems: list[Diagnostic]) -> nodes.Scene | None:
    title = _parse_line(row, "heading", None, problems)
    if not isinstance(title, str):
        return None
    steps: list[Any] = []
    before = len(problems)
    for child in row.children:
        step = _step(child, lexicon, source, problems)
        named = step.name if isinstance(step, nodes.Fixture | nodes.Alias) else _named_in(child)
        if named is not None:
            lexicon = lexicon.with_cards((named,))
        if step is not None:
            steps.append(step)
    if len(problems) > before:
        return None
    raw = source.line(row.span.line)
    _, _, notes = raw.partition("--")
    return nodes.Scene(title, tuple(steps), notes.strip(), span=row.span)


def _named_in(row: _Row) -> str | None:
    """The name of the card that a line is about which could not be read: the lines after it speak of that card."""
    try:
        found = ToNodes(row.span, row.text).transform(_line_parser().parse(Line(row.text, None), start="card"))
    except UnexpectedInput:
        return None
    return found.name if isinstance(found, nodes.Fixture) else None


def _step(row: _Row, lexicon: Lexicon, source: Source, problems: list[Diagnostic]) -> Any:
    step = _parse_line(row, "line", lexicon, problems)
    if isinstance(step, nodes.Then):
        checks = tuple(_parse_line(child, "line", lexicon, problems) for child in row.children)
        if not checks:
            problems.append(Diagnostic("Q008", "sotto «allora:» non c'è nulla", step.span, hint=_BELOW))
        return evolve(step, checks=tuple(check for check in checks if check is not None))
    if row.children and step is not None:
        problems.append(Diagnostic("Q009", "questa riga non vuole righe sotto di sé", row.span, hint=_ONLY_THEN))
    return step


def titles_of(source: Source) -> tuple[tuple[str, int], ...]:
    """The titles of a file's scenes with their lines, read without the game: what a collector of tests needs."""
    rows = _rows(source, [])
    found = ((_parse_line(row, "heading", None, []), row.span.line) for row in rows[1:])
    return tuple((title, line) for title, line in found if isinstance(title, str))
