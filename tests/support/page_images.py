"""The pictures of the page, taken in Chromium: `python tests/support/page_images.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.bench_page import BenchPage  # noqa: E402
from support.browsing import WAIT, Visit, chromium, play, serve  # noqa: E402

FOLDER = ROOT / "docs" / "images"
PATIENCE = 1000.0  # milliseconds in which what glides has come to rest
THINKING = 8000.0  # milliseconds of analysis
GAMES = 120_000.0  # milliseconds in which the random games of the workbench are played


def table(visit: Visit) -> None:
    """A match that has gone on for a while, where a stone may grow."""
    visit.table("cuiquindi", ["person", "random"])
    play(visit, 20, seed=4)
    while "White: grow – choose" not in visit.prompt():
        play(visit, 1, seed=4)
        visit.page.wait_for_timeout(PATIENCE)


def analysis(visit: Visit) -> None:
    """What an agent thinks of a position."""
    visit.table("quarod", ["person", "random"])
    play(visit, 24, seed=2)
    visit.page.locator(".hits polygon").first.press("Escape")
    visit.page.get_by_role("tab", name="Analysis").click()
    visit.page.get_by_role("switch").check()
    visit.page.locator(".analysis", has_text="simulations so far").wait_for()
    visit.page.wait_for_timeout(THINKING)


def workbench(visit: Visit) -> None:
    """A rule file with its board and the figures of random play."""
    bench = BenchPage(visit).open("connect-four")
    for cell in ("d1", "c1", "a1", "e1", "b1", "d2", "g1"):
        bench.cell(cell).click()
        visit.page.wait_for_selector(f'[data-piece="{cell}"]')
    figures = visit.page.locator(".wb-figures caption", has_not_text="so far")
    figures.wait_for(timeout=GAMES)


def taken(visit: Visit, path: Path) -> None:
    """Keep what is shown, in few colours, which is all there are."""
    from PIL import Image

    visit.page.mouse.move(1, 1)
    visit.page.wait_for_timeout(PATIENCE)
    visit.page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)


def main() -> None:
    """Take all pictures, or those that are named."""
    views: dict[str, tuple[Any, int]] = {
        "table": (table, 600), "workbench": (workbench, 980), "analysis": (analysis, 680),
    }  # fmt: skip
    with TemporaryDirectory() as data, chromium() as browser:
        server = serve(Path(data), Path(data) / "matches")
        try:
            for name in sys.argv[1:] or views:
                show, height = views[name]
                page = browser.new_page(viewport={"width": 1200, "height": height})
                page.set_default_timeout(WAIT * 1000)
                visit = Visit(page, server.address)
                show(visit)
                taken(visit, FOLDER / f"{name}.png")
                page.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
