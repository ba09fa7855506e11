"""The command line as a person or a program meets it: help, exit codes, problems in place, never a traceback."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.group import VERBS, group, run

ROOT = Path(__file__).resolve().parent.parent
BLESS = ROOT / "games" / "bless"
GAMES = sorted(path.parent.name for path in ROOT.glob("games/*/*.gioco"))
RULES, WORDS, DECK = "bless.gioco", "luceombra.parole", "alba-e-cenere.mazzo"


def detto(*arguments: str | Path, stdin: str = "") -> Result:
    result = CliRunner().invoke(group, [str(argument) for argument in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception  # a traceback for the user
    return result


@pytest.fixture
def bless(tmp_path: Path) -> Path:
    """A copy of the game without its scenes, to be spoilt."""
    return Path(shutil.copytree(BLESS, tmp_path / "bless", ignore=shutil.ignore_patterns("scene")))


def spoil(path: Path, old: str, new: str) -> int:
    """Replace the first occurrence, which must be there, and say on which line it stands."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def assert_told(result: Result, place: str, *words: str) -> str:
    """A problem with a code, this place, a caret and these words; exit code 1."""
    assert result.exit_code == 1, result.output
    assert re.search(r"errore\[[A-Z]\d{3}\]: ", result.output), result.output
    assert place in result.output
    for word in words:
        assert word in result.output
    return result.output


# -- every verb ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    result = detto(verb, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples?: detto {verb} ", result.output)


def test_an_unknown_verb_is_wrong_usage_and_names_the_nearest() -> None:
    result = detto("plya", BLESS)
    assert result.exit_code == 2
    assert "Did you mean 'play'?" in result.output


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "new"])
def test_a_path_that_does_not_exist_is_wrong_usage(verb: str) -> None:
    assert detto(verb, "no/such/path").exit_code == 2


# -- check --------------------------------------------------------------------------------------------------------


def test_the_games_are_clean() -> None:
    result = detto("check", ROOT / "games")
    assert result.exit_code == 0, result.output


def test_check_as_json_has_no_problems_in_the_games() -> None:
    result = detto("check", ROOT / "games", "--json")
    assert json.loads(result.output)["problems"] == []


def test_an_unknown_word(bless: Path) -> None:
    line = spoil(bless / DECK, "Rivalità.", "Rivallità.")
    output = assert_told(detto("check", bless), f"{DECK}:{line}:", "Rivallità", "^", "forse intendevi", "Rivalità")
    caret = re.search(r"^ *\| ( *)\^+", output, re.MULTILINE)
    assert caret is not None
    assert caret[1] == " " * len("    Maledizione: ")


def test_what_is_wrong_in_the_same_way_on_every_card_is_told_twice(tmp_path: Path) -> None:
    leduc = Path(shutil.copytree(ROOT / "games" / "leduc", tmp_path / "leduc", ignore=shutil.ignore_patterns("scene")))
    deck = leduc / "leduc.mazzo"
    deck.write_text(deck.read_text("utf-8").replace("Rango ", ""), "utf-8")
    output = detto("check", leduc).output
    assert output.count("-->") == 2
    assert "errore[D021]: lo stesso altre 4 volte, alle righe 10, 13, 16, 19 di" in output
    assert len(json.loads(detto("check", leduc, "--json").output)["problems"]) == 6


def test_different_unknown_words_are_each_told(bless: Path) -> None:
    words = ("Pesxca", "Spezzza", "Corrrompi", "Purifficca")
    for word, right in zip(words, ("Pesca", "Spezza", "Corrompi", "Purifica"), strict=True):
        spoil(bless / DECK, f": {right}", f": {word}")
    output = detto("check", bless).output
    assert all(f"«{word}»" in output for word in words)


def test_a_wrong_agreement(bless: Path) -> None:
    line = spoil(bless / DECK, "Spezza una Preghiera.", "Spezza un Preghiera.")
    result = detto("check", bless)
    assert f"{DECK}:{line}:" in result.output
    assert "forse intendevi «una»" in result.output


def test_an_unclosed_block(bless: Path) -> None:
    line = spoil(bless / RULES, "verbo spezzare", "verbo")
    assert_told(detto("check", bless), f"{RULES}:{line}:", "^")


