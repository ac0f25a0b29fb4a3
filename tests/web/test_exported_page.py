"""Exported pages: played in a browser from a file, with the network off; and what they refuse."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.commands import invoke
from support.diagnosing import secret_games

from interpreter import load_game
from interpreter.api.state import State
from interpreter.api.wording import UNDECIDED
from interpreter.drawing.scene import board_scene, decorations, form_of, look_of, parts_of
from interpreter.drawing.scene.parts import Path as Line
from interpreter.native.build.compilers import packaged_compiler
from interpreter.native.program.program import program_of
from interpreter.typed.moves import expanded, meant_move
from interpreter.web.export.drawings import drawn_legend
from interpreter.web.export.legend import Legend
from interpreter.web.export.page import html_page, in_script
from interpreter.web.wire.drawing import drawings
from interpreter.web.wire.offers import offers_data
from interpreter.web.wire.positions import entries_data

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(packaged_compiler() is None, reason="ziglang is not installed")
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
SECRET = secret_games()
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]
SECONDS = 1000  # of milliseconds, which playwright counts


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Player:
    """A person at an exported page, and all that the browser said or asked for meanwhile."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.said: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: self.said.append(dialog.message))
        page.on("request", lambda request: self.asked(request.url))

    def asked(self, address: str) -> None:
        if not address.startswith(("file:", "blob:")):
            self.said.append(address)

    def open(self, path: Path) -> None:
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("svg.board")

    def seat(self, *who: str) -> None:
        for i, one in enumerate(who):
            self.page.locator(".players select").nth(i).select_option(one)

    @property
    def is_over(self) -> bool:
        """Wait for a person's turn or the end."""
        self.page.wait_for_selector(".asked.mine, .result", timeout=60 * SECONDS)
        return bool(self.page.locator(".result").count())

    def move(self) -> None:
        """A move by keys: a button if there is one, else a cell."""
        before = self.page.locator(".moves li").count()
        for _ in range(6):
            button = self.page.locator(".choices button:not([aria-pressed=true]):not(.quiet)")
            cell = self.page.locator(".hits .can")
            (button if button.count() and not cell.count() else cell if cell.count() else button
             ).first.press("Enter")  # fmt: skip
            if self.page.locator(".moves li").count() > before:
                return
        raise AssertionError(self.page.inner_text("main"))

    @property
    def moves(self) -> list[str]:
        texts = self.page.locator(".moves li").all_inner_texts()
        return [re.sub(r"^(\d+|chance)\s+", "", text.strip()) for text in texts]

    @property
    def paths(self) -> set[str]:
        """The paths of zones and of what is stored."""
        found = self.page.evaluate(
            "() => [...document.querySelectorAll('path.part')].map((it) => it.getAttribute('d'))"
        )
        return set(found)

    @property
    def pieces(self) -> dict[str, str]:
        """The look of the piece on each cell."""
        found: dict[str, str] = self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('.piece')].map((use) => "
            "[use.dataset.piece, use.getAttribute('href').replace(/^#look\\d+-/, '')]))"
        )
        return found

    @property
    def values(self) -> dict[str, str]:
        names, texts = (self.page.locator(f".values {tag}").all_inner_texts()
                        for tag in ("dt", "dd"))  # fmt: skip
        return dict(zip(names, texts, strict=True))


def played_as_shown(state: State, text: str) -> State:
    """The state after a move that a page lists, with names as people read them."""
    move = meant_move(state, expanded(state, text))
    assert move is not None
    return state.play(move)


@pytest.fixture
def player(browser: Any) -> Iterator[Player]:
    context = browser.new_context(offline=True, reduced_motion="reduce")
    player = Player(context.new_page())
    yield player
    context.close()
    assert player.said == []


@cache
def page_of(name: str, **options: Any) -> str:
    return html_page(load_game(name, **options))


def exported(folder: Path, name: str, **options: Any) -> Path:
    path = folder / "page.html"
    path.write_text(page_of(name, **options), encoding="utf-8")
    return path


def looks(state: State) -> dict[str, str]:
    return {cell: look_of(state.game, piece) for cell, piece in state.pieces().items()}


def titles(state: State) -> list[str]:
    """What the pieces off the board are called, in alphabetical order."""
    game, codes = state.game, state.game.codes
    words = {codes.piece_text(p): form_of(game, game.piece(p)).words for p in codes.all_pieces()}
    return sorted(words[text] for text in state.supply)


