"""The catalogue of problems on the terminal: one page, or the list of all."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

import click

from interpreter.cli.common import print_json

WIDEST = 100


def show_page(word: str, as_json: bool) -> None:
    """The page of a problem by its code or its name; wrong usage, with the nearest, when nothing is called so."""
    from dsl.problems import folder_of_small_game, page_of

    page = page_of(word)
    if page is None:
        raise click.UsageError(f"'{word}' is no path and no problem.{_nearest(word)}")
    if as_json:
        print_json({"code": page.code, "name": page.name, "finds": page.finds, "page": page.text})
    else:
        _echo_markdown(page.text)
        if page.examples:
            click.secho(f"Gli esempi sono pezzi di Lanterne, un gioco piccolo: {folder_of_small_game()}", dim=True)


def show_list(as_json: bool) -> None:
    """All problems, by what they are about: code, name, what is found."""
    from dsl.problems import by_group, pages

    if as_json:
        print_json({"problems": [{"code": each.code, "name": each.name, "finds": each.finds} for each in pages()]})
        return
    width = max(len(each.name) for each in pages())
    for title, group in by_group():
        click.secho(title, bold=True)
        for each in group:
            click.echo(f"  {each.code}  {each.name:<{width}}  {each.finds}")
        click.echo()
    click.echo("detto explain CODE, o il nome: la pagina di un problema")


def echo_where_to_read(found: Iterable[str]) -> None:
    """How to read more of the problems that were found, by their codes."""
    codes = sorted(set(found))
    if codes:
        *first, last = codes
        named = f"{', '.join(first)} o {last}" if first else last
        click.secho(f"detto explain {named}: perché, e che cosa scrivere", dim=True)


def _nearest(word: str) -> str:
    from dsl.problems import nearest_pages

    near = [f"{page.code} ({page.name})" for page in nearest_pages(word)]
    return f" Did you mean {', '.join(near)}?" if near else " 'detto explain --problems' lists the problems."


def _echo_markdown(text: str) -> None:
    """Markdown laid out on a terminal, as it is elsewhere: it reads well as text too."""
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    width = min(WIDEST, shutil.get_terminal_size().columns)
    Console(highlight=False, width=width).print(Markdown(text, code_theme="ansi_dark"))
