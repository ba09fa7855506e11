"""A perfect that says no time looks as far back as its text declares: «se hai calato una Lana» may be in this turn."""

from __future__ import annotations

from typing import Any

import attrs
from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, GameMeaning


def with_times(game: GameMeaning, card: CardDecl) -> CardDecl:
    """The card with the time that each of its texts understands where a sentence says none."""
    texts = {}
    for slot, text in card.texts.items():
        past = game.texts[slot].past if slot in game.texts else None
        texts[slot] = _within(text, past) if past is not None else text
    return evolve(card, texts=texts) if texts != card.texts else card


def _within(node: Any, period: str) -> Any:
    if isinstance(node, tuple):
        return tuple(_within(each, period) for each in node)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    changed = {
        a.name: new
        for a in attrs.fields(type(node))
        if a.name != "span" and (new := _within(getattr(node, a.name), period)) is not getattr(node, a.name)
    }
    if isinstance(node, n.Happened) and node.within is None and node.now is None:
        changed["within"] = period
    return evolve(node, **changed) if changed else node
