"""Actions that choose sets: what may join one, when it may be closed, what it costs, how often with others."""

import random
import shutil
from functools import cache
from pathlib import Path

import pytest

from interpreter.match import Game, Match
from interpreter.match import load as load_game
from interpreter.position import Position
from interpreter.ready import GameError

LANTERNE = Path(__file__).parent.parent / "dsl" / "problems" / "lanterne"
ARDORI = {"Lanterna del Traghettatore": 3, "Lanterna delle Reti": 2, "Lanterna Storta": 4}


@cache
def game_with(action: str) -> Game:
    """The small game with one action more."""
    import tempfile

    folder = Path(tempfile.mkdtemp()) / "lanterne"
    shutil.copytree(LANTERNE, folder)
    text = (folder / "lanterne.gioco").read_text("utf-8")
    (folder / "lanterne.gioco").write_text(text.replace("regola Una sfida", f"{action}\nregola Una sfida"), "utf-8")
    return load_game(folder)


def placed(game: Game, gestures: int = 2) -> tuple[Match, dict[str, int]]:
    """A's turn, three of A's lanterns in the port."""
    position = Position(game)
    cards = {name: position.place(name, "Molo", 0) for name in ARDORI}
    position.turn(0)
    position.player_value(0, "Gesti", gestures)
    return position.start(), cards


def option(match: Match, action: str) -> int | None:
    return next((o.index for o in match.decision.options if o.action == action), None)


def offered(match: Match) -> set[str]:
    return {"basta" if o.kind == "done" else match.name_of(o.objects[0]) for o in match.decision.options}


SETS = """azione Fare luce
    finestra: della notte
    scegli: una o più tue Lanterne, dette Prese
    solo se: il totale dell'Ardore delle Prese CONDITION
    effetto:
        affonda le Prese
"""


def test_a_set_is_offered_only_what_can_still_be_made_whole():
    match, _ = placed(game_with(SETS.replace("CONDITION", "è 7 o più")))
    match.choose(option(match, "Fare luce"))
    assert offered(match) == set(ARDORI)
    storta = next(o for o in match.decision.options if match.name_of(o.objects[0]) == "Lanterna Storta")
    match.choose(storta.index)
    assert offered(match) == {"Lanterna del Traghettatore", "Lanterna delle Reti"}  # 4: not yet enough to close
    guide = next(o for o in match.decision.options if match.name_of(o.objects[0]) == "Lanterna del Traghettatore")
    match.choose(guide.index)
    assert offered(match) == {"basta", "Lanterna delle Reti"}


def test_no_set_no_option():
    match, _ = placed(game_with(SETS.replace("CONDITION", "è 10 o più")))
    assert option(match, "Fare luce") is None


@pytest.mark.parametrize("condition", ["è 5", "è 6 o meno", "è 7 o più", "è 9"])
def test_whatever_is_taken_leads_to_a_whole_that_is_legal(condition):
    game = game_with(SETS.replace("CONDITION", condition))
    reached = set()
    for seed in range(40):
        match, cards = placed(game)
        chance = random.Random(seed)
        match.choose(option(match, "Fare luce"))
        while match.decision is not None and match.decision.kind == "card":
            match.choose(chance.randrange(len(match.decision.options)))
        gone = frozenset(name for name, card in cards.items() if match.place_of(card)[0] == "Fondo")
        reached.add(gone)
    legal = {"è 5": 5, "è 9": 9}
    sums = {sum(ARDORI[name] for name in each) for each in reached}
    if condition in legal:
        assert sums == {legal[condition]}
    elif condition == "è 6 o meno":
        assert max(sums) <= 6 and len(reached) == 5
    else:
        assert min(sums) >= 7 and len(reached) == 2


COST = """azione Accendere tutto
    finestra: della notte
    scegli: una tua Lanterna, detta Scelta
    costo: Gesti quanto l'Ardore originale di Scelta
    quante volte: una volta per turno tra Accendere tutto e Sfidare
    effetto:
        affonda Scelta
"""


def test_what_cannot_be_paid_is_not_offered():
    match, cards = placed(game_with(COST), gestures=3)
    may = {o.objects[0] for o in match.decision.options if o.action == "Accendere tutto"}
    assert may == {cards["Lanterna del Traghettatore"], cards["Lanterna delle Reti"]}
    match.choose(next(o.index for o in match.decision.options if o.objects == (cards["Lanterna delle Reti"],)))
    assert match.player_value(0, "Gesti") == 1


def test_a_limit_is_counted_with_the_other_action():
    match, _ = placed(game_with(COST), gestures=8)
    match.choose(option(match, "Accendere tutto"))
    assert option(match, "Accendere tutto") is None


IN_ANSWER = """finestra delle risposte
    chi gioca: solo l'avversario del giocatore di turno
    ciò che si gioca: si fa subito
    si chiude: quando chi gioca passa
azione Spegnere
    finestra: della notte, delle risposte se Spenta ha Ardore 3 o più
    scegli: una tua Lanterna, detta Spenta
    effetto:
        affonda Spenta
azione Chiedere
    finestra: della notte
    effetto:
        si apre la finestra delle risposte
"""


def test_a_window_may_be_open_to_an_action_on_a_condition():
    game = game_with(IN_ANSWER)
    position = Position(game)
    for seat in (0, 1):
        for name in ARDORI:
            position.place(name, "Molo", seat)
    position.turn(0)
    match = position.start()

    def put_out() -> set[str]:
        return {match.name_of(o.objects[0]) for o in match.decision.options if o.action == "Spegnere"}

    assert put_out() == set(ARDORI)
    match.choose(option(match, "Chiedere"))
    assert match.decision.player == 1
    assert put_out() == {"Lanterna del Traghettatore", "Lanterna Storta"}


def test_a_window_does_not_depend_on_a_set_that_is_chosen_afterwards():
    action = SETS.replace("della notte", "della notte se il totale dell'Ardore delle Prese è 7 o più")
    with pytest.raises(GameError, match="una finestra non dipende da un insieme"):
        game_with(action.replace("    solo se: il totale dell'Ardore delle Prese CONDITION\n", ""))
