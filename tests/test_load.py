"""Loading: the game of the repository is understood whole, quickly, and the same from the store as from the text."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from dsl.diagnostics import render_all
from dsl.load import Loaded, load
from dsl.meaning.game import CardDecl
from dsl.meaning.nodes import Grant, Span, Var
from dsl.meaning.walk import all_of, walk
from dsl.source import Source
from dsl.syntax import reading_cache
from dsl.syntax.reading import Fate

ROOT = Path(__file__).parent.parent
BLESS = ROOT / "games" / "bless"


@pytest.fixture(scope="module")
def bless():
    return load(BLESS)


def test_every_sentence_of_the_game_is_understood(bless):
    assert bless.problems == ()
    assert bless.ok


def test_the_game_is_declared_whole(bless):
    game = bless.meaning
    (deck,) = game.decks.values()
    assert len(deck.cards) == game.parts[""].least == game.parts[""].most == 62
    assert {zone.owner for zone in game.zones.values()} == {"shared", "player", "card"}
    assert game.frames["calare"].kind_of == "giocare"
    assert game.frames["calare"].place.zone == "Mano"
    assert game.frames["pescare"].counted
    assert [steps.when for steps in game.frames["giocare"].steps] == ["Maledizione", "Preghiera"]
    assert set(game.actions) == {"Calare", "Rimuovere la Stasi", "Attaccare", "Attaccare direttamente", "Invocare"}
    assert all(action.price[0].amount.value == 1 for action in game.actions.values())
    assert (game.limits["Maledizioni"].most, game.limits["Eco"].most, game.limits["Legame"].most) == (4, 2, 1)
    assert len(game.setup) == 5
    assert game.keywords["Eco"].type_of == "Tipo"


def test_every_verb_has_a_form_and_steps_or_a_reason_to_have_none(bless):
    for frame in bless.meaning.frames.values():
        assert frame.forms, frame.name
        told_only = frame.verb in ("vincere", "perdere")
        assert frame.steps or frame.then is not None or frame.kind_of or told_only, frame.name


def test_no_working_name_of_the_reader_is_left(bless):
    for variable in all_of(bless.meaning, Var):
        assert not variable.name.startswith("§"), variable


def test_a_text_that_a_keyword_lends_is_in_force(bless):
    assert any(grant.slot for grant in all_of(bless.meaning.keywords["Legame"], Grant))
    fields = {name: bless.read("Ha +1 Occhio.", name) for name in bless.field_names()}
    assert {name for name, reading in fields.items() if reading.fate is Fate.UNDERSTOOD} >= {
        "Maledizione",
        "Preghiera Legame",
    }
    assert bless.read("Ha +1 Occhio.", "Nessun campo") is None


def test_places_are_those_of_the_words(bless):
    deck = next(iter(bless.meaning.decks.values()))
    path = BLESS / "alba-e-cenere.mazzo"
    source = Source.of(str(path), path.read_text("utf-8"))
    for card in deck.cards:
        for slot, text in card.texts.items():
            for node in walk(text):
                span = getattr(node, "span", None)
                if isinstance(span, Span) and span.file == source.name:
                    start = source.offset(span.line, span.column)
                    assert source.text[start : start + span.length].strip()[:6] in card.wordings[slot], (
                        card.name,
                        node,
                    )


def test_what_is_kept_is_what_is_read(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("DETTO_CACHE", raising=False)
    monkeypatch.setattr(reading_cache, "_STORES", {})
    first = load(BLESS).meaning
    monkeypatch.setattr(reading_cache, "_STORES", {})
    monkeypatch.setattr(reading_cache, "_read_anew", lambda *_: pytest.fail("read again"))
    second = load(BLESS).meaning
    assert first == second
    assert attrs.asdict(first, recurse=False).keys() == attrs.asdict(second, recurse=False).keys()


@pytest.mark.parametrize(
    "paths", [BLESS, BLESS / "bless.gioco", BLESS / "luceombra.parole", BLESS / "alba-e-cenere.mazzo"]
)
def test_each_file_can_be_loaded_alone(paths):
    loaded = load(paths)
    assert loaded.problems == ()
    assert loaded.meaning is not None


def test_a_cold_start_takes_bounded_work():
    """About two million calls for 62 cards, a second or so: ``deck_cold_s`` measures it."""
    code = f"from tests.counted import calls_made; from dsl.load import load; print(calls_made(lambda: load({str(BLESS)!r}).meaning))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"DETTO_CACHE": "no", "PATH": ""},
    )
    assert int(found.stdout) < 8_000_000


WORDS = [word for path in sorted(BLESS.glob("*.*o*")) if path.is_file() for word in path.read_text("utf-8").split()]


def spoilt(text: str, chance: random.Random) -> str:
    """A text with a few lines lost, doubled, cut, pushed aside, and words put in the wrong place."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(lines))
        line = lines[at]
        cut = chance.randrange(len(line) + 1)
        lines[at : at + 1] = chance.choice(
            [
                [],
                [line, line],
                [line[:cut]],
                ["    " + line],
                [line.lstrip()],
                [line[:cut] + chance.choice([":", ",", ".", "«", "»", "'", "-", "0", "à", "\t"]) + line[cut:]],
                [line[:cut] + " " + chance.choice(WORDS) + " " + line[cut:]],
            ]
        )
    return "\n".join(lines)


