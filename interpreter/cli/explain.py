"""``detto explain``: what a wording means, or why it means nothing; what a problem is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from interpreter.cli.ambiguity import differences, echo
from interpreter.cli.common import AS_JSON, PROBLEMS, echo_problems, fail, loaded_of, print_json
from interpreter.cli.problem_pages import echo_where_to_read, show_list, show_page

if TYPE_CHECKING:
    from dsl.diagnostics import Diagnostic
    from dsl.explain import Wording
    from dsl.load import Loaded

SECONDS = 4.0
_PIECE = 1 << 16
EXAMPLES = (
    "Examples: detto explain mygame --card 'Some Card'; "
    "detto explain mygame --text 'Some wording.' --as 'Some Field'; "
    "detto explain mygame --as 'Some Field' --json - < wordings.txt; detto explain S010"
)
FATES = {"understood": "capito", "ambiguous": "ambiguo", "refused": "rifiutato"}


def _only_a_dash(context: click.Context, _: click.Parameter, said: str | None) -> str | None:
    """Refuses a wording without its option, with what to type instead."""
    if said is None or said == "-":
        return said
    path, field = context.params.get("path"), context.params.get("field")
    words = f"detto explain {quote(str(path))} --as {quote(field) if field else 'FIELD'} --text {quote(said)}"
    raise click.UsageError(f"A wording is given with --text: {words}")


@click.command(short_help="Say what wordings mean, or why they mean nothing.", epilog=EXAMPLES)
@click.argument("path", required=False, type=click.Path(path_type=Path), metavar="PATH|PROBLEM")
@click.argument("standard_input", required=False, callback=_only_a_dash, metavar="[-]")
@click.option("--card", metavar="NAME", help="Only this card of the decks.")
@click.option("--text", metavar="WORDING", help="A wording instead of the decks' own.")
@click.option("--as", "field", metavar="FIELD", help="The place of the wording on a card, as its layout names it.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 600),
    metavar="S",
    help="How long to look for a position in which two readings differ; 0: not at all.  [default: 4; with -: 0]",
)
@click.option("--program", is_flag=True, help="Also the program that the wordings of the decks become.")
@click.option("--problems", "list_problems", is_flag=True, help="List all problems that a text can have.")
@AS_JSON
def command(
    path: Path | None,
    standard_input: str | None,
    card: str | None,
    text: str | None,
    field: str | None,
    seconds: float | None,
    program: bool,
    list_problems: bool,
    as_json: bool,
) -> None:
    """Say back what wordings mean: in canonical Italian, in English, every reading, every problem.

    Without --text and - it explains the cards of the decks. With - it reads wordings from standard input, one a line,
    a literal \\n for a line break. Exit status 1 if any wording is not understood.

    Of an ambiguous wording it shows each reading, the words at which they part, and a smallest position of the game in
    which they lead to different results, as scenes that `detto test` runs.

    With the code or the name of a PROBLEM it prints its page: what it finds, why, an example, what to write instead.
    """
    if list_problems:
        show_list(as_json)
        return
    if path is None:
        raise click.UsageError("Missing argument 'PATH|PROBLEM'.")
    if not path.exists():
        show_page(str(path), as_json)
        return
    loaded = loaded_of(path)
    _check_usage(text, field, bool(standard_input), loaded)
    if loaded.rules is None or (text is None and not standard_input and not _cards_can_be_told(loaded)):
        echo_problems(loaded.problems, loaded.sources)
        raise SystemExit(PROBLEMS)
    answers = _answers(loaded, sys.stdin.buffer if standard_input else None, text, field, card)
    if seconds is None:
        seconds = 0.0 if standard_input else SECONDS
    count = understood = 0
    codes: set[str] = set()
    for answer in answers:
        count += 1
        understood += answer["fate"] == "understood"
        if answer["fate"] == "ambiguous":
            answer["differences"] = differences(loaded, answer, seconds or None)
        codes |= {problem["code"] for problem in answer["problems"]}
        if as_json:
            print_json(answer)
        else:
            _print(answer)
    if not as_json:
        echo_where_to_read(codes)
    if program:
        _print_program(path, card)
    if card is not None and not count:
        fail(_no_such_card(loaded, card))
    if understood < count:
        raise SystemExit(PROBLEMS)


def _check_usage(text: str | None, field: str | None, standard_input: bool, loaded: Loaded) -> None:
    """Refuses options that do not go together with ``click.UsageError``."""
    if (text is not None or standard_input) and field is None:
        known = ", ".join(f"'{name}'" for name in loaded.field_names())
        raise click.UsageError("--text and - need --as FIELD." + (f" Here: {known}." if known else ""))
    if text is not None and standard_input:
        raise click.UsageError("Either --text or -, not both.")
    if field is not None and text is None and not standard_input:
        raise click.UsageError("--as FIELD needs --text WORDING or -.")


def _answers(
    loaded: Loaded, lines: BinaryIO | None, text: str | None, field: str | None, card: str | None
) -> Iterator[dict[str, Any]]:
    """What is explained, one at a time: lines that are read, the wording that is given, or those of the cards."""
    from dsl.explain import wording, wordings_of_cards

    if field is None:
        yield from _explained(loaded, list(wordings_of_cards(loaded, card)))
    elif text is not None:
        yield from _explained(loaded, [wording(loaded, text, field)])
    else:
        for several in _at_hand(lines) if lines is not None else ():
            yield from _explained(loaded, [wording(loaded, line, field) for line in several])


def _at_hand(stream: BinaryIO) -> Iterator[list[str]]:
    """The lines of a stream, as many at a time as have come: one who writes a line and waits is answered at once."""
    rest = b""
    while part := stream.read1(_PIECE):  # type: ignore[attr-defined]  # every buffered stream has it
        *lines, rest = (rest + part).split(b"\n")
        if lines:
            yield [line.decode("utf-8", "replace").rstrip("\r") for line in lines]
    if rest:
        yield [rest.decode("utf-8", "replace")]


def _explained(loaded: Loaded, words: list[Wording]) -> Iterator[dict[str, Any]]:
    """What some wordings mean; what is understood and has no program is refused."""
    from dsl.explain import explained
    from interpreter.programless import cards_with, no_program, programless

    texts = [cards_with(loaded, each.meaning, each.field) if each.meaning is not None else [] for each in words]
    found = programless(loaded.meaning, texts) if loaded.meaning is not None else {}
    for number, each in enumerate(words):
        yield explained(loaded, each, [_in_the_wording(loaded, no_program(found[number]))] if number in found else ())


def _in_the_wording(loaded: Loaded, problem: Diagnostic) -> Diagnostic:
    """A problem with its place, unless that is in the game's text, whose lines are not the wording's."""
    from attrs import evolve

    elsewhere = problem.span is not None and problem.span.file in loaded.sources
    return evolve(problem, span=None) if elsewhere else problem


def _print(answer: dict[str, Any]) -> None:
    """One wording for a person."""
    from dsl.diagnostics import excerpt, told_wordings

    where = f"{answer['card']} · {answer['as']}" if "card" in answer else answer["as"]
    click.secho(f"{where}: {excerpt(answer['text'], 1, 1)[0] if answer['problems'] else answer['text']}", bold=True)
    click.echo(f"  {FATES[answer['fate']]}")
    for number, reading in enumerate(answer["readings"], 1):
        which = f"{number} " if len(answer["readings"]) > 1 else ""
        click.echo(f"  {which}it: {_indented(reading['it'])}")
        click.echo(f"  {' ' * len(which)}en: {_indented(reading['en'])}")
    lines = answer["text"].replace("\\n", "\n").split("\n")
    for problem in answer["problems"]:
        code, place = problem["code"], problem["line"]
        click.echo(f"  {code}: {problem['message']}")
        if place is not None and place <= len(lines):
            for shown in excerpt(lines[place - 1], problem["column"], problem["length"]):
                click.echo(f"    {shown}")
        if problem.get("hint"):
            click.echo(f"    = {_indented(problem['hint'])}")
        words = [each.strip() for each in problem["suggestions"] if each not in problem["wordings"]]
        if words:
            click.echo("    = forse intendevi " + ", ".join(f"«{each}»" for each in words))
        for line in told_wordings(problem["wordings"]):
            click.echo(f"    = {line}")
    echo(answer.get("differences", ()), answer["text"])


def _cards_can_be_told(loaded: Loaded) -> bool:
    """Whether nothing is wrong but wordings of cards: those are told one by one."""
    decks = {str(path) for path in loaded.paths.decks}
    errors = [problem for problem in loaded.problems if problem.is_error]
    return loaded.meaning is not None and all(
        each.code.startswith("S") and each.span is not None and each.span.file in decks for each in errors
    )


def _indented(text: str) -> str:
    return text.replace("\n", "\n      ")


def _no_such_card(loaded: Any, name: str) -> str:
    from dsl.suggest import nearest

    names = [card.name for deck in loaded.meaning.decks.values() for card in deck.cards] if loaded.meaning else []
    near = nearest(name, names)
    return f"nessuna carta si chiama «{name}»" + (f": forse intendevi «{'», «'.join(near)}»" if near else "")


def _print_program(path: Path, card: str | None) -> None:
    """The generated functions whose words are a card's; all of the game's without a card."""
    from interpreter.cli.common import load_game

    compiled = load_game(path).compiled
    owner = None if card is None else card.casefold()
    wanted = {program.name for program in compiled.programs if program.owner.casefold() == owner}
    wanted |= {f"a{ability.number}" for ability in compiled.abilities if ability.owner.casefold() == owner}
    for name, source in compiled.functions.items():
        if owner is None or name in wanted:
            click.echo(source)
