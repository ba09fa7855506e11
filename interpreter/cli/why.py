"""``detto why``: questions in words about a scene or a saved match, and their answers with the words that made them so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.common import AS_JSON, PROBLEMS, console, fail, game_folder_of, load_game, print_json, read_text

if TYPE_CHECKING:
    from interpreter.match import Match
    from interpreter.scenes import SceneBook
    from interpreter.why import Why
    from interpreter.why.questions import Questions

EXAMPLES = (
    'Examples: detto why mygame/scene/some.scena:14 "perché l\'Ardore di X è 4" '
    '"perché A non può attaccare Y con X"; '
    'detto why mygame --match match.json "perché no"'
)


class _Where(click.ParamType["tuple[Path, int | None]"]):
    """PATH, with or without the line of a scene after a colon."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, int | None]:
        if isinstance(value, tuple):
            return value
        path, _, line = str(value).rpartition(":")
        if path and line.isdecimal() and not Path(value).exists():
            value, number = path, int(line)
        else:
            number = None
        if not Path(value).exists():
            self.fail(f"Path '{value}' does not exist.", param, ctx)
        return Path(value), number


@click.command(short_help="Say why anything is as it is, in a scene or a saved match.", epilog=EXAMPLES)
@click.argument("where", metavar="PATH", type=_Where())
@click.argument("questions", metavar="[QUESTION]…", nargs=-1)
@click.option("--scene", "title", default="", metavar="WORDS|FILE:LINE", help="A scene by its title or its place.")
@click.option("--line", type=click.IntRange(1), default=None, metavar="N", help="Stop after this line of the file.")
@click.option(
    "--match", "--saved", "saved", type=click.Path(path_type=Path, exists=True), metavar="FILE", help="A saved match."
)
@click.option(
    "--seat", type=click.IntRange(0), default=None, metavar="SEAT", help="Only what this seat may know (0, 1 …)."
)
@click.option("--card", "cards", multiple=True, metavar="NAME", help="As «perché NAME».")
@click.option("--value", "values", multiple=True, metavar="NAME", help="With --card: as «perché CARD NAME».")
@click.option("--not", "missing", is_flag=True, help="As «perché no»: what is not offered, and what refuses it.")
@AS_JSON
def command(
    where: tuple[Path, int | None],
    questions: tuple[str, ...],
    title: str,
    line: int | None,
    saved: Path | None,
    seat: int | None,
    cards: tuple[str, ...],
    values: tuple[str, ...],
    missing: bool,
    as_json: bool,
) -> None:
    """Say why anything is as it is: every reason with its words and their place.

    PATH is a .scena (FILE:LINE stops there), or a game with --match FILE. A QUESTION is «perché» and a line that a scene could
    do or expect, or one of: «perché CARD», «perché CARD VALUE», «perché no», «perché no VERB CARD», «perché CARD non si attiva»,
    «perché chi», «perché passi», «perché passo N». Without any the steps are listed by number.
    """
    path, at = where
    path, title, at = _scene_path(path, title, at)
    line = line if line is not None else at
    if path.suffix != ".scena" and title and saved is None:
        raise click.UsageError(
            f"--scene {title}: no such scene in {path}; with the words of a title PATH is its .scena."
        )
    if (path.suffix == ".scena") == (saved is not None):
        raise click.UsageError("PATH is a .scena, or a game with --match FILE.")
    asked = [*questions, *_short(cards, values, missing)]
    answers = _saved(path, saved, seat) if saved is not None else _of_scene(path, title, line, seat)
    if not asked:
        _list_steps(answers, as_json)
        return
    _answer(answers, asked, as_json)


def _scene_path(path: Path, title: str, at: int | None) -> tuple[Path, str, int | None]:
    """A scene named by its file and line with --scene, in the folder of the game or as a path of its own."""
    name, _, line = title.rpartition(":")
    if not line.isdecimal():
        name, line = title, ""
    for found in (Path(name), path / name, path / "scene" / name) if name.endswith(".scena") else ():
        if found.is_file():
            return found, "", int(line) if line else at
    return path, title, at


def _short(cards: Sequence[str], values: Sequence[str], missing: bool) -> list[str]:
    """The questions that the options stand for."""
    if missing:
        return [f"perché no {card}" for card in cards] or ["perché no"]
    if not cards and values:
        raise click.UsageError("--value wants --card.")
    return [f"perché {card} {value}".rstrip() for card in cards for value in values or ("",)]


