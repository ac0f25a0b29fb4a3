"""A browser for tests: it speaks to the application without a network, and checks every message."""

from __future__ import annotations

import json
import random
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.schema import check

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # newer versions prefer another package to httpx
    from starlette.testclient import TestClient

from interpreter.web import app
from interpreter.web.app import Settings, make_app
from interpreter.web.games.games import Games

HOST = "testserver"
ENTRIES: dict[str, Any] = {}


class SharedGames(Games):
    """Games of which the bundled ones are entered in lists as they were for the last server: that
    loads them all, which takes seconds.
    """

    async def about(self, kind: str, id: str, options: Mapping[str, Any]) -> Any:
        if kind != "entry" or id.startswith("./"):
            return await super().about(kind, id, options)
        key = self.key(kind, id, self.path(id), options)
        if key not in ENTRIES:
            ENTRIES[key] = await super().about(kind, id, options)
        return ENTRIES[key]


@contextmanager
def served(data: Path, folder: Path | None = None, **settings: Any) -> Iterator[Server]:
    """A server in this process, with its matches in a folder."""
    made = Settings(data, folder, **{"hosts": frozenset({HOST}), **settings})
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Games", SharedGames)
        made_app = make_app(made, said.append)
    with TestClient(made_app) as client:
        yield Server(client, said)


class Server:
    """What a browser may ask for; `said` is what the server said at its start."""

    def __init__(self, client: TestClient, said: Sequence[str] = ()):
        self.client, self.said = client, said

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        """The answer to a request, of the status that is expected."""
        return self.answer(self.client.get(path, **more), status)

    def post(self, path: str, data: Any, status: int = 200, **more: Any) -> Any:
        """The same for data."""
        return self.answer(self.client.post(path, json=data, **more), status)

    def answer(self, answer: Any, status: int) -> Any:
        """The data of an answer; an error has the one form."""
        assert answer.status_code == status, answer.text[:500]
        if status >= 400:
            check(answer.json(), "error")
            return answer.json()["error"]
        is_json = "json" in answer.headers.get("content-type", "")
        return answer.json() if is_json else answer.text

    def games(self) -> dict[str, dict[str, Any]]:
        """The entries of all games, when none is being tried any more."""
        while True:
            listed = self.get("/api/games")
            check(listed, "games")
            if not any(game["pending"] for game in listed["games"]):
                return {game["id"]: game for game in listed["games"]}
            time.sleep(0.2)

    def table(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """A new table."""
        made = self.post("/api/tables", {"game": game, "seats": list(seats), **more}, 201)
        check(made, "created")
        return dict(made)

    @contextmanager
    def sit(self, table: dict[str, Any], *keys: str) -> Iterator[Page]:
        """A browser at a table."""
        address = f"/api/tables/{table['table']}/socket?keys={','.join(keys)}"
        with self.client.websocket_connect(address) as socket:
            yield Page(socket)


class Page:
    """A browser at a table."""

    def __init__(self, socket: Any):
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        check(message, "toServer")
        self.socket.send_json(message)

    def next(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        check(message, "fromServer")
        self.heard.append(message)
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of one of some types."""
        while True:
            message = self.next()
            if message["type"] in types:
                return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message, which has its `id`."""
        id = f"question {len(self.heard)}"
        self.send(**message, id=id)
        while True:
            answer = self.next()
            if answer.get("id") == id:
                return answer

    def position(self, **wanted: Any) -> dict[str, Any]:
        """The next position of the match, with the values that are wanted."""
        while True:
            position = self.until("position")
            if "look" not in position and wanted.items() <= position.items():
                return position

    def past_chance(self, position: dict[str, Any]) -> dict[str, Any]:
        """The latest position when chance has moved, from one that was told."""
        return self.position(chance=False) if position["chance"] else position

    def play(self, move: str, at: int | None = None) -> dict[str, Any]:
        """The answer to a move."""
        return self.ask(type="play", move=move, **({} if at is None else {"at": at}))


def text_of(words: list[Any]) -> str:
    """The text of a move."""
    return " ".join(w if isinstance(w, str) else "{" + ",".join(w) + "}" for w in words)


def random_text(position: dict[str, Any], chooser: random.Random) -> str:
    """A random move of those that are offered."""
    return text_of(chooser.choice(position["offers"]["moves"]))
