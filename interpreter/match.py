"""A game made ready and a match of it: the interface by which everything else drives the machine.

>>> game = load("games/…")              # doctest: +SKIP
>>> match = game.match(seed=7)          # doctest: +SKIP
>>> while match.decision is not None:   # doctest: +SKIP
...     match.choose(0)
"""

from __future__ import annotations

import ast
import copy
import json
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.garbage import seldom_collected
from dsl.meaning.game import CardDecl, GameMeaning

from .decisions import Decision, decision_of
from .frames import ORDER, RESOLVE
from .linking import linked
from .log import Entry, read_log
from .machine import FAULTS, Machine
from .objects import Objects, decks_of, objects_of
from .program.compiled import Compiled, Program
from .program.env import CannotCompile
from .program.from_meaning import compile_game
from .program.layout import player_code
from .random import seeded
from .ready import GameError, ReadyGame, place
from .running import RunningMatch
from .saved import SaveError, read_save
from .view import view

if TYPE_CHECKING:
    from dsl.load import Loaded

FORMAT = 1
NATIVE = "DETTO_NATIVE"  # the variable that asks for short programs in C
MANY_MATCHES = 10  # from here on it pays to make the programs short first
VERY_MANY = 1000  # … and to write them into each other


class MatchFault(RuntimeError):
    """A fault of the machine while it carried out an effect: which one, and where its words stand."""

    def __init__(self, program: Program, error: Exception) -> None:
        self.span = program.span
        where = f" ({place(program.span)})" if program.span is not None else ""
        super().__init__(f"«{program.owner or program.name}»{where}: {error}")


class EndlessSteps(MatchFault):
    """What a text does carries out itself again and again: a fault of the text, not of the machine."""

    def __init__(self, program: Program, error: Exception) -> None:
        super().__init__(program, RuntimeError("ciò che fa ricomincia da capo, senza fine"))


