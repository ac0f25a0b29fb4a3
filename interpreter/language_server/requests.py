"""The requests that this server answers: each a feature, with places as the protocol has them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types

from gdl.source.spans import Source
from interpreter.language_server.changes import Changes
from interpreter.language_server.checks import Checker
from interpreter.language_server.conversion import (
    completion_of,
    offset_of,
    range_of,
    symbol_of,
    tokens_of,
)
from interpreter.language_server.features.completion import asked, complete
from interpreter.language_server.features.hover import hover
from interpreter.language_server.features.navigation import definition, references
from interpreter.language_server.features.signature import signature
from interpreter.language_server.features.symbols import folds, symbols
from interpreter.language_server.features.tokens import MODIFIERS, TYPES, coloured
from interpreter.language_server.files import Files
from interpreter.language_server.reading.document import Document
from interpreter.language_server.reading.project import Place, Project
from interpreter.language_server.server import RulesServer

T = TypeVar("T")
TRIGGERS = types.CompletionOptions(trigger_characters=[" ", "(", "[", "{", ":"])
LEGEND = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def make_server(files: Files, checker: Checker | None, pages: str | None = None) -> RulesServer:
    """A server for one session, with all that it can do."""
    server = RulesServer(files, checker, pages)
    requests, changes = Requests(server), Changes(server)
    for method, work, options in (
        (types.TEXT_DOCUMENT_COMPLETION, requests.completion, TRIGGERS),
        (types.TEXT_DOCUMENT_HOVER, requests.hover, None),
        (types.TEXT_DOCUMENT_DEFINITION, requests.definition, None),
        (types.TEXT_DOCUMENT_REFERENCES, requests.references, None),
        (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, requests.highlights, None),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, requests.symbols, None),
        (types.TEXT_DOCUMENT_FOLDING_RANGE, requests.folds, None),
        (types.TEXT_DOCUMENT_SIGNATURE_HELP, requests.signature,
         types.SignatureHelpOptions(trigger_characters=["(", "[", ","])),
        (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, requests.tokens, LEGEND),
        (types.TEXT_DOCUMENT_PREPARE_RENAME, changes.prepare_rename, None),
        (types.TEXT_DOCUMENT_RENAME, changes.rename, types.RenameOptions(prepare_provider=True)),
        (types.TEXT_DOCUMENT_CODE_ACTION, changes.actions,
         types.CodeActionOptions(code_action_kinds=list(changes.KINDS))),
        (types.TEXT_DOCUMENT_FORMATTING, changes.formatting, None),
    ):  # fmt: skip
        server.feature(method, options)(handler(server, work))
    for method in (types.TEXT_DOCUMENT_DID_SAVE, types.WORKSPACE_DID_CHANGE_WATCHED_FILES):
        server.feature(method)(lambda _: server.files_changed())
    return server


def handler(
    server: RulesServer, work: Callable[[Document, Any], T]
) -> Callable[[Any], Awaitable[T]]:
    """The handler of a request: it takes the document as it is now, and works in a thread."""

    async def handle(params: Any) -> T:
        document = server.document(params.text_document.uri)
        return await asyncio.to_thread(work, document, params)

    return handle


class Requests:
    """What a session can be asked about a document."""

    def __init__(self, server: RulesServer):
        self.server = server

    def project(self, document: Document) -> Project:
        """A document with the files that it extends."""
        return self.server.read(self.server.source(document), False)

    def offset(self, document: Document, position: types.Position) -> int:
        """The place in the rules of a position in the document."""
        return max(0, offset_of(document, position) - document.skipped)

    def completion(self, document: Document, params: types.CompletionParams) -> Any:
        """What can be typed at a place, in the order in which it is to be shown."""
        server, source = self.server, self.server.source(document)
        at = asked(source, self.offset(document, params.position))
        names = [p.stem for p in server.files.beside(source.name)] + list(server.library.names())
        read: Callable[[Source], Project] = partial(server.read_anew, is_lenient=True)
        found = complete(at, read, server.knowledge(document), names, server.pages)
        items = [completion_of(item, number, document) for number, item in enumerate(found)]
        return types.CompletionList(False, items)

    def hover(self, document: Document, params: types.HoverParams) -> types.Hover | None:
        """What is known of a word."""
        offset = self.offset(document, params.position)
        project, server = self.project(document), self.server
        found = hover(project, offset, server.knowledge(document), server.pages)
        if found is None:
            return None
        skipped = document.skipped
        return types.Hover(
            types.MarkupContent(types.MarkupKind.Markdown, found.text),
            range_of(document, found.start + skipped, found.end + skipped),
        )

    def definition(self, document: Document, params: types.DefinitionParams) -> Any:
        """Where a name is declared."""
        offset = self.offset(document, params.position)
        return self.locations(document, definition(self.project(document), offset))

    def references(self, document: Document, params: types.ReferenceParams) -> Any:
        """Where else a name stands."""
        offset, wanted = self.offset(document, params.position), params.context.include_declaration
        return self.locations(document, references(self.project(document), offset, wanted))

    def locations(self, document: Document, places: list[Place]) -> list[types.Location]:
        """Places with the addresses of their files; those that may not be known are left out."""
        found = []
        for place in places:
            other = self.server.document_of(place.file.source, document)
            if other is not None:
                start, end = place.name.start + other.skipped, place.name.end + other.skipped
                found.append(types.Location(other.uri, range_of(other, start, end)))
        return found

    def highlights(self, document: Document, params: types.DocumentHighlightParams) -> Any:
        """Where a name stands in the document."""
        project = self.project(document)
        skipped = document.skipped
        return [
            types.DocumentHighlight(
                range_of(document, p.name.start + skipped, p.name.end + skipped),
                types.DocumentHighlightKind.Write if p.name.declares
                else types.DocumentHighlightKind.Read,
            )
            for p in references(project, self.offset(document, params.position))
            if p.file is project.main
        ]  # fmt: skip

    def symbols(self, document: Document, params: types.DocumentSymbolParams) -> Any:
        """The outline of the document."""
        reading = self.project(document).main.reading
        return [symbol_of(symbol, document) for symbol in symbols(reading)]

    def folds(self, document: Document, params: types.FoldingRangeParams) -> Any:
        """The lines that can be folded."""
        return [types.FoldingRange(first, last) for first, last in folds(document.text)]

    def signature(self, document: Document, params: types.SignatureHelpParams) -> Any:
        """What the brackets at a place take."""
        found = signature(self.project(document), self.offset(document, params.position))
        if found is None:
            return None
        parameters = [types.ParameterInformation(p) for p in found.parameters]
        shown = types.SignatureInformation(found.label, found.about, parameters)
        last = max(len(parameters) - 1, 0)
        return types.SignatureHelp([shown], 0, min(found.active, last))

    def tokens(self, document: Document, params: types.SemanticTokensParams) -> Any:
        """What each word is, for colours."""
        return types.SemanticTokens(tokens_of(coloured(self.project(document)), document))