# ---- play --------------------------------------------------------------------------------------


@in_browser
def test_a_whole_game_against_uct_without_a_network(player: Player, tmp_path: Path) -> None:
    player.open(exported(tmp_path, "squ", size=8))
    player.seat("person", "uct:100")
    while not player.is_over:
        player.move()
    state = load_game("squ", size=8).start()
    for move in player.moves:
        state = played_as_shown(state, move)
    assert state.is_over and looks(state) == player.pieces
    assert state.result is not None
    winner = state.colour_of(state.result.index(1.0)) if 1.0 in state.result else "A draw"
    assert winner in player.page.inner_text(".result")
    assert state.ended_because == "the board is full"
    assert state.ended_because in player.page.inner_text(".result")


@in_browser
@pytest.mark.parametrize(
    "name",
    [
        "quarto", "royal-game-of-ur", "quardo",
        *(pytest.param(name, marks=pytest.mark.slow) for name in (
            "nine-mens-morris", "cuiquindi", "english-draughts", "quarod", "squ", "amazons",
        )),
    ],
)  # fmt: skip
def test_a_page_shows_what_the_engine_holds(player: Player, tmp_path: Path, name: str) -> None:
    player.open(exported(tmp_path, name))
    player.seat("person", "person")
    for _ in range(7):
        if player.is_over:
            break
        player.move()
    assert not player.is_over
    played, state = player.moves, load_game(name).start()
    for i, move in enumerate(played, 1):
        state = played_as_shown(state, move)
        player.page.locator(".moves li button").nth(i - 1).click()
        assert looks(state) == player.pieces
        supply = player.page.locator(".supply li").evaluate_all("all => all.map(li => li.title)")
        if i < len(played):  # at the end its pieces may be the tiles to choose from
            assert sorted(supply) == titles(state)
        drawn = [d for d in decorations(state.game, state.view(0)) if d.form == "line"]
        scene = board_scene(state.game)
        lines = {part.d for d in drawn for part in parts_of(scene, d) if isinstance(part, Line)}
        assert lines <= player.paths
        for name in {d.of for d in drawn}:
            assert player.page.locator(f'[data-of="{name}"]').count() == len(
                [d for d in drawn if d.of == name]
            )
    for text in player.values.values():
        assert text and "?" not in text
    for name, value in {**state.variables, **state.marks}.items():
        if name in player.values and isinstance(value, int | str):
            assert player.values[name] == str(value)


@in_browser
@pytest.mark.parametrize("name", ["peg-solitaire", "backgammon"])
def test_the_page_lets_pieces_land_where_the_server_does(
    player: Player, tmp_path: Path, name: str
) -> None:
    player.open(exported(tmp_path, name))
    player.seat(*["person"] * load_game(name).seats)
    compared = 0
    while compared < 2:
        assert not player.is_over
        state = load_game(name).start()
        for move in player.moves:
            state = played_as_shown(state, move)
        offers = offers_data(state)
        lands: dict[str, set[str]] = {}
        for words, cell in zip(offers["moves"], offers["lands"], strict=True):
            lands.setdefault(words[1], set()).add(cell)
        start = next((cell for cell, ends in lands.items() if len(ends) > 1), None)
        if start is not None:
            player.page.locator(f'[data-cell="{start}"]').press("Enter")
            can = player.page.locator(".hits .can")
            assert set(can.evaluate_all("all => all.map(it => it.dataset.cell)")) == lands[start]
            player.page.keyboard.press("Escape")
            compared += 1
        player.move()


@in_browser
def test_moves_are_taken_back_and_played_again(player: Player, tmp_path: Path) -> None:
    player.open(exported(tmp_path, "tic-tac-toe"))
    page = player.page
    player.seat("person", "random")
    assert page.locator("button", has_text="Undo").is_disabled()
    player.move()
    assert not player.is_over
    once, pieces = player.moves, player.pieces
    player.move()
    assert not player.is_over and len(player.moves) == len(once) + 2
    page.get_by_role("button", name="Undo").click()
    assert (player.moves, player.pieces) == (once, pieces)
    page.get_by_role("button", name="Redo").click()
    assert player.moves[: len(once)] == once and len(player.moves) > len(once)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("text=UCT would play")
    page.get_by_role("button", name="New match").click()
    assert player.moves == [] and player.pieces == {}


