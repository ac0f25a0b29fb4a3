"""One session of the language server: its documents, and the diagnostics of each.

A document is checked as soon as typing pauses.  What the checker finds is sent in steps, first
what reading shows, and never for a version that is no longer the latest.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from lsprotocol import converters, types

from gdl.source.library import Library
from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.language_server.checks import Checker, NotChecked
from interpreter.language_server.conversion import diagnostic_of
from interpreter.language_server.files import Files, Unreachable
from interpreter.language_server.protocol import Keeper, RulesProtocol, invalid
from interpreter.language_server.reading.document import UTF_16, Document
from interpreter.language_server.reading.knowledge import NOTHING, Knowledge, known
from interpreter.language_server.reading.project import Project, read_project
from interpreter.process.version import program_version

PAUSE = 0.05  # seconds without a change before a document is checked
MAX_DOCUMENTS = 50  # open at a time
MAX_KEPT = 8  # documents whose reading is remembered


class RulesServer(Keeper):
    """A session with one client."""

    protocol: RulesProtocol

    def __init__(self, files: Files, checker: Checker | None, pages: str | None = None):
        """`pages` is the address of the documentation, if it has one.

        Without a checker no diagnostics are sent: the client has them from elsewhere.
        """
        super().__init__(
            "boardwright", program_version(), protocol_cls=RulesProtocol,
            converter_factory=converters.get_converter,
        )  # fmt: skip
        self.files = files
        self.checker = checker
        self.pages = pages
        self.documents: OrderedDict[str, Document] = OrderedDict()
        self.findings: dict[str, tuple[Document, list[dict[str, Any]]]] = {}
        self.checks: dict[str, asyncio.Task[None]] = {}
        self.last_known: dict[str, Knowledge] = {}
        self.read = lru_cache(MAX_KEPT)(self.read_anew)
        self.known = lru_cache(MAX_KEPT)(known)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Nothing is shown to the user: requests are answered by an error anyway."""

    # ---- documents ----

    def opened(self, item: types.TextDocumentItem) -> None:
        """Keep a document; beyond the limit, the one that was opened first is forgotten."""
        unit = str(self.workspace.position_encoding or UTF_16)
        self.keep(Document(item.uri, item.text, item.version, unit))
        while len(self.documents) > MAX_DOCUMENTS:
            self.closed(next(iter(self.documents)))

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply changes to a document, one after the other."""
        document = self.documents.get(params.text_document.uri)
        if document is None:
            return
        version = params.text_document.version
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                document = document.changed(
                    document.offset(start.line, start.character),
                    document.offset(end.line, end.character), change.text, version,
                )  # fmt: skip
            else:
                document = Document(document.uri, change.text, version, document.unit)
        self.keep(document)

    def closed(self, uri: str) -> None:
        """Forget a document and its diagnostics."""
        document = self.documents.pop(uri, None)
        task = self.checks.pop(uri, None)
        self.findings.pop(uri, None)
        self.last_known.pop(uri, None)
        if task is not None:
            task.cancel()
        if document is not None:
            self.publish(types.PublishDiagnosticsParams(uri, []))

    def keep(self, document: Document) -> None:
        """Keep a new version of a document and check it, unless another one follows soon."""
        uri = document.uri
        self.documents[uri] = document
        before = self.checks.pop(uri, None)
        if before is not None:
            before.cancel()
        if self.checker is not None:
            task = asyncio.get_running_loop().create_task(self.check(document, self.checker))
            self.checks[uri] = task

    def files_changed(self) -> None:
        """Read and check everything anew, since files that others extend may have changed."""
        self.read.cache_clear()
        self.known.cache_clear()
        for document in list(self.documents.values()):
            self.keep(document)

    def document(self, uri: str) -> Document:
        """An open document.  Raises JsonRpcInvalidParams for any other."""
        if uri not in self.documents:
            raise invalid("no such document is open")
        return self.documents[uri]

    # ---- reading ----

    @property
    def library(self) -> Library:
        """The bundled games, and the files that a file may name."""
        return library()

    def source(self, document: Document) -> Source:
        """The rules of a document.  Raises JsonRpcInvalidParams if it is no file."""
        try:
            return Source(self.files.name(document.uri), document.rules)
        except Unreachable:
            raise invalid("this address names no rule file of the folder") from None

    def document_of(self, source: Source, asking: Document) -> Document | None:
        """The document of a source: an open one, or its file; None if a client may not know it."""
        if source == self.source(asking):
            return asking
        uri = self.files.uri(source.name)
        if uri is None:
            return None
        for other in list(self.documents.values()):
            if self.name_of(other.uri) == source.name and other.rules == source.text:
                return other
        return Document(uri, source.text, None, asking.unit)

    def latest(self, source: Source) -> Source:
        """A file as it is being edited, if it is open."""
        for document in list(self.documents.values()):
            if self.name_of(document.uri) == source.name:
                return Source(source.name, document.rules)
        return source

    def name_of(self, uri: str) -> str | None:
        """The name of a document as a source, or None if it is no file."""
        try:
            return self.files.name(uri)
        except Unreachable:
            return None

    def read_anew(self, source: Source, is_lenient: bool) -> Project:
        """A file with those that it extends."""
        return read_project(source, self.library.base, is_lenient)

    def knowledge(self, document: Document) -> Knowledge:
        """What the checker knows of a document; of a broken one, what it knew before."""
        found = self.known(self.source(document), self.library)
        if found is not NOTHING:
            self.last_known[document.uri] = found
        return self.last_known.get(document.uri, NOTHING)

    # ---- diagnostics ----

    async def check(self, document: Document, checker: Checker) -> None:
        """Check a document when typing has paused, and send what is found."""
        await asyncio.sleep(PAUSE)
        name = self.name_of(document.uri)
        if name is None:
            return
        try:
            async for findings, _ in checker.check(name, document.rules):
                self.show(document, name, findings)
        except NotChecked as error:
            text = f"{document.uri}: {error}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))

    def show(self, document: Document, name: str, findings: list[dict[str, Any]]) -> None:
        """Send findings, if the document is still as it was."""
        if self.documents.get(document.uri) is not document:
            return
        self.findings[document.uri] = document, findings
        shown = [diagnostic_of(f, document, name, self.files, self.pages) for f in findings]
        self.publish(types.PublishDiagnosticsParams(document.uri, shown, document.version))

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        """Send the diagnostics of a document."""
        self.text_document_publish_diagnostics(params)

    async def end(self) -> None:
        """Stop everything that this session has begun."""
        tasks = list(self.checks.values())
        self.checks.clear()
        self.documents.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
