"""The hand-written Bless is an oracle only if it is right itself: its table, its invariants, its rules case by case.

Cases are named after the rule they show; a position is built by ``table`` from names of cards, marks after the name:
``*`` Corrotta, ``z`` in Stasi, ``+Name`` the Legame it bears.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import handwritten_bless as hand
from benchmarks.handwritten_bless import INDEX, NAMES, Bless, Key
from benchmarks.small_deck import cards_of, simplest

DECK = Path(__file__).parent.parent / "games" / "bless" / "alba-e-cenere.mazzo"

# The wording of each card that the hand-written table stands for: when the deck changes, this says what to write again.
WORDINGS = {
    "Alba sui Tetti": ("Luce 5 2", "", "Impulso: Pesca una carta."),
    "Cenere Lenta": ("Ombra 6 1", "", "Impulso: Spezza una Preghiera."),
    "Lucciola Ostinata": ("Luce 4 2", "Rivalità.", "Eco: Pesca una carta."),
    "Guardiana del Pozzo": ("Ombra 5 1", "Barriera.", "Eco: Una tua Maledizione ha +1 Occhio per questo turno."),
    "Campana Incrinata": ("Luce 3 3", "Impatto.", "Legame: Ha +2 Occhio."),
    "Lama di Fuliggine": ("Ombra 4 2", "Rivalità.", "Impulso: Corrompi la Maledizione bersaglio."),
    "Ponte di Brina": ("Duale 4 2", "", "Legame: Ha +1 Occhio."),
    "Seme d'Inverno": ("Luce 2 3", "Ha +2 Occhio.", "Impulso: Corrompi una Maledizione."),
    "Corvo di Guardia": ("Ombra 3 2", "Ha +1 Occhio.", "Eco: Corrompi una Maledizione."),
    "Chiodo d'Oro": ("Luce 1 2", "Vince contro le Ombra.", "Eco: Pesca una carta."),
    "Notte di Sale": ("Ombra 1 2", "Vince contro le Luce.", "Legame: Rivalità."),
    "Messaggera Scalza": ("Luce 5 1", "Quando blessa, pesca una carta.", "Legame: Barriera."),
    "Ladra di Stoppini": ("Ombra 4 2", "Quando blessa, pesca una carta.", "Impulso: Pesca 2 carte."),
    "Torre di Calce": ("Luce 7 1", "", "Eco: Una tua Maledizione ha +2 Occhio per questo turno."),
    "Bue della Sera": ("Ombra 7 1", "", "Legame: Ha -2 Occhio."),
    "Due Sorelle": ("Duale 5 1", "Barriera.", "Impulso: Una tua Maledizione ha +3 Occhio per questo turno."),
    "Falò dei Pastori": ("Luce 6 2", "", "Impulso: Spezza una Preghiera."),
    "Bruma del Fosso": ("Ombra 2 4", "Impatto.", "Legame: Ha +1 Karma."),
    "Spiga Tardiva": ("Luce 3 4", "", "Eco: Rimuovi la Stasi da una tua Maledizione."),
    "Orma nel Camino": ("Ombra 8 0", "", "Eco: La Maledizione bersaglio ha -1 Occhio per questo turno."),
    "Vela Rappezzata": ("Luce 4 3", "Barriera.", "Legame: Impatto."),
    "Fame di Mezzanotte": ("Ombra 5 1", "Ha +1 Karma.", "Impulso: Purifica una tua Maledizione."),
    "Moneta Tagliata": ("Duale 3 3", "Impatto.", "Eco: Pesca una carta."),
    "Lanterna Cieca": ("Luce 0 4", "", "Legame: Ha +3 Occhio."),
}
FORMS = {"Luce": hand.LUCE, "Ombra": hand.OMBRA, "Duale": hand.DUALE}
TYPES = {"Impulso": hand.IMPULSO, "Eco": hand.ECO, "Legame": hand.LEGAME}


# -- The table against the deck ----------------------------------------------------------------------------------


def test_the_table_plays_the_first_cards_of_the_deck_in_their_order() -> None:
    blocks = cards_of(simplest(DECK.read_text(encoding="utf-8")))
    assert [block[0] for block in blocks] == NAMES == list(WORDINGS)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_of_the_table_is_worded_so_in_the_deck(name: str) -> None:
    (lines,) = (b[1:] for b in cards_of(simplest(DECK.read_text(encoding="utf-8"))) if b[0] == name)
    values = re.fullmatch(r"(\w+)\. Occhio (\d+), Karma (\d+)\.", lines[0])
    assert values
    texts = dict(line.split(" ", 1) if line.startswith("Preghiera") else line.split(": ", 1) for line in lines[1:])
    printed, curse, prayer = WORDINGS[name]
    assert (" ".join(values.groups()), texts.get("Maledizione", ""), texts["Preghiera"]) == (printed, curse, prayer)
    card = hand.CARDS[INDEX[name]]
    assert card[1:4] == (FORMS[values[1]], int(values[2]), int(values[3]))
    assert card[5] == TYPES[prayer.split(":")[0]]


# -- Whole matches -----------------------------------------------------------------------------------------------


def where(game: Bless) -> list[int]:
    """Every card once for each place that holds it."""
    piles = [game.deck, game.void, game.aside, *game.hands, *game.curses, *game.prayers, *game.altars]
    return sorted(c for pile in piles for c in pile)


def check(game: Bless) -> None:
    """Every card in one place; limits kept; what binds is bound both ways; nothing remembered outside the campo."""
    assert where(game) == list(range(hand.SIZE))
    for p in (0, 1):
        assert len(game.curses[p]) <= hand.CURSES + (game.prompt == "limite")
        echoes = [c for c in game.prayers[p] if hand.TIPO[c] == hand.ECO]
        assert len(echoes) <= hand.ECHOES + (game.prompt == "limite")
        assert all(game.place[c] == hand.MANO for c in game.hands[p])
        assert all(game.place[c] == hand.MALEDIZIONE and game.control[c] == p for c in game.curses[p])
        assert all(game.place[c] == hand.PREGHIERA and game.control[c] == p for c in game.prayers[p])
        assert game.points[p] >= 0
    field = {c for side in (*game.curses, *game.prayers) for c in side}
    for c in range(hand.SIZE):
        if game.host[c] >= 0:
            assert game.bound[game.host[c]] == c
        if game.bound[c] >= 0:
            assert game.host[game.bound[c]] == c
        if c not in field:
            assert not (game.corrupted[c] or game.stasis[c] or game.barred[c] or game.turn_occhio[c])
            assert game.bound[c] == game.host[c] == -1


def play(game: Bless, chooser: random.Random, watch: Callable[[Bless], None] | None = None) -> Bless:
    while game.options is not None:
        if watch:
            watch(game)
        game.choose(chooser.randrange(len(game.options)))
    return game


def test_two_thousand_random_matches_end() -> None:
    chooser = random.Random(20)
    wins = [0, 0]
    for seed in range(2000):
        game = play(Bless(seed), chooser)
        assert game.over
        assert game.decision() is None
        assert where(game) == list(range(hand.SIZE))
        assert game.activator >= 0
        a, b = game.points
        assert game.winner == (game.activator if a == b else int(b > a))
        wins[game.winner] += 1
    assert min(wins) > 600


def test_invariants_hold_at_every_decision() -> None:
    chooser = random.Random(21)
    for seed in range(200):
        check(play(Bless(seed), chooser, check))


def test_same_seed_and_choices_same_match() -> None:
    assert play(Bless(5), random.Random(1)).log == play(Bless(5), random.Random(1)).log
    assert play(Bless(5), random.Random(1)).log != play(Bless(6), random.Random(1)).log


def test_the_log_tells_every_card_that_moves() -> None:
    """What the log says of hands, points and turns is what the state says."""
    chooser = random.Random(23)
    for seed in range(50):
        game = play(Bless(seed), chooser)
        verbs = [entry[0] for entry in game.log]
        for p in (0, 1):
            drawn = sum(entry[:2] == ("pesca", p) for entry in game.log)
            left = sum(entry[:2] in (("cala", p), ("da parte", p)) for entry in game.log)
            assert drawn - left == len(game.hands[p])
            assert sum(entry[2] for entry in game.log if entry[:2] == ("guadagna", p)) == game.points[p]
            assert sum(entry[:2] == ("offre", p) for entry in game.log) == len(game.altars[p])
        assert verbs.count("turno") == game.turn
        assert verbs.count("vince") + verbs.count("perde") == 2 * verbs.count("attacca")
        assert verbs.count("mescola") >= 1 + game.turn  # the setup, every Fine Turno
        assert verbs[0] == "mescola"
        assert verbs[9] == "primo"
        assert game.log[-1] == ("vince la partita", game.winner)


def test_a_clone_goes_on_by_itself() -> None:
    for seed in range(40):
        game = Bless(seed)
        chooser = random.Random(seed)
        for _ in range(seed):
            game.choose(chooser.randrange(len(game.options or ())))
        before = [getattr(game, name) for name in Bless.__slots__]
        copy = game.clone()
        assert [getattr(copy, name) for name in Bless.__slots__] == before
        text = repr(before)
        play(copy, random.Random(1))
        assert repr([getattr(game, name) for name in Bless.__slots__]) == text
        assert play(game, random.Random(1)).log == copy.log


def test_the_final_turns_are_five_from_the_other_player() -> None:
    chooser = random.Random(22)
    for seed in range(200):
        game = play(Bless(seed), chooser)
        start = next(i for i, entry in enumerate(game.log) if entry[0] == "avvia")
        turns = [entry[1] for entry in game.log[start:] if entry[0] == "turno"]
        if turns[0] == game.activator:  # started during the other's turn: the activator's next turn is not final
            turns.pop(0)
        other = 1 - game.activator
        assert turns == [other, game.activator, other, game.activator, other]


# -- Chance ------------------------------------------------------------------------------------------------------


def test_the_generator_is_the_agreed_one() -> None:
    assert hand.splitmix64(0) == 0xE220A8397B1DCDAF  # the first output of splitmix64 for seed 0, as published
    game = Bless(0, first=0)
    x = 0xE220A8397B1DCDAF
    deck = list(range(hand.SIZE))
    for i in range(len(deck) - 1, 0, -1):
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        j = ((x >> 33) * (i + 1)) >> 31
        deck[i], deck[j] = deck[j], deck[i]
    assert game.random == x
    assert game.deck == deck[:-8]
    assert game.hands == (deck[-1:-5:-1], deck[-5:-9:-1])


# -- Positions ---------------------------------------------------------------------------------------------------


def table(
    a: tuple[str, ...] = (),
    b: tuple[str, ...] = (),
    hand_a: tuple[str, ...] = ("Alba sui Tetti",),  # so that the main phase goes on
    prayers_a: tuple[str, ...] = (),
    prayers_b: tuple[str, ...] = (),
    void: int = 0,
    deck: int | None = None,
) -> Bless:
    """Player 0's main phase in mid-game, with three Azioni; the cards not named are the Mazzo (or the Vuoto)."""
    game = Bless(1, first=0)
    for pile in (*game.hands, game.deck, game.stack):
        pile.clear()
    game.place = [hand.ALTRO] * hand.SIZE
    game.turn, game.actions, game.active = 5, 3, 0
    taken: set[int] = set()

    def enter(c: int, player: int, place: int, pile: list[int]) -> None:
        assert c not in taken
        taken.add(c)
        game.place[c] = place
        if place != hand.MANO:
            game.control[c] = player
        pile.append(c)

    for player, names in enumerate((a, b)):
        for name in names:
            name, *legami = name.split("+")
            marks = re.search(r"[*z]*$", name)
            c = INDEX[name[: marks.start()] if marks else name]
            enter(c, player, hand.MALEDIZIONE, game.curses[player])
            game.corrupted[c] = int(name.endswith(("*", "*z")))
            game.stasis[c] = int(name.endswith("z"))
            for legame in legami:
                owner = 1 - player if legame.startswith("!") else player
                k = INDEX[legame.lstrip("!")]
                enter(k, owner, hand.PREGHIERA, game.prayers[owner])
                game.bound[c], game.host[k] = k, c
    for player, names in enumerate((prayers_a, prayers_b)):
        for name in names:
            enter(INDEX[name], player, hand.PREGHIERA, game.prayers[player])
    for name in hand_a:
        enter(INDEX[name], 0, hand.MANO, game.hands[0])
    rest = [c for c in range(hand.SIZE) if c not in taken]
    cut = void if deck is None else len(rest) - deck
    game.void, game.deck = rest[:cut], rest[cut:]
    game.stack.append((Bless.main_phase,))
    game.options = None
    game.log.clear()
    game.run()
    check(game)
    return game