@in_browser
def test_a_search_is_stopped(player: Player, tmp_path: Path) -> None:
    player.open(exported(tmp_path, "squ", size=8))
    player.seat("person", "uct:100000")
    player.move()
    player.page.wait_for_selector(".thinking")
    player.page.get_by_role("button", name="Undo").click()
    assert player.moves == [] and player.page.locator(".thinking").count() == 0
    player.seat("person", "uct:100")
    player.move()
    assert not player.is_over and len(player.moves) > 1


@in_browser
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_window(browser: Any, tmp_path: Path, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme="dark")
    page.goto(exported(tmp_path, "quarto").as_uri())
    page.wait_for_selector("svg.board")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.close()


# ---- the file ----------------------------------------------------------------------------------

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'"
NAMED = f"""\
game: {json.dumps(HOSTILE)}
players: Black, White
board: square(3)
pieces: stone
turn: drop
actions:
  drop(at in empty): put stone on at
end:
  - when no empty: draw
"""


@in_browser
def test_hostile_names_stay_text(player: Player, tmp_path: Path) -> None:
    rules = tmp_path / "x<img src=x onerror=alert(3)>&.yaml"
    rules.write_text(NAMED, encoding="utf-8")
    path = tmp_path / "page.html"
    path.write_text(html_page(load_game(rules)), encoding="utf-8")
    player.open(path)
    assert player.page.locator("h1").inner_text() == HOSTILE == player.page.title()
    assert player.page.locator("img").count() == 0
    assert player.page.locator("script").count() == 3


NAMED_LIKE_PARTS_OF_OBJECTS = """\
game: Names
players: Red, Blue
board: square(2)
pieces: constructor, valueOf
words:
  job: toString, __proto__
  trade:
    smith:
      power: 1
    hasOwnProperty:
turn: drop
actions:
  drop(CHOSEN, c in empty): put constructor on c
end:
  - when no empty: draw
"""


@in_browser
@pytest.mark.parametrize("chosen", ["k in {constructor, valueOf}", "j in job", "t in trade"])
def test_names_may_be_those_of_parts_of_objects(
    player: Player, tmp_path: Path, chosen: str
) -> None:
    rules, path = tmp_path / "names.yaml", tmp_path / "page.html"
    rules.write_text(NAMED_LIKE_PARTS_OF_OBJECTS.replace("CHOSEN", chosen), encoding="utf-8")
    path.write_text(html_page(load_game(rules)), encoding="utf-8")
    player.open(path)
    while not player.is_over:
        player.move()
    assert len(player.moves) == 4 and player.said == []


@in_browser
@pytest.mark.parametrize(
    ("rules", "said"),
    [("end:\n  - when turns = 1: colours gets 0\n"
      "  - when turns = 2: colours gets 3\n", "All get 0 points – when"),
     ("end:\n  - when turns = 1: Cross gets 0 from Nought\n"
      "  - when turns = 2: Cross gets 2 from Nought\n", "A draw – when"),
     ("turn: place if possible\nend:\n  - when turns = 99: draw\n", f"A draw – {UNDECIDED}")],
    ids=["together", "points", "undecided"],
)  # fmt: skip
def test_the_end_in_words(player: Player, tmp_path: Path, rules: str, said: str) -> None:
    """As the server says it: no points for all are a draw only where others could lose some."""
    path = tmp_path / "page.html"
    (tmp_path / "mine.yaml").write_text(f"extends: tic-tac-toe\nboard: rectangle(2, 1)\n{rules}")
    path.write_text(html_page(load_game(tmp_path / "mine.yaml")), "utf-8")
    player.open(path)
    player.seat("person", "person")
    while not player.is_over:
        player.move()
    assert said in player.page.inner_text(".prompt")


def test_the_same_input_gives_the_same_bytes() -> None:
    first = page_of("tic-tac-toe")
    assert html_page(load_game("tic-tac-toe")) == first
    assert str(Path.cwd()) not in first and "default-src 'none'" in first


def test_data_never_ends_its_script() -> None:
    assert in_script({"</script>": "<!-- &\u2028\ud800"}) == (
        '{"\\u003c/script\\u003e":"\\u003c!-- \\u0026\\u2028\\ud800"}'
    )


