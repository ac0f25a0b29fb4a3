"""The page in a browser: opened from a file, stepped through, and without scripting."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import sample_results

from interpreter import load_game
from interpreter.drawing.scene.parts import frame, tint
from interpreter.drawing.scene.zones import Zone
from interpreter.study.report import write_reports

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("report")
    return write_reports(sample_results.nasty(), folder)[0].as_uri()


@pytest.fixture(scope="module")
def long_and_short(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The addresses of reports on six variants and on one."""
    folder = tmp_path_factory.mktemp("long")
    results = {"six": sample_results.six(), "one": sample_results.one()}
    return [write_reports(each, folder / name)[0].as_uri() for name, each in results.items()]


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Any]:
    """The page; it fails the test that something was said or asked for."""
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url))
    page.goto(address)
    yield page
    page.close()
    assert said == [address]


def pieces(section: Any) -> list[str]:
    return sorted(section.locator(".pieces use title").all_text_contents())


def expected(step: int) -> list[str]:
    sample = sample_results.nasty().pairings[0].samples[0]
    position = sample.steps[step - 1].position if step else sample.start
    return sorted(f"{cell}: {form.words}" for cell, form in position.pieces.items())


def test_a_game_is_stepped_through_with_buttons(opened: Any) -> None:
    section = opened.locator(".sample").first
    last = len(sample_results.nasty().pairings[0].samples[0].steps)
    assert pieces(section) == expected(last)
    section.get_by_label("first position").click()
    assert pieces(section) == expected(0) == []
    assert section.get_by_label("one move back").is_disabled()
    section.get_by_label("one move on").click()
    section.get_by_label("one move on").click()
    assert pieces(section) == expected(2)
    assert section.locator(".changed .ring").count() == 1
    strokes = section.locator(".changed circle").evaluate_all(
        "(circles) => circles.map((circle) => getComputedStyle(circle).stroke)"
    )
    assert len({*strokes}) == 2  # so that one is seen on a piece of either
    text = section.locator(".status").inner_text()
    assert text.startswith(f"move 2 of {last}, turn 2, Blue: place") and "expected share" in text
    section.get_by_label("last position").click()
    assert pieces(section) == expected(last)
    assert opened.locator(".sample").nth(1).locator("[aria-current]").count() == 1


def test_a_game_is_stepped_through_with_keys_and_slider(opened: Any) -> None:
    section = opened.locator(".sample").first
    section.focus()
    opened.keyboard.press("Home")
    assert pieces(section) == expected(0)
    for _ in range(3):
        opened.keyboard.press("ArrowRight")
    assert pieces(section) == expected(3)
    opened.keyboard.press("ArrowLeft")
    assert pieces(section) == expected(2)
    slider = section.get_by_label("move number")
    assert slider.input_value() == "2"
    slider.focus()
    opened.keyboard.press("ArrowRight")
    assert pieces(section) == expected(3)
    section.locator("summary").click()
    section.locator("ol li").nth(4).click()
    assert pieces(section) == expected(5)


def test_the_variables_of_a_game_without_a_board_are_stepped_through(
    browser: Any, tmp_path: Path
) -> None:
    results = sample_results.study(("pig", load_game("pig")))
    address = write_reports(results, tmp_path)[0].as_uri()
    sample = results.pairings[0].samples[0]
    with browser.new_page() as page:
        page.goto(address)
        section = page.locator(".sample").first
        shown = section.locator(".values")
        assert shown.inner_text() == sample.steps[-1].values
        section.get_by_label("first position").click()
        assert shown.inner_text() == "points: White 0, Black 0\npot: 0 · dice: 0"
        for step in sample.steps[:4]:
            section.get_by_label("one move on").click()
            assert shown.inner_text() == step.values
        section.get_by_label("one move back").click()
        assert shown.inner_text() == sample.steps[2].values
    with browser.new_context(java_script_enabled=False) as plain, plain.new_page() as page:
        page.goto(address)
        assert page.locator(".sample .values").first.inner_text() == sample.steps[-1].values


def test_a_comparison_is_in_view_on_a_phone(browser: Any, tmp_path: Path) -> None:
    address = write_reports(sample_results.two(), tmp_path)[0].as_uri()
    with browser.new_page(viewport={"width": 390, "height": 844}) as page:
        page.goto(address)
        table = page.locator("table.compared").first
        line = table.locator("tbody tr:not(.group)").first
        cells = line.locator("td").all()
        heads = [cell.get_attribute("data-head") for cell in cells]
        assert heads == ["size=5", "size=7", "size=7: difference", "p"]
        assert {cell.get_attribute("role") for cell in cells} == {"cell"}  # blocks lose theirs
        boxes = [cell.bounding_box() for cell in cells]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
        assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
        page.set_viewport_size({"width": 1440, "height": 844})
        assert len({cell.bounding_box()["y"] for cell in cells}) == 1