def named(key: Key) -> Key:
    """A key with the names of its cards."""
    return tuple(NAMES[x] if isinstance(x, int) else x for x in key)


def offered(game: Bless) -> list[Key]:
    return [named(key) for key in game.options or ()]


def do(game: Bless, *keys: Key) -> Bless:
    for key in keys:
        game.choose(offered(game).index(key))
        check(game)
    return game


def state(game: Bless, name: str) -> str:
    """«Pura», «Corrotta», or where the card is."""
    c = INDEX[name]
    if game.place[c] == hand.MALEDIZIONE:
        return "Corrotta" if game.corrupted[c] else "Pura"
    piles = {"Vuoto": game.void, "Altare 0": game.altars[0], "Altare 1": game.altars[1], "Mazzo": game.deck}
    return next((pile for pile, cards in piles.items() if c in cards), "altrove")


L7, O7, O6, O8 = "Torre di Calce", "Bue della Sera", "Cenere Lenta", "Orma nel Camino"
L5, O5 = "Messaggera Scalza", "Guardiana del Pozzo"
RIV_L, RIV_O = "Lucciola Ostinata", "Lama di Fuliggine"


@pytest.mark.parametrize(
    ("a", "b", "after_a", "after_b"),
    [
        pytest.param(L7, O6, "Pura", "Corrotta", id="Pura beats Pura"),
        pytest.param("Spiga Tardiva", O7, "Corrotta", "Corrotta", id="BC-002 Pura loses to Pura"),
        pytest.param(L7, O7, "Corrotta", "Corrotta", id="BC-003 tie of Pure"),
        pytest.param("Spiga Tardiva", O7 + "*", "Corrotta", "Corrotta", id="BC-011 Pura loses to Corrotta"),
        pytest.param(RIV_L, O6, "Pura", "Corrotta", id="BC-001 Rivalità: 7 against 6"),
        pytest.param(RIV_L, "Falò dei Pastori", "Corrotta", "Corrotta", id="BC-040 no Rivalità against the same Forma"),
        pytest.param(RIV_L, "Due Sorelle", "Corrotta", "Corrotta", id="BC-041 no Rivalità against a Duale"),
        pytest.param("Ponte di Brina+Notte di Sale", O5, "Corrotta", "Corrotta", id="BC-042 no Rivalità for a Duale"),
        pytest.param(O6, RIV_L, "Corrotta", "Corrotta", id="Rivalità defends too"),
        pytest.param("Chiodo d'Oro", O8, "Pura", "Corrotta", id="Vince whatever the Occhio"),
        pytest.param("Chiodo d'Oro", L7, "Corrotta", "Corrotta", id="Vince not against this Forma"),
        pytest.param("Chiodo d'Oro", "Due Sorelle", "Pura", "Corrotta", id="a Duale is an Ombra"),
        pytest.param("Chiodo d'Oro", "Notte di Sale", "Corrotta", "Corrotta", id="BC-034 Vince against Vince: tie"),
        pytest.param(L7, "Notte di Sale", "Corrotta", "Corrotta", id="Vince defending"),
        pytest.param(L7 + "*", O6, "Corrotta", "Corrotta", id="BC-007 a Corrotta that wins stays Corrotta"),
    ],
)
def test_clash(a: str, b: str, after_a: str, after_b: str) -> None:
    game = table(a=(a,), b=(b,))
    name_a, name_b = a.split("+")[0].rstrip("*z"), b.rstrip("*z")
    do(game, ("attacca", name_a, name_b))
    assert (state(game, name_a), state(game, name_b)) == (after_a, after_b)
    assert game.points == [0, 0]
    assert game.actions == 2
    assert ("attacca", name_a, name_b) not in offered(game)


