"""The page in a browser: a server of its own, pages that keep what they say, clicks that choose.

`serve` and `chromium` start what is needed, `Visit` is one person's page, `play` clicks through a
game.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]
WAIT = 30.0  # seconds in which something must happen
HARMLESS = "WebSocket connection to"  # what chromium says when the network is off on purpose

NEXT = """(choice) => {
    const curtain = document.querySelector('.curtain button');
    if (document.querySelector('.ending')) return {kind: 'over'};
    const cells = [...document.querySelectorAll('.board .hits .can')];
    const buttons = curtain ? [curtain] : [...document.querySelectorAll(
        '.choices:not(.ask) button:not(.quiet):not([aria-pressed=true]),'
        + '.hands .can:not([aria-pressed=true])')];
    const all = [...cells, ...buttons];
    if (all.length === 0) return {kind: 'wait'};
    const element = all[Math.floor(choice * all.length)];
    if (element.matches('[data-fresh]')) {
        element.focus();
        return {kind: 'key'};
    }
    element.scrollIntoView({block: 'nearest'});
    const box = element.getBoundingClientRect();
    return {kind: 'click', x: box.x + box.width / 2, y: box.y + box.height / 2,
            what: element.dataset.cell ?? element.textContent};
}"""


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    def stop(self) -> None:
        """End the process."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(WAIT)


def serve(folder: Path, data: Path, port: int = 0) -> Server:
    """A server of the rule files in `folder`, with its matches in `data`."""
    command = [sys.executable, "-m", "interpreter.cli", "serve", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data)], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address.startswith("http://"), address
    return Server(process, address.rstrip("/"))


def folder_fixtures() -> tuple[Any, Any]:
    """The fixtures `folder` and `server` of a module: an empty folder, and a server of it."""
    @pytest.fixture(scope="module")
    def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
        return tmp_path_factory.mktemp("rules")

    @pytest.fixture(scope="module")
    def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        made = serve(folder, tmp_path_factory.mktemp("data"))
        yield made
        made.stop()

    return folder, server


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page that keeps what it says on the console and what it asks for."""

    page: Any
    address: str
    said: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.page
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", self.look)

    def hear(self, message: Any) -> None:
        """Keep what is said as a warning or an error."""
        if message.type in ("error", "warning") and not message.text.startswith(HARMLESS):
            self.said.append(message.text)

    def look(self, request: Any) -> None:
        """Keep what is asked of any other address."""
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.foreign.append(request.url)

    def go(self, path: str) -> None:
        """Open an address of the page."""
        self.page.goto(self.address + path)

    def table(
        self, game: str, seats: Sequence[str], options: dict[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Make a table, and sit down at all places for people."""
        made = self.make(game, seats, options, **more)
        keys = [key for key in made["keys"] if key] or [made["watch"]]
        self.go(f"/table/{made['table']}#{','.join(keys)}")
        self.page.wait_for_selector(".board, .spread, .curtain", timeout=2000 * WAIT)
        return made

    def make(
        self, game: str, seats: Sequence[str], options: dict[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Make a table; a match of one person against agents is always the same."""
        fixed = {"seed": 1} if seats.count("person") < 2 else {}
        data = {"game": game, "seats": list(seats), "options": options or {}, **fixed, **more}
        answer = self.page.request.post(f"{self.address}/api/tables", data=data)
        made: dict[str, Any] = answer.json()
        assert answer.ok, made
        return made

    def prompt(self) -> str:
        """What stands above the board."""
        return str(self.page.inner_text(".prompt"))

    def cell(self, name: str) -> Any:
        """A cell of the board."""
        return self.page.locator(f'.board [data-cell="{name}"]')

    def moves(self) -> list[str]:
        """The moves in the list."""
        return list(self.page.locator(".move-list .turn-moves .move").all_text_contents())

    def wait_for(self, condition: str) -> None:
        """Wait until an expression of JavaScript is true."""
        late = time.monotonic() + WAIT
        while not self.page.evaluate(f"() => {condition}"):
            assert time.monotonic() < late, f"never: {condition}"
            self.page.wait_for_timeout(10)

    def finish(self) -> None:
        """Close the page; fail if it has said or asked for something that it should not."""
        self.page.close()
        assert self.said == []
        assert self.foreign == []


def play(visit: Visit, clicks: int, seed: int = 1) -> bool:
    """Choose moves by clicks at random, or by keys where a row of buttons takes no pointer yet;
    say whether the game is over within so many `clicks`.
    """
    chance, page, late = random.Random(seed), visit.page, time.monotonic() + WAIT
    while clicks > 0 and time.monotonic() < late:
        found = page.evaluate(NEXT, chance.random())
        if found["kind"] == "over":
            return True
        if found["kind"] == "wait":
            page.wait_for_timeout(10)
            continue
        late = time.monotonic() + WAIT
        if found["kind"] == "key":
            page.keyboard.press("Enter")
        else:
            page.mouse.click(found["x"], found["y"])
        clicks -= 1
    assert clicks == 0, f"nothing could be chosen: {visit.prompt()}"
    return False
