"""The checks of the whole, each with more texts that it faults and with texts so near to them that only their meaning tells them apart.

The pages of the problems hold one example of each with its whole message; here is what must be found, and what must not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from dsl.checks import check
from dsl.checks.bounds import most_of
from dsl.checks.logic import clash, compared, denied, parts_of
from dsl.diagnostics import Diagnostic
from dsl.load import Loaded, load
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Candidate, Compare, Count, Num, Or, Select, Text, ValueOf
from dsl.problems import Fence, small_game
from interpreter.cli.unnoticed import unnoticed_in
from tests.problem_examples import run

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the examples are written to an empty folder."""
    monkeypatch.chdir(tmp_path)


def card(text: str, field: str = "Lanterna", values: str = "Erba. Ardore 4") -> Fence:
    """A deck in which the first card to be tried has this text."""
    return Fence("mazzo", "", f"Lanterna Storta\n    {values}.\n    {field}: {text}\n")


def cards(*texts: str) -> Fence:
    """A deck in which cards have these texts, one a card."""
    names = ("Lanterna Storta", "Lanterna del Guado", "Lanterna delle Reti")
    blocks = [
        f"{name}\n    Erba. Ardore {n}.\n    {text}\n"
        for n, (name, text) in enumerate(zip(names, texts, strict=False), 1)
    ]
    return Fence("mazzo", "", "".join(blocks))


def codes(*fences: Fence) -> set[str]:
    return run(fences).codes


# -- what is found


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("C008", "Ha +1 Ardore se hai 3 o più Lanterne e hai 2 o meno Lanterne."),
        ("C008", "Ha +1 Ardore se il suo Ardore è 3 o più e il suo Ardore è 2 o meno."),
        ("C008", "Ha +1 Ardore se è Spenta ed è Accesa."),
        ("C008", "Le Lane Erba hanno +1 Ardore."),
        ("C008", "Quando si smorza, se hai tre o più Lanterne, attingi una carta, altrimenti se hai 3 Lanterne, attingi due carte."),
        ("C016", "Ha +1 Ardore se hai almeno cinque Lanterne."),
        ("C016", "Quando si smorza, attingi una carta se questa carta è nella Mensola."),
        ("C016", "Ha +1 Ardore se è una Lana."),
        ("C017", "Ha +1 Ardore se è nel Molo."),
        ("C017", "Ha +1 Ardore a meno che non sia una Lana."),
        ("C024", "Quando si smorza, smorza una Lanterna Spenta."),
        ("C025", "Ha Guardia fino alla fine del turno."),
        ("C033", "Quando si smorza, ha +1 Ardore finché hai appeso una Lanterna."),
        ("C033", "Quando si smorza, ha +1 Ardore finché è un'Erba."),
        ("C026", "Quando riattizzi una Lanterna, attingi una carta."),
        ("C007", "Quando attingi carte, attingi una carta."),
        ("C007", "Quando ottieni Scintille, ottieni 1 Scintilla, poi attingi una carta."),
    ],
)  # fmt: skip
def test_a_text_in_force_has_its_fault(code: str, text: str) -> None:
    assert codes(card(text)) == {code}


@pytest.mark.parametrize(("copies", "found"), [(1, True), (9, False)])
def test_how_many_there_can_be_counts_every_copy(copies: int, found: bool) -> None:
    text = f"{copies} × Lanterna Storta\n    Erba. Ardore 4.\n    Lanterna: Ha +1 Ardore se hai almeno nove Erbe.\n"
    told = run((Fence("mazzo", "", text),)).codes
    assert ("C016" in told) is found, told


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("C023", "Scegli una Lanterna. Ottieni 1 Scintilla."),
        ("C024", "Riattizza una Lanterna Accesa."),
        ("C025", "Affonda una tua Lanterna, poi essa ha Guardia per questo turno."),
        ("C027", "Attingi zero carte."),
        ("C027", "Affonda cinque Lanterne."),
        ("C008", "Smorza una Lanterna Accesa Spenta."),
    ],
)
def test_a_text_that_is_used_has_its_fault(code: str, text: str) -> None:
    assert codes(card(text, "Soffio")) == {code}


def test_a_trigger_may_wake_itself_through_the_steps_of_a_verb() -> None:
    assert codes(card("Quando ottieni Scintille, appendi una carta nella tua Mensola.")) == {"C007"}


