"""What the verbs share: reading PATH, printing problems, colours only on a terminal, the exit codes."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import click

if TYPE_CHECKING:
    from rich.console import Console

    from dsl.diagnostics import Diagnostic
    from dsl.load import Loaded
    from dsl.meaning.game import GameMeaning
    from dsl.source import Source
    from interpreter.match import Game

Found: TypeAlias = "tuple[Game | None, Sequence[Diagnostic], Mapping[str, Source]]"
WELL, PROBLEMS, WRONG_USAGE = 0, 1, 2
INTERRUPTED = 130  # what a shell says of a command that was stopped with Ctrl-C

PATH = click.argument("path", type=click.Path(path_type=Path, exists=True))
DECKS = click.option(
    "--decks",
    "--deck",
    "decks",
    default=None,
    metavar="NAME,NAME",
    help="The deck of each seat, or the one of all.  [default: the first of the game's]",
)
PLAYERS = click.option(
    "--players", type=click.IntRange(1), default=None, metavar="N", help="How many play, when --seats does not say it."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="For another program.")
SEED = click.option("--seed", default=0, show_default=True, metavar="S", help="Of chance: same seed, same match.")


def console(*, err: bool = False) -> Console:
    """A rich console that colours only a terminal and never breaks the lines of a pipe."""
    from rich.console import Console

    stream = sys.stderr if err else sys.stdout
    width = None if stream.isatty() else 10_000
    return Console(stderr=err, highlight=False, soft_wrap=True, width=width)


def print_json(value: Any) -> None:
    """One object, one line, as other programs read it."""
    click.echo(json.dumps(value, ensure_ascii=False))


def fail(message: str) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 1."""
    click.echo(f"errore: {message}", err=True)
    raise SystemExit(PROBLEMS)