@pytest.mark.parametrize("answer", ["si", "no"])
def test_BC_004_005_009_010_offerta(answer: str) -> None:
    game = do(table(a=("Falò dei Pastori",), b=(O6 + "*",)), ("attacca", "Falò dei Pastori", O6))
    assert offered(game) == [("si",), ("no",)]
    assert game.player == 0
    do(game, (answer,))
    assert state(game, "Falò dei Pastori") == "Corrotta"  # it tied, and yet it may offer
    yes = answer == "si"
    assert state(game, O6) == ("Altare 0" if yes else "Vuoto")
    assert game.points == [2 if yes else 0, 0]


def test_a_corrotta_attacks_only_what_it_would_beat() -> None:
    game = table(a=(RIV_L + "*",), b=(O6, O7, O8 + "*", "Campana Incrinata"))
    attacks = [key[2] for key in offered(game) if key[0] == "attacca"]
    assert attacks == [O6, "Campana Incrinata"]  # BC-006 BC-008 BC-045: 7 with Rivalità against 6; a tie is a loss


def test_BC_037_038_vince_in_the_simulation() -> None:
    game = table(a=("Chiodo d'Oro*", L7 + "*"), b=(O8 + "*", "Notte di Sale"))
    attacks = [key[1:] for key in offered(game) if key[0] == "attacca"]
    assert attacks == [("Chiodo d'Oro", O8)]
    do(game, ("attacca", "Chiodo d'Oro", O8), ("si",))
    assert state(game, "Chiodo d'Oro") == "Corrotta"
    assert game.points == [2, 0]


