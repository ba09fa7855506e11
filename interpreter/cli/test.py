"""``detto test``: the scenes of a game, each told only when it fails."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.common import AS_JSON, PROBLEMS, fail, load_game, print_json

if TYPE_CHECKING:
    from interpreter.scenes import SceneBook


@click.command(short_help="Run scenes.", epilog='Example: detto test mygame/scene --match "draws nothing" --json')
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--match", "wanted", default="", metavar="WORDS", help="Only scenes whose title contains these words.")
@click.option("--told", is_flag=True, help="Print what was told in each snapshot.")
@AS_JSON
def command(paths: tuple[Path, ...], wanted: str, told: bool, as_json: bool) -> None:
    """Run the scenes in .scena files, or in all those under a folder."""
    from interpreter.scenes import SceneBook, World, game_folder

    for path in paths:
        if path.is_file() and path.suffix != ".scena":
            fail(f"{path}: non è un .scena")
    files = scene_files(paths)
    if not files:
        fail(f"nessun .scena in {', '.join(map(str, paths))}")
    worlds: dict[Path, World] = {}
    results: list[dict[str, Any]] = []
    for file in files:
        folder = game_folder(file)
        if folder not in worlds:
            load_game(folder)  # tells its problems and leaves, if it has any
            worlds[folder] = World(folder)
        results += run_book(SceneBook(file, worlds[folder], str(file)), wanted, told and not as_json)
    report(results, as_json)


def scene_files(paths: tuple[Path, ...]) -> list[Path]:
    """The scene files among and under the paths, each once, in order."""
    found = (sorted(path.rglob("*.scena")) if path.is_dir() else [path] for path in paths)
    return list(dict.fromkeys(file for group in found for file in group))


def run_book(book: SceneBook, wanted: str, told: bool) -> list[dict[str, Any]]:
    """Play every scene of a file whose title is wanted; problems of reading count as one failure."""
    if book.problems:
        return [{"file": str(book.path), "scene": "", "passed": False, "report": book.told_problems()}]
    results = []
    for number, scene in enumerate(book.scenes):
        title = str(getattr(scene, "title", ""))
        if wanted.casefold() not in title.casefold():
            continue
        outcome = book.play(number)
        if told:
            for photo in outcome.photos:
                click.echo(f"— {title}\n{photo}\n")
        results.append(
            {"file": str(book.path), "scene": title, "passed": outcome.failure is None, "report": book.report(outcome)}
        )
    return results


def report(results: list[dict[str, Any]], as_json: bool) -> None:
    """The failures and the count; exit code 1 if any failed."""
    failed = [result for result in results if not result["passed"]]
    if as_json:
        print_json({"passed": len(results) - len(failed), "failed": len(failed), "scenes": results})
    else:
        for result in failed:
            click.echo(result["report"] + "\n")
        click.echo(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise SystemExit(PROBLEMS)
