"""``detto report``: what the tables of simulations say, on the terminal and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common import AS_JSON, fail, print_json, write_text

if TYPE_CHECKING:
    from interpreter.report import Findings
    from interpreter.report.findings import CardFinding
    from interpreter.report.shares import Share

OUTSTANDING = 8


@click.command(
    short_help="Figures and plots of many matches.",
    epilog="Example: detto report tables --html report.html",
)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--html", "page_at", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the page."
)
@click.option(
    "--game", "game_at", type=click.Path(path_type=Path, exists=True), help="Its text: to tell cards never seen."
)
@AS_JSON
def command(folders: tuple[Path, ...], page_at: Path | None, game_at: Path | None, as_json: bool) -> None:
    """What the tables in FOLDERS say (`detto simulate --out`): several of one game are taken together."""
    from interpreter.report import findings
    from interpreter.simulation import StoreError

    try:
        name, cards = _cards(game_at) if game_at is not None else ("", ())
        found = findings(folders, cards)
        if game_at is not None and name != found.game:
            fail(f"{game_at} è il gioco «{name}», e le tabelle sono di «{found.game}»")
        if page_at is not None:
            from interpreter.report.page import page

            write_text(page_at, page(found))
    except StoreError as error:
        fail(str(error))
    if as_json:
        print_json(found.as_data())
    else:
        _print(found)
        if page_at is not None:
            click.echo(f"pagina: {page_at}")


def _cards(path: Path) -> tuple[str, tuple[str, ...]]:
    """The name of a game and its cards."""
    from interpreter.cli.common import load_game

    game = load_game(path, None)
    return game.meaning.name, tuple(card.name for card in game.cards if card.token is None)


def _print(found: Findings) -> None:
    from interpreter.tell import SEATS

    click.echo(f"{found.game}: {found.matches} partite")
    for name, share in found.seats:
        click.echo(f"  {SEATS[int(name)]} vince {_words(share)}")
    for name, share in found.bots if len(found.bots) > 1 else ():
        click.echo(f"  bot {name} vince {_words(share)}")
    for name, share in found.decks if len(found.decks) > 1 else ():
        click.echo(f"  mazzo {name} vince {_words(share)}")
    click.echo(f"  chi comincia vince {_words(found.first)}")
    click.echo(f"  pari {found.draws.value:.1%}, fermate {found.stopped}")
    turns = sorted(found.turns)
    click.echo(
        f"  turni {sum(turns) / len(turns):.1f} in media, metà tra {turns[len(turns) // 4]} e {turns[3 * len(turns) // 4]}"
    )
    click.echo(f"  cambi di testa {sum(found.lead_changes) / len(found.lead_changes):.2f} a partita")
    for name, value in sorted(found.strengths.items(), key=lambda one: -one[1]):
        click.echo(f"  livello di {name} {value:+.0f} (Bradley–Terry, scala Elo)")
    _print_cards(found)
    for name, times in found.texts[:OUTSTANDING]:
        click.echo(f"  si sveglia «{name}» {times / found.matches:.2f} volte a partita")


def _print_cards(found: Findings) -> None:
    out = sorted(
        (card for card in found.cards if card.stands_out), key=lambda card: min(card.chance_drawn, card.chance_played)
    )
    for card in out[:OUTSTANDING]:
        click.echo(f"  spicca {_card(card)}")
    if len(out) > OUTSTANDING:
        click.echo(f"  e altre {len(out) - OUTSTANDING}")
    if not out:
        click.echo("  nessuna carta spicca oltre ciò che farebbe il caso")
    if found.never_drawn:
        click.echo(f"  mai pescate: {', '.join(found.never_drawn)}")
    if found.never_played:
        click.echo(f"  mai giocate dalla mano: {', '.join(found.never_played)}")


def _card(card: CardFinding) -> str:
    return f"{card.name}: pescata {_words(card.drawn)}, giocata {_words(card.played)}"


def _words(share: Share) -> str:
    low, high = share.bounds
    return f"{share.value:.1%} (tra {low:.1%} e {high:.1%}, su {share.of})"
