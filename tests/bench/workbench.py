"""How long the workbench takes: from a key to an underlined mistake, from a change to a board.

`python tests/bench/workbench.py` starts a server and a browser, types into the editor, and prints
medians and the slowest of each.  Wanted are 300 ms until a mistake is underlined, and one second
until a change can be played: two on the native engine, whose library is compiled anew each time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.bench_page import BenchPage
from support.browsing import Visit, chromium, serve
from websockets.sync.client import connect

ROUNDS = 3  # of each game
GAMES = ("tic-tac-toe", "hex", "squ", "quardo", "cuiquindi")
WATCH = """(selector) => new Promise((done) => {
    const root = document.querySelector('.editor').shadowRoot;
    const find = () => document.querySelector(selector) ?? root.querySelector(selector);
    let began = null;
    addEventListener('keydown', () => (began ??= performance.now()), {capture: true, once: true});
    const look = () => {
        if (began !== null && find()) done(performance.now() - began);
        else requestAnimationFrame(look);
    };
    look();
})"""


def until(bench: BenchPage, selector: str, key: str) -> float:
    """The milliseconds from a key to something that is seen after it."""
    page = bench.page
    page.evaluate("(selector) => { window.seen = (" + WATCH + ")(selector); }", selector)
    page.keyboard.press(key)
    return float(page.evaluate("() => window.seen"))


def in_the_browser(address: str) -> tuple[list[float], list[float]]:
    """Milliseconds until mistakes are underlined, and until changes are on the board."""
    mistakes, changes = [], []
    with chromium() as browser:
        visit = Visit(browser.new_page(), address)
        for game in GAMES:
            bench = BenchPage(visit).open(game)
            visit.page.on("dialog", lambda dialog: dialog.accept())
            first = bench.page.locator(".cm-line").first
            for _ in range(ROUNDS):
                first.click()
                visit.page.keyboard.press("Home")
                mistakes.append(until(bench, ".cm-lintRange-error", "x"))
                visit.page.wait_for_timeout(800)
                changes.append(until(bench, ".wb-standing.valid", "Backspace"))
                visit.page.wait_for_timeout(800)
    return mistakes, changes


def on_the_socket(address: str) -> dict[str, list[float]]:
    """Milliseconds until new rules are playable on the reference engine, and on the native one."""
    times: dict[str, list[float]] = {"reference": [], "native": []}
    with connect(address.replace("http", "ws") + "/api/workbench") as socket:

        def ask(kind: str, **message: Any) -> dict[str, Any]:
            socket.send(json.dumps({"type": kind, "id": 1, **message}))
            while True:
                answer: dict[str, Any] = json.loads(socket.recv())
                if answer.get("id") == 1:
                    return answer

        for number, game in enumerate(GAMES):
            text = ask("open", file=game)["text"]
            for version in range(1, ROUNDS + 1):
                # An end that never comes: new rules, but the same game.
                never = f"end:\n  - when turns > {10_000 + 97 * number + version}: draw\n"
                begun = monotonic()
                rules = text.replace("end:\n", never)
                answer = ask("rules", file=game, text=rules, version=version)
                assert answer["drawing"] is not None, answer
                times["reference"].append(1000 * (monotonic() - begun))
                answer = ask("agent", agent="uct:1", at=0)
                assert answer["type"] == "position", answer
                times["native"].append(1000 * (monotonic() - begun))
    return times


def row(name: str, times: list[float], wanted: int) -> str:
    """A line of the table."""
    middle, worst = statistics.median(times), max(times)
    return f"{name:44} {middle:7.0f} ms {worst:7.0f} ms   wanted {wanted} ms"


def main() -> None:
    """Measure and print."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        server = serve(Path(folder), Path(data))
        try:
            print(f"{'':44} {'median':>10} {'slowest':>10}")
            mistakes, changes = in_the_browser(server.address)
            print(row("a mistake is underlined", mistakes, 300))
            print(row("a change is on the board", changes, 1000), flush=True)
            times = on_the_socket(server.address)
        finally:
            server.stop()
    print(row("new rules are playable, reference engine", times["reference"], 1000))
    print(row("a search plays on the native engine", times["native"], 2000))


if __name__ == "__main__":
    main()
