"""``detto watch``: what it tells of each save, and that no file, however it is, ends it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.meaning.game import GameMeaning
from interpreter import match
from interpreter.objects import Objects
from interpreter.program.compiled import Compiled
from interpreter.program.from_meaning import compile_game
from interpreter.watching import Bench, Changes, Event, Meanings, Played, Problems

ROOT = Path(__file__).resolve().parent.parent

FIRST_SCENE = """
scena Prima
    tocca ad A
    in Cinta di A: Torre del Sale
    la Forza di Torre del Sale è 3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    where = tmp_path / "torri"
    shutil.copytree(ROOT / "games" / "torri", where)
    return where


@pytest.fixture
def bench(folder: Path) -> Bench:
    """A bench on which every scene has been played once."""
    found = Bench(folder)
    list(found.refresh())
    while found.pending:
        found.play_next()
    return found


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def deck(folder: Path) -> Path:
    return folder / "prime-torri.mazzo"


def refreshed(bench: Bench) -> tuple[list[Problems], list[Meanings], list[Played]]:
    events: list[Event] = list(bench.refresh())
    return (
        [e for e in events if isinstance(e, Problems)],
        [e for e in events if isinstance(e, Meanings)],
        [e for e in events if isinstance(e, Played)],
    )


def said(meanings: list[Meanings]) -> list[tuple[str, str, str, str]]:
    """Every difference: of what, in which place, old, new."""
    return [
        (change.name, difference.label, difference.old, difference.new)
        for each in meanings
        for change in each.changes
        for difference in change.differences
    ]


# -- what is told


def test_at_first_all_scenes_are_in_line_and_nothing_is_different(folder: Path) -> None:
    bench = Bench(folder)
    problems, meanings, played = refreshed(bench)
    assert [each.all for each in problems if not each.advice] == [()]
    assert (meanings, played) == ([], [])
    assert bench.pending > 3
    results = [bench.play_next() for _ in range(bench.pending)]
    assert all(result.now.passed and not result.changed for result in results)
    assert bench.scenes.failing() == 0


def test_a_changed_number_shows_both_meanings_and_the_scenes_that_notice(bench: Bench, folder: Path) -> None:
    rewrite(folder / "scene" / "torri.scena", "\nscena ", FIRST_SCENE + "\nscena ")
    _, meanings, played = refreshed(bench)
    assert meanings == []
    assert "Prima" in [scene.title for scene in played], "scenes of a changed file are played at once"
    while bench.pending:
        bench.play_next()
    rewrite(deck(folder), "Torre del Sale\n    Granito. Forza 3.", "Torre del Sale\n    Granito. Forza 5.")
    _, meanings, played = refreshed(bench)
    assert said(meanings) == [("Torre del Sale", "Forza", "3", "5")]
    (broken,) = [scene for scene in played if scene.title == "Prima"]
    assert broken.changed and not broken.now.passed and broken.before is not None and broken.before.passed
    assert "torri.scena" in broken.now.report and "5" in broken.now.report
    others = [bench.play_next() for _ in range(bench.pending)]
    again = [scene for scene in others if scene.title == "Prima"]
    assert len(others) > 1, "the other scenes come afterwards"
    assert [(scene.changed, scene.now.passed) for scene in again] == [(False, False)], "what failed among others, alone"
    assert bench.pending == 0


def test_other_words_for_the_same_are_seen_to_be_the_same(bench: Bench, folder: Path) -> None:
    text = deck(folder).read_text("utf-8")
    old, new = ("Scava 2 carte", "Scava due carte") if "Scava 2 carte" in text else ("Scava due carte", "Scava 2 carte")
    rewrite(deck(folder), old, new)
    _, meanings, played = refreshed(bench)
    (change,) = meanings[0].changes
    assert change.same_meaning
    assert [(where, was, is_) for _, where, was, is_ in said(meanings)] == [
        ("Torre", f"CROLLO: {old}.", f"CROLLO: {new}.")
    ]
    assert played == [] and bench.pending == 0, "nothing means anything else, so no scene need be played"


def test_a_scene_that_goes_another_way_shows_the_first_step_that_differs(bench: Bench, folder: Path) -> None:
    step = "        le Gemme del giocatore aumentano del numero\n"
    rewrite(folder / "torri.gioco", step, f"{step}        le Gemme del giocatore aumentano di 1\n")
    _, meanings, played = refreshed(bench)
    assert [change.name for change in meanings[0].changes] == ["ottenere"]
    assert played == []
    results = [bench.play_next() for _ in range(bench.pending)]
    assert any(result.changed for result in results)


