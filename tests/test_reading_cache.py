"""The store of readings: what is read once is not read again, and only what is exactly a reading is taken from disk."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from dsl import kept
from dsl.diagnostics import Diagnostic, Severity
from dsl.meaning.nodes import Num, Quantity, Select
from dsl.source import Source
from dsl.syntax import reading_cache
from dsl.syntax.reading import Fate, Reading, Start, TextContext
from dsl.vocabulary.vocabulary import Kind, Vocabulary, noun

WORDS = Vocabulary((noun(Kind.NOUN, "carta", "f", "carta", "carte"),))


@pytest.fixture
def reader(monkeypatch, tmp_path):
    """A reader that counts what it reads; a fresh store on disk."""
    calls = []

    def read_accounted(text, as_, vocabulary):
        calls.append(text)
        span = as_.source.span(as_.offset + 4, as_.offset + 9)
        remark = Diagnostic("S900", "nota", span, Severity.REMARK)
        meaning = Select("carta", quantity=Quantity.UP_TO, number=Num(2, span=span), span=span)
        return Reading(Fate.REFUSED if "xxx" in text else Fate.UNDERSTOOD, (meaning,), (remark,))

    monkeypatch.setitem(sys.modules, "dsl.syntax.sentences", SimpleNamespace(read_accounted=read_accounted))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("DETTO_CACHE", raising=False)
    monkeypatch.setattr(reading_cache, "_STORES", {})
    return calls


def read(text, before="", vocabulary=WORDS, start=Start.NOUN_PHRASE):
    source = Source.of("x", before + text)
    return reading_cache.read_text(text, TextContext(start, source, len(before)), vocabulary)


def again(monkeypatch):
    reading_cache.save()
    monkeypatch.setattr(reading_cache, "_STORES", {})


def test_a_wording_is_read_once(reader, monkeypatch):
    first = read("due carte.")
    again(monkeypatch)
    second = read("due carte.", before="\n\n  ")
    assert reader == ["due carte."]
    assert second.meanings == first.meanings
    assert (second.meanings[0].span.line, second.meanings[0].span.column) == (3, 7)
    assert second.problems[0].span.column == 7
    assert second.problems[0].severity is Severity.REMARK


def test_the_place_and_the_words_are_in_the_key(reader):
    read("due carte.")
    read("due carte.", start=Start.STEPS)
    read("due carte.", vocabulary=WORDS.with_names([noun(Kind.ZONE, "Mano", "f", "Mano", "Mani")]))
    assert len(reader) == 3


def test_what_is_refused_is_not_kept(reader):
    read("due carte xxx.")
    read("due carte xxx.")
    assert len(reader) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-5],
        lambda text: text.replace("UP_TO", "ALL").replace("up_to", "all"),
        lambda text: "[]",
        lambda text: "x\n{}",
        lambda text: "[" * 100_000,
    ],
)
def test_a_spoilt_store_is_dropped(reader, monkeypatch, tmp_path, spoil):
    read("due carte.")
    again(monkeypatch)
    (path,) = (tmp_path / "dettofatto").iterdir()
    path.write_text(spoil(path.read_text("utf-8")), "utf-8")
    assert read("due carte.").meanings[0].quantity is Quantity.UP_TO
    assert len(reader) == 2


@pytest.mark.parametrize("entry", [["Popen", "x"], ["Select", 1], 7, ["=Quantity", "never"], [[], []], None])
def test_an_entry_that_is_no_reading_is_dropped(reader, monkeypatch, tmp_path, entry):
    read("due carte.")
    again(monkeypatch)
    (path,) = (tmp_path / "dettofatto").iterdir()
    entries = json.dumps(dict.fromkeys(json.loads(path.read_text("utf-8").partition("\n")[2]), entry))
    path.write_text(f"{kept.digest(entries)}\n{entries}", "utf-8")
    assert read("due carte.").meanings[0].number == Num(2)
    assert len(reader) == 2


def test_it_can_be_turned_off(reader, monkeypatch, tmp_path):
    monkeypatch.setenv("DETTO_CACHE", "no")
    read("due carte.")
    again(monkeypatch)
    read("due carte.")
    assert len(reader) == 2
    assert not (tmp_path / "dettofatto").exists()


def test_every_module_that_reads_is_in_the_key():
    """Who changes the reader reads anew: the modules of the packages inside its packages too."""
    dsl = Path(reading_cache.__file__).parent.parent
    parts = ("syntax", "meaning", "vocabulary")
    there = {path for part in parts for path in (dsl / part).rglob("*.py") if "__pycache__" not in path.parts}
    assert {Path(str(each)) for part in parts for each in reading_cache.what_reads(dsl / part)} == there
    assert dsl / "syntax" / "builders" / "building.py" in there
