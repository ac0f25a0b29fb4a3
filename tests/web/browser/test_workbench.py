"""The workbench in a browser: the editor, the board beside it, files, figures and positions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench_page import AXE, opened
from support.browsing import WAIT, Visit, folder_fixtures

from interpreter import load_game

SMALL = (
    "game: Small\nplayers: Red, Blue\nboard: square(3)\npieces: man\n"
    "actions:\n  place(at in empty): put man on at\nturn: place\nend:\n  - when no empty: draw\n"
)
NAMED = SMALL.replace("in empty", "in free").replace("actions:", "define:\n  free: empty\nactions:")
UNFIXED = SMALL.replace("no empty", "count(empty)")
UNDERLINED = ".cm-lintRange-error"


folder, server = folder_fixtures()


Visits = Callable[..., Visit]


# ---- the editor ----


def test_an_error_is_underlined_and_the_board_keeps_the_last_rules(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.cell("a1").click()
    bench.page.wait_for_selector('[data-piece="a1"]')
    bench.end_of("put mark on at")
    bench.page.keyboard.press("Backspace")
    bench.page.keyboard.press("Backspace")
    bench.page.keyboard.type("ta")
    bench.page.wait_for_selector(UNDERLINED)
    bench.wait_invalid()
    assert bench.page.locator(UNDERLINED).inner_text() == "ta"
    said = bench.standing().removeprefix("✕").strip()
    assert said.startswith("Line 6: nothing is called ta; did you mean at? The board shows")
    assert bench.page.locator(".wb-play.stale").count() == 1
    assert bench.pieces() == {"a1"}


def test_a_fix_is_offered_and_carried_out_by_a_key(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.end_of("put mark on at")
    bench.page.keyboard.press("Backspace")
    bench.page.keyboard.press("Backspace")
    bench.page.keyboard.type("ta ")
    bench.page.wait_for_selector(UNDERLINED)
    bench.page.hover(UNDERLINED)
    bench.page.wait_for_selector(".cm-diagnosticAction")
    assert "at" in bench.page.locator(".cm-diagnosticAction").first.inner_text()
    bench.page.mouse.move(1, 1)
    bench.line("put mark on ta").click()
    bench.page.keyboard.press("End")
    bench.page.keyboard.press("Control+.")
    bench.wait_valid()
    assert bench.line("put mark on at").count() == 1
    bench.page.keyboard.type("x")  # writing goes on behind the correction
    assert bench.line("put mark on atx").count() == 1


INSIDE = "() => document.activeElement?.classList.contains('editor') ?? false"


@pytest.mark.parametrize("opening", ["F8", "F8 Control+. Control+Shift+m", "Control+f"])
def test_one_escape_closes_all_that_is_open_and_a_tab_leaves(visit: Visits, opening: str) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.write(UNFIXED)
    bench.page.wait_for_selector(UNDERLINED)
    written = bench.text()
    for key in opening.split():
        bench.page.keyboard.press(key)
        bench.page.wait_for_selector(".cm-tooltip, .cm-panel")
    bench.page.keyboard.press("Escape")
    bench.page.wait_for_selector(".cm-tooltip, .cm-panel", state="detached")
    assert bench.page.evaluate(INSIDE)
    bench.page.keyboard.press("Tab")
    assert not bench.page.evaluate(INSIDE)
    assert bench.text() == written


def test_escape_closes_what_a_function_takes(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.into("lines(3)", "3)")
    told = bench.page.locator(".cm-lsp-signature-tooltip")
    for _ in range(2):
        bench.page.keyboard.press("Control+Shift+Space")
        told.wait_for()
        bench.page.keyboard.press("Escape")
        told.wait_for(state="detached")


def test_the_key_for_fixes_says_where_there_is_none(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.write(UNFIXED)
    bench.page.wait_for_selector(UNDERLINED)
    notes = ["No fix is offered for this mistake.", "There is no mistake in this line."]
    for line, said in zip(["when count(empty)", "game: Small"], notes, strict=True):
        bench.end_of(line)
        bench.page.keyboard.press("Control+.")
        assert bench.page.locator(".cm-note").inner_text() == said
        assert bench.page.locator(".cm-panel").count() == 0
    bench.page.keyboard.press("ArrowLeft")
    bench.page.wait_for_selector(".cm-note", state="detached")


def test_words_are_completed(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.end_of("when any")
    bench.page.keyboard.press("Enter")
    bench.page.keyboard.type("- when cou")
    choice = bench.page.locator(".cm-tooltip-autocomplete li", has_text="count").first
    choice.wait_for()
    choice.click()
    assert bench.line("- when count").count() == 1


def test_a_word_that_is_complete_brings_up_no_others(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.end_of("when any")
    bench.page.keyboard.press("Enter")
    bench.page.keyboard.type("- when emp")
    popup = bench.page.locator(".cm-tooltip-autocomplete")
    popup.wait_for()
    bench.page.keyboard.type("ty", delay=50)
    popup.wait_for(state="detached")
    bench.page.wait_for_timeout(300)
    bench.page.keyboard.press("Enter")
    assert bench.line("- when empty").count() == 1 and popup.count() == 0


def test_a_word_is_explained_where_the_pointer_rests(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.line("lines(3)").locator("span", has_text="lines").first.hover()
    told = bench.page.locator(".cm-lsp-hover-tooltip")
    told.wait_for()
    assert "lines" in told.inner_text()


def test_a_name_is_followed_to_where_it_is_defined(visit: Visits, folder: Path) -> None:
    (folder / "named.yaml").write_text(NAMED)
    bench = opened(visit, "./named.yaml")
    bench.into("place(at in free)", "free")
    bench.page.keyboard.press("F12")
    bench.page.wait_for_selector(".cm-activeLine:has-text('free: empty')")


def test_a_name_is_changed_everywhere(visit: Visits, folder: Path) -> None:
    (folder / "named.yaml").write_text(NAMED)
    bench = opened(visit, "./named.yaml")
    bench.into("free: empty", "free")
    bench.page.keyboard.press("F2")
    field = bench.page.locator(".cm-panel input")
    field.fill("vacant")
    field.press("Enter")
    bench.page.wait_for_selector(".cm-line:has-text('place(at in vacant)')")
    assert bench.line("vacant: empty").count() == 1
    bench.wait_valid()


# ---- the board ----


def test_a_valid_change_reloads_the_board_and_the_match_goes_on(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.cell("b2").click()
    bench.page.wait_for_selector('[data-piece="b2"]')
    bench.end_of("board: square(3)")
    bench.page.keyboard.press("ArrowLeft")
    bench.page.keyboard.press("Backspace")
    bench.page.keyboard.type("5")
    bench.page.wait_for_selector('.board [data-cell="e5"]')
    assert bench.pieces() == {"b2"}
    bench.cell("e5").click()
    bench.page.wait_for_selector('[data-piece="e5"]')
    bench.page.locator(".cm-content").click()
    bench.page.keyboard.press("Control+z")
    bench.page.keyboard.press("Control+z")
    bench.page.wait_for_selector('.board [data-cell="e5"]', state="detached")
    assert bench.pieces() == {"b2"}
    assert "place e5" in bench.page.inner_text(".wb-message")


def test_agents_wait_while_rules_have_cut_the_match_short(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    page = bench.page

    def size(digit: str) -> None:
        bench.end_of("board: square(")
        for key in ("ArrowLeft", "Backspace", digit):
            page.keyboard.press(key)

    size("4")
    bench.cell("d4").click()
    page.wait_for_selector('[data-piece="d4"]')
    page.locator(".wb-seat select").first.select_option("random")
    size("3")
    page.wait_for_selector('.board [data-cell="d4"]', state="detached")
    page.wait_for_timeout(1000)  # an agent would have moved
    assert bench.pieces() == set()
    size("4")
    page.wait_for_selector('[data-piece="d4"]')
    size("3")
    page.wait_for_selector('.board [data-cell="d4"]', state="detached")
    page.get_by_role("button", name="Let them play").click()
    page.wait_for_selector("[data-piece]")


def test_an_option_is_a_slider(visit: Visits) -> None:
    bench = opened(visit, "hex")
    slider = bench.page.get_by_label("size")
    slider.focus()
    slider.press("Home")
    bench.page.wait_for_selector('.board [data-cell="c3"]', state="detached")
    assert bench.page.locator(".board [data-cell]").count() == 4
    slider.press("ArrowRight")
    bench.page.wait_for_selector('.board [data-cell="c3"]')


def test_why_a_move_is_impossible_is_said_with_its_line(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.cell("a1").click()
    bench.page.wait_for_selector('[data-piece="a1"]')
    bench.cell("a1").click()
    bench.page.wait_for_selector(".wb-message")
    assert "is not in empty" in bench.page.inner_text(".wb-message")
    bench.page.wait_for_selector(".cm-told")
    assert "place(at in empty)" in bench.page.locator(".cm-told").inner_text()


def test_a_line_that_is_shown_is_seen_from_its_start(visit: Visits) -> None:
    bench = opened(visit, "breakthrough", width=1000)
    scroller = bench.page.locator(".cm-scroller")
    scroller.evaluate("it => (it.scrollLeft = 200)")
    bench.cell("b2").click()
    assert scroller.evaluate("it => it.scrollLeft") > 100
    bench.cell("e5").click()
    bench.page.wait_for_selector(".cm-told")
    bench.page.wait_for_function(
        "() => document.querySelector('.editor').shadowRoot"
        ".querySelector('.cm-scroller').scrollLeft === 0"
    )


def test_agents_play_a_match_to_its_end(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    for select in bench.page.locator(".wb-seat select").all():
        select.select_option("random")
    over = "() => /wins|draw/i.test(document.querySelector('.wb-prompt').textContent)"
    bench.page.wait_for_function(over, timeout=WAIT * 1000)
    assert len(bench.pieces()) >= 5


# ---- figures and changes ----


def test_figures_of_random_play_are_shown_with_their_engine(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    rows = bench.page.locator(".wb-figures tbody tr")
    rows.first.wait_for(timeout=WAIT * 1000)
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == [
        "length", "choices", "Cross", "Nought", "draws",
    ]  # fmt: skip
    assert re.search(r"(native|reference) engine", bench.page.inner_text(".wb-figures caption"))


def test_what_was_changed_is_shown(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.tab("Changes")
    assert bench.button("Compare with the saved file").is_disabled()
    bench.line("lines(3)").locator("span", has_text="3").first.dblclick()
    bench.page.keyboard.type("2")
    bench.wait_valid()
    bench.button("Compare with the saved file").click()
    bench.page.wait_for_selector(".wb-line.now", timeout=WAIT * 1000)
    assert "lines(2)" in bench.page.inner_text(".wb-line.now")
    bench.page.wait_for_selector(".wb-comparison", timeout=WAIT * 1000)
    assert bench.page.locator(".wb-small img").count() == 3
    assert "B is over (Cross wins)" in bench.page.inner_text(".wb-facts")


# ---- files ----


def test_a_variant_is_saved_and_opened(visit: Visits, folder: Path) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.line("lines(3)").locator("span", has_text="3").first.dblclick()
    bench.page.keyboard.type("2")
    bench.wait_valid()
    bench.button("Save as a variant …").click()
    bench.page.get_by_label("Name of the game").fill("Two: in a row")
    bench.page.get_by_label("File", exact=True).fill("two.yaml")
    shown = "() => document.querySelector('dialog textarea').value.includes('Two')"
    bench.page.wait_for_function(shown)
    bench.page.locator("dialog").get_by_role("button", name="Save").click()
    bench.page.wait_for_url("**/workbench?file=.%2Ftwo.yaml")
    bench.wait_valid()
    text = (folder / "two.yaml").read_text()
    assert text.startswith("game: 'Two: in a row'\nextends: tic-tac-toe\nend:\n")
    assert load_game(str(folder / "two.yaml")).title == "Two: in a row"


def test_dialogs_begin_in_their_first_field_and_enter_carries_them_out(
    visit: Visits, folder: Path
) -> None:
    bench = opened(visit, "tic-tac-toe")
    keyboard = bench.page.keyboard
    bench.line("lines(3)").locator("span", has_text="3").first.dblclick()
    keyboard.type("2")
    bench.wait_valid()
    focus_is_in_a_field = "() => document.activeElement.matches('dialog input')"
    bench.button("Save as a variant …").click()
    bench.page.wait_for_function(focus_is_in_a_field)
    keyboard.type("By keys")
    assert bench.page.get_by_label("Name of the game").input_value() == "By keys"
    keyboard.press("Tab")
    keyboard.type("keys.yaml")
    bench.page.wait_for_function(
        "() => document.querySelector('dialog textarea').value.includes('By keys')"
    )
    keyboard.press("Enter")
    bench.page.wait_for_url("**/workbench?file=.%2Fkeys.yaml")
    bench.wait_valid()
    assert (folder / "keys.yaml").read_text().startswith("game: By keys\n")
    bench.button("Open …").click()
    bench.page.wait_for_function(focus_is_in_a_field)
    bench.page.locator(".wb-list button").first.wait_for()
    keyboard.type("connect-four")
    keyboard.press("Enter")
    bench.page.wait_for_url("**/workbench?file=connect-four")


def test_files_of_one_title_show_their_names(visit: Visits, folder: Path) -> None:
    for name in ("twin-a.yaml", "twin-b.yaml"):
        (folder / name).write_text(SMALL.replace("Small", "Twins"), "utf-8")
    made = visit()
    made.go("/")
    twins = made.page.locator(".card", has_text="Twins")
    made.wait_for(
        "[...document.querySelectorAll('.card')].filter(c => c.innerText.includes('Twins')"
        " && c.innerText.includes('cells')).length === 2"
    )
    shown = [twins.nth(i).locator(".card-file").inner_text() for i in range(2)]
    assert sorted(shown) == ["twin-a.yaml", "twin-b.yaml"]
    assert made.page.locator(".card-file").count() == 2
    made.page.wait_for_load_state("networkidle")  # the cards load their boards,
    made.page.goto("about:blank")  # and more of them later
    for name in ("twin-a.yaml", "twin-b.yaml"):
        (folder / name).unlink()


def test_a_first_tap_takes_no_piece_away(visit: Visits) -> None:
    bench = opened(visit, "breakthrough")
    bench.button("Set up a position").click()
    bench.page.locator(".wb-piece").first.wait_for()
    before = bench.pieces()
    bench.cell("a1").click()
    bench.page.get_by_role("button", name="take pieces away").click()
    bench.cell("b1").click()
    bench.page.wait_for_selector('[data-piece="b1"]', state="detached")
    assert bench.pieces() == before - {"b1"}


def test_a_file_is_saved_by_a_key_and_never_replaces_another_unasked(
    visit: Visits, folder: Path
) -> None:
    path, other = folder / "below" / "mine.yaml", folder / "below" / "other.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SMALL)
    other.write_text(SMALL)
    bench = opened(visit, "./below/mine.yaml")
    bench.end_of("game: Small")
    bench.page.keyboard.type("er")
    bench.page.locator(".wb-title", has_text="Smaller").wait_for()
    bench.page.keyboard.press("Control+s")
    bench.page.wait_for_selector("text=Saved.")
    assert path.read_text() == SMALL.replace("Small", "Smaller")
    bench.button("Save as a variant …").click()
    field = bench.page.get_by_label("File", exact=True)
    assert field.input_value() == "below/my-smaller.yaml"
    bench.page.wait_for_function(
        "() => document.querySelector('dialog textarea').value.includes('extends: mine')"
    )
    bench.page.clock.install(time=0)
    bench.page.clock.pause_at(1000)  # so the preview of this name comes after the refusal
    field.fill("below/other.yaml")
    bench.page.locator("dialog").get_by_role("button", name="Save").click()
    problem = bench.page.locator(".wb-problem")
    problem.wait_for()
    bench.page.clock.resume()
    bench.page.wait_for_timeout(500)
    assert problem.is_visible() and "409" in bench.visit.said.pop()
    other.write_text(BY_HAND)  # by somebody else, after the page has told of the file
    replace = bench.button("Replace the file")
    replace.click()
    problem.get_by_text("was changed on disk").wait_for()
    assert "409" in bench.visit.said.pop() and other.read_text() == BY_HAND
    replace.click()
    bench.page.wait_for_url("**/workbench?file=.%2Fbelow%2Fother.yaml")
    assert "extends: mine\n" in other.read_text()


BY_HAND = f"{SMALL}# by hand\n"


def test_a_file_that_changed_on_disk_is_saved_only_when_asked_for(
    visit: Visits, folder: Path
) -> None:
    path = folder / "shared.yaml"
    path.write_text(SMALL)
    bench = opened(visit, "./shared.yaml")
    asked = bench.page.locator(".wb-elsewhere")
    path.write_text(BY_HAND)
    bench.page.evaluate("dispatchEvent(new Event('focus'))")  # as on coming back to the window
    asked.wait_for()
    assert bench.button("Keep mine, and overwrite the file").count() == 0
    bench.button("Load the file from disk").click()
    asked.wait_for(state="detached")
    assert bench.line("# by hand").count() == 1 and not bench.page.locator(".wb-dirty").count()

    bench.end_of("game: Small")
    bench.page.keyboard.type("er")
    bench.wait_valid()
    path.write_text(SMALL)
    bench.page.keyboard.press("Control+s")
    asked.wait_for()
    assert bench.page.inner_text(".wb-told") == "Not saved." and path.read_text() == SMALL
    assert "409" in bench.visit.said.pop()
    bench.page.on("dialog", lambda dialog: dialog.accept())
    bench.page.reload()  # what is kept in the browser is held against the file that was read
    asked.wait_for()
    bench.button("Load the file from disk").click()
    asked.wait_for(state="detached")
    assert bench.line("by hand").count() == 0
    bench.line("game: Small").click()
    bench.page.keyboard.press("Control+z")
    bench.line("game: Smaller").wait_for()
    path.write_text(SMALL.replace("Red", "Green"))
    bench.page.keyboard.press("Control+s")
    asked.wait_for()
    bench.visit.said.pop()
    bench.button("Keep mine, and overwrite the file").click()
    bench.page.wait_for_selector("text=Saved.")
    asked.wait_for(state="detached")
    assert path.read_text() == BY_HAND.replace("Small", "Smaller")


def test_work_that_is_not_saved_outlasts_a_reload(visit: Visits) -> None:
    bench = opened(visit, None)
    bench.end_of("game: My game")
    bench.page.keyboard.type(", improved")
    bench.wait_valid()
    kept = "() => (localStorage.getItem('draft ') ?? '').includes('improved')"
    bench.page.wait_for_function(kept)
    asked: list[str] = []
    bench.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    bench.page.reload()
    bench.wait_valid()
    assert asked == ["beforeunload"]
    assert bench.line("game: My game, improved").count() == 1
    bench.button("Undo all changes").click()
    bench.page.wait_for_function("() => !document.querySelector('.wb-dirty')")
    assert bench.line("improved").count() == 0


# ---- positions ----


def test_a_position_is_set_up_by_dragging_and_played_from(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.button("Set up a position").click()
    tiles = bench.page.locator(".wb-piece")
    tiles.first.wait_for()
    tiles.nth(0).drag_to(bench.cell("a1"))
    bench.page.wait_for_selector('[data-piece="a1"]')
    tiles.nth(1).click()
    bench.cell("b2").click()
    bench.page.wait_for_selector('[data-piece="b2"]')
    bench.cell("c3").focus()
    bench.page.keyboard.press("Enter")
    bench.page.wait_for_selector('[data-piece="c3"]')
    bench.page.get_by_label("To move").select_option(label="Nought")
    bench.button("As a set-up in the rules").click()
    bench.page.wait_for_selector(".wb-save textarea")
    assert bench.page.input_value(".wb-save textarea") == (
        "setup:\n  - put mark of Cross on a1\n  - put mark of Nought on {b2, c3}\n"
        "  - set next to Nought\n"
    )
    with bench.page.expect_download() as download:
        bench.button("Save as JSON").click()
    state = json.loads(Path(download.value.path()).read_text())
    assert state["board"]["a1"] == {"kind": "mark", "colour": "Cross"} and state["seat"] == 1
    bench.button("Play from here").click()
    bench.cell("c1").click()
    bench.page.wait_for_selector('[data-piece="c1"]')
    assert bench.pieces() == {"a1", "b2", "c1", "c3"}


# ---- files of strangers ----


BOMB = (
    "define:\n  slow: c for c in cells if count(count(count(f != c and f != d and f != e "
    "for f in cells) > 9 for e in cells) > 9 for d in cells) > 9\n"
    "setup:\n  - put man of Red on slow\nactions:"
)


def test_rules_that_never_end_do_not_freeze_the_page(visit: Visits, folder: Path) -> None:
    (folder / "small.yaml").write_text(SMALL)
    bench = opened(visit, "./small.yaml")
    bomb = SMALL.replace("actions:", BOMB).replace("square(3)", "square(60)")
    bench.write(bomb)
    bench.wait_invalid()
    assert "rounds" in bench.standing()
    assert bench.page.evaluate("1 + 1") == 2
    bench.write(SMALL)
    bench.wait_valid()
    bench.cell("a1").click()
    bench.page.wait_for_selector('[data-piece="a1"]')


MARKUP = "<img src=x onerror=alert(1)><b>bold</b>"


def test_markup_in_names_stays_text(visit: Visits, folder: Path) -> None:
    (folder / "markup.yaml").write_text(SMALL.replace("game: Small", f"game: '{MARKUP}'"))
    bench = opened(visit, "./markup.yaml")
    assert bench.page.inner_text(".wb-title") == MARKUP
    bench.button("Open …").click()
    bench.page.get_by_text(MARKUP).last.wait_for()
    assert bench.page.locator("img[src=x]").count() == 0


# ---- for everybody ----


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_the_page_is_not_wider_than_the_window(visit: Visits, width: int) -> None:
    bench = opened(visit, "squ", width=width)
    assert bench.page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 720:
        bench.tab("Board")
        bench.page.wait_for_selector(".board")
        assert bench.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visits, scheme: str) -> None:
    bench = opened(visit, "hex", color_scheme=scheme)
    bench.page.wait_for_selector(".wb-figures tbody tr", timeout=WAIT * 1000)
    assert bench.violations() == []
    bench.button("Random move").click()
    bench.page.wait_for_selector(".wb-ground [data-piece]")
    bench.tab("Match")
    assert bench.violations() == []
    bench.button("Set up a position").click()
    bench.page.wait_for_selector(".wb-piece")
    assert bench.violations() == []
    bench.button("Save as a variant …").click()
    bench.page.wait_for_selector("dialog[open]")
    assert bench.violations() == []


def test_everything_is_reached_by_keyboard(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.page.locator('.board [data-cell][tabindex="0"]').focus()
    bench.page.keyboard.press("ArrowUp")
    bench.page.keyboard.press("Enter")
    bench.page.wait_for_selector(".wb-ground [data-piece]")
    bench.page.get_by_role("tab", name="Random play").focus()
    bench.page.keyboard.press("ArrowRight")
    assert bench.page.get_by_role("tab", name="Match").get_attribute("aria-selected") == "true"
    bench.button("Open …").focus()
    bench.page.keyboard.press("Enter")
    bench.page.wait_for_selector("dialog[open]")
    bench.page.keyboard.press("Escape")
    bench.page.wait_for_selector("dialog[open]", state="detached")
    # Escape, then Tab leaves the editor, in which Tab indents.
    bench.page.locator(".cm-content").click()
    bench.page.keyboard.press("Escape")
    bench.page.keyboard.press("Tab")
    assert not bench.page.evaluate(INSIDE)


def test_leaving_by_a_link_asks_where_work_is_not_saved(visit: Visits) -> None:
    bench = opened(visit, "tic-tac-toe")
    bench.end_of("game: Tic-tac-toe")
    bench.page.keyboard.type("!")
    bench.wait_valid()
    asked: list[str] = []
    bench.page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    bench.page.get_by_role("link", name="Games", exact=True).click()
    assert "not saved" in asked[0] and "/workbench" in bench.page.url
    bench.page.once("dialog", lambda dialog: dialog.accept())
    bench.page.get_by_role("link", name="Games", exact=True).click()
    bench.page.wait_for_url("**/")


# ---- addresses ----


def test_a_file_of_the_folder_is_opened_by_its_name_alone(visit: Visits, folder: Path) -> None:
    (folder / "named.yaml").write_text(NAMED)
    bench = opened(visit, "named.yaml")
    assert bench.line("free: empty").count() == 1
    assert bench.page.title() == "named.yaml – workbench"


@pytest.mark.parametrize("address", ["/workbench/named.yaml", "/gamesters", "/table/a/b"])
def test_an_address_with_nothing_says_so(visit: Visits, address: str) -> None:
    page = visit(width=390, height=844)
    page.go(address)
    page.page.get_by_role("heading", name="There is nothing at this address").wait_for()
    assert address in page.page.get_by_role("alert").inner_text()
    page.page.get_by_role("link", name="To the games").click()
    page.page.get_by_placeholder("Search").wait_for()
