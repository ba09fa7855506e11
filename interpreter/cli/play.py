"""``detto play``: a match in the terminal, a person or a bot in each seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import (
    DECKS,
    PATH,
    PLAYERS,
    SEED,
    asked_seats,
    check_decks,
    fail,
    load_game,
    read_text,
    seats_of,
)

if TYPE_CHECKING:
    from interpreter.match import Game, Match
    from interpreter.why.trace import Origin

PERSON = "person"


@click.command(
    short_help="Play a match in the terminal.", epilog="Example: detto play mygame --seats person,greedy --seed 7"
)
@PATH
@click.option("--seats", default=None, help="Who sits: person, random or greedy, one a seat.  [default: person,greedy]")
@SEED
@click.option("--first", type=click.IntRange(0), default=None, metavar="SEAT", help="Who begins (0, 1 …).  [by lot]")
@PLAYERS
@DECKS
@click.option(
    "--resume", type=click.Path(path_type=Path, exists=True), metavar="FILE", help="Go on with a saved match."
)
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the match when leaving it.")
@click.option("--brief", is_flag=True, help="Tell the choices and what they change, without the words that caused it.")
def command(
    path: Path,
    seats: str | None,
    seed: int,
    first: int | None,
    players: int | None,
    decks: str | None,
    resume: Path | None,
    save: Path | None,
    brief: bool,
) -> None:
    """Play a match, every step told with the words of the card or the rule that caused it.

    A person answers with the number of an option, or:
    a (undo), c (hint), p (why not), perché … (a question), t (the table), s FILE (save), e (leave), ? (help).
    """
    from interpreter.agents import AGENTS
    from interpreter.cli.session import Session
    from interpreter.why.trace import Origin

    asked = asked_seats(seats, players, (PERSON, *AGENTS))
    game = load_game(path, decks, len(asked) if asked else players)
    check_decks(game, path)
    if first is not None and first >= game.players:
        raise click.UsageError(f"This game has {game.players} seats: --first takes 0 to {game.players - 1}.")
    if resume is not None:
        match, start, origin = _resumed(game, resume)
    else:
        match, start, origin = game.match(seed=seed, first=first), None, Origin(seed, first)
    many = match.game.players
    names = seats_of(seats, many, (PERSON, *AGENTS), [PERSON, *["greedy"] * (many - 1)])
    Session(match, names, seed, save, brief, origin, start).run()


def _resumed(game: Game, path: Path) -> tuple[Match, Match | None, Origin | None]:
    """The saved match of a file, checked before it is trusted; where it began, when it says so."""
    from interpreter.match import Match, SaveError
    from interpreter.why.trace import origin_of, start_of

    text = read_text(path)
    try:
        match = Match.load(game, text)
    except SaveError as error:
        fail(f"{path}: {error}")
    return match, start_of(text, match), origin_of(text)
