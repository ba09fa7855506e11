"""Why a value is what it is and why an action is not offered: with the words, their place, and what overrode what."""

from __future__ import annotations

import random
from itertools import islice, product
from pathlib import Path

import pytest

from interpreter.match import Game, Match, load
from interpreter.program.standing import ADD, ALWAYS_ADD
from interpreter.scenes import SceneBook, World
from interpreter.scenes.watched import play_watched
from interpreter.why import Actions, Wanted, why_decision, why_keyword, why_not, why_over, why_status, why_value
from interpreter.why.layers import LAYERS
from tests.why_positions import BLESS, GAMES, decisions, flat, number, watched

THREE_GAMES = ("bless", "modello", "torri")


@pytest.fixture(scope="module")
def world() -> World:
    return World(BLESS)


@pytest.fixture(scope="module", params=THREE_GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(GAMES / request.param)


# -- values ------------------------------------------------------------------------------------------------------


def test_layers_in_their_order_and_what_overrides_them(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1",
        "carta Lampo: Ombra 1/1, Preghiera Impulso «L'Occhio della Maledizione bersaglio è 5.»",
        "carta Vento: Ombra 1/1, Preghiera Impulso «La Maledizione bersaglio ha +2 Occhio.»",
        "carta Sasso: Ombra 1/1, Preghiera Impulso «L'Occhio della Maledizione bersaglio è 9.»",
        "in campo di A: Kappa",
        "in mano ad A: Lampo, Vento, Sasso, 1 carta",
        "A ha 5 Azioni",
        "A cala Lampo come Preghiera",
        "A cala Vento come Preghiera",
        "A cala Sasso come Preghiera",
        "allora:",
        "    l'Occhio di Kappa è 11",
    )
    (why,) = questions.ask("perché l'Occhio di Kappa è 11")
    assert (why.subject, why.answer) == ("Occhio di Kappa", "11")
    assert [(r.text, r.owner, r.overridden, r.by) for r in why.reasons] == [
        ("stampato: 4", "Kappa", True, "Sasso"),
        ("fissa: 5", "Lampo", True, "Sasso"),
        ("fissa: 9", "Sasso", False, ""),
        ("aggiunge: +2", "Vento", False, ""),
        ("minimo: 0", "Occhio", False, ""),
    ]
    printed, fixed, *_ = why.reasons
    assert printed.span is not None
    assert (printed.span.file, printed.span.line, printed.words) == ("prova.scena", 4, "carta Kappa: Luce 4/1")
    assert fixed.span is not None
    assert (fixed.span.line, fixed.words) == (5, "L'Occhio della Maledizione bersaglio è 5")


def test_always_overrides_what_is_below_it(world: World, tmp_path: Path) -> None:
    found, _ = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Ha sempre l'Occhio uguale a 3.»",
        "carta Vento: Ombra 1/1, Preghiera Impulso «La Maledizione bersaglio ha +2 Occhio.»",
        "in campo di A: Kappa",
        "in mano ad A: Vento, 1 carta",
        "A cala Vento come Preghiera",
        "allora:",
        "    l'Occhio di Kappa è 3",
    )
    assert found.match is not None
    reasons = why_value(found.match, number(found.match, "Kappa"), "Occhio").reasons
    assert [(r.text, r.by) for r in reasons if r.owner != "Occhio"] == [
        ("stampato: 4", "Kappa"),
        ("aggiunge: +2", "Kappa"),
        ("fissa sempre: 3", ""),
    ]


def test_a_sentence_whose_condition_does_not_hold_says_which_half_of_it(world: World, tmp_path: Path) -> None:
    found, _ = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Se è Pura e hai almeno due Maledizioni, ha +2 Occhio.»",
        "in campo di A: Kappa",
        "allora:",
        "    l'Occhio di Kappa è 4",
    )
    assert found.match is not None
    why = why_value(found.match, number(found.match, "Kappa"), "Occhio")
    (idle,) = [reason for reason in why.reasons if reason.holds is False]
    (condition,) = idle.parts
    assert [(half.text, half.holds) for half in condition.parts] == [
        ("Kappa è pura", True),
        ("A ha almeno 2 Maledizioni (1: Kappa)", False),
    ]


def recomputed(match: Match, card: int, value: str) -> int:
    """A number from the reasons that nothing overrides: what sets it, and all that adds to it."""
    base = more = 0
    decl = match.game.meaning.values[value]
    for reason in why_value(match, card, value).reasons:
        head, _, amount = reason.text.partition(": ")
        if reason.overridden or reason.holds is False:
            continue
        if head in ("stampato", "si calcola", "copia", "fissa", "fissa sempre"):
            base = int(amount)
        elif head in (LAYERS[ADD], LAYERS[ALWAYS_ADD]):
            more += int(amount)
    return base + more if decl.minimum is None else max(base + more, decl.minimum)


