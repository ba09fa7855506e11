"""``detto diff``: what a change of a game's text changes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from interpreter.cli.common import (
    AS_JSON,
    DECKS,
    SEED,
    asked_seats,
    check_players,
    compiled,
    echo_problems,
    print_json,
    progress,
    with_decks,
)

if TYPE_CHECKING:
    from interpreter.compare import Balance, SceneReport, Side
    from interpreter.compare.meanings import Meanings
    from interpreter.match import Game

SAME, DIFFERENT, TROUBLE = 0, 1, 2


@click.command(
    short_help="Say what a change of wording changes: meaning, scenes, balance.",
    epilog="Examples: detto diff HEAD:mygame mygame; detto diff HEAD~3:mygame/a.mazzo mygame/a.mazzo --no-scenes",
)
@click.argument("old")
@click.argument("new")
@click.option("--scenes/--no-scenes", default=True, help="Play the scenes in both texts.")
@click.option(
    "--scene",
    "given",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    metavar="PATH",
    help="These scenes (a file or a folder) instead of those of the game. May be repeated.",
)
@click.option(
    "--matches",
    default=100,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Seeds to play in both texts, once for each seat that begins; 0 for none.",
)
@SEED
@click.option("--seats", default=None, help="A bot a seat: random or greedy.  [default: random in each]")
@DECKS
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; by default one a core.")
@AS_JSON
def command(
    old: str,
    new: str,
    scenes: bool,
    given: tuple[Path, ...],
    matches: int,
    seed: int,
    seats: str | None,
    decks: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Say what changes from OLD to NEW: what is meant, how scenes go, how matches between bots go.

    OLD and NEW are a game's folder, a deck, words or rules; or those of a git revision, written REVISION:PATH as for
    git (HEAD:mygame/a.mazzo), or REVISION alone for the other's path. What means the same in other words is told as
    such, and changes nothing else.

    Exit status: 0 both mean the same, 1 they differ, 2 trouble.
    """
    from interpreter.cli.differences import as_data, print_balance, print_meanings, print_scenes
    from interpreter.compare import compare_meanings
    from interpreter.scenes.workers import cores

    for path in given:
        if path.is_file() and path.suffix != ".scena":
            trouble(f"{path}: non è un .scena")
    with _both(old, new) as (first, second):
        if matches:
            _check_asked(second, seats, decks)
        told: SceneReport | None = None
        played: Balance | None = None
        meanings = compare_meanings(first.loaded, second.loaded)
        if not as_json:  # each part as soon as it is known
            print_meanings(first, second, meanings)
        if scenes and not meanings.equal:
            told = _scenes(first, second, given, jobs or cores())
            if not as_json:
                print_scenes(told)
        if matches and not meanings.equal:
            played = _matches(first, second, meanings, matches, seed, seats, decks, jobs or cores())
            if not as_json:
                print_balance(played, first, second)
        if as_json:
            print_json(as_data(first, second, meanings, told, played))
    raise SystemExit(SAME if meanings.equal else DIFFERENT)


def trouble(message: str) -> NoReturn:
    """Say why nothing can be compared, and leave with the exit status of ``diff`` for that."""
    click.echo(f"errore: {message}", err=True)
    raise SystemExit(TROUBLE)


@contextmanager
def _both(old: str, new: str) -> Iterator[tuple[Side, Side]]:
    """Both texts, read without errors; the revisions that were written out are gone afterwards."""
    from interpreter.compare import RevisionError, SideError, sides

    with tempfile.TemporaryDirectory(prefix="detto-diff-") as folder:
        try:
            pair = sides(old, new, Path(folder), Path.cwd())
        except (SideError, RevisionError) as error:
            trouble(str(error))
        unreadable = [side for side in pair if not side.loaded.ok]
        for side in unreadable:
            echo_problems(*side.problems())
        if unreadable:
            trouble(f"non si legge: {', '.join(side.name for side in unreadable)}")
        yield pair


# -- scenes and matches


def _scenes(old: Side, new: Side, given: Sequence[Path], jobs: int) -> SceneReport:
    from interpreter.compare import compare_scenes
    from interpreter.compare.scenes import scene_files

    files, owner = scene_files(new, old, given)
    for side in (old, new):
        _playable(side, whole=True)
    with progress(0, "scene") as advance:
        return compare_scenes(old, new, files, owner, jobs=jobs, advance=advance)


def _check_asked(side: Side, seats: str | None, decks: str | None) -> None:
    """Refuse seats and decks that the game does not have before anything is told, not after it."""
    from interpreter.agents import AGENTS

    meaning = side.playable.meaning
    if meaning is not None:
        with_decks(meaning, decks)
        asked = asked_seats(seats, None, tuple(AGENTS))
        check_players(meaning, len(asked) if asked else None)


def _matches(
    old: Side, new: Side, meanings: Meanings, number: int, seed: int, seats: str | None, decks: str | None, jobs: int
) -> Balance | None:
    """The matches of both; None when there are none to play in common."""
    from interpreter.agents import AGENTS
    from interpreter.compare import balance

    changed = next((change.deck for change in meanings.changes if change.deck and not change.same_meaning), None)
    asked = asked_seats(seats, None, tuple(AGENTS))
    games = [_playable(side, decks, changed, len(asked) if asked else None) for side in (old, new)]
    if games[0].players != games[1].players or not all(game.cards for game in games):
        return None
    names = asked or ("random",) * games[0].players
    with progress(0, "partite") as advance:
        return balance(*games, seeds=range(seed, seed + number), seats=names, jobs=jobs, advance=advance)


def _playable(
    side: Side, decks: str | None = None, changed: str | None = None, players: int | None = None, *, whole: bool = False
) -> Game:
    """The game of a side with the decks that are asked for, else the one that changes, else the first; or the whole
    with all its decks."""
    loaded = side.playable
    meaning = loaded.meaning
    if not loaded.ok or meaning is None:
        echo_problems(*side.problems())
        trouble(f"non si legge: {side.name}")
    names: tuple[str, ...] = ()
    if not whole:
        meaning, names = with_decks(meaning, decks or (changed if changed in meaning.decks else None))
    game, problems = compiled(meaning, loaded, players, names)
    if game is None:
        echo_problems(side.named(problems), side.problems()[1])
        trouble(f"non si gioca: {side.name}")
    return game


__all__ = ["command"]