class UnreadableGame(ValueError):
    """A game whose text has problems: ``loaded.problems`` holds them all, each with its place."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        super().__init__("; ".join(str(p.message) for p in loaded.problems if p.is_error) or "nessun gioco")


class Game(ReadyGame):
    """A game, compiled once: its programs and the tables they need."""

    def __init__(
        self,
        meaning: GameMeaning,
        cards: tuple[CardDecl, ...] | None = None,
        loaded: Loaded | None = None,
        objects: Objects | None = None,
        at_once: bool = True,
    ) -> None:
        """``objects``: all that is on the table, by default the first decks for the fewest players; ``cards``: those of the
        deck that is everybody's; ``loaded``: what was read, for its words; ``at_once``: else the programs are made, or
        ``GameError`` is raised, when somebody first asks for them."""
        self.meaning = meaning
        self.loaded = loaded
        try:
            self.objects = objects if objects is not None else objects_of(meaning, cards=cards)
        except CannotCompile as error:
            raise GameError([error]) from error
        self._tables: dict[tuple[int, tuple[str, ...]], Game] = {self._table: self}
        self.begun = 0
        self.many_matches: float = MANY_MATCHES
        self._plain: Machine | None = None  # the programs as they are written, once they have been made short
        self._short: dict[str, str] = {}  # the short ones, until they are written into each other
        if at_once:
            self.make_ready()

    def make_ready(self) -> None:
        """Have the programs; raises ``GameError`` where something has none."""
        self.run = self.machine.names["run"]

    @cached_property
    def compiled(self) -> Compiled:
        """See :class:`ReadyGame`."""
        compiled = compile_game(self.meaning, self.objects)
        if compiled.problems:
            raise GameError(compiled.problems)
        return compiled

    @cached_property
    def machine(self) -> Machine:
        """See :class:`ReadyGame`."""
        return linked(self.compiled, Match, self.compiled.functions)

    @cached_property
    def run(self) -> Callable[[Match], None]:
        """Goes on with a match to its next decision."""
        run: Callable[[Match], None] = self.machine.names["run"]
        return run

    def quicken(self, native: bool | None = None) -> None:
        """Make the programs short and write them into each other, before many matches: it takes some seconds, then each runs
        several times as fast. Nothing else changes.

        ``native``: built with the C compiler at hand besides, by default when the environment says ``DETTO_NATIVE=1``;
        the first time that takes as long as the compiler does. Raises ``NoCompiler`` when it is asked for and cannot be."""
        self._shorten(native)
        if self._short:
            self._join()

    def expect(self, matches: int) -> None:
        """Be as quick as it pays to be for so many matches."""
        if matches >= self.many_matches * VERY_MANY / MANY_MATCHES:
            self.quicken()
        elif matches >= self.many_matches:
            self._shorten()

    @seldom_collected()
    def _shorten(self, native: bool | None = None) -> None:
        """The first half of it, a second: the programs made short; where native ones are wanted, all of it."""
        if self._plain is not None:
            return
        from .shortened.optimise import optimised

        self._plain = self.machine
        texts = optimised(self.compiled)
        self.machine = linked(self.compiled, Match, texts)
        self.run = self.machine.names["run"]
        self._short = texts
        if native or (native is None and os.environ.get(NATIVE) == "1"):
            trees = self._join(for_c=True)
            self._compile({**self.compiled.functions, **texts}, trees, native is not None)

    @seldom_collected()
    def _join(self, for_c: bool = False) -> ast.Module:
        """Write the short programs into each other; ``for_c``: without what only Python is the quicker for."""
        from .inlined.build import inline

        trees = inline(self.machine, {**self.compiled.functions, **self._short}, for_c)
        self.run = self.machine.names["run"]
        self._short = {}
        return trees

    def _compile(self, texts: dict[str, str], trees: ast.Module, asked: bool) -> None:
        """Make the programs native."""
        from .native.build import NoCompiler, nativize

        try:
            nativize(self.machine, texts, trees, Match)
        except NoCompiler as error:
            if asked:
                raise
            warnings.warn(f"{NATIVE}: {error}; the match goes on in Python", RuntimeWarning, stacklevel=3)
        self.run = self.machine.names["run"]

    def at_length(self) -> Game:
        """The same game with its programs as they are written, in which each test is a function of its own."""
        if self._plain is None:
            return self
        game = copy.copy(self)
        game.machine, game.run, game._short = self._plain, self._plain.names["run"], {}
        return game

    def seated(self, players: int | None = None, decks: Sequence[str] = ()) -> Game:
        """The game made ready for so many players with these decks, once; as it is for what is not said.

        Raises ``WrongNumber`` or ``UnknownDeck``."""
        objects = self.laid(players, decks)
        if objects is self.objects:
            return self
        key = objects.players, objects.decks
        if key not in self._tables:
            self._tables[key] = game = Game(self.meaning, loaded=self.loaded, objects=objects)
            game._tables = self._tables
        return self._tables[key]

    def laid(self, players: int | None = None, decks: Sequence[str] = ()) -> Objects:
        """What lies on such a table; the same objects when it is this one."""
        many = self.players if players is None else players
        if not decks and many == self.players:
            return self.objects
        usual = self.decks == decks_of(self.meaning, self.players)
        names = decks_of(self.meaning, many, decks or (() if usual else self.decks))
        return self.objects if (many, names) == self._table else objects_of(self.meaning, many, names)

    def source(self) -> str:
        """The generated Python, as one text."""
        return "\n".join(self.compiled.functions.values())

    def match(
        self,
        seed: int = 0,
        first: int | None = None,
        *,
        players: int | None = None,
        decks: Sequence[str] = (),
        values: Mapping[str, int] | None = None,
    ) -> Match:
        """A new match, stopped at its first decision. ``first`` is the seat that begins, by lot when not said; ``players`` and
        ``decks`` as in :meth:`seated`; ``values``: stored values of the match that are another from the start."""
        if players is not None or decks:
            table = self.seated(players, decks)
            if table is not self:
                return table.match(seed, first, values=values)
        self.begun += 1
        if self.begun >= self.many_matches and (self._short or self._plain is None):
            self.expect(self.begun)
        L = self.compiled.layout.slots
        s = self.machine.copied(self._laid_out)
        s[L["rng"]] = seeded(seed)
        if values:
            for name, amount in values.items():
                s[L["value " + name]] = amount
        if first is not None:
            s[L["lots"]] = player_code(first)
        m: Match = self.machine.match_class(self, s, [])
        pid = self.compiled.setup
        frame = [pid, 0, None, -1] + [None] * (self.machine.places[pid] - 4)
        m.stack += [[RESOLVE, 2, None, None, (), (), None], frame]
        self.advance(m)
        return m

    @cached_property
    def _laid_out(self) -> list[Any]:
        """The state before the setup, with every card where it lies then: the same for all matches."""
        L = self.compiled.layout
        s = self.machine.initial()
        move = self.machine.names["move"]
        for c in range(len(self.cards)):
            move(s, c, self.start_of(c))
        s[L["shuffle"]] = ()
        s[L["dirty"]] = 0
        return s

    def advance(self, m: Match) -> None:
        """Go on to the next decision or the end."""
        try:
            self.run(m)
        except FAULTS as error:
            raise self.fault(m, error) from error

    def fault(self, m: Match, error: Exception) -> MatchFault:
        """What failed while a match ran, with the effect that was being carried out."""
        kind = EndlessSteps if isinstance(error, RecursionError) else MatchFault
        return kind(self.compiled.programs[_running(m, error)], error)


def _running(m: Match, error: BaseException) -> int:
    """The program that was being carried out when the machine failed."""
    pid = m.stack[-1][0] if m.stack else m.game.compiled.setup
    at = error.__traceback__
    while at is not None:
        frame = at.tb_frame.f_locals.get("fr")
        pid = frame[0] if isinstance(frame, list) and frame else pid
        at = at.tb_next
    return int(pid)


def load(path: str | Path) -> Game:
    """Read a game (and its decks) and make it ready to play. Raises what the reader raises, with its places."""
    from dsl.load import load as read

    loaded = read(path)
    meaning = loaded.meaning
    if meaning is None or not loaded.ok:
        raise UnreadableGame(loaded)
    return Game(meaning, loaded=loaded)


class Match(RunningMatch):
    """A match stopped at a decision, or over. ``s`` is the whole state, ``stack`` what is being carried out."""

    __slots__ = ()
    game: Game

    # -- who must choose what ----------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now and by whom; None when the match is over."""
        return decision_of(self)

    def choose(self, i: int) -> None:
        """Take the option at ``i`` and go on to the next decision or the end."""
        if not 0 <= i < self.count:
            raise self.refusal(i)
        asked: Any = self.asked
        self.pick = asked[2][i]
        self.told = ((ORDER, None, 0, None, i), self.told)
        try:
            self.game.run(self)
        except FAULTS as error:
            self.count = 0
            raise self.game.fault(self, error) from error

    def refusal(self, i: int) -> Exception:
        if self.asked is None:
            return ValueError("la partita è finita")
        return IndexError(f"opzione {i}: ce ne sono {self.count}")

    # -- copies ------------------------------------------------------------------------------------------------

    def clone(self) -> Match:
        """An independent copy that shares nothing that changes."""
        m = self.__class__.__new__(self.__class__)
        m.game = self.game
        m.s = self.s[:]
        m.stack = [f[:] for f in self.stack]
        m.told = self.told
        m.asked = self.asked
        m.count = self.count
        m.pick = self.pick
        m.rest = []
        m.broken = 0
        m.until = None
        return m

    # -- save and load -----------------------------------------------------------------------------------------

    def save(self) -> str:
        """The match at this decision, as JSON; :meth:`load` goes on from it in any process."""
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game.meaning.name,
                "players": self.game.players,
                "decks": list(self.game.decks),
                "cards": [c.name for c in self.game.cards],
                "state": self.s,
                "stack": self.stack,
                "asked": self.asked,
                "log": list(reversed(list(_entries(self.told)))),
            },
            ensure_ascii=False,
        )

    @classmethod
    def load(cls, game: Game, text: str) -> Match:
        """A saved match; what is not one of this game's raises :class:`SaveError`."""
        found = read_save(game, game.seated, text)
        assert isinstance(found, cls)
        return found

    # -- what happened -----------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """What happened so far, in order, as structured entries."""
        return read_log(self.game, list(reversed(list(_entries(self.told)))))

    def view(self, seat: int) -> dict[str, Any]:
        """What a player may know now: the state without what is hidden from that seat."""
        return view(self, seat)


def _entries(log: Any) -> Iterator[Any]:
    while log is not None:
        yield log[0]
        log = log[1]


__all__ = ["EndlessSteps", "Game", "GameError", "Match", "MatchFault", "SaveError", "UnreadableGame", "load"]
