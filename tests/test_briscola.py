"""Tricks: whose the next one is, and what is known of piles that nobody sees."""

from __future__ import annotations

from pathlib import Path
from random import Random

from click.testing import CliRunner

from interpreter.cli.group import group
from interpreter.match import Match, load

FOLDER = Path(__file__).parent.parent / "games" / "briscola"


def played(match: Match, most: int) -> Match:
    chance = Random(5).random
    while match.count and most:
        match.choose(int(chance() * match.count))
        most -= 1
    return match


def test_the_one_who_takes_opens_the_next_trick() -> None:
    game = load(FOLDER)
    for seed in range(20):
        match = played(game.match(seed=seed), 2 * seed)
        taken = match.game_value("Vincente")
        assert not match.over and match.turn_player is not None
        assert seed == 0 or match.turn_player == taken


def test_points_are_known_when_the_match_is_over_by_them() -> None:
    match = played(load(FOLDER).match(seed=3), 39)
    assert [match.view(0)["players"][seat]["Punti"] for seat in (0, 1)] == [None, None]
    played(match, 1)
    assert match.over
    assert sum(match.view(0)["players"][seat]["Punti"] for seat in (0, 1)) == 120


def checked(folder: Path, *changes: tuple[str, str], scenes: str = "") -> str:
    """What ``detto check`` says of the game with some of its words changed."""
    for each in FOLDER.iterdir():
        if each.is_file():
            (folder / each.name).write_bytes(each.read_bytes())
    rules = folder / "briscola.gioco"
    text = rules.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text, encoding="utf-8")
    if scenes:
        (folder / "scene").mkdir()
        (folder / "scene" / "una.scena").write_text(scenes, encoding="utf-8")
    return CliRunner().invoke(group, ["check", str(folder)]).output


def test_a_value_given_like_a_zone_in_a_scene_is_told_how_it_is_said(tmp_path: Path) -> None:
    text = "scene per Briscola, con il mazzo Napoletane\n\nscena Una\n    Briscola: Coppe\n    tocca ad A\n"
    assert "di un valore si dice «la Briscola è …»" in checked(tmp_path, scenes=text)


LISTED = "    parole: Coppe, Denari, Spade, Bastoni\n"
COPPE = "membro Coppe, femminile, plurale\n    di: Seme\n"
COUNTED = "se il Piede non è vuoto,", "se le Coppe nelle sue Prese sono 2 o più,"


def test_a_word_that_a_value_lists_may_say_its_forms(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert "«Coppe» non concorda" in checked(tmp_path / "a", COUNTED)
    assert checked(tmp_path / "b", COUNTED, (LISTED, LISTED + COPPE)) == "nessun problema\n"


def test_a_verb_that_asks_how_many_is_not_told_which(tmp_path: Path) -> None:
    told = checked(tmp_path, ("        gioca Scelta\n", "        pesca Scelta\n"))
    assert "errore[P001]" in told and "vuole sapere quante, non quali" in told


def test_several_cards_as_one_participant_do_not_move(tmp_path: Path) -> None:
    form = "    forma: un giocatore scopre una carta\n"
    told = checked(
        tmp_path,
        (form, form.replace("una carta", "alcune carte")),
        (
            "        la carta va nel Piede\n        la Briscola diventa il Seme della carta\n",
            "        le carte vanno nel Piede\n",
        ),
    )
    assert "errore[P001]" in told and "si fa con ciascuna" in told


def test_one_card_has_no_number(tmp_path: Path) -> None:
    asked = "    solo se: il numero delle carte nel Mazzo è maggiore del numero di Scelta\n    effetto:\n        gioca"
    told = checked(tmp_path, ("    effetto:\n        gioca", asked))
    assert "«Scelta» è una cosa sola: non ha un numero" in told
