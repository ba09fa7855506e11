"""A match at the terminal: the seats asked in turn, every step told, and what a person may type besides a number."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import mkstemp
from typing import Final, NoReturn

import click

from interpreter.agents import AGENTS, Agent, Greedy
from interpreter.cli.common import fail, write_whole
from interpreter.cli.narrator import Narrator
from interpreter.cli.why import told_error
from interpreter.match import Match
from interpreter.why import Viewer
from interpreter.why.questions import QuestionError, Questions
from interpreter.why.trace import Origin, count_of, retrace, with_origin

HELP = """  un numero   la scelta che porta quel numero
  a           annulla la tua ultima scelta
  c           consiglio: che cosa farebbe il bot che guarda una mossa avanti
  p           perché no: che cosa non è offerto, e ciò che lo vieta; p 3: perché la scelta 3 si può fare
  perché …    una domanda: perché CARTA, perché CARTA VALORE, perché no VERBO CARTA, perché CARTA non si attiva,
              perché chi, perché passi, perché passo N
  t           il tavolo
  s FILE      salva la partita
  e           esci (con --save la partita si salva)"""

#: So many decisions of bots without a person being asked, and the match is stopped: it would never end.
MOST_ALONE: Final = 5_000


class Leave(Exception):
    """The person goes."""


class Session:
    """One match until its end, or until the person leaves."""

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        seed: int = 0,
        save: Path | None = None,
        brief: bool = False,
        origin: Origin | None = None,
        start: Match | None = None,
    ) -> None:
        """``origin``: how the match began, kept in its saves; ``start``: from where it can be played again (here, when not said)."""
        self.match = match
        self.origin = origin
        self.since = count_of(match.told) + 1  # the first step after the person's last choice
        self.start = start if start is not None else match.clone()
        self.names = tuple(names)
        self.agents: list[Agent | None] = [
            AGENTS[name](seed * 1_000_003 + place + 1) if name in AGENTS else None for place, name in enumerate(names)
        ]
        self.save = save
        people = [place for place, agent in enumerate(self.agents) if agent is None]
        # one person alone sees what that seat may know; nobody or several, everything
        self.narrator = Narrator(brief, people[0] if len(people) == 1 else None)
        self.past: list[Match] = []
        self.sound = match  # the match where no step is half done
        self.kept = True  # whether all that the person chose is in a file
        self.warned = False
        self.commands: dict[str, Callable[[str], None]] = {
            "a": self.undo,
            "c": self.hint,
            "p": self.why,
            "perché": self.why,
            "perchè": self.why,
            "perche": self.why,
            "t": self.table,
            "s": self.keep,
            "e": self.leave,
            "?": lambda rest: click.echo(HELP),
        }

    def run(self) -> None:
        """Play on to the end."""
        self.narrator.opening(self.match, self.names)
        try:
            self._play()
        except Leave:
            self._keep_at_the_end()
            return
        except KeyboardInterrupt:  # while a bot thinks, or in the midst of a step
            self.match = self.sound
            self._keep_at_the_end()
            raise
        self.narrator.ending(self.match)
        self._keep_at_the_end()

    def _keep_at_the_end(self) -> None:
        """Save as --save says; where that cannot be written, in a file that can, so that nothing is lost."""
        if self.save is None:
            return
        try:
            self._write(self.save)
        except OSError as error:
            handle, other = mkstemp(".json", "partita-")
            os.close(handle)
            self._write(Path(other))
            fail(f"{self.save}: {error.strerror}")

    def _play(self) -> None:
        self.narrator.tell_new(self.match)
        alone = 0  # decisions of bots since a person was asked
        while (decision := self.match.decision) is not None:
            agent = self.agents[decision.player]
            if agent is None:
                alone = 0
                self._ask()
            elif alone == MOST_ALONE:
                self._never_over()
            else:
                alone += 1
                self._take(agent.choose(self.match))
            self.narrator.tell_new(self.match)

    def _never_over(self) -> NoReturn:
        """Stop a match that bots would play for ever."""
        self._keep_at_the_end()
        said = "che cosa la fa finire? detto why dice perché un'azione non si offre"
        said += "; «dopo: 200 turni» sotto «fine della partita» la ferma"
        fail(f"fermata: dopo {MOST_ALONE} decisioni dei bot la partita non è finita\n  = {said}")

    def _take(self, index: int) -> None:
        self.sound = self.match.clone()
        self.narrator.chosen(self.match, index)
        self.match.choose(index)
        self.sound = self.match

    def _ask(self) -> None:
        """One line from the person: a choice, or a word of ``HELP``."""
        self.narrator.question(self.match)
        try:
            line = click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
        except click.Abort:  # the end of the input, or Ctrl-C
            click.echo("")
            if self.kept or self.warned or self.save is not None or not sys.stdin.isatty():
                raise Leave from None
            self.warned = True
            click.echo("la partita non è salvata: s FILE la salva; ancora Ctrl-C, o e, ed è persa")
            return
        self.warned = False
        word, _, rest = line.partition(" ")
        decision = self.match.decision
        assert decision is not None
        if word.isdecimal():
            if 1 <= int(word) <= len(decision.options):
                self.past.append(self.match.clone())
                self.kept = False
                self.since = count_of(self.match.told) + 1
                self._take(int(word) - 1)
            else:
                click.echo(f"le scelte vanno da 1 a {len(decision.options)}")
        elif word.casefold() in self.commands:
            self.commands[word.casefold()](rest.strip())
        elif line:
            click.echo(f"non capisco «{line}»: un numero da 1 a {len(decision.options)}, oppure ? per l'aiuto")

    def undo(self, rest: str) -> None:
        """Back to before the person's last choice."""
        if not self.past:
            click.echo("non c'è nulla da annullare")
            return
        self.match = self.sound = self.past.pop()
        self.narrator.back_to(self.match)
        self.since = count_of(self.match.told) + 1
        click.echo("annullato")

    def hint(self, rest: str) -> None:
        """What the greedy bot would do here."""
        decision = self.match.decision
        assert decision is not None
        index = Greedy(len(self.past)).choose(self.match)
        click.echo(f"consiglio: {index + 1}. {decision.options[index].text}")

    def why(self, rest: str) -> None:
        """A question in words, «no» when there is none; a number asks of that option."""
        questions = Questions(self.match, retrace(self.start, self.match), Viewer(self.narrator.seat), since=self.since)
        decision = self.match.decision
        assert decision is not None
        if rest.isdecimal():
            if 1 <= int(rest) <= len(decision.options):
                self.narrator.answers(questions.of_option(decision.options[int(rest) - 1]))
            else:
                click.echo(f"le scelte vanno da 1 a {len(decision.options)}")
            return
        try:
            self.narrator.answers(questions.ask(rest or "no"))
        except QuestionError as error:
            click.echo(told_error(error))

    def table(self, rest: str) -> None:
        """What the person may see."""
        decision = self.match.decision
        assert decision is not None
        self.narrator.table(self.match, decision.player)

    def keep(self, rest: str) -> None:
        """Save the match."""
        if not rest:
            click.echo("in quale file? s FILE")
            return
        try:
            self._write(Path(rest))
        except OSError as error:
            click.echo(f"non si salva in {rest}: {error.strerror}; la partita va avanti")

    def _write(self, path: Path) -> None:
        write_whole(path, with_origin(self.match.save(), self.origin))
        self.kept = True
        click.echo(f"salvata in {path}: si riprende con --resume {path}")

    def leave(self, rest: str) -> None:
        """End the session, not the match."""
        raise Leave
