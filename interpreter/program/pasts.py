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
        declared = game.texts.get(slot)
        known = declared is not None and (declared.past is not None or declared.waits is not None)
        texts[slot] = _within(text, declared.past, declared.waits) if known and declared is not None else text
    return evolve(card, texts=texts) if texts != card.texts else card


def _within(node: Any, period: str | None, waits: str | None) -> Any:
    if isinstance(node, tuple):
        return tuple(_within(each, period, waits) for each in node)
    if not attrs.has(type(node)) or isinstance(node, n.Span):
        return node
    changed = {
        a.name: new
        for a in attrs.fields(type(node))
        if a.name != "span" and (new := _within(getattr(node, a.name), period, waits)) is not getattr(node, a.name)
    }
    if isinstance(node, n.Happened) and node.within is None and node.now is None and period is not None:
        changed["within"] = period
    if isinstance(node, n.Watch) and node.duration is None and waits is not None:
        changed |= {"duration": n.Duration(n.Stretch.THIS, waits), "sole": not node.once}
    return evolve(node, **changed) if changed else node