def test_a_trigger_of_a_player_of_whom_something_is_asked_may_stop() -> None:
    rule = "regola Giro\n    quando un giocatore con meno di 5 Scintille ottiene Scintille, il giocatore ottiene 1 Scintilla\n"
    assert codes(Fence("gioco", "", rule)) == set()


GETTARE = "verbo gettare, inglese throw away\n    forma: un giocatore getta una carta\n    da: la Mensola del giocatore\n    passi:\n"
ATTINGERE = (
    "verbo attingere, participio attinto, inglese draw/drawn\n    forma: un giocatore attinge carte\n    passi:\n"
)


@pytest.mark.parametrize(
    "verb",
    [
        f"{GETTARE}        il giocatore getta la carta\n        la carta va nel Fondo\n",
        f"{ATTINGERE}        la carta in cima alla Cesta va nella Mensola del giocatore\n        il giocatore attinge 1 carta\n",
        f"{ATTINGERE}        il giocatore ottiene 1 Scintilla\n"
        "verbo ottenere, inglese gain\n    forma: un giocatore ottiene Scintille\n    passi:\n        il giocatore attinge 1 carta\n",
    ],
)
def test_a_verb_that_surely_comes_round_to_itself_is_told_once(verb: str) -> None:
    found = run((Fence("gioco", "", verb),)).problems
    assert [each.code for each in found if each.code != "C022"] == ["C041"]


@pytest.mark.parametrize(
    "verb",
    [
        f"{GETTARE}        la carta va nel Fondo\n        il giocatore getta la carta\n",  # it is not in the hand any more
        f"{ATTINGERE}        se la Cesta non è vuota, il giocatore attinge 1 carta\n",
        "verbo smorzare, inglese dim/dimmed\n    forma: un giocatore o una Lanterna smorza una Lanterna\n"
        "    forma: una Lanterna si smorza\n    di chi: è Accesa\n    passi:\n"
        "        la Lanterna diventa Spenta\n        la Lanterna si smorza\n",
    ],
)
def test_a_verb_that_something_stops_may_order_itself(verb: str) -> None:
    assert "C041" not in codes(Fence("gioco", "", verb))


def test_a_ring_of_three_is_told_once_with_all_its_cards() -> None:
    ring = cards("Lanterna: Quando ottieni Scintille, getta una carta.",
                 "Lanterna: Quando getti una carta, attingi una carta.",
                 "Lanterna: TONFO: Smorza una Lanterna. Quando attingi carte, appendi una carta nella tua Mensola.")  # fmt: skip
    found = run((ring,))
    assert found.codes == {"C015"}
    (problem,) = found.problems
    assert all(
        f"«{name}»" in problem.message for name in ("Lanterna Storta", "Lanterna del Guado", "Lanterna delle Reti")
    )
    assert len(problem.labels) == 2


# -- what is not


@pytest.mark.parametrize(
    "text",
    [
        "Ha +1 Ardore se hai 1 o più Lanterne e hai 2 o meno Lanterne.",
        "Ha +1 Ardore se hai 2 o più Lanterne e l'avversario ha 1 o meno Lanterne.",
        "Ha +1 Ardore se il suo Ardore è 3 o più e l'Ardore originale è 2 o meno.",
        "Ha +1 Ardore se è Spenta o è Accesa.",
        "Le Lane e le Erbe hanno +1 Ardore.",
        "Quando si smorza, se hai tre o più Lanterne, attingi una carta, altrimenti se hai 2 Lanterne, attingi due carte.",
        "Ha +1 Ardore se hai almeno tre Lanterne.",
        "Ha +1 Ardore se hai una Lana.",
        "Ha +1 Ardore a meno che non sia Spenta.",
        "Quando sfida, ha +1 Ardore per questo turno.",
        "Quando attingi carte, puoi attingere una carta.",
        "Una volta per turno, quando attingi carte, attingi una carta.",
        "Se è Spenta, quando ottieni Scintille, ottieni 1 Scintilla.",
        "Quando si affonda, attingi una carta.",
        "Quando un'altra tua Lanterna si smorza, attingi una carta.",
        "Il suo Ardore è sempre 5.",
        "Può sempre sfidare.",
    ],
)
def test_a_text_in_force_that_is_only_like_a_fault(text: str) -> None:
    assert run((card(text),)).told == ""