def test_the_reasons_of_a_value_add_up_to_it(game: Game) -> None:
    values = [v.name for v in game.meaning.values.values() if v.owner == "card" and v.kind == "number"]
    touched = 0
    for seed in range(3):
        for match in islice(decisions(game, seed, 120), 0, None, 4):
            for card in range(len(game.cards)):
                zone, _, _ = match.place_of(card)
                if zone is None or game.meaning.zones[zone].seen_by != "all":
                    continue
                for value in values:
                    assert recomputed(match, card, value) == match.value(card, value), (seed, card, value)
                    touched += 1
    assert touched > 5


def test_keywords_and_statuses_say_who_gives_them(world: World, tmp_path: Path) -> None:
    found, _ = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Rivalità.»",
        "in campo di A: Kappa",
        "allora:",
        "    Kappa ha Rivalità",
    )
    assert found.match is not None
    kappa = number(found.match, "Kappa")
    why = why_keyword(found.match, kappa, "Rivalità")
    assert (why.subject, why.answer) == ("Kappa ha Rivalità", "sì")
    assert [(r.text, r.owner) for r in why.reasons] == [("dà", "Kappa")]
    status = why_status(found.match, kappa, "Pura")
    assert (status.subject, status.answer) == ("Kappa è Pura", "sì")


# -- what is not offered -----------------------------------------------------------------------------------------


def test_what_forbids_an_attack_is_the_rule_by_its_words_and_why_it_is_about_it(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "in mano ad A: 1 carta",
        "in campo di A: una Luce 4/1 [Corrotta]",
        "in campo di B: una Ombra 7/1",
        "allora:",
        "    Luce 4/1 è Corrotta",
    )
    (why,) = questions.ask("perché A non può attaccare Ombra 7/1 con Luce 4/1")
    assert why.answer == "no"
    (reason,) = why.reasons
    assert reason.owner == "Prudenza"
    assert reason.words == "Una Maledizione Corrotta non può attaccare una Maledizione contro cui perderebbe lo scontro"
    assert reason.span is not None
    assert reason.span.file.endswith("bless.gioco")
    assert [(part.text, part.holds) for part in reason.parts] == [
        ("Luce 4/1 è corrotta", True),
        ("Luce 4/1 perderebbe lo scontro", True),
    ]