# the great game, whose cards are all read anew each time, with few seeds; the small one with many
@pytest.mark.parametrize(
    ("game", "seed"), [("bless", seed) for seed in range(6)] + [("torri", seed) for seed in range(14)]
)
def test_a_spoilt_game_gives_problems_never_an_exception(game, seed, tmp_path, monkeypatch):
    monkeypatch.setenv("DETTO_STRICT", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    chance = random.Random(seed)
    for text in sorted(
        each for each in (BLESS.parent / game).iterdir() if each.suffix in (".gioco", ".parole", ".mazzo")
    ):
        (tmp_path / text.name).write_text(spoilt(text.read_text("utf-8"), chance), "utf-8")
    loaded = load(tmp_path)
    assert loaded.problems
    assert render_all(loaded.problems, loaded.sources).count("[") >= len(loaded.problems)


def test_a_label_without_its_colon_is_told(bless):
    (found,) = bless.read("CALO pesca una carta.", "Maledizione").problems
    assert (found.code, found.suggestions) == ("S014", ("CALO:",))


@pytest.mark.parametrize(
    "text", ["", " ", "\n", ".", "...", "«", "CALO:", ":", "\x00", "🂡", "a" * 20_000, "e " * 500, "se " * 200]
)
def test_no_wording_at_all_breaks_the_reader(bless, monkeypatch, text):
    monkeypatch.setenv("DETTO_STRICT", "1")
    for field in bless.field_names():
        reading = bless.read(text, field)
        assert reading.fate is Fate.REFUSED
        assert reading.problems


# -- loading again


def _copied(tmp_path: Path, game: str = "torri") -> Path:
    folder = tmp_path / game
    shutil.copytree(ROOT / "games" / game, folder)
    return folder


def _same_as_anew(again: Loaded, folder: Path) -> None:
    anew = load(folder)
    assert again.meaning == anew.meaning
    assert again.problems == anew.problems
    assert again.sources == anew.sources
    spans = [[card.span for card in deck.cards] for loaded in (again, anew) for deck in loaded.meaning.decks.values()]  # type: ignore[union-attr]
    assert spans[: len(spans) // 2] == spans[len(spans) // 2 :]


def test_a_changed_deck_leaves_the_rules_as_they_were_read(tmp_path: Path) -> None:
    folder = _copied(tmp_path)
    first = load(folder)
    assert first.ok
    deck = next(folder.glob("*.mazzo"))
    deck.write_text(deck.read_text("utf-8").replace("Forza 3", "Forza 6", 1), "utf-8")
    again = load(folder, after=first)
    assert again.rules is first.rules and again.vocabulary is first.vocabulary
    assert again.meaning != first.meaning
    _same_as_anew(again, folder)


def test_of_a_changed_deck_only_the_changed_and_the_moved_cards_are_read_again(tmp_path: Path) -> None:
    folder = _copied(tmp_path)
    deck = next(folder.glob("*.mazzo"))
    text = deck.read_text("utf-8").replace("Non può colpire.", "Non può colpirre.")
    deck.write_text(text, "utf-8")
    first = load(folder)
    assert [each.is_error for each in first.problems] == [True]
    deck.write_text(text.replace("Marmo. Forza 1.", "Marmo. Forza 6.", 1), "utf-8")
    again = load(folder, after=first)
    _same_as_anew(again, folder)
    kept = [new is old for new, old in zip(_cards(again), _cards(first), strict=True)]
    assert kept.count(False) == 1 and not kept[2]
    deck.write_text(text.replace("Marmo. Forza 1.", "Marmo. Forza 6.\n    -- una riga", 1), "utf-8")
    third = load(folder, after=again)
    _same_as_anew(third, folder)
    kept = [new is old for new, old in zip(_cards(third), _cards(again), strict=True)]
    assert kept == [True] * 2 + [False] * (len(kept) - 2)


def _cards(loaded: Loaded) -> list[CardDecl]:
    assert loaded.meaning is not None
    return [card for each in loaded.meaning.decks.values() for card in each.cards]


def test_changed_rules_are_read_anew_and_nothing_changed_is_the_same(tmp_path: Path) -> None:
    folder = _copied(tmp_path)
    first = load(folder)
    assert first.ok
    again = load(folder, after=first)
    assert again.meaning == first.meaning and again.rules is first.rules
    rules = folder / "torri.gioco"
    rules.write_text(rules.read_text("utf-8").replace("scava 3 carte", "scava 4 carte"), "utf-8")
    third = load(folder, after=again)
    assert third.rules is not first.rules and third.meaning != first.meaning
    _same_as_anew(third, folder)


def test_a_load_that_was_broken_or_lost_its_files_does_not_spoil_the_next(tmp_path: Path) -> None:
    folder = _copied(tmp_path)
    first = load(folder)
    assert first.ok
    deck = next(folder.glob("*.mazzo"))
    whole = deck.read_text("utf-8")
    for text in (whole[: len(whole) // 2 + 7], "", "\x00", whole):
        deck.write_text(text, "utf-8")
        again = load(folder, after=first)
        assert again.problems == load(folder).problems
        first = again
    _same_as_anew(first, folder)
    rules = folder / "torri.gioco"
    kept = rules.read_text("utf-8")
    rules.unlink()
    broken = load(folder, after=first)
    assert broken.meaning is None and broken.problems == load(folder).problems
    rules.write_text(kept, "utf-8")
    _same_as_anew(load(folder, after=broken), folder)
