"""``detto rulebook``: a player's booklet from a game's own text."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli.common import PATH, PROBLEMS, echo_problems, fail, loaded_of, write_text

FORMATS = {"markdown": (".md", ".markdown", ".txt", ""), "html": (".html", ".htm")}


@click.command(
    short_help="Make a player's booklet.",
    epilog="Example: detto rulebook mygame --format html --output mygame.html",
)
@PATH
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    help="By default what the name of the output says, else Markdown.",
)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="A file; else it is printed.")
@click.option("--references", is_flag=True, help="Cite the rule numbers that stand in the comments of the text.")
def command(path: Path, form: str | None, output: Path | None, references: bool) -> None:
    """Say a game to its players, in Italian: cards, zones, turn, actions, verbs, rules, keywords, glossary, card list.

    Every sentence is made from what the text of the game means, so that the booklet and the game cannot differ.
    """
    from dsl.rulebook import booklet, to_html, to_markdown

    wanted = form or _form_of(output)
    loaded = loaded_of(path)
    if not loaded.ok or loaded.meaning is None:
        echo_problems(loaded.problems, loaded.sources)
        raise SystemExit(PROBLEMS)
    made = booklet(loaded.meaning, loaded.vocabulary, loaded.sources if references else None)
    text = to_html(made) if wanted == "html" else to_markdown(made)
    if output is None:
        click.echo(text, nl=False)
    elif not output.parent.is_dir():
        fail(f"{output.parent}: la cartella non c'è")
    else:
        write_text(output, text)
        click.echo(f"scritto: {output}")


def _form_of(output: Path | None) -> str:
    """The format that the name of the output says; a name that says another kind of file is refused."""
    suffix = output.suffix.casefold() if output is not None else ""
    form = next((form for form, suffixes in FORMATS.items() if suffix in suffixes), None)
    if form is None:
        raise click.UsageError(f"No booklet is written as {suffix}: name it .md or .html, or say which --format.")
    return form
