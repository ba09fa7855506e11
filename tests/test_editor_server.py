"""The language server as an editor sees it: the real process, over standard input and output."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

GAMES = Path(__file__).resolve().parent.parent / "games"
SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "interpreter.cli", "server", "--stdio"])
pytestmark = pytest.mark.asyncio


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient, tmp_path: Path):
    shutil.copytree(GAMES / "bless", tmp_path / "bless")
    parameters = lsp.InitializeParams(
        capabilities=client_capabilities("visual-studio-code"), root_uri=tmp_path.resolve().as_uri()
    )
    await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


class Editor:
    """One open file of the copied game."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.path, self.uri = client, path.resolve(), path.resolve().as_uri()
        self.text = path.read_text("utf-8")
        self.version = 1
        client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "detto", 1, self.text))
        )

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def position(self, words: str, skip: int = 0) -> lsp.Position:
        """The place of some words, so many characters further on."""
        before = self.text[: self.text.index(words) + skip]
        return lsp.Position(before.count("\n"), len(before.rpartition("\n")[2].encode("utf-16-le")) // 2)

    def replace(self, old: str, new: str) -> None:
        """Change the text as an editor does: only the stretch that changed is sent."""
        start, end = self.position(old), self.position(old, len(old))
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangePartial(lsp.Range(start, end), new)],
            )
        )

    async def problems(self) -> list[lsp.Diagnostic]:
        """The problems that are told next of this file."""
        self.client.diagnostics.pop(self.uri, None)
        for _ in range(200):
            await asyncio.sleep(0.05)
            if self.uri in self.client.diagnostics:
                return list(self.client.diagnostics[self.uri])
        raise AssertionError("no problems were told")

    async def offers(self, words: str, skip: int) -> list[str]:
        parameters = lsp.CompletionParams(self.document, self.position(words, skip))
        found = await self.client.text_document_completion_async(parameters)
        assert isinstance(found, lsp.CompletionList)
        return [item.label for item in found.items]


@pytest.fixture
def deck(client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(client, tmp_path / "bless" / "alba-e-cenere.mazzo")


async def test_problems_as_one_types(deck):
    assert await deck.problems() == []
    deck.replace("Spezza una Preghiera.", "Spezza una Preghira.")
    (problem,) = await deck.problems()
    assert (problem.code, problem.source, problem.severity) == ("S010", "detto", lsp.DiagnosticSeverity.Error)
    assert problem.range == lsp.Range(deck.position("Preghira"), deck.position("Preghira", len("Preghira")))
    assert "«Spezza una Preghiera.»" in problem.message
    deck.replace("Preghira", "Preghiera")
    assert await deck.problems() == []


async def test_what_the_machine_cannot_do_is_told_too(client, tmp_path):
    shutil.copytree(GAMES / "mercanti", tmp_path / "mercanti")
    deck = Editor(client, tmp_path / "mercanti" / "spezie.mazzo")
    assert await deck.problems() == []
    deck.replace("incassi una Moneta.", "incassi una Moneta. Conta come una Pregiata.")
    (problem,) = await deck.problems()
    assert (problem.code, problem.range.start) == ("P001", deck.position("Conta come"))


async def test_a_quick_fix_mends_the_text(deck):
    await deck.problems()
    deck.replace("Spezza una Preghiera.", "Spezza una Preghira.")
    (problem,) = await deck.problems()
    context = lsp.CodeActionContext(diagnostics=[problem])
    actions = await deck.client.text_document_code_action_async(
        lsp.CodeActionParams(deck.document, problem.range, context)
    )
    first = actions[0]
    assert first.title == "Scrivi «Spezza una Preghiera.»"
    assert first.is_preferred
    (edit,) = first.edit.changes[deck.uri]
    start, end = deck.text.index("Preghira"), deck.text.index("Preghira") + len("Preghira")
    line = deck.text.count("\n", 0, start)
    begin = deck.text.rindex("\n", 0, start) + 1
    assert edit.range.start.line == edit.range.end.line == line
    mended = (
        deck.text[: begin + edit.range.start.character] + edit.new_text + deck.text[begin + edit.range.end.character :]
    )
    assert "Spezza una Preghiera." in mended[begin : end + 4]


async def test_completion_of_a_wording_and_of_a_block(deck, tmp_path):
    deck.replace("Spezza una Preghiera.", "Spezza una ")
    assert {"Maledizione", "Preghiera"} <= set(await deck.offers("Spezza una \n", len("Spezza una ")))
    rules = Editor(deck.client, tmp_path / "bless" / "bless.gioco")
    rules.replace("    ordine: pila\n", "    or\n")
    assert "ordine:" in await rules.offers("    or\n", len("    or"))
    rules.replace("chi la vede: nessuno", "chi la vede: ")
    assert {"tutti", "nessuno"} <= set(await rules.offers("chi la vede: \n", len("chi la vede: ")))


async def test_hover_says_the_rule_of_a_keyword_and_the_meaning(deck):
    parameters = lsp.HoverParams(deck.document, deck.position("Maledizione: Barriera", len("Maledizione: Ba")))
    found = await deck.client.text_document_hover_async(parameters)
    assert found.contents.kind is lsp.MarkupKind.Markdown
    assert found.contents.value.startswith("**Barriera** – Quando si corrompe")
    meaning = lsp.HoverParams(deck.document, deck.position("Pesca una carta.", 2))
    said = (await deck.client.text_document_hover_async(meaning)).contents.value
    assert "Pesca una carta." in said
    assert "*Draw a card.*" in said


async def test_definition_and_references(deck, tmp_path):
    place = deck.position("Maledizione: Barriera", len("Maledizione: Ba"))
    (found,) = await deck.client.text_document_definition_async(lsp.DefinitionParams(deck.document, place))
    assert found.uri.endswith("luceombra.parole")
    words = (tmp_path / "bless" / "luceombra.parole").read_text("utf-8").splitlines()
    assert words[found.range.start.line].startswith("parola chiave Barriera")
    context = lsp.ReferenceContext(include_declaration=True)
    places = await deck.client.text_document_references_async(lsp.ReferenceParams(context, deck.document, place))
    assert {Path(each.uri).suffix for each in places} == {".mazzo", ".parole", ".scena"}


async def test_rename_a_keyword_everywhere_and_refuse_a_collision(deck):
    place = deck.position("Maledizione: Impatto", len("Maledizione: Im"))
    asked = await deck.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(deck.document, place))
    assert asked.placeholder == "Impatto"
    edit = await deck.client.text_document_rename_async(lsp.RenameParams(deck.document, place, "Urto"))
    assert {Path(uri).suffix for uri in edit.changes} == {".mazzo", ".parole", ".scena"}
    assert {each.new_text for edits in edit.changes.values() for each in edits} == {"Urto"}
    with pytest.raises(Exception, match="è già una parola"):
        await deck.client.text_document_rename_async(lsp.RenameParams(deck.document, place, "Barriera"))