def test_BC_014_015_016_direct_attack() -> None:
    game = table(a=(O6 + "*",), prayers_b=("Corvo di Guardia",))
    do(game, ("diretto", O6))
    assert game.points == [1, 0]
    assert state(game, O6) == "Corrotta"
    assert not any(key[0] == "diretto" for key in offered(game))
    assert not any(key[0] == "diretto" for key in offered(table(a=(O6,), b=(O7,))))


def test_BC_018_stasi_stops_attacking_only() -> None:
    game = table(a=(O6 + "z", L7), b=(O5 + "z",))
    keys = offered(game)
    assert ("attacca", O6, O5) not in keys
    assert ("attacca", L7, O5) in keys
    do(game, ("stasi", O6))
    assert ("attacca", O6, O5) in offered(game)


def test_BC_019_call_free_attack_in_one_turn() -> None:
    game = table(hand_a=(O6,))
    do(game, ("cala", O6, "M"), ("stasi", O6), ("diretto", O6))
    assert game.points == [1, 0]
    assert ("turno", 1) in game.log  # the turn ended by itself, with no Azioni left
    assert ("passa", 0) not in game.log
    assert len(game.hands[0]) == 4


def test_BC_020_two_azioni_in_the_first_turn() -> None:
    game = Bless(3, first=1)
    do(game, ("no",), ("no",))
    assert (game.turn, game.player, game.actions) == (1, 1, 2)
    game.choose(len(game.options or ()) - 1)
    while game.prompt == "mulligan":
        game.choose(len(game.options or ()) - 1)
    assert (game.turn, game.player, game.actions) == (2, 0, 3)


