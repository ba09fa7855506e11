"""Lasting effects of declared kinds: a small game of them plays alike in both kinds of programs, is saved, and is said back."""

import random
from pathlib import Path

import pytest

from dsl.load import load
from dsl.meaning.italian import said
from interpreter.match import Match
from interpreter.match import load as load_game
from interpreter.position import Position
from interpreter.why.values import why_value

PEGNI = Path(__file__).parent / "small" / "pegni"


def test_the_small_game_has_no_errors():
    assert not [p for p in load(PEGNI).problems if p.is_error]


@pytest.mark.parametrize("seed", range(12))
def test_matches_are_the_same_written_quick_and_saved(seed):
    written, quick = load_game(PEGNI), load_game(PEGNI)
    quick.quicken()
    one, other = written.match(seed=seed), quick.match(seed=seed)
    chance = random.Random(seed)
    for turn in range(250):
        if one.asked is None:
            break
        assert (other.asked, other.s) == (one.asked, one.s)
        assert all(option.text for option in one.decision.options)
        if turn % 7 == 0:
            other = Match.load(quick, other.save())
        choice = chance.randrange(one.count)
        one.choose(choice)
        other.choose(choice)
    assert other.s == one.s
    assert all(entry.kind for entry in one.log)


def test_why_a_value_is_so_names_each_gift_with_its_words():
    position = Position(load_game(PEGNI), seed=1)
    position.place("Stoppino Nuovo", "Retro", 0)
    given = position.place("Vetro Rotto", "Fronte", 0)
    match = position.start()
    for wanted in ("usa Stoppino Nuovo", "Vetro Rotto"):
        option = next((each for each in match.decision.options if each.text == wanted), None)
        if option is not None:
            match.choose(option.index)
    (gift,) = [each for each in why_value(match, given, "Ardore").reasons if each.text == "aggiunge: +1"]
    assert (gift.owner, gift.words) == ("Stoppino Nuovo", "Dona +1")


@pytest.mark.parametrize("card", [card.name for deck in load(PEGNI).meaning.decks.values() for card in deck.cards])
def test_a_card_is_said_back_and_read_again_as_itself(card):
    loaded = load(PEGNI)
    deck = next(iter(loaded.meaning.decks.values()))
    decl = next(each for each in deck.cards if each.name == card)
    for slot, text in decl.texts.items():
        words = said(text, loaded.vocabulary)
        again = loaded.read(words, slot)
        assert again is not None and again.meanings == (text,), words
