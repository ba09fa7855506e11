"""``detto new``: a game, or a deck of a game, to start from; what it writes passes ``detto check``."""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import PROBLEMS, echo_problems, fail, load_game, loaded_of, write_text

if TYPE_CHECKING:
    from dsl.meaning.game import CardDecl, DeckDecl, GameMeaning, PartDecl

#: The game from which a new one is made: a folder of ``games``.
MODEL = "modello"
CARDS_WITHOUT_A_SIZE = 10


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
    loaded = loaded_of(made)
    if loaded.problems:
        echo_problems(loaded.problems, loaded.sources)
    if not loaded.ok:
        raise SystemExit(PROBLEMS)
    click.echo(f"scritto: {made}\nprova: detto check {made} ; detto play {made}")


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
    for file in sorted(model.iterdir(), key=lambda each: each.name):
        if file.name.endswith((".gioco", ".parole", ".mazzo")):
            text = file.read_text("utf-8")
            text = re.sub(rf"\b{MODEL.capitalize()}\b(?= *$|,| per)", name, text, flags=re.MULTILINE)
            write_text(target / file.name.replace(MODEL, slug), text)
    return target


def new_deck(name: str, slug: str, game: Path, folder: Path | None) -> Path:
    """A deck of as many cards as the game wants, each like a simple card of a deck that the game has."""
    meaning = load_game(game).meaning
    if folder is None:
        folder = game if game.is_dir() else game.parent
    target = folder / f"{slug}.mazzo"
    if target.exists():
        fail(f"{target} c'è già")
    model = next(iter(meaning.decks.values()), None)
    if model is None or not model.cards:
        fail(f"{game} non ha un mazzo da cui prendere la forma delle carte")
    words = f", con le parole {model.words[0]}" if model.words else ""
    cards = "\n".join(part_written(part, model, meaning) for part in meaning.parts.values())
    write_text(target, f"mazzo {name} per {meaning.name}{words}\n\n{cards}")
    return target


def part_written(part: PartDecl, model: DeckDecl, meaning: GameMeaning) -> str:
    """As many cards as a part of a deck must have, each like a simple card that the model has there."""
    title = f"{part.name} " if part.name else ""
    there = tuple(card for card, name in model.objects() if name == part.name) or model.known
    card = simple_card(there)
    cards = (
        written(f"Carta {title}{number}", card, meaning)
        for number in range(1, (part.least or CARDS_WITHOUT_A_SIZE) + 1)
    )
    return (f"parte {part.name}\n" if part.name else "") + "\n".join(cards)


def simple_card(cards: tuple[CardDecl, ...]) -> CardDecl:
    """The card with the shortest text and no double values."""
    plain = [card for card in cards if all(isinstance(v, int) or len(v) == 1 for v in card.values.values())] or [*cards]
    return min(plain, key=lambda card: sum(map(len, card.wordings.values())))


def written(name: str, card: CardDecl, meaning: GameMeaning) -> str:
    """A card as a deck prints it: the name, its values, a line for each text."""
    kinds = {slot.kind_value for slot in meaning.texts.values()}
    members = [v[0] for value, v in card.values.items() if isinstance(v, tuple) and v and value not in kinds]
    numbers = [f"{value} {v}" for value, v in card.values.items() if isinstance(v, int)]
    values = ". ".join(part for part in (" ".join(members), ", ".join(numbers)) if part)
    lines = [name, f"    {values}."] if values else [name]
    for slot, wording in card.wordings.items():
        kind = card.values.get(meaning.texts[slot].kind_value or "")
        field = f"{slot} {kind[0]}" if isinstance(kind, tuple) and kind else slot
        lines.append(f"    {field}: {wording}")
    return "\n".join(lines) + "\n"
