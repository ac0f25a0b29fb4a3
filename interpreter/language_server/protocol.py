"""The protocol as this server speaks it: messages in, answers out, whatever comes in.

pygls brings the types and the dispatch.  Here is what it leaves open: a message that makes no sense
is answered by an error of the protocol, an error never shows the inside of the program, texts are
kept by `reading.document`, and `exit` ends a session but not the process that serves a page.
"""

from __future__ import annotations

import json
import logging
from abc import ABC, abstractmethod
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
INVALID_PARAMS, INTERNAL_ERROR, NOT_INITIALIZED = -32602, -32603, -32002
MAX_MESSAGE = 4_000_000  # bytes of a message; a rule file has 250,000

logging.getLogger("pygls").addHandler(logging.NullHandler())
logging.getLogger("pygls").propagate = False  # what it logs comes from messages of strangers


class Keeper(LanguageServer, ABC):
    """A server that keeps the texts of documents itself."""

    @abstractmethod
    def opened(self, item: types.TextDocumentItem) -> None:
        """Keep a document."""

    @abstractmethod
    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document."""

    @abstractmethod
    def closed(self, uri: str) -> None:
        """Forget a document."""


class RulesProtocol(LanguageServerProtocol):
    """Takes messages, checks them, and hands them to the features."""

    _server: Keeper

    def __init__(self, server: Keeper, converter: Any):
        super().__init__(server, converter)
        self.is_initialized = False
        self.is_ended = False

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has asked for the end and may only say `exit`."""
        return self._shutdown

    def receive(self, body: str | bytes) -> None:
        """Handle one message; never raises."""
        if len(body) > MAX_MESSAGE:
            self.refuse(None, INVALID_REQUEST, f"a message holds at most {MAX_MESSAGE:,} bytes")
            return
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self.refuse(None, PARSE_ERROR, "this is no JSON")
            return
        try:
            self.take(data)
        except RecursionError:
            self.refuse(None, INVALID_REQUEST, "this is nested too deep")

    def take(self, data: Any) -> None:
        """Handle what one message holds."""
        if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
            self.refuse(None, INVALID_REQUEST, "a message is an object with `jsonrpc` 2.0")
            return
        number, method = data.get("id"), data.get("method")
        if isinstance(number, bool) or not isinstance(number, int | str | None):
            self.refuse(None, INVALID_REQUEST, "`id` is a number or a text")
            return
        if "method" in data and not isinstance(method, str):
            self.refuse(number, INVALID_REQUEST, "`method` is a text")
            return
        if method is None and number is None:
            self.refuse(None, INVALID_REQUEST, "a message has a `method` or answers a request")
            return
        if method is not None and not self.may(method, number):
            return
        data.setdefault("params", None)
        try:
            message = self.structure_message(data)
        except (JsonRpcException, RecursionError):
            if number is not None and method is not None:
                self.refuse(number, INVALID_PARAMS, f"the parameters do not fit `{method[:100]}`")
            return
        self.handle_message(message)

    def may(self, method: str, number: int | str | None) -> bool:
        """Whether a message may come now; if not, a request is refused."""
        if method == types.EXIT:
            return True
        problem = None
        if self.is_shut_down:
            problem = INVALID_REQUEST, "the server has been shut down"
        elif not self.is_initialized and method != types.INITIALIZE:
            problem = NOT_INITIALIZED, "the first request is `initialize`"
        elif self.is_initialized and method == types.INITIALIZE:
            problem = INVALID_REQUEST, "`initialize` is sent once"
        if method == types.INITIALIZE and problem is None:
            self.is_initialized = True
        if problem and number is not None:
            self.refuse(number, *problem)
        return problem is None

    def refuse(self, number: int | str | None, code: int, message: str) -> None:
        """Answer with an error."""
        error = types.ResponseError(code=code, message=message)
        self._send_data(types.ResponseErrorMessage(id=number, error=error))

    def _send_response(
        self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        if error is not None:
            shown = "internal error" if error.code == INTERNAL_ERROR else error.message
            error = types.ResponseError(code=error.code, message=shown)
        super()._send_response(msg_id, result, error)

    # ---- what this server does itself ----

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Keep a document."""
        self._server.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document."""
        self._server.changed(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document."""
        self._server.closed(params.text_document.uri)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]
        """End the session."""
        self.is_ended = True


def invalid(message: str) -> JsonRpcInvalidParams:
    """The error for a request that cannot be carried out."""
    return JsonRpcInvalidParams(message=message)
