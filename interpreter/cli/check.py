"""``detto check``: every problem of games, decks and scenes, at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.ambiguity import pointed
from interpreter.cli.common import AS_JSON, PROBLEMS, echo_problems, fail, loaded_of, print_json
from interpreter.cli.problem_pages import echo_where_to_read

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic
    from dsl.source import Source
    from interpreter.scenes import World


@click.command(
    short_help="Tell all that is wrong with games, decks and scenes.",
    epilog="Example: detto check mygame other/deck.mazzo",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--scenes", is_flag=True, help="Also what no scene notices: play the scenes without one thing at a time.")
@AS_JSON
def command(paths: tuple[Path, ...], scenes: bool, as_json: bool) -> None:
    """Read games, decks and scenes and tell everything that is wrong with them; a folder may hold many games."""
    from dsl.diagnostics import as_json as plain
    from dsl.diagnostics import in_order

    problems: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    worlds: dict[Path, World] = {}
    read = 0
    for path in targets(paths):
        found, texts = problems_of(path, worlds)
        problems += found
        sources.update(texts)
        read += 1
        if scenes and path.is_dir() and not any(problem.is_error for problem in found):
            from interpreter.cli.unnoticed import unnoticed_in

            found, texts = unnoticed_in(path)
            problems += found
            sources.update(texts)
    if not read:
        fail(f"nessun gioco in {', '.join(map(str, paths))}: un gioco è un .gioco, con i suoi .parole, .mazzo e .scena")
    told = in_order(problems)
    if as_json:
        print_json({"problems": [plain(problem) for problem in told]})
    else:
        echo_problems(told, sources)
        echo_where_to_read(problem.code for problem in told)
        if not told:
            click.echo("nessun problema")
    if any(problem.is_error for problem in told):
        raise SystemExit(PROBLEMS)


def targets(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The games and files meant by the paths: a folder without a .gioco stands for all the games under it."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        folders = sorted({rules.parent for rules in path.rglob("*.gioco")}) or [path] * any(path.rglob("*.mazzo"))
        if not folders:  # a folder of scenes alone
            yield from sorted(path.rglob("*.scena"))
        for folder in folders:
            yield folder
            if len(list(folder.glob("*.parole"))) > 1:  # each deck has the words of its own file only
                yield from sorted(folder.glob("*.mazzo"))
            if any(folder.glob("*.gioco")):  # without rules there is one problem, not one more for each file of scenes
                yield from sorted(folder.rglob("*.scena"))


def problems_of(path: Path, worlds: dict[Path, World] | None = None) -> tuple[list[Diagnostic], dict[str, Source]]:
    """What is wrong with one game, deck or file of scenes, and the texts that the messages quote.

    Of the other files that a single one needs only the errors: what it leaves unused of them another deck may use.
    ``worlds``: the games of folders of scenes, each read once for all its scenes."""
    if path.suffix == ".scena":
        return _scene_problems(path, {} if worlds is None else worlds)
    loaded = loaded_of(path)
    told = [each for each in loaded.problems if each.is_error or path.is_dir() or is_in(each, path)]
    problems = [pointed(problem, loaded) for problem in told]
    if loaded.ok and loaded.meaning is not None:
        from interpreter.programless import faults, no_program

        problems += [no_program(each) for each in faults(loaded.meaning)]
    return problems, dict(loaded.sources)


def is_in(problem: Diagnostic, path: Path) -> bool:
    """Whether a problem lies in a file, or nowhere."""
    return problem.span is None or Path(problem.span.file) == path


def _scene_problems(path: Path, worlds: dict[Path, World]) -> tuple[list[Diagnostic], dict[str, Source]]:
    from dsl.messages import problem
    from dsl.source import UnreadableSource
    from interpreter.scenes import SceneBook, World, game_folder

    folder = game_folder(path)
    world = worlds.get(folder)
    if world is None:
        world = worlds[folder] = World(folder)
    if world.problems or world.loaded.meaning is None:
        return list(world.problems), dict(world.loaded.sources)
    try:
        book = SceneBook(path, world, str(path))
    except UnreadableSource as error:
        return [problem(error.code, detail=f"{error.path}: {error.detail}")], {}
    return list(book.problems), {book.source.name: book.source}
