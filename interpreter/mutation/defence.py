"""What scenes defend: every mutant is played in the scenes that its card takes part in, until one of them fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from dsl.load import Loaded
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.scenes import nodes

from ..log import Entry
from ..match import Game, GameError, Match
from ..objects import objects_of
from ..scenes import SceneBook, World
from ..scenes.gathered import Gathered
from ..scenes.words import Words
from ..scenes.workers import TOGETHER
from .mutants import Mutant

#: Parts of a step that are amounts, players or words.
_NO_CARDS: Final = frozenset(("number", "amount", "result", "player", "who", "user", "manner", "cause"))


@frozen
class Stage:
    """A scene that holds: where it is found, and the cards of the deck that take part in it, ``named`` or not."""

    book: int
    number: int
    named: frozenset[str]
    others: frozenset[str]

    def rank(self) -> tuple[int, int, int]:
        """The scenes that speak of few cards come first: it is these that look closely."""
        return len(self.named), self.book, self.number


@frozen
class Verdict:
    """What became of a mutant. ``caught``: the title of the scene that failed; ``fault``: the machine failed, with its words;
    ``scenes``: how many scenes its card takes part in; ``idle``: the machine does the same with it, word for word."""

    mutant: Mutant
    caught: str = ""
    fault: str = ""
    scenes: int = 0
    idle: bool = False

    @property
    def survives(self) -> bool:
        return not self.caught and not self.idle


def stage(book: SceneBook, at: int, number: int) -> Stage | str:
    """A scene played as it stands, with the cards that take part in it; the report when it does not hold by itself."""
    scene = book.scenes[number]
    outcome = book.play(number)
    failure = outcome.failure or book.compare(number, outcome)
    if failure is not None:
        return book.reported(scene, failure)
    named = frozenset(named_in(scene))
    return Stage(at, number, named, _taking_part(outcome.match) - named)


def named_in(node: object) -> Iterator[str]:
    """The cards of which a scene speaks by name."""
    if isinstance(node, nodes.Named):
        yield node.name
    elif isinstance(node, tuple):
        for each in node:
            yield from named_in(each)
    else:
        for part in getattr(node, "__attrs_attrs__", ()):
            if part.name != "span":
                yield from named_in(getattr(node, part.name))


def _taking_part(match: Match | None) -> frozenset[str]:
    """The cards of which something was told."""
    if match is None:
        return frozenset()
    cards = match.game.cards
    numbers = {number for entry in match.log for number in _numbers(entry)}
    return frozenset(cards[number].name for number in numbers if 0 <= number < len(cards))


def _numbers(entry: Entry) -> Iterator[int]:
    """The numbers of the cards that a step speaks of; amounts and players are none."""
    roles = () if entry.kind == "choice" else (value for name, value in entry.roles.items() if name not in _NO_CARDS)
    for value in (entry.source, *roles):
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, int) and not isinstance(each, bool):
                yield each


class Defence:
    """Scenes that hold, and the mutants that are tried on them."""

    def __init__(self, books: Sequence[SceneBook], stages: Sequence[Stage], deck: str) -> None:
        self._books, self._deck = books, deck
        self._stages = sorted(stages, key=Stage.rank)

    def scenes_of(self, card: str) -> list[Stage]:
        """The scenes in which a card takes part, those first that name it."""
        named = [stage for stage in self._stages if card in stage.named]
        return named + [stage for stage in self._stages if card in stage.others]

    def verdict(self, mutant: Mutant) -> Verdict:
        """The first scene that notices a mutant, if any does."""
        stages = self.scenes_of(mutant.card.name)
        on = self._with(mutant.card)
        for book, stage in on_tables(self._books, stages, on):
            try:
                outcome = book.play(stage.number, on=on)
            except GameError:  # understood, but there is no program for it
                return Verdict(mutant, idle=True)
            if outcome.match is None and not _compiles(on.game):
                return Verdict(mutant, idle=True)
            if outcome.failure is not None or book.compare(stage.number, outcome) is not None:
                return Verdict(mutant, book.names[stage.number], outcome.fault, len(stages))
        return Verdict(mutant, scenes=len(stages), idle=self._is_idle(mutant))

    def _is_idle(self, mutant: Mutant) -> bool:
        """Whether the machine runs the same program with the changed card, and the card has the same values."""
        book = self._books[0]
        before = next(card for card in book.world.game.meaning.decks[self._deck].cards if card.name == mutant.card.name)
        if before.values != mutant.card.values:
            return False
        try:
            return self._with(mutant.card).game.source() == book.world.game.source()
        except GameError:
            return False

    def _with(self, card: CardDecl) -> Gathered:
        world = self._books[0].world
        return tables_of(with_card(world.game.meaning, self._deck, card), world)


def tables_of(meaning: GameMeaning, world: World) -> Gathered:
    """Tables for the scenes of a game that means something else than its folder says."""
    return Gathered(LateGame(meaning, world.loaded), Words(meaning, world.loaded.vocabulary), world.read)


def on_tables(books: Sequence[SceneBook], stages: Sequence[Stage], on: Gathered) -> Iterator[tuple[SceneBook, Stage]]:
    """The scenes that are of the game of some tables, made ready on them: the first alone, since it mostly settles the matter,
    then ever more together."""
    own = [(books[stage.book], stage) for stage in stages if books[stage.book].world.loaded is on.game.loaded]
    first, size = 0, 1
    while first < len(own):
        group = own[first : first + size]
        on.gather(book.with_decks(stage.number) for book, stage in group)
        yield from group
        first, size = first + size, min(size * 4, TOGETHER)


def _compiles(game: Game) -> bool:
    """Whether there is a program for every text of a game."""
    try:
        return bool(game.source())
    except GameError:
        return False


def with_card(meaning: GameMeaning, deck: str, card: CardDecl) -> GameMeaning:
    """The game with one card of a deck as it is given."""
    found = meaning.decks[deck]
    cards = tuple(card if one.name == card.name else one for one in found.cards)
    return evolve(meaning, decks={**meaning.decks, deck: evolve(found, cards=cards)})


class LateGame(Game):
    """A game that is compiled only when it is asked for more than its meaning.

    A scene with cards of its own has a game of its own: for most mutants this one is never needed."""

    def __init__(self, meaning: GameMeaning, loaded: Loaded) -> None:
        self.meaning = meaning
        self.loaded = loaded
        self.objects = objects_of(meaning)
        self._tables = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "compiled" in self.__dict__:
            raise AttributeError(name)
        super().__init__(self.meaning, loaded=self.loaded)
        return getattr(self, name)
