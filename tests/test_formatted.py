"""``detto fmt`` and the wording of cards: what is written in its place means the same, and nothing of the author is lost."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import formatted as module
from dsl.formatted import formatted, formatted_source
from dsl.load import Loaded, load
from dsl.meaning.from_blocks.whole import deck_from_blocks
from dsl.source import Source
from dsl.syntax.block_reader import read_blocks
from dsl.syntax.reading import Fate
from dsl.syntax.reading_cache import read_text
from interpreter.cli.group import group

ROOT = Path(__file__).parent.parent
BLESS = ROOT / "games" / "bless"
ROWS = [
    tuple(line.split("\t"))
    for line in (ROOT / "tests" / "corpus" / "riscritture.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
HEAD = "mazzo Prova per Bless, con le parole LuceOmbra\n"


@pytest.fixture(scope="module")
def bless() -> Loaded:
    return load(BLESS)


def deck(*lines: str) -> str:
    """A deck of one card with these lines."""
    return HEAD + "\nCarta\n    Luce. Occhio 4, Karma 2.\n" + "".join(f"    {line}\n" for line in lines)


def rewritten(text: str, bless: Loaded) -> str:
    found = formatted_source(Source.of("prova.mazzo", text), bless)
    assert found.text is not None
    again = formatted_source(Source.of("prova.mazzo", found.text), bless)
    assert (again.text, again.reworded) == (found.text, ())  # done once, it is done
    return found.text


@pytest.mark.parametrize(("field", "wording", "canonical"), ROWS, ids=[row[1] for row in ROWS])
def test_a_wording_takes_its_canonical_form_and_keeps_its_meaning(field, wording, canonical, bless):
    assert rewritten(deck(f"{field}: {wording}"), bless) == deck(f"{field}: {canonical}")
    written, read_again = bless.read(wording, field), bless.read(canonical, field)
    assert written is not None and read_again is not None
    assert written.fate is Fate.UNDERSTOOD
    assert written.meanings == read_again.meanings


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.mazzo")), ids=lambda path: path.name)
def test_the_decks_of_the_repository_are_canonical(path):
    found = formatted(path)
    assert (found.text, found.reworded, found.left) == (path.read_text("utf-8"), (), ())


def test_comments_and_blank_lines_stay(bless):
    text = (
        "-- in testa\n" + HEAD + "\n-- prima\nCarta    -- del titolo\n"
        "    Luce. Occhio 4, Karma 2.\n\n"
        "    -- sopra\n"
        "    Maledizione: Se blessa, pesca due carte.           -- in fondo\n"
        "-- ultima\n"
    )
    assert rewritten(text, bless) == text.replace(
        "Se blessa, pesca due carte.           --", "Quando blessa, pesca 2 carte.         --"
    )


def test_a_wording_on_several_lines_stays_on_several_and_keeps_its_comments(bless):
    many = "Se blessa, pesca due carte. "
    text = deck("Maledizione:", f"    {many * 2}-- uno", "    -- due", f"    {many * 3} -- tre")
    out = rewritten(text, bless)
    assert all(mark in out for mark in ("-- uno", "-- due", "-- tre"))
    assert " ".join(out.split()).count("Quando blessa, pesca 2 carte.") == 5
    assert all(len(line.partition("--")[0].rstrip()) <= module.WIDTH for line in out.splitlines())


def test_a_canonical_wording_keeps_its_lines(bless):
    text = deck("Maledizione: Quando blessa,", "    pesca 2 carte.   -- e basta")
    assert rewritten(text, bless) == text


@pytest.mark.parametrize(
    ("wording", "why"),
    [("Pesca sette xyz.", "refused"), ("Pesca una carta e scarta una carta se hai due Eco.", "ambiguous")],
)
def test_what_is_not_understood_is_left_and_told(wording, why, bless):
    text = deck(f"Preghiera Impulso: {wording}", "Maledizione: Se blessa, pesca due carte.")
    found = formatted_source(Source.of("prova.mazzo", text), bless)
    assert found.text == text.replace("Se blessa, pesca due", "Quando blessa, pesca 2")
    assert [(each.card, each.field, each.why, each.span.line) for each in found.left if each.span] == [
        ("Carta", "Preghiera Impulso", why, 5)
    ]


def test_words_that_would_mean_something_else_are_never_written(bless, monkeypatch):
    """Were the said-back words of another meaning, the author's would stay."""
    text = deck("Maledizione: Se blessa, pesca due carte.")
    monkeypatch.setattr(module.italian, "said", lambda meaning, vocabulary, slot=None: "Pesca 3 carte.")
    found = formatted_source(Source.of("prova.mazzo", text), bless)
    assert (found.text, found.reworded, [each.why for each in found.left]) == (text, (), ["differs"])


def test_a_text_whose_cards_would_change_is_not_written(bless, monkeypatch):
    """The second guard: the deck as a whole is read again."""
    text = deck("Maledizione: Se blessa, pesca due carte.")
    monkeypatch.setattr(module, "_replaced", lambda source, changes: source.text.replace("Karma 2", "Karma 3"))
    found = formatted_source(Source.of("prova.mazzo", text), bless)
    assert (found.text, found.reworded, [each.why for each in found.left]) == (text, (), ["differs"])


