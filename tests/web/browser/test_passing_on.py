"""Two people at one browser and one elsewhere: nobody sees what another was shown."""

from __future__ import annotations

from collections.abc import Callable

from support.browsing import Visit


def typed(visit: Visit, move: str) -> None:
    """Play a move in words."""
    visit.page.get_by_placeholder("Type a move").fill(move)
    visit.page.keyboard.press("Enter")


def open_curtain(visit: Visit, who: str) -> None:
    """Take the browser over; until then nothing of the match is shown."""
    button = visit.page.get_by_role("button", name=f"I am {who}")
    button.wait_for()
    assert visit.page.locator(".board, .move-list, .heard, .news").count() == 0
    shown = visit.page.content()
    assert "place good" not in shown and "place evil" not in shown
    button.click()
    visit.page.wait_for_selector(".board")


def test_nothing_of_one_person_stays_for_the_next(visit: Callable[..., Visit]) -> None:
    here, there = visit(), visit()
    made = here.make("./ghosts.yaml", ["person"] * 3)
    white, blue, red = made["keys"]
    here.go(f"/table/{made['table']}#{white},{red}")
    there.go(f"/table/{made['table']}#{blue}")
    open_curtain(here, "White")
    typed(here, "place evil a1")
    there.wait_for("document.querySelector('[data-piece=a1]') !== null")
    here.wait_for("document.querySelector('[data-piece=a1]') !== null")
    assert here.moves() == ["place evil a1"] and there.moves() == ["place a1"]
    here.page.get_by_label("First position").click()  # White looks back while Blue moves
    here.page.get_by_text("Back to the match").wait_for()
    typed(there, "place good b1")
    there.wait_for("document.querySelector('[data-piece=b1]') !== null")
    open_curtain(here, "Red")
    assert here.page.get_by_text("Back to the match").count() == 0
    assert here.moves() == ["place a1", "place b1"]
    assert here.page.locator(".piece").count() == 2
    assert "evil" not in here.page.locator(".sheet").inner_html()
    typed(here, "place good c1")
    open_curtain(here, "White")
    assert here.moves() == ["place evil a1", "place b1", "place c1"]
    here.page.reload()
    open_curtain(here, "White")
    assert here.moves() == ["place evil a1", "place b1", "place c1"]
