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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Span, Text

from . import (
    checks,
    clock,
    crossings,
    events,
    lasting,
    payment,
    permissions,
    prevention,
    prompts,
    stack,
    state,
    triggers,
    values,
    windows,
)
from .decisions import Decision
from .log import Entry, read_log
from .machine import FAULTS, Machine
from .objects import Objects, decks_of, objects_of
from .program.compiled import Compiled, Program
from .program.env import CannotCompile
from .program.from_meaning import compile_game
from .program.layout import CARD_WORDS, PLAYER_WORDS, layered_of_player, player_code
from .random import seeded
from .worded import worded

if TYPE_CHECKING:
    from dsl.load import Loaded
    from dsl.vocabulary.vocabulary import Vocabulary

FORMAT = 1
NATIVE = "DETTO_NATIVE"  # the variable that asks for short programs in C
MANY_MATCHES = 10  # from here on it pays to make the programs short first
VERY_MANY = 1000  # … and to write them into each other
ORDER = stack.ORDER
_codes: dict[str, CodeType] = {}


class GameError(ValueError):
    """A game whose meaning has no program: ``problems`` say what and where."""

    def __init__(self, problems: Iterable[CannotCompile]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p} ({_place(p.span)})" for p in self.problems))


class MatchFault(RuntimeError):
    """A fault of the machine while it carried out an effect: which one, and where its words stand."""

    def __init__(self, program: Program, error: Exception) -> None:
        self.span = program.span
        place = f" ({_place(program.span)})" if program.span is not None else ""
        super().__init__(f"«{program.owner or program.name}»{place}: {error}")


class UnreadableGame(ValueError):
    """A game whose text has problems: ``loaded.problems`` holds them all, each with its place."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        super().__init__("; ".join(str(p.message) for p in loaded.problems if p.is_error) or "nessun gioco")


class SaveError(ValueError):
    """A saved match that is not one of this game's."""


def _place(span: Any) -> str:
    return f"{span.file}:{span.line}:{span.column}" if span is not None else "senza luogo"


