"""Boards with many cells on a phone: large enough to tap, panned to what happens, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import Server, Visit

IN_VIEW = """(cell) => {
    const frame = document.querySelector('.board-frame').getBoundingClientRect();
    const box = document.querySelector(`.hits [data-cell="${cell}"]`).getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1
        && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
}"""
WIDE = "document.querySelector('.hits polygon').getBoundingClientRect().width"
LEAST = 24  # pixels that a cell has at the least


@pytest.fixture
def phone(browser: Any, server: Server) -> Iterator[Visit]:
    """A page on a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    made = Visit(context.new_page(), server.address)
    yield made
    made.finish()
    context.close()


def test_cells_can_be_tapped_and_what_happens_is_in_view(phone: Visit) -> None:
    phone.table("go", ["person", "person"], {"size": 19})
    phone.wait_for(f"{WIDE} >= {LEAST}")
    for cell in ("j10", "s18", "b2"):
        phone.cell(cell).tap()
        phone.page.wait_for_selector(f'[data-piece="{cell}"]')
        assert phone.page.evaluate(IN_VIEW, cell), cell
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_keyboard_pans_and_the_whole_board_is_a_button_away(phone: Visit) -> None:
    phone.table("go", ["person", "person"], {"size": 19})
    phone.wait_for(f"{WIDE} >= {LEAST}")
    phone.cell("a1").focus()
    for _ in range(18):
        phone.page.keyboard.press("ArrowRight")
    assert phone.page.evaluate("document.activeElement.dataset.cell") == "s1"
    assert phone.page.evaluate(IN_VIEW, "s1")
    phone.page.get_by_role("button", name="Whole board").click()
    phone.wait_for(f"{WIDE} < {LEAST}")
    phone.page.get_by_role("button", name="Larger cells").click()
    phone.wait_for(f"{WIDE} >= {LEAST}")


def test_a_small_board_has_no_frame(phone: Visit) -> None:
    phone.table("tic-tac-toe", ["person", "person"])
    assert phone.page.locator(".board-larger, .board-frame.large").count() == 0