def test_BC_047_048_impatto_attacking() -> None:
    game = do(
        table(a=("Campana Incrinata",), b=("Bruma del Fosso",)), ("attacca", "Campana Incrinata", "Bruma del Fosso")
    )
    assert game.points == [3, 0]
    game = table(a=("Campana Incrinata",), b=("Bruma del Fosso*",))
    do(game, ("attacca", "Campana Incrinata", "Bruma del Fosso"), ("no",))
    assert game.points == [0, 0]


def test_BC_050_051_impatto_defending_and_tied() -> None:
    game = do(table(a=("Notte di Sale",), b=("Bruma del Fosso",)), ("attacca", "Notte di Sale", "Bruma del Fosso"))
    assert game.points == [0, 4]
    game = do(
        table(a=("Campana Incrinata",), b=("Moneta Tagliata",)), ("attacca", "Campana Incrinata", "Moneta Tagliata")
    )
    assert game.points == [3, 3]
    blessed = [NAMES[entry[1]] for entry in game.log if entry[0] == "blessa"]
    assert blessed == ["Campana Incrinata", "Moneta Tagliata"]


def test_BC_052_a_broken_impatto_blesses_with_its_last_karma() -> None:
    game = table(a=("Spiga Tardiva",), b=("Moneta Tagliata*+Bruma del Fosso",))
    do(game, ("attacca", "Spiga Tardiva", "Moneta Tagliata"), ("si",))
    assert game.points == [4, 4]  # 3 and the Legame's 1
    assert state(game, "Moneta Tagliata") == "Altare 0"
    assert state(game, "Bruma del Fosso") == "Vuoto"


def test_BC_055_056_057_barriera() -> None:
    game = table(a=(L7, O8), b=(O5,))
    do(game, ("attacca", L7, O5))
    assert not any(key[0] in ("attacca", "diretto") for key in offered(game))
    game = table(a=(O8,), b=(O5,), hand_a=(RIV_O, "Seme d'Inverno"))
    do(game, ("cala", RIV_O, "P"), ("carta", O5))
    assert not any(key[0] == "attacca" for key in offered(game))
    game = table(a=(O8,), b=(O5 + "*",), hand_a=(RIV_O, "Seme d'Inverno"))
    do(
        game, ("cala", RIV_O, "P"), ("carta", O5)
    )  # a target that is Corrotta already: nothing happens, Barriera is silent
    assert state(game, O5) == "Corrotta"
    assert any(key[0] == "attacca" for key in offered(game))
    assert ("attacca", O8, O5) in offered(game)


def test_two_triggers_of_one_player_are_ordered_by_him() -> None:
    game = table(a=("Vela Rappezzata",), b=("Due Sorelle",))
    game.turn_occhio[INDEX["Vela Rappezzata"]] = 1
    do(game, ("attacca", "Vela Rappezzata", "Due Sorelle"))
    assert game.barred[INDEX["Vela Rappezzata"]]
    assert game.barred[INDEX["Due Sorelle"]]
    game = table(a=("Due Sorelle+Vela Rappezzata",), b=(L5,))
    do(game, ("attacca", "Due Sorelle", L5))
    assert offered(game) == [("innesco", "Barriera", "Due Sorelle"), ("innesco", "Impatto", "Due Sorelle")]
    do(game, ("innesco", "Impatto", "Due Sorelle"))
    assert game.points == [1, 0]
    assert game.barred[INDEX["Due Sorelle"]]


def test_BC_110_111_112_the_fifth_maledizione() -> None:
    game = table(a=(L7, O6, O7, O8 + "*+Campana Incrinata"), b=(L5,), hand_a=("Spiga Tardiva",))
    do(game, ("cala", "Spiga Tardiva", "M"))
    assert offered(game) == [("carta", L7), ("carta", O6), ("carta", O7)]
    do(game, ("carta", O6))
    assert state(game, O6) == "Vuoto"
    game = table(a=(L7 + "+Campana Incrinata", O6 + "*", O7 + "*", O8 + "*"), b=(L5,), hand_a=("Spiga Tardiva",))
    do(game, ("cala", "Spiga Tardiva", "M"))
    assert game.void[-2:] == [INDEX[L7], INDEX["Campana Incrinata"]]  # a host before its Legame
    game = table(a=(L7 + "*", O6 + "*", O7 + "*", O8 + "*"), hand_a=("Spiga Tardiva",))
    calls = [key for key in offered(game) if key[0] == "cala"]
    assert calls == [("cala", "Spiga Tardiva", "P")]


def test_BC_113_the_third_eco() -> None:
    game = table(a=(O6,), prayers_a=(O5, L7), hand_a=(RIV_L,))
    do(game, ("cala", RIV_L, "P"))
    assert offered(game) == [("carta", O5), ("carta", L7)]
    do(game, ("carta", O5))
    assert game.hands[0]  # RIV_L drew
    assert game.occhio(INDEX[O6]) == 8  # the Eco that stayed gave +2
    assert not any(key[0] == "invoca" for key in offered(game))