class Game:
    """A game, compiled once: its programs and the tables they need."""

    def __init__(
        self,
        meaning: GameMeaning,
        cards: tuple[CardDecl, ...] | None = None,
        loaded: Loaded | None = None,
        objects: Objects | None = None,
    ) -> None:
        """``objects``: all that is on the table, by default the first decks for the fewest players; ``cards``: those of the
        deck that is everybody's; ``loaded``: what was read, for its words."""
        self.meaning = meaning
        self.loaded = loaded
        try:
            self.objects = objects if objects is not None else objects_of(meaning, cards=cards)
        except CannotCompile as error:
            raise GameError([error]) from error
        self._tables: dict[tuple[int, tuple[str, ...]], Game] = {self._table: self}
        self.compiled: Compiled = compile_game(meaning, self.objects)
        if self.compiled.problems:
            raise GameError(self.compiled.problems)
        self.cards = self.compiled.cards
        self.machine = _linked(self.compiled, self.compiled.functions)
        self.run = self.machine.names["run"]
        self.begun = 0
        self.many_matches: float = MANY_MATCHES
        self._plain: Machine | None = None  # the programs as they are written, once they have been made short
        self._short: dict[str, str] = {}  # the short ones, until they are written into each other

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

    def _shorten(self, native: bool | None = None) -> None:
        """The first half of it, a second: the programs made short; where native ones are wanted, all of it."""
        if self._plain is not None:
            return
        from .program.optimise import optimised

        self._plain = self.machine
        texts = optimised(self.compiled)
        self.machine = _linked(self.compiled, texts)
        self.run = self.machine.names["run"]
        self._short = texts
        if native or (native is None and os.environ.get(NATIVE) == "1"):
            trees = self._join(for_c=True)
            self._compile({**self.compiled.functions, **texts}, trees, native is not None)

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

    @property
    def players(self) -> int:
        """How many sit at this table."""
        return self.objects.players

    @property
    def decks(self) -> tuple[str, ...]:
        """The deck of each seat, or the one deck of all."""
        return self.objects.decks

    @property
    def _table(self) -> tuple[int, tuple[str, ...]]:
        return self.players, self.decks

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
        m.stack += [[stack.RESOLVE, 2, None, None, (), (), None], frame]
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
        return MatchFault(self.compiled.programs[_running(m, error)], error)

    def start_of(self, card: int) -> int:
        """The slot of the pile in which a card (or a token) lies before the setup."""
        token = self.compiled.layout.start_of(card)
        if token is not None:
            return token
        owner = self.objects.owners[card]
        at = self.compiled.layout["zone " + self.objects.zones[card]]
        return at if owner is None else at + player_code(owner)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that the game and its decks declare."""
        if self.loaded is None:
            raise GameError([CannotCompile("un gioco senza testo non ha parole")])
        return self.loaded.vocabulary

    def read_text(self, wording: str, slot: str, kind: str | None = None) -> Text:
        """The meaning of a wording in a field of a card; raises ``ValueError`` with what is wrong."""
        if self.loaded is None:
            raise GameError([CannotCompile("un gioco senza testo non legge parole")])
        reading = self.loaded.read(wording, f"{slot} {kind}" if kind else slot)
        if reading is None:
            raise ValueError(f"nessun campo «{slot}»")
        if len(reading.meanings) != 1 or not isinstance(reading.meanings[0], Text):
            raise ValueError("; ".join(str(p.message) for p in reading.problems) or f"non si capisce «{wording}»")
        return reading.meanings[0]

    def words_at(self, span: Span | None) -> str:
        """The very words at a place of the game's files, on its line; nothing when the text is not at hand."""
        sources = self.loaded.sources if self.loaded is not None else {}
        source = sources.get(span.file) if span is not None else None
        if source is None or span is None:
            return ""
        return source.line(span.line)[span.column - 1 : span.column - 1 + span.length]

    def is_spot(self, x: int) -> bool:
        """Whether a number is that of a declared place."""
        L = self.compiled.layout
        return L.first_spot <= x < L.first_spot + len(L.spots)

    def spot_name(self, x: int) -> str:
        """A place in words: «casella 2», «Nord»; of a player's zone nothing says whose it is."""
        L = self.compiled.layout
        spot = L.spots[x - L.first_spot]
        if not self.meaning.zones[spot.zone].numbered:
            return spot.name
        return f"{self.spot_noun(spot.zone)} {spot.name}"

    def spot_noun(self, zone: str) -> str:
        """The word for a place of a zone: of the nouns that name them the narrowest."""
        nouns = [each for each in self.meaning.nouns.values() if zone in each.spots]
        return min(nouns, key=lambda each: len(each.spots)).name if nouns else f"{zone},"

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        return tuple(self.meaning.frames)

    def program(self, pid: int) -> Program:
        return self.compiled.programs[pid]


def _linked(compiled: Compiled, functions: dict[str, str]) -> Machine:
    """Bring the fixed functions and the generated ones into one namespace."""
    k = Machine(compiled, Match)
    names = k.names
    names.update(state.build(k))
    names.update(values.build(k))
    if compiled.game.lasting:
        names.update(lasting.build(k))
    names.update(prevention.build(k))
    names.update(permissions.build(k, names["silenced"]))
    names.update(stack.build(k))
    names.update(triggers.build(k, names["silenced"]))
    names.update(events.build(k, names["shuffle"], names["in_turn"]))
    names["HAPPENS"] = k.happens
    for name, source in functions.items():
        code = _codes.get(source)
        if code is None:
            code = _codes[source] = compile(source, f"<{name}>", "exec")
        exec(code, names)
    k.functions.extend(names[f"a{a.number}"] for a in compiled.abilities)
    k.beyond.extend(names[f"lim{i}"] for i in range(len(compiled.limits)))
    names.update(checks.build(k))
    names.update(crossings.build(k))
    names.update(clock.build(k))
    names.update(payment.build(k))
    names.update(prompts.build(k))
    names.update(windows.build(k))
    k.programs.extend(names.get(p.name, _nothing) for p in compiled.programs)
    return k


def _nothing(m: Any, s: Any, fr: Any) -> int:
    return 1


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


