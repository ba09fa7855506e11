"""The player's booklet: all that is declared stands in it, said from its meaning, and every link leads somewhere."""

from __future__ import annotations

import re
import shutil
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from syrupy.assertion import SnapshotAssertion

from dsl.load import Loaded, load
from dsl.meaning import italian
from dsl.problems import small_game
from dsl.rulebook import booklet, to_html, to_markdown
from dsl.rulebook.document import Booklet, Link, anchors, slug
from dsl.rulebook.rules import order_sentences
from dsl.rulebook.teller import Teller
from interpreter.cli.rulebook import command

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/*.gioco"))
BOOKLET = ROOT / "docs" / "regolamenti" / "bless.md"
VOID = {"meta", "br", "hr", "img", "link"}


@cache
def loaded(game: str) -> Loaded:
    return load(ROOT / "games" / game)


@cache
def made(game: str) -> Booklet:
    found = loaded(game)
    assert found.meaning is not None
    return booklet(found.meaning, found.vocabulary)


@cache
def as_markdown(game: str) -> str:
    return to_markdown(made(game))


@cache
def as_html(game: str) -> str:
    return to_html(made(game))


class Page(HTMLParser):
    """An HTML page: its ids, its links, its visible text; a tag that is not closed in its turn is a fault."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.titles: list[str] = []
        self.faults: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.titles += [found["title"] or ""] if "title" in found else []
        href = found.get("href") or ""
        self.links += [href] if tag == "a" else []
        if tag == "p" and "p" in self.open:
            self.faults.append("a paragraph in a paragraph")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_declared_stands_in_it(game: str) -> None:
    meaning = loaded(game).meaning
    assert meaning is not None
    declared = (
        meaning.zones, meaning.places, meaning.nouns, meaning.values, meaning.statuses, meaning.texts, meaning.periods,
        meaning.actions, meaning.rules, meaning.limits, meaning.keywords, meaning.labels, meaning.tables,
        meaning.member_sets, meaning.windows, meaning.decks,
    )  # fmt: skip
    names = [name for each in declared for name in each]
    names += [card.name for deck in meaning.decks.values() for card in deck.cards]
    names += [member for value in meaning.values.values() for member in value.members]
    text = Page(as_html(game)).text.casefold()
    assert [name for name in names if name.casefold() not in text] == []
    verbs = {frame.verb for frame in meaning.frames.values()}
    assert {slug(f"verbo {verb}") for verb in verbs} <= set(anchors(made(game)))


@pytest.mark.parametrize("game", GAMES)
def test_the_reminder_of_a_keyword_is_its_definition_said_back(game: str) -> None:
    found = loaded(game)
    assert found.meaning is not None
    page = Page(as_html(game))
    for keyword in found.meaning.keywords.values():
        reminder = italian.said(keyword.text, found.vocabulary)
        assert reminder in page.text
        used = any(
            keyword.name in wording for deck in found.meaning.decks.values() for card in deck.cards
            for wording in card.wordings.values()
        )  # fmt: skip
        assert not reminder or reminder in page.titles or not used  # of some keywords other texts say what they do


def test_a_keyword_on_a_card_leads_to_its_meaning() -> None:
    found = loaded("torri")
    assert found.meaning is not None
    linked = Teller(found.meaning, found.vocabulary).linked("Contrafforte. CROLLO: Scava due carte.")
    links = {run.text: run for run in linked if isinstance(run, Link)}
    assert set(links) == {"Contrafforte", "CROLLO"}
    assert links["Contrafforte"].to == "parola-chiave-contrafforte"
    assert links["CROLLO"].tip == "Quando si abbatte."
    assert (
        "".join(run if isinstance(run, str) else run.text for run in linked) == "Contrafforte. CROLLO: Scava due carte."
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_whole_and_its_links_lead_somewhere(game: str) -> None:
    page = Page(as_html(game))
    assert page.faults == [] and page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert [link for link in page.links if link.removeprefix("#") not in page.ids] == []
    assert "http" not in as_html(game), "the page needs nothing from elsewhere"


@pytest.mark.parametrize("game", GAMES)
def test_the_links_of_the_markdown_lead_somewhere(game: str) -> None:
    text = as_markdown(game)
    ids = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(set(ids)) == len(ids)
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert links and set(links) <= set(ids)


@pytest.mark.parametrize("game", GAMES)
def test_it_reads_as_italian(game: str) -> None:
    no_slip(as_html(game))


def no_slip(page: str) -> None:
    text = Page(page).text
    for slip in (",,", "None", "  è", " ,", "..", "agent", "object", " di il ", " in il ", " a il ", "una un", "Num("):
        assert slip not in text, slip
    assert not re.search(r"\b(\w+) \1\b", re.sub(r"\s+", " ", re.sub(r"\n", "|", text)))


VARIED = [
    (
        "    minimo: 0",
        "    minimo: 0\n    massimo: 20",
        "comincia da 0, non scende mai sotto 0 e non sale mai sopra 20.",
    ),
    ("giocatori: 2", "giocatori: da 2 a 4", "un gioco di carte per 2–4 giocatori"),
    ("mazzo: in comune, 12 carte, tutte diverse", "mazzo: uno per giocatore", "Ognuno ha il suo mazzo."),
    ("mazzo: in comune, 12 carte, tutte diverse", "mazzo: in comune, tutte diverse", "le carte sono tutte diverse"),
    ("    minimo: 0", "    minimo: nessuno", "Punti: un numero, che comincia da 0."),
    ("singolare Mossa\n    di: un giocatore", "singolare Mossa\n    di: la partita", "Di tutta la partita"),
    ("    ordine: pila", "    ordine: pila\n    quante carte: fino a 9", "al massimo 9 carte"),
    ("    chi ne sa il numero: tutti", "    chi ne sa il numero: nessuno", "nessuno"),
    (
        "    chi la vede: tutti",
        "    posti: Nord, Sud\n    chi la vede: tutti",
        "Posti: Nord e Sud, una carta su ciascuno",
    ),
    ("chi gioca: il giocatore di turno", "chi gioca: tutti", "Agiscono tutti, uno dopo l'altro"),
    ("si fa subito", "si fa alla chiusura, dall'ultimo", "cominciando dall'ultimo"),
    ("si chiude: quando chi gioca passa", "si chiude: quando passano tutti", "quando passano tutti"),
    ("    costo: 1 Mossa", "    costo: niente", "Costo: niente."),
    (
        "    costo: 1 Mossa",
        "    costo: 2 Mosse\n    quante volte: una volta per turno",
        "Al massimo una volta per turno",
    ),
    ("vince: chi ha più Punti", "vince: chi ha meno Punti", "Vince chi ha meno Punti"),
    ("    a parità: nessuno", "", "A parità, non vince nessuno"),
    (
        "nome controllore",
        "stato Desto, contrario Stanco\n    di: una Creatura\n    comincia: Stanco\nnome controllore",
        "Una Creatura è Stanca o Desta. Appena una carta diventa una Creatura, è Stanca.",
    ),
    ("poi l'avversario", "poi il giocatore seguente", "poi di quello che gli siede accanto"),
]


@pytest.mark.parametrize(("old", "new", "told"), VARIED, ids=[told for _, _, told in VARIED])
def test_another_answer_makes_another_sentence(old: str, new: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "modello"
    folder.mkdir()
    for path in (ROOT / "games" / "modello").glob("modello.*"):
        text = path.read_text("utf-8")
        (folder / path.name).write_text(text.replace(old, new, 1) if path.suffix == ".gioco" else text, "utf-8")
    found = load(folder)
    assert found.meaning is not None
    page = to_html(booklet(found.meaning, found.vocabulary))
    assert told in Page(page).text
    no_slip(page)


def test_copies_of_a_card_are_shown_once_and_no_anchor_stands_twice(tmp_path: Path) -> None:
    folder = tmp_path / "modello"
    shutil.copytree(ROOT / "games" / "modello", folder)
    rules, cards = folder / "modello.gioco", folder / "modello.mazzo"
    rules.write_text(rules.read_text("utf-8").replace("12 carte, tutte diverse", "anche uguali"), "utf-8")
    text = cards.read_text("utf-8")
    muro = text[text.index("Muro") :]
    cards.write_text(f"{text}\n{muro}\n{muro}\n{muro.replace('Muro', 'muro!')}", "utf-8")
    found = load(folder)
    assert found.ok and found.meaning is not None, found.problems
    page = booklet(found.meaning, found.vocabulary)
    assert "**Muro** × 3 · Forza 6" in to_markdown(page)
    html = Page(to_html(page))
    assert "Muro × 3" in html.text
    assert len(set(html.ids)) == len(html.ids) and {"carta-muro", "carta-muro-2"} <= set(html.ids)


def test_what_leads_to_the_end_and_to_points_is_traced_through_the_verbs() -> None:
    """The end waits for a value, a verb moves the value, and other verbs do that verb: all of them are told."""
    end = as_markdown("bless").partition('<a id="come-finisce">')[2].partition("\n## ")[0]
    assert "- Quando il turno finisce, se i Turni Finali sono 1, la partita finisce." in end
    assert (
        "- Quando un giocatore pesca carte, se non ci sono carte nel Mazzo, il giocatore avvia i Turni Finali." in end
    )
    assert "- Quando una Maledizione attacca direttamente un giocatore, la Maledizione blessa." in end
    assert "scontro" not in end, "losing the clash is another verb than losing points"
    end = as_markdown("torri").partition('<a id="come-finisce">')[2].partition("\n## ")[0]
    assert "- Quando un giocatore alza una carta, il giocatore ottiene una Gemma." in end


def test_the_booklet_in_the_documents_is_that_of_the_game() -> None:
    assert BOOKLET.read_text("utf-8") == as_markdown("bless"), "write it anew: python tests/test_rulebook.py"


def test_every_listed_order_has_its_sentence() -> None:
    assert [line for _, line, sentence in order_sentences() if not sentence] == []


def test_what_is_written_in_a_text_cannot_become_layout(tmp_path: Path) -> None:
    folder = tmp_path / "modello"
    folder.mkdir()
    for path in (ROOT / "games" / "modello").glob("modello.*"):
        text = path.read_text("utf-8").replace("Sentinella", "Sentinella <b>*x*</b> [y](z)")
        (folder / path.name).write_text(text, "utf-8")
    found = load(folder)
    assert found.meaning is not None, found.problems
    page = booklet(found.meaning, found.vocabulary)
    assert "<b>" not in to_html(page) and "&lt;b&gt;*x*&lt;/b&gt; [y](z)" in to_html(page)
    assert r"\<b\>\*x\*\</b\> \[y\](z)" in to_markdown(page)


def test_the_booklet_of_the_small_game(snapshot: SnapshotAssertion) -> None:
    assert as_markdown("modello") == snapshot


def test_the_same_text_gives_the_same_booklet() -> None:
    again = load(ROOT / "games" / "torri")
    assert again.meaning is not None
    assert to_html(booklet(again.meaning, again.vocabulary)) == as_html("torri")


def test_references_are_shown_when_asked_for() -> None:
    found = loaded("bless")
    assert found.meaning is not None
    cited = to_markdown(booklet(found.meaning, found.vocabulary, found.sources))
    assert "<sub>B-011</sub>" in cited
    assert "B-011" not in as_markdown("bless")


# -- the command


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_the_command_prints_markdown_or_writes_a_page(tmp_path: Path) -> None:
    game = str(ROOT / "games" / "modello")
    assert run(game) == (0, as_markdown("modello"))
    page = tmp_path / "modello.html"
    code, said = run(game, "--output", str(page))
    assert (code, said.strip()) == (0, f"scritto: {page}")
    assert page.read_text("utf-8") == as_html("modello")
    assert run(game, "--format", "html") == (0, as_html("modello"))


def test_a_name_of_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    game, sheet = str(ROOT / "games" / "modello"), tmp_path / "modello.pdf"
    code, said = run(game, "--output", str(sheet))
    assert code == 2 and "No booklet is written as .pdf" in said and not sheet.exists()
    assert run(game, "--output", str(sheet), "--format", "html")[0] == 0


def test_a_game_with_errors_tells_them_and_a_missing_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.gioco").write_text("gioco X\n    giocatori: molti\n", "utf-8")
    code, said = run(str(tmp_path))
    assert code == 1 and "x.gioco:2" in said
    code, said = run(str(ROOT / "games" / "modello"), "--output", str(tmp_path / "no" / "x.md"))
    assert code == 1 and "la cartella non c'è" in said


if __name__ == "__main__":
    BOOKLET.write_text(as_markdown("bless"), "utf-8")


def test_who_loses_by_what_is_verified_without_a_condition_is_named(tmp_path: Path) -> None:
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    rules = tmp_path / "lanterne.gioco"
    more = "verifica Buio\n    di: un giocatore con 0 Scintille\n    allora:\n        perde la partita\n"
    rules.write_text(f"{rules.read_text('utf-8')}{more}", "utf-8")
    game = load(tmp_path)
    assert game.meaning is not None and not game.problems
    assert "Un giocatore con 0 Scintille perde la partita." in to_markdown(booklet(game.meaning, game.vocabulary))
