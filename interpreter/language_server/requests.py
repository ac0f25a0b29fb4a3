"""The requests that this server answers: each a feature, with its places as the protocol has them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types

from gdl.source.spans import Source
from interpreter.language_server.checks import Checker
from interpreter.language_server.conversion import offset_of, range_of
from interpreter.language_server.features.completion import Item, asked, complete
from interpreter.language_server.files import Files
from interpreter.language_server.reading.document import Document
from interpreter.language_server.reading.knowledge import Knowledge
from interpreter.language_server.server import RulesServer

T = TypeVar("T")
KINDS = {
    "keyword": types.CompletionItemKind.Keyword, "heading": types.CompletionItemKind.Property,
    "entry": types.CompletionItemKind.Property, "built-in": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Method, "chance": types.CompletionItemKind.Method,
    "move": types.CompletionItemKind.Method, "parameter": types.CompletionItemKind.Variable,
    "variable": types.CompletionItemKind.Field, "mark": types.CompletionItemKind.Field,
    "definition": types.CompletionItemKind.Function, "fact": types.CompletionItemKind.Function,
    "colour": types.CompletionItemKind.Class, "kind": types.CompletionItemKind.Class,
    "word": types.CompletionItemKind.EnumMember, "option": types.CompletionItemKind.Constant,
    "cell": types.CompletionItemKind.Constant, "direction": types.CompletionItemKind.Constant,
    "file": types.CompletionItemKind.File, "attribute": types.CompletionItemKind.Field,
    "colour of the screen": types.CompletionItemKind.Color,
}  # fmt: skip


def make_server(files: Files, checker: Checker, pages: str | None = None) -> RulesServer:
    """A server for one session, with all that it can do."""
    server = RulesServer(files, checker, pages)
    Requests(server).register()
    return server


class Requests:
    """The handlers of one session.

    Each takes the document as it is when the request comes, and does its work in a thread.
    """

    def __init__(self, server: RulesServer):
        self.server = server

    def register(self) -> None:
        """Tell the server about all handlers."""
        triggers = types.CompletionOptions(trigger_characters=[" ", "(", "[", "{", ":"])
        self.add(types.TEXT_DOCUMENT_COMPLETION, self.completion, triggers)

    def add(self, method: str, handler: Callable[[Any], Awaitable[Any]], options: Any = None) -> None:
        """Tell the server about one handler."""

        async def handle(params: Any) -> Any:
            return await handler(params)

        self.server.feature(method, options)(handle)

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function in a thread."""
        return await asyncio.to_thread(function, *args)

    # ---- completion ----

    async def completion(self, params: types.CompletionParams) -> types.CompletionList:
        """What can be typed at a place."""
        document = self.server.document(params.text_document.uri)
        offset = offset_of(document, params.position)
        items = await self.work(self.completions, document, offset)
        return types.CompletionList(False, items)

    def completions(self, document: Document, offset: int) -> list[types.CompletionItem]:
        """The items for an offset, in the order in which they are to be shown."""
        server, source = self.server, self.server.source(document)
        at = asked(source, max(0, offset - document.skipped))
        knowledge: Knowledge = server.knowledge(document)
        names = [p.stem for p in server.files.beside(source.name)] + list(server.library.names())
        read: Callable[[Source], Any] = partial(server.read_anew, is_lenient=True)
        found = complete(at, read, knowledge, names, server.pages)
        return [completion_of(i, number, document) for number, i in enumerate(found)]


def completion_of(item: Item, number: int, document: Document) -> types.CompletionItem:
    """An item as the protocol has it."""
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
