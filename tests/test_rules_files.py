"""Rules that a game takes from another file, and the blocks that stand in the place of theirs."""

from pathlib import Path

import pytest

from dsl.load import load
from tests.test_reckoned_values import DECK, RULES

HOUSE = """\
regole Casa per Carico

valore Portata, femminile
    di: un giocatore
    è: un numero, comincia da 5
"""


def written(folder: Path, head: str, portata: str, **files: str) -> Path:
    rules = RULES.replace("gioco Carico\n", f"gioco Carico{head}\n")
    own = "valore Portata, femminile\n    di: un giocatore\n    è: un numero, comincia da 8\n"
    assert own in rules
    folder.mkdir(exist_ok=True)
    (folder / "carico.gioco").write_text(rules.replace(own, portata), encoding="utf-8")
    (folder / "legna.mazzo").write_text(DECK, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.regole").write_text(text, encoding="utf-8")
    return folder


def codes(folder: Path) -> list[str]:
    return [each.code for each in load(folder).problems if each.is_error]


def portata(folder: Path) -> int | str | None:
    loaded = load(folder)
    assert loaded.meaning is not None
    return loaded.meaning.values["Portata"].start


def test_a_game_has_the_blocks_of_the_rules_that_it_takes(tmp_path: Path) -> None:
    folder = written(tmp_path, ", con le regole Casa", "", casa=HOUSE)
    assert codes(folder) == []
    assert portata(folder) == 5


def test_the_rules_are_changed_by_taking_others(tmp_path: Path) -> None:
    folder = written(
        tmp_path, ", con le regole Torneo", "", casa=HOUSE, torneo=HOUSE.replace("Casa", "Torneo").replace("5", "9")
    )
    assert portata(folder) == 9


def test_a_block_stands_in_the_place_of_one_that_is_taken(tmp_path: Path) -> None:
    own = "valore Portata, femminile, al posto di Casa\n    di: un giocatore\n    è: un numero, comincia da 7\n"
    folder = written(tmp_path, ", con le regole Casa", own, casa=HOUSE)
    assert codes(folder) == []
    assert portata(folder) == 7


def test_the_same_block_twice_is_told_where_it_stands(tmp_path: Path) -> None:
    own = "valore Portata, femminile\n    di: un giocatore\n    è: un numero, comincia da 7\n"
    folder = written(tmp_path, ", con le regole Casa", own, casa=HOUSE)
    assert "D009" in codes(folder)


def test_rules_may_take_rules_and_a_folder_beside_the_game_may_hold_them(tmp_path: Path) -> None:
    shared = tmp_path / "comune"
    shared.mkdir()
    (shared / "base.regole").write_text(HOUSE.replace("regole Casa per Carico", "regole Base"), encoding="utf-8")
    folder = written(
        tmp_path / "carico", ", con le regole Casa", "", casa="regole Casa per Carico, con le regole Base\n"
    )
    assert codes(folder) == []
    assert portata(folder) == 5


def test_nothing_outside_is_taken(tmp_path: Path) -> None:
    (tmp_path / "casa.regole").write_text(HOUSE, encoding="utf-8")
    folder = written(tmp_path / "carico", ", con le regole Casa", "")
    assert "F270" in codes(folder)


@pytest.mark.parametrize("wrong", ["valore Portato", "zona Portata"])
def test_a_fault_in_taken_rules_is_told_with_their_file(tmp_path: Path, wrong: str) -> None:
    folder = written(
        tmp_path, ", con le regole Casa", "", casa=HOUSE + f"{wrong}, al posto di Casa\n    di: un giocatore\n"
    )
    found = [each for each in load(folder).problems if each.code == "D270"]
    assert [Path(each.span.file).name for each in found if each.span] == ["casa.regole"]