def test_heat_maps_are_tinted(opened: Any) -> None:
    results = sample_results.nasty()
    shares = results.pairings[0].charts[0].cell_use
    cells = opened.locator(".maps").nth(0).locator("svg").first.locator("polygon[fill-opacity]")
    assert cells.count() == len(shares)
    titles = cells.locator("title").all_text_contents()
    assert titles[0] == f"a1: {100 * shares['a1']:.1f} %"
    assert float(cells.first.get_attribute("fill-opacity")) <= 1


def test_heat_maps_leave_out_the_tints_of_a_board(browser: Any, tmp_path: Path) -> None:
    """What is tinted would look as if more had happened there; outlines stay."""
    results = sample_results.two()
    tinted = []
    for variant in results.variants:
        scene, cells = variant.scene, variant.scene.cells
        forms = (tint(cells[:2], "#c00000"), frame(cells[2:4], "#c00000"))
        zones = tuple(Zone((), "home", parts) for parts in forms)
        tinted.append(replace(variant, scene=replace(scene, zones=zones)))
    address = write_reports(replace(results, variants=tuple(tinted)), tmp_path)[0].as_uri()
    with browser.new_page() as page:
        page.goto(address)
        heat = page.locator(".maps .heat[data-shares]").first
        assert heat.locator("polygon[fill-opacity]").count() == len(tinted[0].scene.cells)
        assert heat.locator(".zone").count() == len(frame(cells[:2], "#c00000"))
        assert heat.locator(".zone[fill-opacity]").count() == 0
        assert page.locator("#board0 .zone[fill-opacity]").count() == 1  # boards of games keep it


def test_texts_are_shown_as_they_are(opened: Any) -> None:
    assert opened.locator("h1").inner_text() == sample_results.NASTY
    assert opened.locator("main b").count() == 0


@pytest.mark.parametrize("width", [400, 1200])
def test_the_page_is_not_wider_than_the_window(browser: Any, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_charts_are_whole_and_tables_tell_that_they_go_on(
    browser: Any, long_and_short: list[str], width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(long_and_short[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    charts = page.locator(".charts > figure")
    assert charts.count() >= 5
    for chart in charts.all():
        assert chart.evaluate("e => e.scrollWidth <= e.clientWidth")
    # On a phone the lines of a comparison are blocks; other tables go on to the right.
    table = page.locator("#pairing0 .wide" if width > 600 else "#played .wide")
    assert table.evaluate("e => e.scrollWidth > e.clientWidth")
    assert "Scroll the table" in table.evaluate("e => getComputedStyle(e, '::before').content")
    assert table.bounding_box()["width"] > width - 50
    assert width > 600 or page.locator("#pairing0 .wide.scrolls").count() == 0
    page.goto(long_and_short[1])
    assert page.locator("#pairing0 .wide.scrolls").count() == 0 or width < 600
    page.close()


def test_the_page_is_whole_without_scripting(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    table = page.get_by_role("table").filter(has_text="Turns per game")
    assert table.is_visible() and "92.03 [91.50, 92.56]" in table.inner_text()
    section = page.locator(".sample").first
    last = len(sample_results.nasty().pairings[0].samples[0].steps)
    assert section.locator("ol li").count() == last
    assert not section.get_by_label("one move on").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_the_page(browser: Any, address: str, scheme: str) -> None:
    """The contrast that WCAG asks for, 4.5 to 1."""
    page = browser.new_page(color_scheme=scheme)
    page.goto(address)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for place in ("body", ".note", "small", "a", ".status", "tr.group th"):
        colour = page.locator(place).first.evaluate("e => getComputedStyle(e).color")
        assert contrast(colour, ground) >= 4.5, place
    page.close()


def contrast(a: str, b: str) -> float:
    lights = sorted(luminance(colour) for colour in (a, b))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_captured_pieces_leave_the_board(browser: Any, tmp_path: Path) -> None:
    results = sample_results.study(("draughts", load_game("english-draughts")))
    page = browser.new_page()
    page.goto(write_reports(results, tmp_path)[0].as_uri())
    section = page.locator(".sample").first
    section.get_by_label("first position").click()
    counts = [len(step.position.pieces) for step in results.pairings[0].samples[0].steps]
    assert min(counts[:40]) < counts[0]
    for count in counts[:40]:
        section.get_by_label("one move on").click()
        assert section.locator(".pieces use").count() == count
    page.close()


def test_the_caption_of_a_table_that_scrolls_is_in_view(
    browser: Any, long_and_short: list[str]
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(long_and_short[0])
    boxes = page.locator(".wide.scrolls caption span").evaluate_all(
        "them => them.map((it) => it.getBoundingClientRect()).map((box) => box.right)"
    )
    page.close()
    assert boxes and all(right <= 390 for right in boxes)
