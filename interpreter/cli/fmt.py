"""``detto fmt``: game texts in their canonical form."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import PROBLEMS, echo_problems, fail, write_text

if TYPE_CHECKING:
    from dsl.formatted import Formatted

KINDS = (".gioco", ".regole", ".parole", ".mazzo", ".scena")
_WHY = {
    "refused": "non si intende (detto check dice perché)",
    "ambiguous": "ha più significati (detto check dice quali)",
    "differs": "la forma canonica non si rilegge con lo stesso significato: è un difetto di Detto Fatto",
    "no_game": "il gioco di questo mazzo non si legge: cambia solo la disposizione",
}
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command(short_help="Put texts into their canonical form.", epilog="Example: detto fmt mygame --check --diff")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if anything would change.")
@click.option("--diff", "show", is_flag=True, help="Change nothing; show what would change.")
@click.option("--layout", is_flag=True, help="Only indents, blanks and apostrophes; the cards keep their words.")
def command(paths: tuple[Path, ...], check: bool, show: bool, layout: bool) -> None:
    """Put games, decks and scenes into their canonical form: the layout of all, and the wording of a deck's cards.

    What they say stays the same: a new wording is read again, and written only if it means the same. A wording that
    is not understood is left as it is, and told.
    """
    changed, broken = 0, 0
    for path in _files(paths):
        outcome = _formatted(path, words=not layout, write=not check and not show, show=show)
        changed += outcome == "changed"
        broken += outcome == "broken"
    if not changed and not broken:
        click.echo("niente da cambiare")
    if broken or (check and changed):
        raise SystemExit(PROBLEMS)


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.suffix in KINDS and each.is_file())
        elif path.suffix in KINDS:
            yield path
        else:
            fail(f"{path}: non è un testo di gioco ({', '.join(KINDS)})")


def _formatted(path: Path, *, words: bool, write: bool, show: bool) -> str:
    """Format one file: «same», «changed», or «broken» when it must be mended first (its problems are told)."""
    from dsl.formatted import formatted
    from dsl.source import Source

    found = formatted(path, words=words)
    if found.text is None:
        echo_problems(found.problems, {found.source.name: found.source})
        return "broken"
    for each in found.left:
        place = f":{each.span.line}:{each.span.column}" if each.span is not None else ""
        what = f" {each.card} · {each.field}:" if each.card else ""
        click.echo(f"lasciato: {path}{place}:{what} {_WHY[each.why]}")
    old = path.read_bytes()
    if found.text.encode() == old:
        return "same"
    if Source.of(str(path), old.decode("utf-8", "replace")) != found.source:  # somebody saved it meanwhile
        click.echo(f"lasciato: {path}: è cambiato mentre lo si leggeva")
        return "broken"
    if show:
        _show(path, old.decode("utf-8"), found.text)
    else:
        click.echo(f"{'cambiato' if write else 'da cambiare'}: {path}{_how_many(found)}")
    if write:
        write_text(path, found.text)
    return "changed"


def _how_many(found: Formatted) -> str:
    """How many wordings take other words."""
    number = len(found.reworded)
    return f" ({number} {'testo' if number == 1 else 'testi'} in altre parole)" if number else ""


def _show(path: Path, old: str, new: str) -> None:
    """The lines that change, as a patch; in colour on a terminal."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), str(path), f"{path} (canonico)", lineterm="", n=1)
    for line in lines:
        click.secho(line, fg=_COLOURS.get(line[:1]))