def test_every_variable_is_drawn_or_listed() -> None:
    game = load_game("squ", size=8)
    rows = drawn_legend(game, Legend(game, program_of(game.reference)))["stored"]
    drawn = {row["name"]: row["drawn"] is not None for row in rows}
    assert drawn == {"record": False, "holder": False, "pyramids": True}


@pytest.mark.parametrize(
    ("index", "is_listed"),
    [("n in 1..40", True), ("n in 1..41", False), ("c in cells", False), ("p in colours", True),
     ("n in 1..40, p in colours", True), ("n in 1..61, p in colours", False)],
)  # fmt: skip
def test_an_exported_page_lists_the_entries_that_the_page_lists(
    tmp_path: Path, index: str, is_listed: bool
) -> None:
    (tmp_path / "mine.yaml").write_text(
        f"extends: tic-tac-toe\nboard: square(5)\nstate:\n  found[{index}]: 0..9 = 7\n", "utf-8"
    )
    game = load_game(tmp_path / "mine.yaml")
    (row,) = (row for _, row in Legend(game, program_of(game.reference)).stored())
    value = game.start().view(0).variables["found"]
    assert row["listed"] is is_listed is bool(entries_data(drawings(game), value))


def test_a_line_through_any_cells_is_listed(tmp_path: Path) -> None:
    """Its drawings cannot be written down beforehand: there are as many as sets of cells."""
    (tmp_path / "mine.yaml").write_text("extends: squ\nlooks:\n  pyramids: line\n")
    game = load_game(tmp_path / "mine.yaml", size=4)
    rows = drawn_legend(game, Legend(game, program_of(game.reference)))["stored"]
    assert all(row["drawn"] is None for row in rows)


def test_a_number_is_drawn_smaller_the_longer_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "extends: tic-tac-toe\nstate:\n  heap[c in cells]: 0..9999 = 7\n"
        "actions:\n  place(at in empty):\n    - put mark on at\n    - set heap[at] to 1\n"
        "after turn:\n  - if heap[a1] = 2: remove a1\n"
    )
    game = load_game(tmp_path / "mine.yaml")
    (row,) = drawn_legend(game, Legend(game, program_of(game.reference)))["stored"]
    first = row["drawn"][0]
    (part,) = first["number"][0]["parts"]
    assert (
        part["kind"] == "text" and part["text"] == "" and first["number"][0]["label"] == "heap, a1"
    )
    assert first["sizes"][1] > first["sizes"][4] > first["sizes"][8] >= 6


# ---- the command -------------------------------------------------------------------------------


def test_the_command_writes_one_file_and_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.html"
    done = invoke("export", "tic-tac-toe", "--html", "-o", str(path))
    assert done.exit_code == 0 and f"wrote {path}, " in done.output and " kB" in done.output
    assert os.listdir(tmp_path) == ["mine.html"]
    path.write_text("mine")
    done = invoke("export", "tic-tac-toe", "--html", "-o", str(path))
    assert done.exit_code == 1 and "`--force` replaces what is there" in done.output
    assert path.read_text() == "mine"
    assert invoke("export", "tic-tac-toe", "--html", "-o", str(path), "--force").exit_code == 0
    assert path.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("name", SECRET)
def test_no_game_with_secrets_becomes_a_page(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    done = invoke("export", name, "--html", "-o", str(path))
    assert done.exit_code == 1 and "hide something from a seat" in done.output
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["squ", "--html", "-o", "."], 1, "is a folder"),
        (["squ", "--html", "-o", "none/x.html"], 1, "there is no folder none"),
        (["squ", "--html", "-o", "file/x.html"], 1, "there is no folder file"),
        (["squ", "--c", "-o", "file"], 1, "it is no folder"),
        (["squ", "--c", "--html", "-o", "x"], 2, "say as what"),
        (["squ", "-o", "x"], 2, "say as what"),
        (["squ", "--html", "-o", "x", "-o", "y"], 2, "say where to"),
        (["squ", "--html", "--size", "99"], 2, "its values are"),
    ],
)
def test_what_is_refused(
    words: list[str], status: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    done = invoke("export", *words)
    assert done.exit_code == status and says in done.output
    assert "--force" not in done.output or status == 2
    assert os.listdir() == ["file"]


def test_without_ziglang_a_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    done = invoke("export", "squ", "--html", "-o", str(tmp_path / "x.html"))
    assert done.exit_code == 1 and "pip install ziglang" in done.output
    assert os.listdir(tmp_path) == []
