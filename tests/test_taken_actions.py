"""«gioca una carta dalla tua mano senza pagarne il costo»: an effect takes one of the actions that play a card."""

import random
import shutil
from pathlib import Path

import pytest

from interpreter.frames import WINDOW
from interpreter.match import Match, load
from tests.lockstep import play_alike

FOW = Path(__file__).parent.parent / "games/fow"
SAID = {
    "Istantanea: Recupera fino a 2 tuoi Risonatori bersaglio.": "Istantanea: Puoi giocare una carta Istantanea dal tuo Cimitero"
    " senza pagarne il Costo.",
    "Canto: Infliggi 500 Danni ai Risonatori.": "Canto: Puoi evocare un Risonatore dalla tua Mano senza pagarne il Costo. Se lo"
    " fai, pesca una carta.",
    "Risonatore: Volare. Rapidità.": "Risonatore: Entra: Puoi giocare una carta dalla tua Mano.",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Force of Will with a deck whose cards play cards."""
    copy = tmp_path_factory.mktemp("fow") / "fow"
    shutil.copytree(FOW, copy, ignore=shutil.ignore_patterns("scene", "__pycache__"))
    for deck in copy.glob("*.mazzo"):
        text = deck.read_text("utf-8")
        for old, new in SAID.items():
            text = text.replace(old, new)
        deck.write_text(text, "utf-8")
    return copy


def test_short_programs_take_the_same_actions(folder):
    written, quick = load(folder), load(folder)
    assert sum(text in (folder / "brace.mazzo").read_text("utf-8") for text in SAID.values()) == len(SAID)
    quick.quicken()
    play_alike(written, quick, range(3))


def test_a_match_saved_in_the_middle_of_such_a_play_goes_on(folder):
    game = load(folder)
    asked = 0
    for seed in (5, 9):
        straight, saved = game.match(seed=seed), game.match(seed=seed)
        chance = random.Random(seed)
        while straight.asked is not None:
            saved = Match.load(game, saved.save())
            assert saved.asked == straight.asked and saved.decision.options[0].text == straight.decision.options[0].text
            asked += straight.asked[1] == "action" and straight.stack[-1][0] != WINDOW
            choice = chance.randrange(straight.count)
            straight.choose(choice)
            saved.choose(choice)
        assert saved.s == straight.s
    assert asked
