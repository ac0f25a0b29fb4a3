"""How long the page takes: its first load, and a move on a large board.

`python tests/bench/page.py` starts a server and a browser and prints the medians and the slowest of
each.  Wanted are a first visit to a playable board in a second, and a move on a board of 361 cells
within a frame of a screen that shows 60 a second.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.browsing import Visit, chromium, serve

ROUNDS = 5
FRAME = 1000 / 60  # milliseconds
CELLS = ("d4", "q16", "d16", "q4", "k10", "c3", "r17", "f17", "c6", "o3")
WATCH = """() => {
    window.took = [];
    const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
    let begun = 0;
    Object.defineProperty(MessageEvent.prototype, 'data', {get() {
        begun = performance.now();
        return get.call(this);
    }});
    new MutationObserver(() => window.took.push(performance.now() - begun))
        .observe(document.querySelector('.pieces'), {childList: true});
}"""


def first_visits(address: str) -> list[float]:
    """Milliseconds from the address of a new table to its board, each in a fresh browser."""
    times = []
    for _ in range(ROUNDS):
        with chromium() as browser:
            visit = Visit(browser.new_page(), address)
            made = visit.make("squ", ["person", "person"], {"size": 8})
            begun = monotonic()
            visit.go(f"/table/{made['table']}#{','.join(made['keys'])}")
            visit.page.wait_for_selector(".board")
            times.append(1000 * (monotonic() - begun))
    return times


def moves(address: str) -> list[float]:
    """Milliseconds from the message with a new position to the piece on a board of 361 cells."""
    with chromium() as browser:
        visit = Visit(browser.new_page(), address)
        visit.table("go", ["person", "person"], {"size": 19})
        visit.page.evaluate(WATCH)
        for number, cell in enumerate(CELLS, 1):
            visit.cell(cell).click()
            visit.wait_for(f"document.querySelectorAll('.piece').length === {number}")
        return list(visit.page.evaluate("() => window.took"))


def row(name: str, times: list[float], wanted: float) -> str:
    """A line of the table."""
    middle, worst = statistics.median(times), max(times)
    return f"{name:44} {middle:7.1f} ms {worst:7.1f} ms   wanted {wanted:.1f} ms"


def main() -> None:
    """Measure and print."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        server = serve(Path(folder), Path(data))
        try:
            print(f"{'':44} {'median':>10} {'slowest':>10}")
            print(row("a first visit shows the board", first_visits(server.address), 1000))
            print(row("a move on 361 cells is drawn", moves(server.address), FRAME))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
