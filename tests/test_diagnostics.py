"""Problems: how they look, how a program is told; each check with a text that it faults and one that is right."""

import sys
from pathlib import Path

import pytest
from attrs import evolve

from dsl.checks import CHECKS, check
from dsl.diagnostics import Diagnostic, Fix, Label, Severity, as_json, in_order, render, render_all
from dsl.load import load
from dsl.meaning.from_blocks.whole import game_from_blocks
from dsl.meaning.game import (
    CardDecl,
    DeckDecl,
    Frame,
    KeywordDecl,
    PartDecl,
    PeriodDecl,
    RuleDecl,
    StatusDecl,
    Steps,
    TextSlot,
    ValueDecl,
    WindowDecl,
    ZoneDecl,
)
from dsl.meaning.nodes import (
    And,
    Begin,
    Do,
    Event,
    IsStatus,
    May,
    Modify,
    Move,
    Not,
    Num,
    OpenWindow,
    Operation,
    Place,
    Role,
    Select,
    Self,
    Sequence,
    SetStatus,
    Static,
    Text,
    Triggered,
    You,
)
from dsl.messages import MESSAGES, problem
from dsl.problems import pages, small_game
from dsl.source import Source, Span
from dsl.suggest import nearest
from dsl.syntax.block_reader import read_blocks

SOURCE = Source.of("games/demo/demo.gioco", "\n" * 7 + "zona Cimitero\n" + "\n" * 5 + "  la carta va nel Cimitro\n")
PLACE = Span("games/demo/demo.gioco", 14, 19, 7)


# -- the look


def test_a_problem_shows_its_place():
    found = Diagnostic(
        "R012",
        "zona sconosciuta «Cimitro»",
        PLACE,
        note="qui",
        hint="una zona si dichiara con «zona»",
        suggestions=("Cimitero",),
        labels=(Label(Span("games/demo/demo.gioco", 8, 6, 8), "dichiarata qui"),),
    )
    assert (
        render(found, {SOURCE.name: SOURCE})
        == """\
errore[R012]: zona sconosciuta «Cimitro»
  --> games/demo/demo.gioco:14:19
14 |   la carta va nel Cimitro
   |                   ^^^^^^^ qui
  ::: games/demo/demo.gioco:8:6
 8 | zona Cimitero
   |      ^^^^^^^^ dichiarata qui
   = una zona si dichiara con «zona»
   = forse intendevi «Cimitero»"""
    )


def test_a_problem_without_a_place_is_one_line():
    assert render(Diagnostic("X", "che cosa"), {}) == "errore[X]: che cosa"


def test_an_empty_file_is_told_with_what_it_may_begin_with():
    told, hint = render(problem("F004"), {}).splitlines()
    assert told == "errore[F004]: il file è vuoto"
    assert "gioco NOME" in hint


def test_a_very_long_line_is_shown_around_the_caret():
    source = Source.of("x", "a" * 300 + "QUI" + "b" * 300)
    lines = render(Diagnostic("X", "x", Span("x", 1, 301, 3)), {"x": source}).splitlines()
    assert len(lines[2]) < 200
    column = lines[3].index("^^^")
    assert lines[2][column : column + 3] == "QUI"


def test_problems_are_told_by_place_and_once():
    later, sooner = Diagnostic("B", "b", Span("x", 9, 1, 1)), Diagnostic("A", "a", Span("x", 2, 1, 1))
    assert in_order([later, sooner, later]) == (sooner, later)
    assert render_all([later, sooner], {}).index("[A]") < render_all([later, sooner], {}).index("[B]")


def test_a_problem_as_data():
    found = as_json(Diagnostic("R1", "m", PLACE, Severity.WARNING, suggestions=("a",)))
    assert found == {
        "code": "R1",
        "severity": "warning",
        "message": "m",
        "file": PLACE.file,
        "line": 14,
        "column": 19,
        "length": 7,
        "hint": None,
        "suggestions": ["a"],
        "wordings": [],
        "fix": None,
    }


