"""``detto diff``: what means the same, what does not, the scenes that notice, the matches that part."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import types
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.agents import seat
from interpreter.cli.group import group
from interpreter.compare import RevisionError, Side, balance, compare_meanings, compare_scenes
from interpreter.compare.marks import carets, marked
from interpreter.compare.revision import revision, written_out
from interpreter.compare.scenes import scene_files
from interpreter.match import Match, MatchFault, load

ROOT = Path(__file__).resolve().parent.parent
TORRI = ROOT / "games" / "torri"
BLESS = ROOT / "games" / "bless"
DECK, WORDS, RULES = "prime-torri.mazzo", "pietre.parole", "torri.gioco"


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=N", "-c", "user.email=n@n", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a game in it, committed, and we stand in it."""
    if shutil.which("git") is None:
        pytest.skip("no git here")
    shutil.copytree(TORRI, tmp_path / "games" / "torri")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Other words in a text; they must have been there."""
    path = folder / "games" / "torri" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def diff(*arguments: str, jobs: int = 1) -> Result:
    return CliRunner().invoke(group, ["diff", *arguments, "--jobs", str(jobs)])


def found(*arguments: str) -> dict:
    result = diff(*arguments, "--json")
    assert result.exit_code in (0, 1), result.output
    answer = json.loads(result.output)
    assert (result.exit_code == 0) == answer["same"]
    return answer


def changes(*arguments: str) -> list[tuple[str, str, str]]:
    """What, kind and name of each change of meaning."""
    return [
        (c["what"], c["kind"], c["name"])
        for c in found(*arguments, "--no-scenes", "--matches", "0")["meaning"]["changes"]
    ]


HERE = ("HEAD:games/torri", "games/torri")


# -- meaning


def test_a_text_is_the_same_as_itself(repository):
    result = diff(*HERE)
    assert (result.exit_code, "stesso significato: anche scene e partite sono le stesse" in result.output) == (0, True)
    assert found(*HERE)["meaning"]["changes"] == []


def test_a_rewording_has_the_same_meaning_and_is_seen_to_be_one(repository):
    change(repository, DECK, "Quando colpisce, ottieni una Gemma.", "Se colpisce, ottieni 1 Gemma.")
    result = diff(*HERE)
    assert result.exit_code == 0
    assert "carta Torre del Sale: stesso significato, altre parole" in result.output
    assert "stesso significato (1 cosa in altre parole)" in result.output
    assert "    - Quando colpisce, ottieni una Gemma.\n      ^^^^^^                   ^^^\n" in result.output
    answer = found(*HERE)
    assert (answer["scenes"], answer["matches"]) == (None, None)  # nothing can be different
    (one,) = answer["meaning"]["changes"]
    assert one["what"] == "reworded"
    assert one["new"] == "games/torri/prime-torri.mazzo:17:1"
    assert [d["same_meaning"] for d in one["differences"]] == [True]


def test_words_of_layout_change_nothing(repository):
    change(
        repository,
        DECK,
        "    Torre: Quando colpisce, ottieni una Gemma.",
        "    Torre:  Quando   colpisce,\n      ottieni una Gemma.",
    )
    assert changes(*HERE) == []


def test_a_changed_number_shows_both_canonical_texts_with_the_difference_marked(repository):
    change(repository, DECK, "Ha +1 Forza per ogni Granito.", "Ha +2 Forza, per ogni Granito in città.")
    result = diff(*HERE, "--no-scenes", "--matches", "0")
    assert result.exit_code == 1
    assert (
        "carta Torre dell'Acqua: significato cambiato  (games/torri/prime-torri.mazzo:14:1)\n"
        "  Torre\n"
        "    - Ha +1 Forza per ogni Granito.\n"
        "         ^^\n"
        "    + Ha +2 Forza per ogni Granito.\n"
        "         ^^\n"
    ) in result.output


def test_a_printed_value_a_rule_a_price_and_a_word_of_the_deck(repository):
    change(repository, DECK, "Torre del Sale\n    Granito. Forza 3.", "Torre del Sale\n    Marmo. Forza 2.")
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    change(repository, RULES, "azione Alzare", "azione Alzare   -- una nota")
    answer = found(*HERE, "--no-scenes", "--matches", "0")["meaning"]["changes"]
    said = {c["name"]: [(d["label"], d["old"], d["new"]) for d in c["differences"]] for c in answer}
    assert said == {
        "Torre del Sale": [("Pietra", "Granito", "Marmo"), ("Forza", "3", "2")],
        "Tesoro": [("", *(f"Quando abbatte una Torre avversaria, ottieni {n} Gemme." for n in (2, 3)))],
    }


def test_cards_added_removed_renamed(repository):
    path = repository / "games" / "torri" / DECK
    text = (
        path.read_text("utf-8")
        .replace("Torre del Sale\n", "Torre Salata\n")
        .replace("Torre del Boia\n    Granito. Forza 3.", "Torre del Giudice\n    Granito. Forza 4.")
    )
    path.write_text(text, "utf-8")
    answer = found(*HERE, "--no-scenes", "--matches", "0")["meaning"]["changes"]
    assert [(c["what"], c["was"], c["name"]) for c in answer] == [
        ("renamed", "Torre del Sale", "Torre Salata"),
        ("renamed", "Torre del Boia", "Torre del Giudice"),
    ]
    assert [[(d["label"], d["old"], d["new"]) for d in c["differences"]] for c in answer] == [[], [("Forza", "3", "4")]]


def test_a_keyword_with_another_name_changes_no_card(repository):
    """Those that have it mean the same, in other words."""
    for file in (DECK, WORDS):
        path = repository / "games" / "torri" / file
        path.write_text(path.read_text("utf-8").replace("Contrafforte", "Sperone"), "utf-8")
    said = changes(*HERE)
    assert said.count(("renamed", "parola chiave", "Sperone")) == 1
    assert {what for what, kind, _ in said if kind == "carta"} == {"reworded"}


def test_a_card_that_is_new_and_one_that_is_gone_are_not_taken_for_each_other(repository):
    path = repository / "games" / "torri" / DECK
    head, _, rest = path.read_text("utf-8").partition(
        "Torre dei Gemelli\n    Marmo. Forza 2.\n    Torre: Può colpire 2 volte per turno.\n"
    )
    assert rest
    path.write_text(head + "Torre Nuova\n    Granito. Forza 9.\n    Torre: CROLLO: Scava 3 carte.\n" + rest, "utf-8")
    assert sorted(changes(*HERE)) == [("added", "carta", "Torre Nuova"), ("removed", "carta", "Torre dei Gemelli")]


@pytest.mark.parametrize(
    ("old", "new", "under"),
    [
        ("Pesca una carta.", "Pesca 2 carte.", ("      ^^^^^^^^^", "      ^^^^^^^")),
        ("Ha +1 Occhio.", "Ha +1 Occhio per questo turno.", ("", "            ^^^^^^^^^^^^^^^^^")),
        ("", "Nuovo.", ("", "^^^^^^")),
        ("Uguale.", "Uguale.", ("", "")),
    ],
)
def test_marks_stand_under_what_differs(old, new, under):
    runs = marked(old, new)
    assert tuple("".join(run.text for run in each) for each in runs) == (old, new)
    assert tuple(map(carets, runs)) == under


def test_in_a_terminal_the_difference_has_a_colour(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    result = CliRunner().invoke(group, ["diff", *HERE, "--no-scenes", "--matches", "0"], color=True)
    assert "\x1b[31m\x1b[1m2\x1b[0m Gemme" in result.output
    assert "\x1b[32m\x1b[1m3\x1b[0m Gemme" in result.output


# -- scenes


def test_the_scenes_that_notice_are_told_both_ways_at_the_first_step_that_differs(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    result = diff(*HERE, "--matches", "0")
    assert (
        "scena Il Tesoro paga chi abbatte  (games/torri/scene/torri.scena:64:5)\n"
        "  A colpisce Marmo 3 con Alfa\n"
        "      Alfa abbatte Marmo 3\n"
        "      si attiva Alfa (Tesoro)\n"
        "    -   A ottiene 2 Gemme\n"
        "    +   A ottiene 3 Gemme\n"
        "      alla fine:\n"
        "    -   A: Gemme 0 → 2, Mosse 2 → 1\n"
        "    +   A: Gemme 0 → 3, Mosse 2 → 1\n"
        "        Cinta di B → Macerie: Marmo 3\n"
        "    ora non riesce, alla riga 66: non è così: A ha 3\n"
    ) in result.output
    assert "scene: 1 di 10 va in un altro modo" in result.output


def test_several_processes_find_the_same(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    many = repository / "games" / "torri" / "scene" / "molte.scena"
    scenes = (repository / "games" / "torri" / "scene" / "torri.scena").read_text("utf-8")
    head, *rest = scenes.split("\nscena ")
    many.write_text(head + "".join(f"\nscena {n} {scene}" for n in range(4) for scene in rest), "utf-8")
    one, two = (json.loads(diff(*HERE, "--matches", "12", "--json", jobs=jobs).output) for jobs in (1, 2))
    assert one == two
    assert len(one["scenes"]["changes"]) == 5


def test_a_scene_that_one_text_cannot_read_does_not_hide_the_others(repository):
    change(repository, DECK, "Torre del Sale\n", "Torre Salata\n")
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    with (repository / "games" / "torri" / "scene" / "torri.scena").open("a", encoding="utf-8") as scenes:
        scenes.write(
            "\nscena Il nuovo nome\n    in Carro di A: Torre Salata\n    A alza Torre Salata\n    allora:\n        A ha 1 Gemma\n"
        )
    answer = found(*HERE, "--matches", "0")["scenes"]
    assert answer["played"] == 11
    assert [c["title"] for c in answer["changes"]] == ["Il Tesoro paga chi abbatte", "Il nuovo nome"]
    assert "«Salata» non si intende qui" in answer["changes"][1]["old"]["failure"]
    assert answer["changes"][1]["new"]["failure"] == ""


def test_scenes_may_be_named_or_left_out(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    other = repository / "mia.scena"
    other.write_text(
        "scene per Torri, con il mazzo Prime Torri\n\nscena Nulla\n    A passa\n    allora:\n        tocca a B\n",
        "utf-8",
    )
    assert found(*HERE, "--matches", "0", "--scene", "mia.scena")["scenes"] == {
        "played": 1,
        "changes": [],
        "unread": [],
    }
    assert found(*HERE, "--matches", "0", "--no-scenes")["scenes"] is None


# -- matches


def test_matches_are_paired_and_the_first_that_parts_can_be_played_again(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    answer = found(*HERE, "--no-scenes", "--matches", "30", "--seed", "3")["matches"]
    assert (answer["seeds"], answer["pairs"]) == (30, 60)
    assert 0 < answer["diverged"] < 60
    measures = {m["name"]: m for m in answer["measures"]}
    assert list(measures) == ["wins of who begins", "points of a player", "lead of who begins", "turns"]
    points = measures["points of a player"]
    assert points["new"] - points["old"] == pytest.approx(points["difference"]["mean"])
    assert points["difference"]["low"] < points["difference"]["mean"] < points["difference"]["high"]
    first = answer["divergence"]
    outputs = []
    for line in answer["replay"]:
        assert f"--seats random,random --seed {first['seed']} --first {first['first']}" in line
        outputs.append(shell(line))
    assert outputs[0] != outputs[1]
    assert "ottiene 2 Gemme" in outputs[0]


def shell(line: str) -> str:
    """What a line of a shell prints, with our command at hand."""
    binary = ROOT / ".venv" / "bin"
    path = (
        f"{binary}{os.pathsep}{Path(shutil.which('detto') or binary / 'detto').parent}{os.pathsep}{os.environ['PATH']}"
    )
    done = subprocess.run(
        ["sh", "-c", line], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_same_game_has_the_same_matches():
    game = load(TORRI)
    same = balance(game, game, seeds=range(4), seats=("random", "greedy"))
    assert (same.diverged, same.divergence) == (0, None)
    assert [m.name for m in same.measures][:2] == ["wins of who begins", "wins of the first bot"]
    wins = same.measures[0].difference
    assert (wins.mean, wins.low, wins.high) == (0, -same.unseen, same.unseen)
    assert all(m.difference.low is None for m in same.measures[2:])


def test_what_is_measured_is_what_happens():
    """The same matches played here, one by one."""
    game = load(TORRI)
    wins, points = [], []
    for seed in (7, 8):
        for first in (0, 1):
            match, agents = game.match(seed=seed, first=first), seat(("random", "greedy"), seed)
            while (decision := match.decision) is not None:
                match.choose(agents[decision.player].choose(match))
            wins.append(0.5 if match.winner is None else float(match.winner == first))
            points += [match.player_value(player, "Gemme") for player in (0, 1)]
    found = {m.name: m for m in balance(game, game, seeds=[7, 8], seats=("random", "greedy")).measures}
    assert found["wins of who begins"].old == sum(wins) / 4
    assert found["points of a player"].new == sum(points) / 8


# -- trouble


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("nulla", "games/torri", "nulla: non c'è; una revisione di git si scrive REVISIONE:PERCORSO"),
        ("HEAD:nulla", "games/torri", "HEAD: in questa revisione non c'è «nulla»"),
        ("HEAD:../fuori", "games/torri", "HEAD: in questa revisione non c'è «../fuori»"),
        ("mai:games/torri", "games/torri", "git non conosce la revisione «mai»"),
        (":games/torri", "games/torri", "«» non è una revisione"),
        ("games/torri/scene/torri.scena", "games/torri", "si confrontano un gioco"),
        ("HEAD:games/torri/README.md", "games/torri", "lì non ci sono testi di un gioco"),
        ("games/torri/prime-torri.mazzo", "HEAD:games/torri/torri.gioco", "non sono la stessa cosa: un ."),
        ("HEAD:games", "games/torri", "in questa cartella non c'è un .gioco: HEAD:"),
    ],
)
def test_what_cannot_be_compared_is_said(repository, old, new, said):
    for pair in ((old, new), (new, old)):
        result = diff(*pair)
        assert result.exit_code == 2
        assert said in result.output
        assert "detto-diff-" not in result.output  # no path of ours


@pytest.mark.parametrize(
    "asked, said", [(("--seats", "greedy,nobody"), "'nobody'"), (("--deck", "Nulla"), "No deck «Nulla» here")]
)
def test_a_bot_or_deck_that_is_not_there_is_said_before_all_else(repository, asked, said):
    change(repository, DECK, "Quando colpisce, ottieni", "Quando viene colpita, ottieni")
    result = diff(*HERE, "--matches", "1", *asked)
    assert (result.exit_code, result.stdout) == (2, "") and said in result.stderr


def test_a_text_with_an_error_is_trouble_with_its_place(repository):
    change(repository, DECK, "Quando colpisce, ottieni", "Quuando colpisce, ottieni")
    git(repository, "commit", "-qam", "two")
    change(repository, DECK, "Quuando colpisce, ottieni", "Quando colpisce, ottieni")
    result = diff(*HERE)
    assert result.exit_code == 2
    assert "--> HEAD:games/torri/prime-torri.mazzo:19:12" in result.output
    assert "errore: non si legge: HEAD:games/torri" in result.output
    assert diff("HEAD~1:games/torri", "games/torri").exit_code == 0


def test_an_object_that_a_repository_lacks_is_said(repository):
    """As in a clone that has not all of it."""
    name = subprocess.run(
        ["git", "rev-parse", f"HEAD:games/torri/{DECK}"], cwd=repository, capture_output=True, text=True, check=True
    ).stdout.strip()
    (repository / ".git" / "objects" / name[:2] / name[2:]).unlink()
    result = diff(*HERE)
    assert result.exit_code == 2
    assert f"manca «games/torri/{DECK}» (l'oggetto {name})" in result.output


def test_links_and_other_files_of_a_revision_are_not_written_out(repository):
    (repository / "games" / "torri" / "link.mazzo").symlink_to("/etc/hostname")
    (repository / "games" / "torri" / "altro.txt").write_text("altro", "utf-8")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "two")
    folder = written_out(revision("HEAD", "games/torri", repository), repository / "fuori")
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {".gioco", ".parole", ".mazzo", ".scena"}
    assert not (folder / "link.mazzo").exists()


def test_no_repository_and_no_git(tmp_path, monkeypatch):
    shutil.copytree(TORRI, tmp_path / "torri")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    result = diff("HEAD:torri", "torri")
    assert (result.exit_code, "non è in un deposito di git" in result.output) == (2, True)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = diff("HEAD:torri", "torri")
    assert (result.exit_code, "ci vuole git, e qui non c'è" in result.output) == (2, True)
    assert diff("torri", "torri").exit_code == 0  # without a revision nobody asks for git


def test_games_of_other_numbers_of_players_have_no_matches_in_common():
    torri = load(TORRI)
    with pytest.raises(ValueError, match="different numbers of players"):
        balance(torri, Stub(), seeds=[1], seats=("random", "random"))  # type: ignore[arg-type]


class Stub:
    players = 3


# -- ways to name a text


def test_a_deck_words_rules_a_folder_and_a_revision_alone(repository, monkeypatch):
    change(repository, DECK, "Ha +1 Forza per ogni Granito.", "Ha +2 Forza per ogni Granito.")
    acqua = [("changed", "carta", "Torre dell'Acqua")]
    assert changes("HEAD:games/torri/prime-torri.mazzo", "games/torri/prime-torri.mazzo") == acqua
    assert changes("HEAD", "games/torri") == changes("HEAD", "games/torri/prime-torri.mazzo") == acqua
    assert changes("HEAD:games/torri/torri.gioco", "games/torri/torri.gioco") == []
    git(repository, "commit", "-qam", "two")
    assert changes("HEAD~1:games/torri", "HEAD:games/torri") == acqua
    monkeypatch.chdir(repository / "games")
    assert changes("HEAD~1:torri", "torri") == changes("HEAD~1:./torri", "torri") == acqua
    monkeypatch.chdir(repository / "games" / "torri")
    assert changes("HEAD~1", ".") == changes("HEAD~1:.", ".") == acqua


def test_rules_alone_are_played_with_the_decks_beside_them(repository):
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    answer = found("HEAD:games/torri/pietre.parole", "games/torri/pietre.parole", "--matches", "2")
    assert [c["title"] for c in answer["scenes"]["changes"]] == ["Il Tesoro paga chi abbatte"]
    assert answer["matches"]["pairs"] == 4


def test_a_deck_that_stands_alone_is_read_with_the_other_s_game(repository):
    other = repository / "prova.mazzo"
    text = (repository / "games" / "torri" / DECK).read_text("utf-8")
    other.write_text(text.replace("Ha +1 Forza per ogni Granito.", "Ha +2 Forza per ogni Granito."), "utf-8")
    result = diff("games/torri/prime-torri.mazzo", "prova.mazzo", "--matches", "10")
    assert "carta Torre dell'Acqua: significato cambiato  (prova.mazzo:14:1)" in result.output
    assert "detto-diff-" not in result.output
    line = re.search(r"ora: +(.*)", result.output)
    assert line is None or "vince" in shell(line[1])


def test_the_readme_shows_what_it_prints(tmp_path, monkeypatch):
    readme = (ROOT / "README.md").read_text("utf-8")
    block = next(
        b for b in re.findall(r"^```\n(\$ sed .*?)\n```$", readme, re.MULTILINE | re.DOTALL) if "detto diff" in b
    )
    edit, command, *shown = block.splitlines()
    shutil.copytree(TORRI, tmp_path / "games" / "torri")
    for step in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        git(tmp_path, *step)
    monkeypatch.chdir(tmp_path)
    subprocess.run(shlex.split(edit.removeprefix("$ ")), check=True)
    printed = diff(*shlex.split(command.removeprefix("$ detto diff "))).output.splitlines()
    assert [line for line in shown if line != "…" and line not in printed] == []


# -- on the great game


def test_a_changed_number_of_the_great_deck(tmp_path):
    """The bar of the whole: the changed meaning, the scenes that notice, an interval."""
    shutil.copytree(BLESS, tmp_path / "bless")
    deck = tmp_path / "bless" / "alba-e-cenere.mazzo"
    deck.write_text(
        deck.read_text("utf-8").replace("Ha +1 Occhio per ogni Eco.", "Ha +3 Occhio per ogni Eco."), "utf-8"
    )
    old, new = Side("old", BLESS), Side("new", tmp_path / "bless")
    (only,) = compare_meanings(old.loaded, new.loaded).changes
    assert (only.name, only.differences[0].new) == ("Veglia dei Canti", "Ha +3 Occhio per ogni Eco.")
    scenes = tmp_path / "bless" / "scene" / "carte.scena"
    text = scenes.read_text("utf-8")
    head = text[: text.index("\nscena ")]
    wanted = "".join(f"\nscena {part}" for part in text.split("\nscena ")[1:] if "Veglia dei Canti" in part)
    scenes.write_text(head + wanted, "utf-8")
    report = compare_scenes(old, new, *scene_files(new, old, [scenes]))
    assert report.changes
    assert all("Veglia dei Canti" in change.title + change.words for change in report.changes)


def test_errors_of_revisions_have_one_class():
    assert issubclass(RevisionError, Exception)


def test_a_text_that_the_machine_cannot_carry_out_is_told_not_raised(repository, monkeypatch):
    """A fault of the machine in one of the texts: the scene and the match have no end there, and it is said why."""
    change(repository, WORDS, "ottieni 2 Gemme", "ottieni 3 Gemme")
    program = types.SimpleNamespace(span=None, owner="Torre", name="p1")
    choose = Match.choose

    def broken(match: Match, option: int) -> None:
        texts = match.game.loaded
        if texts is not None and "detto-diff-" not in str(texts.path):  # the newer one
            raise MatchFault(program, ValueError("non va"))  # type: ignore[arg-type]
        choose(match, option)

    monkeypatch.setattr(Match, "choose", broken)
    answer = found(*HERE, "--matches", "1")
    assert "la macchina non la porta a termine: «Torre»: non va" in answer["scenes"]["changes"][0]["new"]["failure"]
    assert answer["matches"]["stopped"] == [[0, first, "«Torre»: non va"] for first in (0, 1)]
