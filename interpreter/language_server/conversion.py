"""Findings, places and names as the protocol has them."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from gdl.check.expressions.scope import WORDS
from gdl.source.printable import printable
from gdl.source.wording import clip
from interpreter.language_server.features.completion import Item
from interpreter.language_server.features.symbols import Symbol
from interpreter.language_server.features.tokens import Coloured
from interpreter.language_server.files import Files
from interpreter.language_server.reading.document import Document, units

KINDS = {
    "keyword": types.CompletionItemKind.Keyword, "heading": types.CompletionItemKind.Property,
    "entry": types.CompletionItemKind.Property, "built-in": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Method, "chance": types.CompletionItemKind.Method,
    "move": types.CompletionItemKind.Method, "part": types.CompletionItemKind.Method,
    "parameter": types.CompletionItemKind.Variable,
    "variable": types.CompletionItemKind.Field, "mark": types.CompletionItemKind.Field,
    "definition": types.CompletionItemKind.Function, "fact": types.CompletionItemKind.Function,
    "colour": types.CompletionItemKind.Class, "kind": types.CompletionItemKind.Class,
    "word": types.CompletionItemKind.EnumMember, WORDS: types.CompletionItemKind.Enum,
    "option": types.CompletionItemKind.Constant,
    "cell": types.CompletionItemKind.Constant, "direction": types.CompletionItemKind.Constant,
    "file": types.CompletionItemKind.File, "attribute": types.CompletionItemKind.Field,
    "colour of the screen": types.CompletionItemKind.Color,
}  # fmt: skip
SYMBOLS = {
    "heading": types.SymbolKind.Namespace, "option": types.SymbolKind.Constant,
    "colour": types.SymbolKind.Class, "kind": types.SymbolKind.Class,
    "action": types.SymbolKind.Method, "chance": types.SymbolKind.Method,
    "question": types.SymbolKind.Method, "part": types.SymbolKind.Method,
    "definition": types.SymbolKind.Function,
    "variable": types.SymbolKind.Field, "mark": types.SymbolKind.Field,
    "fact": types.SymbolKind.Property, "entry": types.SymbolKind.Property,
    "word": types.SymbolKind.EnumMember, WORDS: types.SymbolKind.Enum,
}  # fmt: skip
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


def completion_of(item: Item, number: int, document: Document) -> types.CompletionItem:
    """A word that is offered; `number` is its place in the order."""
    skipped = document.skipped
    edit = types.TextEdit(
        range_of(document, item.start + skipped, item.end + skipped), item.insert or item.label
    )
    about = item.documentation
    return types.CompletionItem(
        item.label, kind=KINDS.get(item.sort, types.CompletionItemKind.Text),
        detail=item.detail or item.sort, sort_text=f"{number:04}", text_edit=edit,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, about) if about else None,
    )  # fmt: skip


def symbol_of(symbol: Symbol, document: Document) -> types.DocumentSymbol:
    """An entry of the outline."""
    skipped = document.skipped
    return types.DocumentSymbol(
        symbol.name, SYMBOLS.get(symbol.sort, types.SymbolKind.Property),
        range_of(document, symbol.start + skipped, symbol.end + skipped),
        range_of(document, symbol.name_start + skipped, symbol.name_end + skipped),
        symbol.detail or None, children=[symbol_of(c, document) for c in symbol.children],
    )  # fmt: skip


def tokens_of(tokens: list[Coloured], document: Document) -> list[int]:
    """Coloured words, each in five numbers relative to the one before."""
    data: list[int] = []
    line, column = 0, 0
    for token in tokens:
        start = token.start + document.skipped
        at, place = document.position(start)
        length = units(document.text[start : token.end + document.skipped], document.unit)
        data += [at - line, place - column if at == line else place, length, token.type,
                 token.modifiers]  # fmt: skip
        line, column = at, place
    return data
