"""Every wording of the corpus that the reader understands has a program, and decks made of them can be played."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

from dsl.load import load
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Text
from interpreter.match import Game

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("Maledizione", "Preghiera Impulso", "Preghiera Eco", "Preghiera Legame")
DECK = 62


def wordings() -> list[tuple[str, str]]:
    """Field and wording of each line of the corpus that is meant to be read."""
    found = {}
    for name in ("varianti.tsv", "italiano-generale.tsv"):
        for line in (ROOT / "tests" / "corpus" / name).read_text("utf-8").splitlines():
            columns = line.split("\t")
            for field, wording in itertools.pairwise(columns):
                if field in FIELDS and not line.startswith("#"):
                    found[field, wording.replace("\\n", " ")] = None
                    break
    return list(found)


@cache
def read() -> tuple[GameMeaning, tuple[CardDecl, ...]]:
    loaded = load(ROOT / "games" / "bless")
    assert loaded.meaning is not None
    chance = random.Random(0)
    cards = []
    for field, wording in wordings():
        reading = loaded.read(wording, field)
        if reading is None or len(reading.meanings) != 1 or not isinstance(reading.meanings[0], Text):
            continue
        slot, _, kind = field.partition(" ")
        form = chance.choice((("Luce",), ("Ombra",), ("Luce", "Ombra")))
        values = {
            "Occhio": chance.randrange(9),
            "Karma": chance.randrange(4),
            "Forma": form,
            "Tipo": (kind or "Impulso",),
        }
        cards.append(CardDecl(wording, values, {slot: reading.meanings[0]}, {slot: wording}))
    return loaded.meaning, tuple(cards)


def test_every_wording_understood_has_a_program_and_can_be_played() -> None:
    meaning, cards = read()
    assert len(cards) > 200
    mixed = list(cards)
    random.Random(1).shuffle(mixed)
    for start in range(0, len(mixed), DECK):
        deck = tuple(mixed[start : start + DECK])
        game = Game(meaning, deck)  # raises GameError with the wording's place when one has no program
        for seed in range(6):
            match, chooser = game.match(seed=seed), random.Random(seed)
            for _ in range(3_000):
                if match.asked is None:
                    break
                match.choose(chooser.randrange(match.count))
            assert match.over, (start, seed)
