"""The two classic games of ours are those of OpenSpiel: the same options at every decision, the same gains at the end."""

from __future__ import annotations

import pytest

from benchmarks.classics import CLASSICS, classic, played_along


@pytest.mark.parametrize("name", CLASSICS)
def test_ours_and_openspiels_go_the_same_way(name: str) -> None:
    pytest.importorskip("pyspiel")
    pair = classic(name)
    taken = [played_along(pair, seed) for seed in range(60)]
    assert min(taken) >= 2
    assert len(set(taken)) > 3
