"""A mode in which nothing that is kept is trusted: at every decision all of it is found anew and must be the same.

Kept, so that it need not be looked for: which pile a card lies in, which cards are attached anywhere, on which place a card lies, what
stands because of where a card lies, by which slots what ends and what is bound to one card is found; and in the short programs,
what a test or a loop asked before. The mode is slow; tests play in it.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .machine import FOREVER, State
from .match import Game, Match
from .program.layout import STANDING
from .state import kept_slots, staying


class Stale(AssertionError):
    """What was kept is not what is found anew; the message says all of it."""


def recomputing(game: Game) -> Game:
    """The same game, in which every step to the next decision ends with the look at everything."""
    again = copy.copy(game)
    run = game.run

    def looked_over(match: Match) -> None:
        run(match)
        if found := list(differences(match)):
            raise Stale("; ".join(found))

    again.run = looked_over
    again.many_matches = float("inf")
    again._tables = {again._table: again}
    return again


def differences(match: Match) -> Iterator[str]:
    """Everything that is kept otherwise than it is."""
    yield from _piles(match)
    yield from _places(match)
    yield from _standing(match)
    yield from _ends(match)
    yield from _values(match)


def _piles(match: Match) -> Iterator[str]:
    """Every card lies in one pile, the one that it says; those attached anywhere are those of the piles under cards."""
    s, layout = match.s, match.game.compiled.layout
    lies: Counter[int] = Counter()
    for at in layout.kind_of:
        for card in s[at]:
            lies[card] += 1
            if s[layout["zone"] + card] != at:
                yield f"{card} lies in {at}, and says {s[layout['zone'] + card]}"
    for card in range(len(match.game.cards)):
        expected = 0 if s[layout["zone"] + card] == layout.nowhere else 1
        if lies[card] != expected:
            yield f"{card} lies in {lies[card]} piles"
    for number, (name, zone) in enumerate(match.game.meaning.zones.items()):
        if zone.owner == "card":
            found = sorted(card for at, kind in layout.kind_of.items() if kind == number for card in s[at])
            if sorted(s[layout["all " + name]]) != found:
                yield f"{name}: {s[layout['all ' + name]]} are kept, {found} lie there"


def _places(match: Match) -> Iterator[str]:
    """A card on a declared place says that place, and no other says it."""
    s, layout = match.s, match.game.compiled.layout
    on: dict[int, int] = {}
    for i in range(len(layout.spots)):
        place = layout.first_spot + i
        on.update(dict.fromkeys(s[layout["held"] + place], place))
    for card in range(len(match.game.cards) if layout.spots else 0):
        if s[layout["spot"] + card] != on.get(card):
            yield f"{card} is on {on.get(card)}, and says {s[layout['spot'] + card]}"


def _standing(match: Match) -> Iterator[str]:
    """What stands because a card lies where it lies."""
    game, s, layout = match.game, match.s, match.game.compiled.layout
    kept = Counter((slot, e[0], e[1], e[5]) for slot, e in _entries(game, s) if e[4] == 0 and e[5] is not None)
    found: Counter[tuple[int, int, int, int]] = Counter()
    off = sum(1 << i for i, status in enumerate(game.meaning.statuses.values()) if status.turns_off)
    attached = {i: layout["zone " + z.name] for i, z in enumerate(game.meaning.zones.values()) if z.owner == "card"}
    for card in range(len(game.cards)):
        at = s[layout["zone"] + card]
        if at == layout.nowhere:
            continue
        only = kept_slots(game.meaning, layout) if s[layout["stat"] + card] & off else None
        stays = staying(game.machine)
        kind = layout.kind_of[at]
        for slot, ability in game.compiled.enter.get(kind, {}).get(game.machine.names["shown_side"](s, card), ()):
            found[slot, ability, card, card] += only is None or slot in only or ability in stays
        for slot, ability in game.compiled.attach.get(kind, {}).get(card, ()) if kind in attached else ():
            found[slot, ability, at - attached[kind], card] += only is None or slot in only or ability in stays
    for which in (kept - found) + (found - kept):
        said = "stands no more" if kept[which] > found[which] else "should stand"
        yield f"{game.compiled.abilities[which[1]].owner} of {match.name_of(which[3])} {said}"


def _ends(match: Match) -> Iterator[str]:
    """What ends with a period, and what is bound to one card, is found where it is looked for when that time comes."""
    game, s, layout = match.game, match.s, match.game.compiled.layout
    periods = list(game.meaning.periods)
    for slot, e in _entries(game, s):
        if isinstance(e[4], tuple) and e[4] and slot not in s[layout["timed " + periods[e[4][0]]]]:
            yield f"{game.compiled.abilities[e[0]].owner} ends with {periods[e[4][0]]}, which does not know it"
        bound = e[6]
        if isinstance(bound, int) and 0 <= bound < len(game.cards) and e[4] != FOREVER:
            if slot not in s[layout["locks"] + bound]:
                yield f"{game.compiled.abilities[e[0]].owner} is bound to {bound}, which does not know it"


def _entries(game: Game, s: State) -> Iterator[tuple[int, Any]]:
    """Every entry that stands, with its slot."""
    for name, at in game.compiled.layout.slots.items():
        if name.startswith(STANDING) or name in ("suppress", "activated", "must"):
            for entry in s[at]:
                yield at, entry


def _values(match: Match) -> Iterator[str]:
    """Every value and keyword of every card, by the short programs and by those as written."""
    game, s = match.game, match.s
    quick, plain = game.machine.names, game.at_length().machine.names
    if quick is plain:
        return
    meaning = game.meaning
    functions = [(f"v{i}", name) for i, (name, v) in enumerate(meaning.values.items()) if v.owner == "card"]
    functions += [(f"k{i}", name) for i, name in enumerate(meaning.keywords)]
    for function, name in functions:
        short, written = quick.get(function), plain.get(function)
        if short is None or written is None:
            continue
        for card in range(len(game.cards)):
            one, other = _answer(short, s, card), _answer(written, s, card)
            if one != other:
                yield f"{name} of {match.name_of(card)}: {one} by the short program, {other} as written"


def _answer(function: Any, s: State, card: int) -> Any:
    """What a program says of a card; one that speaks of what is not there says nothing."""
    try:
        return function(s, card)
    except (TypeError, LookupError):
        return "nothing"