def test_what_would_be_lost_says_why_it_would_down_to_the_layers(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Rivalità.»",
        "in campo di A: una Ombra 6/1 [Corrotta]",
        "in campo di B: Kappa",
        "in mano ad A: 1 carta",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché A non può attaccare Kappa con Ombra 6/1")
    (rule,) = why.reasons
    _, trial = rule.parts
    (decided,) = trial.parts
    assert decided.text == "Kappa ha più Occhio di Ombra 6/1 (7 e 6)"
    (layers,) = decided.parts
    assert (layers.text, [part.text for part in layers.parts]) == (
        "Occhio di Kappa: 7",
        ["stampato: 4", "aggiunge: +3", "minimo: 0"],
    )
    assert layers.parts[1].owner == "Kappa, Rivalità"


def test_what_is_claimed_says_who_claims_it(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Beta: Ombra 1/1, Maledizione «Vince contro le Luce.»",
        "in campo di A: una Luce 9/2 [Corrotta]",
        "in campo di B: Beta",
        "in mano ad A: 1 carta",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché no attaccare Beta")
    claims = [reason for reason in flat(why.reasons) if reason.text == "lo dice"]
    assert [(reason.owner, reason.words) for reason in claims] == [("Beta", "Vince contro le Luce")]


def test_of_two_conditions_each_half_is_said(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 1/1",
        "in mano ad A: Kappa, 1 carta",
        "in campo di A: una Luce 4/1 [Corrotta], una Luce 5/1 [Corrotta], una Luce 6/1 [Corrotta], una Luce 7/1 [Corrotta]",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché A non può calare Kappa come Maledizione")
    (reason,) = why.reasons
    assert reason.owner == "Posto per la quinta"
    (condition,) = reason.parts
    assert [part.text for part in condition.parts] == [
        "A ha almeno 4 Maledizioni (4: Luce 4/1, Luce 5/1, Luce 6/1, Luce 7/1)",
        "A non ha Maledizioni pure (nessuna)",
    ]
    (other,) = questions.ask("perché A può calare Kappa come Preghiera")
    assert other.answer == "sì"
    assert [part.text for reason in other.reasons for part in reason.parts] == ["come Maledizione (qui come Preghiera)"]


def test_what_cannot_be_paid_is_said_with_what_it_costs(world: World, tmp_path: Path) -> None:
    found, _ = watched(
        world, tmp_path, "in mano ad A: 2 carte", "in campo di A: una Luce 4/1", "allora:", "    tocca ad A"
    )
    assert found.match is not None
    found.match.s[world.game.compiled.layout["value Azioni"] - 1] = 0
    missing = why_not(found.match)
    assert missing
    assert all("costa 1 Azione, e ne ha 0" in [reason.text for reason in why.reasons] for why in missing)


def test_a_card_that_may_not_even_be_chosen_says_why(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "in campo di A: una Luce 4/1",
        "in campo di B: una Ombra 7/1",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché no rimuovere la Stasi Luce 4/1")
    reason, _ = why.reasons
    assert reason.text == "va scelta una Maledizione in Stasi di A: Luce 4/1 non lo è"
    assert [part.text for part in reason.parts] == ["Luce 4/1 è in Stasi"]


def test_what_cards_allow_and_forbid_is_weighed(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 9/1, Maledizione «Non può attaccare.»",
        "in campo di A: Kappa",
        "in campo di B: una Ombra 1/1",
        "allora:",
        "    tocca ad A",
    )
    (why,) = questions.ask("perché A non può attaccare Ombra 1/1 con Kappa")
    (reason,) = why.reasons
    assert (reason.text, reason.owner, reason.words) == ("lo vieta", "Kappa", "Non può attaccare")


# -- the explanation and the machine never disagree ----------------------------------------------------------------


def combinations(actions: Actions, at: int, seat: int, chance: random.Random, most: int) -> list[tuple[object, ...]]:
    """Ways of an action: with all that may be chosen, and with cards that may not."""
    decl = actions.declared[at]
    cards = range(len(actions.match.game.cards))
    rows = []
    for choice, likely in zip(decl.choices, actions._candidates(decl, seat), strict=True):
        more = chance.sample(cards, 3) if choice.what is not None else []
        rows.append(list(dict.fromkeys([*likely, *more])))
    found = list(product(*rows))
    return found if len(found) <= most else chance.sample(found, most)


def agree(match: Match, chance: random.Random, most: int) -> tuple[int, int]:
    """Every action that is offered is explained as allowed, every other has a reason; how many there were of each."""
    decision = match.decision
    assert decision is not None
    actions = Actions(match)
    counts = [0, 0]
    for at, decl in enumerate(actions.declared):
        tried = {*combinations(actions, at, decision.player, chance, most)}
        tried |= {chosen[1:] for chosen in actions.offered if chosen[0] == at}
        for chosen in tried:
            refusals = actions.refusals(Wanted(decl.name, decision.player, chosen))
            offered = (at, *chosen) in actions.offered
            counts[offered] += 1
            assert bool(refusals) is not offered, (actions.said(at, chosen, decision.player), refusals)
    return counts[0], counts[1]


def test_in_random_matches_the_explanation_never_disagrees_with_the_machine(game: Game) -> None:
    refused = allowed = 0
    for seed in range(3):
        chance = random.Random(seed)
        for match in decisions(game, seed, 70, 11):
            if match.decision is not None and match.decision.kind == "action":
                no, yes = agree(match, chance, 20)
                refused, allowed = refused + no, allowed + yes
    assert refused > 30
    assert allowed > 30


def test_in_every_scene_the_explanation_never_disagrees_with_the_machine(world: World) -> None:
    checked = 0
    for path in sorted((BLESS / "scene").glob("*.scena")):
        scenes = SceneBook(path, world)
        for at in range(0, len(scenes.scenes), 24):  # the others are asked about in test_why_questions.py
            match = play_watched(scenes, at).match
            if match is not None and match.decision is not None and match.decision.kind == "action":
                checked += sum(agree(match, random.Random(at), 15))
    assert checked > 150


def test_what_is_done_before_an_event_waits_for_it(world: World, tmp_path: Path) -> None:
    _, questions = watched(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Prima che questa carta si spezzi, guadagni 1 Punto Vittoria.»",
        "carta Lampo: Ombra 1/1, Preghiera Impulso «Pesca una carta.»",
        "in campo di A: Kappa",
        "in mano ad A: Lampo, 1 carta",
        "A cala Lampo come Preghiera",
    )
    (why,) = questions.ask("perché Kappa non si attiva")
    assert [reason.text for reason in why.reasons] == ["aspetta: nulla di simile è successo finora"]


def test_asking_changes_nothing(game: Game) -> None:
    asked = 0
    for match in decisions(game, 3, 60):
        before = match.clone()
        why_not(match)
        why_decision(match)
        why_over(match)
        for card in range(0, len(game.cards), 9):
            for value in game.meaning.values.values():
                if f"mod {value.name}" in game.compiled.layout.slots:
                    why_value(match, card, value.name)
        assert match == before
        assert match.told is before.told
        asked += 1
    assert asked > 5


@pytest.mark.parametrize("name", ["bless", "torri"])
def test_every_reason_of_a_missing_action_has_its_place_and_its_words(name: str) -> None:
    looked_at = 0
    for match in decisions(load(GAMES / name), 2, 60):
        for why in why_not(match):
            assert why.reasons
            for reason in flat(why.reasons):
                if reason.parts:  # of two halves joined each has its own
                    continue
                assert reason.span is not None, reason
                looked_at += 1
    assert looked_at > 2
