"""Links are tapped at the edge between their two cells, blocks at the corner of their four."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsing import Server, Visit, serve

LINES = """
game: Lines and boxes
players: Red, Blue
board: square(3)
looks:
  BOARDdrawn: line
  holder: tint
state:
  drawn: subsets(links)
  holder[b in blocks(2, 2)]: colours or none
actions:
  draw(l in links - drawn): add l to drawn
  claim(b in blocks(2, 2)):
    - require holder[b] = none
    - set holder[b] to mover
turn: draw or claim
end:
  - when turns = 6: draw
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of two games that differ in how their board is drawn."""
    folder = tmp_path_factory.mktemp("lines")
    for name, board in (("squares", ""), ("crossings", "board: points\n  ")):
        (folder / f"{name}.yaml").write_text(LINES.replace("BOARD", board), "utf-8")
    made = serve(folder, tmp_path_factory.mktemp("data"))
    yield made
    made.stop()


@pytest.mark.parametrize(("name", "scheme", "width"), [
    ("squares", "light", 1440), ("crossings", "dark", 390),
    pytest.param("crossings", "light", 1440, marks=pytest.mark.slow),
    pytest.param("squares", "dark", 390, marks=pytest.mark.slow),
])  # fmt: skip
def test_a_link_and_a_block_are_tapped_as_a_whole(
    lines: Server, browser: Any, name: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 900}
    page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
    visit = Visit(page, lines.address)
    visit.table(f"./{name}.yaml", ["person", "person"])
    assert page.locator(".between line").count() == 12 + 4
    for number, cells in enumerate(("a1 b1", "a1 b1 a2 b2", "b2 b3"), 1):
        page.locator(f'.between [data-set="{cells}"]').click(force=True)
        visit.wait_for(f"document.querySelectorAll('.move-list .move').length >= {number}")
    assert len(visit.moves()) == 3
    assert page.locator('.between [data-set="a1 b1"]').count() == 0
    visit.cell("b1").click()
    visit.cell("b2").click()
    assert page.locator(".between line").count() == 0  # cell by cell: {b1, b2} or a block with both
    if folder := os.environ.get("BOARDWRIGHT_SHOTS"):
        page.screenshot(path=Path(folder) / f"between-{name}-{scheme}-{width}.png")
    visit.finish()
