"""A server that is killed at any moment loses no move that it has acknowledged.

The file is written before a move is acknowledged, so that this holds for any moment; the number of
moments here only bounds how long the test takes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from support.commands import COMMAND, ROOT, environment
from support.page import text_of
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

MATCHES = 4  # that are played at once between two kills
KILLED = (ConnectionClosed, InvalidHandshake, OSError, EOFError, HTTPException)


class Running:
    """A server in a process of its own."""

    def __init__(self, data: Path, port: int = 0):
        words = ["serve", "--no-browser", "--port", str(port), "--data", str(data)]
        self.process = subprocess.Popen(
            [*COMMAND, *words], cwd=ROOT, env=environment(), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        assert self.address.startswith("http://127.0.0.1:")

    def kill(self) -> None:
        """End it at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wait_until_up(self) -> None:
        """Wait until it answers."""
        for _ in range(300):
            try:
                with urllib.request.urlopen(self.address, timeout=20):
                    return
            except urllib.error.URLError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def table(self) -> dict[str, Any]:
        """A new table."""
        data = {"game": "connect-four", "seats": ["person", "random"]}
        request = urllib.request.Request(
            f"{self.address}/api/tables", json.dumps(data).encode(),
            {"content-type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(request, timeout=20) as answer:
            return dict(json.load(answer))

    def sit(self, table: dict[str, Any]) -> Any:
        """A browser at a table."""
        address = self.address.replace("http", "ws")
        return connect(f"{address}/api/tables/{table['table']}/socket?keys={table['keys'][0]}")


def position(socket: Any, acknowledged: list[str]) -> dict[str, Any]:
    """The next position in which the person acts or the match is over; all moves that are told."""
    while True:
        message = json.loads(socket.recv(timeout=20))
        if message["type"] == "moves":
            acknowledged[:] = [row["text"] for row in message["list"]]
        if message["type"] != "position":
            continue
        if message["length"] > len(acknowledged):
            acknowledged.append(message["last"]["text"])
        if message["over"] or message["acting"] == 0:
            return dict(message)


def moves_of(server: Running, table: dict[str, Any]) -> list[str]:
    """The moves of a match as a new browser is told them."""
    with server.sit(table) as socket:
        while True:
            message = json.loads(socket.recv(timeout=20))
            if message["type"] == "moves":
                return [row["text"] for row in message["list"]]


class Player(Thread):
    """Plays one match after the other at random until the server is gone.

    `told` has each table that was made, with the moves that were acknowledged there.
    """

    def __init__(self, server: Running, seed: int):
        super().__init__()
        self.server, self.chooser = server, random.Random(seed)
        self.told: list[tuple[dict[str, Any], list[str]]] = []

    def run(self) -> None:
        try:
            while True:
                self.told.append((self.server.table(), []))
                self.play(*self.told[-1])
        except KILLED:
            return

    def play(self, table: dict[str, Any], told: list[str]) -> None:
        """Play one match."""
        with self.server.sit(table) as socket:
            now = position(socket, told)
            while not now["over"]:
                move = text_of(self.chooser.choice(now["offers"]["moves"]))
                socket.send(json.dumps({"type": "play", "move": move, "at": now["ply"]}))
                now = position(socket, told)


def rounds(data: Path, moments: int) -> None:
    """Play, kill the server at a random moment, start it again and look what it still knows."""
    chooser, moves, lost = random.Random(11), 0, 0
    server = Running(data)
    try:
        server.wait_until_up()
        for number in range(moments):
            players = [Player(server, number * MATCHES + n) for n in range(MATCHES)]
            for player in players:
                player.start()
            while not any(len(told) > 1 for player in players for _, told in player.told):
                assert all(player.is_alive() for player in players)
                time.sleep(0.01)
            time.sleep(chooser.uniform(0.0, 1.0))
            assert all(player.is_alive() for player in players)
            server.kill()
            for player in players:
                player.join()
            server = Running(data)
            server.wait_until_up()
            for table, told in (one for player in players for one in player.told):
                moves += len(told)
                lost += moves_of(server, table)[: len(told)] != told
    finally:
        server.kill()
    print(f"{moments} moments, {moves} acknowledged moves, {lost} matches that lost some")
    assert moves > moments and lost == 0


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    rounds(tmp_path, 3)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_no_acknowledged_move_is_lost_at_a_hundred_moments(tmp_path: Path) -> None:
    rounds(tmp_path, 100)
