"""A turn whose ways through are too many to look at is refused, by both engines alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gdl.model import loose
from gdl.model.loose import ROUNDS_A_LOOK
from gdl.source.limits import MAX_LOOKS, MAX_LOOKS_DEEP, Limit
from interpreter import GdlError, load_game
from interpreter.api.game import Game
from interpreter.native.program import program
from interpreter.reference import rules, turns

RULES = """\
game: Long
players: White, Black
board: {board}
pieces: stone
actions:
  place(at in empty): put stone on at
turn: {turn}
after turn:
  - require {require}
end:
  - when no empty: draw
"""
DEEP = """\
game: Deep
players: White, Black
board: square(21)
pieces: stone
state:
  wanted: 0..900
  steps: 0..900
actions:
  ask(n in {need}..{need}): set wanted to n
  more: add 1 to steps
  place(at in {{a1}} & empty): put stone on at
turn:
  if turns = 0: ask
  else: more while possible, place
after turn:
  - require turns = 1 or steps >= wanted
end:
  - when turns = 2: draw
"""


def made(folder: Path, text: str) -> Game:
    path = folder / "long.yaml"
    path.write_text(text)
    return load_game(str(path))


def looks(folder: Path, width: int, turn: str = "place, place, place", **words: str) -> None:
    """Start a game in which every way through a turn is looked at in vain."""
    values = {"board": f"rectangle({width}, 1)", "turn": turn, "require": "no pieces"} | words
    made(folder, RULES.format(**values))


def test_a_turn_that_fits_the_board_can_be_completed(tmp_path: Path) -> None:
    text = RULES.format(board="square(4)", turn=", ".join(["place"] * 16), require="some pieces")
    for engine in ("reference", "native"):
        assert len(made(tmp_path, text).start(engine).moves()) == 16


def test_a_turn_longer_than_the_board_is_refused_with_its_place(tmp_path: Path) -> None:
    turn = ", ".join(["place"] * 17)
    with pytest.raises(GdlError) as caught:
        looks(tmp_path, 16, turn)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span.line) == ("look-too-long", 7)
    assert "20,000 positions" in diagnostic.message


def test_the_limit_counts_positions_from_which_actions_are_tried(tmp_path: Path) -> None:
    """Three stones on n cells: 1 + n + n(n-1) + n(n-1)(n-2) positions, and none will do."""
    tried = [1 + n + n * (n - 1) + n * (n - 1) * (n - 2) for n in (27, 28)]
    assert tried[0] <= MAX_LOOKS < tried[1]
    looks(tmp_path, 27)
    with pytest.raises(GdlError, match="look-too-long"):
        looks(tmp_path, 28)


BOUNDARY = """\
game: Boundary
players: White, Black
board: rectangle({width}, 1)
pieces: stone
state:
  wish: 0..3
actions:
  ask(n in 0..3): set wish to n
  place(at in empty): put stone on at
turn:
  if turns = 0: ask
  else: {turn}
after turn:
  - require turns = 1 or wish = 0
end:
  - when turns = 3: draw
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("spare", [0, -1])
def test_all_looks_of_one_step_count_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, spare: int
) -> None:
    """No way through the turn ends it, so from each position all stones are tried."""
    positions = 1 + 10 + 10 * 9 + 10 * 9 * 8
    most = Limit(ROUNDS_A_LOOK * positions + spare, "", "rounds", "")
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    for module in (rules, loose):
        monkeypatch.setattr(module, "MAX_IN_PLAY", most)
    monkeypatch.setattr(loose, "MAX_LOOKS", 100)  # the board is so small that C would not count
    monkeypatch.setattr(program, "IN_C", replace(loose.IN_C, speed=1))
    start = made(tmp_path, BOUNDARY.format(width=10, turn="place, place, place")).start(engine)
    if spare == 0:
        assert start.play("ask 1").result == [0.5, 0.5]
        return
    with pytest.raises(GdlError, match=r"too-many-in-play.*`place, place, place`") as told:
        start.play("ask 1").moves()
    (found,) = told.value.diagnostics
    assert "counts as 50 rounds" in f"{found.hint}"


