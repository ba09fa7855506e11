"""Snapshots of scenes: pytest's items and ``detto test`` run the same scenes and write the same files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.group import group
from interpreter.scenes.snapshots import Album, difference

pytest_plugins = ["pytester"]

GAMES = Path(__file__).resolve().parent.parent / "games"
SCENES = """\
scene per Torri, con il mazzo Prime Torri

scena La Torre di Ferro cade
    in città di A: una Granito 6
    in città di B: Torre di Ferro
    A colpisce Torre di Ferro con Granito 6

scena La Torre Storta resta
    in città di A: una Granito 3 [Incrinata]
    in città di B: Torre Storta
    A non può colpire Torre Storta con Granito 3

scena Due fotografie
    in città di A: una Granito 6, Torre dei Gemelli
    in città di B: una Marmo 3, una Marmo 1
    A colpisce Marmo 3 con Granito 6
    fotografia
    A colpisce Marmo 1 con Torre dei Gemelli
    fotografia
"""


@pytest.fixture
def game(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game with three scenes, in a folder of its own; the tests that run there are nobody's workers."""
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)
    folder = pytester.path / "giochi" / "torri"
    shutil.copytree(GAMES / "torri", folder)
    shutil.rmtree(folder / "scene")
    (folder / "scene").mkdir()
    (folder / "scene" / "prova.scena").write_text(SCENES, "utf-8")
    return folder


def detto(*words: object) -> Result:
    return CliRunner().invoke(group, ["test", *map(str, words)])


def run(pytester: pytest.Pytester, *words: object) -> pytest.RunResult:
    return pytester.runpytest_subprocess(*words, timeout=300)


def snapshots(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((game / "scene").rglob("*.txt"))}


def test_the_command_and_pytest_write_the_same_bytes(pytester: pytest.Pytester, game: Path) -> None:
    assert detto(game).exit_code == 1, "no snapshot is there yet"
    updated = detto(game, "--update")
    assert updated.exit_code == 0 and "3 passed, 0 failed, 3 snapshots written" in updated.output
    by_the_command = snapshots(game)
    shutil.rmtree(game / "scene" / "fotografie")
    run(pytester, "--snapshot-update", "-n", "2").assert_outcomes(passed=3)
    assert snapshots(game) == by_the_command != {}
    run(pytester).assert_outcomes(passed=3)
    assert detto(game).exit_code == 0
    assert detto(game, "--update").output == "3 passed, 0 failed\n", "nothing to write"


def test_a_snapshot_is_told_in_short(game: Path) -> None:
    detto(game, "--update")
    album = Album.read(game / "scene" / "fotografie" / "prova.txt")
    assert list(album.photos) == ["La Torre di Ferro cade", "Due fotografie", "Due fotografie, fotografia 2"]
    assert album.photos["Due fotografie"].splitlines() == [
        "Granito 6 colpisce Marmo 3",
        "Granito 6 abbatte Marmo 3",
        "alla fine:",
        "  A: Mosse 2 → 1",
        "  Cinta di B → Macerie: Marmo 3",
    ]


