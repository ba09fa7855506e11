"""Mutants of a deck: cards with one word changed that are still understood, and mean something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from dsl.deck_words import WrittenCard, WrittenDeck
from dsl.meaning import italian
from dsl.meaning.game import CardDecl
from dsl.source import Span
from dsl.vocabulary.vocabulary import Vocabulary

from .changes import Attempt, Rivals

#: So many mutants of one word and kind are enough: what notices two other numbers notices a third.
_ENOUGH: Final = 2
#: So many attempts of one kind are made to find them.
_MOST_ATTEMPTS: Final = 10


@frozen
class Mutant:
    """A card with one word changed. ``kind``: what the change is of; ``word`` what stood there, ``instead`` what stands
    there now (nothing: the word is left out); ``said``: the text that now means something else, said back."""

    card: CardDecl
    kind: str
    word: str
    instead: str
    span: Span
    said: str


def mutants_of(deck: WrittenDeck, card: WrittenCard, rivals: Rivals) -> Iterator[Mutant]:
    """The mutants of a card, word by word; two of one word that mean the same are one."""
    before = next(one for one in deck.deck.cards if one.name == card.name)
    for words in card.lines:
        for at in range(len(words)):
            seen: list[CardDecl] = []
            for attempt in _enough(rivals.attempts(words, at), deck, card, before, seen):
                after = seen[-1]
                place = deck.source.span(words[at].start, words[at].start + len(attempt.word))
                said = _said(before, after, deck.vocabulary)
                yield Mutant(after, attempt.kind, attempt.word, attempt.change.text.strip(), place, said)


def _enough(
    attempts: Iterable[Attempt], deck: WrittenDeck, card: WrittenCard, before: CardDecl, seen: list[CardDecl]
) -> Iterator[Attempt]:
    """The attempts that give another meaning, some of each kind; what they give is put into ``seen``."""
    found: dict[str, int] = {}
    tried: dict[str, int] = {}
    for attempt in attempts:
        kind = attempt.kind
        if found.get(kind, 0) >= _ENOUGH or tried.get(kind, 0) >= _MOST_ATTEMPTS:
            continue
        tried[kind] = tried.get(kind, 0) + 1
        after = deck.read(card, attempt.change)
        if after is None or after.name != before.name:
            continue
        if any(_same(after, other, deck.vocabulary) for other in (before, *seen)):
            continue
        found[kind] = found.get(kind, 0) + 1
        seen.append(after)
        yield attempt


def _same(card: CardDecl, other: CardDecl, vocabulary: Vocabulary) -> bool:
    """Whether two cards mean the same: what is said back alike is the same, whatever the tree of its meaning."""
    if card.values != other.values or card.texts.keys() != other.texts.keys():
        return False
    return all(
        text == other.texts[field] or italian.said(text, vocabulary) == italian.said(other.texts[field], vocabulary)
        for field, text in card.texts.items()
    )


def _said(before: CardDecl, after: CardDecl, vocabulary: Vocabulary) -> str:
    """What is different, said back: a text of the card, or a value."""
    for field, text in after.texts.items():
        if field in before.texts and before.texts[field] != text:
            return italian.said(text, vocabulary)
    for name, value in after.values.items():
        if before.values.get(name) != value:
            return f"{name} {' e '.join(value) if isinstance(value, tuple) else value}"
    return ", ".join(f"{field}: {italian.said(text, vocabulary)}" for field, text in after.texts.items())
