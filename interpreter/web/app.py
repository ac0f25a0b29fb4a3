"""The application: its parts put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from interpreter import language_server  # its parts are loaded when they are used
from interpreter.language_server.checks import Checker
from interpreter.web.access import Access, TooLarge
from interpreter.web.api import ERRORS, Service, failed
from interpreter.web.games.games import Games
from interpreter.web.pages import index, static
from interpreter.web.studies import Studies
from interpreter.web.tables.store import Store
from interpreter.web.tables.tables import Tables
from interpreter.web.tables.workers import Workers
from interpreter.web.wire.errors import problem
from interpreter.web.workbench.routes import workbench_routes

DATABASE = "matches.sqlite"
WORTH_PACKING = 1_000  # bytes of an answer


@dataclass(frozen=True)
class Settings:
    """What a server serves, and to whom.

    `folder` has the rule files of the user, `data` the matches.  `hosts` are the names under which
    it may be addressed (None: any), `token` what everybody needs (None: nothing).  `name` is what
    is told to those who want the folder of the matches meanwhile.
    """

    data: Path
    folder: Path | None = None
    hosts: frozenset[str] | None = None
    token: str | None = None
    name: str = ""


def make_app(settings: Settings, say: Callable[[str], None]) -> Access:
    """The application; `say` tells what is wrong with the matches.  Raises StoreFailed."""
    store, workers = Store(settings.data / DATABASE, settings.name), Workers()
    if store.notice is not None:
        say(store.notice)
    service = Service(Games(settings.folder, workers.run), Tables(store, workers), workers)

    editor = Editor(settings.folder)
    studies = None if settings.folder is None else Studies(settings.folder, workers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.tables.tidy()
        yield
        await editor.close()
        if studies is not None:
            await studies.close()
        await service.tables.close()
        await service.games.close()
        await workers.close()
        store.close()

    handlers: dict[Any, Any] = dict.fromkeys(ERRORS, failed)
    handlers |= {HTTPException: http_failed, TooLarge: too_large, Exception: failed}
    reports = [] if studies is None else studies.routes()
    routes = [*routes_of(service), *editor.routes(), *reports]
    packing = Middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=6)
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers=handlers, middleware=[packing]
    )
    return Access(app, settings.hosts, settings.token)


def routes_of(service: Service) -> list[BaseRoute]:
    """All addresses."""
    return [
        Route("/api/games", service.list_games),
        Route("/api/files", service.save, methods=["POST"]),
        Route("/api/games/{id:path}/board.svg", service.board),
        Route("/api/games/{id:path}/drawing", service.drawing),
        Route("/api/games/{id:path}", service.entry),
        Route("/api/tables", service.create, methods=["POST"]),
        Route("/api/tables", service.list_tables, methods=["GET"]),
        Route("/api/tables/{table}", service.delete, methods=["DELETE"]),
        Route("/api/tables/{table}/record", service.record),
        WebSocketRoute("/api/tables/{table}/socket", service.socket),
        Route("/static/{name:path}", static),
        Route("/", index),
        *(Route(f"/{area}{{rest:path}}", index) for area in ("table", "workbench", "games")),
    ]


class Editor:
    """The workbench and its language server, for the rule files of a folder."""

    def __init__(self, folder: Path | None):
        self.folder = folder
        self.checker = Checker()

    def routes(self) -> list[BaseRoute]:
        """Their addresses; none where no folder is served."""
        if self.folder is None:
            return []
        return [
            WebSocketRoute("/api/language", self.language),
            *workbench_routes(self.folder, self.checker),
        ]

    async def language(self, socket: WebSocket) -> None:
        """One session of the language server, which is loaded at the first.

        It sends no diagnostics, since the workbench checks the text anyway.
        """
        assert self.folder is not None
        await socket.accept()
        await language_server.language_socket(socket, self.folder, None)

    async def close(self) -> None:
        """End its processes."""
        await self.checker.close()


async def http_failed(request: Request, error: Exception) -> Response:
    """The answer to a request for something that is not there."""
    assert isinstance(error, HTTPException)
    messages = {404: "there is nothing at this address", 405: "this cannot be done here"}
    message = messages.get(error.status_code, "the request cannot be answered")
    return problem(error.status_code, "not-found" if error.status_code == 404 else "bad-request",
                   message)  # fmt: skip


async def too_large(request: Request, error: Exception) -> Response:
    """The answer to a request that is too large."""
    return problem(413, "too-large", "the request is too large")