def test_a_body_that_is_missing(bless: Path) -> None:
    path = bless / RULES
    path.write_text(path.read_text("utf-8") + "\nperiodo Ultimo, maschile\n    passi:\n", "utf-8")
    assert_told(detto("check", bless), f"{RULES}:")


def test_a_keyword_declared_twice(bless: Path) -> None:
    path = bless / WORDS
    path.write_text(path.read_text("utf-8") + "\nparola chiave Rivalità, femminile\n    Ha +1 Occhio.\n", "utf-8")
    line = path.read_text("utf-8").count("\n") - 1
    output = assert_told(detto("check", bless), f"{WORDS}:{line}:", "Rivalità")
    assert len(re.findall(rf"{re.escape(WORDS)}:\d+:\d+", output)) >= 2, "both places are shown"


def test_a_card_name_twice(bless: Path) -> None:
    line = spoil(bless / DECK, "Cenere Lenta\n", "Alba sui Tetti\n")
    assert_told(detto("check", bless), f"{DECK}:{line}:", "Alba sui Tetti", "^")


def test_a_wrong_number(bless: Path) -> None:
    line = spoil(bless / DECK, "Occhio 5, Karma 2.", "Occhio cinquanta, Karma 2.")
    assert_told(detto("check", bless), f"{DECK}:{line}:", "cinquanta", "^")


def test_a_zone_that_does_not_exist(bless: Path) -> None:
    line = spoil(bless / RULES, "la carta va nel Vuoto", "la carta va nel Vuotto")
    assert_told(detto("check", bless), f"{RULES}:{line}:", "Vuotto", "Vuoto", "^")


def test_a_file_that_is_not_utf8(bless: Path) -> None:
    path = bless / DECK
    path.write_bytes(path.read_text("utf-8").encode("latin-1", errors="replace"))
    assert_told(detto("check", bless), DECK, "UTF-8")


@pytest.mark.parametrize("name", [RULES, WORDS, DECK])
def test_an_empty_file(bless: Path, name: str) -> None:
    (bless / name).write_bytes(b"")
    assert_told(detto("check", bless), name, "vuoto")


def test_a_file_of_ten_megabytes(bless: Path) -> None:
    (bless / DECK).write_text("a" * 10_000_000, "utf-8")
    assert_told(detto("check", bless), DECK, "troppo grande")


def test_a_wording_of_five_thousand_words(bless: Path) -> None:
    line = spoil(bless / DECK, "Spezza una Preghiera.", "Spezza una Preghiera e " * 1250 + "pesca una carta.")
    assert_told(detto("check", bless), f"{DECK}:{line}:")


def test_a_deck_for_another_game(bless: Path) -> None:
    line = spoil(bless / DECK, "per Bless,", "per Scopa,")
    assert_told(detto("check", bless / DECK), f"{DECK}:{line}:", "Scopa", "^")


def test_all_problems_in_one_run(bless: Path) -> None:
    first = spoil(bless / DECK, "Rivalità.", "Rivallità.")
    second = spoil(bless / DECK, "Occhio 5, Karma 2.", "Occhio cinquanta, Karma 2.")
    third = spoil(bless / RULES, "la carta va nel Vuoto", "la carta va nel Vuotto")
    output = assert_told(detto("check", bless), f"{RULES}:{third}:")
    assert f"{DECK}:{first}:" in output
    assert f"{DECK}:{second}:" in output


@pytest.mark.parametrize("verb", ["explain", "play", "simulate"])
def test_a_spoilt_game_is_told_by_every_verb(bless: Path, verb: str) -> None:
    line = spoil(bless / RULES, "la carta va nel Vuoto", "la carta va nel Vuotto")
    assert_told(detto(verb, bless), f"{RULES}:{line}:")


# -- explain ------------------------------------------------------------------------------------------------------

WORDING, FIELD = "Spezza una Preghiera, poi pesca una carta.", "Preghiera Eco"


def test_explain_says_a_wording_back_in_both_languages() -> None:
    result = detto("explain", BLESS, "--text", WORDING, "--as", FIELD)
    assert result.exit_code == 0
    assert f"it: {WORDING}" in result.output
    assert "en: Break a Preghiera, then draw a card." in result.output