class Match:
    """A match stopped at a decision, or over. ``s`` is the whole state, ``stack`` what is being carried out."""

    __slots__ = ("asked", "broken", "count", "depth", "game", "left", "pick", "rest", "s", "stack", "told", "until")

    def __init__(self, game: Game, s: list[Any], frames: list[list[Any]]) -> None:
        self.game = game
        self.s = s
        self.stack = frames
        self.told: Any = None
        self.asked: tuple[int, str, tuple[Any, ...], int] | None = None
        self.count = 0  # how many options there are now
        self.pick: Any = None
        # while it runs: the frames of what stops, whether it was given up, a window to stop at, what is left of its steps
        self.rest: list[list[Any]] = []
        self.broken = 0
        self.until: int | None = None
        self.left, self.depth = stack.STEPS, 0

    # -- who must choose what ----------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now and by whom; None when the match is over."""
        return Decision(self, *self.asked) if self.asked is not None else None

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

    @property
    def over(self) -> bool:
        return self.asked is None

    @property
    def winner(self) -> int | None:
        """The seat that won; None while it goes on, or when nobody did."""
        end = self.s[self.game.compiled.layout["over"]]
        return None if end is None or end[0] is None else -1 - end[0]

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.game is other.game and self.s == other.s and self.stack == other.stack and self.asked == other.asked

    __hash__ = None  # type: ignore[assignment]

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
        from .saved import read_save

        return read_save(game, text)

    # -- what happened -----------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """What happened so far, in order, as structured entries."""
        return read_log(self.game, list(reversed(list(_entries(self.told)))))

    def view(self, seat: int) -> dict[str, Any]:
        """What a player may know now: the state without what is hidden from that seat."""
        from .view import view

        return view(self, seat)

    # -- reading the table -------------------------------------------------------------------------------------

    def name_of(self, x: int) -> Any:
        """The name of a card by its number, or the seat of a player by its code."""
        return self.card_name(x) if x >= 0 else -1 - x

    def card_name(self, card: int) -> str:
        """The name of a card; of an object that stands for a play, of what it is the play."""
        if card < len(self.game.cards):
            return self.game.cards[card].name
        if self.game.is_spot(card):
            return self.game.spot_name(card)
        from .windows import name_of_play

        return name_of_play(self, card)

    @property
    def waiting(self) -> tuple[Any, ...]:
        """The effects among which somebody chooses the one that goes first."""
        frame = self.stack[-1]
        found: tuple[Any, ...] = self.s[self.game.compiled.layout["pend"]] if frame[0] == stack.WINDOW else frame[4]
        return found

    def place_of(self, card: int) -> tuple[str | None, int | None, int | None]:
        """Where a card is: the zone's name (None: out of the match), the seat of a player's zone, the host of an attached one."""
        L = self.game.compiled.layout
        at = self.s[L["zone"] + card]
        if at == L.nowhere:
            return None, None, None
        player = L.player_of[at]
        return (
            L.zone_names[L.kind_of[at]],
            None if player is None else -1 - player,
            self.game.machine.names["host"](self.s, card),
        )

    def pile(self, zone: str, seat: int | None = None, host: int | None = None) -> tuple[int, ...]:
        """The cards of a zone, the last on top."""
        L = self.game.compiled.layout
        decl = self.game.meaning.zones[zone]
        at = L["zone " + zone]
        if decl.owner == "player":
            at += player_code(seat or 0)
        elif decl.owner == "card":
            if host is None:
                at = L["all " + zone]
            else:
                at += host
        cards: tuple[int, ...] = self.s[at]
        return cards

    def spot(self, zone: str, seat: int | None, index: int) -> int:
        """The number of a declared place: so many stand before it in its zone (of a seat)."""
        L = self.game.compiled.layout
        shared = self.game.meaning.zones[zone].owner != "player"
        found = [i for i, each in enumerate(L.spots) if each.zone == zone and (shared or each.seat == seat)]
        return L.first_spot + found[index]

    def owner(self, card: int) -> int | None:
        """The seat whose deck a card is of; None when the deck is everybody's."""
        owners = self.game.objects.owners
        return owners[card] if card < len(owners) else None

    def spot_of(self, card: int) -> int | None:
        """The number of the declared place on which a card lies; None when it lies on none."""
        L = self.game.compiled.layout
        found: int | None = self.s[L["spot"] + card] if L.spots else None
        return found

    def controller(self, card: int) -> int | None:
        """The seat that controls a card; None when nobody ever did."""
        player = self.s[self.game.compiled.layout["ctrl"] + card]
        return None if player is None else -1 - player

    def value(self, card: int, name: str) -> int | tuple[str, ...]:
        """A value of a card now, through all its layers; the names of the members for a value that has them."""
        decl = self.game.meaning.values[name]
        i = list(self.game.meaning.values).index(name)
        found: int = self.game.machine.names[f"v{i}"](self.s, card)
        return worded(decl, found)

    def words_of_value(self, card: int, name: str) -> tuple[str, ...]:
        """The words of a value of a card now; of a scale the one that its number has."""
        decl, found = self.game.meaning.values[name], self.value(card, name)
        return (
            (decl.members[found],)
            if isinstance(found, int) and decl.scale
            else found
            if isinstance(found, tuple)
            else ()
        )

    def game_word(self, name: str) -> str | None:
        """The word of a value of the match."""
        decl = self.game.meaning.values[name]
        found: int = self.s[self.game.compiled.layout["value " + name]]
        return next((word for i, word in enumerate(decl.members) if found >> i & 1), None)

    def status(self, card: int, name: str) -> bool:
        """Whether a card has a status (or the opposite of one, by its own name)."""
        for i, decl in enumerate(self.game.meaning.statuses.values()):
            if name in (decl.name, decl.opposite):
                return bool(self.game.machine.names[f"st{i}"](self.s, card)) == (name == decl.name)
        raise KeyError(name)

    def keyword(self, card: int, name: str) -> bool:
        i = list(self.game.compiled.game.keywords).index(name)
        return bool(self.game.machine.names[f"k{i}"](self.s, card))

    def is_noun(self, card: int, noun: str) -> bool:
        """Whether a card is now what a declared noun describes."""
        if noun in CARD_WORDS or noun == self.game.meaning.implied_noun:
            return card < self.game.compiled.layout.first_token
        if noun in PLAYER_WORDS:
            return False
        i = list(self.game.meaning.nouns).index(noun)
        return bool(self.game.machine.names[f"noun{i}"](self.s, card))

    def player_value(self, seat: int, name: str) -> int | tuple[str, ...]:
        """A value of a player: what is stored, reckoned, or made of layers; the words of a bag, each as often."""
        values = self.game.meaning.values
        i, names = list(values).index(name), self.game.machine.names
        if layered_of_player(values[name]):
            return worded(values[name], names[f"v{i}"](self.s, player_code(seat)))
        if values[name].derived is not None:
            reckoned: int = names[f"r{i}"](self.s, player_code(seat))
            return reckoned
        found: int | tuple[int, ...] = self.s[self.game.compiled.layout["value " + name] + player_code(seat)]
        return sum(found) if isinstance(found, tuple) else found

    def game_value(self, name: str) -> int | None:
        """A value of the game; a seat (or None) for one that is a player."""
        if self.game.meaning.values[name].derived is not None:
            i = list(self.game.meaning.values).index(name)
            reckoned: int = self.game.machine.names[f"r{i}"](self.s, None)
            return reckoned
        found: int | None = self.s[self.game.compiled.layout["value " + name]]
        if self.game.meaning.values[name].kind == "player":
            return None if found is None else -1 - found
        return found

    @property
    def turn_player(self) -> int | None:
        """The seat whose turn it is; None before the first and after the last."""
        L = self.game.compiled.layout
        name = self.game.meaning.turn
        player = self.s[L["player " + name]]
        return None if player is None or self.over else -1 - player


def _entries(log: Any) -> Iterator[Any]:
    while log is not None:
        yield log[0]
        log = log[1]


__all__ = ["Game", "GameError", "Match", "MatchFault", "SaveError", "UnreadableGame", "load"]
