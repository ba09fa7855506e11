"""Recombined wordings hold together: some dozens of each game here, thousands with ``python -m benchmarks.recombined``."""

from __future__ import annotations

import pytest

from benchmarks.mixtures import GAMES
from benchmarks.recombined import LOST, Finding, findings, known, mixed

NAMES = sorted({path.parent.name for path in GAMES.glob("*/*.mazzo")})
MANY = 24
SEED = 1


@pytest.mark.parametrize("name", NAMES)
def test_recombined_wordings_hold_together(name: str) -> None:
    found = {each.key for each in findings(name, mixed(name, MANY, SEED)) if each.kind != LOST}
    assert found == {each for each in known() if each[0] == name}


def test_a_seed_gives_the_same_wordings_again_and_another_gives_others() -> None:
    assert mixed(NAMES[0], MANY, SEED) == mixed(NAMES[0], MANY, SEED)
    assert mixed(NAMES[0], MANY, SEED) != mixed(NAMES[0], MANY, SEED + 1)


def test_a_finding_is_a_row_of_the_list_of_what_is_known() -> None:
    row = str(Finding("orti", "unlike", "Lanterna", "Ha +1 Ardore.\nHa Guardia.", "…")).split("\t")
    assert row[:4] == ["orti", "unlike", "Lanterna", "Ha +1 Ardore.\\nHa Guardia."]