def test_explain_as_json_has_the_keys_of_the_contract() -> None:
    result = detto("explain", BLESS, "--text", "Spezza una Preghira.", "--as", FIELD, "--json")
    assert result.exit_code == 1
    answer = json.loads(result.output)
    assert list(answer) == ["text", "as", "fate", "readings", "problems"]
    assert (answer["text"], answer["as"], answer["fate"]) == ("Spezza una Preghira.", FIELD, "refused")
    (problem,) = answer["problems"]
    assert {"code", "message", "line", "column", "length", "suggestions"} <= set(problem)
    assert (problem["line"], problem["column"], problem["length"]) == (1, 12, len("Preghira"))
    assert "Preghiera" in problem["suggestions"]


def test_explain_reads_wordings_one_a_line() -> None:
    texts = [WORDING, "Pesca una carta.\\nPesca due carte.", "Pescavo.", ""]
    result = detto("explain", BLESS, "--as", FIELD, "--json", "-", stdin="\n".join(texts) + "\n")
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["text"] for answer in answers] == texts
    assert [answer["fate"] for answer in answers[:3]] == ["understood", "understood", "refused"]
    assert set(answers[0]["readings"][0]) == {"it", "en", "meaning"}
    assert result.exit_code == 1


def test_a_wording_without_its_option_is_told_what_to_type() -> None:
    result = detto("explain", BLESS, "--as", "Maledizione", "Ha +1 Occhio.")
    assert result.exit_code == 2
    assert f"detto explain {BLESS} --as Maledizione --text 'Ha +1 Occhio.'" in result.output


def test_explain_a_card_of_the_deck() -> None:
    result = detto("explain", BLESS, "--card", "alba sui tetti")
    assert result.exit_code == 0
    assert "Alba sui Tetti · Preghiera Impulso: Pesca una carta." in result.output


def test_explain_shows_the_program_of_a_card() -> None:
    result = detto("explain", BLESS, "--card", "Alba sui Tetti", "--program")
    assert result.exit_code == 0
    assert re.search(r"^def \w+\(m, s, fr\):$", result.output, re.MULTILINE)


def test_explain_an_unknown_card_names_the_nearest() -> None:
    result = detto("explain", BLESS, "--card", "Alba sui Teti")
    assert result.exit_code == 1
    assert "forse intendevi «Alba sui Tetti»" in result.output


def test_explain_an_unknown_field_lists_the_known_ones() -> None:
    result = detto("explain", BLESS, "--text", WORDING, "--as", "Prghiera")
    assert result.exit_code == 1
    assert "Preghiera Eco" in result.output


@pytest.mark.parametrize(
    "wrong",
    [["--text", WORDING], ["-"], ["--as", FIELD], ["--text", WORDING, "--as", FIELD, "-"]],
    ids=["no field", "no field for standard input", "no wording", "two wordings"],
)
def test_explain_wrong_usage(wrong: list[str]) -> None:
    assert detto("explain", BLESS, *wrong).exit_code == 2


# -- play and simulate --------------------------------------------------------------------------------------------


def test_a_match_between_bots_is_told_with_the_words_that_caused_it() -> None:
    result = detto("play", BLESS, "--seats", "greedy,random", "--seed", "7")
    assert result.exit_code == 0
    assert re.search(r"bless\.gioco:\d+:\d+ «.+»", result.output)
    assert re.search(r"alba-e-cenere\.mazzo:\d+:\d+ «.+»", result.output)
    assert re.search(r"^(vince [AB]|la partita finisce in parità)$", result.output.splitlines()[-1])


def test_the_same_seed_is_the_same_match() -> None:
    first, second = (detto("play", BLESS, "--seats", "random,random", "--seed", "3").output for _ in range(2))
    assert first == second
    assert first != detto("play", BLESS, "--seats", "random,random", "--seed", "4").output


def test_a_changed_wording_changes_the_match(bless: Path) -> None:
    before = detto("play", bless, "--seats", "random,random", "--seed", "3", "--brief").output
    path = bless / DECK
    path.write_text(path.read_text("utf-8").replace("Pesca una carta.", "Pesca due carte."), "utf-8")
    assert detto("play", bless, "--seats", "random,random", "--seed", "3", "--brief").output != before