@pytest.mark.parametrize(
    "text",
    [
        "Scegli una Lanterna. Smorzala, poi ottieni 1 Scintilla.",
        "Smorza una Lanterna Accesa.",
        "Smorza una Lanterna, poi affondala.",
        "Smorza una Lanterna, poi essa ha -2 Ardore per questo turno.",
        "Smorza fino a cinque Lanterne.",
        "Smorza tutte le Lanterne.",
        "Attingi due carte.",
        "Smorza una tua Lanterna o una Lanterna avversaria.",
    ],
)
def test_a_text_that_is_used_that_is_only_like_a_fault(text: str) -> None:
    assert run((card(text, "Soffio"),)).told == ""


def test_settings_of_things_that_are_never_one_do_not_meet() -> None:
    order = Fence("gioco", "", "ordine dei valori\n    stampato\n    aggiunge: la somma\n")
    apart = cards("Lanterna: L'Ardore delle Lane è 5.", "Lanterna: L'Ardore delle Erbe è 1.")
    meeting = cards("Lanterna: L'Ardore delle Lane è 5.", "Lanterna: L'Ardore delle Lanterne avversarie è 1.")
    alike = cards("Lanterna: L'Ardore delle Lane è 5.", "Lanterna: L'Ardore delle Lanterne avversarie è 5.")
    assert codes(order, apart) == set()
    assert codes(order, meeting) == {"C013"}
    assert codes(order, alike) == set()


def test_cards_printed_alike_are_told_once_however_many_they_are() -> None:
    names = ["Lanterna Storta", "Lanterna del Guado", *(f"Lanterna {letter}" for letter in "ABCDEF")]
    alike = "".join(f"{name}\n    Erba. Ardore 3.\n    Lanterna: Guardia.\n" for name in names)
    told = run((Fence("mazzo", "", alike),))
    assert [each.code for each in told.problems if each.code != "C002"] == ["C028"]  # more cards than the deck may have
    assert "lo sono anche «Lanterna A», «Lanterna B», «Lanterna C» e altre 3" in told.told


def test_cards_that_differ_in_a_number_are_two() -> None:
    assert codes(cards("Lanterna: Ha +1 Ardore se è Spenta.", "Lanterna: Se è Spenta, ha +1 Ardore.")) == set()


# -- the games of the project, and what its corpus understands


@pytest.mark.parametrize("name", ["bless", "torri", "modello"])
def test_the_games_of_the_project_are_clean(name: str) -> None:
    assert load(ROOT / "games" / name).problems == ()


#: A noun that is one in its zone only, looked for in another: the machine finds none.
NOT_THERE = {
    "Scegli una tua Maledizione e legale una Preghiera dal Vuoto.",
    "Lega una Preghiera dal Vuoto a una tua Maledizione.",
    "Quando blessa, puoi legare una Preghiera dal Vuoto a questa carta.",
    "Scegli una Preghiera nel Vuoto e una tua Maledizione, poi legagliela.",
}
#: What is of two cards that were never meant for one deck.
BETWEEN_CARDS = {"C013", "C014", "C015", "C028", "C029"}


def test_no_wording_of_the_corpus_is_faulted() -> None:
    """Some seven hundred wordings, each on a card of its own in one deck, and none of them is a fault."""
    loaded = load(ROOT / "games" / "bless")
    tried = list(_cards_of_the_corpus(loaded))
    assert len(tried) > 500
    wrong = {text for card in tried for text in card.wordings.values() if text in NOT_THERE}
    assert wrong == NOT_THERE
    right = [card for card in tried if not NOT_THERE & set(card.wordings.values())]
    assert _told(loaded, right) == []
    for card in tried:
        if NOT_THERE & set(card.wordings.values()):
            assert {each.code for each in _told(loaded, [card])} == {"C008"}


def _told(loaded: Loaded, more: list[CardDecl]) -> list[Diagnostic]:
    """The faults of the game with more cards in its deck, but for those between two cards."""
    assert loaded.meaning is not None
    (deck,) = loaded.meaning.decks.values()
    decks = {deck.name: evolve(deck, cards=(*deck.cards, *more))}
    game = evolve(loaded.meaning, decks=decks, parts={})
    return [each for each in check(game) if each.code not in BETWEEN_CARDS]


def _cards_of_the_corpus(loaded: Loaded) -> Iterator[CardDecl]:
    for number, (field, text) in enumerate(_corpus()):
        reading = loaded.read(text, field)
        if reading is not None and len(reading.meanings) == 1 and isinstance(reading.meanings[0], Text):
            slot, _, kind = field.partition(" ")
            values = {"Occhio": 4, "Karma": 1, "Forma": ("Luce",), **({"Tipo": (kind,)} if kind else {})}
            yield CardDecl(f"Prova {number}", values, {slot: reading.meanings[0]}, {slot: text})