def test_a_new_problem_is_told_whole_and_an_old_one_only_counted(bench: Bench, folder: Path) -> None:
    rewrite(deck(folder), "Non può colpire.", "Non può colpirre.")
    (told,), _, _ = refreshed(bench)
    assert len(told.new) == 1 and told.new[0].span is not None and "colpirre" in told.new[0].message
    rewrite(deck(folder), "Marmo. Forza 2.", "\n    Marmo. Forza 2.")
    (told,), _, _ = refreshed(bench)
    assert (len(told.all), len(told.new)) == (1, 0)
    rewrite(deck(folder), "Non può colpirre.", "Non può colpire.")
    first, *_ = refreshed(bench)[0]
    assert (first.all, first.gone) == ((), 1)


def test_a_card_that_scenes_name_is_made_ready_with_their_tables_alone(
    bench: Bench, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(meaning: GameMeaning, objects: Objects) -> Compiled:
        made.append(len(objects.cards))
        return compile_game(meaning, objects)

    with_a_card = FIRST_SCENE.replace("Prima\n", "Sua\n    carta Alfa: Granito 4\n").replace(
        "Sale\n", "Sale, Alfa\n", 1
    )
    rewrite(folder / "scene" / "torri.scena", "\nscena ", FIRST_SCENE + with_a_card + "\nscena ")
    refreshed(bench)
    monkeypatch.setattr(match, "compile_game", counted)
    rewrite(deck(folder), "Quando colpisce, ottieni una Gemma.", "Quando colpisce, ottieni 2 Gemme.")
    _, meanings, played = refreshed(bench)
    assert meanings and [(scene.title, scene.now.passed) for scene in played] == [("Prima", True), ("Sua", True)]
    assert made == [25]


def test_a_card_that_has_no_program_is_told_and_no_scene_is_played(bench: Bench, folder: Path) -> None:
    rewrite(folder / "scene" / "torri.scena", "\nscena ", FIRST_SCENE + "\nscena ")
    refreshed(bench)
    whole = deck(folder).read_text("utf-8")
    rewrite(deck(folder), "Quando colpisce, ottieni una Gemma.", "Conta come un Marmo.")
    (told,), meanings, played = refreshed(bench)
    assert [problem.code for problem in told.new] == ["P001"]
    assert (meanings, played, bench.pending) == ([], [], 0)
    deck(folder).write_text(whole, "utf-8")
    (told, _), _, _ = refreshed(bench)
    assert (told.all, told.gone) == ((), 1) and bench.pending > 0


def test_what_changed_while_the_text_was_broken_is_told_when_it_is_whole(bench: Bench, folder: Path) -> None:
    whole = deck(folder).read_text("utf-8")
    deck(folder).write_text(whole.replace("Non può colpire.", "Non può colpirre."), "utf-8")
    refreshed(bench)
    deck(folder).write_text(whole.replace("Non può colpire.", "Quando colpisce, scava una carta."), "utf-8")
    _, meanings, _ = refreshed(bench)
    assert said(meanings) == [("Torre di Ferro", "Torre", "Non può colpire.", "Quando colpisce, scava una carta.")]


def test_scenes_that_were_not_played_yet_are_played_after_the_next_save(bench: Bench, folder: Path) -> None:
    rewrite(deck(folder), "Torre del Sale\n    Granito. Forza 3.", "Torre del Sale\n    Granito. Forza 5.")
    refreshed(bench)
    waiting = bench.pending
    bench.play_next()
    rewrite(deck(folder), "mazzo Prime Torri", "-- niente di nuovo\nmazzo Prime Torri")
    _, meanings, played = refreshed(bench)
    assert (meanings, played, bench.pending) == ([], [], waiting - 1)


# -- what may happen to files


def spoil_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


SPOILS: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "half": spoil_half,
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "gone": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("altro" + path.suffix)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a link to nowhere": lambda path: (path.unlink(), path.symlink_to("nowhere")),
}


