"""How long the server of the page takes for a move when many tables are played at once.

    python tests/bench/tables.py --tables 200 --seconds 20 --pause 1

starts a server, opens the tables, lets a program play random moves at each against the random
agent, with a random pause (of the mean given) before every move, and prints the time from sending a
move to the position that answers it, and the memory of the server for each table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("connect-four", "squ", "hex", "reversi", "english-draughts", "royal-game-of-ur",
         "nine-mens-morris", "dark-hex")  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--warm", type=float, default=3, help="seconds that are not counted")
    parser.add_argument("--agent", default="random")
    parser.add_argument("--thinkers", type=int, default=0, help="tables with uct:20s besides")
    parser.add_argument("--games", default=",".join(GAMES))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "interpreter.cli", "serve", "--no-browser", "--port", "0",
             "--data", data],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        try:
            before = memory(server.pid)
            times = asyncio.run(measure(address, given))
            after = memory(server.pid)
        finally:
            server.terminate()
            server.wait()
    times.sort()
    print(f"tables {given.tables}, moves {len(times)} in {given.seconds:g} s")
    print(f"median {1000 * statistics.median(times):.1f} ms, "
          f"p95 {1000 * times[int(0.95 * len(times))]:.1f} ms, most {1000 * times[-1]:.1f} ms")
    print(f"memory {before:.0f} MB before, {after:.0f} MB after, "
          f"{(after - before) * 1000 / given.tables:.0f} kB a table")


def memory(pid: int) -> float:
    """The memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def asked(address: str, data: dict[str, Any] | None = None) -> Any:
    """The answer to a request."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


async def measure(address: str, given: argparse.Namespace) -> list[float]:
    """The times of all moves."""
    names = given.games.split(",")
    for name in names:
        await asyncio.to_thread(opened, address, name, "random")  # compiled, not measured
    specs = [given.agent] * given.tables + ["uct:20s"] * given.thinkers
    tables = [opened(address, names[n % len(names)], spec) for n, spec in enumerate(specs)]
    times: list[float] = []
    begun = time.monotonic()
    begin, end = begun + given.warm, begun + given.warm + given.seconds
    plays = [
        play(address, table, given.pause, (begin, end), times if n < given.tables else [])
        for n, table in enumerate(tables)
    ]
    await asyncio.gather(*plays)
    return times


def opened(address: str, game: str, agent: str) -> dict[str, Any]:
    """A new table."""
    table = asked(f"{address}/api/tables", {"game": game, "seats": ["person", agent]})
    return dict(table)


async def play(
    address: str, table: dict[str, Any], pause: float, span: tuple[float, float],
    times: list[float],
) -> None:  # fmt: skip
    """Play at a table until the end of a span, and note the times of the moves within it."""
    from websockets.asyncio.client import connect

    chooser = random.Random(table["table"])
    where = f"{address.replace('http', 'ws')}/api/tables/{table['table']}/socket"
    async with connect(f"{where}?keys={table['keys'][0]}", max_size=None) as socket:
        sent = 0.0
        while (left := span[1] - time.monotonic()) > 0:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            if message["type"] != "position":
                continue
            if sent and message.get("id") == "move":
                times += [time.monotonic() - sent] if sent > span[0] else []
                sent = 0.0
            if message["over"]:
                return
            if message["acting"] == message["seat"] and message["offers"]["moves"]:
                await asyncio.sleep(chooser.uniform(0, 2 * pause))
                move = text_of(chooser.choice(message["offers"]["moves"]))
                sent = time.monotonic()
                await socket.send(json.dumps({"type": "play", "move": move, "id": "move"}))


def text_of(words: list[Any]) -> str:
    """The text of a move."""
    return " ".join(w if isinstance(w, str) else "{" + ",".join(w) + "}" for w in words)


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = str(ROOT)
    main()
