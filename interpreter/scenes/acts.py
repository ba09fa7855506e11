"""Which option of a window a line means: «A VERBO X con Y», with the cards that it names and the choices that follow.

The option that has just these cards; else the only one that has them among others; else one that has some of them, when
the others are chosen after it («A ingaggia X con Y e Z», «A gioca X su Y»). A verb is the action of that name, or else every
action whose name begins with it («pianta X come Siepe», where an action is called «Piantare come Siepe»).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from dsl.meaning.playing import PLAY, by_which_one_plays
from dsl.scenes import nodes
from dsl.vocabulary.spelling import fold, keys_of
from dsl.vocabulary.vocabulary import Kind

from ..match import Match
from ..program.layout import player_code
from ..windows import KIND, ORDER
from .table import Table

Said = nodes.Act | nodes.CanAct


@frozen
class Way:
    """An option, and the things of the line that are chosen after it."""

    option: Any
    rest: tuple[nodes.Thing, ...] = ()


class Acts:
    """The options of the decision of now, by what lines say."""

    def __init__(self, match: Match, table: Table) -> None:
        self.match, self.table = match, table

    @cached_property
    def how_played(self) -> frozenset[str]:
        """The actions by which a card is played."""
        return by_which_one_plays(self.match.game.meaning)

    def ways(self, said: Said) -> tuple[Way, ...]:
        """The options that a line may mean: of several the line does not say which."""
        if said.action == nodes.ABILITY:
            return tuple(Way(option) for option in self._abilities(said))
        for group in self._groups(said):
            found = self._among(group, said)
            if found:
                return found
        return ()

    def with_some(self, said: Said) -> Any | None:
        """«A scarta una carta»: the first option that has so many cards more; else one after which they are chosen."""
        things = nodes.own(said.things, said.seat)
        for more in (said.some, 0):
            for group in self._groups(said):
                fits = (o for o in group if not self._left(o, things) and len(o.objects) == len(things) + more)
                found = next((o for o in fits if more or self._so_many_follow(o, said)), None)
                if found is not None:
                    return found
        return None

    def _so_many_follow(self, option: Any, said: Said) -> bool:
        """Whether so many cards can be chosen after an option, tried on a copy."""
        trial = self.match.clone()
        trial.choose(option.index)
        for _ in range(said.some):
            decision = trial.decision
            mine = decision is not None and decision.player == said.seat and decision.kind != "action"
            card = next((o for o in decision.options if o.kind == "card"), None) if mine and decision else None
            if card is None:
                return False
            trial.choose(card.index)
        return True

    def _abilities(self, said: Said) -> Iterator[Any]:
        numbers = self.table.numbers_of(said.things[0])
        for option in self._options("ability"):
            if any(self.table.is_ability(option, number, said.nth) for number in numbers):
                if said.label is None or self.table.opens(option, said.label):
                    yield option

    def _options(self, kind: str) -> list[Any]:
        decision = self.match.decision
        return [option for option in decision.options if option.kind == kind] if decision is not None else []

    def _groups(self, said: Said) -> Iterator[list[Any]]:
        """The options of the action of that name; else, where the name is the verb alone, those of every action that begins
        with it, and ends as the manner says («attacca B con X», «evoca X» of what is there for an instant)."""
        options = self._options("action")
        exact = said.action in self.match.game.meaning.actions
        if exact:
            way = self.table.words.name(said.manner, Kind.NOUN) if said.manner is not None else None
            yield [o for o in options if o.action == said.action and way in (None, o.manner)]
        tail = keys_of(said.manner.text) if said.manner is not None else ()
        if exact and said.whom is None and (not said.things or " " in said.action):
            return
        family = [o for o in options if f"{o.action} ".startswith(f"{said.action} ")]
        yield [o for o in family if not tail or keys_of(o.action)[-len(tail) :] == tail]
        if fold(said.action) == PLAY and said.things:  # «gioca X», whatever the action is called
            yield [o for o in options if o.action in self.how_played]

    def _among(self, options: Sequence[Any], said: Said) -> tuple[Way, ...]:
        things = nodes.own(said.things, said.seat)
        same = [o for o in options if self._left(o, things) == () and len(o.objects) == len(things)]
        if same:
            return tuple(map(Way, self._as_said(same, things)))
        more = [o for o in options if self._left(o, things) == ()] if said.whom is None else []
        if more:
            return tuple(map(Way, more))
        some = [o for o in options if self._has_only(o, things)]
        ways = [Way(o, self._left(o, things)) for o in sorted(some, key=lambda o: self._order(o, things))]
        return next(((way,) for way in ways if self._may_follow(way, said.seat)), ())

    def _has_only(self, option: Any, things: Sequence[nodes.Thing]) -> bool:
        """Whether an option has some of the things and nothing else."""
        return len(things) - len(self._left(option, things)) == len(option.objects) < len(things)

    def _order(self, option: Any, things: Sequence[nodes.Thing]) -> tuple[int, ...]:
        """The most things first, and of as many those that were said first."""
        left = self._left(option, things)
        return (len(left), *(i for i, thing in enumerate(things) if thing not in left))

    def _as_said(self, options: list[Any], things: Sequence[nodes.Thing]) -> list[Any]:
        """«attacca X con Y» where X could attack Y as well: who does it comes after «con», and first in the action.

        Of copies of one card, of which nothing tells one from another, the first."""
        backwards = [self.table.numbers_of(thing) for thing in reversed(things)]
        as_said = [o for o in options if all(n in names for n, names in zip(o.objects, backwards, strict=True))]
        found = as_said if len(options) > 1 and as_said else options
        names = {tuple(map(self.table.name, option.objects)) for option in found}
        copies = any(len(self.table.numbers_of(thing)) > 1 for thing in things)
        return found[:1] if copies and len(names) == 1 and len({o.manner for o in found}) == 1 else found

    def _left(self, option: Any, things: Sequence[nodes.Thing]) -> tuple[nodes.Thing, ...]:
        """The things of the line that an option does not have."""
        free, left = list(option.objects), []
        for thing in things:
            number = next((n for n in self.table.numbers_of(thing) if n in free), None)
            if number is None:
                left.append(thing)
            else:
                free.remove(number)
        return tuple(left)

    def _may_follow(self, way: Way, seat: int) -> bool:
        """Whether the rest of the line can be chosen after an option, tried on a copy."""
        trial = self.match.clone()
        before = len(trial.log)
        trial.choose(way.option.index)
        for thing in way.rest:
            decision, numbers = trial.decision, self.table.numbers_of(thing)
            mine = decision is not None and decision.player == seat and decision.kind != "action"
            offered = decision.options if mine and decision is not None else ()
            found = next((o for o in offered if o.objects and o.objects[0] in numbers), None)
            if found is not None:
                trial.choose(found.index)
            elif not taken(trial, before, numbers):
                return False
        return True


def speaking(match: Match, seat: int) -> Match:
    """A copy of a match at a window in which a player has the word, with what he could do there; nothing, if he has no part
    in that window."""
    copy, player = match.clone(), player_code(seat)
    frame = copy.stack[-1]
    options = copy.game.machine.names["legal"](copy.s, frame[KIND], player) if player in frame[ORDER] else ()
    copy.asked = (player, "action", tuple(options), 0)
    copy.count = len(options)
    return copy


def taken(match: Match, before: int, numbers: Sequence[int]) -> bool:
    """Whether what was played since has one of these as its aim, or was done to one: taken by itself where there was no other."""
    since = match.log[before:]
    aims = [x for entry in since if entry.kind == "play" for x in entry.roles["at"]]
    done_to = [x for entry in since if entry.kind == "event" for x in _each(entry.roles.get("object"))]
    return not {*aims, *done_to}.isdisjoint(numbers)


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
