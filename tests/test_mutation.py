"""Mutation of cards: which changes a word undergoes, what is left of them, and which words the scenes defend."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner, Result

from dsl.deck_words import Change, WrittenDeck
from dsl.load import load
from interpreter.cli.group import group
from interpreter.mutation import Defence, Mutant, Rivals, Verdict, mutants_of

GAMES = Path(__file__).resolve().parent.parent / "games"
DECK = "prime-torri.mazzo"
CARDS = """\
mazzo Prime Torri per Torri, con le parole Pietre

Torre Alta
    Granito. Forza 3.
    Torre: Ha +1 Forza per ogni altra tua Torre incrinata.

Torre Chiusa
    Marmo. Forza 2.
    Torre: Contrafforte. Quando colpisce, puoi gettare una carta per ottenere due Gemme.

Torre Sola
    Marmo. Forza 1.
    Torre: Tesoro.
"""
SCENES = """\
scene per Torri, con il mazzo Prime Torri

scena Una pari non basta
    in città di A: una Marmo 3
    in città di B: Torre Alta
    A colpisce Torre Alta con Marmo 3
    allora:
        Torre Alta è Incrinata

scena Le altre la alzano
    in città di A: Torre Alta [Incrinata], una Granito 1 [Incrinata], una Marmo 1 [Incrinata], una Granito 2
    allora:
        la Forza di Torre Alta è 5
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A small game with a deck of three cards, one of which has scenes."""
    folder = tmp_path / "torri"
    shutil.copytree(GAMES / "torri", folder)
    shutil.rmtree(folder / "scene")
    (folder / "scene").mkdir()
    (folder / "scene" / "prova.scena").write_text(SCENES, "utf-8")
    (folder / DECK).write_text(CARDS, "utf-8")
    rules = folder / "torri.gioco"
    rules.write_text(rules.read_text("utf-8").replace("24 carte", "3 carte"), "utf-8")
    return folder


def mutate(game: Path, *words: str) -> Result:
    return CliRunner().invoke(group, ["test", "--mutate", str(game / DECK), *words])


def written(folder: Path, name: str) -> WrittenDeck:
    loaded = load(folder)
    assert loaded.meaning is not None
    return WrittenDeck(loaded, folder / name)


@cache
def great_deck() -> WrittenDeck:
    return written(GAMES / "bless", "alba-e-cenere.mazzo")


def mutants(deck: WrittenDeck, name: str) -> list[Mutant]:
    rivals = Rivals(deck.forms(), deck.vocabulary)
    (card,) = (card for card in deck.cards if card.name == name)
    return list(mutants_of(deck, card, rivals))


# -- the words of a deck


def test_the_words_of_a_deck_stand_where_they_are_written() -> None:
    deck = great_deck()
    assert len(deck.cards) == len(deck.deck.cards)
    for card in deck.cards:
        for line in card.lines:
            ends = [card.start, *(word.end for word in line)]
            assert all(end <= word.start < word.end for end, word in zip(ends, line, strict=False))
            plain = [word for word in line if word.text.isdecimal() or word.text[:1].isupper()]
            assert all(deck.source.text[word.start :].startswith(word.text) for word in plain)


def test_a_card_read_again_as_it_stands_is_the_card() -> None:
    deck = great_deck()
    for card, known in zip(deck.cards, deck.deck.cards, strict=True):
        again = deck.read(card, Change(card.end, card.end, ""))
        assert again is not None and (again.values, again.texts) == (known.values, known.texts)


def test_a_change_that_is_no_wording_gives_no_card() -> None:
    deck = great_deck()
    word = deck.cards[0].lines[0][0]
    assert deck.read(deck.cards[0], Change(word.start, word.end, "Spruzzo")) is None


# -- the changes


def test_every_class_of_words_is_changed(game: Path) -> None:
    found = {(one.kind, one.word, one.instead) for one in mutants(written(game, DECK), "Torre Alta")}
    assert {
        ("member", "Granito", "Marmo"),
        ("number", "3", "4"),
        ("number", "3", "2"),
        ("number", "+1", "-1"),
        ("left out", "altra", ""),
        ("left out", "tua", ""),
        ("left out", "incrinata", ""),
        ("whose", "tua", "Torre avversaria"),
        ("status", "incrinata", "salda"),
    } <= found


def test_every_mutant_means_something_else_and_is_said_back() -> None:
    deck = great_deck()
    for name in ("Cervo nel Grano", "Chi Resta Indietro", "Vedova del Mulino"):
        before = next(card for card in deck.deck.cards if card.name == name)
        for mutant in mutants(deck, name):
            assert (mutant.card.values, mutant.card.texts) != (before.values, before.texts)
            assert mutant.said and mutant.span.length
            assert deck.source.line(mutant.span.line)[mutant.span.column - 1 :].startswith(mutant.word)


def test_durations_quantities_and_comparisons_are_changed() -> None:
    kinds = {
        mutant.kind for name in ("Cervo nel Grano", "Chi Resta Indietro") for mutant in mutants(great_deck(), name)
    }
    assert {"duration", "quantity", "comparison", "whose", "verb", "number", "member", "noun"} <= kinds


# -- the defence


def test_the_words_that_no_scene_defends_are_listed(game: Path) -> None:
    result = mutate(game, "--card", "torre alta", "--jobs", "1")
    assert result.exit_code == 1
    told = result.output
    assert (
        f"Torre Alta: «tua» non è difeso (non lo nota alcuna delle sue 2 scene)\n"
        f" --> {game / DECK}:5:39\n"
        f"5 |     Torre: Ha +1 Forza per ogni altra tua Torre incrinata.\n"
        f"  |                                       ^^^\n"
        f"  = senza: "
    ) in told
    assert "«incrinata» non" not in told, "the second scene looks at it"


def test_the_share_of_each_kind_and_the_whole_are_told(game: Path) -> None:
    data = json.loads(mutate(game, "--json", "--jobs", "1").output)
    assert data["tried"] + data["same_program"] == data["mutations"]
    assert data["tried"] == sum(kind["tried"] for kind in data["kinds"].values())
    assert data["caught"] == data["tried"] - len(data["undefended"])
    assert not data["interrupted"]
    alone = [one for one in data["undefended"] if one["card"] == "Torre Sola"]
    assert alone and {one["scenes"] for one in alone} == {0}
    assert {"file", "line", "column", "length", "kind", "word", "instead", "means"} <= alone[0].keys()


def test_in_processes_the_same_is_found(game: Path) -> None:
    assert mutate(game, "--jobs", "2").output == mutate(game, "--jobs", "1").output


def test_what_is_known_is_told_when_it_is_interrupted(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, tried = Defence.verdict, []

    def once(self: Defence, mutant: Mutant) -> object:
        tried.append(mutant)
        if len(tried) > 5:
            raise KeyboardInterrupt
        return verdict(self, mutant)

    monkeypatch.setattr(Defence, "verdict", once)
    result = mutate(game, "--jobs", "1")
    assert result.exit_code == 1
    assert "interrotto: provate 5 mutazioni su " in result.output and " mutations, " in result.output


def test_what_is_understood_but_has_no_program_is_no_mutation(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def verdict(self: Defence, mutant: Mutant) -> Verdict:
        deck = written(game, DECK)
        card = next(card for card in deck.cards if card.name == mutant.card.name)
        text = card.lines[-1]
        read = deck.read(card, Change(text[0].start, text[-1].end, "Conta come un Granito."))
        assert read is not None
        return tried(self, evolve(mutant, card=read))

    alone = (
        "    in città di A: Torre Alta\n    allora:\n        la Forza di Torre Alta è 3\n"  # no card of the scene's own
    )
    (game / "scene" / "prova.scena").write_text(f"{SCENES.splitlines()[0]}\n\nscena Sola\n{alone}", "utf-8")
    tried = Defence.verdict
    monkeypatch.setattr(Defence, "verdict", verdict)
    result = mutate(game, "--card", "Torre Alta", "--jobs", "1")
    assert "0 mutations" in result.output and "compile to the same program, or to none" in result.output


def test_scenes_that_do_not_hold_defend_nothing(game: Path) -> None:
    scenes = game / "scene" / "prova.scena"
    scenes.write_text(SCENES.replace("è 5", "è 6"), "utf-8")
    result = mutate(game)
    assert result.exit_code == 1 and "una scena non vale già senza mutazioni" in result.output
    assert "prova.scena:13:9" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--card", "Torre Alto"], "forse intendevi «Torre Alta»", id="no such card"),
        pytest.param(["--update"], "--mutate goes neither", id="an option that does not go with it"),
        pytest.param(
            ["--match", "di nessuno", "--card", "Torre Sola"], "nessuna scena ha «di nessuno»", id="no such scene"
        ),
    ],
)
def test_wrong_usage_is_told(game: Path, words: list[str], said: str) -> None:
    result = mutate(game, *words)
    assert result.exit_code and said in result.output and "Traceback" not in result.output


def test_only_a_deck_can_be_mutated(game: Path) -> None:
    result = CliRunner().invoke(group, ["test", "--mutate", str(game / "torri.gioco")])
    assert result.exit_code == 1 and "non è un .mazzo" in result.output
