"""Why a value is what it is and why an action is not offered: with the words, their place, and what overrode what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.group import group
from interpreter.match import Game, Match, load
from interpreter.scenes import SceneBook, World
from interpreter.why import why_keyword, why_not, why_status, why_value

BLESS = Path(__file__).resolve().parent.parent / "games" / "bless"
SCENE = """mazzo Alba e Cenere di Bless

scena Prova
"""


@pytest.fixture(scope="module")
def world() -> World:
    return World(BLESS)


def position(world: World, tmp_path: Path, *lines: str) -> Match:
    """The match of a scene with these lines."""
    header = next(
        line for line in (BLESS / "scene" / "strati.scena").read_text("utf-8").splitlines() if line.startswith("scene")
    )
    path = tmp_path / "prova.scena"
    path.write_text("\n".join([header, "", "scena Prova", *(f"    {line}" for line in lines)]) + "\n", "utf-8")
    book = SceneBook(path, world, "prova.scena")
    assert not book.problems, book.told_problems()
    outcome = book.play(0)
    assert outcome.failure is None, book.report(outcome)
    assert outcome.match is not None
    return outcome.match


def number(match: Match, name: str) -> int:
    """The card of that name that lies in play."""
    (found,) = [
        c
        for c, card in enumerate(match.game.cards)
        if card.name == name and match.place_of(c)[0] not in (None, "Mazzo")
    ]
    return found


def test_layers_in_their_order_and_what_overrides_them(world: World, tmp_path: Path) -> None:
    match = position(
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
    why = why_value(match, number(match, "Kappa"), "Occhio")
    assert (why.subject, why.answer) == ("Occhio di Kappa", "11")
    assert [(r.text, r.owner, r.overridden) for r in why.reasons] == [
        ("stampato: 4", "Kappa", True),
        ("fissa: 5", "Lampo", True),
        ("fissa: 9", "Sasso", False),
        ("aggiunge: 2", "Vento", False),
        ("minimo: 0", "Occhio", False),
    ]


def test_always_overrides_what_is_below_it(world: World, tmp_path: Path) -> None:
    match = position(
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
    reasons = why_value(match, number(match, "Kappa"), "Occhio").reasons
    assert [(r.text, r.overridden) for r in reasons if r.owner != "Occhio"] == [
        ("stampato: 4", True),
        ("aggiunge: 2", True),
        ("fissa sempre: 3", False),
    ]


def test_what_forbids_an_attack_is_the_rule_by_its_words(world: World, tmp_path: Path) -> None:
    match = position(
        world,
        tmp_path,
        "in mano ad A: 1 carta",
        "in campo di A: una Luce 4/1 [Corrotta]",
        "in campo di B: una Ombra 7/1",
        "allora:",
        "    Luce 4/1 è Corrotta",
    )
    attacks = [why for why in why_not(match) if "attacca" in why.subject and "Ombra 7/1" in why.subject]
    assert [reason.owner for why in attacks for reason in why.reasons] == ["Prudenza"]
    (reason,) = attacks[0].reasons
    assert reason.words == "Una Maledizione Corrotta non può attaccare una Maledizione contro cui perderebbe lo scontro"
    assert reason.span is not None
    assert reason.span.file.endswith("bless.gioco")


def test_what_cannot_be_paid_is_said_with_what_it_costs(world: World, tmp_path: Path) -> None:
    match = position(
        world, tmp_path, "in mano ad A: 2 carte", "in campo di A: una Luce 4/1", "allora:", "    tocca ad A"
    )
    match.s[world.game.compiled.layout["value Azioni"] - 1] = 0
    missing = why_not(match)
    assert missing
    assert all("costa 1 Azioni, e ne ha 0" in [reason.text for reason in why.reasons] for why in missing)


def test_every_missing_option_has_a_reason_and_every_offered_one_has_none(world: World) -> None:
    game = world.game
    looked_at = 0
    for seed in range(6):
        match = game.match(seed=seed)
        for step in range(60):
            decision = match.decision
            if decision is None:
                break
            if decision.kind == "action":
                offered = {option.value for option in decision.options}
                missing = why_not(match)
                assert all(why.reasons for why in missing)
                assert len(missing) + len(offered) - 1 == len(candidates(game, match))
                looked_at += 1
            match.choose((step * 7 + seed) % len(decision.options))
    assert looked_at > 50


def candidates(game: Game, match: Match) -> list[object]:
    from interpreter.why import _candidates

    decision = match.decision
    assert decision is not None
    return [x for n in range(len(game.meaning.actions)) for x in _candidates(match, n, -1 - decision.player)]


def test_keywords_and_statuses_say_who_gives_them(world: World, tmp_path: Path) -> None:
    match = position(
        world,
        tmp_path,
        "carta Kappa: Luce 4/1, Maledizione «Rivalità.»",
        "in campo di A: Kappa",
        "allora:",
        "    Kappa ha Rivalità",
    )
    kappa = number(match, "Kappa")
    why = why_keyword(match, kappa, "Rivalità")
    assert (why.subject, why.answer) == ("Rivalità di Kappa", "sì")
    assert [(r.text, r.owner) for r in why.reasons] == [("dà", "Kappa")]
    assert why_status(match, kappa, "Pura").answer == "sì"


# -- the command --------------------------------------------------------------------------------------------------


def detto(*arguments: str | Path) -> Result:
    return CliRunner().invoke(group, ["why", *map(str, arguments)])


def test_the_command_at_a_line_of_a_scene() -> None:
    path = BLESS / "scene" / "strati.scena"
    lines = path.read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines, 1) if line.startswith("scena Chi fissa e chi aggiunge"))
    at = next(i for i in range(start, len(lines)) if lines[i].strip() == "l'Occhio di Kappa è 6") + 1
    result = detto(path, "--line", str(at), "--card", "Kappa", "--value", "Occhio")
    assert result.exit_code == 0
    assert result.output.startswith("Occhio di Kappa: 6\n  stampato: 4  — Kappa\n")
    assert "aggiunge: 2  — Vento" in result.output


def test_the_command_on_a_saved_match_as_json(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    match = load(BLESS).match(seed=1, first=0)
    while match.decision is not None and match.decision.kind != "action":
        match.choose(0)
    saved.write_text(match.save(), "utf-8")
    result = detto(BLESS, "--saved", saved, "--not", "--json")
    assert result.exit_code == 0
    told = json.loads(result.output)
    assert all({"subject", "answer", "reasons"} == set(why) for why in told)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([BLESS], 2, "--saved"),
        ([BLESS / "scene" / "strati.scena", "--scene", "no such title"], 1, "nessuna scena"),
        ([BLESS / "scene" / "strati.scena"], 1, "più scene"),
        ([BLESS / "scene" / "strati.scena", "--line", "30", "--card", "Kapa"], 1, "forse intendevi «Kappa»"),
        ([BLESS / "scene" / "strati.scena", "--line", "30", "--value", "Ochio"], 1, "non hanno un valore «Ochio»"),
    ],
    ids=["no match", "no scene", "many scenes", "no card", "no value"],
)
def test_the_command_used_wrongly(arguments: list[str | Path], code: int, said: str) -> None:
    result = detto(*arguments)
    assert result.exit_code == code, result.output
    assert said in result.output