def test_BC_121_122_the_chain_of_eco() -> None:
    game = table(a=(O6, O7), prayers_a=(O5, L7))
    do(game, ("invoca", L7), ("carta", O6), ("carta", O7))
    assert (game.occhio(INDEX[O6]), game.occhio(INDEX[O7])) == (8, 8)
    assert game.actions == 2
    assert not any(key[0] == "invoca" for key in offered(game))
    assert not any(key[0] == "invoca" for key in offered(table(prayers_b=(O5,), hand_a=(O6,))))


def test_values_of_the_turn_expire_with_it() -> None:
    game = table(a=(O6 + "z",), b=(O7,), prayers_a=(L7,))
    do(game, ("invoca", L7))
    assert game.occhio(INDEX[O6]) == 8
    do(game, ("passa",), ("fine",))
    assert game.active == 1
    assert game.occhio(INDEX[O6]) == 6
    assert not game.stasis[INDEX[O6]]
    assert not game.used[INDEX[L7]]


def test_BC_126_the_impulso_breaks_after_its_effect() -> None:
    game = do(table(hand_a=("Alba sui Tetti",)), ("cala", "Alba sui Tetti", "P"))
    assert state(game, "Alba sui Tetti") == "Vuoto"
    assert len(game.hands[0]) == 1


def test_BC_100_an_impulso_can_break_itself_once() -> None:
    game = do(table(a=(O7,), hand_a=(O6, L7), prayers_b=(O5,)), ("cala", O6, "P"))
    assert offered(game) == [("carta", O6), ("carta", O5)]
    do(game, ("carta", O6))
    assert game.void == [INDEX[O6]]


def test_BC_130_131_legame_on_either_side() -> None:
    game = table(a=(O6,), b=(O7,), hand_a=("Lanterna Cieca", "Campana Incrinata"))
    do(game, ("cala", "Lanterna Cieca", "P"), ("carta", O7))
    assert game.occhio(INDEX[O7]) == 10
    do(game, ("cala", "Campana Incrinata", "P"), ("carta", O6))
    assert game.occhio(INDEX[O6]) == 8
    game.break_card(INDEX[O6])
    assert state(game, "Campana Incrinata") == "Vuoto"


def test_BC_133_134_155_hosts() -> None:
    game = table(a=(O6 + "+Campana Incrinata", O7 + "+!Ponte di Brina"), hand_a=("Lanterna Cieca", O5))
    do(game, ("cala", "Lanterna Cieca", "P"))  # the only legal host bears an own Legame, which goes
    assert state(game, "Campana Incrinata") == "Vuoto"
    assert game.occhio(INDEX[O6]) == 9
    assert ("manda", INDEX["Campana Incrinata"]) in game.log
    calls = [key for key in offered(table(hand_a=("Lanterna Cieca",))) if key[0] == "cala"]
    assert calls == [("cala", "Lanterna Cieca", "M")]


def test_BC_135_breaking_a_legame() -> None:
    game = table(a=(O7,), b=(O8 + "+Campana Incrinata",), hand_a=(O6, L7))
    assert game.occhio(INDEX[O8]) == 10
    do(game, ("cala", O6, "P"), ("carta", "Campana Incrinata"))
    assert game.occhio(INDEX[O8]) == 8
    assert state(game, O8) == "Pura"


def test_occhio_stops_at_zero_after_the_sums() -> None:
    game = table(a=("Lanterna Cieca+Bue della Sera",), hand_a=(O6,))
    c = INDEX["Lanterna Cieca"]
    assert game.occhio(c) == 0
    game.turn_occhio[c] = 3
    assert game.occhio(c) == 1


def test_se_blessa_draws() -> None:
    game = do(table(a=("Ladra di Stoppini", L7), hand_a=()), ("diretto", "Ladra di Stoppini"))
    assert game.points == [2, 0]
    assert len(game.hands[0]) == 1


def test_BC_140_141_142_mulligan() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6, O7, O5, RIV_L))
    size = len(game.deck)
    do(game, ("passa",), ("carta", O7), ("carta", RIV_L), ("fine",))
    assert len(game.hands[0]) == 4
    assert {INDEX[O7], INDEX[RIV_L]} <= set(game.deck)
    assert len(game.deck) == size
    six = (O6, O7, O5, RIV_L, RIV_O, L5)
    game = do(table(a=(L7,), b=(O8,), hand_a=six), ("passa",), ("carta", O7), ("fine",))
    assert len(game.hands[0]) == 5


