"""``detto fmt``: the canonical layout of game texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from interpreter.cli.common import PROBLEMS, echo_problems, fail, write_text

KINDS = (".gioco", ".parole", ".mazzo", ".scena")


@click.command(short_help="Lay out texts in the one way.", epilog="Example: detto fmt mygame --check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if anything would change.")
def command(paths: tuple[Path, ...], check: bool) -> None:
    """Lay out games, decks and scenes in one way: indents, blanks, apostrophes. What they say stays the same."""
    changed, broken = 0, 0
    for path in _files(paths):
        outcome = _formatted(path, check)
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


def _formatted(path: Path, check: bool) -> str:
    """Lay out one file: «same», «changed», or «broken» when it must be mended first (its problems are told)."""
    from dsl.messages import problem
    from dsl.source import UnreadableSource, read_source
    from dsl.syntax.blocks import read_blocks
    from dsl.syntax.format import format_source

    try:
        source = read_source(path)
    except UnreadableSource as error:
        echo_problems([problem(error.code, detail=f"{error.path}: {error.detail}")], {})
        return "broken"
    text = format_source(source)
    if text is None:
        echo_problems([each for each in read_blocks(source).problems if each.is_error], {source.name: source})
        return "broken"
    if text.encode() == path.read_bytes():
        return "same"
    click.echo(f"{'da cambiare' if check else 'cambiato'}: {path}")
    if not check:
        write_text(path, text)
    return "changed"
