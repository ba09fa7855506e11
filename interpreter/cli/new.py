"""``detto new``: a game, or a deck of a game, to start from; what it writes passes ``detto check``."""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.check import problems_of
from interpreter.cli.common import PROBLEMS, echo_problems, fail, load_game, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from dsl.meaning.game import DeckDecl

#: The game from which a new one is made: a folder of ``games``.
MODEL = "modello"


@click.command(
    short_help="Write a game or a deck to start from.",
    epilog="Example: detto new 'My Game'; detto new 'My Deck' --deck-for mygame",
)
@click.argument("name")
@click.option("--deck-for", type=click.Path(path_type=Path, exists=True), metavar="PATH", help="A deck for that game.")
@click.option(
    "--in", "folder", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where.  [default: here]"
)
def command(name: str, deck_for: Path | None, folder: Path | None) -> None:
    """Write a new game in a folder of its own or, with --deck-for, a deck beside the rules of a game."""
    name = " ".join(name.split())
    slug = slug_of(name)
    if not slug:
        raise click.UsageError("NAME needs a letter.")
    if deck_for is not None:
        made = new_deck(name, slug, deck_for, folder)
    else:
        made = new_game(name, slug, folder or Path())
    problems, sources = problems_of(made)
    if problems:
        echo_problems(problems, sources)
    if any(problem.is_error for problem in problems):
        raise SystemExit(PROBLEMS)
    tried = "" if deck_for is not None else f" ; detto test {made}"
    click.echo(f"scritto: {made}\nprova: detto check {made}{tried} ; detto play {made}")


def slug_of(name: str) -> str:
    """A file name from a name: small letters without accents, hyphens between words."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def new_game(name: str, slug: str, folder: Path) -> Path:
    """The model game under another name, in ``folder/slug``; never over something that exists."""
    target = folder / slug
    if target.exists():
        fail(f"{target} c'è già")
    model = resources.files("games") / MODEL
    target.mkdir(parents=True)
    for path, file in _written(model):
        text = file.read_text("utf-8")
        text = re.sub(rf"\b{MODEL.capitalize()}\b(?= *$|,| per)", name, text, flags=re.MULTILINE)
        made = target / path.replace(MODEL, slug)
        made.parent.mkdir(exist_ok=True)
        write_text(made, text)
    return target


def _written(folder: Traversable, under: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files of a game's folder and of the folders in it that somebody writes, with their paths."""
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.is_dir():
            yield from _written(file, f"{under}{file.name}/")
        elif file.name.endswith((".gioco", ".regole", ".parole", ".mazzo", ".scena")):
            yield f"{under}{file.name}", file


def new_deck(name: str, slug: str, game: Path, folder: Path | None) -> Path:
    """The first deck of a game under another name, its cards under numbers: all that the rules want of a deck is there, to be
    changed card by card."""
    loaded = load_game(game).loaded
    assert loaded is not None and loaded.meaning is not None
    if folder is None:
        folder = game if game.is_dir() else game.parent
    target = folder / f"{slug}.mazzo"
    if target.exists():
        fail(f"{target} c'è già")
    model = next((deck for deck in loaded.meaning.decks.values() if deck.cards and deck.span), None)
    if model is None or model.span is None:
        fail(f"{game} non ha un mazzo da cui prendere la forma delle carte")
    first = f"-- Per cominciare ha le carte di {model.name} sotto altri nomi: cambiane nomi, valori e testi."
    text = "\n".join(under_numbers(model, name, loaded.sources[model.span.file].lines))
    write_text(target, f"{first}\n{text.rstrip()}\n")
    return target


def under_numbers(model: DeckDecl, name: str, lines: Sequence[str]) -> Iterator[str]:
    """The lines of a deck with another name in its heading, each card called by a number wherever it is named; no comments."""
    called = {card.name: f"Carta {number}" for number, card in enumerate(model.cards, 1)}
    either = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    named = re.compile(rf"(?<!\w)({either})(?!\w)")
    for number, whole in enumerate(lines, 1):
        line = re.sub(r"(^|\s+)--.*", "", whole)
        if model.span is not None and number == model.span.line:
            yield re.sub(rf"(?<=\s){re.escape(model.name)}(?= per )", lambda _: name, line, count=1)
        elif not line[:1].isspace():
            copies, printed = re.fullmatch(r"(\d+ × )?(.*)", line).groups("")  # type: ignore[union-attr]
            if line or not whole:
                yield copies + called.get(printed, printed)
        else:
            yield named.sub(lambda found: called[found[0]], line)
