"""``detto simulate``: many matches between bots, summed up."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import (
    AS_JSON,
    DECKS,
    INTERRUPTED,
    PATH,
    PLAYERS,
    SEED,
    asked_seats,
    check_decks,
    fail,
    load_game,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from interpreter.simulation import Summary

AGENT_NAMES = ("random", "greedy", "search")


@click.command(
    short_help="Play many matches between bots.",
    epilog="Example: detto simulate mygame --matches 1000 --seed 1 --seats greedy,random --out tables",
)
@PATH
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1), metavar="N", help="How many.")
@SEED
@click.option("--seats", default=None, help=f"An agent a seat: {', '.join(AGENT_NAMES)}.  [default: random in each]")
@PLAYERS
@DECKS
@click.option("--jobs", default=None, type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]")
@click.option("--cluster", default=None, metavar="ADDRESS", help="Play on the workers of a dask scheduler instead.")
@click.option(
    "--out",
    default=None,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep tables of all matches as Parquet; what was interrupted goes on from there.",
)
@AS_JSON
def command(
    path: Path,
    matches: int,
    seed: int,
    seats: str | None,
    players: int | None,
    decks: str | None,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play many matches between bots; match N has the seed S+N: watch any of them with `detto play`.

    The same seeds give the same tables on one core, on many and on a cluster. `detto report FOLDER` draws them."""
    from interpreter.simulation import NoCluster, StoreError, simulate

    asked = asked_seats(seats, players, AGENT_NAMES)
    game = load_game(path, decks, len(asked) if asked else players)
    check_decks(game, path)
    names = asked or ("random",) * game.players
    try:
        with progress(matches, "partite") as advance:
            summary = simulate(
                game,
                matches=matches,
                seed=seed,
                seats=names,
                jobs=jobs or os.cpu_count() or 1,
                out=out,
                cluster=cluster,
                advance=advance,
            )
    except (StoreError, NoCluster) as error:
        fail(str(error))
    except KeyboardInterrupt:
        kept = f"; ciò che è finito è in {out}: lo stesso comando va avanti da lì" if out is not None else ""
        click.echo(f"interrotta{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None
    if as_json:
        print_json(summary.as_data())
    else:
        _print(summary)


def _print(summary: Summary) -> None:
    from interpreter.report.shares import Share
    from interpreter.tell import SEATS

    click.echo(
        f"{summary.matches} partite, {summary.decisions} decisioni, {summary.seconds:.2f} s"
        f" ({summary.decisions / max(summary.seconds, 1e-9):.0f} decisioni al secondo)"
    )
    if summary.resumed:
        click.echo(f"di queste, {summary.resumed} erano già nella cartella")
    for place, (name, wins) in enumerate(zip(summary.seats, summary.wins_by_seat, strict=True)):
        low, high = Share(wins, summary.matches).bounds
        click.echo(
            f"{SEATS[place]} ({name}): {wins} {'vittoria' if wins == 1 else 'vittorie'}, tra {low:.1%} e {high:.1%} al 95 %"
        )
    if summary.draws:
        click.echo(f"pari: {summary.draws}")
    turns = summary.turns
    click.echo(f"turni: {turns['mean']:.1f} in media, da {turns['least']} a {turns['most']}")
    for seed, reason in summary.stopped[:5]:
        click.echo(f"seme {seed}: {reason}")
