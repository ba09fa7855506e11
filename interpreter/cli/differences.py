"""What ``detto diff`` found, for a person and for another program."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Any, Final

import click
from attrs import asdict

from interpreter.compare.balance import LEAD, POINTS, SHARES, TURNS, WINS_BOT, WINS_FIRST
from interpreter.compare.marks import Run, carets, marked
from interpreter.tell import SEATS

if TYPE_CHECKING:
    from interpreter.compare import Balance, Change, Difference, SceneChange, SceneReport, Side
    from interpreter.compare.balance import Measure
    from interpreter.compare.meanings import Meanings

WHAT: Final = {
    "reworded": "stesso significato, altre parole",
    "changed": "significato cambiato",
    "renamed": "altro nome",
    "added": "c'è solo ora",
    "removed": "c'era solo prima",
}
MEASURES: Final = {
    WINS_FIRST: "vince chi comincia",
    WINS_BOT: "vince {bot}",
    POINTS: "punti di un giocatore",
    LEAD: "punti di vantaggio di chi comincia",
    TURNS: "turni",
}
#: A step told both ways shows this many lines around what differs.
_AROUND: Final = 2
_COLOURS: Final = {"-": "red", "+": "green"}


# -- meaning


def print_meanings(old: Side, new: Side, meanings: Meanings) -> None:
    """What is not the same in both, each with its words, and the sum."""
    click.secho(f"{old.name} → {new.name}", bold=True)
    for change in meanings.changes:
        click.echo()
        _print_change(change, old, new)
    click.echo()
    click.echo(_summary(meanings))


def _summary(meanings: Meanings) -> str:
    reworded = sum(change.same_meaning for change in meanings.changes)
    if meanings.equal:
        words = f" ({_many(reworded, 'cosa in altre parole', 'cose in altre parole')})" if reworded else ""
        return f"stesso significato{words}: anche scene e partite sono le stesse"
    counts = [(sum(c.what == what for c in meanings.changes), said) for what, said in _COUNTED.items()]
    return f"significato: {meanings.same} uguali, " + ", ".join(f"{n} {said}" for n, said in counts if n)


_COUNTED: Final = {
    "reworded": "in altre parole",
    "changed": "con un altro significato",
    "renamed": "con un altro nome",
    "added": "solo ora",
    "removed": "solo prima",
}


def _print_change(change: Change, old: Side, new: Side) -> None:
    name = f"{change.kind} {change.name}".strip()
    name = f"{name}, prima {change.was}" if change.was else name
    place = new.place(change.new) or old.place(change.old)
    click.secho(f"{name}: {WHAT[change.what]}", bold=True, nl=not place)
    if place:
        click.echo(f"  ({place})")
    for difference in change.differences:
        print_difference(difference)


def print_difference(difference: Difference) -> None:
    """Both texts, one over the other, marked where they differ: in colour, or with carets where there is none."""
    if difference.label:
        click.echo(f"  {difference.label}")
    before, after = marked(difference.old, difference.new)
    for sign, said, runs in (("-", difference.old, before), ("+", difference.new, after)):
        if said:
            click.echo(f"    {click.style(sign, fg=_COLOURS[sign])} {_coloured(runs, _COLOURS[sign])}")
            under = carets(runs)
            if under and not _colours() and difference.old and difference.new:
                click.echo(f"      {under}")


def _colours() -> bool:
    return sys.stdout.isatty()


def _coloured(runs: Sequence[Run], colour: str) -> str:
    return "".join(run.text if run.same else click.style(run.text, fg=colour, bold=True) for run in runs)


# -- scenes


def print_scenes(scenes: SceneReport) -> None:
    """The scenes that go otherwise, and how many there are."""
    for problem in scenes.unread:
        click.echo(f"\n{problem}")
    for change in scenes.changes:
        click.echo()
        _print_scene(change)
    click.echo()
    if not scenes.played:
        click.echo("scene: nessuna")
    elif scenes.changes:
        number = len(scenes.changes)
        click.echo(f"scene: {number} di {scenes.played} {'va' if number == 1 else 'vanno'} in un altro modo")
    else:
        click.echo(f"scene: {scenes.played}, e nessuna se ne accorge")


def _print_scene(change: SceneChange) -> None:
    """A scene, the step at which it parts, and that step told both ways."""
    click.secho(f"scena {change.title}", bold=True, nl=False)
    click.echo(f"  ({change.file}:{change.line}:{change.column})")
    click.echo(f"  {change.words}")
    old, new = (step.told.splitlines() for step in (change.old, change.new))
    lines = [
        line for line in unified_diff(old, new, lineterm="", n=_AROUND) if not line.startswith(("---", "+++", "@@"))
    ]
    for line in lines:
        click.secho(f"    {line[:1]} {line[1:]}", fg=_COLOURS.get(line[:1]))
    for when, step, failed in (("prima", change.old, change.failed[0]), ("ora", change.new, change.failed[1])):
        if step.failure:
            click.echo(f"    {when} non riesce: {step.failure}")
        elif failed is not None:
            click.echo(f"    {when} non riesce, alla riga {failed.line}: {failed.failure}")


# -- matches


def print_balance(balance: Balance | None, old: Side, new: Side) -> None:
    """How the matches differ, and the first pair that parts."""
    click.echo()
    if balance is None:
        click.echo("partite: nessuna in comune (un altro numero di giocatori, o nessun mazzo)")
        return
    click.echo(
        f"partite: {_many(balance.seeds, 'seme', 'semi')}, e con ognuno comincia una volta ogni giocatore:"
        f" {_many(balance.pairs, 'coppia', 'coppie')} di partite, {' contro '.join(balance.seats)}"
    )
    if balance.divergence is None:
        click.echo(
            f"  tutte uguali, decisione per decisione (al 95 % se ne separano meno di {balance.unseen:.1%})".replace(
                "%)", " %)"
            )
        )
        return
    rows = [("", "prima", "ora", "differenza", "al 95 % tra"), *(_row(each, balance) for each in balance.measures)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        click.echo("  " + "  ".join(cells).rstrip())
    if any(measure.difference.sure for measure in balance.measures):
        click.echo("  * più di quanto farebbe di solito il caso da solo")
    for seed, first, reason in balance.stopped[:5]:
        click.echo(f"  seme {seed}, comincia {SEATS[first]}: {reason}")
    found = balance.divergence
    click.echo(
        f"  {balance.diverged} su {_many(balance.pairs, 'coppia', 'coppie')} si separano; la prima è quella del seme {found.seed} in cui"
        f" comincia {SEATS[found.first]}, dopo {_many(found.decisions, 'decisione', 'decisioni')}:"
    )
    for when, line in zip(("prima", "ora"), _replays(balance, old, new), strict=True):
        click.echo(f"    {when + ':':6} {line}")


def _replays(balance: Balance, old: Side, new: Side) -> tuple[str, ...]:
    """The lines of a shell that play again the first pair that parts."""
    found = balance.divergence
    if found is None:
        return ()
    options = f"--seats {','.join(balance.seats)} --seed {found.seed} --first {found.first}"
    lines = []
    for side, deck in zip((old, new), balance.decks, strict=True):
        meaning = side.playable.meaning
        several = meaning is not None and len(meaning.decks) > 1
        lines.append(side.command(f"{options} --deck {shlex.quote(deck)}" if several else options))
    return tuple(lines)


def _row(measure: Measure, balance: Balance) -> tuple[str, str, str, str, str]:
    share = measure.name in SHARES
    name = MEASURES[measure.name].format(bot=balance.seats[0])
    found = measure.difference
    bounds = (
        "" if found.low is None or found.high is None else f"{_signed(found.low, share)} e {_signed(found.high, share)}"
    )
    mark = " *" if found.sure else "  "
    return name, _plain(measure.old, share), _plain(measure.new, share), _signed(found.mean, share), bounds + mark


def _plain(number: float, share: bool) -> str:
    return f"{100 * number:.1f} %" if share else f"{number:.2f}"


def _signed(number: float, share: bool) -> str:
    said = _plain(abs(number), share)
    zero = not any(digit in said for digit in "123456789")
    return said if zero else f"{'+' if number > 0 else '-'}{said}"


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


# -- for another program


def as_data(
    old: Side, new: Side, meanings: Meanings, scenes: SceneReport | None, balance: Balance | None
) -> dict[str, Any]:
    """One object; ``scenes`` and ``matches`` are null when they were not played."""
    return {
        "old": old.name,
        "new": new.name,
        "same": meanings.equal,
        "meaning": {"same": meanings.same, "changes": [_change(change, old, new) for change in meanings.changes]},
        "scenes": asdict(scenes) if scenes is not None else None,
        "matches": _balance(balance, old, new) if balance is not None else None,
    }


def _change(change: Change, old: Side, new: Side) -> dict[str, Any]:
    return {
        "what": change.what,
        "kind": change.kind,
        "deck": change.deck or None,
        "name": change.name,
        "was": change.was or None,
        "old": old.place(change.old) or None,
        "new": new.place(change.new) or None,
        "differences": [asdict(each) for each in change.differences],
    }


def _balance(balance: Balance, old: Side, new: Side) -> dict[str, Any]:
    found = asdict(balance)
    found["replay"] = list(_replays(balance, old, new))
    return found


__all__ = ["as_data", "print_balance", "print_meanings", "print_scenes"]
