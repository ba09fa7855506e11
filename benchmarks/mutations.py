"""How much of a deck its scenes hold: every number, quantity, form and keyword of every card is changed, one at a time.

A changed deck whose scenes all still pass is a *survivor*: a word that no scene looks at. A change that is no longer
Italian of the game (refused by the reader), or that means the same as before, is not counted.

    python -m benchmarks.mutations [CARD …] [--all]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from dsl.load import Loaded
from dsl.meaning.from_blocks import deck_from_blocks
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.source import Source
from dsl.syntax.blocks import read_blocks
from dsl.syntax.reading_cache import read_text
from interpreter.match import Game
from interpreter.scenes import SceneBook, World

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "games" / "bless"
DECK = FOLDER / "alba-e-cenere.mazzo"
SCENES = FOLDER / "scene" / "carte.scena"

KEYWORDS = ("Rivalità", "Impatto", "Barriera", "Fato")
TYPES = ("Impulso", "Eco", "Legame")
#: A word and what may stand in its place; the forms that agreement asks for are tried one after the other.
SWAPS = {
    "Luce": ("Ombra",),
    "Ombra": ("Luce",),
    "Duale": ("Luce",),
    "pura": ("corrotta",),
    "pure": ("corrotte",),
    "corrotta": ("pura",),
    "corrotte": ("pure",),
    "minore": ("maggiore",),
    "maggiore": ("minore",),
    "più": ("meno",),
    "meno": ("più",),
    "almeno": ("esattamente",),
    "esattamente": ("almeno",),
    "Occhio": ("Karma",),
    "Karma": ("Occhio",),
    "avversaria": ("tua",),
    "avversarie": ("tue",),
    "questo turno": ("il prossimo turno",),
    "prossimo turno": ("turno",),
    "sempre ": ("",),
    "altre ": ("",),
    "altra ": ("",),
    "puoi ": ("",),
    "Puoi ": ("",),
}
QUANTITIES = {
    "una carta": "due carte",
    "due carte": "una carta",
    "tre carte": "due carte",
    "una Preghiera": "due Preghiere",
    "una Maledizione": "due Maledizioni",
    "due Maledizioni": "tre Maledizioni",
    "una tua Maledizione": "due tue Maledizioni",
    "due tue Maledizioni": "tre tue Maledizioni",
    "due Preghiere": "tre Preghiere",
    "due Eco": "tre Eco",
    "una tua Eco": "due tue Eco",
    "un'Azione": "due Azioni",
    "due volte": "tre volte",
    "tutte le": "due",
    "prendine una": "prendine due",
    "una Luce": "due Luce",
}


@frozen
class Mutant:
    """A card's text with one thing changed."""

    card: str
    change: str
    text: str


def cards_of(text: str) -> dict[str, str]:
    """The texts of a deck's cards by name."""
    found = re.split(r"\n(?=\S)", text)
    return {block.splitlines()[0].strip(): block for block in found if not block.startswith(("--", "mazzo"))}


def mutants(name: str, block: str) -> Iterator[Mutant]:
    """Every change of a card's text, one at a time."""
    head, _, body = block.partition("\n")
    for at, old, new in _changes(body):
        line = body[: at + 1].splitlines()[-1].strip()[:30] if body[: at + 1].strip() else ""
        yield Mutant(
            name, f"{old.strip()} → {new.strip() or '∅'} ({line}…)", f"{head}\n{body[:at]}{new}{body[at + len(old) :]}"
        )


def _changes(body: str) -> Iterator[tuple[int, str, str]]:
    for found in re.finditer(r"\d+", body):
        value = int(found[0])
        yield found.start(), found[0], str(value + 1)
        if value:
            yield found.start(), found[0], str(value - 1)
    for found in re.finditer(r"[+-](?=\d)", body):
        yield found.start(), found[0], "-" if found[0] == "+" else "+"
    for group in (KEYWORDS, TYPES):
        for word in group:
            for found in re.finditer(rf"\b{word}\b", body):
                yield found.start(), word, group[(group.index(word) + 1) % len(group)]
    for word, others in SWAPS.items():
        for found in re.finditer(rf"\b{word}" + (r"\b" if word[-1] != " " else ""), body):
            yield from ((found.start(), word, other) for other in others)
    for old, new in QUANTITIES.items():
        for found in re.finditer(rf"\b{old}\b", body, re.IGNORECASE):
            same_case = new[0].upper() + new[1:] if found[0][0].isupper() else new
            yield found.start(), found[0], same_case


def read_card(mutant: Mutant, loaded: Loaded) -> CardDecl | None:
    """The changed card, or None when it is refused or means what it meant."""
    assert loaded.rules is not None and loaded.meaning is not None
    heading = next(line for line in DECK.read_text("utf-8").splitlines() if line.startswith("mazzo"))
    file = read_blocks(Source.of("mutant.mazzo", f"{heading}\n\n{mutant.text}\n"))
    deck, problems = deck_from_blocks(file, loaded.rules, loaded.vocabulary, read_text)
    if deck is None or any(problem.is_error for problem in problems) or len(deck.cards) != 1:
        return None
    found = deck.cards[0]
    before = next(card for one in loaded.meaning.decks.values() for card in one.cards if card.name == mutant.card)
    return None if (found.values, found.texts) == (before.values, before.texts) else found


def with_card(meaning: GameMeaning, card: CardDecl) -> GameMeaning:
    """The game with one card of its deck in another wording."""
    name, deck = next(iter(meaning.decks.items()))
    cards = tuple(card if one.name == card.name else one for one in deck.cards)
    return evolve(meaning, decks={name: evolve(deck, cards=cards)})


class Mutated(World):
    """The game with one card of its deck in another wording."""

    def __init__(self, world: World, card: CardDecl) -> None:
        self.loaded = world.loaded
        self.__dict__["game"] = Game(with_card(world.game.meaning, card), loaded=world.loaded)


def scenes_of(book: SceneBook, card: str) -> list[int]:
    """The scenes that speak of a card."""
    lines = book.source.lines
    starts = [scene.span.line for scene in book.scenes] + [len(lines) + 1]
    return [
        i for i in range(len(book.scenes)) if any(card in line for line in lines[starts[i] - 1 : starts[i + 1] - 1])
    ]


def survives(book: SceneBook, numbers: list[int]) -> bool:
    """Whether no scene fails."""
    return all(book.play(number).failure is None for number in numbers)


def measure(names: list[str], write_all: bool, world: World) -> int:
    """Print the survivors and their share."""
    book = SceneBook(SCENES, world)
    blocks = cards_of(DECK.read_text("utf-8"))
    counted = alive = 0
    for name in names or blocks:
        numbers = scenes_of(book, name)
        for mutant in mutants(name, blocks[name]):
            card = read_card(mutant, world.loaded)
            if card is None:
                continue
            try:
                lives = survives(SceneBook(SCENES, Mutated(world, card)), numbers)
            except Exception as error:  # a defect of the machine, which a change has brought to light: told, and killed
                print(f"breaks    {mutant.card}: {mutant.change}: {error!r}", flush=True)
                lives = False
            counted += 1
            alive += lives
            if lives or write_all:
                print(f"{'survives' if lives else 'killed'}  {mutant.card}: {mutant.change}", flush=True)
    print(f"{counted} changes, {alive} survivors ({alive / counted if counted else 0.0:.1%})")
    return 0


if __name__ == "__main__":
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    sys.exit(measure(arguments, "--all" in sys.argv, World(FOLDER)))
