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
from tests.lockstep import both_ways

PEGNI = Path(__file__).parent / "small" / "pegni"


def test_the_small_game_has_no_errors():
    assert not [p for p in load(PEGNI).problems if p.is_error]


@pytest.mark.parametrize("seed", range(12))
def test_matches_are_the_same_written_quick_and_saved(seed):
    written, quick = both_ways(PEGNI)
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


def use(match: Match, kind: str, words: str = "") -> None:
    """Take the option of a kind that is told with these words."""
    (option,) = [each for each in match.decision.options if each.kind == kind and words in each.text]
    match.choose(option.index)


def abilities(match: Match) -> list[str]:
    return [each.text for each in match.decision.options if each.kind == "ability"]


def test_a_label_is_done_at_will_once_a_turn_and_what_it_leaves_ends_the_card():
    position = Position(load_game(PEGNI), seed=1)
    card = position.place("Miccia", "Fronte", 0)
    position.place("Stoppino Doppio", "Mano", 0)
    match = position.start()
    use(match, "ability", "Miccia")
    assert match.value(card, "Ardore") == 5
    assert abilities(match) == []
    use(match, "pass")
    assert match.place_of(card)[0] == "Fosso"


@pytest.mark.parametrize(("rolled", "value"), [(4, 5), (3, 1)])
def test_the_die_says_which_part_of_a_label_is_done(rolled, value):
    position = Position(load_game(PEGNI), seed=1)
    first = position.place("Dado di Cera", "Fronte", 0)
    position.place("Dado di Cera", "Fronte", 0)
    position.place("Stoppino Doppio", "Mano", 0)
    position.dice([rolled])
    match = position.start()
    assert len(abilities(match)) == 2
    match.choose(next(each.index for each in match.decision.options if each.objects == (first,)))
    assert match.value(first, "Ardore") == value
    assert abilities(match) == []  # one of all in a turn
    assert match.keyword(first, "Azzardo")


def test_a_label_after_a_label_runs_on_its_occasion_only():
    position = Position(load_game(PEGNI), seed=1)
    card = position.place("Dado di Vetro", "Mano", 0)
    position.place("Stoppino Doppio", "Mano", 0)
    position.dice([3])
    match = position.start()
    use(match, "action", "Dado di Vetro")
    assert match.value(card, "Ardore") == 2
    assert abilities(match) == []


@pytest.mark.parametrize("card", [card.name for deck in load(PEGNI).meaning.decks.values() for card in deck.cards])
def test_a_card_is_said_back_and_read_again_as_itself(card):
    loaded = load(PEGNI)
    deck = next(iter(loaded.meaning.decks.values()))
    decl = next(each for each in deck.cards if each.name == card)
    for slot, text in decl.texts.items():
        words = said(text, loaded.vocabulary)
        again = loaded.read(words, slot)
        assert again is not None and again.meanings == (text,), words