def read_text(path: Path) -> str:
    """The text of a small file of the user's (a saved match); a file that cannot be read is told, never raised."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        fail(f"{path}: non è UTF-8 (byte {error.start})")
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, or leave with what the system says."""
    try:
        write_whole(path, text)
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; one that is there keeps its rights, and a link stays a link."""
    whole = path.resolve()
    part = whole.with_name(whole.name + ".part")
    try:
        part.write_text(text, "utf-8")
        if whole.exists():
            shutil.copymode(whole, part)
        part.replace(whole)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


@contextmanager
def progress(total: int, what: str) -> Iterator[Any]:
    """A bar on the terminal's error stream; nothing at all when that is no terminal. Yields ``advance(done)``,
    which may be told another total."""
    if not sys.stderr.isatty():
        yield lambda done, total=None: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.0f}/s" if task.speed else "")

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, total=None: bar.update(task, completed=done, total=total)


_COLOURS = {"errore": "red", "avviso": "yellow", "nota": "cyan"}


#: So many problems that say the same are told in full, where more than one stands beyond them.
_IN_FULL = 2
_LINES = 12


def echo_problems(problems: Iterable[Diagnostic], sources: Mapping[str, Source]) -> None:
    """Problems as a person reads them, an empty line between them; the heading in colour on a terminal.

    What is wrong in the same way on many lines is told twice, and then only where else."""
    from dsl.diagnostics import render

    alike: dict[tuple[str, ...], list[Diagnostic]] = {}
    known = list(problems)
    for problem in known:
        alike.setdefault(_says(problem), []).append(problem)
    for problem in known:
        same = alike[_says(problem)]
        rest = same[_IN_FULL:] if len(same) > _IN_FULL + 1 else []
        if any(problem is each for each in rest):
            continue
        heading, _, more = render(problem, sources).partition("\n")
        click.secho(heading, fg=_COLOURS.get(heading.partition("[")[0]), bold=True)
        click.echo(f"{more}\n" if more else "")
        if rest and problem is same[_IN_FULL - 1]:
            click.echo(f"{heading.partition(':')[0]}: lo stesso {_places(rest)}\n")


def _says(problem: Diagnostic) -> tuple[str, ...]:
    """What a problem says; whatever the word that it quotes, where what helps is the same for all of them."""
    quoted = re.search("«([^»]*)»", problem.message)
    word = quoted[1] if quoted is not None and problem.hint and not problem.wordings else ""
    advice = (problem.message, *problem.suggestions)
    return problem.code, problem.hint, *(said.replace(word, "«»") if word else said for said in advice)


def _places(problems: list[Diagnostic]) -> str:
    """«altre 38 volte, alle righe 12, 19 … di deck.mazzo»."""
    lines: dict[str, list[int]] = {}
    for problem in problems:
        if problem.span is not None:
            lines.setdefault(problem.span.file, []).append(problem.span.line)
    said = [
        f"{', '.join(map(str, found[:_LINES]))}{' …' if len(found) > _LINES else ''} di {file}"
        for file, found in lines.items()
    ]
    return f"altre {len(problems)} volte" + (f", alle righe {'; '.join(said)}" if said else "")


def game_folder_of(path: Path) -> Path:
    """What to load for PATH: itself, or for a scene the folder of its game."""
    if path.suffix != ".scena":
        return path
    folders = (*path.parents, *path.resolve().parents)  # as it was given, so that messages say it the same way
    return next((folder for folder in folders if any(folder.glob("*.gioco"))), path.parent)


def loaded_of(path: Path) -> Loaded:
    """The text of PATH, to be read as far as the verb needs."""
    from dsl.load import load

    return load(game_folder_of(path))


def game_or_problems(path: Path, decks: str | None = None, players: int | None = None) -> Found:
    """The game of PATH ready to play, or None; everything found on the way, and the texts that it speaks of.

    ``decks`` names the deck of each seat or the one of all, else the first are taken; ``players``: how many sit.
    """
    loaded = loaded_of(path)
    meaning = loaded.meaning
    if not loaded.ok or meaning is None:
        return None, loaded.problems, loaded.sources
    table = with_decks(meaning, decks)
    game, problems = compiled(table[0], loaded, players, table[1])
    return game, (*loaded.problems, *problems), loaded.sources


def check_players(meaning: GameMeaning, players: int | None) -> None:
    """Refuse a number of players that the game does not take."""
    low, high = meaning.players
    if players is not None and not low <= players <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise click.UsageError(f"This game has {wanted} seats, not {players}.")


def with_decks(meaning: GameMeaning, decks: str | None) -> tuple[GameMeaning, tuple[str, ...]]:
    """A game with the decks that are asked for: of shared ones it keeps the one that is played."""
    from attrs import evolve

    known = list(meaning.decks)
    if meaning.shared_deck:
        name = deck_named(decks, known)
        return evolve(meaning, decks={name: meaning.decks[name]} if name is not None else {}), ()
    names = [deck_named(each.strip(), known) for each in decks.split(",")] if decks is not None else []
    return meaning, tuple(name for name in names if name is not None)


def compiled(
    meaning: GameMeaning, loaded: Loaded, players: int | None = None, decks: Sequence[str] = ()
) -> tuple[Game | None, Sequence[Diagnostic]]:
    """A meaning made ready to play, or None and what of it has no program."""
    from interpreter.match import Game, GameError
    from interpreter.objects import objects_of
    from interpreter.program.env import CannotCompile
    from interpreter.programless import no_program

    check_players(meaning, players)
    try:
        return Game(meaning, loaded=loaded, objects=objects_of(meaning, players, decks)), ()
    except GameError as error:
        return None, [no_program(each) for each in error.problems]
    except CannotCompile as error:
        return None, [no_program(error)]


def deck_named(deck: str | None, names: Sequence[str]) -> str | None:
    """The deck that is meant: the named one, the only or first one, or None when the game has none."""
    if deck is None:
        return names[0] if names else None
    found = [name for name in names if name.casefold() == deck.casefold()]
    if not found:
        raise click.UsageError(f"No deck «{deck}» here. Known: {', '.join(names) or 'none'}.")
    return found[0]


def load_game(path: Path, decks: str | None = None, players: int | None = None) -> Game:
    """The game of PATH, or its problems told and exit code 1."""
    game, problems, sources = game_or_problems(path, decks, players)
    if game is None:
        echo_problems(problems, sources)
        raise SystemExit(PROBLEMS)
    return game


def check_decks(game: Game, path: Path) -> None:
    """Refuse to play a game that has no cards: its match would be over before it began."""
    if not game.meaning.decks:
        fail(f"{path}: non c'è alcun mazzo con cui giocare: sta in un .mazzo, accanto al .gioco")


def asked_seats(seats: str | None, players: int | None, known: Sequence[str]) -> tuple[str, ...] | None:
    """Who sits, as asked for; wrong usage when nobody is called so, or --players says another number."""
    if seats is None:
        return None
    names = tuple(name.strip() for name in seats.split(","))
    for name in names:
        if name not in known:
            raise click.UsageError(f"Nobody is called '{name}': a seat takes {', '.join(known)}.")
    if players is not None and players != len(names):
        raise click.UsageError(f"--seats says {len(names)} seats, --players {players}.")
    return names


def seats_of(seats: str | None, players: int, known: Sequence[str], default: Sequence[str]) -> tuple[str, ...]:
    """The names of those who sit, one a seat; wrong usage when one is not known or the number is not the game's."""
    names = asked_seats(seats, None, known) or tuple(default)
    if len(names) != players:
        raise click.UsageError(f"This game has {players} seats: --seats {','.join([known[0]] * players)}")
    return names