@pytest.mark.parametrize("name", ["torri.gioco", "pietre.parole", "prime-torri.mazzo", "scene/torri.scena"])
@pytest.mark.parametrize("spoil", SPOILS)
def test_no_file_however_it_is_ends_the_watch(bench: Bench, folder: Path, name: str, spoil: str) -> None:
    path = folder / name
    whole = path.read_bytes()
    SPOILS[spoil](path)
    list(bench.refresh())
    while bench.pending:
        bench.play_next()
    for each in (path, path.with_name("altro" + path.suffix)):
        if each.is_dir():
            each.rmdir()
        else:
            each.unlink(missing_ok=True)
    path.write_bytes(whole)
    first, *_ = refreshed(bench)[0]
    assert first.all == ()
    while bench.pending:
        assert bench.play_next().now.passed


def test_a_folder_that_is_gone_is_a_problem_and_no_end(bench: Bench, folder: Path) -> None:
    away = folder.with_name("away")
    folder.rename(away)
    (told,), _, _ = refreshed(bench)
    assert told.new and told.new[0].is_error
    away.rename(folder)
    first, *_ = refreshed(bench)[0]
    assert (first.all, first.gone) == ((), 1)


# -- the files


def within(seconds: float, found: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found():
            return True
        time.sleep(0.02)
    return False


def test_saves_are_noticed_however_an_editor_saves(folder: Path) -> None:
    with Changes(folder) as changes:
        time.sleep(0.3)
        rewrite(deck(folder), "Non può colpire.", "Non può colpire .")
        assert "prime-torri.mazzo" in changes.take(timeout=10)
        part = deck(folder).with_suffix(".part")
        shutil.copy(deck(folder), part)
        part.replace(deck(folder))
        assert "prime-torri.mazzo" in changes.take(timeout=10)
        (folder / "note.txt").write_text("nulla", "utf-8")
        assert changes.take(timeout=0.6) == frozenset()
        (folder / "scene" / "altra.scena").write_text("scena x\n", "utf-8")
        assert changes.take(timeout=10) == {"altra.scena"}


def test_a_folder_that_comes_back_is_watched_again(folder: Path) -> None:
    away = folder.with_name("away")
    with Changes(folder) as changes:
        time.sleep(0.3)
        shutil.move(folder, away)
        assert changes.take(timeout=10)
        shutil.copytree(away, folder)
        assert changes.take(timeout=10)
        time.sleep(0.5)
        changes.take(timeout=0.3)
        rewrite(deck(folder), "Non può colpire.", "Non può colpire .")
        assert "prime-torri.mazzo" in changes.take(timeout=10)


# -- the command


def test_the_command_tells_of_a_save_and_ends_cleanly(folder: Path) -> None:
    command = [sys.executable, "-u", "-m", "interpreter.cli", "watch", str(folder)]
    output = folder.parent / "output.txt"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with output.open("wb") as stream:
        # a shell that runs the tests in the background has them, and what they start, ignore Ctrl-C
        process = subprocess.Popen(
            command,
            stdout=stream,
            stderr=subprocess.STDOUT,
            cwd=folder.parent,
            env=environment,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    try:
        assert within(60, lambda: "passano tutte" in output.read_text("utf-8")), output.read_text("utf-8")
        rewrite(deck(folder), "Quando colpisce, ottieni", "Quando viene colpita, ottieni")
        assert within(30, lambda: "ms)" in output.read_text("utf-8")), output.read_text("utf-8")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
    said = output.read_text("utf-8")
    assert "prime-torri.mazzo" in said
    assert "carta Torre del Sale: significato cambiato" in said
    assert "    - Quando colpisce, ottieni una Gemma.\n             ^^^^^^^^\n" in said
    assert "    + Quando viene colpita, ottieni una Gemma.\n             ^^^^^^^^^^^^^\n" in said
    assert said.endswith("fine\n") and "Traceback" not in said


def test_a_folder_without_a_game_is_told() -> None:
    from click.testing import CliRunner

    from interpreter.cli.watch import command

    result = CliRunner().invoke(command, [str(ROOT / "docs")])
    assert result.exit_code == 1 and "qui non c'è un gioco" in result.output


def test_when_the_rules_change_every_scene_only_some_are_shown(
    bench: Bench, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.cli import watch

    class Still:
        def waiting(self) -> bool:
            return False

    monkeypatch.setattr(watch, "MOST_TOLD", 2)
    rewrite(
        folder / "torri.gioco",
        "le Mosse del giocatore di turno diventano 2",
        "le Mosse del giocatore di turno diventano 1",
    )
    list(bench.refresh())
    watch._play_on(bench, Still())  # type: ignore[arg-type]
    said = capsys.readouterr().out
    assert said.count("✗") + said.count("~ ") == 2
    assert "altre scene diverse" in said and "passano tutte" not in said
