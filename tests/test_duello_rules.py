"""The duel is changed by its text alone: a cell of the table of answers, the file of house rules; and what every match keeps."""

import random
import shutil
from pathlib import Path

import pytest

from dsl.load import load as read
from interpreter.match import Game, Match, load

DUEL = Path(__file__).parent.parent / "games" / "duello"


@pytest.fixture(scope="module")
def duel() -> Game:
    return load(DUEL)


def changed(folder: Path, old: str, new: str) -> Path:
    """A copy of the game in whose rules one line is another."""
    game = folder / "duello"
    shutil.copytree(DUEL, game, ignore=shutil.ignore_patterns("scene"))
    rules = game / "duello.gioco"
    text = rules.read_text("utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), "utf-8")
    return game


def needed(folder: Path) -> tuple[str, ...]:
    meaning = read(folder).meaning
    assert meaning is not None
    return meaning.tables["Risposte"].rows["Veloce"]


def test_one_cell_of_the_table_changes_how_many_answers_it_takes(tmp_path: Path, duel: Game) -> None:
    """D-060: two dodges against a fast attack; with another cell one is enough."""
    folder = changed(tmp_path, "    Veloce: 1, 2, 1\n", "    Veloce: 1, 1, 1\n")
    assert (needed(DUEL), needed(folder)) == (("1", "2", "1"), ("1", "1", "1"))
    for game, wanted in ((duel, 2), (load(folder), 1)):
        match = game.match(seed=1)
        fast = next(c for c in range(len(game.cards)) if game.cards[c].name == "Lampo Basso")
        assert match.value(fast, "Schivate richieste") == wanted


def test_other_house_rules_stand_in_the_place_of_these(tmp_path: Path, duel: Game) -> None:
    """With the rules of a tournament the hand is of five cards, and nobody changes it."""
    folder = changed(tmp_path, "con le regole Casa\n", "con le regole Torneo\n")
    assert [p for p in read(folder).problems if p.is_error] == []
    other = load(folder).match(seed=1)
    assert [len(other.pile("Mano", seat)) for seat in (0, 1)] == [5, 5]
    assert [len(duel.match(seed=1).pile("Mano", seat)) for seat in (0, 1)] == [7, 7]


def spent(match: Match, seat: int) -> int:
    piles = (*match.pile("Sequenza", seat), *match.pile("Coperte", seat))
    return sum(int(match.value(card, "Fatica spesa")) for card in piles) + int(match.player_value(seat, "Debito"))


@pytest.mark.parametrize("seed", range(12))
def test_what_every_match_keeps(duel: Game, seed: int) -> None:
    """Cards are never lost, wounds lie where they can, the harm that is counted is that of the wounds."""
    match, chance = duel.match(seed=seed), random.Random(seed)
    zones = duel.meaning.zones
    while match.decision is not None:
        match.choose(chance.randrange(len(match.decision.options)))
        shared = [card for name, zone in zones.items() if zone.owner == "shared" for card in match.pile(name)]
        own = [c for name, z in zones.items() if z.owner == "player" for seat in (0, 1) for c in match.pile(name, seat)]
        under = [card for card in (*shared, *own) for card in match.pile("Legate", host=card)]
        lying = [*shared, *own, *under]
        assert sorted(lying) == list(range(len(duel.cards)))
        for seat in (0, 1):
            assert spent(match, seat) >= 0
            wounds = [c for c in match.pile("Area Ferite", seat) if duel.cards[c].token]
            assert all(1 <= int(match.value(c, "Gravità")) <= 4 for c in wounds)
            total = sum(int(match.value(c, "Gravità")) for c in wounds)
            assert total == match.player_value(seat, "Gravità totale")
            assert total < 6 or match.over


def faults(folder: Path, *changes: tuple[str, str]) -> set[str]:
    """The errors of the deck with two trainings and a card of two schools, after some of its lines are others."""
    game = folder / "duello"
    shutil.copytree(DUEL, game, ignore=shutil.ignore_patterns("scene"))
    deck = game / "filo-e-ombra.mazzo"
    text = deck.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    deck.write_text(text, "utf-8")
    return {each.code for each in read(game).problems if each.is_error}


VEIL = "    Scuola in più: Magia Alchemica\n"
SCHOOL = "    specializzazione, Ombre.\n"
OIL = "2 × Olio Vitreo\n"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ((("    Attacco Veloce, arma leggera: Infligge", "    Sinergia.\n    Attacco Veloce, arma leggera: Infligge"),), {"X270"}),
        ((), set()),  # a school owned, the other lent by what hides it
        (((VEIL, ""), (SCHOOL, "    specializzazione, Ombre, Magia Alchemica.\n")), set()),  # both owned
        (((VEIL, ""),), {"X271"}),  # only one
        ((("3 × Falce di Luna", "4 × Falce di Luna"), (OIL, "1 × Olio Vitreo\n")), {"X236"}),
        (((OIL, "1 × Olio Vitreo\n"),), {"C002"}),  # 59 cards
    ],
)  # fmt: skip
def test_what_a_deck_may_be(tmp_path: Path, changes: tuple[tuple[str, str], ...], found: set[str]) -> None:
    """DC-47, D-001 … D-003: one Sinergia at most, its schools owned, three copies, sixty cards."""
    assert faults(tmp_path, *changes) == found