def test_BC_143_144_an_empty_mazzo_starts_the_final_turns() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6,), deck=3)
    do(game, ("passa",), ("fine",))
    assert (len(game.deck), game.activator) == (0, -1)
    game = table(a=(L7,), b=(O8,), hand_a=(O6,), deck=1)
    in_void = len(game.void)
    do(game, ("passa",), ("fine",))
    assert game.activator == 0
    assert len(game.hands[0]) == 4
    assert (len(game.deck), len(game.void)) == (in_void - 2, 0)
    assert game.finals == hand.FINALS


def test_BC_146_the_fifth_card_of_the_altare() -> None:
    game = table(a=(L7,), b=(O6 + "*",), hand_a=(O7,))
    for _ in range(4):
        game.altars[0].append(game.deck.pop())
    do(game, ("attacca", L7, O6))
    assert game.activator == -1
    do(game, ("si",))
    assert game.activator == 0
    assert game.finals == 0  # the turn goes on, the count starts with the other player's


def test_BC_147_a_tie_goes_to_the_activator() -> None:
    for points, winner in (((10, 8), 0), ((9, 9), 1)):
        game = table(a=(L7,), b=(O6,))
        game.activator, game.finals = 1, 1
        game.points[:] = points
        do(game, ("passa",), ("fine",))
        assert game.over
        assert game.winner == winner


def test_BC_148_activated_in_the_other_players_turn() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6,))
    game.activate(1)
    do(game, ("passa",), ("fine",))
    assert (game.active, game.finals) == (1, 0)  # the activator's own next turn is not one of the five


def test_BC_150_the_turn_can_be_ended_early() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6,))
    assert game.actions == 3
    do(game, ("passa",))
    assert game.prompt == "mulligan"


# -- Every wording of the table against what the table does ------------------------------------------------------------

NUMBERS = {"una": 1, "2": 2}
KEYWORDS = {"Rivalità.": hand.RIVALITA, "Impatto.": hand.IMPATTO, "Barriera.": hand.BARRIERA}


def expected_gift(text: str) -> tuple[int, int, int]:
    """(words, Occhio, Karma) that a continuous text gives to its Maledizione."""
    amount = re.fullmatch(r"Ha ([+-]\d) (Occhio|Karma)\.", text)
    if amount:
        return (0, int(amount[1]), 0) if amount[2] == "Occhio" else (0, 0, int(amount[1]))
    if text.startswith("Quando blessa"):
        return (hand.SE_BLESSA, 0, 0)
    return (KEYWORDS.get(text, 0), 0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_maledizione_has_is_what_it_says(name: str) -> None:
    c, (_, text, _) = INDEX[name], WORDINGS[name]
    words, occhio, karma = expected_gift(text)
    others = [n for n in (L7, O6, RIV_L) if n != name]
    game = table(a=(name,), b=tuple(others[1:]), hand_a=(others[0],))
    assert game.words(c) == words
    assert game.occhio(c) == hand.PRINTED_OCCHIO[c] + occhio
    assert game.karma(c) == hand.PRINTED_KARMA[c] + karma
    beaten = re.fullmatch(r"Vince contro le (Luce|Ombra)\.", text)
    assert hand.BEATS[c] == (FORMS[beaten[1]] if beaten else 0)


LEGAMI = [name for name in NAMES if WORDINGS[name][2].startswith("Legame")]


@pytest.mark.parametrize("name", LEGAMI)
def test_what_a_legame_gives_is_what_it_says(name: str) -> None:
    host = "Spiga Tardiva"
    h = INDEX[host]
    game = table(a=(host,), b=(O6, O7 if name != O7 else L7), hand_a=(name,))
    do(game, ("cala", name, "P"), ("carta", host))
    words, occhio, karma = expected_gift(WORDINGS[name][2].removeprefix("Legame: "))
    assert (game.words(h), game.occhio(h), game.karma(h)) == (words, 3 + occhio, 4 + karma)


USED = [name for name in NAMES if name not in LEGAMI]


@pytest.mark.parametrize("name", USED)
def test_what_a_prayer_does_is_what_it_says(name: str) -> None:
    """One position with something of everything on both sides; the options and the outcome follow from the wording."""
    text = WORDINGS[name][2].split(": ")[1]
    mine = ["Ponte di Brina", "Notte di Sale*z", "Lanterna Cieca"]
    theirs = ["Messaggera Scalza", "Bue della Sera*"]
    prayers = (
        ["Corvo di Guardia", "Spiga Tardiva"]
        if name not in ("Corvo di Guardia", "Spiga Tardiva")
        else ["Torre di Calce"]
    )
    game = table(a=tuple(mine), b=tuple(theirs), prayers_b=tuple(prayers), hand_a=(name, "Vela Rappezzata"))
    do(game, ("cala", name, "P"))
    bare = [n.rstrip("*z") for n in mine], [n.rstrip("*z") for n in theirs]
    drawn = re.fullmatch(r"Pesca (una|2) cart[ae]\.", text)
    gain = re.fullmatch(r"(Una tua Maledizione|La Maledizione bersaglio) ha ([+-]\d) Occhio per questo turno\.", text)
    if drawn:
        assert len(game.hands[0]) == 1 + NUMBERS[drawn[1]]
    elif gain:
        assert offered(game) == [("carta", n) for n in bare[0] + (bare[1] if gain[1].startswith("La") else [])]
        do(game, ("carta", "Ponte di Brina"))
        assert game.occhio(INDEX["Ponte di Brina"]) == 4 + int(gain[2])
    elif text.startswith("Corrompi"):
        pure = ("Ponte di Brina", "Lanterna Cieca", "Messaggera Scalza")
        assert offered(game) == [("carta", n) for n in ((*bare[0], *bare[1]) if "bersaglio" in text else pure)]
        do(game, ("carta", "Messaggera Scalza"))
        assert state(game, "Messaggera Scalza") == "Corrotta"
    elif text == "Spezza una Preghiera.":
        assert offered(game) == [("carta", n) for n in (name, *prayers)]
        do(game, ("carta", prayers[0]))
        assert state(game, prayers[0]) == "Vuoto"
    else:  # of the two that free or purify, only the Notte di Sale can be chosen
        c = INDEX["Notte di Sale"]
        changed = {"Rimuovi la Stasi da una tua Maledizione.": (1, 0), "Purifica una tua Maledizione.": (0, 1)}
        assert (game.corrupted[c], game.stasis[c]) == changed[text]
    left = "Vuoto" if WORDINGS[name][2].startswith("Impulso") else "altrove"
    assert state(game, name) == left


# -- What the cases above leave open ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "after_a"),
    [
        pytest.param("Falò dei Pastori+Campana Incrinata", O7, "Pura", id="a Legame's Occhio: 8 against 7"),
        pytest.param("Falò dei Pastori", "Spiga Tardiva+Lanterna Cieca", "Corrotta", id="also the defender's: 6 and 6"),
        pytest.param("Messaggera Scalza+Notte di Sale", O7, "Pura", id="a Legame's Rivalità: 8 against 7"),
        pytest.param(L7, O6 + "+Bue della Sera", "Pura", id="a Legame that weakens: 7 against 4"),
    ],
)
def test_a_legame_counts_in_the_clash(a: str, b: str, after_a: str) -> None:
    name_a, name_b = a.split("+")[0], b.split("+")[0]
    game = do(table(a=(a,), b=(b,)), ("attacca", name_a, name_b))
    assert state(game, name_a) == after_a