def test_a_wording_that_is_understood_is_offered_on_a_line_of_its_own_and_first_as_data():
    fix = Fix(PLACE, "Cimitero")
    found = Diagnostic("R1", "m", PLACE, suggestions=("a",), wordings=("Va nel Cimitero.", "x " * 80), fix=fix)
    lines = render(found, {SOURCE.name: SOURCE}).splitlines()
    assert lines[4:6] == ["   = forse intendevi «a»", "   = così si capisce: «Va nel Cimitero.»"]
    assert max(map(len, lines)) < 120
    assert as_json(found)["suggestions"] == ["Va nel Cimitero.", "x " * 80, "a"]
    assert as_json(found)["fix"] == {"line": 14, "column": 19, "length": 7, "text": "Cimitero"}


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("Rivalitá", ("Rivalità", "Barriera"), ("Rivalità",)),
        ("barirera", ("Rivalità", "Barriera"), ("Barriera",)),
        ("xyz", ("Rivalità", "Barriera"), ()),
        ("", ("Rivalità",), ()),
    ],
)
def test_nearest(word, known, found):
    assert nearest(word, known) == found


def test_every_message_can_be_filled():
    more = "other others names verbs why what wording rules most"
    names = (  # the facts of all messages
        f"{more} detail name word heading known expected limit length lines kind question answer value row found wanted"
    )
    facts = dict.fromkeys([*names.split(), "card", "verb", "text", "zone", "part", "taken"], "x")
    for code in MESSAGES:
        assert "{" not in render(problem(code, **facts), {})


# -- the checks

BASE = """\
gioco Prova
    giocatori: 2
    mazzo: in comune, 1 carte, tutte diverse
    parola sottintesa: carta
"""


@pytest.fixture
def game():
    return game_from_blocks([read_blocks(Source.of("prova.gioco", BASE))], lambda *_: pytest.fail("no sentence")).game


def card(name, *abilities):
    return CardDecl(name, {}, {"Corpo": Text(abilities)} if abilities else {}, {})


def deck(*cards):
    return {"D": DeckDecl("D", cards)}


DRAW = Event("pescare", (Role("agent", You()),))
STANCA, DESTA = IsStatus(Self(), "Stanca"), IsStatus(Self(), "Desta")
SET = [Static((Modify(Self(), "Forza", Operation.SET, Num(n)),)) for n in (5, 7)]
STATUSES = {"Stanca": StatusDecl("Stanca", opposite="Desta")}
KEYWORD = {"Guardia": KeywordDecl("Guardia", Text((SET[0],)))}

ONE_OF_EACH = {"": PartDecl("", "", 2, 2, copies=1)}

#: code: what makes the fault, what mends it
FAULTS = {
    "C001": (
        {"decks": deck(card("Alba"), card("Alba")), "parts": ONE_OF_EACH},
        {"decks": deck(card("Alba"), card("Sera"))},
    ),
    "C002": ({"decks": deck()}, {"decks": deck(card("Alba"))}),
    "C003": ({"keywords": {"Guardia": KeywordDecl("Guardia", Text(()))}}, {"keywords": KEYWORD}),
    "C004": (
        {"frames": {"pescare": Frame("pescare", "pescare", ())}},
        {"frames": {"pescare": Frame("pescare", "pescare", (), (Steps(Move(Self(), Place("Mano"))),))}},
    ),
    "C005": ({"periods": {"Alba": PeriodDecl("Alba")}}, {"setup": (Begin("Alba"),)}),
    "C006": ({"windows": {"x": WindowDecl("x")}}, {"setup": (OpenWindow("x"),)}),
    "C007": (
        {"decks": deck(card("Alba", Triggered(DRAW, Sequence((Do(DRAW),)))))},
        {"decks": deck(card("Alba", Triggered(DRAW, May(You(), Do(DRAW)))))},
    ),
    "C008": (
        {
            "rules": {"r": RuleDecl("r", Text((Static((), And((STANCA, DESTA))),)))},
            "statuses": STATUSES,
            "setup": (SetStatus(Self(), "Stanca"),),
        },
        {"rules": {"r": RuleDecl("r", Text((Static((), And((Not(STANCA), Not(DESTA)))),)))}},
    ),
    "C009": ({"decks": deck(card("Alba", *SET))}, {"decks": deck(card("Alba", SET[0], SET[0]))}),
    "C010": ({"zones": {"Esilio": ZoneDecl("Esilio", "shared")}}, {"setup": (Move(Select("carta"), Place("Esilio")),)}),
    "C011": (
        {
            "texts": {"Rito": TextSlot("Rito", kind_value="Genere")},
            "values": {"Genere": ValueDecl("Genere", "card", "member", ("Guardia",))},
        },
        {"keywords": KEYWORD},
    ),
    "C012": ({"statuses": STATUSES, "keywords": KEYWORD}, {"setup": (SetStatus(Self(), "Desta"),)}),
}


