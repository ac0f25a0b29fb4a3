"""Whoever uses the page with keys alone, with a screen reader or in the dark can use all of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from support.browsing import Visit, play
from support.quick import each

RUN = """async () => {
    const result = await axe.run(document, {resultTypes: ['violations']});
    return result.violations.map(({id, nodes}) => `${id}: ${nodes.map(n => n.html).join(' ')}`);
}"""
WIDTHS = (390, 820, 1440)
SCHEMES = ("light", "dark")


def violations(visit: Visit, client: Path) -> list[str]:
    if not visit.page.evaluate("() => 'axe' in window"):
        axe = client / "node_modules/axe-core/axe.min.js"
        visit.page.evaluate(axe.read_text("utf-8"))
    found: list[str] = visit.page.evaluate(RUN)
    return found


def is_too_wide(visit: Visit) -> bool:
    wide: bool = visit.page.evaluate(
        "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide


@pytest.mark.parametrize("width, scheme", each(5, product(WIDTHS, SCHEMES)))
def test_axe_finds_nothing(
    visit: Callable[..., Visit], client: Path, width: int, scheme: str
) -> None:
    opened = visit(width, color_scheme=scheme)
    opened.go("/")
    opened.page.wait_for_selector(".card")
    assert violations(opened, client) == []
    assert not is_too_wide(opened)
    opened.go("/games/hex")
    opened.page.wait_for_selector(".setup")
    assert violations(opened, client) == []
    assert not is_too_wide(opened)
    opened.table("quardo", ["person", "random"])
    assert violations(opened, client) == []
    play(opened, 8)
    for name in ("analysis", "rules", "moves"):
        opened.page.click(f"#tab-{name}")
        assert violations(opened, client) == []
    assert not is_too_wide(opened)
    opened.table("./cards.yaml", ["person", "person"])
    opened.page.keyboard.press("b")
    opened.page.keyboard.press("Enter")  # a piece, so that its steps are buttons
    opened.page.wait_for_selector(".choices button")
    assert violations(opened, client) == []
    assert not is_too_wide(opened)
    opened.page.keyboard.press("?")
    opened.page.wait_for_selector("dialog")
    assert violations(opened, client) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_asked_stays_visible(visit: Callable[..., Visit], width: int) -> None:
    opened = visit(width, 844)
    opened.table("squ", ["person", "person"], {"size": 8})
    opened.page.evaluate("window.scrollTo(0, 200)")
    box = opened.page.locator(".prompt").bounding_box()
    board = opened.page.locator(".board").bounding_box()
    if width == 390:
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
        assert board["width"] >= 388
    assert "choose an empty cell" in opened.prompt()


def test_a_piece_lands_by_keys_alone(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("./cards.yaml", ["person", "person"])
    keys = opened.page.keyboard
    keys.press("b")
    keys.press("Enter")
    for key in ("ArrowUp", "ArrowUp"):
        keys.press(key)
    label = opened.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label == "a3, empty, can be chosen"
    keys.press("Enter")
    opened.wait_for("document.querySelector('[data-piece=a3]') !== null")
    assert opened.moves() == ["move tiger a1 2 north"]


@pytest.mark.parametrize("game", ["squ", "pig", "ghosts"])
def test_nothing_has_the_focus_before_a_key_is_pressed(
    visit: Callable[..., Visit], game: str
) -> None:
    opened = visit()
    opened.table(
        game if game != "ghosts" else "./ghosts.yaml", ["person"] * (2 + (game == "ghosts"))
    )
    opened.wait_for("document.querySelector('.board .can, .choices button, .curtain') !== null")
    opened.page.wait_for_timeout(50)
    assert opened.page.evaluate("() => document.activeElement === document.body")


@pytest.mark.parametrize("height", [844, 420])
def test_few_moves_are_buttons_in_view_on_a_phone(visit: Callable[..., Visit], height: int) -> None:
    opened = visit(width=390, height=height)
    opened.table("./tray.yaml", ["person", "person"])
    opened.page.wait_for_selector(".choices button")
    buttons = opened.page.locator(".choices button")
    assert buttons.all_text_contents() == ["Keep 1", "Keep 5", "Double it 1", "Double it 5"]
    for button in buttons.all():
        box = button.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
    opened.page.wait_for_timeout(400)  # buttons that have just come take no pointer
    buttons.nth(2).click()
    opened.wait_for("document.querySelectorAll('.move-list .move').length === 1")
    assert opened.moves() == ["double it 1"]


def test_a_game_with_keys_alone(visit: Callable[..., Visit]) -> None:
    opened = visit()
    page, keys = opened.page, opened.page.keyboard
    opened.go("/")
    page.wait_for_selector(".card")
    keys.press("Tab")
    while not page.evaluate("() => document.activeElement?.type === 'search'"):
        keys.press("Tab")
    keys.type("tic-tac-toe")
    while not page.evaluate("() => document.activeElement?.closest('.card') !== null"):
        keys.press("Tab")
    assert "tic-tac-toe" in page.evaluate("() => document.activeElement.textContent").lower()
    keys.press("Enter")
    page.wait_for_selector(".setup")
    while page.evaluate("() => document.activeElement?.id") != "seat-1":
        keys.press("Tab")
    keys.press("Home")  # a person here
    while page.evaluate("() => document.activeElement?.type") != "submit":
        keys.press("Tab")
    keys.press("Enter")
    page.wait_for_selector(".board")
    keys.press("b")
    focused = "() => document.activeElement.dataset.cell"
    assert page.evaluate(focused) == "a1"
    keys.press("Enter")
    opened.wait_for("document.querySelectorAll('.piece').length === 1")
    keys.press("ArrowRight")
    assert page.evaluate(focused) == "b1"
    keys.press("Enter")
    opened.wait_for("document.querySelectorAll('.piece').length === 2")
    keys.press("ArrowLeft")
    keys.press("ArrowUp")
    assert page.evaluate(focused) == "a2"
    keys.press(" ")
    opened.wait_for("document.querySelectorAll('.piece').length === 3")
    keys.press("Escape")
    keys.press("Tab")
    keys.press("u")
    opened.wait_for("document.querySelectorAll('.piece').length === 2")
    opened.wait_for("!document.querySelector('[aria-label=Redo]').disabled")
    keys.press("r")
    opened.wait_for("document.querySelectorAll('.piece').length === 3")
    keys.press("Home")
    opened.wait_for("document.querySelectorAll('.piece').length === 0")
    keys.press("End")
    opened.wait_for("document.querySelectorAll('.piece').length === 3")
    keys.press("t")
    keys.type("place c3")
    keys.press("Enter")
    opened.wait_for("document.querySelectorAll('.piece').length === 4")
    assert "Cross" in opened.prompt() or "Nought" in opened.prompt()
