"""The wire of the workbench for every bundled game that hides something.

Somebody looks from one seat while the moves of all are played.  Each position that is sent must
follow from a view of that seat, and nothing else that is sent may tell the moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from support.diagnosing import secret_games
from support.quick import each
from support.what_is_hidden import Truth, check_position

from interpreter import load_game
from interpreter.language_server.checks import Checker
from interpreter.web.workbench import routes
from interpreter.web.workbench.rule_files import RuleFiles

pytestmark = pytest.mark.usefixtures("in_time")
SECRET = secret_games()
MOVES = 12


class Wire:
    """An open workbench, and all that it has sent."""

    def __init__(self, socket: Any, seat: int):
        self.socket, self.seat = socket, seat
        self.heard: list[dict[str, Any]] = []
        self.count = 0

    def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        """The answer to a message."""
        self.count += 1
        self.socket.send_json({"type": kind, "id": self.count, "seat": self.seat, **message})
        while True:
            answer: dict[str, Any] = self.socket.receive_json()
            self.heard.append(answer)
            if answer.get("id") == self.count:
                return answer

    def positions(self) -> list[dict[str, Any]]:
        """All positions that were sent."""
        found = [m.get("position") or m for m in self.heard]
        return [m for m in found if m["type"] == "position"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=routes.workbench_routes(tmp_path, Checker()))) as made:
        yield made


@pytest.mark.parametrize("name", each(2, SECRET))
def test_a_seat_is_sent_only_what_follows_from_its_views(client: TestClient, name: str) -> None:
    game, text = load_game(name), RuleFiles(Path()).saved(name).text
    with client.websocket_connect(routes.ADDRESS) as socket:
        for seat in range(game.seats):
            truth, chooser = Truth(game), random.Random(f"{name} {seat}")
            wire = Wire(socket, seat)
            checked = wire.ask("rules", file=name, text=text, version=1, moves=[])
            assert checked["moves"] == [] or checked["moves"] is None
            play_all(wire, truth, chooser)
            again = wire.ask("rules", file=name, text=text + "# the same\n", version=2)
            assert again["moves"] is None and again["stopped"] is None
            assert len(wire.positions()) > len(truth.moves)
            for position in wire.positions():
                check_position(truth, seat, position)
            check_texts(truth, seat, wire)


def play_all(wire: Wire, truth: Truth, chooser: random.Random) -> None:
    """Play moves at random, of seats and, as somebody lets it, of chance, and look at them all."""
    for number in range(MOVES):
        move = truth.state.random_choice(chooser)
        if truth.state.play(move).is_over:
            break
        truth.play(move.text)
        told = wire.ask("play", move=move.text, at=number)
        assert told["moves"] is None
        assert bool(told["offers"]["moves"]) == (told["acting"] == wire.seat)
    for ply in range(len(truth.states)):
        wire.ask("look", ply=ply)


def check_texts(truth: Truth, seat: int, wire: Wire) -> None:
    """No move of another seat is told that was not heard."""
    heard = " ".join(truth.seen_by(seat)[-1].heard)
    for position in wire.positions():
        last = position["last"]
        if last and last["seat"] != seat and last["text"]:
            assert last["text"] in heard
    for message in wire.heard:
        assert "held" not in keys_in(message)


def keys_in(data: Any) -> set[str]:
    """The names of all that a message has, however deep."""
    if isinstance(data, dict):
        return set(data).union(*map(keys_in, data.values()))
    return set[str]().union(*map(keys_in, data)) if isinstance(data, list) else set()