def test_a_person_plays_asks_and_leaves_then_goes_on(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    lines = ["?", "t", "c", "p", "99", "what", "1", "a", "1", f"s {saved}", "e"]
    result = detto(
        "play", BLESS, "--seats", "person,random", "--seed", "1", "--first", "0", stdin="\n".join(lines) + "\n"
    )
    assert result.exit_code == 0
    for expected in ("consiglio: ", "le scelte vanno da 1 a", "non capisco «what»", "annullato", "salvata in"):
        assert expected in result.output
    resumed = detto("play", BLESS, "--seats", "random,random", "--resume", saved)
    assert resumed.exit_code == 0
    assert "vince" in resumed.output or "parità" in resumed.output


def test_the_end_of_the_input_leaves_and_saves(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    result = detto("play", BLESS, "--seats", "person,person", "--save", saved, stdin="")
    assert result.exit_code == 0
    assert json.loads(saved.read_text("utf-8"))


def test_a_file_that_cannot_be_written_does_not_end_the_match(tmp_path: Path) -> None:
    lines = [f"s {tmp_path / 'nowhere' / 'match.json'}", "s", f"s {tmp_path / 'match.json'}", "e"]
    result = detto("play", BLESS, "--seats", "person,random", stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0
    assert "non si salva in" in result.output
    assert "in quale file?" in result.output
    assert json.loads((tmp_path / "match.json").read_text("utf-8"))


def test_where_save_cannot_be_written_the_match_is_kept_elsewhere(tmp_path: Path) -> None:
    result = detto("play", BLESS, "--seats", "random,random", "--save", tmp_path / "nowhere" / "match.json")
    assert result.exit_code == 1
    found = re.search(r"si riprende con --resume (\S+)", result.output)
    assert found is not None
    kept = Path(found[1])
    try:
        assert detto("play", BLESS, "--seats", "random,random", "--resume", kept).exit_code == 0
    finally:
        kept.unlink()


def test_a_match_interrupted_while_a_bot_thinks_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.agents import Greedy

    def interrupted(self: Greedy, match: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Greedy, "choose", interrupted)
    saved = tmp_path / "match.json"
    assert detto("play", BLESS, "--seats", "random,greedy", "--save", saved).exit_code != 0
    assert detto("play", BLESS, "--seats", "random,random", "--resume", saved).exit_code == 0


def test_two_options_that_read_alike_are_one_line_or_say_where_their_cards_lie() -> None:
    kult = BLESS.parent / "kult"
    output = detto("play", kult, "--seats", "person,random", "--seed", "3", stdin="4\n" + "1\n" * 14 + "e\n").output
    assert re.search(r"^ +1\. gioca Molo Chiuso, poi .* {2}\(così anche \d+\)$", output, re.MULTILINE)
    for question in re.split(r"(?m)^A: .*\?$", output)[1:]:
        said = re.findall(r"^ +\d+\. (.*)$", question, re.MULTILINE)
        assert len(said) == len(set(said))


def test_a_person_does_not_see_the_hand_of_the_other() -> None:
    result = detto("play", BLESS, "--seats", "person,random", "--seed", "1", "--first", "0", stdin="t\ne\n")
    hands = re.findall(r"^  Mano: ?(.*)$", result.output, re.MULTILINE)
    assert len(hands) == 2
    assert [hand.isdecimal() for hand in hands] == [False, True]


@pytest.mark.parametrize("text", ["", "{}", "[1, 2", '{"format": 1, "game": "Scopa"}', "\x00"])
def test_a_saved_match_is_not_trusted(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    result = detto("play", BLESS, "--resume", path)
    assert result.exit_code == 1
    assert "errore: " in result.output


@pytest.mark.parametrize("seats", ["nobody,random", "random", "random,random,random"])
def test_seats_that_cannot_be(seats: str) -> None:
    assert detto("play", BLESS, "--seats", seats).exit_code == 2
    assert detto("simulate", BLESS, "--seats", seats).exit_code == 2


def test_simulate_as_json() -> None:
    result = detto("simulate", BLESS, "--matches", "5", "--seed", "1", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.output)
    assert summary["matches"] == 5
    assert sum(summary["wins_by_seat"]) + summary["draws"] + len(summary["stopped"]) == 5
    assert summary["decisions"] > 0
    assert summary["seconds"] > 0
    assert summary["turns"]["least"] >= 1
    again = json.loads(detto("simulate", BLESS, "--matches", "5", "--seed", "1", "--json").output)
    assert {**again, "seconds": 0} == {**summary, "seconds": 0}


def test_simulate_in_processes_gives_the_same() -> None:
    one, two = (
        json.loads(detto("simulate", BLESS, "--matches", "6", "--seed", "2", "--json", "--jobs", jobs).output)
        for jobs in ("1", "2")
    )
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


# -- test ---------------------------------------------------------------------------------------------------------


def test_the_scenes_of_a_folder_are_run_and_counted() -> None:
    result = detto("test", BLESS / "scene" / "vince.scena", "--json")
    assert result.exit_code == 0, result.output
    summary = json.loads(result.output)
    assert summary["failed"] == 0
    assert summary["passed"] == len(summary["scenes"]) > 5


def test_a_scene_that_does_not_hold_fails_at_its_line(bless: Path) -> None:
    (bless / "scene").mkdir()
    path = bless / "scene" / "strati.scena"
    path.write_text((BLESS / "scene" / "strati.scena").read_text("utf-8"), "utf-8")
    line = spoil(path, "l'Occhio di Kappa è 7", "l'Occhio di Kappa è 8")
    result = detto("test", bless, "--match", "non badano")
    assert_told(result, f"strati.scena:{line}:", "^", "è 7")
    assert result.output.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("mutate", [[], ["--mutate", ROOT / "games/torri/prime-torri.mazzo", "--card", "Torre Cieca"]])
def test_words_that_no_title_holds_are_told(mutate: list[str | Path]) -> None:
    result = detto("test", ROOT / "games" / "torri", "--match", "Nessuna così", *mutate)
    assert (result.exit_code, result.stderr) == (1, "errore: nessuna scena ha «Nessuna così» nel titolo\n")


@pytest.mark.parametrize("path", ["README.md", "grammars"])
def test_what_is_no_scene_is_told(path: str) -> None:
    result = detto("test", ROOT / path)
    assert result.exit_code == 1
    assert "scena" in result.output


# -- new ----------------------------------------------------------------------------------------------------------


def test_a_new_game_passes_check_and_plays(tmp_path: Path) -> None:
    result = detto("new", "Il Mio Gioco", "--in", tmp_path)
    assert result.exit_code == 0, result.output
    made = tmp_path / "il-mio-gioco"
    assert sorted(path.name for path in made.iterdir()) == ["il-mio-gioco.gioco", "il-mio-gioco.mazzo", "scene"]
    assert detto("check", made).exit_code == 0
    assert "4 passed, 0 failed" in detto("test", made).output
    assert "Il Mio Gioco" in detto("play", made, "--seats", "random,random").output
    assert detto("new", "Il Mio Gioco", "--in", tmp_path).exit_code == 1, "nothing is overwritten"


@pytest.mark.parametrize("name", GAMES)
def test_a_new_deck_passes_check(name: str, tmp_path: Path) -> None:
    game = Path(shutil.copytree(ROOT / "games" / name, tmp_path / name, ignore=shutil.ignore_patterns("scene")))
    model = min(game.glob("*.mazzo")).read_text("utf-8")
    result = detto("new", "Vento e Pietra", "--deck-for", game)
    assert result.exit_code == 0, result.output
    assert "avviso" not in result.output
    made = (game / "vento-e-pietra.mazzo").read_text("utf-8")
    assert "\nmazzo Vento e Pietra per " in made
    assert made.count("\n    ") == len(re.findall(r"\n    +(?!--)\S", model)), "as many lines under its cards"
    assert "Carta 1\n" in made
    assert detto("check", game / "vento-e-pietra.mazzo").output == "nessun problema\n"


@pytest.mark.parametrize(
    "path", [x for kind in ("gioco", "parole", "mazzo", "regole") for x in sorted(ROOT.glob(f"games/*/*.{kind}"))]
)
def test_a_file_of_a_game_that_is_in_order_is_so_by_itself(path: Path) -> None:
    """What it leaves unused of the game's words another deck uses; what its game says of other words is no fault."""
    assert detto("check", path).output == "nessun problema\n"


# -- what goes round for ever ---------------------------------------------------------------------------------------


def test_effects_that_wake_each_other_for_ever_are_told_with_their_cards(tmp_path: Path) -> None:
    assert detto("new", "Giro", "--in", tmp_path).exit_code == 0
    spoil(
        tmp_path / "giro" / "giro.mazzo",
        "Guadagni 3 Punti.\n",
        "Guadagni 3 Punti. Quando guadagni Punti, guadagni 1 Punto.\n",
    )
    result = detto("play", tmp_path / "giro", "--seats", "random,random", "--seed", "1")
    assert result.exit_code == 0
    told = [line for line in result.output.splitlines() if "giro senza fine" in line]
    assert told
    assert all("Mendicante" in line for line in told)
    assert len(result.output.splitlines()) < 2000


def test_turns_in_which_nobody_can_choose_any_more_do_not_go_on_for_ever(tmp_path: Path) -> None:
    assert detto("new", "Giro", "--in", tmp_path).exit_code == 0
    rules = tmp_path / "giro" / "giro.gioco"
    spoil(rules, "        se il Mazzo è vuoto, la partita finisce\n", "")
    assert "C040" in detto("check", tmp_path / "giro").output
    result = detto("play", tmp_path / "giro", "--seats", "random,random", "--seed", "1", "--brief")
    assert result.exit_code == 0
    assert "nessuno può più scegliere nulla" in result.output
    assert result.output.splitlines()[-1] == "la partita finisce in parità"


def test_a_verb_that_does_itself_is_told_by_check_and_stops_a_match_as_a_fault_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert detto("new", "Giro", "--in", tmp_path).exit_code == 0
    rules = tmp_path / "giro" / "giro.gioco"
    again = "        il giocatore pesca una carta\n"
    line = spoil(rules, "        se il Mazzo è vuoto, la partita finisce\n", again)
    result = detto("check", tmp_path / "giro")
    assert "avviso[C041]" in result.output
    assert f"{rules}:{line}:9" in result.output
    monkeypatch.setattr("sys.argv", ["detto", "play", str(tmp_path / "giro"), "--seats", "random,random"])
    with pytest.raises(SystemExit) as left:
        run()
    assert left.value.code == 1
    told = capsys.readouterr().err
    assert f"«pescare» ({rules}:" in told
    assert "senza fine" in told
    assert "difetto di Detto Fatto" not in told


def test_a_rule_that_wakes_itself_for_the_same_player_is_told(tmp_path: Path) -> None:
    assert detto("new", "Giro", "--in", tmp_path).exit_code == 0
    rules = tmp_path / "giro" / "giro.gioco"
    again = "regola Ciclo\n    quando un giocatore guadagna Punti, il giocatore guadagna 1 Punto\n\n"
    spoil(rules, "fine della partita", f"{again}fine della partita")
    assert "avviso[C007]: un testo di «Ciclo»" in detto("check", tmp_path / "giro").output


# -- what people type ---------------------------------------------------------------------------------------------


def test_a_game_without_a_deck_is_not_played(tmp_path: Path) -> None:
    assert detto("new", "Vuoto", "--in", tmp_path).exit_code == 0
    game = tmp_path / "vuoto"
    (game / "vuoto.mazzo").unlink()
    for verb in ("play", "simulate"):
        result = detto(verb, game, "--seats", "random,random")
        assert result.exit_code == 1
        assert "non c'è alcun mazzo con cui giocare" in result.output
    scenes = game / "scene" / "prime.scena"
    output = assert_told(detto("check", game), f"{scenes}:2:31", "in questo gioco non c'è alcun mazzo")
    assert output.splitlines()[2].index("mazzo Vuoto") + len("mazzo ") == output.splitlines()[3].index("^")


def test_a_folder_without_rules_is_one_problem(tmp_path: Path) -> None:
    assert detto("new", "Vuoto", "--in", tmp_path).exit_code == 0
    (tmp_path / "vuoto" / "vuoto.gioco").unlink()
    assert detto("check", tmp_path / "vuoto").output.count("errore[F006]") == 1


def test_a_deck_has_only_the_words_of_its_own_file(bless: Path) -> None:
    """Two decks with their words lie in one folder: what only the other's words know is told of the folder too."""
    (bless / "notte.parole").write_text("parole Notte per Bless\n\nmembro Fiamma, femminile\n    di: Forma\n", "utf-8")
    card = "Torcia\n    Fiamma. Occhio 6, Karma 1.\n    Preghiera Impulso: Pesca una carta.\n"
    (bless / "notte.mazzo").write_text(f"mazzo Notte per Bless, con le parole Notte\n\n{card}", "utf-8")
    output = assert_told(detto("check", bless), f"{bless / 'notte.mazzo'}:5:5", "«Preghiera Impulso» non è un testo")
    assert output.count("errore[C002]") == 1  # what the folder and the deck both have is told once


def test_a_misspelt_question_is_one_problem(bless: Path) -> None:
    line = spoil(bless / RULES, "    chi la vede: nessuno", "    chi lo vede: nessuno")
    output = assert_told(detto("check", bless), f"{bless / RULES}:{line}:5", "forse intendevi «chi la vede»")
    assert output.count("errore[") == 1


def test_a_line_beyond_the_end_of_the_scenes_and_a_scene_that_is_not_there_are_told() -> None:
    scenes = BLESS / "scene" / "vince.scena"
    result = detto("why", f"{scenes}:9999", "perché chi")
    assert result.exit_code == 1
    assert "il file finisce prima" in result.output
    result = detto("why", BLESS, "--scene", "nessuna così", "perché chi")
    assert result.exit_code == 2
    assert "--scene nessuna così" in result.output


@pytest.mark.parametrize(
    ("save", "told"), [("", "finisce a metà"), ('{"a": "b', "finisce a metà"), ("{a}", "non è JSON")]
)
def test_a_save_that_is_cut_short_is_told_in_words(bless: Path, tmp_path: Path, save: str, told: str) -> None:
    (tmp_path / "partita.json").write_text(save, "utf-8")
    result = detto("play", bless, "--seats", "random,random", "--resume", tmp_path / "partita.json")
    assert result.exit_code == 1
    assert told in result.output


@pytest.mark.parametrize(
    ("raised", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "interrotto"),
        (OSError(28, "No space left on device"), 1, "errore: No space left on device"),
        (RuntimeError("rotto"), 1, "un difetto di Detto Fatto: RuntimeError: rotto"),
    ],
)
def test_what_stops_a_command_is_one_line(
    raised: BaseException,
    code: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stops(*_asked: object) -> None:
        raise raised

    monkeypatch.setattr("interpreter.cli.check.problems_of", stops)
    monkeypatch.setattr("sys.argv", ["detto", "check", str(BLESS)])
    with pytest.raises(SystemExit) as left:
        run()
    assert left.value.code == code
    assert told in capsys.readouterr().err


def test_a_folder_of_scenes_is_checked() -> None:
    assert detto("check", BLESS / "scene").exit_code == 0


def test_explain_without_a_field_says_which_there_are() -> None:
    result = detto("explain", BLESS, "--text", "Pesca una carta.")
    assert result.exit_code == 2
    assert "'Preghiera Impulso'" in result.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gioco")
    result = detto("check", tmp_path / "pipe.gioco")
    assert result.exit_code == 1
    assert "F001" in result.output


@pytest.mark.parametrize("verb", ["play", "simulate", "rulebook"])
def test_a_folder_of_games_says_which_there_are(verb: str) -> None:
    result = detto(verb, BLESS.parent)
    assert result.exit_code == 1
    assert "F006" in result.output
    assert str(BLESS) in result.output


def test_a_deck_with_errors_does_not_keep_the_scenes_of_another_from_being_run(bless: Path) -> None:
    bad = bless / "bozza.mazzo"
    bad.write_text("mazzo Bozza per Bless, con le parole LuceOmbra\n\nPrima\n    Luce. Ochio 5.\n", "utf-8")
    scenes = shutil.copyfile(BLESS / "scene" / "vince.scena", bless / "vince.scena")
    result = detto("test", scenes)
    assert result.exit_code == 1
    assert "bozza.mazzo: ha errori" in result.output
    assert re.search(r"^[1-9]\d* passed, 0 failed$", result.output, re.MULTILINE)


def test_a_match_that_bots_would_play_for_ever_is_stopped_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.cli.session.MOST_ALONE", 5)
    torri = Path(__file__).parent.parent / "games" / "torri"
    result = detto("play", torri, "--seats", "random,random", "--seed", "1", "--brief")
    assert result.exit_code == 1
    assert "dopo 5 decisioni dei bot la partita non è finita" in result.output
