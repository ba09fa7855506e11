"""A slip is told once, and what depends on it is understood all the same: nothing else is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load

ROOT = Path(__file__).resolve().parent.parent
RULES, DECK = (f"modello.{kind}" for kind in ("gioco", "mazzo"))


@pytest.mark.parametrize(
    ("file", "right", "wrong", "code", "offered"),
    [
        (RULES, "    è: un numero, stampato", "    è un numero, stampato", "D026", "è: un numero, stampato"),
        (RULES, "    passi:\n        la carta va nella Schiera", "    passi\n        la carta va nella Schiera", "D026", "passi:"),
        (RULES, "verbo pescare, inglese draw/drawn", "verbo pesca", "D020", "verbo pescare"),
        (RULES, "    da: il campo\n", "    da: il campo\n    detto di chi lo riceve: cadere, colpito\n", "D020", "colpire"),
        (RULES, ", detta Scelta", "", "S067", None),
        (DECK, "    Effetto: ENTRATA: Guadagni", "    ENTRATA: Guadagni", "D018", "Effetto: ENTRATA: Guadagni 3 Punti."),
        (DECK, "    Forza 7.", "    Forza: 7", "D027", "Forza 7."),
    ],
)  # fmt: skip
def test_one_slip_is_one_problem(
    tmp_path: Path, file: str, right: str, wrong: str, code: str, offered: str | None
) -> None:
    for name in (RULES, DECK):
        text = (ROOT / "games" / "modello" / name).read_text("utf-8")
        if name == file:
            assert right in text
            text = text.replace(right, wrong, 1)
        (tmp_path / name).write_text(text, "utf-8")
    [found] = [each for each in load(tmp_path).problems if each.is_error]
    assert found.code == code
    if offered is not None:
        assert offered in found.suggestions
