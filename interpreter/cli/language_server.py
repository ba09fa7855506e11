"""The language server: a thin shell over ``dsl.editor``, which works out every answer, and the compiler.

Only what the protocol adds is here: documents, positions, messages. Nothing that goes wrong in an answer stops the
server: it is logged, and the answer is empty.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer

from dsl import editor
from dsl.diagnostics import Diagnostic, Severity
from dsl.load import Loaded
from dsl.source import Source, Span
from interpreter.cli.check import is_in
from interpreter.programless import faults, no_program

_LOG: Final = logging.getLogger(__name__)
#: A text that is being typed is read when nothing was typed for so many seconds.
_PAUSE: Final = 0.15
_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.REMARK: lsp.DiagnosticSeverity.Information,
}
_ITEM_KINDS: Final[Mapping[str, lsp.CompletionItemKind]] = {
    "nome": lsp.CompletionItemKind.Class,
    "carta": lsp.CompletionItemKind.Class,
    "verbo": lsp.CompletionItemKind.Method,
    "azione": lsp.CompletionItemKind.Method,
    "pretesa": lsp.CompletionItemKind.Method,
    "valore": lsp.CompletionItemKind.Field,
    "parola di un valore": lsp.CompletionItemKind.EnumMember,
    "stato": lsp.CompletionItemKind.Property,
    "zona": lsp.CompletionItemKind.Module,
    "luogo": lsp.CompletionItemKind.Module,
    "parola chiave": lsp.CompletionItemKind.Interface,
    "etichetta": lsp.CompletionItemKind.Event,
    "periodo": lsp.CompletionItemKind.Event,
    "blocco": lsp.CompletionItemKind.Keyword,
    "domanda": lsp.CompletionItemKind.Property,
    "risposta": lsp.CompletionItemKind.Value,
    "testo": lsp.CompletionItemKind.Property,
}
_SYMBOL_KINDS: Final[Mapping[str, lsp.SymbolKind]] = {
    "game": lsp.SymbolKind.Package,
    "words": lsp.SymbolKind.Package,
    "deck": lsp.SymbolKind.Package,
    "card": lsp.SymbolKind.Class,
    "field": lsp.SymbolKind.String,
    "question": lsp.SymbolKind.Property,
    "scene": lsp.SymbolKind.Event,
    "value": lsp.SymbolKind.Field,
    "member": lsp.SymbolKind.EnumMember,
    "member_set": lsp.SymbolKind.Enum,
    "zone": lsp.SymbolKind.Module,
    "place": lsp.SymbolKind.Module,
    "noun": lsp.SymbolKind.Class,
    "status": lsp.SymbolKind.Boolean,
    "verb": lsp.SymbolKind.Method,
    "claim": lsp.SymbolKind.Method,
    "action": lsp.SymbolKind.Function,
    "keyword": lsp.SymbolKind.Interface,
    "period": lsp.SymbolKind.Event,
}

Answer = TypeVar("Answer")


def _safe(answer: Callable[..., Answer]) -> Callable[..., Answer | None]:
    """An answer that is empty when working it out fails; what the user may be told is let through."""

    @wraps(answer)
    def guarded(*arguments: Any) -> Answer | None:
        try:
            return answer(*arguments)
        except JsonRpcInvalidRequest:
            raise
        except Exception:
            _LOG.exception("no answer to %s", answer.__name__)
            return None

    return guarded


class EditorServer(LanguageServer):
    """The games that an editor has open, and what it asks of them."""

    def __init__(self) -> None:
        super().__init__("detto", version("dettofatto"), lsp.TextDocumentSyncKind.Incremental)
        self._projects: dict[Path, editor.Project] = {}
        self._uris: dict[Path, str] = {}
        self._told: set[Path] = set()
        self._changes = 0
        self._faults: dict[Path, tuple[Loaded, list[Diagnostic]]] = {}
        _register(self)

    # -- texts

    def path_of(self, uri: str) -> Path:
        """The file of a document."""
        path = Path(uris.to_fs_path(uri) or uri).resolve()
        self._uris.setdefault(path, uri)
        return path

    def uri_of(self, path: Path) -> str:
        """The document of a file, by the name that the editor gave it."""
        return self._uris.get(path) or uris.from_fs_path(str(path)) or path.as_uri()

    def texts(self, folder: Path) -> dict[Path, str]:
        """The texts of a game that the editor holds."""
        documents = ((self.path_of(uri), each) for uri, each in self.workspace.text_documents.items())
        return {
            path: document.source
            for path, document in documents
            if path.suffix in editor.KINDS and editor.folder_of(path) == folder
        }

    def view(self, path: Path, *, latest: bool = False) -> editor.View:
        """The game of a file as it stands; ``latest``: as it stood when it was read last, which is faster."""
        folder = editor.folder_of(path)
        project = self._projects.setdefault(folder, editor.Project(folder))
        texts = self.texts(folder)
        return project.latest(texts) if latest else project.view(texts)

    def source(self, path: Path) -> Source:
        """A text as the editor has it now."""
        return Source.of(str(path), self.workspace.get_text_document(self.uri_of(path)).source)

    # -- places

    def offset(self, source: Source, position: lsp.Position) -> int:
        """The offset of a position in a text; the nearest one when there is no such position."""
        line = min(position.line, len(source.lines) - 1)
        found = self.workspace.position_codec.position_from_client_units(
            list(source.lines), lsp.Position(line, position.character)
        )
        return source.offset(line + 1, 1) + min(found.character, len(source.lines[line]))

    def position(self, source: Source, offset: int) -> lsp.Position:
        line, column = source.place(min(max(offset, 0), len(source.text)))
        units = self.workspace.position_codec.client_num_units(source.line(line)[: column - 1])
        return lsp.Position(line - 1, units)

    def range(self, source: Source, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(source, start), self.position(source, end))

    def span_range(self, source: Source, span: Span) -> lsp.Range:
        if span.line > len(source.lines):
            return lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        start = source.offset(span.line, span.column)
        return self.range(source, start, start + max(span.length, 1))

    # -- problems

    async def tell_later(self) -> None:
        """Tell the problems when no more is typed."""
        self._changes += 1
        mine = self._changes
        await asyncio.sleep(_PAUSE)
        if mine == self._changes:
            self.tell()

    def tell(self) -> None:
        """Publish the problems of all open games; what is well again is told too."""
        open_paths = [self.path_of(uri) for uri in self.workspace.text_documents]
        folders = dict.fromkeys(editor.folder_of(path) for path in open_paths if path.suffix in editor.KINDS)
        for folder in folders:
            try:
                self._tell_of(folder, [path for path in open_paths if editor.folder_of(path) == folder])
            except Exception:
                _LOG.exception("no problems of %s", folder)

    def _tell_of(self, folder: Path, open_paths: Iterable[Path]) -> None:
        view = self.view(folder / "*")
        undone = self._undone(folder, view.loaded)
        for path in dict.fromkeys((*(Path(name) for name in view.loaded.sources), *open_paths)):
            problems = [*view.problems(path), *(each for each in undone if is_in(each, path))]
            if problems or path in self._told or path in open_paths:
                source = view.source(path)
                found = [self.diagnostic(view, source, each) for each in problems]
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri_of(path), found))
                self._told.add(path)

    def _undone(self, folder: Path, loaded: Loaded) -> Sequence[Diagnostic]:
        """What a game without errors says and the machine cannot do."""
        if folder not in self._faults or self._faults[folder][0] is not loaded:
            meaning = loaded.meaning if loaded.ok else None
            found = [no_program(each) for each in faults(meaning)] if meaning is not None else []
            self._faults[folder] = loaded, found
        return self._faults[folder][1]

    def diagnostic(self, view: editor.View, source: Source, problem: Diagnostic) -> lsp.Diagnostic:
        """A problem as the protocol has it."""
        top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))
        near = (*problem.wordings[:1], *problem.suggestions)
        said = [problem.message, problem.hint, "forse: " + ", ".join(f"«{each}»" for each in near) if near else ""]
        related = [
            lsp.DiagnosticRelatedInformation(self.location(view, label.span), label.text) for label in problem.labels
        ]
        return lsp.Diagnostic(
            range=self.span_range(source, problem.span) if problem.span is not None else top,
            message="\n".join(part for part in said if part),
            severity=_SEVERITIES[problem.severity],
            code=problem.code,
            source="detto",
            related_information=related or None,
        )

    def location(self, view: editor.View, span: Span) -> lsp.Location:
        path = Path(span.file)
        return lsp.Location(self.uri_of(path), self.span_range(view.source(path), span))


# -- what the editor asks


def _register(server: EditorServer) -> None:
    """Bind the questions of the protocol to their answers."""

    async def changed(params: Any) -> None:
        await server.tell_later()

    for notice in (
        lsp.TEXT_DOCUMENT_DID_OPEN,
        lsp.TEXT_DOCUMENT_DID_CHANGE,
        lsp.TEXT_DOCUMENT_DID_SAVE,
        lsp.TEXT_DOCUMENT_DID_CLOSE,
        lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    ):
        server.feature(notice)(changed)
    triggers = lsp.CompletionOptions(trigger_characters=[" ", ",", ":", "'", "’", "["])
    fixes = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    answers: tuple[tuple[str, Callable[..., Any], Any], ...] = (
        (lsp.TEXT_DOCUMENT_COMPLETION, _completion, triggers),
        (lsp.TEXT_DOCUMENT_HOVER, _hover, None),
        (lsp.TEXT_DOCUMENT_DEFINITION, _definition, None),
        (lsp.TEXT_DOCUMENT_REFERENCES, _references, None),
        (lsp.TEXT_DOCUMENT_PREPARE_RENAME, _prepare_rename, None),
        (lsp.TEXT_DOCUMENT_RENAME, _rename, lsp.RenameOptions(prepare_provider=True)),
        (lsp.TEXT_DOCUMENT_FORMATTING, _formatting, None),
        (lsp.TEXT_DOCUMENT_CODE_ACTION, _code_actions, fixes),
        (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols, None),
    )
    for method, answer, options in answers:
        server.feature(method, options)(_bound(server, answer))


def _bound(server: EditorServer, answer: Callable[..., Any]) -> Callable[[Any], Any]:
    def asked(params: Any) -> Any:
        return _safe(answer)(server, params)

    return asked


def _at(server: EditorServer, params: Any) -> tuple[Path, Source, int]:
    """The file, its text and the offset that a question is about."""
    path = server.path_of(params.text_document.uri)
    source = server.source(path)
    return path, source, server.offset(source, params.position)


def _completion(server: EditorServer, params: lsp.CompletionParams) -> lsp.CompletionList:
    path, source, offset = _at(server, params)
    items = editor.complete(server.view(path, latest=True), path, source.text, offset)
    return lsp.CompletionList(
        is_incomplete=True,  # the words that may follow change with every letter
        items=[
            lsp.CompletionItem(
                label=item.text.strip() or item.text,
                kind=_ITEM_KINDS.get(item.what, lsp.CompletionItemKind.Text),
                detail=item.what or None,
                documentation=item.note or None,
                sort_text=f"{number:04}",
                filter_text=item.text,
                text_edit=lsp.TextEdit(server.range(source, item.start, item.end), item.text),
            )
            for number, item in enumerate(items)
        ],
    )


def _hover(server: EditorServer, params: lsp.HoverParams) -> lsp.Hover | None:
    path, source, offset = _at(server, params)
    found = editor.hover(server.view(path), path, offset)
    if found is None:
        return None
    text = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text)
    return lsp.Hover(text, server.range(source, found.start, found.end))


def _definition(server: EditorServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    path, _, offset = _at(server, params)
    view = server.view(path)
    return [server.location(view, span) for span in editor.declarations(view, path, offset)]


def _references(server: EditorServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    path, _, offset = _at(server, params)
    view = server.view(path)
    return [server.location(view, span) for span in editor.references(view, path, offset)]


def _prepare_rename(server: EditorServer, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    path, source, offset = _at(server, params)
    found = editor.renamable(server.view(path), path, offset)
    if found is None:
        return None
    start, end, name = found
    return lsp.PrepareRenamePlaceholder(server.range(source, start, end), name)


def _rename(server: EditorServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path, _, offset = _at(server, params)
    view = server.view(path)
    try:
        found = editor.rename(view, path, offset, params.new_name)
    except editor.CannotRename as error:
        raise JsonRpcInvalidRequest(str(error)) from None
    edits: dict[str, list[lsp.TextEdit]] = {}
    for each in found:
        place = server.range(view.source(each.path), each.start, each.end)
        edits.setdefault(server.uri_of(each.path), []).append(lsp.TextEdit(place, each.text))
    return lsp.WorkspaceEdit(changes=edits)


def _formatting(server: EditorServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    path = server.path_of(params.text_document.uri)
    source = server.source(path)
    text = editor.laid_out(server.view(path), path)
    if text is None or text == source.text:
        return None
    return [lsp.TextEdit(server.range(source, 0, len(source.text)), text)]


def _code_actions(server: EditorServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    path = server.path_of(params.text_document.uri)
    view, source = server.view(path), server.source(path)
    start, end = server.offset(source, params.range.start), server.offset(source, params.range.end)
    return [
        lsp.CodeAction(
            fix.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[server.diagnostic(view, source, fix.problem)],
            is_preferred=fix.sure,
            edit=lsp.WorkspaceEdit(
                changes={server.uri_of(path): [lsp.TextEdit(server.range(source, fix.start, fix.end), fix.text)]}
            ),
        )
        for fix in editor.fixes_at(source, view.problems(path), start, end)
    ]


def _symbols(server: EditorServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    path = server.path_of(params.text_document.uri)
    view = server.view(path)
    return [_symbol(server, view.source(path), each) for each in editor.outline(view, path)]


def _symbol(server: EditorServer, source: Source, symbol: editor.Symbol) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        name=symbol.name or "…",
        detail=symbol.detail,
        kind=_SYMBOL_KINDS.get(symbol.what, lsp.SymbolKind.Object),
        range=server.range(source, symbol.start, symbol.end),
        selection_range=server.span_range(source, symbol.name_span),
        children=[_symbol(server, source, part) for part in symbol.parts],
    )
