"""The requests that change a document: other names, corrections, the usual layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from lsprotocol import types

from gdl.formatting import format_text
from gdl.source.diagnostics import GdlError
from gdl.source.library import read_source
from gdl.source.limits import MAX_EXTENDED
from interpreter.language_server.conversion import diagnostic_of, offset_of, range_of
from interpreter.language_server.features.fixes import Fix, all_at_once, fixes
from interpreter.language_server.features.navigation import (
    CannotRename,
    Edit,
    renamable,
    rename,
)
from interpreter.language_server.files import is_bundled
from interpreter.language_server.protocol import invalid
from interpreter.language_server.reading.document import Document
from interpreter.language_server.reading.project import Project
from interpreter.language_server.server import RulesServer

FIX, FIX_ALL = types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll


class Changes:
    """What a session can be asked to change."""

    KINDS: ClassVar = (FIX, FIX_ALL)

    def __init__(self, server: RulesServer):
        self.server = server

    # ---- other names ----

    def prepare_rename(self, document: Document, params: types.PrepareRenameParams) -> Any:
        """The name at a place, if it can be changed."""
        server, skipped = self.server, document.skipped
        project = server.read(server.source(document), False)
        offset = offset_of(document, params.position) - skipped
        try:
            name = renamable(project, max(0, offset), server.knowledge(document))
        except CannotRename as error:
            raise invalid(str(error)) from None
        return range_of(document, name.start + skipped, name.end + skipped)

    def rename(self, document: Document, params: types.RenameParams) -> Any:
        """The edits that give a name another one, in all files that share it."""
        server = self.server
        source = server.source(document)
        project = server.read(source, False)
        offset = max(0, offset_of(document, params.position) - document.skipped)
        projects = [project, *self.extending(project)]
        try:
            edits = rename(projects, offset, params.new_name, server.knowledge(document))
        except CannotRename as error:
            raise invalid(str(error)) from None
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            name = edit.file.source.name
            other = server.document_of(edit.file.source, document)
            if other is None or (other is not document and not server.files.may_change(name)):
                stem = Path(name).name
                raise invalid(f"this name stands in {stem} too, which cannot be changed from here")
            changes.setdefault(other.uri, []).append(text_edit(other, edit))
        return types.WorkspaceEdit(changes)

    def extending(self, project: Project) -> list[Project]:
        """The files beside a file that extend it."""
        server, name = self.server, project.main.source.name
        if is_bundled(name):
            return []
        found = []
        for path in server.files.beside(name):
            try:
                source = server.latest(read_source(path))
            except GdlError:
                continue
            if "extends" in source.text and source.name != name:
                other = server.read(source, False)
                if any(file.source.name == name for file in other.files[1:MAX_EXTENDED]):
                    found.append(other)
        return found

    # ---- corrections ----

    def actions(self, document: Document, params: types.CodeActionParams) -> Any:
        """The corrections that the messages offer for a range, and all of them together."""
        checked, findings = self.server.findings.get(document.uri, (None, []))
        if checked is not document:
            return []
        name, skipped = self.server.source(document).name, document.skipped
        wanted = params.context.only
        start = offset_of(document, params.range.start) - skipped
        end = offset_of(document, params.range.end) - skipped
        made: list[types.CodeAction] = []
        if is_wanted(FIX, wanted):
            for fix in fixes(findings, name, start, end):
                shown = diagnostic_of(
                    findings[fix.finding], document, name, self.server.files, self.server.pages
                )
                made.append(types.CodeAction(
                    fix.title, kind=FIX, diagnostics=[shown], is_preferred=fix.is_first,
                    edit=self.edit(document, [fix]),
                ))  # fmt: skip
        together = all_at_once(findings, name)
        if is_wanted(FIX_ALL, wanted) and together:
            title = "correct everything that has a suggestion"
            edit = self.edit(document, together)
            made.append(types.CodeAction(title, kind=FIX_ALL, edit=edit))
        return made

    def edit(self, document: Document, chosen: list[Fix]) -> types.WorkspaceEdit:
        """The edit that some corrections make."""
        skipped = document.skipped
        edits = [
            types.TextEdit(range_of(document, f.start + skipped, f.end + skipped), f.new)
            for f in chosen
        ]
        return types.WorkspaceEdit({document.uri: edits})

    # ---- layout ----

    def formatting(self, document: Document, params: types.DocumentFormattingParams) -> Any:
        """The edits that give a document the usual layout; none if it has mistakes."""
        text = document.rules
        try:
            formatted = format_text(text)
        except GdlError:
            raise invalid("a file with mistakes in its YAML cannot be laid out") from None
        start, old, new = differing(text, formatted)
        if old == new == start:
            return []
        skipped = document.skipped
        changed = formatted[start:new]
        return [types.TextEdit(range_of(document, start + skipped, old + skipped), changed)]


def is_wanted(kind: types.CodeActionKind, wanted: Any) -> bool:
    """Whether a client asks for a kind of action."""
    return not wanted or any(kind == w or str(kind.value).startswith(f"{w}.") for w in wanted)


def text_edit(document: Document, edit: Edit) -> types.TextEdit:
    """An edit as the protocol has it."""
    skipped = document.skipped
    return types.TextEdit(range_of(document, edit.start + skipped, edit.end + skipped), edit.new)


def differing(old: str, new: str) -> tuple[int, int, int]:
    """Where two texts begin to differ, and where the differing part ends in each."""
    start = 0
    most = min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    last = 0
    while last < most - start and old[-1 - last] == new[-1 - last]:
        last += 1
    return start, len(old) - last, len(new) - last
