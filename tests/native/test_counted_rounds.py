"""Loops that nobody can count before play: both engines end a step that goes through too many."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.c_driver import COMPILER

from gdl.model import loose
from gdl.source.diagnostics import GdlError
from gdl.source.limits import Limit
from interpreter import load_game
from interpreter.native.program import program
from interpreter.native.runtime.search import SearchOptions
from interpreter.reference import rules as reference_rules

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

MOST = Limit(2000, "", "rounds", "")
RULES = """\
game: Rounds
players: White, Black
board: square(4)
pieces: man
state:
  held: 0..9
define:
  over(n): count(m mod 2 = held for m in 1..n)
actions:
  place(at in empty):
    - put man on at
{}
turn: place
end:
  - when {}no empty: draw
"""
ENDLESS = {
    "repeat up to turns * 1000000000 times while held < 5": (
        "    - repeat up to turns * 1000000000 times while held < 5: set held to 1", ""),
    "1..turns * 90": ("", "count(m * n = 7 for m in 1..turns * 90, n in 1..turns * 90) = 99 or "),
    "1..turns * 9": ("", "count(a = b and m > 9 for m in 1..turns * 9, a in cells, b in cells)"
                         " = 999 or "),
    "1..n": ("", "sum(over(m * 90) for m in 1..turns * 90) = 9999 or "),
}  # fmt: skip
HONEST = (
    "    - for m in 1..turns + 9: set held to held + 1\n"
    "    - repeat up to turns + 9 times while held > 5: set held to held - 1",
    "over(turns * 9) = 9999 or count(c in mine and m > 3 for m in 1..turns, c in cells) = 999 or ",
)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (loose, program, reference_rules):
        monkeypatch.setattr(module, "MAX_IN_PLAY", MOST)


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("words", ENDLESS)
def test_a_loop_without_end_is_named(words: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*ENDLESS[words]), "utf-8")
    state = load_game(path).start(engine)
    with pytest.raises(GdlError) as told:
        for _ in range(12):
            state = state.play(state.moves()[0])
    (found,) = told.value.diagnostics
    assert found.code == "too-many-in-play"
    assert found.span.text.startswith(words)


def test_whatever_plays_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*ENDLESS["1..turns * 90"]), "utf-8")
    engine = load_game(path).engine("native")
    assert engine.analyses is not None
    with pytest.raises(GdlError, match="too-many-in-play"):
        engine.playouts(engine.start(), 1, 1, 1, 100)
    with pytest.raises(GdlError, match="too-many-in-play"):
        engine.analyses.search(engine.start(), SearchOptions(simulations=99))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_each_step_is_counted_by_itself(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*HONEST), "utf-8")
    state = load_game(path).start(engine)
    luck = random.Random(1)
    while not state.is_over:
        state = state.play(luck.choice(state.moves()))
    assert state.turn == 16


def test_what_is_known_is_not_counted(tmp_path: Path) -> None:
    """Bounds of variables, of what is around and of ends that are as far apart."""
    path = tmp_path / "game.yaml"
    path.write_text(RULES.replace("over(n): count(m mod 2 = held for m in 1..n)", "over: 3").format(
        "    - for m in 1..held, n in 1..m, o in turns..turns + n: set held to 1\n"
        "    - repeat up to held times while held > 5: set held to 1",
        "count(m = n for m in 1..count(mine), n in held..9) = over or ",
    ), "utf-8")  # fmt: skip
    game = load_game(path)
    assert loose.loose_loops(game.model, 16) == {}


def test_what_never_comes_to_many_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range has at most so many numbers; with all loops around it that is little enough."""
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format("", "count(a = b and m > 9 for m in 1..turns * 9, a in cells, "
                                     "b in cells) = 999 or "), "utf-8")  # fmt: skip
    game = load_game(path)
    assert loose.loose_loops(game.model, 16)
    monkeypatch.setattr(loose, "MAX_IN_PLAY", Limit(30_000_000, "", "rounds", ""))
    assert not loose.loose_loops(game.model, 16)
