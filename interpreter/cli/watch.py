"""``detto watch``: at every save, what is wrong, what means something else, which scenes come out otherwise."""

from __future__ import annotations

import gc
from pathlib import Path
from time import localtime, perf_counter, strftime
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import PATH, echo_problems, fail, game_folder_of

if TYPE_CHECKING:
    from interpreter.compare import Change
    from interpreter.watching import Bench, Changes, Event, Played, Problems

#: A change of the rules may change every scene: no more of them are shown after one save.
MOST_TOLD = 10


@click.command(
    short_help="Show what changes at every save.",
    epilog="Example: detto watch mygame      (Ctrl-C ends it)",
)
@PATH
@click.option("--no-scenes", is_flag=True, help="Only problems and meanings.")
def command(path: Path, no_scenes: bool) -> None:
    """Watch a game's folder while its texts are written.

    At every save of a .gioco, .parole, .mazzo or .scena: the problems, the changed meanings old and new with the
    words that differ marked, and the scenes that come out otherwise: first those that speak of the changed cards, then
    all the others, until the next save.
    """
    from interpreter.watching import Bench, Changes, NoWatcher

    folder = _folder(path)
    bench = Bench(folder)
    try:
        changes = Changes(folder)
    except NoWatcher as error:
        fail(str(error))
    try:
        with changes:
            _watch(bench, changes, scenes=not no_scenes)
    except KeyboardInterrupt:
        click.echo("\nfine")


def _folder(path: Path) -> Path:
    """The folder of the game that a path is of."""
    folder = path if path.is_dir() else game_folder_of(path.with_suffix(".scena"))
    if not any(folder.glob("*.gioco")):
        fail(f"{folder}: qui non c'è un gioco (un .gioco)")
    return folder


def _watch(bench: Bench, changes: Changes, *, scenes: bool) -> None:
    """Look, then wait for a save, for ever; between two saves the scenes are played."""
    click.echo(f"guardo {bench.folder} (Ctrl-C per finire)")
    _look(bench, frozenset())
    gc.collect()
    gc.freeze()  # the game that was read stays: looking through it for garbage would cost 50 ms of an answer now and then
    while True:
        if scenes and bench.pending and not changes.waiting():
            _play_on(bench, changes)
        else:
            changed = changes.take(timeout=1.0)  # a wait without end could not be interrupted everywhere
            if changed:
                _look(bench, changed)


def _look(bench: Bench, changed: frozenset[str]) -> None:
    """Read again, and show it."""
    begun = perf_counter()
    if changed:
        click.secho(f"\n{strftime('%H:%M:%S', localtime())} {', '.join(sorted(changed))}", bold=True)
    told = 0
    for event in bench.refresh():
        told += _show(event)
    if changed and not told:
        click.echo("nulla di diverso")
    if changed:
        click.secho(f"({(perf_counter() - begun) * 1000:.0f} ms)", dim=True)


def _play_on(bench: Bench, changes: Changes) -> None:
    """Play what is pending until something is saved; then the count."""
    begun, played, differ = perf_counter(), 0, 0
    while bench.pending and not changes.waiting():
        event = bench.play_next()
        played += 1
        differ += event.changed
        if differ <= MOST_TOLD:
            _show(event)
    if differ > MOST_TOLD:
        click.secho(f"… e {_many(differ - MOST_TOLD, 'altra scena diversa', 'altre scene diverse')}", bold=True)
    if not bench.pending:
        failing = bench.scenes.failing()
        seconds = f"{perf_counter() - begun:.1f}".replace(".", ",")
        state = "passano tutte" if not failing else f"ne {'fallisce' if failing == 1 else 'falliscono'} {failing}"
        click.secho(f"{_many(played, 'scena', 'scene')} in {seconds} s: {state}", fg="red" if failing else "green")


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


# -- showing


def _show(event: Event) -> int:
    """Print what is worth a person's look; how many things that were."""
    from interpreter.watching import Meanings, Problems

    if isinstance(event, Problems):
        return _show_problems(event)
    if isinstance(event, Meanings):
        for change in event.changes:
            _show_change(change)
        return len(event.changes)
    return _show_scene(event) if event.changed else 0


def _show_problems(event: Problems) -> int:
    """The new problems whole, those of before only counted."""
    echo_problems(event.new, event.sources)
    left = len(event.all) - len(event.new)
    kind = ("avviso", "avvisi") if event.advice else ("problema", "problemi")
    if left and not event.advice:
        click.secho(f"{'e ' if event.new else ''}{_many(left, *kind)} di prima", fg="yellow")
    elif event.gone and not event.all:
        click.secho(f"più {'nessun avviso' if event.advice else 'nessun problema'}", fg="green")
    return len(event.new) + event.gone + (0 if event.advice else left)


def _show_change(change: Change) -> None:
    from interpreter.cli.differences import WHAT, print_difference

    was = f", prima {change.was}" if change.was else ""
    click.secho(f"{change.kind} {change.name}{was}: {WHAT[change.what]}", bold=True)
    for difference in change.differences:
        print_difference(difference)


def _show_scene(event: Played) -> int:
    """A scene that comes out otherwise: why it fails, or the first step that is told another way."""
    place = f"{event.path}:{event.line}"
    if not event.now.passed:
        click.secho(f"✗ {event.title} ({place})", fg="red", bold=True)
        click.echo("  " + event.now.report.replace("\n", "\n  "))
        return 1
    if event.before is not None and not event.before.passed:
        click.secho(f"✓ {event.title} ({place}): ora passa", fg="green", bold=True)
        return 1
    click.secho(f"~ {event.title} ({place}): passa, ma va in un altro modo", fg="yellow", bold=True)
    for sign, colour, line in zip("-+", ("red", "green"), event.told or ("", ""), strict=True):
        click.echo(f"  {click.style(sign, fg=colour)} {line or '(nulla: finisce prima)'}")
    return 1
