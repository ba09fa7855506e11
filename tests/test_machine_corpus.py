"""Every wording of the corpus that the reader understands has a program, and decks made of them can be played."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from dsl.load import load
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Text
from interpreter.match import Game
from interpreter.objects import objects_of

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
    # two that answer each other without end («when you draw …», «when you discard …») lie apart
    random.Random(2).shuffle(mixed)
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


def lines_of_other_games() -> dict[str, list[tuple[str, str]]]:
    """By game, field and wording of each line of the corpus of all games."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in (ROOT / "tests" / "corpus" / "altri-giochi.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            game, field, wording = line.split("\t")[:3]
            found.setdefault(game, []).append((field, wording.replace("\\n", " ")))
    return found


@pytest.mark.parametrize(
    ("game", "lines"), lines_of_other_games().items(), ids=lambda each: each if isinstance(each, str) else ""
)
def test_what_is_understood_has_a_program_in_its_game(game: str, lines: list[tuple[str, str]]) -> None:
    loaded = load(ROOT / "games" / game)
    assert loaded.meaning is not None
    known = [card for deck in loaded.meaning.decks.values() for card in deck.known]
    more: list[tuple[CardDecl, int]] = []
    for field, wording in lines:
        reading = loaded.read(wording, field)
        assert reading is not None and len(reading.meanings) == 1, wording
        text = reading.meanings[0]
        assert isinstance(text, Text), wording
        slot, kind = next((s, field[len(s) :].strip()) for s in loaded.meaning.texts if field.startswith(s))
        of_kind = [card for card in known if slot in card.texts and (not kind or kind in str(card.values))]
        like = (of_kind or [card for card in known if slot in card.texts])[0]
        more.append((evolve(like, name=wording, texts={slot: text}, wordings={slot: wording}, heads=()), 0))
    table = objects_of(loaded.meaning).with_cards(more, loaded.meaning)
    game_with_all = Game(loaded.meaning, loaded=loaded, objects=table)
    assert {wording for _, wording in lines} <= {card.name for card in game_with_all.cards}
