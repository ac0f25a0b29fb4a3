"""Who may speak to the server: pages of this server only, and with the token where one is needed.

A foreign page can make a browser send requests here, and a foreign name can lead here (DNS
rebinding): so the headers `Host` and `Origin` must name this server.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "boardwright"
MAX_BODY = 2_000_000  # bytes of a request
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Access:
    """Lets requests through that come from this server's own pages.

    `hosts` are the names (with the port) under which the server may be addressed; None: any, which
    is for a server with a token.
    """

    def __init__(self, app: App, hosts: frozenset[str] | None, token: str | None):
        self.app, self.hosts, self.token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        problem = self.problem(scope, headers)
        if problem is not None:
            return await refuse(scope, receive, send, 403, *problem)
        if int_of(headers.get("content-length", "0")) > MAX_BODY:
            return await refuse(
                scope, receive, send, 413, "too-large", "the request is too large"
            )
        return await self.app(scope, bounded(receive), with_headers(send, self.cookie(scope)))

    def problem(self, scope: Scope, headers: dict[str, str]) -> tuple[str, str] | None:
        """The code and the message of what is wrong with a request; None if nothing is."""
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if self.hosts is not None and host not in self.hosts:
            return "wrong-host", "this server is not addressed by that name"
        if origin is not None and place_of(origin) != host:
            return "foreign-origin", "a page of another site may not use this server"
        if origin is None and scope["type"] == "websocket" and "sec-fetch-site" in headers:
            return "foreign-origin", "a page of another site may not use this server"
        if headers.get("sec-fetch-site") == "cross-site" and scope.get("method") != "GET":
            return "foreign-origin", "a page of another site may not use this server"
        if self.token is not None and not self.has_token(scope, headers):
            return "no-token", "open the address that `gdl serve` printed, with its token"
        return None

    def has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Whether a request has the token, in its address or as a cookie."""
        assert self.token is not None
        given = [*token_of(scope)]
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        if cookie is not None:
            given.append(cookie.value)
        token = self.token.encode()
        return any([hmac.compare_digest(token, word.encode("utf-8", "replace")) for word in given])

    def cookie(self, scope: Scope) -> str | None:
        """The cookie to set: the token, where the address had it."""
        if self.token is None or scope["type"] != "http" or not token_of(scope):
            return None
        return f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"


def place_of(origin: str) -> str | None:
    """The name and the port that an origin is at; None for what is no origin."""
    try:
        return urlsplit(origin.lower()).netloc
    except ValueError:  # such as a bracket that is not closed
        return None


def token_of(scope: Scope) -> list[str]:
    """The tokens in an address."""
    query = scope.get("query_string", b"").decode("latin-1")
    try:
        return parse_qs(query, max_num_fields=50).get("token", [])
    except ValueError:
        return []


def int_of(text: str) -> int:
    """The number of a header; a very large one for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else MAX_BODY + 1


class TooLarge(Exception):
    """A request that goes on for too long."""


def bounded(receive: Receive) -> Receive:
    """What receives a request of bounded size."""
    size = 0

    async def receive_bounded() -> MutableMapping[str, Any]:
        nonlocal size
        message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > MAX_BODY:
                raise TooLarge
        return message

    return receive_bounded


def with_headers(send: Send, cookie: str | None) -> Send:
    """What sends answers with the headers that protect the page, unless an answer has its own."""

    async def send_with(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {key.lower() for key, _ in message.get("headers", [])}
            usual = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
            extra = [(key, value) for key, value in usual if key not in given]
            if cookie is not None:
                extra.append((b"set-cookie", cookie.encode()))
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return send_with


async def refuse(
    scope: Scope, receive: Receive, send: Send, status: int, code: str, message: str
) -> None:
    """Answer a request with one clear message."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": message})
        return
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await with_headers(send, None)(
        {"type": "http.response.start", "status": status, "headers": headers}
    )
    await send({"type": "http.response.body", "body": body})
