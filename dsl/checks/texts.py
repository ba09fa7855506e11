"""The texts of a game with whose they are: what several checks go through."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..diagnostics import Label
from ..meaning.game import CardDecl, GameMeaning
from ..meaning.nodes import Span, Text


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
        game.decks, game.ending, game.nouns, game.texts, game.claims, game.values,
    )  # fmt: skip


def label(span: Span | None, text: str) -> tuple[Label, ...]:
    """A further place, when it has one."""
    return (Label(span, text),) if span is not None else ()


__all__ = ["Owned", "card_texts", "cards", "label", "sentences", "texts"]
