"""What an editor asks, without any protocol: completion of blocks, definitions, renaming, hover, outline."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dsl.completion import Known, offers, standing
from dsl.editor import (
    CannotRename,
    Project,
    View,
    complete,
    declarations,
    folder_of,
    hover,
    laid_out,
    outline,
    references,
    renamable,
    rename,
)
from dsl.editor.renaming import replaced
from dsl.load import load
from dsl.syntax import reading_cache
from dsl.vocabulary.lexer import PIECE
from dsl.vocabulary.spelling import fold

GAMES = Path(__file__).resolve().parent.parent / "games"
BLESS = GAMES / "bless"
RULES, WORDS, DECK = BLESS / "bless.gioco", BLESS / "luceombra.parole", BLESS / "alba-e-cenere.mazzo"
QUARTERS = (0, 0.25, 0.5, 0.75, 1)


@pytest.fixture(scope="module")
def view() -> View:
    return Project(BLESS).view({})


def place(path: Path, words: str, skip: int = 1) -> int:
    return path.read_text("utf-8").index(words) + skip


# -- completion of blocks


@pytest.fixture(scope="module")
def known(view) -> Known:
    return view.known


@pytest.mark.parametrize(
    ("kind", "text", "yes", "no"),
    [
        (".gioco", "gioco X\n\nval", {"valore"}, {"verbo"}),
        (".gioco", "gioco X\nparola ", {"parola chiave"}, {"parole"}),
        (".gioco", "gioco X\nzona Pozzo, fem", {"femminile"}, {"maschile"}),
        (".gioco", "gioco X\nzona Pozzo, femminile, ", {"plurale "}, {"femminile", "maschile"}),
        (".gioco", "gioco X\nzona Pozzo\n    di: tutti\n    ", {"chi la vede: ", "ordine: "}, {"di: ", "passi:"}),
        (".gioco", "gioco X\nzona Pozzo\n    chi la vede: n", {"nessuno"}, {"tutti"}),
        (".gioco", "gioco X\nstato Desto\n    di: una ", {"una Maledizione"}, {"una controllore"}),
        (".gioco", "gioco X\nnome Erba\n    è: una carta ne", {"una carta nel Vuoto"}, {"una carta nella Vuoto"}),
        (".gioco", "gioco X\nverbo ardere\n    passi, ", {"nello stesso momento:"}, {"passi:"}),
        (".gioco", "gioco X\nordine dei valori\n    stampato\n    ", {"copia"}, {"stampato"}),
        (".parole", "parole Y per Bless\nmembro Erba\n    di: ", {"Forma"}, {"Luce"}),
        (".mazzo", "mazzo Prova per ", {"Bless"}, set()),
        (".mazzo", "mazzo Prova per Bless, ", {"con le parole LuceOmbra"}, set()),
        (".mazzo", "mazzo M per Bless\n\nErba\n    ", {"Luce", "Occhio ", "Preghiera Eco: "}, {"Eco"}),
        (".mazzo", "mazzo M per Bless\n\nErba\n    Luce. Occhio 3, K", {"Karma "}, {"Occhio "}),
        (".mazzo", "mazzo M per Bless\n\nErba\n    Maledizione: Rivalità.\n    M", set(), {"Maledizione: "}),
        (".gioco", "gioco X\nvalore Occhio -- val", set(), {"valore"}),
    ],
)
def test_a_block_offers_what_its_heading_knows(known, kind, text, yes, no):
    found = {each.text for each in offers(standing(text, len(text)), kind, known)}
    assert yes <= found
    assert not no & found


def test_every_line_of_every_block_is_offered(view):
    """At the beginning of a line and after its colon: the question, or the answer, that stands there."""
    for path in (RULES, WORDS):
        text = path.read_text("utf-8")
        at = 0
        for line in text.split("\n"):
            said = line.partition("--")[0].rstrip()
            if said.startswith("    ") and not said.startswith("     ") and ":" in said:
                asks = said.strip().partition(":")[0].partition(",")[0]
                found = offers(standing(text[: at + 4] + text[at + len(line) :], at + 4), path.suffix, view.known)
                heading = standing(text, at + 4).heading
                if heading is not None and heading.lines not in ("listed", "rows", "sentences"):
                    assert any(each.text.startswith(asks) for each in found), line
            at += len(line) + 1


def test_a_sentence_in_a_block_is_completed_as_what_it_must_be(view):
    text = RULES.read_text("utf-8")
    at = text.index("la carta va nel Vuoto") + len("la carta va ")
    assert "nel" in {each.text for each in complete(view, RULES, text, at)}
    wrapped = "mazzo Alba e Cenere per Bless, con le parole LuceOmbra\n\nErba\n    Maledizione: Se blessa,\n        pesca una c"
    assert "carta" in {each.text for each in complete(view, DECK, wrapped, len(wrapped))}
    card = "mazzo Alba e Cenere per Bless, con le parole LuceOmbra\n\nErba\n    Preghiera Eco: Pes"
    (first, *_) = complete(view, DECK, card, len(card))
    assert (first.text, card[first.start : first.end]) == ("Pesca", "Pes")


# -- reading what is typed


def test_only_what_has_changed_is_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("DETTO_CACHE", "no")  # else what an earlier run has read is known
    monkeypatch.setattr(reading_cache, "_STORES", {})
    shutil.copytree(BLESS, tmp_path / "bless")
    project = Project(tmp_path / "bless")
    deck = tmp_path / "bless" / DECK.name
    before = project.view({})
    assert before.loaded.ok
    read: list[str] = []
    anew = reading_cache._read_anew
    monkeypatch.setattr(reading_cache, "_read_anew", lambda text, *rest: read.append(text) or anew(text, *rest))
    text = deck.read_text("utf-8").replace("Spezza una Preghiera.", "Spezza sette Preghiere.", 1)
    after = project.view({deck: text})
    assert read == ["Spezza sette Preghiere."]
    assert after.loaded.rules is before.loaded.rules
    assert after.notes[str(tmp_path / "bless" / RULES.name)] == before.notes[str(tmp_path / "bless" / RULES.name)]
    assert project.view({deck: text}) is after
    assert project.view({}).loaded.meaning == before.loaded.meaning


@pytest.mark.parametrize(
    ("path", "places"),
    # other rules have every card read anew, which in a great game takes seconds at each place
    [(RULES, (0.5,)), (WORDS, QUARTERS), (DECK, QUARTERS), (GAMES / "torri" / "torri.gioco", QUARTERS)],
    ids=["rules", "words", "deck", "rules of a small game"],
)
def test_half_a_text_has_problems_or_none_and_never_fails(path, places):
    text = path.read_text("utf-8")
    project = Project(path.parent)
    texts = [each for each in path.parent.iterdir() if each.suffix in (".gioco", ".parole", ".mazzo")]
    for stop in (int(len(text) * place) for place in places):
        half = text[:stop] + "\n  «x: ("
        view = project.view({path: half})
        for each in texts:
            view.problems(each)
        complete(view, path, half, len(half))
        hover(view, path, stop)
        outline(view, path)


def test_the_folder_of_a_game():
    assert folder_of(BLESS / "scene" / "scontro.scena") == BLESS
    assert folder_of(DECK) == BLESS
    assert folder_of(Path("/nowhere/at/all.mazzo")) == Path("/nowhere/at")


# -- names


@pytest.mark.parametrize(
    ("path", "words", "declared"),
    [
        (DECK, "Maledizione: Barriera", "testo Maledizione"),
        (DECK, "Barriera.", "parola chiave Barriera"),
        (DECK, "Spezza una Preghiera", "verbo spezzare"),
        (DECK, "per Bless", "gioco Bless"),
        (DECK, "LuceOmbra", "parole LuceOmbra"),
        (RULES, "Vuoto\n", "zona Vuoto"),
        (RULES, "Difensore non batte", "periodo scontro"),
        (WORDS, "CALO", "etichetta CALO"),
        (BLESS / "scene" / "carte.scena", "Lucciola Ostinata: ", "Lucciola Ostinata"),
    ],
)
def test_a_name_is_declared_where_its_heading_stands(view, path, words, declared):
    skip = 5 if words == "per Bless" else 1
    if path.suffix == ".scena":
        words = "Lucciola Ostinata"
    spans = declarations(view, path, place(path, words, skip))
    assert declared in {view.source(Path(span.file)).line(span.line)[: len(declared)] for span in spans}


def test_references_are_all_forms_in_all_files(view):
    spans = references(view, RULES, place(RULES, "stato Corrotta", 8))
    said = {view.source(Path(s.file)).line(s.line)[s.column - 1 : s.column - 1 + s.length] for s in spans}
    assert {"Corrotta", "corrotta", "corrotte"} <= said
    assert {Path(span.file).suffix for span in spans} == {".gioco", ".parole", ".mazzo", ".scena"}


def renamed(tmp_path: Path, path: Path, words: str, skip: int, name: str) -> Path:
    """A copy of the game in which the word at a place has another name."""
    folder = tmp_path / "bless"
    shutil.copytree(BLESS, folder)
    view = Project(folder).view({})
    file = folder / path.relative_to(BLESS)
    changes = rename(view, file, place(path, words, skip), name)
    for each in {change.path for change in changes}:
        text = replaced(view.source(each).text, [change for change in changes if change.path == each])
        each.write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("path", "words", "skip", "name", "there", "gone"),
    [
        (WORDS, "parola chiave Impatto", 16, "Urto", "ha Urto", "Impatto"),
        (RULES, "zona Vuoto", 6, "Abisso", "dall'Abisso", "dal Vuoto"),
        (RULES, "verbo purificare", 8, "mondare", "Monda una tua", "urifica"),
        (RULES, "stato Corrotta", 8, "Guasta", "le Ombra guaste", "Ombra corrotte"),
        (RULES, "valore Karma", 8, "Dono", "Dono 2", "Karma 2"),
        (WORDS, "membro Luce", 8, "Fiamma", "La Fiamma bersaglio", "Luce bersaglio"),
    ],
)
def test_a_renamed_word_is_inflected_and_the_game_says_the_same(tmp_path, path, words, skip, name, there, gone):
    folder = renamed(tmp_path, path, words, skip, name)
    after = load(folder)
    assert [problem.message for problem in after.problems] == []
    text = (folder / DECK.name).read_text("utf-8") + (folder / RULES.name).read_text("utf-8")
    assert there in text
    assert gone not in (folder / DECK.name).read_text("utf-8")
    assert after.meaning is not None
    assert sum(len(deck.cards) for deck in after.meaning.decks.values()) == 62


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Barriera", "già una parola"),
        ("carta", "già una parola"),
        ("il", "già una parola"),
        ("x2", "non è un nome"),
        ("", "non è un nome"),
    ],
)
def test_a_collision_is_refused(view, name, why):
    with pytest.raises(CannotRename, match=why):
        rename(view, WORDS, place(WORDS, "parola chiave Impatto", 16), name)


def test_a_verb_becomes_only_a_verb_and_nothing_else_is_renamed(view):
    with pytest.raises(CannotRename, match="infinito"):
        rename(view, RULES, place(RULES, "verbo spezzare", 8), "rottura")
    assert renamable(view, RULES, place(RULES, "gioco Bless", 1)) is None
    with pytest.raises(CannotRename, match="qui non c'è"):
        rename(view, RULES, 0, "Erba")


# -- hover, outline, layout


def test_hover_shows_a_declaration_and_why_a_wording_is_refused(view, tmp_path):
    found = hover(
        view, RULES, place(RULES, "dal campo", 5) if "dal campo" in RULES.read_text() else place(RULES, "il campo", 4)
    )
    assert found is not None
    assert "luogo campo, maschile" in found.text
    text = DECK.read_text("utf-8").replace("Spezza una Preghiera.", "Spezza una Preghira.", 1)
    broken = Project(BLESS).view({DECK: text})
    found = hover(broken, DECK, text.index("Preghira") + 2)
    assert found is not None
    assert "non si intende" in found.text
    assert hover(view, DECK, 0) is None


def test_outline_of_rules_and_of_a_deck(view):
    names = {(each.name, each.what) for each in outline(view, RULES)}
    assert {("Bless", "game"), ("Vuoto", "zone"), ("spezzare", "verb"), ("Prudenza", "rule")} <= names
    card = next(each for each in outline(view, DECK) if each.name == "Lucciola Ostinata")
    assert card.detail == "Luce. Occhio 4, Karma 2."
    text = DECK.read_text("utf-8")
    assert text[card.start : card.end].endswith("Pesca una carta.")


def test_layout_is_that_of_fmt(view):
    assert laid_out(view, RULES) == RULES.read_text("utf-8")
    assert laid_out(Project(BLESS).view({RULES: "gioco X\n        a\n    b\n  c"}), RULES) is None


@pytest.mark.parametrize("game", ["modello", "torri"])
def test_every_place_of_every_wording_of_a_deck_is_completed(game):
    """The same bar as for the great deck, through the editor's own door."""
    view = Project(GAMES / game).view({})
    deck = next((GAMES / game).glob("*.mazzo"))
    text = deck.read_text("utf-8")
    missing = [
        note.text
        for note in view.notes[str(deck)]
        for piece in PIECE.finditer(note.text)
        if not any(
            item.start + len(item.text) > note.start + piece.start()
            and fold(text[item.start : item.start + len(item.text)]) == fold(item.text)
            for item in complete(view, deck, text, note.start + piece.start())
        )
    ]
    assert view.notes[str(deck)]
    assert missing == []


def test_names_in_scope_are_offered(view):
    text = RULES.read_text("utf-8")
    at = text.index("cala Calata, come scelto") + len("cala ")
    assert "Calata" in {each.text for each in complete(view, RULES, text, at)}
