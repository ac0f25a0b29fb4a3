"""The table where answers come late: nothing that was done since is undone, nothing told lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from support.browsing import Visit
from support.held import Held, HeldRequests, settle

Visits = Callable[..., Visit]
PEOPLE = ["person", "person"]


def seated(visit: Visits, game: str, seats: Sequence[str] = PEOPLE) -> tuple[Visit, Held]:
    opened = visit()
    held = Held(opened.page, "/api/tables/.*/socket")
    opened.table(game, seats)
    return opened, held


def place(opened: Visit, cell: str) -> None:
    opened.cell(cell).click()
    opened.page.wait_for_selector(f'[data-piece="{cell}"]')


def back(opened: Visit) -> None:
    """Go a move back by its key, which the board would take where it has the focus."""
    opened.page.evaluate("document.activeElement.blur()")
    opened.page.keyboard.press("ArrowLeft")


def test_what_is_typed_while_a_move_is_read_stays(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    field = opened.page.locator("#typed")
    held.hold("meant")
    field.fill("a1")
    field.press("Enter")
    held.wait()
    field.fill("b2")
    held.let_go()
    opened.page.wait_for_selector('[data-piece="a1"]')
    assert field.input_value() == "b2"


def test_a_reason_is_told_where_one_still_looks(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    place(opened, "a1")
    held.hold("reason")
    opened.cell("a1").click()
    held.wait()
    back(opened)
    opened.page.wait_for_selector('[data-piece="a1"]', state="detached")
    held.let_go()
    assert opened.page.locator(".news.reason").count() == 0


def test_nothing_is_played_at_a_place_before_its_position_is_there(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    place(opened, "a1")
    held.hold("position")
    back(opened)
    held.wait()
    opened.cell("b2").click()
    settle(opened.page)
    held.let_go()
    assert [message["moves"] for message in held.asked("look")] == [[]]
    opened.cell("c3").click()
    held.until(lambda: held.asked("look")[-1]["moves"] == ["place c3"])


def test_thoughts_of_moves_that_were_taken_back_are_forgotten(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    place(opened, "a1")
    opened.page.click("#tab-analysis")
    thinks = opened.page.get_by_label("Think about the position")
    thinks.click()
    best = opened.page.locator("table.best")
    best.wait_for()
    thinks.click()
    held.hold("thought")
    opened.page.keyboard.press("u")
    opened.page.wait_for_selector('[data-piece="a1"]', state="detached")
    place(opened, "b2")
    assert best.count() == 0


def test_the_whole_match_is_looked_through_past_chance_and_lost_connections(visit: Visits) -> None:
    opened, held = seated(visit, "./pig.yaml")
    opened.page.locator(".choices button", has_text="roll").click()
    opened.wait_for("document.querySelectorAll('.move-list .move').length >= 2")
    opened.page.click("#tab-analysis")
    opened.page.get_by_label("Look through the whole match").click()
    looking = opened.page.get_by_label("Looking through the match …")
    looking.wait_for()
    held.route.close()
    looking.wait_for(state="detached")
    assert opened.page.locator(".news.warn").count() == 0


def test_a_match_is_made_again_once(visit: Visits) -> None:
    opened, _ = seated(visit, "tic-tac-toe")
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        place(opened, cell)
    requests = HeldRequests(opened.page, "/api/tables$")
    again = opened.page.get_by_role("button", name="Rematch, seats swapped")
    again.click()
    again.click()
    requests.wait()
    opened.page.get_by_role("link", name="Games").click()
    requests.let_go()
    assert len(requests.kept) == 1 and opened.page.url == f"{opened.address}/"


def test_who_leaves_while_a_table_is_made_is_not_taken_there(visit: Visits) -> None:
    opened = visit()
    opened.go("/games/tic-tac-toe")
    requests = HeldRequests(opened.page, "/api/tables$")
    opened.page.get_by_role("button", name="Start").click()
    requests.wait()
    opened.page.get_by_role("link", name="Games").click()
    requests.let_go()
    assert opened.page.url == f"{opened.address}/"


def test_a_board_that_comes_late_hides_no_refusal(visit: Visits) -> None:
    opened = visit()
    opened.go("/games/squ")
    other = opened.page.locator("input[type=radio]:not(:checked)").first
    other.wait_for()
    drawings = HeldRequests(opened.page, "/drawing", "GET")
    error = {"error": {"code": "full", "message": "There are too many tables."}}
    opened.page.route("**/api/tables", lambda route: route.fulfill(status=503, json=error))
    other.click()
    drawings.wait()
    opened.page.get_by_role("button", name="Start").click()
    opened.page.wait_for_selector("text=There are too many tables.")
    drawings.let_go()
    assert opened.page.locator("text=There are too many tables.").count() == 1
    assert "503" in opened.said.pop()


def test_a_hint_is_for_the_position_that_it_was_asked_for(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    held.hold("hint")
    opened.page.keyboard.press("h")
    held.wait()
    place(opened, "a1")
    held.let_go()
    assert opened.page.locator("text=A strong agent would play").count() == 0


def test_a_hint_that_nobody_can_give_is_told(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    opened.page.clock.install(time=0)
    opened.page.clock.pause_at(1000)  # so the connection does not come back yet
    held.route.close()
    opened.page.wait_for_selector("text=The connection is gone")
    opened.page.keyboard.press("h")
    opened.page.wait_for_selector("text=There is no connection at the moment")


def test_a_failure_is_not_put_away_by_a_move(visit: Visits) -> None:
    opened, _ = seated(visit, "tic-tac-toe", ["person", "random"])
    error = {"error": {"code": "failed", "message": "There is no record."}}
    opened.page.route("**/record?*", lambda route: route.fulfill(status=500, json=error))
    opened.page.get_by_label("Save the record").click()
    opened.page.wait_for_selector("text=There is no record.")
    opened.page.locator("#typed").fill("a1")
    opened.page.keyboard.press("Enter")
    opened.wait_for("document.querySelectorAll('.piece').length === 2")
    assert opened.page.locator("text=There is no record.").count() == 1
    assert "500" in opened.said.pop()


def test_what_is_told_after_a_touch_stays_when_the_touch_is_over(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    opened.page.clock.install(time=0)
    opened.page.clock.pause_at(1000)
    held.say(type="answer", question="touch a1", text="true", cells=["a1"], look=None, symbols={})
    answer = opened.page.get_by_text("touch a1")
    answer.wait_for()
    held.say(type="refused", code="x", message="Something else.")
    opened.page.wait_for_selector("text=Something else.")
    opened.page.clock.run_for(3000)
    answer.wait_for(state="detached")
    assert opened.page.locator("text=Something else.").count() == 1


def test_who_was_asked_resigns_whoever_is_to_move_by_then(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    opened.page.get_by_label("Resign …").click()
    place(opened, "a1")
    opened.page.get_by_role("button", name="Resign", exact=True).click()
    held.until(lambda: held.asked("resign") != [])
    assert held.asked("resign")[0]["seat"] == 0


def test_a_piece_that_is_dragged_again_stays_at_the_pointer(visit: Visits) -> None:
    opened, held = seated(visit, "breakthrough")
    held.hold("position")
    mouse = opened.page.mouse
    opened.page.clock.install(time=0)
    opened.page.clock.pause_at(1000)

    def drag(*cells: str) -> None:
        for i, cell in enumerate(cells):
            box = opened.cell(cell).bounding_box()
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
            if i == 0:
                mouse.down()

    drag("d2", "d3")
    mouse.up()
    held.wait()
    held.say(type="refused", code="x", message="Not now.")
    opened.page.wait_for_selector("text=Not now.")
    drag("d2", "d3")
    opened.page.clock.run_for(2000)
    assert opened.page.locator("[data-piece=d2]").evaluate("(it) => it.style.transform") != ""
    mouse.up()


def test_a_link_is_copied_where_the_browser_has_no_clipboard(visit: Visits) -> None:
    opened = visit()
    opened.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    opened.go("/games/tic-tac-toe")
    opened.page.locator("#seat-1").select_option("link")
    opened.page.get_by_role("button", name="Start").click()
    opened.page.get_by_role("button", name="Copy").first.click()
    opened.page.get_by_role("button", name="Copied").wait_for()


def test_a_hint_is_shown_at_its_position_only(visit: Visits) -> None:
    opened, held = seated(visit, "tic-tac-toe")
    place(opened, "a1")
    hint = opened.page.locator("text=A strong agent would play")
    held.hold("hint")
    opened.page.keyboard.press("h")
    held.wait()
    back(opened)
    opened.page.wait_for_selector('[data-piece="a1"]', state="detached")
    held.let_go()
    assert hint.count() == 0
    opened.page.keyboard.press("h")
    assert opened.page.get_by_label("Hint").is_disabled() and len(held.asked("hint")) == 1
    opened.page.keyboard.press("End")
    hint.wait_for()
    back(opened)
    hint.wait_for(state="detached")
