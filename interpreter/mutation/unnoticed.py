"""What no scene notices: rules, keywords and texts of cards that can be silenced, and every scene holds as before.

A scene that only has a card on its table does not try it: what counts is that something comes out otherwise without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Label
from dsl.meaning.game import GameMeaning
from dsl.meaning.nodes import Span, Text
from dsl.messages import problem

from ..scenes import SceneBook
from ..scenes.gathered import Gathered
from .defence import Stage, on_tables, tables_of, with_card


@frozen
class Piece:
    """A part of a game that can be silenced: what it is, its name, its place; ``card`` when it is a text of one."""

    what: str
    name: str
    span: Span | None
    card: str = ""


def pieces_of(meaning: GameMeaning) -> tuple[Piece, ...]:
    """The rules, the keywords that say something, and the texts of the cards."""
    rules = [Piece("regola", rule.name, rule.span) for rule in meaning.rules.values()]
    keywords = [
        Piece("parola chiave", each.name, each.span) for each in meaning.keywords.values() if each.text.abilities
    ]
    cards = [
        Piece(slot, f"{card.name} · {slot}", card.span, card.name)
        for deck in meaning.decks.values()
        for card in deck.cards
        for slot in card.texts
    ]
    return (*rules, *keywords, *cards)


def without(meaning: GameMeaning, piece: Piece) -> GameMeaning:
    """The game in which a piece says nothing."""
    if piece.card:
        found = ((deck, card) for deck in meaning.decks.values() for card in deck.cards if card.name == piece.card)
        deck, card = next(found)
        texts = {slot: text for slot, text in card.texts.items() if slot != piece.what}
        return with_card(meaning, deck.name, evolve(card, texts=texts))
    if piece.name in meaning.rules and piece.what == "regola":
        rules = {**meaning.rules, piece.name: evolve(meaning.rules[piece.name], text=Text(()))}
        return evolve(meaning, rules=rules)
    keywords = {**meaning.keywords, piece.name: evolve(meaning.keywords[piece.name], text=Text(()))}
    return evolve(meaning, keywords=keywords)


class Silence:
    """Scenes that hold, tried without one piece of the game after the other."""

    def __init__(self, books: Sequence[SceneBook], stages: Sequence[Stage]) -> None:
        self._books, self._stages = books, stages

    def unnoticed(self, piece: Piece) -> Diagnostic | None:
        """The problem of a piece without which every scene holds."""
        world = self._books[0].world
        on = tables_of(without(world.game.meaning, piece), world)
        stages = list(self._likely(piece))
        if any(self._notices(book, stage, on) for book, stage in on_tables(self._books, stages, on)):
            return None
        return self._problem(piece, stages)

    def _likely(self, piece: Piece) -> Iterator[Stage]:
        """The scenes in which a card takes part; for what is no card all of them, those first that say its name."""
        if piece.card:
            yield from (stage for stage in self._stages if piece.card in stage.named | stage.others)
        else:
            yield from sorted(self._stages, key=lambda stage: not self._says(stage, piece.name))

    def _says(self, stage: Stage, name: str) -> bool:
        return name in repr(self._books[stage.book].scenes[stage.number])

    def _notices(self, book: SceneBook, stage: Stage, on: Gathered) -> bool:
        try:
            outcome = book.play(stage.number, on=on)
            return outcome.failure is not None or book.compare(stage.number, outcome) is not None
        except Exception:  # a game that cannot be played without it has noticed
            return True

    def _problem(self, piece: Piece, stages: Sequence[Stage]) -> Diagnostic:
        seen = [stage for stage in stages if piece.card or self._says(stage, piece.name)]
        labels: tuple[Label, ...] = ()
        if seen:
            scene = self._books[seen[0].book].scenes[seen[0].number]
            labels = (Label(scene.span, "questa scena la ha, e senza va allo stesso modo"),)
        return problem("C030", piece.span, name=piece.name, labels=labels)


__all__ = ["Piece", "Silence", "pieces_of", "without"]
