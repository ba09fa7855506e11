"""A verb that nothing in a match can do has no steps there: that it could change something costs nothing."""

from interpreter.match import load
from tests.lockstep import BLESS, with_cards


def steps_of(game, verb):
    return [frame.steps for frame in game.compiled.layout.game.frames.values() if frame.verb == verb]


def test_what_no_card_names_does_nothing():
    game = load(BLESS)
    assert not any(steps_of(game, "copiare")) and not any(steps_of(game, "cambiare"))
    assert all(frame.steps for frame in game.meaning.frames.values() if frame.verb == "copiare")
    assert any(steps_of(game, "spezzare"))


def test_what_a_card_names_is_done_with_all_that_it_does(tmp_path):
    game = load(with_cards(tmp_path, "Maledizione: CALO: copia l'effetto di un'altra tua Maledizione."))
    assert any(steps_of(game, "copiare")) and not any(steps_of(game, "cambiare"))
