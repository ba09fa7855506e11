"""What scenes of Force of Will cannot say: what is never told, what leaves no trace, who spoke when."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.explain import explain
from dsl.load import load as load_text
from dsl.meaning.from_blocks.whole import printed_card
from dsl.meaning.nodes import Text
from dsl.syntax.reading_cache import read_text
from interpreter.cli.narrator import listed_options
from interpreter.match import Game, Match, load
from interpreter.position import Position
from interpreter.programless import cards_with, programless
from interpreter.tell import is_told, tell_step
from interpreter.why import why_decision
from tests.lockstep import both_ways

FOW = Path(__file__).parent.parent / "games" / "fow"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(FOW)


def position(game: Game) -> Position:
    return Position(game, seed=1)


def option(match: Match, said: str) -> int:
    """The option that speaks of something."""
    assert match.decision is not None
    found = [each.index for each in match.decision.options if said in each.text or each.word == said]
    assert found, [each.text for each in match.decision.options]
    return found[0]


def take(match: Match, *said: str) -> None:
    for each in said:
        match.choose(option(match, each))


def test_a_response_to_a_response_to_a_response_is_told_step_by_step(game: Game) -> None:
    at = position(game)
    elf = at.place("Semina di Giugno", "Terreno", 1)
    for seat, stones, spells in (
        (0, ["Pietra di Brace"] * 2, ["Scintilla nel Pagliaio"] * 2),
        (1, ["Pietra di Vento"] * 2, ["Linfa Improvvisa"] * 2),
    ):
        for stone in stones:
            at.place(stone, "Area delle pietre", seat)
        for spell in spells:
            at.place(spell, "Mano", seat)
    at.turn(0)
    match = at.start()
    first = len(match.log)
    take(match, "Scintilla nel Pagliaio", "Semina di Giugno", "pass")
    assert match.decision is not None and match.decision.player == 1
    take(match, "Linfa Improvvisa", "Pietra di Vento", "pass", "Scintilla nel Pagliaio", "Semina di Giugno")
    said = " ".join(reason.text for reason in why_decision(match).reasons)
    assert "Scintilla nel Pagliaio di A: si risolve per primo, se tutti passano" in said
    take(match, "Linfa Improvvisa", "Pietra di Vento")
    while match.pile("Rincorsa"):
        take(match, "pass")
    told = [tell_step(match, entry) for entry in match.log[first:]]
    resolved = [line for line in told if line.startswith("si risolve")]
    spells = ("Linfa Improvvisa", "Scintilla nel Pagliaio")
    assert resolved == [f"si risolve {spells[i % 2]}" for i in range(4)]
    assert match.value(elf, "DEF") == 1200
    assert match.value(elf, "Danni") == 800


def test_a_face_down_card_is_never_told_to_the_other(game: Game) -> None:
    """Whatever lies face down, what the other player sees, is offered and is told is the same."""
    told = []
    for hidden in ("Guardia alla Soglia", "Lupo di Fuliggine", "Incendio del Granaio"):
        at = position(game)
        at.place("Orso delle Chiuse", "Terreno", 1)
        at.place("Maniscalco in Ritardo", "Terreno", 0)
        at.place(hidden, "Area di attesa", 0)
        at.turn(1)
        match = at.start()
        view = match.view(1)
        assert match.decision is not None
        options = [each.text for each in match.decision.options]
        told.append((options, hidden in repr(view)))
    assert all(not seen for _, seen in told)
    assert told[0] == told[1] == told[2]


def test_what_cannot_be_paid_or_aimed_is_not_offered_and_leaves_no_trace(game: Game) -> None:
    at = position(game)
    stones = [at.place("Pietra di Brace", "Area delle pietre", 0) for _ in range(2)]
    at.place("Falco del Mattino", "Mano", 0)
    at.place("Scintilla nel Pagliaio", "Mano", 0)
    at.place("Stendardo della Rocca", "Mano", 0)
    match = at.start()
    assert match.decision is not None
    actions = [each.action for each in match.decision.options]
    assert "Giocare" in actions
    assert "Evocare" not in actions and "Aggiungere" not in actions
    assert all(not match.status(stone, "Spossato") for stone in stones)


def test_what_is_played_is_offered_in_words_that_name_what_was_chosen(game: Game) -> None:
    at = position(game)
    for _ in range(4):
        at.place("Pietra di Vento", "Area delle pietre", 0)
    at.place("Orso delle Chiuse", "Terreno", 0)
    at.place("Orso delle Chiuse", "Terreno", 1)
    at.place("Zavorra di Limo", "Mano", 0)
    match = at.start()
    assert match.decision is not None
    texts = [each.text for each in match.decision.options]
    assert "gioca Zavorra di Limo, poi Zavorra di Limo va sotto Orso delle Chiuse" in texts
    listed = [said for said, _ in listed_options(match, match.decision)]
    assert "gioca Zavorra di Limo, poi Zavorra di Limo va sotto Orso delle Chiuse (Terreno di A)" in listed
    assert "gioca Zavorra di Limo, poi Zavorra di Limo va sotto Orso delle Chiuse (Terreno di B)" in listed
    take(match, "Orso delle Chiuse attacca l'avversario")
    while match.decision is not None and not any(each.action == "Bloccare" for each in match.decision.options):
        take(match, "pass")
    assert match.decision is not None
    assert any("Orso delle Chiuse blocca Orso delle Chiuse" in each.text for each in match.decision.options)


def test_a_card_that_must_attack_does_not_let_the_turn_end(game: Game) -> None:
    words = game.vocabulary
    bull, problems = printed_card(
        "Torello", ["Risonatore {F} 300/100: Questa carta attacca ogni turno se può."], game.meaning, words, read_text
    )
    assert not problems
    at = position(game)
    at.place(bull, "Terreno", 0)
    match = at.start()
    assert match.decision is not None
    assert all(each.kind != "pass" for each in match.decision.options)
    take(match, "Torello attacca l'avversario")
    while match.decision is not None and match.decision.player != 0:
        take(match, "pass")
    assert match.decision is None or any(each.kind == "pass" for each in match.decision.options)


def test_cards_put_back_lie_in_the_order_in_which_they_were_chosen(game: Game) -> None:
    """FC-11."""
    match = game.match(seed=3)
    match.choose(0)  # who begins
    assert match.decision is not None
    seat = match.decision.player
    hand = match.pile("Mano", seat)
    for card in (hand[2], hand[0]):
        match.choose(next(each.index for each in match.decision.options if each.objects == (card,)))
    match.choose(next(each.index for each in match.decision.options if each.kind == "done"))
    assert match.pile("Mazzo principale", seat)[:2] == (hand[0], hand[2])
    assert len(match.pile("Mano", seat)) == 5


@pytest.mark.parametrize("seed", range(3))
def test_short_programs_play_the_same_match(seed: int) -> None:
    logs = []
    for each in both_ways(FOW):
        match, chance = each.match(seed=seed), random.Random(seed)
        for _ in range(3_000):
            if match.decision is None:
                break
            match.choose(chance.randrange(match.count))
        logs.append([tell_step(match, entry) for entry in match.log])
    assert logs[0] == logs[1]


def test_both_at_nothing_is_a_draw(game: Game) -> None:
    """FC-36, F-111."""
    words = game.vocabulary
    storm, problems = printed_card(
        "Bufera", ["Istantanea {0}: Ogni giocatore perde 500 punti vita."], game.meaning, words, read_text
    )
    assert not problems
    at = position(game)
    at.place(storm, "Mano", 0)
    at.place("Lupo di Fuliggine", "Mano", 0)
    for seat in (0, 1):
        at.player_value(seat, "Punti vita", 500)
    match = at.start()
    take(match, "Bufera")
    while match.decision is not None:
        take(match, "pass")
    assert match.over and match.winner is None


def test_a_second_change_of_hand_is_never_offered(game: Game) -> None:
    """FC-11: first one, then the other, once each."""
    match = game.match(seed=5)
    match.choose(0)
    asked = []
    while match.decision is not None and match.decision.kind != "action":
        asked.append(match.decision.player)
        match.choose(next(each.index for each in match.decision.options if each.kind == "done"))
    assert len(asked) == 2 and asked[0] != asked[1]
    assert [len(match.pile("Mano", seat)) for seat in (0, 1)] == [5, 5]


def test_what_a_rule_counts_for_itself_is_not_told(game: Game) -> None:
    """«si racconta: no»: the changes stand in the log, and no story is told of them."""
    match, chooser = game.match(seed=3), random.Random(3)
    while match.asked is not None:
        match.choose(chooser.randrange(match.count))
    changed = {entry.name: is_told(match, entry) for entry in match.log if entry.kind == "value"}
    assert changed["Turni"] is False
    assert changed["Punti vita"] is True


@pytest.mark.parametrize(
    ("field", "wording", "code"),
    [
        ("Canto {F}", "Metti in gioco un'addizione dal tuo cimitero.", "S024"),  # F-052: under which card?
        ("Canto {F}", "Ogni giocatore sceglie un suo risonatore. Quel giocatore perde 100 punti vita.", "S021"),
        ("Risonatore {V} 300/500", "Non può essere bloccata da due o più risonatori.", "S034"),  # F-083: one blocks
        ("Canto {F}", "Distruggi un tuo risonatore avversario.", "S025"),
    ],
)
def test_what_would_be_played_for_something_else_is_refused(field: str, wording: str, code: str) -> None:
    said = explain(load_text(FOW), wording, field)
    assert said["fate"] == "refused"
    assert code in {each["code"] for each in said["problems"]}


@pytest.mark.parametrize(
    "wording",
    [
        "Il tuo avversario non può giocare abilità.",
        "Se hai giocato un'abilità in questo turno, i tuoi risonatori hanno +100/+100.",
    ],
)
def test_what_is_said_of_abilities_that_are_used_and_would_do_nothing_is_refused(wording: str) -> None:
    loaded = load_text(FOW)
    read = loaded.read(wording, "Emblema {0}")
    assert read is not None and loaded.meaning is not None and isinstance(read.meanings[0], Text)
    found = programless(loaded.meaning, [cards_with(loaded, read.meanings[0], "Emblema {0}")])
    assert "abilità" in str(found[0])


def test_what_is_played_from_elsewhere_cannot_be_awaited_since_nobody_remembers_where_it_lay() -> None:
    loaded = load_text(FOW)
    for wording, undone in (
        ("Quando giochi un risonatore dal tuo cimitero, pesca una carta.", ["da dove viene (Cimitero) non si ricorda"]),
        ("Quando giochi un risonatore dalla tua mano, pesca una carta.", []),
    ):
        read = loaded.read(wording, "Emblema {0}")
        assert read is not None and loaded.meaning is not None and isinstance(read.meanings[0], Text)
        found = programless(loaded.meaning, [cards_with(loaded, read.meanings[0], "Emblema {0}")])
        assert [str(each) for each in found.values()] == undone
