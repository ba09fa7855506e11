"""``detto test``: the scenes of a game, each told only when it fails; their snapshots; the words that none defends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import AS_JSON, PROBLEMS, compiled, echo_problems, fail

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic
    from interpreter.match import Game
    from interpreter.scenes import SceneBook

JOBS = click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; by default one a core.")


@click.command(
    short_help="Run scenes; find the words of a deck that none defends.",
    epilog='Example: detto test mygame/scene --match "draws nothing" --json',
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--match", "wanted", default="", metavar="WORDS", help="Only scenes whose title contains these words.")
@click.option("--update", is_flag=True, help="Write the snapshots as they are now, and take away the unused ones.")
@click.option("--told", is_flag=True, help="Print what was told in each snapshot.")
@click.option(
    "--mutate",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="DECK",
    help="Change one word of the deck at a time and list the words that no scene defends.",
)
@click.option("--card", "cards", multiple=True, metavar="NAME", help="With --mutate: only this card. May be repeated.")
@JOBS
@AS_JSON
def command(
    paths: tuple[Path, ...],
    wanted: str,
    update: bool,
    told: bool,
    mutate: Path | None,
    cards: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Run the scenes in .scena files, or in all those under a folder.

    With --mutate the scenes are by default all those of the deck's game; Ctrl-C tells what is known so far.
    """
    from interpreter.scenes.workers import cores

    if mutate is not None:
        if update or told:
            raise click.UsageError("--mutate goes neither with --update nor with --told.")
        from interpreter.cli.mutations import tell_mutations

        books = wanted_of(opened(paths or (game_of(mutate),)), wanted)
        tell_mutations(mutate, books, wanted, cards, jobs or cores(), as_json)
        return
    if not paths:
        raise click.UsageError("Missing argument 'PATHS...'.")
    if cards:
        raise click.UsageError("--card goes with --mutate.")
    from interpreter.cli.scene_run import Run

    books = opened(paths)
    run = Run(wanted_of(books, wanted), wanted, update)
    run.all(jobs or cores())
    if told and not as_json:
        run.print_photos()
    run.keep(paths)
    run.report(as_json)
    if any(book.world.loaded.left_out for book in books):
        raise SystemExit(PROBLEMS)


def game_of(deck: Path) -> Path:
    """The folder of the game that a deck is of."""
    from interpreter.scenes import game_folder

    if deck.suffix != ".mazzo":
        fail(f"{deck}: non è un .mazzo")
    return game_folder(deck)


def opened(paths: Sequence[Path]) -> list[SceneBook]:
    """The books of the scenes among and under the paths; the problems of a game are told, and end it."""
    from interpreter.scenes import SceneBook, World, game_folder

    for path in paths:
        if path.is_file() and path.suffix != ".scena":
            fail(f"{path}: non è un .scena")
    files = scene_files(paths)
    if not files:
        fail(f"nessun .scena in {', '.join(map(str, paths))}")
    worlds: dict[Path, World] = {}
    for file in files:
        folder = game_folder(file)
        if folder not in worlds:
            worlds[folder] = World(folder, sound_game(folder))
    return [SceneBook(file, worlds[game_folder(file)], str(file)) for file in files]


def wanted_of(books: list[SceneBook], wanted: str) -> list[SceneBook]:
    """The same books; ends with a word of it when no title holds the words: a slip in them must not pass as success."""
    titles = (scene.title.casefold() for book in books for scene in book.scenes)
    if wanted and not any(book.problems for book in books) and not any(wanted.casefold() in title for title in titles):
        fail(f"nessuna scena ha «{wanted}» nel titolo")
    return books


def sound_game(folder: Path) -> Game:
    """The game of a folder with all its decks that can be read, or its problems told and exit code 1."""
    from dsl.load import load

    loaded = load(folder)
    for deck in (spoilt := loaded.spoilt_decks):
        click.echo(f"{deck}: ha errori, e qui è lasciato fuori (li dice detto check {deck})", err=True)
    if spoilt:
        loaded = load(folder, without=spoilt)
    problems: Sequence[Diagnostic] = loaded.problems
    if loaded.ok and loaded.meaning is not None:
        game, problems = compiled(loaded.meaning, loaded)
        if game is not None:
            return game
    echo_problems(problems, loaded.sources)
    raise SystemExit(PROBLEMS)


def scene_files(paths: Sequence[Path]) -> list[Path]:
    """The scene files among and under the paths, each once, in order."""
    found = (sorted(path.rglob("*.scena")) if path.is_dir() else [path] for path in paths)
    return list(dict.fromkeys(file for group in found for file in group))
