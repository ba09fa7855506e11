"""What happened and why: a match played again is the same; what woke, what did not, what was replaced or refused, why it is over."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from dsl.meaning import nodes as n
from interpreter.frames import TRIGGER
from interpreter.match import Game, Match, load
from interpreter.scenes import World
from interpreter.scenes.watched import play_watched
from interpreter.why import why_decision
from interpreter.why.past import Past
from interpreter.why.questions import Questions
from interpreter.why.trace import Trace, choices_of, retrace
from tests.why_positions import BLESS, GAMES, book, watched

THREE_GAMES = ("bless", "modello", "torri")


@pytest.fixture(scope="module")
def world() -> World:
    return World(BLESS)


@pytest.fixture(scope="module", params=THREE_GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(GAMES / request.param)


def played(game: Game, seed: int, most: int = 4000) -> tuple[Match, Match]:
    """Where a match began, and where it came to by chance."""
    chance = random.Random(seed)
    match = game.match(seed=seed)
    start = match.clone()
    for _ in range(most):
        if match.decision is None:
            break
        match.choose(chance.randrange(match.count))
    return start, match


def traced(start: Match, match: Match) -> Trace:
    trace = retrace(start, match)
    assert trace is not None
    return trace


# -- played again --------------------------------------------------------------------------------------------------


def test_a_match_played_again_is_the_same_match(game: Game) -> None:
    for seed in range(3):
        start, match = played(game, seed)
        before = dict(game.machine.names)
        trace = traced(start, match)
        assert [step.raw for step in trace.steps] == [entry.raw for entry in match.log[len(start.log) :]]
        assert trace.last == len(match.log)
        assert all(game.machine.names[name] is value for name, value in before.items())  # nothing stays watched


def test_a_match_of_shortened_programs_is_explained_as_well() -> None:
    game = load(GAMES / "torri")
    start, match = played(game, 4)
    said = [str(why) for why in Questions(match, traced(start, match)).ask("perché passi")]
    game.quicken()
    start, match = played(game, 4)
    assert [str(why) for why in Questions(match, traced(start, match)).ask("perché passi")] == said


def test_a_match_that_did_not_come_from_there_is_not_played_again(game: Game) -> None:
    start, match = played(game, 1)
    other = game.match(seed=2)
    assert retrace(other, match) is None
    match.s[game.compiled.layout["clock"]] += 1
    assert retrace(start, match) is None


def test_the_choices_of_a_log_lead_where_it_went(game: Game) -> None:
    start, match = played(game, 3, 25)
    again = start.clone()
    for choice in choices_of(match.told, start.told):
        again.choose(choice)
    assert again == match


def test_every_step_can_be_asked_about(game: Game) -> None:
    start, match = played(game, 5)
    past = Past(match, traced(start, match))
    before = match.clone()
    for step in past.trace.steps[:: max(1, len(past.trace.steps) // 80)]:
        assert past.step(step).subject.startswith(f"passo {step.number}: ")
    for refused in past.forbidden:
        assert any(reason.holds is False for reason in past.refused(refused).reasons)
    for instead in past.trace.instead:
        assert past.replaced(instead).reasons
    assert match == before


def test_a_step_names_the_words_that_caused_it(world: World, tmp_path: Path) -> None:
    found, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Quando vince lo scontro, guadagni 2 Punti Vittoria.»",
        "in campo di A: Kappa",
        "in campo di B: una Ombra 2/1",
        "A attacca Ombra 2/1 con Kappa",
        "allora:",
        "    A ha 2 Punti Vittoria",
    )
    (why,) = questions.ask("perché A ha 2 Punti Vittoria")
    assert found.trace is not None
    (change,) = why.reasons
    assert change.text.startswith("0 → 2, al passo ")
    number = int(change.text.partition("passo ")[2].partition(":")[0])
    (step,) = questions.ask(f"perché passo {number}")
    around = [reason for reason in step.reasons if reason.words.startswith("Quando vince lo scontro")]
    assert [reason.span and (reason.span.file, reason.span.line) for reason in around] == [("prova.scena", 4)]


# -- what woke -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bless", "torri"])
def test_what_is_said_to_wake_is_what_woke(name: str) -> None:
    game = load(GAMES / name)
    woken = 0
    for seed in range(12):
        start, match = played(game, seed)
        past = Past(match, traced(start, match))
        said: Counter[tuple[int, int | None]] = Counter()
        did: Counter[tuple[int, int | None]] = Counter()
        for step in past.trace.steps:
            if step.raw[0] >= 0:
                said.update((entry[0], entry[1]) for entry, wakes in past.fires(step) if wakes)
            if step.raw[0] == TRIGGER:
                did[step.raw[4], step.raw[1]] += 1
        for ability, bearer in {*said, *did}:
            if isinstance(getattr(game.compiled.abilities[ability].node, "when", None), n.Event):
                assert said[ability, bearer] == did[ability, bearer], game.compiled.abilities[ability].span
                woken += did[ability, bearer]
    assert woken > 10


def test_why_a_sentence_was_not_woken(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Quando vince lo scontro, se hai almeno tre Maledizioni, blessa.»",
        "in campo di A: Kappa",
        "in campo di B: una Ombra 2/1",
        "A attacca Ombra 2/1 con Kappa",
        "allora:",
        "    A ha 0 Punti Vittoria",
    )
    (why,) = questions.ask("perché Kappa non si attiva")
    (reason,) = why.reasons
    assert reason.text.startswith("non si attiva, al passo ")
    assert [part.text for part in reason.parts] == ["A ha almeno 3 Maledizioni (1: Kappa)"]


def test_a_sentence_that_does_not_stand_where_its_card_lies_says_so(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Quando vince lo scontro, blessa.»",
        "in mano ad A: Kappa, 1 carta",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché Kappa non si attiva")
    assert [reason.text for reason in why.reasons] == ["non vale qui: sta in Mano di A"]


# -- replaced and refused ------------------------------------------------------------------------------------------

CLASH = (
    "in campo di A: una Luce 5/3",
    "in campo di B: una Ombra 5/1 [Corrotta]",
    "A attacca Ombra 5/1 con Luce 5/3",
)


@pytest.mark.parametrize(
    ("answer", "said"),
    [("sì", "i suoi passi sono stati questi, invece"), ("no", "si poteva fare invece, e non si è voluto")],
)
def test_what_took_the_place_of_an_event(world: World, tmp_path: Path, answer: str, said: str) -> None:
    _, questions = watched(world, tmp_path, *CLASH, f"A sceglie: {answer}", "allora:", "    tocca ad A")
    reasons = [reason for why in questions.ask("perché passi") for reason in why.reasons if reason.owner == "Offerta"]
    (instead,) = [reason for reason in reasons if reason.text == said]
    assert instead.words.startswith("Quando Attaccante spezza Difensore per lo scontro")
    assert [part.text for part in instead.parts] == ["Luce 5/3 è Attaccante", "Ombra 5/1 è Difensore", "per scontro"]


def test_an_event_that_was_refused_says_what_refused_it(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Preghiera Eco «Guadagni 1 Punto Vittoria.»",
        "carta Lampo: Ombra 1/1, Preghiera Eco «Pesca una carta.»",
        "in campo di A: una Luce 2/1",
        "in mano ad A: Kappa, Lampo, 1 carta",
        "A cala Kappa come Preghiera",
        "A cala Lampo come Preghiera",
        "allora:",
        "    tocca ad A",
    )
    (refused,) = [why for why in questions.ask("perché passi") if why.answer == "non può"]
    assert refused.subject == "Kappa usa il suo effetto"
    (reason,) = [reason for reason in refused.reasons if reason.holds is False]
    assert (reason.text, reason.owner) == ("al massimo una volta per turno, fatto 1", "Kappa, Eco")
    assert reason.words == "Può usare il suo effetto una volta per turno"


def test_what_waits_says_who_orders_it_and_by_which_rule(world: World, tmp_path: Path) -> None:
    lines = (
        "carta Kappa: Luce 4/1, Maledizione «Quando una Maledizione avversaria si corrompe, guadagni 1 Punto Vittoria.»",
        "carta Lampo: Luce 4/1, Maledizione «Quando una Maledizione avversaria si corrompe, pesca una carta.»",
        "in campo di A: Kappa, Lampo",
        "in campo di B: una Ombra 2/1",
        "A attacca Ombra 2/1 con Kappa",
    )
    open_choice = play_watched(book(world, tmp_path, *lines), 0)  # a scene may not end so, but it can be asked
    assert open_choice.match is not None
    questions = Questions(open_choice.match, open_choice.trace, numbers=open_choice.numbers)
    (why,) = questions.ask("perché tocca ad A")
    waiting = [reason.owner for reason in why.reasons if reason.text.startswith("aspetta")]
    assert waiting == ["Kappa", "Lampo"]
    assert [reason.words for reason in why.reasons if reason.owner == "ordine delle precedenze"] == [
        "tra giocatori: prima il giocatore di turno, poi in giro",
        "le proprie: le ordina il loro giocatore",
    ]
    _, questions = watched(world, tmp_path, *lines, "A sceglie: Lampo", "allora:", "    tocca ad A")
    (first, *_) = questions.ask("perché passi")
    assert first.subject.endswith("si attiva Lampo")
    assert [reason.owner for reason in first.reasons if reason.text.startswith("aspetta")] == ["Kappa"]


def test_why_it_is_over(game: Game) -> None:
    start, match = played(game, 0)
    assert match.over
    questions = Questions(match, traced(start, match))
    answer, last = questions.ask("perché la partita è finita")
    assert answer.answer in ("finita in parità", "vince A", "vince B")
    assert answer.reasons
    assert any(reason.text.startswith("finisce, perché ") for reason in last.reasons)


def test_who_must_choose_says_what_gives_it(game: Game) -> None:
    match = game.match(seed=1)
    kinds = set()
    for step in range(200):
        if match.decision is None:
            break
        why = why_decision(match)
        assert why.answer == "AB"[match.decision.player]
        assert why.reasons
        assert all(reason.span is not None or reason.parts for reason in why.reasons)
        kinds.add(match.decision.kind)
        match.choose((step * 5 + 1) % match.count)
    assert "action" in kinds
