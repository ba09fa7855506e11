"""Scenes on one table: each goes among the cards of others as it goes alone, and what fails there is told as of it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.source import Source
from interpreter.scenes import Outcome, SceneBook, World, gather
from interpreter.tell import tell_step

ROOT = Path(__file__).resolve().parent.parent
EACH = 12  # of the files of a game every so many: all of them were compared when this was written
FOLDERS = sorted({path.parent for path in (ROOT / "games").rglob("*.gioco")})


def told(outcome: Outcome) -> tuple[object, ...]:
    """All that a scene did, in words."""
    log = [tell_step(outcome.match, entry) for entry in outcome.match.log] if outcome.match is not None else None
    return outcome.failure, outcome.fault, [photo.text for photo in outcome.photos], log


def book_of(text: str, game: str = "bless") -> SceneBook:
    book = SceneBook.of(Source.of("prova.scena", text), World(ROOT / "games" / game))
    assert not book.problems, book.told_problems()
    return book


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_scene_goes_among_the_cards_of_others_as_alone(folder: Path) -> None:
    alone, among = World(folder), World(folder)
    for path in sorted(folder.rglob("*.scena"))[::EACH]:
        one, other = SceneBook(path, alone), SceneBook(path, among)
        gather((other, number) for number in range(len(other.scenes)))
        for number, scene in enumerate(one.scenes):
            assert among.gathered.knows(other.scenes[number])
            assert told(other.play(number)) == told(one.play(number)), scene.title


TWO = """\
scene per Bless, con il mazzo Alba e Cenere

scena Prima
    carta Alfa: Luce 6/3, Maledizione «Ha +1 Occhio.»
    in campo di A: Alfa
    in campo di B: una Ombra 3/1, Orma nel Camino, Orma nel Camino
    allora:
        l'Occhio di Alfa è 7

scena Seconda
    carta Alfa: Ombra 2/1
    in campo di A: una Luce 6/3, Alfa
    in campo di B: una Ombra 3/1
    allora:
        l'Occhio di Alfa è {seen}
"""


def test_two_scenes_may_call_different_cards_alike() -> None:
    book = book_of(TWO.format(seen=2))
    gather((book, number) for number in (0, 1))
    tables = [book.world.gathered.table(scene) for scene in book.scenes]
    assert tables[0] is tables[1] is not None
    assert [card.name for card in tables[0].cards].count("Alfa") == 2
    assert [book.report(book.play(number)) for number in (0, 1)] == ["", ""]


def test_a_failure_is_told_as_of_the_scene_alone() -> None:
    book, alone = book_of(TWO.format(seen=6)), book_of(TWO.format(seen=6))
    gather((book, number) for number in (0, 1))
    failed = book.play(1)
    assert failed.failure is not None
    assert failed.match is not None and len(failed.match.game.cards) < len(
        book.world.gathered.table(book.scenes[1]).cards
    )
    assert told(failed) == told(alone.play(1))


def test_a_card_of_the_deck_is_not_that_of_another_scene() -> None:
    book = book_of(TWO.format(seen=2) + "        Orma nel Camino non è in campo\n")
    gather((book, number) for number in (0, 1))
    table = book.world.gathered.table(book.scenes[1])
    assert table is not None and [card.name for card in table.cards].count("Orma nel Camino") > 1
    outcome = book.play(1)
    assert outcome.failure is None and outcome.match is not None and outcome.match.game is table


def test_a_card_that_cannot_be_compiled_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.match import GameError
    from interpreter.scenes import gathered

    def refuses(*_: object, **__: object) -> None:
        raise GameError([])

    monkeypatch.setattr(gathered, "Game", refuses)
    book = book_of(TWO.format(seen=2))
    gather((book, number) for number in (0, 1))
    assert [book.world.gathered.table(scene) for scene in book.scenes] == [None, None]
    assert [book.report(book.play(number)) for number in (0, 1)] == ["", ""]


# -- two faults of the log that many cards on one table brought to light


def test_what_is_played_is_told_with_what_it_is_aimed_at_and_no_more() -> None:
    book = SceneBook(ROOT / "games/kult/scene/altri-incontri.scena")
    number = next(i for i, name in enumerate(book.names) if name.startswith("Vince in parità"))
    match = book.play(number).match
    assert match is not None
    told_plays = [tell_step(match, entry) for entry in match.log if entry.kind == "play"]
    assert told_plays == ["A gioca Filo su Alfa"]


def test_a_text_that_was_given_is_told_by_the_card_that_has_it() -> None:
    path = next(
        path
        for path in sorted((ROOT / "games/fow/scene").glob("*.scena"))
        if "Un innesco dato" in path.read_text("utf-8")
    )
    book = SceneBook(path)
    number = next(i for i, name in enumerate(book.names) if name.startswith("Un innesco dato per un"))
    match = book.play(number).match
    assert match is not None
    resolved = [tell_step(match, entry) for entry in match.log if entry.kind == "resolve"]
    assert resolved == ["si risolve Fervore", "si risolve Lupo di Fuliggine"]
