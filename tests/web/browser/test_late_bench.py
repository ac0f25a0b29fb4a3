"""The workbench where answers come late: nothing done since is undone, nothing told is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench_page import BenchPage
from support.browsing import Visit, folder_fixtures
from support.held import Held, HeldRequests, settle

Visits = Callable[..., Visit]

RULES = """game: Small
players: Red, Blue
board: square(size)
pieces: man
options:
  size: 2..6 = 3
state:
  tally: 0..5
actions:
  place(at in empty):
    - put man on at
    - if at = a1: set tally to 3
turn: place
end:
  - when no empty and tally = 3: Red wins
  - when no empty: draw
"""


folder, server = folder_fixtures()


@pytest.fixture
def file(folder: Path, request: pytest.FixtureRequest) -> Path:
    """A rule file of this test."""
    path = folder / f"{request.node.name[5:30]}.yaml"
    path.write_text(RULES)
    return path


def opened(visit: Visits, file: Path) -> tuple[BenchPage, Held]:
    made = BenchPage(visit())
    held = Held(made.page, "/api/workbench")
    return made.open(f"./{file.name}"), held


def add(bench: BenchPage, text: str) -> None:
    """Write at the end of the first line."""
    bench.end_of("game: Small")
    bench.page.keyboard.type(text)
    if text:
        bench.page.wait_for_selector(".wb-dirty")


def test_what_is_written_while_it_is_saved_is_saved_by_the_next_key(
    visit: Visits, file: Path
) -> None:
    bench, _ = opened(visit, file)
    add(bench, "er")
    requests = HeldRequests(bench.page, "/api/files$")
    bench.page.keyboard.press("Control+s")
    requests.wait()
    bench.page.keyboard.type(" still")
    bench.page.keyboard.press("Control+s")
    requests.let_go()
    bench.page.wait_for_selector("text=Saved.")
    assert file.read_text() == RULES.replace("Small", "Smaller still")
    bench.page.keyboard.type("!")
    bench.page.wait_for_selector("text=Saved.", state="detached")


def test_a_dialog_that_was_closed_tells_what_became_of_it(visit: Visits, file: Path) -> None:
    bench, _ = opened(visit, file)
    add(bench, "er")
    bench.button("Save as a variant …").click()
    bench.page.get_by_label("File", exact=True).fill("late-variant.yaml")
    requests = HeldRequests(bench.page, "/api/files$")
    save = bench.page.locator("dialog").get_by_role("button", name="Save")
    save.click()
    save.click()
    requests.wait()
    bench.page.keyboard.press("Escape")
    bench.end_of("game: Smaller")
    bench.page.keyboard.type(" still")
    requests.let_go()
    bench.page.wait_for_selector("text=Saved as late-variant.yaml.")
    assert len(requests.kept) == 1 and bench.line("game: Smaller still").count() == 1
    assert bench.page.url.endswith(file.name)


def test_a_change_that_is_refused_late_takes_back_no_later_one(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    bench.button("Set up a position").click()
    count = bench.page.get_by_label("tally", exact=True)
    held.hold("refused")
    for value in ("99", "3"):
        count.fill(value)
        count.press("Enter")
        held.until(lambda: len(held.asked("edit")) == 1 + (value == "3"))  # noqa: B023
    held.wait()
    held.let_go()
    assert count.input_value() == "3"
    count.fill("99")
    count.press("Enter")
    bench.page.wait_for_selector(".wb-message")
    bench.page.wait_for_selector(".wb-variables input")
    bench.visit.wait_for("document.querySelector('.wb-variables input').value === '3'")


def test_a_position_is_still_set_up_when_the_rules_are_saved(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    bench.button("Set up a position").click()
    bench.page.locator(".wb-palette").wait_for()
    before = len(held.asked("palette"))
    bench.page.keyboard.press("Control+s")
    bench.page.wait_for_selector("text=Saved.")
    held.until(lambda: len(held.asked("palette")) > before)
    bench.page.locator(".wb-palette").wait_for()


def test_a_late_answer_brings_back_no_earlier_option(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    slider = bench.page.locator(".wb-option input")
    held.hold("checked")
    slider.fill("2")
    held.wait()
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)
    slider.fill("3")
    held.let_go()
    bench.page.clock.run_for(1000)
    bench.wait_valid()
    assert bench.page.locator(".wb-option output").inner_text() == "5"
    held.until(lambda: held.asked("rules")[-1]["options"] == {"size": 5})


def test_going_back_comes_before_the_move_of_an_agent(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)
    bench.page.locator(".wb-seat select").nth(1).select_option("random")
    bench.cell("a1").click()
    bench.page.clock.run_for(20)
    bench.page.locator('[data-piece="a1"]').wait_for()
    held.hold("position")
    bench.button("One move back").click()
    bench.page.clock.run_for(2000)
    held.wait()
    assert held.asked("agent") == []


def test_a_refusal_stays_when_an_agent_moves(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    held.say(type="refused", code="busy", message="It is refused.", of="changes")
    bench.page.wait_for_selector("text=It is refused.")
    bench.button("Random move").click()
    bench.page.wait_for_selector("[data-piece]")
    settle(bench.page)
    assert bench.page.locator("text=It is refused.").count() == 1


def test_a_refusal_stays_when_older_text_is_checked_and_goes_when_more_is_written(
    visit: Visits, file: Path
) -> None:
    bench, held = opened(visit, file)
    held.hold("checked")
    add(bench, "er")
    held.wait()
    held.say(type="refused", code="illegal", message="It is refused.", of="edit")
    bench.page.wait_for_selector("text=It is refused.")
    held.let_go()
    bench.wait_valid()
    settle(bench.page)
    assert bench.page.locator("text=It is refused.").count() == 1
    bench.page.keyboard.type("!")
    bench.page.wait_for_selector("text=It is refused.", state="detached")


def test_rules_that_are_refused_are_not_tried_for_ever(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    held.hold("checked")
    add(bench, "er")
    held.wait()
    held.say(type="refused", code="internal-error", message="Something went wrong.", of="rules")
    bench.wait_invalid()
    assert "Something went wrong." in bench.standing()


def test_a_study_is_begun_once_and_told_of_later(visit: Visits, file: Path) -> None:
    bench, _ = opened(visit, file)
    requests = HeldRequests(bench.page, "/api/studies$")
    bench.page.evaluate("() => { window.open = () => null; }")
    bench.tab("Report")
    bench.button("Full report").click()
    requests.wait()
    bench.tab("Match")
    bench.tab("Report")
    assert bench.button("Full report").is_disabled()
    bench.tab("Match")
    requests.let_go()
    bench.tab("Report")
    assert bench.page.locator("text=The report of this study").count() == 1


def test_a_comparison_is_told_from_an_earlier_one(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    add(bench, "")
    bench.write(RULES.replace("Red wins", "Blue wins"))
    bench.wait_valid()
    bench.tab("Changes")
    compare = bench.button("Compare with the saved file")
    held.hold("changes", "comparison", "compared")
    compare.click()
    held.wait()
    bench.write(RULES.replace("Red wins", "mover wins"))
    bench.wait_valid()
    first = list(held.kept)
    held.kept.clear()
    compare.click()
    for text in first:
        held.route.send(text)
    settle(bench.page)
    assert bench.page.locator(".wb-line").count() == 0
    held.let_go()
    bench.page.wait_for_selector(".wb-line.now")
    assert "mover" in bench.page.inner_text(".wb-line.now")
    later = bench.page.locator("text=were changed after this comparison")
    assert later.count() == 0
    add(bench, "er")
    later.wait_for()


def test_a_comparison_ends_with_the_connection(visit: Visits, file: Path) -> None:
    bench, held = opened(visit, file)
    bench.write(RULES.replace("Red wins", "Blue wins"))
    bench.wait_valid()
    bench.tab("Changes")
    held.hold("changes", "comparison", "compared")
    bench.button("Compare with the saved file").click()
    comparing = bench.page.locator("text=Comparing …")
    comparing.wait_for()
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)  # so the connection does not come back yet
    held.route.close()
    comparing.wait_for(state="detached")
    bench.button("Compare with the saved file").click()
    settle(bench.page)
    assert comparing.count() == 0


KEPT = """() => {
    const name = Object.keys(localStorage).find((name) => name.startsWith('draft '));
    return name ? JSON.parse(localStorage.getItem(name)).text.split('\\n')[0] : null;
}"""


def kept(bench: BenchPage) -> str | None:
    """The first line of the text that the browser keeps, after all tabs had time to keep theirs."""
    settle(bench.page)
    bench.page.clock.run_for(1000)
    text: str | None = bench.page.evaluate(KEPT)
    return text


def two_tabs(visit: Visits, file: Path) -> tuple[BenchPage, BenchPage]:
    """Two tabs of a browser on one file, with one clock, which stands; the first has a draft."""
    bench, _ = opened(visit, file)
    other = Visit(bench.page.context.new_page(), bench.visit.address)
    beside = BenchPage(other).open(f"./{file.name}")
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)
    add(bench, "er")
    assert kept(bench) == "game: Smaller"
    return bench, beside


def test_a_move_in_another_tab_drops_no_draft(visit: Visits, file: Path) -> None:
    bench, other = two_tabs(visit, file)
    other.cell("a1").click()
    other.page.wait_for_selector('[data-piece="a1"]')
    assert kept(bench) == "game: Smaller"
    other.button("One move back").click()
    other.page.wait_for_selector('[data-piece="a1"]', state="detached")
    assert kept(bench) == "game: Smaller"


def test_a_tab_asks_before_it_replaces_the_draft_of_another(visit: Visits, file: Path) -> None:
    bench, other = two_tabs(visit, file)
    add(other, " too")
    assert kept(bench) == "game: Smaller"
    other.button("Keep mine instead").click()
    assert kept(bench) == "game: Small too"
    told = bench.page.get_by_text("Another tab has other changes")
    told.wait_for()
    other.button("Undo all changes").click()
    told.wait_for(state="detached")
    assert kept(bench) == "game: Smaller"


def test_a_page_that_is_put_away_keeps_its_draft(visit: Visits, file: Path) -> None:
    bench, _ = opened(visit, file)
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)
    add(bench, "er")
    assert bench.page.evaluate(KEPT) != "game: Smaller"
    bench.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert bench.page.evaluate(KEPT) == "game: Smaller"