def test_a_difference_fails_with_the_excerpt_of_the_runner(pytester: pytest.Pytester, game: Path) -> None:
    detto(game, "--update")
    deck = game / "prime-torri.mazzo"
    deck.write_text(deck.read_text("utf-8").replace("Forza 5", "Forza 6"), "utf-8")
    result = run(pytester, "-k", "cade or Storta")
    result.assert_outcomes(failed=1, passed=1)
    told = result.stdout.str()
    assert "Traceback" not in told and ".py" not in told.partition("= FAILURES")[2].partition("= short")[0]
    assert detto(game, "--match", "cade").output.splitlines()[1:4] == [
        f" --> {game / 'scene' / 'prova.scena'}:3:1",
        "3 | scena La Torre di Ferro cade",
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]
    result.stdout.fnmatch_lines(
        [
            "*La Torre di Ferro cade*",
            "* = - Granito 6 abbatte Torre di Ferro",
            "FAILED giochi/torri/scene/prova.scena::La Torre di Ferro *",
        ]
    )
    again = run(pytester, "--lf")
    again.assert_outcomes(failed=1)
    run(pytester, "-x", "--lf", "giochi/torri/scene/prova.scena::La Torre di Ferro cade").assert_outcomes(failed=1)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: text.replace("scena La Torre di Ferro cade", "scena Altro"), id="another title"),
        pytest.param(lambda text: text[: text.rindex("    fotografia")], id="one fotografia less"),
        pytest.param(None, id="no file of scenes any more"),
    ],
)
def test_unused_snapshots_are_told_by_both_and_removed_by_both(
    pytester: pytest.Pytester, game: Path, spoil: Callable[[str], str] | None
) -> None:
    scenes = game / "scene" / "prova.scena"
    other = game / "scene" / "altre.scena"
    other.write_text(SCENES.replace("scena ", "scena Ancora ").replace("Ancora per", "per"), "utf-8")
    detto(game, "--update")
    if spoil is None:
        scenes.unlink()
    else:
        scenes.write_text(spoil(SCENES), "utf-8")
        detto(game, "--update", "--match", "Altro")
        Album.read(game / "scene" / "fotografie" / "prova.txt")
    kept = game / "scene" / "fotografie" / "prova.txt"
    album = Album.read(kept)
    album.merge({"Di nessuno": "niente"})
    album.write()
    told = detto(game)
    assert told.exit_code == 1 and "nessuna scena scatta più «Di nessuno»" in told.output
    checked = run(pytester)
    assert checked.ret != 0
    checked.stdout.fnmatch_lines(["*unused*"])
    before = snapshots(game)
    run(pytester, "--snapshot-update")
    by_pytest = snapshots(game)
    for name, text in before.items():
        (kept.parent / name).write_bytes(text)
    detto(game, "--update")
    assert snapshots(game) == by_pytest
    assert b"Di nessuno" not in b"".join(by_pytest.values())


def test_a_selection_leaves_the_snapshots_of_the_others(pytester: pytest.Pytester, game: Path) -> None:
    detto(game, "--update")
    before = snapshots(game)
    run(pytester, "--snapshot-update", "-k", "not storta and not Ferro").assert_outcomes(passed=1, deselected=2)
    run(pytester, "--snapshot-update", "giochi/torri/scene/prova.scena::La Torre Storta resta")
    detto(game, "--update", "--match", "storta")
    assert snapshots(game) == before


def test_what_cannot_be_read_is_told_at_its_place(pytester: pytest.Pytester, game: Path) -> None:
    scenes = game / "scene" / "prova.scena"
    scenes.write_text(SCENES.replace("colpisce Marmo 3", "colpise Marmo 3"), "utf-8")
    (pytester.path / "film.scena").write_text("what is no game's", "utf-8")
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*giochi/torri/scene/prova.scena:16:7", "*A colpise Marmo 3*", "*^^^^*"])


def test_scenes_run_without_syrupy(pytester: pytest.Pytester, game: Path) -> None:
    detto(game, "--update")
    run(pytester, "-p", "no:syrupy").assert_outcomes(passed=3)


def test_the_command_needs_neither_pytest_nor_syrupy(game: Path) -> None:
    code = (
        "import sys; sys.modules |= dict.fromkeys(('pytest', 'syrupy', '_pytest'))\n"
        "from interpreter.cli.group import run; sys.argv = ['detto', 'test', *sys.argv[1:]]; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(game), "--update"], capture_output=True, text=True, check=False
    )
    assert "3 passed, 0 failed, 3 snapshots written" in done.stdout, done.stderr


def test_pytest_starts_without_the_interpreter(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import sys\n\ndef test_it():\n    assert not {'interpreter.match', 'dsl.load', 'lark'} & set(sys.modules)\n"
    )
    run(pytester, "-p", "no:hypothesispytest", "-p", "no:lsp").assert_outcomes(passed=1)


def test_a_difference_shows_what_changed_with_little_around() -> None:
    before = "\n".join(f"riga {number}" for number in range(20))
    assert difference(before, before.replace("riga 10", "altra")).splitlines() == [
        "  …", "  riga 8", "  riga 9", "- riga 10", "+ altra", "  riga 11", "  riga 12", "  …",
    ]  # fmt: skip
