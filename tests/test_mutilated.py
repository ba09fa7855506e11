"""Wordings with a slip: none crashes the reader, none is understood as what it is not, and the nearest is proposed."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial

import pytest
from attrs import frozen

from dsl.load import Loaded, load
from dsl.syntax.reading import Fate, Reading
from tests.counted import calls_made
from tests.mutilated import KINDS, ROOT, Mutilated, mutilated, originals

SEED, MANY = 1, 200
FIRST_PROPOSALS = 0.8


@frozen
class Tried:
    """A mutilated wording as it was read, and the reading of the original."""

    wording: Mutilated
    reading: Reading
    original: Reading

    @property
    def told(self) -> str:
        return f"{self.wording.kind}: {self.wording.text!r} (was {self.wording.original.text!r})"

    @property
    def proposals(self) -> tuple[str, ...]:
        return tuple(each for problem in self.reading.problems for each in problem.wordings)


@cache
def bless() -> Loaded:
    return load(ROOT / "games" / "bless")


def _read(field: str, text: str) -> Reading:
    reading = bless().read(text, field)
    assert reading is not None
    return reading


@cache
def tried() -> tuple[Tried, ...]:
    return tuple(
        Tried(each, _read(each.original.field, each.text), _read(each.original.field, each.original.text))
        for each in mutilated(SEED, MANY)
    )


def test_the_slips_are_the_same_for_the_same_seed() -> None:
    assert list(mutilated(SEED, 50)) == list(mutilated(SEED, 50)) != list(mutilated(SEED + 1, 50))
    assert Counter(each.wording.kind for each in tried()) == dict.fromkeys(KINDS, MANY // len(KINDS))


def test_the_originals_are_understood_without_a_remark() -> None:
    for each in originals():
        reading = _read(each.field, each.text)
        assert (reading.fate, reading.problems) == (Fate.UNDERSTOOD, ()), each


def test_none_is_a_defect_of_the_reader() -> None:
    codes = {problem.code for each in tried() for problem in each.reading.problems}
    assert "S999" not in codes


def test_what_is_not_understood_is_told_where() -> None:
    for each in tried():
        if each.reading.fate is not Fate.UNDERSTOOD:
            assert each.reading.problems and all(p.span and p.message for p in each.reading.problems), each.told


#: Slips after which a wording means what it meant: an optional comma, the last full stop, «una» with its noun left out …
MEANS_THE_SAME = 0.04


def test_what_is_understood_means_something_else_or_the_slip_was_none() -> None:
    """A full stop at the end and an optional comma change nothing; of the other slips hardly any leaves the meaning."""
    same = [
        each
        for each in tried()
        if each.reading.fate is Fate.UNDERSTOOD
        and not each.reading.problems
        and each.reading.meanings == each.original.meanings
    ]
    others = [each.told for each in same if each.wording.kind != "missing mark"]
    assert len(others) <= MEANS_THE_SAME * MANY, others


def test_the_first_proposal_for_a_typo_or_a_wrong_ending_is_the_original() -> None:
    slips = [each for each in tried() if each.wording.kind in ("typo", "wrong ending")]
    missed = [each.told for each in slips if each.proposals[:1] != (each.wording.original.text,)]
    assert len(missed) <= (1 - FIRST_PROPOSALS) * len(slips), missed


def test_every_wording_that_is_proposed_is_understood() -> None:
    for each in tried():
        for wording in each.proposals:
            assert _read(each.wording.original.field, wording).fate is Fate.UNDERSTOOD, (each.told, wording)


def test_a_mutilated_wording_is_answered_with_bounded_work() -> None:
    """A million calls are about a third of a second; the median takes a few thousandths."""
    _read("Preghiera Impulso", "Pesca una crta.")  # the words of the game are known
    taken = [calls_made(partial(_read, each.original.field, each.text)) for each in mutilated(SEED, 50)]
    assert sorted(taken)[len(taken) // 2] < 50_000
    assert max(taken) < 800_000


@pytest.mark.parametrize(
    "text",
    [
        "parola " * 5000,
        "Pesca una crta, poi scarta una carta. " * 60,
        "Spezza una Preghiera. " * 70 + "Spezza Preghiera una.",
        "xyz " * 300,
        "se " * 150,
        "Ha +1 Occhio e " * 40 + "x",
    ],
)
def test_a_long_wording_with_faults_is_answered_too(text: str) -> None:
    _read("Preghiera Impulso", "Pesca una crta.")  # the words of the game are known
    assert calls_made(partial(_read, "Preghiera Impulso", text)) < 2_000_000
    reading = _read("Preghiera Impulso", text)
    assert reading.fate is Fate.REFUSED and reading.problems


@pytest.mark.parametrize(
    ("field", "wrong", "right"),
    [
        ("Maledizione", "Ha +1 Occhio per ogni Echi in campo.", "Ha +1 Occhio per ogni Eco in campo."),
        ("Preghiera Impulso", "Puoi spezare una Preghieta.", "Puoi spezzare una Preghiera."),
        ("Preghiera Impulso", "Pesca una crta. Speza una Preghiera.", "Pesca una carta. Spezza una Preghiera."),
        ("Preghiera Impulso", "Draw two cards.", "Pesca due carte."),
        ("Maledizione", "Calo Pesca una carta.", "Calo: Pesca una carta."),
        ("Maledizione", "Se è corrotta, Impatto.", "Se è corrotta, ha Impatto."),
        ("Preghiera Impulso", "Rimuovi Stasi da una tua Maledizione.", "Rimuovi la Stasi da una tua Maledizione."),
        ("Maledizione", "Vince contro il Ombra.", "Vince contro l'Ombra."),
    ],
)
def test_the_first_proposal(field: str, wrong: str, right: str) -> None:
    assert next(each for problem in _read(field, wrong).problems for each in problem.wordings) == right


def test_the_fix_of_an_editor_makes_the_first_proposal() -> None:
    checked = 0
    for each in tried():
        text = each.wording.text
        for problem in each.reading.problems:
            if problem.fix is None or not problem.wordings:
                continue
            at = problem.fix.span.column - 1
            lines = text.split("\n")
            line = lines[problem.fix.span.line - 1]
            lines[problem.fix.span.line - 1] = line[:at] + problem.fix.text + line[at + problem.fix.span.length :]
            assert " ".join("\n".join(lines).split()) == " ".join(problem.wordings[0].split())
            checked += 1
    assert checked > MANY // 3
