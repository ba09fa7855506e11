"""The texts of a game with whose they are: what several checks go through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from attrs import frozen

from ..diagnostics import Label
from ..meaning.game import CardDecl, GameMeaning
from ..meaning.nodes import Span, Text
from ..meaning.walk import walk

T = TypeVar("T")


@frozen
class Owned:
    """A text and whose it is; ``card`` and ``slot`` when it is a card's."""

    name: str
    text: Text
    span: Span | None
    card: CardDecl | None = None
    slot: str = ""


def cards(game: GameMeaning) -> Iterator[CardDecl]:
    """All the cards of the decks."""
    for deck in game.decks.values():
        yield from deck.cards


def card_texts(game: GameMeaning) -> Iterator[Owned]:
    """The texts of the cards."""
    for card in cards(game):
        for slot, text in card.texts.items():
            yield Owned(card.name, text, card.span, card, slot)
        for head in card.heads:
            yield Owned(card.name, head.text, card.span, card, head.slot)


def texts(game: GameMeaning) -> Iterator[Owned]:
    """The texts of cards, keywords and rules."""
    yield from card_texts(game)
    for keyword in game.keywords.values():
        yield Owned(keyword.name, keyword.text, keyword.span)
    for rule in game.rules.values():
        yield Owned(rule.name, rule.text, rule.span)


def sentences(game: GameMeaning) -> tuple[object, ...]:
    """Everything that a game and its decks say in sentences."""
    return (
        game.frames, game.periods, game.actions, game.rules, game.keywords, game.labels, game.limits, game.setup,
        game.decks, game.ending, game.nouns, game.texts, game.claims, game.values, game.checks, game.lasting,
    )  # fmt: skip


_gone_through: list[tuple[GameMeaning, dict[type, list[Any]]]] = []


def all_in(game: GameMeaning, *kinds: type[T]) -> list[T]:
    """All nodes of some classes in the sentences of a game: gone through once, and kept for the game last asked about."""
    if not _gone_through or _gone_through[0][0] is not game:
        nodes: dict[type, list[Any]] = {}
        for node in walk(sentences(game)):
            nodes.setdefault(type(node), []).append(node)
        _gone_through[:] = [(game, nodes)]
    return [node for kind in kinds for node in _gone_through[0][1].get(kind, ())]


def label(span: Span | None, text: str) -> tuple[Label, ...]:
    """A further place, when it has one."""
    return (Label(span, text),) if span is not None else ()


__all__ = ["Owned", "all_in", "card_texts", "cards", "label", "sentences", "texts"]
