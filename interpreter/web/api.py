"""What the page asks for by HTTP: games, tables, records, files."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket

from gdl.source.wording import clip
from interpreter.api import record as records
from interpreter.api.state import OF_A_GAME
from interpreter.board.values import IllegalMove
from interpreter.matches.match import Refused
from interpreter.web.games.folder import InTheWay, NoGame
from interpreter.web.games.games import Games
from interpreter.web.sockets import Connection
from interpreter.web.tables.company import NotDone
from interpreter.web.tables.fairness import open_record
from interpreter.web.tables.recovery import StoreFailed
from interpreter.web.tables.table import Table
from interpreter.web.tables.tables import Tables
from interpreter.web.tables.viewpoints import Viewpoints
from interpreter.web.tables.workers import Workers
from interpreter.web.wire.bodies import body
from interpreter.web.wire.errors import problem
from interpreter.web.wire.reading import BadMessage

MAX_SEATS = 64
NEW_TABLE = ("game", "options", "seats", "seed", "record", "start")  # what one may have
CLOSED_UNKNOWN = 4404


@dataclass(frozen=True)
class Service:
    """The parts that answer."""

    games: Games
    tables: Tables
    workers: Workers
    saving: asyncio.Lock = field(default_factory=asyncio.Lock)

    # ---- games -----------------------------------------------------------------------------------

    async def list_games(self, request: Request) -> Response:
        """All games."""
        return JSONResponse({"games": await self.games.catalogue()})

    async def entry(self, request: Request) -> Response:
        """One game, as the list of all has it, also where that is still being made."""
        return JSONResponse(await self.games.about("entry", request.path_params["id"], {}))

    async def drawing(self, request: Request) -> Response:
        """What the page needs to draw a game."""
        id, options = request.path_params["id"], options_of(request)
        return JSONResponse(await self.games.about("drawing", id, options))

    async def board(self, request: Request) -> Response:
        """A drawing of the start of a game."""
        id, options = request.path_params["id"], options_of(request)
        svg = await self.games.about("board", id, options)
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def save(self, request: Request) -> Response:
        """Save a rule file into the folder served."""
        data = await body(request)
        name, text = word("name", data.get("name")), word("text", data.get("text"))
        overwrite, known = data.get("overwrite") is True, data.get("known")
        known = None if known is None else word("known", known)
        folder, since = self.games.folder, monotonic()
        async with self.saving:  # one thread at a time may have to wait for other processes
            id, digest = await self.workers.run(
                lambda: folder.save(name, text, overwrite, known, since)
            )
        return JSONResponse({"file": id, "digest": digest})

    # ---- tables ----------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        """A new table."""
        data = await body(request)
        for name in data.keys() - set(NEW_TABLE):
            what = ", ".join(f"`{known}`" for known in NEW_TABLE)
            raise BadMessage(f"a new table has no `{clip(name, 40)}`; it may have {what}")
        moves: tuple[str, ...] = ()
        status: dict[str, Any] = {}
        recorded: int | None = None
        start = start_in(data.get("start"))
        seats, seed, id, options = (data.get(k) for k in ("seats", "seed", "game", "options"))
        if data.get("record") is not None:
            record = records.read(word("record", data["record"]))
            moves = tuple(entry.text for entry in record.moves)
            status = {"resigned": record.resigned, "agreed": record.agreed}
            id, options = id or record.game, options or dict(record.options)
            recorded = record.seed
            start = record.start if start is None else start
            seats = seats or list(record.seats)
        if not isinstance(options or {}, dict):
            raise BadMessage("`options` is an object")
        if not isinstance(seats, list) or not 0 < len(seats) <= MAX_SEATS:
            raise BadMessage("`seats` is a list with who sits at each seat")
        if not (seed is None or (isinstance(seed, int) and not isinstance(seed, bool))):
            raise BadMessage("`seed` is a whole number")
        name, sitting = word("game", id), [word("seats", s) for s in seats]
        game = await self.games.game(name, options or {})
        opened = await self.tables.create(
            game, name, sitting, seed, moves, json.dumps(status), recorded, start
        )
        return JSONResponse(
            {"table": opened.table.id, "keys": list(opened.keys), "watch": opened.watch}, 201
        )

    async def list_tables(self, request: Request) -> Response:
        """The tables that some keys open."""
        keys = keys_of(request.query_params.get("keys", ""))
        return JSONResponse({"tables": await self.tables.listed(keys)})

    async def record(self, request: Request) -> Response:
        """The record of a match; of one with secrets, only after its end."""
        table = await self.table_of(request)

        def work(views: Viewpoints) -> str:
            if views.is_secret:
                raise NotDone("secret", "the record is there when the match is over")
            return records.write(open_record(views.match))

        is_player = bool(table.locks.opened(keys_of(request.query_params.get("key", ""))))
        return PlainTextResponse(await table.look(is_player, work))

    async def delete(self, request: Request) -> Response:
        """Forget a table, also an unreadable one; only who holds a seat may ask for that."""
        id = request.path_params["table"]
        opened = await self.tables.opens(id, keys_of(request.query_params.get("key", "")))
        if not opened:
            raise no_table()
        if opened == {None}:
            raise NotDone("not-your-table", "only players can delete a match")
        await self.tables.delete(id)
        return JSONResponse({"deleted": id})

    async def table_of(self, request: Request) -> Table:
        """The table of an address, for whoever holds one of its keys."""
        table = await self.tables.find(request.path_params["table"])
        keys = keys_of(request.query_params.get("key", ""))
        if table is None or not (table.locks.opened(keys) or table.locks.may_watch(keys)):
            raise no_table()
        return table

    async def socket(self, socket: WebSocket) -> None:
        """A browser that comes to a table."""
        keys = keys_of(socket.query_params.get("keys", ""))
        code, message = "no-such-table", "there is no such table"
        try:
            table = await self.tables.find(socket.path_params["table"])
        except (StoreFailed, NotDone) as error:
            table = None
            if isinstance(error, NotDone):
                code, message = error.code, error.message
        await socket.accept()
        if table is None:
            await socket.send_json({"type": "refused", "code": code, "message": message})
            await socket.close(CLOSED_UNKNOWN)
            return
        seats = table.locks.opened(keys)
        if keys and not seats and not table.locks.may_watch(keys):
            message = "this key opens no seat of the table"
            await socket.send_json({"type": "refused", "code": "wrong-key", "message": message})
            await socket.close(CLOSED_UNKNOWN)
            return
        await Connection(socket, table, seats).serve()


def no_table() -> NotDone:
    """The refusal of a table that is not there, or not for this browser."""
    return NotDone("no-such-table", "there is no such table, or the key is not right")


def options_of(request: Request) -> dict[str, str]:
    """The options in an address."""
    return {k: v for k, v in request.query_params.items() if k != "token"}


def keys_of(text: str) -> list[str]:
    """The keys in an address."""
    return [key for key in text[:10_000].split(",") if key]


def start_in(value: Any) -> str | None:
    """The position of a request in which a match is to begin, as JSON.  Raises BadMessage."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadMessage("`start` is a position: an object as the workbench saves it")
    try:
        return json.dumps({key: value[key] for key in value if key not in OF_A_GAME})
    except RecursionError:
        raise BadMessage("`start` is nested too deeply") from None


def word(name: str, value: Any) -> str:
    """A text of a request.  Raises BadMessage."""
    if not isinstance(value, str):
        raise BadMessage(f"`{name}` is a text")
    return value


async def failed(request: Request, error: Exception) -> Response:
    """The answer to a request that is not carried out."""
    match error:
        case InTheWay():
            return problem(error.status, error.code, error.message, digest=error.digest)
        case NoGame():
            return problem(error.status, error.code, error.message)
        case NotDone():
            missing = error.code == "no-such-table"
            return problem(404 if missing else 403, error.code, error.message)
        case BadMessage():
            return problem(413 if error.code == "too-large" else 400, error.code, str(error))
        case Refused() | IllegalMove() | records.RecordError():
            return problem(400, "refused", clip(str(error), 600))
        case StoreFailed():
            return problem(503, "not-stored", str(error))
    return problem(500, "internal-error", "something went wrong in the server")


ERRORS = (NoGame, NotDone, BadMessage, Refused, IllegalMove, records.RecordError, StoreFailed)
"""What requests raise, answered by `failed`."""