def _corpus() -> Iterator[tuple[str, str]]:
    for name in ("italiano-generale", "varianti"):
        for line in (ROOT / "tests" / "corpus" / f"{name}.tsv").read_text("utf-8").splitlines():
            row = line.split("\t")
            if len(row) > 1 and not line.startswith("#"):
                field, text = row[-2:] if name == "italiano-generale" else row[:2]
                yield field, text.replace("\\n", "\n")


# -- the parts


def small() -> GameMeaning:
    meaning = load(ROOT / "dsl" / "problems" / "lanterne").meaning
    assert meaning is not None
    return meaning


ARDORE = ValueOf("Ardore", Candidate())


def test_numbers_as_ranges() -> None:
    assert compared(Compare(ARDORE, ">=", Num(3))) == (ARDORE, 3, 10**9)
    assert compared(Compare(Num(3), ">", ARDORE)) == (ARDORE, -(10**9), 2)
    assert compared(Compare(ARDORE, "==", Num(3))) == (ARDORE, 3, 3)
    assert compared(Compare(ARDORE, ">", ARDORE)) is None


@pytest.mark.parametrize(
    ("one", "two"), [((">=", 3), ("<=", 2)), (("==", 3), ("==", 4)), (("==", 3), ("!=", 3)), ((">", 3), ("<", 4))]
)
def test_ranges_that_exclude_each_other(one: tuple[str, int], two: tuple[str, int]) -> None:
    parts = [Compare(ARDORE, op, Num(number)) for op, number in (one, two)]
    assert clash(parts, small()) is not None
    assert clash([parts[0], parts[0]], small()) is None


def test_what_is_denied_is_the_contrary() -> None:
    three = Compare(ARDORE, ">=", Num(3))
    assert denied(three) == (Compare(ARDORE, "<", Num(3)),)
    assert denied(Or((three, Compare(ARDORE, "==", Num(1))))) == (
        Compare(ARDORE, "<", Num(3)),
        Compare(ARDORE, "!=", Num(1)),
    )
    assert parts_of(None) == ()


def test_how_many_there_can_be() -> None:
    game = small()
    lanterne = most_of(Select("Lanterna"), game)
    lane = most_of(Select("Lana"), game)
    assert lanterne is not None
    assert lane is not None
    assert (lanterne.number, lane.number) == (4, 2)  # the cards of the deck: two players may have three each
    assert most_of(Select("giocatore"), game) is None
    assert Count(Select("Lanterna")).what.noun == "Lanterna"


# -- what no scene notices


def test_what_a_scene_notices_is_not_told(tmp_path: Path) -> None:
    scene = (
        "scene per Lanterne, con il mazzo Prima Veglia\n\nscena Spenta non sfida\n    in porto di A: una Lana 3 [Spenta]\n"
        "    in porto di B: una Erba 1\n    A non può sfidare Erba 1 con Lana 3\n"
    )
    for name, text in {**small_game(), "prova.scena": scene}.items():
        (tmp_path / name).write_text(text, "utf-8")
    found, sources = unnoticed_in(tmp_path, jobs=1)
    told = " ".join(each.message for each in found)
    assert "«Buio»" not in told
    assert "«Una sfida per turno»" in told
    assert "«Guardia»" in told
    assert all(each.span is not None and each.span.file in sources for each in found)


def test_a_game_without_scenes_says_nothing_of_them(tmp_path: Path) -> None:
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    assert unnoticed_in(tmp_path) == ([], {})


@pytest.mark.parametrize(
    "until",
    [
        "finché hai appeso una Lanterna in questo turno",
        "finché non hai appeso una Lanterna",
        "finché è nel porto",
        "finché la Cesta è vuota",
        "fino alla fine della partita",
        "fino alla fine del prossimo turno",
    ],
)
def test_a_duration_that_can_end_has_no_fault(until: str) -> None:
    assert "C033" not in codes(card(f"Quando si smorza, ha +1 Ardore {until}."))


def test_what_stands_by_itself_may_ask_for_what_has_happened() -> None:
    assert "C033" not in codes(card("Ha +1 Ardore finché hai appeso una Lanterna."))