# -- the command


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(group, ["fmt", *map(str, arguments)])
    return result.exit_code, result.output


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the rules and words, with a deck to be put in order."""
    for name in ("bless.gioco", "luceombra.parole"):
        (tmp_path / name).write_text((BLESS / name).read_text("utf-8"), "utf-8")
    (tmp_path / "prova.mazzo").write_text(deck("Maledizione: Se blessa,  pesca due carte."), "utf-8")
    return tmp_path


def test_the_command_writes_the_canonical_words(game):
    code, said = run(game)
    assert (code, said) == (0, f"cambiato: {game / 'prova.mazzo'} (1 testo in altre parole)\n")
    assert (game / "prova.mazzo").read_text("utf-8") == deck("Maledizione: Quando blessa, pesca 2 carte.")
    assert run(game, "--check") == (0, "niente da cambiare\n")
    assert [path.name for path in game.iterdir() if path.suffix not in (".gioco", ".parole", ".mazzo")] == []


def test_check_and_diff_write_nothing(game):
    before = (game / "prova.mazzo").read_text("utf-8")
    code, said = run(game, "--check", "--diff")
    assert code == 1
    assert "-    Maledizione: Se blessa,  pesca due carte.\n+    Maledizione: Quando blessa, pesca 2 carte." in said
    assert run(game, "--diff")[0] == 0
    assert run(game, "--check")[0] == 1
    assert (game / "prova.mazzo").read_text("utf-8") == before


def test_layout_alone_keeps_the_words(game):
    assert run(game, "--layout")[0] == 0
    assert (game / "prova.mazzo").read_text("utf-8") == deck("Maledizione: Se blessa, pesca due carte.")


def test_a_deck_without_its_game_keeps_its_words(tmp_path):
    path = tmp_path / "sola.mazzo"
    path.write_text(deck("Maledizione: Se blessa,  pesca due carte."), "utf-8")
    code, said = run(path)
    assert code == 0
    assert "il gioco di questo mazzo non si legge" in said
    assert path.read_text("utf-8") == deck("Maledizione: Se blessa, pesca due carte.")


def test_what_is_left_is_said_with_its_place(game):
    path = game / "prova.mazzo"
    path.write_text(deck("Maledizione: Xyz."), "utf-8")
    assert run(path) == (
        0,
        f"lasciato: {path}:5:18: Carta · Maledizione: non si intende (detto check dice perché)\nniente da cambiare\n",
    )


def test_a_link_stays_a_link_and_the_rights_stay(game):
    real, link = game / "prova.mazzo", game / "altro.mazzo"
    real.rename(game / "vero.txt")
    real = game / "vero.txt"
    real.chmod(0o600)
    link.symlink_to(real)
    assert run(link)[0] == 0
    assert link.is_symlink()
    assert "Quando blessa, pesca 2 carte." in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o600


def test_what_is_saved_meanwhile_is_not_lost(game, monkeypatch):
    path, newer = game / "prova.mazzo", deck("Maledizione: Pesca una carta.")
    real = module.formatted

    def slow(read: Path, *, words: bool):
        found = real(read, words=words)
        read.write_text(newer, "utf-8")
        return found

    monkeypatch.setattr(module, "formatted", slow)
    code, said = run(path)
    assert (code, "è cambiato mentre lo si leggeva" in said) == (1, True)
    assert path.read_text("utf-8") == newer


# -- whatever is written


WORDINGS = [
    tuple(line.split("\t")[:2])
    for line in (ROOT / "tests" / "corpus" / "varianti.tsv").read_text("utf-8").splitlines()
    if line.strip() and not line.startswith("#") and "\\n" not in line
]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_however_a_wording_is_laid_out_nothing_is_lost(data, bless):
    """Broken anywhere, with comments anywhere: the cards mean the same, every comment is there, done once it is done."""
    field, wording = data.draw(st.sampled_from(WORDINGS))
    words, lines, comments = wording.split(), [f"{field}:"], []
    for word in words:
        mark = data.draw(st.sampled_from(["", "", "", "", "break", "comment", "alone"]))
        lines[-1] += " " * (data.draw(st.integers(1, 3)) if lines[-1].strip() else 0) + word
        if mark in ("comment", "alone"):
            comments.append(f"-- nota {len(comments)}")
            lines[-1] += f"  {comments[-1]}" if mark == "comment" else ""
            lines += [f"{'    ' if lines else ''}{comments[-1]}"] if mark == "alone" else []
        if mark:
            lines.append("    ")
    text = deck(*(line.rstrip() for line in lines if line.strip()))
    out = rewritten(text, bless)
    assert sorted(found for found in re.findall("-- nota [0-9]+", out)) == sorted(comments)
    before, after = (meanings(source, bless) for source in (text, out))
    assert before == after


def meanings(text: str, bless: Loaded) -> list[object]:
    assert bless.rules is not None
    found, _ = deck_from_blocks(read_blocks(Source.of("prova.mazzo", text)), bless.rules, bless.vocabulary, read_text)
    assert found is not None
    return [(card.name, card.values, card.texts) for card in found.cards]
