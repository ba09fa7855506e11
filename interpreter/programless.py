"""Texts that are understood and that the machine cannot do: no card on which they may stand has a program for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from attrs import evolve

from dsl.diagnostics import Diagnostic
from dsl.load import Loaded
from dsl.meaning.faces import other_faces
from dsl.meaning.from_blocks.cards import Field, field_named
from dsl.meaning.game import CardDecl, GameMeaning, ValueDecl
from dsl.meaning.nodes import Text
from dsl.messages import problem

from .objects import objects_of
from .program.env import CannotCompile
from .program.from_meaning import compile_game

#: On so many different cards at most a text is tried: what a game's cards print besides is seldom what a text fails by.
MOST_CARDS = 12


def cards_with(loaded: Loaded, text: Text, field: str) -> list[CardDecl]:
    """A wording of a field on the cards on which it may stand: one like each kind of card of the decks that has the field,
    or, where none has, one without further text."""
    meaning = loaded.meaning
    place = field_named(field, meaning, loaded.vocabulary) if meaning is not None else None
    if meaning is None or place is None:
        return []
    like: dict[object, CardDecl] = {}
    for card in (card for deck in meaning.decks.values() for card in deck.known):
        if place.slot.name in card.texts and _is_of(card, place):
            like.setdefault(_kind(card, meaning), card)
    found = list(islice(like.values(), MOST_CARDS)) or [_plain(place, meaning)]
    return [_with(card, place.slot.name, text) for card in found]


def _with(card: CardDecl, slot: str, text: Text) -> CardDecl:
    """A card with this text alone, so that no other text of it is taken for this one's fault; what the wording says of the other
    face stands there."""
    texts, back, behind = {slot: text}, card.back, [each for each in card.back_texts if each == slot]
    for _, front, last in other_faces({slot: text}):
        texts |= {slot: front, last.text: Text(last.abilities)}
        back, behind = {**(back or {}), **dict(last.values)}, [*behind, last.text]
    return evolve(card, texts=texts, back=back, back_texts=tuple(behind), heads=())


def programless(meaning: GameMeaning, texts: Sequence[Sequence[CardDecl]]) -> dict[int, CannotCompile]:
    """Which of some texts, each given as the cards on which it may stand, the machine can do on none, and why.

    They are compiled together, and apart only where something fails. What fails without any card is the game's, and nothing
    is said of it."""
    first = _failing(meaning, {i: cards[0] for i, cards in enumerate(texts) if cards})
    found = {}
    for number, why in first.items():
        others = texts[number][1:]
        if all(faults(meaning, [card]) for card in others):
            found[number] = why
    return found if found and not faults(meaning, []) else {}


def faults(meaning: GameMeaning, cards: Sequence[CardDecl] | None = None) -> list[CannotCompile]:
    """What a game with these cards alone (by default those of all decks) says and the machine cannot do, with the fewest players
    or with the most; what is so with both, once."""
    bare = evolve(meaning, decks={})
    known = cards if cards is not None else [card for deck in meaning.decks.values() for card in deck.known]
    found: dict[tuple[object, str], CannotCompile] = {}
    for players in dict.fromkeys(meaning.players):
        try:
            table = objects_of(bare, players).with_cards([(card, 0) for card in known], bare)
            problems = compile_game(bare, table).problems
        except CannotCompile as fault:
            problems = [fault]
        found.update(((each.span, str(each)), each) for each in problems)
    return list(found.values())


def no_program(error: CannotCompile) -> Diagnostic:
    """What is understood and the machine cannot do, as a problem with its place."""
    return problem("P001", error.span, detail=str(error))


def _failing(meaning: GameMeaning, cards: Mapping[int, CardDecl]) -> dict[int, CannotCompile]:
    """The cards that have no program, by halves."""
    problems = faults(meaning, list(cards.values())) if cards else []
    if len(cards) == 1 or not problems:
        return dict.fromkeys(cards, problems[0]) if problems else {}
    numbers = list(cards)
    halves = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
    return {key: why for half in halves for key, why in _failing(meaning, {i: cards[i] for i in half}).items()}


def _is_of(card: CardDecl, place: Field) -> bool:
    return all(member in _words(card.values.get(value)) for value, member in place.kinds)


def _words(value: int | tuple[str, ...] | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _kind(card: CardDecl, meaning: GameMeaning) -> object:
    """What the cards of a game are told apart by: the words of those values of which each card has one."""
    single = [value.name for value in meaning.values.values() if value.kind == "member"]
    return tuple(_words(card.values.get(name)) for name in single)


def _plain(place: Field, meaning: GameMeaning) -> CardDecl:
    """A card that has nothing but the field, and of each printed value the first that there is."""
    values = {v.name: _least(v) for v in meaning.values.values() if v.owner == "card" and v.printed}
    return CardDecl(place.slot.name, {**values, **{name: (word,) for name, word in place.kinds}}, {}, {})


def _least(value: ValueDecl) -> int | tuple[str, ...]:
    return value.members[:1] if value.members else value.minimum or 0


__all__ = ["cards_with", "faults", "no_program", "programless"]