def test_a_bless_by_impatto_is_a_bless() -> None:
    game = table(a=("Ladra di Stoppini+Vela Rappezzata",), b=("Spiga Tardiva",), hand_a=(O6,))
    do(game, ("attacca", "Ladra di Stoppini", "Spiga Tardiva"))
    assert game.points == [2, 0]
    assert len(game.hands[0]) == 2  # «Quando blessa, pesca una carta.»


def test_an_eco_that_corrupts_wakes_a_barriera() -> None:
    game = do(table(a=(O8,), b=(O5,), prayers_a=("Corvo di Guardia",)), ("invoca", "Corvo di Guardia"), ("carta", O5))
    assert game.barred[INDEX[O5]]


def test_the_fourth_maledizione_sends_nobody_away() -> None:
    game = do(table(a=(L7, O6, O7), b=(O8,), hand_a=(L5, O5)), ("cala", L5, "M"))
    assert game.prompt == "azione"
    assert [NAMES[c] for c in game.curses[0]] == [L7, O6, O7, L5]


def test_BC_149_the_opening_mulligan() -> None:
    game = Bless(9, first=0)
    assert (game.player, game.prompt) == (0, "mulligan?")
    old = list(game.hands[0])
    game.choose(0)
    for _ in range(4):
        assert game.prompt == "mulligan"
        game.choose(0)
    assert (game.player, game.prompt) == (1, "mulligan?")  # «fine» was the only answer left
    assert not set(old) & set(game.hands[0])
    assert len(game.hands[0]) == 4
    assert set(old) <= set(game.deck)
    random_before = game.random
    game.choose(1)
    assert (game.random, game.turn) == (random_before, 1)  # declined: nothing is shuffled


def test_who_begins_is_drawn_unless_given() -> None:
    first = [Bless(seed).active for seed in range(40)]
    assert 8 < sum(first) < 32
    assert [Bless(seed, first=1).active for seed in range(3)] == [1, 1, 1]
    assert Bless(4, first=0).random != Bless(4).random


def test_the_vuoto_is_shuffled_into_an_empty_mazzo() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6, O7), deck=0)
    before = list(game.void)
    game.draw(0)
    assert sorted(game.deck + game.hands[0][-1:]) == sorted(before)
    assert game.deck != before[:-1]
    assert ("mescola",) in game.log


def test_with_mazzo_and_vuoto_empty_one_draws_what_there_is() -> None:
    game = table(a=(L7,), b=(O8,), hand_a=(O6,), deck=0)
    game.void.clear()
    assert not game.draw(0)
    assert game.activator == 0
