"""Findings, places and names as the protocol has them."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from gdl.source.printable import printable
from gdl.source.wording import clip
from interpreter.language_server.files import Files
from interpreter.language_server.reading.document import Document

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
MAX_MESSAGE = 1200  # characters of a message with its hint


def range_of(document: Document, start: int, end: int) -> types.Range:
    """The range from one offset to another."""
    return types.Range(position_of(document, start), position_of(document, end))


def position_of(document: Document, offset: int) -> types.Position:
    """The position of an offset."""
    return types.Position(*document.position(offset))


def offset_of(document: Document, position: types.Position) -> int:
    """The offset of a position."""
    return document.offset(position.line, position.character)


def diagnostic_of(
    finding: dict[str, Any], document: Document, name: str, files: Files, pages: str | None
) -> types.Diagnostic:
    """A finding of the checker as a diagnostic of a document.

    One about an extended file is shown at the `extends` of the document, with its place there.
    """
    message, hint = finding["message"], finding["hint"]
    words = clip(printable(f"{message}\nhint: {hint}" if hint else message), MAX_MESSAGE)
    code = finding["code"]
    data = {key: finding[key] for key in ("message", "hint", "suggestion", "candidates")}
    shown = types.Diagnostic(
        range_in(document, finding), words, SEVERITIES[finding["severity"]], code,
        types.CodeDescription(f"{pages.rstrip('/')}/errors/{code}.md") if pages else None,
        "boardwright", data=data,
    )  # fmt: skip
    if finding["file"] != name:
        place = types.Range(
            types.Position(finding["line"] - 1, finding["column"] - 1),
            types.Position(finding["end_line"] - 1, finding["end_column"] - 1),
        )
        at = document.text.find("extends:")
        end = document.text.find("\n", at)
        shown.range = range_of(document, max(at, 0), end if end >= 0 else len(document.text))
        uri = files.uri(finding["file"])
        shown.related_information = uri and [  # type: ignore[assignment]
            types.DiagnosticRelatedInformation(types.Location(uri, place), "in this file")
        ]
    return shown


def range_in(document: Document, finding: dict[str, Any]) -> types.Range:
    """The place of a finding in its document."""
    skipped = document.skipped
    return range_of(document, finding["start"] + skipped, finding["end"] + skipped)