@pytest.mark.parametrize("turn", ["place, place, place", "place, (place, place if possible)"])
@pytest.mark.parametrize("width", [27, 28])
def test_both_engines_give_up_at_the_same_position(tmp_path: Path, width: int, turn: str) -> None:
    """The second turn cannot be completed: just below the limit nobody can move, above it fails."""
    said = []
    for engine in ("reference", "native"):
        state = made(tmp_path, BOUNDARY.format(width=width, turn=turn)).start(engine)
        try:
            after = state.play("ask 1")
            said.append(f"{after.result}")
        except GdlError as error:
            said.append(str(error))
    assert said[0] == said[1]
    assert ("look-too-long" in said[0]) == (width == 28)


@pytest.mark.parametrize("steps", [MAX_LOOKS_DEEP - 1, MAX_LOOKS_DEEP])
def test_both_engines_look_as_deep(tmp_path: Path, steps: int) -> None:
    """So many steps and a stone are needed to complete the second turn."""
    said = []
    for engine in ("reference", "native"):
        state = made(tmp_path, DEEP.format(need=steps)).start(engine)
        try:
            said.append([m.text for m in state.play(f"ask {steps}").moves()])
        except GdlError as error:
            said.append([str(error)])
    assert said[0] == said[1]
    assert said[0] == ["more"] or ("look-too-long" in said[0][0] and steps == MAX_LOOKS_DEEP)


@pytest.mark.parametrize(
    "turn",
    [
        "((place or pass) at will) at will",
        "(place if possible) at will",
        "(place if possible) while possible",
        "((place up to 2 times) at will, place) at will",
        "(place at will) up to 2 times",
    ],
)
def test_repetitions_of_what_may_be_nothing_end(tmp_path: Path, turn: str) -> None:
    text = RULES.format(board="square(12)", turn=turn, require="turns < 9")
    states = [made(tmp_path, text).start(engine) for engine in ("reference", "native")]
    for choice in (0, 3, -1, 0, -1, -1):
        offered = [[m.text for m in state.moves()] for state in states]
        assert offered[0] == offered[1] and offered[0]
        states = [state.play(offered[0][choice]) for state in states]


WANDER = """\
game: Wander
players: White, Black
board: {board}
pieces: man
setup:
  - put man of White on a1
state:
  is_open: flag
actions:
  ask(now in flag): set is_open to now
  walk(start in mine, there in neighbours(start)): move start to there
  leave(start in mine):
    - require is_open and no ({{start + east}} & cells), "the door is in the east"
    - remove start
turn:
  if turns < 2: ask
  else: walk at will, leave
end:
  - when turns > 2: mover wins
  - when stuck: draw
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_chain_that_turns_back_is_looked_through_once(tmp_path: Path, engine: str) -> None:
    """On 100 cells, where the ways that go back and forth are without number."""
    start = made(tmp_path, WANDER.format(board="square(10)")).start(engine)
    closed, opened = (start.play("ask true").play(f"ask {now}") for now in ("false", "true"))
    assert closed.result == [0.5, 0.5]
    assert [m.text for m in opened.moves()] == ["walk a1 b1", "walk a1 a2"]


PURSE = """\
game: Purse
players: White, Black
state:
  purse: subsets(1..11) = 1..11
  price: 66..67
actions:
  ask(n in 66..67): set price to n
  pay(n in purse): take n from purse
turn:
  if turns < 1: ask
  else: {turn}
after turn:
  - require turns < 2 or 66 - sum(purse) >= price, "that is too little"
end:
  - when turns = 2: mover wins
"""


@pytest.mark.parametrize("turn", ["pay 1 to 11 times", "pay up to 11 times"])
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_what_is_taken_in_any_order_is_looked_at_once(
    tmp_path: Path, engine: str, turn: str
) -> None:
    """Eleven coins: 2,048 purses, which are reached in more than a hundred million ways."""
    start = made(tmp_path, PURSE.format(turn=turn)).start(engine)
    assert start.play("ask 67").result == [0.5, 0.5]
    assert len(start.play("ask 66").moves()) == 11


@pytest.mark.parametrize("most", [71, 70])
def test_both_engines_count_what_they_have_met_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """In a row of 70 cells: the start, and then each cell with the most rounds left there."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    for module in (turns, program):
        monkeypatch.setattr(module, "MAX_LOOKS", Limit(most, "", "positions", ""))
    said = []
    for engine in ("reference", "native"):
        start = made(tmp_path, WANDER.format(board="rectangle(70, 1)")).start(engine)
        try:
            said.append(f"{start.play('ask true').play('ask false').result}")
        except GdlError as error:
            said.append(str(error))
    assert said[0] == said[1]
    assert ("look-too-long" in said[0]) == (most == 70)