@pytest.mark.parametrize("code", FAULTS)
def test_each_check_finds_its_fault_and_nothing_else(code, game):
    wrong, mended = FAULTS[code]
    assert [each.code for each in check(evolve(game, **wrong))] == [code]
    assert code not in [each.code for each in check(evolve(game, **{**wrong, **mended}))]


def code_of(check_of_one_fault):
    """The code that the page of a check's file begins with."""
    return (sys.modules[check_of_one_fault.__module__].__doc__ or "").partition(":")[0]


def test_every_check_has_a_code_of_its_own_and_says_what_it_finds():
    assert len({code_of(each) for each in CHECKS}) == len(CHECKS)
    for each in CHECKS:
        doc = sys.modules[each.__module__].__doc__ or ""
        assert code_of(each) in MESSAGES
        assert "Example:" in doc
        assert "Instead:" in doc


def test_every_check_is_tried_on_a_text_that_it_faults():
    tried = {*FAULTS, *(page.code for page in pages() if page.examples)}
    assert [code_of(each) for each in CHECKS if code_of(each) not in tried] == []


def test_readings_of_a_block_name_what_they_speak_of(tmp_path: Path) -> None:
    """«suo», of the player whose value it is, is no word of the interpreter's own."""
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    rules = tmp_path / "lanterne.gioco"
    more = "valore Numero, maschile, plurale Numeri\n    di: una carta\n    è: un numero, stampato\n    se manca: 0\n"
    vale = "    di: un giocatore\n    è: un numero, calcolato\n    vale: il numero delle carte nella sua Mensola\n"
    rules.write_text(f"{rules.read_text('utf-8')}{more}valore Scorta, femminile, plurale Scorte\n{vale}", "utf-8")
    (found,) = (each for each in load(rules).problems if each.code == "S003")
    assert "«il Numero delle carte nella Mensola di quel giocatore»" in found.hint
    assert "«il numero di carte nella Mensola di quel giocatore»" in found.hint


def test_cards_on_a_place_are_those_that_lie_there_but_not_those_on_a_pile(tmp_path: Path) -> None:
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    game = load(tmp_path)
    on, there, on_a_pile = (
        game.read(f"Le Lanterne {where} hanno +1 Ardore.", "Lanterna")
        for where in ("sul Molo", "nel Molo", "sulla Cesta")
    )
    assert on is not None and there is not None and on_a_pile is not None
    assert on.meanings and on.meanings == there.meanings
    assert [each.code for each in on_a_pile.problems] == ["S022"]


def test_what_is_said_after_a_question_is_told_where_it_stands_in_a_line(tmp_path: Path) -> None:
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    rules = tmp_path / "lanterne.gioco"
    line = "        il giocatore di turno attinge 1 carta\n"
    text = rules.read_text("utf-8")
    assert line in text
    rules.write_text(text.replace(line, "        nello stesso momento, ogni giocatore attinge 1 carta\n"), "utf-8")
    (found,) = (each for each in load(rules).problems if each.code == "S010")
    assert "«passi, nello stesso momento:»" in found.hint