def _answer(answers: Questions, asked: Sequence[str], as_json: bool) -> None:
    """Every question with its answers; one that cannot be asked is told with the nearest that can, and exit code 1."""
    from interpreter.cli.reasons import plain, told
    from interpreter.why.questions import QuestionError

    out = console()
    plainly: list[dict[str, Any]] = []
    wrong = False
    for question in asked:
        try:
            found: list[Why] = answers.ask(question)
        except QuestionError as error:
            wrong = True
            click.echo(told_error(error), err=True)
            continue
        if as_json:
            plainly += [plain(why) for why in found]
            continue
        for why in found:
            for text in told(why):
                out.print(text)
        if not found:
            click.echo("qui non manca nulla")
    if as_json:
        print_json(plainly)
    if wrong:
        raise SystemExit(PROBLEMS)


def told_error(error: Any) -> str:
    """What is wrong with a question, and what could be asked instead."""
    said = str(error) if str(error).startswith("errore") else f"errore: {error}"
    return "\n".join([said, *(f"  = prova: {question}" for question in error.suggestions)])


def _list_steps(answers: Questions, as_json: bool) -> None:
    """All that happened, by number."""
    if answers.past is None:
        fail("la partita salvata non dice come è cominciata: fai una domanda, «perché no» o «perché CARTA»")
    lines = list(answers.past.lines())
    if as_json:
        print_json([{"step": line.number, "said": line.said} for line in lines])
        return
    for line in lines:
        click.echo(f"{line.number or '':>5}  {line.said}")
    click.echo("di un passo: «perché passo N»")


# -- the match that is asked about -------------------------------------------------------------------------------


def _saved(path: Path, saved: Path, seat: int | None) -> Questions:
    """A saved match, played again from its beginning when it says how it began."""
    from interpreter.match import Match, SaveError
    from interpreter.why import Viewer
    from interpreter.why.questions import Questions
    from interpreter.why.trace import retrace, start_of

    text = read_text(saved)
    game = load_game(path)
    try:
        match = Match.load(game, text)
    except SaveError as error:
        fail(f"{saved}: {error}")
    start = start_of(text, match)
    return Questions(match, retrace(start, match) if start is not None else None, Viewer(_seat(match, seat)))


def _seat(match: Match, seat: int | None) -> int | None:
    if seat is not None and seat >= match.game.players:
        raise click.UsageError(f"This game has {match.game.players} seats: --seat takes 0 to {match.game.players - 1}.")
    return seat


def _of_scene(path: Path, title: str, line: int | None, seat: int | None) -> Questions:
    """The match of a scene, played to its end or to a line of the file."""
    from interpreter.scenes import SceneBook, World
    from interpreter.scenes.watched import play_watched
    from interpreter.why import Viewer
    from interpreter.why.questions import Questions

    folder = game_folder_of(path)
    load_game(folder)  # tells its problems and leaves, if it has any
    book = SceneBook(path, World(folder), str(path))
    if book.problems:
        click.echo(book.told_problems())
        raise SystemExit(PROBLEMS)
    if line is not None and line > len(book.source.lines):
        fail(f"{path}:{line}: il file finisce prima, alla riga {len(book.source.lines)}")
    watched = play_watched(book, _wanted(book, title, line), until=line)
    if watched.outcome.failure is not None and (line is None or watched.match is None):
        click.echo(book.report(watched.outcome))
    if watched.match is None:
        raise SystemExit(PROBLEMS)
    viewer = Viewer(_seat(watched.match, seat), watched.places, {str(path): book.source})
    return Questions(watched.match, watched.trace, viewer, watched.numbers)


def _wanted(book: SceneBook, title: str, line: int | None) -> int:
    """The scene that has the words in its title; without words the one that has the line, or the only one."""
    scenes = book.scenes
    if title:
        wanted = [number for number, scene in enumerate(scenes) if title.casefold() in scene.title.casefold()]
    elif line is None:
        wanted = list(range(len(scenes)))
    else:
        wanted = [number for number, scene in enumerate(scenes) if scene.span.line <= line][-1:]
    if len(wanted) != 1:
        titles = "\n".join(f"  {scenes[number].title}" for number in wanted or range(len(scenes)))
        fail(f"{'più scene' if wanted else 'nessuna scena'} con «{title}»: --scene ne sceglie una\n{titles}")
    return wanted[0]
