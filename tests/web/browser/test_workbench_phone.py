"""The workbench on a phone: what stands in a row has room there, and the report is at hand; the
gallery before it knows the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.bench_page import BenchPage
from support.browsing import WAIT, Server, Visit, folder_fixtures

PHONE = {"width": 390, "height": 844}
WIDE_BOARD = """game: Wide
players: A, B
board: square(20)
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""
ROWS = "(tabs) => new Set(tabs.map((tab) => Math.round(tab.getBoundingClientRect().top))).size"
SPAN = """(element) => {
    const bars = [...element.querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect());
    const labels = element.querySelector('figcaption').getBoundingClientRect();
    return [bars[0].left - labels.left, labels.right - bars.at(-1).right];
}"""


folder, server = folder_fixtures()


@pytest.fixture
def bench(browser: Any, server: Server) -> Iterator[BenchPage]:
    """A workbench on a phone, with the board in front."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    visit = Visit(context.new_page(), server.address)
    made = BenchPage(visit).open("tic-tac-toe")
    made.tab("Board")
    yield made
    visit.finish()
    context.close()


def test_tabs_stand_in_one_row_and_words_stay_whole(bench: BenchPage) -> None:
    bench.page.locator(".wb-figures tbody tr").first.wait_for(timeout=WAIT * 1000)
    assert bench.page.locator(".wb-panels [role=tab]").evaluate_all(ROWS) == 1
    for label in bench.page.locator(".wb-figures th[scope=row]").all():
        assert label.bounding_box()["height"] < 32, label.inner_text()


def test_the_lengths_of_games_stand_above_their_labels(bench: BenchPage) -> None:
    bars = bench.page.locator(".wb-lengths")
    bars.wait_for(timeout=WAIT * 1000)
    assert all(abs(apart) < 8 for apart in bars.evaluate(SPAN))


def test_a_board_of_many_cells_is_panned_in_its_frame(bench: BenchPage) -> None:
    bench.tab("Rules")
    bench.write(WIDE_BOARD)
    bench.tab("Board")
    frame = bench.page.locator(".board-frame.large")
    frame.wait_for()
    box = frame.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert frame.evaluate("(it) => it.scrollWidth > it.clientWidth")
    assert bench.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_file_that_was_not_changed_has_a_report(bench: BenchPage) -> None:
    bench.tab("Report")
    assert "as they are saved" in bench.page.inner_text(".wb-report")
    with bench.page.context.expect_page() as opened:
        bench.button("Full report").click()
    opened.value.wait_for_selector("h1:has-text('Tic-tac-toe')", timeout=120_000)
    opened.value.close()


def test_the_gallery_says_that_it_reads(browser: Any, server: Server) -> None:
    visit = Visit(browser.new_page(), server.address)
    held: list[Any] = []
    visit.page.route("**/api/games", lambda route: held.append(route))
    visit.go("/")
    visit.page.get_by_text("Reading the games …").wait_for()
    visit.wait_for("document.querySelector('.gallery-wait').getBoundingClientRect().height > 10")
    visit.page.wait_for_timeout(10)
    held[0].continue_()
    visit.page.locator(".card").first.wait_for()
    assert visit.page.locator(".gallery-wait").count() == 0
    visit.finish()