async def test_format_is_that_of_fmt(deck):
    deck.replace("    Luce. Occhio 5, Karma 2.", "    Luce.   Occhio 5,  Karma 2.")
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    parameters = lsp.DocumentFormattingParams(deck.document, options)
    (edit,) = await deck.client.text_document_formatting_async(parameters)
    assert edit.new_text == deck.path.read_text("utf-8")


async def test_symbols(deck):
    parameters = lsp.DocumentSymbolParams(deck.document)
    found = await deck.client.text_document_document_symbol_async(parameters)
    assert found[0].name.startswith("Alba e Cenere")
    card = next(each for each in found if each.name == "Lucciola Ostinata")
    assert [part.name for part in card.children] == ["Maledizione", "Preghiera Eco"]


async def test_a_scene_has_its_problems_and_its_words(deck, tmp_path):
    scene = Editor(deck.client, tmp_path / "bless" / "scene" / "scontro.scena")
    scene.replace("allora:", "alora:")
    assert any(problem.code.startswith("Q") for problem in await scene.problems())
    card = "Lucciola Ostinata"
    scene.replace("alora:", f"in campo di A: {card[:5]}")
    assert card in await scene.offers(f"in campo di A: {card[:5]}\n", len(f"in campo di A: {card[:5]}"))


async def test_half_a_text_stops_nothing(deck):
    """Whatever is typed or cut away, the server answers the next question."""
    whole = deck.text
    for stop in range(0, len(whole), 997):
        deck.replace(deck.text, whole[:stop] + " «( :\n\t: ,")
        for method in ("completion", "hover", "definition", "document_symbol"):
            kind = {"completion": lsp.CompletionParams, "hover": lsp.HoverParams, "definition": lsp.DefinitionParams}
            end = lsp.Position(deck.text.count("\n"), 10_000)
            parameters = kind[method](deck.document, end) if method in kind else lsp.DocumentSymbolParams(deck.document)
            name = f"text_document_{'document_symbol' if method == 'document_symbol' else method}_async"
            await getattr(deck.client, name)(parameters)
    deck.replace(deck.text, whole)
    told = await deck.problems()
    if told:  # those of the text before, told only now
        told = await deck.problems()
    assert told == []
