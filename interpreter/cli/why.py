"""``detto why``: the layers of a value, the reason of a permission, at a step of a scene or in a saved match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.common import AS_JSON, PROBLEMS, fail, load_game, print_json, read_text

if TYPE_CHECKING:
    from interpreter.match import Match
    from interpreter.why import Reason, Why

EXAMPLES = (
    "Examples: detto why mygame/scene/some.scena --scene 'some words of its title' --line 14 --card 'Some Card'; "
    "detto why mygame --saved match.json --not"
)


@click.command(short_help="Say why a value is what it is, why an action is missing.", epilog=EXAMPLES)
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--scene", "title", default="", metavar="WORDS", help="A scene by its title.")
@click.option("--line", type=click.IntRange(1), default=None, metavar="N", help="Stop after this line of the file.")
@click.option("--saved", type=click.Path(path_type=Path, exists=True), metavar="FILE", help="A match of the game.")
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Only this card.  [default: all in sight]")
@click.option("--value", "values", multiple=True, metavar="NAME", help="Only this value.  [default: every value]")
@click.option("--not", "missing", is_flag=True, help="The actions that are not offered, and what forbids each.")
@AS_JSON
def command(
    path: Path,
    title: str,
    line: int | None,
    saved: Path | None,
    cards: tuple[str, ...],
    values: tuple[str, ...],
    missing: bool,
    as_json: bool,
) -> None:
    """Say why a value is what it is: every layer, with the words of the card or the rule and their place.

    PATH is a .scena (at the end of a scene, or after --line), or a game with --saved.
    """
    if (path.suffix == ".scena") == (saved is not None):
        raise click.UsageError("PATH is a .scena, or a game with --saved FILE.")
    match = _saved(path, saved) if saved is not None else _of_scene(path, title, line)
    numbers = _numbers(match, cards)
    told = _missing(match, numbers if cards else None) if missing else _values(match, numbers, values)
    if as_json:
        print_json([_plain(why) for why in told])
        return
    for why in told:
        echo_why(why)
    if not told:
        click.echo("nulla da dire")


def echo_why(why: Why) -> None:
    """A question, its answer, and the reasons with the words and their places."""
    click.secho(f"{why.subject}: {why.answer}", bold=True)
    for reason in why.reasons:
        over = " (superato)" if reason.overridden else ""
        click.echo(f"  {reason.text}{over}" + (f"  — {reason.owner}" if reason.owner else ""))
        if reason.span is not None:
            words = f" «{reason.words}»" if reason.words else ""
            click.echo(f"      {reason.span.file}:{reason.span.line}:{reason.span.column}{words}")


def _plain(why: Why) -> dict[str, Any]:
    return {"subject": why.subject, "answer": why.answer, "reasons": [_reason(reason) for reason in why.reasons]}


def _reason(reason: Reason) -> dict[str, Any]:
    span = reason.span
    return {
        "text": reason.text,
        "owner": reason.owner,
        "overridden": reason.overridden,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "words": reason.words,
    }


def _saved(path: Path, saved: Path) -> Match:
    from interpreter.match import Match, SaveError

    try:
        return Match.load(load_game(path), read_text(saved))
    except SaveError as error:
        fail(f"{saved}: {error}")


def _of_scene(path: Path, title: str, line: int | None) -> Match:
    """The match of a scene, played to its end or to a line of the file."""
    from interpreter.cli.common import game_folder_of
    from interpreter.scenes import SceneBook, World

    folder = game_folder_of(path)
    load_game(folder)  # tells its problems and leaves, if it has any
    book = SceneBook(path, World(folder), str(path))
    if book.problems:
        click.echo(book.told_problems())
        raise SystemExit(PROBLEMS)
    wanted = _wanted(book.scenes, title, line)
    if len(wanted) != 1:
        titles = "\n".join(f"  {book.scenes[number].title}" for number in wanted or range(len(book.scenes)))
        fail(f"{'più scene' if wanted else 'nessuna scena'} con «{title}»: --scene ne sceglie una\n{titles}")
    outcome = book.play(wanted[0], until=line)
    if outcome.failure is not None and line is None:
        click.echo(book.report(outcome))
    if outcome.match is None:
        raise SystemExit(PROBLEMS)
    return outcome.match


def _wanted(scenes: Sequence[Any], title: str, line: int | None) -> list[int]:
    """The scenes that have the words in their title; without words the one that has the line, or all."""
    if title:
        return [number for number, scene in enumerate(scenes) if title.casefold() in scene.title.casefold()]
    if line is None:
        return list(range(len(scenes)))
    return [number for number, scene in enumerate(scenes) if scene.span.line <= line][-1:]


def _numbers(match: Match, names: tuple[str, ...]) -> list[int]:
    """The cards that are meant, by number: the named ones, else all that lie where everybody sees them."""
    cards = match.game.cards
    if not names:
        zones = match.game.meaning.zones
        return [c for c in range(len(cards)) if (zone := match.place_of(c)[0]) and zones[zone].seen_by == "all"]
    from dsl.suggest import nearest

    found = []
    for name in names:
        numbers = [c for c, card in enumerate(cards) if card.name.casefold() == name.casefold()]
        if not numbers:
            near = nearest(name, [card.name for card in cards])
            fail(f"nessuna carta si chiama «{name}»" + (f": forse intendevi «{'», «'.join(near)}»" if near else ""))
        found += numbers
    return found


def _values(match: Match, cards: list[int], values: tuple[str, ...]) -> list[Why]:
    """The layers of values; without names, of every value that something touches, or of every one of a single card."""
    from interpreter.why import why_keyword, why_value

    game = match.game
    slots = game.compiled.layout.slots
    known = {name.casefold(): name for name in game.meaning.values if f"mod {name}" in slots}
    keywords = {name.casefold(): name for name in game.meaning.keywords}
    for value in values:
        if value.casefold() not in known and value.casefold() not in keywords:
            fail(f"le carte non hanno un valore «{value}»: hanno {', '.join([*known.values(), *keywords.values()])}")
    asked = [value.casefold() for value in values] or list(known)
    told = [why_value(match, c, known[v]) for c in cards for v in asked if v in known]
    told += [why_keyword(match, c, keywords[v]) for c in cards for v in asked if v not in known]
    return told if values or len(cards) == 1 else [why for why in told if len(why.reasons) > 1]


def _missing(match: Match, cards: list[int] | None) -> list[Why]:
    from interpreter.why import why_not

    if cards is None:
        return why_not(match)
    return [why for card in cards for why in why_not(match, card)]
