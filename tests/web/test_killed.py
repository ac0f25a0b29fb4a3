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
from pathlib import Path
from typing import Any

import pytest
from support.commands import COMMAND, ROOT, environment
from support.page import text_of
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TABLES = 3


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

    def table(self) -> dict[str, Any]:
        """A new table, when the server has come up."""
        data = {"game": "connect-four", "seats": ["person", "random"]}
        for _ in range(100):
            request = urllib.request.Request(
                f"{self.address}/api/tables", json.dumps(data).encode(),
                {"content-type": "application/json"},
            )  # fmt: skip
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return dict(json.load(answer))
            except urllib.error.URLError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

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


def one_round(data: Path, chooser: random.Random) -> int:
    """Play, kill the server at a random moment, look what came back; return the moves told."""
    server = Running(data)
    try:
        table, told = server.table(), list[str]()
        end = time.monotonic() + chooser.uniform(0.05, 1.0)
        try:
            with server.sit(table) as socket:
                killer = subprocess.Popen(
                    ["sh", "-c", f"sleep {max(0.0, end - time.monotonic()):.3f}; "
                     f"kill -9 {server.process.pid}"]
                )  # fmt: skip
                now = position(socket, told)
                while not now["over"]:
                    move = text_of(chooser.choice(now["offers"]["moves"]))
                    socket.send(json.dumps({"type": "play", "move": move, "at": now["ply"]}))
                    now = position(socket, told)
        except (ConnectionClosed, OSError, EOFError):
            pass  # killed
        killer.wait()
    finally:
        server.kill()
    again = Running(data)
    try:
        again.table()  # it is up
        kept = moves_of(again, table)
    finally:
        again.kill()
    assert kept[: len(told)] == told
    return len(told)


def rounds(data: Path, count: int) -> None:
    """Several rounds with one file of matches."""
    chooser = random.Random(11)
    told = [one_round(data, chooser) for _ in range(count)]
    assert sum(told) > 0


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    rounds(tmp_path, 3)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_no_acknowledged_move_is_lost_at_a_hundred_moments(tmp_path: Path) -> None:
    rounds(tmp_path, 100)
