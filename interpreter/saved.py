"""Saved matches: read back only after every part was checked, since a save may come from anybody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from . import frames
from .program.compiled import Compiled
from .program.layout import STANDING
from .ready import ReadyGame
from .running import RunningMatch

Seated = Callable[[int, Sequence[str]], ReadyGame]

MOST_CHARACTERS = 20_000_000
MOST_FRAMES = 2_000
FIXED = {
    frames.RESOLVE: 7,
    frames.BATCH: 10,
    frames.TIMES: 7,
    frames.PERIOD: 11,
    frames.WINDOW: 9,
    frames.USE: 5,
    frames.PLAY: 8,
    frames.TOP: 10,
    frames.VERIFY: 9,
    frames.PAY: 6,
    frames.ANEW: 7,
}
KINDS = frozenset({"action", "card", "may", "manner", "mode", "member", "word", "trigger", "lasting", "pay", "amount"})


class SaveError(ValueError):
    """A saved match that is not one of this game's."""


def read_save(game: ReadyGame, seated: Seated, text: str) -> RunningMatch:
    """The match of a save; ``seated``: the game for so many players with these decks.

    :class:`SaveError` says what is wrong with one that is not this game's."""
    try:
        return _checked(game, seated, text)
    except (KeyError, TypeError, ValueError, IndexError, LookupError, RecursionError) as error:
        if isinstance(error, SaveError):
            raise
        raise SaveError(f"partita salvata non valida: {error}") from error


def _checked(game: ReadyGame, seated: Seated, text: str) -> RunningMatch:
    _must(len(text) <= MOST_CHARACTERS, "troppo grande")
    data = _read(text)
    _must(isinstance(data, dict) and data.get("format") == 1, "formato sconosciuto")
    _must(data["game"] == game.meaning.name, "è di un altro gioco")
    players, decks = data.get("players", game.players), data.get("decks", list(game.decks))
    _must(isinstance(players, int) and isinstance(decks, list), "un tavolo malformato")
    game = seated(players, [str(name) for name in decks])
    _must(data["cards"] == [c.name for c in game.cards], "è di un altro mazzo")
    s = [_frozen(x) for x in data["state"]]
    first = game.machine.initial()
    _must(len(s) == len(first), "lo stato non ha quella forma")
    _state(game, s, first)
    stopped = [_frame(game.compiled, f) for f in data["stack"]]
    _must(len(stopped) <= MOST_FRAMES, "troppi effetti in corso")
    m: RunningMatch = game.machine.match_class(game, s, stopped)
    m.asked = _asked(data["asked"])
    m.count = len(m.asked[2]) if m.asked is not None else 0
    _must(m.asked is None or bool(stopped), "una scelta senza effetti in corso")
    for entry in data["log"]:
        m.told = (_frozen(entry), m.told)
    return m


def _read(text: str) -> Any:
    """The JSON of a save; where it stops being JSON is told."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = "il testo finisce a metà" if cut else "il testo non è JSON"
        raise ValueError(f"{why} (riga {error.lineno}, colonna {error.colno})") from None


def _must(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(why)


def _frozen(x: Any, depth: int = 0) -> Any:
    """JSON's lists as tuples; numbers, words and nothing as they are."""
    _must(depth < 12, "troppo profondo")
    if isinstance(x, list):
        return tuple([_frozen(y, depth + 1) for y in x])
    _must(x is None or isinstance(x, (int, str)), f"{type(x).__name__} nello stato")
    return x


def _state(game: ReadyGame, s: list[Any], first: list[Any]) -> None:
    """Every slot of its kind, every card in exactly one pile, every entry an effect of this game."""
    L = game.compiled.layout
    abilities = len(game.compiled.abilities)
    for i, was in enumerate(first):
        if isinstance(was, tuple):
            _must(s[i] is None or isinstance(s[i], tuple), "un numero dove sta un gruppo")
    for i in _indexes(game):
        for e in s[i]:
            _must(
                isinstance(e, tuple) and len(e) >= 7 and isinstance(e[0], int) and 0 <= e[0] < abilities,
                "un effetto sconosciuto",
            )
    zone = L["zone"]
    where: dict[int, int] = {}
    for at in L.kind_of:
        for c in s[at]:
            known = isinstance(c, int) and (0 <= c < len(game.cards) or c in L.plays)
            _must(known and c not in where, "una carta in due luoghi")
            where[c] = at
    for c in (*range(len(game.cards)), *L.plays):
        _must(s[zone + c] == where.get(c, L.nowhere), "una carta fuori posto")
    _spots(game, s)
    _must(isinstance(s[L["rng"]], int) and 0 <= s[L["rng"]] < 1 << 64, "il caso non è un numero")


def _spots(game: ReadyGame, s: list[Any]) -> None:
    """Every card on a place lies in its pile and no place holds more than it may."""
    L = game.compiled.layout
    on: dict[int, int] = {}
    for i, spot in enumerate(L.spots):
        number = L.first_spot + i
        _must(len(s[L["held"] + number]) <= game.meaning.zones[spot.zone].per_spot, "troppe carte su un posto")
        _must(s[L["spot"] + number] == number, "un posto fuori posto")
        for c in s[L["held"] + number]:
            _must(c not in on and s[L["zone"] + c] == L.pile_of_spot(number), "una carta su due posti")
            on[c] = number
    for c in range(len(game.cards) if L.spots else 0):
        _must(s[L["spot"] + c] == on.get(c), "una carta non è sul suo posto")


def _indexes(game: ReadyGame) -> list[int]:
    L = game.compiled.layout
    return [
        at for name, at in L.slots.items() if name.startswith(STANDING) or name in ("suppress", "activated", "marks")
    ]


def _frame(compiled: Compiled, raw: Any) -> list[Any]:
    """A frame of a known program, at a point where that program can be."""
    _must(
        isinstance(raw, list) and len(raw) >= 4 and isinstance(raw[0], int) and isinstance(raw[1], int),
        "un effetto in corso senza programma",
    )
    pid, pc = raw[0], raw[1]
    _must(0 <= pid < len(compiled.programs), "un programma sconosciuto")
    if pid in FIXED:
        _must(len(raw) == FIXED[pid] and 0 <= pc <= 5, "un effetto in corso malformato")
    else:
        program = compiled.programs[pid]
        _must(len(raw) >= program.places and len(raw) < 500, "un effetto in corso malformato")
        source = compiled.functions.get(program.name, "")
        points = {int(x) for x in re.findall(r"if pc == (\d+):", source)} or {0}
        _must(pc in points, "un effetto in corso in un punto che non c'è")
    return [_frozen(x) for x in raw]


def _asked(raw: Any) -> tuple[int, str, tuple[Any, ...], int] | None:
    if raw is None:
        return None
    player, kind, options, prompt = raw
    _must(
        isinstance(player, int) and player < 0 and kind in KINDS and isinstance(options, list) and bool(options),
        "una scelta malformata",
    )
    return player, kind, _frozen(options), int(prompt)
