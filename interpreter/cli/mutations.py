"""``detto test --mutate``: the words of a deck that no scene defends, each with its line and the change that went unseen."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from attrs import define, field

from interpreter.cli.common import PROBLEMS, fail, print_json, progress

if TYPE_CHECKING:
    from dsl.deck_words import WrittenDeck
    from interpreter.mutation import Mutant, Stage, Verdict
    from interpreter.scenes import SceneBook

_FAULTS_TOLD: Final = 3


def tell_mutations(
    path: Path, books: Sequence[SceneBook], wanted: str, cards: Sequence[str], jobs: int, as_json: bool
) -> None:
    """Try every mutant of the deck on the scenes whose title is wanted, and tell what none of them noticed.

    What is known when it is interrupted is told; exit code 1 if a word is not defended, or not all was tried."""
    from interpreter.mutation import Defence

    deck = read_deck(path, books)
    trial = Trial(deck, books, jobs)
    names = trial.names(cards)
    try:
        stages = trial.stages(wanted)
        mutants = trial.mutants(names)
        trial.all(Defence(books, stages, deck.deck.name), mutants)
    except KeyboardInterrupt:
        trial.interrupted = True
    except BrokenExecutor:
        trial.interrupted = True
        click.echo("un processo è caduto, forse per mancanza di memoria: prova con --jobs 1", err=True)
    trial.report(as_json)


def read_deck(path: Path, books: Sequence[SceneBook]) -> WrittenDeck:
    """The words of the deck, with the game of the scenes."""
    from dsl.deck_words import WrittenDeck
    from dsl.source import UnreadableSource

    for book in books:
        if book.problems:
            fail(book.told_problems())
    try:
        return WrittenDeck(books[0].world.loaded, path)
    except (UnreadableSource, ValueError) as error:
        fail(str(error))


@define
class Trial:
    """A deck, the scenes that defend it, and what has been found so far."""

    deck: WrittenDeck
    books: Sequence[SceneBook]
    jobs: int
    mutations: int | None = None
    found: dict[int, Verdict] = field(factory=dict)
    verdicts: list[Verdict] = field(factory=list)  # those found, in the order of the deck
    idle: int = 0
    interrupted: bool = False

    def names(self, wanted: Sequence[str]) -> list[str]:
        """The cards to change: all, or those of these names."""
        from dsl.suggest import nearest

        known = {card.name.casefold(): card.name for card in self.deck.cards}
        for name in wanted:
            if name.casefold() not in known:
                near = nearest(name, known.values())
                fail(f"nel mazzo non c'è «{name}»" + (f": forse intendevi «{near[0]}»" if near else ""))
        return [known[name.casefold()] for name in wanted] or list(known.values())

    def stages(self, wanted: str) -> list[Stage]:
        """The scenes as they stand; one that does not hold defends nothing, and ends it."""
        from interpreter.mutation import stage
        from interpreter.scenes import gather
        from interpreter.scenes.workers import Workers

        tasks = [
            (at, number)
            for at, book in enumerate(self.books)
            for number, scene in enumerate(book.scenes)
            if wanted.casefold() in scene.title.casefold()
        ]
        found: dict[int, Stage] = {}
        workers = Workers(
            lambda task: stage(self.books[task[0]], *task),
            tasks,
            self.jobs,
            lambda next_: gather((self.books[at], number) for at, number in next_),
        )
        with workers, progress(len(tasks), "scene") as advance:
            for number, result in workers.results():
                if isinstance(result, str):
                    fail(f"una scena non vale già senza mutazioni\n{result}")
                found[number] = result
                advance(len(found))
        return [found[number] for number in range(len(tasks))]

    def mutants(self, names: Sequence[str]) -> list[Mutant]:
        """All mutants of the cards, in the order of the deck."""
        from interpreter.mutation import Rivals, mutants_of
        from interpreter.scenes.workers import Workers

        rivals = Rivals(self.deck.forms(), self.deck.vocabulary)
        cards = [card for card in self.deck.cards if card.name in names]
        found: dict[int, list[Mutant]] = {}
        workers = Workers(lambda card: list(mutants_of(self.deck, card, rivals)), cards, self.jobs)
        with workers, progress(len(cards), "parole") as advance:
            for number, result in workers.results():
                found[number] = result
                advance(len(found))
        return [mutant for number in range(len(cards)) for mutant in found[number]]

    def all(self, defence: Any, mutants: Sequence[Mutant]) -> None:
        """Try every mutant."""
        from interpreter.scenes.workers import Workers

        self.mutations = len(mutants)
        workers = Workers(defence.verdict, mutants, self.jobs)
        with workers, progress(len(mutants), "mutazioni") as advance:
            for number, verdict in workers.results():
                self.found[number] = verdict
                advance(len(self.found))

    # -- what is told

    def report(self, as_json: bool) -> None:
        """The words that no scene defends by their place, and the share of each kind."""
        known = [verdict for _, verdict in sorted(self.found.items())]
        self.idle = sum(one.idle for one in known)
        self.verdicts = [one for one in known if not one.idle]
        survivors = [one for one in self.verdicts if one.survives]
        if as_json:
            print_json(self._data(survivors))
        else:
            self._say(survivors)
        if survivors or self.interrupted:
            raise SystemExit(PROBLEMS)

    def _say(self, survivors: Sequence[Verdict]) -> None:
        by_word: dict[tuple[int, int, int], list[Verdict]] = {}
        for verdict in survivors:
            by_word.setdefault(_place(verdict.mutant), []).append(verdict)
        for verdicts in by_word.values():
            click.echo(self._word(verdicts) + "\n")
        faults = [verdict for verdict in self.verdicts if verdict.fault]
        for verdict in faults[:_FAULTS_TOLD]:
            click.echo(f"la macchina si ferma con «{verdict.mutant.said}»: {verdict.fault}", err=True)
        if len(faults) > _FAULTS_TOLD:
            click.echo(f"… e altre {len(faults) - _FAULTS_TOLD} volte (tutte con --json)", err=True)
        if self.mutations is None:
            click.echo("interrotto prima di cominciare: nulla è noto")
            return
        tried = len(self.verdicts)
        caught = tried - len(survivors)
        if self.interrupted:
            click.echo(f"interrotto: provate {tried + self.idle} mutazioni su {self.mutations}")
        for kind, (there, seen) in sorted(self._kinds().items(), key=lambda item: (item[1][1] / item[1][0], item[0])):
            click.echo(f"{kind:12} {seen:5} / {there:<5} {seen / there:6.1%}")
        click.echo(f"{tried} mutations, {caught} caught ({_share(caught, tried)}), {_words(len(by_word))} undefended")
        if self.idle:
            click.echo(f"({self.idle} others compile to the same program, or to none: no scene can tell them)")

    def _word(self, verdicts: Sequence[Verdict]) -> str:
        """A word that no scene defends, with the changes that no scene noticed."""
        from dsl.diagnostics import excerpt

        mutant = verdicts[0].mutant
        span = mutant.span
        line, carets = excerpt(self.deck.source.line(span.line), span.column, span.length)
        width = len(str(span.line))
        scenes = verdicts[0].scenes
        several = "non lo nota la sua scena" if scenes == 1 else f"non lo nota alcuna delle sue {scenes} scene"
        played = several if scenes else "nessuna scena parla di questa carta"
        out = [
            f"{mutant.card.name}: «{mutant.word}» non è difeso ({played})",
            f"{' ' * width}--> {span.file}:{span.line}:{span.column}",
            f"{span.line} | {line}",
            f"{' ' * width} | {carets}",
        ]
        for verdict in verdicts:
            out.append(f"{' ' * width} = {_changed(verdict.mutant)}: {verdict.mutant.said}")
        return "\n".join(out)

    def _kinds(self) -> dict[str, tuple[int, int]]:
        """Of each kind how many mutants were tried, and how many were caught."""
        kinds: dict[str, tuple[int, int]] = {}
        for verdict in self.verdicts:
            there, seen = kinds.get(verdict.mutant.kind, (0, 0))
            kinds[verdict.mutant.kind] = there + 1, seen + (not verdict.survives)
        return kinds

    def _data(self, survivors: Sequence[Verdict]) -> dict[str, Any]:
        return {
            "deck": self.deck.deck.name,
            "mutations": self.mutations,
            "tried": len(self.verdicts),
            "caught": len(self.verdicts) - len(survivors),
            "same_program": self.idle,
            "interrupted": self.interrupted,
            "kinds": {kind: {"tried": there, "caught": seen} for kind, (there, seen) in sorted(self._kinds().items())},
            "undefended": [_data(verdict) for verdict in survivors],
            "faults": [_data(verdict) | {"fault": verdict.fault} for verdict in self.verdicts if verdict.fault],
        }


def _place(mutant: Mutant) -> tuple[int, int, int]:
    return mutant.span.line, mutant.span.column, mutant.span.length


def _words(count: int) -> str:
    return f"{count} word{'s' * (count != 1)}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"


def _changed(mutant: Mutant) -> str:
    return f"con «{mutant.instead}»" if mutant.instead else "senza"


def _data(verdict: Verdict) -> dict[str, Any]:
    mutant = verdict.mutant
    return {
        "file": mutant.span.file,
        "line": mutant.span.line,
        "column": mutant.span.column,
        "length": mutant.span.length,
        "card": mutant.card.name,
        "kind": mutant.kind,
        "word": mutant.word,
        "instead": mutant.instead,
        "means": mutant.said,
        "scenes": verdict.scenes,
    }
