"""What a person can do at a table besides clicking through a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench_page import opened as bench_opened
from support.browsing import Visit, play

MOST_CHANGED = 40  # elements of a board that a click and a move bring or take away


LYING = """() => Object.fromEntries([...document.querySelectorAll('[data-word]')].map((card) =>
    [card.dataset.word, card.offsetLeft]))"""
"""Where each card of the own hand lies."""


def pieces(count: int) -> str:
    return f"document.querySelectorAll('.piece').length === {count}"


def middle(visit: Visit, name: str) -> tuple[float, float]:
    box = visit.cell(name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_impossible_target_says_why(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("breakthrough", ["person", "person"])
    opened.cell("b2").click()
    assert opened.page.locator(".target").count() == 3
    opened.cell("e5").click()
    reason = opened.page.locator(".news.reason")
    reason.wait_for()
    assert "e5" in reason.inner_text()
    assert opened.page.get_attribute("#tab-moves", "aria-selected") == "true"
    reason.get_by_text("line").click()
    marked = opened.page.locator(".rules mark")
    assert "move(start in mine" in marked.inner_text()
    inside = marked.evaluate(
        "(m) => { const a = m.getBoundingClientRect(), b = m.parentNode.getBoundingClientRect();"
        " return a.top >= b.top && a.bottom <= b.bottom; }"
    )
    assert inside
    assert opened.page.locator(".field.lit").count() == 1
    opened.page.set_viewport_size({"width": 390, "height": 844})
    boxes = [opened.page.locator(it).bounding_box() for it in (".board", ".news.reason", ".seats")]
    tops = [box["y"] for box in boxes]
    ends = [box["y"] + box["height"] for box in boxes]
    assert ends[0] <= tops[1] and ends[1] <= tops[2]
    assert reason.evaluate("(box) => box.scrollHeight === box.clientHeight")
    opened.cell("b3").click()
    opened.wait_for("document.querySelector('.news.reason') === null")


def test_what_is_chosen_of_a_set_is_marked_most_and_numbers_hide_no_mark(
    visit: Callable[..., Visit],
) -> None:
    opened = visit()
    opened.table("yahtzee", ["person", "person"])
    opened.page.locator(".choices button").first.wait_for()
    opened.cell("a1").click()
    assert opened.page.locator(".target.ring").count() == 4
    opacity = "(mark) => Number(getComputedStyle(mark)[name])"
    strengths = [
        [opened.page.locator(mark).first.evaluate(opacity.replace("name", f"'{part}Opacity'"))
         for part in ("fill", "stroke")]
        for mark in (".field.selected", ".target")
    ]  # fmt: skip
    assert all(chosen >= may for chosen, may in zip(*strengths, strict=True))
    assert strengths[0] > strengths[1]


def test_a_piece_is_dragged(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("breakthrough", ["person", "person"])
    mouse = opened.page.mouse
    mouse.move(*middle(opened, "d2"))
    mouse.down()
    mouse.move(*middle(opened, "c2"), steps=3)
    mouse.move(*middle(opened, "c3"), steps=4)
    assert opened.page.locator(".board.dragging").count() == 1
    assert opened.page.locator(".field.selected").count() == 1
    shown = opened.page.locator(".marks .target").evaluate_all("all => all.length")
    assert shown == 3 and opened.page.locator(".field.over").count() == 1
    mouse.up()
    opened.wait_for("document.querySelector('[data-piece=c3]') !== null")
    assert opened.moves() == ["move d2 c3"]
    assert opened.page.locator("[data-piece=d2]").count() == 0


def test_arrows_are_drawn_with_the_right_button(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("breakthrough", ["person", "person"])
    mouse = opened.page.mouse
    for start, end in (("a2", "a4"), ("b2", "b2")):
        mouse.move(*middle(opened, start))
        mouse.down(button="right")
        mouse.move(*middle(opened, end))
        mouse.up(button="right")
    assert opened.page.locator(".arrow.own").count() == 1
    assert opened.page.locator(".annotations .ring").count() == 1
    opened.cell("e5").click()
    assert opened.page.locator(".arrow.own").count() == 0


def test_going_back_branching_and_returning(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("tic-tac-toe", ["person", "person"])
    for number, cell in enumerate(("a1", "b2", "c3"), 1):
        opened.cell(cell).click()
        opened.wait_for(pieces(number))
    opened.page.get_by_label("First position").click()
    opened.wait_for(pieces(0))
    opened.page.get_by_label("A move on", exact=True).click()
    opened.wait_for(pieces(1))
    opened.cell("a2").click()
    opened.wait_for("document.querySelector('.variations') !== null")
    opened.wait_for(pieces(2))
    opened.cell("a3").click()
    opened.wait_for(pieces(3))
    assert opened.page.locator(".variations .move").all_text_contents() == ["place a2", "place a3"]
    opened.page.get_by_text("Back to the match").click()
    opened.wait_for("document.querySelector('[data-piece=b2]') !== null")
    assert opened.moves() == ["place a1", "place b2", "place c3"]


def test_the_newest_move_stays_in_sight(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("gomoku", ["random", "random"])
    opened.wait_for("document.querySelectorAll('.move-list .move').length > 60")
    opened.wait_for("document.querySelector('.ending') !== null")
    in_sight = """(() => {
        const box = document.querySelector('.move-list ol').getBoundingClientRect();
        const move = document.querySelector('.move[aria-current]').getBoundingClientRect();
        return move.top >= box.top - 1 && move.bottom <= box.bottom + 1;
    })()"""
    opened.wait_for(in_sight)
    for width, height in ((1440, 900), (1440, 420), (390, 844), (390, 500), (1440, 900)):
        opened.page.set_viewport_size({"width": width, "height": height})
        opened.wait_for(in_sight)
    opened.page.reload()
    opened.page.wait_for_selector(".move[aria-current]")
    opened.wait_for(in_sight)


def test_an_agent_thinks_and_its_moves_are_drawn(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("tic-tac-toe", ["person", "person"])
    opened.cell("a1").click()
    opened.wait_for(pieces(1))
    opened.page.click("#tab-analysis")
    opened.page.get_by_text("Think about the position").click()
    opened.wait_for("document.querySelectorAll('.best tbody tr').length > 0")
    assert opened.page.locator(".annotations .share").count() > 0
    label = opened.page.locator(".bar").first.get_attribute("aria-label")
    assert label.startswith("Expected result: ") and "%" in label
    opened.page.get_by_label("Look through the whole match").click()
    opened.wait_for("document.querySelector('.graph polyline') !== null")
    opened.page.get_by_text("Think about the position").click()
    opened.page.get_by_label("Hint").click()
    opened.page.get_by_text("A strong agent would play").wait_for()


def test_a_touched_cell_leaves_no_trace(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("quardo-touch", ["person", "person"])
    opened.page.locator(".curtain button").click()
    assert opened.page.locator(".field.hidden").count() == 16
    opened.page.locator(".tile-button").first.click()
    opened.cell("b2").click()
    opened.page.locator(".curtain").wait_for()
    assert opened.page.locator(".board").count() == 0
    opened.page.locator(".curtain button").click()
    assert opened.page.locator(".piece").count() == 0
    opened.page.get_by_role("button", name="touch?").click()
    opened.cell("b2").click()
    opened.wait_for("document.querySelector('[data-piece=b2]') !== null")
    opened.wait_for(pieces(0))
    assert opened.page.locator(".news").count() == 0
    opened.page.click("#tab-heard")
    assert "Nothing has been announced" in opened.page.inner_text("#panel")


def test_a_refused_attempt_is_told_beside_the_board(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("phantom-tic-tac-toe", ["person", "person"])
    for _ in range(2):
        opened.page.locator(".curtain button").click()
        opened.cell("b2").click()
    told = opened.page.locator(".news.announced")
    told.wait_for()
    assert told.inner_text() == "Nought: place b2 – that cell is taken"
    opened.page.click("#tab-heard")
    log = opened.page.locator(".heard li")
    assert log.all_inner_texts() == ["2\nNought:\nplace b2\nthat cell is taken"]
    opened.cell("a1").click()
    opened.page.locator(".curtain").wait_for()
    assert opened.page.locator(".news.announced").count() == 0
    opened.finish()


def test_a_record_is_saved_and_opened(visit: Callable[..., Visit], tmp_path: Path) -> None:
    opened = visit()
    opened.table("tic-tac-toe", ["person", "person"])
    for number, cell in enumerate(("a1", "b2"), 1):
        opened.cell(cell).click()
        opened.wait_for(pieces(number))
    with opened.page.expect_download() as download:
        opened.page.get_by_label("Save the record").click()
    path = tmp_path / "match.record"
    download.value.save_as(path)
    opened.go("/")
    opened.page.set_input_files("input[type=file]", path)
    opened.page.wait_for_selector(".board")
    opened.wait_for(pieces(2))
    assert opened.moves() == ["place a1", "place b2"]


def test_a_table_is_set_up_and_started_again(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.go("/games/tic-tac-toe")
    opened.page.select_option("#seat-1", label="random")
    opened.page.get_by_role("button", name="Start").click()
    opened.page.wait_for_selector(".board")
    assert play(opened, 20)
    opened.page.get_by_text("Rematch, seats swapped").click()
    opened.wait_for("document.querySelector('.ending') === null")
    opened.page.wait_for_selector(".seat.acting")
    assert "random" in opened.page.locator(".seat").first.inner_text()


def test_after_a_start_by_keyboard_arrows_move_on_the_board(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.go("/games/tic-tac-toe")
    opened.page.get_by_role("button", name="Start").focus()
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector(".board")
    opened.wait_for("document.activeElement.matches('.board [data-cell]')")
    before = opened.page.evaluate("document.activeElement.dataset.cell")
    opened.page.keyboard.press("ArrowRight")
    after = opened.page.evaluate("document.activeElement.dataset.cell")
    assert after != before
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector(f'[data-piece="{after}"]')


def test_the_files_of_the_folder_and_their_mistakes(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.go("/")
    broken = opened.page.locator(".card.broken")
    broken.wait_for()
    assert "turn is missing" in broken.inner_text()
    assert broken.get_by_role("heading").inner_text() == "A broken one"
    assert broken.locator(".card-file").inner_text() == "broken.yaml"
    opened.page.get_by_placeholder("Search").fill("mine")
    opened.page.get_by_role("heading", name="A game of mine").click()
    opened.page.get_by_role("button", name="Start").wait_for()
    assert opened.page.url.endswith("/games/mine.yaml")
    opened.page.reload()
    opened.page.get_by_role("button", name="Start").click()
    opened.page.wait_for_selector(".board")


def test_a_move_on_a_large_board_changes_little(visit: Callable[..., Visit]) -> None:
    """No cell is drawn anew; how long it takes is measured by `tests/bench/page.py`."""
    opened = visit()
    opened.table("go", ["person", "person"], {"size": 19})
    assert opened.page.locator(".hits polygon").count() == 361
    opened.page.evaluate("""() => {
        window.changed = 0;
        new MutationObserver((all) => (window.changed += all.flatMap(
            (one) => [...one.addedNodes, ...one.removedNodes]).length)).observe(
            document.querySelector('.board'),
            {childList: true, subtree: true});
    }""")
    cells = ("d4", "q16", "d16", "q4", "k10", "c3", "r17")
    for number, cell in enumerate(cells, 1):
        opened.cell(cell).click()
        opened.wait_for(pieces(number))
    changed = opened.page.evaluate("() => window.changed")
    assert 0 < changed <= MOST_CHANGED * len(cells), changed


def test_a_game_without_a_board_is_played_by_buttons(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("./pig.yaml", ["person", "person"])
    page = opened.page
    assert page.locator(".board, [title^='Turn the board']").count() == 0
    shown = page.locator(".spread-card")
    assert shown.all_inner_texts()[0].split() == ["points", "White", "0", "Black", "0"]
    opened.wait_for("document.querySelectorAll('.choices button').length > 0")
    assert play(opened, 400)
    assert "wins" in opened.prompt()


def test_legal_cards_are_clicked_and_others_lie_face_down(visit: Callable[..., Visit]) -> None:
    opened = visit(width=390, height=844)
    opened.table("whist", ["person", "random", "random", "random"])
    page = opened.page
    opened.wait_for("document.querySelectorAll('.face-up.can').length === 13")
    assert page.locator(".back").all_inner_texts() == ["13"] * 3
    assert page.locator(".choices").count() == 0  # the cards themselves are the buttons
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    word = page.locator(".face-up.can").last.get_attribute("data-word")
    page.locator(".face-up.can").last.click()
    opened.wait_for("document.querySelectorAll('.hand:first-child .face-up').length >= 12")
    opened.wait_for(f"document.querySelector('.move-list').innerText.includes('play {word}')")


def test_a_piece_is_tapped_onto_the_cell_where_it_lands(visit: Callable[..., Visit]) -> None:
    opened = visit(width=390, height=844)
    opened.table("./cards.yaml", ["person", "person"])
    page = opened.page
    assert opened.prompt() == "White: choose a man to move"
    opened.cell("a1").click()
    can = page.locator(".hits .can").evaluate_all("(all) => all.map((it) => it.dataset.cell)")
    assert {"a2", "a3"} <= set(can)
    opened.cell("a3").click()
    opened.wait_for("document.querySelector('[data-piece=a3]') !== null")
    assert opened.moves() == ["move tiger a1 2 north"]
    opened.cell("c5").click()
    opened.cell("c4").click()  # two cards lead there
    assert opened.prompt() == "Black: move c5 c4 – crab or cobra that waits?"
    page.locator('.hand:last-child [data-word="crab"]').click()
    opened.wait_for("document.querySelector('[data-piece=c4]') !== null")
    assert opened.moves()[1:] == ["move crab c5 north"]


def test_cards_show_what_their_words_mean(visit: Callable[..., Visit]) -> None:
    opened = visit(width=390, height=844, color_scheme="dark")
    opened.table("./cards.yaml", ["person", "person"])
    page = opened.page
    label = page.locator('[data-word="tiger"]').get_attribute("aria-label")
    assert label == "tiger; steps: 2 north, south"
    assert page.locator(".face-up .diagram").count() == 4
    assert page.locator(".fact").all_inner_texts() == ["patience 3"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_cards_in_the_workbench_lie_below_the_board(visit: Callable[..., Visit]) -> None:
    bench = bench_opened(visit, "./cards.yaml", width=390, height=844)
    bench.page.get_by_role("tab", name="Board").click()
    board, cards = (bench.page.locator(it).bounding_box() for it in (".board", ".beside-board"))
    assert cards["y"] >= board["y"] + board["height"]
    bench.cell("a1").click()
    step = bench.page.get_by_role("button", name="2 north", exact=True).bounding_box()
    cards = bench.page.locator(".beside-board").bounding_box()
    assert step["y"] + step["height"] <= min(cards["y"], 844)
    assert bench.page.locator(".diagram").count() == 4
    assert bench.page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_points_and_heaps_are_called_by_their_names(visit: Callable[..., Visit]) -> None:
    opened = visit(width=390, height=844)
    opened.table("kalah", ["person", "person"])
    assert opened.prompt() == "South: sow – choose a house"
    said = opened.cell("south_store").get_attribute("aria-label")
    assert said == "south store, empty"
    store = opened.page.locator(".name", has_text="store").first
    high = "name => name.getCTM().a * parseFloat(name.getAttribute('font-size'))"
    assert store.evaluate(high) > 9  # pixels


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_board_stays_where_it_is(visit: Callable[..., Visit], width: int) -> None:
    opened = visit(width=width, height=900)
    opened.table("./cards.yaml", ["person", "person"])
    top = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
    first, clicks, tops = opened.page.evaluate(top), ["a1", "a3", "c5", "c4"], []
    for cell in clicks:
        opened.cell(cell).click()
        opened.wait_for(f"document.querySelector('.prompt').innerText.includes('{cell}') "
                        f"|| document.querySelector('[data-piece={cell}]') !== null")  # fmt: skip
        tops.append(opened.page.evaluate(top))
    lines = opened.page.evaluate("document.querySelector('.asked').getClientRects()[0].height")
    assert width > 390 or lines > 30  # the sentence takes two
    assert play(opened, 40)
    assert {*tops, opened.page.evaluate(top)} == {first}


def test_a_single_player_plays_again(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("./pegs.yaml", ["person"])
    assert play(opened, 40)
    assert opened.prompt().startswith("Solver ")
    assert "Play again" in opened.prompt()


def test_a_tap_on_an_end_shows_the_move_and_a_second_one_plays_it(
    visit: Callable[..., Visit],
) -> None:
    opened = visit(width=390, height=844)
    opened.table("breakthrough", ["person", "person"])
    opened.cell("a3").click()  # from a2 or b2
    opened.cell("a2").click()
    opened.wait_for("document.querySelector('[data-piece=a3]') !== null")
    opened.cell("a5").click()
    reason = opened.page.locator(".news.reason")
    reason.wait_for()
    opened.cell("a6").click()
    assert opened.prompt().startswith("Black: to a6 – choose a pawn")
    opened.cell("b7").click()
    opened.wait_for("document.querySelector('[data-piece=a6]') !== null")
    opened.table("./pegs.yaml", ["person"])
    opened.cell("c1").click()
    assert opened.prompt() == "Solver: jump a1 east – choose c1 again to play it"
    assert opened.page.locator(".field.selected").count() == 1
    assert opened.moves() == []
    opened.cell("c1").click()
    opened.wait_for("document.querySelector('[data-piece=c1]') !== null")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_what_is_to_be_chosen_is_seen_without_scrolling(
    visit: Callable[..., Visit], size: tuple[int, int]
) -> None:
    opened = visit(*size)
    opened.table("./cards.yaml", ["person", "person"])
    opened.cell("a1").click()
    steps = opened.page.get_by_role("group", name="Choose a step").get_by_role("button")
    assert steps.all_text_contents() == ["2 north", "north"]
    boxes = [step.bounding_box() for step in steps.all()]
    cards = opened.page.locator(".beside-board").bounding_box()
    assert all(box["y"] + box["height"] <= min(cards["y"], size[1]) for box in boxes)


def test_two_numbers_have_names_and_hidden_rows_say_whose_they_are(
    visit: Callable[..., Visit],
) -> None:
    opened = visit(width=390, height=844)
    opened.table("liars-dice", ["person", "random", "random"])
    groups = opened.page.locator(".choice-group")
    groups.nth(1).wait_for()
    assert opened.page.locator(".choice-label").all_text_contents() == ["how many", "which face"]
    labels = opened.page.locator(".hand:has(.back) .hand-label").all_text_contents()
    assert labels == ["Blue", "Green"]


def test_names_of_cards_are_of_one_size(visit: Callable[..., Visit]) -> None:
    opened = visit()
    opened.table("./names.yaml", ["person", "person"])
    sizes = opened.page.locator(".face").evaluate_all(
        "(all) => all.map((it) => [it.innerText, getComputedStyle(it).fontSize])"
    )
    assert [name for name, _ in sizes] == ["ox", "elk", "tiger", "ox"]
    assert len({size for _, size in sizes}) == 1


def test_four_things_on_a_card_stay_in_its_frame(visit: Callable[..., Visit]) -> None:
    opened = visit(width=390, height=844)
    opened.table("./goods.yaml", ["person", "person"])
    opened.page.locator(".face-up .face").first.wait_for()
    over = opened.page.locator(".face-up .face").evaluate_all(
        """(all) => all.map((it) => [it, it.parentElement].map((e) => e.getBoundingClientRect()))
          .map(([face, card]) => Math.max(face.bottom - card.bottom, face.right - card.right))"""
    )
    assert len(over) == 25 and max(over) <= 0


def test_with_keys_alone_one_goes_from_the_board_to_the_buttons_and_back(
    visit: Callable[..., Visit],
) -> None:
    opened = visit()
    opened.table("./cards.yaml", ["person", "person"])
    keyboard = opened.page.keyboard
    opened.page.wait_for_selector(".board")
    keyboard.press("b")
    opened.wait_for("document.activeElement.matches('.board [data-cell=a1]')")
    assert opened.page.locator(".board [tabindex='0']").count() == 1
    keyboard.press("Enter")
    keyboard.press("Tab")  # the board is one stop, however many cells it has
    opened.wait_for("document.activeElement.innerText === '2 north'")
    keyboard.press("Enter")
    opened.wait_for("document.querySelector('[data-piece=a3]') !== null")
    opened.wait_for("document.activeElement.matches('.board [data-cell]')")
    opened.table("liars-dice", ["person", "person", "random"])
    opened.page.locator(".curtain button").press("Enter")
    number = opened.page.locator(".choice-group button").first
    number.press("Enter")
    opened.page.locator(".choice-group").nth(1).get_by_role("button").first.press("Enter")
    opened.page.locator(".curtain button").press("Enter")
    opened.wait_for("document.activeElement.matches('.choices button')")


@pytest.mark.parametrize("width", [390, 1440])
def test_cards_stay_where_they_are_as_words_beside_them_change(
    visit: Callable[..., Visit], width: int
) -> None:
    opened = visit(width=width)
    opened.table("./takers.yaml", ["person", "person"])
    opened.wait_for("document.querySelectorAll('.hands .can').length === 6")
    last = opened.page.locator(".hands .can").last
    places, since = [last.bounding_box()], []
    for left in (5, 4, 3):
        opened.page.locator(".hands .can").first.click()
        opened.wait_for(f"document.querySelectorAll('.hands .can').length === {left}")
        places.append(last.bounding_box())
        since.append(opened.page.locator(".since").count())
    assert since == [1, 1, 1] and all(place == places[0] for place in places), places


def test_the_second_of_two_quick_touches_presses_nothing_that_has_just_come(
    visit: Callable[..., Visit],
) -> None:
    opened = visit(width=390, height=844)
    opened.page.clock.install()
    opened.table("./sure.yaml", ["person", "person"])
    buttons = opened.page.locator(".choices button")
    opened.wait_for("document.querySelectorAll('.choices button:not([data-fresh])').length === 1")
    opened.page.clock.pause_at(opened.page.evaluate("() => Date.now() / 1000 + 5"))
    buttons.first.click()
    opened.wait_for("document.querySelectorAll('.choices button').length === 2")
    played, box = len(opened.moves()), buttons.last.bounding_box()
    touch = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    opened.page.mouse.click(*touch)
    opened.page.wait_for_timeout(150)
    assert len(opened.moves()) == played
    opened.page.clock.resume()
    opened.wait_for("document.querySelector('.choices [data-fresh]') === null")
    opened.page.mouse.click(*touch)
    opened.wait_for(f"document.querySelectorAll('.move-list .move').length === {played + 1}")
    buttons.first.press("Enter")
    opened.wait_for(f"document.querySelectorAll('.move-list .move').length > {played + 1}")


def test_without_a_board_the_prompt_tells_what_the_others_have_played(
    visit: Callable[..., Visit],
) -> None:
    opened = visit(width=390)
    opened.table("whist", ["person", "random", "random", "random"])
    opened.wait_for("document.querySelectorAll('.hands .can').length > 0")
    assert opened.page.locator(".since").count() == 0
    opened.page.keyboard.press("b")
    assert opened.page.evaluate("() => document.activeElement.matches('.hands .can')")
    lying = opened.page.evaluate(LYING)
    opened.page.keyboard.press("Enter")
    opened.wait_for("document.querySelector('.since') !== null")
    moves = opened.page.locator(".since-move")
    told = [text.replace("·", "").split()[0] for text in moves.all_inner_texts()]
    assert set(told) >= {"South", "West"}
    cards = [text.removeprefix("play ").replace("-", " ") for text in opened.moves()[-len(told) :]]
    shown = opened.page.locator(".since .face-up.small")
    assert shown.evaluate_all("all => all.map((card) => card.title)") == cards
    left = opened.page.evaluate(LYING)  # the others stay where they lay
    assert len(left) == len(lying) - 1 and left.items() <= lying.items()
