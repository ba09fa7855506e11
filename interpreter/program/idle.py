"""Verbs that nothing in a match can do: what they would do changes nothing, and is not asked about."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, Frame, GameMeaning

from .layout import walk


def without_idle_verbs(game: GameMeaning, cards: tuple[CardDecl, ...]) -> GameMeaning:
    """The game with no steps for the verbs that neither its rules nor these cards name, nor what they name does.

    A verb that is named stays as it is, also where nothing would ever do it: a name is all that is looked at."""
    texts = [(*card.texts.values(), *(head.text for head in card.heads)) for card in cards]
    named = set(_named((evolve(game, frames={}), texts)))
    for value in game.values.values():
        named |= {value.verb or "", value.producer or ""}
    named |= {slot.timed_verb or "" for slot in game.texts.values()}
    named |= {zone.host_leaves or "" for zone in game.zones.values()}
    idle = dict(game.frames)
    while found := [name for name, frame in idle.items() if {frame.name, frame.verb} & named]:
        for name in found:
            named |= set(_done_with(idle.pop(name)))
    still = {name: evolve(frame, steps=(), then=None) for name, frame in idle.items() if frame.steps or frame.then}
    return evolve(game, frames={**game.frames, **still}) if still else game


def _done_with(frame: Frame) -> Iterator[str]:
    """The verbs that a verb names: what it does, and what it is."""
    yield from _named(frame)
    yield from (each for each in (frame.verb, frame.kind_of, frame.own_cost, frame.tries) if each is not None)


def _named(node: object) -> Iterator[str]:
    for each in walk(node):
        if isinstance(each, n.Event | n.OfAnother):
            yield each.verb
            yield each.verb.partition("#")[0]
